# SPDX-License-Identifier: Apache-2.0
"""Lists whose steps are not all needed: CANN casts operands whose numbers do not count."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import aclnn_py as acl


@pytest.mark.parametrize("types", list(itertools.product(("float32", "float16"), repeat=4)))
def test_a_cast_that_nobody_reads(types: tuple[str, ...]) -> None:
    """The gradients of Modulate need no shift, which may have a type of its own."""
    grad, given, scale, shift = (
        np.arange(1, 1 + np.prod(shape)).reshape(shape).astype(each)
        for shape, each in zip(((2, 3, 2), (2, 3, 2), (2, 2), (2, 2)), types, strict=True)
    )
    grad_input, grad_scale, grad_shift = acl.modulate_backward(grad, given, scale, shift)
    np.testing.assert_array_equal(grad_input, grad * scale[:, None].astype(grad.dtype))
    np.testing.assert_array_equal(grad_scale, (grad * given.astype(grad.dtype)).sum(1))
    np.testing.assert_array_equal(grad_shift, grad.sum(1))
