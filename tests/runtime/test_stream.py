# SPDX-License-Identifier: Apache-2.0
"""Streams: handles, order, waiting, ending, and failures, in every mode of ACLNN_STREAM."""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from runtime.codes import (
    AICORE_EXCEPTION,
    CONTEXT_NULL,
    INVALID_HANDLE,
    INVALID_PARAM,
    NO_STREAM_RESOURCE,
    PARAM_INVALID,
    STREAM_CONTEXT,
    STREAM_SYNC_TIMEOUT,
)
from runtime.tools import (
    Gate,
    Order,
    apart,
    host_function,
    in_every_mode,
    in_thread,
    launch,
    launch_failing_kernel,
    malloc,
    new_event,
    new_stream,
    read,
    until,
)
from support import Api, Session

COMPLETE, NOT_READY = 0, 1
PERSISTENT, CPU_SCHEDULE, DEVICE_USE_ONLY = 0x4, 0x10, 0x20

NOTHING = host_function(lambda: None)

#: Every call with a stream, given one that is valid but for the stream itself.
Call = Callable[[Api, Any], int]
CALLS: dict[str, Call] = {
    "aclrtDestroyStream": lambda api, stream: api.aclrtDestroyStream(stream),
    "aclrtDestroyStreamForce": lambda api, stream: api.aclrtDestroyStreamForce(stream),
    "aclrtSynchronizeStream": lambda api, stream: api.aclrtSynchronizeStream(stream),
    "aclrtSynchronizeStreamWithTimeout": lambda api, stream: api.aclrtSynchronizeStreamWithTimeout(
        stream, 10
    ),
    "aclrtStreamQuery": lambda api, stream: api.aclrtStreamQuery(
        stream, ctypes.byref(ctypes.c_int())
    ),
    "aclrtStreamGetId": lambda api, stream: api.aclrtStreamGetId(
        stream, ctypes.byref(ctypes.c_int32())
    ),
    "aclrtStreamGetFlags": lambda api, stream: api.aclrtStreamGetFlags(
        stream, ctypes.byref(ctypes.c_uint32())
    ),
    "aclrtStreamGetPriority": lambda api, stream: api.aclrtStreamGetPriority(
        stream, ctypes.byref(ctypes.c_uint32())
    ),
    "aclrtSetStreamFailureMode": lambda api, stream: api.aclrtSetStreamFailureMode(stream, 0),
    "aclrtStreamAbort": lambda api, stream: api.aclrtStreamAbort(stream),
    "aclrtSetStreamOverflowSwitch": lambda api, stream: api.aclrtSetStreamOverflowSwitch(stream, 1),
    "aclrtGetStreamOverflowSwitch": lambda api, stream: api.aclrtGetStreamOverflowSwitch(
        stream, ctypes.byref(ctypes.c_uint32())
    ),
    "aclrtResetOverflowStatus": lambda api, stream: api.aclrtResetOverflowStatus(stream),
    "aclrtLaunchHostFunc": lambda api, stream: api.aclrtLaunchHostFunc(stream, NOTHING, None),
    "aclrtSubscribeReport": lambda api, stream: api.aclrtSubscribeReport(1, stream),
    "aclrtUnSubscribeReport": lambda api, stream: api.aclrtUnSubscribeReport(1, stream),
    "aclrtGetStreamResLimit": lambda api, stream: api.aclrtGetStreamResLimit(
        stream, 0, ctypes.byref(ctypes.c_uint32())
    ),
    "aclrtSetStreamResLimit": lambda api, stream: api.aclrtSetStreamResLimit(stream, 0, 1),
    "aclrtResetStreamResLimit": lambda api, stream: api.aclrtResetStreamResLimit(stream),
    "aclrtUseStreamResInCurrentThread": lambda api, stream: api.aclrtUseStreamResInCurrentThread(
        stream
    ),
    "aclrtUnuseStreamResInCurrentThread": lambda api, stream: (
        api.aclrtUnuseStreamResInCurrentThread(stream)
    ),
}
NO_DEFAULT_STREAM = {"aclrtDestroyStream", "aclrtDestroyStreamForce", "aclrtStreamAbort"}


