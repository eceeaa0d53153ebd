# SPDX-License-Identifier: Apache-2.0
"""The embedding_dense_grad kernels under the prange launcher, against NumPy."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from embedding_dense_grad_case import CANARY, DTYPES, Case, bits

from aclnn_py.kernels.embedding_dense_grad import ACCUMULATOR_COLUMNS

pytestmark = pytest.mark.slow  # Numba compiles each kernel for the launcher

Array = np.ndarray[Any, Any]
FLOATS = ("float32", "float16", "bfloat16")
INDEX_TYPES = ("float16", "float32", "float64", "int8", "uint8", "int16", "int32", "int64", "bool")


def random_case(seed: int = 0, **options: Any) -> Case:
    random = np.random.default_rng(seed)
    shape = options.pop("shape", (60,))
    columns = options.pop("columns", 37)
    weights = options.pop("weights", 11)
    grad_type = options.pop("grad_type", "float32")
    out_type = options.pop("out_type", "float32")
    index_type = options.pop("index_type", "int64")
    grad = random.standard_normal((*shape, columns)).astype(DTYPES[grad_type])
    indices = random.integers(0, min(weights, 128), shape).astype(DTYPES[index_type])
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


@pytest.mark.parametrize("count_blocks", [1, 4])
@pytest.mark.parametrize("padding", [-1, 1, 1000])
@pytest.mark.parametrize("dtype", INDEX_TYPES)
def test_index(dtype: str, padding: int, count_blocks: int) -> None:
    weights = 7 if dtype != "bool" else 2
    values = index_values(dtype, weights) * 3
    indices = np.array(values, np.uint8 if dtype == "bool" else dtype).view(DTYPES[dtype])
    case = random_case(
        shape=(len(values),), columns=1, weights=weights, indices=indices,
        padding=padding, count_blocks=count_blocks,
    )  # fmt: skip
    case.count()
    case.guarded.check()
    row_index, errors = case.expected_rows()
    assert case.row_index.tolist() == row_index
    counts = case.counts.reshape(count_blocks, weights)
    for block, part in enumerate(np.array_split(np.arange(len(values)), count_blocks)):
        inside = [row for row in errors if part[0] <= row <= part[-1]]
        assert case.errors[block] == (inside[0] if inside else -1)
        used = [row_index[row] for row in part if row_index[row] >= 0]
        assert counts[block].tolist() == np.bincount(used, minlength=weights).tolist()


def test_index_of_a_bool_table_with_one_row() -> None:
    indices = np.array([0, 1, 0], np.uint8).view(bool)
    case = random_case(shape=(3,), columns=1, weights=1, indices=indices, count_blocks=1)
    case.count()
    assert case.row_index.tolist() == [0, -1, 0]
    assert case.errors.tolist() == [1]


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
    case = random_case(shape=view.shape, columns=1, indices=view, count_blocks=count_blocks)
    case.count()
    case.scan()
    case.scatter()
    case.guarded.check()
    flat = view.reshape(-1)
    assert case.row_index.tolist() == flat.tolist()
    assert case.order.tolist() == np.argsort(flat, kind="stable").tolist()
    counts = np.bincount(flat, minlength=11)
    assert case.offsets.tolist() == [0, *np.cumsum(counts).tolist()]


@pytest.mark.parametrize("count_blocks", [1, 2, 5])
@pytest.mark.parametrize("scan_blocks", [1, 3, 16])
def test_scan_leaves_padding_and_errors_out(count_blocks: int, scan_blocks: int) -> None:
    indices = np.random.default_rng(4).integers(-2, 13, 200)
    case = random_case(
        shape=(200,), columns=1, indices=indices, padding=3,
        count_blocks=count_blocks, scan_blocks=scan_blocks,
    )  # fmt: skip
    case.count()
    case.scan()
    case.scatter()
    case.guarded.check()
    row_index = np.array(case.expected_rows()[0])
    counts = np.bincount(row_index[row_index >= 0], minlength=11)
    assert case.offsets.tolist() == [0, *np.cumsum(counts).tolist()]
    order = np.argsort(row_index, kind="stable")[np.count_nonzero(row_index < 0) :]
    assert case.order[: order.size].tolist() == order.tolist()


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize(("grad_type", "out_type"), list(itertools.product(FLOATS, FLOATS)))
def test_sum(grad_type: str, out_type: str, scale: bool) -> None:
    case = random_case(5, grad_type=grad_type, out_type=out_type, scale=scale, padding=2)
    got = case.run()
    np.testing.assert_array_equal(bits(got), case.expected_bits())
    exact = case.expected(np.float64).astype(np.float64)
    tolerance = {"float32": 1e-6, "float16": 2e-3, "bfloat16": 1.6e-2}[out_type]
    np.testing.assert_allclose(got.astype(np.float64), exact, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("columns", [1, 7, 64, ACCUMULATOR_COLUMNS, 2 * ACCUMULATOR_COLUMNS + 5])
@pytest.mark.parametrize("out_type", ["float32", "float16"])
def test_blocks_do_not_change_the_result(columns: int, out_type: str) -> None:
    for count, scan, sums, parts in [(1, 1, 1, 1), (2, 3, 2, 2), (5, 1, 12, 3), (1, 20, 64, 2)]:
        case = random_case(
            6, columns=columns, out_type=out_type, grad_type="float16", count_blocks=count,
            scan_blocks=scan, sum_blocks=sums, column_blocks=parts,
        )  # fmt: skip
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


def test_skewed_counts() -> None:
    indices = np.concatenate([np.full(500, 3), np.arange(40), np.full(100, 39)])
    for blocks in (1, 2, 7, 33):
        case = random_case(
            7, shape=indices.shape, weights=40, columns=3, indices=indices, sum_blocks=blocks
        )
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


def test_large_table_with_few_rows() -> None:
    indices = np.array([0, 9_999, 5_000])
    case = random_case(8, shape=(3,), weights=10_000, columns=2, indices=indices, sum_blocks=9)
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
        case = Case(view, np.array(indices), 5, out)
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
            memory = np.full(base.shape, 7, base.dtype)
            offset = view.ctypes.data - base.ctypes.data
            np.ndarray(view.shape, view.dtype, memory.view(np.uint8).data, offset, view.strides)[
                ...
            ] = case.out
            raw, start, size = case.guarded.buffers[2]
            written = raw[start : start + size].view(base.dtype).reshape(base.shape)
            np.testing.assert_array_equal(bits(written), bits(memory))


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
    for scale in (False, True):
        out = np.empty((3, 10), DTYPES[out_type])
        case = Case(grad, np.array([0, 0, 0, 2]), 3, out, scale=scale)
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


def test_no_rows() -> None:
    for blocks, parts in ((1, 1), (6, 2), (40, 4)):
        case = random_case(
            shape=(0,), out_type="float16", grad_type="float16", weights=9, columns=5,
            sum_blocks=blocks, column_blocks=parts,
        )  # fmt: skip
        case.launch("sum_float16_float16", blocks, without_rows=True)
        case.guarded.check()
        assert not bits(case.out).any()
        case.out[:] = 1
        np.testing.assert_array_equal(bits(case.run()), np.zeros((9, 5), np.uint16))


@pytest.mark.parametrize("page", ["before", "after"])
@pytest.mark.parametrize("out_type", ["float32", "float16"])
def test_nothing_outside_is_read(page: str, out_type: str) -> None:
    for columns in (1, 5, 37, 128):
        case = random_case(
            12, columns=columns, page=page, out_type=out_type, grad_type="float16",
            index_type="int32", shape=(11, 3),
        )  # fmt: skip
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())
    view = random_case(12, shape=(11, 3)).grad[::-1, :, ::-1]
    base = np.array(view)[::-1, :, ::-1]
    case = random_case(13, shape=(11, 3), grad=base, page=page)
    np.testing.assert_array_equal(bits(case.run()), case.expected_bits())


def garbage(random: np.random.Generator, array: Array, kind: int, rows: int, weights: int) -> None:
    limits = [(-(2**63), 2**63 - 1), (-3, rows + 3), (-3, weights + 3), (0, rows), (-1, 2)]
    low, high = limits[kind]
    array[:] = random.integers(low, high, array.size, endpoint=True)
    if kind == 3:
        array[::2] = 2**63 - 1
        array[1::4] = -(2**63)


@pytest.mark.parametrize("page", [None, "before", "after"])
@pytest.mark.parametrize("kind", range(5))
def test_garbage_in_scratch(kind: int, page: str | None) -> None:
    random = np.random.default_rng(14 + kind)
    for attempt in range(12):
        case = random_case(
            attempt, page=page, grad_type="float16", columns=5, count_blocks=2,
            sum_blocks=6, column_blocks=2,
        )  # fmt: skip
        case.count()
        case.scan()
        if attempt % 3 == 0:
            garbage(random, case.row_index, kind, case.rows, case.weights)
        garbage(random, case.counts, kind, case.rows, case.weights)
        case.scatter()
        case.guarded.check()
        if attempt % 2 == 0:
            garbage(random, case.order, kind, case.rows, case.weights)
        garbage(random, case.offsets, kind, case.rows, case.weights)
        case.accumulators[:] = np.nan
        case.out.view(np.uint8)[:] = CANARY
        case.sum()
        case.guarded.check()
        # Whatever was read, every element is written.
        assert not (bits(case.out) == CANARY * 0x01010101).any()
        # Scans of garbage may give any number, but stay inside their arrays.
        case.scan()
        case.guarded.check()


def test_random_cases() -> None:
    random = np.random.default_rng(15)
    for attempt in range(120):
        rank = int(random.integers(0, 5))
        shape = tuple(int(n) for n in random.integers(1, 5, rank))
        columns = int(random.integers(1, 70))
        weights = int(random.integers(1, 30))
        count, scan, weight_parts, parts = (int(n) for n in random.integers(1, 9, 4))
        axes = tuple(int(n) for n in random.permutation(rank))
        base = random.integers(-1, weights + 1, shape)
        step = -1 if attempt % 3 == 0 else 1
        indices = np.asarray(base.transpose(axes)[(slice(None, None, step),) * rank])
        case = random_case(
            attempt, shape=indices.shape, columns=columns, weights=weights, indices=indices,
            grad_type="float16", padding=int(random.integers(-1, weights)),
            scale=bool(attempt % 2), count_blocks=count, scan_blocks=scan,
            sum_blocks=weight_parts * parts, column_blocks=parts,
        )  # fmt: skip
        np.testing.assert_array_equal(bits(case.run()), case.expected_bits())
        errors = case.expected_rows()[1]
        found = [int(row) for row in case.errors if row >= 0]
        assert min(found, default=-1) == min(errors, default=-1)
