# SPDX-License-Identifier: Apache-2.0
"""What the kernels of Ascend950 that fold dimensions ask for: against the facts of all calls that
use one, also those that are absent here, and against cases that are worked out by hand."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from support import Api
from sweep.c_calls import l0_list, phase_one, selected

from build_support.facts import size_rows
from build_support.sanitize import Runner

TESTS = Path(__file__).parents[2]
MIB_16 = 16 << 20
TYPES = {
    "float": 0,
    "float16": 1,
    "int8": 2,
    "int32": 3,
    "uint8": 4,
    "int64": 9,
    "bool": 12,
    "bfloat16": 27,
}
KERNEL = re.compile(r"(Reduce(?:Sum|Nansum|Mean|Prod|Max|Min|Any|All)):(\w+)\|(\d+)")


@dataclass(frozen=True)
class Fold:
    """A kernel's input; strides in elements, None where it is dense."""

    kernel: str
    type: str
    dims: Sequence[int]
    folded: Sequence[int]
    strides: Sequence[int] | None = None
    cores: int = 64
    buffer: int = 253952

    @property
    def question(self) -> str:
        """The line that asks tests/c/unit/tiling.c."""
        mask = sum(1 << axis for axis in self.folded)
        strides = ["dense"] if self.strides is None else self.strides
        head = (self.kernel, self.cores, self.buffer, TYPES[self.type], mask, len(self.dims))
        return " ".join(map(str, ["fold", *head, *self.dims, *strides]))


def fold_of(call: str, arguments: Sequence[Any], kernel: str, data_type: str) -> Fold | None:
    """The input of a kernel in the facts' list of a call; None where it is none of the call's."""
    if call == "aclnnLogicalXor":  # folds the parts of complex numbers
        return None
    dims: list[int] = arguments[0][1]
    (named,) = [each[1] for each in arguments if each[0] == "Int"] or [[]]
    if call == "aclnnProdDim":
        named = [arguments[1][1]]
    folded = [axis % len(dims) for axis in named if dims] or range(len(dims))
    return Fold(kernel, data_type, dims, list(folded))


def facts() -> Iterator[tuple[Fold, int]]:
    """Every kernel in the facts whose input is known, and the bytes that it asks for."""
    for row in (row for each in size_rows().values() for row in each):
        found = KERNEL.findall(row["l0"]) if row["soc"] == "Ascend950" else []
        for kernel, data_type, size in found:
            fold = fold_of(row["call"], json.loads(row["args"]), kernel, data_type)
            if fold is not None:
                yield fold, int(size)


