# SPDX-License-Identifier: Apache-2.0
"""The gradient of experts chosen by sigmoids: statuses, the size, and differences."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ops.moe.oracle import ORACLES
from support import Api
from sweep.rules import BFLOAT16, FLOAT, INT32, NULL, answer, tensor


def back(api: Api, soc: str = "Ascend910B", **more: Any) -> tuple[int, int, str]:
    x = more.get("x", tensor(FLOAT, 8, 16))
    return answer(
        api, soc, "aclnnMoeGatingTopKBackward", x, more.get("grad", tensor(BFLOAT16, 8, 4)),
        more.get("experts", tensor(INT32, 8, 4)), ["i", 0], ["i", more.get("kind", 1)],
        ["d", 2.5], ["d", 1e-20], more.get("out", tensor(BFLOAT16, 8, 16)),
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_statuses_and_the_size(api: Api) -> None:
    found = back(api)
    assert found[0] == 0
    assert found[2].endswith(f"|{16 << 20}"), found
    assert back(api, "Ascend950")[0] == 161002
    assert back(api, experts=NULL)[0] == 161001
    assert back(api, x=tensor(BFLOAT16, 8, 16))[0] == 161002
    assert back(api, out=tensor(FLOAT, 8, 16))[0] == 161002
    assert back(api, kind=0)[0] == 561002
    assert back(api, x=tensor(FLOAT, 8, 2049))[0] == 561002
    assert back(api, grad=tensor(BFLOAT16, 8, 17), experts=tensor(INT32, 8, 17))[0] == 561002
    assert back(api, experts=tensor(INT32, 8, 3))[0] == 561002
    assert back(api, out=tensor(BFLOAT16, 8, 15))[0] == 561002


def test_the_oracles_gradient_is_a_derivative() -> None:
    rng = np.random.default_rng(4)
    scores, experts = rng.normal(size=(3, 8)), np.array([[1, 5], [0, 7], [3, 2]])
    grad = rng.normal(size=experts.shape)

    def loss(at: Any) -> float:
        chosen = np.take_along_axis(1 / (1 + np.exp(-at)), experts, 1)
        return float((2.5 * chosen / (chosen.sum(1, keepdims=True) + 0.25) * grad).sum())

    found = ORACLES["aclnnMoeGatingTopKBackward"].value(
        SimpleNamespace(
            xNorm=1 / (1 + np.exp(-scores)), gradY=grad, expertIdx=experts, eps=0.25,
            routedScalingFactor=2.5,
        )
    )  # fmt: skip
    for place in np.ndindex(scores.shape):
        step = np.zeros(scores.shape)
        step[place] = 1e-6
        exact = (loss(scores + step) - loss(scores - step)) / 2e-6
        assert abs(found[place] - exact) < 1e-7
