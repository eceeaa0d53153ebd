# SPDX-License-Identifier: Apache-2.0
"""What the public tilings of attention refuse, and when: op_api ignores what the launch of the
forward kernel of training answers, so that phase two says it; the gradient's is a missing tensor,
calls that are generated say it in phase one."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import Api, program_environment
from sweep.rules import BOOL, FLOAT, FLOAT16, NULL, answer, tensor

import aclnn_py as acl

FAR = 2**31 - 1
B, N, ROWS, COLUMNS = 2, 4, 16, 48
TRIANGLE = (2048, 2048)

Shape = tuple[int, ...]
Case = tuple[Shape, int]

MASKS: list[Case] = [
    ((B, N, ROWS, COLUMNS), 0),
    ((B, 1, ROWS, COLUMNS), 0),
    ((1, 1, ROWS, COLUMNS), 1),
    ((ROWS, COLUMNS), 0),
    (TRIANGLE, 2),
    (TRIANGLE, 3),
    (TRIANGLE, 4),
]
NO_MASKS: list[Case] = [
    ((B, 1, 1, COLUMNS), 0),
    ((1, N, ROWS, COLUMNS), 0),
    ((ROWS, COLUMNS + 1), 0),
    ((ROWS + 1, COLUMNS), 0),
    ((B, ROWS, COLUMNS), 0),
    ((1, COLUMNS), 1),
    *(((ROWS, COLUMNS), mode) for mode in (2, 3, 4)),
    ((1, 1, *TRIANGLE), 2),
    ((1024, 1024), 3),
]
ADDED: list[Shape] = [(B, N, ROWS, COLUMNS), (B, N, 1, COLUMNS), (1, N, ROWS, COLUMNS)]
NOT_ADDED: list[Shape] = [
    (1, 1, 1, COLUMNS),
    (B, 1, ROWS, COLUMNS),
    (ROWS, COLUMNS),
    (N, ROWS, COLUMNS),
    (B, N, ROWS, COLUMNS + 1),
]


def _halves(*shape: int) -> Any:
    return np.zeros(shape, np.float16)


def forward(pse: Shape | None, mask: Shape | None, mode: int, api: Api) -> tuple[int, int]:
    """What each phase of aclnnFlashAttentionScore answers."""
    query, key = (B, N, ROWS, 64), (B, N, COLUMNS, 64)
    statistic = tensor(FLOAT, B, N, ROWS, 8)
    first = answer(
        api, "Ascend910B", "aclnnFlashAttentionScore", tensor(FLOAT16, *query),
        tensor(FLOAT16, *key), tensor(FLOAT16, *key), tensor(FLOAT16, *pse) if pse else NULL, NULL,
        NULL, tensor(BOOL, *mask) if mask else NULL, NULL, ["d", 1.0], ["d", 1.0], ["i", FAR],
        ["i", 0 if mode == 4 else FAR], ["i", N], ["s", "BNSD"], ["i", 0], ["i", mode], statistic,
        statistic, NULL, tensor(FLOAT16, *query),
    )[0]  # fmt: skip
    try:
        acl.flash_attention_score(
            _halves(*query), _halves(*key), _halves(*key),
            real_shift=_halves(*pse) if pse else None,
            atten_mask=np.zeros(mask, np.bool_) if mask else None,
            head_num=N, input_layout="BNSD", sparse_mode=mode,
            next_tokens=0 if mode == 4 else FAR,
        )  # fmt: skip
    except acl.AclError as error:
        return first, error.code
    return first, 0


def gradient(pse: Shape | None, mask: Shape | None, mode: int, api: Api) -> int:
    query, key = tensor(FLOAT16, B, N, ROWS, 64), tensor(FLOAT16, B, N, COLUMNS, 64)
    statistic = tensor(FLOAT, B, N, ROWS, 8)
    return answer(
        api, "Ascend910B", "aclnnFlashAttentionScoreGrad", query, key, key, query,
        tensor(FLOAT16, *pse) if pse else NULL, NULL, NULL, tensor(BOOL, *mask) if mask else NULL,
        statistic, statistic, NULL, query, NULL, ["d", 1.0], ["d", 1.0], ["i", FAR],
        ["i", 0 if mode == 4 else FAR], ["i", N], ["s", "BNSD"], ["i", 0], ["i", mode], query, key,
        key, NULL,
    )[0]  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_training_takes_masks_of_some_shapes(api: Api) -> None:
    for mask, mode in MASKS:
        assert forward(None, mask, mode, api) == (0, 0), (mask, mode)
        assert gradient(None, mask, mode, api) == 0, (mask, mode)
    for mask, mode in NO_MASKS:
        assert forward(None, mask, mode, api) == (0, 561103), (mask, mode)
        assert gradient(None, mask, mode, api) == 161001, (mask, mode)


@pytest.mark.usefixtures("own_library")
def test_training_adds_tensors_of_some_shapes(api: Api) -> None:
    for pse in ADDED:
        assert forward(pse, None, 0, api) == (0, 0), pse
        assert gradient(pse, None, 0, api) == 0, pse
    for pse in NOT_ADDED:
        assert forward(pse, None, 0, api) == (0, 561103), pse
        assert gradient(pse, None, 0, api) == 161001, pse


def fused(
    query: Shape, key: Shape, value: Shape, layout: str, heads: int, **more: Any
) -> list[Any]:
    """The arguments of aclnnFusedInferAttentionScore."""
    out = (*query[:-1], value[-1]) if "H" not in layout else query
    keys, values = (["TensorList", [tensor(FLOAT16, *shape)]] for shape in (key, value))
    rows, columns = (["Int", more[name]] if name in more else NULL for name in ("rows", "columns"))
    mask = tensor(BOOL, *more["mask"]) if "mask" in more else NULL
    pse = tensor(FLOAT16, *more["pse"]) if "pse" in more else NULL
    return [
        tensor(FLOAT16, *query), keys, values, pse, mask, rows, columns, *[NULL] * 7,
        more.get("table", NULL), NULL, NULL, ["i", heads], ["d", 1.0], ["i", FAR], ["i", FAR],
        ["s", layout], ["i", more.get("key_heads", 0)], ["i", more.get("mode", 0)], ["i", 0],
        ["i", more.get("block", 0)], ["i", 0], ["b", False], tensor(FLOAT16, *out), NULL,
    ]  # fmt: skip


def prompt(query: Shape, key: Shape, value: Shape, layout: str, heads: int, **more: Any) -> Any:
    """Those of aclnnPromptFlashAttentionV3."""
    query_, key_, value_ = (tensor(FLOAT16, *shape) for shape in (query, key, value))
    rows, columns = (["Int", more[name]] if name in more else NULL for name in ("rows", "columns"))
    mask = tensor(BOOL, *more["mask"]) if "mask" in more else NULL
    pse = tensor(FLOAT16, *more["pse"]) if "pse" in more else NULL
    return [
        query_, key_, value_, pse, mask, rows, columns, *[NULL] * 5, ["i", heads], ["d", 1.0],
        ["i", FAR], ["i", FAR], ["s", layout], ["i", more.get("key_heads", 0)],
        ["i", more.get("mode", 0)], ["i", 0], query_,
    ]  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_packed_heads_have_some_sizes(api: Api) -> None:
    """Queries that share no keys with others."""
    ends: dict[str, Any] = {"rows": [16, 40], "columns": [16, 40]}
    for depth, last, status in (
        (64, 64, 0),
        (128, 128, 0),
        (192, 128, 0),
        (192, 192, 0),
        *((depth, depth, 561002) for depth in (72, 80, 96, 256)),
        (128, 64, 561002),
    ):
        key, value = (40, 4, depth), (40, 4, last)
        found = answer(
            api, "Ascend910B", "aclnnFusedInferAttentionScore",
            *fused(key, key, value, "TND", 4, **ends),
        )  # fmt: skip
        assert found[0] == status, depth


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("rows", [1, 16])
def test_blocks_of_keys_have_some_sizes(api: Api, rows: int) -> None:
    """Of single rows multiples of 16 up to 512, of several up to 1024."""
    for block, most in ((16, 1), (128, 1), (512, 1), (1024, 16), (24, 0), (8, 0), (1040, 0)):
        blocks = (5, block, 256)
        more: dict[str, Any] = {
            "table": tensor(3, 2, 2),
            "block": block,
            "columns": [block, 7],
        }
        found = answer(
            api, "Ascend910B", "aclnnFusedInferAttentionScore",
            *fused((2, rows, 256), blocks, blocks, "BSH", 2, **more),
        )  # fmt: skip
        assert found[0] == (0 if 0 < most <= rows else 561002), block


@pytest.mark.usefixtures("own_library")
def test_at_most_64_heads_share_keys(api: Api) -> None:
    for heads, rows, status in ((64, 1, 0), (65, 1, 561002), (64, 16, 0), (128, 16, 561002)):
        query, key = (1, heads, rows, 128), (1, 1, 48, 128)
        arguments = fused(query, key, key, "BNSD", heads, key_heads=1)
        found = answer(api, "Ascend910B", "aclnnFusedInferAttentionScore", *arguments)
        assert found[0] == status, (heads, rows)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "arguments", "status"),
    [
        ("aclnnFusedInferAttentionScore", fused, 561002),
        ("aclnnPromptFlashAttentionV3", prompt, 561103),
    ],
)
def test_inference_takes_masks_of_some_shapes(
    api: Api, call: str, arguments: Callable[..., list[Any]], status: int
) -> None:
    """Longer ones too, and of one batch; what is added has all heads."""
    query, key = (B, N, ROWS, 64), (B, N, COLUMNS, 64)

    def answered(**more: Any) -> int:
        return answer(api, "Ascend910B", call, *arguments(query, key, key, "BNSD", N, **more))[0]

    for mask in (
        (ROWS, COLUMNS),
        (1, ROWS, COLUMNS),
        (B, 1, ROWS, COLUMNS),
        (ROWS + 5, COLUMNS + 5),
    ):
        assert answered(mask=mask) == 0, mask
    for mask in (
        (1, COLUMNS),
        (B, 1, 1, COLUMNS),
        (ROWS, COLUMNS - 1),
        (3, ROWS, COLUMNS),
    ):
        assert answered(mask=mask) == status, mask
    for mode in (2, 3, 4):
        assert answered(mask=TRIANGLE, mode=mode) == 0
        assert answered(mask=(ROWS, COLUMNS), mode=mode) == status
    for pse in ((B, N, ROWS, COLUMNS), (1, N, ROWS, COLUMNS)):
        assert answered(pse=pse) == 0
    for pse in ((B, 1, ROWS, COLUMNS), (1, 1, 1, COLUMNS), (B, N, ROWS, COLUMNS - 1)):
        assert answered(pse=pse) == status, pse


# --- Masks that stand for a mode -----------------------------------------------------------------

MASKED = """
import numpy as np
import aclnn_py as acl

