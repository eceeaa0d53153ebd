# SPDX-License-Identifier: Apache-2.0
"""aclnn_ext/library.h: which library this is, and which instructions it uses."""

from __future__ import annotations

import ctypes
import platform

import pytest
from support import Api, run_python

import aclnn_py
from aclnn_py import native
from aclnn_py.cli import doctor
from aclnn_py.native import constants

NULL = constants()["ACLNN_ERR_PARAM_NULLPTR"]

LEVEL = """
import ctypes
from aclnn_py import native
name = ctypes.c_char_p()
assert native.load().aclnnExtGetKernelLevel(ctypes.byref(name)) == 0
print(name.value.decode())
"""


def test_the_version_is_that_of_the_package(api: Api) -> None:
    numbers = [ctypes.c_int32(-1) for _ in range(3)]
    assert api.aclnnExtGetVersion(*map(ctypes.byref, numbers)) == 0
    assert ".".join(str(number.value) for number in numbers) == aclnn_py.__version__


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_no_place_for_a_number(api: Api, missing: int) -> None:
    numbers = [ctypes.c_int32(-1) for _ in range(3)]
    places = [None if at == missing else ctypes.byref(each) for at, each in enumerate(numbers)]
    assert api.aclnnExtGetVersion(*places) == NULL
    assert f"{('major', 'minor', 'patch')[missing]} is NULL" in api.message()
    assert [number.value for number in numbers] == [-1, -1, -1]


def test_no_place_for_a_level(api: Api) -> None:
    assert api.aclnnExtGetKernelLevel(None) == NULL
    assert "name is NULL" in api.message()


def test_the_level_is_what_the_variable_names() -> None:
    """The weakest level runs wherever the library does."""
    weakest = native.description().kernel_levels[0]
    assert run_python(LEVEL, {"ACLNN_ISA": weakest}).stdout == f"{weakest}\n"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="one level only")
def test_the_level_is_the_best_of_the_machine() -> None:
    """By what the kernel of the system says of the CPU."""
    runs = [level for level in doctor._cpu_levels() if level in native.description().kernel_levels]
    assert run_python(LEVEL, {"ACLNN_ISA": ""}).stdout == f"{runs[-1]}\n"
