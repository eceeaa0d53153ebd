# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for comparisons: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import (
    BOOL,
    COMPLEX64,
    DOUBLE_ONE,
    FLOAT,
    INT32,
    ONE,
    UINT16,
    answer,
    number,
    tensor,
)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_numbers_become_the_type_of_floats_before_they_are_looked_at(api: Api, soc: str) -> None:
    """LtScalar converts them to self's type; LeScalar compares all but floats with doubles in
    float32, uint16 too, which has no common type with it."""
    out = tensor(BOOL, 4)
    complex_one = number(COMPLEX64, b"\0\0\x80\x3f" + bytes(4))
    assert answer(api, soc, "aclnnLtScalar", tensor(FLOAT, 4), complex_one, out)[0] == 0
    assert answer(api, soc, "aclnnLtScalar", tensor(INT32, 4), complex_one, out)[0] == 161002
    assert answer(api, soc, "aclnnLtScalar", tensor(UINT16, 4), DOUBLE_ONE, out)[0] == 161002
    found = answer(api, soc, "aclnnLeScalar", tensor(UINT16, 4), DOUBLE_ONE, out)
    assert found == (0, 512, "Cast(aicpu):float>LessEqual:bool")
    assert answer(api, soc, "aclnnLeScalar", tensor(UINT16, 4), ONE, out)[0] == 161002
