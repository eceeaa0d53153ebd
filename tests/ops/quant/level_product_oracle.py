# SPDX-License-Identifier: Apache-2.0
"""Products of float4 whose groups of 512 have a float32, and blocks of 32 a power of two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from sweep.oracle import Operands, Oracle

FLOAT4: Any = ml_dtypes.float4_e2m1fn
_RNG = np.random.default_rng(52)


def _restored(numbers: Any, powers: Any, factors: Any) -> Any:
    depth = numbers.shape[1]
    blocks = np.repeat(powers.astype(np.float64).reshape(len(numbers), -1), 32, 1)
    groups = np.repeat(factors.astype(np.float64), 512, 1)
    return numbers.astype(np.float64) * blocks[:, :depth] * groups[:, :depth]


def _factors(o: Operands) -> tuple[Any, Any]:
    pairs = o.x2.view(np.uint8)
    codes = np.stack([pairs & 15, pairs >> 4], -1).reshape(len(pairs), -1)
    right = codes.astype(np.uint8).view(FLOAT4)
    return (
        _restored(o.x1, o.x1Level1Scale, o.x1Level0Scale),
        _restored(right, o.x2Level1Scale, o.x2Level0Scale.T),
    )


def _product(o: Operands) -> Any:
    left, right = _factors(o)
    return left @ right.T + (0 if o.optionalBias is None else o.optionalBias)


def _size(o: Operands) -> Any:
    left, right = _factors(o)
    return np.abs(left) @ np.abs(right.T) + (0 if o.optionalBias is None else abs(o.optionalBias))


def _powers(*shape: int) -> Any:
    return (2.0 ** _RNG.integers(-3, 4, shape)).astype(ml_dtypes.float8_e8m0fnu)


def _cases() -> Iterator[dict[str, Any]]:
    for m, k, n, has_bias in ((1, 64, 5, True), (3, 1090, 40, False), (20, 512, 17, True)):
        groups, pairs = -(-k // 512), -(-k // 64)
        scales = [
            _RNG.normal(size=shape).astype(np.float32) for shape in ((m, groups), (groups, n))
        ]
        yield {
            "x1": _RNG.integers(0, 16, (m, k)).astype(np.uint8).view(FLOAT4),
            "x2": _RNG.integers(-128, 128, (n, k // 2)).astype(np.int8),
            "x1Level0Scale": scales[0],
            "x2Level0Scale": scales[1],
            "x1Level1Scale": _powers(m, pairs, 2),
            "x2Level1Scale": _powers(n, pairs, 2),
            "optionalBias": _RNG.normal(size=n).astype(np.float32) if has_bias else None,
            "transposeX1": False,
            "transposeX2": True,
            "level0GroupSize": 512,
            "level1GroupSize": 32,
        }


ORACLES = {
    "aclnnDualLevelQuantMatmulWeightNz": Oracle(
        _product, _size, given=True, shapes=_cases, layouts=("dense",)
    ),
}
