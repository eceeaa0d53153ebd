# SPDX-License-Identifier: Apache-2.0
"""Single instructions at every level of this machine: values, special values, the same bits."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from single_instructions import (
    COMPLEX,
    FLOATS,
    HALVES,
    INTEGERS,
    REAL,
    casts,
    check_everywhere,
    functions,
    run,
    runnable,
    same,
    specials,
    ulps,
)
from vector_unit import TYPES, bits, call, dtype, library, operation, operations


def pairs(name: str) -> list[Any]:
    values = specials(name)
    left, right = np.meshgrid(values, values)
    return [left.ravel(), right.ravel()]


def rounded_by(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Halves are computed in float32 and rounded once."""
    if name not in HALVES:
        return function
    return lambda *inputs: function(*(each.astype(np.float32) for each in inputs)).astype(
        dtype(name)
    )


def complex_product(a: Any, b: Any) -> Any:
    out = np.empty(len(a), a.dtype)
    out.real = a.real * b.real - a.imag * b.imag
    out.imag = a.real * b.imag + a.imag * b.real
    return out


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, *INTEGERS, *COMPLEX, "bool"])
def test_sums_and_products(name: str) -> None:
    product = complex_product if name in COMPLEX else lambda a, b: a * b
    for each, function in (("add", lambda a, b: a + b), ("mul", product)):
        expected = rounded_by(name, function)
        check_everywhere(functions(each, name), pairs(name), name, expected)


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, *INTEGERS, *COMPLEX, "bool"])
def test_axpy(name: str) -> None:
    left, right = pairs(name)
    factors = np.resize(specials(name)[::-1], len(left))

    def expected(a: Any, b: Any, alpha: Any) -> Any:
        return a + (complex_product(alpha, b) if name in COMPLEX else alpha * b)

    inputs = [left, right, factors]
    check_everywhere(functions("axpy", name), inputs, name, rounded_by(name, expected))


@pytest.mark.parametrize("name", [*FLOATS, *HALVES, *INTEGERS, *COMPLEX])
def test_negatives(name: str) -> None:
    check_everywhere(functions("neg", name), [specials(name)], name, lambda a: -a)


def test_logic() -> None:
    check_everywhere(functions("logical_or", "bool"), pairs("bool"), "bool", np.logical_or)
    check_everywhere(functions("logical_and", "bool"), pairs("bool"), "bool", np.logical_and)


def test_any_byte_but_zero_is_true() -> None:
    """A bool in a program's memory can be any byte; what is written is 0 or 1."""
    values = np.arange(256, dtype=np.uint8)
    for function in functions("logical_or", "bool"):
        out = run(function, [values, np.zeros(256, np.uint8)], "uint8", 256)
        assert np.array_equal(out, values != 0)


def saturated(values: Any, target: str) -> Any:
    limits = np.iinfo(target)
    out = np.zeros(len(values), target)
    for i, value in enumerate(values.astype(np.float64)):
        if math.isnan(value):
            out[i] = 0
        elif math.isinf(value):
            out[i] = limits.max if value > 0 else limits.min
        else:
            out[i] = min(max(math.trunc(value), int(limits.min)), int(limits.max))
    return out


@pytest.mark.parametrize("source", REAL)
def test_casts(source: str) -> None:
    values = specials(source)
    for target in REAL:
        if target == source:
            continue
        if target == "bool":
            expected: Callable[..., Any] = lambda a: a != 0  # noqa: E731
        elif source in FLOATS and target in INTEGERS:
            expected = lambda a, target=target: saturated(a, target)  # noqa: E731
        else:
            expected = lambda a, target=target: a.astype(target)  # noqa: E731
        check_everywhere(casts(source, target), [values], target, expected)


