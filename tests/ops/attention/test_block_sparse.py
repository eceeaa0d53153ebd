# SPDX-License-Identifier: Apache-2.0
"""Attention to chosen blocks, and its gradients: statuses after the vendor's unit tests and op_api,
sizes after the public tilings."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from support import Api
from sweep.c_calls import selected
from sweep.rules import (
    BFLOAT16,
    BOOL,
    FLOAT,
    FLOAT16,
    INT8,
    INT64,
    NULL,
    UINT8,
    answer,
    tensor,
)

import aclnn_py as acl

FAR = 2**31 - 1
RESERVED = 16 << 20
QUERY, KEY = (1, 2, 128, 128), (1, 1, 128, 128)


def forward(api: Api, **more: Any) -> tuple[int, int, str]:
    query = more.get("query", tensor(FLOAT16, *QUERY))
    key = more.get("key", tensor(FLOAT16, *KEY))
    return answer(
        api, more.get("soc", "Ascend910B"), "aclnnBlockSparseAttention", query, key,
        more.get("value", key), more.get("mask", tensor(INT8, 1, 2, 1, 1)), more.get("atten", NULL),
        more.get("shape", ["Int", [128, 128]]), more.get("rows", ["Int", [128]]),
        more.get("columns", ["Int", [128]]), NULL, more.get("layout", ["s", "BNSD"]),
        more.get("key_layout", ["s", "BNSD"]), ["i", more.get("heads", 1)], ["i", 0], ["d", 0.125],
        ["i", more.get("precise", 0)], ["i", 0], ["i", more.get("before", FAR)], ["i", FAR],
        ["i", more.get("flag", 0)], more.get("out", query), more.get("lse", NULL),
    )  # fmt: skip


def gradient(api: Api, **more: Any) -> tuple[int, int, str]:
    query = more.get("query", tensor(FLOAT16, *QUERY))
    key = more.get("key", tensor(FLOAT16, *KEY))
    return answer(
        api, more.get("soc", "Ascend910B"), "aclnnBlockSparseAttentionGrad",
        more.get("dout", query), query, key, more.get("value", key), more.get("result", query),
        more.get("lse", tensor(FLOAT, 1, 2, 128, 1)), more.get("mask", tensor(UINT8, 1, 2, 1, 1)),
        more.get("atten", NULL), more.get("shape", ["Int", [128, 128]]), more.get("rows", NULL),
        more.get("columns", NULL),
        more.get("layout", ["s", "BNSD"]), more.get("key_layout", ["s", "BNSD"]), ["i", 1],
        ["i", more.get("kind", 0)], ["d", 0.125], ["i", more.get("before", FAR)], ["i", FAR],
        more.get("dq", query), more.get("dk", key), more.get("dv", key),
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_statuses_of_the_vendors_unit_tests(api: Api) -> None:
    assert forward(api)[0] == 0
    assert forward(api, query=tensor(INT8, *QUERY))[0] == 161002
    assert forward(api, key=tensor(INT8, *KEY))[0] == 161002
    assert forward(api, shape=["Int", [128]])[0] == 161002
    assert forward(api, shape=["Int", [-1, 128]])[0] == 161002
    assert forward(api, layout=NULL)[0] == 161001
    assert forward(api, layout=["s", "NTD"])[0] == 161002
    assert forward(api, key_layout=["s", "NTD"])[0] == 161002
    assert forward(api, key_layout=["s", "BSND"])[0] == 161002
    assert forward(api, mask=tensor(INT8, 2, 1, 1))[0] == 161002
    assert forward(api, precise=3)[0] == 161002
    assert forward(api, out=NULL)[0] == 161001
    assert forward(api, value=tensor(FLOAT16, 1, 1, 128, 64))[0] == 561103
    assert forward(api, flag=1)[0] == 561103
    assert forward(api, flag=1, lse=tensor(FLOAT, 1, 2, 128, 1))[0] == 0


@pytest.mark.usefixtures("own_library")
def test_sizes(api: Api) -> None:
    """910B: buffers of the 2 cores that have work, 3 times scores and results in float32 and one in
    16 bits, and chosen blocks of 2 rows by 32; Ascend950: two numbers for each."""
    scores = 2 * 131072 * 3 * (4 + 2 + 4 + 4)
    found = forward(api)
    assert found[2].endswith(f"|{RESERVED + scores + 2 * 4 * 32 + 2 * 4 * 32 + 1024}"), found
    found = forward(api, soc="Ascend950", precise=4)
    assert found[2].endswith(f"|{RESERVED + 2 * (1 + 1) * 4}"), found
    sums = (2 * 128 + 2 * 128) * 128 * 4 + 2 * 128 * 32
    found = gradient(api)
    assert found[2].endswith(f"|{RESERVED + sums + 2 * 65536 * 4 * 2}"), found
    found = gradient(api, soc="Ascend950")
    assert found[2].startswith("Transpose"), found
    assert found[2].endswith(f"|{RESERVED + sums}"), found


@pytest.mark.usefixtures("own_library")
def test_gradients_look_at_types_and_shapes(api: Api) -> None:
    assert gradient(api)[0] == 0
    assert gradient(api, mask=tensor(BOOL, 1, 2, 1, 1))[0] == 0
    assert gradient(api, mask=tensor(INT8, 1, 2, 1, 1))[0] == 161002
    assert gradient(api, mask=NULL)[0] == 161001
    assert gradient(api, lse=tensor(FLOAT16, 1, 2, 128, 1))[0] == 161002
    assert gradient(api, dout=tensor(BFLOAT16, *QUERY))[0] == 161002
    assert gradient(api, dq=tensor(FLOAT16, 2, 2, 128, 128))[0] == 161002
    assert gradient(api, atten=tensor(INT8, 128, 128))[0] == 161002
    assert gradient(api, kind=1)[0] == 161002
    assert gradient(api, before=0)[0] == 161002
    assert gradient(api, shape=NULL)[0] == 161001
    assert gradient(api, shape=["Int", [0, 128]])[0] == 161002
    assert gradient(api, key_layout=["s", "BSND"])[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_op_api_looks_at_block_shapes_last(api: Api) -> None:
    assert gradient(api, shape=NULL, kind=1)[0] == 161002
    assert gradient(api, shape=NULL, dq=tensor(FLOAT16, 2, 2, 128, 128))[0] == 161002
    assert gradient(api, shape=NULL, dq=tensor(FLOAT16, 1, 4, 128, 128))[0] == 161001
    assert gradient(api, shape=["Int", [128]], dq=tensor(FLOAT16, 1, 4, 128, 128))[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_op_api_compares_batches_and_columns_of_heads(api: Api) -> None:
    """The copy into a result refuses other heads or rows; those of operands are the tiling's, which
    phase two answers. Logarithms of sums have a first dimension that counts."""
    heads, rows = tensor(FLOAT16, 1, 4, 128, 128), tensor(FLOAT16, 1, 2, 64, 128)
    for each in (heads, rows):
        assert gradient(api, dq=each)[0] == 561103
        assert gradient(api, dk=each)[0] == 561103
        assert gradient(api, dv=each)[0] == 561103
        assert gradient(api, dout=each)[0] == 0
        assert gradient(api, value=each)[0] == 561103
        assert gradient(api, value=each, dv=each)[0] == 0
        assert gradient(api, result=each)[0] == 0
    assert gradient(api, lse=tensor(FLOAT, 2, 2, 128, 1))[0] == 161002
    assert gradient(api, lse=tensor(FLOAT, 1, 2, 128))[0] == 0
    assert gradient(api, dout=tensor(FLOAT16, 1, 2, 128, 64))[0] == 161002
    ends: dict[str, Any] = {
        "layout": ["s", "TND"], "key_layout": ["s", "TND"], "rows": ["Int", [128]],
        "columns": ["Int", [128]], "lse": tensor(FLOAT, 128, 2, 1),
        "query": tensor(FLOAT16, 128, 2, 128), "key": tensor(FLOAT16, 128, 1, 128),
    }  # fmt: skip
    assert gradient(api, **ends)[0] == 0
    assert gradient(api, **ends, dout=tensor(FLOAT16, 64, 2, 128))[0] == 0
    assert gradient(api, **ends, dout=tensor(FLOAT16, 128, 2, 64))[0] == 161002
    assert gradient(api, **ends, dk=tensor(FLOAT16, 64, 1, 128))[0] == 561103


@pytest.mark.usefixtures("own_library")
def test_sizes_of_gradients_of_several_batches(api: Api) -> None:
    """910B counts all rows of each batch, whatever its length: 2 batches of 2 tiles of 2 heads."""
    query, key = tensor(FLOAT16, 2, 2, 256, 128), tensor(FLOAT16, 2, 1, 256, 128)
    sums = (2 * 2 * 256 + 2 * 2 * 256) * 128 * 4 + 2 * 2 * 256 * 32
    for rows in (NULL, ["Int", [1, 256]], ["Int", [0, 0]]):
        found = gradient(
            api, query=query, key=key, rows=rows, mask=tensor(UINT8, 2, 2, 2, 2),
            lse=tensor(FLOAT, 2, 2, 256, 1),
        )  # fmt: skip
        assert found[2].endswith(f"|{RESERVED + sums + 8 * 65536 * 4 * 2}"), found


@pytest.mark.usefixtures("own_library")
def test_blocks_are_no_larger_than_the_tiling_can_count(api: Api) -> None:
    """Each row of blocks has a list for 128 rows; blocks of 2**31 - 1 rows have 2**24 of them."""
    largest = forward(api, shape=["Int", [2**31 - 1, 128]])
    scores = 2 * 131072 * 3 * (4 + 2 + 4 + 4)
    assert largest[2].endswith(f"|{RESERVED + scores + 2**24 * 2 * 4 * 64 + 1024}"), largest
    for rows in (2**31, 2**63 - 1):
        assert forward(api, shape=["Int", [rows, 128]])[2] == ""
        assert gradient(api, shape=["Int", [128, rows]])[2] == ""


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize("mode", [0, 4])
@pytest.mark.parametrize("columns", [8, 24])
def test_windows_of_any_number_end_where_numbers_do(
    api: Api, soc: str, mode: int, columns: int
) -> None:
    """A window to behind all numbers counts all pairs, and one that ends before them none, where
    columns are fewer than rows, or more."""
    query, key = np.ones((1, 2, 16, 64), np.float16), np.ones((1, 2, columns, 64), np.float16)
    mask = np.zeros((16, columns) if mode == 0 else (2048, 2048), bool)

    def attend(far: int) -> Any:
        return acl.flash_attention_score(
            query, key, key, atten_mask=mask, head_num=2, input_layout="BNSD", sparse_mode=mode,
            pre_tokens=far, next_tokens=far,
        )[-1]  # fmt: skip

    with selected(api, soc):
        np.testing.assert_array_equal(attend(2**63 - 1), query)
        with pytest.raises(acl.AclError, match="no query has a key"):
            attend(-(2**63))


HALF = np.zeros((1, 2, 16, 64), np.float16)
CHOSEN = np.ones((1, 2, 1, 1), np.int8)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    "more",
    [
        {"block_sparse_mask": None},
        {"block_sparse_mask": np.ones((1, 1, 1, 1), np.int8)},
        {"block_shape": [16, 64]},
        {"block_shape": [8, 128]},
        {"inner_precise": 4},
        {"actual_seq_lengths": [16]},
        {"actual_seq_lengths": [17], "actual_seq_lengths_kv": [16]},
        {"block_size": 16},
        {"next_tokens": 0},
        {"softmax_lse_flag": 2},
        {"atten_mask": np.ones((16, 16), np.int8)},
    ],
    ids="-".join,
)
def test_what_the_tiling_refuses(more: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {
        "block_sparse_mask": CHOSEN, "q_input_layout": "BNSD", "kv_input_layout": "BNSD",
        "num_key_value_heads": 2, "scale_value": 1.0, **more,
    }  # fmt: skip
    with pytest.raises(acl.AclError) as error:
        acl.block_sparse_attention(HALF, HALF, HALF, **arguments)
    assert error.value.code == 561103


@pytest.mark.usefixtures("own_library")
def test_blocks_that_no_row_counts_do_not_matter() -> None:
    """What they hold is not read into the result, be it no number."""
    rng = np.random.default_rng(0)
    query = rng.standard_normal((1, 2, 20, 64)).astype(np.float16)
    key, value = rng.standard_normal((2, 1, 2, 1500, 64)).astype(np.float16)
    chosen = np.zeros((1, 2, 1, 12), np.int8)
    chosen[..., 2] = chosen[..., 11] = 1
    more: dict[str, Any] = {
        "block_sparse_mask": chosen, "block_shape": [128, 128], "q_input_layout": "BNSD",
        "kv_input_layout": "BNSD", "num_key_value_heads": 2, "scale_value": 0.125,
    }  # fmt: skip
    plain = acl.block_sparse_attention(query, key, value, **more)[0]
    at = [*range(256, 384), *range(1408, 1500)]
    scores = query.astype(float) @ key[:, :, at].astype(float).swapaxes(2, 3) * 0.125
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    expected = powers / powers.sum(-1, keepdims=True) @ value[:, :, at].astype(float)
    np.testing.assert_allclose(plain, expected, rtol=2e-3, atol=2e-3)
    value[:, :, 512:1024] = np.nan
    np.testing.assert_array_equal(acl.block_sparse_attention(query, key, value, **more)[0], plain)


@pytest.mark.usefixtures("own_library")
def test_gradients_by_differences() -> None:
    """In float64, of queries, keys and values."""
    rng = np.random.default_rng(5)
    query, dout = rng.standard_normal((2, 1, 2, 5, 64)).astype(np.float16) * np.float16(0.5)
    key, value = rng.standard_normal((2, 1, 1, 140, 64)).astype(np.float16) * np.float16(0.5)
    chosen = np.array([[[[1, 0], [1, 1]], [[0, 1], [1, 0]]]], np.int8)
    pairs = np.repeat(np.repeat(chosen, 3, 2), 128, 3)[..., :5, :140] != 0

    def forward(q: Any, k: Any, v: Any) -> Any:
        powers = np.where(pairs, np.exp(q @ k.swapaxes(2, 3) * 0.25), 0)
        return powers @ v / powers.sum(-1, keepdims=True)

    more: dict[str, Any] = {
        "block_shape": [3, 128], "q_input_layout": "BNSD", "kv_input_layout": "BNSD",
        "num_key_value_heads": 1, "scale_value": 0.25,
    }  # fmt: skip
    result, sums = acl.block_sparse_attention(
        query, key, value, block_sparse_mask=chosen, softmax_lse_flag=1, **more
    )
    operands = (dout, query, key, value, result)
    found = acl.block_sparse_attention_grad(*operands, sums, chosen.astype(np.uint8), **more)
    short = acl.block_sparse_attention_grad(
        *operands, sums[..., 0], chosen.astype(np.uint8), **more
    )  # CANN's own example has no 1 behind the rows
    for got, same in zip(found, short, strict=True):
        assert (got == same).all()
    given = [np.asarray(each, np.float64) for each in (query, key, value)]
    for at, got in enumerate(found):
        for index in zip(*(rng.integers(0, n, 40) for n in given[at].shape), strict=True):
            sides = []
            for step in (1e-4, -1e-4):
                moved = [each.copy() for each in given]
                moved[at][index] += step
                sides.append((forward(*moved) * dout.astype(np.float64)).sum())
            assert abs(float(got[index]) - (sides[0] - sides[1]) / 2e-4) < 4e-3


def gradients_over(fives: tuple[Any, ...], query: Any, key: Any, **more: Any) -> None:
    """Into results that hold 5 already."""
    is_packed = query.ndim == 3
    sums = np.full((*query.shape[:-1], 1), 4, np.float32)
    arguments: dict[str, Any] = {
        "block_shape": [128, 128], "q_input_layout": "TND" if is_packed else "BNSD",
        "num_key_value_heads": key.shape[1], "scale_value": 0.1, **more,
    }  # fmt: skip
    acl.block_sparse_attention_grad(
        query * np.float16(0.1), query, key, key, query, sums,
        kv_input_layout=arguments["q_input_layout"], dq=fives[0], dk=fives[1], dv=fives[2],
        **arguments,
    )  # fmt: skip


def full_of_fives(query: Any, key: Any, gap: int) -> tuple[Any, ...]:
    return tuple(
        np.full((*each.shape[:-1], gap * each.shape[-1]), 5, np.float16)[..., ::gap]
        for each in (query, key, key)
    )


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("gap", [1, 2])
@pytest.mark.parametrize("rows", [None, [7, 64]])
def test_gradients_behind_lengths_are_zero(gap: int, rows: list[int] | None) -> None:
    """CANN's last kernel writes all of the results, of sums that begin as zeros."""
    query, key = np.ones((2, 2, 64, 64), np.float16), np.ones((2, 1, 200, 64), np.float16)
    fives = full_of_fives(query, key, gap)
    gradients_over(
        fives, query, key, block_sparse_mask=np.ones((2, 2, 1, 2), np.uint8),
        actual_seq_lengths=rows, actual_seq_lengths_kv=[3, 200],
    )  # fmt: skip
    for each in fives:
        assert (each != 5).all()
    for each in fives[1:]:
        assert (each[0, :, 3:] == 0).all()
    assert (fives[2][0, :, :3] > 0).all()
    assert (fives[2][1] > 0).all()
    if rows is not None:
        assert (fives[0][0, :, 7:] == 0).all()


