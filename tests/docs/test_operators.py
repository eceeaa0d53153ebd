# SPDX-License-Identifier: Apache-2.0
"""What is made from the declarations and committed: the pages of operators."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from aclnn_py import native
from aclnn_py._ledger import OWN_FAMILY, ledger
from build_support import declarations, operators, tables

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "operators.md"


def copy_of_the_checkout(tmp_path: Path) -> Path:
    """What the generators read and write."""
    for name in ("csrc", "docs", "build/include"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "aclnn_py").mkdir()
    return tmp_path


def files(root: Path) -> dict[str, bytes]:
    """The files that generators write, by name."""
    found = [*(root / "docs").rglob("*.md"), root / "aclnn_py" / "ops.py"]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


@pytest.mark.slow
def test_what_is_committed_is_what_the_generators_write(tmp_path: Path) -> None:
    root = copy_of_the_checkout(tmp_path)
    for path in (root / "docs" / "reference" / "operators").glob("*.md"):
        path.write_text("stale")
    (root / "docs" / "reference" / "operators" / "gone.md").write_text("of a family that is gone")
    csrc = root / "csrc"
    all_tables = tables.load(csrc)
    declared = operators.read(csrc, all_tables)
    public = declarations.read(["cc"], root / "build" / "include")
    assert operators.write(root, declared, all_tables, public).stale
    assert files(root) == files(ROOT), "run python build.py"
    assert not operators.write(root, declared, all_tables, public).stale


def test_every_call_is_on_the_page_once() -> None:
    text = PAGE.read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\w, ]+) \| [\[`]([\w/.]+)[\]`]", text, re.MULTILINE)
    functions = native.description().functions
    carried_out = {name for name, state, _ in rows if state != "refuses"}
    assert carried_out == set(native.description().operators)
    assert all(functions[name].header == header for name, _, header in rows)
    absent = re.findall(r"^Absent: (.*?)\.$", text, re.MULTILINE | re.DOTALL)
    names = [name for paragraph in absent for name in re.split(r",\s+", paragraph)]
    public = {name for name, entry in ledger().items() if entry.family != OWN_FAMILY}
    of_cann = [name for name, _, _ in rows if not name.startswith("aclnnExt")]
    named = [*of_cann, *(name if name.startswith("acl") else f"aclnn{name}" for name in names)]
    assert sorted(named) == sorted(public)
    infini = re.findall(r"^\| `(infiniop\w+)` \|", text, re.MULTILINE)
    computed = functions.keys() - set(native.description().unsupported)
    created = re.findall(r"infiniopCreate(\w+)Descriptor", " ".join(computed))
    assert sorted(infini) == sorted(f"infiniop{name}" for name in created if name != "Tensor")