@pytest.mark.parametrize("half", HALVES)
def test_every_half(half: str) -> None:
    """Widening is exact; narrowing what lies between two halves rounds to nearest even."""
    every = np.arange(65536, dtype=np.uint16).view(dtype(half))
    wide = every.astype(np.float32)
    with np.errstate(all="ignore"):
        between = np.nextafter(wide, np.float32(np.inf)), (wide[:-1] + wide[1:]) / 2
        numbers = np.concatenate([wide, -wide, *between, np.nextafter(between[1], np.float32(0))])
        narrow = numbers.astype(dtype(half))
    for up, down, again in zip(
        casts(half, "float32"),
        casts("float32", half),
        functions(f"round_{half}", "float32"),
        strict=True,
    ):
        assert same(run(up, [every], "float32", len(every)), wide)
        assert same(run(down, [numbers], half, len(numbers)), narrow)
        rounded = run(again, [numbers], "float32", len(numbers))
        assert same(rounded, narrow.astype(np.float32))


def test_float64_reaches_halves_with_one_rounding() -> None:
    """Through a float32 whose last bit keeps what was lost: ties of halves stay ties."""
    halves = np.arange(0x7C00, dtype=np.uint16).view(np.float16).astype(np.float64)
    ties = (halves[:-1] + halves[1:]) / 2
    tiny = np.maximum(ties * 2.0**-40, 2.0**-80)
    numbers = np.concatenate([ties, ties + tiny, ties - tiny, specials("float64")])
    numbers = np.concatenate([numbers, -numbers])
    with np.errstate(all="ignore"):
        expected = numbers.astype(np.float16)  # NumPy converts directly
    for odd, narrow in zip(
        functions("round_to_odd", "float64"), casts("float32", "float16"), strict=True
    ):
        between = run(odd, [numbers], "float32", len(numbers))
        assert same(run(narrow, [between], "float16", len(numbers)), expected)


def test_complex_casts() -> None:
    check_everywhere(
        casts("complex64", "float32"), [specials("complex64")], "float32", lambda a: a.real
    )
    check_everywhere(
        casts("complex128", "float64"), [specials("complex128")], "float64", lambda a: a.real
    )
    check_everywhere(
        casts("float32", "complex64"),
        [specials("float32")],
        "complex64",
        lambda a: a.astype(np.complex64),
    )
    check_everywhere(
        casts("complex64", "complex128"),
        [specials("complex64")],
        "complex128",
        lambda a: a.astype(np.complex128),
    )
    check_everywhere(
        casts("complex128", "complex64"),
        [specials("complex128")],
        "complex64",
        lambda a: a.astype(np.complex64),
    )


def test_exp_of_float32() -> None:
    random = np.random.default_rng(5)
    numbers = np.concatenate(
        [
            random.uniform(-104, 89, 400_000),
            random.uniform(-1, 1, 100_000),
            np.linspace(-103.98, -87, 20_000),
            np.ldexp(1.0, np.arange(-149, 7)),
        ]
    ).astype(np.float32)
    exact = np.exp(numbers.astype(np.longdouble))
    for function in functions("exp", "float32"):
        found = run(function, [numbers], "float32", len(numbers))
        assert ulps(found, exact) < 0.95
        too_large = exact > np.finfo(np.float32).max
        assert np.isinf(found[too_large]).all()


def test_exp_of_float64() -> None:
    random = np.random.default_rng(6)
    numbers = np.concatenate(
        [
            random.uniform(-745, 709.7, 200_000),
            random.uniform(-1, 1, 100_000),
            np.linspace(-745, -708, 20_000),
            np.ldexp(1.0, np.arange(-1074, 10)),
        ]
    )
    exact = np.exp(numbers.astype(np.longdouble))
    if np.finfo(np.longdouble).nmant <= 52:
        pytest.skip("no longdouble that knows better")
    for function in functions("exp", "float64"):
        assert ulps(run(function, [numbers], "float64", len(numbers)), exact) < 0.9


@pytest.mark.parametrize("name", [*FLOATS, *HALVES])
def test_exp_of_special_values(name: str) -> None:
    kind = dtype(name)
    inputs = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1000.0, -1000.0], kind)
    outputs = np.array([1, 1, np.inf, 0, np.nan, np.inf, 0], kind)
    for function in functions("exp", name):
        assert same(run(function, [inputs], name, len(inputs)), outputs)


@pytest.mark.parametrize("half", HALVES)
def test_exp_of_every_half(half: str) -> None:
    every = np.arange(65536, dtype=np.uint16).view(dtype(half))
    by_level = functions("exp", half)
    found = [run(function, [every], half, len(every)) for function in by_level]
    single = run(functions("exp", "float32")[0], [every.astype(np.float32)], "float32", len(every))
    with np.errstate(all="ignore"):
        expected = single.astype(dtype(half))
    assert all(same(each, expected) for each in found)


