# SPDX-License-Identifier: Apache-2.0
"""What the plug-in computes by Ascend Transformer Boost, against its formula in float64."""

from __future__ import annotations

import math

import torch
import torch_npu
from torch import Tensor

torch.manual_seed(0)
HALVES = (torch.float16, torch.bfloat16)
# Half a unit in the last place at 1, and what float32 adds.
TOLERANCE = {torch.float16: 6e-4, torch.bfloat16: 5e-3, torch.float32: 1e-5, torch.int8: 0}
HEADS, KV_HEADS, SIZE, V_SIZE, BLOCKS, BLOCK = 8, 2, 32, 48, 12, 16


def near(found: Tensor, expected: Tensor) -> None:
    assert found.shape == expected.shape, (found.shape, expected.shape)
    far = (found.cpu().double() - expected.double()).abs().max().item()
    assert far <= TOLERANCE[found.dtype], far


def attention(q: Tensor, k: Tensor, v: Tensor, scale: float, mask: Tensor | None = None) -> Tensor:
    """Of one sequence, [tokens, heads, size] each."""
    group = q.shape[1] // k.shape[1]
    q, k, v = (each.double().transpose(0, 1) for each in (q, k, v))
    scores = q @ k.repeat_interleave(group, 0).transpose(1, 2) * scale
    if mask is not None:
        scores = scores + mask.double()
    return (scores.softmax(-1) @ v.repeat_interleave(group, 0)).transpose(0, 1)


