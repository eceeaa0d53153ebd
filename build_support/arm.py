# SPDX-License-Identifier: Apache-2.0
"""Runs tests on the library for aarch64 in QEMU, on a machine of another kind.

    python -m build_support.arm                        the quick tests; then the bits of results are
                                                       compared with those of this machine
    python -m build_support.arm tests/ops -k Softmax   what pytest is told

Takes the tree that `make wheels` built for aarch64. Needs Debian's qemu-user, with binfmt_misc so
that its programs start others, and mmdebstrap, which fetches Debian's Python for aarch64. What QEMU
cannot do is listed in arm_exclusions.txt, each with its reason.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .fingerprints import digest
from .library import BuildError, new_directory
from .wheels import ROOT, WORK, install_packages

MACHINE = "aarch64"
_RELEASE = "bookworm"
_PYTHON = "3.11"  # of that release
_PACKAGES = "python3,libpython3-stdlib,python3-distutils,libc-bin,g++,binutils"
_DIRECTORY = ROOT / "build" / "arm"
_EXCLUSIONS = Path(__file__).with_name("arm_exclusions.txt")
_NOT_NEEDED = ("mypy", "ruff", "clang-format")
_WITHOUT_WHEEL = ("argparse-manpage",)  # pure Python, which PyPI has as sources only
_ARGUMENTS = ("-m", "not slow")
_TIME_LIMIT = 600  # seconds a test, of which the slowest takes a fifth on two cores
_RESULTS = """
from sweep.runs import is_by_blas, main, sampled_calls
main([name for name in sampled_calls() if not is_by_blas(name)], 11, 4)
"""
_SUBREAPER = 36  # prctl's PR_SET_CHILD_SUBREAPER


def _need(program: str, package: str) -> None:
    if shutil.which(program) is None:
        message = f"there is no {program}: install it (Debian: apt install {package})"
        raise BuildError(message)


def _check_tools() -> None:
    _need("qemu-aarch64", "qemu-user qemu-user-binfmt")
    _need("mmdebstrap", "mmdebstrap")
    if not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        message = (
            "this kernel does not hand programs for aarch64 to QEMU: mount binfmt_misc at"
            " /proc/sys/fs/binfmt_misc and register qemu-aarch64 (Debian: qemu-user-binfmt)"
        )
        raise BuildError(message)


def _root() -> Path:
    """Debian's Python and compiler for aarch64, unpacked and not set up: nothing runs in it."""
    root = _DIRECTORY / f"{_RELEASE}-root"
    if not root.exists():
        with new_directory(root) as temporary:
            options = ["--variant=extract", "--architectures=arm64", f"--include={_PACKAGES}"]
            subprocess.run(["mmdebstrap", *options, _RELEASE, temporary], check=True)
    # The name by which tests call the compiler, which Debian sets up beside others.
    compiler = root / "usr" / "bin" / "cc"
    if not compiler.is_symlink():
        compiler.symlink_to("gcc")
    return root


def _expanded(wanted: Sequence[str], extras: Mapping[str, Sequence[str]]) -> list[str]:
    """Requirements, with what extras of the package itself stand for: aclnn-py[kernels]."""
    found: list[str] = []
    for each in wanted:
        own = re.fullmatch(r"aclnn-py\[(.*)\]", each)
        names = [] if own is None else own[1].split(",")
        found += [each] if own is None else [row for name in names for row in extras[name]]
    return found


def _requirements() -> list[str]:
    """What the package and its tests import, without what only `make lint` runs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    found = _expanded([*project["dependencies"], *extras["test"]], extras)
    return [each for each in found if not each.startswith(_NOT_NEEDED)]


def _site() -> Path:
    """What tests import, for that Python."""
    wanted = _requirements()
    site = _DIRECTORY / f"site-{digest(*wanted)}"
    if not site.exists():
        with new_directory(site) as temporary:
            wheels = temporary / "wheels"
            command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
            sources = [each for each in wanted if each.startswith(_WITHOUT_WHEEL)]
            subprocess.run([*command, "--wheel-dir", str(wheels), *sources], check=True)
            options = ("--python-version", _PYTHON, "--find-links", str(wheels))
            install_packages(MACHINE, temporary, wanted, *options)
    return site


def _excluded() -> list[str]:
    """The tests that are not run, as pytest's options."""
    lines = (line.partition("#")[0].strip() for line in _EXCLUSIONS.read_text("utf-8").splitlines())
    return [f"--deselect={name}" for name in lines if name]


