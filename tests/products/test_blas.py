# SPDX-License-Identifier: Apache-2.0
"""Which OpenBLAS the library loads, what it does without one, and what it leaves alone."""

from __future__ import annotations

import json
import os
import platform
import shutil
from pathlib import Path
from typing import Any

import pytest
from support import run_program, run_python

from aclnn_py import _tree
from build_support.sanitize import Runner

LIBRARY = _tree.prefix() / "lib64" / _tree.LIBRARY
NAME = "libscipy_openblas.so"

#: The levels of this machine with the kernels of OpenBLAS for each, by OpenBLAS's own names. Then
#: kernels that any CPU of the kind runs, and that are not those of its best level.
CORES, LOADED_FIRST = {
    "x86_64": ([("v2", "Nehalem"), ("v3", "Haswell"), ("v4", "SkylakeX")], "Nehalem"),
    "aarch64": ([("aarch64", "armv8")], "cortexa57"),
}[platform.machine()]

#: A process without aclnn_py: what it sees of the library, whose file is {library}.
PROBE = """
import ctypes, json, os
threads = len(os.listdir("/proc/self/task"))
{before}
lib = ctypes.CDLL({library!r})
lib.aclGetRecentErrMsg.restype = ctypes.c_char_p
file, core = ctypes.c_char_p(), ctypes.c_char_p()
status = lib.aclnnExtGetBlas(ctypes.byref(file), ctypes.byref(core))
text = lib.aclGetRecentErrMsg()
libc = ctypes.CDLL(None)
libc.getenv.restype = ctypes.c_char_p
names = ("OPENBLAS_CORETYPE", "OPENBLAS_NUM_THREADS", "ACLNN_TEST")
print(json.dumps({{
    "status": status,
    "file": file.value and file.value.decode(),
    "core": core.value and core.value.decode(),
    "text": text and text.decode(),
    "environment": [str(libc.getenv(name.encode())) for name in names],
    "new threads": len(os.listdir("/proc/self/task")) - threads,
}}))
"""


def probe(library: Path, before: str = "", **variables: str) -> dict[str, Any]:
    done = run_python(PROBE.format(library=str(library), before=before), variables)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.fixture(scope="module")
def installed() -> Path:
    """The OpenBLAS of the package."""
    import scipy_openblas32

    return Path(scipy_openblas32.get_lib_dir(), NAME).resolve()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder for packages that holds a copy of the library, as pip would put it there."""
    folder = tmp_path / "site-packages/aclnn_py/ascend/lib64"
    folder.mkdir(parents=True)
    shutil.copy(LIBRARY, folder)
    return tmp_path / "site-packages"


def copy_of(site: Path) -> Path:
    return site / "aclnn_py/ascend/lib64" / _tree.LIBRARY


# --- Where it is -------------------------------------------------------------------------------


def test_a_checkout_finds_the_package(installed: Path) -> None:
    answer = probe(LIBRARY)
    assert answer["status"] == 0, answer["text"]
    assert answer["file"] == str(installed)


def test_the_package_beside_ours(site: Path, installed: Path) -> None:
    target = site / "scipy_openblas32/lib" / NAME
    target.parent.mkdir(parents=True)
    shutil.copy(installed, target)
    assert probe(copy_of(site))["file"] == str(target)


def test_the_folder_of_the_library_comes_first(site: Path, installed: Path) -> None:
    for folder in (site / "scipy_openblas32/lib", copy_of(site).parent):
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(installed, folder)
    assert probe(copy_of(site))["file"] == str(copy_of(site).parent / NAME)


def test_the_variable_comes_before_everything(site: Path, installed: Path) -> None:
    shutil.copy(installed, copy_of(site).parent)
    answer = probe(copy_of(site), ACLNN_BLAS=os.path.relpath(installed))
    assert answer["file"] == str(installed)


def test_a_library_that_was_loaded_by_a_relative_name(site: Path, installed: Path) -> None:
    """The program may leave the directory that the name counts from."""
    shutil.copy(installed, copy_of(site).parent)
    before = f"os.chdir({str(copy_of(site).parent)!r}); kept = ctypes.CDLL('./{_tree.LIBRARY}')\n"
    answer = probe(copy_of(site), before + "os.chdir('/')")
    assert answer["file"] == str(copy_of(site).parent / NAME)


def test_none(site: Path) -> None:
    answer = probe(copy_of(site))
    assert answer["status"] == 207000
    assert answer["file"] is answer["core"] is None
    assert str(copy_of(site).parent) in answer["text"]
    assert "pip install scipy-openblas32" in answer["text"]
    assert "ACLNN_BLAS" in answer["text"]


@pytest.mark.parametrize("content", [b"", b"no library"])
def test_a_file_that_is_no_library(tmp_path: Path, content: bytes) -> None:
    """What the variable names is taken, or nothing."""
    path = tmp_path / "blas.so"
    path.write_bytes(content)
    answer = probe(LIBRARY, ACLNN_BLAS=str(path))
    assert answer["status"] == 207000
    assert str(path) in answer["text"]


def test_a_library_that_is_no_blas() -> None:
    other = LIBRARY.with_name("libopapi.so")
    answer = probe(LIBRARY, ACLNN_BLAS=str(other))
    assert answer["status"] == 207000
    assert "is no OpenBLAS with integers of 32 bits" in answer["text"]


def test_null_pointers() -> None:
    before = f"""
