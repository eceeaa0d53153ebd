# SPDX-License-Identifier: Apache-2.0
"""Logarithms.

x = 2^k (1 + f) with 1 + f between sqrt 1/2 and sqrt 2. With s = f / (2 + f) is log(1 + f) =
2 atanh s, and 2 s = f - s f: what is behind f is small, so that its roundings hardly matter.
"""

from __future__ import annotations

import numpy as np

from ..dialect.functions import device
from ..dialect.fused import fused_multiply_add
from ..dialect.instructions import bits_of, float_of, instruction, number
from .exponential import LN2_HIGH_32, LN2_HIGH_64, LN2_LOW_32, LN2_LOW_64, LOG2_E
from .pairs import halves_of, sum_of, sum_of_larger

LOG10_E = 0.4342944819032518
LOG10_E_REST_32 = LOG10_E - float(np.float32(LOG10_E))
# Of 15 bits: its product with an exponent is exact.
LOG10_2_HIGH_32 = 9864 / 32768
LOG10_2_LOW_32 = 0.3010299956639812 - LOG10_2_HIGH_32
LOG2_E_REST_32 = LOG2_E - float(np.float32(LOG2_E))
# Of 26 bits, and the rest.
LOG2_E_UPPER = float.fromhex("0x1.7154768000000p+0")
LOG2_E_LOWER = -1.0542692476429138e-08
LOG10_E_UPPER = float.fromhex("0x1.bcb7b18000000p-2")
LOG10_E_LOWER = -2.6524694553078553e-09
# Of 33 bits: its product with an exponent is exact.
LOG10_2_HIGH = float.fromhex("0x1.3441350a00000p-2")
LOG10_2_LOW = -1.9043128467164274e-12

SQRT_HALF_32 = 0x3F3504F3
ONE_32 = 0x3F800000
MANTISSA_32 = (1 << 23) - 1

SQRT_HALF_64 = 0x3FE6A09E667F3BCD
ONE_64 = 0x3FF0000000000000
MANTISSA_64 = (1 << 52) - 1
# 2^52 + 1023, and its bits where the low ones are those of 1023.
BIASED_64 = 4503599627370496.0 + 1023.0
INTEGER_64 = 0x4330000000000000


@device
def exponent_and_fraction_64(x):  # type: ignore[no-untyped-def]
    """The k as float64 and f, of a positive finite x."""
    is_tiny = x < 2.2250738585072014e-308
    shifted = bits_of(x * 18014398509481984.0 if is_tiny else x) + (ONE_64 - SQRT_HALF_64)
    k = float_of(((shifted >> 52) & 0x7FF) | INTEGER_64) - BIASED_64
    fraction = float_of((shifted & MANTISSA_64) + SQRT_HALF_64)
    return k - 54.0 if is_tiny else k, fraction - 1.0


@device
def behind_fraction_64(f):  # type: ignore[no-untyped-def]
    """What is f - log(1 + f), of an f between sqrt 1/2 - 1 and sqrt 2 - 1."""
    s = f / (2.0 + f)
    z = s * s
    p = 0.1308716702103467
    p = p * z + 0.13268718479806443
    p = p * z + 0.1538624187177582
    p = p * z + 0.1818179559747706
    p = p * z + 0.2222222239214429
    p = p * z + 0.28571428570801544
    p = p * z + 0.4000000000000088
    p = p * z + 0.6666666666666666
    half = 0.5 * f * f
    return half - s * (half + z * p)


@device
def with_ends(x, result):  # type: ignore[no-untyped-def]
    """The result, or what a logarithm is where x is not positive, or not finite."""
    result = result if x < number(x, np.inf) else x
    result = number(x, -np.inf) if x == 0 else result
    return number(x, np.nan) if x < 0 else result


@device
def log_64(x):  # type: ignore[no-untyped-def]
    """The log x of any float64."""
    k, f = exponent_and_fraction_64(x)
    result = k * LN2_HIGH_64 + (f + (k * LN2_LOW_64 - behind_fraction_64(f)))
    return with_ends(x, result)


@device
def log_of_pair_64(x, rest):  # type: ignore[no-untyped-def]
    """The logarithm of x + rest, where rest is too small to be a part of x."""
    k, f = exponent_and_fraction_64(x)
    behind = behind_fraction_64(f) - rest / x
    return with_ends(x, k * LN2_HIGH_64 + (f + (k * LN2_LOW_64 - behind)))


@device
def log1p_of_pair_64(x, rest):  # type: ignore[no-untyped-def]
    """The logarithm of 1 + x + rest, likewise."""
    one, more = sum_of(1.0, x)
    result = log_of_pair_64(one, more + rest)
    return x if abs(x) < 1e-20 else result


@device
def log1p_64(x):  # type: ignore[no-untyped-def]
    """The logarithm of 1 + x, of any float64 x."""
    return log1p_of_pair_64(x, 0.0)


@device
def fraction_logarithm_64(f, upper, lower):  # type: ignore[no-untyped-def]
    """The product of log(1 + f) and upper + lower, as a pair; upper has 26 bits."""
    behind = behind_fraction_64(f)
    high = f - behind
    low = (f - high) - behind
    high_upper, high_lower = halves_of(high)
    product = high_upper * upper
    return product, high_upper * lower + (high_lower + low) * (upper + lower)


