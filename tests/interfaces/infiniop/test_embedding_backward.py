# SPDX-License-Identifier: Apache-2.0
"""infiniopEmbeddingBackward on both devices against its definition, bit for bit."""

from __future__ import annotations

import ctypes
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interfaces.infiniop.calls import (
    ASCEND,
    BFLOAT16,
    C32,
    CPU,
    FLOATS,
    INTEGERS,
    INTERNAL_ERROR,
    NUMBERS,
    SUCCESS,
    Array,
    Infini,
    Place,
    Strided,
    assert_same,
    gradient,
    name_of,
    random_values,
    strided,
)
from runtime.tools import Gate
from support import Api, run_python

from aclnn_py import infiniop

pytestmark = pytest.mark.slow  # many small calls

numbers = pytest.mark.parametrize("dtype", NUMBERS, ids=name_of)
floats = pytest.mark.parametrize("dtype", FLOATS, ids=name_of)
integers = pytest.mark.parametrize("dtype", INTEGERS, ids=name_of)

# --- Data types ----------------------------------------------------------------------------------


@numbers
def test_every_type_of_tables_and_indices(
    place: Place, rng: np.random.Generator, dtype: np.dtype[Any]
) -> None:
    for index_type in INTEGERS:
        dy = random_values(rng, (40, 5), dtype)
        indices = rng.integers(0, 11, 40).astype(index_type)
        before = random_values(rng, (11, 5), dtype)
        table = strided(before)
        canaries = table.canaries
        assert place.backward(table, strided(dy), strided(indices)) == SUCCESS
        assert_same(table.view, gradient(before, dy, indices))
        np.testing.assert_array_equal(table.canaries, canaries)


def test_complex32(place: Place, rng: np.random.Generator) -> None:
    """Pairs of float16, each part summed by itself."""
    dy = random_values(rng, (30, 8), np.float16)
    before = random_values(rng, (6, 8), np.float16)
    indices = rng.integers(0, 6, 30)
    expected = gradient(before, dy, indices, -0.5, accumulate=True)
    tensors = [place.describe(shape, None, C32) for shape in ((6, 4), (30, 4))]
    index = place.describe((30,), None, INTEGERS[indices.dtype])
    descriptor = infiniop.infiniopOperatorDescriptor_t()
    place.infini.ok.infiniopCreateEmbeddingBackwardDescriptor(
        place.handle, ctypes.byref(descriptor), tensors[0], None, tensors[1], index, None,
        -0.5, 0.0, 1, 0,
    )  # fmt: skip
    for each in (*tensors, index):
        place.infini.ok.infiniopDestroyTensorDescriptor(each)
    table, rows, places = place.upload(before), place.upload(dy), place.upload(indices)
    status = place.infini.infiniopEmbeddingBackward(
        descriptor, table, None, rows, places, None, place.stream
    )
    assert place.finish(status) == SUCCESS
    found = np.empty_like(before)
    place.download(found, table)
    place.infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(descriptor)
    assert_same(found, expected)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.5, 0.1, 3.0])
@pytest.mark.parametrize("acc", [0, 1])
@floats
def test_alpha(
    place: Place, rng: np.random.Generator, dtype: np.dtype[Any], alpha: float, acc: int
) -> None:
    dy = random_values(rng, (50, 20), dtype)
    indices = rng.integers(0, 9, 50)
    before = random_values(rng, (12, 20), dtype)
    table = strided(before)
    assert place.backward(table, strided(dy), strided(indices), alpha, acc) == SUCCESS
    assert_same(table.view, gradient(before, dy, indices, alpha, bool(acc)))


def test_alpha_is_a_float_also_for_float64(place: Place) -> None:
    table = strided(np.full((2, 1), 7.0))
    assert place.backward(table, strided(np.ones((1, 1))), strided(np.array([1])), 0.1) == SUCCESS
    assert table.view.tolist() == [[0.0], [0.10000000149011612]]


