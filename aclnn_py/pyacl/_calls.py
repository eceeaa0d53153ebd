# SPDX-License-Identifier: Apache-2.0
"""C functions with pyACL's conventions: addresses are ints, what C fills in is returned.

Arguments are checked as pyACL does it: TypeError for one of another type, OverflowError for a
number that an `int` of C does not hold.
"""

from __future__ import annotations

import ctypes
import os
from collections import deque
from operator import index
from threading import local
from typing import Any, SupportsFloat

from .. import native
from ..errors import type_name

_INT = range(-(2**31), 2**31)
_REALS = (ctypes.c_float, ctypes.c_double)
_OF_CTYPES = (type(ctypes.byref(ctypes.c_int())), ctypes.Array)
_MOST_TEXTS = 64


class _Refusals(local):
    """What this thread was refused by pyACL alone, without the library, newest first.

    A program that asks for no texts keeps the newest alone.
    """

    def __init__(self) -> None:
        self.texts: deque[str] = deque(maxlen=_MOST_TEXTS)


_refusals = _Refusals()


def _place(name: str, number: int) -> str:
    """How messages call an argument of a C function."""
    return f"{name}: {native.description().functions[name].arguments[number][0]}"


def _argument(name: str, number: int, kind: Any, value: object) -> Any:
    """An argument as ctypes takes it."""
    if isinstance(value, _OF_CTYPES):  # from a module of this package
        return value
    if kind is ctypes.c_char_p:
        if value is not None and not isinstance(value, str | bytes | os.PathLike):
            raise TypeError(f"{_place(name, number)} is a {type_name(value)}; it has to be a str")
        return value if value is None else os.fsencode(value)
    if kind in _REALS:
        if not isinstance(value, SupportsFloat):
            raise TypeError(f"{_place(name, number)} is a {type_name(value)}; it has to be a float")
        return kind(float(value))
    try:
        whole = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"{_place(name, number)} is a {type_name(value)}; it has to be an int"
        ) from None
    if kind is ctypes.c_int and whole not in _INT:
        raise OverflowError(f"{_place(name, number)} is {whole}; it does not fit into 32 bits")
    return ctypes.cast(whole, kind) if hasattr(kind, "contents") else whole


def _python(value: Any) -> Any:
    """What C returned, as pyACL returns it: NULL is 0, a text is a str."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def call(name: str, *given: Any) -> Any:
    """What a C function returns; `given` are all its arguments."""
    function: Any = getattr(native.load(), name)
    kinds = function.argtypes
    arguments = [
        _argument(name, *each) for each in zip(range(len(kinds)), kinds, given, strict=False)
    ]
    result = _python(function(*arguments, *given[len(kinds) :]))
    return 0 if result is None and function.restype is ctypes.c_void_p else result


def results(name: str, outputs: tuple[int, ...], *given: Any) -> tuple[Any, ...]:
    """What a C function fills in, and then its status.

    outputs   the numbers of the parameters that it fills in, in their sequence
    given     the other arguments
    """
    kinds = getattr(native.load(), name).argtypes
    made = [kinds[number]._type_() for number in outputs]
    arguments = list(given)
    for number, value in zip(outputs, made, strict=True):
        arguments.insert(number, ctypes.byref(value))
    status = call(name, *arguments)
    return (*(0 if value.value is None else value.value for value in made), status)


def refused(name: str, c_name: str, status: int) -> int:
    """The status of a function that is not carried out, and a text that names it.

    name     as programs call it
    c_name   the C function that it is in CANN
    status   what it returns where the library has no such function
    """
    library = native.load()
    if c_name in native.description().unsupported and hasattr(library, "aclnnExtSetCaller"):
        said: int = library[c_name]()  # it leaves a text, and a finding
        return said
    is_in_c = c_name in native.description().functions
    lacks = "pyACL does not have it here" if is_in_c else f"the library has no {c_name}"
    _refusals.texts.appendleft(
        f"{name}: not implemented: {lacks}. docs/reference/pyacl-functions.md lists what is "
        "carried out\n"
    )
    return status


def take_refusals() -> str:
    """The texts of `refused` on this thread since the last look, newest first; "" if none."""
    text = "".join(_refusals.texts)
    _refusals.texts.clear()
    return text
