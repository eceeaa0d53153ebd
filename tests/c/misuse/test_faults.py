# SPDX-License-Identifier: Apache-2.0
"""A whole program (tests/c/stress/whole.c) whose calls, launches and allocations fail in turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from c.misuse.cases import DIRECTORY, STREAMS, header_values
from c.misuse.programs import Outcome, compile_program, run_program

VALUES = header_values()

#: How calls fail on demand, by the documents of CANN's runtime; those that are not here with
#: ACL_ERROR_RT_DRV_INTERNAL_ERROR. Functions that give a handle fail with NULL, -1 in the program.
DOCUMENTED = {
    "aclrtMalloc": VALUES["ACL_ERROR_RT_MEMORY_ALLOCATION"],
    "aclrtMallocHost": VALUES["ACL_ERROR_RT_MEMORY_ALLOCATION"],
    "aclrtCreateStream": VALUES["ACL_ERROR_RT_NO_STREAM_RESOURCE"],
    "aclrtCreateEvent": VALUES["ACL_ERROR_RT_NO_EVENT_RESOURCE"],
    "aclCreateTensor": -1,
    "aclnnEmbeddingDenseBackwardGetWorkspaceSize": VALUES["ACLNN_ERR_INNER_CREATE_EXECUTOR"],
    "aclnnEmbeddingDenseBackward": VALUES["ACLNN_ERR_RUNTIME_ERROR"],
}

#: What host memory that fails may come to, by the function.
NO_MEMORY = {
    "aclInit": {"ACL_ERROR_INTERNAL_ERROR"},
    "aclrtSetDevice": {"ACL_ERROR_RT_RESOURCE_ALLOC_FAIL", "ACL_ERROR_RT_NO_STREAM_RESOURCE"},
    "aclrtCreateStream": {"ACL_ERROR_RT_NO_STREAM_RESOURCE"},
    "aclrtCreateEvent": {"ACL_ERROR_RT_NO_EVENT_RESOURCE"},
    "aclrtMalloc": {"ACL_ERROR_RT_MEMORY_ALLOCATION"},
    "aclrtMallocHost": {"ACL_ERROR_RT_MEMORY_ALLOCATION"},
    "aclnnEmbeddingDenseBackwardGetWorkspaceSize": {"ACLNN_ERR_INNER_CREATE_EXECUTOR"},
    "aclnnEmbeddingDenseBackward": {"ACLNN_ERR_INNER"},
    "aclrtSynchronizeStream": {"ACL_ERROR_RT_MEMORY_ALLOCATION"},
}

LEAST_CALLS = 26
"""That make something or submit work in one run of the program."""


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = DIRECTORY.parent / "stress" / "whole.c"
    return compile_program(source, tmp_path_factory.mktemp("whole") / "whole")


def run(whole: Path, directory: Path, arguments: str, **variables: str) -> Outcome:
    return run_program([str(whole), *arguments.split()], directory, variables)


def failure_of(line: str) -> tuple[str, int, str]:
    name, status, text = line.split(" ", 2)
    return name, int(status), text


def check_fault(outcome: Outcome, fault: str) -> str:
    """One run failed as documented, the other went well, nothing was left; the function's name."""
    assert outcome.end == 0, outcome
    assert outcome.findings == (), outcome
    failed = [line for line in outcome.lines if line != "done"]
    assert len(outcome.lines) == 2
    assert len(failed) == 1, outcome
    name, status, text = failure_of(failed[0])
    assert status == DOCUMENTED.get(name, VALUES["ACL_ERROR_RT_DRV_INTERNAL_ERROR"]), outcome
    assert re.search(rf"\b{name}: call \d+ fails as ACLNN_FAULT={re.escape(fault)} asks", text)
    return name


