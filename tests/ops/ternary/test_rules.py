# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for ternary calls: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, NULL, answer, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_gradients_of_modulation_may_be_left_out(api: Api, soc: str) -> None:
    """grad_scale and grad_shift are copied where they are given, in the type of grad_input."""
    whole, rows = tensor(FLOAT, 2, 3, 4), tensor(FLOAT, 2, 4)
    inputs = whole, whole, rows, rows
    for outputs, status in (
        ((whole, rows, rows), 0),
        ((whole, NULL, NULL), 0),
        ((whole, tensor(FLOAT16, 2, 4), NULL), 561103),
        ((tensor(FLOAT, 2, 3, 5), rows, rows), 561103),
        ((NULL, rows, rows), 161001),
    ):
        assert answer(api, soc, "aclnnModulateBackward", *inputs, *outputs)[0] == status
