# SPDX-License-Identifier: Apache-2.0
"""The example prints what its indices say."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import run_python

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "ttnn_embedding_bw.py"

pytestmark = pytest.mark.slow  # a process of its own


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
def test_the_counts(mode: str) -> None:
    result = run_python(EXAMPLE.read_text("utf-8"), {"ACLNN_STREAM": mode})
    assert (result.returncode, result.stderr) == (0, "")
    tiles = -(-100 // 32) * 2  # 100 rows of 64 columns
    assert result.stdout.splitlines() == [
        "bias Shape([1, 1, 1, 64]) 2048 places",
        "weight Shape([1, 1, 100, 64])",
        "word  3  512 times",
        "word  7  512 times",
        "word  9  960 times",
        "word 42  64 times",
        f"word  9  960 times, in {tiles * 1088} bytes",
    ]
