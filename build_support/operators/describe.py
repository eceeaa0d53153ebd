# SPDX-License-Identifier: Apache-2.0
"""What operators are, for programs: share/operators.json.xz, which Python and the tests read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..tables import DataType
from .declaration import ARCHITECTURES, PROMOTED, Call, Operators, Parameter
from .ledger import Entry
from .python import argument_names


def describe(operators: Operators, ledger: Iterable[Entry]) -> dict[str, Any]:
    """Every public call with its level; those that are declared with everything known of them."""
    return {
        "architectures": {str(key): text for key, text in ARCHITECTURES.items()},
        "calls": {entry.public.name: _entry(entry) for entry in ledger},
        "l0": {
            row.name: {
                "work": f"{row.work} {row.operation}".rstrip(),
                "ai_core": _types(row.ai_core.types),
                "workspace": {str(key): size for key, size in row.workspace.items()},
                "assumed": {str(key): text for key, text in row.assumed.items()},
            }
            for row in operators.rows.values()
        },
    }


def _entry(entry: Entry) -> dict[str, Any]:
    row: dict[str, Any] = {
        "level": entry.level,
        "family": entry.public.family,
        "executor": "individual" if entry.public.individual else "composite",
    }
    row["header"] = entry.header
    if entry.reason:
        row["reason"] = entry.reason
    if entry.call is not None and not entry.call.is_own:  # those have no rules for results
        row["declared"] = _call(entry.call)
    if entry.call is not None:
        row["l0"] = list(entry.l0)
    if entry.assumptions is not None:
        row["assumed"] = _by_architecture(entry.assumptions.rows)
        row["assumed_in_some_shapes"] = list(entry.assumptions.lists)
        row["assumed_of_strided"] = _by_architecture(entry.assumptions.strided)
    return row


def _by_architecture(names: Mapping[int, Sequence[str]]) -> dict[str, list[str]]:
    return {str(key): list(each) for key, each in names.items() if each}


def _call(call: Call) -> dict[str, Any]:
    names = argument_names(call)
    return {
        "python": call.python_name,
        "about": call.about,
        "formula": call.formula,
        "parameters": [_parameter(call, item, names[item.name]) for item in call.parameters],
        "checks": [
            {
                "name": check.rule.name,
                "arguments": list(check.arguments),
                "status": check.status,
                "on": list(check.on or ARCHITECTURES),
            }
            for check in call.checks
        ],
        "promoted": call.promotion,
        "ulp": dict(call.ulp),
        "in_place_of": call.in_place_of,
    }


def _parameter(call: Call, parameter: Parameter, python: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": parameter.name,
        "python": python,
        "type": parameter.c_type,
        "kind": parameter.kind,
        "role": parameter.role,
        "optional": parameter.optional,
        "about": parameter.about,
    }
    if parameter.is_image:
        row["is_image"] = True
    if parameter.is_fractal:
        row["is_fractal"] = True
    types = call.types_of(parameter.name)
    if types is None and re.search(rf"\b{parameter.name}\b", call.promotion):
        types = call.types_of(PROMOTED)
    if types is not None:
        row["types"] = _types(types)
    if parameter.name in call.defaults:
        row["default"] = call.defaults[parameter.name]
    if parameter.name in call.outs:
        rule = call.outs[parameter.name]
        row["shape"], row["data_type"] = rule.shape, rule.type
    return row


def _types(types: Mapping[int, Sequence[DataType]]) -> dict[str, list[str]]:
    return {
        str(key): [row.numpy_name or row.display_name for row in rows]
        for key, rows in types.items()
    }
