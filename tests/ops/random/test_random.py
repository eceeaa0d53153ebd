# SPDX-License-Identifier: Apache-2.0
"""Random numbers are distributed as they should be: fixed seeds, bounds at five deviations."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import aclnn_py as acl

Array = NDArray[Any]

COUNT = 1 << 17
SEEDS = (0, 1, 12345678901)
MOST = 5.0  # standard deviations


def uniform(seed: int, offset: int = 0, kind: str = "float32") -> Array:
    return acl.inplace_uniform(np.zeros(COUNT, kind), 0.0, 1.0, seed, offset).astype(np.float64)


def normal(seed: int, offset: int = 0, kind: str = "float32") -> Array:
    return acl.inplace_normal(np.zeros(COUNT, kind), 0.0, 1.0, seed, offset).astype(np.float64)


def assert_evenly_spread(counts: Array, shares: Array) -> None:
    """Chi-square: its mean is the degrees of freedom, its variance twice that."""
    expected = shares * counts.sum()
    found = float(((counts - expected) ** 2 / expected).sum())
    free = len(counts) - 1
    assert abs(found - free) < MOST * math.sqrt(2 * free), (found, free)


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("seed", SEEDS)
def test_moments(seed: int, kind: str) -> None:
    x = uniform(seed, kind=kind)
    assert x.min() >= 0
    assert x.max() < 1
    for power in (1, 2, 3, 4):
        mean, second = 1 / (power + 1), 1 / (2 * power + 1)
        bound = MOST * math.sqrt((second - mean**2) / COUNT)
        assert abs((x**power).mean() - mean) < bound, power
    z = normal(seed, kind=kind)
    assert 4 < np.abs(z).max() < 7
    for power, mean, second in ((1, 0, 1), (2, 1, 3), (3, 0, 15), (4, 3, 105)):
        bound = MOST * math.sqrt((second - mean**2) / COUNT)
        assert abs((z**power).mean() - mean) < bound, power


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("seed", SEEDS)
def test_chi_square(seed: int, kind: str) -> None:
    even = np.full(256, 1 / 256)
    counts, _ = np.histogram(uniform(seed, kind=kind), 256, (0, 1))
    assert_evenly_spread(counts, even)
    edges = [NormalDist().inv_cdf(i / 256) for i in range(1, 256)]
    counts = np.bincount(np.searchsorted(edges, normal(seed, kind=kind)), minlength=256)
    assert_evenly_spread(counts, even)
    for low, past in ((0, 100), (-3, 70000), (2**40, 2**40 + 10**6)):
        found = acl.inplace_random(np.zeros(COUNT, np.int64), low, past, seed, 0)
        assert found.min() >= low
        assert found.max() < past
        classes = min(past - low, 100)
        counts = np.bincount((found - low) % classes, minlength=classes)
        sizes = np.bincount(np.arange(past - low) % classes, minlength=classes)
        assert_evenly_spread(counts, sizes / sizes.sum())


@pytest.mark.parametrize("seed", SEEDS)
def test_pairs_and_runs(seed: int) -> None:
    """Neighbours fill the square, and numbers stay above or below the median as long as chance."""
    x = uniform(seed)
    grid, _, _ = np.histogram2d(x[::2], x[1::2], 16, ((0, 1), (0, 1)))
    assert_evenly_spread(grid.ravel(), np.full(256, 1 / 256))
    for values in (x - 0.5, normal(seed)):
        above = values > 0
        ones = int(above.sum())
        runs = 1 + int((above[1:] != above[:-1]).sum())
        mean = 1 + 2 * ones * (COUNT - ones) / COUNT
        deviation = math.sqrt((mean - 1) * (mean - 2) / (COUNT - 1))
        assert abs(runs - mean) < MOST * deviation


@pytest.mark.parametrize("seed", SEEDS)
def test_offsets_and_seeds_share_nothing(seed: int) -> None:
    """Calls at offsets 0, 10 and 20, of neighbouring seeds, and of shifted elements."""
    for draw in (uniform, normal):
        parts = [draw(seed, offset) for offset in (0, 10, 20)] + [draw(seed + 1)]
        parts += [np.roll(parts[0], shift) for shift in (1, 2, 3, 4, 8)]
        found = np.corrcoef(parts) - np.eye(len(parts))
        assert np.abs(found).max() < MOST / math.sqrt(COUNT)
        same = len(np.intersect1d(np.round(parts[0] * 2**24), np.round(parts[1] * 2**24)))
        assert same < 0.02 * COUNT


def test_numbers_depend_on_the_element_alone() -> None:
    """The beginning of a longer call, and a strided tensor, have the same numbers."""
    whole = acl.inplace_normal(np.zeros(1000, np.float32), 0.0, 1.0, 7, 3)
    part = acl.inplace_normal(np.zeros(333, np.float32), 0.0, 1.0, 7, 3)
    np.testing.assert_array_equal(part, whole[:333])
    transposed = acl.inplace_normal(np.zeros((25, 40), np.float32).T, 0.0, 1.0, 7, 3)
    np.testing.assert_array_equal(transposed, whole.reshape(40, 25))
