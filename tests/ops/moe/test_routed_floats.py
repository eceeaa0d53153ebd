# SPDX-License-Identifier: Apache-2.0
"""Grouped products whose rows are combined, on Ascend950: numbers with powers of two for blocks,
with scales for columns and rows, and weights in fractals."""

from __future__ import annotations

import ctypes
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from small_floats import nearest
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import BFLOAT16, FLOAT, INT8, INT32, INT64, KERNEL, NULL, answer, room, tensor

Array = NDArray[Any]
NZ, NZ_32 = 29, 51
DETERMINISTIC = 0  # ACL_OPT_DETERMINISTIC
HIFLOAT8, E5M2, E4M3, E8M0, FLOAT4 = 34, 35, 36, 37, 40
NUMBERS = {
    "bfloat16": BFLOAT16,
    "float8_e5m2": E5M2,
    "float8_e4m3fn": E4M3,
    "float8_e8m0fnu": E8M0,
    "float4_e2m1fn": FLOAT4,
    "uint8": HIFLOAT8,  # codes: ml_dtypes has no such type
}
V3 = "aclnnGroupedMatmulFinalizeRoutingV3"
NZ_V2 = "aclnnGroupedMatmulFinalizeRoutingWeightNzV2"
NZ_V1 = "aclnnGroupedMatmulFinalizeRoutingWeightNz"
NOT_OF_V1 = ("offset", "antiquant", "antiquantOffset", "tuning")
RNG = np.random.default_rng(17)
TOKENS, GROUPS, BATCH = 7, 3, 5


def _status(api: Api, call: str, without: tuple[str, ...] = (), **given: Any) -> tuple[int, int]:
    """Status and size of the vendor's case (unit tests of op_api) with other arguments, and without
    those that a version does not have."""
    arguments: dict[str, Any] = {
        "x": tensor(E5M2, 192, 2048),
        "weight": tensor(E5M2, 4, 2048, 7168),
        "scale": tensor(E8M0, 4, 32, 7168, 2),
        "bias": tensor(BFLOAT16, 4, 7168),
        "offset": NULL,
        "antiquant": NULL,
        "antiquantOffset": NULL,
        "tokens": tensor(E8M0, 192, 32, 2),
        "groups": tensor(INT64, 4),
        "shared": tensor(BFLOAT16, 8, 7168),
        "logit": tensor(FLOAT, 192),
        "places": tensor(INT64, 192),
        "dtype": 0,
        "factor": ["f", 1.0],
        "first": 0,
        "transposeX1": False,
        "transposeX2": False,
        "groupListType": 1,
        "tuning": NULL,
        "out": tensor(FLOAT, 24, 7168),
    } | given
    written = [
        ["b", int(each)]
        if isinstance(each, bool)
        else ["i", each]
        if isinstance(each, int)
        else each
        for name, each in arguments.items()
        if name not in without
    ]
    return answer(api, "Ascend950", call, *written)[:2]


def _fractals(dtype: int, *shape: int, blocks: list[int], layout: int = NZ) -> list[Any]:
    return ["T", list(shape), dtype, layout, None, 0, blocks]


FLIPPED: dict[str, Any] = {
    "weight": tensor(E5M2, 4, 7168, 2048),
    "scale": tensor(E8M0, 4, 7168, 32, 2),
    "transposeX2": True,
}
FOUR: dict[str, Any] = {"x": tensor(FLOAT4, 192, 2048), "weight": tensor(FLOAT4, 4, 2048, 7168)}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, 0),
        (FLIPPED, 0),
        ({"x": tensor(E4M3, 192, 2048), "weight": tensor(E4M3, 4, 2048, 7168)}, 0),
        (FOUR, 0),
        ({"shared": NULL, "bias": NULL}, 0),
        ({"weight": tensor(FLOAT4, 4, 2048, 7168)}, 161002),
        ({"tokens": tensor(E8M0, 191, 32, 2)}, 161002),
        ({"weight": tensor(E5M2, 4, 2047, 7168)}, 161002),
        ({"weight": tensor(E5M2, 4, 2048, 7168, layout=NZ)}, 161002),
        ({"x": tensor(INT8, 192, 2048)}, 161002),
        ({"dtype": 1}, 161002),
        ({"transposeX1": True}, 161002),
        ({"offset": tensor(FLOAT, 4, 1, 7168)}, 161001),
        ({"antiquant": tensor(FLOAT, 4, 7168)}, 161001),
        ({"tokens": NULL}, 161001),
        ({"bias": tensor(FLOAT, 4, 7168)}, 161002),
        ({"places": tensor(INT32, 192)}, 161002),
        ({"groupListType": 2}, 561103),
        ({"first": -1}, 561103),
        ({"first": 17}, 561103),
        (
            {
                "weight": tensor(E5M2, 0, 2048, 7168),
                "scale": tensor(E8M0, 0, 32, 7168, 2),
                "bias": NULL,
                "groups": tensor(INT64, 0),
            },
            561103,
        ),
        ({"out": tensor(FLOAT, 193, 7168)}, 561103),
        ({"scale": tensor(E8M0, 4, 7168, 32, 2)}, 161002),
    ],
)
def test_what_the_third_version_takes(api: Api, given: dict[str, Any], wanted: int) -> None:
    """CANN's op_api of the call, its checker for Ascend950, and its tiling there."""
    status, size = _status(api, V3, **given)
    assert status == wanted
    if wanted == 0:
        assert size == KERNEL + 512


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("depth", [2, 2049])
def test_float4_has_an_even_depth_above_2(api: Api, depth: int) -> None:
    pairs = (depth + 63) // 64
    given: dict[str, Any] = {
        "x": tensor(FLOAT4, 192, depth),
        "weight": tensor(FLOAT4, 4, depth, 7168),
        "scale": tensor(E8M0, 4, pairs, 7168, 2),
        "tokens": tensor(E8M0, 192, pairs, 2),
    }
    assert _status(api, V3, **given)[0] == 161002


