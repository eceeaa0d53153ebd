# SPDX-License-Identifier: Apache-2.0
"""Groups of rows quantised by scales of their own, sums of products restored, and layer norms
quantised: float32, one operation after the other, compared bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import INT8, INT32, packed, saturated, single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _grouped(o: Operands) -> Array:
    x, ends = single(o.x), o.groupIndex
    of_row = np.minimum(np.searchsorted(ends, np.arange(len(x)), "right"), len(ends) - 1)
    found = x * single(o.scale)[of_row]
    if o.offsetOptional is not None and o.offsetOptional.size:
        found = found + single(o.offsetOptional).reshape(1)
    whole = saturated(np.rint(found))
    return packed(whole) if o.dstType == INT32 else whole


def _restored(o: Operands) -> Array:
    x, bias = o.x, o.biasOptional
    if bias is not None and bias.dtype == np.int32:
        x, bias = x + bias, None
    found = single(x) * single(o.weightScale)
    if o.activateScaleOptional is not None:
        found = found * single(o.activateScaleOptional)[:, None]
    return found if bias is None else found + single(bias)


def _layer_normed(o: Operands) -> list[Array]:
    x = single(o.x)
    apart = x - single(x.astype(np.float64).mean(-1, keepdims=True))
    variance = single((apart.astype(np.float64) ** 2).mean(-1, keepdims=True))
    root = single(1 / np.sqrt((variance + np.float32(o.epsilon)).astype(np.float64)))
    norm = apart * root * single(o.gammma) + single(o.beta)
    y = saturated(np.rint(norm / single(o.scale) + single(o.zeroPointsOptional)))
    return [y, np.ones(1, np.float32)]  # what the scale holds before the call


def _group_cases() -> Iterator[dict[str, Any]]:
    for x, ends in (((9, 40), (2, 2, 9)), ((4, 3), (4,)), ((5, 8), (1, 3)), ((0, 3), (0, 0))):
        for index in ("int32", "int64"):
            for offset in (None, (1,), (), (0,)):
                yield {
                    "x": x,
                    "scale": (len(ends), x[1]),
                    "groupIndex": np.array(ends, index),
                    "offsetOptional": offset,
                    "dstType": INT32 if x[1] % 8 == 0 and offset else INT8,
                }


def _bias_cases() -> Iterator[dict[str, Any]]:
    for m, n in ((3, 40), (1, 1), (33, 65), (0, 3)):
        for scale, kind in (("float32", 1), ("bfloat16", 27)):
            for rows in (None, (m,)):
                for bias in (None, "float32", "float16", "int32"):
                    values = None if bias is None else np.arange(-3, n - 3).astype(bias)
                    weights = np.linspace(-2, 2, n).astype(np.float32)
                    if scale == "bfloat16":
                        import ml_dtypes

                        weights = weights.astype(ml_dtypes.bfloat16)
                    yield {
                        "x": (m, n),
                        "weightScale": weights,
                        "activateScaleOptional": rows,
                        "biasOptional": values,
                        "outputDtype": kind,
                    }


def _norm_cases() -> Iterator[dict[str, Any]]:
    for x in ((3, 40), (2, 3, 5), (7, 1), (33, 65), (7,), (0, 3)):
        for gamma in ((x[-1],), (1, x[-1])):
            if len(x) >= len(gamma):
                yield {
                    "x": x,
                    "gammma": gamma,
                    "beta": gamma,
                    "scale": (1,),
                    "zeroPointsOptional": (1,),
                }


ORACLES = {
    "aclnnGroupQuant": Oracle(_grouped, given=True, shapes=_group_cases),
    "aclnnDequantBias": Oracle(
        _restored,
        given=True,
        shapes=_bias_cases,
        types={"activateScaleOptional": lambda _: "float32"},
    ),
    "aclnnLayerNormQuant": Oracle(
        _layer_normed,
        given=True,
        shapes=_norm_cases,
        types={"scale": lambda kind: kind, "zeroPointsOptional": lambda _: "int8"},
    ),
}
