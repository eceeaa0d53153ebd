# SPDX-License-Identifier: Apache-2.0
"""MoeInitRoutingV3 on Ascend950: what its tiling checks and asks for, and rows of every mode."""

from __future__ import annotations

import ctypes
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from small_floats import hifloat8_value, nearest
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT8,
    INT32,
    INT64,
    KERNEL,
    NULL,
    answer,
    ints,
    room,
    tensor,
)

Array = NDArray[Any]
CALL = "aclnnMoeInitRoutingV3"
INT4, HIGH, E5M2, E4M3, E8M0, FLOAT4 = 29, 34, 35, 36, 37, 40
CORES = 64
TOKENS, EACH, COLUMNS, EXPERTS = 6, 2, 40, 5
ROWS = TOKENS * EACH
RNG = np.random.default_rng(23)
IDS = np.array([[3, 1], [0, 4], [3, 3], [1, 0], [4, 3], [2, 1]], np.int32)


def _case(**given: Any) -> list[Any]:
    """Arguments of phase one, with others in place of those of bfloat16 that is moved."""
    defaults: dict[str, Any] = {
        "x": tensor(BFLOAT16, TOKENS, COLUMNS),
        "experts": tensor(INT32, TOKENS, EACH),
        "scale": NULL,
        "offset": NULL,
        "active": ROWS,
        "capacity": 0,
        "count": EXPERTS,
        "drops": 0,
        "type": 1,
        "flag": True,
        "mode": -1,
        "range": ints(0, EXPERTS),
        "rows": 0,
        "out": tensor(BFLOAT16, ROWS, COLUMNS),
        "places": tensor(INT32, ROWS),
        "counts": tensor(INT64, EXPERTS),
        "scales": tensor(FLOAT, ROWS),
    }
    assert set(given) <= set(defaults)
    return [
        ["b", int(each)]
        if isinstance(each, bool)
        else ["i", each]
        if isinstance(each, int)
        else each
        for each in (defaults | given).values()
    ]


def _out(dtype: int) -> list[Any]:
    return tensor(dtype, ROWS, COLUMNS)


