# SPDX-License-Identifier: Apache-2.0
"""Quantised queries of attention for inference, keys of 4 and of 8 bits, keys in fractals, and
sinks, against float64; and what public tilings refuse of them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.test_small_types import NUMBERS, coded, run
from small_floats import values_of
from support import Api, Session
from sweep.c_calls import selected

import aclnn_py as acl

Array = NDArray[Any]

RNG = np.random.default_rng(35)
TILING = 561002
BFLOAT16 = ml_dtypes.bfloat16
FLOAT8 = ml_dtypes.float8_e4m3fn
MASK = np.triu(np.ones((2048, 2048), np.bool_), 1)


@pytest.fixture
def on_950(api: Api) -> Iterator[None]:
    with selected(api, "Ascend950"):
        yield


def infer(query: Array, key: Array, value: Array, heads: int, **more: Any) -> Array:
    out = np.zeros(more.pop("shape", query.shape), more.pop("out", query.dtype))
    acl.fused_infer_attention_score_v5(
        query, [key], [value], attention_out=out,
        **{"num_heads": heads, "input_layout": "BNSD", "scale_value": 0.125, "inner_precise": 1,
           **more},
    )  # fmt: skip
    return out


def code(call: Any) -> int:
    with pytest.raises(acl.AclError) as refused:
        call()
    return int(refused.value.code)


def softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    found: Array = powers / powers.sum(-1, keepdims=True)
    return found


def is_close(found: Array, expected: Array) -> None:
    """Within two units in the last place of the largest number."""
    unit = {np.dtype(np.float16): 2**-10}.get(found.dtype, 2**-7) * np.abs(expected).max()
    np.testing.assert_allclose(found.astype(np.float64), expected, 0, 2 * unit)


def whole(*shape: int) -> Array:
    return RNG.integers(-128, 128, shape).astype(np.int8)


def fractals(rows: Array, width: int) -> Array:
    """Blocks [P, N, R, D] as [P, N, D / width, R, width]."""
    blocks, heads, count, depth = rows.shape
    cut = rows.reshape(blocks, heads, count, depth // width, width)
    return np.ascontiguousarray(cut.swapaxes(2, 3))


# --- Beside ropes --------------------------------------------------------------------------------

HEADS, BLOCKS, ROWS = 4, 4, 128
TABLE = np.array([[2, 0], [3, 1]], np.int32)
LENGTHS = [200, 77]


class Latent:
    """Two batches of `rows` queries of 512 columns, keys in blocks, and ropes of 64."""

    def __init__(self, rows: int, kind: Any) -> None:
        def codes(*shape: int) -> Array:
            found: Array = whole(*shape) if kind == np.int8 else RNG.normal(size=shape).astype(kind)
            return found

        self.query = codes(2, rows, HEADS, 512)
        self.key = codes(BLOCKS, 1, ROWS, 512)
        small = 0.02 if kind == np.int8 else 1
        self.ropes = (RNG.normal(size=(2, rows, HEADS, 64)) / small).astype(BFLOAT16)
        self.key_rope = (RNG.normal(size=(BLOCKS, 1, ROWS, 64)) / small).astype(BFLOAT16)
        scale = RNG.uniform(0.5, 1.5, (2, rows, HEADS)) * (0.004 if kind == np.int8 else 0.2)
        self.scales: dict[str, Any] = {
            "dequant_scale_query": scale.astype(np.float32),
            "key_antiquant_scale": np.array([0.01 if kind == np.int8 else 0.7], np.float32),
            "value_antiquant_scale": np.array([0.013], np.float32),
            "query_quant_mode": 3,
            "scale_value": 0.05,
        }

    def expected(self) -> Array:
        """Of rows that see the keys up to their own, counted from the last."""
        found = np.zeros(self.query.shape)
        rows = self.query.shape[1]
        for batch, count in enumerate(LENGTHS):
            key, rope = (
                np.concatenate([each[at, 0] for at in TABLE[batch]])[:count].astype(np.float64)
                for each in (self.key, self.key_rope)
            )
            for row in range(rows):
                seen = count - rows + 1 + row
                scores = self.query[batch, row].astype(np.float64) @ key[:seen].T
                scores += self.ropes[batch, row].astype(np.float64) @ rope[:seen].T
                factor = self.scales["dequant_scale_query"][batch, row][:, None].astype(np.float64)
                scores *= factor * self.scales["key_antiquant_scale"] * 0.05
                found[batch, row] = softmax(scores) @ key[:seen]
        return found * float(self.scales["value_antiquant_scale"][0])

    def infer(self, **more: Any) -> Array:
        masked = self.query.shape[1] > 1
        key = more.pop("key", self.key)
        return infer(
            more.pop("query", self.query), key, key, HEADS, out=more.pop("out", BFLOAT16),
            **{"input_layout": "BSND", "block_table": TABLE, "block_size": ROWS,
               "actual_seq_lengths_kv": LENGTHS, "query_rope": self.ropes,
               "key_rope": self.key_rope, "num_key_value_heads": 1, **self.scales,
               **({"atten_mask": MASK, "sparse_mode": 3} if masked else {}), **more},
        )  # fmt: skip


@pytest.mark.parametrize("rows", [1, 3])
def test_int8_queries_beside_ropes(rows: int) -> None:
    latent = Latent(rows, np.int8)
    blocks: dict[str, Any] = {
        "key": fractals(latent.key, 32), "key_rope": fractals(latent.key_rope, 16),
    }  # fmt: skip
    expected = latent.expected()
    is_close(latent.infer(**blocks), expected)
    packed: dict[str, Any] = {
        "query": latent.query.reshape(-1, HEADS, 512),
        "query_rope": latent.ropes.reshape(-1, HEADS, 64),
        "dequant_scale_query": latent.scales["dequant_scale_query"].reshape(-1, HEADS),
        "input_layout": "TND",
        "actual_seq_lengths": [rows, 2 * rows],
    }
    found = latent.infer(**blocks, **packed)
    is_close(found.reshape(expected.shape), expected)


def test_int8_queries_beside_ropes_are_refused_as_the_tiling_does() -> None:
    latent = Latent(1, np.int8)
    good: dict[str, Any] = {
        "key": fractals(latent.key, 32), "key_rope": fractals(latent.key_rope, 16),
    }  # fmt: skip
    for change in (
        {"dequant_scale_query": None},
        {"value_antiquant_scale": None},
        {"key_antiquant_scale": np.ones(2, np.float32)},
        {"key_antiquant_scale": np.ones(1, np.float16)},
        {"dequant_scale_query": np.ones((2, HEADS, 1), np.float32)},
        {"query_quant_mode": 0},
        {"key_antiquant_mode": 1, "value_antiquant_mode": 1},
        {"quant_scale1": np.ones(1, np.float32)},
        {"atten_mask": MASK, "sparse_mode": 4},
        {"key": latent.key, "key_rope": latent.key_rope, "input_layout": "BSND"},
        {"out": np.float16},
    ):
        assert code(lambda change=change: latent.infer(**{**good, **change})) == TILING


@pytest.mark.usefixtures("on_950")
def test_float8_queries_beside_ropes() -> None:
    latent = Latent(2, FLOAT8)
    heads = {
        "query": latent.query.swapaxes(1, 2).copy(),
        "query_rope": latent.ropes.swapaxes(1, 2).copy(),
        "dequant_scale_query": latent.scales["dequant_scale_query"].swapaxes(1, 2).copy(),
        "input_layout": "BNSD",
    }  # fmt: skip
    found = latent.infer(**heads).swapaxes(1, 2)
    is_close(found, latent.expected())


def test_keys_beside_ropes_lie_in_fractals() -> None:
    """Without quantisation."""
    latent = Latent(1, np.float16)
    latent.ropes, latent.key_rope = (
        each.astype(np.float16) for each in (latent.ropes, latent.key_rope)
    )
    one = np.ones((2, 1, HEADS), np.float32)
    latent.scales = {"scale_value": 0.05}
    given = {"key": fractals(latent.key, 16), "key_rope": fractals(latent.key_rope, 16)}
    found = latent.infer(**given, out=np.float16)
    latent.scales = {
        "dequant_scale_query": one, "key_antiquant_scale": 1.0, "value_antiquant_scale": [1.0],
    }  # fmt: skip
    is_close(found, latent.expected())


# --- Scales behind products ----------------------------------------------------------------------

B, N, S, D = 2, 4, 40, 64


def products(rows: int = 7) -> tuple[Array, Array, Array, dict[str, Any]]:
    scales = {
        "deq_scale1": np.array([0.0004], np.float32), "quant_scale1": np.array([127.0], np.float32),
        "deq_scale2": np.array([0.0001], np.float32),
    }  # fmt: skip
    return whole(B, N, rows, D), whole(B, N, S, D), whole(B, N, S, D), scales


def expected_products(query: Array, key: Array, value: Array) -> Array:
    """Exponentials of distances from the largest score are rounded, and their sums are not."""
    scores = query.astype(np.float64) @ key.astype(np.float64).swapaxes(2, 3)
    scores *= float(np.float32(0.0004)) * 0.5
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    sums = powers.sum(-1, keepdims=True)
    found: Array = np.rint(powers * 127) @ value.astype(np.float64) * 0.0001 / sums
    return found


def test_int8_queries_have_scales_behind_products() -> None:
    query, key, value, scales = products()
    exact = expected_products(query, key, value)
    found = infer(query, key, value, N, out=np.float16, scale_value=0.5, **scales)
    is_close(found, exact)
    words = {
        name: scales[name].view(np.uint32).astype(np.uint64) & np.uint64(0xFFFFE000)
        for name in ("deq_scale1", "deq_scale2")
    }
    cut = infer(query, key, value, N, out=np.float16, scale_value=0.5, **{**scales, **words})
    np.testing.assert_allclose(cut.astype(np.float64), exact, 0, 0.01 * np.abs(exact).max())
    quant = np.array([900.0], np.float32)
    found = infer(
        query, key, value, N, out=np.int8, scale_value=0.5, **scales, quant_scale2=quant
    )  # fmt: skip
    rounded = np.clip(np.rint(exact * 900), -128, 127)
    assert (np.abs(found - rounded) <= 1).all()
    assert (found == rounded).mean() > 0.98
    assert np.abs(rounded).max() > 40


@pytest.mark.parametrize("call", [acl.prompt_flash_attention_v2, acl.prompt_flash_attention_v3])
def test_prompts_are_quantised(call: Any) -> None:
    query, key, value, scales = products()
    exact = expected_products(query, key, value)
    more: dict[str, Any] = {"num_heads": N, "input_layout": "BNSD", "scale_value": 0.5}
    out = np.zeros(query.shape, np.float16)
    call(query, key, value, **scales, attention_out=out, **more)
    is_close(out, exact)
    quantised = np.zeros(query.shape, np.int8)
    halves = [RNG.normal(size=each.shape).astype(np.float16) for each in (query, key, value)]
    quant = RNG.uniform(20, 90, (1, N, 1, D)).astype(np.float32)
    call(*halves, quant_scale2=quant, quant_offset2=quant / 9, attention_out=quantised, **more)
    wide = [each.astype(np.float64) for each in halves]
    result = softmax(wide[0] @ wide[1].swapaxes(2, 3) * 0.5) @ wide[2] * quant + quant / 9
    distance = np.abs(quantised - np.clip(result, -128, 127))
    assert distance.max() <= 0.5 + 1e-3
    # The tiling, and before it op_api, refuse these.
    assert code(lambda: call(query, key, value, attention_out=out, **more)) == 561103
    assert code(lambda: call(*halves, attention_out=quantised, **more)) == 561103
    more["attention_out"] = np.zeros(query.shape, BFLOAT16)
    assert code(lambda: call(query, key, value, **scales, **more)) == 161002


def test_int8_queries_are_refused_as_the_tilings_do() -> None:
    query, key, value, scales = products()
    good: dict[str, Any] = {"out": np.float16, **scales}
    for name in scales:
        assert code(lambda name=name: infer(query, key, value, N, **{**good, name: None})) == TILING
    quant = {"quant_scale2": np.ones(1, np.float32)}
    assert code(lambda: infer(query, key, value, N, **good, **quant)) == TILING
    row = query[:, :, :1].copy()
    assert code(lambda: infer(row, key, value, N, **good)) == TILING
    prefix = {"key_shared_prefix": key[:1], "value_shared_prefix": value[:1]}
    assert code(lambda: infer(query, key, value, N, **good, **prefix)) == TILING


# --- float8 by row and head ----------------------------------------------------------------------


@pytest.mark.usefixtures("on_950")
def test_float8_queries_have_scales_of_rows_and_heads() -> None:
    heads, kv_heads, rows = 4, 2, (3, 5)
    total = sum(rows)
    query = RNG.normal(size=(heads, total, 128)).astype(FLOAT8)
    key, value = (RNG.normal(size=(BLOCKS, kv_heads, ROWS, 128)).astype(FLOAT8) for _ in range(2))
    of_query = RNG.uniform(0.2, 1.2, (heads, total)).astype(np.float32)
    of_key = RNG.uniform(0.2, 1.2, (BLOCKS, kv_heads, ROWS)).astype(np.float32)
    of_value = RNG.uniform(0.5, 2, kv_heads).astype(np.float32)
    given: dict[str, Any] = {
        "input_layout": "NTD_TND", "block_table": TABLE, "block_size": ROWS,
        "actual_seq_lengths": [3, 8], "actual_seq_lengths_kv": LENGTHS,
        "num_key_value_heads": kv_heads, "query_quant_mode": 3, "key_antiquant_mode": 3,
        "value_antiquant_mode": 2, "dequant_scale_query": of_query, "key_antiquant_scale": of_key,
        "value_antiquant_scale": of_value, "quant_scale1": np.array([200.0], np.float32),
        "shape": (total, heads, 128), "out": BFLOAT16,
    }  # fmt: skip
    found = infer(query, key, value, heads, **given)
    for batch, (first, past) in enumerate(((0, 3), (3, 8))):
        for head in range(heads):
            of = head // 2
            keys, values = (
                np.concatenate([each[at, of] for at in TABLE[batch]])[: LENGTHS[batch]]
                .astype(np.float64) for each in (key, value)
            )  # fmt: skip
            scales = np.concatenate([of_key[at, of] for at in TABLE[batch]])[: LENGTHS[batch]]
            rows_of = query[head, first:past].astype(np.float64) * of_query[head, first:past, None]
            scores = rows_of @ (keys * scales[:, None]).T * 0.125
            is_close(found[first:past, head], softmax(scores) @ values * of_value[of])
    assert (
        code(lambda: infer(query, key, value, heads, **{**given, "quant_scale1": None})) == TILING
    )
    no_mode = {**given, "query_quant_mode": 6}
    assert code(lambda: infer(query, key, value, heads, **no_mode)) == 207000


# --- Keys of 4 and of 8 bits under queries of 16 -------------------------------------------------


def as_bnsd(numbers: Array, form: str) -> Array:
    """Numbers whose dimensions the letters name, as [B, N, S, D]."""
    numbers = numbers.astype(np.float64)
    if "H" in form:
        numbers = numbers.reshape(*numbers.shape[:-1], 2, -1)
        form = form.replace("H", "ND")
    kept = [i for i, letter in enumerate(form) if letter != "1"]
    letters = [form[i] for i in kept]
    numbers = numbers.reshape([numbers.shape[i] for i in kept])
    shape = [numbers.shape[letters.index(each)] if each in letters else 1 for each in "BNSD"]
    order = [letters.index(letter) for letter in "BNSD" if letter in letters]
    found: Array = numbers.transpose(order).reshape(shape)
    return found


def attended(query: Array, key: Array, value: Array) -> Array:
    key, value = (np.repeat(each, query.shape[1] // each.shape[1], 1) for each in (key, value))
    found: Array = softmax(query.astype(np.float64) @ key.swapaxes(2, 3) * 0.125) @ value
    return found


SIZES = {"B": 2, "N": 2, "S": 70, "D": 64, "H": 128, "1": 1}


def numbers_of(form: str, dtype: Any, scale: float) -> Array:
    shape = [SIZES[letter] for letter in form]
    return (RNG.uniform(0.5, 1.5, shape) * scale).astype(dtype)


def both(numbers: Sequence[Array], name: str = "scale") -> dict[str, Any]:
    """Those of keys, then those of values."""
    return {f"key_antiquant_{name}": numbers[0], f"value_antiquant_{name}": numbers[1]}


def words_of(numbers: Array) -> Array:
    """Eight int4 in an int32, the first in the lowest bits."""
    parts = numbers.astype(np.int64).reshape(*numbers.shape[:-1], -1, 8) & 15
    words = (parts << (4 * np.arange(8))).sum(-1)
    found: Array = words.astype(np.uint32).view(np.int32)
    return found


INT4_MODES = [(0, "1N1D"), (0, "1ND"), (0, "1H"), (1, "1BS"), (3, "BNS")]


@pytest.mark.parametrize("is_word", [False, True])
def test_a_row_attends_to_int4_keys(is_word: bool) -> None:
    query = RNG.normal(size=(2, 4, 1, 64)).astype(np.float16)
    key, value = (RNG.integers(-8, 8, (2, 2, 70, 64)) for _ in range(2))
    given = [words_of(each) if is_word else each.astype(ml_dtypes.int4) for each in (key, value)]
    for mode, form in INT4_MODES:
        dtype = np.float32 if "S" in form else np.float16
        scales = [numbers_of(form, dtype, 0.1) for _ in range(2)]
        offsets = [numbers_of(form, dtype, 2) for _ in range(2)]
        found = infer(
            query, given[0], given[1], 4, num_key_value_heads=2, key_antiquant_mode=mode,
            value_antiquant_mode=mode, **both(scales), **both(offsets, "offset"),
        )  # fmt: skip
        keys, values = (
            (each + as_bnsd(offset, form)) * as_bnsd(scale, form)
            for each, scale, offset in zip((key, value), scales, offsets, strict=True)
        )
        is_close(found, attended(query, keys, values))


def test_int4_keys_lie_in_rows_of_all_heads() -> None:
    """BSH, of which eight columns are one int32, and keys by channel with values by token."""
    query = RNG.normal(size=(2, 1, 256)).astype(BFLOAT16)
    key, value = (RNG.integers(-8, 8, (2, 70, 128)) for _ in range(2))
    of_key, of_value = numbers_of("1H", BFLOAT16, 0.1), numbers_of("1BS", np.float32, 0.1)
    found = infer(
        query, words_of(key), words_of(value), 4, num_key_value_heads=2, input_layout="BSH",
        value_antiquant_mode=1, **both([of_key, of_value]),
    )  # fmt: skip
    keys, values = (
        each.reshape(2, 70, 2, 64).swapaxes(1, 2) * as_bnsd(scale, form)
        for each, scale, form in ((key, of_key, "1H"), (value, of_value, "1BS"))
    )
    heads = query.reshape(2, 4, 1, 64)
    is_close(found.reshape(2, 4, 1, 64), attended(heads, keys, values))


def test_int4_keys_are_refused_as_the_tiling_does() -> None:
    query = RNG.normal(size=(2, 4, 1, 64)).astype(np.float16)
    key = np.zeros((2, 2, 70, 64), ml_dtypes.int4)
    good = both([np.ones((1, 2, 64), np.float16)] * 2)
    infer(query, key, key, 4, **good)
    several = np.repeat(query, 2, 2)
    assert code(lambda: infer(several, key, key, 4, **good)) == TILING
    assert code(lambda: infer(query, key, key, 4)) == TILING
    assert code(lambda: infer(query, key, key, 4, **both([np.ones(1, np.float16)] * 2))) == TILING
    by_head = {**both([np.ones(2, np.float16)] * 2), "key_antiquant_mode": 2,
               "value_antiquant_mode": 2}  # fmt: skip
    assert code(lambda: infer(query, key, key, 4, **by_head)) == TILING
    narrow = query[..., :32].copy(), key[..., :32].copy()
    assert code(lambda: infer(narrow[0], narrow[1], narrow[1], 4, **good)) == TILING
    quant = {"quant_scale2": np.ones(1, np.float32), "out": np.int8}
    assert code(lambda: infer(query, key, key, 4, **good, **quant)) == TILING


@pytest.mark.usefixtures("on_950")
@pytest.mark.parametrize(("mode", "form"), [(0, "1N1D"), (0, "ND"), (0, "H"), (1, "BS")])
@pytest.mark.parametrize("rows", [1, 5])
def test_rows_attend_to_float8_keys(mode: int, form: str, rows: int) -> None:
    query = RNG.normal(size=(2, 4, rows, 64)).astype(np.float16)
    key, value = (RNG.normal(size=(2, 2, 70, 64)).astype(FLOAT8) for _ in range(2))
    scales = [numbers_of(form, np.float32 if "S" in form else np.float16, 1) for _ in range(2)]
    given: dict[str, Any] = {
        "num_key_value_heads": 2, "key_antiquant_mode": mode, "value_antiquant_mode": mode,
        **both(scales),
    }  # fmt: skip
    keys, values = (
        each.astype(np.float64) * as_bnsd(scale, form)
        for each, scale in zip((key, value), scales, strict=True)
    )
    is_close(infer(query, key, value, 4, **given), attended(query, keys, values))
    with_offset = {**given, **both(scales, "offset")}
    assert code(lambda: infer(query, key, value, 4, **with_offset)) == TILING
    by_head = {**given, "key_antiquant_mode": 2, "value_antiquant_mode": 2}
    assert code(lambda: infer(query, key, value, 4, **by_head)) == TILING


def test_float8_keys_are_for_950_alone() -> None:
    query, key = np.ones((2, 2, 1, 64), np.float16), np.ones((2, 2, 70, 64), FLOAT8)
    scales = both([np.ones((1, 2, 64), np.float16)] * 2)
    assert code(lambda: infer(query, key, key, 2, **scales)) == 161002


@pytest.mark.usefixtures("on_950")
def test_float8_keys_of_batches_in_one_dimension() -> None:
    """Scales by token begin anew with each batch, and lie beside blocks in mode 4."""
    query = RNG.normal(size=(3, 4, 128)).astype(BFLOAT16)
    key, value = (RNG.normal(size=(60, 2, 128)).astype(FLOAT8) for _ in range(2))
    scales = [RNG.uniform(0.5, 1.5, (2, 45)).astype(np.float32) for _ in range(2)]
    given: dict[str, Any] = {
        "input_layout": "TND", "num_key_value_heads": 2, "actual_seq_lengths": [1, 3],
        "actual_seq_lengths_kv": [20, 60], "key_antiquant_mode": 1, "value_antiquant_mode": 1,
    }  # fmt: skip
    found = infer(query, key, value, 4, **given, **both(scales))
    for batch, (rows, columns) in enumerate((((0, 1), (0, 20)), ((1, 3), (20, 60)))):
        each, *sides = (
            array[slice(*of)].astype(np.float64).swapaxes(0, 1)[None]
            for array, of in ((query, rows), (key, columns), (value, columns))
        )
        count = columns[1] - columns[0]
        keys, values = (
            side * scale[batch, :count, None] for side, scale in zip(sides, scales, strict=True)
        )
        is_close(found[slice(*rows)], attended(each, keys, values)[0].swapaxes(0, 1))
    blocks = [RNG.normal(size=(BLOCKS, 2, ROWS, 128)).astype(FLOAT8) for _ in range(2)]
    beside = [RNG.uniform(0.5, 1.5, (BLOCKS, ROWS)).astype(np.float32) for _ in range(2)]
    paged = {
        **given, "key_antiquant_mode": 4, "value_antiquant_mode": 4, "block_table": TABLE,
        "block_size": ROWS, "actual_seq_lengths_kv": LENGTHS,
    }  # fmt: skip
    found = infer(query, blocks[0], blocks[1], 4, **paged, **both(beside))
    for batch, rows in enumerate(((0, 1), (1, 3))):
        keys, values = (
            np.concatenate(
                [side[at].astype(np.float64) * scale[at, :, None] for at in TABLE[batch]], 1
            )[None, :, : LENGTHS[batch]]
            for side, scale in zip(blocks, beside, strict=True)
        )
        each = query[slice(*rows)].swapaxes(0, 1)[None]
        is_close(found[slice(*rows)], attended(each, keys, values)[0].swapaxes(0, 1))


@pytest.mark.parametrize("rows", [1, 2])
def test_int8_keys_lie_in_fractals(rows: int) -> None:
    query = RNG.normal(size=(2, 10, rows, 128)).astype(BFLOAT16)
    key, value = (whole(BLOCKS, 1, ROWS, 128) for _ in range(2))
    masked: dict[str, Any] = {"atten_mask": MASK, "sparse_mode": 3} if rows > 1 else {}
    given: dict[str, Any] = {
        "num_key_value_heads": 1, "block_table": TABLE, "block_size": ROWS,
        "actual_seq_lengths_kv": LENGTHS, **masked,
    }  # fmt: skip
    of_channel = [RNG.uniform(0.004, 0.016, (1, 1, 128)).astype(BFLOAT16) for _ in range(2)]
    of_token = [RNG.uniform(0.004, 0.016, (2, 256)).astype(np.float32) for _ in range(2)]
    for mode, scales in enumerate((of_channel, of_token)):
        modes = {"key_antiquant_mode": mode, "value_antiquant_mode": mode}
        found = infer(query, fractals(key, 32), fractals(value, 32), 10, **given, **modes,
                      **both(scales))  # fmt: skip
        for batch, count in enumerate(LENGTHS):
            for row in range(rows):
                seen = count - rows + 1 + row
                keys, values = (
                    np.concatenate([each[at, 0] for at in TABLE[batch]])[:seen].astype(np.float64)
                    * (scale[batch, :seen, None] if mode else scale[0].astype(np.float64))
                    for each, scale in zip((key, value), scales, strict=True)
                )
                each = query[batch : batch + 1, :, row : row + 1]
                expected = attended(each, keys[None, None], values[None, None])
                is_close(found[batch, :, row], expected[0, :, 0])
    wide = {**given, **both(of_channel)}
    assert code(lambda: infer(query, fractals(key, 16), fractals(value, 16), 10, **wide)) == TILING
    few = query[:, :5].copy()
    assert code(lambda: infer(few, fractals(key, 32), fractals(value, 32), 5, **wide)) == TILING


# --- Sinks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_a_sink_is_a_score_without_a_value(api: Api, soc: str) -> None:
    """A score of each head, behind the scale, that takes its share of the sum."""
    query = RNG.normal(size=(4, 4, 64)).astype(BFLOAT16)
    key, value = (RNG.normal(size=(700, 2, 64)).astype(BFLOAT16) for _ in range(2))
    sinks = np.array([-1.0, 0.5, 3.0, 12.0]).astype(BFLOAT16)
    given: dict[str, Any] = {
        "input_layout": "TND", "num_key_value_heads": 2, "actual_seq_lengths": [3, 4],
        "actual_seq_lengths_kv": [100, 700], "inner_precise": 0, "learnable_sink": sinks,
    }  # fmt: skip
    with selected(api, soc):
        found = infer(query, key, value, 4, **given)
        for change in ({"learnable_sink": sinks[:3]}, {"learnable_sink": sinks.astype(np.float16)}):
            assert code(lambda change=change: infer(query, key, value, 4, **{**given, **change}))
        heads = query[None].swapaxes(1, 2).copy(), key[None, :, :].swapaxes(1, 2).copy()
        other = {"inner_precise": 0, "learnable_sink": sinks, "num_key_value_heads": 2}
        if soc == "Ascend910B":
            assert code(lambda: infer(heads[0], heads[1], heads[1], 4, **other)) == TILING
    for rows, columns in ((slice(0, 3), slice(0, 100)), (slice(3, 4), slice(100, 700))):
        for head in range(4):
            keys, values = (each[columns, head // 2].astype(np.float64) for each in (key, value))
            scores = query[rows, head].astype(np.float64) @ keys.T * 0.125
            powers = np.exp(scores)
            sums = powers.sum(-1, keepdims=True) + np.exp(float(sinks[head]))
            is_close(found[rows, head], powers / sums @ values)


# --- hifloat8, which Python has no type for ------------------------------------------------------


def test_rows_attend_to_hifloat8_keys(api: Api) -> None:
    query = RNG.normal(size=(2, 4, 3, 64)).astype(np.float16)
    codes = [coded("hifloat8", RNG.normal(size=(2, 2, 70, 64))) for _ in range(2)]
    scales = [RNG.uniform(0.5, 1.5, (1, 2, 64)).astype(np.float16) for _ in range(2)]
    out = np.zeros(query.shape, np.float16)
    with Session(api) as session:
        keys = [
            api.aclCreateTensorList(
                (ctypes.c_void_p * 1)(
                    session.describe(each.shape, NUMBERS["hifloat8"], session.upload(each))
                ),
                1,
            )
            for each in codes
        ]
        found = run(
            session,
            "aclnnFusedInferAttentionScoreV5",
            [query, *keys, *[None] * 14, scales[0], None, scales[1], *[None] * 11, 4,
             ctypes.c_double(0.125), 2**31 - 1, 2**31 - 1, b"BNSD", 2, 0, 1, 0, 0, False, 0, 0, 0,
             0, out, None],
        )[-1]  # fmt: skip
    values = [
        values_of("hifloat8")[each] * scale.astype(np.float64)[0][None, :, None]
        for each, scale in zip(codes, scales, strict=True)
    ]
    is_close(found, attended(query, *values))
