# SPDX-License-Identifier: Apache-2.0
"""Convolutions along time that start from states: statuses of op_api and of the tiling, sizes,
numbers of sequences that are none, and what a split of a sequence leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from ops.quant.test_small_types import run
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, INT64, NULL, answer, tensor

import aclnn_py as acl
from aclnn_py import ops

SOC = "Ascend950"


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def prefill(api: Api, soc: str = SOC, **more: Any) -> tuple[int, int, str]:
    x = more.get("x", tensor(BFLOAT16, 2, 5, 64))
    return answer(
        api, soc, "aclnnCausalConv1dFn", x, more.get("weight", tensor(BFLOAT16, 4, 64)),
        more.get("states", tensor(BFLOAT16, 6, 3, 64)), more.get("bias", NULL),
        more.get("starts", NULL), more.get("lines", NULL), more.get("modes", NULL), NULL, NULL,
        NULL, NULL, ["s", more.get("activation", "silu")], ["i", -1], ["i", 0], more.get("y", x),
    )  # fmt: skip


def update(api: Api, soc: str = SOC, **more: Any) -> tuple[int, int, str]:
    x = more.get("x", tensor(FLOAT16, 2, 1, 64))
    return answer(
        api, soc, "aclnnCausalConv1dUpdate", x, more.get("weight", tensor(FLOAT16, 4, 64)),
        more.get("states", tensor(FLOAT16, 6, 3, 64)), NULL, more.get("starts", NULL),
        more.get("lines", NULL), more.get("accepted", NULL), NULL, NULL,
        ["s", more.get("activation", "")], ["i", -1], ["i", -1], more.get("y", x),
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_statuses(api: Api) -> None:
    assert prefill(api)[0] == 0
    assert prefill(api, "Ascend910B")[0] == 561002
    assert prefill(api, x=NULL, y=tensor(BFLOAT16, 1))[0] == 161001
    assert prefill(api, activation="relu")[0] == 161002
    assert prefill(api, x=tensor(FLOAT, 2, 5, 64))[0] == 561002
    assert prefill(api, weight=tensor(FLOAT16, 4, 64))[0] == 561002
    assert prefill(api, weight=tensor(BFLOAT16, 5, 64))[0] == 561002
    assert prefill(api, states=tensor(BFLOAT16, 6, 2, 64))[0] == 561002
    assert prefill(api, states=tensor(BFLOAT16, 1, 3, 64))[0] == 561002
    assert prefill(api, x=tensor(BFLOAT16, 2, 5, 40))[0] == 561002
    assert prefill(api, bias=tensor(BFLOAT16, 32))[0] == 561002
    assert prefill(api, lines=tensor(INT64, 2))[0] == 561002
    assert prefill(api, lines=tensor(INT32, 3))[0] == 561002
    assert prefill(api, y=tensor(BFLOAT16, 2, 4, 64))[0] == 561002
    packed = tensor(BFLOAT16, 9, 64)
    assert prefill(api, x=packed, starts=tensor(INT32, 4))[0] == 0
    assert prefill(api, x=packed, starts=tensor(INT32, 8))[0] == 561002, "7 sequences, 6 lines"
    assert update(api)[0] == 0
    assert update(api, activation="none")[0] == 0
    assert update(api, x=tensor(FLOAT16, 2, 64))[0] == 161002
    assert update(api, x=tensor(FLOAT16, 6, 64), starts=tensor(INT32, 3))[0] == 161002
    both: dict[str, Any] = {"starts": tensor(INT32, 3), "accepted": tensor(INT32, 2)}
    assert update(api, x=tensor(FLOAT16, 6, 64), **both)[0] == 0
    assert update(api, weight=tensor(FLOAT16, 3, 64), accepted=tensor(INT32, 2))[0] == 561002
    assert update(api, x=tensor(FLOAT16, 2, 2, 64), accepted=tensor(INT32, 2))[0] == 561002


@pytest.mark.usefixtures("own_library")
def test_sizes(api: Api) -> None:
    """Where states are asked for, a copy of all of them lies in the workspace."""
    assert prefill(api)[2].endswith("|0")
    found = prefill(api, modes=tensor(INT32, 2))[2]
    assert found.endswith(f"|{(16 << 20) + 6 * 3 * 64 * 2}"), found
    assert update(api)[2].endswith("|0")


def _run(session: Session, x: Any, states: Any, lines: Any, modes: Any = None) -> list[Any]:
    rng = np.random.default_rng(1)
    weight = rng.normal(size=(4, x.shape[-1])).astype(x.dtype)
    taken = [lines, modes] + [None] * 4 if x.shape[1] > 1 else [lines] + [None] * 3
    name = "aclnnCausalConv1dFn" if x.shape[1] > 1 else "aclnnCausalConv1dUpdate"
    arguments = [x, weight, states, None, None, *taken, b"silu", -1, 0, np.zeros_like(x)]
    found = run(session, name, arguments, SOC)
    return [found[2], found[-1]]


@pytest.mark.usefixtures("own_library")
def test_tokens_one_by_one_are_the_sequence(api: Api, session: Session) -> None:
    """A sequence in one call, and its last tokens by the update, from the state of the first."""
    rng = np.random.default_rng(2)
    x = rng.normal(size=(2, 7, 144)).astype(np.float16)
    states, lines = np.zeros((4, 3, 144), np.float16), np.array([3, 1], np.int32)
    with selected(api, SOC):
        whole_states, whole = _run(session, x, states, lines)
        states, first = _run(session, x[:, :4].copy(), states, lines)
        parts = [first]
        for at in range(4, 7):
            states, part = _run(session, x[:, at : at + 1].copy(), states, lines)
            parts.append(part)
    assert np.array_equal(np.concatenate(parts, 1), whole)
    assert np.array_equal(states, whole_states)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("line", [4, -2, 2**31 - 1])
def test_a_line_that_is_none_fails(api: Api, line: int) -> None:
    x, states = np.ones((2, 2, 16), np.float16), np.zeros((4, 3, 16), np.float16)
    lines = np.array([0, line], np.int32)
    with selected(api, SOC), pytest.raises(acl.AclError, match="cacheIndices"):
        ops.causal_conv1d_fn(x, np.ones((4, 16), np.float16), states, cache_indices=lines)
    assert not states.any()
