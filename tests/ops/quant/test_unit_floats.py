# SPDX-License-Identifier: Apache-2.0
"""GroupedMatmulSwigluQuantV2 on Ascend950: statuses that CANN's unit tests expect and its checker
and tilings say, and values by the page's formulas in float64."""

from __future__ import annotations

import ctypes
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.mx_oracle import quantised, rounded
from small_floats import nearest, values_of
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import (
    BFLOAT16,
    FLOAT,
    FLOAT16,
    INT8,
    INT64,
    KERNEL,
    ND,
    NULL,
    answer,
    tensor,
)

Array = NDArray[Any]
NZ = 29
HIFLOAT8, E5M2, E4M3, E8M0, E2M1, E1M2 = 34, 35, 36, 37, 40, 41
V2, WEIGHT_NZ = "aclnnGroupedMatmulSwigluQuantV2", "aclnnGroupedMatmulSwigluQuantWeightNzV2"
RNG = np.random.default_rng(31)


# ---- Statuses ------------------------------------------------------------------------------------


def _answer(api: Api, call: str = V2, **given: Any) -> tuple[int, int]:
    """Status and size of the vendor's case of powers with other arguments."""
    arguments: dict[str, Any] = {
        "x": tensor(E5M2, 16, 64), "weight": [tensor(E5M2, 2, 64, 128)],
        "scale": [tensor(E8M0, 2, 1, 128, 2)], "assist": NULL, "bias": NULL,
        "tokens": tensor(E8M0, 16, 1, 2), "smooth": NULL, "groups": tensor(INT64, 2),
        "dequant": 2, "dtype": 0, "quant": 2, "kind": 0, "tuning": NULL,
        "out": tensor(E5M2, 16, 64), "out_scale": tensor(E8M0, 16, 1, 2),
    } | given  # fmt: skip
    for name in ("weight", "scale"):
        arguments[name] = ["TensorList", arguments[name]]
    written = [["i", each] if isinstance(each, int) else each for each in arguments.values()]
    return answer(api, "Ascend950", call, *written)[:2]


def _nz(dtype: int, *shape: int, blocks: list[int], turned: bool = False) -> list[Any]:
    strides = None
    if turned:
        strides = [1, shape[-2]]
        strides = [shape[-1] * shape[-2], *strides] if len(shape) == 3 else strides
    return ["T", list(shape), dtype, ND, strides, 0, blocks]


def _turned_powers(*shape: int) -> list[Any]:
    strides = [2, shape[-3] * 2, 1]
    strides = [shape[-2] * shape[-3] * 2, *strides] if len(shape) == 4 else strides
    return tensor(E8M0, *shape, strides=strides)


ROWS: dict[str, Any] = {
    "x": tensor(INT8, 16, 64), "weight": [tensor(INT8, 2, 64, 128)],
    "scale": [tensor(FLOAT16, 2, 128)], "tokens": tensor(FLOAT, 16), "dequant": 0, "quant": 0,
    "out": tensor(INT8, 16, 64), "out_scale": tensor(FLOAT, 16),
}  # fmt: skip
HIGH: dict[str, Any] = ROWS | {
    "x": tensor(HIFLOAT8, 16, 64), "weight": [tensor(HIFLOAT8, 2, 64, 128)],
    "scale": [tensor(FLOAT, 2, 128)], "out": tensor(HIFLOAT8, 16, 64),
}  # fmt: skip
FOUR: dict[str, Any] = {
    "x": tensor(E2M1, 16, 64), "weight": [tensor(E2M1, 2, 64, 128)], "out": tensor(E2M1, 16, 64),
}  # fmt: skip


def _each(dtype: int, out: int | None = None, width: int = 32) -> dict[str, Any]:
    """A matrix in fractals for each group."""
    return {
        "x": tensor(dtype, 16, 64),
        "weight": [_nz(dtype, 64, 128, blocks=[128 // width, 4, 16, width])] * 2,
        "scale": [tensor(E8M0, 1, 128, 2)] * 2,
        "out": tensor(dtype if out is None else out, 16, 64),
    }


MIXED: dict[str, Any] = {
    "x": tensor(E4M3, 64, 128),
    "weight": [_nz(E2M1, 128, 128, blocks=[4, 8, 16, 32], turned=True)] * 2,
    "scale": [_turned_powers(2, 128, 2)] * 2, "tokens": tensor(E8M0, 64, 2, 2),
    "out": tensor(E4M3, 64, 64), "out_scale": tensor(E8M0, 64, 1, 2),
}  # fmt: skip
MIXED_ONE: dict[str, Any] = MIXED | {
    "weight": [_nz(E2M1, 2, 128, 128, blocks=[2, 4, 8, 16, 32], turned=True)],
    "scale": [_turned_powers(2, 2, 128, 2)],
}


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("call", "given", "wanted"),
    [
        (V2, {}, 0),
        (V2, {"weight": [tensor(E5M2, 2, 64, 128, strides=[8192, 1, 64])],
              "scale": [_turned_powers(2, 1, 128, 2)]}, 0),
        (V2, {"weight": [tensor(E5M2, 2, 64, 128, strides=[8192, 1, 64])]}, 161002),
        (V2, {"scale": [tensor(E8M0, 2, 128, 1, 2)]}, 161002),
        (V2, {"x": tensor(E5M2, 16, 64, strides=[1, 16])}, 161002),
        (V2, {"x": tensor(E5M2, 16, 64, layout=NZ)}, 161002),
        (V2, {"x": tensor(E5M2, 16, 0)}, 161002),
        (V2, {"weight": [tensor(E5M2, 2, 0, 128)]}, 161002),
        (V2, {"weight": [tensor(E5M2, 64, 128)] * 2, "scale": [tensor(E8M0, 1, 128, 2)] * 2},
         161002),
        (V2, {"scale": [tensor(E8M0, 2, 1, 128, 2)] * 2}, 161002),
        (V2, {"groups": tensor(INT64, 1)}, 161002),
        (V2, {"groups": NULL}, 161001),
        (V2, {"weight": []}, 161001),
        (V2, {"dtype": 1}, 161002),
        (V2, {"quant": 0}, 161002),
        (V2, {"dequant": 1, "quant": 1}, 161002),
        (V2, {"bias": tensor(FLOAT, 2, 128)}, 161002),
        (V2, {"smooth": tensor(FLOAT, 2)}, 161002),
        (V2, {"tuning": ["Int", [1]]}, 161002),
        (V2, {"tuning": ["Int", []]}, 0),
        (V2, {"assist": ["TensorList", [tensor(FLOAT, 2, 128)]]}, 161002),
        (V2, {"assist": ["TensorList", [tensor(FLOAT, 0)]]}, 0),
        (V2, {"out_scale": tensor(E8M0, 16, 2)}, 161002),
        (V2, {"out_scale": tensor(E8M0, 16, 1, 2, layout=NZ)}, 161002),
        (V2, {"out": tensor(E2M1, 16, 64)}, 161002),
        (V2, {"x": tensor(INT8, 16, 64)}, 161002),
        (V2, {"kind": 2}, 561103),
        (V2, FOUR, 0),
        (V2, FOUR | {"out": tensor(E5M2, 16, 64)}, 0),
        (V2, FOUR | {"out": tensor(E1M2, 16, 64)}, 161002),
        (V2, FOUR | {"x": tensor(E1M2, 16, 64)}, 161002),
        (V2, FOUR | {"x": tensor(E2M1, 16, 2), "weight": [tensor(E2M1, 2, 2, 128)]}, 161002),
        (V2, FOUR | {"x": tensor(E2M1, 16, 63), "weight": [tensor(E2M1, 2, 63, 128)]}, 161002),
        (V2, FOUR | {"weight": [tensor(E2M1, 2, 64, 2)], "scale": [tensor(E8M0, 2, 1, 2, 2)],
                     "out": tensor(E2M1, 16, 1)}, 161002),
        (V2, FOUR | {"weight": [tensor(E2M1, 2, 64, 6)], "scale": [tensor(E8M0, 2, 1, 6, 2)],
                     "out": tensor(E4M3, 16, 3)}, 561103),
        (V2, ROWS, 0),
        (V2, ROWS | {"dtype": 27}, 0),
        (V2, ROWS | {"dtype": 2}, 161002),
        (V2, ROWS | {"out": tensor(HIFLOAT8, 16, 64)}, 0),
        (V2, ROWS | {"groups": tensor(INT64, 1)}, 0),
        (V2, ROWS | {"tokens": tensor(FLOAT, 16, 1)}, 161002),
        (V2, ROWS | {"scale": [tensor(FLOAT16, 2, 128, 1)]}, 161002),
        (V2, ROWS | {"x": tensor(INT8, 16, 64, strides=[1, 16])}, 161002),
        (V2, ROWS | {"weight": [tensor(E5M2, 2, 64, 128)]}, 161002),
        (V2, ROWS | {"weight": [tensor(INT8, 64, 128)] * 2, "scale": [tensor(FLOAT16, 128)] * 2},
         161002),
        (V2, ROWS | {"weight": [tensor(INT8, 2, 64, 127)], "scale": [tensor(FLOAT16, 2, 127)],
                     "out": tensor(INT8, 16, 63)}, 561103),
        (V2, HIGH, 0),
        (V2, HIGH | {"scale": [tensor(FLOAT16, 2, 128)]}, 161002),
        (V2, HIGH | {"x": tensor(E5M2, 16, 64)}, 161002),
        (V2, HIGH | {"x": tensor(E5M2, 16, 64), "weight": [tensor(E4M3, 2, 64, 128)],
                     "scale": [tensor(BFLOAT16, 2, 128)]}, 0),
        (WEIGHT_NZ, _each(E4M3), 0),
        (WEIGHT_NZ, _each(E5M2), 561103),
        (WEIGHT_NZ, _each(E2M1, width=64), 0),
        (WEIGHT_NZ, _each(E1M2, width=64), 0),
        (WEIGHT_NZ, _each(E2M1, E5M2, width=64), 161002),
        (WEIGHT_NZ, _each(E4M3) | {"weight": [tensor(E4M3, 64, 128)] * 2}, 161002),
        (WEIGHT_NZ, MIXED, 0),
        (WEIGHT_NZ, MIXED_ONE, 0),
        (V2, MIXED_ONE, 161002),
        (WEIGHT_NZ, MIXED | {"scale": [tensor(E8M0, 2, 128, 2)] * 2}, 161002),
        (WEIGHT_NZ, MIXED | {"out": tensor(E5M2, 64, 64)}, 161002),
        (WEIGHT_NZ, MIXED | {"dequant": 0, "quant": 0}, 161002),
    ],
)  # fmt: skip
def test_what_is_taken(api: Api, call: str, given: dict[str, Any], wanted: int) -> None:
    assert _answer(api, call, **given)[0] == wanted


@pytest.mark.usefixtures("own_library")
def test_units_lie_in_the_workspace_where_rows_have_scales(api: Api) -> None:
    """GetWorkspaceSize: 16 MiB, and with quantMode 0 [m, n / 2] of dequantDtype."""
    for given, units in (({}, 0), (ROWS, 16 * 64 * 4), (ROWS | {"dtype": 1}, 16 * 64 * 2)):
        assert _answer(api, **given) == (0, KERNEL + units + 512)


@pytest.mark.usefixtures("own_library")
def test_without_rows_there_is_nothing_to_do(api: Api) -> None:
    none: dict[str, Any] = {
        "x": tensor(E5M2, 0, 64), "tokens": tensor(E8M0, 0, 1, 2), "out": tensor(E5M2, 0, 64),
        "out_scale": tensor(E8M0, 0, 1, 2),
    }  # fmt: skip
    assert _answer(api, **none) == (0, 0)


# ---- Values --------------------------------------------------------------------------------------

NAMES = {E5M2: "float8_e5m2", E4M3: "float8_e4m3fn", E2M1: "float4_e2m1fn"}
CLOSE = 2.0**-18


class Numbers:
    """Codes of a type, and the numbers that they stand for."""

    def __init__(self, dtype: int, *shape: int) -> None:
        drawn = RNG.normal(size=shape).astype(np.float32)
        self.dtype, self.shape = dtype, shape
        if dtype == INT8:
            self.codes: Array = RNG.integers(-128, 128, shape).astype(np.int8)
            self.values = self.codes.astype(np.float64)
        elif dtype in (HIFLOAT8, E1M2):
            name = "hifloat8" if dtype == HIFLOAT8 else "float4_e1m2"
            self.codes = nearest(name, drawn, dtype == HIFLOAT8).astype(np.uint8)
            self.codes |= np.where(drawn < 0, 128 if dtype == HIFLOAT8 else 8, 0).astype(np.uint8)
            self.values = values_of(name)[self.codes].astype(np.float64)
        else:
            self.codes = drawn.astype(getattr(ml_dtypes, NAMES[dtype])).view(np.uint8)
            self.values = self.codes.view(getattr(ml_dtypes, NAMES[dtype])).astype(np.float64)

    def memory(self, turned: bool) -> Array:
        """What device memory holds, the last two dimensions swapped or not."""
        codes = self.codes.swapaxes(-1, -2) if turned else self.codes
        codes = np.ascontiguousarray(codes)
        if self.dtype not in (E2M1, E1M2):
            return codes
        flat = codes.view(np.uint8).ravel() & 15
        return flat[::2] | flat[1::2] << 4


def _powers(*shape: int) -> Array:
    return np.exp2(RNG.integers(-2, 3, shape)).astype(ml_dtypes.float8_e8m0fnu)


def _spread(powers: Array, axis: int, depth: int) -> Array:
    """The power of each number along an axis, from pairs behind all others."""
    pairs = np.moveaxis(powers.astype(np.float64), -1, axis + 1)
    shape = list(pairs.shape)
    shape[axis : axis + 2] = [shape[axis] * 2]
    return np.repeat(pairs.reshape(shape), 32, axis).take(range(depth), axis)


def _list(session: Session, handles: list[int]) -> Any:
    return session.api.aclCreateTensorList((ctypes.c_void_p * len(handles))(*handles), len(handles))


def _matrix(session: Session, weight: Numbers, turned: bool, is_fractal: bool) -> int:
    shape = list(weight.shape)
    k, n = shape[-2:]
    width = 32 if turned and weight.dtype == E2M1 else 64 if weight.dtype in (E2M1, E1M2) else 32
    inner, outer = (k, n) if turned else (n, k)
    blocks = [*shape[:-2], -(-inner // width), -(-outer // 16), 16, width]
    strides = [n * k, 1, k][-len(shape) :] if turned else None
    return session.describe(
        shape, weight.dtype, session.upload(weight.memory(turned)), strides=strides,
        storage=blocks if is_fractal else shape, format_=NZ if is_fractal else ND,
    )  # fmt: skip


def _scales(session: Session, scale: Array, turned: bool) -> int:
    shape = list(scale.shape)
    if scale.dtype != ml_dtypes.float8_e8m0fnu:
        number = {"float16": FLOAT16, "float32": FLOAT, "bfloat16": BFLOAT16}[scale.dtype.name]
        return session.describe(shape, number, session.upload(scale))
    strides = None
    if turned:
        strides = [shape[-2] * shape[-3] * 2, 2, shape[-3] * 2, 1][-len(shape) :]
        scale = np.ascontiguousarray(scale.swapaxes(-2, -3))
    return session.describe(shape, E8M0, session.upload(scale.view(np.uint8)), strides=strides)


def _run(
    api: Api, x: Numbers, weights: list[Numbers], scales: list[Array], tokens: Array, ends: Array,
    kind: int, turned: bool, is_fractal: bool, y_type: int, **modes: int,
) -> tuple[Array, Array]:  # fmt: skip
    m, half = x.shape[0], weights[0].shape[-1] // 2
    has_powers = modes["quant"] == 2
    y = np.zeros(m * half // (2 if y_type in (E2M1, E1M2) else 1), np.uint8)
    behind = (m, -(-half // 64), 2) if has_powers else (m,)
    y_scale = np.zeros(behind, np.uint8 if has_powers else np.float32)
    call = WEIGHT_NZ if is_fractal else V2
    with Session(api) as session, selected(api, "Ascend950"):
        places = session.upload(y), session.upload(y_scale)
        handles = [
            session.describe(x.shape, x.dtype, session.upload(x.memory(False))),
            _list(session, [_matrix(session, each, turned, is_fractal) for each in weights]),
            _list(session, [_scales(session, each, turned) for each in scales]),
            None, None, _scales(session, tokens, False), None, session.tensor(ends),
            modes["quant"], modes.get("dtype", 0), modes["quant"], kind, None,
            session.describe([m, half], y_type, places[0]),
            session.describe(behind, E8M0 if has_powers else FLOAT, places[1]),
        ]  # fmt: skip
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        getattr(api.ok, call + "GetWorkspaceSize")(
            *handles, ctypes.byref(size), ctypes.byref(executor)
        )
        workspace = session.malloc(size.value)
        getattr(api.ok, call)(workspace or None, size, executor, session.stream)
        assert session.synchronize() == 0
        found = session.download(places[0], y.shape, y.dtype)
        codes = np.stack([found & 15, found >> 4], -1) if y_type in (E2M1, E1M2) else found
        return codes.reshape(m, half), session.download(places[1], y_scale.shape, y_scale.dtype)


def _units(left: Array, right: Array, ends: Array) -> Array:
    """Of rows and of the matrices of all groups, times their scales; rows of no group are 0."""
    found = np.zeros((len(left), right.shape[2] // 2))
    first = 0
    for group, end in enumerate(ends.tolist()):
        a, b = np.split(left[first:end] @ right[group], 2, axis=1)
        found[first:end] = a / (1 + np.exp(-a)) * b
        first = end
    return found


def _is_between(found: Array, low: Array, high: Array) -> None:
    """Each number is what one of two roundings gives, which differ in few places."""
    assert ((found == low) | (found == high)).all()
    assert (low != high).mean() < 0.02


CASES = [
    # x, weight, output, fractals, transposed, a list
    (E4M3, E5M2, E5M2, False, False, False),
    (E5M2, E4M3, E4M3, False, True, False),
    (E2M1, E2M1, E2M1, False, False, False),
    (E2M1, E2M1, E4M3, False, True, False),
    (E4M3, E4M3, E4M3, True, False, True),
    (E4M3, E4M3, E5M2, True, True, True),
    (E1M2, E2M1, E1M2, True, False, False),
    (E2M1, E1M2, E2M1, True, True, True),
    (E4M3, E2M1, E4M3, True, True, False),
    (E4M3, E2M1, E4M3, True, True, True),
]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("left", "right", "out", "fractal", "turned", "is_list"), CASES)
def test_powers_of_two(
    api: Api, left: int, right: int, out: int, fractal: bool, turned: bool, is_list: bool
) -> None:
    """Units are rounded to bfloat16, as the kernel hands them on, and then quantised."""
    m, k, n, groups = 7, 96, 128, 3
    pairs = -(-k // 64)
    x, tokens = Numbers(left, m, k), _powers(m, pairs, 2)
    one = (k, n) if is_list else (groups, k, n)
    weights = [Numbers(right, *one) for _ in range(groups if is_list else 1)]
    scales = [_powers(*one[:-2], pairs, n, 2) for _ in weights]
    ends = np.array([2, 2, 6], np.int64)
    rights = [
        each.values * _spread(scale, each.values.ndim - 2, k)
        for each, scale in zip(weights, scales, strict=True)
    ]
    units = _units(
        x.values * _spread(tokens, 1, k), np.stack(rights) if is_list else rights[0], ends
    )
    codes, found = _run(
        api, x, weights, scales, tokens, np.diff(ends, prepend=0), 1, turned, fractal, out, quant=2
    )
    numbers = values_of({E5M2: "float8_e5m2", E4M3: "float8_e4m3fn", E2M1: "float4_e2m1",
                         E1M2: "float4_e1m2"}[out])[codes]  # fmt: skip
    (low, low_scale), (high, high_scale) = (
        quantised((units * (1 + sign * CLOSE)).astype(ml_dtypes.bfloat16), 1, out)
        for sign in (-1, 1)
    )
    _is_between(found.view(ml_dtypes.float8_e8m0fnu).astype(np.float64)[:6], low_scale[:6],
                high_scale[:6])  # fmt: skip
    _is_between(numbers[:6], low[:6], high[:6])


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("left", "right", "out", "turned", "kind", "dtype", "scale_type"),
    [
        (INT8, INT8, INT8, False, 0, FLOAT, np.float16),
        (INT8, INT8, E4M3, True, 1, BFLOAT16, np.float32),
        (E4M3, E5M2, E5M2, False, 1, FLOAT16, ml_dtypes.bfloat16),
        (E5M2, E4M3, INT8, True, 0, FLOAT, np.float32),
        (HIFLOAT8, HIFLOAT8, HIFLOAT8, False, 0, FLOAT, np.float32),
    ],
)
def test_scales_of_rows(
    api: Api, left: int, right: int, out: int, turned: bool, kind: int, dtype: int, scale_type: Any
) -> None:
    """outputScale is the largest magnitude of a row by the largest number of the type."""
    m, k, n = 7, 70, 48
    x, weight = Numbers(left, m, k), Numbers(right, 3, k, n)
    small = 1e-2 if left == INT8 else 0.3
    scale = (RNG.uniform(0.5, 1, (3, n)) * small).astype(scale_type)
    tokens = (RNG.uniform(0.5, 1, m) * small).astype(np.float32)
    ends = np.array([2, 2, 6], np.int64)
    rights = weight.values * scale.astype(np.float64)[:, None]
    units = _units(x.values * tokens.astype(np.float64)[:, None], rights, ends)[:6]
    codes, found = _run(
        api, x, [weight], [scale], tokens, np.diff(ends, prepend=0) if kind else ends, kind, turned,
        False, out, quant=0, dtype=dtype,
    )  # fmt: skip
    largest = {INT8: 127, E5M2: 57344, E4M3: 448, HIFLOAT8: 32768}[out]
    kept = {FLOAT: np.float64, FLOAT16: np.float16, BFLOAT16: ml_dtypes.bfloat16}[dtype]
    low, high = ((units * (1 + sign * CLOSE)).astype(kept).astype(np.float64) for sign in (-1, 1))
    expected = np.abs(units.astype(kept).astype(np.float64)).max(1) / largest
    step = {FLOAT: 2**-16, FLOAT16: 2**-10, BFLOAT16: 2**-7}[dtype]
    np.testing.assert_allclose(found[:6], expected, rtol=step)

    def rows(given: Array, sign: int) -> Array:
        quotients = given / found[:6].astype(np.float64)[:, None] * (1 + sign * CLOSE)
        if out == INT8:
            return np.asarray(np.clip(np.rint(quotients), -128, 127))
        if out == HIFLOAT8:
            magnitudes = values_of("hifloat8")[nearest("hifloat8", quotients, True)]
            return np.asarray(np.copysign(magnitudes, quotients))
        return np.asarray(rounded(quotients, out, "rint"))

    numbers = (
        codes.view(np.int8).astype(np.float64)
        if out == INT8
        else values_of({E5M2: "float8_e5m2", E4M3: "float8_e4m3fn", HIFLOAT8: "hifloat8"}[out])[
            codes
        ].astype(np.float64)
    )
    lows, highs = rows(np.where(units < 0, high, low), -1), rows(np.where(units < 0, low, high), 1)
    lows, highs = np.minimum(lows, highs), np.maximum(lows, highs)
    _is_between(numbers[:6], lows, highs)
