# SPDX-License-Identifier: Apache-2.0
"""sin, cos, and exp of complex numbers, beside what is computed in integers or long double."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from single_instructions import (
    COMPLEX,
    FLOATS,
    HALVES,
    check_everywhere,
    functions,
    run,
    same,
    ulps,
)
from vector_unit import dtype

BITS = 1300
"""Of pi, behind the point: enough for the largest float64."""

INF = math.inf
NAN = math.nan

needs_long_double = pytest.mark.skipif(
    np.finfo(np.longdouble).nmant <= 52, reason="no longdouble that knows better"
)


def pi() -> int:
    """Pi times 2^BITS, by Euler's series: pi = sum of 2^(n + 1) n!^2 / (2n + 1)!"""
    term = total = 2 << BITS
    n = 1
    while term:
        term = term * n // (2 * n + 1)
        total += term
        n += 1
    return total


PI = pi()


def sine_and_cosine(x: float) -> tuple[Any, Any]:
    """sin x and cos x as long doubles, by series in integers."""
    numerator, denominator = x.as_integer_ratio()
    scaled = (numerator << BITS) // denominator
    n = (2 * scaled + PI // 2) // PI
    rest = scaled - n * PI // 2
    sums = [0, 0]
    term = 1 << BITS
    for k in range(200):
        sums[k % 2] += -term if k % 4 >= 2 else term
        term = (term * rest >> BITS) // (k + 1)
    cosine, sine = sums
    for _ in range(n % 4):
        sine, cosine = cosine, -sine
    return long_double(sine), long_double(cosine)


def long_double(value: int) -> Any:
    """value / 2^BITS."""
    shift = max(abs(value).bit_length() - 64, 0)
    upper, lower = divmod(value >> shift, 1 << 32)
    wide = np.longdouble(upper) * np.longdouble(2) ** 32 + np.longdouble(lower)
    return np.ldexp(wide, shift - BITS)


def nearest_to_multiples(mantissa_bits: int, exponents: range) -> Iterator[float]:
    """For each exponent e the m 2^e, of so many bits, that comes nearest to a multiple of pi / 2.

    m is the denominator of a convergent of 2^e / (pi / 2).
    """
    for e in exponents:
        a, b = (2 << (BITS + e), PI) if e >= 0 else (2 << BITS, PI << -e)
        before, m = 1, 0
        while b:
            quotient, (a, b) = a // b, (b, a % b)
            before, m = m, quotient * m + before
            if m >> mantissa_bits:
                break
        yield math.ldexp(before, e)


def check_hardest(name: str, numbers: list[float], bound: float) -> None:
    exact = [sine_and_cosine(x) for x in numbers]
    values = np.array(numbers, name)
    for position, operation in enumerate(("sin", "cos")):
        expected = np.array([each[position] for each in exact])
        for function in functions(operation, name):
            assert ulps(run(function, [values], name, len(values)), expected) < bound


@needs_long_double
def test_nearest_to_multiples_of_a_quarter_turn() -> None:
    """Where most bits cancel: 61 of them at 6381956970095103 2^797."""
    numbers = list(nearest_to_multiples(53, range(-52, 971, 8)))
    assert math.ldexp(6381956970095103, 797) in nearest_to_multiples(53, range(797, 798))
    numbers += [math.ldexp(6381956970095103, 797), 1e300, 1e22, 2.0**1023, np.finfo(float).max]
    check_hardest("float64", numbers, 0.85)
    singles = [*nearest_to_multiples(24, range(-23, 105)), 2.0**127]
    check_hardest("float32", singles, 0.51)


def arguments(name: str, count: int) -> Any:
    """Of every size, and near multiples of pi / 2 where they are not large."""
    random = np.random.default_rng(11)
    limits = np.finfo(name)
    exponents = random.integers(limits.minexp - limits.nmant, limits.maxexp, count)
    multiples = np.arange(-2000, 2001) * (math.pi / 2)
    parts = [
        random.uniform(-1, 1, count),
        random.uniform(-100, 100, count),
        random.uniform(-1e6, 1e6, count),
        np.ldexp(random.uniform(-1, 1, count), exponents),
        multiples,
        np.nextafter(multiples, INF),
    ]
    return np.concatenate(parts).astype(name)


@needs_long_double
@pytest.mark.parametrize(("name", "bound"), [("float32", 1.5), ("float64", 0.85)])
def test_sine_and_cosine(name: str, bound: float) -> None:
    numbers = arguments(name, 20_000)
    wide = numbers.astype(np.longdouble)
    for operation, expected in (("sin", np.sin(wide)), ("cos", np.cos(wide))):
        for function in functions(operation, name):
            assert ulps(run(function, [numbers], name, len(numbers)), expected) < bound


@pytest.mark.parametrize("name", FLOATS)
def test_small_arguments(name: str) -> None:
    """sin x is x where x^2 / 6 is nothing beside 1, to the smallest number and with its sign."""
    limits = np.finfo(name)
    powers = np.ldexp(1.0, np.arange(limits.minexp - limits.nmant, -30)).astype(name)
    values = np.concatenate([[0.0], powers, -powers, [-0.0]]).astype(name)
    check_everywhere(functions("sin", name), [values], name, lambda x: x)
    check_everywhere(functions("cos", name), [values], name, np.ones_like)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES])
