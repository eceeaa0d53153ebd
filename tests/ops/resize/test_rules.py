# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for resizing: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    DOUBLE,
    FLOAT,
    FLOAT16,
    MEBI,
    NCHW,
    NDHWC,
    NHWC,
    answer,
    image,
    ints,
    tensor,
)


def factors(*values: float) -> list[list[Any]]:
    """Arguments of type double."""
    return [["d", value] for value in values]


@pytest.mark.usefixtures("own_library")
def test_kernels_that_resize_ask_for_weights_and_what_is_between_on_910b(api: Api) -> None:
    """24 cores multiply by the weights of slides, 16 to 128 places wide. Six planes of 8 x 8 that
    become 12 x 12: between the two are 6 * 8 * 12 numbers, 2,560 bytes in multiples of 512; six
    cores have weights of 128 * 8 for a slide of the height."""
    mebi = 1 << 20
    small, large = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 12, 12)
    to, back, corners, scale = ints(12, 12), ints(2, 3, 8, 8), ["b", 0], factors(1.5, 1.5)
    forward, backward = (to, corners, *scale, large), (to, back, corners, *scale, small)
    volume, wide = image(FLOAT, 1, 2, 4, 4, 4), image(FLOAT, 1, 2, 8, 8, 8)
    sizes, shape, none = ints(8, 8, 8), ints(1, 2, 4, 4, 4), factors(0, 0, 0)
    area, part = image(FLOAT, 2, 3, 16, 16), factors(0.75, 0.75)
    spread, of_area = ints(2, 3, 16, 16), (to, corners, *part, large)
    row, line = image(FLOAT, 2, 3, 8), image(FLOAT, 2, 3, 12)
    halves = image(FLOAT16, 2, 3, 8), image(FLOAT16, 2, 3, 12)
    plane, rows = image(FLOAT, 2, 3, 8, 16), image(FLOAT, 2, 3, 16, 32)
    cases = [
        # slides of 128, 8 columns, 6 cores
        ("UpsampleBilinear2d", (small, *forward), 32 * mebi + 2560 + 128 * 8 * 4 * 6),
        # of 64, ceil(64 / 1.5) + 4 columns
        ("UpsampleBicubic2d", (small, *forward), 32 * mebi + 2560 + 64 * 47 * 4 * 6),
        # (what is between, and slides of 16 with 40 columns of 6 cores) * 8
        (
            "UpsampleBilinear2dGrad", (large, *backward),
            32 * mebi + (6 * 12 * 8 + 16 * 40 * 6) * 8,
        ),
        # weights of 16 x 16 and two blocks for each of 48 vector cores
        (
            "UpsampleBicubic2dGrad", (large, *backward),
            16 * mebi + 16 * 16 * 48 * 4 + 6 * 12 * 8 * 4 + 48 * 64,
        ),
        ("UpsampleBilinear2dAA", (area, *of_area), 32 * mebi + 9 * 512 + 64 * 16 * 4 * 6),
        # 22 + 6 columns, twice for each of 12 cores
        ("UpsampleBicubic2dAA", (area, *of_area), 32 * mebi + 9 * 512 + 16 * 28 * 4 * 12 * 2),
        (
            "UpsampleBilinear2dAABackward", (large, to, spread, corners, *part, area),
            16 * mebi + 6 * 12 * 16 * 4 + 16 * 12 * 4 * 5 * 2,
        ),
        (
            "UpsampleBicubic2dAAGrad", (large, to, spread, corners, *part, area),
            32 * mebi + 6 * 12 * 16 * 4 + 16 * 12 * 5 * 8,
        ),
        # volumes: what is behind the width and behind the height
        (
            "ResizeUpsampleTrilinear", (volume, sizes, corners, *none, wide),
            32 * mebi + (2 * 4 * 4 * 8 + 2 * 4 * 8 * 8 + 160 * 8) * 4,
        ),
        (
            "UpsampleTrilinear3dBackward", (wide, sizes, shape, corners, *none, volume),
            32 * mebi + (2 * 8 * 8 * 4 + 2 * 8 * 4 * 4 + 16 * 8 * 8) * 4,
        ),
        (
            "UpsampleNearest3dGrad", (wide, sizes, shape, *none, volume),
            16 * mebi + (2 * 8 * 8 * 4 + 2 * 8 * 4 * 4 + 64 * 8 * 2) * 4,
        ),
        (
            "UpsampleNearest2dGrad", (rows, ints(16, 32), ints(2, 3, 8, 16), *factors(2, 2), plane),
            32 * mebi + (6 * 16 * 16 * 4 + 64 * 32 * 6) * 8,
        ),
        ("UpsampleLinear1d", (row, ints(12), corners, ["d", 1.5], line), 16 * mebi + 128 * 8 * 4),
        # halves: six rows of 16 + 128 numbers beside the weights
        (
            "UpsampleLinear1d", (halves[0], ints(12), corners, ["d", 1.5], halves[1]),
            16 * mebi + 128 * 8 * 4 + 6 * 144 * 4,
        ),
    ]  # fmt: skip
    names = {
        "UpsampleBilinear2dGrad": "aclnnUpsampleBilinear2dBackwardV2",
        "UpsampleBicubic2dGrad": "aclnnUpsampleBicubic2dBackward",
        "ResizeUpsampleTrilinear": "aclnnUpsampleTrilinear3d",
        "UpsampleNearest3dGrad": "aclnnUpsampleNearest3dBackward",
        "UpsampleNearest2dGrad": "aclnnUpsampleNearest2dBackward",
    }
    for kernel, arguments, bytes_ in cases:
        status, _, operators = answer(
            api, "Ascend910B", names.get(kernel, f"aclnn{kernel}"), *arguments
        )
        (found,) = (part for part in operators.split(">") if part.startswith(f"{kernel}:"))
        assert (status, found.split("|")[1]) == (0, str(bytes_)), kernel


