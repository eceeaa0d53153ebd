# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for comparisons: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
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


@pytest.mark.usefixtures("own_library")
def test_ascend910_takes_bfloat16_that_is_compared_in_float32(api: Api) -> None:
    """Only the common type is looked at there; the device's CPU converts: one block of 512."""
    half, out = tensor(BFLOAT16, 4), tensor(BOOL, 4)
    cast = "Cast(aicpu):float"
    for call, operands, row in (
        ("aclnnGeScalar", (half, ONE, out), "GreaterEqual:bool"),
        ("aclnnGeTensor", (half, tensor(FLOAT, 4), out), "GreaterEqual:bool"),
        ("aclnnEqual", (half, tensor(FLOAT, 4), tensor(BOOL, 1)), "TensorEqual:bool"),
    ):
        assert answer(api, "Ascend910", call, *operands) == (0, 512, f"{cast}>{row}")
        if call != "aclnnGeScalar":
            alone = half, half, operands[2]
            assert answer(api, "Ascend910", call, *alone)[0] == 161002
    assert answer(api, "Ascend910", "aclnnGeScalar", half, DOUBLE_ONE, out)[0] == 161002
