# SPDX-License-Identifier: Apache-2.0
"""The figures of kernels' tilings, against every row of tiling_cases.csv."""

from __future__ import annotations

import csv
import struct
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from workspace.calls import TYPE_NAMES, TYPES, Call, Explainer

from build_support.sanitize import Runner

Row = Mapping[str, str]
Figures = dict[str, int]

NATIVE = Path(__file__).parents[2] / "c" / "unit"

#: What the vendor's tilings on Ascend950 leave in memory: struct codes (with natural alignment) and
#: names.
V2_LAYOUT = [
    ("q", "scatterDimSize"),
    ("q", "elewiseDimSize"),
    ("q", "scatterDimLoopNum"),
    ("q", "elewiseDimLoopNum"),
    ("q", "elewiseDimOuterLoopNum"),
    ("q", "normalBlockLoopNum"),
    ("q", "tailBlockLoopNum"),
    ("q", "numWeights"),
    ("q", "paddingIdx"),
    ("I", "scatterFactor"),
    ("I", "elewiseFactor"),
    ("I", "usedCoreNum"),
    ("I", "blockNumForLastProcess"),
    ("I", "elewiseDimLastPerUbProcessNum"),
    ("I", "elewiseDimLastProcessTailNum"),
    ("Q", "elewiseDimLastNormalLoopNum"),
    ("Q", "elewiseDimLastTailLoopNum"),
]
V1_LAYOUT = [
    ("q", "numWeights"),
    ("q", "paddingIdx"),
    ("q", "scaleGradByFreq"),
    ("Q", "embeddingDim"),
    ("I", "indicesFactor"),
    ("I", "gradFactor"),
    ("Q", "loopPerCoreIndice"),
    ("Q", "loopPerCoreGrad"),
    ("Q", "loopPerCoreIndiceFreq"),
    ("I", "loopPerCoreGradFreq"),
    ("Q", "embeddingDimPerCore"),
    ("Q", "embeddingDimLastCore"),
    ("I", "gradFactorPerRow"),
    ("I", "gradFactorPerRowTail"),
    ("I", "indicesFactorTail"),
    ("I", "indicesFactorFreq"),
    ("I", "indicesFactorFreqTail"),
    ("I", "gradFactorPerRowFreq"),
    ("I", "gradFactorPerRowTailFreq"),
    ("I", "sortSharedBufSize"),
    ("I", "baseACast"),
    ("I", "baseWCast"),
    ("Q", "cntACast"),
    ("Q", "cntWCast"),
    ("I", "tailACast"),
    ("I", "tailWCast"),
    ("I", "processBlock"),
    ("I", "clearBlock"),
]

#: Columns of every row, and those of the tiling of 910B and 910_93.
COMMON = ("tiling_key", "core_num_used", "schedule_mode", "kernel_workspace_bytes")
FIRST, LAST = "base_tailRowNum", "sd_tailLastRow"


