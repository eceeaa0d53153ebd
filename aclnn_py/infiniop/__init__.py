# SPDX-License-Identifier: Apache-2.0
"""InfiniCore's C interface, infinirt and infiniop, from Python.

embedding_backward, embedding, linear, add, softmax, gemm, ...
                        NumPy in, NumPy out: docs/reference/infiniop-operators.md has all
lib                     the functions of infinirt.h and infiniop.h by ctypes, every one typed
infiniopHandle_t, infiniopTensorDescriptor_t, infiniopOperatorDescriptor_t
                        the pointers they take, with the structures behind them
Status, Dtype, Device, MemcpyKind
                        the numbers of infinicore.h and infinirt.h
InfiniError, check      what goes wrong

`import aclnn_py` does not load this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..native import generated
from ._embedding import embedding, embedding_backward
from ._errors import InfiniError, InfiniParameterError, check
from ._library import (
    Device,
    DeviceResourceSnapshot,
    Dtype,
    InfiniopDescriptor,
    InfiniopHandle,
    InfiniopTensorDescriptor,
    Library,
    MemcpyKind,
    Status,
    infiniopHandle_t,
    infiniopOperatorDescriptor_t,
    infiniopTensorDescriptor_t,
    load,
)
from ._linear import linear
from ._samples import random_sample_batch

_rows = generated(__name__, "_rows")

if TYPE_CHECKING:
    from ._rows import *  # noqa: F403

lib: Library

__all__ = [
    "Device",
    "DeviceResourceSnapshot",
    "Dtype",
    "InfiniError",
    "InfiniParameterError",
    "InfiniopDescriptor",
    "InfiniopHandle",
    "InfiniopTensorDescriptor",
    "Library",
    "MemcpyKind",
    "Status",
    "check",
    "embedding",
    "embedding_backward",
    "infiniopHandle_t",
    "infiniopOperatorDescriptor_t",
    "infiniopTensorDescriptor_t",
    "lib",
    "linear",
    "random_sample_batch",
]
__all__ += _rows.__all__
globals().update({name: getattr(_rows, name) for name in _rows.__all__})


def __getattr__(name: str) -> object:
    if name == "lib":
        return load()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
