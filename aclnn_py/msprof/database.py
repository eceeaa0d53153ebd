# SPDX-License-Identifier: Apache-2.0
"""The databases of a profile, with the tables and columns of CANN that torch_npu's analysis reads.

What only a device knows has no table: AI core metrics, tasks within a collective, sizes of copies.
Columns that are not known are empty (NULL).
"""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from . import communication
from .profile import Operand, Profile
from .tables import tensors
from .timeline import ranges_on_streams, task_name, task_type

Row = tuple[object, ...]

NO_MODEL = NO_CONTEXT = 4294967295

API_LEVELS = {"acl": 20000, "model": 15000, "node": 10000, "communication": 5500, "runtime": 5000}
MARK_TYPES = {"marker": 0, "push/pop": 1, "start/end": 2, "marker_ex": 3}

COLUMNS = {
    "STRING_IDS": "id INTEGER PRIMARY KEY, value TEXT",
    "SESSION_TIME_INFO": "startTimeNs INTEGER, endTimeNs INTEGER",
    "NPU_INFO": "id INTEGER, name TEXT",
    "HOST_INFO": "hostUid TEXT, hostName TEXT",
    "META_DATA": "name TEXT, value TEXT",
    "ENUM_API_TYPE": "id INTEGER PRIMARY KEY, name TEXT",
    "ENUM_MSTX_EVENT_TYPE": "id INTEGER PRIMARY KEY, name TEXT",
    "TASK": "startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, "
    "globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER, "
    "streamId INTEGER, taskId INTEGER, modelId INTEGER",
    "COMPUTE_TASK_INFO": "name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockNum INTEGER, "
    "mixBlockNum INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER, "
    "inputDataTypes INTEGER, inputShapes INTEGER, outputFormats INTEGER, "
    "outputDataTypes INTEGER, outputShapes INTEGER, attrInfo INTEGER, opState INTEGER, "
    "hf32Eligible INTEGER, gridDim INTEGER, blockDim INTEGER",
    "COMMUNICATION_OP": "opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, "
    "groupName INTEGER, opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, "
    "dataType INTEGER, algType INTEGER, count NUMERIC, opType INTEGER, deviceId INTEGER, "
    "rankSize INTEGER",
    "CANN_API": "startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, "
    "connectionId INTEGER PRIMARY KEY, name INTEGER",
    "NPU_MEM": "type INTEGER, ddr NUMERIC, hbm NUMERIC, timestampNs INTEGER, deviceId INTEGER",
    "MSTX_EVENTS": "startNs INTEGER, endNs INTEGER, eventType INTEGER, rangeId INTEGER, "
    "category INTEGER, message INTEGER, globalTid INTEGER, endGlobalTid INTEGER, "
    "domainId INTEGER, connectionId INTEGER",
}

_ANALYZER_COLUMNS = (
    "hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time NUMERIC, "
    "transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC"
)


