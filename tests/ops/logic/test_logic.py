# SPDX-License-Identifier: Apache-2.0
"""What the documentation says of single logical calls, and the sweeps do not look at."""

from __future__ import annotations

import numpy as np
import pytest

import aclnn_py as acl


def test_complex_numbers_are_true_by_any_part() -> None:
    numbers = np.array([0, 1j, 1, complex(np.nan, 0)], np.complex64)
    yes = np.ones(4, bool)
    assert acl.logical_and(numbers, yes).tolist() == [False, True, True, True]
    assert acl.logical_xor(numbers, yes).tolist() == [True, False, False, False]
    with pytest.raises(acl.AclError, match="of complex numbers at most 7 are supported"):
        acl.logical_xor(numbers.reshape((1,) * 7 + (4,)), yes)
