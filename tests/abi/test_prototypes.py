# SPDX-License-Identifier: Apache-2.0
"""The first phases of operators take what CANN's take: names, types, order (prototypes.csv.gz)."""

from __future__ import annotations

import pytest

from aclnn_py import native
from build_support.facts import prototypes, spelling

KNOWN = prototypes()
CALLS = sorted(set(KNOWN) & set(native.description().operators))


def test_there_are_calls() -> None:
    assert len(KNOWN) > 1000
    assert {"aclnnAdd", "aclnnEmbeddingDenseBackward"} <= set(CALLS)


@pytest.mark.parametrize("call", CALLS)
def test_the_first_phase_is_the_vendors(call: str) -> None:
    arguments = native.description().functions[f"{call}GetWorkspaceSize"].arguments[:-2]
    # A value that is const says nothing to the caller.
    vendors = [
        (name, text if "*" in text else text.removeprefix("const ")) for name, text in KNOWN[call]
    ]
    assert [(name, spelling(text)) for name, text in arguments] == vendors
