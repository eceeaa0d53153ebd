# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api that no row of the facts shows: what phase one answers, each with the rule
that it follows from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.c_calls import l0_list, phase_one, selected

FLOAT, FLOAT16, INT8, INT32, UINT8, INT16, UINT16, INT64 = 0, 1, 2, 3, 4, 6, 7, 9
DOUBLE, BOOL, COMPLEX64, BFLOAT16 = 11, 12, 16, 27
NCHW, NHWC, ND, NDHWC, NCDHW, NCL = 0, 1, 2, 27, 30, 47
NULL = ["n"]


def tensor(
    dtype: int, *shape: int, strides: list[int] | None = None, layout: int = ND
) -> list[Any]:
    """A tensor as the facts write it; its storage is as long as its strides need."""
    storage = list(shape)
    if strides is not None:
        storage = [1 + sum((n - 1) * step for n, step in zip(shape, strides, strict=True))]
    return ["T", list(shape), dtype, layout, strides, 0, storage]


def ints(*values: int) -> list[Any]:
    """An aclIntArray."""
    return ["Int", list(values)]


def answer(api: Api, soc: str, call: str, *arguments: list[Any]) -> tuple[int, int, str]:
    """Status, workspace size and L0 list of a call on a product."""
    with selected(api, soc):
        found = phase_one(api, call, arguments, with_plan=True)
    return found.status, found.size, "" if found.plan is None else l0_list(found.plan)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_kernels_with_public_tilings_ask_for_what_these_say(api: Api, soc: str) -> None:
    """910B: 16 MiB for the system, 256 bytes beside them in RMS norms, 64 a core where the sums
    of a mean squared error are joined, 2 floats a channel in gradients of halves by groups."""
    mebi = 1 << 20
    x, rows, column = tensor(FLOAT16, 4, 8), tensor(FLOAT16, 8), tensor(FLOAT, 4, 1)
    found = answer(api, soc, "aclnnRmsNorm", x, rows, ["d", 1e-5], x, column)
    assert found[2] == f"RmsNorm:float16+float|{16 * mebi + 256}"
    flat = tensor(FLOAT, 64, 1024)
    found = answer(api, soc, "aclnnMseLoss", flat, flat, ["i", 1], tensor(FLOAT))
    assert found[2] == f"MSELossV2:float|{16 * mebi + 64 * 48}"
    few = tensor(FLOAT, 2, 1024)
    found = answer(api, soc, "aclnnMseLoss", few, few, ["i", 1], tensor(FLOAT))
    assert found[2] == f"MSELossV2:float|{16 * mebi + 64 * 2}"
    assert answer(api, soc, "aclnnMseLoss", few, few, ["i", 0], few)[1:] == (
        512,
        "MSELossV2:float|0",
    )
    square = tensor(FLOAT, 3, 3)
    found = answer(api, soc, "aclnnLinalgCholesky", square, ["b", 0], square)
    assert found[2] == f"Cholesky:float|{16 * mebi}"
    for dtype, more in ((FLOAT, 0), (FLOAT16, 2 * 6 * 4)):
        x, groups, line = tensor(dtype, 2, 6, 4), tensor(dtype, 2, 3), tensor(dtype, 6)
        sizes = ["i", 2], ["i", 6], ["i", 4], ["i", 3], ["Bool", [1, 1, 1]]
        found = answer(
            api, soc, "aclnnGroupNormBackward", x, x, groups, groups, line, *sizes, x, line, line
        )
        types = ("float" if dtype == FLOAT else "float16",) * 3
        assert found[2] == f"GroupNormGrad:{'+'.join(types)}|{16 * mebi + more}"


@pytest.mark.usefixtures("own_library")
def test_layer_norms_hold_whole_rows_on_950(api: Api) -> None:
    """Then 32 bytes do; rows that are too long for that take 16 MiB. Gradients of weights have the
    type of the weights where that is wanted; 910 and 910B have float32, and no word on the shape
    of a mean: it is copied as it is."""
    for columns, bytes_ in ((1024, 32), (8192, 1 << 24)):
        x, line, column = tensor(FLOAT, 4, columns), tensor(FLOAT, columns), tensor(FLOAT, 4, 1)
        found = answer(
            api, "Ascend950", "aclnnLayerNorm", x, ints(columns), line, line, ["d", 1e-5], x,
            column, column,
        )  # fmt: skip
        assert found[2] == f"LayerNormV4:float+float+float|{bytes_}"
    x, line, column = tensor(FLOAT16, 4, 8), tensor(FLOAT16, 8), tensor(FLOAT, 4, 1)
    mask = ["Bool", [1, 1, 1]]
    for soc, sums in (("Ascend910B", "float"), ("Ascend950", "float16")):
        found = answer(
            api, soc, "aclnnLayerNormBackward", x, x, ints(8), column, column, line, line, mask, x,
            line, line,
        )  # fmt: skip
        assert found[2].startswith(f"LayerNormGradV3:float16+{sums}+{sums}|")
        assert ("Cast" in found[2]) == (sums == "float")
    short = tensor(FLOAT16, 4)
    for soc, status in (("Ascend910", 561103), ("Ascend910B", 561103), ("Ascend950", 161002)):
        found = answer(
            api, soc, "aclnnLayerNorm", x, ints(8), line, line, ["d", 1e-5], x, short, short
        )
        assert found[0] == status


def channels_of_devices(dtype: int, running: int | None) -> list[list[Any]]:
    """Arguments of aclnnBatchNormGatherStatsWithCounts: two devices, three channels."""
    grid, line = tensor(dtype, 2, 3), tensor(dtype, 3)
    kept = NULL if running is None else tensor(running, 3)
    return [
        tensor(dtype, 4, 3, 5), grid, grid, kept, kept, ["d", 0.1], ["d", 1e-5], tensor(dtype, 2),
        line, line,
    ]  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_batch_norms_over_devices_spread_what_they_need(api: Api, soc: str) -> None:
    """Means, counts and sums as large as the elements, each by a BroadcastTo of its own; variances
    from reciprocal roots; float16 where all are float16, and quotients by counts in float32."""
    x, halves, line = tensor(FLOAT16, 4, 3, 5, 6), tensor(FLOAT16, 3), tensor(FLOAT, 3)
    found = answer(api, soc, "aclnnBatchNormStats", x, ["d", 1e-5], line, line)
    # 1,440 bytes of input in float32 take 1,536, as do its means.
    assert found[1:] == (
        3072,
        "Cast:float>ReduceMean:float>BroadcastTo:float>ReduceStdWithMean:float",
    )
    eps = ["d", 1e-5]
    found = answer(api, soc, "aclnnBatchNormElemt", x, NULL, NULL, line, line, eps, x)
    roots = "Mul:float>OnesLike:float>Div:float>Sub:float"
    assert found[2] == f"Fill:float>Fill:float>{roots}>BNInfer:float16"
    found = answer(
        api, soc, "aclnnBatchNormElemtBackward", x, x, *(halves,) * 5, tensor(INT32, 2), x
    )
    means = "Cast:float>ReduceSum:float>Cast:float>Cast:float>RealDiv:float>RealDiv:float"
    spread = ">".join(["BroadcastTo:float16"] * 3 + ["BroadcastTo:float"] * 2)
    kernel = "SyncBatchNormBackwardElemt:float16"
    assert found[2] == f"{means}>{spread}>Cast:float16>Cast:float16>{kernel}"
    found = answer(
        api, soc, "aclnnBatchNormElemtBackward", x, x, line, *(halves,) * 4, tensor(INT32, 2), x
    )
    assert found[2].startswith("Cast:float>" * 7)
    assert found[2].count("BroadcastTo:float") == 5
    assert found[2].endswith("SyncBatchNormBackwardElemt:float>Cast:float16")
    wanted = (["b", 1],) * 3
    found = answer(
        api, soc, "aclnnBatchNormReduceBackward", x, x, line, line, NULL, *wanted, *(line,) * 4
    )
    kernel = "SyncBatchNormBackwardReduce:float+float>CopyNpuToNpu:float"
    sums = "Mul:float>ReduceSum:float>ReduceSum:float"
    assert found[2] == f"Fill:float>Cast:float>Cast:float>{sums}>{kernel}"
    empty = tensor(FLOAT16, 4, 3, 0)
    found = answer(
        api, soc, "aclnnBatchNormReduceBackward", empty, empty, line, line, NULL, *wanted,
        *(line,) * 4,
    )  # fmt: skip
    assert found == (0, 0, "")
    call = "aclnnBatchNormGatherStatsWithCounts"
    steps = "BroadcastTo:float>ReduceSum:float>BroadcastTo:float>ReduceMeanWithCount:float"
    steps += ">BroadcastTo:float>SyncBatchNormGatherStatsWithCounts:float+float"
    # Counts, their sum, and what is spread: 512 bytes each.
    found = answer(api, soc, call, *channels_of_devices(FLOAT, FLOAT))
    assert found[1:] == (1536, f"{steps}>SyncBNTrainingUpdate:float")
    found = answer(api, soc, call, *channels_of_devices(FLOAT, None))
    assert found[2] == f"Fill:float>Fill:float>{steps}"
    found = answer(api, soc, call, *channels_of_devices(FLOAT16, FLOAT))
    assert found[0] == 0
    grid, counts = tensor(FLOAT, 2, 3), tensor(FLOAT, 2)
    found = answer(
        api, soc, "aclnnSyncBatchNormGatherStats", grid, grid, counts, line, line, ["f", 0.1],
        ["f", 1e-5], halves, halves,
    )  # fmt: skip
    steps = "Cast:int32>SyncBatchNormGatherStats:float+float+float+float>Cast:float16>Cast:float16"
    assert found[1:] == (1536, steps)


@pytest.mark.usefixtures("own_library")
def test_950_joins_statistics_of_devices_by_one_kernel(api: Api) -> None:
    """It asks for a float a core; of more rows than channels, and more than 255, also for padded
    channels for each core that has rows, and twice for all. What runs has the type of the means."""
    call, soc, kernel = (
        "aclnnBatchNormGatherStatsWithCounts",
        "Ascend950",
        "SyncBatchNormGatherStatsFused",
    )
    outputs = ":float+float+float+float|"
    found = answer(api, soc, call, *channels_of_devices(FLOAT, FLOAT))
    assert found[2] == f"{kernel}{outputs}{(16 << 20) + 4 * 64}"
    assert found[1] == (16 << 20) + 4 * 64 + 256
    assert answer(api, soc, call, *channels_of_devices(FLOAT16, FLOAT))[0] == 561103
    many = channels_of_devices(FLOAT, FLOAT)
    many[1:3] = [tensor(FLOAT, 300, 3)] * 2
    many[7] = tensor(FLOAT, 300)
    # 300 rows in shares of 5 are on 60 of 64 cores; 3 channels are padded to 8.
    found = answer(api, soc, call, *many)
    assert found[2] == f"{kernel}{outputs}{(16 << 20) + (60 + 2) * 8 * 4 + 4 * 64}"
    none = channels_of_devices(FLOAT, None)
    none[1:3] = [tensor(FLOAT, 0, 3)] * 2
    none[7] = tensor(FLOAT, 0)
    assert answer(api, soc, call, *none)[2] == spread("Fill:float", 2)
    empty, line, wanted = tensor(FLOAT, 4, 3, 0), tensor(FLOAT, 3), (["b", 1],) * 3
    found = answer(
        api, soc, "aclnnBatchNormReduceBackward", empty, empty, line, line, NULL, *wanted,
        *(line,) * 4,
    )  # fmt: skip
    assert found[2] == spread("Fill:float") + ">CopyNpuToNpu:float" * 3


