# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for optimizers: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT16, MEBI, NULL, answer, room, tensor


@pytest.mark.usefixtures("own_library")
def test_steps_and_scales_of_optimizers_are_cast_for_their_kernels(api: Api) -> None:
    """To float32: steps behind what is made dense, the scale before. AdamWV2 casts all back before
    the first is copied: 2 x 3 float32 each."""
    x = ["TensorList", [tensor(FLOAT16, 2, 3)] * 2]
    steps, scale = ["TensorList", [tensor(9, 1)] * 2], tensor(FLOAT16, 1)
    numbers = [["d", 0.5]] * 5
    found = answer(
        api, "Ascend910B", "aclnnFusedAdamw", x, x, x, x, NULL, steps, scale, NULL, *numbers,
        ["b", 0], ["b", 0],
    )  # fmt: skip
    kernel = room(16 * MEBI)
    assert found == (0, kernel + 3 * 512, f"{'Cast:float>' * 3}FusedAdamw:|{16 * MEBI}")
    found = answer(
        api, "Ascend910B", "aclnnFusedSgd", x, x, NULL, scale, *[["f", 0.0]] * 4, ["b", 0],
        ["b", 0], ["b", 1],
    )  # fmt: skip
    assert found == (0, kernel + 512, f"Cast:float>FusedSgd:|{16 * MEBI}")
