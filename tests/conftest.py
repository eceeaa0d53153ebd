# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the library under test, and a session on a device."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import Api, Session, has_torch

from aclnn_py import native


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
        os.environ[native.LIBRARY_VARIABLE] = str(Path(path).resolve())


def pytest_sessionstart(session: pytest.Session) -> None:
    """Without the library under test there is nothing to run: said once, not by every test."""
    try:
        native.load()
    except native.LibraryNotFoundError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """All that need torch are skipped in one place, so that pytest's summary counts them."""
    if item.get_closest_marker("torch") and not has_torch():
        pytest.skip("torch is not installed; `make torch` installs it and runs these tests")


@pytest.fixture(scope="session")
def api() -> Api:
    """The library by ctypes, every function typed."""
    return Api()


@pytest.fixture
def own_library(api: Api) -> Api:
    """The library with aclnn_ext and ACLNN_SOC; the vendor's has neither."""
    if not hasattr(api.lib, "aclnnExtSelectSoc"):
        pytest.skip("this library does not have aclnn_ext")
    return api


@pytest.fixture
def session(api: Api) -> Iterator[Session]:
    """Device 0, set for this test, with a stream; what the test made is released at its end."""
    with Session(api) as session:
        yield session
