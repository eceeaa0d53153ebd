# SPDX-License-Identifier: Apache-2.0
"""Functions of real numbers beside mpmath and what torch and C say of special values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
import pytest
from single_instructions import FLOATS, HALVES, check_everywhere, functions, run, same
from vector_unit import call, dtype

INF = math.inf
NAN = math.nan
PRECISION = 140

Grid = Any
"""Arguments as float64."""


def sizes(low: int, high: int, count: int = 2000) -> Callable[[Any], Grid]:
    """Of both signs and every size from 2^low to 2^high."""

    def make(random: Any) -> Grid:
        exponents = random.integers(low, high, count)
        return np.ldexp(random.uniform(-1, 1, count), exponents)

    return make


def between(low: float, high: float, count: int = 1500) -> Callable[[Any], Grid]:
    return lambda random: random.uniform(low, high, count)


def around(*points: float) -> Callable[[Any], Grid]:
    """Nearer and nearer to each point, from both sides, and the numbers next to it."""

    def make(random: Any) -> Grid:
        steps = np.ldexp(random.uniform(0.5, 1, 60), -np.arange(60)) * max(1, abs(points[0]))
        near = [np.concatenate([p + steps, p - steps, [p]]) for p in points]
        next_to = [np.nextafter(p, to) for p in points for to in (-INF, INF)]
        return np.concatenate([*near, next_to])

    return make


EVERY_SIZE = sizes(-1074, 1024)


def at_poles(value: float, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, and the value where it has poles."""

    def extended(x: Any) -> Any:
        return value if x <= 0 and x == mpmath.floor(x) else function(x)

    return extended


ZEROS_OF_LGAMMA = (1.0, 2.0, -2.4570247382208006, -2.7476826467274127, -3.1435808883499798)
ZEROS_OF_DIGAMMA = (1.4616321449683623, -0.5040830082644554, -1.5734984731623904)


@dataclass(frozen=True)
class Case:
    """The function in mpmath, its arguments, the bounds in units in the last place."""

    function: Callable[..., Any]
    grids: Sequence[Callable[[Any], Grid]]
    float32: float
    float64: float
    special: Sequence[tuple[float, float]] = ()
    """Arguments and results."""
    domain: tuple[float, float] = (-INF, INF)
    absolute: float = 0
    """An error that is none: where the function has zeros at numbers that no float is."""


