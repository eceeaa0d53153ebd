# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests of the Python interface."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import aclnn_py as acl


@pytest.fixture
def device() -> Iterator[acl.Device]:
    """Device 0, closed at the end of the test."""
    with acl.Device(0) as device:
        yield device


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20260)