@pytest.mark.usefixtures("own_library")
def test_nearest_images_are_turned_for_their_kernels(api: Api) -> None:
    """UpsampleNearest and the device's CPU want the channels in the last place, kernels of volumes
    before the others; Ascend950 writes to out itself. Of 2 x 3 x 8 x 8 numbers."""
    small, large = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 16, 16)
    turned = "Transpose:float>UpsampleNearest:float|33554432>Transpose:float"
    found = answer(
        api, "Ascend910B", "aclnnUpsampleNearestExact2d", small, ints(16, 16), *factors(2, 2), large
    )
    assert found == (0, (32 << 20) + 2048 + 6656 + 512, turned)
    last = [tensor(FLOAT, 2, n, n, 3, layout=NHWC) for n in (8, 16)]
    found = answer(
        api, "Ascend910B", "aclnnUpsampleNearest2dV2", last[0], ints(16, 16), ["f", 2.0],
        ["f", 2.0], last[1],
    )  # fmt: skip
    assert found[2] == "Transpose:float>UpsampleNearest3d:float|0>Transpose:float"
    found = answer(api, "Ascend910B", "aclnnUpsampleNearest2d", last[0], ints(16, 16), last[1])
    assert found[2] == "TransData:float>" * 2 + "ResizeNearestNeighborV2:float>TransData:float"
    doubles = image(DOUBLE, 2, 3, 8, 8), ints(16, 16), image(DOUBLE, 2, 3, 16, 16)
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        found = answer(api, soc, "aclnnUpsampleNearest2d", *doubles)
        turns = "Transpose(aicpu):double>"
        resized = "ResizeNearestNeighborV2(aicpu):double>"
        assert found[2] == turns * 2 + resized + turns[:-1]
    found = answer(api, "Ascend950", "aclnnUpsampleNearest2d", small, ints(16, 16), large)
    assert found == (0, (16 << 20) + 512, "ResizeNearestNeighborV2:float|16777216")
    volumes = [tensor(FLOAT, 1, n, n, n, 2, layout=NDHWC) for n in (4, 8)]
    found = answer(
        api, "Ascend910B", "aclnnUpsampleNearest3d", volumes[0], ints(8, 8, 8), *factors(0, 0, 0),
        volumes[1],
    )  # fmt: skip
    assert found[2] == "Transpose:float>UpsampleNearest3d:float|0>Transpose:float"
    planes = [image(FLOAT, 1, 17, 745, 745), image(FLOAT, 1, 17, 5960, 5215)]
    found = answer(
        api, "Ascend950", "aclnnUpsampleNearestExact2d", planes[0], ints(5960, 5215),
        *factors(0, 0), planes[1],
    )  # fmt: skip
    assert found[2] == "UpsampleNearestExact3d:float|16777216"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_planes_are_interpolated_by_sizes_where_factors_do_not_lead_to_them(
    api: Api, soc: str
) -> None:
    """That is ResizeBilinearV2, of channels in blocks of 16. Factors of 2 are among them, but for
    bfloat16, which 910B gives to UpsampleBilinear2d; so are factors of gradients."""
    small, large, corners = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 16, 16), ["b", 0]
    blocks = "Cast:int32>TransData:float>TransData:float>ResizeBilinearV2:float>TransData:float"
    for scales in ((2, 2), (0, 0), (2, 0), (1.9, 1.9)):
        found = answer(
            api, soc, "aclnnUpsampleBilinear2d", small, ints(16, 16), corners, *factors(*scales),
            large,
        )  # fmt: skip
        assert (found[0], found[2]) == (0, blocks)
    back = ints(16, 16), ints(2, 3, 8, 8), corners
    for call, scales in (("", (2, 2)), ("V2", (1.9, 2))):
        found = answer(
            api, soc, f"aclnnUpsampleBilinear2dBackward{call}", large, *back, *factors(*scales),
            small,
        )  # fmt: skip
        assert found[2] == "TransData:float>" * 2 + "ResizeBilinearV2Grad:float>TransData:float"
    if soc == "Ascend910B":
        halves = image(BFLOAT16, 2, 3, 8, 8), image(BFLOAT16, 2, 3, 16, 16)
        found = answer(
            api, soc, "aclnnUpsampleBilinear2d", halves[0], ints(16, 16), corners, *factors(2, 2),
            halves[1],
        )  # fmt: skip
        assert found[2].startswith("Cast:int32>Cast:float>Cast:float>UpsampleBilinear2d:float|")


