# SPDX-License-Identifier: Apache-2.0
"""Processes share tensors of the device: each sees what the others write, and events order them."""

from __future__ import annotations

from typing import Any

import torch
import torch.multiprocessing as mp
import torch_npu  # noqa: F401  the plug-in


def add_to(tensors: Any, answers: Any) -> None:
    """In a second process: add 1 to what comes, and send a tensor of its own."""
    own = torch.full((70, 7), 5.0, device="npu")
    answers.put(own)
    while (tensor := tensors.get()) is not None:
        tensor.add_(1)
        torch.npu.synchronize()
        answers.put(float(tensor.sum()))
        del tensor
    assert float(own[0, 0]) == 6.0, own  # the first process has added 1


def main() -> None:
    context = mp.get_context("spawn")
    tensors, answers = context.Queue(), context.Queue()
    process = context.Process(target=add_to, args=(tensors, answers))
    process.start()
    foreign = answers.get()
    assert foreign.shape == (70, 7)
    assert float(foreign.sum()) == 5 * 490
    foreign.add_(1)
    torch.npu.synchronize()
    expected = torch.arange(100_000, dtype=torch.float64)
    whole = torch.arange(100_000, dtype=torch.float32, device="npu")
    for part in (whole, whole[1000:2000], whole[::3]):  # a view is of the same memory
        tensors.put(part)
        answers.get()
    for part in (expected, expected[1000:2000], expected[::3]):
        part.add_(1)
    assert torch.equal(whole.cpu().double(), expected)
    del foreign
    tensors.put(None)
    process.join(60)
    assert process.exitcode == 0, process.exitcode
    print("done")


if __name__ == "__main__":
    main()