CASES = {
    "sqrt": Case(
        mpmath.sqrt,
        (EVERY_SIZE, between(0, 4)),
        0.5,
        0.5,
        ((0, 0), (-0.0, -0.0), (INF, INF), (-1, NAN), (-INF, NAN), (-1e-40, NAN)),
        (5e-324, INF),
    ),
    "rsqrt": Case(
        lambda x: 1 / mpmath.sqrt(x),
        (EVERY_SIZE, between(0, 4)),
        1.5,
        1.5,
        ((0, INF), (-0.0, -INF), (INF, 0), (-1, NAN), (-INF, NAN)),
        (5e-324, INF),
    ),
    "reciprocal": Case(
        lambda x: 1 / x,
        (EVERY_SIZE, between(-2, 2)),
        0.5,
        0.5,
        ((0, INF), (-0.0, -INF), (INF, 0), (-INF, -0.0)),
    ),
    "log": Case(
        mpmath.log,
        (EVERY_SIZE, between(0, 4), around(1.0, math.sqrt(0.5), math.sqrt(2))),
        3,
        0.9,
        ((0, -INF), (-0.0, -INF), (INF, INF), (1, 0), (-1, NAN), (-INF, NAN)),
        (5e-324, INF),
    ),
    "log1p": Case(
        mpmath.log1p,
        (EVERY_SIZE, between(-1, 4), around(-1.0, math.sqrt(0.5) - 1, math.sqrt(2) - 1)),
        1,
        0.9,
        ((0, 0), (-0.0, -0.0), (INF, INF), (-1, -INF), (-2, NAN), (-INF, NAN)),
        (math.nextafter(-1, 0), INF),
    ),
    "expm1": Case(
        mpmath.expm1,
        (sizes(-1074, 10), between(-1, 1), between(-60, 720), between(-40, 90)),
        1.5,
        1.2,
        ((0, 0), (-0.0, -0.0), (INF, INF), (1000, INF), (-INF, -1), (-1000, -1)),
    ),
    "tanh": Case(
        mpmath.tanh,
        (sizes(-1074, 6), between(-1, 1), between(-20, 20)),
        3,
        1.5,
        ((0, 0), (-0.0, -0.0), (INF, 1), (1000, 1), (-INF, -1), (-1000, -1)),
    ),
    "sigmoid": Case(
        lambda x: 1 / (1 + mpmath.exp(-x)),
        (sizes(-60, 10), between(-104, 40), between(-746, -700)),
        3,
        1.2,
        ((0, 0.5), (-0.0, 0.5), (INF, 1), (1000, 1), (-INF, 0), (-1000, 0)),
    ),
    "log2": Case(
        lambda x: mpmath.log(x, 2),
        (EVERY_SIZE, between(0, 4), around(1.0, math.sqrt(0.5), math.sqrt(2))),
        1.5,
        0.9,
        ((0, -INF), (-0.0, -INF), (INF, INF), (1, 0), (-1, NAN), (8, 3), (2.0**-100, -100)),
        (5e-324, INF),
    ),
    "log10": Case(
        mpmath.log10,
        (EVERY_SIZE, between(0, 4), around(1.0, math.sqrt(0.5), math.sqrt(2))),
        1.5,
        0.9,
        ((0, -INF), (-0.0, -INF), (INF, INF), (1, 0), (-1, NAN), (1000, 3), (1e10, 10)),
        (5e-324, INF),
    ),
    "exp2": Case(
        lambda x: mpmath.power(2, x),
        (sizes(-1074, 11), between(-2, 2), between(-1075, 1024), between(-149, 128)),
        1,
        1.1,
        ((0, 1), (-0.0, 1), (INF, INF), (-INF, 0), (10, 1024), (-3, 0.125), (2000, INF)),
    ),
    "sinh": Case(
        mpmath.sinh,
        (sizes(-1074, 10), between(-2, 2), between(-715, 715), between(-89, 89), around(1.0)),
        2,
        0.9,
        ((0, 0), (-0.0, -0.0), (INF, INF), (-INF, -INF), (1000, INF), (-1000, -INF)),
    ),
    "cosh": Case(
        mpmath.cosh,
        (sizes(-1074, 10), between(-2, 2), between(-715, 715), between(-89, 89)),
        2,
        0.9,
        ((0, 1), (-0.0, 1), (INF, INF), (-INF, INF), (1000, INF), (-1000, INF)),
    ),
    "asinh": Case(
        mpmath.asinh,
        (EVERY_SIZE, between(-2, 2), between(-100, 100), around(2.0**60)),
        1,
        1.5,
        ((0, 0), (-0.0, -0.0), (INF, INF), (-INF, -INF)),
    ),
    "acosh": Case(
        mpmath.acosh,
        (EVERY_SIZE, between(1, 3), between(1, 100), around(1.0), around(2.0**60)),
        1,
        1.5,
        ((1, 0), (0, NAN), (-0.0, NAN), (0.99, NAN), (-1, NAN), (INF, INF), (-INF, NAN)),
        (1, INF),
    ),
    "atanh": Case(
        mpmath.atanh,
        (sizes(-1074, 0), between(-1, 1), around(1.0, -1.0)),
        1,
        1.5,
        ((0, 0), (-0.0, -0.0), (1, INF), (-1, -INF), (1.01, NAN), (-2, NAN), (INF, NAN)),
        (math.nextafter(-1, 0), math.nextafter(1, 0)),
    ),
    "tan": Case(
        mpmath.tan,
        (EVERY_SIZE, between(-2, 2), between(-1e6, 1e6), around(math.pi / 2, math.pi / 4, math.pi)),
        1,
        1.5,
        ((0, 0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)),
    ),
    "sinc": Case(
        mpmath.sincpi,
        (sizes(-1074, 54), between(-3, 3), between(-1e4, 1e4), around(1.0, -2.0, 5.0, 1.5)),
        1,
        1.5,
        ((0, 1), (-0.0, 1), (INF, NAN), (-INF, NAN), (5e-324, 1)),
    ),
    "asin": Case(
        mpmath.asin,
        (sizes(-1074, 0), between(-1, 1), around(0.5, 1.0, -1.0)),
        1,
        1,
        ((0, 0), (-0.0, -0.0), (1.01, NAN), (-2, NAN), (INF, NAN), (-INF, NAN)),
        (-1, 1),
    ),
    "acos": Case(
        mpmath.acos,
        (sizes(-1074, 0), between(-1, 1), around(0.5, 1.0, -1.0)),
        1,
        1,
        ((1, 0), (1.01, NAN), (-2, NAN), (INF, NAN), (-INF, NAN)),
        (-1, 1),
    ),
    "atan": Case(
        mpmath.atan,
        (EVERY_SIZE, between(-3, 3), around(math.sqrt(2) - 1, 1.0, math.sqrt(2) + 1)),
        1,
        1.5,
        ((0, 0), (-0.0, -0.0), (INF, math.pi / 2), (-INF, -math.pi / 2)),
    ),
    "silu": Case(
        lambda x: x / (1 + mpmath.exp(-x)),
        (sizes(-1074, 1020), between(-108, 40), between(-750, -690)),
        3,
        2,
        (
            (0, 0),
            (-0.0, -0.0),
            (INF, INF),
            (1000, 1000),
            (-INF, NAN),
            (-1000, -0.0),
            (-1e30, -0.0),
            (-5e-324, -0.0),
        ),
    ),
    "erf": Case(
        mpmath.erf,
        (sizes(-1074, 5), between(-1, 1), between(-6, 6), around(0.5)),
        3,
        1.1,
        ((0, 0), (-0.0, -0.0), (INF, 1), (1000, 1), (-INF, -1), (-1000, -1)),
    ),
    "erfc": Case(
        mpmath.erfc,
        (sizes(-60, 5), between(-1, 1), between(-6, 28), between(0, 10.1), around(0.5)),
        1,
        1.5,
        ((0, 1), (-0.0, 1), (INF, 0), (1000, 0), (-INF, 2), (-1000, 2)),
    ),
    "erfinv": Case(
        mpmath.erfinv,
        (sizes(-1074, 0, 200), between(-1, 1, 300), around(1.0, -1.0, 0.9)),
        1,
        4,
        ((0, 0), (-0.0, -0.0), (1, INF), (-1, -INF), (1.01, NAN), (-2, NAN), (INF, NAN)),
        (math.nextafter(-1, 0), math.nextafter(1, 0)),
    ),
    "lgamma": Case(
        at_poles(INF, lambda x: mpmath.re(mpmath.loggamma(x))),
        (
            sizes(-1074, 1013),
            between(-10, 15),
            between(-170, 170),
            around(*ZEROS_OF_LGAMMA),
            around(7.0, -7.0, -1.0, -3.0, 0.5),
        ),
        1,
        2,
        absolute=2.0**-54,
        special=(
            *((pole, INF) for pole in (0, -0.0, -1, -2, -1e10, -INF)),
            (INF, INF),
            (1, 0),
            (2, 0),
            (3, math.log(2)),
            (0.5, math.log(math.pi) / 2),
        ),
    ),
    "digamma": Case(
        at_poles(NAN, mpmath.digamma),
        (
            sizes(-1022, 1024),
            between(-10, 15),
            between(-170, 170),
            around(*ZEROS_OF_DIGAMMA),
            around(7.0, -7.0, -1.0, -3.0, 0.5),
        ),
        1,
        2,
        absolute=2.0**-52,
        special=(
            *((pole, NAN) for pole in (-1, -2, -1e10, -INF)),
            (0, -INF),
            (-0.0, INF),
            (INF, INF),
        ),
    ),
}


