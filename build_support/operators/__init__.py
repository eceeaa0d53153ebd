# SPDX-License-Identifier: Apache-2.0
"""Operators are declarations, csrc/ops/FAMILY/FAMILY.toml; this package reads them and writes what
follows.

declaration  reads and checks them
headers      the public headers, aclnnop/*.h
functions    finds the functions of C that declarations name
prototypes   declared/FAMILY.h: their prototypes
shapes       C: what shapes and data types the results of a call have
source       C: descriptors, checks in order, lists, rows of the L0 table, Impl functions
python       aclnn_py/ops.py
ledger       how far each public call has come
describe     share/operators.json.xz
words        what shapes of results are in words
pages        docs/reference/operators.md, docs/reference/operators/
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..declarations import DeclarationError, Declarations
from ..library import write as write_file
from ..tables import Tables, Unsupported
from . import describe, ledger, pages, python, source
from .declaration import Operators, load
from .functions import Functions
from .ledger import elsewhere
from .words import Words

__all__ = ["Operators", "Words", "Written", "elsewhere", "load", "with_refused"]

_PAGE_DIRECTORY = "operators"


@dataclass(frozen=True)
class Written:
    """What follows from the declarations, to be written by the build."""

    stale: bool  # what is committed was not
    sources: Mapping[str, str]
    description: Mapping[str, object]
    committed: tuple[Path, ...]


def read(csrc: Path, tables: Tables) -> Operators:
    """The declarations. Raises DeclarationError, also for a call that CANN does not have."""
    operators = load(csrc / "ops", tables)
    ledger.check_families(operators, ledger.read(csrc / "ops" / "public_calls.csv"))
    return operators


def with_refused(tables: Tables, operators: Operators) -> Tables:
    """The tables, with both phases of the calls that are declared and not implemented."""
    rows = tuple(
        Unsupported(
            f"{call.name}{end}",
            "status",
            value=str(call.status) if call.refused_by_cann else Unsupported.value,
            reason=call.reason,
            is_of_cann=call.refused_by_cann,
        )
        for call in operators.refused.values()
        for end in ("GetWorkspaceSize", "")
    )
    return replace(tables, unsupported=(*tables.unsupported, *rows))


def write(root: Path, operators: Operators, tables: Tables, declarations: Declarations) -> Written:
    """Bring aclnn_py/ops.py and docs up to date, and give the rest."""
    csrc = root / "csrc"
    public = ledger.read(csrc / "ops" / "public_calls.csv")
    for name, call in operators.every.items():
        header = declarations.functions[name].header
        if header != call.place:
            raise DeclarationError(
                f"{name} is declared in {header} and in csrc/ops: a function is declared once"
            )
    functions = Functions(csrc)
    entries = ledger.entries(operators, public, declarations, functions)
    words = Words(csrc, functions)
    committed = {root / "aclnn_py" / "ops.py": python.generate(operators, words)}
    if (root / "docs").is_dir():  # a source distribution has none
        refused = {row.name for row in tables.unsupported}
        made = pages.generate(operators, entries, declarations, refused, csrc, words)
        for name, text in made.items():
            committed[root / "docs" / "reference" / name] = text
    for path in (root / "docs" / "reference" / _PAGE_DIRECTORY).glob("*.md"):
        if path not in committed:
            path.unlink()
    stale = [path for path, text in committed.items() if write_file(path, text)]
    return Written(
        stale=bool(stale),
        sources=source.generate(
            operators, functions, {row.name for row in public.values() if row.individual}
        ),
        description=describe.describe(operators, entries),
        committed=tuple(committed),
    )
