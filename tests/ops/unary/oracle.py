# SPDX-License-Identifier: Apache-2.0
"""Of one operand."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import numpy as np
from sweep.oracle import Oracle


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


def _exactly(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function of mpmath on arrays; where it has no value it gives NaN."""

    @cache
    def one(value: Any) -> tuple[float, float]:
        high = float(value)
        try:
            result = function(mpmath.mpf(high) + mpmath.mpf(float(value - high)))
        except ValueError:
            return math.nan, 0.0
        if not isinstance(result, mpmath.mpf):
            return math.nan, 0.0
        nearest = float(result)
        return nearest, float(result - nearest) if math.isfinite(nearest) else 0.0

    def evaluate(values: Any) -> Any:
        different, places = np.unique(values, return_inverse=True)
        finite = np.isfinite(different)
        results = np.full(different.shape, math.nan, np.longdouble)
        with mpmath.workprec(75):
            for at in range(len(different)):
                if finite[at]:
                    high, low = one(different[at])
                    results[at] = np.longdouble(high) + np.longdouble(low)
        return results[places].reshape(values.shape)

    return evaluate


_ERF = np.vectorize(math.erf, otypes=[float])
_ERFC = np.vectorize(math.erfc, otypes=[float])
_mp_erf = _exactly(mpmath.erf)
_mp_erfc = _exactly(lambda x: mpmath.erfc(min(max(x, -200), 200)))


def _erf(values: Any) -> Any:
    """Of float64 operands, which stand for shorter ones, by the standard library."""
    if values.dtype != np.longdouble:
        return _ERF(values)
    return np.where(np.isinf(values), np.sign(values), _mp_erf(values))


def _erfc(values: Any) -> Any:
    if values.dtype != np.longdouble:
        return _ERFC(values)
    return np.where(np.isinf(values), 1 - np.sign(values), _mp_erfc(values))


_mp_erfinv = _exactly(lambda x: mpmath.erfinv(x) if abs(x) < 1 else mpmath.sign(x) * mpmath.inf)


def _erfinv(values: Any) -> Any:
    inside = np.where(np.abs(values) <= 1, values, np.nan)
    return _mp_erfinv(inside)


def _ndtri_of(x: Any) -> Any:
    """Precise enough for the least float32."""
    if not 0 < x < 1:
        return mpmath.inf * (2 * x - 1) if x in (0, 1) else mpmath.nan
    with mpmath.workprec(260):
        return mpmath.sqrt(2) * mpmath.erfinv(2 * x - 1)


_ndtri = _exactly(_ndtri_of)


def _lgamma_of(x: Any) -> Any:
    if x <= 0 and x == mpmath.floor(x):
        return mpmath.inf
    return mpmath.re(mpmath.loggamma(x))


_mp_lgamma, _mp_digamma = _exactly(_lgamma_of), _exactly(mpmath.digamma)


def _lgamma(values: Any) -> Any:
    return np.where(np.isinf(values), np.inf, _mp_lgamma(values))


def _digamma(values: Any) -> Any:
    """As torch: infinite of the other sign at 0, and NaN at the other poles."""
    results = np.where(values == np.inf, np.inf, _mp_digamma(values))
    return np.where(values == 0, np.copysign(np.inf, -values), results)


