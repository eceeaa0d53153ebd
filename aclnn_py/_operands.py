# SPDX-License-Identifier: Apache-2.0
"""Operators on arrays: what the functions of ops.py are made of.

    def exp(self, *, out=None):
        x = tensor("self", self)
        return run("aclnnExp", x, output("out", out, x.shape, compute_in_float(x)))

An operand holds an array on the host until run() takes all of them to device 0, runs both phases
on a stream of the calling thread's own, waits, and brings back what was written. Device memory,
streams and scalars are kept for the next call.
"""

from __future__ import annotations

import atexit
import ctypes
import operator
import os
import threading
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

import numpy as np

from . import native
from .arrays import as_array, as_torch, is_torch
from .data_types import data_type, full_name, numpy_dtype
from .errors import check, error, null, take_message
from .runtime import Device, Memory, Resource

if TYPE_CHECKING:
    from numpy.typing import NDArray

Number = bool | int | float | complex | np.generic
"""What a scalar is made of: bool, int (int64), float (float64), complex (complex128), or a NumPy
scalar, which keeps its data type."""


class _TorchTensor(Protocol):
    """What tells a torch tensor from all that NumPy makes an array of."""

    def detach(self) -> Any: ...


TorchTensor = TypeVar("TorchTensor", bound=_TorchTensor)

_SMALL = 1 << 16  # bytes up to which a copy on the host costs less than asking for an address
_LEAST = 512  # bytes of the smallest piece of device memory
_LARGEST_KEPT = 1 << 24
_MOST_KEPT = 1 << 26  # bytes of device memory that a thread keeps
_MOST_SCALARS = 256
_ND = 2  # ACL_FORMAT_ND
_TO_DEVICE, _TO_HOST = 1, 2  # ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST


# --- Operands ------------------------------------------------------------------------------------


class Tensor:
    """A tensor operand: an array on the host, and what the operator does with it."""

    __slots__ = ("array", "given", "is_read", "is_written", "shape", "type")

    def __init__(self, array: NDArray[Any], type: str, given: object = None) -> None:
        self.array = array
        self.shape: tuple[int, ...] = array.shape
        self.type = type
        self.given = given  # what was given for it and is no array of NumPy's
        self.is_read = True
        self.is_written = False


class Tensors:
    """A list of tensor operands, which the operator reads or writes."""

    __slots__ = ("is_written", "members")

    def __init__(self, members: list[Tensor], is_written: bool = False) -> None:
        self.members = members
        self.is_written = is_written


class Scalar:
    """A scalar operand: its bytes and its aclDataType."""

    __slots__ = ("bytes", "code", "type")

    shape = ()

    def __init__(self, value: np.generic, type: str) -> None:
        self.bytes = value.tobytes()
        self.type = type
        self.code = _codes()[type]


class Scalars:
    """A list of scalar operands."""

    __slots__ = ("members",)

    def __init__(self, members: list[Scalar]) -> None:
        self.members = members


class Array(Sequence[Any]):
    """An aclIntArray, aclFloatArray or aclBoolArray to be."""

    __slots__ = ("create", "values")

    def __init__(self, create: str, values: tuple[Any, ...]) -> None:
        self.create = create
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, at: Any) -> Any:
        return self.values[at]


@cache
def _codes() -> dict[str, int]:
    """The aclDataTypes by NumPy's names."""
    return {full_name(row): row.value for row in native.description().data_types}


_types: dict[np.dtype[Any], str] = {}


def _type_of(name: str, dtype: np.dtype[Any]) -> str:
    """The name of an array's data type, in this machine's byte order. Raises TypeError."""
    found = _types.get(dtype)
    if found is None:
        try:
            found = full_name(data_type(dtype))
        except TypeError as cause:
            raise TypeError(f"{name}: {cause}") from None
        if dtype.isnative:
            _types[dtype] = found
    return found


