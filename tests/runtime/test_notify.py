# SPDX-License-Identifier: Apache-2.0
"""Notifies within a process: what waits for them, counts, and what is refused."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

import pytest
from runtime.codes import (
    CONTEXT_NULL,
    EVENT_SYNC_TIMEOUT,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
)
from runtime.tools import Order, in_every_mode, in_thread, light_script, new_stream
from support import Api

SET, ADD, OR, AND = 0, 1, 2, 4
LESS, EQUAL, BIGGER, BIGGER_OR_EQUAL, BITMASK = range(5)


class RecordInfo(ctypes.Structure):
    _fields_ = [("mode", ctypes.c_int), ("value", ctypes.c_uint32)]


class WaitInfo(ctypes.Structure):
    _fields_ = [
        ("mode", ctypes.c_int),
        ("value", ctypes.c_uint32),
        ("timeout", ctypes.c_uint32),
        ("clear", ctypes.c_uint8),
        ("rsv", ctypes.c_uint8 * 3),
    ]


def new_notify(api: Api) -> Any:
    notify = ctypes.c_void_p()
    api.ok.aclrtCreateNotify(ctypes.byref(notify), 0)
    return notify


def new_count(api: Api) -> Any:
    notify = ctypes.c_void_p()
    api.ok.aclrtCntNotifyCreate(ctypes.byref(notify), 0)
    return notify


def record(api: Api, notify: Any, stream: Any, mode: int, value: int) -> None:
    api.ok.aclrtCntNotifyRecord(notify, stream, ctypes.byref(RecordInfo(mode, value)))


def wait(api: Api, notify: Any, stream: Any, mode: int, value: int, clear: int = 0) -> None:
    info = WaitInfo(mode, value, 30, clear)
    api.ok.aclrtCntNotifyWaitWithTimeout(notify, stream, ctypes.byref(info))


@in_every_mode
def test_each_record_lets_one_wait_through(api: Api) -> None:
    """Waits are queued first, so that a mode that runs them in the call would never come on."""
    api.ok.aclrtSetDevice(0)
    waiting, recording = new_stream(api), new_stream(api)
    there, back = new_notify(api), new_notify(api)
    order = Order(api)
    for number in range(3):
        api.ok.aclrtWaitAndResetNotify(there, waiting, 0)
        order.launch(waiting, ("after", number))
        api.ok.aclrtRecordNotify(back, waiting)
    for number in range(3):
        order.launch(recording, ("before", number))
        api.ok.aclrtRecordNotify(there, recording)
        api.ok.aclrtWaitAndResetNotify(back, recording, 0)
    api.ok.aclrtSynchronizeStream(recording)
    api.ok.aclrtSynchronizeStream(waiting)
    assert order.seen == [(word, number) for number in range(3) for word in ("before", "after")]
    api.ok.aclrtResetDevice(0)


@pytest.mark.slow
@in_every_mode
def test_a_wait_in_vain(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, notify = new_stream(api), new_notify(api)
    api.ok.aclrtRecordNotify(notify, stream)
    api.ok.aclrtSynchronizeStream(stream)
    reset = (ctypes.c_void_p * 1)(notify)
    api.ok.aclrtNotifyBatchReset(reset, 1)
    api.ok.aclrtWaitAndResetNotify(notify, stream, 1)
    assert api.aclrtSynchronizeStream(stream) == EVENT_SYNC_TIMEOUT
    assert "waited in vain for notify" in api.message()
    api.ok.aclrtResetDevice(0)


@pytest.mark.parametrize(
    ("mode", "value", "records"),
    [
        (LESS, 8, [(AND, 7)]),
        (EQUAL, 12, [(SET, 5), (ADD, 7)]),
        (BIGGER, 2**32 - 2, [(OR, 2**32 - 1)]),
        (BIGGER_OR_EQUAL, 11, [(ADD, 1)]),
        (BITMASK, 6, [(OR, 4)]),
    ],
)
def test_counts(device: Api, mode: int, value: int, records: list[tuple[int, int]]) -> None:
    """From 10: the wait ends when the records have made the count what it waits for."""
    waiting, recording, notify = new_stream(device), new_stream(device), new_count(device)
    record(device, notify, recording, SET, 10)
    device.ok.aclrtSynchronizeStream(recording)
    wait(device, notify, waiting, mode, value, clear=1)
    for how, by in records:
        record(device, notify, recording, how, by)
    device.ok.aclrtSynchronizeStream(waiting)
    wait(device, notify, waiting, EQUAL, 0)  # it was cleared
    device.ok.aclrtSynchronizeStream(waiting)
    record(device, notify, recording, SET, 3)
    device.ok.aclrtCntNotifyReset(notify, recording)
    device.ok.aclrtSynchronizeStream(recording)
    wait(device, notify, waiting, LESS, 1)
    device.ok.aclrtSynchronizeStream(waiting)
    device.ok.aclrtCntNotifyDestroy(notify)


def test_a_graph_replays_them(device: Api) -> None:
    stream, other, notify = new_stream(device), new_stream(device), new_notify(device)
    device.ok.aclmdlRICaptureBegin(stream, 2)
    device.ok.aclrtWaitAndResetNotify(notify, stream, 0)
    graph = ctypes.c_void_p()
    device.ok.aclmdlRICaptureEnd(stream, ctypes.byref(graph))
    for _ in range(2):
        device.ok.aclmdlRIExecuteAsync(graph, stream)
        device.ok.aclrtRecordNotify(notify, other)
        device.ok.aclrtSynchronizeStream(other)
        device.ok.aclrtSynchronizeStream(stream)
    device.ok.aclmdlRIDestroy(graph)


def test_numbers_differ(device: Api) -> None:
    first, second = ctypes.c_uint32(), ctypes.c_uint32()
    one, two = new_notify(device), new_notify(device)
    device.ok.aclrtGetNotifyId(one, ctypes.byref(first))
    device.ok.aclrtGetNotifyId(two, ctypes.byref(second))
    assert first.value != second.value
    count = new_count(device)
    device.ok.aclrtCntNotifyGetId(count, ctypes.byref(first))


def test_handles_that_are_none(device: Api) -> None:
    stream, notify, count = new_stream(device), new_notify(device), new_count(device)
    info = ctypes.byref(WaitInfo(0, 0, 0, 0))
    for handle, status in (
        (None, INVALID_PARAM),
        (count, INVALID_HANDLE),
        (stream, INVALID_HANDLE),
    ):
        assert device.aclrtRecordNotify(handle, stream) == status
        assert device.aclrtWaitAndResetNotify(handle, stream, 0) == status
        assert device.aclrtGetNotifyId(handle, ctypes.byref(ctypes.c_uint32())) == status
        assert device.aclrtDestroyNotify(handle) == status
        assert device.aclrtNotifyBatchReset((ctypes.c_void_p * 1)(handle), 1) == status
    assert device.aclrtCntNotifyWaitWithTimeout(notify, stream, info) == INVALID_HANDLE
    device.ok.aclrtDestroyNotify(notify)
    assert device.aclrtDestroyNotify(notify) == INVALID_HANDLE
    assert "aclrtDestroyNotify" in device.message()


def test_wrong_arguments(device: Api) -> None:
    stream, notify, count = new_stream(device), new_notify(device), new_count(device)
    out = ctypes.byref(ctypes.c_void_p())
    assert device.aclrtCreateNotify(None, 0) == INVALID_PARAM
    assert device.aclrtCreateNotify(out, 2) == PARAM_INVALID
    assert device.aclrtCntNotifyCreate(None, 0) == INVALID_PARAM
    assert device.aclrtCntNotifyCreate(out, 1) == PARAM_INVALID
    assert device.aclrtGetNotifyId(notify, None) == INVALID_PARAM
    assert device.aclrtNotifyBatchReset(None, 1) == INVALID_PARAM
    assert device.aclrtNotifyBatchReset((ctypes.c_void_p * 1)(notify), 0) == PARAM_INVALID
    for mode in (-1, 3, 5):
        info = ctypes.byref(RecordInfo(mode, 0))
        assert device.aclrtCntNotifyRecord(count, stream, info) == PARAM_INVALID
    for wrong in (WaitInfo(-1, 0, 0, 0), WaitInfo(5, 0, 0, 0), WaitInfo(0, 0, 0, 2)):
        status = device.aclrtCntNotifyWaitWithTimeout(count, stream, ctypes.byref(wrong))
        assert status == PARAM_INVALID
    assert device.aclrtCntNotifyRecord(count, stream, None) == INVALID_PARAM
    assert device.aclrtCntNotifyWaitWithTimeout(count, stream, None) == INVALID_PARAM
    assert in_thread(lambda: device.aclrtRecordNotify(notify, None)) == CONTEXT_NULL


ORDERED = """
first, second, notify, memory = (void() for _ in range(4))
assert lib.aclrtSetDevice(0) == 0
for stream in (first, second):
    assert lib.aclrtCreateStream(byref(stream)) == 0
assert lib.aclrtCreateNotify(byref(notify), 0) == 0
assert lib.aclrtMalloc(byref(memory), size(4096), 0) == 0
assert lib.aclrtMemsetAsync(memory, size(4096), 1, size(4096), first) == 0
assert lib.aclrtRecordNotify(notify, first) == 0
if "WAITS" in os.environ:
    assert lib.aclrtWaitAndResetNotify(notify, second, 0) == 0
assert lib.aclrtMemsetAsync(memory, size(4096), 2, size(4096), second) == 0
assert lib.aclrtSynchronizeDevice() == 0
assert lib.aclrtFree(memory) == 0
print(json.dumps(open(os.environ["ACLNN_FINDINGS"]).read().count(chr(34) + "race" + chr(34))))
"""


@pytest.mark.parametrize("waits", [False, True])
def test_a_wait_orders_what_streams_do(tmp_path: Path, waits: bool) -> None:
    """For `aclnn run --strict`: two streams that write the same bytes race without it."""
    findings = tmp_path / "findings.jsonl"
    findings.touch()
    variables = {"ACLNN_FINDINGS": str(findings), **({"WAITS": "1"} if waits else {})}
    races, _ = light_script(ORDERED, **variables)
    assert (races == 0) == waits
