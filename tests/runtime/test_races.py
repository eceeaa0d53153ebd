# SPDX-License-Identifier: Apache-2.0
"""Races between streams, and with the host, are told by the order of calls alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import program_environment, run_program

PROGRAMS = Path(__file__).with_name("race_programs.py")


def run(directory: Path, mode: str, *arguments: str) -> str:
    """What the programs print."""
    variables = {
        "ACLNN_DEVICES": "2",
        "ACLNN_STREAM": mode,
        "ACLNN_FINDINGS": str(directory / "findings.jsonl"),
    }
    return run_program(Path(sys.executable), PROGRAMS, *arguments, **variables)


def test_each_pair_races_without_one_call(tmp_path: Path) -> None:
    assert run(tmp_path, "sync", "1") == ""


@pytest.mark.slow
def test_in_lazy_mode(tmp_path: Path) -> None:
    assert run(tmp_path, "lazy", "1") == ""


@pytest.mark.slow
def test_luck_plays_no_part(tmp_path: Path) -> None:
    assert run(tmp_path, "async", "20") == ""


@pytest.mark.slow
def test_every_mode_finds_the_same(tmp_path: Path) -> None:
    """Word for word."""

    def told(mode: str) -> list[str]:
        return run(tmp_path, mode, "1", "tell").splitlines()

    found = told("sync")
    assert len(found) > 80
    assert told("async") == told("lazy") == found


@pytest.mark.slow
def test_views_race_where_they_share_a_byte(tmp_path: Path) -> None:
    assert run(tmp_path, "sync", "1000", "views") == ""


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    lines = run(tmp_path_factory.mktemp("told"), "sync", "1", "tell").splitlines()
    return {title: text for title, _, text in (line.partition(": ") for line in reversed(lines))}


TEXTS = {
    "write and read": r"aclrtMemcpyAsync: src, bytes 0x to 0x, is read on stream (\d+) \(task 1\), "
    r"and nothing orders that and aclrtMemsetAsync \(task 1 of stream (\d+)\), which writes "
    r"devPtr, bytes 0x to 0x; event \d+ was recorded behind that on stream \2, and stream \1 does "
    r"not wait for it: call aclrtStreamWaitEvent before",
    "write and write": r".*; order the streams by an event that stream \d+ records behind that "
    r"\(aclrtRecordEvent\) and stream \d+ waits for \(aclrtStreamWaitEvent\), .*",
    "two launches": r"aclnnAdd: self, .* and aclnnInplaceZero \(task .*, which writes selfRef.*",
    "the workspace of two launches": r"aclnnEmbeddingDenseBackward: workspace, .* is written.*",
    "recorded too early": r".*; event \d+ was recorded on stream \d+ in front of that: record it "
    r"behind \(aclrtRecordEvent\), and let stream \d+ wait for it \(aclrtStreamWaitEvent\)",
    "wait on the wrong stream": r".*; event \d+ was recorded behind that on stream \d+, and stream "
    r"(\d+) waits for it, not stream (?!\1)\d+: let that wait for it first .*",
    "a memset over what is read": r".*is written by the host, .*; event \d+ was recorded behind "
    r"that, and nobody has waited for it: synchronize with the event \(aclrtSynchronizeEvent\) or "
    r"with stream \d+ first",
    "an event that is destroyed": r".*; event \d+ was recorded behind that on stream \d+, and "
    r"stream \d+ does not wait for it: call aclrtStreamWaitEvent before",
    "recorded again before the wait": r".*; event \d+ was recorded behind that on stream \d+, but "
    r"again on stream \d+ before stream \d+ waited for it, and the last record counts: .*",
    "a wait is aborted": r".* for it comes behind this, or was dropped: call .*",
    "free behind the wrong event": r"aclrtFree: .*; event \d+ was recorded behind that, .*",
    "the status of an overflow": r"aclrtMemsetAsync: .* and aclrtGetOverflowStatus \(task 1 of "
    r"stream \d+\), which writes outputAddr, .*",
    "the default stream": r".* \(task \d+ of the default stream 0\), .*",
    "the host behind a host function": r"aclrtMemcpy: src, bytes 0x to 0x, is read by the host, "
    r"and nothing orders that and aclrtMemset \(in a host function, task 1 of stream \d+\), .*; "
    r"synchronize with the stream first \(aclrtSynchronizeStream\)",
    "two host functions": r"aclrtMemcpy: src, .* by a host function on stream (\d+) \(task .*"
    r" aclrtMemset \(in a host function, .*; event \d+ was recorded .* stream \1 does not wait .*",
    "a host function queues": r".*; what a host function queues is in no order with .*",
    "infinirt, set on two streams": r"infinirtMemsetAsync: ptr, .* and infinirtMemsetAsync \(task "
    r".* writes ptr, .* call infinirtStreamWaitEvent before",
    "infinirt, set by the host": r"infinirtMemset: ptr, .* \(infinirtStreamSynchronize\)",
    "infinirt, freed on another stream": r"infinirtFreeAsync: ptr, .* is freed on stream .*",
    "a pool, used before it is there": r"aclrtMemsetAsync: devPtr, .* and aclrtMemPoolMallocAsync "
    r"\(task 1 of stream \d+\), which allocates ptr, .* call aclrtStreamWaitEvent before",
    "a pool, freed on another stream": r"aclrtMemPoolFreeAsync: ptr, .* is freed on stream .*",
    "free behind nothing": r"aclrtFree: the allocation, bytes 0x to 0x, is freed by the host, .*; "
    r"synchronize with the stream first \(aclrtSynchronizeStream\)",
    "a device is reset": r"aclrtResetDeviceForce: the allocation, .* aclrtMemcpyAsync \(task.*",
    "the host beside a host function": r"aclrtMemset: devPtr, .* is written by the host, .*",
}


@pytest.mark.parametrize(("title", "words"), TEXTS.items())
def test_what_a_finding_says(title: str, words: str, texts: dict[str, str]) -> None:
    assert re.fullmatch(words, texts[title]), texts[title]


MANY = """
import ctypes
import aclnn_py as acl
acl.lib.aclInit(None)
acl.lib.aclrtSetDevice(0)
place = ctypes.c_void_p()
acl.lib.aclrtMalloc(ctypes.byref(place), 80000, 0)
for i in range(40000):
    acl.lib.aclrtMemsetAsync(place.value + 2 * i, 1, 0, 1, None)
