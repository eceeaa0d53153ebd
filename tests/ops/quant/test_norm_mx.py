# SPDX-License-Identifier: Apache-2.0
"""Norms in blocks that share a power of two, and quantised gradients of norms: float4_e1m2 and
hifloat8, rows without elements, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ops.quant.mx_oracle import E1M2, E4M3, KINDS
from ops.quant.norm_mx_oracle import gradient, mx_norm
from ops.quant.scales_oracle import single
from ops.quant.test_small_types import Small, run
from small_floats import nearest, values_of
from support import Api, Session
from sweep.c_calls import phase_one, selected
from sweep.rules import FLOAT, FLOAT16, INT32, NULL, tensor

_RNG = np.random.default_rng(41)
BF16, E8M0 = 27, 37


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    with Session(api) as opened:
        yield opened


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("mode", ["rint", "round", "floor"])
def test_float4_e1m2(session: Session, mode: str) -> None:
    x1, x2 = _RNG.normal(size=(2, 4, 70)).astype(np.float16)
    gamma = _RNG.normal(size=70).astype(np.float32)
    y, scales = Small("float4_e1m2", x1.shape), Small("float8_e8m0", (4, 2, 2))
    total, roots = np.zeros_like(x1), np.zeros((4, 1), np.float32)
    given = [x1, x2, gamma, gamma, 1e-5, 0, mode.encode(), E1M2, True, y, total, scales, roots]
    *_, codes, found, powers, rstd = run(session, "aclnnAddRmsNormDynamicMxQuant", given)
    sums = single(x1) + single(x2)
    o = SimpleNamespace(gamma=gamma, beta=gamma, epsilon=1e-5, dstType=E1M2)
    o.scaleAlg, o.roundMode, o.outputRstd = 0, mode, True
    numbers, wanted, root = mx_norm(o, sums, np.float16)
    assert np.array_equal(values_of(KINDS[E1M2])[codes], numbers)
    assert np.array_equal(values_of("float8_e8m0")[powers], wanted)
    assert np.array_equal(found, sums.astype(np.float16))
    assert np.array_equal(rstd, root)


@pytest.mark.usefixtures("own_library")
def test_roots_of_rows_without_elements(session: Session) -> None:
    x, gamma = np.zeros((3, 0), np.float16), np.zeros(0, np.float16)
    y, scales = Small("float8_e4m3fn", (3, 0)), Small("float8_e8m0", (3, 0, 2))
    given = [x, gamma, None, 1e-6, 0, b"rint", E4M3, True, y, scales, np.zeros((3, 1), np.float32)]
    assert np.isnan(run(session, "aclnnRmsNormDynamicMxQuant", given)[-1]).all()


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("divides", [True, False])
def test_gradients_of_hifloat8(session: Session, divides: bool) -> None:
    dy, x = _RNG.normal(size=(2, 6, 40)).astype(np.float16)
    rstd, gamma = np.abs(_RNG.normal(size=6)).astype(np.float32), _RNG.normal(size=40)
    gamma, scale = gamma.astype(np.float16), np.array([0.007], np.float16)
    dgamma = np.zeros(40, np.float32)
    given = [
        dy,
        x,
        rstd,
        gamma,
        scale,
        None,
        b"static",
        divides,
        Small("hifloat8", (6, 40)),
        dgamma,
    ]
    *_, codes, _ = run(session, "aclnnRmsNormGradQuant", given)
    dx, _ = gradient(SimpleNamespace(dy=dy, x=x, rstd=rstd, gamma=gamma))
    wanted = dx / single(scale) if divides else dx * single(scale)
    values = values_of("hifloat8")
    magnitude = values[nearest("hifloat8", wanted, away=True)]
    assert np.array_equal(values[codes], np.copysign(magnitude, wanted))


@pytest.mark.usefixtures("own_library")
def test_refusals(api: Api) -> None:
    def status(soc: str, **changed: Any) -> int:
        given: dict[str, Any] = {
            "x": tensor(BF16, 4, 64),
            "gamma": tensor(FLOAT, 64),
            "beta": NULL,
            "epsilon": ["d", 1e-6],
            "algorithm": ["i", 0],
            "mode": ["s", "rint"],
            "type": ["i", E4M3],
            "wanted": ["b", 1],
            "y": tensor(E4M3, 4, 64),
            "scales": tensor(E8M0, 4, 1, 2),
            "rstd": tensor(FLOAT, 4, 1),
        }
        with selected(api, soc):
            name = "aclnnRmsNormDynamicMxQuant"
            return phase_one(api, name, list((given | changed).values())).status

    float4 = {"type": ["i", E1M2], "y": tensor(E1M2, 4, 64)}
    for changed, wanted in (
        ({}, 0),
        ({"x": NULL}, 161001),
        ({"rstd": NULL}, 161001),
        ({"rstd": NULL, "wanted": ["b", 0]}, 0),
        ({"rstd": tensor(INT32, 7), "wanted": ["b", 0]}, 0),
        ({"x": tensor(FLOAT, 4, 64)}, 561103),
        ({"gamma": tensor(FLOAT16, 64)}, 561103),
        ({"gamma": tensor(FLOAT, 32)}, 561103),
        ({"beta": tensor(BF16, 64)}, 561103),
        ({"beta": tensor(FLOAT, 64)}, 0),
        ({"type": ["i", E1M2]}, 561103),
        ({"mode": ["s", "floor"]}, 561103),
        (float4 | {"mode": ["s", "floor"]}, 0),
        ({"algorithm": ["i", 1]}, 0),
        ({"algorithm": ["i", 2]}, 561103),
        (float4 | {"algorithm": ["i", 1]}, 561103),
        ({"scales": tensor(E8M0, 4, 2, 2)}, 561103),
        ({"rstd": tensor(FLOAT, 4)}, 561103),
        ({"x": tensor(BF16, 0, 64)}, 0),
    ):
        assert status("Ascend950", **changed) == wanted, changed
    assert status("Ascend910B") == 561103
