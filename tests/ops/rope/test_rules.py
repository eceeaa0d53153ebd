# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for rotary embeddings: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, INT64, MEBI, NULL, answer, tensor

import aclnn_py as acl

Shape = tuple[int, ...]


@pytest.mark.usefixtures("own_library")
def test_the_tilings_of_ropes_take_fewer_shapes_on_910b(api: Api) -> None:
    """Of halves at most 896 columns, and no [B, N, S, D] of many heads; of neighbours angles of one
    dimension; InterleaveRope takes the batches of x and one head."""

    def status(soc: str, shape: Shape, angles: Shape, mode: int) -> int:
        x, c = tensor(FLOAT16, *shape), tensor(FLOAT16, *angles)
        return answer(api, soc, "aclnnRotaryPositionEmbedding", x, c, c, ["i", mode], x)[0]

    refused: list[tuple[Shape, Shape, int]] = [
        ((2, 3, 4, 1024), (2, 3, 4, 1024), 0),
        ((4, 17, 8, 64), (1, 1, 8, 64), 0),  # 68 heads beside 8 rows
        ((2, 2, 3, 20), (1, 1, 3, 20), 0),  # 10 halves are 20 bytes; 8 beside 1 row a core
        ((2, 3, 4, 64), (2, 1, 4, 64), 1),
        ((2, 3, 4, 64), (1, 1, 1, 64), 1),
    ]
    for shape, angles, mode in refused:
        assert status("Ascend910B", shape, angles, mode) == 561002
        assert status("Ascend950", shape, angles, mode) == 0
    assert status("Ascend910B", (4, 16, 8, 64), (1, 1, 8, 64), 0) == 0
    assert status("Ascend910B", (2, 3, 4, 64), (1, 1, 4, 64), 1) == 0
    x = tensor(FLOAT16, 2, 3, 4, 64)
    for angles, wanted in (((2, 1, 4, 64), 0), ((2, 1, 1, 64), 0), ((1, 1, 4, 64), 561002)):
        c = tensor(FLOAT16, *angles)
        assert answer(api, "Ascend910B", "aclnnInterleaveRope", x, c, c, x)[0] == wanted


