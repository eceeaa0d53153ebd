# SPDX-License-Identifier: Apache-2.0
"""Networks of other kinds, trained on both: a line for each."""

from __future__ import annotations

import torch
from both import compare
from torch import Tensor, nn
from torch.nn import functional


class Perceptron(nn.Module):
    """Dense layers with BatchNorm1d; its loss is that of training and that of evaluation."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(10, 32), nn.Linear(32, 3)
        self.norm, self.dropout = nn.BatchNorm1d(32), nn.Dropout(0.5)

    def forward(self, x: Tensor, classes: Tensor) -> Tensor:
        """The loss."""
        wide = torch.relu(self.norm(self.first(x)))
        loss = functional.cross_entropy(self.second(wide), classes)
        self.eval()
        again = self.second(self.dropout(torch.relu(self.norm(self.first(x)))))
        self.train()
        return loss + 0.1 * functional.cross_entropy(again, classes, label_smoothing=0.1)


class Convolutions(nn.Module):
    """A residual block between pools, over images and their mirrored and padded forms."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, padding=1)
        self.second = nn.Conv2d(8, 8, 3, padding=1, bias=False)
        self.third = nn.Conv2d(8, 16, 3, stride=2, groups=2)
        self.norms = nn.ModuleList([nn.BatchNorm2d(8), nn.BatchNorm2d(8), nn.BatchNorm2d(16)])
        self.head = nn.Linear(16, 4)

    def forward(self, images: Tensor, classes: Tensor) -> Tensor:
        """The loss."""
        mirrored = functional.pad(images.flip(3), (1, 1, 2, 2))[:, :, 2:-2, 1:-1]
        x = torch.relu(self.norms[0](self.first(torch.cat([images, mirrored]))))
        x = functional.max_pool2d(x, 2)
        x = torch.relu(x + self.norms[1](self.second(x)))
        x = functional.interpolate(functional.avg_pool2d(x, 2), scale_factor=2)
        x = torch.relu(self.norms[2](self.third(x)))
        scores = self.head(functional.adaptive_avg_pool2d(x, 1).flatten(1))
        return functional.cross_entropy(scores, classes.repeat(2))


class Autoencoder(nn.Module):
    """Strided convolutions and transposed ones."""

    def __init__(self) -> None:
        super().__init__()
        self.narrow = nn.Sequential(
            nn.Conv2d(1, 8, 3, stride=2, padding=1), nn.ELU(), nn.Flatten(), nn.Linear(128, 10)
        )
        self.wide = nn.Sequential(
            *(nn.Linear(10, 128), nn.LeakyReLU(0.2), nn.Unflatten(1, (8, 4, 4))),
            *(nn.ConvTranspose2d(8, 1, 4, stride=2, padding=1), nn.Sigmoid()),
        )

    def forward(self, images: Tensor) -> Tensor:
        """The loss."""
        return functional.mse_loss(self.wide(self.narrow(images)), images)


class Adversaries(nn.Module):
    """The losses of a generator of images and of what tells them from others."""

    def __init__(self) -> None:
        super().__init__()
        self.generator = nn.Sequential(
            *(nn.ConvTranspose2d(6, 8, 4), nn.BatchNorm2d(8), nn.ReLU()),
            *(nn.ConvTranspose2d(8, 1, 4, stride=2, padding=1), nn.Tanh()),
        )
        self.judge = nn.Sequential(
            *(nn.Conv2d(1, 8, 4, stride=2, padding=1), nn.LeakyReLU(0.2)),
            *(nn.Conv2d(8, 1, 4), nn.Flatten(0), nn.Sigmoid()),
        )

    def forward(self, noise: Tensor, real: Tensor) -> Tensor:
        """The sum of both losses."""
        made = self.generator(noise)
        is_real, is_made = self.judge(real), self.judge(made.detach())
        judged = functional.binary_cross_entropy(is_real, torch.ones_like(is_real))
        judged = judged + functional.binary_cross_entropy(is_made, torch.zeros_like(is_made))
        fooled = self.judge(made)
        return judged + functional.binary_cross_entropy(fooled, torch.ones_like(fooled))


class Ranking(nn.Module):
    """Scores of lists: the best ones should be those that are relevant."""

    def __init__(self) -> None:
        super().__init__()
        self.scores = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, items: Tensor, relevance: Tensor, lengths: Tensor) -> Tensor:
        """A loss over the list as its scores order it."""
        places = torch.arange(items.shape[1], device=items.device)
        is_padding = places >= lengths[:, None]
        scores = self.scores(items).squeeze(-1).masked_fill(is_padding, -20.0)
        ordered, order = scores.sort(1, descending=True)
        gains = relevance.masked_fill(is_padding, 0.0).gather(1, order)
        listwise = (torch.logcumsumexp(ordered.flip(1), 1).flip(1) - ordered) * gains
        best, chosen = scores.topk(3, 1)
        hits = torch.zeros_like(scores).scatter(1, chosen, torch.sigmoid(best))
        wanted = torch.zeros_like(scores).scatter_add(1, chosen, torch.ones_like(best))
        misses = torch.where(is_padding, torch.zeros_like(hits), (hits - relevance * wanted) ** 2)
        return listwise.sum(1).mean() + misses.sum()


def _adam(model: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.Adam(model.parameters(), lr=0.01, eps=1e-4)


def _sgd(model: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)


def _loss(model: nn.Module, *batch: Tensor) -> Tensor:
    return model(*batch)


compare(
    Perceptron,
    _sgd,
    lambda rng: (torch.randn(40, 10, generator=rng), torch.randint(0, 3, (40,), generator=rng)),
    _loss,
)
compare(
    Convolutions,
    _sgd,
    lambda rng: (
        torch.randn(6, 3, 12, 12, generator=rng),
        torch.randint(0, 4, (6,), generator=rng),
    ),
    _loss,
)
compare(Autoencoder, _adam, lambda rng: (torch.rand(8, 1, 8, 8, generator=rng),), _loss)
compare(
    Adversaries,
    _adam,
    lambda rng: (
        torch.randn(8, 6, 1, 1, generator=rng),
        torch.rand(8, 1, 8, 8, generator=rng),
    ),
    _loss,
)
compare(
    Ranking,
    _adam,
    lambda rng: (
        torch.randn(12, 8, 6, generator=rng),
        torch.randint(0, 3, (12, 8), generator=rng).float(),
        torch.randint(4, 9, (12,), generator=rng),
    ),
    _loss,
)
