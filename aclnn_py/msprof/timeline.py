# SPDX-License-Identifier: Apache-2.0
"""The timeline of a profile, msprof_*.json: events in the Trace Event Format under CANN's names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .profile import Profile, Task

Event = dict[str, Any]
Interval = tuple[int, int]

_HOST = 31
"""The device of the host in the numbers of processes."""

CANN, HARDWARE, COMMUNICATION, OVERLAP, MARKS, STEPS = range(6)
"""What is drawn as a process, and where it stands."""

_NAMES = {
    CANN: "CANN",
    HARDWARE: "Ascend Hardware",
    COMMUNICATION: "Communication",
    OVERLAP: "Overlap Analysis",
    MARKS: "MsTx",
    STEPS: "Step Trace",
}

TASK_TYPES = {
    "launch": "AI_CORE",
    "copy": "MEMCPY_ASYNC",
    "collective": "COMMUNICATION",
    "callback": "CALLBACK",
    "graph": "MODEL_EXECUTE",
    "mark": "MSTX",
    "step": "STEP",
    "task": "OTHER",
}


def task_type(task: Task) -> str:
    """CANN's word for what a task is."""
    if task.kind == "event":
        return "EVENT_WAIT" if "Wait" in task.name else "EVENT_RECORD"
    return TASK_TYPES.get(task.kind, "OTHER")


def task_name(task: Task) -> str:
    """What CANN calls a task: operators, marks and collectives have names of their own."""
    has_name = task.kind in ("launch", "mark", "collective", "task")
    return task.name if has_name else task_type(task)


def microseconds(nanoseconds: int) -> str:
    """Digits are lost in a float."""
    return f"{nanoseconds // 1000}.{nanoseconds % 1000:03}"


def _process(profile: Profile, layer: int, device: int) -> int:
    return profile.process << 10 | layer << 5 | device


def _name(process: int, what: str, args: dict[str, Any], thread: int = 0) -> Event:
    return {"name": what, "pid": process, "tid": thread, "ph": "M", "args": args}


def _slice(process: int, thread: int, name: str, interval: Interval, args: dict[str, Any]) -> Event:
    start, end = interval
    return {
        "name": name,
        "pid": process,
        "tid": thread,
        "ts": microseconds(start),
        "dur": (end - start) / 1000,
        "ph": "X",
        "args": args,
    }


# --- Intervals -----------------------------------------------------------------------------------


def joined(intervals: Iterable[Interval]) -> list[Interval]:
    """The same times without overlaps, by start."""
    found: list[Interval] = []
    for start, end in sorted(intervals):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def without(intervals: Sequence[Interval], others: Sequence[Interval]) -> list[Interval]:
    """What of intervals none of the others has; both are joined."""
    found = []
    place = 0
    for begin, end in intervals:
        start = begin
        while place < len(others) and others[place][1] <= start:
            place += 1
        at = place
        while at < len(others) and others[at][0] < end:
            if others[at][0] > start:
                found.append((start, others[at][0]))
            start = max(start, others[at][1])
            at += 1
        if start < end:
            found.append((start, end))
    return found


# --- Parts ---------------------------------------------------------------------------------------


def _connection(task: Task) -> int:
    return task.stream << 32 | task.number


def _heads(profile: Profile, layers: set[tuple[int, int]]) -> Iterator[Event]:
    for layer, device in sorted(layers):
        process = _process(profile, layer, device)
        label = "CPU" if device == _HOST else f"NPU {device}"
        yield _name(process, "process_name", {"name": _NAMES[layer]})
        yield _name(process, "process_labels", {"labels": label})
        yield _name(process, "process_sort_index", {"sort_index": layer})


def _calls(profile: Profile) -> Iterator[Event]:
    process = _process(profile, CANN, _HOST)
    for number, call in enumerate(profile.calls):
        args = {"Thread Id": call.thread, "Mode": call.name, "level": "acl", "id": call.name}
        args |= {"item_id": "0", "connection_id": str(number)}
        name = f"AscendCL@{call.name}"
        yield _slice(process, call.thread, name, (call.start, call.end), args)


def _tasks(profile: Profile) -> Iterator[Event]:
    for task in profile.tasks:
        layer = COMMUNICATION if task.kind == "collective" else HARDWARE
        process = _process(profile, layer, task.device)
        args = {
            "Model Id": 4294967295 if task.graph < 0 else task.graph,
            "Task Type": task_type(task),
            "Physic Stream Id": task.stream,
            "Task Id": task.number,
            "Batch Id": 0,
            "Subtask Id": 4294967295,
            "connection_id": _connection(task),
        }
        yield _slice(process, task.stream, task_name(task), (task.start, task.end), args)
        if task.number != 0 and task.queued != 0:
            yield from _flow(profile, task, process)