@pytest.mark.usefixtures("own_library")
def test_batch_norms_over_devices_refuse_what_is_not_copied(api: Api) -> None:
    """561103: an output of another type than the kernel writes, volumes on Ascend910 that are no
    NCDHW, gradients whose shape is another one than that of the input."""
    x, other, line, eps = (
        tensor(FLOAT16, 4, 3, 5),
        tensor(FLOAT, 4, 3, 5),
        tensor(FLOAT, 3),
        ["d", 1],
    )
    elemt = "aclnnBatchNormElemt"
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        assert answer(api, soc, elemt, x, line, line, line, line, eps, other)[0] == 561103
        for layout in (ND, NCDHW):
            volume = tensor(FLOAT, 2, 3, 4, 5, 6, layout=layout)
            found = answer(api, soc, elemt, volume, line, line, line, line, eps, volume)
            assert found[0] == (561103 if soc == "Ascend910" and layout == ND else 0)
        short, wanted = tensor(FLOAT16, 4, 3, 1), (["b", 1],) * 3
        found = answer(
            api, soc, "aclnnBatchNormReduceBackward", short, x, line, line, NULL, *wanted,
            *(line,) * 4,
        )  # fmt: skip
        assert found[0] == 561103


@pytest.mark.usefixtures("own_library")
def test_gradients_of_batch_norms_look_at_what_they_read(api: Api) -> None:
    """Before Ascend950 nothing looks at kept statistics of inference, and gradients of weights of
    another length are found when they are copied."""
    x, line, short = tensor(FLOAT, 4, 3, 5), tensor(FLOAT, 3), tensor(FLOAT, 2)
    mask, eps = ["Bool", [1, 1, 1]], ["d", 1e-5]
    for soc, kept, copied in (
        ("Ascend910", 0, 561103),
        ("Ascend910B", 0, 561103),
        ("Ascend950", 161002, 161002),
    ):
        given = [x, x, line, line, line, short, short, ["b", 0], eps, mask, x]
        assert answer(api, soc, "aclnnBatchNormBackward", *given, line, line)[0] == kept
        given[5:7] = [line, line]
        assert answer(api, soc, "aclnnBatchNormBackward", *given, short, line)[0] == copied


def groups_of(dtype: int, factor: int | None, *shape: int) -> list[list[Any]]:
    """Arguments of aclnnGroupNormSilu: three groups; no factors where `factor` is none."""
    line = NULL if factor is None else tensor(factor, shape[1])
    x, statistic = tensor(dtype, *shape), tensor(dtype, shape[0], 3)
    return [x, line, line, ["i", 3], ["d", 1e-5], x, statistic, statistic]


def group_norm_of(dtype: int, has_factors: bool, *shape: int) -> list[list[Any]]:
    """The same of aclnnGroupNorm."""
    given = groups_of(dtype, dtype if has_factors else None, *shape)
    places = 1
    for each in shape[2:]:
        places *= each
    return [*given[:3], ["i", shape[0]], ["i", shape[1]], ["i", places], *given[3:]]


@pytest.mark.usefixtures("own_library")
def test_group_norms_make_factors_like_a_tensor(api: Api) -> None:
    """Where none are given: OnesLike and ZerosLike, not Fill. Ascend910 has its own operator, which
    computes in float32 and gives variances; the others have that of the silu."""
    shape = 2, 6, 4, 5
    kernel = "GroupNorm:float+float+float"
    found = answer(api, "Ascend910", "aclnnGroupNorm", *group_norm_of(FLOAT, False, *shape))
    assert found[2] == f"OnesLike:float>ZerosLike:float>{kernel}>Add:float>Rsqrt:float"
    found = answer(api, "Ascend910", "aclnnGroupNorm", *group_norm_of(FLOAT16, True, *shape))
    casts, back = ">".join(["Cast:float"] * 3), ">".join(["Cast:float16"] * 3)
    assert found[2] == f"{casts}>{kernel}>{back}>Add:float16>Rsqrt:float16"
    found = answer(api, "Ascend910B", "aclnnGroupNorm", *group_norm_of(FLOAT, False, *shape))
    kernel = "GroupNormSilu:float+float+float|16777216"
    assert found[2] == f"OnesLike:float>ZerosLike:float>{kernel}"
    # Without elements statistics are filled, and the answer is 0 bytes even on Ascend950.
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        found = answer(api, soc, "aclnnGroupNorm", *group_norm_of(FLOAT, True, 2, 6, 0))
        assert found[:2] == (0, 0)
        assert found[2].count("Fill") == 2
    found = answer(api, "Ascend950", "aclnnGroupNormSilu", *groups_of(FLOAT, None, *shape))
    assert found[2] == kernel


@pytest.mark.usefixtures("own_library")
def test_group_norms_with_a_silu_take_what_their_kernel_has(api: Api) -> None:
    """561103: on Ascend910, which has no kernel; where one of two factors is given in another type
    than the elements on 910B; statistics of another type on Ascend950."""
    call, shape = "aclnnGroupNormSilu", (2, 6, 4)
    assert answer(api, "Ascend910", call, *groups_of(FLOAT, FLOAT, *shape))[0] == 561103
    for factor, status in ((FLOAT16, 0), (FLOAT, 561103), (BFLOAT16, 561103)):
        given = groups_of(FLOAT16, factor, *shape)
        given[2] = NULL
        assert answer(api, "Ascend910B", call, *given)[0] == status
    given = groups_of(FLOAT, FLOAT16, *shape)
    given[1] = NULL
    assert answer(api, "Ascend910B", call, *given)[0] == 161002
    # What 910B writes has the type of the elements, without a Cast.
    found = answer(api, "Ascend910B", call, *groups_of(FLOAT16, FLOAT, *shape))
    assert found[2] == "GroupNormSilu:float16+float16+float16|16777216"
    assert answer(api, "Ascend950", call, *groups_of(FLOAT16, FLOAT, *shape))[0] == 161002
    given = groups_of(FLOAT16, FLOAT16, *shape)
    given[6] = tensor(FLOAT, 2, 3)
    assert answer(api, "Ascend950", call, *given)[0] == 561103
    given = groups_of(FLOAT, FLOAT, *shape)
    given[0] = tensor(FLOAT, *shape, layout=NCHW)
    for soc in ("Ascend910B", "Ascend950"):
        assert answer(api, soc, call, *given)[0] == 561103
    kernel = "GroupNormSilu:float+float+float|16777216"
    assert answer(api, "Ascend950", call, *groups_of(FLOAT, FLOAT, 2, 6, 0))[2] == kernel
    assert answer(api, "Ascend950", call, *groups_of(FLOAT, FLOAT, 0, 6, 4)) == (0, 0, "")


def group_norm_gradient(dtype: int, n: int, c: int, places: int, groups: int) -> list[list[Any]]:
    """Arguments of aclnnGroupNormBackward: all three gradients."""
    x, line, grid = tensor(dtype, n, c, places), tensor(dtype, c), tensor(dtype, n, groups)
    sizes = ["i", n], ["i", c], ["i", places], ["i", groups], ["Bool", [1, 1, 1]]
    return [x, x, grid, grid, line, *sizes, x, line, line]


@pytest.mark.usefixtures("own_library")
def test_gradients_of_group_norms_on_910_are_those_of_a_batch_norm(api: Api) -> None:
    """Its channels are the groups; variances come from roots, and its running statistics are
    filled. Gradients of factors and summands are sums over places, then over images."""
    call = "aclnnGroupNormBackward"
    found = answer(api, "Ascend910", call, *group_norm_gradient(FLOAT, 2, 6, 4, 3))
    variances = "Mul:float>OnesLike:float>Div:float>Sub:float"
    kernels = "BNTrainingUpdateGrad:float+float>BNTrainingReduceGrad:float"
    sums = "ReduceSum:float>ReduceSum:float"
    factors = f"Expand:float>Expand:float>Sub:float>Mul:float>Mul:float>{sums}"
    fills = ">".join(["Fill:float"] * 3)
    assert found[2] == f"Mul:float>{variances}>{fills}>{kernels}>{factors}>{sums}"
    found = answer(api, "Ascend910", call, *group_norm_gradient(FLOAT16, 2, 6, 4, 3))
    fills = "Fill:float16>Fill:float>Fill:float>Cast:float>Cast:float>Cast:float"
    assert f">{fills}>BNTrainingUpdateGrad:float+float>BNTrainingReduceGrad:float16>" in found[2]


@pytest.mark.usefixtures("own_library")
def test_gradients_of_group_norms_on_950_keep_two_sums_of_channels(api: Api) -> None:
    """Of every second image; of each where there are no more than 16 groups, of which the buffer
    holds no whole one but channels, and 32 or more parts of groups. Without elements the kernel
    writes zeros."""
    call, soc, outputs = "aclnnGroupNormBackward", "Ascend950", "GroupNormGrad:float+float+float|"
    mebi = 16 << 20
    found = answer(api, soc, call, *group_norm_gradient(FLOAT, 3, 6, 4, 3))
    assert found[2] == f"{outputs}{mebi + 2 * 2 * 6 * 4}"
    # A channel of 2,048 takes 24,576 bytes and half the buffer of 253,952 holds 5; 64 make 12
    # parts, of 4 images 48: each image has its sums. Of 2 images there are 24.
    found = answer(api, soc, call, *group_norm_gradient(FLOAT, 4, 64, 2048, 1))
    assert found[2] == f"{outputs}{mebi + 2 * 4 * 64 * 4}"
    found = answer(api, soc, call, *group_norm_gradient(FLOAT, 2, 64, 2048, 1))
    assert found[2] == f"{outputs}{mebi + 2 * 1 * 64 * 4}"
    found = answer(api, soc, call, *group_norm_gradient(FLOAT, 2, 6, 0, 3))
    assert found[2] == f"GroupNormGrad:float+float|{mebi}"


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
    assert found[2] == spread("AdaptiveAvgPool2d:float")


@pytest.mark.usefixtures("own_library")
def test_distances_are_found_of_points_that_are_broadcast(api: Api) -> None:
    """Each time to their batch, and on 910B to all pairs, in float32 for bfloat16: of 2 x 4 and
    3 x 4 points 2 x 3 x 4. The second of these lies where the first points were. Renorm multiplies
    by factors that are broadcast."""
    one, other, out = tensor(FLOAT, 2, 4), tensor(FLOAT, 3, 4), tensor(FLOAT, 2, 3)
    spread_out = "BroadcastTo:float>BroadcastTo:float"
    numbers = ["f", 1.0], ["i", 0]
    found = answer(api, "Ascend910B", "aclnnCdist", one, other, *numbers, out)
    assert found == (0, 3 * 512, f"{spread_out}>{spread_out}>Cdist:float")
    halves = tensor(BFLOAT16, 2, 4), tensor(BFLOAT16, 3, 4), *numbers, tensor(BFLOAT16, 2, 3)
    found = answer(api, "Ascend910B", "aclnnCdist", *halves)
    casts = spread_out.replace("float", "bfloat16") + ">Cast:float>Cast:float"
    assert found[2] == f"{casts}>{spread_out}>Cdist:float>Cast:bfloat16"
    found = answer(api, "Ascend910B", "aclnnCdistBackward", out, one, other, out, ["f", 2.0], one)
    assert found[2] == f"{spread_out}>{spread_out}>CdistGrad:float|16777216"
    powers = ["S", 0, "00000040"], ["i", 0], ["S", 0, "0000803f"]
    found = answer(api, "Ascend910B", "aclnnRenorm", one, *powers, one)
    assert found == (0, 1024, "Renorm:float>BroadcastTo:float>Mul:float")


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


