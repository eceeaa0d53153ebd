# SPDX-License-Identifier: Apache-2.0
"""Pools of many planes: small ones are looked at side by side, wide windows and whole planes in
registers."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from support import run_at_levels

import aclnn_py as acl

#: Of planes that go into a register once and more, and are left over; of large planes.
SHAPES = ((3, 11, 7, 9), (1, 40, 14, 14), (1, 17, 40, 40), (2, 3, 70, 35), (1, 33, 5, 5))


def images_of(shape: tuple[int, ...]) -> Any:
    """Few numbers, so that many are equal, and some NaN and infinities."""
    random = np.random.default_rng(shape[1])
    images = random.integers(-3, 4, shape).astype(np.float32)
    images[random.random(shape) < 0.01] = np.nan
    images[random.random(shape) < 0.01] = -np.inf
    return images


def largest_of(window: Any, places: Any) -> tuple[float, int]:
    """The first of the largest elements; of NaN the last."""
    bad = np.flatnonzero(np.isnan(window))
    at = int(bad[-1]) if bad.size else int(np.argmax(window))
    return float(window[at]), int(places[at])


def expected_of(images: Any, rows: list[slice], columns: list[slice]) -> tuple[Any, Any]:
    places = np.arange(images[0, 0].size).reshape(images.shape[2:])
    dims = (*images.shape[:2], len(rows), len(columns))
    values, found = np.zeros(dims, np.float32), np.zeros(dims, np.int64)
    for n, c, y, x in np.ndindex(*dims):
        window = (rows[y], columns[x])
        values[n, c, y, x], found[n, c, y, x] = largest_of(
            images[n, c][window].ravel(), places[window].ravel()
        )
    return values, found


def parts(size: int, count: int) -> list[slice]:
    return [slice(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def windows(size: int, side: int, stride: int, padding: int) -> list[slice]:
    starts = range(-padding, size + padding - side + 1, stride)
    return [slice(max(start, 0), min(start + side, size)) for start in starts]


@pytest.mark.parametrize("count", [(1, 1), (2, 3), (5, 5)])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_largest_of_parts(shape: tuple[int, ...], count: tuple[int, int]) -> None:
    images = images_of(shape)
    values, places = acl.adaptive_max_pool2d(images, list(count))
    expected = expected_of(images, parts(shape[2], count[0]), parts(shape[3], count[1]))
    np.testing.assert_array_equal(values, expected[0])
    np.testing.assert_array_equal(places, expected[1])


@pytest.mark.parametrize(("side", "stride", "padding"), [(3, 2, 1), (2, 1, 0), (20, 10, 3)])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_largest_of_windows(
    shape: tuple[int, ...], side: int, stride: int, padding: int
) -> None:
    if side > min(shape[2:]):
        return
    images = images_of(shape)
    expected = expected_of(images, *(windows(size, side, stride, padding) for size in shape[2:]))
    values, places = acl.max_pool2d_with_indices(
        images, [side, side], [stride, stride], [padding, padding], [1, 1], False
    )
    np.testing.assert_array_equal(values, expected[0])
    np.testing.assert_array_equal(places, expected[1])


@pytest.mark.parametrize("kind", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("shape", [(2, 9, 7, 7), (1, 300, 1, 5), (1, 3, 70, 90)])
def test_means_of_whole_planes(shape: tuple[int, ...], kind: str) -> None:
    data_type = np.dtype(getattr(ml_dtypes, kind, kind))
    images = np.random.default_rng(3).standard_normal(shape, np.float32).astype(data_type)
    means = images.astype(np.float64).mean(axis=(2, 3), keepdims=True)
    expected = means.astype(np.float32).astype(data_type)
    np.testing.assert_array_equal(acl.adaptive_avg_pool2d(images, [1, 1]), expected)
    if max(shape[2:]) < 40:
        again = acl.avg_pool2d(images, list(shape[2:]), [1, 1], [0, 0], False, True, 0, 0)
        np.testing.assert_array_equal(again, expected)
    images[0, 0, 0, 0] = np.nan
    assert np.isnan(acl.adaptive_avg_pool2d(images, [1, 1])[0, 0, 0, 0])


POOLS_OF_A_LEVEL = """
import hashlib
import numpy as np
import aclnn_py as acl
found = hashlib.sha256()
for shape in ((3, 11, 7, 9), (1, 17, 40, 40), (1, 33, 5, 5)):
    images = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    results = [*acl.adaptive_max_pool2d(images, [2, 2]), *acl.adaptive_max_pool2d(images, [1, 1])]
    results += acl.max_pool2d_with_indices(images, [3, 3], [2, 2], [1, 1], [1, 1], False)
    results += [acl.adaptive_avg_pool2d(each, [1, 1]) for each in (images, images.astype("f2"))]
    for each in results:
        found.update(each.tobytes())
print(found.hexdigest())
"""


@pytest.mark.slow
def test_pools_have_the_same_bits_at_every_level() -> None:
    runs = run_at_levels(POOLS_OF_A_LEVEL)
    assert len({each.stdout for each in runs}) == 1, [each.stderr for each in runs]
    assert len(runs[0].stdout) == 65
