# SPDX-License-Identifier: Apache-2.0
"""`make arm`: what it leaves out, and what becomes of a test that hangs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from build_support import arm

ROOT = Path(__file__).resolve().parents[2]


def exclusions() -> list[tuple[str, str]]:
    """Each test that is left out, and why."""
    lines = arm._EXCLUSIONS.read_text("utf-8").splitlines()
    rows = [line.partition("#") for line in lines if not line.startswith("#")]
    return [(name.strip(), reason.strip()) for name, _, reason in rows]


@pytest.mark.parametrize(("name", "reason"), exclusions())
def test_what_is_left_out_exists_and_has_a_reason(name: str, reason: str) -> None:
    """pytest says nothing of a name to leave out that it does not find."""
    file, _, function = re.sub(r"\[.*", "", name).partition("::")
    assert (ROOT / file).exists()
    assert f"def {function}(" in (ROOT / file).read_text("utf-8") if function else True
    assert reason


HANGS = """
import os, subprocess, sys

def test_before():
    pass

def test_that_hangs():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
    with open("child", "w") as file:
        file.write(str(child.pid))
    child.wait()

def test_behind():
    pass
"""

RUN = """
import subprocess
import sys
from build_support.arm import run_tests
sys.exit(run_tests(sys.executable, ["-n", "1", "-p", "no:cacheprovider"], 3, cwd=sys.argv[1]))
"""


@pytest.mark.slow  # waits
def test_a_test_that_hangs_fails_by_its_name_and_leaves_no_process(tmp_path: Path) -> None:
    (tmp_path / "test_made.py").write_text(HANGS, "utf-8")
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"FAILED test_made\.py::test_that_hangs", done.stdout)
    assert "1 failed, 2 passed" in done.stdout
    child = int((tmp_path / "child").read_text("utf-8"))
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
