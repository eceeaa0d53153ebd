# SPDX-License-Identifier: Apache-2.0
"""Graphs (aclmdlRI): capture, replay, groups of tasks, conditions, and what is refused.

Statuses and rules are those of CANN's pages of aclmdlRI* and of its list of errors.
"""

from __future__ import annotations

import ctypes
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from runtime.codes import (
    CONTEXT_NULL,
    EVENT_SYNC_TIMEOUT,
    FEATURE_NOT_SUPPORT,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    SYS_DMA,
)
from runtime.tools import (
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    Order,
    apart,
    host_function,
    in_every_mode,
    in_thread,
    launch,
    launch_failing_kernel,
    malloc_host,
    new_event,
    new_ex_event,
    new_stream,
    until,
)
from support import Api, Session

from aclnn_py import native

CAPTURE_DEPENDENCY, STREAM_UNJOINED, MODEL_CAPTURED = 107024, 107025, 107026
STREAM_CAPTURED = 107027
EVENT_CAPTURED, STREAM_NOT_CAPTURED, MODE_NOT_SUPPORT, IMPLICIT = 107028, 107029, 107030, 107031
CONFLICT, GROUP_STATUS, UNMATCHED, WRONG_THREAD = 107032, 107033, 107036, 107038
INSUFFICIENT_ARRAY, UPDATE_FAILED, BLOCK_ASYNC, INNER_IS_CAPTURING = 107039, 107040, 107041, 107045
STREAM_MODEL, MODEL_EXECUTE, CAPTURE_INVALIDATED, AICORE_EXCEPTION = 107005, 507011, 507903, 507015

GLOBAL, THREAD_LOCAL, RELAXED = 0, 1, 2
NONE, ACTIVE, INVALIDATED = 0, 1, 2
SYNC, EXTERNAL = 0x1, 0x20
PERSISTENT = 0x4
KERNEL, EVENT_RECORD, EVENT_WAIT, VALUE_WRITE = 1, 2, 3, 5
IF, WHILE, SWITCH = 0, 1, 2
GEQ, EQ, AND, NOR = range(4)


class Vector:
    """Eight float32 numbers in device memory, and operators on them."""

    def __init__(self, session: Session, first: float = 0.0) -> None:
        self.session = session
        self.api = session.api
        self.address = session.upload(np.full(8, first, np.float32))
        self.tensor = session.describe((8,), np.float32, self.address)

    def add(self, number: float, stream: Any) -> None:
        """self += number, on a stream."""
        one = self._scalar(number)
        factor = self._scalar(1.0)
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        self.api.ok.aclnnInplaceAddsGetWorkspaceSize(
            self.tensor, one, factor, ctypes.byref(size), ctypes.byref(executor)
        )
        workspace = self.session.malloc(size.value)
        self.api.ok.aclnnInplaceAdds(workspace or None, size.value, executor, stream)
        self.api.ok.aclDestroyScalar(one)
        self.api.ok.aclDestroyScalar(factor)

    def copy_to(self, host: int, stream: Any) -> None:
        self.api.ok.aclrtMemcpyAsync(host, 32, self.address, 32, DEVICE_TO_HOST, stream)

    def value(self) -> float:
        """The number that all elements have."""
        found = self.session.download(self.address, (8,), np.float32)
        assert (found == found[0]).all()
        return float(found[0])

    def _scalar(self, number: float) -> int:
        value = ctypes.c_float(number)
        handle = self.api.aclCreateScalar(ctypes.byref(value), 0)
        assert handle
        return int(handle)


def begin(api: Api, stream: Any, mode: int = GLOBAL) -> None:
    api.ok.aclmdlRICaptureBegin(stream, mode)


def end(api: Api, stream: Any) -> ctypes.c_void_p:
    graph = ctypes.c_void_p()
    api.ok.aclmdlRICaptureEnd(stream, ctypes.byref(graph))
    assert graph.value
    return graph


def captured(
    api: Api, stream: Any, work: Callable[[], object], mode: int = GLOBAL
) -> ctypes.c_void_p:
    """The graph of what `work` submits to the stream."""
    begin(api, stream, mode)
    work()
    return end(api, stream)


def replay(api: Api, graph: Any, stream: Any) -> None:
    api.ok.aclmdlRIExecuteAsync(graph, stream)


def info(api: Api, stream: Any) -> tuple[int, int | None]:
    status, graph = ctypes.c_int(-1), ctypes.c_void_p()
    api.ok.aclmdlRICaptureGetInfo(stream, ctypes.byref(status), ctypes.byref(graph))
    return status.value, graph.value


def refused(api: Api, status: int, *words: str) -> None:
    """The last call's text has these words; `status` was compared by the caller."""
    text = api.message()
    assert all(word in text for word in words), (status, text)


# --- Capture and replay --------------------------------------------------------------------------


@in_every_mode
def test_captured_work_runs_in_each_replay_and_not_before(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session, 1.0)
        graph = captured(api, session.stream, lambda: vector.add(2.0, session.stream))
        api.ok.aclrtSynchronizeStream(session.stream)
        assert vector.value() == 1.0
        for expected in (3.0, 5.0, 7.0):
            replay(api, graph, session.stream)
            api.ok.aclrtSynchronizeStream(session.stream)
            assert vector.value() == expected
        api.ok.aclmdlRIDestroy(graph)


@in_every_mode
def test_replays_and_other_work_of_a_stream_keep_their_order(api: Api) -> None:
    with Session(api) as session:
        order = Order(api)
        stream = session.stream
        begin(api, stream)
        order.launch(stream, "a")
        order.launch(stream, "b")
        graph = end(api, stream)
        order.launch(stream, "before")
        replay(api, graph, stream)
        order.launch(stream, "between")
        replay(api, graph, stream)
        api.ok.aclrtSynchronizeStream(stream)
        assert order.seen == ["before", "a", "b", "between", "a", "b"]
        api.ok.aclmdlRIDestroy(graph)


