# SPDX-License-Identifier: Apache-2.0
"""Failures that nobody takes note of are findings: of calls, and of streams that were fetched."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from c.misuse.cases import DIRECTORY, header_values
from c.misuse.programs import SECONDS, compile_program, run_program
from support import program_environment

pytestmark = pytest.mark.slow  # a process of the command for most cases

VALUES = header_values()

CLEAN, FOUND = 0, 3


@pytest.fixture(scope="module")
def ignored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_program(DIRECTORY / "ignored.c", tmp_path_factory.mktemp("ignored") / "ignored")


def strict(
    *command: str | Path, options: tuple[str, ...] = (), variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", "--strict", *options, *map(str, command)],
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def found(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """What `--json` says was found."""
    *items, _ = map(json.loads, done.stderr.splitlines())
    return items


#: What each case is told: the call, its status, how often, and words of the text.
TOLD: dict[str, list[tuple[str, str | None, int, str]]] = {
    "nothing_fails": [],
    "spent_executor": [("aclnnEmbeddingDenseBackward", "ACLNN_ERR_INNER", 5, "did not run yet")],
    "bad_index": [("aclrtSynchronizeStream", "ACL_ERROR_RT_AICORE_EXCEPTION", 1, "is 99; ")],
    "bad_index_that_an_event_tells": [
        ("aclrtSynchronizeEvent", "ACL_ERROR_RT_AICORE_EXCEPTION", 1, "is 99; ")
    ],
    "tensor_that_is_null": [("aclCreateTensor", None, 1, "")],
    "two_places": [("aclrtFree", "ACL_ERROR_RT_PARAM_INVALID", 1, "host memory")] * 2,
    "on_threads": [("aclrtFree", "ACL_ERROR_INVALID_PARAM", 4, "devPtr is NULL")],
    "time_runs_out": [],
    "probe": [],
    "probe_that_fails_once_more": [("aclrtMalloc", "ACL_ERROR_RT_MEMORY_ALLOCATION", 2, "size is")],
}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told(ignored: Path, name: str) -> None:
    done = strict(ignored, name, options=("--json",))
    items = found(done)
    assert done.returncode == (FOUND if TOLD[name] else CLEAN), done
    assert [item["kind"] for item in items] == ["failure"] * len(TOLD[name])
    for item, (call, status, times, words) in zip(items, TOLD[name], strict=True):
        assert (item["call"], item["times"]) == (call, times)
        assert item["status"] == (0 if status is None else VALUES[status])
        said = "NULL" if status is None else f"{VALUES[status]} {status}: "
        assert item["text"].startswith(f"returned {said}")
        assert words in item["text"]
        assert item["stack"][0]["file"].endswith("misuse.h" if "spent" in name else "ignored.c")


def test_every_case_is_told(ignored: Path) -> None:
    names = subprocess.check_output([ignored], env=program_environment(), text=True)
    assert names.split() == list(TOLD)


def test_as_text(ignored: Path) -> None:
    done = strict(ignored, "spent_executor")
    first, where, *rest, count = done.stderr.splitlines()
    assert first.startswith("aclnn: aclnnEmbeddingDenseBackward: returned 561000 ACLNN_ERR_INNER: ")
    assert first.endswith(" (5 times)")
    assert "phase_two (" in where
    # The call that has spent it.
    assert "aclnn:   aclnnEmbeddingDenseBackward ended it" in rest
    assert any(re.search(r"by launch \(", line) for line in rest)
    assert count == "aclnn: 1 finding(s)"


def test_what_the_library_writes(ignored: Path, tmp_path: Path) -> None:
    """The first time at once, because a program may not live on; how often at the end."""
    file = tmp_path / "found"
    variables = {"ACLNN_FINDINGS": str(file)}
    command = [str(ignored), "on_threads"]
    subprocess.run(command, env=program_environment(variables), check=True, timeout=SECONDS)
    first, *stack, total = file.read_text("utf-8").splitlines()
    assert first.startswith("aclrtFree: returned 100000 ACL_ERROR_INVALID_PARAM: devPtr is NULL")
    assert all(line.startswith("    ") for line in stack)
    assert total == "aclrtFree failed with 100000 4 time(s) in all, 0 of them expected"


# ---- Failures that are expected -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        ("aclnnEmbeddingDenseBackward=561000", CLEAN),
        ("aclnnEmbeddingDenseBackward=ACLNN_ERR_INNER", CLEAN),
        ("aclnnEmbeddingDenseBackward=*", CLEAN),
        ("*=561000", CLEAN),
        ("aclrtMalloc=207001,*=561000", CLEAN),
        ("aclnnEmbeddingDenseBackward=161002", FOUND),
        ("aclrtMalloc=561000", FOUND),
        ("aclnnEmbeddingDenseBackward=NULL", FOUND),
    ],
)
def test_expected_failures(ignored: Path, expected: str, code: int) -> None:
    options = ("--expect", expected)
    assert strict(ignored, "spent_executor", options=options).returncode == code
    variables = {"ACLNN_EXPECT": expected}
    assert strict(ignored, "spent_executor", variables=variables).returncode == code


def test_several_expectations(ignored: Path) -> None:
    done = strict(
        ignored,
        "spent_executor",
        options=("--expect", "aclrtMalloc=207001", "--expect", "*=561000"),
        variables={"ACLNN_EXPECT": "aclrtFree=107000"},
    )
    assert done.returncode == CLEAN, done


def test_a_null_that_is_expected(ignored: Path) -> None:
    for expected, code in (("aclCreateTensor=NULL", CLEAN), ("aclCreateTensor=1", FOUND)):
        done = strict(ignored, "tensor_that_is_null", options=("--expect", expected))
        assert done.returncode == code, done


def test_wrong_expectations_are_one_line(ignored: Path) -> None:
    done = strict(ignored, "nothing_fails", options=("--expect", "aclrtMaloc=207001"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("aclnn: --expect=aclrtMaloc=207001: expected FUNCTION=STATUS")


@pytest.mark.parametrize("fault", ["aclnnEmbeddingDenseBackward@1", "launch@1"])
def test_what_was_asked_for_is_none(tmp_path: Path, fault: str) -> None:
    """ACLNN_FAULT lets it fail: the program that takes note is not to be told."""
    whole = compile_program(DIRECTORY.parent / "stress" / "whole.c", tmp_path / "whole")
    outcome = run_program([str(whole), "calls"], tmp_path, {"ACLNN_FAULT": fault})
    assert f"fails as ACLNN_FAULT={fault} asks" in outcome.lines[0]
    assert outcome.objects == ()


# ---- Python -------------------------------------------------------------------------------------

HANDLED = """
import aclnn_py as acl
import numpy as np
with acl.Device(0) as device:
    for size in (2**40, 2**41):
        try:
            device.empty((size,), "float32")
        except acl.AclError:
            pass
    try:
        acl.embedding_dense_backward(np.ones((2, 2), np.float32), np.array([0, 9]), 3)
    except acl.AclError as error:
        print(error.code)
