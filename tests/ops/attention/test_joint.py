# SPDX-License-Identifier: Apache-2.0
"""aclnnFlashAttentionScoreV4 and its gradient, which join batches of one length and of several:
statuses after op_api and tilings of ops-transformer, sizes after its unit tests."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from ops.attention.drawn import kept_bytes
from support import Api
from sweep.rules import BFLOAT16, FLOAT, FLOAT16, NULL, UINT8, answer, tensor

import aclnn_py as acl

FAR = 2**31 - 1
RESERVED = 16 << 20


def forward(
    api: Api, query: Any, key: Any, layout: str = "BNSD", **more: Any
) -> tuple[int, int, str]:
    heads = more.get("heads", 2)
    dims = query[1]
    rows = dims[layout.index("S")] if "S" in layout else dims[0]
    is_packed = layout == "TND"
    statistic = (rows, heads, 8) if is_packed else (dims[layout.index("B")], heads, rows, 8)
    return answer(
        api, more.get("soc", "Ascend950"), "aclnnFlashAttentionScoreV4", query, key, key,
        more.get("pse", NULL), more.get("drop", NULL), NULL, more.get("mask", NULL),
        more.get("rope", NULL), more.get("key_rope", NULL), more.get("scale", NULL), NULL, NULL,
        more.get("sinks", NULL), more.get("prefix", NULL), more.get("ends", NULL),
        more.get("key_ends", NULL), NULL, NULL, ["d", 1.0], ["d", more.get("keep", 1.0)],
        ["i", more.get("before", FAR)], ["i", more.get("after", FAR)], ["i", heads],
        ["s", layout], ["i", more.get("precise", 0)], ["i", more.get("mode", 0)],
        ["i", more.get("out", 0)], ["i", more.get("kind", 1)], ["s", more.get("lies", "")],
        ["i", 0], ["i", 0], tensor(FLOAT, *statistic), tensor(FLOAT, *statistic), NULL,
        more.get("result", query),
    )  # fmt: skip


def kernel_bytes(found: tuple[int, int, str]) -> int:
    assert found[0] == 0, found
    match = re.search(r"FlashAttentionScore[^|>]*[|](\d+)", found[2])
    assert match, found[2]
    return int(match[1])


def ends(*counts: int) -> dict[str, Any]:
    """The same of rows and columns."""
    return {name: ["Int", np.cumsum(counts).tolist()] for name in ("ends", "key_ends")}


@pytest.mark.usefixtures("own_library")
def test_sizes_are_those_of_the_vendors_unit_tests(api: Api) -> None:
    """On Ascend950 (950_tiling_0, 1, 2, 6, 7, 8 and 11 of FlashAttentionScore)."""
    triangle = tensor(UINT8, 2048, 2048)
    query = tensor(FLOAT, 256, 1, 128)
    mask = tensor(UINT8, 256, 256)
    assert kernel_bytes(forward(api, query, query, "SBH", heads=1, mask=mask)) == RESERVED
    query, mask = tensor(FLOAT16, 1, 1, 128, 256), tensor(UINT8, 128, 128)
    more: dict[str, Any] = {"heads": 1, "mask": mask, "mode": 1, "keep": 0.8}
    pse = tensor(FLOAT16, 1, 1, 128, 128)
    assert kernel_bytes(forward(api, query, query, pse=pse, **more)) == 17170432
    query = tensor(BFLOAT16, 81, 2, 192)
    more = {
        "mask": triangle,
        "mode": 3,
        "keep": 0.9,
        "drop": tensor(UINT8, 81 * 2 * 192),
        "kind": 0,
    }
    assert kernel_bytes(forward(api, query, query, "TND", **ends(13, 1, 67), **more)) == 17966592
    query = tensor(BFLOAT16, 1, 1, 128, 384)
    more = {"heads": 1, "mask": mask, "mode": 1, "keep": 0.5}
    pse = tensor(BFLOAT16, 1, 1, 128, 128)
    assert kernel_bytes(forward(api, query, query, pse=pse, **more)) == 18546688
    query, key = tensor(BFLOAT16, 1, 1, 128, 64), tensor(BFLOAT16, 1, 1, 255, 64)
    more = {"heads": 1, "mask": triangle, "mode": 4, "after": 0, "before": 65536, "keep": 0.6}
    more |= {"drop": tensor(UINT8, 128 * 255), "pse": tensor(FLOAT, 1), "kind": 2}
    assert kernel_bytes(forward(api, query, key, **more)) == 16809984
    query = tensor(FLOAT16, 192, 4, 384)
    assert kernel_bytes(forward(api, query, query, "TND", heads=4, **ends(64, 128))) == 30932992
    query = tensor(FLOAT16, 2, 8, 1024, 128)
    more = {"heads": 8, "mask": triangle, "mode": 2, "pse": tensor(FLOAT16, 2, 8, 1, 1024)}
    assert kernel_bytes(forward(api, query, query, **more)) == RESERVED


@pytest.mark.usefixtures("own_library")
def test_nothing_is_padded_on_950(api: Api) -> None:
    """op_api pads and turns heads on 910B alone."""
    query = tensor(FLOAT16, 2, 5, 2 * 70)
    assert "Pad" in forward(api, query, query, "BSH", soc="Ascend910B")[2]
    for depth in (70, 72, 200):
        query = tensor(FLOAT16, 2, 5, 2 * depth)
        found = forward(api, query, query, "BSH")
        assert found[0] == 0
        assert ">" not in found[2], found


@pytest.mark.usefixtures("own_library")
def test_statuses_of_op_api(api: Api) -> None:
    query = tensor(FLOAT16, 1, 2, 8, 128)
    assert forward(api, query, query)[0] == 0
    assert forward(api, query, query, sinks=tensor(FLOAT, 2))[0] == 0
    assert forward(api, query, query, sinks=tensor(FLOAT16, 2))[0] == 161002
    assert forward(api, query, tensor(BFLOAT16, 1, 2, 8, 128))[0] == 161002
    assert forward(api, query, query, heads=0)[0] == 161002
    assert forward(api, query, query, kind=2)[0] == 161002
    assert forward(api, query, query, kind=2, pse=tensor(FLOAT16, 2))[0] == 161002
    assert forward(api, query, query, kind=2, pse=tensor(FLOAT, 2))[0] == 0
    assert forward(api, tensor(34, 1, 2, 8, 128), tensor(34, 1, 2, 8, 128))[0] == 161002
    assert forward(api, query, query, result=tensor(BFLOAT16, 1, 2, 8, 128))[0] == 161001
    # What the tiling refuses is phase two's to say.
    for more in ({"scale": tensor(FLOAT, 1, 2, 1, 1)}, {"out": 2}, {"kind": 4}, {"mode": 7}):
        assert forward(api, query, query, **more)[0] == 0, more


HALF = np.zeros((1, 2, 8, 128), np.float16)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    "more",
    [
        {"d_scale_q": np.ones((1, 2, 1, 1), np.float32)},
        {"out_dtype": 2},
        {"pse_type": 4},
        {"pse_type": 2, "real_shift": np.zeros(3, np.float32)},
        {"pse_type": 3, "real_shift": np.zeros((2, 2), np.float32)},
        {"drop_mask": np.zeros(64, np.uint8)},
        {"keep_prob": 0.0},
        {"query_rope": np.zeros((1, 2, 8, 64), np.float16)},
        {
            "query_rope": np.zeros((1, 2, 8, 32), np.float16),
            "key_rope": np.zeros((1, 2, 8, 32), np.float16),
        },
    ],
    ids="-".join,
)
def test_what_the_tiling_refuses(more: dict[str, Any], on_950: Any) -> None:
    with pytest.raises(acl.AclError) as error:
        acl.flash_attention_score_v4(HALF, HALF, HALF, head_num=2, input_layout="BNSD", **more)
    assert error.value.code == 561103


@pytest.fixture
def on_950(api: Api) -> Any:
    api.ok.aclnnExtSelectSoc(b"Ascend950")
    yield
    api.aclnnExtSelectSoc(None)


@pytest.mark.usefixtures("own_library")
def test_gradients_look_at_what_they_are_of(api: Api) -> None:
    query, key = tensor(FLOAT16, 1, 2, 8, 16), tensor(FLOAT16, 1, 2, 9, 16)
    statistic, sinks = tensor(FLOAT, 1, 2, 8, 8), tensor(FLOAT, 2)

    def found(**more: Any) -> int:
        return answer(
            api, "Ascend950", "aclnnFlashAttentionScoreGradV4", more.get("query", query), key,
            key, more.get("dy", query), NULL, NULL, NULL, NULL, statistic, statistic, NULL, query,
            more.get("sinks", NULL), more.get("rope", NULL), NULL, *([NULL] * 10), ["d", 1.0],
            ["d", more.get("keep", 1.0)], ["i", FAR], ["i", FAR], ["i", more.get("heads", 2)],
            ["s", "BNSD"], more.get("lies", NULL), ["i", 0], ["i", 0], ["i", 1], ["i", 0],
            ["i", 0], ["i", 0], more.get("dq", query), key, key, more.get("dq_rope", NULL), NULL,
            NULL, more.get("dsinks", NULL),
        )[0]  # fmt: skip

    assert found() == 0
    assert found(lies=["s", ""]) == 0
    assert found(lies=["s", "same_as_input"]) == 161002
    assert found(heads=0) == 161002
    assert found(dq=key) == 161002
    assert found(dq=tensor(BFLOAT16, 1, 2, 8, 16)) == 161001
    assert found(dy=tensor(BFLOAT16, 1, 2, 8, 16)) == 161002
    assert found(sinks=sinks) == 161001
    assert found(sinks=sinks, dsinks=sinks) == 0
    assert found(sinks=sinks, dsinks=tensor(FLOAT, 3)) == 161002
    assert found(sinks=tensor(FLOAT16, 2), dsinks=sinks) == 161002
    assert found(dsinks=sinks) == 161001
    assert found(keep=0.5) == 0
    assert found(keep=2.0) == 161001
    assert found(rope=tensor(FLOAT16, 1, 2, 8, 64)) == 161001


@pytest.mark.usefixtures("own_library")
def test_gradients_of_what_is_drawn_by_differences(on_950: Any) -> None:
    """Of queries, keys, values and sinks, with what a seed draws, in float64."""
    rng = np.random.default_rng(7)
    query, dy = rng.standard_normal((2, 1, 2, 5, 8)).astype(np.float16)
    key, value = rng.standard_normal((2, 1, 2, 40, 8)).astype(np.float16)
    sinks = np.array([0.5, -1.0], np.float32)
    keep = kept_bytes(11, 3, [], (2, 5, 40), 0.75)[None]
    assert 0.6 < keep.mean() < 0.9

    def forward(q: Any, k: Any, v: Any, s: Any) -> Any:
        powers = np.exp(q @ k.swapaxes(2, 3) * 0.25)
        sums = powers.sum(-1) + np.exp(s)[:, None]
        return (powers * keep / 0.75) @ v / sums[..., None]

    more: dict[str, Any] = {
        "head_num": 2, "input_layout": "BNSD", "scale_value": 0.25, "keep_prob": 0.75, "seed": 11,
        "offset": 3,
    }  # fmt: skip
    largest, sums, result = acl.flash_attention_score_v4(query, key, value, sink=sinks, **more)
    given = [np.asarray(each, np.float64) for each in (query, key, value, sinks)]
    np.testing.assert_allclose(result, forward(*given), rtol=2e-3, atol=2e-3)
    found = acl.flash_attention_score_grad_v4(
        query, key, value, dy, softmax_max=largest, softmax_sum=sums, attention_in=result,
        sink_in=sinks, **more,
    )  # fmt: skip
    results = [each for each in found if each is not None and each.size]
    assert len(results) == 4
    for at, gradient in enumerate(results):
        expected = np.zeros(given[at].shape)
        for index in np.ndindex(*expected.shape):
            sides = []
            for step in (1e-4, -1e-4):
                moved = [each.copy() for each in given]
                moved[at][index] += step
                sides.append((forward(*moved) * dy.astype(np.float64)).sum())
            expected[index] = (sides[0] - sides[1]) / 2e-4
        np.testing.assert_allclose(gradient, expected, rtol=8e-3, atol=8e-3)
