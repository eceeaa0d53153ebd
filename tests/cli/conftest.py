# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests of the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import aclnn_py

Aclnn = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def clean_environment() -> dict[str, str]:
    """The environment without what would change the result of a test."""
    drop = (
        *("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS"),
        *("LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH"),
    )
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in drop and not name.startswith(("ACLNN_", "ASCEND_"))
    }
    # The package that is tested, in processes that start elsewhere too, and what it imports.
    folders = [str(Path(aclnn_py.__file__).parents[1]), os.environ.get("PYTHONPATH")]
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, folders))}


@pytest.fixture
def aclnn(tmp_path: Path, clean_environment: dict[str, str]) -> Aclnn:
    """Runs `aclnn` in a process of its own, in tmp_path; keywords but input are environment
    variables."""

    def run(
        *arguments: str | Path, input: str | None = None, **environ: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "aclnn_py", *map(str, arguments)],
            cwd=tmp_path,
            env={**clean_environment, **environ},
            input=input,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
