# SPDX-License-Identifier: Apache-2.0
"""Hints to caches, kinds of memory, figures of memory, and addresses of particular kinds."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest
from runtime.codes import (
    CONTEXT_NULL,
    FEATURE_NOT_SUPPORT,
    INVALID_DEVICEID,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
)
from runtime.tools import Prop, apart, malloc, new_stream, read, write
from support import Api

GIB = 2**30
PAGE = 2 * 2**20
PREFETCH, WRITEBACK, INVALID, FLUSH = range(4)


class Barrier(ctypes.Structure):
    """aclrtBarrierTaskInfo."""

    _fields_ = [("count", ctypes.c_size_t), ("info", (ctypes.c_uint32 * 2) * 6)]


class Usage(ctypes.Structure):
    """aclrtMemUsageInfo."""

    _fields_ = [
        ("name", ctypes.c_char * 32),
        ("current", ctypes.c_uint64),
        ("peak", ctypes.c_uint64),
        ("reserved", ctypes.c_size_t * 8),
    ]


# --- Hints ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PREFETCH, WRITEBACK, INVALID, FLUSH])
def test_hints_change_nothing(device: Api, kind: int) -> None:
    stream = new_stream(device)
    address = malloc(device, 64)
    write(device, address, bytes(range(64)))
    device.ok.aclrtCmoAsync(address, 64, kind, stream)
    number = int(kind == INVALID)
    device.ok.aclrtCmoAsyncWithBarrier(address, 64, kind, number, stream)
    size = ctypes.c_size_t()
    device.ok.aclrtCmoGetDescSize(ctypes.byref(size))
    desc = malloc(device, size.value)
    device.ok.aclrtCmoSetDesc(desc, address, 64)
    device.ok.aclrtCmoAsyncWithDesc(desc, kind, stream, None)
    device.ok.aclrtDeviceL2CacheFlush(None)
    device.ok.aclrtSynchronizeStream(stream)
    assert read(device, address, 64) == bytes(range(64))


def test_a_graph_gets_no_task_of_a_hint(device: Api) -> None:
    stream = new_stream(device)
    address = malloc(device, 64)
    graph, count = ctypes.c_void_p(), ctypes.c_uint32()
    device.ok.aclmdlRICaptureBegin(stream, 0)
    device.ok.aclrtMemsetAsync(address, 64, 1, 64, stream)
    device.ok.aclrtCmoAsync(address, 64, PREFETCH, stream)
    device.ok.aclmdlRICaptureEnd(stream, ctypes.byref(graph))
    streams = (ctypes.c_void_p * 1)()
    number = ctypes.c_uint32(1)
    device.ok.aclmdlRIGetStreams(graph, streams, ctypes.byref(number))
    device.ok.aclmdlRIGetTasksByStream(ctypes.c_void_p(streams[0]), None, ctypes.byref(count))
    assert count.value == 1
    device.ok.aclmdlRIDestroy(graph)


def test_hints_are_checked(device: Api) -> None:
    call: Any = device.aclrtCmoAsync
    address = malloc(device, 64)
    assert call(None, 0, 9, None) == INVALID_PARAM
    assert call(address, 0, 9, None) == INVALID_PARAM
    for kind in (-1, 4):
        assert call(address, 64, kind, None) == FEATURE_NOT_SUPPORT
        assert f"cmoType is {kind}" in device.message()
    assert call(address, 64, 0, ctypes.c_void_p(64)) == INVALID_HANDLE
    assert call(address, 65, 0, None) == PARAM_INVALID
    assert call(ctypes.addressof(ctypes.create_string_buffer(8)), 8, 0, None) == PARAM_INVALID
    barrier: Any = device.aclrtCmoAsyncWithBarrier
    assert barrier(None, 0, 9, 1, None) == INVALID_PARAM
    assert barrier(address, 0, 9, 1, None) == PARAM_INVALID
    assert barrier(address, 8, 9, 1, None) == FEATURE_NOT_SUPPORT
    assert barrier(address, 8, INVALID, 0, None) == PARAM_INVALID
    assert barrier(address, 8, PREFETCH, 1, None) == PARAM_INVALID
    assert device.aclrtCmoGetDescSize(None) == INVALID_PARAM
    assert device.aclrtCmoSetDesc(None, None, 0) == INVALID_PARAM
    assert device.aclrtCmoSetDesc(address, None, 0) == INVALID_PARAM
    assert device.aclrtCmoSetDesc(address, address, 0) == INVALID_PARAM
    assert device.aclrtCmoSetDesc(address, address, 65) == PARAM_INVALID
    assert device.aclrtCmoAsyncWithDesc(None, 9, None, 1) == INVALID_PARAM
    assert device.aclrtCmoAsyncWithDesc(address, 9, None, 1) == PARAM_INVALID
    assert device.aclrtCmoAsyncWithDesc(address, 9, None, None) == FEATURE_NOT_SUPPORT
    assert device.aclrtCmoAsyncWithDesc(address + 8, 0, None, None) == PARAM_INVALID
    assert device.aclrtDeviceL2CacheFlush(1) == INVALID_PARAM


def test_barriers_are_checked(device: Api) -> None:
    call: Any = device.aclrtCmoWaitBarrier
    info = Barrier()
    assert call(None, None, 1) == INVALID_PARAM
    for count in (0, 7):
        info.count = count
        assert call(ctypes.byref(info), None, 1) == INVALID_PARAM
        assert f"barrierNum is {count}" in device.message()
    info.count = 2
    info.info[0][:] = [INVALID, 3]
    for second in ([PREFETCH, 1], [INVALID, 0]):
        info.info[1][:] = second
        assert call(ctypes.byref(info), None, 1) == PARAM_INVALID
        assert "taskInfo->cmoInfo[1]" in device.message()
    info.info[1][:] = [INVALID, 4]
    assert call(ctypes.byref(info), None, 1) == PARAM_INVALID
    assert "flag is 1" in device.message()
    assert call(ctypes.byref(info), ctypes.c_void_p(64), 0) == INVALID_HANDLE
    assert call(ctypes.byref(info), None, 0) == 0


# --- What memory is ------------------------------------------------------------------------------


def test_kinds_of_memory(device: Api) -> None:
    address = malloc(device, 64)
    reserved = ctypes.c_void_p()
    device.ok.aclrtReserveMemAddress(ctypes.byref(reserved), PAGE, 0, None, 0)
    host = ctypes.create_string_buffer(8)
    result = ctypes.c_uint32(9)

    def kinds(memory: list[Any], kind: int) -> int:
        given = (ctypes.c_void_p * len(memory))(*memory)
        device.ok.aclrtCheckMemType(given, len(memory), kind, ctypes.byref(result), 0)
        return result.value

    assert kinds([address, address + 8], 0x2) == 1
    assert kinds([address], 0x18) == 0
    assert kinds([reserved.value], 0x10) == 1
    assert kinds([reserved.value], 0x2) == 0
    assert kinds([reserved.value, address], 0x12) == 1
    assert kinds([address, ctypes.addressof(host)], 0x1A) == 0
    assert kinds([None], 0x2) == 0
    device.ok.aclrtReleaseMemAddress(reserved)


def test_kinds_are_checked(api: Api) -> None:
    memory = (ctypes.c_void_p * 1)()
    result = ctypes.c_uint32(9)
    call: Any = api.aclrtCheckMemType
    assert call(None, 0, 1, ctypes.byref(result), 1) == INVALID_PARAM
    assert call(memory, 0, 1, None, 1) == INVALID_PARAM
    assert call(memory, 0, 1, ctypes.byref(result), 1) == PARAM_INVALID
    assert "reserve is 1" in api.message()
    assert call(memory, 0, 1, ctypes.byref(result), 0) == PARAM_INVALID
    assert "size is 0" in api.message()
    assert call(memory, 1, 0x22, ctypes.byref(result), 0) == PARAM_INVALID
    assert "memType is 0x22" in api.message()
    assert call(memory, 1, 2, ctypes.byref(result), 0) == CONTEXT_NULL
    assert result.value == 0


@apart(ACLNN_SOC="Ascend950")
def test_950_takes_dvpp_for_any_memory(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    given = (ctypes.c_void_p * 1)(malloc(api, 64))
    result = ctypes.c_uint32()
    api.ok.aclrtCheckMemType(given, 1, 0x8, ctypes.byref(result), 0)
    assert result.value == 1
    usage, count = Usage(), ctypes.c_size_t()
    call = api.aclrtGetMemUsageInfo
    assert call(0, ctypes.byref(usage), 1, ctypes.byref(count)) == FEATURE_NOT_SUPPORT


def test_registered_memory_is_reached_by_all(api: Api) -> None:
    found = ctypes.c_int(9)
    call: Any = api.aclrtHostMemMapCapabilities
    assert call(99, 99, None) == INVALID_PARAM
    assert call(99, 99, ctypes.byref(found)) == INVALID_DEVICEID
    for part in (-1, 10):
        assert call(0, part, ctypes.byref(found)) == PARAM_INVALID
    assert found.value == 9
    for part in range(10):
        found.value = 9
        assert call(0, part, ctypes.byref(found)) == 0
        assert found.value == 1


def test_peers_reach_memory(device: Api) -> None:
    address = malloc(device, 64)
    call: Any = device.aclrtMemP2PMap
    assert call(None, 0, 9, 1) == INVALID_PARAM
    assert call(address, 0, 9, 1) == INVALID_PARAM
    assert call(address, 64, 9, 1) == INVALID_PARAM
    assert call(address, 64, 9, 0) == INVALID_DEVICEID
    assert call(address, 65, 0, 0) == PARAM_INVALID
    assert call(address, 64, 0, 0) == 0


@apart()
def test_memory_by_component(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    usage, count = (Usage * 2)(), ctypes.c_size_t()
    call: Any = api.aclrtGetMemUsageInfo
    assert call(9, None, 0, None) == INVALID_PARAM
    assert call(9, usage, 0, None) == INVALID_PARAM
    assert call(9, usage, 0, ctypes.byref(count)) == PARAM_INVALID
    assert call(9, usage, 1, ctypes.byref(count)) == INVALID_DEVICEID
    memory = [malloc(api, 2**20) for _ in range(3)]
    api.ok.aclrtFree(memory[0])
    assert call(0, usage, 2, ctypes.byref(count)) == 0
    assert (count.value, usage[0].name) == (1, b"APP")
    # Each is padded by 32 bytes and rounded up to a multiple of 512.
    each = 2**20 + 512
    assert (usage[0].current, usage[0].peak) == (2 * each, 3 * each)


# --- Addresses -----------------------------------------------------------------------------------


@apart(ACLNN_SOC="Ascend910_9391")
def test_addresses_of_the_program(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    address = ctypes.c_void_p()
    call: Any = api.aclrtReserveMemAddressNoUCMemory
    wanted = 41 * 2**40
    assert call(None, 0, 1, None, 2) == INVALID_PARAM
    assert call(ctypes.byref(address), 0, 1, None, 2) == INVALID_PARAM
    assert call(ctypes.byref(address), GIB, 1, None, 2) == INVALID_PARAM
    assert call(ctypes.byref(address), GIB, 1, None, 0) == PARAM_INVALID
    assert call(ctypes.byref(address), GIB, 0, None, 0) == FEATURE_NOT_SUPPORT
    for size, start in ((PAGE, wanted), (GIB, wanted + PAGE)):
        assert call(ctypes.byref(address), size, 0, start, 0) == PARAM_INVALID
        assert "multiples of 1 GiB" in api.message()
    assert call(ctypes.byref(address), GIB, 0, wanted, 0) == 0
    assert address.value == wanted
    assert call(ctypes.byref(address), GIB, 0, wanted, 0) == PARAM_INVALID
    assert "these addresses are taken" in api.message()
    api.ok.aclrtReleaseMemAddress(address)


def mapped(api: Api, pages: int, at: tuple[int, ...]) -> int:
    """A reserved range, with memory at some of its pages."""
    start, handle = ctypes.c_void_p(), ctypes.c_void_p()
    api.ok.aclrtReserveMemAddress(ctypes.byref(start), pages * PAGE, 0, None, 0)
    assert start.value
    prop = Prop(handle_type=0, allocation_type=0, attr=4, location=1, id=0)
    for page in at:
        api.ok.aclrtMallocPhysical(ctypes.byref(handle), PAGE, ctypes.byref(prop), 0)
        api.ok.aclrtMapMem(start.value + page * PAGE, PAGE, 0, handle, 0)
        api.ok.aclrtFreePhysical(handle)
    return start.value


@apart(ACLNN_SOC="Ascend910_9391")
def test_a_range_is_mapped_a_second_time(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    source, target = mapped(api, 4, (0, 2)), mapped(api, 4, ())
    call: Any = api.aclrtMemMapSelectedLink
    assert call(None, 0, None, 9) == INVALID_PARAM
    assert call(target, 0, None, 9) == INVALID_PARAM
    assert call(target, 0, source, 9) == INVALID_PARAM
    assert call(target, 4 * PAGE, source, 2) == INVALID_PARAM
    for to, size, back in (
        (target + PAGE, 4 * PAGE, source),
        (target, 2 * PAGE, source),
        (source, 4 * PAGE, source),
        (target, 4 * PAGE, source + 2 * PAGE),
        (target, 4 * PAGE, target),
    ):
        assert call(to, size, back, 0) == PARAM_INVALID
    assert call(target, 4 * PAGE, source, 1) == 0
    for page in (0, 2):
        write(api, source + page * PAGE, bytes([page + 1]) * 64)
        assert read(api, target + page * PAGE, 64) == bytes([page + 1]) * 64
        write(api, target + page * PAGE, b"x" * 64)
        assert read(api, source + page * PAGE, 64) == b"x" * 64
    assert call(target, 4 * PAGE, source, 1) == PARAM_INVALID
    for start in (source, target):
        for page in (0, 2):
            api.ok.aclrtUnmapMem(start + page * PAGE)
        api.ok.aclrtReleaseMemAddress(start)


def test_910b_has_neither(device: Api) -> None:
    address = ctypes.c_void_p()
    call: Any = device.aclrtReserveMemAddressNoUCMemory
    assert call(ctypes.byref(address), GIB, 0, 41 * 2**40, 0) == FEATURE_NOT_SUPPORT
    assert device.aclrtMemMapSelectedLink(PAGE, PAGE, PAGE, 0) == FEATURE_NOT_SUPPORT
    assert "products of Ascend910_93 have" in device.message()
