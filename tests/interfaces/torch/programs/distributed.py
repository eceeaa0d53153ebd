# SPDX-License-Identifier: Apache-2.0
"""Collectives of torch.distributed with the backend hccl, under torchrun: every rank knows what all
have, and checks what comes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401  registers the device and the backend
from torch import Tensor

TYPES = [torch.int8, torch.int32, torch.int64, torch.float16, torch.float32, torch.bfloat16]
WAYS: dict[Any, Callable[[Tensor], Tensor]] = {
    dist.ReduceOp.SUM: lambda all_: all_.sum(0),
    dist.ReduceOp.PRODUCT: lambda all_: all_.prod(0),
    dist.ReduceOp.MAX: lambda all_: all_.amax(0),
    dist.ReduceOp.MIN: lambda all_: all_.amin(0),
}


def have(rank: int, shape: tuple[int, ...], dtype: torch.dtype = torch.float32) -> Tensor:
    """Small whole numbers, of which all sums and products are exact."""
    generator = torch.Generator().manual_seed(rank)
    return torch.randint(-2, 3, shape, generator=generator).to(dtype)


def same(found: Tensor, expected: Tensor) -> None:
    """Equal, on the CPU."""
    torch.testing.assert_close(found.cpu(), expected, rtol=0, atol=0)


def reductions(rank: int, size: int) -> None:
    """Every type and operation; averages; what bool and uint8 become."""
    for dtype in TYPES:
        parts = [have(each, (3, 5), dtype) for each in range(size)]
        for operation, combine in WAYS.items():
            if operation == dist.ReduceOp.PRODUCT and dtype == torch.bfloat16:
                continue
            x = parts[rank].npu()
            dist.all_reduce(x, operation)
            same(x, combine(torch.stack(parts)).to(dtype))
    parts = [have(each, (7,)) for each in range(size)]
    x = parts[rank].npu()
    dist.all_reduce(x, dist.ReduceOp.AVG)
    same(x, torch.stack(parts).sum(0) / size)
    x = torch.gt(parts[rank], 0).npu()
    dist.all_reduce(x, dist.ReduceOp.SUM)
    same(x, torch.stack([torch.gt(part, 0) for part in parts]).any(0))
    x = parts[rank].npu()
    dist.reduce(x, size - 1)
    if rank == size - 1:
        same(x, torch.stack(parts).sum(0))
    out = torch.empty(4, device="npu")
    parts = [have(each, (4 * size,)) for each in range(size)]
    dist.reduce_scatter_tensor(out, parts[rank].npu())
    same(out, torch.stack(parts).sum(0)[4 * rank : 4 * rank + 4])
    dist.reduce_scatter(out, [each.npu() for each in parts[rank].split(4)])
    same(out, torch.stack(parts).sum(0)[4 * rank : 4 * rank + 4])


def moves(rank: int, size: int) -> None:
    """Gathers, broadcasts, scatters and exchanges, even and uneven."""
    parts = [have(each, (2, 3)) for each in range(size)]
    out = torch.empty(2 * size, 3, device="npu")
    dist.all_gather_into_tensor(out, parts[rank].npu())
    same(out, torch.cat(parts))
    outs = [torch.empty(2, 3, device="npu") for _ in range(size)]
    dist.all_gather(outs, parts[rank].npu())
    same(torch.stack(outs), torch.stack(parts))
    uneven = [have(each, (each + 1, 3)) for each in range(size)]
    outs = [torch.empty(each + 1, 3, device="npu") for each in range(size)]
    dist.all_gather(outs, uneven[rank].npu())
    same(torch.cat(outs), torch.cat(uneven))
    x = parts[rank].npu()
    dist.broadcast(x, size - 1)
    same(x, parts[size - 1])
    into = [torch.empty(2, 3, device="npu") for _ in range(size)] if rank == 0 else None
    dist.gather(parts[rank].npu(), into, dst=0)
    if into is not None:
        same(torch.stack(into), torch.stack(parts))
    x = torch.empty(2, 3, device="npu")
    dist.scatter(x, [each.npu() for each in parts] if rank == 0 else None, src=0)
    same(x, parts[rank])
    rows = [have(each, (size, 2)) for each in range(size)]
    out = torch.empty(size, 2, device="npu")
    dist.all_to_all_single(out, rows[rank].npu())
    same(out, torch.stack([each[rank] for each in rows]))
    sizes = [[(a + 2 * b) % 3 for b in range(size)] for a in range(size)]
    data = [have(each, (sum(sizes[each]), 2)) for each in range(size)]
    incoming = [sizes[each][rank] for each in range(size)]
    out = torch.empty(sum(incoming), 2, device="npu")
    dist.all_to_all_single(out, data[rank].npu(), incoming, sizes[rank])
    same(out, torch.cat([each.split(sizes[a])[rank] for a, each in enumerate(data)]))
    outs = [torch.empty(2, device="npu") for _ in range(size)]
    dist.all_to_all(outs, [each.contiguous() for each in rows[rank].npu()])
    same(torch.stack(outs), torch.stack([each[rank] for each in rows]))


def pairs(rank: int, size: int) -> None:
    """Sends and receives, alone and in batches."""
    after, before = (rank + 1) % size, (rank - 1) % size
    for count in (3, 40_000):
        x, y = have(rank, (count,)).npu(), torch.empty(count, device="npu")
        operations = [dist.P2POp(dist.isend, x, after), dist.P2POp(dist.irecv, y, before)]
        for work in dist.batch_isend_irecv(operations):
            work.wait()
        same(y, have(before, (count,)))
        y.zero_()
        if rank == 0:
            dist.send(x, 1)
        elif rank == 1:
            dist.recv(y, 0)
            same(y, have(0, (count,)))


def objects(rank: int, size: int) -> None:
    """Anything that can be pickled."""
    mine: dict[str, Any] = {"rank": rank, "text": "x" * (10 * rank)}
    found: list[Any] = [None] * size
    dist.all_gather_object(found, mine)
    assert [each["rank"] for each in found] == list(range(size))
    assert [len(each["text"]) for each in found] == [10 * each for each in range(size)]
    listed = [mine if rank == 0 else None]
    dist.broadcast_object_list(listed, 0)
    assert listed[0] == {"rank": 0, "text": ""}


def groups(rank: int, size: int) -> None:
    """A group of some, coalesced calls, and work that is waited for later."""
    group = dist.new_group([0, size - 1])
    if rank in {0, size - 1}:
        x = torch.full((3,), float(rank + 1), device="npu")
        dist.all_reduce(x, group=group)
        same(x, torch.full((3,), 1.0 + size))
    xs = [torch.full((4,), float(rank + each), device="npu") for each in range(3)]
    works = [dist.all_reduce(x, async_op=True) for x in xs]
    for each, (work, x) in enumerate(zip(works, xs, strict=True)):
        work.wait()
        same(x, torch.full((4,), float(sum(range(size)) + each * size)))
    dist.barrier()


def main() -> None:
    """All of it."""
    torch.npu.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("hccl")
    rank, size = dist.get_rank(), dist.get_world_size()
    assert torch.npu.device_count() == int(os.environ["LOCAL_WORLD_SIZE"])
    for part in (reductions, moves, pairs, objects, groups):
        part(rank, size)
    dist.destroy_process_group()
    print("done", flush=True)


if __name__ == "__main__":
    main()