def tensor(name: str, value: object) -> Tensor:
    """An operand of an array, a torch tensor, or what NumPy makes an array of."""
    if type(value) is np.ndarray:
        array, given = value, None
    else:
        array, given = as_array(value), value
    kind = _types.get(array.dtype)
    if kind is None:
        kind = _type_of(name, array.dtype)
        if not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
    return Tensor(array, kind, given)


def tensors(name: str, values: Iterable[object]) -> Tensors:
    """A list operand of arrays."""
    return Tensors([tensor(f"{name}[{at}]", value) for at, value in enumerate(values)])


def in_out(name: str, value: object) -> Tensor:
    """An operand that the operator changes: an array that can be written, or a torch tensor."""
    operand = written(name, value)
    operand.is_read = True
    return operand


def in_outs(name: str, values: Iterable[object]) -> Tensors:
    """A list operand that the operator changes."""
    members = [in_out(f"{name}[{at}]", value) for at, value in enumerate(values)]
    return Tensors(members, is_written=True)


def written(name: str, value: object) -> Tensor:
    """An operand that takes a result: an array that can be written, or a torch tensor."""
    if not isinstance(value, np.ndarray) and not is_torch(value):
        raise TypeError(f"{name}: an array or a torch tensor is required, not {value!r:.40}")
    operand = tensor(name, value)
    if isinstance(value, np.ndarray) and not value.flags.writeable:
        raise ValueError(f"{name}: the array cannot be written")
    operand.given = value
    operand.is_read = False
    operand.is_written = True
    return operand


def output(name: str, given: object, shape: tuple[int, ...], type: str) -> Tensor:
    """The operand of a result: a new array, or what was given for it."""
    if given is not None:
        return written(name, given)
    operand = Tensor(np.empty(shape, _numpy_type(type)), type)
    operand.is_read = False
    operand.is_written = True
    return operand


def outputs(name: str, given: Iterable[object] | None, like: Tensors) -> Tensors:
    """The operands of results with the shapes and data types of a list, or what was given."""
    if given is not None:
        members = [written(f"{name}[{at}]", value) for at, value in enumerate(given)]
    else:
        members = [output(name, None, each.shape, each.type) for each in like.members]
    return Tensors(members, is_written=True)


@cache
def _numpy_type(name: str) -> np.dtype[Any]:
    return numpy_dtype(name)


def scalar(name: str, value: Number) -> Scalar:
    """A scalar operand of a number. Raises TypeError, and OverflowError beyond 64 bits."""
    kind = type(value)
    if kind is bool:
        return Scalar(np.bool_(value), "bool")
    if kind is int:
        return Scalar(np.int64(value), "int64")  # type: ignore[arg-type]
    if kind is float:
        return Scalar(np.float64(value), "float64")  # type: ignore[arg-type]
    if kind is complex:
        return Scalar(np.complex128(value), "complex128")
    found: Any = as_array(value)[()] if is_torch(value) else value
    if not isinstance(found, np.generic):
        raise TypeError(f"{name}: a number is required, not {value!r:.40}")
    return Scalar(found, _type_of(name, found.dtype))


def scalars(name: str, values: Iterable[Number]) -> Scalars:
    """A list operand of numbers."""
    return Scalars([scalar(f"{name}[{at}]", value) for at, value in enumerate(values)])


def integers(name: str, values: Iterable[Any]) -> Array:
    """An aclIntArray."""
    return Array("aclCreateIntArray", tuple(integer(name, value) for value in values))


def floats(name: str, values: Iterable[Any]) -> Array:
    """An aclFloatArray."""
    return Array("aclCreateFloatArray", tuple(real(name, value) for value in values))


def booleans(name: str, values: Iterable[Any]) -> Array:
    """An aclBoolArray."""
    return Array("aclCreateBoolArray", tuple(boolean(name, value) for value in values))


