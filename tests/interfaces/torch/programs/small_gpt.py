# SPDX-License-Identifier: Apache-2.0
"""Two blocks of a transformer with tied weights; AdamW, clipped gradients.

A line for attention by hand, and one for scaled_dot_product_attention.
"""

from __future__ import annotations

import torch
from both import compare
from torch import Tensor, nn

WORDS, WIDTH, LENGTH, HEADS = 65, 32, 16, 4


class Block(nn.Module):
    """Attention to earlier words, and two layers."""

    def __init__(self, is_by_hand: bool) -> None:
        super().__init__()
        self.is_by_hand = is_by_hand
        self.before_attention, self.before_layers = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.heads, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.first, self.second = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Of the same shape."""
        shape = (*x.shape[:2], HEADS, WIDTH // HEADS)
        parts = self.heads(self.before_attention(x)).split(WIDTH, 2)
        query, key, value = (each.view(shape).transpose(1, 2) for each in parts)
        if self.is_by_hand:
            scores = query @ key.transpose(-2, -1) * shape[-1] ** -0.5
            found = scores.masked_fill(mask == 0, -torch.inf).softmax(-1) @ value
        else:
            function = nn.functional.scaled_dot_product_attention
            found = function(query, key, value, is_causal=True)
        x = x + self.joined(found.transpose(1, 2).contiguous().view(x.shape))
        # The plug-in's gelu is the form with tanh, whatever a program asks for.
        wide = nn.functional.gelu(self.first(self.before_layers(x)), approximate="tanh")
        return x + self.second(wide)


class Transformer(nn.Module):
    """Scores of the next word at each place."""

    def __init__(self, is_by_hand: bool) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(LENGTH, WIDTH)
        self.blocks = nn.ModuleList(Block(is_by_hand) for _ in range(2))
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WORDS, bias=False)
        self.head.weight = self.words.weight
        self.register_buffer("mask", torch.tril(torch.ones(LENGTH, LENGTH)))

    def forward(self, words: Tensor) -> Tensor:
        """Scores, by batch, place and word."""
        x = self.words(words) + self.places(torch.arange(LENGTH, device=words.device))
        for block in self.blocks:
            x = block(x, self.mask)
        return self.head(self.norm(x))


def _train(is_by_hand: bool) -> None:
    compare(
        lambda: Transformer(is_by_hand),
        lambda model: torch.optim.AdamW(model.parameters(), lr=1e-3),
        lambda rng: (
            torch.randint(0, WORDS, (8, LENGTH), generator=rng),
            torch.randint(0, WORDS, (8, LENGTH), generator=rng),
        ),
        lambda model, words, following: nn.functional.cross_entropy(
            model(words).view(-1, WORDS), following.view(-1)
        ),
        clip=1.0,
    )


if __name__ == "__main__":
    _train(True)
    _train(False)
