# SPDX-License-Identifier: Apache-2.0
"""Steps of training by PyTorch's plug-in beside the same on the CPU.

    aclnn run python -m benchmarks.training [ROUNDS]

needs torch and torch-npu. Prints a row for each model: milliseconds of a step (forward, backward
and optimizer) on both, and how many times longer ours takes; behind them the CPU time of all
threads, in the same unit, which other work on the machine disturbs less. Both go in turn, on as
many threads; each number is the shortest of the rounds, five steps each, synchronized at the end.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import torch
import torch_npu  # noqa: F401  registers the device
from torch import Tensor, nn
from torch.nn import functional

from .arguments import default_threads

STEPS = 5
Step = Callable[[], None]


def _step(model: nn.Module, optimizer: torch.optim.Optimizer, *batch: Tensor) -> Step:
    def step() -> None:
        optimizer.zero_grad()
        functional.cross_entropy(model(batch[0]).flatten(0, -2), batch[1].flatten()).backward()
        optimizer.step()

    return step


def _classifier(device: str) -> Step:
    """Of 128 texts of 64 words out of 20,000."""
    model = nn.Sequential(
        *(nn.Embedding(20_000, 64, padding_idx=0), nn.Flatten()),
        *(nn.Linear(64 * 64, 256), nn.ReLU(), nn.Linear(256, 10)),
    ).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    words, classes = torch.randint(0, 20_000, (128, 64)), torch.randint(0, 10, (128,))
    return _step(model, optimizer, words.to(device), classes.to(device))


class _Block(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.qkv, self.joined = (
            heads,
            nn.Linear(width, 3 * width),
            nn.Linear(width, width),
        )
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.first, self.second = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        parts = self.qkv(self.norms[0](x)).chunk(3, 2)
        parts = [each.unflatten(2, (self.heads, -1)).transpose(1, 2) for each in parts]
        query, key, value = parts
        found = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.joined(found.transpose(1, 2).flatten(2))
        return x + self.second(functional.gelu(self.first(self.norms[1](x)), approximate="tanh"))


class _Transformer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(2_000, 256), nn.Embedding(128, 256)
        self.blocks = nn.Sequential(_Block(256, 4), _Block(256, 4))
        self.norm, self.head = nn.LayerNorm(256), nn.Linear(256, 2_000)

    def forward(self, words: Tensor) -> Tensor:
        places = torch.arange(words.shape[1], device=words.device)
        return self.head(self.norm(self.blocks(self.words(words) + self.places(places))))


def _gpt(device: str) -> Step:
    """Two blocks of width 256, 8 texts of 128 words."""
    model = _Transformer().to(device)
    words, following = torch.randint(0, 2_000, (2, 8, 128))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    return _step(model, optimizer, words.to(device), following.to(device))


def _cnn(device: str) -> Step:
    """Three layers over 32 images of 32 x 32."""
    layers: list[nn.Module] = []
    for before, after in ((3, 32), (32, 64), (64, 64)):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.MaxPool2d(2)]
    model = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))
    optimizer = torch.optim.SGD(model.to(device).parameters(), lr=0.01, momentum=0.9)
    images, classes = torch.randn(32, 3, 32, 32), torch.randint(0, 10, (32,))
    return _step(model, optimizer, images.to(device), classes.to(device))


def _milliseconds(step: Step) -> tuple[float, float]:
    """By the clock, and of all threads together."""
    begin, worked = time.perf_counter(), time.process_time()
    for _ in range(STEPS):
        step()
    torch.npu.synchronize()
    scale = 1e3 / STEPS
    return (time.perf_counter() - begin) * scale, (time.process_time() - worked) * scale


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    torch.set_num_threads(default_threads())
    print("| model | CPU | npu | times | CPU, all threads | npu, all threads | times |")
    print("|---|---|---|---|---|---|---|")
    for make in (_classifier, _gpt, _cnn):
        steps = [make("cpu"), make("npu")]
        found = [[_milliseconds(step) for step in steps] for _ in range(rounds + 1)][1:]
        clocks, workers = (
            [min(each[device][kind] for each in found) for device in (0, 1)] for kind in (0, 1)
        )
        cells = [f"{cpu:.1f} | {npu:.1f} | {npu / cpu:.2f}" for cpu, npu in (clocks, workers)]
        print(f"| {make.__name__.removeprefix('_')} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
