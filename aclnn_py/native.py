# SPDX-License-Identifier: Apache-2.0
"""The native library by ctypes: every function typed, every constant by its C name.

What the functions, constants and tables are is read from share/aclnn_py.json, which the build
makes from the headers; nothing of it is written down here a second time.

    lib = aclnn_py.lib                               # or native.load()
    count = ctypes.c_uint32()
    lib.aclrtGetDeviceCount(ctypes.byref(count))
    native.constants()["ACL_MEMCPY_HOST_TO_DEVICE"]

The library is loaded with `ctypes.CDLL`, so that the interpreter is free while a call waits.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import _callers, _tree

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

LIBRARY_VARIABLE = "ACLNN_PY_LIB"
"""Environment variable that names another build of the library, for example a sanitized one."""

_BUILD_HINT = (
    "In a checkout build it with `python build.py`; otherwise reinstall the package with "
    "`pip install --force-reinstall aclnn-py`"
)


_SECOND_PHASE = 4
"""Parameters of a second phase that takes nothing of the first: workspace, its size, executor and
stream."""

_PROOF = "aclrtSetDevice"
"""A function that every library of this interface exports, CANN's own too."""


class LibraryNotFoundError(OSError):
    """The native library or its description is missing, unreadable, or not of one build."""


def generated(package: str, module: str) -> ModuleType:
    """A module that the build writes. Raises LibraryNotFoundError in a checkout without a build."""
    name = f"{package}.{module}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise LibraryNotFoundError(f"{name} is written by the build. {_BUILD_HINT}") from None


# --- The description -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Function:
    """A function of the public headers; types are spelled as in C."""

    name: str
    returns: str
    arguments: tuple[tuple[str, str], ...]
    variadic: bool
    header: str


@dataclass(frozen=True)
class Status:
    """A status code. `layer` is the part of CANN that owns it: ACL, RT, GE or ACLNN."""

    name: str
    value: int
    layer: str
    message_code: str
    meaning: str


@dataclass(frozen=True)
class DataType:
    """An aclDataType. `bits` is what one element takes; `numpy_name` is "" where NumPy and
    ml_dtypes have no such type."""

    name: str
    value: int
    bits: int
    reported_size: int
    message_name: str
    numpy_name: str


@dataclass(frozen=True)
class Soc:
    """A product that can be emulated (ACLNN_SOC)."""

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
class Description:
    """What the library holds, as its build wrote it down.

    cann_version  the release of CANN whose interface it has, as "9.1.0"
    acl_version   the number that this release gives to acl, as "1.17.0"
    private_formats  values of aclFormat where the device's units fix the order of the elements
    """

    version: str
    cann_version: str
    acl_version: str
    functions: dict[str, Function]
    constants: dict[str, int]
    enums: dict[str, dict[str, int]]
    typedefs: dict[str, str]
    structs: dict[str, list[list[str]] | None]
    statuses: tuple[Status, ...]
    data_types: tuple[DataType, ...]
    private_formats: frozenset[int]
    socs: tuple[Soc, ...]
    soc_nicknames: dict[str, str]
    unsupported: tuple[str, ...]
    variables: tuple[str, ...]
    operators: tuple[str, ...]
    kernel_levels: tuple[str, ...]


def _rows(kind: type[Any], rows: Iterable[dict[str, Any]]) -> tuple[Any, ...]:
    """The rows as objects; columns that only other readers want are left out."""
    fields = kind.__dataclass_fields__
    return tuple(kind(**{key: row[key] for key in fields}) for row in rows)