@pytest.mark.usefixtures("own_library")
def test_factors_of_cubic_planes_lead_to_their_sizes_before_950(api: Api) -> None:
    """Each that is above 0, also without the other; gradients of nearest rows have no negative
    ones, and neither has a gradient of planes the channels in the last place."""
    small, large, corners = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 12, 12), ["b", 0]
    for soc, status in (("Ascend910", 161002), ("Ascend910B", 161002), ("Ascend950", 0)):
        for scales, wanted in (((1.5, 1.4), status), ((0, 1.7), status), ((1.5, 0), 0)):
            found = answer(
                api, soc, "aclnnUpsampleBicubic2d", small, ints(12, 12), corners,
                *factors(*scales), large,
            )  # fmt: skip
            assert found[0] == wanted
    rows = image(FLOAT, 2, 3, 12), ints(12), ints(2, 3, 8), ["d", -1.0], image(FLOAT, 2, 3, 8)
    assert answer(api, "Ascend910B", "aclnnUpsampleNearestExact1dBackward", *rows)[0] == 161002
    last = [tensor(FLOAT, 2, n, n, 3, layout=NHWC) for n in (12, 8)]
    found = answer(
        api, "Ascend910B", "aclnnUpsampleNearestExact2dBackward", last[0], ints(12, 12),
        ints(2, 8, 8, 3), *factors(0, 0), last[1],
    )  # fmt: skip
    assert found[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_images_are_resized_by_factors_in_blocks_before_950(api: Api) -> None:
    """So is what they are written to."""
    small, large = (tensor(FLOAT, 1, 2, *each, layout=NCHW) for each in ((4, 5), (8, 5)))
    for mode, operator in (
        ("nearest", "ResizeNearestNeighborV2"),
        ("bilinear", "ResizeBilinearV2"),
    ):
        given = (small, ["Float", [1, 1, 2, 1]], ["s", mode], large)
        wanted = f"TransData:float>TransData:float>{operator}:float>TransData:float"
        assert answer(api, "Ascend910B", "aclnnResize", *given)[2] == wanted
        bytes_ = 16 * MEBI if mode == "nearest" else 32
        assert answer(api, "Ascend950", "aclnnResize", *given)[2] == f"{operator}:float|{bytes_}"


@pytest.mark.usefixtures("own_library")
def test_volumes_that_910b_cannot_count(api: Api) -> None:
    """The public tiling of ResizeUpsampleTrilinear: 2^31 - 1 rows of self, and places in a plane of
    out. Ascend950 has no such limit, Ascend910 the device's CPU."""
    for shape, size, fits in (
        ((1, 1, 2, 8, 8), (2, 65535, 32768), True),
        ((1, 1, 2, 8, 8), (2, 65536, 32768), False),
        ((1, 1, 65535, 32768, 1), (2000, 1000, 1), True),
        ((1, 1, 65536, 32768, 1), (2000, 1000, 1), False),
    ):
        for soc in ("Ascend910", "Ascend910B", "Ascend950"):
            call = image(FLOAT, *shape), ints(*size), ["b", 0], ["d", 0], ["d", 0], ["d", 0]
            out = image(FLOAT, *shape[:2], *size)
            found = answer(api, soc, "aclnnUpsampleTrilinear3d", *call, out)[0]
            assert found == (0 if fits or soc != "Ascend910B" else 561103)
