# SPDX-License-Identifier: Apache-2.0
"""`aclnn doctor --explain`: what a status or an error text means, its causes and cures.

The texts are those of docs/reference/errors.md; the build puts them into share/errors.json.xz.
"""

from __future__ import annotations

import difflib
import json
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from .. import _tree, native
from .._workspace_text import align
from ._common import CommandError, printable

_NARROWEST = 40
_WIDEST = 100
_NEAR = 4
_LONGEST = 80  # characters of a name that are compared
_MOST_CASES = 8  # of a status that are shown unasked
_WORDY = 10  # letters that a part of a text needs to stand for the whole

_STANDARD_INPUT = "-"
_VALUE = "…"
_CLASS = re.compile(r"\bE[A-Z]\d{4}\b")
_NAME = re.compile(r"\b(?:ACL|ACLNN|INFINI)_[A-Z][A-Z0-9_]+\b")
_NUMBER = re.compile(r"\b\d{6}\b")
_CALL = re.compile(r"\b((?:acl|infini)[a-z]*[A-Z]\w*)\b")
_PHASE_ONE = "GetWorkspaceSize"


@dataclass(frozen=True)
class _Options:
    """How an answer is printed."""

    width: int
    shows_all: bool


def explain(wanted: Sequence[str], as_json: bool, shows_all: bool = False) -> int:
    """Print what is known of codes and names, of a code that a call gave, or of an error text.

    A number gives every status that has it, a name its status, a class (EZ1001) the statuses whose
    texts it stands before; names may be in any case. With a call beside it (161002 aclnnAdd) a
    status is what this call gives it for. Anything else is an error text, as the library, Python or
    `aclnn` print it; "-" reads one from standard input. CommandError for what is none of these.
    """
    known = _known()
    options = _Options(max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST)), shows_all)
    entries = _entries(known, wanted)
    if as_json:
        print(json.dumps(entries, indent=2))
        return 0
    text = "\n".join("\n".join(_lines(known, entry, options)) + "\n" for entry in entries)
    print(printable(text), end="")
    return 0


def _entries(known: dict[str, Any], wanted: Sequence[str]) -> list[dict[str, Any]]:
    """What was asked for, as the descriptions have it; "text" and "call" narrow a status down."""
    if list(wanted) == [_STANDARD_INPUT]:
        return [_of_text(known, sys.stdin.read())]
    calls = [each for each in map(_call_named, wanted) if each]
    codes = [each for each in wanted if not _call_named(each)]
    if calls and codes and all(_statuses(known, each) for each in codes):
        statuses = [status for each in codes for status in _statuses(known, each)]
        return [_of_call(status, call) for status in statuses for call in calls]
    others = [each for each in wanted if not _is_code(known, each)]
    has_spaces = any(re.search(r"\S\s+\S", each) for each in others)
    is_text = has_spaces and len(others) == len(wanted)
    if is_text or len(others) > max(1, len(wanted) - len(others)):
        return [_of_text(known, " ".join(wanted))]
    return [entry for each in wanted for entry in _find(known, each)]


def _is_code(known: dict[str, Any], text: str) -> bool:
    name = text.strip().upper()
    return name in known["classes"] or bool(_statuses(known, text))


def _statuses(known: dict[str, Any], text: str) -> list[dict[str, Any]]:
    """The statuses of a number or a name."""
    name = text.strip().upper()
    number = _number(name)
    if number is not None:
        return [status for status in known["statuses"] if status["value"] == number]
    return [status for status in known["statuses"] if name in (status["name"], *status["also"])]


# --- One of the causes ---------------------------------------------------------------------------


def _call_named(text: str) -> str:
    """The function of this name, of operators phase one: that of "Add" too; "" for none."""
    functions = native.description().functions
    word = text.strip().rstrip(":()")
    if not word.isidentifier():
        return ""
    for name in (f"{word}{_PHASE_ONE}", f"aclnn{word}{_PHASE_ONE}", word):
        if name in functions:
            return name
    return ""


def _of_call(status: dict[str, Any], call: str) -> dict[str, Any]:
    """A status with what its header says of one call."""
    return {**status, "call": call, "reasons": _reasons(call, status["value"])}


def _manual(call: str) -> list[str]:
    """The comment of the header that says how a function is called, line by line."""
    header = _tree.prefix() / "include" / native.description().functions[call].header
    try:
        text = header.read_text("utf-8")
    except OSError:
        return []
    found = re.search(rf"/\*\n? \*? ?{re.escape(call)}: (?:(?!\*/).)*\*/", text, re.DOTALL)
    comment = found[0] if found else ""
    return [
        line.strip().removeprefix("/*").removesuffix("*/").strip(" *")
        for line in comment.splitlines()
    ]


