# SPDX-License-Identifier: Apache-2.0
"""Formulas of L0 operators that go over rows: a small part of Python's language, read for C.

    work    = "rows x -> y"
    formula = "e = exp(x - max(x)); y = e / sum(e)"

Names before the arrow are the inputs, behind it the outputs. Lines give names to expressions of
inputs, earlier names, numbers, the vector unit's operations as functions or Python's operators, and

    sum prod max min max_abs    folds over the dimensions that are folded; float64 as the second
    any all                     argument keeps what they are joined in
    float32(x), int64(x), ...   the value in another type
    count, position             of the elements that are folded: how many, and the element's number,
                                which only formulas with a fold have
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..declarations import DeclarationError

_FOLDS = {
    "sum": "add",
    "prod": "mul",
    "max": "maximum",
    "min": "minimum",
    "max_abs": "maximum_magnitude",
    "any": "logical_or",
    "all": "logical_and",
}
_BINARY: dict[type, str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.BitAnd: "logical_and",
    ast.BitOr: "logical_or",
}
_UNARY: dict[type, str] = {ast.USub: "neg", ast.Invert: "logical_not"}
_COMPARISONS: dict[type, str] = {
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}
_TYPES = {
    "float32": "ACL_FLOAT",
    "float64": "ACL_DOUBLE",
    "int32": "ACL_INT32",
    "int64": "ACL_INT64",
    "bool": "ACL_BOOL",
}
_SPECIAL = {"count": "L0_TERM_COUNT", "position": "L0_TERM_POSITION"}


@dataclass(frozen=True)
class Term:
    """A row of the table in C: its kind, operation and type there, a number, and earlier terms."""

    kind: str
    operation: str = ""
    type: str = ""
    number: float = 0
    inputs: tuple[int, ...] = ()


@dataclass
class Formula:
    """What a formula calculates: the terms, inputs first, and which of them are outputs."""

    inputs: tuple[str, ...]
    terms: list[Term] = field(default_factory=list)
    outputs: tuple[int, ...] = ()

    def add(self, term: Term) -> int:
        """The number of a term, which exists once."""
        if term.kind != "L0_TERM_INPUT" and term in self.terms:
            return self.terms.index(term)
        self.terms.append(term)
        return len(self.terms) - 1

    def value(self, node: ast.expr, names: dict[str, int]) -> int:
        """The term of an expression."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            return self.add(Term("L0_TERM_NUMBER", number=float(node.value)))
        if isinstance(node, ast.Name) and node.id in names:
            return names[node.id]
        if isinstance(node, ast.Name) and node.id in _SPECIAL:
            return self.add(Term(_SPECIAL[node.id]))
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            return self.apply(_BINARY[type(node.op)], (node.left, node.right), names)
        if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
            return self.apply(_UNARY[type(node.op)], (node.operand,), names)
        if (
            isinstance(node, ast.Compare)
            and len(node.ops) == 1
            and type(node.ops[0]) in _COMPARISONS
        ):
            return self.apply(
                _COMPARISONS[type(node.ops[0])], (node.left, *node.comparators), names
            )
        if isinstance(node, ast.IfExp):
            return self.apply("where", (node.test, node.body, node.orelse), names)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self.call(node.func.id, node.args, names)
        raise DeclarationError(f"formula: not understood: {ast.unparse(node)}")

    def apply(self, name: str, arguments: Sequence[ast.expr], names: dict[str, int]) -> int:
        """The term of an operation of the vector unit."""
        inputs = tuple(self.value(each, names) for each in arguments)
        return self.add(Term("L0_TERM_APPLY", name, inputs=inputs))

    def call(self, name: str, arguments: Sequence[ast.expr], names: dict[str, int]) -> int:
        """The term of a fold, a conversion or an operation in its name."""
        if name in _TYPES and len(arguments) == 1:
            return self.add(
                Term("L0_TERM_CAST", type=_TYPES[name], inputs=(self.value(arguments[0], names),))
            )
        if name not in _FOLDS:
            return self.apply(name, arguments, names)
        kind = ""
        if len(arguments) == 2 and isinstance(arguments[1], ast.Name):
            kind = _TYPES.get(arguments[1].id, "")
        if len(arguments) != (2 if kind else 1):
            raise DeclarationError(f"formula: {name} folds one value, to a type if one is named")
        inputs = (self.value(arguments[0], names),)
        return self.add(Term("L0_TERM_FOLD", _FOLDS[name], kind, inputs=inputs))


def read(inputs: Sequence[str], outputs: Sequence[str], text: str) -> Formula:
    """Read a formula. Raises DeclarationError."""
    formula = Formula(tuple(inputs))
    names = {name: formula.add(Term("L0_TERM_INPUT")) for name in inputs}
    try:
        statements = ast.parse(text.strip()).body
    except SyntaxError as error:
        raise DeclarationError(f"formula: {error}") from error
    for statement in statements:
        if (
            not isinstance(statement, ast.Assign)
            or len(statement.targets) != 1
            or not isinstance(statement.targets[0], ast.Name)
        ):
            raise DeclarationError(f"formula: not name = expression: {ast.unparse(statement)}")
        names[statement.targets[0].id] = formula.value(statement.value, names)
    missing = [name for name in outputs if name not in names]
    if missing or not outputs:
        raise DeclarationError(f"formula: gives no {', '.join(missing) or 'output'}")
    kinds = {term.kind for term in formula.terms}
    if _SPECIAL["position"] in kinds and "L0_TERM_FOLD" not in kinds:
        raise DeclarationError("formula: position is of elements that are folded, and none are")
    formula.outputs = tuple(names[name] for name in outputs)
    return formula
