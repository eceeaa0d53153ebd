# SPDX-License-Identifier: Apache-2.0
"""Gelu beside float64: all numbers of 16 bits, and float32 in a dense grid."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
from single_instructions import HALVES, functions, run, same, ulps
from vector_unit import dtype

ERFC = np.frompyfunc(math.erfc, 1, 1)


def with_erf(x: Any) -> Any:
    return 0.5 * x * ERFC(-math.sqrt(0.5) * x).astype(np.float64)


def with_tanh(x: Any) -> Any:
    with np.errstate(over="ignore"):
        return x / (1 + np.exp(-2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


FORMS = {"gelu": with_tanh, "gelu_erf": with_erf}


def dense() -> Any:
    """Every size down to 2^-60, and what has a result that is neither 0 nor the argument."""
    random = np.random.default_rng(3)
    small = np.ldexp(random.uniform(-1, 1, 20_000), random.integers(-60, 1, 20_000))
    parts = [small, np.linspace(-14, 6, 150_001), random.uniform(-2, 0.1, 50_000)]
    return np.concatenate(parts).astype(np.float32)


def test_the_oracle() -> None:
    """In float64, with few roundings, beside mpmath."""
    for x in (-14.0, -5.5, -1.0, -0.3, 1e-9, 0.7, 3.0):
        tail = mpmath.erfc(-mpmath.mpf(x) / mpmath.sqrt(2))
        assert with_erf(np.array([x]))[0] == pytest.approx(float(x / 2 * tail), rel=1e-13)
        power = mpmath.sqrt(2 / mpmath.pi) * (x + mpmath.mpf("0.044715") * mpmath.mpf(x) ** 3)
        exact = float(x / (1 + mpmath.exp(-2 * power)))
        assert with_tanh(np.array([x]))[0] == pytest.approx(exact, rel=1e-13)


@pytest.mark.parametrize("name", FORMS)
def test_float32(name: str) -> None:
    """Less than 3 units in the last place, the same bits on every level."""
    x = dense()
    first, *others = (run(each, [x], "float32", len(x)) for each in functions(name, "float32"))
    assert ulps(first, FORMS[name](x.astype(np.float64))) < 3
    assert all(same(first, other) for other in others)


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("name", FORMS)
def test_all_halves(name: str, half: str) -> None:
    """Those of float32, rounded; which are the exact ones but where these lie between two."""
    x = np.arange(1 << 16, dtype=np.uint16).view(dtype(half))
    wide = x.astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        between = run(functions(name, "float32")[0], [wide], "float32", len(x)).astype(dtype(half))
        exact = FORMS[name](wide.astype(np.float64))
    for each in functions(name, half):
        assert same(run(each, [x], half, len(x)), between)
    finite = np.isfinite(wide) & np.isfinite(between.astype(np.float32))
    found = between[finite].astype(np.float64)
    bits, least = {"float16": (11, -24), "bfloat16": (8, -133)}[half]
    unit = np.exp2(np.maximum(np.frexp(found)[1] - bits, least))
    assert (np.abs(found - exact[finite]) <= 0.51 * unit).all()


@pytest.mark.parametrize("name", FORMS)
def test_special_values(name: str) -> None:
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 100, -100, 3e38, -3e38, -0.75], np.float32)
    wanted = np.array([0.0, 0.0, np.inf, np.nan, np.nan, 100, 0.0, 3e38, 0.0], np.float32)
    for each in functions(name, "float32"):
        found = run(each, [x], "float32", len(x))
        assert np.array_equal(found[:9], wanted, equal_nan=True)
