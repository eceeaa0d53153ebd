# SPDX-License-Identifier: Apache-2.0
"""Devices and what is made on them: streams, events, memory, tensors.

A context is current per thread in CANN. Here an object knows its device, and every call makes the
device's context current on the calling thread first and puts back what was current before, so the
objects can be used from any thread and next to code that calls the library itself.

Closing a device closes everything that was made on it, in this order: streams (after their queued
work), events, plans, tensors, scalars, memory. What is used afterwards raises ClosedError.
"""

from __future__ import annotations

import ctypes
import math
import operator
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import native
from ._held import Held
from .arrays import Array, as_array, elements_as_text
from .context import (
    current_context,
    in_context,
    initialize,
    reset_device,
    to_milliseconds,
)
from .data_types import data_type, numpy_dtype
from .errors import AclError, AclTimeoutError, ClosedError, check, null, take_message
from .layout import contiguous_strides, format_value, fractal_storage, int64s
from .packing import from_memory, is_packed, memory_size, to_memory

if TYPE_CHECKING:
    from typing_extensions import Self  # typing has it from 3.11 on


class Resource:
    """Something on a device that ends with close(), with its device, or with its last reference.

    `release(handle)` is called at most once, with the device's context current. A failure there
    has nobody to tell: the text is dropped.
    """

    def __init__(
        self,
        device: Device,
        what: str,
        handle: int,
        release: Callable[[int], int],
        needed: object = None,
    ) -> None:
        """needed: what must not end before release was called."""
        self._device = device
        self._what = what
        self._handle = handle
        self._finalizer = weakref.finalize(self, _release, device.context, release, handle, needed)
        self._finalizer.atexit = False
        device._adopt(self)

    @property
    def device(self) -> Device:
        """The device it is on."""
        return self._device

    @property
    def closed(self) -> bool:
        """Whether it was closed, or its device."""
        return not self._finalizer.alive

    @property
    def handle(self) -> int:
        """The 64-bit token that C calls take. Raises ClosedError."""
        if self.closed:
            device = self._device
            why = f"device {device.id} was closed" if device.closed else "it was closed"
            raise ClosedError(f"this {self._what} cannot be used: {why}")
        return self._handle

    def close(self) -> None:
        """Give it back; doing it again does nothing."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _release(context: int, release: Callable[[int], int], handle: int, _needed: object) -> None:
    try:
        with in_context(context):
            if release(handle) != 0:
                take_message()
    except AclError:  # the device was reset behind our back, and everything on it is gone
        return


class _Blocks(threading.local):
    """The contexts that were current when this thread entered the with-blocks of a device."""

    def __init__(self) -> None:
        self.entered_from: list[int | None] = []


class Device:
    """An emulated device, open from here until close() or the end of a with block.

    id  the device's number, from 0

    with-blocks of the same device may be nested: the outermost closes it. Any number of Device
    objects may have the same number; closing one ends what was made on it, also memory that the
    streams of another still use. May be used from several threads. Raises AclParameterError when
    there is no such device.
    """

    def __init__(self, id: int = 0) -> None:
        if not hasattr(id, "__index__"):
            raise TypeError(f"id: an int, the number of a device, is required, not {id!r:.40}")
        number = operator.index(id)
        if not -(2**31) <= number < 2**31:  # ctypes would cut it to 32 bits
            raise ValueError(f"id: {number} is no device number")
        initialize()
        lib = native.load()
        before = current_context()
        check("aclrtSetDevice", lib.aclrtSetDevice(number))
        context = current_context()
        assert context is not None
        if before is not None:
            lib.aclrtSetCurrentContext(before)
        self.id = number
        self.context: int = context
        self._lock = threading.RLock()
        self._depth = 0
        self._blocks = _Blocks()
        self._closed = False
        self._resources: weakref.WeakSet[Resource] = weakref.WeakSet()
        self._default_stream = DefaultStream(self)
        self._finalizer = weakref.finalize(self, reset_device, context, number)
        self._finalizer.atexit = False

    def __repr__(self) -> str:
        return f"<aclnn_py.Device {self.id}{' closed' if self._closed else ''}>"

    @property
    def closed(self) -> bool:
        """Whether close() was called, or the outermost with block left."""
        return self._closed

    def _adopt(self, resource: Resource) -> None:
        with self._lock:
            self._resources.add(resource)

    @contextmanager
    def current(self) -> Iterator[native.Library]:
        """The library, with this device's context current on the calling thread in the block."""
        if self._closed:
            raise ClosedError(f"device {self.id} cannot be used: it was closed")
        with in_context(self.context) as lib:
            yield lib

    # Making things

    def stream(self) -> Stream:
        """A new stream."""
        return Stream(self)

    def event(self) -> Event:
        """A new event."""
        return Event(self)

    @property
    def default_stream(self) -> DefaultStream:
        """The stream that work goes to when none is named (NULL in C)."""
        return self._default_stream

    def tensor(self, array: ArrayLike, format: str = "ND") -> Tensor:
        """A tensor in device memory of its own, with a copy of an array.

        array   a NumPy array of any strides, what NumPy makes one of, or a torch tensor
        format  "ND", "NCHW" and so on; it says what the dimensions mean and moves no data. In
                "FRACTAL_NZ" the memory is that of whole blocks

        The copy is contiguous. Raises TypeError for an element type without an aclDataType,
        AclOutOfMemoryError when the device is full.
        """
        return Tensor.from_array(self, array, format)

    def empty(
        self,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike = "float32",
        format: str = "ND",
    ) -> Tensor:
        """A contiguous tensor in device memory of its own; what is in it is undefined.

        dtype  a name ("bfloat16", "DT_BF16", "bf16": aclnn_py.data_types), or a data type of
               NumPy or torch
        """
        return Tensor.empty(self, shape, dtype, format)

    # The device itself

    def synchronize(self, timeout: float | None = None) -> None:
        """Wait for the default stream and all streams made here; timeout is in seconds, None for
        ever.

        Raises what failed there since the last synchronize (AclKernelError), or AclTimeoutError.
        Failures on streams that others made on the same device are left to them, which
        aclrtSynchronizeDevice would not do.
        """
        if self._closed:
            raise ClosedError(f"device {self.id} cannot be used: it was closed")
        to_milliseconds(timeout)
        end = None if timeout is None else time.monotonic() + timeout
        with self._lock:
            streams = [each for each in self._resources if isinstance(each, Stream)]
        failure: AclError | None = None
        every: list[DefaultStream | Stream] = [self._default_stream]
        every += [each for each in streams if not each.closed]
        for stream in every:
            try:
                stream.synchronize(None if end is None else max(end - time.monotonic(), 0.001))
            except AclTimeoutError:
                raise
            except AclError as error:
                if failure is None:
                    failure = error
                else:
                    failure.message += f"\nanother stream failed too: {error}"
        if failure is not None:
            raise failure

    def memory(self) -> tuple[int, int]:
        """Bytes free and bytes in all."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        attribute = native.constants()["ACL_HBM_MEM"]
        with self.current() as lib:
            check(
                "aclrtGetMemInfo",
                lib.aclrtGetMemInfo(attribute, ctypes.byref(free), ctypes.byref(total)),
            )
        return free.value, total.value

    def close(self) -> None:
        """Close everything made on this device, then give it back (aclrtResetDevice).

        Raises what failed on its streams and was not raised by a synchronize before; the device
        is closed then too.
        """
        failure = None
        try:
            if not self._closed:
                self.synchronize()
        except AclError as error:
            failure = error
        with self._lock:
            if self._closed:
                return
            self._closed = True
            resources = list(self._resources)
        for what in ("stream", "event", "plan", "tensor", "scalar", "memory"):
            for resource in resources:
                if resource._what == what:
                    resource._finalizer()
        self._finalizer.detach()
        status = reset_device(self.context, self.id)
        if failure is not None:
            raise failure
        check("aclrtResetDevice", status)

    def __enter__(self) -> Self:
        """Open a block in which the device is also current for C calls of this thread."""
        if self._closed:
            raise ClosedError(f"device {self.id} cannot be used: it was closed")
        before = current_context()
        check("aclrtSetCurrentContext", native.load().aclrtSetCurrentContext(self.context))
        self._blocks.entered_from.append(before)
        with self._lock:
            self._depth += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._blocks.entered_from:
            raise RuntimeError(
                f"device {self.id}: a with block has to end on the thread that it began on"
            )
        before = self._blocks.entered_from.pop()
        with self._lock:
            self._depth -= 1
            last = self._depth == 0
        try:
            if last:
                self.close()
        except AclError:
            if error is None:  # else the error that ended the block is the one to see
                raise
        finally:
            ended = self._closed and before == self.context
            wanted = before is not None and not ended and before != current_context()
            if wanted and native.load().aclrtSetCurrentContext(before) != 0:
                take_message()


def _synchronize(stream: DefaultStream | Stream, timeout: float | None) -> None:
    milliseconds = to_milliseconds(timeout)
    api = "aclrtSynchronizeStreamWithTimeout"
    handle = stream.handle
    queued = stream.held.take()
    try:
        with stream.device.current() as lib:
            check(api, lib.aclrtSynchronizeStreamWithTimeout(handle, milliseconds))
    except (AclTimeoutError, KeyboardInterrupt):  # perhaps before the wait
        stream.held.put_back(queued)
        raise


def _query(stream: DefaultStream | Stream) -> bool:
    status = ctypes.c_int()
    handle = stream.handle
    queued = stream.held.take()
    done = False
    try:
        with stream.device.current() as lib:
            check("aclrtStreamQuery", lib.aclrtStreamQuery(handle, ctypes.byref(status)))
        done = status.value == native.constants()["ACL_STREAM_STATUS_COMPLETE"]
    finally:
        if not done:
            stream.held.put_back(queued)
    return done


class DefaultStream:
    """The default stream of a device (NULL in C). It lives and ends with the device."""

    handle = None

    def __init__(self, device: Device) -> None:
        self._device = weakref.ref(device)
        self.held = Held()

    @property
    def device(self) -> Device:
        """The device whose default stream this is."""
        device = self._device()
        if device is None:
            raise ClosedError("this stream cannot be used: its device was closed")
        return device

    def synchronize(self, timeout: float | None = None) -> None:
        """As Stream.synchronize."""
        _synchronize(self, timeout)

    def query(self) -> bool:
        """As Stream.query."""
        return _query(self)


class Stream(Resource):
    """A queue of work that runs in order, at the same time as the caller and other streams."""

    def __init__(self, device: Device) -> None:
        handle = ctypes.c_void_p()
        with device.current() as lib:
            check("aclrtCreateStream", lib.aclrtCreateStream(ctypes.byref(handle)))
        assert handle.value is not None
        self.held = Held()
        super().__init__(device, "stream", handle.value, lib.aclrtDestroyStream, self.held)

    def synchronize(self, timeout: float | None = None) -> None:
        """Wait until everything queued so far has run; timeout is in seconds, None for ever.

        Raises AclKernelError when some of it failed, once; AclTimeoutError, and then the work
        goes on.
        """
        _synchronize(self, timeout)

    def query(self) -> bool:
        """Whether everything queued so far has run. Does not wait."""
        return _query(self)

    def wait(self, event: Event) -> None:
        """Let work queued from now on start only after `event`. Does not wait itself."""
        with self.device.current() as lib:
            check("aclrtStreamWaitEvent", lib.aclrtStreamWaitEvent(self.handle, event.handle))
        self.held.add(event)

    def close(self) -> None:
        """Wait for the queued work, then end the stream.

        Raises AclKernelError when work failed that no synchronize has reported; the stream has
        ended then too.
        """
        if self.closed:
            return
        try:
            self.synchronize()
        finally:
            super().close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.close()
        except AclError:
            if error is None:
                raise


class Event(Resource):
    """A mark in a stream, to wait for and to measure time between."""

    def __init__(self, device: Device) -> None:
        handle = ctypes.c_void_p()
        with device.current() as lib:
            check("aclrtCreateEvent", lib.aclrtCreateEvent(ctypes.byref(handle)))
        assert handle.value is not None
        super().__init__(device, "event", handle.value, lib.aclrtDestroyEvent)

    def record(self, stream: Stream | DefaultStream | None = None) -> None:
        """Set the mark behind what is queued on the stream now; None is the default stream."""
        target = stream if stream is not None else self.device.default_stream
        with self.device.current() as lib:
            check("aclrtRecordEvent", lib.aclrtRecordEvent(self.handle, target.handle))
        target.held.add(self)

    def synchronize(self, timeout: float | None = None) -> None:
        """Wait until the mark is reached; timeout is in seconds. Raises AclTimeoutError."""
        milliseconds = to_milliseconds(timeout)
        api = "aclrtSynchronizeEventWithTimeout"
        with self.device.current() as lib:
            check(api, lib.aclrtSynchronizeEventWithTimeout(self.handle, milliseconds))

    def query(self) -> bool:
        """Whether the mark is reached."""
        status = ctypes.c_int()
        with self.device.current() as lib:
            check(
                "aclrtQueryEventStatus",
                lib.aclrtQueryEventStatus(self.handle, ctypes.byref(status)),
            )
        return status.value == native.constants()["ACL_EVENT_RECORDED_STATUS_COMPLETE"]

    def elapsed(self, end: Event) -> float:
        """Seconds from this mark to `end`; both must have been reached."""
        milliseconds = ctypes.c_float()
        with self.device.current() as lib:
            check(
                "aclrtEventElapsedTime",
                lib.aclrtEventElapsedTime(ctypes.byref(milliseconds), self.handle, end.handle),
            )
        return milliseconds.value / 1000


class Memory(Resource):
    """An allocation of device memory; `handle` is its address. size is in bytes, at least 1."""

    def __init__(self, device: Device, size: int) -> None:
        address = ctypes.c_void_p()
        policy = native.constants()["ACL_MEM_MALLOC_HUGE_FIRST"]
        with device.current() as lib:
            check("aclrtMalloc", lib.aclrtMalloc(ctypes.byref(address), size, policy))
        assert address.value is not None
        super().__init__(device, "memory", address.value, lib.aclrtFree)
        self.size = size

    def write(self, array: np.ndarray[Any, Any]) -> None:
        """Copy a contiguous array of at most `size` bytes to the start of the memory."""
        kind = native.constants()["ACL_MEMCPY_HOST_TO_DEVICE"]
        with self.device.current() as lib:
            status = lib.aclrtMemcpy(self.handle, self.size, array.ctypes.data, array.nbytes, kind)
            check("aclrtMemcpy", status)

    def read(self, array: np.ndarray[Any, Any], offset: int) -> None:
        """Fill a contiguous array from the bytes that start at `offset`."""
        kind = native.constants()["ACL_MEMCPY_DEVICE_TO_HOST"]
        with self.device.current() as lib:
            status = lib.aclrtMemcpy(
                array.ctypes.data, array.nbytes, self.handle + offset, array.nbytes, kind
            )
            check("aclrtMemcpy", status)


_DLPACK_EXTENSION = 12
"""kDLExtDev: a device that DLPack has no name for."""


class Tensor(Resource):
    """An aclTensor: a shape, strides and an offset over device memory.

    Made by Device.tensor, Device.empty and view. Views share the memory, which is given back
    when the last tensor over it is closed and the work that was queued with it has run.

    shape    elements per dimension; may be empty, may hold zeros
    strides  elements (not bytes) from one index of a dimension to the next
    offset   elements from the start of the memory to the first element
    dtype    the NumPy data type of the elements
    format   what the dimensions mean, for example "ND"
    handle   the aclTensor for C calls
    """

    def __init__(
        self,
        device: Device,
        memory: Memory | None,
        storage_shape: tuple[int, ...],
        dtype: np.dtype[Any],
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        offset: int,
        format: str,
    ) -> None:
        self.memory: Memory | None = memory
        self.shape = shape
        self.strides = strides
        self.offset = offset
        self.dtype = dtype
        self.format = format
        self._storage_shape = storage_shape
        with device.current() as lib:
            handle = self.create(lib)
        super().__init__(device, "tensor", handle, lib.aclDestroyTensor)

    def create(self, lib: native.Library) -> int:
        """Another aclTensor like this one, for a list to own. Raises AclError, and ValueError
        beyond 64 bits."""
        handle: int | None = lib.aclCreateTensor(
            int64s("shape", self.shape),
            len(self.shape),
            data_type(self.dtype).value,
            int64s("strides", self.strides),
            int64s("offset", [self.offset])[0],
            format_value(self.format),
            int64s("shape", self._storage_shape),
            len(self._storage_shape),
            self.memory.handle if self.memory is not None else None,
        )
        if handle is None:
            raise null("aclCreateTensor")
        return handle

    @classmethod
    def empty(
        cls,
        device: Device,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike,
        format: str,
    ) -> Tensor:
        """As Device.empty."""
        sizes = tuple(map(operator.index, shape if isinstance(shape, Sequence) else (shape,)))
        if any(size < 0 for size in sizes):
            raise ValueError(f"shape: {sizes} has a negative size")
        kind = numpy_dtype(dtype)
        if math.prod(max(size, 1) for size in sizes) * kind.itemsize >= 2**63:
            raise ValueError(f"shape: {sizes} is more than an address space holds")
        storage = fractal_storage(format, sizes, data_type(kind).bits)
        size = memory_size(kind, max(math.prod(sizes), math.prod(storage)))
        memory = Memory(device, size) if math.prod(sizes) else None
        return cls(device, memory, storage, kind, sizes, contiguous_strides(sizes), 0, format)

    @classmethod
    def from_array(cls, device: Device, array: ArrayLike, format: str) -> Tensor:
        """As Device.tensor."""
        host = as_array(array)
        tensor = cls.empty(device, host.shape, host.dtype, format)
        tensor.write(host)
        return tensor

    def __repr__(self) -> str:
        state = " closed" if self.closed else f" {self._values()}"
        return f"<aclnn_py.Tensor {self.dtype.name}{list(self.shape)}{state}>"

    def _values(self) -> str:
        """The elements for a reader; waits for the device."""
        self.device.synchronize()
        return elements_as_text(self.numpy())

    def __array__(self, *_arguments: object, **_named: object) -> NoReturn:
        raise TypeError(f"{self._where()}; .numpy() makes an array of it")

    def __dlpack__(self, **_named: object) -> NoReturn:
        raise BufferError(f"{self._where()}, which DLPack cannot share; .numpy() copies it")

    def __dlpack_device__(self) -> tuple[int, int]:
        return _DLPACK_EXTENSION, self.device.id

    def _where(self) -> str:
        return f"an aclnn_py.Tensor lies in the memory of device {self.device.id}"

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def address(self) -> int:
        """Where the memory starts, offset not added; 0 for a tensor without elements."""
        self.handle  # noqa: B018
        return self.memory.handle if self.memory is not None else 0

    def view(
        self,
        shape: Sequence[SupportsIndex],
        strides: Sequence[SupportsIndex] | None = None,
        offset: SupportsIndex = 0,
    ) -> Tensor:
        """Another tensor over the same memory.

        strides  elements; contiguous when left out. 0 repeats, negative goes backwards
        offset   elements from the start of the memory (not from this tensor's offset)

        What lies outside of the memory is refused by the call that uses the tensor, not here.
        """
        self.handle  # noqa: B018  a closed tensor has no views
        sizes = tuple(map(operator.index, shape))
        steps = (
            contiguous_strides(sizes) if strides is None else tuple(map(operator.index, strides))
        )
        if len(sizes) != len(steps):
            raise ValueError(f"strides: {len(steps)} given for {len(sizes)} dimensions")
        return Tensor(
            self.device,
            self.memory,
            self._storage_shape,
            self.dtype,
            sizes,
            steps,
            operator.index(offset),
            self.format,
        )

    def _is_whole(self) -> bool:
        """Whether the elements are the memory from its start on, in order."""
        return self.offset == 0 and self.strides == contiguous_strides(self.shape)

    def write(self, array: ArrayLike) -> None:
        """Replace the contents by those of an array of the same shape and data type.

        Blocks, and does not wait for streams: work queued before may see old or new contents.
        Only for tensors that are not strided views.
        """
        self.handle  # noqa: B018
        host = as_array(array)
        if host.shape != self.shape or host.dtype.newbyteorder("=") != self.dtype:
            raise ValueError(
                f"array: {self.dtype.name}{list(self.shape)} is required, not "
                f"{host.dtype.name}{list(host.shape)}"
            )
        if not self._is_whole():
            raise ValueError("a strided view cannot be written; write the tensor it views")
        if self.memory is not None and self.size:
            self.memory.write(to_memory(np.ascontiguousarray(host, dtype=self.dtype)))

    def numpy(self) -> Array:
        """The contents as a new array.

        Blocks, and does not wait for streams: synchronize first, as in C.
        """
        self.handle  # noqa: B018
        if self.memory is None or self.size == 0:
            return np.empty(self.shape, self.dtype)
        # the range of elements that is touched is copied, then viewed as this tensor views it
        reach = [(size - 1) * step for size, step in zip(self.shape, self.strides, strict=True)]
        first = self.offset + sum(step for step in reach if step < 0)
        last = self.offset + sum(step for step in reach if step > 0)
        itemsize = self.dtype.itemsize
        if first < 0 or memory_size(self.dtype, last + 1) > self.memory.size:
            room = self.memory.size * 2 if is_packed(self.dtype) else self.memory.size // itemsize
            raise ValueError(f"the view touches elements {first} to {last}; its memory has {room}")
        if is_packed(self.dtype):
            return self._unpacked(last)
        if self._is_whole():
            whole = np.empty(self.shape, self.dtype)
            self.memory.read(whole, 0)
            return whole
        span = np.empty(last - first + 1, self.dtype)
        self.memory.read(span, first * itemsize)
        view: Array = np.ndarray(
            self.shape,
            self.dtype,
            span.view(np.uint8),  # not all data types have a buffer of their own
            (self.offset - first) * itemsize,
            [step * itemsize for step in self.strides],
        )
        return view.copy()

    def _unpacked(self, last: int) -> Array:
        """The contents where two elements lie in a byte. CANN rounds the offset down to a byte."""
        assert self.memory is not None
        halves = np.empty(memory_size(self.dtype, last + 1), np.uint8)
        self.memory.read(halves, 0)
        every = from_memory(halves, self.dtype, (last + 1,))
        start = self.offset - self.offset % 2
        places = np.full(self.shape, start)
        for axis, step in enumerate(self.strides):
            along = [1] * self.ndim
            along[axis] = -1
            places = places + np.arange(self.shape[axis]).reshape(along) * step
        view: Array = every[places]
        return view

    def close(self) -> None:
        """Destroy the aclTensor, and give up this tensor's share of the memory."""
        super().close()
        self.memory = None

    def __enter__(self) -> Self:
        if self.closed:
            raise ClosedError("this tensor cannot be used: it was closed")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
