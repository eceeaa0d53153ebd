# SPDX-License-Identifier: Apache-2.0
"""Folds over any dims and layouts: exact sums, one order of additions, no matter what runs it."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from vector_unit import Program, dtype, levels, same_bits

from build_support.library import Settings

ROOT = Path(__file__).resolve().parents[2]

SHAPES = [
    ((1,), 0),
    ((40,), 0),
    ((100_000,), 0),
    ((3, 20_000), 1),
    ((20_000, 3), 0),
    ((300, 400), 0),
    ((300, 400), 1),
    ((400, 1000), 0),
    ((17, 300, 33), 1),
    ((17, 30, 33), (0, 2)),
    ((2, 3, 4, 5, 6), (1, 3)),
    ((2000, 16), 1),
    ((16, 3000), 0),
    ((9000, 70), 0),
    ((7, 1, 9), 1),
    ((3, 5, 600), (1, 2)),
    ((4, 100, 8), (0, 1, 2)),
    ((3000, 33), 1),
    ((40, 5, 17), 2),
    ((3, 41, 4100), 2),
    ((300_001,), 0),
]


def folding(name: str, operation: str = "add", result: str | None = None) -> Program:
    program = Program()
    result = result or name
    program.output(program.fold(program.input(name), operation, result), result)
    assert program.finish()
    return program


def fold(program: Program, array: Any, axes: Any, result: str) -> Any:
    """Kept dims first, in their order, then those that are folded."""
    axes = (axes,) if isinstance(axes, int) else axes
    kept = [axis for axis in range(array.ndim) if axis not in axes]
    view = array.transpose([*kept, *axes])
    out = np.zeros([array.shape[axis] for axis in kept], dtype(result))
    program.run(view, out, dims=view.shape, kept=len(kept))
    return out


def make(random: np.random.Generator, shape: tuple[int, ...], name: str) -> Any:
    return np.asarray(random.standard_normal(shape) * 10).astype(dtype(name))


def exact_sum(array: Any, axes: Any) -> Any:
    """The exact sum, rounded to float64."""
    axes = (axes,) if isinstance(axes, int) else axes
    rows = np.moveaxis(array.astype(np.float64), axes, range(-len(axes), 0))
    kept = rows.shape[: rows.ndim - len(axes)]
    flat = rows.reshape(math.prod(kept), -1)
    return np.array([math.fsum(row) for row in flat]).reshape(kept)


@pytest.mark.parametrize(("shape", "axes"), SHAPES, ids=str)
@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16", "float64"])
def test_sums_of_floats(name: str, shape: tuple[int, ...], axes: Any) -> None:
    """As good as the type allows, relative to the sum of magnitudes; any layout, the same bits."""
    random = np.random.default_rng(len(shape))
    array = make(random, shape, name)
    program = folding(name)
    out = fold(program, array, axes, name)
    scale = exact_sum(np.abs(array), axes)
    exact = exact_sum(array, axes)
    bound = 2.0**-49 if name == "float64" else 1.5e-7
    rounding = np.abs(exact) * (0 if name in ("float32", "float64") else 1) * {
        "float16": 2.0**-11, "bfloat16": 2.0**-8,
    }.get(name, 0)  # fmt: skip
    assert (np.abs(out.astype(np.float64) - exact) <= scale * bound + rounding * 1.01).all()
    order = random.permutation(array.ndim)
    mixed = np.ascontiguousarray(array.transpose(order)).transpose(np.argsort(order))
    for other in (np.asfortranarray(array), mixed, np.repeat(array, 2, -1)[..., ::2]):
        assert same_bits(fold(program, other, axes, name), out)
    turned = array[tuple(slice(None, None, -1) for _ in shape)].copy()
    turned = turned[tuple(slice(None, None, -1) for _ in shape)]
    assert same_bits(fold(program, turned, axes, name), out)


@pytest.mark.parametrize(("shape", "axes"), SHAPES, ids=str)
def test_sums_of_integers(shape: tuple[int, ...], axes: Any) -> None:
    """Exact, modulo what the result holds."""
    random = np.random.default_rng(2)
    for name, result in (
        ("int32", "int32"), ("int8", "int64"), ("uint8", "int32"), ("int64", "int64"),
        ("int16", "int16"), ("uint64", "uint64"), ("bool", "int64"), ("int32", "float32"),
    ):  # fmt: skip
        limits = np.iinfo("int8" if name == "bool" else name)
        array = random.integers(limits.min, limits.max, shape, endpoint=True, dtype=limits.dtype)
        array = array.astype(dtype(name))
        with np.errstate(over="ignore"):
            expected = array.sum(axis=axes, dtype=np.int64 if name != "uint64" else np.uint64)
        found = fold(folding(name, result=result), array, axes, result)
        assert same_bits(found, np.asarray(expected).astype(dtype(result))), (name, result)


def test_other_folds() -> None:
    random = np.random.default_rng(3)
    for shape, given in SHAPES[1:8]:
        axes: Any = given
        truth = random.random(shape) < 0.01
        assert same_bits(fold(folding("bool"), truth, axes, "bool"), truth.any(axis=axes))
        assert same_bits(
            fold(folding("bool", "logical_or"), truth, axes, "bool"), truth.any(axis=axes)
        )
        assert same_bits(
            fold(folding("bool", "logical_and"), ~truth, axes, "bool"), (~truth).all(axis=axes)
        )
        near_one = 1 + (random.random(shape) - 0.5) * 2.0**-8
        product = fold(folding("float64", "mul"), near_one, axes, "float64")
        assert np.allclose(product, near_one.prod(axis=axes), rtol=1e-11, atol=0)
        numbers = make(random, shape, "complex64")
        numbers.imag = make(random, shape, "float32")
        total = fold(folding("complex64"), numbers, axes, "complex64")
        expected = exact_sum(numbers.real, axes) + 1j * exact_sum(numbers.imag, axes)
        scale = exact_sum(np.abs(numbers), axes)
        assert (np.abs(total - expected) <= scale * 2e-7).all()


def test_empty_folds() -> None:
    for name, operation, identity in (
        ("float32", "add", 0), ("float16", "mul", 1), ("int32", "add", 0), ("bool", "add", False),
        ("bool", "logical_and", True), ("complex64", "mul", 1), ("int8", "mul", 1),
    ):  # fmt: skip
        found = fold(folding(name, operation), np.zeros((3, 0), dtype(name)), 1, name)
        assert same_bits(found, np.full(3, identity, dtype(name)))
        assert fold(folding(name, operation), np.zeros((0, 3), dtype(name)), 1, name).size == 0


def test_special_values_in_sums() -> None:
    program = folding("float32")
    rows = np.zeros((4, 700), np.float32)
    rows[0, 5] = np.nan
    rows[1, 5], rows[1, 699] = np.inf, -np.inf
    rows[2, 3] = np.inf
    rows[3] = -0.0
    narrow = rows[:, [0, 3, 5, 699]]
    for array, axis in ((rows, 1), (rows.T.copy(), 0), (narrow, 1), (narrow.T.copy(), 0)):
        found = fold(program, array, axis, "float32")
        assert same_bits(found, np.array([np.nan, np.nan, np.inf, 0], np.float32))


def rows_of_extremes(random: np.random.Generator, name: str, columns: int) -> Any:
    """Rows with numbers, infinities, NaN, and zeros of both signs."""
    rows = make(random, (70, columns), name)
    rows[3, random.integers(columns)] = np.nan
    rows[4, random.integers(columns)] = -np.inf
    rows[5, random.integers(columns)] = np.inf
    rows[6] = -np.inf
    rows[7] = np.inf
    rows[8, ::2], rows[8, 1::2] = 0.0, -0.0
    rows[9] = -0.0
    rows[10, -1] = np.nan
    return rows


@pytest.mark.parametrize("operation", ["maximum", "minimum"])
@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16", "float64"])
def test_extremes_of_rows(name: str, operation: str) -> None:
    """Those of NumPy, NaN where a row has one; any layout gives the same bits."""
    random = np.random.default_rng(7)
    program = folding(name, operation)
    for columns in (1, 5, 31, 32, 33, 100, 600, 4096, 9001):
        rows = rows_of_extremes(random, name, columns)
        found = fold(program, rows, 1, name)
        wide = rows.astype(np.float64)
        expected = wide.max(axis=1) if operation == "maximum" else wide.min(axis=1)
        assert np.array_equal(found.astype(np.float64), expected, equal_nan=True), columns
        apart = np.repeat(rows, 2, 0)[::2]
        for other in (np.asfortranarray(rows), apart, np.repeat(rows, 2, -1)[..., ::2]):
            assert same_bits(fold(program, other, 1, name), found), columns


def test_large_intermediate_sums() -> None:
    """What exceeds float16 on the way is no infinity in the end; one rounding."""
    array = np.full(4096, 60000, np.float16)
    array[2048:] = -60000
    array[0] = 1
    assert fold(folding("float16"), array, 0, "float16") == np.float16(-59999)
    assert fold(folding("float16", result="float32"), array, 0, "float32") == -59999


def test_steps_on_both_sides() -> None:
    """sum((x + y) * y) * scale + bias, in several types."""
    program = Program()
    x, y = program.input("float16"), program.cast(program.input("int8"), "float16")
    product = program.apply("mul", program.apply("add", x, y), y)
    total = program.fold(program.cast(product, "float32"), "add", "float32")
    scaled = program.apply("mul", total, program.constant("float32", 0.5))
    biased = program.apply("add", scaled, program.load_kept(program.operand("float32")))
    program.output(biased, "float32")
    assert program.finish()
    random = np.random.default_rng(4)
    for shape in ((200, 30), (5, 9000), (70, 600)):
        a, b = make(random, shape, "float16"), make(random, shape, "int8")
        bias = make(random, shape[:1], "float32")
        out = np.zeros(shape[0], np.float32)
        program.run(a, b, bias, out, dims=shape, kept=1)
        products = (a + b.astype(np.float16)) * b.astype(np.float16)
        scale = exact_sum(np.abs(products), 1)
        error = np.abs(out - (exact_sum(products, 1) * 0.5 + bias))
        assert (error <= scale * 2e-7 + np.abs(bias) * 1e-6).all()
        turned = np.asfortranarray(a)
        again = np.zeros_like(out)
        program.run(turned, b, bias, again, dims=shape, kept=1)
        assert same_bits(again, out)


def test_wider_steps_before_the_fold() -> None:
    """What is loaded is wider than what is folded: strips of its elements are shorter."""
    program = Program()
    numbers = program.cast(program.input("complex128"), "float32")
    program.output(program.fold(numbers, "add", "float32"), "float32")
    assert program.finish()
    random = np.random.default_rng(6)
    for shape in ((1, 5000), (3, 5000), (40, 5000), (600, 700)):
        array = random.integers(-99, 99, shape) + 1j * random.integers(-99, 99, shape)
        for each in (array, np.asfortranarray(array)):
            out = fold(program, each, 0, "float32")
            assert same_bits(out, array.real.sum(axis=0).astype(np.float32))


def test_lists_of_folds() -> None:
    program = folding("float32")
    random = np.random.default_rng(5)
    arrays = [make(random, (number % 7 + 1, number * 3), "float32") for number in range(150)]
    arrays[3] = make(random, (30, 2000), "float32")
    outs = [np.zeros(len(each), np.float32) for each in arrays]
    instances = [
        program.instance([array, out], dims=array.shape, kept=1)
        for array, out in zip(arrays, outs, strict=True)
    ]
    program.run_list(instances)
    for array, out in zip(arrays, outs, strict=True):
        assert same_bits(out, fold(program, array, 1, "float32"))


@pytest.mark.slow  # more than 2^31 elements
def test_more_elements_than_32_bits_count() -> None:
    """One byte, repeated: counted exactly."""
    count = (1 << 31) + 4099
    one = np.ones(1, np.int32)
    repeated = np.lib.stride_tricks.as_strided(one, (count,), (0,))
    assert fold(folding("int32", result="int64"), repeated, 0, "int64") == count


# --- The same bits everywhere ------------------------------------------------------------------

DIGESTS = """
import hashlib, sys
sys.path[:0] = [{tests!r}, {root!r}]
import numpy as np
from test_folds import SHAPES, fold, folding, make
from test_programs import adding, layouts
from vector_unit import Program, dtype

