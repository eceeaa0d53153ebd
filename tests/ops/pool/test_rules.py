# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api and tilings for pools: what phase one answers, each with the rule that it
follows from. A tensor of so many bytes takes these and 32, rounded up to 512."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    NCDHW,
    NCHW,
    NCL,
    NHWC,
    NULL,
    answer,
    image,
    ints,
    on_950,
    room,
    tensor,
)

SYSTEM = 16 << 20
MOVED = "Transpose:float>{}>Transpose:float"


def volume(dtype: int, *shape: int) -> list[Any]:
    """A tensor of volumes."""
    return tensor(dtype, *shape, layout=NCDHW)


@pytest.mark.usefixtures("own_library")
def test_volumes_are_averaged_with_channels_last_on_910b(api: Api) -> None:
    """But for windows of one place in height and width, for small ones of 257 to 959 planes, and on
    Ascend950. Cores wait for each other, 2048 bytes, where channels fill no block of 32 bytes, or
    planes no two. Ascend910 has no kernel, and says so where there is something to do."""

    def listed(soc: str, *shape: int, kernel: tuple[int, ...] = (2, 2, 2)) -> tuple[int, int, str]:
        out = [*shape[:2], *(n // k for n, k in zip(shape[2:], kernel, strict=True))]
        window = ints(*kernel), ints(*kernel), ints(0, 0, 0)
        flags = ["b", 0], ["b", 1], ["i", 0]
        return answer(
            api, soc, "aclnnAvgPool3d", volume(FLOAT, *shape), *window, *flags, volume(FLOAT, *out)
        )

    size = room(8 * 64 * 4) + room(SYSTEM) + room(8 * 8 * 4)
    name = f"AvgPool3D:float|{SYSTEM}"
    assert listed("Ascend910B", 1, 8, 4, 4, 4) == (0, size, MOVED.format(name))
    waits = f"AvgPool3D:float|{SYSTEM + 2048}"
    assert listed("Ascend910B", 1, 7, 4, 4, 4)[2] == MOVED.format(waits)
    assert listed("Ascend910B", 2, 150, 4, 4, 4)[2] == name
    assert listed("Ascend910B", 2, 128, 4, 4, 4)[2] == MOVED.format(name)
    assert listed("Ascend910B", 1, 8, 4, 4, 4, kernel=(2, 1, 1))[2] == name
    assert listed("Ascend910B", 1, 8, 4, 3, 3, kernel=(2, 1, 1))[2] == waits
    assert listed("Ascend950", 1, 7, 4, 4, 4) == (0, room(SYSTEM), name)
    assert listed("Ascend910", 1, 8, 4, 4, 4)[0] == 561000
    assert listed("Ascend910", 0, 8, 4, 4, 4)[:2] == (0, 0)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_gradients_of_means_of_volumes_stay_for_some_planes(api: Api, soc: str) -> None:
    """From 12 to 255; sums of halves are float32, one a place. What has no gradient is not looked
    at, but for how many numbers its windows have."""

    def listed(dtype: int, planes: int) -> str:
        window = ints(2), ints(2), ints(0)
        flags = ["b", 0], ["b", 1], ["i", 0]
        grad, whole = volume(dtype, 1, planes, 2, 2, 2), volume(dtype, 1, planes, 4, 4, 4)
        return answer(api, soc, "aclnnAvgPool3dBackward", grad, whole, *window, *flags, whole)[
            2
        ].replace("|16777216>", ">")

    tail = "" if soc == "Ascend910B" else "|16777216"
    moved = f"Transpose:float>AvgPool3DGrad:float>Transpose:float{tail}"
    assert listed(FLOAT, 11) == listed(FLOAT, 256) == moved
    assert listed(FLOAT, 12) == listed(FLOAT, 255) == f"AvgPool3DGrad:float|{SYSTEM}"
    assert listed(FLOAT16, 12) == f"AvgPool3DGrad:float16|{SYSTEM + 12 * 64 * 4}"
    none, whole = volume(FLOAT, 0, 3, 2, 2, 2), volume(FLOAT, 1, 3, 4, 4, 4)
    flags = ["b", 0], ["b", 1], ["i", 0]
    call = "aclnnAvgPool3dBackward"
    found = answer(api, soc, call, none, whole, ints(-1), ints(0), ints(7), *flags, whole)
    assert found[:2] == (0, 0)
    assert answer(api, soc, call, none, whole, ints(1, 1), ints(1), ints(0), *flags, whole)[0] == (
        161002
    )


def flat_gradient(
    api: Api,
    soc: str,
    dtype: int,
    size: int,
    *,
    kernel: int = 2,
    stride: int = 2,
    ceil: int = 0,
    count: int = 1,
    divisor: int = 0,
    mode: int = 0,
) -> tuple[int, int, str]:
    """The answer for AvgPool2dBackward of two images of three channels."""
    places = (size - kernel + (stride - 1 if ceil else 0)) // stride + 1
    grad, whole = image(dtype, 2, 3, places, places), image(dtype, 2, 3, size, size)
    numbers = ints(kernel), ints(stride), ints(0), ["b", ceil], ["b", count], ["i", divisor]
    return answer(api, soc, "aclnnAvgPool2dBackward", grad, whole, *numbers, ["i", mode], whole)


@pytest.mark.usefixtures("own_library")
def test_gradients_of_means_of_planes_are_those_of_convolutions(api: Api) -> None:
    """By weights in fractals, in groups where there are channels. 910B puts zeros between places
    where strides are above 2 first, and behind a kernel of one place afterwards; it takes volumes
    where rounded up, or without padding. The images' blocks are nobody's, and lie where weights
    come."""
    for name in ("Ascend910B", "Ascend910_93"):
        found = flat_gradient(api, name, FLOAT, 8)
        blocks = "TransData:float>TransData:float"
        weights = f"CopyToNpu:float>{blocks}"
        end = "Conv2DBackpropInput:float>TransData:float"
        grad, whole, fractals = 2 * 16 * 32, 2 * 64 * 32, 4 * 16 * 8 * 4
        size = room(grad) + room(whole) + max(room(fractals), room(whole))
        assert found == (0, size, f"{blocks}>{weights}>{end}")
        found = flat_gradient(api, name, FLOAT, 9, kernel=3, stride=3)
        assert found[2] == f"{blocks}>{weights}>Dilation:float>{end}"
        found = flat_gradient(api, name, FLOAT, 9, kernel=1, stride=2)
        assert found[2] == (
            f"{blocks}>{weights}>Conv2DBackpropInput:float>Dilation:float>TransData:float"
        )
        volumes = MOVED.format(f"AvgPool3DGrad:float|{SYSTEM}")
        assert flat_gradient(api, name, FLOAT, 8, ceil=1)[2] == volumes
        assert flat_gradient(api, name, FLOAT, 8, count=0)[2] == volumes
        assert flat_gradient(api, name, FLOAT, 8, divisor=256)[2] == volumes
    assert flat_gradient(api, "Ascend950", FLOAT, 8)[2] == f"AvgPoolV2Grad:float|{SYSTEM}"


@pytest.mark.usefixtures("own_library")
def test_gradients_of_means_on_910_are_of_halves(api: Api) -> None:
    """Which cubeMathType has to allow; each place has a share of its own where padding does not
    count. Divisors go to 255."""
    found = flat_gradient(api, "Ascend910", FLOAT, 9, kernel=3, stride=3, count=0, mode=1)
    halves = "TransData:float16>TransData:float16"
    assert found[2] == (
        "CopyToNpu:float>Mul:float>Cast:float16>TransData:float16>Cast:float16>TransData:float16>"
        f"CopyToNpu:float>Cast:float16>{halves}>Conv2DBackpropInput:float16>TransData:float16>"
        "Cast:float"
    )
    assert flat_gradient(api, "Ascend910", FLOAT, 8, mode=0)[0] == 161002
    assert flat_gradient(api, "Ascend910", FLOAT, 8, mode=1, divisor=256)[0] == 161002
    assert flat_gradient(api, "Ascend910", FLOAT16, 8, mode=0)[0] == 0


@pytest.mark.usefixtures("own_library")
def test_a_gradient_of_a_whole_plane_is_divided(api: Api) -> None:
    """Of at least ten rows and columns; what is smaller is not. Ascend950 copies both inputs before
    it looks."""
    for soc in ("Ascend910", "Ascend910B"):
        found = flat_gradient(api, soc, FLOAT, 10, kernel=10, stride=10)
        assert found == (0, room(400), "CopyToNpu:float>Div:float")
    found = flat_gradient(api, "Ascend910B", FLOAT, 10, kernel=10, stride=10, mode=1)
    assert found[2] == "Cast:float16>CopyToNpu:float16>Div:float16>Cast:float"
    found = flat_gradient(api, "Ascend910B", BFLOAT16, 10, kernel=10, stride=10)
    assert found[2] == "Cast:float>CopyToNpu:float>Div:float>Cast:bfloat16"
    assert "Div" not in flat_gradient(api, "Ascend910B", FLOAT, 9, kernel=9, stride=9)[2]
    assert flat_gradient(api, "Ascend950", FLOAT, 10, kernel=10, stride=10)[2].startswith(
        "CopyToNpu:float>Div:float|"
    )


@pytest.mark.usefixtures("own_library")
def test_gradients_of_means_of_planes_ask_for_less(api: Api) -> None:
    """Of three dimensions NCHW will do too, and nothing is looked at where there is none."""
    flags = ["b", 0], ["b", 1], ["i", 0], ["i", 0]
    call, window = "aclnnAvgPool2dBackward", (ints(2), ints(2), ints(0))
    for layout in (NCHW, NCL):
        grad, whole = (tensor(FLOAT, 3, n, n, layout=layout) for n in (4, 8))
        assert answer(api, "Ascend910B", call, grad, whole, *window, *flags, whole)[0] == 0
    grad, none = image(FLOAT, 2, 0, 4, 4), image(FLOAT, 2, 0, 8, 8)
    assert answer(api, "Ascend910B", call, grad, none, *window, *flags, none)[:2] == (0, 0)


@pytest.mark.usefixtures("own_library")
def test_means_of_planes_on_910_are_of_halves(api: Api) -> None:
    """By products for windows with sides up to 255, by the device's CPU for others; divisors go to
    255 there too."""
    window = ints(2), ints(2), ints(0), ["b", 0], ["b", 1]
    plane, four = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 4, 4)

    def listed(divisor: int) -> tuple[int, int, str]:
        numbers = ["i", divisor], ["i", 1]
        return answer(api, "Ascend910", "aclnnAvgPool2d", plane, *window, *numbers, four)

    blocks, averages, weights = 2 * 64 * 32, 2 * 16 * 32, 16 * 16 * 2
    assert listed(0)[2] == (
        "Cast:float16>TransData:float16>CopyToNpu:float16>Pooling:float16>TransData:float16>"
        "Cast:float"
    )
    halves = room(2 * 3 * 64 * 2)
    # The sums lie where the halves were, and what is moved back where the weights were.
    moved = max(room(weights), room(2 * 3 * 16 * 2))
    assert listed(0)[1] == max(halves, room(averages)) + room(blocks) + moved
    cpu = listed(256)
    assert cpu[2] == "Cast:float16>AvgPoolV2(aicpu):float16>Cast:float"
    assert cpu[1] == halves + room(2 * 3 * 16 * 2)


@pytest.mark.usefixtures("own_library")
def test_windows_of_one_number_more_are_averaged(api: Api) -> None:
    """Of AvgPool2d's kernel numbers behind the second are not read."""
    plane, four = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 4, 4)
    numbers = ints(2, 2, 5), ints(2), ints(0), ["b", 0], ["b", 1], ["i", 0], ["i", 0]
    assert answer(api, "Ascend910B", "aclnnAvgPool2d", plane, *numbers, four)[0] == 0
    volume_of_one = image(FLOAT, 1, 1, 2000, 11), image(FLOAT, 1, 1, 1, 1)
    assert (
        answer(
            api,
            "Ascend910B",
            "aclnnAvgPool2d",
            volume_of_one[0],
            ints(2000, 11),
            ints(1),
            ints(0),
            ["b", 0],
            ["b", 1],
            ["i", 0],
            ["i", 0],
            volume_of_one[1],
        )[0]
        == 0
    )


