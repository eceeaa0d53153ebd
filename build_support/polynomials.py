# SPDX-License-Identifier: Apache-2.0
"""Where the coefficients of the kernels' polynomials come from.

`python -m build_support.polynomials` prints a line for each polynomial: its error as it stands in
the source, the error of the best polynomial of its degree, and the error of that one when its
coefficients are rounded to their type. `python -m build_support.polynomials exp_32 sinh` looks at
these two only, and prints the coefficients that it finds beside those of the source.

A new polynomial takes a row of POLYNOMIALS, and its coefficients from here. The coefficients that
the source has are not those that this finds, to the last bit: they came from fits that are not
kept. They stay, because their errors are as small as rounded coefficients allow or far below the
rounding of a result, and because others would change the bits of results.

The source is read, not copied: a row names the function and the variable in which the polynomial is
evaluated, from the highest power down, as `p = p * z + c`. Errors are those of exact arithmetic
with the coefficients of the source. What the roundings of the evaluation add is measured by
`tests/vector/test_real_functions.py`.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
from mpmath import mp

Real = Any
"""A number of mpmath's."""
Function = Callable[[Real], Real]

PACKAGE = "aclnn_py.kernels"
FOLDER = Path(__file__).resolve().parents[1] / "aclnn_py" / "kernels"
PRECISION = 256
"""Bits of every calculation: differences near 0 leave less than half of them."""
NEAR_ZERO = mpmath.mpf(2) ** -50
"""In place of 0, where a quotient has no value."""


@dataclass(frozen=True)
class Polynomial:
    """One polynomial: where it stands, and what it is for.

    `stands_for` is the function that it comes near to on `interval`, and `text` says which. Its
    error at x is the distance from that, times `weight(x)`: how large it is beside the function
    that is computed with it. `reached` is the largest error with the coefficients of the source,
    `least` the largest error of the best polynomial, without any rounding.

    The first coefficients, from the lowest power on, may be `fixed`: they are not looked for. Of a
    `series` all are known, and there is no `least`. `rest` names a constant of the module that is
    added to the lowest coefficient, which one float64 does not hold.
    """

    name: str
    module: str
    function: str
    variable: str
    text: str
    stands_for: Function
    interval: tuple[Real, Real]
    weight: Function
    reached: float
    least: float = 0.0
    type: str = "float64"
    fixed: tuple[float, ...] = ()
    is_series: bool = False
    rest: str | None = None

    def place(self) -> tuple[str, str, str]:
        """Module, function and variable: what in_source finds it by."""
        return self.module, self.function, self.variable

    def rounded(self, value: Real) -> float:
        """A coefficient in the type that it is stored in."""
        return float(np.float32(float(value))) if self.type == "float32" else float(value)


# --- What they stand for -------------------------------------------------------------------------


def _behind_exp(r: Real) -> Real:
    return (mpmath.exp(r) - 1 - r) / r**2


def _behind_log(f: Real) -> Real:
    return (mpmath.log(1 + f) - f + f**2 / 2) / f**3


def _behind(known: int, function: Function, signs: int) -> Function:
    """Of z = x^2: function(x) / x without the first `known` terms x^2k / (2 k + 1), of alternating
    signs where `signs` is -1, divided by z^known."""

    def value(z: Real) -> Real:
        x = mpmath.sqrt(z)
        first = sum(signs**i * z**i / mpmath.mpf(2 * i + 1) for i in range(known))
        return (function(x) / x - first) / z**known

    return value


def _share(known: int, function: Function) -> Function:
    """How much of function(x), of z = x^2, is x z^known."""

    def weight(z: Real) -> Real:
        x = mpmath.sqrt(z)
        return x * z**known / function(x)

    return weight


def _behind_log_of_fraction(z: Real) -> Real:
    return 2 * _behind(1, mpmath.atanh, 1)(z)


def _behind_cosine(known: int) -> Function:
    """The cosine of x without the first terms of its series, divided by z^known, of z = x^2."""

    def value(z: Real) -> Real:
        first = sum((-1) ** i * z**i / mpmath.factorial(2 * i) for i in range(known))
        return (mpmath.cos(mpmath.sqrt(z)) - first) / z**known

    return value


