# SPDX-License-Identifier: Apache-2.0
"""Reads the declarations of operators, below csrc/ops.

    FAMILY/FAMILY.toml   rows of the L0 table and calls
    FAMILY/types.toml    sets of data types by product, that only this family names
    FAMILY/checks.toml   checks that only this family names
    common/              the sets and checks of several families

A family's own names come before the common ones; those of another family are FAMILY.NAME.

docs/contributing/operator.md explains the form. Everything that a declaration names is
looked up here, so that a mistake is an error of the build with the file, the call and the word.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from ..declarations import DeclarationError, list_of_texts
from ..tables import DataType, Tables
from .formula import Formula
from .formula import read as read_formula

# The architectures of the products, as l0.h has them, with the words that headers use.
ARCHITECTURES = {
    1001: "Ascend910",
    2201: "Ascend910B and Ascend910_93",
    3510: "Ascend950",
}

PROMOTED = "promoted"

# The folder of what several families share.
COMMON = "common"

# What a check or a list may take in place of parameters: all of them, found by their names.
WHOLE = "call"

# What calls answer that are not implemented: ACL_ERROR_RT_FEATURE_NOT_SUPPORT.
NOT_IMPLEMENTED = 207000

# What the names of calls begin with that CANN does not have.
OWN = "aclnnExt"

# Behind what a check takes any number of.
MANY = "..."

_HANDLES = {
    "aclTensor": "tensor",
    "aclScalar": "scalar",
    "aclIntArray": "int_array",
    "aclFloatArray": "float_array",
    "aclBoolArray": "bool_array",
    "aclTensorList": "tensor_list",
    "aclScalarList": "scalar_list",
}
_INTEGERS = frozenset(
    f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)
) | frozenset({"bool", "int", "aclDataType", "aclFormat"})
_REALS = frozenset({"float", "double"})

# What a check may take, and the kinds of parameters that this is.
_ARRAYS = frozenset({"int_array", "float_array", "bool_array"})
_TAKES: dict[str, frozenset[str]] = {
    "handle": frozenset({*_HANDLES.values(), "text"}),
    "operand": frozenset({"tensor", "scalar", "tensor_list", "scalar_list", "integer"}),
    "tensor": frozenset({"tensor"}),
    "tensors": frozenset({"tensor", "tensor_list"}),
    "list": frozenset({"tensor_list"}),
    "scalar": frozenset({"scalar"}),
    "scalars": frozenset({"scalar_list"}),
    "array": _ARRAYS,
    "text": frozenset({"text"}),
    "integer": frozenset({"integer"}),
    "real": frozenset({"real"}),
    "argument": frozenset({*_HANDLES.values(), "text", "integer", "real"}),
}
_LITERALS = frozenset({"types", "type", "architecture", "number", "words", "call"})

_PARAMETER = re.compile(r"(?P<const>const )?(?P<type>\w+) (?P<pointer>\*)?(?P<name>[A-Za-z_]\w*)")
_ON = re.compile(r"on (?P<names>[\d ]+): (?P<rest>.*)", re.DOTALL)
_WHERE = re.compile(r"where (?P<flag>\w+): (?P<rest>.*)", re.DOTALL)
_AS = re.compile(r"(?P<status>361001|561002|561103): (?P<rest>.*)", re.DOTALL)

_CALL_KEYS = frozenset(
    (
        *("header", "include", "standard", "about", "formula", "call", "args", "roles", "notes"),
        *("images", "fractals", "checks", "list", "admit", "outputs_apart"),
        *("like", "in_place", "first", "max_workspace", "again"),
        *("out", "python", "ulp"),
    )
)
# What is said of a call that is not implemented.
_REFUSED_KEYS = frozenset({"header", "about", "call", "refuses", "status"})
# What an in-place form takes from the call that it is of, and cannot say of its own.
_NOT_IN_PLACE = frozenset(
    {"out", "include", "standard", "roles", "admit", "outputs_apart", "images", "fractals"}
    | {"max_workspace", "again"}
)
_ROW_KEYS = frozenset({"work", "formula", "ai_core", "workspace", "assumed", "tiling", "of"})


@dataclass(frozen=True)
class Expression:
    """`name(arguments)`; an argument is a word, or another expression."""

    name: str
    arguments: tuple[str | Expression, ...]

    def functions(self) -> Iterator[str]:
        """Every name before a parenthesis."""
        yield self.name
        for argument in self.arguments:
            if isinstance(argument, Expression):
                yield from argument.functions()

    def words(self) -> Iterator[str]:
        """Every argument that is a word."""
        for argument in self.arguments:
            if isinstance(argument, Expression):
                yield from argument.words()
            else:
                yield argument


@dataclass(frozen=True)
class TypeSet:
    """Data types by architecture, in the declaration's order. A bare list has an empty `name`."""

    name: str
    types: Mapping[int, tuple[DataType, ...]]

    @property
    def everywhere(self) -> bool:
        """Whether all products have the same types, in any order."""
        return len({frozenset(row.name for row in types) for types in self.types.values()}) == 1


@dataclass(frozen=True)
class CheckRule:
    """An entry of a checks.toml: what a check takes, and what the header says of it."""

    family: str  # COMMON: of several families
    name: str
    takes: tuple[str, ...]
    each: bool
    status: int
    says: str
    finds: str  # what the checks behind it and the list may use: "promoted"

    @property
    def function(self) -> str:
        """Its function in C."""
        return symbol(self.family, "check", self.name)

    def grouped(self, words: Sequence[str]) -> list[tuple[str, list[str]]]:
        """What it takes, with the words for each: several for "each" and for what ends in "..."."""
        if self.each:
            return [(self.takes[0], list(words))]
        rest = list(words)
        found = []
        for at, kind in enumerate(self.takes):
            count = 1
            if kind.endswith(MANY):
                count = len(rest) - (len(self.takes) - at - 1)
            found.append((kind.removesuffix(MANY), rest[:count]))
            rest = rest[count:]
        return found


@dataclass(frozen=True)
class Check:
    """A check of a call, on some architectures or (empty) on all; of those where a flag is true."""

    rule: CheckRule
    arguments: tuple[str, ...]
    on: tuple[int, ...] = ()
    where: str = ""  # the flag, an integer of the call; empty: always
    types: TypeSet | None = None  # the set of data types that it names
    tiling: int = 0  # the status where CANN's tiling refuses, or a product; 0: the rule's

    @property
    def status(self) -> int:
        """What phase one answers where it refuses."""
        return self.tiling or self.rule.status


@dataclass(frozen=True)
class Parameter:
    """A parameter of a call, in the vendor's name. `role` is in, out or in_out; of memory only.

    is_image    its format says what the dimensions are: NCL, NCHW or NCDHW by their number
    is_fractal  its format is FRACTAL_NZ
    """

    name: str
    c_type: str
    kind: str
    role: str
    optional: bool
    about: str
    is_image: bool = False
    is_fractal: bool = False

    @property
    def constant(self) -> str:
        """Its name as a constant in C: keepDims is KEEP_DIMS."""
        return snake_case(self.name).upper()

    @property
    def declaration(self) -> str:
        """The parameter in C."""
        return f"{self.c_type}{'' if self.c_type.endswith('*') else ' '}{self.name}"

    @property
    def is_written(self) -> bool:
        """Whether the call writes its memory."""
        return self.role in ("out", "in_out")


@dataclass(frozen=True)
class OutRule:
    """What shape and type an output has: expressions over parameters that Python evaluates."""

    shape: str
    type: str
    is_found: bool = False  # the shape is the largest; the run finds out which it is


@dataclass(frozen=True)
class L0Row:
    """A row of the L0 table; `of` is CANN's operator, which may have rows for other work of it."""

    name: str
    of: str
    family: str
    work: str
    operation: str
    ai_core: TypeSet
    workspace: Mapping[int, int | str]
    assumed: Mapping[int, str]
    formula: Formula | None = None
    tiling: str = ""  # of folds: the function that finds the workspace on Ascend950


