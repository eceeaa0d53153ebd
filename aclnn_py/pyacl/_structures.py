# SPDX-License-Identifier: Apache-2.0
"""Structures of C as dicts with their members' names, as pyACL takes and returns them."""

from __future__ import annotations

import ctypes
from operator import index
from typing import Any

from ..errors import type_name

_RESERVED = ("reserve", "reserved", "rsv")
"""Members that a dict may leave out."""


def _whole(value: object, place: str) -> int:
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{place} is a {type_name(value)}; it has to be an int") from None


def _chosen(kind: Any, given: dict[str, Any], place: str) -> list[tuple[str, Any]]:
    """The members of a structure or union that a dict fills. Raises KeyError."""
    fields = [(name, of) for name, of, *_ in kind._fields_]
    present = [(name, of) for name, of in fields if name in given]
    missing = [name for name, _ in fields if name not in given and name not in _RESERVED]
    if issubclass(kind, ctypes.Union):
        if not present:
            raise KeyError(f"{place} needs one of the keys {', '.join(missing)}")
    elif missing:
        raise KeyError(f"{place} has no key {missing[0]}")
    return present


def from_python(kind: Any, given: object, place: str) -> Any:
    """A value of a ctypes type: dicts are structures and unions, lists are arrays.

    place   how messages call it

    Raises TypeError for a value of another type, KeyError for a missing member, ValueError for a
    list that is too long.
    """
    if issubclass(kind, ctypes.Structure | ctypes.Union):
        if not isinstance(given, dict):
            raise TypeError(f"{place} is a {type_name(given)}; it has to be a dict")
        made = kind()
        for name, of in _chosen(kind, given, place):
            setattr(made, name, from_python(of, given[name], f'{place}["{name}"]'))
        return made
    if issubclass(kind, ctypes.Array):
        if not isinstance(given, list):
            raise TypeError(f"{place} is a {type_name(given)}; it has to be a list")
        if len(given) > kind._length_:
            raise ValueError(f"{place} has {len(given)} members; it has room for {kind._length_}")
        return kind(*(_whole(each, place) for each in given))
    return _whole(given, place)


def as_python(value: Any) -> Any:
    """A structure as a dict, an array as a list."""
    if isinstance(value, ctypes.Structure):
        return {name: as_python(getattr(value, name)) for name, *_ in value._fields_}
    return list(value) if isinstance(value, ctypes.Array) else value
