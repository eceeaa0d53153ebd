# SPDX-License-Identifier: Apache-2.0
"""What the two functions compute, on NumPy arrays."""

from __future__ import annotations

import operator
from typing import SupportsIndex

import numpy as np

from .._float_mode import default_float_mode
from ..infiniop import embedding_backward
from . import _operators
from ._operators import packed_width
from ._packing import Array, check_packed, is_float

_INDEX_TYPES = ("int32", "int64")


def check_gradient(gradient: Array, expected: tuple[int, ...]) -> None:
    """Raises ValueError for another shape, TypeError for other elements than floats."""
    if gradient.shape != expected:
        raise ValueError(f"output_gradient has shape {gradient.shape}; {expected} is required")
    if not is_float(gradient):
        raise TypeError(
            f"output_gradient: elements are {gradient.dtype}; float16, bfloat16, float32 and "
            "float64 are supported"
        )


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
    check_packed("qweight", qweight)
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
    rows = _operators.embedding(input.reshape(-1), qweight, embed_scale, columns)
    return rows.reshape(*input.shape, columns), embed_scale[input, 0][..., None]


def backward(input: Array, scale: Array, gradient: Array, rows: int, columns: int) -> Array:
    """The packed gradient of the table: bit 1 where the sum is at least 0."""
    check_gradient(gradient, (*input.shape, columns))
    return _operators.embedding_backward(
        gradient.reshape(input.size, columns), input.reshape(-1), scale.reshape(-1, 1), rows
    )


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
    numbers = gradient
    if gradient.dtype.kind in "biu":  # of results that are integers
        numbers = gradient.astype(np.float64)
    check_gradient(numbers, (bags, columns))
    sum_type = np.float64 if numbers.dtype == np.float64 else np.float32
    with default_float_mode():
        numbers = numbers.astype(sum_type)
    # Row i of the flattened input belongs to bag i // length.
    repeated = np.repeat(numbers, length, axis=0)
    flat = np.ascontiguousarray(input).reshape(-1)
    sums = np.asarray(embedding_backward(repeated, flat, rows))
    with default_float_mode():
        return sums >= 0