def test_copies_take_what_lies_there_when_the_graph_runs(api: Api) -> None:
    with Session(api) as session:
        stream, host = session.stream, malloc_host(api, 32)
        numbers = np.ctypeslib.as_array((ctypes.c_float * 8).from_address(host))
        vector = Vector(session)

        def work() -> None:
            api.ok.aclrtMemcpyAsync(vector.address, 32, host, 32, HOST_TO_DEVICE, stream)
            vector.add(1.0, stream)
            vector.copy_to(host, stream)

        numbers[:] = 100.0
        graph = captured(api, stream, work)
        for number in (4.0, 9.0):
            numbers[:] = number
            replay(api, graph, stream)
            api.ok.aclrtSynchronizeStream(stream)
            assert (numbers == number + 1).all()
        api.ok.aclmdlRIDestroy(graph)
        api.ok.aclrtFreeHost(host)


def test_a_filling_is_captured(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session, 5.0)
        graph = captured(
            api,
            session.stream,
            lambda: api.ok.aclrtMemsetAsync(vector.address, 32, 0, 32, session.stream),
        )
        assert vector.value() == 5.0
        api.ok.aclmdlRIExecute(graph, -1)
        assert vector.value() == 0.0
        api.ok.aclmdlRIDestroy(graph)


def test_an_executor_stays_with_the_graph_when_its_tensors_are_destroyed(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session, 1.0)
        graph = captured(api, session.stream, lambda: vector.add(1.0, session.stream))
        session.tensors.remove(vector.tensor)
        api.ok.aclDestroyTensor(vector.tensor)
        replay(api, graph, session.stream)
        api.ok.aclrtSynchronizeStream(session.stream)
        assert vector.value() == 2.0
        api.ok.aclmdlRIDestroy(graph)


def test_a_graph_runs_on_other_streams_and_one_replay_at_a_time(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session)
        graph = captured(api, session.stream, lambda: vector.add(1.0, session.stream))
        streams = [new_stream(api) for _ in range(4)]
        for _ in range(25):
            for stream in streams:
                replay(api, graph, stream)
        for stream in streams:
            api.ok.aclrtSynchronizeStream(stream)
            api.ok.aclrtDestroyStream(stream)
        assert vector.value() == 100.0
        api.ok.aclmdlRIDestroy(graph)


def test_info_names_the_graph_that_the_end_gives(api: Api) -> None:
    with Session(api) as session:
        assert info(api, session.stream) == (NONE, None)
        begin(api, session.stream)
        status, early = info(api, session.stream)
        assert status == ACTIVE
        graph = end(api, session.stream)
        assert graph.value == early
        assert info(api, session.stream) == (NONE, None)
        api.ok.aclmdlRIDestroy(graph)


def test_a_destroyed_graph_finishes_what_is_queued(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session)
        graph = captured(api, session.stream, lambda: vector.add(1.0, session.stream))
        for _ in range(10):
            replay(api, graph, session.stream)
        api.ok.aclmdlRIDestroy(graph)
        api.ok.aclrtSynchronizeStream(session.stream)
        assert vector.value() == 10.0
        assert api.aclmdlRIExecuteAsync(graph, session.stream) == INVALID_HANDLE
        refused(api, INVALID_HANDLE, "aclmdlRI", "aclmdlRIDestroy")


def test_a_reset_ends_graphs(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session)
        graph = captured(api, session.stream, lambda: vector.add(1.0, session.stream))
    api.ok.aclrtSetDevice(0)
    assert api.aclmdlRIExecuteAsync(graph, None) == INVALID_HANDLE
    assert api.aclmdlRIDestroy(graph) == INVALID_HANDLE


# --- Several streams -----------------------------------------------------------------------------


@in_every_mode
def test_streams_join_by_events(api: Api) -> None:
    """CANN's example of a capture across streams: out and back by two events."""
    with Session(api) as session:
        other, fork, join = new_stream(api), new_ex_event(api, SYNC), new_ex_event(api, SYNC)
        vector = Vector(session)
        begin(api, session.stream)
        vector.add(1.0, session.stream)
        api.ok.aclrtRecordEvent(fork, session.stream)
        api.ok.aclrtStreamWaitEvent(other, fork)
        assert info(api, other) == info(api, session.stream)
        vector.add(2.0, other)
        api.ok.aclrtRecordEvent(join, other)
        api.ok.aclrtStreamWaitEvent(session.stream, join)
        vector.add(4.0, session.stream)
        graph = end(api, session.stream)
        assert info(api, other) == (NONE, None)
        for expected in (7.0, 14.0):
            replay(api, graph, session.stream)
            api.ok.aclrtSynchronizeStream(session.stream)
            assert vector.value() == expected
        api.ok.aclmdlRIDestroy(graph)
        vector.add(1.0, other)  # the stream is as before
        api.ok.aclrtSynchronizeStream(other)
        assert vector.value() == 15.0
        for event in (fork, join):
            api.ok.aclrtDestroyEvent(event)
        api.ok.aclrtDestroyStream(other)


@pytest.mark.parametrize("joined", ["never", "before its last task"])
def test_a_stream_that_is_not_joined_spoils_the_capture(api: Api, joined: str) -> None:
    with Session(api) as session:
        other, fork, join = new_stream(api), new_ex_event(api, SYNC), new_ex_event(api, SYNC)
        vector = Vector(session)
        begin(api, session.stream)
        api.ok.aclrtRecordEvent(fork, session.stream)
        api.ok.aclrtStreamWaitEvent(other, fork)
        if joined != "never":
            api.ok.aclrtRecordEvent(join, other)
            api.ok.aclrtStreamWaitEvent(session.stream, join)
            vector.add(1.0, other)
        graph = ctypes.c_void_p(1)
        assert api.aclmdlRICaptureEnd(session.stream, ctypes.byref(graph)) == STREAM_UNJOINED
        assert graph.value is None
        assert info(api, session.stream) == info(api, other) == (NONE, None)


