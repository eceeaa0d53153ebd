# SPDX-License-Identifier: Apache-2.0
"""Copying and setting memory: the order of tests, directions, extents, and queued variants."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from runtime.codes import (
    CONTEXT_NULL,
    FEATURE_NOT_SUPPORT,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    STREAM_CONTEXT,
    SYS_DMA,
)
from runtime.tools import (
    DEVICE_TO_DEVICE,
    DEVICE_TO_HOST,
    HOST_TO_DEVICE,
    HOST_TO_HOST,
    Gate,
    apart,
    in_every_mode,
    in_thread,
    launch,
    malloc,
    malloc_host,
    new_stream,
    read,
    runs_in_call,
    write,
)
from support import Api

DEFAULT, HOST_TO_BUF_TO_DEVICE = 4, 5

Copy = Callable[..., int]

#: Functions that copy a run of bytes: with a stream argument where they are queued.
COPIES = ["aclrtMemcpy", "aclrtMemcpyAsync", "aclrtMemcpyAsyncWithCondition"]


def copy(api: Api, name: str, *arguments: Any, stream: Any = None) -> int:
    """The call; a queued one gets a stream and is waited for."""
    function = getattr(api, name)
    if name == "aclrtMemcpy":
        return int(function(*arguments))
    status = int(function(*arguments, stream))
    if status == 0:
        api.ok.aclrtSynchronizeStream(stream)
    return status


class Places:
    """Memory of every kind, 64 bytes each."""

    def __init__(self, api: Api) -> None:
        self.buffer = ctypes.create_string_buffer(64)
        self.host = ctypes.addressof(self.buffer)
        self.pinned = malloc_host(api, 64)
        self.device = malloc(api, 64)
        self.other = malloc(api, 64)
        self.freed = malloc(api, 64)
        api.ok.aclrtFree(self.freed)


@pytest.fixture
def places(device: Api) -> Places:
    return Places(device)


# --- The order of tests --------------------------------------------------------------------------


@pytest.mark.parametrize("name", COPIES)
def test_count_0_succeeds_before_any_test(api: Api, name: str) -> None:
    """Without a context, with nothing valid at all."""
    assert copy_only(api, name)(None, 0, None, 0, 99) == 0
    assert copy_only(api, name)(0x10, 0, 0x10, 0, -1) == 0
    assert api.message() == ""


def copy_only(api: Api, name: str) -> Copy:
    """The call with the default stream, without waiting for it."""
    function = getattr(api, name)
    return function if name == "aclrtMemcpy" else lambda *arguments: function(*arguments, None)


@pytest.mark.parametrize("name", COPIES)
def test_order_of_tests(api: Api, name: str) -> None:
    """Each call below breaks the rule that it is answered for and all rules behind it."""
    call = copy_only(api, name)
    assert call(None, 0, None, 8, 99) == INVALID_PARAM
    assert "dst is NULL" in api.message()
    assert call(0x1000, 0, None, 8, 99) == INVALID_PARAM
    assert "src is NULL" in api.message()
    for kind in (-1, 6, 7, 99):
        assert call(0x1000, 0, 0x2000, 8, kind) == INVALID_PARAM
        assert f"kind is {kind}" in api.message()
    for dest_max in (0, 7):
        assert call(0x1000, dest_max, 0x1000, 8, HOST_TO_DEVICE) == PARAM_INVALID
        text = api.message()
        assert f"destMax is {dest_max}" in text
        assert "count is 8" in text
    assert call(0x1000, 8, 0x1000, 8, HOST_TO_DEVICE) == 0, "equal addresses, before the context"
    assert call(0x1000, 8, 0x2000, 8, HOST_TO_DEVICE) == CONTEXT_NULL


# --- Directions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("up", [HOST_TO_DEVICE, DEFAULT, HOST_TO_BUF_TO_DEVICE])
@pytest.mark.parametrize("down", [DEVICE_TO_HOST, DEFAULT])
@pytest.mark.parametrize("across", [DEVICE_TO_DEVICE, DEFAULT])
def test_there_and_back(
    device: Api, places: Places, name: str, up: int, down: int, across: int
) -> None:
    data = bytes(range(64))
    host = places.pinned
    ctypes.memmove(host, data, 64)
    assert copy(device, name, places.device, 64, host, 64, up) == 0
    assert copy(device, name, places.other, 64, places.device, 64, across) == 0
    ctypes.memset(host, 0, 64)
    assert copy(device, name, host, 64, places.other, 64, down) == 0
    assert ctypes.string_at(host, 64) == data


@pytest.mark.parametrize("kind", [HOST_TO_HOST, DEFAULT])
def test_between_host_buffers(device: Api, places: Places, kind: int) -> None:
    places.buffer.raw = bytes(range(64))
    assert device.aclrtMemcpy(places.pinned, 64, places.host, 64, kind) == 0
    assert ctypes.string_at(places.pinned, 64) == bytes(range(64))


#: kind -> what dst and src must be.
NEEDS = {
    HOST_TO_HOST: ("host", "host"),
    HOST_TO_DEVICE: ("device", "host"),
    DEVICE_TO_HOST: ("host", "device"),
    DEVICE_TO_DEVICE: ("device", "device"),
    HOST_TO_BUF_TO_DEVICE: ("device", "host"),
}


@pytest.mark.parametrize("kind", NEEDS)
def test_the_kind_must_fit_the_addresses(device: Api, places: Places, kind: int) -> None:
    ends = {"device": (places.device, places.other), "host": (places.pinned, places.host)}
    for target in ends:
        for source in ends:
            places.buffer.raw = b"h" * 64
            ctypes.memset(places.pinned, ord("p"), 64)
            write(device, places.device, b"d" * 64)
            write(device, places.other, b"o" * 64)
            dst, src = ends[target][0], ends[source][1]
            status = device.aclrtMemcpy(dst, 64, src, 64, kind)
            if (target, source) == NEEDS[kind]:
                assert status == 0
                continue
            assert status == PARAM_INVALID, (target, source)
            wrong = ("dst", dst) if target != NEEDS[kind][0] else ("src", src)
            assert f"{wrong[0]} is {wrong[1]:#x}" in device.message()
            assert ctypes.string_at(places.pinned, 64) == b"p" * 64
            assert read(device, places.device, 64) == b"d" * 64


@pytest.mark.parametrize("name", COPIES)
def test_freed_memory(device: Api, places: Places, name: str) -> None:
    for kind in (HOST_TO_DEVICE, DEFAULT):
        assert copy(device, name, places.freed, 8, places.pinned, 8, kind) == PARAM_INVALID
        assert "freed" in device.message()
    for kind in (DEVICE_TO_HOST, DEFAULT):
        assert copy(device, name, places.pinned, 8, places.freed, 8, kind) == PARAM_INVALID
    assert copy(device, name, places.freed, 8, places.device, 8, DEVICE_TO_DEVICE) == PARAM_INVALID


# --- Extents -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COPIES)
def test_ranges_stay_in_their_allocation(device: Api, places: Places, name: str) -> None:
    """The caller's destMax is not believed. 64 bytes were asked for; the pad is not part of it."""
    write(device, places.device, b"d" * 64)
    ctypes.memset(places.pinned, ord("p"), 64)
    host, big = places.pinned, malloc_host(device, 128)
    for offset, count in ((0, 65), (1, 64), (63, 2), (64, 1), (0, 96)):
        up = (places.device + offset, 1000, big, count, HOST_TO_DEVICE)
        down = (big, 1000, places.device + offset, count, DEVICE_TO_HOST)
        for arguments, argument in ((up, "dst"), (down, "src")):
            assert copy(device, name, *arguments) == PARAM_INVALID, (offset, count, argument)
            text = device.message()
            assert f"{argument} is {places.device + offset:#x}" in text
            assert "64-byte allocation" in text
    assert read(device, places.device, 64) == b"d" * 64
    for offset, count in ((0, 64), (63, 1), (1, 63), (32, 32)):
        ctypes.memset(host, offset, 64)
        arguments = (places.device + offset, count, host, count, HOST_TO_DEVICE)
        assert copy(device, name, *arguments) == 0
        assert read(device, places.device + offset, count) == bytes([offset]) * count


