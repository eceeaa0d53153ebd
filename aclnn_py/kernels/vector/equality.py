# SPDX-License-Identifier: Apache-2.0
"""Equal, not equal, and equal within bounds."""

from __future__ import annotations

from ..dialect.instructions import COMPLEX, FLOATS, HALVES, INTEGERS, instruction, number


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX} bool", "T T -> bool")
def equal(a, b):  # type: ignore[no-untyped-def]
    return a == b


@instruction(f"{FLOATS} {HALVES} {INTEGERS} {COMPLEX} bool", "T T -> bool")
def not_equal(a, b):  # type: ignore[no-untyped-def]
    return a != b


@instruction(COMPLEX, "T -> bool")
def is_not_zero(a):  # type: ignore[no-untyped-def]
    return a.real != 0 or a.imag != 0


@instruction(FLOATS, "T T float32 float32 bool -> bool")
def is_close(a, b, relative, absolute, equal_nan):  # type: ignore[no-untyped-def]
    """The bound holds between finite numbers; others have to be equal, or NaN if asked for."""
    bound = number(a, absolute) + number(a, relative) * abs(b)
    finite = (a - a == 0) & (b - b == 0)
    both_nan = (a != a) & (b != b)  # noqa: PLR0124
    return (a == b) | (finite & (abs(a - b) <= bound)) | (equal_nan & both_nan)


@is_close.register("int64")
def _(a, b, relative, absolute, equal_nan):  # type: ignore[no-untyped-def]
    """The difference is exact, the bound a float32, as torch has it for integers."""
    bound = absolute + relative * abs(number(relative, b))
    apart = abs(number(relative, a) - number(relative, b))
    near = number(relative, a - b if a > b else b - a)  # does not overflow for equal signs
    difference = near if (a < 0) == (b < 0) else apart
    return (a == b) | (difference <= bound)


@instruction("float32", "T T T -> bool")
def approximate_equal(a, b, tolerance):  # type: ignore[no-untyped-def]
    return abs(number(1.0, a) - number(1.0, b)) < number(1.0, tolerance)
