# SPDX-License-Identifier: Apache-2.0
"""The public headers, together in build/include: those that are written by hand, and those that
declarations make.

What is compiled, read and installed is that directory; csrc/include has only what a person wrote.
A header there may hold blocks that the tables of csrc/base fill: build_support/tables.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from . import infiniop, tables
from .declarations import DeclarationError
from .library import write as write_file
from .operators import Operators, headers


def files(
    csrc: Path, all_tables: tables.Tables, declared: Operators, rows: Sequence[infiniop.Row]
) -> dict[str, str]:
    """Every public header by its path. Raises DeclarationError for one that exists twice."""
    by_hand = tables.fill_headers(csrc, all_tables)
    made = {
        "csrc/ops": headers.generate(declared),
        "csrc/infiniop": infiniop.headers(rows),
    }
    found = dict(by_hand)
    for source, texts in made.items():
        for name, text in texts.items():
            if name in by_hand:
                raise DeclarationError(
                    f"csrc/include/{name} is written by hand, and {source} declares calls of it: "
                    "a function is declared once"
                )
            found[name] = text
    found[infiniop.WHOLE] = infiniop.with_all_headers(found)
    return found


def write(directory: Path, texts: Mapping[str, str]) -> None:
    """Bring a directory up to date: these headers and no others."""
    for path in directory.rglob("*.h"):
        if path.relative_to(directory).as_posix() not in texts:
            path.unlink()
    for name, text in texts.items():
        write_file(directory / name, text)
