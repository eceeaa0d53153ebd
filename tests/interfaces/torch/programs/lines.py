# SPDX-License-Identifier: Apache-2.0
"""Two mistakes, in functions and a module: comments mark the lines that findings have to name."""

from __future__ import annotations

import contextlib

import torch
import torch_npu  # noqa: F401  registers the device


class Lookup(torch.nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.table = torch.nn.Embedding(5, 3)

    def forward(self, indices: torch.Tensor) -> torch.Tensor:
        rows: torch.Tensor = self.table(indices)  # lookup
        return rows


def product(x: torch.Tensor) -> torch.Tensor:
    return x @ x.T  # product


x = torch.ones(2, 3, dtype=torch.float64).npu()
for _ in range(3):
    with contextlib.suppress(RuntimeError):
        product(x)  # module
rows = Lookup().npu()(torch.tensor([7]).npu())  # module of lookup
try:
    rows.cpu()
except RuntimeError:
    print("done")
