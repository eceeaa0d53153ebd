# SPDX-License-Identifier: Apache-2.0
"""Makes the source distribution, and from it the wheels of all machines.

    python -m build_support.wheels                     all machines, into dist/
    python -m build_support.wheels --machine aarch64   one of them

Every machine's C is compiled by Zig's compiler, a package of PyPI that brings the headers and
symbols of any glibc for any machine. Numba's compiler compiles kernels for each. Binutils for the
machine come from the system (Debian: binutils-aarch64-linux-gnu). auditwheel checks that a wheel
runs wherever its platform's name promises, and gives it that name.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

from aclnn_py.kernels.compiler import LEVELS, host_machine

from . import ucx
from .library import LIBRARY, BuildError, Settings, run

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "wheels"

MACHINES = tuple(dict.fromkeys(level.machine for level in LEVELS))

GLIBC = "2.28"
"""The oldest C library that wheels run with: that of ml_dtypes' and scipy-openblas32's wheels."""

LARGEST_WHEEL = 7 << 20
"""Bytes that the wheel of the package may have."""

PARTS = {"debug": f"lib64/{LIBRARY}.debug", "ucx": f"lib64/{ucx.FOLDER}"}
"""Packages of their own for each machine: their folders in build_support/packages, and what of the
tree each holds."""

DOCUMENTS = "documents"
"""The package of the documents, which are the same for all machines."""

_BINUTILS = ("ar", "nm", "objcopy", "strip")


def platform_name(machine: str) -> str:
    """The platform of a machine's wheels in their names."""
    return f"manylinux_{GLIBC.replace('.', '_')}_{machine}"


def _environment(machine: str) -> dict[str, str]:
    """The variables that say what is compiled for, and by what."""
    # Zig adds checks of undefined behaviour to code that is not optimised.
    compiler = [sys.executable, "-m", "ziglang", "cc", "-fno-sanitize=undefined"]
    compiler += ["-target", f"{machine}-linux-gnu.{GLIBC}"]
    tools = {name.upper(): f"{machine}-linux-gnu-{name}" for name in _BINUTILS}
    missing = [program for program in tools.values() if shutil.which(program) is None]
    if missing:
        message = (
            f"there is no {', '.join(missing)}: install binutils for {machine} (Debian and Ubuntu:"
            f" apt install binutils-{machine.replace('_', '-')}-linux-gnu)"
        )
        raise BuildError(message)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {
        **os.environ,
        **tools,
        "PYTHONPATH": str(_packages(machine)),
        "CC": shlex.join(compiler),
        "PATH": path,  # of patchelf, which auditwheel runs
        "_PYTHON_HOST_PLATFORM": f"linux-{machine}",
    }


def _packages(machine: str) -> Path:
    """Where packages for a machine are that its wheel is made of."""
    return WORK / f"{machine}-packages"


def install_packages(machine: str, target: Path, wanted: Sequence[str], *options: str) -> None:
    """Put packages for a machine into a folder, by pip."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for glibc in ("2_17", "2_27", GLIBC.replace(".", "_")):
        command += ["--platform", f"manylinux_{glibc}_{machine}"]
    command += ["--platform", f"manylinux2014_{machine}", "--only-binary", ":all:"]
    _run([*command, "--target", str(target), *options, *wanted])


def _install_ucx(machine: str) -> None:
    """Fetch the UCX of another machine; that of this one is what the build needs anyway."""
    if machine == host_machine():
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [each for each in project["build-system"]["requires"] if each.startswith("libucx")]
    install_packages(machine, _packages(machine), wanted, "--no-deps")


def _run(command: Sequence[str | Path], environment: dict[str, str] | None = None) -> None:
    """Run a tool that says itself what it does. Raises BuildError if it fails."""
    result = subprocess.run(command, cwd=WORK, env=environment, check=False)
    if result.returncode != 0:
        message = f"{shlex.join(map(str, command))} ended with {result.returncode}"
        raise BuildError(message)


def _make_package(kind: str, source: Path, output: Path, machine: str | None = None) -> Path:
    """Make an sdist or a wheel of a folder by PyPA's build."""
    output.mkdir(parents=True)
    command = [sys.executable, "-m", "build", f"--{kind}", "--no-isolation"]
    _run(
        [*command, "--outdir", str(output), str(source)],
        None if machine is None else _environment(machine),
    )
    (made,) = output.iterdir()
    return made


def make_source_distribution() -> Path:
    """The source distribution of the checkout; its path in build/wheels."""
    return _make_package("sdist", ROOT, WORK / "source")


def _sources_of(machine: str) -> Path:
    """Where `_unpack` puts the sources for a machine."""
    (source,) = (WORK / machine).iterdir()
    return source


