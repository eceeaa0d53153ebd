# SPDX-License-Identifier: Apache-2.0
"""Trains a tiny embedding of signs, and shows its loss falling.

Every word of a made-up vocabulary is good or bad. A sentence is good when more of its words are
good. The model looks up eight signs for each word, takes their mean over the sentence, and adds
them up: whether the words of a sentence are good is all in the signs, which are all that is
trained. The loss is logistic, so no gradient is exactly zero, and every sign has a direction.

    python examples/binary_embedding.py

Needs torch.
"""

from __future__ import annotations

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from aclnn_py.bitorch import BinaryEmbedding, BinaryEmbeddingOptimizer

WORDS, COLUMNS, LENGTH = 60, 8, 3

torch.manual_seed(1)
good = torch.arange(WORDS) % 2
layer = BinaryEmbedding(num_embeddings=WORDS, embedding_dim=COLUMNS)
layer.prepare_params()
# One sentence says little about a word. A running mean of the gradient's signs says more.
optimizer = BinaryEmbeddingOptimizer(layer.parameters(), rule="descend", momentum=0.97)


def scores_and_labels(sentences: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """What the model says of each sentence, and what is true."""
    labels = good[sentences].sum(dim=1) * 2 > LENGTH
    return layer(sentences).mean(dim=1).sum(dim=1), labels.float()


test = torch.randint(0, WORDS, (1000, LENGTH))
for step in range(41):
    if step % 8 == 0:
        layer.eval()
        scores, labels = scores_and_labels(test)
        loss = binary_cross_entropy_with_logits(scores, labels)
        right = ((scores > 0) == (labels > 0)).float().mean()
        print(f"step {step:2}  loss {loss.item():.3f}  right {right.item():.0%}")
        layer.train()
    scores, labels = scores_and_labels(torch.randint(0, WORDS, (16, LENGTH)))
    binary_cross_entropy_with_logits(scores, labels).backward()  # sets layer.qweight.packed_grad
    optimizer.step()  # and takes it from there

print(f"{layer.qweight.numel()} bytes of signs for {WORDS} words")
