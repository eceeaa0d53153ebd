# SPDX-License-Identifier: Apache-2.0
"""ACLNN_TRACE: what the file says, held against the Trace Event Format and against the program.

A process for each mode of streams does the same: two threads, three streams, copies, an event,
a graph that is replayed, and a call that fails.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from runtime.codes import INVALID_PARAM
from support import python_environment

from aclnn_py import native

Event = dict[str, Any]

MODES = ("async", "lazy", "sync")
SHAPE = [2, 3]
BYTES = 2 * 3 * 4  # of float32
REPLAYS = 2

_BEGIN = """
import ctypes, os, threading
from ctypes import byref, c_void_p, c_int64, c_uint64, c_float
lib = ctypes.CDLL(os.environ["LIBRARY"])
for name in ("aclCreateTensor", "aclCreateScalar"):
    getattr(lib, name).restype = c_void_p
def ok(name, *arguments):
    status = getattr(lib, name)(*arguments)
    assert status == 0, (name, status)
def made(name, *arguments):
    handle = c_void_p()
    ok(name, byref(handle), *arguments)
    return handle
"""

_PROGRAM = (
    _BEGIN
    + """
shape = (c_int64 * 2)(2, 3)
def tensor():
    memory = made("aclrtMalloc", c_uint64(24), 0)
    handle = c_void_p(lib.aclCreateTensor(shape, c_uint64(2), 0, None, c_int64(0), 2, shape,
                                          c_uint64(2), memory))
    return memory, handle
ok("aclInit", None)
ok("aclrtSetDevice", 0)
(left, x), (right, y), (result, out) = tensor(), tensor(), tensor()
one = c_void_p(lib.aclCreateScalar(byref(c_float(1)), 0))
def add(stream):
    size, executor = c_uint64(), c_void_p()
    ok("aclnnAddGetWorkspaceSize", x, y, one, out, byref(size), byref(executor))
    ok("aclnnAdd", None, c_uint64(0), executor, stream)
host = ctypes.create_string_buffer(24)
ok("aclrtMemcpy", left, c_uint64(24), host, c_uint64(24), 1)
first, second = made("aclrtCreateStream"), made("aclrtCreateStream")
event = made("aclrtCreateEvent")
add(first)
ok("aclrtRecordEvent", event, first)
ok("aclrtStreamWaitEvent", second, event)
add(second)
ok("aclrtMemcpyAsync", right, c_uint64(24), left, c_uint64(24), 3, second)
ok("aclrtSynchronizeStream", second)
def in_thread():
    ok("aclrtSetDevice", 0)
    third = made("aclrtCreateStream")
    add(third)
    ok("aclrtSynchronizeStream", third)
    ok("aclrtDestroyStream", third)
thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
ok("aclmdlRICaptureBegin", first, 2)
add(first)
add(first)
graph = c_void_p()
ok("aclmdlRICaptureEnd", first, byref(graph))
for _ in range(2):
    ok("aclmdlRIExecuteAsync", graph, first)
ok("aclrtSynchronizeStream", first)
ok("aclmdlRIDestroy", graph)
assert lib.aclrtMalloc(None, c_uint64(24), 0) != 0
for memory in left, right, result:
    ok("aclrtFree", memory)
