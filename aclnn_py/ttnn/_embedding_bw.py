# SPDX-License-Identifier: Apache-2.0
"""The gradient of an embedding table."""

from __future__ import annotations

import math

import numpy as np

from ..runtime import Tensor as AclTensor
from ._device import require_queue
from ._queue import Queue
from ._tensor import Tensor, read_rows, require_one_device, rows_dtype, write_rows
from ._types import (
    TILE_SIZE,
    DataType,
    Layout,
    MemoryConfig,
    refuse,
    require_dtype,
    require_memory_config,
)

_CALL = "embedding_bw"
_INDEX_TYPES = (DataType.UINT32, DataType.BFLOAT16)
_GRADIENT_TYPES = (DataType.BFLOAT16, DataType.BFLOAT8_B)
_NO_PADDING = -1


def embedding_bw(
    input_tensor: Tensor,
    weight: Tensor | None = None,
    output_gradient_tensor: Tensor | None = None,
    *,
    weight_tensor: Tensor | None = None,
    memory_config: MemoryConfig | None = None,
    output_tensor: Tensor | None = None,
    queue_id: int = 0,
    dtype: DataType | None = None,
) -> Tensor:
    """The gradient of an embedding table: row v is the sum of the gradient's rows whose index is v.

    input_tensor            the indices, (B, S) or (B, 1, ..., 1, S) with S a multiple of 32;
                            ROW_MAJOR; UINT32, or BFLOAT16, which is truncated toward zero
    weight                  the table, two dimensions at least; only V, its last size but one, is
                            looked at. May be called weight_tensor, as ttnn's own keyword is
    output_gradient_tensor  (1, 1, B * S, D); TILE; BFLOAT16 or BFLOAT8_B
    memory_config           of the result; that of the gradient when left out
    output_tensor           a result made before, overwritten and returned: (1, 1, V, D), TILE, of
                            the gradient's data type
    queue_id                the command queue, 0 or 1
    dtype                   nothing but the gradient's data type is allowed

    All tensors are on one device, and all but weight are interleaved. Returns (1, 1, V, D), TILE,
    of the gradient's data type. A row that no index names is 0. Sums are in float32, in the order
    of the indices, and rounded once. A NaN index or one outside of [0, V) adds nothing, and makes
    the next wait on the queue (to_torch, synchronize_device, ...) raise AclKernelError, a
    RuntimeError, which names its place in row-major order and its value, as an int32 or float32.

    Raises RuntimeError naming the rule that an argument breaks, TypeError for what is no tensor,
    ClosedError (a RuntimeError). Source: the documentation of ttnn.embedding_bw and the checks of
    its implementation; of the test for sharding, which passes there when one tensor is interleaved,
    the intent.
    """
    weights = _either(weight, weight_tensor)
    if output_gradient_tensor is None:
        raise TypeError(f"ttnn.{_CALL}: output_gradient_tensor is missing")
    indices, gradient = input_tensor, output_gradient_tensor
    tensors = {
        "input_tensor": indices,
        "weight": weights,
        "output_gradient_tensor": gradient,
    }
    if output_tensor is not None:
        tensors["output_tensor"] = output_tensor
    place = require_one_device(_CALL, tensors)
    number = require_queue(_CALL, queue_id)
    config = _memory_config(memory_config, output_tensor, gradient)
    _check_indices(indices)
    _check_gradient(gradient, dtype)
    _check_interleaved(indices, gradient, config)
    _check_shapes(indices, gradient)
    if weights.shape.rank < 2:
        refuse(_CALL, f"weight has the shape {weights.shape}; [..., V, D] is required")
    shape = (1, 1, weights.shape[-2], gradient.shape[-1])
    if output_tensor is None:
        result = Tensor(place, shape, gradient.dtype, Layout.TILE, config)
    else:
        result = output_tensor
        _check_output(result, shape, gradient.dtype)
    storages = [each._storage for each in (indices, gradient, result)]
    with place.work(number, *storages) as queue:
        _compute(queue, indices, gradient, result)
    return result


def _compute(queue: Queue, indices: Tensor, gradient: Tensor, result: Tensor) -> None:
    """Rows out of tiles, the operator, and its result into tiles."""
    count, columns = gradient.shape[-2:]
    weights = result.shape[-2]
    rows = read_rows(queue, gradient, (count, columns), "gradient")
    sums = queue.scratch("sums", (weights, columns), rows_dtype(result.dtype))
    queue.run(
        "aclnnEmbeddingDenseBackward",
        rows,
        _operator_indices(queue, indices),
        weights,
        _NO_PADDING,
        False,
        sums,
    )
    write_rows(queue, sums, result)


