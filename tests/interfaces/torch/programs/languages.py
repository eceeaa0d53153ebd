# SPDX-License-Identifier: Apache-2.0
"""Recurrent language models, trained on both: a line for each.

nn.LSTM of several layers is a single operator of the plug-in (single_operators.py), of one layer it
is not.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from both import compare
from torch import Tensor, nn

WORDS = 30


class Recurrent(nn.Module):
    """Scores of the next word by the words before."""

    def __init__(self, layer: Callable[..., nn.Module]) -> None:
        super().__init__()
        self.words, self.layer = nn.Embedding(WORDS, 12), layer(12, 16, batch_first=True)
        self.head = nn.Linear(16, WORDS)

    def forward(self, words: Tensor) -> Tensor:
        """The loss."""
        found, _ = self.layer(self.words(words[:, :-1]))
        scores = self.head(found)
        return nn.functional.cross_entropy(scores.reshape(-1, WORDS), words[:, 1:].reshape(-1))


class Cells(Recurrent):
    """The same by steps."""

    def __init__(self) -> None:
        super().__init__(nn.GRU)
        self.layer = nn.GRUCell(12, 16)

    def forward(self, words: Tensor) -> Tensor:
        """The loss."""
        state = torch.zeros(words.shape[0], 16, device=words.device)
        states = []
        for step in range(words.shape[1] - 1):
            state = self.layer(self.words(words[:, step]), state)
            states.append(state)
        scores = self.head(torch.stack(states, 1))
        return nn.functional.cross_entropy(scores.reshape(-1, WORDS), words[:, 1:].reshape(-1))


def _train(make: Callable[[], nn.Module]) -> None:
    compare(
        make,
        lambda model: torch.optim.Adam(model.parameters(), lr=0.02, eps=1e-4),
        lambda rng: (torch.randint(0, WORDS, (8, 7), generator=rng),),
        lambda model, *batch: model(*batch),
        clip=1.0,
    )


def _both(*sizes: int, batch_first: bool) -> nn.Module:
    """Two layers in both directions, whose states are as wide together."""
    return nn.GRU(
        sizes[0], sizes[1] // 2, num_layers=2, bidirectional=True, batch_first=batch_first
    )


_train(lambda: Recurrent(nn.RNN))
_train(lambda: Recurrent(nn.LSTM))
_train(lambda: Recurrent(nn.GRU))
_train(lambda: Recurrent(_both))
_train(Cells)
