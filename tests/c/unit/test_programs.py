# SPDX-License-Identifier: Apache-2.0
"""The C test programs of this directory, against the ordinary build."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_support.sanitize import Runner

pytestmark = pytest.mark.slow  # compiles the C test programs

RUNNER = Runner("plain")
# Those of tests/c/stress and tests/c/load are run in every stream mode: tests/abi, tests/c/load.
SOURCES = [path for path in RUNNER.programs() if path.parent == Path(__file__).parent]


@pytest.fixture(scope="session")
def runner() -> Runner:
    RUNNER.build()
    return RUNNER


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_program(runner: Runner, source: Path) -> None:
    if runner.left_out(source):
        pytest.skip("its source says so")
    good, output = runner.run(source)
    assert good, output
