# SPDX-License-Identifier: Apache-2.0
"""Signs as bits: eight elements of a row in a byte, the first in the lowest bit."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, TypeVar

import numpy as np

from ..arrays import as_array, as_torch, is_torch
from . import _operators
from ._operators import rows_of

ArrayT = TypeVar("ArrayT")
Array = np.ndarray[Any, Any]

PADDING = -1
"""What rows are padded with to a multiple of eight columns."""


def like(array: Array, other: object) -> Any:
    """The array, as a torch tensor on the same device if `other` is one."""
    return as_torch(np.ascontiguousarray(array), other) if is_torch(other) else array


def is_float(array: Array) -> bool:
    """Whether elements are floats of a type that the operators have."""
    return array.dtype.name in ("float16", "bfloat16", "float32", "float64")


def pack(x: ArrayT) -> ArrayT:
    """The signs of x as bits.

    x       shape (..., K); integers, bool or floats of at most 64 bits, NumPy or torch

    Returns uint8 of shape (..., ceil(K / 8)), of the same kind. Element 8 * p + j of a row is bit j
    (the lowest is 0) of byte p; it is 1 where x >= 0, so for 0.0 and -0.0, and 0 for NaN. A row of
    other than a multiple of 8 columns is padded with -1: zeros.

    Raises TypeError for other elements, ValueError for a scalar.
    """
    host = as_array(x)
    if host.dtype.kind not in "biu" and not is_float(host):
        raise TypeError(f"x: elements of type {host.dtype} have no sign, or more than 64 bits")
    if host.ndim == 0:
        raise ValueError("x has no dimensions; the last one is packed")
    columns = host.shape[-1]
    packed = _operators.pack(rows_of(host, columns))
    result: ArrayT = like(packed.reshape(*host.shape[:-1], _operators.packed_width(columns)), x)
    return result


def check_packed(name: str, array: Array) -> None:
    """Raise TypeError for other elements than packed signs."""
    if array.dtype != np.uint8:
        raise TypeError(f"{name}: elements are {array.dtype}; packed signs are uint8")


def unpack(packed: ArrayT, scale: object = None, embedding_dim: SupportsIndex | None = None) -> Any:
    """Packed signs as numbers: +1 or -1, times the scale of the row.

    packed          uint8, shape (..., P), NumPy or torch
    scale           floats of at most 64 bits, shape (..., 1), as many rows as packed; all 1
                    (float32) when left out
    embedding_dim   columns of the result, at most 8 * P; all of them when left out

    Returns an array of shape (..., embedding_dim), of the data type of scale, of packed's kind.
    Raises TypeError for other data types, ValueError for other shapes and sizes.
    """
    host = as_array(packed)
    check_packed("packed", host)
    if host.ndim == 0:
        raise ValueError("packed has no dimensions; the last one is unpacked")
    most = 8 * host.shape[-1]
    columns = most if embedding_dim is None else operator.index(embedding_dim)
    if not 0 <= columns <= most:
        raise ValueError(f"embedding_dim is {columns}; packed has room for 0 to {most} columns")
    factors = None
    if scale is not None:
        factors = as_array(scale)
        wanted = (*host.shape[:-1], 1)
        if not is_float(factors):
            raise TypeError(f"scale: elements are {factors.dtype}; floats are required")
        if factors.shape != wanted:
            raise ValueError(f"scale has shape {factors.shape}; {wanted} is required")
        factors = rows_of(factors, 1)
    signs = _operators.unpack(rows_of(host, host.shape[-1]), factors, columns)
    return like(signs.reshape(*host.shape[:-1], columns), packed)


def pad_embedding_dim(weight: ArrayT) -> ArrayT:
    """The rows of a table, padded with -1 to a multiple of eight columns.

    weight      shape (..., D), signed integers or floats of at most 64 bits, NumPy or torch; given
                back as it is when D is a multiple of 8

    Returns shape (..., 8 * ceil(D / 8)), of the same kind and data type; torch records it. Raises
    TypeError for other elements, which cannot hold -1 or have no sign, ValueError for a scalar.
    """
    host = as_array(weight)
    if host.dtype.kind != "i" and not is_float(host):
        raise TypeError(
            f"weight: elements are {host.dtype}; signed integers and floats of at most 64 bits can "
            "hold the padding of -1"
        )
    if host.ndim == 0:
        raise ValueError("weight has no dimensions; the last one is padded")
    missing = -host.shape[-1] % 8
    if missing == 0:
        return weight
    padded: Any
    if is_torch(weight):
        import torch

        tensor: Any = weight
        padded = torch.nn.functional.pad(tensor, (0, missing), value=PADDING)
    else:
        ends = [(0, 0)] * (host.ndim - 1) + [(0, missing)]
        padded = np.pad(host, ends, constant_values=PADDING)
    result: ArrayT = padded
    return result