PI = math.pi

TWO_INPUTS = {
    "atan2": Case(
        mpmath.atan2,
        (EVERY_SIZE, between(-3, 3), sizes(-1074, -1000), sizes(1000, 1024)),
        1,
        1.5,
    ),
    "pow": Case(mpmath.power, (), 1, 1.1),
    "logaddexp": Case(
        lambda a, b: mpmath.log(mpmath.exp(a) + mpmath.exp(b)), (between(-3, 40),), 1, 2
    ),
    "logaddexp2": Case(
        lambda a, b: mpmath.log(mpmath.power(2, a) + mpmath.power(2, b), 2),
        (between(-3, 40),),
        1,
        2,
    ),
    "xlogy": Case(lambda x, y: x * mpmath.log(y), (), 1, 2),
    "xlog1py": Case(lambda x, y: x * mpmath.log1p(y), (), 1, 2),
}

SPECIAL_PAIRS: dict[str, list[tuple[float, float, float]]] = {
    # Annex F of the C standard, F.10.1.4 and F.10.4.4.
    "atan2": [
        (0, 1, 0),
        (-0.0, 1, -0.0),
        (0, 0, 0),
        (-0.0, 0, -0.0),
        (0, -0.0, PI),
        (-0.0, -0.0, -PI),
        (0, -1, PI),
        (-0.0, -1, -PI),
        (1, 0, PI / 2),
        (1, -0.0, PI / 2),
        (-1, 0, -PI / 2),
        (1, INF, 0),
        (-1, INF, -0.0),
        (1, -INF, PI),
        (-1, -INF, -PI),
        (INF, 1, PI / 2),
        (-INF, -1, -PI / 2),
        (INF, INF, PI / 4),
        (-INF, INF, -PI / 4),
        (INF, -INF, 3 * PI / 4),
        (-INF, -INF, -3 * PI / 4),
        (NAN, 1, NAN),
        (1, NAN, NAN),
        (NAN, INF, NAN),
        (INF, NAN, NAN),
    ],
    "pow": [
        *((x, y, 1) for x in (NAN, INF, -INF, 0, -0.0, 5, -5) for y in (0, -0.0)),
        *((1, y, 1) for y in (NAN, INF, -INF, 5, -0.5)),
        *((-1, y, 1) for y in (INF, -INF, 2, -4)),
        *((x, y, x) for x in (0, -0.0, INF, -INF) for y in (1, 3)),
        (0, -1, INF),
        (-0.0, -1, -INF),
        (-0.0, -3, -INF),
        (-0.0, -2, INF),
        (-0.0, -0.5, INF),
        (-0.0, -INF, INF),
        (0, -INF, INF),
        (0, 2, 0),
        (-0.0, 2, 0),
        (-0.0, 0.5, 0),
        (0, INF, 0),
        (-2, 3, -8),
        (-2, -3, -0.125),
        (-2, 2, 4),
        (-2, 0.5, NAN),
        (-1e30, 1 / 3, NAN),
        (-5e-40, -0.1, NAN),
        (0.5, -INF, INF),
        (-0.5, -INF, INF),
        (2, -INF, 0),
        (-2, -INF, 0),
        (0.5, INF, 0),
        (-0.5, INF, 0),
        (2, INF, INF),
        (-2, INF, INF),
        (-INF, -3, -0.0),
        (-INF, -2, 0),
        (-INF, -0.5, 0),
        (-INF, 2, INF),
        (-INF, 0.5, INF),
        (INF, -2, 0),
        (INF, 0.5, INF),
        (NAN, 1, NAN),
        (NAN, INF, NAN),
        (2, NAN, NAN),
        (0, NAN, NAN),
        (INF, NAN, NAN),
        (10, 2, 100),
        (2, 0.5, math.sqrt(2)),
        (-3, 1e30, INF),
        (-1, 2.0**60 + 2.0**10, 1),
        (1e-300, 2, 0),
    ],
    # log(0 + exp x) is x; of two infinities of one sign it is the one.
    "logaddexp": [
        (0, 0, math.log(2)),
        (-INF, 3, 3),
        (3, -INF, 3),
        (INF, 3, INF),
        (-INF, -INF, -INF),
        (INF, INF, INF),
        (INF, -INF, INF),
        (NAN, 1, NAN),
        (1, NAN, NAN),
        (INF, NAN, NAN),
        (1e4, 1, 1e4),
    ],
    "logaddexp2": [
        (0, 0, 1),
        (-INF, 3, 3),
        (3, -INF, 3),
        (INF, 3, INF),
        (-INF, -INF, -INF),
        (INF, INF, INF),
        (NAN, 1, NAN),
        (-INF, NAN, NAN),
        (7, 7, 8),
    ],
    # 0 where x is 0, whatever y is, but NaN where y is.
    "xlogy": [
        (0, 0, 0),
        (-0.0, 0, 0),
        (0, -1, 0),
        (0, INF, 0),
        (0, NAN, NAN),
        (NAN, 1, NAN),
        (NAN, NAN, NAN),
        (2, 0, -INF),
        (-2, 0, INF),
        (2, -1, NAN),
        (2, INF, INF),
        (INF, 2, INF),
        (INF, 1, NAN),
        (3, 1, 0),
    ],
    "xlog1py": [
        (0, -1, 0),
        (0, -2, 0),
        (0, INF, 0),
        (0, NAN, NAN),
        (NAN, 1, NAN),
        (2, -1, -INF),
        (-2, -1, INF),
        (2, -2, NAN),
        (2, INF, INF),
        (INF, 0, NAN),
        (3, 0, 0),
        (3, -0.0, -0.0),
    ],
}


