# SPDX-License-Identifier: Apache-2.0
"""Trains a model on the CPU and on the device of torch_npu from the same weights and batches."""

from __future__ import annotations

import json
from collections.abc import Callable

import torch
import torch_npu  # noqa: F401  registers the device

STEPS = 20


def compare(
    make: Callable[[], torch.nn.Module],
    optimizer: Callable[[torch.nn.Module], torch.optim.Optimizer],
    batch: Callable[[torch.Generator], tuple[torch.Tensor, ...]],
    loss_of: Callable[..., torch.Tensor],
    clip: float | None = None,
) -> None:
    """Print a line of JSON: the losses on both, and the largest difference of a weight."""
    losses: dict[str, list[float]] = {}
    weights = []
    for device in ("cpu", "npu"):
        torch.manual_seed(0)
        model = make().to(device)
        given = [each.to(device) for each in batch(torch.Generator().manual_seed(1))]
        steps = optimizer(model)
        losses[device] = []
        for _ in range(STEPS):
            steps.zero_grad()
            loss = loss_of(model, *given)
            loss.backward()
            if clip is not None:
                torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
            steps.step()
            losses[device].append(loss.item())
        weights.append([each.detach().cpu() for each in model.parameters()])
    far = max((a - b).abs().max().item() for a, b in zip(*weights, strict=True))
    print(json.dumps({**losses, "weights": far}))