@pytest.mark.parametrize("alpha", [float("nan"), float("inf"), -float("inf")])
def test_alpha_that_is_not_finite(place: Place, alpha: float) -> None:
    table = strided(np.full((2, 2), 7.0, np.float32))
    dy = strided(np.array([[1, 0]], np.float32))
    assert place.backward(table, dy, strided(np.array([1])), alpha) == SUCCESS
    # Infinity times 0 is NaN; the row that no index names does not take part.
    np.testing.assert_array_equal(table.view, np.array([[0, 0], [alpha, np.nan]], np.float32))


def test_alpha_0_is_0_times_dy(place: Place) -> None:
    table = strided(np.full((2, 3), 7.0, np.float32))
    dy = strided(np.array([[1, np.inf, np.nan]], np.float32))
    assert place.backward(table, dy, strided(np.array([0])), 0.0) == SUCCESS
    np.testing.assert_array_equal(
        table.view, np.array([[0, np.nan, np.nan], [0, 0, 0]], np.float32)
    )


@numbers
def test_accumulate(place: Place, rng: np.random.Generator, dtype: np.dtype[Any]) -> None:
    """Any char but 0 adds to what is there."""
    dy = random_values(rng, (20, 3), dtype)
    indices = rng.integers(0, 6, 20)  # rows 6 and 7 are named by none
    before = random_values(rng, (8, 3), dtype)
    for acc in (0, 1, 2, 127, -1, -128):
        table = strided(before)
        assert place.backward(table, strided(dy), strided(indices), 1.0, acc) == SUCCESS
        assert_same(table.view, gradient(before, dy, indices, 1.0, acc != 0))
        if acc:
            assert_same(table.view[6:], before[6:])
        else:
            assert not table.view[6:].any()


# --- Rounding ------------------------------------------------------------------------------------


def test_halves_do_not_stick(place: Place) -> None:
    """A sum of ones in float16 would end at 2048, in bfloat16 at 256."""
    for dtype in (np.dtype(np.float16), BFLOAT16):
        table = strided(np.zeros((1, 9), dtype))
        dy = strided(np.ones((3000, 9), dtype))
        assert place.backward(table, dy, strided(np.zeros(3000, np.int32))) == SUCCESS
        assert_same(table.view, np.full((1, 9), 3000, dtype))


@pytest.mark.parametrize("columns", [1, 7, 8, 16, 32, 64, 200, 1100])
@floats
def test_sums_are_in_row_order(
    place: Place, rng: np.random.Generator, dtype: np.dtype[Any], columns: int
) -> None:
    """Every width takes another way through the kernels."""
    dy = random_values(rng, (300, columns), dtype)
    indices = np.minimum(rng.geometric(0.2, 300) - 1, 19)
    before = random_values(rng, (20, columns), dtype)
    for alpha, acc in ((1.0, 0), (0.3, 1)):
        table = strided(before)
        assert place.backward(table, strided(dy), strided(indices), alpha, acc) == SUCCESS
        assert_same(table.view, gradient(before, dy, indices, alpha, bool(acc)))


def test_overflow_is_infinity(place: Place) -> None:
    """The sum of two large float16 fits into float32, and is rounded then."""
    dy = np.array([[60000, 60000, -60000], [60000, -60000, -60000]], np.float16)
    table = strided(np.zeros((1, 3), np.float16))
    assert place.backward(table, strided(dy), strided(np.zeros(2, np.uint8))) == SUCCESS
    np.testing.assert_array_equal(table.view, np.array([[np.inf, 0, -np.inf]], np.float16))


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.complex64], ids=str)
def test_many_rows(place: Place, rng: np.random.Generator, dtype: Any) -> None:
    """As much as keeps several cores busy."""
    dy = random_values(rng, (6000, 24), dtype)
    indices = rng.integers(0, 700, 6000)
    before = random_values(rng, (700, 24), dtype)
    table = strided(before)
    assert place.backward(table, strided(dy), strided(indices), 2.0, 1) == SUCCESS
    assert_same(table.view, gradient(before, dy, indices, 2.0, accumulate=True))


# --- Integers ------------------------------------------------------------------------------------


