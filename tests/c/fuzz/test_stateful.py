# SPDX-License-Identifier: Apache-2.0
"""Handles by ctypes in any order: made, used, ended, ended twice, of another kind, made up. A model
knows what is alive, and with it the status of every call."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from support import NO_PADDING, Api, int64s

pytestmark = pytest.mark.slow  # thousands of calls

SUCCESS, DEAD, SPENT, BAD_HANDLE, NOT_ALLOCATED = 0, 161002, 561000, 107017, 107000
ND, FLOAT, INT64 = 2, 0, 9

NASTY = st.sampled_from(
    [0, 1, 2, 3, 7, -1, -2, 2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, -(2**63), -(2**63) + 1]
)
WEIGHTS = st.sampled_from([0, 1, 5, 2**31, 2**63, 2**64 - 1])


class Handles(RuleBasedStateMachine):
    """One thread and one device. Values of bundles are tokens, alive or not."""

    tensors = Bundle("tensors")
    executors = Bundle("executors")
    streams = Bundle("streams")
    events = Bundle("events")
    memory = Bundle("memory")
    anything = st.one_of(tensors, executors, streams, events, memory)

    def __init__(self) -> None:
        super().__init__()
        self.api = Api()
        self.api.message()
        self.api.ok.aclrtSetDevice(0)
        self.alive: dict[int, str] = {}
        self.repeatable: set[int] = set()
        first = self.malloc(1)
        self.api.ok.aclrtFree(first)
        self.free = self.free_bytes()

    # --- The little that rules share ---

    def free_bytes(self) -> int:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.api.ok.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(total))
        return free.value

    def malloc(self, size: int) -> int:
        address = ctypes.c_void_p()
        self.api.ok.aclrtMalloc(ctypes.byref(address), size, 0)
        assert address.value
        return address.value

    def born(self, handle: int | None, kind: str) -> int:
        assert handle
        assert handle not in self.alive
        self.alive[handle] = kind
        return handle

    def expect(self, status: int, expected: int) -> None:
        assert status == expected
        if expected != SUCCESS:
            text = self.api.message()
            assert text, "a failure without a text"

    def ends(self, status: int, handle: int, kind: str, refusal: int) -> None:
        """The end of a handle: works once, while it is one of this kind."""
        self.expect(status, SUCCESS if self.alive.get(handle) == kind else refusal)
        if status == SUCCESS:
            del self.alive[handle]
            self.repeatable.discard(handle)

    # --- Making ---

    @rule(target=tensors, dims=st.lists(NASTY, max_size=9), data=st.data())
    def make_tensor(self, dims: list[int], data: st.DataObject) -> int:
        strides = data.draw(st.none() | st.lists(NASTY, min_size=len(dims), max_size=len(dims)))
        handle = self.api.aclCreateTensor(
            int64s(dims),
            len(dims),
            data.draw(st.integers(-2, 45)),
            None if strides is None else int64s(strides),
            data.draw(NASTY),
            ND,
            int64s(dims),
            len(dims),
            None,
        )
        return self.born(handle, "tensor")

    @rule(target=tensors, rows=st.integers(0, 4), columns=st.integers(0, 4), where=memory)
    def make_matrix(self, rows: int, columns: int, where: int) -> int:
        shape = int64s([rows, columns])
        return self.born(
            self.api.aclCreateTensor(shape, 2, FLOAT, None, 0, ND, shape, 2, where), "tensor"
        )

    @rule(target=tensors, rows=st.integers(0, 4), where=memory)
    def make_indices(self, rows: int, where: int) -> int:
        shape = int64s([rows])
        return self.born(
            self.api.aclCreateTensor(shape, 1, INT64, None, 0, ND, shape, 1, where), "tensor"
        )

    @rule(target=streams)
    def make_stream(self) -> int:
        handle = ctypes.c_void_p()
        self.api.ok.aclrtCreateStream(ctypes.byref(handle))
        return self.born(handle.value, "stream")

    @rule(target=events)
    def make_event(self) -> int:
        handle = ctypes.c_void_p()
        self.api.ok.aclrtCreateEvent(ctypes.byref(handle))
        return self.born(handle.value, "event")

    @rule(target=memory, size=st.integers(1, 5000))
    def allocate(self, size: int) -> int:
        address = self.malloc(size)
        assert address not in self.alive
        self.alive[address] = "memory"
        return address

    @rule(target=executors, grad=anything, indices=anything, out=anything, weights=WEIGHTS)
    def plan(self, grad: int, indices: int, out: int, weights: int) -> int:
        size, executor = ctypes.c_uint64(77), ctypes.c_void_p(0x77)
        status = self.api.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            grad, indices, weights, NO_PADDING, False, out,
            ctypes.byref(size), ctypes.byref(executor),
        )  # fmt: skip
        if status == SUCCESS:
            assert all(self.alive.get(each) == "tensor" for each in (grad, indices, out))
            assert size.value < 2**63
            return self.born(executor.value, "executor")
        assert status in (161001, 161002, 561103)
        assert self.api.message()
        assert (size.value, executor.value) == (77, 0x77), "outputs of a refused call"
        return 0x77

    # --- Using ---

    @rule(tensor=anything)
    def read_tensor(self, tensor: int) -> None:
        offset = ctypes.c_int64()
        status = self.api.aclGetViewOffset(tensor, ctypes.byref(offset))
        self.expect(status, SUCCESS if self.alive.get(tensor) == "tensor" else DEAD)

    @rule(executor=anything)
    def repeat(self, executor: int) -> None:
        status = self.api.aclSetAclOpExecutorRepeatable(executor)
        self.expect(status, SUCCESS if self.alive.get(executor) == "executor" else SPENT)
        if status == SUCCESS:
            self.repeatable.add(executor)

    @rule(executor=anything, workspace=memory, size=st.sampled_from([1, 512, 2**63]))
    def launch(self, executor: int, workspace: int, size: int) -> None:
        """Whatever becomes of it, one that is not repeatable is spent."""
        status = self.api.aclnnEmbeddingDenseBackward(workspace, size, executor, None)
        if self.alive.get(executor) != "executor":
            self.expect(status, SPENT)
            return
        assert status in (SUCCESS, 161001, 161002, 361001, 561103)
        assert status == SUCCESS or self.api.message()
        if executor not in self.repeatable:
            del self.alive[executor]

    @rule(event=anything, stream=anything)
    def record(self, event: int, stream: int) -> None:
        both = self.alive.get(event) == "event" and self.alive.get(stream) == "stream"
        self.expect(self.api.aclrtRecordEvent(event, stream), SUCCESS if both else BAD_HANDLE)

    @rule(stream=anything)
    def synchronize(self, stream: int) -> None:
        status = self.api.aclrtSynchronizeStream(stream)
        self.expect(status, SUCCESS if self.alive.get(stream) == "stream" else BAD_HANDLE)

    @rule(address=anything, distance=NASTY, count=st.integers(1, 4096))
    def clear(self, address: int, distance: int, count: int) -> None:
        """Never outside of an allocation."""
        place = (address + distance) % 2**64
        status = self.api.aclrtMemset(place, count, 0, count)
        assert status in ((100000,) if place == 0 else (SUCCESS, NOT_ALLOCATED))
        if self.alive.get(address) != "memory" and distance == 0:
            assert status != SUCCESS or any(
                start < place < start + 5000
                for start, kind in self.alive.items()
                if kind == "memory"
            )
        self.api.message()

    # --- Ending ---

    @rule(handle=anything)
    def end_tensor(self, handle: int) -> None:
        self.ends(self.api.aclDestroyTensor(handle), handle, "tensor", DEAD)

    @rule(handle=anything)
    def end_executor(self, handle: int) -> None:
        self.ends(self.api.aclDestroyAclOpExecutor(handle), handle, "executor", SPENT)

    @rule(handle=anything)
    def end_stream(self, handle: int) -> None:
        self.ends(self.api.aclrtDestroyStream(handle), handle, "stream", BAD_HANDLE)

    @rule(handle=anything)
    def end_event(self, handle: int) -> None:
        self.ends(self.api.aclrtDestroyEvent(handle), handle, "event", BAD_HANDLE)

    @rule(handle=anything)
    def end_memory(self, handle: int) -> None:
        self.api.aclrtSynchronizeDevice()
        self.api.message()
        self.ends(self.api.aclrtFree(handle), handle, "memory", NOT_ALLOCATED)

    @precondition(lambda self: self.alive)
    @rule(data=st.data(), bit=st.integers(0, 63))
    def end_a_token_that_was_changed(self, data: st.DataObject, bit: int) -> None:
        """One bit decides whether a token is one: nothing that is alive ends by mistake."""
        handle = data.draw(st.sampled_from(sorted(self.alive))) ^ (1 << bit)
        if handle not in self.alive:
            self.expect(self.api.aclDestroyTensor(handle), DEAD)

    @invariant()
    def what_is_alive_is_there(self) -> None:
        count = ctypes.c_uint32()
        self.api.ok.aclrtGetEventAvailNum(ctypes.byref(count))
        assert count.value == 65536 - list(self.alive.values()).count("event")

    def teardown(self) -> None:
        self.api.aclrtSynchronizeDevice()
        ends: dict[str, Any] = {
            "tensor": self.api.aclDestroyTensor,
            "executor": self.api.aclDestroyAclOpExecutor,
            "stream": self.api.aclrtDestroyStream,
            "event": self.api.aclrtDestroyEvent,
            "memory": self.api.aclrtFree,
        }
        for handle, kind in self.alive.items():
            assert ends[kind](handle) == SUCCESS
        assert self.free_bytes() == self.free
        self.api.ok.aclrtResetDevice(0)
        self.api.message()


def test_handles(api: Api) -> None:
    run_state_machine_as_test(
        Handles,
        settings=settings(
            max_examples=150,
            stateful_step_count=60,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
