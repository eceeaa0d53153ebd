# SPDX-License-Identifier: Apache-2.0
"""Every function of infinirt.h, on both devices."""

from __future__ import annotations

import ctypes
import threading
from functools import partial

import numpy as np
import pytest
from interfaces.infiniop.calls import (
    ASCEND,
    BAD_PARAM,
    CPU,
    D2D,
    D2H,
    DEVICE_NOT_FOUND,
    DEVICE_TYPE_NOT_SUPPORTED,
    H2D,
    H2H,
    INTERNAL_ERROR,
    NULL_POINTER,
    SUCCESS,
    Infini,
    Place,
)
from runtime.tools import Gate, host_function, light_script
from support import Api, run_python

from aclnn_py import infiniop, native

NVIDIA = 1
TYPES = 11  # INFINI_DEVICE_TYPE_COUNT
COMPLETE, NOT_READY = 0, 1
_address = ctypes.addressof(ctypes.create_string_buffer(64))  # readable, and no object


def current(infini: Infini) -> tuple[int, int]:
    device, number = ctypes.c_int(-1), ctypes.c_int(-1)
    infini.ok.infinirtGetDevice(ctypes.byref(device), ctypes.byref(number))
    return device.value, number.value


# --- Numbers -------------------------------------------------------------------------------------


def test_numbers_are_those_of_the_headers() -> None:
    constants = native.constants()
    for prefix, kind in (
        ("INFINI_STATUS_", infiniop.Status),
        ("INFINI_DTYPE_", infiniop.Dtype),
        ("INFINI_DEVICE_", infiniop.Device),
        ("INFINIRT_MEMCPY_", infiniop.MemcpyKind),
    ):
        header = {
            name.removeprefix(prefix): value
            for name, value in constants.items()
            if name.startswith(prefix) and not name.endswith("_TYPE_COUNT")
        }
        assert {name: int(member) for name, member in kind.__members__.items()} == header


def test_numbers_are_those_of_the_facts() -> None:
    assert [int(each) for each in infiniop.Status] == [*range(9), 10, 11, 12, 13]
    assert infiniop.Status["BAD_DEVICE"] == 5
    assert infiniop.Status["EXECUTION_FAILED"] == 1
    assert [int(each) for each in infiniop.Dtype] == [*range(20)]
    assert int(infiniop.Dtype.BF16) == 19
    assert int(infiniop.Dtype.C64) == 17
    assert [int(each) for each in infiniop.Device] == [*range(11)]
    assert int(infiniop.Device.ASCEND) == 3


# --- Devices -------------------------------------------------------------------------------------


def test_init(infini: Infini) -> None:
    infini.ok.infinirtInit()
    infini.ok.infinirtInit()


def test_counts(infini: Infini) -> None:
    count = ctypes.c_int(-1)
    infini.ok.infinirtGetDeviceCount(CPU, ctypes.byref(count))
    assert count.value == 1
    infini.ok.infinirtGetDeviceCount(ASCEND, ctypes.byref(count))
    devices = count.value
    assert devices >= 1
    every = (ctypes.c_int * (TYPES + 1))(*[-1] * (TYPES + 1))
    infini.ok.infinirtGetAllDeviceCount(every)
    assert list(every) == [1, 0, 0, devices, *[0] * 7, -1]
    infini.fails(NULL_POINTER, "infinirtGetDeviceCount", CPU, None)
    infini.fails(NULL_POINTER, "infinirtGetAllDeviceCount", None)
    for device in (NVIDIA, 10, 11, -1):
        infini.fails(
            DEVICE_TYPE_NOT_SUPPORTED, "infinirtGetDeviceCount", device, ctypes.byref(count)
        )
    assert count.value == devices


