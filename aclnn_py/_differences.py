# SPDX-License-Identifier: Apache-2.0
"""How far numbers of one data type lie apart, and which of a large tensor's are compared."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


_NAN_AND_NUMBER = 2**64 - 1


def sample_of(total: int, step: int) -> Array:
    """The numbers of the elements that are recorded of `total`: one of each `step`."""
    k = np.arange(-(-total // step), dtype=np.uint64)
    place = k * np.uint64(step) + k * np.uint64(2654435761) % np.uint64(step)
    return np.minimum(place, np.uint64(max(total - 1, 0))).astype(np.int64)


def units(one: Array, other: Array) -> Array:
    """How far elements of one type lie apart: in units in the last place, integers by value.

    NaNs are equal to each other, and 2**64 - 1 away from all else; both zeros are equal. Of a
    complex number it is the larger distance of its two parts.
    """
    if one.dtype.kind == "c":
        part = np.dtype(f"f{one.dtype.itemsize // 2}")
        return np.asarray(units(one[..., None].view(part), other[..., None].view(part)).max(-1))
    bits = one.dtype.itemsize * 8
    a, b = (each.view(f"u{bits // 8}").astype(np.uint64) for each in (one, other))
    if one.dtype.kind in "bu" or one.dtype.name == "float8_e8m0fnu":  # exponents without a sign
        return np.asarray(np.maximum(a, b) - np.minimum(a, b))
    if one.dtype.kind == "i":
        a, b = (each ^ np.uint64(1 << (bits - 1)) for each in (a, b))
        return np.asarray(np.maximum(a, b) - np.minimum(a, b))
    sign = np.uint64(1 << (bits - 1))
    a, b = (np.where(each & sign, sign - (each & ~sign), sign + each) for each in (a, b))
    apart = np.maximum(a, b) - np.minimum(a, b)
    nan = np.isnan(one), np.isnan(other)
    apart[nan[0] != nan[1]] = np.uint64(_NAN_AND_NUMBER)
    apart[nan[0] & nan[1]] = 0
    return np.asarray(apart)


def describe_difference(
    recorded: Array, here: Array, numbers: Array, shape: tuple[int, ...], allowed: int
) -> str:
    """How the elements of these numbers differ; "" where they are no more than `allowed` apart."""
    apart = units(recorded, here)
    count = int((apart > allowed).sum())
    if count == 0:
        return ""
    worst = int(apart.argmax())
    place = [int(each) for each in np.unravel_index(int(numbers[worst]), shape)] if shape else []
    far = f"{apart[worst]} {'apart' if recorded.dtype.kind in 'biu' else 'ulp'}"
    if int(apart[worst]) == _NAN_AND_NUMBER:
        far = "one is NaN"
    return (
        f"{count} of {len(apart)} elements differ{'' if count > 1 else 's'}, most at {place}: "
        f"{recorded[worst]!s} recorded, {here[worst]!s} here ({far})"
    )
