# SPDX-License-Identifier: Apache-2.0
"""What was measured, and what --json writes."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from .cases import Case
from .timing import Timing

FORMAT = 1
"""Changes when a reader of the JSON has to change."""

BESIDE_TORCH = ("operators", "compute", "indexing", "layers")
"""Tables of lines beside torch."""


@dataclass(frozen=True)
class CaseResult:
    """One line of the table. Without timings where `problem` says why: a wrong result, too little
    memory, or a case that the library refuses. torch's are missing too where only ours was
    measured."""

    case: Case
    ours: Timing | None = None
    torch_out: Timing | None = None
    torch_plain: Timing | None = None
    alone: Timing | None = None
    """Ours without torch in between, which leaves the kernel work to do when it frees memory."""
    workspace_bytes: int = 0
    problem: str = ""
    wrong: bool = False

    @property
    def bytes_per_second(self) -> float:
        """Bytes that must move over the time of ours."""
        assert self.ours is not None
        return self.case.bytes / self.ours.median

    def _ratio(self, other: Timing | None) -> float | None:
        return other.median / self.ours.median if other and self.ours else None

    @property
    def ratio_out(self) -> float | None:
        """How many times as long torch's out= form takes."""
        return self._ratio(self.torch_out)

    @property
    def ratio_plain(self) -> float | None:
        """How many times as long torch's plain form takes."""
        return self._ratio(self.torch_plain)

    @property
    def seconds_torch(self) -> float | None:
        """The median of the faster of torch's two forms."""
        known = [each.median for each in (self.torch_out, self.torch_plain) if each is not None]
        return min(known, default=None)

    @property
    def ratio_torch(self) -> float | None:
        """How many times as long the faster of torch's two forms takes."""
        ratios = [each for each in (self.ratio_out, self.ratio_plain) if each is not None]
        return min(ratios, default=None)


@dataclass(frozen=True)
class Bandwidth:
    """How fast memory is copied, by several ways. A copy of n bytes moves 2 n."""

    buffer_bytes: int
    ways: dict[str, Timing]

    @property
    def way(self) -> str:
        """The way with the best median."""
        return min(self.ways, key=lambda each: self.ways[each].median)

    @property
    def bytes_per_second(self) -> float:
        """Bytes read and written a second in that way."""
        return 2 * self.buffer_bytes / self.ways[self.way].median


@dataclass(frozen=True)
class Run:
    """What one process measured with one number of threads."""

    threads: int
    bandwidth_before: Bandwidth
    bandwidth_after: Bandwidth
    cases: list[CaseResult]
    series: dict[str, list[CaseResult]]  # by what grows: "rows", "weights"
    others: float  # CPUs that other programs used on average meanwhile

    @property
    def bandwidth(self) -> Bandwidth:
        """The better of the two: other work on the machine can only make it look slower."""
        both = (self.bandwidth_before, self.bandwidth_after)
        return max(both, key=lambda each: each.bytes_per_second)

    def share(self, result: CaseResult) -> float:
        """Bytes that must move a second, over those of copying.

        Not limited to 1: a copy reads half of its bytes, a case with a large table mostly writes,
        and caches may hold operands.
        """
        return result.bytes_per_second / self.bandwidth.bytes_per_second


@dataclass(frozen=True)
class MemoryResult:
    """Peak of memory while a case runs for the first time in a process, in bytes.

    beyond      more than before the call, without the workspace
    workspace   pages of the workspace that were touched

    The goal counts both.
    """

    case: Case
    beyond: int
    workspace: int
    workspace_size: int

    @property
    def tensors(self) -> int:
        """Bytes of grad, indices and out."""
        return self.case.bytes

    @property
    def more(self) -> int:
        """Everything but the tensors."""
        return self.beyond + self.workspace


@dataclass(frozen=True)
class OperatorResult:
    """An operator on one size and data type. Without timings where `problem` says why."""

    name: str
    type: str
    size: str
    ours: Timing | None = None
    torch: Timing | None = None
    problem: str = ""
    wrong: bool = False

    @property
    def label(self) -> str:
        """For example "add float32, 4 Mi"."""
        return f"{self.name} {self.type}, {self.size}"

    @property
    def ratio(self) -> float | None:
        """How many times as long torch takes."""
        return self.torch.median / self.ours.median if self.torch and self.ours else None


@dataclass(frozen=True)
class AccuracyResult:
    """The errors of one result, in units of the type's precision, of ours and of torch's."""

    name: str
    type: str
    where: str
    ours: float
    torch: float

    @property
    def label(self) -> str:
        """For example "sum float32, last dim"."""
        return f"{self.name} {self.type}, {self.where}"


@dataclass(frozen=True)
class Results:
    """Everything that was measured."""

    machine: dict[str, Any]
    settings: dict[str, Any]
    runs: list[Run] = field(default_factory=list)
    memory: list[MemoryResult] = field(default_factory=list)
    calls: dict[str, Timing] = field(default_factory=dict)  # by name, as calls.measure says
    collectives: dict[str, Timing] = field(default_factory=dict)  # as collectives.measure says
    operators: list[OperatorResult] = field(default_factory=list)
    compute: list[OperatorResult] = field(default_factory=list)
    accuracy: list[AccuracyResult] = field(default_factory=list)
    indexing: list[OperatorResult] = field(default_factory=list)
    layers: list[OperatorResult] = field(default_factory=list)


@dataclass(frozen=True)
class Goal:
    """What is wanted and what was measured; `reached` is None where nothing is wanted."""

    name: str
    measured: str
    wanted: str = ""
    reached: bool | None = None


# --- JSON ----------------------------------------------------------------------------------------


def _case_to_json(result: CaseResult, run: Run) -> dict[str, Any]:
    """A line with what follows from it, so that no reader needs to know the formulas."""
    measured = result.ours is not None
    return asdict(result) | {
        "label": result.case.label,
        "bytes": result.case.bytes,
        "ratio_out": result.ratio_out,
        "ratio_plain": result.ratio_plain,
        "bytes_per_second": result.bytes_per_second if measured else None,
        "share": run.share(result) if measured else None,
    }


def _run_to_json(run: Run) -> dict[str, Any]:
    return {
        "threads": run.threads,
        "cpus_of_other_programs": run.others,
        "copy_bytes_per_second": run.bandwidth.bytes_per_second,
        "bandwidth_before": asdict(run.bandwidth_before),
        "bandwidth_after": asdict(run.bandwidth_after),
        "cases": [_case_to_json(each, run) for each in run.cases],
        "series": {
            name: [_case_to_json(each, run) for each in results]
            for name, results in run.series.items()
        },
    }


def to_json(results: Results, goals: list[Goal]) -> dict[str, Any]:
    """Everything; times in seconds, sizes in bytes."""
    return {
        "format": FORMAT,
        "machine": results.machine,
        "settings": results.settings,
        "runs": [_run_to_json(each) for each in results.runs],
        "memory": [asdict(each) | {"tensors": each.tensors} for each in results.memory],
        **{
            part: [asdict(each) | {"ratio": each.ratio} for each in getattr(results, part)]
            for part in BESIDE_TORCH
        },
        "accuracy": [asdict(each) for each in results.accuracy],
        "calls": {name: asdict(timing) for name, timing in results.calls.items()},
        "collectives": {name: asdict(timing) for name, timing in results.collectives.items()},
        "goals": [asdict(each) for each in goals],
    }
