# SPDX-License-Identifier: Apache-2.0
"""Pools of device memory: order on streams, reuse, what is counted, and what is refused."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pytest
from runtime.codes import (
    CONTEXT_NULL,
    FEATURE_NOT_SUPPORT,
    INVALID_DEVICEID,
    INVALID_HANDLE,
    INVALID_PARAM,
    MEMORY_ALLOCATION,
    PARAM_INVALID,
    RT_INTERNAL_ERROR,
    STREAM_CONTEXT,
    SYS_DMA,
)
from runtime.tools import (
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    Gate,
    apart,
    in_every_mode,
    in_queued_modes,
    light_script,
    malloc,
    malloc_host,
    new_event,
    new_stream,
    read,
    until,
)
from support import Api

MIB = 1 << 20
UNIT = 2 * MIB

FOLLOW_EVENTS, OPPORTUNISTIC, INTERNAL, THRESHOLD, RESERVED, RESERVED_HIGH, USED, USED_HIGH = range(
    1, 9
)
SWITCHES = (FOLLOW_EVENTS, OPPORTUNISTIC, INTERNAL)


class Props(ctypes.Structure):
    _fields_ = [
        ("alloc_type", ctypes.c_int),
        ("handle_type", ctypes.c_int),
        ("id", ctypes.c_uint32),
        ("location", ctypes.c_int),
        ("max_size", ctypes.c_size_t),
        ("reserved", ctypes.c_ubyte * 32),
    ]


def props(max_size: int, device: int = 0) -> Props:
    return Props(id=device, location=1, max_size=max_size)


class Pool:
    def __init__(self, api: Api, max_size: int = 64 * MIB, device: int = 0) -> None:
        self.api = api
        self.handle = ctypes.c_void_p()
        api.ok.aclrtMemPoolCreate(ctypes.byref(self.handle), ctypes.byref(props(max_size, device)))

    def set(self, attr: int, value: int) -> None:
        number = (ctypes.c_uint32 if attr in SWITCHES else ctypes.c_uint64)(value)
        self.api.ok.aclrtMemPoolSetAttr(self.handle, attr, ctypes.byref(number))

    def get(self, attr: int) -> int:
        number = (ctypes.c_uint32 if attr in SWITCHES else ctypes.c_uint64)(77)
        self.api.ok.aclrtMemPoolGetAttr(self.handle, attr, ctypes.byref(number))
        return int(number.value)

    def counts(self) -> tuple[int, int]:
        """Reserved and used, in units."""
        return self.get(RESERVED) // UNIT, self.get(USED) // UNIT

    def malloc(self, size: int, stream: Any) -> int:
        address = ctypes.c_void_p()
        self.api.ok.aclrtMemPoolMallocAsync(ctypes.byref(address), size, self.handle, stream)
        assert address.value
        return address.value

    def free(self, address: int, stream: Any) -> None:
        self.api.ok.aclrtMemPoolFreeAsync(address, stream)

    def destroy(self) -> None:
        self.api.ok.aclrtMemPoolDestroy(self.handle)


def is_done(api: Api, stream: Any) -> bool:
    status = ctypes.c_int()
    api.ok.aclrtStreamQuery(stream, ctypes.byref(status))
    return status.value == 0


def free_memory(api: Api) -> int:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    api.ok.aclrtGetMemInfo(1, ctypes.byref(free), ctypes.byref(total))
    return free.value


@in_every_mode
def test_a_loop_takes_one_piece(api: Api) -> None:
    """Each pass fills memory that the pass before has freed, without a wait in between."""
    api.ok.aclrtSetDevice(0)
    stream, results = new_stream(api), malloc_host(api, 100 * 4096)
    pool = Pool(api, UNIT)
    addresses = set()
    for i in range(100):
        memory = pool.malloc(4096, stream)
        addresses.add(memory)
        api.ok.aclrtMemsetAsync(memory, 4096, i, 4096, stream)
        api.ok.aclrtMemcpyAsync(results + i * 4096, 4096, memory, 4096, DEVICE_TO_HOST, stream)
        pool.free(memory, stream)
        assert pool.counts() == (1, 0)
    api.ok.aclrtSynchronizeStream(stream)
    data = ctypes.string_at(results, 100 * 4096)
    assert all(data[i * 4096 : (i + 1) * 4096] == bytes([i]) * 4096 for i in range(100))
    assert len(addresses) == 1
    assert pool.get(USED_HIGH) == pool.get(RESERVED_HIGH) == UNIT
    pool.destroy()


def test_what_is_counted(device: Api) -> None:
    before = free_memory(device)
    stream = new_stream(device)
    pool = Pool(device)
    assert [pool.get(attr) for attr in range(1, 9)] == [0] * 8
    assert free_memory(device) == before
    one, two = pool.malloc(1, stream), pool.malloc(UNIT + 1, stream)
    assert pool.counts() == (3, 3)
    assert before - free_memory(device) == 3 * UNIT
    assert one % 512 == two % 512 == 0
    pool.free(two, stream)
    assert pool.counts() == (3, 1)
    assert pool.malloc(5, stream) == two  # the smallest piece that is large enough, cut
    assert pool.counts() == (3, 2)
    assert pool.malloc(5, stream) == two + UNIT
    assert pool.counts() == (3, 3)
    pool.free(two, stream)
    pool.free(two + UNIT, stream)
    pool.free(one, stream)
    assert before - free_memory(device) == 3 * UNIT
    assert (pool.get(RESERVED_HIGH), pool.get(USED_HIGH)) == (3 * UNIT, 3 * UNIT)
    pool.set(USED_HIGH, 0)
    assert (pool.get(RESERVED_HIGH), pool.get(USED_HIGH)) == (3 * UNIT, 0)
    device.ok.aclrtSynchronizeStream(stream)
    assert pool.counts() == (0, 0)
    assert free_memory(device) == before
    pool.destroy()


@pytest.mark.parametrize("how", ["stream", "device", "event"])
def test_a_synchronize_gives_idle_memory_back(device: Api, how: str) -> None:
    stream, event = new_stream(device), new_event(device)
    pool = Pool(device)
    pool.set(THRESHOLD, 2 * UNIT)
    for memory in [pool.malloc(3 * UNIT, stream), pool.malloc(UNIT, stream)]:
        pool.free(memory, stream)
    device.ok.aclrtRecordEvent(event, stream)
    assert pool.counts() == (4, 0)
    if how == "stream":
        device.ok.aclrtSynchronizeStream(stream)
    elif how == "device":
        device.ok.aclrtSynchronizeDevice()
    else:
        device.ok.aclrtSynchronizeEvent(event)
    assert pool.counts() == (2, 0)
    pool.destroy()


@in_queued_modes
def test_a_free_that_has_not_had_its_turn_gives_nothing_back(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream, other = new_stream(api), new_stream(api)
    pool = Pool(api)
    memory = pool.malloc(UNIT, stream)
    with Gate(api, stream):
        pool.free(memory, stream)
        api.ok.aclrtSynchronizeStream(other)
        api.ok.aclrtMemPoolTrimTo(pool.handle, 0)
        assert pool.counts() == (1, 0)
        # It is no memory for other calls any more.
        assert api.aclrtMemcpy(memory, 4, b"1234", 4, HOST_TO_DEVICE) == PARAM_INVALID
        assert "freed already" in api.message()
        assert api.aclrtMemPoolFreeAsync(memory, stream) == PARAM_INVALID
        assert api.aclrtFree(memory) == PARAM_INVALID
        api.message()
    api.ok.aclrtSynchronizeStream(stream)
    assert pool.counts() == (0, 0)
    pool.destroy()


def test_trimming(device: Api) -> None:
    stream = new_stream(device)
    pool = Pool(device)
    kept = pool.malloc(UNIT, stream)
    for memory in [pool.malloc(2 * UNIT, stream), pool.malloc(3 * UNIT, stream)]:
        pool.free(memory, stream)
    pool.set(THRESHOLD, 64 * MIB)
    device.ok.aclrtSynchronizeStream(stream)
    assert pool.counts() == (6, 1)
    device.ok.aclrtMemPoolTrimTo(pool.handle, 8 * UNIT)
    assert pool.counts() == (6, 1)
    device.ok.aclrtMemPoolTrimTo(pool.handle, 4 * UNIT)
    assert pool.counts() == (4, 1)
    assert device.aclrtMemPoolTrimTo(pool.handle, UNIT - 1) == RT_INTERNAL_ERROR
    assert device.aclrtMemPoolTrimTo(pool.handle, 64 * MIB + 1) == RT_INTERNAL_ERROR
    assert pool.counts() == (4, 1)
    device.ok.aclrtMemPoolTrimTo(pool.handle, UNIT)
    assert pool.counts() == (1, 1)
    pool.free(kept, stream)
    pool.destroy()


def test_a_pool_is_full(device: Api) -> None:
    stream, other = new_stream(device), new_stream(device)
    pool = Pool(device, 3 * UNIT - 5)  # rounded up
    pool.set(THRESHOLD, 3 * UNIT)
    first = pool.malloc(2 * UNIT, stream)
    address = ctypes.c_void_p(7)
    refused = (ctypes.byref(address), UNIT + 1, pool.handle)
    assert device.aclrtMemPoolMallocAsync(*refused, other) == RT_INTERNAL_ERROR
    pool.free(first, stream)
    device.ok.aclrtSynchronizeStream(stream)
    # It is idle, but of another stream; trimmed it is anybody's.
    assert device.aclrtMemPoolMallocAsync(*refused, other) == RT_INTERNAL_ERROR
    assert "aclrtMemPoolTrimTo" in device.message()
    assert address.value == 7
    device.ok.aclrtMemPoolTrimTo(pool.handle, 0)
    pool.malloc(3 * UNIT, other)
    pool.destroy()


@apart(ACLNN_SOC="Ascend910B2:memory=67108864")
def test_idle_memory_is_given_back_before_a_device_is_full(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    pool = Pool(api, 0)  # all memory of the device
    memory = pool.malloc(64 * MIB, stream)
    address = ctypes.c_void_p()
    assert api.aclrtMalloc(ctypes.byref(address), MIB, 0) == MEMORY_ALLOCATION
    pool.free(memory, stream)
    until(lambda: is_done(api, stream))
    assert pool.counts() == (32, 0)
    assert malloc(api, MIB)
    assert pool.counts() == (0, 0)
    refused = (ctypes.byref(address), 64 * MIB, pool.handle, stream)
    assert api.aclrtMemPoolMallocAsync(*refused) == MEMORY_ALLOCATION
    big = props(64 * MIB + 1)
    assert api.aclrtMemPoolCreate(ctypes.byref(address), ctypes.byref(big)) == PARAM_INVALID


# --- reuse by another stream ---------------------------------------------------------------------


def freed_behind_a_gate(api: Api, attr: int) -> tuple[Pool, Any, Any, int, Gate]:
    """A pool with a switch, two streams, memory that the first frees when the gate opens."""
    api.ok.aclrtSetDevice(0)
    stream, other = new_stream(api), new_stream(api)
    pool = Pool(api, 4 * UNIT)
    pool.set(attr, 5)
    assert pool.get(attr) == 1
    memory = pool.malloc(UNIT, stream)
    gate = Gate(api, stream)
    pool.free(memory, stream)
    return pool, stream, other, memory, gate


@in_queued_modes
def test_reuse_behind_an_event(api: Api) -> None:
    pool, stream, other, memory, gate = freed_behind_a_gate(api, FOLLOW_EVENTS)
    with gate:
        event = new_event(api)
        assert pool.malloc(UNIT, other) != memory
        api.ok.aclrtRecordEvent(event, stream)
        api.ok.aclrtStreamWaitEvent(other, event)
        assert pool.malloc(UNIT, other) == memory
        pool.set(FOLLOW_EVENTS, 0)
        later = pool.malloc(UNIT, stream)
        pool.free(later, stream)
        assert pool.malloc(UNIT, other) != later
    api.ok.aclrtSynchronizeDevice()
    pool.destroy()


class HeapUse(ctypes.Structure):
    """What mallinfo2 returns."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "free", "small", "maps", "mapped", "high", "fast", "used", "idle")
    ] + [("top", ctypes.c_size_t)]


