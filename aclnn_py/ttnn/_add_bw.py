# SPDX-License-Identifier: Apache-2.0
"""The gradients of a sum's operands."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np

from ._complex import ComplexTensor
from ._device import require_queue
from ._queue import Queue
from ._tensor import (
    Tensor,
    copy_storage,
    matrix_shape,
    read_rows,
    require_one_device,
    rows_dtype,
    write_rows,
)
from ._types import DataType, Layout, MemoryConfig, kind, refuse, require_memory_config

_CALL = "add_bw"
_TYPES = (DataType.BFLOAT16, DataType.BFLOAT8_B, DataType.FLOAT32)
_BOTH = (True, True)
_FLOAT32 = np.dtype(np.float32)


def add_bw(
    grad_tensor: Tensor | ComplexTensor,
    input_tensor_a: Tensor | ComplexTensor | None = None,
    input_tensor_b: Tensor | ComplexTensor | float | None = None,
    alpha: float | None = None,
    *,
    input_tensor: Tensor | None = None,
    other_tensor: Tensor | None = None,
    scalar: float | None = None,
    are_required_outputs: Sequence[bool] | None = None,
    memory_config: MemoryConfig | None = None,
    input_grad: Tensor | None = None,
    other_grad: Tensor | None = None,
    queue_id: int = 0,
) -> list[Any]:
    """The gradients of a + b, or of a + alpha * b for complex tensors, from that of the sum.

    Three ways to call it; queue_id (0 or 1, the command queue) goes with each:

    add_bw(grad_tensor, input_tensor_a, scalar, *, memory_config=None, input_grad=None)
        returns [the gradient of a]; the value of scalar makes no difference
    add_bw(grad_tensor, input_tensor_a, input_tensor_b, *, are_required_outputs=[True, True],
           memory_config=None, input_grad=None, other_grad=None)
        returns [the gradient of a, the gradient of b], None for one that is not required. The
        operands may also be called input_tensor and other_tensor
    add_bw(grad_tensor, input_tensor_a, input_tensor_b, alpha, *, memory_config=None)
        all three complex; returns two ComplexTensors, that of b times alpha

    grad_tensor    has the shape of the sum, to which a and b broadcast
    memory_config  of gradients that are made here; that of their operand when left out
    input_grad, other_grad
                   gradients made before, overwritten and returned: of the operand's shape, data
                   type and layout. One that is not required is left alone

    Each gradient has its operand's shape, data type and layout. Over dimensions that the operand
    lacks, or has with size 1, grad is summed: in float32, in a fixed order (aclnn_ext/tile.h),
    rounded once. A complex gradient of a that is grad's equal in all this is grad itself, not a
    copy.

    Tensors are BFLOAT16, BFLOAT8_B or FLOAT32, TILE or, but for BFLOAT8_B, ROW_MAJOR: grad and the
    operands in one layout, in one data type too if it is ROW_MAJOR; interleaved, on one device.

    Raises RuntimeError naming the rule that an argument breaks, are_required_outputs without a
    True among them; TypeError; ClosedError (a RuntimeError). Source: the documentation of
    ttnn.add_bw, and torch for broadcast operands, which ttnn itself refuses.
    """
    a = _one_of(input_tensor_a=input_tensor_a, input_tensor=input_tensor)
    b = _one_of(input_tensor_b=input_tensor_b, other_tensor=other_tensor, scalar=scalar)
    number = require_queue(_CALL, queue_id)
    if memory_config is not None:
        require_memory_config(_CALL, memory_config)
    pair = {"are_required_outputs": are_required_outputs, "other_grad": other_grad}
    if isinstance(grad_tensor, ComplexTensor):
        _require_none("complex tensors", {**pair, "input_grad": input_grad})
        return _complex(grad_tensor, a, b, alpha, memory_config, number)
    _require_none("real tensors", {"alpha": alpha})
    if _is_scalar(b):
        _require_none("a scalar", pair)
        operands, required = {"input_tensor_a": a}, (True, False)
    else:
        operands, required = {"input_tensor_a": a, "input_tensor_b": b}, _BOTH
    if are_required_outputs is not None:
        required = _flags(are_required_outputs)
    outputs = {"input_grad": input_grad, "other_grad": other_grad}
    return _real(grad_tensor, operands, required, memory_config, outputs, number)


# --- Which call it is ----------------------------------------------------------------------------


def _one_of(**names: Any) -> Any:
    """The value of the one name that was given."""
    given = [name for name, value in names.items() if value is not None]
    if len(given) != 1:
        first, *others = names
        what = (
            f"{' and '.join(given)} are one argument"
            if given
            else f"{first} is missing; it may also be called {' or '.join(others)}"
        )
        raise TypeError(f"ttnn.{_CALL}: {what}")
    return names[given[0]]


def _require_none(what: str, options: dict[str, Any]) -> None:
    for name, value in options.items():
        if value is not None:
            raise TypeError(f"ttnn.{_CALL}: with {what} there is no argument {name}")


def _is_scalar(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _flags(value: object) -> tuple[bool, bool]:
    """Which gradients are asked for."""
    flags = list(value) if isinstance(value, Sequence) else []
    if len(flags) != 2 or not all(isinstance(flag, bool | np.bool_) for flag in flags):
        refuse(_CALL, f"are_required_outputs is {value!r}; two bools are required")
    if not any(flags):
        refuse(
            _CALL, f"are_required_outputs is {value!r}; at least one gradient has to be required"
        )
    return bool(flags[0]), bool(flags[1])


# --- Real tensors --------------------------------------------------------------------------------


def _real(
    grad: Tensor,
    operands: dict[str, Tensor],
    required: tuple[bool, bool],
    memory_config: MemoryConfig | None,
    outputs: dict[str, Tensor | None],
    number: int,
) -> list[Any]:
    _check(grad, operands, outputs)
    results = []
    wanted = zip(operands.items(), outputs.items(), required, strict=False)
    for (name, operand), (output, given), asked in wanted:
        result = None
        if asked:
            config = _memory_config(operand, memory_config)
            if given is None:
                result = _like(operand, config)
            else:
                _check_output(name, operand, output, given, memory_config)
                result = given
        results.append(result)
    made = [each for each in results if each is not None]
    with grad._place.work(number, *(each._storage for each in (grad, *made))) as queue:
        for result in made:
            _reduce(queue, grad, result)
    return results


def _check(grad: Tensor, operands: dict[str, Tensor], outputs: dict[str, Tensor | None]) -> None:
    given = {name: each for name, each in outputs.items() if each is not None}
    require_one_device(_CALL, {"grad_tensor": grad, **operands, **given})
    for name, tensor in {"grad_tensor": grad, **operands}.items():
        if tensor.dtype not in _TYPES:
            refuse(
                _CALL,
                f"{name} has the data type {tensor.dtype.name}; "
                f"{', '.join(each.name for each in _TYPES)} are supported",
            )
        if tensor.layout is not grad.layout:
            refuse(
                _CALL,
                f"{name} has the layout {tensor.layout.name} and grad_tensor "
                f"{grad.layout.name}; all have to have one layout",
            )
        if grad.layout is Layout.ROW_MAJOR and tensor.dtype is not grad.dtype:
            refuse(
                _CALL,
                f"{name} has the data type {tensor.dtype.name} and grad_tensor "
                f"{grad.dtype.name}; in the layout ROW_MAJOR they have to be equal",
            )
    for name, tensor in {"grad_tensor": grad, **operands, **given}.items():
        if tensor.memory_config().is_sharded:
            refuse(
                _CALL,
                f"{name} is in {tensor.memory_config()}; sharding is not supported, only "
                "interleaved",
            )
    _check_shapes(grad, operands)


def _check_shapes(grad: Tensor, operands: dict[str, Tensor]) -> None:
    shapes = [tuple(each.shape) for each in operands.values()]
    said = " and ".join(f"{name} {each.shape}" for name, each in operands.items())
    try:
        total = np.broadcast_shapes(*shapes)
    except ValueError:
        refuse(
            _CALL,
            f"{said} do not broadcast: their sizes, from the last on, have to be equal or 1",
        )
    if grad.shape != total:
        refuse(
            _CALL,
            f"grad_tensor has the shape {grad.shape}; the sum of {said} has {list(total)}, which "
            "is required",
        )


def _memory_config(operand: Tensor, asked: MemoryConfig | None) -> MemoryConfig:
    """That of the gradient of an operand."""
    config = operand.memory_config() if asked is None else asked
    if config.is_sharded:
        refuse(_CALL, f"memory_config is {config}; sharding is not supported, only interleaved")
    return config


def _like(operand: Tensor, config: MemoryConfig) -> Tensor:
    """A tensor for the gradient of an operand."""
    return Tensor(operand._place, tuple(operand.shape), operand.dtype, operand.layout, config)


def _check_output(
    name: str, operand: Tensor, output: str, given: Tensor, memory_config: MemoryConfig | None
) -> None:
    for what, found, wanted in (
        ("the shape", given.shape, operand.shape),
        ("the data type", given.dtype.name, operand.dtype.name),
        ("the layout", given.layout.name, operand.layout.name),
    ):
        if found != wanted:
            refuse(_CALL, f"{output} has {what} {found}; that of {name}, {wanted}, is required")
    if memory_config is not None and given.memory_config() != memory_config:
        refuse(
            _CALL,
            f"memory_config is {memory_config}, but {output} is in {given.memory_config()}",
        )


def _reduce(queue: Queue, grad: Tensor, result: Tensor, alpha: float = 1.0) -> None:
    """Put grad, summed to the result's shape and times alpha, into the result."""
    is_sum = grad.shape != result.shape
    if alpha == 1 and not is_sum and grad.dtype is result.dtype:
        copy_storage(queue, grad, result)
        return
    rows = read_rows(queue, grad, matrix_shape(grad), "grad")
    shape = matrix_shape(result)
    if is_sum:
        dtype = _FLOAT32 if alpha != 1 else rows_dtype(result.dtype)
        sums = queue.scratch("sums", shape, dtype)
        queue.run("aclnnExtSumToShape", rows, sums)
        rows = sums
    if alpha != 1:
        products = queue.scratch("products", shape, rows_dtype(result.dtype))
        queue.run("aclnnExtScale", rows, alpha, products)
        rows = products
    write_rows(queue, rows, result)


