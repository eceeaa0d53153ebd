# SPDX-License-Identifier: Apache-2.0
"""Waits: timeouts and queries hold whatever the work is, and none waits for itself."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

import pytest
from runtime.codes import (
    EVENT_SYNC_TIMEOUT,
    PARAM_INVALID,
    REPORT_TIMEOUT,
    RESOURCE_ALLOC_FAIL,
    STREAM_SYNC_TIMEOUT,
)
from runtime.tools import (
    DEVICE_TO_HOST,
    GUARD,
    Gate,
    Order,
    apart,
    host_function,
    in_every_mode,
    in_queued_modes,
    in_thread,
    launch,
    launch_failing_kernel,
    malloc,
    new_event,
    new_stream,
    no_thread_can_be_started,
    until,
)
from support import Api, Session

BLOCK = 1

#: Status, and the value that the query wrote; -1: none.
Query = Callable[[Api, Any], tuple[int, int]]


def _query(name: str) -> Query:
    def query(api: Api, handle: Any) -> tuple[int, int]:
        value = ctypes.c_int(-1)
        return getattr(api, name)(handle, ctypes.byref(value)), value.value

    return query


stream_query = _query("aclrtStreamQuery")  # 1: not ready
event_query = _query("aclrtQueryEvent")  # 1: not ready
event_status = _query("aclrtQueryEventStatus")  # 0: not ready
wait_status = _query("aclrtQueryEventWaitStatus")  # 1: not ready


# --- Timeouts and queries ------------------------------------------------------------------------


def waits_end_in_time(api: Api, stream: Any, event: Any) -> None:
    """Nothing ends the work of the stream before the event meanwhile."""
    for _ in range(2):
        assert api.aclrtSynchronizeStreamWithTimeout(stream, 5) == STREAM_SYNC_TIMEOUT
        assert api.aclrtSynchronizeEventWithTimeout(event, 5) == EVENT_SYNC_TIMEOUT
        assert api.aclrtSynchronizeDeviceWithTimeout(5) == STREAM_SYNC_TIMEOUT
        assert stream_query(api, stream) == (0, 1)
        assert event_query(api, event) == (0, 1)
        assert event_status(api, event) == (0, 0)


@in_queued_modes
def test_a_host_function_that_lasts_holds_no_call_up(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, other, event = new_stream(api), new_stream(api), new_event(api)
    with Gate(api, stream) as gate:
        api.ok.aclrtRecordEvent(event, stream)
        waits_end_in_time(api, stream, event)
        api.ok.aclrtStreamWaitEvent(other, event)
        assert wait_status(api, event) == (0, 1)
        assert api.aclrtSynchronizeStreamWithTimeout(other, 5) == STREAM_SYNC_TIMEOUT
        assert gate.entered.wait(GUARD), "the calls have asked for the work"
    assert api.aclrtSynchronizeDeviceWithTimeout(GUARD * 500) == 0
    assert stream_query(api, stream) == (0, 0)
    assert wait_status(api, event) == (0, 0)


@in_queued_modes
def test_a_callback_that_nobody_takes_holds_no_call_up(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, event, order = new_stream(api), new_event(api), Order(api)
    api.ok.aclrtSubscribeReport(1, stream)
    callback = host_function(lambda: order.seen.append("back"))
    api.ok.aclrtLaunchCallback(callback, None, BLOCK, stream)
    order.launch(stream, "behind")
    api.ok.aclrtRecordEvent(event, stream)
    waits_end_in_time(api, stream, event)
    assert order.seen == []
    api.ok.aclrtUnSubscribeReport(1, stream)
    api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == ["behind"]


@in_queued_modes
def test_the_timeout_of_a_wait_for_an_event_holds(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    first, second, event, order = new_stream(api), new_stream(api), new_event(api), Order(api)
    with Gate(api, first):
        api.ok.aclrtRecordEvent(event, first)
        api.ok.aclrtStreamWaitEventWithTimeout(second, event, 5)
        order.launch(second, "behind")
        assert api.aclrtSynchronizeStream(second) == EVENT_SYNC_TIMEOUT
        assert order.seen == ["behind"]
    api.ok.aclrtSynchronizeStream(first)


@in_queued_modes
def test_a_report_ends_in_time_while_its_stream_works(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, me = new_stream(api), threading.get_ident()
    api.ok.aclrtSubscribeReport(me, stream)
    with Gate(api, stream):
        api.ok.aclrtLaunchCallback(host_function(lambda: None), None, BLOCK, stream)
        assert api.aclrtProcessReport(5) == REPORT_TIMEOUT
    assert api.aclrtProcessReport(GUARD * 500) == 0
    api.ok.aclrtSynchronizeStream(stream)


@apart(ACLNN_STREAM="lazy")
def test_lazy_asks_all_streams_of_a_device_at_once(api: Api) -> None:
    """The first that is waited for takes all the time."""
    api.ok.aclrtSetDevice(0)
    streams, order = [new_stream(api) for _ in range(3)], Order(api)
    gates = [Gate(api, streams[0]), Gate(api, streams[2])]
    order.launch(streams[1], 1)
    assert api.aclrtSynchronizeDeviceWithTimeout(5) == STREAM_SYNC_TIMEOUT
    until(lambda: order.seen == [1])
    for gate in gates:
        gate.open()


@in_queued_modes
def test_without_a_worker_no_call_waits(api: Api) -> None:
    """What needs one says so; a wait without a timeout does the work."""
    api.ok.aclrtSetDevice(0)
    stream, other, event, order = new_stream(api), new_stream(api), new_event(api), Order(api)
    no_thread_can_be_started()
    order.launch(stream, 1)
    api.ok.aclrtRecordEvent(event, stream)
    api.ok.aclrtStreamWaitEventWithTimeout(other, event, 5)
    calls: list[Callable[[], int]] = [
        lambda: api.aclrtSynchronizeStreamWithTimeout(stream, 5),
        lambda: api.aclrtSynchronizeEventWithTimeout(event, 5),
        lambda: api.aclrtSynchronizeDeviceWithTimeout(5),
        lambda: stream_query(api, stream)[0],
        lambda: event_query(api, event)[0],
        lambda: event_status(api, event)[0],
        lambda: wait_status(api, event)[0],
    ]
    for call in calls:
        assert call() == RESOURCE_ALLOC_FAIL
        assert "no thread can be started" in api.message()
    assert order.seen == []
    assert api.aclrtSynchronizeStream(other) == RESOURCE_ALLOC_FAIL, "the wait had a timeout"
    api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == [1]
    assert [call() for call in calls] == [0] * 7
    api.ok.aclrtSubscribeReport(threading.get_ident(), stream)
    api.ok.aclrtLaunchCallback(host_function(lambda: None), None, BLOCK, stream)
    assert api.aclrtProcessReport(5) == RESOURCE_ALLOC_FAIL
    api.ok.aclrtStreamAbort(stream)
    api.ok.aclrtStreamWaitEvent(other, event)
    order.launch(other, 2)
    api.ok.aclrtDestroyStream(other)
    assert order.seen == [1, 2]


@in_queued_modes
def test_kernels_run_without_a_worker(api: Api) -> None:
    with Session(api) as session:
        no_thread_can_be_started()
        launch_failing_kernel(session)
        assert session.synchronize() != 0
        assert session.synchronize() == 0


# --- Waits for oneself ---------------------------------------------------------------------------

#: Every call that waits for a stream or an event recorded on it.
WAITS: dict[str, Callable[[Api, Any, Any], int]] = {
    "aclrtSynchronizeStream": lambda api, stream, event: api.aclrtSynchronizeStream(stream),
    "aclrtSynchronizeStreamWithTimeout": lambda api, stream, event: (
        api.aclrtSynchronizeStreamWithTimeout(stream, 5)
    ),
    "aclrtSynchronizeEvent": lambda api, stream, event: api.aclrtSynchronizeEvent(event),
    "aclrtSynchronizeEventWithTimeout": lambda api, stream, event: (
        api.aclrtSynchronizeEventWithTimeout(event, 5)
    ),
    "aclrtStreamAbort": lambda api, stream, event: api.aclrtStreamAbort(stream),
    "aclrtDestroyStreamForce": lambda api, stream, event: api.aclrtDestroyStreamForce(stream),
    "aclrtDestroyStream": lambda api, stream, event: api.aclrtDestroyStream(stream),
}


def current(api: Api) -> ctypes.c_void_p:
    context = ctypes.c_void_p()
    api.ok.aclrtGetCurrentContext(ctypes.byref(context))
    return context


def record(api: Api, stream: Any) -> ctypes.c_void_p:
    event = new_event(api)
    api.ok.aclrtRecordEvent(event, stream)
    return event


def wait_for(api: Api, waiting: Any, stream: Any) -> None:
    """What comes on one stream waits for what is queued on another."""
    api.ok.aclrtStreamWaitEvent(waiting, record(api, stream))


class Waiter:
    """A host function that calls every wait with a stream and an event on it."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.statuses: dict[str, int] = {}
        self.texts: list[str] = []
        self.stream = self.event = ctypes.c_void_p()

    def __call__(self) -> None:
        for name, wait in WAITS.items():
            self.statuses[name] = wait(self.api, self.stream, self.event)
            self.texts.append(self.api.message())

    def refused(self) -> None:
        assert self.statuses == dict.fromkeys(WAITS, PARAM_INVALID)
        assert all("called from a callback" in text for text in self.texts)


