# SPDX-License-Identifier: Apache-2.0
"""aclnnExtSumToShape: which elements are added up, in which order, and how they lie."""

from __future__ import annotations

import itertools
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ops.ext import tiles as oracle
from ops.ext.tile_call import phase_one, run, sum_to
from support import BFLOAT16, Session

pytestmark = pytest.mark.slow  # many small calls

Array: TypeAlias = npt.NDArray[Any]
Shape: TypeAlias = tuple[int, ...]

FLOATS = [np.dtype(np.float32), BFLOAT16]
TYPES = [(source, target) for source in FLOATS for target in FLOATS]
ids = [f"{source.name}-{target.name}" for source, target in TYPES]

CASES: list[tuple[Shape, Shape]] = [
    ((3, 4), ()),
    ((3, 4), (4,)),
    ((3, 4), (1,)),
    ((3, 4), (3, 1)),
    ((3, 4), (1, 4)),
    ((1, 3, 320, 40), (3, 1, 40)),
    ((2, 3, 4, 5), (1, 3, 1, 5)),
    ((2, 3, 4, 5), (2, 1, 4, 1)),
    ((5, 20, 33), (20, 1)),
    ((300, 130), (130,)),
    ((130, 300), (130, 1)),
    ((5000,), (1,)),
    ((3, 4097), (3, 1)),
    ((4097, 3), (1, 3)),
    ((9000, 17), (17,)),
    ((2, 5000, 3, 2), (3, 1)),
    ((2, 2, 2, 2, 2, 2, 2, 3), (2, 1, 2, 1, 2, 1, 3)),
]


def axes_of(shape: Shape, out_shape: Shape) -> tuple[int, ...]:
    """What is added up, as NumPy's axes."""
    lead = len(shape) - len(out_shape)
    return tuple(
        i
        for i, length in enumerate(shape)
        if i < lead or (out_shape[i - lead] == 1 and length != 1)
    )


def exact_sum(array: Array, out_shape: Shape) -> npt.NDArray[np.float64]:
    axes = axes_of(array.shape, out_shape)
    result: Array = np.asarray(array, np.float64).sum(axes).reshape(out_shape)
    return result


def sum_in_order(array: Array, out_shape: Shape) -> npt.NDArray[np.float32]:
    """The oracle's order for each element of out."""
    axes = axes_of(array.shape, out_shape)
    kept = [axis for axis in range(array.ndim) if axis not in axes]
    moved = np.asarray(array, np.float32).transpose([*kept, *axes])
    rows = moved.reshape(int(np.prod([array.shape[axis] for axis in kept])), -1)
    sums = [oracle.sum_in_order(row) for row in rows]
    return np.array(sums, np.float32).reshape(out_shape)


def rounded(values: npt.NDArray[np.float32], dtype: np.dtype[Any]) -> Array:
    """To out's type, by the oracle's rounding."""
    if dtype == np.float32:
        return values
    bits = [oracle.round_to_bfloat16(oracle.float_bits(float(each))) for each in values.ravel()]
    result: Array = np.array(bits, np.uint16).view(BFLOAT16).reshape(values.shape)
    return result


# ---- Values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "target"), TYPES, ids=ids)
@pytest.mark.parametrize(("shape", "out_shape"), CASES, ids=str)
def test_sums_of_whole_numbers_are_exact(
    session: Session,
    rng: np.random.Generator,
    source: np.dtype[Any],
    target: np.dtype[Any],
    shape: Shape,
    out_shape: Shape,
) -> None:
    """Against NumPy in float64, where no order can make a difference."""
    array = rng.integers(-8, 9, shape).astype(source)
    got = sum_to(session, array, np.empty(out_shape, target))
    expected = rounded(exact_sum(array, out_shape).astype(np.float32), target)
    assert got.astype(np.float64).tolist() == expected.astype(np.float64).tolist()


@pytest.mark.parametrize(("source", "target"), TYPES, ids=ids)
@pytest.mark.parametrize(
    ("shape", "out_shape"),
    [
        ((40, 33), (33,)),
        ((33, 40), (33, 1)),
        ((5, 7, 30), (7, 1)),
        ((8200,), ()),
        ((4500, 18), (18,)),
        ((3, 41, 41), (3, 1, 1)),
    ],
    ids=str,
)
def test_the_order_is_the_one_that_the_header_states(
    session: Session,
    rng: np.random.Generator,
    source: np.dtype[Any],
    target: np.dtype[Any],
    shape: Shape,
    out_shape: Shape,
) -> None:
    array = (rng.standard_normal(shape) * 2.0 ** rng.integers(-8, 8, shape)).astype(source)
    got = sum_to(session, array, np.empty(out_shape, target))
    expected = rounded(sum_in_order(array, out_shape), target)
    assert got.tobytes() == expected.tobytes()


