# SPDX-License-Identifier: Apache-2.0
"""docs/operators.md: made from the headers, and complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aclnn_py import native
from build_support import declarations, operators

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "operators.md"


@pytest.mark.slow
def test_the_page_is_what_the_generator_writes(tmp_path: Path) -> None:
    public = declarations.read(["cc"], ROOT / "csrc" / "include")
    assert not operators.generate(ROOT, public, check=True), "run python build.py"
    (tmp_path / "csrc").symlink_to(ROOT / "csrc")
    assert not operators.generate(tmp_path, public)  # no docs/, nothing to write
    (tmp_path / "docs").mkdir()
    assert operators.generate(tmp_path, public)
    assert (tmp_path / "docs" / "operators.md").read_text("utf-8") == PAGE.read_text("utf-8")
    assert not operators.generate(tmp_path, public)


def test_every_operator_is_on_the_page() -> None:
    rows = re.findall(r"^\| `(\w+)` \| \[([\w/.]+)\]", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(set(rows))
    functions = native.description().functions
    acl = {name for name, _ in rows if not name.startswith("infiniop")}
    assert acl == set(native.description().operators)
    assert all(functions[name].header == header for name, header in rows if name in acl)
    created = re.findall(r"infiniopCreate(\w+)Descriptor", " ".join(functions))
    infini = {name for name, _ in rows} - acl
    assert infini == {f"infiniop{name}" for name in created if name != "Tensor"}
