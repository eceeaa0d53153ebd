# SPDX-License-Identifier: Apache-2.0
"""Sparse attention and its indexer in training, as op-plugin calls them: gradients against those
of the formulas by autograd in float64."""

from __future__ import annotations

import torch
import torch_npu
from torch import Tensor

torch.manual_seed(0)
BATCHES, ROWS, KEYS, HEADS, COUNT, SCALE = 2, 5, 40, 8, 1024, 576**-0.5


def halves(*shape: int) -> Tensor:
    return torch.randn(shape).to(torch.bfloat16).npu().requires_grad_()


def exact(tensor: Tensor) -> Tensor:
    return tensor.detach().cpu().double().requires_grad_()


def check(found: Tensor, expected: Tensor | None) -> None:
    assert expected is not None
    error = (found.cpu().double() - expected).abs().max() / expected.abs().max()
    assert error < 1 / 128, error  # bfloat16 has 8 bits, the forward's result among the inputs


query, rope = halves(BATCHES, ROWS, HEADS, 512), halves(BATCHES, ROWS, HEADS, 64)
key, key_rope = halves(BATCHES, KEYS, 1, 512), halves(BATCHES, KEYS, 1, 64)
index_query, index_key = halves(BATCHES, ROWS, HEADS, 128), halves(BATCHES, KEYS, 1, 128)
weights = halves(BATCHES, ROWS, HEADS)

chosen, _ = torch_npu.npu_lightning_indexer(
    index_query, index_key, weights, sparse_count=COUNT, sparse_mode=3
)
found, *_ = torch_npu.npu_sparse_flash_attention(
    query, key, key, chosen, SCALE, query_rope=rope, key_rope=key_rope, sparse_block_size=1,
    sparse_mode=3, attention_mode=2, return_softmax_lse=True,
)  # fmt: skip
dy = torch.randn(found.shape)
found.backward(dy.to(torch.bfloat16).npu())

ours = [query, rope, key, key_rope]
theirs = [exact(each) for each in ours]
places = torch.arange(KEYS) > torch.arange(ROWS)[:, None] + KEYS - ROWS
scores = torch.einsum("brhd,bsd->brhs", theirs[0], theirs[2][:, :, 0])
scores = scores + torch.einsum("brhd,bsd->brhs", theirs[1], theirs[3][:, :, 0])
shares = (scores * SCALE).masked_fill(places[:, None], -torch.inf).softmax(-1)
expected = torch.einsum("brhs,bsd->brhd", shares, theirs[2][:, :, 0])
expected.backward(dy.to(torch.bfloat16).double())
for mine, exactly in zip(ours, theirs, strict=True):
    check(mine.grad, exactly.grad)

best = torch.randn(BATCHES, ROWS, COUNT).to(torch.bfloat16)
gradients = torch_npu.npu_lightning_indexer_grad(
    index_query.detach(), index_key.detach(), best.npu(), chosen[:, :, 0].contiguous(),
    weights.detach(), layout="BSND", sparse_mode=3,
)  # fmt: skip
theirs = [exact(each) for each in (index_query, index_key, weights)]
products = torch.einsum("brhd,bsd->brhs", theirs[0], theirs[1][:, :, 0]).relu()
values = torch.einsum("brhs,brh->brs", products, theirs[2])
picked = chosen[:, :, 0].cpu().long()
kept = torch.where(picked < 0, 0, values.gather(-1, picked.clamp(min=0)))
(kept * best.double()).sum().backward()
for mine, exactly in zip(gradients, theirs, strict=True):
    check(mine, exactly.grad)
print("done")