def test_two_captures_cannot_wait_for_each_other(api: Api) -> None:
    with Session(api) as session:
        other, event = new_stream(api), new_ex_event(api, SYNC)
        begin(api, session.stream)
        begin(api, other)
        api.ok.aclrtRecordEvent(event, session.stream)
        assert api.aclrtStreamWaitEvent(other, event) == CONFLICT
        graph = ctypes.c_void_p()
        for stream in (session.stream, other):
            assert info(api, stream)[0] == INVALIDATED
            assert api.aclmdlRICaptureEnd(stream, ctypes.byref(graph)) == CAPTURE_INVALIDATED
            assert info(api, stream) == (NONE, None)


def test_events_of_a_capture_are_not_asked(api: Api) -> None:
    with Session(api) as session:
        event = new_ex_event(api, SYNC)
        begin(api, session.stream)
        api.ok.aclrtRecordEvent(event, session.stream)
        answer = ctypes.byref(ctypes.c_int())
        assert api.aclrtSynchronizeEvent(event) == EVENT_CAPTURED
        assert api.aclrtQueryEventStatus(event, answer) == EVENT_CAPTURED
        api.ok.aclmdlRIDestroy(end(api, session.stream))
        api.ok.aclrtSynchronizeEvent(event)


def test_what_a_capture_may_wait_for(api: Api) -> None:
    with Session(api) as session:
        outside, old = new_ex_event(api, SYNC), new_event(api)
        api.ok.aclrtRecordEvent(outside, session.stream)
        begin(api, session.stream)
        assert api.aclrtStreamWaitEvent(session.stream, outside) == CAPTURE_DEPENDENCY
        assert api.aclrtRecordEvent(old, session.stream) == FEATURE_NOT_SUPPORT
        assert api.aclrtStreamWaitEvent(session.stream, old) == FEATURE_NOT_SUPPORT
        api.ok.aclrtRecordEvent(outside, session.stream)
        assert api.aclrtStreamWaitEvent(None, outside) == IMPLICIT
        api.ok.aclmdlRIDestroy(end(api, session.stream))


# --- What is refused -----------------------------------------------------------------------------


def test_a_captured_stream_is_not_waited_for(api: Api) -> None:
    with Session(api) as session:
        begin(api, session.stream)
        answer = ctypes.byref(ctypes.c_int())
        for call in (
            lambda: api.aclrtSynchronizeStream(session.stream),
            lambda: api.aclrtStreamQuery(session.stream, answer),
            api.aclrtSynchronizeDevice,
            lambda: api.aclrtDestroyStream(session.stream),
            lambda: api.aclmdlRICaptureBegin(session.stream, GLOBAL),
            lambda: api.aclrtSetStreamOverflowSwitch(session.stream, 1),
        ):
            assert call() == STREAM_CAPTURED
            refused(api, STREAM_CAPTURED, "aclmdlRICaptureEnd")
        assert info(api, session.stream)[0] == ACTIVE
        api.ok.aclmdlRIDestroy(end(api, session.stream))


def test_the_end_belongs_to_the_beginning(api: Api) -> None:
    with Session(api) as session:
        other, fork, join = new_stream(api), new_ex_event(api, SYNC), new_ex_event(api, SYNC)
        graph = ctypes.c_void_p()
        assert api.aclmdlRICaptureEnd(other, ctypes.byref(graph)) == STREAM_NOT_CAPTURED
        begin(api, session.stream)
        api.ok.aclrtRecordEvent(fork, session.stream)
        api.ok.aclrtStreamWaitEvent(other, fork)
        assert api.aclmdlRICaptureEnd(other, ctypes.byref(graph)) == UNMATCHED
        assert api.aclmdlRICaptureEnd(session.stream, None) == INVALID_PARAM
        api.ok.aclrtRecordEvent(join, other)
        api.ok.aclrtStreamWaitEvent(session.stream, join)
        api.ok.aclmdlRIDestroy(end(api, session.stream))


@pytest.mark.parametrize(("mode", "status"), [(GLOBAL, WRONG_THREAD), (RELAXED, 0)])
def test_another_thread_ends_a_relaxed_capture_only(api: Api, mode: int, status: int) -> None:
    with Session(api) as session:
        begin(api, session.stream, mode)
        graph = ctypes.c_void_p()

        def work() -> int:
            api.ok.aclrtSetDevice(0)
            answer = int(api.aclmdlRICaptureEnd(session.stream, ctypes.byref(graph)))
            api.ok.aclrtResetDevice(0)
            return answer

        assert in_thread(work) == status
        assert bool(graph.value) == (status == 0)
        assert info(api, session.stream) == (NONE, None)


def test_the_default_stream_and_unknown_modes_are_refused(api: Api) -> None:
    with Session(api) as session:
        default = ctypes.c_void_p()
        api.ok.aclrtCtxGetCurrentDefaultStream(ctypes.byref(default))
        assert api.aclmdlRICaptureBegin(None, GLOBAL) == INVALID_PARAM
        assert api.aclmdlRICaptureBegin(default, GLOBAL) == IMPLICIT
        assert api.aclmdlRICaptureBegin(session.stream, 3) == PARAM_INVALID
        mode = ctypes.c_int(-1)
        assert api.aclmdlRICaptureThreadExchangeMode(ctypes.byref(mode)) == PARAM_INVALID
        assert api.aclmdlRICaptureThreadExchangeMode(None) == INVALID_PARAM


@apart(ACLNN_SOC="Ascend910A")
def test_ascend910_captures_nothing(api: Api) -> None:
    with Session(api) as session:
        assert api.aclmdlRICaptureBegin(session.stream, GLOBAL) == FEATURE_NOT_SUPPORT


def _exchange(api: Api, mode: int) -> int:
    value = ctypes.c_int(mode)
    api.ok.aclmdlRICaptureThreadExchangeMode(ctypes.byref(value))
    return value.value


#: The mode of a capture, that which a thread asks for, and whether that thread may then copy: the
#: thread of the capture, and another one. From CANN's page of aclmdlRICaptureThreadExchangeMode.
MODES = [
    (GLOBAL, GLOBAL, False, False),
    (GLOBAL, THREAD_LOCAL, False, True),
    (GLOBAL, RELAXED, True, True),
    (THREAD_LOCAL, GLOBAL, False, True),
    (THREAD_LOCAL, RELAXED, True, True),
    (RELAXED, GLOBAL, True, True),
    (RELAXED, THREAD_LOCAL, True, True),
]


