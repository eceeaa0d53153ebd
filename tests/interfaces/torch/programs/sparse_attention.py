# SPDX-License-Identifier: Apache-2.0
"""Sparse attention as vllm-ascend calls it: keys in pages, which the indexer selects for each
query, against the formulas in float64."""

from __future__ import annotations

import torch
import torch_npu
from torch import Tensor

torch.manual_seed(0)
PAGES, PAGE, HEADS, COUNT, SCALE = 8, 16, 4, 20, 576**-0.5
ROWS, KEYS = (2, 5), (37, 64)  # of each batch
TABLE = torch.tensor([[6, 0, 3, 0], [1, 7, 2, 5]], dtype=torch.int32)


def halves(*shape: int) -> Tensor:
    return torch.randn(shape).to(torch.bfloat16)


def of_batch(cache: Tensor, batch: int) -> Tensor:
    return cache[TABLE[batch].long()].flatten(0, 2)[: KEYS[batch]].double()


query, rope = halves(sum(ROWS), HEADS, 512), halves(sum(ROWS), HEADS, 64)
key, key_rope = halves(PAGES, PAGE, 1, 512), halves(PAGES, PAGE, 1, 64)
index_query, index_key = halves(sum(ROWS), HEADS, 128), halves(PAGES, PAGE, 1, 128)
weights = halves(sum(ROWS), HEADS)
ends = torch.tensor([ROWS[0], sum(ROWS)], dtype=torch.int32)
places = {
    "actual_seq_lengths_query": ends.npu(),
    "block_table": TABLE.npu(),
    "layout_query": "TND",
    "sparse_mode": 3,
}
counts = torch.tensor(KEYS, dtype=torch.int32).npu()

chosen, _ = torch_npu.npu_lightning_indexer(
    index_query.npu(), index_key.npu(), weights.npu(), actual_seq_lengths_key=counts,
    layout_key="PA_BSND", sparse_count=COUNT, **places,
)  # fmt: skip


cache = key.npu()
found, _, _ = torch_npu.npu_sparse_flash_attention(
    query.npu(), cache, cache, chosen, SCALE, actual_seq_lengths_kv=counts, query_rope=rope.npu(),
    key_rope=key_rope.npu(), sparse_block_size=1, layout_kv="PA_BSND", attention_mode=2, **places,
)  # fmt: skip

expected = []
for row in range(sum(ROWS)):
    batch = int(row >= ROWS[0])
    seen = KEYS[batch] - ROWS[batch] + row - batch * ROWS[0] + 1
    scores = torch.relu(index_query[row].double() @ of_batch(index_key, batch)[:seen].T)
    best = (weights[row].double() @ scores).topk(COUNT).indices
    assert set(best.tolist()) == set(chosen[row].flatten().tolist()), row
    keys = of_batch(key, batch)[best]
    scores = query[row].double() @ keys.T
    scores = scores + rope[row].double() @ of_batch(key_rope, batch)[best].T
    expected.append((scores * SCALE).softmax(1) @ keys)
# A unit in the last place of bfloat16 at 4 is 1 / 32, and half of it the rounding of a result.
assert (found.cpu().double() - torch.stack(expected)).abs().max() < 1 / 64 + 1e-4
print("done")
