# SPDX-License-Identifier: Apache-2.0
"""Reads a profile: a folder PROF_... that the library wrote (csrc/profile/folder.h).

Times in it are of CLOCK_MONOTONIC; those of tables are of the day, by CLOCK_MONOTONIC_RAW, because
programs place their own times so: by the two clocks in host/start_info. The clocks run apart a
little; host/end_info has them once more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

NAME = re.compile(r"PROF_\d+_\d+_[0-9A-Za-z]+")

_DATA = re.compile(r"aclnn_py\.(\d+)\.json")


class ProfileError(Exception):
    """A folder that is no profile, or that cannot be read; the text says why."""


@dataclass(frozen=True)
class Call:
    """A call of the host. Times are nanoseconds since 1970."""

    name: str
    thread: int
    start: int
    end: int


@dataclass(frozen=True)
class Operand:
    """A tensor that a task worked on."""

    type: str
    shape: tuple[int, ...]
    role: str


@dataclass(frozen=True)
class Task:
    """A task of a stream, or a node of a graph (number 0). Times are nanoseconds since 1970."""

    name: str
    kind: str
    device: int
    stream: int
    number: int
    graph: int
    start: int
    end: int
    queued: int
    thread: int
    operands: tuple[Operand, ...] = ()
    mark: int = 0
    edge: str = ""
    ranks: int = 0

    @property
    def type(self) -> str:
        """What it computes: "Add" of aclnnAdd."""
        return self.name.removeprefix("aclnn")


@dataclass(frozen=True)
class Mark:
    """A mark or a range of the program's. Times are nanoseconds since 1970."""

    text: str
    domain: str
    by: str
    number: int
    thread: int
    start: int
    end: int
    is_range: bool


@dataclass(frozen=True)
class Memory:
    """Bytes of a device's memory in use from a time on."""

    device: int
    time: int
    bytes: int


@dataclass
class Profile:
    """What a folder holds."""

    path: Path
    settings: dict[str, Any]
    calls: list[Call] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    memory: list[Memory] = field(default_factory=list)
    dropped: int = 0
    is_whole: bool = True

    @property
    def process(self) -> int:
        """The number of the process."""
        return int(self.settings.get("pid", 0))

    @cached_property
    def devices(self) -> list[int]:
        """The devices that were asked for."""
        return [int(each) for each in self.settings.get("devices", [])]

    @property
    def operators(self) -> list[Task]:
        """What runs on AI cores, by start."""
        return [task for task in self.tasks if task.kind == "launch"]

    @property
    def collectives(self) -> list[Task]:
        """What ranks do together, by start."""
        return [task for task in self.tasks if task.kind == "collective"]


def find(path: Path) -> list[Path]:
    """The profiles at a path: it, or those in it."""
    if NAME.fullmatch(path.resolve().name):
        return [path]
    return sorted(each for each in path.iterdir() if each.is_dir() and NAME.fullmatch(each.name))


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path}: {error}") from None
    if not isinstance(found, dict):
        raise ProfileError(f"{path}: is no object")
    return found


class _Clock:
    """Turns times of the data into nanoseconds since 1970."""

    def __init__(self, path: Path) -> None:
        begin = _read_json(path / "host" / "start_info")
        self._wall = int(begin["collectionTimeBegin"]) * 1000
        self._raw = int(begin["clockMonotonicRaw"])
        self._monotonic = int(begin["clockMonotonic"])
        self._ratio = 1.0
        end = path / "host" / "end_info"
        if end.exists():
            last = _read_json(end)
            passed = int(last["clockMonotonic"]) - self._monotonic
            if passed > 0:
                self._ratio = (int(last["clockMonotonicRaw"]) - self._raw) / passed

    def __call__(self, microseconds: float) -> int:
        passed = round(microseconds * 1000) - self._monotonic
        return self._wall + round(passed * self._ratio)


def _events(path: Path) -> Iterator[dict[str, Any]]:
    """The events of a data file; of one that was cut off those that are whole."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            text = line.strip().strip(",")
            if text not in ("", "[", "]"):
                try:
                    yield json.loads(text)
                except ValueError:
                    return


def _operands(args: dict[str, Any]) -> tuple[Operand, ...]:
    return tuple(
        Operand(str(each["type"]), tuple(each["shape"]), str(each["role"]))
        for each in args.get("operands", [])
    )


def _add_task(profile: Profile, event: dict[str, Any], clock: _Clock) -> None:
    args = event["args"]
    start = clock(event["ts"])
    queued = clock(args["queued_us"]) if "queued_us" in args else 0
    profile.tasks.append(
        Task(
            name=event["name"],
            kind=event["cat"],
            device=int(args["device"]),
            stream=int(args["stream"]),
            number=int(args.get("task", 0)),
            graph=int(args.get("graph", -1)),
            start=start,
            end=start + round(event["dur"] * 1000),
            queued=queued,
            thread=int(args.get("queued_by", 0)),
            operands=_operands(args),
            mark=int(args.get("number", 0)) if event["cat"] in ("mark", "step") else 0,
            edge=str(args.get("edge", "")),
            ranks=int(args.get("ranks", 0)),
        )
    )


def _add_call(profile: Profile, event: dict[str, Any], clock: _Clock) -> None:
    start = clock(event["ts"])
    profile.calls.append(
        Call(event["name"], int(event["tid"]), start, start + round(event["dur"] * 1000))
    )


def _add_mark(profile: Profile, event: dict[str, Any], clock: _Clock, end: float) -> None:
    args = event["args"]
    profile.marks.append(
        Mark(
            text=event["name"],
            domain=str(args["domain"]),
            by=str(args["by"]),
            number=int(args["number"]),
            thread=int(event["tid"]),
            start=clock(event["ts"]),
            end=clock(end),
            is_range=event["ph"] == "b",
        )
    )


def _read_data(profile: Profile, path: Path, clock: _Clock) -> None:
    begun: dict[int, dict[str, Any]] = {}
    is_whole = False
    for event in _events(path):
        phase, args = event.get("ph"), event.get("args", {})
        if phase == "X" and "device" in args:
            _add_task(profile, event, clock)
        elif phase == "X":
            _add_call(profile, event, clock)
        elif phase == "i":
            _add_mark(profile, event, clock, event["ts"])
        elif phase == "b":
            begun[int(event["id"])] = event
        elif phase == "e" and int(event["id"]) in begun:
            _add_mark(profile, begun.pop(int(event["id"])), clock, event["ts"])
        elif phase == "C":
            device = int(str(event["name"]).rsplit(" ", 1)[-1])
            profile.memory.append(Memory(device, clock(event["ts"]), int(args["bytes"])))
        elif event.get("name") == "aclnn_py_end":
            profile.dropped += int(args.get("dropped", 0))
            is_whole = True
    profile.is_whole = profile.is_whole and is_whole


def read(path: Path) -> Profile:
    """Read a profile. Raises ProfileError."""
    profile = Profile(path, _read_json(path / "host" / "info.json"))
    try:
        clock = _Clock(path)
        numbers = {
            int(found[1]): each
            for each in (path / "host" / "data").iterdir()
            if (found := _DATA.fullmatch(each.name))
        }
        for number in sorted(numbers):
            _read_data(profile, numbers[number], clock)
    except (KeyError, OSError, TypeError, ValueError) as error:
        raise ProfileError(f"{path}: {error!r}") from None
    profile.tasks.sort(key=lambda task: (task.start, -task.end))
    profile.calls.sort(key=lambda call: (call.start, -call.end))
    profile.marks.sort(key=lambda mark: mark.start)
    return profile