@pytest.mark.usefixtures("own_library")
def test_the_largest_are_found_in_blocks_of_sixteen(api: Api) -> None:
    """Of float32 too, before Ascend950; with a side above 1000 by the kernel of volumes on 910B,
    which finds places as well."""
    window = ints(2), ints(2), ["i", 0], ints(0), ints(1), ["i", 0]
    plane, four = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 4, 4)
    size = room(2 * 64 * 16 * 4) + room(2 * 16 * 16 * 4)
    names = "TransData:float>MaxPoolV3:float>TransData:float"
    assert answer(api, "Ascend910B", "aclnnMaxPool", plane, *window, four) == (0, size, names)
    halves = image(FLOAT16, 2, 3, 8, 8), *window, image(FLOAT16, 2, 3, 4, 4)
    found = answer(api, "Ascend910", "aclnnMaxPool", *halves)
    size = room(2 * 64 * 16 * 2) + room(2 * 16 * 16 * 2)
    assert found == (0, size, names.replace("float", "float16"))
    found = answer(api, "Ascend950", "aclnnMaxPool", plane, *window, four)
    assert found == (0, room(SYSTEM), f"MaxPoolV3:float|{SYSTEM}")
    long, few = image(FLOAT, 1, 1, 1001, 4), image(FLOAT, 1, 1, 1, 4)
    window = ints(1001, 1), ints(1), ["i", 0], ints(0), ints(1), ["i", 0]
    found = answer(api, "Ascend910B", "aclnnMaxPool", long, *window, few)
    size = room(SYSTEM) + room(16)
    assert found == (0, size, f"MaxPool3DWithArgmaxV2:float+int32|{SYSTEM}")


