# SPDX-License-Identifier: Apache-2.0
"""InfiniCore's operators are rows of csrc/infiniop/operators.toml; this module writes what follows.

infiniop/ops/*.h                the headers, and their list in infiniop.h
infiniop_rows.c                 the rules and lists of the rows, and the Impl functions
aclnn_py/infiniop/_rows.py      functions of NumPy arrays
docs/reference/infiniop-operators.md      the page
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .declarations import DeclarationError, list_of_texts
from .entry import impl_header
from .library import write as write_file
from .operators import Operators, prototypes
from .text import WIDTH, fill, prototype

MARK = "Made from csrc/infiniop/operators.toml"

#: The header that includes those of all operators, and where these are.
WHOLE = "infiniop.h"
_FOLDER = "infiniop/ops"
_REQUIRED = frozenset({"header", "about", "formula", "tensors", "types", "list"})
_KEYS = _REQUIRED | {
    "ranks",
    "create",
    "call",
    "range",
    "range_call",
    "notes",
    "python",
    "declare",
    "no_workspace",
    "family",
}
_FLAGS = frozenset({"out", "in_out", "optional", "last", "dense", "called"})
_MOST_DIMS = 25
_REAL = frozenset({"float", "double"})


@dataclass(frozen=True)
class Tensor:
    """An operand of a row."""

    name: str
    flags: frozenset[str]
    type: str
    dims: tuple[str, ...]

    @property
    def is_written(self) -> bool:
        """The call writes it."""
        return bool(self.flags & {"out", "in_out"})

    @property
    def called(self) -> bool:
        """Whether Create does not know it."""
        return "called" in self.flags

    @property
    def has_many(self) -> bool:
        """Whether it may have any number of dimensions."""
        return any(dim.endswith("*") for dim in self.dims)

    @property
    def shape(self) -> str:
        """For readers: "[B..., M, N]"."""
        return f"[{', '.join(dim.replace('*', '...').lstrip('~') for dim in self.dims)}]"


@dataclass(frozen=True)
class Value:
    """A number that Create or the call is given."""

    name: str
    type: str

    @property
    def is_real(self) -> bool:
        """Whether it is a float."""
        return self.type.removeprefix("const ") in _REAL

    @property
    def is_array(self) -> bool:
        """Whether it is an array of numbers."""
        return self.type.endswith("*")

    @property
    def declaration(self) -> str:
        """The parameter: "const float *topp"."""
        name = self.name.removeprefix("call_")
        return f"{self.type}{name}" if self.is_array else f"{self.type} {name}"


@dataclass(frozen=True)
class Row:
    """An operator."""

    name: str
    header: str
    about: str
    formula: str
    tensors: tuple[Tensor, ...]
    ranks: tuple[int, int]
    types: Mapping[str, Any]
    create: tuple[Value, ...]
    call: tuple[Value, ...]
    range: tuple[str, ...]
    range_call: tuple[str, ...]
    list: str
    notes: tuple[str, ...]
    python: Mapping[str, Any]
    declare: str
    has_workspace: bool
    family: str

    @property
    def descriptor(self) -> str:
        """The type of its descriptors."""
        return f"infiniop{self.family or self.name}Descriptor_t"

    @property
    def values(self) -> tuple[Value, ...]:
        """Those of Create, then those of the call."""
        return (*self.create, *self.call)

    @property
    def described(self) -> tuple[Tensor, ...]:
        """The tensors that Create knows."""
        return tuple(each for each in self.tensors if not each.called)

    def type_words(self, name: str) -> str:
        """A data type in words."""
        rule = self.types[name]
        if isinstance(rule, str):
            return rule.replace(" ", ", ")
        return (
            f"{rule['same']}; where that is {' or '.join(rule['where'].split())} any of "
            f"{', '.join(rule['others'].split())}"
        )


# --- Reading -------------------------------------------------------------------------------------


def _tensor(row: str, name: str, text: str) -> Tensor:
    found = re.fullmatch(r"((?:\w+ )*)(\w+) \[([^\]]*)\]", text)
    if found is None or not set(found[1].split()) <= _FLAGS:
        raise DeclarationError(f"operators.toml: {row}: {name}: {text!r} cannot be read")
    return Tensor(name, frozenset(found[1].split()), found[2], tuple(found[3].split()))


def _values(text: str) -> tuple[Value, ...]:
    found = []
    for each in text.split(","):
        if each:
            kind, _, name = each.strip().rpartition(" ")
            found.append(Value(name.lstrip("*"), f"{kind} *" if name.startswith("*") else kind))
    return tuple(found)


def read(csrc: Path) -> tuple[Row, ...]:
    """The rows, in the order of the file. Raises DeclarationError."""
    tables = tomllib.loads((csrc / "infiniop" / "operators.toml").read_text("utf-8"))
    rows = []
    for name, table in tables.items():
        place = f"operators.toml: {name}"
        if not _REQUIRED <= set(table) <= _KEYS:
            raise DeclarationError(f"{place}: a key is missing or unknown")
        tensors = tuple(_tensor(name, each, text) for each, text in table["tensors"].items())
        if any(each.type not in table["types"] for each in tensors):
            raise DeclarationError(f"{place}: a tensor's type is no type of it")
        least, most = map(int, table.get("ranks", f"0 {_MOST_DIMS}").split())
        rows.append(
            Row(
                name,
                table["header"],
                table["about"],
                table["formula"].strip(),
                tensors,
                (least, most),
                table["types"],
                _values(table.get("create", "")),
                _values(table.get("call", "")),
                tuple(list_of_texts(place, table, "range")),
                tuple(list_of_texts(place, table, "range_call")),
                table["list"],
                tuple(list_of_texts(place, table, "notes")),
                table.get("python", {}),
                table.get("declare", ""),
                not table.get("no_workspace", False),
                table.get("family", ""),
            )
        )
    return tuple(rows)


# --- Text ----------------------------------------------------------------------------------------


def _functions(row: Row, suffix: str = "") -> dict[str, tuple[str, list[str]]]:
    """The four functions of a row: head and parameters by what they are for."""
    name = row.name
    desc = f"{row.descriptor} desc"
    status = "infiniStatus_t infiniop"
    functions = {
        "create": (
            f"{status}Create{name}Descriptor{suffix}",
            [
                "infiniopHandle_t handle",
                f"{row.descriptor} *desc_ptr",
                *(f"infiniopTensorDescriptor_t {each.name}_desc" for each in row.described),
                *(each.declaration for each in row.create),
            ],
        ),
        "size": (f"{status}Get{name}WorkspaceSize{suffix}", [desc, "size_t *size"]),
        "call": (
            f"{status}{name}{suffix}",
            [
                desc,
                *(("void *workspace", "size_t workspace_size") if row.has_workspace else ()),
                *(
                    f"{'' if each.is_written else 'const '}void *{each.name}"
                    for each in row.tensors
                ),
                *(each.declaration for each in row.call),
                "void *stream",
            ],
        ),
        "destroy": (f"{status}Destroy{name}Descriptor{suffix}", [desc]),
    }
    if not row.has_workspace or row.family:
        del functions["size"]
    if row.family:
        del functions["destroy"]
    return functions


# --- The headers ---------------------------------------------------------------------------------


def _operand(tensor: Tensor) -> str:
    words = [tensor.shape]
    if any(dim.startswith("~") for dim in tensor.dims):
        words.append("(leading sizes broadcast)")
    words.append(f"of {tensor.type}")
    words += [
        word
        for flag, word in (
            ("out", "written"),
            ("in_out", "read and written"),
            ("last", "last stride 1"),
            ("dense", "dense"),
            ("optional", "may be NULL"),
            ("called", "dense, of the call alone"),
        )
        if flag in tensor.flags
    ]
    return f"{words[0]} {', '.join(words[1:])}".replace(", of", " of")


def _range_words(rule: str) -> str:
    """A rule of a number for readers; empty where the notes have it."""
    found = re.fullmatch(r'(range|above|count)\("(\w+)", \w+, ([^,]+), (.+)\)', rule)
    if found is None:
        axis = re.fullmatch(r'axis\("(\w+)", .*\)', rule)
        return f"{axis[1]} is a dimension, negative ones counted from the last" if axis else ""
    kind, name, least, most = found.groups()
    end = {"INFINITY": "", "FLT_MAX": ", finite", "INT32_MAX": ""}.get(most)
    if end is not None:
        return f"{name} is at least {least}{end}"
    most = re.sub(r"tensor\(\w+\)->dims\[1\]", "the length of a row", most)
    most = most.replace("INFINIOP_ROPE_ALGO_COUNT - 1", "1")
    if kind == "above":
        return f"{name} is above {least} and at most {most}"
    return f"{name} is from {least} to {most}"


def _about(row: Row) -> list[str]:
    """The comment of a row: formula, operands, types, notes, numbers."""
    width = max(len(each.name) for each in row.tensors)
    rules = [*filter(None, map(_range_words, (*row.range, *row.range_call)))]
    return [
        *(f" *     {line}" for line in row.formula.splitlines()),
        " *",
        *(
            fill(_operand(each), f" * {each.name:{width}}  ", f" * {'':{width}}  ")
            for each in row.tensors
        ),
        *(fill(f"{name} is {row.type_words(name)}", " * ", " *   ") for name in row.types),
        " *",
        *(fill(f"{note}.", " * ", " * ") + "\n *" for note in row.notes),
        *([fill(f"BAD_PARAM unless {'; '.join(rules)}.", " * ", " * ") + "\n *"] if rules else []),
    ]


def _header(row: Row, members: Sequence[Row]) -> str:
    """The header of a row and of the members of its family."""
    path = f"infiniop/ops/{row.header}.h"
    guard = re.sub(r"\W", "_", path).upper()
    about = row.about[0].lower() + row.about[1:].rstrip(".")
    if len(f" * {path}: {about}.") > WIDTH:
        raise DeclarationError(f"operators.toml: {row.name}: about is longer than a line")
    parts = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        "/*",
        f" * {path}: {about}.",
        " *",
        *_about(row),
        *(
            line
            for each in members
            for line in (
                fill(f"infiniop{each.name}: {each.about}", " * ", " * "),
                " *",
                *_about(each),
            )
        ),
        " * docs/reference/infiniop-operators.md says what all operators have in common.",
        f" * {MARK} by build_support/infiniop.py; do not edit.",
        " */",
        f"#ifndef {guard}\n#define {guard}\n",
        *(["#include <stdbool.h>\n"] if any(v.type == "bool" for v in row.values) else []),
        '#include "../operator_descriptor.h"\n',
        '#ifdef __cplusplus\nextern "C" {\n#endif\n',
        *([row.declare.strip() + "\n"] if row.declare else []),
        f"typedef struct InfiniopDescriptor *infiniop{row.name}Descriptor_t;\n",
        *(
            prototype(head, list_, ";")
            for each in (row, *members)
            for head, list_ in _functions(each).values()
        ),
        "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
    ]
    return "\n".join(parts)


def headers(rows: Sequence[Row]) -> dict[str, str]:
    """The headers of the rows by their paths."""
    return {
        f"{_FOLDER}/{row.header}.h": _header(
            row, [each for each in rows if each.family == row.name]
        )
        for row in rows
        if not row.family
    }


def with_all_headers(texts: Mapping[str, str]) -> str:
    """infiniop.h, which includes the header of every operator."""
    names = sorted(name for name in texts if name.startswith(f"{_FOLDER}/"))
    lines = "".join(f'#include "{name}"\n' for name in names)
    return re.sub(r'(#include "infiniop/ops/\w+\.h"\n)+', lines, texts[WHOLE])


# --- C -------------------------------------------------------------------------------------------


def _bits(names: str) -> str:
    return " | ".join(f"INFINI_TYPE(INFINI_DTYPE_{name})" for name in names.split())


def _type_rule(row: Row, rule: Any) -> str:
    if isinstance(rule, str):
        return f"    {{{_bits(rule)}, -1, 0, 0}},\n"
    same = list(row.types).index(rule["same"])
    return f"    {{0, {same}, {_bits(rule['where'])}, {_bits(rule['others'])}}},\n"


def _dim(row: Row, dim: str, sizes: dict[str, int]) -> str:
    if dim.isdigit():
        return f"{{INFINI_DIM_NUMBER, {dim}}}"
    for number, value in enumerate(row.values):
        if value.name == dim:
            return f"{{INFINI_DIM_VALUE, {number}}}"
    kind = "SPREAD" if dim.startswith("~") else "MANY" if dim.endswith("*") else "SIZE"
    number = sizes.setdefault(dim.strip("~*"), len(sizes))
    return f"{{INFINI_DIM_{kind}, {number}}}"


def _tensor_rule(row: Row, tensor: Tensor, sizes: dict[str, int]) -> str:
    fixed = len(tensor.dims) - tensor.has_many
    least, most = (fixed, _MOST_DIMS - 3) if tensor.has_many else (fixed, fixed)
    first = next(each for each in row.tensors if each.has_many) if tensor.has_many else tensor
    if tensor.has_many and tensor.dims == first.dims and row.ranks != (0, _MOST_DIMS):
        least, most = row.ranks
    role = (
        "ROLE_IN_OUT"
        if "in_out" in tensor.flags
        else "ROLE_OUT"
        if tensor.is_written
        else "ROLE_IN"
    )
    dims = ", ".join(_dim(row, dim, sizes) for dim in tensor.dims)
    members = [
        f'.name = "{tensor.name}"',
        f".role = {role}",
        f".type = {list(row.types).index(tensor.type)}",
        f".least = {least}",
        f".most = {most}",
        f".dim_count = {len(tensor.dims)}",
    ]
    if not tensor.called:
        members.append(f'.descriptor = "{tensor.name}_desc"')
    if tensor.dims:
        members.append(f".dims = (const struct infini_dim[]){{{dims}}}")
    for flag, member in (("optional", "is_optional"), ("last", "last_is_1"), ("dense", "is_dense")):
        if flag in tensor.flags:
            members.append(f".{member} = true")
    return "    {" + ",\n     ".join(members) + "},\n"


def _given(value: Value, name: str) -> str:
    if value.is_array:
        return f"{{.numbers = {name}}}"
    return (
        f"{{.real = given_float({name})}}" if value.is_real else f"{{.integer = (int64_t){name}}}"
    )


def _substitute(row: Row, text: str, values: str, tensors: str | None) -> str:
    """An expression of a row with its values, and tensors where they are meant."""
    places = {value.name: (i, value) for i, value in enumerate(row.values)}
    operands = {tensor.name: i for i, tensor in enumerate(row.tensors)}

    def word(found: re.Match[str]) -> str:
        if found[0].startswith('"'):
            return found[0]
        if found[0].startswith("l0_"):
            return f"&{found[0]}"
        if found[0] in places:
            i, value = places[found[0]]
            member = "numbers" if value.is_array else "real" if value.is_real else "integer"
            return f"{values}[{i}].{member}"
        if tensors is not None and found[0] in operands:
            return f"{tensors}[{operands[found[0]]}]"
        return found[0]

    text = re.sub(
        r"tensor\((\w+)\)", lambda found: f"(&given->tensors[{operands[found[1]]}])", text
    )
    return re.sub(r'"[^"]*"|(?<![>.])\b[A-Za-z_]\w*\b(?!\()', word, text)


def _check(row: Row, name: str, rules: Sequence[str]) -> str:
    if not rules:
        return ""
    lines = []
    for i, rule in enumerate(rules):
        call = f"infini_check_{_substitute(row, rule, 'given->values', None)}"
        lines.append(
            f"    infiniStatus_t status = {call};\n"
            if i == 0
            else f"    if (status == INFINI_STATUS_SUCCESS)\n        status = {call};\n"
        )
    return (
        f"static infiniStatus_t {name}_{row.name}(const struct infini_given *given)\n{{\n"
        f"{''.join(lines)}    return status;\n}}\n\n"
    )


def _values_array(values: Sequence[Value]) -> str:
    members = ", ".join(_given(each, each.name.removeprefix("call_")) for each in values)
    return f"    const union infini_value numbers[] = {{{members}}};\n" if values else ""


def _row_source(row: Row) -> str:
    name = row.name
    sizes: dict[str, int] = {}
    operands = "".join(_tensor_rule(row, each, sizes) for each in row.tensors)
    types = "".join(_type_rule(row, rule) for rule in row.types.values())
    functions = _functions(row, "Impl")
    given = ", ".join("NULL" if each.called else f"{each.name}_desc" for each in row.tensors)
    pointers = ", ".join(each.name for each in row.tensors)
    expression = _substitute(row, row.list, "values", "tensors")
    check = _check(row, "check", row.range)
    check_call = _check(row, "check_call", row.range_call)
    parts = [
        f"/* ---- {name} {'-' * (90 - len(name))} */\n",
        (
            f"_Static_assert({len(row.tensors)} <= INFINI_MAX_OPERANDS && "
            f"{len(row.types)} <= INFINI_MAX_TYPES && {len(sizes)} <= INFINI_MAX_SIZES &&\n"
            f'                   {len(row.values)} <= INFINI_MAX_VALUES, "{name} has more");\n'
        ),
        f"static const struct infini_tensor_rule operands_{name}[] = {{\n{operands}}};\n",
        f"static const struct infini_type_rule types_{name}[] = {{\n{types}}};\n",
        check + check_call + f"static void list_{name}(struct l0_list *list, const int *tensors, "
        "const union infini_value *values)\n{\n    (void)tensors;\n    (void)values;\n"
        f"    infini_{expression.replace('(', '(list, ', 1)};\n}}\n",
        (
            f"static const struct infini_row row_{name} = {{\n"
            f'    .operator = {{.name = "infiniop{name}", .copies_inputs = true, '
            f"{f'.family = &row_{row.family}.operator' if row.family else ''}}},\n"
            f"    .operand_count = {len(row.tensors)},\n    .operands = operands_{name},\n"
            f"    .type_count = {len(row.types)},\n    .types = types_{name},\n"
            f"    .value_count = {len(row.create)},\n    .all_value_count = {len(row.values)},\n"
            f"    .check = {f'check_{name}' if check else 'NULL'},\n"
            f"    .check_call = {f'check_call_{name}' if check_call else 'NULL'},\n"
            f"    .list = list_{name},\n}};\n"
        ),
        (
            f"{prototype(*functions['create'], '')}\n{{\n"
            f"    const infiniopTensorDescriptor_t given[] = {{{given}}};\n"
            f"{_values_array(row.create)}"
            f"    return infini_row_create(&row_{name}, handle, desc_ptr, given, "
            f"{'numbers' if row.create else 'NULL'});\n}}\n"
        ),
    ]
    if "size" in functions:
        parts.append(
            f"{prototype(*functions['size'], '')}\n{{\n"
            f"    return infini_row_workspace(&row_{name}, desc, size);\n}}\n"
        )
    unused = "    (void)workspace;\n    (void)workspace_size;\n" if row.has_workspace else ""
    parts += [
        (
            f"{prototype(*functions['call'], '')}\n{{\n"
            f"    const void *const pointers[] = {{{pointers}}};\n{_values_array(row.call)}{unused}"
            f"    return infini_row_call(&row_{name}, desc, pointers, "
            f"{'numbers' if row.call else 'NULL'}, stream);\n}}\n"
        ),
    ]
    if "destroy" in functions:
        parts.append(
            f"{prototype(*functions['destroy'], '')}\n{{\n"
            f"    return infini_operator_destroy(&row_{name}.operator, desc);\n}}\n"
        )
    return "\n".join(parts)


def source(rows: Sequence[Row], declared: Operators) -> str:
    """infiniop_rows.c."""
    headers = dict.fromkeys(impl_header(f"{_FOLDER}/{row.header}.h") for row in rows)
    return (
        "/* SPDX-License-Identifier: Apache-2.0 */\n"
        f"/* {MARK} by build_support/infiniop.py; do not edit. */\n"
        '#include <float.h>\n#include <math.h>\n\n#include "executor/call.h"\n'
        '#include "infiniop/row.h"\n#include "infiniop/row_lists.h"\n'
        + prototypes.includes(declared)
        + "".join(f'#include "{header}"\n' for header in headers)
        + "\n"
        + "\n".join(map(_row_source, rows))
    )


# --- Python --------------------------------------------------------------------------------------

_PYTHON_TYPES = {
    "float": "SupportsFloat",
    "int": "SupportsIndex",
    "size_t": "SupportsIndex",
    "bool": "bool",
    "char": "bool",
    "infiniopRoPEAlgo_t": "SupportsIndex",
}


def python_name(row: Row) -> str:
    """The name of the function of a row: that of its header, and of a family's member its own."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", row.name).lower() if row.family else row.header


