# SPDX-License-Identifier: Apache-2.0
"""FFN and its versions: what phase one answers, by CANN's op_api, and the memory that the public
tiling asks for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
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
        (207000, {"weight": INT8}),
        (207000, {"dtype": INT8, "y": tensor(FLOAT16, 100, 64)}),
    ]
    for wanted, options in cases:
        assert _answer(api, **options)[0] == wanted, options


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
