# SPDX-License-Identifier: Apache-2.0
"""Devices, contexts, streams, events, and functions of Python that the library calls."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from runtime.codes import (
    AICORE_EXCEPTION,
    CONTEXT_NULL,
    INVALID_DEVICEID,
    INVALID_HANDLE,
    STREAM_NO_CB_REG,
)
from runtime.tools import apart, launch_failing_kernel
from support import Api, Session

from aclnn_py import native

COMPLETE = 1  # ACL_EVENT_RECORDED_STATUS_COMPLETE
BLOCK = 1  # ACL_CALLBACK_BLOCK


def test_device(acl: Any) -> None:
    assert acl.rt.get_device() == (0, CONTEXT_NULL)
    count, ret = acl.rt.get_device_count()
    assert ret == 0
    assert count >= 1
    assert acl.rt.get_primary_ctx_state(0) == (0, 0, 0)
    assert acl.rt.set_device(0) == 0
    assert acl.rt.get_device() == (0, 0)
    assert acl.rt.get_primary_ctx_state(0) == (1, 0, 0)
    assert acl.rt.get_run_mode() == (native.constants()["ACL_HOST"], 0)
    assert acl.rt.synchronize_device() == 0
    assert acl.rt.reset_device(0) == 0
    assert acl.rt.get_primary_ctx_state(0) == (0, 0, 0)


def test_a_device_that_is_not_there(acl: Any) -> None:
    assert acl.rt.set_device(99) == INVALID_DEVICEID
    assert "aclrtSetDevice: deviceId is 99" in acl.get_recent_err_msg()


def test_limits_of_device_code(acl: Any) -> None:
    """CANN's page: SIMD_STACK_SIZE is the next multiple of 16384."""
    simd_stack = native.constants()["ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE"]
    assert acl.rt.device_set_limit(simd_stack, 40000) == 0
    assert acl.rt.device_get_limit(simd_stack) == (49152, 0)
    assert acl.rt.device_get_limit(99)[1] != 0
    assert "aclrtDeviceGetLimit: limit is 99" in acl.get_recent_err_msg()


def test_contexts(acl: Any) -> None:
    first, ret = acl.rt.create_context(0)
    assert ret == 0
    second, ret = acl.rt.create_context(0)
    assert ret == 0
    assert first != second
    assert acl.rt.get_context() == (second, 0)
    assert acl.rt.set_context(first) == 0
    assert acl.rt.get_context() == (first, 0)
    assert acl.rt.destroy_context(second) == 0
    assert acl.rt.destroy_context(first) == 0
    assert acl.rt.set_context(first) != 0


def test_streams(device: Any) -> None:
    stream, ret = device.rt.create_stream()
    assert ret == 0
    assert device.rt.synchronize_stream_with_timeout(stream, 1000) == 0
    status, ret = device.rt.stream_query(stream)
    assert (status, ret) == (native.constants()["ACL_STREAM_STATUS_COMPLETE"], 0)
    assert device.rt.destroy_stream(stream) == 0
    assert device.rt.synchronize_stream(stream) == INVALID_HANDLE
    assert "aclrtSynchronizeStream" in device.get_recent_err_msg()


def test_attributes_of_a_stream(device: Any) -> None:
    """The value is a dict with the attribute's member of aclrtStreamAttrValue."""
    constants = native.constants()
    mode, tag = (
        constants[f"ACL_STREAM_ATTR_{name}"] for name in ("FAILURE_MODE", "USER_CUSTOM_TAG")
    )
    stream, ret = device.rt.create_stream()
    assert ret == 0
    assert device.rt.get_stream_attribute(stream, mode) == ({"failureMode": 0}, 0)
    assert device.rt.set_stream_attribute(stream, mode, {"failureMode": 1}) == 0
    assert device.rt.get_stream_attribute(stream, mode) == ({"failureMode": 1}, 0)
    assert device.rt.set_stream_attribute(stream, tag, {"userCustomTag": 2**32 - 1}) == 0
    assert device.rt.get_stream_attribute(stream, tag) == ({"userCustomTag": 2**32 - 1}, 0)
    value, ret = device.rt.get_stream_attribute(stream, 99)
    assert ret != 0
    assert value == {"reserved": [0, 0, 0, 0]}
    with pytest.raises(KeyError, match="value needs one of the keys failureMode"):
        device.rt.set_stream_attribute(stream, mode, {"failure_mode": 1})