def spread(name: str, times: int = 1) -> str:
    """So many operators of a name in a list on Ascend950, each with its 16 MiB."""
    return ">".join([f"{name}|16777216"] * times)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_broadcast_to_is_appended_for_its_own_shape_too(api: Api, soc: str) -> None:
    """Where shapes differ CANN broadcasts both operands, of KlDiv always; MseLoss and what comes
    behind GeluBackward each by itself."""
    both = "BroadcastTo:float>BroadcastTo:float"
    row, whole = tensor(FLOAT, 5), tensor(FLOAT, 4, 5)
    sums = ["i", 2], tensor(FLOAT)
    assert answer(api, soc, "aclnnL1Loss", whole, row, *sums)[2] == f"{both}>LpLoss:float"
    assert answer(api, soc, "aclnnL1Loss", whole, whole, *sums)[2] == "LpLoss:float"
    found = answer(api, soc, "aclnnKlDiv", whole, whole, ["i", 2], ["b", 0], tensor(FLOAT))
    assert found == (0, 1024, f"{both}>KLDivV2:float")
    found = answer(api, soc, "aclnnMseLoss", whole, row, ["i", 0], whole)
    assert found[2].startswith("BroadcastTo:float>M")
    assert answer(api, soc, "aclnnSigmoidBackward", whole, row, whole)[2].startswith(both)
    assert answer(api, soc, "aclnnMishBackward", whole, row, whole)[2].count("BroadcastTo") == 1
    sides = tensor(FLOAT, 4, 3), tensor(FLOAT, 1, 3), ["i", -1], tensor(FLOAT, 4, 3)
    assert answer(api, soc, "aclnnLinalgCross", *sides)[2].startswith(both)


@pytest.mark.usefixtures("own_library")
def test_mse_losses_have_two_kernels(api: Api) -> None:
    """The newer one takes formats ND and NCL, its gradient tensors that are alike; 950 has the
    newer one forward alone."""
    flat, image = tensor(FLOAT, 2, 3, 4, 5), tensor(FLOAT, 2, 3, 4, 5, layout=NCHW)
    for soc, newer in (("Ascend910", False), ("Ascend910B", True), ("Ascend950", True)):
        tail = "|16777216" if soc == "Ascend950" else ""
        bytes_ = "|0" if newer else tail
        name = ("MSELossV2" if newer else "MseLoss") + ":float" + bytes_
        assert answer(api, soc, "aclnnMseLoss", flat, flat, ["i", 0], flat)[2] == name
        found = answer(api, soc, "aclnnMseLoss", image, image, ["i", 0], image)
        assert found[2] == "MseLoss:float" + tail
        found = answer(api, soc, "aclnnMseLossBackward", flat, flat, flat, ["i", 1], flat)
        own = "MseLossGradV2:float|0" if soc == "Ascend910B" else "MseLossGrad:float" + tail
        assert found[2] == own
        one = tensor(FLOAT)
        found = answer(api, soc, "aclnnMseLossBackward", one, flat, flat, ["i", 1], flat)
        assert found[2] == "MseLossGrad:float" + tail


@pytest.mark.usefixtures("own_library")
def test_a_smooth_loss_of_images_is_found_in_blocks(api: Api) -> None:
    """Two images of 3 channels become 8, 32 bytes: 2 x 1 x 4 x 5 x 8 floats in three tensors."""
    image, number = tensor(FLOAT, 2, 3, 4, 5, layout=NCHW), ["f", 1.0]
    blocks = 2 * 4 * 5 * 32
    for soc in ("Ascend910", "Ascend910B"):
        found = answer(api, soc, "aclnnSmoothL1Loss", image, image, ["i", 0], number, image)
        names = "TransData:float>TransData:float>SmoothL1LossV2:float>TransData:float"
        assert found == (0, 3 * ((blocks + 543) // 512 * 512), names)
        found = answer(api, soc, "aclnnSmoothL1Loss", image, image, ["i", 1], number, tensor(FLOAT))
        assert found == (0, 0, "SmoothL1LossV2:float")
    found = answer(api, "Ascend950", "aclnnSmoothL1Loss", image, image, ["i", 0], number, image)
    assert found[2] == spread("SmoothL1LossV2:float")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_what_is_not_looked_at_before_losses_are_copied(api: Api, soc: str) -> None:
    """SmoothL1Loss has no word on the shape of a sum, and KlDiv none on that of an empty loss."""
    some, none, wrong = tensor(FLOAT, 2, 3), tensor(FLOAT, 2, 0), tensor(FLOAT, 3)
    for given in (some, none):
        found = answer(api, soc, "aclnnSmoothL1Loss", given, given, ["i", 2], ["f", 1.0], wrong)
        assert found[0] == 561103
    each, sums, plain = ["i", 0], ["i", 2], ["b", 0]
    assert answer(api, soc, "aclnnKlDiv", none, tensor(FLOAT, 3, 0), each, plain, wrong)[0] == 0
    assert answer(api, soc, "aclnnKlDiv", none, none, sums, plain, wrong)[0] == 561103
    assert answer(api, soc, "aclnnKlDiv", some, some, sums, plain, wrong)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_a_scalar_gradient_is_broadcast_before_950(api: Api) -> None:
    """Of a mean or a sum: kernels of Ascend950 take it as it is."""
    whole = tensor(FLOAT, 4, 5)
    operands = tensor(FLOAT), whole, whole, ["i", 1], whole
    for soc in ("Ascend910", "Ascend910B"):
        found = answer(api, soc, "aclnnL1LossBackward", *operands)
        assert found == (0, 512, "BroadcastTo:float>L1LossGrad:float")
    found = answer(api, "Ascend950", "aclnnL1LossBackward", *operands)
    assert found[2] == spread("L1LossGrad:float")


def batch_norm(
    dtype: int, *shape: int, layout: int, training: int, running: list[Any] | None = None
) -> list[list[Any]]:
    """Arguments of aclnnBatchNorm; the running statistics NULL if so."""
    x, line = tensor(dtype, *shape, layout=layout), tensor(FLOAT, shape[1])
    kept = running or line
    numbers = ["b", training], ["d", 0.1], ["d", 1e-5]
    return [x, line, line, kept, kept, *numbers, x, line, line]


@pytest.mark.usefixtures("own_library")
def test_batch_norms_have_three_sets_of_kernels(api: Api) -> None:
    """910B takes its own from 64 channels on, and so many planes in format NCHW; 910 lays volumes
    out in blocks, or swaps depth and channels; 950 has one for all."""
    old = "BNTrainingReduce:float+float>BNTrainingUpdate:float+float+float+float+float"
    own = "BatchNormV3:float+float+float+float+float|16777216"
    few = batch_norm(FLOAT, 2, 63, 4, 5, layout=NCHW, training=1)
    many = batch_norm(FLOAT, 2, 64, 4, 5, layout=NCHW, training=1)
    assert answer(api, "Ascend910B", "aclnnBatchNorm", *few)[2] == old
    assert answer(api, "Ascend910B", "aclnnBatchNorm", *many)[1:] == (16777728, own)
    assert answer(api, "Ascend910", "aclnnBatchNorm", *many)[2] == old
    plain = batch_norm(FLOAT, 2, 64, 4, 5, layout=ND, training=1)
    assert answer(api, "Ascend910B", "aclnnBatchNorm", *plain)[2] == old
    rows = batch_norm(FLOAT, 2, 64, layout=ND, training=1)
    assert answer(api, "Ascend910B", "aclnnBatchNorm", *rows)[2] == own
    read = batch_norm(FLOAT, 2, 64, 4, 5, layout=NCHW, training=0)
    assert answer(api, "Ascend910B", "aclnnBatchNorm", *read)[1:] == (0, "BNInfer:float")
    # Statistics that nobody wants are written all the same: two blocks of 512.
    assert answer(api, "Ascend950", "aclnnBatchNorm", *read)[1:] == (16777216 + 512 + 1024, own)
    volume = batch_norm(FLOAT, 2, 3, 4, 5, 6, layout=NCDHW, training=1)
    found = answer(api, "Ascend910", "aclnnBatchNorm", *volume)[2]
    assert found.count("TransData:float") == 10
    volume = batch_norm(FLOAT, 2, 3, 4, 5, 6, layout=NCDHW, training=0)
    found = answer(api, "Ascend910", "aclnnBatchNorm", *volume)[2]
    assert found == "Transpose:float>BNInfer:float>Transpose:float"


@pytest.mark.usefixtures("own_library")
def test_missing_statistics_of_batch_norms_are_filled_and_written(api: Api) -> None:
    """Mean and variance that are NULL are filled, and the kernel writes into them: with the sums
    four blocks of 512 on 910B. On 950 they have the type of the input."""
    rows = batch_norm(FLOAT16, 2, 3, layout=ND, training=1, running=NULL)
    kernels = "BNTrainingReduce:float+float>BNTrainingUpdate:float16+float+float+float+float"
    found = answer(api, "Ascend910B", "aclnnBatchNorm", *rows)
    assert found == (0, 4 * 512, f"Fill:float>Fill:float>{kernels}")
    steps = answer(api, "Ascend950", "aclnnBatchNorm", *rows)[2]
    kernel = "BatchNormV3:float16+float+float+float+float"
    assert steps.replace("|16777216", "") == (
        f"Fill:float16>Fill:float16>Cast:float>Cast:float>{kernel}"
    )


@pytest.mark.usefixtures("own_library")
def test_gradients_of_batch_norms_read_all_that_is_there(api: Api) -> None:
    """Operands that are NULL are filled where nobody reads them, on 950 gradients of weights come
    from running statistics step by step, and without anything wanted it alone does nothing."""
    x, line = tensor(FLOAT, 2, 3, 4, 5, layout=NCHW), tensor(FLOAT, 3)
    call = "aclnnBatchNormBackward"

    def arguments(training: int, *wanted: int, filled: list[Any] | None = None) -> list[list[Any]]:
        statistics = [filled or line, filled or line, line, line]
        numbers = ["b", training], ["d", 1e-5], ["Bool", list(wanted)]
        return [x, x, line, *statistics, *numbers, x, line, line]

    old = "BNTrainingUpdateGrad:float+float>BNTrainingReduceGrad:float"
    found = answer(api, "Ascend910B", call, *arguments(1, 1, 1, 1, filled=NULL))
    assert found[2] == f"Fill:float>Fill:float>{old}"
    assert answer(api, "Ascend910B", call, *arguments(1, 0, 0, 0))[2] == old
    assert answer(api, "Ascend950", call, *arguments(1, 0, 0, 0)) == (0, 0, "")
    steps = "BatchNormGradV3:float+float+float>Add:float>Pow:float>Sub:float>Mul:float>Mul:float"
    found = answer(api, "Ascend950", call, *arguments(0, 1, 1, 0))
    assert found[2].replace("|16777216", "") == f"{steps}>ReduceSum:float"
    found = answer(api, "Ascend950", call, *arguments(0, 1, 0, 0))
    assert found[2].replace("|16777216", "") == "BatchNormGradV3:float+float+float"


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("call", "row"), [("aclnnAll", "ReduceAll"), ("aclnnAny", "ReduceAny")])
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_truth_of_floats_is_found_in_floats(api: Api, soc: str, call: str, row: str) -> None:
    """The kernel writes float32, of float16 float16; one Cast leads to out: one block of 512."""
    for own, wide in ((FLOAT, "float"), (BFLOAT16, "float"), (FLOAT16, "float16")):
        for out, name in ((BOOL, "bool"), (UINT8, "uint8")):
            operands = tensor(own, 2, 3), ints(0), ["b", 0], tensor(out, 3)
            assert answer(api, soc, call, *operands) == (0, 512, f"{row}:{wide}>Cast:{name}")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_a_mean_of_nothing_copies_the_view(api: Api, soc: str) -> None:
    """ViewCopy reads the strides itself; into a dense tensor the AI cores have it on 950 alone."""
    operands = [tensor(FLOAT, 2, 3, strides=[1, 2]), ints(), ["b", 0], ["b", 1]]
    wanted = (512, "ViewCopy:float|32") if soc == "Ascend950" else (0, "ViewCopy(aicpu):float")
    found = answer(api, soc, "aclnnMeanV2", *operands, tensor(FLOAT, 2, 3))
    assert found == (0, *wanted)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_std_of_all_dims_has_the_shape_of_its_copy(api: Api, soc: str) -> None:
    """CANN compares shapes where dims are named; else the copy fails, and an empty one has none."""
    wrong = tensor(FLOAT, 5)
    options = ["i", 1], ["b", 0]
    for call, outs in (("aclnnStd", [wrong]), ("aclnnStdMeanCorrection", [wrong, wrong])):
        for dims in (NULL, ints()):
            some = tensor(FLOAT, 2, 3), dims, *options, *outs
            none = tensor(FLOAT, 2, 0), dims, *options, *outs
            assert answer(api, soc, call, *some)[0] == 561103
            assert answer(api, soc, call, *none)[0] == 0
        named = tensor(FLOAT, 2, 3), ints(0, 1), *options, *outs
        assert answer(api, soc, call, *named)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_the_mean_beside_a_filled_deviation_is_copied_last(api: Api) -> None:
    """Both are there before either is copied: two blocks."""
    column = tensor(FLOAT, 2, 1, strides=[2, 1])
    operands = tensor(FLOAT, 2, 1), ints(1), ["i", 1], ["b", 1], column, column
    found = answer(api, "Ascend910B", "aclnnStdMeanCorrection", *operands)
    assert found == (0, 1024, "ReduceMean:float>Fill:float>ViewCopy:float>ViewCopy:float")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("call", "dim"), [("aclnnAminmax", ints), ("aclnnAminmaxDim", None)])
