# SPDX-License-Identifier: Apache-2.0
"""What the kernels of Ascend950 that look for the place of an extreme ask for, against cases that
are worked out by hand: 64 cores, 253952 bytes of unified buffer. 16384 bytes are 256 a core."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from support import Api
from sweep.c_calls import phase_one, selected

MIB_16 = 16 << 20
FLOAT, FLOAT16, INT32, INT64, BFLOAT16 = 0, 1, 3, 9, 27
ROWS, COLUMNS, ONE, BOTH, SHARED = 10001, 10002, 10003, 10012, 30001
WIDE, GATHERED = 20003, 20002

# Element type, type of the places, dimensions, the one that is searched, schedule, bytes.
HAND: list[tuple[int, int, Sequence[int], int, int, int]] = [
    # Rows of 16384 bytes. A block has 8 results: 8 pairs of 8 bytes from 64 cores.
    (FLOAT, INT64, [4096], 0, SHARED, 8 * 8 * 64),
    (FLOAT, INT64, [4095], 0, ROWS, 0),
    (FLOAT, INT64, [], 0, ONE, 0),
    (FLOAT, INT64, [5, 1], 1, ONE, 0),
    # Of int64 a block has 4, and pairs are twice as wide.
    (INT64, INT32, [3, 2048], 1, SHARED, 4 * 16 * 64),
    # bfloat16 is compared as float32, but 16 are a block.
    (BFLOAT16, INT64, [4096], 0, SHARED, 16 * 8 * 64),
    (BFLOAT16, INT64, [4095], 0, ROWS, 0),
    # More than 0.85 of 64 rows, 54.4, are not cut, but what is set aside for them stays so: 54 and
    # 63 are 64 with the rest of the block.
    (FLOAT16, INT32, [54, 8192], 1, SHARED, 64 * 8 * 64),
    (FLOAT16, INT32, [55, 8192], 1, ROWS, 64 * 8 * 64),
    (FLOAT16, INT32, [63, 8192], 1, ROWS, 64 * 8 * 64),
    (FLOAT16, INT32, [64, 8192], 1, ROWS, 0),
    # 9 columns are 16 results; 32 are 128 bytes of elements and as many of places from each core.
    (FLOAT, INT64, [4096, 9], 0, SHARED, 16 * 8 * 64),
    (FLOAT, INT64, [4096, 32], 0, SHARED, 64 * (128 + 128)),
    # 17 int64 are 136 bytes, which take 256, as their places do.
    (INT64, INT64, [2, 2048, 17], 1, SHARED, 2 * 64 * (256 + 256)),
    # 64 pieces of 16 of 1024 columns are 64 bytes wide, which is enough. 15 of 960 columns are 60,
    # and 960 are 30 times 128 bytes.
    (FLOAT, INT64, [4096, 1024], 0, BOTH, 0),
    (FLOAT, INT64, [4096, 960], 0, SHARED, 64 * (3840 + 3840)),
    # 40 rows in front make 80 pieces of 8 columns, 32 bytes, which are too narrow. 64 elements of
    # each row, a core's part, are 4096 bytes. The buffer has no room for 640 results of 64 cores
    # and what is loaded for them: 640 * 16 + 64 * 640 * 4 + 256 + 40960 * 8 bytes.
    (FLOAT, INT64, [40, 4096, 16], 1, SHARED, 40 * 64 * (128 + 128)),
    (FLOAT, INT64, [40, 4095, 16], 1, COLUMNS, 0),
    # 43 elements of 24 columns are 4128 bytes, 42 are 4032. 172 bytes a row are less than 256.
    (FLOAT, INT64, [40, 2752, 24], 1, SHARED, 40 * 64 * (128 + 128)),
    (FLOAT, INT64, [40, 2751, 24], 1, COLUMNS, 0),
    # Short columns of one matrix, and of many, are searched side by side.
    (FLOAT, INT64, [255, 4096], 0, WIDE, 0),
    (FLOAT, INT64, [100, 3, 64], 1, GATHERED, 0),
]


@pytest.mark.parametrize("name", ["Max", "Min"])
@pytest.mark.parametrize("with_value", [False, True])
@pytest.mark.parametrize(("dtype", "places", "dims", "dim", "schedule", "more"), HAND)
def test_hand(
    api: Api,
    name: str,
    with_value: bool,
    dtype: int,
    places: int,
    dims: Sequence[int],
    dim: int,
    schedule: int,
    more: int,
) -> None:
    out = [*dims[:dim], *dims[dim + 1 :]]
    operands = [
        ["T", list(dims), dtype, 2, None, 0, list(dims)],
        ["i", dim],
        ["b", 0],
        *([["T", out, dtype, 2, None, 0, out]] if with_value else []),
        ["T", out, places, 2, None, 0, out],
    ]
    call = f"aclnn{name}Dim" if with_value else f"aclnnArg{name}"
    with selected(api, "Ascend950"):
        answer = phase_one(api, call, operands, with_plan=True)
    assert answer.plan is not None, answer.text
    kernels = [each for each in answer.plan["operators"] if each["name"].startswith("Arg")]
    if name == "Min" and not with_value and not dims:  # filled with 0
        assert not kernels
        return
    (kernel,) = kernels
    assert kernel["tiling"]["tilingKey"] == schedule
    assert kernel["tiling"]["kernel_workspace_bytes"] == MIB_16 + more
    assert answer.size >= MIB_16 + more
