# SPDX-License-Identifier: Apache-2.0
"""The test suite itself: what it says where something that it needs is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import run_python

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow  # processes of their own

RUN = f"""
import os, sys, pytest
os.chdir({str(ROOT)!r})
sys.exit(pytest.main(["-p", "no:cacheprovider", *ARGUMENTS]))
"""


@pytest.mark.parametrize("path", ["/nonexistent/library.so", "pyproject.toml"])
def test_a_library_that_cannot_be_tested_is_one_usage_error(path: str) -> None:
    done = run_python(f"ARGUMENTS = ['--aclnn-lib={path}', 'tests/python']\n{RUN}")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert done.stdout == ""
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith("ERROR: ")
    assert path in line


def test_what_needs_torch_is_counted_where_it_is_missing() -> None:
    without = "import sys; sys.modules['torch'] = None\n"
    collect = run_python(f"{without}ARGUMENTS = ['--co', '-q', 'tests/python', '-m', 'torch']{RUN}")
    tests = [line for line in collect.stdout.splitlines() if "::" in line]
    assert len(tests) > 5
    done = run_python(f"{without}ARGUMENTS = ['tests/python', '-m', 'torch']{RUN}")
    assert done.returncode == 0
    assert f"SKIPPED [{len(tests)}] tests/conftest.py:" in done.stdout
    assert "torch is not installed; `make torch`" in done.stdout
    assert re.search(rf"={{3,}} {len(tests)} skipped, \d+ deselected", done.stdout)