def _flow(profile: Profile, task: Task, process: int) -> Iterator[Event]:
    number = str(_connection(task))
    both = {"cat": "HostToDevice", "name": f"HostToDevice{number}", "id": number}
    host = _process(profile, CANN, _HOST)
    yield both | {"ph": "s", "pid": host, "tid": task.thread, "ts": microseconds(task.queued)}
    yield both | {
        "ph": "f",
        "bp": "e",
        "pid": process,
        "tid": task.stream,
        "ts": microseconds(task.start),
    }


def _overlaps(profile: Profile, device: int) -> Iterator[Event]:
    process = _process(profile, OVERLAP, device)
    computing = joined((t.start, t.end) for t in profile.operators if t.device == device)
    talking = joined((t.start, t.end) for t in profile.collectives if t.device == device)
    busy = joined([*computing, *talking])
    if not busy:
        return
    whole = [(busy[0][0], busy[-1][1])]
    rows = {
        "Computing": computing,
        "Communication": talking,
        "Communication(Not Overlapped)": without(talking, computing),
        "Free": without(whole, busy),
    }
    for thread, (name, intervals) in enumerate(rows.items()):
        yield _name(process, "thread_name", {"name": name}, thread)
        for interval in intervals:
            yield _slice(process, thread, name, interval, {})


def _marks(profile: Profile) -> Iterator[Event]:
    process = _process(profile, MARKS, _HOST)
    for mark in profile.marks:
        args = {
            "Thread Id": mark.thread,
            "event_type": "start/end" if mark.is_range else "marker",
            "domain": mark.domain,
            "mark_id": mark.number,
        }
        yield _slice(process, mark.thread, mark.text, (mark.start, mark.end), args)
    for task, end in ranges_on_streams(profile):
        # From where the stream begins it to where it ends it.
        process = _process(profile, MARKS, task.device)
        args = {"Physic Stream Id": task.stream, "mark_id": task.mark}
        yield _slice(process, task.stream, task.name, (task.start, end.end), args)


def ranges_on_streams(profile: Profile) -> list[tuple[Task, Task]]:
    """The begin and the end of each range that a stream came to."""
    begun: dict[int, Task] = {}
    found = []
    for task in profile.tasks:
        if task.kind == "mark" and task.edge == "begin":
            begun[task.mark] = task
        elif task.kind == "mark" and task.edge == "end" and task.mark in begun:
            found.append((begun.pop(task.mark), task))
    return found


def steps(profile: Profile) -> list[tuple[int, Task, Task]]:
    """Number, begin and end of each step that has both."""
    begun: dict[int, Task] = {}
    found = []
    for task in profile.tasks:
        if task.kind == "step" and task.edge == "begin":
            begun[task.mark] = task
        elif task.kind == "step" and task.mark in begun:
            found.append((task.mark, begun.pop(task.mark), task))
    return found


def _steps(profile: Profile) -> Iterator[Event]:
    for number, begin, end in steps(profile):
        process = _process(profile, STEPS, begin.device)
        yield _slice(process, 0, f"Iteration {number}", (begin.start, end.end), {})


def _threads(profile: Profile, events: Iterable[Event]) -> Iterator[Event]:
    """The names of the threads and streams that slices lie on."""
    layers = {
        _process(profile, layer, device): (layer, device)
        for layer in _NAMES
        for device in (*range(_HOST), _HOST)
    }
    for process, thread in sorted({(e["pid"], e["tid"]) for e in events if e["ph"] == "X"}):
        layer, device = layers[process]
        if layer not in (OVERLAP, STEPS):
            name = f"Thread {thread}" if device == _HOST else f"Stream {thread}"
            yield _name(process, "thread_name", {"name": name}, thread)
            yield _name(process, "thread_sort_index", {"sort_index": thread}, thread)


def events(profile: Profile) -> list[Event]:
    """All events, what names processes and threads first."""
    slices = [*_calls(profile), *_tasks(profile), *_marks(profile), *_steps(profile)]
    for device in sorted({task.device for task in profile.tasks}):
        slices += _overlaps(profile, device)
    used = {(e["pid"] >> 5 & 31, e["pid"] & 31) for e in slices}
    return [*_heads(profile, used), *_threads(profile, slices), *slices]