def _operator_indices(queue: Queue, indices: Tensor) -> AclTensor:
    """The indices in a type that the operator takes.

    UINT32 as int32, where what is above 2^31 - 1 is negative, so out of range too; BFLOAT16 as
    float32.
    """
    count = math.prod(indices.shape)
    if indices.dtype is DataType.UINT32:
        return indices._rows((count,), np.int32)
    numbers = queue.scratch("indices", (count,), np.dtype(np.float32))
    queue.run("aclnnExtSumToShape", indices._rows((count,)), numbers)
    return numbers


def _either(weight: Tensor | None, weight_tensor: Tensor | None) -> Tensor:
    if weight is not None and weight_tensor is not None:
        raise TypeError(f"ttnn.{_CALL}: weight and weight_tensor are two names of one argument")
    given = weight if weight is not None else weight_tensor
    if given is None:
        raise TypeError(f"ttnn.{_CALL}: weight is missing")
    return given


def _memory_config(
    asked: MemoryConfig | None, output: Tensor | None, gradient: Tensor
) -> MemoryConfig:
    """That of the result."""
    if asked is not None:
        require_memory_config(_CALL, asked)
    if output is None:
        return gradient.memory_config() if asked is None else asked
    config = output.memory_config()
    if asked is not None and asked != config:
        refuse(_CALL, f"memory_config is {asked}, but output_tensor is in {config}")
    return config


def _names(types: tuple[DataType, ...]) -> str:
    return " or ".join(each.name for each in types)


def _check_indices(indices: Tensor) -> None:
    if indices.layout is not Layout.ROW_MAJOR:
        refuse(_CALL, f"input_tensor has the layout {indices.layout.name}; ROW_MAJOR is required")
    if indices.dtype not in _INDEX_TYPES:
        refuse(
            _CALL,
            f"input_tensor has the data type {indices.dtype.name}; {_names(_INDEX_TYPES)} is "
            "required",
        )
    shape = indices.shape
    if shape.rank < 2 or math.prod(shape[1:-1]) != 1:
        refuse(
            _CALL,
            f"input_tensor has the shape {shape}; [B, S] is required, with nothing but ones "
            "between B and S",
        )
    if shape[-1] % TILE_SIZE != 0:
        refuse(
            _CALL,
            f"input_tensor has the shape {shape}; its last size, {shape[-1]}, has to be a "
            f"multiple of {TILE_SIZE}",
        )


def _check_gradient(gradient: Tensor, dtype: DataType | None) -> None:
    if gradient.layout is not Layout.TILE:
        refuse(
            _CALL,
            f"output_gradient_tensor has the layout {gradient.layout.name}; TILE is required",
        )
    if gradient.dtype not in _GRADIENT_TYPES:
        refuse(
            _CALL,
            f"output_gradient_tensor has the data type {gradient.dtype.name}; "
            f"{_names(_GRADIENT_TYPES)} is required",
        )
    if dtype is not None and require_dtype(_CALL, "dtype", dtype) is not gradient.dtype:
        refuse(
            _CALL,
            f"dtype is {dtype.name}; it has to be that of output_gradient_tensor, "
            f"{gradient.dtype.name}",
        )


def _check_interleaved(indices: Tensor, gradient: Tensor, result: MemoryConfig) -> None:
    for name, config in (
        ("input_tensor", indices.memory_config()),
        ("output_gradient_tensor", gradient.memory_config()),
        ("the result", result),
    ):
        if config.is_sharded:
            refuse(_CALL, f"{name} is in {config}; sharding is not supported, only interleaved")


def _check_shapes(indices: Tensor, gradient: Tensor) -> None:
    shape = gradient.shape
    if shape.rank != 4 or shape[:2] != (1, 1):
        refuse(
            _CALL,
            f"output_gradient_tensor has the shape {shape}; [1, 1, B * S, D] is required",
        )
    # That the last size is a multiple of 32 with its padding, as ttnn tests, is true of tiles.
    count = indices.shape[0] * indices.shape[-1]
    if shape[2] != count:
        refuse(
            _CALL,
            f"output_gradient_tensor has the shape {shape}; its third size has to be B * S = "
            f"{indices.shape[0]} * {indices.shape[-1]} = {count}, one row for each index",
        )


def _check_output(output: Tensor, shape: tuple[int, ...], dtype: DataType) -> None:
    if output.shape != shape:
        refuse(
            _CALL,
            f"output_tensor has the shape {output.shape}; [1, 1, V, D] = {list(shape)} is required",
        )
    if output.layout is not Layout.TILE:
        refuse(_CALL, f"output_tensor has the layout {output.layout.name}; TILE is required")
    if output.dtype is not dtype:
        refuse(
            _CALL,
            f"output_tensor has the data type {output.dtype.name}; that of "
            f"output_gradient_tensor, {dtype.name}, is required",
        )
