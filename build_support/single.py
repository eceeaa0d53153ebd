# SPDX-License-Identifier: Apache-2.0
"""Single operators are rows of csrc/single/operators.toml; this module writes what follows.

single_rows.c                          the rows, and their plans in C
docs/reference/single-operators.md     the page

A row's calls are expressions of operands, attributes and a few functions (`_FUNCTIONS`), in the
grammar of Python: `Addmm(bias, x1, x2, 1, 1, y, 0) if bias else Matmul(x1, x2, y, 0)`.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .declarations import DeclarationError, list_of_texts
from .library import write as write_file
from .operators import prototypes
from .operators.declaration import Call, Operators, Parameter

MARK = "Made from csrc/single/operators.toml"

_KEYS = frozenset({"in", "out", "attrs", "let", "only", "calls", "plan", "finds_dims", "note"})

# The kinds of values: how C spells them, and what they are called here.
_C_TYPES = {
    "view": "const struct single_view *",
    "int": "int64_t",
    "real": "double",
    "bool": "bool",
    "text": "const char *",
    "ints": "struct single_ints",
    "floats": "const struct attribute_value *",
    "bools": "const struct attribute_value *",
}

#: What expressions may call: the kinds of its arguments and of its result. In C it is single_NAME.
_FUNCTIONS = {
    "turned": (("view", "bool"), "view"),
    "part": (("view", "int", "int", "int"), "view"),
    "at": (("view", "int", "int"), "view"),
    "permuted": (("view", "ints"), "view"),
    "shaped": (("view", "ints"), "view"),
    "widened": (("view", "int"), "view"),
    "typed": (("view", "int"), "view"),
    "like": (("view",), "view"),
    "like_of": (("view", "int"), "view"),
    "cast": (("view", "int"), "view"),
    "into": (("view", "view"), "view"),
    "numbers": (("view",), "ints"),
    "lengths": (("view",), "ints"),
    "number": (("view",), "real"),
    "dims": (("view",), "ints"),
    "dim": (("view", "int"), "int"),
    "axis": (("view", "int"), "int"),
    "rank": (("view",), "int"),
    "type": (("view",), "int"),
    "format": (("view",), "int"),
    "size": (("view",), "int"),
    "count": (("ints",), "int"),
    "is_text": (("text", "text"), "bool"),
    "tail": (("view", "int"), "ints"),
    "axes_from": (("view", "int"), "ints"),
    "axes_but": (("view", "int"), "ints"),
    "reduced": (("view", "ints"), "view"),
    "pads": (("ints", "bool"), "ints"),
    "around": (("view", "view", "ints", "ints", "int", "text"), "ints"),
    "wider": (("view", "ints"), "view"),
    "padded": (("view", "ints"), "view"),
    "reduction": (("text",), "int"),
    "image": (("view",), "view"),
    "rows_of": (("view",), "view"),
    "drawn": (("int", "int"), "int"),
    "stepped": (("view", "ints", "ints", "int", "ints", "int"), "view"),
    "box": (("view", "ints", "ints"), "view"),
    "strided": (("view", "ints", "ints", "int"), "view"),
}

_ATTRIBUTES = {
    "bool": ("ATTRIBUTE_BOOL", "bool"),
    "int": ("ATTRIBUTE_INT", "int"),
    "float": ("ATTRIBUTE_FLOAT", "real"),
    "string": ("ATTRIBUTE_STRING", "text"),
    "ints": ("ATTRIBUTE_LIST_INT", "ints"),
    "floats": ("ATTRIBUTE_LIST_FLOAT", "floats"),
    "bools": ("ATTRIBUTE_LIST_BOOL", "bools"),
}
_KIND_WORDS = {"ints": "list of int", "floats": "list of float", "bools": "list of bool"}


@dataclass(frozen=True)
class Operand:
    """An input or output of a row. `x?` may be left out, `x*` is any number of tensors."""

    name: str
    is_optional: bool
    is_many: bool


@dataclass(frozen=True)
class Attribute:
    """An attribute of a row; default None: it has to be given."""

    name: str
    kind: str
    default: Any


@dataclass(frozen=True)
class Row:
    """An operator type."""

    name: str
    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]
    attributes: tuple[Attribute, ...]
    let: Mapping[str, str]
    only: tuple[str, ...]
    calls: tuple[str, ...]
    plan: str
    finds_dims: bool
    note: str


def _operands(text: str) -> tuple[Operand, ...]:
    return tuple(
        Operand(word.rstrip("?*"), word.endswith("?"), word.endswith("*")) for word in text.split()
    )


def _attribute(place: str, name: str, value: Any) -> Attribute:
    if isinstance(value, str) and value.startswith("required "):
        kind, default = value.removeprefix("required "), None
    else:
        default = value
        kinds = {bool: "bool", int: "int", float: "float", str: "string", list: "ints"}
        kind = kinds[type(value)]
        if kind == "ints" and any(isinstance(each, float) for each in value):
            kind = "floats"
    if kind not in _ATTRIBUTES:
        raise DeclarationError(f"{place}: {name} is a {kind!r}, which is no kind of attribute")
    return Attribute(name, kind, default)


def read(csrc: Path) -> tuple[Row, ...]:
    """The rows, by their names. Raises DeclarationError."""
    tables = tomllib.loads((csrc / "single" / "operators.toml").read_text("utf-8"))
    rows = []
    for name, table in tables.items():
        place = f"csrc/single/operators.toml: {name}"
        if not {"in", "out"} <= set(table) <= _KEYS or ("plan" in table) == ("calls" in table):
            raise DeclarationError(f"{place}: a key is missing or unknown")
        attributes = table.get("attrs", {})
        rows.append(
            Row(
                name,
                _operands(table["in"]),
                _operands(table["out"]),
                tuple(_attribute(place, key, value) for key, value in attributes.items()),
                table.get("let", {}),
                tuple(list_of_texts(place, table, "only")),
                tuple(list_of_texts(place, table, "calls")),
                table.get("plan", ""),
                table.get("finds_dims", False),
                table.get("note", ""),
            )
        )
    return tuple(sorted(rows, key=lambda row: row.name.encode()))


# --- Expressions ---------------------------------------------------------------------------------


class _Translator:
    """Translates expressions of one row to C."""

    def __init__(self, row: Row, calls: Mapping[str, Call]) -> None:
        self.row = row
        self.calls = calls
        self.used: set[str] = set()
        self.kinds: dict[str, str] = {}
        for each in (*row.inputs, *row.outputs):
            self.kinds[each.name] = "many" if each.is_many else "view"
        for attribute in row.attributes:
            self.kinds[attribute.name] = _ATTRIBUTES[attribute.kind][1]

    def fail(self, what: str) -> DeclarationError:
        return DeclarationError(f"csrc/single/operators.toml: {self.row.name}: {what}")

    def parse(self, text: str) -> ast.expr:
        try:
            return ast.parse(text.strip(), mode="eval").body
        except SyntaxError as error:
            raise self.fail(f"{text!r} cannot be read: {error.msg}") from error

    def value(self, node: ast.expr) -> tuple[str, str]:
        """The expression in C, and its kind."""
        translators: dict[type[ast.expr], Callable[[Any], tuple[str, str]]] = {
            ast.Name: self.name,
            ast.Constant: self.constant,
            ast.Call: self.function,
            ast.Subscript: self.item,
            ast.UnaryOp: self.unary,
            ast.BinOp: self.binary,
            ast.Compare: self.comparison,
            ast.BoolOp: self.logic,
            ast.IfExp: self.choice,
            ast.List: self.list,
        }
        translate = translators.get(type(node))
        if translate is None:
            raise self.fail(f"{ast.unparse(node)} is no expression here")
        return translate(node)

    def name(self, node: ast.Name) -> tuple[str, str]:
        if node.id in self.kinds:
            self.used.add(node.id)
            return f"v_{node.id}", self.kinds[node.id]
        if node.id in ("true", "false"):
            return node.id, "bool"
        if node.id.startswith("ACL_"):
            return node.id, "int"
        raise self.fail(f"{node.id} is neither an operand nor an attribute")

    def constant(self, node: ast.Constant) -> tuple[str, str]:
        if node.value is None:
            return "NULL", "none"
        if isinstance(node.value, bool):
            return str(node.value).lower(), "bool"
        if isinstance(node.value, str):
            return f'"{node.value}"', "text"
        return repr(node.value), "real" if isinstance(node.value, float) else "int"

    def function(self, node: ast.Call) -> tuple[str, str]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _FUNCTIONS or len(node.args) != len(_FUNCTIONS[name][0]):
            raise self.fail(f"{ast.unparse(node)}: no such function")
        kinds, result = _FUNCTIONS[name]
        arguments = [self.of_kind(each, kind) for each, kind in zip(node.args, kinds, strict=True)]
        return f"single_{name}({', '.join(['s', *arguments])})", result

    def item(self, node: ast.Subscript) -> tuple[str, str]:
        values, kind = self.value(node.value)
        place = self.of_kind(node.slice, "int")
        if kind == "floats":
            return f"single_real_item(s, {values}, {place})", "real"
        return f"single_item(s, {self.of_kind(node.value, 'ints')}, {place})", "int"

    def unary(self, node: ast.UnaryOp) -> tuple[str, str]:
        if isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}", "bool"
        text, kind = self.value(node.operand)
        return f"-{text}", kind

    def binary(self, node: ast.BinOp) -> tuple[str, str]:
        sign = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}[type(node.op)]
        left, kind = self.value(node.left)
        right, other = self.value(node.right)
        if {kind, other} == {"int", "real"}:
            left, right = f"(double){left}", f"(double){right}"
        return f"({left} {sign} {right})", "real" if "real" in (kind, other) else "int"

    def comparison(self, node: ast.Compare) -> tuple[str, str]:
        sign = {
            ast.Eq: "==",
            ast.NotEq: "!=",
            ast.Lt: "<",
            ast.Gt: ">",
            ast.LtE: "<=",
            ast.GtE: ">=",
        }[type(node.ops[0])]
        left, kind = self.value(node.left)
        right, _ = self.value(node.comparators[0])
        if kind == "text":
            return f"(single_is_text(s, {left}, {right}) {sign} true)", "bool"
        return f"({left} {sign} {right})", "bool"

    def logic(self, node: ast.BoolOp) -> tuple[str, str]:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return f"({sign.join(map(self.condition, node.values))})", "bool"

    def choice(self, node: ast.IfExp) -> tuple[str, str]:
        left, kind = self.value(node.body)
        right, other = self.value(node.orelse)
        return (
            f"({self.condition(node.test)} ? {left} : {right})",
            other if kind == "none" else kind,
        )

    def list(self, node: ast.List) -> tuple[str, str]:
        numbers = ", ".join(self.of_kind(each, "int") for each in node.elts)
        return (
            f"(struct single_ints){{{len(node.elts)}, (const int64_t[]){{{numbers or 0}}}}}",
            "ints",
        )

    def condition(self, node: ast.expr) -> str:
        text, kind = self.value(node)
        return f"({text} != NULL)" if kind == "view" else text

    def of_kind(self, node: ast.expr, wanted: str) -> str:
        text, kind = self.value(node)
        fits = kind in {wanted, "none"} or {kind, wanted} <= {"int", "real", "bool"}
        if not fits:
            raise self.fail(f"{ast.unparse(node)} is a {kind}; a {wanted} is needed")
        return text

    def handle(self, node: ast.expr, parameter: Parameter) -> str:
        """What a call is given for a parameter that is an object."""
        if isinstance(node, ast.IfExp):
            return (
                f"{self.condition(node.test)} ? {self.handle(node.body, parameter)} : "
                f"{self.handle(node.orelse, parameter)}"
            )
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "scalar":
            return f"(const void *)single_scalar_of(s, {self.of_kind(node.args[0], 'view')})"
        if isinstance(node, ast.Constant) and node.value is None:
            return "NULL"
        made = self.made(node, parameter)
        return made if made == "NULL" else f"(const void *){made}"

    def made(self, node: ast.expr, parameter: Parameter) -> str:
        kind = parameter.kind
        if kind == "tensor":
            return f"single_tensor(s, {self.of_kind(node, 'view')})"
        if kind == "tensor_list":
            if isinstance(node, ast.List):
                views = ", ".join(self.of_kind(each, "view") for each in node.elts)
                return (
                    f"single_list(s, (const struct single_view *const[]){{{views}}}, "
                    f"{len(node.elts)})"
                )
            places = [each.name for each in self.row.inputs]
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "picked":
                members, which = node.args
                place = places.index(ast.unparse(members))
                return f"single_picked(s, {place}, {self.of_kind(which, 'ints')})"
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "columns":
                return f"single_columns(s, {self.of_kind(node.args[0], 'view')})"
            return f"single_many(s, {places.index(ast.unparse(node))})"
        if kind == "scalar":
            text, of = self.value(node)
            return f"single_scalar_{'real' if of == 'real' else 'integer'}(s, {text})"
        if kind == "int_array":
            return f"single_int_array(s, {self.of_kind(node, 'ints')})"
        if kind == "float_array":
            return f"single_float_array(s, {self.of_kind(node, 'floats')})"
        if kind == "bool_array" and isinstance(node, ast.List):
            values = ", ".join(self.condition(each) for each in node.elts)
            return f"single_bool_array(s, {len(node.elts)}, (const bool[]){{{values}}})"
        if kind == "text":
            return self.of_kind(node, "text")
        raise self.fail(f"{ast.unparse(node)} cannot be given for {parameter.name}, a {kind}")

    def given(self, node: ast.expr, parameter: Parameter) -> str:
        if parameter.kind == "integer":
            return f"{{.integer = (int64_t){self.of_kind(node, 'int')}}}"
        if parameter.kind == "real":
            return f"{{.real = (double){self.of_kind(node, 'real')}}}"
        return f"{{.handle = {self.handle(node, parameter)}}}"

    def call(self, node: ast.expr, indent: str) -> str:
        """A statement: a call, or one of two."""
        if isinstance(node, ast.IfExp):
            other = (
                ""
                if isinstance(node.orelse, ast.Constant)
                else f" else {{\n{self.call(node.orelse, indent + '    ')}{indent}}}"
            )
            test = self.condition(node.test)
            if not test.startswith("("):  # what is made of two parts has parentheses
                test = f"({test})"
            return (
                f"{indent}if {test} {{\n{self.call(node.body, indent + '    ')}{indent}}}{other}\n"
            )
        if not isinstance(node, ast.Call):
            raise self.fail(f"{ast.unparse(node)} is no call")
        name = f"aclnn{ast.unparse(node.func)}"
        call = self.calls.get(name)
        if call is None:
            raise self.fail(f"there is no {name}")
        if len(call.parameters) != len(node.args):
            raise self.fail(
                f"{name} has {len(call.parameters)} parameters, and is given {len(node.args)}: "
                f"{', '.join(each.name for each in call.parameters)}"
            )
        given = "".join(
            f"{indent}            {self.given(argument, parameter)},\n"
            for argument, parameter in zip(node.args, call.parameters, strict=True)
        )
        return (
            f"{indent}single_call(s, &operator_{name},\n{indent}        (const union given[]){{\n"
            f"{given}{indent}        }});\n"
        )


# --- C -------------------------------------------------------------------------------------------


def _operand_table(row: Row, what: str, operands: Sequence[Operand]) -> str:
    if not operands:
        return ""
    lines = "".join(
        f'    {{"{each.name}", {str(each.is_optional).lower()}, {str(each.is_many).lower()}}},\n'
        for each in operands
    )
    return f"static const struct single_operand {what}_of_{row.name}[] = {{\n{lines}}};\n"


def _default(attribute: Attribute) -> str:
    value, kind = attribute.default, _ATTRIBUTES[attribute.kind][0]
    if value is None:
        return f"{{.kind = {kind}}}"
    if isinstance(value, str):
        return f'{{.kind = {kind}, .text = "{value}"}}'
    if isinstance(value, float):
        return f"{{.kind = {kind}, .real = {value!r}}}"
    if isinstance(value, list):
        c_type, member = (
            ("float", "reals") if attribute.kind == "floats" else ("int64_t", "integers")
        )
        numbers = ", ".join(map(str, value)) or "0"
        return (
            f"{{.kind = {kind}, .count = {len(value)}, "
            f".{member} = (const {c_type}[]){{{numbers}}}}}"
        )
    return f"{{.kind = {kind}, .integer = {int(value)}}}"


def _attribute_table(row: Row) -> str:
    if not row.attributes:
        return ""
    lines = "".join(
        f'    {{"{each.name}", {_ATTRIBUTES[each.kind][0]}, '
        f"{str(each.default is None).lower()}, {_default(each)}}},\n"
        for each in row.attributes
    )
    return f"static const struct single_attribute attributes_of_{row.name}[] = {{\n{lines}}};\n"


_READ = {
    "bool": "single_attribute(s, {0})->integer != 0",
    "int": "single_attribute(s, {0})->integer",
    "real": "single_attribute(s, {0})->real",
    "text": "single_attribute(s, {0})->text",
    "ints": "single_integers(s, {0})",
    "floats": "single_attribute(s, {0})",
    "bools": "single_attribute(s, {0})",
}


def _variables(row: Row, used: set[str]) -> str:
    lines = []
    for what, operands in (("input", row.inputs), ("output", row.outputs)):
        lines += [
            f"    const struct single_view *v_{each.name} = single_{what}(s, {place});\n"
            for place, each in enumerate(operands)
            if each.name in used and not each.is_many
        ]
    for place, attribute in enumerate(row.attributes):
        kind = _ATTRIBUTES[attribute.kind][1]
        if attribute.name in used:
            lines.append(
                f"    {_C_TYPES[kind]}{'' if _C_TYPES[kind].endswith('*') else ' '}"
                f"v_{attribute.name} = {_READ[kind].format(place)};\n"
            )
    return "".join(lines)


def _plan(row: Row, calls: Mapping[str, Call]) -> str:
    if row.plan:
        return ""
    translator = _Translator(row, calls)
    only = "".join(
        f"    if (!{translator.condition(translator.parse(text))})\n"
        f'        single_refuse(s, "{text}");\n'
        for text in row.only
    )
    let = ""
    for name, text in row.let.items():
        value, kind = translator.value(translator.parse(text))
        c_type = _C_TYPES[kind]
        let += f"    {c_type}{'' if c_type.endswith('*') else ' '}v_{name} = {value};\n"
        translator.kinds[name] = kind
    body = "".join(translator.call(translator.parse(text), "    ") for text in row.calls)
    body = body or "    (void)s;\n"
    return (
        f"static void plan_{row.name}(struct single *s)\n{{\n"
        f"{_variables(row, translator.used)}{only}{let}{body}}}\n"
    )


def _row(row: Row) -> str:
    members = [f'.name = "{row.name}"']
    for what, items in (
        ("input", row.inputs),
        ("output", row.outputs),
        ("attribute", row.attributes),
    ):
        if items:
            members += [f".{what}_count = {len(items)}", f".{what}s = {what}s_of_{row.name}"]
    if row.finds_dims:
        members.append(".finds_dims = true")
    members.append(f".plan = {f'single_plan_{row.plan}' if row.plan else f'plan_{row.name}'}")
    return "    {" + ",\n     ".join(members) + "},\n"


def source(rows: Sequence[Row], declared: Operators) -> str:
    """single_rows.c. Raises DeclarationError."""
    parts = [
        (
            "/* SPDX-License-Identifier: Apache-2.0 */\n"
            f"/* {MARK} by build_support/single.py; do not edit. */\n"
            f"{prototypes.includes(declared)}"
            '#include "single/plans.h"\n#include "single/single.h"\n'
        )
    ]
    for row in rows:
        tables = (
            _operand_table(row, "inputs", row.inputs)
            + _operand_table(row, "outputs", row.outputs)
            + _attribute_table(row)
            + _plan(row, declared.calls)
        )
        parts.append(f"/* ---- {row.name} {'-' * (90 - len(row.name))} */\n\n{tables}")
    table = "".join(map(_row, rows))
    parts.append(
        f"const struct single_row single_rows[] = {{\n{table}}};\n"
        f"const int single_row_count = {len(rows)};\n"
    )
    return "\n".join(parts)


# --- The page ------------------------------------------------------------------------------------

_PAGE = """\
# Single operators

