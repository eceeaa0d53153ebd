# SPDX-License-Identifier: Apache-2.0
"""What all tests share: the library under test, and a session on a device."""

from __future__ import annotations

import gc
import os
import platform
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from support import Api, Session, has_torch

from aclnn_py import native

LEAST_DURATION = 0.005  # seconds, as pytest's --durations-min


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
    if platform.machine() == "aarch64":
        # NumPy takes its instruction from and to float16, which tells of signalling NaNs.
        ignored = "ignore:invalid value encountered in cast:RuntimeWarning"
        config.addinivalue_line("filterwarnings", ignored)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Without the library under test there is nothing to run: said once, not by every test."""
    try:
        native.load()
    except native.LibraryNotFoundError as error:
        raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """25,000 tests are no garbage: looking through them again and again took the collector a third
    of the time of collection, and of each `gc.collect()` of a test 0.3 s."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """All that need torch are skipped in one place, so that pytest's summary counts them."""
    if item.get_closest_marker("torch") and not has_torch():
        pytest.skip("torch is not installed; `make torch` installs it and runs these tests")


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker of pytest-xdist tells of a test that passes in one message, not in six: thousands
    of tests take a millisecond, and each message took a third of one. Set-up and tear-down are
    told of where they fail or where `--durations` could name them."""
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed or report.duration >= LEAST_DURATION:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


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
