# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for linear algebra: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, MEBI, answer, tensor


@pytest.mark.usefixtures("own_library")
def test_distances_are_found_of_points_that_are_broadcast(api: Api) -> None:
    """Each time to their batch, and on 910B to all pairs, in float32 for bfloat16: of 2 x 4 and
    3 x 4 points 2 x 3 x 4. The second of these lies where the first points were."""
    one, other, out = tensor(FLOAT, 2, 4), tensor(FLOAT, 3, 4), tensor(FLOAT, 2, 3)
    spread_out = "BroadcastTo:float>BroadcastTo:float"
    numbers = ["f", 1.0], ["i", 0]
    found = answer(api, "Ascend910B", "aclnnCdist", one, other, *numbers, out)
    assert found == (0, 3 * 512, f"{spread_out}>{spread_out}>Cdist:float")
    halves = tensor(BFLOAT16, 2, 4), tensor(BFLOAT16, 3, 4), *numbers, tensor(BFLOAT16, 2, 3)
    found = answer(api, "Ascend910B", "aclnnCdist", *halves)
    casts = spread_out.replace("float", "bfloat16") + ">Cast:float>Cast:float"
    assert found[2] == f"{casts}>{spread_out}>Cdist:float>Cast:bfloat16"
    found = answer(api, "Ascend910B", "aclnnCdistBackward", out, one, other, out, ["f", 2.0], one)
    assert found[2] == f"{spread_out}>{spread_out}>CdistGrad:float|16777216"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_a_cholesky_root_asks_for_the_system_on_910b(api: Api, soc: str) -> None:
    """16 MiB."""
    square = tensor(FLOAT, 3, 3)
    found = answer(api, soc, "aclnnLinalgCholesky", square, ["b", 0], square)
    assert found[2] == f"Cholesky:float|{16 * MEBI}"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_both_sides_of_a_cross_product_are_broadcast(api: Api, soc: str) -> None:
    """Where shapes differ, to the shape that one of them has too."""
    sides = tensor(FLOAT, 4, 3), tensor(FLOAT, 1, 3), ["i", -1], tensor(FLOAT, 4, 3)
    found = answer(api, soc, "aclnnLinalgCross", *sides)
    assert found[2].startswith("BroadcastTo:float>BroadcastTo:float")
