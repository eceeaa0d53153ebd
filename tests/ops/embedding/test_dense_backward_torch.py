# SPDX-License-Identifier: Apache-2.0
"""torch's embedding_dense_backward in float32, rounded once, as a second opinion."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from ops.embedding.call import FLOATS, Array, bits, integers, normals, run, strided, tolerance
from support import NO_PADDING, Session, import_torch

pytestmark = pytest.mark.torch

torch = import_torch()


def by_torch(
    grad: Array, indices: Array, weights: int, padding: int, scale: bool, dtype: npt.DTypeLike
) -> Array:
    """In float32, because torch sums half precision in half precision."""
    result = torch.ops.aten.embedding_dense_backward(
        torch.from_numpy(grad.astype(np.float32)),
        torch.from_numpy(np.ascontiguousarray(indices, np.int64)),
        weights,
        padding,
        scale,
    )
    kind = getattr(torch, np.dtype(dtype).name)
    rounded = result.to(kind).contiguous()
    raw: Array = rounded.view(torch.uint8).numpy()
    return raw.reshape(-1).view(dtype).reshape(weights, grad.shape[-1])


@pytest.mark.parametrize("padding", [-1, 0, 6])
@pytest.mark.parametrize("out_type", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("grad_type", FLOATS, ids=lambda dtype: dtype.name)
def test_sums_that_are_exact_are_the_same_bits(
    session: Session,
    rng: np.random.Generator,
    grad_type: npt.DTypeLike,
    out_type: npt.DTypeLike,
    padding: int,
) -> None:
    indices = rng.integers(0, 7, (12, 30))
    grad = integers(rng, (12, 30, 21), grad_type)
    result = run(session, grad, indices, 7, out=out_type, padding=padding % 2**64)
    expected = by_torch(grad, indices, 7, padding, False, out_type)
    assert (bits(result) == bits(expected)).all()


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("padding", [-1, 3])
@pytest.mark.parametrize("out_type", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("grad_type", FLOATS, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("shape", [(50, 9, 33), (9000, 16), (13, 1500)])
def test_real_numbers(
    session: Session,
    rng: np.random.Generator,
    shape: tuple[int, ...],
    grad_type: npt.DTypeLike,
    out_type: npt.DTypeLike,
    padding: int,
    scale: bool,
) -> None:
    weights = 40
    indices = np.minimum(rng.zipf(1.4, shape[:-1]), weights) - 1
    grad = normals(rng, shape, grad_type)
    how: dict[str, Any] = {"out": out_type, "padding": padding % 2**64, "scale": scale}
    result = run(session, grad, indices, weights, **how).astype(np.float64)
    expected = by_torch(grad, indices, weights, padding, scale, out_type).astype(np.float64)
    # Each of the two is within the tolerance of the exact sum.
    allowed = 2 * tolerance(grad, indices, weights, out_type, scale=scale)
    assert (np.abs(result - expected) <= allowed).all()


def test_a_view_of_a_torch_tensor(session: Session, rng: np.random.Generator) -> None:
    wide = torch.from_numpy(normals(rng, (30, 2, 40), np.float32))
    grad = wide.permute(1, 0, 2)[:, ::3, 5:25:2]
    indices = torch.from_numpy(rng.integers(0, 5, (10, 2))).t()
    expected = torch.ops.aten.embedding_dense_backward(
        grad.contiguous(), indices.contiguous(), 5, -1, False
    ).numpy()
    same = strided(wide.numpy().reshape(-1), grad.shape, grad.stride(), grad.storage_offset())
    result = run(session, same, indices.t().numpy().T, 5, padding=NO_PADDING)
    allowed = 2 * tolerance(same, indices.numpy(), 5, np.float32)
    assert (np.abs(result - expected) <= allowed).all()


@pytest.mark.parametrize("scale", [False, True])
def test_the_gradient_of_an_embedding(
    session: Session, rng: np.random.Generator, scale: bool
) -> None:
    """Through autograd: a weighted sum of an embedding's rows."""
    layer = torch.nn.Embedding(20, 6, padding_idx=4, scale_grad_by_freq=scale)
    words = torch.from_numpy(rng.integers(0, 20, (8, 11)))
    upstream = torch.from_numpy(normals(rng, (8, 11, 6), np.float32))
    (layer(words) * upstream).sum().backward()
    result = run(session, upstream.numpy(), words.numpy(), 20, padding=4, scale=scale)
    allowed = 2 * tolerance(upstream.numpy(), words.numpy(), 20, np.float32, scale=scale)
    assert (np.abs(result - layer.weight.grad.numpy()) <= allowed).all()
