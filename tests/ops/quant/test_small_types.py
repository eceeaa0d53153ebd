# SPDX-License-Identifier: Apache-2.0
"""Results of int4, float8 and hifloat8, and operands of them, bit by bit.

Everything is float32, one operation after the other. Whole numbers are rounded to the nearest, of
two to the even one, and held in -8 to 7. Floats are held in the range of their type, NaN becomes 0,
and what is left is rounded to the nearest code: the documents of the vector unit's conversions that
saturate say so.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.active_oracle import active
from ops.quant.norm_oracle import roots
from ops.quant.scales_oracle import single
from small_floats import nearest, values_of
from support import Api, Session
from sweep.c_calls import selected

from aclnn_py import pack_int4, unpack_int4

Array = NDArray[Any]

NUMBERS = {"int4": 29, "hifloat8": 34, "float8_e5m2": 35, "float8_e4m3fn": 36}
OTHERS = {"float8_e8m0": 37, "float4_e2m1": 40, "float4_e1m2": 41}
FLOATS = ("hifloat8", "float8_e5m2", "float8_e4m3fn")
LARGEST = {"int4": 7, "hifloat8": 32768, "float8_e5m2": 57344, "float8_e4m3fn": 448}
SHAPE = (5, 34)
NULL = None
_RNG = np.random.default_rng(23)


class Small:
    """A result of a type in NUMBERS or OTHERS, or an operand of it that holds these codes."""

    def __init__(self, kind: str, shape: Sequence[int], codes: Array | None = None) -> None:
        self.kind, self.shape, self.codes = kind, tuple(shape), codes
        self.number = (NUMBERS | OTHERS)[kind]
        self.is_packed = kind == "int4" or kind.startswith("float4")


class Formatted:
    """An operand or a result with a format of its own, and with the shape of its storage."""

    def __init__(self, given: Any, format_: int, storage: Sequence[int] | None = None) -> None:
        self.given, self.format, self.storage = given, format_, storage


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _place(session: Session, given: Any, **more: Any) -> tuple[Any, int]:
    """What the call takes for an argument, and where its memory is."""
    if isinstance(given, Formatted):
        return _place(session, given.given, format_=given.format, storage=given.storage)
    if isinstance(given, np.ndarray):
        address = session.upload(given)
        number: Any = 27 if given.dtype == ml_dtypes.bfloat16 else given.dtype
        return session.describe(given.shape, number, address, **more), address
    if not isinstance(given, Small):
        return given, 0
    codes = np.full(given.shape, 1, np.uint8) if given.codes is None else given.codes
    four = ((codes.astype(np.int8) & 15) ^ 8) - 8
    data = pack_int4(four) if given.is_packed else codes.astype(np.uint8)
    address = session.upload(data)
    return session.describe(given.shape, given.number, address, **more), address


def run(session: Session, name: str, arguments: Sequence[Any], soc: str = "Ascend950") -> list[Any]:
    """The contents of all tensors after a call: codes of small ones, int4 as numbers."""
    api = session.api
    placed = [_place(session, each) for each in arguments]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, soc):
        plan = getattr(api.ok, f"{name}GetWorkspaceSize")
        plan(*(each for each, _ in placed), ctypes.byref(size), ctypes.byref(executor))
    memory = session.malloc(size.value)
    getattr(api.ok, name)(memory or None, size.value, executor, session.stream)
    assert session.synchronize() == 0
    found = []
    for argument, (_, address) in zip(arguments, placed, strict=True):
        given = argument.given if isinstance(argument, Formatted) else argument
        if isinstance(given, np.ndarray):
            found.append(session.download(address, given.shape, given.dtype))
        elif isinstance(given, Small) and given.is_packed:
            count = int(np.prod(given.shape))
            packed = session.download(address, ((count + 1) // 2,), np.uint8)
            numbers = unpack_int4(packed, given.shape)
            found.append(numbers if given.kind == "int4" else numbers.astype(np.uint8) & 15)
        elif isinstance(given, Small):
            found.append(session.download(address, given.shape, np.uint8))
    return found


def coded(kind: str, numbers: Array) -> Array:
    """The codes that quantised numbers have; int4 are numbers."""
    numbers = np.nan_to_num(numbers.astype(np.float64), nan=0, posinf=1e30, neginf=-1e30)
    if kind == "int4":
        return np.asarray(np.clip(np.rint(numbers), -8, 7).astype(np.int8))
    held = np.clip(numbers, -LARGEST[kind], LARGEST[kind]).astype(np.float32)
    codes = nearest(kind, held, away=kind == "hifloat8").astype(np.uint8)
    has_sign = np.signbit(held) & ((codes != 0) | (kind != "hifloat8"))
    return np.asarray(np.where(has_sign, codes | 0x80, codes).astype(np.uint8))


def _numbers(kind: str, shape: Sequence[int] = SHAPE) -> Array:
    """Around the range of a type, with what is no number among them."""
    found = (_RNG.normal(size=shape) * LARGEST[kind]).astype(np.float32)
    found.ravel()[:5] = [np.inf, -np.inf, np.nan, 0.0, -0.0]
    return found


def _halves(shape: Sequence[int] = SHAPE) -> Array:
    return _RNG.normal(size=shape).astype(np.float16)


# --- By scales that are given --------------------------------------------------------------------


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", list(NUMBERS))
def test_quantised_by_factors(session: Session, kind: str) -> None:
    x, scale = _numbers(kind), np.linspace(0.5, 2, SHAPE[-1], dtype=np.float32)
    for is_squared in (False, True):
        y = Small(kind, SHAPE)
        found = run(
            session,
            "aclnnAscendQuantV3",
            [x, scale, scale, is_squared, b"round", NUMBERS[kind], -1, y],
        )
        product = x * scale * scale if is_squared else x * scale
        assert np.array_equal(found[-1], coded(kind, product + scale))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", ["aclnnAscendQuant", "aclnnAscendQuantV3"])
def test_roundings_of_int4(session: Session, call: str) -> None:
    x, one = np.linspace(-9, 9, 34, dtype=np.float32).reshape(1, 34), np.ones(1, np.float32)
    axis = [-1] if call.endswith("V3") else []
    for mode, function in (
        (b"round", np.rint),
        (b"floor", np.floor),
        (b"ceil", np.ceil),
        (b"trunc", np.trunc),
    ):
        arguments = [x, one, NULL, False, mode, NUMBERS["int4"], *axis, Small("int4", (1, 34))]
        *_, y = run(session, call, arguments, "Ascend910B")
        assert np.array_equal(y, np.clip(function(x), -8, 7))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", FLOATS)
def test_quantised_by_divisors(session: Session, kind: str) -> None:
    x, scales = _numbers(kind), np.linspace(0.5, 2, SHAPE[-1], dtype=np.float32)
    points = np.arange(SHAPE[-1], dtype=np.int32)
    y = Small(kind, SHAPE)
    *_, codes = run(session, "aclnnQuantize", [x, scales, points, NUMBERS[kind], 1, y])
    assert np.array_equal(codes, coded(kind, x / scales + single(points)))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", list(NUMBERS))
def test_restored(session: Session, kind: str) -> None:
    """Every code, and what the call makes of it in float16."""
    count = 16 if kind == "int4" else 256
    codes = np.arange(count).reshape(2, -1)
    numbers = single(codes - 8) if kind == "int4" else values_of(kind).reshape(2, -1)
    codes = codes - 8 if kind == "int4" else codes
    scale, offset = np.array([0.5], np.float32), np.array([3], np.float32)
    out = np.zeros(codes.shape, np.float16)
    *_, y = run(
        session,
        "aclnnAscendAntiQuant",
        [Small(kind, codes.shape, codes), scale, offset, 1, False, out],
    )
    with np.errstate(over="ignore"):
        wanted = ((numbers + offset) * scale).astype(np.float16)
    assert np.array_equal(y, wanted, equal_nan=True)


@pytest.mark.usefixtures("own_library")
def test_groups_of_int4(session: Session) -> None:
    x, scale = _halves((6, 8)) * 4, np.array([[1] * 8, [2] * 8], np.float32)
    ends = np.array([2, 6], np.int64)
    y = Small("int4", (6, 8))
    *_, found = run(session, "aclnnGroupQuant", [x, scale, ends, NULL, NUMBERS["int4"], y])
    assert np.array_equal(found, coded("int4", single(x) * scale[[0, 0, 1, 1, 1, 1]]))


@pytest.mark.usefixtures("own_library")
def test_rounding_at_random_is_refused(api: Api, session: Session) -> None:
    x, one = np.ones((2, 4), np.float32), np.ones(1, np.float32)
    placed = [_place(session, each)[0] for each in (x, one, Small("hifloat8", (2, 4)))]
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    with selected(api, "Ascend950"):
        status = api.aclnnAscendQuantV3GetWorkspaceSize(
            placed[0], placed[1], None, False, b"hybrid", 34, -1, placed[2],
            ctypes.byref(size), ctypes.byref(executor),
        )  # fmt: skip
    assert status == 207000
    assert "hybrid, rounding at random" in api.message()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", FLOATS)
def test_slots_of_a_cache(session: Session, kind: str) -> None:
    cache = np.arange(2 * 6 * 8).reshape(2, 6, 8) % 90
    updates = _RNG.normal(size=(2, 3, 8)) * LARGEST[kind]
    updates = np.clip(updates, -65504, 65504).astype(np.float16)
    scales, places = np.linspace(0.5, 2, 8, dtype=np.float32), np.array([3, 1], np.int32)
    round_mode = b"round" if kind == "hifloat8" else b"rint"
    self_ref = Small(kind, cache.shape, cache)
    arguments = [self_ref, places, updates, scales, NULL, -2, -1, 1, round_mode]
    found, *_ = run(session, "aclnnInplaceQuantScatterV2", arguments)
    wanted = cache.copy()
    codes = coded(kind, single(updates) / scales)
    for i, first in enumerate(places):
        wanted[i, first : first + 3] = codes[i]
    assert np.array_equal(found, wanted)


# --- By scales that follow -----------------------------------------------------------------------


def _rows() -> Array:
    """Rows of numbers, and one of zeros, which stays one."""
    x = _halves()
    x[3] = 0
    return x


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("call", ["aclnnDynamicQuant", "aclnnDynamicQuantV2"])
@pytest.mark.parametrize("kind", list(NUMBERS))
def test_rows_by_scales_of_their_own(session: Session, kind: str, call: str) -> None:
    x, y, scales = _rows(), Small(kind, SHAPE), np.zeros(SHAPE[0], np.float32)
    is_first = call == "aclnnDynamicQuant"
    between, behind = ([], []) if is_first else ([NULL, NUMBERS[kind]], [NULL])
    found = run(session, call, [x, NULL, *between, y, scales, *behind])
    scale = np.abs(single(x)).max(-1) / np.float32(LARGEST[kind])
    with np.errstate(invalid="ignore"):
        wanted = coded(kind, single(x) / scale[:, None])
    assert np.array_equal(found[2], scale)
    assert np.array_equal(found[1], wanted)
    assert not found[1][3].any()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", list(NUMBERS))
def test_rows_with_offsets(session: Session, kind: str) -> None:
    x, y = _halves(), Small(kind, SHAPE)
    scales, offsets = np.zeros(SHAPE[0], np.float32), np.zeros(SHAPE[0], np.float32)
    arguments = [x, NULL, NULL, NUMBERS[kind], False, b"pertoken", y, scales, offsets]
    _, codes, *found = run(session, "aclnnDynamicQuantV3", arguments)
    most = np.float32(LARGEST[kind])
    steps = np.float32(15) if kind == "int4" else 2 * most
    largest = single(x).max(-1)
    scale = (largest - single(x).min(-1)) / steps
    offset = most - largest / scale
    assert np.array_equal(found[0], scale)
    assert np.array_equal(found[1], offset)
    assert np.array_equal(codes, coded(kind, single(x) / scale[:, None] + offset[:, None]))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("largest", [0.0, 15.0, 32768.0])
def test_the_largest_hifloat8_is_chosen(session: Session, largest: float) -> None:
    x, y, scales = _halves(), Small("hifloat8", SHAPE), np.zeros(SHAPE[0], np.float32)
    arguments = [x, NULL, NULL, 34, True, b"pertoken", largest, y, scales, NULL]
    _, codes, found = run(session, "aclnnDynamicQuantV4", arguments)
    scale = np.abs(single(x)).max(-1) / np.float32(largest or 32768)
    assert np.array_equal(found, scale)
    assert np.array_equal(codes, coded("hifloat8", single(x) / scale[:, None]))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("approximate", ["none", "tanh"])
@pytest.mark.parametrize("kind", FLOATS)
def test_gelu(session: Session, kind: str, approximate: str) -> None:
    x, y, scales = _halves(), Small(kind, SHAPE), np.zeros(SHAPE[0], np.float32)
    factors, summands = (
        np.full(1, LARGEST[kind], np.float32),
        np.full(1, LARGEST[kind] / 8, np.float32),
    )
    round_mode = b"round" if kind == "hifloat8" else b"rint"
    words = [approximate.encode(), b"dynamic", round_mode, NUMBERS[kind]]
    _, codes, found = run(session, "aclnnGeluQuant", [x, NULL, NULL, *words, y, scales])
    numbers = active(x, approximate)
    scale = np.abs(numbers).max(-1) / np.float32(LARGEST[kind])
    assert np.array_equal(found, scale)
    assert np.array_equal(codes, coded(kind, numbers / scale[:, None]))
    words[1] = b"static"
    *_, codes = run(session, "aclnnGeluQuant", [x, factors, summands, *words, y, NULL])
    assert np.array_equal(codes, coded(kind, numbers * factors + summands))


# --- Norms ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("divides", [True, False])
@pytest.mark.parametrize("kind", list(NUMBERS))
def test_norms_by_given_scales(session: Session, kind: str, divides: bool) -> None:
    x, gamma, y = _halves(), _halves(SHAPE[-1:]), Small(kind, SHAPE)
    near = np.float32(1 / LARGEST[kind] if divides else LARGEST[kind])
    scale, rstd = np.array([near]), np.zeros((SHAPE[0], 1), np.float32)
    arguments = [x, gamma, scale, NULL, NULL, 1e-6, divides, True, y, rstd]
    *_, codes, root = run(session, "aclnnRmsNormQuantV3", arguments)
    wanted_root = roots(single(x), 1, 1e-6)
    norm = single(x) * wanted_root * single(gamma)
    assert np.array_equal(root, wanted_root)
    assert np.array_equal(codes, coded(kind, norm / scale if divides else norm * scale))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", FLOATS)
def test_sums_by_given_scales(session: Session, kind: str) -> None:
    x, gamma, total = _halves(), _halves(SHAPE[-1:]), np.zeros(SHAPE, np.float16)
    scales = np.full(SHAPE[-1], 1 / LARGEST[kind], np.float32)
    y1, y2 = Small(kind, SHAPE), Small(kind, SHAPE)
    arguments = [x, x, gamma, scales, scales * 2, NULL, NULL, -1, 1e-6, True, y1, y2, total]
    *_, first, second, added = run(session, "aclnnAddRmsNormQuant", arguments)
    norm = single(added) * roots(single(added), 1, 1e-6) * single(gamma)
    assert np.array_equal(added, (single(x) + single(x)).astype(np.float16))
    assert np.array_equal(first, coded(kind, norm / scales))
    assert np.array_equal(second, coded(kind, norm / (scales * 2)))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", list(NUMBERS))
def test_sums_by_scales_of_their_own(session: Session, kind: str) -> None:
    x, gamma, total = _halves(), _halves(SHAPE[-1:]), np.zeros(SHAPE, np.float16)
    y1, y2 = Small(kind, SHAPE), Small(kind, SHAPE)
    scale1, scale2 = np.zeros(SHAPE[0], np.float32), np.zeros(SHAPE[0], np.float32)
    arguments = [x, x, gamma, gamma, gamma, NULL, 1e-6, NULL, y1, y2, total, scale1, scale2]
    *_, first, second, added, found1, found2 = run(
        session, "aclnnAddRmsNormDynamicQuantV2", arguments
    )
    norm = single(added) * roots(single(added), 1, 1e-6) * single(gamma) * single(gamma)
    scale = np.abs(norm).max(-1) / np.float32(LARGEST[kind])
    for codes, scales in ((first, found1), (second, found2)):
        assert np.array_equal(scales, scale)
        assert np.array_equal(codes, coded(kind, norm / scale[:, None]))


def test_codes_are_those_of_ml_dtypes() -> None:
    """The oracle of this file, where another one knows the type."""
    for kind, own in (
        ("float8_e5m2", ml_dtypes.float8_e5m2),
        ("float8_e4m3fn", ml_dtypes.float8_e4m3fn),
    ):
        x = (_RNG.normal(size=4000) * LARGEST[kind] / 3).astype(np.float32)
        x = np.clip(x, -LARGEST[kind], LARGEST[kind])
        assert np.array_equal(coded(kind, x), x.astype(own).view(np.uint8))