WHOLE: dict[str, Any] = {
    "x": tensor(INT8, 192, 2048),
    "weight": _fractals(INT8, 4, 2048, 7168, blocks=[4, 224, 128, 16, 32]),
    "scale": tensor(FLOAT, 4, 1, 7168),
    "bias": NULL,
    "tokens": tensor(FLOAT, 192),
}
HIGH = WHOLE | {
    "x": tensor(HIFLOAT8, 192, 2048),
    "weight": _fractals(HIFLOAT8, 4, 2048, 7168, blocks=[4, 224, 128, 16, 32]),
    "scale": tensor(BFLOAT16, 4, 1, 7168),
}
TURNED_BYTES = {"x": tensor(INT8, 2048, 192, strides=[1, 2048]), "transposeX1": True}
MIXED: dict[str, Any] = {
    "x": tensor(E4M3, 192, 2048),
    "weight": _fractals(FLOAT4, 4, 7168, 2048, blocks=[4, 64, 448, 16, 32], layout=NZ_32),
    "scale": tensor(E8M0, 4, 7168, 32, 2),
    "transposeX2": True,
}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (WHOLE, 0),
        (HIGH, 0),
        (MIXED, 0),
        (WHOLE | {"places": tensor(INT32, 192)}, 0),
        (WHOLE | {"tokens": NULL}, 0),
        (HIGH | {"places": tensor(INT32, 192)}, 161002),
        (WHOLE | {"scale": tensor(INT64, 4, 1, 7168)}, 161002),
        (WHOLE | {"scale": tensor(FLOAT, 4, 7168)}, 161002),
        (WHOLE | {"weight": tensor(INT8, 4, 2048, 7168)}, 161002),
        (WHOLE | {"groups": tensor(INT64, 3)}, 161002),
        (WHOLE | {"logit": tensor(FLOAT, 191)}, 161002),
        (WHOLE | {"logit": NULL}, 161001),
        (WHOLE | {"scale": NULL}, 161001),
        (WHOLE | {"bias": tensor(FLOAT, 4, 7168)}, 161002),
        (
            WHOLE | {"weight": _fractals(HIFLOAT8, 4, 2048, 7168, blocks=[4, 224, 128, 16, 32])},
            161002,
        ),
        (WHOLE | TURNED_BYTES, 0),
        (WHOLE | TURNED_BYTES | {"transposeX1": False}, 561103),
        (WHOLE | {"x": tensor(INT8, 192, 2048, strides=[1, 192])}, 161002),
        (WHOLE | {"transposeX1": True}, 561103),
        (MIXED | {"x": tensor(E4M3, 2048, 192, strides=[1, 2048]), "transposeX1": True}, 0),
        (MIXED | {"transposeX1": True}, 161002),
        (MIXED | {"transposeX2": False}, 161002),
        (MIXED | {"tokens": NULL}, 161001),
        (MIXED | {"scale": tensor(FLOAT, 4, 7168, 32, 2)}, 161002),
        (MIXED | {"weight": tensor(FLOAT4, 4, 7168, 2048)}, 161002),
        (MIXED | {"shared": tensor(BFLOAT16, 20, 7168), "first": 10}, 161002),
        (MIXED | {"shared": tensor(BFLOAT16, 30, 7168)}, 161002),
        (MIXED | {"first": -(2**63)}, 561103),
        (MIXED | {"shared": NULL, "first": -1}, 0),
        (MIXED | {"shared": NULL, "first": 100}, 0),
        (MIXED | {"out": tensor(FLOAT, 24, 7168, 1)}, 161002),
    ],
)
def test_what_the_form_for_fractals_takes(api: Api, given: dict[str, Any], wanted: int) -> None:
    """The same, and the checker of weights of float4 beside rows of float8."""
    status, size = _status(api, NZ_V2, **given)
    assert status == wanted
    if wanted == 0:
        assert size == KERNEL + 512


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (WHOLE, 0),
        (HIGH, 0),
        (WHOLE | {"tokens": NULL}, 0),
        (WHOLE | {"dtype": 1}, 161002),
        (WHOLE | {"transposeX1": True}, 161002),
        (MIXED, 161002),
        (WHOLE | {"weight": tensor(INT8, 4, 2048, 7168)}, 161002),
        (
            WHOLE
            | {
                "weight": _fractals(INT8, 4, 2048, 7168, blocks=[4, 224, 128, 16, 32], layout=NZ_32)
            },
            161002,
        ),
        (
            WHOLE | {"weight": _fractals(INT8, 4, 2048, 7168, blocks=[4, 224, 127, 16, 32])},
            161002,
        ),
        # blocks whose number no int64 holds
        (WHOLE | {"weight": ["T", [0, 2**62, 2**62], INT8, NZ, [1, 1, 1], 0, [0]]}, 161002),
        (WHOLE | {"scale": tensor(INT64, 4, 1, 7168)}, 161002),
        (WHOLE | {"logit": NULL}, 161001),
    ],
)
def test_the_first_form_for_fractals_takes_nothing_swapped(
    api: Api, given: dict[str, Any], wanted: int
) -> None:
    """CheckSupportScene and CheckWeightNzFormat come before what both versions have."""
    status, size = _status(api, NZ_V1, NOT_OF_V1, **given)
    assert status == wanted
    if wanted == 0:
        assert size == KERNEL + 512


