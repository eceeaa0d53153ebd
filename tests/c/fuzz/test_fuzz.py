# SPDX-License-Identifier: Apache-2.0
"""The fuzz target: its corpus, and short runs with fixed seeds. `make fuzz` runs it for longer."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import program_environment, run_program

from build_support import fuzz

pytestmark = pytest.mark.slow  # compiles the target

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def program() -> Path:
    return fuzz.build("plain")


def outcomes(text: str) -> int:
    found = re.search(r"(\d+) outcomes", text)
    assert found is not None, text
    return int(found[1])


@pytest.mark.parametrize("mode", ["sync", "lazy", "async"])
def test_corpus(program: Path, mode: str) -> None:
    """Inputs that led to something once, and those that reach far."""
    files = len(list(fuzz.CORPUS.iterdir()))
    assert files > 100
    text = run_program(program, fuzz.CORPUS, ACLNN_STREAM=mode)
    assert text.startswith(f"{files} files, 0 changed inputs")
    assert outcomes(text) > 1000, "so many ways in which calls end"


@pytest.mark.parametrize(
    "soc", ["Ascend910A:memory=8388608", "Ascend910B2:memory=8388608", "Ascend950:memory=8388608"]
)
def test_changed_inputs(program: Path, soc: str) -> None:
    text = run_program(program, fuzz.CORPUS, "-seed", "5", "-runs", "5000", ACLNN_SOC=soc)
    assert "5000 changed inputs" in text


def test_runs_can_be_repeated(program: Path) -> None:
    arguments = ("-seed", "3", "-runs", "2000")
    assert run_program(program, *arguments) == run_program(program, *arguments)


def test_what_ends_the_process_is_printed(program: Path, tmp_path: Path) -> None:
    """A status that no header names ends the program: here the product cannot be read."""
    (tmp_path / "input").write_bytes(b"\0" * 24)
    done = subprocess.run(
        [str(program), str(tmp_path / "input")],
        env=program_environment({"ACLNN_SOC": "Ascend0"}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "not true: aclrtSetDevice(device) == 0" in done.stderr


def test_usage(program: Path, tmp_path: Path) -> None:
    for arguments, code in ((["-fast", "1"], 2), ([str(tmp_path / "missing")], 1)):
        done = subprocess.run(
            [str(program), *arguments],
            env=program_environment(),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == code
        assert done.stderr
