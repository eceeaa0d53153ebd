# SPDX-License-Identifier: Apache-2.0
"""Attention: the operators that CANN puts around its kernels, what these ask for by their public
tilings, and the order of the checks. Figures are worked out beside each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ops.quant.mx_oracle import E4M3, E5M2
from support import Api
from sweep.c_calls import selected
from sweep.rules import (
    BFLOAT16,
    BOOL,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    MEBI,
    NULL,
    UINT8,
    answer,
    ints,
    room,
    tensor,
)

import aclnn_py as acl
from build_support.facts import prototypes

FAR = 2**31 - 1
PAD, CUT = "Pad:float16", "Slice:float16"

Shape = tuple[int, ...]


def forward(
    api: Api,
    layout: str,
    heads: int,
    shapes: tuple[Shape, ...],
    dtype: int = FLOAT16,
    soc: str = "Ascend910B",
    **more: Any,
) -> tuple[int, int, str]:
    """aclnnFlashAttentionScore, or VarLenScore of TND; shapes are those of query, key, value and
    the result."""
    query, key, value, out = (tensor(dtype, *shape) for shape in shapes)
    sizes = dict(zip(layout, shapes[0], strict=True)) | {"N": heads}
    statistic = tensor(FLOAT, *(sizes[letter] for letter in ("TN" if "T" in layout else "BNS")), 8)
    lengths = [["Int", more[name]] for name in ("rows", "columns") if name in more]
    return answer(
        api, soc, "aclnnFlashAttention" + ("VarLenScore" if lengths else "Score"), query, key,
        value, more.get("pse", NULL), more.get("drop", NULL), NULL, more.get("mask", NULL),
        more.get("prefix", NULL), *lengths, ["d", 1.0], ["d", more.get("keep", 1.0)],
        ["i", more.get("before", FAR)], ["i", more.get("after", FAR)], ["i", heads], ["s", layout],
        ["i", 0], ["i", more.get("mode", 0)], statistic, statistic, NULL, out,
    )  # fmt: skip


def kernel(dtype: str, bytes_: int) -> str:
    """The operator with its kernel's workspace: maximum, sum, softmax and result."""
    return f"FlashAttentionScore:float+float+{dtype}+{dtype}|{bytes_}"


