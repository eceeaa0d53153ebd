# SPDX-License-Identifier: Apache-2.0
"""The three rules by which signs follow their gradient."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aclnn_py.bitorch import sparse_update_embedding_qweight

# (weight bit, gradient bit) -> new weight bit
TABLES: dict[Any, dict[tuple[int, int], int]] = {
    "xor": {(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0},
    "assign": {(0, 0): 0, (0, 1): 1, (1, 0): 0, (1, 1): 1},
    "descend": {(0, 0): 1, (0, 1): 0, (1, 0): 1, (1, 1): 0},
}
rules = pytest.mark.parametrize("rule", TABLES)


def expected(rule: Any, weight: Any, gradient: Any, rows: set[int]) -> Any:
    """Bit by bit."""
    result = weight.copy()
    bits = 8 if weight.dtype == np.uint8 else 1
    for row in rows:
        for column in range(weight.shape[1]):
            value = 0
            for bit in range(bits):
                pair = int(weight[row, column]) >> bit & 1, int(gradient[row, column]) >> bit & 1
                value |= TABLES[rule][pair] << bit
            result[row, column] = value
    return result


def operands(dtype: Any, rows: int = 6, columns: int = 4) -> tuple[Any, Any]:
    """Weights and a gradient."""
    rng = np.random.default_rng(5)
    top = 256 if dtype == np.uint8 else 2
    pair = rng.integers(0, top, (2, rows, columns)).astype(dtype)
    return pair[0].copy(), pair[1].copy()


@rules
def test_the_table_of_a_rule(rule: Any) -> None:
    weight = np.array([[False, False, True, True]])
    gradient = np.array([[False, True, False, True]])
    wanted = [bool(TABLES[rule][pair]) for pair in ((0, 0), (0, 1), (1, 0), (1, 1))]
    assert sparse_update_embedding_qweight(weight, gradient, None, rule).tolist() == [wanted]
    packed = np.array([[0b1100]], np.uint8)
    bits = sparse_update_embedding_qweight(packed, np.array([[0b1010]], np.uint8), None, rule)
    assert [bool(int(bits[0, 0]) >> bit & 1) for bit in range(4)] == wanted


@rules
@pytest.mark.parametrize("dtype", [np.uint8, np.bool_])
@pytest.mark.parametrize(
    "active",
    [
        None,
        [0],
        [1, 4],
        [4, 1],
        [2, 2],
        [2, 2, 2],
        [[0, 5, 5], [5, 0, 1]],
        [],
        np.zeros((0, 3), np.int64),
        np.array([3, 3], np.int32),
        np.array([1, 5], np.uint8),
        np.array(2),
    ],
)
def test_rows(rule: Any, dtype: Any, active: Any) -> None:
    weight, gradient = operands(dtype)
    rows = set(range(6)) if active is None else {int(i) for i in np.asarray(active).reshape(-1)}
    wanted, before = expected(rule, weight, gradient, rows), gradient.copy()
    assert sparse_update_embedding_qweight(weight, gradient, active, rule) is weight
    np.testing.assert_array_equal(weight, wanted)
    np.testing.assert_array_equal(gradient, before)


def test_defaults_are_xor_and_every_row() -> None:
    weight, gradient = operands(np.uint8)
    wanted = weight ^ gradient
    sparse_update_embedding_qweight(weight, gradient)
    np.testing.assert_array_equal(weight, wanted)


def test_xor_of_every_row_flips_rows_that_took_no_part() -> None:
    """Their gradient is all ones: naming the active rows is what keeps them."""
    weight, gradient = operands(np.uint8)
    gradient[1:] = 0xFF
    every, active = weight.copy(), weight.copy()
    sparse_update_embedding_qweight(every, gradient)
    sparse_update_embedding_qweight(active, gradient, [0])
    np.testing.assert_array_equal(every[1:], ~weight[1:])
    np.testing.assert_array_equal(active[1:], weight[1:])
    np.testing.assert_array_equal(active[0], every[0])


def test_views_are_written_through() -> None:
    large = np.zeros((6, 8), np.uint8)
    gradient = np.full((4, 3), 0xF0, np.uint8).T
    view = large[::2, ::2]
    assert sparse_update_embedding_qweight(view, gradient, [2, 0]) is view
    wanted = np.zeros((6, 8), np.uint8)
    wanted[[0, 4], ::2] = 0xF0
    np.testing.assert_array_equal(large, wanted)


def test_a_gradient_that_is_the_table() -> None:
    weight, _ = operands(np.uint8)
    wanted = ~weight
    sparse_update_embedding_qweight(weight, weight, None, "descend")
    np.testing.assert_array_equal(weight, wanted)


@rules
@pytest.mark.parametrize(
    ("changes", "error", "match"),
    [
        ({"rule": "ascend"}, ValueError, "'ascend'.*xor, assign, descend"),
        ({"rule": None}, ValueError, "None"),
        ({"grad_weight": np.zeros((6, 4), bool)}, TypeError, "bool, of qweight uint8"),
        ({"grad_weight": np.zeros((6, 4), np.int8)}, TypeError, "int8"),
        ({"grad_weight": np.zeros((6, 3), np.uint8)}, ValueError, r"\(6, 3\)"),
        ({"grad_weight": np.zeros((1, 4), np.uint8)}, ValueError, r"\(1, 4\)"),
        ({"grad_weight": np.zeros(4, np.uint8)}, ValueError, r"\(4,\)"),
        ({"active_indices": [0, 6]}, IndexError, "6 is out of range.*6 row"),
        ({"active_indices": [0, -1]}, IndexError, "-1"),
        ({"active_indices": [0.0]}, TypeError, "float64"),
        ({"active_indices": [True]}, TypeError, "bool"),
    ],
)
def test_errors_write_nothing(
    rule: Any, changes: dict[str, Any], error: type[Exception], match: str
) -> None:
    weight, gradient = operands(np.uint8)
    before = weight.copy()
    given: dict[str, Any] = {"grad_weight": gradient, "active_indices": None, "rule": rule}
    with pytest.raises(error, match=match):
        sparse_update_embedding_qweight(weight, **{**given, **changes})
    np.testing.assert_array_equal(weight, before)


def test_errors_of_the_table() -> None:
    for weight, error, match in (
        ([[1]], TypeError, "list"),
        (np.zeros((2, 2), np.float32), TypeError, "float32"),
        (np.zeros((2, 2), np.int8), TypeError, "int8"),
        (np.zeros(4, np.uint8), ValueError, r"\(4,\)"),
        (np.zeros((1, 1, 1), np.uint8), ValueError, r"\(1, 1, 1\)"),
    ):
        given: Any = weight
        with pytest.raises(error, match=match):
            sparse_update_embedding_qweight(given, np.asarray(given))
    locked = np.zeros((2, 2), np.uint8)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        sparse_update_embedding_qweight(locked, np.ones((2, 2), np.uint8))


@pytest.mark.parametrize("seed", range(3))
def test_descend_makes_a_loss_fall(seed: int) -> None:
    """loss = sum of c * w over the signs w: its gradient is c, and descent takes w = -sign(c)."""
    rng = np.random.default_rng(seed)
    slope = rng.standard_normal((5, 8)) + 0.0
    weight = rng.integers(0, 2, (5, 8)).astype(bool)
    losses = {}
    for rule in TABLES:
        updated = sparse_update_embedding_qweight(weight.copy(), slope >= 0, None, rule)
        losses[rule] = float((slope * np.where(updated, 1, -1)).sum())
    assert losses["descend"] == pytest.approx(-np.abs(slope).sum())
    assert losses["assign"] == pytest.approx(np.abs(slope).sum())
    assert losses["descend"] < losses["xor"] < losses["assign"]
