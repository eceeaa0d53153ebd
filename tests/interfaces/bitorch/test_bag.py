# SPDX-License-Identifier: Apache-2.0
"""BinaryEmbeddingBagForward on NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from interfaces.bitorch.oracle import DTYPES, bag_sums

from aclnn_py import bitorch
from aclnn_py.bitorch import Context

pytestmark = pytest.mark.slow  # many small calls

# torch calls forward and backward, so they have no types.
FUNCTION: Any = bitorch.BinaryEmbeddingBagForward

ROWS = 9


class Table(np.ndarray[Any, Any]):
    """An array that holds attributes."""

    active_indices: Any
    packed_grad: Any


def signs_of_gradient(indices: Any, gradient: Any, rows: int = ROWS) -> Any:
    """The gradient, through forward and backward."""
    table = np.zeros((rows, gradient.shape[1]), bool)
    ctx = Context()
    FUNCTION.forward(ctx, indices, table, True)
    first, found, last = FUNCTION.backward(ctx, gradient)
    assert first is None
    assert last is None
    assert found.dtype == np.bool_
    assert found.shape == table.shape
    return found


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 8])
@pytest.mark.parametrize("columns", [1, 13, 768])
@pytest.mark.parametrize("index_type", [np.int32, np.int64])
def test_majority(length: int, columns: int, index_type: Any) -> None:
    rng = np.random.default_rng(length)
    table = rng.integers(0, 2, (ROWS, columns)).astype(bool)
    indices = rng.integers(0, ROWS, (4, length)).astype(index_type)
    expected = np.array(
        [
            [
                1 if 2 * sum(int(table[row, column]) for row in bag) >= length else -1
                for column in range(columns)
            ]
            for bag in indices
        ]
    )
    for is_train in (True, False):
        found = FUNCTION.apply(indices, table, is_train)
        assert found.dtype == index_type
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("signs", "result"),
    [
        ("0", -1),
        ("1", 1),
        ("01", 1),
        ("00", -1),
        ("011", 1),
        ("001", -1),
        ("0011", 1),
        ("0001", -1),
    ],
)
def test_half_is_enough(signs: str, result: int) -> None:
    table = np.array([[each == "1"] for each in signs])
    found = FUNCTION.apply(np.arange(len(signs))[None], table, False)
    assert found.tolist() == [[result]]


def test_an_index_twice_counts_twice() -> None:
    table = np.array([[True], [False]])
    indices = np.array([[0, 1, 1], [0, 0, 1]])
    assert FUNCTION.apply(indices, table, False).tolist() == [[-1], [1]]


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize(("bags", "length"), [(1, 1), (1, 4), (4, 1), (2, 3), (5, 4)])
@pytest.mark.parametrize("columns", [1, 8, 13])
def test_backward(dtype: Any, bags: int, length: int, columns: int) -> None:
    rng = np.random.default_rng(10 * bags + length)
    indices = rng.integers(0, ROWS, (bags, length))
    gradient = rng.integers(-3, 4, (bags, columns)).astype(dtype)
    expected = bag_sums(indices, gradient, ROWS) >= 0
    np.testing.assert_array_equal(signs_of_gradient(indices, gradient), expected)


def test_each_row_gets_its_own_bag() -> None:
    """Repeating the rows of the gradient as a whole would give row 1 the gradient of bag 1."""
    indices = np.array([[0, 1], [2, 3]])
    gradient = np.array([[-1.0], [1.0]], np.float32)
    found = signs_of_gradient(indices, gradient, 4)
    assert found[:, 0].tolist() == [False, False, True, True]


def test_rows_of_no_bag_and_ties_are_true() -> None:
    indices = np.array([[0, 1], [1, 2]])
    gradient = np.array([[-1.0], [1.0]], np.float32)
    assert signs_of_gradient(indices, gradient, 5)[:, 0].tolist() == [False, True, True, True, True]


def test_integer_and_expanded_gradients() -> None:
    indices = np.array([[0, 1], [2, 2]])
    for gradient in (
        np.array([[-1, 1], [2, -2]], np.int64),
        np.broadcast_to(np.float32(-1), (2, 2)),
        np.broadcast_to(np.array([[1], [-1]], np.float16), (2, 2)),
    ):
        before = gradient.copy()
        expected = bag_sums(indices, gradient, ROWS) >= 0
        np.testing.assert_array_equal(signs_of_gradient(indices, gradient), expected)
        np.testing.assert_array_equal(gradient, before)


def test_indices_that_are_not_contiguous() -> None:
    indices = np.random.default_rng(0).integers(0, ROWS, (6, 4)).T[::2]
    gradient = np.array([[-1.0], [2.0]], np.float32)
    expected = bag_sums(indices, gradient, ROWS) >= 0
    np.testing.assert_array_equal(signs_of_gradient(indices, gradient), expected)


def test_the_table_gets_the_gradient() -> None:
    table = np.zeros((3, 2), bool).view(Table)
    indices, ctx = np.array([[1, 1]]), Context()
    FUNCTION.forward(ctx, indices, table, True)
    assert not hasattr(table, "packed_grad")
    found = FUNCTION.backward(ctx, np.ones((1, 2), np.float32))
    assert table.packed_grad is found[1]
    assert table.active_indices is indices


@pytest.mark.parametrize(
    ("indices", "table", "error", "match"),
    [
        (np.array([[0]]), np.zeros((3, 8), np.uint8), TypeError, "qweight: uint8"),
        (np.array([[0]]), np.zeros((3, 8), np.float32), TypeError, "qweight: float32"),
        (np.array([[0]]), np.zeros(3, bool), TypeError, "qweight: bool of shape"),
        (np.array([0]), np.zeros((3, 8), bool), ValueError, "input has shape"),
        (np.zeros((1, 1, 1), int), np.zeros((3, 8), bool), ValueError, "input has shape"),
        (np.zeros((1, 1), np.int16), np.zeros((3, 8), bool), TypeError, "input.*int16"),
        (np.array([[3]]), np.zeros((3, 8), bool), IndexError, "index 3"),
        (np.array([[-1]]), np.zeros((3, 8), bool), IndexError, "index -1"),
    ],
)
def test_errors_of_forward(indices: Any, table: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        FUNCTION.apply(indices, table, True)


def test_errors_of_backward() -> None:
    table, ctx = np.zeros((3, 8), bool), Context()
    FUNCTION.forward(ctx, np.array([[0, 1]]), table, True)
    for shape in ((1, 7), (2, 8), (1, 2, 8), (8,)):
        with pytest.raises(ValueError, match="output_gradient has shape"):
            FUNCTION.backward(ctx, np.ones(shape, np.float32))
    FUNCTION.forward(ctx, np.array([[0, 1]]), table, False)
    with pytest.raises(RuntimeError, match="is_train False"):
        FUNCTION.backward(ctx, np.ones((1, 8), np.float32))