_RANGES = {
    f"{'' if signed else 'u'}int{bits}_t": (-(1 << bits >> 1), (1 << bits - 1) - 1)
    if signed
    else (-1, (1 << bits) - 1)  # -1 is what C callers write for the largest
    for signed in (True, False)
    for bits in (8, 16, 32, 64)
}
_RANGES["int"] = _RANGES["int32_t"]


def integer(name: str, value: Any, c_type: str = "int64_t") -> int:
    """An integer of C."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: an integer is required, not {value!r:.40}") from None
    low, high = _RANGES[c_type]
    if not low <= number <= high:  # ctypes would cut it
        raise ValueError(f"{name}: {number} is not in the range from {low} to {high}")
    return number


def boolean(name: str, value: Any) -> bool:
    """A bool of C."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: a bool is required, not {value!r:.40}")
    return bool(value)


def real(name: str, value: Any) -> float:
    """A float or double of C."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise TypeError(f"{name}: a number is required, not {value!r:.40}")
    return float(value)


def text(name: str, value: str) -> bytes:
    """A const char * of C."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: a str is required, not {value!r:.40}")
    return value.encode()


def type_name(name: str, value: object) -> str:
    """A data type given by name, or as NumPy's or torch's."""
    if type(value) is str and value in _codes():
        return value
    try:
        return full_name(data_type(value))
    except TypeError as cause:
        raise TypeError(f"{name}: {cause}") from None


def type_code(type: str) -> int:
    """The aclDataType of a data type's name."""
    return _codes()[type]


Argument = Tensor | Tensors | Scalar | Scalars | Array | int | float | bytes | None


# --- The device ----------------------------------------------------------------------------------


@cache
def default_device() -> Device:
    """Device 0, open from the first call on until the process ends."""
    device = Device(0)
    owner = os.getpid()

    def close() -> None:
        if os.getpid() == owner:  # a forked child has no device
            device.close()

    atexit.register(close)
    return device


_default_device_lock = threading.Lock()


class _Scalar(Resource):
    """An aclScalar that is kept."""

    def __init__(self, device: Device, lib: native.Library, value: Scalar) -> None:
        handle = lib.aclCreateScalar(value.bytes, value.code)
        if handle is None:
            raise null("aclCreateScalar")
        super().__init__(device, "scalar", handle, lib.aclDestroyScalar)


@cache
def _dims(shape: tuple[int, ...]) -> tuple[Any, Any]:
    """A shape and its dense strides as C takes them."""
    strides = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    kind = ctypes.c_int64 * len(shape)
    return kind(*shape), kind(*reversed(strides))


_ARRAY_ITEMS = {
    "aclCreateIntArray": (ctypes.c_int64, "aclDestroyIntArray"),
    "aclCreateFloatArray": (ctypes.c_float, "aclDestroyFloatArray"),
    "aclCreateBoolArray": (ctypes.c_bool, "aclDestroyBoolArray"),
}


