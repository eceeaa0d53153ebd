# SPDX-License-Identifier: Apache-2.0
"""Order in rows that all cores sort together, and few of many: against NumPy's stable sort."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import aclnn_py as acl

LONG = (1 << 18) + 5
"""Rows of this length are cut into pieces."""


def numbers(kind: str, count: int) -> NDArray[Any]:
    """Many of them equal, with NaN and both zeros among floats."""
    rng = np.random.default_rng(count)
    if kind.startswith("int"):
        spread: NDArray[Any] = rng.integers(-500, 500, count).astype(kind) * (7 << 8)
        return spread
    values: NDArray[Any] = np.round(rng.normal(size=count), 3).astype(kind)
    values[:: count // 7] = np.nan
    values[1 :: count // 5] = -0.0
    return values


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["float32", "float16", "int64"])
def test_long_rows(kind: str) -> None:
    row = numbers(kind, LONG)
    order = np.argsort(row, kind="stable")
    values, places = acl.sort(row)
    assert np.array_equal(places, order)
    assert values.tobytes() == row[order].tobytes()
    for k in (1, 1000, LONG // 2, LONG):
        value, place = acl.kthvalue(row, k)
        assert place == order[k - 1]
        assert value.tobytes() == row[order[k - 1]].tobytes()
    known = np.count_nonzero(~np.isnan(row.astype(np.float64)))
    first = order[known] if known < LONG else order[(LONG - 1) // 2]
    assert acl.median(row).tobytes() == row[first].tobytes()
    assert acl.nan_median(row).tobytes() == row[order[(known - 1) // 2]].tobytes()


@pytest.mark.parametrize(("rows", "length", "k"), [(3, 5000, 7), (1, LONG, 50), (2, 9000, 600)])
@pytest.mark.parametrize("kind", ["float32", "float16", "int64"])
def test_few_of_many(kind: str, rows: int, length: int, k: int) -> None:
    table = np.stack([np.roll(numbers(kind, length), 11 * row) for row in range(rows)])
    for largest in (False, True):
        turned = np.flip(table, -1) if largest else table
        order = np.argsort(turned, axis=-1, kind="stable")
        if largest:
            order = length - 1 - np.flip(order, -1)
        values, places = acl.topk(table, k, largest=largest)
        assert np.array_equal(places, order[:, :k])
        assert values.tobytes() == np.take_along_axis(table, order[:, :k], -1).tobytes()


def test_fewer_than_none_are_refused_by_the_library() -> None:
    with pytest.raises(acl.AclParameterError, match="k is -1; 0 to 4, the elements along dim"):
        acl.topk(np.ones((3, 4), np.float32), -1)


def test_one_of_rows_in_bad_orders() -> None:
    """Rows in which parting finds bad middles, and rows of one number."""
    count = 4096
    half = np.arange(count // 2)
    rows = np.stack([np.concatenate([half, half[::-1]]), np.zeros(count), np.arange(count) % 2])
    order = np.argsort(rows, axis=-1, kind="stable")
    for k in (1, count // 2, count - 3):
        values, places = acl.kthvalue(rows.astype(np.float32), k)
        assert places.tolist() == order[:, k - 1].tolist()
        assert values.tolist() == np.take_along_axis(rows, order, -1)[:, k - 1].tolist()


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("spread", [1, 1 << 20, 1 << 40])
def test_long_rows_of_wide_integers(spread: int, descending: bool) -> None:
    """Differences in the lower half, across both, and in the upper half only; far from zero."""
    row = np.random.default_rng(spread).integers(-400, 400, LONG) * spread - (3 << 33)
    order = np.argsort(-row if descending else row, kind="stable")
    values, places = acl.sort(row, descending=descending)
    assert np.array_equal(places, order)
    assert np.array_equal(values, row[order])


@pytest.mark.parametrize("kind", ["float32", "float16", "int64", "bool"])
def test_unique_of_many(kind: str) -> None:
    """The zeros are one, and each NaN is itself."""
    self = numbers("int32" if kind == "bool" else kind, 100_003).astype(kind)
    wanted = np.unique(self, return_inverse=True, return_counts=True, equal_nan=False)
    found = acl.unique2(self, return_inverse=True, return_counts=True)
    known = ~np.isnan(self.astype(np.float64))
    assert np.array_equal(found[0], wanted[0], equal_nan=kind.startswith("float"))
    assert np.array_equal(found[1][known], wanted[1][known])
    assert np.array_equal(found[2], wanted[2])
