# SPDX-License-Identifier: Apache-2.0
"""MlaProlog with weights whose views have the dimensions of blocks, and what its third version has
more than the others."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from support import Api
from sweep.rules import BFLOAT16, INT64, NULL, answer, tensor

import aclnn_py as acl
from build_support.facts import prototypes

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


@pytest.mark.usefixtures("own_library")
def test_forms_that_are_not_implemented_say_so(api: Api) -> None:
    """Of the third version: caches in other orders, and queries that were normalised."""
    shapes = {
        "tokenX": (1, WIDTH), "weightDq": (WIDTH, QUERIES), "weightUqQr": (QUERIES, 192),
        "weightUk": (1, DEPTH, KEYS), "weightDkvKr": (WIDTH, KEYS + ROPE),
        "rmsnormGammaCq": (QUERIES,), "rmsnormGammaCkv": (KEYS,), "ropeSin": (1, ROPE),
        "ropeCos": (1, ROPE), "kvCacheRef": (1, 16, 1, KEYS), "krCacheRef": (1, 16, 1, ROPE),
        "queryOut": (1, 1, KEYS), "queryRopeOut": (1, 1, ROPE),
    }  # fmt: skip
    numbers = {"int64_t": ["i", 0], "double": ["d", 1.0]}

    def status(**more: Any) -> int:
        given = {name: tensor(BFLOAT16, *dims) for name, dims in shapes.items()}
        for name in ("weightDq", "weightUqQr", "weightDkvKr"):
            given[name] = tensor(BFLOAT16, *shapes[name], layout=29)
        given |= {"cacheIndexOptional": tensor(INT64, 1)} | more
        call = "aclnnMlaPrologV3WeightNz"
        order = [given.get(name, numbers.get(kind, NULL)) for name, kind in prototypes()[call]]
        return answer(api, "Ascend910B", call, *order)[0]

    assert status() == 0
    assert status(cacheModeOptional=["s", "PA_BLK_NZ"]) == 207000
    assert status(cacheModeOptional=["s", "BSND"]) == 207000
    assert status(cacheModeOptional=["s", "NZ"]) == 561002
    assert status(queryNormOutOptional=tensor(BFLOAT16, 1, QUERIES)) == 207000
