# SPDX-License-Identifier: Apache-2.0
"""The tables of a profile, with CANN's columns. What only a device counts is left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import pvariance

from .profile import Operand, Profile, Task
from .timeline import microseconds, ranges_on_streams, steps, task_name, task_type

Rows = list[list[object]]
Table = tuple[list[str], Rows]

NONE = "N/A"


def _duration(start: int, end: int) -> str:
    return microseconds(end - start)


def _time(nanoseconds: int) -> str:
    """A time of the day. The tab keeps spreadsheets from rounding it, as CANN's do."""
    return microseconds(nanoseconds) + "\t"


def _part(operands: Sequence[Operand], of: Callable[[Operand], str]) -> str:
    return ";".join(of(each) for each in operands) or NONE


def tensors(operands: Sequence[Operand]) -> list[object]:
    """The shapes, data types and formats of operands, each as one text."""
    shapes = _part(operands, lambda each: ",".join(map(str, each.shape)))
    return [
        f'"{shapes}"' if shapes != NONE else NONE,
        _part(operands, lambda each: each.type.removeprefix("DT_")),
        _part(operands, lambda _: "ND"),
    ]


def _waits(tasks: Iterable[Task]) -> list[tuple[Task, int]]:
    """Each task with the time since its stream had ended the one before."""
    ends: dict[tuple[int, int], int] = {}
    found = []
    for task in tasks:
        before = ends.get((task.device, task.stream), task.start)
        found.append((task, max(0, task.start - before)))
        ends[task.device, task.stream] = max(before, task.end)
    return found


def op_summary(profile: Profile) -> Table:
    """The operators and collectives, one by one."""
    headers = "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type"
    headers += ",Task Start Time(us),Task Duration(us),Task Wait Time(us),Block Num,Mix Block Num"
    headers += ",HF32 Eligible,Input Shapes,Input Data Types,Input Formats"
    headers += ",Output Shapes,Output Data Types,Output Formats,Context ID"
    rows: Rows = []
    kinds = ("launch", "collective")
    for task, wait in _waits(task for task in profile.tasks if task.kind in kinds):
        inputs = [each for each in task.operands if each.role != "out"]
        outputs = [each for each in task.operands if each.role != "in"]
        rows.append(
            [
                task.device,
                4294967295 if task.graph < 0 else task.graph,
                task.number,
                task.stream,
                task.name,
                task.type,
                NONE,
                task_type(task),
                _time(task.start),
                _duration(task.start, task.end),
                microseconds(wait),
                NONE,
                NONE,
                NONE,
                *tensors(inputs),
                *tensors(outputs),
                NONE,
            ]
        )
    return headers.split(","), rows


