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
    "add",
    "adds",
    "diag",
    "diag_flat",
    "exp",
    "expand",
    "flatten",
    "flip",
    "foreach_add_scalar_v2",
    "index_select",
    "inplace_add",
    "inplace_mul",
    "inplace_neg",
    "inplace_tril",
    "inplace_triu",
    "mm",
    "mul",
    "neg",
    "permute",
    "reduce_sum",
    "repeat",
    "roll",
    "slice",
    "slice_v2",
    "tril",
    "triu",
]


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

        selfRef[..., i, j] = selfRef[..., i, j] if j - i <= diagonal, else 0

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

        selfRef[..., i, j] = selfRef[..., i, j] if j - i >= diagonal, else 0

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
