# SPDX-License-Identifier: Apache-2.0
"""The cells of a sweep: what the text of numbers, shapes, layouts and products means."""

from __future__ import annotations

import math
import operator as operators
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from .. import native
from .._prototype import Columns, Prototype
from .._values import TensorList
from ..data_types import numpy_dtype
from ..errors import AclError
from ..layout import contiguous_strides
from ..tensor_spec import TensorSpec
from ._common import unknown_soc

Row = Sequence[str]

_OFFSET = 16  # elements, of the layouts off and head


# --- Text ----------------------------------------------------------------------------------------


@lru_cache(1 << 16)
def parse_sizes(text: str) -> tuple[int, ...]:
    """Whole numbers of 64 bits with , or x between them: 8,128 or 8x128. Raises ValueError."""
    pieces = text.strip("()[] ").replace("x", ",").split(",")
    if pieces == [""]:
        return ()
    try:
        sizes = tuple(map(int, pieces))
    except ValueError:
        raise ValueError(f"{text!r} is no list of whole numbers, as 64x64 or 64,64") from None
    for size in sizes:
        if not -(2**63) <= size < 2**63:
            raise ValueError(f"{size} does not fit into 64 bits")
    return sizes


_FLAGS = {"0": False, "false": False, "no": False, "1": True, "true": True, "yes": True}


def parse_flag(text: str) -> bool:
    """0 or 1, false or true, no or yes. Raises ValueError."""
    flag = _FLAGS.get(text.lower())
    if flag is None:
        raise ValueError(f"{text!r} is neither 0 nor 1")
    return flag


def parse_integer(text: str) -> int:
    """A whole number. Raises ValueError."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is no whole number") from None


def parse_number(text: str) -> int | float:
    """A whole number, or one with a fraction. Raises ValueError."""
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            raise ValueError(f"{text!r} is no number") from None


def parse_scalar(text: str) -> Any:
    """A number, true or false, with its data type behind a colon: 2, 0.5:float16.

    Without one whole numbers are int64 and others float64. Raises TypeError and ValueError.
    """
    number, colon, dtype = text.partition(":")
    is_flag = number.lower() in ("true", "false")
    value = parse_flag(number) if is_flag else parse_number(number)
    return numpy_dtype(dtype).type(value) if colon else value


def _pieces(parse: Callable[[str], Any]) -> Callable[[str], list[Any]]:
    """A parser of several with commas between them; of none for no text."""
    return lambda text: [parse(piece) for piece in text.split(",")] if text.strip() else []


_PARSERS: dict[str, Callable[[str], Any]] = {
    "aclScalar": parse_scalar,
    "aclScalarList": _pieces(parse_scalar),
    "aclIntArray": parse_sizes,
    "aclFloatArray": _pieces(parse_number),
    "aclBoolArray": _pieces(parse_flag),
    "aclDataType": str,
    "char": str,
}
"""How the texts of parameters are read that are neither numbers nor flags, by their C types."""


def parse_value(call: Prototype, parameter: str, text: str) -> Any:
    """What C takes for the text of a parameter that is no tensor. Raises TypeError, ValueError."""
    if parameter in call.lists:
        return parse_tensors(text)
    usual = parse_flag if parameter in call.flags else parse_number
    base, _ = native.split_type(call.parameters[parameter])
    return call.convert(parameter, _PARSERS.get(base, usual)(text))


def parse_tensors(text: str) -> TensorList:
    """The tensors of a list, with / between them: 2,3:float32/4:float32."""
    members = []
    for piece in filter(None, text.split("/")):
        sizes, colon, dtype = piece.partition(":")
        if not colon:
            raise ValueError(f"{piece!r} has no data type ({piece}:float32)")
        members.append(TensorSpec(parse_sizes(sizes), dtype))
    return TensorList(members)


def reason(failure: AclError) -> str:
    """Status and text of a refusal in one line."""
    words = " ".join(failure.message.split())
    return f"{failure.name or 'status'} ({failure.code}): {words}"


def find_product(text: str, has_cores: bool) -> str:
    """A product by its name, or by its family where cores tell its products apart; in any case.

    Raises ValueError.
    """
    name, colon, overrides = text.partition(":")
    soc = native.find_soc(name)
    if soc is not None:
        return soc.name + colon + overrides
    socs = native.description().socs
    family = [soc.name for soc in socs if soc.family.lower() == text.lower()]
    if family and (has_cores or len(family) == 1):
        return family[0]
    if family:
        raise ValueError(f"soc: {text} is a family; product is one of {', '.join(family)}")
    raise ValueError(unknown_soc(text))


# --- Layouts -------------------------------------------------------------------------------------


def lay_out(
    shape: tuple[int, ...], layout: str
) -> tuple[tuple[int, ...] | None, int, tuple[int, ...]]:
    """Strides, offset and storage of a tensor by the name of its layout; no strides are dense.

    c      dense
    off    dense, 16 elements behind the start of its storage
    head   dense, with 16 more elements in its storage
    t      the last two dimensions swapped in storage
    row2   the first half of each row of a storage twice as wide
    col2   every other element of each row of a storage twice as wide
    bcast  one row that all the others repeat

    Raises ValueError.
    """
    if layout == "c":
        return None, 0, shape
    if layout in ("off", "head"):
        offset = _OFFSET if layout == "off" else 0
        return contiguous_strides(shape), offset, (math.prod(shape) + _OFFSET,)
    if layout not in ("t", "row2", "col2", "bcast"):
        raise ValueError(
            f"no layout is called {layout!r}; it is c, off, head, t, row2, col2 or bcast"
        )
    if len(shape) < (2 if layout == "t" else 1):
        raise ValueError(f"no tensor of {len(shape)} dimensions has the layout {layout}")
    if layout == "bcast":
        return (*[0] * (len(shape) - 1), 1), 0, shape[-1:]
    if layout == "t":
        storage = (*shape[:-2], shape[-1], shape[-2])
        steps = contiguous_strides(storage)
        return (*steps[:-2], steps[-1], steps[-2]), 0, storage
    storage = (*shape[:-1], 2 * shape[-1])
    steps = contiguous_strides(storage)
    return (*steps[:-1], 2 if layout == "col2" else 1), 0, storage


# --- Columns -------------------------------------------------------------------------------------


class Cells:
    """The columns of a file by name; those without one are no one's."""

    def __init__(self, columns: Sequence[str], defaults: Mapping[str, str]) -> None:
        self.positions = {name: position for position, name in enumerate(columns) if name}
        self.defaults = defaults

    def cell(self, column: str) -> Callable[[Row], str]:
        """A function that gives the text of a cell, or its default; "" without one."""
        default = self.defaults.get(column, "")
        position = self.positions.get(column)
        if position is None:
            return lambda _row: default
        return lambda row: row[position].strip() or default

    def first(self, columns: Iterable[str]) -> Callable[[Row], str]:
        """The same for the first of several columns that has a value."""
        there = [name for name in columns if name in self.positions or name in self.defaults]
        cells = [self.cell(column) for column in there]
        if len(cells) <= 1:
            return cells[0] if cells else lambda _row: ""
        return lambda row: next(filter(None, (cell(row) for cell in cells)), "")

    def key(self, columns: Iterable[str]) -> Callable[[Row], object]:
        """A function that gives what tells rows apart by some columns."""
        found = [self.positions[name] for name in columns if name in self.positions]
        return operators.itemgetter(*found) if found else lambda _row: ""


