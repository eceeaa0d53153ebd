# SPDX-License-Identifier: Apache-2.0
"""Numbers of devices, what they have, limits that are remembered, groups, and overflow."""

from __future__ import annotations

import ctypes
import textwrap
import uuid
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
from runtime.tools import apart, in_thread, malloc, new_stream, read, write
from support import Api, run_python

from aclnn_py import _tree

GROUP_NOT_CREATE = 107014
STREAM_CAPTURED = 107027
NONE = 2**32 - 1

#: Functions that take a user number, and those that give one.
TO_LOGICAL = [
    "aclrtGetLogicDevIdByUserDevId",
    "aclrtGetPhyDevIdByLogicDevId",
    "aclrtGetPhyDevIdByUserDevId",
]
TO_USER = [
    "aclrtGetUserDevIdByLogicDevId",
    "aclrtGetLogicDevIdByPhyDevId",
    "aclrtGetUserDevIdByPhyDevId",
]


def number(api: Api, name: str, given: int) -> int:
    found = ctypes.c_int32(-9)
    status = getattr(api, name)(given, ctypes.byref(found))
    return found.value if status == 0 else -status


@apart(ACLNN_DEVICES="4")
def test_without_the_variable_all_numbers_are_one(api: Api) -> None:
    for name in TO_LOGICAL + TO_USER:
        assert [number(api, name, i) for i in range(4)] == [0, 1, 2, 3]


@apart(ACLNN_DEVICES="8", ASCEND_RT_VISIBLE_DEVICES="6,1,3")
def test_user_numbers_are_places_in_the_variable(api: Api) -> None:
    for name in TO_LOGICAL:
        assert [number(api, name, i) for i in range(3)] == [6, 1, 3]
        for wrong in (-1, 3, 6):
            assert number(api, name, wrong) == -INVALID_DEVICEID
            assert f" is {wrong}, which is no device of this process" in api.message()
    for name in TO_USER:
        assert [number(api, name, i) for i in (6, 1, 3)] == [0, 1, 2]
        for wrong in (-1, 0, 8):
            assert number(api, name, wrong) == -INVALID_DEVICEID


@pytest.mark.parametrize("name", TO_LOGICAL + TO_USER)
def test_numbers_go_somewhere(api: Api, name: str) -> None:
    assert getattr(api, name)(99, None) == INVALID_PARAM


@apart(ACLNN_DEVICES="2")
def test_connections(api: Api) -> None:
    value = ctypes.c_uint64()
    assert api.aclrtGetDevicesTopo(9, 9, None) == INVALID_PARAM
    for pair in ((2, 0), (0, 2)):
        assert api.aclrtGetDevicesTopo(*pair, ctypes.byref(value)) == INVALID_DEVICEID
    api.ok.aclrtGetDevicesTopo(0, 1, ctypes.byref(value))
    assert value.value == 1  # ACL_RT_DEVS_TOPOLOGY_HCCS


def test_features(api: Api) -> None:
    value = ctypes.c_int32(9)
    assert api.aclrtGetDeviceCapability(9, 9, None) == INVALID_PARAM
    assert api.aclrtGetDeviceCapability(9, 9, ctypes.byref(value)) == INVALID_DEVICEID
    for feature in (0, 2, 22):
        assert api.aclrtGetDeviceCapability(0, feature, ctypes.byref(value)) == PARAM_INVALID
    for feature in (1, 21):
        value.value = 9
        api.ok.aclrtGetDeviceCapability(0, feature, ctypes.byref(value))
        assert value.value == 0


@apart(ACLNN_DEVICES="2")
def test_atomic_operations(api: Api) -> None:
    wanted = (ctypes.c_int * 3)(0, 32, 44)
    found = (ctypes.c_uint32 * 3)(7, 7, 7)
    for call, devices in (
        (api.aclrtDeviceGetHostAtomicCapabilities, (1,)),
        (api.aclrtDeviceGetP2PAtomicCapabilities, (0, 1)),
    ):
        assert call(None, wanted, 3, *devices) == PARAM_INVALID
        assert call(found, None, 3, *devices) == PARAM_INVALID
        assert call(found, wanted, 0, *devices) == PARAM_INVALID
        for bad in (-1, 13, 29, 33, 45):
            wanted[1] = bad
            assert call(found, wanted, 3, *devices) == PARAM_INVALID
            assert f"operations[1] is {bad}" in api.message()
        wanted[1] = 32
        assert call(found, wanted, 3, *[9] * len(devices)) == INVALID_DEVICEID
        found[:] = [7, 7, 7]
        assert call(found, wanted, 3, *devices) == 0
        assert list(found) == [0, 0, 0]


