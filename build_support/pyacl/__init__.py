# SPDX-License-Identifier: Apache-2.0
"""pyACL's functions are lines of functions.toml; this module writes what follows from them.

python/site-packages/acl/           the package `acl` in the tree, where CANN has its own
docs/reference/pyacl-functions.md   the page

What is made from a C prototype: the parameters that C fills in are results, all others arguments.
A function that is in neither is refused: [by_hand] of functions.toml names those that are written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..declarations import DeclarationError, Declarations, Function
from ..library import write as write_file
from ..text import fill

MARK = "Made from build_support/pyacl/functions.toml"
PLACE = "python/site-packages/acl"

#: The types of a line, as Python spells them. The first is what a name without a type has.
_TYPES = {
    "int": "int",
    "float": "float",
    "str": "str",
    "text": "str | None",
    "bytes": "bytes",
    "list": "list[Any]",
    "tuple": "tuple[int, ...]",
    "dict": "dict[str, Any]",
    "callable": "Callable[..., object] | None",
    "object": "Any",
}

#: What a function that is not implemented returns for a result of a type.
_NOTHING = {"int": "0", "float": "0.0", "str": '""', "text": "None", "list": "[]", "dict": "{}"}

_ABOUT = {
    "acl": "initialization, versions, data buffers, descriptions of tensors",
    "rt": "devices, contexts, streams, events, callbacks, memory",
    "mdl": "models (om)",
    "op": "single operators",
    "prof": "profiling",
    "util": "addresses of Python's objects, and threads",
    "blas": "products of matrices as single operators",
    "fv": "search for feature vectors",
    "media": "images and videos (dvpp)",
    "himpi": "images and videos, second version",
}

_FORM = re.compile(r"(?P<c>\w*)\((?P<arguments>[^)]*)\)(?: -> (?P<results>.+))?")


@dataclass(frozen=True)
class Value:
    """An argument or a result: its name, and its type as a line has it."""

    name: str
    type: str

    @property
    def python(self) -> str:
        """Its type in Python."""
        return _TYPES[self.type]


@dataclass(frozen=True)
class Row:
    """A function of pyACL.

    module     "acl", or the module below it
    c          the C function; "" where there is none
    by_hand    the module of aclnn_py/pyacl that has it, or ""
    refusal    the status that it answers if the library does not have the C function
    outputs    which parameters of the C function are results
    is_there   whether it does what it says; otherwise it answers its refusal
    """

    module: str
    name: str
    c: str
    arguments: tuple[Value, ...]
    results: tuple[Value, ...]
    by_hand: str
    refusal: int
    outputs: tuple[int, ...] = ()
    is_there: bool = False

    @property
    def full_name(self) -> str:
        """As programs call it: "acl.rt.malloc"."""
        return f"acl.{self.name}" if self.module == "acl" else f"acl.{self.module}.{self.name}"

    @property
    def form(self) -> str:
        """As the documentation has it: "dev_ptr, ret = acl.rt.malloc(size, policy)"."""
        call = f"{self.full_name}({', '.join(value.name for value in self.arguments)})"
        results = ", ".join(value.name for value in self.results)
        return f"{results} = {call}" if results else call

    @property
    def has_status(self) -> bool:
        """Whether its last result is a status."""
        return bool(self.results) and self.results[-1].name == "ret"


# --- Reading -------------------------------------------------------------------------------------


def _values(place: str, text: str | None) -> tuple[Value, ...]:
    found = []
    for part in (text or "").split(","):
        name, _, kind = (word.strip() for word in part.partition(":"))
        if not name:
            continue
        if kind not in {"", *_TYPES}:
            raise DeclarationError(f"{place}: {kind!r} is no type: {', '.join(_TYPES)}")
        found.append(Value(name, kind or "int"))
    return tuple(found)


def _refusal(codes: Mapping[str, int], name: str) -> int:
    """The code of the longest beginning of a name."""
    return codes[max(filter(name.startswith, codes), key=len)]


def _rows(table: Mapping[str, Mapping[str, str]], places: Mapping[str, str]) -> Iterator[Row]:
    codes = {name: int(code) for name, code in table["refusal"].items()}
    for module in _ABOUT:
        for name, text in table.get(module, {}).items():
            found = _FORM.fullmatch(text)
            if found is None:
                raise DeclarationError(f"pyACL: {module}.{name} = {text!r} is no C function (...)")
            row = Row(
                module,
                name,
                found["c"],
                _values(name, found["arguments"]),
                _values(name, found["results"]),
                "",
                0,
            )
            yield replace(
                row,
                by_hand=places.get(row.full_name, ""),
                refusal=_refusal(codes, row.full_name),
            )


def _is_output(declarations: Declarations, function: Function, number: int) -> bool:
    """Whether C fills in a parameter: it is the address of a number or a handle, not const."""
    spelling = function.parameters[number].type.removesuffix("const").rstrip()
    if spelling.startswith("const ") or not spelling.endswith("*"):
        return False
    base = spelling[:-1].strip()
    typedefs = declarations.typedef_texts()
    while base in typedefs:
        base = typedefs[base]
    if base in {"void", "char"}:
        return False
    return not base.startswith(("struct ", "union ", "const "))


def _fitted(declarations: Declarations, row: Row) -> Row:
    """A row with the parameters that are results; as it was, where C has others: refused."""
    function = declarations.functions[row.c]
    numbers = range(len(function.parameters))
    outputs = tuple(n for n in numbers if _is_output(declarations, function, n))
    arguments = {value.name for value in row.arguments}
    results = [value for value in row.results if value.name not in {"ret", *arguments}]
    of_c = len(outputs) + (0 if row.has_status or not row.results else 1)
    plain = all(value.type in {"int", "float", "str", "text"} for value in row.arguments)
    if not plain or len(results) != of_c or len(arguments) + len(outputs) != len(numbers):
        return row
    return replace(row, outputs=outputs, is_there=True)


def _is_written(declarations: Declarations, row: Row, implemented: set[str]) -> Row:
    """A row with whether the library carries it out, and Python calls it."""
    if row.c not in implemented:
        return replace(row, by_hand="")
    return replace(row, is_there=True) if row.by_hand else _fitted(declarations, row)


def parse(text: str, declarations: Declarations, unsupported: Iterable[str]) -> list[Row]:
    """The functions of a table like functions.toml. Raises DeclarationError."""
    table = tomllib.loads(text)
    places = {name: module for module, names in table["by_hand"].items() for name in names}
    rows = list(_rows(table, places))
    unknown = set(places) - {row.full_name for row in rows}
    if unknown:
        raise DeclarationError(f"pyACL: [by_hand] names {sorted(unknown)}, which no line has")
    implemented = {"", *declarations.functions} - set(unsupported)
    return [_is_written(declarations, row, implemented) for row in rows]


def read(declarations: Declarations, unsupported: Iterable[str]) -> list[Row]:
    """All functions, with what the library has of them. Raises DeclarationError."""
    text = Path(__file__).with_name("functions.toml").read_text("utf-8")
    return parse(text, declarations, unsupported)


# --- The package ---------------------------------------------------------------------------------


def _result_type(row: Row) -> str:
    types = [value.python for value in row.results]
    return ("None", types[0] if types else "", f"tuple[{', '.join(types)}]")[min(len(types), 2)]


def _signature(row: Row) -> str:
    arguments = [f"{value.name}: {value.python}" for value in row.arguments]
    line = f"def {row.name}({', '.join([*arguments, '/'] if arguments else [])}) -> "
    line += f"{_result_type(row)}:"
    if len(line) <= 100:
        return line
    inner = "".join(f"    {argument},\n" for argument in [*arguments, "/"])
    return f"def {row.name}(\n{inner}) -> {_result_type(row)}:"


def _refused(row: Row) -> list[str]:
    """The body of a function that the library does not have."""
    call = f'refused("{row.full_name}", "{row.c}", {row.refusal})'
    if not row.results:
        return [call]
    names = {value.name for value in row.arguments}
    nothing = [
        value.name if value.name in names else _NOTHING.get(value.type, "None")
        for value in row.results
    ]
    if row.has_status:
        return [f"return {', '.join([*nothing[:-1], call])}"]
    return [call, f"return {nothing[0]}"]


def _called(row: Row) -> list[str]:
    """The body of a function that is one of C."""
    given = "".join(f", {value.name}" for value in row.arguments)
    if not row.results:
        return [f'call("{row.c}"{given})']
    if not row.has_status:
        return [
            f'{row.results[0].name}: {row.results[0].python} = call("{row.c}"{given})',
            f"return {row.results[0].name}",
        ]
    if not row.outputs:
        return [
            f'ret: int = call("{row.c}"{given})',
            f"return {', '.join(value.name for value in row.results)}",
        ]
    names = ", ".join(value.name for value in row.results)
    return [f'{names} = results("{row.c}", {row.outputs!r}{given})', f"return {names}"]


def _docstring(row: Row) -> str:
    form = fill(f"`{row.form}`", "    ", "    ", 94).strip()
    about = f"As {row.c} in C, which its header describes." if row.is_there else "Not implemented."
    return f'"""{form}\n\n    {about}\n    """'


def _function(row: Row) -> str:
    body = [_docstring(row), *(_called(row) if row.is_there else _refused(row))]
    return "\n".join([_signature(row), *(f"    {line}" for line in body)])


def _module(name: str, rows: Sequence[Row]) -> str:
    """The text of a module of the package."""
    made = "\n\n\n".join(_function(row) for row in rows if not row.by_hand)
    uses = [each for each in ("call", "refused", "results") if f"{each}(" in made]
    imports = [f"from aclnn_py.pyacl._calls import {', '.join(uses)}"] if uses else []
    imports += sorted(
        f"from aclnn_py.pyacl.{row.by_hand} import {row.name} as {row.name}"
        for row in rows
        if row.by_hand
    )
    names = {"Callable": "from collections.abc import Callable", "Any": "from typing import Any"}
    parts = [
        f'# SPDX-License-Identifier: Apache-2.0\n"""{_title(name)}: {_ABOUT[name]}.',
        f'{MARK}.\n"""',
        "from __future__ import annotations",
        "\n".join(line for each, line in names.items() if re.search(rf"\b{each}\b", made)),
        "\n".join(imports),
        "\n".join(f"from . import {each} as {each}" for each in _below(name)),
    ]
    head = "\n\n".join(filter(None, parts))
    return f"{head}\n\n\n{made}\n" if made else f"{head}\n"


