# SPDX-License-Identifier: Apache-2.0
"""Long lines, which are scanned in pieces, beside NumPy; and which of equal elements is named."""

from __future__ import annotations

import numpy as np
import pytest

import aclnn_py as acl

LONG = 4 * 65_536 + 77


@pytest.mark.slow
@pytest.mark.parametrize("dim", [0, 1])
def test_long_lines(dim: int) -> None:
    rng = np.random.default_rng(3)
    values = rng.normal(size=(3, LONG) if dim == 1 else (LONG, 3)).astype(np.float32)
    wide = values.astype(np.float64)
    np.testing.assert_array_equal(acl.cumsum(values, dim), np.cumsum(wide, dim).astype(np.float32))
    backward = np.flip(np.cumsum(np.flip(wide, dim), dim), dim)
    found = acl.cumsum_v2(values, dim, reverse=True, exclusive=True)
    np.testing.assert_allclose(found, backward - wide, rtol=0, atol=1e-4)
    whole = rng.integers(-9, 9, values.shape)
    np.testing.assert_array_equal(acl.cumsum(whole, dim), np.cumsum(whole, dim))
    odd = whole.astype(np.int16) | 1
    np.testing.assert_array_equal(acl.cumprod(odd, dim), np.cumprod(odd, dim, dtype=np.int16))


def test_a_line_alone_is_cut_into_pieces() -> None:
    """Several at a time, and a rest; whole numbers, which every order sums to the same."""
    for count in (LONG, 5 * 65_536):
        values = np.random.default_rng(5).integers(-9, 9, count)
        found = acl.cumsum_v2(values.astype(np.float32), 0, reverse=True)
        np.testing.assert_array_equal(found, np.cumsum(values[::-1])[::-1])
        np.testing.assert_array_equal(acl.cumsum(values, 0), np.cumsum(values))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["float32", "int8", "uint8", "float64", "int32"])
def test_long_lines_of_extremes(kind: str) -> None:
    rng = np.random.default_rng(4)
    values = (rng.normal(size=LONG) * 30).astype(kind)
    for name, ufunc in (("cummax", np.maximum), ("cummin", np.minimum)):
        found, places = getattr(acl, name)(values, 0)
        expected = ufunc.accumulate(values)
        np.testing.assert_array_equal(found, expected)
        last = np.maximum.accumulate(np.where(values == expected, np.arange(LONG), 0))
        np.testing.assert_array_equal(places, last)


def test_of_equal_ones_the_last_is_named() -> None:
    values = np.array([1, 3, 3, np.nan, 5, np.nan, 9], np.float32)
    found, places = acl.cummax(values, 0)
    np.testing.assert_array_equal(found, [1, 3, 3, *[np.nan] * 4])
    assert places.tolist() == [0, 1, 2, 3, 3, 5, 5]
    found, places = acl.cummin(values[::-1].copy(), 0)
    np.testing.assert_array_equal(found, [9, *[np.nan] * 6])
    assert places.tolist() == [0, 1, 1, 3, 3, 3, 3]
