# SPDX-License-Identifier: Apache-2.0
"""The embedding operators as functions of NumPy arrays."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Literal, SupportsFloat, SupportsIndex, overload

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

_DTYPES = {
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
    dtype = _DTYPES.get(array.dtype.name)
    if dtype is None:
        raise TypeError(
            f"{name}: no tensor has elements of the data type {array.dtype}; it can be one of "
            f"{', '.join(_DTYPES)}"
        )
    return dtype


def _dense(array: Array) -> Array:
    """A copy side by side, in this machine's byte order."""
    return np.array(array, array.dtype.newbyteorder("="), order="C")


def _any_strides(_: tuple[int, ...]) -> bool:
    return True


def _last_is_1(strides: tuple[int, ...]) -> bool:
    return strides[-1:] in {(), (1,)}


def _every_is_1(strides: tuple[int, ...]) -> bool:
    return all(stride == 1 for stride in strides)


@dataclass
class _Operand:
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


def _input(name: str, value: ArrayLike, takes: Callable[[tuple[int, ...]], bool]) -> _Operand:
    """An array to read: as it is where the library takes its strides, else a dense copy."""
    array = np.asarray(value)
    dtype = _dtype(name, array)
    strides = _element_strides(array)
    if strides is None or not takes(strides):
        array = _dense(array)
    return _Operand(name, array, dtype)


def _refuse_shared(name: str, array: Array) -> None:
    """Raise ValueError if elements of an output that is to be copied may lie on each other."""
    dims = [(abs(s), n) for s, n in zip(array.strides, array.shape, strict=True) if n > 1]
    past = array.itemsize
    for stride, length in sorted(dims):
        if stride < past and array.size > 0:
            raise ValueError(f"{name}: elements share memory (strides {array.strides} in bytes)")
        past = stride * length


def _output(name: str, out: object, written: bool) -> _Operand:
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
    if strides is None or not _last_is_1(strides):
        _refuse_shared(name, out)
        array = _dense(out)
    return _Operand(name, array, dtype, out, written)


# --- Calls ---------------------------------------------------------------------------------------


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
def _descriptor(operand: _Operand) -> Iterator[Any]:
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
def _operator(
    name: str, operands: Sequence[_Operand | None], scalars: Sequence[ctypes.c_float | bool]
) -> Iterator[Any]:
    """The operator descriptor, on the thread's current device."""
    lib = load()
    descriptor = infiniopOperatorDescriptor_t()
    handle = infiniopHandle_t()
    with ExitStack() as stack:
        check("infiniopCreateHandle", lib.infiniopCreateHandle(ctypes.byref(handle)))
        stack.callback(lib.infiniopDestroyHandle, handle)
        tensors = [each and stack.enter_context(_descriptor(each)) for each in operands]
        api = f"infiniopCreate{name}Descriptor"
        check(api, getattr(lib, api)(handle, ctypes.byref(descriptor), *tensors, *scalars))
    try:
        yield descriptor
    finally:
        getattr(lib, f"infiniopDestroy{name}Descriptor")(descriptor)


def _run_cpu(
    name: str, operands: Sequence[_Operand | None], scalars: Sequence[ctypes.c_float | bool]
) -> InfiniError | None:
    """Run the operator on the arrays' own memory; what failed in its last step."""
    api = f"infiniop{name}"
    with _operator(name, operands, scalars) as descriptor:
        pointers = [each and each.array.ctypes.data for each in operands]
        status = getattr(load(), api)(descriptor, *pointers, None)
        return error(api, status) if status else None


def _run_ascend(
    name: str, operands: Sequence[_Operand | None], scalars: Sequence[ctypes.c_float | bool]
) -> InfiniError | None:
    """Run the operator on copies in device memory; what failed in its last step."""
    lib = load()
    api = f"infiniop{name}"
    with ExitStack() as stack:
        descriptor = stack.enter_context(_operator(name, operands, scalars))
        stream = ctypes.c_void_p()
        check("infinirtStreamCreate", lib.infinirtStreamCreate(ctypes.byref(stream)))
        stack.callback(lib.infinirtStreamDestroy, stream)
        pointers: list[int | None] = []
        for each in operands:
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
        check(api, getattr(lib, api)(descriptor, *pointers, stream))
        status = lib.infinirtStreamSynchronize(stream)
        failure = error("infinirtStreamSynchronize", status) if status else None
        for each, address in zip(operands, pointers, strict=True):
            if each is not None and each.target is not None and address is not None:
                status = lib.infinirtMemcpy(
                    each.array.ctypes.data, address, each.array.nbytes, MemcpyKind.D2H
                )
                check("infinirtMemcpy", status)
        return failure


