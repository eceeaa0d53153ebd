# SPDX-License-Identifier: Apache-2.0
"""Operators as functions of arrays. Made from csrc/ops by build_support/operators; do not edit.

Arrays are NumPy's, of ml_dtypes too, or torch tensors; what the first operand is the results are.
Numbers become scalars of int64, float64, complex128 or bool; NumPy's keep their data types. `out`
takes the result instead of a new array, in its own data type where the operator converts.
Everything runs on device 0, on a stream of the calling thread's own, and is done on return.

Raises AclParameterError for operands that the operator refuses, AclKernelError for what fails while
it runs, AclOutOfMemoryError; TypeError and ValueError for what C could not be given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from . import _operands as make
from . import _rules as rules
from . import _values as convert

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._operands import TorchTensor
    from ._values import Number

__all__ = [
    "abs",
    "add",
    "add_n",
    "add_v3",
    "addcdiv",
    "addcmul",
    "adds",
    "arange",
    "ceil",
    "clamp",
    "clamp_max",
    "clamp_max_tensor",
    "clamp_min",
    "clamp_min_tensor",
    "clamp_tensor",
    "diag",
    "diag_flat",
    "exp",
    "expand",
    "eye",
    "flatten",
    "flip",
    "floor",
    "foreach_add_scalar_v2",
    "hardshrink",
    "hardshrink_backward",
    "hardsigmoid",
    "hardsigmoid_backward",
    "hardswish",
    "hardswish_backward",
    "hardswish_backward_v2",
    "hardtanh_backward",
    "index_select",
    "inplace_add",
    "inplace_add_v3",
    "inplace_addcdiv",
    "inplace_addcmul",
    "inplace_adds",
    "inplace_ceil",
    "inplace_clamp_max",
    "inplace_clamp_max_tensor",
    "inplace_clamp_min_tensor",
    "inplace_fill_diagonal",
    "inplace_fill_scalar",
    "inplace_fill_tensor",
    "inplace_floor",
    "inplace_hardsigmoid",
    "inplace_hardswish",
    "inplace_leaky_relu",
    "inplace_lerp",
    "inplace_lerps",
    "inplace_mul",
    "inplace_muls",
    "inplace_nan_to_num",
    "inplace_neg",
    "inplace_one",
    "inplace_relu",
    "inplace_round",
    "inplace_round_decimals",
    "inplace_sub",
    "inplace_subs",
    "inplace_threshold",
    "inplace_tril",
    "inplace_triu",
    "inplace_trunc",
    "inplace_zero",
    "leaky_relu",
    "leaky_relu_backward",
    "lerp",
    "lerps",
    "linspace",
    "masked_scale",
    "max_n",
    "min_n",
    "mm",
    "modulate",
    "modulate_backward",
    "mul",
    "muls",
    "nan_to_num",
    "neg",
    "one_hot",
    "permute",
    "range",
    "real",
    "reduce_sum",
    "relu",
    "repeat",
    "roll",
    "round",
    "round_decimals",
    "rsub",
    "rsubs",
    "s_where",
    "scale",
    "shrink",
    "sigmoid_backward",
    "sign",
    "slice",
    "slice_v2",
    "softshrink",
    "square",
    "sub",
    "subs",
    "sum",
    "tanh_backward",
    "threshold",
    "threshold_backward",
    "tril",
    "triu",
    "trunc",
]


@overload
def abs(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def abs(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def abs(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The magnitude of every element (aclnnAbs).

        out = |self|

    self  the numbers: float64, float32, float16, int64, int32, int16, int8, uint8, bool; bfloat16,
          complex64 not on Ascend910
    out   their magnitudes; of the type of the parts where self is complex

    Returns an array with the shape of self and the data type part_type(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnAbs",
        self_,
        make.output("out", out, self_.shape, rules.part_type(self_)),
    )


@overload
def add(
    self: TorchTensor,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def add(
    self: ArrayLike,
    other: ArrayLike,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def add(
    self: object,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Adds two tensors (aclnnAdd).

        out = self + alpha * other

    self   the first summand: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    other  the second summand: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    alpha  its factor
    out    the sum

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnAdd",
        self_,
        other_,
        alpha_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


def add_n(
    tensors: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> Any:
    """The sum of several tensors (aclnnAddN).

        out = tensors[0] + tensors[1] + ...

    tensors  the summands, all of one data type and shape; halves are added in float32: int32,
             int64, float16, bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    out      their sum

    Returns an array with the shape broadcast_members(tensors) and the data type
    members_type(tensors).
    """
    tensors_ = make.tensors("tensors", tensors)
    return make.run(
        "aclnnAddN",
        tensors_,
        make.output("out", out, rules.broadcast_members(tensors_), rules.members_type(tensors_)),
    )


def add_v3(
    self: Number,
    other: object,
    alpha: Number = 1,
    *,
    out: Any = None,
) -> Any:
    """Adds a tensor to a number (aclnnAddV3).

        out = self + alpha * other

    self   the number
    other  the tensor; halves are computed in float32: float32, int32, float16, bfloat16, int8
    alpha  its factor
    out    the sum

    Returns an array with the shape of other and the data type promote_adds(other, self, alpha).
    """
    self_ = convert.scalar("self", self)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnAddV3",
        self_,
        other_,
        alpha_,
        make.output("out", out, other_.shape, rules.promote_adds(other_, self_, alpha_)),
    )


@overload
def addcdiv(
    self: TorchTensor,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def addcdiv(
    self: ArrayLike,
    tensor1: ArrayLike,
    tensor2: ArrayLike,
    value: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def addcdiv(
    self: object,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Adds the quotient of two tensors times a number to a tensor (aclnnAddcdiv).

        out = self + value * (tensor1 / tensor2)

    self     the summand: float32, int64, float16, float64; bfloat16 not on Ascend910
    tensor1  the dividend: float32, int64, float16, float64; bfloat16 not on Ascend910
    tensor2  the divisor; a quotient of integers is cut toward zero, and 0 where the divisor is:
             float32, int64, float16, float64; bfloat16 not on Ascend910
    value    the number, which becomes the type computed in
    out      the sum

    Returns an array with the shape broadcast(self, tensor1, tensor2) and the data type
    promote(self, tensor1, tensor2).
    """
    self_ = make.tensor("self", self)
    tensor1_ = make.tensor("tensor1", tensor1)
    tensor2_ = make.tensor("tensor2", tensor2)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnAddcdiv",
        self_,
        tensor1_,
        tensor2_,
        value_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, tensor1_, tensor2_),
            rules.promote(self_, tensor1_, tensor2_),
        ),
    )