def assert_zero_behind(gradients: tuple[Any, ...], rows: int, columns: int) -> None:
    """Of queries, keys and values, all of which were 5."""
    assert all((each != 5).all() for each in gradients)
    for each, count in zip(gradients, (rows, columns, columns), strict=True):
        assert (each[count:] == 0).all()
    assert (gradients[2][:columns] > 0).all()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("gap", [1, 2])
def test_gradients_behind_the_last_batch_are_zero(gap: int) -> None:
    query, key = np.ones((64, 2, 64), np.float16), np.ones((200, 1, 64), np.float16)
    fives = full_of_fives(query, key, gap)
    gradients_over(
        fives, query, key, block_sparse_mask=np.ones((2, 2, 1, 1), np.uint8),
        actual_seq_lengths=[3, 4], actual_seq_lengths_kv=[100, 20],
    )  # fmt: skip
    assert_zero_behind(fives, rows=7, columns=120)


@pytest.mark.usefixtures("own_library")
def test_gradients_of_flash_attention_behind_the_last_batch_are_zero() -> None:
    query, key = np.ones((64, 2, 64), np.float16), np.ones((200, 2, 64), np.float16)
    sums = np.full((64, 2, 8), 64, np.float32)
    fives = full_of_fives(query, key, 1)
    acl.flash_attention_unpadding_score_grad(
        query, key, key, query, softmax_max=sums, softmax_sum=sums, attention_in=query,
        actual_seq_q_len=[3, 7], actual_seq_kv_len=[100, 120], head_num=2, input_layout="TND",
        dq_out=fives[0], dk_out=fives[1], dv_out=fives[2],
    )  # fmt: skip
    assert_zero_behind(fives, rows=7, columns=120)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("lengths", [[], [0, 0]])
