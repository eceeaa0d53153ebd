# SPDX-License-Identifier: Apache-2.0
"""Writes declared/FAMILY.h: the L0 operators and calls of a family, and prototypes of what
declarations name in csrc/ops/FAMILY.

The declarations say the type of each argument, so nobody types it, and the compiler compares the
definition with it. Where calls give arguments of several types, the widest is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..declarations import DeclarationError
from .declaration import COMMON, MANY, PROMOTED, WHOLE, Call, CheckRule, Expression, Operators
from .functions import STOCK, Function, Functions

# What a list function is given for a parameter that is no number.
LIST_TYPES = {
    "tensor": "int",
    "scalar": "const struct scalar *",
    "int_array": "const struct array *",
    "float_array": "const struct array *",
    "bool_array": "const struct array *",
    "tensor_list": "const struct tensor_array *",
    "scalar_list": "const struct scalar_array *",
    "text": "const char *",
    "real": "double",
}

_WIDER = ("bool", "int8_t", "int", "int32_t", "int64_t", "double")

_HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Made from csrc/ops/{family} by build_support/operators; do not edit. */
#ifndef ACLNN_PY_DECLARED_{guard}_H
#define ACLNN_PY_DECLARED_{guard}_H

#include <stdbool.h>
#include <stdint.h>

{includes}
"""


def generate(
    operators: Operators,
    functions: Functions,
    kernels: Mapping[str, str],
    others: Mapping[str, str],
) -> dict[str, str]:
    """The headers by family. `kernels` are tables by name with their structure, `others` functions
    by name with their prototypes."""
    found: dict[str, list[str]] = {}

    def add_to(family: str, text: str) -> None:
        found.setdefault(family, []).append(text + ";\n")

    def add(name: str, text: str) -> None:
        function = functions.by_name.get(name)
        path = (
            function.path if function else functions.pasted[name[: name.index("_kernel_") + 8]][0]
        )
        add_to(path.parent.name, text)

    for row in operators.rows.values():
        add_to(row.family, f"extern const struct l0_row l0_{row.name}")
    for call in operators.calls.values():
        add_to(call.family, f"extern const struct operator operator_{call.name}")
    for rule in operators.rules.values():
        add(rule.function, _check(rule))
    for name, text in others.items():
        add(name, text)
    for function, types in _lists(operators, functions).items():
        add(function.name, _list(function, types))
    for name, structure in kernels.items():
        add(name, f"extern const struct {structure} {name}")
    return {family: _header(family, sorted(set(rows)), functions) for family, rows in found.items()}


def includes(operators: Operators) -> str:
    """The lines that include all L0 operators and all calls."""
    return "".join(f'#include "declared/{family}.h"\n' for family in operators.families)


def _header(family: str, rows: Sequence[str], functions: Functions) -> str:
    includes = ["executor/call.h", "ops/common/check.h", "workspace/l0.h"]
    text = "".join(rows)
    for name, header in functions.structs.items():
        if f"struct {name} " in text and f"struct {name} *" not in text:
            includes.append(header)
    lines = "".join(f'#include "{name}"\n' for name in sorted(set(includes)))
    head = _HEAD.format(family=family, guard=family.upper(), includes=lines)
    return head + text + "\n#endif\n"


def _check(rule: CheckRule) -> str:
    parameters = ["struct call *call"]
    if rule.takes != (WHOLE,):
        words = [word.removesuffix(MANY) for word in rule.takes]
        for at, word in enumerate(words):
            name = f"{word.rstrip('s') if word == 'types' else word}"
            name = f"{name}_{words[:at].count(word) + 1}" if words.count(word) > 1 else name
            if rule.takes[at].endswith(MANY):
                parameters += [f"const int *{name}s", "int count"]
            elif word == "types":
                parameters.append("const struct type_set *allowed")
            elif word == "words":
                parameters.append("const char *words")
            else:
                parameters.append(f"int {name}")
    return f"aclnnStatus {rule.function}({', '.join(parameters)})"


def _lists(operators: Operators, functions: Functions) -> dict[Function, list[tuple[str, str]]]:
    """The list functions that calls name, with type and name of each argument."""
    found: dict[Function, list[list[tuple[str, str]]]] = {}

    def read(call: Call, expression: Expression) -> str:
        place = f"csrc/ops/{call.family}/{call.family}.toml: {call.name}"
        function = functions.of_list(call.family, expression.name, place)
        row = [_argument(call, word, read) for word in expression.arguments]
        found.setdefault(function, []).append(row)
        return function.returns

    for call in operators.calls.values():
        read(call, call.list)
    return {
        function: [_widest(function.name, column) for column in zip(*rows, strict=True)]
        for function, rows in found.items()
        if not function.name.startswith(STOCK)
    }


def _argument(
    call: Call, word: str | Expression, read: Callable[[Call, Expression], str]
) -> tuple[str, str]:
    """Type and name of an argument of a list function."""
    if isinstance(word, Expression):
        return read(call, word), "made"
    if word in call.by_name:
        parameter = call.by_name[word]
        c_type = parameter.c_type if parameter.kind == "integer" else LIST_TYPES[parameter.kind]
        return c_type, word
    if word == PROMOTED:
        return "aclDataType", "type"
    if word == WHOLE:
        return "const struct call *", "call"
    if word[:1].isupper():
        return "const struct l0_row *", "row"
    if word in ("true", "false"):
        return "bool", "flag"
    return ("double" if "." in word else "int"), "number"


def _widest(function: str, column: Sequence[tuple[str, str]]) -> tuple[str, str]:
    types = {c_type for c_type, _ in column}
    names = {name for _, name in column}
    name = names.pop() if len(names) == 1 else "argument"
    if len(types) == 1:
        return types.pop(), name
    if not types <= set(_WIDER):
        raise DeclarationError(f"{function}: its calls give it {' and '.join(sorted(types))}")
    return max(types, key=_WIDER.index), name


def _list(function: Function, types: Sequence[tuple[str, str]]) -> str:
    names = [name for _, name in types]
    parameters = ["struct l0_list *list"]
    for at, (c_type, name) in enumerate(types):
        own = f"{name}_{names[:at].count(name) + 1}" if names.count(name) > 1 else name
        space = "" if c_type.endswith("*") else " "
        parameters.append(f"{c_type}{space}{'' if own in _KEYWORDS else own}".rstrip())
    space = "" if function.returns.endswith("*") else " "
    return f"{function.returns}{space}{function.name}({', '.join(parameters)})"


_KEYWORDS = frozenset({"return", "default", "case", "switch", "register", "auto", "int", "float"})

__all__ = ["COMMON", "generate"]
