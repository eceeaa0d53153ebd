# SPDX-License-Identifier: Apache-2.0
"""The coefficients of polynomials: what their table says of them, and the search for the best."""

from __future__ import annotations

import dataclasses

import mpmath
import pytest

from build_support import polynomials
from build_support.polynomials import POLYNOMIALS, Polynomial

NAMES = [polynomial.name for polynomial in POLYNOMIALS]
BY_NAME = dict(zip(NAMES, POLYNOMIALS, strict=True))


def _terms(polynomial: Polynomial) -> int:
    return len(polynomials.committed(polynomial))


def test_every_polynomial_of_the_kernels_is_in_the_table() -> None:
    assert {polynomial.place() for polynomial in POLYNOMIALS} == set(polynomials.in_source())


def test_the_search_for_polynomials_finds_what_is_there() -> None:
    terms = polynomials.in_source()["vector.exponential", "_behind_64", "p"]
    assert len(terms) == 11
    own = polynomials.committed(BY_NAME["log_32"])
    # The series of (log(1 + f) - f + f^2 / 2) / f^3 begins with 1/3 - 1/4 f + 1/5 f^2.
    assert [float(value) for value in own[:3]] == pytest.approx([1 / 3, -1 / 4, 1 / 5], rel=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_coefficients_reach_the_error_that_the_table_states(name: str) -> None:
    polynomial = BY_NAME[name]
    error = polynomials.largest_error(polynomial, polynomials.committed(polynomial))
    assert float(error) == pytest.approx(polynomial.reached, rel=0.01)
    # Half a unit in the last place of what is computed with it, or less: a whole one of erfinv's.
    bound = 2.0**-24 if polynomial.type == "float32" or name.endswith("_32") else 2.0**-53
    assert polynomial.reached < (2 * bound if name == "erfinv_center" else bound)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if not BY_NAME[name].is_series])
def test_the_best_coefficients_are_found_again(name: str) -> None:
    polynomial = BY_NAME[name]
    best = polynomials.best(polynomial, _terms(polynomial))
    error = polynomials.largest_error(polynomial, best)
    assert float(error) == pytest.approx(polynomial.least, rel=0.01)
    assert polynomial.least < polynomial.reached


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if BY_NAME[name].is_series])
def test_series_have_the_derivatives_at_0(name: str) -> None:
    """Each coefficient is that of the function's own Taylor series, rounded."""
    polynomial = BY_NAME[name]
    own = polynomials.committed(polynomial)
    with mpmath.workdps(80):
        exact = mpmath.taylor(polynomial.stands_for, mpmath.mpf("0.01"), 30, radius=0.005)
        # From the series at 0.01 to the one at 0.
        at_zero = [
            sum(
                exact[n] * mpmath.binomial(n, k) * mpmath.mpf("-0.01") ** (n - k)
                for n in range(k, 31)
            )
            for k in range(len(own))
        ]
    assert [float(value) for value in own] == [polynomial.rounded(value) for value in at_zero]


def test_the_best_line_of_a_square() -> None:
    """Chebyshev's: of x^2 between -1 and 1 it is 1/2, away 1/2 at both ends and in the middle."""
    square = dataclasses.replace(
        BY_NAME["exp_64"],
        stands_for=lambda x: x**2,
        weight=lambda _: mpmath.mpf(1),
        interval=(-1, 1),
        fixed=(),
    )
    best = polynomials.best(square, 2)
    assert [float(value) for value in best] == pytest.approx([0.5, 0.0], abs=1e-12)
    assert float(polynomials.largest_error(square, best)) == pytest.approx(0.5, rel=1e-12)


def test_the_best_line_of_the_exponential() -> None:
    """Between 0 and 1 its slope is e - 1, and its errors at 0, log(e - 1) and 1 are equal."""
    line = dataclasses.replace(
        BY_NAME["exp_64"],
        stands_for=mpmath.exp,
        weight=lambda _: mpmath.mpf(1),
        interval=(0, 1),
        fixed=(),
    )
    slope = mpmath.e - 1
    first = (mpmath.mpf(1) + slope - slope * mpmath.log(slope)) / 2
    assert [float(value) for value in polynomials.best(line, 2)] == pytest.approx(
        [float(first), float(slope)], rel=1e-9
    )


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert polynomials.main(["exp_32"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "exp_32: (exp r - 1 - r) / r^2"
    assert len(lines) == 7 + 5
    assert lines[-1].split() == ["0.5", "0.5"]
