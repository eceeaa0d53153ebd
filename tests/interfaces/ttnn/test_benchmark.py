# SPDX-License-Identifier: Apache-2.0
"""The benchmark runs and finds its results right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks import ttnn as benchmark
from benchmarks.cases import Shape


@pytest.mark.slow
def test_the_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(benchmark, "SHAPE", Shape(256, 96, 100))
    monkeypatch.setattr("sys.argv", ["benchmarks.ttnn", "--quick"])
    assert benchmark.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        "256x96->100 bfloat16",
        "256x96->100 bfloat8_b",
    ]
    assert sum("embedding_bw" in line for line in lines) == 4

    def other_sums(shape: Shape, data: Any = benchmark.make_data) -> Any:
        grad, indices, sums = data(shape)
        return grad, indices, np.where(sums == sums.max(), sums + 1, sums)

    monkeypatch.setattr(benchmark, "make_data", other_sums)
    assert benchmark.main() == 1
    assert "WRONG" in capsys.readouterr().out