@in_queued_modes
def test_a_callback_does_not_wait_for_its_own_stream(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, waiter, others = new_stream(api), Waiter(api), list[int]()
    before = record(api, stream)

    def work() -> None:
        waiter()
        others.append(api.aclrtSynchronizeDevice())
        others.append(api.aclrtResetDevice(0))
        others.append(api.aclrtSynchronizeEvent(before))

    with Gate(api, stream):
        launch(api, stream, work)
        waiter.stream, waiter.event = stream, record(api, stream)
    api.ok.aclrtSynchronizeStream(stream)
    waiter.refused()
    assert others == [PARAM_INVALID, PARAM_INVALID, 0], "what its stream has passed is over"
    api.ok.aclrtSynchronizeStream(stream)


@in_queued_modes
def test_a_callback_does_not_wait_for_what_waits_for_it(api: Api) -> None:
    """Directly, and over a chain of streams; what is behind waits until the callback is over."""
    api.ok.aclrtSetDevice(0)
    for length in (1, 2, 30):
        first, waiter, order = new_stream(api), Waiter(api), Order(api)
        streams = [first, *(new_stream(api) for _ in range(length))]
        with Gate(api, first):
            launch(api, first, waiter)
            order.launch(first, 0)
            for number in range(length):
                wait_for(api, streams[number + 1], streams[number])
                order.launch(streams[number + 1], number + 1)
            waiter.stream, waiter.event = streams[-1], record(api, streams[-1])
        api.ok.aclrtSynchronizeStream(streams[-1])
        waiter.refused()
        assert order.seen == list(range(length + 1))
        for stream in streams:
            api.ok.aclrtDestroyStream(stream)


@in_queued_modes
def test_a_callback_may_wait_for_other_work(api: Api) -> None:
    """For streams that wait for what came before it, or that wait with a timeout."""
    api.ok.aclrtSetDevice(0)
    stream, behind, timed = (new_stream(api) for _ in range(3))
    statuses: list[int] = []

    def work() -> None:
        for other in (behind, timed):
            statuses.append(api.aclrtSynchronizeStream(other))
            statuses.append(api.aclrtSynchronizeStreamWithTimeout(other, GUARD * 500))
            statuses.append(api.aclrtStreamAbort(other))
            statuses.append(api.aclrtDestroyStream(other))

    with Gate(api, stream):
        wait_for(api, behind, stream)
        launch(api, stream, work)
        api.ok.aclrtStreamWaitEventWithTimeout(timed, record(api, stream), 5)
    api.ok.aclrtSynchronizeStream(stream)
    assert statuses == [0, 0, 0, 0, EVENT_SYNC_TIMEOUT, 0, 0, 0]


@in_queued_modes
def test_a_reported_callback_does_not_wait_for_itself(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, other, free = (new_stream(api) for _ in range(3))
    waiter, statuses = Waiter(api), list[int]()
    me, order = threading.get_ident(), Order(api)

    def work() -> None:
        waiter()
        statuses.append(api.aclrtSynchronizeStream(free))
        statuses.append(api.aclrtProcessReport(5))
        statuses.append(api.aclrtProcessReport(-1))

    api.ok.aclrtSubscribeReport(me, stream)
    order.launch(free, 1)
    api.ok.aclrtLaunchCallback(host_function(work), None, BLOCK, stream)
    wait_for(api, other, stream)
    waiter.stream, waiter.event = other, record(api, other)
    assert api.aclrtProcessReport(GUARD * 500) == 0
    waiter.refused()
    assert statuses == [0, PARAM_INVALID, PARAM_INVALID]
    api.ok.aclrtSynchronizeStream(other)


@in_queued_modes
def test_a_thread_does_not_wait_for_its_own_reports(api: Api) -> None:
    """With a timeout it may: it comes to them afterwards."""
    api.ok.aclrtSetDevice(0)
    stream, other, order = new_stream(api), new_stream(api), Order(api)
    me, address = threading.get_ident(), malloc(api, 8)
    pageable = ctypes.create_string_buffer(8)
    api.ok.aclrtSubscribeReport(me, stream)
    callback = host_function(lambda: order.seen.append("back"))
    api.ok.aclrtLaunchCallback(callback, None, BLOCK, stream)
    wait_for(api, other, stream)
    event = record(api, other)
    waits: list[Callable[[], int]] = [
        lambda: api.aclrtSynchronizeStream(stream),
        lambda: api.aclrtSynchronizeStream(other),
        lambda: api.aclrtSynchronizeEvent(event),
        lambda: api.aclrtDestroyStream(other),
        api.aclrtSynchronizeDevice,
        lambda: api.aclrtMemcpyAsync(pageable, 8, address, 8, DEVICE_TO_HOST, stream),
        lambda: api.aclrtFreeWithDevSync(address),
    ]
    for wait in waits:
        assert wait() == PARAM_INVALID
        assert "has to process" in api.message()
    assert api.aclrtSynchronizeStreamWithTimeout(other, 5) == STREAM_SYNC_TIMEOUT
    assert order.seen == []
    assert api.aclrtProcessReport(GUARD * 500) == 0
    assert order.seen == ["back"]
    api.ok.aclrtFreeWithDevSync(address)
    assert [wait() for wait in waits[:5]] == [0] * 5


@in_queued_modes
def test_a_reset_by_the_thread_that_processes_drops_its_reports(api: Api) -> None:
    def work() -> int:
        api.ok.aclrtSetDevice(0)
        stream, other = new_stream(api), new_stream(api)
        api.ok.aclrtSubscribeReport(threading.get_ident(), stream)
        api.ok.aclrtLaunchCallback(host_function(lambda: seen.append(1)), None, BLOCK, stream)
        wait_for(api, other, stream)
        return int(api.aclrtResetDevice(0))

    seen: list[int] = []
    assert in_thread(work) == 0
    assert seen == []


@in_every_mode
def test_a_callback_may_have_streams_wait_for_its_own(api: Api) -> None:
    """In sync mode too that work runs behind it, and before the call that launched it returns."""
    api.ok.aclrtSetDevice(0)
    stream, other, order, context = new_stream(api), new_stream(api), Order(api), current(api)

    def work() -> None:
        api.ok.aclrtSetCurrentContext(context)
        order.launch(stream, "behind")
        wait_for(api, other, stream)
        api.ok.aclrtStreamWaitEventWithTimeout(other, record(api, stream), GUARD * 500)
        order.launch(other, "other")
        order.seen.append("function")

    launch(api, stream, work)
    api.ok.aclrtSynchronizeStream(stream)
    api.ok.aclrtSynchronizeStream(other)
    assert order.seen == ["function", "behind", "other"]


@apart(ACLNN_STREAM="sync")
def test_sync_leaves_nothing_when_the_call_returns(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    streams, order = [new_stream(api) for _ in range(3)], Order(api)

    def work() -> None:
        wait_for(api, streams[1], streams[0])
        wait_for(api, streams[2], streams[1])
        order.launch(streams[2], 2)
        order.launch(streams[1], 1)
        order.launch(streams[0], 0)

    launch(api, streams[0], work)
    assert sorted(order.seen) == [0, 1, 2]
    assert [stream_query(api, stream) for stream in streams] == [(0, 0)] * 3


@pytest.mark.parametrize("name", ["aclrtSynchronizeStream", "aclrtStreamAbort"])
def test_what_runs_elsewhere_is_waited_for(api: Api, name: str) -> None:
    """A callback on another stream is no obstacle when it waits for nothing here."""
    api.ok.aclrtSetDevice(0)
    stream, other, statuses = new_stream(api), new_stream(api), list[int]()
    gate = Gate(api, other)
    assert gate.entered.wait(GUARD)

    def work() -> None:
        gate.open_soon()
        statuses.append(getattr(api, name)(other))
        statuses.append(int(gate.left.is_set()))

    launch(api, stream, work)
    api.ok.aclrtSynchronizeStream(stream)
    assert statuses == [0, 1]