def query(api: Api, stream: Any) -> int:
    status = ctypes.c_int(9)
    api.ok.aclrtStreamQuery(stream, ctypes.byref(status))
    return status.value


def configured(api: Api, priority: int, flags: int) -> ctypes.c_void_p:
    stream = ctypes.c_void_p()
    api.ok.aclrtCreateStreamWithConfig(ctypes.byref(stream), priority, flags)
    return stream


# --- Handles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CALLS)
def test_handles_that_are_no_stream(device: Api, name: str) -> None:
    dead = new_stream(device)
    device.ok.aclrtDestroyStream(dead)
    context, event = ctypes.c_void_p(), new_event(device)
    device.ok.aclrtGetCurrentContext(ctypes.byref(context))
    memory = ctypes.create_string_buffer(4096)
    for what in (dead, ctypes.c_void_p(0x1230), event, context, memory):
        assert CALLS[name](device, what) == INVALID_HANDLE
        text = device.message()
        assert name in text
        assert "stream is 0x" in text


@pytest.mark.parametrize("name", CALLS)
def test_streams_of_other_contexts(device: Api, name: str) -> None:
    stream, context = new_stream(device), ctypes.c_void_p()
    assert in_thread(lambda: CALLS[name](device, stream)) == CONTEXT_NULL
    device.ok.aclrtCreateContext(ctypes.byref(context), 0)
    assert CALLS[name](device, stream) == STREAM_CONTEXT
    assert name in device.message()
    device.ok.aclrtDestroyContext(context)
    assert CALLS[name](device, stream) == CONTEXT_NULL
    device.ok.aclrtSetDevice(0)
    assert device.aclrtDestroyStream(stream) == 0, "it is still there"


@pytest.mark.parametrize("name", CALLS)
def test_null_is_the_default_stream(api: Api, name: str) -> None:
    expected = INVALID_PARAM if name in NO_DEFAULT_STREAM else CONTEXT_NULL
    assert CALLS[name](api, None) == expected
    api.ok.aclrtSetDevice(0)
    if name == "aclrtUnSubscribeReport":
        api.ok.aclrtSubscribeReport(1, None)
    assert CALLS[name](api, None) == (INVALID_PARAM if name in NO_DEFAULT_STREAM else 0)
    if name == "aclrtSubscribeReport":
        api.ok.aclrtUnSubscribeReport(1, None)


def test_creation_arguments(api: Api) -> None:
    stream = ctypes.c_void_p(0x5A)
    assert api.aclrtCreateStream(None) == INVALID_PARAM
    assert api.aclrtCreateStreamWithConfig(None, 0, 0) == INVALID_PARAM
    assert api.aclrtCreateStream(ctypes.byref(stream)) == CONTEXT_NULL
    assert api.aclrtCreateStreamWithConfig(ctypes.byref(stream), 0, 0) == CONTEXT_NULL
    assert stream.value == 0x5A


def test_the_default_stream_cannot_be_destroyed(device: Api) -> None:
    stream = ctypes.c_void_p()
    device.ok.aclrtCtxGetCurrentDefaultStream(ctypes.byref(stream))
    assert device.aclrtDestroyStream(stream) == INVALID_HANDLE
    assert device.aclrtDestroyStreamForce(stream) == INVALID_HANDLE
    assert device.aclrtSynchronizeStream(stream) == 0
    assert device.aclrtSynchronizeStream(None) == 0


# --- Properties ----------------------------------------------------------------------------------


def test_ids_are_unique(device: Api) -> None:
    streams = [None, *(new_stream(device) for _ in range(20))]
    ids = set()
    for stream in streams:
        number = ctypes.c_int32(-1)
        device.ok.aclrtStreamGetId(stream, ctypes.byref(number))
        assert number.value >= 0
        ids.add(number.value)
    assert len(ids) == len(streams)