# Worked out by hand. Without 16384 bytes for partial results the unified buffer has 237568.
# float32 has 4 buffers of input and 2 of results, 512 bytes each: (237568 - 1024) / 4, down to a
# multiple of 256, is 59136 bytes or 14784 elements. A step of the last axis is a multiple of 32
# bytes; steps get shorter until more than 0.95 of the cores have work.
HAND: list[tuple[Fold, dict[str, int]]] = [
    # All fits at once, one core folds it.
    (Fold("ReduceSum", "float", [14784], [0]), {"groupR": 1, "kernel_workspace_bytes": MIB_16}),
    # It does not. 61 of 64 cores are enough; 61 parts would be steps of at most 14784 / 60 = 246,
    # which rounds down to 240 and makes 62. Every core leaves one number, 256 bytes.
    (
        Fold("ReduceSum", "float", [14785], [0]),
        {"groupR": 62, "ubFactorR": 240, "kernel_workspace_bytes": MIB_16 + 64 * 256},
    ),
    # 8 parts for 8 cores: 14784 / 7 = 2112.
    (
        Fold("ReduceSum", "float", [14785], [0], cores=8),
        {"groupR": 8, "ubFactorR": 2112, "kernel_workspace_bytes": MIB_16 + 8 * 256},
    ),
    # bool is made half: 2 buffers of input, 2 of twice as much. 236544 / (2 + 4) is 154 * 256.
    # 99999 / 60 = 1666, down to a multiple of 32: 1664, 61 parts.
    (
        Fold("ReduceAny", "bool", [100000], [0]),
        {"groupR": 61, "basicBlock": 39424, "kernel_workspace_bytes": MIB_16 + 64 * 256},
    ),
    # bool is made int64 by way of two other types: 236544 / (2 + 4 * 8), down to 256.
    (
        Fold("ReduceSum", "bool", [100000], [0]),
        {"groupR": 61, "basicBlock": 6912, "kernel_workspace_bytes": MIB_16 + 64 * 256},
    ),
    # int64: 59136 bytes are 7392 elements. Of 1024 columns 64 at once, 16 parts; 7392 / 64 = 115
    # rows. 16 * 16 parts keep all cores busy: 1499 / 15 = 99 rows. 64 cores are 16 groups of 4,
    # which leave 1024 int64 each.
    (
        Fold("ReduceSum", "int64", [1500, 1024], [0]),
        {"groupR": 4, "ubFactorR": 99, "kernel_workspace_bytes": MIB_16 + 64 * 8192},
    ),
    # float32: 128 columns at most, 120 are the most that keep over 0.95 busy: 9 parts. 9 * 14 parts
    # for 63 cores, 7 to a group: 1499 / 13 = 115 rows. Columns of a wider matrix are the same.
    (
        Fold("ReduceSum", "float", [1500, 1024], [0], [2048, 1]),
        {"groupR": 7, "ubFactorR": 115, "kernel_workspace_bytes": MIB_16 + 64 * 4096},
    ),
    # 50 columns are 56 with the rest of a block: 14784 / 56 = 264 of 12000 rows at once. 61 parts:
    # 11999 / 60 = 199.
    (
        Fold("ReduceSum", "float", [300, 40, 50], [0, 1]),
        {"groupR": 61, "ubFactorR": 199, "kernel_workspace_bytes": MIB_16 + 64 * 256},
    ),
    # 40 of every 60 rows: 264 / 40 = 6 of 300, 50 parts. Fewer would be no better.
    (
        Fold("ReduceSum", "float", [300, 40, 50], [0, 1], [3000, 50, 1]),
        {"groupR": 50, "ubFactorR": 6, "kernel_workspace_bytes": MIB_16 + 64 * 256},
    ),
    # Nothing is folded, or nothing is there.
    (Fold("ReduceMax", "float16", [7, 1], [1]), {"groupR": 0, "kernel_workspace_bytes": MIB_16}),
    (Fold("ReduceMax", "float16", [7, 0], [1]), {"groupR": 0, "kernel_workspace_bytes": MIB_16}),
    # The buffer holds no block of 256 bytes: CANN's tiling fails, and nobody looks.
    (
        Fold("ReduceSum", "float", [14785], [0], buffer=18000),
        {"groupR": 0, "kernel_workspace_bytes": MIB_16},
    ),
]


def ask(directory: Path, folds: Sequence[Fold]) -> list[Mapping[str, int]]:
    """The figures of tilings, from a program that is compiled for it."""
    runner = Runner("plain")
    runner.build()
    program = runner.compile(TESTS / "c" / "unit" / "tiling.c")
    calls = directory / "calls"
    calls.write_text("".join(f"{fold.question}\n" for fold in folds), "ascii")
    result = subprocess.run([program, calls], capture_output=True, text=True, check=True)
    answers = result.stdout.splitlines()
    assert len(answers) == len(folds)
    assert "refused" not in answers
    return [
        {name: int(value) for name, value in (word.split("=") for word in answer.split())}
        for answer in answers
    ]


@pytest.mark.slow  # compiles a C program
def test_facts_and_hand(tmp_path: Path) -> None:
    known = list(facts())
    assert len(known) == 168
    assert sum(size > MIB_16 for _, size in known) == 17
    answers = ask(tmp_path, [*(fold for fold, _ in known), *(fold for fold, _ in HAND)])
    wrong = [
        (fold, figures["kernel_workspace_bytes"], size)
        for (fold, size), figures in zip(known, answers[: len(known)], strict=True)
        if figures["kernel_workspace_bytes"] != size
    ]
    assert not wrong, wrong[:5]
    for (fold, expected), figures in zip(HAND, answers[len(known) :], strict=True):
        assert {name: figures[name] for name in expected} == expected, fold


# --- In phase one --------------------------------------------------------------------------------


