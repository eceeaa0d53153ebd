# SPDX-License-Identifier: Apache-2.0
"""Rounding, signs, magnitudes and replaced numbers beside NumPy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from single_instructions import FLOATS, HALVES, check_everywhere, functions, run, specials
from vector_unit import dtype


@pytest.mark.parametrize("name", [*FLOATS, *HALVES])
@pytest.mark.parametrize("operation", ["ceil", "floor", "trunc", "rint"])
def test_integers_near_numbers(operation: str, name: str) -> None:
    function = getattr(np, operation)
    instructions = functions("round" if operation == "rint" else operation, name)
    values = np.concatenate([specials(name), np.linspace(-4, 4, 65).astype(dtype(name))])
    wide = np.float64 if name == "float64" else np.float32
    check_everywhere(
        instructions, [values], name, lambda x: function(x.astype(wide)).astype(dtype(name))
    )


def nearest_int8(quotients: Any) -> Any:
    whole = np.clip(np.rint(np.nan_to_num(quotients, nan=0.0)), -128, 127)
    return whole.astype(np.int8)


def check_quotients(name: str, a: Any, b: Any) -> None:
    check_everywhere(
        functions("rounded_quotient", name),
        [a.astype(dtype(name)), b],
        "int8",
        lambda a, b: nearest_int8(a.astype(np.float32) / b),
    )


def test_integers_near_quotients() -> None:
    """Of every size, next to what lies between two integers, and of no size."""
    random = np.random.default_rng(8)
    b = np.ldexp(random.uniform(-1, 1, 4000), random.integers(-140, 120, 4000)).astype(np.float32)
    b[b == 0] = 1
    wanted = random.integers(-127, 127, 4000).astype(np.float32) + np.float32(0.5)
    between = wanted * b
    edges = specials("float32")
    above, below = (np.nextafter(between, np.float32(to)) for to in (np.inf, -np.inf))
    inside = random.uniform(-127, 127, 4000).astype(np.float32) * b
    pairs = [(each, b) for each in (inside, between, above, below)]
    pairs += [(edges, np.zeros_like(edges)), (edges, np.full_like(edges, np.inf)), (edges, edges)]
    left, right = (np.concatenate(each) for each in zip(*pairs, strict=True))
    check_quotients("float32", left, right)


def test_what_is_certain_of_a_block_of_quotients() -> None:
    """Blocks in which one element is next to the middle of two integers, or NaN, and blocks without
    one."""
    random = np.random.default_rng(9)
    b = np.full(4096, 0.37, np.float32)
    a = random.integers(-126, 127, 4096).astype(np.float32) * b
    for at, step in zip(range(100, 4096, 331), random.integers(-3, 4, 13), strict=False):
        a[at] = np.float32(63.5) * b[0]
        a[at] += np.spacing(a[at]) * np.float32(step)
    a[3000] = np.nan
    check_quotients("float32", a, b)


@pytest.mark.parametrize("name", HALVES)
def test_integers_near_quotients_of_halves(name: str) -> None:
    random = np.random.default_rng(10)
    a = random.standard_normal(4000).astype(dtype(name)).astype(np.float32)
    b = np.full(4000, np.abs(a).max() / np.float32(127), np.float32)
    check_quotients(name, a, b)


@pytest.mark.parametrize("name", FLOATS)
def test_decimals(name: str) -> None:
    for values in (specials(name), np.linspace(-300, 300, 1201).astype(dtype(name))):
        for factor, divisor in ((100, 1), (1, 10)):
            check_everywhere(
                functions("round_decimals", name),
                [values, np.full_like(values, factor), np.full_like(values, divisor)],
                name,
                lambda x, f, d: np.rint(x * f / d) / f * d,
            )


@pytest.mark.parametrize("name", ["int32", "int64"])
def test_decimals_of_integers(name: str) -> None:
    values = np.concatenate([np.arange(-130, 131), [2**30 - 1, -(2**30)]]).astype(name)

    def nearest(x: Any, _factor: Any, d: Any) -> Any:
        rounded = [
            round(Fraction(int(a), int(b))) * int(b) if b else 0 for a, b in zip(x, d, strict=True)
        ]
        return np.array(rounded, name)

    for divisor in (1, 10, 100, 0):
        inputs = [values, np.ones_like(values), np.full_like(values, divisor)]
        check_everywhere(functions("round_decimals", name), inputs, name, nearest)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, "int8", "int16", "int32", "int64"])
def test_magnitudes_and_signs(name: str) -> None:
    """The lowest integer stays what it is; the sign of NaN is 0."""
    values = specials(name)
    check_everywhere(functions("abs", name), [values], name, np.abs)
    check_everywhere(
        functions("sign", name),
        [values],
        name,
        lambda x: ((x > 0).astype(np.int8) - (x < 0)).astype(dtype(name)),
    )


def test_complex_magnitudes_and_signs() -> None:
    values = specials("complex64")
    values = values[np.isfinite(values)]
    check_everywhere(
        functions("modulus", "complex64"),
        [values],
        "float32",
        lambda x: np.sqrt(x.real.astype(float) ** 2 + x.imag.astype(float) ** 2),
    )
    ends = np.array([complex(np.inf, np.nan), complex(np.nan, -np.inf)], np.complex64)
    check_everywhere(
        functions("modulus", "complex64"), [ends], "float32", lambda x: np.full(len(x), np.inf)
    )
    for name, most in (("complex64", 1e-7), ("complex128", 4e-16)):
        kind = dtype(name)
        grid = specials(name)
        grid = np.array(grid[np.isfinite(grid)])
        for function in functions("sign", name):
            found = run(function, [np.resize(grid, len(grid) + 16)], name, len(grid))
            with np.errstate(all="ignore"):
                scaled = grid.astype(np.clongdouble)
                exact = np.where(grid == 0, 0, scaled / np.abs(scaled))
            assert found.dtype == kind
            assert np.max(np.abs(found - exact)) <= most


@pytest.mark.parametrize("name", [*FLOATS, *HALVES])
def test_numbers_in_place_of_none(name: str) -> None:
    values = specials(name)
    numbers = [np.full_like(values, number) for number in (0.5, 7, -7)]
    check_everywhere(
        functions("nan_to_num", name),
        [values, *numbers],
        name,
        lambda x, *_: np.where(
            np.isnan(x), 0.5, np.where(np.isinf(x), np.copysign(7, x), x)
        ).astype(dtype(name)),
    )


def test_angles() -> None:
    """As torch's: 0 of -0, and NaN of NaN; of a complex number C's atan2."""
    for name in ("float32", *HALVES):
        values = specials(name)
        check_everywhere(
            functions("angle", name),
            [values],
            name,
            lambda x: np.where(np.isnan(x), x, np.where(x < 0, np.pi, 0)),
        )
    values = specials("complex64")
    check_everywhere(
        functions("argument", "complex64"),
        [values],
        "float32",
        lambda x: np.arctan2(x.imag.astype(float), x.real.astype(float)),
    )


def test_logits() -> None:
    values = np.concatenate([specials("float32"), np.linspace(0, 1, 257, dtype=np.float32)])
    for eps in (-1.0, 0.0, 0.25):
        bound = np.full_like(values, eps)

        def expected(x: Any, eps: Any) -> Any:
            clipped = np.where(x < eps, eps, np.where(x > 1 - eps, 1 - eps, x))
            z = np.where(eps >= 0, clipped, x).astype(np.longdouble)
            return np.log(z / (1 - z))

        check_everywhere(functions("logit", "float32"), [values, bound], "float32", expected)


def _odd(x: Any) -> Any:
    low = np.floor(x)
    return np.where((low % 2 == 0) & (low != x), low + 1, low)


def _away(x: Any) -> Any:
    cut = np.trunc(x)
    return np.where(np.abs(x - cut) >= 0.5, cut + np.sign(x), cut)


WAYS = (np.copy, np.rint, np.floor, np.ceil, _away, np.trunc, _odd, lambda x: x - np.trunc(x))


@pytest.mark.parametrize("name", ["float32", "int16", "int32"])
@pytest.mark.parametrize("mode", range(len(WAYS)))
def test_ways_to_round(name: str, mode: int) -> None:
    """To the even number, down, up, away from 0, toward it, to the odd one; what is cut off."""
    values = np.concatenate([specials(name), np.linspace(-4, 4, 65).astype(dtype(name))])
    check_everywhere(
        functions("round_off", name),
        [values, np.full_like(values, mode)],
        name,
        lambda x, _: WAYS[mode](x.astype(np.float64)).astype(dtype(name)),
    )


@pytest.mark.parametrize("name", ["float32", "int32", *HALVES])
def test_scaled_differences(name: str) -> None:
    a, b, factor = (np.array(each, dtype(name)) for each in ([7, 1, 0, 5], [2, -3, 4, 5], [3] * 4))
    wide = np.int32 if name == "int32" else np.float32

    def expected(x: Any, y: Any, z: Any) -> Any:
        return (x.astype(wide) - z.astype(wide) * y.astype(wide)).astype(dtype(name))

    check_everywhere(functions("sub_scaled", name), [a, b, factor], name, expected)


@pytest.mark.parametrize("name", ["int32", "int64"])
def test_powers_of_integers(name: str) -> None:
    """They wrap around; of a negative exponent the whole part of the quotient is left."""
    base, exponent = (
        each.ravel().astype(name) for each in np.meshgrid([0, 1, -1, 2, -3, 1000], range(-3, 40))
    )
    bits = 8 * np.dtype(name).itemsize

    def power(x: Any, y: Any) -> Any:
        found = []
        for a, b in zip(map(int, x), map(int, y), strict=True):
            exact = a**b if b >= 0 else (a ** (b & 1) if abs(a) == 1 else 0)
            found.append((exact + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1))
        return np.array(found, name)

    check_everywhere(functions("pow", name), [base, exponent], name, power)


def test_wide_squares() -> None:
    check_everywhere(
        functions("wide_square", "float32"),
        [specials("float32")],
        "float64",
        lambda x: np.square(x.astype(np.float64)),
    )