@pytest.mark.usefixtures("own_library")
def test_one_kernel_turns_heads_by_a_cache_on_910b(api: Api) -> None:
    """It asks for 16 MiB; Ascend950 has none."""
    heads, keys, cache = tensor(FLOAT, 5, 16), tensor(FLOAT, 5, 8), tensor(FLOAT, 9, 8)
    rope = (tensor(INT64, 5), heads, keys, cache, NULL, ["i", 8], ["b", 1], heads, keys)
    found = answer(api, "Ascend910B", "aclnnRopeWithSinCosCache", *rope)
    assert found[2] == f"RopeWithSinCosCache:float+float|{16 * MEBI}"
    assert answer(api, "Ascend950", "aclnnRopeWithSinCosCache", *rope)[0] == 161002
    # What neither op_api nor the tiling looks at, phase two says: sections without their positions.
    three = ["Int", [1, 2, 3]]
    found = answer(api, "Ascend910B", "aclnnRopeWithSinCosCache", *rope[:4], three, *rope[5:])
    assert found[0] == 0
    with pytest.raises(acl.AclError, match="with mropeSection") as caught:
        acl.rope_with_sin_cos_cache(
            np.zeros(5, np.int64), np.zeros((5, 16), np.float32), np.zeros((5, 8), np.float32),
            np.zeros((9, 8), np.float32), mrope_section=[1, 2, 3], head_size=8,
        )  # fmt: skip
    assert caught.value.code == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_angles_by_position_of_known_sections(api: Api, soc: str) -> None:
    """The second version looks at cacheMode before all else, and takes sections of models that
    are known; cacheMode 1 of four sections is left to the tiling."""
    name = "aclnnRopeWithSinCosCacheV2"

    def found(**more: Any) -> tuple[int, int, str]:
        given: dict[str, Any] = {
            "positions": tensor(INT64, 4, 5), "query": tensor(FLOAT, 5, 256),
            "key": tensor(FLOAT, 5, 128), "cache": tensor(FLOAT, 9, 128),
            "sections": ["Int", [16, 16, 16, 16]], "head": ["i", 128], "neox": ["b", 1],
            "mode": ["i", 0], "out": tensor(FLOAT, 5, 256), "key_out": tensor(FLOAT, 5, 128),
        }  # fmt: skip
        assert more.keys() <= given.keys()
        return answer(api, soc, name, *(given | more).values())

    assert found()[2] == f"RopeWithSinCosCache:float+float|{16 * MEBI}"
    three = {"positions": tensor(INT64, 3, 5), "sections": ["Int", [16, 24, 24]]}
    assert found(**three, mode=["i", 1])[0] == 0
    one = {"positions": tensor(INT64, 5), "sections": NULL}
    assert found(**one, mode=["i", 1])[0] == 0
    assert found(mode=["i", 1])[0] == 561103
    assert found(mode=["i", 2], query=NULL)[0] == 161002
    assert found(query=NULL)[0] == 161001
    for changed in (
        {"positions": tensor(INT32, 4, 5)}, {"key": tensor(FLOAT16, 5, 128)},
        {"sections": ["Int", [16, 16, 16, 15]]}, {"sections": ["Int", [8, 12, 12]]},
        {"sections": ["Int", [32, 32]]}, {"sections": ["Int", [0, -1, 0]]}, {"head": ["i", 0]},
        {"query": tensor(FLOAT, 5, 0), "out": tensor(FLOAT, 5, 0)},
        {"out": tensor(FLOAT, 5, 128)}, {"key": tensor(FLOAT, 4, 128)},
    ):  # fmt: skip
        assert found(**changed)[0] == 161002, changed
    assert answer(api, "Ascend910", name, *([NULL] * 4), NULL, ["i", 4], ["b", 1], ["i", 0],
                  NULL, NULL)[0] == 161001  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_a_matrix_turns_on_910b_alone(api: Api) -> None:
    """It asks for 8 blocks of 128 by 128 float32 of each core beside the system's 16 MiB; another
    product refuses a matrix before all else, and takes the call without one."""
    name = "aclnnRotaryPositionEmbeddingV2"

    def found(soc: str = "Ascend910B", **more: Any) -> tuple[int, int, str]:
        given: dict[str, Any] = {
            "x": tensor(FLOAT16, 2, 3, 4, 64), "cos": tensor(FLOAT16, 1, 1, 4, 64),
            "sin": tensor(FLOAT16, 1, 1, 4, 64), "mode": ["i", 1],
            "rotate": tensor(FLOAT16, 64, 64), "out": tensor(FLOAT16, 2, 3, 4, 64),
        }  # fmt: skip
        assert more.keys() <= given.keys()
        return answer(api, soc, name, *(given | more).values())

    assert found()[2].endswith(f"|{16 * MEBI + 24 * 128 * 128 * 8 * 4}")
    assert found(rotate=NULL)[2].endswith(f"|{16 * MEBI}")
    assert found("Ascend950", rotate=NULL)[0] == 0
    assert found("Ascend950", x=NULL)[0] == 161002
    assert found(x=NULL)[0] == 161001
    assert found(rotate=tensor(FLOAT, 64, 64))[0] == 161002
    angles = tensor(FLOAT16, 2, 1, 4, 64)
    for changed in (
        {"rotate": tensor(FLOAT16, 64, 32)}, {"rotate": tensor(FLOAT16, 64)},
        {"sin": tensor(FLOAT16, 1, 3, 4, 64)}, {"mode": ["i", 4]}, {"cos": angles, "sin": angles},
        {"out": tensor(FLOAT16, 2, 3, 4, 32)}, {"x": tensor(FLOAT16, 2, 3, 4, 898)},
    ):  # fmt: skip
        assert found(**changed)[0] == 561002, changed
    assert found(cos=angles, sin=angles, mode=["i", 0])[0] == 0


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", ["aclnnApplyRotaryPosEmb", "aclnnApplyRotaryPosEmbV2"])
def test_pairs_are_turned_by_angles_of_one_head_on_910b(api: Api, call: str) -> None:
    """With 64 or 128 columns, in [B, S, N, D] or [T, N, D]; Ascend950 takes others, angles of one
    batch, and two more layouts (apply_rotary_pos_emb_tiling_base_arch35.cpp)."""

    def status(soc: str, shape: Shape, angles: Shape, layout: int) -> int:
        x, c = tensor(FLOAT16, *shape), tensor(FLOAT16, *angles)
        mode = [["s", "half"]] if call.endswith("V2") else []
        return answer(api, soc, call, x, x, c, c, ["i", layout], *mode)[0]

    for shape, angles, layout, wanted, on_950 in (
        ((2, 3, 4, 64), (2, 3, 1, 64), 1, 0, 0),
        ((2, 3, 4, 128), (2, 3, 1, 128), 1, 0, 0),
        ((2, 3, 4, 32), (2, 3, 1, 32), 1, 561002, 0),
        ((2, 3, 4, 64), (1, 3, 1, 64), 1, 561002, 0),
        ((2, 3, 4, 64), (2, 3, 4, 64), 1, 561002, 561002),
        ((2, 3, 4, 64), (2, 1, 1, 64), 1, 561002, 561002),
        ((2, 3, 4, 128), (2, 3, 1, 64), 1, 0, 0),
        ((2, 3, 4, 64), (2, 3, 1, 128), 1, 561002, 561002),
        ((2, 3, 4, 1026), (2, 3, 1, 1026), 1, 561002, 561002),
        ((1, 3, 128, 64), (1, 3, 1, 64), 1, 561002, 0),
        ((2, 3, 4, 64), (2, 3, 1, 64), 2, 561002, 0),
        ((2, 3, 4, 64), (2, 1, 1, 64), 2, 561002, 0),
        ((2, 3, 4, 64), (1, 3, 1, 64), 2, 561002, 561002),
        ((2, 3, 4, 64), (2, 1, 4, 64), 3, 561002, 0),
        ((2, 3, 4, 64), (2, 3, 1, 64), 3, 561002, 561002),
        ((2, 3, 4, 64), (2, 3, 1, 64), 5, 561002, 561002),
        ((6, 4, 64), (6, 1, 64), 4, 0, 0),
        ((6, 4, 64), (6, 4, 64), 4, 561002, 561002),
        ((6, 4, 64), (6, 1, 64), 1, 561002, 561002),
        ((2, 3, 4, 64), (2, 3, 1, 64), 4, 561002, 561002),
        ((2, 3, 4, 64), (2, 3, 1, 0), 1, 561002, 561002),
    ):
        assert status("Ascend910B", shape, angles, layout) == wanted, (shape, angles, layout)
        assert status("Ascend950", shape, angles, layout) == on_950, (shape, angles, layout)


