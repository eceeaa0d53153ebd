# SPDX-License-Identifier: Apache-2.0
"""Products whose kernels do more than multiply."""

from __future__ import annotations

from collections.abc import Iterator
from math import erf, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


# --- TransposeBatchMatMul ------------------------------------------------------------------------


def _turned(o: Operands, size: bool = False) -> Array:
    left = o.x1.transpose(list(o.permX1))
    right = o.x2.transpose(list(o.permX2))
    if size:
        left, right = np.abs(left), np.abs(right)
    product = (left @ right).transpose(1, 0, 2)
    rows, batches, columns = product.shape
    parts = o.batchSplitFactor
    if parts > 1:
        product = product.reshape(rows, parts, -1).transpose(1, 0, 2)
    if o.scale is None:
        return np.asarray(product)
    product = product.reshape(rows, 1, batches * columns)
    bits = o.given["scale"].astype(np.uint64)
    factors = (bits & np.uint64(0xFFFFE000)).astype(np.uint32).view(np.float32)
    offsets = (bits >> np.uint64(37) & np.uint64(0x1FF)).astype(np.int64)
    offsets = np.where(offsets < 256, offsets, offsets - 512)
    if size:
        return np.asarray(product * np.abs(factors) + np.abs(offsets))
    found = product * factors.astype(np.float64) + offsets
    return np.asarray(np.rint(np.clip(np.nan_to_num(found, nan=0.0), -128, 127)).astype(np.int8))


def _turned_shapes() -> Shapes:
    for at, (b, m, k, n) in enumerate(
        ((1, 1, 1, 1), (4, 3, 5, 6), (2, 33, 65, 17), (6, 2, 7, 1), (2, 1, 40, 9))
    ):
        for by_rows in (True, False):
            yield {
                "x1": (m, b, k) if by_rows else (b, m, k),
                "x2": (b, k, n),
                "permX1": [1, 0, 2] if by_rows else [0, 1, 2],
                "permX2": [0, 1, 2],
                "permY": [1, 0, 2],
                "scale": None,
                "bias": None,
                "batchSplitFactor": (1, 2)[at % 2] if b % 2 == 0 else 1,
            }
        yield {
            "x1": (m, b, k),
            "x2": (b, n, k),
            "permX1": [1, 0, 2],
            "permX2": [0, 2, 1],
            "permY": [1, 0, 2],
            "scale": None,
            "bias": None,
            "batchSplitFactor": 1,
        }
        yield {
            "x1": (m, b, k),
            "x2": (b, k, n),
            "permX1": [1, 0, 2],
            "permX2": [0, 1, 2],
            "permY": [1, 0, 2],
            "scale": (b * n,),
            "bias": None,
            "batchSplitFactor": 1,
        }


def _scaled(arguments: dict[str, Any], at: int) -> None:
    """Scales with float16 alone, as bits of a float32 with an offset; numbers that 8 bits hold."""
    if arguments["scale"] is None:
        return
    if arguments["x1"].dtype != np.float16:
        arguments["scale"] = None
        return
    rng = np.random.default_rng(at)
    for name in ("x1", "x2"):
        small = rng.integers(-3, 4, arguments[name].shape)
        arguments[name] = small.astype(np.float16)
    count = arguments["scale"].size
    factors = (
        rng.choice(np.array([0.5, 1, -2, 0.25], np.float32), count)
        .view(np.uint32)
        .astype(np.uint64)
    )
    offsets = rng.integers(0, 512, count).astype(np.uint64)
    arguments["scale"] = factors | offsets << np.uint64(37)


# --- FusedMatMul ---------------------------------------------------------------------------------

_KINDS = ("", "relu", "add", "mul", "gelu_erf", "gelu_tanh", "16cast32")


def _gelu(x: Array) -> Array:
    return np.asarray(x / 2 * (1 + np.vectorize(erf, otypes=[np.float64])(x / sqrt(2))))


def _gelu_tanh(x: Array) -> Array:
    return np.asarray(x / 2 * (1 + np.tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))))


def _fused(o: Operands) -> Array:
    product = o.x1 @ o.x2
    if o.bias is not None:
        product = product + o.bias
    kind = o.fusedOpType
    if kind in ("add", "mul"):
        return np.asarray(product + o.x3 if kind == "add" else product * o.x3)
    if kind == "relu":
        return np.asarray(np.where(product <= 0, 0, product))
    if kind in ("gelu_erf", "gelu_tanh"):
        return (_gelu if kind == "gelu_erf" else _gelu_tanh)(product)
    return np.asarray(product)


