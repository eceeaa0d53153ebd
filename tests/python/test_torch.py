# SPDX-License-Identifier: Apache-2.0
"""torch tensors are taken and given back, and torch computes the same."""

from __future__ import annotations

import numpy as np
import pytest
from support import import_torch

import aclnn_py as acl

pytestmark = pytest.mark.torch

torch = import_torch()


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("scale", [False, True])
def test_as_torch(name: str, scale: bool) -> None:
    torch.manual_seed(1)
    dtype = getattr(torch, name)
    grad = torch.randint(-4, 5, (6, 5, 8)).to(dtype)
    indices = torch.randint(0, 20, (6, 5))
    result = acl.embedding_dense_backward(grad, indices, 20, 3, scale)
    # in float32 and rounded once: torch itself sums half precision in half precision
    expected = torch.ops.aten.embedding_dense_backward(grad.float(), indices, 20, 3, scale)
    assert isinstance(result, torch.Tensor)
    assert result.dtype == dtype
    if scale:  # torch divides before it adds
        assert torch.allclose(result.float(), expected, rtol=2 * torch.finfo(dtype).eps)
    else:
        assert torch.equal(result, expected.to(dtype))


def test_data_types_of_torch(device: acl.Device) -> None:
    grad = torch.ones((2, 3))
    for name in ("float16", "bfloat16"):
        result = acl.embedding_dense_backward(grad, [0, 0], 1, out_dtype=getattr(torch, name))
        assert result.dtype == getattr(torch, name)
        assert device.empty(3, getattr(torch, name)).dtype.name == name


def test_gradients_views_and_mixtures() -> None:
    grad = torch.randn(8, 6, requires_grad=True).T[::2]
    indices = torch.tensor([0, 1, 1])
    result = acl.embedding_dense_backward(grad, indices, 2)
    expected = torch.ops.aten.embedding_dense_backward(
        grad.detach().contiguous(), indices, 2, -1, False
    )
    assert torch.allclose(result, expected)
    assert not result.requires_grad
    mixed = acl.embedding_dense_backward(grad.detach().numpy(), indices, 2)
    assert isinstance(mixed, np.ndarray)
    assert np.allclose(mixed, expected.numpy())


def test_tensors_of_a_device(device: acl.Device) -> None:
    source = torch.randn(3, 4, dtype=torch.bfloat16)
    tensor = device.tensor(source.T)
    assert tensor.dtype.name == "bfloat16"
    assert tensor.shape == (4, 3)
    assert np.array_equal(tensor.numpy().astype(np.float32), source.T.float().numpy())
