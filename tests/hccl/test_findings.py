# SPDX-License-Identifier: Apache-2.0
"""What `aclnn run --strict` tells of communication."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hccl.ranks import run


def findings(path: Path, program: str, size: int, **arguments: Any) -> list[str]:
    file = path / "findings.jsonl"
    run(program, size, ACLNN_FINDINGS=str(file), **arguments)
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert sum(row["kind"] == "end" for row in rows) == size
    return [f"{row['call']}: {row['text']}" for row in rows if "text" in row]


@pytest.mark.slow
def test_buffers_of_collectives_race(tmp_path: Path) -> None:
    texts = findings(tmp_path, "race", 2, ordered=False)
    assert len(texts) == 2
    for text in texts:
        assert "aclrtMemsetAsync: devPtr" in text
        assert "and nothing orders that and HcclAllReduce (task 1" in text
        assert "which writes recvBuf" in text or "which reads sendBuf" in text


@pytest.mark.slow
def test_ordered_buffers_do_not(tmp_path: Path) -> None:
    assert findings(tmp_path, "race", 2, ordered=True) == []


def test_a_communicator_that_is_left(tmp_path: Path) -> None:
    texts = findings(tmp_path, "leaves_a_communicator", 1)
    assert len(texts) == 1
    assert "was never destroyed" in texts[0]
    assert "HcclCommInitRootInfo made" in texts[0]