def test_strides_do_not_change_a_bit(session: Session, rng: np.random.Generator) -> None:
    """The same numbers, lying in every order of dimensions and backwards, give the same bits."""
    array = rng.standard_normal((6, 50, 20)).astype(np.float32)
    for out_shape in ((50, 1), (20,), (6, 1, 20), (6, 1, 1), ()):
        expected = rounded(sum_in_order(array, out_shape), np.dtype(np.float32))
        for order in itertools.permutations(range(3)):
            lying = np.ascontiguousarray(array.transpose(order)).transpose(np.argsort(order))
            for view in (lying, np.ascontiguousarray(lying[::-1, ::-1, ::-1])[::-1, ::-1, ::-1]):
                np.testing.assert_array_equal(view, array)
                got = sum_to(session, view, np.empty(out_shape, np.float32))
                assert got.tobytes() == expected.tobytes(), (order, out_shape)


def test_outputs_may_lie_anywhere(session: Session, rng: np.random.Generator) -> None:
    """Gaps, transposed and backwards: nothing between the elements is written."""
    array = rng.standard_normal((7, 30, 40)).astype(np.float32)
    expected = sum_in_order(array, (30, 40))
    for view in (
        np.empty((33, 90), np.float32)[2:32, 5:85:2],
        np.empty((40, 30), np.float32).T,
        np.empty((30, 40), np.float32)[::-1, ::-1],
    ):
        assert sum_to(session, array, view).tobytes() == expected.tobytes()
    expected = array.reshape(7, 30, 40)
    view = np.empty((40, 7, 30), np.float32).transpose(1, 2, 0)
    assert sum_to(session, array, view).tobytes() == expected.tobytes()


@pytest.mark.parametrize("target", FLOATS, ids=str)
def test_one_rounding(session: Session, target: np.dtype[Any]) -> None:
    """256 and a thousand ones stick at 256 when sums are kept in bfloat16; here they do not."""
    array = np.ones((1001, 1), BFLOAT16)
    array[0] = 256
    got = sum_to(session, array, np.empty((1,), target))
    assert float(got[0]) == 1256  # 157 * 8: a bfloat16


def test_what_is_not_finite(session: Session) -> None:
    array = np.zeros((20, 5), np.float32)
    array[3, 0] = np.inf
    array[3, 1], array[9, 1] = np.inf, -np.inf
    array[:, 2] = 3e38
    array[7, 3] = np.array([0xFF800123], np.uint32).view(np.float32)[0]
    array[:, 4] = -0.0
    with np.errstate(all="ignore"):
        got = sum_to(session, array, np.empty((5,), np.float32))
        narrow = sum_to(session, array, np.empty((5,), BFLOAT16))
    wide_bits = [0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0]
    assert got.view(np.uint32).tolist() == wide_bits
    assert narrow.view(np.uint16).tolist() == [bits >> 16 for bits in wide_bits]


def test_a_sum_of_nothing_is_zero(session: Session) -> None:
    for shape, out_shape in [((0, 4), (4,)), ((3, 0), (3, 1)), ((0,), ()), ((2, 0, 3), (1, 3))]:
        for dtype in FLOATS:
            got = sum_to(session, np.empty(shape, np.float32), np.empty(out_shape, dtype))
            assert got.tobytes() == bytes(got.nbytes)


def test_no_output(session: Session) -> None:
    for shape, out_shape in [((0, 4), (0, 4)), ((3, 0), (0,)), ((3, 0), (1, 0)), ((0, 3), (0, 1))]:
        assert (
            sum_to(session, np.empty(shape, np.float32), np.empty(out_shape, np.float32)).size == 0
        )


# ---- Copies -----------------------------------------------------------------------------------


def any_bits(rng: np.random.Generator, shape: Shape, dtype: np.dtype[Any]) -> Array:
    size = int(np.prod(shape)) * dtype.itemsize
    return rng.integers(0, 256, size, np.uint8).view(dtype).reshape(shape)


@pytest.mark.parametrize(("source", "target"), TYPES, ids=ids)
@pytest.mark.parametrize(
    ("shape", "out_shape"),
    [((), ()), ((7,), (7,)), ((5, 70), (5, 70)), ((1, 1, 9000), (9000,)), ((1, 4, 1), (4, 1))],
    ids=str,
)
def test_copies_keep_their_bits(
    session: Session,
    rng: np.random.Generator,
    source: np.dtype[Any],
    target: np.dtype[Any],
    shape: Shape,
    out_shape: Shape,
) -> None:
    """-0 and NaNs too, where the type stays or becomes the wider one."""
    array = any_bits(rng, shape, source)
    if array.size > 2:
        array.reshape(-1)[:2] = [-0.0, np.nan]
    got = sum_to(session, array, np.empty(out_shape, target))
    if source == target:
        expected = array.tobytes()
    elif target == np.float32:
        expected = (array.view(np.uint16).astype(np.uint32) << 16).tobytes()
    else:
        bits = [oracle.round_to_bfloat16(each) for each in oracle.word_bits(array.ravel())]
        expected = np.array(bits, np.uint16).tobytes()
    assert got.tobytes() == expected


