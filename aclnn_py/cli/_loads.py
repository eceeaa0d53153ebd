# SPDX-License-Identifier: Apache-2.0
"""What a program asks the dynamic linker for and does not get: `aclnn doctor --load`.

glibc's linker says what it does where LD_DEBUG is set. A library that is found nowhere, and a
function that a library lacks, stand there whether a program names them when it is linked or looks
them up while it runs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import _tree
from ._missing import part_of_cann
from .run import find_program, run_to_end

_LINE = re.compile(r"\s*(?P<process>\d+):\t(?P<said>.*)")
_WANTED = re.compile(r"find library=(\S+) \[")
_TRIED = re.compile(r"\s*trying file=(\S+)")
_LACKS = re.compile(r"(?P<library>\S+): error: .*undefined symbol: (?P<name>\w+)")

# Names of CANN's, for functions that another library of the program needs.
_OF_CANN = re.compile(
    r"acl|Hccl|Msprof|Dlog|rt[A-Z]|hal[A-Z]|mm[A-Z]|hi_mpi|_ZNK?(2ge|2fe|4gert|2op|3atb|8optiling)"
)


@dataclass(frozen=True)
class Loads:
    """What a program did not get: libraries, and functions by who lacks or needs them."""

    libraries: tuple[str, ...]
    functions: tuple[tuple[str, str], ...]


def missing(lines: Iterable[str]) -> Loads:
    """Read what the dynamic linker said of one or several processes."""
    wanted: dict[str, str] = {}  # by process: the library that is looked for
    found: dict[str, bool] = {}  # whether a library was found, whoever looked for it
    functions: dict[tuple[str, str], None] = {}
    own = str(_tree.prefix() / "lib64")
    for line in lines:
        parts = _LINE.fullmatch(line)
        if parts is None:
            continue
        process, said = parts["process"], parts["said"]
        if looks := _WANTED.match(said):
            wanted[process] = looks[1]
            found.setdefault(looks[1], False)
        elif (tried := _TRIED.match(said)) and process in wanted:
            found[wanted[process]] |= Path(tried[1]).exists()
        elif (lacks := _LACKS.match(said)) and (
            lacks["library"].startswith(own) or _OF_CANN.match(lacks["name"])
        ):
            functions[lacks["name"], Path(lacks["library"]).name] = None
    return Loads(tuple(name for name, is_there in found.items() if not is_there), tuple(functions))


def run(command_line: Sequence[str]) -> int:
    """Run a program in this package's environment and say what it did not get; its exit code."""
    name, *arguments = command_line
    environ = {**os.environ, **_tree.variables(os.environ)}
    with tempfile.TemporaryDirectory(prefix="aclnn-") as folder:
        said = {"LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": f"{folder}/linker"}
        code = run_to_end([*find_program(name), *arguments], {**environ, **said})
        lines: list[str] = []
        for path in sorted(Path(folder).iterdir()):
            lines += path.read_text("utf-8", errors="replace").splitlines()
    _print(missing(lines))
    return code


def _print(loads: Loads) -> None:
    spelled = _spelled([name for name, _ in loads.functions])
    rows = [f"  {name}" for name in loads.libraries]
    _section("libraries that were asked for and are not here", rows)
    rows = [
        f"  {spelled.get(name, name)} ({part_of_cann(name) or library})"
        for name, library in loads.functions
    ]
    _section("functions that were asked for and are not here", rows)


def _section(title: str, rows: Sequence[str]) -> None:
    print(f"{title}: {'' if rows else 'none'}".rstrip())
    for row in rows:
        print(row)


def _spelled(names: Sequence[str]) -> Mapping[str, str]:
    """Names of C++ functions as people write them, where binutils are installed."""
    if not names or shutil.which("c++filt") is None:
        return {}
    done = subprocess.run(
        ["c++filt"], input="\n".join(names), capture_output=True, text=True, check=False
    )
    return dict(zip(names, done.stdout.splitlines(), strict=False))
