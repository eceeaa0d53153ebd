# SPDX-License-Identifier: Apache-2.0
"""A line of a table: calls of ours beside a function of torch, on the same arrays.

Ours goes through the C interface (phase one, phase two, synchronize). Both are measured in turn in
one process, after the results of both were compared.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
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
from aclnn_py.layout import image_format

from . import report
from .results import OperatorResult
from .timing import Effort, OtherPrograms, in_turn


@dataclass(frozen=True)
class Line:
    """What is measured.

    calls       names with arguments by position: a name of `arrays` is that tensor, a tuple of them
                a list; others as they are
    arrays      makes what both are given
    torch       the same in torch, from tensors by name; the results, in the order of `written`
    written     tensors that ours writes
    tolerance   relative and absolute, of the comparison
    transposed  names of tensors that are views with the last two dimensions of another exchanged
    finds_shape  the calls set the shape of an output, so that phase one is done once and repeated
    moved       bytes that are read and written; not 0: the time stands beside that of torch's
                copy that moves as many, and `torch` only gives what the result is compared with
    """

    name: str
    type: str
    size: str
    calls: Sequence[tuple[str, Sequence[Any]]]
    arrays: Callable[[], Mapping[str, Any]]
    torch: Callable[[Mapping[str, Any]], Any]
    written: Sequence[str] = ("out",)
    tolerance: float = 0
    transposed: Mapping[str, str] | None = None
    finds_shape: bool = False
    moved: int = 0

    @property
    def label(self) -> str:
        """That of its result."""
        return OperatorResult(self.name, self.type, self.size).label


def _torch_of(array: Any) -> Any:
    if array.dtype == ml_dtypes.bfloat16:
        return torch.from_numpy(array.view(np.int16).copy()).view(torch.bfloat16)
    return torch.from_numpy(array.copy())


def numpy_of(tensor: Any) -> Any:
    """The array of a tensor of torch, of ml_dtypes' bfloat16 too."""
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


class Call:
    """A call ready to be made any number of times, by ctypes without conversions."""

    def __init__(
        self,
        stack: ExitStack,
        device: acl.Device,
        stream: acl.Stream,
        name: str,
        given: Sequence[Any],
        tensors: Mapping[str, acl.Tensor],
        repeats: bool = False,
    ) -> None:
        lib = stack.enter_context(device.current())
        call = prototype(name)
        arguments = [
            [tensors[member] for member in each]
            if isinstance(each, tuple) and each[0] in tensors
            else tensors.get(each, each)
            if isinstance(each, str)
            else each
            for each in given
        ]
        bound = call.bind(arguments, {})
        objects = Objects(lib)
        stack.callback(objects.close)
        self._size = ctypes.c_uint64()
        self._executor = ctypes.c_void_p()
        types = getattr(lib, call.phase).argtypes
        values = [objects.convert(_argument(call, *item)) for item in bound.items()]
        self._arguments = [
            value if isinstance(value, ctypes._SimpleCData) else kind(value)
            for kind, value in zip(types, values, strict=False)
        ]
        self._arguments += [ctypes.byref(self._size), ctypes.byref(self._executor)]
        self._first, self._second = lib[call.phase], lib[call.name]
        self._synchronize = lib["aclrtSynchronizeStream"]
        self._stream = ctypes.c_void_p(stream.handle)
        self._lib = lib
        self._repeats = repeats
        self._check(self._first(*self._arguments))
        if repeats:
            self._check(lib["aclSetAclOpExecutorRepeatable"](self._executor))
            stack.callback(lib.aclDestroyAclOpExecutor, self._executor)
        else:
            self._check(lib.aclDestroyAclOpExecutor(self._executor))
        memory = device.empty(self._size.value, "uint8") if self._size.value else None
        self._workspace = ctypes.c_void_p(memory.address if memory is not None else None)
        if memory is not None:
            stack.callback(memory.close)

    def _check(self, status: int) -> None:
        if status != 0:
            text = self._lib.aclGetRecentErrMsg()
            raise RuntimeError(f"{status}: {text.decode() if text else ''}")

    def function(self) -> Callable[[], None]:
        """Phase one, if it is not repeated, phase two, synchronize; with nothing else in it."""
        first, arguments = (lambda: 0, ()) if self._repeats else (self._first, self._arguments)
        second, synchronize, stream = self._second, self._synchronize, self._stream
        launch = (self._workspace, self._size, self._executor, stream)

        def call() -> None:
            status = first(*arguments) or second(*launch) or synchronize(stream)
            if status:
                self._check(status)

        return call


