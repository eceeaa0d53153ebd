# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for products with quantised weights: what phase one answers, each with the
rule that it follows from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import FLOAT16, INT32, NULL, answer, tensor

INT4, NZ = 29, 29
Shape = tuple[int, int]


def _status(api: Api, x: Shape, weight: list[Any], scale: Shape, columns: int, group: int) -> int:
    return answer(
        api, "Ascend910B", "aclnnWeightQuantBatchMatmulV2", tensor(FLOAT16, *x), weight,
        tensor(FLOAT16, *scale), *[NULL] * 4, ["i", group], tensor(FLOAT16, x[0], columns),
    )[0]  # fmt: skip


def _fractals(dtype: int, shape: Shape, strides: list[int] | None = None) -> list[Any]:
    """Blocks of 16 rows of 32 bytes."""
    blocks = [-(-shape[1] // 16), -(-shape[0] // 16), 16, 16]
    return ["T", list(shape), dtype, NZ, strides, 0, blocks]


@pytest.mark.usefixtures("own_library")
def test_packed_fractals_follow_the_rules_of_int4(api: Api) -> None:
    """Eight numbers of an int32 are int4 before they are looked at. Groups of 64 or 128 rows divide
    the rows, 64 the columns; without groups fractals must be transposed."""
    for dtype, width in ((INT4, 128), (INT32, 16)):
        for rows, group, wanted in (
            (256, 128, 0),
            (256, 64, 0),
            (256, 32, 161002),
            (192, 128, 161002),
            (256, 0, 161002),
        ):
            scale = (-(-rows // group), 128) if group else (1, 128)
            weight = _fractals(dtype, (rows, width))
            found = _status(api, (16, rows), weight, scale, 128, group)
            assert found == wanted, (dtype, rows, group)
    turned = _fractals(INT32, (32, 128), [1, 32])
    assert _status(api, (16, 256), turned, (1, 128), 128, 0) == 0
