# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for rotary embeddings: what phase one answers, each with the rule that it
follows from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, INT64, MEBI, NULL, answer, room, tensor

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


@pytest.mark.usefixtures("own_library")
def test_a_part_of_the_columns_is_turned_by_one_kernel(api: Api) -> None:
    """It asks for 16 MiB, also where nothing is turned; 910B takes angles of batches and one head,
    and looks at nothing more where the part has no columns."""
    call = "aclnnInplacePartialRotaryMul"

    def found(soc: str, shape: Shape, angles: Shape, part: list[int], mode: int = 1) -> Any:
        c = tensor(FLOAT16, *angles)
        slices = ["Int", part]
        return answer(api, soc, call, tensor(FLOAT16, *shape), c, c, ["i", mode], slices)

    for soc in ("Ascend910B", "Ascend910_93", "Ascend950"):
        for angles, part in (((1, 4, 1, 64), [0, 64]), ((1, 1, 1, 64), [64, 128])):
            asked = (0, room(16 * MEBI), f"InplacePartialRotaryMul:|{16 * MEBI}")
            assert found(soc, (1, 4, 1, 128), angles, part) == asked
        assert found(soc, (458, 1, 8, 2), (458, 1, 1, 0), [0, 0]) == asked
    refused: list[tuple[Shape, Shape, list[int], int]] = [
        ((1, 4, 1, 64), (1, 4, 1, 64), [0, 64], 0),
        ((1, 1, 1, 2048), (1, 1, 1, 2048), [0, 2048], 1),
        ((1, 1, 1, 63), (1, 1, 1, 63), [0, 63], 1),
        ((1, 4, 1, 128), (1, 4, 1, 64), [-1, 64], 1),
        ((1, 4, 1, 128), (1, 1, 1, 3), [0, 3], 1),
        ((1, 4, 1, 128), (1, 4, 1, 64), [0, 128], 1),
        ((1, 4, 1, 128), (1, 4, 1, 64), [64, 0], 1),
        ((1, 4, 1, 128), (1, 4, 1, 64), [-(2**63), 2**63 - 1], 1),
        ((1, 4, 1, 64), (1, 3, 1, 64), [0, 64], 1),
        ((1, 4, 64), (1, 4, 64), [0, 64], 1),
        ((1, 4, 1, 64), (1, 4, 1, 64), [0], 1),
    ]
    for soc in ("Ascend910B", "Ascend950"):
        for shape, turned, part, mode in refused:
            assert found(soc, shape, turned, part, mode)[0] == 561002
    for dims in ((1, 4, 1, 64), (2, 4, 3, 64), (1, 1, 1, 64), (1, 4, 3, 64)):
        assert found("Ascend910B", (2, 4, 3, 64), dims, [0, 64])[0] == 561002
        assert found("Ascend950", (2, 4, 3, 64), dims, [0, 64])[0] == 0
    assert found("Ascend910B", (2, 4, 3, 65), (9, 9, 9, 9), [-3, -3])[0] == 0
    assert found("Ascend950", (2, 4, 3, 65), (9, 9, 9, 9), [-3, -3])[0] == 561002
    x, wide, other = (
        tensor(FLOAT16, 1, 2, 1, 8),
        tensor(FLOAT, 1, 2, 1, 8),
        tensor(BFLOAT16, 1, 2, 1, 8),
    )
    for types, status in (
        ((x, wide), 0),
        ((other, wide), 0),
        ((x, other), 161002),
        ((wide, x), 161002),
    ):
        given = types[0], types[1], types[1], ["i", 1], NULL
        assert answer(api, "Ascend950", call, *given)[0] == status
        grad = answer(api, "Ascend950", f"{call}Grad", *given[:4], ["Int", [0, 8]])
        assert grad[:2] == (0, room(16 * MEBI))
        assert answer(api, "Ascend910B", f"{call}Grad", *given)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_the_gradient_of_a_part_is_its_transpose(api: Api) -> None:
    """By differences of the result: the map is linear, so that they are exact but for rounding."""
    rng = np.random.default_rng(5)
    x, dy = rng.normal(size=(2, 2, 3, 2, 10)).astype(np.float32)
    cos, sin = rng.normal(size=(2, 2, 3, 1, 6)).astype(np.float32)

    def loss(numbers: Any) -> float:
        turned = acl.inplace_partial_rotary_mul(numbers.copy(), cos, sin, partial_slice=[2, 8])
        return float((np.asarray(turned, np.float64) * dy).sum())

    with selected(api, "Ascend950"):
        grad = acl.inplace_partial_rotary_mul_grad(dy.copy(), cos, sin, partial_slice=[2, 8])
        for at in np.ndindex(x.shape):
            step = np.zeros_like(x)
            step[at] = 1
            change = (loss(x + step) - loss(x - step)) / 2
            assert abs(change - grad[at]) < 1e-5


