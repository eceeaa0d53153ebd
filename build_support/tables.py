# SPDX-License-Identifier: Apache-2.0
"""The tables of csrc/base/*.def, and what is made from them.

A .def file is a list of macro calls, one a line, that C includes with the macro defined as
needed (an X-macro). `load` reads the same files for Python. A block of a header in csrc/include,

    /* table: data_type.def */
    /* end of table */

is empty there; the build fills it in the copy that is compiled and installed (`fill_headers`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

LINE_LIMIT = 100

_ROW = re.compile(r"(?P<macro>ACL_[A-Z_]+)\((?P<columns>.*)\)")
_COLUMN = re.compile(r'\s*(?:"(?P<text>[^"]*)"|(?P<bare>[^",]+?))\s*(?:,|$)')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLOCK = re.compile(
    r"(?P<open>^(?P<indent>[ ]*)/\* table: (?P<table>[^*\n]+?) \*/\n)"
    r"(?P<close>^[ ]*/\* end of table \*/$)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Status:
    """A row of status.def: one status code."""

    layer: str
    name: str
    value: int
    message_code: str
    text: str


@dataclass(frozen=True)
class Message:
    """A row of message.def: one class of error text."""

    code: str
    title: str


@dataclass(frozen=True)
class DataType:
    """A row of data_type.def. `bits` and `reported_size` (bytes) are those of one element."""

    name: str
    value: int
    bits: int
    reported_size: int
    display_name: str
    numpy_name: str


@dataclass(frozen=True)
class Format:
    """A row of format.def: one layout."""

    name: str
    value: int
    is_private: bool
    display_name: str


@dataclass(frozen=True)
class Soc:
    """A row of soc.def: one product that can be emulated."""

    name: str
    family: str
    architecture: int
    ai_cores: int
    vector_cores: int
    ub_bytes: int
    memory_gib: int
    has_bfloat16: bool
    padding_bytes: int


@dataclass(frozen=True)
class SocNickname:
    """A row of soc_nickname.def: what people call a product, and the product."""

    name: str
    product: str


@dataclass(frozen=True)
class Unsupported:
    """A row of unsupported.def. `type` is empty except for the kind "value"; `value` is what a
    function of that kind returns, and the status of all others. `is_said`: also
    on standard error. `is_of_card` says that only a network card has what the function does,
    `reason` why a call is not implemented, or (is_of_cann) refused by CANN too."""

    name: str
    kind: Literal["status", "pointer", "value", "void"]
    type: str = ""
    value: str = "ACL_ERROR_RT_FEATURE_NOT_SUPPORT"
    is_said: bool = False
    is_of_card: bool = False
    reason: str = ""
    is_of_cann: bool = False


@dataclass(frozen=True)
class Variable:
    """A row of variable.def: a name of the environment that begins with ACLNN_."""

    name: str


@dataclass(frozen=True)
class Tables:
    """All tables, rows in the order of the files."""

    statuses: tuple[Status, ...]
    messages: tuple[Message, ...]
    data_types: tuple[DataType, ...]
    formats: tuple[Format, ...]
    socs: tuple[Soc, ...]
    soc_nicknames: tuple[SocNickname, ...]
    unsupported: tuple[Unsupported, ...]
    variables: tuple[Variable, ...]


class TableError(ValueError):
    """A .def file or a marked block is not what it should be; the text names file and line."""


def rows(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield (place, macro, columns) for each macro call of a .def file."""
    source = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), path.read_text("utf-8"))
    for number, line in enumerate(map(str.strip, source.splitlines()), 1):
        if not line:
            continue
        place = f"{path.name}:{number}"
        row = _ROW.fullmatch(line)
        if row is None:
            raise TableError(f"{place}: not a macro call: {line}")
        columns: list[str] = []
        rest = row["columns"]
        while rest:
            column = _COLUMN.match(rest)
            if column is None:
                raise TableError(f"{place}: cannot read the columns from here on: {rest}")
            columns.append(column["bare"] if column["text"] is None else column["text"])
            rest = rest[column.end() :]
        yield place, row["macro"], columns


