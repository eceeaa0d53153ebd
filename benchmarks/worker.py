# SPDX-License-Identifier: Apache-2.0
"""One process with one number of threads: for every case the results are compared, and then ours
and torch's two forms are measured in turn.

The number of threads of ours is read from ACLNN_CORES at the first call, so each number takes a
process of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

import aclnn_py as acl

from . import bandwidth, compare, report
from .cases import Case, groups, make_indices
from .ours import Call, Operands, RefusedError
from .results import CaseResult, Run
from .timing import THOROUGH, Effort, OtherPrograms, in_turn


@dataclass(frozen=True)
class Job:
    """What a process measures. Series are measured without torch."""

    threads: int
    cases: Sequence[Case]
    series: dict[str, list[Case]]
    with_torch: bool
    effort: Effort


# --- The machine ---------------------------------------------------------------------------------


def available_memory() -> int:
    """Bytes that the machine can still give to programs."""
    for line in Path("/proc/meminfo").read_text("utf-8").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


# --- Cases ---------------------------------------------------------------------------------------


def _torch_forms(case: Case, data: compare.Data) -> tuple[dict[str, Callable[[], Any]], Any]:
    """The two forms of torch on the case, and where the out= form writes."""
    operator = torch.ops.aten.embedding_dense_backward
    indices = compare.as_indices(data, case.index_type)
    out = torch.full((case.shape.weights, case.shape.dim), float("nan"), dtype=data.grad.dtype)
    arguments = (data.grad, indices, case.shape.weights, -1, case.scale)
    forms = {
        "torch_out": lambda: operator.out(*arguments, out=out),
        "torch_plain": lambda: operator(*arguments),
    }
    return forms, out


def _compare_torch(
    case: Case, data: compare.Data, forms: dict[str, Callable[[], Any]], out: Any
) -> str:
    """What is wrong in what torch computes, "" for nothing."""
    forms["torch_out"]()
    wrong = compare.check_torch(data, compare.rows_of(out), case.scale)
    if not wrong:
        wrong = compare.check_torch(data, compare.rows_of(forms["torch_plain"]()), case.scale)
    return f"torch: {wrong}" if wrong else ""


def _compare_ours(case: Case, data: compare.Data, operands: Operands, call: Call) -> str:
    """What is wrong in what ours computes, "" for nothing."""
    operands.poison()
    call()
    rows = compare.rows_in_memory(operands.read, case.shape, case.type)
    return compare.check_ours(data, rows, case.scale)


def measure_case(
    case: Case, data: compare.Data, operands: Operands, call: Call, effort: Effort, with_torch: bool
) -> CaseResult:
    """Compare, and then measure what is right."""
    functions: dict[str, Callable[[], Any]] = {"ours": call}
    wrong = _compare_ours(case, data, operands, call)
    # Never quick: growth is a quotient of two processes, minutes apart.
    alone = None if wrong else in_turn(functions, THOROUGH)["ours"]
    if with_torch and not wrong:
        forms, out = _torch_forms(case, data)
        functions |= forms
        wrong = _compare_torch(case, data, forms, out)
    if wrong:
        return CaseResult(case, problem=wrong, wrong=True)
    timings = in_turn(functions, effort) if with_torch else {"ours": alone}
    return CaseResult(
        case,
        timings["ours"],
        timings.get("torch_out"),
        timings.get("torch_plain"),
        alone,
        workspace_bytes=call.workspace_size,
    )


def try_case(
    case: Case,
    data: compare.Data,
    operands: Operands,
    stream: acl.Stream,
    effort: Effort,
    with_torch: bool,
) -> CaseResult:
    """Compare and measure, unless the library refuses the case."""
    try:
        call = Call(operands, case, stream)
    except RefusedError as error:
        return CaseResult(case, problem=f"not measured: {error}")
    with closing(call):
        return measure_case(case, data, operands, call, effort, with_torch)


class Worker:
    """Measures cases on a device and prints each as soon as it is done."""

    def __init__(self, device: acl.Device, stream: acl.Stream, job: Job) -> None:
        self._device = device
        self._stream = stream
        self._job = job

    def run(self) -> Run:
        """Everything of the job."""
        job = self._job
        others = OtherPrograms()
        self._copy = bandwidth.measure(job.threads, self._device)
        print(report.heading(job.threads, self._copy), flush=True)
        cases = self._measure(job.cases, job.with_torch)
        series = {}
        for name, each in job.series.items():
            print(f"\nthe number of {name} grows:", flush=True)
            series[name] = self._measure(each, with_torch=False)
        after = bandwidth.measure(job.threads, self._device)
        return Run(job.threads, self._copy, after, cases, series, others.cpus())

    def _measure(self, cases: Sequence[Case], with_torch: bool) -> list[CaseResult]:
        results = []
        for group in groups(cases):
            needed = max(case.host_bytes for case in group)
            if needed > available_memory():
                problem = f"not measured: it takes {needed / 2**30:.1f} GiB of memory"
                results += [self._done(CaseResult(case, problem=problem)) for case in group]
            else:
                results += self._measure_group(group, with_torch)
        return results

    def _measure_group(self, cases: Sequence[Case], with_torch: bool) -> list[CaseResult]:
        """Cases with one grad and one list of indices."""
        shape, kind = cases[0].shape, cases[0].type
        data = compare.make_data(shape, kind, make_indices(shape))
        indices = {case.index_type: compare.as_indices(data, case.index_type) for case in cases}
        results = []
        operands = Operands(self._device, shape, data.grad, indices, kind)
        try:
            for case in cases:
                effort = self._job.effort
                result = try_case(case, data, operands, self._stream, effort, with_torch)
                results.append(self._done(result))
        finally:
            operands.close()
        return results

    def _done(self, result: CaseResult) -> CaseResult:
        print(report.line(result, self._copy), flush=True)
        return result


def run(job: Job) -> Run:
    """Measure a job; ACLNN_CORES has to be its number of threads."""
    torch.set_num_threads(job.threads)
    with torch.inference_mode(), acl.Device(0) as device, device.stream() as stream:
        return Worker(device, stream, job).run()