def _python_values(row: Row) -> list[Value]:
    """The numbers, each once."""
    return [each for each in row.values if not each.name.startswith("call_")]


def _mapping(names: Mapping[str, str]) -> str:
    """An argument: a dictionary, a line for each."""
    if not names:
        return "        {},\n"
    lines = "".join(f'            "{key}": {value},\n' for key, value in names.items())
    return f"        {{\n{lines}        }},\n"


def _python_function(row: Row) -> str:
    inputs = [each for each in row.tensors if not each.is_written]
    outputs = [each for each in row.tensors if each.is_written]
    ordered = [each for each in inputs if "optional" not in each.flags]
    ordered += [each for each in inputs if "optional" in each.flags]
    values = _python_values(row)
    parameters: list[str] = []
    for tensor in ordered:
        optional = "optional" in tensor.flags
        parameters.append(f"{tensor.name}: ArrayLike{' | None = None' if optional else ''}")
    required = [each for each in values if each.name not in row.python]
    rest = [each for each in values if each.name in row.python]
    has_default = any("optional" in each.flags for each in inputs)
    kinds = {each.name: _PYTHON_TYPES[each.type.removeprefix("const ")] for each in values}
    if required and has_default:
        raise DeclarationError(f"{row.name}: a number without a default behind an optional tensor")
    parameters += [f"{each.name}: {kinds[each.name]}" for each in required]
    parameters += [f"{each.name}: {kinds[each.name]} = {row.python[each.name]!r}" for each in rest]
    out_names = ["out"] if len(outputs) == 1 else [f"out_{each.name}" for each in outputs]
    parameters += [f"{name}: Array | None = None" for name in out_names]
    parameters += ["*", 'device: DeviceName = "cpu"']
    returns = "Array" if len(outputs) == 1 else f"tuple[{', '.join(['Array'] * len(outputs))}]"
    width = max(
        len(name)
        for name in [*(each.name for each in ordered), *(v.name for v in values), *out_names]
    )
    doc = [f'    """{row.about.rstrip(".")} (infiniop{row.name}).', ""]
    doc += [f"    {line}" for line in row.formula.splitlines()] + [""]
    for tensor in ordered:
        words = f"{tensor.shape} of {row.type_words(tensor.type)}"
        words += "; None leaves it out" if "optional" in tensor.flags else ""
        doc.append(fill(words, f"    {tensor.name:{width}}  ", f"    {'':{width}}  "))
    rules = [*filter(None, map(_range_words, (*row.range, *row.range_call)))]
    for value in values:
        rule = next((each for each in rules if each.split()[0] == value.name), "")
        words = rule.removeprefix(f"{value.name} is ") or "a number of the formula"
        doc.append(fill(words, f"    {value.name:{width}}  ", f"    {'':{width}}  "))
    for name, tensor in zip(out_names, outputs, strict=True):
        words = f"where to write, {tensor.shape} of {row.type_words(tensor.type)}"
        doc.append(fill(words, f"    {name:{width}}  ", f"    {'':{width}}  "))
    doc += ["", *(fill(f"{note}.", "    ", "    ") for note in row.notes)]
    doc += [""] if row.notes else []
    doc.append("    Returns the outputs: out where it is given, else new arrays.")
    doc.append('    """')
    outs = dict(zip((each.name for each in outputs), out_names, strict=True))
    call = (
        f'run_row(\n        "{row.name}",\n'
        f"{_mapping({each.name: each.name for each in inputs})}{_mapping(outs)}"
        f"{_mapping({each.name: each.name for each in values})}        device,\n    )"
    )
    body = (
        f"    return {call}[0]\n"
        if len(outputs) == 1
        else f"    {', '.join(out_names)} = {call}\n    return {', '.join(out_names)}\n"
    )
    head = f"def {python_name(row)}(\n" + "".join(f"    {each},\n" for each in parameters)
    text = "\n".join(doc)
    return f"{head}) -> {returns}:\n{text}\n{body}"


