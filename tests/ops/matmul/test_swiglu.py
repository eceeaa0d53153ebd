# SPDX-License-Identifier: Apache-2.0
"""MatmulSwiglu: statuses of a call that CANN generates, and what its tiling asks for."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT8, MEBI, NULL, answer, room, tensor


def _gated(api: Api, soc: str = "Ascend910B", **others: Any) -> tuple[int, int, str]:
    given: dict[str, Any] = {
        "x": tensor(FLOAT16, 2, 5, 20), "weight": tensor(FLOAT16, 20, 12),
        "bias": tensor(FLOAT, 12), "transposed": ["b", 0], "out": tensor(FLOAT16, 2, 5, 6),
    }  # fmt: skip
    assert others.keys() <= given.keys()
    return answer(api, soc, "aclnnMatmulSwiglu", *(given | others).values())


@pytest.mark.usefixtures("own_library")
def test_a_gated_product_needs_its_bias_and_an_even_number_of_columns(api: Api) -> None:
    """As the page says of a generated call: 161001, 161002, and 561002 of the tiling."""
    for soc in ("Ascend910B", "Ascend910_93"):
        assert _gated(api, soc)[:2] == (0, room(16 * MEBI + 10 * 12 * 4))
    assert _gated(api, "Ascend950")[0] == 161002
    turned = {"transposed": ["b", 1], "weight": tensor(FLOAT16, 12, 20)}
    assert _gated(api, **turned)[0] == 0
    for name in ("x", "weight", "bias", "out"):
        assert _gated(api, **{name: NULL})[0] == 161001
    for others in (
        {"x": tensor(INT8, 2, 5, 20)},
        {"weight": tensor(BFLOAT16, 20, 12)},
        {"bias": tensor(FLOAT16, 12)},
        {"out": tensor(FLOAT, 2, 5, 6)},
    ):
        assert _gated(api, **others)[0] == 161002, others
    for others in (
        {"x": tensor(FLOAT16, 20)},
        {"x": tensor(FLOAT16, 0, 5, 20), "out": tensor(FLOAT16, 0, 5, 6)},
        {"weight": tensor(FLOAT16, 12, 20)},
        {"weight": tensor(FLOAT16, 20, 11), "bias": tensor(FLOAT, 11)},
        {"weight": tensor(FLOAT16, 1, 20, 12)},
        {"transposed": ["b", 1]},
        {"bias": tensor(FLOAT, 6)},
        {"bias": tensor(FLOAT, 1, 12)},
        {"out": tensor(FLOAT16, 2, 5, 12)},
        {"out": tensor(FLOAT16, 10, 6)},
    ):
        assert _gated(api, **others)[0] == 561002, others