def _difference(ours: Any, theirs: Any, tolerance: float) -> str:
    """What is wrong between two results; "" for nothing."""
    left, right = ours.astype(np.float32), theirs.astype(np.float32)
    close = np.isclose(left, right, rtol=tolerance, atol=tolerance, equal_nan=True)
    if close.all():
        return ""
    at = tuple(int(i) for i in np.argwhere(~close)[0])
    return f"out{list(at)} is {left[at]!r}, torch has {right[at]!r}"


def _both(line: Line, ours: Mapping[str, acl.Tensor], results: Any) -> str:
    """What is wrong with what ours wrote."""
    theirs = results if isinstance(results, tuple | list) else (results,)
    differences = (
        _difference(ours[name].numpy(), numpy_of(result.detach()), line.tolerance)
        for name, result in zip(line.written, theirs, strict=True)
    )
    return next(filter(None, differences), "")


def _images(line: Line) -> set[str]:
    """The tensors whose format says what their dimensions are."""
    found = set()
    for name, arguments in line.calls:
        declared = ledger()[name].declared
        assert declared is not None
        found |= {
            word
            for parameter, word in zip(declared.parameters, arguments, strict=True)
            if parameter.is_image
        }
    return found


@contextmanager
def both_sides(
    device: acl.Device, stream: acl.Stream, line: Line, arrays: Mapping[str, Any]
) -> Iterator[tuple[Mapping[str, acl.Tensor], Mapping[str, Any], Callable[[], None]]]:
    """Our tensors and torch's, of the same arrays, and a function that makes our calls."""
    with ExitStack() as stack:
        images = _images(line)
        ours = {
            name: stack.enter_context(
                device.tensor(array, image_format(array.ndim) if name in images else "ND")
            )
            for name, array in arrays.items()
        }
        theirs = {name: _torch_of(array) for name, array in arrays.items()}
        for name, base in (line.transposed or {}).items():
            rows, columns = ours[base].shape
            ours[name] = ours[base].view((columns, rows), (1, columns))
            theirs[name] = theirs[base].T
        calls = [
            Call(stack, device, stream, *call, ours, line.finds_shape).function()
            for call in line.calls
        ]

        def run_ours() -> None:
            for call in calls:
                call()

        yield ours, theirs, calls[0] if len(calls) == 1 else run_ours


def _copying(moved: int) -> Callable[[], Any]:
    source = torch.ones(moved // 2, dtype=torch.uint8)
    copy = torch.zeros_like(source)
    return lambda: copy.copy_(source)


def _measure(device: acl.Device, stream: acl.Stream, line: Line, effort: Effort) -> OperatorResult:
    label = (line.name, line.type, line.size)
    for name, _ in line.calls:
        if name not in ledger() or ledger()[name].level == "absent":
            return OperatorResult(*label, problem=f"{name} is absent")
    with both_sides(device, stream, line, line.arrays()) as (ours, theirs, run_ours):
        run_ours()
        problem = _both(line, ours, line.torch(theirs))
        if problem:
            return OperatorResult(*label, problem=problem, wrong=True)
        beside = _copying(line.moved) if line.moved else lambda: line.torch(theirs)
        timings = in_turn({"ours": run_ours, "torch": beside}, effort)
    return OperatorResult(*label, ours=timings["ours"], torch=timings["torch"])


def run(
    lines: Iterable[Line], threads: int, effort: Effort, about: str, only: Collection[str] = ()
) -> list[OperatorResult]:
    """Every line, or those of some labels, printed as soon as it is there. ACLNN_CORES says how
    many threads ours has."""
    torch.set_num_threads(threads)
    print(report.operators_heading(threads, about), flush=True)
    results = []
    others = OtherPrograms()
    with acl.Device(0) as device, device.stream() as stream, torch.no_grad():
        for line in lines:
            if only and line.label not in only:
                continue
            results.append(_measure(device, stream, line, effort))
            print(report.operator_line(results[-1]), flush=True)
    print(report.others_line(others.cpus(), threads), flush=True)
    return results