def test_the_first_device_of_a_thread_is_the_cpu(infini: Infini) -> None:
    found: list[tuple[int, int]] = []
    infini.ok.infinirtSetDevice(ASCEND, 0)
    thread = threading.Thread(target=lambda: found.append(current(infini)))
    thread.start()
    thread.join()
    assert found == [(CPU, 0)]
    assert current(infini) == (ASCEND, 0)
    infini.ok.infinirtSetDevice(CPU, 0)
    assert current(infini) == (CPU, 0)


def test_set_device_refuses(place: Place) -> None:
    infini = place.infini
    for device in (NVIDIA, 2, 10, 11, -1):
        infini.fails(DEVICE_TYPE_NOT_SUPPORTED, "infinirtSetDevice", device, 0)
    for device, number in ((CPU, 1), (CPU, -1), (ASCEND, 16), (ASCEND, -1)):
        infini.fails(DEVICE_NOT_FOUND, "infinirtSetDevice", device, number)
    assert current(infini) == (place.device, 0)


def test_get_device(place: Place) -> None:
    out = ctypes.c_int(-1)
    place.infini.ok.infinirtGetDevice(ctypes.byref(out), None)
    assert out.value == place.device
    place.infini.ok.infinirtGetDevice(None, ctypes.byref(out))
    assert out.value == 0
    place.infini.fails(NULL_POINTER, "infinirtGetDevice", None, None)


def test_memory_info(place: Place) -> None:
    infini = place.infini
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    arguments = ctypes.byref(free), ctypes.byref(total)
    infini.ok.infinirtGetMemInfo(place.device, 0, *arguments)
    assert 0 < free.value <= total.value
    before = free.value
    if place.device == ASCEND:
        place.malloc(64 << 20)
        infini.ok.infinirtGetMemInfo(ASCEND, 0, *arguments)
        assert before - free.value >= 64 << 20
    infini.fails(DEVICE_TYPE_NOT_SUPPORTED, "infinirtGetMemInfo", NVIDIA, 0, *arguments)
    infini.fails(DEVICE_NOT_FOUND, "infinirtGetMemInfo", place.device, 16, *arguments)
    infini.fails(NULL_POINTER, "infinirtGetMemInfo", place.device, 0, None, arguments[1])
    infini.fails(NULL_POINTER, "infinirtGetMemInfo", place.device, 0, arguments[0], None)


def test_memory_that_the_machine_does_not_grant() -> None:
    """It counts as free in neither of the two runtimes."""
    found, _ = light_script(
        f"""
import resource
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
free, total, memory = [size() for _ in range(2)], [size() for _ in range(2)], void()
statuses = [
    lib.aclInit(None),
    lib.infinirtSetDevice({ASCEND}, 0),
    lib.aclrtMalloc(byref(memory), size(10), 0),
    lib.aclrtGetMemInfo(1, byref(free[0]), byref(total[0])),
    lib.infinirtGetMemInfo({ASCEND}, 0, byref(free[1]), byref(total[1])),
]
print(json.dumps([statuses, [n.value for n in free], [n.value for n in total]]))
"""
    )
    statuses, free, total = found
    assert statuses == [0] * 5
    assert 0 < free[0] == free[1] < 8 << 30 < total[0] == total[1]


def test_resources(place: Place) -> None:
    infini = place.infini
    found = infiniop.DeviceResourceSnapshot()
    name = "infinirtGetDeviceResourceSnapshot"
    ctypes.memset(ctypes.byref(found), 0xA5, ctypes.sizeof(found))
    before = bytes(found)
    infini.fails(DEVICE_TYPE_NOT_SUPPORTED, name, NVIDIA, 0, ctypes.byref(found))
    infini.fails(DEVICE_NOT_FOUND, name, place.device, 99, ctypes.byref(found))
    infini.fails(NULL_POINTER, name, place.device, 0, None)
    assert bytes(found) == before
    infini.ok.infinirtGetDeviceResourceSnapshot(place.device, 0, ctypes.byref(found))
    assert (found.device_type, found.device_id) == (place.device, 0)
    assert found.valid_fields == 1  # INFINIRT_RESOURCE_FIELD_MEMORY_CAPACITY
    assert 0 < found.free_bytes <= found.total_bytes
    assert found.used_bytes + found.free_bytes == found.total_bytes


