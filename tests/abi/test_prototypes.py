# SPDX-License-Identifier: Apache-2.0
"""The first phases of operators take what CANN's take: names, types, order (prototypes.csv.gz)."""

from __future__ import annotations

import csv
import gzip
import re
from pathlib import Path

import pytest

from aclnn_py import native

FACTS = Path(__file__).parent / "prototypes.csv.gz"


def prototypes() -> dict[str, list[tuple[str, str]]]:
    """Parameters (name, type) of the first phases of CANN's calls, without the last two."""
    with gzip.open(FACTS, "rt", encoding="utf-8", newline="") as file:
        return {
            row["call"]: [split(text) for text in row["parameters"].split(", ")]
            for row in csv.DictReader(file)
        }


def split(text: str) -> tuple[str, str]:
    """A parameter's name and type, with one spelling of pointers."""
    found = re.fullmatch(r"(.*?)([A-Za-z_]\w*)", text)
    assert found is not None, text
    return found[2], spelling(found[1])


def spelling(text: str) -> str:
    return re.sub(r"\s*\*\s*", " *", text).strip()


KNOWN = prototypes()
CALLS = sorted(set(KNOWN) & set(native.description().operators))


def test_there_are_calls() -> None:
    assert len(KNOWN) > 1000
    assert {"aclnnAdd", "aclnnEmbeddingDenseBackward"} <= set(CALLS)


@pytest.mark.parametrize("call", CALLS)
def test_the_first_phase_is_the_vendors(call: str) -> None:
    arguments = native.description().functions[f"{call}GetWorkspaceSize"].arguments[:-2]
    assert [(name, spelling(text)) for name, text in arguments] == KNOWN[call]