@pytest.mark.usefixtures("own_library")
def test_the_format_of_the_largest_is_not_read(api: Api) -> None:
    """Planes are the last dimensions for MaxPool, and for the kernel of MaxPool2dWithIndices on
    910B, whatever the format says."""
    given = tensor(FLOAT, 2, 8, 8, 3, layout=NHWC)
    last = tensor(FLOAT, 2, 8, 4, 1, layout=NHWC)
    wrong = tensor(FLOAT, 2, 4, 4, 3, layout=NHWC)
    window = ints(2), ints(2), ["i", 0], ints(0), ints(1), ["i", 0]
    assert answer(api, "Ascend910B", "aclnnMaxPool", given, *window, last)[0] == 0
    assert answer(api, "Ascend910B", "aclnnMaxPool", given, *window, wrong)[0] == 161002
    windows = ints(2), ints(2), ints(0), ints(1), ["b", 0]
    places = tensor(INT32, 2, 4, 4, 3, layout=NHWC)
    call = "aclnnMaxPool2dWithIndices"
    assert answer(api, "Ascend910B", call, given, *windows, wrong, places)[0] == 161002
    assert answer(api, "Ascend950", call, given, *windows, wrong, places)[0] == 0


@pytest.mark.usefixtures("own_library")
def test_places_are_found_in_volumes(api: Api) -> None:
    """As int32 on 910B, cast where int64 is wanted; masks are the places in other words, but of
    windows of one place, and on Ascend910, which has masks of halves."""
    plane, four = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 4, 4)
    window = ints(2), ints(2), ints(0), ints(1), ["b", 0]
    places = image(INT64, 2, 3, 4, 4)
    call = "aclnnMaxPool2dWithIndices"
    found = answer(api, "Ascend910B", call, plane, *window, four, places)
    size = room(SYSTEM) + room(96 * 4)
    name = f"MaxPool3DWithArgmaxV2:float+int32|{SYSTEM}"
    assert found == (0, size, f"{name}>Cast:int64")
    found = answer(api, "Ascend950", call, plane, *window, four, places)
    assert found == (0, room(SYSTEM), f"MaxPoolWithArgmaxV3:float+int64|{SYSTEM}")
    assert answer(api, "Ascend910", call, plane, *window, four, places)[0] == 161002
    large, large_out = image(FLOAT, 1, 1, 65536, 32768), image(FLOAT, 1, 1, 32768, 16384)
    large_places = image(INT64, 1, 1, 32768, 16384)
    assert answer(api, "Ascend910B", call, large, *window, large_out, large_places)[0] == 561103
    call, mask = "aclnnMaxPool2dWithMask", image(INT8, 2, 3, 4, 64)
    found = answer(api, "Ascend910B", call, plane, *window, four, mask)
    assert found == (0, room(SYSTEM), name)
    found = answer(api, "Ascend910", call, plane, *window, four, mask)
    assert found[2] == (
        "Cast:float16>TransData:float16>MaxPoolWithArgmaxV1:float16+uint16>TransData:float16>"
        "Cast:float"
    )
    window = ints(1), ints(1), ints(0), ints(1), ["b", 0]
    found = answer(api, "Ascend910B", call, plane, *window, plane, image(INT8, 2, 3, 1, 160))
    size = 2 * room(2 * 64 * 16 * 4)
    names = "TransData:float>MaxPoolWithArgmaxV1:float+uint16>TransData:float"
    assert found == (0, size, names)