Row = TypeVar("Row")


def _read(path: Path, makers: dict[str, Callable[..., Row]]) -> tuple[Row, ...]:
    made: list[Row] = []
    for place, macro, columns in rows(path):
        if macro not in makers:
            raise TableError(f"{place}: {macro} does not belong here")
        try:
            made.append(makers[macro](*columns))
        except (TypeError, ValueError) as error:
            raise TableError(f"{place}: {error}") from error
    return tuple(made)


def _flag(column: str) -> bool:
    if column not in ("0", "1"):
        raise ValueError(f"a flag is 0 or 1, not {column}")
    return column == "1"


def _unique(path: Path, what: str, keys: Iterable[str | int]) -> None:
    for key, count in Counter(keys).items():
        if count > 1:
            raise TableError(f"{path.name}: {what} {key} stands there twice")


def _unsupported(path: Path) -> tuple[Unsupported, ...]:
    """The rows of unsupported.def, each with the reason that stands before it."""
    makers: dict[str, Callable[..., Unsupported]] = {
        "ACL_SINCE": lambda reason: Unsupported("", "void", reason=reason),
        "ACL_UNSUPPORTED": lambda name: Unsupported(name, "status"),
        "ACL_UNSUPPORTED_STATUS": lambda name, status: Unsupported(name, "status", "", status),
        "ACL_UNSUPPORTED_SAID": lambda name, status: Unsupported(
            name, "status", "", status, is_said=True
        ),
        "ACL_UNSUPPORTED_CARD": lambda name: Unsupported(
            name, "status", "", "HCCL_E_NOT_SUPPORT", is_of_card=True
        ),
        "ACL_UNSUPPORTED_POINTER": lambda name: Unsupported(name, "pointer"),
        "ACL_UNSUPPORTED_VOID": lambda name: Unsupported(name, "void"),
        "ACL_UNSUPPORTED_VALUE": lambda name, c_type, value: Unsupported(
            name, "value", c_type, value
        ),
    }
    reason, made = "", []
    for row in _read(path, makers):
        if row.name:
            made.append(replace(row, reason=reason))
        else:
            reason = row.reason
    return tuple(made)


def load(csrc: Path) -> Tables:
    """Read all tables below csrc/base. Raises TableError for a malformed or repeated row."""
    base = csrc / "base"

    def status(layer: str, name: str, value: str, message_code: str, text: str) -> Status:
        if layer not in _STATUS_LINE:
            raise ValueError(f"no layer is called {layer}")
        return Status(layer, name, int(value), message_code, text)

    def data_type(name: str, value: str, bits: str, size: str, dt: str, numpy: str) -> DataType:
        return DataType(name, int(value), int(bits), int(size), dt, numpy)

    def layout(name: str, value: str, is_private: str, display: str) -> Format:
        return Format(name, int(value), _flag(is_private), display)

    def soc(name: str, family: str, *figures: str) -> Soc:
        architecture, ai, vector, ub, memory, bfloat16, padding = figures
        return Soc(
            name,
            family,
            int(architecture),
            int(ai),
            int(vector),
            int(ub),
            int(memory),
            _flag(bfloat16),
            int(padding),
        )

    tables = Tables(
        statuses=_read(base / "status.def", {"ACL_STATUS": status}),
        messages=_read(base / "message.def", {"ACL_MESSAGE": Message}),
        data_types=_read(base / "data_type.def", {"ACL_DATA_TYPE": data_type}),
        formats=_read(base / "format.def", {"ACL_FORMAT": layout}),
        socs=_read(base / "soc.def", {"ACL_SOC": soc}),
        soc_nicknames=_read(base / "soc_nickname.def", {"ACL_SOC_NICKNAME": SocNickname}),
        unsupported=_unsupported(base / "unsupported.def"),
        variables=_read(base / "variable.def", {"ACL_VARIABLE": Variable}),
    )
    for file, rows in (
        ("status.def", tables.statuses),
        ("data_type.def", tables.data_types),
        ("format.def", tables.formats),
        ("soc.def", tables.socs),
        ("soc_nickname.def", tables.soc_nicknames),
        ("unsupported.def", tables.unsupported),
        ("variable.def", tables.variables),
    ):
        _unique(base / file, "name", (row.name for row in rows))
    _unique(base / "message.def", "code", (row.code for row in tables.messages))
    _unique(base / "status.def", "value", (row.value for row in tables.statuses))
    _unique(base / "data_type.def", "value", (row.value for row in tables.data_types))
    _unique(base / "format.def", "value", (row.value for row in tables.formats))
    for code in {row.message_code for row in tables.statuses}:
        if all(message.code != code for message in tables.messages):
            raise TableError(f"status.def: message code {code} is not in message.def")
    return tables