def _joining(**others: Any) -> list[Any]:
    """Operands of NormRopeConcat by the vendor's unit test, and others by name."""
    x, factors, angles = (tensor(FLOAT, *dims) for dims in ((1, 8, 8, 64), (64,), (16, 64)))
    out, row = tensor(FLOAT, 1, 8, 16, 64), tensor(FLOAT, 1, 8, 8, 1)
    given = {
        "query": x,
        "key": x,
        "value": x,
        "encoderQuery": x,
        "encoderKey": x,
        "encoderValue": x,
    }
    given |= {f"factor{i}": factors for i in range(8)}
    given |= {"ropeSin": angles, "ropeCos": angles, "normType": ["i", 1], "normAddedType": ["i", 1]}
    given |= {"ropeType": ["i", 1], "concatOrder": ["i", 0], "eps": ["d", 1e-5]}
    given |= {"isTraining": ["b", 1], "queryOutput": out, "keyOutput": out, "valueOutput": out}
    given |= {f"statistic{i}": row for i in range(8)}
    assert others.keys() <= given.keys()
    return list((given | others).values())


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93", "Ascend950"])
def test_one_kernel_joins_rows(api: Api, soc: str) -> None:
    """It asks for 16 MiB; its tiling refuses shapes that do not go together with 561002, and what
    has no kernel is 361001."""

    def status(**others: Any) -> int:
        return answer(api, soc, "aclnnNormRopeConcat", *_joining(**others))[0]

    found = answer(api, soc, "aclnnNormRopeConcat", *_joining())
    assert found[:2] == (0, room(16 * MEBI))
    assert found[2].startswith("NormRopeConcat:float")
    for name in ("query", "key", "value", "queryOutput", "keyOutput", "valueOutput"):
        assert status(**{name: NULL}) == 161001
    half = tensor(FLOAT16, 1, 8, 8, 64)
    for name in ("key", "value", "encoderQuery", "encoderKey", "encoderValue"):
        assert status(**{name: half}) == 161002
        for shape in ((2, 8, 8, 64), (1, 8, 7, 64), (1, 8, 8, 62), (8, 8, 64)):
            assert status(**{name: tensor(FLOAT, *shape)}) == 561002
    assert status(statistic0=half) == 161002
    for others in (
        {"value": tensor(FLOAT, 1, 7, 8, 64)},
        {"encoderValue": tensor(FLOAT, 1, 7, 8, 64)},
        {"encoderValue": NULL},
        {"factor3": tensor(FLOAT, 63)},
        {"ropeSin": tensor(FLOAT, 17, 64)},
        {"ropeSin": NULL},
        {"ropeCos": tensor(FLOAT, 15, 64)},
        {"queryOutput": tensor(FLOAT, 1, 8, 15, 64)},
        {"statistic5": tensor(FLOAT, 1, 8, 8)},
        {"normType": ["i", 5]},
        {"normAddedType": ["i", -1]},
        {"normType": ["i", 2], "factor0": NULL},
        {"normAddedType": ["i", 2], "factor7": NULL},
    ):
        assert status(**others) == 561002, others
    assert status(ropeType=["i", 3]) == 361001
    assert status(concatOrder=["i", 2]) == 361001
    assert status(normType=["i", 4], factor1=NULL, factor3=NULL) == 0
    assert status(ropeSin=NULL, ropeCos=NULL) == 0
    assert status(**{f"statistic{i}": NULL for i in range(8)}) == 0


_SPLIT = {"query": 4, "key": 8, "encoderQuery": 16, "encoderKey": 32}


def _splitting(kind: int, **others: Any) -> list[Any]:
    """Operands of the gradients by the vendor's unit test, and others by name."""
    rows = {name: tensor(kind, 2, count, 32, 64) for name, count in _SPLIT.items()}
    numbers = {name: tensor(FLOAT, 2, count, 32, 1) for name, count in _SPLIT.items()}
    factors, angles = tensor(kind, 64), tensor(kind, 8, 64)
    given: dict[str, Any] = {
        f"grad{i}": tensor(kind, 2, 32, count, 64) for i, count in enumerate((20, 40, 40))
    }
    given |= rows
    for name in _SPLIT:
        given |= {f"{name}Weight": factors, f"{name}Mean": numbers[name]}
        given |= {f"{name}Rstd": numbers[name]}
    given |= {"ropeSin": angles, "ropeCos": angles, "normType": ["i", 2], "normAddedType": ["i", 2]}
    given |= {"ropeType": ["i", 1], "concatOrder": ["i", 0]}
    given |= {"gradQuery": rows["query"], "gradKey": rows["key"], "gradValue": rows["key"]}
    given |= {"gradEncoderQuery": rows["encoderQuery"], "gradEncoderKey": rows["encoderKey"]}
    given |= {"gradEncoderValue": rows["encoderKey"]} | {f"factor{i}": factors for i in range(8)}
    assert others.keys() <= given.keys()
    return list((given | others).values())


