# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for activations: what phase one answers."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, NCHW, ND, ONE, answer, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_gradients_append_broadcast_to_for_their_own_shape_too(api: Api, soc: str) -> None:
    """Where shapes differ CANN broadcasts both operands; what comes behind GeluBackward each by
    itself."""
    both = "BroadcastTo:float>BroadcastTo:float"
    row, whole = tensor(FLOAT, 5), tensor(FLOAT, 4, 5)
    assert answer(api, soc, "aclnnSigmoidBackward", whole, row, whole)[2].startswith(both)
    assert answer(api, soc, "aclnnMishBackward", whole, row, whole)[2].count("BroadcastTo") == 1


@pytest.mark.usefixtures("own_library")
def test_ascend910_takes_bfloat16_beside_float32(api: Api) -> None:
    """Only the common type is looked at there; the device's CPU converts: one block of 512."""
    half, whole = tensor(BFLOAT16, 4), tensor(FLOAT, 4)
    found = answer(api, "Ascend910", "aclnnGeluBackward", half, whole, whole)
    assert found == (0, 512, "Cast(aicpu):float>GeluGrad:float")
    assert answer(api, "Ascend910", "aclnnGeluBackward", half, half, whole)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_shrink_takes_every_format_that_both_have(api: Api) -> None:
    options = ONE, ONE
    for given, out, status in ((NCHW, NCHW, 0), (NCHW, ND, 161002), (ND, NCHW, 161002)):
        operands = tensor(FLOAT, 4, layout=given), *options, tensor(FLOAT, 4, layout=out)
        assert answer(api, "Ascend910B", "aclnnShrink", *operands)[0] == status
