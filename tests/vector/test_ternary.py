# SPDX-License-Identifier: Apache-2.0
"""Instructions of three and four operands, against NumPy."""

from __future__ import annotations

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
    specials,
)
from vector_unit import dtype


def triples(name: str) -> list[Any]:
    """Every three of some edges."""
    edges = specials(name)[::5] if name not in INTEGERS else specials(name)[:8]
    return [each.ravel() for each in np.meshgrid(edges, edges, edges)]


def in_float32(name: str, inputs: tuple[Any, ...]) -> list[Any]:
    return [each.astype(np.float32) if name in HALVES else each for each in inputs]


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, *INTEGERS, *COMPLEX, "bool"])
def test_where(name: str) -> None:
    values = specials(name)
    condition = np.resize(np.array([True, False, True]), len(values))
    check_everywhere(functions("where", name), [condition, values, values[::-1]], name, np.where)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, "int8", "int16", "int32", "int64", "uint8"])
def test_clip(name: str) -> None:
    def expected(a: Any, low: Any, high: Any) -> Any:
        a, low, high = in_float32(name, (a, low, high))
        return np.minimum(np.maximum(a, low), high).astype(dtype(name))

    # Which of two zeros is the greater is not said.
    inputs = [np.where(each == 0, np.zeros((), dtype(name)), each) for each in triples(name)]
    check_everywhere(functions("clip", name), inputs, name, expected)


def test_clip_gives_the_upper_bound_where_both_cross() -> None:
    five, low, high = (np.full(16, value, np.int32) for value in (5, 9, 3))
    check_everywhere(functions("clip", "int32"), [five, low, high], "int32", lambda a, b, c: c)


def test_hold() -> None:
    values = specials("float32")
    for largest in (448.0, 57344.0):
        limits = np.full(len(values), largest, np.float32)

        def expected(a: Any, limit: Any) -> Any:
            return np.where(np.isnan(a), np.float32(0), np.clip(a, -limit, limit))

        check_everywhere(functions("hold", "float32"), [values, limits], "float32", expected)


@pytest.mark.parametrize("name", ["float32", *HALVES])
def test_lerp(name: str) -> None:
    def expected(a: Any, b: Any, weight: Any) -> Any:
        a, b, weight = in_float32(name, (a, b, weight))
        near_b = b - (b - a) * (1 - weight)
        return np.where(np.abs(weight) < 0.5, a + weight * (b - a), near_b).astype(dtype(name))

    check_everywhere(functions("lerp", name), triples(name), name, expected)


def test_lerp_is_exact_at_both_ends() -> None:
    a, b = np.array([0.1, 1e20, -3.0], np.float32), np.array([1e8, 0.3, 7.1], np.float32)
    zeros, ones = np.zeros(3, np.float32), np.ones(3, np.float32)
    check_everywhere(functions("lerp", "float32"), [a, b, zeros], "float32", lambda a, b, w: a)
    check_everywhere(functions("lerp", "float32"), [a, b, ones], "float32", lambda a, b, w: b)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, "int8", "int32", "int64", "uint8"])
def test_addcmul(name: str) -> None:
    def expected(*inputs: Any) -> Any:
        a, b, c, factor = in_float32(name, inputs)
        return (a + factor * (b * c)).astype(dtype(name))

    a, b, c = triples(name)
    inputs = [a, b, c, np.resize(specials(name), len(a))]
    check_everywhere(functions("addcmul", name), inputs, name, expected)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES])
def test_addcdiv(name: str) -> None:
    def expected(*inputs: Any) -> Any:
        a, b, c, factor = in_float32(name, inputs)
        return (a + factor * (b / c)).astype(dtype(name))

    a, b, c = triples(name)
    inputs = [a, b, c, np.resize(specials(name), len(a))]
    check_everywhere(functions("addcdiv", name), inputs, name, expected)


def test_addcdiv_cuts_integers_toward_zero() -> None:
    """Division by zero gives 0."""
    least = np.iinfo(np.int64).min
    b = np.array([7, -7, 7, -7, 5, 0, least, least, 1], np.int64)
    c = np.array([2, 2, -2, -2, 0, 3, 1, 2, least], np.int64)
    quotients = np.array([3, -3, -3, 3, 0, 0, least, least // 2, 0], np.int64)
    inputs = [np.full(9, 10, np.int64), b, c, np.full(9, 3, np.int64)]
    with np.errstate(over="ignore"):
        wanted = 10 + 3 * quotients
    found = functions("addcdiv", "int64")
    check_everywhere(found, inputs, "int64", lambda a, *_: np.resize(wanted, len(a)))
