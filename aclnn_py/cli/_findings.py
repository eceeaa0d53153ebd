# SPDX-License-Identifier: Apache-2.0
"""The findings of a program: read from where the library wrote them, printed as text or as JSON.

`csrc/base/finding.h` says what the library writes. Its frames are addresses in files; what function
and what line they are is read here.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ._addr2line import Place, find_places
from ._common import CommandError
from ._cures import cure_of, without_cure

Finding = dict[str, Any]
Frame = dict[str, Any]


@dataclass
class Findings:
    """What was found, what of it is no program's fault, and why that may not be all."""

    found: list[Finding] = field(default_factory=list)
    own: list[Finding] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


@contextmanager
def findings_file() -> Iterator[tuple[dict[str, str], int, BinaryIO]]:
    """An empty file for findings: the variables that name it, a descriptor of it, and a reader.

    Only this user can open it, by name; a program that gets rid of its rights, and what it starts,
    has the descriptor, if the program inherits it. The reader stays when the file is removed.
    """
    try:
        place = tempfile.TemporaryDirectory(prefix="aclnn-findings-", ignore_cleanup_errors=True)
    except OSError as error:
        raise CommandError(f"--strict: findings cannot be written: {error.strerror}") from None
    with place as directory:
        path = Path(directory, "findings.jsonl")
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL
        descriptor = _raised(os.open(path, flags, 0o600))
        try:
            status = os.fstat(descriptor)
            known = f"{descriptor}:{status.st_dev}:{status.st_ino}"
            variables = {"ACLNN_FINDINGS": str(path), "ACLNN_FINDINGS_DESCRIPTOR": known}
            with path.open("rb") as file:
                yield variables, descriptor, file
        finally:
            os.close(descriptor)


def _raised(descriptor: int) -> int:
    """The same above the numbers that programs count on for files of their own, with luck."""
    try:
        high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 200)
    except OSError:
        return descriptor
    os.close(descriptor)
    return high


def read_findings(file: BinaryIO, crashed: int = 0) -> Findings:
    """What the processes of a program found, with the lines of their sources.

    What the file holds need not be the library's: the program can write there, too.

    crashed  a process that is known to have been ended by a signal
    """
    findings = Findings()
    running: Counter[int] = Counter()
    missing: Counter[int] = Counter()
    totals: dict[tuple[int, int], tuple[int, int]] = {}
    file.seek(0)
    for line in file.read().split(b"\n")[:-1]:
        try:
            item = _parse(line)
        except ValueError as error:
            findings.gaps.append(str(error))
            continue
        kind, process = item["kind"], item["process"]
        if kind == "begin":
            running[process] += 1
        elif kind == "end":
            running[process] -= 1
            missing[process] += item["findings"]
            if item["lost"]:
                findings.gaps.append(f"{item['lost']} of process {process} could not be written")
        elif kind == "incomplete":
            findings.gaps.append(f"of process {process}: {item['text']}")
        elif kind == "total":
            totals[process, item["number"]] = (item["times"], item["expected"])
        else:
            missing[process] -= 1
            findings.found.append(item)
    findings.found = [item for item in findings.found if _count(item, totals)]
    if not running and not findings.found:
        findings.gaps.append(
            "no process has called the library, or none could write here: nothing was looked at"
        )
    findings.gaps += [
        f"what process {process} has left is not known: it was ended by a signal, by _exit or by "
        "exec, or could not write it"
        for process, count in running.items()
        if count > 0 and process != crashed
    ]
    findings.gaps += [
        f"what process {process} found is not all there: something has changed the file"
        for process in running.keys() | missing.keys()
        if running[process] < 0 or missing[process] > 0
    ]
    _resolve(findings.found)
    merged = list(_merged(findings.found))
    for item in merged:
        item["cure"] = cure_of(item)
    findings.own = list(_of_a_plug_in(merged))
    own = set(map(id, findings.own))
    findings.found = [item for item in merged if id(item) not in own]
    return findings


# --- Lines of the file ---------------------------------------------------------------------------

