# SPDX-License-Identifier: Apache-2.0
"""What shapes and data types the results of calls have: the library tells it.

Phase one compares results with what follows from the other arguments; aclnnExtGetOutputs answers
that before there are any (csrc/ops/common/shape.h).
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from . import native
from ._values import Objects, codes
from .errors import error
from .tensor_spec import TensorSpec

_MOST_DIMS = 25  # ACLNN_EXT_MAX_DIMS
_ROOM = 16  # results that the first question has room for


class Output(NamedTuple):
    """A result, or a member of one that is a list: which parameter it is, and what it is."""

    parameter: int
    shape: tuple[int, ...]
    type: str


class _Answer(ctypes.Structure):
    """aclnnExtOutput."""

    _fields_ = (
        ("parameter", ctypes.c_int32),
        ("code", ctypes.c_int32),
        ("rank", ctypes.c_uint64),
        ("dims", ctypes.c_int64 * _MOST_DIMS),
    )


@cache
def _types() -> dict[int, str]:
    """The names of data types by their aclDataTypes."""
    return {code: name for name, code in codes().items()}


def _word(value: Any) -> Any:
    """An argument as the 64 bits of an aclnnExtArgument: an address, an integer or a double's."""
    if isinstance(value, bytes):
        return ctypes.cast(ctypes.c_char_p(value), ctypes.c_void_p).value
    if isinstance(value, ctypes.c_float):
        value = value.value
    return struct.unpack("q", struct.pack("d", value))[0] if isinstance(value, float) else value


class Asker:
    """Asks a library, from one thread at a time."""

    def __init__(self, lib: native.Library) -> None:
        self._ask = lib.aclnnExtGetOutputs
        self._room = _ROOM
        self._answers = (_Answer * _ROOM)()
        self._count = ctypes.c_uint64()
        self._to_count = ctypes.byref(self._count)

    def ask(self, name: str, values: Sequence[Any]) -> list[Output]:
        """The results of a call, by their parameters, for what phase one is given in C.

        What stands for results is not looked at. Raises AclError where the arguments do not fit.
        """
        size = len(values)
        try:
            words = (ctypes.c_void_p * size)(*values)
        except TypeError:  # texts and floats
            words = (ctypes.c_void_p * size)(*map(_word, values))
        call = name.encode()
        status = self._ask(call, words, size, self._answers, self._room, self._to_count)
        count = self._count.value
        if status == 0 and count > self._room:
            self._room = count
            self._answers = (_Answer * count)()
            status = self._ask(call, words, size, self._answers, count, self._to_count)
        if status != 0:
            raise error("aclnnExtGetOutputs", status)
        types = _types()
        return [
            Output(each.parameter, tuple(each.dims[: each.rank]), types[each.code])
            for each in self._answers[:count]
        ]


def outputs_of(name: str, values: Sequence[Any]) -> list[Output]:
    """The same for descriptions: a TensorSpec or TensorList for tensors, None for results, else
    what C takes or Objects makes. The package's own library answers, whichever one is loaded.
    """
    lib = native.own()
    objects = Objects(lib)
    try:
        made = [
            objects.tensor(value) if isinstance(value, TensorSpec) else objects.convert(value)
            for value in values
        ]
        return Asker(lib).ask(name, made)
    finally:
        objects.close()