# --- Memory --------------------------------------------------------------------------------------


def test_malloc_and_free(place: Place) -> None:
    infini = place.infini
    out = ctypes.c_void_p(1)
    for allocate, free in (("infinirtMalloc", "infinirtFree"),
                           ("infinirtMallocHost", "infinirtFreeHost")):  # fmt: skip
        getattr(infini.ok, allocate)(ctypes.byref(out), 0)
        assert not out
        getattr(infini.ok, free)(None)
        getattr(infini.ok, allocate)(ctypes.byref(out), 1000)
        assert out
        getattr(infini.ok, free)(out)
        infini.fails(NULL_POINTER, allocate, None, 8)
        out.value = 1
        infini.fails(INTERNAL_ERROR, allocate, ctypes.byref(out), 2**62)
        assert out.value == 1


def test_host_memory(place: Place) -> None:
    out = ctypes.c_void_p()
    place.infini.ok.infinirtMallocHost(ctypes.byref(out), 16)
    assert out.value is not None
    ctypes.memset(out.value, 7, 16)
    address = place.upload(np.zeros(16, np.uint8))
    place.infini.ok.infinirtMemcpy(address, out, 16, H2D)
    found = np.zeros(16, np.uint8)
    place.download(found, address)
    assert (found == 7).all()
    place.infini.ok.infinirtFreeHost(out)


def test_free_refuses_on_the_device(ascend: Place) -> None:
    infini = ascend.infini
    infini.fails(BAD_PARAM, "infinirtFree", _address)
    address = ascend.malloc(64)
    infini.fails(BAD_PARAM, "infinirtFree", address + 8)
    infini.ok.infinirtFree(address)
    ascend.memory.remove(address)
    infini.fails(BAD_PARAM, "infinirtFree", address)
    infini.fails(BAD_PARAM, "infinirtFreeAsync", address, ascend.stream)
    infini.fails(BAD_PARAM, "infinirtFreeHost", _address)


def test_memory_of_the_other_device_is_refused(infini: Infini) -> None:
    buffer = (ctypes.c_char * 64)()
    with Place(infini, ASCEND) as ascend:
        address = ascend.malloc(64)
        infini.ok.infinirtSetDevice(CPU, 0)
        infini.fails(BAD_PARAM, "infinirtFree", address)
        infini.fails(BAD_PARAM, "infinirtFreeHost", address)
        for kind in (H2H, H2D, D2H, D2D):
            assert "dst" in infini.fails(BAD_PARAM, "infinirtMemcpy", address, buffer, 8, kind)
            assert "src" in infini.fails(BAD_PARAM, "infinirtMemcpy", buffer, address, 8, kind)
        infini.fails(BAD_PARAM, "infinirtMemset", address, 0, 8)
        infini.ok.infinirtSetDevice(ASCEND, 0)
        ascend.download(np.zeros(64, np.uint8), address)  # still there


@pytest.mark.parametrize("asynchronous", [False, True])
def test_copies(place: Place, asynchronous: bool) -> None:
    infini = place.infini
    source, target = np.arange(100, dtype=np.uint8), np.zeros(100, np.uint8)
    one, other = place.malloc(100), place.malloc(100)

    def copy(to: int, start: int, size: int, kind: int) -> None:
        if asynchronous:
            infini.ok.infinirtMemcpyAsync(to, start, size, kind, place.stream)
        else:
            infini.ok.infinirtMemcpy(to, start, size, kind)

    copy(one, source.ctypes.data, 100, H2D)
    copy(other, one, 100, D2D)
    copy(target.ctypes.data, other + 10, 80, D2H)
    assert place.finish(SUCCESS) == SUCCESS
    assert (target[:80] == source[10:90]).all()
    assert not target[80:].any()
    copy(0, 0, 0, H2D)


