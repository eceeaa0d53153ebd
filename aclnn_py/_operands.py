# SPDX-License-Identifier: Apache-2.0
"""Operators on arrays: what the functions of ops.py are made of.

    def exp(self, *, out=None):
        return run("aclnnExp", tensor("self", self), result("out", out))

An operand holds an array on the host until run() takes all of them to device 0, asks the library
what shapes and data types the results have, runs both phases on a stream of the calling thread's
own, waits, and brings back what was written. Device memory, streams and scalars are kept for the
next call.
"""

from __future__ import annotations

import atexit
import ctypes
import math
import os
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar

import numpy as np

from . import native
from ._outputs import Asker, Output, outputs_of
from ._values import Array, Objects, Scalar, Scalars, TensorList, codes, known_types, type_of
from .arrays import as_array, as_torch, is_torch
from .data_types import data_type, numpy_dtype
from .errors import AclError, check, error, null, take_message
from .layout import (
    contiguous_strides,
    format_value,
    fractal_format,
    fractal_storage,
    image_format,
    int64s,
)
from .packing import PACKED, from_memory, memory_size, to_memory
from .runtime import Device, Memory, Resource
from .tensor_spec import TensorSpec

if TYPE_CHECKING:
    from numpy.typing import NDArray


class _TorchTensor(Protocol):
    """What tells a torch tensor from all that NumPy makes an array of."""

    def detach(self) -> Any: ...


TorchTensor = TypeVar("TorchTensor", bound=_TorchTensor)
#: A tensor, a list of them, a result that is not there yet, or none.
Operand = TypeVar("Operand", bound="Tensor | Tensors | Result | None")

_free = ctypes.CDLL(None).free
_free.argtypes = [ctypes.c_void_p]
_free.restype = None

_SMALL = 1 << 16  # bytes up to which a copy on the host costs less than asking for an address
_LEAST = 512  # bytes of the smallest piece of device memory
_LARGEST_KEPT = 1 << 24
_MOST_KEPT = 1 << 26  # bytes of device memory that a thread keeps
_MOST_SCALARS = 256
_MOST_TENSORS = 256
_ND = 2  # ACL_FORMAT_ND
_TO_DEVICE, _TO_HOST = 1, 2  # ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST


# --- Operands ------------------------------------------------------------------------------------


class Tensor:
    """A tensor operand: an array on the host, and what the operator does with it."""

    __slots__ = (
        "array",
        "format",
        "given",
        "handle",
        "is_found",
        "is_read",
        "is_written",
        "memory",
        "shape",
        "storage",
        "type",
    )

    def __init__(self, array: NDArray[Any], type: str, given: object = None) -> None:
        self.array = array
        self.shape: tuple[int, ...] = array.shape
        self.storage = self.shape
        self.type = type
        self.given = given  # what was given for it and is no array of NumPy's
        self.is_read = True
        self.is_written = False
        self.is_found = False  # the run finds out its shape
        self.format = _ND
        self.handle: Any = None
        self.memory: Memory | None = None  # of the device, while a call is under way


class Result:
    """A tensor, or a list of them, that the call writes and the library says the shapes of.

    type  the data type that was asked for; None is the one that follows from the operands
    """

    __slots__ = ("is_found", "is_image", "is_list", "type")

    def __init__(
        self, type: str | None = None, is_found: bool = False, is_list: bool = False
    ) -> None:
        self.type = type
        self.is_found = is_found
        self.is_list = is_list
        self.is_image = False

    def made(self, outputs: Sequence[Output]) -> Tensor | Tensors | None:
        """The operand, of new arrays, that the library answered so; None for one that the call
        does not take with these arguments."""
        members = [self._tensor(each) for each in outputs]
        if self.is_list:
            return Tensors(members, is_written=True)
        return members[0] if members else None

    def _tensor(self, answer: Output) -> Tensor:
        operand = output("", None, answer.shape, self.type or answer.type)
        operand.is_found = self.is_found
        if self.is_image:
            operand.format = _image_format(len(answer.shape))
        return operand


class Tensors:
    """A list of tensor operands, which the operator reads or writes."""

    __slots__ = ("is_written", "members")

    def __init__(self, members: list[Tensor], is_written: bool = False) -> None:
        self.members = members
        self.is_written = is_written


_MOST_DIMENSIONS = 25  # of an aclTensor