def test_events(device: Any) -> None:
    stream, _ = device.rt.create_stream()
    start, ret = device.rt.create_event()
    assert ret == 0
    end, ret = device.rt.create_event()
    assert ret == 0
    address, _ = device.rt.malloc(1 << 16, 0)
    assert device.rt.record_event(start, stream) == 0
    assert device.rt.memset_async(address, 1 << 16, 1, 1 << 16, stream) == 0
    assert device.rt.record_event(end, stream) == 0
    assert device.rt.synchronize_event(end) == 0
    assert device.rt.query_event_status(end) == (COMPLETE, 0)
    milliseconds, ret = device.rt.event_elapsed_time(start, end)
    assert ret == 0
    assert isinstance(milliseconds, float)
    assert 0 <= milliseconds < 60_000
    other, _ = device.rt.create_stream()
    assert device.rt.stream_wait_event(other, end) == 0
    assert device.rt.synchronize_stream(other) == 0
    for event in (start, end):
        assert device.rt.destroy_event(event) == 0
    assert device.rt.record_event(end, stream) == INVALID_HANDLE


@contextmanager
def processing(acl: Any, stream: int) -> Iterator[int]:
    """A thread of acl.util that runs the callbacks of a stream; its id."""
    context, ret = acl.rt.get_context()
    assert ret == 0
    ended = threading.Event()

    def process(arguments: list[Any]) -> None:
        current, timeout = arguments
        assert acl.rt.set_context(current) == 0
        while not ended.is_set():
            acl.rt.process_report(timeout)  # not 0 before it is subscribed, and when none came

    thread_id, ret = acl.util.start_thread(process, [context, 10])
    assert ret == 0
    assert acl.rt.subscribe_report(thread_id, stream) == 0
    try:
        yield thread_id
    finally:
        assert acl.rt.unsubscribe_report(thread_id, stream) == 0
        ended.set()
        assert acl.util.stop_thread(thread_id) == 0


def test_callbacks(device: Any) -> None:
    """The function gets its argument as it is, in the stream's order, on the subscribed thread."""
    stream, _ = device.rt.create_stream()
    heard: list[tuple[int, object]] = []
    with processing(device, stream) as thread_id:
        for argument in (["first", 1], None):
            assert (
                device.rt.launch_callback(
                    lambda given: heard.append((threading.get_ident(), given)),
                    argument,
                    BLOCK,
                    stream,
                )
                == 0
            )
        assert device.rt.synchronize_stream(stream) == 0
    assert heard == [(thread_id, ["first", 1]), (thread_id, None)]


def test_a_callback_without_a_thread(device: Any) -> None:
    stream, _ = device.rt.create_stream()
    assert device.rt.launch_callback(print, None, BLOCK, stream) == STREAM_NO_CB_REG
    assert "aclrtLaunchCallback" in device.get_recent_err_msg()
    with pytest.raises(TypeError, match="function is a int; it has to be callable"):
        device.rt.launch_callback(1, None, BLOCK, stream)


def test_a_callback_that_raises(device: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told where Python tells such errors; the next one runs."""
    told: list[str] = []
    monkeypatch.setattr("sys.unraisablehook", lambda error: told.append(str(error.exc_value)))
    heard: list[object] = []

    def wrong(_: object) -> None:
        raise ValueError("wrong")

    stream, _ = device.rt.create_stream()
    with processing(device, stream):
        assert device.rt.launch_callback(wrong, None, BLOCK, stream) == 0
        assert device.rt.launch_callback(heard.append, 1, BLOCK, stream) == 0
        assert device.rt.synchronize_stream(stream) == 0
    assert (told, heard) == (["wrong"], [1])


def test_what_failed(acl: Any, session: Session) -> None:
    """The callback of exceptions gets what the five functions ask about."""
    heard: list[int] = []

    def hear(info: int) -> None:
        heard.append(acl.rt.get_error_code_from_exception_info(info))

    assert acl.rt.set_exception_info_callback(hear) == 0
    launch_failing_kernel(session)
    assert acl.rt.synchronize_stream(session.stream.value) == AICORE_EXCEPTION
    assert heard == [AICORE_EXCEPTION]
    assert acl.rt.set_exception_info_callback() == 0
    launch_failing_kernel(session)
    assert acl.rt.synchronize_stream(session.stream.value) == AICORE_EXCEPTION
    assert heard == [AICORE_EXCEPTION]


@apart()
def test_from_init_to_finalize(api: Api) -> None:
    import sys

    from aclnn_py import _tree

    sys.path.insert(0, str(_tree.python_directory()))
    import acl  # type: ignore[import-not-found]

    assert acl.init() == 0
    assert acl.init() == 100002, "ACL_ERROR_REPEAT_INITIALIZE"
    assert acl.rt.set_device(0) == 0
    assert acl.rt.reset_device(0) == 0
    assert acl.finalize() == 0
    assert acl.finalize() == 100037, "ACL_ERROR_REPEAT_FINALIZE"


@apart()
def test_a_configuration_that_is_not_there(api: Api) -> None:
    import sys

    from aclnn_py import _tree

    sys.path.insert(0, str(_tree.python_directory()))
    import acl

    assert acl.init("/nowhere/acl.json") == 100003, "ACL_ERROR_INVALID_FILE"
    assert "/nowhere/acl.json" in acl.get_recent_err_msg()
