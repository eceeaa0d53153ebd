# SPDX-License-Identifier: Apache-2.0
"""Models by PyTorch's plug-in beside the same on the CPU.

    aclnn run python -m benchmarks.models [--rounds N] [NAME ...]

needs torch and torch-npu. Prints a row for each model: milliseconds of a step on the CPU and on
`npu`, how many times longer `npu` takes, and the most that the project allows; behind them the CPU
time of all threads, in the same unit, which other work on the machine disturbs less. Both go in
turn, on as many threads; a number is the median of the rounds, a step is what the model's row says.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch_npu  # noqa: F401  registers the device
from torch import Tensor, nn
from torch.nn import functional

from .arguments import default_threads

Step = Callable[[], None]


@dataclass(frozen=True)
class Model:
    """What is measured: `make` gives a step on a device, of which `steps` are timed at once.

    `most` is how many times the CPU's time a step may take; NaN where nothing is promised.
    """

    about: str
    make: Callable[[str], Step]
    most: float = float("nan")
    steps: int = 5
    beside: Callable[[str], Step] | None = None
    """What the CPU does where that is another step."""


# --- Training ------------------------------------------------------------------------------------


def _step(model: nn.Module, optimizer: torch.optim.Optimizer, *batch: Tensor) -> Step:
    def step() -> None:
        optimizer.zero_grad()
        functional.cross_entropy(model(batch[0]).flatten(0, -2), batch[1].flatten()).backward()
        optimizer.step()

    return step


def _classifier(device: str) -> Step:
    model = nn.Sequential(
        *(nn.Embedding(20_000, 64, padding_idx=0), nn.Flatten()),
        *(nn.Linear(64 * 64, 256), nn.ReLU(), nn.Linear(256, 10)),
    ).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    words, classes = torch.randint(0, 20_000, (128, 64)), torch.randint(0, 10, (128,))
    return _step(model, optimizer, words.to(device), classes.to(device))


WIDTH, HEADS, WORDS, PLACES = 256, 4, 2_000, 256


class _Block(nn.Module):
    """A layer of a GPT. With a cache it takes one word, whose place is `at`."""

    def __init__(self, texts: int | None) -> None:
        super().__init__()
        self.qkv, self.joined = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.norms = nn.ModuleList([nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)])
        self.first, self.second = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        if texts is not None:
            cache = torch.zeros(2, texts, HEADS, PLACES, WIDTH // HEADS)
            self.register_buffer("cache", cache)

    def forward(self, x: Tensor, at: Tensor | None = None, mask: Tensor | None = None) -> Tensor:
        parts = self.qkv(self.norms[0](x)).chunk(3, 2)
        query, key, value = (each.unflatten(2, (HEADS, -1)).transpose(1, 2) for each in parts)
        if at is not None:
            key = self.cache[0].index_copy_(2, at, key)
            value = self.cache[1].index_copy_(2, at, value)
        found = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask, is_causal=at is None
        )
        x = x + self.joined(found.transpose(1, 2).flatten(2))
        return x + self.second(functional.gelu(self.first(self.norms[1](x)), approximate="tanh"))


class _Transformer(nn.Module):
    def __init__(self, texts: int | None = None) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(PLACES, WIDTH)
        self.blocks = nn.ModuleList(_Block(texts) for _ in range(4))
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WORDS)

    def forward(self, words: Tensor, *place: Tensor) -> Tensor:
        at = place[0] if place else torch.arange(words.shape[1], device=words.device)
        x = self.words(words) + self.places(at)
        for block in self.blocks:
            x = block(x, *place)
        return self.head(self.norm(x))


def _gpt(device: str) -> Step:
    model = _Transformer().to(device)
    words, following = torch.randint(0, WORDS, (2, 4, PLACES))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    return _step(model, optimizer, words.to(device), following.to(device))


def _cnn(device: str) -> Step:
    layers: list[nn.Module] = []
    for before, after in ((3, 32), (32, 64), (64, 64)):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.MaxPool2d(2)]
    model = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))
    return _of_images(model, torch.randn(32, 3, 32, 32), 10, device)


def _of_images(model: nn.Module, images: Tensor, classes: int, device: str) -> Step:
    optimizer = torch.optim.SGD(model.to(device).parameters(), lr=0.01, momentum=0.9)
    wanted = torch.randint(0, classes, (len(images),))
    return _step(model, optimizer, images.to(device), wanted.to(device))


def _convolution(before: int, after: int, size: int, stride: int) -> nn.Sequential:
    convolution = nn.Conv2d(before, after, size, stride, size // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after))


class _Residual(nn.Module):
    """Two convolutions of a ResNet beside a way past them."""

    def __init__(self, before: int, after: int) -> None:
        super().__init__()
        stride = 1 if before == after else 2
        self.first = _convolution(before, after, 3, stride)
        self.second = _convolution(after, after, 3, 1)
        self.past = nn.Identity() if stride == 1 else _convolution(before, after, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        inner = self.second(functional.relu(self.first(x)))
        return functional.relu(inner + self.past(x))


def _resnet(device: str) -> Step:
    layers: list[nn.Module] = [_convolution(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    for before, after in ((64, 64), (64, 128), (128, 256), (256, 512)):
        layers += [_Residual(before, after), _Residual(after, after)]
    model = nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))
    return _of_images(model, torch.randn(4, 3, 224, 224), 1000, device)


def _lstm(device: str) -> Step:
    model = nn.LSTM(128, 256, num_layers=2, batch_first=True).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    series = torch.randn(32, 64, 128).to(device)

    def step() -> None:
        optimizer.zero_grad()
        model(series)[0].square().mean().backward()
        optimizer.step()

    return step


# --- Without gradients ---------------------------------------------------------------------------


class _Generation:
    """The next word of four texts, chosen greedily, with a cache of 256 places."""

    def __init__(self, device: str) -> None:
        self.model = _Transformer(texts=4).to(device).eval()
        self.words = torch.randint(0, WORDS, (4, 1)).to(device)
        self.at = torch.full((1,), 64).to(device)
        self.places = torch.arange(PLACES).to(device)

    def next(self) -> None:
        """Put the next words in the place of the last."""
        with torch.no_grad():
            mask = (self.places <= self.at)[None]
            self.words.copy_(self.model(self.words, self.at, mask).argmax(2))
            self.at.add_(1).remainder_(PLACES)


def _token(device: str) -> Step:
    return _Generation(device).next


def _token_of_graph(device: str) -> Step:
    generation = _Generation(device)
    generation.next()
    graph: Any = torch.npu.NPUGraph()
    with torch.npu.graph(graph):
        generation.next()
    return graph.replay  # type: ignore[no-any-return]


def _small(device: str) -> Step:
    x, y = torch.randn(2, 8, 8).to(device)

    def step() -> None:
        z = x
        for _ in range(50):
            z = (z * y + x).relu()
            z = z - z.mean(1, keepdim=True)

    return step


MODELS = {
    "classifier": Model("training: 128 texts of 64 out of 20,000 words", _classifier),
    "gpt": Model("training: 4 layers of 256, 4 texts of 256 words, AdamW", _gpt, 1.0),
    "cnn": Model("training: 3 layers over 32 images of 32 x 32", _cnn),
    "resnet18": Model("training: 4 images of 224 x 224", _resnet, 1.0, steps=1),
    "lstm": Model("training: 2 layers of 256, 32 series of 64", _lstm, 1.0),
    "token": Model("a word of 4 texts by that GPT, with a cache", _token, 1.2, steps=20),
    "graph": Model(
        "the same by a graph, beside the CPU's eager one", _token_of_graph, 0.8, 20, _token
    ),
    "small": Model("250 operators on 8 x 8 float32", _small, 1.5),
}


# --- Measuring -----------------------------------------------------------------------------------


def _milliseconds(step: Step, steps: int) -> tuple[float, float]:
    """Of a step, by the clock and of all threads together."""
    begin, worked = time.perf_counter(), time.process_time()
    for _ in range(steps):
        step()
    torch.npu.synchronize()
    scale = 1e3 / steps
    return (time.perf_counter() - begin) * scale, (time.process_time() - worked) * scale


def row(name: str, rounds: int) -> str:
    """The row of a model."""
    model = MODELS[name]
    steps = [(model.beside or model.make)("cpu"), model.make("npu")]
    found = [[_milliseconds(step, model.steps) for step in steps] for _ in range(rounds + 1)][1:]
    ratio = statistics.median(npu[0] / cpu[0] for cpu, npu in found)
    clocks, workers = (
        [statistics.median(each[device][kind] for each in found) for device in (0, 1)]
        for kind in (0, 1)
    )
    most = "" if model.most != model.most else f"{model.most:.1f}"
    cells = [f"{clocks[0]:.2f}", f"{clocks[1]:.2f}", f"{ratio:.2f}", most]
    cells += [f"{workers[0]:.2f}", f"{workers[1]:.2f}", model.about]
    return f"| {name} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("names", nargs="*", choices=[*MODELS, []], default=[], metavar="NAME")
    options = parser.parse_args(arguments)
    torch.set_num_threads(default_threads())
    print("| model | CPU | npu | times | at most | CPU, all threads | npu, all threads | a step |")
    print("|---|---|---|---|---|---|---|---|")
    for name in options.names or MODELS:
        print(row(name, options.rounds), flush=True)


if __name__ == "__main__":
    main()