def _python_row(row: Row) -> str:
    def type_of(name: str) -> str:
        rule = row.types[name]
        return f'"{rule}"' if isinstance(rule, str) else '""'

    tensors = "".join(
        f"            Operand(\n{_lines(each.name, 16)}                {type_of(each.type)},\n"
        f"{_lines(each.type, 16)}                {_words(each.dims)},\n"
        f"                {_words(sorted(each.flags))},\n            ),\n"
        for each in row.tensors
    )
    return (
        f'    "{row.name}": Row(\n        (\n{tensors}        ),\n'
        f"{_numbers(row.create)}{_numbers(row.call)}"
        f'        {row.has_workspace},\n        "{row.family}",\n    ),\n'
    )


def _numbers(values: Sequence[Value]) -> str:
    """A tuple of names and whether they are real, as ruff lays it out."""
    words = [f'("{v.name.removeprefix("call_")}", {v.is_real})' for v in values]
    line = f"        ({', '.join(words)}{',' if len(words) == 1 else ''}),\n"
    if len(line) <= WIDTH + 1:
        return line
    lines = "".join(f"            {word},\n" for word in words)
    return f"        (\n{lines}        ),\n"


def _lines(text: str, indent: int) -> str:
    return f'{" " * indent}"{text}",\n'


def _words(words: Sequence[str]) -> str:
    """A tuple of texts."""
    inner = ", ".join(f'"{word}"' for word in words)
    return f"({inner},)" if len(words) == 1 else f"({inner})"


