# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for products with quantised weights: what phase one answers, each with the
rule that it follows from."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import FLOAT, FLOAT16, INT8, INT32, NCHW, NULL, answer, tensor

CALL = "aclnnWeightQuantBatchMatmulV2"
INT4, NZ, UINT64 = 29, 29, 10
HIFLOAT8, FLOAT8_E4M3FN, FLOAT8_E8M0, FLOAT4_E2M1 = 34, 36, 37, 40
Shape = tuple[int, int]


def _status(api: Api, x: Shape, weight: list[Any], scale: Shape, columns: int, group: int) -> int:
    return answer(
        api, "Ascend910B", CALL, tensor(FLOAT16, *x), weight,
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


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("at", range(4))
def test_scales_and_offsets_are_plain(api: Api, at: int) -> None:
    """op_api takes public formats for ND in x, weight and bias, but not in scales and offsets."""
    for layout, wanted in ((2, 0), (NCHW, 161002)):
        layouts = [layout if i == at else 2 for i in range(4)]
        scale, offset, quant_scale, quant_offset = (
            tensor(dtype, 1, 128, layout=each)
            for dtype, each in zip((FLOAT16, FLOAT16, UINT64, FLOAT), layouts, strict=True)
        )
        operands = tensor(FLOAT16, 16, 256, layout=NCHW), tensor(INT8, 256, 128)
        more = scale, offset, quant_scale, quant_offset, tensor(FLOAT16, 1, 128, layout=NCHW)
        out = tensor(INT8, 16, 128, layout=NCHW)
        found = answer(api, "Ascend910B", CALL, *operands, *more, ["i", 0], out)[0]
        assert found == wanted


@pytest.mark.usefixtures("own_library")
def test_weights_of_small_floating_points(api: Api) -> None:
    """float4 comes in groups, of 32 with scales that are powers of 2; others of 8 bits without, one
    scale for each column."""
    for weight, scale, shape, group, wanted in (
        (FLOAT4_E2M1, FLOAT8_E8M0, (2, 128), 32, 0),
        (FLOAT4_E2M1, FLOAT8_E8M0, (1, 128), 0, 161002),
        (FLOAT4_E2M1, FLOAT16, (1, 128), 0, 161002),
        (FLOAT4_E2M1, FLOAT16, (2, 128), 32, 0),
        (FLOAT8_E4M3FN, FLOAT16, (1, 128), 0, 0),
        (FLOAT8_E4M3FN, FLOAT16, (2, 128), 32, 161002),
        (HIFLOAT8, FLOAT16, (1, 1), 0, 161002),
        (HIFLOAT8, FLOAT8_E8M0, (1, 128), 0, 161002),
    ):
        operands = tensor(FLOAT16, 2, 64), tensor(weight, 64, 128), tensor(scale, *shape)
        more = ["i", group], tensor(FLOAT16, 2, 128)
        found = answer(api, "Ascend950", CALL, *operands, *[NULL] * 4, *more)[0]
        assert found == wanted, (weight, scale, shape, group)
