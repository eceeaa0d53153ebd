# SPDX-License-Identifier: Apache-2.0
"""Functions that aclInit and aclFinalize call, and those that are told of streams and devices."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest
from runtime.codes import (
    FEATURE_NOT_SUPPORT,
    INTERNAL_ERROR,
    INVALID_DEVICEID,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    REPEAT_FINALIZE,
    RT_INTERNAL_ERROR,
)
from runtime.tools import Order, apart, host_function, malloc, new_stream, write
from support import Api

MODEL, EXECUTOR, RETR, OTHER = 0, 1, 7, 0xFFFF

Initialized = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
Finalized = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
OnStream = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
OnDevice = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_int, ctypes.c_void_p)


def given(api: Api, name: str, at: int, function: Any) -> Any:
    """The function as the prototype has it."""
    kind = getattr(api.lib, name).argtypes[at]
    return kind(ctypes.cast(function, ctypes.c_void_p).value) if function else None


class Log:
    """What was called, and what each function returns."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.seen: list[Any] = []
        self.kept: list[Any] = []

    def init(self, label: str, status: int = 0) -> Any:
        def call(text: int, length: int, data: int) -> int:
            self.seen.append((label, ctypes.string_at(text, length).decode(), data))
            return status

        self.kept.append(Initialized(call))
        return given(self.api, "aclInitCallbackRegister", 1, self.kept[-1])

    def final(self, label: str, status: int = 0) -> Any:
        def call(data: int) -> int:
            self.seen.append((label, data))
            return status

        self.kept.append(Finalized(call))
        return given(self.api, "aclFinalizeCallbackRegister", 1, self.kept[-1])

    def take(self) -> list[Any]:
        seen, self.seen = self.seen, []
        return seen


@apart()
def test_functions_are_called_by_type(api: Api) -> None:
    log = Log(api)
    others = log.init("other"), log.init("another")
    for function in others:
        api.ok.aclInitCallbackRegister(OTHER, function, 5)
    executor = log.init("executor")
    api.ok.aclInitCallbackRegister(EXECUTOR, executor, None)
    ends = log.final("end"), log.final("first end")
    api.ok.aclFinalizeCallbackRegister(OTHER, ends[0], 6)
    api.ok.aclFinalizeCallbackRegister(MODEL, ends[1], 7)
    api.ok.aclInit(None)
    assert log.take() == [("executor", "", None), ("other", "", 5), ("another", "", 5)]
    late = log.init("late", 5)
    api.ok.aclInitCallbackRegister(RETR, late, 8)
    assert log.take() == [("late", "", 8)], "at once, whatever it returns"
    api.ok.aclInitCallbackUnRegister(RETR, late)
    api.ok.aclInitCallbackUnRegister(OTHER, others[0])
    api.ok.aclFinalize()
    assert log.take() == [("first end", 7), ("end", 6)]
    api.ok.aclFinalizeCallbackUnRegister(MODEL, ends[1])
    api.ok.aclInit(None)
    assert log.take() == [("executor", "", None), ("another", "", 5)]
    api.ok.aclFinalizeReference(None)
    assert log.take() == [("end", 6)]


@apart()
def test_the_configuration_is_handed_on(api: Api) -> None:
    log = Log(api)
    path = Path(f"/tmp/aclnn_py_test_{id(log)}.json")
    path.write_text('{"dump": 1}', "utf-8")
    try:
        api.ok.aclInitCallbackRegister(OTHER, log.init("a"), None)
        api.ok.aclInit(str(path).encode())
        api.ok.aclInitCallbackRegister(OTHER, log.init("b"), None)
    finally:
        path.unlink()
    assert log.take() == [("a", '{"dump": 1}', None), ("b", '{"dump": 1}', None)]


@apart()
def test_a_status_ends_it(api: Api) -> None:
    log = Log(api)
    bad, after = log.init("bad", 500001), log.init("after")
    api.ok.aclInitCallbackRegister(MODEL, bad, None)
    api.ok.aclInitCallbackRegister(OTHER, after, None)
    assert api.aclInit(None) == 500001
    assert "a function that the program registered for type 0 returned 500001" in api.message()
    assert [label for label, *_ in log.take()] == ["bad"]
    api.ok.aclInitCallbackUnRegister(MODEL, bad)
    api.ok.aclInit(None)
    api.ok.aclFinalizeCallbackRegister(OTHER, log.final("end", 500002), None)
    assert api.aclFinalize() == 500002
    assert api.aclFinalize() == REPEAT_FINALIZE