def test_copies_from_host_to_host(place: Place) -> None:
    infini = place.infini
    source, target = np.arange(100, dtype=np.uint8), np.zeros(100, np.uint8)
    addresses = target.ctypes.data, source.ctypes.data
    infini.ok.infinirtMemcpy(*addresses, 40, H2H)
    assert (target[:40] == source[:40]).all()
    infini.ok.infinirtMemcpyAsync(*addresses, 100, H2H, place.stream)
    assert place.finish(SUCCESS) == SUCCESS
    assert (target == source).all()


@pytest.mark.parametrize("asynchronous", [False, True])
def test_fills(place: Place, asynchronous: bool) -> None:
    infini = place.infini
    address = place.upload(np.zeros(32, np.uint8))
    for value, place_of in ((0x1AB, 0), (-1, 8), (0, 16)):
        arguments = (address + place_of, value, 7)
        if asynchronous:
            infini.ok.infinirtMemsetAsync(*arguments, place.stream)
        else:
            infini.ok.infinirtMemset(*arguments)
    assert place.finish(SUCCESS) == SUCCESS
    found = np.zeros(32, np.uint8)
    place.download(found, address)
    assert found.tolist() == [0xAB] * 7 + [0] + [255] * 7 + [0] * 17
    infini.ok.infinirtMemset(None, 0, 0)


def test_copies_refuse(place: Place) -> None:
    infini = place.infini
    buffer = (ctypes.c_char * 64)()
    address = place.malloc(64)
    for kind in (-1, 4, 99):
        text = infini.fails(BAD_PARAM, "infinirtMemcpy", address, buffer, 64, kind)
        assert "kind" in text
        infini.fails(BAD_PARAM, "infinirtMemcpyAsync", address, buffer, 64, kind, place.stream)


def test_copies_of_null(place: Place) -> None:
    infini, stream = place.infini, place.stream
    buffer = (ctypes.c_char * 64)()
    address = place.malloc(64)
    infini.fails(NULL_POINTER, "infinirtMemcpy", None, buffer, 64, H2D)
    infini.fails(NULL_POINTER, "infinirtMemcpy", address, None, 64, H2D)
    infini.fails(NULL_POINTER, "infinirtMemset", None, 0, 64)
    infini.fails(NULL_POINTER, "infinirtMemcpyAsync", None, buffer, 64, H2D, stream)
    infini.fails(NULL_POINTER, "infinirtMemcpyAsync", address, None, 64, H2D, stream)
    infini.fails(NULL_POINTER, "infinirtMemsetAsync", None, 0, 64, stream)


def test_copies_past_the_end_of_device_memory(ascend: Place) -> None:
    infini = ascend.infini
    buffer = (ctypes.c_char * 8192)()
    address = ascend.malloc(64)
    infini.fails(BAD_PARAM, "infinirtMemcpy", address, buffer, 8192, H2D)
    infini.fails(BAD_PARAM, "infinirtMemcpy", buffer, address, 8192, D2H)
    infini.fails(BAD_PARAM, "infinirtMemset", address, 0, 8192)
    infini.fails(BAD_PARAM, "infinirtMemcpy", address, buffer, 8, D2H)  # the other way round


def test_allocations_of_a_stream(place: Place, api: Api) -> None:
    infini = place.infini
    out = ctypes.c_void_p()
    infini.fails(NULL_POINTER, "infinirtMallocAsync", None, 8, place.stream)
    infini.ok.infinirtMallocAsync(ctypes.byref(out), 0, place.stream)
    assert out.value is None
    infini.ok.infinirtFreeAsync(None, place.stream)
    infini.ok.infinirtMallocAsync(ctypes.byref(out), 64, place.stream)
    infini.ok.infinirtMemsetAsync(out, 3, 64, place.stream)
    found = np.zeros(64, np.uint8)
    infini.ok.infinirtMemcpyAsync(found.ctypes.data, out, 64, D2H, place.stream)
    infini.ok.infinirtFreeAsync(out, place.stream)
    assert place.finish(SUCCESS) == SUCCESS
    assert (found == 3).all()


