# SPDX-License-Identifier: Apache-2.0
"""Norms with quantised results: words of eight int4, and results that are not wanted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from ops.quant.norm_oracle import roots
from ops.quant.scales_oracle import packed, saturated, single

import aclnn_py as acl

Array = NDArray[Any]
_RNG = np.random.default_rng(5)


def _numbers(*shape: int) -> Array:
    return _RNG.normal(size=shape).astype(np.float16)


@pytest.mark.usefixtures("own_library")
def test_words_hold_eight_numbers() -> None:
    x, gamma, beta = _numbers(3, 16), _numbers(16), _numbers(16)
    scale, offset = np.array([0.25], np.float16), np.array([1], np.int8)
    y = np.zeros((3, 2), np.int32)
    acl.rms_norm_quant(x, gamma, beta, scale, offset, y=y)
    norm = single(x) * roots(single(x), 1, 1e-6) * single(gamma) + single(beta)
    assert np.array_equal(y, packed(saturated(np.rint(norm / single(scale) + single(offset)))))


@pytest.mark.usefixtures("own_library")
def test_what_a_mask_does_not_want_is_left_alone() -> None:
    x, gamma = _numbers(3, 16), _numbers(16)
    every = acl.add_rms_norm_dynamic_quant_v2(x, x, gamma, output_mask=[True, True])
    words = np.zeros((3, 2), np.int32)
    for wanted in (0, 1):
        mask = [wanted == 0, wanted == 1]
        results: Any = acl.add_rms_norm_dynamic_quant_v2(x, x, gamma, output_mask=mask)
        assert results[1 - wanted].shape == results[4 - wanted].shape == (1,)
        assert np.array_equal(results[wanted], every[wanted])
        assert np.array_equal(results[3 + wanted], every[3 + wanted])
    acl.add_rms_norm_dynamic_quant_v2(x, x, gamma, y1_out=words)
    column = np.zeros((3, 1), np.float32)  # as CANN's own examples have it
    acl.add_rms_norm_dynamic_quant(x, x, gamma, scale1_out=column)
    assert np.array_equal(column[:, 0], every[3])
    total = single((single(x) + single(x)).astype(np.float16))
    norm = total * roots(total, 1, 1e-6) * single(gamma)
    scale = np.abs(norm).max(-1, keepdims=True) / np.float32(7)
    assert np.array_equal(words, packed(saturated(np.rint(norm / scale))))
