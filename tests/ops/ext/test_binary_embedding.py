# SPDX-License-Identifier: Apache-2.0
"""The operators of aclnn_ext/binary_embedding.h: values, types, strides, empty tensors."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ops.embedding.call import bits, strided, unwritten
from ops.ext.binary_call import (
    BACKWARD,
    EMBEDDING,
    FLOATS,
    INTEGERS,
    PACK,
    UNPACK,
    Array,
    backward_oracle,
    filled,
    hashes,
    pack_oracle,
    run,
    size_call,
    sums_oracle,
    unpack_oracle,
    width,
)
from support import BFLOAT16, Api, Session, run_python

from aclnn_py import native

pytestmark = pytest.mark.slow  # many small calls

#: Around the lanes of a vector of every type, and several of them.
COLUMNS = (1, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 127, 129, 264, 1031)

every_float = pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)


def spread(array: Array, *, order: str = "C", every: int = 1) -> Array:
    """The same elements with other strides: of transposed storage, or with gaps and reversed."""
    if order == "F":
        return np.asfortranarray(array)
    storage = np.zeros(array.size * every + 3, array.dtype)
    steps = np.cumprod([every, *array.shape[:0:-1]])[::-1].tolist()
    # The first dimension runs backwards.
    offset = (array.shape[0] - 1) * steps[0] + 2
    view = strided(storage, array.shape, [-steps[0], *steps[1:]], offset)
    view[...] = array
    return view


# --- Pack ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dtype", [*FLOATS, *INTEGERS, np.dtype(np.bool_)], ids=lambda dtype: dtype.name
)
def test_pack(session: Session, rng: np.random.Generator, dtype: np.dtype[Any]) -> None:
    for columns in COLUMNS:
        x = rng.integers(-3, 4, (5, columns)).astype(dtype)
        found = run(session, PACK, x, out=filled((5, width(columns))))
        np.testing.assert_array_equal(found, pack_oracle(x))


@every_float
def test_pack_of_special_numbers(session: Session, dtype: np.dtype[Any]) -> None:
    """Every kind of number in every place of a vector."""
    info = np.array([0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 1, -1], dtype)
    smallest = np.ones(1, f"u{dtype.itemsize}").view(dtype)
    kinds = np.concatenate([info, smallest, -smallest])
    wanted = [1, 1, 0, 0, 1, 0, 1, 0, 1, 0]
    for shift in range(kinds.size):
        x = np.resize(np.roll(kinds, shift), (1, 130))
        expected = np.resize(np.roll(wanted, shift), (1, 130)).astype(bool)
        found = run(session, PACK, x, out=filled((1, 17)))
        np.testing.assert_array_equal(found, pack_oracle(np.where(expected, 1, -1)))


@pytest.mark.parametrize("number", ["int8", "int16", "int32", "int64"])
def test_pack_of_the_ends_of_integers(session: Session, number: str) -> None:
    info = np.iinfo(number)
    x = np.resize(np.array([info.min, info.max, 0, -1], number), (2, 100))
    found = run(session, PACK, x, out=filled((2, 13)))
    np.testing.assert_array_equal(found, pack_oracle(x))


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64", "int8", "uint8"])
def test_pack_of_views(session: Session, rng: np.random.Generator, dtype: str) -> None:
    x = rng.integers(-3, 4, (3, 4, 70)).astype(dtype)
    expected = pack_oracle(x)
    rows_apart = strided(np.full(3 * 4 * 20, 0x5A, np.uint8), (3, 4, 9), (80, 20, 1), 5)
    for view in (x, spread(x, order="F"), spread(x, every=3), x[:, ::2], x[..., ::-1]):
        out = filled((*view.shape[:-1], 9))
        np.testing.assert_array_equal(run(session, PACK, view, out=out), pack_oracle(view))
    np.testing.assert_array_equal(run(session, PACK, x, out=rows_apart), expected)
    one = np.broadcast_to(np.array(-1, "float32"), (3, 20))
    np.testing.assert_array_equal(run(session, PACK, one, out=filled((3, 3))), pack_oracle(one))


@pytest.mark.parametrize("rank", range(1, 9))
def test_ranks(session: Session, rng: np.random.Generator, rank: int) -> None:
    x = rng.integers(-3, 4, (*[2] * (rank - 1), 19)).astype(np.float32)
    packed = run(session, PACK, x, out=filled((*x.shape[:-1], 3)))
    np.testing.assert_array_equal(packed, pack_oracle(x))
    scale = rng.integers(1, 9, (*x.shape[:-1], 1)).astype(np.float32)
    out = run(session, UNPACK, packed, scale, out=unwritten(x.shape, np.float32))
    np.testing.assert_array_equal(out, unpack_oracle(packed, scale, 19))
    indices = rng.integers(0, 5, x.shape[:-1])
    table = rng.integers(0, 256, (5, 3), np.uint8)
    out = run(session, EMBEDDING, indices, table, None, out=unwritten(x.shape, np.float32))
    np.testing.assert_array_equal(out, unpack_oracle(table[indices], np.ones((), np.float32), 19))
    found = run(session, BACKWARD, x, indices, scale, out=filled((5, 3)))
    np.testing.assert_array_equal(found, backward_oracle(x, indices, scale, 5))


# --- Unpack and embedding ------------------------------------------------------------------------


@every_float
def test_unpack(session: Session, rng: np.random.Generator, dtype: np.dtype[Any]) -> None:
    for columns in (0, *COLUMNS):
        for spare in (0, 2):
            packed = rng.integers(0, 256, (5, width(columns) + spare), np.uint8)
            scale = rng.standard_normal((5, 1)).astype(dtype)
            out = unwritten((5, columns), dtype)
            found = run(session, UNPACK, packed, scale, out=out)
            np.testing.assert_array_equal(found, unpack_oracle(packed, scale, columns))
            found = run(session, UNPACK, packed, None, out=out)
            one = np.ones((), dtype)
            np.testing.assert_array_equal(found, unpack_oracle(packed, one, columns))


@every_float
def test_only_the_sign_bit_changes(session: Session, dtype: np.dtype[Any]) -> None:
    """0, infinities, subnormals and NaN keep their bits."""
    unsigned = f"u{dtype.itemsize}"
    sign = 1 << (8 * dtype.itemsize - 1)
    specials = np.array([0.0, -0.0, np.inf, -np.inf, np.nan], dtype)
    scale = np.concatenate([specials, np.array([1, 5], unsigned).view(dtype)])[:, None]
    packed = np.full((scale.size, 5), 0b01100101, np.uint8)
    found = run(session, UNPACK, packed, scale, out=unwritten((scale.size, 40), dtype))
    plain = scale.view(unsigned)
    expected = np.where(
        np.resize([1, 0, 1, 0, 0, 1, 1, 0], 40), plain, plain ^ np.array(sign, unsigned)
    )
    np.testing.assert_array_equal(bits(found), expected)


def test_unpack_of_views(session: Session, rng: np.random.Generator) -> None:
    packed = rng.integers(0, 256, (3, 4, 9), np.uint8)
    scale = rng.standard_normal((3, 4, 1)).astype(np.float32)
    expected = unpack_oracle(packed, scale, 70)
    for view in (packed, spread(packed, order="F"), spread(packed, every=3)):
        for factors in (scale, spread(scale, order="F"), spread(scale, every=5)):
            out = unwritten((3, 4, 70), np.float32)
            np.testing.assert_array_equal(run(session, UNPACK, view, factors, out=out), expected)
    storage = unwritten((3 * 4 * 100,), np.float32)
    out = strided(storage, (3, 4, 70), (-100, 300, 1), 205)
    np.testing.assert_array_equal(run(session, UNPACK, packed, scale, out=out), expected)
    one = np.broadcast_to(np.float32(-2), (3, 4, 1))
    out = unwritten((3, 4, 70), np.float32)
    found = run(session, UNPACK, packed, one, out=out)
    np.testing.assert_array_equal(found, unpack_oracle(packed, one, 70))


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("columns", [13, 100, 1000, 4104])
def test_large_results(
    session: Session, rng: np.random.Generator, dtype: np.dtype[Any], columns: int
) -> None:
    """More than 4 MiB, which are written past the caches, at every alignment of rows."""
    rows = (5 << 20) // dtype.itemsize // columns
    packed = rng.integers(0, 256, (rows, width(columns)), np.uint8)
    scale = rng.standard_normal((rows, 1)).astype(dtype)
    found = run(session, UNPACK, packed, scale, out=unwritten((rows, columns), dtype))
    expected = np.where(
        np.unpackbits(packed, axis=1, bitorder="little", count=columns) == 1, scale, -scale
    )
    np.testing.assert_array_equal(found, expected)


@every_float
@pytest.mark.parametrize("index_type", INTEGERS, ids=lambda dtype: dtype.name)
def test_embedding(
    session: Session, rng: np.random.Generator, dtype: np.dtype[Any], index_type: np.dtype[Any]
) -> None:
    indices = rng.integers(0, 11, (3, 7)).astype(index_type)
    for columns in (1, 13, 64, 200):
        table = rng.integers(0, 256, (11, width(columns)), np.uint8)
        scale = rng.standard_normal((11, 1)).astype(dtype)
        rows = indices.astype(np.int64)
        out = unwritten((3, 7, columns), dtype)
        found = run(session, EMBEDDING, indices, table, scale, out=out)
        expected = unpack_oracle(table[rows], scale[rows], columns)
        np.testing.assert_array_equal(found, expected)


def test_embedding_of_views(session: Session, rng: np.random.Generator) -> None:
    table = rng.integers(0, 256, (11, 5), np.uint8)
    scale = rng.standard_normal((11, 1)).astype(np.float32)
    indices = rng.integers(0, 11, (3, 7))
    expected = unpack_oracle(table[indices], scale[indices], 37)
    for view in (indices, spread(indices, order="F"), spread(indices, every=2)):
        for qweight in (table, spread(table, order="F"), spread(table, every=2)):
            factors = spread(scale, every=3)
            out = strided(unwritten((1200,), np.float32), (3, 7, 37), (40, 120, 1), 7)
            found = run(session, EMBEDDING, view, qweight, factors, out=out)
            np.testing.assert_array_equal(found, expected)


# --- Backward ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "scale_type"),
    [
        (dtype, scale_type)
        for dtype in FLOATS
        for scale_type in (None, *FLOATS)
        if scale_type != np.float64 or dtype == np.float64
    ],
    ids=lambda each: "none" if each is None else each.name,
)
def test_backward(
    session: Session,
    rng: np.random.Generator,
    dtype: np.dtype[Any],
    scale_type: np.dtype[Any] | None,
) -> None:
    """Small numbers: every sum is exact, and many are 0."""
    for columns in COLUMNS:
        indices = rng.integers(0, 9, 30)
        gradient = rng.integers(-2, 3, (30, columns)).astype(dtype)
        scale = None
        if scale_type is not None:
            scale = rng.choice([-2, -0.5, 0, 0.25, 1], (30, 1)).astype(scale_type)
        found = run(session, BACKWARD, gradient, indices, scale, out=filled((11, width(columns))))
        np.testing.assert_array_equal(found, backward_oracle(gradient, indices, scale, 11))
        assert (found[9:] == 0xFF).all()


@every_float
def test_the_order_of_the_additions_decides(
    session: Session, rng: np.random.Generator, dtype: np.dtype[Any]
) -> None:
    """Sums that are 0 but for the rounding: the signs are those of additions in row order."""
    for columns in (5, 64, 100):
        half = rng.standard_normal((40, columns)).astype(dtype)
        gradient = np.concatenate([half, -half[rng.permutation(40)]])
        indices = np.zeros(80, np.int64)
        scale = np.full((80, 1), 1.1, dtype)
        expected = sums_oracle(gradient, indices, scale, 1)
        backwards = sums_oracle(gradient[::-1], indices, scale, 1)
        assert ((expected >= 0) != (backwards >= 0)).any(), "any order would do"
        found = run(session, BACKWARD, gradient, indices, scale, out=filled((1, width(columns))))
        np.testing.assert_array_equal(found, pack_oracle(expected))


def test_products_are_rounded_before_they_are_added(session: Session) -> None:
    """(1 + 2^-11) - (1 + 2^-12)^2 is -2^-24, but 0 when the square is rounded to float32 before."""
    gradient = np.array([[1 + 2**-11], [-(1 + 2**-12)]], np.float32).repeat(24, 1)
    scale = np.array([[1], [1 + 2**-12]], np.float32)
    for dtype, byte in ((np.float32, 0xFF), (np.float64, 0)):
        rows = gradient.astype(dtype)
        found = run(session, BACKWARD, rows, np.zeros(2, np.int64), scale, out=filled((1, 3)))
        assert found.tolist() == [[byte] * 3]


def test_sums_of_halves_do_not_stick(session: Session) -> None:
    for dtype, count in ((np.dtype(np.float16), 3000), (BFLOAT16, 400)):
        gradient = np.ones((count + 1, 8), dtype)
        gradient[-1] = -(count - 100)
        indices = np.zeros(count + 1, np.int32)
        found = run(session, BACKWARD, gradient, indices, None, out=filled((1, 1)))
        assert found.tolist() == [[255]]


@pytest.mark.parametrize("columns", [1, 13, 69])
@pytest.mark.parametrize(
    ("factors", "pad"),
    [([2], 0), ([-2], 1), ([0], 1), ([-0.0], 1), ([np.nan], 0), ([1, -1], 1), ([1, -2], 1)],
)
def test_padding(session: Session, columns: int, factors: list[float], pad: int) -> None:
    scale = np.array(factors, np.float32)[:, None]
    gradient = np.ones((scale.size, columns), np.float32)
    out = filled((2, width(columns)))
    found = run(session, BACKWARD, gradient, np.ones(scale.size, np.int64), scale, out=out)
    unused = 8 * width(columns) - columns
    assert found[1, -1] >> (8 - unused) == (2**unused - 1) * pad
    assert (found[0] == 0xFF).all()


def test_nan_takes_its_own_bit(session: Session) -> None:
    gradient = np.ones((2, 70), np.float32)
    gradient[1, [3, 68]] = np.nan
    found = run(session, BACKWARD, gradient, np.zeros(2, np.int64), None, out=filled((1, 9)))
    expected = np.ones((1, 72))
    expected[0, [3, 68]] = -1
    expected[0, 70:] = -1
    np.testing.assert_array_equal(found, pack_oracle(expected))


@pytest.mark.parametrize("index_type", INTEGERS, ids=lambda dtype: dtype.name)
def test_backward_of_views(
    session: Session, rng: np.random.Generator, index_type: np.dtype[Any]
) -> None:
    gradient = rng.standard_normal((4, 6, 37)).astype(np.float32)
    scale = rng.standard_normal((4, 6, 1)).astype(np.float16)
    indices = rng.integers(0, 7, (4, 6)).astype(index_type)
    expected = backward_oracle(gradient, indices, scale, 9)
    for view in (gradient, spread(gradient, order="F"), spread(gradient, every=2)):
        out = strided(np.full(200, 0x5A, np.uint8), (9, 5), (-11, 1), 100)
        factors, rows = spread(scale, every=3), spread(indices, order="F")
        np.testing.assert_array_equal(
            run(session, BACKWARD, view, rows, factors, out=out), expected
        )
    one = np.broadcast_to(np.float32(-1), (4, 6, 37))
    found = run(session, BACKWARD, one, indices, scale, out=filled((9, 5)))
    np.testing.assert_array_equal(found, backward_oracle(one, indices, scale, 9))


def test_many_rows_of_one_weight_and_wide_rows(session: Session, rng: np.random.Generator) -> None:
    """Parts of columns, and rows of more sums than there is room for at a time."""
    for rows, columns, weights in [(3000, 300, 2), (40, 3001, 3), (9, 1024, 40)]:
        gradient = rng.standard_normal((rows, columns)).astype(np.float32)
        indices = rng.integers(0, weights, rows)
        scale = rng.standard_normal((rows, 1)).astype(np.float32)
        found = run(
            session, BACKWARD, gradient, indices, scale, out=filled((weights, width(columns)))
        )
        np.testing.assert_array_equal(found, backward_oracle(gradient, indices, scale, weights))


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_any_call(api: Api, data: st.DataObject) -> None:
    columns = data.draw(st.integers(1, 150), "columns")
    rows = data.draw(st.integers(0, 60), "rows")
    weights = data.draw(st.integers(1, 30), "weights")
    dtype = data.draw(st.sampled_from(FLOATS), "dtype")
    seed = data.draw(st.integers(0, 2**32 - 1), "seed")
    rng = np.random.default_rng(seed)
    gradient = rng.standard_normal((rows, columns)).astype(dtype)
    indices = rng.integers(0, weights, rows)
    scale = rng.standard_normal((rows, 1)).astype(dtype) if seed % 3 else None
    table = rng.standard_normal((weights, 1)).astype(dtype)
    with Session(api) as session:
        out = filled((weights, width(columns)))
        packed = run(session, BACKWARD, gradient, indices, scale, out=out)
        np.testing.assert_array_equal(packed, backward_oracle(gradient, indices, scale, weights))
        found = run(
            session, EMBEDDING, indices, packed, table, out=unwritten((rows, columns), dtype)
        )
        expected = unpack_oracle(packed[indices], table[indices], columns)
        np.testing.assert_array_equal(found, expected)
        found = run(session, PACK, gradient, out=filled((rows, width(columns))))
        np.testing.assert_array_equal(found, pack_oracle(gradient))


# --- Empty ---------------------------------------------------------------------------------------


def test_nothing_to_pack_or_unpack(session: Session) -> None:
    for shape in ((0, 5), (3, 0), (0, 0), (0,)):
        x = np.zeros(shape, np.float32)
        run(session, PACK, x, out=filled((*shape[:-1], width(shape[-1]))))
    for rows, bytes_, columns in ((0, 2, 13), (3, 0, 0), (3, 2, 0)):
        out = unwritten((rows, columns), np.float32)
        run(session, UNPACK, filled((rows, bytes_)), np.ones((rows, 1), np.float32), out=out)
    run(
        session, EMBEDDING, np.zeros((2, 0), np.int64), filled((0, 2)), None,
        out=unwritten((2, 0, 13), np.float32),
    )  # fmt: skip
    # Without columns there is nothing to look up.
    run(session, EMBEDDING, np.array([99]), filled((3, 2)), None, out=unwritten((1, 0), np.float32))
    run(session, BACKWARD, np.zeros((1, 0), "f4"), np.array([99]), None, out=filled((3, 0)))


def test_without_rows_every_sum_is_0(session: Session) -> None:
    for shape in ((0, 13), (2, 0, 13)):
        gradient = np.zeros(shape, np.float32)
        indices = np.zeros(shape[:-1], np.int64)
        found = run(session, BACKWARD, gradient, indices, None, out=filled((5, 2)))
        assert (found == 0xFF).all()
    run(session, BACKWARD, np.zeros((0, 13), "f4"), np.zeros(0, np.int64), None, out=filled((0, 2)))


# --- Workspaces ----------------------------------------------------------------------------------


def test_workspaces(session: Session) -> None:
    """Only the backward sorts, and needs one."""

    def size(name: str, *tensors: tuple[tuple[int, ...], str] | None) -> int:
        handles = [
            None if each is None else session.describe(each[0], np.dtype(each[1]), None)
            for each in tensors
        ]
        bytes_, executor = size_call(session, name, handles)
        session.api.ok.aclDestroyAclOpExecutor(executor)
        return bytes_

    assert size(PACK, ((9, 13), "f4"), ((9, 2), "u1")) == 0
    assert size(UNPACK, ((9, 2), "u1"), None, ((9, 13), "f4")) == 0
    assert size(EMBEDDING, ((9,), "i8"), ((5, 2), "u1"), None, ((9, 13), "f4")) == 0
    assert size(BACKWARD, ((0, 13), "f4"), ((0,), "i8"), None, ((5, 2), "u1")) == 0
    rows, weights = 100_000, 50_000
    needed = size(BACKWARD, ((rows, 768), "f4"), ((rows,), "i8"), None, ((weights, 96), "u1"))
    assert 12 * rows + 4 * weights < needed < 12 * rows + 4 * weights + (1 << 20)


# --- The same in every run -----------------------------------------------------------------------

_EXPECTED: dict[str, str] = {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "variables",
    [
        *({"ACLNN_CORES": cores} for cores in ("1", "2", "3", "7")),
        *({"ACLNN_STREAM": mode, "ACLNN_CORES": "4"} for mode in ("async", "lazy", "sync")),
        {"ACLNN_ISA": "v2"},
        {"ACLNN_SOC": "Ascend910A"},
        {"ACLNN_CHECK": "isolate"},
    ],
    ids=lambda variables: "-".join(variables.values()),
)
def test_the_same_bits(api: Api, variables: dict[str, str]) -> None:
    if variables.get("ACLNN_ISA", "v3") not in native.description().kernel_levels:
        pytest.skip("the library was built without this level")
    if not _EXPECTED:
        with Session(api) as session:
            _EXPECTED.update(hashes(session))
    process = run_python("from ops.ext.binary_call import main; main()", variables)
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == _EXPECTED
