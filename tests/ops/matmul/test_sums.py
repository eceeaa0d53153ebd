# SPDX-License-Identifier: Apache-2.0
"""What is added to a product: which of the operands a factor of 0 leaves out."""

from __future__ import annotations

import numpy as np
import pytest

import aclnn_py as acl

ONES, ROW = np.ones((2, 2), np.float32), np.ones(2, np.float32)
NAN, NAN_ROW = np.full((2, 2), np.nan, np.float32), np.full(2, np.nan, np.float32)


@pytest.mark.parametrize(("alpha", "expected"), [(1, 2.0), (2, 4.0)])
def test_a_beta_of_0_leaves_self_out_of_a_sum_with_a_product(alpha: int, expected: float) -> None:
    assert (acl.addmm(NAN, ONES, ONES, beta=0, alpha=alpha) == expected).all()
    assert (acl.addmv(NAN_ROW, ONES, ROW, beta=0, alpha=alpha) == expected).all()
    assert (acl.gemm(ONES, ONES, NAN, beta=0, alpha=alpha) == expected).all()


def test_without_a_product_a_beta_of_0_is_multiplied() -> None:
    """op_api of CANN is Muls(self, beta) there (AddmmAlpha0Graph of aclnn_addmm.cpp)."""
    assert np.isnan(acl.addmm(NAN, ONES, ONES, beta=0, alpha=0)).all()
    assert np.isnan(acl.addmv(NAN_ROW, ONES, ROW, beta=0, alpha=0)).all()
    tall, wide = np.ones((2, 0), np.float32), np.ones((0, 2), np.float32)
    assert np.isnan(acl.addmm(NAN, tall, wide, beta=0)).all()
    assert np.isnan(acl.gemm(tall, wide, NAN, beta=0)).all()


def test_the_page_says_so() -> None:
    for function in (acl.addmm, acl.addmv):
        assert "where it is 0 and a product is computed, self is not" in " ".join(
            str(function.__doc__).split()
        )
