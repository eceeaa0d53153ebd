# SPDX-License-Identifier: Apache-2.0
"""Every row of csrc/single/operators.toml computes what its oracle says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from interfaces.single.oracles import cases
from interfaces.single.single import run
from support import Session

from build_support import single as rows

CSRC = Path(__file__).resolve().parents[3] / "csrc"
CASES = cases()


def test_each_row_has_an_oracle() -> None:
    names = {row.name for row in rows.read(CSRC)}
    assert len(names) >= 60
    assert set(CASES) == names


@pytest.mark.parametrize("name", sorted(CASES))
def test_computes(session: Session, name: str) -> None:
    case = CASES[name]
    before = case.before or [np.full_like(each, 1) for each in case.outputs]
    found = run(session, name, case.inputs, before, case.attrs)
    for result, expected in zip(found, case.outputs, strict=True):
        assert result.shape == expected.shape
        if expected.dtype == np.float32:
            scale = max(1.0, float(np.abs(expected).max(initial=0)))
            np.testing.assert_allclose(result, expected, rtol=0, atol=case.tolerance * scale)
        else:
            np.testing.assert_array_equal(result, expected)
