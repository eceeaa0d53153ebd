# SPDX-License-Identifier: Apache-2.0
"""The rows of a sweep: from the cells of a call to its size."""

from __future__ import annotations

import csv
import ctypes
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .. import native
from .._ledger import ledger
from .._outputs import Asker
from .._prototype import Prototype, prototype
from .._values import Objects, TensorList
from ..data_types import data_type
from ..errors import AclError, check, error
from ..tensor_spec import TensorSpec, create_tensor
from ._cells import (
    Cells,
    Row,
    columns_of,
    find_product,
    is_derived,
    lay_out,
    missing_columns,
    parse_flag,
    parse_sizes,
    parse_value,
    reason,
    tensor_columns,
    value_columns,
)

COMPUTED = ("status", "workspace_size", "assumed", "message")
"""The columns that a sweep adds."""

WRITTEN = {*COMPUTED, "match", *(f"expected_{name}" for name in COMPUTED[:-1])}
"""The columns that a result may have besides those of its file."""

_COMPARED = ("status", "workspace_size")
_SELECTING = ("operator", "op", "product", "soc", "core_num", "ub_size", "deterministic")
_OF_EVERY_ROW = {*_SELECTING, *WRITTEN}
_ASSUMPTIONS_SIZE = 192  # bytes, the most that aclnnExtGetAssumptions needs
_MOST_KEPT = 1024  # values of each parameter, for rows to come


def known_columns(operators: Iterable[str]) -> set[str]:
    """The columns that mean something in a file whose rows are about some operators."""
    return _OF_EVERY_ROW.union(*(columns_of(prototype(name)) for name in operators))


@dataclass(frozen=True)
class Sweep:
    """What all parts of a file have in common.

    name           of the file, for messages
    names          of its columns
    columns        the same, but "" for those that are the file's own and are only kept
    operator, soc  of rows that do not say; soc None is that of the process
    deterministic  likewise
    """

    name: str
    names: tuple[str, ...]
    columns: tuple[str, ...]
    operator: str
    soc: str | None = None
    deterministic: bool | None = None

    @property
    def compares(self) -> bool:
        """Whether the file has sizes to compare with."""
        return any(name in self.columns for name in ("workspace_size", "expected_workspace_size"))

    def kept(self) -> list[tuple[int, str]]:
        """The input columns that the result has, by their position, with their names there."""
        result = []
        for position, name in enumerate(self.columns):
            if name in COMPUTED[:-1]:
                if f"expected_{name}" not in self.columns:
                    result.append((position, f"expected_{name}"))
            elif name not in ("message", "match"):
                result.append((position, self.names[position]))
        return result

    def header(self) -> list[str]:
        """The columns of the result."""
        computed = (*COMPUTED, "match") if self.compares else COMPUTED
        return [*(name for _, name in self.kept()), *computed]


