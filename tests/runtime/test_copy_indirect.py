# SPDX-License-Identifier: Apache-2.0
"""Copies whose addresses lie in device memory: by pointers with offsets, and by descriptors."""

from __future__ import annotations

import ctypes
import struct
from functools import partial
from typing import Any

from runtime.codes import (
    CONTEXT_NULL,
    FEATURE_NOT_SUPPORT,
    INVALID_PARAM,
    PARAM_INVALID,
    SYS_DMA,
)
from runtime.tools import apart, in_every_mode, malloc, new_stream, read, write
from support import Api

INNER = 6
DATA = bytes(range(64))


def at(address: int | None) -> Any:
    """The address as the prototype has it, void **."""
    return ctypes.cast(address or 0, ctypes.POINTER(ctypes.c_void_p))


def by_offset(call: Any, dst: int | None, src: int | None, *rest: Any) -> Any:
    """The call with destMax, dstDataOffset, count, srcDataOffset, kind and stream."""
    dest_max, dst_offset, count, src_offset, kind, stream = rest
    return call(at(dst), dest_max, dst_offset, at(src), count, src_offset, kind, stream)


def pointer_to(api: Api, address: int) -> int:
    cell = malloc(api, 8)
    write(api, cell, struct.pack("Q", address))
    return cell


