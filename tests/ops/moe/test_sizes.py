# SPDX-License-Identifier: Apache-2.0
"""The mixture of experts: which operators calls become, and what memory these ask for, by CANN's
op_api and the public tilings of their kernels."""

from __future__ import annotations

from typing import Any

import pytest
from ops.quant.mx_oracle import E5M2
from support import Api
from sweep.rules import (
    BFLOAT16,
    BLOCK,
    BOOL,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    KERNEL,
    NULL,
    answer,
    ints,
    room,
    tensor,
    written,
)

FALSE, TRUE = ["b", 0], ["b", 1]
E8M0 = 37
ZERO, TWO = ["i", 0], ["i", 2]


@pytest.mark.usefixtures("own_library")
def test_results_take_no_workspace(api: Api) -> None:
    """A dense result is written where it is wanted: what is left is the kernel's memory."""
    rows, tokens = tensor(FLOAT, 1000, 256), tensor(FLOAT, 500, 256)
    places, weights = tensor(INT32, 1000), tensor(FLOAT, 500, 2)
    gate = [["i", value] for value in (8, 4, 8, 1, 0, 1)]
    calls: dict[str, list[Any]] = {
        "aclnnMoeTokenPermuteGrad": [rows, places, TWO, FALSE, tokens],
        "aclnnMoeInitRoutingV2Grad": [rows, places, TWO, ZERO, ZERO, tokens],
        "aclnnMoeTokenUnpermute": [rows, places, weights, FALSE, NULL, tokens],
        "aclnnMoeTokenUnpermuteGrad": [
            rows, tokens, places, weights, FALSE, NULL, rows, weights,
        ],
        "aclnnMoeFinalizeRoutingV2": [rows, places, NULL, NULL, NULL, weights, NULL, ZERO, tokens],
        "aclnnMoeFinalizeRoutingV2Grad": [
            tokens, places, rows, weights, NULL, NULL, ZERO, ZERO, ZERO, ZERO, rows, weights,
        ],
        "aclnnMoeGatingTopK": [
            tokens, NULL, *gate, FALSE, ["d", 1.0], ["d", 0.0], tensor(FLOAT, 500, 8),
            tensor(INT32, 500, 8), tokens,
        ],
    }  # fmt: skip
    for soc in ("Ascend910B", "Ascend950"):
        for call, arguments in calls.items():
            assert answer(api, soc, call, *arguments)[:2] == (0, room(KERNEL)), (soc, call)


@pytest.mark.usefixtures("own_library")
def test_copies_of_experts_take_their_kernels_memory_alone(api: Api) -> None:
    experts, mask = tensor(INT32, 50, 4), tensor(BOOL, 50, 4)
    arguments = [tensor(INT32, 256, 5), NULL, NULL, NULL, ZERO, ["i", 8], ZERO, experts, mask]
    found = answer(api, "Ascend910B", "aclnnMoeUpdateExpert", experts, *arguments)
    assert found[:2] == (0, room(KERNEL))


@pytest.mark.usefixtures("own_library")
def test_routing_by_a_range_asks_for_what_the_public_tiling_says(api: Api) -> None:
    """Seven numbers for each row, 64 bytes a core, a number for each expert and 32 bytes (on
    Ascend950 two, of eight experts at a time); with quantisation also a row of floats for each
    core. The last: moe_init_routing_v3_tiling_arch35.cpp."""
    for quantises, soc, cores, counts in (
        (False, "Ascend910B", 48, 4 * 20 + 32), (True, "Ascend910B", 48, 4 * 20 + 32),
        (False, "Ascend950", 64, 2 * 4 * 24), (True, "Ascend950", 64, 2 * 4 * 24),
    ):  # fmt: skip
        found = answer(
            api, soc, "aclnnMoeInitRoutingV3", tensor(FLOAT, 500, 256), tensor(INT32, 500, 2),
            NULL, NULL, ["i", -1], ["i", -1], ["i", 20], ZERO, ["i", 1], TRUE,
            ["i", 1 if quantises else -1], ints(0, 20), ZERO,
            tensor(INT8 if quantises else FLOAT, 1000, 256), tensor(INT32, 1000),
            tensor(INT64, 20), tensor(FLOAT, 1000),
        )  # fmt: skip
        bytes_ = KERNEL + 28 * 1000 + 64 * cores + counts
        assert found[:2] == (0, room(bytes_ + 4 * 256 * cores * quantises)), (soc, quantises)


