# SPDX-License-Identifier: Apache-2.0
"""Operators of infiniop on NumPy arrays: what is the same for all of them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import native
from .._float_mode import default_float_mode
from ..context import current_context, initialize
from ._errors import InfiniError, check, error
from ._library import (
    Device,
    Dtype,
    MemcpyKind,
    infiniopHandle_t,
    infiniopOperatorDescriptor_t,
    infiniopTensorDescriptor_t,
    load,
)

Array = NDArray[Any]
DeviceName = Literal["cpu", "ascend"]

_DEVICES = {"cpu": Device.CPU, "ascend": Device.ASCEND}

DTYPES = {
    "bool": Dtype.BOOL,
    "int8": Dtype.I8,
    "int16": Dtype.I16,
    "int32": Dtype.I32,
    "int64": Dtype.I64,
    "uint8": Dtype.U8,
    "uint16": Dtype.U16,
    "uint32": Dtype.U32,
    "uint64": Dtype.U64,
    "float16": Dtype.F16,
    "float32": Dtype.F32,
    "float64": Dtype.F64,
    "complex64": Dtype.C64,
    "complex128": Dtype.C128,
    "bfloat16": Dtype.BF16,
}


# --- Arrays as the library takes them ------------------------------------------------------------


def _element_strides(array: Array) -> tuple[int, ...] | None:
    """Strides in elements; None if they are no whole elements.

    Those that make no difference, of dimensions of one and of arrays without elements, are 1 for
    the last dimension and what a dense array may have for the others.
    """
    if not (array.flags.aligned and array.dtype.isnative):
        return None
    size = array.itemsize
    if array.size == 0:
        return _dense_strides(array.shape)
    strides = []
    for length, stride in zip(array.shape, array.strides, strict=True):
        if length > 1 and stride % size:
            return None
        strides.append(stride // size if length > 1 else 1)
    return tuple(strides)


def _dense_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    strides = [1]
    for length in reversed(shape[1:]):
        strides.append(strides[-1] * max(length, 1))
    return tuple(reversed(strides[: len(shape)]))


def _dtype(name: str, array: Array) -> Dtype:
    """The data type of the elements. Raises TypeError."""
    dtype = DTYPES.get(array.dtype.name)
    if dtype is None:
        raise TypeError(
            f"{name}: no tensor has elements of the data type {array.dtype}; it can be one of "
            f"{', '.join(DTYPES)}"
        )
    return dtype


def _dense(array: Array) -> Array:
    """A copy side by side, in this machine's byte order."""
    return np.array(array, array.dtype.newbyteorder("="), order="C")


def any_strides(_: tuple[int, ...]) -> bool:
    return True


def last_is_1(strides: tuple[int, ...]) -> bool:
    return strides[-1:] in {(), (1,)}


def every_is_1(strides: tuple[int, ...]) -> bool:
    return all(stride == 1 for stride in strides)


@dataclass
class Operand:
    """An array as the library gets it.

    name     the parameter
    array    what is described to the library; a copy where the caller's does not suit it
    dtype    the data type of its elements
    target   None if it is only read, else the caller's array, or the one to return
    written  whether the operator does not look at what is in it
    """

    name: str
    array: Array
    dtype: Dtype
    target: Array | None = None
    written: bool = False

    @property
    def is_copy(self) -> bool:
        return self.target is not None and self.array is not self.target


def input_operand(name: str, value: ArrayLike, takes: Callable[[tuple[int, ...]], bool]) -> Operand:
    """An array to read: as it is where the library takes its strides, else a dense copy."""
    array = np.asarray(value)
    dtype = _dtype(name, array)
    strides = _element_strides(array)
    if strides is None or not takes(strides):
        array = _dense(array)
    return Operand(name, array, dtype)


def _refuse_shared(name: str, array: Array) -> None:
    """Raise ValueError if elements of an output that is to be copied may lie on each other."""
    dims = [(abs(s), n) for s, n in zip(array.strides, array.shape, strict=True) if n > 1]
    past = array.itemsize
    for stride, length in sorted(dims):
        if stride < past and array.size > 0:
            raise ValueError(f"{name}: elements share memory (strides {array.strides} in bytes)")
        past = stride * length


def output_operand(
    name: str,
    out: object,
    written: bool,
    takes: Callable[[tuple[int, ...]], bool] = last_is_1,
) -> Operand:
    """An array to write: as it is where the library takes its strides, else a dense copy.

    Raises TypeError if it is no array, ValueError if it may not be written, or if it is to be
    copied and its elements share memory.
    """
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{name}: a NumPy array is required, not {type(out).__name__}")
    if not out.flags.writeable:
        raise ValueError(f"{name}: the array is read-only")
    dtype = _dtype(name, out)
    strides = _element_strides(out)
    array = out
    if strides is None or not takes(strides):
        _refuse_shared(name, out)
        array = _dense(out)
    return Operand(name, array, dtype, out, written)


# --- Calls ---------------------------------------------------------------------------------------


@dataclass
class Call:
    """What the functions of an operator are given.

    name       X of infiniopX
    operands   in the order of the C functions; None for NULL
    create     the numbers of Create, behind the tensors
    numbers    those of the call
    workspace  what the call takes before the pointers
    called     so many first operands are the call's alone
    destroy    X of infiniopDestroyXDescriptor
    """

    name: str
    operands: Sequence[Operand | None]
    create: Sequence[Any] = ()
    numbers: Sequence[Any] = ()
    workspace: tuple[None, int] | tuple[()] = ()
    called: int = 0
    destroy: str = ""


