# SPDX-License-Identifier: Apache-2.0
"""What CANN's op_api refuses of calls of several ranks."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import FLOAT16, NULL, answer, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("soc", "mode", "fits"),
    [
        ("Ascend910B", ["s", "ai_cpu"], True),
        ("Ascend910B", NULL, True),
        ("Ascend910B", ["s", "ccu"], False),
        ("Ascend950", ["s", "ccu"], True),
        ("Ascend950", ["s", "ai_cpu"], True),
        ("Ascend950", NULL, False),
        ("Ascend950", ["s", "aiv"], False),
    ],
)
def test_sums_of_ranks_have_a_mode_of_the_exchange(
    api: Api, soc: str, mode: Any, fits: bool
) -> None:
    """IsCommModeValid of matmul_all_reduce_util.cpp, which is looked at before the group."""
    x1, x2, out = tensor(FLOAT16, 4, 8), tensor(FLOAT16, 8, 6), tensor(FLOAT16, 4, 6)
    found = answer(
        api, soc, "aclnnMatmulAllReduceV3", x1, x2, NULL, NULL, ["s", "no group"], ["s", "sum"],
        mode, ["i", 0], ["i", 1], out,
    )  # fmt: skip
    assert (found[0] != 161002) == fits, found