lib = ctypes.CDLL({str(LIBRARY)!r})
name = ctypes.c_char_p()
assert lib.aclnnExtGetBlas(None, ctypes.byref(name)) == 161001
assert lib.aclnnExtGetBlas(ctypes.byref(name), None) == 161001
assert name.value is None
"""
    assert probe(LIBRARY, before)["status"] == 0


# --- How it is loaded --------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "core"), CORES)
def test_the_core_follows_the_level(level: str, core: str) -> None:
    flags = Path("/proc/cpuinfo").read_text("utf-8")
    if {"v2": "ssse3", "v3": "avx2", "v4": "avx512vl"}.get(level, "") not in flags:
        pytest.skip(f"this CPU has no x86-64-{level}")
    assert probe(LIBRARY, ACLNN_ISA=level)["core"] == core


def test_the_environment_stays_and_no_thread_comes() -> None:
    level, core = CORES[0]
    variables = {"OPENBLAS_NUM_THREADS": "5", "ACLNN_ISA": level}
    answer = probe(LIBRARY, "os.environ['ACLNN_TEST'] = 'later'", **variables)
    assert answer["environment"] == ["None", "b'5'", "b'later'"]
    assert answer["core"] == core
    assert answer["new threads"] == 0


def test_whoever_loaded_it_first_has_chosen(installed: Path) -> None:
    before = f"""
os.environ["OPENBLAS_CORETYPE"] = {LOADED_FIRST!r}
blas = ctypes.CDLL({str(installed)!r})
"""
    answer = probe(LIBRARY, before)
    assert answer["core"] == LOADED_FIRST
    assert answer["environment"][0] == f"b'{LOADED_FIRST}'"


# --- What it calculates ------------------------------------------------------------------------


@pytest.mark.slow  # compiles a C program
def test_the_number_of_cores_changes_no_bit() -> None:
    """The program prints a hash of all its results, which it has compared with the definition."""
    runner = Runner("plain")
    runner.build()
    source = next(path for path in runner.programs(["test_products"]))
    hashes = set()
    program = runner.compile(source)
    blas = runner.environment()["ACLNN_BLAS"]
    for cores in ("1", "2", "3", "7"):
        hashes.add(run_program(program, ACLNN_BLAS=blas, ACLNN_CORES=cores))
    assert len(hashes) == 1
    assert len(hashes.pop().strip()) == 16
