# SPDX-License-Identifier: Apache-2.0
"""What the public tilings of norms refuse, where op_api does not look. Of calls that CANN generates
that is 561002 (their documents say so), of the others 561103."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.rules import DOUBLE, FLOAT, FLOAT16, NULL, answer, tensor

import aclnn_py as acl

TILING = 561002
EVERYWHERE = ("Ascend910B", "Ascend950")

Shape = tuple[int, ...]


def rms_norm(x: Shape, gamma: Shape, rstd: Shape, epsilon: float = 1e-6) -> list[Any]:
    elements = tensor(FLOAT, *x)
    return [elements, tensor(FLOAT, *gamma), ["d", epsilon], elements, tensor(FLOAT, *rstd)]


def rms_norm_grad(x: Shape, gamma: Shape, rstd: Shape) -> list[Any]:
    elements, factors = tensor(FLOAT, *x), tensor(FLOAT, *gamma)
    return [elements, elements, tensor(FLOAT, *rstd), factors, elements, factors]


def add_rms_norm(
    x: Shape, gamma: Shape, rstd: Shape, epsilon: float = 1e-6, *, in_place: bool = False
) -> list[Any]:
    elements, factors, roots = tensor(FLOAT, *x), tensor(FLOAT, *gamma), tensor(FLOAT, *rstd)
    first = [elements, elements, factors, ["d", epsilon]]
    return [*first, roots] if in_place else [*first, elements, roots, elements]


def add_rms_norm_cast(x: Shape, gamma: Shape, rstd: Shape, epsilon: float = 1e-6) -> list[Any]:
    elements = tensor(FLOAT16, *x)
    return [
        elements, elements, tensor(FLOAT16, *gamma), ["d", epsilon], tensor(FLOAT, *x), elements,
        tensor(FLOAT, *rstd), elements,
    ]  # fmt: skip


def add_layer_norm(x: Shape, gamma: Shape, rstd: Shape) -> list[Any]:
    elements, factors, rows = tensor(FLOAT, *x), tensor(FLOAT, *gamma), tensor(FLOAT, *rstd)
    return [
        elements, elements, factors, factors, NULL, ["d", 1e-5], ["b", 1], elements, rows, rows,
        elements,
    ]  # fmt: skip


def add_layer_norm_grad(x: Shape, gamma: Shape, rstd: Shape) -> list[Any]:
    elements, factors, rows = tensor(FLOAT, *x), tensor(FLOAT, *gamma), tensor(FLOAT, *rstd)
    return [
        elements, elements, elements, rows, rows, factors, NULL, elements, factors, factors
    ]  # fmt: skip


def deep_norm(x: Shape, gamma: Shape, rstd: Shape) -> list[Any]:
    elements, factors, rows = tensor(FLOAT, *x), tensor(FLOAT, *gamma), tensor(FLOAT, *rstd)
    return [elements, elements, factors, factors, ["d", 0.3], ["d", 1e-6], rows, rows, elements]


def deep_norm_grad(x: Shape, gamma: Shape, rstd: Shape) -> list[Any]:
    elements, factors, rows = tensor(FLOAT, *x), tensor(FLOAT, *gamma), tensor(FLOAT, *rstd)
    return [
        elements, elements, elements, factors, rows, rows, ["d", 0.3], elements, elements, factors,
        factors,
    ]  # fmt: skip


OF_ROWS = {
    "aclnnRmsNorm": rms_norm,
    "aclnnGemmaRmsNorm": rms_norm,
    "aclnnRmsNormGrad": rms_norm_grad,
    "aclnnAddRmsNormCast": add_rms_norm_cast,
    "aclnnInplaceAddRmsNorm": lambda *shapes: add_rms_norm(*shapes, in_place=True),
    "aclnnAddLayerNorm": add_layer_norm,
    "aclnnAddLayerNormGrad": add_layer_norm_grad,
    "aclnnDeepNorm": deep_norm,
    "aclnnDeepNormGrad": deep_norm_grad,
}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", EVERYWHERE)
@pytest.mark.parametrize("call", OF_ROWS)
def test_shapes_that_do_not_go_together(api: Api, call: str, soc: str) -> None:
    """Types are looked at before the tiling is asked, and stay 161002."""
    make = OF_ROWS[call]
    assert answer(api, soc, call, *make((2, 3, 4), (4,), (2, 3, 1)))[0] == 0
    for gamma, rstd in (((5,), (2, 3, 1)), ((4,), (2, 4, 1)), ((3, 4), (2, 3, 1))):
        assert answer(api, soc, call, *make((2, 3, 4), gamma, rstd))[0] == TILING, (gamma, rstd)
    doubles = [
        [each[0], each[1], DOUBLE, *each[3:]] if each[0] == "T" else each
        for each in make((2, 3, 4), (5,), (2, 3, 1))
    ]
    assert answer(api, soc, call, *doubles)[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", EVERYWHERE)
@pytest.mark.parametrize(
    ("call", "takes_no_columns"),
    [(call, call == "aclnnAddLayerNorm") for call in OF_ROWS if not call.endswith("Grad")],
)
def test_rows_without_elements(api: Api, call: str, takes_no_columns: bool, soc: str) -> None:
    """Nothing is done where all results are empty. Where roots are wanted of rows without
    elements, AddLayerNorm on Ascend950 has a kernel; the other tilings refuse."""
    make = OF_ROWS[call]
    assert answer(api, soc, call, *make((0, 4), (4,), (0, 1)))[:2] == (0, 0)
    status = 0 if takes_no_columns and soc == "Ascend950" else TILING
    assert answer(api, soc, call, *make((3, 0), (0,), (3, 1)))[0] == status


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", EVERYWHERE)
@pytest.mark.parametrize("call", [call for call in OF_ROWS if call.endswith("Grad")])
def test_gradients_of_no_rows(api: Api, call: str, soc: str) -> None:
    """The gradient of gamma has elements; RmsNormGrad on Ascend950 writes zeros to it."""
    status = 0 if (call, soc) == ("aclnnRmsNormGrad", "Ascend950") else TILING
    assert answer(api, soc, call, *OF_ROWS[call]((0, 4), (4,), (0, 1)))[0] == status


@pytest.mark.usefixtures("own_library")
def test_rms_norm_gives_no_gradients_of_no_rows_but_zeros(api: Api) -> None:
    with acl.Device(0) as device:
        empty, rows = device.empty((0, 4), np.float32), device.empty((0, 1), np.float32)
        gamma, found = (device.tensor(np.ones(4, np.float32)) for _ in range(2))
        api.ok.aclnnExtSelectSoc(b"Ascend950")
        try:
            acl.plan("aclnnRmsNormGrad", empty, empty, rows, gamma, empty, found).run()
        finally:
            api.aclnnExtSelectSoc(None)
        device.synchronize()
        assert found.numpy().tolist() == [0] * 4


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", EVERYWHERE)
def test_epsilons_below_0(api: Api, soc: str) -> None:
    """A number that is 0 as a float32 is not below 0. AddRmsNormCast looks at it on 910B only."""
    shapes = (2, 4), (4,), (2, 1)
    for call, make in (("aclnnRmsNorm", rms_norm), ("aclnnGemmaRmsNorm", rms_norm)):
        assert answer(api, soc, call, *make(*shapes, -1e-6))[0] == TILING
        assert answer(api, soc, call, *make(*shapes, -1e-60))[0] == 0
    in_place = add_rms_norm(*shapes, -1e-6, in_place=True)
    assert answer(api, soc, "aclnnInplaceAddRmsNorm", *in_place)[0] == TILING
    assert answer(api, soc, "aclnnAddRmsNorm", *add_rms_norm(*shapes, -1e-6))[0] == 561103
    status = 0 if soc == "Ascend950" else TILING
    found = answer(api, soc, "aclnnAddRmsNormCast", *add_rms_norm_cast(*shapes, -1e-6))
    assert found[0] == status


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", EVERYWHERE)
@pytest.mark.parametrize(
    ("call", "make"), [("aclnnDeepNorm", deep_norm), ("aclnnDeepNormGrad", deep_norm_grad)]
)
def test_deep_norms_have_rows(api: Api, call: str, make: Any, soc: str) -> None:
    """gamma has fewer dimensions than x."""
    assert answer(api, soc, call, *make((3, 4), (3, 4), (1, 1)))[0] == TILING
    assert answer(api, soc, call, *make((1, 3, 4), (3, 4), (1, 1, 1)))[0] == 0


def group_norm_swish(x: Shape, channels: int, groups: int) -> list[Any]:
    elements, each = tensor(FLOAT, *x), tensor(FLOAT, channels)
    found = tensor(FLOAT, x[0], max(groups, 0))
    return [
        elements, each, each, ["i", groups], NULL, ["d", 1e-5], ["b", 1], ["d", 1.0], elements,
        found, found,
    ]  # fmt: skip


def group_norm_swish_grad(x: Shape, channels: int, groups: int) -> list[Any]:
    elements, each = tensor(FLOAT, *x), tensor(FLOAT, channels)
    given = tensor(FLOAT, x[0], max(groups, 0))
    return [
        elements, given, given, elements, each, each, ["i", groups], NULL, ["d", 1.0], ["b", 1],
        ["b", 1], elements, each, each,
    ]  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", EVERYWHERE)
def test_groups_that_do_not_fit(api: Api, soc: str) -> None:
    for call, make in (
        ("aclnnGroupNormSwish", group_norm_swish),
        ("aclnnGroupNormSwishGrad", group_norm_swish_grad),
    ):
        assert answer(api, soc, call, *make((2, 6, 5), 6, 3))[0] == 0
        for channels, groups in ((5, 3), (6, 4), (6, 0)):
            found = answer(api, soc, call, *make((2, 6, 5), channels, groups))
            assert found[0] == TILING, (call, channels, groups)
    for shape in ((0, 6, 5), (2, 6, 0)):
        found = answer(api, soc, "aclnnGroupNormSwishGrad", *group_norm_swish_grad(shape, 6, 3))
        assert found[0] == TILING, shape