@integers
def test_integers_wrap(place: Place, dtype: np.dtype[Any]) -> None:
    info = np.iinfo(dtype)
    dy = np.array([[info.max, info.min], [1, info.max], [info.max, 1]], dtype)
    table = strided(np.zeros((1, 2), dtype))
    assert place.backward(table, strided(dy), strided(np.zeros(3, np.int64)), -3.0) == SUCCESS
    exact = [-3 * sum(int(row[column]) for row in dy) for column in range(2)]
    modulus = 2 ** (8 * dtype.itemsize)
    expected = [(each - info.min) % modulus + info.min for each in exact]
    assert table.view.tolist() == [expected]


LARGE = [3e9, -3e9, 2.0**31, 2.0**63, -(2.0**63), 2.0**64, -(2.0**70), 2.0**40 + 2.0**20, 255.0]


@integers
def test_large_alpha_wraps(place: Place, dtype: np.dtype[Any]) -> None:
    """An integral alpha counts modulo 2^n, however large it is."""
    dy = np.array([[1, 5, np.iinfo(dtype).max]], dtype)
    modulus, low = 2 ** (8 * dtype.itemsize), np.iinfo(dtype).min
    for alpha in LARGE:
        assert float(np.float32(alpha)) == alpha
        table = strided(np.full((1, 3), 9, dtype))
        assert place.backward(table, strided(dy), strided(np.array([0])), alpha, 1) == SUCCESS
        exact = [9 + int(alpha) * int(each) for each in dy[0]]
        assert table.view.tolist() == [[(each - low) % modulus + low for each in exact]]


# --- Indices -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("index_type", "bad"),
    [
        (np.int8, -1),
        (np.int16, -(2**15)),
        (np.int32, 2**31 - 1),
        (np.int64, -(2**63)),
        (np.int64, 2**32 + 1),  # 1 in 32 bits
        (np.int64, 6),
        (np.uint8, 255),
        (np.uint16, 6),
        (np.uint32, 2**32 - 1),
        (np.uint64, 2**64 - 1),
        (np.uint64, 2**63),
    ],
)
@pytest.mark.parametrize("acc", [0, 1])
def test_bad_indices(
    place: Place, rng: np.random.Generator, index_type: Any, bad: int, acc: int
) -> None:
    """They add nothing, the others are added, and the first is named."""
    dy = random_values(rng, (12, 4), np.float32)
    good = rng.integers(0, 6, 12)
    indices = good.astype(index_type)
    indices[[5, 9]] = bad
    before = random_values(rng, (6, 4), np.float32)
    table = strided(before)
    canaries = table.canaries
    status = place.backward(table, strided(dy), strided(indices), 1.0, acc)
    assert status == place.bad_index
    text = place.infini.message()
    assert "infiniopEmbeddingBackward" in text
    assert "i1[5]" in text
    assert str(bad) in text
    keep = np.delete(np.arange(12), [5, 9])
    assert_same(table.view, gradient(before, dy[keep], good[keep], 1.0, bool(acc)))
    np.testing.assert_array_equal(table.canaries, canaries)


def test_bad_index_of_the_second_table(place: Place, rng: np.random.Generator) -> None:
    dy = random_values(rng, (3, 4), np.float32)
    i1, i2 = np.array([0, 1, 2]), np.array([1, 3, 0])
    before = random_values(rng, (3, 4), np.float32)
    one, two = strided(before), strided(before)
    status = place.backward(one, strided(dy), strided(i1), table2=two, i2=strided(i2), alpha2=1.0)
    assert status == place.bad_index
    assert "i2[1]" in place.infini.message()
    assert_same(one.view, gradient(before, dy, i1))
    assert_same(two.view, gradient(before, dy, i2))


def test_a_table_without_rows(place: Place) -> None:
    """Every index is out of range; without any there is nothing to report."""
    table = strided(np.zeros((0, 4), np.float32))
    dy = np.ones((2, 4), np.float32)
    assert place.backward(table, strided(dy), strided(np.array([0, 1]))) == place.bad_index
    place.infini.message()
    assert place.backward(table, strided(dy[:0]), strided(np.zeros(0, np.int64))) == SUCCESS


def test_a_failure_does_not_stay(place: Place) -> None:
    dy = strided(np.ones((1, 2), np.float32))
    table = strided(np.zeros((2, 2), np.float32))
    assert place.backward(table, dy, strided(np.array([2]))) == place.bad_index
    assert place.backward(table, dy, strided(np.array([1]))) == SUCCESS
    assert table.view.tolist() == [[0, 0], [1, 1]]