def test_levels_agree_on_random_bits() -> None:
    """Every instruction, and every conversion, on numbers of any kind."""
    random = np.random.default_rng(7)
    count = 1000
    levels_here = runnable()
    for name in operations():
        for data_type in TYPES:
            by_level = [
                library().test_instruction(level, operation(name), TYPES[data_type])
                for level in levels_here
            ]
            assert len({each is None for each in by_level}) == 1
            if by_level[0] is None:
                continue
            operands = [random.integers(0, 256, 16 * count, np.uint8) for _ in range(6)]
            results = []
            for function in by_level:
                copies = [each.copy() for each in operands]
                call(function, copies, count)
                results.append(np.concatenate(copies))
            assert all(np.array_equal(results[0], each) for each in results), (name, data_type)


def input_type(name: str, position: int, of_others: str) -> str:
    """The type of an input of an operation: that of others where it is open."""
    number = library().test_input_type(operation(name), position)
    return next((name for name, each in TYPES.items() if each == number), of_others)


@pytest.mark.parametrize("name_of_type", ["float32", *HALVES])
def test_inputs_of_one_element_for_a_row(name_of_type: str) -> None:
    """The loop over a row gives what the other one gives of strips of that element."""
    random = np.random.default_rng(9)
    number = TYPES[name_of_type]
    found = 0
    for name in operations():
        single = library().test_row_inputs(operation(name))
        for level in runnable():
            row = library().test_row_instruction(level, operation(name), number)
            function = library().test_instruction(level, operation(name), number)
            assert (row is not None) == (single != 0 and function is not None), name
            if row is None:
                continue
            found += 1
            for count in (1, 15, 16, 100, 2048):
                strips = [
                    random.standard_normal(count).astype(dtype(input_type(name, i, name_of_type)))
                    for i in range(6)
                ]
                filled = [
                    np.full_like(each, each[0]) if single >> i & 1 else each.copy()
                    for i, each in enumerate(strips)
                ]
                given = [
                    each[:1].copy() if single >> i & 1 else each for i, each in enumerate(strips)
                ]
                call(function, filled, count)
                call(row, given, count)
                for i, (one, other) in enumerate(zip(given, filled, strict=True)):
                    wanted = other[:1] if single >> i & 1 else other
                    assert np.array_equal(bits(one), bits(wanted)), name
    assert found > 0


@pytest.mark.parametrize("name", ["float32", *HALVES])
def test_lanes_of_a_fold(name: str) -> None:
    """Element i goes to lane i mod 32, in order; lanes of halves are float32."""
    random = np.random.default_rng(8)
    for count in (0, 1, 31, 32, 33, 100, 4096):
        values = (random.standard_normal(count) * 100).astype(dtype(name))
        expected = np.full(32, 0.5, np.float32)
        for i, value in enumerate(values):
            expected[i % 32] += np.float32(value)
        for level in runnable():
            function = library().test_fold_instruction(level, operation("add"), TYPES[name])
            lanes = np.full(32, 0.5, np.float32)
            call(function, [values, lanes, values], count)
            assert same(lanes, expected)


@pytest.mark.parametrize("name", HALVES)
def test_largest_and_smallest_of_halves(name: str) -> None:
    values = np.random.default_rng(10).standard_normal(1000).astype(dtype(name))
    values[500] = np.nan
    for fold, join in (
        ("maximum", np.maximum),
        ("minimum", np.minimum),
        ("maximum_magnitude", lambda a, b: np.maximum(np.abs(a), np.abs(b))),
    ):
        expected = values[:32].astype(np.float32)
        for first in range(32, len(values), 32):
            part = values[first : first + 32].astype(np.float32)
            expected[: len(part)] = join(expected[: len(part)], part)
        for level in runnable():
            function = library().test_fold_instruction(level, operation(fold), TYPES[name])
            lanes = values[:32].astype(np.float32)
            call(function, [values, lanes, values], len(values))
            assert np.array_equal(lanes, expected, equal_nan=True)