def test_pinned_memory_has_an_extent(device: Api, places: Places) -> None:
    big = malloc(device, 8192)
    for arguments in (
        (places.pinned, 8192, big, 8192, DEVICE_TO_HOST),
        (places.pinned + 60, 5, big, 5, DEVICE_TO_HOST),
        (big, 8192, places.pinned, 65, HOST_TO_DEVICE),
    ):
        assert device.aclrtMemcpy(*arguments) == PARAM_INVALID
        assert "64-byte allocation" in device.message()


def test_overlapping_ranges(device: Api) -> None:
    """Not allowed; what happens stays within the two ranges."""
    address = malloc(device, 64)
    write(device, address, bytes(range(64)))
    device.aclrtMemcpy(address + 8, 40, address, 40, DEVICE_TO_DEVICE)
    assert read(device, address, 8) == bytes(range(8))
    assert read(device, address + 48, 16) == bytes(range(48, 64))


def test_equal_addresses_copy_nothing(device: Api, places: Places) -> None:
    write(device, places.device, bytes(range(64)))
    for kind in (HOST_TO_DEVICE, DEVICE_TO_DEVICE, HOST_TO_HOST):
        assert device.aclrtMemcpy(places.device, 64, places.device, 64, kind) == 0
    assert read(device, places.device, 64) == bytes(range(64))


