# SPDX-License-Identifier: Apache-2.0
"""Work on many streams of torch_npu, in order; with the argument "race" one wait is missing."""

from __future__ import annotations

import sys

import torch
import torch_npu

ROUNDS = 20
SIDES = 3


def _pipeline(device: torch.device) -> float:
    """Each side stream takes what the one before made, and copies in between; all by events."""
    sides = [torch.npu.Stream() for _ in range(SIDES)]
    weights = torch.full((64, 64), 1 / 64, device=device)
    total = torch.zeros((), device=device)
    for step in range(ROUNDS):
        host = torch.full((64, 64), float(step)).pin_memory()
        value = weights
        before = torch.npu.current_stream()
        for side in sides:
            side.wait_stream(before)
            with torch.npu.stream(side):
                value = value @ weights + host.to(device, non_blocking=True)
                value.record_stream(side)
            before = side
        torch.npu.current_stream().wait_stream(before)
        total += value.sum()
    return float(total)


def _events(device: torch.device) -> float:
    """A producer and a consumer with two buffers, as data is loaded beside a training."""
    loader = torch.npu.Stream()
    buffers = [torch.empty(1024, device=device) for _ in range(2)]
    loaded = [torch.npu.Event() for _ in buffers]
    used = [torch.npu.Event() for _ in buffers]
    total = torch.zeros((), device=device)
    for step in range(ROUNDS):
        turn = step % 2
        with torch.npu.stream(loader):
            if step >= len(buffers):
                loader.wait_event(used[turn])
            else:
                loader.wait_stream(torch.npu.default_stream())
            buffers[turn].fill_(step)
            loaded[turn].record(loader)
        torch.npu.current_stream().wait_event(loaded[turn])
        total += buffers[turn].sum()
        used[turn].record(torch.npu.current_stream())
    return float(total)


def _race(device: torch.device) -> None:
    """The planted mistake: the side stream reads what nobody has ordered it behind."""
    side = torch.npu.Stream()
    value = torch.ones(1024, device=device)
    torch.npu.synchronize()
    value.mul_(2)
    with torch.npu.stream(side):
        copied = value + 1
    torch.npu.synchronize()
    assert copied.shape == value.shape


def main() -> None:
    assert torch_npu is not None
    torch.npu.set_device(0)
    device = torch.device("npu:0")
    if sys.argv[1:] == ["race"]:
        _race(device)
    else:
        assert _events(device) == 1024 * sum(range(ROUNDS))
        assert _pipeline(device) > 0
    print("done")


main()
