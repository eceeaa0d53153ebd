# SPDX-License-Identifier: Apache-2.0
"""A loss that is NaN: a comment marks the line that it comes from."""

from __future__ import annotations

import torch
import torch_npu  # noqa: F401  registers the device


def spread(x: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(x - 1)  # root


x = torch.tensor([1.0, 0.5, 3.0]).npu()
print((2 * spread(x)).sum().item())
