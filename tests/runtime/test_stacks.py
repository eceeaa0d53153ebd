# SPDX-License-Identifier: Apache-2.0
"""Threads with the least stack that docs/reference/limits.md promises to be enough."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
from runtime.codes import RESOURCE_ALLOC_FAIL
from runtime.tools import apart, in_every_mode, no_thread_can_be_started
from support import Api, Session

ROOT = Path(__file__).parents[2]
LEAST = 64 << 10


def in_a_thread(stack: int, action: Callable[[], None]) -> None:
    """Runs it in a thread with so many bytes of stack, and passes on how it failed."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            action()
        except BaseException as failure:
            failures.append(failure)

    # no thread has less on some machines: 128 KiB on aarch64
    before = threading.stack_size(max(stack, os.sysconf("SC_THREAD_STACK_MIN")))
    thread = threading.Thread(target=run)
    thread.start()
    threading.stack_size(before)
    thread.join()
    if failures:
        raise failures[0]


def softmax(api: Api, session: Session) -> tuple[int, int]:
    """Of ones: the status of the synchronize, and where the result is."""
    x = session.tensor(np.ones((64, 100), np.float32))
    memory = session.upload(np.zeros((64, 100), np.float32))
    out = session.describe([64, 100], "float32", memory)
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    found = ctypes.byref(size), ctypes.byref(executor)
    api.ok.aclnnSoftmaxGetWorkspaceSize(x, 1, out, *found)
    workspace = session.malloc(size.value) if size.value else None
    api.ok.aclnnSoftmax(workspace, size.value, executor, session.stream)
    return int(api.aclrtSynchronizeStream(session.stream)), memory


def test_the_least_is_documented() -> None:
    limits = (ROOT / "docs/reference/limits.md").read_text("utf-8")
    assert f"needs {LEAST >> 10} KiB of stack" in limits
    program = (ROOT / "tests/c/stress/small_stack.c").read_text("utf-8")
    assert f"#define LEAST ((size_t){LEAST >> 10} << 10)" in program


@in_every_mode
def test_the_least_is_enough(api: Api) -> None:
    with Session(api) as session:
        found: list[tuple[int, int]] = []

        def call() -> None:
            api.ok.aclrtSetCurrentContext(context)
            found.append(softmax(api, session))

        context = ctypes.c_void_p()
        api.ok.aclrtGetCurrentContext(ctypes.byref(context))
        in_a_thread(LEAST, call)
        status, memory = found[0]
        assert status == 0
        result = session.download(memory, (64, 100), "float32")
        np.testing.assert_allclose(result, np.full((64, 100), 0.01), rtol=1e-6)


@apart(ACLNN_STREAM="sync", ACLNN_CORES="1")
def test_without_another_thread(api: Api) -> None:
    """It fails and says why, where kernels would write over the end of the stack."""

    def call() -> None:
        with Session(api) as session:
            no_thread_can_be_started()
            assert softmax(api, session)[0] == RESOURCE_ALLOC_FAIL
            assert "has a small stack" in api.message()

    in_a_thread(LEAST, call)


@apart()
def test_a_limit_on_stacks_is_none_for_the_library(api: Api) -> None:
    """As `ulimit -s 128`: the C library gives threads as much."""
    c = ctypes.CDLL(None)
    least = max(32 << 10, os.sysconf("SC_THREAD_STACK_MIN"))
    attributes = ctypes.create_string_buffer(64)  # pthread_attr_t
    assert c.pthread_attr_init(attributes) == 0
    assert c.pthread_attr_setstacksize(attributes, ctypes.c_size_t(least)) == 0
    assert c.pthread_setattr_default_np(attributes) == 0
    with Session(api) as session:
        assert softmax(api, session)[0] == 0