HALF = tensor(FLOAT16, TOKENS, COLUMNS)
POWERS = {"scale": tensor(E8M0, TOKENS, 1, 2), "scales": tensor(E8M0, ROWS, 1, 2)}
ONE = tensor(FLOAT, 1)
DROPS: dict[str, Any] = {"drops": 1, "capacity": 3, "out": tensor(BFLOAT16, EXPERTS, 3, COLUMNS)}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, 0),
        ({"active": -1}, 0),
        ({"active": 5}, 561103),
        ({"type": 0}, 0),
        ({"type": 2, "counts": tensor(INT64, EXPERTS, 2)}, 0),
        ({"type": 3}, 561103),
        ({"count": 0}, 561103),
        ({"count": 10241}, 561103),
        ({"flag": False}, 561103),
        ({"rows": 2}, 561103),
        ({"range": ints(1, 3), "counts": tensor(INT64, 2)}, 0),
        ({"range": ints(1, 3)}, 561103),
        ({"range": ints(1, 6)}, 561103),
        ({"experts": tensor(INT32, 5, EACH)}, 561103),
        ({"experts": tensor(INT64, TOKENS, EACH)}, 161002),
        ({"x": tensor(HIGH, TOKENS, COLUMNS), "out": _out(HIGH)}, 0),
        ({"x": tensor(E4M3, TOKENS, COLUMNS), "out": _out(E4M3)}, 0),
        ({"x": tensor(E4M3, TOKENS, COLUMNS), "out": _out(E4M3), **POWERS}, 0),
        ({"x": tensor(FLOAT4, TOKENS, COLUMNS), "out": _out(FLOAT4), **POWERS}, 0),
        ({"x": tensor(HIGH, TOKENS, COLUMNS), "out": _out(HIGH), **POWERS}, 561103),
        ({"scale": tensor(FLOAT, TOKENS)}, 0),
        ({"scale": tensor(FLOAT, ROWS)}, 561103),
        ({"mode": 0, "scale": ONE, "offset": ONE, "out": _out(INT8)}, 0),
        ({"mode": 0, "scale": ONE, "out": _out(INT8)}, 561103),
        ({"mode": 0, "scale": ONE, "offset": ONE}, 561103),
        ({"mode": 1, "out": _out(INT8)}, 0),
        ({"mode": 1, "out": _out(INT8), "x": tensor(INT8, TOKENS, COLUMNS)}, 561103),
        ({"mode": 2, "out": _out(E5M2), "scales": tensor(E8M0, ROWS, 2)}, 0),
        ({"mode": 3, "out": _out(E4M3), "scales": tensor(E8M0, ROWS, 2), "x": HALF}, 0),
        ({"mode": 3, "out": _out(E4M3), "scales": tensor(E8M0, ROWS, 1, 2)}, 561103),
        ({"mode": 9, "out": _out(FLOAT4), "scales": tensor(E8M0, ROWS, 1, 2)}, 0),
        ({"mode": 16, "out": _out(E5M2), "scales": tensor(E8M0, ROWS, 2)}, 0),
        ({"mode": 17, "out": _out(E4M3), "scales": tensor(E8M0, ROWS, 2)}, 0),
        ({"mode": 17, "x": tensor(FLOAT, TOKENS, COLUMNS), "out": _out(E4M3)}, 561103),
        ({"mode": 6, "out": _out(HIGH)}, 0),
        ({"mode": 7, "out": _out(HIGH), "scale": ONE}, 0),
        ({"mode": 7, "out": _out(HIGH)}, 561103),
        ({"mode": 8, "out": _out(HIGH)}, 0),
        ({"mode": 13, "out": _out(INT4)}, 0),
        ({"mode": 13, "out": _out(INT4), "x": HALF}, 561103),
        ({"mode": 10}, 561103),
        ({"mode": 18}, 561103),
        ({"mode": 5, "out": _out(E4M3), "scales": tensor(FLOAT, ROWS, 1)}, 0),
        ({"mode": 5, "out": _out(E4M3), "scales": tensor(FLOAT, ROWS, 1, 2)}, 561103),
        ({"mode": 15, "out": _out(E4M3), "scales": tensor(FLOAT, ROWS, 1)}, 0),
        ({"mode": 12, "out": _out(E4M3), "scales": tensor(FLOAT, ROWS, 1, 2)}, 0),
        ({"mode": 12, "out": _out(E4M3), "scales": tensor(FLOAT, ROWS, 1)}, 561103),
        ({"mode": 12, "out": _out(E5M2), "scales": tensor(FLOAT, ROWS, 1, 2)}, 561103),
        (DROPS, 0),
        (DROPS | {"capacity": 7, "out": tensor(BFLOAT16, EXPERTS, 7, COLUMNS)}, 561103),
        (DROPS | {"capacity": 0}, 561103),
        (DROPS | {"type": 0}, 561103),
        (DROPS | {"rows": 1}, 561103),
        (DROPS | {"mode": 1}, 561103),
        (DROPS | {"range": ints(0, 4), "counts": tensor(INT64, 4)}, 561103),
        (DROPS | {"out": tensor(BFLOAT16, EXPERTS * 3, COLUMNS)}, 561103),
        ({"x": NULL}, 161001),
    ],
)
def test_what_the_tiling_takes(api: Api, given: dict[str, Any], wanted: int) -> None:
    """moe_init_routing_v3_tiling_arch35.cpp; data types are op_api's."""
    assert answer(api, "Ascend950", CALL, *_case(**given))[0] == wanted


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("given", "more"),
    [
        ({}, 2 * 32),
        ({"mode": 6, "out": _out(HIGH)}, 2 * 32),
        ({"mode": 8, "out": _out(HIGH)}, 2 * 32 + 4 * CORES * COLUMNS),
        (DROPS, 32 + 8 * CORES),
        # Places are fewer than rows by more than what is copied again.
        (
            DROPS | {"capacity": 1, "out": tensor(BFLOAT16, EXPERTS, 1, COLUMNS)},
            32 + 8 * CORES + 4 * EXPERTS,
        ),
    ],
)
def test_memory_of_the_kernel(api: Api, given: dict[str, Any], more: int) -> None:
    """GetWorkspaceSize: seven numbers a row, 64 bytes a core, counts, and places or rows."""
    found = answer(api, "Ascend950", CALL, *_case(**given))
    assert found[:2] == (0, room(KERNEL + 28 * ROWS + 64 * CORES + more))


@pytest.mark.usefixtures("own_library")
def test_nothing_takes_nothing(api: Api) -> None:
    given = {
        "x": tensor(BFLOAT16, 0, COLUMNS),
        "experts": tensor(INT32, 0, EACH),
        "out": tensor(BFLOAT16, 0, COLUMNS),
        "places": tensor(INT32, 0),
        "scales": tensor(FLOAT, 0),
        "active": 3,
    }
    found = answer(api, "Ascend950", CALL, *_case(**given))
    assert (found[0], found[2].split("|")[1]) == (0, str(KERNEL))


