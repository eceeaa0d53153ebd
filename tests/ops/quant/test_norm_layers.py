# SPDX-License-Identifier: Apache-2.0
"""Norms with a mean that are quantised: float8 and hifloat8, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ops.quant.norm_layer_oracle import ada_norm, dynamic
from ops.quant.test_small_types import LARGEST, Small, run
from small_floats import nearest, values_of
from support import Api, Session
from sweep.c_calls import phase_one, selected
from sweep.rules import FLOAT, FLOAT16, NULL, tensor

_RNG = np.random.default_rng(43)
INT8 = 2


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("kind", ["hifloat8", "float8_e5m2", "float8_e4m3fn"])
def test_rows_of_float8(session: Session, kind: str) -> None:
    x = _RNG.normal(size=(2, 3, 40)).astype(np.float16)
    scale, shift = _RNG.normal(size=(2, 2, 40)).astype(np.float16)
    weight = _RNG.normal(size=40).astype(np.float16)
    y, scales = Small(kind, x.shape), np.zeros((2, 3), np.float32)
    given = [x, scale, shift, weight, None, weight, 1e-5, b"dynamic", y, scales, None]
    *_, codes, found = run(session, "aclnnAdaLayerNormQuant", given)
    o = SimpleNamespace(x=x, scale=scale, shift=shift, weightOptional=weight, biasOptional=None)
    o.epsilon = 1e-5
    numbers, wanted = dynamic(ada_norm(o), weight, LARGEST[kind])
    magnitude = values_of(kind)[nearest(kind, numbers, away=kind == "hifloat8")]
    assert np.array_equal(found, wanted)
    assert np.array_equal(values_of(kind)[codes], np.copysign(magnitude, numbers))


@pytest.mark.usefixtures("own_library")
def test_what_goes_together(api: Api) -> None:
    def status(soc: str, **changed: Any) -> int:
        row = tensor(FLOAT16, 8)
        given: dict[str, Any] = {
            "x1": tensor(FLOAT16, 4, 8),
            "x2": tensor(FLOAT16, 4, 8),
            "gamma": row,
            "beta": row,
            "bias": NULL,
            "scales1": row,
            "scales2": NULL,
            "points1": NULL,
            "points2": NULL,
            "mode": ["s", "static"],
            "epsilon": ["d", 1e-5],
            "additional": ["b", 1],
            "divides": ["b", 1],
            "y1": tensor(INT8, 4, 8),
            "y2": tensor(INT8, 4, 8),
            "x": tensor(FLOAT16, 4, 8),
            "rows1": tensor(FLOAT, 4),
            "rows2": tensor(FLOAT, 4),
        }
        with selected(api, soc):
            arguments = list((given | changed).values())
            return phase_one(api, "aclnnAddLayerNormQuant", arguments).status

    row, by_rows = tensor(FLOAT16, 8), {"mode": ["s", "dynamic"]}
    for changed, wanted in (
        ({}, 0),
        ({"gamma": NULL}, 161001),
        ({"mode": ["s", "other"]}, 161002),
        ({"scales1": NULL}, 161002),
        ({"points1": row}, 0),
        ({"points1": row, "scales2": row}, 161002),
        ({"points1": row, "scales2": row, "points2": row}, 0),
        ({"points1": tensor(FLOAT, 8)}, 161002),
        ({"bias": tensor(FLOAT16, 4, 8)}, 0),
        ({"bias": tensor(FLOAT16, 4, 1)}, 161002),
        ({"scales1": tensor(FLOAT, 8)}, 0),
        (by_rows, 0),
        (by_rows | {"scales1": tensor(FLOAT, 8)}, 161002),
        (by_rows | {"points1": row}, 161002),
        (by_rows | {"scales1": NULL, "scales2": row}, 161002),
        (by_rows | {"rows1": tensor(FLOAT, 3)}, 161002),
    ):
        assert status("Ascend950", **changed) == wanted, changed
    assert status("Ascend910B") == 161002
