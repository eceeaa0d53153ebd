# SPDX-License-Identifier: Apache-2.0
"""What phase one answers, by the vendor's own unit tests: every case of every call that exists.

A call that is declared or written by hand is covered as soon as it is exported. A case that differs
stands in status_exceptions.csv with the reason, and has to differ.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import describe, phase_one, selected

import aclnn_py as acl
from aclnn_py import native
from build_support.facts import status_cases

HERE = Path(__file__).parent
MOST_SHOWN = 15


@cache
def exceptions() -> dict[str, str]:
    """The reasons of the cases that differ, by their ids."""
    with (HERE / "status_exceptions.csv").open(encoding="utf-8", newline="") as file:
        return {row["case"]: row["reason"] for row in csv.DictReader(file)}


def calls() -> list[str]:
    """The calls that exist and have cases."""
    return sorted(set(native.description().operators) & set(status_cases()))


def expects(case: dict[str, Any], status: int) -> bool:
    """Whether the vendor's test accepts a status."""
    return all((status == value) == (how == "eq") for how, value in case["expected"])


def test_the_calls_that_exist_have_cases() -> None:
    assert len(calls()) >= 8
    assert set(exceptions()) <= {case["id"] for rows in status_cases().values() for case in rows}
    assert all(len(reason) > 10 for reason in exceptions().values())


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", calls())
def test_statuses(api: Api, call: str) -> None:
    wrong = []
    for case in status_cases()[call]:
        with selected(api, case["soc"]):
            answer = phase_one(api, call, case["args"], no_size=bool(case.get("nosize")))
        is_exception = case["id"] in exceptions()
        if expects(case, answer.status) == is_exception:
            wanted = ", ".join(f"{how} {value}" for how, value in case["expected"])
            wrong.append(
                f"{case['id']} on {case['soc']}: {answer.status}, expected {wanted}"
                f"{' (listed as an exception)' if is_exception else ''}\n"
                f"    {describe(case['args'])}\n    {answer.text}"
            )
    shown = "\n".join(wrong[:MOST_SHOWN])
    assert not wrong, f"{len(wrong)} of {len(status_cases()[call])} cases differ:\n{shown}"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("axis", [-1, 0])
def test_no_dimension_of_a_tensor_without_any_is_cut(axis: int) -> None:
    with pytest.raises(acl.AclError, match="self has no dimensions") as raised:
        acl.slice_v2(np.float32(1), [0], [1], [axis], [1])
    assert raised.value.code == 161002