def test_memory_is_freed_when_the_stream_comes_to_it(ascend: Place, api: Api) -> None:
    infini = ascend.infini
    out = ctypes.c_void_p()
    infini.ok.infinirtMallocAsync(ctypes.byref(out), 64, ascend.stream)
    with Gate(api, ascend.stream) as gate:
        infini.ok.infinirtFreeAsync(out, ascend.stream)
        infini.ok.infinirtMemset(out, 1, 64)
        gate.open()
        assert ascend.finish(SUCCESS) == SUCCESS
    infini.fails(BAD_PARAM, "infinirtMemset", out, 1, 64)


def test_memory_that_was_freed_before_the_stream_comes_to_it(ascend: Place, api: Api) -> None:
    """The stream says so, and leaves alone what lies there now."""
    infini = ascend.infini
    freed, other = ctypes.c_void_p(), ctypes.c_void_p()
    infini.ok.infinirtMalloc(ctypes.byref(freed), 64)
    with Gate(api, ascend.stream):
        infini.ok.infinirtFreeAsync(freed, ascend.stream)
        infini.ok.infinirtFree(freed)
        infini.ok.infinirtMalloc(ctypes.byref(other), 64)
    assert other.value == freed.value, "nothing is tested"
    assert infini.infinirtStreamSynchronize(ascend.stream) == BAD_PARAM
    assert "was freed meanwhile by infinirtFree, and allocated again" in infini.message()
    infini.ok.infinirtMemset(other, 1, 64)
    infini.ok.infinirtFree(other)


@pytest.mark.parametrize("early", ["dst", "src"])
def test_host_memory_of_a_queued_copy_that_was_freed(ascend: Place, api: Api, early: str) -> None:
    infini = ascend.infini
    dst, src = ctypes.c_void_p(), ctypes.c_void_p()
    for place in (dst, src):
        infini.ok.infinirtMallocHost(ctypes.byref(place), 64)
    first, second = (dst, src) if early == "dst" else (src, dst)
    with Gate(api, ascend.stream):
        infini.ok.infinirtMemcpyAsync(dst, src, 64, H2H, ascend.stream)
        infini.ok.infinirtFreeHost(first)
    assert infini.infinirtStreamSynchronize(ascend.stream) == INTERNAL_ERROR
    assert "infinirtMemcpyAsync: host memory" in infini.message()
    infini.ok.infinirtFreeHost(second)


# --- Streams -------------------------------------------------------------------------------------


def test_streams(place: Place) -> None:
    infini = place.infini
    stream = ctypes.c_void_p(1)
    infini.ok.infinirtStreamCreate(ctypes.byref(stream))
    assert (stream.value is None) == (place.device == CPU)
    infini.ok.infinirtStreamSynchronize(stream)
    infini.ok.infinirtStreamSynchronize(None)
    infini.ok.infinirtStreamDestroy(stream)
    infini.fails(NULL_POINTER, "infinirtStreamCreate", None)
    infini.ok.infinirtDeviceSynchronize()


@pytest.mark.parametrize("device", [ASCEND, CPU])
def test_streams_that_are_none(infini: Infini, device: infiniop.Device) -> None:
    with Place(infini, ASCEND):
        stream = ctypes.c_void_p()
        infini.ok.infinirtStreamCreate(ctypes.byref(stream))
        infini.ok.infinirtStreamDestroy(stream)
    with Place(infini, device):
        for name in ("infinirtStreamSynchronize", "infinirtStreamDestroy"):
            infini.fails(BAD_PARAM, name, stream)
            infini.fails(BAD_PARAM, name, _address)