def _cosine_share(known: int) -> Function:
    return lambda z: z**known / mpmath.cos(mpmath.sqrt(z))


def _past_three(t: Real) -> Real:
    """The x of t = (x - 3) / (x + 3)."""
    return 3 * (1 + t) / (1 - t)


def _from_three(x: Real) -> Real:
    return (mpmath.mpf(x) - 3) / (mpmath.mpf(x) + 3)


def _scaled_erfc(t: Real) -> Real:
    x = _past_three(t)
    return mpmath.erfc(x) * mpmath.exp(x * x) * (1 + 2 * x)


def _log_erfc(y: Real) -> Real:
    return mpmath.log(mpmath.erfc(y))


def _erfc_share(y: Real) -> Real:
    return mpmath.erfc(y) / mpmath.erf(y)


def _inverse_erf_center(v: Real) -> Real:
    x = mpmath.sqrt(-mpmath.expm1(-max(v + CENTER, NEAR_ZERO)))
    return mpmath.erfinv(x) / x


def _inverse_erf_tail(t: Real) -> Real:
    s = _past_three(t)
    return mpmath.erfinv(-mpmath.expm1(-s * s)) / s


def _stirling(z: Real) -> Real:
    y = 1 / mpmath.sqrt(z)
    known = (y - 0.5) * mpmath.log(y) - y + mpmath.log(2 * mp.pi) / 2
    return (mpmath.loggamma(y) - known) * y


def _stirling_of_slope(z: Real) -> Real:
    y = 1 / mpmath.sqrt(z)
    return (mpmath.log(y) - 1 / (2 * y) - mpmath.digamma(y)) / z


def _gelu_tail(t: Real) -> Real:
    u = (t + 1) / 2
    y = GELU * u / (1 - u)
    return (y + GELU) * mpmath.erfc(y / mpmath.sqrt(2)) * mpmath.exp(y * y / 2) / 2


def _gelu_at(y: float) -> Real:
    return 2 * mpmath.mpf(y) / (mpmath.mpf(y) + GELU) - 1


def _gelu_center(z: Real) -> Real:
    x = mpmath.sqrt(z)
    return mpmath.erf(x / mpmath.sqrt(2)) / (2 * x)


def _gelu_share(z: Real) -> Real:
    x = mpmath.sqrt(z)
    return z / (x / 2 + z * _gelu_center(z))


def _relative(function: Function) -> Function:
    return lambda x: 1 / function(x)


CENTER = mpmath.mpf("0.84")
GELU = mpmath.mpf("2.25")

with mpmath.workprec(PRECISION):
    _LN2 = mpmath.log(2)
    _QUARTER_PI = mp.pi / 4
    _OF_ROOTS = (mpmath.sqrt(0.5) - 1, mpmath.sqrt(2) - 1)
    _LARGEST_S = (_OF_ROOTS[1] / (2 + _OF_ROOTS[1])) ** 2
    _TAIL = tuple(_from_three(mpmath.sqrt(x)) for x in (mpmath.log(10), 53 * _LN2))

