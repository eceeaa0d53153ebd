# SPDX-License-Identifier: Apache-2.0
"""EmbeddingBag in each mode, and weighted, with a linear head; SGD. A line for each."""

from __future__ import annotations

import torch
from both import compare
from torch import Tensor, nn


class Bags(nn.Module):
    """Bags of five words."""

    def __init__(self, mode: str) -> None:
        super().__init__()
        self.bags = nn.EmbeddingBag(30, 8, mode=mode)
        self.head = nn.Linear(8, 3)

    def forward(self, words: Tensor, begins: Tensor, weights: Tensor | None) -> Tensor:
        """Scores of classes."""
        return self.head(self.bags(words, begins, per_sample_weights=weights))


def _train(mode: str, is_weighted: bool) -> None:
    def loss_of(model: nn.Module, words: Tensor, begins: Tensor, *more: Tensor) -> Tensor:
        scores = model(words, begins, more[0] if is_weighted else None)
        return nn.functional.cross_entropy(scores, more[1])

    compare(
        lambda: Bags(mode),
        lambda model: torch.optim.SGD(model.parameters(), lr=0.5),
        lambda rng: (
            torch.randint(0, 30, (40,), generator=rng),
            torch.arange(0, 40, 5),
            torch.rand(40, generator=rng),
            torch.randint(0, 3, (8,), generator=rng),
        ),
        loss_of,
    )


for each in ("sum", "mean", "max"):
    _train(each, False)
_train("sum", True)
