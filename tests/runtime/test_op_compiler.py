# SPDX-License-Identifier: Apache-2.0
"""The compiler of single operators: options are kept, operators that are not there are refused by
their names."""

from __future__ import annotations

import ctypes

import pytest
from runtime.codes import FEATURE_NOT_SUPPORT, INVALID_PARAM
from runtime.tools import apart
from support import Api

PRECISION_MODE, JIT_COMPILE, LAST = 0, 10, 16


def option(api: Api, number: int) -> str:
    size = api.lib["aclGetCompileoptSize"]
    size.restype = ctypes.c_size_t
    value = ctypes.create_string_buffer(size(number))
    api.ok.aclGetCompileopt(number, value, ctypes.c_size_t(len(value)))
    return value.value.decode()


@apart()
def test_options_are_kept(api: Api) -> None:
    """Frameworks ask whether operators are compiled as they come; here they are not."""
    assert option(api, JIT_COMPILE) == "disable"
    assert option(api, PRECISION_MODE) == ""
    for value in (b"must_keep_origin_dtype", b"", b"allow_fp32_to_fp16"):
        api.ok.aclSetCompileopt(PRECISION_MODE, value)
        assert option(api, PRECISION_MODE) == value.decode()
    assert option(api, JIT_COMPILE) == "disable"


def test_wrong_options(api: Api) -> None:
    value = ctypes.create_string_buffer(64)
    for number in (-1, LAST + 1):
        assert api.aclSetCompileopt(number, b"1") == INVALID_PARAM
        assert api.lib["aclGetCompileoptSize"](number) == 0
        assert api.aclGetCompileopt(number, value, ctypes.c_size_t(64)) == INVALID_PARAM
    assert api.aclSetCompileopt(LAST, None) == INVALID_PARAM
    assert api.aclGetCompileopt(JIT_COMPILE, None, ctypes.c_size_t(64)) == INVALID_PARAM
    assert api.aclGetCompileopt(JIT_COMPILE, value, ctypes.c_size_t(7)) == INVALID_PARAM
    assert "8 bytes" in api.message()


@pytest.mark.parametrize("name", ["aclopCompileAndExecute", "aclopCompileAndExecuteV2"])
def test_operators_are_refused_by_name(api: Api, name: str) -> None:
    nothing = (0, None, None, 0, None, None, None, 0, 0, None, None)
    assert api.lib[name](b"Foo2D", *nothing) == FEATURE_NOT_SUPPORT
    assert "Foo2D" in api.message()
    assert api.lib[name](None, *nothing) == INVALID_PARAM


def test_versions_by_name(api: Api) -> None:
    version = ctypes.create_string_buffer(128)
    api.ok.aclsysGetVersionStr(b"runtime", version)
    assert version.value == b"9.1.0"
    assert api.aclsysGetVersionStr(None, version) == INVALID_PARAM
    assert api.aclsysGetVersionStr(b"runtime", None) == INVALID_PARAM


@apart()
def test_no_stream_is_captured(api: Api) -> None:
    api.ok.aclrtSetDevice(0)
    status, model, stream = ctypes.c_int(9), ctypes.c_void_p(8), ctypes.c_void_p()
    api.ok.aclrtCtxGetCurrentDefaultStream(ctypes.byref(stream))
    api.ok.aclmdlRICaptureGetInfo(stream, ctypes.byref(status), ctypes.byref(model))
    assert (status.value, model.value) == (0, None)
    api.ok.aclmdlRICaptureGetInfo(stream, ctypes.byref(status), None)
    # As the public source of CANN's runtime: a stream, and one of the pointers.
    assert api.aclmdlRICaptureGetInfo(stream, None, None) == INVALID_PARAM
    assert api.aclmdlRICaptureGetInfo(None, ctypes.byref(status), None) == INVALID_PARAM