# --- Queued copies -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COPIES[1:])
def test_stream_of_a_queued_copy(device: Api, places: Places, name: str) -> None:
    function = getattr(device, name)
    dead = new_stream(device)
    device.ok.aclrtDestroyStream(dead)
    stream, context = new_stream(device), ctypes.c_void_p()
    arguments = (places.device, 64, places.pinned, 64, HOST_TO_DEVICE)
    assert function(*arguments, dead) == INVALID_HANDLE
    assert "stream" in device.message()
    device.ok.aclrtCreateContext(ctypes.byref(context), 0)
    assert function(*arguments, stream) == STREAM_CONTEXT
    device.ok.aclrtDestroyContext(context)
    assert function(*arguments, stream) == CONTEXT_NULL
    assert function(*arguments, None) == CONTEXT_NULL


def test_host_to_host_cannot_be_queued(device: Api, places: Places) -> None:
    status = device.aclrtMemcpyAsync(places.pinned, 64, places.host, 64, HOST_TO_HOST, None)
    assert status == FEATURE_NOT_SUPPORT
    assert "aclrtMemcpyAsync" in device.message()


def test_a_conditional_copy_wants_pinned_memory(device: Api, places: Places) -> None:
    call = device.aclrtMemcpyAsyncWithCondition
    assert call(places.device, 64, places.host, 64, HOST_TO_DEVICE, None) == PARAM_INVALID
    assert "src" in device.message()
    assert call(places.host, 64, places.device, 64, DEVICE_TO_HOST, None) == PARAM_INVALID
    assert "dst" in device.message()
    device.ok.aclrtHostRegisterV2(places.host, 64, 0x2)
    assert call(places.device, 64, places.host, 64, HOST_TO_DEVICE, None) == 0
    assert call(places.host, 64, places.device, 64, DEVICE_TO_HOST, None) == 0
    device.ok.aclrtSynchronizeStream(None)
    device.ok.aclrtHostUnregister(places.host)


