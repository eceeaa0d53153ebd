# SPDX-License-Identifier: Apache-2.0
"""What phase one answers where training has ropes, or says how statistics lie: after op_api of
ops-transformer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, NULL, UINT8, answer, tensor

import aclnn_py as acl

FAR = 2**31 - 1
ROWS = ["Int", [3, 7]]
COLUMNS = ["Int", [5, 10]]
STATISTIC = tensor(FLOAT, 7, 2, 8)
MASK = tensor(UINT8, 4, 5)


def forward(api: Api, dtype: int = BFLOAT16, depth: int = 16, **more: Any) -> int:
    """aclnnFlashAttentionVarLenScoreV3."""
    query, key = tensor(dtype, 7, 2, depth), tensor(dtype, 10, 2, depth)
    return answer(
        api, "Ascend910B", "aclnnFlashAttentionVarLenScoreV3", query,
        more.get("rope", tensor(dtype, 7, 2, 8)), key,
        more.get("key_rope", tensor(dtype, 10, 2, 8)),
        key, more.get("pse", NULL), more.get("drop", NULL), NULL, more.get("mask", MASK), NULL,
        ROWS, COLUMNS, NULL, NULL, ["d", 1.0], ["d", more.get("keep", 1.0)], ["i", FAR], ["i", FAR],
        ["i", 2], ["s", "TND"], ["i", 0], ["i", more.get("mode", 0)], ["i", 1], STATISTIC,
        STATISTIC, NULL, query,
    )[0]  # fmt: skip


def gradient(api: Api, dtype: int = BFLOAT16, depth: int = 16, **more: Any) -> int:
    """aclnnFlashAttentionUnpaddingScoreGradV3."""
    query, key = tensor(dtype, 7, 2, depth), tensor(dtype, 10, 2, depth)
    rope = tensor(dtype, 7, 2, 8)
    key_rope = tensor(dtype, 10, 2, 8)
    return answer(
        api, "Ascend910B", "aclnnFlashAttentionUnpaddingScoreGradV3", query,
        more.get("rope", rope), key, key_rope, key, query, more.get("pse", NULL), NULL, NULL,
        more.get("mask", MASK), STATISTIC, STATISTIC, NULL, query, NULL, ROWS, COLUMNS, NULL, NULL,
        ["d", 1.0], ["d", 1.0], ["i", FAR], ["i", FAR], ["i", 2], ["s", "TND"], ["i", 0],
        ["i", more.get("mode", 0)], ["i", 1], query, more.get("dq_rope", rope), key, key_rope, key,
        NULL,
    )[0]  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_forward_calls_take_for_missing_what_ropes_do_not_go_with(api: Api) -> None:
    assert forward(api) == 0
    assert forward(api, rope=NULL) == 161001
    assert forward(api, rope=NULL, key_rope=NULL) == 0
    assert forward(api, FLOAT16, rope=NULL, key_rope=NULL, mask=NULL) == 0
    assert forward(api, mask=NULL) == 161001
    assert forward(api, mode=6) == 161001
    assert forward(api, keep=0.5) == 161001
    assert forward(api, pse=tensor(BFLOAT16, 2, 2, 1024, 5)) == 161001
    assert forward(api, drop=tensor(UINT8, 64)) == 161001
    assert forward(api, rope=tensor(BFLOAT16, 7, 2, 24)) == 161001
    assert forward(api, dtype=FLOAT16) == 161001
    assert forward(api, depth=200) == 161001  # kernels would have it padded


@pytest.mark.usefixtures("own_library")
def test_gradients_refuse_what_ropes_do_not_go_with(api: Api) -> None:
    assert gradient(api) == 0
    assert gradient(api, dq_rope=NULL) == 0
    assert gradient(api, rope=NULL) == 161001
    assert gradient(api, mask=NULL) == 161001
    assert gradient(api, mode=6) == 161002
    assert gradient(api, pse=tensor(BFLOAT16, 2, 2, 1024, 5)) == 161002
    assert gradient(api, dtype=FLOAT16) == 161002


def sinks_back(api: Api, dtype: int = FLOAT16, **more: Any) -> tuple[int, int, str]:
    """aclnnFlashAttentionScoreGradV3; or UnpaddingScoreGradV5 where ropes are named."""
    is_packed = "rope" in more
    shape, key_shape = ((7, 2, 16), (10, 2, 16)) if is_packed else ((1, 2, 7, 16), (1, 2, 10, 16))
    query, key = tensor(dtype, *shape), tensor(dtype, *key_shape)
    statistic = STATISTIC if is_packed else tensor(FLOAT, 1, 2, 7, 8)
    rope, key_rope = more.get("rope", NULL), more.get("key_rope", NULL)
    heads = [query, rope, key, key_rope, key] if is_packed else [query, key, key]
    results = [query, rope, key, key_rope, key] if is_packed else [query, key, key]
    results[1] = more.get("dq_rope", results[1])
    return answer(
        api, more.get("soc", "Ascend910B"),
        f"aclnnFlashAttention{'UnpaddingScoreGradV5' if is_packed else 'ScoreGradV3'}", *heads,
        query, NULL, NULL, NULL, more.get("mask", NULL), statistic, statistic, NULL, query,
        more.get("sinks", tensor(FLOAT, 2)), NULL, *([ROWS, COLUMNS] if is_packed else []), NULL,
        NULL, ["d", 1.0], ["d", 1.0], ["i", FAR], ["i", FAR], ["i", 2],
        ["s", "TND" if is_packed else "BNSD"], ["i", 0], ["i", 0], ["i", 1],
        *([more.get("layout", ["s", ""])] if is_packed else []), *results, NULL,
        more.get("dsinks", tensor(FLOAT, 2)),
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize("names", [{}, {"rope": NULL}])
def test_gradients_of_sinks_of_training(api: Api, soc: str, names: dict[str, Any]) -> None:
    """Float32, one a head, beside queries of 16 bits: op_api. Another number of them is the
    tiling's to refuse. Without sinks a gradient of them has nothing to be copied from."""
    names = {**names, "soc": soc}
    none = tensor(FLOAT, 0)
    assert sinks_back(api, **names)[0] == 0
    assert sinks_back(api, **names, dsinks=NULL)[0] == 0
    assert sinks_back(api, **names, sinks=NULL, dsinks=NULL)[0] == 0
    assert sinks_back(api, FLOAT, **names, sinks=NULL, dsinks=none)[0] == 0
    assert sinks_back(api, FLOAT, **names)[0] == 161002
    assert sinks_back(api, **names, sinks=tensor(FLOAT16, 2))[0] == 161002
    assert sinks_back(api, **names, dsinks=tensor(FLOAT16, 2))[0] == 161002
    assert sinks_back(api, **names, dsinks=tensor(FLOAT, 3))[0] == 161002
    assert sinks_back(api, **names, sinks=tensor(FLOAT, 1, 2), dsinks=tensor(FLOAT, 1, 2))[0] == (
        161002
    )
    three = tensor(FLOAT, 3)
    assert sinks_back(api, **names, sinks=three, dsinks=three)[0] == 161001
    assert sinks_back(api, **names, sinks=NULL)[0] == 161001
    assert sinks_back(api, **names, sinks=none)[0] == 161001


