# SPDX-License-Identifier: Apache-2.0
"""Finds the error texts in csrc: every format that a program can read in aclGetRecentErrMsg.

A text is written by `report` and its like, which the compiler knows as printf-like
(`__attribute__((format(printf, n, m)))`), or is left by work on a stream in `failure->text`. So a
new helper that reports is found here without being named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

VALUE = "…"
"""What stands for a value that is only known when a message is written."""

# Printf-like functions whose text is no error message.
_NOT_MESSAGES = frozenset(
    {
        "append",
        "finding",
        "finding_about",
        "finding_asked_about",
        "finding_at",
        "finding_damage",
        "finding_failure",
        "finding_incomplete",
        "log_line",
        "put",
        "put_line",
        "tell",
    }
)

_TOKEN = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', re.DOTALL)
_LITERAL = re.compile(r'"((?:\\.|[^"\\])*)"')
_PRINTF_LIKE = re.compile(
    r"\b(\w+)\s*\([^;{}]*\)\s*__attribute__\s*\(\(format\(printf, (\d+), \d+\)\)\)"
)
_CONVERSION = re.compile(r"%(?:%|[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:[hlLqjzt]*)[a-zA-Z])")
_STATUS = re.compile(r"\b(?:ACL_ERROR_|ACLNN_ERR_|INFINI_STATUS_|HCCL_E_|ATB_ERROR_)\w+")
_CLASS = re.compile(r'"(E[A-Z]\d{4})"')
_LEFT_BEHIND = re.compile(r"\bsnprintf\s*\(\s*\w+(?:->|\.)text\b")
# A status that is compared with, or translated to another one, is not returned there.
_USE = re.compile(
    r"(?P<before>[=!]=\s*|\bcase\s+|\{\s*)?"
    r"\b(?P<name>(?:ACL_ERROR_|ACLNN_ERR_|INFINI_STATUS_|HCCL_E_|ATB_ERROR_)(?!SUCCESS\b)\w+)"
)


@dataclass(frozen=True)
class Message:
    """An error text as the source has it.

    `text` is the format with VALUE for each conversion, `statuses` the names that the call
    mentions (none where its caller decides), `message_class` the class it names itself, or "".
    """

    place: str
    text: str
    statuses: tuple[str, ...]
    message_class: str


def _without_comments(source: str) -> str:
    source = source.replace("\\\n", " \n")
    return _TOKEN.sub(
        lambda found: "\n" * found[0].count("\n") if found[0].startswith("/*") else found[0], source
    )


def _arguments(source: str, opening: int) -> list[str]:
    """The arguments of the call whose parenthesis opens at this place."""
    depth = 0
    begin = place = opening + 1
    found: list[str] = []
    while place < len(source):
        character = source[place]
        if character in "\"'":
            token = _TOKEN.match(source, place)
            if token is None:
                return []
            place = token.end()
            continue
        if character in "([{":
            depth += 1
        elif character in ")]}" and depth > 0:
            depth -= 1
        elif character == ")":
            return [*found, source[begin:place].strip()]
        elif character == "," and depth == 0:
            found.append(source[begin:place].strip())
            begin = place + 1
        place += 1
    return []


def _text(expression: str) -> str:
    """The words of a format. Literals and macros beside each other are one text."""
    # PRId64 and its like follow a "%" and are the rest of a conversion; any other macro is words
    # that stand elsewhere.
    joined = re.sub(r'"\s*PRI[a-zA-Z]+\d+\s*"', "d", expression)
    joined = re.sub(r'"\s*PRI[a-zA-Z]+\d+', 'd"', joined)
    parts = re.findall(r'"((?:\\.|[^"\\])*)"|([A-Z_]{3,})', joined)
    text = "".join(VALUE if macro else literal for literal, macro in parts)
    text = _CONVERSION.sub(lambda found: "%" if found[0] == "%%" else VALUE, text)
    return text.replace('\\"', '"').replace("\\n", "\n")


def _reporters(sources: Sequence[str]) -> dict[str, int]:
    """The functions that write messages, with the position of their format."""
    found = {"INFINI_REPORT": 1}
    for source in sources:
        for name, position in _PRINTF_LIKE.findall(source):
            if name not in _NOT_MESSAGES:
                found[name] = int(position) - 1
    return found


def _status_around(source: str, place: int) -> tuple[str, ...]:
    """The status that belongs to a text in failure->text: the nearest one assigned before it."""
    assigned = re.findall(r"(?:->|\.)status =([^;]*);", source[max(0, place - 400) : place])
    return tuple(_STATUS.findall(assigned[-1])) if assigned else ()


def sources(csrc: Path) -> dict[str, str]:
    """The C files of the library without comments, by their paths.

    Public headers are no part of it, nor is the recorder: a library of its own, whose words go to
    standard error.
    """
    paths = sorted([*csrc.rglob("*.c"), *csrc.rglob("*.h")])
    return {
        path.relative_to(csrc).as_posix(): _without_comments(path.read_text("utf-8"))
        for path in paths
        if path.relative_to(csrc).parts[0] not in ("include", "record")
    }


def find(csrc: Path) -> list[Message]:
    """Every error text in csrc, in the order of the files."""
    return list(_find(sources(csrc)))


def _find(files: dict[str, str]) -> Iterator[Message]:
    reporters = _reporters(list(files.values()))
    calls = re.compile(rf"\b({'|'.join(reporters)})\s*\(")
    for name, source in files.items():
        for call in calls.finditer(source):
            arguments = _arguments(source, call.end() - 1)
            position = reporters[call[1]]
            if len(arguments) <= position or not _LITERAL.search(arguments[position]):
                continue
            before = ", ".join(arguments[:position])
            message_class = _CLASS.search(before)
            yield Message(
                f"{name}:{source.count(chr(10), 0, call.start()) + 1}",
                _text(arguments[position]),
                tuple(_STATUS.findall(before)),
                message_class[1] if message_class else "",
            )
        for call in _LEFT_BEHIND.finditer(source):
            arguments = _arguments(source, source.index("(", call.start()))
            yield Message(
                f"{name}:{source.count(chr(10), 0, call.start()) + 1}",
                _text(arguments[2]),
                _status_around(source, call.start()),
                "",
            )


def returned_statuses(csrc: Path) -> set[str]:
    """The names of the statuses that csrc gives to a caller, acl's, aclnn's, infiniop's
    and atb's.

    A name that is only compared with, or only stands in a table of translations, is not among
    them. fault.def is: ACLNN_FAULT makes calls fail with what stands there. So is unsupported.def.
    """
    tables = [csrc / "base" / name for name in ("fault.def", "unsupported.def")]
    texts = [*sources(csrc).values(), *(table.read_text("utf-8") for table in tables)]
    return {use["name"] for text in texts for use in _USE.finditer(text) if use["before"] is None}
