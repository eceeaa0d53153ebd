# SPDX-License-Identifier: Apache-2.0
"""Long rows, which all cores sort together, beside NumPy's stable sort."""

from __future__ import annotations

import numpy as np
import pytest

import aclnn_py as acl

pytestmark = pytest.mark.slow  # hundreds of thousands of elements

LONG = 300_001


@pytest.mark.parametrize("kind", ["float32", "int64", "int8", "float16"])
@pytest.mark.parametrize("descending", [False, True])
def test_long_rows(kind: str, descending: bool) -> None:
    rng = np.random.default_rng(3)
    values = (rng.normal(size=(2, LONG)) * 50).astype(kind)
    found, places = acl.sort(values, descending=descending)
    keys = -values.astype(np.float64) if descending else values
    expected = np.argsort(keys, axis=1, kind="stable")
    np.testing.assert_array_equal(places, expected)
    np.testing.assert_array_equal(found, np.take_along_axis(values, expected, 1))


def test_few_of_many_and_medians() -> None:
    rng = np.random.default_rng(4)
    values = rng.integers(0, 1000, (3, 40_000)).astype(np.float32)
    values[1, 7] = np.nan
    found, places = acl.topk(values, 50)
    keys = np.where(np.isnan(values), -np.inf, -values)
    expected = np.argsort(keys, axis=1, kind="stable")[:, :50]
    np.testing.assert_array_equal(places, expected)
    np.testing.assert_array_equal(found, np.take_along_axis(values, expected, 1))
    median, place = acl.median_dim(values, 1)
    assert median[0] == np.sort(values[0])[(values.shape[1] - 1) // 2]
    assert np.isnan(median[1])
    assert place[1] == 7
    whole = acl.nan_median(values)
    numbers = np.sort(values[~np.isnan(values)])
    assert whole[0] == numbers[(numbers.size - 1) // 2]
