# SPDX-License-Identifier: Apache-2.0
"""The compiled programs, and no core files of those that are meant to fault."""

from __future__ import annotations

import resource
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from c.misuse.cases import sources
from c.misuse.programs import compile_program


@pytest.fixture(scope="session", autouse=True)
def no_core_files() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, before)


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The programs of the cases, by name."""
    directory = tmp_path_factory.mktemp("misuse")
    return {source.stem: compile_program(source, directory / source.stem) for source in sources()}
