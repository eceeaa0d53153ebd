# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api that families share, or that are tested on calls of several."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import (
    BFLOAT16,
    BOOL,
    DOUBLE_ONE,
    FLOAT,
    FLOAT16,
    INT8,
    INT16,
    INT32,
    INT64,
    NCHW,
    ND,
    NULL,
    ONE,
    UINT8,
    answer,
    ints,
    tensor,
)

SHAPE = (2, 3, 4, 5)


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
