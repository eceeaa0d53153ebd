# SPDX-License-Identifier: Apache-2.0
"""Addresses of Python's objects, for `acl.util`."""

from __future__ import annotations

import ctypes
import warnings
from functools import cache
from operator import index
from typing import Any

import numpy as np

from ..errors import type_name

_NUMBERS = "?bhilqBHILQefdgFDG"
"""The characters of NumPy's types of numbers."""


@cache
def _types() -> dict[int, np.dtype[Any]]:
    """NumPy's types by the numbers that they have in C (NPY_TYPES)."""
    return {np.dtype(character).num: np.dtype(character) for character in _NUMBERS}


def _array(array: object) -> np.ndarray[Any, Any]:
    if not isinstance(array, np.ndarray):
        raise ValueError(f"array is a {type_name(array)}; it has to be a numpy.ndarray")
    return array


def numpy_to_ptr(array: np.ndarray[Any, Any], /) -> int:
    """`ptr = acl.util.numpy_to_ptr(array)`: the address is good while the array lives.

    Warns when the array is not contiguous in rows: a copy from the address takes other elements.
    """
    given = _array(array)
    if not given.flags.c_contiguous:
        warnings.warn(
            "acl.util.numpy_to_ptr: the array is not contiguous; acl.util.numpy_contiguous_to_ptr "
            "gives the address of one that is",
            stacklevel=2,
        )
    return int(given.ctypes.data)


def numpy_contiguous_to_ptr(array: np.ndarray[Any, Any], /) -> tuple[int, np.ndarray[Any, Any]]:
    """`ptr, contiguous = acl.util.numpy_contiguous_to_ptr(array)`: an array that is contiguous is
    returned itself. The address is good while the returned array lives."""
    given = _array(array)
    made = given if given.flags.c_contiguous else np.ascontiguousarray(given)
    return int(made.ctypes.data), made


def ptr_to_numpy(ptr: int, shape: tuple[int, ...], type: int, /) -> np.ndarray[Any, Any]:
    """`array = acl.util.ptr_to_numpy(ptr, shape, type)`: the memory itself, not a copy.

    ptr    of the host, with room for the array as long as it lives
    type   NumPy's number of the type: 11 is float32 (NPY_FLOAT32)
    """
    dtype = _types().get(index(type))
    if dtype is None:
        known = ", ".join(f"{number} ({each})" for number, each in sorted(_types().items()))
        raise ValueError(f"type is {type}; it has to be one of {known}")
    if index(ptr) == 0:
        raise ValueError("ptr is 0; it has to be an address")
    sizes = tuple(map(index, shape))
    if any(size < 0 for size in sizes):
        raise ValueError(f"shape is {sizes}; its sizes have to be 0 or more")
    size = int(np.prod(sizes, dtype=object)) * dtype.itemsize
    memory = memoryview((ctypes.c_ubyte * size).from_address(index(ptr)))
    return np.frombuffer(memory, dtype).reshape(sizes) if size else np.empty(sizes, dtype)


def bytes_to_ptr(data: bytes, /) -> int:
    """`ptr = acl.util.bytes_to_ptr(data)`: the address of its bytes, good while `data` lives."""
    if not isinstance(data, bytes):
        raise TypeError(f"data is a {type_name(data)}; it has to be bytes")
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0


def ptr_to_bytes(ptr: int, size: int, /) -> bytes:
    """`data = acl.util.ptr_to_bytes(ptr, size)`: a copy of memory of the host."""
    if index(ptr) == 0:
        raise ValueError("ptr is 0; it has to be an address")
    if index(size) < 0:
        raise ValueError(f"size is {size}; it has to be 0 or more")
    return ctypes.string_at(index(ptr), index(size))
