# SPDX-License-Identifier: Apache-2.0
"""aclrtReduceAsync: values in NumPy, the order of its tests, memory that is gone, and graphs."""

from __future__ import annotations

import ctypes
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from runtime.codes import (
    ADDR_UNALIGNED,
    CONTEXT_NULL,
    FEATURE_NOT_SUPPORT,
    INVALID_PARAM,
    PARAM_INVALID,
    SYS_DMA,
)
from runtime.tools import (
    Gate,
    apart,
    in_every_mode,
    malloc,
    malloc_host,
    new_stream,
    read,
    runs_in_call,
    write,
)
from support import Api

SUM, MAX, MIN, EQUAL = range(10, 14)
FLOAT = 0

#: aclDataType of what the documentation of 910B lists.
TYPES: dict[int, Any] = {
    FLOAT: np.float32,
    1: np.float16,
    2: np.int8,
    3: np.int32,
    6: np.int16,
    27: ml_dtypes.bfloat16,
}


def numbers(dtype: Any, seed: int, count: int = 1031) -> Any:
    """Numbers of every size, with NaN, infinities and integers that overflow."""
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype)
    if kind.kind == "i":
        limits = np.iinfo(kind)
        return rng.integers(limits.min, limits.max, count, kind, endpoint=True)
    values = (rng.standard_normal(count) * 10.0 ** rng.integers(-4, 4, count)).astype(dtype)
    values[3], values[seed % 5 + 5], values[17] = np.inf, np.nan, -np.inf
    return values


def joined(kind: int, a: Any, b: Any) -> Any:
    """Halves are joined in float32 and rounded once; integers wrap."""
    wide = a.dtype if a.dtype.kind == "i" or a.dtype == np.float32 else np.dtype(np.float32)
    function: Any = {SUM: np.add, MAX: np.maximum, MIN: np.minimum}[kind]
    with np.errstate(all="ignore"):
        return function(a.astype(wide), b.astype(wide)).astype(a.dtype)


def device_of(api: Api, array: Any) -> int:
    address = malloc(api, array.nbytes)
    write(api, address, array.tobytes())
    return address


def array_at(api: Api, address: int, like: Any) -> Any:
    return np.frombuffer(read(api, address, like.nbytes), like.dtype)


