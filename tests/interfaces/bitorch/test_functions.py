# SPDX-License-Identifier: Apache-2.0
"""BinaryEmbeddingForward on NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interfaces.bitorch.oracle import (
    DTYPES,
    EPSILON,
    WIDTHS,
    Array,
    lookup,
    packed_gradient,
    sums,
)

from aclnn_py import bitorch
from aclnn_py.bitorch import Context

# torch calls forward and backward, so they have no types.
FUNCTION: Any = bitorch.BinaryEmbeddingForward

every_type = pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
every_width = pytest.mark.parametrize("columns", WIDTHS)

ROWS = 11


class Table(np.ndarray[Any, Any]):
    """An array that holds attributes."""

    active_indices: Any
    packed_grad: Any


def table_of(rng: np.random.Generator, columns: int, rows: int = ROWS) -> Any:
    """Random signs."""
    return rng.integers(0, 256, (rows, -(-columns // 8)), np.uint8)


def gradient_of(indices: Array, scale: Array, gradient: Array, table: Any = None) -> Any:
    """The packed gradient, through forward and backward."""
    columns = gradient.shape[-1]
    if table is None:
        table = np.zeros((scale.shape[0], -(-columns // 8)), np.uint8)
    ctx = Context()
    FUNCTION.forward(ctx, indices, table, scale, columns, True)
    found = FUNCTION.backward(ctx, gradient)
    assert len(found) == 5
    assert [each is None for each in found] == [True, False, True, True, True]
    assert found[1].dtype == np.uint8
    assert found[1].shape == table.shape
    return found[1]


@every_type
@every_width
@pytest.mark.parametrize("index_type", [np.int32, np.int64])
def test_forward(dtype: Any, columns: int, index_type: Any) -> None:
    rng = np.random.default_rng(columns)
    table, scale = table_of(rng, columns), rng.standard_normal((ROWS, 1)).astype(dtype)
    indices = rng.integers(0, ROWS, (3, 4)).astype(index_type)
    expected = lookup(indices, table, scale, columns)
    for is_train in (True, False):
        found = FUNCTION.forward(Context(), indices, table, scale, columns, is_train)
        assert found.dtype == dtype
        assert found.shape == (3, 4, columns)
        np.testing.assert_array_equal(found.astype(np.float64), expected)
        applied = FUNCTION.apply(indices, table, scale, columns, is_train)
        np.testing.assert_array_equal(applied, found)


@every_type
@every_width
def test_backward(dtype: Any, columns: int) -> None:
    """Small integers and powers of two: all sums are exact, ties occur."""
    rng = np.random.default_rng(columns)
    indices = rng.integers(0, ROWS - 2, (4, 5))
    scale = rng.choice([-2.0, -0.5, 0.0, 0.25, 1.0, 4.0], (ROWS, 1)).astype(np.float32)
    gradient = rng.integers(-2, 3, (4, 5, columns)).astype(dtype)
    found = gradient_of(indices, scale, gradient)
    np.testing.assert_array_equal(found, packed_gradient(indices, scale, gradient, ROWS))


@every_type
@every_width
def test_rows_without_an_index_are_all_ones(dtype: Any, columns: int) -> None:
    scale = np.full((ROWS, 1), 3, np.float32)
    gradient = np.full((1, 2, columns), -1).astype(dtype)
    found = gradient_of(np.array([[4, 7]]), scale, gradient)
    touched = np.isin(np.arange(ROWS), [4, 7])
    assert (found[~touched] == 0xFF).all()
    assert (found[touched] == 0).all()


@every_type
def test_ties_count_as_one(dtype: Any) -> None:
    scale = np.ones((2, 1), np.float32)
    gradient = np.array([[[1.5] * 8, [-1.5] * 8]]).astype(dtype)
    assert gradient_of(np.array([[1, 1]]), scale, gradient).tolist() == [[255], [255]]
    minus_zero = np.full((1, 1, 8), -0.0).astype(dtype)
    assert gradient_of(np.array([[1]]), scale, minus_zero).tolist() == [[255], [255]]


@pytest.mark.parametrize("columns", [1, 7, 8, 13])
@pytest.mark.parametrize(
    ("scale", "positive", "negative", "pad"),
    [
        (2.0, 1, 0, 0),
        (-2.0, 0, 1, 1),
        (0.0, 1, 1, 1),
        (-0.0, 1, 1, 1),
        (np.nan, 0, 0, 0),
        (np.inf, 1, 0, 0),
        (-np.inf, 0, 1, 1),
    ],
)
def test_the_scale_decides_signs_and_pad(
    columns: int, scale: float, positive: int, negative: int, pad: int
) -> None:
    gradient = np.ones((1, 1, columns), np.float32)
    gradient[..., 1::2] = -1
    table = np.full((3, 1), scale, np.float32)
    found = gradient_of(np.array([[1]]), table, gradient)
    bits = [found[1, column // 8] >> column % 8 & 1 for column in range(8 * found.shape[1])]
    wanted = [negative if column % 2 else positive for column in range(columns)]
    assert bits == wanted + [pad] * (len(bits) - columns)
    assert (found[[0, 2]] == 0xFF).all()


def test_nan_in_the_gradient_takes_its_own_bit() -> None:
    gradient = np.ones((1, 2, 8), np.float32)
    gradient[0, 1, 3] = np.nan
    found = gradient_of(np.array([[0, 0]]), np.ones((1, 1), np.float32), gradient)
    assert found.tolist() == [[0xFF ^ 1 << 3]]


@every_type
@pytest.mark.parametrize("columns", [8, 13])
def test_the_gradient_stays_as_it_was(dtype: Any, columns: int) -> None:
    gradient = np.full((2, 2, columns), 2).astype(dtype)
    scale = np.full((3, 1), 3, np.float32)
    gradient_of(np.array([[0, 1], [1, 2]]), scale, gradient)
    assert (gradient.astype(np.float32) == 2).all()
    gradient.flags.writeable = False
    gradient_of(np.array([[0, 1], [1, 2]]), scale, gradient)


@every_type
@every_width
def test_expanded_gradients(dtype: Any, columns: int) -> None:
    """What the gradient of a sum looks like: one number, all strides 0."""
    indices = np.array([[0, 3, 3], [1, 0, 3]])
    scale = np.array([[1], [-1], [2], [0.5]], np.float32)
    for value in (1, -1):
        one = np.array(value, dtype)
        found = gradient_of(indices, scale, np.broadcast_to(one, (2, 3, columns)))
        dense = np.full((2, 3, columns), value, np.float64)
        np.testing.assert_array_equal(found, packed_gradient(indices, scale, dense, 4))


def test_strides() -> None:
    rng = np.random.default_rng(0)
    indices = rng.integers(0, ROWS, (8, 6)).T[::2, ::-1]
    table = table_of(rng, 13, 2 * ROWS)[::2]
    scale = rng.choice([-1.0, 2.0], (2 * ROWS, 3)).astype(np.float32)[::2, 1:2]
    gradient = rng.integers(-3, 4, (13, 8, 3)).astype(np.float32).T
    assert not any(each.flags.c_contiguous for each in (indices, table, scale, gradient))
    found = FUNCTION.apply(indices, table, scale, 13, False)
    np.testing.assert_array_equal(found, lookup(indices, table, scale, 13))
    found = gradient_of(indices, scale, gradient, table)
    np.testing.assert_array_equal(found, packed_gradient(indices, scale, gradient, ROWS))


def test_sums_of_halves_do_not_stick() -> None:
    """In a running sum of float16 2048 + 1 is 2048, and the ones would be lost."""
    count = 3000
    gradient = np.ones((1, count + 1, 8), np.float16)
    gradient[0, -1] = -2500
    found = gradient_of(np.zeros((1, count + 1), np.int64), np.ones((1, 1), np.float32), gradient)
    assert found.tolist() == [[255]]


@pytest.mark.parametrize(("scale", "values", "bits"), [(1e-4, [-1e-4], 0), (1e5, [2.0, -1.0], 255)])
def test_products_of_halves_neither_vanish_nor_overflow(
    scale: float, values: list[float], bits: int
) -> None:
    gradient = np.repeat(np.array(values, np.float16), 8).reshape(1, -1, 8)
    indices = np.zeros((1, len(values)), np.int64)
    found = gradient_of(indices, np.full((1, 1), scale, np.float32), gradient)
    assert found.tolist() == [[bits]]


def test_float64_is_summed_in_float64() -> None:
    gradient = np.array([[[1.0], [-1.0], [-(2.0**-40)]]])
    found = gradient_of(np.zeros((1, 3), np.int64), np.ones((1, 1)), gradient)
    assert found.tolist() == [[0]]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_no_indices(shape: tuple[int, int]) -> None:
    indices, scale = np.zeros(shape, np.int32), np.ones((2, 1), np.float32)
    table = np.zeros((2, 1), np.uint8)
    assert FUNCTION.apply(indices, table, scale, 5, True).shape == (*shape, 5)
    found = gradient_of(indices, scale, np.zeros((*shape, 5), np.float32))
    assert found.tolist() == [[255], [255]]


def test_numpy_scalars_are_numbers() -> None:
    found = FUNCTION.apply(
        np.array([[0]]), np.array([[5]], np.uint8), np.ones((1, 1)), np.int64(3), np.True_
    )
    assert found.tolist() == [[[1, -1, 1]]]


# --- Where the gradient goes ---------------------------------------------------------------------


@pytest.mark.parametrize("columns", [8, 13])
def test_the_table_gets_the_gradient(columns: int) -> None:
    table = table_of(np.random.default_rng(0), columns).view(Table)
    before = np.array(table)
    indices = np.array([[1, 1], [5, 1]])
    ones = np.ones((ROWS, 1), np.float32)
    found = gradient_of(indices, ones, np.ones((2, 2, columns), np.float32), table)
    assert table.packed_grad is found
    assert table.active_indices is indices
    np.testing.assert_array_equal(table, before)


def test_forward_leaves_no_gradient() -> None:
    table = np.zeros((2, 1), np.uint8).view(Table)
    one = np.ones((2, 1), np.float32)
    FUNCTION.forward(Context(), np.array([[0]]), table, one, 8, True)
    assert not hasattr(table, "packed_grad")


def test_backward_needs_training() -> None:
    ctx = Context()
    table, scale = np.zeros((2, 1), np.uint8), np.ones((2, 1), np.float32)
    FUNCTION.forward(ctx, np.array([[0]]), table, scale, 8, False)
    assert ctx.saved_tensors == ()
    with pytest.raises(RuntimeError, match="is_train False"):
        FUNCTION.backward(ctx, np.ones((1, 1, 8), np.float32))


def test_forward_keeps_no_table_of_scales() -> None:
    ctx = Context()
    table, scale = np.zeros((5, 1), np.uint8), np.arange(5, dtype=np.float32)[:, None]
    indices = np.array([[3, 1], [4, 4]])
    FUNCTION.forward(ctx, indices, table, scale, 8, True)
    saved, gathered = ctx.saved_tensors
    assert saved is indices
    assert gathered.tolist() == [[[3], [1]], [[4], [4]]]


# --- Errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        ({"input": np.array([0, 1])}, ValueError, r"input has shape \(2,\)"),
        ({"input": np.array(0)}, ValueError, "input has shape"),
        ({"input": np.zeros((1, 1, 1), np.int64)}, ValueError, "input has shape"),
        ({"input": np.zeros((1, 2), np.int8)}, TypeError, "input.*int8"),
        ({"input": np.zeros((1, 2), np.uint8)}, TypeError, "input.*uint8"),
        ({"input": np.zeros((1, 2), np.int16)}, TypeError, "input.*int16"),
        ({"input": np.zeros((1, 2), np.uint64)}, TypeError, "input.*uint64"),
        ({"input": np.zeros((1, 2), bool)}, TypeError, "input.*bool"),
        ({"input": np.zeros((1, 2), np.float32)}, TypeError, "input.*float32"),
        ({"input": np.array([[0, 3]])}, IndexError, "index 3 .*3 row"),
        ({"input": np.array([[0, -1]])}, IndexError, "index -1"),
        ({"input": np.array([[2**40]])}, IndexError, f"index {2**40}"),
        ({"qweight": np.zeros((3, 2), np.int8)}, TypeError, "qweight.*int8"),
        ({"qweight": np.zeros((3, 13), bool)}, TypeError, "qweight.*bool"),
        ({"qweight": np.zeros(3, np.uint8)}, ValueError, "qweight has shape"),
        ({"qweight": np.zeros((3, 1), np.uint8)}, ValueError, r"13.*1 byte.*1 to 8"),
        ({"qweight": np.zeros((3, 3), np.uint8)}, ValueError, r"13.*3 byte.*17 to 24"),
        ({"columns": 8}, ValueError, "ori_embedding_dim is 8"),
        ({"columns": 17}, ValueError, "ori_embedding_dim is 17"),
        ({"columns": -1}, ValueError, "ori_embedding_dim is -1"),
        ({"columns": 13.0}, TypeError, "integer"),
        ({"scale": np.ones((3, 1), np.int32)}, TypeError, "embed_scale.*int32"),
        ({"scale": np.ones(3, np.float32)}, ValueError, "embed_scale has shape"),
        ({"scale": np.ones((4, 1), np.float32)}, ValueError, "embed_scale has shape"),
        ({"scale": np.ones((3, 2), np.float32)}, ValueError, "embed_scale has shape"),
    ],
)
def test_errors_of_forward(arguments: Any, error: type[Exception], match: str) -> None:
    given: dict[str, Any] = {
        "input": np.array([[0, 2]]),
        "qweight": np.zeros((3, 2), np.uint8),
        "scale": np.ones((3, 1), np.float32),
        "columns": 13,
        **arguments,
    }
    for call in (FUNCTION.apply, _forward):
        with pytest.raises(error, match=match):
            call(*given.values(), True)


def _forward(*arguments: Any) -> Any:
    return FUNCTION.forward(Context(), *arguments)


@pytest.mark.parametrize(
    ("gradient", "error", "match"),
    [
        (np.ones((1, 2, 8), np.float32), ValueError, r"\(1, 2, 8\); \(1, 2, 13\)"),
        (np.ones((1, 2, 16), np.float32), ValueError, "output_gradient has shape"),
        (np.ones((2, 13), np.float32), ValueError, "output_gradient has shape"),
        (np.ones((2, 1, 13), np.float32), ValueError, "output_gradient has shape"),
        (np.ones((1, 2, 13), np.int32), TypeError, "output_gradient.*int32"),
        (np.ones((1, 2, 13), np.complex64), TypeError, "output_gradient.*complex64"),
    ],
)
def test_errors_of_backward(gradient: Any, error: type[Exception], match: str) -> None:
    ctx = Context()
    table = np.zeros((3, 2), np.uint8).view(Table)
    one = np.ones((3, 1), np.float32)
    FUNCTION.forward(ctx, np.array([[0, 2]]), table, one, 13, True)
    with pytest.raises(error, match=match):
        FUNCTION.backward(ctx, gradient)
    assert not hasattr(table, "packed_grad")


# --- Any arrays ----------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    data=st.data(),
    seed=st.integers(0, 2**32 - 1),
    columns=st.integers(1, 40),
    rows=st.integers(1, 9),
    bags=st.integers(0, 5),
    length=st.integers(0, 6),
)
def test_any_arrays(
    data: st.DataObject, seed: int, columns: int, rows: int, bags: int, length: int
) -> None:
    """Bits agree with a float64 sum wherever rounding cannot turn its sign."""
    rng = np.random.default_rng(seed)
    dtype, scale_type = (data.draw(st.sampled_from(DTYPES)) for _ in range(2))
    indices = rng.integers(0, rows, (bags, length)).astype(
        data.draw(st.sampled_from([np.int32, np.int64]))
    )
    scale = (rng.choice([-1, 1], (rows, 1)) * rng.uniform(0.5, 2, (rows, 1))).astype(scale_type)
    gradient = rng.standard_normal((bags, length, columns)).astype(dtype)
    table = table_of(rng, columns, rows)
    expected = lookup(indices, table, scale, columns)
    found = FUNCTION.apply(indices, table, scale, columns, True)
    np.testing.assert_array_equal(found.astype(np.float64), expected)

    total, size = sums(indices, scale, gradient, rows)
    bits = np.unpackbits(gradient_of(indices, scale, gradient), axis=-1, bitorder="little")
    # Two roundings a term (scale, product) and one an addition; a tie is exact.
    terms = indices.size + 3
    certain = (np.abs(total) > terms * EPSILON[dtype.name] * size) | (size == 0)
    np.testing.assert_array_equal(bits[certain], (total >= 0)[certain])
