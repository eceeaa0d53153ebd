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
from vector_unit import dtype

INF = math.inf
NAN = math.nan
PRECISION = 140

Grid = Any
"""Arguments as float64."""


def sizes(low: int, high: int) -> Callable[[Any], Grid]:
    """Of both signs and every size from 2^low to 2^high."""

    def make(random: Any) -> Grid:
        count = 2000
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


@dataclass(frozen=True)
class Case:
    """The function in mpmath, its arguments, the bounds in units in the last place."""

    function: Callable[..., Any]
    grids: Sequence[Callable[[Any], Grid]]
    float32: float
    float64: float
    special: Sequence[tuple[float, float]] = ()
    domain: tuple[float, float] = (-INF, INF)


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
        0.51,
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
        1,
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
    "silu": Case(
        lambda x: x / (1 + mpmath.exp(-x)),
        (sizes(-1074, 10), between(-108, 40), between(-750, -690)),
        3,
        2,
        ((0, 0), (-0.0, -0.0), (INF, INF), (1000, 1000), (-INF, NAN), (-1000, -0.0)),
    ),
    "erf": Case(
        mpmath.erf,
        (sizes(-1074, 5), between(-1, 1), between(-6, 6), around(0.5)),
        3,
        1,
        ((0, 0), (-0.0, -0.0), (INF, 1), (1000, 1), (-INF, -1), (-1000, -1)),
    ),
    "erfc": Case(
        mpmath.erfc,
        (sizes(-60, 5), between(-1, 1), between(-6, 28), between(0, 10.1), around(0.5)),
        1,
        1.5,
        ((0, 1), (-0.0, 1), (INF, 0), (1000, 0), (-INF, 2), (-1000, 2)),
    ),
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


def errors(found: Any, exact: Any) -> Any:
    """In units in the last place; infinite where one of the two is finite and the other is not."""
    with np.errstate(all="ignore"):
        rounded = exact.astype(found.dtype)
        unit = np.spacing(np.abs(rounded)).astype(np.longdouble)
        distance = np.abs(found.astype(np.longdouble) - exact) / unit
    distance[found == rounded] = np.fmin(distance[found == rounded], 0.5)
    distance[np.isnan(distance)] = INF
    return distance


def check(name: str, data_type: str, inputs: Sequence[Any], exact: Any, bound: float) -> None:
    for function in functions(name, data_type):
        found = run(function, list(inputs), data_type, len(exact))
        distance = errors(found, exact)
        worst = int(np.argmax(distance))
        where = [each[worst] for each in inputs]
        assert distance[worst] <= bound, (name, where, found[worst], exact[worst])


def arguments(case: Case, data_type: str, random: Any) -> Any:
    values = np.concatenate([make(random) for make in case.grids])
    with np.errstate(all="ignore"):
        values = values.astype(data_type)
        low, high = (np.dtype(data_type).type(each) for each in case.domain)
    return values[np.isfinite(values) & (values >= low) & (values <= high) & (values != 0)]


@pytest.mark.parametrize("data_type", FLOATS)
@pytest.mark.parametrize("name", CASES)
def test_accuracy(name: str, data_type: str) -> None:
    case = CASES[name]
    values = arguments(case, data_type, np.random.default_rng(21))
    check(name, data_type, [values], exactly(case, [values]), getattr(case, data_type))


@pytest.mark.parametrize("data_type", FLOATS)
@pytest.mark.parametrize("name", CASES)
def test_special_values(name: str, data_type: str) -> None:
    pairs = [*CASES[name].special, (NAN, NAN)]
    inputs, outputs = (np.array(each, data_type) for each in zip(*pairs, strict=True))
    for function in functions(name, data_type):
        found = run(function, [inputs], data_type, len(inputs))
        assert same(found, outputs), [*zip(inputs, found, outputs, strict=True)]


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
