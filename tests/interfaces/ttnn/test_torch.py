# SPDX-License-Identifier: Apache-2.0
"""With torch: the documented programs, and its autograd as a second oracle; and without torch."""

from __future__ import annotations

from typing import Any

import pytest
from interfaces.ttnn.oracle import pcc
from support import import_torch

from aclnn_py import ttnn

pytestmark = [pytest.mark.torch, pytest.mark.slow]  # torch takes seconds to import

torch = import_torch()


def tiles(device: ttnn.Device, tensor: Any, dtype: Any = ttnn.bfloat16) -> ttnn.Tensor:
    return ttnn.from_torch(tensor, dtype=dtype, layout=ttnn.TILE_LAYOUT, device=device)


# --- Tensors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("bfloat16", ttnn.bfloat16),
        ("float32", ttnn.float32),
        ("uint8", ttnn.uint8),
        ("uint16", ttnn.uint16),
        ("uint32", ttnn.uint32),
        ("int32", ttnn.int32),
    ],
)
def test_types(device: ttnn.Device, name: str, dtype: Any) -> None:
    given = torch.arange(70).reshape(2, 35).to(getattr(torch, name))
    for layout in ttnn.Layout:
        tensor = ttnn.from_torch(given, layout=layout, device=device)
        assert tensor.dtype is dtype
        found = ttnn.to_torch(tensor)
        assert found.dtype is getattr(torch, name)
        assert found.shape == (2, 35)
        assert torch.equal(found.to(torch.int64), given.to(torch.int64))
    assert ttnn.to_torch(tensor, dtype=torch.int64).dtype is torch.int64


def test_other_types() -> None:
    for name, dtype in (
        ("int64", ttnn.uint32),
        ("float16", ttnn.float32),
        ("float64", ttnn.float32),
        ("bool", ttnn.uint8),
        ("int16", ttnn.int32),
    ):
        assert ttnn.from_torch(torch.ones(2, dtype=getattr(torch, name))).dtype is dtype
    blocks = ttnn.from_torch(torch.ones(2), ttnn.bfloat8_b, layout=ttnn.TILE_LAYOUT)
    assert ttnn.to_torch(blocks).dtype is torch.float32
    with pytest.raises(TypeError, match="elements are complex64"):
        ttnn.from_torch(torch.ones(2, dtype=torch.complex64))


def test_bfloat16_is_rounded_as_in_torch(device: ttnn.Device) -> None:
    bits = torch.randint(-(2**31), 2**31 - 1, (4096,), dtype=torch.int32)
    given = bits.view(torch.float32)
    given = given[~given.isnan()]
    for layout in ttnn.Layout:
        found = ttnn.to_torch(ttnn.from_torch(given, ttnn.bfloat16, layout=layout, device=device))
        assert torch.equal(found.view(torch.int16), given.to(torch.bfloat16).view(torch.int16))


def test_views_and_tensors_that_require_a_gradient() -> None:
    given = torch.arange(12.0, requires_grad=True).reshape(3, 4).T
    assert ttnn.to_torch(ttnn.from_torch(given)).tolist() == given.tolist()


# --- The documented programs ---------------------------------------------------------------------


def test_the_program_of_embedding_bw() -> None:
    device = ttnn.open_device(device_id=0)
    batch_size, seq_len, embedding_dim, num_embeddings = 2, 64, 160, 96

    indices = torch.randint(0, num_embeddings, (batch_size, seq_len))
    input_tensor = ttnn.from_torch(indices, dtype=ttnn.uint32, device=device)
    weights = torch.randn(num_embeddings, embedding_dim, requires_grad=True)
    weights_ttnn = ttnn.from_torch(
        weights, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device
    )
    grad_data = torch.randn(1, 1, batch_size * seq_len, embedding_dim)
    grad_tensor = ttnn.from_torch(
        grad_data, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device
    )
    output = ttnn.embedding_bw(input_tensor, weights_ttnn, grad_tensor, dtype=ttnn.bfloat16)

    found = ttnn.to_torch(output)
    assert found.dtype is torch.bfloat16
    assert found.shape == (1, 1, num_embeddings, embedding_dim)
    looked_up = torch.nn.functional.embedding(indices, weights).reshape(grad_data.shape)
    looked_up.backward(grad_data.to(torch.bfloat16).to(torch.float32))
    expected = weights.grad.reshape(found.shape)
    # a float32 sum of at most a few terms, then one rounding to eight bits
    torch.testing.assert_close(found.float(), expected, rtol=2**-8, atol=1e-5)
    assert pcc(found.float().numpy(), expected.numpy()) >= 0.999
    ttnn.close_device(device)


