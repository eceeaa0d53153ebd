# SPDX-License-Identifier: Apache-2.0
"""Products with weights that are floats of 8 and 4 bits, on Ascend950. Numbers are small and scales
powers of two, so that float64 knows each result to the bit."""

from __future__ import annotations

import ctypes
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray
from small_floats import values_of
from support import Api, Session
from sweep.c_calls import selected
from sweep.rules import FLOAT16, NULL, answer, tensor

Array = NDArray[Any]
FLOAT, INT8, BF16, HIF8, E4M3, E8M0, E2M1 = 0, 2, 27, 34, 36, 37, 40
KINDS = {HIF8: "hifloat8", E4M3: "float8_e4m3fn", E2M1: "float4_e2m1", FLOAT: "float4_e2m1"}
ND, NZ, NZ_C0_32 = 2, 29, 51
IN_A_WORD = 8
ROWS, DEPTH, COLUMNS = 5, 96, 40
_RNG = np.random.default_rng(30)
CALLS = ("V2", "V3")


def _codes(kind: int) -> tuple[Array, Array]:
    """Codes of weights, and what they stand for: at most 6, and in eighths."""
    values = values_of(KINDS[kind])
    exact = np.isfinite(values) & (np.abs(values) <= 6) & (values * 8 == np.rint(values * 8))
    codes = _RNG.choice(np.flatnonzero(exact), (DEPTH, COLUMNS)).astype(np.uint8)
    return codes, np.asarray(values[codes])


def _weight(session: Session, kind: int, codes: Array, is_turned: bool) -> int:
    """Numbers of 4 bits lie two a byte, and eight a word of float32, along the dense dimension."""
    lying = np.ascontiguousarray(codes.T if is_turned else codes)
    step = IN_A_WORD if kind == FLOAT else 1
    memory = lying if kind in (HIF8, E4M3) else lying[:, ::2] | lying[:, 1::2] << 4
    inner = lying.shape[1] // step
    shape = (inner, lying.shape[0]) if is_turned else (lying.shape[0], inner)
    strides = (1, inner) if is_turned else (inner, 1)
    address = session.upload(np.ascontiguousarray(memory))
    return session.describe(shape, kind, address, strides=strides, storage=lying[:, ::step].shape)


def _product(
    api: Api,
    call: str,
    x: Array,
    weight: tuple[int, Array, bool],
    scale: Array,
    bias: Any,
    group: int,
) -> Array:
    kind, codes, is_turned = weight
    with Session(api) as session, selected(api, "Ascend950"):
        half = BF16 if x.dtype == ml_dtypes.bfloat16 else FLOAT16
        numbers: Any = E8M0 if scale.dtype == np.uint8 else half
        at = session.upload(np.ascontiguousarray(scale.T) if is_turned else scale)
        lies = (1, scale.shape[0]) if is_turned else (scale.shape[1], 1)
        out = session.malloc(ROWS * COLUMNS * 2)
        handles: list[Any] = [
            session.describe(x.shape, half, session.upload(x)),
            _weight(session, kind, codes, is_turned),
            session.describe(scale.shape, numbers, at, strides=lies),
            *(None, None, None),
            None if bias is None else session.describe(bias.shape, half, session.upload(bias)),
            group,
            *((0,) if call == "V3" else ()),
            session.describe((ROWS, COLUMNS), half, out),
        ]
        size, executor = ctypes.c_uint64(), ctypes.c_void_p()
        name = f"aclnnWeightQuantBatchMatmul{call}"
        plan = getattr(api.ok, name + "GetWorkspaceSize")
        plan(*handles, ctypes.byref(size), ctypes.byref(executor))
        workspace = session.malloc(size.value)
        getattr(api.ok, name)(workspace or None, size, executor, session.stream)
        assert session.synchronize() == 0
        return session.download(out, (ROWS, COLUMNS), x.dtype)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", [HIF8, E4M3])
def test_floats_of_8_bits(api: Api, kind: int, call: str, is_turned: bool) -> None:
    """A scale for each column."""
    codes, values = _codes(kind)
    for dtype in (np.float16, ml_dtypes.bfloat16):
        x = _RNG.integers(-2, 3, (ROWS, DEPTH)).astype(dtype)
        scale = (2.0 ** _RNG.integers(-3, 2, (1, COLUMNS))).astype(dtype)
        bias = _RNG.integers(-4, 5, COLUMNS).astype(dtype)
        found = _product(api, call, x, (kind, codes, is_turned), scale, bias, 0)
        wanted = x.astype(float) @ (values * scale.astype(float)) + bias.astype(float)
        assert np.array_equal(found, wanted.astype(dtype))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", [E2M1, FLOAT])
def test_floats_of_4_bits(api: Api, kind: int, call: str, is_turned: bool) -> None:
    """A power of two for each 32 rows of a column, or a half for each 64; with a
    shorter group behind."""
    codes, values = _codes(kind)
    x = _RNG.integers(-2, 3, (ROWS, DEPTH)).astype(np.float16)
    powers = _RNG.integers(-4, 3, (3, COLUMNS))
    halves = (2.0 ** powers[:2]).astype(np.float16)
    for scale, group in (((powers + 127).astype(np.uint8), 32), (halves, 64)):
        factors = 2.0 ** powers[np.arange(DEPTH) // group]
        found = _product(api, call, x, (kind, codes, is_turned), scale, None, group)
        assert np.array_equal(found, (x.astype(float) @ (values * factors)).astype(np.float16))


@pytest.mark.usefixtures("own_library")
def test_what_is_refused(api: Api) -> None:
    """Groups of floats of 8 bits, columns without a group of 4, and whole numbers by powers."""
    x, y = tensor(FLOAT16, ROWS, DEPTH), tensor(FLOAT16, ROWS, COLUMNS)
    columns, powers = tensor(FLOAT16, COLUMNS), tensor(E8M0, 3, COLUMNS)
    for kind, scale, group, wanted in (
        (E4M3, columns, 0, 0),
        (E4M3, tensor(FLOAT16, 3, COLUMNS), 32, 161002),
        (HIF8, tensor(FLOAT16, 1), 0, 161002),
        (E2M1, powers, 32, 0),
        (E2M1, columns, 0, 161002),
        (INT8, powers, 32, 207000),
    ):
        weight = tensor(kind, DEPTH, COLUMNS)
        call = (x, weight, scale, NULL, NULL, NULL, NULL, ["i", group], y)
        assert answer(api, "Ascend950", "aclnnWeightQuantBatchMatmulV2", *call)[0] == wanted


@pytest.mark.usefixtures("own_library")
def test_fractals_of_another_width(api: Api) -> None:
    """What aclnnNpuFormatCastCalculateSizeAndFormat answers for float4 with additionalDtype float8:
    rows of 32 elements. Other weights need FRACTAL_NZ."""
    columns, powers = tensor(FLOAT16, 64), tensor(E8M0, 2, 64)
    x, y = tensor(FLOAT16, ROWS, 64), tensor(FLOAT16, ROWS, 64)
    for kind, scale, group, layout, wanted in (
        (E2M1, powers, 32, NZ, 0),
        (E2M1, powers, 32, NZ_C0_32, 0),
        (E2M1, powers, 32, ND, 161002),
        (INT8, columns, 0, NZ, 0),
        (INT8, columns, 0, NZ_C0_32, 161002),
    ):
        weight = tensor(kind, 64, 64, layout=layout)
        call = (x, weight, scale, NULL, NULL, NULL, NULL, ["i", group], y)
        found = answer(api, "Ascend950", "aclnnWeightQuantBatchMatmulNz", *call)[0]
        assert found == wanted, (kind, layout)
