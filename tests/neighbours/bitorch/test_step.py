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


@pytest.mark.parametrize("momentum", [-0.1, 1.0, 2.0])
def test_momentum_out_of_range(momentum: float) -> None:
    table = np.zeros((2, 1), np.uint8)
    with pytest.raises(ValueError, match=r"momentum is .*; it must be in \[0, 1\)"):
        binary_embedding_step(table, table.copy(), momentum=momentum)
    assert not table.any()