def same(a: Any, b: Any) -> bool:
    """The same numbers, and NaN in the same places."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    return bool(np.array_equal(a, b, equal_nan=True))


@pytest.mark.parametrize("kind", [SUM, MAX, MIN])
@pytest.mark.parametrize("code", TYPES)
def test_elements_are_joined(device: Api, kind: int, code: int) -> None:
    a, b = numbers(TYPES[code], 1), numbers(TYPES[code], 2)
    stream = new_stream(device)
    dst, src = device_of(device, a), device_of(device, b)
    device.ok.aclrtReduceAsync(dst, src, a.nbytes, kind, code, stream, None)
    device.ok.aclrtSynchronizeStream(stream)
    assert same(array_at(device, dst, a), joined(kind, a, b))
    assert read(device, src, b.nbytes) == b.tobytes()


@pytest.mark.parametrize("shift", [0, 4, -4, 400])
def test_source_counts_as_it_was(device: Api, shift: int) -> None:
    """Where the two share bytes, in either direction."""
    values = np.arange(1000, dtype=np.float32)
    stream = new_stream(device)
    base = device_of(device, values)
    start = 100
    dst, src = base + 4 * start, base + 4 * start + shift
    device.ok.aclrtReduceAsync(dst, src, 4 * 500, SUM, FLOAT, stream, None)
    device.ok.aclrtSynchronizeStream(stream)
    expected = values.copy()
    at = start + shift // 4
    expected[start : start + 500] += values[at : at + 500]
    assert same(array_at(device, base, values), expected)


@in_every_mode
def test_it_is_work_of_its_stream(api: Api) -> None:
    """Behind what was queued before it, in every mode."""
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    ones = np.ones(64, np.float32)
    dst, src = device_of(api, ones), malloc(api, ones.nbytes)
    api.ok.aclrtMemcpyAsync(src, 256, dst, 256, 3, stream)
    for _ in range(3):
        api.ok.aclrtReduceAsync(dst, src, 256, SUM, FLOAT, stream, None)
    api.ok.aclrtSynchronizeStream(stream)
    assert same(array_at(api, dst, ones), 4 * ones)
    api.ok.aclrtDestroyStream(stream)
    api.ok.aclrtFree(dst)
    api.ok.aclrtFree(src)


def test_order_of_tests(api: Api) -> None:
    call = api.aclrtReduceAsync
    assert call(None, None, 0, 0, 99, None, 1) == INVALID_PARAM
    assert "dst is NULL" in api.message()
    assert call(64, None, 0, 0, 99, None, 1) == INVALID_PARAM
    assert "src is NULL" in api.message()
    assert call(64, 64, 0, 0, 99, None, 1) == INVALID_PARAM
    assert "reserve is" in api.message()
    assert call(64, 64, 0, 0, 99, None, None) == CONTEXT_NULL


def test_what_is_wrong_is_said(device: Api) -> None:
    api = device
    stream = new_stream(api)
    dst = malloc(api, 64)
    host = ctypes.create_string_buffer(64)

    def call(*arguments: Any) -> int:
        return int(api.aclrtReduceAsync(*arguments, stream, None))

    for kind in (9, 14):
        assert call(dst, dst, 0, kind, 99) == PARAM_INVALID
        assert f"kind is {kind}" in api.message()
    assert call(dst, dst, 2**32 + 4, SUM, 99) == PARAM_INVALID
    assert "at most 4294967296" in api.message()
    assert call(dst, dst, 0, EQUAL, 99) == FEATURE_NOT_SUPPORT
    assert call(dst, dst, 0, SUM, 99) == INVALID_PARAM
    assert "type is 99" in api.message()
    for code in (4, 9, 11, 12):  # uint8, int64, double, bool
        assert call(dst, dst, 0, SUM, code) == FEATURE_NOT_SUPPORT
    assert call(dst, dst, 64, SUM, 8) == FEATURE_NOT_SUPPORT  # uint32: of Ascend950
    assert "Ascend950" in api.message()
    for count in (0, 6):
        assert call(dst, dst, count, SUM, FLOAT) == PARAM_INVALID
        assert f"count is {count}" in api.message()
    assert call(dst + 2, dst, 8, SUM, FLOAT) == ADDR_UNALIGNED
    assert call(dst, dst + 1, 8, SUM, FLOAT) == ADDR_UNALIGNED
    assert call(ctypes.addressof(host), dst, 64, SUM, FLOAT) == PARAM_INVALID
    assert "dst is" in api.message()
    assert call(dst, dst, 128, SUM, FLOAT) == PARAM_INVALID
    assert "128 bytes" in api.message()
    assert call(dst, dst, 64, SUM, FLOAT) == 0


def test_memory_that_is_freed_is_told(device: Api) -> None:
    if runs_in_call():
        pytest.skip("nothing is queued")
    stream = new_stream(device)
    dst, src = malloc(device, 64), malloc(device, 64)
    with Gate(device, stream):
        device.ok.aclrtReduceAsync(dst, src, 64, SUM, FLOAT, stream, None)
        device.ok.aclrtFree(src)
    assert device.aclrtSynchronizeStream(stream) == SYS_DMA
    assert "aclrtReduceAsync: device memory that the queued work uses" in device.message()


def test_registered_memory_takes_part(device: Api) -> None:
    stream = new_stream(device)
    ones = np.ones(16, np.float32)
    dst, src = device_of(device, ones), malloc_host(device, 64)
    ctypes.memmove(src, ones.tobytes(), 64)
    assert device.aclrtReduceAsync(dst, src, 64, SUM, FLOAT, stream, None) == PARAM_INVALID
    mapped = ctypes.c_void_p()
    device.ok.aclrtHostGetDevicePointer(src, ctypes.byref(mapped), 0)
    device.ok.aclrtReduceAsync(dst, mapped, 64, SUM, FLOAT, stream, None)
    device.ok.aclrtSynchronizeStream(stream)
    assert same(array_at(device, dst, ones), 2 * ones)


def test_a_graph_reduces_in_each_replay(device: Api) -> None:
    stream = new_stream(device)
    ones = np.ones(16, np.float32)
    dst, src = device_of(device, ones), device_of(device, ones)
    graph = ctypes.c_void_p()
    device.ok.aclmdlRICaptureBegin(stream, 0)
    device.ok.aclrtReduceAsync(dst, src, 64, SUM, FLOAT, stream, None)
    device.ok.aclmdlRICaptureEnd(stream, ctypes.byref(graph))
    assert same(array_at(device, dst, ones), ones)
    for _ in range(3):
        device.ok.aclmdlRIExecuteAsync(graph, stream)
    device.ok.aclrtSynchronizeStream(stream)
    assert same(array_at(device, dst, ones), 4 * ones)
    device.ok.aclmdlRIDestroy(graph)


@apart(ACLNN_SOC="Ascend910A")
def test_910_sums_floats_alone(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    dst = malloc(api, 64)
    for kind, code in ((MAX, FLOAT), (SUM, 3)):
        assert api.aclrtReduceAsync(dst, dst, 64, kind, code, None, None) == FEATURE_NOT_SUPPORT
        assert "Ascend910A has no" in api.message()
    api.ok.aclrtReduceAsync(dst, dst, 64, SUM, FLOAT, None, None)


@apart(ACLNN_SOC="Ascend950")
def test_950_has_uint32(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    ends = np.array([2**32 - 1, 5, 2**31], np.uint32), np.array([2, 7, 1], np.uint32)
    dst, src = (device_of(api, end) for end in ends)
    for kind, function in ((SUM, np.add), (MAX, np.maximum), (MIN, np.minimum)):
        write(api, dst, ends[0].tobytes())
        api.ok.aclrtReduceAsync(dst, src, 12, kind, 8, None, None)
        api.ok.aclrtSynchronizeDevice()
        assert same(array_at(api, dst, ends[0]), function(*ends))
