# SPDX-License-Identifier: Apache-2.0
"""Calls of aclnnEmbeddingDenseBackward that are sized and never run: tensors without memory."""

from __future__ import annotations

import csv
import ctypes
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from support import FORMAT_ND, Api, int64s

#: aclDataType and bytes of an element, by the names of the tables.
TYPES = {
    "f32": (0, 4),
    "f16": (1, 2),
    "i8": (2, 1),
    "i32": (3, 4),
    "u8": (4, 1),
    "i16": (6, 2),
    "i64": (9, 8),
    "f64": (11, 8),
    "bool": (12, 1),
    "bf16": (27, 2),
}

#: What the plan calls those types.
TYPE_NAMES = {
    "f32": "DT_FLOAT",
    "f16": "DT_FLOAT16",
    "bf16": "DT_BF16",
    "i32": "DT_INT32",
    "i64": "DT_INT64",
}

LAYOUTS = ("c", "off", "head", "t", "row2", "col2", "bcast")

Json = dict[str, Any]


@dataclass(frozen=True)
class View:
    """A tensor without memory; strides and offset in elements."""

    type: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    storage: tuple[int, ...]

    @property
    def elements(self) -> int:
        return math.prod(self.shape)

    @property
    def bytes(self) -> int:
        return self.elements * TYPES[self.type][1]


def dense_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row-major strides."""
    return tuple(math.prod(shape[i + 1 :]) for i in range(len(shape)))


def lay_out(type: str, shape: tuple[int, ...], layout: str) -> View:
    """A view in one of the layouts of docs/reference/command-line.md."""
    match layout:
        case "c":
            return View(type, shape, dense_strides(shape), 0, shape)
        case "off" | "head":
            storage = (math.prod(shape) + 16,)
            return View(type, shape, dense_strides(shape), 16 * (layout == "off"), storage)
        case "t":
            stored = (*shape[:-2], shape[-1], shape[-2])
            inner = dense_strides(stored)
            return View(type, shape, (*inner[:-2], inner[-1], inner[-2]), 0, stored)
        case "row2" | "col2":
            stored = (*shape[:-1], 2 * shape[-1])
            inner = dense_strides(stored)
            return View(type, shape, (*inner[:-1], 1 if layout == "row2" else 2), 0, stored)
        case "bcast":
            return View(type, shape, (*(0 for _ in shape[1:]), 1), 0, shape[-1:])
    raise ValueError(layout)


@dataclass(frozen=True)
class Call:
    """One call. `soc` is as in ACLNN_SOC; a view takes the place of a layout."""

    soc: str
    rows: tuple[int, ...]
    columns: int
    weights: int
    grad_type: str = "f32"
    index_type: str = "i64"
    out_type: str = "f32"
    padding: int = -1
    scale: bool = False
    deterministic: int = 0
    grad_layout: str | View = "c"
    index_layout: str | View = "c"
    out_layout: str | View = "c"

    @property
    def views(self) -> tuple[View, View, View]:
        """Return grad, indices and out."""

        def view(type: str, shape: tuple[int, ...], layout: str | View) -> View:
            return layout if isinstance(layout, View) else lay_out(type, shape, layout)

        return (
            view(self.grad_type, (*self.rows, self.columns), self.grad_layout),
            view(self.index_type, self.rows, self.index_layout),
            view(self.out_type, (self.weights, self.columns), self.out_layout),
        )


@dataclass(frozen=True)
class Sized:
    """What phase one said: the text is aclGetRecentErrMsg's after a failure."""

    status: int
    size: int
    plan: Json
    text: str


