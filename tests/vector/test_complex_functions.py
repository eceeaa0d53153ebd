# SPDX-License-Identifier: Apache-2.0
"""Functions of complex numbers beside mpmath, at cuts, poles and zeros, and C's special values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import pytest
from single_instructions import COMPLEX, functions, run, specials
from vector_unit import dtype

INF = math.inf
NAN = math.nan
PRECISION = 2400  # nothing cancels in it, and every sine is known


@dataclass(frozen=True)
class Case:
    """The function in mpmath, the largest error in units of the modulus, and its special values."""

    function: Callable[[Any], Any]
    units: float
    special: Callable[[Any], Any]
    largest: float = 1e300
    points: tuple[complex, ...] = (0, 1, -1, 1j, -1j)


def reciprocal_ends(z: Any) -> Any:
    """What torch says of 0 and C of infinities."""
    if z == 0:
        return complex(INF, NAN)
    if math.isinf(z.real) or math.isinf(z.imag):
        return 0
    return complex(NAN, NAN)


def through(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of C, as NumPy has it."""
    return lambda z: complex(function(np.complex128(z)))


CASES = {
    "sqrt": Case(mpmath.sqrt, 2, through(np.sqrt)),
    "reciprocal": Case(lambda z: 1 / z, 3, reciprocal_ends),
    "rsqrt": Case(lambda z: 1 / mpmath.sqrt(z), 6, lambda z: reciprocal_ends(np.sqrt(z))),
    "log": Case(mpmath.log, 3, through(np.log)),
    "log2": Case(lambda z: mpmath.log(z) / mpmath.log(2), 4, through(np.log)),
    "log10": Case(lambda z: mpmath.log(z) / mpmath.log(10), 4, through(np.log)),
    "sinh": Case(mpmath.sinh, 3, through(np.sinh), 720, (0, math.pi * 1j, 705)),
    "cosh": Case(mpmath.cosh, 3, through(np.cosh), 720, (0, math.pi / 2 * 1j, 705)),
    "tanh": Case(mpmath.tanh, 5, through(np.tanh), 720, (0, math.pi / 2 * 1j, 22, math.pi * 1j)),
    "sin": Case(mpmath.sin, 3, through(np.sin), 720, (0, math.pi, 705j)),
    "cos": Case(mpmath.cos, 3, through(np.cos), 720, (0, math.pi / 2, 705j)),
    "tan": Case(mpmath.tan, 5, through(np.tan), 720, (0, math.pi / 2, 22j)),
    "sigmoid": Case(
        lambda z: 1 / (1 + mpmath.exp(-z)), 6, lambda z: None, 700, (0, math.pi * 1j, 40, -40)
    ),
    "asinh": Case(mpmath.asinh, 6, through(np.arcsinh)),
    "acosh": Case(mpmath.acosh, 6, through(np.arccosh)),
    "atanh": Case(mpmath.atanh, 6, through(np.arctanh)),
}


def arguments(case: Case, name: str) -> Any:
    """Of every size and direction, near the points, on both sides of the axes."""
    random = np.random.default_rng(7)
    count = 60
    top = min(math.log2(case.largest), 120 if name == "complex64" else 1000)
    low = -140 if name == "complex64" else -1060
    sizes = 2.0 ** random.uniform(low, top, count)
    sizes = np.concatenate([sizes, random.uniform(0, min(8, case.largest), count)])
    angles = random.uniform(-math.pi, math.pi, len(sizes))
    numbers = list(sizes * np.cos(angles) + 1j * (sizes * np.sin(angles)))
    mixed = np.ldexp(random.uniform(-1, 1, (count, 2)), random.integers(low, int(top), (count, 2)))
    numbers += [complex(*row) for row in mixed]
    for point in case.points:
        steps = np.ldexp(random.uniform(0.5, 1, 24), -random.integers(0, 50, 24))
        for step, angle in zip(steps, random.uniform(-math.pi, math.pi, 24), strict=True):
            numbers.append(point + step * complex(math.cos(angle), math.sin(angle)))
        numbers += [point + complex(step, 0) for step in (0.25, -0.25, 1e-9)]
    numbers += [complex(a, b) for a in (0.5, -0.5, 2.0, -2.0) for b in (0.0, -0.0)]
    numbers += [complex(a, b) for b in (0.5, -0.5, 2.0, -2.0) for a in (0.0, -0.0)]
    values = np.array(numbers).astype(dtype(name))
    return values[np.isfinite(values)]


