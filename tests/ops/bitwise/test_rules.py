# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for signs and bits: what phase one answers."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, NCHW, ND, UINT8, answer, tensor


@pytest.mark.usefixtures("own_library")
def test_signs_are_packed_and_unpacked_in_nd_alone(api: Api) -> None:
    for given, out in ((NCHW, ND), (ND, NCHW)):
        packed = tensor(FLOAT, 16, layout=given), ["i", 1], tensor(UINT8, 1, 2, layout=out)
        assert answer(api, "Ascend910B", "aclnnSignBitsPack", *packed)[0] == 161002
        unpacked = tensor(UINT8, 2, layout=given), ["i", 1], ["i", FLOAT]
        to = tensor(FLOAT, 1, 16, layout=out)
        assert answer(api, "Ascend910B", "aclnnSignBitsUnpack", *unpacked, to)[0] == 161002
