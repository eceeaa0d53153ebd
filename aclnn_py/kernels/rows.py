# SPDX-License-Identifier: Apache-2.0
"""What kernels that work on rows share: the types that indices have, and where a row lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .dialect import (
    device,
    float16_to_float32,
    float32_to_int64,
    float64_to_int64,
    load_once,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint8,
    pointer_uint16,
    pointer_uint32,
    unsigned_divide,
    unsigned_remainder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@device
def load_integer(pointer, offset):  # type: ignore[no-untyped-def]
    return np.int64(load_once(pointer, offset))


@device
def load_bool(pointer, offset):  # type: ignore[no-untyped-def]
    return np.int64(load_once(pointer, offset) != 0)


@device
def load_float16(pointer, offset):  # type: ignore[no-untyped-def]
    return float32_to_int64(float16_to_float32(load_once(pointer, offset)))


@device
def load_float32(pointer, offset):  # type: ignore[no-untyped-def]
    return float32_to_int64(load_once(pointer, offset))


@device
def load_float64(pointer, offset):  # type: ignore[no-untyped-def]
    return float64_to_int64(load_once(pointer, offset))


@dataclass(frozen=True)
class IndexType:
    """A type of indices: a pointer to it, and `load(pointer, offset)`, an int64."""

    name: str
    pointer: Callable[[int], Any]
    load: Callable[[Any, int], int]


INDEX_TYPES = (
    IndexType("float16", pointer_uint16, load_float16),
    IndexType("float32", pointer_float32, load_float32),
    IndexType("float64", pointer_float64, load_float64),
    IndexType("int8", pointer_int8, load_integer),
    IndexType("uint8", pointer_uint8, load_integer),
    IndexType("int16", pointer_int16, load_integer),
    IndexType("uint16", pointer_uint16, load_integer),
    IndexType("int32", pointer_int32, load_integer),
    IndexType("uint32", pointer_uint32, load_integer),
    IndexType("int64", pointer_int64, load_integer),
    IndexType("bool", pointer_uint8, load_bool),
)


def make_index_load(types: Mapping[int, IndexType]) -> Callable[[int, int, int], int]:
    """`load(address, offset, number)`: an index of one of these types, by its number.

    The types are asked for in this order; what is none of them is the last one.
    """
    *others, (_, last) = types.items()
    last_pointer, load_last = last.pointer, last.load

    @device
    def load(address, offset, number):  # type: ignore[no-untyped-def]
        return load_last(last_pointer(address), offset)

    for number, each in reversed(others):
        load = _with_type(number, each, load)
    return load  # type: ignore[no-any-return]


def _with_type(own: int, index: IndexType, rest: Callable[[int, int, int], int]) -> Any:
    pointer, load_own = index.pointer, index.load

    @device
    def load(address, offset, number):  # type: ignore[no-untyped-def]
        if number == own:
            return load_own(pointer(address), offset)
        return rest(address, offset, number)

    return load


INTEGER_TYPES = tuple(each for each in INDEX_TYPES if "int" in each.name)


@device
def row_offset(row, rank, dims, strides):  # type: ignore[no-untyped-def]
    """Where a row begins, by its number in the order of the dimensions."""
    if rank == 1:
        return row * strides[0]
    offset = 0
    for axis in range(rank - 1, -1, -1):
        offset += unsigned_remainder(row, dims[axis]) * strides[axis]
        row = unsigned_divide(row, dims[axis])
    return offset