# --- Shapes and strides --------------------------------------------------------------------------


@pytest.mark.parametrize("acc", [0, 1])
@numbers
def test_no_rows(place: Place, rng: np.random.Generator, dtype: np.dtype[Any], acc: int) -> None:
    """Overwriting clears the whole table, accumulating leaves it as it is."""
    before = random_values(rng, (5, 3), dtype)
    table = strided(before, (7, 1))
    canaries = table.canaries
    nothing = strided(np.empty((0, 3), dtype))
    assert place.backward(table, nothing, strided(np.empty(0, np.int32)), 1.0, acc) == SUCCESS
    assert_same(table.view, before if acc else np.zeros_like(before))
    np.testing.assert_array_equal(table.canaries, canaries)


def test_pointers_without_elements_may_be_null(place: Place) -> None:
    infini = place.infini
    tensors = [
        strided(np.ones((2, 3), np.float32)),
        strided(np.ones((0, 3), np.float32)),
        strided(np.ones(0, np.int64)),
    ]
    operands = [tensors[0], None, *tensors[1:], None]
    descriptor = place.operator("EmbeddingBackward", operands, [1.0, 0.0, 0, 0])
    table = place.put(tensors[0])
    status = infini.infiniopEmbeddingBackward(
        descriptor, table, None, None, None, None, place.stream
    )
    assert place.finish(status) == SUCCESS
    place.take(tensors[0], table)
    assert tensors[0].view.tolist() == [[0] * 3] * 2
    infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(descriptor)


def test_no_columns(place: Place) -> None:
    table = strided(np.empty((3, 0), np.float32))
    dy = strided(np.empty((2, 0), np.float32))
    assert place.backward(table, dy, strided(np.array([0, 2]))) == SUCCESS


@pytest.mark.parametrize("stride", [0, 2, 7, -3])
def test_one_column_has_any_last_stride(
    place: Place, rng: np.random.Generator, stride: int
) -> None:
    dy = random_values(rng, (9, 1), np.float32)
    indices = rng.integers(0, 4, 9)
    before = random_values(rng, (4, 1), np.float32)
    table = strided(before, (3, stride))
    assert place.backward(table, strided(dy, (2, stride)), strided(indices)) == SUCCESS
    assert_same(table.view, gradient(before, dy, indices))


def test_one_row_has_any_stride(place: Place) -> None:
    table = strided(np.full((1, 2), 9, np.int32), (0, 1))
    dy = strided(np.array([[3, 4]], np.int32), (-100, 1))
    index = strided(np.array([0]), (55,))
    assert place.backward(table, dy, index) == SUCCESS
    assert table.view.tolist() == [[3, 4]]


@pytest.mark.parametrize("table_stride", [6, 9, 40, -6, -11])
@pytest.mark.parametrize("dy_stride", [6, 13, 0, -6, -8, 2])
def test_row_strides(
    place: Place, rng: np.random.Generator, table_stride: int, dy_stride: int
) -> None:
    """Rows of the table up or down with gaps that stay untouched; those of dy anyhow."""
    for dtype, acc in ((np.float32, 0), (np.float16, 1), (np.int64, 0), (np.complex128, 1)):
        dy = strided(random_values(rng, (30, 6), dtype), (dy_stride, 1))
        indices = rng.integers(0, 8, 30)
        before = random_values(rng, (10, 6), dtype)
        table = strided(before, (table_stride, 1))
        canaries = table.canaries
        assert place.backward(table, dy, strided(indices), 1.0, acc) == SUCCESS
        assert_same(table.view, gradient(before, dy.view, indices, 1.0, bool(acc)))
        np.testing.assert_array_equal(table.canaries, canaries)


