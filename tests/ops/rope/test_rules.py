# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for rotary embeddings: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, INT64, MEBI, NULL, answer, tensor

Shape = tuple[int, ...]


@pytest.mark.usefixtures("own_library")
def test_the_tilings_of_ropes_take_fewer_shapes_on_910b(api: Api) -> None:
    """Of halves at most 896 columns, and no [B, N, S, D] of many heads; of neighbours angles of one
    dimension; InterleaveRope takes the batches of x and one head."""

    def status(soc: str, shape: Shape, angles: Shape, mode: int) -> int:
        x, c = tensor(FLOAT16, *shape), tensor(FLOAT16, *angles)
        return answer(api, soc, "aclnnRotaryPositionEmbedding", x, c, c, ["i", mode], x)[0]

    refused: list[tuple[Shape, Shape, int]] = [
        ((2, 3, 4, 1024), (2, 3, 4, 1024), 0),
        ((4, 17, 8, 64), (1, 1, 8, 64), 0),  # 68 heads beside 8 rows
        ((2, 2, 3, 20), (1, 1, 3, 20), 0),  # 10 halves are 20 bytes; 8 beside 1 row a core
        ((2, 3, 4, 64), (2, 1, 4, 64), 1),
        ((2, 3, 4, 64), (1, 1, 1, 64), 1),
    ]
    for shape, angles, mode in refused:
        assert status("Ascend910B", shape, angles, mode) == 561002
        assert status("Ascend950", shape, angles, mode) == 0
    assert status("Ascend910B", (4, 16, 8, 64), (1, 1, 8, 64), 0) == 0
    assert status("Ascend910B", (2, 3, 4, 64), (1, 1, 4, 64), 1) == 0
    x = tensor(FLOAT16, 2, 3, 4, 64)
    for angles, wanted in (((2, 1, 4, 64), 0), ((2, 1, 1, 64), 0), ((1, 1, 4, 64), 561002)):
        c = tensor(FLOAT16, *angles)
        assert answer(api, "Ascend910B", "aclnnInterleaveRope", x, c, c, x)[0] == wanted


@pytest.mark.usefixtures("own_library")
def test_one_kernel_turns_heads_by_a_cache_on_910b(api: Api) -> None:
    """It asks for 16 MiB; Ascend950 has none."""
    heads, keys, cache = tensor(FLOAT, 5, 16), tensor(FLOAT, 5, 8), tensor(FLOAT, 9, 8)
    rope = (tensor(INT64, 5), heads, keys, cache, NULL, ["i", 8], ["b", 1], heads, keys)
    found = answer(api, "Ascend910B", "aclnnRopeWithSinCosCache", *rope)
    assert found[2] == f"RopeWithSinCosCache:float+float|{16 * MEBI}"
    assert answer(api, "Ascend950", "aclnnRopeWithSinCosCache", *rope)[0] == 161002