def test_architectures(api: Api) -> None:
    """DAV_2201 is that of 910B and of 910_93."""
    value = ctypes.c_int32(9)
    call: Any = api.aclrtCheckArchCompatibility
    assert call(None, ctypes.byref(value)) == PARAM_INVALID
    assert call(b"Ascend910B1", None) == PARAM_INVALID
    for name in (b"", b"Ascend", b"Ascend910B1:cores=3"):
        assert call(name, ctypes.byref(value)) == PARAM_INVALID
    assert value.value == 9
    for name, same in (
        (b"Ascend910B1", 1),
        (b"Ascend910_9391", 1),
        (b"Ascend910A", 0),
        (b"Ascend950", 0),
    ):
        api.ok.aclrtCheckArchCompatibility(name, ctypes.byref(value))
        assert value.value == same


def test_schedulers(api: Api) -> None:
    assert [api.aclrtSetTsDevice(i) for i in (0, 1)] == [0, 0]
    for wrong in (-1, 2):
        assert api.aclrtSetTsDevice(wrong) == INVALID_PARAM
        assert f"tsId is {wrong}" in api.message()


@apart(ACLNN_DEVICES="3", ASCEND_RT_VISIBLE_DEVICES="2,0")
def test_devices_have_uuids(api: Api) -> None:
    """By the device, not by its place; of the form of RFC 9562."""
    found = []
    for device in range(2):
        room = (ctypes.c_uint8 * 16)()
        api.ok.aclrtDeviceGetUuid(device, room)
        found.append(uuid.UUID(bytes=bytes(room)))
    assert found[0] != found[1]
    assert {(one.variant, one.version) for one in found} == {(uuid.RFC_4122, 8)}
    asked = f"""
        import ctypes
        room = (ctypes.c_uint8 * 16)()
        assert ctypes.CDLL({str(_tree.library())!r}).aclrtDeviceGetUuid(0, room) == 0
        print(bytes(room).hex())"""
    other = run_python(
        textwrap.dedent(asked), {"ACLNN_DEVICES": "3", "ASCEND_RT_VISIBLE_DEVICES": "0"}
    )
    assert other.stdout.strip() == found[1].hex, other.stderr
    assert api.aclrtDeviceGetUuid(0, None) == INVALID_PARAM
    assert api.aclrtDeviceGetUuid(2, (ctypes.c_uint8 * 16)()) == INVALID_DEVICEID


# --- Figures of products -------------------------------------------------------------------------

ARCHITECTURE = 15

#: CANN's platform_config/PRODUCT.ini, by the numbers of aclplatformDevInfo; "-" is no such key.
FIGURES = {
    "Ascend910A": "32 262144 32 ? 33554432 ? 1000 - - 65536 65536 262144 1048576 Ascend910A"
    " AIC-C-100 1001 -",
    "Ascend910B4": "20 196608 20 40 100663296 ? 1500 - 1024 65536 65536 131072 524288 Ascend910B4"
    " AIC-C-220 2201 -",
    "Ascend950": "32 253952 32 64 134217728 137438953472 1650 1650 4096 65536 65536 262144 524288"
    " Ascend950 AIC-C-310 3510 0",
}


def figure(api: Api, kind: int) -> str:
    room = ctypes.create_string_buffer(64)
    return room.value.decode() if api.aclplatformGetDeviceInfo(kind, room, 64) == 0 else "-"


def check_figures(api: Api, product: str) -> None:
    for kind, expected in enumerate(FIGURES[product].split()):
        found = figure(api, kind)
        if expected != "?":  # soc.def states it
            assert found == expected, kind


@apart(ACLNN_SOC="Ascend910A")
def test_figures_of_910(api: Api) -> None:
    check_figures(api, "Ascend910A")


