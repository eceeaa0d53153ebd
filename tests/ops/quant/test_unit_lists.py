# SPDX-License-Identifier: Apache-2.0
"""GroupedMatmulSwigluQuantV2: statuses that CANN's unit tests of Ascend910B2 expect, and memory by
the public tilings."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import FLOAT, INT8, INT32, INT64, KERNEL, MEBI, ND, NULL, answer, tensor

UINT64, INT4 = 10, 29
FRACTAL_NZ = 29
M, K, N, E = 192, 2048, 2048, 4


def _weight(
    *dims: int, dtype: int = INT8, layout: int = ND, storage: list[int] | None = None
) -> list[Any]:
    """A matrix, whose storage is that of its blocks where it is given."""
    found = tensor(dtype, *dims, layout=layout)
    if storage is not None:
        found[6] = storage
    return found


def _blocks(*groups: int, width: int = 32) -> list[int]:
    return [*groups, N // width, K // 16, 16, width]


def _answer(
    api: Api, call: str, weights: list[Any], scales: list[Any], soc: str = "Ascend910B", **more: Any
) -> tuple[int, int, str]:
    given: dict[str, Any] = {
        "x": tensor(INT8, M, K), "weight": ["TensorList", weights],
        "scale": ["TensorList", scales], "assist": NULL, "bias": NULL,
        "tokens": tensor(FLOAT, M), "smooth": NULL, "groups": tensor(INT64, E),
        "dequant": ["i", 0], "dtype": ["i", 0], "quant": ["i", 0], "kind": ["i", 0],
        "tuning": ["Int", [10]], "out": tensor(INT8, M, N // 2), "out_scale": tensor(FLOAT, M),
    }  # fmt: skip
    assert more.keys() <= given.keys()
    name = f"aclnnGroupedMatmulSwigluQuant{call}"
    return answer(api, soc, name, *(given | more).values())


ONE = [tensor(FLOAT, E, N)]
EACH = [tensor(FLOAT, N)] * E
NZ = [_weight(E, K, N, storage=_blocks(E))]
IN_BLOCKS = [_weight(*_blocks(E), layout=FRACTAL_NZ)]
EACH_NZ = [_weight(K, N, storage=_blocks())] * E
EACH_IN_BLOCKS = [_weight(*_blocks(), layout=FRACTAL_NZ)] * E
SMALL = [_weight(E, K, N, dtype=INT4, storage=_blocks(E, width=64))]
WORDS = [tensor(UINT64, E, N)]
ASSIST = ["TensorList", [tensor(FLOAT, E, N)]]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93"])
def test_lists_are_checked_as_cann_does(api: Api, soc: str) -> None:
    plain = [_weight(E, K, N)]
    for wanted, call, weights, scales, more in (
        (0, "WeightNzV2", NZ, ONE, {}),
        (0, "WeightNzV2", IN_BLOCKS, ONE, {}),
        (161002, "WeightNzV2", plain, ONE, {}),
        (161002, "V2", plain, ONE, {}),
        (161002, "WeightNzV2", SMALL, WORDS, {}),
        (0, "WeightNzV2", SMALL, WORDS, {"assist": ASSIST}),
        (0, "V2", [_weight(E, K, N, dtype=INT4)], WORDS, {"assist": ASSIST}),
        (0, "V2", [_weight(E, K, N // 8, dtype=INT32)], WORDS, {"assist": ASSIST}),
        (0, "WeightNzV2", EACH_NZ, EACH, {}),
        (0, "WeightNzV2", EACH_IN_BLOCKS, EACH, {}),
        (161002, "V2", [_weight(K, N)] * E, EACH, {}),
        (161002, "WeightNzV2", EACH_NZ, EACH[1:], {}),
        (161001, "WeightNzV2", NZ, [NULL], {}),
        (161001, "V2", [], ONE, {}),
        (161001, "V2", IN_BLOCKS, ONE, {"groups": NULL}),
        (161002, "V2", IN_BLOCKS, ONE, {"out": NULL, "groups": NULL}),
        (161001, "V2", IN_BLOCKS, ONE, {"out_scale": NULL}),
        (161002, "V2", IN_BLOCKS, ONE, {"smooth": tensor(FLOAT, E)}),
        (161002, "V2", IN_BLOCKS, ONE, {"groups": tensor(INT64, E + 1)}),
        (161002, "V2", IN_BLOCKS, ONE, {"tokens": tensor(FLOAT, M + 1)}),
        (161002, "V2", IN_BLOCKS, ONE, {"out": tensor(INT8, M, N)}),
        (161002, "V2", IN_BLOCKS, WORDS, {}),
        (161002, "V2", IN_BLOCKS, ONE, {"x": tensor(FLOAT, M, K)}),
        (0, "V2", IN_BLOCKS, ONE, {"kind": ["i", 1]}),
        (561103, "V2", IN_BLOCKS, ONE, {"kind": ["i", 2]}),
        (207000, "V2", SMALL, WORDS, {"x": tensor(INT4, M, K)}),
    ):
        found = _answer(api, call, weights, scales, soc, **more)
        assert found[0] == wanted, (call, weights, scales, more, found)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("dtype", [INT4, INT32])
def test_blocks_of_int4_are_whole(api: Api, dtype: int) -> None:
    """CANN rounds the numbers of blocks down, and its kernel reads beyond the weight then."""
    for rows, columns, wanted in ((32, 128, 0), (24, 128, 161002), (32, 96, 161002)):
        width = 8 if dtype == INT32 else 64
        weight = _weight(1, columns // 64, rows // 16, 16, width, dtype=dtype, layout=FRACTAL_NZ)
        found = _answer(
            api, "V2", [weight], [tensor(UINT64, 1, columns)], x=tensor(INT8, M, rows),
            assist=["TensorList", [tensor(FLOAT, 1, columns)]], groups=tensor(INT64, 1),
            out=tensor(INT8, M, columns // 2),
        )  # fmt: skip
        assert found[0] == wanted, (rows, columns, found)


@pytest.mark.usefixtures("own_library")
def test_lists_ask_for_what_the_public_tilings_say(api: Api) -> None:
    """Of int8 20 MiB and all products; of int4 16 MiB, and x and two halves of products of as many
    rows as 32 MiB have room for, twice."""
    assert _answer(api, "V2", IN_BLOCKS, ONE)[2].endswith(f"|{20 * MEBI + M * N * 4}")
    rows = 2 * (32 * MEBI // (K + 4 * N))
    found = _answer(api, "WeightNzV2", SMALL, WORDS, assist=ASSIST)
    assert found[2].endswith(f"|{KERNEL + rows * (K + 4 * N)}")