def reduce_sum(
    dims: Sequence[int],
    data_type: int,
    folded: Sequence[int],
    strides: Sequence[int] | None = None,
) -> list[Any]:
    """The arguments of aclnnReduceSum, dims kept, as the facts write them."""
    out = [1 if axis in folded else size for axis, size in enumerate(dims)]
    storage = list(dims)
    if strides is not None:
        reach = sum((n - 1) * abs(s) for n, s in zip(dims, strides, strict=True))
        storage = [1 + reach]
    return [
        ["T", list(dims), data_type, 2, strides, 0, storage],
        ["Int", list(folded)],
        ["b", 1],
        ["i", data_type],
        ["T", out, data_type, 2, None, 0, out],
    ]


def test_the_plan_has_the_figures(api: Api) -> None:
    with selected(api, "Ascend950"):
        answer = phase_one(api, "aclnnReduceSum", reduce_sum([14785], 0, [0]), with_plan=True)
    assert answer.plan is not None
    (kernel,) = answer.plan["operators"]
    assert kernel["tiling"]["groupR"] == 62
    assert kernel["tiling"]["kernel_workspace_bytes"] == MIB_16 + 64 * 256


@pytest.mark.parametrize(
    ("dims", "data_type", "folded", "strides", "size"),
    [
        # float32: of columns, of rows, every other column.
        ([1500, 1024], 0, [0], [2048, 1], MIB_16 + 64 * 4096),
        ([2, 3, 4], 0, [1], [24, 4, 1], MIB_16),
        ([16, 3], 0, [1], [6, 2], MIB_16),
    ],
)
def test_slices_are_summed_where_they_are(
    api: Api, dims: list[int], data_type: int, folded: list[int], strides: list[int], size: int
) -> None:
    with selected(api, "Ascend950"):
        arguments = reduce_sum(dims, data_type, folded, strides)
        answer = phase_one(api, "aclnnReduceSum", arguments, with_plan=True)
    assert answer.plan is not None
    assert l0_list(answer.plan) == f"ReduceSum:float|{size}"


@pytest.mark.parametrize(
    ("dims", "data_type", "folded", "strides"),
    [
        ([2, 4], 1, [0], [8, 1]),  # float16
        ([2, 4], 0, [0], [1, 2]),  # transposed
        ([2, 4], 0, [0], [0, 1]),  # repeated
        ([2, 4], 0, [0], [3, 1]),  # rows overlap
        ([2, 1, 2, 2, 4], 0, [0], [32, 32, 16, 8, 1]),  # five dimensions
        ([1, 4, 4], 0, [0], [32, 8, 1]),  # none of the folded ones is longer than 1
    ],
)
def test_other_views_are_copied(
    api: Api, dims: list[int], data_type: int, folded: list[int], strides: list[int]
) -> None:
    with selected(api, "Ascend950"):
        arguments = reduce_sum(dims, data_type, folded, strides)
        answer = phase_one(api, "aclnnReduceSum", arguments, with_plan=True)
    assert answer.plan is not None, answer.text
    names = [each["name"] for each in answer.plan["operators"]]
    assert len(names) == 2
    assert names[1] == "ReduceSum"


def test_other_products_copy(api: Api) -> None:
    with selected(api, "Ascend910B"):
        arguments = reduce_sum([16, 4], 0, [0], [8, 1])
        answer = phase_one(api, "aclnnReduceSum", arguments, with_plan=True)
    assert answer.plan is not None
    assert l0_list(answer.plan).split(">")[-1].startswith("ReduceSum")
    assert len(answer.plan["operators"]) == 2


@pytest.mark.parametrize(
    ("data_type", "status"), [(0, 0), (11, 0), (12, 0), (9, 0), (16, 161002), (17, 161002)]
)
@pytest.mark.parametrize("dims", [[2, 0], [0, 0]])
def test_an_empty_sum_is_a_fill(api: Api, dims: list[int], data_type: int, status: int) -> None:
    """CANN fills out with 0 then, in the types of its list: not in a complex one, and not even an
    empty out."""
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        with selected(api, soc):
            answer = phase_one(api, "aclnnReduceSum", reduce_sum(dims, data_type, [1]))
        assert answer.status == status, (soc, answer.text)
