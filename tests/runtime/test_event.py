# SPDX-License-Identifier: Apache-2.0
"""Events: recording, waiting, asking, times, and the two kinds, in every mode of ACLNN_STREAM."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Any

import pytest
from runtime.codes import (
    AICORE_EXCEPTION,
    CONTEXT_NULL,
    EVENT_SYNC_TIMEOUT,
    EVENT_TIMESTAMP_INVALID,
    FEATURE_NOT_SUPPORT,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    STREAM_CONTEXT,
)
from runtime.tools import (
    Gate,
    Order,
    in_every_mode,
    in_thread,
    launch,
    launch_failing_kernel,
    new_event,
    new_ex_event,
    new_stream,
    until,
)
from support import Api, Session

SYNC, PROGRESS, TIME_LINE, DEVICE_USE_ONLY, EXTERNAL, IPC = 0x1, 0x2, 0x8, 0x10, 0x20, 0x40

# aclrtEventStatus; aclrtEventRecordedStatus is the other way round
COMPLETE, NOT_READY = 0, 1
RECORDED_NOT_READY, RECORDED_COMPLETE = 0, 1
WAIT_COMPLETE, WAIT_NOT_READY = 0, 1


def out_int() -> Any:
    return ctypes.byref(ctypes.c_int())


Call = Callable[[Api, Any], int]
CALLS: dict[str, Call] = {
    "aclrtDestroyEvent": lambda api, event: api.aclrtDestroyEvent(event),
    "aclrtRecordEvent": lambda api, event: api.aclrtRecordEvent(event, None),
    "aclrtResetEvent": lambda api, event: api.aclrtResetEvent(event, None),
    "aclrtQueryEvent": lambda api, event: api.aclrtQueryEvent(event, out_int()),
    "aclrtQueryEventStatus": lambda api, event: api.aclrtQueryEventStatus(event, out_int()),
    "aclrtQueryEventWaitStatus": lambda api, event: api.aclrtQueryEventWaitStatus(event, out_int()),
    "aclrtSynchronizeEvent": lambda api, event: api.aclrtSynchronizeEvent(event),
    "aclrtSynchronizeEventWithTimeout": lambda api, event: api.aclrtSynchronizeEventWithTimeout(
        event, 10
    ),
    "aclrtEventGetTimestamp": lambda api, event: api.aclrtEventGetTimestamp(
        event, ctypes.byref(ctypes.c_uint64())
    ),
    "aclrtGetEventId": lambda api, event: api.aclrtGetEventId(
        event, ctypes.byref(ctypes.c_uint32())
    ),
    "aclrtStreamWaitEvent": lambda api, event: api.aclrtStreamWaitEvent(None, event),
    "aclrtStreamWaitEventWithTimeout": lambda api, event: api.aclrtStreamWaitEventWithTimeout(
        None, event, 10
    ),
}


def flagged(api: Api, flags: int) -> ctypes.c_void_p:
    event = ctypes.c_void_p()
    api.ok.aclrtCreateEventWithFlag(ctypes.byref(event), flags)
    return event


def recorded(api: Api, event: Any) -> int:
    status = ctypes.c_int(9)
    api.ok.aclrtQueryEventStatus(event, ctypes.byref(status))
    return status.value


def queried(api: Api, event: Any) -> int:
    status = ctypes.c_int(9)
    api.ok.aclrtQueryEvent(event, ctypes.byref(status))
    return status.value


def waited(api: Api, event: Any) -> int:
    status = ctypes.c_int(9)
    api.ok.aclrtQueryEventWaitStatus(event, ctypes.byref(status))
    return status.value


def elapsed(api: Api, start: Any, end: Any) -> float:
    value = ctypes.c_float()
    api.ok.aclrtEventElapsedTime(ctypes.byref(value), start, end)
    return value.value


# --- Handles and arguments -----------------------------------------------------------------------


@pytest.mark.parametrize("name", CALLS)
def test_order_of_tests(api: Api, name: str) -> None:
    call = CALLS[name]
    assert call(api, None) == INVALID_PARAM, "NULL before the context"
    assert name in api.message()
    assert call(api, 0x1230) == CONTEXT_NULL, "the context before the handle"
    api.ok.aclrtSetDevice(0)
    event = new_event(api)
    assert call(api, None) == INVALID_PARAM
    assert in_thread(lambda: call(api, event)) == CONTEXT_NULL
    dead = new_event(api)
    api.ok.aclrtDestroyEvent(dead)
    for what in (dead, ctypes.c_void_p(0x1230), new_stream(api), ctypes.create_string_buffer(64)):
        api.message()
        assert call(api, what) == INVALID_HANDLE
        text = api.message()
        assert name in text
        assert "event is 0x" in text


@pytest.mark.parametrize(
    "name",
    ["aclrtCreateEvent", "aclrtCreateEventWithFlag", "aclrtCreateEventExWithFlag"],
)
def test_creation_arguments(api: Api, name: str) -> None:
    event = ctypes.c_void_p(0x5A)
    flags = () if name == "aclrtCreateEvent" else (SYNC,)
    assert getattr(api, name)(None, *flags) == INVALID_PARAM
    assert getattr(api, name)(ctypes.byref(event), *flags) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    if flags:
        for wrong in (0x4, 0x80, 0x80000000, TIME_LINE | 0x100):
            assert getattr(api, name)(ctypes.byref(event), wrong) == PARAM_INVALID, hex(wrong)
            assert f"{wrong:x}" in api.message()
            assert getattr(api, name)(None, wrong) == INVALID_PARAM
        for right in (SYNC, PROGRESS, TIME_LINE, DEVICE_USE_ONLY, EXTERNAL, IPC, 0x7B):
            api.message()
            assert getattr(api, name)(ctypes.byref(event), right) == 0, hex(right)
            assert api.aclrtDestroyEvent(event) == 0
    else:
        assert api.aclrtCreateEvent(ctypes.byref(event)) == 0


@pytest.mark.parametrize(
    "name", ["aclrtQueryEvent", "aclrtQueryEventStatus", "aclrtQueryEventWaitStatus"]
)
def test_null_results(api: Api, name: str) -> None:
    status = ctypes.c_int(9)
    assert getattr(api, name)(None, ctypes.byref(status)) == INVALID_PARAM
    assert getattr(api, name)(0x1230, None) == INVALID_PARAM
    assert status.value == 9


def test_null_arguments_of_times(device: Api) -> None:
    event, ms = new_event(device), ctypes.c_float(9)
    assert device.aclrtEventElapsedTime(None, event, event) == INVALID_PARAM
    assert device.aclrtEventElapsedTime(ctypes.byref(ms), None, event) == INVALID_PARAM
    assert device.aclrtEventElapsedTime(ctypes.byref(ms), event, None) == INVALID_PARAM
    assert device.aclrtEventElapsedTime(ctypes.byref(ms), event, 0x1230) == INVALID_HANDLE
    assert device.aclrtEventGetTimestamp(event, None) == INVALID_PARAM
    assert device.aclrtGetEventId(event, None) == INVALID_PARAM
    assert device.aclrtGetEventAvailNum(None) == INVALID_PARAM
    assert ms.value == 9


def test_the_timeout_is_tested_before_the_event(api: Api) -> None:
    for timeout in (-2, -(2**31)):
        assert api.aclrtSynchronizeEventWithTimeout(None, timeout) == PARAM_INVALID
        assert f"timeout is {timeout}" in api.message()
    for timeout in (-1, 5):
        assert api.aclrtSynchronizeEventWithTimeout(None, timeout) == INVALID_PARAM
    api.ok.aclrtSetDevice(0)
    for timeout in (0, -2):
        status = api.aclrtStreamWaitEventWithTimeout(None, new_event(api), timeout)
        assert status == PARAM_INVALID


def test_streams_of_records_and_waits(device: Api) -> None:
    event, dead = new_event(device), new_stream(device)
    device.ok.aclrtDestroyStream(dead)
    stream, context = new_stream(device), ctypes.c_void_p()
    device.ok.aclrtRecordEvent(event, stream)
    device.ok.aclrtCreateContext(ctypes.byref(context), 0)
    for other, status in ((dead, INVALID_HANDLE), (stream, STREAM_CONTEXT)):
        assert device.aclrtRecordEvent(event, other) == status
        assert device.aclrtResetEvent(event, other) == status
        assert device.aclrtStreamWaitEvent(other, event) == status
    assert device.aclrtStreamWaitEvent(None, event) == 0, "an event of another context"
    assert device.aclrtSynchronizeStream(None) == 0
    device.ok.aclrtDestroyContext(context)


def test_ids_and_numbers(device: Api) -> None:
    def available() -> int:
        count = ctypes.c_uint32()
        device.ok.aclrtGetEventAvailNum(ctypes.byref(count))
        return count.value

    before, ids = available(), set()
    events = [new_event(device) for _ in range(10)]
    assert available() == before - 10
    for event in events:
        number = ctypes.c_uint32()
        device.ok.aclrtGetEventId(event, ctypes.byref(number))
        ids.add(number.value)
        device.ok.aclrtDestroyEvent(event)
    assert len(ids) == 10
    assert available() == before


# --- Never recorded ------------------------------------------------------------------------------


def test_an_ordinary_event_never_recorded(device: Api) -> None:
    for event in (new_event(device), flagged(device, SYNC), flagged(device, TIME_LINE)):
        assert recorded(device, event) == RECORDED_NOT_READY
        assert queried(device, event) == NOT_READY
        assert waited(device, event) == WAIT_COMPLETE
        assert device.aclrtSynchronizeEvent(event) == 0
        assert device.aclrtSynchronizeEventWithTimeout(event, 5) == 0
        assert device.aclrtStreamWaitEvent(None, event) == PARAM_INVALID
        assert "aclrtRecordEvent" in device.message()
        assert device.aclrtStreamWaitEventWithTimeout(None, event, 5) == PARAM_INVALID


def test_an_ex_event_never_recorded(device: Api) -> None:
    event = new_ex_event(device)
    assert recorded(device, event) == RECORDED_COMPLETE
    assert waited(device, event) == WAIT_COMPLETE
    assert device.aclrtSynchronizeEvent(event) == 0
    assert device.aclrtStreamWaitEvent(None, event) == 0
    assert device.aclrtSynchronizeStream(None) == 0


def test_times_of_events_never_recorded(device: Api) -> None:
    event, stamp, ms = new_event(device), ctypes.c_uint64(9), ctypes.c_float(9)
    assert device.aclrtEventGetTimestamp(event, ctypes.byref(stamp)) == EVENT_TIMESTAMP_INVALID
    done = new_event(device)
    device.ok.aclrtRecordEvent(done, None)
    device.ok.aclrtSynchronizeEvent(done)
    for start, end in ((event, done), (done, event), (event, event)):
        status = device.aclrtEventElapsedTime(ctypes.byref(ms), start, end)
        assert status == EVENT_TIMESTAMP_INVALID
    assert (stamp.value, ms.value) == (9, 9)


# --- Recording -----------------------------------------------------------------------------------


@in_every_mode
def test_record_and_synchronize(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    for event in (new_event(api), flagged(api, SYNC), new_ex_event(api)):
        order.seen.clear()
        for step in range(20):
            order.launch(stream, step)
        api.ok.aclrtRecordEvent(event, stream)
        api.ok.aclrtSynchronizeEvent(event)
        assert order.seen == list(range(20))
        assert recorded(api, event) == RECORDED_COMPLETE
        api.ok.aclrtSynchronizeEventWithTimeout(event, -1)


@in_every_mode
def test_a_query_sees_the_event_reached(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    order, event = Order(api), new_event(api)
    order.launch(None, 1)
    api.ok.aclrtRecordEvent(event, None)
    until(lambda: recorded(api, event) == RECORDED_COMPLETE)
    assert order.seen == [1]
    assert queried(api, event) == COMPLETE


def test_an_event_is_reached_when_the_work_before_it_is_done(device: Api) -> None:
    stream, event, ex_event = new_stream(device), new_event(device), new_ex_event(device)
    with Gate(device, stream):
        device.ok.aclrtRecordEvent(event, stream)
        device.ok.aclrtRecordEvent(ex_event, stream)
        for each in (event, ex_event):
            assert recorded(device, each) == RECORDED_NOT_READY
            status = device.aclrtSynchronizeEventWithTimeout(each, 5)
            assert status == EVENT_SYNC_TIMEOUT
            assert "5 ms" in device.message()
        assert queried(device, event) == NOT_READY
        ms = ctypes.c_float(9)
        status = device.aclrtEventElapsedTime(ctypes.byref(ms), event, event)
        assert status == EVENT_TIMESTAMP_INVALID
        assert device.aclrtSynchronizeEventWithTimeout(event, 0) == PARAM_INVALID
    device.ok.aclrtSynchronizeEvent(event)
    assert recorded(device, event) == RECORDED_COMPLETE
    assert queried(device, event) == COMPLETE


def test_work_behind_the_event_is_not_waited_for(device: Api) -> None:
    stream, event, order = new_stream(device), new_event(device), Order(device)
    order.launch(stream, "before")
    device.ok.aclrtRecordEvent(event, stream)
    with Gate(device, stream):
        order.launch(stream, "behind")
        device.ok.aclrtSynchronizeEvent(event)
        assert order.seen == ["before"]


def test_the_latest_record_counts(device: Api) -> None:
    first, second = new_stream(device), new_stream(device)
    for event in (new_event(device), new_ex_event(device)):
        device.ok.aclrtRecordEvent(event, first)
        device.ok.aclrtSynchronizeEvent(event)
        with Gate(device, second):
            device.ok.aclrtRecordEvent(event, second)
            assert recorded(device, event) == RECORDED_NOT_READY
        device.ok.aclrtSynchronizeEvent(event)
        assert recorded(device, event) == RECORDED_COMPLETE


@in_every_mode
def test_reset(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    event = new_event(api)
    for _ in range(2):
        api.ok.aclrtRecordEvent(event, None)
        api.ok.aclrtSynchronizeEvent(event)
        api.ok.aclrtResetEvent(event, None)
        api.ok.aclrtSynchronizeStream(None)
        assert recorded(api, event) == RECORDED_NOT_READY
        assert queried(api, event) == NOT_READY
        assert api.aclrtStreamWaitEvent(None, event) == PARAM_INVALID
        stamp = ctypes.c_uint64()
        status = api.aclrtEventGetTimestamp(event, ctypes.byref(stamp))
        assert status == EVENT_TIMESTAMP_INVALID
    fresh = new_event(api)
    assert api.aclrtResetEvent(fresh, None) == 0, "never recorded"


def test_a_reset_has_its_place_in_the_stream(device: Api) -> None:
    stream, event = new_stream(device), new_event(device)
    device.ok.aclrtRecordEvent(event, stream)
    device.ok.aclrtSynchronizeEvent(event)
    with Gate(device, stream):
        device.ok.aclrtResetEvent(event, stream)
        assert recorded(device, event) == RECORDED_COMPLETE
    device.ok.aclrtSynchronizeStream(stream)
    assert recorded(device, event) == RECORDED_NOT_READY


def test_ex_events_know_no_reset_and_no_old_query(device: Api) -> None:
    event, status = new_ex_event(device), ctypes.c_int(9)
    assert device.aclrtResetEvent(event, None) == FEATURE_NOT_SUPPORT
    assert "aclrtCreateEventExWithFlag" in device.message()
    assert device.aclrtQueryEvent(event, ctypes.byref(status)) == FEATURE_NOT_SUPPORT
    assert status.value == 9


# --- Waits of streams ----------------------------------------------------------------------------


@in_every_mode
def test_a_wait_orders_streams(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    streams, order = [new_stream(api) for _ in range(5)], Order(api)
    for create in (new_event, new_ex_event):
        order.seen.clear()
        before: ctypes.c_void_p | None = None
        for number, stream in enumerate(streams):
            if before is not None:
                api.ok.aclrtStreamWaitEvent(stream, before)
            order.launch(stream, number)
            before = create(api)
            api.ok.aclrtRecordEvent(before, stream)
        api.ok.aclrtSynchronizeStream(streams[-1])
        assert order.seen == list(range(5))


def test_a_wait_holds_the_stream_up(device: Api) -> None:
    first, second, order = new_stream(device), new_stream(device), Order(device)
    for event in (new_event(device), new_ex_event(device)):
        order.seen.clear()
        with Gate(device, first):
            order.launch(first, "first")
            device.ok.aclrtRecordEvent(event, first)
            order.launch(second, "before the wait")
            device.ok.aclrtStreamWaitEvent(second, event)
            order.launch(second, "behind the wait")
            until(lambda: len(order.seen) == 1)
            assert waited(device, event) == WAIT_NOT_READY
            status = device.aclrtSynchronizeStreamWithTimeout(second, 5)
            assert status != 0
            assert order.seen == ["before the wait"]
        device.ok.aclrtSynchronizeStream(second)
        assert order.seen == ["before the wait", "first", "behind the wait"]
        assert waited(device, event) == WAIT_COMPLETE


@in_every_mode
def test_a_wait_is_over_when_its_stream_was_synchronized(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    first, second, event = new_stream(api), new_stream(api), new_ex_event(api)
    for _ in range(300):
        api.ok.aclrtRecordEvent(event, first)
        api.ok.aclrtStreamWaitEvent(second, event)
        api.ok.aclrtSynchronizeStream(second)
        assert waited(api, event) == WAIT_COMPLETE


def test_later_records_do_not_matter_to_a_wait(device: Api) -> None:
    first, second, order = new_stream(device), new_stream(device), Order(device)
    event = new_ex_event(device)
    device.ok.aclrtRecordEvent(event, first)
    device.ok.aclrtStreamWaitEvent(second, event)
    order.launch(second, 1)
    with Gate(device, first):
        device.ok.aclrtRecordEvent(event, first)
        device.ok.aclrtSynchronizeStream(second)
        assert order.seen == [1]


@in_every_mode
def test_a_stream_waits_for_its_own_event(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, event, order = new_stream(api), new_event(api), Order(api)
    order.launch(stream, 1)
    api.ok.aclrtRecordEvent(event, stream)
    api.ok.aclrtStreamWaitEvent(stream, event)
    order.launch(stream, 2)
    api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == [1, 2]


def test_streams_that_wait_for_each_other_in_turn(device: Api) -> None:
    """Ping-pong: each step waits for the one before on the other stream."""
    streams, order = [new_stream(device), new_stream(device)], Order(device)
    before = None
    for step in range(60):
        stream, event = streams[step % 2], new_event(device)
        if before is not None:
            device.ok.aclrtStreamWaitEvent(stream, before)
        order.launch(stream, step)
        device.ok.aclrtRecordEvent(event, stream)
        before = event
    device.ok.aclrtSynchronizeDevice()
    assert order.seen == list(range(60))


def test_a_wait_survives_its_event(device: Api) -> None:
    first, second, order = new_stream(device), new_stream(device), Order(device)
    event = new_event(device)
    with Gate(device, first):
        order.launch(first, "first")
        device.ok.aclrtRecordEvent(event, first)
        device.ok.aclrtStreamWaitEvent(second, event)
        order.launch(second, "second")
        assert device.aclrtDestroyEvent(event) == 0, "does not wait"
        assert device.aclrtSynchronizeStreamWithTimeout(second, 5) != 0
        assert order.seen == []
    device.ok.aclrtSynchronizeDevice()
    assert order.seen == ["first", "second"]


def test_a_wait_with_a_timeout(device: Api) -> None:
    first, second, order = new_stream(device), new_stream(device), Order(device)
    event = new_event(device)
    with Gate(device, first):
        device.ok.aclrtRecordEvent(event, first)
        device.ok.aclrtStreamWaitEventWithTimeout(second, event, 5)
        order.launch(second, "behind")
        assert device.aclrtSynchronizeStream(second) == EVENT_SYNC_TIMEOUT
        assert order.seen == ["behind"]
        assert device.aclrtSynchronizeStream(second) == 0
    device.ok.aclrtStreamWaitEventWithTimeout(second, event, 60_000)
    device.ok.aclrtStreamWaitEventWithTimeout(second, event, -1)
    assert device.aclrtSynchronizeStream(second) == 0


# --- Times ---------------------------------------------------------------------------------------


@in_every_mode
def test_elapsed_time(api: Api) -> None:
    """The sleep is a lower bound, whatever the machine does."""
    api.ok.aclrtSetDevice(0)
    start, end = new_event(api), flagged(api, TIME_LINE)
    api.ok.aclrtRecordEvent(start, None)
    launch(api, None, lambda: time.sleep(0.02))
    api.ok.aclrtRecordEvent(end, None)
    api.ok.aclrtSynchronizeEvent(end)
    ms = elapsed(api, start, end)
    assert ms >= 20
    assert elapsed(api, end, start) == -ms
    assert elapsed(api, start, start) == 0
    stamps = []
    for event in (start, end):
        stamp = ctypes.c_uint64()
        api.ok.aclrtEventGetTimestamp(event, ctypes.byref(stamp))
        stamps.append(stamp.value)
    assert stamps[1] - stamps[0] == pytest.approx(ms * 1000, abs=2), "microseconds"


@in_every_mode
def test_times_need_a_time_line(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    timed, ms = new_event(api), ctypes.c_float(9)
    events = [flagged(api, SYNC), flagged(api, 0), new_ex_event(api, SYNC)]
    for event in (timed, *events):
        api.ok.aclrtRecordEvent(event, None)
        api.ok.aclrtSynchronizeEvent(event)
    for event in events:
        for pair in ((timed, event), (event, timed)):
            status = api.aclrtEventElapsedTime(ctypes.byref(ms), *pair)
            assert status == EVENT_TIMESTAMP_INVALID
        stamp = ctypes.c_uint64()
        status = api.aclrtEventGetTimestamp(event, ctypes.byref(stamp))
        assert status == EVENT_TIMESTAMP_INVALID
    ex_event = new_ex_event(api, TIME_LINE)
    api.ok.aclrtRecordEvent(ex_event, None)
    api.ok.aclrtSynchronizeEvent(ex_event)
    assert elapsed(api, timed, ex_event) >= 0


# --- Failures and ends ---------------------------------------------------------------------------


@in_every_mode
def test_an_event_returns_the_failure_before_it_once(api: Api) -> None:
    with Session(api) as session:
        before, behind = new_event(api), new_event(api)
        api.ok.aclrtRecordEvent(before, session.stream)
        launch_failing_kernel(session)
        api.ok.aclrtRecordEvent(behind, session.stream)
        until(lambda: recorded(api, behind) == RECORDED_COMPLETE)
        assert api.aclrtSynchronizeEvent(before) == 0, "the failure came behind it"
        assert api.aclrtSynchronizeEvent(behind) == AICORE_EXCEPTION
        assert "aclnnEmbeddingDenseBackward" in api.message()
        assert api.aclrtSynchronizeEvent(behind) == 0
        assert session.synchronize() == 0


def test_a_reset_device_takes_its_events_along(device: Api) -> None:
    event, stream = new_event(device), new_stream(device)
    device.ok.aclrtRecordEvent(event, stream)
    device.ok.aclrtResetDevice(0)
    device.ok.aclrtSetDevice(0)
    for name, call in CALLS.items():
        assert call(device, event) == INVALID_HANDLE, name


def test_an_event_outlives_its_stream(device: Api) -> None:
    event, stream = new_event(device), new_stream(device)
    device.ok.aclrtRecordEvent(event, stream)
    device.ok.aclrtDestroyStream(stream)
    assert recorded(device, event) == RECORDED_COMPLETE
    assert device.aclrtSynchronizeEvent(event) == 0
    assert device.aclrtStreamWaitEvent(None, event) == 0
    assert device.aclrtSynchronizeStream(None) == 0


def test_flags_of_records_and_waits(device: Api) -> None:
    stream, event = new_stream(device), new_ex_event(device, SYNC)
    device.ok.aclrtRecordEventWithFlag(event, stream, 0)
    device.ok.aclrtStreamWaitEventWithFlag(stream, event, 0, 0)
    device.ok.aclrtStreamWaitEventWithFlag(stream, event, 2**32 - 1, 0)
    device.ok.aclrtSynchronizeStream(stream)
    for flag, status in ((1, FEATURE_NOT_SUPPORT), (2, PARAM_INVALID)):
        assert device.aclrtRecordEventWithFlag(event, stream, flag) == status
        assert device.aclrtStreamWaitEventWithFlag(stream, event, 0, flag) == status


@pytest.mark.slow
def test_a_wait_with_a_flag_has_a_timeout(device: Api) -> None:
    """In seconds."""
    stream, held, event = new_stream(device), new_stream(device), new_ex_event(device, SYNC)
    with Gate(device, held):
        device.ok.aclrtRecordEvent(event, held)
        device.ok.aclrtStreamWaitEventWithFlag(stream, event, 1, 0)
        assert device.aclrtSynchronizeStream(stream) == EVENT_SYNC_TIMEOUT
