# SPDX-License-Identifier: Apache-2.0
"""Ways to train, with the same small transformer on both: a line for each."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable

import torch
from both import STEPS
from small_gpt import LENGTH, WORDS, Transformer
from torch import Tensor, nn
from torch.utils.checkpoint import checkpoint

Way = Callable[[nn.Module, Tensor, Tensor, torch.device], list[float]]


def _loss(model: nn.Module, words: Tensor, following: Tensor) -> Tensor:
    return nn.functional.cross_entropy(model(words).view(-1, WORDS), following.view(-1))


def _steps(
    optimizer: torch.optim.Optimizer, model: nn.Module, words: Tensor, following: Tensor, count: int
) -> list[float]:
    """Plain steps, and their losses."""
    losses = []
    for _ in range(count):
        optimizer.zero_grad()
        loss = _loss(model, words, following)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def _train(way: Way) -> None:
    words, following = torch.randint(
        0, WORDS, (2, 8, LENGTH), generator=torch.Generator().manual_seed(1)
    )
    losses, weights = {}, []
    for device in (torch.device("cpu"), torch.device("npu")):
        torch.manual_seed(0)
        model = Transformer(is_by_hand=True).to(device)
        losses[device.type] = way(model, words.to(device), following.to(device), device)
        weights.append([each.detach().cpu() for each in model.parameters()])
    far = max((a - b).abs().max().item() for a, b in zip(*weights, strict=True))
    print(json.dumps({**losses, "weights": far}))


def _checkpoints(
    model: nn.Module, words: Tensor, following: Tensor, _: torch.device
) -> list[float]:
    """Blocks are computed again for their gradients."""
    for block in model.blocks:
        inner = block.forward
        block.forward = lambda x, mask, inner=inner: checkpoint(inner, x, mask, use_reentrant=False)
    steps = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)
    return _steps(steps, model, words, following, STEPS)


def _accumulation(
    model: nn.Module, words: Tensor, following: Tensor, _: torch.device
) -> list[float]:
    """Gradients of parts of a batch are added; the rate falls as a cosine behind a warm-up."""
    steps = torch.optim.RMSprop(model.parameters(), lr=1e-3, eps=1e-3)
    rates = torch.optim.lr_scheduler.SequentialLR(
        steps,
        [
            torch.optim.lr_scheduler.LinearLR(steps, 0.1, total_iters=5),
            torch.optim.lr_scheduler.CosineAnnealingLR(steps, STEPS),
        ],
        [5],
    )
    losses = []
    for _ in range(STEPS):
        steps.zero_grad()
        pairs = zip(words.split(2), following.split(2), strict=True)
        parts = [_loss(model, *pair) / 4 for pair in pairs]
        for part in parts:
            part.backward()
        nn.utils.clip_grad_value_(model.parameters(), 0.5)
        steps.step()
        rates.step()
        losses.append(sum(part.item() for part in parts))
    return losses


def _scaled(
    model: nn.Module, words: Tensor, following: Tensor, device: torch.device
) -> list[float]:
    """Losses are scaled; a step whose gradients overflow is left out, and the scale is halved."""
    steps = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler(device.type, init_scale=2.0**126, growth_interval=100)
    losses = []
    for step in range(STEPS):
        steps.zero_grad()
        loss = _loss(model, words, following) * (1000 if step == 3 else 1)
        scaler.scale(loss).backward()
        scaler.unscale_(steps)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(steps)
        scaler.update()
        losses.append(loss.item() + scaler.get_scale() / 2.0**126)
    assert scaler.get_scale() == 2.0**125, "halved by the one step that overflows"
    return losses


def _moved(model: nn.Module, words: Tensor, following: Tensor, device: torch.device) -> list[float]:
    """Half the steps, and the rest from what was saved, on the other device and back."""
    losses: list[float] = []
    saved = None
    for _ in range(2):
        steps = torch.optim.AdamW(model.parameters(), lr=1e-3, eps=1e-4, foreach=True)
        if saved is not None:
            model.cpu()
            model.load_state_dict(saved[0])
            model.to(device)
            steps.load_state_dict(saved[1])
        losses += _steps(steps, model, words, following, STEPS // 2)
        state = {name: each.cpu() for name, each in model.state_dict().items()}
        saved = copy.deepcopy((state, steps.state_dict()))
    return losses


def _fused(model: nn.Module, words: Tensor, following: Tensor, _: torch.device) -> list[float]:
    """The optimizer's own operator."""
    steps = torch.optim.AdamW(model.parameters(), lr=1e-3, eps=1e-4, fused=True)
    return _steps(steps, model, words, following, STEPS)


for each in (_checkpoints, _accumulation, _scaled, _moved, _fused):
    _train(each)
