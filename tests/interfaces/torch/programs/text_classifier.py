# SPDX-License-Identifier: Apache-2.0
"""Embedding, Linear, ReLU, cross entropy; SGD with momentum."""

from __future__ import annotations

import torch
from both import compare
from torch import nn

compare(
    lambda: nn.Sequential(
        nn.Embedding(50, 16, padding_idx=0),
        nn.Flatten(),
        nn.Linear(16 * 8, 32),
        nn.ReLU(),
        nn.Linear(32, 4),
    ),
    lambda model: torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9),
    lambda rng: (
        torch.randint(0, 50, (64, 8), generator=rng),
        torch.randint(0, 4, (64,), generator=rng),
    ),
    lambda model, words, classes: nn.functional.cross_entropy(model(words), classes),
)
