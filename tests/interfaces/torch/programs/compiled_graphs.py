# SPDX-License-Identifier: Apache-2.0
"""torch.compile with torch_npu's backends that capture graphs: a training, and words that are
generated with a static cache of keys and values, as without torch.compile."""

import copy
import sys

import torch
import torch_npu

STEPS, WORDS, WIDTH, PLACES = 5, 50, 32, 12


class Decoder(torch.nn.Module):
    """A layer of attention over a cache of as many places as there will be words."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(WORDS, WIDTH)
        self.qkv = torch.nn.Linear(WIDTH, 3 * WIDTH)
        self.head = torch.nn.Linear(WIDTH, WORDS)
        self.register_buffer("keys", torch.zeros(PLACES, WIDTH))
        self.register_buffer("values", torch.zeros(PLACES, WIDTH))

    def forward(self, word: torch.Tensor, place: torch.Tensor) -> torch.Tensor:
        query, key, value = self.qkv(self.embedding(word)).chunk(3, -1)
        self.keys.index_copy_(0, place, key)
        self.values.index_copy_(0, place, value)
        scores = query @ self.keys.T / WIDTH**0.5
        later = torch.arange(PLACES, device=place.device) > place
        rows = torch.softmax(scores.masked_fill(later, float("-inf")), -1)
        return self.head(rows @ self.values).argmax(-1)


def train(network: torch.nn.Module, called: torch.nn.Module) -> list[float]:
    optimizer = torch.optim.SGD(network.parameters(), 0.1)
    generator = torch.Generator().manual_seed(1)
    losses = []
    for _ in range(STEPS):
        x = torch.randn(8, 16, generator=generator).npu()
        y = torch.randn(8, 4, generator=generator).npu()
        loss = torch.nn.functional.mse_loss(called(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses


def generate(called: torch.nn.Module) -> list[int]:
    word = torch.tensor([7]).npu()
    words = []
    with torch.no_grad():
        for place in range(PLACES):
            word = called(word, torch.tensor([place]).npu()).clone()
            words.append(word.item())
    return words


assert torch_npu.npu.is_available()
backend = sys.argv[1]
torch.manual_seed(0)
layers = [torch.nn.Linear(16, 32), torch.nn.ReLU(), torch.nn.Linear(32, 4)]
eager = torch.nn.Sequential(*layers).npu()
network = copy.deepcopy(eager)
assert train(network, torch.compile(network, backend=backend)) == train(eager, eager)

decoder = Decoder().npu()
words = generate(decoder)
assert len(set(words)) > 1, words
decoder.keys.zero_()
decoder.values.zero_()
assert generate(torch.compile(decoder, backend=backend)) == words
print("done")