@dataclass(frozen=True)
class Call:
    """A declared call."""

    name: str
    family: str
    header: str
    about: str
    formula: str
    parameters: tuple[Parameter, ...]
    checks: tuple[Check, ...]
    list: Expression
    outs: Mapping[str, OutRule]
    defaults: Mapping[str, Any]
    ulp: Mapping[str, float]
    notes: tuple[str, ...] = ()
    outputs_apart: bool = False
    max_workspace: bool = False
    again: bool = False
    admit: str = ""
    include: str = ""
    standard: str = ""
    in_place_of: str = ""

    @property
    def place(self) -> str:
        """Its header below the public headers: those of CANN's calls lie in aclnnop."""
        return self.header if "/" in self.header else f"aclnnop/{self.header}"

    @property
    def is_own(self) -> bool:
        """Whether CANN does not have it: a call of aclnn_ext."""
        return self.name.startswith(OWN)

    @property
    def python_name(self) -> str:
        """Its name in Python: that of aclnnInplaceAdd is inplace_add."""
        return snake_case(self.name.removeprefix("aclnn"))

    @cached_property
    def by_name(self) -> dict[str, Parameter]:
        """The parameters."""
        return {parameter.name: parameter for parameter in self.parameters}

    @property
    def again_declarations(self) -> tuple[str, ...]:
        """The parameters of phase one that phase two takes too, without the const of a result."""
        if not self.again:
            return ()
        return tuple(
            item.declaration.removeprefix("const ") if item.role == "out" else item.declaration
            for item in self.parameters
        )

    @property
    def promotion(self) -> str:
        """The check that finds the type computed in, as a rule for Python; empty: none does."""
        for check in self.checks:
            if check.rule.finds == PROMOTED:
                words = [
                    word
                    for word in check.arguments
                    if word not in self.by_name or self.by_name[word].role != "out"
                ]
                # In place the operand that is written stands for the output too.
                words = list(dict.fromkeys(words)) if self.in_place_of else words
                return f"{check.rule.name}({', '.join(words)})"
        return ""

    @property
    def l0_names(self) -> tuple[str, ...]:
        """The rows of the L0 table that its list names; C lists may add others."""
        words = (word for word in self.list.words() if word not in self.by_name)
        return tuple(dict.fromkeys(word for word in words if word[:1].isupper()))

    def types_of(self, parameter: str) -> dict[int, tuple[DataType, ...]] | None:
        """The data types that an operand is computed with, by architecture; None: any."""
        found: dict[int, tuple[DataType, ...]] = {}
        for check in self.checks:
            if check.rule.name not in _TYPE_CHECKS or check.arguments[0] != parameter:
                continue
            for architecture in check.on or ARCHITECTURES:
                allowed = self.type_argument(check).types[architecture]
                if check.rule.name in _EXCLUDING_CHECKS:
                    found[architecture] = tuple(
                        row for row in found.get(architecture, ()) if row not in allowed
                    )
                elif architecture in found:
                    found[architecture] = tuple(
                        row for row in found[architecture] if row in allowed
                    )
                else:
                    found[architecture] = allowed
        for check in self.checks:
            is_withdrawn = check.rule.name == "not_on" and check.tiling != 0
            if (is_withdrawn or check.rule.name in ("not_on_inner", "not_here_if_any")) and found:
                found[int(check.arguments[0])] = ()
        return found or None

    @staticmethod
    def type_argument(check: Check) -> TypeSet:
        """The set of types that a check names."""
        assert check.types is not None, check
        return check.types


@dataclass(frozen=True)
class Refused:
    """A call that is exported and not implemented; `reason` says why, as a clause. CANN refuses it
    too where `status` is not that of what is not implemented here."""

    name: str
    family: str
    header: str
    about: str
    parameters: tuple[Parameter, ...]
    reason: str
    status: int = NOT_IMPLEMENTED

    @property
    def refused_by_cann(self) -> bool:
        """Whether CANN answers the same."""
        return self.status != NOT_IMPLEMENTED

    @property
    def answer(self) -> str:
        """What both phases answer, and why: of pages and headers."""
        place = "as in CANN, " if self.refused_by_cann else ""
        return f"{self.status}, {place}since {self.reason}"

    @property
    def place(self) -> str:
        """Its header below the public headers."""
        return f"aclnnop/{self.header}"


_EXCLUDING_CHECKS = frozenset({"not_type", "not_type_inner", "refused", "computed"})
_TYPE_CHECKS = _EXCLUDING_CHECKS | {"types", "kernel_types", "member_types", "list_types"}


@dataclass(frozen=True)
class Operators:
    """All declarations. `rules` are by their functions in C."""

    rules: Mapping[str, CheckRule]
    rows: Mapping[str, L0Row]
    calls: Mapping[str, Call]
    refused: Mapping[str, Refused]
    introductions: Mapping[str, tuple[str, ...]]  # of headers, by their place: paragraphs

    @property
    def every(self) -> Mapping[str, Call | Refused]:
        """All calls that are declared, those too that are not implemented."""
        return {**self.calls, **self.refused}

    @property
    def families(self) -> tuple[str, ...]:
        """The families that have a row or a call."""
        found = {row.family for row in self.rows.values()}
        return tuple(sorted(found | {call.family for call in self.calls.values()}))


def symbol(family: str, role: str, name: str) -> str:
    """The function in C of a check, list or kernel: that of a family begins with its name."""
    return f"{role}_{name}" if family == COMMON else f"{family}_{role}_{name}"


def snake_case(name: str) -> str:
    """ForeachAddScalarV2 is foreach_add_scalar_v2, keepDims keep_dims."""
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z])([A-Z][a-z])", r"\1_\2", name).lower()


def parse(text: str) -> Expression:
    """Read `name(a, b(c), ...)`. Raises DeclarationError."""
    expression, rest = _expression(text.strip())
    if rest.strip() or not isinstance(expression, Expression):
        raise DeclarationError(f"not of the form name(a, b(c)): {text}")
    return expression


