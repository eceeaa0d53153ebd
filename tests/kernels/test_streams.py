# SPDX-License-Identifier: Apache-2.0
"""stream_copy of the dialect: every alignment and size, and nothing beyond."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import pytest
from embedding_dense_grad_case import CANARY, Guarded

from aclnn_py.kernels import dialect, launcher
from aclnn_py.kernels.dialect import Family, pointer_int64

pytestmark = pytest.mark.slow  # Numba compiles each kernel

Array: TypeAlias = np.ndarray[Any, Any]

UNIT = 32  # what an aligned store takes
STEP = 2  # of addresses and sizes
GUARD = 64
LARGE = (254, 256, 258, 1024, 4094, 4096, 4098, 12_288, 65_538, 1 << 20)

family = Family("test_streams", tiling=("size", "parts"), arguments=("to", "source"))


@family.kernel("copy")
def copy(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """The blocks copy parts that follow each other, as if each were alone."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    units = t[0] >> 1
    start = dialect.split(units, block, blocks) * 2
    end = dialect.split(units, block + 1, blocks) * 2
    dialect.stream_copy(a[0] + start, a[1] + start, end - start)
    dialect.stream_end()


def aligned(size: int, offset: int) -> Array:
    """`size` bytes of an address that is `offset` modulo 64, with room before and behind."""
    raw = np.full(size + 4 * GUARD, CANARY, np.uint8)
    start = GUARD + (offset - raw.ctypes.data) % GUARD
    return raw[start - GUARD : start + size + GUARD]


def run(to: int, source: int, size: int, blocks: int = 1) -> None:
    tiling = np.array([size, blocks], np.int64)
    start = launcher.run_serial if blocks == 1 else launcher.launch
    start("test_streams_copy", blocks, tiling, [to, source])


def check(size: int, to_offset: int, source_offset: int, blocks: int = 1) -> None:
    target, source = aligned(size, to_offset), aligned(size, source_offset)
    data = np.arange(size, dtype=np.uint64) * 167 + 13  # no two neighbours alike
    source[GUARD : GUARD + size] = data.astype(np.uint8)
    before = source.copy()
    run(target.ctypes.data + GUARD, source.ctypes.data + GUARD, size, blocks)
    assert (target[:GUARD] == CANARY).all(), "written before the target"
    assert (target[GUARD + size :] == CANARY).all(), "written behind the target"
    np.testing.assert_array_equal(target[GUARD : GUARD + size], source[GUARD : GUARD + size])
    np.testing.assert_array_equal(source, before)


@pytest.mark.parametrize("to_offset", range(0, UNIT, STEP))
def test_small_copies(to_offset: int) -> None:
    for size in range(0, 132, STEP):
        for source_offset in (0, 2, 4, 6, 8, 14, 16, 30):
            check(size, to_offset, source_offset)


@pytest.mark.parametrize("size", LARGE)
def test_large_copies(size: int) -> None:
    for to_offset in range(0, 2 * UNIT, STEP):
        check(size, to_offset, (5 * to_offset + 6) % UNIT)


@pytest.mark.parametrize("blocks", [2, 3, 16])
def test_blocks_share_lines(blocks: int) -> None:
    """Each block's part begins and ends within what another one streams."""
    for size in (0, 2, 30, 130, 1000, 4098, 100_002):
        for to_offset in (0, 2, 30):
            check(size, to_offset, 0, blocks)


@pytest.mark.parametrize("page", ["before", "after"])
def test_nothing_outside_is_touched(page: str) -> None:
    """Neither side is read or written beyond its ends: pages there may not be touched."""
    for size in (*range(0, 132, STEP), 4096, 4098, 12_290):
        guarded = Guarded(page)
        target, source = guarded.empty(size, np.uint8), guarded.empty(size, np.uint8)
        source[:] = np.arange(size, dtype=np.uint64) * 167 + 13 & 0xFF
        run(target.ctypes.data, source.ctypes.data, size)
        guarded.check()
        np.testing.assert_array_equal(target, source)


def test_later_copies_win() -> None:
    """Copies of one thread over each other are seen in their order."""
    raw, source = aligned(400, 6), np.arange(400).astype(np.uint8)
    expected = raw.copy()
    random = np.random.default_rng(23)
    for _ in range(300):
        first, last = sorted((random.integers(0, 200, 2) * STEP).tolist())
        start = int(random.integers(0, (400 - (last - first)) // STEP + 1)) * STEP
        run(raw.ctypes.data + GUARD + first, source.ctypes.data + start, last - first)
        expected[GUARD + first : GUARD + last] = source[start : start + last - first]
        np.testing.assert_array_equal(raw, expected)