@pytest.mark.usefixtures("own_library")
def test_gradients_of_the_largest_add_halves_in_float32(api: Api) -> None:
    """Where windows overlap, and a core has no room for whole planes: of 16 planes at once. Three
    inputs are read."""
    window = ints(3), ints(2), ints(1), ints(1), ["b", 0]
    call = "aclnnMaxPool3dWithArgmaxBackward"
    for size, places, more in ((4, 2, 0), (64, 32, 64**3 * 4)):
        whole = volume(FLOAT16, 1, 1, size, size, size)
        grad, index = (volume(t, 1, 1, places, places, places) for t in (FLOAT16, INT32))
        found = answer(api, "Ascend910B", call, grad, whole, index, *window, whole)
        assert found[2] == f"MaxPool3DGradWithArgmax:float16|{SYSTEM + more}"
        found = answer(api, "Ascend950", call, grad, whole, index, *window, whole)
        assert found[2] == f"MaxPool3DGradWithArgmax:float16|{SYSTEM}"
    dilated = ints(2), ints(2), ints(0), ints(2), ["b", 0]
    whole, grad, index = (volume(t, 1, 1, n, n, n) for t, n in ((FLOAT, 4), (FLOAT, 1), (INT32, 1)))
    assert answer(api, "Ascend910B", call, grad, whole, index, *dilated, whole)[0] == 0
    call, mask = "aclnnMaxPool2dWithMaskBackward", image(INT8, 2, 3, 4, 64)
    window = ints(2), ints(2), ints(0), ints(1), ["b", 0]
    plane, four = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 4, 4)
    found = answer(api, "Ascend910", call, four, plane, mask, *window, plane)
    halves = "Cast:float16>Cast:float16>TransData:float16>TransData:float16"
    assert found[2] == (f"{halves}>MaxPoolGradWithArgmaxV1:float16>TransData:float16>Cast:float")
    assert answer(api, "Ascend910B", call, four, plane, mask, *window, plane)[2] == (
        f"MaxPool3DGradWithArgmax:float|{SYSTEM}"
    )
    assert (
        answer(api, "Ascend910B", call, four, plane, mask, ints(1, 2, 3), *window[1:], plane)[0]
        == 161001
    )


