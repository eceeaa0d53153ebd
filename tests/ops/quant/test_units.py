# SPDX-License-Identifier: Apache-2.0
"""Restored products and their units: variants, float8, sizes, what phase one answers."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ops.quant.test_small_types import LARGEST, NUMBERS, Small, coded, run
from ops.quant.unit_oracle import quantised
from support import Api, Session
from sweep.c_calls import phase_one, selected
from sweep.rules import FLOAT, FLOAT16, INT8, INT32, NULL, tensor

_RNG = np.random.default_rng(47)
BF16, INT64, E2M1 = 27, 9, 40
MIB = 1 << 20
NULL_TENSOR = None


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("variant", [0, 1, 2, 3])
@pytest.mark.parametrize("is_left", [True, False])
def test_variants_on_910b(session: Session, variant: int, is_left: bool) -> None:
    x = _RNG.integers(-2000, 2000, (6, 64)).astype(np.int32)
    weights = (_RNG.random((2, 64)) * 0.01).astype(np.float32)
    groups, scale = np.array([2, 4], np.int64), np.full((2, 32), 2, np.float32)
    y, rows = np.zeros((6, 32), np.int8), np.zeros(6, np.float32)
    options = [b"dynamic", 2, b"rint", -1, variant, 3.0, 1.5, 0.25]
    arguments = [x, weights, NULL_TENSOR, NULL_TENSOR, scale, NULL_TENSOR, groups, is_left]
    *_, y, rows = run(
        session, "aclnnDequantSwigluQuantV2", [*arguments, *options, y, rows], "Ascend910B"
    )
    given = SimpleNamespace(
        x=x, weightScaleOptional=weights, activationScaleOptional=None, biasOptional=None,
        quantScaleOptional=scale, quantOffsetOptional=None, groupIndexOptional=groups,
        activateLeft=is_left, quantModeOptional="dynamic", swigluMode=variant, clampLimit=3.0,
        gluAlpha=1.5, gluBias=0.25,
    )  # fmt: skip
    numbers, scales = quantised(given)
    assert scales is not None
    assert np.array_equal(rows, scales)
    assert np.array_equal(y, np.rint(numbers))


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("mode", ["static", "dynamic"])
@pytest.mark.parametrize("kind", ["hifloat8", "float8_e5m2", "float8_e4m3fn"])
def test_float8(session: Session, kind: str, mode: str) -> None:
    x = _RNG.normal(size=(5, 34)).astype(np.float16)
    scale = np.full(17, 1 if mode == "dynamic" else 1 / LARGEST[kind], np.float32)
    y, rows = Small(kind, (5, 17)), np.zeros(5, np.float32)
    rounding = b"round" if kind == "hifloat8" else b"rint"
    options = [mode.encode(), NUMBERS[kind], rounding, -1, 0, 7.0, 1.702, 1.0]
    arguments = [x, *[NULL_TENSOR] * 3, scale, NULL_TENSOR, NULL_TENSOR, True, *options]
    *_, codes, rows = run(session, "aclnnDequantSwigluQuantV2", [*arguments, y, rows])
    given = SimpleNamespace(
        x=x, quantScaleOptional=scale, quantOffsetOptional=None, groupIndexOptional=None,
        activateLeft=True, quantModeOptional=mode,
    )  # fmt: skip
    numbers, scales = quantised(given, LARGEST[kind])
    assert np.array_equal(codes, coded(kind, numbers))
    assert scales is None or np.array_equal(rows, scales)


def _given(**changed: Any) -> list[Any]:
    given: dict[str, Any] = {
        "x": tensor(INT32, 4, 64),
        "weight": tensor(FLOAT, 64),
        "rows": tensor(FLOAT, 4),
        "bias": NULL,
        "scale": NULL,
        "offset": NULL,
        "groups": NULL,
        "left": ["b", 1],
        "mode": ["s", "dynamic"],
        "type": ["i", 2],
        "rounding": ["s", "rint"],
        "dim": ["i", -1],
        "variant": ["i", 0],
        "limit": ["d", 7.0],
        "alpha": ["d", 1.702],
        "added": ["d", 1.0],
        "y": tensor(INT8, 4, 32),
        "result": tensor(FLOAT, 4),
    }
    return list((given | changed).values())


TABLE, GROUPS = tensor(FLOAT, 2, 64), tensor(INT64, 2)
GROUPED = {"weight": TABLE, "groups": GROUPS}
HALF = {"x": tensor(BF16, 4, 64), "weight": NULL, "rows": NULL}
STATIC = {"mode": ["s", "static"], "scale": tensor(FLOAT, 1), "offset": tensor(FLOAT, 1)}


@pytest.mark.usefixtures("own_library")
def test_what_phase_one_answers(api: Api) -> None:
    for changed, on_910, on_950 in (
        ({}, 0, 0),
        ({"x": NULL}, 161001, 161001),
        ({"x": tensor(FLOAT, 4, 64)}, 161002, 161002),
        ({"scale": tensor(FLOAT16, 32)}, 161002, 161002),
        ({"mode": ["s", "Dynamic"]}, 0, 561002),
        ({"mode": ["s", "none"]}, 561002, 561002),
        ({"weight": NULL}, 561002, 561002),
        ({"weight": tensor(FLOAT, 63)}, 561002, 561002),
        ({"rows": tensor(FLOAT, 3)}, 561002, 561002),
        ({"scale": tensor(FLOAT, 32)}, 0, 0),
        ({"scale": tensor(FLOAT, 1)}, 0, 561002),
        ({"offset": tensor(FLOAT, 32)}, 0, 561002),
        (HALF, 0, 0),
        (HALF | {"rows": tensor(FLOAT, 4)}, 0, 561002),
        (STATIC, 0, 0),
        (STATIC | {"offset": NULL}, 561002, 0),
        (STATIC | {"scale": NULL}, 561002, 561002),
        (STATIC | {"offset": tensor(FLOAT, 32)}, 561002, 561002),
        (GROUPED, 0, 0),
        (GROUPED | {"weight": tensor(FLOAT, 64)}, 561002, 561002),
        (GROUPED | {"offset": tensor(FLOAT, 2)}, 561002, 561002),
        (GROUPED | HALF | {"x": tensor(FLOAT16, 4, 64)}, 561002, 0),
        (GROUPED | {"variant": ["i", 3]}, 0, 561002),
        (GROUPED | {"variant": ["i", 4]}, 561002, 561002),
        ({"variant": ["i", 4]}, 0, 561002),
        ({"limit": ["d", 0.0]}, 0, 561002),
        ({"dim": ["i", 2]}, 0, 561002),
        ({"dim": ["i", 0]}, 0, 207000),
        (GROUPED | {"groups": tensor(INT64, 2, 2)}, 207000, 207000),
        ({"y": tensor(E2M1, 4, 32), "type": ["i", E2M1]}, 161002, 207000),
        ({"rounding": ["s", "floor"]}, 0, 561002),
        ({"type": ["i", 36]}, 0, 561002),
    ):
        for soc, wanted in (("Ascend910B", on_910), ("Ascend950", on_950)):
            with selected(api, soc):
                found = phase_one(api, "aclnnDequantSwigluQuantV2", _given(**changed))
            assert found.status == wanted, (soc, changed, found.text)


@pytest.mark.usefixtures("own_library")
def test_sizes_are_those_of_the_tilings(api: Api) -> None:
    """16 MiB; rows that the unified buffer does not hold have a float32 a number on each core that
    works. With groups Ascend910B asks for 32 bytes. All take 32 more, rounded up to 512."""
    wide = {
        "x": tensor(INT32, 200, 16384),
        "weight": tensor(FLOAT, 16384),
        "rows": NULL,
        "y": tensor(INT8, 200, 8192),
        "result": tensor(FLOAT, 200),
    }
    static = STATIC | {"scale": tensor(FLOAT, 8192), "offset": tensor(FLOAT, 8192)}
    for soc, changed, wanted in (
        ("Ascend910B", {}, 16 * MIB),
        ("Ascend910B", GROUPED, 32),
        ("Ascend910B", wide, 16 * MIB + 48 * 8192 * 4),
        ("Ascend910B", wide | static, 16 * MIB),
        ("Ascend950", {}, 16 * MIB),
        ("Ascend950", GROUPED, 16 * MIB),
        ("Ascend950", wide, 16 * MIB + 64 * 8192 * 4),
    ):
        with selected(api, soc):
            found = phase_one(api, "aclnnDequantSwigluQuantV2", _given(**changed))
        assert found.status == 0, found.text
        assert found.size == (wanted + 32 + 511) // 512 * 512, (soc, changed)
