# SPDX-License-Identifier: Apache-2.0
"""What the public tilings of calls on lists refuse: more than 256 tensors, on Ascend950; before it
the tilings of two calls count, others do not."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import FLOAT, answer, tensor

MOST = 256


def lists(count: int, members: int) -> list[list[Any]]:
    return [["TensorList", [tensor(FLOAT, 2)] * members]] * count


ONE = tensor(FLOAT, 1)
NUMBER = ["S", 0, "0000803f"]

# Calls with how they are given lists, and what they answer on Ascend950 where a list is too long:
# 561002 where CANN generates them, else what their op_api answers for a missing result.
CALLS: dict[str, tuple[Any, int]] = {
    "aclnnForeachAbs": (lambda n: lists(2, n), 561002),
    "aclnnForeachExp": (lambda n: lists(2, n), 561002),
    "aclnnForeachSqrt": (lambda n: lists(2, n), 561103),
    "aclnnForeachAddScalar": (lambda n: [*lists(1, n), ONE, *lists(1, n)], 561002),
    "aclnnForeachAddScalarV2": (lambda n: [*lists(1, n), NUMBER, *lists(1, n)], 161002),
    "aclnnForeachMulScalarV2": (lambda n: [*lists(1, n), NUMBER, *lists(1, n)], 161002),
    "aclnnForeachSubScalarV2": (lambda n: [*lists(1, n), NUMBER, *lists(1, n)], 561103),
    "aclnnForeachMulList": (lambda n: lists(3, n), 561103),
    "aclnnForeachMaximumList": (lambda n: lists(3, n), 561002),
    "aclnnForeachAddcmulScalarV2": (lambda n: [*lists(3, n), NUMBER, *lists(1, n)], 161002),
    "aclnnForeachLerpScalar": (lambda n: [*lists(2, n), NUMBER, *lists(1, n)], 561103),
    "aclnnForeachNeg": (lambda n: lists(2, n), 0),
    "aclnnForeachCopy": (lambda n: lists(2, n), 0),
}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", CALLS)
def test_long_lists(api: Api, call: str) -> None:
    make, status = CALLS[call]
    for soc in ("Ascend910B", "Ascend950"):
        assert answer(api, soc, call, *make(MOST))[0] == 0
    assert answer(api, "Ascend950", call, *make(MOST + 1))[0] == status
    assert answer(api, "Ascend910B", call, *make(MOST + 1))[0] == 0


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_long_lists_that_are_counted_everywhere(api: Api, soc: str) -> None:
    for members, status in ((MOST, 0), (MOST + 1, 561002)):
        grads = lists(1, members)
        call = "aclnnForeachNonFiniteCheckAndUnscale"
        assert answer(api, soc, call, *grads, ONE, ONE)[0] == status
        norms = ["TensorList", [ONE] * members]
        assert answer(api, soc, "aclnnForeachNorm", *grads, NUMBER, norms)[0] == status
