# SPDX-License-Identifier: Apache-2.0
"""Command queues."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import native
from .. import runtime as acl
from .._plan import plan
from ..errors import check
from ..layout import contiguous_strides

# How far callers that never wait get ahead of a queue: so many marks, with so much work between.
MARKS = 4
MARK_EVERY = 32
MARK_BYTES = 32 << 20
POLL_SECONDS = 50e-6


def dense(
    device: acl.Device, memory: acl.Memory | None, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> acl.Tensor:
    """A contiguous tensor of the library at the start of some memory."""
    return acl.Tensor(device, memory, shape, dtype, shape, contiguous_strides(shape), 0, "ND")


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

    def scratch(self, role: str, shape: tuple[int, ...], dtype: np.dtype[Any]) -> acl.Tensor:
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