def test_wide_rows_with_gaps(place: Place, rng: np.random.Generator) -> None:
    dy = strided(random_values(rng, (64, 1000), np.float32), (1003, 1))
    indices = rng.integers(0, 40, 64)
    before = random_values(rng, (50, 1000), np.float32)
    table = strided(before, (-1024, 1))
    canaries = table.canaries
    assert place.backward(table, dy, strided(indices), 0.25) == SUCCESS
    assert_same(table.view, gradient(before, dy.view, indices, 0.25))
    np.testing.assert_array_equal(table.canaries, canaries)


# --- Two tables ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("acc1", "acc2"), [(0, 0), (0, 1), (1, 0)])
@numbers
def test_two_tables(
    place: Place, rng: np.random.Generator, dtype: np.dtype[Any], acc1: int, acc2: int
) -> None:
    dy = random_values(rng, (33, 6), dtype)
    i1 = rng.integers(0, 9, 33).astype(np.uint16)
    i2 = rng.integers(0, 4, 33).astype(np.uint16)
    before1, before2 = random_values(rng, (9, 6), dtype), random_values(rng, (17, 6), dtype)
    one, two = strided(before1, (8, 1)), strided(before2, (-7, 1))
    status = place.backward(
        one, strided(dy), strided(i1), 2.0, acc1,
        table2=two, i2=strided(i2), alpha2=-1.0, acc2=acc2,
    )  # fmt: skip
    assert status == SUCCESS
    assert_same(one.view, gradient(before1, dy, i1, 2.0, bool(acc1)))
    assert_same(two.view, gradient(before2, dy, i2, -1.0, bool(acc2)))


def test_both_tables_in_one(place: Place, rng: np.random.Generator) -> None:
    """A table may be given twice if the second sum is added to the first."""
    dy = random_values(rng, (20, 6), np.float32)
    i1, i2 = rng.integers(0, 5, 20), rng.integers(0, 5, 20)
    table = strided(random_values(rng, (5, 6), np.float32))
    expected = gradient(gradient(table.view, dy, i1, 0.5), dy, i2, 0.25, accumulate=True)
    assert_same(in_one_table(place, table, dy, i1, i2), expected)


def in_one_table(place: Place, table: Strided, dy: Array, i1: Array, i2: Array) -> Array:
    """0.5 times dy in the order of i1, and 0.25 times dy in that of i2 added to it."""
    rows, first, second = strided(dy), strided(i1), strided(i2)
    descriptor = place.operator(
        "EmbeddingBackward", [table, table, rows, first, second], [0.5, 0.25, 0, 1]
    )
    address = place.put(table)
    status = place.infini.infiniopEmbeddingBackward(
        descriptor, address, address, place.put(rows), place.put(first), place.put(second),
        place.stream,
    )  # fmt: skip
    assert place.finish(status) == SUCCESS
    place.take(table, address)
    place.infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(descriptor)
    return table.view


# --- Two tables in one pass over dy --------------------------------------------------------------
#
# For dy of 8 MiB and more, small tables, and columns that are few.


def large_dy(rng: np.random.Generator, dtype: np.dtype[Any], columns: int) -> Array:
    rows = (8 << 20) // (columns * dtype.itemsize) + 3
    return random_values(rng, (rows, columns), dtype)


@pytest.mark.parametrize(("acc1", "acc2"), [(0, 0), (0, 1), (1, 0), (1, 1)])
@pytest.mark.parametrize("dtype", [*FLOATS, np.dtype(np.complex64)], ids=name_of)
def test_two_small_tables(
    place: Place, rng: np.random.Generator, dtype: np.dtype[Any], acc1: int, acc2: int
) -> None:
    dy = large_dy(rng, dtype, 96)
    i1 = rng.integers(0, 30, len(dy)).astype(np.uint16)
    i2 = rng.integers(0, 4, len(dy)).astype(np.uint16)
    before1, before2 = random_values(rng, (33, 96), dtype), random_values(rng, (17, 96), dtype)
    one, two = strided(before1, (98, 1)), strided(before2, (-101, 1))
    canaries = one.canaries, two.canaries
    status = place.backward(
        one, strided(dy), strided(i1), 2.0, acc1,
        table2=two, i2=strided(i2), alpha2=-1.0, acc2=acc2,
    )  # fmt: skip
    assert status == SUCCESS
    assert_same(one.view, gradient(before1, dy, i1, 2.0, bool(acc1)))
    assert_same(two.view, gradient(before2, dy, i2, -1.0, bool(acc2)))
    np.testing.assert_array_equal(one.canaries, canaries[0])
    np.testing.assert_array_equal(two.canaries, canaries[1])


