# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests of workspace sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support import Api
from workspace.calls import Explainer


@pytest.fixture
def explainer(own_library: Api) -> Iterator[Explainer]:
    """Phase one for any product; afterwards the thread sizes for the process's again."""
    api = own_library
    api.message()
    explainer = Explainer(api)
    yield explainer
    explainer.deselect()
    api.message()