@dataclass
class Counts:
    """What became of rows. Those that are wrong or refused were not sized."""

    rows: int = 0
    sized: int = 0
    refused: int = 0
    wrong: int = 0
    compared: int = 0
    matched: int = 0

    def add(self, other: Counts) -> None:
        """Add those of another part."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Part:
    """The result of some rows: lines of CSV, and notes with the numbers of their lines."""

    text: str = ""
    notes: list[tuple[int, str]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)


class _TensorSource:
    """A tensor parameter. The aclTensors are kept: any number of calls may use one."""

    def __init__(self, lib: native.Library, call: Prototype, parameter: str, cells: Cells) -> None:
        columns = tensor_columns(call, parameter)
        self._lib = lib
        self._parameter = parameter
        self._key = cells.key((*columns.shape, *columns.dtype, columns.layout))
        self._shape = [(column, cells.cell(column)) for column in columns.shape]
        self._dtype_column = columns.dtype[0]
        self._dtype = cells.first(columns.dtype)
        self._layout = cells.cell(columns.layout)
        self._known: dict[object, int] = {}

    def __call__(self, row: Row) -> int:
        """The aclTensor of a row. Raises AclError and ValueError."""
        key = self._key(row)
        handle = self._known.get(key)
        if handle is None:
            if len(self._known) >= _MOST_KEPT:
                self.close()
            handle = self._known[key] = self._create(row)
        return handle

    def _create(self, row: Row) -> int:
        shape: tuple[int, ...] = ()
        for column, cell in self._shape:
            text = cell(row)
            if not text:
                raise ValueError(f"{column} is empty")
            try:
                shape += parse_sizes(text)
            except ValueError as cause:
                raise ValueError(f"{column}: {cause}") from None
        dtype = self._dtype(row)
        if not dtype:
            raise ValueError(f"{self._dtype_column} is empty")
        try:
            strides, offset, storage = lay_out(shape, self._layout(row) or "c")
            value = data_type(dtype).value
            return create_tensor(self._lib, shape, value, strides, offset, storage)
        except AclError:
            raise
        except (TypeError, ValueError) as cause:
            raise ValueError(f"{self._parameter}: {cause}") from None

    def close(self) -> None:
        """Destroy the tensors."""
        for handle in self._known.values():
            self._lib.aclDestroyTensor(handle)
        self._known.clear()


class _ValueSource:
    """A parameter that is no tensor."""

    def __init__(self, lib: native.Library, call: Prototype, parameter: str, cells: Cells) -> None:
        columns = value_columns(call, parameter)
        self._objects = Objects(lib)
        self._call = call
        self._parameter = parameter
        self._column = next((name for name in columns if name in cells.positions), parameter)
        self._key = cells.key(columns)
        self._text = cells.first(columns)
        self._known: dict[object, Any] = {}

    def __call__(self, row: Row) -> Any:
        """What C takes. Raises ValueError."""
        key = self._key(row)
        value = self._known.get(key)
        if value is None:
            if len(self._known) >= _MOST_KEPT:
                self.close()
            value = self._known[key] = self._objects.convert(self._parse(row))
        return value

    def _parse(self, row: Row) -> Any:
        text = self._text(row)
        defaults = self._call.rule.defaults
        if not text and self._parameter not in defaults:
            raise ValueError(f"{self._column} is empty")
        try:
            if text:
                return parse_value(self._call, self._parameter, text)
            return self._call.convert(self._parameter, defaults[self._parameter])
        except (TypeError, ValueError) as cause:
            raise ValueError(f"{self._column}: {cause}") from None

    def close(self) -> None:
        """Destroy the objects."""
        self._known.clear()
        self._objects.close()


class _Derived:
    """The parameters of a call that no column is about: results, and types like a tensor's."""

    def __init__(self, lib: native.Library, call: Prototype, columns: Iterable[str]) -> None:
        self._lib = lib
        self._name = call.name
        self._objects = Objects(lib)
        self._asker = Asker(lib)
        self._known: dict[tuple[Any, ...], list[Any]] = {}
        entry = ledger().get(call.name)
        declared = entry.declared if entry is not None else None
        self._parameters = declared.parameters if declared is not None else ()
        there = set(columns)
        self.positions = [
            at for at, name in enumerate(call.parameters) if is_derived(call, name, there)
        ]

    def fill(self, values: list[Any]) -> None:
        """Give them their values, the others of which are there. Raises AclError."""
        if not self.positions:
            return
        key = tuple(map(_key_of, values))
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self.close()
            found = self._known[key] = self._find(values)
        for at in self.positions:
            values[at] = found[at]

    def _find(self, values: list[Any]) -> list[Any]:
        found = list(values)
        for at in self.positions:
            default = self._parameters[at].default
            if isinstance(default, str) and default.startswith("like "):
                found[at] = self._type_of(found, default.removeprefix("like "))
        given = [
            None if each.role == "out" else value
            for each, value in zip(self._parameters, found, strict=True)
        ]
        answers = self._asker.ask(self._name, given)
        for at in self.positions:
            specs = [TensorSpec(each.shape, each.type) for each in answers if each.parameter == at]
            if self._parameters[at].kind == "tensor_list":
                found[at] = self._objects.convert(TensorList(specs))
            elif specs:
                found[at] = self._objects.tensor(specs[0])
        return found

    def _type_of(self, values: list[Any], name: str) -> int:
        kind = ctypes.c_int()
        names = [each.name for each in self._parameters]
        status = self._lib.aclGetDataType(values[names.index(name)], ctypes.byref(kind))
        check("aclGetDataType", status)
        return kind.value

    def close(self) -> None:
        """Destroy what was made."""
        self._known.clear()
        self._objects.close()


