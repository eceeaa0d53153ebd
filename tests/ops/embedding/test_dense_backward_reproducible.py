# SPDX-License-Identifier: Apache-2.0
"""The same operands give the same bits, whatever computes them."""

from __future__ import annotations

import ctypes
import json
import os
import platform
from pathlib import Path
from typing import Any

import pytest
from ops.embedding.cases import BACKWARD, hashes
from support import Api, Session, run_python

from aclnn_py import native

pytestmark = pytest.mark.slow  # each case is a process of its own

#: What /proc/cpuinfo calls the instructions that a level has beyond the one before.
LEVELS = {
    "v2": {"sse4_2", "ssse3", "popcnt", "cx16"},
    "v3": {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"},
    "v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}


def in_a_process(variables: dict[str, str], options: str = "") -> dict[str, str]:
    process = run_python(
        f"from ops.embedding.cases import main; main({options.split()!r})", variables
    )
    assert process.returncode == 0, process.stderr
    assert process.stderr == ""
    found: dict[str, str] = json.loads(process.stdout)
    return found


@pytest.fixture(scope="module")
def expected(api: Api) -> dict[str, str]:
    """The results in this process."""
    with Session(api) as session:
        return hashes(session)


@pytest.mark.parametrize("cores", [1, 2, 3, 7, 16])
def test_the_number_of_cores(expected: dict[str, str], cores: int) -> None:
    assert in_a_process({"ACLNN_CORES": str(cores)}) == expected


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_the_kind_of_stream(expected: dict[str, str], mode: str) -> None:
    assert in_a_process({"ACLNN_STREAM": mode, "ACLNN_CORES": "5"}) == expected


def test_repeated_runs_and_the_deterministic_option(expected: dict[str, str]) -> None:
    assert in_a_process({"ACLNN_CORES": "4"}, "deterministic twice") == expected


def test_the_product(expected: dict[str, str]) -> None:
    assert in_a_process({"ACLNN_SOC": "Ascend910B4"}) == expected
    forward = {name: result for name, result in expected.items() if name != BACKWARD}
    assert in_a_process({"ACLNN_SOC": "Ascend950"}, "forward") == forward


@pytest.mark.parametrize("level", list(LEVELS))
def test_the_level_of_instructions(expected: dict[str, str], level: str) -> None:
    if level not in native.description().kernel_levels:
        pytest.skip(f"the library was built without {level}")
    if platform.machine() != "x86_64":
        pytest.skip("levels are those of x86-64")
    flags = set(
        Path("/proc/cpuinfo").read_text("utf-8").partition("flags")[2].split("\n")[0].split()
    )
    if not all(LEVELS[lower] <= flags for lower in sorted(LEVELS) if lower <= level):
        pytest.skip(f"this machine does not run {level}")
    assert in_a_process({"ACLNN_ISA": level, "ACLNN_CORES": "3"}) == expected


def test_the_deterministic_option_is_remembered(api: Api) -> None:
    value = ctypes.c_int64()

    def option() -> int:
        api.ok.aclrtGetSysParamOpt(0, ctypes.byref(value))
        return value.value

    before = option()
    for setting in (1, 0, 1):
        api.ok.aclrtSetSysParamOpt(0, setting)
        assert option() == setting
    api.ok.aclrtSetSysParamOpt(0, before)


def test_many_runs_at_once(api: Api, expected: dict[str, Any]) -> None:
    """Streams share the cores: which thread takes which block differs from run to run."""
    import threading

    results: list[dict[str, str]] = []

    def work() -> None:
        with Session(api) as session:
            results.append(hashes(session))

    threads = [threading.Thread(target=work) for _ in range(min(4, os.cpu_count() or 1) + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * len(threads)
