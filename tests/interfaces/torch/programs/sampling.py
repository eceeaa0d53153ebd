# SPDX-License-Identifier: Apache-2.0
"""What is random or rounded, and has bounds: each part asserts, the last line is "done"."""

from __future__ import annotations

import torch
import torch_npu  # noqa: F401  registers the device
from small_gpt import LENGTH, WORDS, Transformer
from torch import Tensor, nn
from torch.nn import functional


def _dropout() -> None:
    """A share p of zeros, to five standard deviations, and 1/(1-p) elsewhere; in gradients too."""
    torch.manual_seed(0)
    x = torch.ones(200, 500, device="npu", requires_grad=True)
    for p in (0.1, 0.5):
        y = functional.dropout(x, p)
        zeros = (y == 0).float().mean().item()
        assert abs(zeros - p) < 5 * (p * (1 - p) / x.numel()) ** 0.5
        kept = y[y != 0].cpu()
        assert torch.allclose(kept, torch.full_like(kept, 1 / (1 - p)))
        (gradient,) = torch.autograd.grad(y.sum(), x)
        assert torch.equal(gradient.cpu(), y.cpu())
    assert torch.equal(functional.dropout(x, 0.5, training=False), x)


def _dropout_of_a_transformer() -> None:
    """Training with it learns, and evaluation does what the CPU does."""
    torch.manual_seed(0)
    model = Transformer(is_by_hand=False)
    drop = nn.Dropout(0.1)
    for block in model.blocks:
        block.joined = nn.Sequential(block.joined, drop)
        block.second = nn.Sequential(block.second, drop)
    model = model.npu()
    words = torch.randint(0, WORDS, (8, LENGTH)).npu()
    steps = torch.optim.AdamW(model.parameters(), lr=3e-3)
    losses = []
    for _ in range(30):
        steps.zero_grad()
        scores = model(words)[:, :-1].reshape(-1, WORDS)
        loss = functional.cross_entropy(scores, words[:, 1:].reshape(-1))
        loss.backward()
        steps.step()
        losses.append(loss.item())
    assert losses[-1] < 0.7 * losses[0]
    model.eval()
    with torch.no_grad():
        found = model(words).cpu()
        expected = model.cpu()(words.cpu())
    assert torch.allclose(found, expected, rtol=1e-4, atol=1e-4)


def _generation() -> None:
    """Top-k sampling: greedy is the CPU's, and words are drawn from the k best, by the seed."""
    torch.manual_seed(0)
    model = Transformer(is_by_hand=False).eval()

    def generate(device: str, k: int) -> Tensor:
        words = torch.zeros(4, 1, dtype=torch.long, device=device)
        moved = model.to(device)
        with torch.no_grad():
            while words.shape[1] < LENGTH:
                scores = moved(functional.pad(words, (0, LENGTH - words.shape[1])))
                scores = scores[:, words.shape[1] - 1] / 20
                lowest = scores.topk(k).values[:, -1:]
                chances = scores.masked_fill(scores < lowest, -torch.inf).softmax(-1)
                following = torch.multinomial(chances, 1)
                assert (chances.gather(1, following) > 0).all()
                words = torch.cat([words, following], 1)
        return words.cpu()

    assert torch.equal(generate("npu", 1), generate("cpu", 1))
    torch.manual_seed(5)
    first = generate("npu", 5)
    torch.manual_seed(5)
    assert torch.equal(generate("npu", 5), first)
    assert not torch.equal(generate("npu", 5), first)


def _distributions() -> None:
    """Means and deviations of 40,000 numbers, to five standard deviations of each."""
    torch.manual_seed(1)
    count = 40_000
    tenths = (4.5, (99 / 12) ** 0.5)
    for drawn, mean, deviation in (
        (torch.randn(count, device="npu"), 0.0, 1.0),
        (torch.rand(count, device="npu"), 0.5, 12**-0.5),
        (torch.empty(count, device="npu").normal_(3, 2), 3.0, 2.0),
        (torch.empty(count, device="npu").uniform_(-1, 3), 1.0, 4 * 12**-0.5),
        (torch.empty(count, device="npu").bernoulli_(0.3), 0.3, 0.21**0.5),
        (torch.randint(0, 10, (count,), device="npu").float(), *tenths),
        (torch.multinomial(torch.ones(10).npu(), count, replacement=True).float(), *tenths),
    ):
        assert abs(drawn.mean().item() - mean) < 5 * deviation / count**0.5
        assert abs(drawn.std().item() / deviation - 1) < 0.03
    order = torch.randperm(1000, device="npu")
    assert order.cpu().sort()[0].tolist() == list(range(1000)) != order.cpu().tolist()


def _halves() -> None:
    """Losses of a model in bfloat16 and under autocast stay within 2 % of float32 on the CPU."""
    rng = torch.Generator().manual_seed(1)
    words, following = torch.randint(0, WORDS, (2, 8, LENGTH), generator=rng)

    def losses(device: str, dtype: torch.dtype, autocast: torch.dtype | None) -> list[float]:
        torch.manual_seed(0)
        model = Transformer(is_by_hand=False).to(device, dtype)
        with torch.no_grad():
            model.words.weight.mul_(0.1)  # scores near zero, as those of a larger model
        steps = torch.optim.AdamW(model.parameters(), lr=1e-3, eps=1e-4)
        found = []
        for _ in range(20):
            steps.zero_grad()
            with torch.autocast(device, autocast or torch.bfloat16, enabled=autocast is not None):
                scores = model(words.to(device)).float().view(-1, WORDS)
                loss = functional.cross_entropy(scores, following.to(device).view(-1))
            loss.backward()
            steps.step()
            found.append(loss.item())
        return found

    expected = losses("cpu", torch.float32, None)
    for dtype, autocast in (
        (torch.bfloat16, None),
        (torch.float32, torch.bfloat16),
        (torch.float32, torch.float16),
    ):
        found = losses("npu", dtype, autocast)
        far = max(abs(a - b) / b for a, b in zip(found, expected, strict=True))
        assert far < 0.02, (dtype, autocast, far)


_dropout()
_dropout_of_a_transformer()
_generation()
_distributions()
_halves()
print("done")
