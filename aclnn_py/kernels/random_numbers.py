# SPDX-License-Identifier: Apache-2.0
"""Random numbers by Philox 4x32-10, as docs/reference/random.md defines them.

A block of four words follows from the seed (the key) and a counter of 128 bits: the block's number
in its low half, the offset of the call in its high half. Each kernel writes elements
[first, first + count) of a call's numbers, one after another, where first is a multiple of 8; so
any cut of a call gives the same numbers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .dialect import (
    Family,
    device,
    pointer_float32,
    pointer_float64,
    pointer_int32,
    pointer_int64,
    pointer_uint8,
    pointer_uint32,
    split,
    stack_bytes,
    vector_access,
    vector_store_signs,
)
from .dialect.instructions import number
from .vector.logarithm import log as logarithm
from .vector.logarithm import log_64

if TYPE_CHECKING:
    from .dialect import KernelFunction

STRIP = 2048
"""Words that are made at a time: of 512 blocks."""
STRIP_BYTES = 4 * STRIP

family = Family(
    name="random",
    tiling=(
        "first",  # element
        "count",
        "seed",
        "offset",
        "low",  # of integers
        "range",  # how many there are, unsigned
        "threshold",  # of 31 bits: 1 where a word's upper 31 bits are less
    ),
    arguments=(
        "out",
        "numbers",  # three float64: factor, term, largest result
    ),
    constants={"UNIT": 8},
    module=__name__,
)

FIRST = family.tiling_offset("first")
COUNT = family.tiling_offset("count")
SEED = family.tiling_offset("seed")
OFFSET = family.tiling_offset("offset")
LOW = family.tiling_offset("low")
RANGE = family.tiling_offset("range")
THRESHOLD = family.tiling_offset("threshold")
OUT = family.argument_index("out")
NUMBERS = family.argument_index("numbers")

WORD = 0xFFFFFFFF
MULTIPLIER_0 = 0xD2511F53
MULTIPLIER_1 = 0xCD9E8D57
WEYL_0 = 0x9E3779B9
WEYL_1 = 0xBB67AE85

UNIT = 8
"""Elements that one core is given at least: whole blocks, and whole bytes of bits."""

LANES = 16

log_32 = device(logarithm.bodies["float32"].body)
_load_signs, _ = vector_access("int32")


@device
def fill_words(words, blocks, block, seed, offset):  # type: ignore[no-untyped-def]
    """Writes the four words each of so many blocks, from the one with this number on."""
    low_2 = offset & WORD
    high_2 = (offset >> 32) & WORD
    for i in range(blocks):
        number = block + i
        c0 = number & WORD
        c1 = (number >> 32) & WORD
        c2 = low_2
        c3 = high_2
        k0 = seed & WORD
        k1 = (seed >> 32) & WORD
        for _ in range(10):
            p0 = c0 * MULTIPLIER_0
            p1 = c2 * MULTIPLIER_1
            c0 = ((p1 >> 32) & WORD) ^ c1 ^ k0
            c1 = p1 & WORD
            c2 = ((p0 >> 32) & WORD) ^ c3 ^ k1
            c3 = p0 & WORD
            k0 = (k0 + WEYL_0) & WORD
            k1 = (k1 + WEYL_1) & WORD
        words[4 * i] = np.uint32(c0)
        words[4 * i + 1] = np.uint32(c1)
        words[4 * i + 2] = np.uint32(c2)
        words[4 * i + 3] = np.uint32(c3)


def make_kernel(pointer: Any, words_each: int, write: Any) -> KernelFunction:
    """A kernel whose elements are made of so many words each.

    `write(words, count, out, at, tiling, numbers)` makes `count` elements from `out[at]` on.
    """
    strip = STRIP // words_each

    def kernel(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        out = pointer(a[OUT])
        numbers = pointer_float64(a[NUMBERS])
        words = pointer_uint32(stack_bytes(STRIP_BYTES))
        count = t[COUNT]
        units = (count + UNIT - 1) >> 3
        begin = split(units, block, blocks) * UNIT
        end = min(split(units, block + 1, blocks) * UNIT, count)
        for at in range(begin, end, strip):
            elements = min(end - at, strip)
            word = (t[FIRST] + at) * words_each
            fill_words(words, (elements * words_each + 3) >> 2, word >> 2, t[SEED], t[OFFSET])
            write(words, elements, out, at, t, numbers)

    return kernel


# --- Words ---------------------------------------------------------------------------------------


@device
def write_words(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    for i in range(count):
        out[at + i] = words[i]


@device
def word_of(words, i):  # type: ignore[no-untyped-def]
    return np.int64(words[i])


@device
def unit_of_word(word):  # type: ignore[no-untyped-def]
    """The upper 24 bits as a float32 in [0, 1)."""
    return np.float32(np.int32(word >> 8)) * np.float32(2.0**-24)


@device
def unit_of_words(low, high):  # type: ignore[no-untyped-def]
    """53 bits as a float64 in [0, 1)."""
    return np.float64(((high << 21) & 0x1FFFFFFFFFFFFF) | (low >> 11)) * 2.0**-53


# --- Numbers between two -------------------------------------------------------------------------


@device
def write_uniform_32(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    factor = np.float32(numbers[0])
    term = np.float32(numbers[1])
    most = np.float32(numbers[2])
    for i in range(count):
        x = unit_of_word(word_of(words, i)) * factor + term
        out[at + i] = x if x <= most else most


@device
def write_uniform_64(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    factor = numbers[0]
    term = numbers[1]
    most = numbers[2]
    for i in range(count):
        x = unit_of_words(word_of(words, 2 * i), word_of(words, 2 * i + 1)) * factor + term
        out[at + i] = x if x <= most else most


# --- Normal numbers, by Box and Muller -----------------------------------------------------------

# x is at most pi / 4, where the next term of the series is below half a unit in the last place.
SINE_32 = (-1 / 6, 1 / 120, -1 / 5040, 1 / 362880)
COSINE_32 = (-1 / 2, 1 / 24, -1 / 720, 1 / 40320, -1 / 3628800)
SINE_64 = tuple((-1.0) ** k / math.factorial(2 * k + 1) for k in range(1, 9))
COSINE_64 = tuple((-1.0) ** k / math.factorial(2 * k) for k in range(1, 9))


@device
def sine_32(x):  # type: ignore[no-untyped-def]
    z = x * x
    p = number(x, SINE_32[3])
    p = p * z + number(x, SINE_32[2])
    p = p * z + number(x, SINE_32[1])
    p = p * z + number(x, SINE_32[0])
    return x + x * (z * p)


@device
def cosine_32(x):  # type: ignore[no-untyped-def]
    z = x * x
    p = number(x, COSINE_32[4])
    p = p * z + number(x, COSINE_32[3])
    p = p * z + number(x, COSINE_32[2])
    p = p * z + number(x, COSINE_32[1])
    p = p * z + number(x, COSINE_32[0])
    return number(x, 1.0) + z * p


@device
def sine_64(x):  # type: ignore[no-untyped-def]
    z = x * x
    p = SINE_64[7]
    p = p * z + SINE_64[6]
    p = p * z + SINE_64[5]
    p = p * z + SINE_64[4]
    p = p * z + SINE_64[3]
    p = p * z + SINE_64[2]
    p = p * z + SINE_64[1]
    p = p * z + SINE_64[0]
    return x + x * (z * p)


@device
def cosine_64(x):  # type: ignore[no-untyped-def]
    z = x * x
    p = COSINE_64[7]
    p = p * z + COSINE_64[6]
    p = p * z + COSINE_64[5]
    p = p * z + COSINE_64[4]
    p = p * z + COSINE_64[3]
    p = p * z + COSINE_64[2]
    p = p * z + COSINE_64[1]
    p = p * z + COSINE_64[0]
    return 1.0 + z * p


@device
def turned(sine, cosine, quarter):  # type: ignore[no-untyped-def]
    """The cosine and the sine of an angle that is so many quarters of a turn larger."""
    is_odd = (quarter & 1) != 0
    first = sine if is_odd else cosine
    second = cosine if is_odd else sine
    first = -first if ((quarter + 1) & 2) != 0 else first
    second = -second if (quarter & 2) != 0 else second
    return first, second


@device
def normal_pair_32(radius_word, angle_word):  # type: ignore[no-untyped-def]
    unit = np.float32(radius_word) * np.float32(2.0**-32) + np.float32(2.0**-33)
    radius = np.float32(math.sqrt(np.float32(-2.0) * log_32(unit)))
    quarter = (angle_word + (1 << 29)) >> 30
    rest = np.int32(angle_word - (quarter << 30))
    x = np.float32(rest) * np.float32(2.0 * math.pi * 2.0**-32)
    first, second = turned(sine_32(x), cosine_32(x), quarter)
    return radius * first, radius * second


@device
def write_normal_32(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    factor = np.float32(numbers[0])
    term = np.float32(numbers[1])
    for i in range(count >> 1):
        first, second = normal_pair_32(word_of(words, 2 * i), word_of(words, 2 * i + 1))
        out[at + 2 * i] = first * factor + term
        out[at + 2 * i + 1] = second * factor + term
    if (count & 1) != 0:
        first, second = normal_pair_32(word_of(words, count - 1), word_of(words, count))
        out[at + count - 1] = first * factor + term


@device
def normal_pair_64(words, i):  # type: ignore[no-untyped-def]
    unit = unit_of_words(word_of(words, i), word_of(words, i + 1)) + 2.0**-54
    radius = math.sqrt(-2.0 * log_64(unit))
    low = word_of(words, i + 2)
    high = word_of(words, i + 3)
    quarter = (high + (1 << 29)) >> 30
    rest = ((high - (quarter << 30)) << 21) + (low >> 11)
    x = np.float64(rest) * (2.0 * math.pi * 2.0**-53)
    first, second = turned(sine_64(x), cosine_64(x), quarter)
    return radius * first, radius * second


@device
def write_normal_64(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    factor = numbers[0]
    term = numbers[1]
    for i in range(count >> 1):
        first, second = normal_pair_64(words, 4 * i)
        out[at + 2 * i] = first * factor + term
        out[at + 2 * i + 1] = second * factor + term
    if (count & 1) != 0:
        first, second = normal_pair_64(words, 2 * (count - 1))
        out[at + count - 1] = first * factor + term


@device
def write_exponential_64(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    for i in range(count):
        unit = unit_of_words(word_of(words, 2 * i), word_of(words, 2 * i + 1)) + 2.0**-54
        out[at + i] = -log_64(unit)


# --- Integers ------------------------------------------------------------------------------------


@device
def write_integers_32(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    """Of a range of at most 2^16."""
    low = tiling[LOW]
    length = tiling[RANGE]
    for i in range(count):
        out[at + i] = low + (((word_of(words, i) * length) >> 32) & WORD)


@device
def write_integers_64(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    """The upper half of the product of 64 bits and the range; 0 is a range of 2^64."""
    low = tiling[LOW]
    length = tiling[RANGE]
    length_low = length & WORD
    length_high = (length >> 32) & WORD
    for i in range(count):
        x_low = word_of(words, 2 * i)
        x_high = word_of(words, 2 * i + 1)
        a = x_low * length_low
        b = x_high * length_low
        c = x_low * length_high
        middle = ((a >> 32) & WORD) + (b & WORD) + (c & WORD)
        upper = x_high * length_high + ((b >> 32) & WORD) + ((c >> 32) & WORD) + (middle >> 32)
        out[at + i] = low + (upper if length != 0 else x_low | (x_high << 32))


# --- Bits ----------------------------------------------------------------------------------------


@device
def write_truths(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    threshold = tiling[THRESHOLD]
    for i in range(count):
        out[at + i] = np.uint8((word_of(words, i) >> 1) < threshold)


@device
def write_mask(words, count, out, at, tiling, numbers):  # type: ignore[no-untyped-def]
    """A bit an element, the first in the lowest bit: 1 where it is not below the threshold.

    Whole groups of 16 elements are written: what is behind the last one is 0.
    """
    threshold = tiling[THRESHOLD]
    signs = pointer_int32(stack_bytes(STRIP_BYTES))
    for i in range(count):
        signs[i] = np.int32((word_of(words, i) >> 1) - threshold)
    for i in range(count, (count + LANES - 1) & ~(LANES - 1)):
        signs[i] = np.int32(-1)
    for i in range(0, count, LANES):
        vector_store_signs(out, (at + i) >> 3, _load_signs(signs, i))


for _name, _pointer, _words, _write in (
    ("words", pointer_uint32, 1, write_words),
    ("uniform_float32", pointer_float32, 1, write_uniform_32),
    ("uniform_float64", pointer_float64, 2, write_uniform_64),
    ("normal_float32", pointer_float32, 1, write_normal_32),
    ("normal_float64", pointer_float64, 2, write_normal_64),
    ("exponential_float64", pointer_float64, 2, write_exponential_64),
    ("integers_32", pointer_int64, 1, write_integers_32),
    ("integers_64", pointer_int64, 2, write_integers_64),
    ("truths", pointer_uint8, 1, write_truths),
    ("mask", pointer_uint8, 1, write_mask),
):
    family.register(_name, make_kernel(_pointer, _words, _write))
