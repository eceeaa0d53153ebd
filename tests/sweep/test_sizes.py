# SPDX-License-Identifier: Apache-2.0
"""What CANN's phase one answers, with size: every row of every call that exists.

Rows without marks were proven: status, size and L0 list have to be the same. Marks name what the
size of a row rests on, and then only status and L0 list are compared, and the plan has to name an
assumption.
"""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path

import pytest
from support import Api
from sweep.c_calls import describe, l0_list, phase_one, selected

from aclnn_py import native
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
