# SPDX-License-Identifier: Apache-2.0
"""int8 results of attention for inference: result * scale + offset, rounded to nearest even and
saturated, against float64, and what the public tilings refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import aclnn_py as acl

Array = NDArray[Any]

B, HEADS, N, S, D = 2, 4, 2, 40, 32
TILING = 561002

RNG = np.random.default_rng(31)
KEY, VALUE = (RNG.standard_normal((B, N, S, D)).astype(np.float16) for _ in range(2))
COLUMNS = RNG.uniform(20, 200, (HEADS, D)).astype(np.float32)
SHIFTS = RNG.uniform(-70, 70, (HEADS, D)).astype(np.float32)


def infer(query: Array, scale: Array | None, offset: Array | None, **more: Any) -> Array:
    out = np.full(query.shape, 77, more.pop("out_type", np.int8))
    keys = [more.pop("key", KEY)], [more.pop("value", VALUE)]
    acl.fused_infer_attention_score_v4(
        query, *keys, quant_scale2=scale, quant_offset2=offset, attention_out=out,
        **{"num_heads": HEADS, "num_key_value_heads": N, "input_layout": "BNSD",
           "scale_value": 0.2, "inner_precise": 1, **more},
    )  # fmt: skip
    return out


def attended(query: Array) -> Array:
    key, value = (np.repeat(each.astype(np.float64), HEADS // N, 1) for each in (KEY, VALUE))
    powers = np.exp(query.astype(np.float64) @ key.swapaxes(2, 3) * 0.2)
    found: Array = powers / powers.sum(-1, keepdims=True) @ value
    return found


def is_quantised(found: Array, exact: Array) -> None:
    """To the bit, but for what lies nearer to a half than float32's sums are exact."""
    assert np.abs(exact).max() > 128  # some saturate
    distance = np.abs(exact - np.floor(exact) - 0.5)
    expected = np.clip(np.rint(exact), -128, 127)
    wrong = found != expected
    assert (np.abs(found - expected)[wrong] == 1).all()
    assert (distance[wrong] < 1e-3).all()


@pytest.mark.parametrize("rows", [1, 7])
def test_results_are_quantised_by_column(rows: int) -> None:
    query = RNG.standard_normal((B, HEADS, rows, D)).astype(np.float16) * 4
    result = attended(query)
    exact = result * COLUMNS[:, None] + SHIFTS[:, None]
    for shape in ((1, HEADS, 1, D), (HEADS, D), (HEADS * D,), (1, 1, HEADS * D)):
        is_quantised(infer(query, COLUMNS.reshape(shape), SHIFTS.reshape(shape)), exact)
    is_quantised(infer(query, COLUMNS, None), result * COLUMNS[:, None])


@pytest.mark.parametrize("rows", [1, 7])
def test_results_are_quantised_by_one_number(rows: int) -> None:
    query = RNG.standard_normal((B, HEADS, rows, D)).astype(np.float16) * 4
    scale, offset = np.array([160.0], np.float32), np.array([-33.25], np.float32)
    is_quantised(infer(query, scale, offset), attended(query) * 160 - 33.25)
    heads = query.transpose(0, 2, 1, 3).reshape(B, rows, HEADS * D)
    sides = {name: np.ascontiguousarray(each.transpose(0, 2, 1, 3)).reshape(B, S, N * D)
             for name, each in (("key", KEY), ("value", VALUE))}  # fmt: skip
    found = infer(heads, scale, offset, input_layout="BSH", **sides)
    found = found.reshape(B, rows, HEADS, D).transpose(0, 2, 1, 3)
    is_quantised(found, attended(query) * 160 - 33.25)


def test_rows_that_do_not_count_are_0() -> None:
    query = RNG.standard_normal((B, HEADS, 7, D)).astype(np.float16) * 4
    found = infer(query, COLUMNS, SHIFTS, actual_seq_lengths=[7, 3])
    assert (found[1, :, 3:] == 0).all()
    exact = attended(query) * COLUMNS[:, None] + SHIFTS[:, None]
    is_quantised(found[1, :, :3], exact[1, :, :3])


def status(rows: int, scale: Array | None, offset: Array | None = None, **more: Any) -> int:
    query = np.zeros((B, HEADS, rows, D), np.float16)
    try:
        infer(query, scale, offset, **more)
    except acl.AclError as error:
        return int(error.code)
    return 0


ONE = np.ones(1, np.float32)
MASK = np.triu(np.ones((2048, 2048), np.bool_), 1)


def test_scales_are_refused_as_the_tilings_do() -> None:
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    for rows in (1, 7):
        assert status(rows, None) == TILING
        assert status(rows, ONE) == 0
        assert status(rows, ONE.astype(bfloat16)) == TILING  # not of bfloat16 queries
        assert status(rows, ONE, ONE.astype(np.float16)) == TILING
        assert status(rows, np.ones(HEADS, np.float32)) == TILING
    assert status(1, ONE, COLUMNS) == 0
    assert status(7, ONE, COLUMNS) == TILING
    assert status(1, ONE.astype(np.float16)) == TILING
    assert status(7, ONE.astype(np.float16)) == 0
    # Without an int8 result single rows refuse scales, and several do not look at them.
    assert status(1, ONE, out_type=np.float16) == TILING
    assert status(7, ONE, out_type=np.float16) == 0


def test_offsets_require_that_all_rows_see_a_key() -> None:
    seen: dict[str, Any] = {"atten_mask": MASK, "sparse_mode": 3}
    assert status(7, ONE, ONE, **seen) == 0
    assert status(7, ONE, ONE, **seen, actual_seq_lengths_kv=[40, 6]) == TILING
    assert status(7, ONE, None, **seen, actual_seq_lengths_kv=[40, 6]) == 0
    band: dict[str, Any] = {"atten_mask": MASK, "sparse_mode": 4}
    assert status(7, ONE, None, **band, pre_tokens=-1, next_tokens=5) == TILING
    assert status(7, COLUMNS, None, softmax_lse_flag=True) == TILING
    assert status(7, ONE, None, softmax_lse_flag=True) == 0


def test_single_row_calls_quantise_results() -> None:
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16) * 4
    exact = attended(query) * COLUMNS[:, None] + SHIFTS[:, None]
    for call in (acl.incre_flash_attention_v2, acl.incre_flash_attention_v4):
        out = np.zeros(query.shape, np.int8)
        call(
            query, [KEY], [VALUE], quant_scale2=COLUMNS, quant_offset2=SHIFTS, num_heads=HEADS,
            num_key_value_heads=N, input_layout="BNSD", scale_value=0.2, attention_out=out,
        )  # fmt: skip
        is_quantised(out, exact)
