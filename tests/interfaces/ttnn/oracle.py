# SPDX-License-Identifier: Apache-2.0
"""ttnn's values and gradients in plain NumPy, sums in float64; `ops.ext.tiles` has its storage."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.ext.tiles import padded, tilize
from support import BFLOAT16

from aclnn_py import ttnn

Array = NDArray[Any]

#: DataType of every number, from ttnn's interface, not from the package.
NUMBERS = {
    "bfloat16": 0,
    "float32": 1,
    "uint32": 2,
    "bfloat8_b": 3,
    "bfloat4_b": 4,
    "uint8": 5,
    "uint16": 6,
    "int32": 7,
}

PLAIN = {
    ttnn.float32: np.dtype(np.float32),
    ttnn.uint32: np.dtype(np.uint32),
    ttnn.int32: np.dtype(np.int32),
    ttnn.bfloat16: BFLOAT16,
    ttnn.uint16: np.dtype(np.uint16),
    ttnn.uint8: np.dtype(np.uint8),
}

MAGNITUDE_BITS = {ttnn.bfloat8_b: 7, ttnn.bfloat4_b: 3}


def to_bfloat16(values: Array) -> Array:
    """Rounded to nearest, ties to even, by integer arithmetic; every NaN is 0x7FC0."""
    numbers = np.asarray(values, np.float32)
    bits = numbers.view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    rounded = np.where(np.isnan(numbers), np.uint16(0x7FC0), rounded)
    result: Array = np.ascontiguousarray(rounded).view(BFLOAT16).reshape(numbers.shape)
    return result


def codes(blocks: Array, bits: int) -> tuple[Array, Array]:
    """Exponents (...,) and codes (..., 16) of blocks (..., 16) of float32, all at once."""
    raw = np.ascontiguousarray(blocks, np.float32).view(np.uint32).astype(np.int64)
    field = (raw >> 23) & 255
    shared = field.max(-1, keepdims=True)
    significand = ((raw & 0x7FFFFF) | 0x800000) >> np.minimum(shared - field, 24)
    drop = 24 - bits
    kept, rest, half = significand >> drop, significand & ((1 << drop) - 1), 1 << (drop - 1)
    kept = kept + ((rest > half) | ((rest == half) & (kept % 2 == 1)))
    kept = np.minimum(kept, (1 << bits) - 1)
    kept[field == 0] = 0
    sign = np.where(kept > 0, raw >> 31, 0)
    return shared[..., 0].astype(np.uint8), ((sign << bits) | kept).astype(np.uint8)


def tile_bytes(values: Array, dtype: ttnn.DataType) -> bytes:
    """The storage of a tensor of elements of PLAIN[dtype], or of float32 for block floats."""
    return tilize(values, int(dtype))


def block_values(values: Array, dtype: ttnn.DataType) -> Array:
    """What is left of finite values in a block float, in float64."""
    bits = MAGNITUDE_BITS[dtype]
    matrices = padded(np.asarray(values, np.float32))
    blocks = matrices.reshape(*matrices.shape[:-1], matrices.shape[-1] // 16, 16)
    exponents, elements = codes(blocks, bits)
    magnitude = (elements & ((1 << bits) - 1)).astype(np.float64)
    signs = np.where(elements >> bits, -1.0, 1.0)
    scale = 2.0 ** (exponents[..., None].astype(np.float64) - 127 - (bits - 1))
    rows, columns = (1, 1, *values.shape)[-2:]
    decoded = (signs * magnitude * scale).reshape(matrices.shape)
    result: Array = decoded[:, :rows, :columns].reshape(values.shape)
    return result


def embedding_sums(indices: Array, gradient: Array, rows: int) -> tuple[Array, Array]:
    """The gradient of the table and the sums of absolute values; float64, (rows, D)."""
    flat = indices.reshape(-1).astype(np.int64)
    values = gradient.reshape(len(flat), -1).astype(np.float64)
    total = np.zeros((rows, values.shape[1]))
    size = np.zeros_like(total)
    np.add.at(total, flat, values)
    np.add.at(size, flat, np.abs(values))
    return total, size


def sum_to(values: Array, shape: tuple[int, ...]) -> Array:
    """float64 values added up over what a shape lacks or has as 1."""
    total = values.astype(np.float64)
    while total.ndim > len(shape):
        total = total.sum(0)
    for axis, size in enumerate(shape):
        if size != total.shape[axis]:
            total = total.sum(axis, keepdims=True)
    return total


def assert_sums(found: Array, exact: Array, size: Array, count: int, dtype: ttnn.DataType) -> None:
    """Float32 sums of up to `count` terms, rounded once to dtype, are close to exact ones.

    size  the sums of absolute values
    """
    values = found.astype(np.float64)
    bound = count * 2.0**-24 * size
    if dtype == ttnn.bfloat16:
        bound += 2.0**-8 * (np.abs(exact) + bound) + 2.0**-134
    elif dtype == ttnn.float32:
        bound += 2.0**-24 * np.abs(exact)
    else:
        # a step of a block's greatest element: half of it for rounding, the rest for saturation
        blocks = padded(np.abs(exact) + bound)
        greatest = blocks.reshape(*blocks.shape[:-1], blocks.shape[-1] // 16, 16).max(-1)
        step = 2.0 ** (np.floor(np.log2(np.maximum(greatest, 1e-38))) - (MAGNITUDE_BITS[dtype] - 1))
        rows, columns = (1, 1, *exact.shape)[-2:]
        steps = np.repeat(step, 16, axis=-1)[:, :rows, :columns].reshape(exact.shape)
        bound = bound + steps
    assert (np.abs(values - exact) <= bound).all(), np.abs(values - exact).max()


def pcc(one: Array, two: Array) -> float:
    """Pearson's correlation of two arrays as ttnn's tests take it."""
    a, b = one.astype(np.float64).reshape(-1), two.astype(np.float64).reshape(-1)
    if np.array_equal(a, b):
        return 1.0
    if a.std() == 0 or b.std() == 0:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])
