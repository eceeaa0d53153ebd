# SPDX-License-Identifier: Apache-2.0
"""Activations with quantised results: what phase one answers in which sequence, and groups."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import phase_one, selected
from sweep.rules import FLOAT, FLOAT16, INT8, INT32, NULL, tensor
from sweep.runs import at_home

import aclnn_py as acl

X, ROWS, ONE = tensor(FLOAT16, 4, 8), tensor(FLOAT, 4), tensor(FLOAT, 1)
Y = tensor(INT8, 4, 8)


def _gelu(api: Api, soc: str, **changed: Any) -> tuple[int, str]:
    given: dict[str, Any] = {
        "self": X,
        "scale": NULL,
        "offset": NULL,
        "approximate": ["s", "none"],
        "mode": ["s", "dynamic"],
        "rounding": ["s", "rint"],
        "type": ["i", 2],
        "y": Y,
        "out": ROWS,
    }
    with selected(api, soc):
        found = phase_one(api, "aclnnGeluQuant", list((given | changed).values()))
    return found.status, found.text


@pytest.mark.usefixtures("own_library")
def test_gelu_looks_at_the_product_and_the_mode_first(api: Api) -> None:
    static = {"mode": ["s", "static"], "out": NULL}
    for soc, changed, wanted, words in (
        ("Ascend910B", {"mode": ["s", "none"]}, 361001, "does not have the operator"),
        ("Ascend950", {"mode": ["s", "none"], "self": NULL}, 161002, "static"),
        ("Ascend950", {"self": NULL, "y": NULL}, 161001, "self is NULL"),
        ("Ascend950", static, 161001, "inputScaleOptional is NULL"),
        ("Ascend950", {"out": NULL}, 161001, "outScaleOptional is NULL"),
        ("Ascend950", static | {"scale": ONE, "out": ROWS}, 161002, "outScaleOptional is not NULL"),
        ("Ascend950", {"offset": ONE}, 161002, "inputOffsetOptional is given"),
        ("Ascend950", {"self": tensor(INT32, 4, 8)}, 161002, "data type of self"),
        ("Ascend950", {"type": ["i", 36]}, 161002, "dstType is 36"),
        ("Ascend950", {"out": tensor(FLOAT, 3)}, 161002, "outScaleOptional has the shape"),
        ("Ascend950", {"rounding": ["s", "round"]}, 161002, "roundMode"),
        ("Ascend950", {"scale": tensor(FLOAT, 3)}, 561103, "inputScaleOptional"),
        ("Ascend950", {"scale": tensor(FLOAT, 8)}, 0, ""),
        ("Ascend950", static | {"scale": ONE, "offset": ONE}, 0, ""),
    ):
        status, text = _gelu(api, soc, **changed)
        assert status == wanted, text
        assert words in text


@pytest.mark.usefixtures("own_library")
def test_groups_are_ends_or_counts() -> None:
    """A row of scales for each group, and 1 behind all groups."""
    results: Any = acl.swi_glu_quant_v2
    x = np.ones((5, 4), np.float32)
    smooth = np.array([[1, 4], [4, 1]], np.float32)
    with at_home("aclnnSwiGluQuantV2"):
        by_ends = results(x, smooth, None, np.array([1, 3], np.int32), group_list_type=0)
        by_counts = results(x, smooth, None, np.array([1, 2], np.int32), group_list_type=1)
    unit = np.float32(1 / (1 + np.exp(-1.0)))
    largest = unit * np.array([4, 4, 4, 1, 1], np.float32)
    for y, scale in (by_ends, by_counts):
        assert np.array_equal(scale, np.float32(127) / largest)
        assert y.tolist() == [[32, 127], [127, 32], [127, 32], [127, 127], [127, 127]]


@pytest.mark.usefixtures("own_library")
def test_swiglu_wants_a_factor_for_each_group(api: Api) -> None:
    half, scales = tensor(INT8, 4, 4), tensor(FLOAT, 4)
    for smooth, groups, mode, wanted in (
        (tensor(FLOAT, 1, 4), NULL, "dynamic", 0),
        (tensor(FLOAT, 4), NULL, "dynamic", 0),
        (NULL, NULL, "dynamic", 561002),
        (tensor(FLOAT, 2, 4), tensor(INT32, 3), "dynamic", 561002),
        (tensor(FLOAT, 3), tensor(INT32, 3), "static", 0),
        (tensor(FLOAT, 1, 4), NULL, "dynamic_msd", 161002),
        (tensor(FLOAT16, 1, 4), NULL, "dynamic", 161002),
    ):
        arguments = [X, smooth, NULL, groups, ["b", 0], ["s", mode], half, scales]
        with selected(api, "Ascend910B"):
            found = phase_one(api, "aclnnSwiGluQuant", arguments)
        assert found.status == wanted, found.text
