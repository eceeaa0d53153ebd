# SPDX-License-Identifier: Apache-2.0
"""Instructions that do several operations, rounded one after the other, against NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from single_instructions import check_everywhere, functions, run, same, specials, ulps

EXPECTED: dict[str, Callable[..., Any]] = {
    "sub_both": lambda a, b, c: a - b - c,
    "squared_difference": lambda a, b: (a - b) * (a - b),
    "standardize": lambda x, mean, rstd: (x - mean) * rstd,
    "mul_standardized": lambda a, x, mean, rstd: a * ((x - mean) * rstd),
    "normalize": lambda x, mean, rstd, weight, bias: (x - mean) * rstd * weight + bias,
    "norm_gradient": lambda d, h, rstd, a, b: rstd * (d - a - h * b),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_operations_one_after_the_other(name: str) -> None:
    expected = EXPECTED[name]
    count = expected.__code__.co_argcount
    random = np.random.default_rng(3)
    edges = specials("float32")
    inputs = [
        np.concatenate([random.permutation(edges), random.standard_normal(200).astype(np.float32)])
        for _ in range(count)
    ]
    check_everywhere(functions(name, "float32"), inputs, "float32", expected)


def test_sub_both_of_float64() -> None:
    inputs = [np.random.default_rng(i).standard_normal(100) for i in range(3)]
    check_everywhere(functions("sub_both", "float64"), inputs, "float64", EXPECTED["sub_both"])


def test_means_and_reciprocal_roots_of_totals() -> None:
    random = np.random.default_rng(5)
    totals = np.concatenate([specials("float64"), random.uniform(0, 1e6, 200)])
    counts, epsilon = np.full_like(totals, 1000), np.full(len(totals), 1e-5, np.float32)

    def mean(total: Any, count: Any) -> Any:
        return (total / count).astype(np.float32)

    def root(total: Any, count: Any, epsilon: Any) -> Any:
        return (1 / np.sqrt((mean(total, count) + epsilon).astype(np.float64))).astype(np.float32)

    check_everywhere(functions("mean_of", "float32"), [totals, counts], "float32", mean)
    check_everywhere(functions("rstd_of", "float32"), [totals, counts, epsilon], "float32", root)


@pytest.mark.parametrize(("name", "least"), [("float32", -110), ("float64", -760)])
def test_exp_below(name: str, least: float) -> None:
    random = np.random.default_rng(4)
    kind = np.dtype(name)
    largest = random.standard_normal(20_000).astype(kind)
    x = (largest + random.uniform(least, 0, 20_000)).astype(kind)
    exact = np.exp((x - largest).astype(np.longdouble))
    for function in functions("exp_below", name):
        assert ulps(run(function, [x, largest], name, len(x)), exact) < 1


@pytest.mark.parametrize("name", ["float32", "float64"])
def test_exp_below_of_special_values(name: str) -> None:
    inf, nan = np.inf, np.nan
    x = np.array([3, -inf, -inf, inf, nan, 1, -0.0, -1e30], name)
    largest = np.array([3, 1, -inf, inf, 1, nan, 0, 1e30], name)
    wanted = np.array([1, 0, nan, nan, nan, nan, 1, 0], name)
    for function in functions("exp_below", name):
        assert same(run(function, [x, largest], name, len(x)), wanted)
