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
    "adds",
    "ceil",
    "exp",
    "floor",
    "foreach_add_scalar_v2",
    "index_select",
    "inplace_add",
    "inplace_ceil",
    "inplace_floor",
    "inplace_mul",
    "inplace_nan_to_num",
    "inplace_neg",
    "inplace_round",
    "inplace_round_decimals",
    "inplace_trunc",
    "mm",
    "mul",
    "nan_to_num",
    "neg",
    "real",
    "reduce_sum",
    "round",
    "round_decimals",
    "sign",
    "square",
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

        selfRef = selfRef * other

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

        selfRef = selfRef, but nan, posinf and neginf for NaN, infinity and minus infinity

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

        selfRef = round(selfRef * 10 ^ decimals) / 10 ^ decimals, the even one between two

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
