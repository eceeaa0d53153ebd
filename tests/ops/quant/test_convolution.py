# SPDX-License-Identifier: Apache-2.0
"""Convolutions of quantised numbers: outputs that Python does not choose, hifloat8, images whose
windows are in blocks, bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from ops.quant.convolution_oracle import convolution
from ops.quant.test_small_types import NUMBERS, Formatted, Small, coded, run
from small_floats import values_of
from support import Api, Session, int64s

_RNG = np.random.default_rng(57)
_NCHW, _NCDHW, _BLOCKS = 0, 30, 33
_BLOCK = 16, 32
_KINDS = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32}
_OUTPUTS = [(kind, out) for kind in ("hifloat8", "float8_e4m3fn") for out in (*_KINDS, kind)]


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _numbers(kind: str, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """An operand and its values; sums of so small numbers are exact in float32."""
    if kind == "int8":
        codes = _RNG.integers(-128, 128, shape).astype(np.int8)
        return codes, codes
    values = _RNG.integers(-4, 5, shape).astype(np.float32)
    codes = coded(kind, values)
    assert np.array_equal(values_of(kind)[codes], values)
    return Small(kind, shape, codes), values


def _convolve(
    session: Session,
    kind: str,
    out: str,
    soc: str = "Ascend950",
    space: tuple[int, ...] = (6, 5),
    bias: Any = np.float32,
    is_blocked: bool = False,
) -> tuple[Any, Any]:
    """The output and what is right, both as numbers or as codes."""
    count = len(space)
    given, image = _numbers(kind, (2, 4, *space))
    windows, weight = _numbers(kind, (6, 4, *(2,) * count))
    scale = (_RNG.normal(size=6) / (512 if kind == "int8" else 1)).astype(np.float32)
    row = (_RNG.normal(size=6) * 9).astype(bias)
    step, pad, spread = [2] + [1] * (count - 1), [1] * count, [1] * (count - 1) + [2]
    shape = (
        2,
        6,
        *((n + 2 - d - 1) // s + 1 for n, s, d in zip(space, step, spread, strict=True)),
    )
    is_small = out in NUMBERS
    y: Any = Small(out, shape) if is_small else np.full(shape, 7, _KINDS[out])
    layout = _NCHW if count == 2 else _NCDHW
    blocks = (2**count * -(-4 // _BLOCK[1]), -(-6 // _BLOCK[0]), *_BLOCK) if is_blocked else None
    more = "WeightNz" if is_blocked else ""
    mode = (b"round" if out == "hifloat8" else b"rint") if is_small else None
    arrays = [session.api.aclCreateIntArray(int64s(each), count) for each in (step, pad, spread)]
    operands = [
        Formatted(given, layout),
        Formatted(windows, _BLOCKS if is_blocked and count == 3 else layout, blocks),
        row,
        scale,
        None,
        *arrays,
        False,
        None,
        1,
        0,
        mode,
        Formatted(y, layout),
    ]
    found = run(session, f"aclnnQuantConvolution{more}", operands, soc)[-1]
    for array in arrays:
        session.api.ok.aclDestroyIntArray(array)
    right = convolution(
        SimpleNamespace(
            input=image, weight=weight, bias=row, scale=scale, stride=step, padding=pad,
            dilation=spread, groups=1, offsetx=0,
        )
    )  # fmt: skip
    return found, coded(out, right) if is_small else right.astype(_KINDS[out])


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("kind", "out"), _OUTPUTS)
@pytest.mark.parametrize("space", [(6, 5), (3, 6, 5)])
def test_outputs_of_float8(session: Session, kind: str, out: str, space: tuple[int, ...]) -> None:
    found, right = _convolve(session, kind, out, space=space)
    assert found.tobytes() == right.tobytes()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910B", "Ascend950"])
@pytest.mark.parametrize("bias", [np.float32, ml_dtypes.bfloat16])
def test_bfloat16_of_int8(session: Session, soc: str, bias: Any) -> None:
    found, right = _convolve(session, "int8", "bfloat16", soc, (3, 6, 5), bias)
    assert found.tobytes() == right.tobytes()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(
    ("kind", "out"), [("int8", "bfloat16"), ("hifloat8", "float32"), ("hifloat8", "hifloat8")]
)
@pytest.mark.parametrize("space", [(6, 5), (3, 6, 5)])
def test_windows_in_blocks(session: Session, kind: str, out: str, space: tuple[int, ...]) -> None:
    found, right = _convolve(session, kind, out, space=space, is_blocked=True)
    assert found.tobytes() == right.tobytes()
