# SPDX-License-Identifier: Apache-2.0
"""Writes C from the declarations: operators.h, operators_FAMILY.c and declared/FAMILY.h.

A family's file holds its rows of the L0 table and, for each call, the parameters, the checks in
order, the list, the descriptor (csrc/executor/operator.h) and the Impl functions of both phases.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ..declarations import DeclarationError
from ..entry import impl_header
from . import prototypes, shapes
from .declaration import (
    ARCHITECTURES,
    MANY,
    PROMOTED,
    WHOLE,
    Call,
    Check,
    Expression,
    L0Row,
    Operators,
    Parameter,
    TypeSet,
    symbol,
)
from .formula import Formula
from .functions import Functions

_HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Made from csrc/{source} by build_support/operators; do not edit. */
"""

_WORK = {
    "vector": "L0_WORK_VECTOR",
    "fold": "L0_WORK_FOLD",
    "fill": "L0_WORK_FILL",
    "view": "L0_WORK_VIEW",
    "steps": "L0_WORK_STEPS",
    "copy": "L0_WORK_COPY",
    "run": "L0_WORK_RUN",
    "rows": "L0_WORK_ROWS",
}

_KINDS = {
    "tensor": "ARGUMENT_TENSOR",
    "scalar": "ARGUMENT_SCALAR",
    "int_array": "ARGUMENT_INT_ARRAY",
    "float_array": "ARGUMENT_FLOAT_ARRAY",
    "bool_array": "ARGUMENT_BOOL_ARRAY",
    "tensor_list": "ARGUMENT_TENSOR_LIST",
    "scalar_list": "ARGUMENT_SCALAR_LIST",
    "text": "ARGUMENT_TEXT",
    "integer": "ARGUMENT_INTEGER",
    "real": "ARGUMENT_REAL",
}

_ROLES = {"in": "ROLE_IN", "out": "ROLE_OUT", "in_out": "ROLE_IN_OUT"}

# What a list function is given for a parameter that is no tensor: the member, and its C type.
_MEMBERS = {
    "scalar": ("scalar", "const struct scalar *"),
    "int_array": ("array", "const struct array *"),
    "float_array": ("array", "const struct array *"),
    "bool_array": ("array", "const struct array *"),
    "tensor_list": ("tensors", "const struct tensor_array *"),
    "scalar_list": ("scalars", "const struct scalar_array *"),
    "text": ("text", "const char *"),
    "real": ("real", "double "),
}


def generate(
    operators: Operators, functions: Functions, individual: Collection[str]
) -> dict[str, str]:
    """The C files by name. `individual` are the calls that CANN generates from definitions.

    Raises DeclarationError for a function that csrc does not have."""
    for rule in operators.rules.values():
        functions.require(rule.function, f"csrc/ops/{rule.family}/checks.toml: {rule.name}")
    files = {"operators.h": _header(), "operators.c": _tables(operators)}
    for family in operators.families:
        files[f"operators_{family}.c"] = _family(operators, family, functions, individual)
    kernels = {
        _kernel(row, functions): f"l0_{row.work}"
        for row in operators.rows.values()
        if row.work in ("copy", "run")
    }
    admits = dict.fromkeys(_admit(call) for call in operators.calls.values() if call.admit)
    rows = [row for row in operators.rows.values() if row.tiling]
    others = {name: f"aclnnStatus {name}(const struct call *call)" for name in admits}
    others |= {name: f"l0_tiling {name}" for name in [_tiling(row, functions) for row in rows]}
    others |= shapes.prototypes(operators, functions)
    for family, text in prototypes.generate(operators, functions, kernels, others).items():
        files[f"declared/{family}.h"] = text
    return files


def _kernel(row: L0Row, functions: Functions) -> str:
    """The table of the kernel that a row runs or copies with."""
    place = f"csrc/ops/{row.family}/{row.family}.toml: l0.{row.name}"
    return functions.of_kernel(row.family, row.operation, place)


def _tiling(row: L0Row, functions: Functions) -> str:
    place = f"csrc/ops/{row.family}/{row.family}.toml: l0.{row.name}"
    return functions.of_tiling(row.family, row.tiling, place)


def _admit(call: Call) -> str:
    """The check of phase two."""
    return symbol(call.family, "check", f"admit_{call.admit}")


# --- The header ---------------------------------------------------------------------------------