@cache
def description() -> Description:
    """The description of the library of this package. Raises LibraryNotFoundError."""
    path = _tree.description()
    try:
        import json  # not when the package is imported

        data = json.loads(path.read_text("utf-8"))
        return Description(
            version=data["version"],
            cann_version=data["cann_version"],
            acl_version=data["acl_version"],
            functions={
                name: Function(
                    name,
                    row["returns"],
                    tuple((argument, spelling) for argument, spelling in row["arguments"]),
                    row["variadic"],
                    row["header"],
                )
                for name, row in data["functions"].items()
            },
            constants=data["constants"],
            enums=data["enums"],
            typedefs=data["typedefs"],
            structs=data["structs"],
            statuses=_rows(Status, data["statuses"]),
            data_types=_rows(DataType, data["data_types"]),
            private_formats=frozenset(row["value"] for row in data["formats"] if row["is_private"]),
            socs=_rows(Soc, data["socs"]),
            soc_nicknames=data["soc_nicknames"],
            unsupported=tuple(data["unsupported"]),
            variables=tuple(data["variables"]),
            operators=tuple(data["operators"]),
            kernel_levels=tuple(data["kernel_levels"]),
        )
    except FileNotFoundError:
        raise LibraryNotFoundError(
            f"the description of the native library is not at {path}. {_BUILD_HINT}"
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LibraryNotFoundError(f"{path} cannot be read ({error!r}). {_BUILD_HINT}") from error


def find_soc(name: str) -> Soc | None:
    """The product of a name, which may be in any case."""
    return next((soc for soc in description().socs if soc.name.lower() == name.lower()), None)


@cache
def constants() -> dict[str, int]:
    """All integer constants of the headers by name: enumerators, status codes and macros."""
    merged = dict(description().constants)
    for members in description().enums.values():
        merged.update(members)
    merged.update((status.name, status.value) for status in description().statuses)
    return merged


# --- C types -------------------------------------------------------------------------------------

HostCallback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
"""void (*)(void *userData): aclrtCallback and aclrtHostFunc. Keep the object alive until the
stream is synchronized; ctypes does not."""

_SCALARS: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "_Bool": ctypes.c_bool,
    "char": ctypes.c_char,
    "int": ctypes.c_int,
    "unsigned int": ctypes.c_uint,
    "unsigned": ctypes.c_uint,
    "long": ctypes.c_long,
    "unsigned long": ctypes.c_ulong,
    "long long": ctypes.c_longlong,
    "unsigned long long": ctypes.c_ulonglong,
    "size_t": ctypes.c_size_t,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "int8_t": ctypes.c_int8,
    "uint8_t": ctypes.c_uint8,
    "int16_t": ctypes.c_int16,
    "uint16_t": ctypes.c_uint16,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "uintptr_t": ctypes.c_size_t,
}


def split_type(spelling: str) -> tuple[str, int]:
    """The base name of a C type and its number of stars: "const int64_t *" is ("int64_t", 1)."""
    spelling = re.sub(r"\{.*\}", "", spelling)  # the members of a structure
    stars = spelling.count("*") + spelling.count("[")
    bare = re.sub(r"\[[^\]]*\]|\*|\b(const|volatile|restrict)\b", " ", spelling)
    return " ".join(bare.split()), stars


def ctype(spelling: str, typedefs: Mapping[str, str]) -> Any:
    """The ctypes type of a C type as the description spells it; None is void.

    Opaque objects, addresses of structures and callbacks are c_void_p; a structure or union that is
    passed by value is its class (structure, union), but a union of one member, which ctypes could
    not pass, is that member. Raises TypeError for what could not be passed.
    """
    if "(" in spelling:  # a pointer to a function
        return ctypes.c_void_p
    single = re.fullmatch(r"union \w+ \{ (\w+) \w+; \}", spelling)
    if single is not None:
        return ctype(single[1], typedefs)
    if spelling.startswith("union ") and spelling.endswith("}"):
        return union(spelling)
    base, stars = split_type(spelling)
    if base in _SCALARS:
        target = _SCALARS[base]
    elif base in typedefs:
        return ctype(typedefs[base] + "*" * stars, typedefs)
    elif stars:  # void, or a structure
        target, stars = ctypes.c_void_p, stars - 1
    elif base == "void":
        return None
    elif base.startswith("struct ") and base.removeprefix("struct ") in description().structs:
        return structure(base.removeprefix("struct "))
    else:
        raise TypeError(f"no ctypes type is known for the C type {spelling!r}")
    if target is ctypes.c_char and stars:
        target, stars = ctypes.c_char_p, stars - 1
    for _ in range(stars):
        target = ctypes.POINTER(target)
    return target


def _member(spelling: str, typedefs: Mapping[str, str]) -> Any:
    """The ctypes type of a member as the description spells it: "char [64U]" is 64 of them."""
    found = re.fullmatch(r"(.*\S)\s*\[(\d+)[UuLl]*\]", spelling)
    return ctype(found[1], typedefs) * int(found[2]) if found else ctype(spelling, typedefs)


