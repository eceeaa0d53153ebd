# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for scans: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, INT64, NCHW, ND, answer, tensor

SOCS = ("Ascend910", "Ascend910B", "Ascend950")
NUMBER = tensor(FLOAT)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", SOCS)
@pytest.mark.parametrize("call", ["aclnnCummax", "aclnnCummin"])
def test_running_extremes_keep_the_format_of_their_input(api: Api, soc: str, call: str) -> None:
    """Both results do. A tensor without dimensions is reshaped first, which makes it ND."""
    dims = 2, 3, 1, 1
    for given, values, indices, status in (
        (NCHW, ND, ND, 561103),
        (NCHW, NCHW, ND, 561103),
        (NCHW, NCHW, NCHW, 0),
        (ND, NCHW, ND, 0),
    ):
        outs = tensor(FLOAT, *dims, layout=values), tensor(INT64, *dims, layout=indices)
        found = answer(api, soc, call, tensor(FLOAT, *dims, layout=given), ["i", 1], *outs)
        assert found[0] == status
    if call == "aclnnCummin":
        single = tensor(FLOAT, layout=NCHW), ["i", 0], NUMBER, tensor(INT64)
        assert answer(api, soc, call, *single)[0] == 0
