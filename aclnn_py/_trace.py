# SPDX-License-Identifier: Apache-2.0
"""Traces: files in the Trace Event Format, as ACLNN_TRACE has the library write them.

A file is an array of events, an event a line, so that it is read line by line and its end may be
missing. Other arrangements of the format are read as well. Times are microseconds.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

Event = dict[str, Any]

_GZIP = b"\x1f\x8b"

FLOW_BITS = 31
"""The number of an arrow has so many bits below the number of its process."""


class TraceError(Exception):
    """A file that is no trace; the text says why."""


def _open(path: Path) -> IO[str]:
    with path.open("rb") as file:
        is_packed = file.read(2) == _GZIP
    if is_packed:
        return cast(IO[str], gzip.open(path, "rt", encoding="utf-8", errors="replace"))
    return path.open(encoding="utf-8", errors="replace")


def _whole(text: str) -> Iterator[Event]:
    """The events of a file that has them in another arrangement than a line each."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise TraceError(f"is no JSON: {error}") from None
    if isinstance(found, dict):
        found = found.get("traceEvents")
    if not isinstance(found, list) or not all(isinstance(event, dict) for event in found):
        raise TraceError("is no trace: an array of events, or an object with traceEvents, is")
    yield from found


def _parse(line: str) -> Event | None:
    """The event of a line; None for a bracket, and for a line that was cut off."""
    text = line.strip().strip(",")
    if text in ("", "]"):
        return None
    try:
        event = json.loads(text)
    except ValueError:
        event = None
    return event if isinstance(event, dict) else None


def read(path: Path) -> Iterator[Event]:
    """The events of a file, packed or not. Raises TraceError, and OSError."""
    try:
        with _open(path) as file:
            first = file.readline()
            if first.strip() != "[":
                yield from _whole(first + file.read())
                return
            for number, line in enumerate(file, 2):
                event = _parse(line)
                if event is not None:
                    yield event
                elif line.strip() not in ("", "]") and line.endswith("\n"):
                    raise TraceError(f"line {number} is no event: {line.strip()[:60]}")
    except EOFError:  # a packed file that was cut off: what was read is all there is
        return
    except gzip.BadGzipFile as error:
        raise TraceError(f"is damaged: {error}") from None


def write(file: IO[str], events: Iterable[Event]) -> None:
    """Write events to a text file, an event a line."""
    file.write("[\n")
    before = ""
    for event in events:
        file.write(before + json.dumps(event, separators=(",", ":"), ensure_ascii=False))
        before = "\n,"
    file.write("\n]\n")


def create(path: Path) -> IO[str]:
    """Open a file for `write`; it is packed when its name ends with ".gz"."""
    if path.suffix == ".gz":
        return cast(IO[str], gzip.open(path, "wt", compresslevel=6, encoding="utf-8"))
    return path.open("w", encoding="utf-8")


# --- Files that join -----------------------------------------------------------------------------


def _clock(path: Path) -> tuple[str, float]:
    """On which boot of which machine a file was written, and its clock's distance from UTC."""
    for event in read(path):
        if event.get("name") == "aclnn_py" and event.get("ph") == "M":
            args = event.get("args", {})
            return str(args.get("boot", "")), float(args.get("wall_clock_offset_us", 0))
    return "", 0.0


class _Numbers:
    """Those of a file's processes, which differ from what is taken."""

    def __init__(self, taken: set[int]) -> None:
        self._taken = taken
        self._numbers: dict[int, int] = {}

    def __getitem__(self, given: int) -> int:
        if given not in self._numbers:
            number = given
            while number in self._taken:
                number = number + 1 if number != given else 1
            self._taken.add(number)
            self._numbers[given] = number
        return self._numbers[given]


def _moved(event: Event, numbers: _Numbers, shift: float) -> Event:
    given = event.get("pid")
    if isinstance(given, int):
        event["pid"] = numbers[given]
        if isinstance(event.get("id"), int):
            event["id"] += (event["pid"] - given) << FLOW_BITS
    if shift and "ts" in event:
        event["ts"] = round(event["ts"] + shift, 3)
        args = event.get("args", {})
        if "queued_us" in args:
            args["queued_us"] = round(args["queued_us"] + shift, 3)
    return event


def join(paths: Sequence[Path]) -> Iterator[Event]:
    """The events of files one after the other, as those of one.

    Clocks of other machines are moved to that of the first file, as far as these agree on the time
    of day. Where processes of two files have the same number one gets another.
    """
    taken: set[int] = set()
    first: tuple[str, float] | None = None
    for path in paths:
        boot, offset = _clock(path)
        first = first or (boot, offset)
        shift = 0.0 if boot == first[0] else offset - first[1]
        own = _Numbers(taken)
        for event in read(path):
            yield _moved(event, own, shift)
