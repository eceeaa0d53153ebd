# SPDX-License-Identifier: Apache-2.0
"""How far each call of CANN has come here, and what is known of it: share/operators.json.xz."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import _tree

LEVELS = ("refuses", "computes", "sized, as far as CANN is open", "sized")
"""Exported, and answering 207000 or what CANN does; implemented; implemented, with a workspace that
rests on an assumption on some product; implemented, with CANN's workspace on every product."""

OWN_FAMILY = "own"
"""The family of the operators of aclnn_ext, which CANN does not have."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a declared call.

    name      in C; `python` is its name in Python
    type      in C; `kind` is one of tensor, scalar, int_array, float_array, bool_array,
              tensor_list, scalar_list, text, integer, real
    role      in, out or in_out: what the call does with its memory
    optional  whether it may be NULL
    about     in words
    types     the data types it may have, by architecture; None where they are not restricted
    default   in Python, where it has one (has_default)
    shape     of an output: a rule of csrc/ops, as its declaration has it; `data_type` likewise
    is_image  its format says what the dimensions are: NCL, NCHW or NCDHW by their number
    is_fractal  its format is FRACTAL_NZ
    """

    name: str
    python: str
    type: str
    kind: str
    role: str
    optional: bool
    about: str
    types: Mapping[str, tuple[str, ...]] | None = None
    default: Any = None
    has_default: bool = False
    shape: str = ""
    data_type: str = ""
    is_image: bool = False
    is_fractal: bool = False


@dataclass(frozen=True)
class Check:
    """A check of phase one: its words, the status it gives, and the architectures that have it."""

    name: str
    arguments: tuple[str, ...]
    status: int
    on: tuple[int, ...]


@dataclass(frozen=True)
class Declared:
    """A call that is declared in csrc/ops.

    ulp       largest error in units in the last place, by data type; "" is all others
    promoted  the check that finds the type that is computed in; "" where none does
    """

    name: str
    python: str
    about: str
    formula: str
    parameters: tuple[Parameter, ...]
    checks: tuple[Check, ...]
    promoted: str
    ulp: Mapping[str, float]
    in_place_of: str


@dataclass(frozen=True)
class Entry:
    """A call: of CANN's public headers, or of aclnn_ext.

    level     one of LEVELS
    executor  composite, or individual where CANN generates the call
    header    below include
    declared  None where the call is not implemented, or its header is written by hand
    reason    what it answers and why, of a call that is not implemented; "" elsewhere
    l0        rows of the L0 table that it may use
    assumed   what its size rests on besides public facts, by architecture
    assumed_in_some_shapes, assumed_of_strided
              what its list assumes for some shapes or products; what copies of strided operands
              assume in addition, by architecture
    """

    name: str
    level: str
    family: str
    executor: str
    header: str
    reason: str
    declared: Declared | None
    l0: tuple[str, ...]
    assumed: Mapping[str, tuple[str, ...]]
    assumed_in_some_shapes: tuple[str, ...]
    assumed_of_strided: Mapping[str, tuple[str, ...]]

    @property
    def assumptions(self) -> tuple[str, ...]:
        """All of them, each once."""
        rows = (*self.assumed.values(), self.assumed_in_some_shapes)
        every = (*rows, *self.assumed_of_strided.values())
        return tuple(dict.fromkeys(name for names in every for name in names))


@cache
def ledger() -> Mapping[str, Entry]:
    """All calls by name. Raises OSError and ValueError where the tree is damaged."""
    calls = _tree.packed(_tree.operators())["calls"]
    return {name: _entry(name, row) for name, row in calls.items()}


def _entry(name: str, row: dict[str, Any]) -> Entry:
    declared = row.get("declared")
    return Entry(
        name,
        row["level"],
        row["family"],
        row["executor"],
        row["header"],
        row.get("reason", ""),
        None if declared is None else _declared(name, declared),
        tuple(row.get("l0", ())),
        _by_architecture(row.get("assumed", {})),
        tuple(row.get("assumed_in_some_shapes", ())),
        _by_architecture(row.get("assumed_of_strided", {})),
    )


def _by_architecture(row: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(names) for key, names in row.items()}


def _declared(name: str, row: dict[str, Any]) -> Declared:
    return Declared(
        name,
        row["python"],
        row["about"],
        row["formula"],
        tuple(Parameter(**each, has_default="default" in each) for each in row["parameters"]),
        tuple(
            Check(each["name"], tuple(each["arguments"]), each["status"], tuple(each["on"]))
            for each in row["checks"]
        ),
        row["promoted"],
        row["ulp"],
        row["in_place_of"],
    )
