# SPDX-License-Identifier: Apache-2.0
"""What language models call: lines of python -m benchmarks --parts compute.

torch multiplies int8 by `torch._int_mm`, and by oneDNN's quantised linear layer. What memory bounds
(products of one row, quantisation, experts, attention over a cache) stands beside a copy that moves
as many bytes, which is what a CPU can reach at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import torch

from .beside_torch import Line
from .cases import SEED

SCALE = 2.0**-10
ROWS = 4096
EPSILON = 1e-6
STEP = 2.0**-5  # what a quantised number counts
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)


def _int8(random: np.random.Generator, *shape: int) -> Any:
    return random.integers(-128, 128, shape, np.int8)


def _product(rows: int, columns: int, depth: int) -> Line:
    def arrays() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        return {
            "a": _int8(random, rows, depth),
            "b": _int8(random, depth, columns),
            "scale": np.full(columns, SCALE, BFLOAT16),
            "out": np.zeros((rows, columns), BFLOAT16),
        }

    return Line(
        "int8 product",
        "int8",
        f"{rows}x{depth}x{columns}",
        [("aclnnQuantMatmulV4", ("a", "b", "scale", None, None, None, False, False, "out"))],
        arrays,
        lambda t: (torch._int_mm(t["a"], t["b"]).float() * SCALE).bfloat16(),
    )


def _linear_layer(rows: int, columns: int, depth: int) -> Line:
    """Beside the quantised linear layer of oneDNN, whose weights are packed before."""
    product = _product(rows, columns, depth)
    onednn: Any = torch.ops.onednn
    packed: dict[str, Any] = {}

    def by_onednn(t: Mapping[str, Any]) -> Any:
        if not packed:
            packed["weight"] = onednn.qlinear_prepack(t["b"].t().contiguous(), [rows, depth])
            packed["scales"] = t["scale"].float()
            packed["zeros"] = torch.zeros(columns, dtype=torch.int64)
        weight = (packed["weight"], packed["scales"], packed["zeros"])
        no_more: tuple[Any, ...] = (None, 1.0, 0, torch.bfloat16, "none", [], "")
        return onednn.qlinear_pointwise(t["a"], 1.0, 0, *weight, *no_more)

    return replace(product, name="int8 product, oneDNN", torch=by_onednn, tolerance=2.0**-7)


GROUP = 128


def _one_row(
    name: str,
    columns: int,
    depth: int,
    bits: int,
    group: int,
    make: Callable[[np.random.Generator], Any],
    restored: Callable[[Any], Any],
) -> Line:
    """A product with weights of few bits, of which groups of rows share scales; 0: all do."""

    def arrays() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        scales = (depth // group, columns) if group else (columns,)
        return {
            "x": random.standard_normal((1, depth), np.float32).astype(BFLOAT16),
            "b": make(random),
            "scale": np.full(scales, SCALE, BFLOAT16),
            "out": np.zeros((1, columns), BFLOAT16),
        }

    given = ("x", "b", "scale", None, None, None, None, group, "out")
    return Line(
        name,
        "bfloat16",
        f"1x{depth}x{columns}",
        [("aclnnWeightQuantBatchMatmulV2", given)],
        arrays,
        lambda t: (t["x"].float() @ (restored(t["b"]).float() * SCALE)).bfloat16(),
        tolerance=2.0**-5,
        moved=columns * depth * bits // 8,
    )


def _rows_of_weights(columns: int, depth: int) -> Iterator[Line]:
    """One row by weights of int8, and of int4, eight in an int32."""
    shifts = torch.arange(28, -1, -4, dtype=torch.int32)
    yield _one_row(
        "int8 weights, one row (copy)",
        *(columns, depth, 8, 0),
        lambda random: _int8(random, depth, columns),
        lambda weights: weights,
    )
    yield _one_row(
        "int4 weights, one row (copy)",
        *(columns, depth, 4, GROUP),
        lambda random: random.integers(-(2**31), 2**31, (depth, columns // 8), np.int32),
        lambda words: (words[:, :, None] << shifts >> 28).reshape(depth, columns),
    )


def _quantised(x: torch.Tensor) -> tuple[Any, Any]:
    scales = x.abs().amax(-1) / 127
    return (x / scales[:, None]).round().to(torch.int8), scales


def _rows() -> Iterator[Line]:
    """Rows that are quantised, and a norm before."""

    def arrays() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        return {
            "x": random.standard_normal((ROWS, ROWS), np.float32).astype(np.float16),
            "y": np.zeros((ROWS, ROWS), np.int8),
            "scales": np.zeros(ROWS, np.float32),
        }

    size = f"{ROWS}x{ROWS}"
    quantisation = Line(
        "dynamic quantisation",
        "float16",
        size,
        [("aclnnDynamicQuant", ("x", None, "y", "scales"))],
        arrays,
        lambda t: _quantised(t["x"].float()),
        ("y", "scales"),
        1e-6,
    )
    yield quantisation
    yield replace(quantisation, name="dynamic quantisation (copy)", moved=3 * ROWS * ROWS)

    def with_norm() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        return {
            **arrays(),
            "more": random.standard_normal((ROWS, ROWS), np.float32).astype(np.float16),
            "gamma": np.ones(ROWS, np.float16),
            "beta": np.zeros(ROWS, np.float16),
            "divisors": np.full(ROWS, STEP, np.float16),
            "divisor": np.full(1, STEP, np.float16),
            "zero": np.zeros(1, np.int8),
            "sum": np.zeros((ROWS, ROWS), np.float16),
            "none": np.zeros(1, np.int8),
            "no scales": np.zeros(1, np.float32),
        }

    def norm(t: Mapping[str, Any]) -> tuple[Any, Any]:
        total = (t["x"] + t["more"]).float()
        return _quantised(torch.rms_norm(total, (ROWS,), t["gamma"].float(), EPSILON))

    def codes(norm: Any) -> Any:
        return (norm / STEP).round().clamp(-128, 127).to(torch.int8)

    def norm_by_given(t: Mapping[str, Any]) -> Any:
        total = (t["x"] + t["more"]).float()
        return codes(torch.rms_norm(total, (ROWS,), t["gamma"].float(), EPSILON))

    def layer_norm(t: Mapping[str, Any]) -> Any:
        gamma, beta = t["gamma"].float(), t["beta"].float()
        return codes(torch.layer_norm(t["x"].float(), (ROWS,), gamma, beta, EPSILON))

    given = ("x", "more", "gamma", None, None, EPSILON)
    outs = ("y", "none", "sum", "scales", "no scales")
    yield Line(
        "add, RMS norm, quantisation (copy)",
        "float16",
        size,
        [("aclnnAddRmsNormDynamicQuant", (*given, *outs))],
        with_norm,
        norm,
        ("y", "scales"),
        # A number between two integers may be rounded to either.
        1.0,
        moved=7 * ROWS * ROWS,
    )
    added = ("x", "more", "gamma", "divisors", None, None, None, -1, EPSILON, True)
    yield Line(
        "add, RMS norm, quantisation by given scales (copy)",
        "float16",
        size,
        [("aclnnAddRmsNormQuant", (*added, "y", "none", "sum"))],
        with_norm,
        norm_by_given,
        ("y",),
        1.0,
        moved=7 * ROWS * ROWS,
    )
    normed = ("x", "gamma", "beta", "divisor", "zero", 0, EPSILON)
    yield Line(
        "layer norm, quantisation by a given scale (copy)",
        "float16",
        size,
        [("aclnnLayerNormQuant", (*normed, "y", "no scales"))],
        with_norm,
        layer_norm,
        ("y",),
        1.0,
        moved=3 * ROWS * ROWS,
    )


def _experts() -> Line:
    """Rows of tokens, each for two experts, sorted by expert."""
    tokens, chosen, columns, experts = 4096, 2, 4096, 8

    def arrays() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        return {
            "x": random.standard_normal((tokens, columns), np.float32).astype(BFLOAT16),
            "experts": random.integers(0, experts, (tokens, chosen), np.int32),
            "y": np.zeros((tokens * chosen, columns), BFLOAT16),
            "places": np.zeros(tokens * chosen, np.int32),
        }

    def by_sorting(t: Mapping[str, Any]) -> tuple[Any, Any]:
        order = torch.argsort(t["experts"].reshape(-1), stable=True)
        places = torch.argsort(order).to(torch.int32)
        return t["x"][order // chosen], places

    return Line(
        "rows of experts (copy)",
        "bfloat16",
        f"{tokens}x{columns}, {chosen} of {experts}",
        [("aclnnMoeTokenPermute", ("x", "experts", 0, False, "y", "places"))],
        arrays,
        by_sorting,
        ("y", "places"),
        moved=2 * 2 * tokens * chosen * columns,
    )


def _paged_attention() -> Line:
    """One query over a cache of blocks that lie in no order: a word of generation."""
    keys, block, heads, groups, depth = 32768, 128, 32, 8, 128
    blocks = keys // block
    scale = depth**-0.5

    def arrays() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        cache = (blocks, block, groups * depth)
        return {
            "q": random.standard_normal((1, 1, heads * depth), np.float32).astype(BFLOAT16),
            "k": random.standard_normal(cache, np.float32).astype(BFLOAT16),
            "v": random.standard_normal(cache, np.float32).astype(BFLOAT16),
            "blocks": random.permutation(blocks).astype(np.int32)[None],
            "out": np.zeros((1, 1, heads * depth), BFLOAT16),
            "sums": np.zeros(1, np.float32),
        }

    def in_float32(t: Mapping[str, Any]) -> Any:
        def rows(cache: Any) -> Any:
            return cache[t["blocks"][0].long()].float().reshape(keys, groups, depth).transpose(0, 1)

        query = t["q"].float().reshape(heads, 1, depth)
        attention = torch.nn.functional.scaled_dot_product_attention
        out = attention(query[None], rows(t["k"])[None], rows(t["v"])[None], enable_gqa=True)
        return out.reshape(1, 1, heads * depth).bfloat16()

    arguments = (
        *("q", ("k",), ("v",), None, None, None, (keys,), None, None, None, None, None),
        *(None, None, "blocks", None, None, None, None, None, None, None, None, None),
        *(heads, scale, 2147483647, 2147483647, "BSH", groups, 0, 0, block, 0, False, 0, 0),
        *("out", "sums"),
    )
    return Line(
        "attention over a paged cache (copy)",
        "bfloat16",
        f"1 query, {keys} keys, {heads}/{groups} heads of {depth}",
        [("aclnnFusedInferAttentionScoreV2", arguments)],
        arrays,
        in_float32,
        tolerance=2.0**-6,
        moved=2 * 2 * keys * groups * depth,
    )


def lines() -> Iterator[Line]:
    """Products of int8, products with small weights, rows that are quantised, experts, a cache."""
    yield _product(1024, 1024, 1024)
    yield _product(4096, 4096, 4096)
    yield _linear_layer(1, 11008, 4096)
    yield from _rows_of_weights(28672, 8192)
    yield from _rows()
    yield _experts()
    yield _paged_attention()