def test_bad_indices_of_two_small_tables(place: Place, rng: np.random.Generator) -> None:
    dy = large_dy(rng, np.dtype(np.float16), 128)
    i1, i2 = rng.integers(0, 9, len(dy)), rng.integers(0, 9, len(dy))
    i1[[700, 20000]] = 9, -1
    i2[300] = 1 << 40
    before = random_values(rng, (9, 128), np.float16)
    one, two = strided(before), strided(before)
    status = place.backward(
        one, strided(dy), strided(i1), acc1=1, table2=two, i2=strided(i2), alpha2=1.0
    )
    assert status == place.bad_index
    assert "i1[700]" in place.infini.message()
    assert_same(one.view, gradient(before, dy, i1, accumulate=True))
    assert_same(two.view, gradient(before, dy, i2))


def test_both_small_tables_in_one(place: Place, rng: np.random.Generator) -> None:
    """The second sum begins with what the first has left."""
    dy = large_dy(rng, np.dtype(np.float32), 128)
    i1, i2 = rng.integers(0, 5, len(dy)), rng.integers(0, 5, len(dy))
    table = strided(random_values(rng, (5, 128), np.float32))
    expected = gradient(gradient(table.view, dy, i1, 0.5), dy, i2, 0.25, accumulate=True)
    assert_same(in_one_table(place, table, dy, i1, i2), expected)


_KERNELS = """
import numpy as np
from aclnn_py.infiniop import embedding_backward
dy = np.ones((1 << 15, 64), np.float32)
i1, i2 = np.arange(1 << 15) % 100, np.arange(1 << 15) % 7
one, two = embedding_backward(dy, i1, 100, 1.0, i2, 7, 2.0)
print(one.sum() == dy.size, two.sum() == 2 * dy.size)
"""


def test_two_small_tables_take_one_pass() -> None:
    process = run_python(_KERNELS, {"ACLNN_LOG": "kernel"})
    assert process.stdout == "True True\n"
    assert process.stderr.count("embedding_dense_grad_list_int64") == 2
    assert process.stderr.count("embedding_dense_grad_one_pass_float32") == 1
    assert "embedding_dense_grad_s" not in process.stderr


def test_a_second_table_that_is_not_used_is_ignored(place: Place, rng: np.random.Generator) -> None:
    """Its descriptor may be of any kind, its pointers may lead nowhere."""
    table = strided(np.zeros((2, 2), np.float32))
    dy, index = strided(np.ones((1, 2), np.float32)), strided(np.array([1]))
    other = strided(np.zeros((3, 4, 5), np.int8))
    descriptor = place.operator(
        "EmbeddingBackward", [table, other, dy, index, None], [1.0, 0.0, 0, 1]
    )
    address = place.put(table)
    status = place.infini.infiniopEmbeddingBackward(
        descriptor, address, 16, place.put(dy), place.put(index), 24, place.stream
    )
    assert place.finish(status) == SUCCESS
    place.take(table, address)
    place.infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(descriptor)
    assert table.view.tolist() == [[0, 0], [1, 1]]


# --- Life of descriptors -------------------------------------------------------------------------


class Step:
    """One call after the other with one descriptor."""

    def __init__(self, place: Place, value: float = 1.0) -> None:
        self.place = place
        self.table = strided(np.full((3, 2), 77, np.float32))
        self.dy = strided(np.full((4, 2), value, np.float32))
        self.index = strided(np.array([2, 0, 2, 2]))
        self.descriptor = place.operator(
            "EmbeddingBackward", [self.table, None, self.dy, self.index, None], [1.0, 0.0, 0, 0]
        )

    def call(self, stream: Any = None) -> int:
        """Queues or runs it on new memory; the address of the table."""
        address = self.place.put(self.table)
        self.place.infini.ok.infiniopEmbeddingBackward(
            self.descriptor, address, None, self.place.put(self.dy), self.place.put(self.index),
            None, self.place.stream if stream is None else stream,
        )  # fmt: skip
        return address

    def check(self, address: int) -> None:
        self.place.take(self.table, address)
        value = self.dy.view[0, 0]
        expected = [[value] * 2, [0] * 2, [3 * value] * 2]
        assert self.table.view.tolist() == expected

    def destroy(self) -> None:
        self.place.infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(self.descriptor)


