# SPDX-License-Identifier: Apache-2.0
"""Convolutions of quantised numbers: exact sums over windows, then float32, one operation after the
other, as the page writes the formula, compared bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray
from ops.quant.product_oracle import restored, words_of
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
_RNG = np.random.default_rng(51)


def convolved(o: Operands) -> Array:
    """The sums: int32, modulo 2^32, of int8, float32 of others, which are chosen so that none is
    rounded."""
    is_whole = o.input.dtype == np.int8
    image, weight = (
        each.astype(np.int64 if is_whole else np.float64) for each in (o.input, o.weight)
    )
    count = image.ndim - 2
    pads = list(zip(*[iter(o.padding)] * 2, strict=True)) if len(o.padding) == 2 * count else None
    margins = pads or [(each, each) for each in o.padding]
    image = np.pad(image, [(0, 0), (0, 0), *margins], constant_values=o.offsetx)
    spans = [d * (k - 1) + 1 for d, k in zip(o.dilation, weight.shape[2:], strict=True)]
    axes = tuple(range(2, 2 + count))
    every = (slice(None),) * 2
    seen = sliding_window_view(image, spans, axes)
    steps = tuple(slice(None, None, step) for step in (*o.stride, *o.dilation))
    seen = seen[(*every, *steps)]
    groups = weight.shape[0] // o.groups, image.shape[1] // o.groups
    parts = [
        np.einsum(
            "nc...k,ock->no...",
            seen[:, g * groups[1] : (g + 1) * groups[1]].reshape(
                *seen.shape[:1], groups[1], *seen.shape[2 : 2 + count], -1
            ),
            weight[g * groups[0] : (g + 1) * groups[0]].reshape(groups[0], groups[1], -1),
        )
        for g in range(o.groups)
    ]
    return np.concatenate(parts, 1).astype(np.int32 if is_whole else np.float32)


def _beside(row: Array | None, sums: Array) -> Any:
    return None if row is None else row.reshape(-1, *(1,) * (sums.ndim - 2))


def convolution(o: Operands) -> Array:
    sums = convolved(o)
    return restored(sums, _beside(o.scale, sums), None, _beside(o.bias, sums))


def _numbers(shape: tuple[int, ...], kind: Any) -> Array:
    if kind == np.int8:
        return _RNG.integers(-128, 128, shape).astype(kind)
    return _RNG.integers(-4, 5, shape).astype(np.float32).astype(kind)


def _case(
    image: tuple[int, ...],
    weight: tuple[int, ...],
    kind: Any = np.int8,
    bias: Any = np.float32,
    scale: Any = None,
    **more: Any,
) -> dict[str, Any]:
    count = len(image) - 2
    factors = (_RNG.normal(size=weight[0]) / 512).astype(np.float32)
    return {
        "input": _numbers(image, kind),
        "weight": _numbers(weight, kind),
        "bias": None if bias is None else (_RNG.normal(size=weight[0]) * 9).astype(bias),
        "scale": factors if scale is None else words_of(factors).astype(scale),
        "offset": None,
        "stride": [1] * count,
        "padding": [0] * count,
        "dilation": [1] * count,
        "transposed": False,
        "outputPadding": None,
        "groups": 1,
        "offsetx": 0,
        "roundMode": None,
        **more,
    }


def _volumes() -> Iterator[dict[str, Any]]:
    yield _case((2, 3, 4, 5, 6), (5, 3, 2, 3, 2), padding=[1, 0, 1], stride=[1, 2, 1])
    yield _case((1, 33, 3, 4, 5), (17, 33, 1, 1, 1), bias=np.float16)
    yield _case((1, 2, 5, 6, 7), (3, 2, 2, 2, 3), dilation=[2, 3, 1], padding=[0, 2, 1])
    yield _case((1, 300, 1, 6, 6), (2, 300, 1, 3, 3), padding=[0, 1, 1])


def _newer() -> Iterator[dict[str, Any]]:
    small: Any = ml_dtypes.float8_e4m3fn
    yield _case((2, 4, 7, 6), (6, 4, 3, 2), padding=[1, 0], scale=np.uint64, bias=np.int32)
    yield _case((1, 4, 7, 6), (6, 2, 3, 2), groups=2, padding=[1, 0, 2, 3], offsetx=-7, bias=None)
    yield _case((1, 6, 5, 5), (6, 1, 3, 3), groups=6, scale=np.int64, bias=None, stride=[2, 1])
    yield _case((1, 3, 6, 6), (4, 3, 3, 3), small, padding=[1, 1], scale=np.uint64)
    yield _case((1, 4, 3, 6, 6), (4, 2, 2, 3, 3), small, padding=[1, 0, 1, 1, 0, 1], groups=2)


def _all() -> Iterator[dict[str, Any]]:
    yield from _volumes()
    yield from _newer()


def _is_newer(o: Operands) -> bool:
    is_older = o.input.dtype == np.int8 and o.input.ndim == 5
    return bool(o.architecture != "3510" and not is_older)


ORACLES = {
    "aclnnQuantConvolution": Oracle(convolution, given=True, shapes=_all, refused=_is_newer),
    "aclnnQuantConvolutionWeightNz": Oracle(
        convolution, given=True, shapes=_volumes, layouts=("dense",)
    ),
}