def test_a_dim_counted_from_the_last_may_be_empty(api: Api, call: str, dim: Any) -> None:
    """CANN asks the shape for the dim as it is given, and the last one is not there."""
    outs = [tensor(FLOAT, 2, 1)] * 2
    for value, status in ((1, 161002), (-1, 0)):
        given = ints(value) if dim is ints else ["i", value]
        operands = tensor(FLOAT, 2, 0), given, ["b", 1], *outs
        assert answer(api, "Ascend910B", call, *operands)[0] == status


@pytest.mark.usefixtures("own_library")
def test_a_bool_counts_as_eight_bytes_where_it_is_copied(api: Api) -> None:
    """The AI cores copy [n][m][2] with strides [., 1, m] if 2 m elements are whole blocks of 32
    bytes, or rows lie a block apart: bool is taken for 8 bytes, so 4 of them are a block."""
    out = tensor(BOOL, 3, 2, 2, strides=[5, 1, 2])
    wide = tensor(UINT8, 3, 2, 2, strides=[5, 1, 2])
    for result, wanted in ((out, "ViewCopy:bool"), (wide, "ViewCopy(aicpu):uint8")):
        operands = tensor(result[2], 3, 2, 2), ints(0, 1, 2), result
        assert answer(api, "Ascend910B", "aclnnPermute", *operands)[2].endswith(wanted)


@pytest.mark.usefixtures("own_library")
def test_ascend950_casts_float16_to_int16_on_its_ai_cores(api: Api) -> None:
    """Its kernel of Cast has the pair; the older ones have it on 910B and 910_93."""
    operands = tensor(FLOAT16, 4), ["i", INT16], tensor(INT16, 4)
    for soc, wanted in (
        ("Ascend910", "Cast(aicpu):int16"),
        ("Ascend910B", "Cast:int16"),
        ("Ascend950", "Cast:int16|16777216"),
    ):
        assert answer(api, soc, "aclnnCast", *operands)[2] == wanted


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_repeated_bools_are_cast_before_they_are_repeated(api: Api, soc: str) -> None:
    """What is cast to int32 are the elements there are, and after it all of them."""
    operands = tensor(BOOL, 1000, 1000, strides=[1, 0]), tensor(BOOL, 1000, 1000)
    with selected(api, soc):
        plan = phase_one(api, "aclnnLogicalNot", operands, with_plan=True).plan
    assert plan is not None
    wrote = [plan["tensors"][each["outputs"][0]]["bytes"] for each in plan["operators"]]
    assert wrote == [4 * 1000, 4 * 1000**2, 1000**2, 1000**2]


@pytest.mark.usefixtures("own_library")
def test_the_cpu_copies_no_wide_unsigned_numbers(api: Api) -> None:
    """Rows with gaps that do not grow evenly are copied on the CPU before Ascend950."""
    out = tensor(UINT16, 2, 3, strides=[7, 2])
    operands = tensor(UINT16, 2, 3), ints(0, 1), out
    for soc, status in (("Ascend910", 561103), ("Ascend910B", 561103), ("Ascend950", 0)):
        assert answer(api, soc, "aclnnPermute", *operands)[0] == status
    even = tensor(UINT16, 2, 3), ints(0, 1), tensor(UINT16, 2, 3, strides=[6, 2])
    assert answer(api, "Ascend910B", "aclnnPermute", *even)[0] == 0


SHAPE = (2, 3, 4, 5)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "attributes"),
    [
        ("aclnnRelu", []),
        ("aclnnHardswish", []),
        ("aclnnRound", []),
        ("aclnnCast", [["i", FLOAT]]),
        ("aclnnRoll", [ints(1), ints(0)]),
        ("aclnnPermute", [ints(0, 1, 2, 3)]),
        ("aclnnSlice", [["i", 0], ["i", 0], ["i", 2], ["i", 1]]),
    ],
)
def test_a_result_keeps_the_format_of_its_input(api: Api, call: str, attributes: Any) -> None:
    """The operator allocates it so, and ViewCopy takes ND and the format of out."""
    for given, out, status in ((NCHW, ND, 561103), (ND, NCHW, 0), (NCHW, NCHW, 0)):
        operands = tensor(FLOAT, *SHAPE, layout=given), *attributes
        found = answer(api, "Ascend910B", call, *operands, tensor(FLOAT, *SHAPE, layout=out))
        assert found[0] == status


@pytest.mark.usefixtures("own_library")
def test_a_copy_that_is_broadcast_has_no_format(api: Api) -> None:
    """BroadcastTo gives ND."""
    to = tensor(FLOAT, *SHAPE)
    same = to, tensor(FLOAT, *SHAPE, layout=NCHW)
    wider = to, tensor(FLOAT, 1, *SHAPE[1:], layout=NCHW)
    assert answer(api, "Ascend910B", "aclnnInplaceCopy", *same)[0] == 561103
    assert answer(api, "Ascend910B", "aclnnInplaceCopy", *wider)[0] == 0


@pytest.mark.usefixtures("own_library")
def test_nansum_of_an_integer_without_dimensions_is_a_sum(api: Api) -> None:
    """ReduceSum folds such a tensor, ReduceNansum gives it back; what Cast wrote is one block."""
    for dtype, l0 in ((INT32, "Cast:float>ReduceSum:float"), (FLOAT16, "Cast:float")):
        operands = tensor(dtype), ints(), ["b", 0], ["i", FLOAT], tensor(FLOAT)
        found = answer(api, "Ascend910B", "aclnnReduceNansum", *operands)
        assert found == (0, 512 if dtype == INT32 else 0, l0)


@pytest.mark.usefixtures("own_library")
def test_arg_max_has_uint16_on_ascend950_alone(api: Api) -> None:
    """The CPU has its kernel."""
    operands = tensor(UINT16, 2, 3), ["i", 1], ["b", 0], tensor(INT32, 2)
    found = {soc: answer(api, soc, "aclnnArgMax", *operands) for soc in ("Ascend910B", "Ascend950")}
    assert found["Ascend910B"][0] == 161002
    assert found["Ascend950"][2] == "ArgMaxV2(aicpu):int32"


KERNEL = 1 << 24  # bytes that most kernels of Ascend950 ask for
BLOCK = 512  # what a small tensor takes; also what lies behind a kernel's memory


def on_950(*operators: str) -> str:
    """Operators that ask for the usual memory."""
    return ">".join(f"{operator}|{KERNEL}" for operator in operators)


def sort(dtype: int, shape: list[int], dim: int) -> list[list[Any]]:
    """The operands of a sort, without indicesOut for the caller to add."""
    return [tensor(dtype, *shape), ["b", 0], ["i", dim], ["b", 0], tensor(dtype, *shape)]


@pytest.mark.usefixtures("own_library")
def test_sort_orders_the_last_dimension(api: Api) -> None:
    """Others are transposed, and both results back. Ascend910 sorts float32 as float16. At most
    three small tensors live at once: what is sorted, elements and places."""
    operands = *sort(FLOAT, [2, 3], 0), tensor(INT64, 2, 3)
    back = "Transpose:int32>Cast:{}int64"
    for soc, wanted in (
        ("Ascend910B", "Transpose:float>Sort:float+int32>Transpose:float>" + back.format("")),
        (
            "Ascend910",
            "Transpose:float>Cast:float16>Sort:float16+int32>Transpose:float16>"
            + back.format("float>Cast:"),
        ),
    ):
        assert answer(api, soc, "aclnnSort", *operands) == (0, 3 * BLOCK, wanted)


@pytest.mark.usefixtures("own_library")
def test_ascend950_sorts_short_dimensions_where_they_are(api: Api) -> None:
    """From 2 to 2048 elements, but where 1024 lines and more are each shorter than 32 bytes; the
    places are int64 at once."""
    turned = "Transpose:float16", "Sort:float16+int64", "Transpose:float16", "Transpose:int64"
    for shape, lists in (
        ([2, 3], ("Sort:float16+int64",)),
        ([1, 2049, 3], turned),
        ([1023, 2, 1], ("Sort:float16+int64",)),
        ([1024, 2, 1], turned),
        ([1024, 2, 16], ("Sort:float16+int64",)),
    ):
        operands = *sort(FLOAT16, shape, len(shape) - 2), tensor(INT64, *shape)
        assert answer(api, "Ascend950", "aclnnSort", *operands)[2] == on_950(*lists)


@pytest.mark.usefixtures("own_library")
def test_sort_casts_what_it_does_not_order(api: Api) -> None:
    """bfloat16 but on Ascend950, and bool; integers are for the CPU."""
    for soc, dtype, wanted in (
        ("Ascend910B", BFLOAT16, "Cast:float>Sort:float+int32>Cast:bfloat16>Cast:int64"),
        ("Ascend950", BFLOAT16, on_950("Sort:bfloat16+int64")),
        ("Ascend910B", BOOL, "Cast:uint8>Sort(aicpu):uint8+int32>Cast(aicpu):bool>Cast:int64"),
        ("Ascend950", BOOL, on_950("Cast:uint8", "Sort:uint8+int64", "Cast:bool")),
        ("Ascend910", INT32, "Sort(aicpu):int32+int32>Cast:int64"),
    ):
        operands = *sort(dtype, [2, 3], 1), tensor(INT64, 2, 3)
        assert answer(api, soc, "aclnnSort", *operands)[2] == wanted


