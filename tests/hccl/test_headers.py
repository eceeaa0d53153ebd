# SPDX-License-Identifier: Apache-2.0
"""Names and numbers of hccl's headers, from CANN's documentation and headers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support import Api, run_program

from aclnn_py import _tree, native

RESULTS = {
    0: ("HCCL_SUCCESS", "no error"),
    1: ("HCCL_E_PARA", "parameter error"),
    2: ("HCCL_E_PTR", "empty pointer"),
    3: ("HCCL_E_MEMORY", "memory error"),
    4: ("HCCL_E_INTERNAL", "internal error"),
    5: ("HCCL_E_NOT_SUPPORT", "not support feature"),
    6: ("HCCL_E_NOT_FOUND", "not found specific resource"),
    7: ("HCCL_E_UNAVAIL", "resource unavailable"),
    8: ("HCCL_E_SYSCALL", "call system interface error"),
    9: ("HCCL_E_TIMEOUT", "timeout"),
    10: ("HCCL_E_OPEN_FILE_FAILURE", "open file fail"),
    11: ("HCCL_E_TCP_CONNECT", "tcp connect fail"),
    12: ("HCCL_E_ROCE_CONNECT", "roce connect fail"),
    13: ("HCCL_E_TCP_TRANSFER", "tcp transfer fail"),
    14: ("HCCL_E_ROCE_TRANSFER", "roce transfer fail"),
    15: ("HCCL_E_RUNTIME", "call runtime api fail"),
    16: ("HCCL_E_DRV", "call driver api fail"),
    17: ("HCCL_E_PROFILING", "call profiling api fail"),
    18: ("HCCL_E_CCE", "call cce api fail"),
    19: ("HCCL_E_NETWORK", "call network api fail"),
    20: ("HCCL_E_AGAIN", "try again"),
    21: ("HCCL_E_REMOTE", "error cqe"),
    22: ("HCCL_E_SUSPENDING", "error communicator suspending"),
    23: ("HCCL_E_OPRETRY_FAIL", "retry constraint"),
    24: ("HCCL_E_OOM", "out of memory"),
}

NUMBERS = {
    "HCCL_E_IN_STATUS": 1041,
    "HCCL_REDUCE_SUM": 0,
    "HCCL_REDUCE_PROD": 1,
    "HCCL_REDUCE_MAX": 2,
    "HCCL_REDUCE_MIN": 3,
    "HCCL_REDUCE_RESERVED": 255,
    "HCCL_DATA_TYPE_INT8": 0,
    "HCCL_DATA_TYPE_INT16": 1,
    "HCCL_DATA_TYPE_INT32": 2,
    "HCCL_DATA_TYPE_FP16": 3,
    "HCCL_DATA_TYPE_FP32": 4,
    "HCCL_DATA_TYPE_INT64": 5,
    "HCCL_DATA_TYPE_UINT64": 6,
    "HCCL_DATA_TYPE_UINT8": 7,
    "HCCL_DATA_TYPE_UINT16": 8,
    "HCCL_DATA_TYPE_UINT32": 9,
    "HCCL_DATA_TYPE_FP64": 10,
    "HCCL_DATA_TYPE_BFP16": 11,
    "HCCL_DATA_TYPE_INT128": 12,
    "HCCL_DATA_TYPE_HIF8": 14,
    "HCCL_DATA_TYPE_FP8E4M3": 15,
    "HCCL_DATA_TYPE_FP8E5M2": 16,
    "HCCL_DATA_TYPE_FP8E8M0": 17,
    "HCCL_DATA_TYPE_RESERVED": 255,
    "HCCL_SEND": 0,
    "HCCL_RECV": 1,
    "HCCL_DETERMINISTIC": 0,
    "HCCL_COMM_CONFIG_BUFFER_SIZE": 0,
    "HCCL_COMM_CONFIG_RESERVED": 12,
}


def test_numbers() -> None:
    constants = native.constants()
    expected = {**NUMBERS, **{name: number for number, (name, _) in RESULTS.items()}}
    assert {name: constants[name] for name in expected} == expected


@pytest.mark.parametrize("code", [*RESULTS, 25, 13000, -1])
def test_results_have_texts(api: Api, code: int) -> None:
    text = RESULTS[code][1] if code in RESULTS else "unknown error"
    assert api.HcclGetErrorString(code).decode() == text


LAYOUT = r"""
#include <stdio.h>

#include "hccl/hccl.h"

#ifdef __cplusplus
#define _Static_assert static_assert
#endif
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
@pytest.mark.parametrize(("compiler", "library"), [("gcc", "-lhccl"), ("g++", "-lhcomm")])
def test_settings_lie_where_they_lie_elsewhere(tmp_path: Path, compiler: str, library: str) -> None:
    source, program = tmp_path / ("layout.c" if compiler == "gcc" else "layout.cpp"), tmp_path / "p"
    source.write_text(LAYOUT, "utf-8")
    tree = _tree.prefix()
    command = [compiler, "-Wall", f"-I{tree}/include", str(source), "-o", str(program)]
    subprocess.run([*command, f"-L{tree}/lib64", library, "-lascendcl"], check=True)
    assert run_program(program).splitlines() == [
        "2240 f0f0f0f0 ffffffff",
        "empty pointer",
    ]