@pytest.mark.usefixtures("own_library")
def test_permuted_tokens_of_950_are_cut_out_of_all(api: Api) -> None:
    """The kernel writes the rows, places, 10,240 counts of int64 and scales of all rows, and asks
    for seven numbers a row, two a count, 64 bytes a core, and a row of floats each; slices
    follow."""
    for mode, dtype, scales in ((-1, FLOAT16, tensor(FLOAT, 0)), (2, E5M2, tensor(E8M0, 600, 8))):
        call = [
            tensor(FLOAT16, 500, 256), tensor(INT64, 500, 2), ["i", 0], FALSE, ["i", mode],
            tensor(dtype, 600, 256), tensor(INT32, 1000), scales,
        ]  # fmt: skip
        width = 2 if mode == -1 else 1
        of_rows = 4 if mode == -1 else 8
        assert written(api, "Ascend950", "aclnnMoeTokenPermuteV2", call) == [
            ("Cast", 4000),
            ("MoeInitRoutingV3", 1000 * 256 * width + 4000 + 10240 * 8 + 1000 * of_rows),
            ("Slice", 600 * 256 * width),
            ("Slice", 4000),
            *[("Slice", 600 * 8)] * (mode == 2),
        ]
        own = KERNEL + 28 * 1000 + 64 * 64 + 2 * 4 * 10240 + 4 * 64 * 256 * (mode == 2)
        found = answer(api, "Ascend950", "aclnnMoeTokenPermuteV2", *call)[2]
        asked = [int(each.split("|")[1]) for each in found.split(">")]
        assert asked == [KERNEL, own, KERNEL, KERNEL, KERNEL][: 5 if mode == 2 else 4]


@pytest.mark.usefixtures("own_library")
def test_first_routing_asks_for_what_the_public_tilings_say(api: Api) -> None:
    """Seven numbers for each row, and 64 bytes a core; up to 32 quantised rows need one core."""
    for soc, quantised, tokens, cores in (
        ("Ascend910B", False, 16, 48), ("Ascend950", False, 500, 64),
        ("Ascend910B", True, 16, 1), ("Ascend910B", True, 17, 48),
    ):  # fmt: skip
        ids, places = tensor(INT32, tokens, 2), tensor(INT32, 2 * tokens)
        factors = [["d", 1.0], ["d", 0.0]] if quantised else []
        found = answer(
            api, soc, "aclnnMoeInitRouting" + "Quant" * quantised, tensor(FLOAT, tokens, 8), ids,
            ids, ["i", tokens], *factors, tensor(INT8 if quantised else FLOAT, 2 * tokens, 8),
            places, places,
        )  # fmt: skip
        assert found[:2] == (0, room(KERNEL + 28 * 2 * tokens + 64 * cores)), (soc, quantised)


@pytest.mark.usefixtures("own_library")
def test_quantised_routing_keeps_rows_that_do_not_fit(api: Api) -> None:
    """Eight numbers for each row, two for each core and one for each expert; of rows quantised by
    scales of their own that the buffer does not hold whole, floats for each core."""
    for soc, mode, columns, cores, is_cut in (
        ("Ascend910B", 0, 20000, 48, False),
        ("Ascend910B", 1, 7168, 48, False),
        ("Ascend910B", 1, 9000, 48, False),
        ("Ascend910B", 1, 9600, 48, True),
        ("Ascend950", 1, 9600, 64, False),
        ("Ascend950", 1, 12000, 64, True),
    ):
        scale = tensor(FLOAT, 1) if mode == 0 else NULL
        found = answer(
            api, soc, "aclnnMoeInitRoutingQuantV2", tensor(FLOAT16, 50, columns),
            tensor(INT32, 50, 2), scale, scale, ZERO, ZERO, ["i", 7], ZERO, ZERO, FALSE,
            ["i", mode], tensor(INT8, 100, columns), tensor(INT32, 100), NULL, NULL,
            tensor(FLOAT, 100),
        )  # fmt: skip
        bytes_ = KERNEL + 32 * 100 + 8 * cores + 4 * 7 + 4 * cores * columns * is_cut
        assert found[:2] == (0, room(bytes_)), (soc, mode, columns)