@pytest.mark.parametrize(("mode", "asked", "own", "others"), MODES)
def test_modes_say_who_may_copy(api: Api, mode: int, asked: int, own: bool, others: bool) -> None:
    with Session(api) as session:
        memory = session.malloc(8)
        bytes_ = ctypes.create_string_buffer(8)

        def copy() -> int:
            before = _exchange(api, asked)
            status = int(api.aclrtMemcpy(memory, 8, bytes_, 8, HOST_TO_DEVICE))
            assert int(api.aclrtMemset(memory, 8, 0, 8)) == status
            assert _exchange(api, before) == asked
            return status

        def elsewhere() -> int:
            api.ok.aclrtSetDevice(0)
            status = copy()
            api.ok.aclrtResetDevice(0)
            return status

        begin(api, session.stream, mode)
        assert copy() == (0 if own else MODE_NOT_SUPPORT)
        assert in_thread(elsewhere) == (0 if others else MODE_NOT_SUPPORT)
        api.ok.aclmdlRIDestroy(end(api, session.stream))
        assert copy() == 0


def test_pageable_memory_is_not_captured(api: Api) -> None:
    with Session(api) as session:
        memory, plain, other = session.malloc(8), ctypes.create_string_buffer(8), new_stream(api)
        begin(api, session.stream)
        arguments = (memory, 8, plain, 8, HOST_TO_DEVICE)
        assert api.aclrtMemcpyAsync(*arguments, session.stream) == PARAM_INVALID
        refused(api, PARAM_INVALID, "src", "aclrtMallocHost")
        assert api.aclrtMemcpyAsync(*arguments, other) == BLOCK_ASYNC
        api.ok.aclmdlRIDestroy(end(api, session.stream))
        api.ok.aclrtMemcpyAsync(*arguments, other)
        api.ok.aclrtSynchronizeStream(other)


def test_graphs_that_are_captured_do_not_run_or_end(api: Api) -> None:
    with Session(api) as session:
        other = new_stream(api)
        begin(api, session.stream)
        graph = ctypes.c_void_p(info(api, session.stream)[1])
        assert api.aclmdlRIExecuteAsync(graph, other) == MODEL_CAPTURED
        assert api.aclmdlRIDestroy(graph) == MODEL_CAPTURED
        graph = end(api, session.stream)
        begin(api, other)
        assert api.aclmdlRIExecuteAsync(graph, other) == STREAM_CAPTURED
        api.ok.aclmdlRIDestroy(end(api, other))
        api.ok.aclmdlRIDestroy(graph)


@pytest.mark.parametrize("wrong", [None, 1, "stream"])
def test_handles_that_are_no_graphs_are_told(api: Api, wrong: object) -> None:
    with Session(api) as session:
        handle = session.stream if wrong == "stream" else wrong
        status = INVALID_PARAM if wrong is None else INVALID_HANDLE
        number, name = ctypes.byref(ctypes.c_uint32()), ctypes.create_string_buffer(8)
        calls: list[Callable[[], Any]] = [
            lambda: api.aclmdlRIExecuteAsync(handle, session.stream),
            lambda: api.aclmdlRIExecute(handle, -1),
            lambda: api.aclmdlRIDestroy(handle),
            lambda: api.aclmdlRIAbort(handle),
            lambda: api.aclmdlRISetName(handle, b"x"),
            lambda: api.aclmdlRIGetName(handle, 8, name),
            lambda: api.aclmdlRIGetId(handle, number),
            lambda: api.aclmdlRIDebugPrint(handle),
            lambda: api.aclmdlRIDebugJsonPrint(handle, b"x", 0),
            lambda: api.aclmdlRIGetStreams(handle, None, number),
            lambda: api.aclmdlRIUpdate(handle),
            lambda: api.aclmdlRIBuildEnd(handle, None),
        ]
        assert [call() for call in calls] == [status] * len(calls)


def test_without_a_context_nothing_is_captured(api: Api) -> None:
    def work() -> int:
        return int(api.aclmdlRICaptureThreadExchangeMode(ctypes.byref(ctypes.c_int())))

    assert in_thread(work) == CONTEXT_NULL


# --- Failures ------------------------------------------------------------------------------------


def test_a_failing_task_ends_the_replay_and_names_itself(api: Api) -> None:
    with Session(api) as session:
        order = Order(api)

        def work() -> None:
            order.launch(session.stream, "before")
            launch_failing_kernel(session)
            order.launch(session.stream, "behind")

        graph = captured(api, session.stream, work, RELAXED)
        for _ in range(2):
            replay(api, graph, session.stream)
            assert api.aclrtSynchronizeStream(session.stream) == AICORE_EXCEPTION
            refused(api, AICORE_EXCEPTION, "aclnnEmbeddingDenseBackward", "indices")
        assert order.seen == ["before", "before"]
        api.ok.aclmdlRIDestroy(graph)


def test_memory_that_was_freed_since_the_capture_is_told(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session)
        graph = captured(api, session.stream, lambda: vector.add(1.0, session.stream))
        session.memory.remove(vector.address)
        api.ok.aclrtFree(vector.address)
        replay(api, graph, session.stream)
        assert api.aclrtSynchronizeStream(session.stream) == AICORE_EXCEPTION
        refused(api, AICORE_EXCEPTION, "selfRef", "freed")
        api.ok.aclmdlRIDestroy(graph)


def test_pinned_memory_that_was_freed_since_is_told(api: Api) -> None:
    with Session(api) as session:
        vector, host = Vector(session), malloc_host(api, 32)
        graph = captured(api, session.stream, lambda: vector.copy_to(host, session.stream))
        api.ok.aclrtFreeHost(host)
        replay(api, graph, session.stream)
        assert api.aclrtSynchronizeStream(session.stream) == SYS_DMA
        api.ok.aclmdlRIDestroy(graph)


