# SPDX-License-Identifier: Apache-2.0
"""Makes the calls of a recording with this library, and compares what both answered.

    for outcome in replay(read(Path("calls.aclnn"))):
        print(outcome)

A tensor gets memory of its own, unless its memory and another one's overlapped when the call was
recorded: then they lie to each other as they did. Each run is waited for. Inputs are those of the
recording; where it has none, numbers from -1 to 1, and integers from 0 to below the smallest
dimension and the smallest positive integer of the call, which are good as indices of any of them.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import native
from ._differences import describe_difference, sample_of
from ._recording import Record, Recording, RecordingError, member
from .context import initialize
from .data_types import numpy_dtype
from .errors import AclError, check, failure_text, take_message

Array = NDArray[Any]

_MOST_BYTES = 4 << 30
"""The memory that the tensors of one call may need."""

_MOST_ELEMENTS = 1 << 28
_ALIGNMENT = 512
_TO_DEVICE, _TO_HOST = 1, 2

_HANDLES = {
    "tensor": "aclTensor",
    "scalar": "aclScalar",
    "tensor_list": "aclTensorList",
    "scalar_list": "aclScalarList",
    "text": "char",
}
_ARRAYS: dict[str, tuple[str, Any]] = {
    "int_array": ("aclIntArray", ctypes.c_int64),
    "float_array": ("aclFloatArray", ctypes.c_float),
    "bool_array": ("aclBoolArray", ctypes.c_bool),
}


@dataclass(frozen=True)
class Outcome:
    """What is to be said of a call. kind: "difference"; "problem", what could not be compared for
    a mistake in the file; "note", what was not compared for another reason."""

    kind: str
    call: str
    text: str

    def __str__(self) -> str:
        return f"{self.call}: {self.text}"


class _LeftOutError(Exception):
    """Why a call or a run cannot be made here."""


# --- Tensors -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Tensor:
    """A tensor as it was recorded. strides and offset in elements."""

    type: int
    format: int
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    storage: tuple[int, ...]
    address: int
    role: str
    name: str

    @property
    def bits(self) -> int:
        """What one element takes; 0 for no known type."""
        return next((row.bits for row in _types() if row.value == self.type), 0)

    @property
    def is_raw(self) -> bool:
        """Whether its bytes are compared, because strides do not say where an element lies."""
        return self.bits % 8 != 0 or self.is_private

    @property
    def is_private(self) -> bool:
        """Whether the device's units fix the order of its elements."""
        return self.format in _private_formats()

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's type of its elements, or one of as many bytes."""
        if self.is_raw:
            return np.dtype(np.uint8)
        row = next(row for row in _types() if row.value == self.type)
        return numpy_dtype(row.name) if row.numpy_name else np.dtype(f"u{row.bits // 8}")

    def reach(self, shape: tuple[int, ...], strides: tuple[int, ...]) -> tuple[int, int]:
        """The first byte of such a view, and the one behind its last, from the tensor's address."""
        if self.bits == 0 or min(shape, default=1) < 0:
            return 0, 0
        if self.is_private:
            return 0, _whole_bytes(math.prod(max(size, 0) for size in self.storage) * self.bits)
        if 0 in shape:
            return 0, 0
        steps = [(size - 1) * stride for size, stride in zip(shape, strides, strict=True)]
        lowest = self.offset + sum(step for step in steps if step < 0)
        highest = self.offset + sum(step for step in steps if step > 0)
        return lowest * self.bits // 8, _whole_bytes((highest + 1) * self.bits)

    def elements(self, block: Array, base: int, shape: tuple[int, ...], strides: Any) -> Array:
        """The elements of such a view in a block of bytes, in which its address is at `base`."""
        start, end = self.reach(shape, strides)
        if self.is_raw:
            return block[base + start : base + end]
        size = self.bits // 8
        if not start < end:
            return np.empty(tuple(max(each, 0) for each in shape), self.dtype)
        if math.prod(shape) > _MOST_ELEMENTS:
            raise _LeftOutError(f"{self.name} has {math.prod(shape)} elements")
        try:
            return np.ndarray(
                shape,
                self.dtype,
                block.data,
                base + self.offset * size,
                tuple(stride * size for stride in strides),
            )
        except (ValueError, TypeError, OverflowError) as error:
            raise _LeftOutError(f"{self.name}: {error}") from None