@apart(ACLNN_SOC="Ascend910B4")
def test_figures_of_910b(api: Api) -> None:
    check_figures(api, "Ascend910B4")


@apart(ACLNN_SOC="Ascend950")
def test_figures_of_950(api: Api) -> None:
    check_figures(api, "Ascend950")


def test_what_figures_refuse(api: Api) -> None:
    room = ctypes.create_string_buffer(4)
    ask = api.aclplatformGetDeviceInfo
    assert ask(-1, room, 4) == ask(17, room, 4) == INVALID_PARAM
    assert ask(0, None, 4) == ask(0, room, 0) == INVALID_PARAM
    assert ask(ARCHITECTURE, room, 4) == INVALID_PARAM
    assert "takes 5 bytes" in api.message()
    assert room.raw == bytes(4)


# --- Limits --------------------------------------------------------------------------------------


def limit(api: Api, which: int) -> int:
    value = ctypes.c_size_t(9)
    api.ok.aclrtDeviceGetLimit(which, ctypes.byref(value))
    return value.value


@apart()
def test_limits_of_910b(api: Api) -> None:
    value = ctypes.c_size_t()
    assert api.aclrtDeviceGetLimit(9, None) == INVALID_PARAM
    for which in (-1, 5):
        assert api.aclrtDeviceGetLimit(which, ctypes.byref(value)) == INVALID_PARAM
        assert api.aclrtDeviceSetLimit(which, 8) == INVALID_PARAM
    for which in (0, 1, 4):
        assert api.aclrtDeviceGetLimit(which, ctypes.byref(value)) == FEATURE_NOT_SUPPORT
        assert api.aclrtDeviceSetLimit(which, 8) == FEATURE_NOT_SUPPORT
    assert api.aclrtDeviceSetLimit(2, 2**32) == INVALID_PARAM
    assert limit(api, 2) == 32768
    for given, kept in ((1000, 32768), (32769, 49152), (49153, 65536), (5, 65536)):
        api.ok.aclrtDeviceSetLimit(2, given)
        assert limit(api, 2) == kept
    for wrong in (1023, 67108865):
        assert api.aclrtDeviceSetLimit(3, wrong) == PARAM_INVALID
    api.ok.aclrtDeviceSetLimit(3, 1025)
    assert limit(api, 3) == 1032


@apart(ACLNN_SOC="Ascend950")
def test_limits_of_950(api: Api) -> None:
    """256 bytes for each of 32 threads, as the documentation has it."""
    assert api.aclrtDeviceSetLimit(0, 0) == PARAM_INVALID
    api.ok.aclrtDeviceSetLimit(0, 256)
    assert limit(api, 0) == 8192
    api.ok.aclrtDeviceSetLimit(1, 500)
    assert limit(api, 1) == 512
    api.ok.aclrtDeviceSetLimit(0, 0)
    assert api.aclrtDeviceSetLimit(1, 0) == PARAM_INVALID
    assert api.aclrtDeviceSetLimit(4, 1048575) == PARAM_INVALID
    api.ok.aclrtDeviceSetLimit(4, 1048577)
    assert limit(api, 4) == 1048584


@apart()
def test_limits_to_the_time_of_kernels(api: Api) -> None:
    found, interval = ctypes.c_uint32(), ctypes.c_uint64()
    assert api.aclrtGetOpExecuteTimeout(None) == INVALID_PARAM
    assert api.aclrtGetOpTimeOutInterval(None) == INVALID_PARAM
    assert api.aclrtGetOpTimeOutInterval(ctypes.byref(interval)) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    api.ok.aclrtGetOpTimeOutInterval(ctypes.byref(interval))
    assert interval.value == 1
    actual = ctypes.c_uint64()

    def timeout() -> int:
        api.ok.aclrtGetOpExecuteTimeout(ctypes.byref(found))
        return found.value

    assert timeout() == NONE
    api.ok.aclrtSetOpExecuteTimeOut(3)
    assert timeout() == 3000
    api.ok.aclrtSetOpExecuteTimeOutWithMs(7)
    assert timeout() == 7
    api.ok.aclrtSetOpExecuteTimeOutV2(1001, ctypes.byref(actual))
    assert timeout() == 2
    api.ok.aclrtSetOpExecuteTimeOut(0)
    assert timeout() == NONE