def _tree() -> Path:
    """The sources with the tree for aarch64."""
    for source in (WORK / MACHINE).glob("aclnn_py-*"):
        if (source / "aclnn_py" / "ascend" / "lib64" / "libascendcl.so").exists():
            return source
    message = f"there is no library for {MACHINE}: run `make wheels` first"
    raise BuildError(message)


def _lead_to_blas(source: Path, site: Path) -> None:
    """Name the OpenBLAS for aarch64: the build has named that of this machine."""
    tree = source / "aclnn_py" / "ascend"
    folder = os.path.relpath(site / "scipy_openblas32" / "lib", tree / "lib64")
    (tree / "share" / "blas_folder.txt").write_text(f"{folder}\n", "utf-8")


def _lead_to_packages(root: Path, *folders: Path) -> None:
    """Let that Python find packages in folders, whatever PYTHONPATH a test sets."""
    place = root / "usr" / "lib" / "python3" / "dist-packages"
    place.mkdir(parents=True, exist_ok=True)
    (place / "aclnn_py.pth").write_text("".join(f"{each}\n" for each in folders), "utf-8")


def _children() -> list[int]:
    """The processes whose parent is this one."""
    rows = Path("/proc/self/task").glob("*/children")
    return [int(number) for row in rows for number in row.read_text("utf-8").split()]


def _end_children() -> None:
    """End the processes that are left, and theirs, which become this one's."""
    while True:
        for child in _children():
            os.kill(child, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def run_tests(python: str, arguments: Sequence[str], limit: float, **settings: Any) -> int:
    """Run pytest, for at most so many seconds a test; its exit code.

    A test that takes longer ends the worker that it runs in, and thereby fails; what processes it
    started are ended after the last test. Settings are those of subprocess.
    """
    options = ("-q", "-n", "auto", "-o", "faulthandler_exit_on_timeout=true")
    command = [python, "-m", "pytest", *options, "-o", f"faulthandler_timeout={limit}"]
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    try:
        return subprocess.run([*command, *arguments], check=False, **settings).returncode
    finally:
        _end_children()


def _results(python: str, folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """A digest of the results of each declared call, but those of families that OpenBLAS has a
    part in. Raises BuildError where a call fails."""
    paths = [environment.get("PYTHONPATH", ""), str(folder / "tests"), str(folder)]
    variables = {**environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [python, "-c", _RESULTS]
    done = subprocess.run(command, cwd=folder, env=variables, stdout=subprocess.PIPE, check=True)
    lines = done.stdout.decode().splitlines()
    failed = [line for line in lines if line.startswith("failed ")]
    if failed:
        message = "\n".join([f"on {folder}:", *failed])
        raise BuildError(message)
    return dict(line.rsplit(" ", 1) for line in lines)


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The names for which there is not the same in both."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def _compare(python: str, tree: Path, environment: Mapping[str, str]) -> bool:
    """Whether each call has the same bits on this machine and in QEMU. Says which have not."""
    here, there = _results(sys.executable, ROOT, os.environ), _results(python, tree, environment)
    found = differing(here, there)
    print(
        f"make arm: {len(here) - len(found)} of {len(here)} calls of families that OpenBLAS has"
        f" no part in give the same bits on {platform.machine()} and {MACHINE}"
    )
    for name in found:
        print(f"make arm: {name} gives others")
    return not found


def main(arguments: Sequence[str]) -> int:
    """Run pytest on the tree for aarch64, and compare results where it is told nothing; 0 if all
    is well."""
    try:
        _check_tools()
        tree, root, site = _tree(), _root(), _site()
    except (BuildError, subprocess.CalledProcessError) as error:
        print(f"make arm: {error}", file=sys.stderr)
        return 1
    _lead_to_blas(tree, site)
    _lead_to_packages(root, site, tree)
    environment = {
        **os.environ,
        "QEMU_LD_PREFIX": str(root),
        "PATH": os.pathsep.join([str(root / "usr" / "bin"), os.environ["PATH"]]),  # its compiler
        # QEMU takes long to compile modules: they are kept, outside of the tree under test.
        "PYTHONPYCACHEPREFIX": str(_DIRECTORY / "bytecode"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    python = str(root / "usr" / "bin" / f"python{_PYTHON}")
    told = [*(arguments or _ARGUMENTS), *_excluded()]
    ended = run_tests(python, told, _TIME_LIMIT, cwd=tree, env=environment)
    try:
        same = bool(arguments) or _compare(python, tree, environment)
    except (BuildError, subprocess.CalledProcessError) as error:
        print(f"make arm: {error}", file=sys.stderr)
        return 1
    return ended if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