def _unpack(source_distribution: Path, machine: str) -> Path:
    """The sources of a source distribution in a folder of their own, with this checkout's cache."""
    with tarfile.open(source_distribution) as archive:
        archive.extractall(WORK / machine, filter="data")
    source = _sources_of(machine)
    cache = Settings(ROOT).cache
    cache.mkdir(parents=True, exist_ok=True)
    (source / "build").mkdir()
    (source / "build" / "cache").symlink_to(cache)
    return source


def _repair(wheel: Path, machine: str, output: Path) -> Path:
    """Let auditwheel check a wheel, and name it after the oldest platform that is promised."""
    output.mkdir(parents=True)
    command = [sys.executable, "-m", "auditwheel", "repair", "--only-plat"]
    _run([*command, "--wheel-dir", str(output), wheel], _environment(machine))
    (repaired,) = output.iterdir()
    found = re.search(rf"-manylinux_(\d+)_(\d+)_{machine}\.whl$", repaired.name)
    promised = tuple(int(part) for part in GLIBC.split("."))
    if found is None or (int(found[1]), int(found[2])) > promised:
        message = f"{repaired.name}: it needs a newer C library than glibc {GLIBC}"
        raise BuildError(message)
    return _renamed(repaired, machine)


def _renamed(wheel: Path, machine: str) -> Path:
    """A wheel under the name of the platform that is promised."""
    tags = [sys.executable, "-m", "wheel", "tags", "--remove", "--platform-tag"]
    name = run([*tags, platform_name(machine), wheel], WORK, "wheel tags").strip()
    return wheel.with_name(name)


def _compress(wheel: Path, output: Path) -> Path:
    """A wheel with the same files, in the fewest bytes that every installer can read."""
    import zopfli  # of the extra "wheels"

    output.mkdir(parents=True)
    smaller = output / wheel.name
    with zipfile.ZipFile(wheel) as source, zopfli.ZipFile(smaller, "w") as target:
        for entry in source.infolist():
            target.writestr(entry, source.read(entry), zipfile.ZIP_DEFLATED)
    return smaller


def _check_size(wheel: Path) -> None:
    size = wheel.stat().st_size
    if size > LARGEST_WHEEL:
        message = f"{wheel.name} has {size:,} bytes, more than {LARGEST_WHEEL:,}"
        raise BuildError(message)


def _fill_package(part: str, content: str, source: Path, name: str) -> Path:
    """The folder of a package of its own, with what the build of `source` put into the tree."""
    package = shutil.copytree(source / "build_support" / "packages" / part, WORK / name)
    place = Path("aclnn_py", "ascend", content)
    (package / place).parent.mkdir(parents=True)
    shutil.copyfile(source / "aclnn_py" / "_version.py", package / "aclnn_py" / "_version.py")
    if (source / place).is_dir():
        shutil.copytree(source / place, package / place)
    else:
        shutil.copyfile(source / place, package / place)
    return package


def _make_part(part: str, source: Path, machine: str) -> Path:
    """The wheel of a part of a machine."""
    package = _fill_package(part, PARTS[part], source, f"{machine}-{part}-package")
    shutil.copyfile(source / "build_support" / "packages" / "setup.py", package / "setup.py")
    licence = package / "aclnn_py" / "ascend" / PARTS[part] / "LICENSE"
    if licence.exists():
        shutil.copyfile(licence, package / "LICENSE")
    return _renamed(_make_package("wheel", package, WORK / f"{machine}-{part}", machine), machine)


def _make_documents(source: Path) -> Path:
    """The wheel of the documents, for any machine."""
    package = _fill_package(DOCUMENTS, "share/doc", source, f"{DOCUMENTS}-package")
    return _make_package("wheel", package, WORK / DOCUMENTS)


def make_wheels(source_distribution: Path, machine: str) -> list[Path]:
    """The wheels of a machine, that of the package first; their paths in build/wheels."""
    source = _unpack(source_distribution, machine)
    _install_ucx(machine)
    built = _make_package("wheel", source, WORK / f"{machine}-built", machine)
    repaired = _repair(built, machine, WORK / f"{machine}-repaired")
    wheel = _compress(repaired, WORK / f"{machine}-compressed")
    _check_size(wheel)
    return [wheel, *(_make_part(part, source, machine) for part in PARTS)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m build_support.wheels")
    parser.add_argument("--machine", action="append", choices=MACHINES, help="default: all")
    options = parser.parse_args(arguments)
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    distributions = ROOT / "dist"
    try:
        source = make_source_distribution()
        made = [source]
        for machine in options.machine or MACHINES:
            made += make_wheels(source, machine)
        made.append(_make_documents(_sources_of(machine)))
    except BuildError as error:
        print(f"make wheels: {error}", file=sys.stderr)
        return 1
    distributions.mkdir(exist_ok=True)
    print(f"{distributions.relative_to(ROOT)}:")
    for path in made:
        place = distributions / path.name
        shutil.copyfile(path, place)
        print(f"    {place.stat().st_size / 1e6:5.1f} MB  {place.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