def _array_of(name: str, value: object) -> Any:
    if value is None:
        raise TypeError(f"{name}: an array, a tensor or a number is required, not None")
    try:
        return as_array(value)
    except ValueError as cause:  # rows of different lengths
        raise ValueError(f"{name}: {cause}") from cause


def tensor(name: str, value: object) -> Tensor:
    """An operand of an array, a torch tensor, or what NumPy makes an array of."""
    if type(value) is np.ndarray:
        array, given = value, None
    else:
        array, given = _array_of(name, value), value
    if array.ndim > _MOST_DIMENSIONS:  # aclCreateTensor would leave out those behind
        raise ValueError(
            f"{name}: an array of at most {_MOST_DIMENSIONS} dimensions is required, not of "
            f"{array.ndim}"
        )
    kind = known_types.get(array.dtype)
    if kind is None:
        kind = type_of(name, array.dtype)
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


def image(operand: Operand) -> Operand:
    """The same operand, whose format says what its dimensions are: NCHW and so on; of a list that
    of each member."""
    if isinstance(operand, Result):
        operand.is_image = True
        return operand
    members = operand.members if isinstance(operand, Tensors) else [operand]
    for each in members:
        if isinstance(each, Tensor):
            each.format = _image_format(len(each.shape))
    return operand


def fractal(operand: Operand, is_image: bool = False) -> Operand:
    """The same operand in FRACTAL_NZ, in a storage of whole blocks, of a list each; the weight of a
    convolution of volumes in FRACTAL_Z_3D."""
    if isinstance(operand, Tensors):
        for each in operand.members:
            fractal(each, is_image)
    elif isinstance(operand, Tensor):
        words = fractal_format(len(operand.shape), is_image)
        operand.format = format_value(words)
        operand.storage = fractal_storage(words, operand.shape, data_type(operand.type).bits)
    return operand


def _storage_bytes(operand: Tensor) -> int:
    """Those of blocks; 0 where the storage is that of the elements."""
    if operand.storage is operand.shape:
        return 0
    return math.prod(operand.storage) * data_type(operand.type).bits // 8


def result(name: str, given: object, type: str | None = None) -> Tensor | Result:
    """The operand of a result: what was given for it, or a new array. `type` is the data type that
    was asked for of a new one."""
    return Result(type) if given is None else written(name, given)


def found(name: str, given: object) -> Tensor | Result:
    """The operand of a result whose shape is known when it was computed.

    What was given for it keeps its shape, and has the result in its first elements.
    """
    return Result(is_found=True) if given is None else written(name, given)


def results(name: str, given: Iterable[object] | None) -> Tensors | Result:
    """The operands of a list of results: what was given for them, or new arrays."""
    if given is None:
        return Result(is_list=True)
    members = [written(f"{name}[{at}]", value) for at, value in enumerate(given)]
    return Tensors(members, is_written=True)


@cache
def _image_format(rank: int) -> int:
    return format_value(image_format(rank))


@cache
def _numpy_type(name: str) -> np.dtype[Any]:
    return numpy_dtype(name)


Argument = Tensor | Tensors | Result | Scalar | Scalars | Array | int | float | bytes | None


# --- The device ----------------------------------------------------------------------------------


_default_device_lock = threading.Lock()
_default_devices: list[Device] = []

_CONTEXT_ENDED = 107002  # ACL_ERROR_RT_CONTEXT_NULL


def default_device() -> Device:
    """Device 0, open until the process ends; another one when the program has reset it since."""
    with _default_device_lock:
        if _default_devices and _lives(_default_devices[0]):
            return _default_devices[0]
        is_first = not _default_devices
        _default_devices[:] = [Device(0)]
        if is_first:  # behind the first device: what weakref does at the end has to come later
            atexit.register(_close_default_device, os.getpid())
        return _default_devices[0]


def _lives(device: Device) -> bool:
    try:
        with device.current():
            return True
    except AclError as error:
        if error.code != _CONTEXT_ENDED:
            raise
        return False


def _close_default_device(owner: int) -> None:
    if os.getpid() != owner:  # a forked child has no device
        return
    with suppress(AclError):  # the program may have reset the device; nothing of ours is queued
        _default_devices[0].close()


class _Scalar(Resource):
    """An aclScalar that is kept."""

    def __init__(self, device: Device, lib: native.Library, value: Scalar) -> None:
        handle = lib.aclCreateScalar(value.bytes, value.code)
        if handle is None:
            raise null("aclCreateScalar")
        super().__init__(device, "scalar", handle, lib.aclDestroyScalar)


