# SPDX-License-Identifier: Apache-2.0
"""Learns which word follows three others in a text, on several cards: DistributedDataParallel.

    aclnn run torchrun --nproc-per-node 2 examples/train_on_cards.py
    aclnn run torchrun --nproc-per-node 2 examples/train_on_cards.py --device cpu

Each rank learns from a part of the text, and gradients are averaged over all of them. Needs torch
and, for the NPU, torch-npu.
"""

import argparse
import os
from pathlib import Path

import torch
from torch import distributed, nn
from torch.nn.parallel import DistributedDataParallel

parser = argparse.ArgumentParser()
parser.add_argument("--device", choices=["npu", "cpu"], default="npu")
device = parser.parse_args().device
if device == "npu":
    import torch_npu  # noqa: F401  adds the device "npu"

    torch.npu.set_device(int(os.environ["LOCAL_RANK"]))
distributed.init_process_group("hccl" if device == "npu" else "gloo")
rank, ranks = distributed.get_rank(), distributed.get_world_size()

torch.manual_seed(0)
text = Path(__file__).with_name("harbour.txt").read_text("utf-8").lower().split()
numbers = {word: number for number, word in enumerate(dict.fromkeys(text))}
words = torch.tensor([numbers[word] for word in text], device=device)
before, after = words.unfold(0, 3, 1)[:-1], words[3:]
each = len(after) // ranks
mine = slice(rank * each, (rank + 1) * each)

model = nn.Sequential(
    nn.Embedding(len(numbers), 32),
    nn.Flatten(),
    nn.Linear(96, 128),
    nn.ReLU(),
    nn.Linear(128, len(numbers)),
).to(device)
trained = DistributedDataParallel(model)
optimizer = torch.optim.AdamW(trained.parameters(), lr=0.01)
for step in range(21):
    loss = nn.functional.cross_entropy(trained(before[mine]), after[mine])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        mean = loss.detach().clone()
        distributed.all_reduce(mean)
        if rank == 0:
            print(f"step {step:2}: loss {mean.item() / ranks:.4f}")
distributed.destroy_process_group()
