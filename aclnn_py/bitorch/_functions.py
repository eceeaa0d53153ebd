# SPDX-License-Identifier: Apache-2.0
"""What the two functions compute, on NumPy arrays."""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex

import numpy as np

from ..infiniop import embedding, embedding_backward
from ._packing import PADDING, Array, pack_signs, packed_width, unpack_signs

_INDEX_TYPES = ("int32", "int64")


def is_float(array: Array) -> bool:
    """Whether elements are floats, bfloat16 among them."""
    return bool(array.dtype.kind == "f" or array.dtype.name == "bfloat16")


def sum_type(gradient: Array, *others: Array) -> np.dtype[Any]:
    """What gradients are added in: float32, or float64 where one is. Raises TypeError."""
    if not is_float(gradient) or gradient.dtype.itemsize > 8:
        raise TypeError(
            f"output_gradient: elements are {gradient.dtype}; float16, bfloat16, float32 and "
            "float64 are supported"
        )
    is_double = any(each.dtype.itemsize == 8 for each in (gradient, *others))
    return np.dtype(np.float64 if is_double else np.float32)


def check_input(array: Array, rows: int) -> Array:
    """Indices as the functions take them. Raises TypeError, ValueError, IndexError."""
    if array.dtype.name not in _INDEX_TYPES:
        raise TypeError(f"input: elements are {array.dtype}; int32 and int64 are supported")
    if array.ndim != 2:
        raise ValueError(f"input has shape {array.shape}; two dimensions are required")
    if array.size > 0 and not 0 <= array.min() <= array.max() < rows:
        bad = array[(array < 0) | (array >= rows)].flat[0]
        raise IndexError(f"input: index {bad} is out of range; the table has {rows} row(s)")
    return array


def check_table(qweight: Array, embed_scale: Array, embedding_dim: SupportsIndex) -> int:
    """The number of columns. Raises TypeError, ValueError."""
    columns = operator.index(embedding_dim)
    if qweight.dtype != np.uint8:
        raise TypeError(f"qweight: elements are {qweight.dtype}; packed signs are uint8")
    if qweight.ndim != 2:
        raise ValueError(f"qweight has shape {qweight.shape}; (rows, bytes) is required")
    if columns < 0 or packed_width(columns) != qweight.shape[1]:
        raise ValueError(
            f"ori_embedding_dim is {columns}; a row of qweight has {qweight.shape[1]} byte(s), "
            f"which is right for {max(8 * qweight.shape[1] - 7, 0)} to {8 * qweight.shape[1]}"
        )
    if not is_float(embed_scale):
        raise TypeError(f"embed_scale: elements are {embed_scale.dtype}; floats are required")
    if embed_scale.shape != (qweight.shape[0], 1):
        raise ValueError(
            f"embed_scale has shape {embed_scale.shape}; {(qweight.shape[0], 1)} is required"
        )
    return columns


def forward(input: Array, qweight: Array, embed_scale: Array, columns: int) -> tuple[Array, Array]:
    """The looked-up rows, (B, S, D), and their scales, (B, S, 1)."""
    shape = input.shape
    flat = np.ascontiguousarray(input).reshape(-1)
    scale = embed_scale.reshape(-1)[flat].reshape(*shape, 1)
    rows = embedding(qweight, flat).reshape(*shape, qweight.shape[1])
    return np.where(unpack_signs(rows, columns), scale, -scale), scale


def add_by_row(gradient: Array, input: Array, rows: int) -> Array:
    """The gradient (N, D) added up by the rows (N,) that it belongs to."""
    table = embedding_backward(gradient, np.ascontiguousarray(input).reshape(-1), rows)
    return np.asarray(table)


def backward(input: Array, scale: Array, gradient: Array, rows: int, columns: int) -> Array:
    """The packed gradient of the table: bit 1 where the sum is at least 0."""
    expected = (*input.shape, columns)
    if gradient.shape != expected:
        raise ValueError(f"output_gradient has shape {gradient.shape}; {expected} is required")
    width = 8 * packed_width(columns)
    if width == 0:
        return np.zeros((rows, 0), np.uint8)
    # A new array: what the caller gave is never written, and may be expanded. Products of halves
    # are not rounded to halves: they would lose signs.
    padded = np.full((*input.shape, width), PADDING, sum_type(gradient, scale))
    padded[..., :columns] = gradient
    with np.errstate(over="ignore", invalid="ignore"):
        padded *= scale
    return pack_signs(add_by_row(padded.reshape(-1, width), input, rows))


def bag_forward(input: Array, qweight: Array) -> Array:
    """+1 where at least half of the bag's rows are True, else -1; of input's data type."""
    if qweight.dtype != np.bool_ or qweight.ndim != 2:
        raise TypeError(
            f"qweight: {qweight.dtype} of shape {qweight.shape}; bool of two dimensions is required"
        )
    check_input(input, qweight.shape[0])
    counts = np.zeros((input.shape[0], qweight.shape[1]), np.int64)
    for place in range(input.shape[1]):
        counts += qweight[input[:, place]]
    needed = -(-input.shape[1] // 2)
    return np.where(counts >= needed, 1, -1).astype(input.dtype)


def bag_backward(input: Array, gradient: Array, rows: int, columns: int) -> Array:
    """Whether the gradients of a row's bags sum to at least 0: bool, (rows, columns)."""
    bags, length = input.shape
    if gradient.shape != (bags, columns):
        raise ValueError(
            f"output_gradient has shape {gradient.shape}; {(bags, columns)} is required"
        )
    numbers = gradient
    if gradient.dtype.kind in "biu":  # of results that are integers
        numbers = gradient.astype(np.float64)
    # Row i of the flattened input belongs to bag i // length.
    repeated = np.repeat(numbers.astype(sum_type(numbers)), length, axis=0)
    return np.asarray(add_by_row(repeated, input, rows) >= 0)
