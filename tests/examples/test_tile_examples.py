# SPDX-License-Identifier: Apache-2.0
"""The C program of docs/reference/tiles.md compiles without a warning and prints what it shows."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import program_environment

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # compiles the example

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "tiles.md"


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_the_program_prints_what_the_page_says(tmp_path: Path, mode: str) -> None:
    text = PAGE.read_text("utf-8")
    found = re.search(r"(?ms)^```c\n(.*?)^```\s+^```text\n(.*?)^```", text)
    assert found is not None
    source, program = tmp_path / "tiles.c", tmp_path / "tiles"
    source.write_text(found[1], "utf-8")
    command = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    command += [f"-I{_tree.prefix() / 'include'}", str(source), f"-L{_tree.prefix() / 'lib64'}"]
    result = subprocess.run(
        [*command, "-lascendcl", "-o", str(program)], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    result = subprocess.run(
        [str(program)],
        env=program_environment({"ACLNN_STREAM": mode}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, found[2], "")