@pytest.mark.usefixtures("own_library")
def test_ends_of_experts_take_a_number_of_each_on_each_core(api: Api) -> None:
    found = answer(
        api, "Ascend910B", "aclnnMoeComputeExpertTokens", tensor(INT32, 1000), ["i", 20],
        tensor(INT32, 20),
    )  # fmt: skip
    assert found[:2] == (0, room(KERNEL + 4 * 20 * 48))


@pytest.mark.usefixtures("own_library")
def test_sizes_of_calls_of_a_range(api: Api) -> None:
    """Four numbers for each row and 64 bytes a core; one of the tilings names no memory."""
    rows, tokens, places = tensor(FLOAT, 400, 256), tensor(FLOAT, 500, 256), tensor(INT32, 1000)
    weights, probs, ends = tensor(FLOAT, 400), tensor(FLOAT, 500, 2), ints(100, 500)
    calls: dict[str, tuple[list[Any], int]] = {
        "aclnnMoeTokenPermuteWithEp": (
            [tokens, tensor(INT32, 500, 2), probs, ends, ZERO, FALSE, rows, places, weights],
            room(KERNEL + 16 * 1000 + 64 * 48),
        ),
        "aclnnMoeTokenPermuteWithEpGrad": (
            [rows, places, weights, TWO, ends, FALSE, tokens, probs], 0,
        ),
        "aclnnMoeTokenUnpermuteWithEp": (
            [rows, places, probs, TWO, ends, FALSE, NULL, tokens], room(KERNEL),
        ),
        "aclnnMoeTokenUnpermuteWithEpGrad": (
            [tokens, places, rows, probs, FALSE, NULL, ends, TWO, rows, probs], room(KERNEL),
        ),
        "aclnnMoeTokenUnpermuteWithRoutingMapGrad": (
            [tokens, places, places, tensor(INT8, 500, 9), tensor(FLOAT, 1000, 256),
             tensor(FLOAT, 500, 9), FALSE, NULL, tensor(FLOAT, 1000, 256), tensor(FLOAT, 500, 9)],
            room(KERNEL),
        ),
    }  # fmt: skip
    for call, (arguments, wanted) in calls.items():
        assert answer(api, "Ascend910B", call, *arguments)[:2] == (0, wanted), call


# --- Calls of a map -------------------------------------------------------------------------------


def _map_call(
    api: Api, kind: str, dtype: int, padded: bool, has_weights: bool = True
) -> tuple[int, int, str]:
    rows, tokens = tensor(dtype, 1000, 256), tensor(dtype, 500, 256)
    marks, probs = tensor(INT8, 500, 20), tensor(dtype, 500, 20)
    places, weights, shape = tensor(INT32, 1000), tensor(dtype, 1000), ints(500, 256)
    flag = TRUE if padded else FALSE
    if not has_weights:
        probs = weights = NULL
    arguments = {
        "TokenPermute": [tokens, marks, probs, ["i", 1000], flag, rows, weights, places],
        "TokenPermuteGrad": [
            rows, weights, places, marks, ["i", 20], ["i", 500], flag, tokens, probs,
        ],
        "TokenUnpermute": [
            rows, places, marks, probs, flag, shape, tokens, places, places, weights,
        ],
    }[kind]  # fmt: skip
    name = kind.removesuffix("Grad") + "WithRoutingMap" + "Grad" * kind.endswith("Grad")
    return answer(api, "Ascend910B", f"aclnnMoe{name}", *arguments)


