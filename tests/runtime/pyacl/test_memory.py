# SPDX-License-Identifier: Apache-2.0
"""Memory and copies: addresses are ints, (value, ret) pairs, dicts for structures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from runtime.codes import INVALID_MEMORY_TYPE, INVALID_PARAM, PARAM_INVALID

from aclnn_py import native

HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE = 1, 2, 3  # aclrtMemcpyKind
HUGE_FIRST = 0  # aclrtMemMallocPolicy
HBM = 1  # aclrtMemAttr
FLOAT32 = 11  # NPY_FLOAT32


def uploaded(acl: Any, array: np.ndarray[Any, Any]) -> int:
    """Device memory with what an array has."""
    address, ret = acl.rt.malloc(array.nbytes, HUGE_FIRST)
    assert ret == 0
    source = acl.util.numpy_to_ptr(array)
    assert acl.rt.memcpy(address, array.nbytes, source, array.nbytes, HOST_TO_DEVICE) == 0
    return int(address)


def downloaded(acl: Any, address: int, size: int) -> bytes:
    """What device memory has, through memory of the host."""
    host, ret = acl.rt.malloc_host(size)
    assert ret == 0
    assert acl.rt.memcpy(host, size, address, size, DEVICE_TO_HOST) == 0
    taken: bytes = acl.util.ptr_to_bytes(host, size)
    assert acl.rt.free_host(host) == 0
    return taken


def test_there_and_back(device: Any) -> None:
    array = np.arange(12, dtype=np.float32).reshape(3, 4)
    address = uploaded(device, array)
    host, ret = device.rt.malloc_host(array.nbytes)
    assert ret == 0
    assert device.rt.memcpy(host, 48, address, 48, DEVICE_TO_HOST) == 0
    np.testing.assert_array_equal(device.util.ptr_to_numpy(host, (3, 4), FLOAT32), array)
    assert device.rt.free_host(host) == 0
    assert device.rt.free(address) == 0


def test_memcpy_alone(device: Any) -> None:
    """What vllm-ascend imports: a buffer of torch or NumPy, filled from the device."""
    from acl.rt import memcpy  # type: ignore[import-not-found]

    address = uploaded(device, np.array([7, 8, 9], np.int64))
    buffer = np.zeros(24, np.uint8)
    assert memcpy(buffer.ctypes.data, buffer.nbytes + 24, address, 24, DEVICE_TO_HOST) == 0
    assert buffer.view(np.int64).tolist() == [7, 8, 9]


def test_from_device_to_device(device: Any) -> None:
    array = np.array([1.5, -2.5], np.float64)
    first, (second, ret) = uploaded(device, array), device.rt.malloc(16, HUGE_FIRST)
    assert ret == 0
    assert device.rt.memcpy(second, 16, first, 16, DEVICE_TO_DEVICE) == 0
    assert downloaded(device, second, 16) == array.tobytes()


def test_into_bytes(device: Any) -> None:
    """As pyACL's examples do it: bytes are the target of a copy."""
    array = np.array([1, 2, 3, 4], np.int32)
    address, target = uploaded(device, array), bytes(16)
    pointer = device.util.bytes_to_ptr(target)
    assert device.rt.memcpy(pointer, 16, address, 16, DEVICE_TO_HOST) == 0
    assert np.frombuffer(target, np.int32).tolist() == [1, 2, 3, 4]


def test_rows(device: Any) -> None:
    """Of a matrix of 3 x 4 the first two columns (memcpy2d)."""
    array = np.arange(12, dtype=np.int32).reshape(3, 4)
    address = uploaded(device, array)
    target = np.zeros((3, 2), np.int32)
    pointer = device.util.numpy_to_ptr(target)
    assert device.rt.memcpy2d(pointer, 8, address, 16, 8, 3, DEVICE_TO_HOST) == 0
    assert target.tolist() == [[0, 1], [4, 5], [8, 9]]


def test_queued_copies_and_memset(device: Any) -> None:
    stream, ret = device.rt.create_stream()
    assert ret == 0
    address, ret = device.rt.malloc(8, HUGE_FIRST)
    assert ret == 0
    host, ret = device.rt.malloc_host(8)
    assert ret == 0
    assert device.rt.memset_async(address, 8, 0x5A, 8, stream) == 0
    assert device.rt.memcpy_async(host, 8, address, 8, DEVICE_TO_HOST, stream) == 0
    assert device.rt.synchronize_stream(stream) == 0
    assert device.util.ptr_to_bytes(host, 8) == b"\x5a" * 8
    assert device.rt.memset(address, 8, 1, 4) == 0
    assert downloaded(device, address, 8) == b"\1" * 4 + b"\x5a" * 4
    assert device.rt.destroy_stream(stream) == 0


def test_memory_of_the_device(device: Any) -> None:
    """Bytes: free, total, ret. A product has what its table says."""
    soc = native.find_soc(device.get_soc_name())
    assert soc is not None
    free, total, ret = device.rt.get_mem_info(HBM)
    assert (total, ret) == (soc.memory_gib * 2**30, 0)
    address, _ = device.rt.malloc(1 << 20, HUGE_FIRST)
    left, total_then, ret = device.rt.get_mem_info(HBM)
    assert (total_then, ret) == (total, 0)
    assert free - left >= 1 << 20
    assert device.rt.free(address) == 0
    assert device.rt.get_mem_info(HBM) == (free, total, 0)
    assert device.rt.get_mem_info(99) == (0, 0, INVALID_MEMORY_TYPE)


