# SPDX-License-Identifier: Apache-2.0
"""Host functions in a stream, and callbacks that a thread of the program runs."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from runtime.codes import (
    AICORE_EXCEPTION,
    CONTEXT_NULL,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    REPORT_TIMEOUT,
    STREAM_NO_CB_REG,
    STREAM_SUBSCRIBE,
    SYS_DMA,
    THREAD_SUBSCRIBE,
)
from runtime.tools import (
    GUARD,
    Order,
    apart,
    host_function,
    in_every_mode,
    in_thread,
    launch,
    launch_failing_kernel,
    malloc,
    new_stream,
    until,
)
from support import Api, Session

from aclnn_py import native

NO_BLOCK, BLOCK = 0, 1


NOTHING = host_function(lambda: None)


def call_back(api: Api, stream: Any, block: int, function: Callable[[], object]) -> None:
    api.ok.aclrtLaunchCallback(host_function(function), None, block, stream)


class Processor:
    """A thread that runs the callbacks of its subscriptions until it is told to stop."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.statuses: list[int] = []
        self.identity = 0
        self._started, self._stop = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._started.wait(GUARD)

    def _run(self) -> None:
        self.identity = threading.get_ident()  # what pthread_self returns
        self._started.set()
        while not self._stop.is_set():
            self.statuses.append(self.api.aclrtProcessReport(5))

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(GUARD)
        assert not self._thread.is_alive()


@contextmanager
def processor(api: Api, *streams: Any) -> Iterator[Processor]:
    result = Processor(api)
    for stream in streams:
        api.ok.aclrtSubscribeReport(result.identity, stream)
    yield result
    for stream in streams:
        api.ok.aclrtUnSubscribeReport(result.identity, stream)
    result.stop()


# --- Host functions ------------------------------------------------------------------------------


