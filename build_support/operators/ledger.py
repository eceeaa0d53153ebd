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
from .declaration import ARCHITECTURES, Call, Operators

LEVELS = ("absent", "refuses", "computes", "sized")

OWN = "aclnnExt"
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
        place = f"csrc/ops/{call.family}.toml: {call.name}"
        known = public.get(call.name)
        if known is None:
            raise DeclarationError(f"{place}: csrc/ops/public_calls.csv has no such call")
        if known.family.replace("-", "_") != call.family:
            raise DeclarationError(f"{place}: belongs into {known.family.replace('-', '_')}.toml")


def entries(
    operators: Operators,
    public: Mapping[str, PublicCall],
    declarations: Declarations,
    unsupported: Iterable[Unsupported],
    csrc: Path,
) -> list[Entry]:
    """The whole ledger, by name."""
    refused = {row.name for row in unsupported}
    functions = declarations.functions
    reached = L0Names(csrc, operators)
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

    def __init__(self, csrc: Path, operators: Operators) -> None:
        self.rows = operators.rows
        self.shared: dict[str, tuple[Path, str]] = {}
        self.of_file: dict[Path, dict[str, str]] = {}
        for directory in ("ops", "workspace"):
            for path in sorted((csrc / directory).glob("*.c")):
                found = _FUNCTION.findall(path.read_text("utf-8"))
                self.of_file[path] = {name: body for _, name, body in found}
                for static, name, body in found:
                    if not static:
                        self.shared[name] = (path, body)

    def of(self, call: Call) -> tuple[str, ...]:
        """The names of rows, those that the declaration names first."""
        found = dict.fromkeys(call.l0_names)
        seen: set[tuple[Path, str]] = set()
        waiting = [
            self.shared[name]
            for function in call.list.functions()
            for name in (f"list_{function}", f"l0_{function}")
            if name in self.shared
        ]
        while waiting:
            path, body = waiting.pop(0)
            if (path, body) in seen:
                continue
            seen.add((path, body))
            for word in dict.fromkeys(re.findall(r"\b[a-z]\w+", body)):
                row = word.removeprefix("l0_")
                if word.startswith("l0_") and row in self.rows:
                    found[row] = None
                elif word in self.of_file[path]:
                    waiting.append((path, self.of_file[path][word]))
                elif word in self.shared:
                    waiting.append(self.shared[word])
        return tuple(found)


_FUNCTION = re.compile(
    r"^(static )?[a-z][^\n;{}()]*?\b(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", re.MULTILINE | re.DOTALL
)
