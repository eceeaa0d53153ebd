# SPDX-License-Identifier: Apache-2.0
"""What the public tilings of convolutions refuse. op_api takes no notice of what the launch
answers, so that phase one says 0, and phase two 561103; but of transposed convolutions and of
gradients phase one says it."""

from __future__ import annotations

import numpy as np
import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, NULL, answer, image, ints

import aclnn_py as acl

Shape = tuple[int, ...]
Numbers = int | Shape
FORMATS = {1: "NCL", 2: "NCHW", 3: "NCDHW"}


def phase_two(
    api: Api, soc: str, shapes: tuple[Shape, Shape], *, stride: int = 1, padding: int = 0,
    dilation: int = 1, groups: int = 1, dtype: type[np.generic] = np.float16,
) -> int:  # fmt: skip
    """What phase two of aclnnConvolution answers, where phase one has answered 0."""
    x, weight = shapes
    spatial = len(x) - 2
    out = tuple(
        (x[2 + i] + 2 * padding - dilation * (weight[2 + i] - 1) - 1) // stride + 1
        for i in range(spatial)
    )
    with acl.Device(0) as device:
        given = [
            device.tensor(np.zeros(shape, dtype), format=FORMATS[spatial])
            for shape in (x, weight, (x[0], weight[0], *out))
        ]
        numbers = [[each] * spatial for each in (stride, padding, dilation)]
        api.ok.aclnnExtSelectSoc(soc.encode())
        try:
            plan = acl.plan(
                "aclnnConvolution",
                *given[:2],
                None,
                *numbers,
                False,
                [0] * spatial,
                groups,
                given[2],
                0,
            )
            try:
                plan.run()
            except acl.AclError as error:
                return error.code
        finally:
            api.aclnnExtSelectSoc(None)
        device.synchronize()
    return 0


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B2", "Ascend950"])
def test_kernels_of_volumes_take_what_instructions_take(api: Api, soc: str) -> None:
    """Rows and columns: strides to 63, distances to 255, windows to 511, and in a window 65535
    elements of a block of channels, which are 16, of float32 8. Any depth."""
    small = (1, 1, 1, 1, 1)
    cube = (1, 1, 1, 600, 2)
    assert phase_two(api, soc, (cube, small), stride=63) == 0
    assert phase_two(api, soc, (cube, small), stride=64) == 561103
    two = (1, 1, 1, 2, 1)
    assert phase_two(api, soc, (cube, two), dilation=255) == 0
    assert phase_two(api, soc, (cube, two), dilation=256) == 561103
    for sides, status in ((255, 0), (256, 561103)):
        assert phase_two(api, soc, ((1, 1, 1, 1, 1), small), padding=sides, stride=63) == status
    for rows, status in ((511, 0), (512, 561103)):
        assert phase_two(api, soc, (cube, (1, 1, 1, rows, 1))) == status
    for rows, dtype, status in (
        (63, np.float16, 0),
        (64, np.float16, 561103),
        (64, np.float32, 0),
        (128, np.float32, 561103),
    ):
        volume = (1, 1, 1, rows, 64)
        assert phase_two(api, soc, (volume, volume), dtype=dtype) == status, (rows, dtype)
    deep = (1, 1, 600, 1, 1)
    assert phase_two(api, soc, (deep, (1, 1, 520, 1, 1))) == 0


@pytest.mark.usefixtures("own_library")
def test_kernels_of_950_take_sizes_to_a_million(api: Api) -> None:
    """Signals are images of one row. The kernel of images before Ascend950 is not open."""
    for length, status in ((1_000_000, 0), (1_000_001, 561103)):
        signal = (1, 1, length)
        assert phase_two(api, "Ascend950", (signal, (1, 1, 1)), stride=1000) == status
    assert phase_two(api, "Ascend910B2", (signal, (1, 1, 1)), stride=1000) == 0
    for groups, status in ((65535, 0), (65536, 561103)):
        image = (1, groups, 1, 1)
        found = phase_two(api, "Ascend950", (image, (groups, 1, 1, 1)), groups=groups)
        assert found == status


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("soc", "x", "status"),
    [
        ("Ascend950", (1, 1, 4, 4), 561103),
        ("Ascend950", (1, 1, 4, 4, 4), 561103),
        ("Ascend910B2", (1, 1, 4, 4, 4), 561103),
        ("Ascend910B2", (1, 1, 4, 4), 0),
    ],
)
def test_padding_below_0(api: Api, soc: str, x: Shape, status: int) -> None:
    assert phase_two(api, soc, (x, (1, 1, *[1] * (len(x) - 2))), padding=-1) == status


