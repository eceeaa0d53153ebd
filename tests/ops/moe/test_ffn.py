# SPDX-License-Identifier: Apache-2.0
"""FFN and its versions: what phase one answers, by CANN's op_api, the memory that the public tiling
asks for, and whole numbers, which are chosen so that nothing but the result is rounded."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.product_oracle import words_of
from support import Api
from sweep.rules import (
    BFLOAT16,
    DOUBLE,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    KERNEL,
    NULL,
    answer,
    ints,
    room,
    tensor,
)

import aclnn_py as acl

UINT64, INT4 = 10, 29
Array = NDArray[Any]
BF16: Any = ml_dtypes.bfloat16
RNG = np.random.default_rng(30)
QUANTISED = 8 * [NULL]
"""Scales and offsets, from scale to antiquantOffset2."""


def _answer(
    api: Api,
    *,
    soc: str = "Ascend910B",
    dtype: int = FLOAT16,
    weight: int | None = None,
    tokens: list[Any] = NULL,
    experts: int = 0,
    rows: int = 100,
    columns: int = 64,
    inner: int = 128,
    second: tuple[int, ...] | None = None,
    biases: tuple[list[Any], list[Any]] = (NULL, NULL),
    others: list[list[Any]] = QUANTISED,
    activation: list[Any] | None = None,
    precise: int = 1,
    y: list[Any] | None = None,
) -> tuple[int, int]:
    """The answer of aclnnFFNV2."""
    stack = (experts,) if experts else ()
    kind = dtype if weight is None else weight
    found = answer(
        api, soc, "aclnnFFNV2", tensor(dtype, rows, columns), tensor(kind, *stack, columns, inner),
        tensor(kind, *(second or (*stack, inner, columns))), tokens, *biases, *others,
        activation or ["s", "relu"], ["i", precise], ["b", 0],
        y or tensor(dtype, rows, columns),
    )  # fmt: skip
    return found[:2]


@pytest.mark.usefixtures("own_library")
def test_sizes_follow_the_public_tiling(api: Api) -> None:
    """Both products of a row, of which the first is float32 where precision is asked for, and 64
    bytes for each of 24 cube cores."""
    inner = 100 * 128
    plain = room(KERNEL + 4 * inner + 64 * 24)
    precise = room(KERNEL + 6 * inner + 64 * 24)
    assert _answer(api) == (0, plain)
    assert _answer(api, tokens=ints(60, 40), experts=2) == (0, plain)
    assert _answer(api, precise=0) == (0, precise)
    assert _answer(api, dtype=BFLOAT16, precise=0) == (0, precise)
    assert _answer(api, rows=0) == (0, 0)


@pytest.mark.usefixtures("own_library")
def test_gates_ask_for_a_tile_of_each_core(api: Api) -> None:
    """Four tiles of float16 for each of 48 vector cores. One half of a row is 64 wide, and so are
    tiles, of 4096 elements: 64 rows. All rows fit one core across, so each core has 100 / 48 of
    them, 16 when rounded up, and tiles have 16."""
    tiles = 48 * 4 * 2 * (16 * 64)
    found = _answer(api, second=(64, 64), activation=["s", "SwiGLU"])
    assert found == (0, room(KERNEL + 100 * 64 * 2 + tiles))


@pytest.mark.usefixtures("own_library")
def test_what_op_api_refuses(api: Api) -> None:
    half, single = tensor(FLOAT16, 128), tensor(FLOAT, 128)
    scale = [tensor(FLOAT, 1), *QUANTISED[1:]]
    gates: dict[str, Any] = {"second": (64, 64), "activation": ["s", "geglu"]}
    cases: list[tuple[int, dict[str, Any]]] = [
        (161002, {"activation": ["s", "tanh"]}),
        (0, {"activation": ["s", "FastGelu"]}),
        (161002, {"tokens": ints(60, 41), "experts": 2}),
        (161002, {"tokens": ints(-1, 101), "experts": 2}),
        (161002, {"tokens": ints(100), "experts": 2}),
        (161002, {"experts": 2}),
        (161002, {"tokens": ints(60, 40)}),
        (0, {"tokens": ints()}),
        (161002, {"y": tensor(FLOAT16, 100, 64, 1)}),
        (561103, {"y": tensor(FLOAT16, 64, 100)}),
        (161002, {"y": tensor(FLOAT, 100, 64)}),
        (161002, {"second": (64, 128)}),
        (161002, {"second": (128, 65)}),
        (161002, {"columns": 65536, "inner": 1}),
        (0, {"biases": (half, tensor(FLOAT16, 64))}),
        (161002, {"biases": (single, NULL)}),
        (161002, {"biases": (half, half)}),
        (0, {"dtype": BFLOAT16, "precise": 0, "biases": (single, NULL)}),
        (161002, {"dtype": BFLOAT16, "precise": 1}),
        (161002, {"dtype": DOUBLE}),
        (161002, {"dtype": FLOAT}),
        (161002, {"weight": BFLOAT16}),
        (161002, {"others": scale}),
        (561103, {"precise": 2}),
        (0, gates),
        (161002, gates | {"second": (128, 64)}),
        (161002, gates | {"precise": 0}),
        (161002, gates | {"dtype": BFLOAT16}),
        (161002, {"weight": INT8}),
        (161002, {"dtype": INT8, "y": tensor(FLOAT16, 100, 64)}),
    ]
    for wanted, options in cases:
        assert _answer(api, **options)[0] == wanted, options


def _quantised(sums: int, *, scale: int = 1, second: int = 0, experts: int = 0) -> list[list[Any]]:
    """Scales of whole numbers: of sums in a type, of codes for `scale` columns."""
    stack = (experts,) if experts else ()
    count = experts or 1
    return [
        tensor(FLOAT, *((count,) if scale == 1 else (*stack, scale))), tensor(FLOAT, count),
        tensor(sums, *stack, 128), tensor(second or sums, *stack, 64), *4 * [NULL],
    ]  # fmt: skip


def _restored(kind: int, *, parts: tuple[int, ...] = (), offsets: int = 0) -> list[list[Any]]:
    first, last = tensor(kind, *parts, 128), tensor(kind, *parts, 64)
    return [*4 * [NULL], first, last, tensor(offsets or kind, *parts, 128), last]


WHOLE: dict[str, Any] = {"dtype": INT8, "y": tensor(FLOAT16, 100, 64)}
WHOLE_BF16: dict[str, Any] = {"dtype": INT8, "y": tensor(BFLOAT16, 100, 64)}


@pytest.mark.usefixtures("own_library")
def test_what_goes_with_whole_numbers(api: Api) -> None:
    cases: list[tuple[int, dict[str, Any]]] = [
        (0, WHOLE | {"others": _quantised(FLOAT)}),
        (0, WHOLE | {"others": _quantised(UINT64)}),
        (0, WHOLE | {"others": _quantised(INT64, scale=128)}),
        (161002, WHOLE | {"others": _quantised(FLOAT, scale=128)}),
        (161002, WHOLE | {"others": _quantised(FLOAT, scale=64)}),
        (161002, WHOLE | {"others": _quantised(UINT64, second=INT64)}),
        (161002, WHOLE | {"others": _quantised(BFLOAT16)}),
        (0, WHOLE_BF16 | {"others": _quantised(BFLOAT16, scale=128)}),
        (161002, WHOLE_BF16 | {"others": _quantised(FLOAT)}),
        (161002, WHOLE | {"others": _quantised(FLOAT), "y": tensor(FLOAT, 100, 64)}),
        (161002, WHOLE | {"others": _quantised(FLOAT), "weight": FLOAT16}),
        (161002, WHOLE | {"others": _quantised(FLOAT)[:2] + 6 * [NULL]}),
        (161002, WHOLE | {"others": [NULL, *_quantised(FLOAT)[1:]]}),
        (161002, WHOLE | {"others": [*_quantised(FLOAT)[:7], tensor(FLOAT16, 64)]}),
        (0, WHOLE | {"others": _quantised(FLOAT), "biases": (tensor(INT32, 128), NULL)}),
        (161002, WHOLE | {"others": _quantised(FLOAT), "biases": (tensor(FLOAT16, 128), NULL)}),
        (0, WHOLE | {"others": _quantised(FLOAT), "precise": 0}),
        (161002, WHOLE | {"others": _quantised(FLOAT), "activation": ["s", "geglu"]}),
        (161002, WHOLE | {"others": _quantised(FLOAT), "tokens": ints(60, 40), "experts": 2}),
        (0, WHOLE | {"others": _quantised(FLOAT, experts=2), "tokens": ints(60, 40), "experts": 2}),
        (0, {"weight": INT8, "others": _restored(FLOAT16)}),
        (0, {"weight": INT4, "others": _restored(FLOAT16)}),
        (0, {"weight": INT4, "others": _restored(FLOAT16, parts=(4,))}),
        (161002, {"weight": INT8, "others": _restored(FLOAT16, parts=(4,))}),
        (161002, {"weight": INT4, "others": _restored(FLOAT16, parts=(5,))}),
        (161002, {"weight": INT4, "others": _restored(BFLOAT16)}),
        (161002, {"weight": INT4, "others": _restored(FLOAT16, offsets=BFLOAT16)}),
        (161002, {"weight": INT4, "others": [*_restored(FLOAT16)[:7], NULL]}),
        (161002, {"weight": INT8, "others": [tensor(FLOAT, 1), *_restored(FLOAT16)[1:]]}),
        (0, {"weight": INT8, "dtype": BFLOAT16, "others": _restored(BFLOAT16)}),
    ]
    for wanted, options in cases:
        assert _answer(api, **options)[0] == wanted, options


@pytest.mark.usefixtures("own_library")
def test_sizes_of_whole_numbers_follow_the_public_tiling(api: Api) -> None:
    """Both products of a row and 64 bytes for each of 24 cube cores; float32 scales as words of
    both layers, sums of int32 of the second one with bfloat16, and restored weights twice."""
    inner, fixed = 100 * 128, KERNEL + 64 * 24
    wide = 2 * 2 * 64 * 128
    two = {"tokens": ints(60, 40), "experts": 2}
    for options, size in (
        (WHOLE | {"others": _quantised(UINT64)}, 3 * inner),
        (WHOLE | {"others": _quantised(UINT64, scale=128)}, 3 * inner),
        (WHOLE | {"others": _quantised(FLOAT)}, 3 * inner + 8 * (128 + 64)),
        (WHOLE | two | {"others": _quantised(FLOAT, experts=2)}, 3 * inner + 16 * (128 + 64)),
        (WHOLE_BF16 | {"others": _quantised(BFLOAT16)}, 5 * inner + 4 * 100 * 64),
        ({"weight": INT8, "others": _restored(FLOAT16)}, 4 * inner + 2 * wide),
        ({"weight": INT4, "others": _restored(FLOAT16), "precise": 0}, 4 * inner + 2 * wide),
        ({"weight": INT8, "dtype": BFLOAT16, "others": _restored(BFLOAT16)}, 6 * inner + 2 * wide),
    ):
        assert _answer(api, **options) == (0, room(fixed + size)), options


@pytest.mark.usefixtures("own_library")
def test_no_other_product_has_the_kernel(api: Api) -> None:
    assert _answer(api, soc="Ascend910_93")[0] == 0
    assert _answer(api, soc="Ascend950")[0] == 561103


@pytest.mark.usefixtures("own_library")
def test_tokens_of_experts_are_int64_in_a_tensor(api: Api) -> None:
    for tokens, wanted in (
        (tensor(INT64, 2), 0),
        (tensor(INT32, 2), 561103),
        (tensor(INT64, 3), 161002),
        (tensor(INT64, 2, 1), 561103),
    ):
        found = answer(
            api, "Ascend910B", "aclnnFFNV3", tensor(FLOAT16, 9, 8), tensor(FLOAT16, 2, 8, 16),
            tensor(FLOAT16, 2, 16, 8), tokens, NULL, NULL, *QUANTISED, ["s", "gelu"], ["i", 1],
            ["b", 0], tensor(FLOAT16, 9, 8),
        )  # fmt: skip
        assert found[0] == wanted


def test_rows_that_no_expert_has_are_zeros() -> None:
    rows, weights = np.ones((5, 4), np.float16), np.ones((2, 4, 4), np.float16)
    found = acl.ffnv3(rows, weights, weights, expert_tokens=np.array([1, 2]), activation="relu")
    assert found.tolist() == 3 * [4 * [16.0]] + 2 * [4 * [0.0]]


ROWS, COLUMNS, INNER = 7, 12, 20
TOKENS = [3, 0, 4]


def _experts(has: bool) -> tuple[tuple[int, ...], list[tuple[int, slice]]]:
    """The leading dimensions of weights, and the rows of each expert."""
    if not has:
        return (), [(0, slice(0, ROWS))]
    return (3,), [(0, slice(0, 3)), (1, slice(3, 3)), (2, slice(3, ROWS))]


def _of(array: Array, expert: int, has: bool) -> Array:
    return np.asarray((array[expert] if has else array).astype(np.float64))


def _powers(shape: tuple[int, ...], low: int, high: int, dtype: Any = np.float32) -> Array:
    return np.asarray((2.0 ** RNG.integers(low, high, shape)).astype(dtype))


def _given(call: str, has: bool) -> dict[str, Any]:
    """The experts' tokens: an array of counts or of ends, or a tensor."""
    if not has:
        return {}
    if call == "ffn":
        return {"expert_tokens": TOKENS}
    ends = np.cumsum(TOKENS)
    given = ends.tolist() if call == "ffnv2" else ends
    return {"expert_tokens": given, "tokens_index_flag": True}


