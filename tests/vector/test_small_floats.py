# SPDX-License-Identifier: Apache-2.0
"""Conversions of float8, hifloat8, float4 and int4: every code, and float32 around every number.

Expected are ml_dtypes, or the nearest of the values that tests/small_floats.py has of a type.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from single_instructions import casts, functions, run
from small_floats import IN_ML_DTYPES, nearest, numbers, values_of
from vector_unit import CODES, Program

from aclnn_py import pack_int4, unpack_int4


@pytest.mark.parametrize("name", [name for name in CODES if name != "int4"])
def test_every_code(name: str) -> None:
    expected = values_of(name)
    codes = np.arange(len(expected), dtype=np.uint8)
    for cast in casts(name, "float32"):
        found = run(cast, [codes], "float32", len(codes))
        assert np.array_equal(found, expected, equal_nan=True)
        assert np.array_equal(np.signbit(found), np.signbit(expected) & ~np.isnan(expected))


@pytest.mark.parametrize("name", IN_ML_DTYPES)
def test_narrowing_as_ml_dtypes(name: str) -> None:
    given = numbers()
    with np.errstate(all="ignore"):
        expected = given.astype(IN_ML_DTYPES[name]).view(np.uint8)
    if name == "float8_e8m0":  # nearest to these is 2^-127; ml_dtypes makes 2^-126 of them
        expected[(given > 2.0**-127) & (given < 1.5 * 2.0**-127)] = 0
    for cast in casts("float32", name):
        found = run(cast, [given], name, len(given))
        wrong = found != expected
        assert not wrong.any(), (given[wrong][:5], found[wrong][:5], expected[wrong][:5])


def test_hifloat8_is_nearest_with_ties_away_from_zero() -> None:
    given = numbers()
    expected = nearest("hifloat8", np.nan_to_num(given, nan=0.0, posinf=1e30, neginf=-1e30), True)
    expected = np.where(np.signbit(given) & (expected != 0), expected | 0x80, expected)
    expected = np.where(np.isnan(given), 0x80, expected)
    for cast in casts("float32", "hifloat8"):
        found = run(cast, [given], "hifloat8", len(given))
        wrong = found != expected
        assert not wrong.any(), (given[wrong][:5], found[wrong][:5], expected[wrong][:5])


def test_float4_e1m2_is_nearest_with_ties_to_even() -> None:
    given = numbers()
    expected = nearest("float4_e1m2", np.nan_to_num(given, nan=0.0, posinf=9.0, neginf=-9.0), False)
    expected = expected | np.where(np.signbit(given), 8, 0)
    expected = np.where(np.isnan(given), np.where(np.signbit(given), 0, 8), expected)
    for cast in casts("float32", "float4_e1m2"):
        found = run(cast, [given], "float4_e1m2", len(given))
        wrong = found != expected
        assert not wrong.any(), (given[wrong][:5], found[wrong][:5], expected[wrong][:5])


@pytest.mark.parametrize("mode", ["trunc", "round", "floor", "ceil"])
@pytest.mark.parametrize("name", ["float4_e2m1", "float4_e1m2"])
def test_directions(name: str, mode: str) -> None:
    given = numbers()
    given = given[~np.isnan(given)]
    ladder = values_of(name)[:8].astype(np.float64)
    magnitude = np.minimum(np.abs(given.astype(np.float64)), ladder[-1])
    down = np.searchsorted(ladder, magnitude, side="right") - 1
    up = np.searchsorted(ladder, magnitude, side="left")
    negative = np.signbit(given)
    if mode == "round":
        expected = np.searchsorted((ladder[1:] + ladder[:-1]) / 2, magnitude, side="right")
    elif mode == "trunc":
        expected = down
    else:
        expected = np.where(negative == (mode == "floor"), up, down)
    expected = expected | np.where(negative, 8, 0)
    for function in functions(f"{mode}_{name}", "float32"):
        found = run(function, [given], name, len(given))
        wrong = found != expected
        assert not wrong.any(), (given[wrong][:5], found[wrong][:5], expected[wrong][:5])


def test_int4() -> None:
    every = np.arange(16, dtype=np.uint8)
    signed = every.view(ml_dtypes.int4).astype(np.int8)
    for cast in casts("int4", "int8"):
        assert np.array_equal(run(cast, [every], "int8", 16), signed)
    wide = np.arange(-128, 128).astype(np.int8)
    for cast in casts("int8", "int4"):
        assert np.array_equal(run(cast, [wide], "int4", 256) & 15, wide.view(np.uint8) & 15)
    given = numbers()
    cut = np.trunc(np.clip(np.nan_to_num(given, nan=0.0), -8, 7)).astype(np.int8)
    for cast in casts("float32", "int4"):
        assert np.array_equal(run(cast, [given], "int4", len(given)).view(np.int8), cut)


# --- Through programs: other types, and two elements a byte ---------------------------------------


def converted(given: Any, source: str, target: str, out: Any) -> Any:
    """A program of one conversion, on arrays as they lie in memory."""
    program = Program()
    loaded = program.input(source)
    program.output(program.cast(loaded, target), target)
    assert program.finish()
    program.run(given, out)
    return out


@pytest.mark.parametrize("name", ["hifloat8", "float8_e5m2", "float8_e4m3fn"])
def test_float64_is_rounded_once(name: str) -> None:
    """Numbers between two codes, a little off a tie: rounding by way of float32 would differ."""
    values = values_of(name).astype(np.float64)
    ladder = np.sort(values[np.isfinite(values)])
    below, above = ladder[:-1], ladder[1:]
    some = below + above != 0
    below, above = below[some], above[some]
    ties = (below + above) / 2
    for off in (-1, 1):
        given = ties * (1 + off * 2.0**-40)
        out = converted(given, "float64", name, np.zeros(len(given), np.uint8))
        expected = np.where((off > 0) == (ties > 0), above, below)
        assert np.array_equal(values[out], expected)


def test_one_code_becomes_another() -> None:
    codes = np.arange(256, dtype=np.uint8)
    wide = codes.view(ml_dtypes.float8_e5m2).astype(np.float32)
    with np.errstate(all="ignore"):
        expected = wide.astype(ml_dtypes.float8_e4m3fn).view(np.uint8)
    found = converted(codes, "float8_e5m2", "float8_e4m3fn", np.zeros(256, np.uint8))
    same = (found == expected) | (np.isnan(wide) & (found & 0x7F == 0x7F))
    assert same.all()


@pytest.mark.parametrize("count", [1, 2, 7, 512, 1000, 70001])
def test_packed_elements_of_dense_memory(count: int) -> None:
    random = np.random.default_rng(count)
    given = random.integers(-8, 8, count).astype(np.int32)
    packed = np.full((count + 1) // 2 + 1, 0xA5, np.uint8)
    found = converted_packed(given, "int32", "int4", packed, count)
    assert np.array_equal(unpack_int4(found[: (count + 1) // 2], count), given)
    assert found[-1] == 0xA5
    if count % 2:  # the other half of the last byte stays
        assert found[-2] >> 4 == 0xA
    again = np.zeros(count, np.int32)
    program = Program()
    program.output(program.cast(program.input("int4"), "int32"), "int32")
    assert program.finish()
    instance = program.instance([again, again])
    instance.views[0].address = packed.ctypes.data
    program.run_list([instance])
    assert np.array_equal(again, given)


def converted_packed(given: Any, source: str, target: str, packed: Any, count: int) -> Any:
    program = Program()
    program.output(program.cast(program.input(source), target), target)
    assert program.finish()
    instance = program.instance([given, given])
    instance.views[1].address = packed.ctypes.data
    program.run_list([instance])
    return packed


@pytest.mark.parametrize("is_upper", [False, True])
@pytest.mark.parametrize("shape", [(3, 5), (40, 33), (301, 257)])
def test_packed_elements_of_views(shape: tuple[int, int], is_upper: bool) -> None:
    """Transposed, in either half of the first byte, read and written."""
    rows, columns = shape
    count = rows * columns
    values = np.random.default_rng(3).integers(-8, 8, (rows, columns)).astype(np.int32)
    program = Program()
    program.output(program.cast(program.input("int32"), "int4"), "int4")
    assert program.finish()
    packed = np.zeros(count // 2 + 2, np.uint8)
    instance = program.instance([values.T, values.T])
    instance.views[1].address = packed.ctypes.data
    instance.views[1].is_upper = is_upper
    program.run_list([instance])
    every = unpack_int4(packed, len(packed) * 2)
    assert np.array_equal(every[is_upper : is_upper + count].reshape(shape), values)
    assert not every[:is_upper].any()
    assert not every[is_upper + count :].any()

    back = Program()
    back.output(back.cast(back.input("int4"), "int32"), "int32")
    assert back.finish()
    out = np.zeros((columns, rows), np.int32)
    instance = back.instance([values.T, out], out.shape)
    instance.views[0].address = packed.ctypes.data
    instance.views[0].is_upper = is_upper
    back.run_list([instance])
    assert np.array_equal(out, values.T)


def test_a_fold_of_packed_elements() -> None:
    values = np.random.default_rng(5).integers(-8, 8, (9, 101)).astype(np.int32)
    packed = pack_int4(values)
    program = Program()
    loaded = program.cast(program.input("int4"), "int32")
    program.output(program.fold(loaded, "add", "int32"), "int32")
    assert program.finish()
    out = np.zeros(9, np.int32)
    instance = program.instance([values, out], values.shape, kept=1)
    instance.views[0].address = packed.ctypes.data
    program.run_list([instance])
    assert np.array_equal(out, values.sum(1))
