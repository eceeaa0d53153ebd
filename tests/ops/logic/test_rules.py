# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for logic: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.c_calls import phase_one, selected
from sweep.rules import BOOL, NULL, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_repeated_bools_are_cast_before_they_are_repeated(api: Api, soc: str) -> None:
    """What is cast to int32 are the elements there are, and after it all of them."""
    operands = tensor(BOOL, 1000, 1000, strides=[1, 0]), tensor(BOOL, 1000, 1000)
    with selected(api, soc):
        plan = phase_one(api, "aclnnLogicalNot", operands, with_plan=True).plan
    assert plan is not None
    wrote = [plan["tensors"][each["outputs"][0]]["bytes"] for each in plan["operators"]]
    assert wrote == [4 * 1000, 4 * 1000**2, 1000**2, 1000**2]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_tensor_of_or(api: Api, missing: int) -> None:
    """561103 and not 161001: a test of the vendor's op_api, input_output_nullptr."""
    operands = [NULL if at == missing else tensor(BOOL, 10, 5) for at in range(3)]
    answer = phase_one(api, "aclnnLogicalOr", operands)
    assert answer.status == 561103
    assert f"{('self', 'other', 'out')[missing]} is NULL" in answer.text
