# SPDX-License-Identifier: Apache-2.0
"""What a trace says in a page: calls, tasks, waits, streams, workspaces and memory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._trace import Event

NOTE = "Times are those of this machine, never a device's."

_PACKAGE = str(Path(__file__).parent) + os.sep


@dataclass
class Group:
    """Slices of one name: how many, microseconds, and what they moved."""

    times: int = 0
    total: float = 0
    longest: float = 0
    failed: int = 0
    queued: float = 0
    moved: int = 0

    def add(self, event: Event) -> None:
        args = event.get("args", {})
        duration = event.get("dur", 0)
        self.times += 1
        self.total += duration
        self.longest = max(self.longest, duration)
        self.failed += "status" in args
        self.moved += args.get("bytes_read", 0) + args.get("bytes_written", 0)
        if "queued_us" in args:
            self.queued += event["ts"] - args["queued_us"]

    @property
    def bandwidth(self) -> float | None:
        """Gigabytes in a second, read and written; None where nothing was moved."""
        return self.moved / self.total / 1e3 if self.moved and self.total else None


@dataclass
class Stream:
    """A stream: microseconds in which tasks ran, and waited for events."""

    name: str
    begin: float
    end: float
    tasks: int = 0
    busy: float = 0
    waited: float = 0

    def add(self, event: Event) -> None:
        self.begin = min(self.begin, event["ts"])
        self.end = max(self.end, event["ts"] + event["dur"])
        self.tasks += 1
        if _task_waits(event["name"]):
            self.waited += event["dur"]
        else:
            self.busy += event["dur"]

    @property
    def idle(self) -> float:
        """Between its first and its last task, when none ran."""
        return max(0.0, self.end - self.begin - self.busy - self.waited)


@dataclass
class Process:
    """A process, as far as its file says."""

    name: str = ""
    has_ended: bool = False
    dropped: int = 0


def _task_waits(name: str) -> bool:
    """Whether a task does nothing but wait."""
    return bool(re.search(r"WaitEvent|ValueWait", name))


def _call_waits(name: str) -> bool:
    """Whether a call of the host waits for a stream or a callback."""
    return bool(re.search(r"Synchronize|ProcessReport", name))


@dataclass
class Summary:
    """All of it. Times are microseconds, sizes bytes."""

    begin: float = float("inf")
    end: float = 0
    events: int = 0
    processes: dict[int, Process] = field(default_factory=dict)
    threads: set[tuple[int, int]] = field(default_factory=set)
    calls: dict[str, Group] = field(default_factory=dict)
    tasks: dict[tuple[str, str], Group] = field(default_factory=dict)
    lines: dict[str, Group] = field(default_factory=dict)
    streams: dict[tuple[int, int], Stream] = field(default_factory=dict)
    workspaces: dict[tuple[str, int], int] = field(default_factory=dict)
    memory: dict[tuple[int, str], int] = field(default_factory=dict)

    @property
    def length(self) -> float:
        """From the first slice to the end of the last."""
        return max(0.0, self.end - self.begin)

    def largest_workspaces(self) -> list[tuple[str, int, int]]:
        """Operators, bytes and how many launches, the largest first."""
        found = ((name, size, times) for (name, size), times in self.workspaces.items() if size)
        return sorted(found, key=lambda row: (-row[1], row[0]))

    def _add_metadata(self, event: Event) -> None:
        process = self.processes.setdefault(event["pid"], Process())
        args = event.get("args", {})
        if event["name"] == "process_name":
            process.name = args.get("name", "")
        elif event["name"] == "aclnn_py_end":
            process.has_ended = True
            process.dropped = args.get("dropped", 0)

    def _add_task(self, event: Event) -> None:
        args = event["args"]
        self.tasks.setdefault((event["name"], event["cat"]), Group()).add(event)
        if "workspace" in args:
            key = event["name"], args["workspace"]
            self.workspaces[key] = self.workspaces.get(key, 0) + 1
        if "captured_on" in args:  # it lies in the slice of its replay
            return
        name = f"device {args['device']}, stream {args['stream']}"
        stream = Stream(name, event["ts"], event["ts"])
        self.streams.setdefault((event["pid"], event["tid"]), stream).add(event)

    def _add_call(self, event: Event) -> None:
        self.threads.add((event["pid"], event["tid"]))
        self.calls.setdefault(event["name"], Group()).add(event)
        line = line_of_program(event.get("args", {}).get("python", ()))
        if line:
            self.lines.setdefault(line, Group()).add(event)

    def add(self, event: Event) -> None:
        """Add an event."""
        self.events += 1
        if event.get("ph") == "M":
            self._add_metadata(event)
        elif event.get("ph") == "C" and "bytes" in event.get("args", {}):
            key = event["pid"], event["name"].removeprefix("memory in use of ")
            self.memory[key] = max(self.memory.get(key, 0), event["args"]["bytes"])
        elif event.get("ph") == "X":
            self.begin = min(self.begin, event["ts"])
            self.end = max(self.end, event["ts"] + event["dur"])
            if event.get("cat") == "call":
                self._add_call(event)
            elif "stream" in event.get("args", {}):
                self._add_task(event)


def line_of_program(lines: Sequence[str]) -> str:
    """The innermost line that is not the package's own; "" for none."""
    for line in lines:
        if f"({_PACKAGE}" not in line:
            return line
    return lines[-1] if lines else ""


