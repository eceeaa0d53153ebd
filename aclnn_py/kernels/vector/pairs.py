# SPDX-License-Identifier: Apache-2.0
"""Numbers as the sum of two float64: what a rounding takes away is kept beside the result."""

from __future__ import annotations

from ..dialect.functions import device
from ..dialect.instructions import bits_of, float_of

LOW_27_BITS = (1 << 27) - 1


@device
def sum_of(a, b):  # type: ignore[no-untyped-def]
    """The rounded sum, and what the rounding took away."""
    total = a + b
    other = total - a
    return total, (a - (total - other)) + (b - other)


@device
def sum_of_larger(a, b):  # type: ignore[no-untyped-def]
    """The same where b is not larger than a, or a is 0."""
    total = a + b
    return total, b - (total - a)


@device
def halves_of(a):  # type: ignore[no-untyped-def]
    """Two numbers of 26 bits each whose sum it is: products of such numbers are exact."""
    high = float_of((bits_of(a) + (LOW_27_BITS + 1 >> 1)) & ~LOW_27_BITS)
    return high, a - high


@device
def product_of(a, b):  # type: ignore[no-untyped-def]
    """The rounded product, and what the rounding took away."""
    a_high, a_low = halves_of(a)
    b_high, b_low = halves_of(b)
    product = a * b
    rest = a_high * b_high - product
    return product, ((rest + a_high * b_low) + a_low * b_high) + a_low * b_low


@device
def plus(a, a_rest, b):  # type: ignore[no-untyped-def]
    """The sum of a pair and a number."""
    total, rest = sum_of(a, b)
    return sum_of_larger(total, rest + a_rest)


@device
def times(a, a_rest, b, b_rest):  # type: ignore[no-untyped-def]
    """The product of two pairs."""
    product, rest = product_of(a, b)
    return sum_of_larger(product, rest + (a * b_rest + a_rest * b))


@device
def quotient_of(a, a_rest, b, b_rest):  # type: ignore[no-untyped-def]
    """The quotient of two pairs as a pair, known to 100 bits."""
    quotient = a / b
    product, rest = product_of(quotient, b)
    return sum_of_larger(quotient, ((a - product) - rest + a_rest - quotient * b_rest) / b)