def test_a_callback_that_runs_its_own_graph_is_told(api: Api) -> None:
    with Session(api) as session:
        other = new_stream(api)
        handles: list[Any] = []
        statuses: list[int] = []

        def again() -> None:
            statuses.append(int(api.aclmdlRIExecuteAsync(handles[0], other)))

        graph = captured(api, session.stream, lambda: launch(api, session.stream, again))
        handles.append(graph)
        replay(api, graph, session.stream)
        api.ok.aclrtSynchronizeStream(session.stream)
        assert statuses[0] == 0
        api.ok.aclmdlRIDestroy(graph)
        api.ok.aclrtDestroyStreamForce(other)


# --- Groups of tasks -----------------------------------------------------------------------------


class Group:
    """A graph of three additions, of which the one in the middle is a group."""

    def __init__(self, session: Session) -> None:
        self.api, self.stream = session.api, session.stream
        self.vector = Vector(session)
        handle = ctypes.c_void_p()
        begin(self.api, self.stream)
        self.vector.add(1.0, self.stream)
        self.api.ok.aclmdlRICaptureTaskGrpBegin(self.stream)
        self.vector.add(10.0, self.stream)
        self.api.ok.aclmdlRICaptureTaskGrpEnd(self.stream, ctypes.byref(handle))
        self.vector.add(100.0, self.stream)
        self.handle = handle
        self.graph = end(self.api, self.stream)

    def run(self) -> float:
        before = self.vector.value()
        replay(self.api, self.graph, self.stream)
        self.api.ok.aclrtSynchronizeStream(self.stream)
        return self.vector.value() - before


@in_every_mode
def test_a_group_is_replaced(api: Api) -> None:
    with Session(api) as session:
        group = Group(session)
        assert group.run() == 111.0
        for number in (20.0, 30.0):
            api.ok.aclmdlRICaptureTaskUpdateBegin(session.stream, group.handle)
            group.vector.add(number, session.stream)
            api.ok.aclmdlRICaptureTaskUpdateEnd(session.stream)
            assert group.run() == 101.0 + number
        api.ok.aclmdlRIDestroy(group.graph)


def test_what_groups_refuse(api: Api) -> None:
    with Session(api) as session:
        group, stream, other = Group(session), session.stream, new_stream(api)
        handle = ctypes.c_void_p()
        assert api.aclmdlRICaptureTaskGrpBegin(stream) == STREAM_NOT_CAPTURED
        assert api.aclmdlRICaptureTaskUpdateEnd(stream) == GROUP_STATUS
        assert api.aclmdlRICaptureTaskUpdateBegin(stream, ctypes.c_void_p(8)) == INVALID_HANDLE
        api.ok.aclmdlRICaptureTaskUpdateBegin(stream, group.handle)
        assert api.aclmdlRICaptureTaskUpdateBegin(stream, group.handle) == GROUP_STATUS
        assert api.aclmdlRICaptureTaskUpdateBegin(other, group.handle) == GROUP_STATUS
        assert api.aclmdlRICaptureTaskUpdateEnd(stream) == UPDATE_FAILED
        refused(api, UPDATE_FAILED, "0 task(s)", "1")
        begin(api, stream)
        assert api.aclmdlRICaptureTaskUpdateBegin(stream, group.handle) == STREAM_CAPTURED
        assert api.aclmdlRICaptureTaskGrpEnd(stream, ctypes.byref(handle)) == GROUP_STATUS
        api.ok.aclmdlRICaptureTaskGrpBegin(stream)
        assert api.aclmdlRICaptureTaskGrpBegin(stream) == GROUP_STATUS
        assert api.aclmdlRICaptureEnd(stream, ctypes.byref(handle)) == GROUP_STATUS
        assert group.run() == 111.0
        api.ok.aclmdlRIDestroy(group.graph)
        assert api.aclmdlRICaptureTaskUpdateBegin(stream, group.handle) == INVALID_HANDLE


@in_every_mode
def test_an_external_event_holds_a_replay_until_the_update_has_come(api: Api) -> None:
    """How torch.npu.graph and vLLM update arguments: the graph waits, another stream replaces."""
    with Session(api) as session:
        stream, updates, handle = session.stream, new_stream(api), ctypes.c_void_p()
        event, vector = ctypes.c_void_p(), Vector(session)
        api.ok.aclrtCreateEventWithFlag(ctypes.byref(event), EXTERNAL)
        begin(api, stream)
        api.ok.aclrtStreamWaitEvent(stream, event)
        api.ok.aclrtResetEvent(event, stream)
        api.ok.aclmdlRICaptureTaskGrpBegin(stream)
        vector.add(1.0, stream)
        api.ok.aclmdlRICaptureTaskGrpEnd(stream, ctypes.byref(handle))
        graph = end(api, stream)
        total = 0.0
        for number in (2.0, 4.0, 8.0):
            replay(api, graph, stream)
            api.ok.aclmdlRICaptureTaskUpdateBegin(updates, handle)
            vector.add(number, updates)
            api.ok.aclmdlRICaptureTaskUpdateEnd(updates)
            api.ok.aclrtRecordEvent(event, updates)
            api.ok.aclrtSynchronizeStream(stream)
            total += number
            assert vector.value() == total
        api.ok.aclrtSynchronizeStream(updates)
        api.ok.aclmdlRIDestroy(graph)
        api.ok.aclrtDestroyEvent(event)
        api.ok.aclrtDestroyStream(updates)


def test_an_external_event_that_does_not_come(api: Api) -> None:
    with Session(api) as session:
        event = ctypes.c_void_p()
        api.ok.aclrtCreateEventWithFlag(ctypes.byref(event), EXTERNAL)
        api.ok.aclrtStreamWaitEventWithTimeout(session.stream, event, 20)
        assert api.aclrtSynchronizeStream(session.stream) == EVENT_SYNC_TIMEOUT
        graph = captured(
            api, session.stream, lambda: api.ok.aclrtStreamWaitEvent(session.stream, event)
        )
        replay(api, graph, session.stream)
        api.ok.aclmdlRIAbort(graph)
        api.ok.aclrtSynchronizeStream(session.stream)
        api.ok.aclmdlRIDestroy(graph)


