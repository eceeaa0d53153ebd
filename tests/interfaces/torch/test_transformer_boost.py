# SPDX-License-Identifier: Apache-2.0
"""What PyTorch's unmodified plug-in computes by libatb.so."""

from __future__ import annotations

import pytest
from interfaces.torch.test_torch_npu import run

pytestmark = [pytest.mark.torch, pytest.mark.slow]


def test_computes_its_formulas() -> None:
    result = run("transformer_boost.py", "--check", "isolate")
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.endswith("PagedAttentionOperation setup failed!\ndone\n")


def test_a_refusal_is_a_finding() -> None:
    result = run("transformer_boost.py", "--strict", ACLNN_STREAM="lazy")
    assert result.returncode == 3, result.stdout + result.stderr
    assert "PagedAttentionOperation::Setup: returned 1: contextLens has no hostData" in (
        result.stderr
    )
    assert result.stderr.endswith("aclnn: 1 finding(s)\n")