# --- Complex tensors -----------------------------------------------------------------------------


def _complex(
    grad: ComplexTensor,
    a: ComplexTensor,
    b: ComplexTensor,
    alpha: float | None,
    memory_config: MemoryConfig | None,
    number: int,
) -> list[Any]:
    for name, operand in (("input_tensor_a", a), ("input_tensor_b", b)):
        if not isinstance(operand, ComplexTensor):
            raise TypeError(
                f"ttnn.{_CALL}: {name}: a ttnn.ComplexTensor is required, as grad_tensor is one, "
                f"not {kind(operand)}"
            )
    if alpha is None:
        raise TypeError(f"ttnn.{_CALL}: alpha is missing: complex tensors need it")
    if not _is_scalar(alpha):
        raise TypeError(f"ttnn.{_CALL}: alpha: a number is required, not {kind(alpha)}")
    for part in ("real", "imag"):
        parts = {"input_tensor_a": getattr(a, part), "input_tensor_b": getattr(b, part)}
        _check(getattr(grad, part), parts, {})
    first = grad
    if _differ(grad, a, memory_config):
        first = _part_by_part(grad, a, 1.0, memory_config, number)
    return [first, _part_by_part(grad, b, float(alpha), memory_config, number)]


def _differ(
    grad: ComplexTensor, operand: ComplexTensor, memory_config: MemoryConfig | None
) -> bool:
    """Whether the gradient of an operand is not grad itself."""
    if memory_config is not None and any(
        each.memory_config() != memory_config for each in (grad.real, grad.imag)
    ):
        return True
    return grad.real.shape != operand.real.shape or grad.real.dtype is not operand.real.dtype


def _part_by_part(
    grad: ComplexTensor,
    operand: ComplexTensor,
    alpha: float,
    memory_config: MemoryConfig | None,
    number: int,
) -> ComplexTensor:
    parts = []
    for source, like in ((grad.real, operand.real), (grad.imag, operand.imag)):
        part = _like(like, _memory_config(like, memory_config))
        with source._place.work(number, source._storage, part._storage) as queue:
            _reduce(queue, source, part, alpha)
        parts.append(part)
    return ComplexTensor(*parts)
