# SPDX-License-Identifier: Apache-2.0
"""How far products of float32 are from those of float64, beside NumPy's in float32."""

from __future__ import annotations

import numpy as np
import pytest

import aclnn_py as acl

DEPTH = 4096


@pytest.mark.parametrize("rows", [8, 32, 48, 64, 200])
def test_long_sums_are_as_near_as_those_of_numpy(rows: int) -> None:
    """A sum of 4,096 products in one go is seven times as far off as one of parts."""
    random = np.random.default_rng(rows)
    left = random.standard_normal((rows, DEPTH), np.float32)
    right = random.standard_normal((DEPTH, 512), np.float32)
    exact = left.astype(np.float64) @ right.astype(np.float64)
    errors = [np.abs(found - exact).max() for found in (acl.mm(left, right), left @ right)]
    assert errors[0] <= 3 * errors[1]
