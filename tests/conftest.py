# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the library under test, and a session on a device."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import Api, Session


def pytest_addoption(parser: pytest.Parser) -> None:
    """The same suite runs against another build, or against CANN on a machine with an NPU."""
    parser.addoption(
        "--aclnn-lib",
        metavar="PATH",
        help="library to test in place of the package's own (all names must be found through it)",
    )


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--aclnn-lib")
    if path:
        os.environ["ACLNN_PY_LIB"] = str(Path(path).resolve())


@pytest.fixture(scope="session")
def api() -> Api:
    """The library by ctypes, every function typed."""
    return Api()


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    """Device 0, set for this test, with a stream; what the test made is released at its end."""
    with Session(api) as session:
        yield session
