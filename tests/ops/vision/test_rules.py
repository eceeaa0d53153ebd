# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN for images and grids: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import pytest
from support import Api
from sweep.rules import BFLOAT16, DOUBLE, FLOAT, FLOAT16, NCDHW, answer, image, tensor


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
