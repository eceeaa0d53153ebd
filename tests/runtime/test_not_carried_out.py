# SPDX-License-Identifier: Apache-2.0
"""Communication, profiling and models: functions that are there and say that they do nothing."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest
from support import Api, run_program

from aclnn_py import _tree

NOT_SUPPORTED = 5  # HCCL_E_NOT_SUPPORT
REFUSED = 207000


def said(api: Api, name: str) -> bool:
    text = api.message()
    return name in text and "not implemented by this library" in text


def test_communication_answers_with_words(api: Api) -> None:
    api.message()
    comm, devices = ctypes.c_void_p(7), (ctypes.c_int32 * 1)(0)
    assert api.HcclCommInitAll(1, devices, ctypes.byref(comm)) == NOT_SUPPORTED
    assert said(api, "HcclCommInitAll")
    assert comm.value == 7
    assert api.HcclAllReduce(None, None, 4, 4, 0, None, None) == NOT_SUPPORTED
    assert said(api, "HcclAllReduce")
    assert api.HcclCommDestroy(None) == NOT_SUPPORTED
    assert said(api, "HcclCommDestroy")
    assert api.HcclGetCommConfigCapability() == 0


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (0, b"no error"),
        (5, b"not support feature"),
        (9, b"timeout"),
        (24, b"out of memory"),
        (25, b"unknown error"),
        (-1, b"unknown error"),
    ],
)
def test_results_have_names(api: Api, code: int, text: bytes) -> None:
    assert api.HcclGetErrorString(code) == text


def test_profiling_answers_with_words(api: Api) -> None:
    api.message()
    assert api.aclprofInit(b"/nowhere", 8) == REFUSED
    assert said(api, "aclprofInit")
    assert api.aclprofCreateConfig(None, 0, 255, None, 1) is None
    assert said(api, "aclprofCreateConfig")
    assert api.aclprofStart(None) == api.aclprofStop(None) == api.aclprofFinalize() == REFUSED


def test_models_answer_with_words(api: Api) -> None:
    api.message()
    number = ctypes.c_uint32(3)
    assert api.aclmdlLoadFromFile(b"model.om", ctypes.byref(number)) == REFUSED
    assert said(api, "aclmdlLoadFromFile")
    assert number.value == 3
    assert api.aclmdlCreateDesc() is None
    assert said(api, "aclmdlCreateDesc")
    assert api.aclmdlGetNumInputs(None) == 0
    assert api.aclmdlExecute(3, None, None) == REFUSED


LAYOUT = r"""
#include <stdio.h>

#include "hccl/hccl.h"

#define AT(member, offset) _Static_assert(offsetof(HcclCommConfig, member) == offset, #member)

AT(hcclBufferSize, 24);
AT(hcclCommName, 32);
AT(hcclOpExpansionMode, 288);
AT(hcclJobID, 304);
AT(hcclExecTimeOut, 316);
AT(hcclAlgo, 320);
AT(hcclRetryEnable, 1920);
AT(hcclBufferName, 2098);
AT(hcclQos, 2228);
AT(hcclSymWinMaxMemSizePerRank, 2232);
_Static_assert(sizeof(HcclCommConfig) == 2240 && sizeof(HcclRootInfo) == 4108, "sizes");
_Static_assert(sizeof(HcclSendRecvItem) == 32, "an item");

int main(void)
{
    HcclCommConfig config;
    HcclComm comm;
    HcclCommConfigInit(&config);
    printf("%zu %x %x\n", *(size_t *)(void *)config.reserved,
           *(unsigned *)(void *)(config.reserved + 8), config.hcclDeterministic);
    printf("%s\n", HcclGetErrorString(HcclCommInitRootInfoConfig(1, NULL, 0, &config, &comm)));
    return 0;
}
"""


@pytest.mark.slow  # compiles C
def test_settings_lie_where_they_lie_elsewhere(tmp_path: Path) -> None:
    source, program = tmp_path / "layout.c", tmp_path / "layout"
    source.write_text(LAYOUT, "utf-8")
    tree = _tree.prefix()
    command = ["gcc", "-Wall", f"-I{tree}/include", str(source), "-o", str(program)]
    subprocess.run([*command, f"-L{tree}/lib64", "-lhccl", "-lascendcl"], check=True)
    assert run_program(program).splitlines() == [
        "2240 f0f0f0f0 ffffffff",
        "not support feature",
    ]
