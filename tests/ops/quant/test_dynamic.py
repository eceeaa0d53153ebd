# SPDX-License-Identifier: Apache-2.0
"""Dynamic quantisation: results that are absent, and what phase one answers in which sequence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import phase_one, selected
from sweep.rules import FLOAT, FLOAT16, INT8, INT32, NULL, tensor
from sweep.runs import at_home

import aclnn_py as acl


@pytest.mark.usefixtures("own_library")
def test_symmetric_quantisation_has_no_offsets() -> None:
    """CANN refuses a tensor for them, so that Python passes none and gives None."""
    results: Any = acl.dynamic_quant_v3
    x = np.array([[1, -2, 4], [0, 0, 0]], np.float16)
    with at_home("aclnnDynamicQuantV3"):
        y, scale, offset = results(x)
        assert offset is None
        assert y.tolist() == [[32, -64, 127], [0, 0, 0]]
        assert scale.tolist() == [np.float32(4) / np.float32(127), 0]
        _, _, offset = results(x, is_symmetrical=False)
        assert offset.shape == (2,)


def _answer(
    api: Api, soc: str, x: list[Any], symmetric: int, mode: str, scale: Any, offset: Any
) -> tuple[int, str]:
    arguments = [x, NULL, NULL, ["i", INT8], ["b", symmetric], ["s", mode]]
    with selected(api, soc):
        found = phase_one(
            api, "aclnnDynamicQuantV3", [*arguments, tensor(INT8, 4, 8), scale, offset]
        )
    return found.status, found.text


@pytest.mark.usefixtures("own_library")
def test_attributes_are_looked_at_before_data_types(api: Api) -> None:
    good, wrong = tensor(FLOAT16, 4, 8), tensor(INT32, 4, 8)
    rows = tensor(FLOAT, 4)
    for soc, x, symmetric, mode, scale, offset, wanted, words in (
        ("Ascend910B", wrong, 1, "none", NULL, NULL, 561000, "does not have the operator"),
        ("Ascend950", wrong, 1, "none", NULL, NULL, 161001, "scaleOut is NULL"),
        ("Ascend950", wrong, 1, "none", rows, rows, 161002, "offsets are refused"),
        ("Ascend950", wrong, 0, "none", rows, NULL, 161002, "offsets are required"),
        ("Ascend950", wrong, 1, "none", rows, NULL, 161002, "pertoken"),
        ("Ascend950", wrong, 1, "pertoken", rows, NULL, 161002, "data type of x"),
        ("Ascend950", good, 1, "perchannel", rows, NULL, 161002, "shape of scaleOut"),
        ("Ascend950", good, 1, "perchannel", tensor(FLOAT, 8), NULL, 0, ""),
        ("Ascend950", good, 0, "pertensor", tensor(FLOAT, 1), tensor(FLOAT, 1), 0, ""),
    ):
        status, text = _answer(api, soc, x, symmetric, mode, scale, offset)
        assert status == wanted, text
        assert words in text