def _header() -> str:
    return (
        _HEAD.format(source="ops")
        + "#ifndef ACLNN_PY_OPERATORS_H\n#define ACLNN_PY_OPERATORS_H\n\n"
        + '#include "executor/operator.h"\n#include "workspace/l0.h"\n\n'
        + "/* All L0 operators, in no order, and all calls, by their names, up to NULL. */\n"
        + "extern const struct l0_row *const l0_rows[];\n"
        + "extern const struct operator *const declared_operators[];\n"
        + "extern const int declared_operator_count;\n\n"
        + _MACROS
        + shapes.MACRO
        + "#endif\n"
    )


def _tables(operators: Operators) -> str:
    """operators.c: every row and every call."""
    rows = "".join(f"    &l0_{row},\n" for row in operators.rows)
    calls = "".join(f"    &operator_{call},\n" for call in sorted(operators.calls))
    return (
        _HEAD.format(source="ops")
        + f'#include "operators.h"\n\n{prototypes.includes(operators)}\n'
        + f"const struct l0_row *const l0_rows[] = {{\n{rows}    NULL,\n}};\n\n"
        + f"const struct operator *const declared_operators[] = {{\n{calls}    NULL,\n}};\n"
        + f"const int declared_operator_count = {len(operators.calls)};\n"
    )


_MACROS = """\
/* A bit of a set of data types. */
#define TYPE(name) (UINT64_C(1) << ACL_##name)

/* A check that refuses, or finds that the others do not count, is the last one. */
#define CHECK(check)                                                             \\
    do {                                                                         \\
        aclnnStatus check_status = (check);                                      \\
        if (check_status != ACLNN_SUCCESS || call->is_empty || call->is_settled) \\
            return check_status;                                                 \\
    } while (0)

/* One that CANN leaves to the operator's tiling, whose failure has another status. */
#define TILING_CHECK(status, check)                                              \\
    CHECK((check) == ACLNN_SUCCESS ? ACLNN_SUCCESS : (status))

"""


# --- A family -----------------------------------------------------------------------------------

_FAMILY_INCLUDES = """
#include <stdbool.h>
#include <stdint.h>

#include "executor/copies.h"
#include "executor/operator.h"
#include "executor/outputs.h"
#include "executor/schedule.h"
#include "operators.h"
#include "ops/common/shape.h"
#include "vector/vector.h"
#include "workspace/l0_operators.h"
"""


def _family(
    operators: Operators, family: str, functions: Functions, individual: Collection[str]
) -> str:
    rows = [row for row in operators.rows.values() if row.family == family]
    calls = [call for call in operators.calls.values() if call.family == family]
    head = _HEAD.format(source=f"ops/{family}/{family}.toml").rstrip("\n") + _FAMILY_INCLUDES
    parts = []
    if rows:
        parts.append(_ruler("L0 operators"))
        parts += _kernels(rows, functions)
        parts += [_row(row, functions) for row in rows]
    sets = _used_sets(calls)
    if sets:
        parts.append(_ruler("Sets of data types"))
        parts += [_set(name, value) for name, value in sets.items()]
    names = {value: name for name, value in ((n, _key(s)) for n, s in sets.items())}
    for call in calls:
        outputs = shapes.function_of(operators, functions, call)
        made = _call(call, names, functions, call.name in individual, outputs)
        parts += [_ruler(call.name), *made]
    used = functions.by_name.keys() & set(re.findall(r"\w+", "\n".join(parts)))
    folders = {functions.by_name[name].path.parent.name for name in used} - {"workspace"}
    names_of_rows = set(re.findall(r"\bl0_(\w+)", "\n".join(parts)))
    folders |= {row.family for row in operators.rows.values() if row.name in names_of_rows}
    headers = [f"declared/{name}.h" for name in sorted({family, *folders})]
    if any(row.work in ("copy", "run") for row in rows):
        headers.append("kernel_levels.h")
    headers += dict.fromkeys(impl_header(call.place) for call in calls)
    includes = "".join(f'#include "{name}"\n' for name in headers)
    return "\n".join([head + includes, *parts])


def _ruler(title: str) -> str:
    return f"/* ---- {title} {'-' * max(4, 88 - len(title))} */\n"


def _bits(types: Iterable[str]) -> str:
    return " | ".join(f"TYPE({name.removeprefix('ACL_')})" for name in types) or "0"


def _by_architecture(values: Mapping[int, str]) -> str:
    """An initializer with a line for each architecture."""
    lines = []
    for architecture in ARCHITECTURES:
        text = f"        [ARCHITECTURE_{architecture}] = {values[architecture]},"
        lines.append(_wrap(text, "            "))
    return "{\n" + "\n".join(lines) + "\n    }"