def _whole_bytes(bits: int) -> int:
    return -(-bits // 8)


def _types() -> tuple[native.DataType, ...]:
    return native.description().data_types


def _private_formats() -> frozenset[int]:
    return native.description().private_formats


def _integers(content: object, name: str) -> tuple[int, ...]:
    found = member(content, name, list)
    if not all(type(each) is int and -(2**63) <= each < 2**63 for each in found):
        raise RecordingError(f"{name} has what is no integer of 64 bits")
    return tuple(found)


def _integer(content: object, name: str, bits: int = 64) -> int:
    found: int = member(content, name, int)
    if not -(2 ** (bits - 1)) <= found < 2 ** (bits - 1):
        raise RecordingError(f"{name} is no integer of {bits} bits")
    return found


def _address(content: object, name: str) -> int:
    text = member(content, name, str)
    try:
        address = int(text, 16)
    except ValueError:
        address = -1
    if not 0 <= address < 2**64:
        raise RecordingError(f"{name} is no address")
    return address


def _tensor(content: object, role: str, name: str) -> _Tensor:
    tensor = _Tensor(
        _integer(content, "type", 32),
        _integer(content, "format", 32),
        _integer(content, "offset"),
        _integers(content, "shape"),
        _integers(content, "strides"),
        _integers(content, "storage"),
        _address(content, "address"),
        role,
        name,
    )
    if len(tensor.shape) != len(tensor.strides):
        raise RecordingError(f"{name} has {len(tensor.strides)} strides")
    return tensor


class _Memory:
    """Device memory for the tensors of a run, whose ranges overlap as their addresses say."""

    def __init__(self, lib: Any, tensors: list[_Tensor | None], addresses: list[int]) -> None:
        self.lib = lib
        self.host: list[Array] = []
        self.device: list[int] = []
        self.place: dict[int, tuple[int, int]] = {}  # of a tensor: its block, and where in it
        ranges = []
        for number, (tensor, address) in enumerate(zip(tensors, addresses, strict=True)):
            if tensor is not None and address != 0:
                # With the tensor's address itself, which has to lie in the allocation.
                start, end = tensor.reach(tensor.shape, tensor.strides)
                ranges.append((address + min(start, 0), address + max(end, 1), number))
        blocks: list[tuple[int, int, list[int]]] = []
        for start, end, number in sorted(ranges):
            if blocks and start < blocks[-1][1]:
                first, last, numbers = blocks[-1]
                blocks[-1] = (first, max(last, end), [*numbers, number])
            else:
                blocks.append((start - start % _ALIGNMENT, end, [number]))
        total = sum(end - start for start, end, _ in blocks)
        if total > _MOST_BYTES:
            raise _LeftOutError(f"its tensors need {total} bytes")
        try:
            for start, end, numbers in blocks:
                self.place.update(
                    (number, (len(self.host), addresses[number] - start)) for number in numbers
                )
                self.host.append(np.zeros(end - start, np.uint8))
                self.device.append(allocate(lib, end - start))
        except (MemoryError, AclError) as error:
            self.release()
            raise _LeftOutError(f"there is no memory for its tensors: {error}") from None

    def address(self, number: int) -> int:
        """Where a tensor is; 0 for one whose address was NULL."""
        if number not in self.place:
            return 0
        block, offset = self.place[number]
        return self.device[block] + offset

    def elements(self, number: int, tensor: _Tensor, shape: Any, strides: Any) -> Array:
        """A tensor's elements in host memory."""
        block, base = self.place[number]
        start, end = tensor.reach(shape, strides)
        if base + start < 0 or base + end > len(self.host[block]):
            raise _LeftOutError(f"{tensor.name} is larger than it was in phase one")
        return tensor.elements(self.host[block], base, shape, strides)

    def copy(self, to_device: bool) -> None:
        """Copy all of it to the device, or back."""
        for host, device in zip(self.host, self.device, strict=True):
            ends = (device, host.ctypes.data) if to_device else (host.ctypes.data, device)
            kind = _TO_DEVICE if to_device else _TO_HOST
            status = self.lib.aclrtMemcpy(ends[0], host.nbytes, ends[1], host.nbytes, kind)
            check("aclrtMemcpy", status)

    def release(self) -> None:
        """Give it back."""
        for address in self.device:
            self.lib.aclrtFree(address)
        self.device = []


def allocate(lib: Any, size: int) -> int:
    """Device memory. Raises AclError."""
    address = ctypes.c_void_p()
    check("aclrtMalloc", lib.aclrtMalloc(ctypes.byref(address), size, 0))
    assert address.value is not None
    return address.value


# --- Calls ---------------------------------------------------------------------------------------


@dataclass
class _Call:
    """A phase one that was made again, and what its runs need."""

    record: Record
    text: str
    tensors: list[_Tensor | None] = field(default_factory=list)
    handles: list[int] = field(default_factory=list)
    setters: list[tuple[str, tuple[int, ...], int]] = field(default_factory=list)
    destroy: list[tuple[str, int]] = field(default_factory=list)
    largest_index: int = 1
    values: list[Any] = field(default_factory=list)
    executor: int = 0
    workspace: int = 0
    memory: _Memory | None = None
    runs: int = 0


class Replay:
    """Goes through a recording; `outcomes()` says what is to be said of each call."""

    def __init__(self, recording: Recording, seed: int = 0, ulp: int = 0) -> None:
        """ulp: how many units in the last place two numbers may differ and still count as equal."""
        self.recording, self.seed, self.ulp = recording, seed, ulp
        self.calls = self.runs = 0
        self.successes = self.compared = 0  # runs that succeeded where they were recorded, and here
        self.lib = native.load()
        initialize()
        check("aclrtSetDevice", self.lib.aclrtSetDevice(0))
        stream = ctypes.c_void_p()
        check("aclrtCreateStream", self.lib.aclrtCreateStream(ctypes.byref(stream)))
        self.stream = stream.value
        self.open: dict[tuple[int, int], _Call | str] = {}
        self.first_runs: dict[tuple[int, int], Record] = {}
        self.last_runs: dict[tuple[int, int], int] = {}
        self.found: list[Outcome] = []
        self.different: set[tuple[int, int]] = set()

    def outcomes(self) -> Iterator[Outcome]:
        """Make the calls in the order of the file."""
        records = self.recording.records
        programs = {record.program for record in records}
        for record in records:
            if record.content["kind"] == "run" and type(record.content.get("call")) is int:
                key = _key(record)
                self.first_runs.setdefault(key, record)
                self.last_runs[key] = record.number
        for record in records:
            kind = record.content["kind"]
            if kind == "process":
                continue
            program = f"program {record.program}, " if len(programs) > 1 else ""
            text = f"{program}a call"
            try:
                number, name = record.value("call", int), record.value("name", str)
                text = f"{program}call {number} {name}"
                if kind == "call":
                    self.calls += 1
                    self._call(record, text)
                else:
                    self.runs += 1
                    self._run(record, text)
            except RecordingError as error:
                self.found.append(Outcome("problem", text, f"record {record.number}: {error}"))
            except _LeftOutError as error:
                self.found.append(Outcome("note", text, f"not made here: {error}"))
            if any(outcome.kind == "difference" for outcome in self.found):
                self.different.add(_key(record))
            yield from self.found
            self.found = []
        for call in self.open.values():
            if isinstance(call, _Call):
                self._end(call)
        self.open = {}

    def different_records(self) -> list[Record]:
        """The records of the calls that differ, and of their programs."""
        programs = {program for program, _ in self.different}
        return [
            record
            for record in self.recording.records
            if (record.content["kind"] == "process" and record.number in programs)
            or (type(record.content.get("call")) is int and _key(record) in self.different)
        ]

    def _differs(self, call: str, what: str, recorded: object, here: object, why: str = "") -> None:
        text = f"{what} {recorded} recorded, {here} here{f' ({why})' if why else ''}"
        self.found.append(Outcome("difference", call, text))

    def _compare_status(self, call: str, what: str, recorded: int, here: int, api: str) -> None:
        why = failure_text(api).split("\n")[0] if here != 0 else ""
        if recorded != here:
            self._differs(call, what, _status(recorded), _status(here), why)

    # --- Phase one

    def _call(self, record: Record, text: str) -> None:
        key = _key(record)
        self.open[key] = "its phase one was not made here"
        call = _Call(record, text)
        try:
            self._make(call, key)
        except BaseException:
            self._end(call)
            raise

    def _make(self, call: _Call, key: tuple[int, int]) -> None:
        record, name = call.record, call.record.value("name", str)
        status = _integer(record.content, "status", 32)
        workspace = record.value("workspace", int)
        api = f"{name}GetWorkspaceSize"
        functions = native.description().functions
        if name not in functions or api not in functions:
            raise _LeftOutError("this library does not have it")
        prototype = functions[api].arguments[:-2]
        arguments = record.value("arguments", list)
        kinds = [_kind_of(spelling) for _, spelling in prototype]
        if kinds != [member(argument, "kind", str) for argument in arguments]:
            raise _LeftOutError("its parameters are others here")
        self._read_tensors(call, arguments)
        run = self.first_runs.get(key)
        addresses = self._addresses(call, run)
        if run is not None:
            call.memory = _Memory(self.lib, call.tensors, addresses)
            addresses = [call.memory.address(number) for number in range(len(addresses))]
        call.values = values = self._arguments(call, arguments, addresses)
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        take_message()
        here = getattr(self.lib, api)(*values, ctypes.byref(size), ctypes.byref(executor))
        call.executor = executor.value or 0 if here == 0 else 0
        call.workspace = size.value
        self._compare_status(call.text, "status of phase one", status, here, api)
        if status == here == 0 and workspace != size.value:
            self._differs(call.text, "workspace size", workspace, size.value)
        if run is not None and here == 0:
            if run.content.get("repeatable") is True:
                self.lib.aclSetAclOpExecutorRepeatable(call.executor)
            self.open[key] = call
        else:
            self._end(call)

    def _read_tensors(self, call: _Call, arguments: list[Any]) -> None:
        """Find the tensors of a call, in the order in which its runs name them."""
        limits = []
        for argument in arguments:
            kind, value = member(argument, "kind", str), argument.get("value")
            name, role = member(argument, "name", str), member(argument, "role", str)
            if value == "unknown" and kind != "text":
                raise _LeftOutError(f"{name} was no handle that the recorder had seen made")
            if kind == "integer" and type(value) is int and value > 0:
                limits.append(value)
            if kind not in ("tensor", "tensor_list"):
                continue
            if not isinstance(value, list):
                value = [value] if kind == "tensor" or value is not None else []
            for number, element in enumerate(value):
                if element == "unknown":
                    raise _LeftOutError(f"{name} has a handle that the recorder had not seen made")
                place = f"{name}[{number}]" if kind == "tensor_list" else name
                tensor = None if element is None else _tensor(element, role, place)
                call.tensors.append(tensor)
                limits += [size for size in (tensor.shape if tensor else ()) if size > 0]
        call.largest_index = min(limits, default=1)

    def _addresses(self, call: _Call, run: Record | None) -> list[int]:
        """Where the tensors were: in phase one, or in a run."""
        if run is None:
            return [tensor.address if tensor else 0 for tensor in call.tensors]
        parts = run.value("tensors", list)
        if len(parts) != len(call.tensors):
            raise RecordingError(f"tensors are {len(parts)}, and {len(call.tensors)} in phase one")
        return [
            _address(part, "address") if tensor is not None else 0
            for part, tensor in zip(parts, call.tensors, strict=True)
        ]

    def _arguments(self, call: _Call, arguments: list[Any], addresses: list[int]) -> list[Any]:
        values: list[Any] = []
        for position, argument in enumerate(arguments):
            kind, value = argument["kind"], argument.get("value")
            first = len(call.handles)
            if kind == "tensor":
                handle = self._create(call, addresses[first])
                values.append(handle or None)
                call.setters.append(("aclSetTensorAddr", (first,), handle))
                call.destroy.append(("aclTensor", handle))
            elif kind == "tensor_list" and value is not None:
                where = range(first, first + len(value))
                elements = [self._create(call, addresses[number]) for number in where]
                values.append(self._create_list(call, "aclTensorList", elements))
                call.setters += [
                    ("aclSetDynamicTensorAddr", (position, i), values[-1] if element else 0)
                    for i, element in enumerate(elements)
                ]
            else:
                values.append(self._value(call, kind, value, argument["name"]))
        return values

    def _create(self, call: _Call, address: int) -> int:
        """The next tensor of a call; 0 for NULL."""
        tensor = call.tensors[len(call.handles)]
        handle = 0
        if tensor is not None:
            dims, strides, storage = (
                (ctypes.c_int64 * len(values))(*values)
                for values in (tensor.shape, tensor.strides, tensor.storage)
            )
            rank, kind, layout = len(tensor.shape), tensor.type, tensor.format
            handle = self.lib.aclCreateTensor(
                *(dims, rank, kind, strides, tensor.offset, layout),
                *(storage, len(tensor.storage), address),
            )
        call.handles.append(handle or 0)
        return handle or 0

    def _create_list(self, call: _Call, kind: str, elements: list[int]) -> Any:
        row = (ctypes.c_void_p * max(len(elements), 1))(*elements)
        handle = getattr(self.lib, kind.replace("acl", "aclCreate"))(row, len(elements))
        call.destroy.append((kind, handle))
        return handle

    def _value(self, call: _Call, kind: str, value: Any, name: str) -> Any:
        """An argument that is no tensor, as ctypes takes it."""
        try:
            if kind == "integer" and type(value) is int:
                return value
            if kind == "real" and isinstance(value, int | float | str):
                return float(value)
            if value is None and kind not in ("integer", "real"):
                return None
            if kind == "text" and isinstance(value, str):
                return value.encode("latin-1")
            if kind == "scalar":
                data = bytes.fromhex(member(value, "hex", str))
                return self._create_scalar(call, data, _integer(value, "type", 32))
            if kind == "scalar_list" and isinstance(value, list):
                elements = [self._value(call, "scalar", each, name) or 0 for each in value]
                del call.destroy[len(call.destroy) - sum(map(bool, elements)) :]
                return self._create_list(call, "aclScalarList", elements)
            if kind in _ARRAYS and isinstance(value, list):
                handle, element = _ARRAYS[kind]
                items = [float(each) if element is ctypes.c_float else int(each) for each in value]
                row = (element * max(len(items), 1))(*items)
                made = getattr(self.lib, handle.replace("acl", "aclCreate"))(row, len(items))
                call.destroy.append((handle, made))
                return made
        except (TypeError, ValueError, OverflowError):
            pass
        raise RecordingError(f"{name} has a value that is none for {kind}")

    def _create_scalar(self, call: _Call, data: bytes, type_: int) -> int | None:
        if len(data) > 16:
            raise RecordingError("a scalar has more than 16 bytes")
        buffer = ctypes.create_string_buffer(data, 16)
        handle: int | None = self.lib.aclCreateScalar(buffer, type_)
        if handle:
            call.destroy.append(("aclScalar", handle))
        return handle

    # --- Phase two

    def _run(self, record: Record, text: str) -> None:
        key = _key(record)
        call = self.open.get(key, "the executor is of no call that was recorded")
        if isinstance(call, str):
            raise _LeftOutError(f"phase two, {call}")
        call.runs += 1
        if call.runs > 1:
            text = f"{text}, run {call.runs}"
        try:
            self._run_once(record, call, text)
        finally:
            if record.number >= self.last_runs[key]:
                self._end(call)
                self.open[key] = "its executor has run already"

    def _run_once(self, record: Record, call: _Call, text: str) -> None:
        name = record.value("name", str)
        status = _integer(record.content, "status", 32)
        ended = _integer(record.content, "synchronize", 32)
        if name not in native.description().operators:
            raise _LeftOutError("this library does not have it")
        addresses = self._addresses(call, record)
        if call.runs > 1:
            self._move(call, addresses)
        memory = call.memory
        assert memory is not None
        missing = self._fill(record, call, memory)
        memory.copy(to_device=True)
        given, recorded = record.value("workspace_size", int), call.record.value("workspace", int)
        size = call.workspace if given >= recorded else max(given, 0)
        workspace = 0
        if size > 0 and (recorded == 0 or _address(record.content, "workspace") != 0):
            try:
                workspace = allocate(self.lib, size)
            except AclError as error:
                raise _LeftOutError(f"there is no memory for its workspace: {error}") from None
        take_message()
        second = getattr(self.lib, name)
        again = native.again(second, call.values)
        here = second(workspace, size, call.executor, *again, self.stream)
        self._compare_status(text, "status of phase two", status, here, name)
        api = "aclrtSynchronizeStream"
        end = self.lib.aclrtSynchronizeStream(self.stream)
        if status == here == 0 and (ended == 0 or not missing):
            self._compare_status(text, "status of the synchronize", ended, end, api)
        take_message()
        if workspace:
            self.lib.aclrtFree(workspace)
        if status == here == ended == end == 0:
            self.successes += 1
            self._compare_numbers(record, call, memory, text, missing)

    def _move(self, call: _Call, addresses: list[int]) -> None:
        """Give the tensors of a repeatable executor the addresses of another run."""
        assert call.memory is not None
        call.memory.release()
        call.memory = _Memory(self.lib, call.tensors, addresses)
        for number, (api, where, handle) in enumerate(call.setters):
            if handle:
                address = call.memory.address(number)
                getattr(self.lib, api)(call.executor, *where, handle, address)

    def _fill(self, record: Record, call: _Call, memory: _Memory) -> list[str]:
        """Bring the contents to host memory; for inputs that the recording does not have, why."""
        random = np.random.default_rng([self.seed, record.number])
        missing = []
        parts = record.value("tensors", list)
        for number, tensor in enumerate(call.tensors):
            if tensor is None or number not in memory.place:
                continue
            into = memory.elements(number, tensor, tensor.shape, tensor.strides)
            before = parts[number].get("before")
            if isinstance(before, dict) and "none" not in before:
                content = self._stored(record, before, tensor)
                if content.size != into.size:
                    if tensor.role == "out":
                        continue  # an earlier run has found its shape
                    raise RecordingError(
                        f"{tensor.name} has {content.size} elements of {into.size}"
                    )
                into[...] = content.reshape(into.shape)
                continue
            if tensor.role == "out":
                continue
            if isinstance(before, dict):
                missing.append(f"{tensor.name}: {member(before, 'none', str)}")
            else:
                missing.append("")
            if not tensor.is_raw:
                into[...] = _made_up(random, into.shape, into.dtype, call.largest_index)
        return missing

    def _stored(self, record: Record, part: dict[str, Any], tensor: _Tensor) -> Array:
        """The elements that a record has of a tensor."""
        data = self.recording.data(record, member(part, "at", int), member(part, "size", int))
        if member(part, "raw", bool) != tensor.is_raw:
            raise RecordingError(f"{tensor.name} is stored in another way than its type asks for")
        if len(data) % tensor.dtype.itemsize:
            raise RecordingError(f"{tensor.name} has a part of an element")
        return np.frombuffer(data, tensor.dtype)

    def _compare_numbers(
        self, record: Record, call: _Call, memory: _Memory, text: str, missing: list[str]
    ) -> None:
        parts = record.value("tensors", list)
        memory.copy(to_device=False)
        has_numbers = False
        for number, tensor in enumerate(call.tensors):
            if tensor is None or tensor.role == "in":
                continue
            part = parts[number]
            recorded_shape = _integers(part, "shape")
            if missing and recorded_shape != tensor.shape:
                continue  # it follows from the inputs
            shape, strides = self._view(call.handles[number])
            if shape != recorded_shape:
                self._differs(text, f"{tensor.name}: shape", list(recorded_shape), list(shape))
                continue
            after = part.get("after")
            if not isinstance(after, dict) or missing or number not in memory.place:
                continue
            if "none" in after:
                reason = member(after, "none", str)
                self.found.append(Outcome("note", text, f"{tensor.name}: not compared, {reason}"))
                continue
            stored = self._stored(record, after, tensor)
            here = memory.elements(number, tensor, shape, strides)
            if here.size and not tensor.is_raw:
                step = member(after, "step", int)
                if step < 1:
                    raise RecordingError("step is no positive number")
                numbers = sample_of(here.size, step)
            else:
                numbers = np.arange(here.size)
            if len(numbers) != len(stored):
                raise RecordingError(f"{tensor.name} has {len(stored)} elements of {len(numbers)}")
            has_numbers = True
            chosen = here.reshape(-1)[numbers]
            found = describe_difference(stored, chosen, numbers, here.shape, self.ulp)
            if found:
                self.found.append(Outcome("difference", text, f"{tensor.name}: {found}"))
        self.compared += has_numbers
        reasons = [reason for reason in missing if reason]
        if reasons:
            self.found.append(Outcome("note", text, f"numbers not compared; {reasons[0]}"))

    def _view(self, handle: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The shape and the strides of a tensor; a run may have found them."""
        found = []
        for api in ("aclGetViewShape", "aclGetViewStrides"):
            values, count = ctypes.POINTER(ctypes.c_int64)(), ctypes.c_uint64()
            check(api, getattr(self.lib, api)(handle, ctypes.byref(values), ctypes.byref(count)))
            found.append(tuple(values[: count.value]))
            _free(values)
        return found[0], found[1]

    def _end(self, call: _Call) -> None:
        """Give back what a call has made."""
        if call.executor:
            self.lib.aclDestroyAclOpExecutor(call.executor)
        call.executor = 0
        for kind, handle in call.destroy:  # NULL is allowed
            getattr(self.lib, kind.replace("acl", "aclDestroy"))(handle)
        call.destroy = []
        if call.memory is not None:
            call.memory.release()
        take_message()


def _key(record: Record) -> tuple[int, int]:
    """What tells a call of the file from the others: its program, and its number there."""
    return record.program, record.value("call", int)


_free = ctypes.CDLL(None).free
_free.argtypes = [ctypes.c_void_p]
_free.restype = None


def _kind_of(spelling: str) -> str:
    """The recorder's word for a C type."""
    base, stars = native.split_type(spelling)
    if stars:
        handles = {**_HANDLES, **{kind: name for kind, (name, _) in _ARRAYS.items()}}
        return next((kind for kind, name in handles.items() if name == base), "")
    return "real" if base in ("float", "double") else "integer"


def _status(number: int) -> str:
    """A status with its name."""
    known = (row.name for row in native.description().statuses if row.value == number)
    name = next(known, "")
    return f"{number} ({name})" if name and number else str(number)


def _made_up(
    random: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype[Any], limit: int
) -> Array:
    """Numbers for an input that was not recorded."""
    if dtype.kind == "b":
        return random.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        return random.integers(0, min(limit, np.iinfo(dtype).max), shape).astype(dtype)
    if dtype.kind == "c":
        return (random.uniform(-1, 1, shape) + 1j * random.uniform(-1, 1, shape)).astype(dtype)
    return random.uniform(-1, 1, shape).astype(dtype)
