# SPDX-License-Identifier: Apache-2.0
"""aclrtRandomNumAsync: the documented words by philox.py, and what is wrong."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from ops.random import philox
from runtime.codes import CONTEXT_NULL, FEATURE_NOT_SUPPORT, INVALID_PARAM, PARAM_INVALID, SYS_DMA
from runtime.tools import apart, in_every_mode, malloc, new_stream, read, write
from support import Api

BITMASK, UNIFORM, NORMAL, TRUNCATED = range(4)
FLOAT, FLOAT16, INT32, INT64, UINT32, UINT64, BF16 = 0, 1, 3, 9, 8, 10, 27

#: NumPy's type and the bytes of a number of it.
TYPES: dict[int, Any] = {
    FLOAT: np.float32,
    FLOAT16: np.float16,
    INT32: np.int32,
    INT64: np.int64,
    UINT32: np.uint32,
    UINT64: np.uint64,
    BF16: ml_dtypes.bfloat16,
}


class Number(ctypes.Structure):
    """aclrtRandomParaInfo."""

    _fields_ = [
        ("is_addr", ctypes.c_uint8),
        ("bytes", ctypes.c_uint8 * 8),
        ("size", ctypes.c_uint8),
        ("rsv", ctypes.c_uint8 * 6),
    ]


class Task(ctypes.Structure):
    """aclrtRandomNumTaskInfo; both members of the union are two numbers at most."""

    _fields_ = [
        ("dtype", ctypes.c_int),
        ("function", ctypes.c_int),
        ("parameters", Number * 2),
        ("para_addr", ctypes.c_void_p),
        ("result", ctypes.c_void_p),
        ("counter", ctypes.c_void_p),
        ("seed", Number),
        ("count", Number),
        ("rsv", ctypes.c_uint8 * 8),
    ]


def number(data: bytes, address: int = 0) -> Number:
    made = Number(is_addr=int(address != 0), size=8 if address else len(data))
    filled = struct.pack("Q", address) if address else data
    made.bytes[: len(filled)] = filled
    return made


class Draw:
    """A task, its counter and room for results."""

    def __init__(
        self, api: Api, dtype: int, function: int, parameters: tuple[Any, ...], count: int,
        seed: int = 7, counter: tuple[int, int] = (0, 10),
    ) -> None:  # fmt: skip
        self.api, self.dtype, self.count = api, dtype, count
        self.bytes = (
            -(-count // 8) if function == BITMASK else count * np.dtype(TYPES[dtype]).itemsize
        )
        self.result = malloc(api, max(self.bytes, 1))
        self.counter = malloc(api, 16)
        write(api, self.counter, struct.pack("QQ", *counter))
        self.task = Task(dtype=dtype, function=function, result=self.result, counter=self.counter)
        for at, value in enumerate(parameters):
            self.task.parameters[at] = number(np.array([value]).astype(TYPES[dtype]).tobytes())
        self.task.seed = number(struct.pack("Q", seed))
        self.task.count = number(struct.pack("Q", count))

    def run(self, stream: Any = None) -> Any:
        self.api.ok.aclrtRandomNumAsync(ctypes.byref(self.task), stream, None)
        self.api.ok.aclrtSynchronizeStream(stream)
        data = read(self.api, self.result, self.bytes)
        return np.frombuffer(data, np.uint8 if self.task.function == BITMASK else TYPES[self.dtype])

    def status(self) -> int:
        return int(self.api.aclrtRandomNumAsync(ctypes.byref(self.task), None, None))

    def failure(self) -> int:
        self.api.ok.aclrtRandomNumAsync(ctypes.byref(self.task), None, None)
        return int(self.api.aclrtSynchronizeStream(None))


@pytest.mark.parametrize("dtype", [FLOAT, FLOAT16, BF16])
@pytest.mark.parametrize("count", [1, 1023, 5000])
def test_uniform(device: Api, dtype: int, count: int) -> None:
    kind = TYPES[dtype]
    low, high = kind(-0.25), kind(3)
    found = Draw(device, dtype, UNIFORM, (low, high), count).run()
    units = philox.units(count, 7, 10, wide=False).astype(np.float32)
    expected = units * (np.float32(high) - np.float32(low)) + np.float32(low)
    expected = np.minimum(expected, np.float32(np.nextafter(high, kind(-np.inf))))
    assert np.array_equal(found.astype(np.float64), expected.astype(kind).astype(np.float64))
    assert np.all(found < high)


@pytest.mark.parametrize(
    ("dtype", "low", "past"),
    [
        (INT32, -5, 9),
        (INT32, -(2**31), 2**31 - 1),
        (INT64, -(2**62), 2**62),
        (UINT32, 7, 2**32 - 1),
        (UINT64, 2**63, 2**64 - 1),
    ],
)
def test_integers(device: Api, dtype: int, low: int, past: int) -> None:
    found = Draw(device, dtype, UNIFORM, (low, past), 3000).run()
    expected = [low + int(x) for x in philox.integers(3000, 7, 10, 0, past - low)]
    assert [int(x) for x in found] == expected


def test_normal(device: Api) -> None:
    found = Draw(device, FLOAT, NORMAL, (3, 2), 5000).run()
    expected = 3 + 2 * philox.normals(5000, 7, 10, wide=False)
    assert np.max(np.abs(found - expected.astype(np.float64))) < 1e-5


@pytest.mark.parametrize("dtype", [FLOAT, FLOAT16, BF16])
def test_truncated(device: Api, dtype: int) -> None:
    """What lies inside is drawn as from the whole distribution; the rest comes from other keys."""
    found = Draw(device, dtype, TRUNCATED, (1, 0.5), 20000).run().astype(np.float64)
    z = philox.normals(20000, 7, 10, wide=False).astype(np.float64)
    inside = np.abs(z) < 1.9999
    exact = 1 + 0.5 * z[inside]
    near = float(ml_dtypes.finfo(TYPES[dtype]).eps)
    assert np.max(np.abs(found[inside] - exact)) <= 2 * near + 1e-6
    assert found.min() >= 0
    assert found.max() <= 2
    again = found[np.abs(z) > 2.0001]
    assert len(again) > 500
    assert len(np.unique(again)) > len(again) // 2 or dtype == BF16
    assert abs(again.mean() - 1) < 0.1


@pytest.mark.parametrize("count", [1, 128, 9001])
@pytest.mark.parametrize("dropped", [0, 0.3, 1])
def test_bits(device: Api, count: int, dropped: float) -> None:
    draw = Draw(device, FLOAT, BITMASK, (dropped,), count)
    found = np.unpackbits(draw.run(), bitorder="little")[:count]
    words = philox.words(-(-count // 4) * 4, 7, 10)[:count]
    threshold = int(float(np.float32(dropped)) * 2**31 + 0.5)
    expected = [int(int(word) >> 1 >= threshold) for word in words]
    assert found.tolist() == expected


@pytest.mark.parametrize(("dtype", "parameters"), [(FLOAT, (0, 1)), (INT64, (0, 2**40))])
def test_the_counter_says_where_words_begin(
    device: Api, dtype: int, parameters: tuple[int, ...]
) -> None:
    """Four words a block: of 64 bits, two numbers."""
    whole = Draw(device, dtype, UNIFORM, parameters, 400).run()
    each = 2 if dtype == INT64 else 4
    part = Draw(device, dtype, UNIFORM, parameters, 200, counter=(25, 10))
    assert np.array_equal(part.run(), whole[25 * each :][:200])
    assert read(device, part.counter, 16) == struct.pack("QQ", 25, 10)


@in_every_mode
def test_numbers_in_device_memory_are_read_when_it_runs(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    draw = Draw(api, FLOAT, UNIFORM, (0, 1), 100, seed=0)
    cells = malloc(api, 64)
    host = struct.pack("QQff", 7, 60, -1.0, 2.0)
    draw.task.seed = number(b"", cells)
    draw.task.count = number(b"", cells + 8)
    draw.task.parameters[0] = number(b"", cells + 16)
    draw.task.parameters[1] = number(b"", cells + 20)
    kept = ctypes.create_string_buffer(host, len(host))
    api.ok.aclrtMemsetAsync(draw.result, 400, 0, 400, stream)
    api.ok.aclrtMemcpyAsync(cells, 24, kept, 24, 1, stream)
    found = draw.run(stream)
    expected = philox.units(60, 7, 10, wide=False).astype(np.float32) * np.float32(3) - 1
    assert np.array_equal(found[:60], expected.astype(np.float32))
    assert not found[60:].any()
    for address in (draw.result, draw.counter, cells):
        api.ok.aclrtFree(address)
    api.ok.aclrtDestroyStream(stream)


def test_a_graph_draws_with_the_counter_of_each_replay(device: Api) -> None:
    stream = new_stream(device)
    draw = Draw(device, FLOAT, UNIFORM, (0, 1), 64)
    graph = ctypes.c_void_p()
    device.ok.aclmdlRICaptureBegin(stream, 0)
    device.ok.aclrtRandomNumAsync(ctypes.byref(draw.task), stream, None)
    device.ok.aclmdlRICaptureEnd(stream, ctypes.byref(graph))
    for offset in (3, 4):
        write(device, draw.counter, struct.pack("QQ", 0, offset))
        device.ok.aclmdlRIExecuteAsync(graph, stream)
        device.ok.aclrtSynchronizeStream(stream)
        found = np.frombuffer(read(device, draw.result, 256), np.float32)
        assert np.array_equal(found, philox.units(64, 7, offset, wide=False).astype(np.float32))
    device.ok.aclmdlRIDestroy(graph)


def test_order_of_tests(api: Api) -> None:
    task = Task(dtype=5, function=9)
    given = ctypes.byref(task)
    assert api.aclrtRandomNumAsync(None, None, 1) == INVALID_PARAM
    assert "taskInfo is NULL" in api.message()
    assert api.aclrtRandomNumAsync(given, None, 1) == INVALID_PARAM
    assert "taskInfo->dataType is" in api.message()
    task.dtype = INT32
    assert api.aclrtRandomNumAsync(given, None, 1) == PARAM_INVALID
    assert "funcType is 9" in api.message()
    task.function = NORMAL
    assert api.aclrtRandomNumAsync(given, None, 1) == PARAM_INVALID
    assert "integers are drawn by" in api.message()
    task.function = UNIFORM
    assert api.aclrtRandomNumAsync(given, None, 1) == PARAM_INVALID
    assert "reserve is" in api.message()
    assert api.aclrtRandomNumAsync(given, None, None) == CONTEXT_NULL


def test_memory_is_looked_at(device: Api) -> None:
    draw = Draw(device, FLOAT, UNIFORM, (0, 1), 64)
    draw.task.count = number(struct.pack("Q", 0))
    assert draw.status() == PARAM_INVALID
    assert "randomNum is 0" in device.message()
    draw.task.count = number(struct.pack("Q", 65))
    assert draw.status() == PARAM_INVALID
    assert "randomResultAddr is" in device.message()
    draw.task.count = number(struct.pack("Q", 2**63))
    assert draw.status() == PARAM_INVALID
    draw.task.count = number(struct.pack("Q", 64))
    draw.task.counter = None
    assert draw.status() == PARAM_INVALID
    assert "randomCounterAddr is" in device.message()
    cell = malloc(device, 8)
    draw.task.counter = draw.counter
    draw.task.count = number(b"", cell)
    write(device, cell, struct.pack("Q", 65))
    assert draw.failure() == SYS_DMA
    assert "260 bytes of device memory are required" in device.message()


@pytest.mark.parametrize(
    ("dtype", "function", "parameters", "text"),
    [
        (INT32, UNIFORM, (3, 3), "min is 3 and max 3"),
        (UINT32, UNIFORM, (2**32 - 1, 0), "min must be below max"),
        (FLOAT, UNIFORM, (3, 2), "min must not be above max"),
        (FLOAT, UNIFORM, (np.nan, 2), "min must not be above max"),
        (FLOAT16, NORMAL, (0, -1), "stddev is -1"),
        (BF16, TRUNCATED, (0, np.nan), "stddev is"),
        (FLOAT, BITMASK, (1.5,), "dropoutRation is 1.5"),
    ],
)
def test_numbers_that_make_no_distribution(
    device: Api, dtype: int, function: int, parameters: tuple[Any, ...], text: str
) -> None:
    assert Draw(device, dtype, function, parameters, 16).failure() == PARAM_INVALID
    assert text in device.message()


@apart(ACLNN_SOC="Ascend950")
def test_950_has_no_such_task(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    assert Draw(api, FLOAT, UNIFORM, (0, 1), 16).status() == FEATURE_NOT_SUPPORT
    assert "products of Ascend910B, Ascend910_93 have" in api.message()