def exact(function: Callable[[Any], Any], z: complex) -> tuple[Any, Any]:
    """The parts; beside a cut on the axis, on the side that the sign of 0 says."""
    tiny = mpmath.ldexp(1, -2200)
    a = mpmath.mpf(z.real) if z.real else mpmath.mpf(math.copysign(1, z.real)) * tiny
    b = mpmath.mpf(z.imag) if z.imag else mpmath.mpf(math.copysign(1, z.imag)) * tiny
    value = function(mpmath.mpc(a, b))
    return value.real, value.imag


def units_of(found: complex, wanted: tuple[Any, Any], name: str) -> float:
    """How far the parts are from the exact ones, in units in the last place of the modulus."""
    bits, low, high = (23, -149, 128) if name == "complex64" else (52, -1074, 1024)
    modulus = mpmath.sqrt(wanted[0] ** 2 + wanted[1] ** 2)
    exponent = max(int(mpmath.floor(mpmath.log(modulus, 2))) - bits, low) if modulus else low
    unit = mpmath.ldexp(1, exponent)
    worst = 0.0
    for got, part in zip((found.real, found.imag), wanted, strict=True):
        if abs(part) >= mpmath.ldexp(1, high) * (1 - mpmath.ldexp(1, -bits - 2)):
            worst = max(worst, 0.0 if math.isinf(got) and (got > 0) == (part > 0) else INF)
        elif not math.isfinite(got):
            near = modulus >= mpmath.ldexp(1, high) * (1 - mpmath.ldexp(1, -bits + 3))
            worst = max(worst, 0.0 if near else INF)
        else:
            worst = max(worst, float(abs(mpmath.mpf(got) - part) / unit))
    return worst


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPLEX)
@pytest.mark.parametrize("operation", CASES)
def test_values(operation: str, name: str) -> None:
    case = CASES[operation]
    values = arguments(case, name)
    by_level = functions(operation, name)
    found = run(by_level[-1], [np.resize(values, len(values) + 16)], name, len(values))
    wrong = []
    with mpmath.workprec(PRECISION):
        for z, got in zip(values, found, strict=True):
            if z == 0 or (operation == "atanh" and abs(z.real) == 1 and z.imag == 0):
                continue  # poles
            units = units_of(complex(got), exact(case.function, complex(z)), name)
            if not units <= (case.units if name == "complex128" else 0.6):
                wrong.append((units, complex(z), complex(got)))
    wrong.sort(key=lambda row: -row[0])
    assert not wrong, f"{len(wrong)} of {len(values)}: {wrong[:5]}"


@pytest.mark.parametrize("name", COMPLEX)
@pytest.mark.parametrize("operation", CASES)
def test_special_values(operation: str, name: str) -> None:
    """Infinities, NaN and zeros: the same kind of number as C says, and its sign."""
    case = CASES[operation]
    ends = [0.0, -0.0, 1.5, -1.5, INF, -INF, NAN]
    values = np.array([complex(a, b) for a, b in itertools.product(ends, ends)], dtype(name))
    found = run(
        functions(operation, name)[-1], [np.resize(values, len(values) + 16)], name, len(values)
    )
    wrong = []
    for z, got in zip(values, found, strict=True):
        if np.isfinite(z) and z != 0:
            continue
        with np.errstate(all="ignore"):
            wanted = case.special(complex(z))
        if wanted is None:
            continue
        for part, expected in ((got.real, wanted.real), (got.imag, wanted.imag)):
            both_nan = math.isnan(part) and math.isnan(expected)
            if operation in ("log2", "log10") and math.isfinite(expected):
                continue
            # C leaves the sign of an infinity or 0 open where the other part is NaN.
            open_sign = math.isnan(wanted.real) or math.isnan(wanted.imag)
            same = part == np.dtype(dtype(name).type(0).real.dtype).type(expected)
            same = same or (open_sign and abs(part) == abs(expected))
            if (
                not both_nan
                and not same
                and not (math.isfinite(expected) and abs(part - expected) < 1e-6)
            ):
                wrong.append((complex(z), complex(got), complex(wanted)))
    assert not wrong, wrong