@in_every_mode
def test_pointers_are_followed_when_the_copy_runs(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    src, dst = malloc(api, 64), malloc(api, 64)
    write(api, src, DATA)
    write(api, dst, bytes(64))
    to, source = pointer_to(api, 0), pointer_to(api, src)
    kept = ctypes.create_string_buffer(struct.pack("Q", dst), 8)
    api.ok.aclrtMemcpyAsync(to, 8, kept, 8, 1, stream)
    by_offset(api.ok.aclrtMemcpyAsyncWithOffset, to, source, 64, 16, 20, 4, INNER, stream)
    api.ok.aclrtSynchronizeStream(stream)
    assert read(api, dst, 64) == bytes(16) + DATA[4:24] + bytes(28)
    for address in (src, dst, to, source):
        api.ok.aclrtFree(address)
    api.ok.aclrtDestroyStream(stream)


def test_offsets_order_of_tests(api: Api) -> None:
    call = partial(by_offset, api.aclrtMemcpyAsyncWithOffset)
    assert call(None, None, 0, 0, 0, 0, 99, None) == 0
    for kind in (3, 7, 99):
        assert call(None, None, 0, 0, 8, 0, kind, None) == PARAM_INVALID
        assert f"kind is {kind}" in api.message()
    assert call(None, None, 0, 0, 8, 0, INNER, None) == PARAM_INVALID
    assert "dst is NULL" in api.message()
    assert call(64, None, 0, 0, 8, 0, INNER, None) == PARAM_INVALID
    assert "src is NULL" in api.message()
    assert call(64, 64, 7, 0, 8, 0, INNER, None) == PARAM_INVALID
    assert "destMax is 7" in api.message()
    assert call(64, 64, 8, 0, 8, 0, INNER, None) == CONTEXT_NULL


def test_where_pointers_lead_is_looked_at(device: Api) -> None:
    good = malloc(device, 64)
    freed = malloc(device, 2**20)
    device.ok.aclrtFree(freed)
    host = ctypes.create_string_buffer(64)
    for bad, offset in ((0, 0), (ctypes.addressof(host), 0), (freed, 2**19), (good, 60)):
        to, source = pointer_to(device, good), pointer_to(device, bad)
        by_offset(device.ok.aclrtMemcpyAsyncWithOffset, to, source, 64, 0, 8, offset, INNER, None)
        assert device.aclrtSynchronizeStream(None) == SYS_DMA
        assert "*src + srcDataOffset is" in device.message()
    call = device.aclrtMemcpyAsyncWithOffset
    assert by_offset(call, ctypes.addressof(host), good, 64, 0, 8, 0, INNER, None) == PARAM_INVALID
    assert "dst is" in device.message()


def desc_size(api: Api) -> int:
    size = ctypes.c_size_t()
    api.ok.aclrtGetMemcpyDescSize(INNER, ctypes.byref(size))
    return size.value


def test_descriptors(device: Api) -> None:
    """CANN's size of 910B; a descriptor that is set again is another copy of the same call."""
    assert desc_size(device) == 32
    stream = new_stream(device)
    first, second, dst, desc = (malloc(device, 64) for _ in range(4))
    write(device, first, DATA)
    write(device, second, DATA[::-1])
    for source, data in ((first, DATA), (second, DATA[::-1])):
        device.ok.aclrtSetMemcpyDesc(desc, INNER, source, dst, 64, None)
        device.ok.aclrtMemcpyAsyncWithDesc(desc, INNER, stream)
        device.ok.aclrtSynchronizeStream(stream)
        assert read(device, dst, 64) == data


def test_a_graph_reads_its_descriptor_in_each_replay(device: Api) -> None:
    stream = new_stream(device)
    first, second, dst, desc = (malloc(device, 64) for _ in range(4))
    write(device, first, DATA)
    write(device, second, DATA[::-1])
    graph = ctypes.c_void_p()
    device.ok.aclmdlRICaptureBegin(stream, 0)
    device.ok.aclrtMemcpyAsyncWithDesc(desc, INNER, stream)
    device.ok.aclmdlRICaptureEnd(stream, ctypes.byref(graph))
    for source, data in ((first, DATA), (second, DATA[::-1])):
        device.ok.aclrtSetMemcpyDesc(desc, INNER, source, dst, 64, None)
        device.ok.aclmdlRIExecuteAsync(graph, stream)
        device.ok.aclrtSynchronizeStream(stream)
        assert read(device, dst, 64) == data
    device.ok.aclmdlRIDestroy(graph)


def test_descriptors_order_of_tests(device: Api) -> None:
    set_desc: Any = device.aclrtSetMemcpyDesc
    desc, memory = malloc(device, 128), malloc(device, 64)
    assert device.aclrtGetMemcpyDescSize(99, None) == INVALID_PARAM
    size = ctypes.c_size_t()
    for kind, status in ((-1, INVALID_PARAM), (8, INVALID_PARAM), (3, FEATURE_NOT_SUPPORT)):
        assert device.aclrtGetMemcpyDescSize(kind, ctypes.byref(size)) == status
        assert set_desc(desc, kind, None, None, 0, 1) == status
        assert device.aclrtMemcpyAsyncWithDesc(desc, kind, None) == status
        assert f"kind is {kind}" in device.message()
    assert set_desc(None, 99, None, None, 0, 1) == INVALID_PARAM
    for arguments, text in (
        ((None, None, 0, 1), "srcAddr is NULL"),
        ((memory, None, 0, 1), "dstAddr is NULL"),
        ((memory, memory, 0, 1), "count is 0"),
        ((memory, memory, 8, 1), "config is"),
    ):
        assert set_desc(desc, INNER, *arguments) == INVALID_PARAM
        assert text in device.message()
    for place, count, text in (
        (desc, 2**32 + 1, "at most 4294967296"),
        (desc + 32, 8, "a multiple of 64"),
        (desc + 128, 8, "desc is"),
        (desc, 65, "dstAddr is"),
    ):
        assert set_desc(place, INNER, memory, memory, count, None) == PARAM_INVALID
        assert text in device.message()
    assert device.aclrtMemcpyAsyncWithDesc(desc, INNER, None) == INVALID_PARAM
    assert "stream is NULL" in device.message()


def test_a_copy_without_a_descriptor_fails(device: Api) -> None:
    stream = new_stream(device)
    desc = malloc(device, 64)
    write(device, desc, bytes(64))
    device.ok.aclrtMemcpyAsyncWithDesc(desc, INNER, stream)
    assert device.aclrtSynchronizeStream(stream) == SYS_DMA
    assert "which holds no descriptor" in device.message()


@apart(ACLNN_DEVICES="2")
def test_a_descriptor_is_of_one_device(api: Api) -> None:
    api.ok.aclrtSetDevice(1)
    there = malloc(api, 64)
    api.ok.aclrtSetDevice(0)
    here, desc = malloc(api, 64), malloc(api, 64)
    assert api.aclrtSetMemcpyDesc(desc, INNER, there, here, 8, None) == PARAM_INVALID
    assert "srcAddr is memory of device 1 and dstAddr of device 0" in api.message()


@apart(ACLNN_SOC="Ascend910A")
def test_910_has_no_descriptors(api: Api) -> None:
    size = ctypes.c_size_t()
    for name, arguments in (
        ("aclrtGetMemcpyDescSize", (INNER, ctypes.byref(size))),
        ("aclrtCmoGetDescSize", (ctypes.byref(size),)),
        ("aclrtCmoAsync", (64, 8, 0, None)),
    ):
        assert getattr(api, name)(*arguments) == FEATURE_NOT_SUPPORT
        assert "Ascend910A has no" in api.message()


@apart(ACLNN_SOC="Ascend950")
def test_950_has_larger_descriptors(api: Api) -> None:
    assert desc_size(api) == 64