def test_failures_have_no_address(device: Any) -> None:
    assert device.rt.malloc(0, HUGE_FIRST) == (0, INVALID_PARAM)
    assert "aclrtMalloc" in device.get_recent_err_msg()
    address = uploaded(device, np.zeros(4, np.uint8))
    assert device.rt.memcpy(address, 4, address, 8, DEVICE_TO_DEVICE) == PARAM_INVALID
    text = device.get_recent_err_msg()
    assert "aclrtMemcpy" in text
    assert "destMax is 4" in text
    assert device.get_recent_err_msg() is None, "a text is told once"


def test_numpy_numbers_are_ints(device: Any) -> None:
    address, ret = device.rt.malloc(np.int64(16), np.int32(HUGE_FIRST))
    assert ret == 0
    assert device.rt.free(np.uint64(address)) == 0


def test_other_types_are_refused(device: Any) -> None:
    with pytest.raises(TypeError, match="aclrtMalloc: size is a str; it has to be an int"):
        device.rt.malloc("16", HUGE_FIRST)
    with pytest.raises(TypeError, match="stream is a NoneType"):
        device.rt.synchronize_stream(None)
    with pytest.raises(OverflowError, match="does not fit into 32 bits"):
        device.rt.set_device(2**31)
    with pytest.raises(TypeError):
        device.rt.malloc(16)


CONFIG = {"attrs": [{"attr": 1, "value": {"moduleId": 3}}], "numAttrs": 1}


@pytest.mark.parametrize("config", [{}, CONFIG], ids=["none", "module"])
def test_memory_with_a_configuration(device: Any, config: dict[str, Any]) -> None:
    for function in (device.rt.malloc_with_cfg, device.rt.malloc_for_task_scheduler):
        address, ret = function(64, HUGE_FIRST, config)
        assert ret == 0
        assert device.rt.free(address) == 0
    address, ret = device.rt.malloc_host_with_cfg(64, config)
    assert ret == 0
    assert device.rt.free_host(address) == 0


@pytest.mark.parametrize(
    ("config", "error", "text"),
    [
        ([], TypeError, "config is a list; it has to be a dict"),
        ({"attrs": []}, KeyError, "config has no key numAttrs"),
        ({"attrs": [], "numAttrs": 1}, ValueError, "has 0 members"),
        ({"attrs": 1, "numAttrs": 1}, TypeError, "is a int; it has to be a list"),
        ({"attrs": [{"attr": 1}], "numAttrs": 1}, KeyError, "has no key value"),
        ({"attrs": [{"attr": 1, "value": {}}], "numAttrs": 1}, KeyError, "moduleId"),
        ({"attrs": [{"attr": 1, "value": 3}], "numAttrs": 1}, TypeError, "has to be a dict"),
    ],
)
def test_a_wrong_configuration(device: Any, config: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        device.rt.malloc_with_cfg(64, HUGE_FIRST, config)


def test_where_memory_lies(device: Any) -> None:
    """aclrtMemLocationType: 0 the host, 1 the device. CANN's package says page_size."""
    constants = native.constants()
    address, _ = device.rt.malloc(64, HUGE_FIRST)
    host, _ = device.rt.malloc_host(64)
    for pointer, name in ((address, "DEVICE"), (host, "HOST")):
        attributes, ret = device.rt.pointer_get_attributes(pointer)
        assert ret == 0
        assert attributes["location"]["type"] == constants[f"ACL_MEM_LOCATION_TYPE_{name}"]
        assert attributes["page_size"] == attributes["pageSize"] > 0
        assert attributes["rsv"] == [0, 0, 0, 0]
    assert device.rt.free_host(host) == 0


def test_addresses_and_memory_apart(device: Any) -> None:
    constants = native.constants()
    prop = {
        "handleType": constants["ACL_MEM_HANDLE_TYPE_NONE"],
        "allocationType": constants["ACL_MEM_ALLOCATION_TYPE_PINNED"],
        "memAttr": constants["ACL_HBM_MEM_HUGE"],
        "location": {"id": 0, "type": constants["ACL_MEM_LOCATION_TYPE_DEVICE"]},
        "reserve": 0,
    }
    size, ret = device.rt.mem_get_allocation_granularity(prop, 0)
    assert (size, ret) == (2 << 20, 0), "documented: 2 MiB"
    handle, ret = device.rt.malloc_physical(size, prop, 0)
    assert ret == 0
    address, ret = device.rt.reserve_mem_address(size, 0, 0, 1)
    assert ret == 0
    assert device.rt.map_mem(address, size, 0, handle, 0) == 0
    assert device.rt.memset(address, size, 9, 16) == 0
    assert downloaded(device, address, 16) == b"\t" * 16
    assert device.rt.unmap_mem(address) == 0
    assert device.rt.release_mem_address(address) == 0
    assert device.rt.free_physical(handle) == 0
    del prop["memAttr"]
    with pytest.raises(KeyError, match="prop has no key memAttr"):
        device.rt.malloc_physical(size, prop, 0)


def test_data_buffers(device: Any) -> None:
    address, _ = device.rt.malloc(64, HUGE_FIRST)
    buffer = device.create_data_buffer(address, 64)
    assert buffer
    assert device.get_data_buffer_addr(buffer) == address
    assert device.get_data_buffer_size_v2(buffer) == 64
    assert device.update_data_buffer(buffer, address, 32) == 0
    assert device.get_data_buffer_size_v2(buffer) == 32
    assert device.destroy_data_buffer(buffer) == 0