def _fused_size(o: Operands) -> Array:
    product = np.abs(o.x1) @ np.abs(o.x2)
    if o.bias is not None:
        product = product + np.abs(o.bias)
    if o.fusedOpType in ("add", "mul"):
        third = np.abs(o.x3)
        return np.asarray(product + third if o.fusedOpType == "add" else product * third)
    return np.asarray(product)


def _fused_shapes() -> Shapes:
    for m, k, n in ((1, 1, 1), (3, 4, 5), (33, 65, 17), (20, 1, 18), (16, 32, 16)):
        for kind in _KINDS:
            x3 = (m, n) if kind in ("add", "mul") else None
            bias = None if kind.startswith("gelu") else ((n,), (1, n), None)[(m + k) % 3]
            yield {"x1": (m, k), "x2": (k, n), "bias": bias, "x3": x3, "fusedOpType": kind}
    for kind in ("add", "mul"):
        for batches in ((), (1,), (3,)):
            third = (*batches, 20, 18)
            yield {
                "x1": (3, 20, 7),
                "x2": (3, 7, 18),
                "bias": (18,),
                "x3": third,
                "fusedOpType": kind,
            }
        yield {"x1": (4, 0), "x2": (0, 5), "bias": None, "x3": (4, 5), "fusedOpType": kind}
    yield {"x1": (2, 3, 4, 5), "x2": (2, 3, 5, 6), "bias": (6,), "x3": None, "fusedOpType": "relu"}


def _fusable(arguments: dict[str, Any], at: int) -> None:
    """Numbers that neither overflow nor are NaN, which Relu and Gelu take in ways of their own, and
    are not so small that instructions for halves take them for 0."""
    if arguments["x1"].dtype == np.float32 and arguments["fusedOpType"] not in (
        "",
        "relu",
        "add",
        "mul",
    ):
        arguments["fusedOpType"] = "relu"
    for name in ("x1", "x2", "bias", "x3"):
        if arguments[name] is not None:
            small = np.clip(np.nan_to_num(arguments[name].astype(np.float64)), -8, 8)
            small[np.abs(small) < 1e-6] = 0
            arguments[name] = small.astype(arguments[name].dtype)


def _linear(o: Operands, size: bool = False) -> Array:
    of: Any = np.abs if size else np.asarray
    product = of(o.x) @ of(o.weight).T
    if o.bias is not None:
        product = product + of(o.bias)
    return np.asarray(product if size else _gelu_tanh(product))


def _linear_shapes() -> Shapes:
    for at, (rows, k, n) in enumerate(
        (((3,), 4, 5), ((2, 3), 65, 17), ((1, 1), 1, 1), ((33,), 40, 9))
    ):
        yield {
            "x": (*rows, k),
            "weight": (n, k),
            "bias": None if at % 2 else (n,),
            "approximate": 1,
        }


def _small(arguments: dict[str, Any], at: int) -> None:
    """Numbers that neither overflow nor are NaN, which Gelu takes in ways of its own."""
    for name in ("x", "weight", "bias"):
        if arguments[name] is not None:
            small = np.clip(np.nan_to_num(arguments[name].astype(np.float64)), -2, 2)
            small[np.abs(small) < 1e-3] = 0
            arguments[name] = small.astype(arguments[name].dtype)


ORACLES = {
    "aclnnFusedMatmulGelu": with_magnitude(
        _linear, roundings=2, shapes=_linear_shapes, adapt=_small
    ),
    "aclnnTransposeBatchMatMul": with_magnitude(_turned, shapes=_turned_shapes, adapt=_scaled),
    "aclnnTransposeBatchMatMulWeightNz": with_magnitude(
        _turned,
        shapes=lambda: (each for each in _turned_shapes() if 1 not in each["x2"][1:]),
        adapt=_scaled,
        refused=lambda o: o.architecture == "2201" and o.scale is not None,
        layouts=("dense",),
    ),
    "aclnnFusedMatmul": Oracle(
        _fused, _fused_size, roundings=2, shapes=_fused_shapes, adapt=_fusable
    ),
}
