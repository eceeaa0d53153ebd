# SPDX-License-Identifier: Apache-2.0
"""Differences, quotients, remainders, divisors and extremes: special values, at every level."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from single_instructions import (
    COMPLEX,
    FLOATS,
    HALVES,
    INTEGERS,
    check_everywhere,
    functions,
    run,
    same,
    specials,
)
from test_instructions import pairs, rounded_by

WHOLE = ["int8", "int16", "int32", "int64", "uint8"]


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, *INTEGERS, *COMPLEX])
def test_differences(name: str) -> None:
    expected = rounded_by(name, lambda a, b: a - b)
    check_everywhere(functions("sub", name), pairs(name), name, expected)


def test_differences_of_truth_values() -> None:
    check_everywhere(functions("sub", "bool"), pairs("bool"), "bool", np.logical_xor)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES])
def test_quotients(name: str) -> None:
    expected = rounded_by(name, lambda a, b: a / b)
    check_everywhere(functions("div", name), pairs(name), name, expected)


@pytest.mark.parametrize("name", FLOATS)
def test_whole_quotients_of_floats(name: str) -> None:
    for each, function in (("trunc_div", np.trunc), ("floor_div", np.floor)):
        expected: Callable[..., Any] = lambda a, b, function=function: function(a / b)  # noqa: E731
        check_everywhere(functions(each, name), pairs(name), name, expected)


def whole(name: str, function: Callable[[int, int], int]) -> Callable[..., Any]:
    """Of Python's integers: by 0 all bits are set, and what is too large wraps around."""
    mask = (1 << 8 * np.dtype(name).itemsize) - 1
    unsigned = np.dtype(name.lstrip("u").join(["u", ""]))

    def each(a: Any, b: Any) -> Any:
        found = [function(int(x), int(y)) if y else -1 for x, y in zip(a, b, strict=True)]
        return np.array([value & mask for value in found], unsigned).view(name)

    return each


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


@pytest.mark.parametrize("name", WHOLE)
def test_integers(name: str) -> None:
    for each, function in (
        ("div", truncated),
        ("trunc_div", truncated),
        ("floor_div", lambda a, b: a // b),
        ("fmod", lambda a, b: a - truncated(a, b) * b),
        ("remainder", lambda a, b: a % b),
    ):
        check_everywhere(functions(each, name), pairs(name), name, whole(name, function))
    check_everywhere(functions("gcd", name), pairs(name), name, np.gcd)


@pytest.mark.parametrize("name", WHOLE)
def test_powers_of_integers(name: str) -> None:
    """The lower bits of the power; to a negative exponent only 1 and -1 have one that is not 0."""
    bits = 8 * np.dtype(name).itemsize

    def power(base: int, exponent: int) -> int:
        if exponent < 0:
            return {1: 1, -1: 1 - 2 * (exponent % 2)}.get(base, 0)
        return pow(base, exponent, 1 << bits)

    def expected(a: Any, b: Any) -> Any:
        found = [power(int(x), int(y)) % (1 << bits) for x, y in zip(a, b, strict=True)]
        return np.array(found, f"uint{bits}").view(name)

    check_everywhere(functions("pow", name), pairs(name), name, expected)


@pytest.mark.parametrize("name", FLOATS)
def test_remainders(name: str) -> None:
    """C's fmod is exact."""
    random = np.random.default_rng(3)
    bits = random.integers(0, 2 ** (31 if name == "float32" else 63), (2, 4000))
    numbers = bits.astype(f"int{name[5:]}").view(name)
    with np.errstate(all="ignore"):
        scaled = numbers[0] * np.asarray(0.37, name), numbers[0]
    special = pairs(name)
    left = np.concatenate([special[0], numbers[0], numbers[1], scaled[1], -scaled[1]])
    right = np.concatenate([special[1], numbers[1], numbers[1], scaled[0], scaled[0]])
    check_everywhere(functions("fmod", name), [left, right], name, np.fmod)

    def remainder(a: Any, b: Any) -> Any:
        rest = np.fmod(a, b)
        return np.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest)

    check_everywhere(functions("remainder", name), [left, right], name, remainder)


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_quotients(name: str) -> None:
    """8 eps of the modulus, also where squares are too large or too small."""
    random = np.random.default_rng(4)
    part = np.float32 if name == "complex64" else np.float64
    largest = np.finfo(part).maxexp - 2
    values = random.normal(size=(4, 5000)) * 2.0 ** random.integers(-largest, largest, (4, 5000))
    a, b = (values[0] + 1j * values[1]).astype(name), (values[2] + 1j * values[3]).astype(name)
    exact = a.astype(np.clongdouble) / b.astype(np.clongdouble)
    size = np.abs(exact)
    usual = (size < 2.0**largest) & (size > 2.0**-largest)
    assert np.count_nonzero(usual) > 2000
    for function in functions("div", name):
        found = run(function, [a, b], name, len(a))
        error = np.abs(found - exact)[usual] / size[usual]
        assert np.max(error) < 8 * np.finfo(part).eps


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_quotients_by_infinities(name: str) -> None:
    """0 with the sign of the quotient, as torch has it; NaN where the dividend is not finite."""
    inf = np.inf
    rows = (
        (1 + 2j, complex(inf, 0), complex(0.0, 0.0)),
        (1 + 2j, complex(-inf, 3), complex(-0.0, -0.0)),
        (1 + 2j, complex(0, inf), complex(0.0, -0.0)),
        (1 + 2j, complex(2, -inf), complex(-0.0, 0.0)),
        (complex(inf, 1), complex(inf, 1), complex(np.nan, np.nan)),
        (complex(np.nan, 1), complex(inf, 0), complex(np.nan, np.nan)),
    )
    a, b, expected = (np.array(each, name) for each in zip(*rows, strict=True))
    for function in functions("div", name):
        assert same(run(function, [a, b], name, len(a)), expected)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, *INTEGERS])
def test_extremes(name: str) -> None:
    for each, function in (("maximum", np.maximum), ("minimum", np.minimum)):
        with np.errstate(all="ignore"):
            expected = function(*pairs(name))
        for level in functions(each, name):
            found = run(level, pairs(name), name, len(expected))
            both_nan = np.isnan(found) & np.isnan(expected)
            assert np.all((found == expected) | both_nan)


def test_heaviside() -> None:
    values = np.array(specials("float32"), np.float32)
    at_zero = np.full(len(values), 0.25, np.float32)
    expected = np.where(values == 0, at_zero, np.where(values > 0, 1, 0))
    for function in functions("heaviside", "float32"):
        assert np.array_equal(run(function, [values, at_zero], "float32", len(values)), expected)
