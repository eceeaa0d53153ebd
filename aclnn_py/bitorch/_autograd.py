# SPDX-License-Identifier: Apache-2.0
"""The two functions with forward, backward and apply, for torch and for NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import as_array, is_torch, torch_problem
from . import _functions
from ._packing import like

if TYPE_CHECKING:
    _Function = object
elif not torch_problem():
    import torch

    _Function = torch.autograd.Function
else:
    _Function = object


class Context:
    """What forward keeps for backward, where torch does not bring its own."""

    def __init__(self) -> None:
        self.saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep arrays; `saved_tensors` has them."""
        self.saved_tensors = tensors


def _run(function: Any, arrays: tuple[Any, ...], numbers: tuple[Any, ...]) -> Any:
    """`apply`: torch's where a tensor takes part, else the forward alone."""
    tensors = [is_torch(each) for each in arrays]
    if any(tensors) and not all(tensors):
        raise TypeError("apply: NumPy arrays and torch tensors do not mix; give one kind")
    if any(tensors):
        return super(function, function).apply(*arrays, *numbers)
    return function.forward(Context(), *arrays, *numbers)


def wants_grad(qweight: Any) -> bool:
    """Whether a table takes part in training; one without the flag of a parameter does."""
    return bool(getattr(qweight, "wants_grad", True))


def _note(qweight: Any, active_indices: Any, packed_grad: Any) -> None:
    """Leave the gradient where an optimiser finds it. A plain NumPy array holds no attributes."""
    if type(qweight) is not np.ndarray and wants_grad(qweight):
        qweight.active_indices = active_indices
        qweight.packed_grad = packed_grad


def _require_training(ctx: Any) -> None:
    if not ctx.is_train:
        raise RuntimeError("backward: forward ran with is_train False and kept nothing for it")


class BinaryEmbeddingForward(_Function):
    """Looks up rows of a table of signs.

    With torch a `torch.autograd.Function`; `forward`, `backward` and `apply` take NumPy arrays as
    well, with any object as ctx that has `save_for_backward` and `saved_tensors`
    (`aclnn_py.bitorch.Context`).
    """

    @staticmethod
    def forward(
        ctx: Any, input: Any, qweight: Any, embed_scale: Any, ori_embedding_dim: int, is_train: bool
    ) -> Any:
        """Rows of the table, out[b, s, d] = embed_scale[input[b, s]] * (+1 or -1).

        input               (B, S), int32 or int64, values in [0, V)
        qweight             (V, P) uint8, signs as `pack` makes them, P = ceil(D / 8)
        embed_scale         (V, 1), floats
        ori_embedding_dim   D: the columns of the result
        is_train            whether to keep what backward needs

        Returns (B, S, D) in embed_scale's data type. Raises TypeError for data types, ValueError
        for shapes, IndexError for an index that is no row (negative ones are none).
        """
        table, scales = as_array(qweight), as_array(embed_scale)
        columns = _functions.check_table(table, scales, ori_embedding_dim)
        indices = _functions.check_input(as_array(input), table.shape[0])
        result, scale = _functions.forward(indices, table, scales, columns)
        ctx.is_train = bool(is_train)
        if ctx.is_train:
            ctx.save_for_backward(input, like(scale, embed_scale))
            ctx.qweight, ctx.columns = qweight, columns
        return like(result, embed_scale)

    @staticmethod
    def backward(ctx: Any, output_gradient: Any) -> tuple[Any, ...]:
        """The packed gradient of the table.

        output_gradient     (B, S, D), floats; may be expanded, and is not changed

        Returns (None, packed, None, None, None): (V, P) uint8, bit 1 where the sum of the scaled
        gradients is at least 0. So a row without an index is all ones. The gradient is padded with
        -1 before it is scaled, which decides the bits behind D. Sums are float32 for float32 and
        halves, float64 for float64.

        Sets `qweight.active_indices` to input and `qweight.packed_grad` to the gradient: torch has
        no place for a gradient of bytes, optimisers find it there. Neither is set where
        `qweight.wants_grad` is False, nor on a plain NumPy array, which holds no attributes. Raises
        RuntimeError if forward ran with is_train False.
        """
        _require_training(ctx)
        indices, scale = ctx.saved_tensors
        packed = _functions.backward(
            as_array(indices),
            as_array(scale),
            as_array(output_gradient),
            as_array(ctx.qweight).shape[0],
            ctx.columns,
        )
        gradient = like(packed, ctx.qweight)
        _note(ctx.qweight, indices, gradient)
        return None, gradient, None, None, None

    @classmethod
    def apply(cls, *arguments: Any) -> Any:
        """forward, recorded by torch where one of the arguments is a tensor."""
        return _run(BinaryEmbeddingForward, arguments[:3], arguments[3:])


class BinaryEmbeddingBagForward(_Function):
    """The majority of the signs of a bag of rows; used as `BinaryEmbeddingForward`."""

    @staticmethod
    def forward(ctx: Any, input: Any, qweight: Any, is_train: bool) -> Any:
        """+1 where at least half of a bag's rows are True, else -1.

        input       (B, L), int32 or int64, values in [0, V); each row is a bag
        qweight     (V, D) bool
        is_train    whether to keep what backward needs

        Returns (B, D) in input's data type. torch does not record a function that returns
        integers: `BinaryEmbeddingBag` returns floats. Raises as `BinaryEmbeddingForward.forward`.
        """
        table = as_array(qweight)
        result = _functions.bag_forward(as_array(input), table)
        ctx.is_train = bool(is_train)
        if ctx.is_train:
            ctx.save_for_backward(input)
            ctx.qweight, ctx.columns = qweight, table.shape[1]
        return like(result, input)

    @staticmethod
    def backward(ctx: Any, output_gradient: Any) -> tuple[Any, ...]:
        """The signs of the table's gradient.

        output_gradient     (B, D), numbers; every index of a bag gets its bag's row

        Returns (None, signs, None): (V, D) bool, True where the sum is at least 0. Sets
        `qweight.active_indices` and `qweight.packed_grad`.
        """
        _require_training(ctx)
        (indices,) = ctx.saved_tensors
        signs = _functions.bag_backward(
            as_array(indices),
            as_array(output_gradient),
            as_array(ctx.qweight).shape[0],
            ctx.columns,
        )
        gradient = like(signs, ctx.qweight)
        _note(ctx.qweight, indices, gradient)
        return None, gradient, None

    @classmethod
    def apply(cls, *arguments: Any) -> Any:
        """forward, recorded by torch where one of the arguments is a tensor."""
        return _run(BinaryEmbeddingBagForward, arguments[:2], arguments[2:])