def tensor_columns(call: Prototype, parameter: str) -> Columns:
    """The columns that make a tensor."""
    usual = Columns((f"{parameter}_shape",), (f"{parameter}_dtype",), f"{parameter}_layout")
    return call.rule.columns.get(parameter, usual)


def value_columns(call: Prototype, parameter: str) -> list[str]:
    """The columns that may hold a parameter, best first."""
    return [parameter, *(name for name, long in call.rule.short.items() if long == parameter)]


def columns_of(call: Prototype) -> list[str]:
    """The columns that the rows of an operator may have for its arguments."""
    found: list[str] = []
    for parameter in call.parameters:
        if parameter in call.tensors:
            source = tensor_columns(call, parameter)
            found += [*source.shape, *source.dtype, source.layout]
        else:
            found += value_columns(call, parameter)
    return list(dict.fromkeys(found))


def is_derived(call: Prototype, parameter: str, columns: Iterable[str]) -> bool:
    """Whether a parameter follows from the others, as in a single call: no column is about it."""
    there = set(columns)
    if parameter not in call.rule.derived:
        return False
    if parameter not in call.tensors:
        return there.isdisjoint(value_columns(call, parameter))
    source = tensor_columns(call, parameter)
    return there.isdisjoint((*source.shape, *source.dtype, source.layout))


def missing_columns(call: Prototype, columns: Iterable[str]) -> list[str]:
    """Columns that the rows of an operator cannot do without."""
    there = set(columns)
    missing: dict[str, None] = {}
    for parameter in call.parameters:
        if is_derived(call, parameter, there):
            continue
        if parameter in call.tensors:
            source = tensor_columns(call, parameter)
            missing.update(dict.fromkeys(name for name in source.shape if name not in there))
            if not any(name in there or name in call.rule.column_defaults for name in source.dtype):
                missing[source.dtype[0]] = None
        elif parameter not in call.rule.defaults and there.isdisjoint(
            value_columns(call, parameter)
        ):
            missing[parameter] = None
    return list(missing)
