# SPDX-License-Identifier: Apache-2.0
"""`aclnn doctor --load`: what a program asks the dynamic linker for and does not get."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # each test is a process of its own

Aclnn = Callable[..., subprocess.CompletedProcess[str]]

NO_LIBRARIES = "libraries that were asked for and are not here: none"
NO_FUNCTIONS = "functions that were asked for and are not here: none"


def test_a_program_that_gets_everything(aclnn: Aclnn, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import ctypes\nctypes.CDLL('libplatform.so').aclrtGetSocName()\n")
    done = aclnn("doctor", "--load", sys.executable, str(program))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [NO_LIBRARIES, NO_FUNCTIONS]


def test_libraries_and_functions_that_are_looked_up(aclnn: Aclnn, tmp_path: Path) -> None:
    """A library that is found at the second place is there."""
    (tmp_path / "libsecond.so").symlink_to(_tree.prefix() / "lib64" / "libc_sec.so")
    program = tmp_path / "program.py"
    program.write_text("""import ctypes, sys
for name in ("libacl_dvpp.so", "libsecond.so"):
    try:
        ctypes.CDLL(name)
    except OSError:
        pass
for name in ("aclmdlExecuteV9", "_ZN2ge7Session9NoSuchOneEv", "aclmdlExecuteV9", "aclrtMalloc"):
    hasattr(ctypes.CDLL("libascendcl.so"), name)
hasattr(ctypes.CDLL(None), "no_name_of_cann")
sys.exit(5)
""")
    done = aclnn(
        "doctor", "--load", sys.executable, str(program), LD_LIBRARY_PATH=f"/no/such:{tmp_path}"
    )
    assert (done.returncode, done.stderr) == (5, "")
    assert done.stdout.splitlines() == [
        "libraries that were asked for and are not here:",
        "  libacl_dvpp.so",
        "functions that were asked for and are not here:",
        "  aclmdlExecuteV9 (offline models)",
        "  ge::Session::NoSuchOne() (libascendcl.so)",
    ]


def test_what_a_program_is_linked_with(aclnn: Aclnn, tmp_path: Path) -> None:
    """It does not start, and the linker says why too."""
    source = tmp_path / "lacks.c"
    source.write_text("int aclSomething(void) { return 1; }\n")
    library = tmp_path / "liblacks.so"
    subprocess.run(["cc", "-shared", "-o", library, source], check=True)
    source.write_text("int aclSomething(void);\nint main(void) { return aclSomething(); }\n")
    program = tmp_path / "program"
    subprocess.run(["cc", "-o", program, source, f"-L{tmp_path}", "-llacks"], check=True)
    library.unlink()
    done = aclnn("doctor", "--load", str(program), LD_LIBRARY_PATH=str(tmp_path))
    assert done.returncode == 127
    assert done.stdout.splitlines()[1] == "  liblacks.so"


def test_a_program_is_required(aclnn: Aclnn) -> None:
    done = aclnn("doctor", "--load")
    assert done.returncode == 2
    assert "a program is missing" in done.stderr


def test_a_link_in_front_stays(aclnn: Aclnn, tmp_path: Path) -> None:
    """MindSpore looks for `latest` in the path of the library."""
    link = tmp_path / "latest"
    link.symlink_to(_tree.prefix())
    script = "import os; print(os.environ['LD_LIBRARY_PATH'])"
    for given, wanted in (
        (f"{link}/lib64:/other", f"{link}/lib64:/other"),
        (f"/other:{link}/lib64", f"{_tree.prefix()}/lib64:/other:{link}/lib64"),
    ):
        done = aclnn("run", sys.executable, "-c", script, LD_LIBRARY_PATH=given)
        assert done.stdout == f"{wanted}\n"
