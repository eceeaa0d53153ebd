# SPDX-License-Identifier: Apache-2.0
"""The sweep over PyTorch's operators: a few of them, and the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from aclnn_py.torch_sweep.outcome import Entry, Outcome
from aclnn_py.torch_sweep.reviewed import Reviewed
from aclnn_py.torch_sweep.table import page

FOLDER = Path(sys.prefix) / "torch_npu"


def sweep(*arguments: str, folders: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key[:5] != "ACLNN"}
    environment["PYTHONPATH"] = os.pathsep.join(folders)
    command = [sys.executable, "-m", "aclnn_py", "run", sys.executable]
    return subprocess.run(
        [*command, "-m", "aclnn_py.torch_sweep", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )


@pytest.mark.torch
@pytest.mark.slow
def test_some_entries(tmp_path: Path) -> None:
    """One of each kind: linalg.eigvals is not in CANN, and gelu is the tanh form there."""
    if not FOLDER.is_dir():
        pytest.skip("torch_npu is not installed; `make torch` installs it")
    names = ["add", "cumsum", "empty_like", "linalg.eigvals", "nn.functional.dropout"]
    rows, table = tmp_path / "rows.json", tmp_path / "table.md"
    result = sweep(
        *[*names, "nn.functional.gelu"],
        *["--types", "float32", "--samples", "2", "--json", str(rows), "--output", str(table)],
        folders=[str(FOLDER), *filter(None, sys.path)],
    )
    assert result.returncode == 0, result.stdout + result.stderr
    found = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
    counts = {row["name"]: row["counts"] for row in found}
    assert counts.pop("nn.functional.gelu").keys() <= {Outcome.DIFFERS, Outcome.RIGHT}
    assert counts == {
        "add": {Outcome.RIGHT: 2},
        "cumsum": {Outcome.RIGHT: 2},
        "empty_like": {Outcome.RIGHT: 2},
        "linalg.eigvals": {Outcome.FALLBACK: 2},
        "nn.functional.dropout": {Outcome.RANDOM: 2},
    }
    assert "| `add` | right | - | - | - | - |" in table.read_text("utf-8")


def test_says_what_is_missing(tmp_path: Path) -> None:
    """Modules that cannot be imported are named, and what pip calls them."""
    hidden = tmp_path / "sitecustomize.py"
    hidden.write_text("import sys\nsys.modules['expecttest'] = None\n", "utf-8")
    result = sweep("add", folders=[str(tmp_path), *filter(None, sys.path)])
    assert result.returncode == 2
    assert "not installed" in result.stderr
    assert "pip install" in result.stderr
    assert "expecttest" in result.stderr


@pytest.mark.torch
@pytest.mark.slow  # torch takes seconds to import
def test_samples_that_drop_elements_are_known() -> None:
    """By name and by place; the functions of these two entries take *args."""
    from aclnn_py.torch_sweep.samples import drops_out

    def entry(name: str) -> SimpleNamespace:
        return SimpleNamespace(name=f"nn.functional.{name}")

    def sample(*args: object, **kwargs: object) -> SimpleNamespace:
        return SimpleNamespace(input=None, args=args, kwargs=kwargs)

    product, heads = entry("scaled_dot_product_attention"), entry("multi_head_attention_forward")
    assert drops_out(product, sample(None, None, dropout_p=0.5))
    assert not drops_out(product, sample(None, None, dropout_p=0.0))
    by_place = (None, None, 4, 1, None, None, None, None, False, 0.5, None, None)
    assert drops_out(heads, sample(*by_place))
    assert not drops_out(heads, sample(*by_place, training=False))
    assert not drops_out(entry("linear"), sample(None))


def test_an_entry_is_what_its_worst_sample_is() -> None:
    entry = Entry("add", "float32")
    found = [entry.outcome]
    for outcome in (Outcome.RIGHT, Outcome.WRONG, Outcome.REFUSED, Outcome.CRASHED):
        entry.add(outcome, "")
        found.append(entry.outcome)
    assert found == ["none", "right", "wrong", "wrong", "crashed"]


def test_page() -> None:
    entries = [
        Entry("add", "float32", Counter({Outcome.RIGHT: 3, Outcome.SKIPPED: 1})),
        Entry("add", "bool", Counter({Outcome.RIGHT: 1, Outcome.WRONG: 2}), {Outcome.WRONG: ["1"]}),
    ]
    lines = page(entries, ["float32", "int64", "bool"]).splitlines()
    assert "| `add` | right | - | wrong 2/3 |" in lines
    assert "- `add` (bool): 1" in lines
    assert next(line for line in lines if line.startswith("| right")).startswith(
        "| right | 1 | 0 | 0 |"
    )


def test_reviewed_differences_say_everything() -> None:
    """Each has a reason, a bound of both kinds, and types that the sweep has."""
    reviewed = Reviewed.read()
    types = {"float32", "float16", "bfloat16", "int64", "bool"}
    for each in reviewed.table["difference"]:
        assert each.keys() - {"compared", "any_type"} == {"operators", "types", "bound", "reason"}
        assert set(each["types"].split()) <= types
        assert each["bound"].keys() == {"rtol", "atol"}
    gelu = reviewed.difference("nn.functional.gelu", "", "float32")
    assert gelu is not None
    assert gelu.bound["atol"] < 5e-4
