# SPDX-License-Identifier: Apache-2.0
"""Rotary position embeddings: pairs of numbers are turned by angles, of which cosines and sines are
known.

A row of x has pairs (a, b), and a row of y as many pairs (c, d); both numbers of a pair have a
cosine and a sine. All of them are float32, and each operation is rounded to float32:

    rotation_turn_*       c = a * cos_c - b * sin_c,   d = b * cos_d + a * sin_d
    rotation_turn_back_*  a = c * cos_c + d * sin_d,   b = d * cos_d - c * sin_c
    rotation_angles_*     cos_c += c * a,  cos_d += d * b,  sin_c -= c * b,  sin_d += d * a

The last one adds up the gradients of cosines and sines, exact products in float64, row after row;
`rotation_round` rounds such sums to float32.

The names end in the layouts of the pairs of x, of the angles and of y. `apart` pairs lie one step
from each other, and the second number of each so far behind the first as the tiling says; those of
`neighbours` are side by side. Rows lie as far apart as the tiling says: 0 is the same row again.
"""

from __future__ import annotations

import numpy as np

from .dialect import (
    Family,
    KernelFunction,
    canonical_float32,
    pointer_float32,
    pointer_float64,
    pointer_int64,
)

family = Family(
    name="rotation",
    tiling=(
        "rows",
        "pairs",
        # From the first number of a pair to the second, where they lie apart.
        "x_apart",
        "angles_apart",
        "y_apart",
        # From a row to the next.
        "x_row",
        "angles_row",
        "y_row",
    ),
    arguments=("x", "cosines", "sines", "y"),
    module=__name__,
)

ROWS = family.tiling_offset("rows")
PAIRS = family.tiling_offset("pairs")
X_APART = family.tiling_offset("x_apart")
ANGLES_APART = family.tiling_offset("angles_apart")
Y_APART = family.tiling_offset("y_apart")
X_ROW = family.tiling_offset("x_row")
ANGLES_ROW = family.tiling_offset("angles_row")
Y_ROW = family.tiling_offset("y_row")

X = family.argument_index("x")
COSINES = family.argument_index("cosines")
SINES = family.argument_index("sines")
Y = family.argument_index("y")


# LLVM makes loops of vectors of those that write one row, or both numbers of neighbours.


