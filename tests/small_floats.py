# SPDX-License-Identifier: Apache-2.0
"""What the codes of float8, hifloat8 and float4 are, and which is nearest to a number.

From ml_dtypes, and where it does not have a type worked out from the description of the format:
hifloat8 is that of "Ascend HiFloat8 Format for Deep Learning".
"""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np

IN_ML_DTYPES: dict[str, Any] = {
    "float8_e5m2": ml_dtypes.float8_e5m2,
    "float8_e4m3fn": ml_dtypes.float8_e4m3fn,
    "float8_e8m0": ml_dtypes.float8_e8m0fnu,
    "float4_e2m1": ml_dtypes.float4_e2m1fn,
}


def hifloat8_value(code: int) -> float:
    """By the table of the format: a prefix says how many bits the exponent has."""
    if code == 0b1000_0000:
        return math.nan
    sign = -1.0 if code & 0x80 else 1.0
    text = f"{code & 0x7F:07b}"
    prefixes = {"11": (4, 1), "10": (3, 2), "01": (2, 3), "001": (1, 3), "0001": (0, 3)}
    for prefix, (exponent_bits, fraction_bits) in prefixes.items():
        if not text.startswith(prefix):
            continue
        rest = text[len(prefix) :]
        exponent_text, fraction_text = rest[:exponent_bits], rest[exponent_bits:]
        assert len(fraction_text) == fraction_bits
        exponent = 0
        if exponent_text:
            magnitude = int("1" + exponent_text[1:], 2)
            exponent = -magnitude if exponent_text[0] == "1" else magnitude
        if exponent == 15 and fraction_text == "1":
            return sign * math.inf
        return sign * math.ldexp(1 + int(fraction_text, 2) / 2**fraction_bits, exponent)
    small = int(text[4:], 2)
    return sign * math.ldexp(1.0, small - 23) if small else 0.0


def float4_e1m2_value(code: int) -> float:
    """A sign, an exponent of 1 bit with the bias 1, a fraction of 2 bits."""
    fraction = code & 3
    magnitude = 1 + fraction / 4 if code & 4 else fraction / 4
    return -magnitude if code & 8 else magnitude


def values_of(name: str) -> Any:
    """The number of each code, in float32."""
    count = 16 if name.startswith("float4") else 256
    if name == "hifloat8":
        return np.array([hifloat8_value(code) for code in range(count)], np.float32)
    if name == "float4_e1m2":
        return np.array([float4_e1m2_value(code) for code in range(count)], np.float32)
    return np.arange(count, dtype=np.uint8).view(IN_ML_DTYPES[name]).astype(np.float32)


def numbers() -> Any:
    """float32 of all magnitudes: every upper half of their bits before several lower halves."""
    upper = np.arange(65536, dtype=np.uint32)[:, None] << 16
    lower = np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], np.uint32)
    return (upper | lower).ravel().view(np.float32)


def nearest(name: str, given: Any, away: bool) -> Any:
    """The codes of the numbers nearest to those given, ties to even codes or away from zero."""
    values = values_of(name).astype(np.float64)
    positive = np.arange(8 if name.startswith("float4") else 128)
    ladder = values[positive]
    order = np.argsort(ladder)
    codes, ladder = positive[order], ladder[order]
    if np.isinf(ladder[-1]):  # what rounds to the next step is infinite
        ladder[-1] = ladder[-2] * 1.5
    middle = (ladder[1:] + ladder[:-1]) / 2
    magnitude = np.abs(given.astype(np.float64))
    above = np.searchsorted(middle, magnitude, side="right")
    below = np.searchsorted(middle, magnitude, side="left")
    found = codes[above]
    if not away:
        found = np.where(codes[above] % 2 == 0, codes[above], codes[below])
    return found
