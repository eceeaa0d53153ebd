# SPDX-License-Identifier: Apache-2.0
"""The C program of docs/reference/bitorch.md compiles without a warning and prints what it says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import program_environment

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # compiles

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "bitorch.md"


@pytest.mark.parametrize("compiler", [["gcc", "-std=c99"], ["g++", "-std=c++11", "-xc++"]])
def test_the_program_of_the_page(compiler: list[str], tmp_path: Path) -> None:
    found = re.findall(r"(?ms)^```c\n(.*?)^```\s+```text\n(.*?)^```", PAGE.read_text("utf-8"))
    assert len(found) == 1
    code, text = found[0]
    source, program = tmp_path / "page.c", tmp_path / "page"
    source.write_text(code, "utf-8")
    command = [*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", str(source)]
    command += [f"-I{_tree.prefix() / 'include'}", f"-L{_tree.prefix() / 'lib64'}", "-lascendcl"]
    result = subprocess.run(
        [*command, "-o", str(program)], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    result = subprocess.run(
        [str(program)], env=program_environment(), capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, text, "")
