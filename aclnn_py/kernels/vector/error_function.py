# SPDX-License-Identifier: Apache-2.0
"""The error function.

Up to 1/2 erf x = x + x P(x^2). Beyond, erfc x = exp(-x^2) G(t) / (1 + 2 x) with t = (x - 3) /
(x + 3), where G hardly changes up to the x at which the result is 0.
"""

from __future__ import annotations

import math

from ..dialect.functions import device
from ..dialect.instructions import instruction, number
from .exponential import exp_in_pair, reduced_32, scaled_64
from .exponents import power_of_two_32
from .pairs import product_of, sum_of_larger

G_REST = 4.417058560896e-17
"""What one float64 does not hold of the G at x = 3."""


@device
def _small_64(x):  # type: ignore[no-untyped-def]
    """The erf x - x of an x up to 1/2."""
    z = x * x
    p = 1.4726244430391079e-06
    p = p * z - 1.4845891283057166e-05
    p = p * z + 0.00012053336999544561
    p = p * z - 0.0008548297796903137
    p = p * z + 0.005223977373569877
    p = p * z - 0.0268661706329255
    p = p * z + 0.11283791670925479
    p = p * z - 0.37612638903183476
    p = p * z + 0.12837916709551256
    return x * p


@device
def _large_64(x):  # type: ignore[no-untyped-def]
    """The erfc x = (p + q) 2^k, of an x from 1/2 to 28."""
    t = (x - 3.0) / (x + 3.0)
    g = -3.9323761848881605e-09
    g = g * t - 1.10837980051224e-08
    g = g * t + 3.320058443598688e-08
    g = g * t + 9.993400840793545e-08
    g = g * t - 1.3316247180536978e-07
    g = g * t - 6.159957349514086e-07
    g = g * t + 3.5196357756428185e-07
    g = g * t + 3.4725124329028977e-06
    g = g * t - 7.297736708840051e-07
    g = g * t - 2.0100738215924395e-05
    g = g * t + 4.949102682231164e-06
    g = g * t + 0.00012509942018359347
    g = g * t - 0.00010515974946179487
    g = g * t - 0.0007798322863596726
    g = g * t + 0.0018886903553922711
    g = g * t + 0.0025293918177724307
    g = g * t - 0.02377051491848137
    g = g * t + 0.06830802734386786
    g = g * t - 0.11927366341531331
    g = g * t + 0.1296451587027639
    g = g * t - 0.047562294353450676
    g = g * t - 0.1356211061245812
    g, g_rest = sum_of_larger(1.2530080582697296, g * t)
    square, square_rest = product_of(x, x)
    p, q, k = exp_in_pair(-square, -square_rest)
    above, above_rest = product_of(p, g)
    above_rest = above_rest + (p * (g_rest + G_REST) + q * g)
    below, below_rest = sum_of_larger(2.0 * x, 1.0)
    quotient = above / below
    rest = (above_rest - quotient * below_rest) / below
    return quotient, rest, k


@device
def erf_64(x):  # type: ignore[no-untyped-def]
    """The erf x of any float64."""
    magnitude = abs(x)
    bounded = 0.5 if magnitude < 0.5 else magnitude
    bounded = 28.0 if bounded > 28.0 else bounded
    p, q, k = _large_64(bounded)
    one, rest = sum_of_larger(1.0, -scaled_64(p, k))
    large = math.copysign(one + (rest - scaled_64(q, k)), x)
    small = x + _small_64(x)
    return small if magnitude < 0.5 else large


@device
def erfc_64(x):  # type: ignore[no-untyped-def]
    """1 - erf x of any float64."""
    magnitude = abs(x)
    bounded = 0.5 if magnitude < 0.5 else magnitude
    bounded = 28.0 if bounded > 28.0 else bounded
    p, q, k = _large_64(bounded)
    large = scaled_64(p + q, k)
    one, rest = sum_of_larger(1.0, -x)
    small = one + (rest - _small_64(x))
    large = 2.0 - large if x < 0 else large
    return small if magnitude < 0.5 else large


@instruction("float32")
def erf(x):  # type: ignore[no-untyped-def]
    """Less than 2 units in the last place from the exact result.

    x + x P(x^2) up to 1, and beyond 1 - exp Q(|x|).
    """
    y = abs(x)
    z = x * x
    p = number(x, 7.889119297033176e-05)
    p = p * z - number(x, 0.0008020845707505941)
    p = p * z + number(x, 0.005189536605030298)
    p = p * z - number(x, 0.026854446157813072)
    p = p * z + number(x, 0.11283600330352783)
    p = p * z - number(x, 0.3761262595653534)
    p = p * z + number(x, 0.12837916612625122)
    small = x + x * p
    y = number(x, 1.0) if y < number(x, 1.0) else y
    y = number(x, 4.0) if y > number(x, 4.0) else y
    q = number(x, 0.00018636573804542422)
    q = q * y - number(x, 0.002947531407698989)
    q = q * y + number(x, 0.021837573498487473)
    q = q * y - number(x, 0.10310576856136322)
    q = q * y - number(x, 0.638145923614502)
    q = q * y - number(x, 1.1270885467529297)
    q = q * y - number(x, 0.0003416783001739532)
    high, more, k = reduced_32(q)
    one = number(x, 1.0)
    large = math.copysign(one - (one + (high + more)) * power_of_two_32(k), x)
    return small if abs(x) < one else large


@erf.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.1 units in the last place from the exact result."""
    return erf_64(x)


@instruction("float32")
def erfc(x):  # type: ignore[no-untyped-def]
    """Less than 0.51 units in the last place from the exact result."""
    return number(x, erfc_64(number(1.0, x)))


@erfc.register("float64")
def _(x):  # type: ignore[no-untyped-def]
    """Less than 1.5 units in the last place from the exact result."""
    return erfc_64(x)