def _expression(text: str) -> tuple[str | Expression, str]:
    head = re.match(r"[^(),]*", text)
    word = head[0].strip() if head is not None else ""
    rest = text[head.end() :] if head is not None else ""
    if not word:
        raise DeclarationError(f"a word is missing before: {text!r}")
    if not rest.startswith("("):
        return word, rest
    arguments: list[str | Expression] = []
    rest = rest[1:]
    while True:
        argument, rest = _expression(rest)
        arguments.append(argument)
        if rest.startswith(")"):
            return Expression(word, tuple(arguments)), rest[1:].lstrip()
        if not rest.startswith(","):
            raise DeclarationError(f"a parenthesis is not closed: {text}")
        rest = rest[1:]


_Entry = TypeVar("_Entry")


class _Reader:
    """Reads the files of one directory; `place` is what a message begins with."""

    def __init__(self, directory: Path, tables: Tables) -> None:
        self.directory = directory
        self.place = ""
        self.type_names: dict[str, DataType] = {}
        for row in tables.data_types:
            self.type_names[row.name.lower().removeprefix("acl_")] = row
        for row in tables.data_types:
            if row.numpy_name:
                self.type_names[row.numpy_name] = row
        self.family = COMMON  # whose names are looked up before the common ones
        self.sets: dict[str, dict[str, TypeSet]] = {}
        self.rules: dict[str, dict[str, CheckRule]] = {}
        self.rows: dict[str, L0Row] = {}
        self.raw: dict[str, tuple[str, dict[str, Any]]] = {}
        self.calls: dict[str, Call] = {}
        self.refused: dict[str, Refused] = {}
        self.introductions: dict[str, tuple[str, ...]] = {}

    def fail(self, what: str) -> DeclarationError:
        return DeclarationError(f"csrc/ops/{self.place}: {what}")

    def find(self, tables: Mapping[str, Mapping[str, _Entry]], word: str) -> _Entry | None:
        """An entry by its name: of this family, of all, or of another one as FAMILY.NAME."""
        family, point, name = word.rpartition(".")
        if point:
            return tables.get(family, {}).get(name)
        found = tables[self.family].get(word)
        return tables[COMMON].get(word) if found is None else found

    def load(self, name: str) -> dict[str, Any]:
        self.place = name
        if not (self.directory / name).exists():
            return {}
        try:
            return tomllib.loads((self.directory / name).read_text("utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise self.fail(str(error)) from error

    def only(self, table: Mapping[str, Any], keys: frozenset[str]) -> None:
        unknown = sorted(set(table) - keys)
        if unknown:
            raise self.fail(
                f"no such key: {', '.join(unknown)}; there are {', '.join(sorted(keys))}"
            )

    def texts(self, table: Mapping[str, Any], key: str, inherited: Sequence[str] = ()) -> list[str]:
        """What stands at a key: texts."""
        return list_of_texts(f"csrc/ops/{self.place}", table, key, inherited)

    # --- Types --------------------------------------------------------------------------------

    def architecture(self, text: str) -> int:
        if not text.isdigit() or int(text) not in ARCHITECTURES:
            raise self.fail(
                f"no architecture is called {text}: {', '.join(map(str, ARCHITECTURES))}"
            )
        return int(text)

    def words_to_types(self, text: str, architecture: int) -> tuple[DataType, ...]:
        found: list[DataType] = []
        for word in text.split():
            known = self.find(self.sets, word)
            if known is not None:
                found += known.types[architecture]
            elif word in self.type_names:
                found.append(self.type_names[word])
            else:
                raise self.fail(f"{word} is no data type, and no set of types.toml before this one")
        return tuple(dict.fromkeys(found))

    def type_set(self, name: str, value: str | Mapping[str, str]) -> TypeSet:
        by_name = {str(key): value for key in ARCHITECTURES} if isinstance(value, str) else value
        for key in by_name:
            self.architecture(key)
        return TypeSet(
            name,
            {key: self.words_to_types(by_name.get(str(key), ""), key) for key in ARCHITECTURES},
        )

    def read_types(self) -> None:
        """The sets of a family, which may be of the common ones."""
        file = f"{self.family}/types.toml"
        sets = self.sets.setdefault(self.family, {})
        for name, value in self.load(file).items():
            self.place = f"{file}: {name}"
            self.not_common(self.sets, name)
            sets[name] = self.type_set(name, value)

    def not_common(self, tables: Mapping[str, Mapping[str, _Entry]], name: str) -> None:
        """One name, one thing: a family does not hide what all have."""
        if self.family != COMMON and name in tables[COMMON]:
            raise self.fail(f"common/ has {name} too")

    # --- Checks -------------------------------------------------------------------------------

    def read_rules(self) -> None:
        file = f"{self.family}/checks.toml"
        rules = self.rules.setdefault(self.family, {})
        for name, value in self.load(file).items():
            self.place = f"{file}: {name}"
            self.not_common(self.rules, name)
            self.only(value, frozenset({"takes", "each", "status", "says", "finds"}))
            takes = tuple(value.get("takes", "").split())
            for word in takes:
                if word.removesuffix(MANY) not in (*_TAKES, *_LITERALS):
                    raise self.fail(f"takes {word}; there are {', '.join([*_TAKES, *_LITERALS])}")
            each = value.get("each", False)
            if each and len(takes) != 1:
                raise self.fail("a check of each takes one")
            if sum(word.endswith(MANY) for word in takes) > 1:
                raise self.fail("only one word has any number of operands")
            rules[name] = CheckRule(
                self.family,
                name,
                takes,
                each,
                value.get("status", 161002),
                value.get("says", ""),
                value.get("finds", ""),
            )

    def check_argument(
        self, word: str, takes: str, parameters: Mapping[str, Parameter], check: str
    ) -> None:
        if takes == "architecture":
            self.architecture(word)
        elif takes == WHOLE:
            if word != WHOLE:
                raise self.fail(f"{check}: {word} is not {WHOLE}")
        elif takes == "number":
            if not re.fullmatch(r"-?\d+", word):
                raise self.fail(f"{check}: {word} is not a number")
        elif takes == "words":
            if not re.fullmatch(r"\w+( \w+)*", word):
                raise self.fail(f"{check}: {word} is not words with a space between")
        elif takes in ("type", "types"):
            if takes == "type" and word not in self.type_names:
                raise self.fail(f"{check}: {word} is no data type")
            self.types_named(word)
        elif word != PROMOTED or takes != "operand":
            if word not in parameters:
                raise self.fail(f"{check}: there is no parameter {word}")
            if parameters[word].kind not in _TAKES[takes]:
                raise self.fail(f"{check}: {word} is a {parameters[word].kind}, not a {takes}")

    def types_named(self, word: str) -> TypeSet:
        """A set by its name, or the data types of a bare list."""
        known = self.find(self.sets, word)
        return self.type_set("", word) if known is None else known

    def check(self, text: str, parameters: Mapping[str, Parameter]) -> Check:
        found = _ON.fullmatch(text)
        on: tuple[int, ...] = ()
        expression = text
        if found is not None:
            on = tuple(self.architecture(name) for name in found["names"].split())
            expression = found["rest"]
        flagged = _WHERE.fullmatch(expression)
        if flagged is not None:
            self.check_argument(flagged["flag"], "integer", parameters, text)
            expression = flagged["rest"]
        of_tiling = _AS.fullmatch(expression)
        if of_tiling is not None:
            expression = of_tiling["rest"]
        try:
            parsed = parse(expression)
        except DeclarationError as error:
            raise self.fail(str(error)) from error
        rule = self.find(self.rules, parsed.name)
        if rule is None:
            raise self.fail(f"{parsed.name} is no check of {self.family}/ or common/checks.toml")
        words = [word for word in parsed.arguments if isinstance(word, str)]
        if len(words) != len(parsed.arguments):
            raise self.fail(f"{text}: a check takes words")
        has_many = rule.each or any(kind.endswith(MANY) for kind in rule.takes)
        if len(words) < len(rule.takes) or (len(words) > len(rule.takes) and not has_many):
            raise self.fail(f"{text}: {rule.name} takes {', '.join(rule.takes) or 'nothing'}")
        for kind, group in rule.grouped(words):
            for word in group:
                self.check_argument(word, kind, parameters, text)
        names_types = rule.takes[-1:] in (("type",), ("types",))
        types = self.types_named(words[-1]) if names_types else None
        tiling = 0 if of_tiling is None else int(of_tiling["status"])
        where = "" if flagged is None else flagged["flag"]
        return Check(rule, tuple(words), on, where, types, tiling)

    # --- L0 rows ------------------------------------------------------------------------------

    def row(self, family: str, name: str, value: dict[str, Any]) -> L0Row:
        self.only(value, _ROW_KEYS)
        kind, _, operation = value.get("work", "").partition(" ")
        kinds = ("vector", "fold", "fill", "view", "steps", "copy", "run", "rows")
        if kind not in kinds or (kind in ("fill", "view", "steps")) != (operation == ""):
            raise self.fail(
                "work is vector OPERATION, fold OPERATION, fill, view, copy FUNCTION, "
                "run FUNCTION or rows INPUTS -> OUTPUTS"
            )
        formula = None
        if (kind == "rows") != ("formula" in value):
            raise self.fail("formula says what rows calculates")
        if kind == "rows":
            inputs, _, outputs = operation.partition("->")
            try:
                formula = read_formula(inputs.split(), outputs.split(), value["formula"])
            except DeclarationError as error:
                raise self.fail(str(error)) from error
        if "of" in value:
            if value["of"] not in self.rows or set(value) - {"formula"} != {"of", "work"}:
                raise self.fail("of is a row before this one, which has all but the work")
            return replace(
                self.rows[value["of"]],
                name=name,
                family=family,
                work=kind,
                operation=operation,
                formula=formula,
            )
        return L0Row(
            name,
            name,
            family,
            kind,
            operation,
            self.type_set("", value.get("ai_core", "")),
            {self.architecture(key): size for key, size in value.get("workspace", {}).items()},
            {self.architecture(key): text for key, text in value.get("assumed", {}).items()},
            formula,
            value.get("tiling", ""),
        )

    def read_family(self) -> None:
        family = self.family
        name = f"{family}/{family}.toml"
        for key, value in self.load(name).items():
            if key == "l0":
                for row, columns in value.items():
                    self.place = f"{name}: l0.{row}"
                    if row in self.rows:
                        raise self.fail(f"{_file(self.rows[row].family)} has this row too")
                    self.rows[row] = self.row(family, row, columns)
            elif key == "header":
                self.place = f"{name}: header"
                for place, text in value.items():
                    self.only(text, frozenset({"introduction"}))
                    self.introductions[place] = tuple(text["introduction"])
            else:
                self.place = f"{name}: {key}"
                if key in self.raw:
                    raise self.fail(f"{_file(self.raw[key][0])} declares this call too")
                if not re.fullmatch(r"acln?n?[A-Z]\w*", key):
                    raise self.fail("a table is l0.NAME or the name of a call, aclnnNAME")
                self.raw[key] = (family, value)

    # --- Calls --------------------------------------------------------------------------------

    def parameters(self, value: Mapping[str, Any]) -> tuple[Parameter, ...]:
        found = []
        about = value.get("args", {})
        roles = value.get("roles", {})
        images = value.get("images", "").split()
        fractals = value.get("fractals", "").split()
        for text in value["call"].split(","):
            match = _PARAMETER.fullmatch(" ".join(text.split()))
            if match is None:
                raise self.fail(f"not a parameter: {text.strip()}")
            name, kind, role = match["name"], "", "in"
            if match["pointer"]:
                if match["type"] == "char":
                    kind = "text"
                elif match["type"] in _HANDLES:
                    kind = _HANDLES[match["type"]]
                    is_read = match["const"] or kind == "scalar"  # the vendor's own may lack const
                    role = roles.get(name, "in" if is_read else "out")
            elif match["type"] in _INTEGERS:
                kind = "integer"
            elif match["type"] in _REALS:
                kind = "real"
            if not kind:
                raise self.fail(f"{text.strip()}: arguments of this type are not known")
            # A value that is const is one in the function only.
            const = match["const"] or "" if match["pointer"] else ""
            c_type = f"{const}{match['type']}{' *' if match['pointer'] else ''}"
            made = Parameter(name, c_type, kind, role, False, about.get(name, ""))
            found.append(replace(made, is_image=name in images, is_fractal=name in fractals))
        names = [parameter.name for parameter in found]
        # Python may ask for the data type of what is written: outDtype.
        types = [f"{parameter.name}Dtype" for parameter in found if parameter.is_written]
        for key, table in (
            ("args", about),
            ("roles", roles),
            ("images", images),
            ("fractals", fractals),
            ("python", value.get("python", {})),
        ):
            for name in table:
                if name not in names and not (key == "python" and name in types):
                    raise self.fail(f"{key}: there is no parameter {name}")
        return tuple(found)

    def outs(
        self, name: str, value: Mapping[str, Any], parameters: Sequence[Parameter]
    ) -> dict[str, OutRule]:
        written = [parameter.name for parameter in parameters if parameter.role == "out"]
        rules = value.get("out", {})
        if not rules and name.startswith(OWN):  # without a function of arrays
            return {}
        if rules and set(rules) <= {"shape", "type", "found"}:
            rules = dict.fromkeys(written, rules)
        for each in [*rules, *written]:
            if each not in rules or each not in written:
                raise self.fail(f"out: no rule for {each}, or it is not written")
        return {
            each: OutRule(rule["shape"], rule["type"], rule.get("found", False))
            for each, rule in rules.items()
        }

    def named_once(self, call: Call) -> None:
        """Every parameter has to be used by the checks or the list: else it would be forgotten."""
        used = {word for check in call.checks for word in (*check.arguments, check.where)}
        used |= set(call.list.words())
        unused = [parameter.name for parameter in call.parameters if parameter.name not in used]
        if unused and WHOLE not in used:
            raise self.fail(f"neither the checks nor the list name {', '.join(unused)}")
        for word in call.list.words():
            if word[:1].isupper() and word not in call.by_name:
                if word not in self.rows:
                    raise self.fail(f"list: there is no row l0.{word}")
            elif word not in (*call.by_name, PROMOTED, WHOLE) and not _is_literal(word):
                raise self.fail(f"list: there is no parameter {word}")

    def with_what_it_is_like(self, value: dict[str, Any]) -> dict[str, Any]:
        """The declaration, with what it does not say from the one that it is like."""
        if "like" not in value:
            return value
        if value["like"] not in self.raw:
            raise self.fail(f"like: no declaration of {value['like']}")
        _, other = self.raw[value["like"]]
        if "like" in other or "in_place" in other:
            raise self.fail(f"like: {value['like']} takes what it has from another one itself")
        own = {key: text for key, text in value.items() if key != "like"}
        return {**other, **own}

    def refuse(self, name: str) -> None:
        """Read a call that is not implemented."""
        family, value = self.raw[name]
        self.place = f"{_file(family)}: {name}"
        self.only(value, _REFUSED_KEYS)
        for key in sorted(_REFUSED_KEYS - {"status"} - set(value)):
            raise self.fail(f"{key} is missing")
        reason = value["refuses"]
        if reason.endswith("."):
            raise self.fail("refuses: a clause stands here, behind `since`, without a full stop")
        parameters = self.parameters(value)
        status = value.get("status", NOT_IMPLEMENTED)
        self.refused[name] = Refused(
            name, family, value["header"], value["about"], parameters, reason, status
        )

    def call(self, name: str) -> Call:
        if name in self.calls:
            return self.calls[name]
        if name not in self.raw:
            raise self.fail(f"no declaration of {name}")
        family, value = self.raw[name]
        self.family = family
        self.place = f"{_file(family)}: {name}"
        value = self.with_what_it_is_like(value)
        self.only(value, _CALL_KEYS)
        base = None
        if "in_place" in value:
            base = self.call(value["in_place"]["of"])
            self.family = family
            self.place = f"{_file(family)}: {name}"
        for key in ("call", "about", *(() if base else ("header", "checks", "list", "formula"))):
            if key not in value:
                raise self.fail(f"{key} is missing")
        call = self.own(name, family, value) if base is None else self.in_place(name, value, base)
        given = {
            word
            for check in call.checks
            if check.rule.name in ("given", "given_inner", "given_or_invalid") and not check.where
            for word in check.arguments
        }
        call = replace(
            call,
            parameters=tuple(
                replace(item, optional=item.kind in _TAKES["handle"] and item.name not in given)
                for item in call.parameters
            ),
        )
        for parameter in call.parameters:
            if not parameter.about:
                raise self.fail(f"args: nothing is said of {parameter.name}")
        self.named_once(call)
        self.calls[name] = call
        return call

    def list_of(self, text: str) -> Expression:
        try:
            return parse(text)
        except DeclarationError as error:
            raise self.fail(f"list: {error}") from error

    def own(self, name: str, family: str, value: Mapping[str, Any]) -> Call:
        parameters = self.parameters(value)
        by_name = {parameter.name: parameter for parameter in parameters}
        return Call(
            name=name,
            family=family,
            header=value["header"],
            about=value["about"],
            formula=value["formula"],
            parameters=parameters,
            checks=tuple(self.check(text, by_name) for text in self.texts(value, "checks")),
            list=self.list_of(value["list"]),
            outs=self.outs(name, value, parameters),
            defaults=value.get("python", {}),
            ulp=_ulp(value.get("ulp", 0)),
            notes=tuple(self.texts(value, "notes")),
            outputs_apart=value.get("outputs_apart", False),
            max_workspace=value.get("max_workspace", False),
            again=value.get("again", False),
            admit=value.get("admit", ""),
            include=value.get("include", ""),
            standard=value.get("standard", ""),
        )

    def in_place(self, name: str, value: Mapping[str, Any], base: Call) -> Call:
        """The call whose out is its self: what it does not say is as the other call has it.

        Its checks are its own, or the other's behind `first`.
        """
        self.only(value, _CALL_KEYS - _NOT_IN_PLACE)
        self.only(value["in_place"], frozenset({"of", "self", "is"}))
        if "checks" in value and "first" in value:
            raise self.fail("first stands before the checks of the other call, and there are own")
        source = value["in_place"].get("is", "self")
        target: str = value["in_place"].get("self", "selfRef")
        outs = [parameter.name for parameter in base.parameters if parameter.role == "out"]
        if len(outs) != 1 or source not in base.by_name:
            raise self.fail(f"in_place: {base.name} has no {source}, or not one out")
        theirs = [item.name for item in base.parameters if item.role != "out"]
        mine = [item.name for item in self.parameters(value)]
        renamed = {**dict(zip(theirs, mine, strict=False)), source: target, outs[0]: target}

        def rename(word: str) -> str:
            return renamed.get(word, word)

        def rename_all(expression: Expression) -> Expression:
            return Expression(
                expression.name,
                tuple(
                    rename(word) if isinstance(word, str) else rename_all(word)
                    for word in expression.arguments
                ),
            )

        about = {rename(item.name): item.about for item in base.parameters if item.role != "out"}
        also_written = [rename(item.name) for item in base.parameters if item.role == "in_out"]
        parameters = tuple(
            replace(item, role="in_out" if item.name in (target, *also_written) else "in")
            for item in self.parameters({**value, "args": {**about, **value.get("args", {})}})
        )
        by_name = {parameter.name: parameter for parameter in parameters}
        if len(mine) != len(theirs) or mine != list(map(rename, theirs)):
            expected = ", ".join(target if each == source else each for each in theirs)
            raise self.fail(f"in_place: the parameters stand for {expected}")
        own = self.texts(value, "checks" if "checks" in value else "first")
        checks = [self.check(text, by_name) for text in own]
        for check in () if "checks" in value else base.checks:
            words = tuple(map(rename, check.arguments))
            if check.rule.each:
                words = tuple(dict.fromkeys(words))
            checks.append(replace(check, arguments=words, where=rename(check.where)))
        formula: str = value.get("formula", "")
        if not formula:
            pattern = r"\b(" + "|".join(map(re.escape, renamed)) + r")\b"
            formula = re.sub(pattern, lambda found: rename(found[0]), base.formula)
        family, _ = self.raw[name]
        return replace(
            base,
            name=name,
            family=family,
            header=value.get("header", base.header),
            about=value["about"],
            formula=formula,
            parameters=parameters,
            checks=tuple(checks) if "checks" in value else _without_repetitions(checks),
            list=self.list_of(value["list"]) if "list" in value else rename_all(base.list),
            outs={},
            defaults={key: item for key, item in base.defaults.items() if rename(key) in by_name}
            | value.get("python", {}),
            ulp=_ulp(value["ulp"]) if "ulp" in value else base.ulp,
            notes=tuple(self.texts(value, "notes", base.notes)),
            in_place_of=base.name,
        )


def _without_repetitions(checks: Sequence[Check]) -> tuple[Check, ...]:
    """Checks that stood there before, with the same operands, refuse nothing a second time.

    Only those that compare an operand with itself, or test what was tested, are dropped.
    """
    found: list[Check] = []
    for check in checks:
        words = check.arguments
        if check.rule.each:
            seen = {
                word
                for earlier in found
                if earlier.rule == check.rule
                and set(earlier.on) <= set(check.on)
                and earlier.where == check.where
                for word in earlier.arguments
            }
            words = tuple(word for word in words if word not in seen)
            if not words:
                continue
        reflexive = check.rule.name in ("same_shape", "same_type", "same_count")
        if reflexive and words[0] == words[1]:
            continue
        repeated = replace(check, arguments=words)
        if repeated not in found:
            found.append(repeated)
    return tuple(found)


def _file(family: str) -> str:
    """The file of a family's declarations, below csrc/ops."""
    return f"{family}/{family}.toml"


def _is_literal(word: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?|true|false", word) is not None


def _ulp(value: float | Mapping[str, float]) -> dict[str, float]:
    return dict(value) if isinstance(value, Mapping) else {"": float(value)}


def load(directory: Path, tables: Tables) -> Operators:
    """Read all declarations below csrc/ops. Raises DeclarationError with the place of a mistake."""
    reader = _Reader(directory, tables)
    families = sorted(path.parent.name for path in directory.glob("*/*.toml"))
    for family in dict.fromkeys([COMMON, *families]):
        reader.family = family
        reader.read_types()
        reader.read_rules()
    for reader.family in dict.fromkeys(families):
        reader.read_family()
    for name, (_, value) in reader.raw.items():
        if "refuses" in value:
            reader.refuse(name)
        else:
            reader.call(name)
    for place in set(reader.introductions) - {call.place for call in reader.calls.values()}:
        raise DeclarationError(f"csrc/ops: header: no call is declared in {place}")
    rules = {rule.function: rule for known in reader.rules.values() for rule in known.values()}
    return Operators(rules, reader.rows, reader.calls, reader.refused, reader.introductions)
