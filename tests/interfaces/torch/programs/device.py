# SPDX-License-Identifier: Apache-2.0
"""What programs ask of the device beside computing. Each part asserts; the last line is "done"."""

from __future__ import annotations

import tempfile
from pathlib import Path

import torch
import torch_npu  # noqa: F401  registers the device
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

npu = torch.npu
X = torch.arange(12.0).view(3, 4)
TYPES = (
    *(torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64),
    *(torch.float16, torch.bfloat16, torch.float32, torch.float64),
)


def _names_and_memory() -> None:
    """Before anything else has touched the device."""
    assert npu.is_available()
    assert npu.device_count() == 2
    assert npu.get_device_name(0) == "Ascend910B2"
    free, total = npu.mem_get_info()
    assert free <= total == 64 << 30
    assert npu.get_device_properties(0).total_memory == total
    npu.empty_cache()
    before, reserved = npu.memory_allocated(), npu.memory_reserved()
    y = torch.empty(1 << 20, device="npu")
    assert 4 << 20 <= npu.memory_allocated() - before <= 5 << 20
    assert npu.max_memory_allocated() >= npu.memory_allocated()
    assert npu.mem_get_info()[0] < free
    del y
    assert npu.memory_allocated() == before
    npu.empty_cache()
    assert npu.memory_reserved() == reserved


def _second_device() -> None:
    y = X.to("npu:1") + 1
    assert y.device.index == 1
    assert torch.equal(y.to("npu:0").cpu(), X + 1)
    with npu.device(1):
        assert npu.current_device() == 1
        assert torch.ones(1, device="npu").device.index == 1
    assert npu.current_device() == 0


def _streams_and_events() -> None:
    stream, y = npu.Stream(), X.npu()
    stream.wait_stream(npu.current_stream())
    with npu.stream(stream):
        z = y * 2
        y.record_stream(stream)
    npu.current_stream().wait_stream(stream)
    begin, end = npu.Event(enable_timing=True), npu.Event(enable_timing=True)
    begin.record()
    z = z + 1
    end.record()
    end.synchronize()
    assert end.query()
    assert 0 <= begin.elapsed_time(end) < 60_000
    npu.current_stream().wait_event(end)
    npu.synchronize()
    assert stream.query()
    assert torch.equal(z.cpu(), X * 2 + 1)


def _random_numbers() -> None:
    torch.manual_seed(3)
    first = torch.rand(5, device="npu").cpu()
    state = npu.get_rng_state()
    second = torch.randn(5, device="npu").cpu()
    npu.set_rng_state(state)
    assert torch.equal(torch.randn(5, device="npu").cpu(), second)
    npu.manual_seed(3)
    assert torch.equal(torch.rand(5, device="npu").cpu(), first)
    generator = torch.Generator("npu").manual_seed(3)
    assert torch.equal(torch.rand(5, device="npu", generator=generator).cpu(), first)


def _copies() -> None:
    pinned = X.pin_memory()
    assert pinned.is_pinned()
    y = pinned.to("npu", non_blocking=True)
    back = torch.empty(3, 4).pin_memory()
    back.copy_(y, non_blocking=True)
    npu.synchronize()
    assert torch.equal(back, X)
    assert torch.equal(X.to("npu", non_blocking=True).cpu(), X)
    assert torch.equal(X.t().npu().cpu(), X.t())
    for source in TYPES:
        given = X.to(source)
        for target in TYPES:
            found = given.npu().to(target).cpu()
            assert torch.equal(found, given.to(target)), (source, target)


def _reading() -> None:
    y = X.npu()
    assert repr(y).startswith(repr(X)[:-1])
    for each in TYPES:
        assert "device='npu:0'" in repr((X - 3).to(each).npu())
    assert "nan" in repr(torch.tensor([1e20, float("nan")]).npu())
    assert (y[1, 2].item(), y.sum().item(), int(y.argmax())) == (6.0, 66.0, 11)
    assert y.tolist() == X.tolist()
    assert bool((y == X.npu()).all())
    assert not bool((y != X.npu()).any())
    assert torch.equal(y, X.npu())
    assert torch.allclose(y, y * (1 + 1e-6))


def _indices() -> None:
    for device in ("cpu", "npu"):
        x = X.to(device, copy=True)
        x[0] = 1
        x[:, 1] = torch.tensor([5.0, 6, 7], device=device)
        x[x > 8] = 0
        x[[0, 2], [1, 3]] = 9
        x[1:, ::2] += 1
        x[..., None][:, 0] *= 2
        x[-1, -1] = torch.tensor(4.0, device=device)
        x[torch.tensor([0, 1], device=device)] -= 1
        rows = torch.tensor([[0, 1], [1, 2]], device=device)
        mask = torch.tensor([True, False, True], device=device)
        found = [x, x[:, None, 2], x[..., rows[0]], x[mask], x[rows, 1], x[rows, rows], x[::2]]
        if device == "cpu":
            expected = found
    for a, b in zip(expected, found, strict=True):
        assert torch.equal(a, b.cpu())


def _files() -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "x.pt")
        torch.save({"x": X.npu(), "model": torch.nn.Linear(2, 3).npu().state_dict()}, path)
        loaded = torch.load(path)
        assert loaded["x"].device.type == loaded["model"]["weight"].device.type == "npu"
        assert torch.equal(loaded["x"].cpu(), X)
        assert torch.load(path, map_location="cpu")["x"].device.type == "cpu"


class Rows(Dataset):  # type: ignore[misc]
    """Of eight tensors."""

    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> Tensor:
        return torch.full((2,), float(index))


def _workers() -> None:
    """Forked while the device is in use."""
    loader = DataLoader(Rows(), batch_size=4, num_workers=2)
    assert [batch.npu().sum().item() for batch in loader] == [12.0, 44.0]
    loader = DataLoader(Rows(), batch_size=4, num_workers=1, pin_memory=True)
    assert [batch.npu(non_blocking=True).sum().item() for batch in loader] == [12.0, 44.0]


_names_and_memory()
_second_device()
_streams_and_events()
_random_numbers()
_copies()
_reading()
_indices()
_files()
_workers()
print("done")
