# SPDX-License-Identifier: Apache-2.0
"""Learns which word follows three others in a text, on the NPU of torch_npu.

    aclnn run python next_word.py

Needs torch and torch-npu.
"""

from pathlib import Path

import torch
import torch_npu  # noqa: F401  adds the device "npu"
from torch import nn

torch.manual_seed(0)
text = Path(__file__).with_name("harbour.txt").read_text("utf-8").lower().split()
numbers = {word: number for number, word in enumerate(dict.fromkeys(text))}
words = torch.tensor([numbers[word] for word in text], device="npu")
before, after = words.unfold(0, 3, 1)[:-1], words[3:]

model = nn.Sequential(
    nn.Embedding(len(numbers), 32),
    nn.Flatten(),
    nn.Linear(96, 128),
    nn.ReLU(),
    nn.Linear(128, len(numbers)),
).to("npu")
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
for step in range(101):
    loss = nn.functional.cross_entropy(model(before), after)
    if step % 50 == 0:
        print(f"step {step:3}: loss {loss.item():.1f}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

found = words[:3]
for _ in range(9):
    scores = model(found[None, -3:])
    found = torch.cat([found, scores.argmax(1)])
print(f"on {torch.npu.get_device_name()}:", *(list(numbers)[number] for number in found))
