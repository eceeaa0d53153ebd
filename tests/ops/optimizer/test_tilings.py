# SPDX-License-Identifier: Apache-2.0
"""What the public tilings of optimizers that CANN generates refuse: 561002. Data types are looked
at before, and stay 161002."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, INT32, answer, tensor

TILING = 561002
ONE = (1,)


def amp_update_scale(
    scale: tuple[int, ...] = ONE,
    tracker: tuple[int, ...] = ONE,
    found: tuple[int, ...] = ONE,
    *,
    interval: int = 2000,
) -> list[Any]:
    return [
        tensor(FLOAT, *scale), tensor(INT32, *tracker), tensor(FLOAT, *found), ["d", 2.0],
        ["d", 0.5], ["i", interval], tensor(FLOAT, 1), tensor(INT32, 1),
    ]  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_scales_of_losses(api: Api, soc: str) -> None:
    """One element in at most one dimension, and an interval in an int32 from 1 on."""
    call = "aclnnAmpUpdateScale"
    for given in (amp_update_scale(), amp_update_scale((), (), ()), amp_update_scale(interval=1)):
        assert answer(api, soc, call, *given)[0] == 0
    assert answer(api, soc, call, *amp_update_scale(interval=2**31 - 1))[0] == 0
    for interval in (0, -1, 2**31):
        assert answer(api, soc, call, *amp_update_scale(interval=interval))[0] == TILING, interval
    for at in range(3):
        for shape in ((2,), (1, 1), (0,)):
            shapes = [shape if i == at else ONE for i in range(3)]
            given = amp_update_scale(*shapes)
            assert answer(api, soc, call, *given)[0] == TILING, (at, shape)
    other = [tensor(FLOAT16, 1), *amp_update_scale(interval=0)[1:]]
    assert answer(api, soc, call, *other)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_apply_adam_takes_numbers_of_one_element(api: Api) -> None:
    x, one = tensor(FLOAT, 2, 3), tensor(FLOAT, 1)
    given = [x, x, x, *[one] * 6, x, ["b", 0], ["b", 0]]
    assert answer(api, "Ascend950", "aclnnApplyAdam", *given)[0] == 0
    for at in range(3, 9):
        wrong = [*given[:at], tensor(FLOAT, 2), *given[at + 1 :]]
        assert answer(api, "Ascend950", "aclnnApplyAdam", *wrong)[0] == TILING, at
    for at in (1, 2, 9):
        wrong = [*given[:at], tensor(FLOAT, 3, 2), *given[at + 1 :]]
        assert answer(api, "Ascend950", "aclnnApplyAdam", *wrong)[0] == TILING, at
        wrong = [*given[:at], tensor(FLOAT16, 3, 2), *given[at + 1 :]]
        assert answer(api, "Ascend950", "aclnnApplyAdam", *wrong)[0] == 161002, at
