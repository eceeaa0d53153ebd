# SPDX-License-Identifier: Apache-2.0
"""Single instructions from Python: at every level of this machine, on numbers that are edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from vector_unit import NUMBERS, TYPES, bits, call, dtype, levels, library, operation

from aclnn_py.kernels.compiler import find_level

HALVES = ("float16", "bfloat16")
FLOATS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
REAL = (*FLOATS, *INTEGERS, "bool")
SIZES = (0, 1, 2, 7, 31, 64, 100)


def runnable() -> list[int]:
    """The levels that this machine runs."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    found = []
    for number, name in enumerate(levels()):
        wanted = find_level(name).features.split(",")
        if all(features.get(feature[1:], True) for feature in wanted):
            found.append(number)
    return found


def specials(name: str) -> Any:
    """Numbers of a type that are edges of something, and some that are not."""
    kind = dtype(name)
    if name == "bool":
        return np.array([False, True])
    if name in INTEGERS:
        limits = np.iinfo(kind)
        values = [0, 1, 2, 3, 7, 100, limits.max, limits.max - 1, limits.min, limits.min + 1]
        return np.array(values + [v for v in (-1, -2, -100) if limits.min < 0], kind)
    if name in COMPLEX:
        parts = specials("float32" if name == "complex64" else "float64")[::3]
        grid = np.empty((len(parts), len(parts)), kind)
        grid.real, grid.imag = parts[:, None], parts
        return grid.ravel()
    with np.errstate(over="ignore"):
        wide = np.array(
            (
                0.0,
                0.5,
                1.0,
                1.5,
                2.5,
                3.14159,
                127.5,
                128.0,
                255.0,
                256.0,
                32767.5,
                65504.0,
                65519.9,
                65520.0,
                2**31 - 1,
                2**31,
                2**32,
                2.0**53,
                2.0**63,
                2.0**64,
                1e20,
                3e38,
                1e-3,
                6e-5,
                6e-8,
                2.9e-8,
                1e-30,
                1e-38,
                1.4e-45,
                1e-300,
                5e-324,
                1.7e308,
                math.inf,
                math.nan,
            )
        ).astype(kind)
    return np.concatenate([wide, -wide])


def padded(values: Any, count: int) -> Any:
    """`count` of the values, and some behind that nobody may touch."""
    return np.resize(values, count + 16).copy()


def run(function: int, inputs: list[Any], result: str, count: int) -> Any:
    """The instruction's result; what lies behind it has to be as it was."""
    out = np.zeros(count + 16, dtype(result))
    marks = bits(out)
    marks[:] = 0xA5
    out = marks.reshape(-1).view(out.dtype)
    call(function, [*inputs, out], count)
    assert (bits(out[count:]) == 0xA5).all()
    return out[:count]


def functions(name: str, data_type: str) -> list[int]:
    found = [
        library().test_instruction(level, operation(name), TYPES[data_type]) for level in runnable()
    ]
    assert all(found)
    return found


def casts(source: str, target: str) -> list[int]:
    found = [
        library().test_cast_instruction(level, NUMBERS[source], NUMBERS[target])
        for level in runnable()
    ]
    assert all(found)
    return found


def canonical(array: Any) -> Any:
    """NaN, of each part, as the one that instructions give."""
    array = np.array(array)
    if array.dtype.kind == "c":
        parts = array.view(array.real.dtype)
        parts[np.isnan(parts)] = np.nan
    elif array.dtype.kind in "fV":
        array[array != array] = np.nan  # noqa: PLR0124
    return array


def same(found: Any, expected: Any) -> bool:
    return bool(np.array_equal(bits(found), bits(canonical(expected))))


def check_everywhere(
    by_level: list[int], inputs: list[Any], result: str, expected: Callable[..., Any]
) -> None:
    """All levels, several sizes, and in place where an input has the result's type."""
    for count in (*SIZES, len(inputs[0])):
        parts = [padded(each, count) for each in inputs]
        with np.errstate(all="ignore"):
            wanted = np.asarray(expected(*(each[:count] for each in parts)), dtype(result))
        for function in by_level:
            assert same(run(function, parts, result, count), wanted)
        for position, part in enumerate(parts):
            if part.dtype == dtype(result):
                operands = [each.copy() for each in parts]
                call(by_level[-1], [*operands, operands[position]], count)
                assert same(operands[position][:count], wanted)


def ulps(found: Any, exact: Any) -> float:
    """The largest distance from numbers that are known better, in units in the last place."""
    kind = found.dtype
    finite = np.isfinite(found) & (exact != 0)
    exact = exact[finite]
    unit = np.spacing(np.abs(exact).astype(kind)).astype(np.longdouble)
    return float(np.max(np.abs(found[finite].astype(np.longdouble) - exact) / unit))
