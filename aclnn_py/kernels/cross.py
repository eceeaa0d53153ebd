# SPDX-License-Identifier: Apache-2.0
"""Cross products of vectors of three elements: `cross_<type>`.

`out[j] = x[j+1] * y[j+2] - x[j+2] * y[j+1]`, the places counted modulo 3. Both products and their
difference are rounded to the type; integers wrap. Types of integers are named by their size.

A kernel does `count` vectors that lie one step apart; each operand has its own steps, in elements.
It is one block.
"""

from __future__ import annotations

from typing import Any

from .dialect import (
    Family,
    KernelFunction,
    canonical_float32,
    canonical_float64,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    same,
)

family = Family(
    name="cross",
    tiling=(
        "count",
        "vector_steps[3]",  # from a vector to the next: of x, y and out
        "element_steps[3]",  # from an element of a vector to the next
    ),
    arguments=("x", "y", "out"),
    module=__name__,
)

COUNT = family.tiling_offset("count")
VECTOR_STEPS = family.tiling_offset("vector_steps")
ELEMENT_STEPS = family.tiling_offset("element_steps")

X = family.argument_index("x")
Y = family.argument_index("y")
OUT = family.argument_index("out")


def make_cross(pointer: Any, keep: Any) -> KernelFunction:
    """A kernel for numbers: how they are stored."""

    def cross(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        x, y, out = pointer(a[X]), pointer(a[Y]), pointer(a[OUT])
        dx, dy, dz = t[VECTOR_STEPS], t[VECTOR_STEPS + 1], t[VECTOR_STEPS + 2]
        for j in range(3):
            p = j + 1 if j < 2 else 0
            q = j - 1 if j > 0 else 2
            xp, xq = p * t[ELEMENT_STEPS], q * t[ELEMENT_STEPS]
            yp, yq = p * t[ELEMENT_STEPS + 1], q * t[ELEMENT_STEPS + 1]
            to = j * t[ELEMENT_STEPS + 2]
            if dx == 1 and dy == 1 and dz == 1:
                for i in range(t[COUNT]):
                    out[to + i] = keep(x[xp + i] * y[yq + i] - x[xq + i] * y[yp + i])
            else:
                for i in range(t[COUNT]):
                    left = x[xp + i * dx] * y[yq + i * dy]
                    out[to + i * dz] = keep(left - x[xq + i * dx] * y[yp + i * dy])

    return cross


def make_complex_cross(pointer: Any, keep: Any) -> KernelFunction:
    """A kernel for complex numbers, which are pairs of these."""

    def cross(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        x, y, out = pointer(a[X]), pointer(a[Y]), pointer(a[OUT])
        dx, dy, dz = 2 * t[VECTOR_STEPS], 2 * t[VECTOR_STEPS + 1], 2 * t[VECTOR_STEPS + 2]
        for j in range(3):
            p = j + 1 if j < 2 else 0
            q = j - 1 if j > 0 else 2
            xp, xq = 2 * p * t[ELEMENT_STEPS], 2 * q * t[ELEMENT_STEPS]
            yp, yq = 2 * p * t[ELEMENT_STEPS + 1], 2 * q * t[ELEMENT_STEPS + 1]
            to = 2 * j * t[ELEMENT_STEPS + 2]
            for i in range(t[COUNT]):
                a_real, a_imag = x[xp + i * dx], x[xp + i * dx + 1]
                b_real, b_imag = y[yq + i * dy], y[yq + i * dy + 1]
                c_real, c_imag = x[xq + i * dx], x[xq + i * dx + 1]
                d_real, d_imag = y[yp + i * dy], y[yp + i * dy + 1]
                left = a_real * b_real - a_imag * b_imag
                out[to + i * dz] = keep(left - (c_real * d_real - c_imag * d_imag))
                left = a_real * b_imag + a_imag * b_real
                out[to + i * dz + 1] = keep(left - (c_real * d_imag + c_imag * d_real))

    return cross


for _name, _pointer, _keep in (
    ("float32", pointer_float32, canonical_float32),
    ("float64", pointer_float64, canonical_float64),
    ("bits8", pointer_int8, same),
    ("bits16", pointer_int16, same),
    ("bits32", pointer_int32, same),
    ("bits64", pointer_int64, same),
):
    family.register(_name, make_cross(_pointer, _keep))
family.register("complex64", make_complex_cross(pointer_float32, canonical_float32))
family.register("complex128", make_complex_cross(pointer_float64, canonical_float64))
