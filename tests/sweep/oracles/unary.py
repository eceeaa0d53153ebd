# SPDX-License-Identifier: Apache-2.0
"""Of one operand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from sweep.oracles.oracle import Oracle


def _narrow(values: Any) -> Any:
    """What float32 and float64 compute in, of operands in a wider type."""
    kinds = {np.dtype(np.float64): np.float32, np.dtype(np.longdouble): np.float64}
    return values.astype(kinds.get(values.dtype, values.dtype))


def _sign(values: Any) -> Any:
    """The sign; 0 for NaN, and for a complex number one of modulus 1."""
    if values.dtype.kind == "c":
        return np.where(values == 0, values, values / np.abs(values))
    if values.dtype.kind == "f":
        return np.where(np.isnan(values), 0, np.sign(values))
    return values if values.dtype == np.bool_ else np.sign(values)


def _round_decimals(values: Any, decimals: int) -> Any:
    """Rounded as documented: each product in the type that is computed in."""
    if values.dtype.kind == "i":
        power = 10 ** -min(decimals, 0)
        exact = [int(each) for each in values.ravel()]
        rounded = [_nearest(each, power) for each in exact]
        bits = 8 * values.itemsize  # a multiple that is out of range wraps around
        wrapped = [(each + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1) for each in rounded]
        return np.array(wrapped, values.dtype).reshape(values.shape)
    x = _narrow(values)
    power = x.dtype.type(10.0 ** abs(decimals))
    return np.rint(x * power) / power if decimals > 0 else np.rint(x / power) * power


def _nearest(value: int, power: int) -> int:
    """The nearest multiple, between two the even one."""
    return round(Fraction(value, power)) * power


ORACLES: dict[str, Oracle] = {
    "aclnnAbs": Oracle(lambda o: np.abs(o.self)),
    "aclnnCeil": Oracle(lambda o: np.ceil(o.self)),
    "aclnnExp": Oracle(lambda o: np.exp(o.self)),
    "aclnnFloor": Oracle(lambda o: np.floor(o.self)),
    "aclnnNanToNum": Oracle(
        lambda o: np.nan_to_num(o.self, nan=o.nan, posinf=o.posinf, neginf=o.neginf),
        arguments={"nan": [0.5, 0.0, -2.0], "posinf": [7.0, 1e30], "neginf": [-7.0, -1e30]},
    ),
    "aclnnNeg": Oracle(lambda o: -o.self),
    "aclnnReal": Oracle(lambda o: o.self.real),
    "aclnnRound": Oracle(lambda o: o.self if o.self.dtype.kind == "i" else np.rint(o.self)),
    "aclnnRoundDecimals": Oracle(
        lambda o: _round_decimals(o.self, o.decimals), arguments={"decimals": [0, 1, 2, -1, 3, -2]}
    ),
    "aclnnSign": Oracle(lambda o: _sign(o.self)),
    "aclnnSquare": Oracle(lambda o: o.self * o.self),
    "aclnnTrunc": Oracle(lambda o: np.trunc(o.self)),
}
