# SPDX-License-Identifier: Apache-2.0
"""What quantised models call, beside torch: lines of python -m benchmarks --parts compute.

torch multiplies int8 by `torch._int_mm`. It has no products with weights of int8 and one row, so
its weights are bfloat16, twice the bytes; and it quantises by several operators, in float32.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import ml_dtypes
import numpy as np
import torch

from .beside_torch import Line
from .cases import SEED

SCALE = 2.0**-10
ROWS = 4096
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


def _one_row(columns: int, depth: int) -> Line:
    def arrays() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        weights = _int8(random, depth, columns)
        return {
            "x": random.standard_normal((1, depth), np.float32).astype(BFLOAT16),
            "b": weights,
            "w": (weights.astype(np.float32) * SCALE).astype(BFLOAT16),
            "scale": np.full(columns, SCALE, BFLOAT16),
            "out": np.zeros((1, columns), BFLOAT16),
        }

    given = ("x", "b", "scale", None, None, None, None, 0, "out")
    return Line(
        "int8 weights, one row",
        "bfloat16",
        f"1x{depth}x{columns}",
        [("aclnnWeightQuantBatchMatmulV2", given)],
        arrays,
        lambda t: t["x"] @ t["w"],
        tolerance=2.0**-5,
    )


def _quantised(x: torch.Tensor) -> tuple[Any, Any]:
    scales = x.abs().amax(-1) / 127
    return (x / scales[:, None]).round().to(torch.int8), scales


def _rows() -> Line:
    def arrays() -> Mapping[str, Any]:
        random = np.random.default_rng(SEED)
        return {
            "x": random.standard_normal((ROWS, ROWS), np.float32).astype(np.float16),
            "y": np.zeros((ROWS, ROWS), np.int8),
            "scales": np.zeros(ROWS, np.float32),
        }

    size = f"{ROWS}x{ROWS}"
    return Line(
        "dynamic quantisation",
        "float16",
        size,
        [("aclnnDynamicQuant", ("x", None, "y", "scales"))],
        arrays,
        lambda t: _quantised(t["x"].float()),
        ("y", "scales"),
        1e-6,
    )


def lines() -> Iterator[Line]:
    """Products of int8, products with weights of int8, and rows that are quantised."""
    yield _product(1024, 1024, 1024)
    yield _one_row(11008, 4096)
    yield _rows()
