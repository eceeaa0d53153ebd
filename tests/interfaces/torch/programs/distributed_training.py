# SPDX-License-Identifier: Apache-2.0
"""Trainings of torch.distributed under torchrun, on the CPU with gloo and on the device with hccl:
the same model, weights and batches; rank 0 prints a line of JSON with the losses of both."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable

import torch
import torch.distributed as dist
import torch_npu  # noqa: F401  registers the device and the backend
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import FullyShardedDataParallel, fully_shard
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)
from torch.nn.parallel import DistributedDataParallel

STEPS, WIDTH, ROWS, KINDS = 10, 16, 8, 5
Training = Callable[[nn.Module, str, DeviceMesh], tuple[nn.Module, torch.optim.Optimizer]]


def model() -> nn.Module:
    """The same on every rank and device."""
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Linear(WIDTH, 4 * WIDTH),
        nn.ReLU(),
        nn.Linear(4 * WIDTH, WIDTH),
        nn.LayerNorm(WIDTH),
        nn.Linear(WIDTH, KINDS),
    )


def ddp(made: nn.Module, device: str, mesh: DeviceMesh) -> tuple[nn.Module, torch.optim.Optimizer]:
    """Gradients in several buckets."""
    group = mesh.get_group()
    made = DistributedDataParallel(made, process_group=group, bucket_cap_mb=0.004)
    return made, torch.optim.SGD(made.parameters(), lr=0.1, momentum=0.9)


def ddp_unused(
    made: nn.Module, device: str, mesh: DeviceMesh
) -> tuple[nn.Module, torch.optim.Optimizer]:
    """A parameter without a gradient is looked for in each step."""

    class Part(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner, self.unused = made, nn.Linear(2, 2).to(device)

        def forward(self, x: Tensor) -> Tensor:
            return self.inner(x)

    group = mesh.get_group()
    whole = DistributedDataParallel(Part(), process_group=group, find_unused_parameters=True)
    return whole, torch.optim.AdamW(whole.parameters(), lr=1e-2)


def zero(made: nn.Module, device: str, mesh: DeviceMesh) -> tuple[nn.Module, torch.optim.Optimizer]:
    """Each rank has the optimizer's state of a part."""
    group = mesh.get_group()
    made = DistributedDataParallel(made, process_group=group)
    steps = ZeroRedundancyOptimizer(
        made.parameters(), torch.optim.Adam, process_group=group, lr=1e-2
    )
    return made, steps


def fsdp1(
    made: nn.Module, device: str, mesh: DeviceMesh
) -> tuple[nn.Module, torch.optim.Optimizer]:
    """Each rank has a part of the weights."""
    number = torch.device("cpu") if device == "cpu" else torch.device("npu", LOCAL)
    made = FullyShardedDataParallel(made, process_group=mesh.get_group(), device_id=number)
    return made, torch.optim.AdamW(made.parameters(), lr=1e-2)


def fsdp2(
    made: nn.Module, device: str, mesh: DeviceMesh
) -> tuple[nn.Module, torch.optim.Optimizer]:
    """The same with DTensors, layer by layer."""
    for layer in made:
        if isinstance(layer, nn.Linear):
            fully_shard(layer, mesh=mesh)
    fully_shard(made, mesh=mesh)
    return made, torch.optim.AdamW(made.parameters(), lr=1e-2)


def tensor_parallel(
    made: nn.Module, device: str, mesh: DeviceMesh
) -> tuple[nn.Module, torch.optim.Optimizer]:
    """The columns of one layer and the rows of the next lie on the ranks."""
    plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
    made = parallelize_module(made, mesh, plan)
    # Some weights are DTensors and others are not: no operator takes both in one list.
    return made, torch.optim.SGD(made.parameters(), lr=0.1, foreach=False)


TRAININGS: dict[str, Training] = {
    "ddp": ddp,
    "ddp_unused": ddp_unused,
    "zero": zero,
    "fsdp1": fsdp1,
    "fsdp2": fsdp2,
    "tensor_parallel": tensor_parallel,
}
LOCAL = int(os.environ["LOCAL_RANK"])


def train(name: str, device: str) -> list[float]:
    """The losses, averaged over the ranks."""
    size = dist.get_world_size()
    mesh = init_device_mesh(device, (size,))
    trained, steps = TRAININGS[name](model().to(device), device, mesh)
    # All ranks have the same batch where they share one model.
    seed = 0 if name == "tensor_parallel" else dist.get_rank()
    generator = torch.Generator().manual_seed(seed)
    losses = []
    x = torch.randn(ROWS, WIDTH, generator=generator).to(device)
    kinds = torch.randint(0, KINDS, (ROWS,), generator=generator).to(device)
    for _ in range(STEPS):
        steps.zero_grad()
        loss = nn.functional.cross_entropy(trained(x), kinds)
        loss.backward()
        steps.step()
        whole = loss.detach().clone()
        dist.all_reduce(whole, group=mesh.get_group())
        losses.append(whole.item() / size)
    return losses


def main() -> None:
    """The trainings that the command line names, or all."""
    torch.npu.set_device(LOCAL)
    dist.init_process_group("cpu:gloo,npu:hccl")
    for name in sys.argv[1:] or TRAININGS:
        losses = {device: train(name, device) for device in ("cpu", "npu")}
        if dist.get_rank() == 0:
            print(json.dumps({"name": name, **losses}), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
