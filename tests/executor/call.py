# SPDX-License-Identifier: Apache-2.0
"""One call of an operator in its two phases, whose every part can be made wrong."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from support import NO_PADDING, Session

from aclnn_py import native

GRAD = np.arange(12, dtype=np.float32).reshape(4, 3)
INDICES = np.array([1, 0, 1, 4])
WEIGHTS = 5
EXPECTED = [[3, 4, 5], [6, 8, 10], [0, 0, 0], [0, 0, 0], [9, 10, 11]]
UNTOUCHED = np.float32(-77)


class Call:
    """aclnnEmbeddingDenseBackward on operands of EXPECTED; `out` starts as UNTOUCHED."""

    def __init__(self, session: Session, *, bind: bool = True) -> None:
        self.session = session
        self.api = session.api
        self.arrays = (GRAD, INDICES, np.full((WEIGHTS, 3), UNTOUCHED))
        self.addresses = [session.upload(array) for array in self.arrays]
        self.tensors = [
            session.describe(array.shape, array.dtype, address if bind else None)
            for array, address in zip(self.arrays, self.addresses, strict=True)
        ]
        self.size = 0
        self.executor = 0
        self.workspace = 0
        self.text = ""
        self.keep: list[object] = []
        self.closers: list[Callable[[], object]] = []

    def close(self) -> None:
        """Ends what a test made beside the session's memory and tensors."""
        for closer in self.closers:
            closer()

    def phase_one(self) -> int:
        """The executor; the workspace is allocated as well."""
        self.phase_one_without_memory()
        self.workspace = self.session.malloc(self.size)
        return self.executor

    def phase_one_without_memory(self) -> None:
        size = ctypes.c_uint64()
        executor = ctypes.c_void_p()
        self.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            *self.tensors[:2],
            WEIGHTS,
            NO_PADDING,
            False,
            self.tensors[2],
            ctypes.byref(size),
            ctypes.byref(executor),
        )
        assert executor.value
        self.size, self.executor = size.value, executor.value

    def phase_two(self, **changes: Any) -> int:
        """The status, with its text in `text`. Changes: workspace, size, executor, stream."""
        self.api.message()
        status: int = self.api.aclnnEmbeddingDenseBackward(
            changes.get("workspace", self.workspace),
            changes.get("size", self.size),
            changes.get("executor", self.executor),
            changes.get("stream", self.session.stream),
        )
        self.text = self.api.message()
        return status

    def fails(self, code: int, *words: str, **changes: Any) -> None:
        """Phase two fails with the code and a text with the words."""
        status = self.phase_two(**changes)
        assert status == code, self.text
        assert "aclnnEmbeddingDenseBackward" in self.text
        for word in words:
            assert word in self.text.partition("): ")[2], self.text

    def runs(self, **changes: Any) -> None:
        assert self.phase_two(**changes) == 0, self.text
        assert self.text == ""

    def result(self, address: int | None = None) -> list[list[float]]:
        """`out` after a synchronize."""
        assert self.session.synchronize() == 0
        where = self.addresses[2] if address is None else address
        rows: list[list[float]] = self.session.download(where, (WEIGHTS, 3), np.float32).tolist()
        return rows

    def fresh_out(self) -> int:
        return self.session.upload(self.arrays[2])

    def is_untouched(self) -> bool:
        return bool((np.array(self.result()) == UNTOUCHED).all())

    def is_spent(self) -> bool:
        """Whether the executor is one no more."""
        return bool(self.phase_two() == 561000)

    @contextmanager
    def gate(self) -> Iterator[None]:
        """What is queued inside waits until the block is left."""
        import threading

        event = threading.Event()
        function = native.HostCallback(lambda _: [event.wait(30), None][1])
        self.api.ok.aclrtLaunchHostFunc(
            self.session.stream, ctypes.cast(function, ctypes.c_void_p), None
        )
        try:
            yield
        finally:
            event.set()
            self.session.synchronize()
            del function
