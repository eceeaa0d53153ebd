# SPDX-License-Identifier: Apache-2.0
"""The example trains, and its loss falls."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import run_python

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "binary_embedding.py"

pytestmark = [pytest.mark.torch, pytest.mark.slow]  # imports torch in a process of its own


def test_the_loss_falls() -> None:
    result = run_python(EXAMPLE.read_text("utf-8"))
    assert (result.returncode, result.stderr) == (0, "")
    losses = [float(each) for each in re.findall(r"loss (\S+)", result.stdout)]
    right = [int(each) for each in re.findall(r"right (\d+)%", result.stdout)]
    assert len(losses) == len(right) == 6
    assert losses[-1] < losses[0] / 2
    assert right[-1] >= 80
    assert result.stdout.splitlines()[-1] == "60 bytes of signs for 60 words"