@pytest.mark.parametrize(
    ("kind", "dtype", "padded", "wanted"),
    [
        ("TokenPermute", FLOAT, False, "Transpose Transpose MoeTokenPermuteWithRoutingMap"),
        ("TokenPermute", FLOAT, True,
         "Transpose Transpose MoeTokenPermuteWithRoutingMap GatherV3"),
        ("TokenPermuteGrad", FLOAT, False,
         ("ZerosLike ZerosLike MoeTokenPermuteWithRoutingMapGrad "
          "Transpose Cast Transpose MaskedScatter Transpose")),
        ("TokenPermuteGrad", FLOAT, True,
         "ZerosLike ZerosLike MoeTokenPermuteWithRoutingMapGrad InplaceIndexAdd"),
        ("TokenPermuteGrad", FLOAT16, True,
         "ZerosLike ZerosLike MoeTokenPermuteWithRoutingMapGrad Sort InplaceIndexAddWithSorted"),
        ("TokenUnpermute", FLOAT, False, "MoeTokenUnpermuteWithRoutingMap"),
        ("TokenUnpermute", FLOAT, True,
         "MoeTokenUnpermuteWithRoutingMap Mul ZerosLike Sort InplaceIndexAdd"),
        ("TokenUnpermute", FLOAT16, True,
         "MoeTokenUnpermuteWithRoutingMap Mul ZerosLike Sort InplaceIndexAddWithSorted"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("own_library")
def test_calls_of_a_map_become_the_operators_of_op_api(
    api: Api, kind: str, dtype: int, padded: bool, wanted: str
) -> None:
    status, _, operators = _map_call(api, kind, dtype, padded)
    assert status == 0
    assert [each.split(":")[0] for each in operators.split(">")] == wanted.split()


@pytest.mark.usefixtures("own_library")
def test_sizes_of_calls_of_a_map(api: Api) -> None:
    """The memory of their kernels, and what lies between operators: results do not."""
    transposed = room(500 * 20) + room(4 * 500 * 20)
    sorts_rows = room(KERNEL + 16 * 1000 + 64 * 48)
    sorts_tokens = room(KERNEL + 16 * 500 * 48 + 64 * 48)
    for kind, padded, has_weights, wanted in (
        ("TokenPermute", False, True, transposed + sorts_rows),
        # A result that the operator does not have has no elements, and takes a block.
        ("TokenPermute", True, True, transposed + sorts_tokens + BLOCK),
        ("TokenPermute", False, False, room(500 * 20) + sorts_rows + BLOCK),
        ("TokenPermuteGrad", True, True, room(KERNEL)),
        ("TokenPermuteGrad", False, False, room(KERNEL)),
        ("TokenPermuteGrad", True, False, 0),
        ("TokenUnpermute", False, True, room(2 * KERNEL) + 2 * room(4 * 1000)),
        ("TokenUnpermute", False, False, room(2 * KERNEL) + 2 * room(4 * 1000) + BLOCK),
    ):
        found = _map_call(api, kind, FLOAT, padded, has_weights)
        assert found[:2] == (0, wanted), (kind, padded, has_weights)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("version", "wanted"), [("V2", 161001), ("V3", 0)])
def test_the_third_version_of_routed_products_needs_no_bias(
    api: Api, version: str, wanted: int
) -> None:
    """aclnn_grouped_matmul_finalize_routing.cpp: scene of V2, CheckSupportSceneforV3."""
    rows, numbers = tensor(FLOAT, 192), tensor(INT64, 192)
    scale, offset = (tensor(dtype, 4, 1, 7168) for dtype in (INT64, FLOAT))
    tuning = [NULL] if version == "V3" else []
    found = answer(
        api, "Ascend910B", f"aclnnGroupedMatmulFinalizeRouting{version}", tensor(INT8, 192, 2048),
        tensor(INT32, 4, 2048, 896), scale, NULL, offset, NULL, NULL, rows, tensor(INT64, 4),
        tensor(BFLOAT16, 8, 7168), rows, numbers, ZERO, ["f", 1.0], ZERO, FALSE, FALSE, ["i", 1],
        *tuning, tensor(FLOAT, 24, 7168),
    )  # fmt: skip
    assert found[0] == wanted


@pytest.mark.usefixtures("own_library")
def test_the_first_kernel_of_ascend950_that_chooses_by_softmax_has_2048_experts(api: Api) -> None:
    """moe_gating_top_k_softmax_tiling_arch35.cpp; other products and the second version have no
    such end."""
    chosen = [tensor(FLOAT, 16, 8), tensor(INT32, 16, 8), tensor(INT32, 16, 8)]

    def status(soc: str, experts: int) -> int:
        scores = tensor(FLOAT, 16, experts)
        return answer(api, soc, "aclnnMoeGatingTopKSoftmax", scores, NULL, ["i", 8], *chosen)[0]

    assert status("Ascend950", 2048) == 0
    assert status("Ascend950", 2049) == 561002
    assert status("Ascend910B", 2049) == 0
