# SPDX-License-Identifier: Apache-2.0
"""int8 keys and values of attention for inference: (number + offset) * scale of each mode against
float64, and what the public tilings of IncreFlashAttention and PromptFlashAttention refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import aclnn_py as acl

Array = NDArray[Any]
Shape = tuple[int, ...]

# Batches, heads of queries and of keys, columns, columns of a head; blocks of rows.
B, HEADS, N, S, D = 2, 4, 2, 70, 64
P, R = 7, 32
TABLE = np.array([[3, 1, 6], [0, 5, 2]], np.int32)
LENGTHS = [70, 33]
TILING = 561002

RNG = np.random.default_rng(30)


def whole(*shape: int) -> Array:
    return RNG.integers(-128, 128, shape, np.int8)


def scales(dtype: Any, *shape: int) -> Array:
    return (RNG.uniform(0.004, 0.016, shape)).astype(dtype)


def offsets(dtype: Any, *shape: int) -> Array:
    return RNG.integers(-20, 20, shape).astype(dtype)


def attended(query: Array, keys: Sequence[Array], values: Sequence[Array]) -> Array:
    """Of queries [B, heads, rows, D], keys and values [N, columns, D] of each batch, in float64."""
    found = []
    for each, *sides in zip(query.astype(np.float64), keys, values, strict=True):
        key, value = (np.repeat(side, len(each) // len(side), 0) for side in sides)
        scores = each @ key.swapaxes(1, 2) / 8
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        found.append(powers / powers.sum(-1, keepdims=True) @ value)
    return np.stack(found)


def as_bnsd(numbers: Array, form: str) -> Array:
    """Numbers of these dimensions, spread over batch, head, column and depth."""
    numbers = numbers.astype(np.float64)
    if "H" in form:
        numbers = numbers.reshape(*numbers.shape[:-1], N, D)
        form = form.replace("H", "ND")
    kept = [i for i, letter in enumerate(form) if letter != "1"]
    numbers = numbers.reshape([numbers.shape[i] for i in kept])
    letters = [form[i] for i in kept]
    order = [letters.index(letter) for letter in "BNSD" if letter in letters]
    shape = [numbers.shape[letters.index(each)] if each in letters else 1 for each in "BNSD"]
    return numbers.transpose(order).reshape(shape)


def restored(key: Array, scale: Array, offset: Array | None, form: str) -> Array:
    """[B, N, S, D] in float64; what there is of numbers by token beyond S is for no column."""
    columns = slice(0, key.shape[2])
    added = 0.0 if offset is None else as_bnsd(offset, form)[:, :, columns]
    return (key.astype(np.float64) + added) * as_bnsd(scale, form)[:, :, columns]


def infer(query: Array, key: Any, value: Any, **more: Any) -> Array:
    keys, values = (each if isinstance(each, list) else [each] for each in (key, value))
    found: Array = acl.fused_infer_attention_score_v4(
        query, keys, values,
        **{"num_heads": HEADS, "num_key_value_heads": N, "input_layout": "BNSD",
           "scale_value": 0.125, "inner_precise": 1, **more},
    )[0]  # fmt: skip
    return found


def is_close(found: Array, expected: Array) -> None:
    """Within a unit in the last place of the largest value, of float16 or bfloat16."""
    unit = 2**-10 if found.dtype == np.float16 else 2**-7
    np.testing.assert_allclose(found.astype(np.float64), expected, 0, 2 * unit)


def half(at: int, scale: Array, offset: Array) -> tuple[Array, Array]:
    """Those of keys (0) or of values (1)."""
    return np.atleast_1d(scale[at]), np.atleast_1d(offset[at])


def sizes(form: str, first: int = 1) -> Shape:
    by_letter = {"B": B, "N": N, "S": S, "D": D, "H": N * D, "1": 1, "P": P, "R": R}
    return tuple(first if letter == "2" else by_letter[letter] for letter in form)


def pair(form: str, dtype: Any, with_offset: bool) -> tuple[Array, Array | None]:
    shape = sizes(form)
    return scales(dtype, *shape), offsets(dtype, *shape) if with_offset else None


BY_CHANNEL = ("1", "1N1D", "11ND", "1ND", "1H")
MODES = [
    *((0, form) for form in BY_CHANNEL),
    (1, "1BS"),
    (1, "BS"),
    (2, "N"),
    (3, "BNS"),
]


def separate(key: Any, value: Any) -> dict[str, Any]:
    names = ("antiquant_scale", "antiquant_offset")
    return {f"{which}_{name}": number for which, numbers in (("key", key), ("value", value))
            for name, number in zip(names, numbers, strict=True)}  # fmt: skip


@pytest.mark.parametrize("with_offset", [False, True])
def test_a_row_attends_to_int8_keys_of_each_mode(with_offset: bool) -> None:
    """Float32 by token, else of the data type of query."""
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16)
    key, value = whole(B, N, S, D), whole(B, N, S, D)
    for mode, form in MODES:
        dtype = np.float32 if "S" in form else np.float16
        of_key, of_value = (pair(form, dtype, with_offset) for _ in range(2))
        found = infer(
            query, key, value, **separate(of_key, of_value), key_antiquant_mode=mode,
            value_antiquant_mode=mode,
        )  # fmt: skip
        keys, values = restored(key, *of_key, form), restored(value, *of_value, form)
        is_close(found, attended(query, list(keys), list(values)))


def test_keys_by_channel_go_with_values_by_token() -> None:
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16)
    key, value = whole(B, N, S, D), whole(B, N, S, D)
    of_key, of_value = pair("1ND", np.float16, True), pair("1BS", np.float32, True)
    found = infer(query, key, value, **separate(of_key, of_value), value_antiquant_mode=1)
    keys, values = restored(key, *of_key, "1ND"), restored(value, *of_value, "1BS")
    is_close(found, attended(query, list(keys), list(values)))


@pytest.mark.parametrize("form", ["2", "2N1D", "21ND", "2ND", "2H", "2BS"])
def test_one_tensor_holds_the_numbers_of_keys_and_values(form: str) -> None:
    """The first half is of keys. Longer ones by token are for keys that follow."""
    mode, rest = ("S" in form), form[1:] or "1"
    dtype = np.float32 if mode else np.float16
    query = RNG.standard_normal((B, 1, HEADS * D)).astype(np.float16)
    key, value = whole(B, S, N * D), whole(B, S, N * D)
    shape = (2, *(size + (letter == "S") * 3
                  for size, letter in zip(sizes(form[1:]), form[1:], strict=True)))  # fmt: skip
    scale, offset = scales(dtype, *shape), offsets(dtype, *shape)
    found = infer(
        query, key, value, input_layout="BSH", antiquant_scale=scale, antiquant_offset=offset,
        antiquant_mode=int(mode),
    )  # fmt: skip
    keys, values = (
        restored(each.reshape(B, S, N, D).swapaxes(1, 2),
                 *half(at, scale, offset), rest)
        for at, each in enumerate((key, value))
    )  # fmt: skip
    heads = query.reshape(B, HEADS, 1, D)
    is_close(found.reshape(heads.shape), attended(heads, list(keys), list(values)))


@pytest.mark.parametrize("mode", range(6))
def test_keys_lie_in_blocks(mode: int) -> None:
    """By token as the blocks follow one another (modes 1, 3), or beside the blocks (4, 5)."""
    form = {0: "1ND", 1: "1BS", 2: "N", 3: "BNS", 4: "PR", 5: "PNR"}[mode]
    dtype = np.float32 if mode not in (0, 2) else np.float16
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16)
    key, value = whole(P, N, R, D), whole(P, N, R, D)
    shape = tuple(96 if letter == "S" else size
                  for letter, size in zip(form, sizes(form), strict=True))  # fmt: skip
    pairs = [(scales(dtype, *shape), offsets(dtype, *shape)) for _ in range(2)]
    found = infer(
        query, key, value, **separate(*pairs), block_table=TABLE, block_size=R,
        actual_seq_lengths_kv=LENGTHS, key_antiquant_mode=mode, value_antiquant_mode=mode,
    )  # fmt: skip
    sides = []
    for blocks, numbers in zip((key, value), pairs, strict=True):
        by_block = form.replace("P", "B").replace("R", "S")
        given = restored(blocks, *numbers, by_block) if mode > 3 else blocks
        rows = np.stack([np.concatenate([given[at] for at in line], 1) for line in TABLE])
        rows = rows if mode > 3 else restored(rows, *numbers, form)
        sides.append([each[:, :count] for each, count in zip(rows, LENGTHS, strict=True)])
    is_close(found, attended(query, *sides))


def test_numbers_by_token_begin_with_those_of_the_prefix() -> None:
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16)
    first, second = whole(1, N, 5, D), whole(1, N, 5, D)
    key, value = whole(B, N, S, D), whole(B, N, S, D)
    pairs = [(scales(np.float32, 1, B, S + 5), offsets(np.float32, 1, B, S + 5)) for _ in range(2)]
    found = infer(
        query, key, value, **separate(*pairs), key_antiquant_mode=1, value_antiquant_mode=1,
        key_shared_prefix=first, value_shared_prefix=second,
    )  # fmt: skip
    sides = [
        list(restored(np.concatenate([np.repeat(prefix, B, 0), each], 2), *numbers, "1BS"))
        for prefix, each, numbers in zip((first, second), (key, value), pairs, strict=True)
    ]
    is_close(found, attended(query, *sides))


def test_batches_have_keys_of_their_own() -> None:
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16)
    keys, values = ([whole(1, N, S - 9 * at, D) for at in range(B)] for _ in range(2))
    shape = (B, N, S)
    pairs = [(scales(np.float32, *shape), offsets(np.float32, *shape)) for _ in range(2)]
    found = infer(
        query, keys, values, **separate(*pairs), key_antiquant_mode=3, value_antiquant_mode=3
    )
    sides = [
        [restored(each, scale[at : at + 1], offset[at : at + 1], "BNS")[0]
         for at, each in enumerate(given)]
        for given, (scale, offset) in zip((keys, values), pairs, strict=True)
    ]  # fmt: skip
    is_close(found, attended(query, *sides))


@pytest.mark.parametrize(("mode", "form"), [(0, "ND"), (0, "N1D"), (0, "H"), (1, "BS")])
def test_few_rows_attend_to_int8_keys(mode: int, form: str) -> None:
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    query = RNG.standard_normal((B, HEADS, 5, D)).astype(bfloat16)
    key, value = whole(B, N, S, D), whole(B, N, S, D)
    pairs = [pair(form, np.float32 if mode else bfloat16, True) for _ in range(2)]
    found = infer(
        query, key, value, **separate(*pairs), key_antiquant_mode=mode, value_antiquant_mode=mode
    )
    keys, values = (
        restored(each, *numbers, form) for each, numbers in zip((key, value), pairs, strict=True)
    )
    is_close(found, attended(query, list(keys), list(values)))


@pytest.mark.parametrize("form", ["2", "2N1D"])
def test_several_rows_of_float16_take_one_tensor_for_both(form: str) -> None:
    query = RNG.standard_normal((B, HEADS, 40, D)).astype(np.float16)
    key, value = whole(B, N, S, D), whole(B, N, S, D)
    shape = (2, *sizes(form[1:]))
    scale, offset = scales(np.float16, *shape), offsets(np.float16, *shape)
    found = infer(query, key, value, antiquant_scale=scale, antiquant_offset=offset)
    keys, values = (
        restored(each, *half(at, scale, offset), form[1:] or "1")
        for at, each in enumerate((key, value))
    )
    is_close(found, attended(query, list(keys), list(values)))


def test_single_row_calls_take_one_tensor_for_both() -> None:
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16)
    key, value = whole(B, N, S, D), whole(B, N, S, D)
    scale, offset = scales(np.float16, 2, N, 1, D), offsets(np.float16, 2, N, 1, D)
    sides = [
        list(restored(each, scale[at], offset[at], "N1D")) for at, each in enumerate((key, value))
    ]
    for call in (acl.incre_flash_attention_v3, acl.incre_flash_attention_v4):
        found = call(
            query, [key], [value], antiquant_scale=scale, antiquant_offset=offset,
            num_heads=HEADS, num_key_value_heads=N, input_layout="BNSD", scale_value=0.125,
        )  # fmt: skip
        is_close(found, attended(query, *sides))


def test_batches_see_as_many_keys_as_their_tensor_has() -> None:
    """Without lengths, and with ones that only the second tensor has columns for."""
    query = RNG.standard_normal((B, HEADS, 1, D)).astype(np.float16)
    for rows in ((70, 61), (40, 61)):
        keys, values = (
            [RNG.standard_normal((1, N, count, D)).astype(np.float16) for count in rows]
            for _ in range(2)
        )
        for lengths in (None, [30, 61]):
            found = infer(query, keys, values, actual_seq_lengths_kv=lengths)
            counts = lengths or rows
            sides = [
                [each[0, :, :count].astype(np.float64)
                 for each, count in zip(given, counts, strict=True)]
                for given in (keys, values)
            ]  # fmt: skip
            is_close(found, attended(query, *sides))


# --- What is refused -----------------------------------------------------------------------------


def status(rows: int = 1, dtype: Any = np.float16, key_type: Any = np.int8, **more: Any) -> int:
    query = np.zeros((B, HEADS, rows, D), dtype)
    columns = np.zeros(more.pop("of", (B, N, S, D)), key_type)
    try:
        infer(query, columns, columns, **more)
    except acl.AclError as error:
        return int(error.code)
    return 0


def ones(dtype: Any, *shape: int) -> Array:
    return np.ones(shape, dtype)


def both(scale: Array, offset: Array | None = None) -> dict[str, Any]:
    return separate((scale, offset), (scale, offset))


def modes(key: int, value: int | None = None) -> dict[str, int]:
    return {"key_antiquant_mode": key, "value_antiquant_mode": key if value is None else value}


CHANNEL, TOKEN = ones(np.float16, 1, N, D), ones(np.float32, 1, B, S)
IN_BLOCKS: dict[str, Any] = {
    "of": (P, N, R, D), "block_table": TABLE, "block_size": R, "actual_seq_lengths_kv": LENGTHS,
}  # fmt: skip


def test_single_rows_refuse_what_the_tiling_does() -> None:
    assert status(**both(CHANNEL)) == 0
    assert status() == TILING  # no scale
    assert status(key_antiquant_scale=CHANNEL) == TILING
    assert status(value_antiquant_scale=CHANNEL) == TILING
    assert status(**{**both(CHANNEL), "key_antiquant_offset": CHANNEL}) == TILING
    assert status(key_antiquant_offset=CHANNEL, value_antiquant_offset=CHANNEL) == TILING
    assert status(**both(CHANNEL.astype(np.float32))) == TILING
    assert status(**both(CHANNEL, CHANNEL.astype(np.float32))) == TILING
    assert status(**both(CHANNEL, CHANNEL[0])) == TILING
    assert status(**both(ones(np.float16, N, D))) == TILING
    assert status(**separate((CHANNEL, None), (CHANNEL.reshape(1, -1), None))) == TILING
    assert status(**both(TOKEN), **modes(1)) == 0
    assert status(**both(TOKEN.astype(np.float16)), **modes(1)) == TILING
    assert status(**both(TOKEN[..., :-1]), **modes(1)) == TILING
    assert status(**both(TOKEN), **modes(1, 0)) == TILING
    assert status(**both(TOKEN), **modes(6)) == TILING
    assert status(**both(ones(np.float32, P, R)), **modes(4)) == TILING  # no blocks
    assert status(**both(CHANNEL), key_type=np.float16) == TILING
    assert status(antiquant_scale=CHANNEL, key_type=np.float16) == TILING


def test_one_tensor_for_both_has_its_own_modes() -> None:
    halves = ones(np.float16, 2, N, D)
    assert status(antiquant_scale=halves) == 0
    assert status(antiquant_scale=halves, antiquant_mode=2) == TILING
    assert status(antiquant_scale=halves, antiquant_mode=1) == TILING
    assert status(antiquant_offset=halves) == TILING
    assert status(antiquant_scale=CHANNEL) == TILING
    # Scales of both sides come first.
    assert status(antiquant_scale=halves[:1], **both(CHANNEL)) == 0


def test_blocks_of_int8_have_multiples_of_32_rows() -> None:
    assert status(**both(ones(np.float32, P, R)), **modes(4), **IN_BLOCKS) == 0
    assert status(**both(ones(np.float32, P + 1, R)), **modes(4), **IN_BLOCKS) == TILING
    assert status(**both(ones(np.float32, P, R, 1)), **modes(4), **IN_BLOCKS) == TILING
    assert status(**both(ones(np.float32, P, N, R)), **modes(5), **IN_BLOCKS) == 0
    odd = {**IN_BLOCKS, "of": (P, N, 48, D), "block_size": 48}
    assert status(**both(CHANNEL), **odd) == TILING


def test_several_rows_refuse_what_the_tiling_does() -> None:
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    heads, halves = ones(bfloat16, N, D), ones(np.float16, 2, N, 1, D)
    few: dict[str, Any] = {"rows": 16, "dtype": bfloat16}
    assert status(**few, **both(heads)) == 0
    assert status(rows=17, dtype=bfloat16, **both(heads)) == TILING
    assert status(rows=16, **both(heads.astype(np.float16))) == TILING
    assert status(rows=16, **both(TOKEN[0]), **modes(1)) == 0
    assert status(rows=16, **both(ones(np.float32, B, S + 1)), **modes(1)) == TILING
    assert status(**few, **both(TOKEN), **modes(1)) == TILING
    assert status(**few, **both(heads), **modes(2)) == TILING
    assert status(**few, **both(heads), **modes(0, 1)) == TILING
    assert status(**few, antiquant_scale=halves.astype(bfloat16)) == TILING
    assert status(rows=40, antiquant_scale=halves) == 0
    assert status(rows=40, antiquant_scale=halves[:, :, 0]) == TILING  # the form of BSND
    assert status(rows=40) == TILING
    # Without a scale of either side that of both is not looked at.
    assert status(rows=16, key_type=np.float16, antiquant_scale=halves) == 0
    assert status(rows=16, key_type=np.float16, **both(CHANNEL)) == TILING


def test_blocks_of_int8_go_with_many_rows_in_one_sparse_mode() -> None:
    """Float16, "BSH" or "BSND", innerPrecise 1, sparseMode 3 and its mask."""
    query = RNG.standard_normal((B, 30, HEADS * D)).astype(np.float16)
    key, value = whole(P, R, N * D), whole(P, R, N * D)
    pairs = [(scales(np.float16, 1, N * D), offsets(np.float16, 1, N * D)) for _ in range(2)]
    given: dict[str, Any] = {
        "input_layout": "BSH", "block_table": TABLE, "block_size": R,
        "actual_seq_lengths_kv": [70, 33], "sparse_mode": 3,
        "atten_mask": np.triu(np.ones((2048, 2048), np.bool_), 1), **separate(*pairs),
    }  # fmt: skip
    found = infer(query, key, value, **given)
    for change in ({"inner_precise": 0}, {"sparse_mode": 0, "atten_mask": None}, modes(1)):
        with pytest.raises(acl.AclError) as refused:
            infer(query, key, value, **{**given, **change})
        assert refused.value.code == TILING
    for batch, count in enumerate(LENGTHS):
        keys, values = (
            restored(np.concatenate([each[at] for at in TABLE[batch]])[:count]
                     .reshape(1, count, N, D).swapaxes(1, 2), *numbers, "1H")[0]
            for each, numbers in zip((key, value), pairs, strict=True)
        )  # fmt: skip
        heads = query[batch].reshape(30, HEADS, D).swapaxes(0, 1)
        for row in range(30):  # row i sees the columns up to its own, counted from the last
            seen = count - 29 + row
            expected = attended(heads[None, :, row : row + 1], [keys[:, :seen]], [values[:, :seen]])
            is_close(found[batch, row].reshape(HEADS, D), expected[0, :, 0])