@cache
def rows() -> Sequence[Row]:
    with Path(__file__).with_name("tiling_cases.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def decoded(layout: list[tuple[str, str]], data: bytes) -> Figures:
    """The fields of a structure in little endian, as a C compiler lays it out."""
    figures = {}
    offset = 0
    for code, name in layout:
        width = struct.calcsize(f"<{code}")
        offset = -(-offset // width) * width
        (figures[name],) = struct.unpack_from(f"<{code}", data, offset)
        offset += width
    assert -(-offset // 8) * 8 == len(data), "the structure has another length"
    return figures


def expected(row: Row) -> Figures:
    """All that the table says of a tiling."""
    figures = {name: int(row[name]) for name in COMMON}
    if row["soc"] == "Ascend950":
        layout = V2_LAYOUT if row["op"] == "v2" else V1_LAYOUT
        return figures | decoded(layout, bytes.fromhex(row["raw_tiling_hex_regbase"]))
    names = list(row)
    columns = names[names.index(FIRST) : names.index(LAST) + 1]
    return figures | {name: int(row[name]) for name in columns}


def differences(row: Row, observed: Figures) -> str:
    """What is not as the table has it; unsigned figures may have been printed as signed."""
    wrong = {
        name: (observed.get(name), value)
        for name, value in expected(row).items()
        if name not in observed or (observed[name] - value) % 2**64
    }
    return f"{row}: {wrong}" if wrong else ""


def test_the_table_is_whole() -> None:
    assert len(rows()) == 1004
    assert {row["rc"] for row in rows()} == {"0"}
    assert {(row["soc"], row["op"]) for row in rows()} == {
        ("Ascend910B", "v2"),
        ("Ascend910_93", "v2"),
        ("Ascend950", "v2"),
        ("Ascend950", "v1"),
    }


def test_every_field_of_the_structures_has_a_value() -> None:
    """So that decoding at wrong offsets would be noticed."""
    for op, layout in (("v1", V1_LAYOUT), ("v2", V2_LAYOUT)):
        seen = [expected(row) for row in rows() if row["op"] == op and row["soc"] == "Ascend950"]
        for _, name in layout:
            assert {figures[name] for figures in seen} - {0}, name
        for row, figures in zip(
            [row for row in rows() if row["op"] == op and row["soc"] == "Ascend950"],
            seen,
            strict=True,
        ):
            assert figures["numWeights"] == int(row["num_weights"])
            assert figures["paddingIdx"] == int(row["padding_idx"])


# --- The tilings by themselves -------------------------------------------------------------------


def question(row: Row) -> str:
    """The line that asks tests/c/unit/tiling.c."""
    kernel = row["op"] + ("_3510" if row["soc"] == "Ascend950" else "_2201")
    words = (
        kernel,
        row["core_num"],
        row["ub_size"],
        TYPES[row["grad_dtype"]][0],
        TYPES[row["index_dtype"]][0],
        row["grad_rows"],
        row["embedding_dim"],
        row["num_weights"],
        int(row["padding_idx"]) & 2**64 - 1,
        row["scale"],
        row["deterministic"],
    )
    return " ".join(map(str, words))


@pytest.mark.slow  # compiles a C program
def test_every_row(tmp_path: Path) -> None:
    runner = Runner("plain")
    runner.build()
    program = runner.compile(NATIVE / "tiling.c")
    calls = tmp_path / "calls"
    calls.write_text("".join(f"{question(row)}\n" for row in rows()), "ascii")
    result = subprocess.run([program, calls], capture_output=True, text=True, check=True)
    answers = result.stdout.splitlines()
    assert len(answers) == len(rows())
    wrong = []
    for row, answer in zip(rows(), answers, strict=True):
        assert answer != "refused", row
        pairs = (word.split("=") for word in answer.split())
        wrong += [differences(row, {name: int(value) for name, value in pairs})]
    wrong = [text for text in wrong if text]
    assert not wrong, "\n".join(wrong[:5])


# --- The tilings as phase one shows them ---------------------------------------------------------


def call_of(row: Row) -> Call:
    """A call whose gradient reaches the kernel as the row has it, unless it is cast."""
    product = {"Ascend910B": "Ascend910B2", "Ascend910_93": "Ascend910_9392"}
    return Call(
        f"{product.get(row['soc'], row['soc'])}:cores={row['core_num']},ub={row['ub_size']}",
        (int(row["grad_rows"]),),
        int(row["embedding_dim"]),
        int(row["num_weights"]),
        grad_type=row["grad_dtype"],
        index_type=row["index_dtype"],
        out_type=row["grad_dtype"],
        padding=int(row["padding_idx"]),
        scale=row["scale"] == "1",
        deterministic=int(row["deterministic"]),
    )


def test_plans_show_the_figures(explainer: Explainer) -> None:
    """Those rows whose kernel and type op_api would take; the native test has them all."""
    names = {"v1": "EmbeddingDenseGrad", "v2": "EmbeddingDenseGradV2"}
    wrong = []
    compared = 0
    for row in rows():
        plan = explainer.explain(call_of(row)).plan
        (kernel,) = (item for item in plan["operators"] if item["name"] in names.values())
        grad = plan["tensors"][kernel["inputs"][0]]["type"]
        if kernel["name"] != names[row["op"]] or grad != TYPE_NAMES[row["grad_dtype"]]:
            continue
        compared += 1
        wrong += [differences(row, kernel["tiling"])]
        (workspace,) = kernel["workspaces"]
        assert plan["tensors"][workspace]["bytes"] == int(row["kernel_workspace_bytes"])
    wrong = [text for text in wrong if text]
    assert not wrong, "\n".join(wrong[:5])
    assert compared > 400
