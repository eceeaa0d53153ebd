# SPDX-License-Identifier: Apache-2.0
"""`python -m build_support.facts`: what is known of a call."""

from __future__ import annotations

import pytest

from build_support.facts import ARCHITECTURES, main, size_rows, status_cases


def test_what_is_known_of_a_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aclnnSub"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "aclnnSub(const aclTensor *self, const aclTensor *other, const aclScalar *alpha, "
        "aclTensor *out)"
    )
    assert f"Status cases: {len(status_cases()['aclnnSub'])}" in lines
    for row in size_rows()["aclnnSub"]:
        words = " ".join(filter(None, (row["status"], row["l0"], row["marks"])))
        begin = f"  {ARCHITECTURES[row['soc']]} "
        assert any(line.startswith(begin) and line.endswith(f"  {words}") for line in lines), words
    assert "  1001  AI CPU    Sub complex64, int16" in lines
    assert "  3510  AI cores  Sub|16777216 bfloat16, bool, float, uint8" in lines
    assert "  2201  AI cores  Transpose float kernel?:Transpose" in lines


def test_no_call_of_that_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aclnnNothing"]) == 1
    assert "aclnnNothing" in capsys.readouterr().err
