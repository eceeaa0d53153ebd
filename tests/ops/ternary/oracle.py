# SPDX-License-Identifier: Apache-2.0
"""Of three and more operands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from types import SimpleNamespace
from typing import Any

import numpy as np
from sweep.oracle import GIVEN, Operands, Oracle


def _quotient(a: Any, b: Any) -> Any:
    """Of integers cut toward zero, 0 where the divisor is."""
    if a.dtype.kind != "i":
        return a / b
    a, b = np.broadcast_arrays(a, b)
    found = np.zeros(a.shape, np.int64)
    for at in np.ndindex(a.shape):
        if b[at] == 0:
            continue
        size = abs(int(a[at])) // abs(int(b[at]))
        whole = size if (a[at] < 0) == (b[at] < 0) else -size
        found[at] = (whole + 2**63) % 2**64 - 2**63
    return found


def _lerp(o: Operands) -> Any:
    near_self = o.self + o.weight * (o.end - o.self)
    near_end = o.end - (o.end - o.self) * (1 - o.weight)
    return np.where(np.abs(o.weight) < 0.5, near_self, near_end)


def _lerp_size(o: Operands) -> Any:
    """What is added up: the end that is near, and the way from it."""
    return np.abs(o.self) + np.abs(o.end) + np.abs(o.weight) * (np.abs(o.end) + np.abs(o.self))


def _clip(values: Any, low: Any = None, high: Any = None) -> Any:
    if low is not None:
        values = np.maximum(values, low)
    return values if high is None else np.minimum(values, high)


def _needs_int16(o: Operands) -> bool:
    """int8 and uint8 meet in int16, which addcmul does not have."""
    first = o.selfRef if hasattr(o, "selfRef") else o.self
    return {each.dtype.name for each in (first, o.tensor1, o.tensor2)} == {"int8", "uint8"}


def _lists(broadcasts: bool) -> Iterator[dict[str, Any]]:
    """Lists of one member and of many: more than 16 are added in several steps."""
    for shapes in ([(3, 4)], [(2, 3)] * 2, [()] * 3, [(7, 33)] * 16, [(5,)] * 40, [(0, 3)] * 2):
        yield {"tensors": shapes}
    if broadcasts:
        yield {"tensors": [(2, 1, 4), (3, 1), (4,)]}
        yield {"tensors": [(), (1,), (5, 1), (1, 6)]}


def _total(o: Operands) -> Any:
    """The sum, of integers in their type."""
    total = o.tensors[0]
    for each in o.tensors[1:]:
        total = total + each
    return total


def _members(value: Callable[[Operands], Any], *, broadcasts: bool) -> Oracle:
    return Oracle(
        value,
        lambda o: _total(SimpleNamespace(tensors=[np.abs(each) for each in o.tensors])),
        shapes=lambda: _lists(broadcasts),
        roundings=40,
    )


def _extreme(function: Callable[..., Any]) -> Oracle:
    return Oracle(lambda o: reduce(function, o.tensors), shapes=lambda: _lists(True))


def _scaled(o: Operands) -> Any:
    axis = o.axis % o.x.ndim
    scale, bias = (
        each if each is None or each.size == 1 else each.reshape(each.shape + (1,) * behind)
        for each in (o.scale, o.bias)
        for behind in (o.x.ndim - axis - o.scale.ndim,)
    )
    return o.x * scale.reshape(() if scale.size == 1 else scale.shape) + (
        0 if bias is None else bias.reshape(() if bias.size == 1 else bias.shape)
    )


def _scales() -> Iterator[dict[str, Any]]:
    for shape, axis, axes, blob, scale in (
        ((2, 3, 4), 1, 1, True, (3,)),
        ((2, 3, 4), 1, -1, True, (3, 4)),
        ((2, 3, 4), -3, 2, True, (2, 3)),
        ((2, 3, 4), 0, 0, True, (1,)),
        ((2, 3, 4), 2, 7, False, (4,)),
        ((2, 3, 4), 0, 1, False, (2, 3, 4)),
        ((33, 65), 1, 1, False, (1,)),
        ((0, 3), 1, 1, True, (3,)),
    ):
        for bias in (scale, None):
            found = {"x": shape, "axis": axis, "numAxes": axes, "scaleFromBlob": blob}
            yield {**found, "scale": scale, "bias": bias}


def _rows(ranks: Sequence[int]) -> Iterator[dict[str, Any]]:
    for b, length, d in ((2, 3, 4), (1, 1, 1), (3, 40, 65), (2, 5000, 3), (0, 0, 0)):
        for rank in ranks:
            rows = (b, d) if rank == 2 else (b, 1, d)
            yield {
                **dict.fromkeys(("self", "grad_output", "input"), (b, length, d)),
                **dict.fromkeys(("scaleOptional", "shiftOptional", "scale", "shift"), rows),
            }


def _row(rows: Any) -> Any:
    return rows.reshape(rows.shape[0], 1, rows.shape[-1])


def _modulate(o: Operands) -> Any:
    return o.self * (1 + _row(o.scaleOptional)) + _row(o.shiftOptional)


def _modulate_backward(o: Operands) -> list[Any]:
    product = o.grad_output * o.input
    return [o.grad_output * _row(o.scale), product.sum(axis=1), o.grad_output.sum(axis=1)]


# The last ones cross.
BOUNDS = {"clipValueMin": (1, None, 2, 0.5, 5), "clipValueMax": (3, 2, None, 2.5, 4)}
TENSOR_BOUNDS = {"clipValueMin": (GIVEN, None, GIVEN), "clipValueMax": (GIVEN, GIVEN, None)}

ORACLES: dict[str, Oracle] = {
    "aclnnAxpyV2": Oracle(
        lambda o: o.self + o.alpha.ravel()[0] * o.other,
        lambda o: np.abs(o.self) + np.abs(o.alpha.ravel()[0] * o.other),
        shapes=lambda: iter(
            {"self": shape, "other": shape, "alpha": alpha}
            for shape, alpha in (((), ()), ((3, 5), ()), ((2, 65), (1,)), ((2, 0), (1, 1)))
        ),
    ),
    "aclnnAddcmul": Oracle(
        lambda o: o.self + o.value * (o.tensor1 * o.tensor2),
        lambda o: np.abs(o.self) + np.abs(o.value * o.tensor1 * o.tensor2),
        roundings=2,
        refused=_needs_int16,
    ),
    "aclnnAddcdiv": Oracle(
        lambda o: o.self + o.value * _quotient(o.tensor1, o.tensor2),
        lambda o: np.abs(o.self) + np.abs(o.value * _quotient(o.tensor1, o.tensor2)),
        roundings=2,
    ),
    "aclnnLerp": Oracle(_lerp, _lerp_size, roundings=3),
    "aclnnLerps": Oracle(_lerp, _lerp_size, roundings=3),
    "aclnnSWhere": Oracle(lambda o: np.where(o.condition, o.self, o.other)),
    "aclnnClamp": Oracle(lambda o: _clip(o.self, o.clipValueMin, o.clipValueMax), arguments=BOUNDS),
    "aclnnClampMin": Oracle(
        lambda o: _clip(o.self, o.clipValueMin), arguments={"clipValueMin": (1, 0.5)}
    ),
    "aclnnClampMax": Oracle(
        lambda o: _clip(o.self, None, o.clipValueMax), arguments={"clipValueMax": (1, 0.5)}
    ),
    "aclnnInplaceClampMax": Oracle(lambda o: _clip(o.self, None, o.clipValueMax)),
    "aclnnClampTensor": Oracle(
        lambda o: _clip(o.self, o.clipValueMin, o.clipValueMax), arguments=TENSOR_BOUNDS
    ),
    "aclnnClampMinTensor": Oracle(lambda o: _clip(o.self, o.clipValueMin)),
    "aclnnClampMaxTensor": Oracle(lambda o: _clip(o.self, None, o.max)),
    "aclnnMaxN": _extreme(np.maximum),
    "aclnnMinN": _extreme(np.minimum),
    "aclnnAddN": _members(_total, broadcasts=False),
    "aclnnSum": _members(_total, broadcasts=True),
    "aclnnMaskedScale": Oracle(
        lambda o: o.self * o.mask * np.float32(o.scale),
        lambda o: np.abs(o.self * o.mask) * max(1, abs(o.scale)),
        roundings=1,
        arguments={"scale": (1.0, 0.5, -3.25)},
    ),
    "aclnnScale": Oracle(
        _scaled,
        lambda o: _scaled(
            SimpleNamespace(
                **{
                    name: np.abs(each) if isinstance(each, np.ndarray) else each
                    for name, each in vars(o).items()
                }
            )
        ),
        roundings=1,
        shapes=_scales,
    ),
    "aclnnModulate": Oracle(
        _modulate,
        lambda o: (
            np.abs(o.self) * (1 + np.abs(_row(o.scaleOptional))) + np.abs(_row(o.shiftOptional))
        ),
        roundings=3,
        shapes=lambda: _rows((2, 3)),
    ),
    "aclnnModulateBackward": Oracle(
        _modulate_backward,
        lambda o: [
            np.abs(o.grad_output * _row(o.scale)),
            np.abs(o.grad_output * o.input).sum(axis=1),
            np.abs(o.grad_output).sum(axis=1),
        ],
        shapes=lambda: _rows((2,)),
    ),
    "aclnnSumV2": _members(_total, broadcasts=True),
    "aclnnAddMatMatElements": Oracle(
        lambda o: o.beta * o.c + o.alpha * (o.a * o.b),
        lambda o: np.abs(o.beta * o.c) + np.abs(o.alpha * o.a * o.b),
        arguments={"alpha": [1, 0.5, -2], "beta": [1, 0.25]},
    ),
    "aclnnAddMatMatElementsPlus": Oracle(
        lambda o: o.beta.reshape(()) * o.c + o.alpha.reshape(()) * (o.a * o.b),
        lambda o: np.abs(o.beta.reshape(()) * o.c) + np.abs(o.alpha.reshape(()) * o.a * o.b),
        shapes=lambda: (
            {"c": c, "a": a, "b": b, "alpha": (1,), "beta": one}
            for c, a, b, one in (
                ((3, 4), (3, 4), (3, 4), (1,)),
                ((4,), (3, 1), (1, 4), (1, 1, 1)),
                ((), (), (), ()),
                ((0, 3), (0, 3), (1, 3), (1,)),
                ((33, 130), (130,), (33, 1), (1,)),
            )
        ),
    ),
    "aclnnFusedMulAddN": Oracle(
        lambda o: o.x1 * o.x3.reshape(()) + o.x2,
        lambda o: np.abs(o.x1 * o.x3.reshape(())) + np.abs(o.x2),
        shapes=lambda: (
            {"x1": shape, "x2": shape, "x3": one}
            for shape, one in (((3, 4), (1,)), ((), ()), ((0, 3), (1,)), ((33, 130), (1, 1)))
        ),
    ),
}
