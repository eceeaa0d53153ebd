# SPDX-License-Identifier: Apache-2.0
"""A device that is open for one test."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from aclnn_py import ttnn


@pytest.fixture
def device() -> Iterator[ttnn.Device]:
    opened = ttnn.open_device(device_id=0)
    yield opened
    ttnn.close_device(opened)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1234)
