# SPDX-License-Identifier: Apache-2.0
"""MlaProlog with weights whose views have the dimensions of blocks."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import aclnn_py as acl

WIDTH, QUERIES, KEYS, DEPTH, ROPE, HEADS = 6144, 1536, 512, 128, 64, 2
WEIGHTS = {
    "weight_dq": (WIDTH, QUERIES),
    "weight_uq_qr": (QUERIES, HEADS * (DEPTH + ROPE)),
    "weight_dkv_kr": (WIDTH, KEYS + ROPE),
}


def _in_blocks(matrix: NDArray[Any]) -> NDArray[Any]:
    """Blocks of 16 rows of 32 bytes, column by column of blocks."""
    rows, columns = matrix.shape
    width = 32 // matrix.itemsize
    blocks = matrix.reshape(rows // 16, 16, columns // width, width)
    return np.ascontiguousarray(blocks.transpose(2, 0, 1, 3))


def _operands(kind: Any) -> dict[str, Any]:
    rng = np.random.default_rng(3)

    def numbers(*shape: int, dtype: Any = ml_dtypes.bfloat16) -> NDArray[Any]:
        return rng.integers(-1, 2, shape).astype(dtype)

    given: dict[str, Any] = {
        "token_x": numbers(3, WIDTH, dtype=kind),
        **{name: numbers(*shape, dtype=kind) for name, shape in WEIGHTS.items()},
        "weight_uk": numbers(HEADS, DEPTH, KEYS),
        "rmsnorm_gamma_cq": numbers(QUERIES),
        "rmsnorm_gamma_ckv": numbers(KEYS),
        "rope_sin": numbers(3, ROPE),
        "rope_cos": numbers(3, ROPE),
        "cache_index": np.array([4, 0, 17]),
        "kv_cache_ref": np.zeros((2, 16, 1, KEYS), ml_dtypes.bfloat16),
        "kr_cache_ref": np.zeros((2, 16, 1, ROPE), ml_dtypes.bfloat16),
    }
    if kind == np.int8:
        given["dequant_scale_x"] = np.ones((3, 1), np.float32)
        for name, (_, columns) in WEIGHTS.items():
            scale = name.replace("weight", "dequant_scale_w")
            given[scale] = np.full((1, columns), 0.25, np.float32)
    return given


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", [ml_dtypes.bfloat16, np.int8])
def test_weights_may_be_views_of_blocks(kind: Any) -> None:
    given = _operands(kind)
    caches = {name: given[name].copy() for name in ("kv_cache_ref", "kr_cache_ref")}
    expected = acl.mla_prolog_v2_weight_nz(**(given | caches))
    blocks = {name: _in_blocks(given[name]) for name in WEIGHTS}
    found = acl.mla_prolog_v2_weight_nz(**(given | blocks))
    for got, wanted in zip(found, expected, strict=True):
        assert np.any(np.asarray(wanted, np.float32))
        assert (np.asarray(got) == np.asarray(wanted)).all()
    assert (given["kv_cache_ref"] == caches["kv_cache_ref"]).all()