POLYNOMIALS: tuple[Polynomial, ...] = (
    Polynomial(
        "exp_32",
        "vector.exponential",
        "_behind_32",
        "p",
        "(exp r - 1 - r) / r^2",
        _behind_exp,
        (-_LN2 / 2, _LN2 / 2),
        lambda r: r**2 / mpmath.exp(r),
        type="float32",
        fixed=(0.5,),
        reached=8.091e-9,
        least=4.283e-9,
    ),
    Polynomial(
        "exp_64",
        "vector.exponential",
        "_behind_64",
        "p",
        "(exp r - 1 - r) / r^2",
        _behind_exp,
        (-_LN2 / 2, _LN2 / 2),
        lambda r: r**2 / mpmath.exp(r),
        fixed=(0.5,),
        reached=3.366e-19,
        least=7.476e-20,
    ),
    Polynomial(
        "log_32",
        "vector.logarithm",
        "_behind_fraction_32",
        "p",
        "(log(1 + f) - f + f^2 / 2) / f^3",
        _behind_log,
        _OF_ROOTS,
        lambda f: f**3 / mpmath.log(1 + f),
        type="float32",
        reached=7.239e-9,
        least=5.831e-9,
    ),
    Polynomial(
        "log_64",
        "vector.logarithm",
        "behind_fraction_64",
        "p",
        "2 (atanh s - s) / s^3 of z = s^2",
        _behind_log_of_fraction,
        (0, _LARGEST_S),
        _share(1, lambda s: 2 * mpmath.atanh(s)),
        reached=5.457e-19,
        least=8.12e-21,
    ),
    Polynomial(
        "log_in_pair",
        "vector.power",
        "log_of_fraction_in_pair_64",
        "p",
        "(atanh s - s - s^3 / 3) / s^5 of z = s^2",
        _behind(2, mpmath.atanh, 1),
        (0, _LARGEST_S),
        _share(2, mpmath.atanh),
        reached=1.156e-20,
        least=7.194e-23,
    ),
    Polynomial(
        "exp_for_32",
        "vector.power",
        "_exp_for_float_64",
        "p",
        "(exp r - 1 - r) / r^2",
        _behind_exp,
        (-_LN2 / 2, _LN2 / 2),
        lambda r: r**2 / mpmath.exp(r),
        fixed=(0.5,),
        reached=1.598e-12,
        least=1.597e-12,
    ),
    Polynomial(
        "log_for_32",
        "vector.power",
        "_log_of_float_64",
        "p",
        "2 (atanh s - s) / s^3 of z = s^2",
        _behind_log_of_fraction,
        (0, _LARGEST_S),
        _share(1, lambda s: 2 * mpmath.atanh(s)),
        reached=2.949e-14,
        least=2.947e-14,
    ),
    Polynomial(
        "atan_for_32",
        "vector.inverse_trigonometry",
        "_atan2_of_floats_64",
        "p",
        "(atan t - t) / t^3 of z = t^2",
        _behind(1, mpmath.atan, 1),
        (0, mpmath.tan(mp.pi / 8) ** 2),
        _share(1, mpmath.atan),
        reached=7.856e-13,
        least=7.853e-13,
    ),
    Polynomial(
        "sinh_32",
        "vector.hyperbolic",
        "sinh",
        "p",
        "(sinh x - x) / x^3 of z = x^2",
        _behind(1, mpmath.sinh, 1),
        (0, mpmath.mpf(1)),
        _share(1, mpmath.sinh),
        type="float32",
        reached=5.23e-9,
        least=5.192e-11,
    ),
    Polynomial(
        "sine_32",
        "vector.trigonometry",
        "sine_and_cosine_of_quarter_32",
        "sine",
        "(sin x - x) / x^3 of z = x^2",
        _behind(1, mpmath.sin, 1),
        (0, _QUARTER_PI**2),
        _share(1, mpmath.sin),
        is_series=True,
        reached=9.798e-12,
    ),
    Polynomial(
        "cosine_32",
        "vector.trigonometry",
        "sine_and_cosine_of_quarter_32",
        "cosine",
        "(cos x - 1) / x^2 of z = x^2",
        _behind_cosine(1),
        (0, _QUARTER_PI**2),
        _cosine_share(1),
        is_series=True,
        reached=5.499e-13,
    ),
    Polynomial(
        "small_sine_32",
        "vector.trigonometry",
        "_sine_from_quarter_32",
        "sine",
        "(sin x - x) / x^3 of z = x^2",
        _behind(1, mpmath.sin, 1),
        (0, _QUARTER_PI**2),
        _share(1, mpmath.sin),
        is_series=True,
        type="float32",
        reached=1.819e-9,
    ),
    Polynomial(
        "small_cosine_32",
        "vector.trigonometry",
        "_sine_from_quarter_32",
        "cosine",
        "(cos x - 1 + x^2 / 2) / x^4 of z = x^2",
        _behind_cosine(2),
        (0, _QUARTER_PI**2),
        _cosine_share(2),
        is_series=True,
        type="float32",
        reached=4.95e-10,
    ),
    Polynomial(
        "sine_64",
        "vector.trigonometry",
        "sine_and_cosine_in_pairs",
        "sine",
        "(sin x - x) / x^3 of z = x^2",
        _behind(1, mpmath.sin, 1),
        (0, _QUARTER_PI**2),
        _share(1, mpmath.sin),
        is_series=True,
        reached=6.408e-18,
    ),
    Polynomial(
        "cosine_64",
        "vector.trigonometry",
        "sine_and_cosine_in_pairs",
        "cosine",
        "(cos x - 1 + x^2 / 2) / x^4 of z = x^2",
        _behind_cosine(2),
        (0, _QUARTER_PI**2),
        _cosine_share(2),
        is_series=True,
        reached=1.589e-18,
    ),
    Polynomial(
        "random_sine_32",
        "random_numbers",
        "sine_32",
        "p",
        "(sin x - x) / x^3 of z = x^2",
        _behind(1, mpmath.sin, 1),
        (0, _QUARTER_PI**2),
        _share(1, mpmath.sin),
        type="float32",
        is_series=True,
        reached=1.819e-9,
    ),
    Polynomial(
        "random_cosine_32",
        "random_numbers",
        "cosine_32",
        "p",
        "(cos x - 1) / x^2 of z = x^2",
        _behind_cosine(1),
        (0, _QUARTER_PI**2),
        _cosine_share(1),
        type="float32",
        is_series=True,
        reached=4.95e-10,
    ),
    Polynomial(
        "random_sine_64",
        "random_numbers",
        "sine_64",
        "p",
        "(sin x - x) / x^3 of z = x^2",
        _behind(1, mpmath.sin, 1),
        (0, _QUARTER_PI**2),
        _share(1, mpmath.sin),
        is_series=True,
        reached=6.408e-18,
    ),
    Polynomial(
        "random_cosine_64",
        "random_numbers",
        "cosine_64",
        "p",
        "(cos x - 1) / x^2 of z = x^2",
        _behind_cosine(1),
        (0, _QUARTER_PI**2),
        _cosine_share(1),
        is_series=True,
        reached=1.589e-18,
    ),
    Polynomial(
        "angle_in_pair",
        "vector.complex_power",
        "_angle_in_pair",
        "p",
        "(atan t - t) / t^3 of z = t^2",
        _behind(1, mpmath.atan, 1),
        (0, mpmath.mpf(1) / 64**2),
        _share(1, mpmath.atan),
        is_series=True,
        reached=4.502e-21,
    ),
    Polynomial(
        "atan",
        "vector.inverse_trigonometry",
        "atan2_64",
        "p",
        "(atan t - t) / t^3 of z = t^2",
        _behind(1, mpmath.atan, 1),
        (0, _OF_ROOTS[1] ** 2),
        _share(1, mpmath.atan),
        reached=3.546e-18,
        least=4.653e-20,
    ),
    Polynomial(
        "asin",
        "vector.inverse_trigonometry",
        "_behind_root",
        "p",
        "(asin s - s) / s^3 of z = s^2",
        _behind(1, mpmath.asin, 1),
        (0, mpmath.mpf(0.25)),
        _share(1, mpmath.asin),
        reached=4.771e-18,
        least=9.541e-19,
    ),
    Polynomial(
        "sinh",
        "vector.hyperbolic",
        "sinh_64",
        "p",
        "(sinh x - x) / x^3 of z = x^2",
        _behind(1, mpmath.sinh, 1),
        (0, mpmath.mpf(1)),
        _share(1, mpmath.sinh),
        reached=9.117e-18,
        least=8.65e-20,
    ),
    Polynomial(
        "erf_64",
        "vector.error_function",
        "_small_64",
        "p",
        "erf x / x - 1 of z = x^2",
        lambda z: _behind(0, mpmath.erf, 1)(z) - 1,
        (0, mpmath.mpf(0.25)),
        _share(0, mpmath.erf),
        reached=1.722e-17,
        least=3.927e-18,
    ),
    Polynomial(
        "erfc_64",
        "vector.error_function",
        "_large_64",
        "g",
        "erfc x exp(x^2) (1 + 2 x), x from 1/2 to 28, of t = (x - 3) / (x + 3)",
        _scaled_erfc,
        (_from_three(0.5), _from_three(28)),
        _relative(_scaled_erfc),
        rest="G_REST",
        reached=4.107e-17,
        least=9.405e-19,
    ),
    Polynomial(
        "erf_32",
        "vector.error_function",
        "erf",
        "p",
        "erf x / x - 1 of z = x^2",
        lambda z: _behind(0, mpmath.erf, 1)(z) - 1,
        (0, mpmath.mpf(1)),
        _share(0, mpmath.erf),
        type="float32",
        reached=1.659e-8,
        least=1.213e-9,
    ),
    Polynomial(
        "erf_large_32",
        "vector.error_function",
        "erf",
        "q",
        "log(1 - erf y)",
        _log_erfc,
        (mpmath.mpf(1), mpmath.mpf(4)),
        _erfc_share,
        type="float32",
        reached=2.152e-9,
        least=1.068e-9,
    ),
    Polynomial(
        "erfinv_center",
        "vector.inverse_error_function",
        "_inverse_64",
        "p",
        "erfinv x / x, x up to 0.9, of v = -log(1 - x^2) - 0.84",
        _inverse_erf_center,
        (-CENTER, -mpmath.log(mpmath.mpf("0.19")) - CENTER),
        _relative(_inverse_erf_center),
        reached=1.772e-16,
        least=1.159e-16,
    ),
    Polynomial(
        "erfinv_tail",
        "vector.inverse_error_function",
        "_inverse_64",
        "g",
        "erfinv x / s with s = sqrt(-log(1 - x)), x from 0.9 to 1 - 2^-53, "
        "of t = (s - 3) / (s + 3)",
        _inverse_erf_tail,
        _TAIL,
        _relative(_inverse_erf_tail),
        reached=8.38e-17,
        least=2.493e-17,
    ),
    Polynomial(
        "lgamma",
        "vector.gamma",
        "lgamma_64",
        "s",
        "y (log gamma y - (y - 1/2) log y + y - log(2 pi) / 2), y from 7 on, of z = y^-2",
        _stirling,
        (0, mpmath.mpf(1) / 49),
        mpmath.sqrt,
        reached=6.608e-19,
        least=6.131e-21,
    ),
    Polynomial(
        "digamma",
        "vector.digamma",
        "digamma_64",
        "s",
        "y^2 (log y - 1 / (2 y) - digamma y), y from 7 on, of z = y^-2",
        _stirling_of_slope,
        (0, mpmath.mpf(1) / 49),
        lambda z: z,
        reached=9.397e-20,
        least=7.204e-21,
    ),
    Polynomial(
        "gelu_tail",
        "vector.gelu",
        "_times_tail_32",
        "p",
        "(y + 2.25) (1 - erf(y / sqrt 2)) / 2 exp(y^2 / 2), y from 1/2 to 14.5, "
        "of t = 2 y / (y + 2.25) - 1",
        _gelu_tail,
        (_gelu_at(0.5), _gelu_at(14.5)),
        _relative(_gelu_tail),
        type="float32",
        reached=2.045e-8,
        least=3.538e-10,
    ),
    Polynomial(
        "gelu_center",
        "vector.gelu",
        "gelu_erf",
        "p",
        "erf(x / sqrt 2) / (2 x), x up to 3/4, of z = x^2",
        _gelu_center,
        (0, mpmath.mpf(0.5625)),
        _gelu_share,
        type="float32",
        reached=9.179e-9,
        least=5.037e-12,
    ),
)


