# SPDX-License-Identifier: Apache-2.0
"""Profiles as programs make them: torch_npu.profiler, torch.profiler, marks of torch.npu.mstx.

Each prints what its files say, for the test to hold against what ran.
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import torch
import torch_npu
from torch.profiler import ProfilerActivity

STEPS = 2
STREAMS = 2

weight = torch.ones(8, 8, device="npu", requires_grad=True)
side = torch.npu.Stream()


def _step() -> None:
    # relu, mm and a sum, with their gradients, and an exp on another stream.
    loss = torch.relu(weight @ weight).sum()
    loss.backward()
    with torch.npu.stream(side):
        torch.exp(weight.detach())


def _kernels(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [e for e in events if e.get("args", {}).get("Task Type") == "AI_CORE"]


def _operators_of(events: list[dict[str, Any]]) -> dict[str, str]:
    """The kernels, each with the name of the torch operator that an arrow leads from."""
    slices = {(e["pid"], e["tid"], e["ts"]): e["name"] for e in events if e["ph"] == "X"}
    arrows: dict[Any, list[str]] = {}
    for event in events:
        if event.get("cat") == "async_npu":
            name = slices.get((event["pid"], event["tid"], event["ts"]), "?")
            arrows.setdefault(event["id"], []).append(name)
    return {kernel: operator for operator, kernel in arrows.values()}


def _rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def to_tensorboard(folder: Path) -> dict[str, Any]:
    profiler = torch_npu.profiler
    config = profiler._ExperimentalConfig(
        profiler_level=profiler.ProfilerLevel.Level1,
        aic_metrics=profiler.AiCMetrics.PipeUtilization,
        mstx=True,
    )
    with profiler.profile(
        activities=[profiler.ProfilerActivity.CPU, profiler.ProfilerActivity.NPU],
        schedule=profiler.schedule(wait=0, warmup=1, active=STEPS, repeat=1),
        on_trace_ready=profiler.tensorboard_trace_handler(str(folder)),
        record_shapes=True,
        profile_memory=True,
        experimental_config=config,
    ) as running:
        for _ in range(1 + STEPS):
            torch.npu.mstx.mark("a mark")
            one = torch.npu.mstx.range_start("a range", torch.npu.current_stream())
            _step()
            torch.npu.mstx.range_end(one)
            torch.npu.synchronize()
            running.step()
    (found,) = folder.glob("*_ascend_pt/ASCEND_PROFILER_OUTPUT")
    events = json.loads((found / "trace_view.json").read_text("utf-8"))
    operators = [row for row in _rows(found, "operator_details.csv") if row["Name"] == "aten::mm"]
    return {
        "files": sorted(file.name for file in found.iterdir()),
        "kernels": Counter(row["Name"] for row in _rows(found, "kernel_details.csv")),
        "shapes": {row["Name"]: row["Input Shapes"] for row in _rows(found, "kernel_details.csv")},
        "streams": len({event["tid"] for event in _kernels(events)}),
        "operators": _operators_of(events),
        "marks": Counter(e["name"] for e in events if "domain" in e.get("args", {})),
        "steps": [row["Step"] for row in _rows(found, "step_trace_time.csv")],
        "calls": {row["API Name"]: int(row["Count"]) for row in _rows(found, "api_statistic.csv")},
        "device time of mm": [float(row["Device Total Duration(us)"]) for row in operators],
        "memory": len(_rows(found, "memory_record.csv")),
        "operators in memory": len(_rows(found, "operator_memory.csv")),
    }


def to_chrome(folder: Path) -> dict[str, Any]:
    file = folder / "chrome.json"
    with torch_npu.profiler.profile() as running:
        _step()
        torch.npu.synchronize()
    running.export_chrome_trace(str(file))
    events = json.loads(file.read_text("utf-8"))
    return {
        "kernels": Counter(event["name"] for event in _kernels(events)),
        "operators": _operators_of(events),
    }


def by_torch(folder: Path) -> dict[str, Any]:
    file = folder / "kineto.json"
    with torch.profiler.profile(
        activities=[ProfilerActivity.CPU, ProfilerActivity.PrivateUse1]
    ) as running:
        _step()
        torch.npu.synchronize()
    running.export_chrome_trace(str(file))
    events = json.loads(file.read_text("utf-8"))["traceEvents"]
    kernels = [event for event in events if event.get("cat") == "kernel"]
    host = [event for event in events if event.get("cat") == "cpu_op"]
    begins = {event["id"] for event in events if event.get("cat") == "ac2g" and event["ph"] == "s"}
    ends = {event["id"] for event in events if event.get("cat") == "ac2g" and event["ph"] == "f"}
    averages = {each.key: each.self_device_time_total for each in running.key_averages()}
    return {
        "kernels": Counter(event["name"] for event in kernels),
        "streams": len({event["args"]["streamId"] for event in kernels}),
        "arrows": len(ends),
        "arrows match": ends <= begins,
        "begins after torch": min(e["ts"] for e in kernels) > min(e["ts"] for e in host),
        "time": averages["aclnnExp"],
    }


_step()
torch.npu.synchronize()
work = Path(sys.argv[1])
# torch_npu keeps the raw profile behind a Chrome trace in the current folder.
os.chdir(work)
parts = {"tensorboard": to_tensorboard, "chrome": to_chrome, "torch": by_torch}
print(json.dumps(parts[sys.argv[2]](work)))