@pytest.mark.usefixtures("own_library")
def test_one_element_is_not_sorted(api: Api) -> None:
    """It is copied, and its place filled in; without dimensions the place is made like it."""
    for shape, wanted in (
        ([2, 1], (0, 0, "Fill:int64")),
        ([], (0, BLOCK, "ZerosLike:float>Cast:int64")),
    ):
        operands = *sort(FLOAT, shape, -1), tensor(INT64, *shape)
        assert answer(api, "Ascend910B", "aclnnSort", *operands) == wanted


@pytest.mark.usefixtures("own_library")
def test_argsort_casts_nothing_before(api: Api) -> None:
    """So Ascend910 leaves float32 to the CPU, as others a dimension of one. The places are int32,
    and Ascend950 transposes too."""
    for soc, shape, dim, wanted in (
        ("Ascend910", [2, 3], 1, "Sort(aicpu):float+int32>Cast:int64"),
        ("Ascend910B", [2, 1], 1, "Sort(aicpu):float+int32>Cast:int64"),
        ("Ascend910B", [2, 3], 0, "Transpose:float>Sort:float+int32>Transpose:int32>Cast:int64"),
        (
            "Ascend950",
            [2, 3],
            0,
            on_950("Transpose:float", "Sort:float+int32", "Transpose:int32", "Cast:int64"),
        ),
    ):
        operands = tensor(FLOAT, *shape), ["i", dim], ["b", 0], tensor(INT64, *shape)
        assert answer(api, soc, "aclnnArgsort", *operands)[2] == wanted


def kth(call: str, *arguments: list[Any]) -> list[list[Any]]:
    """What stands between self and the outputs: of Kthvalue k too."""
    return [*([["i", 2]] if call == "aclnnKthvalue" else []), *arguments]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", ["aclnnKthvalue", "aclnnMedianDim"])
def test_ascend950_has_an_operator_for_one_in_order(api: Api, call: str) -> None:
    """With transposes under the same conditions as a sort; its places are int64."""
    for shape, dim, turns in (([2, 3], 1, False), ([2, 3], 0, False), ([1024, 2, 1], 1, True)):
        kept = [1 if i == dim else n for i, n in enumerate(shape)]
        names = ["KthValue:float16+int64"]
        if turns:
            names = ["Transpose:float16", *names, "Transpose:float16", "Transpose:int64"]
        operands = (
            tensor(FLOAT16, *shape),
            *kth(call, ["i", dim], ["b", 1]),
            tensor(FLOAT16, *kept),
            tensor(INT64, *kept),
        )
        assert answer(api, "Ascend950", call, *operands)[2] == on_950(*names)


@pytest.mark.usefixtures("own_library")
def test_others_gather_one_of_all_in_order(api: Api) -> None:
    """After both results of the sort are transposed back. Three small tensors live at once
    at most: what is sorted, elements and places."""
    outs = tensor(FLOAT, 3), tensor(INT64, 3)
    operands = tensor(FLOAT, 2, 3), ["i", 2], ["i", 0], ["b", 0], *outs
    wanted = (
        "Transpose:float>Sort:float+int32>Transpose:float>Transpose:int32"
        ">GatherV2:float>GatherV2:int32>Cast:int64"
    )
    assert answer(api, "Ascend910B", "aclnnKthvalue", *operands) == (0, 3 * BLOCK, wanted)
    found = answer(api, "Ascend910", "aclnnKthvalue", *operands)[2]
    assert found == wanted.replace("Sort", "Sort(aicpu)")


@pytest.mark.usefixtures("own_library")
def test_a_median_looks_for_nan_in_floats(api: Api) -> None:
    """The last in order tells; along a dimension the first of their places is found as well."""
    nan = "GatherV2:{0}>NotEqual:bool>"
    along = (
        "Sort:{0}+int32>GatherV2:{0}>GatherV2:int32>Equal:bool>MaskedFill:int32>ReduceMin:int32>"
        + nan
        + "Fill:{0}>SelectV2:{0}>SelectV2:int32>Cast:int64"
    )
    whole = "Sort:{0}+int32>GatherV2:{0}>" + nan + "SelectV2:{0}"
    integers = "Sort(aicpu):int32+int32>GatherV2:int32"
    for dtype, name in ((FLOAT, "float"), (FLOAT16, "float16"), (BFLOAT16, "bfloat16")):
        self, out = tensor(dtype, 2, 3), tensor(dtype, 2)
        operands = self, ["i", 1], ["b", 0], out, tensor(INT64, 2)
        found = answer(api, "Ascend910B", "aclnnMedianDim", *operands)[2]
        assert found == along.format(name)
        found = answer(api, "Ascend910B", "aclnnMedian", self, tensor(dtype, 1))[2]
        assert found == whole.format(name)
    self = tensor(INT32, 2, 3)
    operands = self, ["i", 1], ["b", 0], tensor(INT32, 2), tensor(INT64, 2)
    found = answer(api, "Ascend910B", "aclnnMedianDim", *operands)[2]
    assert found == integers + ">GatherV2:int32>Cast:int64"
    assert answer(api, "Ascend910B", "aclnnMedian", self, tensor(INT32, 1)) == (
        0,
        2 * BLOCK,
        integers,
    )
    found = answer(api, "Ascend950", "aclnnMedian", self, tensor(INT32, 1))[2]
    assert found == on_950("Sort:int32+int32", "GatherV2:int32")


@pytest.mark.usefixtures("own_library")
def test_a_median_of_one_element_sorts_nothing(api: Api) -> None:
    """It is gathered all the same, and is its own last."""
    wanted = "GatherV2:float>GatherV2:float>NotEqual:bool>SelectV2:float"
    operands = tensor(FLOAT), tensor(FLOAT, 1)
    for soc in ("Ascend910", "Ascend910B"):
        assert answer(api, soc, "aclnnMedian", *operands)[2] == wanted
    assert answer(api, "Ascend950", "aclnnMedian", *operands)[2] == on_950(*wanted.split(">"))


def top(dtype: int, shape: list[int], k: int, dim: int = -1, ordered: int = 1) -> list[list[Any]]:
    """The operands of a Topk."""
    kept = list(shape)
    kept[dim] = k
    flags = ["i", k], ["i", dim], ["b", 1], ["b", ordered]
    return [tensor(dtype, *shape), *flags, tensor(dtype, *kept), tensor(INT64, *kept)]


@pytest.mark.usefixtures("own_library")
def test_fewer_than_eight_are_chosen_of_the_first_32(api: Api) -> None:
    """But on Ascend950. Ascend910's cores choose float16, and of more than 32768 elements the CPU
    alone chooses fewer than eight."""
    narrow = "TopKV2:float16+int32>"
    places = ">GatherElements:int32>Cast:"
    for soc, dtype, rows, wanted in (
        ("Ascend910", FLOAT, 4, "Cast:float16>" + 2 * narrow + places[1:] + "float>Cast:int64"),
        ("Ascend910", FLOAT, 400, 2 * "TopK(aicpu):float+int32>" + places[1:] + "int64"),
        ("Ascend910", FLOAT16, 4, 2 * narrow + places[1:] + "int64"),
        ("Ascend950", FLOAT, 4, on_950("TopKV2:float+int64")),
    ):
        assert answer(api, soc, "aclnnTopk", *top(dtype, [rows, 100], 5))[2] == wanted
    wanted = 2 * "TopKV2:float+int32>" + f"GatherElementsV2:int32|{KERNEL}>Cast:int64"
    assert answer(api, "Ascend910B", "aclnnTopk", *top(FLOAT, [4, 100], 5))[2] == wanted
    once = "TopKV2:float+int32>Cast:int64"
    assert answer(api, "Ascend910B", "aclnnTopk", *top(FLOAT, [4, 100], 8))[2] == once


@pytest.mark.usefixtures("own_library")
def test_topk_orders_the_last_dimension(api: Api) -> None:
    """Ascend950 along any, under the conditions of its sort."""
    operands = top(FLOAT16, [40, 100], 10, dim=0)
    turned = "Transpose:float16>TopKV2:float16+int32>Transpose:float16>Transpose:int32>Cast:int64"
    for soc in ("Ascend910", "Ascend910B"):
        assert answer(api, soc, "aclnnTopk", *operands)[2] == turned
    assert answer(api, "Ascend950", "aclnnTopk", *operands)[2] == on_950("TopKV2:float16+int64")


@pytest.mark.usefixtures("own_library")
def test_ascend950_sorts_for_a_topk(api: Api) -> None:
    """Where all of a row is wanted in order, of short rows of integers, and where at least half and
    more than 2000 are: then it is cut. Of more than 2000 others TopKV2 has int32 places."""
    sort = "Sort:{0}+int64", "SplitV:{0}+{0}", "SplitV:int64+int64"
    for dtype, name, length, k, wanted in (
        (INT32, "int32", 300, 5, sort),
        (INT32, "int32", 1025, 5, ("TopKV2:{0}+int64",)),
        (INT16, "int16", 192, 5, sort),
        (UINT8, "uint8", 129, 5, ("TopKV2:{0}+int64",)),
        (FLOAT, "float", 100, 100, ("Sort:{0}+int64",)),
        (FLOAT, "float", 5000, 2500, sort),
        (FLOAT, "float", 30000, 10000, sort),
        (FLOAT, "float", 300000, 3000, ("TopKV2:{0}+int32", "Cast:int64")),
        (FLOAT16, "float16", 9000, 2700, sort),
        (FLOAT16, "float16", 8900, 2670, ("TopKV2:{0}+int32", "Cast:int64")),
    ):
        found = answer(api, "Ascend950", "aclnnTopk", *top(dtype, [4, length], k))
        assert found[2] == on_950(*(one.format(name) for one in wanted)), (name, length, k)


@pytest.mark.usefixtures("own_library")
def test_ascend950_copies_whole_rows_that_need_no_order(api: Api) -> None:
    """Their places are made: what is left of a number for each element, or a number repeated."""
    for dim, places in (
        (-1, ("Cast:int32", "Cast:int32", "Mod:int32", "Cast:int64")),
        (0, ("BroadcastTo:int64",)),
    ):
        found = answer(api, "Ascend950", "aclnnTopk", *top(FLOAT, [5, 5], 5, dim, ordered=0))
        wanted = f"TensorMove:float|32>{on_950('Range:int64', *places)}>TensorMove:int64|32"
        assert found[2] == wanted
    single = answer(api, "Ascend950", "aclnnTopk", *top(FLOAT, [5, 1], 1))
    assert single[2] == on_950("Fill:int64")


@pytest.mark.usefixtures("own_library")
def test_910b_chooses_halves_of_long_rows_by_their_digits(api: Api) -> None:
    """From 12 million elements on, more than 1000 and fewer than a hundredth; a sort puts them in
    order. RadixTopK asks for nothing up to 1.44 billion, and behind that for 20 bytes for each
    10496 elements and 24 for each of 48 cores."""
    wanted = "RadixTopK:float16+int32|{}>Sort:float16+int32>GatherElementsV2:int32|{}>Cast:int64"
    for length, bytes_ in ((12_000_000, 0), (1_440_000_001, 24 * 48 + 20 * 137_196)):
        found = answer(api, "Ascend910B", "aclnnTopk", *top(FLOAT16, [1, length], 2000))[2]
        assert found == wanted.format(bytes_, KERNEL)
    for dtype, name, length, k in (
        (FLOAT16, "float16", 11_999_999, 2000),
        (FLOAT16, "float16", 12_000_000, 1000),
        (FLOAT16, "float16", 12_000_000, 120_000),
        (FLOAT, "float", 12_000_000, 2000),
    ):
        found = answer(api, "Ascend910B", "aclnnTopk", *top(dtype, [1, length], k))[2]
        assert found == f"TopKV2:{name}+int32>Cast:int64"


