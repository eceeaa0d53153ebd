# SPDX-License-Identifier: Apache-2.0
"""What is said about each status: docs/reference/errors.md, and the file of `doctor --explain`.

Both are made from csrc/base/status_help.toml (cause and cure), status.def and message.def (name,
number, meaning, class) and the enumeration infiniStatus_t. `python -m build_support.errors`
rewrites the page, with --check it only looks; build.py rewrites it too.
"""

from __future__ import annotations

import argparse
import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from . import messages
from .messages import VALUE, Message
from .tables import TableError, Tables, load

WIDTH = 100
HELP = "status_help.toml"
_WORDY = 10  # letters that a part of a text needs to stand for the whole

_INFINI = re.compile(r"^\s*INFINI_STATUS_(\w+) = (\d+)", re.MULTILINE)
_INFINI_CLASS = re.compile(r'((?:case INFINI_STATUS_\w+:\s*)+)return "(E[A-Z]\d{4})"')
_INFINI_OTHER_CLASS = re.compile(
    r'infini_message_code\(.*?default: return "(E[A-Z]\d{4})"', re.DOTALL
)
_TRANSLATION = re.compile(r"\{(ACL_\w+), (INFINI_STATUS_\w+)\}")

_ATB = re.compile(r"^\s*(ATB_ERROR_\w+) = (\d+)", re.MULTILINE)
_ATB_CLASS = re.compile(r'((?:case ATB_ERROR_\w+:\s*)+)return "(E[A-Z]\d{4})"')
_ATB_OTHER_CLASS = re.compile(r'default: return "(E[A-Z]\d{4})"')

LAYERS = {
    "ACL": "The acl layer",
    "RT": "The runtime",
    "GE": "The graph engine",
    "ACLNN": "Operators",
    "HCCL": "Collective communication",
    "INFINI": "infiniop and infinirt",
    "ATB": "Ascend Transformer Boost",
}
_ORDER = ("ACL", "RT", "ACLNN", "HCCL", "INFINI", "ATB", "GE")


@dataclass(frozen=True)
class Case:
    """What leads to a status, in one of several ways, and the texts that belong to it."""

    texts: tuple[str, ...]
    cause: str
    cure: str
    example: str = ""


@dataclass(frozen=True)
class Status:
    """All that is known of a status. `cases` is empty when this library does not return it.

    `classes` are the classes of error text that it comes with, the usual one first; `infini` the
    name and number under which infiniop and infinirt give it.
    """

    value: int
    name: str
    also: tuple[str, ...]
    layer: str
    meaning: str
    classes: tuple[str, ...]
    cases: tuple[Case, ...]
    note: str
    infini: str


def _prose(text: str) -> str:
    """One line, as the table's own line breaks mean nothing."""
    return " ".join(text.split())


def _case(name: str, row: dict[str, Any]) -> Case:
    try:
        return Case(
            tuple(row.get("texts", [])),
            _prose(row["cause"]),
            _prose(row["cure"]),
            _prose(row.get("example", "")),
        )
    except KeyError as error:
        raise TableError(f"{HELP}: {name} has no {error.args[0]}") from None


def _read_help(path: Path) -> dict[str, dict[str, Any]]:
    try:
        rows = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{path.name}: {error}") from error
    known = {"cause", "cure", "texts", "case", "note", "also", "example", "meaning"}
    for name, row in rows.items():
        if not isinstance(row, dict) or not known.issuperset(row):
            raise TableError(f"{path.name}: {name} has a key that means nothing")
        for case in row.get("case", []):
            if not {"texts", "example"} & case.keys():
                raise TableError(f"{path.name}: a case of {name} has neither texts nor example")
            if not case.keys() <= {"cause", "cure", "texts", "example"}:
                raise TableError(f"{path.name}: a case of {name} has a key that means nothing")
        if "note" in row and "cause" in row:
            raise TableError(f"{path.name}: {name} has both a cause and a note")
    return rows


