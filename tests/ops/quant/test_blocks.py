# SPDX-License-Identifier: Apache-2.0
"""Rectangles that share a scale, one scale beside the largest, numbers that are restored: types and
sizes of Ascend950, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from ops.quant.block_oracle import block_scales, divided
from ops.quant.mx_oracle import KINDS, quantised
from ops.quant.test_small_types import LARGEST, NUMBERS, Small, coded, run
from small_floats import values_of
from support import Api, Session
from sweep.c_calls import phase_one, selected
from sweep.rules import FLOAT, FLOAT16, INT8, NULL, tensor

_RNG = np.random.default_rng(37)
INT8_LARGEST = 127
TYPES = {"int8": 2, **{kind: NUMBERS[kind] for kind in ("hifloat8", "float8_e5m2")}}


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _result(kind: str, shape: tuple[int, ...]) -> Any:
    return np.zeros(shape, np.int8) if kind == "int8" else Small(kind, shape)


def _wanted(kind: str, numbers: Any) -> Any:
    if kind != "int8":
        return coded(kind, numbers)
    return np.clip(np.rint(np.nan_to_num(numbers, nan=0)), -128, 127).astype(np.int8)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", list(TYPES))
@pytest.mark.parametrize(
    ("shape", "height", "width", "scales"),
    [
        ((130, 70), 128, 64, (2, 2)),
        ((2, 64, 384), 64, 192, (2, 1, 2)),
        ((2, 257, 257), 256, 256, (2, 2, 2)),
        ((3, 512, 64), 512, 64, (3, 1, 1)),
    ],
)
def test_rectangles(
    session: Session,
    kind: str,
    shape: tuple[int, ...],
    height: int,
    width: int,
    scales: tuple[int, ...],
) -> None:
    x = (_RNG.normal(size=shape) * 5).astype(np.float32)
    x[..., :64, :64] = 0
    x[..., 64:, 64:] *= 100
    mode = b"round" if kind == "hifloat8" else b"rint"
    largest = LARGEST.get(kind, INT8_LARGEST)
    for least in (0.0, 50.0):
        y, found = _result(kind, shape), np.zeros(scales, np.float32)
        arguments = [x, least, mode, TYPES[kind], height, width, 0.0, y, found]
        *_, codes, powers = run(session, "aclnnDynamicBlockQuantV2", arguments)
        wanted = block_scales(x, height, width, largest, least)
        assert np.array_equal(powers, wanted)
        assert np.array_equal(codes, _wanted(kind, divided(x, wanted, height, width)))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("most", [15.0, 224.0])
def test_the_largest_hifloat8_of_a_rectangle(session: Session, most: float) -> None:
    x = _RNG.normal(size=(3, 200)).astype(np.float16)
    y, found = Small("hifloat8", x.shape), np.zeros((3, 2), np.float32)
    arguments = [x, 0.0, b"round", 34, 1, 128, most, y, found]
    *_, codes, scales = run(session, "aclnnDynamicBlockQuantV2", arguments)
    wanted = block_scales(x.astype(np.float32), 1, 128, most, 0)
    assert np.array_equal(scales, wanted)
    assert np.array_equal(codes, coded("hifloat8", divided(x.astype(np.float32), wanted, 1, 128)))


@pytest.mark.usefixtures("own_library")
def test_numbers_that_are_none_in_a_rectangle(session: Session) -> None:
    x = np.ones((3, 128), np.float32)
    x[0, 5], x[1, 6] = np.nan, np.inf
    y, found = np.full(x.shape, 9, np.int8), np.zeros((3, 1), np.float32)
    arguments = [x, 4.0, b"rint", 2, 1, 128, y, found]
    *_, codes, scales = run(session, "aclnnDynamicBlockQuant", arguments)
    wanted = np.array([np.nan, np.inf, 1], np.float32) / np.array([1, 1, 127], np.float32)
    assert np.array_equal(scales.ravel(), wanted, equal_nan=True)
    assert not codes[:2].any()
    assert (codes[2] == 127).all()


@pytest.mark.usefixtures("own_library")
def test_refusals_of_rectangles(api: Api) -> None:
    def status(soc: str, **changed: Any) -> int:
        given: dict[str, Any] = {
            "x": tensor(FLOAT16, 4, 256),
            "least": ["d", 0.0],
            "mode": ["s", "rint"],
            "type": ["i", 2],
            "rows": ["i", 1],
            "columns": ["i", 128],
            "most": ["d", 0.0],
            "y": tensor(INT8, 4, 256),
            "scales": tensor(FLOAT, 4, 2),
        }
        with selected(api, soc):
            found = phase_one(api, "aclnnDynamicBlockQuantV2", list((given | changed).values()))
        return found.status

    hifloat8 = {"type": ["i", 34], "y": tensor(34, 4, 256), "mode": ["s", "round"]}
    for changed, on_910, on_950 in (
        ({}, 0, 0),
        ({"x": NULL}, 161001, 161001),
        ({"x": tensor(FLOAT, 4, 256)}, 161002, 0),
        (hifloat8, 161002, 0),
        (hifloat8 | {"mode": ["s", "rint"]}, 161002, 561002),
        (hifloat8 | {"most": ["d", 56.0]}, 161002, 0),
        (hifloat8 | {"most": ["d", 57.0]}, 161002, 561002),
        ({"most": ["d", 56.0]}, 561002, 561002),
        ({"least": ["d", -1.0]}, 561002, 561002),
        ({"type": ["i", 36]}, 561002, 561002),
        ({"mode": ["s", "round"]}, 0, 561002),
        ({"rows": ["i", 64], "scales": tensor(FLOAT, 1, 2)}, 561002, 0),
        ({"rows": ["i", 2], "scales": tensor(FLOAT, 2, 2)}, 561002, 561002),
        ({"columns": ["i", 64], "scales": tensor(FLOAT, 4, 4)}, 561002, 0),
        ({"scales": tensor(FLOAT, 4, 1)}, 561002, 561002),
        ({"x": tensor(FLOAT16, 256), "y": tensor(INT8, 256)}, 561002, 561002),
    ):
        assert status("Ascend910B", **changed) == on_910, changed
        assert status("Ascend950", **changed) == on_950, changed


@pytest.mark.usefixtures("own_library")
def test_hifloat8_beside_the_largest(session: Session) -> None:
    x = (_RNG.normal(size=(5, 33)) * 30000).astype(np.float32)
    y, amax, scale = Small("hifloat8", x.shape), np.zeros(1, np.float32), np.full(1, 3, np.float32)
    *_, codes, found = run(session, "aclnnQuantMax", [x, scale, b"round", 34, y, amax])
    assert np.array_equal(codes, coded("hifloat8", x * np.float32(3)))
    assert found[0] == np.abs(x).max()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", [40, 41, 35])
def test_blocks_are_restored(session: Session, kind: int) -> None:
    """What is quantised is restored: the number that it became, times its scale."""
    x = _RNG.normal(size=(3, 4, 98)).astype(np.float32)
    y, scales = Small(KINDS[kind], x.shape), Small("float8_e8m0", (3, 4, 2, 2))
    *_, codes, powers = run(
        session, "aclnnDynamicMxQuant", [x, -1, b"rint", kind, 32, 0, y, scales]
    )
    given = Small(KINDS[kind], x.shape, codes), Small("float8_e8m0", powers.shape, powers)
    *_, found = run(session, "aclnnAntiMxQuant", [*given, 2, 0, np.zeros(x.shape, np.float32)])
    numbers, factors = quantised(x, -1, kind)
    each = np.repeat(factors.reshape(3, 4, -1), 32, -1)[..., :98]
    assert np.array_equal(found, (numbers * each).astype(np.float32))
    assert np.array_equal(values_of(KINDS[kind])[codes], numbers)


@pytest.mark.usefixtures("own_library")
def test_refusals_of_restored_blocks(api: Api) -> None:
    def status(soc: str, **changed: Any) -> int:
        given: dict[str, Any] = {
            "x": tensor(36, 4, 64),
            "scales": tensor(37, 4, 1, 2),
            "axis": ["i", -1],
            "type": ["i", 1],
            "y": tensor(FLOAT16, 4, 64),
        }
        with selected(api, soc):
            found = phase_one(api, "aclnnAntiMxQuant", list((given | changed).values()))
        return found.status

    for changed, wanted in (
        ({}, 0),
        ({"scales": NULL}, 161001),
        ({"x": tensor(34, 4, 64)}, 161002),
        ({"scales": tensor(FLOAT, 4, 1, 2)}, 161002),
        ({"type": ["i", 0]}, 161002),
        ({"scales": tensor(37, 4, 2)}, 161002),
        ({"axis": ["i", 2]}, 161002),
        ({"axis": ["i", 0]}, 561103),
        ({"scales": tensor(37, 4, 2, 2)}, 561103),
        ({"y": tensor(FLOAT16, 4, 65)}, 561103),
    ):
        assert status("Ascend950", **changed) == wanted, changed
    assert status("Ascend910B") == 561103
