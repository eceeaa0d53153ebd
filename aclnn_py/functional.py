# SPDX-License-Identifier: Apache-2.0
"""Operators as functions of arrays: one call, nothing to set up."""

from __future__ import annotations

import operator
import threading
from contextlib import ExitStack
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeVar, overload

from ._plan import plan
from .arrays import as_array, as_torch, is_torch
from .data_types import numpy_dtype
from .runtime import Device, Stream

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


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


class _TorchTensor(Protocol):
    """What tells a torch tensor from all that NumPy makes an array of."""

    def detach(self) -> Any: ...


TorchTensor = TypeVar("TorchTensor", bound=_TorchTensor)


def _index(name: str, value: SupportsIndex) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: an integer is required, not {value!r}") from None


def _dtype(name: str, value: Any) -> np.dtype[Any]:
    """A data type that tensors have."""
    try:
        return numpy_dtype(value)
    except TypeError as cause:
        raise TypeError(f"{name}: {cause}") from None


@overload
def embedding_dense_backward(
    grad: TorchTensor,
    indices: object,
    num_weights: SupportsIndex,
    padding_idx: SupportsIndex = -1,
    scale_grad_by_freq: bool = False,
    out_dtype: Any = None,
) -> TorchTensor: ...


@overload
def embedding_dense_backward(
    grad: ArrayLike,
    indices: object,
    num_weights: SupportsIndex,
    padding_idx: SupportsIndex = -1,
    scale_grad_by_freq: bool = False,
    out_dtype: Any = None,
) -> NDArray[Any]: ...


def embedding_dense_backward(
    grad: object,
    indices: object,
    num_weights: SupportsIndex,
    padding_idx: SupportsIndex = -1,
    scale_grad_by_freq: bool = False,
    out_dtype: Any = None,
) -> Any:
    """The gradient of an embedding table (aclnnEmbeddingDenseBackward on device 0).

    grad                the gradient of the looked-up rows, shape (*indices.shape, D), 2 to 8
                        dimensions; float32, float16 or bfloat16
    indices             which row each was; int8, int16, int32, int64, uint8, bool, or floats
                        (truncated toward zero); values in [0, num_weights)
    num_weights         rows of the table
    padding_idx         a row that gets no gradient; -1 for none
    scale_grad_by_freq  divide each row by how often its index occurs
    out_dtype           of the result: float32, float16 or bfloat16, of NumPy or torch or by name
                        (aclnn_py.data_types); that of grad when left out

    Returns an array of shape (num_weights, D); a torch tensor where grad is one. Row r is the sum
    of grad over the places where indices is r, in float32 and rounded once.

    Raises AclParameterError for shapes and types that the operator refuses, AclKernelError for
    an index out of range, AclOutOfMemoryError. May be called from several threads at once.
    """
    rows = _index("num_weights", num_weights)
    padding = _index("padding_idx", padding_idx)
    if rows < 0:
        raise ValueError(f"num_weights: {rows} is negative")
    if padding < -1:
        raise ValueError(f"padding_idx: {padding} is neither a row nor -1 for none")
    host, host_indices = as_array(grad), as_array(indices)
    type_of_grad = _dtype("grad", host.dtype)
    _dtype("indices", host_indices.dtype)
    type_of_out = type_of_grad if out_dtype is None else _dtype("out_dtype", out_dtype)
    stream = _thread_stream()
    device = stream.device
    with ExitStack() as stack:
        grad_tensor = stack.enter_context(device.tensor(host))
        index_tensor = stack.enter_context(device.tensor(host_indices))
        shape = (rows, *host.shape[-1:])
        out = stack.enter_context(device.empty(shape, type_of_out))
        step = plan(
            "aclnnEmbeddingDenseBackward",
            grad_tensor,
            index_tensor,
            rows,
            padding,
            bool(scale_grad_by_freq),
            out,
        )
        step.run(stream)
        stream.synchronize()
        result = out.numpy()
    return as_torch(result, grad) if is_torch(grad) else result
