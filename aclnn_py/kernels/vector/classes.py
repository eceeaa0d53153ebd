# SPDX-License-Identifier: Apache-2.0
"""Classes of numbers: finite ones, infinities, those with a sign."""

from __future__ import annotations

import math

from ..dialect.instructions import FLOATS, INTEGERS, bits_of, instruction, number

INFINITY = math.inf


@instruction(FLOATS, "T -> bool")
def is_finite(a):  # type: ignore[no-untyped-def]
    return a - a == 0


@instruction(FLOATS, "T -> bool")
def is_inf(a):  # type: ignore[no-untyped-def]
    return abs(a) == number(a, INFINITY)


@instruction(FLOATS, "T -> bool")
def is_pos_inf(a):  # type: ignore[no-untyped-def]
    return a == number(a, INFINITY)


@instruction(FLOATS, "T -> bool")
def is_neg_inf(a):  # type: ignore[no-untyped-def]
    return a == number(a, -INFINITY)


@instruction(FLOATS, "T -> bool")
def signbit(a):  # type: ignore[no-untyped-def]
    return bits_of(a) < 0


@signbit.register(INTEGERS)
def _(a):  # type: ignore[no-untyped-def]
    return a < number(a, 0)
