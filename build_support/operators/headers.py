# SPDX-License-Identifier: Apache-2.0
"""Writes the public headers of declared calls: aclnnop/*.h of build/include.

A header holds all calls that name it. Its text is the manual: formula, operands with their data
types, and the errors of phase one in the order in which the checks find them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ..text import fill, prototype
from .declaration import (
    ARCHITECTURES,
    PROMOTED,
    Call,
    Check,
    Operators,
    Parameter,
    Refused,
    TypeSet,
)

# Checks that refuse nothing, and may end the others.
ENDS = frozenset({"empty", "empty_list"})


def generate(operators: Operators) -> dict[str, str]:
    """The headers by their path, with the copies below level2."""
    files: dict[str, str] = {}
    every = list(operators.every.values())
    for place in dict.fromkeys(call.place for call in every):
        calls = [call for call in every if call.place == place]
        files[place] = _header(place, calls, operators.introductions.get(place, ()))
    for name in level2_headers():
        files[f"aclnnop/level2/{name}"] = _level2(name)
    return files


def level2_headers() -> list[str]:
    """Those that CANN has below aclnnop/level2 too."""
    text = (
        Path(__file__).parents[2].joinpath("csrc", "ops", "level2_headers.txt").read_text("utf-8")
    )
    return [line for line in text.splitlines() if not line.startswith("#")]


# --- Pieces of text -----------------------------------------------------------------------------


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!")) else f"{text}."


def is_verbatim(text: str) -> bool:
    """Whether a paragraph is code, a table or a formula, whose lines stay as they are."""
    return text.lstrip("\n").startswith("    ")


def _paragraph(text: str) -> str:
    """A paragraph of a manual, and the empty line behind it."""
    if is_verbatim(text):
        return "".join(f" * {line}\n" for line in text.strip("\n").splitlines()) + " *\n"
    return fill(_sentence(text), " * ", " * ") + "\n *\n"


def _join(words: Sequence[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def products(architectures: Iterable[int]) -> str:
    """The products of some architectures in words."""
    return _join([name for key in architectures for name in ARCHITECTURES[key].split(" and ")])


def describe_types(types: Mapping[int, Sequence[str]]) -> str:
    """Data types by architecture in words: those of all products, then what some have besides."""
    common = [name for name in types[2201] if all(name in rows for rows in types.values())]
    parts = [", ".join(common)] if common else []
    some: dict[tuple[int, ...], list[str]] = {}
    for name in dict.fromkeys(name for names in types.values() for name in names):
        if name not in common:
            where = tuple(key for key, names in types.items() if name in names)
            some.setdefault(where, []).append(name)
    for where, names in some.items():
        others = [key for key in types if key not in where]
        place = f"on {products(where)}"
        if common and len(others) == 1:
            place = f"not on {ARCHITECTURES[others[0]]}"
        parts.append(f"{', '.join(names)} {place}")
    return "; ".join(parts)


def _names(types: TypeSet) -> dict[int, list[str]]:
    return {key: [row.name for row in rows] for key, rows in types.types.items()}


# --- A header -----------------------------------------------------------------------------------


def _level2(name: str) -> str:
    """The same header below level2: there are hundreds."""
    return f'#include "../{name}"\n'


def _header(place: str, calls: Sequence[Call | Refused], introduction: Sequence[str]) -> str:
    """One header. There are nine hundred, so what all would say is said by aclnn_util.h."""
    util = "aclnn_util.h" if place.startswith("aclnnop/") else "aclnnop/aclnn_util.h"
    families = _join(
        [f"{family}/{family}.toml" for family in dict.fromkeys(c.family for c in calls)]
    )
    computed = [call for call in calls if isinstance(call, Call)]
    names = ", ".join(call.name for call in calls)
    title = fill(f"{names} (csrc/ops/{families}). What all operators share: {util}.", " * ", " * ")
    includes = dict.fromkeys(call.include for call in computed if call.include)
    others = "".join(f'#include "{each}"\n' for each in includes)
    standard = "".join(
        f"#include <{each}>\n" for each in dict.fromkeys(c.standard for c in computed if c.standard)
    )
    if standard:
        others += f"\n#ifdef __cplusplus\n{standard}#endif\n"
    manual = "".join([" *\n" * bool(introduction), *map(_paragraph, introduction)])
    manual = manual.removesuffix(" *\n") + _legend(computed)
    head = f"""\