# --- Values in memory ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flag", "value", "too_early", "reached"),
    [(GEQ, 5, 4, 6), (EQ, 5, 6, 5), (AND, 6, 9, 2), (NOR, 2**64 - 2, 1, 0)],
)
def test_a_stream_waits_for_a_value(
    api: Api, flag: int, value: int, too_early: int, reached: int
) -> None:
    with Session(api) as session:
        word, other, order = session.malloc(8), new_stream(api), Order(api)
        api.ok.aclrtValueWrite(word, too_early, 0, other)
        api.ok.aclrtSynchronizeStream(other)
        api.ok.aclrtValueWait(word, value, flag, session.stream)
        order.launch(session.stream, "behind")
        status = ctypes.c_int()
        api.ok.aclrtStreamQuery(session.stream, ctypes.byref(status))
        assert order.seen == []
        api.ok.aclrtValueWrite(word, reached, 0, other)
        api.ok.aclrtSynchronizeStream(session.stream)
        assert order.seen == ["behind"]
        api.ok.aclrtSynchronizeStream(other)
        api.ok.aclrtDestroyStream(other)


def test_what_values_refuse(api: Api) -> None:
    with Session(api) as session:
        word, stream = session.malloc(12), session.stream
        for address in (word + 4, word + 8, 4096):
            assert api.aclrtValueWrite(address, 1, 0, stream) == PARAM_INVALID
        assert api.aclrtValueWrite(None, 1, 0, stream) == INVALID_PARAM
        assert api.aclrtValueWrite(word, 1, 1, stream) == PARAM_INVALID
        assert api.aclrtValueWait(word, 1, 4, stream) == PARAM_INVALID
        session.memory.remove(word)
        api.ok.aclrtValueWait(word, 1, EQ, stream)
        api.ok.aclrtFree(word)
        assert api.aclrtSynchronizeStream(stream) == SYS_DMA


# --- What a graph consists of --------------------------------------------------------------------


def tasks_of(api: Api, graph: Any) -> list[list[int]]:
    """The handles of a graph's tasks, by stream."""
    count = ctypes.c_uint32()
    api.ok.aclmdlRIGetStreams(graph, None, ctypes.byref(count))
    streams = (ctypes.c_void_p * count.value)()
    api.ok.aclmdlRIGetStreams(graph, streams, ctypes.byref(count))
    found = []
    for stream in streams:
        number = ctypes.c_uint32()
        api.ok.aclmdlRIGetTasksByStream(stream, None, ctypes.byref(number))
        tasks = (ctypes.c_void_p * number.value)()
        api.ok.aclmdlRIGetTasksByStream(stream, tasks, ctypes.byref(number))
        found.append(list(tasks))
    return found


def test_tasks_are_listed_changed_and_left_out(api: Api) -> None:
    with Session(api) as session:
        vector, stream = Vector(session), session.stream
        word = session.upload(np.zeros(1, np.uint64))

        def work() -> None:
            vector.add(1.0, stream)
            api.ok.aclrtValueWrite(word, 7, 0, stream)

        graph = captured(api, stream, work)
        (tasks,) = tasks_of(api, graph)
        kinds, numbers = [], []
        for task in tasks:
            kind, number = ctypes.c_int(), ctypes.c_uint32()
            api.ok.aclmdlRITaskGetType(task, ctypes.byref(kind))
            api.ok.aclmdlRITaskGetSeqId(task, ctypes.byref(number))
            kinds.append(kind.value)
            numbers.append(number.value)
        assert kinds == [KERNEL, VALUE_WRITE]
        assert numbers == [0, 1]

        # type, three reserved words, group, information and its size, 32 reserved bytes: 72.
        params = (ctypes.c_uint64 * 32)()
        api.ok.aclmdlRITaskGetParams(tasks[1], params)
        assert params[0] == VALUE_WRITE
        assert list(params)[9:11] == [word, 7]
        params[10] = 9
        api.ok.aclmdlRITaskSetParams(tasks[1], params)
        assert api.aclmdlRITaskSetParams(tasks[0], params) == PARAM_INVALID
        params[0] = KERNEL
        assert api.aclmdlRITaskSetParams(tasks[0], params) == FEATURE_NOT_SUPPORT
        api.ok.aclmdlRITaskDisable(tasks[0])
        replay(api, graph, stream)
        api.ok.aclrtSynchronizeStream(stream)
        assert vector.value() == 1.0
        assert session.download(word, (1,), np.uint64)[0] == 9
        api.ok.aclmdlRIUpdate(graph)
        replay(api, graph, stream)
        api.ok.aclrtSynchronizeStream(stream)
        assert vector.value() == 1.0
        api.ok.aclmdlRIDestroy(graph)
        assert api.aclmdlRITaskDisable(tasks[0]) == INVALID_HANDLE


def test_short_arrays_are_told(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session)
        graph = captured(api, session.stream, lambda: vector.add(1.0, session.stream))
        none, streams = ctypes.c_uint32(0), (ctypes.c_void_p * 1)()
        assert api.aclmdlRIGetStreams(graph, streams, ctypes.byref(none)) == INSUFFICIENT_ARRAY
        api.ok.aclmdlRIDestroy(graph)


def test_names_and_numbers(api: Api) -> None:
    with Session(api) as session:
        graphs = [captured(api, session.stream, lambda: None) for _ in range(2)]
        numbers = [ctypes.c_uint32(), ctypes.c_uint32()]
        for graph, number in zip(graphs, numbers, strict=True):
            api.ok.aclmdlRIGetId(graph, ctypes.byref(number))
        assert numbers[0].value != numbers[1].value
        text = ctypes.create_string_buffer(1024)
        api.ok.aclmdlRIGetName(graphs[0], 1024, text)
        assert text.value == b""
        api.ok.aclmdlRISetName(graphs[0], b"decode")
        api.ok.aclmdlRIGetName(graphs[0], 4, text)
        assert text.value == b"dec"
        api.ok.aclmdlRISetName(graphs[0], b"x" * 600)
        api.ok.aclmdlRIGetName(graphs[0], 1024, text)
        assert text.value == b"x" * 511
        assert api.aclmdlRIGetName(graphs[0], 0, text) == PARAM_INVALID
        for graph in graphs:
            api.ok.aclmdlRIDestroy(graph)