# --- What stands in the source -------------------------------------------------------------------


def _step(variable: str, statement: ast.stmt) -> tuple[ast.expr, bool] | None:
    """The coefficient of `p = p * z + c`, `p = p * z - c`, `p = fused_multiply_add(p, z, c)` or
    `p, rest = sum_of_larger(c, p * z)`, and whether it is subtracted."""
    match statement:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.BinOp(
                left=ast.BinOp(left=ast.Name(id=used), op=ast.Mult()), op=operator, right=constant
            ),
        ) if name == used == variable:
            return constant, isinstance(operator, ast.Sub)
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(
                func=ast.Name(id="fused_multiply_add"), args=[ast.Name(id=used), _, constant]
            ),
        ) if name == used == variable:
            return constant, False
        case ast.Assign(
            targets=[ast.Tuple(elts=[ast.Name(id=name), _])],
            value=ast.Call(
                func=ast.Name(id="sum_of_larger"),
                args=[constant, ast.BinOp(left=ast.Name(id=used), op=ast.Mult())],
            ),
        ) if name == used == variable:
            return constant, False
        case _:
            return None


def _chains(function: ast.FunctionDef) -> Iterator[tuple[str, list[tuple[ast.expr, bool]]]]:
    """The variables of a function in which polynomials are evaluated, and their coefficients."""
    first: dict[str, ast.expr] = {}
    chains: dict[str, list[tuple[ast.expr, bool]]] = {}
    for statement in function.body:
        names = [node.id for node in ast.walk(statement) if isinstance(node, ast.Name)]
        for variable in dict.fromkeys(names):
            step = _step(variable, statement)
            if step and variable in first:
                chains[variable] = [(first.pop(variable), False), step]
            elif step:
                chains[variable].append(step)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) if not _step(name, statement):
                first[name] = statement.value
                if name in chains:
                    yield name, chains.pop(name)
    yield from chains.items()