class _Session:
    """What one call after the other of a thread uses: a stream, device memory, scalars."""

    def __init__(self) -> None:
        with _default_device_lock:
            device = default_device()
        self.device = device
        self.lib = native.load()
        self.stream = device.stream()
        self.context = ctypes.c_void_p()
        self.size = ctypes.c_uint64()
        self.executor = ctypes.c_void_p()
        self.host: Any = ctypes.create_string_buffer(_SMALL)
        self.kept: dict[int, list[Memory]] = {}
        self.kept_bytes = 0
        self.scalars: dict[tuple[int, bytes], _Scalar] = {}
        # of the call that is under way
        self.taken: list[Memory] = []
        self.made: list[tuple[Any, int]] = []  # what destroys an object, and the object
        self.results: list[tuple[Tensor, Memory | None]] = []

    # Memory

    def take(self, size: int) -> Memory:
        """Device memory of at least so many bytes, until the call is over."""
        room = max(_LEAST, 1 << (size - 1).bit_length()) if size <= _LARGEST_KEPT else size
        free = self.kept.get(room)
        if free:
            memory = free.pop()
            self.kept_bytes -= room
        else:
            memory = Memory(self.device, room)
        self.taken.append(memory)
        return memory

    def give_back(self) -> None:
        """Keep the memory of the call, as far as it is worth it."""
        for memory in self.taken:
            if memory.size > _LARGEST_KEPT or self.kept_bytes + memory.size > _MOST_KEPT:
                memory.close()
            else:
                self.kept.setdefault(memory.size, []).append(memory)
                self.kept_bytes += memory.size
        self.taken.clear()

    # Arguments

    def convert(self, argument: Argument) -> Any:
        """What C takes for an argument."""
        if isinstance(argument, Tensor):
            return self.tensor(argument)
        if isinstance(argument, Scalar):
            return self.scalar(argument)
        if isinstance(argument, Tensors):
            made = len(self.made)
            members = [self.tensor(each) for each in argument.members]
            return self.list_of("Tensor", members, made)
        if isinstance(argument, Scalars):
            made = len(self.made)
            create, destroy = self.lib.aclCreateScalar, self.lib.aclDestroyScalar
            members = [
                self.keep("aclCreateScalar", destroy, create(each.bytes, each.code))
                for each in argument.members
            ]
            return self.list_of("Scalar", members, made)
        if isinstance(argument, Array):
            item: Any
            item, destroy = _ARRAY_ITEMS[argument.create]
            items = (item * len(argument))(*argument.values)
            handle = getattr(self.lib, argument.create)(items, len(argument))
            return self.keep(argument.create, getattr(self.lib, destroy), handle)
        return argument

    def list_of(self, kind: str, members: list[int], made: int) -> int:
        """An aclTensorList or aclScalarList, which takes the objects made since over."""
        handles = (ctypes.c_void_p * len(members))(*members)
        api = f"aclCreate{kind}List"
        handle = getattr(self.lib, api)(handles, len(members))
        if handle is not None:
            del self.made[made:]
        return self.keep(api, getattr(self.lib, f"aclDestroy{kind}List"), handle)

    def keep(self, api: str, destroy: Any, handle: int | None) -> int:
        """A new object, until the call is over."""
        if handle is None:
            raise null(api)
        self.made.append((destroy, handle))
        return handle

    def tensor(self, operand: Tensor) -> int:
        """A new aclTensor over device memory, with the array's contents where they are read."""
        array = operand.array
        size = array.nbytes
        memory = self.take(size) if size else None
        address = memory._handle if memory is not None else None
        if operand.is_written:
            self.results.append((operand, memory))
        if size and operand.is_read:
            if size <= _SMALL:
                source: Any = array.tobytes()
            else:
                array = np.ascontiguousarray(array)
                source = array.ctypes.data
            status = self.lib.aclrtMemcpy(address, size, source, size, _TO_DEVICE)
            if status != 0:
                raise error("aclrtMemcpy", status)
        dims, strides = _dims(operand.shape)
        rank = len(operand.shape)
        code = _codes()[operand.type]
        lib = self.lib
        handle = lib.aclCreateTensor(dims, rank, code, strides, 0, _ND, dims, rank, address)
        return self.keep("aclCreateTensor", lib.aclDestroyTensor, handle)

    def scalar(self, value: Scalar) -> int:
        """An aclScalar, which is kept for the next time."""
        key = (value.code, value.bytes)
        found = self.scalars.get(key)
        if found is None:
            if len(self.scalars) >= _MOST_SCALARS:
                self.scalars.clear()
            found = self.scalars[key] = _Scalar(self.device, self.lib, value)
        return found._handle

    def fetch(self, operand: Tensor, memory: Memory | None) -> Any:
        """What the caller gets for an operand that was written."""
        array, given = operand.array, operand.given
        target = given if isinstance(given, np.ndarray) else array
        if memory is not None:
            size = array.nbytes
            if size <= _SMALL:
                status = self.lib.aclrtMemcpy(self.host, size, memory._handle, size, _TO_HOST)
                fresh = np.ndarray(array.shape, array.dtype, self.host)
                if given is None:
                    fresh = fresh.copy()
            else:
                whole = given is None or (target.flags.c_contiguous and target.dtype.isnative)
                fresh = target if whole else np.empty(array.shape, array.dtype)
                status = self.lib.aclrtMemcpy(
                    fresh.ctypes.data, size, memory._handle, size, _TO_HOST
                )
            if status != 0:
                raise error("aclrtMemcpy", status)
            if given is None:
                return fresh
            if isinstance(given, np.ndarray):
                if fresh is not given:
                    given[...] = fresh
                return given
            given.copy_(as_torch(fresh.copy(), given))  # type: ignore[attr-defined]
        return array if given is None else given

    # The call

    def run(self, name: str, arguments: Sequence[Argument]) -> list[Any]:
        """Both phases; what was written."""
        lib = self.lib
        context = self.context
        if lib.aclrtGetCurrentContext(ctypes.byref(context)) != 0:
            take_message()
            context.value = None
        before, own = context.value, self.device.context
        if before != own:
            check("aclrtSetCurrentContext", lib.aclrtSetCurrentContext(own))
        queued = False
        try:
            values = [self.convert(argument) for argument in arguments]
            status = getattr(lib, name + "GetWorkspaceSize")(
                *values, ctypes.byref(self.size), ctypes.byref(self.executor)
            )
            if status != 0:
                raise error(f"{name}GetWorkspaceSize", status)
            size = self.size.value
            workspace = self.take(size)._handle if size else None
            executor, stream = self.executor.value, self.stream._handle
            status = getattr(lib, name)(workspace, size, executor, stream)
            if status != 0:
                self.refused(name, status, executor)
            queued = True
            status = lib.aclrtSynchronizeStream(stream)
            queued = False
            if status != 0:
                raise error("aclrtSynchronizeStream", status)
            return [self.fetch(operand, memory) for operand, memory in self.results]
        finally:
            if queued:  # interrupted: nobody else may get the memory before the work is done
                lib.aclrtSynchronizeStream(self.stream._handle)
            for destroy, handle in self.made:
                destroy(handle)
            self.made.clear()
            self.results.clear()
            self.give_back()
            if before is not None and before != own:
                lib.aclrtSetCurrentContext(before)

    def refused(self, name: str, status: int, executor: int | None) -> NoReturn:
        """Raise what the second phase said; some refusals leave the executor to the caller."""
        failure = error(name, status)
        if self.lib.aclDestroyAclOpExecutor(executor) != 0:
            take_message()
        raise failure