def test_null_results(device: Api) -> None:
    stream = new_stream(device)
    assert device.aclrtStreamGetId(stream, None) == PARAM_INVALID
    assert device.aclrtStreamGetFlags(stream, None) == INVALID_PARAM
    assert device.aclrtStreamGetPriority(stream, None) == INVALID_PARAM
    assert device.aclrtStreamQuery(stream, None) == INVALID_PARAM
    assert device.aclrtGetStreamOverflowSwitch(stream, None) == INVALID_PARAM


@pytest.mark.parametrize("flags", [0, 0x1, 0x2, 0x3F, 0x8])
def test_flags_are_kept(device: Api, flags: int) -> None:
    value = ctypes.c_uint32(99)
    device.ok.aclrtStreamGetFlags(configured(device, 0, flags), ctypes.byref(value))
    assert value.value == flags


def test_work_begins_though_nobody_waits(session: Session) -> None:
    """Also right behind launches on several cores, when waking a thread is put off."""
    api = session.api
    array = np.ones(1 << 16, np.float32)
    source, out = session.tensor(array), session.tensor(array)
    streams = [session.stream, *(new_stream(api) for _ in range(2))]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    for _ in range(50):
        done = [threading.Event() for _ in streams]
        api.ok.aclnnReluGetWorkspaceSize(source, out, ctypes.byref(size), ctypes.byref(executor))
        api.ok.aclnnRelu(None, 0, executor, session.stream)
        api.ok.aclrtSynchronizeStream(session.stream)
        for stream, event in zip(streams, done, strict=True):
            launch(api, stream, event.set)
        assert all(event.wait(10) for event in done)
    for stream in streams:
        api.ok.aclrtSynchronizeStream(stream)


def test_unknown_flags_are_ignored(device: Api) -> None:
    stream = configured(device, 0, 0x8000_0000 | 0x1)
    order = Order(device)
    order.launch(stream, 1)
    device.ok.aclrtSynchronizeStream(stream)
    assert order.seen == [1]


def test_priorities(device: Api) -> None:
    least, greatest = ctypes.c_int32(-99), ctypes.c_int32(-99)
    out = ctypes.byref(least), ctypes.byref(greatest)
    assert device.aclrtDeviceGetStreamPriorityRange(*out) == 0
    assert least.value > greatest.value >= 0, "a larger number is less urgent"
    assert device.aclrtDeviceGetStreamPriorityRange(None, None) == 0
    assert in_thread(lambda: device.aclrtDeviceGetStreamPriorityRange(*out)) == 0
    wanted = {
        greatest.value: greatest.value,
        least.value: least.value,
        least.value + 1: least.value,
        2**32 - 1: least.value,
    }
    for priority, expected in wanted.items():
        value = ctypes.c_uint32(99)
        device.ok.aclrtStreamGetPriority(configured(device, priority, 0), ctypes.byref(value))
        assert value.value == expected, priority


def test_overflow_switch(device: Api) -> None:
    stream, value = new_stream(device), ctypes.c_uint32(9)
    for flag in (1, 0):
        device.ok.aclrtSetStreamOverflowSwitch(stream, flag)
        device.ok.aclrtGetStreamOverflowSwitch(stream, ctypes.byref(value))
        assert value.value == flag
    assert device.aclrtSetStreamOverflowSwitch(stream, 2) == PARAM_INVALID


# --- Order and waiting ---------------------------------------------------------------------------


