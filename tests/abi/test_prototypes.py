# SPDX-License-Identifier: Apache-2.0
"""The first phases of operators take what CANN's take: names, types, order (prototypes.csv.gz)."""

from __future__ import annotations

import re

import pytest

from aclnn_py import native
from build_support.facts import prototypes, spelling

KNOWN = prototypes()
CALLS = sorted(
    call for call in KNOWN if f"{call}GetWorkspaceSize" in native.description().functions
)


def test_there_are_calls() -> None:
    assert len(KNOWN) > 1000
    assert {"aclnnAdd", "aclnnEmbeddingDenseBackward"} <= set(CALLS)


@pytest.mark.parametrize("call", CALLS)
def test_the_first_phase_is_the_vendors(call: str) -> None:
    arguments = native.description().functions[f"{call}GetWorkspaceSize"].arguments[:-2]
    # A page of the vendor's has a misprint.
    vendors = [(name, re.sub(r"^onst ", "const ", text)) for name, text in KNOWN[call]]
    assert [(name, meaning(spelling(text))) for name, text in arguments] == [
        (name, meaning(text)) for name, text in vendors
    ]


def meaning(text: str) -> str:
    """A value that is const says nothing to the caller."""
    return text if "*" in text else text.removeprefix("const ")