def _statistic(tasks: Iterable[Task]) -> Rows:
    """Count, total, least, average and most of each type, and its share, the largest first."""
    times: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for task in tasks:
        times[task.device, task.type, task_type(task)].append(task.end - task.start)
    totals: dict[int, int] = defaultdict(int)
    for (device, _, _), each in times.items():
        totals[device] += sum(each)
    rows: Rows = []
    for key, each in sorted(times.items(), key=lambda item: (item[0][0], -sum(item[1]))):
        total = sum(each)
        rows.append(
            [
                *key,
                len(each),
                microseconds(total),
                microseconds(min(each)),
                microseconds(total // len(each)),
                microseconds(max(each)),
                f"{100 * total / totals[key[0]] if totals[key[0]] else 0:.3f}",
            ]
        )
    return rows


def op_statistic(profile: Profile) -> Table:
    """The operators by type."""
    headers = "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us)"
    return [*headers.split(","), "Max Time(us)", "Ratio(%)"], _statistic(profile.operators)


def communication_statistic(profile: Profile) -> Table:
    """The collectives by type."""
    headers = "Device_id,OP Type,Count,Total Time(us),Min Time(us),Avg Time(us)"
    rows: Rows = [[row[0], row[1], *row[3:]] for row in _statistic(profile.collectives)]
    return [*headers.split(","), "Max Time(us)", "Ratio(%)"], rows


def api_statistic(profile: Profile) -> Table:
    """The calls by name."""
    headers = "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance"
    times: dict[str, list[int]] = defaultdict(list)
    for call in profile.calls:
        times[call.name].append(call.end - call.start)
    rows: Rows = []
    for name, each in sorted(times.items(), key=lambda item: -sum(item[1])):
        rows.append(
            [
                "host",
                "communication" if name.startswith("Hccl") else "acl",
                name,
                microseconds(sum(each)),
                len(each),
                microseconds(sum(each) // len(each)),
                microseconds(min(each)),
                microseconds(max(each)),
                f"{pvariance([one / 1000 for one in each]):.3f}",
            ]
        )
    return headers.split(","), rows


def task_time(profile: Profile) -> Table:
    """The tasks of streams, one by one."""
    headers = "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us)"
    rows: Rows = [
        [
            task.device,
            task_name(task),
            task_type(task),
            task.stream,
            task.number,
            _duration(task.start, task.end),
            _time(task.start),
            _time(task.end),
        ]
        for task in profile.tasks
    ]
    return [*headers.split(","), "task_stop(us)"], rows


def step_trace(profile: Profile) -> Table:
    """The steps of aclprofGetStepTimestamp. Where forward ends and backward begins is not known."""
    headers = "Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us)"
    headers += ",FP to BP Time(us),Iteration Refresh(us),Data Aug Bound(us),Model ID"
    rows: Rows = []
    for number, begin, end in steps(profile):
        row: list[object] = [begin.device, number, NONE, NONE, _time(end.end)]
        rows.append([*row, _duration(begin.start, end.end), NONE, NONE, NONE, 4294967295])
    return headers.split(","), rows


def msprof_tx(profile: Profile) -> Table:
    """The marks and ranges, those on streams with when the stream came there."""
    headers = "Device_id,pid,tid,category,event_type,payload_type,payload_value,Start_time(us)"
    headers += ",End_time(us),message_type,message,domain,Device Start_time(us)"
    on_streams = {task.mark: (task, task) for task in profile.tasks if task.kind == "mark"}
    on_streams |= {begin.mark: (begin, end) for begin, end in ranges_on_streams(profile)}
    rows: Rows = []
    for mark in profile.marks:
        kind = "push/pop" if mark.by == "aclprofPush" else "start/end"
        begin, end = on_streams.get(mark.number, (None, None))
        rows.append(
            [
                begin.device if begin else "host",
                profile.process,
                mark.thread,
                0,
                kind if mark.is_range else "marker_ex" if begin else "marker",
                NONE,
                NONE,
                _time(mark.start),
                _time(mark.end),
                NONE,
                mark.text,
                mark.domain,
                _time(begin.start) if begin else NONE,
                _time(end.end) if end else NONE,
            ]
        )
    return [*headers.split(","), "Device End_time(us)"], rows


def npu_mem(profile: Profile) -> Table:
    """Bytes of devices' memory in use by the program."""
    headers = ["Device_id", "event", "ddr(KB)", "hbm(KB)", "memory(KB)", "timestamp(us)"]
    rows: Rows = [
        [each.device, "APP", 0, each.bytes / 1024, each.bytes / 1024, _time(each.time)]
        for each in profile.memory
    ]
    return headers, rows


TABLES: dict[str, Callable[[Profile], Table]] = {
    "op_summary": op_summary,
    "op_statistic": op_statistic,
    "communication_statistic": communication_statistic,
    "api_statistic": api_statistic,
    "task_time": task_time,
    "step_trace": step_trace,
    "msprof_tx": msprof_tx,
    "npu_mem": npu_mem,
}
"""The tables by the begins of their files. One without rows is not written, but for op_summary."""
