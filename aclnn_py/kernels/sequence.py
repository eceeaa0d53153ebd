# SPDX-License-Identifier: Apache-2.0
"""Numbers at equal distances: `sequence_<type>`, and `sequence_between_<type>` of integers.

The number i by steps is first + i * step. Integers are computed in int64 and keep their low bits;
others in float64, rounded once (halves by way of float32). Between two numbers it is counted from
`first` in the first half and from `last` in the second, in float64; integers are cut toward zero.
Types of integers are named by their size.

A kernel writes `count` numbers that lie `stride` elements apart, from the one at `at` on. It is one
block.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .dialect import (
    Family,
    KernelFunction,
    canonical_float32,
    canonical_float64,
    clamp,
    device,
    float32_to_bfloat16,
    float32_to_float16,
    pointer_float32,
    pointer_float64,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint16,
)

family = Family(
    name="sequence",
    tiling=(
        "at",
        "count",
        "stride",
        "between",  # number of all numbers between two; 0: by steps
        "first",  # of integers by steps
        "step",
    ),
    arguments=("numbers", "out"),  # first, step and last in float64
    module=__name__,
)

AT = family.tiling_offset("at")
COUNT = family.tiling_offset("count")
STRIDE = family.tiling_offset("stride")
BETWEEN = family.tiling_offset("between")
FIRST = family.tiling_offset("first")
STEP = family.tiling_offset("step")

NUMBERS = family.argument_index("numbers")
OUT = family.argument_index("out")


@device
def first_half(t):  # type: ignore[no-untyped-def]
    """How many of the kernel's numbers are counted from `first`."""
    if t[BETWEEN] == 0:
        return t[COUNT]
    return clamp((t[BETWEEN] >> 1) - t[AT], 0, t[COUNT])


def make_sequence(pointer: Any, keep: Any) -> KernelFunction:
    """A kernel for numbers in float64: how they are stored, and rounded or cut."""

    @device
    def write(t, numbers, out, stride):  # type: ignore[no-untyped-def]
        first, step, last = numbers[0], numbers[1], numbers[2]
        half = first_half(t)
        for i in range(half):
            out[i * stride] = keep(first + np.float64(t[AT] + i) * step)
        for i in range(half, t[COUNT]):
            out[i * stride] = keep(last - np.float64(t[BETWEEN] - 1 - t[AT] - i) * step)

    def sequence(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        numbers, out = pointer_float64(a[NUMBERS]), pointer(a[OUT])
        if t[STRIDE] == 1:
            write(t, numbers, out, 1)
        else:
            write(t, numbers, out, t[STRIDE])

    return sequence


def make_whole_sequence(pointer: Any) -> KernelFunction:
    """A kernel for integers by steps: how they are stored."""

    def sequence(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        out = pointer(a[OUT])
        first, step = t[FIRST] + t[AT] * t[STEP], t[STEP]
        if t[STRIDE] == 1:
            for i in range(t[COUNT]):
                out[i] = first + i * step
        else:
            for i in range(t[COUNT]):
                out[i * t[STRIDE]] = first + i * step

    return sequence


@device
def to_float32(number):  # type: ignore[no-untyped-def]
    """Rounded; every NaN is the same."""
    return canonical_float32(np.float32(number))


@device
def to_float16(number):  # type: ignore[no-untyped-def]
    """Rounded to float32, and to the bits of a float16."""
    return float32_to_float16(np.float32(number))


@device
def to_bfloat16(number):  # type: ignore[no-untyped-def]
    """Rounded to float32, and to the bits of a bfloat16."""
    return float32_to_bfloat16(np.float32(number))


for _name, _pointer, _keep in (
    ("float32", pointer_float32, to_float32),
    ("float64", pointer_float64, canonical_float64),
    ("float16", pointer_uint16, to_float16),
    ("bfloat16", pointer_uint16, to_bfloat16),
):
    family.register(_name, make_sequence(_pointer, _keep))
for _name, _pointer in (
    ("bits8", pointer_int8),
    ("bits16", pointer_int16),
    ("bits32", pointer_int32),
    ("bits64", pointer_int64),
):
    family.register(f"between_{_name}", make_sequence(_pointer, np.int64))
    family.register(_name, make_whole_sequence(_pointer))