# --- Tasks of a thread ---------------------------------------------------------------------------


def test_the_last_task_of_a_thread(device: Api) -> None:
    found = ctypes.c_uint32()
    address = malloc(device, 64)
    stream = new_stream(device)

    def last() -> int:
        device.ok.aclrtGetThreadLastTaskId(ctypes.byref(found))
        return found.value

    def fresh() -> list[int]:
        device.ok.aclrtSetDevice(0)
        seen = [last()]
        device.ok.aclrtMemsetAsync(address, 64, 1, 64, None)
        seen.append(last())
        for _ in range(2):
            device.ok.aclrtMemsetAsync(address, 64, 1, 64, stream)
        return [*seen, last()]

    assert device.aclrtGetThreadLastTaskId(None) == INVALID_PARAM
    assert in_thread(fresh) == [NONE, NONE, 2]


# --- Groups --------------------------------------------------------------------------------------


def test_there_are_no_groups(api: Api) -> None:
    count = ctypes.c_uint32(9)
    junk = ctypes.c_void_p(64)
    assert api.aclrtGetGroupCount(None) == INVALID_PARAM
    assert api.aclrtGetGroupCount(ctypes.byref(count)) == CONTEXT_NULL
    assert api.aclrtSetGroup(0) == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    api.ok.aclrtGetGroupCount(ctypes.byref(count))
    assert count.value == 0
    assert api.aclrtSetGroup(0) == GROUP_NOT_CREATE
    assert not api.aclrtCreateGroupInfo()
    assert "has no groups of cores" in api.message()
    assert api.aclrtDestroyGroupInfo(None) == INVALID_PARAM
    assert api.aclrtGetAllGroupInfo(None) == INVALID_PARAM
    found = ctypes.c_size_t()
    for arguments in ((None, 0, 0, junk, 4, found), (junk, 0, 0, None, 4, found)):
        assert api.aclrtGetGroupInfoDetail(*arguments) == INVALID_PARAM


# --- Overflow ------------------------------------------------------------------------------------


def test_nothing_overflows(device: Api) -> None:
    stream = new_stream(device)
    address = malloc(device, 64)
    for name, more in (
        ("aclrtGetFloatOverflowStatus", ()),
        ("aclrtNpuGetFloatOverFlowStatus", (3,)),
    ):
        call = getattr(device, name)
        assert call(None, 9, *more, stream) == PARAM_INVALID
        assert call(address, 63, *more, stream) == PARAM_INVALID
        assert call(ctypes.addressof(ctypes.c_int()), 64, *more, stream) == PARAM_INVALID
        assert call(address, 64, *more, ctypes.c_void_p(64)) == INVALID_HANDLE
        assert call(address + 8, 64, *more, stream) == PARAM_INVALID
        write(device, address, b"\x01" * 64)
        assert call(address, 64, *more, stream) == 0
        device.ok.aclrtSynchronizeStream(stream)
        assert read(device, address, 64) == bytes(64)
    device.ok.aclrtResetFloatOverflowStatus(stream)
    device.ok.aclrtNpuClearFloatOverFlowStatus(0, stream)
    assert device.aclrtResetFloatOverflowStatus(ctypes.c_void_p(64)) == INVALID_HANDLE
    device.ok.aclmdlRICaptureBegin(stream, 0)
    assert device.aclrtGetFloatOverflowStatus(address, 64, stream) == STREAM_CAPTURED
    assert device.aclrtNpuClearFloatOverFlowStatus(0, stream) == STREAM_CAPTURED
    graph = ctypes.c_void_p()
    device.aclmdlRICaptureEnd(stream, ctypes.byref(graph))


def test_the_version_is_a_number(api: Api) -> None:
    """By the vendor's weights, of 9.1.0."""
    value = ctypes.c_int32()
    assert api.aclsysGetVersionNum(None, ctypes.byref(value)) == INVALID_PARAM
    assert api.aclsysGetVersionNum(b"runtime", None) == INVALID_PARAM
    api.ok.aclsysGetVersionNum(b"runtime", ctypes.byref(value))
    assert value.value == 90100000
