# SPDX-License-Identifier: Apache-2.0
"""What phase one answers where training has ropes, or says how statistics lie: after op_api of
ops-transformer."""

from __future__ import annotations

from typing import Any

import pytest
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, NULL, UINT8, answer, tensor

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
