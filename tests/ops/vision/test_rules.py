# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN for images and grids: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    BLOCK,
    DOUBLE,
    FLOAT,
    FLOAT16,
    KERNEL,
    NCDHW,
    NHWC,
    NULL,
    answer,
    image,
    ints,
    tensor,
)

import aclnn_py as acl
from aclnn_py.runtime import Memory


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("dtype", [FLOAT, FLOAT16, BFLOAT16, DOUBLE])
def test_grids_count_the_places_of_an_image_in_32_bits(api: Api, dtype: int) -> None:
    """The public tiling of GridSample, for the cores of 910B and Ascend950. Others have the
    device's CPU, and so has float64."""
    for rows, fits in ((65535, True), (65536, False)):
        for soc in ("Ascend910", "Ascend910B", "Ascend950"):
            wanted = 0 if fits or soc == "Ascend910" or dtype == DOUBLE else 561103
            plane = image(dtype, 1, 1, rows, 32768), tensor(dtype, 1, 2, 2, 2)
            options = ["i", 0], ["i", 0], ["b", 0]
            out = image(dtype, 1, 1, 2, 2)
            assert answer(api, soc, "aclnnGridSampler2D", *plane, *options, out)[0] == wanted
            volume = image(dtype, 1, 1, 2, rows, 16384), tensor(dtype, 1, 2, 2, 2, 3)
            out = tensor(dtype, 1, 1, 2, 2, 2, layout=NCDHW)
            assert answer(api, soc, "aclnnGridSampler3D", *volume, *options, out)[0] == wanted


_PHOTO = tensor(FLOAT, 8, 8, 3)
_BLURS: list[tuple[int, dict[str, Any]]] = [
    (0, {}),
    (0, {"ksize": ints(0, 31), "sigmas": (0.5, 0.0)}),
    (161001, {"src": NULL}),
    (161001, {"ksize": NULL}),
    (161001, {"dst": NULL}),
    (161002, {"src": tensor(FLOAT16, 8, 8, 3), "dst": tensor(FLOAT16, 8, 8, 3)}),
    (161002, {"dst": tensor(DOUBLE, 8, 8, 3)}),
    (161002, {"dst": tensor(FLOAT, 8, 8, 3, layout=NHWC)}),
    (161002, {"dst": tensor(FLOAT, 8, 8, 4)}),
    (161002, {"src": tensor(FLOAT, 8), "dst": tensor(FLOAT, 8)}),
    (161002, {"src": tensor(FLOAT, 0, 8), "dst": tensor(FLOAT, 0, 8)}),
    (161002, {"ksize": ints(3)}),
    (161002, {"ksize": ints(4, 3)}),
    (161002, {"ksize": ints(-1, 3)}),
    (161002, {"ksize": ints(13, 3)}),
    (161002, {"ksize": ints(3, 33)}),
    (161002, {"ksize": ints(3, 0), "sigmas": (0.0, 0.0)}),
    (161002, {"ksize": ints(0, 3), "sigmas": (1e300, 0.0)}),
    (161002, {"ksize": ints(0, 3), "sigmas": (1.5, 0.0)}),  # 13
    (161002, {"sigmas": (-1.0, 1.0)}),
    (161002, {"sigmas": (1.0, float("inf"))}),
    *((161002, {"border": each}) for each in (-1, 3, 5, 16, 20)),
]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("wanted", "given"), _BLURS)
def test_what_a_blur_refuses(api: Api, wanted: int, given: dict[str, Any]) -> None:
    """The public op_api of GaussianBlur, which only Ascend950 has."""
    sigma_x, sigma_y = given.get("sigmas", (1.0, 1.0))
    arguments = [
        *(given.get("src", _PHOTO), given.get("ksize", ints(3, 3))),
        *(["d", sigma_x], ["d", sigma_y], ["i", given.get("border", 1)]),
        given.get("dst", _PHOTO),
    ]
    status, size, plan = answer(api, "Ascend950", "aclnnGaussianBlur", *arguments)
    assert status == wanted
    if wanted == 0:
        assert (size, plan) == (KERNEL + BLOCK, f"GaussianBlur:float|{KERNEL}")
    assert answer(api, "Ascend910B", "aclnnGaussianBlur", *arguments)[0] in (161001, 161002)


def test_a_blur_checks_the_arguments_of_phase_two() -> None:
    """CANN's phase two of GaussianBlur takes those of phase one again. What it refuses leaves the
    executor to the program."""
    rng = np.random.default_rng(3)
    photo = rng.uniform(size=(5, 6)).astype(np.float32)
    acl.lib.aclnnExtSelectSoc(b"Ascend950")
    try:
        with acl.Device(0) as device, device.stream() as stream:
            src, dst = device.tensor(photo), device.tensor(np.zeros_like(photo))
            plan = acl.plan("GaussianBlur", src, [1, 1], 0.0, 0.0, 1, dst)
            workspace = Memory(device, plan.workspace_size)
            given, size = plan._again, plan.workspace_size
            second: Any = acl.lib.aclnnGaussianBlur
            for at, wrong, status in ((0, None, 161001), (1, None, 161001), (4, 3, 161002)):
                again = [*given[:at], wrong, *given[at + 1 :]]
                assert second(workspace.handle, size, plan.handle, *again, stream.handle) == status
            plan.run(stream)
            stream.synchronize()
            assert np.array_equal(dst.numpy(), photo)
            with pytest.raises(acl.AclParameterError, match="dst is where src is"):
                acl.plan("GaussianBlur", src, [3, 3], 0.0, 0.0, 1, src)
    finally:
        acl.lib.aclnnExtSelectSoc(None)
