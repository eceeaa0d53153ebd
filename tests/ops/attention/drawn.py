# SPDX-License-Identifier: Apache-2.0
"""What attention keeps where a seed draws it, in NumPy: Philox 4x32 in 7 rounds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

MASK = np.uint64(0xFFFFFFFF)


def kept_bytes(
    seed: int, offset: int, before: list[tuple[int, int]], shape: tuple[int, ...], keep: float
) -> NDArray[Any]:
    """1 where a pair stays, of a batch [heads, rows, columns]; `before` are the lines of batches
    before, and their columns. Lines have counters of their own, of 16 columns each."""
    units = -(-shape[2] // 16)
    first = sum(lines * -(-columns // 16) for lines, columns in before) + -(-offset // 16)
    count = shape[0] * shape[1] * units
    counter = np.arange(first, first + count, dtype=np.uint64)
    c0, c1 = counter & MASK, counter >> np.uint64(32)
    c2, c3 = np.zeros_like(counter), np.zeros_like(counter)
    k0, k1 = np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32 & 0xFFFFFFFF)
    for _ in range(7):
        p0, p1 = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c1, c2, c3 = (
            (p1 >> np.uint64(32)) ^ c1 ^ k0, p1 & MASK, (p0 >> np.uint64(32)) ^ c3 ^ k1, p0 & MASK,
        )  # fmt: skip
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & MASK, (k1 + np.uint64(0xBB67AE85)) & MASK
    words = np.stack([c0, c1, c2, c3], -1).astype("<u4")
    drawn = words.view(np.uint8).reshape(shape[0], shape[1], units * 16)[..., : shape[2]]
    return np.asarray(drawn <= int(np.float32(keep) * np.float32(255)))
