# SPDX-License-Identifier: Apache-2.0
"""`aclnn run --trace` and `aclnn trace`: files that join, and the summary.

The figures of the summary are held against a trace that is written here, whose sums are plain.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import Aclnn

from aclnn_py import native
from aclnn_py._trace import FLOW_BITS, TraceError, join, read, write
from aclnn_py._trace_drawing import as_html, as_svg, timeline
from aclnn_py._trace_summary import as_json, as_text, summarize
from aclnn_py.cli import main

Event = dict[str, Any]

STREAM = 10_000_001


def _about(process: int, boot: str = "a", offset: float = 0) -> list[Event]:
    args = {"boot": boot, "wall_clock_offset_us": offset}
    return [
        {"ph": "M", "pid": process, "name": "process_name", "args": {"name": "program"}},
        {"ph": "M", "pid": process, "name": "aclnn_py", "args": args},
    ]


def _call(name: str, ts: float, dur: float, **args: object) -> Event:
    place = {"pid": 7, "tid": 7, "ts": ts, "dur": dur}
    return {"ph": "X", "name": name, "cat": "call", **place, "args": args}


def _task(name: str, kind: str, ts: float, dur: float, **args: object) -> Event:
    place = {"pid": 7, "tid": STREAM, "ts": ts, "dur": dur}
    given = {"device": 0, "stream": 1, "queued_us": ts - 2, **args}
    return {"ph": "X", "name": name, "cat": kind, **place, "args": given}


MOVED = {"bytes_read": 6000, "bytes_written": 2000}

EVENTS = [
    *_about(7),
    _call("aclnnAdd", 0, 4, python=["f (a.py:3)", "<module> (a.py:9)"]),
    _call("aclnnAdd", 10, 6, status=161001),
    _call("aclrtSynchronizeStream", 20, 50),
    _task("aclnnAdd", "launch", 20, 10, workspace=512, **MOVED),
    _task("aclrtStreamWaitEvent", "event", 40, 5),
    _task("aclnnAdd", "launch", 50, 10, workspace=1024, **MOVED),
    {"ph": "C", "pid": 7, "name": "memory in use of device 0", "ts": 1, "args": {"bytes": 4096}},
    {"ph": "C", "pid": 7, "name": "memory in use of device 0", "ts": 2, "args": {"bytes": 1024}},
]


def _save(path: Path, events: list[Event]) -> Path:
    with path.open("w", encoding="utf-8") as file:
        write(file, events)
    return path


# --- The summary ---------------------------------------------------------------------------------


def test_the_summary_counts_and_adds() -> None:
    found = as_json(summarize(EVENTS))
    assert found["length_us"] == 70
    assert found["calls"]["aclnnAdd"] == {
        "times": 2,
        "total_us": 10,
        "longest_us": 6,
        "failed": 1,
    }
    launch, wait = found["tasks"]
    assert (launch["name"], launch["kind"], launch["times"]) == ("aclnnAdd", "launch", 2)
    assert launch["queued_us"] == 4
    assert launch["bytes"] == 16000
    assert launch["gigabytes_per_second"] == pytest.approx(16000 / 20e-6 / 1e9)
    assert wait["gigabytes_per_second"] is None
    (stream,) = found["streams"]
    assert (stream["busy_us"], stream["waits_us"], stream["idle_us"]) == (20, 5, 15)
    assert [row["bytes"] for row in found["workspaces"]] == [1024, 512]
    assert found["memory"] == [{"process": 7, "device": "device 0", "most_bytes": 4096}]


def test_nodes_of_a_replay_do_not_count_twice() -> None:
    replay = _task("aclmdlRIExecuteAsync", "graph", 0, 10)
    node = _task("aclnnAdd", "launch", 1, 8, captured_on=1)
    (stream,) = as_json(summarize([replay, node]))["streams"]
    assert (stream["tasks"], stream["busy_us"]) == (1, 10)


def test_the_text_says_whose_times_these_are() -> None:
    lines = as_text(summarize(EVENTS))
    assert "Times are those of this machine, never a device's." in lines
    assert any("did not come to the end of its trace" in line for line in lines)
    ended = {"ph": "M", "pid": 7, "name": "aclnn_py_end", "args": {"events": 9, "dropped": 3}}
    lines = as_text(summarize([*EVENTS, ended]))
    assert not any("did not come to the end" in line for line in lines)
    assert any("dropped 3 events" in line for line in lines)


def test_a_line_of_the_program_is_none_of_the_package() -> None:
    own = str(Path(native.__file__).parent / "ops.py")
    call = _call("aclInit", 0, 1, python=[f"add ({own}:1)", "<module> (program.py:4)"])
    (line,) = summarize([call]).lines
    assert line == "<module> (program.py:4)"


# --- The timeline --------------------------------------------------------------------------------

HOSTILE = "</script><b>&"


def _arrow(phase: str, tid: int, ts: float) -> Event:
    return {"ph": phase, "name": "launch", "cat": "order", "id": 1, "pid": 7, "tid": tid, "ts": ts}


DRAWN = [*EVENTS, _call(HOSTILE, 1, 2), _arrow("f", STREAM, 20), _arrow("s", 7, 3)]


def test_slices_lie_within_those_around_them() -> None:
    drawn = timeline(DRAWN, 100)
    thread, stream = drawn.lines
    places = [(each.name, each.begin, each.length, each.depth) for each in thread.slices]
    assert places == [
        ("aclnnAdd", 0, 4, 0),
        (HOSTILE, 1, 2, 1),
        ("aclnnAdd", 10, 6, 0),
        ("aclrtSynchronizeStream", 20, 50, 0),
    ]
    assert [each.depth for each in stream.slices] == [0, 0, 0]
    assert drawn.arrows == [(0, 3, 1, 20)]
    assert (drawn.length, drawn.left_out) == (70, 0)


def test_of_too_many_slices_the_longest_are_drawn() -> None:
    drawn = timeline(DRAWN, 2)
    assert [[each.length for each in line.slices] for line in drawn.lines] == [[50], [10]]
    assert drawn.left_out == 5
    assert "5 shorter slices are left out." in as_svg(drawn)


def test_the_svg_has_a_rectangle_for_each_slice() -> None:
    root = ET.fromstring(as_svg(timeline(DRAWN, 100)))
    place = "{http://www.w3.org/2000/svg}"
    titles = [each.text or "" for each in root.iterfind(f"{place}rect/{place}title")]
    slices = [event["name"] for event in DRAWN if event["ph"] == "X"]
    assert sorted(title.split("\n")[0] for title in titles) == sorted(slices)
    assert len(root.findall(f"{place}line[@class='arrow']")) == 1


def test_the_page_has_all_it_needs() -> None:
    page = as_html(timeline(DRAWN, 100), as_text(summarize(DRAWN)))
    assert not re.search(r"https?:|src=|href=|@import|fetch\(", page)
    assert page.count("</script>") == 1
    (text,) = re.findall(r"const data = (.*), row = 18", page)
    data = json.loads(text)
    assert [line["name"] for line in data["lines"]] == ["thread 7", f"thread {STREAM}"]
    assert [len(line["slices"]) for line in data["lines"]] == [4, 3]
    assert HOSTILE in data["names"]
    assert "Times are those of this machine, never a device&#x27;s." in page


# --- Files ---------------------------------------------------------------------------------------


def test_what_was_written_is_read(tmp_path: Path) -> None:
    assert list(read(_save(tmp_path / "t.json", EVENTS))) == EVENTS
    assert json.loads((tmp_path / "t.json").read_text("utf-8")) == EVENTS
    (tmp_path / "o.json").write_text(json.dumps({"traceEvents": EVENTS}))
    assert list(read(tmp_path / "o.json")) == EVENTS


def test_a_file_that_was_cut_off_is_read(tmp_path: Path) -> None:
    text = _save(tmp_path / "t.json", EVENTS).read_text("utf-8")
    (tmp_path / "t.json").write_text(text[:-20], "utf-8")
    assert list(read(tmp_path / "t.json")) == EVENTS[:-1]
    packed = gzip.compress(text.encode())
    (tmp_path / "t.json.gz").write_bytes(packed[:-12])
    assert list(read(tmp_path / "t.json.gz"))[:2] == EVENTS[:2]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[\n{"a":1}\nx\n{"b":2}\n]\n'])
def test_what_is_no_trace_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "t.json").write_text(text)
    with pytest.raises(TraceError):
        list(read(tmp_path / "t.json"))


def test_ranks_of_machines_join_on_one_clock(tmp_path: Path) -> None:
    """The clock of machine b began 500 us after that of a, so its times are 500 us later there."""
    arrow = {"ph": "s", "name": "launch", "cat": "order", "pid": 7, "tid": 7, "ts": 1}
    arrow["id"] = 7 << FLOW_BITS | 2
    first = [*_about(7, "a", 1000), _call("aclInit", 600, 1)]
    second = [*_about(7, "b", 1500), _call("aclInit", 100, 1), arrow]
    paths = [_save(tmp_path / "0.json", first), _save(tmp_path / "1.json", second)]
    found = list(join(paths))
    calls = [event for event in found if event["name"] == "aclInit"]
    assert [event["ts"] for event in calls] == [600, 600]
    assert calls[0]["pid"] != calls[1]["pid"]
    assert found[-1]["id"] == calls[1]["pid"] << FLOW_BITS | 2


# --- The commands --------------------------------------------------------------------------------

PROGRAM = """
import ctypes, os, subprocess, sys
lib = ctypes.CDLL(os.environ["LIBRARY"])
lib.aclInit(None)
if len(sys.argv) == 1:
    subprocess.run([sys.executable, "-S", __file__, "child"], check=True)