def _wrap(line: str, indent: str, limit: int = 100) -> str:
    """Break a long line behind spaces."""
    lines = []
    while len(line) > limit:
        at = line.rindex(" ", 0, limit)
        lines.append(line[:at])
        line = indent + line[at + 1 :]
    return "\n".join([*lines, line])


def _masks(types: TypeSet) -> dict[int, str]:
    return {key: _bits(row.name for row in rows) for key, rows in types.types.items()}


def _formula(name: str, formula: Formula) -> str:
    """The table of a formula."""
    terms = []
    for term in formula.terms:
        members = [f".kind = {term.kind}"]
        if term.operation:
            members.append(f".operation = VECTOR_{term.operation.upper()}")
        members.append(f".type = {term.type or 'ACL_DT_UNDEFINED'}")
        if term.kind == "L0_TERM_NUMBER":
            members.append(f".number = {term.number!r}")
        if term.inputs:
            members.append(f".input_count = {len(term.inputs)}")
            members.append(f".inputs = {{{', '.join(map(str, term.inputs))}}}")
        terms.append(_wrap(f"    {{{', '.join(members)}}},", "     ") + "\n")
    outputs = ", ".join(map(str, formula.outputs))
    return (
        f"static const struct l0_term terms_{name}[] = {{\n{''.join(terms)}}};\n"
        f"static const struct l0_rows rows_{name} = {{\n"
        f"    .input_count = {len(formula.inputs)},\n"
        f"    .term_count = {len(formula.terms)},\n"
        f"    .terms = terms_{name},\n"
        f"    .output_count = {len(formula.outputs)},\n"
        f"    .outputs = (const int[]){{{outputs}}},\n}};\n"
    )


def _kernels(rows: Iterable[L0Row], functions: Functions) -> list[str]:
    """The tables of the kernels in C that rows name, at every level."""
    kernels = {_kernel(row, functions): row.work for row in rows if row.work in ("copy", "run")}
    lines = [f"KERNEL_LEVELS(struct l0_{work}, {kernel});\n" for kernel, work in kernels.items()]
    return ["".join(lines)] if lines else []


def _row(row: L0Row, functions: Functions) -> str:
    lines = [f'    .name = "{row.of}",', f"    .work = {_WORK[row.work]},"]
    if row.work in ("vector", "fold"):
        lines.append(f"    .operation = VECTOR_{row.operation.upper()},")
    if row.work in ("copy", "run"):
        lines.append(f"    .{row.work} = {_kernel(row, functions)}_levels,")
    if row.formula is not None:
        lines.append(f"    .rows = &rows_{row.name},")
    if row.tiling:
        lines.append(f"    .tiling = {_tiling(row, functions)},")
    lines.append(f"    .ai_core = {_by_architecture(_masks(row.ai_core))},")
    # A word is a rule of its list function, which adds the workspace itself.
    sizes = {key: row.workspace.get(key, -1) for key in ARCHITECTURES}
    numbers = [str(size) if isinstance(size, int) else "-1" for size in sizes.values()]
    lines.append(f"    .workspace = {{{', '.join(numbers)}}},")
    if row.assumed:
        texts = [f'"{row.assumed[key]}"' if key in row.assumed else "NULL" for key in ARCHITECTURES]
        lines.append(f"    .assumed = {{{', '.join(texts)}}},")
    table = "" if row.formula is None else _formula(row.name, row.formula)
    return table + f"const struct l0_row l0_{row.name} = {{\n" + "\n".join(lines) + "\n};\n"


def _key(types: TypeSet) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(row.name for row in types.types[key]) for key in ARCHITECTURES)


def _used_sets(calls: Iterable[Call]) -> dict[str, TypeSet]:
    """The sets that checks of the calls name, each once, by their names in C."""
    found: dict[str, TypeSet] = {}
    known: set[tuple[frozenset[str], ...]] = set()
    for call in calls:
        for check in call.checks:
            if "types" not in check.rule.takes:
                continue
            types = call.type_argument(check)
            if _key(types) in known:
                continue
            known.add(_key(types))
            name = types.name or f"{call.name}_{check.arguments[0]}"
            found[f"{name}_{len(found)}" if name in found else name] = types
    return found


