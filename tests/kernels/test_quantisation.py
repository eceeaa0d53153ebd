# SPDX-License-Identifier: Apache-2.0
"""Sums to int8 under Numba's launcher: where rounding, holding and offsets have their edges."""

from __future__ import annotations

import numpy as np
import pytest
from embedding_dense_grad_case import Guarded

from aclnn_py.kernels import launcher, panel_arithmetic, quantisation

pytestmark = pytest.mark.slow  # Numba compiles each kernel

EDGES = (
    (0.5, 0),  # ties go to the even number
    (1.5, 2),
    (-0.5, 0),
    (-2.5, -2),
    (126.5, 126),
    (127.5, 127),
    (1e30, 127),
    (-128.5, -128),
    (-1e30, -128),
    (np.inf, 127),
    (-np.inf, -128),
    (np.nan, 0),
)
VALUES = np.array([value for value, _ in EDGES], np.float32)
EXPECTED = np.array([expected for _, expected in EDGES], np.int8)


def packed(scale: float, offset: int) -> int:
    """The 64 bits that hold a scale and an offset."""
    kept = int(np.float32(scale).view(np.uint32)) & 0xFFFFE000
    return kept | (offset & 0x1FF) << 37


@pytest.mark.parametrize("step", [1, 3])
def test_edges(step: int) -> None:
    """Densely and with gaps, by blocks that there are rows for and more."""
    count = len(EDGES)
    sums = np.zeros((3, count * step), np.float32)
    sums[:, ::step] = VALUES
    scales = np.full(count * step, packed(1, 0), np.uint64)
    tiling = quantisation.family.pack(
        rows=3,
        columns=count,
        sums_row=count * step,
        sums_column=step,
        scale_column=step,
        out_row=count * step,
        out_column=step,
    )
    for blocks in (1, 2, 5):
        guarded = Guarded("after")
        out = guarded.empty(3 * count * step, np.dtype(np.int8))
        arguments = [guarded.copy(sums), guarded.copy(scales), out]
        launcher.launch("quantisation_rows", blocks, np.array(tiling, np.int64), arguments)
        assert (out.reshape(3, -1)[:, ::step] == EXPECTED).all()
        guarded.check()


@pytest.mark.parametrize("offset", [0, 1, 255, -1, -256])
def test_offsets_have_a_sign(offset: int) -> None:
    """Nine bits of it."""
    sums = np.array([0, -100, 100, 200], np.float32)
    scales = np.full(4, packed(0.5, offset), np.uint64)
    out = np.zeros(4, np.int8)
    steps = ("sums_row", "sums_column", "scale_column", "out_row", "out_column")
    tiling = quantisation.family.pack(rows=1, columns=4, **dict.fromkeys(steps, 1))
    launcher.launch("quantisation_rows", 1, np.array(tiling, np.int64), [sums, scales, out])
    assert (out == np.clip(sums / 2 + offset, -128, 127)).all()


def test_a_scale_has_nineteen_bits() -> None:
    """The others of a float32 are not read: ones there would change the product."""
    sums, out = np.array([100], np.float32), np.zeros(1, np.int8)
    scales = np.array([packed(1, 0) | 0x1FFF], np.uint64)
    tiling = np.array(quantisation.family.pack(rows=1, columns=1), np.int64)
    launcher.launch("quantisation_rows", 1, tiling, [sums * np.float32(0.005), scales, out])
    assert out[0] == 0  # 0.5, and above it with the bits


@pytest.mark.parametrize("step", [1, 2])
def test_panels(step: int) -> None:
    """The same of a panel, with a number and an offset for each column."""
    count = len(EDGES)
    numbers, offsets = np.ones(count, np.float32), np.zeros(count, np.float32)
    panel = np.stack([VALUES, VALUES[::-1]])
    out = np.zeros((2, count * step), np.int8)
    tiling = panel_arithmetic.family.pack(
        rows=2, columns=count, stride=count, out_row=count * step, out_column=step
    )
    arguments = [panel, numbers, offsets, None, out]
    launcher.launch("panel_quantise", 1, np.array(tiling, np.int64), arguments)
    assert (out[:, ::step] == np.stack([EXPECTED, EXPECTED[::-1]])).all()