@overload
def addcmul(
    self: TorchTensor,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def addcmul(
    self: ArrayLike,
    tensor1: ArrayLike,
    tensor2: ArrayLike,
    value: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def addcmul(
    self: object,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Adds the product of two tensors and a number to a tensor (aclnnAddcmul).

        out = self + value * tensor1 * tensor2

    self     the summand: float32, int32, int64, float16, int8, uint8, float64; bfloat16 not on
             Ascend910
    tensor1  the first factor: float32, int32, int64, float16, int8, uint8, float64; bfloat16 not on
             Ascend910
    tensor2  the second factor: float32, int32, int64, float16, int8, uint8, float64; bfloat16 not
             on Ascend910
    value    the number, which becomes the type computed in
    out      the sum

    Returns an array with the shape broadcast(self, tensor1, tensor2) and the data type
    promote(self, tensor1, tensor2).
    """
    self_ = make.tensor("self", self)
    tensor1_ = make.tensor("tensor1", tensor1)
    tensor2_ = make.tensor("tensor2", tensor2)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnAddcmul",
        self_,
        tensor1_,
        tensor2_,
        value_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, tensor1_, tensor2_),
            rules.promote(self_, tensor1_, tensor2_),
        ),
    )


@overload
def adds(
    self: TorchTensor,
    other: Number,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def adds(
    self: ArrayLike,
    other: Number,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def adds(
    self: object,
    other: Number,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Adds a number to a tensor (aclnnAdds).

        out = self + alpha * other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, float64, bool, complex64,
           complex128; bfloat16 not on Ascend910
    other  the number
    alpha  its factor
    out    the sum

    Returns an array with the shape of self and the data type promote_adds(self, other, alpha).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnAdds",
        self_,
        other_,
        alpha_,
        make.output("out", out, self_.shape, rules.promote_adds(self_, other_, alpha_)),
    )


def arange(
    start: Number,
    end: Number,
    step: Number = 1,
    *,
    out: Any = None,
) -> Any:
    """Numbers from one up to another, without it (aclnnArange).

        out[i] = start + i * step

    start  the first number: float32, int32, int64, float16, int16, int8, uint8, float64, bool;
           bfloat16 not on Ascend910
    end    where the numbers end: float32, int32, int64, float16, int16, int8, uint8, float64, bool;
           bfloat16 not on Ascend910
    step   from one number to the next: float32, int32, int64, float16, int16, int8, uint8, float64,
           bool; bfloat16 not on Ascend910
    out    the numbers, as many as it has elements, in the order of its dimensions; integers are
           computed from start and step as integers

    Returns an array with the shape stepped(start, end, step) and the data type stepped_type(start,
    end, step).
    """
    start_ = convert.scalar("start", start)
    end_ = convert.scalar("end", end)
    step_ = convert.scalar("step", step)
    return make.run(
        "aclnnArange",
        start_,
        end_,
        step_,
        make.output(
            "out",
            out,
            rules.stepped(start_, end_, step_),
            rules.stepped_type(start_, end_, step_),
        ),
    )


@overload
def ceil(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def ceil(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ceil(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The least integer that is not less than each element (aclnnCeil).

        out = ceil(self)

    self  the numbers: float32, float16, float64; bfloat16 not on Ascend910
    out   the integers

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnCeil",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def clamp(
    self: TorchTensor,
    clip_value_min: Number | None = None,
    clip_value_max: Number | None = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def clamp(
    self: ArrayLike,
    clip_value_min: Number | None = None,
    clip_value_max: Number | None = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def clamp(
    self: object,
    clip_value_min: Number | None = None,
    clip_value_max: Number | None = None,
    *,
    out: object = None,
) -> Any:
    """Keeps numbers between two bounds (aclnnClamp).

        out = min(max(self, clipValueMin), clipValueMax)

    self            the numbers: float16, float32, int32, int64, int16, int8, uint8, float64;
                    bfloat16 not on Ascend910
    clip_value_min  the lower bound; NULL: none. It becomes the type computed in
    clip_value_max  the upper bound, as the lower one; the result where both cross
    out             the numbers within the bounds; NaN stays NaN

    Returns an array with the shape of self and the data type promote_clamp(self, clip_value_min,
    clip_value_max).
    """
    self_ = make.tensor("self", self)
    clip_value_min_ = (
        None if clip_value_min is None else convert.scalar("clip_value_min", clip_value_min)
    )
    clip_value_max_ = (
        None if clip_value_max is None else convert.scalar("clip_value_max", clip_value_max)
    )
    return make.run(
        "aclnnClamp",
        self_,
        clip_value_min_,
        clip_value_max_,
        make.output(
            "out",
            out,
            self_.shape,
            rules.promote_clamp(self_, clip_value_min_, clip_value_max_),
        ),
    )


@overload
def clamp_max(
    self: TorchTensor,
    clip_value_max: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def clamp_max(
    self: ArrayLike,
    clip_value_max: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def clamp_max(
    self: object,
    clip_value_max: Number,
    *,
    out: object = None,
) -> Any:
    """Keeps numbers below a bound (aclnnClampMax).

        out = min(self, clipValueMax)

    self            the numbers: float16, float32, int32, int64, int16, int8, uint8, float64;
                    bfloat16 not on Ascend910
    clip_value_max  the upper bound, which becomes the type computed in
    out             the numbers below the bound; NaN stays NaN

    Returns an array with the shape of self and the data type promote_clamp(self, clip_value_max,
    clip_value_max).
    """
    self_ = make.tensor("self", self)
    clip_value_max_ = convert.scalar("clip_value_max", clip_value_max)
    return make.run(
        "aclnnClampMax",
        self_,
        clip_value_max_,
        make.output(
            "out",
            out,
            self_.shape,
            rules.promote_clamp(self_, clip_value_max_, clip_value_max_),
        ),
    )


@overload
def clamp_max_tensor(
    self: TorchTensor,
    max: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def clamp_max_tensor(
    self: ArrayLike,
    max: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def clamp_max_tensor(
    self: object,
    max: object,
    *,
    out: object = None,
) -> Any:
    """Keeps numbers below bounds of their own (aclnnClampMaxTensor).

        out = min(self, max)

    self  the numbers: float16, float32, int32, int64, int16, int8, uint8, float64; bfloat16 not on
          Ascend910
    max   the upper bounds
    out   the numbers below the bounds; NaN where an operand is NaN

    Returns an array with the shape broadcast(self, max) and the data type promote(self, max).
    """
    self_ = make.tensor("self", self)
    max_ = make.tensor("max", max)
    return make.run(
        "aclnnClampMaxTensor",
        self_,
        max_,
        make.output("out", out, rules.broadcast(self_, max_), rules.promote(self_, max_)),
    )


@overload
def clamp_min(
    self: TorchTensor,
    clip_value_min: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def clamp_min(
    self: ArrayLike,
    clip_value_min: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def clamp_min(
    self: object,
    clip_value_min: Number,
    *,
    out: object = None,
) -> Any:
    """Keeps numbers above a bound (aclnnClampMin).

        out = max(self, clipValueMin)

    self            the numbers: float16, float32, int32, int64, int16, int8, uint8, float64;
                    bfloat16 not on Ascend910
    clip_value_min  the lower bound, which becomes the type computed in
    out             the numbers above the bound; NaN stays NaN

    Returns an array with the shape of self and the data type promote_clamp(self, clip_value_min,
    clip_value_min).
    """
    self_ = make.tensor("self", self)
    clip_value_min_ = convert.scalar("clip_value_min", clip_value_min)
    return make.run(
        "aclnnClampMin",
        self_,
        clip_value_min_,
        make.output(
            "out",
            out,
            self_.shape,
            rules.promote_clamp(self_, clip_value_min_, clip_value_min_),
        ),
    )


@overload
def clamp_min_tensor(
    self: TorchTensor,
    clip_value_min: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def clamp_min_tensor(
    self: ArrayLike,
    clip_value_min: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def clamp_min_tensor(
    self: object,
    clip_value_min: object,
    *,
    out: object = None,
) -> Any:
    """Keeps numbers above bounds of their own (aclnnClampMinTensor).

        out = max(self, clipValueMin)

    self            the numbers: float16, float32, int32, int64, int16, int8, uint8, float64;
                    bfloat16 not on Ascend910
    clip_value_min  the lower bounds
    out             the numbers above the bounds; NaN where an operand is NaN

    Returns an array with the shape broadcast(self, clip_value_min) and the data type promote(self,
    clip_value_min).
    """
    self_ = make.tensor("self", self)
    clip_value_min_ = make.tensor("clip_value_min", clip_value_min)
    return make.run(
        "aclnnClampMinTensor",
        self_,
        clip_value_min_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, clip_value_min_),
            rules.promote(self_, clip_value_min_),
        ),
    )


@overload
def clamp_tensor(
    self: TorchTensor,
    clip_value_min: object = None,
    clip_value_max: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def clamp_tensor(
    self: ArrayLike,
    clip_value_min: ArrayLike | None = None,
    clip_value_max: ArrayLike | None = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def clamp_tensor(
    self: object,
    clip_value_min: object = None,
    clip_value_max: object = None,
    *,
    out: object = None,
) -> Any:
    """Keeps numbers between bounds of their own (aclnnClampTensor).

        out = min(max(self, clipValueMin), clipValueMax)

    self            the numbers: float16, float32, int32, int64, int16, int8, uint8, float64;
                    bfloat16 not on Ascend910
    clip_value_min  the lower bounds; NULL: none
    clip_value_max  the upper bounds; NULL: none. They are the result where they cross the lower
                    ones
    out             the numbers within the bounds; NaN where an operand is NaN

    Returns an array with the shape broadcast(self, clip_value_min, clip_value_max) and the data
    type promote(self, clip_value_min, clip_value_max).
    """
    self_ = make.tensor("self", self)
    clip_value_min_ = (
        None if clip_value_min is None else make.tensor("clip_value_min", clip_value_min)
    )
    clip_value_max_ = (
        None if clip_value_max is None else make.tensor("clip_value_max", clip_value_max)
    )
    return make.run(
        "aclnnClampTensor",
        self_,
        clip_value_min_,
        clip_value_max_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, clip_value_min_, clip_value_max_),
            rules.promote(self_, clip_value_min_, clip_value_max_),
        ),
    )


@overload
def diag(
    self: TorchTensor,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def diag(
    self: ArrayLike,
    diagonal: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def diag(
    self: object,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """The diagonal of a matrix, or the matrix with a diagonal and zeros (aclnnDiag).

        out[i] = self[i, i + diagonal] of a matrix, out[i, i + diagonal] = self[i] of a row

    self      a matrix, or a row of up to one dimension: float16, float32, int64, int32, int16,
              int8, uint8, float64, bool, complex64; bfloat16 not on Ascend910
    diagonal  which diagonal: 0 the main one, 1 the one above it
    out       the diagonal, or the matrix, of the same type

    Returns an array with the shape diagonal(self, diagonal) and the data type of self.
    """
    self_ = make.tensor("self", self)
    diagonal_ = convert.integer("diagonal", diagonal)
    return make.run(
        "aclnnDiag",
        self_,
        diagonal_,
        make.output("out", out, rules.diagonal(self_, diagonal_), self_.type),
    )


@overload
def diag_flat(
    self: TorchTensor,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def diag_flat(
    self: ArrayLike,
    diagonal: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def diag_flat(
    self: object,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """The matrix with the elements of a tensor on a diagonal, and zeros (aclnnDiagFlat).

        out[i, i + diagonal] = element i of self

    self      the elements, of up to 8 dimensions: float16, float32, int64, int32, int16, int8,
              uint8, float64, bool, complex64; bfloat16 not on Ascend910
    diagonal  which diagonal: 0 the main one, 1 the one above it
    out       the matrix, of a type that self's converts to

    Returns an array with the shape diagonal_matrix(self, diagonal) and the data type of self.
    """
    self_ = make.tensor("self", self)
    diagonal_ = convert.integer("diagonal", diagonal)
    return make.run(
        "aclnnDiagFlat",
        self_,
        diagonal_,
        make.output("out", out, rules.diagonal_matrix(self_, diagonal_), self_.type),
    )


@overload
def exp(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def exp(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def exp(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The exponential function of every element (aclnnExp).

        out = e ^ self

    self  the exponents; bool and int64 are computed in float32: float32, float16, float64,
          complex64, complex128, bool, int64; bfloat16 not on Ascend910
    out   the powers of e

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnExp",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def expand(
    self: TorchTensor,
    size: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def expand(
    self: ArrayLike,
    size: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def expand(
    self: object,
    size: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Repeats dimensions of one place (aclnnExpand).

        out = self, broadcast to size

    self  the tensor, of up to 8 dimensions: float16, float32, uint8, int8, int32, int64, bool;
          bfloat16 not on Ascend910
    size  the dimensions of out; counted from the last, each is that of self or self's is 1
    out   of the same type

    Returns an array with the shape given_shape(size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    size_ = convert.integers("size", size)
    return make.run(
        "aclnnExpand",
        self_,
        size_,
        make.output("out", out, rules.given_shape(size_), self_.type),
    )


def eye(
    n: SupportsIndex,
    m: SupportsIndex,
    *,
    out: Any = None,
) -> Any:
    """A matrix with 1 on its diagonal (aclnnEye).

        out[i, j] = 1 where i is j, 0 elsewhere

    n    rows
    m    columns
    out  the matrix

    Returns an array with the shape grid(n, m) and the data type float32.
    """
    n_ = convert.integer("n", n)
    m_ = convert.integer("m", m)
    return make.run(
        "aclnnEye",
        n_,
        m_,
        make.output("out", out, rules.grid(n_, m_), "float32"),
    )


@overload
def flatten(
    self: TorchTensor,
    axis: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def flatten(
    self: ArrayLike,
    axis: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def flatten(
    self: object,
    axis: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Makes a matrix of a tensor: what comes before a dimension, by what begins with it
    (aclnnFlatten).

        out = self of the shape (product of the dimensions before axis, product of the others)

    self  the tensor, of up to 8 dimensions: float32, float16, int8, int16, int32, int64, uint8,
          uint16, uint32, uint64, bool; bfloat16 not on Ascend910
    axis  the first dimension of the columns; negative ones count from the last
    out   the same elements, of the same type and two dimensions

    Returns an array with the shape flattened(self, axis) and the data type of self.
    """
    self_ = make.tensor("self", self)
    axis_ = convert.integer("axis", axis)
    return make.run(
        "aclnnFlatten",
        self_,
        axis_,
        make.output("out", out, rules.flattened(self_, axis_), self_.type),
    )


@overload
def flip(
    self: TorchTensor,
    dims: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def flip(
    self: ArrayLike,
    dims: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def flip(
    self: object,
    dims: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Reverses the order of elements along dimensions (aclnnFlip).

        out[..., i, ...] = self[..., n - 1 - i, ...] for each of dims

    self  the tensor, of up to 8 dimensions: float32, int32, int64, float16, int16, int8, uint8,
          bool, float64, complex64, complex128; bfloat16 not on Ascend910; uint16, uint32, uint64 on
          Ascend950
    dims  the dimensions, each once; negative ones count from the last
    out   the same elements, of the same type and shape

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dims_ = convert.integers("dims", dims)
    return make.run(
        "aclnnFlip",
        self_,
        dims_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def floor(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def floor(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def floor(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The largest integer that is not more than each element (aclnnFloor).

        out = floor(self)

    self  the numbers: int64, int32, int16, int8, uint64, uint32, uint16, uint8, float32, float16,
          float64; bfloat16 not on Ascend910
    out   the integers

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnFloor",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


def foreach_add_scalar_v2(
    x: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds a number to every tensor of a list (aclnnForeachAddScalarV2).

        out[i] = x[i] + scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950; int16, int8, uint8 on Ascend910B and Ascend910_93
    scalar  the number
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachAddScalarV2",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


@overload
def hardshrink(
    self: TorchTensor,
    lambd: Number = 0.5,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardshrink(
    self: ArrayLike,
    lambd: Number = 0.5,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardshrink(
    self: object,
    lambd: Number = 0.5,
    *,
    out: object = None,
) -> Any:
    """Puts 0 in place of elements that are near to it (aclnnHardshrink).

        out = self where self > lambd or self < -lambd, else 0

    self   the numbers: float32, float16; bfloat16 not on Ascend910
    lambd  how near; 0 where it is negative
    out    the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    lambd_ = convert.scalar("lambd", lambd)
    return make.run(
        "aclnnHardshrink",
        self_,
        lambd_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def hardshrink_backward(
    grad_output: TorchTensor,
    self: object,
    lambd: Number = 0.5,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def hardshrink_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    lambd: Number = 0.5,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardshrink_backward(
    grad_output: object,
    self: object,
    lambd: Number = 0.5,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Hardshrink (aclnnHardshrinkBackward).

        gradInput = gradOutput where self > lambd or self < -lambd, else 0

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Hardshrink was given: float32, float16; bfloat16 not on Ascend910
    lambd        how near to 0; 0 where it is negative
    grad_input   the gradient

    Returns an array with the shape broadcast(grad_output, self) and the data type
    promote(grad_output, self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    lambd_ = convert.scalar("lambd", lambd)
    return make.run(
        "aclnnHardshrinkBackward",
        grad_output_,
        self_,
        lambd_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_output_, self_),
            rules.promote(grad_output_, self_),
        ),
    )


@overload
def hardsigmoid(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardsigmoid(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardsigmoid(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Maps -3 to 0, 3 to 1 and what lies between by a straight line (aclnnHardsigmoid).

        out = min(max(self / 6 + 1/2, 0), 1)

    self  the numbers: float32, float16, int32; bfloat16 not on Ascend910
    out   the result; the fraction is cut off where it is int32

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnHardsigmoid",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def hardsigmoid_backward(
    grad_output: TorchTensor,
    self: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardsigmoid_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardsigmoid_backward(
    grad_output: object,
    self: object,
    *,
    out: object = None,
) -> Any:
    """The gradient of Hardsigmoid (aclnnHardsigmoidBackward).

        out = gradOutput / 6 where self > -3 and self < 3, else 0

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Hardsigmoid was given: float32, float16; bfloat16 not on Ascend910
    out          the gradient

    Returns an array with the shape of self and the data type promote(grad_output, self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnHardsigmoidBackward",
        grad_output_,
        self_,
        make.output("out", out, self_.shape, rules.promote(grad_output_, self_)),
    )


@overload
def hardswish(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardswish(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardswish(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Multiplies every element by a straight line from 0 at -3 to 1 at 3 (aclnnHardswish).

        out = self * min(max(self / 6 + 1/2, 0), 1)

    self  the numbers: float32, float16; bfloat16 not on Ascend910
    out   the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnHardswish",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def hardswish_backward(
    grad_output: TorchTensor,
    self: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardswish_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardswish_backward(
    grad_output: object,
    self: object,
    *,
    out: object = None,
) -> Any:
    """The gradient of Hardswish (aclnnHardswishBackward).

        out = 0 where self < -3, gradOutput where self > 3, else gradOutput * (self / 3 + 1/2)

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Hardswish was given: float32, float16; bfloat16 not on Ascend910
    out          the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnHardswishBackward",
        grad_output_,
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def hardswish_backward_v2(
    grad_output: TorchTensor,
    self: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardswish_backward_v2(
    grad_output: ArrayLike,
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardswish_backward_v2(
    grad_output: object,
    self: object,
    *,
    out: object = None,
) -> Any:
    """The gradient of Hardswish, with other bounds (aclnnHardswishBackwardV2).

        out = 0 where self <= -3, gradOutput where self >= 3, else gradOutput * (self / 3 + 1/2)

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Hardswish was given: float32, float16; bfloat16 not on Ascend910
    out          the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnHardswishBackwardV2",
        grad_output_,
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def hardtanh_backward(
    grad_output: TorchTensor,
    self: object,
    min: Number = -1,
    max: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardtanh_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    min: Number = -1,
    max: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardtanh_backward(
    grad_output: object,
    self: object,
    min: Number = -1,
    max: Number = 1,
    *,
    out: object = None,
) -> Any:
    """The gradient of Hardtanh (aclnnHardtanhBackward).

        out = 0 where self < min or self > max, else gradOutput

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Hardtanh was given: float32, float16; bfloat16 not on Ascend910
    min          its lower bound, as float32
    max          its upper bound, as float32
    out          the gradient, of the same shape

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    min_ = convert.scalar("min", min)
    max_ = convert.scalar("max", max)
    return make.run(
        "aclnnHardtanhBackward",
        grad_output_,
        self_,
        min_,
        max_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def index_select(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def index_select(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def index_select(
    self: object,
    dim: SupportsIndex,
    index: object,
    *,
    out: object = None,
) -> Any:
    """Selects along one dimension the places that an index names (aclnnIndexSelect).

        out[..., i, ...] = self[..., index[i], ...]

    self   what is selected from: float32, int32, int64, float16, int16, int8, uint8, bool, uint64,
           uint32, uint16, float64, complex64, complex128; bfloat16 not on Ascend910
    dim    the dimension; negative ones count from the last
    index  the places, of one dimension or none; 0 to the length of the dimension - 1: int32, int64
    out    what was selected

    Returns an array with the shape selected(self, dim, index) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    return make.run(
        "aclnnIndexSelect",
        self_,
        dim_,
        index_,
        make.output("out", out, rules.selected(self_, dim_, index_), self_.type),
    )


@overload
def inplace_add(
    self_ref: TorchTensor,
    other: object,
    alpha: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_add(
    self_ref: ArrayLike,
    other: ArrayLike,
    alpha: Number = 1,
) -> NDArray[Any]: ...


def inplace_add(
    self_ref: object,
    other: object,
    alpha: Number = 1,
) -> Any:
    """Adds a tensor to another, in its place (aclnnInplaceAdd).

        selfRef = selfRef + alpha * other

    self_ref  the first summand; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     the second summand: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    alpha     its factor

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceAdd",
        self_ref_,
        other_,
        alpha_,
    )


def inplace_add_v3(
    self_ref: Number,
    other: object,
    alpha: Number = 1,
) -> Any:
    """Adds a number to a tensor, in its place (aclnnInplaceAddV3).

        other = selfRef + alpha * other

    self_ref  the number
    other     the tensor; halves are computed in float32; it is changed: float32, int32, float16,
              bfloat16, int8
    alpha     its factor

    Returns the operand that was changed.
    """
    self_ref_ = convert.scalar("self_ref", self_ref)
    other_ = make.in_out("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceAddV3",
        self_ref_,
        other_,
        alpha_,
    )


@overload
def inplace_addcdiv(
    self_ref: TorchTensor,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_addcdiv(
    self_ref: ArrayLike,
    tensor1: ArrayLike,
    tensor2: ArrayLike,
    value: Number = 1,
) -> NDArray[Any]: ...


def inplace_addcdiv(
    self_ref: object,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
) -> Any:
    """Adds the quotient of two tensors times a number to a tensor, in its place
    (aclnnInplaceAddcdiv).

        selfRef = selfRef + selfRef * (selfRef / selfRef)

    self_ref  the summand; it is changed: float32, int64, float16, float64; bfloat16 not on
              Ascend910
    tensor1   the dividend: float32, int64, float16, float64; bfloat16 not on Ascend910
    tensor2   the divisor; a quotient of integers is cut toward zero, and 0 where the divisor is:
              float32, int64, float16, float64; bfloat16 not on Ascend910
    value     the number, which becomes the type computed in

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    tensor1_ = make.tensor("tensor1", tensor1)
    tensor2_ = make.tensor("tensor2", tensor2)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnInplaceAddcdiv",
        self_ref_,
        tensor1_,
        tensor2_,
        value_,
    )


@overload
def inplace_addcmul(
    self_ref: TorchTensor,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_addcmul(
    self_ref: ArrayLike,
    tensor1: ArrayLike,
    tensor2: ArrayLike,
    value: Number = 1,
) -> NDArray[Any]: ...


def inplace_addcmul(
    self_ref: object,
    tensor1: object,
    tensor2: object,
    value: Number = 1,
) -> Any:
    """Adds the product of two tensors and a number to a tensor, in its place (aclnnInplaceAddcmul).

        selfRef = selfRef + selfRef * selfRef * selfRef

    self_ref  the summand; it is changed: float32, int32, int64, float16, int8, uint8, float64;
              bfloat16 not on Ascend910
    tensor1   the first factor: float32, int32, int64, float16, int8, uint8, float64; bfloat16 not
              on Ascend910
    tensor2   the second factor: float32, int32, int64, float16, int8, uint8, float64; bfloat16 not
              on Ascend910
    value     the number, which becomes the type computed in

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    tensor1_ = make.tensor("tensor1", tensor1)
    tensor2_ = make.tensor("tensor2", tensor2)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnInplaceAddcmul",
        self_ref_,
        tensor1_,
        tensor2_,
        value_,
    )


@overload
def inplace_adds(
    self_ref: TorchTensor,
    other: Number,
    alpha: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_adds(
    self_ref: ArrayLike,
    other: Number,
    alpha: Number = 1,
) -> NDArray[Any]: ...


def inplace_adds(
    self_ref: object,
    other: Number,
    alpha: Number = 1,
) -> Any:
    """Adds a number to a tensor, in its place (aclnnInplaceAdds).

        selfRef = selfRef + alpha * other

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     the number
    alpha     its factor

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceAdds",
        self_ref_,
        other_,
        alpha_,
    )


@overload
def inplace_ceil(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_ceil(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_ceil(
    self_ref: object,
) -> Any:
    """The least integer that is not less than each element, in its place (aclnnInplaceCeil).

        selfRef = ceil(selfRef)

    self_ref  the numbers; it is changed: float32, float16, float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceCeil",
        self_ref_,
    )


@overload
def inplace_clamp_max(
    self_ref: TorchTensor,
    clip_value_max: Number,
) -> TorchTensor: ...


@overload
def inplace_clamp_max(
    self_ref: ArrayLike,
    clip_value_max: Number,
) -> NDArray[Any]: ...


def inplace_clamp_max(
    self_ref: object,
    clip_value_max: Number,
) -> Any:
    """Keeps numbers below a bound, in their place (aclnnInplaceClampMax).

        selfRef = min(selfRef, selfRef)

    self_ref        the numbers; it is changed: float16, float32, int32, int64, int16, int8, uint8,
                    float64; bfloat16 not on Ascend910
    clip_value_max  the upper bound, which becomes the type computed in

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    clip_value_max_ = convert.scalar("clip_value_max", clip_value_max)
    return make.run(
        "aclnnInplaceClampMax",
        self_ref_,
        clip_value_max_,
    )


@overload
def inplace_clamp_max_tensor(
    self_ref: TorchTensor,
    max: object,
) -> TorchTensor: ...


@overload
def inplace_clamp_max_tensor(
    self_ref: ArrayLike,
    max: ArrayLike,
) -> NDArray[Any]: ...


def inplace_clamp_max_tensor(
    self_ref: object,
    max: object,
) -> Any:
    """Keeps numbers below bounds of their own, in their place (aclnnInplaceClampMaxTensor).

        selfRef = min(selfRef, selfRef)

    self_ref  the numbers; it is changed: float16, float32, int32, int64, int16, int8, uint8,
              float64; bfloat16 not on Ascend910
    max       the upper bounds

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    max_ = make.tensor("max", max)
    return make.run(
        "aclnnInplaceClampMaxTensor",
        self_ref_,
        max_,
    )


@overload
def inplace_clamp_min_tensor(
    self_ref: TorchTensor,
    clip_value_min: object,
) -> TorchTensor: ...


@overload
def inplace_clamp_min_tensor(
    self_ref: ArrayLike,
    clip_value_min: ArrayLike,
) -> NDArray[Any]: ...


def inplace_clamp_min_tensor(
    self_ref: object,
    clip_value_min: object,
) -> Any:
    """Keeps numbers above bounds of their own, in their place (aclnnInplaceClampMinTensor).

        selfRef = max(selfRef, selfRef)

    self_ref        the numbers; it is changed: float16, float32, int32, int64, int16, int8, uint8,
                    float64; bfloat16 not on Ascend910
    clip_value_min  the lower bounds

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    clip_value_min_ = make.tensor("clip_value_min", clip_value_min)
    return make.run(
        "aclnnInplaceClampMinTensor",
        self_ref_,
        clip_value_min_,
    )


@overload
def inplace_fill_diagonal(
    self_ref: TorchTensor,
    fill_value: Number,
    wrap: bool = False,
) -> TorchTensor: ...


@overload
def inplace_fill_diagonal(
    self_ref: ArrayLike,
    fill_value: Number,
    wrap: bool = False,
) -> NDArray[Any]: ...


def inplace_fill_diagonal(
    self_ref: object,
    fill_value: Number,
    wrap: bool = False,
) -> Any:
    """Writes a number on the diagonal (aclnnInplaceFillDiagonal).

        selfRef[i, ..., i] = fillValue
        with wrap, in a matrix of c columns: every (c + 1)th element, by rows

    self_ref    what is changed; all sizes are equal where it has more than two dimensions; it is
                changed: float16, float32, int8, int16, int32, int64, uint8, bool, float64; bfloat16
                not on Ascend910
    fill_value  the number, which becomes float32 and then the type of selfRef: float32, float16,
                bfloat16, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool
    wrap        whether the diagonal of a matrix with more rows than columns begins anew behind its
                end, one row further

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    fill_value_ = convert.scalar("fill_value", fill_value)
    wrap_ = convert.boolean("wrap", wrap)
    return make.run(
        "aclnnInplaceFillDiagonal",
        self_ref_,
        fill_value_,
        wrap_,
    )


@overload
def inplace_fill_scalar(
    self_ref: TorchTensor,
    value: Number,
) -> TorchTensor: ...


@overload
def inplace_fill_scalar(
    self_ref: ArrayLike,
    value: Number,
) -> NDArray[Any]: ...


def inplace_fill_scalar(
    self_ref: object,
    value: Number,
) -> Any:
    """Writes a number everywhere (aclnnInplaceFillScalar).

        selfRef = value

    self_ref  what is filled; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16, uint16, uint32, uint64 not on
              Ascend910
    value     the number, which becomes the type of selfRef

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnInplaceFillScalar",
        self_ref_,
        value_,
    )


@overload
def inplace_fill_tensor(
    self_ref: TorchTensor,
    value: object,
) -> TorchTensor: ...


@overload
def inplace_fill_tensor(
    self_ref: ArrayLike,
    value: ArrayLike,
) -> NDArray[Any]: ...


def inplace_fill_tensor(
    self_ref: object,
    value: object,
) -> Any:
    """Writes the one element of a tensor everywhere (aclnnInplaceFillTensor).

        selfRef = value

    self_ref  what is filled; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    value     one element, which is read when the call runs, and becomes the type of selfRef

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    value_ = make.tensor("value", value)
    return make.run(
        "aclnnInplaceFillTensor",
        self_ref_,
        value_,
    )


@overload
def inplace_floor(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_floor(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_floor(
    self_ref: object,
) -> Any:
    """The largest integer that is not more than each element, in its place (aclnnInplaceFloor).

        selfRef = floor(selfRef)

    self_ref  the numbers; it is changed: int64, int32, int16, int8, uint64, uint32, uint16, uint8,
              float32, float16, float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceFloor",
        self_ref_,
    )


@overload
def inplace_hardsigmoid(
    self: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_hardsigmoid(
    self: ArrayLike,
) -> NDArray[Any]: ...


def inplace_hardsigmoid(
    self: object,
) -> Any:
    """Maps -3 to 0, 3 to 1 and what lies between by a straight line, in its place
    (aclnnInplaceHardsigmoid).

        self = min(max(self / 6 + 1/2, 0), 1)

    self  the numbers; it is changed: float32, float16, int32; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ = make.in_out("self", self)
    return make.run(
        "aclnnInplaceHardsigmoid",
        self_,
    )


@overload
def inplace_hardswish(
    self: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_hardswish(
    self: ArrayLike,
) -> NDArray[Any]: ...


def inplace_hardswish(
    self: object,
) -> Any:
    """Multiplies every element by a straight line from 0 at -3 to 1 at 3, in its place
    (aclnnInplaceHardswish).

        self = self * min(max(self / 6 + 1/2, 0), 1)

    self  the numbers; it is changed: float32, float16; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ = make.in_out("self", self)
    return make.run(
        "aclnnInplaceHardswish",
        self_,
    )


@overload
def inplace_leaky_relu(
    self_ref: TorchTensor,
    negative_slope: Number = 0.01,
) -> TorchTensor: ...


@overload
def inplace_leaky_relu(
    self_ref: ArrayLike,
    negative_slope: Number = 0.01,
) -> NDArray[Any]: ...


def inplace_leaky_relu(
    self_ref: object,
    negative_slope: Number = 0.01,
) -> Any:
    """Multiplies elements that are not positive by a slope, in their place (aclnnInplaceLeakyRelu).

        selfRef = selfRef where selfRef > 0, else selfRef * selfRef

    self_ref        the numbers; it is changed: float32, float16, float64; bfloat16 not on Ascend910
    negative_slope  the slope, as float32

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    negative_slope_ = convert.scalar("negative_slope", negative_slope)
    return make.run(
        "aclnnInplaceLeakyRelu",
        self_ref_,
        negative_slope_,
    )


@overload
def inplace_lerp(
    self_ref: TorchTensor,
    end: object,
    weight: object,
) -> TorchTensor: ...


@overload
def inplace_lerp(
    self_ref: ArrayLike,
    end: ArrayLike,
    weight: ArrayLike,
) -> NDArray[Any]: ...


def inplace_lerp(
    self_ref: object,
    end: object,
    weight: object,
) -> Any:
    """What lies between two tensors, by weights, in the first one's place (aclnnInplaceLerp).

        selfRef = selfRef + selfRef * (selfRef - selfRef)       where |selfRef| < 0.5
        selfRef = selfRef - (selfRef - selfRef) * (1 - selfRef)  elsewhere

    self_ref  where weight is 0; it is changed: float16, float32; bfloat16 not on Ascend910
    end       where weight is 1; of the same data type
    weight    the weights, of the same data type

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    end_ = make.tensor("end", end)
    weight_ = make.tensor("weight", weight)
    return make.run(
        "aclnnInplaceLerp",
        self_ref_,
        end_,
        weight_,
    )


@overload
def inplace_lerps(
    self_ref: TorchTensor,
    end: object,
    weight: Number,
) -> TorchTensor: ...


@overload
def inplace_lerps(
    self_ref: ArrayLike,
    end: ArrayLike,
    weight: Number,
) -> NDArray[Any]: ...


def inplace_lerps(
    self_ref: object,
    end: object,
    weight: Number,
) -> Any:
    """What lies between two tensors, by one weight, in the first one's place (aclnnInplaceLerps).

        selfRef = selfRef + selfRef * (selfRef - selfRef)       where |selfRef| < 0.5
        selfRef = selfRef - (selfRef - selfRef) * (1 - selfRef)  elsewhere

    self_ref  where weight is 0; it is changed: float16, float32; bfloat16 not on Ascend910
    end       where weight is 1; of the same data type: float16, float32; bfloat16 not on Ascend910
    weight    the weight, which becomes the data type of self, on Ascend950 float32

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    end_ = make.tensor("end", end)
    weight_ = convert.scalar("weight", weight)
    return make.run(
        "aclnnInplaceLerps",
        self_ref_,
        end_,
        weight_,
    )


@overload
def inplace_mul(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_mul(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_mul(
    self_ref: object,
    other: object,
) -> Any:
    """Multiplies a tensor by another, in its place (aclnnInplaceMul).

        selfRef = selfRef * selfRef

    self_ref  the first factor; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     the second factor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceMul",
        self_ref_,
        other_,
    )


@overload
def inplace_muls(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_muls(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_muls(
    self_ref: object,
    other: Number,
) -> Any:
    """Multiplies a tensor by a number, in its place (aclnnInplaceMuls).

        selfRef = selfRef * selfRef

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     the number

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceMuls",
        self_ref_,
        other_,
    )


@overload
def inplace_nan_to_num(
    self_ref: TorchTensor,
    nan: float = 0.0,
    posinf: float = 3.4028234663852886e38,
    neginf: float = -3.4028234663852886e38,
) -> TorchTensor: ...


@overload
def inplace_nan_to_num(
    self_ref: ArrayLike,
    nan: float = 0.0,
    posinf: float = 3.4028234663852886e38,
    neginf: float = -3.4028234663852886e38,
) -> NDArray[Any]: ...


def inplace_nan_to_num(
    self_ref: object,
    nan: float = 0.0,
    posinf: float = 3.4028234663852886e38,
    neginf: float = -3.4028234663852886e38,
) -> Any:
    """Numbers in place of NaN and infinities, in their place (aclnnInplaceNanToNum).

        selfRef = selfRef, but selfRef, selfRef and selfRef for NaN, infinity and minus infinity

    self_ref  the numbers; integers and bool are copied; it is changed: float16, float32, bfloat16,
              int8, int16, int32, int64, uint8, bool on Ascend910B, Ascend910_93 and Ascend950
    nan       for NaN
    posinf    for infinity
    neginf    for minus infinity

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    nan_ = convert.real("nan", nan)
    posinf_ = convert.real("posinf", posinf)
    neginf_ = convert.real("neginf", neginf)
    return make.run(
        "aclnnInplaceNanToNum",
        self_ref_,
        nan_,
        posinf_,
        neginf_,
    )


@overload
def inplace_neg(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_neg(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_neg(
    self_ref: object,
) -> Any:
    """The negative of every element, in its place (aclnnInplaceNeg).

        selfRef = -selfRef

    self_ref  the numbers; it is changed: float32, float16, float64, complex64, complex128, int8,
              int32, int64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceNeg",
        self_ref_,
    )


@overload
def inplace_one(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_one(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_one(
    self_ref: object,
) -> Any:
    """Writes 1 everywhere (aclnnInplaceOne).

        selfRef = 1

    self_ref  what is filled; it is changed: float16, float32, int8, int16, int32, int64, uint8,
              bool, float64; bfloat16 not on Ascend910

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceOne",
        self_ref_,
    )


@overload
def inplace_relu(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_relu(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_relu(
    self_ref: object,
) -> Any:
    """Puts 0 in place of negative elements, where they are (aclnnInplaceRelu).

        selfRef = max(selfRef, 0)

    self_ref  the numbers; it is changed: float32, float16, int8, uint8, int32, int64; bfloat16 not
              on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceRelu",
        self_ref_,
    )


@overload
def inplace_round(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_round(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_round(
    self_ref: object,
) -> Any:
    """The integer that is nearest to each element, in its place (aclnnInplaceRound).

        selfRef = round(selfRef), the even one between two

    self_ref  the numbers; it is changed: float32, float16, float64, int32, int64; bfloat16 not on
              Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceRound",
        self_ref_,
    )


@overload
def inplace_round_decimals(
    self_ref: TorchTensor,
    decimals: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_round_decimals(
    self_ref: ArrayLike,
    decimals: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_round_decimals(
    self_ref: object,
    decimals: SupportsIndex = 0,
) -> Any:
    """Every element rounded to decimals, in its place (aclnnInplaceRoundDecimals).

        selfRef = round(selfRef * 10 ^ selfRef) / 10 ^ selfRef, the even one between two

    self_ref  the numbers; it is changed: float32, float16, float64, int32, int64; bfloat16 not on
              Ascend910
    decimals  how many digits stay behind the point; negative: so many before it become 0

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    decimals_ = convert.integer("decimals", decimals)
    return make.run(
        "aclnnInplaceRoundDecimals",
        self_ref_,
        decimals_,
    )


@overload
def inplace_sub(
    self_ref: TorchTensor,
    other: object,
    alpha: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_sub(
    self_ref: ArrayLike,
    other: ArrayLike,
    alpha: Number = 1,
) -> NDArray[Any]: ...


def inplace_sub(
    self_ref: object,
    other: object,
    alpha: Number = 1,
) -> Any:
    """Subtracts a tensor from another, in its place (aclnnInplaceSub).

        selfRef = selfRef - selfRef * selfRef

    self_ref  what is subtracted from; it is changed: float32, int32, int64, float16, int16, int8,
              uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     what is subtracted: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    alpha     its factor

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceSub",
        self_ref_,
        other_,
        alpha_,
    )


@overload
def inplace_subs(
    self_ref: TorchTensor,
    other: Number,
    alpha: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_subs(
    self_ref: ArrayLike,
    other: Number,
    alpha: Number = 1,
) -> NDArray[Any]: ...


def inplace_subs(
    self_ref: object,
    other: Number,
    alpha: Number = 1,
) -> Any:
    """Subtracts a number from a tensor, in its place (aclnnInplaceSubs).

        selfRef = selfRef - selfRef * selfRef

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     the number
    alpha     its factor

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceSubs",
        self_ref_,
        other_,
        alpha_,
    )


@overload
def inplace_threshold(
    self_ref: TorchTensor,
    threshold: Number,
    value: Number,
) -> TorchTensor: ...


@overload
def inplace_threshold(
    self_ref: ArrayLike,
    threshold: Number,
    value: Number,
) -> NDArray[Any]: ...


def inplace_threshold(
    self_ref: object,
    threshold: Number,
    value: Number,
) -> Any:
    """Puts a value in place of elements that are not above a threshold, where they are
    (aclnnInplaceThreshold).

        selfRef = selfRef where selfRef > selfRef, else selfRef

    self_ref   the numbers; it is changed: float32, float16, int8, uint8, int16, int32, int64;
               bfloat16 not on Ascend910
    threshold  the threshold, in the data type of self
    value      what stands for the others, in the data type of self

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    threshold_ = convert.scalar("threshold", threshold)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnInplaceThreshold",
        self_ref_,
        threshold_,
        value_,
    )


@overload
def inplace_tril(
    self_ref: TorchTensor,
    diagonal: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_tril(
    self_ref: ArrayLike,
    diagonal: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_tril(
    self_ref: object,
    diagonal: SupportsIndex = 0,
) -> Any:
    """The lower triangle of matrices, in their place; everything above a diagonal becomes 0
    (aclnnInplaceTril).

        selfRef[..., i, j] = selfRef[..., i, j] if j - i <= selfRef, else 0

    self_ref  the matrices, of 2 to 8 dimensions; it is changed: float32, float16, int8, int16,
              int32, int64, uint8, uint16, uint32, uint64, bool, float64; bfloat16 not on Ascend910;
              complex64, ACL_COMPLEX32 on Ascend950
    diagonal  the last diagonal that is kept: 0 the main one, 1 the one above it

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    diagonal_ = convert.integer("diagonal", diagonal)
    return make.run(
        "aclnnInplaceTril",
        self_ref_,
        diagonal_,
    )


@overload
def inplace_triu(
    self_ref: TorchTensor,
    diagonal: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_triu(
    self_ref: ArrayLike,
    diagonal: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_triu(
    self_ref: object,
    diagonal: SupportsIndex = 0,
) -> Any:
    """The upper triangle of matrices, in their place; everything below a diagonal becomes 0
    (aclnnInplaceTriu).

        selfRef[..., i, j] = selfRef[..., i, j] if j - i >= selfRef, else 0

    self_ref  the matrices, of 2 to 8 dimensions; it is changed: float32, float16, int8, int16,
              int32, int64, uint8, uint16, uint32, uint64, bool, float64; bfloat16 not on Ascend910;
              complex64, ACL_COMPLEX32 on Ascend950
    diagonal  the first diagonal that is kept: 0 the main one, 1 the one above it

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    diagonal_ = convert.integer("diagonal", diagonal)
    return make.run(
        "aclnnInplaceTriu",
        self_ref_,
        diagonal_,
    )


@overload
def inplace_trunc(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_trunc(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_trunc(
    self_ref: object,
) -> Any:
    """Every element without its fraction, in its place (aclnnInplaceTrunc).

        selfRef = trunc(selfRef)

    self_ref  the numbers; it is changed: float32, float16; bfloat16 not on Ascend910; int8, uint8,
              int32 on Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceTrunc",
        self_ref_,
    )


@overload
def inplace_zero(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_zero(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_zero(
    self_ref: object,
) -> Any:
    """Writes 0 everywhere (aclnnInplaceZero).

        selfRef = 0

    self_ref  what is filled; it is changed: int8, int32, int64, uint8, float16, float32, bool,
              float64, int16, uint16, complex128, complex64, bfloat16

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceZero",
        self_ref_,
    )


@overload
def leaky_relu(
    self: TorchTensor,
    negative_slope: Number = 0.01,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def leaky_relu(
    self: ArrayLike,
    negative_slope: Number = 0.01,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def leaky_relu(
    self: object,
    negative_slope: Number = 0.01,
    *,
    out: object = None,
) -> Any:
    """Multiplies elements that are not positive by a slope (aclnnLeakyRelu).

        out = self where self > 0, else negativeSlope * self

    self            the numbers: float32, float16, float64; bfloat16 not on Ascend910
    negative_slope  the slope, as float32
    out             the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    negative_slope_ = convert.scalar("negative_slope", negative_slope)
    return make.run(
        "aclnnLeakyRelu",
        self_,
        negative_slope_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def leaky_relu_backward(
    grad_output: TorchTensor,
    self: object,
    negative_slope: Number = 0.01,
    self_is_result: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def leaky_relu_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    negative_slope: Number = 0.01,
    self_is_result: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def leaky_relu_backward(
    grad_output: object,
    self: object,
    negative_slope: Number = 0.01,
    self_is_result: bool = False,
    *,
    out: object = None,
) -> Any:
    """The gradient of LeakyRelu (aclnnLeakyReluBackward).

        out = gradOutput where self > 0, else negativeSlope * gradOutput

    grad_output     the gradient by the result: float32, float16, float64; bfloat16 not on Ascend910
    self            what LeakyRelu was given, or its result: float32, float16, float64; bfloat16 not
                    on Ascend910
    negative_slope  the slope, as float32: float32, float16, float64, int32, int64, int8, uint8,
                    bool, int16; bfloat16 not on Ascend910
    self_is_result  whether self is the result
    out             the gradient

    Returns an array with the shape broadcast(grad_output, self) and the data type
    promote(grad_output, self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    negative_slope_ = convert.scalar("negative_slope", negative_slope)
    self_is_result_ = convert.boolean("self_is_result", self_is_result)
    return make.run(
        "aclnnLeakyReluBackward",
        grad_output_,
        self_,
        negative_slope_,
        self_is_result_,
        make.output(
            "out",
            out,
            rules.broadcast(grad_output_, self_),
            rules.promote(grad_output_, self_),
        ),
    )


@overload
def lerp(
    self: TorchTensor,
    end: object,
    weight: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def lerp(
    self: ArrayLike,
    end: ArrayLike,
    weight: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def lerp(
    self: object,
    end: object,
    weight: object,
    *,
    out: object = None,
) -> Any:
    """What lies between two tensors, by weights (aclnnLerp).

        out = self + weight * (end - self)       where |weight| < 0.5
        out = end - (end - self) * (1 - weight)  elsewhere

    self    where weight is 0: float16, float32; bfloat16 not on Ascend910
    end     where weight is 1; of the same data type
    weight  the weights, of the same data type
    out     what lies between, of the same data type

    Returns an array with the shape broadcast(self, end, weight) and the data type of self.
    """
    self_ = make.tensor("self", self)
    end_ = make.tensor("end", end)
    weight_ = make.tensor("weight", weight)
    return make.run(
        "aclnnLerp",
        self_,
        end_,
        weight_,
        make.output("out", out, rules.broadcast(self_, end_, weight_), self_.type),
    )


@overload
def lerps(
    self: TorchTensor,
    end: object,
    weight: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def lerps(
    self: ArrayLike,
    end: ArrayLike,
    weight: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def lerps(
    self: object,
    end: object,
    weight: Number,
    *,
    out: object = None,
) -> Any:
    """What lies between two tensors, by one weight (aclnnLerps).

        out = self + weight * (end - self)       where |weight| < 0.5
        out = end - (end - self) * (1 - weight)  elsewhere

    self    where weight is 0: float16, float32; bfloat16 not on Ascend910
    end     where weight is 1; of the same data type: float16, float32; bfloat16 not on Ascend910
    weight  the weight, which becomes the data type of self, on Ascend950 float32
    out     what lies between

    Returns an array with the shape broadcast(self, end) and the data type of self.
    """
    self_ = make.tensor("self", self)
    end_ = make.tensor("end", end)
    weight_ = convert.scalar("weight", weight)
    return make.run(
        "aclnnLerps",
        self_,
        end_,
        weight_,
        make.output("out", out, rules.broadcast(self_, end_), self_.type),
    )


def linspace(
    start: Number,
    end: Number,
    steps: SupportsIndex,
    *,
    out: Any = None,
) -> Any:
    """Numbers from one to another, at equal distances (aclnnLinspace).

        out[i] = start + i * (end - start) / (steps - 1)              in the first half
        out[i] = end - (steps - 1 - i) * (end - start) / (steps - 1)  in the second

    start  the first number: float32, float16, bfloat16, float64, int8, int16, int32, int64, uint8,
           uint16, uint32, uint64, bool
    end    the last number: float32, float16, bfloat16, float64, int8, int16, int32, int64, uint8,
           uint16, uint32, uint64, bool
    steps  how many
    out    the numbers; start and end become its type, and what lies between is cut where that is
           one of integers

    Returns an array with the shape row(steps) and the data type float32.
    """
    start_ = convert.scalar("start", start)
    end_ = convert.scalar("end", end)
    steps_ = convert.integer("steps", steps)
    return make.run(
        "aclnnLinspace",
        start_,
        end_,
        steps_,
        make.output("out", out, rules.row(steps_), "float32"),
    )


@overload
def masked_scale(
    self: TorchTensor,
    mask: object,
    scale: float,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def masked_scale(
    self: ArrayLike,
    mask: ArrayLike,
    scale: float,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def masked_scale(
    self: object,
    mask: object,
    scale: float,
    *,
    out: object = None,
) -> Any:
    """Multiplies a tensor by a mask and a number (aclnnMaskedScale).

        out = self * mask * scale

    self   the numbers: float32, float16, bfloat16 on Ascend950
    mask   a factor for each: float32, float16, uint8, int8 on Ascend950
    scale  a factor for all
    out    the products, which are computed in float32

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    mask_ = make.tensor("mask", mask)
    scale_ = convert.real("scale", scale)
    return make.run(
        "aclnnMaskedScale",
        self_,
        mask_,
        scale_,
        make.output("out", out, self_.shape, self_.type),
    )


def max_n(
    tensors: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> Any:
    """The largest of the elements of several tensors (aclnnMaxN).

        out = max(tensors[0], tensors[1], ...)

    tensors  the tensors, all of one data type: float16, float32, int8, int32, int64; bfloat16 not
             on Ascend910; uint8 on Ascend950
    out      the largest elements; NaN where one is NaN

    Returns an array with the shape broadcast_members(tensors) and the data type
    members_type(tensors).
    """
    tensors_ = make.tensors("tensors", tensors)
    return make.run(
        "aclnnMaxN",
        tensors_,
        make.output("out", out, rules.broadcast_members(tensors_), rules.members_type(tensors_)),
    )


def min_n(
    tensors: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> Any:
    """The smallest of the elements of several tensors (aclnnMinN).

        out = min(tensors[0], tensors[1], ...)

    tensors  the tensors, all of one data type: float16, float32, int8, int32, int64; bfloat16 not
             on Ascend910; uint8 on Ascend950
    out      the smallest elements; NaN where one is NaN

    Returns an array with the shape broadcast_members(tensors) and the data type
    members_type(tensors).
    """
    tensors_ = make.tensors("tensors", tensors)
    return make.run(
        "aclnnMinN",
        tensors_,
        make.output("out", out, rules.broadcast_members(tensors_), rules.members_type(tensors_)),
    )


@overload
def mm(
    self: TorchTensor,
    mat2: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mm(
    self: ArrayLike,
    mat2: ArrayLike,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mm(
    self: object,
    mat2: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Multiplies two matrices (aclnnMm).

        out = self @ mat2

    self            the left matrix, [m, k]: float32, float16; bfloat16 not on Ascend910
    mat2            the right matrix, [k, n]: float32, float16; bfloat16 not on Ascend910
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32
    out             the product, [m, n]

    Returns an array with the shape product(self, mat2) and the data type promote(self, mat2).
    """
    self_ = make.tensor("self", self)
    mat2_ = make.tensor("mat2", mat2)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnMm",
        self_,
        mat2_,
        make.output("out", out, rules.product(self_, mat2_), rules.promote(self_, mat2_)),
        cube_math_type_,
    )


@overload
def modulate(
    self: TorchTensor,
    scale: object = None,
    shift: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def modulate(
    self: ArrayLike,
    scale: ArrayLike | None = None,
    shift: ArrayLike | None = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def modulate(
    self: object,
    scale: object = None,
    shift: object = None,
    *,
    out: object = None,
) -> Any:
    """Scales and shifts the rows of sequences (aclnnModulate).

        out[b, l, d] = self[b, l, d] * (1 + scaleOptional[b, d]) + shiftOptional[b, d]

    self   [B, L, D]: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    scale  [B, D] or [B, 1, D]
    shift  likewise
    out    the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    scale_ = None if scale is None else make.tensor("scale", scale)
    shift_ = None if shift is None else make.tensor("shift", shift)
    return make.run(
        "aclnnModulate",
        self_,
        scale_,
        shift_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def modulate_backward(
    grad_output: TorchTensor,
    input: object,
    scale: object,
    shift: object,
    *,
    grad_input: object = None,
    grad_scale: object = None,
    grad_shift: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def modulate_backward(
    grad_output: ArrayLike,
    input: ArrayLike,
    scale: ArrayLike,
    shift: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
    grad_scale: NDArray[Any] | None = None,
    grad_shift: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def modulate_backward(
    grad_output: object,
    input: object,
    scale: object,
    shift: object,
    *,
    grad_input: object = None,
    grad_scale: object = None,
    grad_shift: object = None,
) -> tuple[Any, Any, Any]:
    """Gradients of scaling and shifting the rows of sequences (aclnnModulateBackward).

        grad_input[b, l, d] = grad_output[b, l, d] * scale[b, d]
        grad_scale[b, d] = sum over l of grad_output[b, l, d] * input[b, l, d]
        grad_shift[b, d] = sum over l of grad_output[b, l, d]

    grad_output  [B, L, D]: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    input        likewise: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    scale        [B, D]: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    shift        [B, D]: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    grad_input   the gradient of input
    grad_scale   that of scale
    grad_shift   that of shift

    Returns grad_input, an array with the shape of grad_output and the data type of grad_output;
    grad_scale, an array with the shape of scale and the data type of grad_output; grad_shift, an
    array with the shape of shift and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    input_ = make.tensor("input", input)
    scale_ = make.tensor("scale", scale)
    shift_ = make.tensor("shift", shift)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnModulateBackward",
        grad_output_,
        input_,
        scale_,
        shift_,
        make.output("grad_input", grad_input, grad_output_.shape, grad_output_.type),
        make.output("grad_scale", grad_scale, scale_.shape, grad_output_.type),
        make.output("grad_shift", grad_shift, shift_.shape, grad_output_.type),
    )
    return result


@overload
def mul(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mul(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mul(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Multiplies two tensors (aclnnMul).

        out = self * other

    self   the first factor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    other  the second factor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    out    the product

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnMul",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def muls(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def muls(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def muls(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Multiplies a tensor by a number (aclnnMuls).

        out = self * other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, float64, bool, complex64,
           complex128; bfloat16 not on Ascend910
    other  the number
    out    the product

    Returns an array with the shape of self and the data type promote_adds(self, other, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnMuls",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.promote_adds(self_, other_, other_)),
    )


@overload
def nan_to_num(
    self: TorchTensor,
    nan: float = 0.0,
    posinf: float = 3.4028234663852886e38,
    neginf: float = -3.4028234663852886e38,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def nan_to_num(
    self: ArrayLike,
    nan: float = 0.0,
    posinf: float = 3.4028234663852886e38,
    neginf: float = -3.4028234663852886e38,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def nan_to_num(
    self: object,
    nan: float = 0.0,
    posinf: float = 3.4028234663852886e38,
    neginf: float = -3.4028234663852886e38,
    *,
    out: object = None,
) -> Any:
    """Numbers in place of NaN and infinities (aclnnNanToNum).

        out = self, but nan, posinf and neginf for NaN, infinity and minus infinity

    self    the numbers; integers and bool are copied: float16, float32, bfloat16, int8, int16,
            int32, int64, uint8, bool on Ascend910B, Ascend910_93 and Ascend950
    nan     for NaN
    posinf  for infinity
    neginf  for minus infinity
    out     numbers

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    nan_ = convert.real("nan", nan)
    posinf_ = convert.real("posinf", posinf)
    neginf_ = convert.real("neginf", neginf)
    return make.run(
        "aclnnNanToNum",
        self_,
        nan_,
        posinf_,
        neginf_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def neg(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def neg(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def neg(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The negative of every element (aclnnNeg).

        out = -self

    self  the numbers: float32, float16, float64, complex64, complex128, int8, int32, int64;
          bfloat16 not on Ascend910
    out   their negatives

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnNeg",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def one_hot(
    self: TorchTensor,
    num_classes: SupportsIndex,
    on_value: object,
    off_value: object,
    axis: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def one_hot(
    self: ArrayLike,
    num_classes: SupportsIndex,
    on_value: ArrayLike,
    off_value: ArrayLike,
    axis: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def one_hot(
    self: object,
    num_classes: SupportsIndex,
    on_value: object,
    off_value: object,
    axis: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """Marks in a dimension of classes the one that an index names (aclnnOneHot).

        out[..., j, ...] = onValue where self[...] is j, offValue elsewhere

    self         the classes; one that is not 0 to numClasses - 1 marks nothing: int32, int64; uint8
                 on Ascend950
    num_classes  how many classes there are
    on_value     the mark, one element of the type of out: float16, float32, int32, int64; int8,
                 uint8 on Ascend950
    off_value    what is written elsewhere, likewise: float16, float32, int32, int64; int8, uint8 on
                 Ascend950
    axis         where the dimension of classes is put; -1: last
    out          the marks

    Returns an array with the shape one_hot(self, num_classes, axis) and the data type of on_value.
    """
    self_ = make.tensor("self", self)
    num_classes_ = convert.integer("num_classes", num_classes, "int")
    on_value_ = make.tensor("on_value", on_value)
    off_value_ = make.tensor("off_value", off_value)
    axis_ = convert.integer("axis", axis)
    return make.run(
        "aclnnOneHot",
        self_,
        num_classes_,
        on_value_,
        off_value_,
        axis_,
        make.output("out", out, rules.one_hot(self_, num_classes_, axis_), on_value_.type),
    )


@overload
def permute(
    self: TorchTensor,
    dims: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def permute(
    self: ArrayLike,
    dims: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def permute(
    self: object,
    dims: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Puts the dimensions in another order (aclnnPermute).

        dimension i of out is dimension dims[i] of self

    self  the tensor, of up to 8 dimensions: float32, float16, int8, int16, int32, int64, uint8,
          uint16, uint32, uint64, bool, float64, complex64, complex128, ACL_HIFLOAT8, float8_e5m2,
          float8_e4m3fn; bfloat16 not on Ascend910
    dims  each dimension of self once, in the order that out has; negative ones count from the last
    out   the same elements, of the same type

    Returns an array with the shape permuted(self, dims) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dims_ = convert.integers("dims", dims)
    return make.run(
        "aclnnPermute",
        self_,
        dims_,
        make.output("out", out, rules.permuted(self_, dims_), self_.type),
    )


def range(
    start: Number,
    end: Number,
    step: Number = 1,
    *,
    out: Any = None,
) -> Any:
    """Numbers from one up to another, with it (aclnnRange).

        out[i] = start + i * step

    start  the first number: float32, int32, int64, float16, int16, int8, uint8, float64, bool;
           bfloat16 not on Ascend910
    end    the last number, if a step leads to it: float32, int32, int64, float16, int16, int8,
           uint8, float64, bool; bfloat16 not on Ascend910
    step   from one number to the next: float32, int32, int64, float16, int16, int8, uint8, float64,
           bool; bfloat16 not on Ascend910
    out    the numbers, as many as it has elements, in the order of its dimensions; integers are
           computed from start and step as integers

    Returns an array with the shape stepped_closed(start, end, step) and the data type
    stepped_type(start, end, step).
    """
    start_ = convert.scalar("start", start)
    end_ = convert.scalar("end", end)
    step_ = convert.scalar("step", step)
    return make.run(
        "aclnnRange",
        start_,
        end_,
        step_,
        make.output(
            "out",
            out,
            rules.stepped_closed(start_, end_, step_),
            rules.stepped_type(start_, end_, step_),
        ),
    )


@overload
def real(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def real(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def real(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The real part of every element (aclnnReal).

        out = the real part of self

    self  the numbers; real ones are copied: complex64; complex128 not on Ascend950; float32,
          float16 not on Ascend910
    out   their real parts, in the type of the parts

    Returns an array with the shape of self and the data type part_type(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnReal",
        self_,
        make.output("out", out, self_.shape, rules.part_type(self_)),
    )


@overload
def reduce_sum(
    self: TorchTensor,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def reduce_sum(
    self: ArrayLike,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reduce_sum(
    self: object,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """Sums over dimensions (aclnnReduceSum).

        out = the sum of self over dims

    self       the summands: float16, float32, int8, int16, int32, int64, uint8, bool, float64,
               complex64, complex128; bfloat16 not on Ascend910
    dims       the dimensions to sum over, negative ones counted from the last; none means all
    keep_dims  whether they stay, as dimensions of 1
    dtype      the type to compute in; that of out; None is that of self: float16, float32, int8,
               int16, int32, int64, uint8, bool, float64, complex64, complex128; bfloat16 not on
               Ascend910
    out        the sums

    Returns an array with the shape reduced(self, dims, keep_dims) and the data type dtype.
    """
    self_ = make.tensor("self", self)
    dims_ = convert.integers("dims", dims)
    keep_dims_ = convert.boolean("keep_dims", keep_dims)
    dtype_ = self_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnReduceSum",
        self_,
        dims_,
        keep_dims_,
        convert.type_code(dtype_),
        make.output("out", out, rules.reduced(self_, dims_, keep_dims_), dtype_),
    )


@overload
def relu(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def relu(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def relu(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Puts 0 in place of negative elements (aclnnRelu).

        out = max(self, 0)

    self  the numbers: float32, float16, int8, uint8, int32, int64; bfloat16 not on Ascend910
    out   self where it is positive, else 0

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnRelu",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def repeat(
    self: TorchTensor,
    repeats: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def repeat(
    self: ArrayLike,
    repeats: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def repeat(
    self: object,
    repeats: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Puts copies of a tensor side by side along dimensions (aclnnRepeat).

        out[i, j, ...] = self[i mod n, j mod m, ...]

    self     the tensor, of up to 8 dimensions: float32, float16, float64, complex64, complex128,
             uint8, int8, int16, int32, int64, bool, bfloat16, uint32, uint64; uint16 not on
             Ascend910; ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn on Ascend950
    repeats  how many copies there are along each dimension of out, 0 or more; as many as self has
             dimensions, and more for new ones in front
    out      of the same type

    Returns an array with the shape repeated(self, repeats) and the data type of self.
    """
    self_ = make.tensor("self", self)
    repeats_ = convert.integers("repeats", repeats)
    return make.run(
        "aclnnRepeat",
        self_,
        repeats_,
        make.output("out", out, rules.repeated(self_, repeats_), self_.type),
    )


@overload
def roll(
    x: TorchTensor,
    shifts: Sequence[SupportsIndex],
    dims: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def roll(
    x: ArrayLike,
    shifts: Sequence[SupportsIndex],
    dims: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def roll(
    x: object,
    shifts: Sequence[SupportsIndex],
    dims: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Moves elements along dimensions; what leaves at one end comes in at the other (aclnnRoll).

        out[..., (i + shift) mod n, ...] = x[..., i, ...] for each shift and its dimension

    x       the tensor, of up to 8 dimensions: float32, float16, int8, uint8, int32, uint32, bool,
            int64; bfloat16, int16 not on Ascend910; complex64 on Ascend950
    shifts  by how many places; negative ones move to the front
    dims    a dimension for each shift; without any, the one shift is that of x as a row of elements
    out     the same elements, of the same type and shape

    Returns an array with the shape of x and the data type of x.
    """
    x_ = make.tensor("x", x)
    shifts_ = convert.integers("shifts", shifts)
    dims_ = convert.integers("dims", dims)
    return make.run(
        "aclnnRoll",
        x_,
        shifts_,
        dims_,
        make.output("out", out, x_.shape, x_.type),
    )


@overload
def round(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def round(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def round(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The integer that is nearest to each element (aclnnRound).

        out = round(self), the even one between two

    self  the numbers: float32, float16, float64, int32, int64; bfloat16 not on Ascend910
    out   the integers

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnRound",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def round_decimals(
    self: TorchTensor,
    decimals: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def round_decimals(
    self: ArrayLike,
    decimals: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def round_decimals(
    self: object,
    decimals: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Every element rounded to decimals (aclnnRoundDecimals).

        out = round(self * 10 ^ decimals) / 10 ^ decimals, the even one between two

    self      the numbers: float32, float16, float64, int32, int64; bfloat16 not on Ascend910
    decimals  how many digits stay behind the point; negative: so many before it become 0
    out       the rounded numbers

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    decimals_ = convert.integer("decimals", decimals)
    return make.run(
        "aclnnRoundDecimals",
        self_,
        decimals_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def rsub(
    self: TorchTensor,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def rsub(
    self: ArrayLike,
    other: ArrayLike,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def rsub(
    self: object,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Subtracts a tensor from another, the second one (aclnnRsub).

        out = other - alpha * self

    self   what is subtracted: float32, float16, int64, int32, int8, uint8, int16, float64,
           complex64, complex128; bfloat16 not on Ascend910
    other  what is subtracted from: float32, float16, int64, int32, int8, uint8, int16, float64,
           complex64, complex128; bfloat16 not on Ascend910
    alpha  the factor of self
    out    the difference

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnRsub",
        self_,
        other_,
        alpha_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def rsubs(
    self: TorchTensor,
    other: Number,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def rsubs(
    self: ArrayLike,
    other: Number,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def rsubs(
    self: object,
    other: Number,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Subtracts a tensor from a number (aclnnRsubs).

        out = other - alpha * self

    self   the tensor: float32, float16, int64, int32, int8, uint8, int16, float64, complex64,
           complex128; bfloat16 not on Ascend910
    other  the number: float32, float16, int64, int32, int8, uint8, int16, float64, complex64,
           complex128; bfloat16 not on Ascend910
    alpha  the factor of self
    out    the difference

    Returns an array with the shape of self and the data type promote_rsubs(self, other, alpha).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnRsubs",
        self_,
        other_,
        alpha_,
        make.output("out", out, self_.shape, rules.promote_rsubs(self_, other_, alpha_)),
    )


@overload
def s_where(
    condition: TorchTensor,
    self: object,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def s_where(
    condition: ArrayLike,
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def s_where(
    condition: object,
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Chooses between two tensors, element by element (aclnnSWhere).

        out = self where condition, other elsewhere

    condition  what chooses; anything but 0 is true: bool, uint8
    self       what is taken where condition is true: float32, int32, uint64, int64, uint32,
               float16, uint16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16
               not on Ascend910
    other      what is taken elsewhere: float32, int32, uint64, int64, uint32, float16, uint16,
               int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out        what was chosen

    Returns an array with the shape broadcast(condition, self, other) and the data type
    promote(self, other).
    """
    condition_ = make.tensor("condition", condition)
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnSWhere",
        condition_,
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(condition_, self_, other_),
            rules.promote(self_, other_),
        ),
    )


@overload
def scale(
    x: TorchTensor,
    scale: object,
    bias: object = None,
    axis: SupportsIndex = 1,
    num_axes: SupportsIndex = 1,
    scale_from_blob: bool = True,
    *,
    y: object = None,
) -> TorchTensor: ...


@overload
def scale(
    x: ArrayLike,
    scale: ArrayLike,
    bias: ArrayLike | None = None,
    axis: SupportsIndex = 1,
    num_axes: SupportsIndex = 1,
    scale_from_blob: bool = True,
    *,
    y: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def scale(
    x: object,
    scale: object,
    bias: object = None,
    axis: SupportsIndex = 1,
    num_axes: SupportsIndex = 1,
    scale_from_blob: bool = True,
    *,
    y: object = None,
) -> Any:
    """Multiplies a tensor by numbers along some of its dimensions, and adds others (aclnnScale).

        y = x * scale + bias

    x                the numbers: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
                     Ascend950
    scale            the factors
    bias             the summands, as many; NULL: none
    axis             the first dimension that scale goes along; negative ones count from the last
    num_axes         how many dimensions scale goes along, if scaleFromBlob; -1: all from axis on,
                     0: scale is one element
    scale_from_blob  whether numAxes counts; else scale goes along as many dimensions as it has
    y                the result

    Returns an array with the shape of x and the data type of x.
    """
    x_ = make.tensor("x", x)
    scale_ = make.tensor("scale", scale)
    bias_ = None if bias is None else make.tensor("bias", bias)
    axis_ = convert.integer("axis", axis)
    num_axes_ = convert.integer("num_axes", num_axes)
    scale_from_blob_ = convert.boolean("scale_from_blob", scale_from_blob)
    return make.run(
        "aclnnScale",
        x_,
        scale_,
        bias_,
        axis_,
        num_axes_,
        scale_from_blob_,
        make.output("y", y, x_.shape, x_.type),
    )


@overload
def shrink(
    self: TorchTensor,
    lambd: Number = 0.5,
    bias: Number = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def shrink(
    self: ArrayLike,
    lambd: Number = 0.5,
    bias: Number = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def shrink(
    self: object,
    lambd: Number = 0.5,
    bias: Number = 0,
    *,
    out: object = None,
) -> Any:
    """Moves elements towards 0 by a number; those that are near become 0 (aclnnShrink).

        out = self - bias where self > lambd, self + bias where self < -lambd, else 0

    self   the numbers: float32, float16
    lambd  how near
    bias   how far
    out    the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    lambd_ = convert.scalar("lambd", lambd)
    bias_ = convert.scalar("bias", bias)
    return make.run(
        "aclnnShrink",
        self_,
        lambd_,
        bias_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def sigmoid_backward(
    grad_output: TorchTensor,
    output: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def sigmoid_backward(
    grad_output: ArrayLike,
    output: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sigmoid_backward(
    grad_output: object,
    output: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Sigmoid (aclnnSigmoidBackward).

        gradInput = gradOutput * conj(output * (1 - output))

    grad_output  the gradient by the result: float32, float16, float64, complex64, complex128;
                 bfloat16 not on Ascend910
    output       the result of Sigmoid: float32, float16, bfloat16, float64, complex64, complex128
    grad_input   the gradient

    Returns an array with the shape broadcast(grad_output, output) and the data type
    promote(grad_output, output).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    output_ = make.tensor("output", output)
    return make.run(
        "aclnnSigmoidBackward",
        grad_output_,
        output_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_output_, output_),
            rules.promote(grad_output_, output_),
        ),
    )


@overload
def sign(
    self: TorchTensor,
    *,
    result: object = None,
) -> TorchTensor: ...


@overload
def sign(
    self: ArrayLike,
    *,
    result: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sign(
    self: object,
    *,
    result: object = None,
) -> Any:
    """The sign of every element (aclnnSign).

        result = 1 where self > 0, -1 where self < 0, else 0; self / |self| of complex numbers

    self    the numbers: float64, float32, float16, int32, int64, complex64, complex128, bool;
            bfloat16 not on Ascend910
    result  their signs; of NaN it is 0, but NaN in complex types

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSign",
        self_,
        make.output("result", result, self_.shape, self_.type),
    )


@overload
def slice(
    self: TorchTensor,
    dim: SupportsIndex,
    start: SupportsIndex,
    end: SupportsIndex,
    step: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def slice(
    self: ArrayLike,
    dim: SupportsIndex,
    start: SupportsIndex,
    end: SupportsIndex,
    step: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def slice(
    self: object,
    dim: SupportsIndex,
    start: SupportsIndex,
    end: SupportsIndex,
    step: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Cuts a part out of one dimension (aclnnSlice).

        out[..., i, ...] = self[..., start + i * step, ...]

    self   the tensor, of 1 to 8 dimensions: float32, float16, int64, int8, int32, uint8, bool,
           bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    dim    the dimension; negative ones count from the last
    start  the first place; negative ones count from the end, those outside become the nearest
    end    the place behind the last, as start
    step   from one place to the next, above 0
    out    the part, of the same type

    Returns an array with the shape sliced(self, dim, start, end, step) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    start_ = convert.integer("start", start)
    end_ = convert.integer("end", end)
    step_ = convert.integer("step", step)
    return make.run(
        "aclnnSlice",
        self_,
        dim_,
        start_,
        end_,
        step_,
        make.output("out", out, rules.sliced(self_, dim_, start_, end_, step_), self_.type),
    )


@overload
def slice_v2(
    self: TorchTensor,
    starts: Sequence[SupportsIndex],
    ends: Sequence[SupportsIndex],
    axes: Sequence[SupportsIndex],
    steps: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def slice_v2(
    self: ArrayLike,
    starts: Sequence[SupportsIndex],
    ends: Sequence[SupportsIndex],
    axes: Sequence[SupportsIndex],
    steps: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def slice_v2(
    self: object,
    starts: Sequence[SupportsIndex],
    ends: Sequence[SupportsIndex],
    axes: Sequence[SupportsIndex],
    steps: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Cuts a part out of several dimensions (aclnnSliceV2).

        out[i, j, ...] = self[starts[0] + i * steps[0], starts[1] + j * steps[1], ...]

    self    the tensor, of up to 8 dimensions: float32, float16, int64, int8, int32, uint8, bool,
            bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    starts  the first place of each dimension that is cut; negative ones count from the end, those
            outside become the nearest
    ends    the places behind the last, as starts
    axes    the dimensions, each once; negative ones count from the last
    steps   from one place to the next, above 0
    out     the part, of the same type

    Returns an array with the shape sliced_v2(self, starts, ends, axes, steps) and the data type of
    self.
    """
    self_ = make.tensor("self", self)
    starts_ = convert.integers("starts", starts)
    ends_ = convert.integers("ends", ends)
    axes_ = convert.integers("axes", axes)
    steps_ = convert.integers("steps", steps)
    return make.run(
        "aclnnSliceV2",
        self_,
        starts_,
        ends_,
        axes_,
        steps_,
        make.output("out", out, rules.sliced_v2(self_, starts_, ends_, axes_, steps_), self_.type),
    )


@overload
def softshrink(
    self: TorchTensor,
    lambd: Number = 0.5,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def softshrink(
    self: ArrayLike,
    lambd: Number = 0.5,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def softshrink(
    self: object,
    lambd: Number = 0.5,
    *,
    out: object = None,
) -> Any:
    """Moves every element towards 0 by a number, and not past it (aclnnSoftshrink).

        out = self - lambd where self > lambd, self + lambd where self < -lambd, else 0

    self   the numbers: float32, float16; bfloat16 not on Ascend910
    lambd  how far
    out    the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    lambd_ = convert.scalar("lambd", lambd)
    return make.run(
        "aclnnSoftshrink",
        self_,
        lambd_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def square(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def square(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def square(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The square of every element (aclnnSquare).

        out = self * self

    self  the numbers: int64, float32, float16, int32, bfloat16 on Ascend950
    out   their squares

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSquare",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def sub(
    self: TorchTensor,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sub(
    self: ArrayLike,
    other: ArrayLike,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sub(
    self: object,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Subtracts a tensor from another (aclnnSub).

        out = self - alpha * other

    self   what is subtracted from: float32, int32, int64, float16, int16, int8, uint8, float64,
           bool, complex64, complex128; bfloat16 not on Ascend910
    other  what is subtracted: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    alpha  its factor
    out    the difference; of two bool whether they differ

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnSub",
        self_,
        other_,
        alpha_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def subs(
    self: TorchTensor,
    other: Number,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def subs(
    self: ArrayLike,
    other: Number,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def subs(
    self: object,
    other: Number,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Subtracts a number from a tensor (aclnnSubs).

        out = self - alpha * other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, float64, bool, complex64,
           complex128; bfloat16 not on Ascend910
    other  the number
    alpha  its factor
    out    the difference

    Returns an array with the shape of self and the data type promote_adds(self, other, alpha).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnSubs",
        self_,
        other_,
        alpha_,
        make.output("out", out, self_.shape, rules.promote_adds(self_, other_, alpha_)),
    )


def sum(
    tensors: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> Any:
    """The sum of several tensors that broadcast (aclnnSum).

        out = tensors[0] + tensors[1] + ...

    tensors  the summands, all of one data type; float16 is added in float32: float16, float32,
             int8, int32, uint8
    out      their sum

    Returns an array with the shape broadcast_members(tensors) and the data type
    members_type(tensors).
    """
    tensors_ = make.tensors("tensors", tensors)
    return make.run(
        "aclnnSum",
        tensors_,
        make.output("out", out, rules.broadcast_members(tensors_), rules.members_type(tensors_)),
    )


@overload
def tanh_backward(
    grad_output: TorchTensor,
    output: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def tanh_backward(
    grad_output: ArrayLike,
    output: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def tanh_backward(
    grad_output: object,
    output: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Tanh (aclnnTanhBackward).

        gradInput = gradOutput * (1 - output * output)

    grad_output  the gradient by the result: float32, float16, float64; bfloat16 not on Ascend910
    output       the result of Tanh: float32, float16, float64; bfloat16 not on Ascend910
    grad_input   the gradient

    Returns an array with the shape broadcast(grad_output, output) and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    output_ = make.tensor("output", output)
    return make.run(
        "aclnnTanhBackward",
        grad_output_,
        output_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_output_, output_),
            grad_output_.type,
        ),
    )


@overload
def threshold(
    self: TorchTensor,
    threshold: Number,
    value: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def threshold(
    self: ArrayLike,
    threshold: Number,
    value: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def threshold(
    self: object,
    threshold: Number,
    value: Number,
    *,
    out: object = None,
) -> Any:
    """Puts a value in place of elements that are not above a threshold (aclnnThreshold).

        out = self where self > threshold, else value

    self       the numbers: float32, float16, int8, uint8, int16, int32, int64; bfloat16 not on
               Ascend910
    threshold  the threshold, in the data type of self
    value      what stands for the others, in the data type of self
    out        the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    threshold_ = convert.scalar("threshold", threshold)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnThreshold",
        self_,
        threshold_,
        value_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def threshold_backward(
    grad_output: TorchTensor,
    self: object,
    threshold: Number = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def threshold_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    threshold: Number = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def threshold_backward(
    grad_output: object,
    self: object,
    threshold: Number = 0,
    *,
    out: object = None,
) -> Any:
    """The gradient of Threshold, and of Relu (aclnnThresholdBackward).

        out = gradOutput where self > threshold, else 0

    grad_output  the gradient by the result: float32, float16, int8, uint8, int32; bfloat16 not on
                 Ascend910; int64 on Ascend950
    self         what Threshold was given
    threshold    the threshold, as float32
    out          the gradient

    Returns an array with the shape broadcast(self, grad_output) and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    threshold_ = convert.scalar("threshold", threshold)
    return make.run(
        "aclnnThresholdBackward",
        grad_output_,
        self_,
        threshold_,
        make.output("out", out, rules.broadcast(self_, grad_output_), self_.type),
    )


@overload
def tril(
    self: TorchTensor,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def tril(
    self: ArrayLike,
    diagonal: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def tril(
    self: object,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """The lower triangle of matrices; everything above a diagonal becomes 0 (aclnnTril).

        out[..., i, j] = self[..., i, j] if j - i <= diagonal, else 0

    self      the matrices, of 2 to 8 dimensions: float32, float16, int8, int16, int32, int64,
              uint8, uint16, uint32, uint64, bool, float64; bfloat16 not on Ascend910; complex64,
              ACL_COMPLEX32 on Ascend950
    diagonal  the last diagonal that is kept: 0 the main one, 1 the one above it
    out       of the same type and shape

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    diagonal_ = convert.integer("diagonal", diagonal)
    return make.run(
        "aclnnTril",
        self_,
        diagonal_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def triu(
    self: TorchTensor,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def triu(
    self: ArrayLike,
    diagonal: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def triu(
    self: object,
    diagonal: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """The upper triangle of matrices; everything below a diagonal becomes 0 (aclnnTriu).

        out[..., i, j] = self[..., i, j] if j - i >= diagonal, else 0

    self      the matrices, of 2 to 8 dimensions: float32, float16, int8, int16, int32, int64,
              uint8, uint16, uint32, uint64, bool, float64; bfloat16 not on Ascend910; complex64,
              ACL_COMPLEX32 on Ascend950
    diagonal  the first diagonal that is kept: 0 the main one, 1 the one above it
    out       of the same type and shape

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    diagonal_ = convert.integer("diagonal", diagonal)
    return make.run(
        "aclnnTriu",
        self_,
        diagonal_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def trunc(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def trunc(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def trunc(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Every element without its fraction (aclnnTrunc).

        out = trunc(self)

    self  the numbers: float32, float16; bfloat16 not on Ascend910; int8, uint8, int32 on Ascend950
    out   the nearest integers towards zero

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnTrunc",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )
