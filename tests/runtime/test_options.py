# SPDX-License-Identifier: Apache-2.0
"""Options, overflow, last errors, limits, and what the product says of itself."""

from __future__ import annotations

import ctypes
from functools import partial
from typing import Any

import pytest
from runtime.codes import (
    ACLNN_PARAM_NULLPTR,
    CONTEXT_NULL,
    INVALID_DEVICEID,
    INVALID_HANDLE,
    INVALID_PARAM,
    PARAM_INVALID,
    SYSPARAMOPT_NOT_SET,
)
from runtime.tools import apart, in_thread, malloc, malloc_host, new_stream, read, write
from support import Api

DETERMINISTIC, DEBUG_KERNEL, STRONG_CONSISTENCY, EARLY_START = range(4)
CUBE, VECTOR = 0, 1


def process_option(api: Api, option: int) -> int:
    value = ctypes.c_int64(-9)
    api.ok.aclrtGetSysParamOpt(option, ctypes.byref(value))
    return value.value


def context_option(api: Api, option: int) -> tuple[int, int]:
    value = ctypes.c_int64(-9)
    return api.aclrtCtxGetSysParamOpt(option, ctypes.byref(value)), value.value


# --- Options -------------------------------------------------------------------------------------


@apart()
def test_options_of_the_process(api: Api) -> None:
    """No context is needed; every thread sees them."""
    for option in range(4):
        assert process_option(api, option) == 0, "until set"
        for value in range(4 if option == DETERMINISTIC else 2):
            assert api.aclrtSetSysParamOpt(option, value) == 0
            assert process_option(api, option) == value
            assert in_thread(partial(process_option, api, option)) == value
        assert [process_option(api, other) for other in range(option + 1, 4)] == [0] * (3 - option)


def test_arguments_of_options(api: Api) -> None:
    for option in (-1, 4, 99):
        assert api.aclrtSetSysParamOpt(option, 99) == INVALID_PARAM
        assert f"opt is {option}" in api.message()
        assert api.aclrtGetSysParamOpt(option, None) == INVALID_PARAM
    assert api.aclrtGetSysParamOpt(DETERMINISTIC, None) == INVALID_PARAM
    for option, value in ((0, 4), (0, -1), (1, 2), (2, 2), (3, 2), (3, -1), (1, 2**40)):
        before = process_option(api, option)
        assert api.aclrtSetSysParamOpt(option, value) == PARAM_INVALID
        assert f"value is {value}" in api.message()
        assert process_option(api, option) == before


