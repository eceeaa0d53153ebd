# SPDX-License-Identifier: Apache-2.0
"""Which types and operations a product takes: CANN's documentation of each function."""

from __future__ import annotations

import pytest
from hccl.ranks import MAX, MIN, PROD, SUM, run

pytestmark = pytest.mark.slow  # a process for each rank

INT8, INT16, INT32, FP16, FP32, INT64, UINT64, UINT8, UINT16, UINT32, FP64, BF16 = range(12)
HIF8, FP8E4M3, FP8E5M2, FP8E8M0 = 14, 15, 16, 17

PLAIN = {*range(12)} - {BF16}
SMALL_FLOATS = {HIF8, FP8E4M3, FP8E5M2, FP8E8M0}
WITHOUT_PROD = {INT16, BF16}
ON_910 = {INT8, INT32, INT64, FP16, FP32}
ON_910B = {*ON_910, INT16, BF16}
ON_950 = {*ON_910B, UINT64, FP64}

#: Moved; reduced; reduced by ReduceScatterV and with which operations.
PRODUCTS = {
    "Ascend910A": (PLAIN, ON_910, set(), ()),
    "Ascend910B2": ({*PLAIN, BF16}, ON_910B, ON_910B - {INT64}, (SUM, MAX, MIN)),
    "Ascend910_9391": ({*PLAIN, BF16}, ON_910B, ON_910B, (SUM, MAX, MIN)),
    "Ascend950": ({*PLAIN, BF16, *SMALL_FLOATS}, ON_950, ON_950, (SUM, PROD, MAX, MIN)),
}


@pytest.mark.parametrize("product", PRODUCTS)
def test_types(product: str) -> None:
    moved, reduced, reduced_v, operations = PRODUCTS[product]

    def pairs(types: set[int], of: tuple[int, ...]) -> list[str]:
        return [
            f"{type_} {op}"
            for type_ in sorted(types)
            for op in of
            if op != PROD or type_ not in WITHOUT_PROD
        ]

    answer = run("products", 1, ACLNN_SOC=product)[0]
    assert answer["moved"] == [str(type_) for type_ in sorted(moved)]
    assert answer["reduced"] == pairs(reduced, (SUM, PROD, MAX, MIN))
    assert answer["reduced_v"] == pairs(reduced_v, operations)
    newer = [] if product == "Ascend910A" else ["HcclAllGatherV", "HcclAlltoAllVC"]
    assert answer["functions"] == newer
