# SPDX-License-Identifier: Apache-2.0
"""Instructions of gated units, masks and products that are added, on special values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from single_instructions import check_everywhere, functions, run, same, specials
from vector_unit import dtype

RECTIFIED = ("float32", "int8", "int32", "uint8")


def _pairs(name: str, other: str) -> list[Any]:
    left, right = np.meshgrid(specials(name), specials(other))
    return [left.ravel(), right.ravel()]


@pytest.mark.parametrize("name", RECTIFIED)
def test_gradients_pass_where_asked(name: str) -> None:
    check_everywhere(
        functions("masked_grad", name),
        _pairs(name, "uint8"),
        name,
        lambda grad, mask: np.where(mask == 0, dtype(name).type(0), grad),
    )
    check_everywhere(
        functions("positive_grad", name),
        _pairs(name, name),
        name,
        lambda grad, x: np.where(x > 0, grad, dtype(name).type(0)),
    )


def test_a_product_by_zero_is_zero() -> None:
    check_everywhere(
        functions("mul_no_nan", "float32"),
        _pairs("float32", "float32"),
        "float32",
        lambda a, b: np.where(b == 0, np.float32(0), a * b),
    )


@pytest.mark.parametrize("name", ["int16", "int32"])
def test_whole_products_that_are_added_wrap(name: str) -> None:
    a, b = _pairs(name, name)
    check_everywhere(
        functions("fused_mul_add_n", name), [a, b, a[::-1].copy()], name, lambda a, b, c: a * c + b
    )


def test_roots_have_no_gradient_where_there_is_none() -> None:
    def expected(y: Any, grad: Any) -> Any:
        half = grad.astype(np.float64) / 2
        return np.where(half != 0, half / y, 0.0).astype(np.float32)

    check_everywhere(
        functions("sqrt_grad", "float32"), _pairs("float32", "float32"), "float32", expected
    )


def test_margins() -> None:
    def hinge(x: Any, target: Any) -> Any:
        loss = 1 - x.astype(np.float64) * target
        return np.where(loss < 0, 0, loss).astype(np.float32)

    check_everywhere(
        functions("hinge_loss", "float32"), _pairs("float32", "float32"), "float32", hinge
    )


def test_distances_below_a_tolerance() -> None:
    a, b = _pairs("float32", "float32")
    tolerance = np.full_like(a, 0.5)
    check_everywhere(
        functions("approximate_equal", "float32"),
        [a, b, tolerance],
        "bool",
        lambda a, b, c: np.abs(a.astype(np.float64) - b) < c,
    )


def test_weights_are_zero_up_to_the_bound() -> None:
    linear, bound = _pairs("float32", "float32")
    check_everywhere(
        functions("ftrl_weight", "float32"),
        [linear, np.full_like(linear, 2), bound],
        "float32",
        lambda x, q, l1: np.where(
            np.abs(x) > l1, (np.where(x > 0, l1, -l1) - x) / q, np.float32(0)
        ),
    )


def test_sines_of_whole_numbers() -> None:
    values = np.array([-2, -1, 0, 1, 2, 127, -128], np.int8)
    quarter = np.float32(math.pi / 2)
    expected = np.array([np.nan, -quarter, 0, quarter, np.nan, np.nan, np.nan], np.float32)
    for function in functions("asin_of_integer", "int8"):
        assert same(run(function, [values], "float32", len(values)), expected)
    flags = np.array([False, True])
    for function in functions("asin_of_integer", "bool"):
        assert same(run(function, [flags], "float32", 2), np.array([0, quarter], np.float32))


def test_probabilities_at_the_edges() -> None:
    values = np.array([0, 1, 0.5, -0.5, 1.5, np.nan, 0.75, 0.25], np.float32)
    middle = np.float32(0.6744897501960817)  # half of all normal numbers are nearer to 0
    expected = np.array([-np.inf, np.inf, 0, np.nan, np.nan, np.nan, middle, -middle], np.float32)
    for function in functions("ndtri", "float32"):
        assert same(run(function, [values], "float32", len(values)), expected)


def test_the_least_probabilities() -> None:
    """By the exact values of the normal distribution's quantiles, in mpmath."""
    mpmath = pytest.importorskip("mpmath")
    values = np.array([1e-5, 1e-10, 1e-13, 1e-20, 1e-30, 1e-38, 1e-44], np.float32)
    with mpmath.workprec(300):
        exact = [
            float(mpmath.sqrt(2) * mpmath.erfinv(2 * mpmath.mpf(float(x)) - 1)) for x in values
        ]
    for function in functions("ndtri", "float32"):
        assert same(run(function, [values], "float32", len(values)), np.array(exact, np.float32))
