# SPDX-License-Identifier: Apache-2.0
"""The functions of infinirt.h and infiniop.h by ctypes, with argtypes and restype on each.

The prototypes are read from the library's description (aclnn_py.native), which the build makes from
the headers. Handles and descriptors are pointers to structures, as in the tests of infiniop: a
handle and an operator descriptor start with two numbers that may be read, a tensor descriptor shows
nothing. Streams, events and memory are c_void_p.
"""

from __future__ import annotations

import ctypes
from enum import IntEnum
from functools import cache
from typing import Any, ClassVar

from .. import _callers, native

# --- Numbers of infinicore.h ---------------------------------------------------------------------


class Status(IntEnum):
    """infiniStatus_t: what every function returns."""

    SUCCESS = 0
    INTERNAL_ERROR = 1
    NOT_IMPLEMENTED = 2
    BAD_PARAM = 3
    NULL_POINTER = 4
    DEVICE_TYPE_NOT_SUPPORTED = 5
    DEVICE_NOT_FOUND = 6
    DEVICE_NOT_INITIALIZED = 7
    DEVICE_ARCHITECTURE_NOT_SUPPORTED = 8
    BAD_TENSOR_DTYPE = 10
    BAD_TENSOR_SHAPE = 11
    BAD_TENSOR_STRIDES = 12
    INSUFFICIENT_WORKSPACE = 13
    # Other names of the documentation for two of them
    BAD_DEVICE = 5
    EXECUTION_FAILED = 1


class Dtype(IntEnum):
    """infiniDtype_t; the number in a name is bits, of a complex number both parts together."""

    INVALID = 0
    BYTE = 1
    BOOL = 2
    I8 = 3
    I16 = 4
    I32 = 5
    I64 = 6
    U8 = 7
    U16 = 8
    U32 = 9
    U64 = 10
    F8 = 11
    F16 = 12
    F32 = 13
    F64 = 14
    C16 = 15
    C32 = 16
    C64 = 17
    C128 = 18
    BF16 = 19


class Device(IntEnum):
    """infiniDevice_t. Only CPU and ASCEND exist here."""

    CPU = 0
    NVIDIA = 1
    CAMBRICON = 2
    ASCEND = 3
    METAX = 4
    MOORE = 5
    ILUVATAR = 6
    KUNLUN = 7
    HYGON = 8
    QY = 9
    ALI = 10


class MemcpyKind(IntEnum):
    """infinirtMemcpyKind_t: from where to where memory is copied; H is the host, D the device."""

    H2H = 0
    H2D = 1
    D2H = 2
    D2D = 3


# --- Structures ----------------------------------------------------------------------------------


class InfiniopHandle(ctypes.Structure):
    """What a handle starts with."""

    _fields_: ClassVar = [("device", ctypes.c_int), ("device_id", ctypes.c_int)]


class InfiniopDescriptor(ctypes.Structure):
    """What an operator descriptor starts with."""

    _fields_: ClassVar = [("device_type", ctypes.c_int), ("device_id", ctypes.c_int)]


class InfiniopTensorDescriptor(ctypes.Structure):
    """A tensor descriptor; nothing in it is visible."""

    _fields_: ClassVar[list[tuple[str, Any]]] = []


class DeviceResourceSnapshot(ctypes.Structure):
    """infinirtDeviceResourceSnapshot_t."""

    _fields_: ClassVar = [
        ("device_type", ctypes.c_int),
        ("device_id", ctypes.c_int),
        ("valid_fields", ctypes.c_uint64),
        ("estimated_fields", ctypes.c_uint64),
        ("free_bytes", ctypes.c_size_t),
        ("total_bytes", ctypes.c_size_t),
        ("used_bytes", ctypes.c_size_t),
        ("reserved_bytes", ctypes.c_size_t),
        ("compute_utilization", ctypes.c_float),
        ("memory_bandwidth_utilization", ctypes.c_float),
        ("kernel_time_ratio", ctypes.c_float),
        ("communication_time_ratio", ctypes.c_float),
        ("communication_bytes", ctypes.c_uint64),
    ]


# The names that ctypes code for infiniop uses.
infiniopHandle_t = ctypes.POINTER(InfiniopHandle)  # noqa: N816
infiniopTensorDescriptor_t = ctypes.POINTER(InfiniopTensorDescriptor)  # noqa: N816
infiniopOperatorDescriptor_t = ctypes.POINTER(InfiniopDescriptor)  # noqa: N816

_TYPES: dict[str, Any] = {
    "struct InfiniopHandle": InfiniopHandle,
    "struct InfiniopTensorDescriptor": InfiniopTensorDescriptor,
    "struct InfiniopDescriptor": InfiniopDescriptor,
    "infinirtDeviceResourceSnapshot_t": DeviceResourceSnapshot,
    "char": ctypes.c_byte,  # a flag
    "ptrdiff_t": ctypes.c_ssize_t,
}


def ctype(spelling: str) -> Any:
    """The ctypes type of a C type of the headers, for example "infiniopHandle_t *"."""
    base, stars = native.split_type(spelling)
    if base == "char" and stars:
        return native.ctype(spelling, {})
    target = _TYPES.get(base)
    if target is None:
        typedefs = native.description().typedefs
        if base not in typedefs:
            return native.ctype(spelling, typedefs)
        target = ctype(typedefs[base])
    for _ in range(stars):
        target = ctypes.POINTER(target)
    return target


# --- The library ---------------------------------------------------------------------------------


@cache
def functions() -> dict[str, native.Function]:
    """The functions of infinirt.h and of infiniop.h by name."""
    return {
        name: function
        for name, function in native.description().functions.items()
        if function.header == "infinirt.h" or function.header.startswith("infiniop/")
    }


class Library(ctypes.CDLL):
    """The loaded library. The functions are attributes, with argtypes and restype set.

    A function that returns a status other than 0 raises nothing; `check` makes an exception of it.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        function = functions().get(name)
        if function is None:
            raise AttributeError(f"neither infinirt.h nor infiniop.h declares a function {name}")
        try:
            symbol = self[name]
        except AttributeError:
            raise AttributeError(f"{self._name} does not export {name}") from None
        symbol.argtypes = [ctype(spelling) for _, spelling in function.arguments]
        symbol.restype = ctype(function.returns)
        setattr(self, name, symbol)
        return symbol

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *functions()})


@cache
def load() -> Library:
    """The library of aclnn_py.native with these prototypes. Raises LibraryNotFoundError."""
    library = Library(native.load()._name)
    if _callers.are_wanted():
        _callers.say_callers(library)
    return library
