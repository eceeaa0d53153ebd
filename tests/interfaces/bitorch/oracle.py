# SPDX-License-Identifier: Apache-2.0
"""Binary embeddings in plain NumPy: bit by bit, sums in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
from support import BFLOAT16

DTYPES = [np.dtype(np.float16), BFLOAT16, np.dtype(np.float32), np.dtype(np.float64)]
WIDTHS = [1, 7, 8, 13, 768]

EPSILON = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
"""The distance of 1 to the next number."""

Array = np.ndarray[Any, Any]


def bits_of(signs: Array) -> Array:
    """Bytes of bool rows: element 8p + j is bit j of byte p."""
    rows, columns = signs.shape
    packed = np.zeros((rows, -(-columns // 8)), np.uint8)
    for column in range(columns):
        packed[:, column // 8] |= signs[:, column].astype(np.uint8) << (column % 8)
    return packed


def signs_of(packed: Array, columns: int) -> Array:
    """+1 and -1 of bytes, in float64."""
    rows = packed.reshape(-1, packed.shape[-1])
    out = np.empty((rows.shape[0], columns))
    for column in range(columns):
        out[:, column] = 2.0 * ((rows[:, column // 8] >> (column % 8)) & 1) - 1
    return out.reshape(*packed.shape[:-1], columns)


def lookup(indices: Array, packed: Array, scale: Array, columns: int) -> Array:
    """out[b, s, d] = scale * sign, in float64."""
    signs = signs_of(packed, columns)
    out = np.empty((*indices.shape, columns))
    for place in np.ndindex(*indices.shape):
        row = indices[place]
        out[place] = float(scale[row, 0]) * signs[row]
    return out


def sums(indices: Array, scale: Array, gradient: Array, rows: int) -> tuple[Array, Array]:
    """What each bit of the packed gradient is the sign of, and the sum of absolute values; both
    (rows, 8 * bytes) in float64."""
    columns = gradient.shape[-1]
    total = np.zeros((rows, -(-columns // 8) * 8))
    size = np.zeros_like(total)
    for place in np.ndindex(*indices.shape):
        row = indices[place]
        term = np.full(total.shape[1], -1.0)
        term[:columns] = gradient[place].astype(np.float64)
        term *= float(scale[row, 0])
        total[row] += term
        size[row] += np.abs(term)
    return total, size


def packed_gradient(indices: Array, scale: Array, gradient: Array, rows: int) -> Array:
    """Exact where float64 is."""
    total, _ = sums(indices, scale, gradient, rows)
    return bits_of(total >= 0)


def bag_sums(indices: Array, gradient: Array, rows: int) -> Array:
    """Each index of a bag gets the bag's gradient; float64."""
    total = np.zeros((rows, gradient.shape[1]))
    for bag, place in np.ndindex(*indices.shape):
        total[indices[bag, place]] += gradient[bag].astype(np.float64)
    return total
