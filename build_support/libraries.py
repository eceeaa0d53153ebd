# SPDX-License-Identifier: Apache-2.0
"""CANN's other libraries: csrc/libraries/symbols.def has a row for each function that programs need
of them to load. Here each row that csrc does not define gets a function in C, and each soname the
names that programs link with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .library import Settings, run, tool
from .tables import TableError, rows

MARK = "Generated"

_HEAD = f"""\
/* SPDX-License-Identifier: Apache-2.0 */
/* {MARK} by build_support/libraries.py; do not edit. */
#include <stdint.h>
#include <string.h>

#include "acl/acl_base.h"
#include "base/cxx.h"
#include "libraries/graph.h"
#include "libraries/refuse.h"
#include "libraries/result.h"

#define ENTRY __attribute__((visibility("default")))

"""

_REFUSE = 'library_refuse("{text}");'
_ALOUD = """\
static atomic_flag is_said = ATOMIC_FLAG_INIT;
    library_refuse_aloud(&is_said, "{text}");"""

# What stands behind the name of a kind in symbols.def, and the function that a row becomes.
# A result that is an object lies in memory of the caller, whose address RESULT_IN_MEMORY finds.
_ARGUMENTS = {
    "RETURNS": 1,
    "STATUS": 1,
    "OBJECT": 1,
    "MADE": 1,
    "MAKES": 1,
    "MAKES_BY": 1,
    "HERE": 0,
    "EMPTY": 0,
    "NONE": 0,
    "FAILS": 0,
    "NOTHING": 0,
    "SELF": 0,
    "NAME": 0,
}
_BODIES = {
    "RETURNS": ("RESULT_IN_MEMORY({symbol})", "{argument}(result);\n    return result;"),
    "STATUS": ("ENTRY int32_t {symbol}(void)", f"{_REFUSE}\n    return {{argument}};"),
    "OBJECT": (
        "RESULT_IN_MEMORY({symbol})",
        f"{_ALOUD}\n    return memset(result, 0, {{argument}});",
    ),
    "MADE": (
        "RESULT_IN_MEMORY({symbol})",
        f"{_ALOUD}\n    {{argument}}(result);\n    return result;",
    ),
    "MAKES": ("ENTRY void {symbol}(void *self)", f"{_ALOUD}\n    memset(self, 0, {{argument}});"),
    "MAKES_BY": ("ENTRY void {symbol}(void *self)", f"{_ALOUD}\n    {{argument}}(self);"),
    "EMPTY": ("ENTRY uint64_t {symbol}(void)", "return 0;"),
    "NONE": ("ENTRY uint32_t {symbol}(void)", "return UINT32_MAX;"),
    "FAILS": ("ENTRY uint32_t {symbol}(void)", f"{_ALOUD}\n    return UINT32_MAX;"),
    "NOTHING": ("ENTRY uint64_t {symbol}(void)", f"{_ALOUD}\n    return 0;"),
    "SELF": ("ENTRY void *{symbol}(void *self)", f"{_ALOUD}\n    return self;"),
    "NAME": ("ENTRY const void *{symbol}(void)", f"{_ALOUD}\n    return cxx_old_string_none();"),
}

# The types that make names of C++ long, as people write them; inner ones before outer ones.
_SHORT = (
    (
        r"std::(?:__cxx11::)?basic_string<char, std::char_traits<char>, std::allocator<char> >",
        "std::string",
    ),
    (r", std::less<[^<>]*>, std::allocator<std::pair<[^<>]*> >", ""),
    (r", std::allocator<[^<>]*>", ""),
    (r" >", ">"),
)


@dataclass(frozen=True)
class Symbol:
    """A row of symbols.def: an exported function, what it does, and what that needs to know."""

    name: str
    kind: str
    argument: str
    library: str

    @property
    def is_generated(self) -> bool:
        """Whether csrc leaves the function to this module."""
        return self.kind != "HERE"


@dataclass(frozen=True)
class Libraries:
    """The rows in the order of the file, and the sonames, each with the one whose rows it has."""

    symbols: tuple[Symbol, ...]
    sonames: dict[str, str]

    @property
    def exports(self) -> list[str]:
        """The names of all functions."""
        return [each.name for each in self.symbols]

    @property
    def names(self) -> dict[str, list[str]]:
        """The functions that a program gets by linking with a soname, by these."""
        return {
            soname: [each.name for each in self.symbols if each.library == library]
            for soname, library in self.sonames.items()
        }


def read(csrc: Path) -> Libraries:
    """Read the table. Raises TableError for a row that is malformed or stands twice."""
    symbols: list[Symbol] = []
    sonames: dict[str, str] = {}
    library = ""
    for place, macro, columns in rows(csrc / "libraries" / "symbols.def"):
        kind = macro.removeprefix("ACL_")
        if kind in ("LIBRARY", "LIKE") and len(columns) == 1 and columns[0] not in sonames:
            library = columns[0] if kind == "LIBRARY" else library
            sonames[columns[0]] = library
        elif len(columns) == 1 + _ARGUMENTS.get(kind, -1):
            symbols.append(Symbol(columns[0], kind, "".join(columns[1:]), library))
        else:
            message = f"{place}: {macro} does not take {', '.join(columns)}"
            raise TableError(message)
    for name, count in Counter(each.name for each in symbols).items():
        if count > 1:
            message = f"symbols.def: {name} stands there twice"
            raise TableError(message)
    return Libraries(tuple(symbols), sonames)


def spelled(settings: Settings, names: list[str]) -> list[str]:
    """Names of functions as C++ writes them."""
    texts = run([tool("c++filt"), *names], settings.root, "c++filt").splitlines()
    for pattern, short in _SHORT:
        texts = [re.sub(pattern, short, text) for text in texts]
    return texts


def source(settings: Settings, libraries: Libraries) -> str:
    """library_names.c: the functions that csrc does not define."""
    generated = [each for each in libraries.symbols if each.is_generated]
    texts = spelled(settings, [each.name for each in generated])
    return _HEAD + "\n".join(_definitions(zip(generated, texts, strict=True)))


def _definitions(found: Iterator[tuple[Symbol, str]]) -> Iterator[str]:
    for symbol, text in found:
        declarator, body = (
            part.format(symbol=symbol.name, argument=symbol.argument, text=text)
            for part in _BODIES[symbol.kind]
        )
        if declarator.startswith("RESULT_IN_MEMORY"):
            yield f"{declarator}\n{{\n    {body}\n}}\n"
        else:
            yield f"{declarator};\n{declarator}\n{{\n    {body}\n}}\n"