def heap_in_use() -> int:
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = HeapUse
    return int(mallinfo().used)


@pytest.mark.slow
@apart()
def test_waits_of_streams_that_are_gone(api: Api) -> None:
    """A wait costs nothing any more when one of its streams has ended."""
    api.ok.aclrtSetDevice(0)
    pool, event, stays = Pool(api, 4 * UNIT), new_event(api), new_stream(api)

    def wait_and_end(times: int) -> None:
        for i in range(times):
            stream = new_stream(api)
            awaited, waits = (stream, stays) if i % 2 else (stays, stream)
            api.ok.aclrtRecordEvent(event, awaited)
            api.ok.aclrtStreamWaitEvent(waits, event)
            api.ok.aclrtSynchronizeStream(waits)
            api.ok.aclrtDestroyStream(stream)

    wait_and_end(200)
    before = heap_in_use()
    wait_and_end(4000)
    assert heap_in_use() - before < 4000 * 48 / 4
    pool.destroy()


@in_queued_modes
def test_reuse_behind_an_event_of_a_stream_that_is_gone(api: Api) -> None:
    pool, stream, other, memory, gate = freed_behind_a_gate(api, FOLLOW_EVENTS)
    pool.set(THRESHOLD, 4 * UNIT)
    event, last = new_event(api), new_stream(api)
    api.ok.aclrtRecordEvent(event, stream)
    api.ok.aclrtStreamWaitEvent(other, event)
    gate.open()
    api.ok.aclrtSynchronizeStream(stream)
    api.ok.aclrtDestroyStream(stream)
    api.ok.aclrtDestroyStream(last)
    assert pool.malloc(UNIT, other) == memory
    pool.destroy()


