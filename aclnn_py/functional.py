# SPDX-License-Identifier: Apache-2.0
"""Operators as functions of arrays: one call, nothing to set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from ._operands import TorchTensor, output, run, tensor
from ._values import data_type_name, integer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


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
    rows = integer("num_weights", num_weights)
    padding = integer("padding_idx", padding_idx)
    if rows < 0:
        raise ValueError(f"num_weights: {rows} is negative")
    if padding < -1:
        raise ValueError(f"padding_idx: {padding} is neither a row nor -1 for none")
    operand, places = tensor("grad", grad), tensor("indices", indices)
    type_of_out = operand.type if out_dtype is None else data_type_name("out_dtype", out_dtype)
    return run(
        "aclnnEmbeddingDenseBackward",
        operand,
        places,
        rows,
        padding,
        bool(scale_grad_by_freq),
        output("out", None, (rows, *operand.shape[-1:]), type_of_out),
    )
