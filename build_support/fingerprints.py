# SPDX-License-Identifier: Apache-2.0
"""What a C file is compiled from: itself, and all that it includes.

A hash of these texts says whether there is an object of it already. The preprocessor would say it
more exactly, and takes a tenth of a build from nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
_COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\\n])*")', re.DOTALL)
_EMPTY_LINES = re.compile(r"\n\s*\n")


def _without_comments(text: str) -> str:
    return _EMPTY_LINES.sub("\n", _COMMENT.sub(r"\1", text))


def digest(*parts: str | bytes) -> str:
    """A hash of texts and bytes, in this order."""
    state = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "little") + data)
    return state.hexdigest()[:32]


class Fingerprints:
    """The C files of a checkout, each of which is read once.

    root         what file names are relative to
    directories  where the compiler looks for headers, before those of the system
    made         the directory below which the build writes headers: they hold words of declarations
                 as comments, nothing in them runs, and no debugger stops there
    system       a hash of what a header of the system stands for, by its name
    """

    def __init__(
        self, root: Path, directories: Sequence[str], made: str, system: Callable[[str], str]
    ) -> None:
        self._root = root
        self._directories = directories
        self._made = f"{made}/"
        self._system = system
        self._files: dict[str, tuple[str, list[str]]] = {}
        self._there: dict[str, bool] = {}

    def of(self, source: str) -> str:
        """A hash of all texts that a file is compiled from."""
        keys: dict[str, str] = {}
        waiting = [source]
        while waiting:
            name = waiting.pop()
            if name not in keys:
                keys[name], included = self._file(name)
                waiting += included
        return digest(*(part for name in sorted(keys) for part in (name, keys[name])))

    def _file(self, name: str) -> tuple[str, list[str]]:
        """The hash of a file, and the files and <headers of the system> that it includes."""
        if name not in self._files:
            is_system = name.startswith("<")
            self._files[name] = (self._system(name[1:-1]), []) if is_system else self._read(name)
        return self._files[name]

    def _is_there(self, name: str) -> bool:
        if name not in self._there:
            self._there[name] = (self._root / name).is_file()
        return self._there[name]

    def _read(self, name: str) -> tuple[str, list[str]]:
        text = (self._root / name).read_text("utf-8")
        if name.startswith(self._made) and name.endswith(".h"):
            text = _without_comments(text)
        beside = PurePosixPath(name).parent.as_posix()
        return digest(text), [
            self._found(wanted, [beside, *self._directories] if mark == '"' else self._directories)
            for mark, wanted in _INCLUDE.findall(text)
        ]

    def _found(self, wanted: str, directories: Sequence[str]) -> str:
        """The file that an include names, or the name of a header of the system between <>."""
        names = (f"{directory}/{wanted}" for directory in directories)
        return next(filter(self._is_there, names), f"<{wanted}>")