_thread = threading.local()


def run(name: str, *arguments: Argument) -> Any:
    """Run an operator: the array that it wrote, or a tuple of those of several operands.

    Results are torch tensors where the first tensor given is one. A list operand gives a list.
    """
    sessions: list[_Session] | None = getattr(_thread, "sessions", None)
    if sessions is None:
        sessions = _thread.sessions = []
    session = sessions.pop() if sessions else _Session()  # another one for a call within a call
    try:
        found = session.run(name, arguments)
    finally:
        sessions.append(session)
    like = _first_given(arguments)
    if like is not None and is_torch(like):
        found = [as_torch(each, like) if isinstance(each, np.ndarray) else each for each in found]
    results: list[Any] = []
    at = 0
    for argument in arguments:
        if isinstance(argument, Tensor) and argument.is_written:
            results.append(found[at])
            at += 1
        elif isinstance(argument, Tensors) and argument.is_written:
            count = len(argument.members)
            results.append(found[at : at + count])
            at += count
    return results[0] if len(results) == 1 else tuple(results)


def _first_given(arguments: Sequence[Argument]) -> object:
    for argument in arguments:
        if isinstance(argument, Tensors):
            return argument.members[0].given if argument.members else None
        if isinstance(argument, Tensor):
            return argument.given
    return None