class _Place(Resource):
    """An aclTensor of a small array, and its device memory: kept together for the next call."""

    def __init__(self, session: _Session, operand: Tensor) -> None:
        self.memory = Memory(session.device, operand.array.nbytes)
        handle = _create_tensor(session.lib, operand, self.memory)
        super().__init__(session.device, "tensor", handle, session.lib.aclDestroyTensor)


def _create_tensor(lib: native.Library, operand: Tensor, memory: Memory | None) -> int:
    """A new aclTensor over device memory."""
    dims, strides = _dims(operand.shape)
    rank = len(operand.shape)
    storage, storage_rank = dims, rank
    if operand.storage is not operand.shape:
        storage, storage_rank = int64s("storage", operand.storage), len(operand.storage)
    address = memory._handle if memory is not None else None
    handle = lib.aclCreateTensor(
        *(dims, rank, codes()[operand.type], strides, 0, operand.format),
        *(storage, storage_rank, address),
    )
    if handle is None:
        raise null("aclCreateTensor")
    return int(handle)


def _has_place(operand: Tensor) -> bool:
    """Whether the call leaves the aclTensor as it is: some find its shape or change its format."""
    return (
        operand.is_read != operand.is_written
        and not operand.is_found
        and operand.format == _ND
        and 0 < operand.array.nbytes <= _SMALL
        and operand.type not in PACKED
    )


@cache
def _dims(shape: tuple[int, ...]) -> tuple[Any, Any]:
    """A shape and its dense strides as C takes them."""
    return int64s("shape", shape), int64s("strides", contiguous_strides(shape))