@apart()
def test_registering_is_checked(api: Api) -> None:
    log = Log(api)
    function, other = log.init("a"), log.init("b")
    for name in ("aclInitCallback", "aclFinalizeCallback"):
        register, leave = getattr(api, f"{name}Register"), getattr(api, f"{name}UnRegister")
        assert register(99, None, None) == leave(99, None) == INVALID_PARAM
    for wrong in (-1, 8, 65534):
        assert api.aclInitCallbackRegister(wrong, function, None) == INVALID_PARAM
        assert f"type is {wrong}" in api.message()
    api.ok.aclInitCallbackRegister(MODEL, function, None)
    assert api.aclInitCallbackRegister(MODEL, other, None) == INTERNAL_ERROR
    assert api.aclInitCallbackUnRegister(MODEL, other) == INTERNAL_ERROR
    assert api.aclInitCallbackUnRegister(OTHER, function) == INTERNAL_ERROR
    assert api.aclFinalizeCallbackUnRegister(MODEL, log.final("c")) == INTERNAL_ERROR
    api.ok.aclInitCallbackUnRegister(MODEL, function)


# --- Streams and devices -------------------------------------------------------------------------


@pytest.fixture
def seen(api: Api) -> Any:
    """What is told of streams and devices: ("stream", handle, state) and ("device", id, state)."""
    told: list[Any] = []

    def on_stream(stream: int, state: int, data: int) -> None:
        told.append(("stream", stream, state))
        assert data == 3

    def on_device(device: int, state: int, data: int) -> None:
        # A call that fails in here is none of the call that runs.
        assert api.aclrtStreamQuery(ctypes.c_void_p(64), None) != 0
        told.append(("device", device, state))
        assert data == 4

    kept = OnStream(on_stream), OnDevice(on_device)
    stream = given(api, "aclrtRegStreamStateCallback", 1, kept[0])
    device = given(api, "aclrtRegDeviceStateCallback", 1, kept[1])
    api.ok.aclrtRegStreamStateCallback(b"test", stream, 3)
    api.ok.aclrtRegDeviceStateCallback(b"test", device, 4)
    yield told
    api.ok.aclrtRegStreamStateCallback(b"test", None, None)
    api.ok.aclrtRegDeviceStateCallback(b"test", None, None)
    del kept


def test_streams_and_devices_are_told(api: Api, seen: list[Any]) -> None:
    api.ok.aclrtSetDevice(0)
    default = ctypes.c_void_p()
    api.ok.aclrtCtxGetCurrentDefaultStream(ctypes.byref(default))
    assert seen == [("device", 0, 0), ("stream", default.value, 1), ("device", 0, 1)]
    seen.clear()
    stream, left = new_stream(api), new_stream(api)
    assert seen == [("stream", stream.value, 1), ("stream", left.value, 1)]
    seen.clear()
    api.ok.aclrtDestroyStream(stream)
    assert seen == [("stream", stream.value, 2)]
    seen.clear()
    assert api.aclrtDestroyStream(stream) == INVALID_HANDLE
    assert seen == []
    api.ok.aclrtSetDevice(0)
    assert seen == [("device", 0, 0), ("device", 0, 1)]
    seen.clear()
    api.ok.aclrtResetDeviceForce(0)
    assert seen[0] == ("device", 0, 2)
    assert seen[-1] == ("device", 0, 3)
    assert sorted(seen[1:-1]) == sorted([("stream", s.value, 2) for s in (default, left)])
    seen.clear()
    assert api.aclrtResetDevice(0) != 0
    assert seen == [("device", 0, 2)]
    assert api.aclrtGetLastError(0) == 507007, "not what a function did within it"


def test_contexts_have_streams(device: Api, seen: list[Any]) -> None:
    context, stream = ctypes.c_void_p(), ctypes.c_void_p()
    device.ok.aclrtCreateContext(ctypes.byref(context), 0)
    device.ok.aclrtCtxGetCurrentDefaultStream(ctypes.byref(stream))
    assert seen == [("stream", stream.value, 1)]
    device.ok.aclrtDestroyContext(context)
    assert seen[1:] == [("stream", stream.value, 2)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("aclrtRegStreamStateCallback", OnStream), ("aclrtRegDeviceStateCallback", OnDevice)],
)
def test_names_are_taken_once(api: Api, name: str, kind: Any) -> None:
    register = getattr(api, name)
    kept = kind(lambda *_: None)
    function = given(api, name, 1, kept)
    assert register(None, function, None) == INVALID_PARAM
    assert register(b"a", None, None) == PARAM_INVALID
    assert register(b"a", function, None) == 0
    assert register(b"a", function, None) == PARAM_INVALID
    assert 'regName is "a", which is registered' in api.message()
    assert register(b"b", function, None) == 0
    for label in (b"a", b"b"):
        assert register(label, None, None) == 0