_STATUS_LINE = {
    "ACL": "static const int {name} = {value};",
    "RT": "#define {name} {value}",
    "GE": "static const uint32_t {name} = {value};",
    "ACLNN": "#define {name} {value}",
    "HCCL": "{name} = {value},",
}


def _line(code: str, text: str, indent: str) -> str:
    """One generated line; a declaration that is too long goes on after its equals sign."""
    line = f"{indent}{code} /* {text} */"
    if len(line) > LINE_LIMIT and " = " in code:
        line = line.replace(" = ", f" =\n{indent}    ", 1)
    if any(len(part) > LINE_LIMIT for part in line.split("\n")):
        raise TableError(f"more than {LINE_LIMIT} columns: {line}")
    return line + "\n"


def _block(tables: Tables, table: str, indent: str) -> str:
    if table == "data_type.def":
        return "".join(
            _line(f"{row.name} = {row.value},", _data_type_text(row), indent)
            for row in tables.data_types
        )
    if table == "format.def":
        return "".join(
            _line(
                f"{row.name} = {row.value},",
                row.display_name + (", private to the device" if row.is_private else ""),
                indent,
            )
            for row in tables.formats
        )
    file, _, layer = table.partition(" ")
    if file == "status.def" and layer in _STATUS_LINE:
        return "".join(
            _line(_STATUS_LINE[layer].format(name=row.name, value=row.value), row.text, indent)
            for row in tables.statuses
            if row.layer == layer
        )
    raise TableError(f"no table is called {table}")


def _data_type_text(row: DataType) -> str:
    size = f"{row.bits // 8} bytes" if row.bits % 8 == 0 else f"{row.bits} bits"
    if row.bits == 0:
        size = "no fixed size"
    elif row.bits == 8:
        size = "1 byte"
    elif row.bits == 1:
        size = "1 bit"
    return f"{row.display_name}, {size}"


def fill_headers(csrc: Path, tables: Tables) -> dict[str, str]:
    """The headers of csrc/include by their paths, their marked blocks filled from the tables.

    Raises TableError for an unknown block, one that has something in it, and one that no header
    holds.
    """
    missing = {"data_type.def", "format.def"} | {f"status.def {layer}" for layer in _STATUS_LINE}
    include = csrc / "include"
    found: dict[str, str] = {}
    for header in sorted(include.rglob("*.h")):
        text = header.read_text("utf-8")
        if text.count("/* table: ") != len(_BLOCK.findall(text)):
            raise TableError(f"{header.name}: a table has no end, or is not empty")
        missing -= {block["table"] for block in _BLOCK.finditer(text)}
        found[header.relative_to(include).as_posix()] = _BLOCK.sub(
            lambda block: (
                block["open"] + _block(tables, block["table"], block["indent"]) + block["close"]
            ),
            text,
        )
    if missing:
        raise TableError(f"no header holds the block of {', '.join(sorted(missing))}")
    return found