@device
def log2_64(x):  # type: ignore[no-untyped-def]
    """The logarithm to base 2 of any float64."""
    k, f = exponent_and_fraction_64(x)
    product, rest = fraction_logarithm_64(f, LOG2_E_UPPER, LOG2_E_LOWER)
    total, more = sum_of_larger(k, product)
    return with_ends(x, total + (more + rest))


@device
def log10_64(x):  # type: ignore[no-untyped-def]
    """The logarithm to base 10 of any float64."""
    k, f = exponent_and_fraction_64(x)
    product, rest = fraction_logarithm_64(f, LOG10_E_UPPER, LOG10_E_LOWER)
    total, more = sum_of_larger(k * LOG10_2_HIGH, product)
    return with_ends(x, total + (more + (rest + k * LOG10_2_LOW)))


@device
def _exponent_and_fraction_32(x):  # type: ignore[no-untyped-def]
    """The k as float32 and f, of a normal x."""
    shifted = number(bits_of(x), bits_of(x) + (ONE_32 - SQRT_HALF_32))
    k = number(x, number(shifted, (shifted >> 23) - 127))
    fraction = float_of(number(shifted, (shifted & MANTISSA_32) + SQRT_HALF_32))
    return k, fraction - number(x, 1.0)


@device
def _behind_fraction_32(f):  # type: ignore[no-untyped-def]
    """What is log(1 + f) - f, of an f between sqrt 1/2 - 1 and sqrt 2 - 1."""
    p = number(f, -0.07634828984737396)
    p = p * f + number(f, 0.1276215761899948)
    p = p * f - number(f, 0.1316032111644745)
    p = p * f + number(f, 0.14201685786247253)
    p = p * f - number(f, 0.1662333756685257)
    p = p * f + number(f, 0.20001229643821716)
    p = p * f - number(f, 0.250008225440979)
    p = p * f + number(f, 0.3333333134651184)
    z = f * f
    return f * z * p - number(f, 0.5) * z


@device
def log1p_32(x):  # type: ignore[no-untyped-def]
    """The logarithm of 1 + x, of a float32; less than 1 unit in the last place from the exact one.

    Where 1 + x is no fraction alone, it is a sum of two.
    """
    one = number(x, 1.0)
    total, rest = sum_of(one, x)
    k, f = _exponent_and_fraction_32(total)
    is_near = x > number(x, -0.29289) and x < number(x, 0.41421)
    f = x if is_near else f
    k = number(x, 0.0) if is_near else k
    more = number(x, 0.0) if is_near else rest / total
    behind = _behind_fraction_32(f) + (k * number(x, LN2_LOW_32) + more)
    result = k * number(x, LN2_HIGH_32) + (f + behind)
    result = result if x < number(x, np.inf) and x != 0 else x
    result = number(x, -np.inf) if x == -one else result
    return number(x, np.nan) if x < -one else result


@device
def _parts_32(x):  # type: ignore[no-untyped-def]
    """The exponent and the fraction of any positive float32."""
    is_tiny = x < number(x, 1.1754943508222875e-38)
    k, f = _exponent_and_fraction_32(x * number(x, 8388608.0) if is_tiny else x)
    return k - number(x, 23.0) if is_tiny else k, f


@instruction("float32")
def log(x):  # type: ignore[no-untyped-def]
    """Less than 1 unit in the last place from the exact result."""
    k, f = _parts_32(x)
    behind = _behind_fraction_32(f)
    result = k * number(x, LN2_HIGH_32) + (f + (behind + k * number(x, LN2_LOW_32)))
    return with_ends(x, result)


@log.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.9 units in the last place from the exact result."""
    return log_64(x)


@instruction("float32")
def log1p(x):  # type: ignore[no-untyped-def]
    """Less than 1 unit in the last place from the exact result."""
    return log1p_32(x)


@log1p.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1 unit in the last place from the exact result."""
    return log1p_64(x)


@instruction("float32")
def log2(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    k, f = _parts_32(x)
    factor = number(x, LOG2_E)
    behind = _behind_fraction_32(f)
    above = f * factor
    rest = fused_multiply_add(f, factor, -above) + f * number(x, LOG2_E_REST_32)
    total, more = sum_of_larger(k, above)
    result = total + (more + fused_multiply_add(behind, factor, rest))
    return with_ends(x, result)


@log2.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.9 units in the last place from the exact result."""
    return log2_64(x)


@instruction("float32")
def log10(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    k, f = _parts_32(x)
    factor = number(x, LOG10_E)
    behind = _behind_fraction_32(f)
    above = f * factor
    rest = fused_multiply_add(f, factor, -above) + f * number(x, LOG10_E_REST_32)
    total, more = sum_of_larger(k * number(x, LOG10_2_HIGH_32), above)
    rest = fused_multiply_add(k, number(x, LOG10_2_LOW_32), rest)
    result = total + (more + fused_multiply_add(behind, factor, rest))
    return with_ends(x, result)


@log10.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 0.9 units in the last place from the exact result."""
    return log10_64(x)
