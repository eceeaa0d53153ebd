# SPDX-License-Identifier: Apache-2.0
"""Reads the files that `aclnn record` writes; docs/reference/recordings.md describes them.

recording = read(Path("calls.aclnn"))
for record in recording.records:
    record["kind"], record["status"]
    recording.data(record, record["tensors"][0]["after"])
"""

from __future__ import annotations

import json
import os
import re
import stat
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

HEADER = b"aclnn recording 1\n"

KINDS = ("process", "call", "run")

_FRAME = re.compile(rb"@([0-9]{1,18}) ([0-9]{1,18}) ([0-9a-f]{8})\n")
_LONGEST_FRAME = 64


class RecordingError(Exception):
    """A file that is no recording, or says what cannot be; the text says what."""


@dataclass(frozen=True)
class Record:
    """A record: its number in the file from 1, what its JSON says, and where it and its data lie.

    program  the number of the record that says which program wrote it; 0 for none
    """

    number: int
    program: int
    content: dict[str, Any]
    start: int
    data_start: int
    data_size: int

    def value(self, name: str, *kinds: type) -> Any:
        """A member of the JSON. Raises RecordingError unless it is of one of these types."""
        return member(self.content, name, *kinds)


@dataclass
class Recording:
    """The records of a file; `damage` says why there are no more, "" where the file has ended.

    is_cut  that the file ends in the middle of a record, as when its program was killed
    """

    path: Path
    records: list[Record] = field(default_factory=list)
    damage: str = ""
    is_cut: bool = False

    def summary(self) -> str:
        """How many there are of what."""
        kinds = Counter(record.content["kind"] for record in self.records)
        if not self.records:
            return (
                "no call was recorded: the program made none, or it holds the library in itself "
                "(linked statically), or it clears LD_PRELOAD"
            )
        calls, runs = kinds["call"], kinds["run"]
        return (
            f"{calls} call{'s' if calls != 1 else ''} (phase one), "
            f"{runs} run{'s' if runs != 1 else ''} (phase two)"
        )

    def data(self, record: Record, start: int, size: int) -> bytes:
        """Bytes of a record's data. Raises RecordingError for what it does not have."""
        if start < 0 or size < 0 or start + size > record.data_size:
            raise RecordingError("it names data that it does not have")
        with self.path.open("rb") as file:
            file.seek(record.data_start + start)
            return file.read(size)

    def write(self, records: Iterable[Record], path: Path) -> None:
        """Write some of the records, as they are, as a recording.

        Raises OSError, and RecordingError for a file that `create` refuses.
        """
        with self.path.open("rb") as file, create(path) as out:
            for record in records:
                file.seek(record.start)
                left = record.data_start + record.data_size + 1 - record.start
                while left > 0:
                    piece = file.read(min(left, 1 << 20))
                    left -= len(piece) or left
                    out.write(piece)


def member(content: object, name: str, *kinds: type) -> Any:
    """A member of a JSON object. Raises RecordingError unless it is of one of these types."""
    if not isinstance(content, dict) or name not in content:
        raise RecordingError(f"{name} is missing")
    found = content[name]
    if not isinstance(found, kinds) or (isinstance(found, bool) and bool not in kinds):
        raise RecordingError(f"{name} is no {' or '.join(kind.__name__ for kind in kinds)}")
    return found


def create(path: Path) -> BinaryIO:
    """Make a recording without records, in place of one that is there, and open it to write.

    Raises RecordingError for a file that holds anything else, which stays as it is: a program or a
    script may stand where the name of the recording was left out. Raises OSError.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666)
    try:
        _check_overwritable(descriptor)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, HEADER, 0)
        os.lseek(descriptor, len(HEADER), os.SEEK_SET)
        return os.fdopen(descriptor, "wb")
    except BaseException:
        os.close(descriptor)
        raise


def _check_overwritable(descriptor: int) -> None:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        what = "regular file"
    elif status.st_size > 0 and os.pread(descriptor, len(HEADER), 0) != HEADER:
        what = "recording"
    else:
        return
    raise RecordingError(
        f"it is no {what}, and is not overwritten; remove it, or name another file to write"
    )


def read(path: Path) -> Recording:
    """Read a file. Raises RecordingError for what is no recording, or cannot be read.

    Behind the first record that is damaged nothing is read.
    """
    recording = Recording(path)
    programs: dict[object, int] = {}  # of a process: it may go on as another program
    try:
        with path.open("rb") as file:
            head = file.read(len(HEADER))
            if head != HEADER:
                raise RecordingError(_no_header(head))
            end = os.fstat(file.fileno()).st_size
            while file.tell() < end:
                number, start = len(recording.records) + 1, file.tell()
                frame = _FRAME.match(file.read(_LONGEST_FRAME))
                if frame is None:
                    recording.is_cut = end - start < _LONGEST_FRAME
                    raise _DamageError(f"record {number} is damaged, at byte {start}")
                json_start = start + frame.end()
                json_size, data_size = int(frame[1]), int(frame[2])
                if json_start + json_size + data_size + 2 > end:
                    recording.is_cut = True
                    raise _DamageError(f"record {number} is cut off, at byte {end}")
                file.seek(json_start)
                text = file.read(json_size)
                crc = zlib.crc32(text)
                file.seek(1, os.SEEK_CUR)
                for at in range(0, data_size, 1 << 20):
                    crc = zlib.crc32(file.read(min(1 << 20, data_size - at)), crc)
                if crc != int(frame[3], 16):
                    raise _DamageError(
                        f"record {number} is damaged, at byte {start}: its sum is wrong"
                    )
                file.seek(1, os.SEEK_CUR)
                content = _parse(text, number)
                process = content["process"]
                if content["kind"] == "process":
                    programs[process] = number
                program, data_start = programs.get(process, 0), json_start + json_size + 1
                recording.records.append(
                    Record(number, program, content, start, data_start, data_size)
                )
    except _DamageError as error:
        recording.damage = f"{error}; what follows is not read"
    except OSError as error:
        raise RecordingError(str(error.strerror)) from None
    return recording


class _DamageError(Exception):
    """Why reading ends early."""


def _no_header(head: bytes) -> str:
    if head.startswith(b"aclnn recording "):
        version = head.removeprefix(b"aclnn recording ").split(b"\n")[0].decode("ascii", "replace")
        return f"it is a recording of version {version!r}, and this reads version 1"
    return "it is no recording of `aclnn record`"


def _parse(text: bytes, number: int) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise _DamageError(f"record {number} is no JSON") from None
    if not isinstance(content, dict) or content.get("kind") not in KINDS:
        raise _DamageError(f"record {number} is of no known kind")
    if type(content.get("process")) is not int:
        raise _DamageError(f"record {number} names no process")
    return content