def _infini_statuses(csrc: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Name, number and other names of each infiniStatus_t but success."""
    header = (csrc / "include" / "infinicore.h").read_text("utf-8")
    names: dict[int, list[str]] = {}
    for name, value in _INFINI.findall(header):
        names.setdefault(int(value), []).append(f"INFINI_STATUS_{name}")
    for value, (name, *others) in sorted(names.items()):
        if value != 0:
            yield name, value, others


def _infini_classes(csrc: Path) -> dict[str, str]:
    """The class of text of each infiniStatus_t, as infini_message_code has it; "" is any other."""
    source = (csrc / "infiniop" / "object.c").read_text("utf-8")
    other = _INFINI_OTHER_CLASS.search(source)
    if other is None:
        raise TableError("infiniop/object.c: infini_message_code cannot be read")
    found = {"": other[1]}
    for cases, code in _INFINI_CLASS.findall(source):
        found.update(dict.fromkeys(re.findall(r"INFINI_STATUS_\w+", cases), code))
    return found


def _atb_statuses(csrc: Path) -> list[tuple[str, int, str]]:
    """Name, number and class of text of each status of atb that the library returns."""
    source = (csrc / "atb" / "call.c").read_text("utf-8")
    other = _ATB_OTHER_CLASS.search(source)
    if other is None:
        raise TableError("atb/call.c: message_code cannot be read")
    classes: dict[str, str] = {}
    for cases, code in _ATB_CLASS.findall(source):
        classes.update(dict.fromkeys(re.findall(r"ATB_ERROR_\w+", cases), code))
    header = (csrc / "base" / "atb_status.h").read_text("utf-8")
    return [(name, int(value), classes.get(name, other[1])) for name, value in _ATB.findall(header)]


def read(csrc: Path, tables: Tables | None = None) -> tuple[Status, ...]:
    """Every status, in the order of the numbers within each layer.

    Raises TableError for a row that cannot be read or whose name no table has.
    """
    tables = tables or load(csrc)
    rows = _read_help(csrc / "base" / HELP)
    named_classes: dict[str, list[str]] = {}
    for message in messages.find(csrc):
        for name in message.statuses:
            if message.message_class:
                named_classes.setdefault(name, []).append(message.message_class)
    runtime = (csrc / "infiniop" / "runtime.c").read_text("utf-8")
    infini = {name: (value, others) for name, value, others in _infini_statuses(csrc)}
    translations = dict(_TRANSLATION.findall(runtime))

    def status(
        layer: str, name: str, value: int, meaning: str, usual: str, others: Iterable[str] = ()
    ) -> Status:
        row = rows.pop(name, {})
        cases = [_case(name, row)] if {"cause", "cure", "texts"} & row.keys() else []
        cases += [_case(name, each) for each in row.get("case", [])]
        classes = [usual, *named_classes.get(name, [])] if usual else []
        same = translations.get(name, "") if cases else ""
        return Status(
            value,
            name,
            tuple(dict.fromkeys([*others, *row.get("also", [])])),
            layer,
            row.get("meaning", meaning),
            tuple(dict.fromkeys(classes)),
            tuple(cases),
            _prose(row.get("note", "")),
            f"{same} ({infini[same][0]})" if same else "",
        )

    found = [status("ACL", "ACL_SUCCESS", 0, "success", "")]
    found += [
        status(row.layer, row.name, row.value, row.text, row.message_code)
        for row in tables.statuses
    ]
    classes = _infini_classes(csrc)
    found += [
        status("INFINI", name, value, "", classes.get(name, classes[""]), others)
        for name, (value, others) in infini.items()
    ]
    found += [status("ATB", name, value, "", code) for name, value, code in _atb_statuses(csrc)]
    if rows:
        raise TableError(f"{HELP}: no status is called {', '.join(rows)}")
    return tuple(sorted(found, key=lambda each: (_ORDER.index(each.layer), each.value)))


def describe(tables: Tables, statuses: Iterable[Status]) -> dict[str, Any]:
    """What share/errors.json.xz holds."""
    return {
        "classes": {row.code: row.title for row in tables.messages},
        "statuses": [asdict(status) for status in statuses],
    }


# --- What covers a text --------------------------------------------------------------------------


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    """What a text has as a part that the pattern covers; one with hardly a word is all of it."""
    if sum(map(str.isalpha, pattern)) < _WORDY:
        return re.compile(rf"\A{re.escape(pattern)}\Z")
    return re.compile(".*".join(map(re.escape, pattern.split(VALUE))))


def _longest(status: Status, text: str) -> str | None:
    patterns = (
        each for case in status.cases for each in case.texts if _expression(each).search(text)
    )
    return max(patterns, key=len, default=None)


def compare(statuses: Iterable[Status], found: Iterable[Message]) -> tuple[list[str], list[str]]:
    """Texts of the source that no entry covers, and entries that no text of the source needs.

    A message whose status its caller decides has to be covered once, under any status.
    """
    statuses = list(statuses)
    named = {status.name: status for status in statuses}
    uncovered: list[str] = []
    needed: set[tuple[str, str]] = set()
    for message in found:
        if message.text == VALUE:  # passes on a text that was made elsewhere
            continue
        covered = False
        for status in [named[name] for name in message.statuses] or statuses:
            pattern = _longest(status, message.text)
            if pattern is not None:
                needed.add((status.name, pattern))
                covered = True
            elif message.statuses:
                uncovered.append(f"{message.place}: {status.name}: {message.text}")
        if not covered and not message.statuses:
            uncovered.append(f"{message.place}: {message.text}")
    idle = [
        f"{status.name}: {text}"
        for status in statuses
        for case in status.cases
        for text in case.texts
        if (status.name, text) not in needed
    ]
    return uncovered, idle


# --- The page ------------------------------------------------------------------------------------

_INTRODUCTION = """\
# Errors

Every status that the library knows, what leads to it, and what to do about it. `aclnn doctor
--explain` says it in a terminal: of an error text as it was printed (`"[PID: 7] ... (EZ1001):
aclnnAddGetWorkspaceSize: ..."`) the one cause and cure, of a status and a call (`161002 aclnnAdd`)
what the call returns it for, of a status by number or name (`507015`,
`ACL_ERROR_RT_AICORE_EXCEPTION`) its causes, and of a class of texts (`EZ1001`) its statuses.

This page is made from `csrc/base/status_help.toml`, `status.def` and `message.def` by `python -m
build_support.errors`; do not edit it. In the texts below … stands for what is only known when a
program runs.

## How to find the call that failed

**The text.** A failure leaves a text with the call, the argument, its value and what is allowed:

```c
aclError status = aclrtMemcpy(dst, size, src, size, ACL_MEMCPY_DEVICE_TO_HOST);
if (status != ACL_SUCCESS) {
    const char *text = aclGetRecentErrMsg();
    fprintf(stderr, "%d: %s\\n", status, text != NULL ? text : "no text");
}
```

The text belongs to the thread; reading it clears it. Older failures of the thread follow under
`TraceBack`. `aclrtGetLastError(ACL_RT_THREAD_LEVEL)` gives the last status other than 0 that a
function returning `aclError` had, for programs that look at the end only. In Python a failure is
`acl.AclError` with `code`, `name`, `api` and `message`.

**The call.** `ACLNN_LOG=api` prints each call with its arguments and its status, so the first line
that does not end in `0 ACL_SUCCESS` is where it began. `ACLNN_LOG=api,mem,stream` adds allocations,
and what streams do.

**Work on a stream.** Calls that queue work return 0 when it is queued. What fails later is returned
once, by the next synchronize, and may have begun many calls before. With `ACLNN_STREAM=sync` the
work runs in the call that queues it, and with `ACLNN_LOG=api,stream` its failure is printed there.
`ACLNN_STREAM=lazy` runs nothing before a synchronize, a query or `aclrtProcessReport` asks for it:
that shows a synchronize that was forgotten.

**Memory.** With `ACLNN_CHECK=on`, the default, device memory is checked in copies and in phase two,
and workspaces while launches run; `isolate` checks more, `lenient` lets programs use the rest of a
page as a device does, `off` checks nothing.

**On demand.** `ACLNN_FAULT=aclrtMalloc@3` makes the third such call fail with its documented
status, so that a program's own handling of errors can be tried; the text says so.

"""

_RETURNED = {
    "ACL": "",
    "RT": "",
    "ACLNN": "The functions of `aclnn/`, `aclnnop/` and `aclnn_ext/` return these.\n\n",
    "HCCL": "The functions of `hccl/` return these; `HcclGetErrorString` gives the meaning.\n\n",
    "INFINI": "These are the `infiniStatus_t` of `infinicore.h`. `aclGetRecentErrMsg` has the text,"
    " also in programs\nthat use nothing else of acl. Where infinirt stands for an aclrt call, its"
    " status is the one named\nabove with the acl status, and 1 for all others.\n\n",
    "ATB": "Operations of `atb/` return these, the `atb::ErrorType` without `ATB_`;"
    " `aclGetRecentErrMsg` has\nthe text.\n\n",
}


def _paragraph(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n\n"


def _sentence(text: str) -> str:
    """A text with a capital letter at its start, unless that is a function's name."""
    word, *rest = text.split(" ")
    if re.search(r"[a-z][A-Z]", word):
        return " ".join([f"`{word}`", *rest])
    return text[0].upper() + text[1:]


def _section(status: Status, titles: dict[str, str]) -> str:
    parts = [f"### {status.value} {status.name}\n\n"]
    facts = [f"{_sentence(status.meaning)}."]
    if status.also:
        facts.append(f"Also called {', '.join(f'`{name}`' for name in status.also)}.")
    classes = ", ".join(f"{code} {titles[code]}" for code in status.classes)
    facts.append(f"Class of text: {classes}.")
    if status.infini:
        facts.append(f"In infinirt: {status.infini}.")
    parts.append(_paragraph(" ".join(facts)))
    for case in status.cases:
        if case.texts:
            parts.append("```text\n" + "".join(f"{text}\n" for text in case.texts) + "```\n\n")
        if case.example:
            parts.append(_paragraph(f"For example: `{case.example}`"))
        parts.append(_paragraph(f"**Cause.** {case.cause}"))
        parts.append(_paragraph(f"**Cure.** {case.cure}"))
    return "".join(parts)


def page(statuses: Iterable[Status], tables: Tables) -> str:
    """docs/reference/errors.md."""
    statuses = list(statuses)
    titles = {row.code: row.title for row in tables.messages}
    success = next(each for each in statuses if each.value == 0)
    names = ", ".join(f"`{name}`" for name in (success.name, *success.also))
    parts = [_INTRODUCTION, "## Success\n\n", _paragraph(f"0 is {names}. {success.note}")]
    for layer, text in _RETURNED.items():
        parts.append(f"## {LAYERS[layer]}\n\n{text}")
        parts += [_section(each, titles) for each in statuses if each.layer == layer and each.cases]
    parts.append(
        "## Not returned by this library\n\n"
        "No function of this library returns one of these. The names are in the headers, so that\n"
        "programs that compare with them compile.\n\n"
    )
    for layer in _ORDER:
        rows = [each for each in statuses if each.layer == layer and not each.cases and each.value]
        parts.append(
            f"### {LAYERS[layer]}: not returned\n\n| number | name | meaning |\n|---|---|---|\n"
        )
        for each in rows:
            names = ", ".join(f"`{name}`" for name in (each.name, *each.also))
            note = f". {each.note}" if each.note else ""
            parts.append(f"| {each.value} | {names} | {each.meaning}{note} |\n")
        parts.append("\n")
    parts.append(
        "## Classes of text\n\n"
        "What `aclGetRecentErrMsg` puts before a text, as `Title(class): ...`.\n\n"
        "| class | title | statuses |\n|---|---|---|\n"
    )
    for code, title in titles.items():
        with_it = [str(each.value) for each in statuses if each.cases and code in each.classes]
        parts.append(f"| {code} | {title} | {', '.join(with_it) or 'not used'} |\n")
    return "".join(parts)


def generate(
    root: Path,
    tables: Tables | None = None,
    statuses: tuple[Status, ...] | None = None,
    check: bool = False,
) -> bool:
    """Rewrite docs/reference/errors.md; whether it was stale. With `check` nothing is written.

    A source tree without docs/ is left so.
    """
    tables = tables or load(root / "csrc")
    path = root / "docs" / "reference" / "errors.md"
    fresh = page(statuses or read(root / "csrc", tables), tables)
    if not path.parent.is_dir() or (path.exists() and path.read_text("utf-8") == fresh):
        return False
    if not check:
        path.write_text(fresh, "utf-8")
    return True


def main() -> int:
    """Rewrite the page of this checkout; with --check exit with 1 if it is stale."""
    parser = argparse.ArgumentParser(
        description="Rewrite docs/reference/errors.md from the tables."
    )
    parser.add_argument("--check", action="store_true", help="write nothing, say what is wrong")
    arguments = parser.parse_args()
    root = Path(__file__).resolve().parent.parent
    stale = generate(root, check=arguments.check)
    if stale:
        print(f"{'stale' if arguments.check else 'rewritten'}: docs/reference/errors.md")
    uncovered, idle = compare(read(root / "csrc"), messages.find(root / "csrc"))
    for text in uncovered:
        print(f"{HELP} does not cover {text}")
    for text in idle:
        print(f"{HELP}: no longer reported: {text}")
    return 1 if uncovered or idle or (arguments.check and stale) else 0


if __name__ == "__main__":
    raise SystemExit(main())
