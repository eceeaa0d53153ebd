# SPDX-License-Identifier: Apache-2.0
"""int4 and float4 as the memory of a tensor holds them: two elements a byte.

Arrays of ml_dtypes have a byte for each element. Where the package copies one to a device or back
it packs and unpacks; pack_int4 and unpack_int4 are for bytes that a program handles itself.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

PACKED = ("int4", "float4_e2m1fn")
"""Types of ml_dtypes of which the memory of a tensor holds two elements a byte."""


def pack_int4(values: ArrayLike) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Integers of -8 to 7 as int4, two a byte.

    The result has one dimension, the elements in row-major order: element 0 in the lower half of
    byte 0, element 1 in its upper half. Where their number is odd, the last half byte is 0. Eight
    int4 in an int32, as CANN takes them too, are `pack_int4(values).view("<i4")`.

    Raises TypeError where the values are not integers (ml_dtypes.int4 are), ValueError where one
    is not an int4.
    """
    given = np.asarray(values)
    if given.dtype.name in ("int4", "uint4"):
        given = given.astype(np.int8)
    if given.dtype.kind not in "iu":
        raise TypeError(f"int4 is made of integers, not of {given.dtype}; round and convert them")
    if given.size and (given.min() < -8 or given.max() > 7):
        raise ValueError(
            f"int4 are numbers of -8 to 7, not {given.min()} to {given.max()}; clip them"
        )
    return _joined(np.ascontiguousarray(given, np.int8).reshape(-1).view(np.uint8))


def _joined(codes: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The lower halves of bytes, two a byte."""
    halves = np.zeros(len(codes) + len(codes) % 2, np.uint8)
    halves[: len(codes)] = codes & 15
    joined: np.ndarray[Any, Any] = halves[::2] | halves[1::2] << 4
    return joined


def unpack_int4(
    packed: ArrayLike, shape: int | tuple[int, ...]
) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The int4 of such bytes as int8 in this shape, the inverse of pack_int4.

    `packed` is an array of any type, of which the bytes count. Raises ValueError where there are
    fewer than the shape takes.
    """
    dims = (shape,) if isinstance(shape, int) else tuple(shape)
    count = math.prod(dims)
    given = np.ascontiguousarray(packed)
    found = given.reshape(-1).view(np.uint8)
    if 2 * len(found) < count:
        raise ValueError(f"{count} int4 take {(count + 1) // 2} bytes, not {len(found)}")
    halves = np.empty((len(found), 2), np.uint8)
    halves[:, 0] = found << 4
    halves[:, 1] = found & 0xF0
    result: np.ndarray[Any, np.dtype[np.int8]] = halves.view(np.int8).ravel()[:count] >> 4
    return result.reshape(dims)


# --- Arrays of ml_dtypes -------------------------------------------------------------------------


def is_packed(dtype: np.dtype[Any]) -> bool:
    """Whether this is one of PACKED."""
    return dtype.name in PACKED


def memory_size(dtype: np.dtype[Any], count: int) -> int:
    """The bytes that so many elements take in the memory of a tensor."""
    return (count + 1) // 2 if is_packed(dtype) else count * dtype.itemsize


def to_memory(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array as the dense memory of a tensor holds it; packed elements as bytes."""
    dense = np.ascontiguousarray(array)
    return _joined(dense.reshape(-1).view(np.uint8)) if is_packed(dense.dtype) else dense


def from_memory(
    memory: np.ndarray[Any, Any], dtype: np.dtype[Any], shape: tuple[int, ...]
) -> np.ndarray[Any, Any]:
    """The array of a packed type whose elements the bytes hold, densely from the first on."""
    numbers = unpack_int4(memory, shape)
    if dtype.name == "int4":
        return numbers.astype(dtype)
    return (numbers.view(np.uint8) & 15).view(dtype)