def test_bfloat16_indices_become_ones_that_the_gradient_takes(session: Session) -> None:
    """Truncated toward zero there; this copy only widens them."""
    indices = np.array([3.75, -0.5, 256, 1], BFLOAT16)
    wide = sum_to(session, indices, np.empty((4,), np.float32))
    grad = session.tensor(np.ones((4, 2), np.float32))
    out = session.malloc(257 * 2 * 4)
    tensor = session.describe((257, 2), np.float32, out)
    status, size, executor = phase_one(
        session,
        "aclnnEmbeddingDenseBackward",
        grad,
        session.tensor(wide),
        257,
        2**64 - 1,
        False,
        tensor,
    )
    assert status == 0
    workspace = session.malloc(size)
    session.api.ok.aclnnEmbeddingDenseBackward(workspace, size, executor, session.stream)
    assert session.synchronize() == 0
    rows = session.download(out, (257, 2), np.float32)[:, 0]
    assert np.flatnonzero(rows).tolist() == [0, 1, 3, 256]


# ---- Anything -----------------------------------------------------------------------------------


@st.composite
def calls(draw: st.DrawFn) -> tuple[Shape, Shape, Shape]:
    """A shape, an order in which its dimensions lie, and a shape to add it up to."""
    shape = tuple(draw(st.lists(st.integers(1, 9), max_size=5)))
    order = tuple(draw(st.permutations(range(len(shape)))))
    kept = draw(st.integers(0, len(shape)))
    ones = draw(st.lists(st.booleans(), min_size=kept, max_size=kept))
    tail = shape[len(shape) - kept :]
    return shape, order, tuple(1 if one else d for one, d in zip(ones, tail, strict=True))


@settings(
    deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    call=calls(),
    types=st.sampled_from(TYPES),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_shapes(
    session: Session,
    call: tuple[Shape, Shape, Shape],
    types: tuple[np.dtype[Any], np.dtype[Any]],
    seed: int,
) -> None:
    shape, order, out_shape = call
    rng = np.random.default_rng(seed)
    dense = rng.standard_normal([shape[axis] for axis in order]).astype(types[0])
    array = dense.transpose(np.argsort(order)) if shape else dense
    assert array.shape == shape
    got = sum_to(session, array, np.empty(out_shape, types[1]))
    expected = rounded(sum_in_order(array, out_shape), types[1])
    assert got.tobytes() == expected.tobytes()


# ---- Refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "out_shape"),
    [
        ((3, 4), (3, 2)),
        ((3, 4), (4, 4)),
        ((4,), (1, 4)),
        ((4,), (3, 4)),
        ((1, 4), (2, 4)),
        ((1,), (0,)),
    ],
    ids=str,
)
def test_shapes_that_do_not_fit(session: Session, shape: Shape, out_shape: Shape) -> None:
    array, out = np.zeros(shape, np.float32), np.zeros(out_shape, np.float32)
    call = phase_one(session, "aclnnExtSumToShape", session.tensor(array), session.tensor(out))
    assert call == (161002, 12345, None)
    text = session.api.message()
    assert "aclnnExtSumToShapeGetWorkspaceSize: the shape of out is [" in text
    assert "each of out must be self's own or 1" in text


def test_types_that_are_not_added(session: Session) -> None:
    good = session.tensor(np.zeros(3, np.float32))
    for dtype, name in [
        (np.float16, "DT_FLOAT16"),
        (np.int32, "DT_INT32"),
        (np.float64, "DT_DOUBLE"),
    ]:
        bad = session.tensor(np.zeros(3, dtype))
        for arguments, which in [((bad, good), "self"), ((good, bad), "out")]:
            assert phase_one(session, "aclnnExtSumToShape", *arguments)[0] == 161002
            text = session.api.message()
            assert f"the data type of {which} is {name}; [DT_FLOAT, DT_BF16] are" in text


def test_outputs_that_share_memory(session: Session) -> None:
    memory = session.upload(np.zeros(8, np.float32))
    out = session.describe((2, 3), np.float32, memory, strides=(0, 1), storage=(8,))
    self_ = session.tensor(np.zeros((2, 3), np.float32))
    assert phase_one(session, "aclnnExtSumToShape", self_, out)[0] == 161002
    assert "the strides of out let elements share memory" in session.api.message()
    assert phase_one(session, "aclnnExtSumToShape", out, self_)[0] == 0, "an input may"


def test_a_broadcast_input(session: Session) -> None:
    """The sum of a row that is repeated 5000 times by a stride of 0."""
    row = np.arange(6, dtype=np.float32)
    tensor = session.describe(
        (5000, 6), np.float32, session.upload(row), strides=(0, 1), storage=(6,)
    )
    out = session.malloc(24)
    run(session, "aclnnExtSumToShape", tensor, session.describe((6,), np.float32, out))
    assert session.download(out, (6,), np.float32).tolist() == (row * 5000).tolist()


def test_an_input_that_begins_inside_its_memory(session: Session) -> None:
    array = np.arange(24, dtype=np.float32).reshape(4, 6)[1:, 2:]
    assert sum_to(session, array, np.empty((4,), np.float32)).tolist() == array.sum(0).tolist()
