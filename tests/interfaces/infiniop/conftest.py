# SPDX-License-Identifier: Apache-2.0
"""The two devices, each with a handle and a stream."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from interfaces.infiniop.calls import ASCEND, CPU, Infini, Place


@pytest.fixture(scope="session")
def infini() -> Infini:
    """infinirt and infiniop by ctypes, every function typed."""
    return Infini()


@pytest.fixture(params=[CPU, ASCEND], ids=["cpu", "ascend"])
def place(request: pytest.FixtureRequest, infini: Infini) -> Iterator[Place]:
    """One device after the other, current on this thread."""
    with Place(infini, request.param) as place:
        yield place


@pytest.fixture
def cpu(infini: Infini) -> Iterator[Place]:
    """The CPU, current on this thread."""
    with Place(infini, CPU) as place:
        yield place


@pytest.fixture
def ascend(infini: Infini) -> Iterator[Place]:
    """The emulated NPU, current on this thread."""
    with Place(infini, ASCEND) as place:
        yield place


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20261)
