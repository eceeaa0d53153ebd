# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for norms: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT32,
    MEBI,
    NCDHW,
    NCHW,
    ND,
    NULL,
    answer,
    ints,
    on_950,
    tensor,
)


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
    assert answer(api, soc, call, *none)[2] == on_950("Fill:float", "Fill:float")
    empty, line, wanted = tensor(FLOAT, 4, 3, 0), tensor(FLOAT, 3), (["b", 1],) * 3
    found = answer(
        api, soc, "aclnnBatchNormReduceBackward", empty, empty, line, line, NULL, *wanted,
        *(line,) * 4,
    )  # fmt: skip
    assert found[2] == on_950("Fill:float") + ">CopyNpuToNpu:float" * 3


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
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_norms_of_910b_ask_for_what_their_public_tilings_say(api: Api, soc: str) -> None:
    """16 MiB for the system; 256 bytes beside them in RMS norms, 2 floats a channel in gradients
    of halves by groups."""
    x, rows, column = tensor(FLOAT16, 4, 8), tensor(FLOAT16, 8), tensor(FLOAT, 4, 1)
    found = answer(api, soc, "aclnnRmsNorm", x, rows, ["d", 1e-5], x, column)
    assert found[2] == f"RmsNorm:float16+float|{16 * MEBI + 256}"
    for dtype, more in ((FLOAT, 0), (FLOAT16, 2 * 6 * 4)):
        x, groups, line = tensor(dtype, 2, 6, 4), tensor(dtype, 2, 3), tensor(dtype, 6)
        sizes = ["i", 2], ["i", 6], ["i", 4], ["i", 3], ["Bool", [1, 1, 1]]
        found = answer(
            api, soc, "aclnnGroupNormBackward", x, x, groups, groups, line, *sizes, x, line, line
        )
        types = ("float" if dtype == FLOAT else "float16",) * 3
        assert found[2] == f"GroupNormGrad:{'+'.join(types)}|{16 * MEBI + more}"


@pytest.mark.usefixtures("own_library")
def test_renorm_multiplies_by_factors_that_are_broadcast(api: Api) -> None:
    one = tensor(FLOAT, 2, 4)
    powers = ["S", 0, "00000040"], ["i", 0], ["S", 0, "0000803f"]
    found = answer(api, "Ascend910B", "aclnnRenorm", one, *powers, one)
    assert found == (0, 1024, "Renorm:float>BroadcastTo:float>Mul:float")