@pytest.mark.usefixtures("own_library")
def test_ropes_of_gradients_with_sinks(api: Api) -> None:
    ropes = {"rope": tensor(BFLOAT16, 7, 2, 8), "key_rope": tensor(BFLOAT16, 10, 2, 8)}
    assert sinks_back(api, BFLOAT16, **ropes, mask=MASK)[0] == 0
    assert sinks_back(api, BFLOAT16, **ropes)[0] == 161001
    assert sinks_back(api, FLOAT16, **ropes, mask=MASK)[0] == 161002
    longer = {**ropes, "rope": tensor(BFLOAT16, 7, 2, 24)}
    assert sinks_back(api, BFLOAT16, **longer, mask=MASK)[0] == 161002
    assert sinks_back(api, BFLOAT16, **{**ropes, "key_rope": NULL}, mask=MASK)[0] == 161001
    none = tensor(BFLOAT16, 0)
    for given, status in ((tensor(BFLOAT16, 7, 2, 8), 161001), (none, 0), (NULL, 0)):
        assert sinks_back(api, BFLOAT16, rope=NULL, dq_rope=given)[0] == status


@pytest.mark.usefixtures("own_library")
def test_sinks_are_scores_that_have_no_value() -> None:
    """Their gradient, and those of queries, keys and values, by differences of the forward call in
    float64."""
    rng = np.random.default_rng(3)
    query, key, value, dy = rng.standard_normal((4, 1, 2, 5, 16)).astype(np.float16)
    sinks = np.array([0.5, -1.0], np.float32)

    def forward(q: Any, k: Any, v: Any, s: Any) -> Any:
        q, k, v, s = (np.asarray(each, np.float64) for each in (q, k, v, s))
        powers = np.exp(q @ k.swapaxes(2, 3) * 0.25)
        return powers @ v / (powers.sum(-1) + np.exp(s)[:, None])[..., None]

    more: dict[str, Any] = {"head_num": 2, "input_layout": "BNSD", "scale_value": 0.25}
    largest, sums, result = acl.flash_attention_score_v3(query, key, value, sink=sinks, **more)
    found = acl.flash_attention_score_grad_v3(
        query, key, value, dy, softmax_max=largest, softmax_sum=sums, attention_in=result,
        sink_in=sinks, **more,
    )  # fmt: skip
    given = [query, key, value, sinks]
    for at, gradient in enumerate(found):
        expected = np.zeros(given[at].shape)
        for index in np.ndindex(*expected.shape):
            sides = []
            for step in (1e-4, -1e-4):
                moved = [np.asarray(each, np.float64).copy() for each in given]
                moved[at][index] += step
                sides.append((forward(*moved) * dy.astype(np.float64)).sum())
            expected[index] = (sides[0] - sides[1]) / 2e-4
        np.testing.assert_allclose(gradient, expected, rtol=4e-3, atol=4e-3)