def test_gradients_of_no_row_are_refused(lengths: list[int]) -> None:
    """910B's tiling has no work to divide then."""
    query, key = np.ones((64, 2, 64), np.float16), np.ones((200, 1, 64), np.float16)
    with pytest.raises(acl.AclError, match="no batch has a row") as error:
        gradients_over(
            full_of_fives(query, key, 1), query, key, actual_seq_lengths=lengths,
            actual_seq_lengths_kv=lengths,
            block_sparse_mask=np.ones((len(lengths), 2, 0, 0), np.uint8),
        )  # fmt: skip
    assert error.value.code == 561103


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("rows", "columns", "depth", "shape", "text"),
    [
        (128, 128, 128, [64, 128], None),
        (128, 128, 64, [64, 128], "has 64 columns"),
        (128, 128, 128, [32, 128], "multiples of 64"),
        (128, 128, 128, [64, 96], "multiples of 64"),
        (128, 192, 128, [64, 64], "as many"),
    ],
)
def test_what_the_tiling_of_950_refuses_of_gradients(
    api: Api, rows: int, columns: int, depth: int, shape: list[int], text: str | None
) -> None:
    query, key = (
        np.ones((1, 2, rows, depth), np.float16),
        np.ones((1, 2, columns, depth), np.float16),
    )
    blocks = (1, 2, -(-rows // shape[0]), -(-columns // shape[1]))
    more: dict[str, Any] = {"block_sparse_mask": np.ones(blocks, np.uint8), "block_shape": shape}
    fives = full_of_fives(query, key, 1)
    with selected(api, "Ascend950"):
        if text is None:
            gradients_over(fives, query, key, **more)
            assert all((each != 5).all() for each in fives)
            return
        with pytest.raises(acl.AclError, match=text) as error:
            gradients_over(fives, query, key, **more)
    assert error.value.code == 561103


def second(api: Api, **more: Any) -> tuple[int, int, str]:
    """aclnnBlockSparseAttentionV2 on Ascend950."""
    query = more.get("query", tensor(FLOAT16, *QUERY))
    key = more.get("key", tensor(FLOAT16, *KEY))
    return answer(
        api, more.get("soc", "Ascend950"), "aclnnBlockSparseAttentionV2", query, key, key,
        more.get("mask", tensor(INT8, 1, 2, 1, 1)), NULL, more.get("shape", ["Int", [128, 256]]),
        NULL, NULL, NULL, more.get("q_scale", NULL), more.get("k_scale", NULL),
        more.get("v_scale", NULL), ["s", "BNSD"], ["s", "BNSD"], ["i", 1], ["i", 0], ["d", 0.125],
        ["i", more.get("precise", 4)], ["i", 0], ["i", FAR], ["i", FAR], ["i", 0],
        more.get("out", tensor(FLOAT16, *QUERY)), NULL,
    )  # fmt: skip


E4M3 = 36
CODED: dict[str, Any] = {
    "query": tensor(E4M3, *QUERY),
    "key": tensor(E4M3, *KEY),
    "q_scale": tensor(FLOAT, 1, 2, 1, 1),
    "k_scale": tensor(FLOAT, 1, 1, 1, 1),
    "v_scale": tensor(FLOAT, 1, 1, 1, 1),
}


@pytest.mark.usefixtures("own_library")
def test_float8_has_scales_of_blocks(api: Api) -> None:
    """What op_api refuses in phase one. The kernel of Ascend950 asks for what it does of halves."""
    sizes = {second(api)[1], second(api, **CODED)[1]}
    assert len(sizes) == 1
    assert (
        second(api, **CODED)[2]
        == f"BlockSparseAttention:float16+float|{RESERVED + 2 * (1 + 1) * 4}"
    )
    assert second(api, **CODED, out=tensor(BFLOAT16, *QUERY))[0] == 0
    assert second(api, soc="Ascend910B", precise=0)[0] == 0
    wrong: tuple[dict[str, Any], ...] = (
        {"query": tensor(E4M3, *QUERY)}, {"key": tensor(E4M3, *KEY)},
        {"query": tensor(INT8, *QUERY)}, {"precise": 2}, {"shape": ["Int", [128]]},
        CODED | {"q_scale": tensor(FLOAT, 2)}, CODED | {"v_scale": tensor(FLOAT)},
    )  # fmt: skip
    for changed in wrong:
        assert second(api, **changed)[0] == 161002, changed


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("soc", "changed"),
    [
        ("Ascend950", {"v_scale": None}),
        ("Ascend950", {"q_scale": (1, 2, 2, 1)}),
        ("Ascend950", {"shape": [128, 128]}),
        ("Ascend950", {"shape": [64, 256]}),
        ("Ascend950", {"type": "float16"}),
        ("Ascend910B", {}),
    ],
)
def test_phase_two_refuses_what_the_tiling_does_of_scales(
    api: Api, soc: str, changed: dict[str, Any]
) -> None:
    dtype = np.dtype(changed.get("type", ml_dtypes.float8_e4m3fn))
    usual = {"q_scale": (1, 2, 1, 1), "k_scale": (1, 1, 1, 1), "v_scale": (1, 1, 1, 1)}
    shapes = {name: changed.get(name, like) for name, like in usual.items()}
    scales: dict[str, Any] = {
        name.replace("scale", "dequant_scale"): None
        if shape is None
        else np.ones(shape, np.float32)
        for name, shape in shapes.items()
    }
    with (
        acl.Device(0) as device,
        device.stream(),
        selected(api, soc),
        pytest.raises(acl.AclError) as error,
    ):
        acl.block_sparse_attention_v2(
            *(np.zeros(shape, dtype) for shape in (QUERY, KEY, KEY)),
            block_sparse_mask=np.ones((1, 2, 1, 1), np.int8),
            block_shape=changed.get("shape", [128, 256]),
            q_input_layout="BNSD",
            kv_input_layout="BNSD",
            num_key_value_heads=1,
            scale_value=0.125,
            inner_precise=4 if soc == "Ascend950" else 0,
            **scales,
        )
    assert error.value.code == 561103


def rain(api: Api, **more: Any) -> tuple[int, int, str]:
    query = more.get("query", tensor(FLOAT16, *QUERY))
    key = more.get("key", tensor(FLOAT16, *KEY))
    return answer(
        api, more.get("soc", "Ascend910B"), "aclnnRainFusionAttention", query, key,
        more.get("value", key), more.get("chosen", tensor(INT64, 1, 2, 1)),
        more.get("counts", tensor(INT64, 1, 2)), more.get("shape", ["Int", [128, 128]]),
        NULL, more.get("rows", NULL), more.get("columns", NULL), NULL,
        more.get("layout", ["s", "BNSD"]), more.get("key_layout", ["s", "BNSD"]),
        ["i", more.get("heads", 1)], ["i", 0], ["d", 0.125], ["i", more.get("precise", 0)],
        ["i", 0], more.get("out", query), NULL,
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_blocks_by_their_numbers_ask_for_buffers_of_the_cores_that_have_work(api: Api) -> None:
    """3 times scores and results in float32 and one in 16 bits: of 2 heads of one block, or of 24
    cores."""
    scores = 131072 * 3 * (4 + 2 + 4 + 4)
    assert rain(api)[2] == f"RainFusionAttention:float16|{RESERVED + 2 * scores}"
    many = {"query": tensor(FLOAT16, 1, 2, 128 * 20, 128), "chosen": tensor(INT64, 20, 2, 1)}
    found = rain(api, **many, counts=tensor(INT64, 20, 2))
    assert found[2] == f"RainFusionAttention:float16|{RESERVED + 24 * scores}"


@pytest.mark.usefixtures("own_library")
def test_what_op_api_refuses_of_blocks_by_their_numbers(api: Api) -> None:
    for absent in ("query", "key", "chosen", "counts", "shape", "out", "layout"):
        given: dict[str, Any] = {absent: NULL}
        assert rain(api, **given)[0] == 161001, absent
    wrong: tuple[dict[str, Any], ...] = (
        {"query": tensor(INT8, *QUERY)}, {"key": tensor(BFLOAT16, *KEY)},
        {"layout": ["s", "BSND"]}, {"key_layout": ["s", "TND"]}, {"shape": ["Int", [128]]},
        {"shape": ["Int", [0, 128]]}, {"precise": 4},
    )  # fmt: skip
    for changed in wrong:
        assert rain(api, **changed)[0] == 161002, changed
    late: tuple[dict[str, Any], ...] = (
        {"value": tensor(FLOAT16, 1, 1, 128, 64)}, {"heads": 2},
        {"query": tensor(FLOAT16, 128, 2, 128)}, {"out": tensor(FLOAT16, 1, 2, 128, 64)},
    )  # fmt: skip
    for changed in late:
        assert rain(api, **changed)[0] == 561103, changed
    assert rain(api, soc="Ascend910", query=tensor(FLOAT, *QUERY))[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"block_shape": [128, 64]}, "multiple of 128"),
        ({"select_idx": np.zeros((1, 1, 1), np.int64)}, "selectIdx"),
        ({"select_idx": np.zeros((1, 2, 1), np.int32)}, "selectIdx"),
        ({"select_num_idx": np.zeros(2, np.int64)}, "selectIdx"),
        ({"block_shape": [64, 128]}, "2 blocks"),
        ({"mask_type": 3}, "maskType"),
        ({"actual_seq_lengths": [129]}, "0 to 128"),
        ({"actual_seq_lengths_kv": [-1]}, "0 to 128"),
        ({"soc": "Ascend950"}, "no kernel"),
    ],
)
def test_phase_two_refuses_numbers_of_blocks_that_do_not_fit(
    api: Api, changed: dict[str, Any], text: str
) -> None:
    given: dict[str, Any] = {
        "select_idx": np.zeros((1, 2, 1), np.int64),
        "select_num_idx": np.ones((1, 2), np.int64),
        "block_shape": [128, 128],
        "q_input_layout": "BNSD",
        "kv_input_layout": "BNSD",
        "num_key_value_heads": 1,
        "scale_value": 0.125,
        **changed,
    }
    with (
        acl.Device(0) as device,
        device.stream(),
        selected(api, given.pop("soc", "Ascend910B")),
        pytest.raises(acl.AclError, match=text) as error,
    ):
        acl.rain_fusion_attention(
            *(np.zeros(shape, np.float16) for shape in (QUERY, KEY, KEY)), **given
        )
    assert error.value.code == 561103
