# SPDX-License-Identifier: Apache-2.0
"""examples/all_reduce.c: the commands of docs/how-to/several-cards.md, and what the page shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from support import program_environment

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_shows_what_the_example_prints(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "several-cards.md").read_text("utf-8")
    found = re.search(
        r"```sh\n(aclnn build examples/all_reduce.c.*?)```\n\n```text\n(.*?)```", page, re.DOTALL
    )
    assert found is not None
    commands, shown = found.groups()
    aclnn = f"{sys.executable} -m aclnn_py "
    commands = commands.replace("aclnn ", aclnn).replace("examples/", f"{ROOT}/examples/")
    result = subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=tmp_path,
        env=program_environment({"HCCL_SOCKET_IFNAME": "lo"}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    lines = sorted(line for line in result.stdout.splitlines() if line.startswith("rank"))
    assert lines == shown.splitlines(), result.stderr