lib.aclFinalize()
"""


def test_all_processes_of_a_program_are_in_one_file(aclnn: Aclnn, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = ["--trace", "t.json.gz", sys.executable, "-S", "program.py"]
    done = aclnn("run", *command, LIBRARY=str(native.library_paths()[0]))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    events = json.loads(gzip.decompress((tmp_path / "t.json.gz").read_bytes()))
    calls = [event for event in events if event["ph"] == "X"]
    assert sorted(event["name"] for event in calls) == ["aclFinalize"] * 2 + ["aclInit"] * 2
    assert len({event["pid"] for event in calls}) == 2
    first, *_ = as_text(summarize(read(tmp_path / "t.json.gz")))
    assert first.endswith(" ms: 4 calls on 2 threads, 0 tasks on 0 streams, 2 processes")


def test_a_file_that_cannot_be_written_is_told_before_the_program_runs(
    aclnn: Aclnn, tmp_path: Path
) -> None:
    done = aclnn("run", "--trace", "missing/t.json", "touch", "ran")
    assert done.returncode == 2
    assert done.stderr == (
        "aclnn: --trace missing/t.json: cannot be written: No such file or directory\n"
    )
    assert not (tmp_path / "ran").exists()


def test_the_command_prints_the_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    _save(Path("t.json"), EVENTS)
    assert main(["trace", "t.json"]) == 0
    assert capsys.readouterr().out.splitlines() == as_text(summarize(EVENTS))
    assert main(["trace", "t.json", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == as_json(summarize(EVENTS))
    assert main(["trace", "t.json", "--output", "packed.json.gz"]) == 0
    assert list(read(Path("packed.json.gz"))) == EVENTS


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("t.json --output t.json", "--output t.json: is a trace that is read; name another file"),
        ("none.json", "none.json: No such file or directory"),
        ("text", "text: is no JSON: Expecting value: line 1 column 1 (char 0)"),
        ("t.json --output no/t.json", "no/t.json: cannot be written: No such file or directory"),
    ],
)
def test_mistakes_of_the_command_are_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    _save(Path("t.json"), EVENTS)
    Path("text").write_text("a text")
    assert main(["trace", *command.split()]) == 2
    assert capsys.readouterr().err == f"aclnn: {text}\n"