@pytest.mark.slow
@pytest.mark.parametrize("stream", STREAMS)
def test_every_call_fails_in_turn(stream: str, whole: Path, tmp_path: Path) -> None:
    failed: list[str] = []
    while True:
        fault = f"*@{len(failed) + 1}"
        outcome = run(whole, tmp_path, "calls", ACLNN_FAULT=fault, ACLNN_STREAM=stream)
        if outcome.lines == ("done", "done"):
            break
        failed.append(check_fault(outcome, fault))
        assert len(failed) < 1000
    assert len(failed) == 2 * (len(failed) // 2) >= 2 * LEAST_CALLS
    assert failed[: len(failed) // 2] == failed[len(failed) // 2 :]
    assert set(DOCUMENTED) <= set(failed)
    assert not any(re.search("Destroy|Free|Reset|Finalize|Synchronize|UnSub", n) for n in failed)


#: Of everything that fails in turn, what the quick part of the suite tries.
SOME = ["*@1", "*@4", "*@12", "*@15", "*@21", "*@23", "aclrtMalloc@4", "aclrtMemcpyAsync@3"]


@pytest.mark.parametrize("fault", SOME)
def test_some_calls_fail(fault: str, whole: Path, tmp_path: Path) -> None:
    check_fault(run(whole, tmp_path, "calls", ACLNN_FAULT=fault), fault)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("number", [1, 2])
def test_a_launch_fails(stream: str, number: int, whole: Path, tmp_path: Path) -> None:
    """On its stream: the next synchronize says so, once, and everything after it is well."""
    fault = f"launch@{number}"
    outcome = run(whole, tmp_path, "calls", ACLNN_FAULT=fault, ACLNN_STREAM=stream)
    assert outcome.end == 0, outcome
    assert outcome.findings == ()
    failed = outcome.lines[number - 1]
    assert outcome.lines[2 - number] == "done"
    name, status, text = failure_of(failed)
    assert (name, status) == ("aclrtSynchronizeStream", VALUES["ACL_ERROR_RT_AICORE_EXCEPTION"])
    assert "aclnnEmbeddingDenseBackward failed on the stream (task " in text
    assert f"): launch {number} fails as ACLNN_FAULT={fault} asks" in text


def test_a_third_launch_is_not_made(whole: Path, tmp_path: Path) -> None:
    outcome = run(whole, tmp_path, "calls", ACLNN_FAULT="launch@3")
    assert outcome.lines == ("done", "done")


# ---- Probability --------------------------------------------------------------------------------


def without_process(outcome: Outcome) -> list[str]:
    """The lines without the process id and the time of their texts."""
    return [re.sub(r"\[PID: \d+\] \S+", "", line) for line in outcome.lines]


@pytest.mark.parametrize("fault", ["*~1/60", "launch~1/2", "aclrtMalloc~1/8"])
def test_chance_follows_the_seed(fault: str, whole: Path, tmp_path: Path) -> None:
    runs = {
        seed: without_process(
            run(whole, tmp_path, "statuses", ACLNN_FAULT=f"{fault}:{seed}", ACLNN_STREAM="lazy")
        )
        for seed in range(4)
    }
    again = run(whole, tmp_path, "statuses", ACLNN_FAULT=f"{fault}:2", ACLNN_STREAM="lazy")
    assert without_process(again) == runs[2]
    assert len({tuple(lines) for lines in runs.values()}) == len(runs)
    for lines in runs.values():
        assert len(lines) == 20
        assert 0 < lines.count("done") < 20
    for seed, lines in runs.items():
        failed = [line for line in lines if line != "done"]
        assert all(f" fails as ACLNN_FAULT={fault}:{seed} asks" in line for line in failed)


def test_certainty(whole: Path, tmp_path: Path) -> None:
    outcome = run(whole, tmp_path, "statuses", ACLNN_FAULT="aclrtCreateEvent~1/1")
    assert outcome.end == 0
    assert len(outcome.lines) == 20
    assert {failure_of(line)[:2] for line in outcome.lines} == {("aclrtCreateEvent", 207007)}
    assert outcome.findings == ()


# ---- Host memory --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("way", ["memory", "lack"])
def test_every_allocation_fails_in_turn(way: str, stream: str, whole: Path, tmp_path: Path) -> None:
    """In a fresh process each time: what a first use makes is part of it."""
    failed = set()
    for number in range(1, 1000):
        outcome = run(whole, tmp_path, f"{way} {number}", ACLNN_STREAM=stream)
        assert outcome.findings == (), outcome
        if outcome.end == 3:
            assert outcome.lines == ("done", "done")
            break
        assert outcome.end == 0, (number, outcome)
        assert outcome.lines[1] == "done"
        if outcome.lines[0] != "done":
            name, status, text = failure_of(outcome.lines[0])
            failed.add(name)
            expected = NO_MEMORY.get(name, {"ACL_ERROR_RT_RESOURCE_ALLOC_FAIL"})
            assert status in ({-1} | {VALUES[each] for each in expected}), outcome
            assert (status == -1) == (name == "aclCreateTensor")
            assert way == "lack" or f"{name}: " in text
    assert number > 30
    assert len(failed) >= 12


@pytest.mark.parametrize("number", [8, 16, 31, 40])
def test_some_allocations_fail(number: int, whole: Path, tmp_path: Path) -> None:
    outcome = run(whole, tmp_path, f"memory {number}", ACLNN_STREAM="lazy")
    assert outcome.end == 0, outcome
    assert outcome.lines[1] == "done"
    assert outcome.findings == ()