<!-- {mark} by build_support/single.py; do not edit. -->

The interface before aclnn: an operator is named by its type, and given descriptions of its tensors
and attributes (`acl/acl_op.h`, `acl/acl_op_compiler.h`). torch-npu calls it for what CANN has no
aclnn call for. {count} types are there; all others answer 207000 with a text that names them.

Each type runs an aclnn call, or a few in a row: their headers say data types, shapes and what is
computed. What they refuse is 500002 with a text for the type and one for the call.

- Inputs and outputs are given in the sequence of the table. One with `?` may be left out: at the
  end, or with a description of type ACL_DT_UNDEFINED. One with `*` is any number of tensors.
- An attribute that is not given has the value of the table; one without a value has to be given.
  Others are not looked at.
- Elements in host memory (`aclSetTensorPlaceMent`, `aclSetTensorConst`) are copied by the call.
  `numbers(x)` are those of an input that say what is done: they have to lie there. `lengths(x)` are
  all of an input, `number(x)` and `scalar(x)` one, which may lie in device memory: the call waits
  for the stream to read them.
- `drawn(seed, seed2)` is the seed of random numbers, whose offset is seed2. Where both are 0, which
  leaves the choice to the operator, it is -1 in the first such call of a process, -2 in the next:
  calls differ, and a process that runs again gets the same numbers.
