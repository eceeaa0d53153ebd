# SPDX-License-Identifier: Apache-2.0
"""What is told: types and memory that are not there, an index out of range."""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch_npu
from torch import nn


def _told(what: str, call: Callable[[], object], error: type[BaseException], *words: str) -> None:
    try:
        call()
    except error as found:
        text = str(found)
        assert all(word in text for word in words), (what, text)
        return
    raise AssertionError(f"{what} was not refused")


def _outside() -> None:
    table = torch.randn(5, 3, device="npu")
    nn.functional.embedding(torch.tensor([1, 7], device="npu"), table)
    torch.npu.synchronize()


def _single() -> None:
    x = torch.ones(1, 32, 2, 2, device="npu")
    torch_npu.npu_stride_add(x, x, 0, 0, 1)
    torch.npu.synchronize()


def _double() -> None:
    nn.Linear(3, 4, dtype=torch.float64, device="npu")(torch.ones(2, 3, device="npu").double())


# The first failure of the process: its status is the call's own.
_told("float64", _double, RuntimeError, "161002", "aclnnAddmm", "DT_DOUBLE")
_told("memory", lambda: torch.empty(1 << 40, device="npu"), torch.OutOfMemoryError, "4096.00 GiB")
_told(
    "utilization", torch.npu.utilization, RuntimeError, "200001", "UtilizationRate: not implemented"
)
# What is asked for next is told with its own status, not with that of before.
_told("float64 again", _double, RuntimeError, "161002", "aclnnAddmm", "DT_DOUBLE")
_told("a single operator", _single, RuntimeError, "StrideAdd", "207000")
assert (torch.ones(3, device="npu") + 1).tolist() == [2, 2, 2], "the device goes on"
_told("index", _outside, RuntimeError, "aclnnEmbedding", "index[1] is 7", "in [0, 5)")
print("done")
