# SPDX-License-Identifier: Apache-2.0
"""One step of the optimiser on NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aclnn_py.bitorch import binary_embedding_step, pack

Array = np.ndarray[Any, Any]


def signs_of(packed: Array) -> Array:
    return np.where(np.unpackbits(packed, axis=-1, bitorder="little") == 1, 1, -1)


def test_without_momentum_a_step_is_the_rule() -> None:
    random = np.random.default_rng(0)
    table = random.integers(0, 256, (6, 2), np.uint8)
    gradient = random.integers(0, 256, (6, 2), np.uint8)
    expected = table.copy()
    expected[[1, 4]] = ~gradient[[1, 4]]
    assert binary_embedding_step(table, gradient, np.array([[1, 4], [4, 1]])) is None
    np.testing.assert_array_equal(table, expected)


@pytest.mark.parametrize("packed", [True, False])
def test_momentum_is_a_running_mean_of_signs(packed: bool) -> None:
    random = np.random.default_rng(1)
    table: Array = random.integers(0, 2, (5, 16)).astype(np.bool_)
    if packed:
        table = pack(np.where(table, 1, -1))
    mean, expected = None, np.zeros((5, 16))
    for step in range(12):
        signs = random.choice([-1.0, 1.0], (5, 16))
        active = random.integers(0, 5, 3)
        rows = np.unique(active)
        expected[rows] = 0.75 * expected[rows] + 0.25 * signs[rows]  # exact in float32
        before = table.copy()
        mean = binary_embedding_step(
            table, pack(signs) if packed else signs >= 0, active, mean, momentum=0.75
        )
        assert mean is not None
        np.testing.assert_allclose(mean, expected, rtol=1e-6, atol=1e-7, err_msg=str(step))
        found = signs_of(table) if packed else np.where(table, 1, -1)
        sure = np.abs(expected[rows]) > 1e-6
        np.testing.assert_array_equal(found[rows][sure], -np.sign(expected[rows])[sure])
        others = np.setdiff1d(np.arange(5), rows)
        np.testing.assert_array_equal(table[others], before[others])


def test_a_loss_falls() -> None:
    random = np.random.default_rng(2)
    wanted = random.choice([-1.0, 1.0], (20, 8))
    table = np.full((20, 1), 255, np.uint8)
    losses = []
    mean = None
    for _ in range(5):
        rows = np.arange(20)
        values = signs_of(table)
        losses.append(float(np.mean(np.log1p(np.exp(-wanted * values)))))
        gradient = -wanted / (1 + np.exp(wanted * values))
        mean = binary_embedding_step(table, pack(gradient), rows, mean, momentum=0.5)
    assert losses[-1] < losses[0] / 2
    np.testing.assert_array_equal(signs_of(table), wanted)


def test_without_momentum_there_is_no_mean() -> None:
    table = np.zeros((2, 1), np.uint8)
    mean = np.ones((2, 8), np.float32)
    assert binary_embedding_step(table, table.copy(), None, mean) is None
    assert table.tolist() == [[255], [255]]
    assert (mean == 1).all()


MEAN = np.zeros((3, 16), np.float32)


@pytest.mark.parametrize("momentum", [0.0, 0.5])
@pytest.mark.parametrize(
    ("changes", "error", "match"),
    [
        ({"rule": "up"}, ValueError, "rule is 'up'; xor, assign, descend exist"),
        ({"qweight": [[0, 0]] * 3}, TypeError, "qweight is a list"),
        ({"qweight": np.zeros((3, 2), np.int8)}, TypeError, "qweight: elements are int8"),
        ({"qweight": np.zeros((3, 3), np.uint8)}, ValueError, r"shape \(3, 3\) and grad_weight"),
        ({"qweight": np.broadcast_to(np.uint8(0), (3, 2))}, ValueError, "qweight is read-only"),
        ({"grad_weight": np.full((3, 2), 0.5)}, TypeError, "grad_weight: elements are float64"),
        ({"grad_weight": np.zeros((3, 2), bool)}, TypeError, "grad_weight: elements are bool"),
        ({"grad_weight": np.zeros((3, 1), np.uint8)}, ValueError, r"grad_weight \(3, 1\)"),
        ({"grad_weight": np.zeros(2, np.uint8)}, ValueError, r"grad_weight \(2,\)"),
        ({"active_indices": [3]}, IndexError, "3 is out of range"),
        ({"active_indices": [0.0]}, TypeError, "active_indices: elements are float64"),
    ],
)
def test_errors_write_nothing(
    changes: dict[str, Any], error: type[Exception], match: str, momentum: float
) -> None:
    given: dict[str, Any] = {
        "qweight": np.zeros((3, 2), np.uint8),
        "grad_weight": np.zeros((3, 2), np.uint8),
        "mean": MEAN.copy(),
        **changes,
    }
    with pytest.raises(error, match=match):
        binary_embedding_step(**given, momentum=momentum)
    assert not np.any(given["qweight"])
    assert not given["mean"].any()


@pytest.mark.parametrize(
    ("mean", "error", "match"),
    [
        (MEAN.tolist(), TypeError, "mean is a list"),
        (MEAN.astype(np.float64), TypeError, "mean: elements are float64; float32"),
        (MEAN[:2], ValueError, r"mean has shape \(2, 16\); \(3, 16\)"),
        (MEAN[:, :2], ValueError, r"mean has shape \(3, 2\)"),
        (np.broadcast_to(np.float32(0), (3, 16)), ValueError, "mean is read-only"),
    ],
)
def test_errors_of_the_mean(mean: Any, error: type[Exception], match: str) -> None:
    table = np.zeros((3, 2), np.uint8)
    with pytest.raises(error, match=match):
        binary_embedding_step(table, table.copy(), None, mean, momentum=0.5)
    assert not table.any()
    assert not np.any(mean)


@pytest.mark.parametrize("momentum", [-0.1, 1.0, 2.0])
def test_momentum_out_of_range(momentum: float) -> None:
    table = np.zeros((2, 1), np.uint8)
    with pytest.raises(ValueError, match=r"momentum is .*; it must be in \[0, 1\)"):
        binary_embedding_step(table, table.copy(), momentum=momentum)
    assert not table.any()
