# SPDX-License-Identifier: Apache-2.0
"""Losses of classes: what the sweeps do not ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aclnn_py as acl


@pytest.mark.parametrize("bad", [5, -1, -100])
def test_a_class_out_of_range_fails(bad: int) -> None:
    """-100 is a class like any other where another one is ignored."""
    self, weight = np.zeros((3, 5), np.float32), np.ones(5, np.float32)
    target = np.array([0, bad, 4])
    calls: list[Callable[[], Any]] = [
        lambda: acl.nll_loss(self, target, weight, reduction=2, ignore_index=0),
        lambda: acl.nll_loss_backward(
            np.ones(1, np.float32), self, target, weight, 2, 0, np.ones(1, np.float32)
        ),
    ]
    for call in calls:
        with pytest.raises(acl.AclError, match=rf"target\[1\] is {bad}; .* in \[0, 5\)") as caught:
            call()
        assert caught.value.code == 507015


def test_an_ignored_class_may_be_out_of_range() -> None:
    self = np.array([[-1.0, -2.0], [np.nan, np.inf], [-3.0, -4.0]], np.float32)
    weight = np.array([1, 3], np.float32)
    target = np.array([0, -100, 1])
    loss, total = acl.nll_loss(self, target, weight)
    assert (float(loss), float(total[0])) == ((1 + 3 * 4) / 4, 4)
    grad = acl.nll_loss_backward(np.ones(1, np.float32), self, target, weight, 1, -100, total)
    assert grad.tolist() == [[-0.25, 0], [0, 0], [0, -0.75]]


def test_a_mean_of_ignored_classes_is_nan() -> None:
    loss, total = acl.nll_loss(
        np.zeros((2, 3), np.float32), np.array([1, 1]), np.ones(3, np.float32), 1, 1
    )
    assert np.isnan(loss)
    assert total == [0]