@in_every_mode
def test_a_host_function_gets_its_argument(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    seen: list[int | None] = []
    function = native.HostCallback(seen.append)
    values = [1, None, 0xFFFF_FFFF_FFFF_FFF0]
    for value in values:
        api.ok.aclrtLaunchHostFunc(None, function, value)
    api.ok.aclrtSynchronizeStream(None)
    assert seen == values


def test_host_function_arguments(api: Api) -> None:
    assert api.aclrtLaunchHostFunc(None, None, None) == PARAM_INVALID
    assert "fn" in api.message()
    assert api.aclrtLaunchHostFunc(None, NOTHING, None) == CONTEXT_NULL
    assert api.aclrtLaunchHostFunc(0x1230, NOTHING, None) == INVALID_HANDLE


def test_a_host_function_needs_no_subscription(device: Api) -> None:
    order = Order(device)
    order.launch(None, 1)
    assert device.aclrtSynchronizeStream(None) == 0
    assert order.seen == [1]


# --- Subscriptions -------------------------------------------------------------------------------


def test_subscribe_and_unsubscribe(device: Api) -> None:
    stream = new_stream(device)
    assert device.aclrtUnSubscribeReport(1, stream) == STREAM_SUBSCRIBE
    assert device.aclrtSubscribeReport(1, stream) == 0
    for thread in (1, 2):
        assert device.aclrtSubscribeReport(thread, stream) == STREAM_SUBSCRIBE
    assert device.aclrtUnSubscribeReport(2, stream) == THREAD_SUBSCRIBE, "the pair must match"
    assert device.aclrtUnSubscribeReport(1, stream) == 0
    assert device.aclrtUnSubscribeReport(1, stream) == STREAM_SUBSCRIBE
    assert device.aclrtSubscribeReport(2, stream) == 0
    assert device.aclrtUnSubscribeReport(2, stream) == 0


def test_a_subscription_ends_with_its_stream(device: Api) -> None:
    """A stream that takes the dead one's place is not subscribed."""
    for _ in range(5):
        stream = new_stream(device)
        assert device.aclrtSubscribeReport(threading.get_ident(), stream) == 0
        device.ok.aclrtDestroyStream(stream)
    assert device.aclrtProcessReport(5) == THREAD_SUBSCRIBE


def test_order_of_tests_of_a_launch(api: Api) -> None:
    for block in (-1, 2, 99):
        assert api.aclrtLaunchCallback(None, None, block, 0x1230) == INVALID_PARAM
        assert f"blockType is {block}" in api.message()
    for block in (NO_BLOCK, BLOCK):
        assert api.aclrtLaunchCallback(None, None, block, 0x1230) == PARAM_INVALID
        assert "fn" in api.message()
        assert api.aclrtLaunchCallback(NOTHING, None, block, 0x1230) == INVALID_HANDLE
        assert api.aclrtLaunchCallback(NOTHING, None, block, None) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    for stream in (None, new_stream(api)):
        assert api.aclrtLaunchCallback(NOTHING, None, BLOCK, stream) == STREAM_NO_CB_REG
        assert "aclrtSubscribeReport" in api.message()


def test_process_report_arguments(api: Api) -> None:
    for timeout in (0, -2, -(2**31)):
        assert api.aclrtProcessReport(timeout) == INVALID_PARAM
        assert f"timeout is {timeout}" in api.message()
    for timeout in (-1, 5):
        assert api.aclrtProcessReport(timeout) == THREAD_SUBSCRIBE


def test_nothing_to_process_in_time(device: Api) -> None:
    def work() -> list[int]:
        device.ok.aclrtSetDevice(0)
        stream = new_stream(device)
        device.ok.aclrtSubscribeReport(threading.get_ident(), stream)
        statuses = [device.aclrtProcessReport(5)]
        device.ok.aclrtUnSubscribeReport(threading.get_ident(), stream)
        statuses.append(device.aclrtProcessReport(5))
        return statuses

    assert in_thread(work) == [REPORT_TIMEOUT, THREAD_SUBSCRIBE]


# --- Callbacks -----------------------------------------------------------------------------------


@in_every_mode
def test_callbacks_run_on_the_subscribed_thread_in_order(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    seen: list[tuple[int, int]] = []

    def note(step: int) -> None:
        seen.append((threading.get_ident(), step))

    with processor(api, stream) as other:
        for step in range(20):
            call_back(api, stream, BLOCK if step % 3 else NO_BLOCK, partial(note, step))
        api.ok.aclrtSynchronizeStream(stream)
        until(lambda: len(seen) == 20)
        assert seen == [(other.identity, step) for step in range(20)]
        until(lambda: other.statuses.count(0) == 20)
    assert set(other.statuses) <= {0, REPORT_TIMEOUT, THREAD_SUBSCRIBE}


@in_every_mode
def test_work_behind_a_blocking_callback_waits(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    with processor(api, stream):
        for step in range(10):
            call_back(api, stream, BLOCK, partial(order.seen.append, ("back", step)))
            order.launch(stream, ("stream", step))
        api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == [(who, step) for step in range(10) for who in ("back", "stream")]


@in_every_mode
def test_work_behind_another_callback_does_not_wait(api: Api) -> None:
    """Nobody processes it before the stream is done."""
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    me = threading.get_ident()
    api.ok.aclrtSubscribeReport(me, stream)
    call_back(api, stream, NO_BLOCK, lambda: order.seen.append("back"))
    order.launch(stream, "stream")
    api.ok.aclrtSynchronizeStream(stream)
    assert order.seen == ["stream"]
    assert api.aclrtProcessReport(1000) == 0
    assert order.seen == ["stream", "back"]
    api.ok.aclrtUnSubscribeReport(me, stream)


@apart(ACLNN_STREAM="lazy")
def test_a_report_asks_for_the_work_before_the_callback(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, order = new_stream(api), Order(api)
    me = threading.get_ident()
    api.ok.aclrtSubscribeReport(me, stream)
    for block in (NO_BLOCK, BLOCK, BLOCK):
        order.launch(stream, "stream")
        call_back(api, stream, block, lambda: order.seen.append("back"))
        assert order.seen == []
        assert api.aclrtProcessReport(GUARD * 500) == 0
        assert order.seen == ["stream", "back"]
        order.seen.clear()
    assert api.aclrtProcessReport(5) == REPORT_TIMEOUT
    api.ok.aclrtUnSubscribeReport(me, stream)


@in_every_mode
def test_each_callback_has_a_report(api: Api) -> None:
    """Also in sync mode, which runs it before."""
    api.ok.aclrtSetDevice(0)
    stream, seen = new_stream(api), list[int]()
    me = threading.get_ident()
    api.ok.aclrtSubscribeReport(me, stream)
    for step in range(3):
        call_back(api, stream, BLOCK, partial(seen.append, step))
    for done in range(3):
        assert api.aclrtProcessReport(GUARD * 500) == 0
        assert seen[: done + 1] == list(range(done + 1))
    assert api.aclrtProcessReport(5) == REPORT_TIMEOUT
    assert seen == [0, 1, 2]
    call_back(api, stream, BLOCK, partial(seen.append, 3))
    api.ok.aclrtUnSubscribeReport(me, stream)
    assert api.aclrtProcessReport(5) == THREAD_SUBSCRIBE


@in_every_mode
def test_a_report_that_waits_already_gets_the_callback(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, seen, statuses = new_stream(api), list[int](), list[int]()

    def listen() -> None:
        api.ok.aclrtSetDevice(0)
        api.ok.aclrtSubscribeReport(threading.get_ident(), stream)
        statuses.append(-1)
        statuses.append(api.aclrtProcessReport(GUARD * 500))

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    until(lambda: statuses == [-1])
    time.sleep(0.01)  # most often it waits by now
    call_back(api, stream, BLOCK, lambda: seen.append(threading.get_ident()))
    listener.join(GUARD)
    assert statuses == [-1, 0]
    assert seen == [listener.ident]


@in_every_mode
def test_one_callback_a_report(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    streams = [new_stream(api), new_stream(api)]
    seen: list[tuple[int, int]] = []
    me = threading.get_ident()
    for number, stream in enumerate(streams):
        api.ok.aclrtSubscribeReport(me, stream)
        for step in range(2):
            call_back(api, stream, NO_BLOCK, partial(seen.append, (number, step)))
        api.ok.aclrtSynchronizeStream(stream)
    for done in range(4):
        assert len(seen) == done
        assert api.aclrtProcessReport(-1) == 0
    assert api.aclrtProcessReport(5) == REPORT_TIMEOUT
    for number in range(2):
        assert [step for n, step in seen if n == number] == [0, 1]
    for stream in streams:
        api.ok.aclrtUnSubscribeReport(me, stream)


def test_unsubscribing_lets_the_stream_go_on(device: Api) -> None:
    """The callback that nobody took is dropped."""
    stream, order = new_stream(device), Order(device)
    device.ok.aclrtSubscribeReport(1, stream)
    call_back(device, stream, BLOCK, lambda: order.seen.append("back"))
    order.launch(stream, "stream")
    assert device.aclrtSynchronizeStreamWithTimeout(stream, 5) != 0
    assert order.seen == []
    device.ok.aclrtUnSubscribeReport(1, stream)
    device.ok.aclrtSynchronizeStream(stream)
    assert order.seen == ["stream"]


@pytest.mark.parametrize("name", ["aclrtDestroyStreamForce", "aclrtStreamAbort"])
def test_a_callback_nobody_took_is_dropped_with_the_work(device: Api, name: str) -> None:
    stream, order, reached = new_stream(device), Order(device), threading.Event()
    device.ok.aclrtSubscribeReport(1, stream)
    launch(device, stream, reached.set)
    call_back(device, stream, BLOCK, lambda: order.seen.append("back"))
    order.launch(stream, "behind")
    assert reached.wait(GUARD)
    time.sleep(0.01)  # most often the stream waits for the callback by now

    def drop() -> int:
        device.ok.aclrtSetDevice(0)
        status: int = getattr(device, name)(stream)
        return status

    assert in_thread(drop) == 0
    assert order.seen == []
    if name == "aclrtStreamAbort":
        device.ok.aclrtUnSubscribeReport(1, stream)  # it is still there
        order.launch(stream, "later")
        device.ok.aclrtSynchronizeStream(stream)
        assert order.seen == ["later"]


@in_every_mode
def test_destroy_waits_for_callbacks_that_block(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, seen, other = new_stream(api), list[int](), Processor(api)
    api.ok.aclrtSubscribeReport(other.identity, stream)
    for step in range(5):
        call_back(api, stream, BLOCK, partial(seen.append, step))
    api.ok.aclrtDestroyStream(stream)
    assert seen == list(range(5))
    other.stop()


def test_a_callback_gets_its_user_data(device: Api) -> None:
    stream = new_stream(device)
    seen: list[int | None] = []
    me = threading.get_ident()
    device.ok.aclrtSubscribeReport(me, stream)
    function = native.HostCallback(seen.append)
    for value in (7, None):
        device.ok.aclrtLaunchCallback(function, value, NO_BLOCK, stream)
        assert device.aclrtProcessReport(-1) == 0
    assert seen == [7, None]
    device.ok.aclrtUnSubscribeReport(me, stream)


# --- Failed kernels ------------------------------------------------------------------------------


@in_every_mode
def test_the_exception_callback_hears_of_failed_kernels(api: Api) -> None:
    heard: list[int | None] = []
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(heard.append)
    with Session(api) as session:
        assert api.aclrtSetExceptionInfoCallback(function) == 0
        try:
            for count in (1, 2):
                launch_failing_kernel(session)
                assert session.synchronize() == AICORE_EXCEPTION
                assert len(heard) == count
            assert None not in heard
        finally:
            assert api.aclrtSetExceptionInfoCallback(None) == 0
        launch_failing_kernel(session)
        assert session.synchronize() == AICORE_EXCEPTION
    assert len(heard) == 2


ASKED = ["TaskId", "StreamId", "ThreadId", "DeviceId", "ErrorCode"]


def ask(api: Api, info: int | None) -> dict[str, int]:
    """What the five functions say of a failure."""
    return {what: int(getattr(api, f"aclrtGet{what}FromExceptionInfo")(info)) for what in ASKED}


@apart(ACLNN_DEVICES="2", ACLNN_STREAM="lazy")
def test_what_the_exception_callback_may_ask(api: Api) -> None:
    """The task, its stream and device, the thread that queued it, and the status to come."""
    heard: list[dict[str, int]] = []
    threads: list[int] = []

    def hear(info: int | None) -> None:
        heard.append(ask(api, info))

    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(hear)
    number = ctypes.c_int32()
    assert api.aclrtSetExceptionInfoCallback(function) == 0
    api.ok.aclrtSetDevice(1)
    stream, kept, freed = new_stream(api), malloc(api, 8), malloc(api, 8)
    api.ok.aclrtStreamGetId(stream, ctypes.byref(number))
    api.ok.aclrtMemsetAsync(kept, 8, 0, 8, stream)

    def queue() -> None:
        api.ok.aclrtSetDevice(1)
        threads.append(threading.get_native_id())
        api.ok.aclrtMemsetAsync(freed, 8, 0, 8, stream)

    in_thread(queue)
    api.ok.aclrtFree(freed)
    assert api.aclrtSynchronizeStream(stream) == SYS_DMA
    api.ok.aclrtSetExceptionInfoCallback(None)
    assert threads[0] != threading.get_native_id()
    assert heard == [
        {
            "TaskId": 2,
            "StreamId": number.value,
            "ThreadId": threads[0],
            "DeviceId": 1,
            "ErrorCode": SYS_DMA,
        }
    ]


def test_no_failure_to_ask_about(api: Api) -> None:
    api.message()
    assert set(ask(api, None).values()) == {0xFFFFFFFF}
    assert "aclrtGetErrorCodeFromExceptionInfo: info is NULL" in api.message()


@apart(ACLNN_STREAM="lazy", ACLNN_DEVICES="2")
def test_the_exception_callback_leaves_the_thread_as_it_was(api: Api) -> None:
    """In lazy mode it runs on the thread that synchronizes."""
    seen: list[tuple[int, int]] = []
    device, context = ctypes.c_int32(-1), ctypes.c_void_p()

    def hear(_: int | None) -> None:
        api.ok.aclrtGetDevice(ctypes.byref(device))
        seen.append((threading.get_ident(), device.value))
        api.ok.aclrtCreateContext(ctypes.byref(context), 1)
        assert api.aclrtFree(None) != 0

    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(hear)
    with Session(api) as session:
        assert api.aclrtSetExceptionInfoCallback(function) == 0
        launch_failing_kernel(session)
        assert api.aclrtGetLastError(0) == 0
        assert session.synchronize() == AICORE_EXCEPTION
        assert api.aclrtSetExceptionInfoCallback(None) == 0
        assert seen == [(threading.get_ident(), 0)]
        assert api.aclrtGetLastError(0) == AICORE_EXCEPTION
        api.ok.aclrtGetDevice(ctypes.byref(device))
        assert device.value == 0
        api.ok.aclrtDestroyContext(context)
