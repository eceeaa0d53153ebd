# SPDX-License-Identifier: Apache-2.0
"""What attention needs beside products: softmax on blocks of scores, and its gradient.

Rows of scores are a multiple of 16 columns long; columns that do not count hold -infinity, whose
exponential is 0. Sums are of 16 lanes, joined pairwise, so that all levels give the same bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from .dialect import (
    Family,
    canonical_float32,
    pointer_float32,
    pointer_int64,
    vector_access,
    vector_add,
    vector_multiply,
    vector_splat,
)
from .dialect.functions import I32, device, intrinsic
from .dialect.vectors import Vector, keep_float32
from .vector import exponential
from .vector.logarithm import log_64

LANES = 16

family = Family(
    name="attention",
    tiling=("rows", "columns", "stride", "depth", "depth_stride", "is_first"),
    arguments=(
        "scores",
        "others",  # the gradient of the probabilities
        "maxima",
        "sums",
        "results",  # what the rows of the sum of values hold, or logarithms
        "scale",  # one float32
    ),
    constants={"LANES": LANES},
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
STRIDE = family.tiling_offset("stride")
DEPTH = family.tiling_offset("depth")
DEPTH_STRIDE = family.tiling_offset("depth_stride")
IS_FIRST = family.tiling_offset("is_first")

SCORES = family.argument_index("scores")
OTHERS = family.argument_index("others")
MAXIMA = family.argument_index("maxima")
SUMS = family.argument_index("sums")
RESULTS = family.argument_index("results")
SCALE = family.argument_index("scale")

exp_32 = device(exponential.exp.bodies["float32"].body)
_load, _ = vector_access("float32")
_FLOATS = Vector(types.float32)
_LOWEST = np.float32(-np.inf)
_LARGEST = np.finfo(np.float32).max
_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)


def _emit_larger(builder: ir.IRBuilder, left: ir.Value, right: ir.Value) -> ir.Value:
    return builder.select(builder.fcmp_ordered(">", right, left), right, left)


@intrinsic
def vector_larger(typing_context, left, right):  # type: ignore[no-untyped-def]
    """The larger number, lane by lane; `left` where one is NaN."""
    if left != _FLOATS or right != _FLOATS:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return _emit_larger(builder, values[0], values[1])

    return left(left, right), generate


def _make_join(name: str, text: str, emit: Any) -> Any:
    def join(typing_context, vector):  # type: ignore[no-untyped-def]
        if vector != _FLOATS:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            value, count = values[0], vector.lanes
            while count > 1:
                count //= 2
                halves = []
                for first in (0, count):
                    places = [ir.Constant(I32, first + i) for i in range(count)]
                    chosen = ir.Constant(ir.VectorType(I32, count), places)
                    halves.append(builder.shuffle_vector(value, value, chosen))
                value = emit(builder, *halves)
            return builder.extract_element(value, ir.Constant(I32, 0))

        return types.float32(vector), generate

    join.__name__ = join.__qualname__ = name
    join.__doc__ = text
    return intrinsic(join)


vector_maximum = _make_join("vector_maximum", "The largest of the lanes.", _emit_larger)
vector_sum = _make_join(
    "vector_sum", "The sum of the lanes, pairwise.", lambda builder, a, b: builder.fadd(a, b)
)


def softmax(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Scores become exponentials of their distance from the largest so far, and what was summed
    for other blocks is brought to the same distance."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    scores, results = pointer_float32(a[SCORES]), pointer_float32(a[RESULTS])
    maxima, sums = pointer_float32(a[MAXIMA]), pointer_float32(a[SUMS])
    scale = vector_splat(pointer_float32(a[SCALE])[0])
    lowest = vector_splat(_LOWEST)
    columns, stride = t[COLUMNS], t[STRIDE]
    depth, depth_stride, is_first = t[DEPTH], t[DEPTH_STRIDE], t[IS_FIRST]
    for i in range(t[ROWS]):
        row = i * stride
        largest = lowest
        for j in range(row, row + columns, LANES):
            value = vector_multiply(_load(scores, j), scale)
            keep_float32(scores, j, value)
            largest = vector_larger(largest, value)
        before = maxima[i]
        after = vector_maximum(largest)
        after = before if before > after else after
        base = after if after > _LOWEST else _ZERO
        for j in range(row, row + columns):
            scores[j] = exp_32(scores[j] - base)
        total = vector_splat(_ZERO)
        for j in range(row, row + columns, LANES):
            total = vector_add(total, _load(scores, j))
        factor = exp_32(before - base)
        maxima[i] = after
        sums[i] = sums[i] * factor + vector_sum(total)
        if is_first == 0 and before != after:
            factors = vector_splat(factor)
            to = i * depth_stride
            for j in range(to, to + depth, LANES):
                keep_float32(results, j, vector_multiply(_load(results, j), factors))


def probabilities(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Scores become probabilities, by maxima and reciprocals of sums that are known."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    scores = pointer_float32(a[SCORES])
    maxima, sums = pointer_float32(a[MAXIMA]), pointer_float32(a[SUMS])
    scale = pointer_float32(a[SCALE])[0]
    columns, stride = t[COLUMNS], t[STRIDE]
    for i in range(t[ROWS]):
        row = i * stride
        largest, part = maxima[i], sums[i]
        for j in range(row, row + columns):
            scores[j] = exp_32(scores[j] * scale - largest) * part


def gradients(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """The gradient of the probabilities, `others`, becomes that of the scores before their scale:
    maxima has what the gradients of each row have in common."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    scores, others = pointer_float32(a[SCORES]), pointer_float32(a[OTHERS])
    common = pointer_float32(a[MAXIMA])
    scale = vector_splat(pointer_float32(a[SCALE])[0])
    columns, stride = t[COLUMNS], t[STRIDE]
    for i in range(t[ROWS]):
        row = i * stride
        shift = vector_splat(-common[i])
        for j in range(row, row + columns, LANES):
            value = vector_add(_load(others, j), shift)
            value = vector_multiply(_load(scores, j), value)
            keep_float32(others, j, vector_multiply(value, scale))


