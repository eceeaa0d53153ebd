# SPDX-License-Identifier: Apache-2.0
"""`aclnn workspace` and sweeps of declared operators: arguments of every kind, from text."""

from __future__ import annotations

import csv
import io
import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sweep.runs import home_of, some_samples
from sweep.samples import PRODUCTS, declared_calls, each_call

import aclnn_py as acl
from aclnn_py._prototype import snake_case
from aclnn_py.cli import main
from aclnn_py.cli._cells import parse_scalar, parse_tensors

Capture = pytest.CaptureFixture[str]

CALLS = declared_calls()

pytestmark = pytest.mark.usefixtures("own_library")


def text_of(value: Any) -> str:
    """An argument as options and cells have it."""
    if isinstance(value, np.ndarray):
        return f"{'x'.join(map(str, value.shape))}:{value.dtype.name}"
    if isinstance(value, list | tuple) and value and isinstance(value[0], np.ndarray):
        return "/".join(map(text_of, value))
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    if isinstance(value, np.generic):
        return f"{value.item().real}:{value.dtype.name}"
    return value.decode() if isinstance(value, bytes) else str(value)


@pytest.mark.parametrize("name", each_call())
def test_options_say_what_python_says(capsys: Capture, name: str) -> None:
    """The same plan from text as from arrays, for every declared call."""
    declared, product = CALLS[name], PRODUCTS[home_of(name)]
    for sample in islice((each for each in some_samples(name) if not each.layouts), 4):
        options = [f"--soc={product}"]
        arguments = {}
        for each in declared.parameters:
            if each.role == "out":
                continue
            value = sample.arguments[each.name]
            if isinstance(value, np.ndarray):
                value = value.copy()  # dense: oracles may give views
            arguments[snake_case(each.name)] = value
            option = f"--{snake_case(each.name).replace('_', '-')}"
            if value is None:
                continue
            if isinstance(value, bool) and each.kind == "integer":
                options.append(option if value else option.replace("--", "--no-", 1))
            else:
                options.append(f"{option}={text_of(value)}")
        assert main(["workspace", name, "--json", *options]) == 0, sample.text
        found = json.loads(capsys.readouterr().out)
        assert found == json.loads(
            json.dumps(acl.workspace(name, soc=product, **arguments).as_dict())
        )


def test_a_sweep(capsys: Capture, tmp_path: Path) -> None:
    rows = [
        "operator,x,scalar,out,product",
        "ForeachAddScalarV2,2:float32/3:float32,2.5,2:float32/3:float32,Ascend910B2",
        "ForeachAddScalarV2,2:float32/3:float32,2,2:float32/3:float32,Ascend910B2",
        "ForeachAddScalarV2,2:float32/3,2,2:float32/3:float32,Ascend910B2",
        "ForeachAddScalarV2,,2,,Ascend910B2",
    ]
    path = tmp_path / "calls.csv"
    path.write_text("\n".join(rows) + "\n")
    assert main(["workspace", "--sweep", str(path)]) == 1
    found = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    # A workspace of 32 bytes and its padding; a float list takes no whole number.
    assert [row["status"] for row in found] == ["0", "161002", "", ""]
    assert found[0]["workspace_size"] == "512"
    assert "has no data type" in found[2]["message"]
    assert "empty" in found[3]["message"]


def test_scalars() -> None:
    assert [parse_scalar(text) for text in ("2", "2.5", "true", "-1")] == [2, 2.5, True, -1]
    assert parse_scalar("2:float16").dtype == np.float16
    assert parse_scalar("3:bfloat16").dtype.name == "bfloat16"
    for text in ("", "two", "2:float33", "2:"):
        with pytest.raises((ValueError, TypeError)):
            parse_scalar(text)


def test_lists_of_tensors() -> None:
    members: Any = parse_tensors("2,3:f32/:f16").members
    assert [tuple(each.shape) for each in members] == [(2, 3), ()]
    assert parse_tensors("").members == []
    with pytest.raises(ValueError, match="has no data type"):
        parse_tensors("2,3")


def test_help_names_kinds(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["workspace", "ReduceSum", "--help"])
    text = capsys.readouterr().out
    for words in ("--dims NUMBERS", "--dtype TYPE", "--keep-dims", "--self SHAPE:TYPE"):
        assert words in text
