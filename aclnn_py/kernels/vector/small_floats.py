# SPDX-License-Identifier: Apache-2.0
"""Conversions of the types of at most 8 bits: float8, hifloat8, float4 and int4.

A strip holds a code of one byte for each element, int4 as an int8; the vector unit takes them out
of memory and packs them. The floats are converted from and to float32, to nearest even, hifloat8
with ties away from zero. What is too large becomes infinite, NaN where a type has no infinity
(float8_e4m3fn, float8_e8m0), and the largest number where it has neither (float4). NaN becomes a
zero of float4, as in ml_dtypes: of the other sign. The instructions behind the conversions round
to float4 in another direction.

From a float int4 is cut toward zero and saturates, NaN is 0; from int8 it keeps its low bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..dialect.instructions import bits_of, float_of, instruction, register_cast

if TYPE_CHECKING:
    from ..dialect.instructions import Body

ONE = 127 << 23  # 1.0 as the bits of a float32
MAGNITUDE = 0x7FFFFFFF
INFINITE = 0x7F800000
NAN = 0x7FC00000


@dataclass(frozen=True)
class Format:
    """A float with a sign, an exponent of the bias, and a fraction of so many bits."""

    name: str
    sign: int  # the bit of the sign
    fraction: int
    bias: int
    largest: int  # the code of the largest number
    beyond: int  # the code of what is larger
    nan: int  # the code of NaN; of float4 the sign alone

    @property
    def unit(self) -> float:
        """The smallest number above 0."""
        return float(2.0 ** (1 - self.bias - self.fraction))


FORMATS = (
    Format("float8_e5m2", 0x80, 2, 15, 0x7B, 0x7C, 0x7E),
    Format("float8_e4m3fn", 0x80, 3, 7, 0x7E, 0x7F, 0x7F),
    Format("float4_e2m1", 0x08, 1, 1, 0x07, 0x07, 0x08),
    Format("float4_e1m2", 0x08, 2, 1, 0x07, 0x07, 0x08),
)


def _make_widening(format: Format) -> Body:
    sign = format.sign
    sign_shift = 32 - sign.bit_length()
    shift = 23 - format.fraction
    rebias = (127 - format.bias) << 23
    normal_from = 1 << format.fraction
    unit = np.float32(format.unit)
    largest = format.largest
    has_infinity = format.beyond > largest and format.beyond != format.nan
    infinity = format.beyond if has_infinity else 256

    def widen(a):  # type: ignore[no-untyped-def]
        code = np.int32(a) & (2 * sign - 1)
        magnitude = code & (sign - 1)
        normal = (magnitude << shift) + rebias
        subnormal = bits_of(np.float32(magnitude) * unit)
        bits = normal if magnitude >= normal_from else subnormal
        bits = NAN if magnitude > largest else bits
        bits = INFINITE if magnitude == infinity else bits
        return float_of(np.int32(bits | ((code & sign) << sign_shift)))

    return widen


def _make_narrowing(format: Format) -> Body:
    sign = format.sign
    sign_shift = 32 - sign.bit_length()
    shift = 23 - format.fraction
    rebias = (127 - format.bias) << 23
    half = (1 << (shift - 1)) - 1
    normal_from = (128 - format.bias) << 23
    # The unit of a float32 near this number is that of the subnormal numbers, so the sum is rounded
    # to it.
    ruler = np.float32(format.unit * 2.0**23)
    ruler_bits = int(ruler.view(np.int32))
    largest, beyond, nan = format.largest, format.beyond, format.nan
    nan_flips = nan == sign

    def narrow(a):  # type: ignore[no-untyped-def]
        bits = bits_of(a)
        magnitude = bits & MAGNITUDE
        negative = (bits >> sign_shift) & sign
        odd = (magnitude >> shift) & 1
        normal = (magnitude - rebias + half + odd) >> shift
        subnormal = bits_of(float_of(np.int32(magnitude)) + ruler) - ruler_bits
        code = normal if magnitude >= normal_from else subnormal
        code = beyond if code > largest else code
        special = nan if magnitude > INFINITE else code
        return special ^ negative if nan_flips else special | negative

    return narrow


def _make_turning(format: Format, mode: str) -> Body:
    """Rounds float32 to float4 toward zero, up, down, or to nearest with ties away from zero."""
    sign = format.sign
    sign_shift = 32 - sign.bit_length()
    shift = 23 - format.fraction
    rebias = (127 - format.bias) << 23
    rest_bits = (1 << shift) - 1
    half = 1 << (shift - 1)
    normal_from = (128 - format.bias) << 23
    steps = np.float32(1.0 / format.unit)
    largest, nan = format.largest, format.nan
    to_nearest = mode == "round"
    away_if = {"trunc": -1, "round": -1, "floor": sign, "ceil": 0}[mode]

    def turn(a):  # type: ignore[no-untyped-def]
        bits = bits_of(a)
        magnitude = bits & MAGNITUDE
        negative = (bits >> sign_shift) & sign
        is_normal = magnitude >= normal_from
        # Below the smallest normal number all steps are the same, and there are few of them.
        small = float_of(np.int32(0 if is_normal else magnitude)) * steps
        whole = np.int32(small)
        small_rest = np.int32((small - np.float32(whole)) * np.float32(2 * half))
        small_rest = small_rest | np.int32(small > np.float32(whole))
        code = (magnitude - rebias) >> shift if is_normal else whole
        rest = magnitude & rest_bits if is_normal else small_rest
        if to_nearest:
            code = code + np.int32(rest >= half)
        else:
            code = code + (np.int32(rest != 0) & np.int32(negative == away_if))
        code = largest if code > largest else code
        special = nan if magnitude > INFINITE else code
        return special ^ negative

    return turn


# --- hifloat8 ----------------------------------------------------------------------------------
#
# Behind the sign a prefix says how many bits the exponent has, and the fraction has the rest:
#
#     11 ....   exponent of 8 to 15, fraction of 1 bit      001 ...   1, 3 bits
#     10 ....   4 to 7, 2 bits                              0001 ..   0, 3 bits
#     01 ....   2 to 3, 3 bits                              0000 mmm  2^(m - 23); m = 0 is 0 or NaN
#
# An exponent is a sign and its magnitude without the leading 1. The largest code is infinite.

HIFLOAT8_NAN = 0x80
HIFLOAT8_INFINITE = 0x6F


def _hifloat8_to_float32(a):  # type: ignore[no-untyped-def]
    code = a & 0xFF
    low = code & 0x7F
    # The bits of the exponent behind its sign, and those of the fraction.
    width = 1 if low >= 0x20 else 0
    width = 2 if low >= 0x40 else width
    width = 3 if low >= 0x60 else width
    fraction = 2 if low >= 0x40 else 3
    fraction = 1 if low >= 0x60 else fraction
    leading = 1 << width
    exponent = leading | ((low >> fraction) & (leading - 1))
    is_less = (low >> (fraction + width)) & 1
    exponent = -exponent if is_less != 0 else exponent
    exponent = 0 if low < 0x10 else exponent
    mantissa = (low << (23 - fraction)) & 0x7FFFFF
    tiny = low < 0x08
    exponent = low - 23 if tiny else exponent
    mantissa = 0 if tiny else mantissa
    bits = ONE + (exponent << 23) + mantissa
    bits = INFINITE if low == HIFLOAT8_INFINITE else bits
    bits = 0 if low == 0 else bits
    bits = bits | ((code & 0x80) << 24)
    return float_of(np.int32(NAN if code == HIFLOAT8_NAN else bits))


def _float32_to_hifloat8(a):  # type: ignore[no-untyped-def]
    bits = bits_of(a)
    magnitude = bits & MAGNITUDE
    exponent = (magnitude >> 23) - 127
    far = -exponent if exponent < 0 else exponent
    fraction = 2 if far >= 4 else 3
    fraction = 1 if far >= 8 else fraction
    fraction = 0 if exponent < -15 else fraction
    # Half of a unit of the fraction is added, and what carries over belongs to the next exponent.
    rounded = magnitude + (1 << (22 - fraction))
    exponent = (rounded >> 23) - 127
    is_less = np.int32(exponent < 0)
    far = -exponent if exponent < 0 else exponent
    # The fraction that the exponent has now; behind a carry it is 0 with either width.
    width = 1 if far >= 2 else 0
    width = 2 if far >= 4 else width
    width = 3 if far >= 8 else width
    fraction = 4 - width if far >= 4 else 3
    prefix = 0x10 if far == 1 else 0x08
    prefix = 0x20 if far >= 2 else prefix
    prefix = 0x40 if far >= 4 else prefix
    prefix = 0x60 if far >= 8 else prefix
    mantissa = (rounded & 0x7FFFFF) >> (23 - fraction)
    below = far - (1 << width)
    scaled = (is_less << (fraction + width)) | (below << fraction)
    code = prefix | mantissa | (scaled if far > 0 else 0)
    tiny = exponent + 23
    tiny = tiny if tiny > 0 else 0
    code = tiny if exponent < -15 else code
    code = 1 if (magnitude >= (127 - 23) << 23) & (exponent < -22) else code
    code = HIFLOAT8_INFINITE if rounded >= (127 + 15) << 23 | 0x400000 else code
    code = code | ((bits >> 24) & 0x80) if code != 0 else code
    return HIFLOAT8_NAN if magnitude > INFINITE else code


# --- float8_e8m0: powers of two ------------------------------------------------------------------

E8M0_NAN = 0xFF


def _e8m0_to_float32(a):  # type: ignore[no-untyped-def]
    code = a & 0xFF
    bits = code << 23
    bits = 0x400000 if code == 0 else bits
    return float_of(np.int32(NAN if code == E8M0_NAN else bits))


def _float32_to_e8m0(a):  # type: ignore[no-untyped-def]
    bits = bits_of(a)
    code = (bits + 0x400000) >> 23
    # 2^-127 and 2^-126 are 2^22 apart as the bits of a float32, and so are half the steps above.
    code = np.int32(bits >= 0x600000) if bits < 0x800000 else code
    return E8M0_NAN if (bits <= 0) | (bits >= 0x7F400000) else code


# --- int4 --------------------------------------------------------------------------------------


def _int4_to_int8(a):  # type: ignore[no-untyped-def]
    return ((np.int32(a) & 15) ^ 8) - 8


def _int8_to_int4(a):  # type: ignore[no-untyped-def]
    return ((np.int32(a) & 15) ^ 8) - 8


def _float32_to_int4(a):  # type: ignore[no-untyped-def]
    value = a if a > np.float32(-8.0) else np.float32(-8.0)
    value = value if value < np.float32(7.0) else np.float32(7.0)
    return 0 if a != a else np.int32(value)  # noqa: PLR0124


# --- Registration ------------------------------------------------------------------------------


def _register() -> None:
    for each in FORMATS:
        register_cast(each.name, "float32", _make_widening(each))
        register_cast("float32", each.name, _make_narrowing(each))
    register_cast("hifloat8", "float32", _hifloat8_to_float32)
    register_cast("float32", "hifloat8", _float32_to_hifloat8)
    register_cast("float8_e8m0", "float32", _e8m0_to_float32)
    register_cast("float32", "float8_e8m0", _float32_to_e8m0)
    register_cast("int4", "int8", _int4_to_int8)
    register_cast("int8", "int4", _int8_to_int4)
    register_cast("float32", "int4", _float32_to_int4)
    for each in FORMATS[2:]:
        for mode in ("trunc", "round", "floor", "ceil"):
            body = _make_turning(each, mode)
            body.__name__ = f"{mode}_{each.name}"
            instruction("float32", f"float32 -> {each.name}")(body)


_register()