def test_functions_are_called_when_a_graph_is_destroyed(api: Api) -> None:
    with Session(api) as session:
        graph = captured(api, session.stream, lambda: None)
        seen: list[str] = []
        first = host_function(lambda: seen.append("first"))
        second = host_function(lambda: seen.append("second"))
        gone = host_function(lambda: seen.append("gone"))
        for function in (first, gone, second):
            api.ok.aclmdlRIDestroyRegisterCallback(graph, function, None)
        api.ok.aclmdlRIDestroyUnregisterCallback(graph, gone)
        assert api.aclmdlRIDestroyUnregisterCallback(graph, gone) == PARAM_INVALID
        api.ok.aclmdlRIDestroy(graph)
        assert seen == ["first", "second"]


def test_the_file_of_a_graph_has_the_vendors_members(api: Api, tmp_path: Path) -> None:
    with Session(api) as session:
        vector, other = Vector(session), new_stream(api)
        fork, join = new_ex_event(api, SYNC), new_ex_event(api, SYNC)
        begin(api, session.stream)
        api.ok.aclrtRecordEvent(fork, session.stream)
        api.ok.aclrtStreamWaitEvent(other, fork)
        vector.add(1.0, other)
        api.ok.aclrtRecordEvent(join, other)
        api.ok.aclrtStreamWaitEvent(session.stream, join)
        graph = end(api, session.stream)
        path = tmp_path / "graph.json"
        api.ok.aclmdlRIDebugJsonPrint(graph, str(path).encode(), 0)
        events = json.loads(path.read_text("utf-8"))
        kinds = sorted(event["args"]["Task Type"] for event in events)
        assert kinds == ["EVENT_RECORD"] * 2 + ["EVENT_WAIT"] * 2 + ["KERNEL_AICORE"]
        assert {event["ph"] for event in events} == {"X"}
        assert len({event["tid"] for event in events}) == 2
        assert sorted(event["args"]["Task Id"] for event in events) == [0, 1, 2, 3, 4]
        assert all({"name", "pid", "tid", "ts", "dur"} <= set(event) for event in events)
        missing = str(tmp_path / "none" / "graph.json").encode()
        assert api.aclmdlRIDebugJsonPrint(graph, missing, 0) == PARAM_INVALID
        assert api.aclmdlRIDebugJsonPrint(graph, str(path).encode(), 2) == PARAM_INVALID
        api.ok.aclmdlRIDestroy(graph)


def test_a_program_describes_its_tasks(api: Api, tmp_path: Path) -> None:
    """CANN's key is ExtendInfo; the text is cut at 4096 bytes."""
    with Session(api) as session:
        vector, path = Vector(session), tmp_path / "graph.json"
        say, tell = api.aclrtCacheLastTaskExtendInfo, api.aclrtCacheLastTaskOpInfo
        begin(api, session.stream)
        for words in (b'{"layer": "first"}', b"replaced", b"w" * 5000):
            vector.add(1.0, session.stream)
            api.ok.aclrtCacheLastTaskExtendInfo(b"before", 6)
            api.ok.aclrtCacheLastTaskExtendInfo(words, len(words))
        vector.add(1.0, session.stream)
        api.ok.aclrtCacheLastTaskOpInfo(b"x" * 65536, 65536)
        assert say(None, 1) == tell(None, 1) == say(b"x", 0) == tell(b"x", 0) == INVALID_PARAM
        assert tell(b"x", 65537) == PARAM_INVALID
        graph = end(api, session.stream)
        api.ok.aclmdlRIDebugJsonPrint(graph, str(path).encode(), 0)
        events = json.loads(path.read_text("utf-8"))
        said = [event["args"].get("ExtendInfo") for event in events]
        assert said == ['{"layer": "first"}', "replaced", "w" * 4096, None]
        api.ok.aclmdlRIDestroy(graph)
        assert say(b"x", 1) == tell(b"x", 1) == STREAM_NOT_CAPTURED


# --- Graphs that are built -----------------------------------------------------------------------


def test_a_graph_is_built_on_bound_streams(api: Api) -> None:
    with Session(api) as session:
        vector, stream, graph = Vector(session), ctypes.c_void_p(), ctypes.c_void_p()
        api.ok.aclrtCreateStreamWithConfig(ctypes.byref(stream), 0, PERSISTENT)
        api.ok.aclmdlRIBuildBegin(ctypes.byref(graph), 0)
        assert api.aclmdlRIBindStream(graph, session.stream, 0) == PARAM_INVALID
        assert api.aclmdlRIEndTask(graph, stream) == STREAM_MODEL
        api.ok.aclmdlRIBindStream(graph, stream, 0)
        assert api.aclmdlRIBindStream(graph, stream, 0) == STREAM_MODEL
        vector.add(3.0, stream)
        assert api.aclmdlRIExecute(graph, -1) == MODEL_CAPTURED
        api.ok.aclmdlRIEndTask(graph, stream)
        api.ok.aclmdlRIBuildEnd(graph, None)
        assert api.aclmdlRIBuildEnd(graph, None) == PARAM_INVALID
        assert vector.value() == 0.0
        api.ok.aclmdlRIExecute(graph, -1)
        replay(api, graph, session.stream)
        api.ok.aclrtSynchronizeStream(session.stream)
        assert vector.value() == 6.0
        api.ok.aclmdlRIUnbindStream(graph, stream)
        api.ok.aclrtDestroyStream(stream)
        api.ok.aclmdlRIDestroy(graph)


# --- Conditions ----------------------------------------------------------------------------------


