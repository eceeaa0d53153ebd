# SPDX-License-Identifier: Apache-2.0
"""aclnnExtTilize and aclnnExtUntilize: layout, padding, rounding, and every way to lie in memory.

Expected bytes come from tiles.py, which works on one element at a time, or are written out.
"""

from __future__ import annotations

import struct
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ops.ext import tiles as oracle
from ops.ext.tile_call import byte_count, run, tilize, untilize
from ops.ext.tiles import BFLOAT4_B, BFLOAT8_B, FLOAT32, INT32, UINT8, UINT16, UINT32
from support import BFLOAT16, Session

pytestmark = pytest.mark.slow  # many small calls

Array: TypeAlias = npt.NDArray[Any]

SHAPES: list[tuple[int, ...]] = [
    (32, 32),
    (64, 96),
    (1, 1),
    (31, 33),
    (40,),
    (3, 20, 50),
    (2, 1, 3, 17, 16),
]
FLOAT_TILES = [oracle.BFLOAT16, FLOAT32, BFLOAT8_B, BFLOAT4_B]
BLOCK_TILES = [BFLOAT8_B, BFLOAT4_B]
#: What a matrix may be, and what tiles it may become.
PAIRS: list[tuple[np.dtype[Any], int]] = [(np.dtype(np.float32), kind) for kind in FLOAT_TILES]
PAIRS += [(BFLOAT16, kind) for kind in FLOAT_TILES]
PAIRS += [
    (np.dtype(np.uint32), UINT32),
    (np.dtype(np.uint8), UINT8),
    (np.dtype(np.uint16), UINT16),
    (np.dtype(np.int32), INT32),
]
ids = [f"{dtype.name}-{oracle.NAMES[kind]}" for dtype, kind in PAIRS]


