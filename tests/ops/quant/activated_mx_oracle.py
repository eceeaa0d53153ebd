# SPDX-License-Identifier: Apache-2.0
"""Products of float8 in blocks of 32 that pass GELU and are quantised in such blocks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from ops.quant.mx_oracle import E4M3, quantised
from sweep.oracle import Operands, Oracle

_RNG = np.random.default_rng(53)
_erf = np.vectorize(math.erf)


def _powers(scales: Any, is_down: bool, depth: int) -> Any:
    """Of each number: pairs lie behind all others."""
    wide = scales.astype(np.float64)
    wide = np.moveaxis(wide, -3, -2) if is_down else wide
    each = np.repeat(wide.reshape(*wide.shape[:-2], -1), 32, -1)[..., :depth]
    return each.swapaxes(-1, -2) if is_down else each


def product(o: Operands, kind: int = E4M3) -> list[Any]:
    depth = o.x1.shape[-2 if o.transposeX1 else -1]
    left = o.x1.astype(np.float64) * _powers(o.x1ScaleOptional, o.transposeX1, depth)
    right = o.x2.astype(np.float64) * _powers(o.x2Scale, not o.transposeX2, depth)
    left = left.swapaxes(-1, -2) if o.transposeX1 else left
    right = right.swapaxes(-1, -2) if o.transposeX2 else right
    v = left @ right + (0 if o.biasOptional is None else o.biasOptional.astype(np.float64))
    if o.activationType == "gelu_tanh":
        v = 0.5 * v * (1 + np.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)))
    else:
        v = 0.5 * v * (1 + _erf(v / math.sqrt(2)))
    return list(quantised(v.astype(np.float32), v.ndim - 1, kind, algorithm=o.scaleAlg))


def _scales(*shape: int) -> Any:
    return (2.0 ** _RNG.integers(-4, 1, shape)).astype(ml_dtypes.float8_e8m0fnu)


def _numbers(*shape: int) -> Any:
    return _RNG.integers(-4, 5, shape).astype(np.float32)


def cases() -> Iterator[dict[str, Any]]:
    e4, e5 = ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2
    for batch, (m, k, n), flip1, flip2, kind, bias, unit, algorithm in (
        ((), (3, 64, 32), False, False, e4, (32,), "gelu_tanh", 0),
        ((), (5, 70, 40), False, True, e5, None, "gelu_erf", 1),
        ((2,), (4, 96, 70), True, False, e4, (2, 1, 70), "gelu_tanh", 1),
    ):
        pairs = -(-k // 64)
        yield {
            "x1": _numbers(*batch, *((k, m) if flip1 else (m, k))).astype(kind),
            "x2": _numbers(*batch, *((n, k) if flip2 else (k, n))).astype(e4),
            "x1ScaleOptional": _scales(*batch, *((pairs, m) if flip1 else (m, pairs)), 2),
            "x2Scale": _scales(*batch, *((n, pairs) if flip2 else (pairs, n)), 2),
            "biasOptional": None if bias is None else _RNG.normal(size=bias).astype(np.float32),
            "transposeX1": flip1,
            "transposeX2": flip2,
            "groupSize": 0,
            "activationType": unit,
            "quantMode": "mx",
            "roundMode": "rint",
            "scaleAlg": algorithm,
            "dstTypeMax": 0.0,
        }


ORACLES = {
    "aclnnQuantMatmulActivationQuantWeightNz": Oracle(
        product, given=True, shapes=cases, layouts=("dense",)
    ),
}
