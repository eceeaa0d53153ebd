# SPDX-License-Identifier: Apache-2.0
"""Python values as arguments of C: numbers, scalars, arrays, texts, data types.

What becomes an object of C is kept as a value here until a call makes the object (Objects).
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Protocol, SupportsIndex, cast

import numpy as np

from . import native
from ._float_mode import default_float_mode
from .arrays import as_array, is_torch
from .data_types import data_type, full_name
from .errors import null, type_name

Number = bool | int | float | complex | np.generic
"""What a scalar is made of: bool, int (int64), float (float64), complex (complex128), or a NumPy
scalar, which keeps its data type."""


def _prefix(name: str) -> str:
    """What a message begins with; nothing where the caller says it."""
    return f"{name}: " if name else ""


class Scalar:
    """A scalar operand: its value, bytes and aclDataType."""

    __slots__ = ("bytes", "code", "type", "value")

    shape = ()

    def __init__(self, value: np.generic, type: str) -> None:
        self.bytes = value.tobytes()
        self.value = value
        self.type = type
        self.code = codes()[type]


class Scalars:
    """A list of scalar operands."""

    __slots__ = ("members",)

    def __init__(self, members: list[Scalar]) -> None:
        self.members = members


class TensorList:
    """A list of tensor operands that make their own aclTensors."""

    __slots__ = ("members",)

    def __init__(self, members: Sequence[CreatesTensor]) -> None:
        self.members = members


class CreatesTensor(Protocol):
    """A tensor of the runtime, or the description of one."""

    def create(self, lib: native.Library) -> int:
        """A new aclTensor."""


class Array(Sequence[Any]):
    """An aclIntArray, aclFloatArray or aclBoolArray to be."""

    __slots__ = ("create", "values")

    def __init__(self, create: str, values: tuple[Any, ...]) -> None:
        self.create = create
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, at: Any) -> Any:
        return self.values[at]


@cache
def codes() -> dict[str, int]:
    """The aclDataTypes by NumPy's names."""
    return {full_name(row): row.value for row in native.description().data_types}


known_types: dict[np.dtype[Any], str] = {}


def type_of(name: str, dtype: np.dtype[Any]) -> str:
    """The name of an array's data type, in this machine's byte order. Raises TypeError."""
    found = known_types.get(dtype)
    if found is None:
        try:
            found = full_name(data_type(dtype))
        except TypeError as cause:
            raise TypeError(f"{_prefix(name)}{cause}") from None
        if dtype.isnative:
            known_types[dtype] = found
    return found


def scalar(name: str, value: Number) -> Scalar:
    """A scalar operand of a number. Raises TypeError, and OverflowError beyond 64 bits."""
    kind = type(value)
    if kind is bool:
        return Scalar(np.bool_(value), "bool")
    if kind is int:
        if not -(2**63) <= cast(int, value) < 2**63:
            raise OverflowError(
                f"{_prefix(name)}{value} is not in the range from {-(2**63)} to {2**63 - 1}"
            )
        return Scalar(np.int64(value), "int64")  # type: ignore[arg-type]
    if kind is float:
        return Scalar(np.float64(value), "float64")  # type: ignore[arg-type]
    if kind is complex:
        return Scalar(np.complex128(value), "complex128")
    found: Any = as_array(value)[()] if is_torch(value) else value
    if not isinstance(found, np.generic):
        raise TypeError(f"{_prefix(name)}a number is required, not {value!r:.40}")
    return Scalar(found, type_of(name, found.dtype))


def scalars(name: str, values: Iterable[Number]) -> Scalars:
    """A list operand of numbers."""
    return Scalars([scalar(f"{name}[{at}]", value) for at, value in enumerate(values)])


def integers(name: str, values: Iterable[Any]) -> Array:
    """An aclIntArray."""
    return Array("aclCreateIntArray", tuple(integer(name, value) for value in values))


def floats(name: str, values: Iterable[Any]) -> Array:
    """An aclFloatArray."""
    return Array("aclCreateFloatArray", tuple(real(name, value) for value in values))


def booleans(name: str, values: Iterable[Any]) -> Array:
    """An aclBoolArray."""
    return Array("aclCreateBoolArray", tuple(boolean(name, value) for value in values))