def test_pairs_of_rows_in_one_dimension_are_turned() -> None:
    """Layout 4 computes what layout 1 does with one batch."""
    numbers = np.random.default_rng(3)
    query, key, cos, sin = (
        numbers.standard_normal((5, heads, 64)).astype(np.float16) for heads in (4, 2, 1, 1)
    )
    rows = acl.apply_rotary_pos_emb_v2(
        query.copy(), key.copy(), cos, sin, layout=4, rotary_mode="half"
    )
    batch = acl.apply_rotary_pos_emb_v2(
        query[None].copy(), key[None].copy(), cos[None], sin[None], layout=1, rotary_mode="half"
    )
    turned = np.concatenate([-query[..., 32:], query[..., :32]], -1).astype(np.float32)
    assert np.allclose(rows[0], query * cos.astype(np.float32) + turned * sin, atol=0.01)
    for found, wanted in zip(rows, batch, strict=True):
        assert np.array_equal(found, wanted[0])


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93", "Ascend950"])
def test_kernels_of_ropes_ask_for_what_their_public_tilings_say(api: Api, soc: str) -> None:
    """16 MiB (rope_regbase_tiling_*.cpp, apply_rotary_pos_emb_tiling_*.cpp); 32 bytes
    (interleave_rope_tiling.cpp)."""
    x, c = tensor(FLOAT16, 2, 3, 4, 64), tensor(FLOAT16, 2, 3, 1, 64)
    angles, one_head = tensor(FLOAT16, 1, 1, 4, 64), tensor(FLOAT16, 2, 1, 4, 64)
    usual, small = f"|{16 * MEBI}", "|32"
    calls: dict[str, tuple[list[list[Any]], str]] = {
        "aclnnRotaryPositionEmbedding": ([x, angles, angles, ["i", 0], x], usual),
        "aclnnApplyRotaryPosEmb": ([x, x, c, c, ["i", 1]], usual),
        "aclnnInterleaveRope": ([x, one_head, one_head, x], small),
    }
    for call, (arguments, kernel) in calls.items():
        assert kernel in answer(api, soc, call, *arguments)[2], call


