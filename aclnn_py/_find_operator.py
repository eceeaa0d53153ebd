# SPDX-License-Identifier: Apache-2.0
"""Operators of CANN by what people call them: a name in any case, a part of it, a header."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache

from ._ledger import Entry, ledger

_MOST_NEAR = 4


def words_of(name: str) -> str:
    """What is compared of a name: aclnnMatMul, matmul and mat_mul are one."""
    return name.lower().replace("_", "").replace("-", "").removeprefix("aclnn")


@cache
def _by_words() -> dict[str, Entry]:
    return {words_of(name): entry for name, entry in ledger().items()}


def exactly(name: str) -> Entry | None:
    """The call of this name, in C, in Python or without aclnn, in any case."""
    if name in ledger():
        return ledger()[name]
    return _by_words().get(words_of(name))


def with_part(part: str) -> list[Entry]:
    """The calls whose names have this part."""
    words = words_of(part)
    return [entry for known, entry in _by_words().items() if words and words in known]


def of_header(header: str) -> list[Entry]:
    """The calls that a header declares: "aclnn_add.h", with or without its folder."""
    name = header.lower().rpartition("/")[2]
    return [
        entry
        for entry in ledger().values()
        if entry.header and entry.header.rpartition("/")[2] == name
    ]


def near(name: str, among: Iterable[Entry] | None = None) -> list[Entry]:
    """The calls whose names are nearest to one that no call has, the nearest first."""
    known = _by_words() if among is None else {words_of(entry.name): entry for entry in among}
    close = difflib.get_close_matches(words_of(name), known, n=_MOST_NEAR, cutoff=0.7)
    return [known[each] for each in close]


def why_no_function(name: str) -> str:
    """What to say of a name that is none of the functions of aclnn_py; "" for nothing to say."""
    entry = exactly(name)
    if entry is not None and entry.declared is not None:
        return f"did you mean {entry.declared.python!r}?"
    if entry is not None and entry.reason:
        return f"{entry.name} of CANN is not implemented"
    found = [each.declared.python for each in near(name) if each.declared is not None]
    return f"did you mean {' or '.join(map(repr, found))}?" if found else ""
