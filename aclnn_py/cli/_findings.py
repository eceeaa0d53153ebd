# SPDX-License-Identifier: Apache-2.0
"""The findings of a program: read from where the library wrote them, printed as text or as JSON.

`csrc/base/finding.h` says what the library writes. Its frames are addresses in files; what function
and what line they are is read here.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ._addr2line import Place, find_places
from ._common import CommandError

Finding = dict[str, Any]
Frame = dict[str, Any]


@dataclass
class Findings:
    """What was found, what of it is no program's fault, and why that may not be all."""

    found: list[Finding] = field(default_factory=list)
    own: list[Finding] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)


@contextmanager
def findings_file() -> Iterator[tuple[Path, BinaryIO]]:
    """An empty file for ACLNN_FINDINGS, and what reads it also when the program has removed it.

    A program that got rid of privileges may still append to it.
    """
    try:
        place = tempfile.TemporaryDirectory(prefix="aclnn-findings-", ignore_cleanup_errors=True)
    except OSError as error:
        raise CommandError(f"--strict: findings cannot be written: {error.strerror}") from None
    with place as directory:
        Path(directory).chmod(0o711)
        path = Path(directory, "findings.jsonl")
        with path.open("w+b") as file:
            path.chmod(0o666)
            yield path, file


def read_findings(file: BinaryIO, crashed: int = 0) -> Findings:
    """What the processes of a program found, with the lines of their sources.

    crashed  a process that is known to have been ended by a signal
    """
    findings = Findings()
    running: Counter[int] = Counter()
    totals: dict[tuple[int, int], tuple[int, int]] = {}
    file.seek(0)
    for line in file.read().split(b"\n")[:-1]:
        try:
            item = json.loads(line.decode("utf-8", "replace"))
            kind, process = item["kind"], item["process"]
        except (ValueError, KeyError, TypeError):
            findings.gaps.append("a finding was not written to its end")
            continue
        if kind == "begin":
            running[process] += 1
        elif kind == "end":
            running[process] -= 1
            if item["lost"]:
                findings.gaps.append(f"{item['lost']} of process {process} could not be written")
        elif kind == "incomplete":
            findings.gaps.append(f"of process {process}: {item['text']}")
        elif kind == "total":
            totals[process, item["number"]] = (item["times"], item["expected"])
        else:
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
    _resolve(findings.found)
    merged = list(_merged(findings.found))
    findings.own = list(_of_a_plug_in(merged))
    findings.found = [item for item in merged if item not in findings.own]
    return findings


def _of_a_plug_in(found: list[Finding]) -> Iterator[Finding]:
    """What PyTorch's plug-in keeps or asks for by itself.

    It holds memory and streams until the process has ended, counts devices before aclInit, and asks
    threads for their device before one is set. A program that uses it does none of these. What is
    told together, without a place, is its own where nobody else has left anything.
    """
    for item in found:
        leaks = [
            other
            for other in found
            if (other["kind"], other["process"]) == ("leak", item["process"])
        ]
        told = [item] if item["stack"] else [other for other in leaks if other["stack"]]
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

# A call from here comes from an interpreter: the frames behind it are its own.
_BRIDGES = ("_ctypes", "libffi", "_cffi")


def _stacks(found: list[Finding]) -> Iterator[Finding]:
    """What has a "stack": each finding, and what is related to it."""
    for item in found:
        yield item
        yield from item["related"]


def _resolve(found: list[Finding]) -> None:
    """Give each frame its function, file and line; calls that were inlined become frames."""
    wanted = [
        (frame["object"], frame["address"])
        for item in _stacks(found)
        for frame in item["stack"]
        if "object" in frame
    ]
    places = find_places(wanted)
    for item in _stacks(found):
        frames: list[Frame] = []
        for frame in item["stack"]:
            if "object" not in frame:  # of an interpreter, which knows its lines
                frames.append(frame)
                continue
            if Path(frame["object"]).name.startswith(_BRIDGES):
                break
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
_REPEATED = ("failure", "race", "unfetched", "dropped", "beyond", "workspace")


def _merged(found: list[Finding]) -> Iterator[Finding]:
    """What lines of the program did more than once, as the first of it and the number of times.

    The library counts failures by address; the compiler may have made several calls of a line.
    """
    seen: dict[str, Finding] = {}
    for item in found:
        stacks = [part["stack"] for part in (item, *item["related"])]
        lines = [[(each["function"], each["file"], each["line"]) for each in s] for s in stacks]
        key = repr((item["process"], item["kind"], item["call"], item.get("status"), lines))
        if item["kind"] not in _REPEATED or not lines[0] or not lines[0][0][2]:
            yield item
        elif key in seen:
            seen[key]["times"] = seen[key].get("times", 1) + item.get("times", 1)
        else:
            seen[key] = item
            yield item


# --- Output --------------------------------------------------------------------------------------


def _stack_as_text(stack: list[Frame]) -> Iterator[str]:
    for index, frame in enumerate(stack):
        yield f"aclnn:     {'by' if index else 'at'} {_show(frame)}"


def _as_text(item: Finding) -> Iterator[str]:
    call = f"{item['call']}: " if item["call"] else ""
    times = f" ({item['times']} times)" if item.get("times", 1) > 1 else ""
    yield f"aclnn: {call}{item['text']}{times}"
    yield from _stack_as_text(item["stack"])
    for other in item["related"]:
        yield f"aclnn:   {other['call']} {other['what']}"
        yield from _stack_as_text(other["stack"])


def faults_as_text(findings: Findings) -> Iterator[str]:
    """What ended a program that touched device memory."""
    for item in findings.found:
        if item["kind"] == "access":
            yield from _as_text(item)


def as_text(findings: Findings) -> Iterator[str]:
    """Lines for a reader, the last with the number."""
    for item in findings.found:
        yield from _as_text(item)
    for text, times in _own_as_text(findings).items():
        again = f" ({times} times)" if times > 1 else ""
        yield f"aclnn: torch_npu's own, no finding: {text}{again}"
    for gap in findings.gaps:
        yield f"aclnn: incomplete: {gap}"
    yield f"aclnn: {len(findings.found)} finding(s){' at least' if findings.gaps else ''}"


def _own_as_text(findings: Findings) -> Counter[str]:
    return Counter(f"{item['call']}: {item['text']}" for item in findings.own)


def append_findings(findings: Findings, path: Path) -> None:
    """Append them to a file of the user's, as the library would. Raises OSError."""
    lines = as_json(findings) if path.suffix == ".jsonl" else as_text(findings)
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