@in_queued_modes
def test_reuse_where_the_free_is_done(api: Api) -> None:
    pool, stream, other, memory, gate = freed_behind_a_gate(api, OPPORTUNISTIC)
    pool.set(THRESHOLD, 4 * UNIT)
    with gate:
        assert pool.malloc(UNIT, other) != memory
    api.ok.aclrtSynchronizeStream(stream)
    assert pool.malloc(UNIT, other) == memory
    api.ok.aclrtSynchronizeDevice()
    pool.destroy()


@in_queued_modes
def test_reuse_with_a_wait(api: Api) -> None:
    """The stream that gets the memory waits for the one that frees it."""
    pool, _, other, memory, gate = freed_behind_a_gate(api, INTERNAL)
    with gate:
        assert pool.malloc(UNIT, other) == memory
        api.ok.aclrtMemsetAsync(memory, 4, 9, 4, other)
        assert not is_done(api, other)
    api.ok.aclrtSynchronizeStream(other)
    assert read(api, memory, 4) == b"\x09" * 4
    pool.destroy()


# --- other ways to free --------------------------------------------------------------------------


def test_aclrt_free_takes_memory_of_a_pool(device: Api) -> None:
    stream = new_stream(device)
    pool = Pool(device)
    memory = pool.malloc(UNIT, stream)
    device.ok.aclrtSynchronizeStream(stream)
    device.ok.aclrtFree(memory)
    assert pool.counts() == (0, 0)
    assert device.aclrtMemPoolFreeAsync(memory, stream) == PARAM_INVALID
    pool.destroy()