def python(rows: Sequence[Row]) -> str:
    """aclnn_py/infiniop/_rows.py, before ruff format."""
    rows = [row for row in rows if not row.family]
    names = "".join(sorted(f'    "{python_name(row)}",\n' for row in rows))
    return (
        "# SPDX-License-Identifier: Apache-2.0\n"
        f"# {MARK} by build_support/infiniop.py; do not edit.\n"
        '"""InfiniCore\'s operators as functions of NumPy arrays."""\n\n'
        "from __future__ import annotations\n\n"
        "from typing import SupportsFloat, SupportsIndex\n\n"
        "from numpy.typing import ArrayLike\n\n"
        "from ._row_calls import run_row\n"
        "from ._run import Array, DeviceName\n\n"
        f"__all__ = [\n{names}]\n\n\n" + "\n\n".join(map(_python_function, rows))
    )


def python_table(rows: Sequence[Row]) -> str:
    """aclnn_py/infiniop/_row_table.py."""
    return (
        "# SPDX-License-Identifier: Apache-2.0\n"
        f"# {MARK} by build_support/infiniop.py; do not edit.\n"
        '"""The operands of InfiniCore\'s operators."""\n\n'
        "from __future__ import annotations\n\n"
        "from typing import NamedTuple\n\n\n"
        "class Operand(NamedTuple):\n"
        '    """A tensor: its name, the data types it may have, their name, and its sizes."""\n\n'
        "    name: str\n    types: str\n    type: str\n    dims: tuple[str, ...]\n"
        "    flags: tuple[str, ...]\n\n\n"
        "class Row(NamedTuple):\n"
        '    """An operator: tensors in order, and the numbers of Create and of the call."""\n\n'
        "    tensors: tuple[Operand, ...]\n    create: tuple[tuple[str, bool], ...]\n"
        "    call: tuple[tuple[str, bool], ...]\n    has_workspace: bool\n"
        "    family: str  # the row whose functions end its descriptors; empty: its own\n\n\n"
        f"ROWS = {{\n{''.join(map(_python_row, rows))}}}\n"
    )


