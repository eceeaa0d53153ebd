# SPDX-License-Identifier: Apache-2.0
"""What attention needs beside products: softmax on blocks of scores, and its gradient. Products of
few rows with keys and values in 16 bits, which are read once and in place.

Rows of scores are a multiple of 16 columns long; columns that do not count hold -infinity, whose
exponential is 0. Sums are of 16 lanes, joined pairwise, so that all levels give the same bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from .dialect import (
    Family,
    canonical_float32,
    pointer_float32,
    pointer_int64,
    pointer_uint16,
    vector_access,
    vector_add,
    vector_multiply,
    vector_splat,
)
from .dialect.functions import I32, device, intrinsic
from .dialect.prefetching import prefetch_far
from .dialect.vectors import Vector, keep_float32
from .vector import exponential
from .vector.logarithm import log_64

LANES = 16

family = Family(
    name="attention",
    tiling=("rows", "columns", "stride", "depth", "depth_stride", "is_first", "key_stride"),
    arguments=(
        "scores",
        "others",  # the gradient of the probabilities
        "maxima",
        "sums",
        "results",  # what the rows of the sum of values hold, or logarithms
        "scale",  # one float32
        "keys",  # or values, a row for each column of the scores
        "ahead",  # the keys or values that are read next
    ),
    constants={"LANES": LANES, "LINE": 2 * LANES},
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
STRIDE = family.tiling_offset("stride")
DEPTH = family.tiling_offset("depth")
DEPTH_STRIDE = family.tiling_offset("depth_stride")
IS_FIRST = family.tiling_offset("is_first")
KEY_STRIDE = family.tiling_offset("key_stride")

SCORES = family.argument_index("scores")
OTHERS = family.argument_index("others")
MAXIMA = family.argument_index("maxima")
SUMS = family.argument_index("sums")
RESULTS = family.argument_index("results")
SCALE = family.argument_index("scale")
KEYS = family.argument_index("keys")
AHEAD = family.argument_index("ahead")

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


# ---- Few rows ----------------------------------------------------------------------------------

ROWS_AHEAD = 48  # of keys that lie apart, asked for before their turn
LINE = 2 * LANES  # elements of 16 bits in a line of the cache
TOGETHER = 16  # values of which all lines are read before those of the next ones


@intrinsic
def vector_multiply_add(typing_context, left, right, added):  # type: ignore[no-untyped-def]
    """Left * right + added, rounded once where the processor does so at no cost, as a BLAS is."""
    if not left == right == added == _FLOATS:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        kind = values[0].type
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(kind, [kind] * 3), f"llvm.fmuladd.v{left.lanes}f32"
        )
        return builder.call(function, values)

    return left(left, right, added), generate


def _join_halves(builder: ir.IRBuilder, left: ir.Value, right: ir.Value, length: int) -> ir.Value:
    """The upper half of each run of so many lanes added to its lower half, in both vectors, or in
    one that is given twice; the sums lie one after another."""
    count = left.type.count * (1 if left is right else 2)
    low = [i for i in range(count) if i % length < length // 2]
    parts = []
    for first in (0, length // 2):
        places = [ir.Constant(I32, first + i) for i in low]
        chosen = ir.Constant(ir.VectorType(I32, len(low)), places)
        parts.append(builder.shuffle_vector(left, right, chosen))
    return builder.fadd(*parts)


@intrinsic
def vector_four_sums(typing_context, a, b, c, d):  # type: ignore[no-untyped-def]
    """What `vector_sum` gives of four vectors."""
    if not a == b == c == d == _FLOATS:
        return None
    result = types.UniTuple(types.float32, 4)

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        first = _join_halves(builder, values[0], values[1], LANES)
        second = _join_halves(builder, values[2], values[3], LANES)
        sums = _join_halves(builder, first, second, LANES // 2)
        for length in (LANES // 4, LANES // 8):
            sums = _join_halves(builder, sums, sums, length)
        numbers = [builder.extract_element(sums, ir.Constant(I32, i)) for i in range(4)]
        return context.make_tuple(builder, result, numbers)

    return result(a, b, c, d), generate


@device
def ask_for_row(keys, j, columns, between, shift, first, past):  # type: ignore[no-untyped-def]
    """Asks for the elements [first, past) of the row that is read some rows after row j: behind the
    last column the rows that are read next follow, `shift` elements further."""
    at = (j + ROWS_AHEAD) * between + (shift if j + ROWS_AHEAD >= columns else 0)
    for k in range(at + first, at + past, LINE):
        prefetch_far(keys, k)


def make_dots(load: Any) -> Any:
    """Scores of rows, in `others`, with keys."""

    def dots(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        scores, rows = pointer_float32(a[SCORES]), pointer_float32(a[OTHERS])
        keys = pointer_uint16(a[KEYS])
        columns, stride, count = t[COLUMNS], t[STRIDE], t[ROWS]
        depth, apart, between = t[DEPTH], t[DEPTH_STRIDE], t[KEY_STRIDE]
        shift = (a[AHEAD] - a[KEYS]) // 2 - columns * between
        zero = vector_splat(_ZERO)
        for i in range(0, count - 3, 4):
            for j in range(columns):
                at, row = j * between, i * apart
                ask_for_row(keys, j, columns, between, shift, 0, depth)
                first, second, third, fourth = zero, zero, zero, zero
                for k in range(0, depth, LANES):
                    key = load(keys, at + k)
                    first = vector_multiply_add(_load(rows, row + k), key, first)
                    second = vector_multiply_add(_load(rows, row + apart + k), key, second)
                    third = vector_multiply_add(_load(rows, row + 2 * apart + k), key, third)
                    fourth = vector_multiply_add(_load(rows, row + 3 * apart + k), key, fourth)
                sums = vector_four_sums(first, second, third, fourth)
                to = i * stride + j
                scores[to], scores[to + stride] = sums[0], sums[1]
                scores[to + 2 * stride], scores[to + 3 * stride] = sums[2], sums[3]
        for i in range(count // 4 * 4, count):
            for j in range(columns):
                at, row = j * between, i * apart
                ask_for_row(keys, j, columns, between, shift, 0, depth)
                first = zero
                for k in range(0, depth, LANES):
                    first = vector_multiply_add(_load(rows, row + k), load(keys, at + k), first)
                scores[i * stride + j] = vector_sum(first)

    return dots


def make_weighted(load: Any) -> Any:
    """Adds values by their scores to the results of rows."""

    def weighted(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        scores, results = pointer_float32(a[SCORES]), pointer_float32(a[RESULTS])
        values = pointer_uint16(a[KEYS])
        columns, stride, count = t[COLUMNS], t[STRIDE], t[ROWS]
        depth, apart, between = t[DEPTH], t[DEPTH_STRIDE], t[KEY_STRIDE]
        shift = (a[AHEAD] - a[KEYS]) // 2 - columns * between
        for begin in range(0, columns, TOGETHER):
            past = min(begin + TOGETHER, columns)
            for i in range(0, count - 3, 4):
                for k in range(0, depth, LINE):
                    to, at = i * apart + k, i * stride
                    two, three = to + 2 * apart, to + 3 * apart
                    a_low, a_high = _load(results, to), _load(results, to + LANES)
                    b_low, b_high = _load(results, to + apart), _load(results, to + apart + LANES)
                    c_low, c_high = _load(results, two), _load(results, two + LANES)
                    d_low, d_high = _load(results, three), _load(results, three + LANES)
                    for j in range(begin, past):
                        value = j * between + k
                        ask_for_row(values, j, columns, between, shift, k, k + 1)
                        low, high = load(values, value), load(values, value + LANES)
                        score = vector_splat(scores[at + j])
                        a_low = vector_multiply_add(score, low, a_low)
                        a_high = vector_multiply_add(score, high, a_high)
                        score = vector_splat(scores[at + stride + j])
                        b_low = vector_multiply_add(score, low, b_low)
                        b_high = vector_multiply_add(score, high, b_high)
                        score = vector_splat(scores[at + 2 * stride + j])
                        c_low = vector_multiply_add(score, low, c_low)
                        c_high = vector_multiply_add(score, high, c_high)
                        score = vector_splat(scores[at + 3 * stride + j])
                        d_low = vector_multiply_add(score, low, d_low)
                        d_high = vector_multiply_add(score, high, d_high)
                    keep_float32(results, to, a_low)
                    keep_float32(results, to + LANES, a_high)
                    keep_float32(results, to + apart, b_low)
                    keep_float32(results, to + apart + LANES, b_high)
                    keep_float32(results, two, c_low)
                    keep_float32(results, two + LANES, c_high)
                    keep_float32(results, three, d_low)
                    keep_float32(results, three + LANES, d_high)
            for i in range(count // 4 * 4, count):
                for k in range(0, depth, LANES):
                    total = _load(results, i * apart + k)
                    for j in range(begin, past):
                        ask_for_row(values, j, columns, between, shift, k, k + 1)
                        score = vector_splat(scores[i * stride + j])
                        total = vector_multiply_add(score, load(values, j * between + k), total)
                    keep_float32(results, i * apart + k, total)

    return weighted


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


for _half in ("float16", "bfloat16"):
    _load_half, _ = vector_access(_half)
    family.register(f"dots_{_half}", make_dots(_load_half))
    family.register(f"weighted_{_half}", make_weighted(_load_half))
family.register("softmax", softmax)
family.register("finish", finish)
family.register("common", common)
family.register("probabilities", probabilities)
family.register("gradients", gradients)
family.register("log_sums", log_sums)