# ---- Values --------------------------------------------------------------------------------------

NUMBERS: dict[str, int] = {
    "bfloat16": BFLOAT16,
    "float8_e5m2": E5M2,
    "float8_e4m3fn": E4M3,
    "float8_e8m0fnu": E8M0,
    "float4_e2m1fn": FLOAT4,
    "int4": INT4,
    "uint8": HIGH,  # codes: ml_dtypes has no such type
}


def _pack(value: Array) -> Array:
    if value.dtype.name not in ("float4_e2m1fn", "int4"):
        return value
    codes = value.view(np.uint8).ravel() & 15
    return codes[::2] | codes[1::2] << 4


def _run(api: Api, x: Array, mode: int, out: Array, scales: Array, **given: Any) -> list[Array]:
    """The rows, their places, counts and scales."""
    results = [
        out,
        np.zeros(ROWS, np.int32),
        np.zeros(given.get("counts", EXPERTS), np.int64),
        scales,
    ]
    with Session(api) as session, selected(api, "Ascend950"):

        def described(value: Array | None, address: int | None = None) -> int | None:
            if value is None:
                return None
            where = session.upload(_pack(value)) if address is None else address
            return session.describe(value.shape, NUMBERS.get(value.dtype.name, value.dtype), where)

        where = [session.upload(_pack(each)) for each in results]
        first, past = given.get("range", (0, EXPERTS))
        limits = api.aclCreateIntArray((ctypes.c_int64 * 2)(first, past), 2)
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        api.ok.aclnnMoeInitRoutingV3GetWorkspaceSize(
            *(described(each) for each in (x, IDS, given.get("scale"), given.get("offset"))),
            -1, given.get("capacity", 0), EXPERTS, int("capacity" in given),
            given.get("type", 1), True, mode, limits, given.get("rows", 0),
            *(described(each, at) for each, at in zip(results, where, strict=True)),
            ctypes.byref(size), ctypes.byref(executor),
        )  # fmt: skip
        workspace = session.malloc(size.value)
        api.ok.aclnnMoeInitRoutingV3(workspace or None, size, executor, session.stream)
        assert session.synchronize() == 0
        api.aclDestroyIntArray(limits)
        found = []
        for each, at in zip(results, where, strict=True):
            packed = _pack(each)
            bytes_ = session.download(at, packed.shape, packed.dtype)
            if packed is not each:
                codes = np.stack([bytes_ & 15, bytes_ >> 4], -1).reshape(each.shape)
                bytes_ = codes.view(np.int8) if each.dtype.name == "int4" else codes
            found.append(bytes_)
        return found


def _order(first: int = 0, past: int = EXPERTS) -> Array:
    """The rows by expert, those of one in their sequence."""
    ids = IDS.reshape(-1)
    kept = np.flatnonzero((ids >= first) & (ids < past))
    return kept[np.argsort(ids[kept], kind="stable")]