@in_every_mode
def test_memory_of_no_pool_is_freed_in_order(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    before = free_memory(api)
    stream, memory, result = new_stream(api), malloc(api, 64), malloc_host(api, 64)
    api.ok.aclrtMemsetAsync(memory, 64, 3, 64, stream)
    api.ok.aclrtMemcpyAsync(result, 64, memory, 64, DEVICE_TO_HOST, stream)
    api.ok.aclrtMemPoolFreeAsync(memory, stream)
    api.ok.aclrtSynchronizeStream(stream)
    assert ctypes.string_at(result, 64) == b"\x03" * 64
    assert free_memory(api) == before
    assert api.aclrtFree(memory) == PARAM_INVALID


@in_queued_modes
def test_a_pool_ends_with_its_memory(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    before = free_memory(api)
    stream = new_stream(api)
    pool = Pool(api)
    used, freed = pool.malloc(UNIT, stream), pool.malloc(UNIT, stream)
    with Gate(api, stream):
        api.ok.aclrtMemsetAsync(used, 4, 1, 4, stream)
        pool.free(freed, stream)
        pool.destroy()
        assert free_memory(api) == before
        assert api.aclrtMemset(used, 4, 1, 4) == PARAM_INVALID
        api.message()
    # Work that was queued before finds the memory gone.
    assert api.aclrtSynchronizeStream(stream) == SYS_DMA
    assert "freed before it ran by aclrtMemPoolDestroy" in api.message()
    assert api.aclrtMemPoolDestroy(pool.handle) == RT_INTERNAL_ERROR
    assert "an aclrtMemPool that was ended by aclrtMemPoolDestroy" in api.message()


def test_a_reset_ends_pools(device: Api) -> None:
    stream = new_stream(device)
    pool, before = Pool(device), free_memory(device)
    pool.malloc(UNIT, stream)
    device.ok.aclrtResetDevice(0)
    device.ok.aclrtSetDevice(0)
    assert free_memory(device) == before
    value = ctypes.c_uint64()
    arguments = (pool.handle, USED, ctypes.byref(value))
    assert device.aclrtMemPoolGetAttr(*arguments) == PARAM_INVALID


# --- arguments -----------------------------------------------------------------------------------


def refused_props(change: Callable[[Props], None]) -> Props:
    result = props(UNIT)
    change(result)
    return result


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda p: setattr(p, "alloc_type", 1), INVALID_PARAM),
        (lambda p: setattr(p, "location", 0), INVALID_PARAM),
        (lambda p: p.reserved.__setitem__(31, 1), INVALID_PARAM),
        (lambda p: setattr(p, "id", 99), INVALID_DEVICEID),
    ],
)
def test_properties(device: Api, change: Callable[[Props], None], status: int) -> None:
    handle = ctypes.c_void_p(5)
    arguments = (ctypes.byref(handle), ctypes.byref(refused_props(change)))
    assert device.aclrtMemPoolCreate(*arguments) == status
    assert handle.value == 5


