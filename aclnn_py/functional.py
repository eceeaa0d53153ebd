# SPDX-License-Identifier: Apache-2.0
"""Operators as functions of arrays: one call, nothing to set up."""

from __future__ import annotations

import operator
import threading
from contextlib import ExitStack
from functools import cache
from typing import TypeVar

from numpy.typing import DTypeLike

from ._plan import plan
from .runtime import Device, Stream
from .tensor import as_array, as_torch, is_torch

ArrayT = TypeVar("ArrayT")


@cache
def _default_device() -> Device:
    """Device 0, open from the first call on until the process ends."""
    return Device(0)


_default_device_lock = threading.Lock()
_thread = threading.local()


def _thread_stream() -> Stream:
    """A stream of this thread's own, so that it sees the failures of its own calls only."""
    stream: Stream | None = getattr(_thread, "stream", None)
    if stream is None:
        with _default_device_lock:
            device = _default_device()
        stream = _thread.stream = device.stream()
    return stream


def embedding_dense_backward(
    grad: ArrayT,
    indices: object,
    num_weights: int,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    out_dtype: DTypeLike | None = None,
) -> ArrayT:
    """The gradient of an embedding table (aclnnEmbeddingDenseBackward on device 0).

    grad                the gradient of the looked-up rows, shape (*indices.shape, D), 2 to 8
                        dimensions; float32, float16 or bfloat16
    indices             which row each was; any integer type, bool, or floats (truncated toward
                        zero); values in [0, num_weights)
    num_weights         rows of the table
    padding_idx         a row that gets no gradient; -1 for none
    scale_grad_by_freq  divide each row by how often its index occurs
    out_dtype           of the result: float32, float16 or bfloat16; that of grad when left out

    Returns an array of shape (num_weights, D); a torch tensor where grad is one. Row r is the sum
    of grad over the places where indices is r, in float32 and rounded once.

    Raises AclParameterError for shapes and types that the operator refuses, AclKernelError for
    an index out of range, AclOutOfMemoryError. May be called from several threads at once.
    """
    rows = operator.index(num_weights)
    if rows < 0:
        raise ValueError(f"num_weights: {rows} is negative")
    if operator.index(padding_idx) < -1:
        raise ValueError(f"padding_idx: {padding_idx} is neither a row nor -1 for none")
    host = as_array(grad)
    stream = _thread_stream()
    device = stream.device
    with ExitStack() as stack:
        grad_tensor = stack.enter_context(device.tensor(host))
        index_tensor = stack.enter_context(device.tensor(as_array(indices)))
        shape = (rows, *host.shape[-1:])
        out = stack.enter_context(
            device.empty(shape, host.dtype if out_dtype is None else out_dtype)
        )
        step = plan(
            "aclnnEmbeddingDenseBackward",
            grad_tensor,
            index_tensor,
            rows,
            padding_idx,
            bool(scale_grad_by_freq),
            out,
        )
        step.run(stream)
        stream.synchronize()
        result = out.numpy()
    return as_torch(result, grad) if is_torch(grad) else result  # type: ignore[return-value]