def _run(
    name: str,
    device: str,
    operands: Sequence[_Operand | None],
    scalars: Sequence[ctypes.c_float | bool] = (),
) -> None:
    """Run an operator and bring its results to where the caller wants them.

    operands  in the order of the C functions; None for NULL
    scalars   the arguments of Create after them

    What the last step reports, an index out of range, is raised after the results are there.
    """
    kind = _DEVICES[device]
    if kind is Device.ASCEND:
        for each in operands:
            if each is not None and not each.array.flags.c_contiguous:
                if each.target is not None:
                    _refuse_shared(each.name, each.array)
                each.array = _dense(each.array)
    written = [each for each in operands if each is not None and each.target is not None]
    if len(written) > 1 and (kind is Device.ASCEND or any(each.is_copy for each in written)):
        targets = [each.target for each in written if each.target is not None]
        if np.shares_memory(targets[0], targets[1]):
            raise ValueError(
                f"{' and '.join(each.name for each in written)} share memory, but are copied: "
                f"{'on device ascend' if kind is Device.ASCEND else 'their last stride is not 1'}"
            )
    with _current(kind):
        failure = (_run_ascend if kind is Device.ASCEND else _run_cpu)(name, operands, scalars)
    for each in written:
        if each.is_copy and each.target is not None:
            each.target[...] = each.array
    if failure is not None:
        raise failure


def _check_device(device: object) -> None:
    if not isinstance(device, str) or device not in _DEVICES:
        raise ValueError(f'device: "cpu" or "ascend" is required, not {device!r}')


# --- The operators -------------------------------------------------------------------------------


def _flags(accumulate: object) -> tuple[bool, bool]:
    """The flag for each table."""
    flags = accumulate if isinstance(accumulate, tuple | list) else (accumulate, accumulate)
    if len(flags) != 2 or not all(isinstance(flag, bool | np.bool_) for flag in flags):
        raise TypeError(f"accumulate: a bool or a pair of bools is required, not {accumulate!r}")
    return bool(flags[0]), bool(flags[1])


def _alpha(name: str, value: SupportsFloat | SupportsIndex) -> ctypes.c_float:
    """The number as a C float has it."""
    try:
        with default_float_mode():
            return ctypes.c_float(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: a real number is required, not {value!r}") from None


def _table(
    number: int, rows: SupportsIndex, dy: _Operand, out: object, accumulate: bool
) -> _Operand:
    """The operand for a table: the caller's, or a new one of shape (rows, D)."""
    name = f"out{number}"
    count = operator.index(rows)
    if count < 0:
        raise ValueError(f"n{number}: {count} is negative")
    if out is None:
        if accumulate:
            raise ValueError(f"{name}: accumulate needs a table to add to")
        table = np.empty((count, *dy.array.shape[-1:]), dy.array.dtype)
        return _Operand(name, table, dy.dtype, table, written=True)
    if isinstance(out, np.ndarray) and out.shape[:1] != (count,):
        raise ValueError(f"{name}: an array of shape {out.shape}, where n{number} is {count}")
    return _output(name, out, written=not accumulate)


@overload
def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex = ...,
    i2: None = None,
    n2: SupportsIndex = ...,
    alpha2: SupportsFloat | SupportsIndex = ...,
    out1: Array | None = ...,
    out2: None = None,
    accumulate: bool | tuple[bool, bool] = ...,
    *,
    device: DeviceName = ...,
) -> Array: ...


@overload
def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex = ...,
    *,
    i2: ArrayLike,
    n2: SupportsIndex,
    alpha2: SupportsFloat | SupportsIndex,
    out1: Array | None = ...,
    out2: Array | None = ...,
    accumulate: bool | tuple[bool, bool] = ...,
    device: DeviceName = ...,
) -> tuple[Array, Array]: ...