acl.lib.aclrtSynchronizeDevice()
acl.lib.aclrtFree(place)
acl.lib.aclrtResetDevice(0)
acl.lib.aclFinalize()
"""


WAITS = """
import ctypes
import aclnn_py as acl
lib = acl.lib
lib.aclInit(None)
lib.aclrtSetDevice(0)
streams = [ctypes.c_void_p() for _ in range(3)]
events = [ctypes.c_void_p(), ctypes.c_void_p()]
for each in streams:
    lib.aclrtCreateStream(ctypes.byref(each))
for each in events:
    lib.aclrtCreateEventExWithFlag(ctypes.byref(each), 0)
one, two, three = streams
lib.aclrtRecordEvent(events[0], two)
for _ in range(5000):
    lib.aclrtRecordEvent(events[1], one)
    lib.aclrtStreamWaitEvent(two, events[1])
lib.aclrtStreamWaitEvent(three, events[0])
lib.aclrtStreamWaitEvent(three, events[0])
for each in streams:
    lib.aclrtSynchronizeStream(each)
    lib.aclrtDestroyStream(each)
for each in events:
    lib.aclrtDestroyEvent(each)
lib.aclrtResetDevice(0)
lib.aclFinalize()
"""


def _findings_of(script: str, directory: Path) -> list[dict[str, Any]]:
    """What a script in sync mode leaves in the file of findings."""
    findings = directory / "findings.jsonl"
    variables = {"ACLNN_STREAM": "sync", "ACLNN_FINDINGS": str(findings)}
    subprocess.run([sys.executable, "-c", script], env=program_environment(variables), check=True)
    return [json.loads(line) for line in findings.read_text("utf-8").splitlines()]


def test_that_old_waits_are_forgotten_is_said_once(tmp_path: Path) -> None:
    items = _findings_of(WAITS, tmp_path)
    assert [item["kind"] for item in items] == ["begin", "incomplete", "end"]
    assert "what the oldest waits have ordered was forgotten" in items[1]["text"]


@pytest.mark.slow
def test_what_is_forgotten_is_said_once(tmp_path: Path) -> None:
    items = _findings_of(MANY, tmp_path)
    assert [item["kind"] for item in items] == ["begin", "incomplete", "end"]
    assert "the oldest of more than 32768 accesses" in items[1]["text"]
    command = [sys.executable, "-m", "aclnn_py", "run", "--strict", "--stream", "sync"]
    script = tmp_path / "many.py"
    script.write_text(MANY, encoding="utf-8")
    done = subprocess.run(
        [*command, sys.executable, script],
        env=program_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4, done.stderr
    assert "aclnn: incomplete: of process" in done.stderr
