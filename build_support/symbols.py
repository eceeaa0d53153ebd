# SPDX-License-Identifier: Apache-2.0
"""Which file of csrc uses what another one defines: by the objects of the last build.

    python -m build_support.symbols                   every circle of files and of folders
    python -m build_support.symbols csrc/base/log.c   what a file uses, and who uses it

What a header declares or defines in itself (types, macros, inline functions) is no use: two files
that share one do not need each other.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .library import ARCHIVE, Settings

ROOT = Path(__file__).resolve().parent.parent

# Of a file: the files that it uses, each with the names that it takes from it.
Uses = Mapping[str, Mapping[str, frozenset[str]]]


@dataclass
class Object:
    """The names of one object: what it defines for others, and what it needs of others."""

    defined: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)


def _run(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def read(archive: Path | None = None) -> dict[str, Object]:
    """The objects of an archive by their C file, relative to the checkout: "csrc/base/log.c".

    Without one: of the last ordinary build.

    An object is named after its content; which file it comes from is in its debug information.
    Kernels have none, and are left out. Raises OSError without the tools, and CalledProcessError
    for a file that is no archive.
    """
    archive = archive or Settings(ROOT).directory / ARCHIVE
    debug = _run("readelf", "--wide", "--debug-dump=info", "--dwarf-depth=1", archive)
    files = re.findall(
        r"^File: \S+\((\S+)\)$(?:(?!^File: ).*\n)*?.*DW_AT_name\s*: (?:\(.*\): )?(\S+)$",
        debug,
        re.MULTILINE,
    )
    source = {member: file for member, file in files if Path(file).suffix == ".c"}
    objects: dict[str, Object] = {}
    names = _run("nm", "--extern-only", "--portability", "--print-file-name", archive)
    for member, name, kind in re.findall(r"\[(\S+)\]: (\S+) (\w)", names):
        if member in source:
            found = objects.setdefault(source[member], Object())
            (found.needed if kind in "Uwv" else found.defined).add(name)
    return objects


def uses(objects: Mapping[str, Object]) -> dict[str, dict[str, frozenset[str]]]:
    """Which file uses which others, and what of them."""
    owner = {name: file for file, found in objects.items() for name in found.defined}
    graph: dict[str, dict[str, frozenset[str]]] = {}
    for file, found in objects.items():
        of: dict[str, set[str]] = {}
        for name in found.needed & owner.keys():
            of.setdefault(owner[name], set()).add(name)
        graph[file] = {other: frozenset(taken) for other, taken in of.items()}
    return graph


def within(graph: Uses, folder: str) -> dict[str, dict[str, frozenset[str]]]:
    """The part of a graph that lies in a folder itself, not in the folders of it."""
    files = {file for file in graph if Path(file).parent.as_posix() == folder}
    return {
        file: {other: names for other, names in graph[file].items() if other in files}
        for file in files
    }


def folders(graph: Uses) -> dict[str, dict[str, frozenset[str]]]:
    """The same graph of the folders of csrc: which one uses which, and what of it.

    Generated files are left out: their tables name functions of all layers.
    """
    found: dict[str, dict[str, frozenset[str]]] = {}
    for file, of in graph.items():
        here = Path(file).parent.as_posix()
        if not here.startswith("csrc/"):
            continue
        mine = found.setdefault(here, {})
        for other, names in of.items():
            there = Path(other).parent.as_posix()
            if there.startswith("csrc/") and there != here:
                mine[there] = mine.get(there, frozenset()) | names
    return found


def circles(graph: Uses) -> list[list[str]]:
    """The largest sets of two or more in which each one uses, directly or not, each other."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        left = list(graph[start])
        while left:
            node = left.pop()
            if node not in seen:
                seen.add(node)
                left += graph.get(node, ())
        reached[start] = seen
    found = {
        tuple(sorted(other for other in reached[node] if node in reached.get(other, ())))
        for node in graph
        if node in reached[node]
    }
    return [list(circle) for circle in sorted(found)]


def describe(graph: Uses, circle: Iterable[str]) -> list[str]:
    """A line for each use in a circle: "csrc/base/log.c uses csrc/base/text.c: append_text"."""
    names = sorted(circle)
    return [
        f"{node} uses {other}: {', '.join(sorted(graph[node][other]))}"
        for node in names
        for other in sorted(graph[node])
        if other in names
    ]


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Which file of csrc uses what of which.")
    parser.add_argument("files", nargs="*", help="C files, relative to the checkout")
    options = parser.parse_args(arguments)
    graph = uses(read())
    if options.files:
        for file in options.files:
            if file not in graph:
                parser.error(f"{file}: the last build has no such file")
            for other, names in sorted(graph[file].items()):
                print(f"{file} uses {other}: {', '.join(sorted(names))}")
            for user in sorted(user for user in graph if file in graph[user]):
                print(f"{user} uses {file}: {', '.join(sorted(graph[user][file]))}")
        return 0
    found = 0
    parts = [within(graph, folder) for folder in sorted(folders(graph))]
    for part in [*parts, folders(graph)]:
        for circle in circles(part):
            found += 1
            print(f"circle of {len(circle)}:")
            print("".join(f"    {line}\n" for line in describe(part, circle)), end="")
    print(f"{found} circles")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