# --- Work of a device that is aborted -----------------------------------------------------------

OnAbort = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_int32, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p
)
MINUTES_36 = 36 * 60 * 1000


def on_abort(api: Api, seen: list[Any], answers: list[int]) -> Any:
    """One that notes what it is told, and what it is kept alive by."""

    def call(device: int, stage: int, timeout: int, data: int) -> int:
        seen.append((device, stage, timeout, data))
        return answers.pop(0) if answers else 0

    function = OnAbort(call)
    return function, given(api, "aclrtSetDeviceTaskAbortCallback", 1, function)


def test_the_work_of_a_device_is_aborted(device: Api) -> None:
    """What waits for the host ends, what has not begun is dropped, and the streams stay usable."""
    seen: list[Any] = []
    kept, function = on_abort(device, seen, [])
    device.ok.aclrtSetDeviceTaskAbortCallback(b"a", function, 7)
    assert device.aclrtSetDeviceTaskAbortCallback(b"a", function, 7) == PARAM_INVALID
    order, stream, word = Order(device), new_stream(device), malloc(device, 8)
    write(device, word, bytes(8))
    device.ok.aclrtValueWait(word, 1, 1, stream)
    order.launch(stream, "dropped")
    device.ok.aclrtDeviceTaskAbort(0, 5000)
    assert seen == [(0, 0, 5000, 7), (0, 1, 5000, 7)]
    order.launch(stream, "next")
    device.ok.aclrtSynchronizeStream(stream)
    assert order.seen == ["next"]
    device.ok.aclrtSetDeviceTaskAbortCallback(b"a", None, None)
    assert device.aclrtSetDeviceTaskAbortCallback(b"a", None, None) == PARAM_INVALID
    device.ok.aclrtDeviceTaskAbort(0, 0)
    assert len(seen) == 2
    device.ok.aclrtFree(word)
    del kept


def test_a_function_ends_the_abort(device: Api) -> None:
    seen: list[Any] = []
    kept, function = on_abort(device, seen, [3])
    device.ok.aclrtSetDeviceTaskAbortCallback(b"no", function, None)
    assert device.aclrtDeviceTaskAbort(0, 0) == RT_INTERNAL_ERROR
    assert "answered 3" in device.message()
    assert [stage for _, stage, _, _ in seen] == [0]
    device.ok.aclrtSetDeviceTaskAbortCallback(b"no", None, None)
    del kept


def test_what_aborts_refuse(device: Api) -> None:
    assert device.aclrtDeviceTaskAbort(64, 0) == INVALID_DEVICEID
    assert device.aclrtDeviceTaskAbort(0, MINUTES_36 + 1) == PARAM_INVALID
    assert device.aclrtSetDeviceTaskAbortCallback(None, None, None) == INVALID_PARAM
    stream, inside = new_stream(device), []
    work = host_function(lambda: inside.append(device.aclrtDeviceTaskAbort(0, 0)))
    device.ok.aclrtLaunchHostFunc(stream, work, None)
    device.ok.aclrtSynchronizeStream(stream)
    assert inside == [PARAM_INVALID]


def test_the_hardware_has_no_errors(device: Api) -> None:
    """aclrtErrorInfo: two flags, two bytes, the type, and what is known of it."""
    info = (ctypes.c_uint8 * 4096)(*[0xAA] * 4096)
    device.ok.aclrtGetErrorVerbose(0, info)
    assert bytes(info[:8]) == bytes(8)
    device.ok.aclrtRepairError(0, info)
    info[4] = 1
    assert device.aclrtRepairError(0, info) == PARAM_INVALID
    assert "errorType is 1" in device.message()
    for call in (device.aclrtGetErrorVerbose, device.aclrtRepairError):
        assert call(0, None) == INVALID_PARAM
        assert call(64, info) == INVALID_DEVICEID


@apart(ACLNN_SOC="Ascend910A")
def test_a_product_that_does_not_recover(api: Api) -> None:
    info = (ctypes.c_uint8 * 4096)()
    assert api.aclrtDeviceTaskAbort(0, 0) == FEATURE_NOT_SUPPORT
    assert api.aclrtGetErrorVerbose(0, info) == FEATURE_NOT_SUPPORT
    assert api.aclrtRepairError(0, info) == FEATURE_NOT_SUPPORT
