# SPDX-License-Identifier: Apache-2.0
"""Wheels and editable installations, in environments of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import numpy as np
import pytest
import scipy_openblas32
import tomllib

import aclnn_py

ROOT = Path(__file__).resolve().parents[2]

CALL = """
import numpy as np, aclnn_py
grad = np.ones((3, 4), np.float32)
print(aclnn_py.embedding_dense_backward(grad, np.array([1, 1, 0]), 2).sum(axis=1).tolist())
"""

#: The status of asking for the library of matrix products, and its file.
BLAS = """
import ctypes, aclnn_py
file, core = ctypes.c_char_p(), ctypes.c_char_p()
status = aclnn_py.lib.aclnnExtGetBlas(ctypes.byref(file), ctypes.byref(core))
print(status, file.value and file.value.decode())
"""


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run outside of this environment and of the checkout; the standard output."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "ACLNN_PY_LIB")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    result = subprocess.run(
        command, capture_output=True, text=True, cwd=cwd or "/", env=environment, check=False
    )
    assert result.returncode == 0, f"{result.stdout}{result.stderr}"
    return result.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The source distribution of the checkout, unpacked, with the objects of this one."""
    # In the checkout, where `build` is build.py too.
    command = (sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path)
    run(*command, cwd=ROOT)
    (distribution,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(distribution) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (copy,) = (tmp_path / "source").iterdir()
    (copy / "build").mkdir()
    (copy / "build" / "cache").symlink_to(ROOT / "build" / "cache")
    return copy


def environment(directory: Path) -> Path:
    """A fresh virtual environment that sees the other packages of this one; its Python."""
    run(sys.executable, "-m", "venv", "--without-pip", directory)
    python = directory / "bin" / "python"
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    # A path file: the path files of that directory, such as editable installs, are not read.
    others = Path(np.__file__).resolve().parents[1]
    (Path(site) / "others.pth").write_text(f"{others}\n")
    return python


def install_editable(checkout: Path, python: Path) -> None:
    run(
        *(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps"),
        *("--no-build-isolation", "--editable", checkout),
    )
    where = run(python, "-c", "import aclnn_py; print(aclnn_py.__file__)").strip()
    assert Path(where) == checkout / "aclnn_py" / "__init__.py"
    assert (python.parents[1] / "share" / "man" / "man1" / "aclnn.1").is_file()
    assert run(python, "-c", CALL) == "[4.0, 8.0]\n"
    assert run(python, "-c", BLAS).startswith("0 /")


@pytest.mark.slow
def test_installations(checkout: Path, tmp_path: Path) -> None:
    """An editable one, then a wheel, which outlives the checkout: one build for both."""
    install_editable(checkout, environment(tmp_path / "editable"))
    wheels = tmp_path / "wheels"
    run(
        *(sys.executable, "-m", "pip", "wheel", checkout, "--no-deps", "--no-build-isolation"),
        *("--wheel-dir", wheels),
    )
    shutil.rmtree(checkout)
    python = environment(tmp_path / "environment")
    (wheel,) = wheels.glob("*.whl")
    name, version, *tag = wheel.stem.split("-")
    assert (name, *tag[:2]) == ("aclnn_py", "py3", "none")
    assert tag[2].startswith("linux_")
    with zipfile.ZipFile(wheel) as archive:
        members = archive.namelist()
        metadata = archive.read(f"aclnn_py-{version}.dist-info/WHEEL").decode()
    assert "Root-Is-Purelib: false" in metadata
    assert f"Tag: py3-none-{tag[2]}" in metadata
    assert "aclnn_py/kernels/embedding_dense_grad/sums.py" in members
    assert "aclnn_py/py.typed" in members
    assert "aclnn_py/ascend/python/site-packages/acl/rt.py" in members
    assert "aclnn_py/ascend/python/site-packages/acl/py.typed" in members
    assert not any("__pycache__" in member or member.startswith("acl/") for member in members)
    assert f"aclnn_py-{version}.data/data/share/man/man1/aclnn.1" in members
    assert not any("/share/doc/" in member for member in members)
    assert not any(member.startswith(("tests/", "build", "csrc/")) for member in members)
    assert "aclnn_py/ascend/share/blas_folder.txt" not in members
    assert "aclnn_py/ascend/lib64/libascendcl.so.debug" not in members
    assert not any("/ucx/" in member for member in members)

    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", wheel)
    prefix = run(python.with_name("aclnn"), "config", "--prefix").strip()
    assert Path(prefix).is_relative_to(python.parents[1])
    for directory in ("runtime", "compiler", "opp"):
        assert (Path(prefix) / directory).is_dir()
    assert run(python, "-c", CALL) == "[4.0, 8.0]\n"
    pyacl = (python.with_name("aclnn"), "run", python, "-c", "import acl; print(acl.init())")
    assert run(*pyacl) == "0\n"
    explained = run(python.with_name("aclnn"), "doctor", "--explain", "507015")
    assert explained.startswith("507015 ACL_ERROR_RT_AICORE_EXCEPTION: kernel failed\n")
    assert run(python, "-c", BLAS) == "207000 None\n"  # its package lies elsewhere
    package = Path(scipy_openblas32.__file__).resolve().parent
    (Path(prefix).parents[1] / package.name).symlink_to(package)
    assert run(python, "-c", BLAS) == f"0 {package / 'lib' / 'libscipy_openblas.so'}\n"
    consumer = Path(__file__).with_name("consumer.cpp")
    assert "all is well" in run(python.with_name("aclnn"), "run", consumer)


@pytest.mark.slow
def test_a_build_with_nothing_to_do_is_quick() -> None:
    run(sys.executable, "build.py", cwd=ROOT)
    begin = time.monotonic()
    run(sys.executable, "build.py", cwd=ROOT)
    assert time.monotonic() - begin < 10


def test_versions_agree() -> None:
    """The tools of the build are the same in all places of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    build = set(project["build-system"]["requires"])
    extras = project["project"]["optional-dependencies"]
    assert build <= {*extras["kernels"], *extras["test"]}
    for extra, part in (("debug", "debug"), ("documents", "documents"), ("hccl", "ucx")):
        assert extras[extra] == [f"aclnn-py-{part}=={aclnn_py.__version__}"]