def test_a_stream_is_synchronized_while_the_cpu_is_current(infini: Infini, api: Api) -> None:
    ran: list[int] = []
    stream = ctypes.c_void_p()
    with Place(infini, ASCEND):
        infini.ok.infinirtStreamCreate(ctypes.byref(stream))
        api.ok.aclrtLaunchHostFunc(stream, host_function(partial(ran.append, 1)), None)
    with Place(infini, CPU):
        infini.ok.infinirtStreamSynchronize(stream)
        assert ran == [1]
        infini.ok.infinirtStreamDestroy(stream)


def test_destroy_runs_what_is_queued(ascend: Place, api: Api) -> None:
    ran: list[int] = []
    stream = ctypes.c_void_p()
    ascend.infini.ok.infinirtStreamCreate(ctypes.byref(stream))
    for number in range(5):
        api.ok.aclrtLaunchHostFunc(stream, host_function(partial(ran.append, number)), None)
    ascend.infini.ok.infinirtStreamDestroy(stream)
    assert ran == list(range(5))


def test_device_synchronize_waits(ascend: Place, api: Api) -> None:
    infini = ascend.infini
    ran: list[int] = []
    with Gate(api, ascend.stream) as gate:
        api.ok.aclrtLaunchHostFunc(ascend.stream, host_function(lambda: ran.append(1)), None)
        assert ran == []
        gate.open_soon()
        infini.ok.infinirtDeviceSynchronize()
        assert ran == [1]


def test_objects_are_those_of_acl(ascend: Place, api: Api) -> None:
    """Streams, events and memory may be used with acl's functions."""
    event = ctypes.c_void_p()
    ascend.infini.ok.infinirtEventCreate(ctypes.byref(event))
    api.ok.aclrtRecordEvent(event, ascend.stream)
    api.ok.aclrtSynchronizeStream(ascend.stream)
    api.ok.aclrtSynchronizeEvent(event)
    address = ascend.malloc(64)
    api.ok.aclrtMemset(address, 64, 1, 64)
    api.ok.aclrtFree(address)
    ascend.memory.remove(address)
    api.ok.aclrtDestroyEvent(event)


# --- Events --------------------------------------------------------------------------------------


def new_event(infini: Infini, flags: int | None = None) -> ctypes.c_void_p:
    event = ctypes.c_void_p()
    if flags is None:
        infini.ok.infinirtEventCreate(ctypes.byref(event))
    else:
        infini.ok.infinirtEventCreateWithFlags(ctypes.byref(event), flags)
    assert event.value is not None
    return event


@pytest.mark.parametrize("flags", [None, 0, 1, 2, 3])
def test_events(place: Place, flags: int | None) -> None:
    infini = place.infini
    event = new_event(infini, flags)
    status = ctypes.c_int(-1)
    infini.ok.infinirtEventRecord(event, place.stream)
    infini.ok.infinirtEventSynchronize(event)
    infini.ok.infinirtEventQuery(event, ctypes.byref(status))
    assert status.value == COMPLETE
    infini.ok.infinirtStreamWaitEvent(place.stream, event)
    assert place.finish(SUCCESS) == SUCCESS
    infini.ok.infinirtEventDestroy(event)


def test_event_that_is_not_reached(ascend: Place, api: Api) -> None:
    infini = ascend.infini
    event, status = new_event(infini), ctypes.c_int(-1)
    with Gate(api, ascend.stream) as gate:
        infini.ok.infinirtEventRecord(event, ascend.stream)
        infini.ok.infinirtEventQuery(event, ctypes.byref(status))
        assert status.value == NOT_READY
        gate.open()
        infini.ok.infinirtEventSynchronize(event)
        infini.ok.infinirtEventQuery(event, ctypes.byref(status))
    assert status.value == COMPLETE
    infini.ok.infinirtEventDestroy(event)