/* SPDX-License-Identifier: Apache-2.0
 *
{title}
{manual} */
#pragma once
#include "{util}"
{others}"""
    texts = [_call(call) if isinstance(call, Call) else _refused(call) for call in calls]
    if len(calls) > 1:
        texts = [f"{_title(call)}\n{text}" for call, text in zip(calls, texts, strict=True)]
    return "\n".join([head, *texts])


def _legend(calls: Iterable[Call]) -> str:
    """What the names of sets mean that the errors use."""
    found: dict[str, TypeSet] = {}
    for call in calls:
        for check in call.checks:
            if "types" in check.rule.takes and call.type_argument(check).name:
                types = call.type_argument(check)
                found[types.name] = types
    if not found:
        return ""
    width = max(map(len, found))
    rows = [
        fill(describe_types(_names(types)), f" *   {name:{width}}  ", f" *   {'':{width}}  ")
        for name, types in found.items()
    ]
    return " *\n * Sets of data types:\n *\n" + "\n".join(rows) + "\n"


def _title(call: Call | Refused) -> str:
    """What tells the calls of a header apart."""
    return f"/*-{'*' * 46}\n *  {call.name}\n {'*' * 48}/\n"


def _phase_one(call: Call | Refused, end: str = "GetWorkspaceSize") -> str:
    return prototype(
        f"ACLNN_API aclnnStatus {call.name}{end}",
        [
            *(item.declaration for item in call.parameters),
            "uint64_t *workspaceSize",
            "aclOpExecutor **executor",
        ],
    )


def _phase_two(call: Call | Refused) -> str:
    return prototype(
        f"ACLNN_API aclnnStatus {call.name}",
        [
            "void *workspace",
            "uint64_t workspaceSize",
            "aclOpExecutor *executor",
            *(call.again_declarations if isinstance(call, Call) else ()),
            "aclrtStream stream",
        ],
    )


def _refused(call: Refused) -> str:
    """A call that is declared, so that programs build, and not implemented."""
    text = f"{_sentence(call.about)} Both phases answer {_sentence(call.answer)}"
    lines = ["/*", fill(text, " * ", " * "), " */"]
    return "\n".join([*lines, _phase_one(call), "", _phase_two(call), ""])


def _call(call: Call) -> str:
    phase_one = f"{call.name}GetWorkspaceSize"
    lines = [
        "/*",
        fill(f"{phase_one}: phase one. {_sentence(call.about)}", " * ", " * "),
        " *",
        *map(_formula, call.formula.strip().splitlines()),
        " *",
        *_operands(call),
        " *",
        *(_paragraph(note).rstrip("\n") for note in call.notes),
        *([_paragraph(f"Precision: {describe_ulp(call.ulp)}.").rstrip("\n")] if call.ulp else []),
        " * Errors, in the order tested:",
        " *",
        *_errors(call),
        " */",
        _phase_one(call),
        "",
        *(_max_workspace(call) if call.max_workspace else ()),
        _phase_two_comment(call),
        _phase_two(call),
        "",
    ]
    return "\n".join(lines)


def _phase_two_comment(call: Call) -> str:
    if not call.again:
        return "/* Phase two. */"
    text = f"{call.name}: phase two. {AGAIN}"
    return "\n".join(["/*", fill(text, " * ", " * "), " */"])


def _max_workspace(call: Call) -> list[str]:
    """Phase one of the longest sequences: CANN exports it, and declares it in no header."""
    text = describe_max_workspace(f"{call.name}GetMaxWorkspaceSize")
    return ["/*", fill(text, " * ", " * "), " */", _phase_one(call, "GetMaxWorkspaceSize"), ""]


AGAIN = (
    "Phase two takes the arguments of phase one again, and checks them again, before the executor; "
    "what phase one was given runs."
)
"""Of calls whose phase two takes arguments."""


def describe_max_workspace(name: str) -> str:
    """What the third entry point of a call is for."""
    return (
        f"{name}: phase one, with the same arguments and errors, for graphs whose lengths of "
        "sequences are updated. The workspace suffices for all lengths that the other arguments "
        "leave room for; the executor runs the call with the lengths that are given."
    )


def _formula(line: str) -> str:
    indent = " *     " + " " * (len(line) - len(line.lstrip()))
    return fill(line, indent, f"{indent}    ")


def _operands(call: Call) -> list[str]:
    width = max(len(parameter.name) for parameter in call.parameters)
    return [
        fill(_operand(call, parameter), f" * {parameter.name:{width}}  ", f" * {'':{width}}  ")
        for parameter in call.parameters
    ]


def _operand(call: Call, parameter: Parameter) -> str:
    text = parameter.about
    if parameter.role == "in_out":
        text = f"{text}; receives the result"
    if parameter.optional:
        text = f"{text}; may be NULL"
    types = call.types_of(parameter.name)
    if types is not None:
        name = _set_name(call, parameter.name)
        words = {key: [row.name for row in rows] for key, rows in types.items()}
        text = f"{_sentence(text)} {name or describe_types(words)}"
    return _sentence(text)


def _set_name(call: Call, parameter: str) -> str:
    """The name of the set when exactly one check restricts the operand, by a named set."""
    found = [
        check
        for check in call.checks
        if check.arguments
        and check.arguments[0] == parameter
        and check.rule.name in ("types", "kernel_types", "not_type", "list_types")
    ]
    return call.type_argument(found[0]).name if len(found) == 1 and not found[0].on else ""


def describe_ulp(ulp: Mapping[str, float]) -> str:
    """The accuracy of a call in words."""

    def words(value: float) -> str:
        if value == 0:
            return "exact"
        if value == 0.5:
            return "correctly rounded"
        return f"within {value:g} unit{'' if value == 1 else 's'} in the last place"

    rows = [f"{words(value)} in {name}" for name, value in ulp.items() if name]
    if "" in ulp:
        rows.append(words(ulp[""]) + (" otherwise" if rows else ""))
    return ", ".join(rows)


class _Operand(str):
    """An operand in the sentences of checks.toml: {0} is its name, {0.type} its data type."""

    __slots__ = ()

    @property
    def type(self) -> str:
        return "the type computed in" if self == PROMOTED else f"the data type of {self}"


def _errors(call: Call) -> list[str]:
    rows = []
    for check in call.checks:
        text = error_text(call, check)
        if text:
            where = f", where {check.where} is true" if check.where else ""
            on = f" (on {products(check.on)})" if check.on else ""
            rows.append((str(check.status), text + where + on))
        elif check.rule.name in ENDS:
            rows.append(("empty ", f"{_join(check.arguments, 'or')} empty: nothing is done"))
    return [fill(text, f" *   {label}  ", f" * {'':10}") for label, text in rows]


def error_text(call: Call, check: Check) -> str:
    """What the header says of a check; empty where it refuses nothing."""
    if not check.rule.says:
        return ""
    words: list[str] = []
    for kind, group in check.rule.grouped(check.arguments):
        word = group[0]
        if kind == "types":
            types = call.type_argument(check)
            words.append(types.name or describe_types(_names(types)))
        elif kind == "type":
            words.append(next(iter(call.type_argument(check).types.values()))[0].name)
        elif kind == "architecture":
            words.append(ARCHITECTURES[int(word)])
        elif kind == "words":
            words.append(_join([f'"{each}"' for each in word.split()], "or"))
        elif len(group) > 1:
            is_choice = check.rule.each or kind == "number"
            words.append(_Operand(_join(group, "or" if is_choice else "and")))
        else:
            words.append(_Operand(word))
    return check.rule.says.format(*words)