found = hashlib.sha256()
random = np.random.default_rng(0)
for name in ("float32", "bfloat16", "float64", "complex64"):
    for shape, axes in SHAPES:
        found.update(fold(folding(name), make(random, shape, name), axes, name).tobytes())
    for x in layouts(random, (300, 401), name):
        out = np.zeros(x.shape, dtype(name))
        adding(name).run(x, x.copy(), out)
        found.update(out.tobytes())
for name in ("float32", "float16", "float64"):
    program = Program()
    program.output(program.apply("exp", program.input(name)), name)
    assert program.finish()
    x = make(random, (70_000,), name)
    out = np.zeros_like(x)
    program.run(x, out)
    found.update(out.tobytes())
print(found.hexdigest())
"""


def digest(cores: int, level: str) -> str:
    script = DIGESTS.format(tests=str(Path(__file__).parent), root=str(ROOT))
    environment = os.environ | {"ACLNN_CORES": str(cores), "ACLNN_ISA": level}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.slow  # a process for each
def test_cores_and_levels_do_not_matter() -> None:
    from single_instructions import runnable

    assert Settings(ROOT).kernel_levels == tuple(levels())
    here = [levels()[number] for number in runnable()]
    reference = digest(1, here[-1])
    for cores in (2, 3, 7):
        assert digest(cores, here[-1]) == reference, cores
    for level in here[:-1]:
        assert digest(2, level) == reference, level


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
def test_sums_of_squares(name: str) -> None:
    """Those of float64, near enough; any layout gives the same bits."""
    random = np.random.default_rng(11)
    program = Program()
    x = program.cast(program.input(name), "float32")
    squares = program.apply("mul", x, x)
    program.output(program.cast(program.fold(squares, "add", "float64"), "float32"), "float32")
    assert program.finish()
    for columns in (1, 5, 31, 32, 33, 100, 600, 4096, 9001):
        rows = make(random, (70, columns), name)
        rows[3, -1], rows[4, 0], rows[5] = np.nan, -np.inf, -0.0
        found = fold(program, rows, 1, "float32")
        expected = (rows.astype(np.float64) ** 2).sum(axis=1)
        assert np.allclose(found, expected, rtol=1e-6, atol=0, equal_nan=True), columns
        apart = np.repeat(rows, 2, 0)[::2]
        for other in (np.asfortranarray(rows), apart, np.repeat(rows, 2, -1)[..., ::2]):
            assert same_bits(fold(program, other, 1, "float32"), found), columns


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
def test_products_of_rows(name: str) -> None:
    """Those of float64, rounded once; any layout gives the same bits."""
    random = np.random.default_rng(12)
    program = Program()
    product = program.fold(program.input(name), "mul", "float64")
    program.output(product, "float64")
    assert program.finish()
    for columns in (1, 5, 31, 32, 33, 100, 600, 4096, 9001):
        rows = np.asarray(1 + random.standard_normal((70, columns)) / 64).astype(dtype(name))
        rows[3, -1], rows[4, 0], rows[5, columns // 2], rows[6] = np.nan, -np.inf, -0.0, -1.0
        found = fold(program, rows, 1, "float64")
        expected = rows.astype(np.float64).prod(axis=1)
        assert np.allclose(found, expected, rtol=1e-12, atol=0, equal_nan=True), columns
        assert (np.signbit(found) == np.signbit(expected))[4:].all()
        apart = np.repeat(rows, 2, 0)[::2]
        for other in (np.asfortranarray(rows), apart, np.repeat(rows, 2, -1)[..., ::2]):
            assert same_bits(fold(program, other, 1, "float64"), found), columns
