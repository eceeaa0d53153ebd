# SPDX-License-Identifier: Apache-2.0
"""Elementwise operators beside torch: python -m benchmarks --parts operators.

Ours goes through the C interface (phase one, phase two, synchronize), torch through its forms with
`out=`; both write into memory that is there, and are measured in turn in one process. The results
of both are compared before.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import torch

import aclnn_py as acl
from aclnn_py._ledger import ledger
from aclnn_py._plan import _argument
from aclnn_py._prototype import prototype
from aclnn_py._values import Objects

from .cases import SEED
from .results import OperatorResult
from .timing import Effort, in_turn

COUNTS = {"64 Ki": 1 << 16, "4 Mi": 1 << 22, "16 Mi": 1 << 24}
TYPES = ("float32", "bfloat16")
RELATIVE = {"float32": 2e-6, "bfloat16": 2.0**-7}
"""How far results may be apart: two correct ones, each a little off."""

aten: Any = torch.ops.aten


@dataclass(frozen=True)
class Operator:
    """A line of the table.

    arguments  of ours by position: "a", "b", "c" are tensors of random numbers, "mask" of bool,
               "square" a transposed view of a, "out" the result, a tuple a list; others as they are
    torch      the same in torch, from the tensors by name
    types      of the tensors
    result     the type of out where it is another
    """

    name: str
    call: str
    arguments: Sequence[Any]
    torch: Callable[[Mapping[str, Any]], object]
    types: Sequence[str] = TYPES
    result: str = ""


def _unary(name: str, call: str, function: Callable[..., object], **named: object) -> Operator:
    return Operator(name, call, ("a", "out"), lambda t: function(t["a"], out=t["out"], **named))


OPERATORS = (
    Operator(
        "add", "aclnnAdd", ("a", "b", 1, "out"), lambda t: torch.add(t["a"], t["b"], out=t["out"])
    ),
    Operator(
        "mul", "aclnnMul", ("a", "b", "out"), lambda t: torch.mul(t["a"], t["b"], out=t["out"])
    ),
    _unary("exp", "aclnnExp", aten.exp.out),
    _unary("tanh", "aclnnTanh", aten.tanh.out),
    _unary("gelu", "aclnnGelu", aten.gelu.out, approximate="tanh"),
    _unary("silu", "aclnnSilu", aten.silu.out),
    _unary("sigmoid", "aclnnSigmoid", aten.sigmoid.out),
    _unary("relu", "aclnnRelu", aten.relu.out),
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


def _torch_of(array: Any) -> Any:
    if array.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(array.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(array.copy())


class Call:
    """A call ready to be made any number of times, by ctypes without conversions."""

    def __init__(
        self, stack: ExitStack, device: acl.Device, stream: acl.Stream, operator: Operator, t: Any
    ) -> None:
        lib = stack.enter_context(device.current())
        call = prototype(operator.call)
        arguments = [
            [t[name] for name in each]
            if isinstance(each, tuple)
            else t.get(each, each)
            if isinstance(each, str)
            else each
            for each in operator.arguments
        ]
        given = call.bind(arguments, {})
        objects = Objects(lib)
        stack.callback(objects.close)
        self._size = ctypes.c_uint64()
        self._executor = ctypes.c_void_p()
        types = getattr(lib, call.phase).argtypes
        values = [objects.convert(_argument(call, *item)) for item in given.items()]
        self._arguments = [
            value if isinstance(value, ctypes._SimpleCData) else kind(value)
            for kind, value in zip(types, values, strict=False)
        ]
        self._arguments += [ctypes.byref(self._size), ctypes.byref(self._executor)]
        self._first, self._second = lib[call.phase], lib[call.name]
        self._synchronize = lib["aclrtSynchronizeStream"]
        self._stream = ctypes.c_void_p(stream.handle)
        self._lib = lib
        self._check(self._first(*self._arguments))
        self._check(lib.aclDestroyAclOpExecutor(self._executor))
        memory = device.empty(self._size.value, "uint8") if self._size.value else None
        self._workspace = ctypes.c_void_p(memory.address if memory is not None else None)
        if memory is not None:
            stack.callback(memory.close)

    def _check(self, status: int) -> None:
        if status != 0:
            text = self._lib.aclGetRecentErrMsg()
            raise RuntimeError(f"{status}: {text.decode() if text else ''}")

    def __call__(self) -> None:
        """Phase one, phase two, synchronize."""
        self._check(
            self._first(*self._arguments)
            or self._second(self._workspace, self._size, self._executor, self._stream)
            or self._synchronize(self._stream)
        )


def _difference(ours: Any, theirs: Any, kind: str) -> str:
    """What is wrong between two results; "" for nothing."""
    left, right = ours.astype(np.float32), theirs.astype(np.float32)
    close = np.isclose(left, right, rtol=RELATIVE.get(kind, 0), atol=RELATIVE.get(kind, 0))
    if close.all():
        return ""
    at = tuple(int(i) for i in np.argwhere(~close)[0])
    return f"out{list(at)} is {left[at]!r}, torch has {right[at]!r}"


def _numpy_of(tensor: Any) -> Any:
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def _measure(
    device: acl.Device, stream: acl.Stream, operator: Operator, kind: str, size: str, effort: Effort
) -> OperatorResult:
    arrays = _arrays(kind, COUNTS[size], operator.result)
    label = (operator.name, kind, size)
    if operator.call not in ledger() or ledger()[operator.call].level == "absent":
        return OperatorResult(*label, problem=f"{operator.call} is absent")
    with ExitStack() as stack:
        ours = {name: stack.enter_context(device.tensor(array)) for name, array in arrays.items()}
        base = ours["a"]
        theirs = {name: _torch_of(array) for name, array in arrays.items()}
        if base.shape[0] == base.shape[1]:
            ours["square"] = base.view(base.shape, (1, base.shape[0]))
            theirs["square"] = theirs["a"].T
        call = Call(stack, device, stream, operator, ours)
        call()
        operator.torch(theirs)
        written = "double" if "double" in operator.arguments else "out"
        problem = _difference(ours[written].numpy(), _numpy_of(theirs[written]), kind)
        if problem:
            return OperatorResult(*label, problem=problem, wrong=True)
        timings = in_turn({"ours": call, "torch": lambda: operator.torch(theirs)}, effort)
    return OperatorResult(*label, ours=timings["ours"], torch=timings["torch"])


def run(threads: int, effort: Effort) -> list[OperatorResult]:
    """Every line, printed as soon as it is there. ACLNN_CORES says how many threads ours has."""
    from . import report

    torch.set_num_threads(threads)
    print(report.operators_heading(threads), flush=True)
    results = []
    with acl.Device(0) as device, device.stream() as stream:
        for operator, kind, size in _lines():
            results.append(_measure(device, stream, operator, kind, size, effort))
            print(report.operator_line(results[-1]), flush=True)
    return results


def _lines() -> Iterator[tuple[Operator, str, str]]:
    for operator in OPERATORS:
        for kind in operator.types:
            for size in COUNTS:
                yield operator, kind, size