class Choice:
    """A graph whose condition chooses among inner graphs that add 1, 10, 100, ..."""

    def __init__(self, session: Session, kind: int, count: int, first: int | None) -> None:
        self.session, self.api = session, session.api
        self.vector = Vector(session)
        handle, place = ctypes.c_void_p(), ctypes.POINTER(ctypes.c_uint64)()
        graphs = (ctypes.c_void_p * count)()
        begin(self.api, session.stream)
        outer = info(self.api, session.stream)[1]
        assign = (0, 0) if first is None else (first, 1)
        self.api.ok.aclmdlRICondHandleCreate(outer, *assign, ctypes.byref(handle))
        self.api.ok.aclmdlRICondHandleGetCondPtr(handle, ctypes.byref(place))
        self.place, self.handle = ctypes.cast(place, ctypes.c_void_p).value, handle
        params = native.structure("tagAclmdlRICondTaskParams")()
        params.handle, params.type, params.size = handle, kind, count
        params.modelRIArray = ctypes.cast(graphs, type(params.modelRIArray))
        self.api.ok.aclmdlRIAddCondTask(params, session.stream, 0)
        inner = new_stream(self.api)
        for i, graph in enumerate(graphs):
            self.api.ok.aclmdlRICaptureToModelRIBegin(inner, graph, GLOBAL)
            self.vector.add(10.0**i, inner)
            if kind == WHILE:
                self.api.ok.aclrtValueWrite(self.place, 0, 0, inner)
            self.api.ok.aclmdlRICaptureEnd(inner, None)
        self.graph = end(self.api, session.stream)
        self.api.ok.aclrtDestroyStream(inner)

    def run(self, value: int | None = None) -> float:
        before = self.vector.value()
        if value is not None:
            self.api.ok.aclrtValueWrite(self.place, value, 0, self.session.stream)
        replay(self.api, self.graph, self.session.stream)
        self.api.ok.aclrtSynchronizeStream(self.session.stream)
        return self.vector.value() - before


def test_conditions_choose(api: Api) -> None:
    with Session(api) as session:
        either = Choice(session, IF, 2, None)
        assert [either.run(value) for value in (1, 0, 7)] == [1.0, 10.0, 1.0]
        maybe = Choice(session, IF, 1, None)
        assert [maybe.run(value) for value in (1, 0)] == [1.0, 0.0]
        one_of = Choice(session, SWITCH, 3, None)
        assert [one_of.run(value) for value in (2, 0, 1, 3)] == [100.0, 1.0, 10.0, 0.0]
        loop = Choice(session, WHILE, 1, None)
        assert [loop.run(value) for value in (5, 0)] == [1.0, 0.0]
        always = Choice(session, SWITCH, 2, 1)
        assert [always.run(value) for value in (0, None)] == [10.0, 10.0]
        for choice in (either, maybe, one_of, loop, always):
            api.ok.aclmdlRIDestroy(choice.graph)
            place = ctypes.POINTER(ctypes.c_uint64)()
            status = api.aclmdlRICondHandleGetCondPtr(choice.handle, ctypes.byref(place))
            assert status == INVALID_HANDLE


def test_what_conditions_refuse(api: Api) -> None:
    with Session(api) as session:
        ready = captured(api, session.stream, lambda: None)
        handle = ctypes.c_void_p()
        create = api.aclmdlRICondHandleCreate
        assert create(ready, 0, 0, ctypes.byref(handle)) == PARAM_INVALID
        begin(api, session.stream)
        outer = info(api, session.stream)[1]
        assert create(outer, 0, 2, ctypes.byref(handle)) == PARAM_INVALID
        api.ok.aclmdlRICondHandleCreate(outer, 0, 0, ctypes.byref(handle))
        graphs = (ctypes.c_void_p * 3)()
        params = native.structure("tagAclmdlRICondTaskParams")()
        params.handle = handle
        params.modelRIArray = ctypes.cast(graphs, type(params.modelRIArray))
        for params.type, params.size in ((IF, 3), (WHILE, 2), (SWITCH, 0), (3, 1)):
            assert api.aclmdlRIAddCondTask(params, session.stream, 0) == PARAM_INVALID
        params.type, params.size = IF, 1
        assert api.aclmdlRIAddCondTask(params, session.stream, 1) == PARAM_INVALID
        assert api.aclmdlRIAddCondTask(params, new_stream(api), 0) == STREAM_NOT_CAPTURED
        api.ok.aclmdlRIAddCondTask(params, session.stream, 0)
        assert api.aclmdlRIAddCondTask(params, session.stream, 0) == PARAM_INVALID
        for call in (api.aclmdlRIDestroy, lambda graph: api.aclmdlRIExecuteAsync(graph, None)):
            assert call(graphs[0]) == PARAM_INVALID
        graph = ctypes.c_void_p()
        status = api.aclmdlRICaptureEnd(session.stream, ctypes.byref(graph))
        assert status == INNER_IS_CAPTURING
        api.ok.aclmdlRIDestroy(ready)


# --- Findings, forks, many -----------------------------------------------------------------------


def test_replays_from_many_threads(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session)
        graph = captured(api, session.stream, lambda: vector.add(1.0, session.stream))
        started = threading.Barrier(4)

        def work() -> None:
            api.ok.aclrtSetDevice(0)
            stream = new_stream(api)
            started.wait()
            for _ in range(50):
                replay(api, graph, stream)
            api.ok.aclrtSynchronizeStream(stream)
            api.ok.aclrtDestroyStream(stream)
            api.ok.aclrtResetDevice(0)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert vector.value() == 200.0
        api.ok.aclmdlRIDestroy(graph)


def test_a_graph_of_many_tasks(api: Api) -> None:
    with Session(api) as session:
        vector = Vector(session)
        begin(api, session.stream)
        for _ in range(1000):
            vector.add(1.0, session.stream)
        graph = end(api, session.stream)
        (tasks,) = tasks_of(api, graph)
        assert len(tasks) == 1000
        replay(api, graph, session.stream)
        until(lambda: api.aclrtSynchronizeStream(session.stream) == 0)
        assert vector.value() == 1000.0
        api.ok.aclmdlRIDestroy(graph)
