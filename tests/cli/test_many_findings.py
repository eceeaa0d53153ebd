# SPDX-License-Identifier: Apache-2.0
"""Programs that do something wrong very often: what is told of them is short, and soon there."""

from __future__ import annotations

import io
import json
import time
from typing import Any

import pytest

from aclnn_py.cli._findings import as_text, read_findings

PROCESS = 7
MANY = 20_000


def _frame(address: int) -> dict[str, Any]:
    """A frame of an object without lines."""
    return {"object": "/nonexistent/program", "address": hex(address), "function": ""}


def _told(kind: str, addresses: list[int]) -> list[str]:
    """The lines for a program that found the same at each of these addresses."""
    items: list[dict[str, Any]] = [
        {"kind": "begin", "process": PROCESS},
        *(
            {
                "kind": kind,
                "process": PROCESS,
                "call": "aclrtFree",
                "text": f"finding {at}",
                "stack": [_frame(address)],
                "related": [],
            }
            for at, address in enumerate(addresses)
        ),
        {"kind": "end", "process": PROCESS, "findings": len(addresses), "lost": 0},
    ]
    file = io.BytesIO("".join(f"{json.dumps(item)}\n" for item in items).encode())
    return list(as_text(read_findings(file)))


@pytest.mark.slow
def test_what_one_address_does_again_is_told_once() -> None:
    """As with lines, also where the program has none."""
    lines = _told("race", [1, 2, 1, 1])
    assert lines[0] == "aclnn: aclrtFree: finding 0 (3 times)"
    assert lines[-1] == "aclnn: 2 finding(s)"
    assert _told("race", [1] * MANY)[-1] == "aclnn: 1 finding(s)"


@pytest.mark.slow
def test_many_leaks_are_not_compared_with_each_other() -> None:
    """Seconds; comparing each with each takes minutes."""
    start = time.process_time()
    lines = _told("leak", list(range(1, MANY + 1)))
    assert time.process_time() - start < 30
    assert lines[-1] == f"aclnn: {MANY} finding(s)"