@pytest.mark.usefixtures("own_library")
def test_parts_of_one_size_are_windows(api: Api) -> None:
    """Of AdaptiveMaxPool, and of its gradient before Ascend950; halves of other parts are added in
    float32."""
    plane = image(FLOAT, 2, 3, 8, 8)
    call = "aclnnAdaptiveMaxPool2d"
    for size, flat, deep in ((4, "MaxPool3DWithArgmaxV2", None), (3, "AdaptiveMaxPool2d", "3d")):
        out, places = image(FLOAT, 2, 3, size, size), image(INT64, 2, 3, size, size)
        given = plane, ints(size, size), out, places
        name = "AdaptiveMaxPool3d" if deep else flat
        found = answer(api, "Ascend910B", call, *given)
        assert found[2] == f"{name}:float+int32|{SYSTEM}>Cast:int64"
        assert answer(api, "Ascend950", call, *given)[2].startswith(f"{flat}:float+int32|{SYSTEM}>")
        assert answer(api, "Ascend910", call, *given)[2].startswith("AdaptiveMaxPool2d(aicpu)")
        wrong = image(FLOAT, 2, 3, size, size + 1), image(INT64, 2, 3, size, size + 1)
        assert answer(api, "Ascend910B", call, plane, ints(size, size), *wrong)[0] == 561103
    call = "aclnnAdaptiveMaxPool3dBackward"
    for size, name, more in ((4, "MaxPool3DGradWithArgmax", 0), (3, "AdaptiveMaxPool3DGrad", 2048)):
        whole = volume(FLOAT16, 1, 1, 8, 8, 8)
        grad, places = (volume(t, 1, 1, size, size, size) for t in (FLOAT16, INT32))
        found = answer(api, "Ascend910B", call, grad, whole, places, whole)
        assert found[2] == f"{name}:float16|{SYSTEM + more}"
        found = answer(api, "Ascend950", call, grad, whole, places, whole)
        assert found[2] == f"AdaptiveMaxPool3DGrad:float16|{SYSTEM}"
    call = "aclnnAdaptiveAvgPool3dBackward"
    for size, more in ((4, 0), (3, 2048)):
        whole, grad = volume(FLOAT16, 1, 1, 8, 8, 8), volume(FLOAT16, 1, 1, size, size, size)
        name = f"AdaptiveAvgPool3dGrad:float16|{2 * SYSTEM + more}"
        found = answer(api, "Ascend910B", call, grad, whole, whole)
        assert found[2] == MOVED.replace("float", "float16").format(name)