def _set(name: str, types: TypeSet) -> str:
    lines = []
    for architecture, mask in _masks(types).items():
        lines.append(_wrap(f"    [ARCHITECTURE_{architecture}] = {mask},", "        "))
    return f"static const struct type_set {name} = {{{{\n" + "\n".join(lines) + "\n}};\n"


# --- A call -------------------------------------------------------------------------------------


def _call(
    call: Call,
    sets: Mapping[tuple[frozenset[str], ...], str],
    functions: Functions,
    is_individual: bool,
    outputs: str,
) -> list[str]:
    lines = [_wrap(line, "        ") for line in outputs.splitlines()]
    return [
        _parameters(call),
        _checks(call, sets),
        *(["\n".join([*lines, ""])] if lines else []),
        _list(call, functions),
        _descriptor(call, is_individual),
        _phase_one(call),
        *([_max_workspace(call)] if call.max_workspace else []),
        _phase_two(call),
    ]


def _parameters(call: Call) -> str:
    rows = "".join(
        f'    {{"{item.name}", {_KINDS[item.kind]}, {_ROLES[item.role]}'
        f", {str(item.optional).lower()}}},\n"
        for item in call.parameters
    )
    return f"static const struct parameter parameters_of_{call.name}[] = {{\n{rows}}};\n"


def _constants(call: Call, used: Iterable[str]) -> str:
    """The parameters by position, for a function that names some."""
    if not any(word in call.by_name for word in used):
        return ""
    names = ", ".join(parameter.constant for parameter in call.parameters)
    return _wrap(f"    enum {{ {names} }};", "           ") + "\n"


def _checks(call: Call, sets: Mapping[tuple[frozenset[str], ...], str]) -> str:
    lines = []
    for check in call.checks:
        statements = _check(call, check, sets)
        condition = " || ".join(
            f"call->soc->architecture == ARCHITECTURE_{key}" for key in check.on
        )
        if check.where:
            flag = f"call->arguments[{call.by_name[check.where].constant}].integer != 0"
            condition = f"{flag} && ({condition})" if condition else flag
        if condition:
            if len(statements) > 1:
                lines.append(f"    if ({condition}) {{")
                lines += [f"        {line}" for line in statements]
                lines.append("    }")
            else:
                lines += [f"    if ({condition})", f"        {statements[0]}"]
        else:
            lines += [f"    {line}" for line in statements]
    words = [word for check in call.checks for word in (*check.arguments, check.where)]
    return (
        f"static aclnnStatus check_{call.name}(struct call *call)\n{{\n{_constants(call, words)}"
        + "".join(f"{line}\n" for line in lines)
        + "    return ACLNN_SUCCESS;\n}\n"
    )


def _check(call: Call, check: Check, sets: Mapping[tuple[frozenset[str], ...], str]) -> list[str]:
    def argument(word: str, kind: str) -> str:
        if kind == "types":
            return f"&{sets[_key(call.type_argument(check))]}"
        if kind == "type":
            types = call.type_argument(check).types
            return next(iter(types.values()))[0].name
        if kind == "architecture":
            return f"ARCHITECTURE_{word}"
        if kind == "number":
            return word
        if kind == "words":
            return f'"{word}"'
        if word == PROMOTED and word not in call.by_name:
            return "CALL_PROMOTED"
        return call.by_name[word].constant

    macro = f"TILING_CHECK({check.tiling}, " if check.tiling else "CHECK("
    if check.rule.takes == (WHOLE,):
        return [f"{macro}{check.rule.function}(call));"]
    groups = [
        [argument(word, kind) for word in words]
        for kind, words in check.rule.grouped(check.arguments)
    ]
    if check.rule.each:
        return [f"{macro}{check.rule.function}(call, {word}));" for word in groups[0]]
    texts = [
        f"(const int[]){{{', '.join(group)}}}, {len(group)}" if kind.endswith(MANY) else group[0]
        for kind, group in zip(check.rule.takes, groups, strict=True)
    ]
    return [f"{macro}{check.rule.function}({', '.join(['call', *texts])}));"]


