# SPDX-License-Identifier: Apache-2.0
"""PyTorch's unmodified plug-in trains on the library what the CPU trains.

torch_npu lies in a folder of its own: beside torch it would be loaded by every `import torch`,
also without the library. `make torch` installs it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).with_name("programs")
FOLDER = Path(sys.prefix) / "torch_npu"

pytestmark = [pytest.mark.torch, pytest.mark.slow]


@pytest.mark.parametrize(
    ("program", "trainings"),
    [("text_classifier", 1), ("skip_gram", 1), ("bags", 4), ("small_gpt", 2)],
)
def test_trains_as_the_cpu(program: str, trainings: int) -> None:
    """The same losses in float32, up to rounding; AdamW makes much of the smallest gradients."""
    if not FOLDER.is_dir():
        pytest.skip("torch_npu is not installed; `make torch` installs it")
    environment = {key: value for key, value in os.environ.items() if key[:5] != "ACLNN"}
    environment["PYTHONPATH"] = os.pathsep.join([str(FOLDER), *filter(None, sys.path)])
    result = subprocess.run(
        [sys.executable, "-m", "aclnn_py", "run", sys.executable, PROGRAMS / f"{program}.py"],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    assert len(lines) == trainings
    for found in lines:
        assert len(found["cpu"]) == len(found["npu"]) == 20
        assert found["npu"] == pytest.approx(found["cpu"], rel=1e-5)
        assert found["cpu"][-1] < 0.9 * found["cpu"][0]
        assert found["weights"] < 1e-3
