# SPDX-License-Identifier: Apache-2.0
"""The ledger: how far each public call of CANN's has come here.

    refuses   phase one answers 207000, with the reason of the declaration (`refuses`), or what CANN
              answers where a product does not have the call
    computes  implemented
    sized, as far as CANN is open
              implemented; on some product its workspace rests on an assumption
    sized     implemented, and its workspace for dense operands is CANN's on every product

csrc/ops/public_calls.csv names the calls of CANN with their families; the levels follow from what
is declared and from what the lists in C assume, never from a list of names.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..declarations import DeclarationError, Declarations
from .declaration import ARCHITECTURES, OWN, Call, Operators
from .functions import Function, Functions

SIZED = "sized"
SIZED_IN_PART = "sized, as far as CANN is open"
LEVELS = ("refuses", "computes", SIZED_IN_PART, SIZED)

OWN_FAMILY = "own"

_COPIES = "l0_copies.c"
"""Whose functions copy strided operands: any call may need them, and no dense one does."""

_PHASE_ONE = re.compile(r"^aclnnStatus (\w+)GetWorkspaceSizeImpl\(", re.MULTILINE)

_ASSUMES = re.compile(r"\bl0_assume\(([^;]*)\);")
_ASSUMED = re.compile(r'"([^"]+)"|\b(\w*ASSUME_\w+)')
_DEFINED = re.compile(r'^#define (\w*ASSUME_\w+) "([^"]+)"', re.MULTILINE)


@dataclass(frozen=True)
class PublicCall:
    """A call of CANN's public headers, or (family "own") of aclnn_ext."""

    name: str
    family: str
    individual: bool


@dataclass(frozen=True)
class Assumptions:
    """What the size of a call rests on besides public facts.

    rows     by architecture, what the rows of the L0 table rest on
    lists    what its list says itself, for some shapes or products
    strided  by architecture, what copies of strided operands rest on in addition
    """

    rows: Mapping[int, tuple[str, ...]]
    lists: tuple[str, ...]
    strided: Mapping[int, tuple[str, ...]]

    @property
    def is_proven(self) -> bool:
        """Whether the size of dense operands follows from public facts on every product."""
        return not self.lists and not any(self.rows.values())


@dataclass(frozen=True)
class Entry:
    """A call and its level. `call` is its declaration, None where its header is written by hand
    or it is not implemented; `reason` says what it answers then, and why."""

    public: PublicCall
    level: str
    header: str
    call: Call | None
    l0: tuple[str, ...] = ()
    assumptions: Assumptions | None = None
    reason: str = ""

    @property
    def refuses(self) -> bool:
        """Whether it computes nothing."""
        return self.level == "refuses"


def elsewhere(csrc: Path) -> frozenset[str]:
    """The calls that CANN has on no product of this library."""
    text = (csrc / "ops" / "other" / "elsewhere.c").read_text("utf-8")
    return frozenset(_PHASE_ONE.findall(text))


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
    for call in operators.every.values():
        place = f"csrc/ops/{call.family}/{call.family}.toml: {call.name}"
        known = public.get(call.name)
        if call.name.startswith(OWN):
            continue
        if known is None:
            raise DeclarationError(f"{place}: csrc/ops/public_calls.csv has no such call")
        if known.family.replace("-", "_") != call.family:
            raise DeclarationError(f"{place}: belongs into {known.family.replace('-', '_')}.toml")


def entries(
    operators: Operators,
    public: Mapping[str, PublicCall],
    declarations: Declarations,
    functions_of_c: Functions,
) -> list[Entry]:
    """The whole ledger, by name. Raises DeclarationError for a call of CANN of which nothing is
    said."""
    refused_everywhere = elsewhere(functions_of_c.csrc)
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
        l0 = reached.of(call) if call is not None else ()
        assumptions = reached.assumptions(call, l0) if call is not None else None
        if function is None:
            family = row.family.replace("-", "_")
            raise DeclarationError(
                f"csrc/ops/{family}/{family}.toml: {name} of public_calls.csv is not declared: say "
                "what it computes, or with `refuses` why it is not implemented"
            )
        refused = operators.refused.get(name)
        if refused is not None or name in refused_everywhere:
            level = "refuses"
        elif row.family == OWN_FAMILY or assumptions is None:
            level = "computes"
        else:
            level = SIZED if assumptions.is_proven else SIZED_IN_PART
        reason = refused.answer if refused is not None else ""
        if name in refused_everywhere:
            reason = "what CANN does, since Ascend310P alone has it"
        found.append(Entry(row, level, function.header, call, l0, assumptions, reason))
    return found


class L0Names:
    """Which rows of the L0 table a call may use, read from its list and the C that it calls."""

    def __init__(self, functions: Functions, operators: Operators) -> None:
        self.rows = operators.rows
        self.functions = functions
        texts = (path.read_text("utf-8") for path in sorted(functions.csrc.rglob("*.[ch]")))
        self.defined = {name: text for each in texts for name, text in _DEFINED.findall(each)}

    def of(self, call: Call) -> tuple[str, ...]:
        """The names of rows, those that the declaration names first."""
        return self._named(call, self.functions.reached(self._lists(call)))

    def assumptions(self, call: Call, l0: Iterable[str]) -> Assumptions:
        """What its size rests on; l0 are the rows that it may use."""
        dense = list(self.functions.reached(self._lists(call), without=_COPIES))
        rows = self._named(call, dense)
        strided = [name for name in l0 if name not in rows]
        return Assumptions(self._of_rows(rows), self._of_lists(dense), self._of_rows(strided))

    def _lists(self, call: Call) -> list[Function]:
        names = call.list.functions()
        return [self.functions.of_list(call.family, name, call.name) for name in names]

    def _named(self, call: Call, functions: Iterable[Function]) -> tuple[str, ...]:
        found = dict.fromkeys(call.l0_names)
        for function in functions:
            found.update(dict.fromkeys(n for n in function.l0_operators if n in self.rows))
        return tuple(found)

    def _of_rows(self, names: Iterable[str]) -> dict[int, tuple[str, ...]]:
        rows = [self.rows[name] for name in names if name in self.rows]
        return {
            key: tuple(dict.fromkeys(row.assumed[key] for row in rows if key in row.assumed))
            for key in ARCHITECTURES
        }

    def _of_lists(self, functions: Iterable[Function]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for function in functions:
            for arguments in _ASSUMES.findall(function.body):
                for text, macro in _ASSUMED.findall(arguments):
                    found[text or self.defined[macro]] = None
        return tuple(found)
