# SPDX-License-Identifier: Apache-2.0
"""How programs get the package: from CANN's place in the tree, and from nowhere else."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support import program_environment

from aclnn_py import _tree

ROOT = Path(__file__).resolve().parents[3]
PLACE = _tree.python_directory()
PROGRAM = (
    "import acl, acl.rt; from acl.rt import memcpy; print(acl.__file__, acl.rt.memcpy is memcpy)"
)
PRINTED = f"{PLACE / 'acl' / '__init__.py'} True\n"


def run(*command: str, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = program_environment({"PYTHONPATH": str(ROOT), **variables})
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_nothing_is_installed_as_acl(tmp_path: Path) -> None:
    """Without the environment another package `acl` is not shadowed."""
    done = run(sys.executable, "-c", "import acl", cwd=tmp_path)
    assert done.returncode == 1
    assert "No module named 'acl'" in done.stderr


def test_under_aclnn_run(tmp_path: Path) -> None:
    aclnn = (sys.executable, "-m", "aclnn_py", "run")
    done = run(*aclnn, sys.executable, "-c", PROGRAM, cwd=tmp_path)
    assert (done.stdout, done.stderr) == (PRINTED, "")


@pytest.mark.slow
@pytest.mark.parametrize("way", ["env", "set_env.sh"])
def test_in_a_shell(tmp_path: Path, way: str) -> None:
    python = shlex.quote(sys.executable)
    source = f". {shlex.quote(str(_tree.prefix() / 'set_env.sh'))}"
    prepare = {"env": f'eval "$({python} -m aclnn_py env)"', "set_env.sh": source}[way]
    shown = 'echo "$PYTHONPATH"'
    done = run(
        "sh", "-euc", f"{prepare}; {prepare}; {shown}; {python} -c {PROGRAM!r}", cwd=tmp_path
    )
    assert (done.stdout, done.stderr) == (f"{PLACE}:{ROOT}\n{PRINTED}", "")


def test_a_programs_own_module_comes_first(tmp_path: Path) -> None:
    (tmp_path / "acl.py").write_text("print('mine')\n", "utf-8")
    (tmp_path / "program.py").write_text("import acl\n", "utf-8")
    done = run(sys.executable, "-m", "aclnn_py", "run", sys.executable, "program.py", cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("mine\n", "")


FINDINGS = """
import acl
acl.rt.set_device(0)

def leak():
    return acl.rt.malloc(64, 0)

leak()
acl.mdl.load_from_file("model.om")
acl.rt.reset_device(0)
"""


@pytest.mark.slow
def test_findings_name_lines_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(FINDINGS, "utf-8")
    aclnn = (sys.executable, "-m", "aclnn_py", "run", "--strict")
    done = run(*aclnn, sys.executable, "program.py", cwd=tmp_path)
    assert done.returncode == 3
    assert "an allocation of 64 bytes of device memory" in done.stderr
    assert "at leak (program.py:6)" in done.stderr
    assert "aclmdlLoadFromFile: returned 207000" in done.stderr
    assert "at <module> (program.py:9)" in done.stderr
    assert "site-packages/acl" not in done.stderr


TYPED = """
import acl

device, status = acl.rt.get_device()
reveal_type(device)
reveal_type(acl.rt.memcpy(1, 2, 3, 4, 5))
reveal_type(acl.get_recent_err_msg())
acl.rt.malloc("16", 0)
"""


@pytest.mark.slow
def test_types(tmp_path: Path) -> None:
    """A program that uses it is checked against its types; the package itself is clean."""
    (tmp_path / "program.py").write_text(TYPED, "utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = True\n", "utf-8")
    paths = os.pathsep.join([str(ROOT), str(PLACE)])
    mypy = (sys.executable, "-m", "mypy", "--no-error-summary")
    done = run(*mypy, "program.py", cwd=tmp_path, MYPYPATH=paths)
    *notes, refused = done.stdout.splitlines()
    assert notes == [
        'program.py:5: note: Revealed type is "int"',
        'program.py:6: note: Revealed type is "int"',
        'program.py:7: note: Revealed type is "str | None"',
    ]
    assert 'program.py:8: error: Argument 1 to "malloc" has incompatible type "str"' in refused
    done = run(*mypy, "-p", "acl", cwd=tmp_path, MYPYPATH=paths)
    assert done.returncode == 0, done.stdout
    assert (PLACE / "acl" / "py.typed").is_file()