def exactly(case: Case, inputs: Sequence[Any]) -> Any:
    """The function of each element, as long doubles."""
    out = np.empty(len(inputs[0]), np.longdouble)
    with mpmath.workprec(PRECISION):
        for i, values in enumerate(zip(*(each.tolist() for each in inputs), strict=True)):
            value = case.function(*map(mpmath.mpf, values))
            high = float(value)
            rest = float(value - high) if math.isfinite(high) else 0.0
            out[i] = np.longdouble(high) + np.longdouble(rest)
    return out


def errors(found: Any, exact: Any, absolute: float = 0) -> Any:
    """In units in the last place; infinite where one of the two is finite and the other is not.

    Smaller ones than `absolute` are 0.
    """
    with np.errstate(all="ignore"):
        rounded = exact.astype(found.dtype)
        unit = np.spacing(np.abs(rounded)).astype(np.longdouble)
        distance = np.abs(found.astype(np.longdouble) - exact)
        distance = np.where(distance <= absolute, 0, distance / unit)
    distance[np.isnan(found) & np.isnan(exact)] = 0
    distance[found == rounded] = np.fmin(distance[found == rounded], 0.5)
    distance[np.isnan(distance)] = INF
    return distance


def check(name: str, data_type: str, case: Case, inputs: Sequence[Any], exact: Any) -> None:
    bound = getattr(case, data_type)
    for function in functions(name, data_type):
        found = run(function, list(inputs), data_type, len(exact))
        distance = errors(found, exact, case.absolute)
        worst = int(np.argmax(distance))
        where = [each[worst] for each in inputs]
        assert distance[worst] <= bound, (name, where, found[worst], exact[worst])


