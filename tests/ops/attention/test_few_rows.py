# SPDX-License-Identifier: Apache-2.0
"""One to nine rows that share keys, which are read where they lie, against float64."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from support import run_python

import aclnn_py as acl

Array = NDArray[Any]

KEY_HEADS, DEPTH, BLOCK, BLOCKS = 5, 64, 128, 9
RNG = np.random.default_rng(41)
TABLE = RNG.permutation(BLOCKS).astype(np.int32)[None]
SCALE = DEPTH**-0.5


def attended(query: Array, key: Array, value: Array, group: int) -> Array:
    """Of queries [heads, depth] to keys [keys, key heads, depth]."""
    keys, values = (
        np.repeat(each.astype(np.float64), group, 1).swapaxes(0, 1) for each in (key, value)
    )
    powers = np.exp(np.einsum("hd,hkd->hk", query.astype(np.float64), keys) * SCALE)
    found: Array = np.einsum("hk,hkd->hd", powers / powers.sum(-1, keepdims=True), values)
    return found


@pytest.mark.parametrize("kind", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("group", [1, 2, 4, 5, 8, 9])
def test_pages(kind: Any, group: int) -> None:
    heads = group * KEY_HEADS
    for count in (1, 130, BLOCK * BLOCKS - 3):
        query = RNG.standard_normal((1, 1, heads * DEPTH)).astype(kind)
        key, value = (
            RNG.standard_normal((BLOCKS, BLOCK, KEY_HEADS * DEPTH)).astype(kind) for _ in range(2)
        )
        out = np.zeros_like(query)
        acl.fused_infer_attention_score_v2(
            query, [key], [value], actual_seq_lengths_kv=[count], block_table=TABLE,
            num_heads=heads, scale_value=SCALE, input_layout="BSH", block_size=BLOCK,
            num_key_value_heads=KEY_HEADS, attention_out=out,
        )  # fmt: skip
        keys, values = (
            each[TABLE[0]].reshape(-1, KEY_HEADS, DEPTH)[:count] for each in (key, value)
        )
        wanted = attended(query.reshape(heads, DEPTH), keys, values, group)
        error = 2.0**-8 if kind == ml_dtypes.bfloat16 else 2.0**-10
        found = out.reshape(heads, DEPTH).astype(np.float64)
        assert np.allclose(found, wanted, rtol=error, atol=error / 8)


BITS = f"""
import hashlib
import numpy as np
import aclnn_py as acl

random = np.random.default_rng(5)
heads, shape = 4 * {KEY_HEADS}, ({BLOCKS}, {BLOCK}, {KEY_HEADS} * {DEPTH})
query = random.standard_normal((2, 1, heads * {DEPTH})).astype(np.float16)
key, value = (random.standard_normal(shape).astype(np.float16) for _ in range(2))
table = np.stack([random.permutation({BLOCKS}) for _ in range(2)]).astype(np.int32)
out = np.zeros_like(query)
acl.fused_infer_attention_score_v2(
    query, [key], [value], actual_seq_lengths_kv=[700, 1111], block_table=table,
    num_heads=heads, scale_value={SCALE}, input_layout="BSH", block_size={BLOCK},
    num_key_value_heads={KEY_HEADS}, attention_out=out,
)
print(hashlib.sha256(out.tobytes()).hexdigest())
"""


@pytest.mark.slow
def test_cores_change_no_bit() -> None:
    """One has the keys of all heads, of many each has those of one."""
    runs = [run_python(BITS, {"ACLNN_CORES": cores}) for cores in ("1", "3", "10")]
    assert len({run.stdout for run in runs}) == 1, [run.stderr for run in runs]
    assert len(runs[0].stdout) == 65
