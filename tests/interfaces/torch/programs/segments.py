# SPDX-License-Identifier: Apache-2.0
"""Memory of torch_npu in segments that grow: right numbers wherever tensors lie, and no leftovers.

For PYTORCH_NPU_ALLOC_CONF=expandable_segments:True.
"""

from __future__ import annotations

import gc

import torch
import torch_npu

MIB = 1 << 20


def _segments() -> list[dict[str, object]]:
    return [dict(segment) for segment in torch.npu.memory_snapshot()]


def _grow() -> None:
    """Tensors of growing sizes, some freed in between; each keeps what it holds."""
    kept: list[tuple[int, torch.Tensor]] = []
    for size in (1, 3, 7, 20, 50, 2, 11):
        kept.append((size, torch.arange(size * MIB // 4, device="npu", dtype=torch.float32)))
        if size == 20:
            del kept[::2]
    for size, tensor in kept:
        assert float(tensor[-1]) == size * MIB // 4 - 1
        assert torch.equal(tensor.cpu()[:1000], torch.arange(1000, dtype=torch.float32))
    assert all(segment["is_expandable"] for segment in _segments())


def _on_streams() -> None:
    streams = [torch.npu.Stream() for _ in range(2)]
    sums = []
    for stream in streams:
        with torch.npu.stream(stream):
            sums.append((torch.ones(5 * MIB, device="npu") * 3).sum())
        stream.synchronize()
    assert [float(total) for total in sums] == [15 * MIB] * 2


def main() -> None:
    assert torch_npu.__name__ == "torch_npu"
    _grow()
    _on_streams()
    try:
        torch.empty(100 << 30, device="npu", dtype=torch.uint8)
    except torch.OutOfMemoryError:
        _grow()
    gc.collect()
    torch.npu.synchronize()
    torch.npu.empty_cache()
    assert torch.npu.memory_reserved() == 0, _segments()
    free, total = torch.npu.mem_get_info()
    assert free == total
    print("done")


if __name__ == "__main__":
    main()