class _Session:
    """What one call after the other of a thread uses: a stream, device memory, scalars."""

    def __init__(self) -> None:
        self.device = device = default_device()
        self.lib = native.load()
        self.stream = device.stream()
        self.context = ctypes.c_void_p()
        self.size = ctypes.c_uint64()
        self.executor = ctypes.c_void_p()
        self.host: Any = ctypes.create_string_buffer(_SMALL)
        self.kept: dict[int, list[Memory]] = {}
        self.kept_bytes = 0
        self.scalars: dict[tuple[int, bytes], _Scalar] = {}
        self.places: dict[tuple[tuple[int, ...], str], list[_Place]] = {}
        self.place_count = 0
        # of the call that is under way
        self.taken: list[Memory] = []
        self.lent: list[tuple[tuple[tuple[int, ...], str], _Place]] = []
        self.objects = Objects(self.lib)
        has_outputs = hasattr(self.lib, "aclnnExtGetOutputs")  # CANN has no such function
        self.asker = Asker(self.lib) if has_outputs else None
        self.has_several = False

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
        for key, place in self.lent:
            self.places[key].append(place)
        self.lent.clear()
        if self.place_count > _MOST_TENSORS:
            self.places.clear()
            self.place_count = 0

    # Arguments

    def convert(self, argument: Argument) -> Any:
        """What C takes for an argument."""
        if isinstance(argument, Tensor):
            return self.place(argument) if _has_place(argument) else self.tensor(argument)
        if isinstance(argument, Scalar):
            return self.scalar(argument)
        if isinstance(argument, Tensors):
            return self.objects.list_of("Tensor", map(self.tensor, argument.members))
        return self.objects.convert(argument)

    def place(self, operand: Tensor) -> int:
        """A kept aclTensor with the array's contents."""
        key = operand.shape, operand.type
        free = self.places.get(key)
        if free is None:
            free = self.places[key] = []
        if free:
            place = free.pop()
        else:
            place = _Place(self, operand)
            self.place_count += 1
        self.lent.append((key, place))
        operand.memory = place.memory
        self.bring(operand, operand.array)
        return place._handle

    def tensor(self, operand: Tensor) -> int:
        """A new aclTensor over device memory, with the array's contents."""
        array = operand.array
        if operand.type in PACKED:
            array = to_memory(array)
        size = array.nbytes
        operand.memory = self.take(max(size, _storage_bytes(operand))) if size else None
        self.bring(operand, array)
        operand.handle = _create_tensor(self.lib, operand, operand.memory)
        return self.objects.keep("aclCreateTensor", self.lib.aclDestroyTensor, operand.handle)

    def bring(self, operand: Tensor, array: Any) -> None:
        """Copy an array to the operand's memory where it is read.

        A call with several results may leave some of them alone (those that outputMask or a flag
        does not ask for): what was given for such a result stays, and a new array has zeros.
        """
        size = array.nbytes
        if size == 0 or not (operand.is_read or self.has_several):
            return
        assert operand.memory is not None
        address = operand.memory._handle
        if not operand.is_read and operand.given is None:
            check("aclrtMemset", self.lib.aclrtMemset(address, size, 0, size))
            return
        if size <= _SMALL:
            source: Any = array.tobytes()
        else:
            array = np.ascontiguousarray(array)
            source = array.ctypes.data
        status = self.lib.aclrtMemcpy(address, size, source, size, _TO_DEVICE)
        if status != 0:
            raise error("aclrtMemcpy", status)

    def found(self, operand: Tensor, array: Any) -> Any:
        """The elements that the run found, in the shape that it gave the tensor."""
        if array.ndim == 0:
            return array
        dims, rank = ctypes.POINTER(ctypes.c_int64)(), ctypes.c_uint64()
        check(
            "aclGetViewShape",
            self.lib.aclGetViewShape(operand.handle, ctypes.byref(dims), ctypes.byref(rank)),
        )
        shape = tuple(dims[: rank.value])
        _free(dims)
        return array.reshape(-1)[: math.prod(shape)].reshape(shape).copy()

    def scalar(self, value: Scalar) -> int:
        """An aclScalar, which is kept for the next time."""
        key = (value.code, value.bytes)
        found = self.scalars.get(key)
        if found is None:
            if len(self.scalars) >= _MOST_SCALARS:
                self.scalars.clear()
            found = self.scalars[key] = _Scalar(self.device, self.lib, value)
        return found._handle

    def fetch(self, operand: Tensor) -> Any:
        """What the caller gets for an operand that was written."""
        array, given, memory = operand.array, operand.given, operand.memory
        target = given if isinstance(given, np.ndarray) else array
        if memory is not None:
            size = array.nbytes
            if operand.type in PACKED:
                halves = np.empty(memory_size(array.dtype, array.size), np.uint8)
                size = halves.nbytes
                status = self.lib.aclrtMemcpy(
                    halves.ctypes.data, size, memory._handle, size, _TO_HOST
                )
                fresh = from_memory(halves, array.dtype, array.shape)
            elif size <= _SMALL:
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

    # Results

    def complete(
        self, name: str, arguments: list[Argument], values: list[Any]
    ) -> list[Output] | AclError:
        """What the results are that are not there yet.

        Where the library has no answer the arguments do not fit, and phase one says why: any array
        will do then. What the library said is what is returned.
        """
        failure = None
        try:
            answers = self.ask(name, arguments, values)
        except AclError as error:
            failure = error
            like = next((each for each in arguments if isinstance(each, Tensor)), None)
            any_shape, any_type = (like.shape, like.type) if like is not None else ((1,), "float32")
            answers = [Output(at, any_shape, any_type) for at in range(len(arguments))]
        asked = [at for at, each in enumerate(arguments) if isinstance(each, Result)]
        _fill(arguments, answers)
        for at in asked:
            values[at] = self.convert(arguments[at])
        return failure or answers

    def ask(self, name: str, arguments: Sequence[Argument], values: list[Any]) -> list[Output]:
        """What the library, or the package's own where that is another, says of the results."""
        if self.asker is not None:
            return self.asker.ask(name, values)
        return outputs_of(name, [_described(each) for each in arguments])

    def written(self, argument: Tensor | Tensors) -> Any:
        """What the caller gets for an argument that was written."""
        if isinstance(argument, Tensors):
            return [self.written(each) for each in argument.members]
        array = self.fetch(argument)
        return self.found(argument, array) if argument.is_found else array

    # The call

    def run(self, name: str, arguments: list[Argument]) -> list[Any]:
        """Both phases; what was written, of each argument."""
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
            self.has_several = _has_several_results(arguments)
            asked = [type(argument) is Result for argument in arguments]
            failure = None
            key = _question(name, arguments)
            if key is not None and key in _answers:
                _fill(arguments, _answers[key])
                key = None
            values = [
                None if type(argument) is Result else self.convert(argument)
                for argument in arguments
            ]
            if key is not None:
                answers = self.complete(name, arguments, values)
                failure = answers if isinstance(answers, AclError) else None
                if not isinstance(answers, AclError):
                    _remember(key, answers)
            status = getattr(lib, name + "GetWorkspaceSize")(
                *values, ctypes.byref(self.size), ctypes.byref(self.executor)
            )
            if status != 0:
                raise error(f"{name}GetWorkspaceSize", status)
            if failure is not None:
                raise failure
            size = self.size.value
            workspace = self.take(size)._handle if size else None
            executor, stream = self.executor.value, self.stream._handle
            second = getattr(lib, name)
            status = second(workspace, size, executor, *native.again(second, values), stream)
            if status != 0:
                self.refused(name, status, executor)
            queued = True
            status = lib.aclrtSynchronizeStream(stream)
            queued = False
            if status != 0:
                raise error("aclrtSynchronizeStream", status)
            return [
                None if argument is None else self.written(argument)
                for argument, is_new in zip(arguments, asked, strict=True)
                if (isinstance(argument, Tensor | Tensors) and argument.is_written)
                or (is_new and argument is None)
            ]
        finally:
            if queued:  # interrupted: nobody else may get the memory before the work is done
                lib.aclrtSynchronizeStream(self.stream._handle)
            self.objects.close()
            self.give_back()
            if before is not None and before != own:
                lib.aclrtSetCurrentContext(before)

    def refused(self, name: str, status: int, executor: int | None) -> NoReturn:
        """Raise what the second phase said; some refusals leave the executor to the caller."""
        failure = error(name, status)
        if self.lib.aclDestroyAclOpExecutor(executor) != 0:
            take_message()
        raise failure


