# SPDX-License-Identifier: Apache-2.0
"""aclnnEmbeddingDenseBackward: every element of the result, against the definition in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from ops.embedding.call import (
    FLOATS,
    INDICES,
    Array,
    bits,
    check,
    enqueue,
    exact,
    index_values,
    integers,
    normals,
    place,
    run,
    storage_of,
    strided,
    take,
    unwritten,
)
from support import BFLOAT16, NO_PADDING, Session

FLOAT32 = np.dtype(np.float32)
FLOAT16 = np.dtype(np.float16)


def name(value: Any) -> str:
    return value.name if isinstance(value, np.dtype) else str(value)


# --- Data types ----------------------------------------------------------------------------------


@pytest.mark.parametrize("index_type", INDICES, ids=name)
@pytest.mark.parametrize("out_type", FLOATS, ids=name)
@pytest.mark.parametrize("grad_type", FLOATS, ids=name)
def test_types(
    session: Session,
    rng: np.random.Generator,
    grad_type: npt.DTypeLike,
    out_type: npt.DTypeLike,
    index_type: npt.DTypeLike,
) -> None:
    weights = 3 if index_type == np.bool_ else 11
    indices = index_values(rng, (6, 5), index_type, weights)
    whole = integers(rng, (6, 5, 7), grad_type)
    real = normals(rng, (6, 5, 7), grad_type)
    for padding in (NO_PADDING, 1):
        for scale in (False, True):
            how: dict[str, Any] = {"padding": padding, "scale": scale}
            result = run(session, whole, indices, weights, out=out_type, **how)
            expected = exact(whole, indices, weights, out_type, **how)
            assert result.tolist() == expected.tolist(), how
            check(run(session, real, indices, weights, out=out_type, **how), real, indices, **how)


@pytest.mark.parametrize(
    ("index_type", "weights"),
    [("int8", 128), ("uint8", 256), ("int16", 32768), ("float16", 2049), ("bool", 2)],
)
def test_the_largest_index_of_a_type(
    session: Session, rng: np.random.Generator, index_type: str, weights: int
) -> None:
    rows = np.array([weights - 1, 0, weights - 1, weights // 2]).astype(index_type)
    grad = integers(rng, (4, 3), FLOAT32)
    result = run(session, grad, rows, weights)
    assert result.tolist() == exact(grad, rows, weights, FLOAT32).tolist()


@pytest.mark.parametrize("index_type", ["float16", "float32", "float64"])
@pytest.mark.parametrize(
    ("value", "row"),
    [(-0.0, 0), (-0.5, 0), (-0.9995, 0), (0.9995, 0), (1.75, 1), (3.996, 3), (6e-8, 0)],
)
def test_fractions_are_cut_off(session: Session, index_type: str, value: float, row: int) -> None:
    indices = np.array([value]).astype(index_type)
    result = run(session, np.ones((1, 2), FLOAT32), indices, 4)
    assert [r for r in range(4) if result[r].any()] == [row]


@pytest.mark.parametrize("value", [4.9999995, np.nextafter(5, 0)])
def test_just_below_the_number_of_weights(session: Session, value: float) -> None:
    indices = np.array([value], np.float64 if value > 4.9999996 else np.float32)
    assert run(session, np.ones((1, 1), FLOAT32), indices, 5)[:, 0].tolist() == [0, 0, 0, 0, 1]


# --- Shapes --------------------------------------------------------------------------------------


def same(rows: tuple[int, ...]) -> tuple[int, ...]:
    return rows


def flat(rows: tuple[int, ...]) -> tuple[int, ...]:
    return (int(np.prod(rows)),)


def reverse(rows: tuple[int, ...]) -> tuple[int, ...]:
    return rows[::-1]


def most(rows: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) * (8 - len(rows)) + rows


@pytest.mark.parametrize("shape", [same, flat, reverse, most])
@pytest.mark.parametrize("rank", range(2, 9))
def test_ranks(
    session: Session,
    rng: np.random.Generator,
    rank: int,
    shape: Callable[[tuple[int, ...]], tuple[int, ...]],
) -> None:
    rows = (3, 2, 1, 2, 3, 1, 2)[: rank - 1]
    grad = integers(rng, (*rows, 5), FLOAT32)
    indices = index_values(rng, shape(rows), np.int64, 4)
    result = run(session, grad, indices, 4)
    assert result.tolist() == exact(grad, indices, 4, FLOAT32).tolist()


@pytest.mark.parametrize("rows", [(1,), (1, 1, 1)])
def test_an_index_without_dimensions(session: Session, rows: tuple[int, ...]) -> None:
    grad = np.arange(3, dtype=np.float32).reshape(*rows, 3)
    result = run(session, grad, np.array(2, np.int32), 4)
    assert result.tolist() == [[0, 0, 0], [0, 0, 0], [0, 1, 2], [0, 0, 0]]


@pytest.mark.parametrize("out_type", FLOATS, ids=name)
@pytest.mark.parametrize(
    ("grad", "indices", "weights"),
    [
        ((0, 4), (0,), 3),
        ((0, 4), (2, 0, 3), 3),
        ((2, 0, 3, 4), (2, 0, 3), 3),
        ((2, 0, 4), (0,), 1),
        ((0, 2000), (0,), 300),
        ((0, 4), (0,), 0),
        ((3, 0), (3,), 4),
        ((0, 0), (0,), 4),
        ((3, 0), (3,), 0),
    ],
)
@pytest.mark.parametrize("scale", [False, True])
def test_empty_operands(
    session: Session,
    out_type: npt.DTypeLike,
    grad: tuple[int, ...],
    indices: tuple[int, ...],
    weights: int,
    scale: bool,
) -> None:
    result = run(
        session,
        np.zeros(grad, FLOAT32),
        np.zeros(indices, np.int64),
        weights,
        out=out_type,
        scale=scale,
    )
    assert result.shape == (weights, grad[-1])
    assert (result == 0).all()


@pytest.mark.parametrize("indices", [(), (1,), (7,), (2, 3), (0,)])
def test_rows_of_no_columns_are_not_compared(session: Session, indices: tuple[int, ...]) -> None:
    grad = np.zeros((4, 0), FLOAT32)
    assert run(session, grad, np.zeros(indices, np.int64), 5).shape == (5, 0)


def test_indices_are_not_looked_at_without_columns(session: Session) -> None:
    grad = np.zeros((4, 0), np.float32)
    assert run(session, grad, np.array([0, -7, 2**40, 9]), 5).shape == (5, 0)


def test_empty_operands_need_no_memory(session: Session) -> None:
    grad = session.describe([0, 3], np.float32, None)
    indices = session.describe([0], np.int64, None)
    out = place(session, unwritten([2, 3], np.float32))
    enqueue(session, grad, indices, 2, out.handle)
    assert session.synchronize() == 0
    assert take(session, out).tolist() == [[0, 0, 0], [0, 0, 0]]
    nothing = session.describe([0, 3], np.float32, None)
    enqueue(session, grad, indices, 0, nothing)
    assert session.synchronize() == 0


def test_the_product_of_dimensions_may_pass_through_large_numbers(session: Session) -> None:
    """Both have no elements, so both have as many rows: 0."""
    grad = session.describe([2**40, 2**40, 0, 4], np.float32, None)
    indices = session.describe([2**40, 2**40, 0], np.int64, None)
    out = place(session, unwritten([3, 4], np.float32))
    enqueue(session, grad, indices, 3, out.handle)
    assert session.synchronize() == 0
    assert not take(session, out).any()


def test_an_empty_gradient_and_a_strided_result(session: Session) -> None:
    out = unwritten([30], BFLOAT16)
    view = strided(out, (3, 4), (-8, 2), 18)
    result = run(session, np.zeros((0, 4), FLOAT16), np.zeros(0, np.int8), 3, out=view)
    assert (bits(result) == 0).all()


# --- Every element of out, and nothing else ------------------------------------------------------


@pytest.mark.parametrize("byte", [0xFF, 0x00, 0x7F])
@pytest.mark.parametrize("out_type", FLOATS, ids=name)
def test_every_row_is_overwritten(
    session: Session, rng: np.random.Generator, out_type: npt.DTypeLike, byte: int
) -> None:
    weights, columns = 257, 19
    indices = rng.choice(weights, 20)
    grad = integers(rng, (20, columns), FLOAT32)
    out = unwritten([weights, columns], out_type)
    storage_of(out).view(np.uint8)[:] = byte
    result = run(session, grad, indices, weights, out=out)
    assert result.tolist() == exact(grad, indices, weights, out_type).tolist()
    unused = np.setdiff1d(np.arange(weights), indices)
    assert (bits(result[unused]) == 0).all()


def views(storage: Array) -> dict[str, Array]:
    """Views of 6 by 5 elements in 400."""
    return {
        "dense": strided(storage, (6, 5), (5, 1), 100),
        "transposed": strided(storage, (6, 5), (1, 6), 100),
        "rows apart": strided(storage, (6, 5), (17, 1), 100),
        "columns apart": strided(storage, (6, 5), (10, 2), 100),
        "both apart": strided(storage, (6, 5), (23, 3), 100),
        "rows reversed": strided(storage, (6, 5), (-5, 1), 130),
        "columns reversed": strided(storage, (6, 5), (5, -1), 104),
        "both reversed": strided(storage, (6, 5), (-11, -2), 200),
        "transposed, reversed": strided(storage, (6, 5), (-1, -7), 200),
    }


@pytest.mark.parametrize("out_view", list(views(np.zeros(400))))
@pytest.mark.parametrize("grad_type", FLOATS, ids=name)
def test_views(
    session: Session, rng: np.random.Generator, grad_type: npt.DTypeLike, out_view: str
) -> None:
    indices = views(rng.integers(0, 6, 400))["both apart"][:, :1]
    for grad in views(integers(rng, [400], grad_type)).values():
        out = views(unwritten([400], grad_type))[out_view]
        result = run(session, grad, indices, 6, out=out, scale=True)
        expected = exact(grad, indices, 6, grad_type, scale=True)
        assert result.tolist() == expected.tolist()


def test_repeated_elements(session: Session) -> None:
    """Strides of 0: one row for all of grad, one index for all rows."""
    grad = strided(np.arange(4, dtype=np.float32), (6, 4), (0, 1))
    indices = strided(np.array([2], np.int16), (3, 2), (0, 0))
    result = run(session, grad, indices, 3)
    assert result.tolist() == [[0] * 4, [0] * 4, [0, 6, 12, 18]]
    one = strided(np.array([0.5], FLOAT16), (2, 3, 2, 4), (0, 0, 0, 0))
    wide = run(session, one, strided(np.array([1]), (12,), (0,)), 2, out=FLOAT16)
    assert wide.tolist() == [[0] * 4, [6] * 4]


@pytest.mark.parametrize("strides", [(0, 1), (1, 0), (0, 0), (1, 1)])
def test_elements_of_out_that_share_memory(
    session: Session, rng: np.random.Generator, strides: tuple[int, int]
) -> None:
    """One of their values is left, the same one in every run."""
    indices = rng.integers(0, 300, 9000)
    grad = integers(rng, (9000, 40), FLOAT32)
    expected = exact(grad, indices, 300, FLOAT32)
    results = []
    for _ in range(5):
        out = strided(unwritten([400], FLOAT32), (300, 40), strides, 30)
        results.append(run(session, grad, indices, 300, out=out))
    place_of = np.arange(300)[:, None] * strides[0] + np.arange(40) * strides[1]
    for position in range(place_of.max() + 1):
        value = results[0][place_of == position][0]
        assert value in expected[place_of == position]
    assert all(np.array_equal(result, results[0]) for result in results)


def test_high_ranks_with_strides(session: Session, rng: np.random.Generator) -> None:
    storage = integers(rng, [3 * 2 * 2 * 3 * 2 * 2 * 2 * 4], FLOAT32)
    grad = storage.reshape(3, 2, 2, 3, 2, 2, 2, 4).transpose(6, 0, 5, 1, 4, 2, 3, 7)[:, ::-1]
    rows = index_values(rng, [288], np.int32, 7)
    indices = rows.reshape(2, 3, 2, 2, 2, 2, 3).transpose(0, 3, 2, 6, 4, 5, 1)
    result = run(session, grad, indices, 7, scale=True, padding=3)
    assert result.tolist() == exact(grad, indices, 7, FLOAT32, scale=True, padding=3).tolist()


# --- Padding and scaling -------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [False, True])
def test_the_padded_row_takes_no_part(session: Session, scale: bool) -> None:
    indices = np.array([0, 2, 2, 1, 2, 1])
    grad = np.array([[1], [np.nan], [np.inf], [4], [7], [8]], np.float32)
    result = run(session, grad, indices, 4, padding=2, scale=scale)
    assert result[:, 0].tolist() == [1, 6 if scale else 12, 0, 0]


@pytest.mark.parametrize("padding", [4, 5, 2**31, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("scale", [False, True])
def test_a_padding_index_that_is_no_row_is_none(
    session: Session, padding: int, scale: bool
) -> None:
    grad = np.arange(8, dtype=np.float32).reshape(4, 2)
    result = run(session, grad, np.array([0, 1, 2, 3]), 4, padding=padding, scale=scale)
    assert result.tolist() == grad.tolist()


@pytest.mark.parametrize("out_type", FLOATS, ids=name)
def test_every_row_padded(session: Session, out_type: npt.DTypeLike) -> None:
    result = run(
        session, np.ones((50, 3), FLOAT16), np.full(50, 3), 5, out=out_type, padding=3, scale=True
    )
    assert (bits(result) == 0).all()


@pytest.mark.parametrize("index_type", INDICES, ids=name)
def test_padding_is_compared_after_cutting_off(session: Session, index_type: npt.DTypeLike) -> None:
    values: list[float] = [0, 1, 1, 0]
    if np.dtype(index_type).kind == "f":
        values = [0.75, 1.5, 1, -0.5]
    indices = np.array(values).astype(index_type)
    grad = np.array([[1], [2], [4], [8]], np.float32)
    assert run(session, grad, indices, 2, padding=0)[:, 0].tolist() == [0, 6]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 1000, 4099])
@pytest.mark.parametrize("out_type", FLOATS, ids=name)
def test_scaling_divides_by_the_count(
    session: Session, out_type: npt.DTypeLike, count: int
) -> None:
    """3 / 7 and the like: a quotient in float32, rounded once more to the type."""
    indices = np.concatenate([np.zeros(count, np.int64), [1]])
    grad = np.zeros((count + 1, 2), FLOAT32)
    grad[0] = [3, -5]
    grad[count] = 9
    result = run(session, grad, indices, 3, out=out_type, scale=True)
    quotient = np.array([3, -5], np.float32) / np.float32(count)
    assert result[0].tolist() == quotient.astype(out_type).tolist()
    assert result[1].tolist() == [9, 9]


# --- Duplicates ----------------------------------------------------------------------------------

PATTERNS: dict[str, Callable[[np.random.Generator, int, int], Array]] = {
    "all equal": lambda _, rows, weights: np.full(rows, weights // 2),
    "sorted": lambda _, rows, weights: np.arange(rows) * weights // rows,
    "reversed": lambda _, rows, weights: (np.arange(rows) * weights // rows)[::-1],
    "in turn": lambda _, rows, weights: np.arange(rows) % weights,
    "random": lambda rng, rows, weights: rng.integers(0, weights, rows),
    "zipf": lambda rng, rows, weights: np.minimum(rng.zipf(1.3, rows), weights) - 1,
    "first and last": lambda rng, rows, weights: rng.integers(0, 2, rows) * (weights - 1),
}


@pytest.mark.parametrize("pattern", list(PATTERNS))
@pytest.mark.parametrize("types", [(FLOAT32, FLOAT32), (BFLOAT16, BFLOAT16), (FLOAT16, FLOAT32)])
def test_duplicates(
    session: Session,
    rng: np.random.Generator,
    pattern: str,
    types: tuple[npt.DTypeLike, npt.DTypeLike],
) -> None:
    rows, weights = 3000, 50
    indices = PATTERNS[pattern](rng, rows, weights)
    grad = normals(rng, (rows, 33), types[0])
    for scale in (False, True):
        result = run(session, grad, indices, weights, out=types[1], scale=scale)
        check(result, grad, indices, scale=scale)


def test_ten_thousand_ones(session: Session) -> None:
    """Sums are kept in float32: adding in bfloat16 would stop at 256, in float16 at 2048."""
    indices = np.zeros(10000, np.int32)
    for grad_type in FLOATS:
        for out_type in FLOATS:
            result = run(session, np.ones((10000, 1), grad_type), indices, 1, out=out_type)
            assert result[0, 0] == np.array(10000).astype(out_type)
    assert np.array(10000).astype(BFLOAT16) == 9984


def test_one_rounding_only(session: Session) -> None:
    """1 + 2^-8 + 2^-23 is above the middle of two bfloat16; 1 + 2^-8 is the middle itself."""
    grad = np.array([[1], [2.0**-8], [2.0**-23]], np.float32)
    result = run(session, grad, np.zeros(3, np.int64), 1, out=BFLOAT16)
    assert float(result[0, 0]) == 1 + 2.0**-7
    tie = run(session, grad[:2], np.zeros(2, np.int64), 1, out=BFLOAT16)
    assert float(tie[0, 0]) == 1


# --- Sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [1, 2, 3, 15, 16, 17, 31, 33, 64, 511, 512, 513])
@pytest.mark.parametrize("types", [(FLOAT32, FLOAT32), (FLOAT16, FLOAT16), (BFLOAT16, FLOAT16)])
def test_columns(
    session: Session,
    rng: np.random.Generator,
    columns: int,
    types: tuple[npt.DTypeLike, npt.DTypeLike],
) -> None:
    indices = index_values(rng, [23], np.int32, 6)
    grad = integers(rng, (23, columns), types[0])
    result = run(session, grad, indices, 6, out=types[1])
    assert result.tolist() == exact(grad, indices, 6, types[1]).tolist()


@pytest.mark.parametrize("columns", [1023, 1024, 1025, 2047, 2048, 2500, 5003, 40000])
@pytest.mark.parametrize("types", [(FLOAT32, FLOAT32), (FLOAT16, BFLOAT16), (BFLOAT16, FLOAT32)])
def test_wide_rows(
    session: Session,
    rng: np.random.Generator,
    columns: int,
    types: tuple[npt.DTypeLike, npt.DTypeLike],
) -> None:
    indices = index_values(rng, [9], np.int64, 5)
    grad = integers(rng, (9, columns), types[0])
    result = run(session, grad, indices, 5, out=types[1], scale=True, padding=3)
    expected = exact(grad, indices, 5, types[1], scale=True, padding=3)
    assert np.array_equal(result, expected)


@pytest.mark.parametrize(
    ("rows", "weights", "columns"),
    [(1000, 300000, 2), (20000, 140000, 3), (1, 1000003, 1), (70000, 70000, 1)],
)
@pytest.mark.parametrize("scale", [False, True])
def test_many_weights(
    session: Session,
    rng: np.random.Generator,
    rows: int,
    weights: int,
    columns: int,
    scale: bool,
) -> None:
    indices = rng.integers(0, weights, rows, np.int32)
    indices[-1] = weights - 1
    grad = integers(rng, (rows, columns), FLOAT32)
    result = run(session, grad, indices, weights, scale=scale)
    assert np.array_equal(result, exact(grad, indices, weights, FLOAT32, scale=scale))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "weights", "columns"),
    [(70000, 1000, 16), (9000, 7, 300), (8193, 5000, 65), (100000, 3, 2), (66000, 66000, 9)],
)
@pytest.mark.parametrize("types", [(FLOAT32, FLOAT32), (FLOAT16, BFLOAT16)])
def test_several_blocks(
    session: Session,
    rng: np.random.Generator,
    rows: int,
    weights: int,
    columns: int,
    types: tuple[npt.DTypeLike, npt.DTypeLike],
) -> None:
    indices = np.minimum(rng.zipf(1.2, rows), weights) - 1
    padding = int(np.bincount(indices).argmax())
    grad = normals(rng, (rows, columns), types[0])
    result = run(session, grad, indices, weights, out=types[1], padding=padding, scale=True)
    check(result, grad, indices, padding=padding, scale=True)
    whole = integers(rng, (rows, columns), types[0], 4)
    plain = run(session, whole, indices, weights, out=FLOAT32)
    assert np.array_equal(plain, exact(whole, indices, weights, FLOAT32))


@pytest.mark.slow
@pytest.mark.parametrize("transposed", [False, True])
def test_a_large_case(session: Session, rng: np.random.Generator, transposed: bool) -> None:
    rows, weights, columns = 100000, 30000, 64
    indices = rng.integers(0, weights, (rows // 100, 100)).T
    grad = (
        normals(rng, (columns, rows), FLOAT16).T
        if transposed
        else normals(rng, (rows, columns), FLOAT16)
    )
    result = run(session, grad, indices, weights, out=FLOAT16, scale=True, padding=0)
    check(result, grad, indices, scale=True, padding=0)


# --- Values that are no ordinary numbers ---------------------------------------------------------


@pytest.mark.parametrize("grad_type", FLOATS, ids=name)
@pytest.mark.parametrize("out_type", FLOATS, ids=name)
@pytest.mark.parametrize("scale", [False, True])
def test_infinities_and_nans(
    session: Session, grad_type: npt.DTypeLike, out_type: npt.DTypeLike, scale: bool
) -> None:
    inf, nan = np.inf, np.nan
    grad = np.array(
        [[inf, 1, -inf, nan], [1, 2, -inf, 3], [1, 1, 1, 1], [inf, 1, 1, nan], [-inf, 1, 1, -1]]
    ).astype(grad_type)
    indices = np.array([0, 0, 1, 2, 2])
    result = run(session, grad, indices, 4, out=out_type, scale=scale).astype(np.float64)
    half = 0.5 if scale else 1
    expected = [[inf, 3 * half, -inf, nan], [1, 1, 1, 1], [nan, 2 * half, 2 * half, nan], [0] * 4]
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("columns", [1, 16, 1500])
@pytest.mark.parametrize("out_type", FLOATS, ids=name)
def test_every_nan_stays_one(session: Session, out_type: npt.DTypeLike, columns: int) -> None:
    """Also the NaN whose fraction is only in the bits that a half does not have."""
    grad = np.array([0x7F800001, 0xFF800001, 0x7FFFFFFF, 0x7FC00000], np.uint32).view(np.float32)
    rows = np.repeat(grad[:, None], columns, 1)
    assert np.isnan(run(session, rows, np.arange(4), 4, out=out_type).astype(np.float32)).all()
    twice = run(session, np.repeat(rows, 2, 0), np.repeat(np.arange(4), 2), 4, out=out_type)
    assert np.isnan(twice.astype(np.float32)).all()


def test_overflow_becomes_infinite(session: Session) -> None:
    grad = np.array([[60000, -60000, 65504]] * 2, np.float32)
    indices = np.zeros(2, np.int64)
    assert run(session, grad, indices, 1, out=FLOAT16).tolist() == [[np.inf, -np.inf, np.inf]]
    assert run(session, grad, indices, 1, out=FLOAT16, scale=True).tolist() == [
        [60000, -60000, 65504]
    ]
    # 65520 is the middle between the largest half and 65536.
    edge = np.array([[65519.996, 65520, -65519.996, -65520]], np.float32)
    assert run(session, edge, np.array([0]), 1, out=FLOAT16).tolist() == [
        [65504, np.inf, -65504, -np.inf]
    ]
    large = np.array([[3e38]] * 2, np.float32)
    assert run(session, large, indices, 1).tolist() == [[np.inf]]
    assert run(session, large[:1], indices[:1], 1, out=BFLOAT16)[0, 0] == np.array(
        3e38, np.float32
    ).astype(BFLOAT16)


@pytest.mark.parametrize("out_type", FLOATS, ids=name)
def test_rounding_to_the_type_of_out(
    session: Session, rng: np.random.Generator, out_type: npt.DTypeLike
) -> None:
    """Each row has one source, so that the rounding of every kind of float is seen alone."""
    pattern = rng.integers(0, 2**32, (40, 1100), np.uint32)
    pattern[0] = rng.integers(0, 2**23, 1100)  # subnormal
    pattern[1] = 0x38000000 + (np.arange(1100) << 11)  # around the smallest halves
    pattern[2] = 0x3F800000 + (np.arange(1100) << 12)  # ties of float16
    pattern[3] = 0x3F800000 + (np.arange(1100) << 15)  # ties of bfloat16
    pattern[4] = 0x33000000 + (np.arange(1100) << 14)  # half of the smallest half
    grad = pattern.view(np.float32)
    result = run(session, grad, np.arange(40), 40, out=out_type)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = grad.astype(out_type)
    nans = np.isnan(grad)
    np.testing.assert_array_equal(np.isnan(result.astype(np.float32)), nans)
    # A sum starts at +0, so that a row of -0 becomes +0 as in 0 + -0.
    assert (result[~nans] == expected[~nans]).all()


def test_every_half_is_read_right(session: Session) -> None:
    halves = np.arange(65536, dtype=np.uint16)
    for dtype in (FLOAT16, BFLOAT16):
        grad = halves.view(dtype).reshape(256, 256)
        with np.errstate(invalid="ignore"):
            wide = grad.astype(np.float32)
        np.testing.assert_array_equal(run(session, grad, np.arange(256), 256), wide)
        back = run(session, grad, np.arange(256), 256, out=dtype)
        numbers = ~np.isnan(wide) & (wide != 0)
        assert (bits(back)[numbers] == bits(grad)[numbers]).all()
