# SPDX-License-Identifier: Apache-2.0
"""The plan of a workspace as data: what aclnnExtDescribeWorkspace says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class PlannedTensor:
    """A tensor of the plan; type is as in "DT_FLOAT".

    Kinds are those of aclnn_ext/aclnn_workspace.h:

    user       the caller's memory
    host       a constant in host memory
    output     of an L0 operator, in the workspace
    unused     declared as a shape only
    workspace  a kernel's own
    """

    name: str
    kind: str
    type: str
    elements: int
    bytes: int


@dataclass(frozen=True)
class L0Operator:
    """A small operator that CANN runs; inputs, outputs and workspaces are positions in tensors.

    engine    "AI_CORE", "AI_CPU" or "COPY"
    tiling    how its kernel splits the work: figures in the vendor's names; may be empty
    meanings  the figures that a person looks for first, each with words for it
    """

    name: str
    engine: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    workspaces: tuple[int, ...]
    tiling: Mapping[str, int] = field(hash=False)
    meanings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Placement:
    """Where a tensor lies and when. Times are positions in operators, sizes bytes.

    operator  the one that the tensor belongs to
    start     the first operator during which it is alive
    end       the last one
    padded    what it takes of its slot: bytes + 32, rounded up to 512
    """

    tensor: int
    operator: int
    start: int
    end: int
    slot: int
    offset: int
    bytes: int
    padded: int


@dataclass(frozen=True)
class Slot:
    """A part of the workspace that tensors use one after the other, in bytes."""

    offset: int
    bytes: int


@dataclass(frozen=True)
class WorkspacePlan:
    """The plan that the workspace of a call follows from.

    operator        name of the second phase
    soc, family     product
    architecture    of its cores, as the vendor numbers them
    cores           vector cores, over which kernels split their work
    unified_buffer  bytes of a core's own memory, as tiling sees it
    deterministic   whether determinism was asked for
    size            bytes, as aclnnXGetWorkspaceSize gives them
    assumed         what the size rests on besides public facts; explain() has words for each
    operators       what CANN runs, in this order; positions are the time
    placements      in the order in which the planner places them
    slots           by address; the end of the last one is the size
    """

    operator: str
    soc: str
    family: str
    architecture: int
    cores: int
    unified_buffer: int
    deterministic: bool
    size: int
    assumed: tuple[str, ...]
    tensors: tuple[PlannedTensor, ...]
    operators: tuple[L0Operator, ...]
    placements: tuple[Placement, ...]
    slots: tuple[Slot, ...]

    @cached_property
    def peak(self) -> int:
        """The most bytes (padded) that are alive at one time; below size where slots wait."""
        return self.alive(self.peak_time)

    @cached_property
    def peak_time(self) -> int:
        """The first position in operators at which most bytes are alive."""
        return max(range(len(self.operators)), key=self.alive, default=0)

    def alive(self, time: int) -> int:
        """The bytes (padded) of the tensors that are alive while operators[time] runs."""
        return sum(each.padded for each in self.placements if each.start <= time <= each.end)

    def as_dict(self) -> dict[str, Any]:
        """The plan as aclnnExtDescribeWorkspace names its parts, ready for json.dumps."""
        names = {"size": "workspace_size"}
        return {names.get(name, name): value for name, value in asdict(self).items()}

    def explain(self, name: str) -> str:
        """Words for one of the names in `assumed`, with what the size holds for it."""
        kernel = _closed_kernel(name)
        asks = [
            self.tensors[position].bytes
            for step in self.operators
            if step.name == kernel
            for position in step.workspaces
        ]
        return explain_assumption(name, asks)


def _closed_kernel(name: str) -> str:
    """The L0 operator that an assumption is about: Sort of "sort", Range of "kernel:Range"."""
    kind, _, kernel = name.partition(":")
    return {"sort": "Sort", "transpose": "Transpose", "slice": "SliceV2", "kernel": kernel}.get(
        kind, ""
    )


def _taken(asks: Sequence[int]) -> str:
    """What the own workspaces of a kernel, in bytes, are taken as."""
    sizes = list(dict.fromkeys(size for size in asks if size > 0))
    if not sizes:
        return "none"
    return " and ".join(
        f"{size >> 20} MiB" if size % 2**20 == 0 else f"{size} bytes" for size in sizes
    )


def explain_assumption(name: str, asks: Sequence[int] | None = None) -> str:
    """Words for one of the names in Workspace.assumed.

    asks  bytes that the plan has for the kernel itself; None where no plan is looked at
    """
    taken = "a guess" if asks is None else f"taken as {_taken(asks)}"
    known = {
        "sort": f"the Sort kernel of 910, 910B and 910_93 is closed; its own workspace is {taken}",
        "transpose": "the Transpose kernel of 910, 910B and 910_93 is closed; its own workspace is "
        f"{taken}",
        "slice": f"the SliceV2 kernel of 910B and 910_93 is closed; its own workspace is {taken}",
        "matmul": "CANN's closed choice between MatMulV2 and MatMulV3 is taken to be MatMulV2, "
        "which pads float32 as it does float16",
        "matmul-v3": "the MatMulV3 kernel of 910B and 910_93 asks for 20 MiB, and for more in "
        "shapes whose tiling is not modelled",
        "convolution": "the kernels of convolutions are closed, and so is how they lay tensors "
        "out; the size holds what the call copies and casts, and 16 MiB for a kernel of Ascend950",
        "pool": "some kernels of pools are closed: their own workspace is taken as none; others "
        "ask for another size than 16 MiB in shapes whose tiling is not modelled",
        "storage": "a strided input reaches beyond its storage; CANN refuses that in phase one "
        "with 561103, here phase two runs it when the memory holds it",
        "cache": "attention kernels of 910B and 910_93 choose their tiling by the size of the "
        "second-level cache, which is taken from public source",
        "aicpu-range": "the operator runs on the device's CPU, which may ask for memory of its "
        "own; it is taken as none",
    }
    product, _, constant = name.partition(":")
    kernel, equals, size = constant.partition("=")
    if product == "kernel":
        return f"what the {constant} kernel asks for is not proven; its own workspace is {taken}"
    if product == "list":
        return (
            f"CANN's list of operators around {constant} is not followed in all shapes; it is "
            f"taken to be {constant} and the copies and conversions that its operands need"
        )
    if equals:
        source = "inferred from its neighbours" if kernel == "Slice" else "read in public source"
        amount = size.replace("MiB", " MiB")
        return (
            f"the workspace of the {kernel} kernel of Ascend{product} is taken as {amount}, a "
            f"constant that was {source}"
        )
    return known.get(name, "an assumption this version has no words for")