def _title(module: str) -> str:
    return "acl" if module == "acl" else f"acl.{module}"


def _below(module: str) -> list[str]:
    """The modules that a module brings along."""
    return [each for each in _ABOUT if each != "acl"] if module == "acl" else []


def package(rows: Sequence[Row]) -> dict[str, str]:
    """The files of the package `acl`, by their places in the tree."""
    files = {f"{PLACE}/py.typed": ""}
    for name in _ABOUT:
        own = [row for row in rows if row.module == name]
        place = "__init__" if name == "acl" else name
        files[f"{PLACE}/{place}.py"] = _module(name, own)
    return files


# --- The page ------------------------------------------------------------------------------------


def _page_rows(rows: Iterable[Row]) -> str:
    lines = [f"| `{row.form}` | {f'`{row.c}`' if row.c else ''} |" for row in rows]
    return "\n".join(["| in Python | in C |", "|---|---|", *lines])


def page(rows: Sequence[Row]) -> str:
    """docs/reference/pyacl-functions.md."""
    counts = "\n".join(
        f"| `{_title(name)}` | {_ABOUT[name]} | "
        f"{sum(row.is_there for row in rows if row.module == name)} | "
        f"{sum(not row.is_there for row in rows if row.module == name)} |"
        for name in _ABOUT
    )
    parts = [
        "# pyACL's functions",
        f"<!-- {MARK}. -->",
        fill(
            "All functions of [pyACL](pyacl.md), as its documentation has them, and which of them "
            "the library carries out. The others return what stands before the sign of equality, "
            "too: a status other than 0, and 0, an empty text or list, or None for the rest."
        ),
        "| module | | carried out | refused |\n|---|---|---|---|\n" + counts,
    ]
    for name in _ABOUT:
        own = [row for row in rows if row.module == name]
        there = [row for row in own if row.is_there]
        refused = [row for row in own if not row.is_there]
        if there:
            parts += [f"## {_title(name)}: carried out", _page_rows(there)]
        if refused:
            parts += [f"## {_title(name)}: refused", _page_rows(refused)]
    return "\n\n".join(parts) + "\n"


def write_page(root: Path, rows: Sequence[Row]) -> bool:
    """Bring the page up to date; whether it changed."""
    folder = root / "docs" / "reference"
    if not folder.is_dir():  # a source distribution has none
        return False
    return write_file(folder / "pyacl-functions.md", page(rows))