ok("aclFinalize")
"""
)


@dataclass
class Trace:
    """A file: its events, and those of calls and tasks."""

    events: list[Event]

    def named(self, name: str, category: str) -> list[Event]:
        return [e for e in self.events if e["name"] == name and e.get("cat") == category]

    @property
    def slices(self) -> list[Event]:
        return [event for event in self.events if event["ph"] == "X"]

    def by_thread(self) -> Iterator[list[Event]]:
        """The slices of each thread, by their begins; of two that begin together the longer."""
        for thread in {event["tid"] for event in self.slices}:
            found = [event for event in self.slices if event["tid"] == thread]
            yield sorted(found, key=lambda e: (e["ts"], -e["dur"]))


def _run(code: str, **variables: str) -> subprocess.CompletedProcess[str]:
    given = {**variables, "LIBRARY": str(native.library_paths()[0])}
    return subprocess.run(
        [sys.executable, "-S", "-c", code],
        env=python_environment(given),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _read(path: Path) -> Trace:
    return Trace(json.loads(path.read_text("utf-8")))


@cache
def _trace(mode: str) -> Trace:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "t.json"
        done = _run(_PROGRAM, ACLNN_TRACE=str(path), ACLNN_STREAM=mode)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert [each.name for each in Path(directory).iterdir()] == ["t.json"]
        return _read(path)


@pytest.fixture(params=MODES)
def trace(request: pytest.FixtureRequest) -> Trace:
    return _trace(request.param)


def _end(event: Event) -> float:
    return float(event["ts"] + event["dur"])


ROUNDING = 0.0021
"""Microseconds: begin and duration are given to the nanosecond, and float64 adds a quarter."""


def test_events_have_the_keys_of_their_phases(trace: Trace) -> None:
    wanted = {
        "M": {"pid", "args"},
        "X": {"pid", "tid", "ts", "dur", "cat"},
        "s": {"pid", "tid", "ts", "id", "cat"},
        "f": {"pid", "tid", "ts", "id", "cat", "bp"},
        "C": {"pid", "ts", "args"},
    }
    for event in trace.events:
        assert isinstance(event["name"], str)
        assert wanted[event["ph"]] <= event.keys(), event
        for key in {"ts", "dur"} & event.keys():
            assert event[key] >= 0
    assert {event["ph"] for event in trace.events} == wanted.keys()


def test_threads_and_streams_are_named(trace: Trace) -> None:
    named = {e["tid"] for e in trace.events if e["name"] == "thread_name"}
    assert {event["tid"] for event in trace.slices} <= named
    assert trace.events[0]["name"] == "process_name"
    assert trace.events[-1]["name"] == "aclnn_py_end"
    assert trace.events[-1]["args"] == {"events": len(trace.events) - 1, "dropped": 0}


def test_slices_of_a_thread_nest(trace: Trace) -> None:
    for slices in trace.by_thread():
        open_slices: list[Event] = []
        for event in slices:
            while open_slices and _end(open_slices[-1]) <= event["ts"] + ROUNDING:
                open_slices.pop()
            if open_slices:
                assert _end(event) <= _end(open_slices[-1]) + ROUNDING
            open_slices.append(event)


def test_every_call_is_there(trace: Trace) -> None:
    calls = Counter(e["name"] for e in trace.slices if e["cat"] == "call")
    expected = {
        "aclInit": 1,
        "aclrtSetDevice": 2,
        "aclrtCreateStream": 3,
        "aclrtMalloc": 4,
        "aclnnAddGetWorkspaceSize": 5,
        "aclnnAdd": 5,
        "aclmdlRIExecuteAsync": REPLAYS,
        "aclrtSynchronizeStream": 3,
        "aclFinalize": 1,
    }
    assert {name: calls[name] for name in expected} == expected
    failed = [e for e in trace.slices if e["cat"] == "call" and "status" in e.get("args", {})]
    assert [(e["name"], e["args"]["status"]) for e in failed] == [("aclrtMalloc", INVALID_PARAM)]


def test_calls_have_their_threads(trace: Trace) -> None:
    by_thread = Counter(e["tid"] for e in trace.named("aclnnAdd", "call"))
    assert sorted(by_thread.values()) == [1, 4]
    assert trace.events[0]["pid"] in by_thread


def test_calls_have_their_lines_of_python(trace: Trace) -> None:
    (call,) = trace.named("aclrtRecordEvent", "call")
    functions = [line.split(" ")[0] for line in call["args"]["python"]]
    assert functions == ["ok", "<module>"]


def test_launches_say_what_they_were_given(trace: Trace) -> None:
    launches = trace.named("aclnnAdd", "launch")
    assert len(launches) == 3 + 2 * REPLAYS
    for event in launches:
        operands = [(o["type"], o["shape"], o["role"]) for o in event["args"]["operands"]]
        assert operands == [("DT_FLOAT", SHAPE, role) for role in ("in", "in", "out")]
        assert event["args"]["bytes_read"] == 2 * BYTES
        assert event["args"]["bytes_written"] == BYTES
        assert event["args"]["workspace"] == 0


def test_copies_say_their_bytes(trace: Trace) -> None:
    (task,) = trace.named("aclrtMemcpyAsync", "copy")
    assert (task["args"]["bytes_read"], task["args"]["bytes_written"]) == (BYTES, BYTES)
    (call,) = trace.named("aclrtMemcpy", "call")
    assert call["args"]["bytes"] == BYTES


def test_nodes_lie_in_their_replay(trace: Trace) -> None:
    replays = trace.named("aclmdlRIExecuteAsync", "graph")
    assert len(replays) == REPLAYS
    nodes = [e for e in trace.named("aclnnAdd", "launch") if "captured_on" in e["args"]]
    for replay in replays:
        own = [e for e in nodes if replay["ts"] <= e["ts"] and _end(e) <= _end(replay) + ROUNDING]
        assert len(own) == 2
        assert {e["args"]["captured_on"] for e in own} == {replay["args"]["stream"]}


def test_tasks_of_a_stream_do_not_overlap(trace: Trace) -> None:
    for slices in trace.by_thread():
        tasks = [e for e in slices if "task" in e.get("args", {})]
        for before, after in pairwise(tasks):
            assert _end(before) <= after["ts"] + ROUNDING
            assert before["args"]["task"] < after["args"]["task"]


def test_tasks_run_after_they_were_queued(trace: Trace) -> None:
    tasks = [e for e in trace.slices if "task" in e.get("args", {})]
    assert tasks
    assert all(e["args"]["queued_us"] <= e["ts"] for e in tasks)


def _slice_at(trace: Trace, arrow: Event) -> Event:
    """The innermost slice of the arrow's thread at its time."""
    around = [
        e
        for e in trace.slices
        if e["tid"] == arrow["tid"] and e["ts"] <= arrow["ts"] <= _end(e) + ROUNDING
    ]
    assert around, arrow
    return max(around, key=lambda e: e["ts"])