@pytest.mark.usefixtures("own_library")
def test_a_median_of_numbers_counts_them_first(api: Api) -> None:
    """The place is half of their number less one; along a dimension it is found before the sort,
    and one without places is refused."""
    place = "Equal:bool>Cast:int32>ReduceSum:int32>Sub:int32>Div:int32"
    self, one = tensor(FLOAT, 2, 3), tensor(FLOAT, 1)
    found = answer(api, "Ascend910B", "aclnnNanMedian", self, one)[2]
    assert found == f"Sort:float+int32>{place}>GatherV2:float"
    found = answer(api, "Ascend950", "aclnnNanMedian", self, one)[2]
    assert found == on_950("Sort:float+int32", *place.split(">"), "GatherV2:float")
    operands = self, ["i", 1], ["b", 0], tensor(FLOAT, 2), tensor(INT64, 2)
    found = answer(api, "Ascend910B", "aclnnNanMedianDim", *operands)[2]
    gathered = f"GatherElementsV2:float|{KERNEL}>GatherElementsV2:int32|{KERNEL}"
    assert found == f"{place}>Sort:float+int32>{gathered}>Cast:int64"
    none = ["i", 0], ["b", 0], tensor(FLOAT, 3), tensor(INT64, 3)
    for soc in ("Ascend910", "Ascend910B", "Ascend950"):
        assert answer(api, soc, "aclnnNanMedianDim", tensor(FLOAT, 0, 3), *none)[0] == 161002


def expanded(*shape: int) -> list[Any]:
    """An index of one place for each row, as expand makes it; its storage has no repeats."""
    rows = shape[-2]
    strides = [rows, 1, 0][-len(shape) :]
    index = tensor(INT64, *shape, strides=strides)
    index[-1] = [rows if len(shape) == 2 else shape[0] * rows]
    return index


@pytest.mark.usefixtures("own_library")
def test_910b_sorts_an_expanded_index(api: Api) -> None:
    """Of rows that are added or put: LinearIndex, Sort and ScatterAddWithSorted take the place of
    ScatterElementsV2. Integers are added without a sort, uint8 as int32."""
    linear = f"LinearIndex:int32|{KERNEL}>"
    scatter = f"ScatterAddWithSorted:{{}}|{KERNEL}"
    for dtype, rows, wanted in (
        (FLOAT, 6, linear + "Sort:float+int32>" + scatter.format("float")),
        (FLOAT, 1, linear + scatter.format("float")),
        (INT32, 6, linear + scatter.format("int32")),
        (UINT8, 6, "Cast:int32>Cast:int32>" + linear + scatter.format("int32") + ">Cast:uint8"),
    ):
        operands = ["i", 0], expanded(rows, 4), tensor(dtype, rows, 4), tensor(dtype, 8, 4)
        found = answer(api, "Ascend910B", "aclnnScatterAdd", tensor(dtype, 8, 4), *operands)[2]
        assert found == wanted
    operands = ["i", 1], expanded(2, 6, 4), tensor(FLOAT, 2, 6, 4), tensor(FLOAT, 2, 8, 4)
    found = answer(api, "Ascend910B", "aclnnScatterAdd", tensor(FLOAT, 2, 8, 4), *operands)[2]
    assert found == "Slice:int64>" + linear + "Sort:float+int32>" + scatter.format("float")


@pytest.mark.usefixtures("own_library")
def test_ascend950_has_operators_for_an_expanded_index(api: Api) -> None:
    """ScatterAdd for sums of whole rows, ScatterUpdate for rows that are put."""
    self, rows, out = tensor(FLOAT, 8, 4), tensor(FLOAT, 6, 4), tensor(FLOAT, 8, 4)
    operands = self, ["i", 0], expanded(6, 4), rows
    found = answer(api, "Ascend950", "aclnnScatterAdd", *operands, out)
    assert found[2] == on_950("ScatterAdd:float")
    found = answer(api, "Ascend950", "aclnnScatter", *operands, ["i", 0], out)
    assert found[2] == on_950("ScatterUpdate:float")


@pytest.mark.usefixtures("own_library")
def test_extremes_are_scattered_by_the_cpu(api: Api) -> None:
    """Ascend910's cores put, add and multiply."""
    operands = ["i", 1], tensor(INT64, 6, 4), tensor(FLOAT, 6, 4)
    for reduce, engine in ((0, ""), (1, ""), (2, ""), (3, "(aicpu)"), (4, "(aicpu)")):
        options = ["i", reduce], ["b", 1], tensor(FLOAT, 8, 4)
        found = answer(
            api, "Ascend910", "aclnnScatterReduce", tensor(FLOAT, 8, 4), *operands, *options
        )
        assert found[2] == f"ScatterElements{engine}:float"


def put(dtype: int, shape: list[int], places: int, adds: int = 1) -> list[list[Any]]:
    """The operands of an IndexPutImpl of rows."""
    indices = ["TensorList", [tensor(INT64, places)]]
    return [
        tensor(dtype, *shape),
        indices,
        tensor(dtype, places, *shape[1:]),
        ["b", adds],
        ["b", 0],
    ]


@pytest.mark.usefixtures("own_library")
def test_910b_sorts_many_indices_whose_rows_are_added(api: Api) -> None:
    """From 20000 on where rows have up to 128 elements, floats from 100000 on up to 1024; halves
    beside that in large numbers. Behind 16 MiB each of 48 cores has 32 bytes and two rows of
    float32."""
    wanted = f"IndexCheck:|{KERNEL}>LinearIndexV2:int32|{KERNEL}>Sort:float+int32>"
    for dtype, name, row, places in (
        (FLOAT, "float", 8, 20000),
        (FLOAT, "float", 1024, 100000),
        (FLOAT16, "float16", 2048, 100000),
        (BFLOAT16, "bfloat16", 30000, 100),
    ):
        found = answer(api, "Ascend910B", "aclnnIndexPutImpl", *put(dtype, [100, row], places))
        memory = KERNEL + 48 * (32 + 8 * row)
        assert found[2] == wanted + f"IndexPutWithSort:{name}|{memory}"
    for dtype, row, places, adds in (
        (FLOAT, 8, 19999, 1),
        (FLOAT, 8, 20000, 0),
        (FLOAT, 1025, 100000, 1),
        (BFLOAT16, 29999, 100, 1),
        (INT32, 8, 20000, 1),
    ):
        operands = put(dtype, [100, row], places, adds)
        assert "Sort" not in answer(api, "Ascend910B", "aclnnIndexPutImpl", *operands)[2]


@pytest.mark.usefixtures("own_library")
def test_ascend950_sorts_indices_of_few_places_or_long_rows(api: Api) -> None:
    """512 indices and more for a thirtieth of rows, where these have 256 bytes; 2048 elements a row
    and 32 Mi in all. Its kernel asks for the rows of its cores where they have more than 256
    bytes."""
    linear = on_950("LinearIndexV2:int64", "Sort:int64+int32")
    for shape, places, memory in (
        ([10, 64], 600, 0),
        ([10, 65], 600, 60 * 2 * (512 + 128)),
    ):
        operands = put(FLOAT, shape, places)
        found = answer(api, "Ascend950", "aclnnIndexPutImpl", *operands)[2]
        assert found == linear + f">IndexPutWithSortV2:float|{KERNEL + memory}"
    large = answer(api, "Ascend950", "aclnnIndexPutImpl", *put(FLOAT, [16383, 2048], 1, 0))
    assert large[2] == on_950("LinearIndexV2:int64", "Cast:int32", "IndexPutWithSortV2:float")
    for shape, places in (([10, 63], 600), ([10, 64], 299), ([16382, 2048], 1)):
        found = answer(api, "Ascend950", "aclnnIndexPutImpl", *put(FLOAT, shape, places, 0))[2]
        assert found == on_950("IndexPutV2:float")
    bytes_ = answer(api, "Ascend950", "aclnnIndexPutImpl", *put(2, [100, 256], 30))
    assert bytes_[2] == on_950("IndexPutV2:int8")


@pytest.mark.usefixtures("own_library")
def test_the_cpu_adds_rows_to_a_tensor_of_its_own(api: Api) -> None:
    """Which is what is copied to a strided result: one block."""
    out = tensor(11, 4, 3, strides=[1, 4])
    operands = tensor(11, 4, 3), ["i", 0], tensor(INT64, 2), tensor(11, 2, 3)
    alpha = ["S", 0, "0000803f"]
    found = answer(api, "Ascend910B", "aclnnIndexAdd", *operands, alpha, out)
    assert found == (0, BLOCK, "InplaceIndexAdd(aicpu):double>Transpose(aicpu):double")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_rows_of_a_single_number(api: Api, soc: str) -> None:
    """IndexAdd counts the dimension of none from the front alone; IndexCopy puts a number without
    dimensions into one dimension at most."""
    none, alpha = tensor(FLOAT), ["S", 0, "0000803f"]
    for dim, status in ((0, 0), (-1, 161002)):
        operands = none, ["i", dim], tensor(INT64, 1), tensor(FLOAT, 1), alpha, none
        assert answer(api, soc, "aclnnIndexAdd", *operands)[0] == status
    for shape, status in (([3], 0), ([3, 1], 161002)):
        self = tensor(FLOAT, *shape)
        copied = self, ["i", 0], tensor(INT64, 1), none, self
        assert answer(api, soc, "aclnnIndexCopy", *copied)[0] == status


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_the_rows_of_an_embedding_are_compared_by_its_copy(api: Api, soc: str) -> None:
    """The sizes of indices are checked before; without elements nothing is copied."""
    for table, out, status in (
        ([10, 3], [4, 3], 0),
        ([10, 3], [5, 3], 161002),
        ([10, 3], [4], 161002),
        ([10, 3], [4, 2], 561103),
        ([10, 3, 2], [4, 3], 561103),
        ([10], [4, 1], 561103),
        ([0, 3], [4, 2], 0),
    ):
        operands = tensor(FLOAT, *table), tensor(INT64, 4), tensor(FLOAT, *out)
        assert answer(api, soc, "aclnnEmbedding", *operands)[0] == status


@pytest.mark.usefixtures("own_library")
def test_nothing_is_found_by_zeros_like_the_result(api: Api) -> None:
    """SearchSorted of no sequence, Histc of no elements."""
    searched = ["b", 0], ["b", 0], NULL, tensor(INT64, 3)
    operands = tensor(FLOAT, 0), tensor(FLOAT, 3), *searched
    assert answer(api, "Ascend910B", "aclnnSearchSorted", *operands)[2] == "ZerosLike:int64"
    limits = ["S", 0, "00000000"], ["S", 0, "0000803f"]
    counted = tensor(FLOAT, 0), ["i", 3], *limits, tensor(FLOAT, 3)
    assert answer(api, "Ascend910B", "aclnnHistc", *counted)[2] == "ZerosLike:float"