# --- The page ------------------------------------------------------------------------------------

_PAGE = """\
# Operators of infiniop

<!-- {mark} by build_support/infiniop.py; do not edit. -->

Each operator has `infiniopCreateXDescriptor`, `infiniopGetXWorkspaceSize`, `infiniopX` and
`infiniopDestroyXDescriptor`, with the arguments that InfiniCore's headers have, and a function of
`aclnn_py.infiniop` that takes NumPy arrays. Where InfiniCore's documentation and headers differ
(Gemm's factors, the axis of LogSoftmax, workspaces of Softmax and SwiGLU), the headers are
followed, because programs are compiled with them.

What holds for all of them:

- **Order of tests**, in Create: NULL_POINTER, BAD_PARAM (what is not alive), BAD_TENSOR_DTYPE,
  BAD_TENSOR_SHAPE, BAD_TENSOR_STRIDES, BAD_PARAM (a number). The text of `aclGetRecentErrMsg` names
  the argument, its value and what is allowed.
- **Strides** are any, also 0 and negative, where a row does not say otherwise; elements of an
  output may not share memory (BAD_TENSOR_STRIDES).
- **In place.** An output may share memory with inputs in any way: inputs are read as they were.
- **No elements.** Where no output has an element nothing is done. Pointers of tensors without
  elements may be NULL.
- **Numbers.** F16 and BF16 are computed in float32 and rounded once; other types are computed in
  themselves. Both devices give the same bits.
- **Workspace.** None is needed: the size is 0, and what is given is not looked at.
- **The call** on CPU computes before it returns, on ASCEND on the stream, as
  [infiniop/ops/embedding_backward.h](../../csrc/include/infiniop/ops/embedding_backward.h) says.

"""


