# SPDX-License-Identifier: Apache-2.0
"""Fresnel's integrals, by their power series in rational numbers, and the limit far out."""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

_PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620")


def _integrals(x: float) -> tuple[float, float]:
    """Of the sine and of the cosine."""
    if np.isnan(x):
        return x, x
    size = abs(x)
    if size > 12:
        # The first two terms of the asymptotic series: what follows is below 1e-9.
        turn = np.pi / 2 * np.fmod(size * size, 4)
        first, second = 1 / (np.pi * size), 1 / (np.pi**2 * size**3)
        if not np.isfinite(size):
            turn = first = second = 0.0
        sine = 0.5 - first * np.cos(turn) - second * np.sin(turn)
        cosine = 0.5 + first * np.sin(turn) - second * np.cos(turn)
        return float(np.copysign(sine, x)), float(np.copysign(cosine, x))
    with localcontext() as context:
        context.prec = 160
        given = Decimal(size)
        factor, power = _PI / 2 * given * given, given
        sine, cosine, count = Decimal(0), given, 0
        while count < 4 or abs(power) > Decimal("1e-30"):
            count += 1
            power *= factor / count
            term = power / (2 * count + 1) * (1 if count % 4 < 2 else -1)
            sine, cosine = (sine + term, cosine) if count % 2 else (sine, cosine + term)
    return float(np.copysign(float(sine), x)), float(np.copysign(float(cosine), x))


def _of(which: int) -> Any:
    def value(o: Operands) -> Any:
        found = [_integrals(float(each))[which] for each in o.x.flat]
        return np.array(found, np.float64).reshape(o.x.shape)

    return value


def _shapes() -> Any:
    for shape in ((), (9,), (3, 4), (0, 2)):
        yield {"x": shape}


ORACLES = {
    "aclnnFresnelSin": Oracle(_of(0), shapes=_shapes),
    "aclnnFresnelCos": Oracle(_of(1), shapes=_shapes),
}
