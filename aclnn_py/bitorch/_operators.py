# SPDX-License-Identifier: Apache-2.0
"""The operators of aclnn_ext/binary_embedding.h on NumPy arrays of two dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from .._float_mode import default_float_mode
from .._operands import output, run, tensor

Array = np.ndarray[Any, Any]


def packed_width(columns: int) -> int:
    """Bytes of a row."""
    return -(-columns // 8)


def rows_of(array: Array, columns: int) -> Array:
    """The array as rows of its last dimension, which may be 0."""
    rows = int(np.prod(array.shape[:-1], dtype=np.int64))
    return array.reshape(rows, columns)


def _run(name: str, shape: tuple[int, ...], dtype: DTypeLike, *inputs: Array | None) -> Array:
    """The result of an operator whose last tensor is its out."""
    operands = [
        None if each is None else tensor(f"inputs[{at}]", each) for at, each in enumerate(inputs)
    ]
    result: Array = run(name, *operands, output("out", None, shape, np.dtype(dtype).name))
    return result


def pack(x: Array) -> Array:
    """The bits of x, (N, K): (N, ceil(K / 8))."""
    shape = (x.shape[0], packed_width(x.shape[1]))
    return _run("aclnnExtBinaryPack", shape, np.uint8, x)


def unpack(packed: Array, scale: Array | None, columns: int) -> Array:
    """Packed signs (N, P), times scale (N, 1) or 1 (float32): (N, columns)."""
    dtype = np.dtype(np.float32) if scale is None else scale.dtype
    return _run("aclnnExtBinaryUnpack", (packed.shape[0], columns), dtype, packed, scale)


def embedding(indices: Array, qweight: Array, scale: Array, columns: int) -> Array:
    """The rows of qweight (V, P), times scale (V, 1), that indices (N,) name: (N, columns)."""
    shape = (indices.shape[0], columns)
    return _run("aclnnExtBinaryEmbedding", shape, scale.dtype, indices, qweight, scale)


def embedding_backward(gradient: Array, indices: Array, scale: Array, rows: int) -> Array:
    """The packed gradient of a table of so many rows: gradient (N, D), indices (N,), scale (N, 1).

    Sums are float64 where one of the two is.
    """
    if scale.dtype == np.float64:
        with default_float_mode():
            gradient = gradient.astype(np.float64, copy=False)
    shape = (rows, packed_width(gradient.shape[1]))
    name = "aclnnExtBinaryEmbeddingBackward"
    return _run(name, shape, np.uint8, gradient, indices, scale)