@pytest.mark.usefixtures("own_library")
def test_a_deterministic_device_holds_rows_of_int8(api: Api) -> None:
    """DeterministicTilingProcess: 0.8 of the cache of 128 MiB less 16 MiB, in float32."""
    held = int(np.float32((128 - 16) << 20) * np.float32(0.8))
    columns = held // 4 + 1
    wide = WHOLE | {
        "weight": _fractals(INT8, 1, 16, columns, blocks=[1, -(-columns // 32), 1, 16, 32]),
        "x": tensor(INT8, 192, 16),
        "scale": tensor(FLOAT, 1, 1, columns),
        "groups": tensor(INT64, 1),
        "shared": NULL,
        "out": tensor(FLOAT, 24, columns),
    }
    assert _status(api, NZ_V2, **wide)[0] == 0
    api.ok.aclrtSetSysParamOpt(DETERMINISTIC, 1)
    try:
        assert _status(api, NZ_V2, **WHOLE) == (0, room(KERNEL + held))
        assert _status(api, NZ_V2, **HIGH) == (0, KERNEL + 512)
        assert _status(api, NZ_V2, **wide)[0] == 561103
    finally:
        api.ok.aclrtSetSysParamOpt(DETERMINISTIC, 0)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("version", "without"),
    [("", NOT_OF_V1), ("V2", ("tuning",))],
)
def test_the_first_versions_take_no_type(api: Api, version: str, without: tuple[str, ...]) -> None:
    """GetTensorWithTransposeAndCheck: int32 becomes int4, which the checker of 950 refuses."""
    words = {"weight": tensor(INT32, 4, 2048, 896), "x": tensor(INT8, 192, 2048)}
    given = words | {"scale": tensor(INT64, 4, 1, 7168), "bias": tensor(FLOAT, 4, 7168)}
    given |= {"tokens": tensor(FLOAT, 192)}
    call = f"aclnnGroupedMatmulFinalizeRouting{version}"
    assert _status(api, call, without, **given)[0] == 161002


@pytest.mark.usefixtures("own_library")
def test_without_rows_there_is_nothing_to_do(api: Api) -> None:
    given: dict[str, Any] = {
        "x": tensor(E5M2, 0, 2048),
        "tokens": tensor(E8M0, 0, 32, 2),
        "logit": tensor(FLOAT, 0),
        "places": tensor(INT64, 0),
    }
    assert _status(api, V3, **given) == (0, 0)


# ---- Values --------------------------------------------------------------------------------------


def _numbers(dtype: Any, *shape: int) -> Array:
    return RNG.integers(-4, 5, shape).astype(np.float32).astype(dtype)


def _powers(*shape: int) -> Array:
    return np.exp2(RNG.integers(-2, 3, shape)).astype(ml_dtypes.float8_e8m0fnu)


def _bytes(value: Array) -> Array:
    if value.dtype.name != "float4_e2m1fn":
        return value
    codes = value.view(np.uint8).ravel() & 15
    return codes[::2] | codes[1::2] << 4


def _run(
    api: Api,
    call: str,
    given: dict[str, Any],
    weight: dict[str, Any],
    turned: tuple[str, ...] = (),
) -> Array:
    """The result; `weight` describes the storage of x2. Views of those that are `turned` swap the
    second and the third dimension of what memory has, of x both."""
    out = np.zeros((BATCH, given["bias"].shape[1]), np.float32)
    with Session(api) as session, selected(api, "Ascend950"):
        handles: list[Any] = []
        for name, value in (given | {"out": out}).items():
            if not isinstance(value, np.ndarray):
                handles.append(value)
                continue
            address = session.upload(_bytes(value))
            number: Any = NUMBERS.get(value.dtype.name, value.dtype)
            shape, more = list(value.shape), weight if name == "weight" else {}
            if name in turned:
                strides = [int(np.prod(shape[at + 1 :])) for at in range(len(shape))]
                first = 0 if value.ndim == 2 else 1
                for each in (shape, strides):
                    each[first], each[first + 1] = each[first + 1], each[first]
                more = {"strides": strides, "storage": value.shape} | more
            handles.append(session.describe(shape, number, address, **more))
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        getattr(api.ok, call + "GetWorkspaceSize")(
            *handles, ctypes.byref(size), ctypes.byref(executor)
        )
        workspace = session.malloc(size.value)
        getattr(api.ok, call)(workspace or None, size, executor, session.stream)
        assert session.synchronize() == 0
        return session.download(address, out.shape, out.dtype)


def _spread(powers: Array, axis: int, depth: int) -> Array:
    """A power for each number along an axis, from pairs that lie behind all others."""
    pairs = np.moveaxis(powers.astype(np.float64), -1, axis + 1)
    shape = list(pairs.shape)
    shape[axis : axis + 2] = [shape[axis] * 2]
    return np.repeat(pairs.reshape(shape), 32, axis).take(range(depth), axis)


def _given(x: Array, weight: Array, scale: Array, tokens: Any, flipped: bool) -> dict[str, Any]:
    columns = scale.shape[1] if flipped and scale.ndim == 4 else scale.shape[2]
    return {
        "x": x,
        "weight": weight,
        "scale": scale,
        "bias": _numbers(ml_dtypes.bfloat16, GROUPS, columns),
        "offset": None,
        "antiquantScale": None,
        "antiquantOffset": None,
        "tokens": tokens,
        "groups": np.array([3, 0, 4], np.int64),
        "shared": _numbers(ml_dtypes.bfloat16, 2, columns),
        "logit": _numbers(np.float32, TOKENS),
        "places": RNG.integers(0, BATCH, TOKENS).astype(np.int64),
        "dtype": 0,
        "sharedInputWeight": 0.5,
        "sharedInputOffset": 1,
        "transposeX1": False,
        "transposeX2": flipped,
        "groupListType": 1,
        "tuningConfig": None,
    }


def _wanted(given: dict[str, Any], left: Array, right: Array) -> Array:
    """Of x and of the matrices [groups, depth, columns] times their scales."""
    out = np.zeros((BATCH, right.shape[2]))
    out[1:3] += 0.5 * given["shared"].astype(np.float64)
    for row in range(TOKENS):
        group = 0 if row < 3 else 2
        sums = left[row] @ right[group] + given["bias"][group].astype(np.float64)
        out[given["places"][row]] += sums * float(given["logit"][row])
    return out


WAYS = ["as it is", "transposed", "turned", "scales turned"]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("x_type", "type_", "depth", "columns"),
    [
        (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, 65, 9),
        (ml_dtypes.float4_e2m1fn, ml_dtypes.float4_e2m1fn, 96, 10),
    ],
)
def test_blocks_of_powers(
    api: Api, way: str, x_type: Any, type_: Any, depth: int, columns: int
) -> None:
    """Numbers are small, so that sums and results are exact."""
    x, tokens = _numbers(x_type, TOKENS, depth), _powers(TOKENS, (depth + 63) // 64, 2)
    weight = _numbers(type_, GROUPS, depth, columns)
    scale = _powers(GROUPS, (depth + 63) // 64, columns, 2)
    right = weight.astype(np.float64) * _spread(scale, 1, depth)
    is_flipped = way in ("transposed", "turned")
    if is_flipped:
        weight, scale = np.ascontiguousarray(weight.swapaxes(1, 2)), scale.swapaxes(1, 2).copy()
    given = _given(x, weight, scale, tokens, is_flipped)
    if way == "turned":
        given["transposeX2"] = False
    turned = {"turned": ("weight", "scale"), "scales turned": ("scale",)}
    found = _run(api, V3, given, {}, turned.get(way, ()))
    left = x.astype(np.float64) * _spread(tokens, 1, depth)
    assert np.array_equal(found, _wanted(given, left, right))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("type_", [np.int8, ml_dtypes.float8_e4m3fn])
@pytest.mark.parametrize("has_tokens", [False, True])
def test_scales_of_columns_and_rows(api: Api, flipped: bool, type_: Any, has_tokens: bool) -> None:
    depth, columns = 32, 32
    x, weight = _numbers(type_, TOKENS, depth), _numbers(type_, GROUPS, depth, columns)
    scale = np.exp2(RNG.integers(-2, 3, (GROUPS, 1, columns))).astype(ml_dtypes.bfloat16)
    tokens = np.exp2(RNG.integers(-2, 3, TOKENS)).astype(np.float32) if has_tokens else None
    right = weight.astype(np.float64) * scale.astype(np.float64)
    if flipped:
        weight = np.ascontiguousarray(weight.swapaxes(1, 2))
    given = _given(x, weight, scale, tokens, flipped)
    blocks = {"storage": [GROUPS, 1, 2, 16, 32], "format_": NZ}
    found = _run(api, NZ_V2, given, blocks)
    if not flipped:
        last = ("offset", "antiquantScale", "antiquantOffset", "tuningConfig")
        first = {name: value for name, value in given.items() if name not in last}
        assert np.array_equal(found, _run(api, NZ_V1, first, blocks))
    assert np.array_equal(found, _run(api, NZ_V2, given | {"transposeX1": True}, blocks, ("x",)))
    factor = 1.0 if tokens is None else tokens.astype(np.float64)[:, None]
    assert np.array_equal(found, _wanted(given, x.astype(np.float64) * factor, right))


@pytest.mark.usefixtures("own_library")
def test_rows_of_float8_and_matrices_of_float4(api: Api) -> None:
    depth, columns = 96, 32
    x, tokens = _numbers(ml_dtypes.float8_e4m3fn, TOKENS, depth), _powers(TOKENS, 2, 2)
    weight = _numbers(ml_dtypes.float4_e2m1fn, GROUPS, columns, depth)
    scale = _powers(GROUPS, columns, 2, 2)
    right = (weight.astype(np.float64) * _spread(scale, 2, depth)).swapaxes(1, 2)
    given = _given(x, weight, scale, tokens, True)
    blocks = {"storage": [GROUPS, 3, 2, 16, 32], "format_": NZ_32}
    found = _run(api, NZ_V2, given, blocks)
    assert np.array_equal(found, _run(api, NZ_V2, given | {"transposeX1": True}, blocks, ("x",)))
    left = x.astype(np.float64) * _spread(tokens, 1, depth)
    assert np.array_equal(found, _wanted(given, left, right))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("is_high", [False, True])
@pytest.mark.parametrize("large", ["x", "weight"])
def test_scales_follow_the_sums(api: Api, is_high: bool, large: str) -> None:
    """Numbers times their scales have no float32; sums times both have."""
    depth, columns = 32, 32
    high, low = (2.0**15, 2.0**-15) if is_high else (448.0, 2.0**-9)
    x = RNG.choice([-1.0, 1.0], (TOKENS, depth)) * (high if large == "x" else low)
    weight = RNG.choice([-1.0, 1.0], (GROUPS, depth, columns)) * (low if large == "x" else high)
    power = 120 if large == "x" else -120
    tokens = np.full(TOKENS, 2.0**power, np.float32)
    scale = np.full((GROUPS, 1, columns), 2.0**-power, np.float32)

    def code(values: Array) -> Array:
        if not is_high:
            return values.astype(ml_dtypes.float8_e4m3fn)
        codes = nearest("hifloat8", values, True) | np.where(np.signbit(values), 0x80, 0)
        return np.asarray(codes, np.uint8)

    given = _given(code(x), code(weight), scale, tokens, False)
    blocks = {"storage": [GROUPS, 1, 2, 16, 32], "format_": NZ}
    found = _run(api, NZ_V2, given, blocks)
    assert np.array_equal(found, _wanted(given, x, weight))