def test_a_stream_waits_for_an_event(ascend: Place, api: Api) -> None:
    infini = ascend.infini
    event, other, ran = new_event(infini), ctypes.c_void_p(), []
    infini.ok.infinirtStreamCreate(ctypes.byref(other))
    with Gate(api, ascend.stream) as gate:
        api.ok.aclrtLaunchHostFunc(ascend.stream, host_function(lambda: ran.append(1)), None)
        infini.ok.infinirtEventRecord(event, ascend.stream)
        infini.ok.infinirtStreamWaitEvent(other, event)
        api.ok.aclrtLaunchHostFunc(other, host_function(lambda: ran.append(2)), None)
        gate.open()
        infini.ok.infinirtStreamSynchronize(other)
    assert ran == [1, 2]
    infini.ok.infinirtStreamDestroy(other)
    infini.ok.infinirtEventDestroy(event)


def test_a_callback_does_not_wait_for_itself(ascend: Place, api: Api) -> None:
    """Neither for its own stream nor for one that waits for it."""
    infini = ascend.infini
    event, other, behind = new_event(infini), ctypes.c_void_p(), new_event(infini)
    statuses: list[int] = []
    infini.ok.infinirtStreamCreate(ctypes.byref(other))

    def work() -> None:
        infini.ok.infinirtSetDevice(ASCEND, 0)
        for stream, mark in ((ascend.stream, event), (other, behind)):
            statuses.append(infini.infinirtStreamSynchronize(stream))
            statuses.append(infini.infinirtEventSynchronize(mark))
            statuses.append(infini.infinirtStreamDestroy(stream))
        statuses.append(infini.infinirtDeviceSynchronize())

    with Gate(api, ascend.stream):
        api.ok.aclrtLaunchHostFunc(ascend.stream, host_function(work), None)
        infini.ok.infinirtEventRecord(event, ascend.stream)
        infini.ok.infinirtStreamWaitEvent(other, event)
        infini.ok.infinirtEventRecord(behind, other)
    infini.ok.infinirtStreamSynchronize(other)
    assert statuses == [BAD_PARAM] * 7
    infini.ok.infinirtStreamDestroy(other)
    for mark in (event, behind):
        infini.ok.infinirtEventDestroy(mark)


def test_elapsed_time(place: Place) -> None:
    infini = place.infini
    start, end = new_event(infini), new_event(infini)
    milliseconds = ctypes.c_float(-1)
    infini.ok.infinirtEventRecord(start, place.stream)
    infini.ok.infinirtEventRecord(end, place.stream)
    assert place.finish(SUCCESS) == SUCCESS
    infini.ok.infinirtEventElapsedTime(ctypes.byref(milliseconds), start, end)
    assert milliseconds.value >= 0
    infini.fails(NULL_POINTER, "infinirtEventElapsedTime", None, start, end)
    milliseconds.value = -1
    fresh, untimed = new_event(infini), new_event(infini, 1)
    infini.ok.infinirtEventRecord(untimed, place.stream)
    assert place.finish(SUCCESS) == SUCCESS
    for pair in ((start, fresh), (fresh, end), (start, untimed)):
        infini.fails(BAD_PARAM, "infinirtEventElapsedTime", ctypes.byref(milliseconds), *pair)
    assert milliseconds.value == -1
    for event in (start, end, fresh, untimed):
        infini.ok.infinirtEventDestroy(event)


def test_events_refuse(place: Place) -> None:
    infini = place.infini
    out, status, time = ctypes.c_void_p(1), ctypes.c_int(-1), ctypes.c_float(-1)
    for flags in (4, 7, 2**31):
        infini.fails(BAD_PARAM, "infinirtEventCreateWithFlags", ctypes.byref(out), flags)
    infini.fails(NULL_POINTER, "infinirtEventCreateWithFlags", None, 0)
    infini.fails(NULL_POINTER, "infinirtEventCreate", None)
    assert out.value == 1
    event = new_event(infini)
    infini.fails(NULL_POINTER, "infinirtEventQuery", event, None)
    infini.ok.infinirtEventDestroy(event)
    for given in (event, ctypes.c_void_p(_address)):
        infini.fails(BAD_PARAM, "infinirtEventRecord", given, place.stream)
        infini.fails(BAD_PARAM, "infinirtEventQuery", given, ctypes.byref(status))
        infini.fails(BAD_PARAM, "infinirtEventSynchronize", given)
        infini.fails(BAD_PARAM, "infinirtStreamWaitEvent", place.stream, given)
        infini.fails(BAD_PARAM, "infinirtEventElapsedTime", ctypes.byref(time), given, given)
        infini.fails(BAD_PARAM, "infinirtEventDestroy", given)
    assert (status.value, time.value) == (-1, -1)


