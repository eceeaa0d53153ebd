# SPDX-License-Identifier: Apache-2.0
"""Devices and contexts: counting, the context of each thread, and what is left of a dead one."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest
from runtime.codes import (
    CONTEXT_NULL,
    CONTEXT_RELEASE_ERROR,
    FEATURE_UNSUPPORTED,
    INVALID_DEVICEID,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    STREAM_CONTEXT,
)
from runtime.tools import (
    Order,
    apart,
    in_every_mode,
    in_thread,
    malloc,
    new_event,
    new_stream,
    read,
    write,
)
from support import Api

NO_DEVICE = [-1, 1, 99, -(2**31), 2**31 - 1]


def current_device(api: Api) -> tuple[int, int]:
    device = ctypes.c_int32(-5)
    return api.aclrtGetDevice(ctypes.byref(device)), device.value


def current_context(api: Api) -> tuple[int, int | None]:
    context = ctypes.c_void_p()
    return api.aclrtGetCurrentContext(ctypes.byref(context)), context.value


def default_stream(api: Api) -> Any:
    stream = ctypes.c_void_p()
    api.ok.aclrtCtxGetCurrentDefaultStream(ctypes.byref(stream))
    return stream.value


def new_context(api: Api, device: int = 0) -> ctypes.c_void_p:
    context = ctypes.c_void_p()
    api.ok.aclrtCreateContext(ctypes.byref(context), device)
    return context


def is_active(api: Api, device: int = 0) -> int:
    flags, active = ctypes.c_uint32(9), ctypes.c_int32(9)
    api.ok.aclrtGetPrimaryCtxState(device, ctypes.byref(flags), ctypes.byref(active))
    assert flags.value == 0
    return active.value


# --- Setting and resetting -----------------------------------------------------------------------


@pytest.mark.parametrize("device", NO_DEVICE)
def test_no_such_device(api: Api, device: int) -> None:
    context, active = ctypes.c_void_p(), ctypes.c_int32()
    status = ctypes.c_int()
    for name, arguments in {
        "aclrtSetDevice": (device,),
        "aclrtResetDevice": (device,),
        "aclrtResetDeviceForce": (device,),
        "aclrtCreateContext": (ctypes.byref(context), device),
        "aclrtGetPrimaryCtxState": (device, None, ctypes.byref(active)),
        "aclrtQueryDeviceStatus": (device, ctypes.byref(status)),
    }.items():
        assert getattr(api, name)(*arguments) == INVALID_DEVICEID, name
        text = api.message()
        assert name in text
        assert f"deviceId is {device}" in text


def test_reset_without_set(api: Api) -> None:
    assert api.aclrtResetDevice(0) == CONTEXT_RELEASE_ERROR
    text = api.message()
    assert "(EE1018)" in text
    assert "aclrtResetDevice" in text
    assert api.aclrtResetDeviceForce(0) == CONTEXT_RELEASE_ERROR


def test_sets_are_counted(api: Api) -> None:
    for _ in range(3):
        assert api.aclrtSetDevice(0) == 0
    address = malloc(api, 4)
    write(api, address, b"kept")
    for _ in range(2):
        assert api.aclrtResetDevice(0) == 0
        assert read(api, address, 4) == b"kept"
    assert api.aclrtResetDevice(0) == 0
    assert current_device(api) == (CONTEXT_NULL, -5)
    assert api.aclrtResetDevice(0) == CONTEXT_RELEASE_ERROR


def test_a_forced_reset_ignores_the_count(api: Api) -> None:
    for _ in range(3):
        api.ok.aclrtSetDevice(0)
    assert api.aclrtResetDeviceForce(0) == 0
    assert current_device(api)[0] == CONTEXT_NULL
    assert api.aclrtResetDeviceForce(0) == CONTEXT_RELEASE_ERROR
    assert api.aclrtResetDevice(0) == CONTEXT_RELEASE_ERROR


def test_the_count_is_of_the_process(api: Api) -> None:
    in_thread(lambda: api.ok.aclrtSetDevice(0))
    api.ok.aclrtSetDevice(0)
    assert in_thread(lambda: api.aclrtResetDevice(0)) == 0
    assert current_device(api) == (0, 0)
    assert api.aclrtResetDevice(0) == 0
    assert api.aclrtResetDevice(0) == CONTEXT_RELEASE_ERROR


def test_a_device_can_be_set_again(api: Api) -> None:
    for value in (b"one.", b"two."):
        api.ok.aclrtSetDevice(0)
        address = malloc(api, 4)
        write(api, address, value)
        assert read(api, address, 4) == value
        api.ok.aclrtResetDevice(0)


def test_get_device(api: Api) -> None:
    assert api.aclrtGetDevice(None) == INVALID_PARAM, "NULL before the context"
    assert current_device(api) == (CONTEXT_NULL, -5)
    api.ok.aclrtSetDevice(0)
    assert current_device(api) == (0, 0)
    assert api.aclrtGetDevice(None) == INVALID_PARAM


def test_device_count_and_run_mode_need_no_context(api: Api) -> None:
    count, mode = ctypes.c_uint32(), ctypes.c_int(9)
    assert api.aclrtGetDeviceCount(ctypes.byref(count)) == 0
    assert count.value == 1
    assert api.aclrtGetDeviceCount(None) == INVALID_PARAM
    assert api.aclrtGetRunMode(ctypes.byref(mode)) == 0
    assert mode.value == 1  # ACL_HOST
    assert api.aclrtGetRunMode(None) == INVALID_PARAM


def test_device_status(api: Api) -> None:
    status = ctypes.c_int(9)
    assert api.aclrtQueryDeviceStatus(0, ctypes.byref(status)) == 0
    assert status.value == 0  # ACL_RT_DEVICE_STATUS_NORMAL
    assert api.aclrtQueryDeviceStatus(0, None) == INVALID_PARAM
    assert api.aclrtQueryDeviceStatus(99, None) == INVALID_PARAM


def test_state_of_the_primary_context(api: Api) -> None:
    assert is_active(api) == 0
    api.ok.aclrtSetDevice(0)
    api.ok.aclrtSetDevice(0)
    assert is_active(api) == 1
    api.ok.aclrtResetDevice(0)
    assert is_active(api) == 1
    api.ok.aclrtResetDevice(0)
    assert is_active(api) == 0
    context = new_context(api)
    assert is_active(api) == 0, "an explicit context is another"
    api.ok.aclrtDestroyContext(context)
    active = ctypes.c_int32(9)
    assert api.aclrtGetPrimaryCtxState(0, None, ctypes.byref(active)) == 0
    assert active.value == 0
    assert api.aclrtGetPrimaryCtxState(0, None, None) == INVALID_PARAM


# --- The context of a thread ---------------------------------------------------------------------


def test_a_new_thread_has_no_context(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    assert in_thread(lambda: current_device(api)) == (CONTEXT_NULL, -5)
    assert in_thread(lambda: current_context(api)[0]) == CONTEXT_NULL


CALLS_WITH_CONTEXT = {
    "aclrtCreateStream": (ctypes.byref(ctypes.c_void_p()),),
    "aclrtCreateEvent": (ctypes.byref(ctypes.c_void_p()),),
    "aclrtMalloc": (ctypes.byref(ctypes.c_void_p()), 16, 0),
    "aclrtMallocHost": (ctypes.byref(ctypes.c_void_p()), 16),
    "aclrtSynchronizeStream": (None,),
    "aclrtSynchronizeDevice": (),
    "aclrtSynchronizeDeviceWithTimeout": (5,),
    "aclrtGetMemInfo": (1, ctypes.byref(ctypes.c_size_t()), ctypes.byref(ctypes.c_size_t())),
    "aclrtCtxGetCurrentDefaultStream": (ctypes.byref(ctypes.c_void_p()),),
    "aclrtCtxSetSysParamOpt": (0, 1),
    "aclrtGetEventAvailNum": (ctypes.byref(ctypes.c_uint32()),),
    "aclrtSetOpExecuteTimeOut": (1,),
    "aclrtDeviceEnablePeerAccess": (0, 0),
    "aclrtDeviceDisablePeerAccess": (0,),
}


@pytest.mark.parametrize("name", CALLS_WITH_CONTEXT)
def test_calls_that_need_a_context(api: Api, name: str) -> None:
    """None was ever set on the thread; and the one that was set is gone."""

    def call() -> tuple[int, str]:
        return getattr(api, name)(*CALLS_WITH_CONTEXT[name]), api.message()

    api.ok.aclrtSetDevice(0)
    never_set = in_thread(call)
    api.ok.aclrtResetDevice(0)
    for status, text in (never_set, call()):
        assert status == CONTEXT_NULL
        assert name in text
        assert "aclrtSetDevice" in text


def test_threads_share_the_primary_context(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    mine = current_context(api)[1], default_stream(api)

    def work() -> tuple[int | None, int]:
        api.ok.aclrtSetDevice(0)
        return current_context(api)[1], default_stream(api)

    assert in_thread(work) == mine


def test_a_thread_takes_another_threads_context(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    context = current_context(api)[1]
    stream = new_stream(api)

    def work() -> int:
        assert api.aclrtSynchronizeStream(stream) == CONTEXT_NULL
        api.ok.aclrtSetCurrentContext(context)
        return int(api.aclrtSynchronizeStream(stream))

    assert in_thread(work) == 0


def test_a_reset_ends_the_context_of_every_thread(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    context = current_context(api)[1]

    def work() -> int:
        api.ok.aclrtSetCurrentContext(context)
        in_thread(lambda: api.ok.aclrtResetDevice(0))
        return current_device(api)[0]

    assert in_thread(work) == CONTEXT_NULL
    assert current_device(api)[0] == CONTEXT_NULL
    assert api.aclrtSetCurrentContext(context) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    assert current_device(api) == (0, 0)
    assert current_context(api)[1] != context, "a dead handle does not come to life again"
    assert api.aclrtSetCurrentContext(context) == CONTEXT_NULL


# --- Explicit contexts ---------------------------------------------------------------------------


def test_an_explicit_context_without_set_device(api: Api) -> None:
    context = new_context(api)
    assert current_context(api) == (0, context.value)
    assert current_device(api) == (0, 0)
    address = malloc(api, 4)
    write(api, address, b"work")
    assert read(api, address, 4) == b"work"
    assert api.aclrtFree(address) == 0
    assert api.aclrtDestroyContext(context) == 0
    assert current_device(api)[0] == CONTEXT_NULL


def test_contexts_have_default_streams_of_their_own(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    primary, streams = current_context(api)[1], {default_stream(api)}
    contexts = [new_context(api) for _ in range(2)]
    for context in contexts:
        api.ok.aclrtSetCurrentContext(context)
        streams.add(default_stream(api))
    assert len(streams) == 3
    assert None not in streams
    assert len({primary, *(context.value for context in contexts)}) == 3
    for context in contexts:
        api.ok.aclrtDestroyContext(context)


def test_set_device_replaces_an_explicit_context(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    primary = current_context(api)[1]
    context = new_context(api)
    assert current_context(api)[1] == context.value
    api.ok.aclrtSetDevice(0)
    assert current_context(api)[1] == primary
    api.ok.aclrtSetCurrentContext(context)
    assert current_context(api)[1] == context.value
    api.ok.aclrtDestroyContext(context)


def test_dead_and_foreign_contexts(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    primary = current_context(api)[1]
    dead = new_context(api)
    api.ok.aclrtDestroyContext(dead)
    api.ok.aclrtSetDevice(0)
    for what in (dead.value, 0x1000, 2**64 - 16, new_stream(api).value, new_event(api).value):
        assert api.aclrtSetCurrentContext(what) == CONTEXT_NULL, what
        assert api.aclrtDestroyContext(what) == CONTEXT_NULL, what
        assert "aclrtDestroyContext" in api.message()
    assert current_context(api)[1] == primary, "a failed call changes nothing"


def test_the_primary_context_cannot_be_destroyed(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    assert api.aclrtDestroyContext(current_context(api)[1]) == CONTEXT_NULL
    assert current_device(api) == (0, 0)
    assert api.aclrtSynchronizeDevice() == 0


def test_null_pointers_of_contexts(api: Api) -> None:
    for _ in range(2):  # without a context, and with one
        assert api.aclrtCreateContext(None, 0) == INVALID_PARAM
        assert api.aclrtCreateContext(None, 99) == INVALID_PARAM
        assert api.aclrtDestroyContext(None) == INVALID_PARAM
        assert api.aclrtSetCurrentContext(None) == INVALID_PARAM
        assert api.aclrtGetCurrentContext(None) == INVALID_PARAM
        assert api.aclrtCtxGetCurrentDefaultStream(None) == INVALID_PARAM
        api.ok.aclrtSetDevice(0)


def test_an_explicit_context_outlives_a_reset(api: Api) -> None:
    """What it needs stays with it: its streams, and memory of the device."""
    api.ok.aclrtSetDevice(0)
    context = new_context(api)
    stream, address = new_stream(api), malloc(api, 4)
    api.ok.aclrtResetDevice(0)
    assert current_context(api)[1] == context.value
    api.ok.aclrtMemsetAsync(address, 4, 9, 4, stream)
    assert api.aclrtSynchronizeStream(stream) == 0
    assert read(api, address, 4) == bytes([9] * 4)
    api.ok.aclrtFree(address)
    api.ok.aclrtDestroyContext(context)


def test_a_destroyed_context_takes_its_streams_along(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    context = new_context(api)
    stream = new_stream(api)
    api.ok.aclrtSetDevice(0)
    assert api.aclrtSynchronizeStream(stream) == STREAM_CONTEXT
    api.ok.aclrtDestroyContext(context)
    assert api.aclrtSynchronizeStream(stream) == INVALID_HANDLE
    assert api.aclrtDestroyStream(stream) == INVALID_HANDLE


# --- Reset with things left over -----------------------------------------------------------------


@in_every_mode
def test_a_reset_waits_for_the_work(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    order = Order(api)
    for stream in (None, new_stream(api), new_stream(api)):
        for step in range(5):
            order.launch(stream, step)
    api.ok.aclrtResetDevice(0)
    assert sorted(order.seen) == sorted(list(range(5)) * 3)


@in_every_mode
def test_destroying_a_context_waits_for_the_work(api: Api) -> None:
    context = new_context(api)
    order = Order(api)
    for stream in (None, new_stream(api)):
        order.launch(stream, 1)
    api.ok.aclrtDestroyContext(context)
    assert order.seen == [1, 1]


def test_what_a_reset_left_behind(api: Api) -> None:
    """Releasing it late is a status: some programs free after the reset."""
    api.ok.aclrtSetDevice(0)
    stream, event, address = new_stream(api), new_event(api), malloc(api, 64)
    api.ok.aclrtResetDevice(0)
    assert api.aclrtFree(address) == PARAM_INVALID
    assert api.aclrtDestroyStream(stream) in (INVALID_HANDLE, CONTEXT_NULL)
    assert api.aclrtDestroyEvent(event) in (INVALID_HANDLE, CONTEXT_NULL)
    api.ok.aclrtSetDevice(0)
    assert api.aclrtSynchronizeStream(stream) == INVALID_HANDLE
    assert api.aclrtDestroyStream(stream) == INVALID_HANDLE
    assert api.aclrtDestroyEvent(event) == INVALID_HANDLE
    assert api.aclrtFree(address) == PARAM_INVALID


def test_synchronize_device_refuses_bad_timeouts(api: Api) -> None:
    for _ in range(2):  # tested before the context
        for timeout in (0, -2, -(2**31)):
            assert api.aclrtSynchronizeDeviceWithTimeout(timeout) == PARAM_INVALID
            assert f"timeout is {timeout}" in api.message()
        api.ok.aclrtSetDevice(0)
    assert api.aclrtSynchronizeDeviceWithTimeout(-1) == 0
    assert api.aclrtSynchronizeDeviceWithTimeout(1000) == 0


# --- Several devices -----------------------------------------------------------------------------


@apart(ACLNN_DEVICES="3")
def test_devices_are_apart(api: Api) -> None:
    count = ctypes.c_uint32()
    api.ok.aclrtGetDeviceCount(ctypes.byref(count))
    assert count.value == 3
    assert api.aclrtSetDevice(3) == INVALID_DEVICEID
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    api.ok.aclrtSetDevice(2)
    assert current_device(api) == (0, 2)
    assert [is_active(api, device) for device in range(3)] == [1, 0, 1]
    assert api.aclrtSynchronizeStream(stream) == STREAM_CONTEXT
    assert api.aclrtResetDevice(1) == CONTEXT_RELEASE_ERROR
    api.ok.aclrtResetDevice(0)
    assert current_device(api) == (0, 2), "the reset of another device"
    assert api.aclrtSynchronizeStream(stream) == INVALID_HANDLE
    context = new_context(api, 1)
    assert current_device(api) == (0, 1)
    api.ok.aclrtDestroyContext(context)
    api.ok.aclrtResetDevice(2)


@apart(ACLNN_DEVICES="2")
def test_peer_access(api: Api) -> None:
    can = ctypes.c_int32(9)
    assert api.aclrtDeviceCanAccessPeer(ctypes.byref(can), 0, 1) == 0
    assert can.value == 1
    assert api.aclrtDeviceCanAccessPeer(None, 0, 1) == INVALID_PARAM
    assert api.aclrtDeviceCanAccessPeer(ctypes.byref(can), 1, 1) == INVALID_PARAM
    assert api.aclrtDeviceCanAccessPeer(ctypes.byref(can), 0, 2) == INVALID_DEVICEID
    assert api.aclrtDeviceCanAccessPeer(ctypes.byref(can), -1, 0) == INVALID_DEVICEID
    api.ok.aclrtSetDevice(0)
    assert api.aclrtDeviceEnablePeerAccess(1, 0) == 0
    assert api.aclrtDeviceDisablePeerAccess(1) == 0
    assert api.aclrtDeviceEnablePeerAccess(1, 1) == FEATURE_UNSUPPORTED
    assert api.aclrtDeviceEnablePeerAccess(0, 0) == INVALID_PARAM
    assert api.aclrtDeviceDisablePeerAccess(0) == INVALID_PARAM
    assert api.aclrtDeviceEnablePeerAccess(2, 0) == INVALID_DEVICEID
    assert api.aclrtDeviceDisablePeerAccess(2) == INVALID_DEVICEID