def test_creation_needs_a_context(api: Api) -> None:
    handle = ctypes.c_void_p()
    arguments = (ctypes.byref(handle), ctypes.byref(props(UNIT)))
    assert api.aclrtMemPoolCreate(*arguments) == CONTEXT_NULL
    assert api.aclrtMemPoolCreate(None, arguments[1]) == INVALID_PARAM
    assert api.aclrtMemPoolCreate(arguments[0], None) == INVALID_PARAM


def test_arguments(device: Api) -> None:
    stream, pool = new_stream(device), Pool(device)
    address, value = ctypes.c_void_p(7), ctypes.c_uint64(0)
    place, number = ctypes.byref(address), ctypes.byref(value)
    for arguments, status in [
        ((None, 1, pool.handle, stream), INVALID_PARAM),
        ((place, 1, None, stream), INVALID_PARAM),
        ((place, 1, pool.handle, None), INVALID_PARAM),
        ((place, 0, pool.handle, stream), 0),
        ((place, 2**64 - 1, pool.handle, stream), PARAM_INVALID),
        ((place, 1, stream, stream), RT_INTERNAL_ERROR),
        ((place, 1, pool.handle, pool.handle), INVALID_HANDLE),
    ]:
        assert device.aclrtMemPoolMallocAsync(*arguments) == status
    assert address.value == 7
    assert device.aclrtMemPoolFreeAsync(None, stream) == INVALID_PARAM
    memory = pool.malloc(9, stream)
    assert device.aclrtMemPoolFreeAsync(memory, None) == RT_INTERNAL_ERROR
    assert device.aclrtMemPoolFreeAsync(memory + 1, stream) == PARAM_INVALID
    assert device.aclrtMemPoolFreeAsync(place, stream) == PARAM_INVALID
    # The size that was asked for counts, not the piece.
    assert device.aclrtMemset(memory, 10, 0, 10) == PARAM_INVALID
    for call in (device.aclrtMemPoolSetAttr, device.aclrtMemPoolGetAttr):
        assert call(None, THRESHOLD, number) == INVALID_PARAM
        assert call(pool.handle, THRESHOLD, None) == PARAM_INVALID
        assert call(stream, THRESHOLD, number) == PARAM_INVALID
        assert call(pool.handle, 0, number) == call(pool.handle, 9, number) == RT_INTERNAL_ERROR
    value.value = 64 * MIB + 1
    for attr, status in [
        (THRESHOLD, RT_INTERNAL_ERROR),
        (RESERVED_HIGH, RT_INTERNAL_ERROR),
        (USED_HIGH, RT_INTERNAL_ERROR),
        (RESERVED, PARAM_INVALID),
        (USED, PARAM_INVALID),
    ]:
        assert device.aclrtMemPoolSetAttr(pool.handle, attr, number) == status
    assert device.aclrtMemPoolDestroy(None) == device.aclrtMemPoolTrimTo(None, 0) == INVALID_PARAM
    assert device.aclrtMemPoolTrimTo(stream, 0) == RT_INTERNAL_ERROR
    context = ctypes.c_void_p()
    device.ok.aclrtCreateContext(ctypes.byref(context), 0)
    assert device.aclrtMemPoolMallocAsync(place, 1, pool.handle, stream) == STREAM_CONTEXT
    device.ok.aclrtDestroyContext(context)
    device.ok.aclrtSetDevice(0)
    pool.destroy()