@pytest.mark.usefixtures("own_library")
def test_910b_scatters_by_masks_of_the_same_shape(api: Api) -> None:
    """Or by a mask of rows, where source has rows of that length; the CPU by others."""
    cores = f"MaskedScatter:float|{KERNEL}"
    for mask, source, wanted in (
        ([2, 3], [6], cores),
        ([2, 1], [2, 3], cores),
        ([2, 1], [6], "MaskedScatter(aicpu):float"),
        ([3], [6], "MaskedScatter(aicpu):float"),
    ):
        operands = tensor(FLOAT, 2, 3), tensor(BOOL, *mask), tensor(FLOAT, *source)
        found = answer(api, "Ascend910B", "aclnnInplaceMaskedScatter", *operands)
        assert found[2] == wanted


@pytest.mark.usefixtures("own_library")
def test_few_weights_are_sampled_with_a_seed_of_int64(api: Api) -> None:
    """From 5001 on also with one of uint64, but on Ascend910."""
    options = ["i", 1], ["b", 1]
    for soc, weights, status in (
        ("Ascend910", 5001, 161002),
        ("Ascend910B", 5000, 161002),
        ("Ascend910B", 5001, 0),
        ("Ascend950", 5000, 161002),
        ("Ascend950", 5001, 0),
    ):
        for seeds, wanted in ((INT64, 0), (10, status)):
            operands = *options, tensor(seeds, 1), tensor(seeds, 1), ["i", 0], tensor(INT64, 1)
            found = answer(api, soc, "aclnnMultinomialTensor", tensor(FLOAT, weights), *operands)
            assert found[0] == wanted


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_sizes_of_what_is_chosen_from_nothing_are_not_looked_at(api: Api, soc: str) -> None:
    """Of medians its dimensions are counted; MedianDim stops at an empty result as well."""
    for call, shape, out, status in (
        ("aclnnMedianDim", [2, 0], [5], 0),
        ("aclnnMedianDim", [2, 3], [0], 0),
        ("aclnnMedianDim", [2, 3], [5], 161002),
        ("aclnnMedianDim", [2, 0], [5, 1], 161002),
        ("aclnnNanMedianDim", [2, 0], [5], 161002),
        ("aclnnNanMedianDim", [0, 3], [5], 0),
        ("aclnnNanMedianDim", [2, 3], [0], 161002),
        ("aclnnKthvalue", [0, 3], [5, 1], 0),
        ("aclnnKthvalue", [2, 3], [5], 161002),
    ):
        outs = tensor(FLOAT, *out), tensor(INT64, *out)
        operands = tensor(FLOAT, *shape), *kth(call, ["i", 1], ["b", 0]), *outs
        assert answer(api, soc, call, *operands)[0] == status, (call, shape, out)


def number(dtype: int, value: bytes) -> list[Any]:
    """An aclScalar of its bytes, little-endian."""
    return ["S", dtype, value.hex()]


ONE = number(FLOAT, b"\0\0\x80\x3f")
DOUBLE_ONE = number(DOUBLE, b"\0\0\0\0\0\0\xf0\x3f")


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_a_number_that_becomes_a_tensor_first_is_missed_there(api: Api, soc: str) -> None:
    """ConvertToTensor comes before the checks, and a number that it does not get is 561103."""
    x, out = tensor(FLOAT, 4), tensor(FLOAT, 4)
    early = 161001 if soc == "Ascend950" else 561103  # Ascend950 has a branch of its own
    for call, operands, status in (
        ("aclnnFmodScalar", (x, NULL, out), 561103),
        ("aclnnFmodScalar", (NULL, ONE, out), 161001),
        ("aclnnLtScalar", (x, NULL, out), early),
        ("aclnnLtScalar", (NULL, ONE, out), early),
        ("aclnnLtScalar", (x, ONE, NULL), 161001),
        ("aclnnInplaceLtScalar", (x, NULL), early),
    ):
        assert answer(api, soc, call, *operands)[0] == status