def random_bits(rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    size = int(np.prod(shape)) * dtype.itemsize
    return rng.integers(0, 256, size, np.uint8).view(dtype).reshape(shape)


def random_numbers(rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """Neighbours of a few binades apart; integers of all sizes."""
    if dtype.kind in "iu":
        return random_bits(rng, shape, dtype)
    exponents = rng.integers(-6, 6, shape)
    return (rng.standard_normal(shape) * 2.0**exponents).astype(dtype)


def expected_untilized(data: bytes, shape: tuple[int, ...], kind: int, original: Array) -> Array:
    """What tiles of an array decode to, in the array's type."""
    if kind in BLOCK_TILES:
        return oracle.untilize_blocks(data, shape, kind).astype(np.float32).astype(original.dtype)
    if kind == oracle.BFLOAT16 and original.dtype == np.float32:
        rounded = [
            oracle.round_to_bfloat16(bits) << 16 for bits in oracle.word_bits(original.ravel())
        ]
        return np.array(rounded, np.uint32).view(np.float32).reshape(shape)
    return original


# ---- Whole matrices -------------------------------------------------------------------------


@pytest.mark.parametrize(("dtype", "kind"), PAIRS, ids=ids)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_there_and_back(
    session: Session,
    rng: np.random.Generator,
    dtype: np.dtype[Any],
    kind: int,
    shape: tuple[int, ...],
) -> None:
    array = random_numbers(rng, shape, dtype)
    data = tilize(session, array, kind)
    assert data == oracle.tilize(array, kind)
    back = untilize(session, data, kind, np.empty(shape, dtype))
    expected = expected_untilized(data, shape, kind, array)
    assert back.tobytes() == expected.tobytes()


@pytest.mark.parametrize(("dtype", "kind"), PAIRS, ids=ids)
def test_any_bits(
    session: Session, rng: np.random.Generator, dtype: np.dtype[Any], kind: int
) -> None:
    """Infinities, NaNs and subnormal numbers among the others."""
    array = random_bits(rng, (70, 40), dtype)
    assert tilize(session, array, kind) == oracle.tilize(array, kind)


@pytest.mark.parametrize("kind", BLOCK_TILES)
@pytest.mark.parametrize("dtype", [np.dtype(np.float32), BFLOAT16], ids=str)
def test_any_bytes_decode(
    session: Session, rng: np.random.Generator, kind: int, dtype: np.dtype[Any]
) -> None:
    """Exact in both types: every exponent, also with magnitudes that no encoder writes."""
    data = (
        bytes(range(256)) * 4
        + rng.integers(0, 256, oracle.TILE_BYTES[kind] * 8, np.uint8).tobytes()
    )
    data = data[: oracle.TILE_BYTES[kind] * 8]
    with np.errstate(invalid="ignore"):  # some NaNs are signalling ones
        got = untilize(session, data, kind, np.empty((64, 128), dtype)).astype(np.float64)
    expected = oracle.untilize_blocks(data, (64, 128), kind)
    np.testing.assert_array_equal(got, expected)
    assert not np.signbit(got[expected == 0]).any(), "there is no negative zero"


@pytest.mark.parametrize("kind", BLOCK_TILES)
def test_the_bits_of_infinities_and_nans(session: Session, kind: int) -> None:
    """With exponent 255 the exponent is lowered and nothing else is done."""
    width = oracle.WIDTHS[kind]
    exponents = bytes([255] * 64)
    codes = bytearray(oracle.TILE_BYTES[kind] - 64)
    top = 1 << (width - 1)
    if kind == BFLOAT8_B:
        codes[:4] = [top, top + 1, top | 0x80, top >> 1]
    else:
        codes[:2] = [top | (top + 1) << 4, top | 8 | (top >> 1) << 4]
    got = untilize(session, exponents + bytes(codes), kind, np.empty((32, 32), np.float32))
    fraction = 1 << (24 - width)
    assert got[0, :4].view(np.uint32).tolist() == [
        0x7F800000,
        0x7F800000 | fraction,
        0xFF800000,
        0x7F000000,
    ]


# ---- The layout, spelled out ----------------------------------------------------------------


def test_a_tile_of_numbers(session: Session) -> None:
    """Element (row, column) is row * 32 + column: four faces, each row major."""
    array = np.arange(1024, dtype=np.int32).reshape(32, 32)
    tile = np.frombuffer(tilize(session, array, INT32), np.int32)
    assert tile[:18].tolist() == [*range(16), 32, 33]
    assert tile[256:274].tolist() == [*range(16, 32), 48, 49]
    assert tile[512:514].tolist() == [512, 513]
    assert tile[768:770].tolist() == [528, 529]
    assert tile[1023] == 1023


def test_the_order_of_tiles(session: Session) -> None:
    """Row major over the padded matrix, matrices one after another."""
    array = np.zeros((2, 33, 65), np.uint8)
    for matrix in range(2):
        for i in range(33):
            for j in range(65):
                array[matrix, i, j] = 1 + matrix * 6 + (i // 32) * 3 + j // 32
    tiles = np.frombuffer(tilize(session, array, UINT8), np.uint8).reshape(12, 1024)
    assert tiles[:, 0].tolist() == list(range(1, 13))
    assert tiles[3, :17].tolist() == [4] * 16 + [0], "only one row is left for the lower tiles"
    assert tiles[2, 1] == 0, "only one column is left for the right tiles"


def test_the_bytes_of_a_bfloat8_tile(session: Session) -> None:
    """64 exponents, face after face; then a byte an element."""
    array = np.zeros((32, 32), np.float32)
    array[0, 0] = 1  # face 0 row 0, exponent 127
    array[1, 16] = -4  # face 1 row 1, exponent 129
    array[16, 2] = 0.5  # face 2 row 0, exponent 126
    array[31, 31] = 96  # face 3 row 15, exponent 133, 1.5 * 2^6
    tile = tilize(session, array, BFLOAT8_B)
    assert len(tile) == 1088
    exponents = {0: 127, 16 + 1: 129, 32: 126, 63: 133}
    codes = {0: 0x40, 256 + 16: 0xC0, 512 + 2: 0x40, 1023: 0x60}
    assert {i: byte for i, byte in enumerate(tile[:64]) if byte} == exponents
    assert {i: byte for i, byte in enumerate(tile[64:]) if byte} == codes


def test_the_bytes_of_a_bfloat4_tile(session: Session) -> None:
    """The even column is in the low half of its byte."""
    array = np.zeros((32, 32), np.float32)
    array[0, :4] = [1, -1, 0.5, 1.75]  # step 2^-2: magnitudes 4, 4, 2, 7
    array[16, 16] = -2
    tile = tilize(session, array, BFLOAT4_B)
    assert len(tile) == 576
    assert {i: byte for i, byte in enumerate(tile[:64]) if byte} == {0: 127, 48: 128}
    assert {i: byte for i, byte in enumerate(tile[64:]) if byte} == {
        0: 0xC4,
        1: 0x72,
        384: 0x0C,
    }


@pytest.mark.parametrize("kind", FLOAT_TILES)
def test_padding_is_zero(session: Session, kind: int) -> None:
    """Of a matrix of ones everything else is zero, exponents of padded rows too."""
    array = np.ones((33, 17), np.float32)
    padded = np.zeros((64, 32), np.float32)
    padded[:33, :17] = 1
    assert tilize(session, array, kind) == tilize(session, padded, kind)


# ---- Rounding of block floats -----------------------------------------------------------------


def encoded(session: Session, values: list[float], kind: int = BFLOAT8_B) -> list[float]:
    """What a block of up to 16 values becomes, by the device's own decoder."""
    array = np.zeros((1, 16), np.float32)
    array[0, : len(values)] = values
    data = tilize(session, array, kind)
    return [float(v) for v in untilize(session, data, kind, np.empty((1, 16), np.float32))[0]][
        : len(values)
    ]


@pytest.mark.parametrize("sign", [1, -1])
def test_the_anchors_of_rounding(session: Session, sign: int) -> None:
    """Where the step is 1: to the nearest, and ties to the even one."""
    values = [64.75 * sign, 65.25 * sign, 64.5 * sign, 65.5 * sign]
    assert encoded(session, values) == [65 * sign, 65 * sign, 64 * sign, 66 * sign]


def test_what_falls_out_of_the_alignment_is_forgotten(session: Session) -> None:
    """Beside 128 the step is 2: 1 is a tie and becomes 0, and 1 + 2^-23 is taken for one."""
    assert encoded(session, [128, 1 + 2.0**-23, 1.5, 3]) == [128, 0, 2, 4]


@pytest.mark.parametrize(("kind", "most"), [(BFLOAT8_B, 127 / 64), (BFLOAT4_B, 7 / 4)])
def test_a_carry_does_not_raise_the_exponent(session: Session, kind: int, most: float) -> None:
    below_two = float(np.nextafter(np.float32(2), np.float32(0)))
    assert encoded(session, [below_two, -below_two], kind) == [most, -most]


def test_there_is_no_negative_zero(session: Session) -> None:
    array = np.zeros((1, 16), np.float32)
    array[0, :3] = [1024, -0.0, -1]  # -1 is less than half a step
    for kind in BLOCK_TILES:
        tile = tilize(session, array, kind)
        assert not any(tile[65 if kind == BFLOAT8_B else 66 :]), "only the first code is not zero"


def test_subnormal_numbers_become_zero(session: Session) -> None:
    """Alone and beside others, and they contribute no exponent."""
    smallest = 2.0**-149
    assert encoded(session, [smallest, 2.0**-127]) == [0, 0]
    array = np.full((1, 16), 2.0**-127, np.float32)
    assert tilize(session, array, BFLOAT8_B) == bytes(1088)
    assert encoded(session, [2.0**-126, -(2.0**-127)]) == [2.0**-126, 0]


def test_an_infinity_rules_its_block(session: Session) -> None:
    got = encoded(session, [np.inf, -np.inf, 1.0, np.nan, 2.0**127, -(2.0**126)])
    assert got[:3] == [np.inf, -np.inf, 0]
    assert np.isnan(got[3])
    assert got[4:] == [2.0**127, -(2.0**126)]


def test_a_block_is_sixteen_columns_of_a_row(session: Session) -> None:
    """A large value takes the precision of its own block only."""
    array = np.full((32, 32), 1.0, np.float32)
    array[5, 7] = 2.0**20
    data = tilize(session, array, BFLOAT8_B)
    back = untilize(session, data, BFLOAT8_B, np.empty((32, 32), np.float32))
    expected = np.ones((32, 32), np.float32)
    expected[5, :16] = 0
    expected[5, 7] = 2.0**20
    np.testing.assert_array_equal(back, expected)


bits32 = st.one_of(
    st.integers(0, 2**32 - 1),
    st.sampled_from([0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 1, 0x007FFFFF]),
    st.integers(120, 135).map(lambda exponent: exponent << 23 | 0x7FFF),
)


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(block=st.lists(bits32, min_size=1, max_size=48), kind=st.sampled_from(FLOAT_TILES))
def test_blocks_of_any_bits(session: Session, block: list[int], kind: int) -> None:
    array = np.array([block], np.uint32).view(np.float32)
    data = tilize(session, array, kind)
    assert data == oracle.tilize(array, kind)
    again = untilize(session, data, kind, np.empty(array.shape, np.float32))
    twice = tilize(session, again, kind)
    if not subnormal(again):
        assert twice == data, "encoding what was decoded changes nothing"


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    exponents=st.lists(st.integers(-20, 20), min_size=16, max_size=16),
    fractions=st.lists(st.integers(0, 2**23 - 1), min_size=16, max_size=16),
    kind=st.sampled_from(BLOCK_TILES),
)
def test_the_error_is_less_than_a_step(
    session: Session, exponents: list[int], fractions: list[int], kind: int
) -> None:
    """Half a step and what the alignment forgets; a whole one where the largest is held down."""
    array = np.array(
        [
            [
                struct.unpack("<f", struct.pack("<I", (e + 127) << 23 | f))[0]
                for e, f in zip(exponents, fractions, strict=True)
            ]
        ],
        np.float32,
    )
    got = untilize(session, tilize(session, array, kind), kind, np.empty((1, 16), np.float32))
    step = 2.0 ** (max(exponents) - oracle.WIDTHS[kind] + 1)
    assert (np.abs(got.astype(np.float64) - array) <= step).all()
    close = np.abs(array) < step * (2 ** oracle.WIDTHS[kind] - 1)
    error = np.abs(got.astype(np.float64) - array)[close]
    assert (error <= step / 2 + step * 2.0 ** (oracle.WIDTHS[kind] - 24)).all()


def subnormal(array: Array) -> bool:
    magnitude = array.view(np.uint32) & 0x7FFFFFFF
    return bool(((magnitude > 0) & (magnitude < 0x00800000)).any())


# ---- How a matrix lies ------------------------------------------------------------------------


def views(rng: np.random.Generator, dtype: np.dtype[Any]) -> dict[str, Array]:
    """Arrays of shape (2, 40, 50), each lying in another way."""
    return {
        "offset and gaps": random_numbers(rng, (3, 45, 60), dtype)[1:, 3:43, 7:57],
        "transposed": random_numbers(rng, (2, 50, 40), dtype).transpose(0, 2, 1),
        "matrices last": random_numbers(rng, (40, 50, 2), dtype).transpose(2, 0, 1),
        "every second": random_numbers(rng, (4, 80, 100), dtype)[::2, ::2, ::2],
        "backwards": random_numbers(rng, (2, 40, 50), dtype)[::-1, ::-1, ::-1],
        "rows backwards": random_numbers(rng, (2, 40, 50), dtype)[:, ::-1, :],
    }


@pytest.mark.parametrize(
    ("dtype", "kind"),
    [
        (np.dtype(np.float32), FLOAT32),
        (np.dtype(np.float32), BFLOAT8_B),
        (BFLOAT16, oracle.BFLOAT16),
        (BFLOAT16, BFLOAT4_B),
        (np.dtype(np.uint8), UINT8),
    ],
    ids=str,
)
def test_strides(
    session: Session, rng: np.random.Generator, dtype: np.dtype[Any], kind: int
) -> None:
    """Both ways; between the elements of an output nothing is written."""
    for name, view in views(rng, dtype).items():
        data = tilize(session, view, kind)
        assert data == oracle.tilize(view, kind), name
        expected = expected_untilized(data, view.shape, kind, view.copy())
        got = untilize(session, data, kind, view)
        assert got.tobytes() == expected.tobytes(), name


def test_a_broadcast_matrix(session: Session, rng: np.random.Generator) -> None:
    row = random_numbers(rng, (1, 33), np.dtype(np.float32))
    memory = np.ndarray((40, 33), np.float32, row.data, 0, (0, 4))
    tensor = session.describe(
        (40, 33), np.float32, session.upload(row), strides=(0, 1), storage=(33,)
    )
    size = byte_count(session, (40, 33), FLOAT32)
    out = session.malloc(size)
    run(session, "aclnnExtTilize", tensor, FLOAT32, session.describe((size,), np.uint8, out))
    assert session.download(out, (size,), np.uint8).tobytes() == oracle.tilize(memory, FLOAT32)


def test_tiles_at_an_odd_address(session: Session, rng: np.random.Generator) -> None:
    """They are bytes: an offset of one is one like any other."""
    array = random_numbers(rng, (32, 64), np.dtype(np.float32))
    for kind in FLOAT_TILES:
        size = byte_count(session, array.shape, kind)
        memory = session.upload(np.zeros(size + 1, np.uint8))
        tiles = session.describe((size,), np.uint8, memory, offset=1, storage=(size + 1,))
        run(session, "aclnnExtTilize", session.tensor(array), kind, tiles)
        data = session.download(memory, (size + 1,), np.uint8)[1:].tobytes()
        assert data == oracle.tilize(array, kind)
        back = session.upload(np.zeros_like(array))
        run(
            session,
            "aclnnExtUntilize",
            tiles,
            kind,
            session.describe(array.shape, np.float32, back),
        )
        got = session.download(back, array.shape, np.float32)
        assert got.tobytes() == expected_untilized(data, array.shape, kind, array).tobytes()


@pytest.mark.parametrize("shape", [(0,), (0, 5), (5, 0), (2, 0, 3), (0, 4, 4)], ids=str)
@pytest.mark.parametrize("kind", [FLOAT32, BFLOAT8_B])
def test_nothing(session: Session, shape: tuple[int, ...], kind: int) -> None:
    array = np.empty(shape, np.float32)
    assert tilize(session, array, kind) == b""
    assert untilize(session, b"", kind, np.empty(shape, np.float32)).shape == shape


def test_eight_dimensions(session: Session, rng: np.random.Generator) -> None:
    array = random_numbers(rng, (2, 1, 2, 1, 1, 2, 3, 5), np.dtype(np.float32))
    swapped = array.transpose(5, 2, 0, 1, 3, 4, 7, 6)
    for view in (array, swapped):
        assert tilize(session, view, BFLOAT8_B) == oracle.tilize(view, BFLOAT8_B)


def test_a_matrix_of_many_tiles(session: Session, rng: np.random.Generator) -> None:
    """More than a unit of work has, in both directions."""
    for shape in ((33, 65 * 32 + 5), (40 * 32 + 1, 33)):
        array = random_bits(rng, shape, np.dtype(np.uint16))
        data = tilize(session, array, UINT16)
        assert data == oracle.tilize(array, UINT16)
        back = untilize(session, data, UINT16, np.empty(shape, np.uint16))
        np.testing.assert_array_equal(back, array)


def test_bfloat16_tiles_round_like_ml_dtypes(session: Session, rng: np.random.Generator) -> None:
    """A second opinion on the rounding; NaNs have one form here."""
    array = random_bits(rng, (64, 64), np.dtype(np.float32))
    data = tilize(session, array, oracle.BFLOAT16)
    back = untilize(session, data, oracle.BFLOAT16, np.empty((64, 64), BFLOAT16))
    with np.errstate(all="ignore"):
        expected = array.astype(ml_dtypes.bfloat16)
    numbers = ~np.isnan(array)
    assert (back.view(np.uint16)[numbers] == expected.view(np.uint16)[numbers]).all()
    assert (back.view(np.uint16)[~numbers] == 0x7FC0).all()


# ---- Bytes of a shape -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(oracle.NAMES), ids=list(oracle.NAMES.values()))
def test_byte_count(session: Session, kind: int) -> None:
    tile = oracle.TILE_BYTES[kind]
    for shape, tiles in [
        ((1, 1), 1),
        ((32, 32), 1),
        ((33, 32), 2),
        ((33, 33), 4),
        ((5, 64, 65), 30),
        ((70,), 3),
        ((2, 2, 2, 2, 2, 2, 1, 1), 64),
        ((0, 2**62, 2**62), 0),
        ((7, 0), 0),
    ]:
        assert byte_count(session, shape, kind) == tiles * tile, shape