def _key_of(value: Any) -> Any:
    """What tells a value of C from others."""
    return value.value if hasattr(value, "value") else value


class _Caller:
    """An operator whose arguments are cells."""

    def __init__(self, lib: native.Library, call: Prototype, cells: Cells) -> None:
        self.call = call
        self._phase = getattr(lib, call.phase)
        self._assumptions = lib.aclnnExtGetAssumptions
        self._destroy = lib.aclDestroyAclOpExecutor
        known = known_columns([call.name])
        self._foreign = [
            (name, position) for name, position in cells.positions.items() if name not in known
        ]
        self._derived = _Derived(lib, call, cells.positions)
        self._sources = [
            None
            if at in self._derived.positions
            else _TensorSource(lib, call, parameter, cells)
            if parameter in call.tensors
            else _ValueSource(lib, call, parameter, cells)
            for at, parameter in enumerate(call.parameters)
        ]
        self._size = ctypes.c_uint64()
        self._executor = ctypes.c_void_p()
        self._results = (ctypes.byref(self._size), ctypes.byref(self._executor))
        self._text = ctypes.create_string_buffer(_ASSUMPTIONS_SIZE)

    def size(self, row: Row) -> tuple[int, int, str]:
        """Status, bytes and assumptions of a row. Raises AclError and ValueError."""
        for name, position in self._foreign:
            if row[position].strip():
                raise ValueError(f"{name} is no column of {self.call.name}; leave it empty")
        values = [None if source is None else source(row) for source in self._sources]
        self._derived.fill(values)
        status: int = self._phase(*values, *self._results)
        if status != 0:
            return status, 0, ""
        self._assumptions(self._executor, self._text, _ASSUMPTIONS_SIZE)
        self._destroy(self._executor)
        return 0, self._size.value, self._text.value.decode("ascii")

    def close(self) -> None:
        """Destroy the tensors."""
        for source in self._sources:
            if source is not None:
                source.close()
        self._derived.close()


class _Selection:
    """The product and the determinism of this thread's first phases, as rows want them."""

    def __init__(self, lib: native.Library, sweep: Sweep, cells: Cells) -> None:
        self._lib = lib
        self._sweep = sweep
        self._product_key = cells.key(("product", "soc", "core_num", "ub_size"))
        self._product = cells.first(("product", "soc"))
        self._cores = cells.cell("core_num")
        self._buffer = cells.cell("ub_size")
        self._products: dict[object, bytes | None] = {}
        self._level_text = cells.cell("deterministic")
        self._levels: dict[str, int] = {}
        self._selected: bytes | None = None
        self._selected_level = -1

    def select(self, row: Row) -> None:
        """Select what a row wants. Raises AclError and ValueError."""
        key = self._product_key(row)
        if key not in self._products:
            self._products[key] = self._read_product(row)
        soc = self._products[key]
        if soc != self._selected:
            check("aclnnExtSelectSoc", self._lib.aclnnExtSelectSoc(soc))
            self._selected = soc
        text = self._level_text(row)
        if text not in self._levels:
            self._levels[text] = self._read_level(text)
        level = self._levels[text]
        if level != self._selected_level:
            self._lib.aclnnExtSelectDeterministic(level)
            self._selected_level = level

    def _read_product(self, row: Row) -> bytes | None:
        named, cores, buffer = self._product(row), self._cores(row), self._buffer(row)
        name = find_product(named, bool(cores)) if named else self._sweep.soc
        overrides = [f"cores={cores}"] if cores else []
        overrides += [f"ub={buffer}"] if buffer else []
        if name is None:
            if overrides:
                raise ValueError("core_num and ub_size need a product")
            return None
        if overrides:
            name += ("," if ":" in name else ":") + ",".join(overrides)
        return name.encode()

    def _read_level(self, text: str) -> int:
        if not text:
            return -1 if self._sweep.deterministic is None else int(self._sweep.deterministic)
        try:
            return int(text) if text in ("2", "3") else int(parse_flag(text))
        except ValueError as cause:
            raise ValueError(f"deterministic: {cause}") from None

    def close(self) -> None:
        """Select what the process has."""
        if self._selected is not None:
            self._lib.aclnnExtSelectSoc(None)
        if self._selected_level != -1:
            self._lib.aclnnExtSelectDeterministic(-1)


