# SPDX-License-Identifier: Apache-2.0
"""Tiles and sums have the same bits, whatever computes them."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest
from ops.ext.tile_cases import hashes
from support import Api, Session, run_python

from aclnn_py import native

pytestmark = pytest.mark.slow  # each case is a process of its own

#: An instruction that a level has, as /proc/cpuinfo calls it, and the one before has not.
NEEDED = {"v2": "sse4_2", "v3": "avx2", "v4": "avx512vl"}


def in_a_process(**variables: str) -> dict[str, str]:
    process = run_python("from ops.ext.tile_cases import main; main()", variables)
    assert process.returncode == 0, process.stderr
    assert process.stderr == ""
    found: dict[str, str] = json.loads(process.stdout)
    return found


@pytest.fixture(scope="module")
def expected(api: Api) -> dict[str, str]:
    """The results in this process."""
    with Session(api) as session:
        return hashes(session)


@pytest.mark.parametrize("cores", ["1", "2", "3", "16"])
def test_the_number_of_cores(expected: dict[str, str], cores: str) -> None:
    assert in_a_process(ACLNN_CORES=cores) == expected


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_the_kind_of_stream(expected: dict[str, str], mode: str) -> None:
    assert in_a_process(ACLNN_STREAM=mode, ACLNN_CORES="3") == expected


@pytest.mark.parametrize("level", list(NEEDED))
def test_the_level_of_instructions(expected: dict[str, str], level: str) -> None:
    if level not in native.description().kernel_levels:
        pytest.skip(f"the library was built without {level}")
    if platform.machine() != "x86_64":
        pytest.skip("levels are those of x86-64")
    if NEEDED[level] not in Path("/proc/cpuinfo").read_text("utf-8").split():
        pytest.skip(f"this machine does not run {level}")
    assert in_a_process(ACLNN_ISA=level, ACLNN_CORES="2") == expected