"""


def test_exceptions_that_python_handles(tmp_path: Path) -> None:
    """An exception cannot go by unnoticed."""
    script = tmp_path / "script.py"
    script.write_text(HANDLED)
    done = strict(script)
    assert (done.returncode, done.stdout) == (CLEAN, "507015\n"), done.stderr


def test_statuses_that_python_ignores(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import aclnn_py as acl\nacl.Device(0).close()\nacl.lib.aclrtFree(None)\n")
    done = strict(script)
    assert done.returncode == FOUND, done.stderr
    assert (
        "aclnn: aclrtFree: returned 100000 ACL_ERROR_INVALID_PARAM: devPtr is NULL" in done.stderr
    )


@pytest.mark.parametrize(
    "name",
    [
        'a "quoted" name',
        "back\\slash",
        "line\nend",
        "\x01\x1f",
        "\u00fc\u4e2d\U0001f600",
        b"\xff\xc3",
    ],
)
def test_any_text_is_json(tmp_path: Path, name: str | bytes) -> None:
    """Bytes that are no text are told as such."""
    raw = name.encode() if isinstance(name, str) else name
    file = tmp_path / "found.jsonl"
    subprocess.run(
        [sys.executable, "-c", f"import aclnn_py as acl; acl.lib.aclInit({b'/no/' + raw!r})"],
        env=program_environment({"ACLNN_FINDINGS": str(file)}),
        check=True,
        timeout=SECONDS,
    )
    _, failure, _ = map(json.loads, file.read_bytes().split(b"\n")[:-1])
    assert f'configPath is "/no/{raw.decode("utf-8", "replace")}"' in failure["text"]
