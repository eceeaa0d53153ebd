# SPDX-License-Identifier: Apache-2.0
"""What queued work needs."""

from __future__ import annotations

import threading
from collections import deque
from typing import Protocol


class Mark(Protocol):
    """A place in a stream, such as an event that was recorded there."""

    def query(self) -> bool:
        """Whether the stream has reached it."""
        ...


class Held:
    """What work on a stream needs and nothing else holds: kept until the stream has run it.

    A synchronize lets go of everything. Who queues work without one sets marks between, and lets go
    of what lies before those that are reached. The end of a stream keeps it too: a collector that
    finds the stream and its tensors unused may free these first.
    """

    def __init__(self) -> None:
        self._items: dict[int, object] = {}  # behind the last mark
        self._marks: deque[tuple[Mark, dict[int, object]]] = deque()
        self._lock = threading.Lock()

    def add(self, item: object) -> None:
        """Keep something that work needs which was queued just now."""
        with self._lock:
            self._items[id(item)] = item

    def take(self) -> dict[int, object]:
        """Everything held so far; whoever waits for the stream drops it afterwards."""
        with self._lock:
            items, self._items = self._items, {}
            for _, marked in self._marks:
                items |= marked
            self._marks.clear()
        return items

    def put_back(self, items: dict[int, object]) -> None:
        """What was taken is needed still."""
        with self._lock:
            self._items |= items

    def mark(self, mark: Mark) -> None:
        """Everything held so far lies before this mark, which was just set."""
        with self._lock:
            self._marks.append((mark, self._items))
            self._items = {}

    def pass_marks(self) -> int:
        """Let go of what lies before the marks that are reached; how many are not."""
        passed = []
        with self._lock:
            while self._marks and self._marks[0][0].query():
                passed.append(self._marks.popleft())
            return len(self._marks)