def test_no_sine_of_what_is_not_finite(name: str) -> None:
    values = np.array([INF, -INF, NAN, -NAN], dtype(name))
    for operation in ("sin", "cos"):
        check_everywhere(functions(operation, name), [values], name, lambda x: x - x)


@pytest.mark.parametrize("half", HALVES)
def test_sine_and_cosine_of_every_half(half: str) -> None:
    every = np.arange(65536, dtype=np.uint16).view(dtype(half))
    wide = every.astype(np.float32)
    for operation in ("sin", "cos"):
        single = run(functions(operation, "float32")[0], [wide], "float32", len(wide))
        expected = single.astype(dtype(half))
        for function in functions(operation, half):
            assert same(run(function, [every], half, len(every)), expected)


# --- exp of complex numbers --------------------------------------------------------------------


def combined(name: str, real: Any, imaginary: Any) -> Any:
    values = np.empty(len(real), name)
    values.real, values.imag = real, imaginary
    return values


@needs_long_double
@pytest.mark.parametrize(
    ("name", "part", "low", "high", "bound"),
    [("complex64", "float32", -104, 89, 0.51), ("complex128", "float64", -745, 709.7, 2.5)],
)
def test_exp_of_complex(name: str, part: str, low: float, high: float, bound: float) -> None:
    """Each part by itself, also where exp a is infinite or subnormal and the part is neither."""
    random = np.random.default_rng(12)
    angles = arguments(part, 2_000)
    count = len(angles)
    kinds = ((low, high), (-1, 1), (high, high * 1.05), (low, low * 0.95), (high, 2.1 * high))
    for least, most in kinds:
        values = combined(name, random.uniform(least, most, count), angles)
        with np.errstate(all="ignore"):
            size = np.exp(values.real.astype(np.longdouble))
            wide = values.imag.astype(np.longdouble)
            parts = (size * np.cos(wide), size * np.sin(wide))
        largest = np.longdouble(np.finfo(part).max)
        for function in functions("exp", name):
            found = run(function, [values], name, count)
            for got, exact in zip((found.real, found.imag), parts, strict=True):
                assert ulps(np.ascontiguousarray(got), exact) < bound
                assert np.isinf(got[np.abs(exact) > largest * (1 + 1e-6)]).all()
                assert np.isfinite(got[np.abs(exact) < largest * (1 - 1e-6)]).all()


def test_exp_reaches_what_two_factors_alone_do_not() -> None:
    """exp 1400 is infinite, the least subnormal number nothing: their product is neither."""
    least = 5e-324
    values = np.array([complex(1400, least), complex(1400, -least), complex(1460, least)])
    exact = np.exp(np.longdouble(1400)) * np.longdouble(least)
    expected = np.array([exact, -exact, INF]).astype(np.float64)
    for function in functions("exp", "complex128"):
        found = run(function, [values], "complex128", len(values))
        assert np.allclose(found.imag[:2], expected[:2], rtol=1e-15, atol=0)
        assert found.imag[2] == INF
        assert (found.real == INF).all()


# By Annex G of the C standard, which leaves some signs open: they are + here. 2 is in the second
# quarter, -2 in the third.
SPECIAL = [
    ((0.0, 0.0), (1.0, 0.0)),
    ((-0.0, -0.0), (1.0, -0.0)),
    ((1.0, INF), (NAN, NAN)),
    ((1.0, -INF), (NAN, NAN)),
    ((1.0, NAN), (NAN, NAN)),
    ((1e4, NAN), (NAN, NAN)),
    ((-1e4, INF), (NAN, NAN)),
    ((INF, 0.0), (INF, 0.0)),
    ((INF, -0.0), (INF, -0.0)),
    ((1e4, 0.0), (INF, 0.0)),
    ((1e4, -0.0), (INF, -0.0)),
    ((-INF, 0.0), (0.0, 0.0)),
    ((-INF, -0.0), (0.0, -0.0)),
    ((-INF, 2.0), (-0.0, 0.0)),
    ((-INF, -2.0), (-0.0, -0.0)),
    ((-1e4, 2.0), (-0.0, 0.0)),
    ((INF, 2.0), (-INF, INF)),
    ((INF, -2.0), (-INF, -INF)),
    ((1e4, 2.0), (-INF, INF)),
    ((-INF, INF), (0.0, 0.0)),
    ((-INF, NAN), (0.0, 0.0)),
    ((INF, INF), (INF, NAN)),
    ((INF, -INF), (INF, NAN)),
    ((INF, NAN), (INF, NAN)),
    ((NAN, 0.0), (NAN, 0.0)),
    ((NAN, -0.0), (NAN, -0.0)),
    ((NAN, 1.0), (NAN, NAN)),
    ((NAN, INF), (NAN, NAN)),
    ((NAN, NAN), (NAN, NAN)),
]


@pytest.mark.parametrize("name", COMPLEX)
def test_exp_of_special_complex_values(name: str) -> None:
    values, expected = (
        combined(name, *(np.array([each[side][part] for each in SPECIAL]) for part in (0, 1)))
        for side in (0, 1)
    )
    by_level = functions("exp", name)
    for function in by_level:
        assert same(run(function, [values], name, len(values)), expected)
    check_everywhere(
        by_level, [values], name, lambda x: expected[np.arange(len(x)) % len(expected)]
    )