def arguments(case: Case, data_type: str, random: Any) -> Any:
    values = np.concatenate([make(random) for make in case.grids])
    with np.errstate(all="ignore"):
        values = values.astype(data_type)
        low, high = (np.dtype(data_type).type(each) for each in case.domain)
    return values[np.isfinite(values) & (values >= low) & (values <= high) & (values != 0)]


SLOW = {"erfc", "erfinv", "lgamma", "digamma", "sinc", "atan2"}
"""In mpmath."""


def accuracy(cases: dict[str, Case]) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in cases]


@pytest.mark.parametrize("data_type", FLOATS)
@pytest.mark.parametrize("name", accuracy(CASES))
def test_accuracy(name: str, data_type: str) -> None:
    case = CASES[name]
    values = arguments(case, data_type, np.random.default_rng(21))
    check(name, data_type, case, [values], exactly(case, [values]))


@pytest.mark.parametrize("data_type", FLOATS)
@pytest.mark.parametrize("name", CASES)
def test_special_values(name: str, data_type: str) -> None:
    pairs = [*CASES[name].special, (NAN, NAN)]
    inputs, outputs = (np.array(each, data_type) for each in zip(*pairs, strict=True))
    for function in functions(name, data_type):
        found = run(function, [inputs], data_type, len(inputs))
        wrong = [
            (inputs[i], found[i], outputs[i])
            for i in range(len(found))
            if not same(found[i : i + 1], outputs[i : i + 1])
        ]
        assert not wrong