# What csrc/base/finding.c writes, by kind; other kinds are findings.
_MARKS: dict[str, dict[str, type]] = {
    "begin": {},
    "end": {"findings": int, "lost": int},
    "incomplete": {"text": str},
    "total": {"number": int, "times": int, "expected": int},
}
_FINDING: dict[str, type] = {"call": str, "text": str, "stack": list, "related": list}
_FAILURE: dict[str, type] = {"number": int, "status": int}
_RELATED: dict[str, type] = {"call": str, "what": str, "stack": list}
_FRAME: dict[str, type] = {"object": str, "address": str, "function": str}
_TOLD_FRAME: dict[str, type] = {"function": str, "file": str, "line": int}

_ADDRESS = re.compile(r"0x[0-9a-f]{1,16}")


def _parse(line: bytes) -> Finding:
    """What a line says. ValueError, with a text for the gaps, unless the library could write it."""
    try:
        item = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        raise ValueError("a finding was not written to its end") from None
    if not _is_whole(item):
        raise ValueError("a line is none that the library writes: something has changed the file")
    return dict(item)


def _has(item: object, members: dict[str, type]) -> bool:
    """Whether it is an object with members of these types, among others."""
    return isinstance(item, dict) and all(
        type(item.get(name)) is kind for name, kind in members.items()
    )


def _is_whole(item: Any) -> bool:
    if not _has(item, {"kind": str, "process": int}):
        return False
    if item["kind"] in _MARKS:
        return _has(item, _MARKS[item["kind"]])
    return (
        _has(item, _FINDING)
        and (item["kind"] != "failure" or _has(item, _FAILURE))
        and all(_has(other, _RELATED) for other in item["related"])
        and all(map(_is_frame, (frame for part in _stacks([item]) for frame in part["stack"])))
    )


def _is_frame(frame: Any) -> bool:
    if _has(frame, _FRAME):
        return _ADDRESS.fullmatch(frame["address"]) is not None
    return _has(frame, _TOLD_FRAME)


def _of_a_plug_in(found: list[Finding]) -> Iterator[Finding]:
    """What PyTorch's plug-in keeps or asks for by itself.

    It holds memory and streams until the process has ended, counts devices before aclInit, and asks
    threads for their device before one is set. A program that uses it does none of these. What is
    told together, without a place, is its own where nobody else has left anything.
    """
    leaks: dict[int, list[Finding]] = {}
    for item in found:
        if item["kind"] == "leak" and item["stack"]:
            leaks.setdefault(item["process"], []).append(item)
    for item in found:
        told = [item] if item["stack"] else leaks.get(item["process"], [])
        asks = (item["kind"], item["call"]) == ("failure", "aclrtGetDevice")
        is_own = asks or item["kind"] in ("leak", "order")
        if is_own and told and all(map(_is_by_a_plug_in, told)):
            yield item


def _is_by_a_plug_in(item: Finding) -> bool:
    return Path(item["stack"][0].get("object", "")).name == "libtorch_npu.so"


def _count(item: Finding, totals: dict[tuple[int, int], tuple[int, int]]) -> bool:
    """Note how often a call failed; whether the program did not expect that each time."""
    if item["kind"] != "failure":
        return True
    times, expected = totals.get((item["process"], item.pop("number")), (1, 0))
    item["times"] = times - expected
    return times > expected


# --- Frames --------------------------------------------------------------------------------------


def _stacks(found: list[Finding]) -> Iterator[Finding]:
    """What has a "stack": each finding, and what is related to it."""
    for item in found:
        yield item
        yield from item["related"]


def _resolve(found: list[Finding]) -> None:
    """Give each frame its function, file and line; calls that were inlined become frames.

    Of a stack that ends in an interpreter's lines, only the innermost frame is kept without one.
    """
    wanted = [
        (frame["object"], frame["address"])
        for item in _stacks(found)
        for frame in item["stack"]
        if "object" in frame and Path(frame["object"]).is_file()
    ]
    places = find_places(wanted)
    for item in _stacks(found):
        frames: list[Frame] = []
        has_lines = any("object" not in frame for frame in item["stack"])
        for frame in item["stack"]:
            if "object" not in frame:  # of an interpreter, which knows its lines
                frames.append(frame)
                continue
            known = places.get((frame["object"], frame["address"])) or [Place()]
            frames += [
                {
                    "object": frame["object"],
                    "address": frame["address"],
                    "function": place.function or frame["function"],
                    "file": place.file,
                    "line": place.line,
                }
                for place in known
                if place.line or not frames or not has_lines
            ]
        item["stack"] = frames


