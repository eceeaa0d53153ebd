# SPDX-License-Identifier: Apache-2.0
"""The embedding_dense_grad kernels under the prange launcher, against NumPy."""

from __future__ import annotations

import ctypes
import itertools
import threading
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from embedding_dense_grad_case import CANARY, DTYPES, Case, bits

from aclnn_py.kernels import launcher
from aclnn_py.kernels.dialect import Family, load_once, pointer_int32, pointer_int64
from aclnn_py.kernels.embedding_dense_grad.family import (
    ACCUMULATOR_BYTES,
    STAGED_BYTES,
    family,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.slow  # Numba compiles each kernel for the launcher

Array = np.ndarray[Any, Any]
FLOATS = ("float32", "float16", "bfloat16")
# Of float32.
ACCUMULATOR_COLUMNS = ACCUMULATOR_BYTES // 4
STAGED_COLUMNS = STAGED_BYTES // 4
# For 11 weights: a bucket for each, a few, the last one empty or not, one for all.
SHIFTS = (0, 1, 2, 4, 62)
INDEX_TYPES = (
    "float16", "float32", "float64", "int8", "uint8", "int16", "int32", "int64", "uint16", "uint32",
    "bool",
)  # fmt: skip


def random_case(seed: int = 0, **options: Any) -> Case:
    random = np.random.default_rng(seed)
    shape = options.pop("shape", (60,))
    columns = options.pop("columns", 37)
    weights = options.pop("weights", 11)
    grad_type = options.pop("grad_type", "float32")
    out_type = options.pop("out_type", "float32")
    index_type = options.pop("index_type", "int64")
    grad = random.standard_normal((*shape, columns)).astype(DTYPES[grad_type])
    indices = random.integers(0, min(max(weights, 1), 128), shape).astype(DTYPES[index_type])
    out = np.empty((weights, columns), DTYPES[out_type])
    options.setdefault("page", None)
    return Case(
        options.pop("grad", grad), options.pop("indices", indices), weights,
        options.pop("out", out), **options,
    )  # fmt: skip


def index_values(dtype: str, weights: int) -> list[Any]:
    if dtype == "bool":
        return [0, 1, 2, 255, 1, 0]
    if dtype in ("float16", "float32", "float64"):
        values = [0.0, -0.0, -0.5, -0.99, 0.99, 1.5, weights - 0.5, weights, -1.0, np.nan, np.inf]
        values += [-np.inf, 3.0, 5.9]
        if dtype != "float16":
            values += [2.0**32 + 2048, 2.0**63, -(2.0**63), 2.0**64, 1e30, -1e30, 2.0**31]
        return values
    info = np.iinfo(dtype)
    values = [0, 1, 5, weights - 1, weights, -1, 2**31, 2**32, 2**32 + 5, info.min, info.max]
    return [v for v in values if info.min <= v <= info.max]


def check_counts(case: Case) -> None:
    """Counts of every block and bucket, and the first error of every block."""
    row_index, errors = case.expected_rows()
    for block, part in enumerate(np.array_split(np.arange(case.rows), case.count_blocks)):
        inside = [row for row in part.tolist() if row in errors]
        assert case.errors[block] == (inside[0] if inside else -1)
        used = [row_index[row] >> case.bucket_shift for row in part if row_index[row] >= 0]
        expected = np.bincount(np.array(used, np.int64), minlength=case.buckets)
        assert case.counts()[block].tolist() == expected.tolist()


def check_sorted(case: Case) -> None:
    """Runs everything but the sums, and looks at what each kernel leaves to the next."""
    case.count()
    check_counts(case)
    case.scan()
    starts = case.counts().copy()
    case.scatter()
    row_index = np.array(case.expected_rows()[0], np.int64)
    used = np.flatnonzero(row_index >= 0)
    buckets = row_index >> case.bucket_shift
    expected = [(int(row_index[row]), int(row)) for row in used]
    assert case.pair_list() == sorted(expected, key=lambda pair: pair[0] >> case.bucket_shift)
    counts = np.bincount(buckets[used], minlength=case.buckets)
    assert case.bucket_starts.tolist() == [0, *np.cumsum(counts).tolist()]
    # Each block filled what was its own.
    for block in range(case.count_blocks):
        ends = case.counts()[block + 1] if block + 1 < case.count_blocks else None
        for bucket in range(case.buckets):
            end = case.bucket_starts[bucket + 1] if ends is None else starts[block + 1][bucket]
            assert case.counts()[block][bucket] == end
    case.sort()
    case.guarded.check()
    counts = np.bincount(row_index[used], minlength=case.weights)
    assert case.offsets.tolist() == [0, *np.cumsum(counts).tolist()]
    order = used[np.argsort(row_index[used], kind="stable")]
    assert case.order[: used.size].tolist() == order.tolist()
    assert case.largest.tolist() == largest(case, counts)


def largest(case: Case, counts: Array) -> list[int]:
    """For each block of the sort the most rows of one weight, 0 for blocks without any."""
    parts = np.array_split(np.arange(case.buckets), case.sort_blocks)
    weights = [np.arange(case.weights) >> case.bucket_shift for _ in parts]
    return [
        int(counts[np.isin(buckets, part)].max(initial=0))
        for buckets, part in zip(weights, parts, strict=True)
    ]


@pytest.mark.parametrize("count_blocks", [1, 4])
@pytest.mark.parametrize("padding", [-1, 1, 1000])
@pytest.mark.parametrize("dtype", INDEX_TYPES)
def test_index_types(dtype: str, padding: int, count_blocks: int) -> None:
    weights = 7 if dtype != "bool" else 2
    values = index_values(dtype, weights) * 3
    indices = np.array(values, np.uint8 if dtype == "bool" else dtype).view(DTYPES[dtype])
    for shift, wide in ((0, False), (1, True), (3, False)):
        case = random_case(
            shape=(len(values),), columns=1, weights=weights, indices=indices,
            padding=padding, count_blocks=count_blocks, bucket_shift=shift, wide=wide,
        )  # fmt: skip
        check_sorted(case)


def test_index_of_a_bool_table_with_one_row() -> None:
    indices = np.array([0, 1, 0], np.uint8).view(bool)
    case = random_case(shape=(3,), columns=1, weights=1, indices=indices, count_blocks=1)
    check_sorted(case)
    assert case.errors.tolist() == [1]


@pytest.mark.parametrize("weights", [1, 2**16 - 1, 2**16, 2**16 + 1])
def test_unsigned_indices_are_no_negative_ones(weights: int) -> None:
    """The upper half of their values is above the other one, not below 0."""
    for dtype in ("uint16", "uint32"):
        top = int(np.iinfo(dtype).max)
        values = [0, top, top - 1, top // 2, top // 2 + 1, 1, 2**15, 2**16 - 1]
        values.append(min(weights - 1, top))
        indices = np.array(values, dtype)
        case = random_case(
            shape=(len(values),), columns=1, weights=weights, indices=indices, bucket_shift=9,
            count_blocks=2, padding=2**15,
        )  # fmt: skip
        check_sorted(case)
        bad = [row for row, value in enumerate(values) if value >= weights]
        assert case.expected_rows()[1] == bad
        first = [min((r for r in bad if lo <= r < hi), default=-1) for lo, hi in ((0, 5), (5, 9))]
        assert case.errors.tolist() == first


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("sort_blocks", [1, 2, 3, 16])
def test_the_most_rows_of_one_weight(sort_blocks: int, wide: bool) -> None:
    """Of those that are used: neither padding nor what is out of range counts."""
    indices = np.repeat([2, 9, 0, 10, 5, 11, 4], [40, 7, 3, 8, 1, 99, 20])
    np.random.default_rng(24).shuffle(indices)
    for shift, padding in itertools.product(SHIFTS, (-1, 2, 10)):
        case = random_case(
            shape=indices.shape, columns=1, indices=indices, padding=padding, bucket_shift=shift,
            sort_blocks=sort_blocks, wide=wide,
        )  # fmt: skip
        case.largest[:] = 10**6
        check_sorted(case)
        assert case.largest.max() == (20 if padding == 2 else 40)


def test_table_without_weights() -> None:
    for shift in SHIFTS:
        case = random_case(shape=(4,), weights=0, indices=np.arange(4), bucket_shift=shift)
        check_sorted(case)
        assert case.errors.tolist() == [0, 2, 3]


def index_views() -> list[Array]:
    base = np.random.default_rng(3).integers(0, 11, 5 * 4 * 3 * 2)
    cube = base.reshape(5, 4, 3, 2)
    rank8 = base[:96].reshape(2, 1, 3, 2, 1, 2, 2, 2)
    return [
        base[7:8].reshape(()),
        base[::-1],
        base[1::3],
        np.broadcast_to(base[4:5], (9,)),
        cube,
        cube.transpose(3, 1, 0, 2),
        cube[::-1, 1:3, ::2, ::-1],
        np.broadcast_to(cube[:, :1], cube.shape),
        cube[:, :, :1],
        cube[:, 2:3, 1, 0],
        rank8,
        rank8.transpose(7, 6, 5, 4, 3, 2, 1, 0),
        cube[:0],
        np.broadcast_to(base[:0], (3, 0)),
    ]


@pytest.mark.parametrize("view", index_views(), ids=lambda view: f"{view.shape}{view.strides}")
@pytest.mark.parametrize("count_blocks", [1, 2, 7])
def test_index_strides(view: Array, count_blocks: int) -> None:
    for shift, wide in ((0, False), (2, True), (4, False)):
        case = random_case(
            shape=view.shape, columns=1, indices=view, count_blocks=count_blocks,
            bucket_shift=shift, wide=wide,
        )  # fmt: skip
        check_sorted(case)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("sort_blocks", [1, 2, 3, 16])
def test_sort_leaves_padding_and_errors_out(sort_blocks: int, shift: int, wide: bool) -> None:
    indices = np.random.default_rng(4).integers(-2, 13, 200)
    for count_blocks in (1, 2, 5, 300):
        case = random_case(
            shape=(200,), columns=1, indices=indices, padding=3, count_blocks=count_blocks,
            bucket_shift=shift, sort_blocks=sort_blocks, wide=wide,
        )  # fmt: skip
        check_sorted(case)


@pytest.mark.parametrize("weights", [1, 2, 15, 16, 17, 32, 511, 512, 513])
def test_bucket_limits(weights: int) -> None:
    # The last bucket has no weight when their number is a multiple of 2**shift.
    random = np.random.default_rng(17)
    for shift, sort_blocks in itertools.product((0, 4, 5, 9), (1, 3)):
        indices = random.integers(0, weights, 300)
        indices[:4] = (0, weights - 1, 0, weights - 1)
        check_sorted(
            random_case(
                shape=(300,),
                columns=1,
                weights=weights,
                indices=indices,
                bucket_shift=shift,
                sort_blocks=sort_blocks,
            )
        )


@pytest.mark.parametrize("wide", [False, True])
def test_sort_of_the_largest_numbers(wide: bool) -> None:
    """Row numbers and weights of 31 bits, beyond it if wide; nothing of that size is allocated."""
    top = 2**62 if wide else 2**31
    shift = 61 if wide else 30
    case = random_case(
        shape=(6,), weights=5, bucket_shift=shift, columns=1, wide=wide, sort_blocks=1
    )
    pairs = [(4, top - 1), (0, top - 2), (4, 5), (1, 0), (0, 0), (1, top - 3)]
    flat = [n for pair in pairs for n in pair] if wide else [w << 32 | r for w, r in pairs]
    case.pairs[:] = flat
    case.bucket_starts[:] = (0, 6)
    case.sort()
    case.guarded.check()
    assert case.order.tolist() == [top - 2, 0, 0, top - 3, top - 1, 5]
    assert case.offsets.tolist() == [0, 2, 4, 4, 4, 6]


@pytest.mark.parametrize("wide", [False, True])
def test_scatter_of_the_largest_numbers(wide: bool) -> None:
    weights = 2**62 if wide else 2**31 - 1
    shift = 61 if wide else 30
    values = [weights - 1, 0, weights - 2, weights, 2**30, 1, -1, weights - 1, 5]
    case = random_case(shape=(9,), weights=4, columns=1, indices=np.array(values), wide=wide)
    case.weights, case.bucket_shift, case.buckets = weights, shift, (weights >> shift) + 1
    case.places = case.guarded.empty(case.count_blocks * case.buckets, np.int64)
    case.bucket_starts = case.guarded.empty(case.buckets + 1, np.int64)
    for name in ("weights", "bucket_shift", "buckets"):
        case.tiling[family.tiling_offset(name)] = getattr(case, name)
    case.padding = case.tiling[family.tiling_offset("padding_index")] = 5
    case.count()
    check_counts(case)
    case.scan()
    case.scatter()
    case.guarded.check()
    pairs = [(value, row) for row, value in enumerate(values) if 0 <= value < weights]
    pairs = [pair for pair in pairs if pair[0] != 5]
    assert case.pair_list() == sorted(pairs, key=lambda pair: pair[0] >> shift)


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize(("grad_type", "out_type"), list(itertools.product(FLOATS, FLOATS)))
def test_sum(grad_type: str, out_type: str, scale: bool) -> None:
    for shift, wide, stream in itertools.product((0, 2, 4), (False, True), (False, True)):
        case = random_case(
            5, grad_type=grad_type, out_type=out_type, scale=scale, padding=2,
            bucket_shift=shift, wide=wide, stream=stream,
        )  # fmt: skip
        got = case.run()
        np.testing.assert_array_equal(bits(got), case.expected_bits())
        exact = case.expected(np.float64).astype(np.float64)
        tolerance = {"float32": 1e-6, "float16": 2e-3, "bfloat16": 1.6e-2}[out_type]
        np.testing.assert_allclose(got.astype(np.float64), exact, rtol=tolerance, atol=tolerance)


COLUMNS = (
    1, 7, 64, ACCUMULATOR_COLUMNS - 1, ACCUMULATOR_COLUMNS, 2 * ACCUMULATOR_COLUMNS + 5,
    STAGED_COLUMNS - 1, STAGED_COLUMNS, STAGED_COLUMNS + 1, 2 * STAGED_COLUMNS + 3,
)  # fmt: skip


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("out_type", ["float32", "float16"])
def test_blocks_do_not_change_the_result(columns: int, out_type: str) -> None:
    for count, shift, sort, sums, parts in [
        (1, 0, 1, 1, 1), (2, 1, 3, 2, 2), (5, 4, 1, 12, 3), (1, 2, 20, 64, 2), (3, 0, 5, 7, 3),
    ]:  # fmt: skip
        for stream in (False, True):
            case = random_case(
                6, columns=columns, out_type=out_type, grad_type="float16", count_blocks=count,
                bucket_shift=shift, sort_blocks=sort, sum_blocks=sums, column_blocks=parts,
                stream=stream, wide=shift == 1,
            )  # fmt: skip
            np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


def test_skewed_counts() -> None:
    indices = np.concatenate([np.full(500, 3), np.arange(40), np.full(100, 39)])
    for blocks in (1, 2, 7, 33):
        for stream in (False, True):
            case = random_case(
                7, shape=indices.shape, weights=40, columns=3, indices=indices,
                sum_blocks=blocks, stream=stream,
            )  # fmt: skip
            np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


def test_large_table_with_few_rows() -> None:
    indices = np.array([0, 9_999, 5_000])
    for shift, stream in itertools.product((0, 5, 14), (False, True)):
        case = random_case(
            8, shape=(3,), weights=10_000, columns=2, indices=indices, sum_blocks=9,
            bucket_shift=shift, stream=stream,
        )  # fmt: skip
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


@pytest.mark.parametrize("grad_type", ["float32", "float16"])
def test_grad_strides(grad_type: str) -> None:
    base = np.random.default_rng(9).standard_normal((6, 5, 4, 8)).astype(DTYPES[grad_type])
    views = [
        base,
        base.transpose(2, 0, 1, 3),
        base[::-1, ::2, 1:3],
        base[..., ::-1],
        base[..., ::3],
        base[:, :, :, :1],
        np.broadcast_to(base[..., 2:3], base.shape),
        np.broadcast_to(base[0, 0, 0], (7, 8)),
        base.transpose(3, 1, 2, 0),
        base[1, 2, 3],
        base[1, 2, :2].T,
        base[:, 1, 1, :],
        base.reshape(2, 3, 1, 5, 2, 2, 8).transpose(5, 4, 3, 2, 1, 0, 6)[:, :, None],
    ]
    for view in views:
        indices = np.random.default_rng(10).integers(0, 5, view.shape[:-1])
        out = np.empty((5, view.shape[-1]), np.float32)
        for stream in (False, True):
            case = Case(view, np.array(indices), 5, out, stream=stream)
            np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


@pytest.mark.parametrize("out_type", ["float32", "bfloat16"])
def test_out_strides(out_type: str) -> None:
    base = np.full((24, 80), 7, DTYPES[out_type])
    views = [
        base[:11, :37],
        base[::-2, ::-1][:11, :37],
        base[1:12, 1:75:2],
        base.reshape(80, 24)[:37, :11].T,
    ]
    for view in views:
        for scale in (False, True):
            case = random_case(11, out_type=out_type, out=view, scale=scale)
            np.testing.assert_array_equal(bits(case.run()), case.expected_bits())
            written, expected = case.written(view), case.expected_memory(view)
            np.testing.assert_array_equal(bits(written), bits(expected))


@pytest.mark.parametrize("out_type", FLOATS)
@pytest.mark.parametrize("columns", [1, 3, 16, 37, ACCUMULATOR_COLUMNS + 3])
def test_streamed_out_at_any_address(out_type: str, columns: int) -> None:
    dtype = DTYPES[out_type]
    for offset in range(32 // dtype.itemsize + 1):
        base = np.full(offset + 11 * columns + 70, 7, dtype)
        out = base[offset : offset + 11 * columns].reshape(11, columns)
        for sums, parts in ((1, 1), (3, 1), (4, 4), (6, 2)):
            case = random_case(
                18, columns=columns, out_type=out_type, out=out, stream=True, sum_blocks=sums,
                column_blocks=parts,
            )  # fmt: skip
            case.run()
            written, expected = case.written(out), case.expected_memory(out)
            np.testing.assert_array_equal(bits(written), bits(expected))


@pytest.mark.parametrize("out_type", ["float32", "float16"])
def test_streamed_out_strides(out_type: str) -> None:
    base = np.full(600, 7, DTYPES[out_type])
    size = base.itemsize
    views = [
        # The first element, and the distance of the rows of 37 elements.
        (0, 40),  # rows with gaps
        (5, 37),  # one after the other
        (401, -40),
        (370, -37),  # each ends where the one before begins
        (100, 0),  # all the same: the last one stays
        (100, 10),  # each over most of the one before, in this order
        (300, -10),
    ]
    for first, step in views:
        view: Array = np.ndarray((11, 37), base.dtype, base, first * size, (step * size, size))
        case = random_case(19, out_type=out_type, out=view, stream=True, sum_blocks=1)
        case.run()
        written, expected = case.written(view), case.expected_memory(view)
        np.testing.assert_array_equal(bits(written), bits(expected), f"{first} {step}")


@pytest.mark.parametrize(("grad_type", "out_type"), list(itertools.product(FLOATS, FLOATS)))
def test_special_values(grad_type: str, out_type: str) -> None:
    big = 60000.0 if grad_type == "float16" else 3e38
    rows = [
        [0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, big, 2.0**-24, 2.0**-25, 65519.0],
        [1.0, -0.0, np.nan, 1.0, np.inf, np.inf, big, 2.0**-24, 2.0**-25, 1.0],
        [-1.0, 0.0, 1.0, np.nan, 1.0, 1.0, big, -(2.0**-24), 2.0**-25, 1.0],
        [-0.0, -0.0, -np.nan, np.nan, -np.inf, 1.0, -big, 2.0**-23, 2.0**-26, 65520.0],
    ]
    with np.errstate(over="ignore"):
        grad = np.array(rows, np.float64).astype(DTYPES[grad_type])
    # The signalling NaN of each type, in either sign.
    signalling = {"float32": 0x7F800001, "float16": 0x7C01, "bfloat16": 0x7F81}[grad_type]
    unsigned = grad.view(np.uint32 if grad_type == "float32" else np.uint16)
    unsigned[3, 2] = signalling | 1 << (8 * grad.itemsize - 1)
    for scale, stream in itertools.product((False, True), (False, True)):
        out = np.empty((3, 10), DTYPES[out_type])
        case = Case(grad, np.array([0, 0, 0, 2]), 3, out, scale=scale, stream=stream)
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


def test_no_rows() -> None:
    for (blocks, parts), stream in itertools.product(((1, 1), (6, 2), (40, 4)), (False, True)):
        case = random_case(
            shape=(0,), out_type="float16", grad_type="float16", weights=9, columns=5,
            sum_blocks=blocks, column_blocks=parts, stream=stream,
        )  # fmt: skip
        case.launch("sum_float16", blocks, without_rows=True)
        case.guarded.check()
        assert not bits(case.out).any()
        case.out[:] = 1
        check_sorted(case)
        np.testing.assert_array_equal(bits(case.run()), np.zeros((9, 5), np.uint16))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("page", ["before", "after"])
@pytest.mark.parametrize("out_type", ["float32", "float16"])
def test_nothing_outside_is_read(page: str, out_type: str, stream: bool) -> None:
    for columns, shift, wide in (
        (1, 0, False), (5, 1, True), (37, 2, False), (128, 4, True),
        (STAGED_COLUMNS + 1, 62, False), (2 * ACCUMULATOR_COLUMNS, 0, True),
    ):  # fmt: skip
        for blocks, parts in ((1, 1), (4, 1), (6, 3)):
            case = random_case(
                12, columns=columns, page=page, out_type=out_type, grad_type="float16",
                index_type="int32", shape=(11, 3), stream=stream, bucket_shift=shift, wide=wide,
                sum_blocks=blocks, column_blocks=parts,
            )  # fmt: skip
            np.testing.assert_array_equal(bits(case.run()), case.expected_bits())
    view = random_case(12, shape=(11, 3)).grad[::-1, :, ::-1]
    base = np.array(view)[::-1, :, ::-1]
    case = random_case(13, shape=(11, 3), grad=base, page=page, stream=stream)
    np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


GARBAGE = 6


def garbage(random: np.random.Generator, array: Array, kind: int, rows: int, weights: int) -> None:
    """Fills an array of int32 or int64."""
    info = np.iinfo(array.dtype)
    limits = [(info.min, info.max), (-3, rows + 3), (-3, weights + 3), (0, rows), (-1, 2)]
    if kind == 5:  # pairs of nearly right weights and rows
        pairs = random.integers(-2, weights + 2, array.size) << 32
        array[:] = (pairs | random.integers(0, rows + 2, array.size)).astype(array.dtype)
        return
    low, high = limits[kind]
    array[:] = random.integers(low, high, array.size, endpoint=True, dtype=array.dtype)
    if kind == 3:
        array[::2] = info.max
        array[1::4] = info.min


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("page", [None, "before", "after"])
@pytest.mark.parametrize("kind", range(GARBAGE))
def test_garbage_in_scratch(kind: int, page: str | None, wide: bool) -> None:
    random = np.random.default_rng(14 + kind)

    def spoil(case: Case, *names: str) -> None:
        for name in names:
            garbage(random, getattr(case, name), kind, case.rows, case.weights)

    steps = (("places",), ("pairs",), ("bucket_starts",), ("order",), ("offsets",))
    for attempt in range(40):
        case = random_case(
            attempt, page=page, grad_type="float16", columns=5, count_blocks=2,
            bucket_shift=SHIFTS[attempt % len(SHIFTS)], sort_blocks=1 + attempt % 3,
            sum_blocks=6, column_blocks=2, stream=attempt % 2 == 0, wide=wide,
        )  # fmt: skip
        chosen = steps[attempt % 8 : attempt % 8 + 1] or steps  # one of them, or all
        spoil(case, "places", "bucket_starts", "pairs", "order", "offsets", "counters")
        case.count()
        case.scan()
        if ("places",) in chosen:
            spoil(case, "places")
        case.scatter()
        case.guarded.check()
        for name in ("pairs", "bucket_starts"):
            if (name,) in chosen:
                spoil(case, name)
        spoil(case, "counters")
        case.sort()
        case.guarded.check()
        for name in ("order", "offsets"):
            if (name,) in chosen:
                spoil(case, name)
        case.accumulators.view(np.float32)[:] = np.nan
        case.out.view(np.uint8)[:] = CANARY
        case.sum()
        case.guarded.check()
        # Whatever was read, every element is written.
        assert not (bits(case.out) == CANARY * 0x01010101).any()


@pytest.mark.parametrize("page", ["before", "after"])
@pytest.mark.parametrize("shift", [0, 2, 4])
def test_indices_that_change_between_the_passes(page: str, shift: int) -> None:
    random = np.random.default_rng(21)
    for attempt in range(20):
        case = random_case(attempt, page=page, bucket_shift=shift, wide=attempt % 2 == 1)
        # Any number of rows may be bad or not be written, so what was there before counts.
        for name in ("pairs", "order"):
            garbage(random, getattr(case, name), attempt % GARBAGE, case.rows, case.weights)
        case.count()
        case.scan()
        case.indices[:] = random.integers(-2, 14, case.indices.shape)
        if attempt % 4 == 0:
            case.indices[:] = 10
        case.scatter()
        case.guarded.check()
        case.sort()
        case.out.view(np.uint8)[:] = CANARY
        case.sum()
        case.guarded.check()
        assert not (bits(case.out) == CANARY * 0x01010101).any()


scribbling = Family(
    "test_scribbling", tiling=("stop", "arrays", "sizes[8]"), arguments=("to", "source")
)


@scribbling.kernel("scribble")
def scribble(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Writes one kind of garbage after the other over the arrays until it is told to stop."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    step = 0
    while load_once(t, 0) == 0:
        for array in range(t[1]):
            size = t[2 + array]
            to = pointer_int32(a[2 * array])
            source = pointer_int32(a[2 * array + 1] + step * size * 4)
            for i in range(size):
                to[i] = source[i]
        step += 1
        if step == GARBAGE:
            step = 0


def call(kernel: str, block: int, blocks: int, tiling: Array, addresses: Array) -> None:
    """Runs one block by ctypes, which lets other threads of Python run."""
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 4)(launcher._compiled(kernel).address)
    function(block, blocks, tiling.ctypes.data, addresses.ctypes.data)


def launch_in_turn(kernel: str, blocks: int, tiling: Array, arguments: Sequence[Any]) -> None:
    for block in range(blocks):
        call(kernel, block, blocks, tiling, launcher.address_array(arguments))


SCRATCH = ("places", "bucket_starts", "pairs", "order", "offsets", "counters", "accumulators")


@pytest.mark.parametrize("names", [*((name,) for name in SCRATCH), ("indices",), SCRATCH])
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("page", ["before", "after"])
def test_memory_that_changes_meanwhile(names: Sequence[str], page: str, wide: bool) -> None:
    rows, weights = 5_000, 300
    random = np.random.default_rng(22)
    for shift in (0, 4, 9):
        case = random_case(
            shift, shape=(rows,), weights=weights, columns=8, page=page, wide=wide,
            bucket_shift=shift, count_blocks=2, sum_blocks=2, stream=shift == 4,
            launch=launch_in_turn,
        )  # fmt: skip
        case.prepare()
        case.sum()  # everything is compiled
        arrays = [getattr(case, name) for name in names]
        sources = []
        for array in arrays:
            whole = array.view(np.int32) if array.dtype == np.uint8 else array
            source = np.empty((GARBAGE, array.size), whole.dtype)
            for kind, row in enumerate(source):
                garbage(random, row, kind, rows, weights)
            sources.append(source)
        tiling = np.zeros(scribbling.tiling_size, np.int64)
        tiling[1] = len(arrays)
        tiling[2 : 2 + len(arrays)] = [array.nbytes // 4 for array in arrays]
        both = [each for pair in zip(arrays, sources, strict=True) for each in pair]
        addresses = launcher.address_array(both)
        launcher._compiled("test_scribbling_scribble")
        arguments = ("test_scribbling_scribble", 0, 1, tiling, addresses)
        thread = threading.Thread(target=call, args=arguments)
        thread.start()
        try:
            end = time.monotonic() + 0.15
            while time.monotonic() < end:
                case.prepare()
                case.sum()
        finally:
            tiling[0] = 1
            thread.join()
        case.guarded.check()


def test_random_cases() -> None:
    random = np.random.default_rng(15)
    for attempt in range(120):
        rank = int(random.integers(0, 5))
        shape = tuple(int(n) for n in random.integers(1, 5, rank))
        columns = int(random.integers(1, 70))
        weights = int(random.integers(1, 30))
        count, sort, weight_parts, parts = (int(n) for n in random.integers(1, 9, 4))
        axes = tuple(int(n) for n in random.permutation(rank))
        base = random.integers(-1, weights + 1, shape)
        step = -1 if attempt % 3 == 0 else 1
        indices = np.asarray(base.transpose(axes)[(slice(None, None, step),) * rank])
        case = random_case(
            attempt, shape=indices.shape, columns=columns, weights=weights, indices=indices,
            grad_type="float16", padding=int(random.integers(-1, weights)),
            scale=bool(attempt % 2), count_blocks=count, sort_blocks=sort,
            bucket_shift=int(random.integers(0, 7)), wide=bool(random.integers(2)),
            stream=bool(random.integers(2)), sum_blocks=weight_parts * parts, column_blocks=parts,
        )  # fmt: skip
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())
        errors = case.expected_rows()[1]
        found = [int(row) for row in case.errors if row >= 0]
        assert min(found, default=-1) == min(errors, default=-1)