@pytest.mark.usefixtures("own_library")
def test_doubles_of_parts_are_found_on_the_cpu(api: Api) -> None:
    """Of all products."""
    plane, four = image(DOUBLE, 2, 3, 8, 8), image(DOUBLE, 2, 3, 4, 4)
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        found = answer(
            api, soc, "aclnnAdaptiveMaxPool2d", plane, ints(4, 4), four, image(INT64, 2, 3, 4, 4)
        )
        assert found[2] == "AdaptiveMaxPool2d(aicpu):double+int64"


@pytest.mark.usefixtures("own_library")
def test_parts_are_averaged_by_products_on_910(api: Api) -> None:
    """By factors that the device's CPU finds, of float32; which are at most 536870911."""
    plane, three = image(FLOAT16, 2, 3, 8, 8), image(FLOAT16, 2, 3, 3, 3)
    found = answer(api, "Ascend910", "aclnnAdaptiveAvgPool2d", plane, ints(3, 3), three)
    factors = "AdaptiveAvgPool2dAssistMatrix(aicpu):float+float+float"
    moved = "TransData:float16"
    casts, product = (
        "Cast:float16>Cast:float16",
        f"{moved}>{moved}>BatchMatMulV2:float16>{moved}",
    )
    assert found[2] == (f"{factors}>{casts}>{product}>{product}>Cast:float16>Mul:float16")
    found = answer(api, "Ascend910", "aclnnAdaptiveAvgPool2dBackward", three, plane, plane)
    assert found[2] == (
        f"{factors}>Cast:float16>Mul:float16>Cast:float16>{product}>Cast:float16>{product}"
    )
    large, parts = image(FLOAT16, 1, 1, 40000, 1), image(FLOAT16, 1, 1, 20000, 1)
    found = answer(api, "Ascend910", "aclnnAdaptiveAvgPool2d", large, ints(20000, 1), parts)
    assert found[0] == 561103
    none = image(FLOAT, 2, 3, 0, 8)
    found = answer(api, "Ascend950", "aclnnAdaptiveAvgPool2d", none, ints(0, 3), none)
    assert found[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_masks_are_refused_on_950_before_other_arguments_are_read(api: Api) -> None:
    """But for the kernel, the images and the result, of the pool itself."""
    plane, four = image(FLOAT, 2, 3, 8, 8), image(FLOAT, 2, 3, 4, 4)
    call = "aclnnMaxPool2dWithMask"
    rest = NULL, NULL, NULL, ["b", 0]
    assert answer(api, "Ascend950", call, plane, ints(2), *rest, four, NULL)[0] == 161002
    assert answer(api, "Ascend950", call, NULL, ints(2), *rest, four, NULL)[0] == 161001
    assert answer(api, "Ascend910B", call, plane, ints(1, 2, 3), *rest, four, NULL)[0] == 161002
    nothing = NULL, NULL, NULL, NULL, NULL, NULL, NULL, ["b", 0], NULL
    assert answer(api, "Ascend950", "aclnnMaxPool2dWithMaskBackward", *nothing)[0] == 161002
    assert answer(api, "Ascend910B", "aclnnMaxPool2dWithMaskBackward", *nothing)[0] == 161001


@pytest.mark.usefixtures("own_library")
def test_kernels_of_planes_ask_for_nothing_on_950_in_some_shapes(api: Api) -> None:
    """Means of fewer windows than 64 cores, or of those far apart: of fewer than 128 windows, or of
    256 bytes each. Gradients of parts, but of 128 planes and more with small windows."""

    def averaged(planes: tuple[int, int], size: int, stride: int) -> tuple[int, int, str]:
        given, out = (image(FLOAT, *planes, n, n) for n in (size, (size - 2) // stride + 1))
        window = ints(2), ints(stride), ints(0), ["b", 0], ["b", 1], ["i", 0], ["i", 0]
        return answer(api, "Ascend950", "aclnnAvgPool2d", given, *window, out)

    assert averaged((2, 3), 8, 2) == (0, room(SYSTEM), f"AvgPoolV2:float|{SYSTEM}")
    assert averaged((1, 1), 8, 2) == (0, room(0), "AvgPoolV2:float|0")
    assert averaged((2, 3), 16, 4)[2] == "AvgPoolV2:float|0"
    assert averaged((4, 8), 16, 4)[2] == f"AvgPoolV2:float|{SYSTEM}"
    for planes, size, parts, bytes_ in (
        ((2, 3), 8, 3, 0),
        ((16, 8), 32, 24, SYSTEM),
        ((16, 8), 32, 16, 0),
        ((15, 8), 32, 24, 0),
    ):
        grad, whole = (image(FLOAT, *planes, n, n) for n in (parts, size))
        found = answer(api, "Ascend950", "aclnnAdaptiveAvgPool2dBackward", grad, whole, whole)
        assert found[2] == f"AdaptiveAvgPool2dGrad:float|{bytes_}"


@pytest.mark.usefixtures("own_library")
def test_adaptive_averages_to_one_place_are_means(api: Api) -> None:
    """Their gradients are shares of it; 910B moves channels to the end and back for all others."""
    plane, one, nine = (tensor(FLOAT, 2, 3, n, n, layout=NCHW) for n in (8, 1, 3))
    for soc in ("Ascend910", "Ascend910B"):
        found = answer(api, soc, "aclnnAdaptiveAvgPool2d", plane, ints(1, 1), one)
        assert found == (0, 0, "ReduceMean:float")
        found = answer(api, soc, "aclnnAdaptiveAvgPool2dBackward", one, plane, plane)
        assert found[2] == "Fill:float>Mul:float"
    found = answer(api, "Ascend950", "aclnnAdaptiveAvgPool2d", plane, ints(1, 1), one)
    assert found[2].startswith("ReduceMean:float|")
    found = answer(api, "Ascend910B", "aclnnAdaptiveAvgPool2d", plane, ints(3, 3), nine)
    assert found[2] == "Transpose:float>AdaptiveAvgPool3d:float|16777216>Transpose:float"
    found = answer(api, "Ascend910B", "aclnnAdaptiveAvgPool2dBackward", nine, plane, plane)
    assert found[2] == "Transpose:float>AdaptiveAvgPool3dGrad:float|33554432>Transpose:float"
    found = answer(api, "Ascend950", "aclnnAdaptiveAvgPool2d", plane, ints(3, 3), nine)
    assert found[2] == on_950("AdaptiveAvgPool2d:float")


@pytest.mark.usefixtures("own_library")
def test_averages_of_planes_have_three_ways_on_910b(api: Api) -> None:
    """Of all their places as a mean; by products where windows are small and nothing is rounded up,
    and then what the edges lack if these do not count; else in three dimensions."""
    plane, four, one = (tensor(FLOAT, 2, 3, n, n, layout=NCHW) for n in (8, 4, 1))

    def names(size: int, out: list[Any], *, ceil: int = 0, count: int = 1) -> str:
        window = ints(size, size), ints(size, size), ints(0, 0)
        flags = ["b", ceil], ["b", count], ["i", 0], ["i", 0]
        return answer(api, "Ascend910B", "aclnnAvgPool2d", plane, *window, *flags, out)[2]

    assert names(8, one) == "ReduceMean:float"
    pooled = "TransData:float>CopyToNpu:float>Pooling:float"
    assert names(2, four) == f"{pooled}>TransData:float"
    assert names(2, four, count=0) == f"{pooled}>AvgPoolUpdate:float>TransData:float"
    volume = "Transpose:float>AvgPool3D:float|16779264>Transpose:float"  # cores wait: six planes
    assert names(2, four, ceil=1) == volume


@pytest.mark.usefixtures("own_library")
def test_whole_planes_are_folded(api: Api) -> None:
    plane, place = tensor(FLOAT, 2, 3, 4, 5), tensor(FLOAT, 2, 3, 1, 1)
    found = answer(api, "Ascend910B", "aclnnGlobalAveragePool", plane, place)
    assert found[2] == "ReduceMean:float"
    assert answer(api, "Ascend910B", "aclnnGlobalMaxPool", plane, place)[2] == "ReduceMax:float"