def _fields(members: Iterable[Sequence[str]]) -> dict[str, Any]:
    """What a ctypes class of these members has; those of one without a name are its own."""
    typedefs = description().typedefs
    fields = [(name or "_", _member(spelling, typedefs)) for name, spelling in members]
    unnamed = [name for name, _ in fields if name == "_"]
    return {"_anonymous_": unnamed, "_fields_": fields} if unnamed else {"_fields_": fields}


@cache
def structure(name: str) -> type[ctypes.Structure]:
    """The ctypes structure of a `struct` of the headers, by its name there, to be filled in.

    Functions that take it by value take an instance.

    Raises TypeError when there is none, or when its members are not known.
    """
    members = description().structs.get(name)
    if members is None:
        raise TypeError(f"no header says what members struct {name} has")
    return type(name, (ctypes.Structure,), _fields(members))


@cache
def union(spelling: str) -> type[ctypes.Union]:
    """The ctypes union of a C type with its members: "union name { int a; char b[4]; }"."""
    head, _, rest = spelling.partition("{")
    members = []
    for text in filter(None, map(str.strip, rest.rpartition("}")[0].split(";"))):
        found = re.fullmatch(r"(.*?)(\w+)\s*(\[\d+\])?", text)
        if found is None:
            raise TypeError(f"no ctypes type is known for the C type {spelling!r}")
        members.append((found[2], " ".join(filter(None, [found[1].strip(), found[3]]))))
    return type(head.removeprefix("union").strip() or "union", (ctypes.Union,), _fields(members))


# --- The library ---------------------------------------------------------------------------------


class Library(ctypes.CDLL):
    """The loaded library. Functions are attributes, with argtypes and restype set.

    A function that is exported but declared in no header has no attribute, because no prototype
    is known; `lib["name"]` gives it untyped.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        function = description().functions.get(name)
        if function is None:
            raise AttributeError(f"no header declares a function {name}")
        try:
            symbol = self[name]
        except AttributeError:
            raise AttributeError(
                f"{self._name} does not export {name}: it is not of the build that "
                f"{_tree.description()} describes"
            ) from None
        typedefs = description().typedefs
        symbol.argtypes = [ctype(spelling, typedefs) for _, spelling in function.arguments]
        symbol.restype = ctype(function.returns, typedefs)
        setattr(self, name, symbol)
        return symbol

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *description().functions})


def again(second_phase: Any, arguments: Sequence[Any]) -> Sequence[Any]:
    """What a second phase takes of the first one's arguments: most take none of them.

    second_phase  a function of the library
    arguments     those of the first phase without its last two pointers
    """
    return arguments if len(second_phase.argtypes) > _SECOND_PHASE else ()


def library_paths() -> list[Path]:
    """Where the library is looked for, best place first."""
    from pathlib import Path  # not when the package is imported

    other = os.environ.get(LIBRARY_VARIABLE)
    return [Path(other)] if other else [_tree.library()]


@cache
def load() -> Library:
    """Load the library, once. Raises LibraryNotFoundError with the paths tried.

    Loading starts no thread and reads no environment variable but ACLNN_PY_LIB, and those that ask
    for findings; the first call into the library does.
    """
    description()
    tried = []
    for path in library_paths():
        try:
            library = Library(str(path))
        except OSError as error:
            tried.append(f"{path} ({error})" if path.exists() else f"{path} (no such file)")
            continue
        if _callers.are_wanted():
            _callers.say_callers(library)
        if hasattr(library, _PROOF):
            return library
        tried.append(f"{path} (another library: it does not export {_PROOF})")
    hint = (
        f"{LIBRARY_VARIABLE} names it; unset the variable to use the package's own"
        if os.environ.get(LIBRARY_VARIABLE)
        else _BUILD_HINT
    )
    raise LibraryNotFoundError(f"the native library was not loaded: {', '.join(tried)}. {hint}")


@cache
def own() -> Library:
    """The library of this package, also where another one is loaded: for what CANN's has not.

    Raises LibraryNotFoundError.
    """
    loaded = load()
    if hasattr(loaded, "aclnnExtGetOutputs"):
        return loaded
    try:
        return Library(str(_tree.library()))
    except OSError as error:
        raise LibraryNotFoundError(f"{_tree.library()} ({error}). {_BUILD_HINT}") from error