def _has_several_results(arguments: Sequence[Argument]) -> bool:
    operands = [each for each in arguments if isinstance(each, Tensor | Tensors)]
    asked = sum(isinstance(each, Result) for each in arguments)
    return sum(each.is_written for each in operands) + asked > 1


# --- Results that are not there yet --------------------------------------------------------------

_MOST_ANSWERS = 1024

_answers: dict[Any, list[Output]] = {}
"""What the library has said of results, by the call and what it depends on: asking again takes
longer than a small call's other work in Python. It is the same on every product."""


def _question(name: str, arguments: Sequence[Argument]) -> Any:
    """The call and all that its results follow from; None where all results are there."""
    key: list[Any] = [name]
    is_asked = False
    for argument in arguments:
        kind = type(argument)
        if kind is Tensor:
            key.append((argument.shape, argument.type, argument.format))  # type: ignore[union-attr]
        elif kind is Result:
            is_asked = True
        else:
            key.append(_question_of(argument))
    return tuple(key) if is_asked else None


def _question_of(argument: Any) -> Any:
    if isinstance(argument, Tensor):
        return argument.shape, argument.type, argument.format
    if isinstance(argument, Scalar):
        return argument.code, argument.bytes
    if isinstance(argument, Tensors | Scalars):
        return tuple(map(_question_of, argument.members))
    if isinstance(argument, Array):
        return argument.values
    return argument.value if isinstance(argument, ctypes.c_float) else argument


def _remember(key: Any, answers: list[Output]) -> None:
    if len(_answers) >= _MOST_ANSWERS:
        _answers.clear()
    _answers[key] = answers


def _fill(arguments: list[Argument], answers: Sequence[Output]) -> None:
    """Make the results that are not there yet."""
    for at, argument in enumerate(arguments):
        if type(argument) is Result:
            arguments[at] = argument.made([each for each in answers if each.parameter == at])


def _described(argument: Argument) -> Any:
    """An argument as outputs_of takes it."""
    if isinstance(argument, Tensor):
        return TensorSpec(argument.shape, argument.type)
    if isinstance(argument, Tensors):
        return TensorList([TensorSpec(each.shape, each.type) for each in argument.members])
    return None if isinstance(argument, Result) else argument


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
        found = session.run(name, list(arguments))
    except AclError as error:
        if error.code != _CONTEXT_ENDED:
            raise
        # The program has reset the device, and all that was kept there is gone.
        sessions.clear()
        session = _Session()
        found = session.run(name, list(arguments))
    finally:
        sessions.append(session)
    like = _first_given(arguments)
    if like is not None and is_torch(like):
        found = [_as_torch(each, like) for each in found]
    return found[0] if len(found) == 1 else tuple(found)


def _as_torch(found: Any, like: object) -> Any:
    if isinstance(found, list):
        return [_as_torch(each, like) for each in found]
    return as_torch(found, like) if isinstance(found, np.ndarray) else found


def _first_given(arguments: Sequence[Argument]) -> object:
    for argument in arguments:
        if isinstance(argument, Tensors):
            return argument.members[0].given if argument.members else None
        if isinstance(argument, Tensor):
            return argument.given
    return None