@pytest.mark.usefixtures("own_library")
def test_a_row_of_all_heads_fits_into_the_unified_buffer_of_910b(api: Api) -> None:
    """By the page of 196352 bytes: a core with one row takes 4 (Nq + Nk) D w + 2 D s (+ 8 D of
    bfloat16), one with several 5 (Nq + Nk) D w + 4 D s (+ 8 D); s is the size of an element, and w
    that of float32 unless it is float16."""

    def status(dtype: int, rows: int, heads: tuple[int, int]) -> int:
        query, key = (tensor(dtype, 1, rows, count, 128) for count in heads)
        c = tensor(dtype, 1, rows, 1, 128)
        pair = (query, key, c, c, ["i", 1])
        return answer(api, "Ascend910B", "aclnnApplyRotaryPosEmb", *pair)[0]

    for dtype, rows, most in (
        (FLOAT16, 48, 191),  # (196352 - 512) / 1024
        (FLOAT16, 49, 152),  # (196352 - 1024) / 1280
        (FLOAT, 48, 95),  # (196352 - 1024) / 2048
        (FLOAT, 49, 75),  # (196352 - 2048) / 2560
        (BFLOAT16, 48, 95),  # (196352 - 512 - 1024) / 2048
        (BFLOAT16, 49, 75),  # (196352 - 1024 - 1024) / 2560
    ):
        assert status(dtype, rows, (most - 8, 8)) == 0, (dtype, rows)
        assert status(dtype, rows, (most - 7, 8)) == 561002, (dtype, rows)


@pytest.mark.usefixtures("own_library")
def test_columns_without_angles_stay(api: Api) -> None:
    """In the layout [B, N, S, D] of Ascend950, whose angles are of one batch."""
    numbers = np.random.default_rng(5)
    query, key = (numbers.standard_normal((2, heads, 4, 24), np.float32) for heads in (3, 1))
    cos, sin = (numbers.standard_normal((1, 1, 4, 8), np.float32) for _ in range(2))
    with selected(api, "Ascend950"):
        found = acl.apply_rotary_pos_emb_v2(
            query.copy(), key.copy(), cos, sin, layout=3, rotary_mode="interleave"
        )
    for result, x in zip(found, (query, key), strict=True):
        pairs = x[..., :8].reshape(*x.shape[:-1], 4, 2)
        turned = np.stack([-pairs[..., 1], pairs[..., 0]], -1).reshape(*x.shape[:-1], 8)
        np.testing.assert_allclose(
            result[..., :8], x[..., :8] * cos + turned * sin, rtol=1e-5, atol=1e-6
        )
        assert np.array_equal(result[..., 8:], x[..., 8:])