@pytest.mark.usefixtures("own_library")
def test_gradients_know_two_layouts_of_statistics(api: Api) -> None:
    query, key = tensor(FLOAT16, 7, 2, 16), tensor(FLOAT16, 10, 2, 16)

    def found(layout: str) -> tuple[int, int, str]:
        return answer(
            api, "Ascend910B", "aclnnFlashAttentionUnpaddingScoreGradV4", query, key, key, query,
            NULL, NULL, NULL, NULL, STATISTIC, STATISTIC, NULL, query, NULL, ROWS, COLUMNS,
            ["d", 1.0], ["d", 1.0], ["i", FAR], ["i", FAR], ["i", 2], ["s", "TND"], ["i", 0],
            ["i", 0], query, key, key, NULL, ["s", layout],
        )  # fmt: skip

    assert found("NTD")[0] == 161002
    assert not found("")[2].startswith("Transpose")
    # The kernel has them head by head.
    assert found("same_as_input")[2].count("Transpose") == 2


@pytest.mark.usefixtures("own_library")
def test_a_layout_of_statistics_that_is_not_given_is_none(api: Api) -> None:
    """CANN asks whether there is a text before it compares."""
    given = sinks_back(api, rope=NULL, layout=["s", ""])
    assert given[0] == 0
    assert sinks_back(api, rope=NULL, layout=NULL) == given
    assert sinks_back(api, rope=NULL, layout=["s", "same_as_input"]) != given