@pytest.mark.usefixtures("own_library")
def test_gradients_of_joined_rows(api: Api) -> None:
    """The kernel keeps sums of weights and biases of each core, by CANN's unit test; what its
    tiling refuses is 561103."""
    call = "aclnnNormRopeConcatBackward"

    def status(**others: Any) -> int:
        return answer(api, "Ascend910B", call, *_splitting(FLOAT16, **others))[0]

    for kind in (BFLOAT16, FLOAT16, FLOAT):
        found = answer(api, "Ascend910B", call, *_splitting(kind))
        assert found[:2] == (0, room(37814272))
        assert found[2].endswith("|37814272")
    plain = answer(
        api, "Ascend910B", call, *_splitting(FLOAT, normType=["i", 1], normAddedType=["i", 0])
    )
    assert plain[:2] == (0, room(16 * MEBI))
    for name in ("grad0", "grad1", "grad2", "query", "key", "gradQuery", "gradKey", "gradValue"):
        assert status(**{name: NULL}) == 161001
    for name in ("grad1", "encoderKey", "keyWeight", "ropeCos", "gradEncoderValue", "factor7"):
        assert status(**{name: tensor(FLOAT, 64)}) == 161002
    assert status(encoderKeyRstd=tensor(FLOAT16, 2, 32, 32, 1)) == 161002
    assert answer(api, "Ascend910B", call, *_splitting(INT32))[0] == 161002
    for others in (
        {"grad0": tensor(FLOAT16, 2, 32, 21, 64)},
        {"key": tensor(FLOAT16, 2, 8, 32, 62)},
        {"query": tensor(FLOAT16, 2, 4, 32, 63)},
        {"queryMean": tensor(FLOAT, 2, 5, 32, 1)},
        {"queryRstd": NULL},
        {"encoderKeyWeight": NULL},
        {"encoderKeyWeight": tensor(FLOAT16, 63)},
        {"ropeSin": tensor(FLOAT16, 21, 64), "ropeCos": tensor(FLOAT16, 21, 64)},
        {"ropeSin": NULL},
        {"gradValue": tensor(FLOAT16, 2, 7, 32, 64)},
        {"gradEncoderQuery": tensor(FLOAT16, 2, 15, 32, 64)},
        {"factor5": tensor(FLOAT16, 65)},
        {"normType": ["i", 3]},
        {"normAddedType": ["i", -1]},
        {"ropeType": ["i", 3]},
        {"concatOrder": ["i", 2]},
    ):
        assert status(**others) == 561103, others
    assert status(ropeSin=NULL, ropeCos=NULL) == 0
    assert status(**{f"factor{i}": NULL for i in range(8)}) == 0


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("turn", "order"), [(1, 0), (2, 1), (0, 0)])
def test_gradients_of_joined_rows_are_those_of_differences(turn: int, order: int) -> None:
    """Of a weighted sum of all results, by differences in float32 inputs."""
    rng = np.random.default_rng(turn)
    dims = {"query": 2, "key": 3, "value": 3, "encoder_query": 2, "encoder_key": 1}
    x = {name: rng.normal(size=(1, n, 2, 8)).astype(np.float32) for name, n in dims.items()}
    x["encoder_value"] = rng.normal(size=(1, 1, 2, 8)).astype(np.float32)
    words = [f"norm_{added}{stream}" for added in ("", "added_") for stream in ("query", "key")]
    for word in words:
        for each in ("weight", "bias"):
            x[f"{word}_{each}"] = rng.normal(size=8).astype(np.float32)
    kinds = {"norm_type": 2, "norm_added_type": 2, "rope_type": turn, "concat_order": order}
    sin, cos = rng.normal(size=(2, 3, 8)).astype(np.float32)
    sizes = {"query": 4, "key": 4, "value": 4}
    dy = {name: rng.normal(size=(1, 2, n, 8)).astype(np.float32) for name, n in sizes.items()}

    def run(inputs: Any) -> Any:
        return acl.norm_rope_concat(
            **inputs, rope_sin=sin, rope_cos=cos, **kinds, eps=0.1, is_training=True
        )

    def loss(inputs: Any) -> float:
        found = run(inputs)[:3]
        return sum(
            float((np.asarray(each, np.float64) * dy[name]).sum())
            for each, name in zip(found, dy, strict=True)
        )

    statistics = iter(run(x)[3:])
    given = {f"{word}_{each}": next(statistics) for word in words for each in ("mean", "rstd")}
    given |= {f"{word}_weight": x[f"{word}_weight"] for word in words}
    given |= {name: x[name] for name in ("query", "key", "encoder_query", "encoder_key")}
    found = acl.norm_rope_concat_backward(
        **{f"grad_{name}_output": each for name, each in dy.items()},
        **given, rope_sin=sin, rope_cos=cos, **kinds,
    )  # fmt: skip
    names = ["query", "key", "value", "encoder_query", "encoder_key", "encoder_value"]
    names += [f"{word}_{each}" for word in words for each in ("weight", "bias")]
    for name, grad in zip(names, found, strict=True):
        for at in list(np.ndindex(x[name].shape))[:: max(1, x[name].size // 9)]:
            step = np.zeros_like(x[name])
            step[at] = 2**-7
            ends = [loss(x | {name: x[name] + sign * step}) for sign in (1, -1)]
            assert abs((ends[0] - ends[1]) * 2**6 - grad[at]) < 5e-3, (name, at)
