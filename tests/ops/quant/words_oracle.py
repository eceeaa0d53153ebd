# SPDX-License-Identifier: Apache-2.0
"""Scales and offsets in 64 bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _nearest(scale: Array) -> Array:
    """The nearest of the numbers with 10 bits behind the leading one, whose last bits are 0."""
    with np.errstate(all="ignore"):
        _, exponent = np.frexp(scale.astype(np.float64))
        unit = np.ldexp(1.0, exponent - 11)
        found = single(np.rint(scale / unit) * unit)
    tiny = np.abs(scale) < np.finfo(np.float32).tiny
    found = np.where(tiny, np.copysign(np.float32(0), scale), found)
    return np.where(np.isfinite(scale), found, scale).astype(np.float32)


def _words(o: Operands) -> Array:
    scale = single(o.scale)
    if getattr(o, "roundMode", 0) == 1:
        scale = _nearest(scale)
    words = (scale.view(np.uint32) & np.uint32(0xFFFFE000)).astype(np.uint64)
    words = words | np.uint64(1 << 46)
    if o.offset is None:
        return words
    offset = np.clip(np.nan_to_num(np.rint(single(o.offset)), nan=0), -256, 255).astype(np.int64)
    bits = (offset & 0x1FF).astype(np.uint64) << np.uint64(37)
    return np.asarray(words | (bits if words.ndim == 2 else bits.reshape(-1)))


def _cases() -> Iterator[dict[str, Any]]:
    for mode in (0, 1):
        for scale, offset in (
            ((40,), None),
            ((40,), (40,)),
            ((40,), (1, 40)),
            ((1, 40), (40,)),
            ((1,), (40,)),
            ((40,), (1,)),
            ((1, 3), (1, 3)),
            ((1,), None),
        ):
            yield {"scale": scale, "offset": offset, "roundMode": mode}


def _cases_without_mode() -> Iterator[dict[str, Any]]:
    for case in _cases():
        if case.pop("roundMode") == 0:
            yield case


ORACLES = {
    "aclnnTransQuantParamV2": Oracle(_words, given=True, shapes=_cases_without_mode),
    "aclnnTransQuantParamV3": Oracle(_words, given=True, shapes=_cases),
}