def log_sums(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Logarithms of the sums of exponentials."""
    a = pointer_int64(arguments)
    maxima, sums = pointer_float32(a[MAXIMA]), pointer_float32(a[SUMS])
    results = pointer_float32(a[RESULTS])
    for i in range(pointer_int64(tiling)[ROWS]):
        results[i] = log_64(sums[i] + 0.0) + maxima[i]


def finish(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Results are divided by their sums. Where no pair counts they are 0, and the maximum, the sum
    and its logarithm, in `others`, are the lowest number, the largest, and infinity."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    results, logarithms = pointer_float32(a[RESULTS]), pointer_float32(a[OTHERS])
    maxima, sums = pointer_float32(a[MAXIMA]), pointer_float32(a[SUMS])
    depth, depth_stride = t[DEPTH], t[DEPTH_STRIDE]
    for i in range(t[ROWS]):
        to = i * depth_stride
        if maxima[i] == _LOWEST:
            for j in range(to, to + depth):
                results[j] = _ZERO
            maxima[i] = -_LARGEST
            sums[i] = _LARGEST
            logarithms[i] = -_LOWEST
        else:
            part = _ONE / sums[i]
            for j in range(to, to + depth):
                results[j] = canonical_float32(results[j] * part)


def common(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """What the gradients of each row have in common, in `maxima`: the sum of the products of
    results and their gradients, `others`, in float64. Sums become their reciprocals."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    results, others = pointer_float32(a[RESULTS]), pointer_float32(a[OTHERS])
    found, sums = pointer_float32(a[MAXIMA]), pointer_float32(a[SUMS])
    depth, depth_stride = t[DEPTH], t[DEPTH_STRIDE]
    for i in range(t[ROWS]):
        row = i * depth_stride
        total = 0.0
        for j in range(row, row + depth):
            total += np.float64(results[j]) * np.float64(others[j])
        found[i] = canonical_float32(np.float32(total))
        sums[i] = _ONE / sums[i]


family.register("softmax", softmax)
family.register("finish", finish)
family.register("common", common)
family.register("probabilities", probabilities)
family.register("gradients", gradients)
family.register("log_sums", log_sums)
