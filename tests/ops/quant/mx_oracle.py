# SPDX-License-Identifier: Apache-2.0
"""Numbers quantised in blocks that share a power of two, from the pages' formulas: the scale's
exponent is worked out from the exponent and the fraction of a float64, and what is divided by a
power of two is exact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.scales_oracle import single
from small_floats import values_of
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]

E5M2, E4M3, E2M1, E1M2 = 35, 36, 40, 41
KINDS = {E5M2: "float8_e5m2", E4M3: "float8_e4m3fn", E2M1: "float4_e2m1", E1M2: "float4_e1m2"}
LARGEST = {E5M2: 57344.0, E4M3: 448.0, E2M1: 6.0, E1M2: 1.75}
EXPONENT = {E5M2: 15, E4M3: 8, E2M1: 2, E1M2: 0}
LEAST = -127


def blocks(x: Array, axis: int, size: int) -> Array:
    """Blocks as the last dimension but one, zeros behind the last number of an even count."""
    moved = np.moveaxis(x, axis, -1)
    count = -(-moved.shape[-1] // (2 * size)) * 2
    padded = np.zeros((*moved.shape[:-1], count * size), x.dtype)
    padded[..., : moved.shape[-1]] = moved
    return padded.reshape(*moved.shape[:-1], count, size)


def exponents(largest: Array, kind: int, algorithm: int, most: float, least: float) -> Array:
    """Of the scales of blocks with these largest magnitudes, all of them finite."""
    fraction, exponent = np.frexp(largest.astype(np.float64))  # 0.5 up to 1
    if algorithm == 0:
        found = exponent - 1 - EXPONENT[kind]
    elif algorithm == 2 and most in (0, 6, 7):
        above = fraction * 2 > (1.75 if most == 7 else 1.5)
        found = exponent - 1 - EXPONENT[kind] + above
    else:
        divisor = most if algorithm == 2 else LARGEST[kind]
        held = np.maximum(single(largest), np.float32(least))
        quotient = (held / np.float32(divisor)).astype(np.float64)
        fraction, exponent = np.frexp(quotient)
        found = exponent - 1 + (fraction > 0.5)
        small = np.where(quotient > 2.0**-127, -126, LEAST) if algorithm == 1 else LEAST
        found = np.where(quotient < 2.0**-126, small, found)
    return np.where(largest == 0, LEAST, np.maximum(found, LEAST))


def rounded(numbers: Array, kind: int, mode: str) -> Array:
    """float32 as the numbers of a type; what is too large is the largest, NaN is 0."""
    with np.errstate(invalid="ignore"):
        held = np.clip(np.nan_to_num(numbers, nan=0), -LARGEST[kind], LARGEST[kind])
    values = np.unique(values_of(KINDS[kind]).astype(np.float64))
    values = values[np.isfinite(values)]
    below: Array = values[np.searchsorted(values, held, "right") - 1]
    if mode == "floor":
        return below
    above = values[np.searchsorted(values, held, "left")]
    middle = (below + above) / 2
    up = (held > middle) | ((held == middle) & (above > 0))
    if mode == "rint":
        # The code of every second magnitude is even.
        ladder = values[values >= 0]
        is_even = np.searchsorted(ladder, np.abs(above)) % 2 == 0
        up = (held > middle) | ((held == middle) & is_even)
    return np.asarray(np.where(up, above, below))


def quantised(
    x: Any,
    axis: int,
    kind: int,
    size: int = 32,
    algorithm: int = 0,
    most: float = 0,
    least: float = 0,
    mode: str = "rint",
) -> tuple[Array, Array]:
    """The numbers and the exponents of the scales; that of a block with an infinity or NaN is
    NaN."""
    x = single(x)
    axis %= x.ndim
    cut = blocks(x, axis, size)
    largest = np.abs(cut).max(-1)
    is_number = np.isfinite(largest)
    power = exponents(np.where(is_number, largest, 1), kind, algorithm, most, least)
    scale = np.where(is_number, np.ldexp(1.0, power), np.nan)
    with np.errstate(invalid="ignore"):
        flat = (cut / scale[..., None]).reshape(*cut.shape[:-2], -1)[..., : x.shape[axis]]
    numbers = rounded(np.moveaxis(flat, -1, axis), kind, mode)
    pairs = scale.reshape(*scale.shape[:-1], -1, 2)
    return numbers, np.moveaxis(pairs, -2, axis)


def _dynamic(o: Operands) -> list[Array]:
    numbers, scales = quantised(
        o.x,
        o.axis,
        o.dstType,
        o.blocksize,
        o.scaleAlg,
        getattr(o, "dstTypeMax", 0),
        getattr(o, "maxLowBound", 0),
        o.roundModeOptional,
    )
    return [numbers, scales]


def _cases(*, has_most: bool = False, has_least: bool = False) -> Iterator[dict[str, Any]]:
    for kind, algorithm, size, modes in (
        (E5M2, 0, 32, ("rint",)),
        (E4M3, 0, 32, ("rint",)),
        (E4M3, 1, 32, ("rint",)),
        (E5M2, 1, 32, ("rint",)),
        (E2M1, 0, 32, ("rint", "round", "floor")),
        (E2M1, 2, 32, ("rint",)),
    ):
        for x, axis in (
            ((3, 64), -1),
            ((2, 40), 1),
            ((70, 6), 0),
            ((2, 33, 4), 1),
            ((2, 3, 130), -1),
            ((64, 2, 2, 2), -4),
        ):
            for mode in modes:
                found = {"x": x, "axis": axis, "roundModeOptional": mode, "dstType": kind}
                found |= {"blocksize": size, "scaleAlg": algorithm}
                for most in (0.0, 7.0, 12.0) if has_most and algorithm == 2 else (0.0,):
                    more = {"dstTypeMax": most} if has_most else {}
                    more |= {"maxLowBound": 3.0 * (algorithm == 1)} if has_least else {}
                    yield found | more


ORACLES = {
    "aclnnDynamicMxQuant": Oracle(_dynamic, given=True, shapes=_cases),
    "aclnnDynamicMxQuantV2": Oracle(_dynamic, given=True, shapes=lambda: _cases(has_most=True)),
    "aclnnDynamicMxQuantV3": Oracle(
        _dynamic, given=True, shapes=lambda: _cases(has_most=True, has_least=True)
    ),
}
