# SPDX-License-Identifier: Apache-2.0
"""Profiles (acl/acl_prof.h): statuses of CANN's documents, and what `msprof` makes.

One program notes all there is, and its tables are held against what it did.
"""

from __future__ import annotations

import csv
import ctypes
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from runtime.codes import INVALID_PARAM, PARAM_INVALID
from support import Api, python_environment

from aclnn_py import _tree, native

# acl_base.h
REPEAT_INITIALIZE = 100002
INVALID_FILE = 100003
INVALID_PROFILING_CONFIG = 100010
INVALID_MODEL_ID = 100011
PROF_ALREADY_RUN = 100042
PROF_NOT_RUN = 100043
PROF_REPEAT_SUBSCRIBE = 148046
PROF_API_CONFLICT = 148047
PROF_MODULES_UNSUPPORTED = 200007

# acl_prof.h
ACL_API, TASK_TIME, AICORE_METRICS, TASK_MEMORY, MSPROFTX = 0x1, 0x2, 0x4, 0x1000, 0x80
NO_METRICS = 255
STORAGE_LIMIT, SYS_IO_FREQ = 1, 5

CALLS = 5
SIZE = 4096

_PROGRAM = """
import ctypes, os, sys, threading
from ctypes import byref, c_char_p, c_size_t, c_uint32, c_uint64, c_void_p
lib = ctypes.CDLL(os.environ["LIBRARY"])
for name in ("aclprofCreateConfig", "aclprofCreateStamp", "aclprofCreateStepInfo",
             "mstxDomainCreateA"):
    getattr(lib, name).restype = c_void_p
lib.mstxRangeStartA.restype = lib.mstxDomainRangeStartA.restype = c_uint64
lib.aclGetRecentErrMsg.restype = c_char_p
def ok(name, *arguments):
    status = getattr(lib, name)(*arguments)
    assert status == 0, (name, status, lib.aclGetRecentErrMsg())
def made(name, *arguments):
    handle = c_void_p()
    ok(name, byref(handle), *arguments)
    return handle
def copy():
    ok("aclrtMemcpyAsync", there, c_size_t(SIZE), here, c_size_t(SIZE), 3, stream)
SIZE = 4096
ok("aclInit", None)
ok("aclrtSetDevice", 0)
stream = made("aclrtCreateStream")
here, there = made("aclrtMalloc", c_size_t(SIZE), 0), made("aclrtMalloc", c_size_t(SIZE), 0)
copy()
ok("aclrtSynchronizeStream", stream)
path = os.environ["FOLDER"].encode()
ok("aclprofInit", path, c_size_t(len(path)))
device = (c_uint32 * 1)(0)
types = c_uint64(0x1 | 0x2 | 0x4 | 0x80 | 0x1000)
config = c_void_p(lib.aclprofCreateConfig(device, 1, 1, None, types))
for _ in range(2):
    ok("aclprofStart", config)
    more = made("aclrtMalloc", c_size_t(1 << 20), 0)
    for _ in range(5):
        copy()
    ok("aclrtFree", more)
    ok("aclrtSynchronizeStream", stream)
    ok("aclprofStop", config)
    copy()
    ok("aclrtSynchronizeStream", stream)
ok("aclprofStart", config)
step = c_void_p(lib.aclprofCreateStepInfo())
ok("aclprofGetStepTimestamp", step, 0, stream)
stamp = c_void_p(lib.aclprofCreateStamp())
ok("aclprofSetStampTraceMessage", stamp, b"stamped", 7)
ok("aclprofMark", stamp)
ok("aclprofPush", stamp)
ok("aclprofPop")
number = c_uint32()
ok("aclprofRangeStart", stamp, byref(number))
ended = threading.Thread(target=lambda: ok("aclprofRangeStop", number))
ended.start(); ended.join()
ok("aclprofMarkEx", b"of both", c_size_t(7), stream)
ok("aclrtProfTrace", b"abc", 3, stream)
domain = c_void_p(lib.mstxDomainCreateA(b"mine"))
lib.mstxMarkA(b"a mark", None)
lib.mstxMarkA(b"=1+1", None)
outer = lib.mstxDomainRangeStartA(domain, b"on a stream", stream)
copy()
lib.mstxDomainRangeEnd(domain, c_uint64(outer))
lib.mstxRangeEnd(c_uint64(outer))
ok("aclprofGetStepTimestamp", step, 1, stream)
ok("aclrtSynchronizeStream", stream)
ok("aclprofStop", config)
ok("aclprofDestroyConfig", config)
lib.aclprofDestroyStamp(stamp)
lib.aclprofDestroyStepInfo(step)
lib.mstxDomainDestroy(domain)
ok("aclprofFinalize")
listens = "ACLNN_TRACE" in os.environ
assert (lib.mstxRangeStartA(b"who listens", None) != 0) == listens
print("done")
"""


