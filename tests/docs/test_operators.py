# SPDX-License-Identifier: Apache-2.0
"""What is made from the declarations and committed: the pages of operators."""

from __future__ import annotations

import inspect
import re
import shutil
from pathlib import Path

import pytest

import aclnn_py as acl
from aclnn_py import native, ops
from aclnn_py._ledger import OWN_FAMILY, ledger
from build_support import declarations, operators, tables
from build_support.operators.functions import Functions
from build_support.operators.words import Words

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
    pattern = r"^\| `(\w+)` \| ([\w, ]+) \| [\[`]([\w/.]+)[\]`][^|]*\| (.*) \|$"
    rows = re.findall(pattern, text, re.MULTILINE)
    functions = native.description().functions
    carried_out = {name for name, state, *_ in rows if state != "refuses"}
    assert carried_out == set(native.description().operators)
    assert all(functions[name].header == header for name, _, header, _ in rows)
    refused = [words for _, state, _, words in rows if state == "refuses"]
    assert all(re.match("Answers .*, since ", words) for words in refused)
    public = {name for name, entry in ledger().items() if entry.family != OWN_FAMILY}
    of_cann = [name for name, *_ in rows if not name.startswith("aclnnExt")]
    assert sorted(of_cann) == sorted(public)
    infini = re.findall(r"^\| `(infiniop\w+)` \|", text, re.MULTILINE)
    computed = functions.keys() - set(native.description().unsupported)
    created = re.findall(r"infiniopCreate(\w+)Descriptor", " ".join(computed))
    assert sorted(infini) == sorted(f"infiniop{name}" for name in created if name != "Tensor")


# --- Shapes in words ------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_shape_function_has_words_and_all_words_are_used() -> None:
    csrc = ROOT / "csrc"
    declared = operators.read(csrc, tables.load(csrc))
    functions = Functions(csrc)
    words = Words(csrc, functions)
    for call in declared.calls.values():
        if call.is_own:
            continue
        for rule in call.outs.values():
            for text in (words.shape(call, rule, str), words.data_type(call, rule, str)):
                assert "{" not in text, call.name
    assert words.used <= {*words.of_functions, *words.of_checks}
    assert set(words.of_functions) <= words.used


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("add", "its shape is what self and other broadcast to"),
        ("reduce_sum", "named), or with 1 there where keep_dims is true"),
        ("arg_max", "without dimension dim, or with 1 there where keepdim is true"),
        ("matmul", "its shape is what NumPy gives for self @ mat2"),
    ],
)
def test_help_shows_shapes_in_words(name: str, text: str) -> None:
    """And no rules of csrc/ops."""
    document = inspect.getdoc(getattr(acl, name)) or ""
    assert text in " ".join(document.split())


def test_no_help_names_a_rule() -> None:
    for name in ops.__all__:
        returned = (inspect.getdoc(getattr(ops, name)) or "").rpartition("Returns ")[2]
        assert not re.search(r"\b[a-z][a-z_0-9]*\([a-z]", returned), f"{name}: {returned}"


def test_an_editor_sees_types() -> None:
    """No operand is an object of which nothing is known."""
    for name in ops.__all__:
        annotations = getattr(ops, name).__annotations__
        assert "object" not in {each.partition(" ")[0] for each in annotations.values()}, name
