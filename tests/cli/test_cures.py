# SPDX-License-Identifier: Apache-2.0
"""What `aclnn run` says to do about each kind of finding."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aclnn_py.cli._cures import cure_of

ROOT = Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "csrc" / "base" / "finding.c").read_text("utf-8")
KINDS = re.findall(r'\[FINDING_\w+\] = "(\w+)"', SOURCE)

# Their texts end with what to do.
TEXTS = {
    "race": "aclnnAdd writes what aclnnMul reads; let one stream wait for the other",
    "access": "the host read device memory. Copy it with aclrtMemcpy",
}


def test_there_are_kinds() -> None:
    assert {"leak", "race", "destroyed"} <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_finding_has_a_cure(kind: str) -> None:
    assert cure_of({"kind": kind, "text": TEXTS.get(kind, "nothing known"), "status": 0})
