# SPDX-License-Identifier: Apache-2.0
"""Variances of numbers whose squares lose what matters."""

from __future__ import annotations

import numpy as np

import aclnn_py as acl


def test_variance_of_numbers_far_from_zero() -> None:
    values = np.array([1e6, 1e6 + 0.5, 1e6 + 1], np.float32)
    assert acl.var(values) == np.float32(0.25)
    assert acl.std(values, correction=0) == np.float32(np.sqrt(1 / 6))
    large = np.array([3e30, -3e30], np.float32)  # whose squares float32 has not
    assert acl.std(large, correction=0) == np.float32(3e30)
    variance, mean = acl.var_mean(values)
    assert variance == np.float32(0.25)
    assert mean == np.float32(1e6 + 0.5)
