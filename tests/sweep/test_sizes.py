# SPDX-License-Identifier: Apache-2.0
"""What CANN's phase one answers, with size: every row of every call that exists.

Rows without marks were proven: status, size and L0 list have to be the same. Marks name what the
size of a row rests on, and then only status and L0 list are compared, and the plan has to name an
assumption.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from support import Api
from sweep.c_calls import describe, l0_list, phase_one, selected

from aclnn_py import native
from aclnn_py._ledger import ledger
from build_support.facts import size_rows

HERE = Path(__file__).parent
MOST_SHOWN = 15
#: Marks that say that a size may be larger, not that the call may be refused.
ASSUMED = ("kernel?:", "infershape?:", "aicpu-range?")


@cache
def exceptions() -> dict[tuple[str, str, str], str]:
    """The reasons of the rows that differ, by call, product and arguments."""
    with (HERE / "size_exceptions.csv").open(encoding="utf-8", newline="") as file:
        return {
            (row["call"], row["soc"], row["args"]): row["reason"] for row in csv.DictReader(file)
        }


def calls() -> list[str]:
    """The calls that exist and have rows."""
    return sorted(set(native.description().operators) & set(size_rows()))


def test_the_calls_that_exist_have_rows() -> None:
    assert len(calls()) >= 7
    assert all(len(reason) > 10 for reason in exceptions().values())
    known = {
        (row["call"], row["soc"], row["args"]) for each in size_rows().values() for row in each
    }
    assert set(exceptions()) <= known


def differs(api: Api, row: dict[str, str]) -> str:
    """How phase one's answer differs from a row; "" if it does not."""
    arguments = json.loads(row["args"])
    marks = row["marks"].split(";") if row["marks"] else []
    if any(not mark.startswith(ASSUMED) for mark in marks):
        return ""  # CANN may refuse: nothing is known
    with selected(api, row["soc"]):
        answer = phase_one(api, row["call"], arguments, with_plan=True)
    found = [f"status {answer.status}"] if str(answer.status) != row["status"] else []
    if answer.plan is not None and not found:
        l0 = l0_list(answer.plan)
        found += [f"list {l0}, expected {row['l0']}"] if l0 != row["l0"] else []
        if not marks and str(answer.size) != row["workspace_size"]:
            found.append(f"size {answer.size}, expected {row['workspace_size']}")
        if marks and not answer.plan["assumed"]:
            found.append(f"assumes nothing, expected {row['marks']}")
        if not marks and answer.plan["assumed"]:
            found.append(f"assumes {answer.plan['assumed']}, expected nothing")
    if not found:
        return ""
    return (
        f"{', '.join(found)} (status {row['status']})\n    {describe(arguments)}\n    {answer.text}"
    )


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", calls())
def test_sizes_and_lists(api: Api, call: str) -> None:
    wrong = []
    for row in size_rows()[call]:
        text = differs(api, row)
        listed = (row["call"], row["soc"], row["args"]) in exceptions()
        if listed != bool(text):
            how = text or f"as expected, though it is listed as an exception\n    {row['args']}"
            wrong.append(f"{row['soc']}: {how}")
    shown = "\n".join(wrong[:MOST_SHOWN])
    assert not wrong, f"{len(wrong)} of {len(size_rows()[call])} rows differ:\n{shown}"


def is_dense(value: object) -> bool:
    """Whether no tensor of the arguments has gaps or another order of its elements."""
    if not isinstance(value, list) or not value:
        return True
    if value[0] != "T":
        return all(map(is_dense, value))
    _, shape, _, _, strides, *_ = value
    step = 1
    for size, stride in zip(reversed(shape), reversed(strides or ()), strict=False):
        if size != 1 and stride != step:
            return 0 in shape
        step *= size
    return True


def is_assumed(row: dict[str, str]) -> bool:
    """Whether the size of a row with dense operands rests on what is not proven."""
    marks = row["marks"].split(";") if row["marks"] else []
    return any(mark.startswith(ASSUMED) for mark in marks) and is_dense(json.loads(row["args"]))


@pytest.mark.parametrize("name", calls())
def test_a_call_is_sized_where_every_product_is_proven(name: str) -> None:
    """Facts mark what rests on closed kernels: such a call is sized as far as CANN is open."""
    if any(map(is_assumed, size_rows()[name])):
        assert ledger()[name].level == "sized, as far as CANN is open"


def test_what_a_size_rests_on_makes_the_level() -> None:
    levels: Counter[str] = Counter()
    for entry in ledger().values():
        if entry.declared is None:
            continue
        levels[entry.level] += 1
        rests_on = bool(entry.assumed) or bool(entry.assumed_in_some_shapes)
        assert rests_on == (entry.level == "sized, as far as CANN is open"), entry.name
    assert set(levels) == {"sized", "sized, as far as CANN is open"}
    assert min(levels.values()) > 100
    # By the facts, the Sort of 910B is closed, and the elementwise ones have none.
    assert ledger()["aclnnEmbeddingDenseBackward"].level == "sized, as far as CANN is open"
    assert ledger()["aclnnAdd"].level == "sized"
    assert ledger()["aclnnRange"].assumed["2201"] == ("kernel:Range",)