@contextmanager
def _current(device: Device) -> Iterator[None]:
    """Make a device current on this thread in the block, and afterwards the one that was.

    The emulated NPU is number 0 unless the thread has selected another.
    """
    lib = load()
    kind, number = ctypes.c_int(), ctypes.c_int()
    check("infinirtGetDevice", lib.infinirtGetDevice(ctypes.byref(kind), ctypes.byref(number)))
    if kind.value == device:
        yield
        return
    initialize()
    context = current_context()
    check("infinirtSetDevice", lib.infinirtSetDevice(device, 0))
    try:
        yield
    finally:
        lib.infinirtSetDevice(kind.value, number.value)
        if context is not None and context != current_context():
            native.load().aclrtSetCurrentContext(context)


@contextmanager
def _descriptor(operand: Operand) -> Iterator[Any]:
    """The tensor descriptor of an operand."""
    lib = load()
    shape, strides = operand.array.shape, _element_strides(operand.array)
    assert strides is not None
    rank = len(shape)
    descriptor = infiniopTensorDescriptor_t()
    status = lib.infiniopCreateTensorDescriptor(
        ctypes.byref(descriptor),
        rank,
        (ctypes.c_size_t * rank)(*shape),
        (ctypes.c_ssize_t * rank)(*strides),
        operand.dtype,
    )
    check("infiniopCreateTensorDescriptor", status)
    try:
        yield descriptor
    finally:
        lib.infiniopDestroyTensorDescriptor(descriptor)


@contextmanager
def _operator(call: Call) -> Iterator[Any]:
    """The operator descriptor, on the thread's current device."""
    lib = load()
    descriptor = infiniopOperatorDescriptor_t()
    handle = infiniopHandle_t()
    with ExitStack() as stack:
        check("infiniopCreateHandle", lib.infiniopCreateHandle(ctypes.byref(handle)))
        stack.callback(lib.infiniopDestroyHandle, handle)
        tensors = [
            each and stack.enter_context(_descriptor(each)) for each in call.operands[call.called :]
        ]
        api = f"infiniopCreate{call.name}Descriptor"
        check(api, getattr(lib, api)(handle, ctypes.byref(descriptor), *tensors, *call.create))
    try:
        yield descriptor
    finally:
        getattr(lib, f"infiniopDestroy{call.destroy or call.name}Descriptor")(descriptor)


def _run_cpu(call: Call) -> InfiniError | None:
    """Run the operator on the arrays' own memory; what failed in its last step."""
    api = f"infiniop{call.name}"
    with _operator(call) as descriptor:
        pointers = [each and each.array.ctypes.data for each in call.operands]
        status = getattr(load(), api)(descriptor, *call.workspace, *pointers, *call.numbers, None)
        return error(api, status) if status else None


def _run_ascend(call: Call) -> InfiniError | None:
    """Run the operator on copies in device memory; what failed in its last step."""
    lib = load()
    api = f"infiniop{call.name}"
    with ExitStack() as stack:
        descriptor = stack.enter_context(_operator(call))
        stream = ctypes.c_void_p()
        check("infinirtStreamCreate", lib.infinirtStreamCreate(ctypes.byref(stream)))
        stack.callback(lib.infinirtStreamDestroy, stream)
        pointers: list[int | None] = []
        for each in call.operands:
            pointer = ctypes.c_void_p()
            if each is not None and each.array.nbytes:
                size = each.array.nbytes
                check("infinirtMalloc", lib.infinirtMalloc(ctypes.byref(pointer), size))
                stack.callback(lib.infinirtFree, pointer)
                if not each.written:
                    status = lib.infinirtMemcpy(
                        pointer, each.array.ctypes.data, size, MemcpyKind.H2D
                    )
                    check("infinirtMemcpy", status)
            pointers.append(pointer.value)
        arguments = (descriptor, *call.workspace, *pointers, *call.numbers, stream)
        check(api, getattr(lib, api)(*arguments))
        status = lib.infinirtStreamSynchronize(stream)
        failure = error("infinirtStreamSynchronize", status) if status else None
        for each, address in zip(call.operands, pointers, strict=True):
            if each is not None and each.target is not None and address is not None:
                status = lib.infinirtMemcpy(
                    each.array.ctypes.data, address, each.array.nbytes, MemcpyKind.D2H
                )
                check("infinirtMemcpy", status)
        return failure


def run(call: Call, device: str) -> None:
    """Run an operator and bring its results to where the caller wants them.

    What the last step reports, an index out of range, is raised after the results are there.
    """
    kind = _DEVICES[device]
    given = [each for each in call.operands if each is not None]
    if kind is Device.ASCEND:
        for each in given:
            if not each.array.flags.c_contiguous:
                if each.target is not None:
                    _refuse_shared(each.name, each.array)
                each.array = _dense(each.array)
    written = [each for each in given if each.target is not None]
    if kind is Device.ASCEND or any(each.is_copy for each in written):
        why = "on device ascend" if kind is Device.ASCEND else "their last stride is not 1"
        for one, other in combinations(written, 2):
            if np.shares_memory(one.target, other.target):
                raise ValueError(f"{one.name} and {other.name} share memory, but are copied: {why}")
    with _current(kind):
        failure = (_run_ascend if kind is Device.ASCEND else _run_cpu)(call)
    for each in written:
        if each.is_copy and each.target is not None:
            each.target[...] = each.array
    if failure is not None:
        raise failure


def check_device(device: object) -> None:
    if not isinstance(device, str) or device not in _DEVICES:
        raise ValueError(f'device: "cpu" or "ascend" is required, not {device!r}')


def real_number(name: str, value: SupportsFloat | SupportsIndex) -> ctypes.c_float:
    """The number as a C float has it."""
    try:
        with default_float_mode():
            return ctypes.c_float(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: a real number is required, not {value!r}") from None