@in_every_mode
def test_queued_copies_run_in_order(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    places, stream = Places(api), new_stream(api)
    ctypes.memset(places.pinned, 0x11, 64)
    api.ok.aclrtMemcpyAsync(places.device, 64, places.pinned, 64, HOST_TO_DEVICE, stream)
    api.ok.aclrtMemsetAsync(places.device, 64, 0x22, 32, stream)
    api.ok.aclrtMemsetD32Async(places.device + 16, 48, 0x44332211, 2, stream)
    api.ok.aclrtMemcpyAsync(places.other, 64, places.device, 64, DEVICE_TO_DEVICE, stream)
    api.ok.aclrtMemsetAsync(places.device, 64, 0, 64, stream)
    api.ok.aclrtMemcpyAsync(places.host, 64, places.other, 64, DEVICE_TO_HOST, stream)
    api.ok.aclrtSynchronizeStream(stream)
    words = b"\x11\x22\x33\x44" * 2
    assert places.buffer.raw == b"\x22" * 16 + words + b"\x22" * 8 + b"\x11" * 32


@in_every_mode
def test_a_pageable_source_may_change_after_the_call(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    places, stream = Places(api), new_stream(api)
    gate = None if runs_in_call() else Gate(api, stream)
    if gate:
        gate.open_soon()
    places.buffer.raw = b"before".ljust(64)
    api.ok.aclrtMemcpyAsync(places.device, 64, places.host, 64, HOST_TO_DEVICE, stream)
    places.buffer.raw = b"after".ljust(64)
    api.ok.aclrtSynchronizeStream(stream)
    assert read(api, places.device, 64) == b"before".ljust(64)


@in_every_mode
def test_a_pageable_target_is_there_after_the_call(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    places, stream = Places(api), new_stream(api)
    gate = None if runs_in_call() else Gate(api, stream)
    if gate:
        gate.open_soon()
    api.ok.aclrtMemsetAsync(places.device, 64, ord("x"), 64, stream)
    api.ok.aclrtMemcpyAsync(places.host, 64, places.device, 64, DEVICE_TO_HOST, stream)
    assert places.buffer.raw == b"x" * 64


@in_every_mode
def test_pageable_memory_in_a_callback(api: Api) -> None:
    """A source goes with the copy, also on the callback's own stream; a target would be awaited."""
    api.ok.aclrtSetDevice(0)
    places, stream, other = Places(api), new_stream(api), new_stream(api)
    places.buffer.raw = b"n" * 64
    found: list[int] = []

    def copies() -> None:
        for to, place in ((other, places.device), (stream, places.other)):
            found.append(api.aclrtMemcpyAsync(place, 64, places.host, 64, HOST_TO_DEVICE, to))
        arguments = (places.host, 64, places.device, 64, DEVICE_TO_HOST, other)
        found.append(api.aclrtMemcpyAsync(*arguments))

    launch(api, stream, copies)
    for waited in (stream, stream, other):
        api.ok.aclrtSynchronizeStream(waited)
    assert found == [0, 0, PARAM_INVALID]
    assert read(api, places.device, 64) == read(api, places.other, 64) == b"n" * 64


def test_a_queued_copy_waits_for_its_turn_and_a_blocking_one_does_not(device: Api) -> None:
    places, stream = Places(device), new_stream(device)
    write(device, places.device, b"o" * 64)
    ctypes.memset(places.pinned, ord("n"), 64)
    with Gate(device, stream) as gate:
        device.ok.aclrtMemcpyAsync(places.device, 64, places.pinned, 64, HOST_TO_DEVICE, stream)
        assert not gate.left.is_set(), "the call returned while the stream was held up"
        assert read(device, places.device, 64) == b"o" * 64
    device.ok.aclrtSynchronizeStream(stream)
    assert read(device, places.device, 64) == b"n" * 64


def test_pinned_memory_freed_too_early(device: Api) -> None:
    """The copy is not carried out, and the stream says so once."""
    places, stream = Places(device), new_stream(device)
    write(device, places.device, b"o" * 64)
    with Gate(device, stream):
        device.ok.aclrtMemcpyAsync(places.device, 64, places.pinned, 64, HOST_TO_DEVICE, stream)
        device.ok.aclrtFreeHost(places.pinned)
    assert device.aclrtSynchronizeStream(stream) == SYS_DMA
    assert "aclrtMemcpyAsync" in device.message()
    assert device.aclrtSynchronizeStream(stream) == 0
    assert read(device, places.device, 64) == b"o" * 64


def mapped_host(api: Api, size: int) -> int:
    """Host memory of a range of its own, whose address is a device's as well."""
    address, device_address = malloc_host(api, size), ctypes.c_void_p()
    api.ok.aclrtHostGetDevicePointer(address, ctypes.byref(device_address), 0)
    return address


@pytest.mark.parametrize("name", ["aclrtMemcpyAsync", "aclrtMemcpy2dAsync"])
def test_a_target_of_a_pageable_source_freed_too_early(device: Api, name: str) -> None:
    places, stream, mapped = Places(device), new_stream(device), mapped_host(device, 64)
    size = {"aclrtMemcpyAsync": (64,), "aclrtMemcpy2dAsync": (64, 64, 1)}[name]
    with Gate(device, stream):
        getattr(device.ok, name)(mapped, 64, places.host, *size, HOST_TO_DEVICE, stream)
        device.ok.aclrtFreeHost(mapped)
    assert device.aclrtSynchronizeStream(stream) == SYS_DMA
    assert f"{name}: host memory" in device.message()


def test_a_source_of_a_pageable_target_freed_too_early(device: Api) -> None:
    """The call that waits says so, and the stream says which memory it was."""
    places, stream, mapped = Places(device), new_stream(device), mapped_host(device, 64)
    for source, release, what in (
        (places.device, device.ok.aclrtFree, "an allocation of 64 bytes"),
        (mapped, device.ok.aclrtFreeHost, "host memory"),
    ):
        places.buffer.raw = b"o" * 64
        gate = Gate(device, stream)

        def free_and_open(gate: Gate = gate, free: Any = release, source: int = source) -> None:
            free(source)
            gate.open()

        timer = threading.Timer(0.05, free_and_open)
        timer.start()
        arguments = (places.host, 64, source, 64, DEVICE_TO_HOST, stream)
        assert device.aclrtMemcpyAsync(*arguments) == SYS_DMA
        assert "dst or src was freed" in device.message()
        timer.join()
        assert places.buffer.raw == b"o" * 64
        assert device.aclrtSynchronizeStream(stream) == SYS_DMA
        assert what in device.message()


# --- Rows ----------------------------------------------------------------------------------------


def expect_rows(data: bytes, target: bytes, dpitch: int, spitch: int, width: int) -> bytes:
    rows = bytearray(target)
    for row in range(3):
        rows[row * dpitch : row * dpitch + width] = data[row * spitch : row * spitch + width]
    return bytes(rows)


@pytest.mark.parametrize("queued", [False, True])
@pytest.mark.parametrize(("dpitch", "spitch", "width"), [(16, 16, 16), (20, 16, 7), (7, 24, 7)])
def test_rows(device: Api, queued: bool, dpitch: int, spitch: int, width: int) -> None:
    """The last row needs its width only: both ends are as short as they may be."""

    def call(*arguments: int) -> int:
        if not queued:
            return int(device.aclrtMemcpy2d(*arguments))
        status = int(device.aclrtMemcpy2dAsync(*arguments, None))
        device.ok.aclrtSynchronizeStream(None)
        return status

    target_size, source_size = 2 * dpitch + width, 2 * spitch + width
    data = bytes(range(source_size))
    host = malloc_host(device, source_size)
    ctypes.memmove(host, data, source_size)
    address = malloc(device, target_size)
    write(device, address, b"." * target_size)
    assert call(address, dpitch, host, spitch, width, 3, HOST_TO_DEVICE) == 0
    up = expect_rows(data, b"." * target_size, dpitch, spitch, width)
    assert read(device, address, target_size) == up

    back = malloc_host(device, source_size)
    ctypes.memset(back, ord("-"), source_size)
    assert call(back, spitch, address, dpitch, width, 3, DEVICE_TO_HOST) == 0
    down = expect_rows(up, b"-" * source_size, spitch, dpitch, width)
    assert ctypes.string_at(back, source_size) == down
    if max(dpitch, spitch) > width:
        assert call(address + 1, dpitch, host, spitch, width, 3, HOST_TO_DEVICE) == PARAM_INVALID
        assert call(address, dpitch, host, spitch, width, 4, HOST_TO_DEVICE) == PARAM_INVALID


def test_arguments_of_rows(device: Api, places: Places) -> None:
    calls: list[Copy] = [
        device.aclrtMemcpy2d,
        lambda *arguments: int(device.aclrtMemcpy2dAsync(*arguments, None)),
    ]
    for call in calls:
        for width, height in [(0, 1), (8, 0), (0, 0)]:
            assert call(None, 8, None, 8, width, height, HOST_TO_DEVICE) == PARAM_INVALID
        assert call(None, 8, places.host, 8, 8, 1, HOST_TO_DEVICE) == INVALID_PARAM
        assert call(places.device, 8, None, 8, 8, 1, HOST_TO_DEVICE) == INVALID_PARAM
        for kind in (HOST_TO_HOST, HOST_TO_BUF_TO_DEVICE, 6, -1):
            assert call(places.device, 8, places.host, 8, 8, 1, kind) == INVALID_PARAM, kind
        assert call(places.device, 7, places.host, 8, 8, 1, HOST_TO_DEVICE) == INVALID_PARAM
        assert "dpitch is 7" in device.message()
        assert call(places.device, 8, places.host, 7, 8, 1, HOST_TO_DEVICE) == INVALID_PARAM
        assert "spitch is 7" in device.message()
        wide = 5_000_001
        assert call(places.device, wide, places.host, wide, wide, 1, 1) == PARAM_INVALID
        assert "at most 5000000" in device.message()
        high = 5 * 1024 * 1024 + 1
        assert call(places.device, 8, places.host, 8, 8, high, 1) == PARAM_INVALID
        assert "5242880" in device.message()
        huge = 2**63
        assert call(places.device, huge, places.host, huge, 8, 5, HOST_TO_DEVICE) == PARAM_INVALID
        assert call(places.host, 8, places.host, 8, 8, 1, HOST_TO_DEVICE) == PARAM_INVALID
        assert call(places.device, 8, places.other, 8, 8, 1, HOST_TO_DEVICE) == PARAM_INVALID
        good = (places.device, 8, places.host, 8, 8, 1, HOST_TO_DEVICE)
        assert in_thread(partial(call, *good)) == CONTEXT_NULL


def test_rows_within_a_device_are_queued(device: Api) -> None:
    source, target = malloc(device, 64), malloc(device, 64)
    data = bytes(range(64))
    write(device, source, data)
    write(device, target, b"." * 64)
    refused = (target, 16, source, 32, 8, 2, DEVICE_TO_DEVICE)
    assert device.aclrtMemcpy2d(*refused) == FEATURE_NOT_SUPPORT
    device.ok.aclrtMemcpy2dAsync(*refused, None)
    device.ok.aclrtSynchronizeStream(None)
    assert read(device, target, 64) == data[:8] + b"." * 8 + data[32:40] + b"." * 40


@apart(ACLNN_SOC="Ascend910A")
def test_rows_stay_where_they_are_on_older_products(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    source, target = malloc(api, 64), malloc(api, 64)
    refused = (target, 16, source, 32, 8, 2, DEVICE_TO_DEVICE, None)
    assert api.aclrtMemcpy2dAsync(*refused) == INVALID_PARAM


def test_rows_go_where_the_addresses_are(device: Api, places: Places) -> None:
    data = bytes(range(24))
    host = ctypes.create_string_buffer(data, 24)
    target, other = malloc(device, 24), malloc(device, 24)
    device.ok.aclrtMemcpy2d(target, 8, host, 8, 8, 3, DEFAULT)
    assert read(device, target, 24) == data
    device.ok.aclrtMemcpy2dAsync(other, 8, target, 8, 8, 3, DEFAULT, None)
    device.ok.aclrtSynchronizeStream(None)
    assert read(device, other, 24) == data
    assert device.aclrtMemcpy2d(other, 8, target, 8, 8, 3, DEFAULT) == PARAM_INVALID
    assert device.aclrtMemcpy2d(places.host, 8, host, 8, 8, 3, DEFAULT) == PARAM_INVALID
    back = (places.host, 8, host, 8, 8, 3, DEFAULT, None)
    assert device.aclrtMemcpy2dAsync(*back) == FEATURE_NOT_SUPPORT


# --- Setting bytes -------------------------------------------------------------------------------

SETS = ["aclrtMemset", "aclrtMemsetAsync"]


def memset(api: Api, name: str, *arguments: Any) -> int:
    if name == "aclrtMemset":
        return int(api.aclrtMemset(*arguments))
    status = int(api.aclrtMemsetAsync(*arguments, None))
    if status == 0 and arguments[3] > 0:
        api.ok.aclrtSynchronizeStream(None)
    return status


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize(("value", "byte"), [(0, 0), (7, 7), (-1, 255), (0x1FF, 255), (256, 0)])
def test_memset_repeats_the_low_byte(
    device: Api, places: Places, name: str, value: int, byte: int
) -> None:
    write(device, places.device, b"." * 64)
    assert memset(device, name, places.device + 3, 61, value, 10) == 0
    assert read(device, places.device, 64) == b"..." + bytes([byte]) * 10 + b"." * 51
    assert memset(device, name, places.pinned, 64, value, 64) == 0
    assert ctypes.string_at(places.pinned, 64) == bytes([byte]) * 64


@pytest.mark.parametrize("name", SETS)
def test_memset_order_of_tests(api: Api, name: str) -> None:
    assert memset(api, name, None, 0, 0, 0) == 0, "count 0 before everything"
    assert memset(api, name, None, 0, 0, 8) == INVALID_PARAM
    assert "devPtr is NULL" in api.message()
    assert memset(api, name, 0x1000, 7, 0, 8) == PARAM_INVALID
    text = api.message()
    assert "maxCount is 7" in text
    assert "count is 8" in text
    assert memset(api, name, 0x1000, 8, 0, 8) == CONTEXT_NULL


@pytest.mark.parametrize("name", SETS)
def test_memset_other_memory(device: Api, places: Places, name: str) -> None:
    for address, count in (
        (places.host, 8),
        (places.freed, 8),
        (places.device, 65),
        (places.device + 60, 5),
        (places.pinned, 65),
    ):
        assert memset(device, name, address, 1000, 0, count) == PARAM_INVALID, (address, count)
        text = device.message()
        assert name in text
        assert f"{address:#x}" in text


# --- Setting words -------------------------------------------------------------------------------

WORD_SETS = ["aclrtMemsetD32", "aclrtMemsetD32Async"]


def set_words(api: Api, name: str, *arguments: Any) -> int:
    if name == "aclrtMemsetD32":
        return int(api.aclrtMemsetD32(*arguments))
    status = int(api.aclrtMemsetD32Async(*arguments, None))
    if status == 0:
        api.ok.aclrtSynchronizeStream(None)
    return status


@pytest.mark.parametrize("name", WORD_SETS)
def test_words(device: Api, places: Places, name: str) -> None:
    write(device, places.device, b"." * 64)
    assert set_words(device, name, places.device + 4, 60, 0xDDCCBBAA, 3) == 0
    expected = b"...." + b"\xaa\xbb\xcc\xdd" * 3 + b"." * 48
    assert read(device, places.device, 64) == expected
    assert set_words(device, name, places.pinned, 64, 1, 16) == 0
    assert ctypes.string_at(places.pinned, 64) == b"\x01\0\0\0" * 16


@pytest.mark.parametrize("name", WORD_SETS)
def test_words_arguments(device: Api, places: Places, name: str) -> None:
    assert set_words(device, name, None, 64, 0, 4) == INVALID_PARAM
    for unaligned in (1, 2, 3):
        assert set_words(device, name, places.device + unaligned, 32, 0, 4) == INVALID_PARAM
    assert set_words(device, name, places.device, 15, 0, 4) == INVALID_PARAM
    assert "memSize is 15" in device.message()
    assert set_words(device, name, places.device, 64, 0, 2**62) == INVALID_PARAM, "4 * N overflows"
    assert set_words(device, name, places.host, 64, 0, 4) == INVALID_PARAM
    assert set_words(device, name, places.freed, 64, 0, 4) == INVALID_PARAM
    assert set_words(device, name, places.device, 1000, 0, 17) == PARAM_INVALID
    assert set_words(device, name, places.device, 64, 0, 16) == 0
    assert in_thread(lambda: set_words(device, name, places.device, 64, 0, 1)) == CONTEXT_NULL