def test_the_program_of_add_bw() -> None:
    device = ttnn.open_device(device_id=0)
    grad_tensor = ttnn.from_torch(
        torch.tensor([[1, 2], [3, 4]], dtype=torch.bfloat16), layout=ttnn.TILE_LAYOUT, device=device
    )
    tensor1 = ttnn.from_torch(
        torch.tensor([[1, 2], [3, 4]], dtype=torch.bfloat16, requires_grad=True),
        layout=ttnn.TILE_LAYOUT,
        device=device,
    )
    tensor2 = ttnn.from_torch(
        torch.tensor([[1, 2], [3, 4]], dtype=torch.bfloat16, requires_grad=True),
        layout=ttnn.TILE_LAYOUT,
        device=device,
    )
    output = ttnn.add_bw(grad_tensor, tensor1, tensor2)
    assert [ttnn.to_torch(each).tolist() for each in output] == [[[1, 2], [3, 4]]] * 2
    output = ttnn.add_bw(grad_tensor, tensor1, 2)
    assert [ttnn.to_torch(each).tolist() for each in output] == [[[1, 2], [3, 4]]]
    ttnn.close_device(device)


# --- torch as an oracle --------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [ttnn.bfloat16, ttnn.bfloat8_b], ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("sizes", [(2, 64, 160, 96), (3, 32, 384, 320)], ids=str)
def test_embedding(device: ttnn.Device, dtype: Any, sizes: Any) -> None:
    """As in ttnn's own test: against torch's gradient of what was never rounded, by PCC; and
    against that of what the tensor holds, element by element."""
    torch.manual_seed(1234)
    batch, length, columns, rows = sizes
    indices = torch.randint(0, rows, (batch, length))
    given = torch.randn(1, 1, batch * length, columns)
    gradient = tiles(device, given, dtype)
    result = ttnn.embedding_bw(
        ttnn.from_torch(indices, ttnn.uint32, device=device),
        tiles(device, torch.zeros(rows, columns)),
        gradient,
        dtype=dtype,
    )
    found = ttnn.to_torch(result).double().reshape(rows, columns)
    for values, exact in ((given, False), (ttnn.to_torch(gradient), True)):
        weight = torch.zeros(rows, columns, dtype=torch.float64, requires_grad=True)
        torch.nn.functional.embedding(indices, weight).reshape(given.shape).backward(
            values.double()
        )
        assert pcc(found.numpy(), weight.grad.numpy()) >= 0.99
        if exact and dtype is ttnn.bfloat16:
            torch.testing.assert_close(found, weight.grad, rtol=2**-8, atol=1e-5)
        elif exact:
            largest = weight.grad.reshape(rows, -1, 16).abs().amax(-1, keepdim=True)
            error = (found - weight.grad).reshape(rows, -1, 16).abs()
            assert bool((error <= largest * 2**-6 + 1e-6).all())


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ((1, 3, 40, 50), (1, 3, 40, 50)),
        ((1, 3, 40, 50), (50,)),
        ((3, 1, 50), (2, 1, 40, 1)),
        ((1,), (2, 3, 40, 50)),
    ],
)
def test_add(device: ttnn.Device, one: Any, two: Any) -> None:
    a, b = (torch.zeros(shape, dtype=torch.float64, requires_grad=True) for shape in (one, two))
    total = a + b
    given = torch.empty(total.shape).uniform_(-100, 100).to(torch.bfloat16)
    total.backward(given.double())
    for dtype in (ttnn.bfloat16, ttnn.float32):
        found = ttnn.add_bw(
            tiles(device, given, dtype),
            tiles(device, a.detach(), dtype),
            tiles(device, b.detach(), dtype),
        )
        tolerance = 2**-8 if dtype is ttnn.bfloat16 else 2**-23
        for each, operand in zip(found, (a, b), strict=True):
            array = ttnn.to_torch(each).double()
            assert array.shape == operand.shape
            torch.testing.assert_close(array, operand.grad, rtol=tolerance, atol=0.01)


@pytest.mark.parametrize("alpha", [0.0, -5.0, 3.5])
def test_complex_add(device: ttnn.Device, alpha: float) -> None:
    re, im = torch.randn(2, 2, 2, 32, 64).to(torch.bfloat16)
    given = torch.complex(re.float(), im.float())
    a, b = (torch.zeros(given.shape, dtype=torch.complex64, requires_grad=True) for _ in range(2))
    torch.add(a, b, alpha=alpha).backward(given)
    grad = ttnn.complex_tensor(tiles(device, re), tiles(device, im))
    found = ttnn.add_bw(grad, grad, grad, alpha)
    for each, operand in zip(found, (a, b), strict=True):
        for part, expected in ((each.real, operand.grad.real), (each.imag, operand.grad.imag)):
            assert torch.equal(ttnn.to_torch(part), expected.to(torch.bfloat16))