query, key = np.ones((2, 4, 16, 64), np.float16), np.ones((2, 4, 48, 64), np.float16)
right = np.triu(np.ones((2048, 2048), np.bool_), 1)
nothing = np.zeros((2048, 2048), np.bool_)

def train(mask, mode):
    acl.flash_attention_score(query, key, key, atten_mask=mask, head_num=4, input_layout="BNSD",
                              sparse_mode=mode, next_tokens=0)

def infer(mask, mode):
    acl.fused_infer_attention_score(query, [key], [key], atten_mask=mask, num_heads=4,
                                    input_layout="BNSD", sparse_mode=mode, next_tokens=0)
"""


def _told(calls: str, directory: Path) -> list[dict[str, Any]]:
    findings = directory / "findings.jsonl"
    environment = program_environment({"ACLNN_FINDINGS": str(findings)})
    subprocess.run([sys.executable, "-c", MASKED + calls], env=environment, check=True)
    found = [json.loads(line) for line in findings.read_text("utf-8").splitlines()]
    return [item for item in found if item["kind"] == "mask"]


@pytest.mark.slow
@pytest.mark.parametrize(("function", "call"), [("train", "Flash"), ("infer", "FusedInfer")])
def test_a_mask_that_is_no_triangle_is_found(tmp_path: Path, function: str, call: str) -> None:
    """A device reads it; the library takes the mode alone."""
    calls = "\n".join(f"{function}(right, {mode})" for mode in (2, 3, 4))
    assert _told(calls, tmp_path) == []
    (tmp_path / "findings.jsonl").unlink()
    calls = "\n".join(f"{function}(nothing, {mode})" for mode in (2, 3, 4))
    found = _told(calls, tmp_path)
    assert found
    assert call in json.dumps(found[0])
    assert "the mask is 0 in row 0, column 1; sparseMode 2" in found[0]["text"]