class Sizer:
    """Phase one of calls, on this thread. Nothing is selected, so the process's product counts."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def tensor(self, view: View) -> int:
        """Return an aclTensor at address NULL."""
        handle = self.api.aclCreateTensor(
            int64s(view.shape),
            len(view.shape),
            TYPES[view.type][0],
            int64s(view.strides),
            view.offset,
            FORMAT_ND,
            int64s(view.storage),
            len(view.storage),
            None,
        )
        assert handle, self.api.message()
        return int(handle)

    @contextmanager
    def phase_one(self, call: Call) -> Iterator[tuple[int, int, int]]:
        """Status, workspace size and executor (0 for none), which lives as long as the context."""
        tensors = [self.tensor(view) for view in call.views]
        size = ctypes.c_uint64()
        executor = ctypes.c_void_p()
        try:
            status = self.api.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
                *tensors[:2],
                call.weights,
                call.padding & 2**64 - 1,
                call.scale,
                tensors[2],
                ctypes.byref(size),
                ctypes.byref(executor),
            )
            yield status, size.value, executor.value or 0
        finally:
            for tensor in tensors:
                self.api.aclDestroyTensor(tensor)
            if executor.value:
                self.api.ok.aclDestroyAclOpExecutor(executor.value)

    def size(self, call: Call) -> tuple[int, int]:
        """Status and workspace size."""
        with self.phase_one(call) as (status, size, _):
            return status, size


class Explainer(Sizer):
    """Phase one for the product and determinism that each call names, with its plan."""

    def __init__(self, api: Api) -> None:
        super().__init__(api)
        self._selected: tuple[str, int] | None = None

    def select(self, call: Call) -> None:
        wanted = (call.soc, call.deterministic)
        if self._selected != wanted:
            self.api.ok.aclnnExtSelectSoc(call.soc.encode())
            self.api.ok.aclnnExtSelectDeterministic(call.deterministic)
            self._selected = wanted

    def deselect(self) -> None:
        """Go back to the process's product and determinism."""
        self.api.ok.aclnnExtSelectSoc(None)
        self.api.ok.aclnnExtSelectDeterministic(-1)
        self._selected = None

    @contextmanager
    def phase_one(self, call: Call) -> Iterator[tuple[int, int, int]]:
        self.select(call)
        with super().phase_one(call) as answer:
            yield answer

    def describe(self, executor: int) -> Json:
        """Return the plan of an executor."""
        buffer = ctypes.create_string_buffer(1 << 16)
        length = ctypes.c_uint64()
        self.api.ok.aclnnExtDescribeWorkspace(executor, buffer, len(buffer), ctypes.byref(length))
        assert length.value < len(buffer)
        plan: Json = json.loads(buffer.value)
        return plan

    def assumptions(self, executor: int) -> str:
        """Return what the size of an executor rests on."""
        text = ctypes.create_string_buffer(192)
        self.api.ok.aclnnExtGetAssumptions(executor, text, len(text))
        return text.value.decode()

    def explain(self, call: Call) -> Sized:
        """Phase one with its plan; a refusal has none."""
        with self.phase_one(call) as (status, size, executor):
            if status != 0:
                return Sized(status, size, {}, self.api.message())
            return Sized(status, size, self.describe(executor), "")


# --- The plan as the tables print it -------------------------------------------------------------


def operators_text(plan: Json) -> str:
    """The column l0_ops."""
    suffix = {"AI_CORE": "", "AI_CPU": "(AICPU)"}
    return ">".join(
        operator["name"] + suffix[operator["engine"]]
        for operator in plan["operators"]
        if operator["engine"] != "COPY"
    )


def _own_end(plan: Json, start: int, tensor: int) -> int:
    """The last operator that reads what the operator at start wrote."""
    readers = (
        time
        for time, operator in enumerate(plan["operators"])
        if time > start and tensor in operator["inputs"]
    )
    return max(readers, default=start)


def plan_text(plan: Json) -> str:
    """The column plan. A tensor that a second operator writes is printed there once more, where it
    was placed, with the lifetime it has from that operator on."""
    placements = {placement["tensor"]: placement for placement in plan["placements"]}
    text = []
    for time, operator in enumerate(plan["operators"]):
        pieces = [f"{operator['name']}@{time}"]
        for tensor in operator["workspaces"]:
            at = placements[tensor]
            pieces.append(f"w={at['bytes']}@{at['offset']}")
        for tensor in operator["outputs"]:
            at = placements.get(tensor)
            if at is None:
                pieces.append("o=user")
                continue
            end = at["end"] if at["operator"] == time else _own_end(plan, time, tensor)
            pieces.append(f"o={at['bytes']}@{at['offset']}({time}-{end})")
        text.append(f"[{' '.join(pieces)}]")
    return "".join(text)


# --- The tables ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A row of workspace_cases.csv; line as an editor counts."""

    line: int
    product: str
    call: Call
    status: int
    size: int
    assumed: str
    operators: str
    plan: str


@contextmanager
def explaining(api: Api) -> Iterator[Explainer]:
    """An Explainer; afterwards the thread sizes for the process's product again."""
    api.message()
    explainer = Explainer(api)
    try:
        yield explainer
    finally:
        explainer.deselect()
        api.message()


def read(name: str) -> list[dict[str, str]]:
    """The rows of one of the tables beside this file."""
    with Path(__file__).with_name(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _case(line: int, row: Mapping[str, str]) -> Case:
    call = Call(
        soc=f"{row['product']}:cores={row['core_num']},ub={row['ub_size']}",
        rows=tuple(int(size) for size in row["indices_shape"].split("x")),
        columns=int(row["embedding_dim"]),
        weights=int(row["num_weights"]),
        grad_type=row["grad_dtype"],
        index_type=row["index_dtype"],
        out_type=row["out_dtype"],
        padding=int(row["padding_idx"]),
        scale=row["scale"] == "1",
        deterministic=int(row["deterministic"]),
        grad_layout=row["grad_layout"],
        index_layout=row["index_layout"],
        out_layout=row["out_layout"],
    )
    return Case(
        line,
        row["product"],
        call,
        int(row["status"]),
        int(row["workspace_size"]),
        row["assumed"],
        row["l0_ops"],
        row["plan"],
    )


@cache
def cases() -> tuple[Case, ...]:
    """All rows of workspace_cases.csv."""
    return tuple(_case(line, row) for line, row in enumerate(read("workspace_cases.csv"), 2))


def products() -> list[str]:
    """The products of workspace_cases.csv."""
    return list(dict.fromkeys(case.product for case in cases()))


def on(soc: str, call: Call) -> Call:
    """The same call for another product."""
    return replace(call, soc=soc)