def _reasons(call: str, value: int) -> list[str]:
    """What the header names for a status: lines of operators, else the paragraph of errors."""
    lines = _manual(call)
    rows = [line for line in lines if re.match(rf"{value}\s", line)]
    if rows:
        return [row.removeprefix(str(value)).strip() for row in rows]
    start = next((at for at, line in enumerate(lines) if line.startswith("Errors")), None)
    paragraph = " ".join(takewhile(bool, lines[start:])) if start is not None else ""
    clauses = re.split(r"; ", paragraph.removeprefix("Errors: ").rstrip("."))
    return [clause for clause in clauses if str(value) in clause]


def _sets(call: str) -> list[tuple[str, str]]:
    """The sets of data types that a header gives names to, with their members."""
    header = _tree.prefix() / "include" / native.description().functions[call].header
    text = header.read_text("utf-8")
    begin = text.partition(" * Sets of data types:\n *\n")[2].partition(" */")[0]
    found = re.findall(r" \*   (\w+)  +((?:.+)(?:\n \*     +.+)*)", begin)
    return [(name, " ".join(re.sub(r"\n \* +", " ", types).split())) for name, types in found]


def _of_text(known: dict[str, Any], text: str) -> dict[str, Any]:
    """The status of an error text, with the one case of it that the text is about."""
    text = text.partition("TraceBack (most recent call last)")[0] or text
    numbers = set(map(int, _NUMBER.findall(text)))
    names = set(_NAME.findall(text))
    classes = set(_CLASS.findall(text))
    told = [
        status
        for status in known["statuses"]
        if status["value"] in numbers or names & {status["name"], *status["also"]}
    ]
    of_class = [status for status in known["statuses"] if classes & set(status["classes"])]
    for candidates in (told, of_class, known["statuses"]):
        found = _best_case(candidates, text)
        if found is not None:
            status, case, words = found
            return {**status, "cases": [case], "text": words}
    call = next((name for each in _CALL.findall(text) if (name := _call_named(each))), "")
    if told:
        return _of_call(told[0], call) if call else told[0]
    raise CommandError(
        f"--explain {text[:_LONGEST]!r}: this is neither a status nor an error text of this "
        "library; give the line that aclGetRecentErrMsg returned, or the number that the call "
        f"returned; {_tree.document('reference/errors.md')} lists all"
    )


def cure_of_failure(value: int, text: str) -> str:
    """What to do about a status that came with a text; "" where nothing is known of it."""
    statuses = _known()["statuses"]
    named = [status for status in statuses if status["value"] == value and value != 0]
    found = _best_case(named or statuses, text)
    return str(found[1]["cure"]) if found is not None else ""


def _best_case(
    statuses: Sequence[dict[str, Any]], text: str
) -> tuple[dict[str, Any], dict[str, Any], str] | None:
    """The case with the longest text that lies in the first line that any covers."""
    for line in text.splitlines():
        words = _words(line)
        best = max(
            (
                (sum(map(str.isalpha, pattern)), status, case)
                for status in statuses
                for case in status["cases"]
                for pattern in case["texts"]
                if _covers(pattern, words)
            ),
            key=lambda each: each[0],
            default=None,
        )
        if best is not None:
            return best[1], best[2], words
    return None


def _words(line: str) -> str:
    """What is said of a call: without the prefix of the library's, Python's or a command's."""
    line = re.sub(r"^.*?\(E[A-Z]\d{4}\): +", "", line.strip())
    line = re.sub(r"^.*?[A-Z_]{6,} \(\d+\): +", "", line)
    line = re.sub(r"^.*?\breturned (?:NULL|-?\d+(?: [A-Z_0-9]+)?): +", "", line)
    return re.sub(rf"^(?:aclnn: )?(?:{_CALL.pattern}: +)+", "", line)


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    expression = ".*".join(map(re.escape, pattern.split(_VALUE)))
    if sum(map(str.isalpha, pattern)) < _WORDY:
        return re.compile(rf"\A{expression}\Z")
    return re.compile(expression)


def _covers(pattern: str, words: str) -> bool:
    return _expression(pattern).search(words) is not None


# --- The descriptions ----------------------------------------------------------------------------


def _known() -> dict[str, Any]:
    return _read(_tree.errors())