def test_a_descriptor_is_used_again(place: Place) -> None:
    step = Step(place)
    addresses = [step.call() for _ in range(5)]
    assert place.finish(SUCCESS) == SUCCESS
    for address in addresses:
        step.check(address)
    step.destroy()


def test_descriptors_outlive_their_handle(infini: Infini) -> None:
    for device in (CPU, ASCEND):
        with Place(infini, device) as place:
            step = Step(place)
            infini.ok.infiniopDestroyHandle(place.handle)
            address = step.call()
            assert place.finish(SUCCESS) == SUCCESS
            step.check(address)
            step.destroy()
            infini.ok.infiniopCreateHandle(ctypes.byref(place.handle))


def test_the_default_stream(ascend: Place) -> None:
    step = Step(ascend)
    address = step.call(ctypes.c_void_p())
    ascend.infini.ok.infinirtStreamSynchronize(None)
    step.check(address)
    step.destroy()


def test_a_descriptor_is_destroyed_while_its_work_is_queued(ascend: Place, api: Api) -> None:
    step = Step(ascend)
    with Gate(api, ascend.stream) as gate:
        address = step.call()
        step.destroy()
        other = Step(ascend, 5.0)  # may take the same memory
        gate.open()
        assert ascend.finish(SUCCESS) == SUCCESS
    step.check(address)
    other.destroy()


def test_threads_share_a_handle(place: Place, rng: np.random.Generator) -> None:
    dy = random_values(rng, (200, 8), np.float32)
    indices = rng.integers(0, 20, 200)
    expected = gradient(np.zeros((20, 8), np.float32), dy, indices)
    failures: list[BaseException] = []

    def work() -> None:
        try:
            with Place(place.infini, place.device) as mine:
                own, mine.handle = mine.handle, place.handle
                for _ in range(20):
                    table = strided(np.full((20, 8), 3, np.float32))
                    assert mine.backward(table, strided(dy), strided(indices)) == SUCCESS
                    assert_same(table.view, expected)
                mine.handle = own
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


_IN_A_MODE = """
import numpy as np
from interfaces.infiniop.calls import ASCEND, INTERNAL_ERROR, Infini, Place, gradient, strided
with Place(Infini(), ASCEND) as place:
    dy = np.arange(40, dtype=np.float32).reshape(20, 2)
    indices = np.arange(20) % 3
    table = strided(np.full((4, 2), 9, np.float32))
    assert place.backward(table, strided(dy), strided(indices), 0.5) == 0
    np.testing.assert_array_equal(table.view, gradient(table.view, dy, indices, 0.5))
    assert place.backward(table, strided(dy), strided(indices + 2), 0.5) == INTERNAL_ERROR
    assert "i1[2]" in place.infini.message()
print("done")
"""


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["sync", "async", "lazy"])
def test_modes_of_streams(mode: str) -> None:
    result = run_python(_IN_A_MODE, {"ACLNN_STREAM": mode})
    assert (result.returncode, result.stdout) == (0, "done\n"), result.stderr


_FORGOTTEN = """
import numpy as np
from interfaces.infiniop.calls import ASCEND, Infini, Place, strided
with Place(Infini(), ASCEND) as place:
    table, dy = strided(np.zeros((3, 2), np.float32)), strided(np.ones((4, 2), np.float32))
    index = strided(np.arange(4) % 3)
    descriptor = place.operator("EmbeddingBackward", [table, None, dy, index, None], [1, 0, 0, 0])
    address, memory = place.put(table), [place.put(dy), place.put(index)]
    call = place.infini.ok.infiniopEmbeddingBackward
    call(descriptor, address, None, memory[0], memory[1], None, place.stream)
    FIRST
    place.take(table, address)
    print(table.view.sum())
    place.infini.ok.infinirtStreamSynchronize(place.stream)
    place.infini.ok.infiniopDestroyEmbeddingBackwardDescriptor(descriptor)
"""