class _Strings:
    """Texts by the numbers that other tables have for them."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def rows(self) -> list[Row]:
        return [(number, text) for text, number in self._numbers.items()]


def _thread(profile: Profile, thread: int) -> int:
    return profile.process << 32 | thread


def _apis(profile: Profile, strings: _Strings) -> Iterator[Row]:
    """The calls, and where each task was launched: tasks have the connections of these."""
    for number, task in enumerate(profile.tasks):
        if task.queued:
            thread = _thread(profile, task.thread)
            level = API_LEVELS["node"]
            yield task.queued, task.queued, level, thread, number, strings("launch")
    for number, call in enumerate(profile.calls, len(profile.tasks)):
        level = API_LEVELS["communication" if call.name.startswith("Hccl") else "acl"]
        thread = _thread(profile, call.thread)
        yield call.start, call.end, level, thread, number, strings(call.name)


def _tasks(profile: Profile, strings: _Strings) -> Iterator[Row]:
    for number, task in enumerate(profile.tasks):
        model = NO_MODEL if task.graph < 0 else task.graph
        kind = strings(task_type(task))
        place = (NO_CONTEXT, task.stream, task.number, model)
        times = (task.start, task.end, task.device, number if task.queued else None)
        yield *times, number, profile.process, kind, *place


def _of_operands(operands: Sequence[Operand], strings: _Strings) -> Row:
    shapes, types, formats = (strings(str(each)) for each in tensors(operands))
    return formats, types, shapes


def _operators(profile: Profile, strings: _Strings) -> Iterator[Row]:
    for number, task in enumerate(profile.tasks):
        if task.kind == "launch":
            inputs = [each for each in task.operands if each.role != "out"]
            outputs = [each for each in task.operands if each.role != "in"]
            names = (strings(task_type(task)), strings(task.type))
            both = (*_of_operands(inputs, strings), *_of_operands(outputs, strings))
            yield strings(task_name(task)), number, None, None, *names, *both, *[None] * 5


def _collectives(profile: Profile, strings: _Strings) -> Iterator[Row]:
    numbers = {id(task): number for number, task in enumerate(profile.tasks)}
    for opened, (name, group, task) in enumerate(communication.named(profile)):
        connection = numbers[id(task)] if task.queued else None
        unknown = (None, None, None, None, None)
        about = (strings(task.name), task.device, task.ranks or None)
        times = (task.start, task.end, connection)
        yield strings(name), *times, strings(group), opened, *unknown, *about


def _marks(profile: Profile, strings: _Strings) -> Iterator[Row]:
    on_streams = {task.mark for task in profile.tasks if task.kind == "mark"}
    on_streams |= {begin.mark for begin, _ in ranges_on_streams(profile)}
    for mark in profile.marks:
        kind = "push/pop" if mark.by == "aclprofPush" else "start/end"
        if not mark.is_range:
            kind = "marker_ex" if mark.number in on_streams else "marker"
        thread = _thread(profile, mark.thread)
        texts = (strings(mark.text), thread, thread, strings(mark.domain))
        yield mark.start, mark.end, MARK_TYPES[kind], mark.number, 0, *texts, None


def _times(profile: Profile) -> list[Row]:
    found = [(call.start, call.end) for call in profile.calls]
    found += [(task.start, task.end) for task in profile.tasks]
    return [(min(start for start, _ in found), max(end for _, end in found))] if found else []


def _write(path: Path, tables: dict[str, tuple[str, Iterable[Row]]]) -> None:
    with sqlite3.connect(path) as connection:
        for name, (columns, rows) in tables.items():
            connection.execute(f"CREATE TABLE {name} ({columns})")
            marks = ", ".join("?" * len(columns.split(", ")))
            connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
    connection.close()


def write(profile: Profile, path: Path) -> None:
    """Write msprof_TIME.db. A table without rows is left out."""
    strings = _Strings()
    soc = str(profile.settings.get("soc", ""))
    rows: dict[str, list[Row]] = {
        "SESSION_TIME_INFO": _times(profile),
        "NPU_INFO": [(device, soc) for device in profile.devices],
        "HOST_INFO": [("", socket.gethostname())],
        "META_DATA": [("SCHEMA_VERSION_MAJOR", "1"), ("SCHEMA_VERSION_MINOR", "1")],
        "ENUM_API_TYPE": [(number, name) for name, number in API_LEVELS.items()],
        "ENUM_MSTX_EVENT_TYPE": [(number, name) for name, number in MARK_TYPES.items()],
        "TASK": list(_tasks(profile, strings)),
        "COMPUTE_TASK_INFO": list(_operators(profile, strings)),
        "COMMUNICATION_OP": list(_collectives(profile, strings)),
        "CANN_API": list(_apis(profile, strings)),
        "NPU_MEM": [
            (strings("APP"), 0, each.bytes, each.time, each.device) for each in profile.memory
        ],
        "MSTX_EVENTS": list(_marks(profile, strings)),
    }
    rows["STRING_IDS"] = strings.rows()
    _write(path, {name: (COLUMNS[name], each) for name, each in rows.items() if each})


def write_communication(profile: Profile, path: Path) -> None:
    """Write communication_analyzer.db: when each collective ran, and no parts of that."""
    rows: list[Row] = [
        (name, group, task.start / 1000, (task.end - task.start) / 1e6, *[None] * 4)
        for name, group, task in communication.named(profile)
    ]
    path.unlink(missing_ok=True)
    _write(path, {"CommAnalyzerTime": (_ANALYZER_COLUMNS, rows)})