def summarize(events: Iterable[Event]) -> Summary:
    """What the events say together."""
    summary = Summary()
    for event in events:
        summary.add(event)
    return summary


# --- Text ----------------------------------------------------------------------------------------

MOST_ROWS = 15


def _table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines: the first column to the left, the others to the right; nothing without rows."""
    if not rows:
        return []
    shown = rows[:MOST_ROWS]
    widths = [max(map(len, column)) for column in zip(heads, *shown, strict=True)]
    lines = ["", title]
    for row in (heads, *shown):
        first = row[0].ljust(widths[0])
        rest = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join(["  " + first, *rest]).rstrip())
    if len(rows) > len(shown):
        lines.append(f"  and {len(rows) - len(shown)} more")
    return lines


def _ms(microseconds: float) -> str:
    return f"{microseconds / 1e3:.3f}"


def _us(microseconds: float) -> str:
    return f"{microseconds:.2f}"


def _mib(size: int) -> str:
    return f"{size / 2**20:.2f}"


def _slowest(groups: dict[Any, Group]) -> list[tuple[Any, Group]]:
    return sorted(groups.items(), key=lambda item: (-item[1].total, str(item[0])))


_CUT_OFF = "it was ended by a signal or by _exit, or became another program"
_TOO_SLOW = "the file was written too slowly"


def _head(summary: Summary) -> list[str]:
    calls = sum(group.times for group in summary.calls.values())
    tasks = sum(group.times for group in summary.tasks.values())
    found = (
        f"{_ms(summary.length)} ms: {calls} calls on {len(summary.threads)} threads, {tasks} tasks "
        f"on {len(summary.streams)} streams, {len(summary.processes)} processes"
    )
    lines = [found, NOTE]
    for number, process in summary.processes.items():
        who = f"Process {number} ({process.name})"
        if not process.has_ended:
            lines.append(f"{who} did not come to the end of its trace: {_CUT_OFF}")
        if process.dropped:
            lines.append(f"{who} dropped {process.dropped} events: {_TOO_SLOW}")
    return lines


def _calls(summary: Summary) -> list[str]:
    heads = ("calls, by total time", "times", "total ms", "mean us", "longest us", "failed")
    rows = [
        (name, str(g.times), _ms(g.total), _us(g.total / g.times), _us(g.longest), str(g.failed))
        for name, g in _slowest(summary.calls)
    ]
    return _table("Calls of the host", heads, rows)


def _tasks(summary: Summary) -> list[str]:
    heads = ("tasks, by total time", "kind", "times", "total ms", "mean us", "queued us", "GB/s")
    rows = [
        (
            name,
            kind,
            str(g.times),
            _ms(g.total),
            _us(g.total / g.times),
            _us(g.queued / g.times),
            "-" if g.bandwidth is None else f"{g.bandwidth:.2f}",
        )
        for (name, kind), g in _slowest(summary.tasks)
    ]
    return _table("Work of streams", heads, rows)


def _wait_rows(summary: Summary) -> list[str]:
    found = {name: g for name, g in summary.calls.items() if _call_waits(name)}
    heads = ("calls that wait", "times", "total ms", "longest us")
    rows = [(name, str(g.times), _ms(g.total), _us(g.longest)) for name, g in _slowest(found)]
    return _table("Waits of the host", heads, rows)


def _streams(summary: Summary) -> list[str]:
    several = len(summary.processes) > 1
    heads = ("stream", "tasks", "busy ms", "waits ms", "idle ms", "busy %")
    rows = []
    for (process, _), stream in sorted(summary.streams.items()):
        span = stream.end - stream.begin
        rows.append(
            (
                f"process {process}, {stream.name}" if several else stream.name,
                str(stream.tasks),
                _ms(stream.busy),
                _ms(stream.waited),
                _ms(stream.idle),
                f"{100 * stream.busy / span:.0f}" if span else "-",
            )
        )
    return _table("Streams, from their first task to their last", heads, rows)


def _memory(summary: Summary) -> list[str]:
    workspaces = [
        (name, str(times), str(size), _mib(size))
        for name, size, times in summary.largest_workspaces()
    ]
    several = len(summary.processes) > 1
    memory = [
        (f"process {process}, {device}" if several else device, str(size), _mib(size))
        for (process, device), size in sorted(summary.memory.items())
    ]
    return [
        *_table("Largest workspaces", ("operator", "launches", "bytes", "MiB"), workspaces),
        *_table("Device memory in use", ("device", "most bytes", "MiB"), memory),
    ]


def _lines(summary: Summary) -> list[str]:
    heads = ("line", "calls", "total ms")
    rows = [(line, str(g.times), _ms(g.total)) for line, g in _slowest(summary.lines)]
    return _table("Lines of Python, by the time of their calls", heads, rows)


def as_text(summary: Summary) -> list[str]:
    """The lines of the summary."""
    parts = (_head, _calls, _tasks, _wait_rows, _streams, _memory, _lines)
    return [line for part in parts for line in part(summary)]


def _group(group: Group) -> dict[str, Any]:
    return {
        "times": group.times,
        "total_us": round(group.total, 3),
        "longest_us": round(group.longest, 3),
        "failed": group.failed,
    }


def as_json(summary: Summary) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "length_us": round(summary.length, 3),
        "processes": {
            str(number): {"name": p.name, "ended": p.has_ended, "dropped": p.dropped}
            for number, p in summary.processes.items()
        },
        "calls": {name: _group(group) for name, group in _slowest(summary.calls)},
        "tasks": [
            {
                "name": name,
                "kind": kind,
                **_group(g),
                "queued_us": round(g.queued, 3),
                "bytes": g.moved,
                "gigabytes_per_second": g.bandwidth,
            }
            for (name, kind), g in _slowest(summary.tasks)
        ],
        "streams": [
            {
                "process": process,
                "name": stream.name,
                "tasks": stream.tasks,
                "busy_us": round(stream.busy, 3),
                "waits_us": round(stream.waited, 3),
                "idle_us": round(stream.idle, 3),
            }
            for (process, _), stream in sorted(summary.streams.items())
        ],
        "workspaces": [
            {"operator": name, "bytes": size, "launches": times}
            for name, size, times in summary.largest_workspaces()
        ],
        "memory": [
            {"process": process, "device": device, "most_bytes": size}
            for (process, device), size in sorted(summary.memory.items())
        ],
    }
