# SPDX-License-Identifier: Apache-2.0
"""Arithmetic on dense panels of float32 that products read or write, each operation rounded once.

    panel_add            panel[i][j] += numbers[j]
    panel_scale          panel[i][j] *= numbers[0]
    panel_divide         panel[i][j] /= numbers[0]
    panel_restore        panel[i][j] = (panel[i][j] + offsets[j]) * numbers[j], for a product
    panel_restore_int8   the same of whole[i][j] in place of panel[i][j]
    panel_restore_int4   likewise, of two numbers a byte, the first in the lower bits
    panel_fold_int8      panel[0][j] += sum_i left[i] * (whole[i][j] + offsets[j]) * numbers[j]
    panel_fold_int4      likewise, of two numbers a byte
    panel_quantise       out[i][j] = panel[i][j] * numbers[j] + offsets[j], as `quantisation` rounds

Rows of the panel are one stride apart, and those of `whole`, dense bytes, as the tiling says; so
are rows and columns of `out`, int8. A fold keeps its sums in `sums`, as many as there are columns;
of two numbers a byte, the columns are even in number, and `sums` has room for twice as many and 128
more. What stands in `left` has at most 16 significant bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils

from .dialect import (
    Family,
    KernelFunction,
    Vector,
    canonical_float32,
    device,
    intrinsic,
    keep_float32,
    pointer_float32,
    pointer_int8,
    pointer_int32,
    pointer_int64,
    vector_access,
    vector_splat,
)
from .dialect.functions import I32, I64
from .dialect.level import choose_table
from .dialect.prefetching import prefetch_far
from .quantisation import nearest

family = Family(
    name="panel",
    tiling=("rows", "columns", "stride", "whole_row", "out_row", "out_column"),
    arguments=("panel", "numbers", "offsets", "whole", "out", "left", "sums"),
    module=__name__,
)

ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
STRIDE = family.tiling_offset("stride")
WHOLE_ROW = family.tiling_offset("whole_row")
OUT_ROW = family.tiling_offset("out_row")
OUT_COLUMN = family.tiling_offset("out_column")

PANEL = family.argument_index("panel")
NUMBERS = family.argument_index("numbers")
OFFSETS = family.argument_index("offsets")
WHOLE = family.argument_index("whole")
OUT = family.argument_index("out")
LEFT = family.argument_index("left")
SUMS = family.argument_index("sums")


@family.kernel("add")
def add(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    columns = t[COLUMNS]
    for i in range(t[ROWS]):
        row = i * t[STRIDE]
        for j in range(columns):
            panel[row + j] = canonical_float32(panel[row + j] + numbers[j])


def make_by_number(operation: Any) -> KernelFunction:
    """A kernel for an operation of each element and one number."""

    def by_number(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        panel = pointer_float32(a[PANEL])
        number = pointer_float32(a[NUMBERS])[0]
        columns = t[COLUMNS]
        for i in range(t[ROWS]):
            row = i * t[STRIDE]
            for j in range(columns):
                panel[row + j] = canonical_float32(operation(panel[row + j], number))

    return by_number


@device
def product(a, b):  # type: ignore[no-untyped-def]
    return a * b


@device
def quotient(a, b):  # type: ignore[no-untyped-def]
    return a / b


family.register("scale", make_by_number(product))
family.register("divide", make_by_number(quotient))


@family.kernel("restore")
def restore(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets = pointer_float32(a[OFFSETS])
    columns = t[COLUMNS]
    for i in range(t[ROWS]):
        row = i * t[STRIDE]
        for j in range(columns):
            panel[row + j] = (panel[row + j] + offsets[j]) * numbers[j]


@family.kernel("restore_int8")
def restore_int8(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    columns = t[COLUMNS]
    for i in range(t[ROWS]):
        row, given = i * t[STRIDE], i * t[WHOLE_ROW]
        for j in range(columns):
            panel[row + j] = (np.float32(whole[given + j]) + offsets[j]) * numbers[j]


@device
def lower(byte):  # type: ignore[no-untyped-def]
    return np.float32(np.int32(np.int32(byte) << 28) >> 28)


@device
def upper(byte):  # type: ignore[no-untyped-def]
    return np.float32(np.int32(np.int32(byte) << 24) >> 28)


@family.kernel("restore_int4")
def restore_int4(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    pairs = t[COLUMNS] // 2
    for i in range(t[ROWS]):
        row, given = i * t[STRIDE], i * t[WHOLE_ROW]
        for j in range(pairs):
            byte = whole[given + j]
            first = (lower(byte) + offsets[2 * j]) * numbers[2 * j]
            second = (upper(byte) + offsets[2 * j + 1]) * numbers[2 * j + 1]
            panel[row + 2 * j] = first
            panel[row + 2 * j + 1] = second


# ---- Folds -------------------------------------------------------------------------------------

LANES = 16
NUMBERS_IN_WORD = 8
COLUMNS_TOGETHER = LANES * NUMBERS_IN_WORD

# The rows of whole numbers lie far apart, which no processor foresees: they are asked for so many
# rows before their turn, a line of each while one is added.
ROWS_AHEAD = 8  # of int8; of two numbers a byte twice as many
LINE = 64  # bytes of a line of the cache

_FLOATS = Vector(types.float32)
_WORDS = Vector(types.int32)
_load_words, _ = vector_access("int32")
_load_floats, _ = vector_access("float32")
_ZERO = np.float32(0.0)


@intrinsic
def add_product(typing_context, left, right, added):  # type: ignore[no-untyped-def]
    """Left * right + added, of numbers or vectors whose products are exact.

    A half by a whole number of 8 bits is: one rounding then gives what two give, so that each
    processor may do it in its own way.
    """
    if not left == right == added or left not in (types.float32, _FLOATS):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        kind = values[0].type
        suffix = "f32" if left == types.float32 else f"v{LANES}f32"
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(kind, [kind] * 3), f"llvm.fmuladd.{suffix}"
        )
        return builder.call(function, values)

    return left(left, right, added), generate


@intrinsic
def numbers_of_words(typing_context, words, place):  # type: ignore[no-untyped-def]
    """The number of four bits at a place, 0 to 3, of each word, as float32.

    Where the level has tables, even places take it from one, by the last four bits of a word, so
    that all of a processor's units have work. Else its bits, without a sign, stand in a float32
    whose last bits count for whole numbers.
    """
    if words != _WORDS or not isinstance(place, types.Integer):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        def every(number: ir.Value) -> ir.Value:
            first = builder.insert_element(ir.Constant(shape, ir.Undefined), number, I32(0))
            return builder.shuffle_vector(first, first, ir.Constant(shape, [0] * LANES))

        def from_bits(builder: ir.IRBuilder, words: ir.Value) -> ir.Value:
            mask, sign = builder.shl(I32(15), shift), builder.shl(I32(8), shift)
            power = builder.shl(builder.sub(I32(127 + 23), shift), I32(23))
            bits = builder.or_(builder.and_(words, every(mask)), every(power))
            bits = builder.xor(bits, every(sign))
            less = builder.or_(every(power), every(sign))
            return builder.fsub(builder.bitcast(bits, floats), builder.bitcast(less, floats))

        def from_table(builder: ir.IRBuilder, words: ir.Value) -> ir.Value:
            function = cgutils.get_or_insert_function(
                builder.module,
                ir.FunctionType(floats, [floats, shape]),
                "llvm.x86.avx512.permvar.sf.512",
            )
            table = ir.Constant(floats, [float(bits - bits // 8 * LANES) for bits in range(LANES)])
            found = builder.call(function, [table, builder.lshr(words, every(shift))])
            is_even = builder.icmp_unsigned("==", builder.and_(values[1], I64(1)), I64(0))
            return builder.select(is_even, found, from_bits(builder, words))

        shape, floats = ir.VectorType(I32, LANES), ir.VectorType(ir.FloatType(), LANES)
        shift = builder.mul(builder.trunc(values[1], I32), I32(4))
        return choose_table(builder, values[:1], from_table, from_bits)

    return _FLOATS(words, types.int64), generate


@intrinsic
def upper_halves(typing_context, words):  # type: ignore[no-untyped-def]
    """The upper 16 bits of each word."""
    if words != _WORDS:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return builder.lshr(values[0], ir.Constant(values[0].type, [16] * LANES))

    return words(words), generate


@intrinsic
def interleave_sums(typing_context, sums, at, dense, to):  # type: ignore[no-untyped-def]
    """Stores eight vectors from `sums[at]` on, one lane of each in turn, from `dense[to]` on."""
    if not sums == dense == types.CPointer(types.float32):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        shape = ir.VectorType(ir.FloatType(), LANES)

        def place(pointer: ir.Value, index: ir.Value, part: int) -> ir.Value:
            first = builder.gep(pointer, [builder.add(index, I64(part * LANES))])
            return builder.bitcast(first, shape.as_pointer())

        parts = [
            builder.load(place(values[0], values[1], i), align=4) for i in range(NUMBERS_IN_WORD)
        ]
        # Each round takes both halves of all lanes in turn.
        for _ in range(3):
            pairs = zip(parts[: NUMBERS_IN_WORD // 2], parts[NUMBERS_IN_WORD // 2 :], strict=True)
            parts = [_in_turn(builder, *pair, half) for pair in pairs for half in range(2)]
        for i, part in enumerate(parts):
            builder.store(part, place(values[2], values[3], i), align=4)
        return context.get_dummy_value()

    return types.void(sums, types.int64, dense, types.int64), generate


def _in_turn(builder: ir.IRBuilder, left: ir.Value, right: ir.Value, half: int) -> ir.Value:
    places = [half * LANES // 2 + i // 2 + i % 2 * LANES for i in range(LANES)]
    return builder.shuffle_vector(left, right, ir.Constant(ir.VectorType(I32, LANES), places))


@intrinsic
def load_wholes(typing_context, whole, at):  # type: ignore[no-untyped-def]
    """16 numbers of int8 from `whole[at]` on, as float32."""
    if whole != types.CPointer(types.int8):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        place = builder.gep(values[0], [values[1]])
        place = builder.bitcast(place, ir.VectorType(ir.IntType(8), LANES).as_pointer())
        wide = builder.sext(builder.load(place, align=1), ir.VectorType(I32, LANES))
        return builder.sitofp(wide, ir.VectorType(ir.FloatType(), LANES))

    return _FLOATS(whole, types.int64), generate


@device
def ask_for_four(whole, at, apart):  # type: ignore[no-untyped-def]
    """Asks for a line of each of four rows."""
    prefetch_far(whole, at)
    prefetch_far(whole, at + apart)
    prefetch_far(whole, at + 2 * apart)
    prefetch_far(whole, at + 3 * apart)


@device
def number_at(left, i, rows):  # type: ignore[no-untyped-def]
    """0 behind the last row."""
    return left[i] if i < rows else _ZERO


@device
def add_folded(panel, sums, columns, numbers):  # type: ignore[no-untyped-def]
    """Adds the sums, times their numbers."""
    for j in range(columns):
        panel[j] += sums[j] * numbers[j]


@device
def has_offset(offsets, columns):  # type: ignore[no-untyped-def]
    found = False
    for j in range(columns):
        found |= offsets[j] != _ZERO
    return found


@device
def add_four(total, offset, x, numbers):  # type: ignore[no-untyped-def]
    """Adds x[0] * (numbers[0] + offset) and so on, in this order."""
    total += x[0] * (numbers[0] + offset)
    total += x[1] * (numbers[1] + offset)
    total += x[2] * (numbers[2] + offset)
    return total + x[3] * (numbers[3] + offset)


@device
def ask_for_rows(whole, at, apart, size):  # type: ignore[no-untyped-def]
    """Asks for four rows of so many bytes, behind the next ones."""
    for first in range(0, size, LINE):
        ask_for_four(whole, at + ROWS_AHEAD * apart + first, apart)


@device
def fold_int8_with_offsets(  # type: ignore[no-untyped-def]
    sums, left, rows, whole, apart, columns, offsets
):
    """The sums of whole numbers with their offsets, which have more bits."""
    for j in range(columns):
        sums[j] = _ZERO
    for i in range(0, rows - 3, 4):
        x = left[i], left[i + 1], left[i + 2], left[i + 3]
        at = i * apart
        ask_for_rows(whole, at, apart, columns)
        for j in range(columns):
            wholes = (
                np.float32(whole[at + j]),
                np.float32(whole[at + apart + j]),
                np.float32(whole[at + 2 * apart + j]),
                np.float32(whole[at + 3 * apart + j]),
            )
            sums[j] = add_four(sums[j], offsets[j], x, wholes)
    for i in range(rows // 4 * 4, rows):
        for j in range(columns):
            sums[j] += left[i] * (np.float32(whole[i * apart + j]) + offsets[j])


@device
def fold_int4_with_offsets(  # type: ignore[no-untyped-def]
    sums, left, rows, whole, apart, columns, offsets
):
    """The same of two numbers a byte; the sums of even columns, then those of odd ones."""
    pairs = columns // 2
    for j in range(2 * pairs):
        sums[j] = _ZERO
    for i in range(0, rows - 3, 4):
        x = left[i], left[i + 1], left[i + 2], left[i + 3]
        at = i * apart
        ask_for_rows(whole, at, apart, pairs)
        for j in range(pairs):
            b0, b1 = whole[at + j], whole[at + apart + j]
            b2, b3 = whole[at + 2 * apart + j], whole[at + 3 * apart + j]
            evens = lower(b0), lower(b1), lower(b2), lower(b3)
            odds = upper(b0), upper(b1), upper(b2), upper(b3)
            sums[j] = add_four(sums[j], offsets[2 * j], x, evens)
            sums[pairs + j] = add_four(sums[pairs + j], offsets[2 * j + 1], x, odds)
    for i in range(rows // 4 * 4, rows):
        for j in range(pairs):
            byte = whole[i * apart + j]
            sums[j] += left[i] * (lower(byte) + offsets[2 * j])
            sums[pairs + j] += left[i] * (upper(byte) + offsets[2 * j + 1])


@family.kernel("fold_int8")
def fold_int8(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    left, sums = pointer_float32(a[LEFT]), pointer_float32(a[SUMS])
    columns, rows, apart = t[COLUMNS], t[ROWS], t[WHOLE_ROW]
    if has_offset(offsets, columns):
        fold_int8_with_offsets(sums, left, rows, whole, apart, columns, offsets)
        add_folded(panel, sums, columns, numbers)
        return
    for j in range(columns):
        sums[j] = _ZERO
    # Four rows at once, so that sums are loaded and stored a fourth as often.
    for i in range(0, rows, 4):
        x0, x1 = left[i], number_at(left, i + 1, rows)
        x2, x3 = number_at(left, i + 2, rows), number_at(left, i + 3, rows)
        at0, at1 = i * apart, min(i + 1, rows - 1) * apart
        at2, at3 = min(i + 2, rows - 1) * apart, min(i + 3, rows - 1) * apart
        whole_lines = columns // LINE * LINE
        for first in range(0, whole_lines, LINE):
            ask_for_four(whole, at0 + ROWS_AHEAD * apart + first, apart)
            for j in range(first, first + LINE, LANES):
                each = _load_floats(sums, j)
                each = add_product(vector_splat(x0), load_wholes(whole, at0 + j), each)
                each = add_product(vector_splat(x1), load_wholes(whole, at1 + j), each)
                each = add_product(vector_splat(x2), load_wholes(whole, at2 + j), each)
                each = add_product(vector_splat(x3), load_wholes(whole, at3 + j), each)
                keep_float32(sums, j, each)
        for j in range(whole_lines, columns):
            each = add_product(x0, np.float32(whole[at0 + j]), sums[j])
            each = add_product(x1, np.float32(whole[at1 + j]), each)
            each = add_product(x2, np.float32(whole[at2 + j]), each)
            sums[j] = add_product(x3, np.float32(whole[at3 + j]), each)
    add_folded(panel, sums, columns, numbers)


@device
def fold_pairs(sums, left, rows, whole, apart, first, past):  # type: ignore[no-untyped-def]
    """The sums of a few columns, two a byte."""
    for j in range(first, past):
        even, odd = _ZERO, _ZERO
        for i in range(rows):
            byte = whole[i * apart + j]
            even = add_product(left[i], lower(byte), even)
            odd = add_product(left[i], upper(byte), odd)
        sums[2 * j], sums[2 * j + 1] = even, odd


@device
def add_place(sums, to, x, words, place):  # type: ignore[no-untyped-def]
    """Adds the numbers at a place of the words of four rows."""
    each = _load_floats(sums, to)
    each = add_product(x[0], numbers_of_words(words[0], place), each)
    each = add_product(x[1], numbers_of_words(words[1], place), each)
    each = add_product(x[2], numbers_of_words(words[2], place), each)
    each = add_product(x[3], numbers_of_words(words[3], place), each)
    keep_float32(sums, to, each)


@family.kernel("fold_int4")
def fold_int4(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, whole = pointer_float32(a[OFFSETS]), pointer_int8(a[WHOLE])
    left, sums = pointer_float32(a[LEFT]), pointer_float32(a[SUMS])
    columns, rows, apart = t[COLUMNS], t[ROWS], t[WHOLE_ROW]
    if has_offset(offsets, columns):
        fold_int4_with_offsets(sums, left, rows, whole, apart, columns, offsets)
        for j in range(columns // 2):
            panel[2 * j] += sums[j] * numbers[2 * j]
            panel[2 * j + 1] += sums[columns // 2 + j] * numbers[2 * j + 1]
        return
    words = columns // NUMBERS_IN_WORD
    groups = (words + LANES - 1) // LANES if words >= LANES else 0
    # Of each group of words the sums of their first numbers, their second ones and so on.
    apart_sums = pointer_float32(a[SUMS] + 4 * columns)
    for j in range(groups * COLUMNS_TOGETHER):
        apart_sums[j] = _ZERO
    for i in range(0, rows, 4):
        x = (
            vector_splat(left[i]),
            vector_splat(number_at(left, i + 1, rows)),
            vector_splat(number_at(left, i + 2, rows)),
            vector_splat(number_at(left, i + 3, rows)),
        )
        for group in range(groups):
            # The last group may have words of the one before: their sums are the same.
            at = a[WHOLE] + 4 * min(group * LANES, words - LANES)
            w0 = _load_words(pointer_int32(at + i * apart), 0)
            w1 = _load_words(pointer_int32(at + min(i + 1, rows - 1) * apart), 0)
            w2 = _load_words(pointer_int32(at + min(i + 2, rows - 1) * apart), 0)
            w3 = _load_words(pointer_int32(at + min(i + 3, rows - 1) * apart), 0)
            line = at - a[WHOLE] + (i + 2 * ROWS_AHEAD) * apart
            ask_for_four(whole, line, apart)
            to = group * COLUMNS_TOGETHER
            for _ in range(2):
                four = w0, w1, w2, w3
                add_place(apart_sums, to, x, four, 0)
                add_place(apart_sums, to + LANES, x, four, 1)
                add_place(apart_sums, to + 2 * LANES, x, four, 2)
                add_place(apart_sums, to + 3 * LANES, x, four, 3)
                to += 4 * LANES
                w0, w1 = upper_halves(w0), upper_halves(w1)
                w2, w3 = upper_halves(w2), upper_halves(w3)
    for group in range(groups):
        at = NUMBERS_IN_WORD * min(group * LANES, words - LANES)
        interleave_sums(apart_sums, group * COLUMNS_TOGETHER, sums, at)
    done = 0 if groups == 0 else words * NUMBERS_IN_WORD // 2
    fold_pairs(sums, left, rows, whole, apart, done, columns // 2)
    add_folded(panel, sums, columns, numbers)


@family.kernel("quantise")
def quantise(block: int, blocks: int, tiling: int, arguments: int) -> None:
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    panel, numbers = pointer_float32(a[PANEL]), pointer_float32(a[NUMBERS])
    offsets, out = pointer_float32(a[OFFSETS]), pointer_int8(a[OUT])
    columns, out_column = t[COLUMNS], t[OUT_COLUMN]
    for i in range(t[ROWS]):
        row, to = i * t[STRIDE], i * t[OUT_ROW]
        if out_column == 1:
            for j in range(columns):
                out[to + j] = nearest(panel[row + j] * numbers[j] + offsets[j])
        else:
            for j in range(columns):
                value = panel[row + j] * numbers[j] + offsets[j]
                out[to + j * out_column] = nearest(value)