def two_arguments(name: str, data_type: str, random: Any) -> list[Any]:
    """Arguments of a function of two, so that many results are neither infinite nor 0."""
    limits = np.finfo(data_type)
    if name == "pow":
        bases = np.abs(np.concatenate([sizes(-1070, 1020)(random), between(0, 3)(random)]))
        near = 1 + np.ldexp(random.uniform(-1, 1, 2000), -random.integers(1, 50, 2000))
        with np.errstate(all="ignore"):
            bases = np.concatenate([bases, near]).astype(data_type)
            bases = bases[np.isfinite(bases) & (bases > 0) & (bases != 1)]
            reach = random.uniform(limits.minexp - limits.nmant, limits.maxexp, len(bases))
            exponents = (reach / np.log2(bases.astype(np.float64))).astype(data_type)
        integers = random.integers(-20, 20, 1000).astype(data_type)
        negative = -random.uniform(0, 9, 1000).astype(data_type)
        inputs = [np.concatenate([bases, negative]), np.concatenate([exponents, integers])]
    elif name in {"xlogy", "xlog1py"}:
        y = arguments(CASES["log" if name == "xlogy" else "log1p"], data_type, random)
        inputs = [np.ldexp(random.uniform(-1, 1, len(y)), random.integers(-60, 60, len(y))), y]
        inputs[0] = inputs[0].astype(data_type)
    else:
        values = arguments(TWO_INPUTS[name], data_type, random)
        inputs = [values, random.permutation(values)]
        if name == "atan2":
            with np.errstate(all="ignore"):
                near = values * random.uniform(-3, 3, len(values)).astype(data_type)
            inputs = [np.concatenate([inputs[0], values]), np.concatenate([inputs[1], near])]
    keep = np.isfinite(inputs[0]) & np.isfinite(inputs[1])
    return [each[keep] for each in inputs]


@pytest.mark.parametrize("data_type", FLOATS)
@pytest.mark.parametrize("name", accuracy(TWO_INPUTS))
def test_accuracy_of_two_inputs(name: str, data_type: str) -> None:
    case = TWO_INPUTS[name]
    inputs = two_arguments(name, data_type, np.random.default_rng(22))
    exact = exactly(case, inputs)
    if name.startswith("logaddexp"):
        # Where the two parts cancel the error is that of the parts.
        keep = np.abs(exact) > 0.5
        inputs, exact = [each[keep] for each in inputs], exact[keep]
    check(name, data_type, case, inputs, exact)