def page(rows: Iterable[Row]) -> str:
    """docs/reference/infiniop-operators.md."""
    parts = [_PAGE.format(mark=MARK)]
    for row in rows:
        rules = [*filter(None, map(_range_words, (*row.range, *row.range_call)))]
        table = [["tensor", "shape", "data type", ""], ["---"] * 4]
        for each in row.tensors:
            words = _operand(each).partition(f"of {each.type}")[2].lstrip(", ")
            table.append(
                [f"`{each.name}`", each.shape.replace("[", "\\["), row.type_words(each.type), words]
            )
        lines = "\n".join(f"| {' | '.join(line)} |" for line in table)
        numbers = [f"`{v.name}`" for v in _python_values(row)]
        link = f"`infiniop/ops/{row.header}.h`"
        parts.append(f"## {row.name}\n\n{row.about} {link}; in Python `{python_name(row)}`.\n\n")
        parts.append(f"```text\n{row.formula}\n```\n\n{lines}\n\n")
        if numbers:
            rule = f": {'; '.join(rules)}" if rules else ""
            parts.append(fill(f"Numbers: {', '.join(numbers)}{rule}.") + "\n\n")
        parts += [fill(f"{note}.") + "\n\n" for note in row.notes]
    return "".join(parts).rstrip("\n") + "\n"


def write(root: Path, rows: Sequence[Row]) -> bool:
    """Bring the Python functions and the page up to date; whether any changed."""
    package = root / "aclnn_py" / "infiniop"
    changed = write_file(package / "_rows.py", python(rows))
    changed |= write_file(package / "_row_table.py", python_table(rows))
    if (root / "docs").is_dir():  # a source distribution has none
        changed |= write_file(root / "docs" / "reference" / "infiniop-operators.md", page(rows))
    return changed