@pytest.mark.parametrize(
    "name", ["infinirtEventRecord", "infinirtEventSynchronize", "infinirtEventDestroy"]
)
def test_null_events(place: Place, name: str) -> None:
    arguments = (None, place.stream) if name == "infinirtEventRecord" else (None,)
    place.infini.fails(NULL_POINTER, name, *arguments)


def test_events_of_the_other_device(infini: Infini) -> None:
    """A call does not change to the device of what it is given."""
    with Place(infini, CPU):
        event = new_event(infini)
        infini.ok.infinirtSetDevice(ASCEND, 0)
        infini.fails(BAD_PARAM, "infinirtEventSynchronize", event)
        infini.ok.infinirtSetDevice(CPU, 0)
        infini.ok.infinirtEventDestroy(event)
    with Place(infini, ASCEND):
        event = new_event(infini)
        infini.ok.infinirtSetDevice(CPU, 0)
        infini.fails(BAD_PARAM, "infinirtEventSynchronize", event)
        infini.ok.infinirtSetDevice(ASCEND, 0)
        infini.ok.infinirtEventDestroy(event)


# --- Processes -----------------------------------------------------------------------------------

_FORK = """
import ctypes, os, sys
from interfaces.infiniop.calls import ASCEND, INTERNAL_ERROR, Infini
infini = Infini()
infini.ok.infinirtSetDevice(ASCEND, 0)
stream = ctypes.c_void_p()
infini.ok.infinirtStreamCreate(ctypes.byref(stream))
child = os.fork()
if child == 0:
    status = infini.infinirtStreamSynchronize(stream)
    os._exit(0 if status == INTERNAL_ERROR else 100 + status)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.slow
def test_a_forked_child() -> None:
    result = run_python(_FORK)
    assert (result.returncode, result.stdout) == (0, "0\n"), result.stderr


@pytest.mark.slow
def test_several_devices() -> None:
    code = """
import ctypes
from interfaces.infiniop.calls import ASCEND, DEVICE_NOT_FOUND, Infini
infini = Infini()
count, number = ctypes.c_int(), ctypes.c_int()
infini.ok.infinirtGetDeviceCount(ASCEND, ctypes.byref(count))
for device in (2, 0, 1):
    infini.ok.infinirtSetDevice(ASCEND, device)
    infini.ok.infinirtGetDevice(None, ctypes.byref(number))
    assert number.value == device
infini.fails(DEVICE_NOT_FOUND, "infinirtSetDevice", ASCEND, 3)
infini.ok.infinirtGetDevice(None, ctypes.byref(number))
print(count.value, number.value)
"""
    result = run_python(code, {"ACLNN_DEVICES": "3"})
    assert (result.returncode, result.stdout) == (0, "3 1\n"), result.stderr


def test_every_function_has_a_prototype(infini: Infini) -> None:
    declared = [
        function
        for function in native.description().functions.values()
        if function.name.startswith("infini")
    ]
    assert len(declared) >= 46
    for function in declared:
        symbol = getattr(infini.lib, function.name)
        assert symbol.restype is ctypes.c_int
        assert len(symbol.argtypes) == len(function.arguments)
        assert function.name in dir(infini.lib)
    with pytest.raises(AttributeError, match="aclrtMalloc"):
        _ = infini.lib.aclrtMalloc
