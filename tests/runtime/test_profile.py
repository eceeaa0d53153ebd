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
        self.tables: dict[str, list[dict[str, str]]] = {}
        self.timeline: list[dict[str, Any]] = []
        for file in (self.path / "mindstudio_profiler_output").iterdir():
            name = re.sub(r"_\d{14}\.\w+$", "", file.name)
            if file.suffix == ".csv":
                with file.open(newline="") as text:
                    self.tables[name] = list(csv.DictReader(text))
            else:
                self.timeline = json.loads(file.read_text("utf-8"))


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


def test_msprof_says_what_is_wrong(tmp_path: Path) -> None:
    assert msprof().returncode == 2
    assert "only exports profiles" in msprof("./program").stderr
    assert msprof("--export=on").returncode == 2
    missing = msprof("--export=on", f"--output={tmp_path}")
    assert missing.returncode == 1
    assert "neither is a profile" in missing.stderr
    (tmp_path / "PROF_000001_1_A").mkdir()
    assert msprof("--export=on", f"--output={tmp_path}").returncode == 1
    assert "--type" not in msprof("--help").stdout  # torch_npu would ask for a database