def caches(dtype: torch.dtype) -> None:
    shapes = ((14, 2, 24), (14, 2, 40), (7, BLOCK, 2, 24), (7, BLOCK, 2, 40))
    key, value, keys, values = (torch.randint(-99, 99, shape).to(dtype) for shape in shapes)
    slots = torch.randperm(7 * BLOCK)[:14].int()
    slots[3] = slots[7] = -1
    expected = keys.clone(), values.clone()
    for row, slot in enumerate(slots.tolist()):
        if slot >= 0:
            expected[0][slot // BLOCK, slot % BLOCK] = key[row]
            expected[1][slot // BLOCK, slot % BLOCK] = value[row]
    found = keys.npu(), values.npu()
    torch_npu._npu_reshape_and_cache(key.npu(), value.npu(), *found, slots.npu())
    assert all(map(torch.equal, (each.cpu() for each in found), expected))
    alone = keys.npu()
    torch_npu._npu_reshape_and_cache_siso(key.npu(), alone, slots.npu())
    assert torch.equal(alone.cpu(), expected[0])
    torch_npu._npu_reshape_and_cache_siso(key.npu(), alone, torch.full_like(slots, -1).npu())
    assert torch.equal(alone.cpu(), expected[0])


# The plug-in keeps the first table it is given.
ANGLES = torch.rand(50, SIZE)


def rotary(dtype: torch.dtype, is_neox: bool) -> None:
    positions = torch.randint(0, 50, (6,))
    cos, sin = (each[:, None].double() for each in ANGLES[positions].chunk(2, -1))
    rows = [torch.rand(6, heads * SIZE).to(dtype) for heads in (4, 2)]
    found = [row.npu() for row in rows]
    torch_npu._npu_rotary_embedding(positions.npu(), *found, SIZE, ANGLES.npu(), is_neox)
    for row, turned in zip(rows, found, strict=True):
        heads = row.double().view(6, -1, SIZE)
        pairs = heads.chunk(2, -1) if is_neox else (heads[..., ::2], heads[..., 1::2])
        both = (pairs[0] * cos - pairs[1] * sin, pairs[1] * cos + pairs[0] * sin)
        near(turned, (torch.cat(both, -1) if is_neox else torch.stack(both, -1)).view(row.shape))


def paged(dtype: torch.dtype) -> None:
    queries = torch.tensor([3, 1, 7], dtype=torch.int32)
    lengths = torch.tensor([5, 64, 33], dtype=torch.int32)
    table = torch.randint(0, BLOCKS, (3, 4)).int()
    q = torch.rand(3, HEADS, SIZE).to(dtype)
    keys = torch.rand(BLOCKS, BLOCK, KV_HEADS, SIZE).to(dtype)
    values = torch.rand(BLOCKS, BLOCK, KV_HEADS, V_SIZE).to(dtype)

    def rows(cache: Tensor, i: int) -> Tensor:
        return cache[table[i].long()].flatten(0, 1)[: lengths[i]]

    scale = 1 / math.sqrt(SIZE)
    npu = (keys.npu(), values.npu())
    sizes = (KV_HEADS, HEADS, scale)
    out = torch.empty(3, HEADS, V_SIZE, dtype=dtype, device="npu")
    torch_npu._npu_paged_attention(q.npu(), *npu, *sizes, table.npu(), lengths, out)
    each = [attention(q[i : i + 1], rows(keys, i), rows(values, i), scale) for i in range(3)]
    near(out, torch.cat(each))
    workspace = torch_npu._npu_paged_attention_get_workspace(
        q.npu(), *npu, *sizes, table.npu(), lengths, out
    )
    again = torch.empty_like(out)
    torch_npu._npu_paged_attention(
        q.npu(), *npu, *sizes, table.npu(), lengths, again, workspace=workspace
    )
    assert torch.equal(out, again)

    # Values are the first elements of keys.
    keys1 = keys[:, :, :1].contiguous()
    out = torch.empty(3, HEADS, 24, dtype=dtype, device="npu")
    torch_npu._npu_paged_attention_mla(
        q.npu(), keys1.npu(), 1, HEADS, scale, table.npu(), lengths, 24, out
    )
    each = [
        attention(q[i : i + 1], rows(keys1, i), rows(keys1, i)[..., :24], scale) for i in range(3)
    ]
    near(out, torch.cat(each))

    # Several queries of a sequence, with a mask, or where only what lies before counts.
    q = torch.rand(int(queries.sum()), HEADS, SIZE).to(dtype)
    mask = torch.zeros(len(q), 64)
    ends = queries.cumsum(0).tolist()
    each = []
    for i, end in enumerate(ends):
        count, length = int(queries[i]), int(lengths[i])
        for j in range(count):
            mask[end - count + j, length - count + j + 1 :] = -10000
        own = slice(end - count, end)
        each.append(
            attention(q[own], rows(keys, i), rows(values, i), scale, mask[own, :length].to(dtype))
        )
    out = torch.empty(len(q), HEADS, V_SIZE, dtype=dtype, device="npu")
    torch_npu._npu_paged_attention_splitfuse(
        q.npu(), *npu, table.npu(), lengths, mask.to(dtype).npu(), queries, *sizes, out
    )
    near(out, torch.cat(each))
    out = torch.empty_like(out)
    triangle = torch.ones(128, 128).triu(1).to(dtype).npu()
    torch_npu._npu_flash_attention_qlens(
        q.npu(), keys.npu(), values[..., :SIZE].contiguous().npu(), table.npu(), triangle,
        queries, lengths, *sizes, first := torch.empty_like(q, device="npu"),
    )  # fmt: skip
    near(first, torch.cat(each)[..., :SIZE])


def flash(dtype: torch.dtype) -> None:
    lengths = torch.tensor([3, 1, 7], dtype=torch.int32)
    q = torch.rand(11, HEADS, SIZE).to(dtype)
    k, v = torch.rand(11, KV_HEADS, SIZE).to(dtype), torch.rand(11, KV_HEADS, V_SIZE).to(dtype)
    hidden = torch.full((8, 8), -math.inf).triu(1)
    causal, plain = [], []
    for end, count in zip(lengths.cumsum(0).tolist(), lengths.tolist(), strict=True):
        own = slice(end - count, end)
        causal.append(attention(q[own], k[own], v[own], 0.2, hidden[:count, :count]))
        plain.append(attention(q[own], k[own], v[own], 0.2))
    # 1 in bfloat16 says what does not count; float16 has what is added.
    value = 1.0 if dtype == torch.bfloat16 else -10000.0
    mask = torch.full((8, 8), value).triu(1).to(dtype).npu()
    inputs = (q.npu(), k.npu(), v.npu())
    sizes = (0.2, HEADS, KV_HEADS)
    out = torch.empty(11, HEADS, V_SIZE, dtype=dtype, device="npu")
    torch_npu._npu_flash_attention(*inputs, mask, lengths, *sizes, out)
    near(out, torch.cat(causal))
    torch_npu._npu_flash_attention_v3(*inputs, mask, lengths, *sizes, mask_type=3, out=out.zero_())
    near(out, torch.cat(causal))
    torch_npu._npu_flash_attention_unpad(*inputs, lengths, *sizes, out.zero_())
    near(out, torch.cat(plain))


def latent(dtype: torch.dtype) -> None:
    """What DeepSeek's models call: keys and values are one row a token, in two parts."""
    heads, scale = 8, 0.05
    lengths, table = [20, 33], torch.tensor([[4, 1, 0], [2, 3, 5]], dtype=torch.int32)
    q, q_rope = torch.rand(2, heads, 512).to(dtype), torch.rand(2, heads, 64).to(dtype)
    keys, ropes = torch.rand(6, BLOCK, 1, 512).to(dtype), torch.rand(6, BLOCK, 1, 64).to(dtype)
    found, sums = torch.ops.atb.npu_multi_head_latent_attention(
        q.npu(), q_rope.npu(), keys.npu(), ropes.npu(), table.npu(), lengths, heads, scale, 1,
        True, calc_type="calc_type_ring",
    )  # fmt: skip
    for i, length in enumerate(lengths):
        k, rope = (each[table[i].long()].flatten(0, 1)[:length] for each in (keys, ropes))
        query = torch.cat([q[i : i + 1], q_rope[i : i + 1]], -1)
        near(found[i : i + 1], attention(query, torch.cat([k, rope], -1), k, scale))
        scores = query.double().transpose(0, 1) @ torch.cat([k, rope], -1).double().permute(1, 2, 0)
        expected = (scores * scale).logsumexp(-1)
        assert torch.allclose(sums[i].cpu().double(), expected, rtol=1e-2)


def ring(dtype: torch.dtype) -> None:
    """Keys in two parts give what all of them give together."""
    q, q_rope = torch.rand(5, 4, 128).to(dtype), torch.rand(5, 4, 64).to(dtype)
    k, k_rope = torch.rand(9, 2, 128).to(dtype), torch.rand(9, 2, 64).to(dtype)
    v, mask = torch.rand(9, 2, 128).to(dtype), torch.ones(512, 512).triu(1).to(dtype).npu()
    out = sums = None
    for own in (slice(0, 4), slice(4, 9)):
        parts = [each.npu() for each in (q, q_rope, k[own], k_rope[own], v[own])]
        lengths = torch.tensor([[5], [own.stop - own.start]], dtype=torch.int32)
        out, sums = torch.ops.atb.npu_ring_mla(
            *parts, mask, lengths, 4, 2, pre_out=out, prev_lse=sums, qk_scale=0.1,
            calc_type="calc_type_first_ring" if out is None else "calc_type_default",
        )  # fmt: skip
    query, key = torch.cat([q, q_rope], -1), torch.cat([k, k_rope], -1)
    expected = attention(query, key, v, 0.1)
    near(out, expected)


def loads(dtype: torch.dtype) -> None:
    keys, values = (torch.randn(6, BLOCK, 2, size).to(dtype) for size in (16, 32))
    table = torch.tensor([[4, 1, 0], [2, 3, 5]], dtype=torch.int32)
    lengths = torch.tensor([20, 7], dtype=torch.int32)
    starts = torch.tensor([0, BLOCK], dtype=torch.int32)
    found = torch.ops.atb.npu_paged_cache_load(
        keys.npu(), values.npu(), table.npu(), lengths.npu(), seq_starts=starts.npu()
    )
    for cache, rows in zip((keys, values), found, strict=True):
        first = cache[table[0].long()].flatten(0, 1)[:20]
        second = cache[table[1, 1:].long()].flatten(0, 1)[:7]
        assert torch.equal(rows.cpu(), torch.cat([first, second]))


def experts(dtype: torch.dtype) -> None:
    x, bias = torch.randn(5, 64).to(dtype), torch.rand(64).to(dtype)
    weights, chosen = torch.ops.atb.npu_fused_add_topk_div(
        x.npu(), bias.npu(), group_num=8, group_topk=4, n=2, k=6, is_norm=True, scale=2.5
    )
    activated = x.float().sigmoid()
    groups = (activated + bias.float()).view(5, 8, 8)
    best = groups.topk(2).values.sum(-1).sort(descending=True, stable=True).indices[:, :4]
    kept = torch.zeros_like(groups).scatter_(1, best[..., None].expand(-1, -1, 8), 1.0) * groups
    expected = kept.flatten(1).sort(descending=True, stable=True).indices[:, :6]
    assert torch.equal(chosen.cpu().long(), expected)
    taken = activated.gather(1, expected)
    near(weights, taken / taken.sum(1, keepdim=True) * 2.5)


def prefix(dtype: torch.dtype) -> None:
    queries, lengths = ([2, 1], [20, 7])
    q = torch.rand(3, HEADS, SIZE).to(dtype)
    keys, values = (torch.rand(6, BLOCK, KV_HEADS, SIZE).to(dtype) for _ in range(2))
    table = torch.tensor([[4, 1], [2, 3]], dtype=torch.int32)
    found = torch.ops.atb.npu_self_attention_prefix_encoder(
        q.npu(), keys.npu(), values.npu(), table.npu(), torch.tensor(queries, dtype=torch.int32),
        torch.tensor(lengths, dtype=torch.int32), HEADS, 0.2, KV_HEADS,
    )  # fmt: skip
    first = 0
    for i, (count, length) in enumerate(zip(queries, lengths, strict=True)):
        k, v = (each[table[i].long()].flatten(0, 1)[:length] for each in (keys, values))
        hidden = torch.full((count, length), -math.inf).triu(length - count + 1)
        near(found[first : first + count], attention(q[first : first + count], k, v, 0.2, hidden))
        first += count


def products_and_the_rest() -> None:
    x, weight, sums = torch.rand(40, 24).half(), torch.rand(40, 56).half(), torch.rand(24, 56)
    found = sums.npu()
    torch_npu._npu_matmul_add_fp32(x.npu(), weight.npu(), found)
    near(found, sums.double() + x.double().T @ weight.double())

    x, scale = (torch.rand(3, 16, 16) * 40 - 20).half(), (torch.rand(16, 16) + 0.1).half()
    offset = torch.randint(-10, 10, (16, 16), dtype=torch.int8)
    y = torch.empty(3, 16, 16, dtype=torch.int8, device="npu")
    torch_npu._npu_quantize_per_tensor(x.npu(), scale.npu(), offset.npu(), y)
    near(y, ((x.float() / scale.float()).round() + offset).clip(-128, 127))

    x, gamma, beta = torch.rand(5, 32).half(), torch.rand(32).half(), torch.rand(32).half()
    steps = torch.tensor([0.05]).half(), torch.tensor([3], dtype=torch.int8)
    y = torch.empty(5, 32, dtype=torch.int8, device="npu")
    torch_npu._npu_quant_rms_norm(
        x.npu(), gamma.npu(), beta.npu(), *(step.npu() for step in steps), y, 1e-5
    )
    wide = x.double()
    norm = wide * torch.rsqrt((wide**2).mean(-1, keepdim=True) + 1e-5) * gamma + beta
    near(y, (norm / steps[0].double() + 3).round().clip(-128, 127))

    x = torch.randn(6, 24).half()
    found = x.npu()
    torch_npu._npu_group_topk(found, k=2, group_num=6, n=2)
    groups = x.view(6, 6, 4)
    order = torch.argsort(-groups.float().topk(2).values.sum(-1), dim=1, stable=True)
    expected = groups.clone()
    expected[torch.arange(6)[:, None], order[:, 2:]] = 0
    assert torch.equal(found.cpu(), expected.view(6, 24))


def refused() -> None:
    """Lengths on the device: Setup says no."""
    lengths = torch.ones(1, dtype=torch.int32).npu()
    cache = torch.rand(1, 16, 1, 32).half().npu()
    try:
        torch_npu._npu_paged_attention(
            cache[0, :1], cache, cache, 1, 1, 1.0, lengths[None], lengths, cache[0, :1].clone()
        )
        torch.npu.synchronize()
    except RuntimeError as error:
        print(str(error).splitlines()[0])
        return
    raise AssertionError("nothing was refused")


def captured() -> None:
    """A graph runs the operations again, on what lies there then."""
    x, weight = torch.rand(4, 3).half().npu(), torch.rand(4, 5).half().npu()
    sums = torch.zeros(3, 5).npu()
    graph = torch.npu.NPUGraph()
    with torch.npu.graph(graph):
        torch_npu._npu_matmul_add_fp32(x, weight, sums)
    sums.zero_()
    for _ in range(3):
        graph.replay()
    near(sums, 3 * (x.cpu().double().T @ weight.cpu().double()))


def replaced() -> None:
    """Tasks of attention in a graph are replaced by those for other lengths, none among them."""
    table = torch.tensor([[0, 1], [2, 3]], dtype=torch.int32)
    q, cache = torch.rand(2, 2, SIZE).half(), torch.rand(4, BLOCK, 1, SIZE).half()
    out = torch.empty_like(q, device="npu")
    graph, event, other = torch.npu.NPUGraph(), torch.npu.ExternalEvent(), torch.npu.Stream()
    inputs = (q.npu(), cache.npu(), cache.npu(), 1, 2, 0.2, table.npu())
    with torch.npu.graph(graph):
        stream = torch.npu.current_stream()
        event.wait(stream)
        event.reset(stream)
        torch.npu.graph_task_group_begin(stream)
        torch_npu._npu_paged_attention(*inputs, torch.tensor([32, 32], dtype=torch.int32), out)
        handle = torch.npu.graph_task_group_end(stream)
    with torch.npu.stream(other):
        torch.npu.graph_task_update_begin(other, handle)
        torch_npu._npu_paged_attention(*inputs, torch.tensor([5, 0], dtype=torch.int32), out)
        torch.npu.graph_task_update_end(other)
        event.record(other)
    graph.replay()
    torch.npu.synchronize()
    rows = cache[0, :5]
    near(out, torch.cat((attention(q[:1], rows, rows, 0.2), torch.zeros(1, 2, SIZE))))


for kind in (*HALVES, torch.int8):
    caches(kind)
for kind in HALVES:
    rotary(kind, is_neox=True)
    rotary(kind, is_neox=False)
    paged(kind)
    flash(kind)
    latent(kind)
    ring(kind)
    loads(kind)
    experts(kind)
    prefix(kind)
products_and_the_rest()
captured()
replaced()
refused()
print("done")
