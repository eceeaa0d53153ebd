# SPDX-License-Identifier: Apache-2.0
"""Searches and counts: what is out of range when they run, 507015 and where; many elements."""

from __future__ import annotations

import numpy as np
import pytest

import aclnn_py as acl


def failure(match: str, function: object, *arguments: object, **more: object) -> None:
    assert callable(function)
    with pytest.raises(acl.AclError, match=match) as caught:
        function(*arguments, **more)
    assert caught.value.code == 507015


def test_sorters_and_counted_numbers() -> None:
    text = r"sorter\[1\] is 3; every index must be in \[0, 3\)"
    failure(text, acl.search_sorted, [1.0, 2.0, 3.0], [2.0], sorter=np.array([0, 3, 2]))
    text = r"self\[1\] is 3; every value must be in \[0, 3\)"
    failure(text, acl.bincount, np.array([0, 3]), minlength=3)
    failure(r"self\[0\] is -1", acl.bincount, np.array([-1, 3]), minlength=3)


def test_many_elements_are_the_same_for_all_cores() -> None:
    """Pieces are counted and joined by the elements alone: NumPy's counts, of many pieces."""
    rng = np.random.default_rng(5)
    numbers = rng.integers(0, 1000, 300_000)
    assert acl.bincount(numbers, minlength=1000).tolist() == np.bincount(numbers).tolist()
    values, inverse, counts = acl.unique2(numbers)
    wanted = np.unique(numbers, return_inverse=True, return_counts=True)
    for got, want in zip((values, inverse, counts), wanted, strict=True):
        assert np.array_equal(got, want)
    halves = rng.normal(size=100_000).astype(np.float32)
    edges = np.sort(halves[:1000])
    assert np.array_equal(acl.search_sorted(edges, halves), np.searchsorted(edges, halves))