def _clearly(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Beside a zero the error is told in units of 1/4."""
    return lambda o: np.maximum(np.abs(function(o.self)), 0.25)


def _sinc(values: Any) -> Any:
    """By the distance from the nearest integer, which is exact."""
    values = values.astype(np.longdouble)
    nearest = np.rint(values)
    sign = np.where(np.fmod(nearest, 2) == 0, 1, -1)
    pi = np.longdouble(math.pi) + np.longdouble(1.2246467991473532e-16)
    quotient = sign * np.sin(pi * (values - nearest)) / (pi * values)
    return np.where(values == 0, 1, np.where(np.isinf(values), np.nan, quotient))


def _angle(values: Any) -> Any:
    """As torch: pi of what is less than 0; NaN stays."""
    if values.dtype.kind == "c":
        return np.angle(values)
    if values.dtype.kind != "f":
        return np.where(values.astype(np.int64) < 0, math.pi, 0)
    return np.where(np.isnan(values), np.nan, np.where(values < 0, math.pi, 0))


def _logit(values: Any, eps: float) -> Any:
    """Of numbers that are float32 at most, between eps and 1 - eps as float32."""
    low = np.float32(eps)
    high = np.float32(1) - low
    bounded = np.where(values < low, low, np.where(values > high, high, values))
    inside = bounded.astype(np.float64) if eps >= 0 else values
    return np.log(inside / (1 - inside))


ORACLES: dict[str, Oracle] = {
    "aclnnAcos": Oracle(lambda o: np.arccos(o.input)),
    "aclnnAcosh": Oracle(lambda o: np.arccosh(o.self)),
    "aclnnAsin": Oracle(lambda o: np.arcsin(o.self)),
    "aclnnAsinWithAgent": Oracle(
        lambda o: np.arcsin(o.x),
        computed=lambda architecture, kind: "float32" if kind == "float64" else kind,
    ),
    "aclnnAsinhWithAgent": Oracle(lambda o: np.arcsinh(o.x)),
    "aclnnAsinhV2": Oracle(lambda o: np.arcsinh(o.x)),
    "aclnnNdtri": Oracle(lambda o: _ndtri(o.self)),
    "aclnnAsinh": Oracle(lambda o: np.arcsinh(o.input)),
    "aclnnAtan": Oracle(lambda o: np.arctan(o.input)),
    "aclnnAtanh": Oracle(lambda o: np.arctanh(o.input)),
    "aclnnCos": Oracle(lambda o: np.cos(o.input)),
    "aclnnCosh": Oracle(lambda o: np.cosh(o.self)),
    "aclnnErf": Oracle(lambda o: _erf(o.self)),
    "aclnnErfc": Oracle(lambda o: _erfc(o.self)),
    "aclnnErfinv": Oracle(lambda o: _erfinv(o.self)),
    "aclnnExpm1": Oracle(lambda o: np.expm1(o.self)),
    "aclnnLog": Oracle(lambda o: np.log(o.self)),
    "aclnnLog10": Oracle(lambda o: np.log10(o.self)),
    "aclnnLog1p": Oracle(lambda o: np.log1p(o.self)),
    "aclnnLog2": Oracle(lambda o: np.log2(o.self)),
    "aclnnReciprocal": Oracle(lambda o: 1 / o.self),
    "aclnnRsqrt": Oracle(lambda o: 1 / np.sqrt(o.self)),
    "aclnnSin": Oracle(lambda o: np.sin(o.self)),
    "aclnnSinh": Oracle(lambda o: np.sinh(o.self)),
    "aclnnSqrt": Oracle(lambda o: np.sqrt(o.self)),
    "aclnnTan": Oracle(lambda o: np.tan(o.self)),
    "aclnnDigamma": Oracle(lambda o: _digamma(o.self), _clearly(_digamma)),
    "aclnnLgamma": Oracle(lambda o: _lgamma(o.self), _clearly(_lgamma)),
    "aclnnAbs": Oracle(lambda o: np.abs(o.self)),
    "aclnnCeil": Oracle(lambda o: np.ceil(o.self)),
    "aclnnAngleV2": Oracle(lambda o: _angle(o.x)),
    "aclnnExp2": Oracle(lambda o: np.exp2(o.self)),
    "aclnnFrac": Oracle(
        lambda o: o.input - np.trunc(o.input) if o.input.dtype.kind == "f" else o.input * 0
    ),
    "aclnnLogit": Oracle(
        lambda o: _logit(o.input, o.eps), arguments={"eps": [-1.0, 0.125, 0.0, 1e-6]}
    ),
    "aclnnSinc": Oracle(lambda o: _sinc(o.self)),
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
