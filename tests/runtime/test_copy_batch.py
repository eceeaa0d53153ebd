# SPDX-License-Identifier: Apache-2.0
"""Batches of copies between the host and a device."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest
from runtime.codes import INVALID_DEVICEID, INVALID_PARAM, PARAM_INVALID
from runtime.tools import malloc, malloc_host, new_stream, read
from support import Api

HOST, DEVICE = 0, 1
NONE = 2**64 - 1
CALLS = [
    "aclrtMemcpyBatch",
    "aclrtMemcpyBatchV2",
    "aclrtMemcpyBatchAsync",
    "aclrtMemcpyBatchAsyncV2",
]


class Location(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("type", ctypes.c_int)]


class Attr(ctypes.Structure):
    _fields_ = [("dstLoc", Location), ("srcLoc", Location), ("rsv", ctypes.c_uint8 * 16)]


class Batch:
    """The arrays of a batch: pairs of addresses, one size for all."""

    def __init__(
        self, pairs: list[tuple[int, int]], size: int, *ways: tuple[int, int, int]
    ) -> None:
        count = len(pairs)
        self.dsts: Any = (ctypes.c_void_p * count)(*[dst for dst, _ in pairs])
        self.srcs = (ctypes.c_void_p * count)(*[src for _, src in pairs])
        self.maxs = (ctypes.c_size_t * count)(*[size] * count)
        self.sizes = (ctypes.c_size_t * count)(*[size] * count)
        self.attrs: Any = (Attr * len(ways))()
        for made, (source, target, _) in zip(self.attrs, ways, strict=True):
            made.srcLoc.type, made.dstLoc.type = source, target
        self.indexes = (ctypes.c_size_t * len(ways))(*[first for _, _, first in ways])
        self.count = count
        self.failed = ctypes.c_size_t(77)

    def copy(self, api: Api, call: str, stream: Any) -> int:
        arguments: list[Any] = [self.dsts, self.maxs, self.srcs, self.sizes, self.count]
        arguments += [self.attrs, self.indexes, len(self.indexes)]
        if not call.endswith("V2"):
            arguments.append(ctypes.byref(self.failed))
        if "Async" in call:
            arguments.append(stream)
        return int(getattr(api, call)(*arguments))


@pytest.mark.parametrize("call", CALLS)
def test_every_copy_is_made(device: Api, call: str) -> None:
    stream, size = new_stream(device), 1000
    hosts = [malloc_host(device, size) for _ in range(5)]
    memories = [malloc(device, size) for _ in range(5)]
    for number, host in enumerate(hosts):
        ctypes.memset(host, number + 1, size)
    there = Batch(
        list(zip(memories, hosts, strict=True)), size, (HOST, DEVICE, 0), (HOST, DEVICE, 3)
    )
    assert there.copy(device, call, stream) == 0, device.message()
    assert there.failed.value in ((77,) if call.endswith("V2") else (NONE,))
    device.ok.aclrtSynchronizeStream(stream)
    for number, memory in enumerate(memories):
        assert read(device, memory, size) == bytes([number + 1]) * size
        device.ok.aclrtMemset(memory, size, 90 + number, size)
    back = Batch(list(zip(hosts, memories, strict=True)), size, (DEVICE, HOST, 0))
    assert back.copy(device, call, stream) == 0, device.message()
    device.ok.aclrtSynchronizeStream(stream)
    for number, host in enumerate(hosts):
        assert ctypes.string_at(host, size) == bytes([90 + number]) * size
        device.ok.aclrtFreeHost(host)


@pytest.mark.parametrize("call", CALLS)
def test_what_is_wrong_with_a_batch(device: Api, call: str) -> None:
    stream, host, memory = new_stream(device), malloc_host(device, 64), malloc(device, 64)
    pairs = [(memory, host)] * 4
    for ways, failed in [
        ([(HOST, HOST, 0)], 0),
        ([(DEVICE, DEVICE, 0)], 0),
        ([(2, DEVICE, 0)], 0),
        ([(HOST, DEVICE, 0), (DEVICE, HOST, 2)], 2),
        ([(HOST, DEVICE, 1)], NONE),
        ([(HOST, DEVICE, 0), (HOST, DEVICE, 0)], NONE),
        ([(HOST, DEVICE, 0), (HOST, DEVICE, 4)], NONE),
        ([(HOST, DEVICE, 0)] * 5, NONE),
        ([], NONE),
    ]:
        batch = Batch(pairs, 64, *ways)
        assert batch.copy(device, call, stream) == PARAM_INVALID, ways
        assert call.endswith("V2") or batch.failed.value == failed, ways
    elsewhere = Batch(pairs, 64, (HOST, DEVICE, 0))
    elsewhere.attrs[0].dstLoc.id = 99
    assert elsewhere.copy(device, call, stream) == INVALID_DEVICEID
    wrong_way = Batch(pairs, 64, (DEVICE, HOST, 0))
    assert wrong_way.copy(device, call, stream) == PARAM_INVALID
    too_large = Batch(pairs, 64, (HOST, DEVICE, 0))
    too_large.maxs[1] = 63
    assert too_large.copy(device, call, stream) == PARAM_INVALID
    for missing in ("dsts", "maxs", "srcs", "sizes", "attrs"):
        batch = Batch(pairs, 64, (HOST, DEVICE, 0))
        setattr(batch, missing, None)
        assert batch.copy(device, call, stream) == INVALID_PARAM, missing
    device.ok.aclrtSynchronizeStream(stream)
    device.ok.aclrtFreeHost(host)