class Rows:
    """Sizes the rows of a file. Changes what its thread has selected, until it is closed."""

    def __init__(self, sweep: Sweep) -> None:
        self._sweep = sweep
        self._lib = native.load()
        cells = Cells(sweep.columns, {})
        self._operator_key = cells.key(("operator", "op"))
        self._operator = cells.first(("operator", "op"))
        self._callers: dict[object, _Caller] = {}
        self._selection = _Selection(self._lib, sweep, cells)
        self._compares = sweep.compares
        self._kept = [position for position, _ in sweep.kept()]
        self._expected = [
            cells.first((f"expected_{name}", name)) if sweep.compares else lambda _row: ""
            for name in _COMPARED
        ]

    def part(self, text: str, line: int) -> Part:
        """The result of some whole lines of the file, the first of which has this number."""
        part = Part()
        reader = csv.reader(io.StringIO(text, newline=""))
        output = io.StringIO()
        writer = csv.writer(output, lineterminator="\n")
        start = line
        for row in reader:
            if row:
                writer.writerow(self._row(row, start, part))
            start = line + reader.line_num
        part.text = output.getvalue()
        return part

    def _row(self, row: list[str], line: int, part: Part) -> list[str]:
        """The cells of the result for a row. Counts it, and notes what is not as it should be."""
        counts, width = part.counts, len(self._sweep.columns)
        counts.rows += 1
        status, size, assumed, message = "", "", "", ""
        try:
            if len(row) != width:
                raise ValueError(f"{len(row)} cells; the header has {width}")
            phase, code, number, assumed = self._size(row)
            status = str(code)
            if code == 0:
                size = str(number)
                counts.sized += 1
            else:
                message = reason(error(phase, code))
                counts.refused += 1
        except (AclError, ValueError) as cause:
            message = reason(cause) if isinstance(cause, AclError) else str(cause)
            counts.wrong += 1
        row = [*row[:width], *[""] * (width - len(row))]
        match = self._compare(row, status, size) if self._compares else None
        if match is not None:
            counts.compared += match.is_compared
            counts.matched += match.is_compared and not match.text
            message = message or match.text
        # A refusal that was expected is what its row is there for.
        if message and (match is None or match.text or not (status and match.is_compared)):
            part.notes.append((line, message))
        cells = [row[position] for position in self._kept]
        cells += [status, size, assumed, message]
        return cells if match is None else [*cells, match.word]

    def _size(self, row: Row) -> tuple[str, int, int, str]:
        """First phase, status, bytes and assumptions of a row."""
        key = self._operator_key(row)
        caller = self._callers.get(key)
        if caller is None:
            caller = self._callers[key] = self._caller(row)
        self._selection.select(row)
        return caller.call.phase, *caller.size(row)

    def _caller(self, row: Row) -> _Caller:
        call = prototype(self._operator(row) or self._sweep.operator)
        missing = missing_columns(call, self._sweep.columns)
        if missing:
            raise ValueError(f"{call.name} needs the columns {', '.join(missing)}")
        return _Caller(self._lib, call, Cells(self._sweep.columns, call.rule.column_defaults))

    def _compare(self, row: Row, status: str, size: str) -> _Match:
        """Empty cells expect nothing."""
        wanted = [cell(row) for cell in self._expected]
        differing = [
            f"{name} {value or 'none'}, expected {want}"
            for name, want, value in zip(_COMPARED, wanted, (status, size), strict=True)
            if want not in ("", value)
        ]
        return _Match(any(wanted), ", ".join(differing))

    def close(self) -> None:
        """Destroy the tensors, and select what the process has."""
        for caller in self._callers.values():
            caller.close()
        self._selection.close()


@dataclass(frozen=True)
class _Match:
    """Whether a row had something to be compared with, and what differs."""

    is_compared: bool
    text: str

    @property
    def word(self) -> str:
        """The cell of the column match."""
        if not self.is_compared:
            return ""
        return "no" if self.text else "yes"
