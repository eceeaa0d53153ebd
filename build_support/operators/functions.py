# SPDX-License-Identifier: Apache-2.0
"""The functions of csrc by their names, read from the files that define them.

A declaration names checks, lists and kernels; which of them exist, what they return and where they
stand is in the C files alone. The layout that clang-format gives makes a definition easy to find.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..declarations import DeclarationError
from .declaration import COMMON, symbol

_DEFINITION = re.compile(
    r"^(?P<returns>(?!else\b|return\b)[A-Za-z_][\w ]*?[ *]+)(?P<name>\w+)\([^;{}]*\)\n\{\n"
    r"(?P<body>.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
_TABLE = re.compile(
    r"^(?P<returns>const struct \w+ )(?P<name>\w+) = \{(?P<body>.*?)\};", re.MULTILINE | re.DOTALL
)
# A macro that defines kernels one after the other: MATRIX_OPERATOR(inverse, ...).
_PASTED = re.compile(r"\b(?P<name>\w+_kernel_)##")
_STRUCT = re.compile(r"^struct (?P<name>\w+) \{", re.MULTILINE)

# The prefix of the functions of csrc/workspace/l0_operators.h, which every list may call.
STOCK = "l0_"


@dataclass(frozen=True, eq=False)
class Function:
    """A definition: of a function, or of the table of a kernel."""

    name: str
    returns: str
    path: Path
    line: int
    body: str
    is_static: bool

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The names in the body, each once."""
        return tuple(dict.fromkeys(re.findall(r"\b[a-z]\w+", self.body)))

    @cached_property
    def l0_operators(self) -> tuple[str, ...]:
        """The names of csrc/workspace/l0_operators.h in the body, without their prefix."""
        return tuple(word.removeprefix(STOCK) for word in self.words if word.startswith(STOCK))


class Functions:
    """What the C files below csrc/ops and csrc/workspace define."""

    def __init__(self, csrc: Path) -> None:
        self.csrc = csrc
        self.by_file: dict[Path, dict[str, Function]] = {}
        self.by_name: dict[str, Function] = {}
        self._calls: dict[Function, tuple[Function, ...]] = {}
        self.pasted: dict[str, tuple[Path, int]] = {}
        for directory in ("ops", "workspace"):
            for path in sorted((csrc / directory).rglob("*.c")):
                self._read(path)

    def _read(self, path: Path) -> None:
        text = path.read_text("utf-8")
        own = self.by_file.setdefault(path, {})
        for pattern in (_DEFINITION, _TABLE):
            for found in pattern.finditer(text):
                line = text.count("\n", 0, found.start()) + 1
                returns = found["returns"].strip()
                is_static = returns.startswith(("static ", "INLINE "))
                function = Function(found["name"], returns, path, line, found["body"], is_static)
                own[function.name] = function
                if not is_static:
                    self.by_name[function.name] = function
        for found in _PASTED.finditer(text):
            self.pasted[found["name"]] = (path, text.count("\n", 0, found.start()) + 1)

    @cached_property
    def structs(self) -> dict[str, str]:
        """The headers below csrc/ops that define structures, by their names."""
        return {
            found["name"]: path.relative_to(self.csrc).as_posix()
            for path in sorted((self.csrc / "ops").rglob("*.h"))
            for found in _STRUCT.finditer(path.read_text("utf-8"))
        }

    def reached(self, first: Iterable[Function], without: str = "") -> Iterator[Function]:
        """These functions and all that they call, each once, but those of the file `without`."""
        waiting, seen = list(first), set[Function]()
        while waiting:
            function = waiting.pop(0)
            if function in seen or function.path.name == without:
                continue
            seen.add(function)
            yield function
            waiting += self.called(function)

    def called(self, function: Function) -> tuple[Function, ...]:
        """The functions that its body names, those of its own file before others of their name."""
        found = self._calls.get(function)
        if found is None:
            of_file = self.by_file[function.path]
            known = (of_file.get(word) or self.by_name.get(word) for word in function.words)
            found = self._calls[function] = tuple(filter(None, known))
        return found

    def of_list(self, family: str, name: str, place: str) -> Function:
        """The function that an expression of a list names. Raises DeclarationError."""
        other, point, own = name.rpartition(".")
        names = [symbol(family, "list", name), symbol(COMMON, "list", name), STOCK + name]
        if point:
            names = [symbol(other, "list", own)]
        for each in names:
            if each in self.by_name:
                return self.by_name[each]
        raise DeclarationError(f"{place}: list: no file below csrc/ops defines {names[0]}")

    def of_shape(self, family: str, name: str) -> Function | None:
        """The shape function that the rule of a result names."""
        other, point, own = name.rpartition(".")
        families = (other,) if point else (family, COMMON)
        names = [symbol(each, "shape", own) for each in families]
        return next((self.by_name[each] for each in names if each in self.by_name), None)

    def of_kernel(self, family: str, name: str, place: str) -> str:
        """The table of the kernel that a row runs. Raises DeclarationError."""
        other, _, own = name.rpartition(".")
        table = symbol(other or family, "kernel", own)
        if table in self.by_name or any(table.startswith(prefix) for prefix in self.pasted):
            return table
        raise DeclarationError(f"{place}: work: no file below csrc/ops defines {table}")

    def of_tiling(self, family: str, name: str, place: str) -> str:
        """The tiling that a row names. Raises DeclarationError."""
        other, _, own = name.rpartition(".")
        function = symbol(other or family, "tiling", own)
        self.require(function, f"{place}: tiling")
        return function

    def require(self, name: str, place: str) -> None:
        """Raise DeclarationError unless the function is defined."""
        if name not in self.by_name:
            raise DeclarationError(f"{place}: no file below csrc/ops defines {name}")