@apart()
def test_options_of_a_context(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    for option in range(3):
        assert context_option(api, option) == (SYSPARAMOPT_NOT_SET, -9)
        api.ok.aclrtSetSysParamOpt(option, 1)
        assert context_option(api, option)[0] == SYSPARAMOPT_NOT_SET, "the process is another scope"
        api.ok.aclrtSetSysParamOpt(option, 0)
        assert api.aclrtCtxSetSysParamOpt(option, 1) == 0
        assert context_option(api, option) == (0, 1)
        assert process_option(api, option) == 1, "it sets the option of the process too"
        assert api.aclrtCtxSetSysParamOpt(option, 0) == 0
        assert context_option(api, option) == (0, 0), "0 is set as well"
        assert process_option(api, option) == 0
    context = ctypes.c_void_p()
    api.ok.aclrtCreateContext(ctypes.byref(context), 0)
    for option in range(3):
        assert context_option(api, option)[0] == SYSPARAMOPT_NOT_SET, "another context"
    api.ok.aclrtDestroyContext(context)


def test_arguments_of_options_of_a_context(api: Api) -> None:
    for option in (-1, EARLY_START, 99):
        assert api.aclrtCtxSetSysParamOpt(option, 99) == INVALID_PARAM
        assert api.aclrtCtxGetSysParamOpt(option, None) == INVALID_PARAM
    assert api.aclrtCtxGetSysParamOpt(DETERMINISTIC, None) == INVALID_PARAM
    assert api.aclrtCtxSetSysParamOpt(DETERMINISTIC, 99) == CONTEXT_NULL
    assert context_option(api, DETERMINISTIC)[0] == CONTEXT_NULL
    api.ok.aclrtSetDevice(0)
    for option, value in ((0, 4), (0, -1), (1, 2), (2, 2)):
        assert api.aclrtCtxSetSysParamOpt(option, value) == PARAM_INVALID
        assert context_option(api, option)[0] == SYSPARAMOPT_NOT_SET


@pytest.mark.parametrize(
    "name",
    ["aclrtSetOpWaitTimeout", "aclrtSetOpExecuteTimeOut", "aclrtSetOpExecuteTimeOutWithMs"],
)
def test_timeouts_are_taken(device: Api, name: str) -> None:
    for timeout in (0, 1, 2**32 - 1):
        assert getattr(device, name)(timeout) == 0
    without_context = in_thread(lambda: getattr(device, name)(1))
    assert without_context == (0 if name == "aclrtSetOpWaitTimeout" else CONTEXT_NULL)


def test_the_limit_that_holds_is_told(device: Api) -> None:
    actual = ctypes.c_uint64(7)
    assert device.aclrtSetOpExecuteTimeOutV2(ctypes.c_uint64(2**40), ctypes.byref(actual)) == 0
    assert actual.value == 2**40
    assert device.aclrtSetOpExecuteTimeOutV2(ctypes.c_uint64(1), None) == PARAM_INVALID


# --- Overflow ------------------------------------------------------------------------------------


def saturation(api: Api) -> int:
    mode = ctypes.c_int(9)
    api.ok.aclrtGetDeviceSatMode(ctypes.byref(mode))
    return mode.value


@apart()
def test_saturation_mode(api: Api) -> None:
    """It is the process' and needs no device."""
    assert saturation(api) == 1  # ACL_RT_OVERFLOW_MODE_INFNAN
    assert api.aclrtSetDeviceSatMode(0) == 0
    assert saturation(api) == 0
    assert api.aclrtSetDeviceSatMode(2) == PARAM_INVALID
    assert api.aclrtGetDeviceSatMode(None) == INVALID_PARAM
    api.ok.aclrtSetDevice(0)
    assert saturation(api) == 0
    for value in (0, 1):
        assert api.aclrtSetDeviceSatMode(value) == 0
        assert saturation(api) == value
    for value in (2, -1, 99):
        assert api.aclrtSetDeviceSatMode(value) == PARAM_INVALID
    assert saturation(api) == 1


def test_overflow_status(device: Api) -> None:
    stream, address = new_stream(device), malloc(device, 128)
    write(device, address, b"." * 128)
    assert device.aclrtGetOverflowStatus(address, 64, stream) == 0
    device.ok.aclrtSynchronizeStream(stream)
    assert read(device, address, 128) == b"\0" * 64 + b"." * 64
    assert device.aclrtResetOverflowStatus(stream) == 0


def test_arguments_of_the_overflow_status(device: Api) -> None:
    address, short, host = malloc(device, 64), malloc(device, 63), malloc_host(device, 64)
    buffer = ctypes.create_string_buffer(64)
    assert device.aclrtGetOverflowStatus(None, 64, None) == INVALID_PARAM
    for size in (0, 63, 65, 128):
        assert device.aclrtGetOverflowStatus(address, size, None) == PARAM_INVALID
        assert f"outputSize is {size}" in device.message()
    for wrong in (short, host, ctypes.addressof(buffer), address + 1):
        assert device.aclrtGetOverflowStatus(wrong, 64, None) == PARAM_INVALID
    assert device.aclrtGetOverflowStatus(address, 64, 0x1230) == INVALID_HANDLE
    assert in_thread(lambda: device.aclrtGetOverflowStatus(address, 64, None)) == CONTEXT_NULL


# --- The last error ------------------------------------------------------------------------------


def test_last_error(api: Api) -> None:
    assert api.aclrtPeekAtLastError(0) == 0
    assert api.aclrtFree(None) == INVALID_PARAM
    assert api.aclrtSetDevice(99) == INVALID_DEVICEID
    api.ok.aclrtSetDevice(0)
    for _ in range(2):
        assert api.aclrtPeekAtLastError(0) == INVALID_DEVICEID, "a success changes nothing"
    assert in_thread(lambda: api.aclrtPeekAtLastError(0)) == 0, "of the thread"
    assert api.aclrtGetLastError(0) == INVALID_DEVICEID
    assert api.aclrtGetLastError(0) == 0
    assert api.aclrtPeekAtLastError(0) == 0
    assert "deviceId is 99" in api.message(), "the text stays"


def test_the_last_error_is_that_of_aclnn_too(api: Api) -> None:
    """PyTorch's plug-in asks behind each call that failed, and would name one from before."""
    assert api.aclrtSetDevice(99) == INVALID_DEVICEID
    status = api.aclnnAddGetWorkspaceSize(*[None] * 6)
    assert status == ACLNN_PARAM_NULLPTR
    assert api.aclrtPeekAtLastError(0) == ACLNN_PARAM_NULLPTR
    assert api.aclrtFree(None) == INVALID_PARAM
    assert api.aclrtGetLastError(0) == INVALID_PARAM
    api.message()


def test_no_device_yet_is_no_last_error(api: Api) -> None:
    """A thread without a context asks for its device, as torch_npu does before it sets one."""

    def ask() -> tuple[int, int, int]:
        asked = api.aclrtGetDevice(ctypes.byref(ctypes.c_int32()))
        last = api.aclrtPeekAtLastError(0)
        api.aclrtCtxGetSysParamOpt(0, ctypes.byref(ctypes.c_int64()))
        return asked, last, api.aclrtGetLastError(0)

    assert in_thread(ask) == (CONTEXT_NULL, 0, CONTEXT_NULL)


@pytest.mark.parametrize("level", [-1, 1, 99])
def test_levels_of_errors(api: Api, level: int) -> None:
    assert api.aclrtPeekAtLastError(level) == INVALID_PARAM
    assert api.aclrtGetLastError(level) == INVALID_PARAM
    assert f"level is {level}" in api.message()


# --- Limits to cores -----------------------------------------------------------------------------


def limit(api: Api, name: str, *owner: Any, kind: int = VECTOR) -> int:
    value = ctypes.c_uint32()
    api_function = getattr(api.ok, name)
    api_function(*owner, kind, ctypes.byref(value))
    return value.value


@apart(ACLNN_SOC="Ascend910B2")
def test_limits_of_a_device_a_stream_and_a_thread(api: Api) -> None:
    assert limit(api, "aclrtGetDeviceResLimit", 0, kind=VECTOR) == 48
    assert limit(api, "aclrtGetDeviceResLimit", 0, kind=CUBE) == 24
    api.ok.aclrtSetDeviceResLimit(0, VECTOR, 30)
    assert limit(api, "aclrtGetDeviceResLimit", 0) == 30
    api.ok.aclrtSetDevice(0)
    stream = new_stream(api)
    assert limit(api, "aclrtGetStreamResLimit", stream) == 30, "at first the device's"
    assert limit(api, "aclrtGetResInCurrentThread") == 30
    api.ok.aclrtSetStreamResLimit(stream, VECTOR, 7)
    assert limit(api, "aclrtGetStreamResLimit", stream) == 7
    assert limit(api, "aclrtGetStreamResLimit", new_stream(api)) == 30
    assert limit(api, "aclrtGetResInCurrentThread") == 30, "not used yet"
    api.ok.aclrtUseStreamResInCurrentThread(stream)
    assert limit(api, "aclrtGetResInCurrentThread") == 7
    assert limit(api, "aclrtGetResInCurrentThread", kind=CUBE) == 24

    def elsewhere() -> int:
        api.ok.aclrtSetDevice(0)
        return limit(api, "aclrtGetResInCurrentThread")

    assert in_thread(elsewhere) == 30
    api.ok.aclrtUnuseStreamResInCurrentThread(stream)
    assert limit(api, "aclrtGetResInCurrentThread") == 30
    assert limit(api, "aclrtGetDeviceResLimit", 0) == 30
    api.ok.aclrtResetStreamResLimit(stream)
    assert limit(api, "aclrtGetStreamResLimit", stream) == 30
    api.ok.aclrtResetDeviceResLimit(0)
    assert limit(api, "aclrtGetStreamResLimit", stream) == 48
    assert limit(api, "aclrtGetDeviceResLimit", 0) == 48


def test_arguments_of_limits(api: Api) -> None:
    value = ctypes.c_uint32()
    out = ctypes.byref(value)
    for kind in (-1, 2, 99):
        assert api.aclrtGetDeviceResLimit(0, kind, out) == PARAM_INVALID
        assert api.aclrtSetDeviceResLimit(0, kind, 1) == PARAM_INVALID
        assert api.aclrtGetStreamResLimit(None, kind, out) == PARAM_INVALID
        assert api.aclrtSetStreamResLimit(None, kind, 1) == PARAM_INVALID
        assert api.aclrtGetResInCurrentThread(kind, out) == PARAM_INVALID
    assert api.aclrtGetDeviceResLimit(0, VECTOR, None) == INVALID_PARAM
    assert api.aclrtGetStreamResLimit(None, VECTOR, None) == INVALID_PARAM
    assert api.aclrtGetResInCurrentThread(VECTOR, None) == INVALID_PARAM
    assert api.aclrtGetResInCurrentThread(VECTOR, out) == CONTEXT_NULL
    for wrong in (0, 49, 2**32 - 1):
        assert api.aclrtSetDeviceResLimit(0, VECTOR, wrong) == PARAM_INVALID
        assert api.aclrtSetStreamResLimit(None, VECTOR, wrong) == PARAM_INVALID
    for device in (-1, 99):
        assert api.aclrtGetDeviceResLimit(device, VECTOR, out) == INVALID_DEVICEID
        assert api.aclrtSetDeviceResLimit(device, VECTOR, 1) == INVALID_DEVICEID
        assert api.aclrtResetDeviceResLimit(device) == INVALID_DEVICEID


# --- What the product says of itself -------------------------------------------------------------

#: name -> cube cores, vector cores, bytes of unified buffer, GiB of memory, bfloat16
PRODUCTS = {
    "Ascend910A": (32, 32, 262144, 32, 0),
    "Ascend910B2": (24, 48, 196352, 64, 1),
    "Ascend910_9362": (20, 40, 196352, 64, 1),
    "Ascend950": (32, 64, 253952, 128, 1),
}


def check_product(api: Api, soc: str) -> None:
    cube, vector, buffer, gib, bfloat16 = PRODUCTS[soc]
    assert api.aclrtGetSocName() == soc.encode()
    value, number = ctypes.c_int64(-9), ctypes.c_int32(-9)
    figures = {101: cube, 102: cube, 201: vector, 204: buffer, 301: gib * 2**30, 402: 0}
    for attribute, expected in figures.items():
        assert api.aclrtGetDeviceInfo(0, attribute, ctypes.byref(value)) == 0, attribute
        assert value.value == expected, attribute
    for figure, expected in {0: cube, 1: vector}.items():
        assert api.aclGetDeviceCapability(0, figure, ctypes.byref(value)) == 0
        assert value.value == expected
    for attribute, expected in {0: 1, 1: bfloat16}.items():
        assert api.aclGetCannAttribute(attribute, ctypes.byref(number)) == 0
        assert number.value == expected
    listed, count = ctypes.c_void_p(), ctypes.c_size_t()
    api.ok.aclGetCannAttributeList(
        ctypes.cast(ctypes.byref(listed), ctypes.POINTER(ctypes.POINTER(ctypes.c_int))),
        ctypes.byref(count),
    )
    values = (ctypes.c_int * count.value).from_address(listed.value or 0)
    assert (0 in values) is True
    assert (1 in values) is bool(bfloat16)


@apart(ACLNN_SOC="Ascend910A")
def test_ascend910(api: Api) -> None:
    check_product(api, "Ascend910A")


@apart()
def test_the_default_product(api: Api) -> None:
    check_product(api, "Ascend910B2")


@apart(ACLNN_SOC="Ascend910_9362")
def test_ascend910_93(api: Api) -> None:
    check_product(api, "Ascend910_9362")


@apart(ACLNN_SOC="Ascend950")
def test_ascend950(api: Api) -> None:
    check_product(api, "Ascend950")


def test_arguments_of_figures(api: Api) -> None:
    value, number = ctypes.c_int64(-9), ctypes.c_int32(-9)
    out = ctypes.byref(value)
    assert api.aclrtGetDeviceInfo(0, 201, None) == INVALID_PARAM
    for device in (1, 99, 2**32 - 1):
        assert api.aclrtGetDeviceInfo(device, 201, out) == INVALID_DEVICEID
        assert api.aclGetDeviceCapability(device, 1, out) == INVALID_DEVICEID
    for attribute in (0, 2, 999, -1):
        assert api.aclrtGetDeviceInfo(0, attribute, out) == PARAM_INVALID
    assert api.aclGetDeviceCapability(0, 1, None) == INVALID_PARAM
    for figure in (-1, 3, 99):
        assert api.aclGetDeviceCapability(0, figure, out) == INVALID_PARAM
    assert api.aclGetCannAttribute(0, None) == INVALID_PARAM
    for attribute in (-1, 3, 99):
        assert api.aclGetCannAttribute(attribute, ctypes.byref(number)) == INVALID_PARAM
    count = ctypes.c_size_t()
    assert api.aclGetCannAttributeList(None, ctypes.byref(count)) == INVALID_PARAM
    pointer = ctypes.POINTER(ctypes.c_int)()
    assert api.aclGetCannAttributeList(ctypes.byref(pointer), None) == INVALID_PARAM
    assert (value.value, number.value) == (-9, -9)


def test_versions(api: Api) -> None:
    numbers = [ctypes.c_int32(-9) for _ in range(3)]
    pointers = [ctypes.byref(number) for number in numbers]
    assert api.aclrtGetVersion(*pointers) == 0
    assert [number.value for number in numbers] == [1, 17, 0]
    for missing in range(3):
        arguments = [None if i == missing else pointer for i, pointer in enumerate(pointers)]
        assert api.aclrtGetVersion(*arguments) == INVALID_PARAM


class PackageVersion(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_char * 128),
        ("major", ctypes.c_char * 64),
        ("minor", ctypes.c_char * 64),
        ("release", ctypes.c_char * 64),
        ("patch", ctypes.c_char * 64),
        ("reserved", ctypes.c_char * 128),
    ]


def test_versions_of_packages(api: Api) -> None:
    for package in range(8):
        version = PackageVersion()
        assert api.aclsysGetCANNVersion(package, ctypes.byref(version)) == 0
        assert version.version == b"9.1.0"  # the release whose acl is 1.17
        assert (version.major, version.minor) == (b"9", b"1")
        assert (version.release, version.patch) == (b"0", b"0")
    assert api.aclsysGetCANNVersion(0, None) == INVALID_PARAM
    for package in (-1, 8):
        assert api.aclsysGetCANNVersion(package, ctypes.byref(version)) == INVALID_PARAM
