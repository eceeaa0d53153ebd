# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for fills: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, ONE, answer, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_equal_distances_lie_in_one_dimension(api: Api, soc: str) -> None:
    """LinSpace makes a row of steps elements, which is copied to one of its shape alone; Linspace
    counts the elements of out before, LogSpace does not."""
    ends = ONE, ONE
    for steps, out, linear, powers in (
        (10, tensor(FLOAT, 10), 0, 0),
        (10, tensor(FLOAT, 2, 5), 561103, 561103),
        (10, tensor(FLOAT, 9), 161002, 561103),
        (0, tensor(FLOAT, 9), 161002, 0),
        (-1, tensor(FLOAT, 9), 161002, 161002),
        (1, tensor(FLOAT), 0, 0),
    ):
        count = ["i", steps]
        assert answer(api, soc, "aclnnLinspace", *ends, count, out)[0] == linear
        assert answer(api, soc, "aclnnLogSpace", *ends, count, ["d", 10.0], out)[0] == powers


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_arange_takes_null_for_an_inner_failure(api: Api, soc: str) -> None:
    """op_api of 9.1.0 tests start, end, step and out with a macro for results of inner calls."""
    good = [ONE, ONE, ONE, tensor(FLOAT, 1)]
    for missing in range(4):
        arguments = [["n"] if at == missing else each for at, each in enumerate(good)]
        assert answer(api, soc, "aclnnArange", *arguments)[0] == 561103
