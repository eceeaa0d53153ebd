# SPDX-License-Identifier: Apache-2.0
"""FusedCausalConv1d: what its two tilings refuse, what they ask for, and lines that are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, INT32, INT64, MEBI, NULL, answer, room, tensor

import aclnn_py as acl

SOC = "Ascend950"
CALL = "aclnnFusedCausalConv1d"
BLOCKS = ("first", "last", "initial")


def _operands(**others: Any) -> dict[str, Any]:
    """4 sequences of 10 tokens in all, which the kernel for many tokens takes."""
    given: dict[str, Any] = {
        "x": tensor(FLOAT16, 10, 64), "weight": tensor(FLOAT16, 3, 64),
        "states": tensor(FLOAT16, 9, 3, 64), "starts": tensor(INT32, 5), "lines": NULL,
        "mode": NULL, "bias": NULL, "accepted": NULL, "computed": NULL, "first": NULL,
        "last": NULL, "initial": NULL, "activation": ["i", 0], "pad": ["i", -1], "run": ["i", 0],
        "most": ["i", 10], "residual": ["i", 0], "block": ["i", 128], "conv": ["i", 0],
        "y": tensor(FLOAT16, 10, 64),
    }  # fmt: skip
    assert others.keys() <= given.keys()
    return given | others


def _answer(api: Api, soc: str = SOC, **others: Any) -> tuple[int, int, str]:
    return answer(api, soc, CALL, *_operands(**others).values())


def _in_place(api: Api, **others: Any) -> tuple[int, int, str]:
    given = _operands(**others)
    del given["y"]
    return answer(api, SOC, "aclnnInplaceFusedCausalConv1d", *given.values())


ROOMS = {
    "x": tensor(FLOAT16, 4, 2, 64), "y": tensor(FLOAT16, 4, 2, 64), "starts": NULL,
    "most": ["i", -1],
}  # fmt: skip
TABLE = {
    "lines": tensor(INT32, 4, 2), "computed": tensor(INT32, 4),
    **dict.fromkeys(BLOCKS, tensor(INT32, 4)),
}  # fmt: skip


def _channels(count: int) -> dict[str, Any]:
    return {
        "x": tensor(FLOAT16, 10, count), "weight": tensor(FLOAT16, 3, count),
        "states": tensor(FLOAT16, 9, 3, count), "y": tensor(FLOAT16, 10, count),
    }  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_both_tilings_refuse_with_one_status(api: Api) -> None:
    def status(**others: Any) -> int:
        found = _answer(api, **others)[0]
        y = others.pop("y", None)
        if y is None or y[1:] == others.get("x", tensor(FLOAT16, 10, 64))[1:]:
            assert _in_place(api, **others)[0] == found, others
        return found

    line, four = tensor(INT32, 4), tensor(INT32, 4)
    assert status() == status(lines=line) == status(**ROOMS) == status(**TABLE) == 0
    assert status(**ROOMS, **TABLE) == status(accepted=four, computed=four) == 0
    assert status(**_channels(16)) == status(most=["i", 8]) == 0
    for name in ("x", "weight", "states"):
        assert status(**{name: NULL}) == 161001
    assert _answer(api, y=NULL)[0] == 161001
    for soc in ("Ascend910B", "Ascend910_93"):
        assert _answer(api, soc)[0] == 561002
    for others in (
        {"x": tensor(FLOAT, 10, 64)},
        {"weight": tensor(BFLOAT16, 3, 64)},
        {"bias": tensor(BFLOAT16, 64)},
        {"lines": tensor(INT64, 4)},
        {"mode": tensor(INT64, 4)},
        {"x": tensor(FLOAT16, 640)},
        _channels(8),
        _channels(16400),
        {**_channels(16), "most": ["i", 8]},
        {"weight": tensor(FLOAT16, 4, 64)},
        {"weight": tensor(FLOAT16, 3, 32)},
        {"states": tensor(FLOAT16, 9, 1, 64)},
        {"states": tensor(FLOAT16, 9, 64)},
        {**ROOMS, "states": tensor(FLOAT16, 9, 2, 64)},
        {**ROOMS, "x": tensor(FLOAT16, 4, 9, 64), "y": tensor(FLOAT16, 4, 9, 64)},
        {"starts": NULL},
        {"starts": tensor(INT32, 1)},
        {"starts": tensor(INT32, 258)},
        {"lines": tensor(INT32, 5)},
        {"accepted": tensor(INT32, 4, 1)},
        {"computed": tensor(INT32, 3)},
        {"conv": ["i", 1]},
        {**TABLE, "lines": tensor(INT32, 3, 2)},
        {**TABLE, "lines": tensor(INT32, 4, 1025)},
        {**TABLE, "lines": tensor(INT32, 4, 1 << 61, strides=[0, 0])},
        {**TABLE, "block": ["i", 0]},
        {"most": ["i", 0]},
        {"most": ["i", -1]},
        *({**TABLE, name: NULL} for name in ("computed", *BLOCKS)),
        {**ROOMS, **TABLE, "last": NULL},
        {**ROOMS, **TABLE, "lines": line},
    ):
        assert status(**others) == 561002, others
    assert _answer(api, y=tensor(FLOAT16, 10, 32))[0] == 561002


@pytest.mark.usefixtures("own_library")
def test_results_in_place_are_kept_until_all_tokens_were_read(api: Api) -> None:
    """By the kernel for many tokens alone, as far apart as the tokens lie."""
    apart = tensor(FLOAT16, 10, 64, strides=[100, 1])
    assert _answer(api)[1] == _answer(api, x=apart)[1] == room(16 * MEBI)
    assert _in_place(api)[1] == room(16 * MEBI + 10 * 64 * 2)
    assert _in_place(api, x=apart)[1] == room(16 * MEBI + 10 * 100 * 2)
    far = tensor(FLOAT16, 2, 64, strides=[2**62 - 64, 1])
    assert _in_place(api, x=far)[0] == 161002
    assert _in_place(api, **ROOMS)[1] == _in_place(api, most=["i", 3])[1] == room(16 * MEBI)


@pytest.mark.parametrize(
    ("others", "text"),
    [
        ({"cache_indices": [[0, 1], [2, 4]]}, "cacheIndices"),
        ({"initial_state_idx": [0, 2]}, "initialStateIdx"),
        ({"block_idx_last_scheduled_token": [1, 2]}, "blockIdxLastScheduledToken"),
        ({"block_idx_first_scheduled_token": [-1, 1]}, "blockIdxFirstScheduledToken"),
        ({"num_accepted_tokens": [1, 3]}, "numAcceptedTokens"),
        ({"query_start_loc": [0, 5, 3]}, "queryStartLoc"),
        ({"query_start_loc": [0, 5, 9]}, "queryStartLoc"),
        ({"query_start_loc": [0, 2, 8]}, "blockIdxLastScheduledToken"),
    ],
)
def test_what_lies_outside_fails(api: Api, others: dict[str, Any], text: str) -> None:
    numbers = {
        "query_start_loc": [0, 4, 8], "cache_indices": [[0, 1], [2, 3]],
        "initial_state_idx": [0, 0], "num_computed_tokens": [2, 3],
        "block_idx_first_scheduled_token": [0, 0],
        "block_idx_last_scheduled_token": [1, 1],
    }  # fmt: skip
    given = {name: np.array(each, np.int32) for name, each in (numbers | others).items()}
    x, states = np.ones((8, 16), np.float16), np.zeros((4, 3, 16), np.float16)
    with selected(api, SOC), pytest.raises(acl.AclError, match=text) as error:
        acl.fused_causal_conv1d(
            x, np.ones((3, 16), np.float16), states, block_size=4, max_query_len=9, **given
        )
    assert error.value.code == 507015
    assert not states.any()
