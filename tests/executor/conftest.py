# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests of executors and tensor objects."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from executor.call import Call
from support import Api, Session


@pytest.fixture(autouse=True)
def no_text(api: Api) -> None:
    """No test sees what another one left in this thread's store."""
    api.message()


@pytest.fixture
def call(session: Session) -> Iterator[Call]:
    """A call whose operands are ready, before phase one."""
    call = Call(session)
    yield call
    call.close()
