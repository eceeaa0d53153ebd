# SPDX-License-Identifier: Apache-2.0
"""A product and a sum with one rounding, beside exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numba
import numpy as np
import pytest

from aclnn_py.kernels.dialect.functions import COMPILE_OPTIONS
from aclnn_py.kernels.dialect.fused import fused_multiply_add, fused_multiply_add_software

pytestmark = pytest.mark.slow  # Numba compiles each form

FORMS = {"chosen": fused_multiply_add, "software": fused_multiply_add_software}
LARGEST = Fraction(2) ** 128 - Fraction(2) ** 104


def nearest(exact: Fraction) -> float:
    """The float32 nearest to it, of two the even one."""
    if exact == 0:
        return 0.0
    exponent = math.floor(math.log2(abs(exact)))
    while abs(exact) >= Fraction(2) ** (exponent + 1):
        exponent += 1
    while abs(exact) < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - 23, -149)
    rounded = round(exact / unit) * unit
    return float(rounded) if abs(rounded) <= LARGEST else math.copysign(math.inf, rounded)


def operands() -> Any:
    """Triples of every size, of sums that cancel, of ties and their neighbours, and subnormal."""
    random = np.random.default_rng(5)
    every = np.ldexp(random.uniform(-1, 1, (3, 3000)), random.integers(-70, 70, (3, 3000)))
    a, b = random.uniform(1, 2, (2, 3000)).astype(np.float32)
    products = np.stack([a, b, -(a * b)])
    steps = random.integers(-3, 4, 3000).astype(np.float32)
    # 1 + half a unit in the last place, and what lies 2^-60 beside it.
    ties = np.stack([1 + steps * 2.0**-23, np.full(3000, 2.0**-24), np.ones(3000)])
    beside = np.stack([1 + steps * 2.0**-23, np.full(3000, 2.0**-60), steps * 2.0**-24 + 1])
    small = np.stack([a * 2.0**-75, b * 2.0**-70, random.integers(-9, 9, 3000) * 2.0**-149])
    return np.concatenate([every, products, ties, beside, small], axis=1).astype(np.float32)


@pytest.mark.parametrize("form", FORMS)
def test_a_product_and_a_sum_are_rounded_once(form: str) -> None:
    function = FORMS[form]

    def run(a: Any, b: Any, c: Any, out: Any) -> None:
        for i in range(len(out)):
            out[i] = function(a[i], b[i], c[i])

    a, b, c = operands()
    got = np.empty_like(a)
    numba.njit(**COMPILE_OPTIONS)(run)(a, b, c, got)
    wanted = [
        nearest(Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z)))
        for x, y, z in zip(a, b, c, strict=True)
    ]
    np.testing.assert_array_equal(got, np.array(wanted, np.float32))


@pytest.mark.parametrize("form", FORMS)
def test_infinities_and_nan_are_those_of_a_sum(form: str) -> None:
    function = FORMS[form]

    def add(a: Any, b: Any, c: Any) -> Any:
        return function(a, b, c)

    compiled = numba.njit(**COMPILE_OPTIONS)(add)
    inf, nan = math.inf, math.nan
    cases = [
        ((inf, 1, 1), inf),
        ((1, 1, -inf), -inf),
        ((inf, 1, -inf), nan),
        ((inf, 0, 1), nan),
        ((nan, 1, 1), nan),
        ((3e38, 2, -inf), -inf),
        ((3e38, 3e38, 1), inf),
        ((-0.0, 1, -0.0), -0.0),
    ]
    for values, wanted in cases:
        got = compiled(*map(np.float32, values))
        np.testing.assert_array_equal(np.float32(got), np.float32(wanted))
        assert math.isnan(got) or math.copysign(1, got) == math.copysign(1, wanted)
