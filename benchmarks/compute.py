# SPDX-License-Identifier: Apache-2.0
"""Reductions, norms, losses, products, convolution, attention and quantised calls beside torch:
python -m benchmarks --parts compute.

torch writes into memory that is there where it has a form with `out=`. Gradients of torch are those
of its own functions, without the recording of autograd.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import torch

from . import beside_torch, quantised
from .beside_torch import Line
from .cases import SEED
from .results import OperatorResult
from .timing import Effort

TYPES = ("float32", "bfloat16")
TOLERANCES = {"float32": 1e-4, "bfloat16": 2.0**-5}
MEAN, KEEP_FLOAT32 = 1, 0
EPSILON = 1e-5

aten: Any = torch.ops.aten


def _dtype(kind: str) -> np.dtype[Any]:
    return np.dtype(getattr(ml_dtypes, kind, kind))


def as_type(kind: str, array: Any) -> Any:
    """An array in a type that NumPy or ml_dtypes has."""
    return array.astype(_dtype(kind))


def _normal(kind: str, **shapes: Sequence[int]) -> dict[str, Any]:
    random = np.random.default_rng(SEED)
    return {
        name: random.standard_normal(shape, np.float32).astype(_dtype(kind))
        for name, shape in shapes.items()
    }


def _empty(kind: str, **shapes: Sequence[int]) -> dict[str, Any]:
    return {name: np.zeros(shape, _dtype(kind)) for name, shape in shapes.items()}


def _integers(below: int, **shapes: Sequence[int]) -> dict[str, Any]:
    random = np.random.default_rng(SEED + 1)
    return {name: random.integers(0, below, shape) for name, shape in shapes.items()}


def _one(
    name: str,
    kind: str,
    size: str,
    call: str,
    arguments: Sequence[Any],
    arrays: Callable[[], Mapping[str, Any]],
    function: Callable[[Mapping[str, Any]], Any],
    written: Sequence[str] = ("out",),
    finds_shape: bool = False,
) -> Line:
    """A line of one call."""
    return Line(
        name,
        kind,
        size,
        [(call, arguments)],
        arrays,
        function,
        written,
        TOLERANCES[kind],
        finds_shape=finds_shape,
    )


# --- Reductions and scans ------------------------------------------------------------------------

EDGE = 4096
REDUCTIONS = {
    "sum": ("aclnnReduceSum", torch.sum, True),
    "mean": ("aclnnMean", torch.mean, True),
    "max": ("aclnnAmax", torch.amax, False),
}
"""Name: the call, the function of torch, and whether the call is given the type of out."""

DIMS = {"all": (0, 1), "last dim": (1,), "first dim": (0,)}


def _reductions(kind: str) -> Iterator[Line]:
    square, size = (EDGE, EDGE), f"{EDGE}x{EDGE}"
    for where, dims in DIMS.items():
        left = (EDGE,) if len(dims) == 1 else ()
        for name, (call, function, has_type) in REDUCTIONS.items():
            yield _one(
                f"{name}, {where}",
                kind,
                size,
                call,
                ("a", dims, False, *((kind,) if has_type else ()), "out"),
                lambda left=left: _normal(kind, a=square) | _empty(kind, out=left),  # type: ignore[misc]
                lambda t, dims=dims, function=function: function(  # type: ignore[misc]
                    t["a"], dims, out=t["out"]
                ),
            )
    yield _one(
        "cumsum, last dim",
        kind,
        size,
        "aclnnCumsum",
        ("a", 1, kind, "out"),
        lambda: _normal(kind, a=square) | _empty(kind, out=square),
        lambda t: torch.cumsum(t["a"], 1, out=t["out"]),
    )


# --- Softmax and norms ---------------------------------------------------------------------------

ROWS, COLUMNS = 4096, 1024


def _rows(kind: str) -> Iterator[Line]:
    shape, row = (ROWS, COLUMNS), (COLUMNS,)
    size = f"{ROWS}x{COLUMNS}"

    def arrays() -> Mapping[str, Any]:
        return _normal(kind, a=shape) | _empty(kind, out=shape)

    yield _one(
        "softmax",
        kind,
        size,
        "aclnnSoftmax",
        ("a", 1, "out"),
        arrays,
        lambda t: torch.softmax(t["a"], 1, out=t["out"]),
    )
    yield _one(
        "log-softmax",
        kind,
        size,
        "aclnnLogSoftmax",
        ("a", 1, "out"),
        arrays,
        lambda t: torch.log_softmax(t["a"], 1, out=t["out"]),
    )
    yield _one(
        "layer norm",
        kind,
        size,
        "aclnnLayerNorm",
        ("a", row, "weight", "bias", EPSILON, "out", None, None),
        lambda: _normal(kind, a=shape, weight=row, bias=row) | _empty(kind, out=shape),
        lambda t: torch.layer_norm(t["a"], row, t["weight"], t["bias"], EPSILON),
    )
    yield _one(
        "RMS norm",
        kind,
        size,
        "aclnnRmsNorm",
        ("a", "weight", EPSILON, "out", "rstd"),
        lambda: (
            _normal(kind, a=shape, weight=row)
            | _empty(kind, out=shape)
            | _empty("float32", rstd=(ROWS, 1))
        ),
        lambda t: torch.rms_norm(t["a"], row, t["weight"], EPSILON),
    )


def _norm_gradients() -> Iterator[Line]:
    """float32 only: the saved statistics of half types differ between the libraries."""
    kind, shape, row = "float32", (ROWS, COLUMNS), (COLUMNS,)

    def statistics(is_centred: bool) -> dict[str, Any]:
        values = _normal(kind, dy=shape, a=shape, weight=row, bias=row)
        mean = values["a"].mean(1, dtype=np.float64, keepdims=True) * is_centred
        square = ((values["a"] - mean) ** 2).mean(1, dtype=np.float64, keepdims=True)
        values["mean"] = mean.astype(np.float32)
        values["rstd"] = (1 / np.sqrt(square + EPSILON)).astype(np.float32)
        return values | _empty(kind, dx=shape, dweight=row, dbias=row)

    yield _one(
        "layer norm, gradient",
        kind,
        f"{ROWS}x{COLUMNS}",
        "aclnnLayerNormBackward",
        ("dy", "a", row, "mean", "rstd", "weight", "bias", (True,) * 3, "dx", "dweight", "dbias"),
        lambda: statistics(True),
        lambda t: aten.native_layer_norm_backward(
            t["dy"], t["a"], row, t["mean"], t["rstd"], t["weight"], t["bias"], (True,) * 3
        ),
        ("dx", "dweight", "dbias"),
    )

    def gradient(t: Mapping[str, Any]) -> Any:
        scaled = t["dy"] * t["weight"]
        normal = t["a"] * t["rstd"]
        mean = torch.mean(scaled * normal, 1, keepdim=True)
        return (scaled - normal * mean) * t["rstd"], torch.sum(t["dy"] * normal, 0)

    yield _one(
        "RMS norm, gradient",
        kind,
        f"{ROWS}x{COLUMNS}",
        "aclnnRmsNormGrad",
        ("dy", "a", "rstd", "weight", "dx", "dweight"),
        lambda: {k: v for k, v in statistics(False).items() if k not in ("mean", "bias", "dbias")},
        gradient,
        ("dx", "dweight"),
    )


def _cross_entropy() -> Line:
    """The loss of a language model: the mean over rows."""
    rows, classes = 8192, 32000
    function = torch.nn.functional.cross_entropy
    return Line(
        "cross entropy",
        "float32",
        f"{rows}x{classes}",
        [
            ("aclnnLogSoftmax", ("a", 1, "logs")),
            ("aclnnNLLLoss", ("logs", "target", "weight", MEAN, -100, "out", "total")),
        ],
        lambda: (
            _normal("float32", a=(rows, classes))
            | _integers(classes, target=(rows,))
            | {"weight": np.ones(classes, np.float32)}
            | _empty("float32", logs=(rows, classes), out=(), total=())
        ),
        lambda t: function(t["a"], t["target"], t["weight"]),
        tolerance=TOLERANCES["float32"],
    )


# --- Products ------------------------------------------------------------------------------------


def _products(kind: str) -> Iterator[Line]:
    edge = 1024
    square = (edge, edge)
    yield _one(
        "mm",
        kind,
        "1024x1024x1024",
        "aclnnMm",
        ("a", "b", "out", KEEP_FLOAT32),
        lambda: _normal(kind, a=square, b=square) | _empty(kind, out=square),
        lambda t: torch.mm(t["a"], t["b"], out=t["out"]),
    )
    image, filters = (8, 64, 56, 56), (64, 64, 3, 3)
    yield _one(
        "conv2d 3x3",
        kind,
        "8x64x56x56",
        "aclnnConvolution",
        ("a", "w", None, (1, 1), (1, 1), (1, 1), False, (0, 0), 1, "out", KEEP_FLOAT32),
        lambda: _normal(kind, a=image, w=filters) | _empty(kind, out=image),
        lambda t: torch.conv2d(t["a"], t["w"], None, 1, 1),
    )
    heads, rows, depth = 16, 1024, 64
    shape, statistics = (8, heads, rows, depth), (8, heads, rows, 8)
    scale, all_tokens = depth**-0.5, 2147483647
    attention = torch.nn.functional.scaled_dot_product_attention
    yield _one(
        "attention",
        kind,
        "8x16x1024x64",
        "aclnnFlashAttentionScore",
        (
            *("q", "k", "v", None, None, None, None, None, scale, 1.0, all_tokens, all_tokens),
            *(heads, "BNSD", 0, 0, "maxima", "sums", None, "out"),
        ),
        lambda: (
            _normal(kind, q=shape, k=shape, v=shape)
            | _empty(kind, out=shape)
            | _empty("float32", maxima=statistics, sums=statistics)
        ),
        lambda t: attention(t["q"], t["k"], t["v"]),
    )
    yield _attention_with_gradient(kind)


def _attention_with_gradient(kind: str) -> Line:
    """Both directions, of fewer batches."""
    heads, rows, depth = 16, 1024, 64
    shape, statistics = (4, heads, rows, depth), (4, heads, rows, 8)
    scale, all_tokens = depth**-0.5, 2147483647
    nothing = (None,) * 3
    forward = (
        *("q", "k", "v", *nothing, None, None, scale, 1.0, all_tokens, all_tokens),
        *(heads, "BNSD", 0, 0, "maxima", "sums", None, "out"),
    )
    backward = (
        *("q", "k", "v", "dy", *nothing, None, "maxima", "sums", None, "out", None, scale, 1.0),
        *(all_tokens, all_tokens, heads, "BNSD", 0, 0, "dq", "dk", "dv", None),
    )

    def by_torch(t: Mapping[str, Any]) -> Any:
        operands = (t["q"], t["k"], t["v"])
        out, sums = aten._scaled_dot_product_flash_attention_for_cpu(*operands)
        gradient = aten._scaled_dot_product_flash_attention_for_cpu_backward
        return gradient(t["dy"], *operands, out, sums, 0.0, False)

    return Line(
        "attention and its gradient",
        kind,
        "4x16x1024x64",
        [("aclnnFlashAttentionScore", forward), ("aclnnFlashAttentionScoreGrad", backward)],
        lambda: (
            _normal(kind, q=shape, k=shape, v=shape, dy=shape)
            | _empty(kind, out=shape, dq=shape, dk=shape, dv=shape)
            | _empty("float32", maxima=statistics, sums=statistics)
        ),
        by_torch,
        ("dq", "dk", "dv"),
        TOLERANCES[kind],
    )


def _lines() -> Iterator[Line]:
    for kind in TYPES:
        yield from _reductions(kind)
        yield from _rows(kind)
    yield from _norm_gradients()
    yield _cross_entropy()
    for kind in TYPES:
        yield from _products(kind)
    yield from quantised.lines()


def run(threads: int, effort: Effort, only: Collection[str] = ()) -> list[OperatorResult]:
    """Every line, or those of some labels, printed as soon as it is there."""
    about = "reductions, norms, losses, products, quantised calls"
    return beside_torch.run(_lines(), threads, effort, about, only)
