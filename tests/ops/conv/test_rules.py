# SPDX-License-Identifier: Apache-2.0
"""What convolutions become on the products: CANN's operators, and the bytes of the tensors between
them, from the rules of its layouts: 32 bytes of channels a block, blocks of 16 output channels."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, MEBI, NULL, answer, image, ints, tensor, written

pytestmark = pytest.mark.usefixtures("own_library")


def convolution(
    x: list[Any], weight: list[Any], out: list[Any], *, bias: list[Any] = NULL, stride: int = 1,
    padding: int = 0, dilation: int = 1, transposed: bool = False, groups: int = 1, mode: int = 1,
) -> list[list[Any]]:  # fmt: skip
    """The arguments of aclnnConvolution."""
    spatial = len(x[1]) - 2
    return [
        x, weight, bias, ints(*[stride] * spatial), ints(*[padding] * spatial),
        ints(*[dilation] * spatial), ["b", int(transposed)], ints(*[0] * spatial), ["i", groups],
        out, ["i", mode],
    ]  # fmt: skip


def gradients(
    grad: list[Any], x: list[Any], weight: list[Any], *, stride: int = 1, padding: int = 0,
    transposed: bool = False, groups: int = 1,
    mask: tuple[int, int, int] = (1, 1, 1), mode: int = 1,
) -> list[list[Any]]:  # fmt: skip
    """The arguments of aclnnConvolutionBackward."""
    spatial = len(x[1]) - 2
    bias = tensor(grad[2], grad[1][1])
    return [
        grad, x, weight, ints(grad[1][1]), ints(*[stride] * spatial), ints(*[padding] * spatial),
        ints(*[1] * spatial), ["b", int(transposed)], ints(*[0] * spatial), ["i", groups],
        ["Bool", list(mask)], ["i", mode], x, weight, bias,
    ]  # fmt: skip


def blocks(n: int, channels: int, places: int, size: int) -> int:
    """Elements of an image in blocks of channels, of a type of so many bytes."""
    return n * ceil(channels * size / 32) * places * (32 // size)


def fractals(n: int, channels: int, places: int, size: int) -> int:
    """Elements of a weight without groups."""
    return ceil(channels * size / 32) * places * ceil(n / 16) * 16 * (32 // size)


def test_images_lie_in_blocks_before_950(api: Api) -> None:
    """x [2, 5, 8, 8] with 20 windows of 3 by 3: on 910 in float16, on 910B as they are."""
    arguments = convolution(image(FLOAT, 2, 5, 8, 8), image(FLOAT, 20, 5, 3, 3),
                            image(FLOAT, 2, 20, 6, 6))  # fmt: skip
    assert written(api, "Ascend910", "aclnnConvolution", arguments) == [
        ("Cast", 2 * 5 * 64 * 2),
        ("TransData", 2 * 1 * 64 * 16 * 2),
        ("Cast", 20 * 5 * 9 * 2),
        ("TransData", 1 * 9 * 2 * 16 * 16 * 2),
        ("Conv2D", 2 * 2 * 36 * 16 * 2),
        ("TransData", 2 * 20 * 36 * 2),
        ("Cast", 2 * 20 * 36 * 4),
    ]
    assert written(api, "Ascend910B", "aclnnConvolution", arguments) == [
        ("TransData", 2 * 1 * 64 * 8 * 4),
        ("TransData", 1 * 9 * 2 * 16 * 8 * 4),
        ("Conv2D", 2 * 3 * 36 * 8 * 4),
        ("TransData", 2 * 20 * 36 * 4),
    ]
    assert (
        answer(api, "Ascend950", "aclnnConvolution", *arguments)[2] == f"Conv2DV2:float|{16 * MEBI}"
    )


def test_groups_share_blocks(api: Api) -> None:
    """6 groups of 3 channels and 4 windows, float16: lcm(16 / 1, 16 / 4) is beyond 6 groups, so all
    are one block of 18 channels and 24 windows. 32 groups of 8 and 8: 2 in a block, 16 blocks."""
    for groups, channels, windows, size in (
        (6, 3, 4, ceil(18 / 16) * 9 * ceil(24 / 16) * 16 * 16),
        (32, 8, 8, 16 * ceil(16 / 16) * 9 * ceil(16 / 16) * 16 * 16),
    ):
        n = groups * windows
        arguments = convolution(image(FLOAT16, 1, groups * channels, 8, 8),
                                image(FLOAT16, n, channels, 3, 3),
                                image(FLOAT16, 1, n, 6, 6), groups=groups)  # fmt: skip
        assert written(api, "Ascend910B", "aclnnConvolution", arguments) == [
            ("TransData", blocks(1, groups * channels, 64, 2) * 2),
            ("TransData", fractals(n, channels, 9, 2) * 2),
            ("TransData", size * 2),
            ("Conv2D", blocks(1, n, 36, 2) * 2),
            ("TransData", n * 36 * 2),
        ]


def test_few_channels_of_bfloat16_lie_closer_on_910b(api: Api) -> None:
    """Windows of up to 4 channels: ceil(4 * 9 / 16) blocks; a bias is float32 then. 5 channels, or
    a stride beyond 63, are laid out as others."""
    bias = tensor(BFLOAT16, 8)
    close, wide = ceil(4 * 9 / 16) * 16 * 16 * 2, 9 * 16 * 16 * 2
    for channels, stride, size in ((3, 1, close), (4, 1, close), (5, 1, wide), (3, 64, wide)):
        out = image(BFLOAT16, 1, 8, *[(98 - 3) // stride + 1] * 2)
        arguments = convolution(image(BFLOAT16, 1, channels, 98, 98),
                                image(BFLOAT16, 8, channels, 3, 3), out, bias=bias,
                                stride=stride)  # fmt: skip
        found = written(api, "Ascend910B", "aclnnConvolution", arguments)
        assert [name for name, _ in found] == [
            "TransData",
            "TransData",
            "Cast",
            "Conv2D",
            "TransData",
        ]
        assert (found[1][1], found[2][1]) == (size, 8 * 4)


def test_volumes_have_kernels_of_their_own(api: Api) -> None:
    """910B: 16 MiB; windows of one place read volumes of fewer than 65536 places as they lie."""
    kernel = f"Conv3DV2:float16|{16 * MEBI}"
    x, weight = image(FLOAT16, 1, 4, 5, 6, 7), image(FLOAT16, 8, 4, 3, 3, 3)
    arguments = convolution(x, weight, image(FLOAT16, 1, 8, 3, 4, 5))
    assert answer(api, "Ascend910B", "aclnnConvolution", *arguments)[2] == (
        f"TransData:float16>TransData:float16>{kernel}>TransData:float16"
    )
    found = answer(api, "Ascend910", "aclnnConvolution", *arguments)[2]
    assert found == "TransData:float16>TransData:float16>Conv3D:float16>TransData:float16"
    assert answer(api, "Ascend950", "aclnnConvolution", *arguments)[2] == kernel
    for depth, is_point in ((31, True), (32, False)):
        x, out = image(FLOAT16, 1, 4, depth, 64, 32), image(FLOAT16, 1, 8, depth, 64, 32)
        arguments = convolution(x, image(FLOAT16, 8, 4, 1, 1, 1), out, bias=tensor(FLOAT16, 8))
        found = answer(api, "Ascend910B", "aclnnConvolution", *arguments)[2]
        assert found == (
            f"Cast:float>{kernel}"
            if is_point
            else f"TransData:float16>TransData:float16>{kernel}>TransData:float16"
        )


def test_rows_beyond_a_buffer_are_volumes_on_910b(api: Api) -> None:
    """Windows 3 high read 5 rows of the image at least for 16 places of a row shorter than 16, 4 of
    longer ones: more than 524288 bytes at 32 a place from 4097 places on, in two rows of output."""
    for width, name in ((4096, "Conv2D"), (4098, "Conv3DV2")):
        arguments = convolution(image(FLOAT16, 1, 16, 8, width), image(FLOAT16, 16, 16, 3, 3),
                                image(FLOAT16, 1, 16, 6, width - 2))  # fmt: skip
        found = written(api, "Ascend910B", "aclnnConvolution", arguments)
        assert [each for each, _ in found] == ["TransData", "TransData", name, "TransData"]


def test_one_window_is_a_product(api: Api) -> None:
    """Not on 910; a row that windows cut up is one everywhere, with its result turned."""
    arguments = convolution(image(FLOAT16, 3, 4, 2, 2), image(FLOAT16, 5, 4, 2, 2),
                            image(FLOAT16, 3, 5, 1, 1))  # fmt: skip
    assert answer(api, "Ascend910B", "aclnnConvolution", *arguments)[2] == "BatchMatMulV2:float16"
    found = answer(api, "Ascend950", "aclnnConvolution", *arguments)[2]
    assert found == f"MatMulV3:float16|{20 * MEBI}"
    assert "Conv2D" in answer(api, "Ascend910", "aclnnConvolution", *arguments)[2]
    arguments = convolution(image(FLOAT16, 2, 1, 128), image(FLOAT16, 5, 1, 64),
                            image(FLOAT16, 2, 5, 2), stride=64)  # fmt: skip
    found = answer(api, "Ascend910B", "aclnnConvolution", *arguments)[2]
    assert found == (f"Transpose:float16>MatMulV2:float16>TransposeV2:float16|{16 * MEBI}")


def test_transposed_convolutions_add_their_bias(api: Api) -> None:
    """In three dimensions by Add on 910B, in the kernel on 950. A dilation takes V2."""
    x, weight, out = (image(FLOAT16, *shape) for shape in
                      ((1, 4, 5, 6, 7), (4, 8, 1, 1, 1), (1, 8, 5, 6, 7)))  # fmt: skip
    bias = tensor(FLOAT16, 8)
    arguments = convolution(x, weight, out, bias=bias, transposed=True)
    found = answer(api, "Ascend910B", "aclnnConvolution", *arguments)[2]
    assert found == (
        "TransData:float16>TransData:float16>Conv3DTranspose:float16>TransData:float16>Add:float16"
    )
    arguments = convolution(x, weight, out, bias=bias, transposed=True, dilation=2)
    found = answer(api, "Ascend910B", "aclnnConvolution", *arguments)[2]
    assert found == (
        f"TransData:float16>TransData:float16>Conv3DTransposeV2:float16|{16 * MEBI}>"
        "TransData:float16>Add:float16"
    )
    found = answer(api, "Ascend950", "aclnnConvolution", *arguments)[2]
    assert found == f"Cast:float|{16 * MEBI}>Conv3DTransposeV2:float16|{16 * MEBI}"
    float32 = image(FLOAT, 1, 8, 5, 6, 7)
    for soc, mode, status in (("Ascend910", 1, 0), ("Ascend910B", 1, 361001), ("Ascend910B", 2, 0),
                              ("Ascend950", 1, 361001)):  # fmt: skip
        arguments = convolution(x, weight, float32, transposed=True, mode=mode)
        assert answer(api, soc, "aclnnConvolution", *arguments)[0] == status


def test_sequences_are_turned(api: Api) -> None:
    """The output too, which CANN reads only to check it; padding counts once where windows fit."""
    x, weight, out = (tensor(FLOAT16, *shape) for shape in ((9, 2, 3), (4, 3, 5), (6, 2, 5)))
    arguments = [x, weight, tensor(FLOAT16, 5), ["i", 0], out, ["i", 1]]
    assert written(api, "Ascend910B", "aclnnConvTbc", arguments) == [
        ("Transpose", 9 * 2 * 3 * 2),
        ("Transpose", 6 * 2 * 5 * 2),
        ("Transpose", 4 * 3 * 5 * 2),
        ("TransData", blocks(2, 3, 9, 2) * 2),
        ("TransData", fractals(5, 3, 4, 2) * 2),
        ("Conv2D", blocks(2, 5, 6, 2) * 2),
        ("TransData", 2 * 5 * 6 * 2),
        ("Transpose", 6 * 2 * 5 * 2),
    ]
    for time, status in ((1, 161002), (2, 0)):
        arguments = [tensor(FLOAT16, time, 2, 3), tensor(FLOAT16, 3, 3, 5), tensor(FLOAT16, 5),
                     ["i", 1], tensor(FLOAT16, time, 2, 5), ["i", 1]]  # fmt: skip
        assert answer(api, "Ascend910B", "aclnnConvTbc", *arguments)[0] == status


def test_gradients_lie_in_blocks_before_950(api: Api) -> None:
    """Kernels of weights give float32, which groups of halves convert before they are laid out."""
    grad, x, weight = (image(FLOAT16, *shape) for shape in
                       ((2, 20, 6, 6), (2, 5, 8, 8), (20, 5, 3, 3)))  # fmt: skip
    assert written(api, "Ascend910B", "aclnnConvolutionBackward", gradients(grad, x, weight)) == [
        ("ReduceSum", 20 * 2),
        ("TransData", blocks(2, 20, 36, 2) * 2),
        ("TransData", blocks(2, 5, 64, 2) * 2),
        ("TransData", fractals(20, 5, 9, 2) * 2),
        ("Conv2DBackpropInput", blocks(2, 5, 64, 2) * 2),
        ("TransData", 2 * 5 * 64 * 2),
        ("Conv2DBackpropFilter", fractals(20, 5, 9, 2) * 4),
        ("TransData", 20 * 5 * 9 * 4),
        ("Cast", 20 * 5 * 9 * 2),
    ]
    grad, x, weight = (image(FLOAT16, *shape) for shape in
                       ((1, 24, 6, 6), (1, 18, 8, 8), (24, 3, 3, 3)))  # fmt: skip
    joint = 2 * 9 * 2 * 16 * 16  # as in the convolution: one block of 18 channels and 24 windows
    arguments = gradients(grad, x, weight, groups=6, mask=(0, 1, 0))
    found = written(api, "Ascend910B", "aclnnConvolutionBackward", arguments)
    assert found[-4:] == [
        ("Conv2DBackpropFilter", joint * 4),
        ("Cast", joint * 2),
        ("TransData", fractals(24, 3, 9, 2) * 2),
        ("TransData", 24 * 27 * 2),
    ]


def test_strides_are_spread_out_on_910b(api: Api) -> None:
    """Before the kernel where windows are larger than a place, then grad has 8 + 2 * 0 - 2 places;
    behind it where they are not. bfloat16 stays in the kernel."""
    for dtype, size, names in ((FLOAT16, 2, True), (BFLOAT16, 2, False)):
        grad, x, weight = (image(dtype, *shape) for shape in
                           ((1, 16, 2, 2), (1, 16, 8, 8), (16, 16, 3, 3)))  # fmt: skip
        arguments = gradients(grad, x, weight, stride=5, mask=(1, 0, 0))
        found = written(api, "Ascend910B", "aclnnConvolutionBackward", arguments)[3:]
        assert found == [("Dilation", 16 * 36 * size)] * names + [
            ("Conv2DBackpropInput", 16 * 64 * size),
            ("TransData", 16 * 64 * size),
        ]
        grad, weight = image(dtype, 1, 16, 4, 4), image(dtype, 16, 16, 1, 1)
        x = image(dtype, 1, 16, 7, 7)
        arguments = gradients(grad, x, weight, stride=2, mask=(1, 0, 0))
        found = written(api, "Ascend910B", "aclnnConvolutionBackward", arguments)[3:]
        assert found == [("Conv2DBackpropInput", 16 * (16 if names else 49) * size)] + [
            ("Dilation", 16 * 49 * size)
        ] * names + [("TransData", 16 * 49 * size)]


def test_gradients_of_volumes(api: Api) -> None:
    """910 has none. V2 of 910B gives halves back as they lie, with 128 KiB for each of 24 cores; of
    float32 it gives blocks."""
    shapes = ((1, 32, 4, 75, 75), (1, 16, 4, 75, 75), (32, 16, 1, 1, 1))
    for dtype, name, more in ((FLOAT16, "float16", 24 * 131072), (FLOAT, "float", 0)):
        arguments = gradients(*(image(dtype, *shape) for shape in shapes), mask=(1, 0, 0))
        found = answer(api, "Ascend910B", "aclnnConvolutionBackward", *arguments)[2]
        moved = [f"TransData:{name}"]
        kernel = f"Conv3DBackpropInputV2:{name}|{16 * MEBI + more}"
        assert found == ">".join(moved * 3 + [kernel] + moved * (dtype == FLOAT))
        assert answer(api, "Ascend910", "aclnnConvolutionBackward", *arguments)[0] == 161002
    grads = tuple(
        image(FLOAT16, *shape) for shape in ((2, 5, 1, 1, 1), (2, 4, 2, 2, 2), (5, 4, 2, 2, 2))
    )
    arguments = gradients(*grads, mask=(1, 1, 0))
    found = answer(api, "Ascend910B", "aclnnConvolutionBackward", *arguments)[2]
    assert found == "BatchMatMulV2:float16>BatchMatMulV2:float16"
    found = answer(api, "Ascend950", "aclnnConvolutionBackward", *arguments)[2]
    assert found == f"MatMulV3:float16|{20 * MEBI}>MatMulV3:float16|{20 * MEBI}"
