# SPDX-License-Identifier: Apache-2.0
"""The random numbers of docs/reference/random.md in NumPy, from its definition."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

MASK = np.uint64(0xFFFFFFFF)


def rounds(counter: list[Words], key: tuple[int, int]) -> list[Words]:
    """Philox 4x32-10 of counters of four words, each an array."""
    c0, c1, c2, c3 = (np.asarray(word, np.uint64) for word in counter)
    k0, k1 = (np.uint64(word) for word in key)
    shift = np.uint64(32)
    for _ in range(10):
        p0, p1 = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c1, c2, c3 = (p1 >> shift) ^ c1 ^ k0, p1 & MASK, (p0 >> shift) ^ c3 ^ k1, p0 & MASK
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & MASK, (k1 + np.uint64(0xBB67AE85)) & MASK
    return [c0, c1, c2, c3]


def words(count: int, seed: int, offset: int) -> Words:
    """The first words of the numbers of a call."""
    seed, offset = int(seed) % 2**64, int(offset) % 2**64
    block = np.arange((count + 3) // 4, dtype=np.uint64)
    high = [np.full_like(block, offset >> at & 0xFFFFFFFF) for at in (0, 32)]
    counter = [block & MASK, block >> np.uint64(32), *high]
    made = rounds(counter, (seed & 0xFFFFFFFF, seed >> 32))
    return np.stack(made, axis=-1).reshape(-1)[:count]


def long_words(count: int, seed: int, offset: int) -> Words:
    """The same of 64 bits: the first word of a pair is the low half."""
    pairs = words(2 * count, seed, offset).reshape(-1, 2)
    return pairs[:, 0] | pairs[:, 1] << np.uint64(32)


def units(count: int, seed: int, offset: int, *, wide: bool) -> NDArray[np.float64]:
    """Numbers in [0, 1): of 24 bits, or of 53."""
    if wide:
        return (long_words(count, seed, offset) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return (words(count, seed, offset) >> np.uint64(8)).astype(np.float64) * 2.0**-24


def normals(count: int, seed: int, offset: int, *, wide: bool) -> NDArray[np.longdouble]:
    """Normal numbers by Box and Muller."""
    even = count + count % 2
    if wide:
        pairs = long_words(even, seed, offset).reshape(-1, 2)
        unit: Any = (pairs[:, 0] >> np.uint64(11)).astype(np.float64) * 2.0**-53 + 2.0**-54
        turn = (pairs[:, 1] >> np.uint64(11)).astype(np.longdouble) * np.longdouble(2) ** -53
    else:
        pairs = words(even, seed, offset).reshape(-1, 2)
        scaled = pairs[:, 0].astype(np.float32) * np.float32(2.0**-32)
        unit = scaled + np.float32(2.0**-33)
        turn = pairs[:, 1].astype(np.longdouble) * np.longdouble(2) ** -32
    radius = np.sqrt(-2 * np.log(unit.astype(np.longdouble)))
    angle = np.longdouble("6.28318530717958647692528676655900577") * turn
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1).reshape(-1)[:count]


def integers(count: int, seed: int, offset: int, low: int, past: int) -> NDArray[Any]:
    """Integers in [low, past)."""
    length = past - low
    if length <= 2**16:
        return np.asarray((words(count, seed, offset) * np.uint64(length)) >> np.uint64(32)).astype(
            np.int64
        ) + np.int64(low)
    long = [(int(word) * length >> 64) + low for word in long_words(count, seed, offset)]
    return np.array(long, np.int64).reshape(count)


def bits(count: int, seed: int, offset: int, probability: float) -> NDArray[np.bool_]:
    """Which elements are chosen with the probability, to the nearest of 31 bits."""
    threshold = np.uint64(int(probability * 2**31 + 0.5))
    return np.asarray((words(count, seed, offset) >> np.uint64(1)) < threshold)


def mask(elements: int, seed: int, offset: int, probability: float) -> NDArray[np.uint8]:
    """A bit an element, 0 with the probability, in groups of 128."""
    count = (elements + 127) // 128 * 128
    return np.packbits(~bits(count, seed, offset, probability), bitorder="little")


def permutation(count: int, seed: int, offset: int) -> NDArray[np.int64]:
    """Fisher and Yates, from the first place on."""
    order = np.arange(count)
    for i, word in enumerate(long_words(max(count - 1, 0), seed, offset)):
        other = i + (int(word) * (count - i) >> 64)
        order[i], order[other] = order[other], order[i]
    return order


def samples(
    weights: NDArray[np.float64], count: int, seed: int, offset: int, *, replaces: bool
) -> NDArray[np.int64]:
    """Categories by weight, of each row."""
    rows, categories = weights.shape
    weights = np.where(weights > 0, weights, 0.0)
    if replaces:
        sums = np.cumsum(weights, axis=1)
        unit = units(rows * count, seed, offset, wide=True).reshape(rows, count)
        found = [np.searchsorted(s, u * s[-1], "right") for s, u in zip(sums, unit, strict=True)]
        last = np.int64(categories - 1)
        return np.minimum(np.array(found, np.int64).reshape(rows, count), last).astype(np.int64)
    unit = units(rows * categories, seed, offset, wide=True).reshape(weights.shape) + 2.0**-54
    with np.errstate(all="ignore"):
        keys = -np.log(unit) / weights
    return np.argsort(keys, axis=1, kind="stable")[:, :count].astype(np.int64)