@pytest.mark.usefixtures("own_library")
def test_ascend910_takes_bfloat16_that_is_compared_in_float32(api: Api) -> None:
    """Only the common type is looked at there; the device's CPU converts: one block of 512."""
    half, out = tensor(BFLOAT16, 4), tensor(BOOL, 4)
    cast = "Cast(aicpu):float"
    for call, operands, row in (
        ("aclnnGeScalar", (half, ONE, out), "GreaterEqual:bool"),
        ("aclnnGeTensor", (half, tensor(FLOAT, 4), out), "GreaterEqual:bool"),
        ("aclnnEqual", (half, tensor(FLOAT, 4), tensor(BOOL, 1)), "TensorEqual:bool"),
        ("aclnnGeluBackward", (half, tensor(FLOAT, 4), tensor(FLOAT, 4)), "GeluGrad:float"),
    ):
        assert answer(api, "Ascend910", call, *operands) == (0, 512, f"{cast}>{row}")
        if call != "aclnnGeScalar":
            alone = half, half, operands[2]
            assert answer(api, "Ascend910", call, *alone)[0] == 161002
    assert answer(api, "Ascend910", "aclnnGeScalar", half, DOUBLE_ONE, out)[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B"])
def test_numbers_become_the_type_of_floats_before_they_are_looked_at(api: Api, soc: str) -> None:
    """LtScalar converts them to self's type; LeScalar compares all but floats with doubles in
    float32, uint16 too, which has no common type with it."""
    out = tensor(BOOL, 4)
    complex_one = number(COMPLEX64, b"\0\0\x80\x3f" + bytes(4))
    assert answer(api, soc, "aclnnLtScalar", tensor(FLOAT, 4), complex_one, out)[0] == 0
    assert answer(api, soc, "aclnnLtScalar", tensor(INT32, 4), complex_one, out)[0] == 161002
    assert answer(api, soc, "aclnnLtScalar", tensor(UINT16, 4), DOUBLE_ONE, out)[0] == 161002
    found = answer(api, soc, "aclnnLeScalar", tensor(UINT16, 4), DOUBLE_ONE, out)
    assert found == (0, 512, "Cast(aicpu):float>LessEqual:bool")
    assert answer(api, soc, "aclnnLeScalar", tensor(UINT16, 4), ONE, out)[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_what_the_checks_leave_is_found_by_the_copy(api: Api, soc: str) -> None:
    """ViewCopy has no other type and no other shape, and an empty call has no ViewCopy."""
    x, row = tensor(FLOAT, 2, 3), tensor(FLOAT, 10)
    for call, operands, status in (
        ("aclnnSign", (tensor(BFLOAT16, 4), tensor(FLOAT, 4)), 561103),
        ("aclnnSign", (tensor(BFLOAT16, 0), tensor(FLOAT, 0)), 0),
        ("aclnnSign", (tensor(FLOAT, 4), tensor(BFLOAT16, 4)), 161002),
        ("aclnnHeaviside", (x, x, tensor(FLOAT16, 2, 3)), 561103),
        ("aclnnHeaviside", (x, x, tensor(FLOAT, 6)), 561103),
        ("aclnnHeaviside", (x, x, tensor(FLOAT, 5)), 161002),
        ("aclnnHeaviside", (row, tensor(FLOAT, 1, 1), row), 0),
        ("aclnnHeaviside", (row, tensor(FLOAT, 1, 1), tensor(FLOAT, 1, 10)), 561103),
        ("aclnnSum", (["TensorList", [x, x]], x), 0),
        ("aclnnSum", (["TensorList", [x, x]], tensor(FLOAT16, 2, 3)), 561103),
        ("aclnnSum", (["TensorList", [x, tensor(INT32, 2, 3)]], x), 561103),
        ("aclnnSum", (["TensorList", [x, tensor(INT16, 2, 3)]], x), 161002),
    ):
        assert answer(api, soc, call, *operands)[0] == status, (call, operands)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_equal_distances_lie_in_one_dimension(api: Api, soc: str) -> None:
    """LinSpace makes a row of steps elements, which is copied to one of its shape alone; Linspace
    counts the elements of out before, LogSpace does not."""
    ends = ONE, ONE
    for steps, out, linear, powers in (
        (10, tensor(FLOAT, 10), 0, 0),
        (10, tensor(FLOAT, 2, 5), 561103, 561103),
        (10, tensor(FLOAT, 9), 161002, 561103),
        (0, tensor(FLOAT, 9), 161002, 0),
        (-1, tensor(FLOAT, 9), 161002, 161002),
        (1, tensor(FLOAT), 0, 0),
    ):
        count = ["i", steps]
        assert answer(api, soc, "aclnnLinspace", *ends, count, out)[0] == linear
        assert answer(api, soc, "aclnnLogSpace", *ends, count, ["d", 10.0], out)[0] == powers


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_gradients_of_modulation_may_be_left_out(api: Api, soc: str) -> None:
    """grad_scale and grad_shift are copied where they are given, in the type of grad_input."""
    whole, rows = tensor(FLOAT, 2, 3, 4), tensor(FLOAT, 2, 4)
    inputs = whole, whole, rows, rows
    for outputs, status in (
        ((whole, rows, rows), 0),
        ((whole, NULL, NULL), 0),
        ((whole, tensor(FLOAT16, 2, 4), NULL), 561103),
        ((tensor(FLOAT, 2, 3, 5), rows, rows), 561103),
        ((NULL, rows, rows), 161001),
    ):
        assert answer(api, soc, "aclnnModulateBackward", *inputs, *outputs)[0] == status


@pytest.mark.usefixtures("own_library")
def test_formats_that_calls_ask_for(api: Api) -> None:
    """Shrink takes every format that both have; signs are packed and unpacked in ND alone."""
    options = ONE, ONE
    for given, out, status in ((NCHW, NCHW, 0), (NCHW, ND, 161002), (ND, NCHW, 161002)):
        operands = tensor(FLOAT, 4, layout=given), *options, tensor(FLOAT, 4, layout=out)
        assert answer(api, "Ascend910B", "aclnnShrink", *operands)[0] == status
    for given, out in ((NCHW, ND), (ND, NCHW)):
        packed = tensor(FLOAT, 16, layout=given), ["i", 1], tensor(UINT8, 1, 2, layout=out)
        assert answer(api, "Ascend910B", "aclnnSignBitsPack", *packed)[0] == 161002
        unpacked = tensor(UINT8, 2, layout=given), ["i", 1], ["i", FLOAT]
        to = tensor(FLOAT, 1, 16, layout=out)
        assert answer(api, "Ascend910B", "aclnnSignBitsUnpack", *unpacked, to)[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "attributes", "kept", "made"),
    [
        ("aclnnFloor", [], INT32, FLOAT),
        ("aclnnNanToNum", [["f", 0.0], ["f", 1.0], ["f", -1.0]], INT32, FLOAT),
        ("aclnnFrac", [], INT32, FLOAT),
        ("aclnnReal", [], FLOAT, None),
        ("aclnnClampMin", [ONE], FLOAT, INT8),
        ("aclnnHardtanh", [ONE, ONE], FLOAT, INT8),
        ("aclnnSliceV2", [ints(0), ints(2), ints(0), ints(1)], FLOAT, None),
    ],
)
def test_a_result_keeps_the_format_of_some_types(
    api: Api, call: str, attributes: Any, kept: int, made: int | None
) -> None:
    """Copies, zeros and numbers that the AI cores clip keep it; other results are ND."""
    for dtype, status in ((kept, 561103), (made, 0)):
        for given, out, found in ((NCHW, ND, status), (ND, NCHW, 0), (NCHW, NCHW, 0)):
            if dtype is None:
                continue
            operands = tensor(dtype, *SHAPE, layout=given), *attributes
            to = tensor(dtype, *SHAPE, layout=out)
            assert answer(api, "Ascend910B", call, *operands, to)[0] == found


def image(dtype: int, *shape: int) -> list[Any]:
    """A tensor whose format follows from its rank."""
    return tensor(dtype, *shape, layout={3: NCL, 4: NCHW, 5: NCDHW}[len(shape)])


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
def test_turned_products_take_the_room_of_their_tiling(api: Api) -> None:
    """910B: 24 MiB where the tiling is that of einsum, the rows of x1 first and either x2 turned,
    or float32, or rows of more than 65535; 20 MiB elsewhere, and on Ascend950."""
    order, plain, turned = ints(1, 0, 2), ints(0, 1, 2), ints(0, 2, 1)
    mebi = 1 << 20

    def found(soc: str, dtype: int, depth: int, right: list[Any], mode: int = 0) -> str:
        x1 = tensor(dtype, 3, 2, depth)
        x2 = tensor(dtype, 2, depth, 5) if right == plain else tensor(dtype, 2, 5, depth)
        out = tensor(dtype, 3, 2, 5)
        status, _, operators = answer(
            api,
            soc,
            "aclnnTransposeBatchMatMul",
            *(x1, x2, NULL, NULL, order, right, order, ["i", mode], ["i", 1], out),
        )
        assert status == 0
        return operators

    head = "TransposeBatchMatMul:float16|"
    assert found("Ascend910B", FLOAT16, 4, plain) == f"{head}{20 * mebi}"
    assert found("Ascend910B", FLOAT16, 4, turned) == f"{head}{24 * mebi}"
    assert found("Ascend910B", FLOAT16, 32768, plain) == f"{head}{24 * mebi}"
    head32 = "TransposeBatchMatMul:float|"
    assert found("Ascend910B", FLOAT, 4, plain) == f"{head32}{24 * mebi}"
    assert found("Ascend910B", FLOAT, 4, plain, 3) == f"{head32}{20 * mebi}"  # HFLOAT32
    assert found("Ascend950", FLOAT16, 4, turned) == f"{head}{20 * mebi}"


@pytest.mark.usefixtures("own_library")
def test_fused_products_are_taken_apart_where_that_gains(api: Api) -> None:
    """Ascend950: the sum of few rows or columns, of a depth of 1 and of one x3 for all batches is a
    product and a sum; Gelu of few columns takes the product's float32 beside 20 MiB."""
    mebi = 1 << 20

    def found(kind: str, m: int, k: int, n: int, third: bool = False, mode: int = 0) -> str:
        x3 = tensor(FLOAT16, m, n) if third else NULL
        matrices = tensor(FLOAT16, m, k), tensor(FLOAT16, k, n)
        out = tensor(FLOAT16, m, n)
        status, _, operators = answer(
            api,
            "Ascend950",
            "aclnnFusedMatmul",
            *(*matrices, NULL, x3, ["s", kind], ["i", mode], out),
        )
        assert status == 0
        return operators

    whole = f"FusedMatMul:float16|{20 * mebi}"
    apart = [f"MatMulV3:float16|{20 * mebi}", f"Add:float16|{16 * mebi}"]
    assert found("relu", 20, 7, 18) == whole
    assert found("add", 20, 7, 18, True) == whole
    for m, k, n in ((15, 7, 18), (20, 7, 15)):
        assert found("add", m, k, n, True).split(">") == apart
        assert found("add", m, k, n, True, 4) == whole
    assert found("gelu_erf", 20, 7, 8) == f"FusedMatMul:float16|{20 * mebi + 20 * 8 * 4}"
    assert found("gelu_tanh", 20, 7, 16) == whole


@pytest.mark.usefixtures("own_library")
def test_groups_pools_and_sizes_by_factors_are_these_operators(api: Api) -> None:
    """One kernel of 16 MiB multiplies all groups, and one turns heads on 910B; planes are folded;
    before Ascend950 images are resized in blocks, as is what they are written to."""
    mebi = 1 << 20
    x, weight, y = tensor(FLOAT16, 7, 4), tensor(FLOAT16, 3, 4, 5), tensor(FLOAT16, 7, 5)
    lists: list[Any] = [["TensorList", [x]], ["TensorList", [weight]], *[NULL] * 5]
    groups: list[Any] = [tensor(INT64, 3), ["i", 3], ["i", 0], ["TensorList", [y]]]
    found = answer(api, "Ascend910B", "aclnnGroupedMatmulV3", *lists, *groups)
    assert found[0] == 0
    assert found[2] == f"GroupedMatmul:float16|{16 * mebi}"
    assert answer(api, "Ascend910", "aclnnGroupedMatmulV3", *lists, *groups)[0] == 561103
    heads, keys, cache = tensor(FLOAT, 5, 16), tensor(FLOAT, 5, 8), tensor(FLOAT, 9, 8)
    rope = (tensor(INT64, 5), heads, keys, cache, NULL, ["i", 8], ["b", 1], heads, keys)
    found = answer(api, "Ascend910B", "aclnnRopeWithSinCosCache", *rope)
    assert found[2] == f"RopeWithSinCosCache:float+float|{16 * mebi}"
    assert answer(api, "Ascend950", "aclnnRopeWithSinCosCache", *rope)[0] == 161002
    plane, place = tensor(FLOAT, 2, 3, 4, 5), tensor(FLOAT, 2, 3, 1, 1)
    assert (
        answer(api, "Ascend910B", "aclnnGlobalAveragePool", plane, place)[2] == "ReduceMean:float"
    )
    assert answer(api, "Ascend910B", "aclnnGlobalMaxPool", plane, place)[2] == "ReduceMax:float"
    image, large = (tensor(FLOAT, 1, 2, *each, layout=NCHW) for each in ((4, 5), (8, 5)))
    for mode, operator in (
        ("nearest", "ResizeNearestNeighborV2"),
        ("bilinear", "ResizeBilinearV2"),
    ):
        given = (image, ["Float", [1, 1, 2, 1]], ["s", mode], large)
        wanted = f"TransData:float>TransData:float>{operator}:float>TransData:float"
        assert answer(api, "Ascend910B", "aclnnResize", *given)[2] == wanted
        bytes_ = 16 * mebi if mode == "nearest" else 32
        assert answer(api, "Ascend950", "aclnnResize", *given)[2] == f"{operator}:float|{bytes_}"


@pytest.mark.usefixtures("own_library")
def test_kernels_of_pad_gradients_ask_for_lines_on_910b(api: Api) -> None:
    """A core has 64 lines of a plane, 2 short lines of rows that are padded alone, or none of a
    plane that fits; 48 cores share planes, or rows. All ask for 16 MiB beside that."""
    mebi, three = 16 << 20, "Pad3dBackward"

    def found(call: str, padding: list[int], *shape: int, dtype: int = FLOAT) -> str:
        pads = [sum(padding[2 * i : 2 * i + 2]) for i in range(len(padding) // 2)][::-1]
        padded = [*shape[: -len(pads)]]
        padded += [size + more for size, more in zip(shape[-len(pads) :], pads, strict=True)]
        like = tensor(dtype, *shape)
        return answer(
            api, "Ascend910B", f"aclnn{call}", tensor(dtype, *padded), like, ints(*padding), like
        )[2]

    def asks(name: str, more: int) -> str:
        return f"{name}:float|{mebi + more}"

    # planes of up to 128 x 112 fit; 130 x 200 of the gradient are 208 columns in blocks of 16
    assert found("ReflectionPad2dBackward", [1, 1, 1, 1], 2, 3, 8, 8) == asks("PadV4Grad", 0)
    large = found("ReflectionPad2dBackward", [1, 1, 1, 1], 2, 3, 128, 198)
    assert large == asks("PadV4Grad", 208 * 64 * 4 * 6)
    # rows alone: 64 places each way, or those of both entries, of 6 * 130 rows by 48 cores
    rows = found("ReflectionPad2dBackward", [1, 2, 0, 0], 2, 3, 130, 197)
    assert rows == asks("PadV4Grad", 2 * 64 * 4 * 48)
    # 2 * 20 + 1 places in blocks of 8; 3 rows of the channels
    line = found("ReflectionPad1dBackward", [20, 0], 1, 3, 197)
    assert line == asks("PadV4Grad", 2 * 48 * 4 * 3)
    assert found("ReplicationPad2dBackward", [0, 0, 1, 1], 2, 3, 8, 8) == asks(
        "PadV3GradReplicate", 0
    )
    # 1 + 1 places in blocks of 32; 6 * 8 rows
    line = found("ReplicationPad2dBackward", [1, 1, 0, 0], 2, 3, 8, 8)
    assert line == asks("PadV3GradReplicate", 2 * 32 * 4 * 48)
    # 10 x 10 in blocks of 16
    plane = found("ReplicationPad2dBackward", [1, 1, 1, 1], 2, 3, 8, 8)
    assert plane == asks("PadV3GradReplicate", 16 * 64 * 4 * 6)
    # 2 volumes of 6 x 6 x 6: 32 lines of 16 columns, or planes of halves
    assert found(f"Reflection{three}", [1] * 6, 1, 2, 4, 4, 4) == asks(
        "ReflectionPad3dGrad", 16 * 32 * 4 * 2
    )
    halves = found(f"Reflection{three}", [1] * 6, 1, 2, 4, 4, 4, dtype=FLOAT16)
    assert halves == f"ReflectionPad3dGrad:float16|{mebi + 16 * 16 * 4 * 2}"
    # 12 layers: rows of 6, columns of 6 - 2 - 2, twice, and two layers of 4 x 4 of each volume
    edges = (12 * (6 + 2) * 2 + 2 * 16 * 2) * 4
    assert found(f"Replication{three}", [1] * 6, 1, 2, 4, 4, 4) == asks(
        "PadV3GradReplication", edges
    )
    # 6 planes of 10 rows: 10 columns in blocks of 8, and 8 on both sides
    assert found("CircularPad2dBackward", [1, 1, 1, 1], 2, 3, 8, 8) == asks(
        "CircularPadGrad", 6 * 10 * (16 + 16) * 4
    )


@pytest.mark.usefixtures("own_library")
def test_gradients_of_circular_pads_add_up_halves_on_910b(api: Api) -> None:
    """At most half of the places of gradOutput at one end, or two thirds at both: of 5 + 5, and of
    3 + 3 + 3. Rows of channels are what the kernel for rows is asked about on 910."""
    for padding, status in (((4, 0, 0, 0), 0), ((4, 4, 0, 0), 0), ((0, 0, 4, 5), 0)):
        self = tensor(FLOAT, 2, 3, 5, 5)
        grad = tensor(FLOAT, 2, 3, 5 + sum(padding[2:]), 5 + sum(padding[:2]))
        found = answer(
            api, "Ascend910B", "aclnnCircularPad2dBackward", grad, self, ints(*padding), self
        )
        assert found[0] == status
    for padding in ((5, 6, 0, 0), (0, 0, 6, 0)):
        self = tensor(FLOAT, 2, 3, 5, 5)
        grad = tensor(FLOAT, 2, 3, 5 + sum(padding[2:]), 5 + sum(padding[:2]))
        found = answer(
            api, "Ascend910B", "aclnnCircularPad2dBackward", grad, self, ints(*padding), self
        )
        assert found[0] == 561103
    for channels, engine in ((800, ""), (801, "(aicpu)")):
        self, grad = tensor(FLOAT, 1, channels, 8), tensor(FLOAT, 1, channels, 10)
        found = answer(
            api, "Ascend910", "aclnnReflectionPad1dBackward", grad, self, ints(1, 1), self
        )
        assert found[2] == f"PadV3Grad{engine}:float"
