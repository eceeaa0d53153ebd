# SPDX-License-Identifier: Apache-2.0
"""Rules of CANN's op_api for fills: what phase one answers, each with the rule that it follows
from."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import Api, program_environment
from sweep.rules import FLOAT, ONE, answer, tensor


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_equal_distances_lie_in_one_dimension(api: Api, soc: str) -> None:
    """LinSpace makes a row of steps elements, which is copied to one of its shape alone; Linspace
    counts the elements of out before, LogSpace does not."""
    ends = ONE, ONE
    for steps, out, linear, powers in (
        (10, tensor(FLOAT, 10), 0, 0),
        (10, tensor(FLOAT, 2, 5), 561103, 561103),
        (10, tensor(FLOAT, 9), 161002, 561103),
        (0, tensor(FLOAT, 9), 161002, 0),
        (-1, tensor(FLOAT, 9), 161002, 161002),
        (1, tensor(FLOAT), 0, 0),
    ):
        count = ["i", steps]
        assert answer(api, soc, "aclnnLinspace", *ends, count, out)[0] == linear
        assert answer(api, soc, "aclnnLogSpace", *ends, count, ["d", 10.0], out)[0] == powers


@pytest.mark.usefixtures("own_library")
@pytest.mark.parametrize("soc", ["Ascend910", "Ascend910B", "Ascend950"])
def test_arange_takes_null_for_an_inner_failure(api: Api, soc: str) -> None:
    """op_api of 9.1.0 tests start, end, step and out with a macro for results of inner calls."""
    good = [ONE, ONE, ONE, tensor(FLOAT, 1)]
    for missing in range(4):
        arguments = [["n"] if at == missing else each for at, each in enumerate(good)]
        assert answer(api, soc, "aclnnArange", *arguments)[0] == 561103


RANGES = """
import numpy as np
import aclnn_py as acl
for end, out in ((10, 10), (10, 9), (10, 12), (9.5, 10)):
    acl.arange(0, end, out=np.empty(out, np.float32))
"""


def test_arange_tells_of_an_output_of_another_length(tmp_path: Path) -> None:
    """op_api makes Range as long as out, whatever the range is: no status says so."""
    findings = tmp_path / "findings.jsonl"
    environment = program_environment({"ACLNN_FINDINGS": str(findings)})
    subprocess.run([sys.executable, "-c", RANGES], env=environment, check=True)
    found = [json.loads(line) for line in findings.read_text("utf-8").splitlines()]
    texts = [item["text"] for item in found if item["kind"] == "length"]
    assert len(texts) == 2
    for text, elements in zip(texts, (9, 12), strict=True):
        assert f"out has {elements} elements, and there are 10 numbers from start, 0," in text
