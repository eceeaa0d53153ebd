# SPDX-License-Identifier: Apache-2.0
"""Calls that CANN has on products of which none is here: what its op_api answers on the others."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, INT64, NULL, answer, tensor

PRODUCTS = ("Ascend910", "Ascend910B", "Ascend950")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", PRODUCTS)
def test_instance_norm_and_weights_are_refused_behind_null(api: Api, soc: str) -> None:
    x, c, mean = tensor(FLOAT, 2, 8, 8, 16), tensor(FLOAT, 8), tensor(FLOAT, 2, 8, 1, 1)
    norm = [x, c, c, ["s", "NCHW"], ["d", 1e-5], x, mean, mean]
    assert answer(api, soc, "aclnnInstanceNorm", *norm)[0] == 161002
    for at in (0, 1, 2, 3, 5, 6, 7):
        assert answer(api, soc, "aclnnInstanceNorm", *norm[:at], NULL, *norm[at + 1 :])[0] == 161001
    weight = [x, ["b", 0], ["i", 1], tensor(FLOAT16, 2, 8, 8, 16)]
    assert answer(api, soc, "aclnnTransConvolutionWeight", *weight)[0] == 161002
    assert answer(api, soc, "aclnnTransConvolutionWeight", NULL, *weight[1:])[0] == 161001


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", PRODUCTS)
def test_boxes_are_looked_at_before_the_product(api: Api, soc: str) -> None:
    boxes, scores, out = tensor(FLOAT, 1, 6, 4), tensor(FLOAT, 1, 2, 6), tensor(INT64, 3, 3)
    given: list[Any] = [boxes, scores, ["Int", [3]], ["Float", [0.5]], ["Float", [0.0]]]
    given += [["i", 0], out]

    def status(**changed: Any) -> int:
        places = {"boxes": 0, "scores": 1, "most": 2, "overlap": 3, "point": 5, "out": 6}
        arguments = list(given)
        for name, value in changed.items():
            arguments[places[name]] = value
        return answer(api, soc, "aclnnNonMaxSuppression", *arguments)[0]

    assert status() == 361001
    assert status(boxes=NULL) == status(scores=NULL) == status(out=NULL) == 161001
    assert status(most=["Int", [701]]) == status(most=["Int", [701]], boxes=NULL) == 161002
    assert status(most=["Int", [700]]) == 361001
    assert status(overlap=["Float", []]) == 161001
    assert status(overlap=["Float", [1.5]]) == status(point=["i", 2]) == 161002
    for shape in ((1, 6, 5), (2, 6, 4), (1, 5, 4), (1, 6, 4, 1)):
        assert status(boxes=tensor(FLOAT, *shape)) == 161002
    assert status(boxes=tensor(FLOAT16, 1, 6, 4)) == 161002
    assert status(boxes=tensor(INT64, 1, 6, 4), scores=tensor(INT64, 1, 2, 6)) == 161002