@pytest.mark.parametrize("call", ["ffn", "ffnv2", "ffnv3"])
@pytest.mark.parametrize("has_experts", [False, True])
@pytest.mark.parametrize(
    ("sums", "has_columns"),
    [("float32", False), ("uint64", True), ("int64", False), ("bfloat16", True)],
)
def test_x_and_weights_of_int8(call: str, has_experts: bool, sums: str, has_columns: bool) -> None:
    """Codes beyond int8 are limited, of two integers as near the even one is taken, and the lower
    13 bits of a word's float32 are not read."""
    stack, parts = _experts(has_experts)
    x = RNG.integers(-128, 128, (ROWS, COLUMNS)).astype(np.int8)
    weights = [
        RNG.integers(-128, 128, (*stack, *shape)).astype(np.int8)
        for shape in ((COLUMNS, INNER), (INNER, COLUMNS))
    ]
    biases = [
        RNG.integers(-9999, 9999, (*stack, width)).astype(np.int32) for width in (INNER, COLUMNS)
    ]
    one = (3,) if has_experts else (1,)
    scale = _powers((*stack, INNER) if has_columns else one, -11, -7)
    offset = (RNG.integers(-128, 128, one) / 2).astype(np.float32)
    factors = [_powers((*stack, width), -5, -1) for width in (INNER, COLUMNS)]
    out = BF16 if sums == "bfloat16" else np.float16
    expected = np.zeros((ROWS, COLUMNS))
    for expert, rows in parts:
        operands: list[Array] = [*weights, *biases, *factors]
        w1, w2, b1, b2, d1, d2 = (_of(each, expert, has_experts) for each in operands)
        hidden = np.maximum((x[rows].astype(float) @ w1 + b1) * d1, 0)
        by = _of(scale, expert, has_experts)
        codes = np.clip(np.rint(hidden * by + float(offset[expert])), -128, 127)
        expected[rows] = (codes @ w2 + b2) * d2
    is_word = sums.endswith("int64")
    dequantised = [
        (words_of(each) | np.uint64(0x1234)).astype(sums) if is_word
        else each.astype(BF16 if sums == "bfloat16" else sums)
        for each in factors
    ]  # fmt: skip
    found = getattr(acl, call)(
        x, *weights, **_given(call, has_experts), bias1=biases[0], bias2=biases[1], scale=scale,
        offset=offset, deq_scale1=dequantised[0], deq_scale2=dequantised[1], activation="relu",
    )  # fmt: skip
    assert found.dtype == out
    wanted = expected.astype(np.float32).astype(out)
    assert (found.view(np.uint16) == wanted.view(np.uint16)).all()