@cache
def _read(path: Path) -> dict[str, Any]:
    hint = "in a checkout build them with `python build.py`, otherwise reinstall the package"
    try:
        known = _tree.packed(path)
        return {name: known[name] for name in ("statuses", "classes")}
    except FileNotFoundError:
        raise native.LibraryNotFoundError(
            f"the descriptions of errors are not at {path}; {hint}"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise native.LibraryNotFoundError(
            f"the descriptions of errors at {path} cannot be read ({error!r}); {hint}"
        ) from None


def _find(known: dict[str, Any], wanted: str) -> list[dict[str, Any]]:
    name = wanted.strip().upper()
    found = _statuses(known, wanted)
    if not found and name in known["classes"]:
        with_it = [
            status for status in known["statuses"] if name in status["classes"] and status["cases"]
        ]
        members = [{key: status[key] for key in ("value", "name", "meaning")} for status in with_it]
        return [{"class": name, "title": known["classes"][name], "statuses": members}]
    if found:
        return found
    near = _near(known, name)
    hint = (
        f"did you mean {' or '.join(near)}?"
        if near
        else f"{_tree.document('reference/errors.md')} lists all"
    )
    raise CommandError(
        f"--explain {wanted[:_LONGEST]!r}: no status and no class of texts is called so; {hint}"
    )


def _number(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None


def _near(known: dict[str, Any], name: str) -> list[str]:
    """What the user may have meant, the nearest first."""
    statuses = known["statuses"]
    candidates = {each: each for status in statuses for each in (status["name"], *status["also"])}
    candidates |= {each: each for each in known["classes"]}
    candidates |= {str(each["value"]): f"{each['value']} {each['name']}" for each in statuses}
    near = [each for each in candidates if len(name) > 3 and name in each]
    near += difflib.get_close_matches(name[:_LONGEST], candidates, n=_NEAR, cutoff=0.6)
    return [candidates[each] for each in dict.fromkeys(near)][:_NEAR]


def _lines(known: dict[str, Any], entry: dict[str, Any], options: _Options) -> Iterator[str]:
    width = options.width
    if "class" in entry:
        yield f"{entry['class']} {entry['title']}, a class of error texts"
        for member in entry["statuses"]:
            yield f"  {member['value']:>6} {member['name']}: {member['meaning']}"
        if not entry["statuses"]:
            yield "  not used by this library"
        else:
            yield from _wrapped("aclnn doctor --explain NUMBER says more about each.", width, "")
        return
    yield f"{entry['value']} {entry['name']}: {entry['meaning']}"
    if "text" in entry:
        yield from _case_lines(entry["cases"][0], entry["text"], width)
        return
    if "call" in entry:
        yield from _call_lines(entry, width)
        return
    if entry["also"]:
        yield from _wrapped(f"also {', '.join(entry['also'])}", width, "  ")
    for code in entry["classes"] if entry["cases"] else ():
        yield f"  class of text: {code} {known['classes'][code]}"
    if entry["infini"]:
        yield f"  in infinirt: {entry['infini']}"
    if not entry["cases"]:
        if entry["value"] != 0:
            yield "  not returned by this library"
        yield from _wrapped(entry["note"], width, "  ")
    if len(entry["cases"]) > _MOST_CASES and not options.shows_all:
        yield ""
        yield from _wrapped(
            f"It has {len(entry['cases'])} causes. The text of the failure says which one it was, "
            "and names the argument: aclGetRecentErrMsg() returns it, in Python the exception has "
            "it.",
            width,
            "  ",
        )
        yield ""
        yield from (
            f"  {line}"
            for line in align(
                [
                    ("aclnn doctor --explain 'TEXT'", "the cause and the cure of that text"),
                    (f"aclnn doctor --explain {entry['value']} CALL", "what a call gives it for"),
                    (f"aclnn doctor --explain {entry['value']} --all", "all causes and cures"),
                ],
                "<<",
            )
        )
        return
    for case in entry["cases"]:
        yield ""
        for text in case["texts"]:
            yield from _wrapped(f"“{text}”", width, "  ", "   ")
        if case["example"]:
            yield from _wrapped(f"for example: {case['example']}", width, "  ", "    ")
        yield from _cause_and_cure(case, width)


def _cause_and_cure(case: dict[str, Any], width: int) -> Iterator[str]:
    yield from _wrapped(f"cause: {case['cause']}", width, "    ", "           ")
    yield from _wrapped(f"cure:  {case['cure']}", width, "    ", "           ")


def _case_lines(case: dict[str, Any], text: str, width: int) -> Iterator[str]:
    """The one case that a text is about."""
    yield ""
    yield from _wrapped(f"“{text}”", width, "  ", "   ")
    yield from _cause_and_cure(case, width)


def _call_lines(entry: dict[str, Any], width: int) -> Iterator[str]:
    """What a call gives a status for."""
    call = entry["call"]
    header = native.description().functions[call].header
    yield ""
    if not entry["reasons"]:
        yield from _wrapped(f"{call} does not return it, as far as {header} says.", width, "  ")
        return
    several = len(entry["reasons"]) > 1
    order = ", in the order tested" if call.endswith(_PHASE_ONE) and several else ""
    yield from _wrapped(f"{call} returns it for{order} ({header}):", width, "  ")
    for reason in entry["reasons"]:
        yield from _wrapped(reason, width, "    - ", "      ")
    for name, types in _sets(call):
        if any(name in reason.split() for reason in entry["reasons"]):
            yield from _wrapped(f"{name} is {types}", width, "    ", "      ")
    if several:
        yield ""
        yield from _wrapped(
            "The text of the failure says which one it was: aclnn doctor --explain 'TEXT'.",
            width,
            "  ",
        )
    elif entry["cases"]:
        yield from _wrapped(f"cure:  {entry['cases'][0]['cure']}", width, "    ", "           ")


def _wrapped(text: str, width: int, first: str, rest: str | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