def _list(call: Call, functions: Functions) -> str:
    lines: list[str] = []
    for word in dict.fromkeys(call.list.words()):
        parameter = call.by_name.get(word)
        if parameter is not None:
            lines.append(_local(parameter))
    place = f"csrc/ops/{call.family}/{call.family}.toml: {call.name}"
    temporaries: list[str] = []

    def argument(word: str | Expression) -> str:
        if isinstance(word, Expression):
            function = functions.of_list(call.family, word.name, place)
            if function.returns == "void":
                raise DeclarationError(f"{place}: list: {word.name} gives no tensor")
            text = f"{function.name}({', '.join(['list', *map(argument, word.arguments)])})"
            name = f"{word.name.rpartition('.')[2]}_{len(temporaries) + 1}"
            temporaries.append(name)
            lines.append(f"    {function.returns} {name} = {text};")
            return name
        if word in call.by_name:
            return f"arg_{word}"
        if word == PROMOTED:
            return "call->promoted"
        return f"&l0_{word}" if word[:1].isupper() else word

    function = functions.of_list(call.family, call.list.name, place)
    arguments = ", ".join(["list", *map(argument, call.list.arguments)])
    lines.append(f"    {function.name}({arguments});")
    return (
        f"static void list_of_{call.name}(const struct call *call, struct l0_list *list)\n"
        f"{{\n{_constants(call, call.list.words())}"
        + "".join(f"{_wrap(line, '        ')}\n" for line in lines)
        + "}\n"
    )


def _local(parameter: Parameter) -> str:
    """A parameter as list functions take it. Locals have a prefix: a name may be a keyword of C."""
    value = f"call->arguments[{parameter.constant}]"
    name = f"arg_{parameter.name}"
    if parameter.kind == "tensor":
        tensor = f'l0_user_tensor(list, "{parameter.name}", {value}.tensor)'
        if parameter.optional:
            tensor = f"{value}.tensor == NULL ? L0_NONE : {tensor}"
        return f"    int {name} = {tensor};"
    if parameter.kind == "integer":
        if parameter.c_type == "bool":
            return f"    bool {name} = {value}.integer != 0;"
        return f"    {parameter.c_type} {name} = ({parameter.c_type}){value}.integer;"
    member, c_type = _MEMBERS[parameter.kind]
    return f"    {c_type}{name} = {value}.{member};"


def _descriptor(call: Call, is_individual: bool) -> str:
    lines = [
        f'.name = "{call.name}",',
        f".parameters = parameters_of_{call.name},",
        f".parameter_count = {len(call.parameters)},",
    ]
    if is_individual:
        lines.append(".is_individual = true,")
    if call.outs:
        lines.append(f".outputs = outputs_of_{call.name},")
    if call.outputs_apart:
        lines.append(".outputs_apart = true,")
    lines += [f".check = check_{call.name},", f".list = list_of_{call.name},"]
    if call.admit:
        lines.append(f".admit = {_admit(call)},")
    text = "".join(f"    {line}\n" for line in lines)
    return f"const struct operator operator_{call.name} = {{\n{text}}};\n"


def _given(parameter: Parameter) -> str:
    if parameter.kind == "integer":
        return f"{{.integer = (int64_t){parameter.name}}}"
    if parameter.kind == "real":
        value = f"given_float({parameter.name})" if parameter.c_type == "float" else parameter.name
        return f"{{.real = {value}}}"
    return f"{{.handle = {parameter.name}}}"


def _phase_one(call: Call, end: str = "GetWorkspaceSize", size: str = "operator_size") -> str:
    parameters = [item.declaration for item in call.parameters]
    parameters += ["uint64_t *workspaceSize", "aclOpExecutor **executor"]
    head = f"aclnnStatus {call.name}{end}Impl({', '.join(parameters)})"
    answer = f"    return {size}(&operator_{call.name}, given, workspaceSize, executor);"
    return f"{_wrap(head, '    ')}\n{{\n{_givens(call)}{_wrap(answer, '        ')}\n}}\n"


def _givens(call: Call) -> str:
    given = "".join(f"        {_given(item)},\n" for item in call.parameters)
    return f"    const union given given[] = {{\n{given}    }};\n"


def _max_workspace(call: Call) -> str:
    return _phase_one(call, "GetMaxWorkspaceSize", "operator_size_longest")


def _phase_two(call: Call) -> str:
    again = "".join(f"{item}, " for item in call.again_declarations)
    head = (
        f"aclnnStatus {call.name}Impl(void *workspace, uint64_t workspaceSize, "
        f"aclOpExecutor *executor, {again}aclrtStream stream)"
    )
    given, run = (_givens(call), "operator_run_again") if again else ("", "operator_run")
    arguments = f"{'given, ' if again else ''}workspace, workspaceSize, executor, stream"
    body = _wrap(f"    return {run}(&operator_{call.name}, {arguments});", "        ")
    return f"{_wrap(head, '    ')}\n{{\n{given}{body}\n}}\n"
