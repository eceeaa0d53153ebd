# SPDX-License-Identifier: Apache-2.0
"""ACLNN_CHECK=nan tells of the call that a NaN or an infinity comes from, and of none behind it.

Each program marks the line that a finding has to name with a comment.
"""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from support import program_environment

pytestmark = pytest.mark.slow  # a process for each case

SECONDS = 120

HEAD = """\
import numpy as np
import aclnn_py as acl

f32 = np.float32
"""


def findings(folder: Path, text: str, check: str = "nan") -> list[tuple[str, str, str]]:
    """Of each: the call, the beginning of its text, and the comment of its line."""
    script = folder / "program.py"
    script.write_text(HEAD + textwrap.dedent(text), encoding="utf-8")
    file = folder / "found.jsonl"
    file.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, str(script)],
        env=program_environment({"ACLNN_FINDINGS": str(file), "ACLNN_CHECK": check}),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = script.read_text("utf-8").splitlines()
    items: list[dict[str, Any]] = [
        json.loads(line) for line in file.read_text("utf-8").splitlines()
    ]
    return [
        (
            item["call"],
            item["text"].partition(", and")[0],
            lines[item["stack"][0]["line"] - 1].partition("# ")[2],
        )
        for item in items
        if item["kind"] == "nan"
    ]


def test_the_first_call_and_none_behind_it(tmp_path: Path) -> None:
    program = """
    x = np.array([[4, 1, -1], [9, 0, 1]], f32)
    y = acl.sqrt(x)  # root
    acl.add(y, y)
    acl.exp(acl.neg(y))
    """
    assert findings(tmp_path, program) == [("aclnnSqrt", "out[0, 2] is NaN", "root")]


def test_infinities_and_what_comes_of_them(tmp_path: Path) -> None:
    """The difference of two is the first NaN."""
    program = """
    y = acl.log(np.array([1, 0, 2], f32))  # logarithm
    acl.add(y, y)
    acl.sub(y, y)  # difference
    """
    assert findings(tmp_path, program) == [
        ("aclnnLog", "out[1] is infinite", "logarithm"),
        ("aclnnSub", "out[1] is NaN", "difference"),
    ]


def test_numbers_that_are_given_are_no_findings(tmp_path: Path) -> None:
    """A mask of minus infinity, as an operand and as a number."""
    program = """
    x, mask = np.ones((2, 3), f32), np.array([[True, False, False], [False, False, False]])
    y = acl.inplace_masked_fill_scalar(x.copy(), mask, -np.inf)
    acl.softmax(y, 1)
    acl.softmax(np.full((2, 3), -np.inf, f32), 1)  # of nothing else
    """
    assert findings(tmp_path, program) == [("aclnnSoftmax", "out[0, 0] is NaN", "of nothing else")]


@pytest.mark.parametrize(
    ("dtype", "largest"),
    [
        ("np.float16", 6e4),
        ("ml_dtypes.bfloat16", 3e38),
        ("np.float32", 3e38),
        ("np.float64", 1.5e308),
        ("np.complex64", 3e38),
    ],
)
@pytest.mark.parametrize("count", [1, 31, 32, 33, 100])
def test_types_and_sizes(tmp_path: Path, dtype: str, largest: float, count: int) -> None:
    """The last element of a row is the only one that is beyond the range."""
    program = f"""
    import ml_dtypes
    x = np.ones((3, {count}), {dtype})
    acl.add(x, x)
    x[2, -1] = {largest}
    acl.add(x, x)  # too much
    """
    place = f"out[2, {count - 1}] is infinite"
    assert findings(tmp_path, program) == [("aclnnAdd", place, "too much")]


def test_views(tmp_path: Path) -> None:
    """A place is told as the tensor counts, whatever its strides are; gaps are not looked at."""
    program = """
    with acl.Device(0) as device, device.stream() as stream:
        block = np.full((4, 6), np.nan, f32)
        block[::2, ::3] = [[1, 2], [-3, 4]]
        x = device.tensor(block).view((2, 2), strides=(12, 3))
        out = device.tensor(np.full((2, 2), 7, f32))
        acl.plan("Abs", self=x, out=out).run(stream)
        acl.plan("Sqrt", self=x, out=out).run(stream)  # root
        stream.synchronize()
    """
    assert findings(tmp_path, program) == [("aclnnSqrt", "out[1, 0] is NaN", "root")]


def test_what_a_call_leaves_unwritten_is_none_of_its(tmp_path: Path) -> None:
    """All of the outputs of a bag without indices, and what lies behind what a mask chooses."""
    program = """
    with acl.Device(0) as device, device.stream() as stream:
        nan = device.tensor(np.full((2, 2), np.nan, f32))
        none = device.tensor(np.zeros(0, np.int64))
        two = [device.tensor(np.zeros(2, np.int64)) for _ in range(3)]
        acl.plan(
            "EmbeddingBag", weight=device.tensor(np.ones((3, 2), f32)), indices=none,
            offsets=two[0], output=nan, offset2bag=none, bag_size=two[1], max_indices=two[2],
        ).run(stream)
        row = device.tensor(np.full(4, np.nan, f32))
        mask = device.tensor(np.array([True, False, False, True]))
        acl.plan(
            "MaskedSelect", self=device.tensor(np.ones(4, f32)), mask=mask, out=row
        ).run(stream)
        stream.synchronize()
        print(nan.numpy(), row.numpy())
    """
    assert findings(tmp_path, program) == []


@pytest.mark.parametrize("check", ["on", "off", "isolate", "lenient"])
def test_with_each_mode_and_without(tmp_path: Path, check: str) -> None:
    program = "acl.sqrt(np.array([-1], f32))  # root\n"
    assert findings(tmp_path, program, check) == []
    for together in (f"{check},nan", f"nan,{check}"):
        assert findings(tmp_path, program, together) == [("aclnnSqrt", "out[0] is NaN", "root")]


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_it_is_told_without_a_file_of_findings() -> None:
    code = "import aclnn_py as acl\nacl.sqrt([-1.0])\n"
    done = run("-c", code, ACLNN_CHECK="nan")
    assert "aclnnSqrt: out[0] is NaN, and nothing that the call was given is" in done.stderr
    assert "at <module> (<string>:2)" in done.stderr
    assert run("-c", code).stderr == ""


@pytest.mark.parametrize("wrong", ["nans", "on,off", "isolate,nan,lenient", "NaN"])
def test_values_that_are_none(wrong: str) -> None:
    done = run("-c", "import aclnn_py as acl\nacl.sqrt([1.0])\n", ACLNN_CHECK=wrong)
    assert done.returncode != 0
    assert f"ACLNN_CHECK={wrong}" in done.stderr
    done = run("-m", "aclnn_py", "run", "--check", wrong, sys.executable, "-c", "")
    assert done.returncode == 2
    assert "argument --check" in done.stderr


def test_the_command_ends_with_3(tmp_path: Path) -> None:
    script = tmp_path / "steps.py"
    script.write_text(
        "import aclnn_py as acl\nfor _ in range(3):\n    acl.sqrt([[4.0, -1.0]])\n", "utf-8"
    )
    options = "--strict", "--check", "isolate,nan"
    done = run("-m", "aclnn_py", "run", *options, sys.executable, str(script))
    assert done.returncode == 3, done.stderr
    assert "aclnn: aclnnSqrt: out[0, 1] is NaN" in done.stderr
    assert f"at <module> ({script}:3)" in done.stderr
    assert "aclnn: 1 finding(s)" in done.stderr
