# SPDX-License-Identifier: Apache-2.0
"""Devices and their two command queues."""

from __future__ import annotations

import math
import operator
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from .. import native
from .. import runtime as acl
from .._operands import default_device
from .._plan import plan
from ..errors import AclOutOfMemoryError, ClosedError, check
from ..tensor import Tensor as AclTensor
from ..tensor import contiguous_strides
from ._storage import Pool, Storage
from ._types import kind, refuse

QUEUES = 2

# How far callers that never wait get ahead of a queue: so many marks, with so much work between.
MARKS = 4
MARK_EVERY = 32
MARK_BYTES = 32 << 20
POLL_SECONDS = 50e-6


def dense(
    device: acl.Device, memory: acl.Memory | None, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> AclTensor:
    """A contiguous tensor of the library at the start of some memory."""
    return AclTensor(device, memory, shape, dtype, shape, contiguous_strides(shape), 0, "ND")


class Queue:
    """A stream, with the memory that operators on it hand their results on in.

    Such memory belongs to the queue, one piece a role, and grows to the largest call: what is
    queued later runs later, so that it may write over it.
    """

    def __init__(
        self, device: acl.Device, number: int, allocate: Callable[[int], acl.Memory]
    ) -> None:
        self.number = number
        self.stream = device.stream()
        self._device = device
        self._allocate = allocate
        self._scratch: dict[str, acl.Memory] = {}
        self._unmarked = 0
        self._unmarked_bytes = 0

    def scratch(self, role: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> AclTensor:
        """A tensor with undefined contents that lasts until the role is asked for again."""
        size = math.prod(shape) * dtype.itemsize
        return dense(self._device, self._piece(role, size), shape, dtype)

    def _piece(self, role: str, size: int) -> acl.Memory | None:
        memory = self._scratch.get(role)
        if size and (memory is None or memory.size < size):
            memory = self._scratch[role] = self._allocate(size)
        return memory if size else None

    def run(self, name: str, *arguments: object) -> None:
        """Queue an operator. All on a queue have one workspace, each after the other."""
        step = plan(name, *arguments)
        step.use_workspace(self.stream, self._piece("workspace", step.workspace_size))
        step.run(self.stream)

    def copy(self, to: acl.Memory | None, source: acl.Memory | None, size: int) -> None:
        """Queue a copy of so many bytes, from start to start."""
        if to is None or source is None:
            return
        kind = native.constants()["ACL_MEMCPY_DEVICE_TO_DEVICE"]
        with self._device.current() as lib:
            status = lib.aclrtMemcpyAsync(
                to.handle, to.size, source.handle, size, kind, self.stream.handle
            )
            check("aclrtMemcpyAsync", status)
        self.stream.held.add(to)
        self.stream.held.add(source)

    def keep_up(self, size: int) -> None:
        """Call it after each piece of work, on storages of so many bytes. Lets go of what work that
        has run needed, and waits for the queue while it is far behind."""
        self._unmarked += 1
        self._unmarked_bytes += size
        if self._unmarked < MARK_EVERY and self._unmarked_bytes < MARK_BYTES:
            return
        self._unmarked = self._unmarked_bytes = 0
        event = self._device.event()
        event.record(self.stream)
        self.stream.held.mark(event)
        # By queries: waiting for an event would take a failure from whoever waits for the results.
        while self.stream.held.pass_marks() > MARKS:
            time.sleep(POLL_SECONDS)


class Device:
    """An open device. Made by open_device; ends with close_device."""

    def __init__(self, device: acl.Device) -> None:
        self.acl = device
        self._pool = Pool()
        self._queues = [Queue(device, number, self._allocate) for number in range(QUEUES)]
        self._lock = threading.RLock()

    def id(self) -> int:
        """The number it was opened with."""
        return self.acl.id

    def __repr__(self) -> str:
        return f"ttnn.Device({self.acl.id}{', closed' if self.acl.closed else ''})"

    def storage(self, size: int, *, on_queue: bool) -> Storage:
        """Memory for a tensor of so many bytes."""
        return Storage(self._allocate, size, self._pool, on_queue=on_queue)

    def _allocate(self, size: int) -> acl.Memory:
        """New memory. When there is none left, what was freed and is still in use on the queues is
        waited for, which may raise what failed there."""
        try:
            return acl.Memory(self.acl, size)
        except AclOutOfMemoryError:
            self._pool.clear()
            for queue in self._queues:
                queue.stream.synchronize()
            return acl.Memory(self.acl, size)

    @contextmanager
    def work(self, queue_id: int, *storages: Storage) -> Iterator[Queue]:
        """A queue to put work on that uses these storages, in order after what used them before.

        One thread at a time puts work on the queues of a device.
        """
        with self._lock:
            queue = self._queues[queue_id]
            others = {id(each.queue): each.queue for each in storages if each.queue is not queue}
            for other in others.values():
                if other is not None:
                    event = self.acl.event()
                    event.record(other.stream)
                    queue.stream.wait(event)
            for storage in storages:
                storage.queue = queue
            yield queue
            queue.keep_up(sum(storage.size for storage in storages))

    def finish(self, storage: Storage) -> None:
        """Wait for what uses a storage; raises what failed on that queue."""
        if storage.queue is not None:
            storage.queue.stream.synchronize()


_host_lock = threading.Lock()


@cache
def _host() -> Device:
    return Device(default_device())


def host() -> Device:
    """Where tensors are that are on no device: memory of the library's own that is never closed."""
    with _host_lock:
        return _host()


def _require_type(call: str, value: object) -> Device:
    if isinstance(value, Device):
        return value
    raise TypeError(
        f"ttnn.{call}: device: what ttnn.open_device returns is required, not {kind(value)}"
    )


def require_device(call: str, value: object) -> Device:
    """An open device. Raises TypeError, ClosedError."""
    device = _require_type(call, value)
    if device.acl.closed:
        raise ClosedError(f"ttnn.{call}: device {device.acl.id} cannot be used: it was closed")
    return device


def require_queue(call: str, queue_id: object) -> int:
    """The number of a queue. Raises TypeError, RuntimeError."""
    if isinstance(queue_id, bool) or not hasattr(queue_id, "__index__"):
        raise TypeError(f"ttnn.{call}: queue_id: an int is required, not {kind(queue_id)}")
    number = operator.index(queue_id)
    if not 0 <= number < QUEUES:
        refuse(call, f"queue_id is {number}; a device has the command queues 0 and 1")
    return number


def open_device(device_id: int = 0, **sizes: int) -> Device:
    """Open an emulated device.

    device_id  its number, from 0; ACLNN_DEVICES says how many there are
    sizes      l1_small_size, trace_region_size and num_command_queues are accepted and change
               nothing: there are always two queues

    A device may be opened several times; tensors of different openings do not mix. Raises
    AclParameterError (a RuntimeError) when there is no such device.
    """
    ignored = {"l1_small_size", "trace_region_size", "num_command_queues"}
    for name in sizes:
        if name not in ignored:
            raise TypeError(f"ttnn.open_device: there is no argument {name!r}")
    return Device(acl.Device(device_id))


def close_device(device: Device) -> None:
    """Wait for the device's work and close it; doing it again does nothing.

    Its tensors cannot be used afterwards: from_device, to_torch or to_numpy saves what is needed.
    Raises what failed on the device and was not raised before; it is closed then too.
    """
    opened = _require_type("close_device", device)
    with opened._lock:
        opened.acl.close()


def synchronize_device(device: Device, queue_id: int | None = None) -> None:
    """Wait for both command queues, or for one.

    Raises AclKernelError (a RuntimeError) for what failed there since the last time somebody
    waited, such as an index outside of the table.
    """
    opened = require_device("synchronize_device", device)
    if queue_id is None:
        opened.acl.synchronize()
    else:
        opened._queues[require_queue("synchronize_device", queue_id)].stream.synchronize()
