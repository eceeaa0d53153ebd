# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests of workspace sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support import Api
from workspace.calls import Explainer, explaining


@pytest.fixture
def explainer(own_library: Api) -> Iterator[Explainer]:
    """Phase one for any product; afterwards the thread sizes for the process's again."""
    with explaining(own_library) as explainer:
        yield explainer
