# SPDX-License-Identifier: Apache-2.0
"""The ledger: how far each public call of CANN's has come here.

    absent    not exported
    refuses   exported; phase one answers 207000 and says what is missing
    computes  carried out
    sized     carried out, and its workspace is CANN's

csrc/ops/public_calls.csv names the calls of CANN with their families; the levels follow from what
is declared, never from a list.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..declarations import DeclarationError, Declarations
from ..tables import Unsupported
from .declaration import ARCHITECTURES, OWN, Call, Operators
from .functions import Functions

LEVELS = ("absent", "refuses", "computes", "sized")

OWN_FAMILY = "own"


@dataclass(frozen=True)
class PublicCall:
    """A call of CANN's public headers, or (family "own") of aclnn_ext."""

    name: str
    family: str
    individual: bool


@dataclass(frozen=True)
class Entry:
    """A call and its level. `call` is its declaration, None where its header is written by hand."""

    public: PublicCall
    level: str
    header: str
    call: Call | None
    l0: tuple[str, ...] = ()
    assumptions: Mapping[int, tuple[str, ...]] | None = None


def read(path: Path) -> dict[str, PublicCall]:
    """The calls of public_calls.csv by name."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return {
            row["call"]: PublicCall(row["call"], row["family"], row["executor"] == "individual")
            for row in rows
        }


def check_families(operators: Operators, public: Mapping[str, PublicCall]) -> None:
    """Raise DeclarationError for a call that CANN does not have, or in another family's file."""
    for call in operators.calls.values():
        place = f"csrc/ops/{call.family}/{call.family}.toml: {call.name}"
        known = public.get(call.name)
        if call.is_own:
            continue
        if known is None:
            raise DeclarationError(f"{place}: csrc/ops/public_calls.csv has no such call")
        if known.family.replace("-", "_") != call.family:
            raise DeclarationError(f"{place}: belongs into {known.family.replace('-', '_')}.toml")


def entries(
    operators: Operators,
    public: Mapping[str, PublicCall],
    declarations: Declarations,
    unsupported: Iterable[Unsupported],
    functions_of_c: Functions,
) -> list[Entry]:
    """The whole ledger, by name."""
    refused = {row.name for row in unsupported}
    functions = declarations.functions
    reached = L0Names(functions_of_c, operators)
    found = []
    own = {
        name: PublicCall(name, OWN_FAMILY, individual=False)
        for name in functions
        if name.startswith(OWN) and f"{name}GetWorkspaceSize" in functions
    }
    for name, row in sorted({**public, **own}.items()):
        call = operators.calls.get(name)
        function = functions.get(f"{name}GetWorkspaceSize")
        level = "sized" if row.family != OWN_FAMILY else "computes"
        if name in refused or f"{name}GetWorkspaceSize" in refused:
            level = "refuses"
        elif function is None:
            level = "absent"
        l0 = reached.of(call) if call is not None else ()
        header = function.header if function is not None else ""
        found.append(Entry(row, level, header, call, l0, _assumptions(operators, l0)))
    return found


def _assumptions(operators: Operators, l0: Iterable[str]) -> dict[int, tuple[str, ...]]:
    rows = [operators.rows[name] for name in l0 if name in operators.rows]
    return {
        key: tuple(dict.fromkeys(row.assumed[key] for row in rows if key in row.assumed))
        for key in ARCHITECTURES
    }


class L0Names:
    """Which rows of the L0 table a call may use, read from its list and the C that it calls."""

    def __init__(self, functions: Functions, operators: Operators) -> None:
        self.rows = operators.rows
        self.functions = functions

    def of(self, call: Call) -> tuple[str, ...]:
        """The names of rows, those that the declaration names first."""
        found = dict.fromkeys(call.l0_names)
        lists = [
            self.functions.of_list(call.family, name, call.name) for name in call.list.functions()
        ]
        for function in self.functions.reached(lists):
            for word in re.findall(r"\bl0_(\w+)", function.body):
                if word in self.rows:
                    found[word] = None
        return tuple(found)
