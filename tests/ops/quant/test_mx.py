# SPDX-License-Identifier: Apache-2.0
"""Blocks that share a power of two: float4_e1m2, larger blocks, what is no number, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from ops.quant.mx_oracle import E1M2, E2M1, E4M3, E5M2, KINDS, quantised
from ops.quant.test_small_types import Small, run
from small_floats import values_of
from support import Api, Session
from sweep.c_calls import phase_one, selected
from sweep.rules import FLOAT, INT32, NULL, tensor

_RNG = np.random.default_rng(29)
BF16, E8M0 = 27, 37
NULL_TEXT = None


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


def _scales(codes: Any) -> Any:
    return values_of("float8_e8m0")[codes]


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("mode", ["rint", "round", "floor"])
@pytest.mark.parametrize("kind", [E2M1, E1M2])
def test_float4(session: Session, kind: int, mode: str) -> None:
    """Numbers of all magnitudes, and those in the middle of two that a type has."""
    x = (_RNG.normal(size=(4, 96)) * 2.0 ** _RNG.integers(-30, 30, (4, 1))).astype(np.float32)
    x[0] = np.repeat(np.arange(-48, 48), 1) / 16
    y, scales = Small(KINDS[kind], x.shape), Small("float8_e8m0", (4, 2, 2))
    arguments = [x, -1, mode.encode(), kind, 32, 0, y, scales]
    _, *_, codes, powers = run(session, "aclnnDynamicMxQuant", arguments)
    wanted, wanted_scales = quantised(x, -1, kind, mode=mode)
    assert np.array_equal(_scales(powers), wanted_scales)
    assert np.array_equal(values_of(KINDS[kind])[codes], wanted)


@pytest.mark.slow
@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("axis", "size"), [(1, 64), (0, 96), (2, 1024), (1, 32)])
def test_blocks_of_any_size(session: Session, axis: int, size: int) -> None:
    x = _RNG.normal(size=(65, 130, 6)).astype(np.float16)
    dims = list(x.shape)
    dims[axis] = (-(-dims[axis] // size) + 1) // 2
    y, scales = Small("float8_e4m3fn", x.shape), Small("float8_e8m0", (*dims, 2))
    arguments = [x, axis, NULL_TEXT, E4M3, size, 1, y, scales]
    *_, codes, powers = run(session, "aclnnDynamicMxQuant", arguments)
    wanted, wanted_scales = quantised(x, axis, E4M3, size, 1)
    assert np.array_equal(_scales(powers), wanted_scales)
    assert np.array_equal(values_of("float8_e4m3fn")[codes], wanted)


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize(("kind", "algorithm"), [(E5M2, 0), (E5M2, 1), (E2M1, 2)])
def test_numbers_that_are_none(session: Session, kind: int, algorithm: int) -> None:
    """A block with NaN or an infinity has the scale NaN and zeros, one of zeros has 2^-127, and so
    have those that are smaller than any scale."""
    x = np.ones((5, 32), np.float32)
    x[0, 3], x[1, 4], x[2] = np.nan, -np.inf, 0
    x[3] = np.float32(2.0**-140)
    y, scales = Small(KINDS[kind], x.shape), Small("float8_e8m0", (5, 1, 2))
    arguments = [x, -1, b"rint", kind, 32, algorithm, y, scales]
    *_, codes, powers = run(session, "aclnnDynamicMxQuant", arguments)
    assert powers[:3, 0, 0].tolist() == [255, 255, 0]
    assert powers[3].tolist() == [[0, 0]]
    assert not values_of(KINDS[kind])[codes[:3]].any()
    assert np.array_equal(values_of(KINDS[kind])[codes], quantised(x, -1, kind, 32, algorithm)[0])


@pytest.mark.usefixtures("own_library")
def test_refusals(api: Api) -> None:
    def status(soc: str, **changed: Any) -> int:
        given: dict[str, Any] = {
            "x": tensor(BF16, 4, 64),
            "axis": ["i", -1],
            "mode": ["s", "rint"],
            "type": ["i", E2M1],
            "size": ["i", 32],
            "algorithm": ["i", 0],
            "most": ["d", 0.0],
            "least": ["d", 0.0],
            "y": tensor(E2M1, 4, 64),
            "scales": tensor(E8M0, 4, 1, 2),
        }
        with selected(api, soc):
            found = phase_one(api, "aclnnDynamicMxQuantV3", list((given | changed).values()))
        return found.status

    fp8 = {"type": ["i", E4M3], "y": tensor(E4M3, 4, 64)}
    for changed, wanted in (
        ({}, 0),
        ({"x": NULL}, 161001),
        ({"x": tensor(INT32, 4, 64)}, 161002),
        ({"scales": tensor(FLOAT, 4, 1, 2)}, 161002),
        ({"mode": ["s", "ceil"]}, 561002),
        (fp8 | {"mode": ["s", "floor"]}, 561002),
        ({"type": ["i", E4M3]}, 561002),
        ({"size": ["i", 48]}, 561002),
        ({"size": ["i", 0]}, 561002),
        ({"algorithm": ["i", 1]}, 561002),
        (fp8 | {"algorithm": ["i", 1]}, 0),
        (fp8 | {"algorithm": ["i", 1], "least": ["d", 2.0]}, 0),
        ({"algorithm": ["i", 2], "most": ["d", 7.0]}, 0),
        ({"algorithm": ["i", 2], "most": ["d", 5.0]}, 561002),
        ({"least": ["d", 2.0]}, 561002),
        ({"axis": ["i", 2]}, 561002),
        ({"scales": tensor(E8M0, 4, 2, 2)}, 561002),
        ({"x": tensor(BF16, 4, 63), "y": tensor(E2M1, 4, 63)}, 561002),
    ):
        assert status("Ascend950", **changed) == wanted, changed
    assert status("Ascend910B") == 361001
