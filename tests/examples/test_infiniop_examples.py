# SPDX-License-Identifier: Apache-2.0
"""The examples of infiniop compile without a warning, as do those of its page, and print what they
should."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support import program_environment, run_python

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # compiles the examples

ROOT = Path(__file__).resolve().parent.parent.parent
STEP = ROOT / "examples" / "infiniop_training_step.c"
PAGE = ROOT / "docs" / "reference" / "infiniop.md"


def compiled(source: Path, output: Path) -> Path:
    """The program, linked by the names of InfiniCore's libraries."""
    lib64 = _tree.prefix() / "lib64"
    command = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion"]
    command += ["-Werror", f"-I{_tree.prefix() / 'include'}", str(source), f"-L{lib64}"]
    command += ["-linfiniop", "-linfinirt", "-o", str(output)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    return output


def run(program: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program)],
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(STEP, tmp_path_factory.mktemp("infiniop") / "step")


def expected_losses() -> list[float]:
    """The steps of the program in float64."""
    words, places, dim, positions = 12, 8, 4, 48
    state, tables = 7, []
    for rows in (words, places):
        values = []
        for _ in range(rows * dim):
            state = (state * 1664525 + 1013904223) % 2**32
            values.append((state >> 8) / 2**24 - 0.5)
        tables.append(np.array(values).reshape(rows, dim))
    p = np.arange(positions)
    word, place = (7 * p + p // places) % words, p % places
    target = 0.1 * (word[:, None] - np.arange(dim) * place[:, None])
    losses = []
    for _ in range(8):
        dy = tables[0][word] + 0.5 * tables[1][place] - target
        losses.append(0.5 * float((dy**2).sum()) / positions)
        gradients = np.zeros_like(tables[0]), np.zeros_like(tables[1])
        np.add.at(gradients[0], word, dy)
        np.add.at(gradients[1], place, 0.5 * dy)
        for table, gradient in zip(tables, gradients, strict=True):
            np.subtract(table, 0.05 * gradient, out=table)
    return losses


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_the_loss_falls(program: Path, mode: str) -> None:
    result = run(program, ACLNN_STREAM=mode)
    assert (result.returncode, result.stderr) == (0, "")
    head, *steps, last = result.stdout.splitlines()
    assert head == "step  loss"
    losses = [float(line.split()[1]) for line in steps]
    np.testing.assert_allclose(losses, expected_losses(), atol=1.1e-4)
    assert (np.diff(losses) < 0).all()
    assert last == f"the loss fell to {100 * losses[-1] / losses[0]:.0f} % of the first"


def test_a_failure_is_said(program: Path) -> None:
    result = run(program, ACLNN_FAULT="infinirtMalloc@3")
    assert result.returncode == 1
    assert "infinirtMalloc" in result.stderr


@pytest.mark.parametrize("command", ["build", "run"])
def test_the_commands_find_headers_and_libraries(tmp_path: Path, command: str) -> None:
    arguments = [command, str(STEP)]
    if command == "build":
        arguments += ["-o", str(tmp_path / "step")]
    code = f"import sys, aclnn_py.cli; sys.exit(aclnn_py.cli.main({arguments!r}))"
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    if command == "build":
        result = run(tmp_path / "step", LD_LIBRARY_PATH="")
        assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("step  loss\n")


def test_the_python_example() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "infiniop_embedding_backward.py")],
        env={**program_environment(), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "and      1 times",
        "boats    3 times",
        "harbour  2 times",
        "more     1 times",
        "of       1 times",
        "the      3 times",
        "place 0  3 lines, half of it is 1.5",
        "place 1  3 lines, half of it is 1.5",
        "place 2  2 lines, half of it is 1.0",
        "place 3  2 lines, half of it is 1.0",
        "place 4  1 lines, half of it is 0.5",
        "the  6 times in two batches",
    ]


def test_the_program_of_the_page(tmp_path: Path) -> None:
    found = re.search(r"(?ms)^```c\n(.*?)^```\s+^```text\n(.*?)^```", PAGE.read_text("utf-8"))
    assert found is not None
    (tmp_path / "program.c").write_text(found[1], "utf-8")
    result = run(compiled(tmp_path / "program.c", tmp_path / "program"))
    assert (result.returncode, result.stdout, result.stderr) == (0, found[2], "")