SPECIAL_POWERS = (
    # exp(w log z), as C says it; but z^0 and 1^w are 1.
    (0, 0, 1),
    (complex(INF, 0), 0, 1),
    (complex(NAN, NAN), 0, 1),
    (1, complex(INF, 0), 1),
    (1, complex(NAN, NAN), 1),
    (0, 2, 0),
    (0, 0.5 + 1j, 0),
    (complex(-0.0, -0.0), 3, 0),
    (0, -1, complex(INF, NAN)),
    (0, -1 + 1j, complex(INF, NAN)),
    (0, 1j, complex(NAN, NAN)),
    (0, complex(NAN, 0), complex(NAN, NAN)),
    (complex(INF, 0), 2, complex(INF, NAN)),
    (complex(0, -INF), 1 + 1j, complex(INF, NAN)),
    (complex(-INF, INF), -1, 0),
    (complex(NAN, INF), -1 + 1j, complex(NAN, NAN)),
    (complex(NAN, 0), 2, complex(NAN, NAN)),
    (2, complex(INF, 0), complex(INF, NAN)),
    (2, complex(-INF, 0), 0),
    (0.5j, complex(INF, 0), 0),
    (0.5j, complex(-INF, 0), complex(INF, NAN)),
    (1j, complex(0, INF), 0),
    (2, complex(0, INF), complex(NAN, NAN)),
    (2, complex(NAN, 0), complex(NAN, NAN)),
    (2, 2000, complex(INF, 0)),
    (2, -2000, 0),
    (complex(-1, 0.0), 0.5, 1j),
    (complex(-1, -0.0), 0.5, -1j),
)


@pytest.mark.parametrize("name", COMPLEX)
def test_special_powers(name: str) -> None:
    columns = [np.array(each, dtype(name)) for each in zip(*SPECIAL_POWERS, strict=True)]
    for function in functions("pow", name):
        found = run(function, [np.resize(each, 64) for each in columns[:2]], name, len(columns[0]))
        wrong = [
            (*row[:2], got)
            for row, got in zip(SPECIAL_POWERS, found, strict=True)
            for part, wanted in ((got.real, row[2].real), (got.imag, row[2].imag))
            if not ((np.isnan(part) and np.isnan(wanted)) or part == wanted)
            and not (np.isfinite(wanted) and abs(part - wanted) < 1e-16)
        ]
        assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPLEX)
def test_powers(name: str) -> None:
    """Of every base, with exponents that make results of every size, turned up to 2^18 rad."""
    random = np.random.default_rng(8)
    bases = arguments(Case(mpmath.log, 2, through(np.log)), name)
    bases = bases[bases != 0]
    largest = 85 if name == "complex64" else 700
    turns = 2.0 ** random.uniform(-3, 18, len(bases)) * random.choice([-1, 1], len(bases))
    with np.errstate(all="ignore"):
        wanted = random.uniform(-largest, largest, len(bases)) + 1j * turns
        exponents = (wanted / np.log(bases.astype(np.complex128))).astype(dtype(name))
        exponents[::5] = random.integers(-3, 4, len(exponents[::5]))
        exponents[1::5].imag = 0
        exponents[2::5].real = 0
    keep = np.isfinite(exponents) & (exponents != 0)
    bases, exponents = bases[keep], exponents[keep]
    count = len(bases)
    assert count > 300
    inputs = [np.resize(each, count + 16) for each in (bases, exponents)]
    found = run(functions("pow", name)[-1], inputs, name, count)
    wrong = []
    with mpmath.workprec(900):
        for z, w, got in zip(bases, exponents, found, strict=True):
            real, imaginary = exact(mpmath.log, complex(z))
            logarithm = mpmath.mpc(real, imaginary) * mpmath.mpc(complex(w))
            power = mpmath.exp(logarithm)
            units = units_of(complex(got), (power.real, power.imag), name)
            bound = 2 + float(abs(logarithm)) * 2.0**-11 if name == "complex128" else 0.6
            if not units <= bound:
                wrong.append((units, complex(z), complex(w), complex(got)))
    wrong.sort(key=lambda row: -row[0])
    assert not wrong, f"{len(wrong)} of {count}: {wrong[:5]}"


@pytest.mark.parametrize(("name", "whole"), [("float32", "complex64"), ("float64", "complex128")])
def test_numbers_of_their_parts(name: str, whole: str) -> None:
    values = specials(name)
    left, right = (each.ravel() for each in np.meshgrid(values, values))
    operation = "complex_of_singles" if name == "float32" else "complex_of_doubles"
    for function in functions(operation, name):
        found = run(
            function,
            [np.resize(left, len(left) + 16), np.resize(right, len(left) + 16)],
            whole,
            len(left),
        )
        np.testing.assert_array_equal(found.real, left)
        np.testing.assert_array_equal(found.imag, right)
