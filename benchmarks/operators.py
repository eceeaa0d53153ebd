# SPDX-License-Identifier: Apache-2.0
"""Elementwise operators beside torch: python -m benchmarks --parts operators.

torch goes through its forms with `out=`: both write into memory that is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import torch

from . import beside_torch
from .beside_torch import Line
from .cases import SEED
from .results import OperatorResult
from .timing import Effort

COUNTS = {"64 Ki": 1 << 16, "4 Mi": 1 << 22, "16 Mi": 1 << 24}
TYPES = ("float32", "bfloat16")
RELATIVE = {"float32": 2e-6, "bfloat16": 2.0**-7}
"""How far results may be apart: two correct ones, each a little off."""

aten: Any = torch.ops.aten


@dataclass(frozen=True)
class Operator:
    """A line of the table.

    arguments  of ours by position: names of arrays are tensors, a tuple of them a list; others as
               they are. "a", "b", "c" are random numbers, "mask" of bool, "square" is a transposed
               view of a, "out" the result
    torch      the same in torch, from the tensors by name
    types      of the tensors
    result     the type of out where it is another
    written    the results, in the order of torch's
    """

    name: str
    call: str
    arguments: Sequence[Any]
    torch: Callable[[Mapping[str, Any]], object]
    types: Sequence[str] = TYPES
    result: str = ""
    written: Sequence[str] = ("out",)


def unary(
    name: str, call: str, function: Callable[..., object], *, of: str = "a", **named: object
) -> Operator:
    """An operator of one tensor."""
    return Operator(name, call, (of, "out"), lambda t: function(t[of], out=t["out"], **named))


OPERATORS = (
    Operator(
        "add", "aclnnAdd", ("a", "b", 1, "out"), lambda t: torch.add(t["a"], t["b"], out=t["out"])
    ),
    Operator(
        "mul", "aclnnMul", ("a", "b", "out"), lambda t: torch.mul(t["a"], t["b"], out=t["out"])
    ),
    unary("exp", "aclnnExp", aten.exp.out),
    unary("tanh", "aclnnTanh", aten.tanh.out),
    unary("gelu", "aclnnGelu", aten.gelu.out, approximate="tanh"),
    unary("silu", "aclnnSilu", aten.silu.out),
    unary("sigmoid", "aclnnSigmoid", aten.sigmoid.out),
    unary("relu", "aclnnRelu", aten.relu.out),
    Operator(
        "where",
        "aclnnSWhere",
        ("mask", "a", "b", "out"),
        lambda t: torch.where(t["mask"], t["a"], t["b"], out=t["out"]),
    ),
    Operator(
        "clamp",
        "aclnnClamp",
        ("a", -1.0, 1.0, "out"),
        lambda t: torch.clamp(t["a"], -1.0, 1.0, out=t["out"]),
    ),
    Operator(
        "addcmul",
        "aclnnAddcmul",
        ("a", "b", "c", 0.5, "out"),
        lambda t: torch.addcmul(t["a"], t["b"], t["c"], value=0.5, out=t["out"]),
    ),
    Operator(
        "cast to bfloat16",
        "aclnnCast",
        ("a", "bfloat16", "out"),
        lambda t: t["out"].copy_(t["a"]),
        types=("float32",),
        result="bfloat16",
    ),
    Operator(
        "copy of a transpose",
        "aclnnInplaceCopy",
        ("out", "square"),
        lambda t: t["out"].copy_(t["square"]),
    ),
    Operator(
        "cat",
        "aclnnCat",
        (("a", "b"), 0, "double"),
        lambda t: torch.cat([t["a"], t["b"]], out=t["double"]),
        written=("double",),
    ),
    Operator(
        "greater",
        "aclnnGtTensor",
        ("a", "b", "out"),
        lambda t: torch.gt(t["a"], t["b"], out=t["out"]),
        result="bool",
    ),
    Operator(
        "masked fill",
        "aclnnInplaceMaskedFillScalar",
        ("out", "mask", 2.0),
        lambda t: t["out"].masked_fill_(t["mask"], 2.0),
    ),
    Operator(
        "x + y.T",
        "aclnnAdd",
        ("a", "square", 1, "out"),
        lambda t: torch.add(t["a"], t["square"], out=t["out"]),
    ),
)


def _arrays(kind: str, count: int, result: str) -> dict[str, Any]:
    """What operators are given, as arrays of squares; `square` is the base of the transpose."""
    edge = 1 << (count.bit_length() - 1) // 2
    shape = (edge, count // edge)
    random = np.random.default_rng(SEED)
    dtype = np.dtype(getattr(ml_dtypes, kind, kind))
    arrays: dict[str, Any] = {
        name: random.standard_normal(shape, np.float32).astype(dtype) for name in "abc"
    }
    arrays["mask"] = random.random(shape, np.float32) < 0.5
    arrays["out"] = np.zeros(shape, getattr(ml_dtypes, result or kind, result or kind))
    arrays["double"] = np.zeros((2 * shape[0], shape[1]), dtype)
    return arrays


def _line(operator: Operator, kind: str, size: str) -> Line:
    return Line(
        operator.name,
        kind,
        size,
        [(operator.call, operator.arguments)],
        lambda: _arrays(kind, COUNTS[size], operator.result),
        operator.torch,
        operator.written,
        RELATIVE.get(kind, 0),
        {"square": "a"},
    )


def run(threads: int, effort: Effort, only: Collection[str] = ()) -> list[OperatorResult]:
    """Every line, or those of some labels, printed as soon as it is there."""
    return beside_torch.run(_lines(), threads, effort, "elementwise operators", only)


def _lines() -> Iterator[Line]:
    for operator in OPERATORS:
        for kind in operator.types:
            for size in COUNTS:
                yield _line(operator, kind, size)