@pytest.mark.parametrize("call", ["ffn", "ffnv2", "ffnv3"])
@pytest.mark.parametrize("has_experts", [False, True])
@pytest.mark.parametrize("dtype", [np.float16, BF16])
@pytest.mark.parametrize(
    ("kind", "groups"), [(np.int8, 0), (ml_dtypes.int4, 0), (ml_dtypes.int4, 4)]
)
def test_weights_that_are_restored(
    call: str, has_experts: bool, dtype: Any, kind: Any, groups: int
) -> None:
    stack, parts = _experts(has_experts)
    x = RNG.integers(-1, 2, (ROWS, COLUMNS)).astype(dtype)
    weights = [
        RNG.integers(-3, 4, (*stack, *shape)).astype(kind)
        for shape in ((COLUMNS, INNER), (INNER, COLUMNS))
    ]
    shapes = [(*stack, groups, width) if groups else (*stack, width) for width in (INNER, COLUMNS)]
    scales = [_powers(shape, -1, 1, dtype) for shape in shapes]
    offsets = [RNG.integers(-2, 3, shape).astype(dtype) for shape in shapes]
    bias = RNG.integers(-9, 9, (*stack, INNER))
    bias = bias.astype(np.float16 if dtype == np.float16 else np.float32)
    expected = np.zeros((ROWS, COLUMNS))
    for expert, rows in parts:
        wide = []
        for weight, scale, offset in zip(weights, scales, offsets, strict=True):
            matrix = _of(weight, expert, has_experts)
            by, added = (
                np.repeat(each.reshape(groups or 1, -1), len(matrix) // (groups or 1), 0)
                for each in (_of(scale, expert, has_experts), _of(offset, expert, has_experts))
            )
            wide.append((matrix + added) * by)
        hidden = np.maximum(x[rows].astype(float) @ wide[0] + _of(bias, expert, has_experts), 0)
        expected[rows] = hidden.astype(dtype).astype(float) @ wide[1]
    found = getattr(acl, call)(
        x, *weights, **_given(call, has_experts), bias1=bias, antiquant_scale1=scales[0],
        antiquant_scale2=scales[1], antiquant_offset1=offsets[0], antiquant_offset2=offsets[1],
        activation="relu",
    )  # fmt: skip
    assert found.dtype == dtype
    wanted = expected.astype(np.float32).astype(dtype)
    assert (found.view(np.uint16) == wanted.view(np.uint16)).all()