def _show(frame: Frame) -> str:
    """As "add_one (sums.cpp:6)", or as much of it as is known."""
    function = frame["function"] or frame["address"]
    if not frame["file"]:
        return f"{function} (in {Path(frame['object']).name})"
    path = Path(frame["file"])
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{function} ({path}:{frame['line']})"


# What a loop does is one finding. Leaks are told one by one.
_REPEATED = (
    "failure",
    "race",
    "unfetched",
    "dropped",
    "beyond",
    "workspace",
    "destroyed",
    "mask",
    "length",
    "nan",
)


def _line_of(frame: Frame) -> tuple[Any, ...]:
    """What is one for all calls of a line, or of an address where no line is known."""
    place = frame["line"] or frame.get("address")
    return frame["function"], frame["file"], place


def _merged(found: list[Finding]) -> Iterator[Finding]:
    """What lines of the program did more than once, as the first of it and the number of times.

    The library counts failures by address; the compiler may have made several calls of a line.
    """
    seen: dict[str, Finding] = {}
    for item in found:
        stacks = [part["stack"] for part in (item, *item["related"])]
        lines = [[_line_of(each) for each in stack] for stack in stacks]
        key = repr((item["process"], item["kind"], item["call"], item.get("status"), lines))
        if item["kind"] not in _REPEATED or not lines[0]:
            yield item
        elif key in seen:
            seen[key]["times"] = seen[key].get("times", 1) + item.get("times", 1)
        else:
            seen[key] = item
            yield item


# --- Output --------------------------------------------------------------------------------------


def _printable(text: str) -> str:
    """With escapes for what a terminal may obey, and what is no text."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def _stack_as_text(stack: list[Frame]) -> Iterator[str]:
    for index, frame in enumerate(stack):
        yield f"aclnn:     {'by' if index else 'at'} {_show(frame)}"


def _as_text(item: Finding) -> Iterator[str]:
    call = f"{item['call']}: " if item["call"] else ""
    times = f" ({item['times']} times)" if item.get("times", 1) > 1 else ""
    yield f"aclnn: {call}{without_cure(item)}{times}"
    yield from _stack_as_text(item["stack"])
    for other in item["related"]:
        yield f"aclnn:   {other['call']} {other['what']}"
        yield from _stack_as_text(other["stack"])
    if item["cure"]:
        yield f"aclnn:   help: {item['cure']}"


def faults_as_text(findings: Findings) -> Iterator[str]:
    """What ended a program that touched device memory."""
    for item in findings.found:
        if item["kind"] == "access":
            yield from map(_printable, _as_text(item))


def as_text(findings: Findings, code: int = 0) -> Iterator[str]:
    """Lines for a reader, the last with the number.

    code  the exit code of the program. One that has failed is told in one line what it has left.
    """
    return map(_printable, _lines(findings, code))


def _lines(findings: Findings, code: int) -> Iterator[str]:
    left = [item for item in findings.found if item["kind"] == "leak"] if code else []
    for item in findings.found:
        if not code or item["kind"] != "leak":
            yield from _as_text(item)
    if len(left) > 1:
        yield (
            f"aclnn: {len(left)} findings are about what was not given back when the program ended "
            f"with {code}; they follow from that (--json lists them)"
        )
    elif left:
        yield from _as_text(left[0])
    for text, times in _own_as_text(findings).items():
        again = f" ({times} times)" if times > 1 else ""
        yield f"aclnn: torch_npu's own, no finding: {text}{again}"
    for gap in findings.gaps:
        yield f"aclnn: incomplete: {gap}"
    yield f"aclnn: {len(findings.found)} finding(s){' at least' if findings.gaps else ''}"


def _own_as_text(findings: Findings) -> Counter[str]:
    return Counter(f"{item['call']}: {item['text']}" for item in findings.own)


def append_findings(findings: Findings, path: Path, code: int = 0) -> None:
    """Append them to a file of the user's, as the library would. Raises OSError."""
    lines = as_json(findings) if path.suffix == ".jsonl" else as_text(findings, code)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def as_json(findings: Findings) -> Iterator[str]:
    """An object a line, the last with the number."""
    for item in findings.found:
        yield json.dumps(item)
    summary: Finding = {"kind": "summary", "findings": len(findings.found)}
    if findings.own:
        summary["of torch_npu"] = _own_as_text(findings)
    yield json.dumps({**summary, "incomplete": findings.gaps})
