# SPDX-License-Identifier: Apache-2.0
"""What the plug-in sends to single operators, on both: LSTM in its forms, its cell, GRU in
bfloat16, the gradient of cdist, products of weights in FRACTAL_NZ, and functions of torch_npu. And
what else was refused with them: coalesce of sparse tensors."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch
import torch_npu
from torch import Tensor, nn

torch.manual_seed(0)
X = torch.randn(4, 6)
SEQUENCE = torch.randn(5, 3, 4)


def _near(found: Tensor, expected: Tensor, tolerance: float = 1e-5) -> None:
    assert found.shape == expected.shape, (found.shape, expected.shape)
    far = (found.detach().cpu().double() - expected.detach().double()).abs().max().item()
    assert far <= tolerance, far


def _on(device: str, *tensors: Tensor) -> list[Tensor]:
    """Leaves on a device."""
    return [each.detach().clone().to(device).requires_grad_() for each in tensors]


def _compare(run: Callable[[str], list[Tensor]], tolerance: float = 1e-5) -> None:
    for found, expected in zip(run("npu"), run("cpu"), strict=True):
        _near(found, expected, tolerance)


# --- Recurrent networks --------------------------------------------------------------------------


def _recurrent(make: Callable[[], nn.Module], dtype: torch.dtype, tolerance: float) -> None:
    module = make()

    def run(device: str) -> list[Tensor]:
        kind = dtype if device == "npu" else torch.float32
        copied: Any = copy.deepcopy(module).to(device, kind)
        (x,) = _on(device, SEQUENCE.to(kind))
        out, state = copied(x)
        states = state if isinstance(state, tuple) else (state,)
        weights = torch.linspace(-1, 1, out.numel()).reshape(out.shape).to(device, kind)
        loss = (out * weights).sum() + sum((each * each).sum() for each in states)
        loss.backward()
        grads = [each.grad for each in copied.parameters()]
        return [out, *states, x.grad, *grads]

    _compare(run, tolerance)


def _packed() -> None:
    """Lengths of their own: the plug-in makes a mask of them. What its packing gives back to the
    padded input is not looked at."""
    module = nn.LSTM(4, 6, num_layers=2, bidirectional=True)

    def run(device: str) -> list[Tensor]:
        copied = copy.deepcopy(module).to(device)
        packed = nn.utils.rnn.pack_padded_sequence(SEQUENCE.to(device), [5, 3, 2])
        out, _ = nn.utils.rnn.pad_packed_sequence(copied(packed)[0])
        (out * out).sum().backward()
        return [out, *(each.grad for each in copied.parameters())]

    _compare(run, 1e-4)


def _cell(bias: bool) -> None:
    module = nn.LSTMCell(4, 6, bias=bias)
    start = torch.randn(3, 6), torch.randn(3, 6)

    def run(device: str) -> list[Tensor]:
        copied = copy.deepcopy(module).to(device)
        x, h, c = _on(device, SEQUENCE, *start)
        state = h, c
        loss = torch.zeros((), device=device)
        for step in x:
            state = copied(step, state)
            loss = loss + (state[0] * state[0]).sum()
        (loss + state[1].sum()).backward()
        return [*state, x.grad, h.grad, c.grad, *(each.grad for each in copied.parameters())]

    _compare(run, 1e-4)


FORMS: list[dict[str, Any]] = [
    {"num_layers": 3},
    {"bidirectional": True},
    {"bias": False},
    {"num_layers": 2, "bidirectional": True, "batch_first": True},
    {"num_layers": 2, "bidirectional": True, "bias": False},
]
for form in FORMS:
    _recurrent(lambda form=form: nn.LSTM(4, 6, **form), torch.float32, 1e-4)  # type: ignore[misc]
_recurrent(lambda: nn.LSTM(4, 6, num_layers=2), torch.bfloat16, 0.15)
_recurrent(lambda: nn.LSTM(4, 6, num_layers=2), torch.float16, 0.02)
_recurrent(lambda: nn.GRU(4, 6, num_layers=2, bidirectional=True), torch.bfloat16, 0.15)
_packed()
_cell(bias=True)
_cell(bias=False)


# --- Distances -----------------------------------------------------------------------------------


def _distances(p: float) -> None:
    points = torch.randn(2, 3, 4), torch.randn(2, 5, 4)

    def run(device: str) -> list[Tensor]:
        a, b = _on(device, *points)
        found = torch.cdist(a, b, p=p)
        found.backward(torch.ones_like(found).contiguous())
        return [found, a.grad, b.grad]

    _compare(run, 1e-4)


for power in (0.5, 1.0, 2.0, 3.0, float("inf")):
    _distances(power)


# --- Sparse tensors ------------------------------------------------------------------------------


def _coalesced(kind: torch.dtype) -> None:
    """By aclnnCoalesceSparse: sums of whole numbers, which are exact."""
    places = torch.tensor([[0, 2, 0, 1, 2], [1, 0, 1, 3, 0]])
    values = torch.arange(10).reshape(5, 2).to(kind)
    expected = torch.sparse_coo_tensor(places, values, (3, 4, 2)).coalesce()
    found = torch.sparse_coo_tensor(places.npu(), values.npu(), (3, 4, 2)).coalesce()
    _near(found.indices(), expected.indices(), 0)
    _near(found.values(), expected.values(), 0)


for each in (torch.float32, torch.float16, torch.bfloat16, torch.int32):
    _coalesced(each)


# --- Weights in FRACTAL_NZ -----------------------------------------------------------------------


def _weights() -> None:
    torch.npu.config.allow_internal_format = True
    a, w, bias = torch.randn(4, 32).half(), torch.randn(32, 48).half(), torch.randn(48).half()
    product = a.float() @ w.float()
    cast = torch_npu.npu_format_cast(w.npu(), 29)
    turned = torch_npu.npu_format_cast(w.t().contiguous().npu(), 29)
    assert torch_npu.get_npu_format(cast) == 29
    _near(a.npu() @ cast, product, 0.03)
    _near(torch.addmm(bias.npu(), a.npu(), cast), product + bias, 0.03)
    _near(nn.functional.linear(a.npu(), turned, bias.npu()), product + bias, 0.03)
    many = torch_npu.npu_format_cast(torch.stack([w, w]).npu(), 29)
    _near(torch.bmm(torch.stack([a, a]).npu(), many), torch.stack([product, product]), 0.03)
    _near(cast + 1, w + 1, 1e-3)
    _near(cast[:16], w[:16], 0)
    _near(cast.t().contiguous(), w.t(), 0)
    _near(torch.cat([cast, cast]), torch.cat([w, w]), 0)
    _near(torch_npu.npu_format_cast(cast, 2), w, 0)
    _recurrent(lambda: nn.LSTM(4, 6, num_layers=2), torch.float32, 1e-4)
    torch.npu.config.allow_internal_format = False


_weights()


# --- Functions of torch_npu ----------------------------------------------------------------------


def _functions() -> None:
    x = X.npu()
    weight, bias = torch.randn(5, 6), torch.randn(5)
    labels = torch.softmax(X, -1)
    crossed = -(labels * torch.log_softmax(X, -1)).sum(-1)
    places = torch.tensor([1, 2]).int().npu()
    linear = torch_npu.npu_linear(x, weight.npu(), bias.npu())
    _near(torch_npu.npu_one_hot(places, depth=4), torch.eye(4)[[1, 2]])
    _near(torch_npu.npu_confusion_transpose(x, [1, 0], [3, 8], True), X.t().reshape(3, 8))
    _near(torch_npu.npu_confusion_transpose(x, [1, 0], [3, 8], False), X.reshape(3, 8).t())
    _near(torch_npu.npu_transpose(x, [1, 0]), X.t())
    _near(torch_npu.npu_broadcast(x[:1], [4, 6]), X[:1].expand(4, 6))
    _near(torch_npu.npu_slice(x, [1, 2], [2, 3]), X[1:3, 2:5])
    _near(torch_npu.npu_indexing(x, [0, 1], [4, 5], [2, 2], 0, 0, 0, 0, 0), X[0:4:2, 1:5:2])
    _near(torch_npu.npu_pad(x, [1, 0, 2, 1]), nn.functional.pad(X, [2, 1, 1, 0]))
    _near(torch_npu.npu_bmmV2(x[None], x.t()[None], []), (X @ X.t())[None])
    _near(linear, nn.functional.linear(X, weight, bias))
    _near(torch_npu.npu_max(x, 1)[0], X.max(1)[0])
    _near(torch_npu.npu_min(x, 1)[0], X.min(1)[0])
    _near(torch_npu.npu_sort_v2(x), X.sort()[0])
    _near(torch_npu.npu_layer_norm_eval(x, [6]), torch.layer_norm(X, [6]))
    _near(torch_npu.npu_softmax_cross_entropy_with_logits(x, labels.npu()), crossed)


def _gradients() -> None:
    def activations(device: str) -> list[Tensor]:
        is_npu = device == "npu"
        a, b = _on(device, X, X)
        mish = torch_npu.npu_mish(a) if is_npu else nn.functional.mish(a)
        silu = torch_npu.npu_silu(b) if is_npu else nn.functional.silu(b)
        (mish * silu).sum().backward()
        return [mish, silu, a.grad, b.grad]

    scores, hidden = torch.randn(2, 2, 32, 32), torch.rand(2, 1, 32, 32) < 0.2
    above = torch.randn(2, 2, 32, 32)

    def masked(device: str) -> list[Tensor]:
        (s,) = _on(device, scores)
        mask = hidden.to(device)
        if device == "npu":
            out = torch_npu.npu_scaled_masked_softmax(s, mask, 0.5, False)
        else:
            out = torch.softmax((s * 0.5).masked_fill(mask, -10000.0), -1)
        out.backward(above.to(device))
        return [out, s.grad]

    _compare(activations)
    _compare(masked)


def _optimizers() -> None:
    start, grad = torch.randn(3, 4), torch.randn(3, 4)
    for decay in (0.0, 0.05):
        weights = nn.Parameter(start.clone())
        weights.grad = grad.clone()
        torch.optim.AdamW([weights], lr=0.1, weight_decay=decay).step()
        state = start.npu(), torch.zeros(3, 4).npu(), torch.zeros(3, 4).npu()
        numbers = 0.9, 0.999, 1e-8, grad.npu()
        if decay == 0:
            torch_npu.npu_apply_adam(0.9, 0.999, 0.1, *numbers, False, False, out=state)
        else:
            torch_npu.npu_apply_adam_w(1, 1, 0.1, decay, *numbers, None, False, False, out=state)
        _near(state[0], weights, 1e-4)


_functions()
_gradients()
_optimizers()
print("done")
