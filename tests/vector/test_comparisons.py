# SPDX-License-Identifier: Apache-2.0
"""Instructions whose results are truth values, and those on bits, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from single_instructions import COMPLEX, FLOATS, HALVES, INTEGERS, functions, run, specials
from vector_unit import dtype

ORDERS: dict[str, Any] = {
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
}
EQUALITIES: dict[str, Any] = {"equal": np.equal, "not_equal": np.not_equal}
CLASSES: dict[str, Any] = {
    "is_finite": np.isfinite,
    "is_inf": np.isinf,
    "is_pos_inf": np.isposinf,
    "is_neg_inf": np.isneginf,
    "signbit": np.signbit,
}


def check(name: str, data_type: str, inputs: list[Any], expected: Any, result: str) -> None:
    """The instruction gives this at every level; there may be no other bits."""
    for function in functions(name, data_type):
        found = run(function, inputs, result, len(expected))
        assert found.tolist() == expected.tolist(), (name, data_type)


def pairs(name: str) -> list[Any]:
    values = specials(name)
    if name in COMPLEX:
        values = values[::7]
    left, right = np.meshgrid(values, values)
    return [left.ravel(), right.ravel()]


@pytest.mark.parametrize("data_type", [*FLOATS, *HALVES, *INTEGERS])
def test_orders(data_type: str) -> None:
    left, right = pairs(data_type)
    for name, function in (ORDERS | EQUALITIES).items():
        with np.errstate(invalid="ignore"):  # NumPy's bfloat16 warns of NaN
            expected = np.asarray(function(left, right), bool)
        check(name, data_type, [left, right], expected, "bool")


@pytest.mark.parametrize("data_type", [*COMPLEX, "bool"])
def test_equality_of_what_has_no_order(data_type: str) -> None:
    left, right = pairs(data_type)
    for name, function in EQUALITIES.items():
        check(name, data_type, [left, right], function(left, right), "bool")
    if data_type == "bool":
        check("less_equal", "bool", [left, right], left <= right, "bool")
    else:
        check("is_not_zero", data_type, [left], left != 0, "bool")


@pytest.mark.parametrize("data_type", FLOATS)
def test_classes(data_type: str) -> None:
    values = specials(data_type)
    for name, function in CLASSES.items():
        check(name, data_type, [values], function(values), "bool")


@pytest.mark.parametrize("data_type", INTEGERS)
def test_bits(data_type: str) -> None:
    left, right = pairs(data_type)
    check("bitwise_and", data_type, [left, right], left & right, data_type)
    check("bitwise_or", data_type, [left, right], left | right, data_type)
    check("bitwise_xor", data_type, [left, right], left ^ right, data_type)
    check("bitwise_not", data_type, [left], ~left, data_type)
    check("signbit", data_type, [left], left < 0, "bool")


@pytest.mark.parametrize("data_type", INTEGERS)
def test_shifts(data_type: str) -> None:
    """By every distance that the type has, and by some that it has not, on Python's integers."""
    kind = dtype(data_type)
    limits = np.iinfo(kind)
    bits = limits.bits
    strange = [bits, bits + 1, limits.max] + ([-1, -bits, limits.min] if limits.min else [])
    distances = np.array([*range(bits), *strange], kind)
    values = np.repeat(specials(data_type), len(distances))
    distances = np.resize(distances, len(values))
    left, right = [], []
    for value, distance in zip(values.tolist(), distances.tolist(), strict=True):
        shifted = (value << distance) % 2**bits if 0 <= distance < bits else 0
        left.append(shifted - 2**bits if limits.min and shifted > limits.max else shifted)
        right.append(value >> min(max(distance, 0), bits - 1))
    check("left_shift", data_type, [values, distances], np.array(left, kind), data_type)
    check("right_shift", data_type, [values, distances], np.array(right, kind), data_type)


@pytest.mark.parametrize("data_type", [*FLOATS, "int64"])
@pytest.mark.parametrize("equal_nan", [False, True])
def test_closeness(data_type: str, equal_nan: bool) -> None:
    """Bounds are powers of two, and so are many numbers: what is compared is exact."""
    kind = dtype(data_type)
    some = [0, 1, 2, 3, 4, 5, -1, -4, 1000, 1 << 40]
    if data_type in FLOATS:
        values = np.array([*some, 0.5, np.inf, -np.inf, np.nan, -0.0, 1e30], kind)
    else:
        values = np.array([*some, np.iinfo(kind).max, np.iinfo(kind).min], kind)
    left, right = (each.ravel() for each in np.meshgrid(values, values))
    for relative, absolute in ((0.0, 0.0), (0.0, 1.0), (0.5, 0.0), (0.25, 2.0)):
        expected = np.array(
            [
                a == b
                or (a != a and b != b and equal_nan)  # noqa: PLR0124
                or (
                    np.isfinite(a) and np.isfinite(b) and abs(a - b) <= absolute + relative * abs(b)
                )
                for a, b in zip(left.tolist(), right.tolist(), strict=True)
            ]
        )
        bounds = [np.full(len(left), each, np.float32) for each in (relative, absolute)]
        inputs = [left, right, *bounds, np.full(len(left), equal_nan)]
        check("is_close", data_type, inputs, expected, "bool")


def test_logical_not() -> None:
    values = specials("bool")
    check("logical_not", "bool", [values], ~values, "bool")