def test_arrows_have_both_ends_in_slices(trace: Trace) -> None:
    begins = {e["id"]: e for e in trace.events if e["ph"] == "s"}
    ends = {e["id"]: e for e in trace.events if e["ph"] == "f"}
    assert begins.keys() == ends.keys()
    assert len(begins) == sum(e["ph"] == "s" for e in trace.events)
    pairs = [
        (e["name"], _slice_at(trace, e)["name"], _slice_at(trace, ends[flow])["name"])
        for flow, e in begins.items()
    ]
    launches = [pair[1:] for pair in pairs if pair[0] == "launch"]
    assert all(call == task for call, task in launches)
    assert Counter(call for call, _ in launches)["aclnnAdd"] == 3
    waits = [pair[1:] for pair in pairs if pair[0] == "wait"]
    assert waits == [("aclrtRecordEvent", "aclrtStreamWaitEvent")]


def test_memory_in_use_rises_and_falls(trace: Trace) -> None:
    used = [e["args"]["bytes"] for e in trace.events if e["ph"] == "C"]
    assert len(used) == 6
    assert used == [*sorted(used[:3]), *sorted(used[3:], reverse=True)]
    assert used[0] >= BYTES
    assert used[2] == 3 * used[0]
    assert used[-1] == 0


# --- Files ---------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    code = _BEGIN + "print(lib.aclInit(None))"
    path = tmp_path / "missing" / "t.json"
    done = _run(code, ACLNN_TRACE=str(path))
    assert done.stdout == "500000\n"
    assert (
        done.stderr
        == (  # 60 bytes of a value are told
            f"aclnn_py: ACLNN_TRACE={str(path)[:60]}: the file cannot be written: No such file or "
            "directory\n"
        )
    )


@pytest.mark.parametrize(
    ("name", "text"), [("t.json.gz", "gzip"), ("%q.json", "%p is the process")]
)
def test_a_name_that_cannot_be_is_told(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    done = _run(_BEGIN + "print(lib.aclInit(None))", ACLNN_TRACE=str(path))
    assert done.stdout == "500000\n"
    assert done.stderr.startswith(f"aclnn_py: ACLNN_TRACE={str(path)[:60]}: ")
    assert text in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_told_at_once() -> None:
    done = _run(_BEGIN + "print(lib.aclInit(None))", ACLNN_TRACE="/dev/full")
    assert done.stdout == "500000\n"
    assert "ACLNN_TRACE=/dev/full: the file cannot be written: No space left" in done.stderr


FORKED = (
    _BEGIN
    + """
lib.aclsysGetVersionStr(b"acl", ctypes.create_string_buffer(128))
child = os.fork()
ok("aclInit", None)
if child:
    assert os.waitpid(child, 0)[1] == 0
    print(child)
    if os.fork() == 0:  # the library refuses this one, and it adds nothing to the file
        lib.aclInit(None)
        raise SystemExit
    os.wait()
ok("aclFinalize")
"""
)


def test_a_forked_child_has_a_file_of_its_own(tmp_path: Path) -> None:
    done = _run(FORKED, ACLNN_TRACE=str(tmp_path / "t.json"))
    assert done.returncode == 0, done.stderr
    child = int(done.stdout)
    own, other = _read(tmp_path / "t.json"), _read(tmp_path / f"t.{child}.json")
    assert {e["pid"] for e in other.events} == {child}
    assert {e["pid"] for e in own.events} == {own.events[0]["pid"]} != {child}
    for trace in own, other:
        assert [e["name"] for e in trace.slices if e["name"] != "aclsysGetVersionStr"] == [
            "aclInit",
            "aclFinalize",
        ]


EXECUTED = (
    _BEGIN
    + """
import sys
ok("aclInit", None)
ok("aclFinalize")
if len(sys.argv) == 1:
    os.execv(sys.executable, [sys.executable, "-S", "-c", os.environ["CODE"], "again"])
os.kill(os.getpid(), 9)
"""
)


def test_exec_and_a_kill_leave_what_was_written(tmp_path: Path) -> None:
    done = _run(EXECUTED, ACLNN_TRACE=str(tmp_path / "rank%r.json"), CODE=EXECUTED, RANK="5")
    assert done.returncode == -9, done.stderr
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 2
    for path in paths:
        assert path.name.startswith("rank5.")
        text = path.read_text("utf-8")
        assert not text.endswith("]\n")  # the format lets the end be missing
        events = json.loads(text + "]")
        assert "aclInit" in [event["name"] for event in events]
        assert events[0]["args"]["name"].startswith("rank 5: ")


def test_the_process_is_in_the_name(tmp_path: Path) -> None:
    code = _BEGIN + 'ok("aclInit", None)\nprint(os.getpid())'
    done = _run(code, ACLNN_TRACE=str(tmp_path / "%p%%.json"))
    assert [each.name for each in tmp_path.iterdir()] == [f"{done.stdout.strip()}%.json"]