def msprof(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command as programs find it."""
    command = _tree.command_directory() / "msprof"
    return subprocess.run(
        [str(command), *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        timeout=60,
        check=False,
    )


class Exported:
    """A profile of the program, its tables and its timeline."""

    def __init__(self, folder: Path, *, trace: Path | None = None) -> None:
        variables = {"LIBRARY": str(native.library_paths()[0]), "FOLDER": str(folder)}
        if trace is not None:
            variables["ACLNN_TRACE"] = str(trace)
        ran = subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            capture_output=True,
            text=True,
            env=python_environment(variables),
            timeout=60,
            check=False,
        )
        assert ran.stdout == "done\n", ran.stderr
        (self.path,) = folder.iterdir()
        result = msprof("--export=on", f"--output={self.path}")
        assert result.returncode == 0, result.stderr
        self.said = result.stderr
        self.database = self._export_database()
        self.tables: dict[str, list[dict[str, str]]] = {}
        self.timeline: list[dict[str, Any]] = []
        for file in (self.path / "mindstudio_profiler_output").iterdir():
            name = re.sub(r"_\d{14}\.\w+$", "", file.name)
            if file.suffix == ".csv":
                with file.open(newline="") as text:
                    self.tables[name] = list(csv.DictReader(text))
            else:
                self.timeline = json.loads(file.read_text("utf-8"))

    def _export_database(self) -> sqlite3.Connection:
        """Twice, of which the second is left; a copy of it."""
        for _ in range(2):
            result = msprof("--export=on", "--type=db", f"--output={self.path}")
            assert result.returncode == 0, result.stderr
        (path,) = self.path.glob("msprof_*.db")
        assert re.fullmatch(r"msprof_\d+\.db", path.name)  # what torch_npu looks for
        copied = sqlite3.connect(":memory:")
        stored = sqlite3.connect(path)
        stored.backup(copied)
        stored.close()
        return copied


@cache
def exported() -> Exported:
    with TemporaryDirectory() as folder:
        return Exported(Path(folder))


def test_the_folder_is_named_as_cann_names_it() -> None:
    found = exported()
    assert re.fullmatch(r"PROF_000001_\d{17}_[A-Z]{16}", found.path.name)


def test_tasks_between_start_and_stop_are_told() -> None:
    """Not the copies before, between and behind: five, five, and one."""
    tasks = Counter(row["kernel_type"] for row in exported().tables["task_time"])
    assert tasks["MEMCPY_ASYNC"] == 5 + 5 + 1
    assert tasks["STEP"] == 2
    assert tasks["MSTX"] == 3 + 1  # and of aclrtProfTrace


def test_calls_are_counted() -> None:
    rows = {row["API Name"]: row for row in exported().tables["api_statistic"]}
    assert rows["aclrtMemcpyAsync"]["Count"] == "11"
    assert rows["aclrtSynchronizeStream"]["Count"] == "3"
    assert "aclprofInit" not in rows
    one = rows["aclrtMemcpyAsync"]
    assert float(one["Min(us)"]) <= float(one["Avg(us)"]) <= float(one["Max(us)"])
    assert float(one["Time(us)"]) == pytest.approx(11 * float(one["Avg(us)"]), abs=0.011)


#: Columns of CANN's documents (profile data files, db), of which torch_npu asks for some.
QUERIES = """
SELECT startNs, endNs, connectionId, globalTaskId, globalPid, modelId, contextId FROM TASK
SELECT startNs, endNs, globalTid, connectionId FROM CANN_API WHERE type = 10000
SELECT startNs, endNs, globalTid, domainId, message, rangeId FROM MSTX_EVENTS
SELECT id, name FROM ENUM_API_TYPE
SELECT startTimeNs, endTimeNs FROM SESSION_TIME_INFO
SELECT id, name FROM NPU_INFO
SELECT hostUid, hostName FROM HOST_INFO
"""


def test_the_database_has_what_the_tables_have() -> None:
    found = exported()
    ask = found.database.execute
    for query in QUERIES.strip().splitlines():
        ask(query).fetchall()
    kinds = Counter(
        kind for (kind,) in ask("SELECT value FROM TASK JOIN STRING_IDS ON taskType = id")
    )
    assert kinds == Counter(row["kernel_type"] for row in found.tables["task_time"])
    calls = Counter(
        name
        for (name,) in ask(
            "SELECT value FROM CANN_API JOIN STRING_IDS ON name = id WHERE type = 20000"
        )
    )
    assert calls == {row["API Name"]: int(row["Count"]) for row in found.tables["api_statistic"]}
    marks = ask("SELECT value FROM MSTX_EVENTS JOIN STRING_IDS ON message = id")
    assert sorted(text for (text,) in marks) == sorted(
        row["message"] for row in found.tables["msprof_tx"]
    )


def test_launches_join_calls_and_tasks() -> None:
    """A launch lies within the call that made it, before the task that it has a connection to."""
    rows = (
        exported()
        .database.execute(
            "SELECT l.startNs, c.startNs, c.endNs, t.startNs FROM CANN_API l"
            " JOIN STRING_IDS s ON l.name = s.id AND s.value = 'launch'"
            " JOIN TASK t ON t.connectionId = l.connectionId"
            " JOIN CANN_API c ON c.globalTid = l.globalTid AND c.type = 20000"
            " AND c.startNs <= l.startNs AND l.endNs <= c.endNs"
        )
        .fetchall()
    )
    assert len(rows) >= 11
    assert all(start <= launch <= min(end, begin) for launch, start, end, begin in rows)


def written_profile(folder: Path) -> Path:
    """A profile as the library writes it: an operator, and three collectives of four ranks."""
    path = folder / "PROF_000001_1_A"
    (path / "host" / "data").mkdir(parents=True)
    clocks = {"collectionTimeBegin": 0, "clockMonotonicRaw": 0, "clockMonotonic": 0}
    (path / "host" / "start_info").write_text(json.dumps(clocks))
    (path / "host" / "info.json").write_text(json.dumps({"pid": 7, "devices": [2]}))
    place: dict[str, object] = {
        "device": 2,
        "stream": 3,
        "task": 1,
        "queued_us": 500,
        "queued_by": 9,
    }
    operands = [{"type": "FLOAT", "shape": [2, 3], "role": role} for role in ("in", "out")]
    work: list[tuple[str, str, int, dict[str, object]]] = [
        ("aclnnAbs", "launch", 700, {"operands": operands}),
        ("HcclAllReduce", "collective", 1000, {"ranks": 4, "rank": 1}),
        ("HcclAllReduce", "collective", 9000, {"ranks": 4, "rank": 1}),
        ("HcclSend", "collective", 20000, {"ranks": 4, "rank": 1}),
    ]
    lines = [
        {"name": name, "cat": kind, "ph": "X", "ts": start, "dur": 2500, "args": place | args}
        for name, kind, start, args in work
    ]
    text = "".join(f"{json.dumps(line)},\n" for line in lines)
    (path / "host" / "data" / "aclnn_py.0.json").write_text(f"[\n{text}")
    return path


def test_collectives_have_their_times(tmp_path: Path) -> None:
    analyzed = written_profile(tmp_path) / "analyze"
    for kind in ("text", "db"):
        ran = msprof("--analyze=on", f"--type={kind}", f"--output={tmp_path}")
        assert ran.returncode == 0, ran.stderr
        assert "only a device has them" in ran.stderr
    times = json.loads((analyzed / "communication.json").read_text("utf-8"))
    assert list(times) == [
        "hcom_allReduce__ranks4_0@ranks4",
        "hcom_allReduce__ranks4_1@ranks4",
        "hcom_send__ranks4_0@ranks4",
    ]
    first = times["hcom_allReduce__ranks4_0@ranks4"]["Communication Time Info"]
    assert first == {"Start Timestamp(us)": 1000.0, "Elapse Time(ms)": 2.5}
    rows = sqlite3.connect(analyzed / "communication_analyzer.db").execute(
        "SELECT hccl_op_name, group_name, start_timestamp, elapse_time, transit_time, wait_time,"
        " synchronization_time, idle_time FROM CommAnalyzerTime"
    )
    assert rows.fetchall()[0] == ("hcom_allReduce__ranks4_0", "ranks4", 1000.0, 2.5, *[None] * 4)


@pytest.mark.slow
def test_torch_npus_questions_to_the_database(tmp_path: Path) -> None:
    """What it joins to tell computing from communication (_trace_step_time_db_parser.py)."""
    path = written_profile(tmp_path)
    ran = msprof("--export=on", "--type=db", f"--output={path}")
    assert ran.returncode == 0, ran.stderr
    (file,) = path.glob("msprof_*.db")
    ask = sqlite3.connect(file).execute
    computed = ask(
        "SELECT s.value, t.startNs, t.endNs, t.deviceId FROM COMPUTE_TASK_INFO c"
        " JOIN TASK t ON c.globalTaskId = t.globalTaskId JOIN STRING_IDS s ON c.name = s.id"
    ).fetchall()
    assert computed == [("aclnnAbs", 700_000, 3_200_000, 2)]
    shapes = "SELECT value FROM COMPUTE_TASK_INFO JOIN STRING_IDS ON id = inputShapes"
    assert ask(shapes).fetchall() == [('"2,3"',)]
    talked = ask(
        "SELECT s.value, o.startNs, o.endNs, t.deviceId FROM COMMUNICATION_OP o"
        " JOIN (SELECT connectionId, deviceId FROM TASK GROUP BY connectionId"
        " HAVING COUNT(DISTINCT deviceId) = 1) t ON o.connectionId = t.connectionId"
        " JOIN STRING_IDS s ON s.id = o.opName ORDER BY o.startNs"
    ).fetchall()
    assert talked[2] == ("hcom_send__ranks4_0", 20_000_000, 22_500_000, 2)
    assert len(talked) == 3


def test_marks_and_ranges() -> None:
    rows = exported().tables["msprof_tx"]
    found = [(row["message"], row["event_type"], row["domain"]) for row in rows]
    assert sorted(found) == [
        ("a mark", "marker", "default"),
        ("of both", "marker_ex", "default"),
        ("on a stream", "start/end", "mine"),
        ("stamped", "marker", "default"),
        ("stamped", "push/pop", "default"),
        ("stamped", "start/end", "default"),
    ]
    for row in rows:
        assert float(row["Start_time(us)"]) <= float(row["End_time(us)"])
    (on_stream,) = (row for row in rows if row["message"] == "on a stream")
    assert float(on_stream["Device Start_time(us)"]) < float(on_stream["Device End_time(us)"])


def test_bytes_of_a_mark_are_few(api: Api) -> None:
    data = ctypes.create_string_buffer(32)
    assert api.aclrtProfTrace(None, 3, None) == INVALID_PARAM
    assert [api.aclrtProfTrace(data, length, None) for length in (0, -1, 19)] == [PARAM_INVALID] * 3


def test_steps_and_memory() -> None:
    (step,) = exported().tables["step_trace"]
    assert step["Iteration ID"] == "1"
    assert float(step["Iteration Time(us)"]) > 0
    memory = [float(row["hbm(KB)"]) for row in exported().tables["npu_mem"]]
    assert max(memory) - memory[-1] == pytest.approx(1024, rel=0.01)  # a MiB came and went


def end_of(event: dict[str, Any]) -> Decimal:
    """Today's microseconds as a float are a quarter of one apart."""
    return Decimal(event["ts"]) + Decimal(str(event["dur"]))


def test_the_timeline_leads_from_calls_to_tasks() -> None:
    events = exported().timeline
    begins = {e["id"]: e for e in events if e["ph"] == "s" and e["cat"] == "HostToDevice"}
    ends = {e["id"]: e for e in events if e["ph"] == "f" and e["cat"] == "HostToDevice"}
    assert begins.keys() == ends.keys()
    slices = {(e["pid"], e["tid"], e["ts"]): e for e in events if e["ph"] == "X"}
    calls = [e for e in events if e["ph"] == "X" and e["name"] == "AscendCL@aclrtMemcpyAsync"]
    copies = 0
    for number, begin in begins.items():
        end = ends[number]
        task = slices[end["pid"], end["tid"], end["ts"]]
        if task["name"] != "MEMCPY_ASYNC":
            continue
        copies += 1
        at = Decimal(begin["ts"])
        inside = [c for c in calls if Decimal(c["ts"]) <= at <= end_of(c)]
        assert len(inside) == 1
        assert inside[0]["tid"] == begin["tid"]
        assert Decimal(task["ts"]) >= at
    assert copies == 11


def test_what_only_a_device_has_is_named() -> None:
    assert "AI core metrics (ACL_PROF_AICORE_METRICS): only a device has them" in exported().said


@pytest.mark.slow
def test_a_trace_runs_beside_it(tmp_path: Path) -> None:
    """What both note is the same; the trace has what comes before and after, too."""
    trace = tmp_path / "t.json"
    found = Exported(tmp_path / "profiles", trace=trace)
    events = json.loads(trace.read_text("utf-8"))
    copies = [e for e in events if e["ph"] == "X" and e["cat"] == "copy"]
    assert len(copies) == 1 + 2 * 6 + 1
    assert sum(row["kernel_type"] == "MEMCPY_ASYNC" for row in found.tables["task_time"]) == 11
    assert {e["name"] for e in events if e.get("cat") == "range"} == {"stamped", "on a stream"}


# --- Statuses ------------------------------------------------------------------------------------


@pytest.fixture
def prof(api: Api) -> Iterator[Api]:
    api.lib.aclprofCreateConfig.restype = ctypes.c_void_p
    yield api
    api.aclprofFinalize()
    api.message()


def init(api: Api, path: Path) -> int:
    text = str(path).encode()
    return int(api.aclprofInit(text, len(text)))


def config(api: Api, types: int = TASK_TIME, metrics: int = NO_METRICS) -> ctypes.c_void_p:
    device = (ctypes.c_uint32 * 1)(0)
    made = api.lib.aclprofCreateConfig(device, 1, metrics, None, ctypes.c_uint64(types))
    assert made is not None
    return ctypes.c_void_p(made)


def test_paths(prof: Api, tmp_path: Path) -> None:
    assert prof.aclprofInit(None, 4) == INVALID_PARAM
    assert prof.aclprofInit(b"here", 0) == INVALID_PARAM
    assert prof.aclprofInit(b"here", 5) == INVALID_PARAM
    assert prof.aclprofInit(b"x" * 4096, 4096) == INVALID_PARAM
    file = tmp_path / "file"
    file.touch()
    prof.message()
    assert init(prof, file / "below") == INVALID_FILE
    assert "cannot be written" in prof.message()
    assert init(prof, tmp_path / "a" / "b") == 0
    assert (tmp_path / "a" / "b").is_dir()
    assert init(prof, tmp_path) == REPEAT_INITIALIZE
    assert "aclprofFinalize first" in prof.message()
    assert prof.aclprofFinalize() == 0
    assert init(prof, tmp_path) == 0


def test_the_sequence_of_calls(prof: Api, tmp_path: Path) -> None:
    made = config(prof)
    assert prof.aclprofFinalize() == PROF_NOT_RUN
    assert prof.aclprofStart(made) == PROF_NOT_RUN
    assert "aclprofInit first" in prof.message()
    assert prof.aclprofStop(made) == PROF_NOT_RUN
    assert init(prof, tmp_path) == 0
    assert prof.aclprofStop(made) == PROF_NOT_RUN
    assert prof.aclprofWarmup(made) == 0
    assert prof.aclprofStart(made) == 0
    assert prof.aclprofStart(made) == PROF_ALREADY_RUN
    assert "device 0" in prof.message()
    other = config(prof, ACL_API)
    assert prof.aclprofStop(other) == INVALID_PROFILING_CONFIG
    assert prof.aclprofStop(made) == 0
    assert prof.aclprofStop(made) == PROF_NOT_RUN
    assert prof.aclprofDestroyConfig(made) == prof.aclprofDestroyConfig(other) == 0
    assert prof.aclprofDestroyConfig(made) == INVALID_PARAM
    assert prof.aclprofStart(made) == INVALID_PARAM


def test_configurations(prof: Api, tmp_path: Path) -> None:
    device = (ctypes.c_uint32 * 2)(0, 0)
    types = ctypes.c_uint64(TASK_TIME)
    create = prof.lib.aclprofCreateConfig
    assert create(None, 1, NO_METRICS, None, types) is None
    assert create(device, 2, NO_METRICS, None, types) is None
    assert create(device, 0, NO_METRICS, None, types) is None
    assert create(device, 1, NO_METRICS, ctypes.c_void_p(8), types) is None
    device[0] = 63
    assert create(device, 1, NO_METRICS, None, types) is None
    assert "63" in prof.message()
    assert init(prof, tmp_path) == 0
    for types_, metrics, status in (
        (0, NO_METRICS, INVALID_PARAM),
        (1 << 60, NO_METRICS, PROF_MODULES_UNSUPPORTED),
        (AICORE_METRICS, 99, INVALID_PARAM),
        (AICORE_METRICS, 8, 0),
    ):
        made = config(prof, types_, metrics)
        assert prof.aclprofStart(made) == status
        prof.aclprofStop(made)
        prof.aclprofDestroyConfig(made)


def test_settings(prof: Api) -> None:
    def set_(kind: int, text: bytes) -> int:
        return int(prof.aclprofSetConfig(kind, text, len(text)))

    assert set_(0, b"1") == set_(17, b"1") == INVALID_PARAM
    assert prof.aclprofSetConfig(SYS_IO_FREQ, None, 0) == INVALID_PARAM
    assert prof.aclprofSetConfig(SYS_IO_FREQ, b"10", 3) == INVALID_PARAM
    assert set_(SYS_IO_FREQ, b"x" * 257) == INVALID_PARAM
    assert set_(SYS_IO_FREQ, b"100") == 0
    assert set_(SYS_IO_FREQ, b"101") == INVALID_PROFILING_CONFIG
    assert set_(STORAGE_LIMIT, b"200MB") == 0
    assert set_(STORAGE_LIMIT, b"199MB") == set_(STORAGE_LIMIT, b"200") == INVALID_PROFILING_CONFIG
    assert "with MB behind it" in prof.message()


def test_stamps_need_a_profile(prof: Api, tmp_path: Path) -> None:
    prof.lib.aclprofCreateStamp.restype = ctypes.c_void_p
    assert prof.lib.aclprofCreateStamp() is None
    assert prof.aclprofPop() == PROF_NOT_RUN
    assert init(prof, tmp_path) == 0
    made = config(prof, MSPROFTX)
    assert prof.aclprofStart(made) == 0
    stamp = ctypes.c_void_p(prof.lib.aclprofCreateStamp())
    assert prof.aclprofSetStampTraceMessage(stamp, b"x" * 128, 128) == INVALID_PARAM
    assert prof.aclprofPop() == PROF_NOT_RUN
    assert prof.aclprofPush(stamp) == 0
    assert prof.aclprofPush(stamp) == INVALID_PARAM
    prof.aclprofDestroyStamp(stamp)  # it lasts until it is popped
    assert prof.aclprofPop() == 0
    assert prof.aclprofMark(stamp) == INVALID_PARAM
    assert prof.aclprofRangeStop(77) == INVALID_PARAM
    assert prof.aclprofMarkEx(b"x", 1, None) == INVALID_PARAM
    assert prof.aclprofStop(made) == 0
    prof.aclprofDestroyConfig(made)


def test_a_folder_that_goes_away(prof: Api, tmp_path: Path) -> None:
    assert init(prof, tmp_path / "p") == 0
    (tmp_path / "p").rmdir()
    (tmp_path / "p").touch()
    made = config(prof)
    assert prof.aclprofStart(made) == INVALID_FILE
    assert "cannot be written" in prof.message()
    assert prof.aclprofDestroyConfig(made) == 0


@pytest.mark.slow
def test_msprof_says_what_is_wrong(tmp_path: Path) -> None:
    assert msprof().returncode == 2
    assert "only exports profiles" in msprof("./program").stderr
    assert msprof("--export=on").returncode == 2
    missing = msprof("--export=on", f"--output={tmp_path}")
    assert missing.returncode == 1
    assert "neither is a profile" in missing.stderr
    (tmp_path / "PROF_000001_1_A").mkdir()
    assert msprof("--export=on", f"--output={tmp_path}").returncode == 1
    assert msprof("--export=on", "--type=html", f"--output={tmp_path}").returncode == 2
    # What torch_npu looks for: databases can be asked for, and tables do not bring one along.
    said = msprof("--help").stdout
    assert "--type" in said
    assert "text(which will also export the database)" not in said
