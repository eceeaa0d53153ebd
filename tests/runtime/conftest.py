# SPDX-License-Identifier: Apache-2.0
"""Every test of the runtime starts and ends with no device set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from runtime.tools import force_reset
from support import Api


@pytest.fixture(autouse=True)
def pristine(api: Api) -> Iterator[None]:
    force_reset(api)
    yield
    force_reset(api)


@pytest.fixture
def device(api: Api) -> Api:
    """The library with device 0 set."""
    api.ok.aclrtSetDevice(0)
    return api