# --- transposed convolutions, and gradients of images ---------------------------------------------


def one_by_one(
    spatial: int, stride: Numbers, padding: Numbers, dilation: Numbers
) -> list[list[int]]:
    """A number for each dimension."""
    return [[n] * spatial if isinstance(n, int) else list(n) for n in (stride, padding, dilation)]


def phase_one(
    api: Api, soc: str, sizes: Shape, kernel: Shape, *, stride: Numbers = 1, padding: Numbers = 0,
    dilation: Numbers = 1, dtype: int = FLOAT, is_gradient: bool = False,
) -> int:  # fmt: skip
    """What phase one answers of a transposed convolution, or of the gradient of the input of the
    convolution that reads what that writes."""
    numbers = one_by_one(len(sizes), stride, padding, dilation)
    larger = [
        (n - 1) * step - 2 * zeros + far * (k - 1) + 1
        for n, k, step, zeros, far in zip(sizes, kernel, *numbers, strict=True)
    ]
    read, written = image(dtype, 1, 8, *sizes), image(dtype, 1, 8, *larger)
    weight = image(dtype, 8, 8, *kernel)
    given = [ints(*each) for each in numbers]
    more, groups = ints(*[0] * len(sizes)), ["i", 1]
    if not is_gradient:
        operands = read, weight, NULL, *given, ["b", 1], more, groups, written
        return answer(api, soc, "aclnnConvolution", *operands, ["i", 0])[0]
    mask = ["Bool", [True, False, False]]
    operands = read, written, weight, NULL, *given, ["b", 0], more, groups, mask, ["i", 0]
    return answer(api, soc, "aclnnConvolutionBackward", *operands, written, NULL, NULL)[0]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("spatial", [1, 2, 3])
def test_no_kernel_of_ascend950_cuts_a_transposed_result(api: Api, spatial: int) -> None:
    """The public tiling of Conv3DTransposeV2 takes padding from 0 on, and op_api heeds it."""
    for padding, status in ((0, 0), (1, 0), (-1, 561103)):
        found = phase_one(api, "Ascend950", (8,) * spatial, (3,) * spatial, padding=padding)
        assert found == status


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("is_gradient", [False, True])
def test_volumes_that_910b_cannot_hold(api: Api, is_gradient: bool) -> None:
    """float32 goes to the open kernels, Conv3DTransposeV2 and Conv3DBackpropInputV2: strides to 63,
    of the depth to that of the window, distances to 255, windows to 511, widths to 4096, and rows,
    planes and a window that fit into 512 KiB."""
    for sizes, kernel, numbers, status in (
        ((4, 8, 8), (2, 2, 2), {"dilation": 255}, 0),
        ((4, 8, 8), (2, 2, 2), {"dilation": 256}, 561103 if is_gradient else 161002),  # by op_api
        ((4, 8, 8), (1, 2, 2), {"stride": (1, 63, 1)}, 0),
        ((4, 8, 8), (1, 2, 2), {"stride": (1, 64, 1)}, 561103),
        ((4, 8, 8), (3, 2, 2), {"stride": (3, 1, 1)}, 0),
        ((4, 8, 8), (2, 2, 2), {"stride": (3, 1, 1)}, 561103),
        ((4, 8, 8), (1, 512, 1), {"padding": (0, 256, 0)}, 561103),
        ((1, 1, 4096), (1, 1, 1), {}, 0),
        ((1, 1, 4097), (1, 1, 1), {}, 561103),
        ((8, 8, 1024), (3, 3, 3), {}, 0),  # 3 planes of 4 rows of 32 KiB, and 4.5 KiB
        ((8, 8, 1500), (3, 3, 3), {}, 561103),
    ):
        found = phase_one(api, "Ascend910B", sizes, kernel, is_gradient=is_gradient, **numbers)
        assert found == status, (sizes, kernel, numbers)
    # Halves of such a window go to Conv3DTranspose and Conv3DBackpropInput, which are not open.
    halves = phase_one(
        api, "Ascend910B", (8, 8, 1500), (3, 3, 3), dtype=FLOAT16, is_gradient=is_gradient
    )
    assert halves == 0