def make_turn(x_step: int, angles_step: int, y_step: int) -> KernelFunction:
    """A kernel for pairs whose first numbers are so far from each other, 1 or 2."""

    def turn(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        x, y = pointer_float32(a[X]), pointer_float32(a[Y])
        cosines, sines = pointer_float32(a[COSINES]), pointer_float32(a[SINES])
        pairs = t[PAIRS]
        x_apart = t[X_APART] if x_step == 1 else 1
        angles_apart = t[ANGLES_APART] if angles_step == 1 else 1
        y_apart = t[Y_APART] if y_step == 1 else 1
        for row in range(t[ROWS]):
            first, angle, to = row * t[X_ROW], row * t[ANGLES_ROW], row * t[Y_ROW]
            second, next_angle, next_to = first + x_apart, angle + angles_apart, to + y_apart
            if y_step == 1:
                for i in range(pairs):
                    left = x[first + x_step * i] * cosines[angle + angles_step * i]
                    right = x[second + x_step * i] * sines[angle + angles_step * i]
                    y[to + i] = canonical_float32(left - right)
                for i in range(pairs):
                    left = x[second + x_step * i] * cosines[next_angle + angles_step * i]
                    right = x[first + x_step * i] * sines[next_angle + angles_step * i]
                    y[next_to + i] = canonical_float32(left + right)
            else:
                for i in range(pairs):
                    left = x[first + x_step * i] * cosines[angle + angles_step * i]
                    right = x[second + x_step * i] * sines[angle + angles_step * i]
                    y[to + 2 * i] = canonical_float32(left - right)
                    left = x[second + x_step * i] * cosines[next_angle + angles_step * i]
                    right = x[first + x_step * i] * sines[next_angle + angles_step * i]
                    y[to + 2 * i + 1] = canonical_float32(left + right)

    return turn


def make_turn_back(x_step: int, y_step: int) -> KernelFunction:
    """The same the other way; the angles lie as y."""

    def turn_back(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        x, y = pointer_float32(a[X]), pointer_float32(a[Y])
        cosines, sines = pointer_float32(a[COSINES]), pointer_float32(a[SINES])
        pairs = t[PAIRS]
        x_apart = t[X_APART] if x_step == 1 else 1
        angles_apart = t[ANGLES_APART] if y_step == 1 else 1
        y_apart = t[Y_APART] if y_step == 1 else 1
        for row in range(t[ROWS]):
            to, angle, first = row * t[X_ROW], row * t[ANGLES_ROW], row * t[Y_ROW]
            next_to, next_angle, second = to + x_apart, angle + angles_apart, first + y_apart
            if x_step == 1:
                for i in range(pairs):
                    left = y[first + y_step * i] * cosines[angle + y_step * i]
                    right = y[second + y_step * i] * sines[next_angle + y_step * i]
                    x[to + i] = canonical_float32(left + right)
                for i in range(pairs):
                    left = y[second + y_step * i] * cosines[next_angle + y_step * i]
                    right = y[first + y_step * i] * sines[angle + y_step * i]
                    x[next_to + i] = canonical_float32(left - right)
            else:
                for i in range(pairs):
                    left = y[first + y_step * i] * cosines[angle + y_step * i]
                    right = y[second + y_step * i] * sines[next_angle + y_step * i]
                    x[to + 2 * i] = canonical_float32(left + right)
                    left = y[second + y_step * i] * cosines[next_angle + y_step * i]
                    right = y[first + y_step * i] * sines[angle + y_step * i]
                    x[to + 2 * i + 1] = canonical_float32(left - right)

    return turn_back


def make_angles(x_step: int, y_step: int) -> KernelFunction:
    """Adds a row of each to the same sums of float64, in the layout of y."""

    def angles(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        x, y = pointer_float32(a[X]), pointer_float32(a[Y])
        cosines, sines = pointer_float64(a[COSINES]), pointer_float64(a[SINES])
        pairs = t[PAIRS]
        x_apart = t[X_APART] if x_step == 1 else 1
        apart = t[Y_APART] if y_step == 1 else 1
        for row in range(t[ROWS]):
            first, given = row * t[X_ROW], row * t[Y_ROW]
            second, next_given = first + x_apart, given + apart
            if y_step == 2:
                for i in range(pairs):
                    x_0, x_1 = np.float64(x[first + 2 * i]), np.float64(x[second + 2 * i])
                    y_0, y_1 = np.float64(y[given + 2 * i]), np.float64(y[next_given + 2 * i])
                    cosines[2 * i] += y_0 * x_0
                    cosines[2 * i + 1] += y_1 * x_1
                    sines[2 * i] -= y_0 * x_1
                    sines[2 * i + 1] += y_1 * x_0
            else:
                for i in range(pairs):
                    cosines[i] += np.float64(y[given + i]) * np.float64(x[first + x_step * i])
                for i in range(pairs):
                    product = np.float64(y[next_given + i]) * np.float64(x[second + x_step * i])
                    cosines[apart + i] += product
                for i in range(pairs):
                    sines[i] -= np.float64(y[given + i]) * np.float64(x[second + x_step * i])
                for i in range(pairs):
                    product = np.float64(y[next_given + i]) * np.float64(x[first + x_step * i])
                    sines[apart + i] += product

    return angles


@family.kernel("round")
def round_sums(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """`pairs` sums of float64, x, as float32, y."""
    a = pointer_int64(arguments)
    x, y = pointer_float64(a[X]), pointer_float32(a[Y])
    for i in range(pointer_int64(tiling)[PAIRS]):
        y[i] = canonical_float32(np.float32(x[i]))


_STEPS = {"apart": 1, "neighbours": 2}
for _layouts in (
    ("apart", "apart", "apart"),
    ("neighbours", "neighbours", "neighbours"),
    ("neighbours", "apart", "apart"),
    ("neighbours", "apart", "neighbours"),
):
    _x, _angles, _y = (_STEPS[_layout] for _layout in _layouts)
    family.register("turn_" + "_".join(_layouts), make_turn(_x, _angles, _y))
    if _angles == _y:
        family.register("turn_back_" + "_".join(_layouts), make_turn_back(_x, _y))
        family.register("angles_" + "_".join(_layouts), make_angles(_x, _y))
