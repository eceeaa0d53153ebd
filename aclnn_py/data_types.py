# SPDX-License-Identifier: Apache-2.0
"""What data types are called, everywhere in this package and in the command line.

    float16     as in NumPy and torch
    DT_FLOAT16  as in CANN, also ACL_FLOAT16
    f16         short, by its bits; bf16, i64, u16; fp16, fp32 and fp64 too

What NumPy reads as another type (i8, f4) or as a type where torch reads another (float, int) is
refused with the readings. Objects of NumPy and torch are what they are there.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from . import native

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    class _TorchType(Protocol):
        """What tells a data type of torch's from others."""

        @property
        def is_floating_point(self) -> bool: ...

    #: A name ("float16", "f16", "DT_FLOAT16"), or a data type of NumPy's or of torch's.
    DataTypeName = str | DTypeLike | _TorchType


def full_name(row: native.DataType) -> str:
    """What NumPy and torch call a data type; CANN's name in lower case where they have none."""
    return row.numpy_name or row.message_name.removeprefix("DT_").lower()


def _rows() -> list[native.DataType]:
    """The data types that tensors have."""
    return [row for row in native.description().data_types if row.bits > 0]


_SHORT = {"float": "f", "bfloat": "bf", "int": "i", "uint": "u"}
_LONG = {short: name for name, short in _SHORT.items()}


def _replace_letters(name: str, letters: Mapping[str, str]) -> str:
    """A name with other letters in front of its number: float16 and f16."""
    front = name.rstrip("0123456789")
    return letters.get(front, front) + name[len(front) :]


@cache
def _names() -> dict[str, native.DataType]:
    """The data types by all their names."""
    found = {}
    for row in _rows():
        name = full_name(row)
        found.update({name: row, row.name: row, row.message_name: row})
        short = _replace_letters(name, _SHORT)
        if _in_numpy().get(short, name) == name:
            found[short] = row
    for name in ("float16", "float32", "float64"):
        found[f"fp{name.removeprefix('float')}"] = found[name]
    return found


@cache
def _in_numpy() -> dict[str, str]:
    """What NumPy reads its own names and codes as, of the data types that tensors have."""
    known = set(map(full_name, _rows()))
    found = {}
    for name, scalar in np.sctypeDict.items():
        dtype = np.dtype(scalar)
        if dtype.name in known:
            found.update(dict.fromkeys([str(name), dtype.char, dtype.str[1:]], dtype.name))
    return found


_IN_TORCH = {"float": "float32", "int": "int32"}
"""Names that torch reads as another type than NumPy."""


def _hint(name: str) -> str:
    """What may have been meant by a name that no data type has."""
    by_bits = _replace_letters(name, _LONG)
    readings = {
        "in NumPy": _in_numpy().get(name.lstrip("<>=|")),
        "in torch": _IN_TORCH.get(name),
        "by its bits": by_bits if by_bits in _names() else None,
    }
    known = [f"{read} {where}" for where, read in readings.items() if read]
    if len(known) > 1:
        return f"it is {' and '.join(known)}, write one of these"
    if known:
        rule = "; numbers in short names count bits, as in f16" if name[-1].isdigit() else ""
        return f"it is {known[0]}, write that{rule}"
    close = difflib.get_close_matches(name, _names(), n=1)
    return f"did you mean {close[0]}?" if close else "it is one such as float16 or f16"


def data_type(dtype: object) -> native.DataType:
    """The aclDataType of a name, or of a data type of NumPy or torch.

    Raises TypeError for what tensors do not have, and for names that can be read in two ways.
    """
    if isinstance(dtype, str) or type(dtype).__module__ == "torch":
        name = str(dtype).removeprefix("torch.")
        row = _names().get(name)
        if row is None:
            raise TypeError(f"no data type is called {name!r}; {_hint(name)}")
        return row
    if dtype is None:  # float64 to NumPy
        raise TypeError("a data type is required, not None")
    try:
        found = np.dtype(cast(Any, dtype))
    except TypeError:
        raise TypeError(
            f"{dtype!r:.40} is no data type; NumPy's or torch's, or a name such as 'float32', is "
            "required"
        ) from None
    row = _names().get(found.name)
    if row is None:
        raise TypeError(f"no tensor has elements of the data type {found}; {_known_arrays()}")
    return row


def numpy_dtype(dtype: object) -> np.dtype[Any]:
    """The NumPy data type of what data_type takes, in this machine's byte order.

    Raises TypeError as well for what NumPy and ml_dtypes have not. Arrays of int4 and float4 have a
    byte for each element, which packing.to_memory packs.
    """
    row = data_type(dtype)
    if not _is_of_arrays(row):
        raise TypeError(f"no array has elements of the data type {row.name}; {_known_arrays()}")
    if hasattr(np, row.numpy_name):
        return np.dtype(row.numpy_name)
    import ml_dtypes

    extended: np.dtype[Any] = np.dtype(getattr(ml_dtypes, row.numpy_name))
    return extended


def _is_of_arrays(row: native.DataType) -> bool:
    return row.numpy_name != "" and (row.bits == 4 or row.bits % 8 == 0)


def _known_arrays() -> str:
    return f"it can be one of {', '.join(row.numpy_name for row in _rows() if _is_of_arrays(row))}"
