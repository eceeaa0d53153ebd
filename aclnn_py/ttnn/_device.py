# SPDX-License-Identifier: Apache-2.0
"""Devices and their two command queues."""

from __future__ import annotations

import operator
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from .. import runtime as acl
from .._operands import default_device
from ..errors import AclOutOfMemoryError, ClosedError
from ._queue import Queue
from ._storage import Pool, Storage
from ._types import kind, refuse

QUEUES = 2


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


@contextmanager
def manage_device(device_id: int = 0, **sizes: int) -> Iterator[Device]:
    """An open device for a `with` block, at whose end it is closed; arguments as open_device's."""
    device = open_device(device_id, **sizes)
    try:
        yield device
    finally:
        close_device(device)


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
