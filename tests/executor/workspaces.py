# SPDX-License-Identifier: Apache-2.0
"""A launch that runs long enough for something to happen to its workspace meanwhile."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from support import NO_PADDING, Session

#: What the library guards at the end of a workspace.
GUARD = 32

#: Rows, weights and columns of a launch that takes some tenths of a second and needs more scratch
#: than its workspace holds, and of one that takes a tenth and has its scratch there.
POOLED = (2_000_000, 500_000, 1)
WITHIN = (400_000, 1000, 128)

#: How often a test tries to do something while the launch runs. The first time is the rule.
TRIES = 20

AICORE_EXCEPTION = 507015


class LongLaunch:
    """aclnnEmbeddingDenseBackward of ones, whose rows come in no order: as many a weight."""

    def __init__(self, session: Session, sizes: tuple[int, int, int] = POOLED) -> None:
        self.session = session
        self.api = session.api
        rows, weights, columns = sizes
        self.shape = (weights, columns)
        self.sum = rows // weights
        indices = np.random.default_rng(1).permutation(rows) // self.sum
        self.out = session.malloc(4 * weights * columns)
        self.tensors = (
            session.tensor(np.ones([rows, columns], np.float32)),
            session.tensor(indices),
            session.describe(self.shape, np.float32, self.out),
        )
        self.size, executor = self.phase_one()
        self.api.ok.aclDestroyAclOpExecutor(executor)
        self.workspace = session.malloc(self.size)
        self.text = ""

    def phase_one(self) -> tuple[int, int]:
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        grad, indices, out = self.tensors
        self.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            grad,
            indices,
            self.shape[0],
            NO_PADDING,
            False,
            out,
            ctypes.byref(size),
            ctypes.byref(executor),
        )
        assert executor.value
        return size.value, executor.value

    def end_of_workspace(self) -> bytes:
        """The bytes of the guard, by a copy that waits for nothing."""
        place = self.workspace + self.size - GUARD
        return self.session.download(place, [GUARD], np.uint8).tobytes()

    def queue(self, stream: Any = None) -> None:
        size, executor = self.phase_one()
        self.api.ok.aclnnEmbeddingDenseBackward(
            self.workspace, size, executor, self.session.stream if stream is None else stream
        )

    def is_running(self) -> bool:
        status = ctypes.c_int()
        self.api.ok.aclrtStreamQuery(self.session.stream, ctypes.byref(status))
        return status.value != 0

    def disturb(self, action: Callable[[], object]) -> int:
        """Runs once, and the action when it has begun: what the synchronize then says."""
        before = self.end_of_workspace()
        self.queue()
        while self.end_of_workspace() == before and self.is_running():
            pass
        action()
        return self.status()

    def status(self) -> int:
        """What the next synchronize says, with its text in `text`."""
        self.api.message()
        status = self.session.synchronize()
        self.text = self.api.message()
        return status

    def is_right(self) -> bool:
        out = self.session.download(self.out, self.shape, np.float32)
        return bool((out == self.sum).all())


def fails(launch: LongLaunch, action: Callable[[], object]) -> str:
    """The text of a launch that fails because of the action while it runs."""
    for _ in range(TRIES):
        status = launch.disturb(action)
        if status != 0:
            assert status == AICORE_EXCEPTION, launch.text
            assert "aclnnEmbeddingDenseBackward" in launch.text
            assert f"workspace at {launch.workspace:#x}, {launch.size} bytes" in launch.text
            return launch.text
    raise AssertionError(f"nothing was noticed in {TRIES} tries")
