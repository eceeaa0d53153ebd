# SPDX-License-Identifier: Apache-2.0
"""Programs that are wrong in one way: each is told so, and none crashes or hangs the library."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from c.misuse.cases import CASES, EVERYWHERE, NOT_WRONG, PROGRAMS, Case, Mode, header_values
from c.misuse.programs import SECONDS, Outcome, run_program
from support import program_environment, run_python

pytestmark = pytest.mark.slow  # a process for each case

WATCHFUL: Mode = ("lazy", "isolate")
"""In this mode nothing goes unnoticed."""

VALUES = header_values()

ANSWERS = {VALUES["ACL_ERROR_RT_STREAM_SYNC_TIMEOUT"], VALUES["ACL_ERROR_RT_REPORT_TIMEOUT"]}
"""A wait whose time ran out has not failed."""


def run_case(case: Case, mode: Mode, programs: Mapping[str, Path], directory: Path) -> Outcome:
    stream, check = mode
    variables = {"ACLNN_DEVICES": "2", "ACLNN_STREAM": stream, "ACLNN_CHECK": check}
    command = [str(programs[case.program]), case.name]
    return run_program(command, directory, {**variables, **case.variables})


def check_case(case: Case, outcome: Outcome) -> None:
    assert outcome.end == case.end, outcome
    assert outcome.statuses == [VALUES[name] for name in case.status], outcome
    assert outcome.saw == list(case.saw), outcome
    failed = {status for status in outcome.statuses if status not in (0, *ANSWERS)}
    assert {item["status"] for item in outcome.failures} == failed, outcome
    for words in case.words:
        assert re.search(words, outcome.texts), outcome
    assert len(outcome.findings) == len(case.findings), outcome
    for finding, words_of_finding in zip(outcome.findings, case.findings, strict=True):
        for words in words_of_finding:
            assert re.search(words, finding), outcome
    for words in case.stderr:
        assert re.search(words, outcome.stderr), outcome
    if not case.stderr:
        assert outcome.stderr == ""


def in_mode(mode: Mode) -> list[Case]:
    return [case for case in CASES if mode in case.modes]


@pytest.mark.parametrize("case", in_mode(WATCHFUL), ids=lambda case: case.name)
def test_in_isolate_and_lazy_mode(case: Case, programs: Mapping[str, Path], tmp_path: Path) -> None:
    outcome = run_case(case, WATCHFUL, programs, tmp_path)
    check_case(case, outcome)
    told = any(outcome.statuses) or bool(outcome.findings)
    assert told != (case.name in NOT_WRONG), outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "mode"),
    [(case, mode) for mode in EVERYWHERE if mode != WATCHFUL for case in in_mode(mode)],
    ids=lambda value: value.name if isinstance(value, Case) else "-".join(value),
)
def test_in_the_other_modes(
    case: Case, mode: Mode, programs: Mapping[str, Path], tmp_path: Path
) -> None:
    check_case(case, run_case(case, mode, programs, tmp_path))


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_function_is_a_case(program: str, programs: Mapping[str, Path]) -> None:
    result = subprocess.run(
        [programs[program]],
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    watched = [case.name for case in in_mode(WATCHFUL) if case.program == program]
    assert sorted(result.stdout.split()) == sorted(watched)


def test_the_matrix_is_large() -> None:
    wrong = {case.name for case in CASES} - set(NOT_WRONG)
    assert len(wrong) >= 60
    assert set(NOT_WRONG) <= {case.name for case in CASES}


#: How `aclnn run --strict` ends: with the program's code, or with 3 for a finding.
STRICT = {
    "order nothing_wrong": 0,
    "order initialized_twice": 3,
    "memory bad_index_int64": 3,
    "order before_init": 3,
    "order freed_after_finalize": 3,
    "order memory_left": 3,
    "order stream_left": 3,
    "order failure_that_nobody_fetches": 3,
    "memory missing_synchronize": 3,
    "memory workspace_shared": 3,
    "host host_reads": 128 + 11,
}


@pytest.mark.slow
@pytest.mark.parametrize("command", STRICT)
def test_strict(command: str, programs: Mapping[str, Path]) -> None:
    program, name = command.split()
    strict = ["run", "--strict", "--stream", "lazy", "--check", "isolate"]
    result = subprocess.run(
        [sys.executable, "-m", "aclnn_py", *strict, str(programs[program]), name],
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert result.returncode == STRICT[command], result
    count = 0 if STRICT[command] == 0 else 2 if name == "memory_left" else 1
    assert f"aclnn: {count} finding(s)" in result.stderr
    case = next(case for case in in_mode(WATCHFUL) if case.name == name)
    for words in case.findings:
        assert all(re.search(each.removeprefix("^"), result.stderr) for each in words)


def test_findings_are_in_the_log(programs: Mapping[str, Path], tmp_path: Path) -> None:
    command = [str(programs["order"]), "memory_left"]
    outcome = run_program(command, tmp_path, {"ACLNN_LOG": "finding"})
    line = r"^\[aclnn:finding \d+\] at exit: an allocation of 1000 bytes"
    assert re.search(line, outcome.stderr, re.MULTILINE)
    assert "[aclnn:api" not in outcome.stderr


def test_nothing_is_said_unless_asked_for(programs: Mapping[str, Path], tmp_path: Path) -> None:
    """Damage is told in any case; what CANN lets pass only on request."""
    variables = {"ACLNN_FINDINGS": ""}
    quiet = run_program([str(programs["order"]), "memory_left"], tmp_path, variables)
    assert (quiet.end, quiet.stderr, quiet.findings) == (0, "", ())
    damaged = run_program(
        [str(programs["host"]), "host_writes_behind_the_end"], tmp_path, variables
    )
    assert "bytes 3 to 4 behind the end" in damaged.stderr


READ_DEVICE_MEMORY = """
import ctypes, faulthandler
import aclnn_py as acl
{handler}
address = ctypes.c_void_p()
acl.lib.aclrtSetDevice(0)
acl.lib.aclrtMalloc(ctypes.byref(address), 4096, 0)
ctypes.string_at(address.value + 7, 1)
"""


@pytest.mark.parametrize("handler", ["faulthandler.enable()", ""])
def test_python_and_its_fault_handler(handler: str) -> None:
    """faulthandler is the handler that was there before: both reports are written."""
    code = READ_DEVICE_MEMORY.format(handler=handler)
    result = run_python(code, {"ACLNN_CHECK": "isolate"})
    assert result.returncode == -11, result
    assert re.search(r"the host has read .* byte 7 of the 4096-byte allocation", result.stderr)
    assert ("Fatal Python error: Segmentation fault" in result.stderr) == bool(handler)


def test_a_fault_handler_that_python_sets_later() -> None:
    """It stands in front, and sends the signal on without the address: its report alone is left."""
    code = READ_DEVICE_MEMORY.format(handler="").replace(
        "ctypes.string_at", "faulthandler.enable()\nctypes.string_at"
    )
    result = run_python(code, {"ACLNN_CHECK": "isolate"})
    assert result.returncode == -11, result
    assert "Fatal Python error: Segmentation fault" in result.stderr