@pytest.mark.usefixtures("own_library")
def test_kernels_ask_for_blocks_of_scores_and_results(api: Api) -> None:
    """Of float32, twice each where a core works on one while another is made, beside 16 MiB of the
    system and 512 bytes for the output that is empty; on 48 vector cores."""
    shape: Shape = (2, 4, 256, 64)
    none: Shape = (1, 2, 0, 64)
    found = forward(api, "BNSD", 4, (shape,) * 4)
    # 8 heads have 2 blocks of 128 rows each, for 16 cores: scores, in halves too, and results.
    block = 2 * 128 * 256 * 4 + 2 * 128 * 256 * 2 + 2 * 128 * 64 * 4
    bytes_ = 16 * MEBI + 16 * block
    assert found == (0, room(bytes_) + 512, kernel("float16", bytes_))
    shapes = ((1, 2, 128, 64), (1, 2, 100, 64), (1, 2, 100, 64), (1, 2, 128, 64))
    found = forward(api, "BNSD", 2, shapes, drop=tensor(UINT8, 2 * 128 * 100 // 8), keep=0.5)
    # Rows of at most 128 columns: a core has a batch, and bits become bytes.
    batch = 2 * (2 * 128 * 112 * 4) + 2 * (2 * 128 * 64 * 4)
    assert found[2] == kernel("float16", 16 * MEBI + batch + 2 * 128 * 100)
    shape = (1, 2, 2048, 64)
    for dtype, name, copies in ((FLOAT16, "float16", 2), (FLOAT, "float", 4)):
        # 8 blocks of 128 columns at once, copies of their scores, 4 of results, for all cores.
        block = copies * 8 * 128 * 128 * 4 + 4 * 128 * 64 * 4
        found = forward(api, "BNSD", 2, (shape,) * 4, dtype)
        assert found[2] == kernel(name, 16 * MEBI + 48 * block)
    shape = (1, 2, 2048, 192)
    block = 3 * 8 * 256 * 128 * 4 + 4 * 256 * 192 * 4  # blocks of 256 rows for the 24 cube cores
    found = forward(api, "BNSD", 2, (shape,) * 4, BFLOAT16)
    assert found[2] == kernel("bfloat16", 16 * MEBI + 24 * block)
    shape = (1, 2, 16, 64)
    found = forward(api, "BNSD", 2, (shape, none, none, shape))
    assert found[2] == kernel("float16", 100 * MEBI)


@pytest.mark.usefixtures("own_library")
def test_kernels_of_short_and_packed_batches(api: Api) -> None:
    """Batches in one dimension have a core for each block of rows and head: 40 and 60 rows are a
    block each of the 64 that the longest has."""
    shape: Shape = (100, 4, 40)
    found = forward(api, "TND", 4, (shape,) * 4, rows=[40, 100], columns=[60, 100])
    block = 3 * 64 * 64 * 4 + 4 * 64 * 48 * 4
    assert found[2] == kernel("float16", 16 * MEBI + 2 * 4 * block)
    mask = tensor(BOOL, 256, 256)
    shape = (2, 4, 256, 64)
    block = 2 * 128 * 256 * 4 + 2 * 128 * 256 * 2 + 2 * 128 * 64 * 4
    sparse: list[dict[str, Any]] = [{"after": 0}, {"mode": 1}]  # is cut in the same blocks
    for more in sparse:
        found = forward(api, "BNSD", 4, (shape,) * 4, mask=mask, **more)
        assert found[2] == kernel("float16", 16 * MEBI + 16 * block)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend910_93", "Ascend950"])
def test_heads_are_padded_to_whole_blocks(api: Api, soc: str) -> None:
    """Of 16 columns, or of 128 from 196 on, but for 448; batches in one dimension are not where
    they are short; heads of 72 or 88 columns neither, where all are alike. Values that are shorter
    than keys are padded with keys of fewer than 1025 rows. On Ascend950 nothing is."""

    def names(layout: str, heads: int, *shapes: Shape, **more: Any) -> str:
        shapes = shapes if len(shapes) == 4 else shapes * 4
        found = forward(api, layout, heads, shapes, soc=soc, **more)[2]
        steps = [step.partition("|")[0] for step in found.split(">")]
        return ">".join(step for step in steps if not step.startswith("Flash"))

    is_950 = soc == "Ascend950"
    padded = "" if is_950 else f"{PAD}>{PAD}>{PAD}>{CUT}"
    assert names("BSH", 4, (2, 128, 160)) == padded
    assert names("SBH", 4, (128, 2, 160)) == padded
    assert names("BSND", 4, (2, 128, 4, 40)) == padded
    assert names("BNSD", 4, (2, 4, 128, 200)) == padded
    assert names("BNSD", 4, (2, 4, 128, 448)) == ""
    assert names("BNSD", 4, (2, 4, 128, 72)) == padded
    assert names("BSH", 4, (2, 128, 4 * 72)) == ""
    lengths: dict[str, Any] = {"rows": [40, 100], "columns": [60, 100]}
    assert names("TND", 4, (100, 4, 40), **lengths) == ""
    assert names("TND", 4, (100, 4, 100), **lengths) == padded
    query, value = (2, 4, 128, 64), (2, 4, 128, 48)
    assert names("BNSD", 4, query, query, value, value) == ("" if is_950 else f"{PAD}>{CUT}")
    key, value = (2, 4, 1056, 128), (2, 4, 1056, 64)
    assert names("BNSD", 4, (2, 4, 128, 128), key, value, (2, 4, 128, 64)) == ""
    moved = "" if is_950 else ">".join(["Transpose:float16"] * 4)
    assert names("BSH", 2048, (1, 16, 2048 * 64)) == moved
    assert names("BSND", 2048, (1, 16, 2048, 64)) == moved
    assert names("SBH", 1024, (16, 2, 1024 * 64)) == moved


def gradient(
    api: Api,
    layout: str,
    heads: int,
    shapes: tuple[Shape, ...],
    dtype: int = FLOAT16,
    **more: Any,
) -> tuple[int, int, str]:
    """aclnnFlashAttentionScoreGrad, or UnpaddingScoreGrad where lengths are given."""
    query, key, value, out = (tensor(dtype, *shape) for shape in shapes)
    sizes = dict(zip(layout, shapes[0], strict=True)) | {"N": max(heads, 1)}
    statistic = tensor(FLOAT, *(sizes[letter] for letter in ("TN" if "T" in layout else "BNS")), 8)
    lengths = [["Int", more[name]] for name in ("rows", "columns") if name in more]
    name = "UnpaddingScoreGrad" if lengths else "ScoreGrad"
    return answer(
        api, "Ascend910B", "aclnnFlashAttention" + name,
        query, key, value, more.get("dy", out), NULL, NULL, NULL, NULL, statistic, statistic, NULL,
        out, NULL, *lengths, ["d", 1.0], ["d", 1.0], ["i", FAR], ["i", FAR], ["i", heads],
        ["s", layout], ["i", 0], ["i", 0], more.get("dq", query), key, value, NULL,
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_gradients_pad_all_that_has_heads(api: Api) -> None:
    """Values, the gradient and the result to the columns of keys first; then all five to whole
    blocks. Four outputs that nobody asked for take 512 bytes each. Batches in one dimension of a
    multiple of 8 columns are not padded."""
    row = "FlashAttentionScoreGrad:" + "+".join(["float16"] * 6) + "+float"
    shape: Shape = (2, 4, 256, 64)
    assert gradient(api, "BNSD", 4, (shape,) * 4) == (0, 4 * 512, row)
    five, three = ">".join([PAD] * 5), ">".join([CUT] * 3)
    for layout, shape in (("BSH", (2, 128, 160)), ("SBH", (128, 2, 160))):
        found = gradient(api, layout, 4, (shape,) * 4)
        # Five padded tensors until the kernel, then three gradients in the first three's places.
        each = room(2 * 128 * 4 * 48 * 2)
        assert found == (0, 8 * each + 4 * 512, f"{five}>{row}>{three}")
    lengths: dict[str, Any] = {"rows": [40, 100], "columns": [60, 100]}
    assert gradient(api, "TND", 4, ((100, 4, 40),) * 4, **lengths)[2] == row
    key, value = (2, 4, 256, 64), (2, 4, 256, 48)
    found = gradient(api, "BNSD", 4, (key, key, value, value))
    assert found[2] == f"{PAD}>{PAD}>{PAD}>{row}>{CUT}"
    shape = (1, 16, 2048 * 64)
    moved = ["Transpose:float16"]
    found = gradient(api, "BSH", 2048, (shape,) * 4)
    assert found[2] == ">".join([*moved * 5, row, *moved * 3])


@pytest.mark.usefixtures("own_library")
def test_what_the_inner_functions_of_gradients_refuse_is_missing(api: Api) -> None:
    """161001: only what op_api looks at itself is 161002. All gradients empty come first."""
    shape, other = (2, 4, 16, 64), (2, 4, 15, 64)
    assert gradient(api, "BNSD", 3, (shape,) * 4)[0] == 161001
    assert gradient(api, "BNSD", 4, (shape, shape, other, shape))[0] == 161002
    assert gradient(api, "BNSD", 4, (shape, (3, 4, 16, 64), (3, 4, 16, 64), shape))[0] == 161002
    assert gradient(api, "BNSD", 4, (shape,) * 4, dtype=3)[0] == 161002
    assert gradient(api, "BNSD", 4, (shape,) * 4, dy=tensor(FLOAT, *shape))[0] == 161002
    assert gradient(api, "BNSD", 4, (shape,) * 4, dq=tensor(FLOAT16, *other))[0] == 161002
    assert gradient(api, "BNS", 4, ((2, 4, 16),) * 4)[0] == 161002
    assert gradient(api, "BNSD", 0, (shape,) * 4)[0] == 161002
    assert gradient(api, "BNSD", 4, (shape, (2, 4, 16, 32), shape, shape))[0] == 161002
    assert gradient(api, "BSH", 200, ((2, 16, 64),) * 4)[0] == 161002
    lengths: dict[str, Any] = {"rows": [2, 4], "columns": [2, 4]}
    assert gradient(api, "BSH", 1, ((2, 2, 64),) * 4, **lengths)[0] == 161002
    none = (2, 4, 0, 64)
    assert gradient(api, "BNSD", 4, (none,) * 4, dtype=3)[:2] == (0, 0)


@pytest.mark.usefixtures("own_library")
def test_empty_results_of_attention_come_before_types(api: Api) -> None:
    """Batches in one dimension have their layout looked at behind them; outputs are compared where
    they are copied, whose failure is a missing tensor."""
    none, shape = (2, 4, 0, 64), (2, 4, 16, 64)
    assert forward(api, "BNSD", 4, (none,) * 4, dtype=3)[:2] == (0, 0)
    assert forward(api, "BNSD", 4, (shape,) * 4, dtype=3)[0] == 161002
    lengths: dict[str, Any] = {"rows": [2, 4], "columns": [2, 4]}
    assert forward(api, "BSH", 1, ((2, 2, 64),) * 4, **lengths)[0] == 161002
    assert forward(api, "BSH", 1, ((0, 2, 64),) * 4, **lengths)[0] == 0
    assert forward(api, "BNSD", 4, (shape, shape, shape, (2, 4, 16, 32)))[0] == 161001
    # What the tiling refuses, phase two says.
    assert forward(api, "BNSD", 3, (shape,) * 4)[:2] == (0, 0)
    short: dict[str, Any] = {"rows": [2, 4], "columns": [4]}  # as many lengths as batches
    assert forward(api, "TND", 1, ((4, 1, 64),) * 4, **short)[:2] == (0, 0)
    nothing = tensor(BOOL, 0, 16)  # is no mask, whatever the mode says
    assert forward(api, "BNSD", 4, (shape,) * 4, mask=nothing, mode=5)[0] == 0


def prompt(
    api: Api, layout: str, heads: int, shapes: tuple[Shape, ...], **more: Any
) -> tuple[int, int, str]:
    """aclnnPromptFlashAttentionV3."""
    query, key, value, out = (tensor(more.get("dtype", FLOAT16), *shape) for shape in shapes)
    lengths = ["Int", more["rows"]] if "rows" in more else NULL
    return answer(
        api, "Ascend910B", "aclnnPromptFlashAttentionV3", query, key, value, NULL, NULL, lengths,
        *[NULL] * 6, ["i", heads], ["d", 1.0], ["i", FAR], ["i", FAR], ["s", layout], ["i", 0],
        ["i", 0], ["i", 0], out,
    )  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_prompts_are_padded_and_refused_in_inner_functions(api: Api) -> None:
    """All three tensors are padded where one is, queries of whole blocks by nothing; what the
    tiling refuses is 561103."""
    row = "PromptFlashAttention:float16"
    padded = f"{PAD}>{PAD}>{PAD}>{row}>{CUT}"
    for layout, shape in (("BSH", (2, 128, 160)), ("BNSD", (2, 4, 128, 40))):
        found = prompt(api, layout, 4, (shape,) * 4)
        assert found[:1] + found[2:] == (0, padded)
        assert found[1] == 4 * room(2 * 128 * 4 * 48 * 2)
    assert prompt(api, "BSH", 4, ((2, 128, 256),) * 4)[2] == row
    key, value = (2, 4, 128, 64), (2, 4, 128, 48)
    assert prompt(api, "BNSD", 4, (key, key, value, value))[2] == padded
    shape = (2, 128, 160)
    assert prompt(api, "BSH", 4, (shape,) * 4, rows=[200, 3])[0] == 561103
    assert prompt(api, "BSH", 4, (shape, shape, shape, (2, 128, 161)))[0] == 161002
    assert prompt(api, "BSH", 0, (shape,) * 4)[0] == 161002
    assert prompt(api, "BNSD", 1, ((1, 1, 8, 513),) * 4)[0] == 161002
    none = (0, 128, 160)
    assert prompt(api, "BSH", 4, (none,) * 4, dtype=3)[:2] == (0, 0)


@pytest.mark.usefixtures("own_library")
def test_generated_calls_of_inference_refuse_by_their_tiling(api: Api) -> None:
    """aclnnIncreFlashAttention has no checks of its own: heads and lengths that do not fit are
    561002."""
    query, keys = tensor(FLOAT16, 2, 4, 1, 64), ["TensorList", [tensor(FLOAT16, 2, 4, 16, 64)]]
    for heads, length in ((3, 16), (4, 17), (0, 16)):
        found = answer(
            api, "Ascend910B", "aclnnIncreFlashAttention", query, keys, keys, NULL, NULL,
            ["Int", [length] * 2], ["i", heads], ["d", 1.0], ["s", "BNSD"], ["i", 0], query,
        )  # fmt: skip
        assert found[0] == 561002


def single_row(api: Api, heads: int, keys: Shape, dtype: int = BFLOAT16, **more: Any) -> str:
    """The list of aclnnIncreFlashAttentionV4 for 2 batches of a row, in BNSD."""
    query = tensor(dtype, 2, heads, 1, keys[-1])
    given = ["TensorList", [tensor(dtype, *keys)]]
    lengths = ["Int", more["lengths"]] if "lengths" in more else NULL
    return answer(
        api, "Ascend910B", "aclnnIncreFlashAttentionV4", query, given, given, NULL, NULL, lengths,
        *[NULL] * 7, more.get("table", NULL), NULL, ["i", heads], ["d", 1.0], ["s", "BNSD"],
        ["i", more.get("key_heads", 0)], ["i", more.get("block", 0)], ["i", 1], query,
    )[2]  # fmt: skip


@pytest.mark.usefixtures("own_library")
def test_single_rows_ask_for_their_scores_and_parts(api: Api) -> None:
    """On 48 vector cores: scores in float32 and 16 bits, two results and two statistics of 128 rows
    a core; where there are fewer heads than 0.4 of them, results of parts of 512 columns and more,
    with two statistics of 8 numbers. float16 of heads that share no keys needs the parts alone."""

    def kernel(dtype: str, bytes_: int) -> str:
        return f"IncreFlashAttention:{dtype}|{16 * MEBI + bytes_}"

    # 40 heads in all: no parts. 1000 columns are 1024 in blocks of 32.
    core = 1024 * 6 + 128 * 8 + 128 * 8
    assert single_row(api, 20, (2, 20, 1000, 128)) == kernel("bfloat16", 48 * core)
    # 16 heads: 3 parts for each, but 1024 columns are two of 512.
    core = 512 * 6 + 64 * 8 + 128 * 8
    parts = 2 * 8 * 2 * (64 + 16) * 4
    assert single_row(api, 8, (2, 8, 1024, 64)) == kernel("bfloat16", 48 * core + parts)
    assert single_row(api, 8, (2, 8, 1024, 64), FLOAT16) == kernel("float16", parts)
    # Heads that share keys are cut from 2048 columns on; 8 of them take 4096 at once.
    core = 1024 * 8 * 6 + 64 * 8 * 8 + 128 * 8
    found = single_row(api, 16, (2, 2, 1024, 64), FLOAT16, key_heads=2)
    assert found == kernel("float16", 48 * core)
    # 4 heads of keys: 8 parts of 512 columns.
    core = 512 * 8 * 6 + 64 * 8 * 8 + 128 * 8
    found = single_row(api, 16, (2, 2, 4096, 64), FLOAT16, key_heads=2)
    assert found == kernel("float16", 48 * core + 2 * 16 * 8 * (64 + 16) * 4)
    # Of blocks all that there are may count; each core is told twice of them.
    table: dict[str, Any] = {"table": tensor(3, 2, 4), "block": 128, "lengths": [300, 400]}
    core = 512 * 6 + 64 * 8 + 128 * 8
    found = single_row(api, 8, (8, 8, 128, 64), **table)
    assert found == kernel("bfloat16", 48 * (core + 128))


@pytest.mark.usefixtures("own_library")
def test_gradients_of_long_rows_ask_for_sums_and_blocks(api: Api) -> None:
    """Of halves, from 1024 rows or columns on: float32 sums of all three gradients, 8 statistics a
    row, two blocks of 512 x 512 scores for each of 48 vector cores, 64 KiB and 20 MiB; each ends at
    the next 512 bytes, a whole one too. Without a mask and below 2048 columns a block has equal
    shares: 1100 are two of 560, beside which 464 rows make about 512 x 512."""
    for length, block in ((2048, 512 * 512), (1100, 464 * 560)):
        shape = (1, 4, length, 128)
        found = gradient(api, "BNSD", 4, (shape,) * 4, BFLOAT16)[2]
        sums = 64 * 1024
        for _ in range(3):
            sums = (sums + 4 * length * 128 * 4 + 512) // 512 * 512
        sums += (4 * length * 8 * 4 + 511) // 512 * 512
        wanted = (sums + 48 * block * 8 + 512) // 512 * 512 + 20 * MEBI
        assert found.endswith(f"|{wanted}")
    none = (1, 4, 0, 128)
    found = gradient(api, "BNSD", 4, ((1, 4, 16, 128), none, none, (1, 4, 16, 128)))[2]
    assert found.endswith(f"|{100 * MEBI}")
    assert "|" not in gradient(api, "BNSD", 4, ((1, 4, 512, 128),) * 4)[2]


@pytest.mark.usefixtures("own_library")
def test_long_sequences_ask_for_128_tokens_of_each_core(api: Api) -> None:
    """Of 24 cores and all heads, in float32: decays, three rows of Dk and two of Dv, products of a
    chunk of 64; states, four masks of a core, and two panels of a stage of each."""
    heads, keys, values, batches = 4, 128, 64, 2
    query = tensor(BFLOAT16, 9, 2, keys)
    value, numbers = tensor(BFLOAT16, 9, heads, values), tensor(BFLOAT16, 9, heads)
    state = tensor(BFLOAT16, batches, heads, values, keys)

    def found(soc: str, first: Any = query, out: Any = value) -> tuple[int, int, str]:
        return answer(
            api, soc, "aclnnChunkGatedDeltaRule", first, query, value, numbers, state,
            tensor(INT32, batches), NULL, ["f", 1.0], out, state,
        )  # fmt: skip

    tokens = 128 * 24
    floats = heads * tokens * (1 + 3 * keys + 2 * values + 64) + batches * heads * values * keys
    floats += 64 * 64 * 4 * 24 + 64 * (2 * 64 + 3 * keys + values) * 2 * 24
    kernel = f"ChunkGatedDeltaRule:bfloat16+bfloat16|{16 * MEBI + 4 * floats}"
    assert found("Ascend910B")[2] == kernel
    assert found("Ascend910B", first=NULL)[0] == 161002
    assert found("Ascend910B", out=tensor(FLOAT16, 9, heads, values))[0] == 161002
    assert found("Ascend910B", out=tensor(BFLOAT16, 9, heads, 1))[0] == 561103
    assert found("Ascend950")[0] == 561103


@pytest.mark.usefixtures("own_library")
def test_indices_ask_for_scores_and_keys_of_each_core(api: Api) -> None:
    """Twice 512 x 512 scores, and of 16 rows 2048 keys with their scores and 16 words of 8 bytes,
    on 24 cores beside 16 MiB."""

    def found(count: int = 16, mode: int = 3, layout: str = "BSND", heads: int = 1) -> Any:
        whole = ["i", 2**63 - 1]
        return answer(
            api, "Ascend910B", "aclnnLightningIndexer", tensor(FLOAT16, 2, 3, 4, 128),
            tensor(FLOAT16, 2, 40, heads, 128), tensor(FLOAT, 2, 3, 4), NULL, NULL, NULL,
            ["s", "BSND"], ["s", layout], ["i", count], ["i", mode], whole, whole, ["b", 0],
            tensor(INT32, 2, 3, 1, count), tensor(FLOAT16, 0),
        )  # fmt: skip

    a_core = 2 * 512 * 512 * 4 + 16 * 2 * 2048 * 4 + 16 * 16 * 8
    assert found()[2] == f"LightningIndexer:int32|{16 * MEBI + 24 * a_core}"
    assert found(count=3072)[0] == 0
    for wrong in ({"count": 3000}, {"mode": 1}, {"layout": "TND"}, {"layout": "PA_BSND"}):
        assert found(**wrong)[0] == 561002
    assert found(heads=2)[0] == 561002


@pytest.mark.usefixtures("own_library")
def test_sinks_of_training_are_a_number_for_each_head(api: Api) -> None:
    """They are float32, which op_api looks at, and as many as heads, which the tiling does; they
    change no size, and none are there where they have no elements."""

    def packed(sinks: Any, ropes: Any = NULL, soc: str = "Ascend910B") -> tuple[int, int, str]:
        query, statistic = tensor(FLOAT16, 256, 4, 64), tensor(FLOAT, 256, 4, 8)
        ends = ["Int", [100, 256]]
        return answer(
            api, soc, "aclnnFlashAttentionVarLenScoreV5", query, ropes, query, ropes, query,
            *([NULL] * 4), sinks, NULL, ends, ends, NULL, NULL, ["d", 0.125], ["d", 1.0],
            ["i", FAR], ["i", FAR], ["i", 4], ["s", "TND"], ["i", 0], ["i", 0], ["i", 1],
            ["s", ""], statistic, statistic, NULL, query,
        )  # fmt: skip

    def found(sinks: Any, name: str = "aclnnFlashAttentionScoreV3") -> tuple[int, int, str]:
        query, statistic = tensor(FLOAT16, 2, 4, 128, 64), tensor(FLOAT, 2, 4, 128, 8)
        return answer(
            api, "Ascend910B", name, query, query, query, *([NULL] * 4),
            *([] if name.endswith("V2") else [sinks]), NULL, NULL, NULL, ["d", 0.125], ["d", 1.0],
            ["i", FAR], ["i", FAR], ["i", 4], ["s", "BNSD"], ["i", 0], ["i", 0], ["i", 1],
            statistic, statistic, NULL, query,
        )  # fmt: skip

    plain = found(NULL, "aclnnFlashAttentionScoreV2")
    assert plain[0] == 0
    bytes_ = plain[2].split("|")[1]
    for sinks in (NULL, tensor(FLOAT, 0), tensor(FLOAT, 4)):
        assert found(sinks)[0] == 0
        assert found(sinks)[2].split("|")[1] == bytes_
    assert found(tensor(FLOAT16, 4))[0] == 161002
    without = packed(NULL)[1]
    for sinks in (tensor(FLOAT, 0), tensor(FLOAT, 4)):
        assert packed(sinks)[:2] == (0, without)
    assert packed(tensor(FLOAT16, 4))[0] == packed(tensor(INT32, 4))[0] == 161002
    assert packed(NULL, tensor(FLOAT16, 256, 4, 16))[0] == 161001
    query = np.zeros((1, 2, 3, 16), np.float16)
    with pytest.raises(acl.AclError, match="number of sinks"):
        acl.flash_attention_score_v3(
            query, query, query, sink=np.zeros(3, np.float32), head_num=2,
            input_layout="BNSD",
        )  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_statistics_of_all_keys_ask_for_rows_of_the_longest_batch(api: Api, soc: str) -> None:
    """Of each core two blocks of 512 by 512 products, and scores of 8 rows for the keys of the
    longest batch, in whole blocks of 512."""
    far = ["i", 2**63 - 1]

    def found(**more: Any) -> tuple[int, int, str]:
        ends = more.pop("ends", (None, None))
        rows, keys = more.pop("rows", (2, 9)), more.pop("keys", (2, 600))
        out = tensor(FLOAT, *((2, 1, 9) if len(rows) == 2 else (1, rows[0])))
        given: dict[str, Any] = {
            "query": tensor(FLOAT16, *rows, 16, 128), "key": tensor(FLOAT16, *keys, 1, 128),
            "weight": tensor(FLOAT, *rows, 16),
            "row_ends": NULL if ends[0] is None else ints(*ends[0]),
            "key_ends": NULL if ends[1] is None else ints(*ends[1]),
            "form": ["s", "BSND" if len(rows) == 2 else "TND"], "mode": ["i", 3],
            "before": far, "after": far, "maxima": out, "sums": out,
        }  # fmt: skip
        assert more.keys() <= given.keys()
        name = "aclnnDenseLightningIndexerSoftmaxLse"
        return answer(api, soc, name, *(given | more).values())

    cores = 24 if soc == "Ascend910B" else 32
    a_core = 2 * 512 * 512 * 4
    ends: dict[str, Any] = {"rows": (9,), "keys": (1200,), "ends": ([4, 9], [70, 1200])}
    for more, keys in (({}, 1024), (ends, 1536), ({"ends": ([9, 2], [9, 600])}, 1024)):
        status, _, answered = found(**more)
        assert status == 0, answered
        assert answered.endswith(f"|{16 * MEBI + cores * (a_core + 8 * keys * 4)}"), answered
    wrong: tuple[dict[str, Any], ...] = (
        {"mode": ["i", 0]}, {"before": ["i", 1]}, {"after": ["i", 1]}, {"form": ["s", "BNSD"]},
        {"key": tensor(BFLOAT16, 2, 600, 1, 128)}, {"weight": tensor(BFLOAT16, 2, 9, 16)},
        {"query": tensor(FLOAT16, 2, 9, 4, 128)}, {"query": tensor(FLOAT16, 2, 9, 16, 64)},
        {"key": tensor(FLOAT16, 2, 600, 2, 128)}, {"weight": tensor(FLOAT, 2, 9, 8)},
        {"maxima": tensor(FLOAT, 2, 9, 1)}, {"keys": (2, 8)}, {"ends": ([9], None)},
        {"ends": ([9, 10], None)}, {"ends": ([9, 9], [8, 9])}, {"rows": (9,), "keys": (1200,)},
        ends | {"ends": ([4, 3], [70, 1200])}, ends | {"ends": ([4, 9], [70, 1201])},
        {"keys": (2, 2**20 + 1)},
    )  # fmt: skip
    for changed in wrong:
        assert found(**changed)[0] == 561002, changed
    assert found(weight=NULL)[0] == 161001
    assert found(query=tensor(FLOAT, 2, 9, 16, 128))[0] == 161002
    assert found(sums=tensor(FLOAT16, 2, 1, 9))[0] == 161002


def _sparse(api: Api, soc: str, name: str = "", **more: Any) -> tuple[int, int, str]:
    """aclnnSparseFlashAttention of bfloat16, or its V2; what is given replaces arguments."""
    heads, keys = more.pop("heads", 4), more.pop("keys", 40)
    form = more.pop("form", "BSND")
    paged = form == "PA_BSND"
    key = (2 if not paged else 5, 16 if paged else keys, 1)
    statistic = tensor(FLOAT, 2, 1, 3, heads)
    given: dict[str, Any] = {
        "query": tensor(BFLOAT16, 2, 3, heads, 512),
        "key": tensor(BFLOAT16, *key, 512),
        "value": NULL,
        "indices": tensor(INT32, 2, 3, 1, 8),
        "table": tensor(INT32, 2, 3) if paged else NULL,
        "rows": NULL,
        "counts": tensor(INT32, 2) if paged else NULL,
        "query_rope": tensor(BFLOAT16, 2, 3, heads, 64),
        "key_rope": tensor(BFLOAT16, *key, 64),
        **({"sinks": NULL} if name else {}),
        "scale": ["d", 0.1],
        "block": ["i", 1],
        "row_form": ["s", "BSND"],
        "key_form": ["s", form],
        "mode": ["i", 3],
        "before": ["i", 2**63 - 1],
        "after": ["i", 2**63 - 1],
        "attention": ["i", 2],
        "statistics": ["b", 0],
        "out": tensor(BFLOAT16, 2, 3, heads, 512),
        "maxima": statistic,
        "sums": statistic,
    }
    assert more.keys() <= given.keys()
    arguments = (given | more).values()
    return answer(api, soc, f"aclnnSparseFlashAttention{name}", *arguments)


@pytest.mark.usefixtures("own_library")
def test_sparse_attention_asks_for_scores_and_selected_keys_of_each_core(api: Api) -> None:
    """910B: twice scores of up to 128 rows and 512 keys, in halves too, results, and 8 bytes for
    each of 128 rows; 4 times 512 keys of 576 halves, and 4 x 512 bytes for each of two vector
    cores; on 24 cores. Ascend950: 3 times 128 keys, on as many cores as share no keys."""
    for heads, keys, rows, columns in ((4, 40, 16, 64), (128, 600, 128, 512), (1, 512, 16, 512)):
        scores = rows * columns * 4
        each = 2 * (scores + scores // 2 + rows * 512 * 4 + 128 * 8)
        bytes_ = 16 * MEBI + 24 * (each + 4 * 512 * 576 * 2 + 2 * 4 * 512)
        found = _sparse(api, "Ascend910B", heads=heads, keys=keys)
        assert found[2] == f"SparseFlashAttention:bfloat16|{bytes_}"
    pages = _sparse(api, "Ascend910B", heads=32, form="PA_BSND")
    scores = 96 * 64 * 4
    each = 2 * (scores + scores // 2 + 96 * 512 * 4 + 128 * 8) + 4 * 512 * 576 * 2 + 4096
    assert pages[2] == f"SparseFlashAttention:bfloat16|{16 * MEBI + 24 * each}"
    for heads, cores in ((3, 32), (64, 32), (65, 16)):
        found = _sparse(api, "Ascend950", heads=heads)
        bytes_ = 16 * MEBI + 3 * 128 * 576 * 2 * cores
        assert found[2] == f"SparseFlashAttention:bfloat16|{bytes_}"


@pytest.mark.usefixtures("own_library")
def test_sparse_attention_refuses_what_the_tiling_does(api: Api) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"heads": 3}, {"heads": 256}, {"block": ["i", 3]}, {"block": ["i", 256]},
        {"mode": ["i", 1]}, {"before": ["i", 9]}, {"after": ["i", 9]}, {"attention": ["i", 0]},
        {"query_rope": NULL},
        {"key_rope": NULL}, {"key_form": ["s", "TND"]}, {"row_form": ["s", "BNSD"]},
        {"key_form": ["s", "PA_BSND"]}, {"table": tensor(INT32, 2, 3)},
        {"counts": tensor(INT32, 3)}, {"rows": tensor(INT32, 1)},
        {"value": tensor(BFLOAT16, 2, 40, 1, 64)}, {"value": tensor(FLOAT16, 2, 40, 1, 512)},
        {"key_rope": tensor(BFLOAT16, 2, 40, 1, 32)}, {"indices": tensor(INT32, 2, 3, 8)},
        {"indices": tensor(INT32, 2, 3, 1, 0)}, {"indices": tensor(INT32)},
        {"out": tensor(BFLOAT16, 2, 3, 4, 64)}, {"out": tensor(FLOAT16, 2, 3, 4, 512)},
        {"form": "PA_BSND", "block": ["i", 32]}, {"form": "PA_BSND", "statistics": ["b", 1]},
        {"statistics": ["b", 1], "maxima": tensor(FLOAT, 2, 3, 4, 1)},
        {"statistics": ["b", 1], "sums": tensor(FLOAT, 1)},
    )  # fmt: skip
    for changed in wrong:
        assert _sparse(api, "Ascend910B", **changed)[0] == 561002, changed
    assert _sparse(api, "Ascend950", block=["i", 2])[0] == 561002
    assert _sparse(api, "Ascend910B", form="PA_BSND", block=["i", 16])[0] == 0
    for absent in ("query", "out", "indices", "maxima"):
        given: dict[str, Any] = {absent: NULL}
        assert _sparse(api, "Ascend910B", **given)[0] == 161001, absent
    none: dict[str, Any] = {"maxima": NULL, "sums": NULL}
    assert _sparse(api, "Ascend910B", **none)[0] == 0
    assert _sparse(api, "Ascend910B", statistics=["b", 1], **none)[0] == 161001
    assert _sparse(api, "Ascend910B", "V2", **none)[0] == 161001
    assert _sparse(api, "Ascend910B", indices=tensor(FLOAT, 2, 3, 1, 8))[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_sinks_are_ascend950s(api: Api) -> None:
    sinks: dict[str, Any] = {"sinks": tensor(FLOAT, 4)}
    assert _sparse(api, "Ascend910B", "V2")[0] == 0
    assert _sparse(api, "Ascend910B", "V2", query=NULL, **sinks)[0] == 361001
    assert _sparse(api, "Ascend950", "V2", **sinks)[0] == 0
    assert _sparse(api, "Ascend950", "V2", sinks=tensor(FLOAT, 5))[0] == 561002
    assert _sparse(api, "Ascend950", "V2", sinks=tensor(FLOAT16, 4))[0] == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
def test_kernels_of_pages_and_parts_ask_for_what_their_public_tilings_say(
    api: Api, soc: str
) -> None:
    """16 MiB, but GatherPaKvCache 32 bytes on Ascend950 (gather_pa_kv_cache_tiling_arch35.cpp)."""
    keys, cache = tensor(FLOAT16, 5, 2, 32), tensor(FLOAT16, 9, 16, 2, 32)
    norm, none = ["s", "Norm"], ["s", "None"]
    numbers = tensor(INT32, 2)
    found = answer(
        api, soc, "aclnnScatterPaKvCache", keys, cache, tensor(INT32, 5), keys, cache, NULL, NULL,
        NULL, norm, none, NULL, NULL,
    )  # fmt: skip
    assert found[2].endswith(f"|{16 * MEBI}"), found
    found = answer(
        api, soc, "aclnnGatherPaKvCache", cache, cache, tensor(INT32, 2, 3), numbers, keys, keys,
        NULL, norm, ["b", 0],
    )  # fmt: skip
    assert found[2].endswith(f"|{32 if soc == 'Ascend950' else 16 * MEBI}"), found
    parts, sums = tensor(FLOAT, 6, 32), tensor(FLOAT, 6)
    found = answer(
        api, soc, "aclnnAttentionUpdate", ["TensorList", [sums] * 2], ["TensorList", [parts] * 2],
        ["i", 0], parts, NULL,
    )  # fmt: skip
    assert found[2].endswith(f"|{16 * MEBI}"), found


def _put_with_scale(
    api: Api, *changed: tuple[int, list[Any]], soc: str = "Ascend950"
) -> tuple[int, int, str]:
    """The operands of CANN's unit tests, some of them changed."""
    cache = tensor(E5M2, 4, 2, 16, 64)
    arguments = [
        tensor(E5M2, 2, 2, 64), tensor(E5M2, 2, 2, 64), cache, cache, tensor(INT32, 2),
        tensor(FLOAT, 2, 2), tensor(FLOAT, 4, 2, 16, 1), ["s", "BNBD"],
    ]  # fmt: skip
    for at, value in changed:
        arguments[at] = value
    return answer(api, soc, "aclnnScatterPaKvCacheWithKScale", *arguments)


@pytest.mark.usefixtures("own_library")
def test_factors_of_keys_go_into_caches_on_950(api: Api) -> None:
    """Nothing to put is looked at before shapes, and these before data types."""
    small = tensor(E5M2, 2, 2, 32)
    for wanted, changed in (
        (0, []),
        (0, [(4, tensor(INT64, 2))]),
        (0, [(1, small), (3, tensor(E5M2, 4, 2, 16, 32))]),
        (0, [(4, tensor(INT32, 0)), (0, tensor(FLOAT, 2))]),
        *((161001, [(at, NULL)]) for at in range(7)),
        *((161002, [(at, tensor(FLOAT, 7))]) for at in (0, 1, 2, 3, 5, 6)),
        (161002, [(4, tensor(INT32, 2, 2))]),
        (161002, [(0, tensor(E5M2, 2, 2, 0)), (2, tensor(E5M2, 4, 2, 16, 0))]),
        (161002, [(at, tensor(FLOAT, 2, 2, 64)) for at in (0, 1)]),
        (161002, [(1, tensor(E4M3, 2, 2, 64)), (3, tensor(E4M3, 4, 2, 16, 64))]),
        (161002, [(2, tensor(E4M3, 4, 2, 16, 64))]),
        (161002, [(4, tensor(INT8, 2))]),
        (161002, [(5, tensor(FLOAT16, 2, 2)), (6, tensor(FLOAT16, 4, 2, 16, 1))]),
        (561103, [(1, tensor(E5M2, 2, 3, 64))]),
        (561103, [(1, small)]),
        (561103, [(2, tensor(E5M2, 4, 3, 16, 64))]),
        (561103, [(4, tensor(INT32, 3))]),
        (561103, [(5, tensor(FLOAT, 2, 3))]),
        (561103, [(6, tensor(FLOAT, 4, 2, 16, 2))]),
    ):
        assert _put_with_scale(api, *changed)[0] == wanted, changed
    for soc in ("Ascend910B", "Ascend910_93"):
        assert _put_with_scale(api, soc=soc)[0] == 561103


@pytest.mark.usefixtures("own_library")
def test_factors_and_keys_are_put_as_they_lie(api: Api) -> None:
    """Views whose rows are dense are the kernel's own; others are copied, and caches back."""
    apart = tensor(E5M2, 2, 2, 64, strides=[512, 64, 1])
    columns = tensor(E5M2, 2, 2, 64, strides=[256, 128, 2])
    assert _put_with_scale(api)[2].endswith(f"|{16 * MEBI}")
    assert _put_with_scale(api)[2].count(">") == 0
    assert _put_with_scale(api, (0, apart))[2].count(">") == 0
    assert (
        _put_with_scale(api, (0, apart), (5, tensor(FLOAT, 2, 2, strides=[4, 2])))[2]
        == (_put_with_scale(api)[2])
    )
    assert _put_with_scale(api, (0, columns))[2].count(">") == 1


#: Calls that CANN's pages and op_api have withdrawn from Ascend950.
WITHDRAWN = (
    *(f"aclnnPromptFlashAttention{version}" for version in ("", "V2", "V3")),
    *(f"aclnnIncreFlashAttention{version}" for version in ("", "V2", "V3", "V4")),
    *(f"aclnnFusedInferAttentionScore{version}" for version in ("", "V2", "V3", "V4")),
    *("aclnnMlaProlog", "aclnnMlaPrologV2WeightNz"),
)  # fmt: skip


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", WITHDRAWN)
def test_ascend950_refuses_older_versions_before_all_else(api: Api, call: str) -> None:
    kinds = {"int64_t": ["i", 0], "double": ["d", 0.0], "bool": ["b", 0]}
    nothing = [kinds.get(kind, NULL) for _, kind in prototypes()[call]]
    assert answer(api, "Ascend950", call, *nothing)[0] == 361001
    assert answer(api, "Ascend910B", call, *nothing)[0] == 161001


@pytest.mark.usefixtures("own_library")
def test_a_gated_delta_rule_without_an_operand_is_161002(api: Api) -> None:
    """Its op_api has one status for all that it checks (aclnn_recurrent_gated_delta_rule.cpp)."""
    heads, numbers = tensor(BFLOAT16, 4, 2, 16), tensor(INT32, 2)
    operands = [
        heads, heads, heads, tensor(BFLOAT16, 4, 2), tensor(BFLOAT16, 4, 2, 16, 16), numbers,
        tensor(INT32, 4), NULL, NULL, NULL, ["f", 1.0], heads,
    ]  # fmt: skip

    def status(operands: list[list[Any]]) -> int:
        return answer(api, "Ascend910B", "aclnnRecurrentGatedDeltaRule", *operands)[0]

    assert status(operands) == 0
    for missing in (0, 1, 2, 3, 4, 5, 6, 11):
        assert status([*operands[:missing], NULL, *operands[missing + 1 :]]) == 161002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("soc", "most"), [("Ascend910B", 128), ("Ascend950", 16)])
def test_parts_that_are_joined(api: Api, soc: str, most: int) -> None:
    """As many as the page says."""
    parts, sums = tensor(FLOAT, 6, 32), tensor(FLOAT, 6)
    for count, wanted in ((0, 161002), (most, 0), (most + 1, 161002)):
        lists = [["TensorList", [each] * count] for each in (sums, parts)]
        found = answer(api, soc, "aclnnAttentionUpdate", *lists, ["i", 0], parts, NULL)
        assert found[0] == wanted, count


def test_many_parts_are_joined() -> None:
    rng = np.random.default_rng(8)
    sums = [rng.uniform(-3, 3, 5).astype(np.float32) for _ in range(37)]
    parts = [rng.uniform(-3, 3, (5, 16)).astype(np.float32) for _ in range(37)]
    weights = np.exp(np.stack(sums).astype(np.float64))
    joined = (np.stack(parts) * (weights / weights.sum(0))[..., None]).sum(0)
    found = acl.attention_update(sums, parts, update_type=1)
    np.testing.assert_allclose(found[0], joined, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found[1], np.log(weights.sum(0)), rtol=1e-6)


def _sparse_back(api: Api, soc: str, name: str = "", **more: Any) -> tuple[int, int, str]:
    """aclnnSparseFlashAttentionGrad of bfloat16, or its V2; what is given replaces arguments."""
    heads, rows, keys = (
        more.pop(each, some) for each, some in (("heads", 4), ("rows", 3), ("keys", 40))
    )
    blocks, depth = more.pop("blocks", 1024), more.pop("depth", 512)
    rope = more.pop("rope", 64)
    query, key = (2, rows, heads), (2, keys, 1)
    like = {
        "query": tensor(BFLOAT16, *query, depth),
        "key": tensor(BFLOAT16, *key, depth),
        "query_rope": tensor(BFLOAT16, *query, rope) if rope else NULL,
        "key_rope": tensor(BFLOAT16, *key, rope) if rope else NULL,
    }
    statistic = tensor(FLOAT, 2, 1, rows, heads)
    given: dict[str, Any] = {
        "query": like["query"],
        "key": like["key"],
        "value": like["key"],
        "indices": tensor(INT32, 2, rows, 1, blocks),
        "dy": like["query"],
        "result": like["query"],
        "maxima": statistic,
        "sums": statistic,
        **({"sinks": NULL} if name else {}),
        "row_ends": NULL,
        "key_ends": NULL,
        "query_rope": like["query_rope"],
        "key_rope": like["key_rope"],
        "scale": ["d", 0.1],
        "block": ["i", 1],
        "form": ["s", "BSND"],
        "mode": ["i", 3],
        "before": ["i", 2**31 - 1],
        "after": ["i", 9],
        "deterministic": ["b", 1],
        "dquery": like["query"],
        "dkey": like["key"],
        "dvalue": like["key"],
        "dquery_rope": like["query_rope"],
        "dkey_rope": like["key_rope"],
        **({"dsinks": NULL} if name else {}),
    }
    assert more.keys() <= given.keys()
    arguments = (given | more).values()
    return answer(api, soc, f"aclnnSparseFlashAttentionGrad{name}", *arguments)


@pytest.mark.usefixtures("own_library")
def test_gradients_of_sparse_attention_ask_for_sums_and_pieces(api: Api) -> None:
    """32 MiB and sums in float32 of queries, keys and values. 910B: 4 times 128 keys and 8 times
    scores of 128 keys of each core that has a row, and for 24 cores twice what the selected keys
    get; 3 times what 128 keys get where sequences are long. Ascend950: 3 times 128 keys and twice
    what the selected keys get, of each core."""
    five = "SparseFlashAttentionGrad:" + "+".join(["bfloat16"] * 5)
    for heads, rows, keys, blocks, block in (
        (4, 3, 40, 1024, 1), (128, 20, 40, 7, 8), (32, 2048, 4096, 1024, 1),
        (32, 2048, 4095, 1024, 1), (64, 4096, 2048, 2048, 1), (64, 4095, 2048, 2048, 1),
        (64, 3, 8192, 4096, 1), (2, 2048, 8192, 1024, 8), (2, 2047, 8192, 1024, 8),
    ):  # fmt: skip
        seen = min(blocks * block, keys)
        is_long = {8: rows >= 2048 and seen >= 8192, 1: rows >= 2048 and keys >= 4096}[block]
        if heads >= 64:
            is_long = heads == 64 and (
                (seen >= 4096 and keys >= 8192) or (seen >= 2048 and rows >= 4096)
            )
        sums = 4 * 2 * (rows * heads * 576 + keys * (576 + 512))
        each = 4 * 128 * 576 * 2 + 8 * heads * 128 * 4
        pieces = 24 * (3 * 128 if is_long else 2 * blocks * block) * (576 + 512) * 4
        bytes_ = 32 * MEBI + sums + min(2 * rows, 24) * each + pieces
        found = _sparse_back(
            api, "Ascend910B", heads=heads, rows=rows, keys=keys, blocks=blocks, block=["i", block]
        )
        assert found[2] == f"{five}|{bytes_}", (heads, rows, keys)
    sums = 4 * 2 * (3 * 4 * 576 + 40 * (576 + 512))
    each = 3 * 128 * 576 * 2 + 2 * 1024 * 4 * (576 + 512)
    found = _sparse_back(api, "Ascend950")
    assert found[2] == f"{five}|{32 * MEBI + sums + 32 * each}"


@pytest.mark.usefixtures("own_library")
def test_gradients_of_sparse_attention_refuse_what_the_tilings_do(api: Api) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"heads": 3}, {"heads": 256}, {"block": ["i", 2]}, {"block": ["i", 128]},
        {"mode": ["i", 1]}, {"form": ["s", "TND"]}, {"form": ["s", "BNSD"]},
        {"value": NULL}, {"dvalue": NULL}, {"dquery_rope": NULL}, {"dkey_rope": NULL},
        {"key": tensor(BFLOAT16, 2, 40, 2, 512)}, {"key": tensor(BFLOAT16, 2, 40, 1, 256)},
        {"key": tensor(BFLOAT16, 1, 40, 1, 512)}, {"key": tensor(FLOAT16, 2, 40, 1, 512)},
        {"value": tensor(BFLOAT16, 2, 40, 1, 256)}, {"dy": tensor(BFLOAT16, 2, 3, 4, 256)},
        {"result": tensor(BFLOAT16, 2, 3, 4)}, {"dquery": tensor(BFLOAT16, 2, 4, 4, 512)},
        {"dkey": tensor(BFLOAT16, 2, 41, 1, 512)}, {"dkey_rope": tensor(BFLOAT16, 2, 40, 1, 32)},
        {"key_rope": tensor(BFLOAT16, 2, 40, 1, 32)}, {"indices": tensor(INT32, 2, 3, 8)},
        {"indices": tensor(INT32, 2, 4, 1, 8)}, {"sums": tensor(FLOAT, 2, 1, 3, 5)},
        {"maxima": tensor(FLOAT, 1)},
    )  # fmt: skip
    for changed in wrong:
        assert _sparse_back(api, "Ascend910B", **changed)[0] == 561002, changed
    for changed in ({"blocks": 1000}, {"block": ["i", 8]}, {"rope": 32}, {"depth": 256}):
        assert _sparse_back(api, "Ascend950", **changed)[0] == 561002, changed
        assert _sparse_back(api, "Ascend910B", **changed)[0] == 0, changed
    for heads in (3, 48):
        assert _sparse_back(api, "Ascend950", heads=heads)[0] == 0
    none: dict[str, Any] = {"value": NULL, "dvalue": NULL}
    assert _sparse_back(api, "Ascend910B", **none)[0] == 0
    assert _sparse_back(api, "Ascend910B", value=NULL, dvalue=tensor(BFLOAT16, 0))[0] == 0
    assert _sparse_back(api, "Ascend910B", query_rope=NULL, dquery_rope=NULL)[0] == 0
    for absent in ("query", "key", "indices", "dy", "result", "maxima", "sums", "dquery", "dkey"):
        given: dict[str, Any] = {absent: NULL}
        assert _sparse_back(api, "Ascend910B", **given)[0] == 161001, absent
    assert _sparse_back(api, "Ascend910B", dy=tensor(FLOAT, 2, 3, 4, 512))[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_gradients_of_sinks_are_ascend950s(api: Api) -> None:
    sinks = tensor(FLOAT, 4)
    assert _sparse_back(api, "Ascend910B", "V2")[0] == 0
    assert _sparse_back(api, "Ascend910B", "V2", sinks=sinks)[0] == 161002
    assert _sparse_back(api, "Ascend910B", "V2", sinks=sinks, dsinks=sinks, query=NULL)[0] == 361001
    assert _sparse_back(api, "Ascend950", "V2", sinks=sinks, dsinks=sinks)[0] == 0
    none = tensor(FLOAT, 0)
    assert _sparse_back(api, "Ascend950", "V2", sinks=none, dsinks=none)[0] == 0
    assert _sparse_back(api, "Ascend950", "V2", sinks=tensor(FLOAT, 5), dsinks=sinks)[0] == 561002


def _index_back(api: Api, soc: str = "Ascend910B", **more: Any) -> tuple[int, int, str]:
    """aclnnLightningIndexerGrad of float16; what is given replaces arguments."""
    query, key = tensor(FLOAT16, 2, 3, 4, 128), tensor(FLOAT16, 2, 40, 1, 128)
    weights, indices = tensor(FLOAT16, 2, 3, 4), tensor(INT32, 2, 3, 2048)
    given: dict[str, Any] = {
        "query": query, "key": key, "dy": tensor(FLOAT16, 2, 3, 2048), "indices": indices,
        "weights": weights, "row_ends": NULL, "key_ends": NULL, "heads": ["i", 0],
        "form": ["s", "BSND"], "mode": ["i", 3], "before": ["i", 1], "after": ["i", 1],
        "deterministic": ["b", 0], "dquery": query, "dkey": key, "dweights": weights,
    }  # fmt: skip
    assert more.keys() <= given.keys()
    return answer(api, soc, "aclnnLightningIndexerGrad", *(given | more).values())


@pytest.mark.usefixtures("own_library")
def test_gradients_of_indices_ask_for_sums_and_keys_of_each_core(api: Api) -> None:
    """16 MiB, sums of all keys, those of a batch for each core, and twice 2048 keys, products of 64
    heads and what both get; pieces begin at multiples of 512 bytes, of which one is always left."""
    pieces = (
        2 * 40 * 128 * 4, 24 * 40 * 128 * 4, 24 * 128 * 2048 * 4, 24 * 64 * 2048 * 8,
        24 * 64 * 2048 * 4, 24 * 128 * 2048 * 8,
    )  # fmt: skip
    bytes_ = 16 * MEBI
    for piece in pieces:
        bytes_ = (bytes_ + piece) // 512 * 512 + 512
    found = _index_back(api)
    assert found[2] == f"LightningIndexerGrad:float16+float16+float16|{bytes_ + 16 * MEBI}"
    wrong: tuple[dict[str, Any], ...] = (
        {"mode": ["i", 1]}, {"form": ["s", "TND"]}, {"form": ["s", "PA_BSND"]},
        {"key": tensor(FLOAT16, 2, 40, 2, 128)}, {"key": tensor(FLOAT16, 1, 40, 1, 128)},
        {"query": tensor(FLOAT16, 2, 3, 4, 64)}, {"dy": tensor(FLOAT16, 2, 3, 4, 128)},
        {"indices": tensor(INT32, 2, 3, 2049)}, {"weights": tensor(FLOAT16, 2, 3, 5)},
        {"dkey": tensor(FLOAT16, 2, 41, 1, 128)}, {"indices": tensor(FLOAT, 2, 3, 2048)},
    )  # fmt: skip
    for changed in wrong:
        assert _index_back(api, **changed)[0] == 561103, changed
    assert _index_back(api, weights=tensor(FLOAT, 2, 3, 4))[0] == 161002
    assert _index_back(api, dweights=NULL)[0] == 161001
    assert _index_back(api, dy=NULL, dkey=NULL)[0] == 161001


def _index_loss(api: Api, soc: str = "Ascend910B", **more: Any) -> tuple[int, int, str]:
    """aclnnSparseLightningIndexerGradKLLoss of bfloat16; what is given replaces arguments."""
    ends = more.pop("ends", None)
    rows, keys = ((2, 3), (2, 40)) if ends is None else ((6,), (80,))
    heads, statistic = (*rows, 32), (2, 1, 3, 32) if ends is None else (1, 6, 32)
    index, key_index = tensor(BFLOAT16, *rows, 16, 128), tensor(BFLOAT16, *keys, 1, 128)
    weights = tensor(BFLOAT16, *rows, 16)
    given: dict[str, Any] = {
        "query": tensor(BFLOAT16, *heads, 512), "key": tensor(BFLOAT16, *keys, 1, 512),
        "index": index, "key_index": key_index, "weights": weights,
        "indices": tensor(INT32, *rows, 1, 2048), "maxima": tensor(FLOAT, *statistic),
        "sums": tensor(FLOAT, *statistic), "query_rope": tensor(BFLOAT16, *heads, 64),
        "key_rope": tensor(BFLOAT16, *keys, 1, 64),
        "row_ends": NULL if ends is None else ints(*ends[0]),
        "key_ends": NULL if ends is None else ints(*ends[1]),
        "scale": ["d", 0.1], "form": ["s", "BSND" if ends is None else "TND"], "mode": ["i", 3],
        "before": ["i", 1], "after": ["i", 1], "deterministic": ["b", 0], "dindex": index,
        "dkey": key_index, "dweights": weights, "loss": tensor(FLOAT, 1),
    }  # fmt: skip
    assert more.keys() <= given.keys()
    name = "aclnnSparseLightningIndexerGradKLLoss"
    return answer(api, soc, name, *(given | more).values())


def _index_target(api: Api, soc: str = "Ascend910B", **more: Any) -> tuple[int, int, str]:
    """aclnnSparseLightningIndexerKLLossGrad of bfloat16; what is given replaces arguments."""
    is_packed = more.pop("packed", False)
    deterministic = more.pop("deterministic", False)
    rows, keys = ((6,), (80,)) if is_packed else ((2, 3), (2, 40))
    q, k, w = tensor(BFLOAT16, *rows, 16, 128), tensor(BFLOAT16, *keys, 1, 128), (*rows, 16)
    chosen = (*rows, 1, 1024)
    ends = tensor(INT32, 3) if is_packed else NULL
    layout = ["s", "TND" if is_packed else "BSND"]
    given: dict[str, Any] = {
        "q": q, "k": k, "w": tensor(FLOAT, *w), "indices": tensor(INT32, *chosen),
        "target": tensor(FLOAT, *chosen), "row_ends": ends, "key_ends": ends, "rows_used": NULL,
        "keys_used": NULL, "rests": tensor(INT32, 2), "plan": tensor(INT32, 64), "layout": layout,
        "key_layout": layout, "mode": ["i", 3], "ratio": ["i", 4], "dq": q, "dk": k,
        "dw": tensor(FLOAT, *w), "softmax": tensor(FLOAT, *chosen),
    }  # fmt: skip
    assert more.keys() <= given.keys()
    name = "aclnnSparseLightningIndexerKLLossGrad"
    api.ok.aclrtSetSysParamOpt(0, int(deterministic))
    found = answer(api, soc, name, *(given | more).values())
    api.ok.aclrtSetSysParamOpt(0, 0)
    return found


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("packed", [False, True])
def test_gradients_of_known_losses_ask_for_sums_and_keys(api: Api, packed: bool) -> None:
    """16 MiB and sums of all keys. 910B: twice 1024 keys of 128 halves twice, three of products of
    all heads, two sums with 32 bytes more, and what keys get, of each core that has a row.
    Ascend950: two sums, products and halves of keys, of all cores; where results are
    deterministic what keys get twice too, and the sums of keys twice."""
    sums = 80 * 128 * 4
    of_core = 2 * (1024 * (2 * 256 + 3 * 16 * 4 + 8 + 128 * 4) + 32)
    row = "SparseLightningIndexerKLLossGrad:bfloat16+bfloat16+float+float"
    found = _index_target(api, packed=packed)
    assert found[2] == f"{row}|{16 * MEBI + 6 * of_core + sums}"
    of_core = 1024 * (8 + 16 * 4 + 256)
    found = _index_target(api, "Ascend950", packed=packed)
    assert found[2] == f"{row}|{16 * MEBI + 32 * of_core + sums}"
    found = _index_target(api, "Ascend950", packed=packed, deterministic=True)
    assert found[2] == f"{row}|{16 * MEBI + 32 * (of_core + 2 * 1024 * 512) + 2 * sums}"


@pytest.mark.usefixtures("own_library")
def test_gradients_of_known_losses_refuse_what_the_tilings_find(api: Api) -> None:
    """That of Ascend910B goes on all the same, to what nobody defines."""
    three = tensor(INT32, 3)
    wrong: tuple[dict[str, Any], ...] = (
        {"mode": ["i", 2]}, {"ratio": ["i", 0]}, {"ratio": ["i", 129]}, {"layout": ["s", "TND"]},
        {"key_layout": ["s", "TND"]}, {"layout": ["s", "SBH"], "key_layout": ["s", "SBH"]},
        {"q": tensor(BFLOAT16, 2, 3, 16, 64)}, {"k": tensor(BFLOAT16, 2, 40, 2, 128)},
        {"k": tensor(BFLOAT16, 3, 40, 1, 128)}, {"k": tensor(FLOAT16, 2, 40, 1, 128)},
        {"w": tensor(FLOAT, 2, 3, 8)}, {"indices": tensor(INT32, 2, 3, 1, 0)},
        {"target": tensor(FLOAT, 2, 3, 1, 512)}, {"rests": three},
        {"dq": tensor(BFLOAT16, 2, 3, 8, 128)}, {"dk": tensor(BFLOAT16, 2, 41, 1, 128)},
        {"dw": tensor(FLOAT, 2, 3, 8)}, {"softmax": tensor(FLOAT, 2, 3, 1, 512)},
        {"packed": True, "row_ends": NULL}, {"packed": True, "key_ends": tensor(INT32, 4)},
        {"packed": True, "row_ends": tensor(INT32, 1), "key_ends": tensor(INT32, 1)},
    )  # fmt: skip
    for soc in ("Ascend910B", "Ascend950"):
        for changed in wrong:
            assert _index_target(api, soc, **changed)[0] == 561002, changed
        assert _index_target(api, soc, w=tensor(BFLOAT16, 2, 3, 16))[0] == 161002
        assert _index_target(api, soc, target=NULL)[0] == 161001
        assert _index_target(api, soc, mode=["i", 0], rests=NULL)[0] == 0
    chosen = {name: tensor(FLOAT, 2, 3, 1, 700) for name in ("target", "softmax")}
    chosen["indices"] = tensor(INT32, 2, 3, 1, 700)
    assert [_index_target(api, soc, **chosen)[0] for soc in ("Ascend910B", "Ascend950")] == [
        561002,
        0,
    ]
    used = tensor(INT32, 2)
    for soc, statuses in (("Ascend910B", (0, 0, 0)), ("Ascend950", (561002, 561002, 207000))):
        changes: tuple[dict[str, Any], ...] = ({"plan": NULL}, {"rests": NULL}, {"rows_used": used})
        assert tuple(_index_target(api, soc, **each)[0] for each in changes) == statuses
    for keys in (1 << 53, 1 << 54):
        far = tensor(BFLOAT16, keys, 1, 128)
        found = _index_target(api, "Ascend950", packed=True, deterministic=True, k=far, dk=far)
        assert found[0] == 161002, keys


@pytest.mark.usefixtures("own_library")
def test_losses_of_indices_ask_for_sums_and_keys_of_each_core(api: Api) -> None:
    """16 MiB and sums of all keys. 910B: twice 2048 keys of 576 and of 128 halves, scores of all
    heads, what products get, two sums and what keys get, of each core that has a row, and 512
    bytes. Ascend950: two sums, products and 128 halves of 2048 keys."""
    of_core = 2 * 2048 * (576 * 2 + 128 * 2 + (32 + 16 + 16) * 4 + 8 + 128 * 4)
    bytes_ = 16 * MEBI + 6 * of_core + 80 * 128 * 4 + 512
    outputs = "SparseLightningIndexerGradKLLoss:bfloat16+bfloat16+bfloat16+float"
    assert _index_loss(api)[2] == f"{outputs}|{bytes_}"
    bytes_ = 16 * MEBI + 5 * of_core + 70 * 128 * 4 + 512
    assert _index_loss(api, ends=([2, 5], [30, 70]))[2] == f"{outputs}|{bytes_}"
    bytes_ = 16 * MEBI + 6 * 2048 * (8 + 16 * 4 + 128 * 2) + 80 * 128 * 4
    assert _index_loss(api, "Ascend950")[2] == f"{outputs}|{bytes_}"
    wrong: tuple[dict[str, Any], ...] = (
        {"mode": ["i", 0]}, {"form": ["s", "TND"]}, {"form": ["s", "SBH"]}, {"query_rope": NULL},
        {"key_rope": NULL}, {"query": tensor(BFLOAT16, 2, 3, 16, 512)},
        {"key": tensor(BFLOAT16, 2, 2, 1, 512)}, {"index": tensor(BFLOAT16, 2, 3, 4, 128)},
        {"weights": tensor(FLOAT16, 2, 3, 16)}, {"indices": tensor(INT32, 2, 3, 1, 1000)},
        {"maxima": tensor(FLOAT, 2, 3, 32)}, {"key_index": tensor(FLOAT16, 2, 40, 1, 128)},
        {"dindex": tensor(BFLOAT16, 2, 3, 8, 128)}, {"dweights": tensor(FLOAT, 2, 3, 16)},
        {"loss": tensor(FLOAT, 2)}, {"ends": ([2, 5], [30])}, {"ends": ([2, 7], [30, 70])},
        {"ends": ([5, 2], [30, 70])}, {"ends": ([5, 6], [3, 70])}, {"ends": ([5, 6], [30, 81])},
    )  # fmt: skip
    for changed in wrong:
        assert _index_loss(api, **changed)[0] == 561002, changed
    floats = tensor(FLOAT, 2, 3, 16)
    assert _index_loss(api, weights=floats, dweights=floats)[0] == 0
    assert _index_loss(api, loss=NULL)[0] == 161001
    assert _index_loss(api, sums=tensor(FLOAT16, 2, 1, 3, 32))[0] == 161002


def _dense_loss(api: Api, soc: str = "Ascend910B", **more: Any) -> tuple[int, int, str]:
    """aclnnDenseLightningIndexerGradKLLoss of CANN's unit tests; what is given replaces
    arguments."""
    ends = more.pop("ends", None)
    rows, keys, n, heads = ((1, 128), (1, 256), 32, 8) if ends is None else ((128,), (256,), 64, 16)
    statistic = (1, n, 128, 1) if ends is None else (n, 128, 1)
    of_index = tensor(FLOAT, *((1, 1, 128) if ends is None else (1, 128)))
    index, key_index = tensor(FLOAT16, *rows, heads, 128), tensor(FLOAT16, *keys, 1, 128)
    weights = tensor(FLOAT16, *rows, heads)
    given: dict[str, Any] = {
        "query": tensor(FLOAT16, *rows, n, 128), "key": tensor(FLOAT16, *keys, n, 128),
        "index": index, "key_index": key_index, "weights": weights,
        "maxima": tensor(FLOAT, *statistic), "sums": tensor(FLOAT, *statistic),
        "index_maxima": of_index, "index_sums": of_index,
        "query_rope": tensor(FLOAT16, *rows, n, 64), "key_rope": tensor(FLOAT16, *keys, n, 64),
        "row_ends": NULL if ends is None else ints(*ends[0]),
        "key_ends": NULL if ends is None else ints(*ends[1]),
        "scale": ["d", 0.088388], "form": ["s", "BSND" if ends is None else "TND"],
        "mode": ["i", 3], "before": ["i", FAR], "after": ["i", FAR], "dindex": index,
        "dkey": key_index, "dweights": weights, "loss": tensor(FLOAT, 1),
    }  # fmt: skip
    assert more.keys() <= given.keys()
    name = "aclnnDenseLightningIndexerGradKLLoss"
    return answer(api, soc, name, *(given | more).values())


@pytest.mark.usefixtures("own_library")
def test_losses_of_all_keys_ask_for_products_of_each_core(api: Api) -> None:
    """Twice the products of 128 rows and 1024 keys (of each head of the attention, and twice of
    each of the indexer) and parts of 8 rows that the halves of a core exchange, gradients of the
    rows, and sums of all keys."""
    for ends, n, heads in ((None, 32, 8), (([128], [256]), 64, 16)):
        of_core = 2 * ((n + 2 * heads) * 128 * 1024 * 4 + 2 * 8 * 1024 * 2 * 4)
        of_core += 128 * heads * 4 + 128 * heads * 128 * 4
        bytes_ = 16 * MEBI + 24 * of_core + 256 * 128 * 4
        found = _dense_loss(api, ends=ends)
        assert found[0] == 0
        assert found[2].endswith(f"|{bytes_}"), found
        weights = tensor(FLOAT, *((1, 128) if ends is None else (128,)), heads)
        found = _dense_loss(api, ends=ends, weights=weights, dweights=weights)
        assert found[2].endswith(f"|{bytes_ - 24 * 128 * heads * 4}"), found
    wrong: tuple[dict[str, Any], ...] = (
        {"mode": ["i", 0]}, {"form": ["s", "TND"]}, {"form": ["s", "SBH"]}, {"query_rope": NULL},
        {"key_rope": NULL}, {"query": tensor(FLOAT16, 1, 128, 16, 128)},
        {"query": tensor(FLOAT16, 1, 128, 32, 64)}, {"query": tensor(FLOAT16, 1, 0, 32, 128)},
        {"key": tensor(FLOAT16, 1, 256, 1, 128)}, {"key": tensor(FLOAT16, 1, 127, 32, 128)},
        {"index": tensor(FLOAT16, 1, 128, 4, 128)}, {"weights": tensor(BFLOAT16, 1, 128, 8)},
        {"key_index": tensor(FLOAT16, 1, 256, 32, 128)}, {"maxima": tensor(FLOAT, 1, 1, 128, 32)},
        {"index_sums": tensor(FLOAT, 1, 128, 1)}, {"dkey": tensor(FLOAT16, 1, 255, 1, 128)},
        {"dweights": tensor(FLOAT, 1, 128, 8)}, {"loss": tensor(FLOAT, 2)},
        {"query_rope": tensor(FLOAT16, 1, 128, 32, 32)}, {"ends": ([128], [100])},
        {"ends": ([64, 128], [256])}, {"ends": ([129], [256])},
    )  # fmt: skip
    for changed in wrong:
        assert _dense_loss(api, **changed)[0] == 561002, changed
    assert _dense_loss(api, query_rope=NULL, key_rope=NULL)[0] == 0
    absent: tuple[dict[str, Any], ...] = ({"query": NULL}, {"index_maxima": NULL}, {"loss": NULL})
    for changed in absent:
        assert _dense_loss(api, **changed)[0] == 161001
    assert _dense_loss(api, query=tensor(FLOAT, 1, 128, 32, 128))[0] == 161002
    assert _dense_loss(api, "Ascend950")[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_rows_go_into_pages_on_ascend950(api: Api) -> None:
    """One kernel asks for 16 MiB; its tiling refuses with 561002, other products with 161002."""
    call = "aclnnScatterPaCache"
    key, cache = tensor(FLOAT16, 4, 2, 16), tensor(FLOAT16, 3, 6, 2, 16)
    tokens = [key, cache, tensor(INT32, 4), NULL, NULL, NULL, ["s", "Norm"]]
    heads = [
        tensor(FLOAT16, 2, 5, 3, 16), tensor(FLOAT16, 3, 6, 1, 16), tensor(INT32, 2, 3),
        tensor(INT32, 2, 3), tensor(INT32, 6), tensor(INT32, 2), ["s", ""],
    ]  # fmt: skip

    def status(given: list[Any], at: int, other: Any) -> int:
        changed = [*given[:at], other, *given[at + 1 :]]
        return answer(api, "Ascend950", call, *changed)[0]

    for given in (tokens, heads):
        found = answer(api, "Ascend950", call, *given)
        assert found == (0, room(16 * MEBI), f"ScatterPaCache:|{16 * MEBI}")
        for soc in ("Ascend910B", "Ascend910_93"):
            assert answer(api, soc, call, *given)[0] == 161002
        for at in range(3):
            assert status(given, at, NULL) == 161001
        assert status(given, 1, tensor(FLOAT, *given[1][1])) == 161002
        assert status(given, 6, ["s", "norm"]) == 561002
        assert status(given, 0, tensor(FLOAT16, 4, 16)) == 561002
    for at in (3, 4, 5):
        assert status(heads, at, tensor(INT64, *heads[at][1])) == 161002
    wrong: list[tuple[int, tuple[int, ...]]]
    wrong = [(1, (3, 6, 16)), (1, (3, 6, 2, 8)), (2, (5,)), (2, (4, 1))]
    for at, shape in wrong:
        assert status(tokens, at, tensor(tokens[at][2], *shape)) == 561002
    wrong = [(1, (3, 6, 3, 16)), (2, (6,)), (3, (6,)), (3, (3, 2)), (4, (2, 3)), (5, (3,))]
    for at, shape in wrong:
        assert status(heads, at, tensor(heads[at][2], *shape)) == 561002
    assert status(heads, 6, ["s", "PA_NZ"]) == 561002
    assert status(heads, 3, NULL) == status(heads, 5, NULL) == 561002
    assert status(heads, 4, NULL) == 0
    late = [*heads[:3], tensor(INT32, 6), NULL, *heads[5:]]
    assert answer(api, "Ascend950", call, *late)[0] == 0
    blocks = [key, tensor(FLOAT16, 3, 2, 6, 16), *tokens[2:6], ["s", "PA_NZ"]]
    taken: list[tuple[int, ...]] = [(3, 2, 6, 16), (3, 2, 1, 6, 16)]
    for dims in taken:
        assert status(blocks, 1, tensor(FLOAT16, *dims)) == 0
    for at, shape in [(1, (3, 3, 6, 16)), (1, (3, 4, 6, 8))]:
        assert status(blocks, at, tensor(FLOAT16, *shape)) == 561002


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("offsets", [None, [-(2**63), 2**63 - 1, -3, 7]])
def test_bad_counts_of_rows_stay_in_the_cache(api: Api, offsets: list[int] | None) -> None:
    """Slots and rows that are not there are passed over, whatever the numbers are."""
    key = np.ones((2, 5, 2, 4), np.float32)
    cache = np.zeros((3, 2, 1, 4), np.float32)
    with selected(api, "Ascend950"):
        for slots in ([[-(2**63), 2**63 - 1], [-2, 5]], [[0, 4], [6, -1]]):
            for counts in ([2**63 - 1, -(2**63), -1, 9], [0, 3, 2, 100]):
                found = acl.scatter_pa_cache(
                    key, cache.copy(), np.array(slots), np.array(counts).reshape(2, 2),
                    None if offsets is None else np.array(offsets), np.array([2**62, -5]),
                )  # fmt: skip
                assert set(np.unique(found)) <= {0.0, 1.0}


def _latent(api: Api, soc: str, **more: Any) -> tuple[int, int, str]:
    """aclnnSparseFlashMla of bfloat16 with selected compressed keys; what is given replaces
    arguments."""
    heads, rows = more.pop("heads", 8), more.pop("rows", 3)
    given: dict[str, Any] = {
        "q": tensor(BFLOAT16, 2, rows, heads, 512),
        "own": tensor(BFLOAT16, 2, 40, 1, 512),
        "others": tensor(BFLOAT16, 2, 10, 1, 512),
        "own_indices": NULL,
        "indices": tensor(INT32, 2, rows, 1, 5),
        "own_table": NULL,
        "table": NULL,
        "row_ends": NULL,
        "own_ends": NULL,
        "ends": NULL,
        "rows_used": NULL,
        "own_used": NULL,
        "used": NULL,
        "rests": tensor(INT32, 2),
        "own_lengths": NULL,
        "lengths": NULL,
        "sinks": tensor(FLOAT, heads),
        "metadata": tensor(INT32, 1024),
        "scale": ["d", 0.1],
        "ratio": ["i", 4],
        "own_mask": ["i", 4],
        "mask": ["i", 3],
        "left": ["i", 127],
        "right": ["i", 0],
        "row_form": ["s", "BSND"],
        "form": ["s", "BSND"],
        "value_mode": ["i", 1],
        "has_sums": ["b", 0],
        "out": tensor(BFLOAT16, 2, rows, heads, 512),
        "sums": NULL,
    }
    assert more.keys() <= given.keys()
    return answer(api, soc, "aclnnSparseFlashMla", *(given | more).values())


NO_OTHERS: dict[str, Any] = {"others": NULL, "indices": NULL, "rests": NULL, "ratio": ["i", 1]}
ALL_OTHERS: dict[str, Any] = {"indices": NULL, "ratio": ["i", 128]}


@pytest.mark.usefixtures("own_library")
def test_latent_attention_asks_for_what_each_core_keeps(api: Api) -> None:
    """910B: twice scores of up to 256 rows of heads (with selected keys those of one row) by 512
    keys, in halves too, and twice results of 512 columns; 3 times 512 selected keys; on 24 cores.
    Ascend950: of two parts of the keys 512 columns and 16 numbers a head; 3 times 128 selected
    keys, which more than 64 heads have too, on half of the cores, and their numbers."""
    for heads, rows, more, wanted in (
        (8, 3, {}, 16),
        (128, 3, {}, 128),
        (8, 3, NO_OTHERS, 32),
        (8, 100, ALL_OTHERS, 256),
    ):
        each = wanted * 512 * 2 * (4 + 2 + 4 + 4) + (0 if more else 3 * 512 * 512 * 2)
        found = _latent(api, "Ascend910B", heads=heads, rows=rows, **more)
        assert found[2] == f"SparseFlashMla:bfloat16|{16 * MEBI + 24 * each}"
    for heads, more, cores in ((8, {}, 32), (65, {}, 16), (8, NO_OTHERS, 32), (65, NO_OTHERS, 16)):
        bytes_ = 16 * MEBI + cores * 2 * heads * 4 * (512 + 16)
        if heads > 64 or not more:
            bytes_ += cores * 128 * 512 * 2 * 3 + 64 * 3 * 128 * 4
        assert (
            _latent(api, "Ascend950", heads=heads, **more)[2] == f"SparseFlashMla:bfloat16|{bytes_}"
        )


@pytest.mark.usefixtures("own_library")
def test_latent_attention_refuses_what_the_tiling_does(api: Api) -> None:
    pages: dict[str, Any] = {
        "form": ["s", "PA_BBND"], "own": tensor(BFLOAT16, 5, 16, 1, 512),
        "others": tensor(BFLOAT16, 5, 16, 1, 512), "own_table": tensor(INT32, 2, 3),
        "table": tensor(INT32, 2, 1), "own_used": tensor(INT32, 2),
    }  # fmt: skip
    ends: dict[str, Any] = {
        "row_form": ["s", "TND"], "form": ["s", "TND"], "q": tensor(BFLOAT16, 3, 8, 512),
        "own": tensor(BFLOAT16, 9, 1, 512), "others": tensor(BFLOAT16, 2, 1, 512),
        "indices": tensor(INT32, 3, 1, 2), "row_ends": tensor(INT32, 3),
        "own_ends": tensor(INT32, 3), "ends": tensor(INT32, 3),
        "out": tensor(BFLOAT16, 3, 8, 512),
    }  # fmt: skip
    for soc in ("Ascend910B", "Ascend950"):
        for given in ({}, NO_OTHERS, ALL_OTHERS, pages, ends):
            assert _latent(api, soc, **given)[0] == 0, given
    wrong: tuple[dict[str, Any], ...] = (
        {"own": NULL}, {"others": NULL}, {"rests": NULL}, {"sinks": NULL}, {"metadata": NULL},
        {"sinks": tensor(FLOAT, 7)}, {"metadata": tensor(INT32, 1023)}, {"row_form": ["s", "BNSD"]},
        {"form": ["s", "TND"]}, {"form": ["s", "PA_BSND"]}, {"row_ends": tensor(INT32, 3)},
        {"q": tensor(BFLOAT16, 2, 3, 8, 256)}, {"q": tensor(BFLOAT16, 3, 8, 512)},
        {"own": tensor(BFLOAT16, 2, 40, 2, 512)}, {"own": tensor(BFLOAT16, 3, 40, 1, 512)},
        {"own": tensor(FLOAT16, 2, 40, 1, 512)}, {"others": tensor(FLOAT16, 2, 10, 1, 512)},
        {"others": tensor(BFLOAT16, 1, 10, 1, 512)},
        {"own": tensor(BFLOAT16, 2, 40, 1, 512, strides=[40 * 1024, 1024, 512, 1])},
        {"own": tensor(BFLOAT16)}, {"heads": 129}, {"heads": 256},
        {"indices": tensor(INT32, 2, 3, 1, 0)}, {"indices": tensor(INT32, 2, 3, 5)},
        {"indices": tensor(INT32)}, {"rests": tensor(INT32, 3)}, {"used": tensor(INT32, 1)},
        {"own_used": tensor(INT32)}, {"rows_used": tensor(INT32, 2, 1)},
        {"out": tensor(BFLOAT16, 2, 3, 8, 511)}, {"out": tensor(FLOAT16, 2, 3, 8, 512)},
        {"has_sums": ["b", 1], "sums": tensor(FLOAT, 2, 3, 8)},
        pages | {"own_table": NULL}, pages | {"table": NULL}, pages | {"own_used": NULL},
        pages | {"own_table": tensor(INT32, 3, 3)}, pages | {"table": tensor(INT32, 2)},
        pages | {"own": tensor(BFLOAT16, 5, 1040, 1, 512)},
        ends | {"row_ends": NULL}, ends | {"own_ends": NULL}, ends | {"ends": NULL},
        ends | {"row_ends": tensor(INT32, 0)}, ends | {"own_ends": tensor(INT32, 4)},
    )  # fmt: skip
    for soc in ("Ascend910B", "Ascend950"):
        for changed in wrong:
            assert _latent(api, soc, **changed)[0] == 561002, (soc, changed)
    old: tuple[dict[str, Any], ...] = (
        {"ratio": ["i", 2]}, {"own_mask": ["i", 3]}, {"mask": ["i", 0]}, {"left": ["i", 3]},
        {"right": ["i", 1]}, {"heads": 3}, {"lengths": tensor(INT32, 2)},
        {"own_indices": tensor(INT32, 2, 3, 1, 5)}, NO_OTHERS | {"ratio": ["i", 4]},
        pages | {"own": tensor(BFLOAT16, 5, 5, 1, 512)},
    )  # fmt: skip
    for changed in old:
        assert _latent(api, "Ascend910B", **changed)[0] == 561002, changed
        assert _latent(api, "Ascend950", **changed)[0] == 0, changed
    new: tuple[dict[str, Any], ...] = (
        {"ratio": ["i", 0]}, {"ratio": ["i", 129]}, {"own_mask": ["i", 1]}, {"mask": ["i", 4]},
        {"left": ["i", -2]}, {"right": ["i", 2**31]}, {"value_mode": ["i", 2]},
        {"lengths": tensor(INT32, 2, 1)}, {"own_indices": tensor(INT32, 2, 3, 1, 0)},
    )  # fmt: skip
    for changed in new:
        assert _latent(api, "Ascend950", **changed)[0] == 561002, changed
    for absent in ("q", "out"):
        given = {absent: NULL}
        assert _latent(api, "Ascend910B", **given)[0] == 161001, absent
    assert _latent(api, "Ascend910B", has_sums=["b", 1])[0] == 161001
    assert _latent(api, "Ascend910B", q=tensor(FLOAT, 2, 3, 8, 512))[0] == 161002
    far = pages | {"own": tensor(BFLOAT16, 5, 16, 1, 512, strides=[1 << 20, 512, 512, 1])}
    assert _latent(api, "Ascend950", **far)[0] == 0


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({}, False),
        ({"ori_block_table": [[5, 4, 3], [0, 1, 99]]}, False),  # a page that nobody looks at
        ({"cmp_residual_kv": [2**31 - 1, -(2**31)]}, False),
        ({"cmp_sparse_indices": [2**31 - 1, -(2**31), 3]}, False),
        ({"seqused_ori_kv": [-1, 2]}, True),
        ({"seqused_ori_kv": [11, 16]}, True),
        ({"ori_block_table": [[5, 6, 3], [0, 1, 2]]}, True),
        ({"ori_block_table": [[5, 4, 3], [-1, 1, 2]]}, True),
        ({"cu_seqlens_q": [0, 8, 7]}, True),
        ({"cu_seqlens_q": [1, 4, 7]}, True),
        ({"cu_seqlens_q": [0, 4, 2**31 - 1]}, True),
        ({"seqused_q": [4, 4]}, True),
        ({"cmp_block_table": [[8, 9], [1, 2]], "seqused_cmp_kv": [2, 1]}, True),
    ],
)
def test_latent_attention_reads_no_key_that_is_not_there(
    api: Api, changed: dict[str, Any], refused: bool
) -> None:
    ones = np.ones((9, 5, 1, 512), np.float16)
    given: dict[str, Any] = {
        "cu_seqlens_q": [0, 4, 7], "ori_block_table": [[5, 4, 3], [0, 1, 2]],
        "seqused_ori_kv": [11, 2], "cmp_block_table": [[8, 7], [1, 2]],
        "cmp_residual_kv": [0, 0], "cmp_sparse_indices": [0, 1, 2], **changed,
    }  # fmt: skip
    operands = {name: np.array(each, np.int32) for name, each in given.items()}
    operands["cmp_sparse_indices"] = np.tile(operands["cmp_sparse_indices"], (7, 1, 1))
    arguments: dict[str, Any] = {
        "sinks": np.full(2, -np.inf, np.float32), "metadata": np.zeros(1024, np.int32),
        "layout_q": "TND", "layout_kv": "PA_BBND", "ori_mask_mode": 0, "cmp_mask_mode": 0,
        "cmp_ratio": 4, **operands,
    }  # fmt: skip
    query = np.ones((7, 2, 512), np.float16)
    with acl.Device(0) as device, device.stream(), selected(api, "Ascend950"):
        if not refused:
            found = acl.sparse_flash_mla(query, ones[:6], ones[:, :1], **arguments)[0]
            assert (found == 1).all()
            return
        with pytest.raises(acl.AclError) as error:
            acl.sparse_flash_mla(query, ones[:6], ones[:, :1], **arguments)
    assert error.value.code == 507015