@cache
def in_source() -> dict[tuple[str, str, str], tuple[tuple[ast.expr, bool], ...]]:
    """Every polynomial of the kernels: by module, function and variable its coefficients, from the
    highest power down."""
    found = {}
    for path in sorted(FOLDER.rglob("*.py")):
        module = ".".join(path.relative_to(FOLDER).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for variable, terms in _chains(node):
                    found[module, node.name, variable] = tuple(terms)
    return found


def committed(polynomial: Polynomial) -> list[Real]:
    """The coefficients that the source has, from the lowest power up, as the kernels use them."""
    module = importlib.import_module(f"{PACKAGE}.{polynomial.module}")
    names = dict(vars(module))
    names["number"] = lambda _, value: value
    values = []
    for term, is_subtracted in in_source()[polynomial.place()]:
        used = {node.id for node in ast.walk(term) if isinstance(node, ast.Name)}
        scope = {name: names.get(name) for name in used}
        code = compile(ast.Expression(term), polynomial.module, "eval")
        value = polynomial.rounded(eval(code, {}, scope))
        values.append(mpmath.mpf(-value if is_subtracted else value))
    values.reverse()
    if polynomial.rest:
        values[0] += mpmath.mpf(getattr(module, polynomial.rest))
    return values


# --- Errors --------------------------------------------------------------------------------------


class Samples:
    """A polynomial's function and weight at points of its interval, closer to each other at its
    ends, and between them."""

    def __init__(self, polynomial: Polynomial, count: int) -> None:
        self.polynomial = polynomial
        self.count = count
        self.known: dict[Any, tuple[Real, Real, Real]] = {}

    def at(self, place: Real) -> tuple[Real, Real, Real]:
        """The point, the function and the weight at a place from 0 to `count` - 1."""
        if place not in self.known:
            low, high = (mpmath.mpf(end) for end in self.polynomial.interval)
            angle = mp.pi * place / (self.count - 1)
            x = (low + high) / 2 - (high - low) / 2 * mpmath.cos(angle)
            x = NEAR_ZERO if abs(x) < NEAR_ZERO else x
            self.known[place] = x, self.polynomial.stands_for(x), self.polynomial.weight(x)
        return self.known[place]

    def error(self, coefficients: Sequence[Real], place: Real) -> Real:
        """What the polynomial of these coefficients is away, times the weight."""
        x, exact, weight = self.at(place)
        return (mpmath.polyval(coefficients[::-1], x) - exact) * weight

    def largest(self, coefficients: Sequence[Real]) -> Real:
        """The largest error at the points, without its sign."""
        return max(abs(self.error(coefficients, place)) for place in range(self.count))


def largest_error(polynomial: Polynomial, coefficients: Sequence[Real]) -> Real:
    """The largest error of these coefficients on the interval."""
    with mpmath.workprec(PRECISION):
        return Samples(polynomial, 8 * len(coefficients) + 1).largest(coefficients)


# --- The best coefficients -----------------------------------------------------------------------


def _levelled(samples: Samples, places: Sequence[Real], fixed: Sequence[Real]) -> list[Real]:
    """The coefficients whose errors at the places are of one size and of alternating signs."""
    free = len(places) - 1
    rows = mpmath.matrix(len(places), len(places))
    exact = mpmath.matrix(len(places), 1)
    for i, place in enumerate(places):
        x, value, weight = samples.at(place)
        for j in range(free):
            rows[i, j] = x ** (len(fixed) + j)
        rows[i, free] = (-1) ** i / weight
        exact[i] = value - sum(term * x**j for j, term in enumerate(fixed))
    return [*fixed, *list(mpmath.lu_solve(rows, exact))[:free]]


def _peaks(samples: Samples, coefficients: Sequence[Real]) -> list[Real]:
    """A place of the largest error in each stretch of one sign."""
    errors = [samples.error(coefficients, place) for place in range(samples.count)]
    stretches: list[list[int]] = []
    for place, error in enumerate(errors):
        if stretches and (errors[stretches[-1][0]] > 0) == (error > 0):
            stretches[-1].append(place)
        else:
            stretches.append([place])
    peaks: list[Real] = []
    for stretch in stretches:
        peak = max(stretch, key=lambda place: abs(errors[place]))
        place = mpmath.mpf(peak)
        if 0 < peak < samples.count - 1:
            left, middle, right = (abs(errors[peak + step]) for step in (-1, 0, 1))
            bend = left - 2 * middle + right
            if errors[peak - 1] * errors[peak + 1] > 0 and bend < 0:
                place += (left - right) / (2 * bend)
        peaks.append(place)
    return peaks


def best(polynomial: Polynomial, terms: int) -> list[Real]:
    """The coefficients of the least largest error, not rounded, by Remez's exchange: the errors at
    one place more than there are coefficients are made equal, the places are put where errors are
    largest, and so on."""
    with mpmath.workprec(PRECISION):
        fixed = [mpmath.mpf(term) for term in polynomial.fixed]
        free = terms - len(fixed)
        samples = Samples(polynomial, 24 * (free + 1) + 1)
        places = [mpmath.mpf(24 * i) * (samples.count - 1) / (24 * free) for i in range(free + 1)]
        coefficients = fixed
        for _ in range(12):
            coefficients = _levelled(samples, places, fixed)
            peaks = _peaks(samples, coefficients)
            # Where there are more stretches than places, the ends with the smaller errors go.
            while len(peaks) > free + 1:
                ends = [abs(samples.error(coefficients, peaks[end])) for end in (0, -1)]
                peaks.pop(0 if ends[0] < ends[1] else -1)
            if len(peaks) < free + 1:
                raise ArithmeticError(f"{polynomial.name}: an exchange has lost a place")
            moved = max(abs(a - b) for a, b in zip(peaks, places, strict=True))
            places = peaks
            if moved < 1e-9:
                break
        return coefficients


# --- The command ---------------------------------------------------------------------------------


def _shown(polynomial: Polynomial, is_long: bool) -> Iterator[str]:
    """The lines that are printed of one polynomial."""
    own = committed(polynomial)
    yield f"{polynomial.name}: {polynomial.text}"
    low, high = (mpmath.nstr(mpmath.mpf(end), 8) for end in polynomial.interval)
    yield f"    {polynomial.module}.{polynomial.function}, {polynomial.variable}"
    yield f"    from {low} to {high}, degree {len(own) - 1}, {polynomial.type}"
    yield f"    error in the source {mpmath.nstr(largest_error(polynomial, own), 4)}"
    if polynomial.is_series:
        yield "    a part of the function's series"
        return
    found = best(polynomial, len(own))
    rounded = [mpmath.mpf(polynomial.rounded(value)) for value in found]
    yield f"    error of the best   {mpmath.nstr(largest_error(polynomial, found), 4)}"
    yield f"    the same, rounded   {mpmath.nstr(largest_error(polynomial, rounded), 4)}"
    if is_long:
        yield f"    {'in the source':>26} {'found':>26}"
        for ours, theirs in zip(reversed(own), reversed(rounded), strict=True):
            yield f"    {float(ours)!r:>26} {float(theirs)!r:>26}"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command that the module's text describes."""
    parser = argparse.ArgumentParser(prog="python -m build_support.polynomials")
    parser.add_argument("name", nargs="*", help="a polynomial; without one, all")
    names = parser.parse_args(arguments).name
    unknown = set(names) - {polynomial.name for polynomial in POLYNOMIALS}
    if unknown:
        parser.error(f"there is no polynomial {', '.join(sorted(unknown))}")
    for polynomial in POLYNOMIALS:
        if not names or polynomial.name in names:
            print("\n".join(_shown(polynomial, bool(names))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
