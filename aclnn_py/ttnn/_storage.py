# SPDX-License-Identifier: Apache-2.0
"""Device memory of tensors.

The library gives the pages of large allocations back to the system when they are freed, and new
pages cost more than an operator that fills them. So a device here keeps the last few large pieces
that tensors have left, for results of the same size. A piece comes with the queue that used it
last, and whoever takes it over puts work on it behind that queue's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from .. import runtime as acl
from ._queue import Queue

LEAST_BYTES = 2 << 20  # as in csrc/runtime/memory/device_memory.c
MOST_BYTES = 128 << 20
MOST_PIECES = 4

Piece = tuple[acl.Memory, Queue | None]


class Pool:
    """The pieces that a device keeps. give may be called at any time, also by the collector in the
    middle of another call, so there is no lock: every step on the deque is atomic."""

    def __init__(self) -> None:
        self._pieces: deque[Piece] = deque(maxlen=MOST_PIECES)

    def give(self, memory: acl.Memory, queue: Queue | None) -> None:
        """Keep a piece, in place of the oldest one if there are too many."""
        if LEAST_BYTES <= memory.size <= MOST_BYTES and not memory.closed:
            self._pieces.append((memory, queue))

    def take(self, size: int) -> Piece | None:
        """A piece of just this size."""
        found = None
        others = []
        while found is None:
            try:
                piece = self._pieces.pop()
            except IndexError:
                break
            if piece[0].size == size:
                found = piece
            else:
                others.append(piece)
        self._pieces.extend(reversed(others))
        return found

    def clear(self) -> None:
        """Keep nothing."""
        self._pieces.clear()


class Storage:
    """Device memory of a tensor, and the queue that used it last.

    on_queue  whether all that will be written to it is put on queues; what the host writes at once
              needs memory that no queue has work for
    """

    def __init__(
        self, allocate: Callable[[int], acl.Memory], size: int, pool: Pool, *, on_queue: bool
    ) -> None:
        self.size = size
        self.memory: acl.Memory | None = None
        self.queue: Queue | None = None
        self._pool = pool
        piece = pool.take(size) if on_queue else None
        if piece is not None:
            self.memory, self.queue = piece
        elif size:
            self.memory = allocate(size)

    def __del__(self) -> None:
        if self.memory is not None:
            self._pool.give(self.memory, self.queue)
