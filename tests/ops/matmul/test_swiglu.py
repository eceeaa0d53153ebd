# SPDX-License-Identifier: Apache-2.0
"""MatmulSwiglu: statuses of a call that CANN generates, and what its tiling asks for."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT8, MEBI, NULL, answer, room, tensor


def _gated(api: Api, soc: Any = "Ascend910B", **others: Any) -> tuple[int, int, str]:
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


def _layers(api: Api, soc: Any = "Ascend910B", **others: Any) -> tuple[int, int, str]:
    given: dict[str, Any] = {
        "x": tensor(FLOAT16, 2, 5, 32), "gateUp": tensor(FLOAT16, 32, 48),
        "down": tensor(FLOAT16, 24, 16), "mode": ["i", 1], "y": tensor(FLOAT16, 2, 5, 16),
    }  # fmt: skip
    assert others.keys() <= given.keys()
    return answer(api, soc, "aclnnSwigluGatedMlp", *(given | others).values())


@pytest.mark.usefixtures("own_library")
def test_two_products_and_a_gate_between_them(api: Api) -> None:
    """The operator itself is the gate alone, whose kernel asks for nothing; without rows there is
    nothing to do, on products without the kernel too (aclnn_swiglu_gated_mlp.cpp)."""
    found = _layers(api)
    assert found[0] == 0
    names = [each.split("|")[0].split(":")[0] for each in found[2].split(">")]
    assert names[1] == "SwigluGatedMlp", found
    assert names[0] == names[2]
    for name in ("x", "gateUp", "down", "y"):
        assert _layers(api, **{name: NULL})[0] == 161001
        assert _layers(api, **{name: tensor(BFLOAT16, 2, 5, 32)})[0] == 161002
    for others in (
        {"x": tensor(FLOAT16, 32), "y": tensor(FLOAT16, 16)},
        {"gateUp": tensor(FLOAT16, 48, 32)},
        {"gateUp": tensor(FLOAT16, 32, 47)},
        {"down": tensor(FLOAT16, 48, 16)},
        {"down": tensor(FLOAT16, 24, 0), "y": tensor(FLOAT16, 2, 5, 0)},
        {"y": tensor(FLOAT16, 10, 16)},
        {"gateUp": tensor(FLOAT16, 32, 48, layout=29)},  # FRACTAL_NZ
        {"mode": ["i", 2]},
        {"mode": ["i", -1]},
    ):
        assert _layers(api, **others)[0] == 161002, others
    nothing = {"x": tensor(FLOAT16, 0, 5, 32), "y": tensor(FLOAT16, 0, 5, 16)}
    for soc in ("Ascend910B", "Ascend950", "Ascend910"):
        assert _layers(api, soc, **nothing)[:2] == (0, 0)
    assert _layers(api, "Ascend950")[0] == _layers(api, "Ascend910")[0] == 561103
    wide = {name: tensor(BFLOAT16, *shape) for name, shape in
            (("x", (2, 32)), ("gateUp", (32, 48)), ("down", (24, 16)), ("y", (2, 16)))}  # fmt: skip
    assert _layers(api, **wide)[0] == 0
    assert _layers(api, "Ascend950", **wide)[0] == 161002