def _x(dtype: Any) -> Array:
    return (RNG.normal(size=(TOKENS, COLUMNS)) * 3).astype(np.float32).astype(dtype)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    "dtype",
    [ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, ml_dtypes.float4_e2m1fn, np.uint8, np.int8],
)
def test_rows_are_moved(api: Api, dtype: Any) -> None:
    """With powers of two of pairs of blocks beside floats, and sums of counts."""
    x = (
        _x(np.float32).astype(dtype)
        if dtype != np.uint8
        else RNG.integers(0, 256, (6, 40), np.uint8)
    )
    has_powers = dtype not in (np.uint8, np.int8)
    shape = (TOKENS, 1, 2) if has_powers else (TOKENS,)
    scale = np.exp2(RNG.integers(-9, 9, shape)).astype(np.float32)
    if has_powers:
        scale = scale.astype(ml_dtypes.float8_e8m0fnu)
    out = np.zeros((ROWS, COLUMNS), dtype)
    scales = np.ones((ROWS, *shape[1:]), scale.dtype)
    found = _run(api, x, -1, out, scales, scale=scale, type=0)
    order = _order()
    wanted = x[order // EACH]
    codes = wanted.view(np.uint8) & (15 if dtype == ml_dtypes.float4_e2m1fn else 255)
    assert np.array_equal(found[0].view(np.uint8), codes)
    assert np.array_equal(found[1][order], np.arange(ROWS))
    assert np.array_equal(found[2], np.cumsum(np.bincount(IDS.reshape(-1), minlength=EXPERTS)))
    assert np.array_equal(found[3], scale[order // EACH])


@pytest.mark.usefixtures("own_library")
def test_experts_have_room_for_rows(api: Api) -> None:
    x, scale = _x(ml_dtypes.bfloat16), RNG.normal(size=TOKENS).astype(np.float32)
    out = np.ones((EXPERTS, 2, COLUMNS), ml_dtypes.bfloat16)
    found = _run(api, x, -1, out, np.ones(EXPERTS * 2, np.float32), scale=scale, capacity=2)
    rows, scales = np.zeros_like(out), np.zeros((EXPERTS, 2), np.float32)
    places = np.full(ROWS, -1)
    for expert in range(EXPERTS):
        for at, row in enumerate(np.flatnonzero(IDS.reshape(-1) == expert)[:2]):
            rows[expert, at], scales[expert, at] = x[row // EACH], scale[row // EACH]
            places[row] = expert * 2 + at
    assert np.array_equal(found[0].astype(np.float32), rows.astype(np.float32))
    assert np.array_equal(found[1], places)
    assert np.array_equal(found[2], np.bincount(IDS.reshape(-1), minlength=EXPERTS))
    assert np.array_equal(found[3], scales.reshape(-1))


@pytest.mark.usefixtures("own_library")
def test_rows_by_one_scale_and_offset(api: Api) -> None:
    """In float16, as MoeInitRoutingQuantV2."""
    x, scale, offset = _x(np.float16), np.array([5], np.float32), np.array([-3], np.float32)
    found = _run(api, x, 0, np.ones((ROWS, COLUMNS), np.int8), np.ones(ROWS, np.float32),
                 scale=scale, offset=offset)  # fmt: skip
    order = _order()
    numbers = (x * scale.astype(np.float16)) + offset.astype(np.float16)
    wanted = np.clip(np.rint(numbers[order // EACH].astype(np.float32)), -128, 127)
    assert np.array_equal(found[0], wanted)


def _high(values: Array) -> Array:
    held = np.clip(values.astype(np.float64), -32768, 32768)
    codes = nearest("hifloat8", held, True) | np.where(np.signbit(held), 0x80, 0)
    return np.asarray(codes, np.uint8)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("mode", [6, 7, 8])
def test_rows_become_hifloat8(api: Api, mode: int) -> None:
    x = _x(np.float16)
    x[0, :2] = [60000, -60000]
    scale = np.array([3], np.float32)
    out = np.zeros((ROWS, COLUMNS), np.uint8)
    found = _run(api, x, mode, out, np.ones(ROWS, np.float32), range=(0, 4), counts=4,
                 scale=scale if mode == 7 else None)  # fmt: skip
    order = _order(0, 4)
    wide = x.astype(np.float32)
    scales = np.abs(wide).max(1) / np.float32(32768)
    values = {6: wide, 7: wide * scale, 8: wide / scales[:, None]}[mode]
    assert np.array_equal(found[0][: order.size], _high(values)[order // EACH])
    assert not found[0][order.size :].any()
    if mode == 8:
        assert np.array_equal(found[3][: order.size], scales[order // EACH])
    assert hifloat8_value(int(_high(np.array([40000.0]))[0])) == 32768


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
@pytest.mark.parametrize("has_scale", [False, True])
def test_rows_become_int4(api: Api, dtype: Any, has_scale: bool) -> None:
    x = _x(dtype)
    smooth = np.exp2(RNG.integers(-2, 3, (1, COLUMNS))).astype(np.float32)
    out = np.zeros((ROWS, COLUMNS), ml_dtypes.int4)
    found = _run(api, x, 13, out, np.ones(ROWS, np.float32), scale=smooth if has_scale else None)
    wide = x.astype(np.float32) * (smooth if has_scale else 1)
    scales = np.abs(wide).max(1) / np.float32(7)
    tokens = _order() // EACH
    wanted = np.rint(wide / scales[:, None])[tokens].astype(int)
    assert np.array_equal((found[0].astype(int) + 8) % 16 - 8, wanted)
    assert np.array_equal(found[3], scales[tokens])


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("mode", "dtype", "largest"),
    [
        (2, ml_dtypes.float8_e5m2, 57344.0),
        (3, ml_dtypes.float8_e4m3fn, 448.0),
        (16, ml_dtypes.float8_e5m2, 57344.0),
        (17, ml_dtypes.float8_e4m3fn, 448.0),
        (9, ml_dtypes.float4_e2m1fn, 6.0),
    ],
)
def test_rows_in_blocks(api: Api, mode: int, dtype: Any, largest: float) -> None:
    """float8: the power of two from the largest magnitude / the largest number on; float4: the
    power of two of the largest magnitude / 4. 16 and 17 count that as 0.0001 at least."""
    x = _x(ml_dtypes.bfloat16)
    x[1, 32:] = 0
    x[2, :32] = 1e-6
    is_float4 = mode == 9
    shape = (ROWS, 1, 2) if is_float4 else (ROWS, 2)
    out, scales = np.zeros((ROWS, COLUMNS), dtype), np.ones(shape, ml_dtypes.float8_e8m0fnu)
    found = _run(api, x, mode, out, scales)
    wide = np.zeros((TOKENS, 64))
    wide[:, :COLUMNS] = x.astype(np.float64)
    most = np.abs(wide.reshape(TOKENS, 2, 32)).max(-1)
    if mode in (16, 17):
        most = np.maximum(most, float(np.float32(0.0001).astype(ml_dtypes.bfloat16)))
    with np.errstate(divide="ignore"):
        exponents = np.floor(np.log2(most)) - 2 if is_float4 else np.ceil(np.log2(most / largest))
    powers = np.exp2(np.maximum(exponents, -127.0))
    quotients = wide / np.repeat(powers, 32, 1)
    held = np.clip(quotients, -largest, largest)[:, :COLUMNS].astype(np.float32).astype(dtype)
    tokens = _order() // EACH
    mask = 15 if is_float4 else 255
    assert np.array_equal(found[0].view(np.uint8) & mask, held[tokens].view(np.uint8) & mask)
    wanted = powers.astype(np.float32).astype(ml_dtypes.float8_e8m0fnu)[tokens]
    assert np.array_equal(found[3].reshape(ROWS, 2).view(np.uint8), wanted.view(np.uint8))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("columns", [84, 128, 300, 512])
@pytest.mark.parametrize(
    ("mode", "dtype", "largest"),
    [
        (at, dtype, largest)
        for first in (4, 11, 14)
        for at, dtype, largest in (
            (first, ml_dtypes.float8_e5m2, 57344.0),
            (first + 1, ml_dtypes.float8_e4m3fn, 448.0),
        )
    ],
)
def test_rows_in_groups(api: Api, mode: int, dtype: Any, largest: float, columns: int) -> None:
    """The largest magnitude of 128 columns / the largest number, and the power of two from that on
    but for 11 and 12, whose scales lie in pairs; 14 and 15 count it as 0.0001 at least."""
    x = (RNG.normal(size=(TOKENS, columns)) * 3).astype(np.float32).astype(ml_dtypes.bfloat16)
    x[1, :128] = 0
    x[2, :128] = 1e-6
    x[3, 0] = 2.0**-133
    x[3, 1:128] = 0
    is_plain = mode in (11, 12)
    groups = -(-columns // 256) * 2 if is_plain else -(-columns // 128)
    shape = (ROWS, groups // 2, 2) if is_plain else (ROWS, groups)
    out, scales = np.zeros((ROWS, columns), dtype), np.ones(shape, np.float32)
    found = _run(api, x, mode, out, scales)
    wide = np.zeros((TOKENS, groups * 128), np.float32)
    wide[:, :columns] = x.astype(np.float32)
    most = np.abs(wide.reshape(TOKENS, groups, 128)).max(-1)
    if mode in (14, 15):
        most = np.maximum(most, np.float32(0.0001))
    wanted = most / np.float32(largest)
    if not is_plain:
        bits = wanted.view(np.uint32)
        wanted = ((bits >> 23) + ((bits & 0x7FFFFF) != 0) << 23).astype(np.uint32).view(np.float32)
    with np.errstate(invalid="ignore", divide="ignore"):
        quotients = wide / np.repeat(wanted, 128, 1)
    held = np.clip(np.nan_to_num(quotients), -largest, largest)[:, :columns].astype(dtype)
    tokens = _order() // EACH
    assert np.array_equal(found[0].view(np.uint8), held[tokens].view(np.uint8))
    assert np.array_equal(found[3].reshape(ROWS, groups), wanted[tokens])