@pytest.mark.parametrize("soc", ["Ascend910A", "Ascend910_9391", "Ascend950"])
def test_products_without_pools(soc: str) -> None:
    code = """
lib.aclrtSetDevice(0)
pool = void()
props = (ctypes.c_uint32 * 14)(0, 0, 0, 1)
print(json.dumps([lib.aclrtMemPoolCreate(byref(pool), props), text()]))
"""
    (status, text), _ = light_script(code, ACLNN_SOC=soc)
    assert status == FEATURE_NOT_SUPPORT
    assert soc in text


@apart(ACLNN_DEVICES="2")
def test_two_devices(api: Api) -> None:
    for device in (0, 1):
        api.ok.aclrtSetDevice(device)
        before, stream = free_memory(api), new_stream(api)
        pool = Pool(api, UNIT, device)
        memory = pool.malloc(UNIT, stream)
        assert before - free_memory(api) == UNIT
        api.ok.aclrtMemsetAsync(memory, 4, device, 4, stream)
        api.ok.aclrtSynchronizeStream(stream)
        assert read(api, memory, 4) == bytes([device]) * 4
        pool.free(memory, stream)
        pool.destroy()


@apart(ACLNN_CHECK="isolate")
def test_isolated_memory(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    test_what_is_counted(api)