@overload
def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex,
    i2: ArrayLike,
    n2: SupportsIndex,
    alpha2: SupportsFloat | SupportsIndex,
    out1: Array | None = ...,
    out2: Array | None = ...,
    accumulate: bool | tuple[bool, bool] = ...,
    *,
    device: DeviceName = ...,
) -> tuple[Array, Array]: ...


def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex = 1.0,
    i2: ArrayLike | None = None,
    n2: SupportsIndex = 0,
    alpha2: SupportsFloat | SupportsIndex = 0.0,
    out1: Array | None = None,
    out2: Array | None = None,
    accumulate: bool | tuple[bool, bool] = False,
    *,
    device: DeviceName = "cpu",
) -> Array | tuple[Array, Array]:
    """The gradient of one or two embedding tables (infiniopEmbeddingBackward).

    For every k: table1[i1[k]] += alpha1 * dy[k], and table2[i2[k]] += alpha2 * dy[k] when i2 is
    given.

    dy          gradient of the looked-up rows, shape (N, D); float16, bfloat16 (ml_dtypes),
                float32, float64, any integer, complex64 or complex128
    i1, i2      which row each was, shape (N,); any integer type, the same for both
    n1, n2      rows of the tables
    alpha1, alpha2
                factors, rounded to float32; alpha2 is 0 exactly when there is no i2. A whole number
                for tables of integers
    out1, out2  tables to write, shapes (n1, D) and (n2, D), with the data type of dy
    accumulate  add to what is in out1 and out2, which must be given then; a bool, or one for each.
                Otherwise the tables become the gradient, and rows that no index names become 0
    device      "cpu": computed in the calling thread, in the arrays' own memory; "ascend": on the
                emulated NPU, in copies

    Returns the table, or the two when i2 is given: out1 and out2 where they are. Arrays may have
    any strides; those whose last stride is not 1, and indices that are not dense, are copied first.

    Raises TypeError for a data type that no tensor has; ValueError for what does not fit together
    before the library is asked; InfiniParameterError, a ValueError, for what the library refuses.
    An index outside of its table adds nothing, all other rows are added, and then it is reported:
    InfiniParameterError on the CPU, InfiniError on "ascend". May be called from several threads at
    once.
    """
    _check_device(device)
    accumulates = _flags(accumulate)
    alphas = _alpha("alpha1", alpha1), _alpha("alpha2", alpha2)
    rows = _input("dy", dy, _last_is_1)
    first = _input("i1", i1, _every_is_1)
    table = _table(1, n1, rows, out1, accumulates[0])
    second = other = None
    if i2 is not None:
        second = _input("i2", i2, _every_is_1)
        other = _table(2, n2, rows, out2, accumulates[1])
    else:
        adds = isinstance(accumulate, tuple | list) and accumulates[1]
        given = {"out2": out2 is not None, "n2": operator.index(n2) != 0, "accumulate": adds}
        for name, is_given in given.items():
            if is_given:
                raise ValueError(f"{name}: there is no second table without i2")
    operands = (table, other, rows, first, second)
    _run("EmbeddingBackward", device, operands, (*alphas, *accumulates))
    assert table.target is not None
    if other is None:
        return table.target
    assert other.target is not None
    return table.target, other.target


def embedding(
    weight: ArrayLike,
    input: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Rows of a table by index (infiniopEmbedding).

    weight  the table, shape (V, D); float16, bfloat16 (ml_dtypes), float32, float64, any integer,
            complex64 or complex128
    input   which rows, of any shape with at most 7 dimensions; any integer type, values in [0, V)
    out     where to write, shape (*input.shape, D), with the data type of weight
    device  as for embedding_backward

    Returns out, or a new array. Arrays may have any strides; a weight or out whose last stride is
    not 1 is copied.

    Raises TypeError and ValueError as embedding_backward does, and for an index outside of the
    table after the other rows are written; its own row of out stays as it was.
    """
    _check_device(device)
    table = _input("weight", weight, _last_is_1)
    indices = _input("input", input, _any_strides)
    if out is None:
        shape = (*indices.array.shape, *table.array.shape[-1:])
        fresh = np.empty(shape, table.array.dtype)
        target = _Operand("out", fresh, table.dtype, fresh, written=True)
    else:
        target = _output("out", out, written=False)
    _run("Embedding", device, (target, indices, table))
    assert target.target is not None
    return target.target
