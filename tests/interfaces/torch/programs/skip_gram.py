# SPDX-License-Identifier: Apache-2.0
"""Skip-gram with negative sampling, gradients scaled by frequency; Adam."""

from __future__ import annotations

import torch
from both import compare
from torch import Tensor, nn


class SkipGram(nn.Module):
    """Vectors of words and of their neighbours."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(40, 16, scale_grad_by_freq=True)
        self.neighbours = nn.Embedding(40, 16, scale_grad_by_freq=True)

    def forward(self, word: Tensor, neighbour: Tensor, others: Tensor) -> Tensor:
        """The loss."""
        vector = self.words(word)
        near = (vector * self.neighbours(neighbour)).sum(1)
        far = torch.bmm(self.neighbours(others), vector.unsqueeze(2)).squeeze(2)
        log_sigmoid = nn.functional.logsigmoid
        return -(log_sigmoid(near).mean() + log_sigmoid(-far).sum(1).mean())


compare(
    SkipGram,
    lambda model: torch.optim.Adam(model.parameters(), lr=0.01),
    lambda rng: (
        torch.randint(0, 40, (64,), generator=rng),
        torch.randint(0, 40, (64,), generator=rng),
        torch.randint(0, 40, (64, 5), generator=rng),
    ),
    lambda model, *batch: model(*batch),
)