- Formats make no difference but where a row has `format(x)`: elements lie in the order of the
  tensor's own shape, also in FRACTAL_NZ, as everywhere here.
- There is no workspace: an operator's scratch is the library's own.
- Launches, failures, findings and traces have the type's name.

| type | inputs | outputs | attributes | calls |
|---|---|---|---|---|
"""

_LITERALS = {True: "true", False: "false"}


def _words(operands: Sequence[Operand]) -> str:
    return ", ".join(
        f"`{each.name}{'?' if each.is_optional else '*' if each.is_many else ''}`"
        for each in operands
    )


def _attribute_words(attribute: Attribute) -> str:
    if attribute.default is None:
        return f"`{attribute.name}` ({_KIND_WORDS.get(attribute.kind, attribute.kind)})"
    value = attribute.default
    text = _LITERALS[value] if isinstance(value, bool) else str(value)
    return f"`{attribute.name}` = {text or '&quot;&quot;'}"


def page(rows: Sequence[Row]) -> str:
    """docs/reference/single-operators.md."""
    lines = []
    for row in rows:
        calls = [f"`{name} = {text}`" for name, text in row.let.items()]
        calls += [f"`{text}`" for text in row.calls]
        calls += [f"where `{text}`" for text in row.only]
        calls += [row.note] if row.note else []
        cells = (
            f"`{row.name}`",
            _words(row.inputs),
            _words(row.outputs),
            ", ".join(map(_attribute_words, row.attributes)),
            "; ".join(calls).replace("|", "\\|"),
        )
        lines.append(f"| {' | '.join(cells)} |\n".replace("[", "\\["))
    head = _PAGE.format(mark=MARK, count=len(rows))
    return head + "".join(lines)


def write(root: Path, rows: Sequence[Row]) -> bool:
    """Write the page; whether it was another."""
    return write_file(root / "docs" / "reference" / "single-operators.md", page(rows))