@pytest.mark.slow
@pytest.mark.parametrize("forgotten", [True, False])
def test_a_forgotten_synchronize_is_a_finding(forgotten: bool) -> None:
    first = "pass" if forgotten else "place.infini.ok.infinirtStreamSynchronize(place.stream)"
    environment = {"ACLNN_STREAM": "lazy", "ACLNN_LOG": "finding"}
    result = run_python(_FORGOTTEN.replace("FIRST", first), environment)
    assert result.returncode == 0, result.stderr
    told = "nothing orders that and infiniopEmbeddingBackward (task" in result.stderr
    assert (result.stdout, told) == (("0.0\n", True) if forgotten else ("8.0\n", False))


# --- Everything at random ------------------------------------------------------------------------


@st.composite
def table_strides(draw: st.DrawFn, columns: int) -> tuple[int, int]:
    row = draw(st.integers(columns, columns + 9)) * draw(st.sampled_from([1, -1]))
    return max(row, 1) if row >= 0 else row, 1 if columns > 1 else draw(st.integers(-2, 3))


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_anything(infini: Infini, data: st.DataObject, seed: int) -> None:
    draw = data.draw
    rng = np.random.default_rng(seed)
    dtype = draw(st.sampled_from(list(NUMBERS)))
    index_type = draw(st.sampled_from(list(INTEGERS)))
    device = draw(st.sampled_from([CPU, ASCEND]))
    rows = draw(st.one_of(st.integers(0, 20), st.sampled_from([100, 1000])))
    columns = draw(st.one_of(st.integers(0, 9), st.sampled_from([16, 64, 65, 257])))
    tables = draw(st.integers(1, 2))
    whole = dtype.kind in "iu"
    alphas = st.integers(-300, 300).map(float) if whole else st.floats(-4, 4, width=32)
    dy = strided(random_values(rng, (rows, columns), dtype), (draw(st.integers(-300, 300)), 1))
    given_tables, befores, index, factor, acc = [], [], [], [], []
    for number in range(tables):
        count = draw(st.integers(1, 100))
        before: Array = random_values(rng, (count, columns), dtype)
        befores.append(before)
        given_tables.append(strided(before, draw(table_strides(columns))))
        index.append(rng.integers(0, count, rows).astype(index_type))
        factor.append(draw(alphas.filter(bool) if number else alphas))
        acc.append(draw(st.integers(-1, 1)))
    second: dict[str, Any] = {}
    if tables == 2:
        second = {
            "table2": given_tables[1],
            "i2": strided(index[1]),
            "alpha2": factor[1],
            "acc2": acc[1],
        }
    canaries = [each.canaries for each in given_tables]
    with Place(infini, device) as place:
        status = place.backward(given_tables[0], dy, strided(index[0]), factor[0], acc[0], **second)
        assert status == SUCCESS, infini.message()
    for number, table in enumerate(given_tables):
        expected = gradient(
            befores[number], dy.view, index[number], factor[number], acc[number] != 0
        )
        assert_same(table.view, expected)
        np.testing.assert_array_equal(table.canaries, canaries[number])


def test_failed_work_is_reported_by_the_device(ascend: Place) -> None:
    step = Step(ascend)
    step.index.view[1] = 3
    step.call()
    text = ascend.infini.fails(INTERNAL_ERROR, "infinirtDeviceSynchronize")
    assert "i1[1]" in text
    ascend.infini.ok.infinirtDeviceSynchronize()
    step.destroy()


def test_failed_work_is_reported_by_its_stream_only(infini: Infini) -> None:
    with Place(infini, ASCEND) as one, Place(infini, ASCEND) as other:
        good, bad = Step(one), Step(other)
        bad.index.view[1] = 3
        good_address, _ = good.call(), bad.call()
        assert one.finish(SUCCESS) == SUCCESS
        assert other.finish(SUCCESS) == INTERNAL_ERROR
        assert other.finish(SUCCESS) == SUCCESS
        good.check(good_address)
        good.destroy()
        bad.destroy()
