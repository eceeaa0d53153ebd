# SPDX-License-Identifier: Apache-2.0
"""Programs that go on with the elements of a row behind its folds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from vector_unit import Program, dtype, same_bits

SHAPES = ((1, 1), (3, 1), (5, 17), (200, 30), (70, 129), (600, 700), (3, 9000), (1, 70_000))
LONG = ((2, 300_000), (1, 1 << 20))


def softmax(name: str) -> Program:
    """exp(x - max) / sum(exp(x - max))."""
    program = Program()
    x = program.cast(program.input(name), "float32")
    largest = program.fold(x, "maximum", "float32")
    powers = program.apply("exp", program.apply("sub", x, largest))
    total = program.fold(powers, "add", "float32")
    program.output(program.cast(program.apply("div", powers, total), name), name)
    assert program.finish()
    return program


def normalization() -> Program:
    """(x - mean) / sqrt(variance + eps) * weight, mean and variance too."""
    program = Program()
    x = program.input("float32")
    count = program.load_kept(program.operand("float32"))
    mean = program.apply("div", program.fold(x, "add", "float32"), count)
    apart = program.apply("sub", x, mean)
    squares = program.fold(program.apply("mul", apart, apart), "add", "float32")
    variance = program.apply("div", squares, count)
    deviation = program.apply("sqrt", variance)
    scaled = program.apply("mul", program.apply("div", apart, deviation), program.input("float32"))
    program.output(scaled, "float32")
    program.output(mean, "float32")
    program.output(variance, "float32")
    assert program.finish()
    return program


def first_largest() -> Program:
    """The place of the first of the largest elements."""
    program = Program()
    x = program.input("float32")
    is_largest = program.apply("equal", x, program.fold(x, "maximum", "float32"))
    none = program.constant("int64", np.iinfo(np.int64).max)
    place = program.apply("where", is_largest, program.position("int64"), none)
    program.output(program.fold(place, "minimum", "int64"), "int64")
    assert program.finish()
    return program


def layouts(array: Any) -> list[Any]:
    """The array, by columns, and with gaps."""
    wide = np.zeros((array.shape[0], array.shape[1] + 3), array.dtype)
    wide[:, 1:-2] = array
    return [array.copy(), array.copy(order="F"), wide[:, 1:-2]]


@pytest.mark.parametrize(
    "shape", [*SHAPES, *(pytest.param(s, marks=pytest.mark.slow) for s in LONG)]
)
def test_softmax(shape: tuple[int, int]) -> None:
    random = np.random.default_rng(shape[1])
    x = (random.standard_normal(shape) * 5).astype(np.float32)
    wide = np.exp((x - x.max(axis=1, keepdims=True)).astype(np.float64))
    expected = wide / wide.sum(axis=1, keepdims=True)
    program = softmax("float32")
    first = np.zeros(shape, np.float32)
    program.run(x, first, kept=1)
    assert (np.abs(first - expected) <= expected * 5e-7 + 1e-38).all()
    for each in layouts(x):
        out = np.full_like(each, np.nan)  # in the layout of the operand
        program.run(each, out, kept=1)
        assert same_bits(out, first)
        program.run(each, each, kept=1)
        assert same_bits(each, first)


def test_halves() -> None:
    random = np.random.default_rng(0)
    for shape in ((40, 700), (300, 20)):
        x = (random.standard_normal(shape) * 3).astype(np.float16)
        out = np.zeros_like(x)
        softmax("float16").run(x, out, kept=1)
        wide = np.exp(x.astype(np.float64))
        expected = wide / wide.sum(axis=1, keepdims=True)
        assert (np.abs(out - expected) <= expected * 2**-10.9 + 2**-25).all()


@pytest.mark.parametrize(
    "shape", [*SHAPES[2:], *(pytest.param(s, marks=pytest.mark.slow) for s in LONG)]
)
def test_normalization(shape: tuple[int, int]) -> None:
    random = np.random.default_rng(shape[1])
    x = (random.standard_normal(shape) + 3).astype(np.float32)
    count = np.full(shape[0], shape[1], np.float32)
    weight = random.standard_normal(shape[1]).astype(np.float32)
    wide = x.astype(np.float64)
    expected = (wide - wide.mean(axis=1, keepdims=True)) / wide.std(axis=1, keepdims=True) * weight
    program = normalization()
    found: list[Any] = []
    for each in layouts(x):
        outs = [
            np.zeros(shape, np.float32),
            np.zeros(shape[:1], np.float32),
            np.zeros(shape[:1], np.float32),
        ]
        program.run(each, count, weight, *outs, dims=shape, kept=1)
        found.append(outs)
    for again in found[1:]:
        assert all(same_bits(a, b) for a, b in zip(again, found[0], strict=True))
    out, mean, variance = found[0]
    assert np.allclose(mean, wide.mean(axis=1), rtol=2e-7)
    assert np.allclose(variance, wide.var(axis=1), rtol=1e-6)
    assert np.allclose(out, expected, rtol=2e-6, atol=2e-6)


def test_results_larger_than_the_caches() -> None:
    """They are written past these; in their place they are not."""
    x = np.random.default_rng(5).standard_normal((1100, 1024)).astype(np.float32)
    program = softmax("float32")
    parts = np.zeros_like(x)
    for first in range(0, len(x), 100):
        program.run(x[first : first + 100], parts[first : first + 100], kept=1)
    shifted = np.zeros(x.size + 1, np.float32)[1:].reshape(x.shape)  # in no cache line as a whole
    for out in (np.zeros_like(x), shifted, np.zeros((1100, 1030), np.float32)[:, 3:-3]):
        program.run(x, out, kept=1)
        assert same_bits(out, parts)
    program.run(x, x, kept=1)
    assert same_bits(x, parts)


def scaled_by_a_row(name: str) -> Program:
    """x times a factor for each element, less the sum of these products and a number a row."""
    program = Program()
    product = program.apply(
        "mul",
        program.cast(program.input(name), "float32"),
        program.cast(program.input(name), "float32"),
    )
    number = program.cast(program.load_kept(program.operand(name)), "float32")
    less = program.apply("sub", program.apply("mul", product, number), number)
    total = program.fold(less, "add", "float32")
    program.output(program.apply("sub", product, total), "float32")
    assert program.finish()
    return program


@pytest.mark.parametrize("columns", [7, 600, 5000])
@pytest.mark.parametrize("operation", ["sub", "add"])
def test_a_fold_beside_a_number_for_each_row(columns: int, operation: str) -> None:
    """In one pass: several rows are folded one after the other, each with its own number."""
    random = np.random.default_rng(columns)
    x = random.integers(-4, 5, (30, columns)).astype(np.float32)  # all sums are exact
    numbers = random.integers(-4, 5, 30).astype(np.float32)
    program = Program()
    number = program.load_kept(program.operand("float32"))
    moved = program.apply(operation, program.input("float32"), number)
    program.output(program.fold(moved, "add", "float32"), "float32")
    assert program.finish()
    out = np.zeros(30, np.float32)
    program.run(numbers, x, out, dims=x.shape, kept=1)
    sign = -1 if operation == "sub" else 1
    assert np.array_equal(out, x.sum(axis=1) + sign * columns * numbers)


@pytest.mark.parametrize("columns", [7, 600, 5000])
def test_halves_that_are_the_same_for_all_rows_and_those_that_are_not(columns: int) -> None:
    random = np.random.default_rng(columns)
    # Integers: all sums are exact.
    x = random.integers(-4, 5, (30, columns)).astype(np.float16)
    numbers = random.integers(-4, 5, 30).astype(np.float16)
    program = scaled_by_a_row("float16")
    for shape in ((30, columns), (columns,)):
        factors = random.integers(-4, 5, shape).astype(np.float16)
        products = x.astype(np.float64) * factors
        wide = numbers.astype(np.float64)[:, None]
        expected = products - (products * wide - wide).sum(1, keepdims=True)
        for each in layouts(x):
            out = np.full(x.shape, np.nan, np.float32)
            program.run(each, factors, numbers, out, dims=x.shape, kept=1)
            assert (out == expected).all()


@pytest.mark.parametrize("shape", SHAPES)
def test_positions(shape: tuple[int, int]) -> None:
    random = np.random.default_rng(shape[0])
    x = random.integers(-9, 9, shape).astype(np.float32)
    program = first_largest()
    for each in layouts(x):
        out = np.full(shape[0], -1, np.int64)
        program.run(each, out, dims=shape, kept=1)
        assert (out == x.argmax(axis=1)).all()


def test_rows_of_no_elements() -> None:
    program = Program()
    x = program.input("float32")
    total = program.fold(x, "add", "float32")
    apart = program.fold(program.apply("sub", x, total), "mul", "float32")
    program.output(program.apply("add", total, apart), "float32")
    assert program.finish()
    out = np.zeros(3, np.float32)
    program.run(np.zeros((3, 0), np.float32), out, dims=(3, 0), kept=1)
    assert (out == 1).all()


@pytest.mark.parametrize("name", ["float16", "bfloat16"])
def test_halves_that_are_folded_are_converted_too(name: str) -> None:
    """They are folded as they lie only where nothing else needs them as float32."""
    program = Program()
    x = program.input(name)
    program.output(program.fold(x, "add", name), name)
    program.output(program.cast(x, "float32"), "float32")
    assert program.finish()
    random = np.random.default_rng(5)
    for shape in ((1, 5), (7, 33), (3, 5000), (3, 2, 10, 13)):
        given = random.normal(size=shape).astype(dtype(name))
        sums = np.zeros((shape[0],) + (1,) * (len(shape) - 1), given.dtype)
        wide = np.full(shape, -7, np.float32)
        program.run(given, sums, wide, dims=shape, kept=1)
        np.testing.assert_array_equal(wide, given.astype(np.float32))
        np.testing.assert_allclose(
            sums.ravel().astype(np.float64),
            given.astype(np.float64).reshape(shape[0], -1).sum(1),
            rtol=2e-2,
            atol=0.2,
        )
