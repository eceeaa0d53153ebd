# SPDX-License-Identifier: Apache-2.0
"""The kernels of tiles and reductions under Numba's launcher: every number of blocks, guarded
memory, and limits of a run that no operator sets."""

from __future__ import annotations

from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
import pytest
from embedding_dense_grad_case import Guarded
from ops.ext import tiles as oracle

from aclnn_py.kernels import launcher, reduction, tiles

pytestmark = pytest.mark.slow  # Numba compiles each kernel

Array: TypeAlias = np.ndarray[Any, Any]

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

#: Kernel, type of the matrix, type of the tiles.
TILES = [
    ("bits8_bits8", np.dtype(np.uint8), oracle.UINT8),
    ("bits16_bits16", np.dtype(np.uint16), oracle.UINT16),
    ("bits32_bits32", np.dtype(np.int32), oracle.INT32),
    ("float32_bfloat16", np.dtype(np.float32), oracle.BFLOAT16),
    ("bfloat16_float32", BFLOAT16, oracle.FLOAT32),
    ("float32_bfloat8_b", np.dtype(np.float32), oracle.BFLOAT8_B),
    ("bfloat16_bfloat8_b", BFLOAT16, oracle.BFLOAT8_B),
    ("float32_bfloat4_b", np.dtype(np.float32), oracle.BFLOAT4_B),
    ("bfloat16_bfloat4_b", BFLOAT16, oracle.BFLOAT4_B),
]
PAGES = [None, "before", "after"]


def matrices(rng: np.random.Generator, dtype: np.dtype[Any]) -> Array:
    """Two matrices of 45 rows and 80 columns; of floats no NaN and nothing subnormal."""
    if dtype.kind in "iu":
        return (
            rng.integers(0, 256, 2 * 45 * 80 * dtype.itemsize, np.uint8)
            .view(dtype)
            .reshape(2, 45, 80)
        )
    return (rng.standard_normal((2, 45, 80)) * 2.0 ** rng.integers(-9, 9, (2, 45, 80))).astype(
        dtype
    )


def tiling(array: Array, stream: bool = False) -> Array:
    values = tiles.family.pack(
        matrices=array.shape[0],
        rows=array.shape[1],
        columns=array.shape[2],
        row_stride=array.strides[1],
        column_stride=array.strides[2],
        rank=1,
        dims=[array.shape[0]],
        strides=[array.strides[0]],
        stream=int(stream),
    )
    return np.array(values, np.int64)


@pytest.mark.parametrize(("kernel", "dtype", "kind"), TILES, ids=[name for name, _, _ in TILES])
def test_blocks_and_bounds(kernel: str, dtype: np.dtype[Any], kind: int) -> None:
    """No kernel reads or writes beyond its buffers, and every number of blocks gives the bytes."""
    array = matrices(np.random.default_rng(3), dtype)
    expected = oracle.tilize(array, kind)
    for page in PAGES:
        for blocks in (1, 2, 7):
            guarded = Guarded(page)
            source = guarded.copy(array)
            data = guarded.empty(len(expected), np.uint8)
            launcher.launch(f"tiles_tilize_{kernel}", blocks, tiling(source), [source, data])
            assert data.tobytes() == expected
            for stream in (False, True):
                back = guarded.empty(array.size, dtype)
                values = tiling(source, stream)
                launcher.launch(f"tiles_untilize_{kernel}", blocks, values, [back, data])
                again = guarded.empty(len(expected), np.uint8)
                view = back.reshape(array.shape)
                launcher.launch(f"tiles_tilize_{kernel}", blocks, tiling(view), [view, again])
                assert again.tobytes() == expected, "what was decoded encodes to the same bytes"
            guarded.check()


@pytest.mark.parametrize("offset", [0, 1, 2, 3])
def test_streamed_at_any_address(offset: int) -> None:
    """Of single bytes: two at a time where the address is even, else by way of the caches."""
    array = np.random.default_rng(4).integers(0, 256, (1, 33, 100), np.uint8)
    data = np.frombuffer(oracle.tilize(array, oracle.UINT8), np.uint8)
    for row_bytes in (100, 101):
        space = np.full(offset + 33 * row_bytes + 64, 7, np.uint8)
        out = space[offset : offset + 33 * row_bytes].reshape(1, 33, row_bytes)[..., :100]
        launcher.launch("tiles_untilize_bits8_bits8", 2, tiling(out, True), [out, data])
        np.testing.assert_array_equal(out, array)
        out[:] = 7
        assert (space == 7).all(), "nothing else is written"


#: count and columns, and a run that is far shorter than the operator's.
SUMS = [(100, 1, 32), (100, 40, 32), (37, 300, 16), (64, 17, 64), (5, 5, 1)]


@pytest.mark.parametrize(("count", "columns", "run"), SUMS)
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_runs(count: int, columns: int, run: int, page: str | None) -> None:
    """Sums of runs lie one after another in out; rows or columns may be what lies together."""
    rng = np.random.default_rng(5)
    array = rng.standard_normal((count, columns)).astype(np.float32)
    runs = -(-count // run)
    expected = [
        [oracle.sum_in_order(array[r * run : (r + 1) * run, c], run) for c in range(columns)]
        for r in range(runs)
    ]
    for lies in ("rows", "columns"):
        for blocks in (1, 5):
            guarded = Guarded(page)
            source = guarded.copy(array if lies == "rows" else array.T.copy())
            row, column = (columns, 1) if lies == "rows" else (1, count)
            fields = {
                "count": count,
                "run": run,
                "run_stride": columns,
                "reduced_rank": 1,
                "reduced_dims": [count],
                "reduced_strides": [row],
                "outer": 1,
                "columns": columns,
                "column_stride": column,
                "column_out_stride": 1,
                "outer_rank": 1,
                "outer_dims": [1],
            }
            out = guarded.empty(runs * columns, np.float32)
            values = np.array(reduction.family.pack(**fields), np.int64)  # type: ignore[arg-type]
            launcher.launch("reduction_sum_float32_float32", blocks, values, [source, out])
            assert out.tobytes() == np.array(expected, np.float32).tobytes()
            guarded.check()
