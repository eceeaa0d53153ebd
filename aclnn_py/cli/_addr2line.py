# SPDX-License-Identifier: Apache-2.0
"""What functions and lines addresses of programs are, by addr2line of binutils or of LLVM."""

from __future__ import annotations

import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

_SECONDS = 60
"""A program with a gigabyte of debug information may take so long; then its lines stay unknown."""

Address = tuple[str, str]
"""A file and an address in it, "0x11c9"."""


@dataclass(frozen=True)
class Place:
    """A function, demangled, and a line of its source; "" and 0 where nothing is known."""

    function: str = ""
    file: str = ""
    line: int = 0


def find_places(addresses: Iterable[Address]) -> dict[Address, list[Place]]:
    """The places of each address, the innermost of inlined calls first.

    Addresses that nothing is known of, and all where no addr2line is installed, are left out.
    """
    # That of binutils 2.40 names the wrong file for some functions of headers (DWARF 5).
    tool = shutil.which("llvm-addr2line") or shutil.which("addr2line")
    by_file: dict[str, list[str]] = defaultdict(list)
    for file, address in dict.fromkeys(addresses):
        by_file[file].append(address)
    found: dict[Address, list[Place]] = {}
    for file, numbers in by_file.items():
        if tool is not None and file:
            for address, places in _ask(tool, file, numbers).items():
                found[file, address] = places
    return found


def _ask(tool: str, file: str, addresses: list[str]) -> dict[str, list[Place]]:
    command = [tool, "-a", "-i", "-f", "-C", "-e", file]
    try:
        done = subprocess.run(
            command,
            input="".join(f"{address}\n" for address in addresses),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    # For each address a line with it, and then a function and a place for each call.
    found: dict[str, list[Place]] = {}
    lines = iter(done.stdout.splitlines())
    asked = iter(addresses)
    places: list[Place] = []
    for line in lines:
        if line.startswith("0x"):
            places = found.setdefault(next(asked), [])
        else:
            place = _place(line, next(lines, ""))
            if place != Place():
                places.append(place)
    return found


def _place(function: str, where: str) -> Place:
    """From "add_one(float*)" and "/src/sums.cpp:6 (discriminator 2)"; "??" is not known."""
    file, _, line = where.partition(" (discriminator")[0].rpartition(":")
    known = file not in ("", "??")
    number = int(line) if known and line.isdecimal() else 0
    return Place("" if function == "??" else function, file if number else "", number)
