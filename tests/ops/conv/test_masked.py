# SPDX-License-Identifier: Apache-2.0
"""MaskedCausalConv1d and its gradients: statuses of calls that CANN generates, sizes, and sums of
many tokens."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, BOOL, FLOAT, FLOAT16, MEBI, NULL, UINT8, answer, room, tensor

import aclnn_py as acl

SOC, FRACTAL_NZ = "Ascend950", 29
X, WEIGHT, MASK = tensor(FLOAT16, 6, 2, 384), tensor(FLOAT16, 3, 384), tensor(BOOL, 2, 6)


def _forward(api: Api, soc: str = SOC, **others: Any) -> tuple[int, int, str]:
    given = {"x": X, "weight": WEIGHT, "mask": MASK, "out": others.get("x", X)} | others
    return answer(api, soc, "aclnnMaskedCausalConv1d", *given.values())


def _backward(api: Api, soc: str = SOC, **others: Any) -> tuple[int, int, str]:
    x = others.get("x", X)
    weight = others.get("weight", WEIGHT)
    given = {"grad": x, "x": x, "weight": weight, "mask": MASK, "gradX": x, "gradWeight": weight}
    return answer(api, soc, "aclnnMaskedCausalConv1dBackward", *(given | others).values())


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", [_forward, _backward])
def test_generated_calls_compare_types_and_tilings_shapes(api: Api, call: Any) -> None:
    assert call(api)[:2] == call(api, mask=NULL)[:2] == (0, room(16 * MEBI))
    for name in ("x", "weight"):
        assert call(api, **{name: NULL}, **({} if call is _forward else {"grad": X}))[0] == 161001
    for others in (
        {"x": tensor(FLOAT, 6, 2, 384)},
        {"weight": tensor(BFLOAT16, 3, 384)},
        {"mask": tensor(UINT8, 2, 6)},
        {"weight": tensor(FLOAT16, 3, 384, layout=FRACTAL_NZ)},
        {"mask": tensor(BOOL, 2, 6, layout=FRACTAL_NZ)},
    ):
        assert call(api, **others)[0] == 161002, others
    assert call(api, "Ascend910B")[0] == 161002
    for shape in ((6, 2, 320), (6, 2, 400), (6, 2, 24640), (12, 384), (0, 2, 384), (6, 0, 384)):
        assert call(api, x=tensor(FLOAT16, *shape), mask=NULL)[0] == 561002, shape
    for others in (
        {"weight": tensor(FLOAT16, 4, 384)},
        {"weight": tensor(FLOAT16, 3, 448)},
        {"mask": tensor(BOOL, 6, 2)},
        {"x": tensor(FLOAT16, 262145, 2, 384), "mask": NULL},
    ):
        assert call(api, **others)[0] == 561002, others
    many = tensor(FLOAT16, 2, 33, 384)
    assert call(api, x=many, mask=NULL)[0] == (0 if call is _forward else 561002)
    other = tensor(FLOAT16, 6, 2, 448)
    if call is _forward:
        assert call(api, out=other)[0] == 561002
    else:
        for name in ("x", "gradX", "gradWeight"):
            assert call(api, **{"grad": X, "gradX": X, name: other})[0] == 561002, name


def test_gradients_of_weights_are_sums_over_many_tokens(api: Api) -> None:
    """float32 would lose what comes behind 2**24 ones."""
    grad = np.ones((4096, 2, 384), np.float16)
    grad[0] = 4096
    with selected(api, SOC):
        _, found = acl.masked_causal_conv1d_backward(grad, grad, np.ones((3, 384), np.float16))
    last = 2 * (2.0**24 + 4095)
    assert (found[2] == np.float16(np.inf if last > 65504 else last)).all()
    assert (found[1] == np.float16(2 * (4096 + 4094))).all()