@pytest.mark.parametrize("data_type", FLOATS)
@pytest.mark.parametrize("name", TWO_INPUTS)
def test_special_values_of_two_inputs(name: str, data_type: str) -> None:
    rows = zip(*SPECIAL_PAIRS[name], strict=True)
    with np.errstate(all="ignore"):
        first, second, expected = (np.array(each, np.float64).astype(data_type) for each in rows)
    for function in functions(name, data_type):
        found = run(function, [first, second], data_type, len(first))
        wrong = [
            (*SPECIAL_PAIRS[name][i], float(found[i]))
            for i in range(len(found))
            if not same(found[i : i + 1], expected[i : i + 1])
        ]
        assert not wrong


def test_logarithms_of_sums_of_three_exponentials() -> None:
    def exact_sum(a: Any, b: Any, c: Any) -> Any:
        return mpmath.log(mpmath.exp(a) + mpmath.exp(b) + mpmath.exp(c))

    case = Case(exact_sum, (between(-700, 700), between(-3, 40), around(0.0, -1.0)), 1, 2)
    random = np.random.default_rng(24)
    values = arguments(case, "float64", random)
    inputs = [values, random.permutation(values), values + random.uniform(-2, 2, len(values))]
    exact = exactly(case, inputs)
    # Where the parts cancel the error is that of the parts.
    keep = np.abs(exact) > 0.5
    check("log_sum_of_three", "float64", case, [each[keep] for each in inputs], exact[keep])


def test_special_values_of_sums_of_three_exponentials() -> None:
    """A NaN is passed over where the others are the logarithm of 0."""
    rows = [
        *((*order, -INF) for order in ((-INF, -INF, -INF), (NAN, -INF, -INF), (-INF, -INF, NAN))),
        *((*order, 5.0) for order in ((5.0, -INF, -INF), (-INF, 5.0, -INF), (-INF, -INF, 5.0))),
        *((*order, NAN) for order in ((NAN, 1.0, 2.0), (1.0, NAN, 2.0), (INF, 1.0, 2.0))),
        (2.0, 2.0, 2.0, 2.0 + math.log(3)),
        (0.0, -800.0, -800.0, 0.0),
    ]
    inputs = [np.array(each) for each in zip(*rows, strict=True)]
    expected = inputs.pop()
    for function in functions("log_sum_of_three", "float64"):
        found = run(function, inputs, "float64", len(rows))
        assert np.allclose(found, expected, rtol=1e-15, atol=0, equal_nan=True)


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("name", ["sqrt", "reciprocal"])
def test_every_half(name: str, half: str) -> None:
    """The float32 result, rounded once."""
    every = np.arange(65536, dtype=np.uint16).view(dtype(half))
    expected: Callable[..., Any] = np.sqrt if name == "sqrt" else np.reciprocal
    check_everywhere(
        functions(name, half),
        [every],
        half,
        lambda x: expected(x.astype(np.float32)).astype(dtype(half)),
    )


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("name", ["tanh", "sigmoid", "silu"])
def test_halves_are_float32_rounded_once(name: str, half: str) -> None:
    every = np.arange(65536, dtype=np.uint16).view(dtype(half))
    wide = every.astype(np.float32)
    single = run(functions(name, "float32")[0], [wide], "float32", len(wide))
    with np.errstate(all="ignore"):
        expected = single.astype(dtype(half))
    for function in functions(name, half):
        assert same(run(function, [every], half, len(every)), expected)


@pytest.mark.parametrize("name", ["sin", "cos", "pow"])
def test_guesses_in_place(name: str) -> None:
    """A block in doubt is computed again from operands that the guess did not touch."""
    random = np.random.default_rng(4)
    x = random.uniform(-9, 9, 1000).astype(np.float32)
    x[[3, 300, 999]] = 1e6, np.inf, np.nan
    operands = [x] if name != "pow" else [x, np.full_like(x, 2)]
    if name == "pow":
        operands[1][700] = 3
    for function in functions(name, "float32"):
        expected = run(function, list(operands), "float32", len(x))
        own = [each.copy() for each in operands]
        call(function, [*own, own[0]], len(x))
        assert np.array_equal(own[0], expected, equal_nan=True)