@in_every_mode
def test_work_of_a_stream_runs_in_order(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    for step in range(200):
        order.launch(stream, step)
    api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == list(range(200))


@in_every_mode
def test_many_streams(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    order, streams = Order(api), [new_stream(api) for _ in range(24)]
    for step in range(20):
        for number, stream in enumerate(streams):
            order.launch(stream, (number, step))
    api.ok.aclrtSynchronizeDevice()
    assert len(order.seen) == 24 * 20
    for number in range(24):
        assert [step for n, step in order.seen if n == number] == list(range(20))


@apart()
def test_a_device_has_2048_streams(api: Api) -> None:
    """The default one is one of them; each device has its own."""

    def left() -> int:
        count = ctypes.c_uint32(9)
        api.ok.aclrtGetStreamAvailableNum(ctypes.byref(count))
        return count.value

    assert api.aclrtGetStreamAvailableNum(ctypes.byref(ctypes.c_uint32())) == CONTEXT_NULL
    assert api.aclrtGetStreamAvailableNum(None) == INVALID_PARAM
    api.ok.aclrtSetDevice(0)
    assert left() == 2047
    streams = [new_stream(api) for _ in range(2047)]
    assert left() == 0
    stream = ctypes.c_void_p()
    assert api.aclrtCreateStream(ctypes.byref(stream)) == NO_STREAM_RESOURCE
    assert "2048 streams" in api.message().replace(",", "")
    api.ok.aclrtDestroyStream(streams.pop())
    assert left() == 1
    streams.append(new_stream(api))
    for each in streams:
        api.ok.aclrtDestroyStream(each)
    assert left() == 2047


@in_every_mode
def test_streams_used_by_many_threads(api: Api) -> None:
    """Each thread sees its own work in order; the streams come and go meanwhile."""
    api.ok.aclrtSetDevice(0)
    shared, order = new_stream(api), Order(api)

    def work(number: int) -> None:
        api.ok.aclrtSetDevice(0)
        for step in range(20):
            order.launch(shared, (number, step))
            own = new_stream(api)
            order.launch(own, ("own", number, step))
            api.ok.aclrtDestroyStream(own)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    api.ok.aclrtSynchronizeStream(shared)
    for number in range(4):
        steps = [label[1] for label in order.seen if label[0] == number]
        assert steps == list(range(20))
        owned = [label[2] for label in order.seen if label[:2] == ("own", number)]
        assert owned == list(range(20))


@in_every_mode
def test_null_and_the_handle_are_one_default_stream(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    handle, order = ctypes.c_void_p(), Order(api)
    api.ok.aclrtCtxGetCurrentDefaultStream(ctypes.byref(handle))
    for step in range(50):
        order.launch(None if step % 2 else handle, step)
    api.ok.aclrtSynchronizeStream(None)
    assert order.seen == list(range(50))


@in_every_mode
def test_synchronize_device_waits_for_all_streams(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    order = Order(api)
    for stream in (None, new_stream(api), new_stream(api)):
        order.launch(stream, 1)
    api.ok.aclrtSynchronizeDevice()
    assert order.seen == [1, 1, 1]
    order.launch(None, 2)
    api.ok.aclrtSynchronizeDeviceWithTimeout(60_000)
    assert order.seen == [1, 1, 1, 2]


@in_every_mode
def test_a_query_sees_the_work_done_in_time(api: Api) -> None:
    """Without any synchronize: in lazy mode the query asks for the work."""
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    assert query(api, stream) == COMPLETE
    order.launch(stream, 1)
    until(lambda: query(api, stream) == COMPLETE)
    assert order.seen == [1]


def test_streams_run_at_once(device: Api) -> None:
    first, second, order = new_stream(device), new_stream(device), Order(device)
    with Gate(device, first):
        order.launch(first, "first")
        order.launch(second, "second")
        device.ok.aclrtSynchronizeStream(second)
        assert order.seen == ["second"]
        assert query(device, first) == NOT_READY
        assert query(device, second) == COMPLETE
    device.ok.aclrtSynchronizeStream(first)
    assert order.seen == ["second", "first"]


def test_streams_of_contexts_run_at_once(device: Api) -> None:
    order, context = Order(device), ctypes.c_void_p()
    with Gate(device, None):
        device.ok.aclrtCreateContext(ctypes.byref(context), 0)
        order.launch(None, "other")
        device.ok.aclrtSynchronizeStream(None)
        assert order.seen == ["other"]
        device.ok.aclrtDestroyContext(context)


def test_timeouts(device: Api) -> None:
    stream = new_stream(device)
    with Gate(device, stream):
        assert device.aclrtSynchronizeStreamWithTimeout(stream, 5) == STREAM_SYNC_TIMEOUT
        assert "5 ms" in device.message()
        assert device.aclrtSynchronizeDeviceWithTimeout(5) == STREAM_SYNC_TIMEOUT
        assert device.aclrtSynchronizeStreamWithTimeout(None, 1000) == 0, "another stream"
    assert device.aclrtSynchronizeStreamWithTimeout(stream, -1) == 0
    assert device.aclrtSynchronizeStreamWithTimeout(stream, 1) == 0, "nothing left to wait for"
    assert device.aclrtSynchronizeDeviceWithTimeout(-1) == 0
    for timeout in (0, -2, -(2**31)):
        assert device.aclrtSynchronizeStreamWithTimeout(stream, timeout) == PARAM_INVALID
        assert f"timeout is {timeout}" in device.message()


@pytest.mark.parametrize("flags", [PERSISTENT, CPU_SCHEDULE, DEVICE_USE_ONLY, PERSISTENT | 1])
def test_streams_that_are_not_waited_for(device: Api, flags: int) -> None:
    stream = configured(device, 0, flags)
    with Gate(device, stream) as gate:
        assert device.aclrtSynchronizeStream(stream) == 0
        assert device.aclrtSynchronizeStreamWithTimeout(stream, -1) == 0
        assert not gate.left.is_set()
        assert query(device, stream) == NOT_READY


@in_every_mode
def test_a_host_function_may_queue_more(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, other, order = new_stream(api), new_stream(api), Order(api)
    context = ctypes.c_void_p()
    api.ok.aclrtGetCurrentContext(ctypes.byref(context))

    def work() -> None:
        api.ok.aclrtSetCurrentContext(context)
        order.launch(stream, "behind")
        order.launch(other, "beside")
        order.seen.append("function")

    launch(api, stream, work)
    api.ok.aclrtSynchronizeStream(stream)
    api.ok.aclrtSynchronizeDevice()
    assert sorted(order.seen) == ["behind", "beside", "function"]
    assert order.seen.index("function") < order.seen.index("behind")


# --- The modes -----------------------------------------------------------------------------------


@apart(ACLNN_STREAM="lazy")
def test_lazy_runs_nothing_before_it_is_asked(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, other, order = new_stream(api), new_stream(api), Order(api)
    address = malloc(api, 4)
    api.ok.aclrtMemset(address, 4, 1, 4)
    api.ok.aclrtMemsetAsync(address, 4, 2, 4, stream)
    order.launch(stream, 1)
    order.launch(other, 2)
    assert read(api, address, 4) == b"\1" * 4, "a blocking copy after a forgotten synchronize"
    assert order.seen == []
    api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == [1], "the other stream was not asked"
    assert read(api, address, 4) == b"\2" * 4
    until(lambda: query(api, other) == COMPLETE)
    assert order.seen == [1, 2]


@apart(ACLNN_STREAM="sync")
def test_sync_runs_work_in_the_call(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    threads: list[int] = []
    launch(api, stream, lambda: threads.append(threading.get_ident()))
    assert threads == [threading.get_ident()]
    address = malloc(api, 4)
    api.ok.aclrtMemsetAsync(address, 4, 2, 4, None)
    assert read(api, address, 4) == b"\2" * 4


def stream_workers() -> int:
    count = 0
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # it may end meanwhile
            count += (task / "comm").read_text() == "aclnn-stream\n"
    return count


@pytest.mark.slow
@apart()
def test_idle_workers_end(api: Api) -> None:
    """The process may have no other thread any more."""
    api.ok.aclrtSetDevice(0)
    streams, order = [new_stream(api), new_stream(api)], Order(api)
    for _ in range(2):
        for stream in streams:
            order.launch(stream, 1)
        until(lambda: all(query(api, stream) == COMPLETE for stream in streams))
        until(lambda: stream_workers() == 0)
    assert order.seen == [1] * 4
    order.launch(streams[0], 2)
    api.ok.aclrtDestroyStream(streams[0])
    assert stream_workers() == 0


# --- The end of a stream -------------------------------------------------------------------------


@in_every_mode
def test_destroy_waits_for_the_work(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    for step in range(30):
        order.launch(stream, step)
    api.ok.aclrtDestroyStream(stream)
    assert order.seen == list(range(30))
    assert api.aclrtDestroyStream(stream) == INVALID_HANDLE


@pytest.mark.parametrize("name", ["aclrtDestroyStream", "aclrtDestroyStreamForce"])
def test_what_runs_is_waited_for(device: Api, name: str) -> None:
    stream = new_stream(device)
    gate = Gate(device, stream)
    assert gate.entered.wait(60)
    gate.open_soon()
    assert getattr(device, name)(stream) == 0
    assert gate.left.is_set()


@apart(ACLNN_STREAM="lazy")
def test_a_forced_end_drops_the_work(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    order.launch(stream, 1)
    api.ok.aclrtDestroyStreamForce(stream)
    assert api.aclrtDestroyStreamForce(stream) == INVALID_HANDLE
    api.ok.aclrtSynchronizeDevice()
    assert order.seen == []


@apart(ACLNN_STREAM="lazy")
def test_an_abort_drops_the_work(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    order.launch(stream, "dropped")
    api.ok.aclrtStreamAbort(stream)
    assert query(api, stream) == COMPLETE
    order.launch(stream, "kept")
    api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == ["kept"]


def test_an_abort_waits_for_what_runs(device: Api) -> None:
    stream, order = new_stream(device), Order(device)
    gate = Gate(device, stream)
    assert gate.entered.wait(60)
    gate.open_soon()
    device.ok.aclrtStreamAbort(stream)
    assert gate.left.is_set()
    order.launch(stream, 1)
    device.ok.aclrtSynchronizeStream(stream)
    assert order.seen == [1]


# --- Failures ------------------------------------------------------------------------------------


@in_every_mode
def test_a_failure_is_returned_once(api: Api) -> None:
    """By whichever call waits first; by no other call."""
    with Session(api) as session:
        waits: list[Callable[[], int]] = [
            session.synchronize,
            lambda: api.aclrtSynchronizeStreamWithTimeout(session.stream, 60_000),
            api.aclrtSynchronizeDevice,
            lambda: api.aclrtSynchronizeDeviceWithTimeout(-1),
        ]
        for wait in waits:
            launch_failing_kernel(session)
            until(lambda: query(api, session.stream) == COMPLETE)
            assert api.message() == "", "a query returns no failure"
            assert wait() == AICORE_EXCEPTION
            text = api.message()
            assert "aclnnEmbeddingDenseBackward" in text
            assert "index" in text
            assert re.search(r"\b7\b", text.partition("aclnnEmbeddingDenseBackward")[2])
            assert [wait() for wait in waits] == [0, 0, 0, 0]


def test_a_timeout_leaves_the_failures_of_other_streams(api: Api) -> None:
    with Session(api) as session:
        for slow in (new_stream(api), None):  # before and behind the stream that fails
            with Gate(api, slow):
                launch_failing_kernel(session)
                until(lambda: query(api, session.stream) == COMPLETE)
                assert api.aclrtSynchronizeDeviceWithTimeout(5) == STREAM_SYNC_TIMEOUT
                assert session.synchronize() == AICORE_EXCEPTION
                launch_failing_kernel(session)
                assert api.aclrtSynchronizeDeviceWithTimeout(5) == STREAM_SYNC_TIMEOUT
            assert api.aclrtSynchronizeDevice() == AICORE_EXCEPTION
            assert api.aclrtSynchronizeDevice() == 0


@in_every_mode
def test_work_goes_on_behind_a_failure(api: Api) -> None:
    with Session(api) as session:
        order = Order(api)
        api.ok.aclrtSetStreamFailureMode(session.stream, 0)  # ACL_CONTINUE_ON_FAILURE
        launch_failing_kernel(session)
        order.launch(session.stream, "behind")
        assert session.synchronize() == AICORE_EXCEPTION
        assert order.seen == ["behind"]


@in_every_mode
def test_other_streams_do_not_see_a_failure(api: Api) -> None:
    with Session(api) as session:
        other = new_stream(api)
        launch_failing_kernel(session)
        assert api.aclrtSynchronizeStream(other) == 0
        assert session.synchronize() == AICORE_EXCEPTION


@in_every_mode
def test_stop_on_failure_drops_the_work_of_the_context(api: Api) -> None:
    with Session(api) as session:
        order, other = Order(api), new_stream(api)
        api.ok.aclrtSetStreamFailureMode(session.stream, 1)  # ACL_STOP_ON_FAILURE
        order.launch(session.stream, "before")
        launch_failing_kernel(session)
        order.launch(session.stream, "behind")
        assert session.synchronize() == AICORE_EXCEPTION
        order.launch(session.stream, "later")
        order.launch(other, "beside")
        session.synchronize()
        api.aclrtSynchronizeStream(other)
        assert order.seen == ["before"]


@apart(ACLNN_STREAM="lazy")
def test_stop_on_failure_holds_while_the_stream_is_destroyed(api: Api) -> None:
    """In lazy mode it is the destroy that runs the queued work."""
    with Session(api) as session:
        order = Order(api)
        api.ok.aclrtSetStreamFailureMode(session.stream, 1)  # ACL_STOP_ON_FAILURE
        order.launch(session.stream, "before")
        launch_failing_kernel(session)
        order.launch(session.stream, "behind")
        api.ok.aclrtDestroyStream(session.stream)
        assert order.seen == ["before"]


def test_failure_mode_arguments(device: Api) -> None:
    stream = new_stream(device)
    for mode in (2, 2**64 - 1):
        assert device.aclrtSetStreamFailureMode(stream, mode) == PARAM_INVALID
        assert f"mode is {mode}" in device.message()
    assert device.aclrtSetStreamFailureMode(stream, 1) == 0
    assert device.aclrtSetStreamFailureMode(stream, 0) == PARAM_INVALID, "once for a stream"
    assert device.aclrtSetStreamFailureMode(None, 0) == 0


@apart(ACLNN_SOC="Ascend910A")
def test_no_failure_mode_of_the_default_stream_on_910(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    assert api.aclrtSetStreamFailureMode(None, 0) == PARAM_INVALID
    assert api.aclrtSetStreamFailureMode(new_stream(api), 0) == 0


@in_every_mode
def test_a_failure_nobody_fetched_ends_with_its_stream(api: Api) -> None:
    with Session(api) as session:
        launch_failing_kernel(session)
        api.ok.aclrtDestroyStream(session.stream)
        assert api.aclrtSynchronizeDevice() == 0
        api.ok.aclrtCreateStream(ctypes.byref(session.stream))
        assert session.synchronize() == 0


# --- Attributes ----------------------------------------------------------------------------------

FAILURE_MODE, OVERFLOW, TAG, CACHE, PRIORITY = range(1, 6)


class Value(ctypes.Union):
    _fields_ = [
        ("mode", ctypes.c_uint64),
        ("number", ctypes.c_uint32),
        ("reserve", ctypes.c_uint32 * 4),
    ]


def set_attribute(api: Api, stream: Any, attribute: int, value: int) -> int:
    result = api.aclrtSetStreamAttribute(stream, attribute, ctypes.byref(Value(mode=value)))
    return int(result)


def attribute_of(api: Api, stream: Any, attribute: int) -> int:
    value = Value()
    api.ok.aclrtGetStreamAttribute(stream, attribute, ctypes.byref(value))
    return int(value.mode if attribute == FAILURE_MODE else value.number)


def test_attributes_of_a_stream(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    for stream in (new_stream(api), None):
        assert [attribute_of(api, stream, attribute) for attribute in range(1, 6)] == [0] * 5
        for attribute, value in [(OVERFLOW, 1), (TAG, 0xFFFFFFFF), (CACHE, 0), (PRIORITY, 3)]:
            assert set_attribute(api, stream, attribute, value) == 0
            assert attribute_of(api, stream, attribute) == value
        # What other calls say of the same.
        number = ctypes.c_uint32()
        api.ok.aclrtStreamGetPriority(stream, ctypes.byref(number))
        assert number.value == 3
        api.ok.aclrtGetStreamOverflowSwitch(stream, ctypes.byref(number))
        assert number.value == 1
        assert set_attribute(api, stream, PRIORITY, 99) == 0
        assert attribute_of(api, stream, PRIORITY) == 7
        for attribute in (OVERFLOW, CACHE):
            assert set_attribute(api, stream, attribute, 2) == PARAM_INVALID
        assert attribute_of(api, stream, OVERFLOW) == 1
        # torch.npu.graph sets it before it captures; nothing of a device is kept here.
        assert set_attribute(api, stream, CACHE, 1) == 0
        assert attribute_of(api, stream, CACHE) == 1
        assert set_attribute(api, stream, FAILURE_MODE, 2) == PARAM_INVALID
        assert set_attribute(api, stream, FAILURE_MODE, 1) == 0
        assert attribute_of(api, stream, FAILURE_MODE) == 1
        assert set_attribute(api, stream, FAILURE_MODE, 0) == PARAM_INVALID
        place = ctypes.byref(Value())
        for call in (api.aclrtSetStreamAttribute, api.aclrtGetStreamAttribute):
            assert call(stream, 0, place) == call(stream, 6, place) == PARAM_INVALID
            assert call(stream, TAG, None) == INVALID_PARAM
            assert call(7, TAG, place) == INVALID_HANDLE


# --- Configurations ------------------------------------------------------------------------------


def test_a_stream_from_a_configuration(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    config, stream = api.aclrtCreateStreamConfigHandle(), ctypes.c_void_p()
    assert config
    for attr, value in [
        (0, ctypes.c_void_p(7)),
        (1, ctypes.c_size_t(8)),
        (2, ctypes.c_size_t(2)),
        (3, ctypes.c_uint32(5)),
    ]:
        place, size = ctypes.byref(value), ctypes.sizeof(value)
        assert api.aclrtSetStreamConfigOpt(config, attr, place, size - 1) == INVALID_PARAM
        assert api.aclrtSetStreamConfigOpt(config, attr, None, size) == INVALID_PARAM
        assert api.aclrtSetStreamConfigOpt(config, 4, place, size) == INVALID_PARAM
        api.ok.aclrtSetStreamConfigOpt(config, attr, place, size)
    api.ok.aclrtCreateStreamV2(ctypes.byref(stream), config)
    number = ctypes.c_uint32()
    api.ok.aclrtStreamGetPriority(stream, ctypes.byref(number))
    assert number.value == 5
    api.ok.aclrtStreamGetFlags(stream, ctypes.byref(number))
    assert number.value == 2
    assert api.aclrtCreateStreamV2(None, config) == INVALID_PARAM
    api.ok.aclrtDestroyStreamConfigHandle(config)
    api.ok.aclrtSynchronizeStream(stream)
    for handle in (config, None):
        assert api.aclrtCreateStreamV2(ctypes.byref(stream), handle) == INVALID_PARAM
        assert api.aclrtDestroyStreamConfigHandle(handle) == INVALID_PARAM
    api.ok.aclrtDestroyStream(stream)