_RANGES = {
    **{f"int{bits}_t": (-(1 << bits >> 1), (1 << bits >> 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}_t": (0, (1 << bits) - 1) for bits in (8, 16, 32, 64)},
}
_RANGES["int"] = _RANGES["int32_t"]


def integer(name: str, value: Any, c_type: str = "int64_t") -> int:
    """An integer of C; -1 is the largest of an unsigned type, as C callers write it."""
    if isinstance(value, bool | np.bool_) or not hasattr(value, "__index__"):
        raise TypeError(f"{_prefix(name)}an int is required, not {type_name(value)}")
    number = operator.index(cast(SupportsIndex, value))
    low, high = _RANGES[c_type]
    if number == -1 and low == 0:
        return high
    if not low <= number <= high:  # ctypes would cut it
        raise ValueError(f"{_prefix(name)}{number} is not in the range from {low} to {high}")
    return number


def boolean(name: str, value: Any) -> bool:
    """A bool of C."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{_prefix(name)}a bool is required, not {type_name(value)}")
    return bool(value)


def real(name: str, value: Any) -> float:
    """A double of C."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise TypeError(f"{_prefix(name)}a float is required, not {type_name(value)}")
    return float(value)


def single(name: str, value: Any) -> ctypes.c_float:
    """A float of C, rounded to nearest whatever the caller's floating-point mode is."""
    if isinstance(value, ctypes.c_float):  # was converted before
        return value
    with default_float_mode():
        return ctypes.c_float(real(name, value))


def text(name: str, value: str) -> bytes:
    """A const char * of C."""
    if not isinstance(value, str):
        raise TypeError(f"{_prefix(name)}a str is required, not {type_name(value)}")
    return value.encode()


def data_type_name(name: str, value: object) -> str:
    """A data type given by name, or as NumPy's or torch's."""
    if type(value) is str and value in codes():
        return value
    try:
        return full_name(data_type(value))
    except TypeError as cause:
        raise TypeError(f"{_prefix(name)}{cause}") from None


def type_code(type: str) -> int:
    """The aclDataType of a data type's name."""
    return codes()[type]


# --- By C types ---------------------------------------------------------------------------------


def members(value: object) -> Iterable[Any]:
    """What a list or an array is made of. Raises TypeError."""
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise TypeError(f"a sequence is required, not {type_name(value)}")
    return value


def _number(make: Callable[..., Any], *how: str) -> Callable[[object], Any]:
    return lambda value: make("", value, *how)


def _object(make: Callable[[str, Any], Any]) -> Callable[[object], Any]:
    """None is NULL; what was converted before stays."""
    return lambda value: value if isinstance(value, _Converted) else make("", value)


def _row(make: Callable[[str, Any], Any]) -> Callable[[object], Any]:
    return lambda value: value if isinstance(value, _Converted) else make("", members(value))


_Converted = Scalar | Scalars | Array | bytes | None


def _data_type(value: object) -> int:
    """An aclDataType by its number or name, or as NumPy's or torch's."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return type_code(data_type_name("", value))


FLAGS = (("bool", 0), ("_Bool", 0))

CONVERTERS: dict[tuple[str, int], Callable[[object], Any]] = {
    ("aclScalar", 1): _object(scalar),
    ("aclScalarList", 1): _row(scalars),
    ("aclIntArray", 1): _row(integers),
    ("aclFloatArray", 1): _row(floats),
    ("aclBoolArray", 1): _row(booleans),
    ("aclDataType", 0): _data_type,
    ("char", 1): _object(text),
    **dict.fromkeys(FLAGS, _number(boolean)),
    ("float", 0): _number(single),
    ("double", 0): _number(real),
    **{(c_type, 0): _number(integer, c_type) for c_type in _RANGES},
}
"""What a parameter of a C type takes that is neither a tensor nor a list of them, by base type and
number of stars. A new kind of argument is a line here."""


# --- Objects of C --------------------------------------------------------------------------------

_ARRAY_ITEMS: dict[str, tuple[Any, str]] = {
    "aclCreateIntArray": (ctypes.c_int64, "aclDestroyIntArray"),
    "aclCreateFloatArray": (ctypes.c_float, "aclDestroyFloatArray"),
    "aclCreateBoolArray": (ctypes.c_bool, "aclDestroyBoolArray"),
}


class Objects:
    """Objects of C that live until close()."""

    def __init__(self, lib: native.Library) -> None:
        self.lib = lib
        self._made: list[tuple[Any, int]] = []  # what destroys an object, and the object

    def keep(self, api: str, destroy: Any, handle: int | None) -> int:
        """A new object; `api` made it. Raises AclError for NULL."""
        if handle is None:
            raise null(api)
        self._made.append((destroy, handle))
        return handle

    def tensor(self, value: CreatesTensor) -> int:
        """An aclTensor."""
        return self.keep("aclCreateTensor", self.lib.aclDestroyTensor, value.create(self.lib))

    def scalar(self, value: Scalar) -> int:
        """An aclScalar."""
        lib = self.lib
        handle = lib.aclCreateScalar(value.bytes, value.code)
        return self.keep("aclCreateScalar", lib.aclDestroyScalar, handle)

    def list_of(self, kind: str, members: Iterable[int | None]) -> int:
        """An aclTensorList or aclScalarList, which takes over what making its members kept."""
        before = len(self._made)
        handles = list(members)
        api = f"aclCreate{kind}List"
        pointers = (ctypes.c_void_p * len(handles))(*handles)
        handle = getattr(self.lib, api)(pointers, len(handles))
        if handle is not None:
            del self._made[before:]
        return self.keep(api, getattr(self.lib, f"aclDestroy{kind}List"), handle)

    def convert(self, value: Any) -> Any:
        """What C takes for a value: a handle for what becomes an object, else the value."""
        if isinstance(value, Scalar):
            return self.scalar(value)
        if isinstance(value, Array):
            item, destroy = _ARRAY_ITEMS[value.create]
            handle = getattr(self.lib, value.create)((item * len(value))(*value), len(value))
            return self.keep(value.create, getattr(self.lib, destroy), handle)
        if isinstance(value, Scalars):
            return self.list_of("Scalar", map(self.scalar, value.members))
        if isinstance(value, TensorList):
            return self.list_of("Tensor", map(self.tensor, value.members))
        return value

    def close(self) -> None:
        """Destroy them."""
        for destroy, handle in self._made:
            destroy(handle)
        self._made.clear()
