# SPDX-License-Identifier: Apache-2.0
"""Copies between tensors by pyACL, as vllm-ascend makes them when it sleeps and wakes."""

from __future__ import annotations

import torch
import torch_npu  # noqa: F401
from acl.rt import memcpy  # type: ignore[import-not-found]

HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2

on_device = torch.arange(6, dtype=torch.float32, device="npu")
torch.npu.synchronize()
size = on_device.numel() * on_device.element_size()

kept = torch.empty(size, dtype=torch.uint8)
end = kept.data_ptr() + 2 * size
assert memcpy(kept.data_ptr(), end, on_device.data_ptr(), size, DEVICE_TO_HOST) == 0
assert kept.view(torch.float32).tolist() == [0, 1, 2, 3, 4, 5]

on_device.zero_()
torch.npu.synchronize()
end = on_device.data_ptr() + 2 * size
assert memcpy(on_device.data_ptr(), end, kept.data_ptr(), size, HOST_TO_DEVICE) == 0
assert (on_device + 1).cpu().tolist() == [1, 2, 3, 4, 5, 6]
print("done")
