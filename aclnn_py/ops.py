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
    "acos",
    "acosh",
    "add",
    "add_n",
    "add_relu",
    "add_rms_norm",
    "add_v3",
    "addbmm",
    "addcdiv",
    "addcmul",
    "addmm",
    "addmv",
    "addr",
    "adds",
    "all",
    "amax",
    "amin",
    "aminmax",
    "aminmax_all",
    "aminmax_dim",
    "angle_v2",
    "any",
    "arange",
    "arg_max",
    "arg_min",
    "argsort",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "baddbmm",
    "batch_mat_mul",
    "batch_norm",
    "batch_norm_backward",
    "bernoulli",
    "bernoulli_tensor",
    "binary_cross_entropy",
    "binary_cross_entropy_backward",
    "binary_cross_entropy_with_logits",
    "binary_cross_entropy_with_logits_backward",
    "binary_cross_entropy_with_logits_target_backward",
    "bitwise_and_scalar",
    "bitwise_and_tensor",
    "bitwise_not",
    "bitwise_or_scalar",
    "bitwise_or_tensor",
    "bitwise_xor_scalar",
    "bitwise_xor_tensor",
    "cast",
    "cat",
    "ceil",
    "celu",
    "channel_shuffle",
    "chunk_cat",
    "circular_pad2d",
    "circular_pad2d_backward",
    "circular_pad3d",
    "circular_pad3d_backward",
    "clamp",
    "clamp_max",
    "clamp_max_tensor",
    "clamp_min",
    "clamp_min_tensor",
    "clamp_tensor",
    "complex",
    "confusion_transpose",
    "constant_pad_nd",
    "convolution",
    "convolution_backward",
    "cos",
    "cosh",
    "cross_entropy_loss",
    "cross_entropy_loss_grad",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "cumsum_v2",
    "diag",
    "diag_flat",
    "digamma",
    "div",
    "div_mod",
    "div_mods",
    "divs",
    "dot",
    "dropout",
    "dropout_backward",
    "dropout_do_mask",
    "dropout_gen_mask",
    "dropout_gen_mask_v2",
    "dropout_gen_mask_v2_tensor",
    "dropout_v3",
    "dropout_v3_grad",
    "einsum",
    "elu",
    "elu_backward",
    "embedding",
    "eq_scalar",
    "eq_tensor",
    "equal",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "exp2",
    "expand",
    "expm1",
    "eye",
    "fast_gelu",
    "fast_gelu_backward",
    "flash_attention_score",
    "flash_attention_score_grad",
    "flash_attention_score_grad_v2",
    "flash_attention_score_v2",
    "flash_attention_unpadding_score_grad",
    "flash_attention_unpadding_score_grad_v2",
    "flash_attention_var_len_score",
    "flash_attention_var_len_score_v2",
    "flatten",
    "flip",
    "floor",
    "floor_divide",
    "floor_divides",
    "fmod_scalar",
    "fmod_tensor",
    "foreach_abs",
    "foreach_acos",
    "foreach_add_list",
    "foreach_add_list_v2",
    "foreach_add_scalar",
    "foreach_add_scalar_list",
    "foreach_add_scalar_v2",
    "foreach_addcdiv_scalar",
    "foreach_addcdiv_scalar_list",
    "foreach_addcdiv_scalar_v2",
    "foreach_addcmul_scalar",
    "foreach_addcmul_scalar_list",
    "foreach_addcmul_scalar_v2",
    "foreach_asin",
    "foreach_atan",
    "foreach_copy",
    "foreach_cos",
    "foreach_cosh",
    "foreach_div_list",
    "foreach_div_scalar",
    "foreach_div_scalar_list",
    "foreach_div_scalar_v2",
    "foreach_erf",
    "foreach_erfc",
    "foreach_exp",
    "foreach_expm1",
    "foreach_lerp_list",
    "foreach_lerp_scalar",
    "foreach_log",
    "foreach_log1p",
    "foreach_log2",
    "foreach_log10",
    "foreach_maximum_list",
    "foreach_maximum_scalar",
    "foreach_maximum_scalar_list",
    "foreach_maximum_scalar_v2",
    "foreach_minimum_list",
    "foreach_minimum_scalar",
    "foreach_minimum_scalar_list",
    "foreach_minimum_scalar_v2",
    "foreach_mul_list",
    "foreach_mul_scalar",
    "foreach_mul_scalar_list",
    "foreach_mul_scalar_v2",
    "foreach_neg",
    "foreach_non_finite_check_and_unscale",
    "foreach_norm",
    "foreach_pow_list",
    "foreach_pow_scalar",
    "foreach_pow_scalar_and_tensor",
    "foreach_pow_scalar_list",
    "foreach_pow_scalar_v2",
    "foreach_reciprocal",
    "foreach_round_off_number",
    "foreach_round_off_number_v2",
    "foreach_sigmoid",
    "foreach_sign",
    "foreach_sin",
    "foreach_sinh",
    "foreach_sqrt",
    "foreach_sub_list",
    "foreach_sub_list_v2",
    "foreach_sub_scalar",
    "foreach_sub_scalar_list",
    "foreach_sub_scalar_v2",
    "foreach_tan",
    "foreach_tanh",
    "foreach_zero_inplace",
    "frac",
    "fused_infer_attention_score",
    "fused_infer_attention_score_v2",
    "fused_infer_attention_score_v3",
    "fused_infer_attention_score_v4",
    "gather",
    "gather_nd",
    "gather_v2",
    "gather_v3",
    "gcd",
    "ge_glu",
    "ge_glu_backward",
    "ge_glu_v3",
    "ge_glu_v3_backward",
    "ge_scalar",
    "ge_tensor",
    "gelu",
    "gelu_backward",
    "gelu_backward_v2",
    "gelu_mul",
    "gelu_v2",
    "gemm",
    "ger",
    "glu",
    "glu_backward",
    "group_norm",
    "group_norm_backward",
    "group_norm_silu",
    "group_norm_silu_v2",
    "group_norm_swish",
    "group_norm_swish_grad",
    "gt_scalar",
    "gt_tensor",
    "hardshrink",
    "hardshrink_backward",
    "hardsigmoid",
    "hardsigmoid_backward",
    "hardswish",
    "hardswish_backward",
    "hardswish_backward_v2",
    "hardtanh",
    "hardtanh_backward",
    "heaviside",
    "im2col",
    "im2col_backward",
    "incre_flash_attention",
    "incre_flash_attention_v2",
    "incre_flash_attention_v3",
    "incre_flash_attention_v4",
    "index",
    "index_add",
    "index_copy",
    "index_fill_tensor",
    "index_put_impl",
    "index_select",
    "inplace_acos",
    "inplace_acosh",
    "inplace_add",
    "inplace_add_relu",
    "inplace_add_v3",
    "inplace_addbmm",
    "inplace_addcdiv",
    "inplace_addcmul",
    "inplace_addmm",
    "inplace_addr",
    "inplace_adds",
    "inplace_asin",
    "inplace_asinh",
    "inplace_atan",
    "inplace_atan2",
    "inplace_atanh",
    "inplace_baddbmm",
    "inplace_bernoulli",
    "inplace_bernoulli_tensor",
    "inplace_bitwise_and_scalar",
    "inplace_bitwise_and_tensor",
    "inplace_bitwise_or_scalar",
    "inplace_bitwise_or_tensor",
    "inplace_bitwise_xor_scalar",
    "inplace_bitwise_xor_tensor",
    "inplace_ceil",
    "inplace_celu",
    "inplace_clamp_max",
    "inplace_clamp_max_tensor",
    "inplace_clamp_min_tensor",
    "inplace_copy",
    "inplace_cos",
    "inplace_cosh",
    "inplace_cumprod",
    "inplace_div",
    "inplace_div_mod",
    "inplace_div_mods",
    "inplace_divs",
    "inplace_elu",
    "inplace_eq_scalar",
    "inplace_eq_tensor",
    "inplace_erf",
    "inplace_erfc",
    "inplace_erfinv",
    "inplace_exp",
    "inplace_exp2",
    "inplace_expm1",
    "inplace_fill_diagonal",
    "inplace_fill_scalar",
    "inplace_fill_tensor",
    "inplace_floor",
    "inplace_floor_divide",
    "inplace_floor_divides",
    "inplace_fmod_scalar",
    "inplace_fmod_tensor",
    "inplace_frac",
    "inplace_ge_scalar",
    "inplace_ge_tensor",
    "inplace_gt_scalar",
    "inplace_gt_tensor",
    "inplace_hardsigmoid",
    "inplace_hardswish",
    "inplace_hardtanh",
    "inplace_index_copy",
    "inplace_index_fill_tensor",
    "inplace_le_scalar",
    "inplace_le_tensor",
    "inplace_leaky_relu",
    "inplace_lerp",
    "inplace_lerps",
    "inplace_log",
    "inplace_log1p",
    "inplace_log2",
    "inplace_log10",
    "inplace_logical_and",
    "inplace_logical_not",
    "inplace_logical_or",
    "inplace_lt_scalar",
    "inplace_lt_tensor",
    "inplace_masked_fill_scalar",
    "inplace_masked_fill_tensor",
    "inplace_mish",
    "inplace_mul",
    "inplace_muls",
    "inplace_nan_to_num",
    "inplace_ne_scalar",
    "inplace_ne_tensor",
    "inplace_neg",
    "inplace_normal",
    "inplace_normal_tensor",
    "inplace_one",
    "inplace_pow_tensor_scalar",
    "inplace_pow_tensor_tensor",
    "inplace_r_relu_with_noise",
    "inplace_random",
    "inplace_random_tensor",
    "inplace_random_without_from_to",
    "inplace_random_without_from_to_tensor",
    "inplace_reciprocal",
    "inplace_relu",
    "inplace_remainder_tensor_scalar",
    "inplace_remainder_tensor_tensor",
    "inplace_round",
    "inplace_round_decimals",
    "inplace_rsqrt",
    "inplace_scatter",
    "inplace_scatter_value",
    "inplace_selu",
    "inplace_sigmoid",
    "inplace_sin",
    "inplace_sinc",
    "inplace_sinh",
    "inplace_sqrt",
    "inplace_sub",
    "inplace_subs",
    "inplace_tan",
    "inplace_tanh",
    "inplace_threshold",
    "inplace_tril",
    "inplace_triu",
    "inplace_trunc",
    "inplace_uniform",
    "inplace_uniform_tensor",
    "inplace_x_log_y_scalar_other",
    "inplace_x_log_y_tensor",
    "inplace_zero",
    "inverse",
    "is_close",
    "is_finite",
    "is_in_scalar_tensor",
    "is_in_tensor_scalar",
    "is_inf",
    "is_neg_inf",
    "is_pos_inf",
    "kl_div",
    "kl_div_backward",
    "kl_div_target_backward",
    "kthvalue",
    "l1_loss",
    "l1_loss_backward",
    "layer_norm",
    "layer_norm_backward",
    "le_scalar",
    "le_tensor",
    "leaky_relu",
    "leaky_relu_backward",
    "left_shift",
    "left_shifts",
    "lerp",
    "lerps",
    "lgamma",
    "linalg_cholesky",
    "linalg_cross",
    "linalg_qr",
    "linalg_vector_norm",
    "linspace",
    "log",
    "log1p",
    "log2",
    "log10",
    "log_add_exp",
    "log_add_exp2",
    "log_sigmoid",
    "log_sigmoid_backward",
    "log_sigmoid_forward",
    "log_softmax",
    "log_softmax_backward",
    "log_space",
    "log_sum_exp",
    "logdet",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logit",
    "logit_grad",
    "lt_scalar",
    "lt_tensor",
    "masked_scale",
    "masked_select",
    "matmul",
    "max",
    "max_dim",
    "max_n",
    "max_v2",
    "maximum",
    "mean",
    "mean_v2",
    "median",
    "median_dim",
    "min",
    "min_dim",
    "min_n",
    "minimum",
    "mish",
    "mish_backward",
    "mm",
    "modulate",
    "modulate_backward",
    "mse_loss",
    "mse_loss_backward",
    "mse_loss_out",
    "mul",
    "muls",
    "multinomial",
    "multinomial_tensor",
    "mv",
    "nan_median",
    "nan_median_dim",
    "nan_to_num",
    "ne_scalar",
    "ne_tensor",
    "neg",
    "nll_loss",
    "nll_loss2d",
    "nll_loss2d_backward",
    "nll_loss_backward",
    "nonzero",
    "nonzero_v2",
    "norm",
    "normal_float_float",
    "normal_float_tensor",
    "normal_tensor_float",
    "normal_tensor_tensor",
    "one_hot",
    "permute",
    "polar",
    "pow_scalar_tensor",
    "pow_tensor_scalar",
    "pow_tensor_tensor",
    "prelu",
    "prelu_backward",
    "prod",
    "prod_dim",
    "prompt_flash_attention",
    "prompt_flash_attention_v2",
    "prompt_flash_attention_v3",
    "qr",
    "r_relu_with_noise",
    "randperm",
    "range",
    "real",
    "reciprocal",
    "reduce_log_sum",
    "reduce_nansum",
    "reduce_sum",
    "reflection_pad1d",
    "reflection_pad1d_backward",
    "reflection_pad2d",
    "reflection_pad2d_backward",
    "reflection_pad3d",
    "reflection_pad3d_backward",
    "relu",
    "remainder_scalar_tensor",
    "remainder_tensor_scalar",
    "remainder_tensor_tensor",
    "repeat",
    "repeat_interleave",
    "repeat_interleave_grad",
    "repeat_interleave_int",
    "repeat_interleave_int_with_dim",
    "repeat_interleave_tensor",
    "repeat_interleave_with_dim",
    "replication_pad1d",
    "replication_pad1d_backward",
    "replication_pad2d",
    "replication_pad2d_backward",
    "replication_pad3d",
    "replication_pad3d_backward",
    "right_shift",
    "rms_norm",
    "rms_norm_grad",
    "roll",
    "round",
    "round_decimals",
    "rsqrt",
    "rsub",
    "rsubs",
    "s_where",
    "scale",
    "scaled_masked_softmax",
    "scaled_masked_softmax_backward",
    "scatter",
    "scatter_add",
    "scatter_value",
    "selu",
    "selu_backward",
    "shrink",
    "sigmoid",
    "sigmoid_backward",
    "sign",
    "sign_bits_pack",
    "sign_bits_unpack",
    "signbit",
    "silu",
    "silu_backward",
    "sin",
    "sinc",
    "sinh",
    "slice",
    "slice_v2",
    "slogdet",
    "smooth_l1_loss",
    "smooth_l1_loss_backward",
    "soft_margin_loss",
    "soft_margin_loss_backward",
    "softmax",
    "softmax_backward",
    "softmax_cross_entropy_with_logits",
    "softplus",
    "softplus_backward",
    "softshrink",
    "softshrink_backward",
    "sort",
    "split_tensor",
    "split_with_size",
    "sqrt",
    "square",
    "squared_relu",
    "stack",
    "std",
    "std_mean_correction",
    "strided_slice",
    "sub",
    "subs",
    "sum",
    "swi_glu",
    "swi_glu_grad",
    "swish",
    "swish_backward",
    "take",
    "tan",
    "tanh",
    "tanh_backward",
    "threshold",
    "threshold_backward",
    "topk",
    "trace",
    "trans_matmul_weight",
    "triangular_solve",
    "tril",
    "triu",
    "trunc",
    "unfold_grad",
    "upsample_bicubic2d",
    "upsample_bicubic2d_backward",
    "upsample_bilinear2d",
    "upsample_bilinear2d_backward",
    "upsample_bilinear2d_backward_v2",
    "upsample_linear1d",
    "upsample_linear1d_backward",
    "upsample_nearest1d",
    "upsample_nearest1d_backward",
    "upsample_nearest1d_v2",
    "upsample_nearest2d",
    "upsample_nearest2d_backward",
    "upsample_nearest2d_v2",
    "upsample_nearest3d",
    "upsample_nearest3d_backward",
    "upsample_nearest_exact1d",
    "upsample_nearest_exact1d_backward",
    "upsample_nearest_exact2d",
    "upsample_nearest_exact2d_backward",
    "upsample_nearest_exact3d",
    "upsample_nearest_exact3d_backward",
    "upsample_trilinear3d",
    "upsample_trilinear3d_backward",
    "var",
    "var_correction",
    "var_mean",
    "x_log_y_scalar_other",
    "x_log_y_scalar_self",
    "x_log_y_tensor",
    "xlog1py",
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
def acos(
    input: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def acos(
    input: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def acos(
    input: object,
    *,
    out: object = None,
) -> Any:
    """The angle that has every element as its cosine (aclnnAcos).

        out = acos(input)

    input  cosines; integers and bool are computed in float32: float32, float16, float64, int8,
           int16, int32, int64, uint8, bool; bfloat16 not on Ascend910
    out    angles in radians; NaN outside of -1 to 1

    Returns an array with the shape of input and the data type compute_in_float(input).
    """
    input_ = make.tensor("input", input)
    return make.run(
        "aclnnAcos",
        input_,
        make.output("out", out, input_.shape, rules.compute_in_float(input_)),
    )


@overload
def acosh(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def acosh(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def acosh(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The number that has every element as its hyperbolic cosine (aclnnAcosh).

        out = acosh(self)

    self  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
          int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out   the results

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnAcosh",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
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
    out: Any = None,
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


@overload
def add_relu(
    self: TorchTensor,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def add_relu(
    self: ArrayLike,
    other: ArrayLike,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def add_relu(
    self: object,
    other: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Adds two tensors; negative sums are 0 (aclnnAddRelu).

        out = max(self + alpha * other, 0)

    self   the first summand: float32, float16, int8, uint8, int16, int32, int64; bfloat16 not on
           Ascend910
    other  the second summand: float32, float16, int8, uint8, int16, int32, int64; bfloat16 not on
           Ascend910
    alpha  its factor
    out    the sum

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnAddRelu",
        self_,
        other_,
        alpha_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def add_rms_norm(
    x1: TorchTensor,
    x2: object,
    gamma: object,
    epsilon: float = 1e-06,
    *,
    y_out: object = None,
    rstd_out: object = None,
    x_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def add_rms_norm(
    x1: ArrayLike,
    x2: ArrayLike,
    gamma: ArrayLike,
    epsilon: float = 1e-06,
    *,
    y_out: NDArray[Any] | None = None,
    rstd_out: NDArray[Any] | None = None,
    x_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def add_rms_norm(
    x1: object,
    x2: object,
    gamma: object,
    epsilon: float = 1e-06,
    *,
    y_out: object = None,
    rstd_out: object = None,
    x_out: object = None,
) -> tuple[Any, Any, Any]:
    """Adds, and divides by the root of the mean square of the last dimensions (aclnnAddRmsNorm).

        xOut = x1 + x2, yOut = xOut * rstdOut * gamma, rstdOut = 1 / sqrt(mean(xOut^2) + epsilon)
            over the dimensions of gamma

    x1        the first summands: float32, float16, bfloat16
    x2        the second ones: float32, float16, bfloat16
    gamma     factors along the last dimensions: float32, float16, bfloat16
    epsilon   what is added to the mean, as a float32
    y_out     the quotients
    rstd_out  the reciprocal roots, float32, with 1 for each dimension of gamma; NULL: not wanted
    x_out     the sums; NULL: not wanted, as rstdOut

    Returns y_out, an array with the shape of x1 and the data type of x1; rstd_out, an array with
    the shape statistic(x1, gamma) and the data type float32; x_out, an array with the shape of x1
    and the data type of x1.
    """
    x1_ = make.tensor("x1", x1)
    x2_ = make.tensor("x2", x2)
    gamma_ = make.tensor("gamma", gamma)
    epsilon_ = convert.real("epsilon", epsilon)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnAddRmsNorm",
        x1_,
        x2_,
        gamma_,
        epsilon_,
        make.output("y_out", y_out, x1_.shape, x1_.type),
        make.output("rstd_out", rstd_out, rules.statistic(x1_, gamma_), "float32"),
        make.output("x_out", x_out, x1_.shape, x1_.type),
    )
    return result


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
def addbmm(
    self: TorchTensor,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def addbmm(
    self: ArrayLike,
    batch1: ArrayLike,
    batch2: ArrayLike,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def addbmm(
    self: object,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Adds a tensor and the sum of the products of two batches of matrices, each by a factor
    (aclnnAddbmm).

        out = beta * self + alpha * (sum over b of batch1[b] @ batch2[b])

    self            what is added, of one or two dimensions that broadcast to [m, n]: float32,
                    float16; bfloat16 not on Ascend910
    batch1          the left matrices, [b, m, k] or [1, m, k]: float32, float16; bfloat16 not on
                    Ascend910
    batch2          the right matrices, [b, k, n] or [1, k, n]: float32, float16; bfloat16 not on
                    Ascend910
    beta            the factor of self; where it is 0, self is not looked at
    alpha           the factor of the products; where it is 0, they are not computed
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
                    counts as 0 on Ascend910B and Ascend910_93
    out             the sum, [m, n]

    Returns an array with the shape joint_product(batch1, batch2) and the data type promote(batch1,
    batch2, self).
    """
    self_ = make.tensor("self", self)
    batch1_ = make.tensor("batch1", batch1)
    batch2_ = make.tensor("batch2", batch2)
    beta_ = convert.scalar("beta", beta)
    alpha_ = convert.scalar("alpha", alpha)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnAddbmm",
        self_,
        batch1_,
        batch2_,
        beta_,
        alpha_,
        make.output(
            "out",
            out,
            rules.joint_product(batch1_, batch2_),
            rules.promote(batch1_, batch2_, self_),
        ),
        cube_math_type_,
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
def addmm(
    self: TorchTensor,
    mat1: object,
    mat2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def addmm(
    self: ArrayLike,
    mat1: ArrayLike,
    mat2: ArrayLike,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def addmm(
    self: object,
    mat1: object,
    mat2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Adds a tensor and a product of matrices, each by a factor (aclnnAddmm).

        out = beta * self + alpha * (mat1 @ mat2)

    self            what is added, of one or two dimensions that broadcast to the product: float32,
                    float16; bfloat16 not on Ascend910
    mat1            the left matrix, [m, k]: float32, float16; bfloat16 not on Ascend910
    mat2            the right matrix, [k, n]: float32, float16; bfloat16 not on Ascend910
    beta            the factor of self; where it is 0, self is not looked at
    alpha           the factor of the product; where it is 0, the product is not computed
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32
    out             the sum, [m, n]

    Returns an array with the shape product(mat1, mat2) and the data type promote(mat1, mat2, self).
    """
    self_ = make.tensor("self", self)
    mat1_ = make.tensor("mat1", mat1)
    mat2_ = make.tensor("mat2", mat2)
    beta_ = convert.scalar("beta", beta)
    alpha_ = convert.scalar("alpha", alpha)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnAddmm",
        self_,
        mat1_,
        mat2_,
        beta_,
        alpha_,
        make.output("out", out, rules.product(mat1_, mat2_), rules.promote(mat1_, mat2_, self_)),
        cube_math_type_,
    )


@overload
def addmv(
    self: TorchTensor,
    mat: object,
    vec: object,
    alpha: Number = 1,
    beta: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def addmv(
    self: ArrayLike,
    mat: ArrayLike,
    vec: ArrayLike,
    alpha: Number = 1,
    beta: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def addmv(
    self: object,
    mat: object,
    vec: object,
    alpha: Number = 1,
    beta: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Adds a vector and the product of a matrix and a vector, each by a factor (aclnnAddmv).

        out = beta * self + alpha * (mat @ vec)

    self            what is added, of no dimensions, or [n], or [1] where alpha is not 0: float32,
                    int32, int64, float16, bfloat16, int16, int8, uint8, float64, bool
    mat             the matrix, [n, m]: float32, int32, int64, float16, int16, int8, uint8, float64,
                    bool; bfloat16 not on Ascend910
    vec             the vector, [m]: float32, int32, int64, float16, int16, int8, uint8, float64,
                    bool; bfloat16 not on Ascend910
    alpha           the factor of the product; where it is 0, the product is not computed: float32,
                    int32, int64, float16, bfloat16, int16, int8, uint8, float64, bool
    beta            the factor of self; where it is 0, self is not looked at: float32, int32, int64,
                    float16, bfloat16, int16, int8, uint8, float64, bool
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
                    counts as 0 on Ascend910B and Ascend910_93. Other data types are multiplied by
                    elements and added up
    out             the sum, [n]

    Returns an array with the shape matrix_rows(mat) and the data type promote_addmv(self, mat, vec,
    alpha, beta).
    """
    self_ = make.tensor("self", self)
    mat_ = make.tensor("mat", mat)
    vec_ = make.tensor("vec", vec)
    alpha_ = convert.scalar("alpha", alpha)
    beta_ = convert.scalar("beta", beta)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnAddmv",
        self_,
        mat_,
        vec_,
        alpha_,
        beta_,
        make.output(
            "out",
            out,
            rules.matrix_rows(mat_),
            rules.promote_addmv(self_, mat_, vec_, alpha_, beta_),
        ),
        cube_math_type_,
    )


@overload
def addr(
    self: TorchTensor,
    vec1: object,
    vec2: object,
    beta: Number | None = None,
    alpha: Number | None = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def addr(
    self: ArrayLike,
    vec1: ArrayLike,
    vec2: ArrayLike,
    beta: Number | None = None,
    alpha: Number | None = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def addr(
    self: object,
    vec1: object,
    vec2: object,
    beta: Number | None = None,
    alpha: Number | None = None,
    *,
    out: object = None,
) -> Any:
    """Adds a tensor and the products of each element of one vector by each of another (aclnnAddr).

        out[i, j] = beta * self[i, j] + alpha * vec1[i] * vec2[j]

    self   what is added, of dimensions that broadcast to [m, n]: float64, float32, float16, int64,
           int32, int16, int8, uint8, bool; bfloat16 not on Ascend910
    vec1   the first vector, [m]: float64, float32, float16, int64, int32, int16, int8, uint8, bool;
           bfloat16 not on Ascend910
    vec2   the second, [n]: float64, float32, float16, int64, int32, int16, int8, uint8, bool;
           bfloat16 not on Ascend910
    beta   the factor of self; NULL: 1; where it is 0, self is not looked at: float64, float32,
           float16, int64, int32, int16, int8, uint8, bool; bfloat16 not on Ascend910
    alpha  the factor of the products; NULL: 1: float64, float32, float16, int64, int32, int16,
           int8, uint8, bool; bfloat16 not on Ascend910
    out    the sum, [m, n]

    Returns an array with the shape outer(vec1, vec2) and the data type promote(vec2, vec1, self).
    """
    self_ = make.tensor("self", self)
    vec1_ = make.tensor("vec1", vec1)
    vec2_ = make.tensor("vec2", vec2)
    beta_ = None if beta is None else convert.scalar("beta", beta)
    alpha_ = None if alpha is None else convert.scalar("alpha", alpha)
    return make.run(
        "aclnnAddr",
        self_,
        vec1_,
        vec2_,
        beta_,
        alpha_,
        make.output("out", out, rules.outer(vec1_, vec2_), rules.promote(vec2_, vec1_, self_)),
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
def all(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def all(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def all(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """Whether all elements over dimensions are true (aclnnAll).

        out = all of self over dim are not 0

    self     the truth values; any number but 0 is true: float32, float16, int64, int32, int8,
             uint8, int16, float64, bool; bfloat16 not on Ascend910
    dim      the dimensions to look over, negative ones counted from the last; none means all
    keepdim  whether they stay, as dimensions of 1
    out      the truth values

    Returns an array with the shape reduced(self, dim, keepdim) and the data type bool.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnAll",
        self_,
        dim_,
        keepdim_,
        make.output("out", out, rules.reduced(self_, dim_, keepdim_), "bool"),
    )


@overload
def amax(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def amax(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def amax(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The largest elements over dimensions (aclnnAmax).

        out = the largest of self over dim; NaN where one is

    self      the numbers: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
              bfloat16 not on Ascend910
    dim       the dimensions to compare over, negative ones counted from the last; none means all
    keep_dim  whether they stay, as dimensions of 1
    out       the largest, in the type of self

    Returns an array with the shape reduced(self, dim, keep_dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    return make.run(
        "aclnnAmax",
        self_,
        dim_,
        keep_dim_,
        make.output("out", out, rules.reduced(self_, dim_, keep_dim_), self_.type),
    )


@overload
def amin(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def amin(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def amin(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The smallest elements over dimensions (aclnnAmin).

        out = the smallest of self over dim; NaN where one is

    self      the numbers: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
              bfloat16 not on Ascend910
    dim       the dimensions to compare over, negative ones counted from the last; none means all
    keep_dim  whether they stay, as dimensions of 1
    out       the smallest, in the type of self

    Returns an array with the shape reduced(self, dim, keep_dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    return make.run(
        "aclnnAmin",
        self_,
        dim_,
        keep_dim_,
        make.output("out", out, rules.reduced(self_, dim_, keep_dim_), self_.type),
    )


@overload
def aminmax(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    min_out: object = None,
    max_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def aminmax(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    min_out: NDArray[Any] | None = None,
    max_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def aminmax(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    min_out: object = None,
    max_out: object = None,
) -> tuple[Any, Any]:
    """The smallest and the largest elements over dimensions (aclnnAminmax).

        minOut, maxOut = the smallest and the largest of self over dim; NaN where one is

    self      the numbers: float32, float16, int32, uint8, bool, int8, int16, int64, float64;
              bfloat16 not on Ascend910
    dim       the dimension to look along, negative ones counted from the last; none means all
    keep_dim  whether it stays, as a dimension of 1
    min_out   the smallest, in the type of self
    max_out   the largest, in the type of self

    Returns min_out, an array with the shape reduced(self, dim, keep_dim) and the data type of self;
    max_out, an array with the shape reduced(self, dim, keep_dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    result: tuple[Any, Any] = make.run(
        "aclnnAminmax",
        self_,
        dim_,
        keep_dim_,
        make.output("min_out", min_out, rules.reduced(self_, dim_, keep_dim_), self_.type),
        make.output("max_out", max_out, rules.reduced(self_, dim_, keep_dim_), self_.type),
    )
    return result


@overload
def aminmax_all(
    self: TorchTensor,
    *,
    min_out: object = None,
    max_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def aminmax_all(
    self: ArrayLike,
    *,
    min_out: NDArray[Any] | None = None,
    max_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def aminmax_all(
    self: object,
    *,
    min_out: object = None,
    max_out: object = None,
) -> tuple[Any, Any]:
    """The smallest and the largest element (aclnnAminmaxAll).

        minOut, maxOut = the smallest and the largest of all elements of self; NaN where one is

    self     the numbers: float32, float16, int32, uint8, bool, int8, int16, int64, float64;
             bfloat16 not on Ascend910
    min_out  the smallest, one element
    max_out  the largest, one element

    Returns min_out, an array with the shape scalar(self) and the data type of self; max_out, an
    array with the shape scalar(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    result: tuple[Any, Any] = make.run(
        "aclnnAminmaxAll",
        self_,
        make.output("min_out", min_out, rules.scalar(self_), self_.type),
        make.output("max_out", max_out, rules.scalar(self_), self_.type),
    )
    return result


@overload
def aminmax_dim(
    self: TorchTensor,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    min_out: object = None,
    max_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def aminmax_dim(
    self: ArrayLike,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    min_out: NDArray[Any] | None = None,
    max_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def aminmax_dim(
    self: object,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    min_out: object = None,
    max_out: object = None,
) -> tuple[Any, Any]:
    """The smallest and the largest elements along a dimension (aclnnAminmaxDim).

        minOut, maxOut = the smallest and the largest of self along dim; NaN where one is

    self      the numbers: float32, float16, int32, uint8, bool, int8, int16, int64, float64;
              bfloat16 not on Ascend910
    dim       the dimension to look along, negative ones counted from the last
    keep_dim  whether it stays, as a dimension of 1
    min_out   the smallest, in the type of self
    max_out   the largest, in the type of self

    Returns min_out, an array with the shape reduced_dim(self, dim, keep_dim) and the data type of
    self; max_out, an array with the shape reduced_dim(self, dim, keep_dim) and the data type of
    self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    result: tuple[Any, Any] = make.run(
        "aclnnAminmaxDim",
        self_,
        dim_,
        keep_dim_,
        make.output("min_out", min_out, rules.reduced_dim(self_, dim_, keep_dim_), self_.type),
        make.output("max_out", max_out, rules.reduced_dim(self_, dim_, keep_dim_), self_.type),
    )
    return result


@overload
def angle_v2(
    x: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def angle_v2(
    x: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def angle_v2(
    x: object,
    *,
    out: object = None,
) -> Any:
    """The angle of every element (aclnnAngleV2).

        out = the angle of x: 0 or pi of real numbers, atan2 of the parts of complex ones

    x    the numbers: bool, uint8, int8, int16, int32, int64, bfloat16, float16, float32, complex64
         on Ascend910B, Ascend910_93 and Ascend950
    out  angles in radians, in 16-bit types those of x, in float32 of all others

    Returns an array with the shape of x and the data type angle_type(x).
    """
    x_ = make.tensor("x", x)
    return make.run(
        "aclnnAngleV2",
        x_,
        make.output("out", out, x_.shape, rules.angle_type(x_)),
    )


@overload
def any(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def any(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def any(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """Whether any element over dimensions is true (aclnnAny).

        out = any of self over dim is not 0

    self     the truth values; any number but 0 is true: float32, float16, int64, int32, int8,
             uint8, int16, float64, bool; bfloat16 not on Ascend910
    dim      the dimensions to look over, negative ones counted from the last; none means all
    keepdim  whether they stay, as dimensions of 1
    out      the truth values

    Returns an array with the shape reduced(self, dim, keepdim) and the data type bool.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnAny",
        self_,
        dim_,
        keepdim_,
        make.output("out", out, rules.reduced(self_, dim_, keepdim_), "bool"),
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
def arg_max(
    self: TorchTensor,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def arg_max(
    self: ArrayLike,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def arg_max(
    self: object,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The place of the largest element along a dimension: the first of several (aclnnArgMax).

        out = the index of the largest of self along dim; of the first NaN where there is one

    self     the numbers: float32, float16, int64, int32, int8, uint8, int16, float64; bfloat16 not
             on Ascend910
    dim      the dimension to look along, negative ones counted from the last
    keepdim  whether it stays, as a dimension of 1
    out      the indices

    Returns an array with the shape reduced_dim(self, dim, keepdim) and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnArgMax",
        self_,
        dim_,
        keepdim_,
        make.output("out", out, rules.reduced_dim(self_, dim_, keepdim_), "int64"),
    )


@overload
def arg_min(
    self: TorchTensor,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def arg_min(
    self: ArrayLike,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def arg_min(
    self: object,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The place of the smallest element along a dimension: the first of several (aclnnArgMin).

        out = the index of the smallest of self along dim; of the first NaN where there is one

    self     the numbers: float32, float16, int64, int32, int8, uint8, int16, float64; bfloat16 not
             on Ascend910
    dim      the dimension to look along, negative ones counted from the last
    keepdim  whether it stays, as a dimension of 1
    out      the indices

    Returns an array with the shape reduced_dim(self, dim, keepdim) and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnArgMin",
        self_,
        dim_,
        keepdim_,
        make.output("out", out, rules.reduced_dim(self_, dim_, keepdim_), "int64"),
    )


@overload
def argsort(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    descending: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def argsort(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    descending: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def argsort(
    self: object,
    dim: SupportsIndex = -1,
    descending: bool = False,
    *,
    out: object = None,
) -> Any:
    """Where the elements in order along a dimension are: NaN is above all numbers, and equal
    elements stay in their order (aclnnArgsort).

        out = the places along dim of the elements in order

    self        the elements: float32, float16, int8, int16, int32, int64, uint8; bfloat16 not on
                Ascend910; uint16, uint32, uint64 on Ascend950
    dim         the dimension
    descending  whether the largest are first
    out         their places along dim

    Returns an array with the shape of self and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    descending_ = convert.boolean("descending", descending)
    return make.run(
        "aclnnArgsort",
        self_,
        dim_,
        descending_,
        make.output("out", out, self_.shape, "int64"),
    )


@overload
def asin(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def asin(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def asin(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The angle that has every element as its sine (aclnnAsin).

        out = asin(self)

    self  sines; integers and bool are computed in float32: float32, float16, float64, int8, int16,
          int32, int64, uint8, bool; bfloat16 not on Ascend910
    out   angles in radians; NaN outside of -1 to 1

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnAsin",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def asinh(
    input: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def asinh(
    input: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def asinh(
    input: object,
    *,
    out: object = None,
) -> Any:
    """The number that has every element as its hyperbolic sine (aclnnAsinh).

        out = asinh(input)

    input  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
           int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out    the results

    Returns an array with the shape of input and the data type compute_in_float(input).
    """
    input_ = make.tensor("input", input)
    return make.run(
        "aclnnAsinh",
        input_,
        make.output("out", out, input_.shape, rules.compute_in_float(input_)),
    )


@overload
def atan(
    input: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def atan(
    input: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def atan(
    input: object,
    *,
    out: object = None,
) -> Any:
    """The angle that has every element as its tangent (aclnnAtan).

        out = atan(input)

    input  tangents; integers and bool are computed in float32: float32, float16, float64, int8,
           int16, int32, int64, uint8, bool; bfloat16 not on Ascend910
    out    angles in radians

    Returns an array with the shape of input and the data type compute_in_float(input).
    """
    input_ = make.tensor("input", input)
    return make.run(
        "aclnnAtan",
        input_,
        make.output("out", out, input_.shape, rules.compute_in_float(input_)),
    )


@overload
def atan2(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def atan2(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def atan2(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The angle of a point in the plane (aclnnAtan2).

        out = atan2(self, other), from -pi to pi

    self   the ordinates; integers and bool are computed in float32: float32, float16, int64, int32,
           int8, uint8, int16, float64, bool; bfloat16 not on Ascend910
    other  the abscissas: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
           bfloat16 not on Ascend910
    out    the angles

    Returns an array with the shape broadcast(self, other) and the data type promote_to_float(self,
    other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnAtan2",
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.promote_to_float(self_, other_),
        ),
    )


@overload
def atanh(
    input: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def atanh(
    input: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def atanh(
    input: object,
    *,
    out: object = None,
) -> Any:
    """The number that has every element as its hyperbolic tangent (aclnnAtanh).

        out = atanh(input)

    input  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
           int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out    the results

    Returns an array with the shape of input and the data type compute_in_float(input).
    """
    input_ = make.tensor("input", input)
    return make.run(
        "aclnnAtanh",
        input_,
        make.output("out", out, input_.shape, rules.compute_in_float(input_)),
    )


@overload
def baddbmm(
    self: TorchTensor,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def baddbmm(
    self: ArrayLike,
    batch1: ArrayLike,
    batch2: ArrayLike,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def baddbmm(
    self: object,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Adds a tensor and the products of two batches of matrices, each by a factor (aclnnBaddbmm).

        out[b] = beta * self[b] + alpha * (batch1[b] @ batch2[b])

    self            what is added, of dimensions that broadcast to the product: float32, float16;
                    bfloat16 not on Ascend910
    batch1          the left matrices, [b, m, k]: float32, float16; bfloat16 not on Ascend910
    batch2          the right matrices, [b, k, n] or [1, k, n]: float32, float16; bfloat16 not on
                    Ascend910
    beta            the factor of self; where it is 0, self is not looked at
    alpha           the factor of the products
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32
    out             the sums, [b, m, n]

    Returns an array with the shape multiplied(batch1, batch2) and the data type promote(batch1,
    batch2, self).
    """
    self_ = make.tensor("self", self)
    batch1_ = make.tensor("batch1", batch1)
    batch2_ = make.tensor("batch2", batch2)
    beta_ = convert.scalar("beta", beta)
    alpha_ = convert.scalar("alpha", alpha)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnBaddbmm",
        self_,
        batch1_,
        batch2_,
        beta_,
        alpha_,
        make.output(
            "out",
            out,
            rules.multiplied(batch1_, batch2_),
            rules.promote(batch1_, batch2_, self_),
        ),
        cube_math_type_,
    )


@overload
def batch_mat_mul(
    self: TorchTensor,
    mat2: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def batch_mat_mul(
    self: ArrayLike,
    mat2: ArrayLike,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def batch_mat_mul(
    self: object,
    mat2: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Multiplies matrices of two batches (aclnnBatchMatMul).

        out[b] = self[b] @ mat2[b]   a batch of 1 is repeated

    self            the left matrices, [b, m, k] or [1, m, k]: float32, float16; bfloat16 not on
                    Ascend910
    mat2            the right matrices, [b, k, n] or [1, k, n]: float32, float16; bfloat16 not on
                    Ascend910
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
                    counts as 0 on Ascend910B and Ascend910_93
    out             the products, [b, m, n]

    Returns an array with the shape multiplied(self, mat2) and the data type promote(self, mat2).
    """
    self_ = make.tensor("self", self)
    mat2_ = make.tensor("mat2", mat2)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnBatchMatMul",
        self_,
        mat2_,
        make.output("out", out, rules.multiplied(self_, mat2_), rules.promote(self_, mat2_)),
        cube_math_type_,
    )


@overload
def batch_norm(
    input: TorchTensor,
    weight: object = None,
    bias: object = None,
    running_mean: object = None,
    running_var: object = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
    *,
    output: object = None,
    save_mean: object = None,
    save_invstd: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def batch_norm(
    input: ArrayLike,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    running_mean: ArrayLike | None = None,
    running_var: ArrayLike | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
    *,
    output: NDArray[Any] | None = None,
    save_mean: NDArray[Any] | None = None,
    save_invstd: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def batch_norm(
    input: object,
    weight: object = None,
    bias: object = None,
    running_mean: object = None,
    running_var: object = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
    *,
    output: object = None,
    save_mean: object = None,
    save_invstd: object = None,
) -> tuple[Any, Any, Any, Any, Any]:
    """Brings the channels to mean 0 and variance 1, and keeps running means and variances of them
    (aclnnBatchNorm).

        output = (input - m) / sqrt(v + eps) * weight + bias; m and v are the mean and the variance
            of a channel, where training, else runningMean and runningVar. Where training,
            runningMean = (1 - momentum) * runningMean + momentum * m, and runningVar the same of v
            * n / (n - 1), n elements being in a channel

    input         the numbers; channels are the second dimension, on Ascend950 the last one in the
                  formats ACL_FORMAT_NHWC and ACL_FORMAT_NDHWC: float32, float16; bfloat16 not on
                  Ascend910
    weight        a factor for each channel; NULL: none: float32, float16; bfloat16 not on Ascend910
    bias          a summand for each channel; NULL: none: float32, float16; bfloat16 not on
                  Ascend910
    running_mean  the running means; NULL: 0; it is changed: float32, float16; bfloat16 not on
                  Ascend910
    running_var   the running variances; NULL: 1; it is changed: float32, float16; bfloat16 not on
                  Ascend910
    training      whether the statistics are those of input, and are kept
    momentum      the weight of the new statistics, as a float32
    eps           what is added to the variance, as a float32
    output        the result
    save_mean     the means, where training
    save_invstd   where training, the variances; on Ascend950 1 / sqrt(variance + eps).
                  aclnnBatchNormBackward reads what this product wrote

    Returns output, an array with the shape of input and the data type of input; save_mean, an array
    with the shape channels(input) and the data type float32; save_invstd, an array with the shape
    channels(input) and the data type float32.
    """
    input_ = make.tensor("input", input)
    weight_ = None if weight is None else make.tensor("weight", weight)
    bias_ = None if bias is None else make.tensor("bias", bias)
    running_mean_ = None if running_mean is None else make.in_out("running_mean", running_mean)
    running_var_ = None if running_var is None else make.in_out("running_var", running_var)
    training_ = convert.boolean("training", training)
    momentum_ = convert.real("momentum", momentum)
    eps_ = convert.real("eps", eps)
    result: tuple[Any, Any, Any, Any, Any] = make.run(
        "aclnnBatchNorm",
        input_,
        weight_,
        bias_,
        running_mean_,
        running_var_,
        training_,
        momentum_,
        eps_,
        make.output("output", output, input_.shape, input_.type),
        make.output("save_mean", save_mean, rules.channels(input_), "float32"),
        make.output("save_invstd", save_invstd, rules.channels(input_), "float32"),
    )
    return result


@overload
def batch_norm_backward(
    grad_out: TorchTensor,
    input: object,
    weight: object = None,
    running_mean: object = None,
    running_var: object = None,
    save_mean: object = None,
    save_invstd: object = None,
    training: bool = True,
    eps: float = 1e-05,
    output_mask: Sequence[bool] = (True, True, True),
    *,
    grad_input: object = None,
    grad_weight: object = None,
    grad_bias: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def batch_norm_backward(
    grad_out: ArrayLike,
    input: ArrayLike,
    weight: ArrayLike | None = None,
    running_mean: ArrayLike | None = None,
    running_var: ArrayLike | None = None,
    save_mean: ArrayLike | None = None,
    save_invstd: ArrayLike | None = None,
    training: bool = True,
    eps: float = 1e-05,
    output_mask: Sequence[bool] = (True, True, True),
    *,
    grad_input: NDArray[Any] | None = None,
    grad_weight: NDArray[Any] | None = None,
    grad_bias: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def batch_norm_backward(
    grad_out: object,
    input: object,
    weight: object = None,
    running_mean: object = None,
    running_var: object = None,
    save_mean: object = None,
    save_invstd: object = None,
    training: bool = True,
    eps: float = 1e-05,
    output_mask: Sequence[bool] = (True, True, True),
    *,
    grad_input: object = None,
    grad_weight: object = None,
    grad_bias: object = None,
) -> tuple[Any, Any, Any]:
    """The gradients of aclnnBatchNorm (aclnnBatchNormBackward).

        h = (input - m) * r, gradWeight and gradBias = the sums of gradOut * h and of gradOut over a
            channel; gradInput = weight * r * (gradOut - mean(gradOut) - h * mean(gradOut * h))
            where training, else weight * r * gradOut

    grad_out      the gradient of what aclnnBatchNorm gave: float32, float16; bfloat16 not on
                  Ascend910
    input         its numbers: float32, float16; bfloat16 not on Ascend910
    weight        its factors; NULL: it had none: float32, float16; bfloat16 not on Ascend910
    running_mean  the running means, which are m where training is false; NULL: 0: float32, float16;
                  bfloat16 not on Ascend910
    running_var   the running variances v, and r = 1 / sqrt(v + eps) where training is false; NULL:
                  1: float32, float16; bfloat16 not on Ascend910
    save_mean     what it kept, which is m where training; NULL: 0: float32, float16; bfloat16 not
                  on Ascend910
    save_invstd   what it kept, where training: v; on Ascend950 r itself; NULL: 1: float32, float16;
                  bfloat16 not on Ascend910
    training      whether the statistics were those of input
    eps           what it added to the variance, as a float32
    output_mask   which of the three gradients are wanted
    grad_input    the gradient of input
    grad_weight   the gradient of weight
    grad_bias     the gradient of the bias

    Returns grad_input, an array with the shape of input and the data type of input; grad_weight, an
    array with the shape channels(input) and the data type first_type(weight, input); grad_bias, an
    array with the shape channels(input) and the data type first_type(weight, input).
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    input_ = make.tensor("input", input)
    weight_ = None if weight is None else make.tensor("weight", weight)
    running_mean_ = None if running_mean is None else make.tensor("running_mean", running_mean)
    running_var_ = None if running_var is None else make.tensor("running_var", running_var)
    save_mean_ = None if save_mean is None else make.tensor("save_mean", save_mean)
    save_invstd_ = None if save_invstd is None else make.tensor("save_invstd", save_invstd)
    training_ = convert.boolean("training", training)
    eps_ = convert.real("eps", eps)
    output_mask_ = convert.booleans("output_mask", output_mask)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnBatchNormBackward",
        grad_out_,
        input_,
        weight_,
        running_mean_,
        running_var_,
        save_mean_,
        save_invstd_,
        training_,
        eps_,
        output_mask_,
        make.output("grad_input", grad_input, input_.shape, input_.type),
        make.output(
            "grad_weight",
            grad_weight,
            rules.channels(input_),
            rules.first_type(weight_, input_),
        ),
        make.output(
            "grad_bias",
            grad_bias,
            rules.channels(input_),
            rules.first_type(weight_, input_),
        ),
    )
    return result


@overload
def bernoulli(
    self: TorchTensor,
    prob: Number,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bernoulli(
    self: ArrayLike,
    prob: Number,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bernoulli(
    self: object,
    prob: Number,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """1 by chance, else 0 (aclnnBernoulli).

        out = 1 with the probability prob, else 0

    self    its shape and data type count, not its elements: float32, int32, int64, float16, int16,
            int8, uint8, float64, bool; bfloat16 not on Ascend910; uint16, uint32, uint64 on
            Ascend950
    prob    the probability
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the numbers

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    prob_ = convert.scalar("prob", prob)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnBernoulli",
        self_,
        prob_,
        seed_,
        offset_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def bernoulli_tensor(
    self: TorchTensor,
    prob: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bernoulli_tensor(
    self: ArrayLike,
    prob: ArrayLike,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bernoulli_tensor(
    self: object,
    prob: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """1 by chance, else 0, each with its own probability (aclnnBernoulliTensor).

        out = 1 with the probability prob, else 0

    self    its shape and data type count, not its elements: float32, int32, int64, float16, int16,
            int8, uint8, float64, bool; bfloat16 not on Ascend910; uint16, uint32, uint64 on
            Ascend950
    prob    the probabilities; it broadcasts to self: float32, float16, float64; bfloat16 not on
            Ascend910
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the numbers

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    prob_ = make.tensor("prob", prob)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnBernoulliTensor",
        self_,
        prob_,
        seed_,
        offset_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def binary_cross_entropy(
    self: TorchTensor,
    target: object,
    weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def binary_cross_entropy(
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def binary_cross_entropy(
    self: object,
    target: object,
    weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """The negative logarithm of what probabilities say of one of two classes, its mean or its sum
    (aclnnBinaryCrossEntropy).

        out = -weight * (target * log(self) + (1 - target) * log(1 - self)), with logarithms of at
            least -100, or the mean or the sum of these

    self       probabilities, 0 to 1: float32, float16; bfloat16 not on Ascend910
    target     what they should be: float32, float16; bfloat16 not on Ascend910
    weight     factors, broadcast to self; NULL: 1: float32, float16; bfloat16 not on Ascend910
    reduction  how losses are joined: 0 not, 1 to their mean, 2 to their sum
    out        the losses

    Returns an array with the shape loss(self, target, reduction) and the data type of self.
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = None if weight is None else make.tensor("weight", weight)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnBinaryCrossEntropy",
        self_,
        target_,
        weight_,
        reduction_,
        make.output("out", out, rules.loss(self_, target_, reduction_), self_.type),
    )


@overload
def binary_cross_entropy_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def binary_cross_entropy_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def binary_cross_entropy_backward(
    grad_output: object,
    self: object,
    target: object,
    weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnBinaryCrossEntropy (aclnnBinaryCrossEntropyBackward).

        out = gradOutput * weightOptional * (self - target) / (self * (1 - self)), with a
            denominator of at least 1e-12, over the number of elements with reduction 1

    grad_output  the gradient of the losses, or of the one: float32, float16; bfloat16 not on
                 Ascend910
    self         probabilities, 0 to 1: float32, float16; bfloat16 not on Ascend910
    target       what they should be: float32, float16; bfloat16 not on Ascend910
    weight       factors, broadcast to self; NULL: 1: float32, float16; bfloat16 not on Ascend910
    reduction    how losses were joined: 0 not, 1 to their mean, 2 to their sum
    out          the gradient of self

    Returns an array with the shape of self and the data type promote(self, target, grad_output,
    weight).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = None if weight is None else make.tensor("weight", weight)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnBinaryCrossEntropyBackward",
        grad_output_,
        self_,
        target_,
        weight_,
        reduction_,
        make.output("out", out, self_.shape, rules.promote(self_, target_, grad_output_, weight_)),
    )


@overload
def binary_cross_entropy_with_logits(
    self: TorchTensor,
    target: object,
    weight: object = None,
    pos_weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def binary_cross_entropy_with_logits(
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    pos_weight: ArrayLike | None = None,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def binary_cross_entropy_with_logits(
    self: object,
    target: object,
    weight: object = None,
    pos_weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """The negative logarithm of what the sigmoids of numbers say of one of two classes, its mean or
    its sum (aclnnBinaryCrossEntropyWithLogits).

        out = -weightOptional * (posWeightOptional * target * log(s) + (1 - target) * log(1 - s))
            with s = 1 / (1 + exp(-self)), or the mean or the sum of these

    self        numbers whose sigmoid are probabilities: float32, float16; bfloat16 not on Ascend910
    target      what these should be: float32, float16; bfloat16 not on Ascend910
    weight      factors, broadcast to self; NULL: 1
    pos_weight  factors of the first class, broadcast to self; NULL: 1
    reduction   how losses are joined: 0 not, 1 to their mean, 2 to their sum
    out         the losses

    Returns an array with the shape loss(self, target, reduction) and the data type of target.
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = None if weight is None else make.tensor("weight", weight)
    pos_weight_ = None if pos_weight is None else make.tensor("pos_weight", pos_weight)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnBinaryCrossEntropyWithLogits",
        self_,
        target_,
        weight_,
        pos_weight_,
        reduction_,
        make.output("out", out, rules.loss(self_, target_, reduction_), target_.type),
    )


@overload
def binary_cross_entropy_with_logits_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    weight: object = None,
    pos_weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def binary_cross_entropy_with_logits_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    pos_weight: ArrayLike | None = None,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def binary_cross_entropy_with_logits_backward(
    grad_output: object,
    self: object,
    target: object,
    weight: object = None,
    pos_weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnBinaryCrossEntropyWithLogits
    (aclnnBinaryCrossEntropyWithLogitsBackward).

        out = gradOutput * weightOptional * ((posWeightOptional * target + 1 - target) * s -
            posWeightOptional * target) with s = 1 / (1 + exp(-self)), over the number of elements
            with reduction 1

    grad_output  the gradient of the losses, or of the one: float32, float16; bfloat16 not on
                 Ascend910
    self         numbers whose sigmoid are probabilities: float32, float16; bfloat16 not on
                 Ascend910
    target       what these should be: float32, float16; bfloat16 not on Ascend910
    weight       factors, broadcast to self; NULL: 1: float32, float16; bfloat16 not on Ascend910
    pos_weight   factors of the first class, broadcast to self; NULL: 1: float32, float16; bfloat16
                 not on Ascend910
    reduction    how losses were joined: 0 not, 1 to their mean, 2 to their sum
    out          the gradient of self

    Returns an array with the shape of self and the data type of target.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = None if weight is None else make.tensor("weight", weight)
    pos_weight_ = None if pos_weight is None else make.tensor("pos_weight", pos_weight)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnBinaryCrossEntropyWithLogitsBackward",
        grad_output_,
        self_,
        target_,
        weight_,
        pos_weight_,
        reduction_,
        make.output("out", out, self_.shape, target_.type),
    )


@overload
def binary_cross_entropy_with_logits_target_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    weight: object = None,
    pos_weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    grad_target: object = None,
) -> TorchTensor: ...


@overload
def binary_cross_entropy_with_logits_target_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    pos_weight: ArrayLike | None = None,
    reduction: SupportsIndex = 1,
    *,
    grad_target: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def binary_cross_entropy_with_logits_target_backward(
    grad_output: object,
    self: object,
    target: object,
    weight: object = None,
    pos_weight: object = None,
    reduction: SupportsIndex = 1,
    *,
    grad_target: object = None,
) -> Any:
    """The gradient of aclnnBinaryCrossEntropyWithLogits by its target
    (aclnnBinaryCrossEntropyWithLogitsTargetBackward).

        gradTarget = gradOutput * weightOptional * (log(1 - s) - posWeightOptional * log(s)) with s
            = 1 / (1 + exp(-self)), over the number of elements with reduction 1

    grad_output  the gradient of the losses, or of the one: float32, float16, bfloat16
    self         numbers whose sigmoid are probabilities: float32, float16, bfloat16
    target       what these should be; its shape counts: float32, float16, bfloat16
    weight       factors, broadcast to self; NULL: 1: float32, float16, bfloat16
    pos_weight   factors of the first class, broadcast to self; NULL: 1: float32, float16, bfloat16
    reduction    how losses were joined: 0 not, 1 to their mean, 2 to their sum
    grad_target  the gradient of target

    Returns an array with the shape of self and the data type of target.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = None if weight is None else make.tensor("weight", weight)
    pos_weight_ = None if pos_weight is None else make.tensor("pos_weight", pos_weight)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
        grad_output_,
        self_,
        target_,
        weight_,
        pos_weight_,
        reduction_,
        make.output("grad_target", grad_target, self_.shape, target_.type),
    )


@overload
def bitwise_and_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bitwise_and_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bitwise_and_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """The bits of a tensor and of a number, joined by and (aclnnBitwiseAndScalar).

        out = self & other

    self   integers or bool: int16, int32, int64, int8, uint8, bool, uint16
    other  an integer or bool: int16, int32, int64, int8, uint8, bool, uint16
    out    the result

    Returns an array with the shape of self and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnBitwiseAndScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.promote(self_, other_)),
    )


@overload
def bitwise_and_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bitwise_and_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bitwise_and_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The bits of two tensors, joined by and (aclnnBitwiseAndTensor).

        out = self & other

    self   integers or bool: int16, int32, int64, int8, uint8, bool, uint16
    other  integers or bool: int16, int32, int64, int8, uint8, bool, uint16
    out    the result

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnBitwiseAndTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def bitwise_not(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bitwise_not(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bitwise_not(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The opposite bits of every element; of bool the opposite truth value (aclnnBitwiseNot).

        out = ~self

    self  integers or bool: int8, int16, int32, int64, uint8, bool; uint16, uint32, uint64 on
          Ascend950
    out   their opposites

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnBitwiseNot",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def bitwise_or_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bitwise_or_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bitwise_or_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """The bits of a tensor and of a number, joined by or (aclnnBitwiseOrScalar).

        out = self | other

    self   integers or bool: int8, int16, int32, int64, uint8, bool, uint16; uint32, uint64 on
           Ascend950
    other  an integer or bool: int8, int16, int32, int64, uint8, bool, uint16; uint32, uint64 on
           Ascend950
    out    the result

    Returns an array with the shape of self and the data type promote_narrowed(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnBitwiseOrScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.promote_narrowed(self_, other_)),
    )


@overload
def bitwise_or_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bitwise_or_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bitwise_or_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The bits of two tensors, joined by or (aclnnBitwiseOrTensor).

        out = self | other

    self   integers or bool: int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool
    other  integers or bool: int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool
    out    the result

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnBitwiseOrTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def bitwise_xor_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bitwise_xor_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bitwise_xor_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """The bits of a tensor and of a number, joined by exclusive or (aclnnBitwiseXorScalar).

        out = self ^ other

    self   integers or bool: int8, int16, int32, int64, uint8, bool; uint16, uint32, uint64 on
           Ascend950
    other  an integer or bool: int8, int16, int32, int64, uint8, bool; uint16, uint32, uint64 on
           Ascend950
    out    the result

    Returns an array with the shape of self and the data type promote_narrowed(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnBitwiseXorScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.promote_narrowed(self_, other_)),
    )


@overload
def bitwise_xor_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def bitwise_xor_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def bitwise_xor_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The bits of two tensors, joined by exclusive or (aclnnBitwiseXorTensor).

        out = self ^ other

    self   integers or bool: int8, int16, int32, int64, uint8, bool; uint16, uint32, uint64 on
           Ascend950
    other  integers or bool: int8, int16, int32, int64, uint8, bool; uint16, uint32, uint64 on
           Ascend950
    out    the result

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnBitwiseXorTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def cast(
    self: TorchTensor,
    dtype: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def cast(
    self: ArrayLike,
    dtype: object,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def cast(
    self: object,
    dtype: object,
    *,
    out: object = None,
) -> Any:
    """Converts every element to another data type (aclnnCast).

        out = self in the type dtype

    self   the numbers, of up to 8 dimensions: float32, float16, int8, int16, int32, int64, uint8,
           uint16, uint32, uint64, bool, float64, complex64, complex128; bfloat16 not on Ascend910
    dtype  the data type, that of out: float32, float16, int8, int16, int32, int64, uint8, uint16,
           uint32, uint64, bool, float64, complex64, complex128; bfloat16 not on Ascend910;
           ACL_COMPLEX32, ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn, ACL_FLOAT4_E1M2, float4_e2m1fn,
           int4 on Ascend950
    out    the numbers in it; what a float is beyond an integer's range becomes its nearest number,
           NaN 0

    Returns an array with the shape of self and the data type dtype.
    """
    self_ = make.tensor("self", self)
    dtype_ = convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnCast",
        self_,
        convert.type_code(dtype_),
        make.output("out", out, self_.shape, dtype_),
    )


def cat(
    tensors: Sequence[object] | None = None,
    dim: SupportsIndex = 0,
    *,
    out: Any = None,
) -> Any:
    """Joins tensors along a dimension (aclnnCat).

        out[..., i, ...] = the place i of all tensors one behind the other

    tensors  the tensors, of 1 to 8 dimensions that are the same but for the one they are joined
             along; of different types they are converted to the common one. Those of one dimension
             without elements are left out: float32, int32, int64, float16, int16, int8, uint8,
             float64, complex64, bool; bfloat16 not on Ascend910; uint16, uint32, uint64,
             float8_e4m3fn, float8_e5m2, ACL_HIFLOAT8, float8_e8m0fnu, ACL_FLOAT4_E1M2,
             float4_e2m1fn on Ascend950
    dim      the dimension; negative ones count from the last
    out      all of them, in a type that the common one converts to

    Returns an array with the shape joined(tensors, dim) and the data type promote_list(tensors).
    """
    tensors_ = None if tensors is None else make.tensors("tensors", tensors)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnCat",
        tensors_,
        dim_,
        make.output("out", out, rules.joined(tensors_, dim_), rules.promote_list(tensors_)),
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
def celu(
    self: TorchTensor,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def celu(
    self: ArrayLike,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def celu(
    self: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Bends a straight line below 0 by the exponential function, smoothly (aclnnCelu).

        out = max(0, self) + min(0, alpha * (e ^ (self / alpha) - 1))

    self   the numbers: float32, float16; bfloat16 not on Ascend910
    alpha  the width of the bend, as float32
    out    the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnCelu",
        self_,
        alpha_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def channel_shuffle(
    self: TorchTensor,
    groups: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def channel_shuffle(
    self: ArrayLike,
    groups: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def channel_shuffle(
    self: object,
    groups: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Puts channels of groups one after the other: the first of each group, then the second
    (aclnnChannelShuffle).

        out[n, c * groups + g, ...] = self[n, g * (channels / groups) + c, ...]

    self    the tensor, of 3 to 7 dimensions; the second one has the channels: float16, float32,
            float64, int8, uint8, int16, int32, int64, bool, complex64, complex128, bfloat16
    groups  how many groups there are, which divide the channels
    out     the same elements, of the same type and shape

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    groups_ = convert.integer("groups", groups)
    return make.run(
        "aclnnChannelShuffle",
        self_,
        groups_,
        make.output("out", out, self_.shape, self_.type),
    )


def chunk_cat(
    tensors: Sequence[object],
    *,
    dim: SupportsIndex = 0,
    num_chunks: SupportsIndex,
    out: Any = None,
) -> Any:
    """Cuts tensors into chunks and joins them chunk by chunk, as rows (aclnnChunkCat).

        out[c] = chunk c of the first dimension of tensors[0], that of tensors[1] and so on, each as
            a row; chunks of a tensor have one size, with zeros behind its last places

    tensors     the tensors, of one type and 1 to 8 dimensions; those without elements are left out:
                float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    dim         the dimension that is cut: 0
    num_chunks  the rows of out
    out         the rows, float32 if the tensors are

    Returns an array with the shape chunked(tensors, num_chunks) and the data type
    promote_list(tensors).
    """
    tensors_ = make.tensors("tensors", tensors)
    dim_ = convert.integer("dim", dim)
    num_chunks_ = convert.integer("num_chunks", num_chunks)
    return make.run(
        "aclnnChunkCat",
        tensors_,
        dim_,
        num_chunks_,
        make.output("out", out, rules.chunked(tensors_, num_chunks_), rules.promote_list(tensors_)),
    )


@overload
def circular_pad2d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def circular_pad2d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def circular_pad2d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Lets the last two dimensions go round (aclnnCircularPad2d).

        out[..., i, ...] = what is left of self[..., (i - before) mod n, ...], of n places; before
            is 0 where places are cut off there

    self     [channels, height, width], or with a batch before that: float32, bfloat16, float16,
             int32, int8 on Ascend910B and Ascend910_93
    padding  places that come left, right, top and bottom; negative ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnCircularPad2d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def circular_pad2d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def circular_pad2d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def circular_pad2d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of places that go round in the last two dimensions (aclnnCircularPad2dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that CircularPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16 on Ascend910B,
                 Ascend910_93 and Ascend950
    self         what was padded, [channels, height, width], or with a batch before that; only its
                 shape and type count: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
                 Ascend950
    padding      places that came left, right, top and bottom; negative ones were cut off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnCircularPad2dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def circular_pad3d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def circular_pad3d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def circular_pad3d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Lets the last three dimensions go round (aclnnCircularPad3d).

        out[..., i, ...] = what is left of self[..., (i - before) mod n, ...], of n places; before
            is 0 where places are cut off there

    self     [channels, depth, height, width], or with a batch before that: float32, bfloat16,
             float16, int32, int8 on Ascend910B and Ascend910_93
    padding  places that come left, right, top, bottom, front and back; negative ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnCircularPad3d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def circular_pad3d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def circular_pad3d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def circular_pad3d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of places that go round in the last three dimensions
    (aclnnCircularPad3dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that CircularPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16 on Ascend910B,
                 Ascend910_93 and Ascend950
    self         what was padded, [channels, depth, height, width], or with a batch before that;
                 only its shape and type count: float32, float16, bfloat16 on Ascend910B,
                 Ascend910_93 and Ascend950
    padding      places that came left, right, top, bottom, front and back, each less than self has
                 there; negative ones were cut off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnCircularPad3dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
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
def complex(
    real: TorchTensor,
    imag: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def complex(
    real: ArrayLike,
    imag: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def complex(
    real: object,
    imag: object,
    *,
    out: object = None,
) -> Any:
    """Complex numbers of their real and imaginary parts (aclnnComplex).

        out = real + imag * j

    real  the real parts: float32, float64
    imag  the imaginary parts, of the same type: float16, float32, float64
    out   the numbers; complex64 of float32, complex128 of float64

    Returns an array with the shape broadcast(real, imag) and the data type complex_type(real).
    """
    real_ = make.tensor("real", real)
    imag_ = make.tensor("imag", imag)
    return make.run(
        "aclnnComplex",
        real_,
        imag_,
        make.output("out", out, rules.broadcast(real_, imag_), rules.complex_type(real_)),
    )


@overload
def confusion_transpose(
    x: TorchTensor,
    perm: Sequence[SupportsIndex],
    shape: Sequence[SupportsIndex],
    transpose_first: bool,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def confusion_transpose(
    x: ArrayLike,
    perm: Sequence[SupportsIndex],
    shape: Sequence[SupportsIndex],
    transpose_first: bool,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def confusion_transpose(
    x: object,
    perm: Sequence[SupportsIndex],
    shape: Sequence[SupportsIndex],
    transpose_first: bool,
    *,
    out: object = None,
) -> Any:
    """Another shape and another order of dimensions, in either turn (aclnnConfusionTranspose).

        out = the dimensions of (x in shape) in the order perm; or, with transpose_first, (the
            dimensions of x in the order perm) in shape

    x                the tensor, of 1 to 8 dimensions: int8, int16, int32, int64, uint8, uint16,
                     uint32, uint64, float16, float32, bfloat16 on Ascend950
    perm             each dimension once, in the order of the result: of x, or of shape
    shape            the other shape, of as many elements, in 1 to 8 dimensions
    transpose_first  whether the order changes first
    out              the same elements, of the same type

    Returns an array with the shape confused(x, perm, shape, transpose_first) and the data type of
    x.
    """
    x_ = make.tensor("x", x)
    perm_ = convert.integers("perm", perm)
    shape_ = convert.integers("shape", shape)
    transpose_first_ = convert.boolean("transpose_first", transpose_first)
    return make.run(
        "aclnnConfusionTranspose",
        x_,
        perm_,
        shape_,
        transpose_first_,
        make.output("out", out, rules.confused(x_, perm_, shape_, transpose_first_), x_.type),
    )


@overload
def constant_pad_nd(
    self: TorchTensor,
    pad: Sequence[SupportsIndex],
    value: Number = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def constant_pad_nd(
    self: ArrayLike,
    pad: Sequence[SupportsIndex],
    value: Number = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def constant_pad_nd(
    self: object,
    pad: Sequence[SupportsIndex],
    value: Number = 0,
    *,
    out: object = None,
) -> Any:
    """Puts places of one number before and behind dimensions, or cuts places off
    (aclnnConstantPadNd).

        out[..., i, ...] = self[..., i - before, ...] where that is a place of self, else value

    self   the tensor, of up to 8 dimensions: float32, float16, int8, int16, int32, int64, uint8,
           uint16, uint32, uint64, bool, float64, complex64, complex128; bfloat16 not on Ascend910
    pad    places before and behind, for the last dimension first, then for the one before it and so
           on; negative ones cut off
    value  the number, which is converted to the type of self
    out    of the same type

    Returns an array with the shape padded(self, pad) and the data type of self.
    """
    self_ = make.tensor("self", self)
    pad_ = convert.integers("pad", pad)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnConstantPadNd",
        self_,
        pad_,
        value_,
        make.output("out", out, rules.padded(self_, pad_), self_.type),
    )


@overload
def convolution(
    input: TorchTensor,
    weight: object,
    *,
    bias: object = None,
    stride: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    transposed: bool = False,
    output_padding: Sequence[SupportsIndex] | None = None,
    groups: SupportsIndex = 1,
    cube_math_type: SupportsIndex = 1,
    output: object = None,
) -> TorchTensor: ...


@overload
def convolution(
    input: ArrayLike,
    weight: ArrayLike,
    *,
    bias: ArrayLike | None = None,
    stride: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    transposed: bool = False,
    output_padding: Sequence[SupportsIndex] | None = None,
    groups: SupportsIndex = 1,
    cube_math_type: SupportsIndex = 1,
    output: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def convolution(
    input: object,
    weight: object,
    *,
    bias: object = None,
    stride: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    transposed: bool = False,
    output_padding: Sequence[SupportsIndex] | None = None,
    groups: SupportsIndex = 1,
    cube_math_type: SupportsIndex = 1,
    output: object = None,
) -> Any:
    """Convolves images with windows of weights, in 1 to 3 dimensions, or transposes that
    (aclnnConvolution).

        output[n, o, y] = bias[o] + the sum of weight[o, c, k] * input[n, c of the group of o, y *
            stride - padding + k * dilation] over c and k; what lies outside of the input is 0
        transposed: output[n, c, x] = bias[c] + the sum of weight[o, c, k] * input[n, o, y] over o
            of the group of c and x = y * stride - padding + k * dilation

    input           the images, [n, channels, length], [n, channels, height, width] or [n, channels,
                    depth, height, width], with format NCL, NCHW or NCDHW: float32, float16;
                    bfloat16 not on Ascend910
    weight          the windows, [output channels, channels / groups, ...]; [channels, output
                    channels / groups, ...] of a transposed convolution; with the format of input:
                    float32, float16; bfloat16 not on Ascend910; ACL_HIFLOAT8, float8_e4m3fn on
                    Ascend950
    bias            a number for each output channel; none where it is NULL: float32, float16,
                    bfloat16
    stride          from one window to the next, for each spatial dimension
    padding         zeros on each side of the input, for each spatial dimension; of one and two
                    dimensions also for each of the two sides, top, bottom, left, right
    dilation        from one element of a window to the next
    transposed      whether input is what a convolution gave
    output_padding  places of a transposed convolution's output that no window needs; not read
                    otherwise, and may be NULL then
    groups          parts that the channels are in, each of which is convolved by itself
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups. All are computed in float32 and
                    rounded once
    output          [n, output channels, ...], with the format of input

    Returns an array with the shape convolved(input, weight, stride, padding, dilation, transposed,
    output_padding, groups) and the data type of input.
    """
    input_ = make.tensor("input", input)
    weight_ = make.tensor("weight", weight)
    bias_ = None if bias is None else make.tensor("bias", bias)
    stride_ = convert.integers("stride", stride)
    padding_ = convert.integers("padding", padding)
    dilation_ = convert.integers("dilation", dilation)
    transposed_ = convert.boolean("transposed", transposed)
    output_padding_ = (
        None if output_padding is None else convert.integers("output_padding", output_padding)
    )
    groups_ = convert.integer("groups", groups)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnConvolution",
        make.image(input_),
        make.image(weight_),
        bias_,
        stride_,
        padding_,
        dilation_,
        transposed_,
        output_padding_,
        groups_,
        make.image(
            make.output(
                "output",
                output,
                rules.convolved(
                    input_,
                    weight_,
                    stride_,
                    padding_,
                    dilation_,
                    transposed_,
                    output_padding_,
                    groups_,
                ),
                input_.type,
            ),
        ),
        cube_math_type_,
    )


@overload
def convolution_backward(
    grad_output: TorchTensor,
    input: object,
    weight: object,
    *,
    bias_sizes: Sequence[SupportsIndex] | None = None,
    stride: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    transposed: bool = False,
    output_padding: Sequence[SupportsIndex],
    groups: SupportsIndex = 1,
    output_mask: Sequence[bool] = (True, True, True),
    cube_math_type: SupportsIndex = 1,
    grad_input: object = None,
    grad_weight: object = None,
    grad_bias: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def convolution_backward(
    grad_output: ArrayLike,
    input: ArrayLike,
    weight: ArrayLike,
    *,
    bias_sizes: Sequence[SupportsIndex] | None = None,
    stride: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    transposed: bool = False,
    output_padding: Sequence[SupportsIndex],
    groups: SupportsIndex = 1,
    output_mask: Sequence[bool] = (True, True, True),
    cube_math_type: SupportsIndex = 1,
    grad_input: NDArray[Any] | None = None,
    grad_weight: NDArray[Any] | None = None,
    grad_bias: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def convolution_backward(
    grad_output: object,
    input: object,
    weight: object,
    *,
    bias_sizes: Sequence[SupportsIndex] | None = None,
    stride: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    transposed: bool = False,
    output_padding: Sequence[SupportsIndex],
    groups: SupportsIndex = 1,
    output_mask: Sequence[bool] = (True, True, True),
    cube_math_type: SupportsIndex = 1,
    grad_input: object = None,
    grad_weight: object = None,
    grad_bias: object = None,
) -> tuple[Any, Any, Any]:
    """The gradients of a convolution: of its input, its weight and its bias
    (aclnnConvolutionBackward).

        gradInput = the sum of gradOutput * weight over the outputs that read an element
        gradWeight = the sum of gradOutput * input over the outputs and images
        gradBias = the sum of gradOutput over images and places

    grad_output     the gradient of the convolution's result, [n, output channels, ...], with format
                    NCL, NCHW or NCDHW: float32, float16; bfloat16 not on Ascend910
    input           the images, [n, channels, ...]: float32, float16; bfloat16 not on Ascend910;
                    ACL_HIFLOAT8, float8_e4m3fn on Ascend950
    weight          the windows, [output channels, channels / groups, ...]; [channels, output
                    channels / groups, ...] of a transposed convolution: float32, float16; bfloat16
                    not on Ascend910; ACL_HIFLOAT8, float8_e4m3fn on Ascend950
    bias_sizes      the shape of the bias; read only where input or weight is empty
    stride          from one window to the next, for each spatial dimension
    padding         zeros on each side of the input, for each spatial dimension; of two dimensions
                    also for each of the sides, top, bottom, left, right
    dilation        from one element of a window to the next
    transposed      whether the convolution was a transposed one
    output_padding  places of a transposed convolution's output that no window needs; 0 otherwise
    groups          parts that the channels are in
    output_mask     three entries: whether each of the gradients is wanted
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32. All are computed in float32 and rounded once
    grad_input      of the shape of input; may be NULL where it is not wanted
    grad_weight     of the shape of weight; may be NULL where it is not wanted
    grad_bias       [output channels], with format ND; may be NULL where it is not wanted

    Returns grad_input, an array with the shape of input and the data type of input; grad_weight, an
    array with the shape of weight and the data type of weight; grad_bias, an array with the shape
    channels(grad_output) and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    input_ = make.tensor("input", input)
    weight_ = make.tensor("weight", weight)
    bias_sizes_ = None if bias_sizes is None else convert.integers("bias_sizes", bias_sizes)
    stride_ = convert.integers("stride", stride)
    padding_ = convert.integers("padding", padding)
    dilation_ = convert.integers("dilation", dilation)
    transposed_ = convert.boolean("transposed", transposed)
    output_padding_ = convert.integers("output_padding", output_padding)
    groups_ = convert.integer("groups", groups, "int")
    output_mask_ = convert.booleans("output_mask", output_mask)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    result: tuple[Any, Any, Any] = make.run(
        "aclnnConvolutionBackward",
        make.image(grad_output_),
        make.image(input_),
        make.image(weight_),
        bias_sizes_,
        stride_,
        padding_,
        dilation_,
        transposed_,
        output_padding_,
        groups_,
        output_mask_,
        cube_math_type_,
        make.image(make.output("grad_input", grad_input, input_.shape, input_.type)),
        make.image(make.output("grad_weight", grad_weight, weight_.shape, weight_.type)),
        make.output("grad_bias", grad_bias, rules.channels(grad_output_), grad_output_.type),
    )
    return result


@overload
def cos(
    input: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def cos(
    input: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def cos(
    input: object,
    *,
    out: object = None,
) -> Any:
    """The cosine of every element (aclnnCos).

        out = cos(input)

    input  angles in radians; integers and bool are computed in float32: float32, int32, int64,
           float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on
           Ascend910
    out    their cosines

    Returns an array with the shape of input and the data type compute_in_float(input).
    """
    input_ = make.tensor("input", input)
    return make.run(
        "aclnnCos",
        input_,
        make.output("out", out, input_.shape, rules.compute_in_float(input_)),
    )


@overload
def cosh(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def cosh(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def cosh(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The hyperbolic cosine of every element (aclnnCosh).

        out = cosh(self)

    self  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
          int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out   the results

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnCosh",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def cross_entropy_loss(
    input: TorchTensor,
    target: object,
    weight: object = None,
    reduction: str = "mean",
    ignore_index: SupportsIndex = -100,
    label_smoothing: float = 0.0,
    lse_square_scale_for_zloss: float = 0.0,
    return_zloss: bool = False,
    *,
    loss_out: object = None,
    log_prob_out: object = None,
    zloss_out: object = None,
    lse_for_zloss_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def cross_entropy_loss(
    input: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    reduction: str = "mean",
    ignore_index: SupportsIndex = -100,
    label_smoothing: float = 0.0,
    lse_square_scale_for_zloss: float = 0.0,
    return_zloss: bool = False,
    *,
    loss_out: NDArray[Any] | None = None,
    log_prob_out: NDArray[Any] | None = None,
    zloss_out: NDArray[Any] | None = None,
    lse_for_zloss_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def cross_entropy_loss(
    input: object,
    target: object,
    weight: object = None,
    reduction: str = "mean",
    ignore_index: SupportsIndex = -100,
    label_smoothing: float = 0.0,
    lse_square_scale_for_zloss: float = 0.0,
    return_zloss: bool = False,
    *,
    loss_out: object = None,
    log_prob_out: object = None,
    zloss_out: object = None,
    lse_for_zloss_out: object = None,
) -> tuple[Any, Any, Any, Any]:
    """The cross entropy of classes and the softmax of rows (aclnnCrossEntropyLoss).

        lossOut = -weightOptional[t] * l[n, t] with t = target[n], l = logProbOut = input[n, c] -
            log of the sum of exp(input[n, :]), or the sum of these, or their sum over that of their
            weights; of these a part 1 - labelSmoothing, and labelSmoothing / C of the sum of
            -weightOptional[c] * l[n, c] over c

    input                       the exponents, (N, C): float32, float16, bfloat16 on Ascend910B,
                                Ascend910_93 and Ascend950
    target                      the classes, (N): 0 to C - 1, or ignoreIndex: int64 on Ascend910B,
                                Ascend910_93 and Ascend950; int32 on Ascend950
    weight                      a factor for each class, (C); NULL: 1: float32
    reduction                   how losses are joined: none, mean or sum; NULL: mean
    ignore_index                rows of this class count 0, and have no weight
    label_smoothing             the part of the loss that is shared by all classes, 0 to 1
    lse_square_scale_for_zloss  not used
    return_zloss                not used
    loss_out                    the losses, (N), or the one
    log_prob_out                the logarithms of the softmax, (N, C)
    zloss_out                   not written
    lse_for_zloss_out           not written

    Returns loss_out, an array with the shape row_losses(target, reduction) and the data type of
    input; log_prob_out, an array with the shape of input and the data type of input; zloss_out, an
    array with the shape row_losses(target, reduction) and the data type of input;
    lse_for_zloss_out, an array with the shape of target and the data type of input.
    """
    input_ = make.tensor("input", input)
    target_ = make.tensor("target", target)
    weight_ = None if weight is None else make.tensor("weight", weight)
    reduction_ = convert.text("reduction", reduction)
    ignore_index_ = convert.integer("ignore_index", ignore_index)
    label_smoothing_ = convert.real("label_smoothing", label_smoothing)
    lse_square_scale_for_zloss_ = convert.real(
        "lse_square_scale_for_zloss", lse_square_scale_for_zloss
    )
    return_zloss_ = convert.boolean("return_zloss", return_zloss)
    result: tuple[Any, Any, Any, Any] = make.run(
        "aclnnCrossEntropyLoss",
        input_,
        target_,
        weight_,
        reduction_,
        ignore_index_,
        label_smoothing_,
        lse_square_scale_for_zloss_,
        return_zloss_,
        make.output("loss_out", loss_out, rules.row_losses(target_, reduction_), input_.type),
        make.output("log_prob_out", log_prob_out, input_.shape, input_.type),
        make.output("zloss_out", zloss_out, rules.row_losses(target_, reduction_), input_.type),
        make.output("lse_for_zloss_out", lse_for_zloss_out, target_.shape, input_.type),
    )
    return result


@overload
def cross_entropy_loss_grad(
    grad_loss: TorchTensor,
    log_prob: object,
    target: object,
    weight: object = None,
    grad_zloss: object = None,
    lse_for_zloss: object = None,
    reduction: str = "mean",
    ignore_index: SupportsIndex = -100,
    label_smoothing: float = 0.0,
    lse_square_scale_for_zloss: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def cross_entropy_loss_grad(
    grad_loss: ArrayLike,
    log_prob: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike | None = None,
    grad_zloss: ArrayLike | None = None,
    lse_for_zloss: ArrayLike | None = None,
    reduction: str = "mean",
    ignore_index: SupportsIndex = -100,
    label_smoothing: float = 0.0,
    lse_square_scale_for_zloss: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def cross_entropy_loss_grad(
    grad_loss: object,
    log_prob: object,
    target: object,
    weight: object = None,
    grad_zloss: object = None,
    lse_for_zloss: object = None,
    reduction: str = "mean",
    ignore_index: SupportsIndex = -100,
    label_smoothing: float = 0.0,
    lse_square_scale_for_zloss: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnCrossEntropyLoss (aclnnCrossEntropyLossGrad).

        out[n, c] = g * (exp(logProb[n, c]) - (1 where c is target[n], else 0)) with g = gradLoss[n]
            * weightOptional[target[n]], over the sum of the weights with mean; 0 where target[n] is
            ignoreIndex

    grad_loss                   the gradient of the losses, (N), or of the one: float32, float16,
                                bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    log_prob                    the logarithms that aclnnCrossEntropyLoss gave, (N, C)
    target                      the classes, (N): 0 to C - 1, or ignoreIndex: int64 on Ascend910B,
                                Ascend910_93 and Ascend950; int32 on Ascend950
    weight                      a factor for each class, (C); NULL: 1: float32
    grad_zloss                  not used
    lse_for_zloss               not used
    reduction                   how losses were joined: none, mean or sum; NULL: mean
    ignore_index                rows of this class have no gradient
    label_smoothing             the part of the loss that is shared by all classes, 0 to 1
    lse_square_scale_for_zloss  not used
    out                         the gradient of the exponents

    Returns an array with the shape of log_prob and the data type of log_prob.
    """
    grad_loss_ = make.tensor("grad_loss", grad_loss)
    log_prob_ = make.tensor("log_prob", log_prob)
    target_ = make.tensor("target", target)
    weight_ = None if weight is None else make.tensor("weight", weight)
    grad_zloss_ = None if grad_zloss is None else make.tensor("grad_zloss", grad_zloss)
    lse_for_zloss_ = None if lse_for_zloss is None else make.tensor("lse_for_zloss", lse_for_zloss)
    reduction_ = convert.text("reduction", reduction)
    ignore_index_ = convert.integer("ignore_index", ignore_index)
    label_smoothing_ = convert.real("label_smoothing", label_smoothing)
    lse_square_scale_for_zloss_ = convert.real(
        "lse_square_scale_for_zloss", lse_square_scale_for_zloss
    )
    return make.run(
        "aclnnCrossEntropyLossGrad",
        grad_loss_,
        log_prob_,
        target_,
        weight_,
        grad_zloss_,
        lse_for_zloss_,
        reduction_,
        ignore_index_,
        label_smoothing_,
        lse_square_scale_for_zloss_,
        make.output("out", out, log_prob_.shape, log_prob_.type),
    )


@overload
def cummax(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def cummax(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    values_out: NDArray[Any] | None = None,
    indices_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def cummax(
    self: object,
    dim: SupportsIndex = -1,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[Any, Any]:
    """The largest element so far along a dimension, and its place: of equal ones the last, of NaNs
    too (aclnnCummax).

        valuesOut[i] = the largest of self[0] ... self[i] along dim, NaN where one is; indicesOut[i]
            = its index

    self         the numbers: float32, float16, float64, int8, int16, int32, int64, uint8, bool;
                 bfloat16 not on Ascend910
    dim          the dimension to go along, negative ones counted from the last
    values_out   the largest
    indices_out  where they are, int32 or int64

    Returns values_out, an array with the shape of self and the data type of self; indices_out, an
    array with the shape of self and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    result: tuple[Any, Any] = make.run(
        "aclnnCummax",
        self_,
        dim_,
        make.output("values_out", values_out, self_.shape, self_.type),
        make.output("indices_out", indices_out, self_.shape, "int64"),
    )
    return result


@overload
def cummin(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def cummin(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    values_out: NDArray[Any] | None = None,
    indices_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def cummin(
    self: object,
    dim: SupportsIndex = -1,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[Any, Any]:
    """The smallest element so far along a dimension, and its place: of equal ones the last, of NaNs
    too (aclnnCummin).

        valuesOut[i] = the smallest of self[0] ... self[i] along dim, NaN where one is;
            indicesOut[i] = its index

    self         the numbers: float32, float64, uint8, int8, int16, int32, int64, float16, bfloat16,
                 bool
    dim          the dimension to go along, negative ones counted from the last
    values_out   the smallest
    indices_out  where they are, int32 or int64

    Returns values_out, an array with the shape of self and the data type of self; indices_out, an
    array with the shape of self and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    result: tuple[Any, Any] = make.run(
        "aclnnCummin",
        self_,
        dim_,
        make.output("values_out", values_out, self_.shape, self_.type),
        make.output("indices_out", indices_out, self_.shape, "int64"),
    )
    return result


@overload
def cumprod(
    input: TorchTensor,
    dim: Number,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def cumprod(
    input: ArrayLike,
    dim: Number,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def cumprod(
    input: object,
    dim: Number,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """The running product along a dimension (aclnnCumprod).

        out[i] = input[0] * ... * input[i] along dim

    input  the factors: float32, float16, bfloat16, float64, int8, int16, int32, int64, uint8,
           uint16, uint32, uint64
    dim    the dimension to multiply along, int32 or int64, negative ones counted from the last:
           int32, int64
    dtype  the type to compute in; that of out, or ACL_DT_UNDEFINED; None is that of input
    out    the products

    Returns an array with the shape of input and the data type dtype.
    """
    input_ = make.tensor("input", input)
    dim_ = convert.scalar("dim", dim)
    dtype_ = input_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnCumprod",
        input_,
        dim_,
        convert.type_code(dtype_),
        make.output("out", out, input_.shape, dtype_),
    )


@overload
def cumsum(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def cumsum(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def cumsum(
    self: object,
    dim: SupportsIndex = -1,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """The running sum along a dimension (aclnnCumsum).

        out[i] = self[0] + ... + self[i] along dim

    self   the summands
    dim    the dimension to sum along, negative ones counted from the last
    dtype  the type to compute in; that of out; None is that of self
    out    the sums

    Returns an array with the shape of self and the data type dtype.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    dtype_ = self_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnCumsum",
        self_,
        dim_,
        convert.type_code(dtype_),
        make.output("out", out, self_.shape, dtype_),
    )


@overload
def cumsum_v2(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    exclusive: bool = False,
    reverse: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def cumsum_v2(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    exclusive: bool = False,
    reverse: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def cumsum_v2(
    self: object,
    dim: SupportsIndex = -1,
    exclusive: bool = False,
    reverse: bool = False,
    *,
    out: object = None,
) -> Any:
    """The running sum along a dimension, from either end, with or without the element itself
    (aclnnCumsumV2).

        out[i] = self[0] + ... + self[i] along dim; without self[i] if exclusive, from the last one
            on if reverse

    self       the summands: float32, float16, int32, float64, uint8, int8, int16, int64, complex64,
               complex128; bfloat16 not on Ascend910
    dim        the dimension to sum along, negative ones counted from the last
    exclusive  whether element i has no part in sum i
    reverse    whether to begin with the last element
    out        the sums, in the type of self

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    exclusive_ = convert.boolean("exclusive", exclusive)
    reverse_ = convert.boolean("reverse", reverse)
    return make.run(
        "aclnnCumsumV2",
        self_,
        dim_,
        exclusive_,
        reverse_,
        make.output("out", out, self_.shape, self_.type),
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
def digamma(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def digamma(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def digamma(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The derivative of the gamma function's logarithm at every element (aclnnDigamma).

        out = digamma(self)

    self  the numbers: float64, float32, float16
    out   the results; NaN at -1, -2, ...

    Returns an array with the shape of self and the data type compute_in_own(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnDigamma",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_own(self_)),
    )


@overload
def div(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def div(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def div(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Divides a tensor by another (aclnnDiv).

        out = self / other

    self   the dividend; integers are computed in float32: float32, int32, int64, float16, int16,
           int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other  the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    out    the quotient

    Returns an array with the shape broadcast(self, other) and the data type true_quotient(self,
    other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnDiv",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.true_quotient(self_, other_)),
    )


@overload
def div_mod(
    self: TorchTensor,
    other: object,
    mode: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def div_mod(
    self: ArrayLike,
    other: ArrayLike,
    mode: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def div_mod(
    self: object,
    other: object,
    mode: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Divides a tensor by another: exactly, without the fraction, or rounded down (aclnnDivMod).

        out = self / other; trunc(self / other) for mode 1, floor(self / other) for 2

    self   the dividend: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    other  the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    mode   0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0
    out    the quotient; by 0, where integers are computed, all bits are set

    Returns an array with the shape broadcast(self, other) and the data type quotient(self, other,
    mode).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    mode_ = convert.integer("mode", mode, "int")
    return make.run(
        "aclnnDivMod",
        self_,
        other_,
        mode_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.quotient(self_, other_, mode_),
        ),
    )


@overload
def div_mods(
    self: TorchTensor,
    other: Number,
    mode: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def div_mods(
    self: ArrayLike,
    other: Number,
    mode: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def div_mods(
    self: object,
    other: Number,
    mode: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Divides a tensor by a number: exactly, without the fraction, or rounded down (aclnnDivMods).

        out = self / other; trunc(self / other) for mode 1, floor(self / other) for 2

    self   the dividend: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    other  the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    mode   0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0
    out    the quotient; by 0, where integers are computed, all bits are set

    Returns an array with the shape of self and the data type quotient_by(self, other, mode).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    mode_ = convert.integer("mode", mode, "int")
    return make.run(
        "aclnnDivMods",
        self_,
        other_,
        mode_,
        make.output("out", out, self_.shape, rules.quotient_by(self_, other_, mode_)),
    )


@overload
def divs(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def divs(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def divs(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Divides a tensor by a number (aclnnDivs).

        out = self / other

    self   the dividend; integers are computed in float32: float32, int32, int64, float16, int16,
           int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other  the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    out    the quotient

    Returns an array with the shape of self and the data type true_quotient_by(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnDivs",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.true_quotient_by(self_, other_)),
    )


@overload
def dot(
    self: TorchTensor,
    tensor: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def dot(
    self: ArrayLike,
    tensor: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def dot(
    self: object,
    tensor: object,
    *,
    out: object = None,
) -> Any:
    """Multiplies the elements of two vectors and adds them up (aclnnDot).

        out = sum(self * tensor)

    self    the first vector: float32, float16, int8, int32, uint8; bfloat16 not on Ascend910
    tensor  the second, of the same length
    out     the sum, of no dimensions; 0 of vectors without elements

    Returns an array with the shape multiplied(self, tensor) and the data type of self.
    """
    self_ = make.tensor("self", self)
    tensor_ = make.tensor("tensor", tensor)
    return make.run(
        "aclnnDot",
        self_,
        tensor_,
        make.output("out", out, rules.multiplied(self_, tensor_), self_.type),
    )


@overload
def dropout(
    input: TorchTensor,
    p: float = 0.5,
    train: bool = True,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
    mask_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def dropout(
    input: ArrayLike,
    p: float = 0.5,
    train: bool = True,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
    mask_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def dropout(
    input: object,
    p: float = 0.5,
    train: bool = True,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
    mask_out: object = None,
) -> tuple[Any, Any]:
    """Drops elements by chance, and makes up for them (aclnnDropout).

        out = input / (1 - p) with the probability 1 - p, else 0; input itself with p 0 or without
            train, zeros with p 1

    input     the elements: float32, float16; bfloat16 on Ascend910B and Ascend910_93
    p         the probability of an element that it is dropped
    train     whether any is dropped
    seed      names the sequence
    offset    names the part of it: calls with different offsets share no numbers
    out       the kept elements
    mask_out  which elements were kept, as aclnnDropoutGenMask draws it; it is not written without
              train, nor with p 0 or 1

    Returns out, an array with the shape of input and the data type of input; mask_out, an array
    with the shape mask_of(input) and the data type uint8.
    """
    input_ = make.tensor("input", input)
    p_ = convert.real("p", p)
    train_ = convert.boolean("train", train)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    result: tuple[Any, Any] = make.run(
        "aclnnDropout",
        input_,
        p_,
        train_,
        seed_,
        offset_,
        make.output("out", out, input_.shape, input_.type),
        make.output("mask_out", mask_out, rules.mask_of(input_), "uint8"),
    )
    return result


@overload
def dropout_backward(
    grad_output: TorchTensor,
    mask: object,
    scale: float,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def dropout_backward(
    grad_output: ArrayLike,
    mask: ArrayLike,
    scale: float,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def dropout_backward(
    grad_output: object,
    mask: object,
    scale: float,
    *,
    out: object = None,
) -> Any:
    """The gradient of elements some of which were dropped (aclnnDropoutBackward).

        out = gradOutput * scale where the bit is 1, else 0; with scale 1 gradOutput, with scale 0
            zeros, whatever the mask is

    grad_output  the gradient of what was kept: float32, float16; bfloat16 not on Ascend910
    mask         the bits: uint8
    scale        what made up for those dropped: 1 / (1 - p), or 0 where p is 1
    out          the gradient of the elements

    Returns an array with the shape of grad_output and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    mask_ = make.tensor("mask", mask)
    scale_ = convert.real("scale", scale)
    return make.run(
        "aclnnDropoutBackward",
        grad_output_,
        mask_,
        scale_,
        make.output("out", out, grad_output_.shape, grad_output_.type),
    )


@overload
def dropout_do_mask(
    self: TorchTensor,
    mask: object,
    prob: float,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def dropout_do_mask(
    self: ArrayLike,
    mask: ArrayLike,
    prob: float,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def dropout_do_mask(
    self: object,
    mask: object,
    prob: float,
    *,
    out: object = None,
) -> Any:
    """Keeps the elements whose bit in a mask is 1, and makes up for the others
    (aclnnDropoutDoMask).

        out = self / (1 - prob) where the bit is 1, else 0; with prob 0 self, with prob 1 zeros,
            whatever the mask is

    self  the elements: float32, float16; bfloat16 not on Ascend910
    mask  the bits, as aclnnDropoutGenMask draws them: uint8
    prob  the probability of an element that it is dropped
    out   the kept elements

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    mask_ = make.tensor("mask", mask)
    prob_ = convert.real("prob", prob)
    return make.run(
        "aclnnDropoutDoMask",
        self_,
        mask_,
        prob_,
        make.output("out", out, self_.shape, self_.type),
    )


def dropout_gen_mask(
    shape: Sequence[SupportsIndex],
    prob: float = 0.5,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: Any = None,
) -> Any:
    """Draws which elements of a shape are kept: a bit each, the first in the lowest bit of the
    first byte (aclnnDropoutGenMask).

        bit i of out = 0 with the probability prob, else 1

    shape   of the elements
    prob    the probability of an element that it is dropped
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the bits: 16 bytes for every 128 elements, or a part of them

    Returns an array with the shape mask(shape) and the data type uint8.
    """
    shape_ = convert.integers("shape", shape)
    prob_ = convert.real("prob", prob)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnDropoutGenMask",
        shape_,
        prob_,
        seed_,
        offset_,
        make.output("out", out, rules.mask(shape_), "uint8"),
    )


def dropout_gen_mask_v2(
    shape: Sequence[SupportsIndex],
    prob: float = 0.5,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    prob_data_type: object = "float32",
    *,
    out: Any = None,
) -> Any:
    """Draws which elements of a shape are kept: a bit each, the first in the lowest bit of the
    first byte (aclnnDropoutGenMaskV2).

        bit i of out = 0 with the probability prob, else 1

    shape           of the elements
    prob            the probability of an element that it is dropped
    seed            names the sequence
    offset          names the part of it: calls with different offsets share no numbers
    prob_data_type  float32, float16 or bfloat16; only its name counts here
    out             the bits: 16 bytes for every 128 elements, or a part of them

    Returns an array with the shape mask(shape) and the data type uint8.
    """
    shape_ = convert.integers("shape", shape)
    prob_ = convert.real("prob", prob)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    prob_data_type_ = convert.data_type_name("prob_data_type", prob_data_type)
    return make.run(
        "aclnnDropoutGenMaskV2",
        shape_,
        prob_,
        seed_,
        offset_,
        convert.type_code(prob_data_type_),
        make.output("out", out, rules.mask(shape_), "uint8"),
    )


def dropout_gen_mask_v2_tensor(
    shape: Sequence[SupportsIndex],
    prob: float,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
    prob_data_type: object = "float32",
    *,
    out: Any = None,
) -> Any:
    """Draws which elements of a shape are kept, from a seed in memory of the device
    (aclnnDropoutGenMaskV2Tensor).

        bit i of out = 0 with the probability prob, else 1

    shape           of the elements
    prob            the probability of an element that it is dropped
    seed_tensor     one element, which names the sequence; it is read when the call runs: int64
    offset_tensor   one element, likewise, which with offset names the part of it: int64
    offset          is added to offsetTensor
    prob_data_type  float32, float16 or bfloat16; only its name counts here
    out             the bits: 16 bytes for every 128 elements, or a part of them

    Returns an array with the shape mask(shape) and the data type uint8.
    """
    shape_ = convert.integers("shape", shape)
    prob_ = convert.real("prob", prob)
    seed_tensor_ = make.tensor("seed_tensor", seed_tensor)
    offset_tensor_ = make.tensor("offset_tensor", offset_tensor)
    offset_ = convert.integer("offset", offset)
    prob_data_type_ = convert.data_type_name("prob_data_type", prob_data_type)
    return make.run(
        "aclnnDropoutGenMaskV2Tensor",
        shape_,
        prob_,
        seed_tensor_,
        offset_tensor_,
        offset_,
        convert.type_code(prob_data_type_),
        make.output("out", out, rules.mask(shape_), "uint8"),
    )


@overload
def dropout_v3(
    input: TorchTensor,
    optional_noise_shape: object = None,
    p: float = 0.5,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
    mask_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def dropout_v3(
    input: ArrayLike,
    optional_noise_shape: ArrayLike | None = None,
    p: float = 0.5,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
    mask_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def dropout_v3(
    input: object,
    optional_noise_shape: object = None,
    p: float = 0.5,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
    mask_out: object = None,
) -> tuple[Any, Any]:
    """Drops elements by chance, and makes up for them (aclnnDropoutV3).

        out = input / (1 - p) with the probability 1 - p, else 0; input itself with p 0, zeros with
            p 1

    input                 the elements: float32, float16; bfloat16 not on Ascend910
    optional_noise_shape  must be NULL
    p                     the probability of an element that it is dropped
    seed                  names the sequence
    offset                names the part of it: calls with different offsets share no numbers
    out                   the kept elements
    mask_out              which elements were kept, as aclnnDropoutGenMask draws it

    Returns out, an array with the shape of input and the data type of input; mask_out, an array
    with the shape mask_of(input) and the data type uint8.
    """
    input_ = make.tensor("input", input)
    optional_noise_shape_ = (
        None
        if optional_noise_shape is None
        else make.tensor("optional_noise_shape", optional_noise_shape)
    )
    p_ = convert.real("p", p)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    result: tuple[Any, Any] = make.run(
        "aclnnDropoutV3",
        input_,
        optional_noise_shape_,
        p_,
        seed_,
        offset_,
        make.output("out", out, input_.shape, input_.type),
        make.output("mask_out", mask_out, rules.mask_of(input_), "uint8"),
    )
    return result


@overload
def dropout_v3_grad(
    grad_y: TorchTensor,
    mask: object,
    scale: float,
    *,
    grad_x: object = None,
) -> TorchTensor: ...


@overload
def dropout_v3_grad(
    grad_y: ArrayLike,
    mask: ArrayLike,
    scale: float,
    *,
    grad_x: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def dropout_v3_grad(
    grad_y: object,
    mask: object,
    scale: float,
    *,
    grad_x: object = None,
) -> Any:
    """The gradient of elements some of which were dropped. Only Ascend950 has it
    (aclnnDropoutV3Grad).

        gradX = gradY * scale where the bit is 1, else 0

    grad_y  the gradient of what was kept: float32, float16, bfloat16 on Ascend950
    mask    the bits: uint8
    scale   any number, which becomes float32
    grad_x  the gradient of the elements

    Returns an array with the shape of grad_y and the data type of grad_y.
    """
    grad_y_ = make.tensor("grad_y", grad_y)
    mask_ = make.tensor("mask", mask)
    scale_ = convert.real("scale", scale)
    return make.run(
        "aclnnDropoutV3Grad",
        grad_y_,
        mask_,
        scale_,
        make.output("grad_x", grad_x, grad_y_.shape, grad_y_.type),
    )


def einsum(
    tensors: Sequence[object],
    equation: str,
    *,
    output: Any = None,
) -> Any:
    """Adds up products of elements of two tensors, as an equation says (aclnnEinsum).

        "abcd,abced->abce": output[a, b, c, e] = sum over d of tensors[0][a, b, c, d] *
            tensors[1][a, b, c, e, d]
        "a,b->ab": output[a, b] = tensors[0][a] * tensors[1][b]

    tensors   the two tensors, of one data type: float16, int16, int32, int64, uint16, uint32,
              uint64; float32 not on Ascend910
    equation  one of the two, in any letters
    output    the sums, of the same data type

    Returns an array with the shape einsum(tensors, equation) and the data type
    members_type(tensors).
    """
    tensors_ = make.tensors("tensors", tensors)
    equation_ = convert.text("equation", equation)
    return make.run(
        "aclnnEinsum",
        tensors_,
        equation_,
        make.output(
            "output",
            output,
            rules.einsum(tensors_, equation_),
            rules.members_type(tensors_),
        ),
    )


@overload
def elu(
    self: TorchTensor,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def elu(
    self: ArrayLike,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def elu(
    self: object,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Bends a straight line below 0 by the exponential function (aclnnElu).

        out = scale * self where self > 0, else alpha * scale * (e ^ (inputScale * self) - 1)

    self         the numbers: float32, float16, bfloat16, float64
    alpha        the factor below 0, as float32
    scale        the factor, as float32
    input_scale  the factor of the exponent, as float32
    out          the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    alpha_ = convert.scalar("alpha", alpha)
    scale_ = convert.scalar("scale", scale)
    input_scale_ = convert.scalar("input_scale", input_scale)
    return make.run(
        "aclnnElu",
        self_,
        alpha_,
        scale_,
        input_scale_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def elu_backward(
    grad_output: TorchTensor,
    *,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
    is_result: bool = False,
    self_or_result: object,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def elu_backward(
    grad_output: ArrayLike,
    *,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
    is_result: bool = False,
    self_or_result: ArrayLike,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def elu_backward(
    grad_output: object,
    *,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
    is_result: bool = False,
    self_or_result: object,
    grad_input: object = None,
) -> Any:
    """The gradient of Elu (aclnnEluBackward).

        gradInput = gradOutput * scale where x > 0, else gradOutput * inputScale * (y + alpha *
            scale), y = Elu(x)

    grad_output     the gradient by the result: float32, float16; bfloat16 not on Ascend910
    alpha           the factor below 0, as float32
    scale           the factor, as float32
    input_scale     the factor of the exponent, as float32
    is_result       whether selfOrResult is y
    self_or_result  x, or y
    grad_input      the gradient

    Returns an array with the shape of grad_output and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    alpha_ = convert.scalar("alpha", alpha)
    scale_ = convert.scalar("scale", scale)
    input_scale_ = convert.scalar("input_scale", input_scale)
    is_result_ = convert.boolean("is_result", is_result)
    self_or_result_ = make.tensor("self_or_result", self_or_result)
    return make.run(
        "aclnnEluBackward",
        grad_output_,
        alpha_,
        scale_,
        input_scale_,
        is_result_,
        self_or_result_,
        make.output("grad_input", grad_input, grad_output_.shape, grad_output_.type),
    )


@overload
def embedding(
    weight: TorchTensor,
    indices: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def embedding(
    weight: ArrayLike,
    indices: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def embedding(
    weight: object,
    indices: object,
    *,
    out: object = None,
) -> Any:
    """Looks up rows of a table (aclnnEmbedding).

        out[i...] = weight[indices[i...]]

    weight   the table, a row a word: float32, int32, int64, float16, int16, int8, uint8, float64,
             bool, complex64, complex128; bfloat16 not on Ascend910
    indices  numbers of rows, 0 to the last: int32, int64
    out      the rows: the shape of indices with that of a row behind it

    Returns an array with the shape embedded(weight, indices) and the data type of weight.
    """
    weight_ = make.tensor("weight", weight)
    indices_ = make.tensor("indices", indices)
    return make.run(
        "aclnnEmbedding",
        weight_,
        indices_,
        make.output("out", out, rules.embedded(weight_, indices_), weight_.type),
    )


@overload
def eq_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def eq_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def eq_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are equal to a number (aclnnEqScalar).

        out = self == other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, bool, float64, complex64,
           complex128; uint64 not on Ascend910B and Ascend910_93; uint32 on Ascend910; bfloat16 not
           on Ascend910
    other  the number, converted to the type compared in: float32, int32, int64, float16, int16,
           int8, uint8, bool, float64, complex64, complex128; uint64 not on Ascend910B and
           Ascend910_93; uint32 on Ascend910; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnEqScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def eq_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def eq_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def eq_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are equal to those of another (aclnnEqTensor).

        out = self == other

    self   the left operand: float32, int32, int64, float16, int16, int8, uint8, bool, float64,
           complex64, complex128; uint64 not on Ascend910B and Ascend910_93; uint32 on Ascend910;
           bfloat16 not on Ascend910
    other  the right operand: float32, int32, int64, float16, int16, int8, uint8, bool, float64,
           complex64, complex128; uint64 not on Ascend910B and Ascend910_93; uint32 on Ascend910;
           bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnEqTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
    )


@overload
def equal(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def equal(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def equal(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Whether two tensors have the same shape and elements (aclnnEqual).

        out = self == other, of all elements

    self   a tensor: float32, int32, int64, float16, int16, int8, uint8, float64, uint32, uint64,
           uint16, bool; bfloat16 not on Ascend910
    other  another: float32, int32, int64, float16, int16, int8, uint8, float64, uint32, uint64,
           uint16, bool; bfloat16 not on Ascend910
    out    one truth value

    Returns an array with the shape one(self) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnEqual",
        self_,
        other_,
        make.output("out", out, rules.one(self_), "bool"),
    )


@overload
def erf(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def erf(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def erf(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The error function of every element (aclnnErf).

        out = erf(self)

    self  the numbers; bool and int64 are computed in float32: float32, float16, float64, bool,
          int64; bfloat16 not on Ascend910
    out   the results

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnErf",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def erfc(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def erfc(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def erfc(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The complementary error function of every element (aclnnErfc).

        out = erfc(self)

    self  the numbers; bool and int64 are computed in float32: float32, float16, float64, bool,
          int64; bfloat16 not on Ascend910
    out   the results

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnErfc",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def erfinv(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def erfinv(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def erfinv(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The number whose error function is every element (aclnnErfinv).

        out = erfinv(self)

    self  the numbers; integers and bool are computed in float32: float32, float16, bool, int8,
          int16, int32, int64, uint8; bfloat16 not on Ascend910
    out   the results; NaN outside of -1 to 1

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnErfinv",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
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
def exp2(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def exp2(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def exp2(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The power of 2 by every element (aclnnExp2).

        out = 2 ^ self

    self  the exponents; bfloat16, integers and bool are computed in float32: float32, float16,
          float64, int8, int16, int32, int64, uint8, bool; bfloat16 not on Ascend910
    out   the powers

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnExp2",
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
def expm1(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def expm1(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def expm1(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The exponential function of every element, less 1 (aclnnExpm1).

        out = e ^ self - 1

    self  the exponents; bool and int64 are computed in float32: float32, float16, int64, bool;
          bfloat16 not on Ascend910
    out   the powers of e, less 1

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnExpm1",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
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
def fast_gelu(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def fast_gelu(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def fast_gelu(
    self: object,
    *,
    out: object = None,
) -> Any:
    """An approximation of Gelu of every element by the logistic function (aclnnFastGelu).

        out = self / (1 + e ^ (-1.702 * self))

    self  the numbers: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    out   the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnFastGelu",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def fast_gelu_backward(
    grad_output: TorchTensor,
    self: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def fast_gelu_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def fast_gelu_backward(
    grad_output: object,
    self: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of FastGelu (aclnnFastGeluBackward).

        gradInput = gradOutput * s * (1 + 1.702 * self * (1 - s)), s = 1 / (1 + e ^ (-1.702 * self))

    grad_output  the gradient by the result: float32, float16, bfloat16 on Ascend910B, Ascend910_93
                 and Ascend950
    self         what FastGelu was given: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
                 Ascend950
    grad_input   the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnFastGeluBackward",
        grad_output_,
        self_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def flash_attention_score(
    query: TorchTensor,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_score(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    real_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    prefix: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    softmax_out_out: ArrayLike | None = None,
    softmax_max_out: NDArray[Any] | None = None,
    softmax_sum_out: NDArray[Any] | None = None,
    attention_out_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_score(
    query: object,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[Any, Any, Any]:
    """Attention: values weighted by the softmax of products of queries and keys
    (aclnnFlashAttentionScore).

        attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
            value

    query              the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                       Ascend910_93 and Ascend950
    key                the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and
                       Ascend950
    value              the values, whose heads may have fewer columns than those of key: float16,
                       bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    real_shift         what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last rows
                       of it that stand for all; NULL: nothing
    drop_mask          a bit for each probability, those of [B, N, Sq, Skv] one after the other from
                       the lowest of each byte up: 1 stays; NULL: all stay
    padding_mask       makes no difference
    atten_mask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                       sparse modes that stand for a mask it is not read; NULL: all pairs count
    prefix             how many columns count for all rows, a number for each batch, of sparse modes
                       5 and 6
    scale_value        what scores are multiplied by
    keep_prob          the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens         of bands: so many columns before the diagonal count
    next_tokens        of bands: so many columns behind it count
    head_num           N of query
    input_layout       "BSH", "SBH", "BSND" or "BNSD": H is N by D
    inner_precise      makes no difference: sums are float32, and rows without a pair that counts
                       give 0
    sparse_mode        which pairs count beside the mask, where there is one
    softmax_out_out    is not written
    softmax_max_out    the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8]
    softmax_sum_out    the sum of exponentials of each row, 8 times
    attention_out_out  the result, in the layout of query

    Returns softmax_max_out, an array with the shape attention_statistics(query, head_num,
    input_layout) and the data type float32; softmax_sum_out, an array with the shape
    attention_statistics(query, head_num, input_layout) and the data type float32;
    attention_out_out, an array with the shape attention(query, key, value, head_num, input_layout)
    and the data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensor("key", key)
    value_ = make.tensor("value", value)
    real_shift_ = None if real_shift is None else make.tensor("real_shift", real_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    softmax_out_out_ = (
        None if softmax_out_out is None else make.tensor("softmax_out_out", softmax_out_out)
    )
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionScore",
        query_,
        key_,
        value_,
        real_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        prefix_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        make.output(
            "softmax_max_out",
            softmax_max_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        make.output(
            "softmax_sum_out",
            softmax_sum_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        softmax_out_out_,
        make.output(
            "attention_out_out",
            attention_out_out,
            rules.attention(query_, key_, value_, head_num_, input_layout_),
            query_.type,
        ),
    )
    return result


@overload
def flash_attention_score_grad(
    query: TorchTensor,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_score_grad(
    query: ArrayLike,
    key_in: ArrayLike,
    value: ArrayLike,
    dy: ArrayLike,
    *,
    pse_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    softmax_max: ArrayLike | None = None,
    softmax_sum: ArrayLike | None = None,
    softmax_in: ArrayLike | None = None,
    attention_in: ArrayLike,
    prefix: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    dpse_out: ArrayLike | None = None,
    dq_out: NDArray[Any] | None = None,
    dk_out: NDArray[Any] | None = None,
    dv_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_score_grad(
    query: object,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[Any, Any, Any]:
    """Gradients of attention (aclnnFlashAttentionScoreGrad).

        dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
            the probabilities and ds the gradient of the scores

    query          the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                   Ascend910_93 and Ascend950
    key_in         the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    value          the values, whose heads may have fewer columns than those of key: float16,
                   bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    dy             the gradient of the result
    pse_shift      what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    drop_mask      a bit for each probability, those of [B, N, Sq, Skv] one after the other from the
                   lowest of each byte up: 1 stays; NULL: all stay
    padding_mask   makes no difference
    atten_mask     true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of sparse
                   modes that stand for a mask it is not read; NULL: all pairs count
    softmax_max    what the forward call gave
    softmax_sum    what the forward call gave
    softmax_in     makes no difference
    attention_in   the result of the forward call
    prefix         how many columns count for all rows, a number for each batch, of sparse modes 5
                   and 6
    scale_value    what scores are multiplied by
    keep_prob      the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens     of bands: so many columns before the diagonal count
    next_tokens    of bands: so many columns behind it count
    head_num       N of query
    input_layout   "BSH", "SBH", "BSND" or "BNSD": H is N by D
    inner_precise  makes no difference: sums are float32, and rows without a pair that counts give 0
    sparse_mode    which pairs count beside the mask, where there is one
    dpse_out       is not written, as is documented
    dq_out         the gradient of query
    dk_out         the gradient of key
    dv_out         the gradient of value

    Returns dq_out, an array with the shape of query and the data type of query; dk_out, an array
    with the shape of key_in and the data type of key_in; dv_out, an array with the shape of value
    and the data type of value.
    """
    query_ = make.tensor("query", query)
    key_in_ = make.tensor("key_in", key_in)
    value_ = make.tensor("value", value)
    dy_ = make.tensor("dy", dy)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    softmax_max_ = None if softmax_max is None else make.tensor("softmax_max", softmax_max)
    softmax_sum_ = None if softmax_sum is None else make.tensor("softmax_sum", softmax_sum)
    softmax_in_ = None if softmax_in is None else make.tensor("softmax_in", softmax_in)
    attention_in_ = make.tensor("attention_in", attention_in)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    dpse_out_ = None if dpse_out is None else make.tensor("dpse_out", dpse_out)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionScoreGrad",
        query_,
        key_in_,
        value_,
        dy_,
        pse_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        softmax_max_,
        softmax_sum_,
        softmax_in_,
        attention_in_,
        prefix_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        make.output("dq_out", dq_out, query_.shape, query_.type),
        make.output("dk_out", dk_out, key_in_.shape, key_in_.type),
        make.output("dv_out", dv_out, value_.shape, value_.type),
        dpse_out_,
    )
    return result


@overload
def flash_attention_score_grad_v2(
    query: TorchTensor,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_score_grad_v2(
    query: ArrayLike,
    key_in: ArrayLike,
    value: ArrayLike,
    dy: ArrayLike,
    *,
    pse_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    softmax_max: ArrayLike | None = None,
    softmax_sum: ArrayLike | None = None,
    softmax_in: ArrayLike | None = None,
    attention_in: ArrayLike,
    prefix: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    dpse_out: ArrayLike | None = None,
    dq_out: NDArray[Any] | None = None,
    dk_out: NDArray[Any] | None = None,
    dv_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_score_grad_v2(
    query: object,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[Any, Any, Any]:
    """Gradients of attention (aclnnFlashAttentionScoreGradV2).

        dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
            the probabilities and ds the gradient of the scores

    query          the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                   Ascend910_93 and Ascend950
    key_in         the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    value          the values, whose heads may have fewer columns than those of key: float16,
                   bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    dy             the gradient of the result
    pse_shift      what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    drop_mask      a bit for each probability, those of [B, N, Sq, Skv] one after the other from the
                   lowest of each byte up: 1 stays; NULL: all stay
    padding_mask   makes no difference
    atten_mask     true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of sparse
                   modes that stand for a mask it is not read; NULL: all pairs count
    softmax_max    what the forward call gave
    softmax_sum    what the forward call gave
    softmax_in     makes no difference
    attention_in   the result of the forward call
    prefix         how many columns count for all rows, a number for each batch, of sparse modes 5
                   and 6
    q_start_idx    makes no difference: it is of shifts that the kernel makes
    kv_start_idx   makes no difference: it is of shifts that the kernel makes
    scale_value    what scores are multiplied by
    keep_prob      the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens     of bands: so many columns before the diagonal count
    next_tokens    of bands: so many columns behind it count
    head_num       N of query
    input_layout   "BSH", "SBH", "BSND" or "BNSD": H is N by D
    inner_precise  makes no difference: sums are float32, and rows without a pair that counts give 0
    sparse_mode    which pairs count beside the mask, where there is one
    pse_type       0: what is added to the scores is added behind the scale; 1: before it
    dpse_out       is not written, as is documented
    dq_out         the gradient of query
    dk_out         the gradient of key
    dv_out         the gradient of value

    Returns dq_out, an array with the shape of query and the data type of query; dk_out, an array
    with the shape of key_in and the data type of key_in; dv_out, an array with the shape of value
    and the data type of value.
    """
    query_ = make.tensor("query", query)
    key_in_ = make.tensor("key_in", key_in)
    value_ = make.tensor("value", value)
    dy_ = make.tensor("dy", dy)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    softmax_max_ = None if softmax_max is None else make.tensor("softmax_max", softmax_max)
    softmax_sum_ = None if softmax_sum is None else make.tensor("softmax_sum", softmax_sum)
    softmax_in_ = None if softmax_in is None else make.tensor("softmax_in", softmax_in)
    attention_in_ = make.tensor("attention_in", attention_in)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    q_start_idx_ = None if q_start_idx is None else convert.integers("q_start_idx", q_start_idx)
    kv_start_idx_ = None if kv_start_idx is None else convert.integers("kv_start_idx", kv_start_idx)
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    pse_type_ = convert.integer("pse_type", pse_type)
    dpse_out_ = None if dpse_out is None else make.tensor("dpse_out", dpse_out)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionScoreGradV2",
        query_,
        key_in_,
        value_,
        dy_,
        pse_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        softmax_max_,
        softmax_sum_,
        softmax_in_,
        attention_in_,
        prefix_,
        q_start_idx_,
        kv_start_idx_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        pse_type_,
        make.output("dq_out", dq_out, query_.shape, query_.type),
        make.output("dk_out", dk_out, key_in_.shape, key_in_.type),
        make.output("dv_out", dv_out, value_.shape, value_.type),
        dpse_out_,
    )
    return result


@overload
def flash_attention_score_v2(
    query: TorchTensor,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_score_v2(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    real_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    prefix: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    softmax_out_out: ArrayLike | None = None,
    softmax_max_out: NDArray[Any] | None = None,
    softmax_sum_out: NDArray[Any] | None = None,
    attention_out_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_score_v2(
    query: object,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[Any, Any, Any]:
    """Attention: values weighted by the softmax of products of queries and keys
    (aclnnFlashAttentionScoreV2).

        attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
            value, or with realShiftOptional behind the scale

    query              the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                       Ascend910_93 and Ascend950
    key                the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and
                       Ascend950
    value              the values, whose heads may have fewer columns than those of key: float16,
                       bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    real_shift         what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last rows
                       of it that stand for all; NULL: nothing
    drop_mask          a bit for each probability, those of [B, N, Sq, Skv] one after the other from
                       the lowest of each byte up: 1 stays; NULL: all stay
    padding_mask       makes no difference
    atten_mask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                       sparse modes that stand for a mask it is not read; NULL: all pairs count
    prefix             how many columns count for all rows, a number for each batch, of sparse modes
                       5 and 6
    q_start_idx        makes no difference: it is of shifts that the kernel makes
    kv_start_idx       makes no difference: it is of shifts that the kernel makes
    scale_value        what scores are multiplied by
    keep_prob          the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens         of bands: so many columns before the diagonal count
    next_tokens        of bands: so many columns behind it count
    head_num           N of query
    input_layout       "BSH", "SBH", "BSND" or "BNSD": H is N by D
    inner_precise      makes no difference: sums are float32, and rows without a pair that counts
                       give 0
    sparse_mode        which pairs count beside the mask, where there is one
    pse_type           0: what is added to the scores is added behind the scale; 1: before it
    softmax_out_out    is not written
    softmax_max_out    the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8]
    softmax_sum_out    the sum of exponentials of each row, 8 times
    attention_out_out  the result, in the layout of query

    Returns softmax_max_out, an array with the shape attention_statistics(query, head_num,
    input_layout) and the data type float32; softmax_sum_out, an array with the shape
    attention_statistics(query, head_num, input_layout) and the data type float32;
    attention_out_out, an array with the shape attention(query, key, value, head_num, input_layout)
    and the data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensor("key", key)
    value_ = make.tensor("value", value)
    real_shift_ = None if real_shift is None else make.tensor("real_shift", real_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    q_start_idx_ = None if q_start_idx is None else convert.integers("q_start_idx", q_start_idx)
    kv_start_idx_ = None if kv_start_idx is None else convert.integers("kv_start_idx", kv_start_idx)
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    pse_type_ = convert.integer("pse_type", pse_type)
    softmax_out_out_ = (
        None if softmax_out_out is None else make.tensor("softmax_out_out", softmax_out_out)
    )
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionScoreV2",
        query_,
        key_,
        value_,
        real_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        prefix_,
        q_start_idx_,
        kv_start_idx_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        pse_type_,
        make.output(
            "softmax_max_out",
            softmax_max_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        make.output(
            "softmax_sum_out",
            softmax_sum_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        softmax_out_out_,
        make.output(
            "attention_out_out",
            attention_out_out,
            rules.attention(query_, key_, value_, head_num_, input_layout_),
            query_.type,
        ),
    )
    return result


@overload
def flash_attention_unpadding_score_grad(
    query: TorchTensor,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_unpadding_score_grad(
    query: ArrayLike,
    key_in: ArrayLike,
    value: ArrayLike,
    dy: ArrayLike,
    *,
    pse_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    softmax_max: ArrayLike | None = None,
    softmax_sum: ArrayLike | None = None,
    softmax_in: ArrayLike | None = None,
    attention_in: ArrayLike,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    dpse_out: ArrayLike | None = None,
    dq_out: NDArray[Any] | None = None,
    dk_out: NDArray[Any] | None = None,
    dv_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_unpadding_score_grad(
    query: object,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[Any, Any, Any]:
    """Gradients of attention of batches with as many rows as each has, one after the other
    (aclnnFlashAttentionUnpaddingScoreGrad).

        dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
            the probabilities and ds the gradient of the scores

    query              the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                       Ascend910_93 and Ascend950
    key_in             the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and
                       Ascend950
    value              the values, whose heads may have fewer columns than those of key: float16,
                       bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    dy                 the gradient of the result
    pse_shift          what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    drop_mask          a bit for each probability, those of [B, N, Sq, Skv] one after the other from
                       the lowest of each byte up: 1 stays; NULL: all stay
    padding_mask       makes no difference
    atten_mask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                       sparse modes that stand for a mask it is not read; NULL: all pairs count
    softmax_max        what the forward call gave
    softmax_sum        what the forward call gave
    softmax_in         makes no difference
    attention_in       the result of the forward call
    prefix             how many columns count for all rows, a number for each batch, of sparse modes
                       5 and 6
    actual_seq_q_len   where the rows of each batch end
    actual_seq_kv_len  where the columns of each batch end
    scale_value        what scores are multiplied by
    keep_prob          the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens         of bands: so many columns before the diagonal count
    next_tokens        of bands: so many columns behind it count
    head_num           N of query
    input_layout       "TND"
    inner_precise      makes no difference: sums are float32, and rows without a pair that counts
                       give 0
    sparse_mode        which pairs count beside the mask, where there is one
    dpse_out           is not written, as is documented
    dq_out             the gradient of query
    dk_out             the gradient of key
    dv_out             the gradient of value

    Returns dq_out, an array with the shape of query and the data type of query; dk_out, an array
    with the shape of key_in and the data type of key_in; dv_out, an array with the shape of value
    and the data type of value.
    """
    query_ = make.tensor("query", query)
    key_in_ = make.tensor("key_in", key_in)
    value_ = make.tensor("value", value)
    dy_ = make.tensor("dy", dy)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    softmax_max_ = None if softmax_max is None else make.tensor("softmax_max", softmax_max)
    softmax_sum_ = None if softmax_sum is None else make.tensor("softmax_sum", softmax_sum)
    softmax_in_ = None if softmax_in is None else make.tensor("softmax_in", softmax_in)
    attention_in_ = make.tensor("attention_in", attention_in)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    actual_seq_q_len_ = (
        None if actual_seq_q_len is None else convert.integers("actual_seq_q_len", actual_seq_q_len)
    )
    actual_seq_kv_len_ = (
        None
        if actual_seq_kv_len is None
        else convert.integers("actual_seq_kv_len", actual_seq_kv_len)
    )
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    dpse_out_ = None if dpse_out is None else make.tensor("dpse_out", dpse_out)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionUnpaddingScoreGrad",
        query_,
        key_in_,
        value_,
        dy_,
        pse_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        softmax_max_,
        softmax_sum_,
        softmax_in_,
        attention_in_,
        prefix_,
        actual_seq_q_len_,
        actual_seq_kv_len_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        make.output("dq_out", dq_out, query_.shape, query_.type),
        make.output("dk_out", dk_out, key_in_.shape, key_in_.type),
        make.output("dv_out", dv_out, value_.shape, value_.type),
        dpse_out_,
    )
    return result


@overload
def flash_attention_unpadding_score_grad_v2(
    query: TorchTensor,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_unpadding_score_grad_v2(
    query: ArrayLike,
    key_in: ArrayLike,
    value: ArrayLike,
    dy: ArrayLike,
    *,
    pse_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    softmax_max: ArrayLike | None = None,
    softmax_sum: ArrayLike | None = None,
    softmax_in: ArrayLike | None = None,
    attention_in: ArrayLike,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    dpse_out: ArrayLike | None = None,
    dq_out: NDArray[Any] | None = None,
    dk_out: NDArray[Any] | None = None,
    dv_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_unpadding_score_grad_v2(
    query: object,
    key_in: object,
    value: object,
    dy: object,
    *,
    pse_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    softmax_max: object = None,
    softmax_sum: object = None,
    softmax_in: object = None,
    attention_in: object,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    dpse_out: object = None,
    dq_out: object = None,
    dk_out: object = None,
    dv_out: object = None,
) -> tuple[Any, Any, Any]:
    """Gradients of attention of batches with as many rows as each has, one after the other
    (aclnnFlashAttentionUnpaddingScoreGradV2).

        dvOut = p^T @ dy, dqOut = scaleValue * ds @ keyIn, dkOut = scaleValue * ds^T @ query, with p
            the probabilities and ds the gradient of the scores

    query              the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                       Ascend910_93 and Ascend950
    key_in             the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and
                       Ascend950
    value              the values, whose heads may have fewer columns than those of key: float16,
                       bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    dy                 the gradient of the result
    pse_shift          what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    drop_mask          a bit for each probability, those of [B, N, Sq, Skv] one after the other from
                       the lowest of each byte up: 1 stays; NULL: all stay
    padding_mask       makes no difference
    atten_mask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                       sparse modes that stand for a mask it is not read; NULL: all pairs count
    softmax_max        what the forward call gave
    softmax_sum        what the forward call gave
    softmax_in         makes no difference
    attention_in       the result of the forward call
    prefix             how many columns count for all rows, a number for each batch, of sparse modes
                       5 and 6
    actual_seq_q_len   where the rows of each batch end
    actual_seq_kv_len  where the columns of each batch end
    q_start_idx        makes no difference: it is of shifts that the kernel makes
    kv_start_idx       makes no difference: it is of shifts that the kernel makes
    scale_value        what scores are multiplied by
    keep_prob          the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens         of bands: so many columns before the diagonal count
    next_tokens        of bands: so many columns behind it count
    head_num           N of query
    input_layout       "TND"
    inner_precise      makes no difference: sums are float32, and rows without a pair that counts
                       give 0
    sparse_mode        which pairs count beside the mask, where there is one
    pse_type           0: what is added to the scores is added behind the scale; 1: before it
    dpse_out           is not written, as is documented
    dq_out             the gradient of query
    dk_out             the gradient of key
    dv_out             the gradient of value

    Returns dq_out, an array with the shape of query and the data type of query; dk_out, an array
    with the shape of key_in and the data type of key_in; dv_out, an array with the shape of value
    and the data type of value.
    """
    query_ = make.tensor("query", query)
    key_in_ = make.tensor("key_in", key_in)
    value_ = make.tensor("value", value)
    dy_ = make.tensor("dy", dy)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    softmax_max_ = None if softmax_max is None else make.tensor("softmax_max", softmax_max)
    softmax_sum_ = None if softmax_sum is None else make.tensor("softmax_sum", softmax_sum)
    softmax_in_ = None if softmax_in is None else make.tensor("softmax_in", softmax_in)
    attention_in_ = make.tensor("attention_in", attention_in)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    actual_seq_q_len_ = (
        None if actual_seq_q_len is None else convert.integers("actual_seq_q_len", actual_seq_q_len)
    )
    actual_seq_kv_len_ = (
        None
        if actual_seq_kv_len is None
        else convert.integers("actual_seq_kv_len", actual_seq_kv_len)
    )
    q_start_idx_ = None if q_start_idx is None else convert.integers("q_start_idx", q_start_idx)
    kv_start_idx_ = None if kv_start_idx is None else convert.integers("kv_start_idx", kv_start_idx)
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    pse_type_ = convert.integer("pse_type", pse_type)
    dpse_out_ = None if dpse_out is None else make.tensor("dpse_out", dpse_out)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionUnpaddingScoreGradV2",
        query_,
        key_in_,
        value_,
        dy_,
        pse_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        softmax_max_,
        softmax_sum_,
        softmax_in_,
        attention_in_,
        prefix_,
        actual_seq_q_len_,
        actual_seq_kv_len_,
        q_start_idx_,
        kv_start_idx_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        pse_type_,
        make.output("dq_out", dq_out, query_.shape, query_.type),
        make.output("dk_out", dk_out, key_in_.shape, key_in_.type),
        make.output("dv_out", dv_out, value_.shape, value_.type),
        dpse_out_,
    )
    return result


@overload
def flash_attention_var_len_score(
    query: TorchTensor,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_var_len_score(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    real_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    softmax_out_out: ArrayLike | None = None,
    softmax_max_out: NDArray[Any] | None = None,
    softmax_sum_out: NDArray[Any] | None = None,
    attention_out_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_var_len_score(
    query: object,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[Any, Any, Any]:
    """Attention of batches with as many rows as each has, one after the other
    (aclnnFlashAttentionVarLenScore).

        attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
            value

    query              the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                       Ascend910_93 and Ascend950
    key                the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and
                       Ascend950
    value              the values, whose heads may have fewer columns than those of key: float16,
                       bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    real_shift         what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last rows
                       of it that stand for all; NULL: nothing
    drop_mask          a bit for each probability, those of [B, N, Sq, Skv] one after the other from
                       the lowest of each byte up: 1 stays; NULL: all stay
    padding_mask       makes no difference
    atten_mask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                       sparse modes that stand for a mask it is not read; NULL: all pairs count
    prefix             how many columns count for all rows, a number for each batch, of sparse modes
                       5 and 6
    actual_seq_q_len   where the rows of each batch end
    actual_seq_kv_len  where the columns of each batch end
    scale_value        what scores are multiplied by
    keep_prob          the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens         of bands: so many columns before the diagonal count
    next_tokens        of bands: so many columns behind it count
    head_num           N of query
    input_layout       "TND"
    inner_precise      makes no difference: sums are float32, and rows without a pair that counts
                       give 0
    sparse_mode        which pairs count beside the mask, where there is one
    softmax_out_out    is not written
    softmax_max_out    the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8]
    softmax_sum_out    the sum of exponentials of each row, 8 times
    attention_out_out  the result, in the layout of query

    Returns softmax_max_out, an array with the shape attention_statistics(query, head_num,
    input_layout) and the data type float32; softmax_sum_out, an array with the shape
    attention_statistics(query, head_num, input_layout) and the data type float32;
    attention_out_out, an array with the shape attention(query, key, value, head_num, input_layout)
    and the data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensor("key", key)
    value_ = make.tensor("value", value)
    real_shift_ = None if real_shift is None else make.tensor("real_shift", real_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    actual_seq_q_len_ = (
        None if actual_seq_q_len is None else convert.integers("actual_seq_q_len", actual_seq_q_len)
    )
    actual_seq_kv_len_ = (
        None
        if actual_seq_kv_len is None
        else convert.integers("actual_seq_kv_len", actual_seq_kv_len)
    )
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    softmax_out_out_ = (
        None if softmax_out_out is None else make.tensor("softmax_out_out", softmax_out_out)
    )
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionVarLenScore",
        query_,
        key_,
        value_,
        real_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        prefix_,
        actual_seq_q_len_,
        actual_seq_kv_len_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        make.output(
            "softmax_max_out",
            softmax_max_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        make.output(
            "softmax_sum_out",
            softmax_sum_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        softmax_out_out_,
        make.output(
            "attention_out_out",
            attention_out_out,
            rules.attention(query_, key_, value_, head_num_, input_layout_),
            query_.type,
        ),
    )
    return result


@overload
def flash_attention_var_len_score_v2(
    query: TorchTensor,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def flash_attention_var_len_score_v2(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    real_shift: ArrayLike | None = None,
    drop_mask: ArrayLike | None = None,
    padding_mask: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    softmax_out_out: ArrayLike | None = None,
    softmax_max_out: NDArray[Any] | None = None,
    softmax_sum_out: NDArray[Any] | None = None,
    attention_out_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def flash_attention_var_len_score_v2(
    query: object,
    key: object,
    value: object,
    *,
    real_shift: object = None,
    drop_mask: object = None,
    padding_mask: object = None,
    atten_mask: object = None,
    prefix: Sequence[SupportsIndex] | None = None,
    actual_seq_q_len: Sequence[SupportsIndex] | None = None,
    actual_seq_kv_len: Sequence[SupportsIndex] | None = None,
    q_start_idx: Sequence[SupportsIndex] | None = None,
    kv_start_idx: Sequence[SupportsIndex] | None = None,
    scale_value: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    head_num: SupportsIndex,
    input_layout: str,
    inner_precise: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    pse_type: SupportsIndex = 1,
    softmax_out_out: object = None,
    softmax_max_out: object = None,
    softmax_sum_out: object = None,
    attention_out_out: object = None,
) -> tuple[Any, Any, Any]:
    """Attention of batches with as many rows as each has, one after the other
    (aclnnFlashAttentionVarLenScoreV2).

        attentionOutOut = dropout(softmax(mask(scaleValue * (query @ key^T + realShiftOptional)))) @
            value, or with realShiftOptional behind the scale

    query              the queries, in inputLayout: float16, bfloat16, float32 on Ascend910B,
                       Ascend910_93 and Ascend950
    key                the keys: float16, bfloat16, float32 on Ascend910B, Ascend910_93 and
                       Ascend950
    value              the values, whose heads may have fewer columns than those of key: float16,
                       bfloat16, float32 on Ascend910B, Ascend910_93 and Ascend950
    real_shift         what is added to the scores, broadcast to [B, N, Sq, Skv], or 1024 last rows
                       of it that stand for all; NULL: nothing
    drop_mask          a bit for each probability, those of [B, N, Sq, Skv] one after the other from
                       the lowest of each byte up: 1 stays; NULL: all stay
    padding_mask       makes no difference
    atten_mask         true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                       sparse modes that stand for a mask it is not read; NULL: all pairs count
    prefix             how many columns count for all rows, a number for each batch, of sparse modes
                       5 and 6
    actual_seq_q_len   where the rows of each batch end
    actual_seq_kv_len  where the columns of each batch end
    q_start_idx        makes no difference: it is of shifts that the kernel makes
    kv_start_idx       makes no difference: it is of shifts that the kernel makes
    scale_value        what scores are multiplied by
    keep_prob          the share of bits in dropMaskOptional that are 1; 1: the mask is not read
    pre_tokens         of bands: so many columns before the diagonal count
    next_tokens        of bands: so many columns behind it count
    head_num           N of query
    input_layout       "TND"
    inner_precise      makes no difference: sums are float32, and rows without a pair that counts
                       give 0
    sparse_mode        which pairs count beside the mask, where there is one
    pse_type           0: what is added to the scores is added behind the scale; 1: before it
    softmax_out_out    is not written
    softmax_max_out    the largest score of each row, 8 times: [B, N, Sq, 8], or [T, N, 8]
    softmax_sum_out    the sum of exponentials of each row, 8 times
    attention_out_out  the result, in the layout of query

    Returns softmax_max_out, an array with the shape attention_statistics(query, head_num,
    input_layout) and the data type float32; softmax_sum_out, an array with the shape
    attention_statistics(query, head_num, input_layout) and the data type float32;
    attention_out_out, an array with the shape attention(query, key, value, head_num, input_layout)
    and the data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensor("key", key)
    value_ = make.tensor("value", value)
    real_shift_ = None if real_shift is None else make.tensor("real_shift", real_shift)
    drop_mask_ = None if drop_mask is None else make.tensor("drop_mask", drop_mask)
    padding_mask_ = None if padding_mask is None else make.tensor("padding_mask", padding_mask)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    prefix_ = None if prefix is None else convert.integers("prefix", prefix)
    actual_seq_q_len_ = (
        None if actual_seq_q_len is None else convert.integers("actual_seq_q_len", actual_seq_q_len)
    )
    actual_seq_kv_len_ = (
        None
        if actual_seq_kv_len is None
        else convert.integers("actual_seq_kv_len", actual_seq_kv_len)
    )
    q_start_idx_ = None if q_start_idx is None else convert.integers("q_start_idx", q_start_idx)
    kv_start_idx_ = None if kv_start_idx is None else convert.integers("kv_start_idx", kv_start_idx)
    scale_value_ = convert.real("scale_value", scale_value)
    keep_prob_ = convert.real("keep_prob", keep_prob)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    head_num_ = convert.integer("head_num", head_num)
    input_layout_ = convert.text("input_layout", input_layout)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    pse_type_ = convert.integer("pse_type", pse_type)
    softmax_out_out_ = (
        None if softmax_out_out is None else make.tensor("softmax_out_out", softmax_out_out)
    )
    result: tuple[Any, Any, Any] = make.run(
        "aclnnFlashAttentionVarLenScoreV2",
        query_,
        key_,
        value_,
        real_shift_,
        drop_mask_,
        padding_mask_,
        atten_mask_,
        prefix_,
        actual_seq_q_len_,
        actual_seq_kv_len_,
        q_start_idx_,
        kv_start_idx_,
        scale_value_,
        keep_prob_,
        pre_tokens_,
        next_tokens_,
        head_num_,
        input_layout_,
        inner_precise_,
        sparse_mode_,
        pse_type_,
        make.output(
            "softmax_max_out",
            softmax_max_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        make.output(
            "softmax_sum_out",
            softmax_sum_out,
            rules.attention_statistics(query_, head_num_, input_layout_),
            "float32",
        ),
        softmax_out_out_,
        make.output(
            "attention_out_out",
            attention_out_out,
            rules.attention(query_, key_, value_, head_num_, input_layout_),
            query_.type,
        ),
    )
    return result


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


@overload
def floor_divide(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def floor_divide(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def floor_divide(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Divides a tensor by another, rounded down (aclnnFloorDivide).

        out = floor(self / other)

    self   the dividend; bool is computed in float32: float32, float16, int64, int32, int8, uint8,
           int16, float64, bool; bfloat16 not on Ascend910
    other  the divisor: float32, float16, int64, int32, int8, uint8, int16, float64, bool; bfloat16
           not on Ascend910
    out    the quotient; of integers by 0 all bits are set

    Returns an array with the shape broadcast(self, other) and the data type
    promote_floor_divide(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnFloorDivide",
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.promote_floor_divide(self_, other_),
        ),
    )


@overload
def floor_divides(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def floor_divides(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def floor_divides(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Divides a tensor by a number, rounded down (aclnnFloorDivides).

        out = floor(self / other)

    self   the dividend; bool is computed in float32: float32, float16, int64, int32, int8, uint8,
           int16, float64, bool; bfloat16 not on Ascend910
    other  the divisor: float32, float16, int64, int32, int8, uint8, int16, float64, bool; bfloat16
           not on Ascend910
    out    the quotient; of integers by 0 all bits are set

    Returns an array with the shape of self and the data type promote_adds(self, other, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnFloorDivides",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.promote_adds(self_, other_, other_)),
    )


@overload
def fmod_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def fmod_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def fmod_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """What is left of a division by a number without its fraction, with the sign of the dividend
    (aclnnFmodScalar).

        out = self - trunc(self / other) * other

    self   the dividend: float32, int32, int8, float16, uint8, float64, int64; bfloat16 not on
           Ascend910
    other  the divisor: float32, int32, int8, float16, uint8, float64, int64; bfloat16 not on
           Ascend910
    out    the rest; by 0 NaN, and of integers all bits are set

    Returns an array with the shape of self and the data type promote_adds(self, other, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnFmodScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.promote_adds(self_, other_, other_)),
    )


@overload
def fmod_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def fmod_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def fmod_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """What is left of a division without its fraction, with the sign of the dividend
    (aclnnFmodTensor).

        out = self - trunc(self / other) * other

    self   the dividend: float32, int32, int8, float16, uint8, float64, int64; bfloat16 not on
           Ascend910
    other  the divisor: float32, int32, int8, float16, uint8, float64, int64; bfloat16 not on
           Ascend910
    out    the rest; by 0 NaN, and of integers all bits are set

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnFmodTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


def foreach_abs(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Magnitudes of the elements of every tensor of a list (aclnnForeachAbs).

        out[i] = |x[i]|

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachAbs",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_acos(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Inverse cosines of the elements of every tensor of a list (aclnnForeachAcos).

        out[i] = acos(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachAcos",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_add_list(
    x1: Sequence[object],
    x2: Sequence[object],
    alpha: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds the tensors of a list, times a number, to those of another that is in a tensor
    (aclnnForeachAddList).

        out[i] = x1[i] + alpha * x2[i]

    x1     the first operands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
           Ascend910_93 and Ascend950
    x2     the second, of the same type and shapes
    alpha  their factor, a tensor of one element that is read when the call runs
    out    as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    alpha_ = make.tensor("alpha", alpha)
    result: list[Any] = make.run(
        "aclnnForeachAddList",
        x1_,
        x2_,
        alpha_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_add_list_v2(
    x1: Sequence[object],
    x2: Sequence[object],
    alpha: Number = 1,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds the tensors of a list, times a number, to those of another (aclnnForeachAddListV2).

        out[i] = x1[i] + alpha * x2[i]

    x1     the first operands, all of one type: float32, float16, bfloat16, int32, int16, int8,
           uint8 on Ascend910B, Ascend910_93 and Ascend950
    x2     the second, of the same type and shapes
    alpha  their factor
    out    as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    alpha_ = convert.scalar("alpha", alpha)
    result: list[Any] = make.run(
        "aclnnForeachAddListV2",
        x1_,
        x2_,
        alpha_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_add_scalar(
    x: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds the number in a tensor to every tensor of a list (aclnnForeachAddScalar).

        out[i] = x[i] + scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950; int16, int8, uint8 on Ascend910B and Ascend910_93
    scalar  the number, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachAddScalar",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_add_scalar_list(
    x: Sequence[object],
    scalars: Sequence[Number],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds a number of its own to every tensor of a list (aclnnForeachAddScalarList).

        out[i] = x[i] + scalars[i]

    x        the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
             Ascend910_93 and Ascend950
    scalars  a number for each tensor
    out      as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalars_ = convert.scalars("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachAddScalarList",
        x_,
        scalars_,
        make.outputs("out", out, x_),
    )
    return result


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


def foreach_addcdiv_scalar(
    x1: Sequence[object],
    x2: Sequence[object],
    x3: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds quotients of the tensors of lists, times a number, to those of another
    (aclnnForeachAddcdivScalar).

        out[i] = x1[i] + scalar * x2[i] / x3[i]

    x1      the summands, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93
            and Ascend950
    x2      the dividends
    x3      the divisors
    scalar  their factor, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    x3_ = make.tensors("x3", x3)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachAddcdivScalar",
        x1_,
        x2_,
        x3_,
        scalar_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_addcdiv_scalar_list(
    x1: Sequence[object],
    x2: Sequence[object],
    x3: Sequence[object],
    scalars: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds quotients of the tensors of lists, times a number of its own, to those of another
    (aclnnForeachAddcdivScalarList).

        out[i] = x1[i] + scalars[i] * x2[i] / x3[i]

    x1       the summands, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93
             and Ascend950
    x2       the dividends
    x3       the divisors
    scalars  a factor for each tensor, the elements of a tensor that is read when the call runs
    out      as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    x3_ = make.tensors("x3", x3)
    scalars_ = make.tensor("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachAddcdivScalarList",
        x1_,
        x2_,
        x3_,
        scalars_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_addcdiv_scalar_v2(
    x1: Sequence[object],
    x2: Sequence[object],
    x3: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds quotients of the tensors of lists, times a number, to those of another
    (aclnnForeachAddcdivScalarV2).

        out[i] = x1[i] + scalar * x2[i] / x3[i]

    x1      the summands, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93
            and Ascend950
    x2      the dividends
    x3      the divisors
    scalar  their factor
    out     as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    x3_ = make.tensors("x3", x3)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachAddcdivScalarV2",
        x1_,
        x2_,
        x3_,
        scalar_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_addcmul_scalar(
    x1: Sequence[object],
    x2: Sequence[object],
    x3: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds products of the tensors of lists, times a number, to those of another
    (aclnnForeachAddcmulScalar).

        out[i] = x1[i] + scalar * x2[i] * x3[i]

    x1      the summands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    x2      the first factors
    x3      the second factors
    scalar  their factor, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    x3_ = make.tensors("x3", x3)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachAddcmulScalar",
        x1_,
        x2_,
        x3_,
        scalar_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_addcmul_scalar_list(
    x1: Sequence[object],
    x2: Sequence[object],
    x3: Sequence[object],
    scalars: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds products of the tensors of lists, times a number of its own, to those of another
    (aclnnForeachAddcmulScalarList).

        out[i] = x1[i] + scalars[i] * x2[i] * x3[i]

    x1       the summands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
             Ascend910_93 and Ascend950
    x2       the first factors
    x3       the second factors
    scalars  a factor for each tensor, the elements of a tensor that is read when the call runs
    out      as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    x3_ = make.tensors("x3", x3)
    scalars_ = make.tensor("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachAddcmulScalarList",
        x1_,
        x2_,
        x3_,
        scalars_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_addcmul_scalar_v2(
    x1: Sequence[object],
    x2: Sequence[object],
    x3: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Adds products of the tensors of lists, times a number, to those of another
    (aclnnForeachAddcmulScalarV2).

        out[i] = x1[i] + scalar * x2[i] * x3[i]

    x1      the summands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    x2      the first factors
    x3      the second factors
    scalar  their factor
    out     as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    x3_ = make.tensors("x3", x3)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachAddcmulScalarV2",
        x1_,
        x2_,
        x3_,
        scalar_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_asin(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Inverse sines of the elements of every tensor of a list (aclnnForeachAsin).

        out[i] = asin(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachAsin",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_atan(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Inverse tangents of the elements of every tensor of a list (aclnnForeachAtan).

        out[i] = atan(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachAtan",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_copy(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Copies the tensors of a list (aclnnForeachCopy).

        out[i] = x[i]

    x    the tensors, all of one type: float32, float16, bfloat16, int32, int8, uint8, int16,
         uint16, uint32, int64, float64, bool on Ascend910B, Ascend910_93 and Ascend950
    out  as many tensors of as many elements; float32 and the halves may become each other

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachCopy",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_cos(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Cosines of the elements of every tensor of a list (aclnnForeachCos).

        out[i] = cos(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachCos",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_cosh(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Hyperbolic cosines of the elements of every tensor of a list (aclnnForeachCosh).

        out[i] = cosh(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachCosh",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_div_list(
    x1: Sequence[object],
    x2: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Divides the tensors of a list by those of another (aclnnForeachDivList).

        out[i] = x1[i] / x2[i]

    x1   the first operands, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93
         and Ascend950
    x2   the second, of the same type and shapes
    out  as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    result: list[Any] = make.run(
        "aclnnForeachDivList",
        x1_,
        x2_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_div_scalar(
    x: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Divides every tensor of a list by the number in a tensor (aclnnForeachDivScalar).

        out[i] = x[i] / scalar

    x       the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
            Ascend950
    scalar  the number, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachDivScalar",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_div_scalar_list(
    x: Sequence[object],
    scalars: Sequence[Number],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Divides every tensor of a list by a number of its own (aclnnForeachDivScalarList).

        out[i] = x[i] / scalars[i]

    x        the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93
             and Ascend950
    scalars  a number for each tensor
    out      as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalars_ = convert.scalars("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachDivScalarList",
        x_,
        scalars_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_div_scalar_v2(
    x: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Divides every tensor of a list by a number (aclnnForeachDivScalarV2).

        out[i] = x[i] / scalar

    x       the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
            Ascend950
    scalar  the number
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachDivScalarV2",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_erf(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Error functions of the elements of every tensor of a list (aclnnForeachErf).

        out[i] = erf(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachErf",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_erfc(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Complements of error functions of the elements of every tensor of a list (aclnnForeachErfc).

        out[i] = erfc(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachErfc",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_exp(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Exponentials of the elements of every tensor of a list (aclnnForeachExp).

        out[i] = e ^ x[i], of integers the nearest integer that the type has

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950; int16, int8, uint8 on Ascend910B and Ascend910_93
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachExp",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_expm1(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Exponentials less one of the elements of every tensor of a list (aclnnForeachExpm1).

        out[i] = e ^ x[i] - 1, of integers the nearest integer that the type has

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950; int16, int8, uint8 on Ascend910B and Ascend910_93
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachExpm1",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_lerp_list(
    x1: Sequence[object],
    x2: Sequence[object],
    weight: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """A part of the way from the tensors of a list to those of another (aclnnForeachLerpList).

        out[i] = x1[i] + weight[i] * (x2[i] - x1[i])

    x1      where the way begins, all of one type: float32, float16, bfloat16 on Ascend910B,
            Ascend910_93 and Ascend950
    x2      where it ends
    weight  the parts of the way
    out     as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    weight_ = make.tensors("weight", weight)
    result: list[Any] = make.run(
        "aclnnForeachLerpList",
        x1_,
        x2_,
        weight_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_lerp_scalar(
    x1: Sequence[object],
    x2: Sequence[object],
    weight: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """A number of the way from the tensors of a list to those of another (aclnnForeachLerpScalar).

        out[i] = x1[i] + weight * (x2[i] - x1[i])

    x1      where the way begins, all of one type: float32, float16, bfloat16 on Ascend910B,
            Ascend910_93 and Ascend950
    x2      where it ends
    weight  the part of the way: float32, float64
    out     as many tensors of the same type and shapes; may be x1

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    weight_ = convert.scalar("weight", weight)
    result: list[Any] = make.run(
        "aclnnForeachLerpScalar",
        x1_,
        x2_,
        weight_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_log(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Natural logarithms of the elements of every tensor of a list (aclnnForeachLog).

        out[i] = log(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachLog",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_log10(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Logarithms to base 10 of the elements of every tensor of a list (aclnnForeachLog10).

        out[i] = log10(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachLog10",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_log1p(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Natural logarithms of one more of the elements of every tensor of a list (aclnnForeachLog1p).

        out[i] = log(1 + x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachLog1p",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_log2(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Logarithms to base 2 of the elements of every tensor of a list (aclnnForeachLog2).

        out[i] = log2(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachLog2",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_maximum_list(
    x1: Sequence[object],
    x2: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The larger elements of the tensors of two lists (aclnnForeachMaximumList).

        out[i] = max(x1[i], x2[i])

    x1   the first operands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
         Ascend910_93 and Ascend950
    x2   the second, of the same type and shapes
    out  as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    result: list[Any] = make.run(
        "aclnnForeachMaximumList",
        x1_,
        x2_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_maximum_scalar(
    x: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The larger of the number in a tensor and every element of a list of tensors
    (aclnnForeachMaximumScalar).

        out[i] = max(x[i], scalar)

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachMaximumScalar",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_maximum_scalar_list(
    x: Sequence[object],
    scalars: Sequence[Number],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The larger of a number of its own and every element of a list of tensors
    (aclnnForeachMaximumScalarList).

        out[i] = max(x[i], scalars[i])

    x        the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
             Ascend910_93 and Ascend950
    scalars  a number for each tensor
    out      as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalars_ = convert.scalars("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachMaximumScalarList",
        x_,
        scalars_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_maximum_scalar_v2(
    x: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The larger of a number and every element of a list of tensors (aclnnForeachMaximumScalarV2).

        out[i] = max(x[i], scalar)

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachMaximumScalarV2",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_minimum_list(
    x1: Sequence[object],
    x2: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The smaller elements of the tensors of two lists (aclnnForeachMinimumList).

        out[i] = min(x1[i], x2[i])

    x1   the first operands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
         Ascend910_93 and Ascend950
    x2   the second, of the same type and shapes
    out  as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    result: list[Any] = make.run(
        "aclnnForeachMinimumList",
        x1_,
        x2_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_minimum_scalar(
    x: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The smaller of the number in a tensor and every element of a list of tensors
    (aclnnForeachMinimumScalar).

        out[i] = min(x[i], scalar)

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachMinimumScalar",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_minimum_scalar_list(
    x: Sequence[object],
    scalars: Sequence[Number],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The smaller of a number of its own and every element of a list of tensors
    (aclnnForeachMinimumScalarList).

        out[i] = min(x[i], scalars[i])

    x        the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
             Ascend910_93 and Ascend950
    scalars  a number for each tensor
    out      as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalars_ = convert.scalars("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachMinimumScalarList",
        x_,
        scalars_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_minimum_scalar_v2(
    x: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The smaller of a number and every element of a list of tensors (aclnnForeachMinimumScalarV2).

        out[i] = min(x[i], scalar)

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachMinimumScalarV2",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_mul_list(
    x1: Sequence[object],
    x2: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Multiplies the tensors of two lists (aclnnForeachMulList).

        out[i] = x1[i] * x2[i]

    x1   the first operands, all of one type: float32, float16, bfloat16, int32, int16, int8, uint8
         on Ascend910B, Ascend910_93 and Ascend950
    x2   the second, of the same type and shapes
    out  as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    result: list[Any] = make.run(
        "aclnnForeachMulList",
        x1_,
        x2_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_mul_scalar(
    x: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Multiplies every tensor of a list by the number in a tensor (aclnnForeachMulScalar).

        out[i] = x[i] * scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachMulScalar",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_mul_scalar_list(
    x: Sequence[object],
    scalars: Sequence[Number],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Multiplies every tensor of a list by a number of its own (aclnnForeachMulScalarList).

        out[i] = x[i] * scalars[i]

    x        the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
             Ascend910_93 and Ascend950
    scalars  a number for each tensor
    out      as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalars_ = convert.scalars("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachMulScalarList",
        x_,
        scalars_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_mul_scalar_v2(
    x: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Multiplies every tensor of a list by a number (aclnnForeachMulScalarV2).

        out[i] = x[i] * scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachMulScalarV2",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_neg(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Negatives of the elements of every tensor of a list (aclnnForeachNeg).

        out[i] = -x[i]

    x    the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B, Ascend910_93
         and Ascend950; int16, int8, uint8 on Ascend910B and Ascend910_93
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachNeg",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_non_finite_check_and_unscale(
    scaled_grads: Sequence[object],
    found_inf: object,
    inv_scale: object,
) -> tuple[list[Any], Any]:
    """Multiplies every tensor of a list by a number, in its place, and says whether one had a
    number that is not finite (aclnnForeachNonFiniteCheckAndUnscale).

        foundInf = 1 where an element of scaledGrads is infinite or NaN, else as it was;
            scaledGrads[i] = scaledGrads[i] * invScale

    scaled_grads  the tensors, all of one type; it is changed: float32, float16, bfloat16 on
                  Ascend910B, Ascend910_93 and Ascend950
    found_inf     one element; it is changed: float32
    inv_scale     the number, in one element: float32

    Returns .
    """
    scaled_grads_ = make.in_outs("scaled_grads", scaled_grads)
    found_inf_ = make.in_out("found_inf", found_inf)
    inv_scale_ = make.tensor("inv_scale", inv_scale)
    result: tuple[list[Any], Any] = make.run(
        "aclnnForeachNonFiniteCheckAndUnscale",
        scaled_grads_,
        found_inf_,
        inv_scale_,
    )
    return result


def foreach_norm(
    x: Sequence[object],
    scalar: Number = 2,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """The norm of every tensor of a list (aclnnForeachNorm).

        out[i] = (the sum of |x[i]| ^ scalar) ^ (1 / scalar), and the largest |x[i]| for infinity

    x       the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
            Ascend950
    scalar  the order of the norm; on Ascend950 1 by its integer part, infinity, and 2 for all
            others: float32, float64, int64
    out     as many tensors of one element, of the same type

    Returns arrays with the shapes single_members(x) and the data type members_type(x).
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachNorm",
        x_,
        scalar_,
        make.parts("out", out, rules.single_members(x_), rules.members_type(x_)),
    )
    return result


def foreach_pow_list(
    x1: Sequence[object],
    x2: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Raises the tensors of a list to the powers that are the tensors of another
    (aclnnForeachPowList).

        out[i] = x1[i] ^ x2[i]

    x1   the first operands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
         Ascend910_93 and Ascend950
    x2   the second, of the same type and shapes
    out  as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    result: list[Any] = make.run(
        "aclnnForeachPowList",
        x1_,
        x2_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_pow_scalar(
    x: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Raises every tensor of a list to the power of the number in a tensor (aclnnForeachPowScalar).

        out[i] = x[i] ^ scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachPowScalar",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_pow_scalar_and_tensor(
    scalar: Number,
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Powers of a number, whose exponents are the tensors of a list
    (aclnnForeachPowScalarAndTensor).

        out[i] = scalar ^ x[i]

    scalar  the base
    x       the exponents, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    scalar_ = convert.scalar("scalar", scalar)
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachPowScalarAndTensor",
        scalar_,
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_pow_scalar_list(
    x: Sequence[object],
    scalars: Sequence[Number],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Raises every tensor of a list to the power of a number of its own
    (aclnnForeachPowScalarList).

        out[i] = x[i] ^ scalars[i]

    x        the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
             Ascend910_93 and Ascend950
    scalars  a number for each tensor
    out      as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalars_ = convert.scalars("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachPowScalarList",
        x_,
        scalars_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_pow_scalar_v2(
    x: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Raises every tensor of a list to the power of a number (aclnnForeachPowScalarV2).

        out[i] = x[i] ^ scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachPowScalarV2",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_reciprocal(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Reciprocals of the elements of every tensor of a list (aclnnForeachReciprocal).

        out[i] = 1 / x[i]

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachReciprocal",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_round_off_number(
    x: Sequence[object],
    round_mode: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Rounds every tensor of a list as a number in a tensor says (aclnnForeachRoundOffNumber).

        out[i] = round(x[i], roundMode)

    x           the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93
                and Ascend950; int16 on Ascend910B and Ascend910_93
    round_mode  a tensor of one element that is read when the call runs: 1 to the nearest integer,
                between two the even one; 2 down, 3 up, 4 to the nearest, between two away from 0, 5
                toward 0, 6 to the odd integer beside, 7 what is cut off toward 0; others change
                nothing: int8
    out         as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    round_mode_ = make.tensor("round_mode", round_mode)
    result: list[Any] = make.run(
        "aclnnForeachRoundOffNumber",
        x_,
        round_mode_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_round_off_number_v2(
    x: Sequence[object],
    round_mode: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Rounds every tensor of a list (aclnnForeachRoundOffNumberV2).

        out[i] = round(x[i], roundMode)

    x           the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
                Ascend910_93 and Ascend950; int16 on Ascend910B and Ascend910_93
    round_mode  1 to the nearest integer, between two the even one; 2 down, 3 up, 4 to the nearest,
                between two away from 0, 5 toward 0, 6 to the odd integer beside, 7 what is cut off
                toward 0; others change nothing: int8, int64
    out         as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    round_mode_ = convert.scalar("round_mode", round_mode)
    result: list[Any] = make.run(
        "aclnnForeachRoundOffNumberV2",
        x_,
        round_mode_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sigmoid(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Logistic functions of the elements of every tensor of a list (aclnnForeachSigmoid).

        out[i] = 1 / (1 + e ^ -x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachSigmoid",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sign(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Signs of the elements of every tensor of a list (aclnnForeachSign).

        out[i] = sign(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16, int8, int32, int64 on Ascend910B,
         Ascend910_93 and Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachSign",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sin(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Sines of the elements of every tensor of a list (aclnnForeachSin).

        out[i] = sin(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachSin",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sinh(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Hyperbolic sines of the elements of every tensor of a list (aclnnForeachSinh).

        out[i] = sinh(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachSinh",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sqrt(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Square roots of the elements of every tensor of a list (aclnnForeachSqrt).

        out[i] = sqrt(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachSqrt",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sub_list(
    x1: Sequence[object],
    x2: Sequence[object],
    alpha: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Subtracts the tensors of a list, times a number, from those of another that is in a tensor
    (aclnnForeachSubList).

        out[i] = x1[i] - alpha * x2[i]

    x1     the first operands, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
           Ascend910_93 and Ascend950; int16, int8, uint8 on Ascend910B and Ascend910_93
    x2     the second, of the same type and shapes
    alpha  their factor, a tensor of one element that is read when the call runs
    out    as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    alpha_ = make.tensor("alpha", alpha)
    result: list[Any] = make.run(
        "aclnnForeachSubList",
        x1_,
        x2_,
        alpha_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_sub_list_v2(
    x1: Sequence[object],
    x2: Sequence[object],
    alpha: Number = 1,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Subtracts the tensors of a list, times a number, from those of another
    (aclnnForeachSubListV2).

        out[i] = x1[i] - alpha * x2[i]

    x1     the first operands, all of one type: float32, float16, bfloat16, int32, int16, int8,
           uint8 on Ascend910B, Ascend910_93 and Ascend950
    x2     the second, of the same type and shapes
    alpha  their factor
    out    as many tensors of the same type and shapes; may be x1 or x2

    Returns arrays with the shapes and the data type of x1.
    """
    x1_ = make.tensors("x1", x1)
    x2_ = make.tensors("x2", x2)
    alpha_ = convert.scalar("alpha", alpha)
    result: list[Any] = make.run(
        "aclnnForeachSubListV2",
        x1_,
        x2_,
        alpha_,
        make.outputs("out", out, x1_),
    )
    return result


def foreach_sub_scalar(
    x: Sequence[object],
    scalar: object,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Subtracts the number in a tensor from every tensor of a list (aclnnForeachSubScalar).

        out[i] = x[i] - scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number, a tensor of one element that is read when the call runs
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = make.tensor("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachSubScalar",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sub_scalar_list(
    x: Sequence[object],
    scalars: Sequence[Number],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Subtracts a number of its own from every tensor of a list (aclnnForeachSubScalarList).

        out[i] = x[i] - scalars[i]

    x        the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
             Ascend910_93 and Ascend950
    scalars  a number for each tensor
    out      as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalars_ = convert.scalars("scalars", scalars)
    result: list[Any] = make.run(
        "aclnnForeachSubScalarList",
        x_,
        scalars_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_sub_scalar_v2(
    x: Sequence[object],
    scalar: Number,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Subtracts a number from every tensor of a list (aclnnForeachSubScalarV2).

        out[i] = x[i] - scalar

    x       the tensors, all of one type: float32, float16, bfloat16, int32 on Ascend910B,
            Ascend910_93 and Ascend950
    scalar  the number
    out     as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    scalar_ = convert.scalar("scalar", scalar)
    result: list[Any] = make.run(
        "aclnnForeachSubScalarV2",
        x_,
        scalar_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_tan(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Tangents of the elements of every tensor of a list (aclnnForeachTan).

        out[i] = tan(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachTan",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_tanh(
    x: Sequence[object],
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Hyperbolic tangents of the elements of every tensor of a list (aclnnForeachTanh).

        out[i] = tanh(x[i])

    x    the tensors, all of one type: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
         Ascend950
    out  as many tensors of the same type and shapes; may be x

    Returns arrays with the shapes and the data type of x.
    """
    x_ = make.tensors("x", x)
    result: list[Any] = make.run(
        "aclnnForeachTanh",
        x_,
        make.outputs("out", out, x_),
    )
    return result


def foreach_zero_inplace(
    x: Sequence[object],
) -> list[Any]:
    """Fills the tensors of a list with zeros (aclnnForeachZeroInplace).

        x[i] = 0

    x  the tensors, all of one type; it is changed: float32, float16, bfloat16, int16, int32 on
       Ascend910B, Ascend910_93 and Ascend950

    Returns .
    """
    x_ = make.in_outs("x", x)
    result: list[Any] = make.run(
        "aclnnForeachZeroInplace",
        x_,
    )
    return result


@overload
def frac(
    input: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def frac(
    input: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def frac(
    input: object,
    *,
    out: object = None,
) -> Any:
    """The fraction of every element (aclnnFrac).

        out = input - trunc(input)

    input  the numbers: float32, float16, int8, int16, int32, int64, uint8; bfloat16 not on
           Ascend910
    out    their fractions, with their signs; 0 of integers, NaN of infinities

    Returns an array with the shape of input and the data type of input.
    """
    input_ = make.tensor("input", input)
    return make.run(
        "aclnnFrac",
        input_,
        make.output("out", out, input_.shape, input_.type),
    )


def fused_infer_attention_score(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    antiquant_scale: object = None,
    antiquant_offset: object = None,
    block_table: object = None,
    query_padding_size: object = None,
    kv_padding_size: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    block_size: SupportsIndex = 0,
    antiquant_mode: SupportsIndex = 0,
    softmax_lse_flag: bool = False,
    attention_out: Any = None,
    softmax_lse: Any = None,
) -> tuple[Any, Any]:
    """Attention for inference (aclnnFusedInferAttentionScore).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                  the queries, in inputLayout: float16, bfloat16 on Ascend910B,
                           Ascend910_93 and Ascend950
    key                    the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and
                           Ascend950
    value                  the values, whose heads may have fewer columns than those of key:
                           float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift              what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask             true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                           sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths     how many rows of each batch count, or one number for all; of TND where
                           they end; NULL: all
    actual_seq_lengths_kv  how many columns of each batch count, or one number for all; of TND where
                           they end; NULL: all
    deq_scale1             NULL: 207000 otherwise
    quant_scale1           NULL: 207000 otherwise
    deq_scale2             NULL: 207000 otherwise
    quant_scale2           NULL: 207000 otherwise
    quant_offset2          NULL: 207000 otherwise
    antiquant_scale        NULL: 207000 otherwise
    antiquant_offset       NULL: 207000 otherwise
    block_table            int32 [B, blocks]: which blocks of key and value a batch has; NULL: they
                           are no blocks
    query_padding_size     int64 [1]: so many rows behind those that count; NULL: those that count
                           are the first
    kv_padding_size        int64 [1]: so many columns behind those that count; NULL: those that
                           count are the first
    num_heads              N of query
    scale_value            what scores are multiplied by
    pre_tokens             of bands: so many columns before the diagonal count
    next_tokens            of bands: so many columns behind it count
    input_layout           "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                           the second is that of the result
    num_key_value_heads    N of key and value; 0: as they have them
    sparse_mode            which pairs count beside the mask, where there is one
    inner_precise          makes no difference: sums are float32, and rows without a pair that
                           counts give 0
    block_size             rows of a block of key
    antiquant_mode         makes no difference without antiquantisation
    softmax_lse_flag       whether softmaxLse is written
    attention_out          the result
    softmax_lse            logarithms of the sums of exponentials, [B, N, Sq, 1] or [T, N, 1];
                           infinite where no pair counts; NULL where softmaxLseFlag is false

    Returns attention_out, an array with the shape attention(query, key, value, num_heads,
    input_layout) and the data type of query; softmax_lse, an array with the shape
    attention_log_sums(query, num_heads, input_layout, softmax_lse_flag) and the data type float32.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    actual_seq_lengths_kv_ = (
        None
        if actual_seq_lengths_kv is None
        else convert.integers("actual_seq_lengths_kv", actual_seq_lengths_kv)
    )
    deq_scale1_ = None if deq_scale1 is None else make.tensor("deq_scale1", deq_scale1)
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    deq_scale2_ = None if deq_scale2 is None else make.tensor("deq_scale2", deq_scale2)
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    antiquant_scale_ = (
        None if antiquant_scale is None else make.tensor("antiquant_scale", antiquant_scale)
    )
    antiquant_offset_ = (
        None if antiquant_offset is None else make.tensor("antiquant_offset", antiquant_offset)
    )
    block_table_ = None if block_table is None else make.tensor("block_table", block_table)
    query_padding_size_ = (
        None
        if query_padding_size is None
        else make.tensor("query_padding_size", query_padding_size)
    )
    kv_padding_size_ = (
        None if kv_padding_size is None else make.tensor("kv_padding_size", kv_padding_size)
    )
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    block_size_ = convert.integer("block_size", block_size)
    antiquant_mode_ = convert.integer("antiquant_mode", antiquant_mode)
    softmax_lse_flag_ = convert.boolean("softmax_lse_flag", softmax_lse_flag)
    result: tuple[Any, Any] = make.run(
        "aclnnFusedInferAttentionScore",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        actual_seq_lengths_kv_,
        deq_scale1_,
        quant_scale1_,
        deq_scale2_,
        quant_scale2_,
        quant_offset2_,
        antiquant_scale_,
        antiquant_offset_,
        block_table_,
        query_padding_size_,
        kv_padding_size_,
        num_heads_,
        scale_value_,
        pre_tokens_,
        next_tokens_,
        input_layout_,
        num_key_value_heads_,
        sparse_mode_,
        inner_precise_,
        block_size_,
        antiquant_mode_,
        softmax_lse_flag_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
        make.output(
            "softmax_lse",
            softmax_lse,
            rules.attention_log_sums(query_, num_heads_, input_layout_, softmax_lse_flag_),
            "float32",
        ),
    )
    return result


def fused_infer_attention_score_v2(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    antiquant_scale: object = None,
    antiquant_offset: object = None,
    block_table: object = None,
    query_padding_size: object = None,
    kv_padding_size: object = None,
    key_antiquant_scale: object = None,
    key_antiquant_offset: object = None,
    value_antiquant_scale: object = None,
    value_antiquant_offset: object = None,
    key_shared_prefix: object = None,
    value_shared_prefix: object = None,
    actual_shared_prefix_len: Sequence[SupportsIndex] | None = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    block_size: SupportsIndex = 0,
    antiquant_mode: SupportsIndex = 0,
    softmax_lse_flag: bool = False,
    key_antiquant_mode: SupportsIndex = 0,
    value_antiquant_mode: SupportsIndex = 0,
    attention_out: Any = None,
    softmax_lse: Any = None,
) -> tuple[Any, Any]:
    """Attention for inference (aclnnFusedInferAttentionScoreV2).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                     the queries, in inputLayout: float16, bfloat16 on Ascend910B,
                              Ascend910_93 and Ascend950
    key                       the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and
                              Ascend950
    value                     the values, whose heads may have fewer columns than those of key:
                              float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift                 what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL:
                              nothing
    atten_mask                true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv];
                              of sparse modes that stand for a mask it is not read; NULL: all pairs
                              count
    actual_seq_lengths        how many rows of each batch count, or one number for all; of TND where
                              they end; NULL: all
    actual_seq_lengths_kv     how many columns of each batch count, or one number for all; of TND
                              where they end; NULL: all
    deq_scale1                NULL: 207000 otherwise
    quant_scale1              NULL: 207000 otherwise
    deq_scale2                NULL: 207000 otherwise
    quant_scale2              NULL: 207000 otherwise
    quant_offset2             NULL: 207000 otherwise
    antiquant_scale           NULL: 207000 otherwise
    antiquant_offset          NULL: 207000 otherwise
    block_table               int32 [B, blocks]: which blocks of key and value a batch has; NULL:
                              they are no blocks
    query_padding_size        int64 [1]: so many rows behind those that count; NULL: those that
                              count are the first
    kv_padding_size           int64 [1]: so many columns behind those that count; NULL: those that
                              count are the first
    key_antiquant_scale       NULL: 207000 otherwise
    key_antiquant_offset      NULL: 207000 otherwise
    value_antiquant_scale     NULL: 207000 otherwise
    value_antiquant_offset    NULL: 207000 otherwise
    key_shared_prefix         keys before those of each batch, with a batch of 1; NULL: none
    value_shared_prefix       their values
    actual_shared_prefix_len  how many of the prefix count; NULL: all
    num_heads                 N of query
    scale_value               what scores are multiplied by
    pre_tokens                of bands: so many columns before the diagonal count
    next_tokens               of bands: so many columns behind it count
    input_layout              "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of
                              which the second is that of the result
    num_key_value_heads       N of key and value; 0: as they have them
    sparse_mode               which pairs count beside the mask, where there is one
    inner_precise             makes no difference: sums are float32, and rows without a pair that
                              counts give 0
    block_size                rows of a block of key
    antiquant_mode            makes no difference without antiquantisation
    softmax_lse_flag          whether softmaxLse is written
    key_antiquant_mode        makes no difference without antiquantisation
    value_antiquant_mode      makes no difference without antiquantisation
    attention_out             the result
    softmax_lse               logarithms of the sums of exponentials, [B, N, Sq, 1] or [T, N, 1];
                              infinite where no pair counts; NULL where softmaxLseFlag is false

    Returns attention_out, an array with the shape attention(query, key, value, num_heads,
    input_layout) and the data type of query; softmax_lse, an array with the shape
    attention_log_sums(query, num_heads, input_layout, softmax_lse_flag) and the data type float32.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    actual_seq_lengths_kv_ = (
        None
        if actual_seq_lengths_kv is None
        else convert.integers("actual_seq_lengths_kv", actual_seq_lengths_kv)
    )
    deq_scale1_ = None if deq_scale1 is None else make.tensor("deq_scale1", deq_scale1)
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    deq_scale2_ = None if deq_scale2 is None else make.tensor("deq_scale2", deq_scale2)
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    antiquant_scale_ = (
        None if antiquant_scale is None else make.tensor("antiquant_scale", antiquant_scale)
    )
    antiquant_offset_ = (
        None if antiquant_offset is None else make.tensor("antiquant_offset", antiquant_offset)
    )
    block_table_ = None if block_table is None else make.tensor("block_table", block_table)
    query_padding_size_ = (
        None
        if query_padding_size is None
        else make.tensor("query_padding_size", query_padding_size)
    )
    kv_padding_size_ = (
        None if kv_padding_size is None else make.tensor("kv_padding_size", kv_padding_size)
    )
    key_antiquant_scale_ = (
        None
        if key_antiquant_scale is None
        else make.tensor("key_antiquant_scale", key_antiquant_scale)
    )
    key_antiquant_offset_ = (
        None
        if key_antiquant_offset is None
        else make.tensor("key_antiquant_offset", key_antiquant_offset)
    )
    value_antiquant_scale_ = (
        None
        if value_antiquant_scale is None
        else make.tensor("value_antiquant_scale", value_antiquant_scale)
    )
    value_antiquant_offset_ = (
        None
        if value_antiquant_offset is None
        else make.tensor("value_antiquant_offset", value_antiquant_offset)
    )
    key_shared_prefix_ = (
        None if key_shared_prefix is None else make.tensor("key_shared_prefix", key_shared_prefix)
    )
    value_shared_prefix_ = (
        None
        if value_shared_prefix is None
        else make.tensor("value_shared_prefix", value_shared_prefix)
    )
    actual_shared_prefix_len_ = (
        None
        if actual_shared_prefix_len is None
        else convert.integers("actual_shared_prefix_len", actual_shared_prefix_len)
    )
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    block_size_ = convert.integer("block_size", block_size)
    antiquant_mode_ = convert.integer("antiquant_mode", antiquant_mode)
    softmax_lse_flag_ = convert.boolean("softmax_lse_flag", softmax_lse_flag)
    key_antiquant_mode_ = convert.integer("key_antiquant_mode", key_antiquant_mode)
    value_antiquant_mode_ = convert.integer("value_antiquant_mode", value_antiquant_mode)
    result: tuple[Any, Any] = make.run(
        "aclnnFusedInferAttentionScoreV2",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        actual_seq_lengths_kv_,
        deq_scale1_,
        quant_scale1_,
        deq_scale2_,
        quant_scale2_,
        quant_offset2_,
        antiquant_scale_,
        antiquant_offset_,
        block_table_,
        query_padding_size_,
        kv_padding_size_,
        key_antiquant_scale_,
        key_antiquant_offset_,
        value_antiquant_scale_,
        value_antiquant_offset_,
        key_shared_prefix_,
        value_shared_prefix_,
        actual_shared_prefix_len_,
        num_heads_,
        scale_value_,
        pre_tokens_,
        next_tokens_,
        input_layout_,
        num_key_value_heads_,
        sparse_mode_,
        inner_precise_,
        block_size_,
        antiquant_mode_,
        softmax_lse_flag_,
        key_antiquant_mode_,
        value_antiquant_mode_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
        make.output(
            "softmax_lse",
            softmax_lse,
            rules.attention_log_sums(query_, num_heads_, input_layout_, softmax_lse_flag_),
            "float32",
        ),
    )
    return result


def fused_infer_attention_score_v3(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    antiquant_scale: object = None,
    antiquant_offset: object = None,
    block_table: object = None,
    query_padding_size: object = None,
    kv_padding_size: object = None,
    key_antiquant_scale: object = None,
    key_antiquant_offset: object = None,
    value_antiquant_scale: object = None,
    value_antiquant_offset: object = None,
    key_shared_prefix: object = None,
    value_shared_prefix: object = None,
    actual_shared_prefix_len: Sequence[SupportsIndex] | None = None,
    query_rope: object = None,
    key_rope: object = None,
    key_rope_antiquant_scale: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    block_size: SupportsIndex = 0,
    antiquant_mode: SupportsIndex = 0,
    softmax_lse_flag: bool = False,
    key_antiquant_mode: SupportsIndex = 0,
    value_antiquant_mode: SupportsIndex = 0,
    attention_out: Any = None,
    softmax_lse: Any = None,
) -> tuple[Any, Any]:
    """Attention for inference (aclnnFusedInferAttentionScoreV3).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                     the queries, in inputLayout: float16, bfloat16 on Ascend910B,
                              Ascend910_93 and Ascend950
    key                       the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and
                              Ascend950
    value                     the values, whose heads may have fewer columns than those of key:
                              float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift                 what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL:
                              nothing
    atten_mask                true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv];
                              of sparse modes that stand for a mask it is not read; NULL: all pairs
                              count
    actual_seq_lengths        how many rows of each batch count, or one number for all; of TND where
                              they end; NULL: all
    actual_seq_lengths_kv     how many columns of each batch count, or one number for all; of TND
                              where they end; NULL: all
    deq_scale1                NULL: 207000 otherwise
    quant_scale1              NULL: 207000 otherwise
    deq_scale2                NULL: 207000 otherwise
    quant_scale2              NULL: 207000 otherwise
    quant_offset2             NULL: 207000 otherwise
    antiquant_scale           NULL: 207000 otherwise
    antiquant_offset          NULL: 207000 otherwise
    block_table               int32 [B, blocks]: which blocks of key and value a batch has; NULL:
                              they are no blocks
    query_padding_size        int64 [1]: so many rows behind those that count; NULL: those that
                              count are the first
    kv_padding_size           int64 [1]: so many columns behind those that count; NULL: those that
                              count are the first
    key_antiquant_scale       NULL: 207000 otherwise
    key_antiquant_offset      NULL: 207000 otherwise
    value_antiquant_scale     NULL: 207000 otherwise
    value_antiquant_offset    NULL: 207000 otherwise
    key_shared_prefix         keys before those of each batch, with a batch of 1; NULL: none
    value_shared_prefix       their values
    actual_shared_prefix_len  how many of the prefix count; NULL: all
    query_rope                more columns of each head of query; NULL: none
    key_rope                  more columns of each head of key; NULL: none
    key_rope_antiquant_scale  NULL: 207000 otherwise
    num_heads                 N of query
    scale_value               what scores are multiplied by
    pre_tokens                of bands: so many columns before the diagonal count
    next_tokens               of bands: so many columns behind it count
    input_layout              "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of
                              which the second is that of the result
    num_key_value_heads       N of key and value; 0: as they have them
    sparse_mode               which pairs count beside the mask, where there is one
    inner_precise             makes no difference: sums are float32, and rows without a pair that
                              counts give 0
    block_size                rows of a block of key
    antiquant_mode            makes no difference without antiquantisation
    softmax_lse_flag          whether softmaxLse is written
    key_antiquant_mode        makes no difference without antiquantisation
    value_antiquant_mode      makes no difference without antiquantisation
    attention_out             the result
    softmax_lse               logarithms of the sums of exponentials, [B, N, Sq, 1] or [T, N, 1];
                              infinite where no pair counts; NULL where softmaxLseFlag is false

    Returns attention_out, an array with the shape attention(query, key, value, num_heads,
    input_layout) and the data type of query; softmax_lse, an array with the shape
    attention_log_sums(query, num_heads, input_layout, softmax_lse_flag) and the data type float32.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    actual_seq_lengths_kv_ = (
        None
        if actual_seq_lengths_kv is None
        else convert.integers("actual_seq_lengths_kv", actual_seq_lengths_kv)
    )
    deq_scale1_ = None if deq_scale1 is None else make.tensor("deq_scale1", deq_scale1)
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    deq_scale2_ = None if deq_scale2 is None else make.tensor("deq_scale2", deq_scale2)
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    antiquant_scale_ = (
        None if antiquant_scale is None else make.tensor("antiquant_scale", antiquant_scale)
    )
    antiquant_offset_ = (
        None if antiquant_offset is None else make.tensor("antiquant_offset", antiquant_offset)
    )
    block_table_ = None if block_table is None else make.tensor("block_table", block_table)
    query_padding_size_ = (
        None
        if query_padding_size is None
        else make.tensor("query_padding_size", query_padding_size)
    )
    kv_padding_size_ = (
        None if kv_padding_size is None else make.tensor("kv_padding_size", kv_padding_size)
    )
    key_antiquant_scale_ = (
        None
        if key_antiquant_scale is None
        else make.tensor("key_antiquant_scale", key_antiquant_scale)
    )
    key_antiquant_offset_ = (
        None
        if key_antiquant_offset is None
        else make.tensor("key_antiquant_offset", key_antiquant_offset)
    )
    value_antiquant_scale_ = (
        None
        if value_antiquant_scale is None
        else make.tensor("value_antiquant_scale", value_antiquant_scale)
    )
    value_antiquant_offset_ = (
        None
        if value_antiquant_offset is None
        else make.tensor("value_antiquant_offset", value_antiquant_offset)
    )
    key_shared_prefix_ = (
        None if key_shared_prefix is None else make.tensor("key_shared_prefix", key_shared_prefix)
    )
    value_shared_prefix_ = (
        None
        if value_shared_prefix is None
        else make.tensor("value_shared_prefix", value_shared_prefix)
    )
    actual_shared_prefix_len_ = (
        None
        if actual_shared_prefix_len is None
        else convert.integers("actual_shared_prefix_len", actual_shared_prefix_len)
    )
    query_rope_ = None if query_rope is None else make.tensor("query_rope", query_rope)
    key_rope_ = None if key_rope is None else make.tensor("key_rope", key_rope)
    key_rope_antiquant_scale_ = (
        None
        if key_rope_antiquant_scale is None
        else make.tensor("key_rope_antiquant_scale", key_rope_antiquant_scale)
    )
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    block_size_ = convert.integer("block_size", block_size)
    antiquant_mode_ = convert.integer("antiquant_mode", antiquant_mode)
    softmax_lse_flag_ = convert.boolean("softmax_lse_flag", softmax_lse_flag)
    key_antiquant_mode_ = convert.integer("key_antiquant_mode", key_antiquant_mode)
    value_antiquant_mode_ = convert.integer("value_antiquant_mode", value_antiquant_mode)
    result: tuple[Any, Any] = make.run(
        "aclnnFusedInferAttentionScoreV3",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        actual_seq_lengths_kv_,
        deq_scale1_,
        quant_scale1_,
        deq_scale2_,
        quant_scale2_,
        quant_offset2_,
        antiquant_scale_,
        antiquant_offset_,
        block_table_,
        query_padding_size_,
        kv_padding_size_,
        key_antiquant_scale_,
        key_antiquant_offset_,
        value_antiquant_scale_,
        value_antiquant_offset_,
        key_shared_prefix_,
        value_shared_prefix_,
        actual_shared_prefix_len_,
        query_rope_,
        key_rope_,
        key_rope_antiquant_scale_,
        num_heads_,
        scale_value_,
        pre_tokens_,
        next_tokens_,
        input_layout_,
        num_key_value_heads_,
        sparse_mode_,
        inner_precise_,
        block_size_,
        antiquant_mode_,
        softmax_lse_flag_,
        key_antiquant_mode_,
        value_antiquant_mode_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
        make.output(
            "softmax_lse",
            softmax_lse,
            rules.attention_log_sums(query_, num_heads_, input_layout_, softmax_lse_flag_),
            "float32",
        ),
    )
    return result


def fused_infer_attention_score_v4(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    antiquant_scale: object = None,
    antiquant_offset: object = None,
    block_table: object = None,
    query_padding_size: object = None,
    kv_padding_size: object = None,
    key_antiquant_scale: object = None,
    key_antiquant_offset: object = None,
    value_antiquant_scale: object = None,
    value_antiquant_offset: object = None,
    key_shared_prefix: object = None,
    value_shared_prefix: object = None,
    actual_shared_prefix_len: Sequence[SupportsIndex] | None = None,
    query_rope: object = None,
    key_rope: object = None,
    key_rope_antiquant_scale: object = None,
    dequant_scale_query: object = None,
    learnable_sink: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    block_size: SupportsIndex = 0,
    antiquant_mode: SupportsIndex = 0,
    softmax_lse_flag: bool = False,
    key_antiquant_mode: SupportsIndex = 0,
    value_antiquant_mode: SupportsIndex = 0,
    query_quant_mode: SupportsIndex = 0,
    attention_out: Any = None,
    softmax_lse: Any = None,
) -> tuple[Any, Any]:
    """Attention for inference (aclnnFusedInferAttentionScoreV4).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                     the queries, in inputLayout: float16, bfloat16 on Ascend910B,
                              Ascend910_93 and Ascend950
    key                       the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and
                              Ascend950
    value                     the values, whose heads may have fewer columns than those of key:
                              float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift                 what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL:
                              nothing
    atten_mask                true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv];
                              of sparse modes that stand for a mask it is not read; NULL: all pairs
                              count
    actual_seq_lengths        how many rows of each batch count, or one number for all; of TND where
                              they end; NULL: all
    actual_seq_lengths_kv     how many columns of each batch count, or one number for all; of TND
                              where they end; NULL: all
    deq_scale1                NULL: 207000 otherwise
    quant_scale1              NULL: 207000 otherwise
    deq_scale2                NULL: 207000 otherwise
    quant_scale2              NULL: 207000 otherwise
    quant_offset2             NULL: 207000 otherwise
    antiquant_scale           NULL: 207000 otherwise
    antiquant_offset          NULL: 207000 otherwise
    block_table               int32 [B, blocks]: which blocks of key and value a batch has; NULL:
                              they are no blocks
    query_padding_size        int64 [1]: so many rows behind those that count; NULL: those that
                              count are the first
    kv_padding_size           int64 [1]: so many columns behind those that count; NULL: those that
                              count are the first
    key_antiquant_scale       NULL: 207000 otherwise
    key_antiquant_offset      NULL: 207000 otherwise
    value_antiquant_scale     NULL: 207000 otherwise
    value_antiquant_offset    NULL: 207000 otherwise
    key_shared_prefix         keys before those of each batch, with a batch of 1; NULL: none
    value_shared_prefix       their values
    actual_shared_prefix_len  how many of the prefix count; NULL: all
    query_rope                more columns of each head of query; NULL: none
    key_rope                  more columns of each head of key; NULL: none
    key_rope_antiquant_scale  NULL: 207000 otherwise
    dequant_scale_query       NULL: 207000 otherwise
    learnable_sink            NULL: 207000 otherwise
    num_heads                 N of query
    scale_value               what scores are multiplied by
    pre_tokens                of bands: so many columns before the diagonal count
    next_tokens               of bands: so many columns behind it count
    input_layout              "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of
                              which the second is that of the result
    num_key_value_heads       N of key and value; 0: as they have them
    sparse_mode               which pairs count beside the mask, where there is one
    inner_precise             makes no difference: sums are float32, and rows without a pair that
                              counts give 0
    block_size                rows of a block of key
    antiquant_mode            makes no difference without antiquantisation
    softmax_lse_flag          whether softmaxLse is written
    key_antiquant_mode        makes no difference without antiquantisation
    value_antiquant_mode      makes no difference without antiquantisation
    query_quant_mode          makes no difference without quantisation
    attention_out             the result
    softmax_lse               logarithms of the sums of exponentials, [B, N, Sq, 1] or [T, N, 1];
                              infinite where no pair counts; NULL where softmaxLseFlag is false

    Returns attention_out, an array with the shape attention(query, key, value, num_heads,
    input_layout) and the data type of query; softmax_lse, an array with the shape
    attention_log_sums(query, num_heads, input_layout, softmax_lse_flag) and the data type float32.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    actual_seq_lengths_kv_ = (
        None
        if actual_seq_lengths_kv is None
        else convert.integers("actual_seq_lengths_kv", actual_seq_lengths_kv)
    )
    deq_scale1_ = None if deq_scale1 is None else make.tensor("deq_scale1", deq_scale1)
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    deq_scale2_ = None if deq_scale2 is None else make.tensor("deq_scale2", deq_scale2)
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    antiquant_scale_ = (
        None if antiquant_scale is None else make.tensor("antiquant_scale", antiquant_scale)
    )
    antiquant_offset_ = (
        None if antiquant_offset is None else make.tensor("antiquant_offset", antiquant_offset)
    )
    block_table_ = None if block_table is None else make.tensor("block_table", block_table)
    query_padding_size_ = (
        None
        if query_padding_size is None
        else make.tensor("query_padding_size", query_padding_size)
    )
    kv_padding_size_ = (
        None if kv_padding_size is None else make.tensor("kv_padding_size", kv_padding_size)
    )
    key_antiquant_scale_ = (
        None
        if key_antiquant_scale is None
        else make.tensor("key_antiquant_scale", key_antiquant_scale)
    )
    key_antiquant_offset_ = (
        None
        if key_antiquant_offset is None
        else make.tensor("key_antiquant_offset", key_antiquant_offset)
    )
    value_antiquant_scale_ = (
        None
        if value_antiquant_scale is None
        else make.tensor("value_antiquant_scale", value_antiquant_scale)
    )
    value_antiquant_offset_ = (
        None
        if value_antiquant_offset is None
        else make.tensor("value_antiquant_offset", value_antiquant_offset)
    )
    key_shared_prefix_ = (
        None if key_shared_prefix is None else make.tensor("key_shared_prefix", key_shared_prefix)
    )
    value_shared_prefix_ = (
        None
        if value_shared_prefix is None
        else make.tensor("value_shared_prefix", value_shared_prefix)
    )
    actual_shared_prefix_len_ = (
        None
        if actual_shared_prefix_len is None
        else convert.integers("actual_shared_prefix_len", actual_shared_prefix_len)
    )
    query_rope_ = None if query_rope is None else make.tensor("query_rope", query_rope)
    key_rope_ = None if key_rope is None else make.tensor("key_rope", key_rope)
    key_rope_antiquant_scale_ = (
        None
        if key_rope_antiquant_scale is None
        else make.tensor("key_rope_antiquant_scale", key_rope_antiquant_scale)
    )
    dequant_scale_query_ = (
        None
        if dequant_scale_query is None
        else make.tensor("dequant_scale_query", dequant_scale_query)
    )
    learnable_sink_ = (
        None if learnable_sink is None else make.tensor("learnable_sink", learnable_sink)
    )
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    block_size_ = convert.integer("block_size", block_size)
    antiquant_mode_ = convert.integer("antiquant_mode", antiquant_mode)
    softmax_lse_flag_ = convert.boolean("softmax_lse_flag", softmax_lse_flag)
    key_antiquant_mode_ = convert.integer("key_antiquant_mode", key_antiquant_mode)
    value_antiquant_mode_ = convert.integer("value_antiquant_mode", value_antiquant_mode)
    query_quant_mode_ = convert.integer("query_quant_mode", query_quant_mode)
    result: tuple[Any, Any] = make.run(
        "aclnnFusedInferAttentionScoreV4",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        actual_seq_lengths_kv_,
        deq_scale1_,
        quant_scale1_,
        deq_scale2_,
        quant_scale2_,
        quant_offset2_,
        antiquant_scale_,
        antiquant_offset_,
        block_table_,
        query_padding_size_,
        kv_padding_size_,
        key_antiquant_scale_,
        key_antiquant_offset_,
        value_antiquant_scale_,
        value_antiquant_offset_,
        key_shared_prefix_,
        value_shared_prefix_,
        actual_shared_prefix_len_,
        query_rope_,
        key_rope_,
        key_rope_antiquant_scale_,
        dequant_scale_query_,
        learnable_sink_,
        num_heads_,
        scale_value_,
        pre_tokens_,
        next_tokens_,
        input_layout_,
        num_key_value_heads_,
        sparse_mode_,
        inner_precise_,
        block_size_,
        antiquant_mode_,
        softmax_lse_flag_,
        key_antiquant_mode_,
        value_antiquant_mode_,
        query_quant_mode_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
        make.output(
            "softmax_lse",
            softmax_lse,
            rules.attention_log_sums(query_, num_heads_, input_layout_, softmax_lse_flag_),
            "float32",
        ),
    )
    return result


@overload
def gather(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gather(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gather(
    self: object,
    dim: SupportsIndex,
    index: object,
    *,
    out: object = None,
) -> Any:
    """Reads one element for each index, along one dimension (aclnnGather).

        out[..., i, ...] = self[..., index[..., i, ...], ...]

    self   what is read: float32, float16, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
           bool, float64; bfloat16 not on Ascend910; float8_e5m2, float8_e4m3fn, float8_e8m0fnu on
           Ascend950
    dim    the dimension; negative ones count from the last
    index  the places; negative ones count from the end
    out    what was read

    Returns an array with the shape of index and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    return make.run(
        "aclnnGather",
        self_,
        dim_,
        index_,
        make.output("out", out, index_.shape, self_.type),
    )


@overload
def gather_nd(
    self: TorchTensor,
    indices: object,
    negative_index_support: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gather_nd(
    self: ArrayLike,
    indices: ArrayLike,
    negative_index_support: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gather_nd(
    self: object,
    indices: object,
    negative_index_support: bool = False,
    *,
    out: object = None,
) -> Any:
    """Reads what rows of indices name: each row has places in the first dimensions (aclnnGatherNd).

        out[i..., :] = self[indices[i..., 0], indices[i..., 1], ..., :]

    self                    what is read: float32, int32, int64, float16, int8, uint8, bool;
                            bfloat16 not on Ascend910; float64, int16, uint16, uint32, uint64 on
                            Ascend950
    indices                 the places, along its last dimension those of one row: int32, int64
    negative_index_support  whether negative indices count from the end
    out                     what was read

    Returns an array with the shape gathered_nd(self, indices) and the data type of self.
    """
    self_ = make.tensor("self", self)
    indices_ = make.tensor("indices", indices)
    negative_index_support_ = convert.boolean("negative_index_support", negative_index_support)
    return make.run(
        "aclnnGatherNd",
        self_,
        indices_,
        negative_index_support_,
        make.output("out", out, rules.gathered_nd(self_, indices_), self_.type),
    )


@overload
def gather_v2(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gather_v2(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gather_v2(
    self: object,
    dim: SupportsIndex,
    index: object,
    *,
    out: object = None,
) -> Any:
    """Selects along one dimension the places that an index of any shape names (aclnnGatherV2).

        out[..., i..., ...] = self[..., index[i...], ...]

    self   what is selected from: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910; uint16 on Ascend950
    dim    the dimension; negative ones count from the last
    index  the places; 0 to the length of the dimension - 1: int32, int64
    out    what was selected, with the dimensions of index in place of dim

    Returns an array with the shape taken(self, dim, index) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    return make.run(
        "aclnnGatherV2",
        self_,
        dim_,
        index_,
        make.output("out", out, rules.taken(self_, dim_, index_), self_.type),
    )


@overload
def gather_v3(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    batch_dims: SupportsIndex = 0,
    mode: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gather_v3(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    batch_dims: SupportsIndex = 0,
    mode: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gather_v3(
    self: object,
    dim: SupportsIndex,
    index: object,
    batch_dims: SupportsIndex = 0,
    mode: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Selects along one dimension the places that an index of any shape names, by batches
    (aclnnGatherV3).

        out[b..., :, i..., ...] = self[b..., :, index[b..., i...], ...]

    self        what is selected from: float32, int32, int64, float16, int16, int8, uint8, float64,
                bool, bfloat16, complex64, complex128
    dim         the dimension; negative ones count from the last
    index       the places; 0 to the length of the dimension - 1: int32, int64
    batch_dims  first dimensions that self and index share
    mode        how the device computes; the results are the same
    out         what was selected, with the dimensions of index behind the batches in place of dim

    Returns an array with the shape taken_batches(self, dim, index, batch_dims) and the data type of
    self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    batch_dims_ = convert.integer("batch_dims", batch_dims)
    mode_ = convert.integer("mode", mode)
    return make.run(
        "aclnnGatherV3",
        self_,
        dim_,
        index_,
        batch_dims_,
        mode_,
        make.output("out", out, rules.taken_batches(self_, dim_, index_, batch_dims_), self_.type),
    )


@overload
def gcd(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gcd(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gcd(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The greatest common divisor of the elements of two tensors (aclnnGcd).

        out = gcd(self, other), which is not negative; gcd(0, n) = |n|

    self   the first number
    other  the second number
    out    the divisor

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnGcd",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
    )


@overload
def ge_glu(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    *,
    out: object = None,
    out_gelu: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def ge_glu(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
    out_gelu: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def ge_glu(
    self: object,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    *,
    out: object = None,
    out_gelu: object = None,
) -> tuple[Any, Any]:
    """Multiplies one half of a tensor by Gelu of the other (aclnnGeGlu).

        outGelu = Gelu(b), out = a * outGelu, self = [a, b] along dim

    self         both halves: float32, float16; bfloat16 not on Ascend910
    dim          the dimension that they lie along; negative ones count from the last
    approximate  1 for the approximation of Gelu with tanh, 0 for none
    out          the product
    out_gelu     Gelu of the second half

    Returns out, an array with the shape halved(self, dim) and the data type of self; out_gelu, an
    array with the shape halved(self, dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    approximate_ = convert.integer("approximate", approximate)
    result: tuple[Any, Any] = make.run(
        "aclnnGeGlu",
        self_,
        dim_,
        approximate_,
        make.output("out", out, rules.halved(self_, dim_), self_.type),
        make.output("out_gelu", out_gelu, rules.halved(self_, dim_), self_.type),
    )
    return result


@overload
def ge_glu_backward(
    grad_output: TorchTensor,
    self: object,
    gelu: object,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def ge_glu_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    gelu: ArrayLike,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ge_glu_backward(
    grad_output: object,
    self: object,
    gelu: object,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of GeGlu (aclnnGeGluBackward).

        gradInput = [gradOutput * gelu, gradOutput * a * Gelu'(b)] along dim, self = [a, b]

    grad_output  the gradient by the product: float32, float16; bfloat16 not on Ascend910
    self         what GeGlu was given
    gelu         its second result
    dim          the dimension that the halves lie along
    approximate  1 for the approximation of Gelu with tanh, 0 for none
    grad_input   the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    gelu_ = make.tensor("gelu", gelu)
    dim_ = convert.integer("dim", dim)
    approximate_ = convert.integer("approximate", approximate)
    return make.run(
        "aclnnGeGluBackward",
        grad_output_,
        self_,
        gelu_,
        dim_,
        approximate_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def ge_glu_v3(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    activate_left: bool = False,
    *,
    out: object = None,
    out_gelu: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def ge_glu_v3(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    activate_left: bool = False,
    *,
    out: NDArray[Any] | None = None,
    out_gelu: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def ge_glu_v3(
    self: object,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    activate_left: bool = False,
    *,
    out: object = None,
    out_gelu: object = None,
) -> tuple[Any, Any]:
    """Multiplies one half of a tensor by Gelu of the other (aclnnGeGluV3).

        outGelu = Gelu(b), out = a * outGelu, self = [a, b] along dim; [b, a] where activateLeft is
            true

    self           both halves: float32, float16; bfloat16 not on Ascend910
    dim            the dimension that they lie along; negative ones count from the last
    approximate    1 for the approximation of Gelu with tanh, 0 for none
    activate_left  whether Gelu is of the first half
    out            the product
    out_gelu       Gelu of the half

    Returns out, an array with the shape halved(self, dim) and the data type of self; out_gelu, an
    array with the shape halved(self, dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    approximate_ = convert.integer("approximate", approximate)
    activate_left_ = convert.boolean("activate_left", activate_left)
    result: tuple[Any, Any] = make.run(
        "aclnnGeGluV3",
        self_,
        dim_,
        approximate_,
        activate_left_,
        make.output("out", out, rules.halved(self_, dim_), self_.type),
        make.output("out_gelu", out_gelu, rules.halved(self_, dim_), self_.type),
    )
    return result


@overload
def ge_glu_v3_backward(
    grad_output: TorchTensor,
    self: object,
    gelu: object,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    activate_left: bool = False,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def ge_glu_v3_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    gelu: ArrayLike,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    activate_left: bool = False,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ge_glu_v3_backward(
    grad_output: object,
    self: object,
    gelu: object,
    dim: SupportsIndex = -1,
    approximate: SupportsIndex = 1,
    activate_left: bool = False,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of GeGluV3 (aclnnGeGluV3Backward).

        gradInput = [gradOutput * gelu, gradOutput * a * Gelu'(b)] along dim, self = [a, b]; halves
            exchanged where activateLeft is true

    grad_output    the gradient by the product: float32, float16; bfloat16 not on Ascend910
    self           what GeGluV3 was given
    gelu           its second result
    dim            the dimension that the halves lie along
    approximate    1 for the approximation of Gelu with tanh, 0 for none
    activate_left  whether Gelu was of the first half
    grad_input     the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    gelu_ = make.tensor("gelu", gelu)
    dim_ = convert.integer("dim", dim)
    approximate_ = convert.integer("approximate", approximate)
    activate_left_ = convert.boolean("activate_left", activate_left)
    return make.run(
        "aclnnGeGluV3Backward",
        grad_output_,
        self_,
        gelu_,
        dim_,
        approximate_,
        activate_left_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def ge_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def ge_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ge_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are at least a number (aclnnGeScalar).

        out = self >= other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, float64, uint32, uint64,
           uint16, bool; bfloat16 not on Ascend910
    other  the number, converted to the type compared in: float32, int32, int64, float16, int16,
           int8, uint8, float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnGeScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def ge_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def ge_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ge_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are at least those of another (aclnnGeTensor).

        out = self >= other

    self   the left operand: float32, int32, int64, float16, int16, int8, uint8, float64, uint32,
           uint64, uint16, bool; bfloat16 not on Ascend910
    other  the right operand: float32, int32, int64, float16, int16, int8, uint8, float64, uint32,
           uint64, uint16, bool; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnGeTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
    )


@overload
def gelu(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gelu(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gelu(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Gelu of every element, by its approximation with tanh (aclnnGelu).

        out = self / 2 * (1 + tanh(sqrt(2 / pi) * (self + 0.044715 * self ^ 3)))

    self  the numbers: float32, float16; bfloat16 not on Ascend910
    out   the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnGelu",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def gelu_backward(
    grad_output: TorchTensor,
    self: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def gelu_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gelu_backward(
    grad_output: object,
    self: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Gelu (aclnnGeluBackward).

        gradInput = gradOutput * d/dx(x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ^ 3)))) at
            x = self

    grad_output  the gradient by the result: float32, float16, bool, uint8, int8, int16, int32,
                 int64; bfloat16 not on Ascend910
    self         what Gelu was given
    grad_input   the gradient; of any data type

    Returns an array with the shape broadcast(grad_output, self) and the data type
    promote(grad_output, self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnGeluBackward",
        grad_output_,
        self_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_output_, self_),
            rules.promote(grad_output_, self_),
        ),
    )


@overload
def gelu_backward_v2(
    grad_output: TorchTensor,
    self: object,
    approximate: str = "none",
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def gelu_backward_v2(
    grad_output: ArrayLike,
    self: ArrayLike,
    approximate: str = "none",
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gelu_backward_v2(
    grad_output: object,
    self: object,
    approximate: str = "none",
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Gelu, exactly or by its approximation with tanh (aclnnGeluBackwardV2).

        gradInput = gradOutput * the derivative of Gelu at self

    grad_output  the gradient by the result: float32, float16, bool, uint8, int8, int16, int32,
                 int64; bfloat16 not on Ascend910
    self         what Gelu was given
    approximate  "none", or "tanh" for the approximation
    grad_input   the gradient

    Returns an array with the shape broadcast(grad_output, self) and the data type
    promote(grad_output, self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    approximate_ = convert.text("approximate", approximate)
    return make.run(
        "aclnnGeluBackwardV2",
        grad_output_,
        self_,
        approximate_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_output_, self_),
            rules.promote(grad_output_, self_),
        ),
    )


@overload
def gelu_mul(
    input: TorchTensor,
    approximate: str | None = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gelu_mul(
    input: ArrayLike,
    approximate: str | None = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gelu_mul(
    input: object,
    approximate: str | None = None,
    *,
    out: object = None,
) -> Any:
    """Multiplies the second half of a tensor, along its last dimension, by Gelu of the first
    (aclnnGeluMul).

        out = Gelu(a) * b, input = [a, b]

    input        both halves: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    approximate  "none", or "tanh" for the approximation; NULL is "none"
    out          the result

    Returns an array with the shape halved_at_last(input) and the data type of input.
    """
    input_ = make.tensor("input", input)
    approximate_ = None if approximate is None else convert.text("approximate", approximate)
    return make.run(
        "aclnnGeluMul",
        input_,
        approximate_,
        make.output("out", out, rules.halved_at_last(input_), input_.type),
    )


@overload
def gelu_v2(
    x: TorchTensor,
    approximate: SupportsIndex = 0,
    *,
    y: object = None,
) -> TorchTensor: ...


@overload
def gelu_v2(
    x: ArrayLike,
    approximate: SupportsIndex = 0,
    *,
    y: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gelu_v2(
    x: object,
    approximate: SupportsIndex = 0,
    *,
    y: object = None,
) -> Any:
    """Gelu of every element, exactly or by its approximation with tanh (aclnnGeluV2).

        y = x / 2 * (1 + erf(x / sqrt(2))), or x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ^
            3)))

    x            the numbers: float32, float16; bfloat16 not on Ascend910
    approximate  1 for the approximation
    y            the result

    Returns an array with the shape of x and the data type of x.
    """
    x_ = make.tensor("x", x)
    approximate_ = convert.integer("approximate", approximate)
    return make.run(
        "aclnnGeluV2",
        x_,
        approximate_,
        make.output("y", y, x_.shape, x_.type),
    )


@overload
def gemm(
    a: TorchTensor,
    b: object,
    c: object,
    alpha: float = 1,
    beta: float = 1,
    trans_a: SupportsIndex = 0,
    trans_b: SupportsIndex = 0,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gemm(
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike,
    alpha: float = 1,
    beta: float = 1,
    trans_a: SupportsIndex = 0,
    trans_b: SupportsIndex = 0,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gemm(
    a: object,
    b: object,
    c: object,
    alpha: float = 1,
    beta: float = 1,
    trans_a: SupportsIndex = 0,
    trans_b: SupportsIndex = 0,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Adds a tensor and a product of matrices or their transposes, each by a factor (aclnnGemm).

        out = alpha * (a @ b) + beta * C   a is A, its transpose where transA is not 0; b is B,
                                           its transpose where transB is not 0

    a               the left matrix: float32, float16; bfloat16 not on Ascend910
    b               the right matrix: float32, float16; bfloat16 not on Ascend910
    c               what is added, of dimensions that broadcast to the product: float32, float16;
                    bfloat16 not on Ascend910
    alpha           the factor of the product
    beta            the factor of C; where it is 0, C is not looked at
    trans_a         whether A is transposed
    trans_b         whether B is transposed
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
                    counts as 0 on Ascend910B and Ascend910_93
    out             the sum, [m, n]

    Returns an array with the shape transposed_product(a, b, trans_a, trans_b) and the data type
    promote(a, b, c).
    """
    a_ = make.tensor("a", a)
    b_ = make.tensor("b", b)
    c_ = make.tensor("c", c)
    alpha_ = convert.real("alpha", alpha)
    beta_ = convert.real("beta", beta)
    trans_a_ = convert.integer("trans_a", trans_a)
    trans_b_ = convert.integer("trans_b", trans_b)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnGemm",
        a_,
        b_,
        c_,
        alpha_,
        beta_,
        trans_a_,
        trans_b_,
        make.output(
            "out",
            out,
            rules.transposed_product(a_, b_, trans_a_, trans_b_),
            rules.promote(a_, b_, c_),
        ),
        cube_math_type_,
    )


@overload
def ger(
    self: TorchTensor,
    vec2: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def ger(
    self: ArrayLike,
    vec2: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ger(
    self: object,
    vec2: object,
    *,
    out: object = None,
) -> Any:
    """Multiplies each element of one vector by each of another (aclnnGer).

        out[i, j] = self[i] * vec2[j]

    self  the first vector, [m]: float32, float16, int32, float64, int8, uint8, int16, bool, int64,
          complex64, complex128; bfloat16 on Ascend950
    vec2  the second, [n]: float32, float16, int32, float64, int8, uint8, int16, bool, int64,
          complex64, complex128; bfloat16 on Ascend950
    out   the products, [m, n]

    Returns an array with the shape outer(self, vec2) and the data type promote(self, vec2).
    """
    self_ = make.tensor("self", self)
    vec2_ = make.tensor("vec2", vec2)
    return make.run(
        "aclnnGer",
        self_,
        vec2_,
        make.output("out", out, rules.outer(self_, vec2_), rules.promote(self_, vec2_)),
    )


@overload
def glu(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def glu(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def glu(
    self: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """Multiplies one half of a tensor by the logistic function of the other (aclnnGlu).

        out = a / (1 + e ^ -b), self = [a, b] along dim

    self  both halves: float32, float16, float64; bfloat16 not on Ascend910
    dim   the dimension that they lie along; negative ones count from the last
    out   the result

    Returns an array with the shape halved(self, dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnGlu",
        self_,
        dim_,
        make.output("out", out, rules.halved(self_, dim_), self_.type),
    )


@overload
def glu_backward(
    grad_out: TorchTensor,
    self: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def glu_backward(
    grad_out: ArrayLike,
    self: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def glu_backward(
    grad_out: object,
    self: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """The gradient of Glu (aclnnGluBackward).

        out = [gradOut * s, gradOut * a * s * (1 - s)] along dim, self = [a, b], s = 1 / (1 + e ^
            -b)

    grad_out  the gradient by the result
    self      what Glu was given: float32, float16, float64; bfloat16 not on Ascend910
    dim       the dimension that the halves lie along
    out       the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnGluBackward",
        grad_out_,
        self_,
        dim_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def group_norm(
    self: TorchTensor,
    *,
    gamma: object = None,
    beta: object = None,
    n: SupportsIndex,
    c: SupportsIndex,
    hx_w: SupportsIndex,
    group: SupportsIndex,
    eps: float = 1e-05,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def group_norm(
    self: ArrayLike,
    *,
    gamma: ArrayLike | None = None,
    beta: ArrayLike | None = None,
    n: SupportsIndex,
    c: SupportsIndex,
    hx_w: SupportsIndex,
    group: SupportsIndex,
    eps: float = 1e-05,
    out: NDArray[Any] | None = None,
    mean_out: NDArray[Any] | None = None,
    rstd_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def group_norm(
    self: object,
    *,
    gamma: object = None,
    beta: object = None,
    n: SupportsIndex,
    c: SupportsIndex,
    hx_w: SupportsIndex,
    group: SupportsIndex,
    eps: float = 1e-05,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[Any, Any, Any]:
    """Brings groups of channels to mean 0 and variance 1 (aclnnGroupNorm).

        out = (self - m) * r * gamma + beta, m = mean(self), r = 1 / sqrt(mean((self - m)^2) + eps)
            over each group of channels

    self      the numbers, [N, C, ...]: float32, float16; bfloat16 not on Ascend910
    gamma     a factor for each channel; NULL: none
    beta      a summand for each channel; NULL: none
    n         the first dimension
    c         the channels, which are the second one
    hx_w      the product of all others
    group     how many groups the channels are in
    eps       what is added to the variance, as a float32
    out       the result
    mean_out  the means, [N, group]
    rstd_out  the reciprocal roots, [N, group]

    Returns out, an array with the shape of self and the data type of self; mean_out, an array with
    the shape grid(n, group) and the data type of self; rstd_out, an array with the shape grid(n,
    group) and the data type of self.
    """
    self_ = make.tensor("self", self)
    gamma_ = None if gamma is None else make.tensor("gamma", gamma)
    beta_ = None if beta is None else make.tensor("beta", beta)
    n_ = convert.integer("n", n)
    c_ = convert.integer("c", c)
    hx_w_ = convert.integer("hx_w", hx_w)
    group_ = convert.integer("group", group)
    eps_ = convert.real("eps", eps)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnGroupNorm",
        self_,
        gamma_,
        beta_,
        n_,
        c_,
        hx_w_,
        group_,
        eps_,
        make.output("out", out, self_.shape, self_.type),
        make.output("mean_out", mean_out, rules.grid(n_, group_), self_.type),
        make.output("rstd_out", rstd_out, rules.grid(n_, group_), self_.type),
    )
    return result


@overload
def group_norm_backward(
    grad_out: TorchTensor,
    input: object,
    mean: object,
    rstd: object,
    *,
    gamma: object = None,
    n: SupportsIndex,
    c: SupportsIndex,
    hx_w: SupportsIndex,
    group: SupportsIndex,
    output_mask: Sequence[bool] = (True, True, True),
    grad_input: object = None,
    grad_gamma_out: object = None,
    grad_beta_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def group_norm_backward(
    grad_out: ArrayLike,
    input: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    *,
    gamma: ArrayLike | None = None,
    n: SupportsIndex,
    c: SupportsIndex,
    hx_w: SupportsIndex,
    group: SupportsIndex,
    output_mask: Sequence[bool] = (True, True, True),
    grad_input: NDArray[Any] | None = None,
    grad_gamma_out: NDArray[Any] | None = None,
    grad_beta_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def group_norm_backward(
    grad_out: object,
    input: object,
    mean: object,
    rstd: object,
    *,
    gamma: object = None,
    n: SupportsIndex,
    c: SupportsIndex,
    hx_w: SupportsIndex,
    group: SupportsIndex,
    output_mask: Sequence[bool] = (True, True, True),
    grad_input: object = None,
    grad_gamma_out: object = None,
    grad_beta_out: object = None,
) -> tuple[Any, Any, Any]:
    """The gradients of aclnnGroupNorm (aclnnGroupNormBackward).

        h = (input - mean) * rstd, d = gradOut * gamma, gradInput = rstd * (d - mean(d) - h * mean(d
            * h)) over each group of channels; gradGammaOut and gradBetaOut = the sums of gradOut *
            h and of gradOut over each channel

    grad_out        the gradient of what aclnnGroupNorm gave: float32, float16; bfloat16 not on
                    Ascend910
    input           its numbers
    mean            the means that it gave: one for each group: float32, float16; bfloat16 not on
                    Ascend910
    rstd            the reciprocal roots that it gave
    gamma           its factors, of C elements; NULL: it had none
    n               the first dimension
    c               the channels, which are the second one
    hx_w            the product of all others
    group           how many groups the channels are in
    output_mask     which of the three gradients are wanted
    grad_input      the gradient of input
    grad_gamma_out  the gradient of gamma
    grad_beta_out   the gradient of the summands

    Returns grad_input, an array with the shape of input and the data type of input; grad_gamma_out,
    an array with the shape row(c) and the data type first_type(mean); grad_beta_out, an array with
    the shape row(c) and the data type first_type(mean).
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    input_ = make.tensor("input", input)
    mean_ = make.tensor("mean", mean)
    rstd_ = make.tensor("rstd", rstd)
    gamma_ = None if gamma is None else make.tensor("gamma", gamma)
    n_ = convert.integer("n", n)
    c_ = convert.integer("c", c)
    hx_w_ = convert.integer("hx_w", hx_w)
    group_ = convert.integer("group", group)
    output_mask_ = convert.booleans("output_mask", output_mask)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnGroupNormBackward",
        grad_out_,
        input_,
        mean_,
        rstd_,
        gamma_,
        n_,
        c_,
        hx_w_,
        group_,
        output_mask_,
        make.output("grad_input", grad_input, input_.shape, input_.type),
        make.output("grad_gamma_out", grad_gamma_out, rules.row(c_), rules.first_type(mean_)),
        make.output("grad_beta_out", grad_beta_out, rules.row(c_), rules.first_type(mean_)),
    )
    return result


@overload
def group_norm_silu(
    self: TorchTensor,
    *,
    gamma: object = None,
    beta: object = None,
    group: SupportsIndex,
    eps: float = 1e-05,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def group_norm_silu(
    self: ArrayLike,
    *,
    gamma: ArrayLike | None = None,
    beta: ArrayLike | None = None,
    group: SupportsIndex,
    eps: float = 1e-05,
    out: NDArray[Any] | None = None,
    mean_out: NDArray[Any] | None = None,
    rstd_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def group_norm_silu(
    self: object,
    *,
    gamma: object = None,
    beta: object = None,
    group: SupportsIndex,
    eps: float = 1e-05,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[Any, Any, Any]:
    """Brings groups of channels to mean 0 and variance 1, and gives the silu of that
    (aclnnGroupNormSilu).

        out = z / (1 + e^-z), z = (self - m) * r * gamma + beta, m = mean(self), r = 1 /
            sqrt(mean((self - m)^2) + eps) over each group of channels

    self      the numbers; channels are the second dimension: float32, float16; bfloat16 not on
              Ascend910
    gamma     a factor for each channel; NULL: none: float32, float16; bfloat16 not on Ascend910
    beta      a summand for each channel; NULL: none: float32, float16; bfloat16 not on Ascend910
    group     how many groups the channels are in
    eps       what is added to the variance, as a float32
    out       the result
    mean_out  the means, one for each group of the first dimension
    rstd_out  the reciprocal roots, in the same shape

    Returns out, an array with the shape of self and the data type of self; mean_out, an array with
    the shape groups(self, group) and the data type of self; rstd_out, an array with the shape
    groups(self, group) and the data type of self.
    """
    self_ = make.tensor("self", self)
    gamma_ = None if gamma is None else make.tensor("gamma", gamma)
    beta_ = None if beta is None else make.tensor("beta", beta)
    group_ = convert.integer("group", group)
    eps_ = convert.real("eps", eps)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnGroupNormSilu",
        self_,
        gamma_,
        beta_,
        group_,
        eps_,
        make.output("out", out, self_.shape, self_.type),
        make.output("mean_out", mean_out, rules.groups(self_, group_), self_.type),
        make.output("rstd_out", rstd_out, rules.groups(self_, group_), self_.type),
    )
    return result


@overload
def group_norm_silu_v2(
    self: TorchTensor,
    *,
    gamma: object = None,
    beta: object = None,
    group: SupportsIndex,
    eps: float = 1e-05,
    activate_silu: bool = True,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def group_norm_silu_v2(
    self: ArrayLike,
    *,
    gamma: ArrayLike | None = None,
    beta: ArrayLike | None = None,
    group: SupportsIndex,
    eps: float = 1e-05,
    activate_silu: bool = True,
    out: NDArray[Any] | None = None,
    mean_out: NDArray[Any] | None = None,
    rstd_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def group_norm_silu_v2(
    self: object,
    *,
    gamma: object = None,
    beta: object = None,
    group: SupportsIndex,
    eps: float = 1e-05,
    activate_silu: bool = True,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[Any, Any, Any]:
    """Brings groups of channels to mean 0 and variance 1, and may give the silu of that
    (aclnnGroupNormSiluV2).

        z = (self - m) * r * gamma + beta, m = mean(self), r = 1 / sqrt(mean((self - m)^2) + eps)
            over each group of channels; out = z / (1 + e^-z) where activateSilu, else z

    self           the numbers; channels are the second dimension: float32, float16; bfloat16 not on
                   Ascend910
    gamma          a factor for each channel; NULL: none: float32, float16; bfloat16 not on
                   Ascend910
    beta           a summand for each channel; NULL: none: float32, float16; bfloat16 not on
                   Ascend910
    group          how many groups the channels are in
    eps            what is added to the variance, as a float32
    activate_silu  whether the silu is wanted
    out            the result
    mean_out       the means, one for each group of the first dimension
    rstd_out       the reciprocal roots, in the same shape

    Returns out, an array with the shape of self and the data type of self; mean_out, an array with
    the shape groups(self, group) and the data type of self; rstd_out, an array with the shape
    groups(self, group) and the data type of self.
    """
    self_ = make.tensor("self", self)
    gamma_ = None if gamma is None else make.tensor("gamma", gamma)
    beta_ = None if beta is None else make.tensor("beta", beta)
    group_ = convert.integer("group", group)
    eps_ = convert.real("eps", eps)
    activate_silu_ = convert.boolean("activate_silu", activate_silu)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnGroupNormSiluV2",
        self_,
        gamma_,
        beta_,
        group_,
        eps_,
        activate_silu_,
        make.output("out", out, self_.shape, self_.type),
        make.output("mean_out", mean_out, rules.groups(self_, group_), self_.type),
        make.output("rstd_out", rstd_out, rules.groups(self_, group_), self_.type),
    )
    return result


@overload
def group_norm_swish(
    x: TorchTensor,
    gamma: object,
    beta: object,
    num_groups: SupportsIndex,
    data_format: str = "NCHW",
    eps: float = 1e-05,
    activate_swish: bool = True,
    swish_scale: float = 1.0,
    *,
    y_out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def group_norm_swish(
    x: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    num_groups: SupportsIndex,
    data_format: str = "NCHW",
    eps: float = 1e-05,
    activate_swish: bool = True,
    swish_scale: float = 1.0,
    *,
    y_out: NDArray[Any] | None = None,
    mean_out: NDArray[Any] | None = None,
    rstd_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def group_norm_swish(
    x: object,
    gamma: object,
    beta: object,
    num_groups: SupportsIndex,
    data_format: str = "NCHW",
    eps: float = 1e-05,
    activate_swish: bool = True,
    swish_scale: float = 1.0,
    *,
    y_out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[Any, Any, Any]:
    """Brings groups of channels to mean 0 and variance 1, and may give the swish of that
    (aclnnGroupNormSwish).

        z = (x - m) * r * gamma + beta, m = mean(x), r = 1 / sqrt(mean((x - m)^2) + eps) over each
            group of channels; yOut = z / (1 + e^(-swishScale * z)) where activateSwish, else z

    x               the numbers; channels are the second dimension: float32, float16, bfloat16 on
                    Ascend910B, Ascend910_93 and Ascend950
    gamma           a factor for each channel: float32, float16, bfloat16 on Ascend910B,
                    Ascend910_93 and Ascend950
    beta            a summand for each channel, of the same type
    num_groups      how many groups the channels are in
    data_format     not looked at: channels are the second dimension; may be NULL
    eps             what is added to the variance, as a float32
    activate_swish  whether the swish is wanted
    swish_scale     what it scales its argument by, as a float32
    y_out           the result
    mean_out        the means, one for each group of the first dimension, in the type of gamma
    rstd_out        the reciprocal roots, likewise

    Returns y_out, an array with the shape of x and the data type of x; mean_out, an array with the
    shape groups(x, num_groups) and the data type of gamma; rstd_out, an array with the shape
    groups(x, num_groups) and the data type of gamma.
    """
    x_ = make.tensor("x", x)
    gamma_ = make.tensor("gamma", gamma)
    beta_ = make.tensor("beta", beta)
    num_groups_ = convert.integer("num_groups", num_groups)
    data_format_ = convert.text("data_format", data_format)
    eps_ = convert.real("eps", eps)
    activate_swish_ = convert.boolean("activate_swish", activate_swish)
    swish_scale_ = convert.real("swish_scale", swish_scale)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnGroupNormSwish",
        x_,
        gamma_,
        beta_,
        num_groups_,
        data_format_,
        eps_,
        activate_swish_,
        swish_scale_,
        make.output("y_out", y_out, x_.shape, x_.type),
        make.output("mean_out", mean_out, rules.groups(x_, num_groups_), gamma_.type),
        make.output("rstd_out", rstd_out, rules.groups(x_, num_groups_), gamma_.type),
    )
    return result


@overload
def group_norm_swish_grad(
    dy: TorchTensor,
    mean: object,
    rstd: object,
    x: object,
    gamma: object,
    beta: object,
    num_groups: SupportsIndex,
    data_format: str = "NCHW",
    swish_scale: float = 1.0,
    dgamma_is_require: bool = True,
    dbeta_is_require: bool = True,
    *,
    dx_out: object = None,
    dgamma_out: object = None,
    dbeta_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def group_norm_swish_grad(
    dy: ArrayLike,
    mean: ArrayLike,
    rstd: ArrayLike,
    x: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    num_groups: SupportsIndex,
    data_format: str = "NCHW",
    swish_scale: float = 1.0,
    dgamma_is_require: bool = True,
    dbeta_is_require: bool = True,
    *,
    dx_out: NDArray[Any] | None = None,
    dgamma_out: NDArray[Any] | None = None,
    dbeta_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def group_norm_swish_grad(
    dy: object,
    mean: object,
    rstd: object,
    x: object,
    gamma: object,
    beta: object,
    num_groups: SupportsIndex,
    data_format: str = "NCHW",
    swish_scale: float = 1.0,
    dgamma_is_require: bool = True,
    dbeta_is_require: bool = True,
    *,
    dx_out: object = None,
    dgamma_out: object = None,
    dbeta_out: object = None,
) -> tuple[Any, Any, Any]:
    """The gradients of aclnnGroupNormSwish (aclnnGroupNormSwishGrad).

        h = (x - mean) * rstd, z = h * gamma + beta, t = 1 / (1 + e^(-swishScale * z)), n = dy * t *
            (1 + swishScale * z * (1 - t)), d = n * gamma, dxOut = rstd * (d - mean(d) - h * mean(d
            * h)) over each group of channels; dgammaOut and dbetaOut = the sums of n * h and of n
            over each channel

    dy                 the gradient of what aclnnGroupNormSwish gave: float32, float16, bfloat16 on
                       Ascend910B, Ascend910_93 and Ascend950
    mean               the means that it gave
    rstd               the reciprocal roots that it gave
    x                  its numbers
    gamma              its factors
    beta               its summands
    num_groups         how many groups the channels are in
    data_format        not looked at: channels are the second dimension; may be NULL
    swish_scale        what the swish scales its argument by, as a float32
    dgamma_is_require  whether dgammaOut is wanted
    dbeta_is_require   whether dbetaOut is wanted
    dx_out             the gradient of x
    dgamma_out         the gradient of gamma
    dbeta_out          the gradient of beta

    Returns dx_out, an array with the shape of x and the data type of x; dgamma_out, an array with
    the shape of gamma and the data type of gamma; dbeta_out, an array with the shape of gamma and
    the data type of gamma.
    """
    dy_ = make.tensor("dy", dy)
    mean_ = make.tensor("mean", mean)
    rstd_ = make.tensor("rstd", rstd)
    x_ = make.tensor("x", x)
    gamma_ = make.tensor("gamma", gamma)
    beta_ = make.tensor("beta", beta)
    num_groups_ = convert.integer("num_groups", num_groups)
    data_format_ = convert.text("data_format", data_format)
    swish_scale_ = convert.real("swish_scale", swish_scale)
    dgamma_is_require_ = convert.boolean("dgamma_is_require", dgamma_is_require)
    dbeta_is_require_ = convert.boolean("dbeta_is_require", dbeta_is_require)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnGroupNormSwishGrad",
        dy_,
        mean_,
        rstd_,
        x_,
        gamma_,
        beta_,
        num_groups_,
        data_format_,
        swish_scale_,
        dgamma_is_require_,
        dbeta_is_require_,
        make.output("dx_out", dx_out, x_.shape, x_.type),
        make.output("dgamma_out", dgamma_out, gamma_.shape, gamma_.type),
        make.output("dbeta_out", dbeta_out, gamma_.shape, gamma_.type),
    )
    return result


@overload
def gt_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gt_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gt_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are greater than a number (aclnnGtScalar).

        out = self > other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, float64, uint32, uint64,
           uint16, bool; bfloat16 not on Ascend910
    other  the number, converted to the type compared in: float32, int32, int64, float16, int16,
           int8, uint8, float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnGtScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def gt_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def gt_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def gt_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are greater than those of another (aclnnGtTensor).

        out = self > other

    self   the left operand: float32, int32, int64, float16, int16, int8, uint8, float64, uint32,
           uint64, uint16, bool; bfloat16 not on Ascend910
    other  the right operand: float32, int32, int64, float16, int16, int8, uint8, float64, uint32,
           uint64, uint16, bool; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnGtTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
    )


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
def hardtanh(
    self: TorchTensor,
    clip_value_min: Number = -1,
    clip_value_max: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def hardtanh(
    self: ArrayLike,
    clip_value_min: Number = -1,
    clip_value_max: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def hardtanh(
    self: object,
    clip_value_min: Number = -1,
    clip_value_max: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Bounds every element by two numbers (aclnnHardtanh).

        out = min(max(self, clipValueMin), clipValueMax)

    self            the numbers: float32, float16, float64, int8, uint8, int16, int32, int64;
                    bfloat16 not on Ascend910
    clip_value_min  the lower bound, in the data type of self: float32, float16, float64, int8,
                    uint8, int16, int32, int64; bfloat16 not on Ascend910
    clip_value_max  the upper bound, in the data type of self: float32, float16, float64, int8,
                    uint8, int16, int32, int64; bfloat16 not on Ascend910
    out             the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    clip_value_min_ = convert.scalar("clip_value_min", clip_value_min)
    clip_value_max_ = convert.scalar("clip_value_max", clip_value_max)
    return make.run(
        "aclnnHardtanh",
        self_,
        clip_value_min_,
        clip_value_max_,
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
def heaviside(
    input: TorchTensor,
    values: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def heaviside(
    input: ArrayLike,
    values: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def heaviside(
    input: object,
    values: object,
    *,
    out: object = None,
) -> Any:
    """A step function (aclnnHeaviside).

        out = 0 below 0 and for NaN, values at 0, 1 above

    input   the numbers: float32, float16, bfloat16
    values  what the function is at 0: float32, float16, bfloat16
    out     the step

    Returns an array with the shape broadcast(input, values) and the data type of input.
    """
    input_ = make.tensor("input", input)
    values_ = make.tensor("values", values)
    return make.run(
        "aclnnHeaviside",
        input_,
        values_,
        make.output("out", out, rules.broadcast(input_, values_), input_.type),
    )


@overload
def im2col(
    self: TorchTensor,
    kernel_size: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    stride: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def im2col(
    self: ArrayLike,
    kernel_size: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    stride: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def im2col(
    self: object,
    kernel_size: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    stride: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Lays the windows of images side by side, each as a column (aclnnIm2col).

        out[n, (c, i, j), (y, x)] = self[n, c, y * stride[0] - padding[0] + i * dilation[0], x *
            stride[1] - padding[1] + j * dilation[1]], and 0 outside

    self         the images, [channels, height, width], or with a batch before that: float32,
                 float16, bfloat16; int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool,
                 float64, ACL_COMPLEX32, complex64 on Ascend950
    kernel_size  height and width of a window
    dilation     from one element of a window to the next, down and across
    padding      rows and columns of zeros on each side
    stride       from one window to the next, down and across
    out          a column for each window, [channels * kernel elements, windows]; in a type that
                 self's converts to

    Returns an array with the shape columns(self, kernel_size, dilation, padding, stride) and the
    data type of self.
    """
    self_ = make.tensor("self", self)
    kernel_size_ = convert.integers("kernel_size", kernel_size)
    dilation_ = convert.integers("dilation", dilation)
    padding_ = convert.integers("padding", padding)
    stride_ = convert.integers("stride", stride)
    return make.run(
        "aclnnIm2col",
        self_,
        kernel_size_,
        dilation_,
        padding_,
        stride_,
        make.output(
            "out",
            out,
            rules.columns(self_, kernel_size_, dilation_, padding_, stride_),
            self_.type,
        ),
    )


@overload
def im2col_backward(
    grad_output: TorchTensor,
    input_size: Sequence[SupportsIndex],
    kernel_size: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    stride: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def im2col_backward(
    grad_output: ArrayLike,
    input_size: Sequence[SupportsIndex],
    kernel_size: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    stride: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def im2col_backward(
    grad_output: object,
    input_size: Sequence[SupportsIndex],
    kernel_size: Sequence[SupportsIndex],
    dilation: Sequence[SupportsIndex],
    padding: Sequence[SupportsIndex],
    stride: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Adds the columns of windows up to images: the gradient of Im2col (aclnnIm2colBackward).

        out[n, c, h, w] = the sum of gradOutput[n, (c, i, j), (y, x)] over h = y * stride[0] -
            padding[0] + i * dilation[0] and w = x * stride[1] - padding[1] + j * dilation[1]

    grad_output  a column for each window, [channels * kernel elements, windows], or with a batch
                 before that: float32, float16; bfloat16 not on Ascend910
    input_size   height and width of the images
    kernel_size  height and width of a window
    dilation     from one element of a window to the next, down and across
    padding      rows and columns of zeros on each side
    stride       from one window to the next, down and across
    out          the images, [channels, height, width], with the batch if there is one

    Returns an array with the shape images(grad_output, input_size, kernel_size) and the data type
    of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    input_size_ = convert.integers("input_size", input_size)
    kernel_size_ = convert.integers("kernel_size", kernel_size)
    dilation_ = convert.integers("dilation", dilation)
    padding_ = convert.integers("padding", padding)
    stride_ = convert.integers("stride", stride)
    return make.run(
        "aclnnIm2colBackward",
        grad_output_,
        input_size_,
        kernel_size_,
        dilation_,
        padding_,
        stride_,
        make.output(
            "out",
            out,
            rules.images(grad_output_, input_size_, kernel_size_),
            grad_output_.type,
        ),
    )


def incre_flash_attention(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    attention_out: Any = None,
) -> Any:
    """Attention for inference, of one more row for each batch (aclnnIncreFlashAttention).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                the queries, in inputLayout: float16, bfloat16 on Ascend910B, Ascend910_93
                         and Ascend950
    key                  the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    value                the values, whose heads may have fewer columns than those of key: float16,
                         bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift            what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask           true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                         sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths   how many columns of each batch count, or one number for all; NULL: all
    num_heads            N of query
    scale_value          what scores are multiplied by
    input_layout         "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                         the second is that of the result
    num_key_value_heads  N of key and value; 0: as they have them
    attention_out        the result

    Returns an array with the shape attention(query, key, value, num_heads, input_layout) and the
    data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    return make.run(
        "aclnnIncreFlashAttention",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        num_heads_,
        scale_value_,
        input_layout_,
        num_key_value_heads_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
    )


def incre_flash_attention_v2(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    dequant_scale1: object = None,
    quant_scale1: object = None,
    dequant_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    attention_out: Any = None,
) -> Any:
    """Attention for inference, of one more row for each batch (aclnnIncreFlashAttentionV2).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                the queries, in inputLayout: float16, bfloat16 on Ascend910B, Ascend910_93
                         and Ascend950
    key                  the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    value                the values, whose heads may have fewer columns than those of key: float16,
                         bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift            what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask           true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                         sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths   how many columns of each batch count, or one number for all; NULL: all
    dequant_scale1       NULL: 207000 otherwise
    quant_scale1         NULL: 207000 otherwise
    dequant_scale2       NULL: 207000 otherwise
    quant_scale2         NULL: 207000 otherwise
    quant_offset2        NULL: 207000 otherwise
    num_heads            N of query
    scale_value          what scores are multiplied by
    input_layout         "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                         the second is that of the result
    num_key_value_heads  N of key and value; 0: as they have them
    attention_out        the result

    Returns an array with the shape attention(query, key, value, num_heads, input_layout) and the
    data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    dequant_scale1_ = (
        None if dequant_scale1 is None else make.tensor("dequant_scale1", dequant_scale1)
    )
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    dequant_scale2_ = (
        None if dequant_scale2 is None else make.tensor("dequant_scale2", dequant_scale2)
    )
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    return make.run(
        "aclnnIncreFlashAttentionV2",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        dequant_scale1_,
        quant_scale1_,
        dequant_scale2_,
        quant_scale2_,
        quant_offset2_,
        num_heads_,
        scale_value_,
        input_layout_,
        num_key_value_heads_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
    )


def incre_flash_attention_v3(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    dequant_scale1: object = None,
    quant_scale1: object = None,
    dequant_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    antiquant_scale: object = None,
    antiquant_offset: object = None,
    blocktable: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    block_size: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    attention_out: Any = None,
) -> Any:
    """Attention for inference, of one more row for each batch (aclnnIncreFlashAttentionV3).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                the queries, in inputLayout: float16, bfloat16 on Ascend910B, Ascend910_93
                         and Ascend950
    key                  the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    value                the values, whose heads may have fewer columns than those of key: float16,
                         bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift            what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask           true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                         sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths   how many columns of each batch count, or one number for all; NULL: all
    dequant_scale1       NULL: 207000 otherwise
    quant_scale1         NULL: 207000 otherwise
    dequant_scale2       NULL: 207000 otherwise
    quant_scale2         NULL: 207000 otherwise
    quant_offset2        NULL: 207000 otherwise
    antiquant_scale      NULL: 207000 otherwise
    antiquant_offset     NULL: 207000 otherwise
    blocktable           int32 [B, blocks]: which blocks of key and value a batch has; NULL: they
                         are no blocks
    num_heads            N of query
    scale_value          what scores are multiplied by
    input_layout         "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                         the second is that of the result
    num_key_value_heads  N of key and value; 0: as they have them
    block_size           rows of a block of key
    inner_precise        makes no difference: sums are float32, and rows without a pair that counts
                         give 0
    attention_out        the result

    Returns an array with the shape attention(query, key, value, num_heads, input_layout) and the
    data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    dequant_scale1_ = (
        None if dequant_scale1 is None else make.tensor("dequant_scale1", dequant_scale1)
    )
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    dequant_scale2_ = (
        None if dequant_scale2 is None else make.tensor("dequant_scale2", dequant_scale2)
    )
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    antiquant_scale_ = (
        None if antiquant_scale is None else make.tensor("antiquant_scale", antiquant_scale)
    )
    antiquant_offset_ = (
        None if antiquant_offset is None else make.tensor("antiquant_offset", antiquant_offset)
    )
    blocktable_ = None if blocktable is None else make.tensor("blocktable", blocktable)
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    block_size_ = convert.integer("block_size", block_size)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    return make.run(
        "aclnnIncreFlashAttentionV3",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        dequant_scale1_,
        quant_scale1_,
        dequant_scale2_,
        quant_scale2_,
        quant_offset2_,
        antiquant_scale_,
        antiquant_offset_,
        blocktable_,
        num_heads_,
        scale_value_,
        input_layout_,
        num_key_value_heads_,
        block_size_,
        inner_precise_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
    )


def incre_flash_attention_v4(
    query: object,
    key: Sequence[object],
    value: Sequence[object],
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    dequant_scale1: object = None,
    quant_scale1: object = None,
    dequant_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    antiquant_scale: object = None,
    antiquant_offset: object = None,
    blocktable: object = None,
    kv_padding_size: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    block_size: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    attention_out: Any = None,
) -> Any:
    """Attention for inference, of one more row for each batch (aclnnIncreFlashAttentionV4).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                the queries, in inputLayout: float16, bfloat16 on Ascend910B, Ascend910_93
                         and Ascend950
    key                  the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    value                the values, whose heads may have fewer columns than those of key: float16,
                         bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift            what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask           true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                         sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths   how many columns of each batch count, or one number for all; NULL: all
    dequant_scale1       NULL: 207000 otherwise
    quant_scale1         NULL: 207000 otherwise
    dequant_scale2       NULL: 207000 otherwise
    quant_scale2         NULL: 207000 otherwise
    quant_offset2        NULL: 207000 otherwise
    antiquant_scale      NULL: 207000 otherwise
    antiquant_offset     NULL: 207000 otherwise
    blocktable           int32 [B, blocks]: which blocks of key and value a batch has; NULL: they
                         are no blocks
    kv_padding_size      int64 [1]: so many columns behind those that count; NULL: those that count
                         are the first
    num_heads            N of query
    scale_value          what scores are multiplied by
    input_layout         "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                         the second is that of the result
    num_key_value_heads  N of key and value; 0: as they have them
    block_size           rows of a block of key
    inner_precise        makes no difference: sums are float32, and rows without a pair that counts
                         give 0
    attention_out        the result

    Returns an array with the shape attention(query, key, value, num_heads, input_layout) and the
    data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensors("key", key)
    value_ = make.tensors("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    dequant_scale1_ = (
        None if dequant_scale1 is None else make.tensor("dequant_scale1", dequant_scale1)
    )
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    dequant_scale2_ = (
        None if dequant_scale2 is None else make.tensor("dequant_scale2", dequant_scale2)
    )
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    antiquant_scale_ = (
        None if antiquant_scale is None else make.tensor("antiquant_scale", antiquant_scale)
    )
    antiquant_offset_ = (
        None if antiquant_offset is None else make.tensor("antiquant_offset", antiquant_offset)
    )
    blocktable_ = None if blocktable is None else make.tensor("blocktable", blocktable)
    kv_padding_size_ = (
        None if kv_padding_size is None else make.tensor("kv_padding_size", kv_padding_size)
    )
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    block_size_ = convert.integer("block_size", block_size)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    return make.run(
        "aclnnIncreFlashAttentionV4",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        dequant_scale1_,
        quant_scale1_,
        dequant_scale2_,
        quant_scale2_,
        quant_offset2_,
        antiquant_scale_,
        antiquant_offset_,
        blocktable_,
        kv_padding_size_,
        num_heads_,
        scale_value_,
        input_layout_,
        num_key_value_heads_,
        block_size_,
        inner_precise_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
    )


def index(
    self: object,
    indices: Sequence[object],
    *,
    out: Any = None,
) -> Any:
    """Reads what a list of indices names: places in the next dimensions, one after the other
    (aclnnIndex).

        out = self[indices[0], indices[1], ...]

    self     what is read: float32, float16, int64, int32, bool, int8, uint8, bfloat16, float64,
             int16 on Ascend910B, Ascend910_93 and Ascend950; complex64 on Ascend950
    indices  for the next dimension each: places, negative ones count from the end; for as many
             dimensions as it has a mask; or, without elements, nothing, so that all of it is read.
             Shapes broadcast, with one dimension for each mask
    out      what was read: the dimensions of the indices stand where the first of them is, or first
             of all where dimensions without lie between them

    Returns an array with the shape indexed(self, indices) and the data type of self.
    """
    self_ = make.tensor("self", self)
    indices_ = make.tensors("indices", indices)
    return make.run(
        "aclnnIndex",
        self_,
        indices_,
        make.output("out", out, rules.indexed(self_, indices_), self_.type),
    )


@overload
def index_add(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    source: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def index_add(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    source: ArrayLike,
    alpha: Number = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def index_add(
    self: object,
    dim: SupportsIndex,
    index: object,
    source: object,
    alpha: Number = 1,
    *,
    out: object = None,
) -> Any:
    """Adds rows to the rows that an index names (aclnnIndexAdd).

        out = self, with out[..., index[i], ...] += alpha * source[..., i, ...] in the order of
            index

    self    what is added to: float32, int32, float16, float64, int16, int8, uint8, int64, bool;
            bfloat16 not on Ascend910
    dim     the dimension; negative ones count from the last
    index   the places, of one dimension or none; 0 to the length of the dimension - 1: int32, int64
    source  the rows that are added: float32, int32, float16, float64, int16, int8, uint8, int64,
            bool; bfloat16 not on Ascend910
    alpha   a factor, in the type of self (float32 for halves)
    out     the sums

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    source_ = make.tensor("source", source)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnIndexAdd",
        self_,
        dim_,
        index_,
        source_,
        alpha_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def index_copy(
    self_ref: TorchTensor,
    dim: SupportsIndex,
    index: object,
    source: object,
    *,
    out_ref: object = None,
) -> TorchTensor: ...


@overload
def index_copy(
    self_ref: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    source: ArrayLike,
    *,
    out_ref: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def index_copy(
    self_ref: object,
    dim: SupportsIndex,
    index: object,
    source: object,
    *,
    out_ref: object = None,
) -> Any:
    """Writes rows to the rows that an index names (aclnnIndexCopy).

        outRef = selfRef, with outRef[..., index[i], ...] = source[..., i, ...] in the order of
            index

    self_ref  what is copied and changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910; uint32, uint64 on
              Ascend950
    dim       the dimension; negative ones count from the last
    index     the places, of one dimension or none; 0 to the length of the dimension - 1: int32,
              int64
    source    the rows that are written
    out_ref   selfRef, changed; as it was, if index has no elements

    Returns an array with the shape of self_ref and the data type of self_ref.
    """
    self_ref_ = make.tensor("self_ref", self_ref)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    source_ = make.tensor("source", source)
    return make.run(
        "aclnnIndexCopy",
        self_ref_,
        dim_,
        index_,
        source_,
        make.output("out_ref", out_ref, self_ref_.shape, self_ref_.type),
    )


@overload
def index_fill_tensor(
    self: TorchTensor,
    dim: SupportsIndex,
    index: Sequence[SupportsIndex],
    value: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def index_fill_tensor(
    self: ArrayLike,
    dim: SupportsIndex,
    index: Sequence[SupportsIndex],
    value: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def index_fill_tensor(
    self: object,
    dim: SupportsIndex,
    index: Sequence[SupportsIndex],
    value: Number,
    *,
    out: object = None,
) -> Any:
    """Writes a number to all rows that an array names (aclnnIndexFillTensor).

        out = self, with out[..., index[i], ...] = value

    self   what is changed: int32, float16, float32, int64, bool; bfloat16 not on Ascend910; int8,
           uint8, int16, float64 on Ascend950
    dim    the dimension; negative ones count from the last
    index  the places; negative ones count from the end
    value  the number, in the type of self; as a float32 first, but on Ascend950
    out    self, changed

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = convert.integers("index", index)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnIndexFillTensor",
        self_,
        dim_,
        index_,
        value_,
        make.output("out", out, self_.shape, self_.type),
    )


def index_put_impl(
    self_ref: object,
    indices: Sequence[object],
    values: object,
    accumulate: bool = False,
    unsafe: bool = False,
) -> Any:
    """Writes or adds values where a list of indices names (aclnnIndexPutImpl).

        selfRef[indices[0], indices[1], ...] = values, or += values, in the order of the indices

    self_ref    what is changed; it is changed: float32, int32, int64, float16, int16, int8, uint8,
                float64, bool, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    indices     as of aclnnIndex
    values      what is written; it broadcasts to what indices name: float32, int32, int64, float16,
                int16, int8, uint8, float64, bool, bfloat16 on Ascend910B, Ascend910_93 and
                Ascend950
    accumulate  whether values are added to what is there
    unsafe      whether an index out of range ends the call on the device; here it always does

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    indices_ = make.tensors("indices", indices)
    values_ = make.tensor("values", values)
    accumulate_ = convert.boolean("accumulate", accumulate)
    unsafe_ = convert.boolean("unsafe", unsafe)
    return make.run(
        "aclnnIndexPutImpl",
        self_ref_,
        indices_,
        values_,
        accumulate_,
        unsafe_,
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
def inplace_acos(
    input_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_acos(
    input_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_acos(
    input_ref: object,
) -> Any:
    """The angle that has every element as its cosine, in its place (aclnnInplaceAcos).

        inputRef = acos(inputRef)

    input_ref  cosines; integers and bool are computed in float32; it is changed: float32, float16,
               float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    input_ref_ = make.in_out("input_ref", input_ref)
    return make.run(
        "aclnnInplaceAcos",
        input_ref_,
    )


@overload
def inplace_acosh(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_acosh(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_acosh(
    self_ref: object,
) -> Any:
    """The number that has every element as its hyperbolic cosine, in its place (aclnnInplaceAcosh).

        selfRef = acosh(selfRef)

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceAcosh",
        self_ref_,
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
def inplace_add_relu(
    self_ref: TorchTensor,
    other: object,
    alpha: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_add_relu(
    self_ref: ArrayLike,
    other: ArrayLike,
    alpha: Number = 1,
) -> NDArray[Any]: ...


def inplace_add_relu(
    self_ref: object,
    other: object,
    alpha: Number = 1,
) -> Any:
    """Adds a tensor to another, in its place; negative sums are 0 (aclnnInplaceAddRelu).

        selfRef = max(selfRef + alpha * other, 0)

    self_ref  the first summand; it is changed: float32, float16, int8, uint8, int16, int32, int64;
              bfloat16 not on Ascend910
    other     the second summand: float32, float16, int8, uint8, int16, int32, int64; bfloat16 not
              on Ascend910
    alpha     its factor

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceAddRelu",
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
def inplace_addbmm(
    self_ref: TorchTensor,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> TorchTensor: ...


@overload
def inplace_addbmm(
    self_ref: ArrayLike,
    batch1: ArrayLike,
    batch2: ArrayLike,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> NDArray[Any]: ...


def inplace_addbmm(
    self_ref: object,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> Any:
    """Adds the sum of the products of two batches of matrices to a tensor, each by a factor
    (aclnnInplaceAddbmm).

        selfRef = beta * selfRef + alpha * (sum over b of batch1[b] @ batch2[b])

    self_ref        what is added, of one or two dimensions that broadcast to [m, n]; it is changed:
                    float32, float16; bfloat16 not on Ascend910
    batch1          the left matrices, [b, m, k] or [1, m, k]: float32, float16; bfloat16 not on
                    Ascend910
    batch2          the right matrices, [b, k, n] or [1, k, n]: float32, float16; bfloat16 not on
                    Ascend910
    beta            the factor of self; where it is 0, self is not looked at
    alpha           the factor of the products; where it is 0, they are not computed
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
                    counts as 0 on Ascend910B and Ascend910_93

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    batch1_ = make.tensor("batch1", batch1)
    batch2_ = make.tensor("batch2", batch2)
    beta_ = convert.scalar("beta", beta)
    alpha_ = convert.scalar("alpha", alpha)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnInplaceAddbmm",
        self_ref_,
        batch1_,
        batch2_,
        beta_,
        alpha_,
        cube_math_type_,
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

        selfRef = selfRef + value * (tensor1 / tensor2)

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

        selfRef = selfRef + value * tensor1 * tensor2

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
def inplace_addmm(
    self_ref: TorchTensor,
    mat1: object,
    mat2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> TorchTensor: ...


@overload
def inplace_addmm(
    self_ref: ArrayLike,
    mat1: ArrayLike,
    mat2: ArrayLike,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> NDArray[Any]: ...


def inplace_addmm(
    self_ref: object,
    mat1: object,
    mat2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> Any:
    """Adds a product of matrices to a tensor, each by a factor (aclnnInplaceAddmm).

        selfRef = beta * selfRef + alpha * (mat1 @ mat2)

    self_ref        what is added, of one or two dimensions that broadcast to the product; it is
                    changed: float32, float16; bfloat16 not on Ascend910
    mat1            the left matrix, [m, k]: float32, float16; bfloat16 not on Ascend910
    mat2            the right matrix, [k, n]: float32, float16; bfloat16 not on Ascend910
    beta            the factor of self; where it is 0, self is not looked at
    alpha           the factor of the product; where it is 0, the product is not computed
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    mat1_ = make.tensor("mat1", mat1)
    mat2_ = make.tensor("mat2", mat2)
    beta_ = convert.scalar("beta", beta)
    alpha_ = convert.scalar("alpha", alpha)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnInplaceAddmm",
        self_ref_,
        mat1_,
        mat2_,
        beta_,
        alpha_,
        cube_math_type_,
    )


@overload
def inplace_addr(
    self_ref: TorchTensor,
    vec1: object,
    vec2: object,
    beta: Number | None = None,
    alpha: Number | None = None,
) -> TorchTensor: ...


@overload
def inplace_addr(
    self_ref: ArrayLike,
    vec1: ArrayLike,
    vec2: ArrayLike,
    beta: Number | None = None,
    alpha: Number | None = None,
) -> NDArray[Any]: ...


def inplace_addr(
    self_ref: object,
    vec1: object,
    vec2: object,
    beta: Number | None = None,
    alpha: Number | None = None,
) -> Any:
    """Adds the products of each element of one vector by each of another to a tensor
    (aclnnInplaceAddr).

        selfRef[i, j] = beta * selfRef[i, j] + alpha * vec1[i] * vec2[j]

    self_ref  what is added, of dimensions that broadcast to [m, n]; it is changed: float64,
              float32, float16, int64, int32, int16, int8, uint8, bool; bfloat16 not on Ascend910
    vec1      the first vector, [m]: float64, float32, float16, int64, int32, int16, int8, uint8,
              bool; bfloat16 not on Ascend910
    vec2      the second, [n]: float64, float32, float16, int64, int32, int16, int8, uint8, bool;
              bfloat16 not on Ascend910
    beta      the factor of self; NULL: 1; where it is 0, self is not looked at: float64, float32,
              float16, int64, int32, int16, int8, uint8, bool; bfloat16 not on Ascend910
    alpha     the factor of the products; NULL: 1: float64, float32, float16, int64, int32, int16,
              int8, uint8, bool; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    vec1_ = make.tensor("vec1", vec1)
    vec2_ = make.tensor("vec2", vec2)
    beta_ = None if beta is None else convert.scalar("beta", beta)
    alpha_ = None if alpha is None else convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceAddr",
        self_ref_,
        vec1_,
        vec2_,
        beta_,
        alpha_,
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
def inplace_asin(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_asin(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_asin(
    self_ref: object,
) -> Any:
    """The angle that has every element as its sine, in its place (aclnnInplaceAsin).

        selfRef = asin(selfRef)

    self_ref  sines; integers and bool are computed in float32; it is changed: float32, float16,
              float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceAsin",
        self_ref_,
    )


@overload
def inplace_asinh(
    input_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_asinh(
    input_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_asinh(
    input_ref: object,
) -> Any:
    """The number that has every element as its hyperbolic sine, in its place (aclnnInplaceAsinh).

        inputRef = asinh(inputRef)

    input_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
               float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    input_ref_ = make.in_out("input_ref", input_ref)
    return make.run(
        "aclnnInplaceAsinh",
        input_ref_,
    )


@overload
def inplace_atan(
    input_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_atan(
    input_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_atan(
    input_ref: object,
) -> Any:
    """The angle that has every element as its tangent, in its place (aclnnInplaceAtan).

        inputRef = atan(inputRef)

    input_ref  tangents; integers and bool are computed in float32; it is changed: float32, float16,
               float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    input_ref_ = make.in_out("input_ref", input_ref)
    return make.run(
        "aclnnInplaceAtan",
        input_ref_,
    )


@overload
def inplace_atan2(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_atan2(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_atan2(
    self_ref: object,
    other: object,
) -> Any:
    """The angle of a point in the plane, in the place of its ordinate (aclnnInplaceAtan2).

        selfRef = atan2(selfRef, other), from -pi to pi

    self_ref  the ordinates; integers and bool are computed in float32; it is changed: float32,
              float16, int64, int32, int8, uint8, int16, float64, bool; bfloat16 not on Ascend910
    other     the abscissas: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
              bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceAtan2",
        self_ref_,
        other_,
    )


@overload
def inplace_atanh(
    input_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_atanh(
    input_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_atanh(
    input_ref: object,
) -> Any:
    """The number that has every element as its hyperbolic tangent, in its place
    (aclnnInplaceAtanh).

        inputRef = atanh(inputRef)

    input_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
               float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    input_ref_ = make.in_out("input_ref", input_ref)
    return make.run(
        "aclnnInplaceAtanh",
        input_ref_,
    )


@overload
def inplace_baddbmm(
    self_ref: TorchTensor,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> TorchTensor: ...


@overload
def inplace_baddbmm(
    self_ref: ArrayLike,
    batch1: ArrayLike,
    batch2: ArrayLike,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> NDArray[Any]: ...


def inplace_baddbmm(
    self_ref: object,
    batch1: object,
    batch2: object,
    beta: Number = 1,
    alpha: Number = 1,
    cube_math_type: SupportsIndex = 1,
) -> Any:
    """Adds the products of two batches of matrices to a tensor, each by a factor
    (aclnnInplaceBaddbmm).

        selfRef[b] = beta * selfRef[b] + alpha * (batch1[b] @ batch2[b])

    self_ref        what is added, of dimensions that broadcast to the product; it is changed:
                    float32, float16; bfloat16 not on Ascend910
    batch1          the left matrices, [b, m, k]: float32, float16; bfloat16 not on Ascend910
    batch2          the right matrices, [b, k, n] or [1, k, n]: float32, float16; bfloat16 not on
                    Ascend910
    beta            the factor of self; where it is 0, self is not looked at
    alpha           the factor of the products
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    batch1_ = make.tensor("batch1", batch1)
    batch2_ = make.tensor("batch2", batch2)
    beta_ = convert.scalar("beta", beta)
    alpha_ = convert.scalar("alpha", alpha)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnInplaceBaddbmm",
        self_ref_,
        batch1_,
        batch2_,
        beta_,
        alpha_,
        cube_math_type_,
    )


@overload
def inplace_bernoulli(
    self_ref: TorchTensor,
    prob: Number,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_bernoulli(
    self_ref: ArrayLike,
    prob: Number,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_bernoulli(
    self_ref: object,
    prob: Number,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> Any:
    """1 by chance, else 0, in place of a tensor's elements (aclnnInplaceBernoulli).

        selfRef = 1 with the probability prob, else 0

    self_ref  its shape and data type count, not its elements; it is changed: float32, int32, int64,
              float16, int16, int8, uint8, float64, bool; bfloat16 not on Ascend910; uint16, uint32,
              uint64 on Ascend950
    prob      the probability
    seed      names the sequence
    offset    names the part of it: calls with different offsets share no numbers

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    prob_ = convert.scalar("prob", prob)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceBernoulli",
        self_ref_,
        prob_,
        seed_,
        offset_,
    )


@overload
def inplace_bernoulli_tensor(
    self_ref: TorchTensor,
    prob: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_bernoulli_tensor(
    self_ref: ArrayLike,
    prob: ArrayLike,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_bernoulli_tensor(
    self_ref: object,
    prob: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> Any:
    """1 by chance, else 0, each with its own probability, in place of a tensor's elements
    (aclnnInplaceBernoulliTensor).

        selfRef = 1 with the probability prob, else 0

    self_ref  its shape and data type count, not its elements; it is changed: float32, int32, int64,
              float16, int16, int8, uint8, float64, bool; bfloat16 not on Ascend910; uint16, uint32,
              uint64 on Ascend950
    prob      the probabilities; it broadcasts to self: float32, float16, float64; bfloat16 not on
              Ascend910
    seed      names the sequence
    offset    names the part of it: calls with different offsets share no numbers

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    prob_ = make.tensor("prob", prob)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceBernoulliTensor",
        self_ref_,
        prob_,
        seed_,
        offset_,
    )


@overload
def inplace_bitwise_and_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_bitwise_and_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_bitwise_and_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """The bits of a tensor and of a number, joined by and in its place
    (aclnnInplaceBitwiseAndScalar).

        selfRef = selfRef & other

    self_ref  integers or bool; it is changed: int16, int32, int64, int8, uint8, bool, uint16
    other     an integer or bool: int16, int32, int64, int8, uint8, bool, uint16

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceBitwiseAndScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_bitwise_and_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_bitwise_and_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_bitwise_and_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """The bits of two tensors, joined by and in the place of the first
    (aclnnInplaceBitwiseAndTensor).

        selfRef = selfRef & other

    self_ref  integers or bool; it is changed: int16, int32, int64, int8, uint8, bool, uint16
    other     integers or bool: int16, int32, int64, int8, uint8, bool, uint16

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceBitwiseAndTensor",
        self_ref_,
        other_,
    )


@overload
def inplace_bitwise_or_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_bitwise_or_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_bitwise_or_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """The bits of a tensor and of a number, joined by or in its place
    (aclnnInplaceBitwiseOrScalar).

        selfRef = selfRef | other

    self_ref  integers or bool; it is changed: int8, int16, int32, int64, uint8, bool, uint16;
              uint32, uint64 on Ascend950
    other     an integer or bool: int8, int16, int32, int64, uint8, bool, uint16; uint32, uint64 on
              Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceBitwiseOrScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_bitwise_or_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_bitwise_or_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_bitwise_or_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """The bits of two tensors, joined by or in the place of the first
    (aclnnInplaceBitwiseOrTensor).

        selfRef = selfRef | other

    self_ref  integers or bool; it is changed: int8, int16, int32, int64, uint8, uint16, uint32,
              uint64, bool
    other     integers or bool: int8, int16, int32, int64, uint8, uint16, uint32, uint64, bool

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceBitwiseOrTensor",
        self_ref_,
        other_,
    )


@overload
def inplace_bitwise_xor_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_bitwise_xor_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_bitwise_xor_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """The bits of a tensor and of a number, joined by exclusive or in its place
    (aclnnInplaceBitwiseXorScalar).

        selfRef = selfRef ^ other

    self_ref  integers or bool; it is changed: int8, int16, int32, int64, uint8, bool; uint16,
              uint32, uint64 on Ascend950
    other     an integer or bool: int8, int16, int32, int64, uint8, bool; uint16, uint32, uint64 on
              Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceBitwiseXorScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_bitwise_xor_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_bitwise_xor_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_bitwise_xor_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """The bits of two tensors, joined by exclusive or in the place of the first
    (aclnnInplaceBitwiseXorTensor).

        selfRef = selfRef ^ other

    self_ref  integers or bool; it is changed: int8, int16, int32, int64, uint8, bool; uint16,
              uint32, uint64 on Ascend950
    other     integers or bool: int8, int16, int32, int64, uint8, bool; uint16, uint32, uint64 on
              Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceBitwiseXorTensor",
        self_ref_,
        other_,
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
def inplace_celu(
    self_ref: TorchTensor,
    alpha: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_celu(
    self_ref: ArrayLike,
    alpha: Number = 1,
) -> NDArray[Any]: ...


def inplace_celu(
    self_ref: object,
    alpha: Number = 1,
) -> Any:
    """Bends a straight line below 0 by the exponential function, smoothly, in its place
    (aclnnInplaceCelu).

        selfRef = max(0, selfRef) + min(0, alpha * (e ^ (selfRef / alpha) - 1))

    self_ref  the numbers; it is changed: float32, float16; bfloat16 not on Ascend910
    alpha     the width of the bend, as float32

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    alpha_ = convert.scalar("alpha", alpha)
    return make.run(
        "aclnnInplaceCelu",
        self_ref_,
        alpha_,
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

        selfRef = min(selfRef, clipValueMax)

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

        selfRef = min(selfRef, max)

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

        selfRef = max(selfRef, clipValueMin)

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
def inplace_copy(
    self_ref: TorchTensor,
    src: object,
) -> TorchTensor: ...


@overload
def inplace_copy(
    self_ref: ArrayLike,
    src: ArrayLike,
) -> NDArray[Any]: ...


def inplace_copy(
    self_ref: object,
    src: object,
) -> Any:
    """Copies a tensor to another one, with its data type and broadcast to its shape
    (aclnnInplaceCopy).

        selfRef = src

    self_ref  the target, of up to 8 dimensions; it is changed: float32, float16, int8, int16,
              int32, int64, uint8, uint16, uint32, uint64, bool, bfloat16, float64, complex64,
              complex128, float8_e5m2, float8_e4m3fn, ACL_HIFLOAT8, float8_e8m0fnu
    src       the source; each of its dimensions is that of selfRef or 1: float32, float16, int8,
              int16, int32, int64, uint8, uint16, uint32, uint64, bool, bfloat16, float64,
              complex64, complex128, float8_e5m2, float8_e4m3fn, ACL_HIFLOAT8, float8_e8m0fnu

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    src_ = make.tensor("src", src)
    return make.run(
        "aclnnInplaceCopy",
        self_ref_,
        src_,
    )


@overload
def inplace_cos(
    input_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_cos(
    input_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_cos(
    input_ref: object,
) -> Any:
    """The cosine of every element, in its place (aclnnInplaceCos).

        inputRef = cos(inputRef)

    input_ref  angles in radians; integers and bool are computed in float32; it is changed: float32,
               float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    input_ref_ = make.in_out("input_ref", input_ref)
    return make.run(
        "aclnnInplaceCos",
        input_ref_,
    )


@overload
def inplace_cosh(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_cosh(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_cosh(
    self_ref: object,
) -> Any:
    """The hyperbolic cosine of every element, in its place (aclnnInplaceCosh).

        selfRef = cosh(selfRef)

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceCosh",
        self_ref_,
    )


@overload
def inplace_cumprod(
    input: TorchTensor,
    dim: Number,
) -> TorchTensor: ...


@overload
def inplace_cumprod(
    input: ArrayLike,
    dim: Number,
) -> NDArray[Any]: ...


def inplace_cumprod(
    input: object,
    dim: Number,
) -> Any:
    """The running product along a dimension, in its place (aclnnInplaceCumprod).

        input[i] = input[0] * ... * input[i] along dim

    input  the factors, and the products; it is changed: float32, float16, bfloat16, float64, int8,
           int16, int32, int64, uint8, uint16, uint32, uint64
    dim    the dimension to multiply along, int32 or int64, negative ones counted from the last:
           int32, int64

    Returns .
    """
    input_ = make.in_out("input", input)
    dim_ = convert.scalar("dim", dim)
    return make.run(
        "aclnnInplaceCumprod",
        input_,
        dim_,
    )


@overload
def inplace_div(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_div(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_div(
    self_ref: object,
    other: object,
) -> Any:
    """Divides a tensor by another, in its place (aclnnInplaceDiv).

        selfRef = selfRef / other

    self_ref  the dividend; integers are computed in float32; it is changed: float32, int32, int64,
              float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on
              Ascend910
    other     the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceDiv",
        self_ref_,
        other_,
    )


@overload
def inplace_div_mod(
    self_ref: TorchTensor,
    other: object,
    mode: SupportsIndex,
) -> TorchTensor: ...


@overload
def inplace_div_mod(
    self_ref: ArrayLike,
    other: ArrayLike,
    mode: SupportsIndex,
) -> NDArray[Any]: ...


def inplace_div_mod(
    self_ref: object,
    other: object,
    mode: SupportsIndex,
) -> Any:
    """Divides a tensor by another, in its place: exactly, without the fraction, or rounded down
    (aclnnInplaceDivMod).

        selfRef = selfRef / other; trunc(selfRef / other) for mode 1, floor(selfRef / other) for 2

    self_ref  the dividend; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    mode      0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    mode_ = convert.integer("mode", mode, "int")
    return make.run(
        "aclnnInplaceDivMod",
        self_ref_,
        other_,
        mode_,
    )


@overload
def inplace_div_mods(
    self_ref: TorchTensor,
    other: Number,
    mode: SupportsIndex,
) -> TorchTensor: ...


@overload
def inplace_div_mods(
    self_ref: ArrayLike,
    other: Number,
    mode: SupportsIndex,
) -> NDArray[Any]: ...


def inplace_div_mods(
    self_ref: object,
    other: Number,
    mode: SupportsIndex,
) -> Any:
    """Divides a tensor by a number, in its place: exactly, without the fraction, or rounded down
    (aclnnInplaceDivMods).

        selfRef = selfRef / other; trunc(selfRef / other) for mode 1, floor(selfRef / other) for 2

    self_ref  the dividend; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    other     the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    mode      0 exact, 1 without the fraction, 2 rounded down; complex numbers have only 0

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    mode_ = convert.integer("mode", mode, "int")
    return make.run(
        "aclnnInplaceDivMods",
        self_ref_,
        other_,
        mode_,
    )


@overload
def inplace_divs(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_divs(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_divs(
    self_ref: object,
    other: Number,
) -> Any:
    """Divides a tensor by a number, in its place (aclnnInplaceDivs).

        selfRef = selfRef / other

    self_ref  the dividend; integers are computed in float32; it is changed: float32, int32, int64,
              float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on
              Ascend910
    other     the divisor: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceDivs",
        self_ref_,
        other_,
    )


@overload
def inplace_elu(
    self_ref: TorchTensor,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_elu(
    self_ref: ArrayLike,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
) -> NDArray[Any]: ...


def inplace_elu(
    self_ref: object,
    alpha: Number = 1,
    scale: Number = 1,
    input_scale: Number = 1,
) -> Any:
    """Bends a straight line below 0 by the exponential function, in its place (aclnnInplaceElu).

        selfRef = scale * selfRef where selfRef > 0, else alpha * scale * (e ^ (inputScale *
            selfRef) - 1)

    self_ref     the numbers; it is changed: float32, float16, bfloat16, float64
    alpha        the factor below 0, as float32
    scale        the factor, as float32
    input_scale  the factor of the exponent, as float32

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    alpha_ = convert.scalar("alpha", alpha)
    scale_ = convert.scalar("scale", scale)
    input_scale_ = convert.scalar("input_scale", input_scale)
    return make.run(
        "aclnnInplaceElu",
        self_ref_,
        alpha_,
        scale_,
        input_scale_,
    )


@overload
def inplace_eq_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_eq_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_eq_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """Which elements of a tensor are equal to a number, as 1 and 0 in its place
    (aclnnInplaceEqScalar).

        selfRef = selfRef == other

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8, bool,
              float64, complex64, complex128; uint64 not on Ascend910B and Ascend910_93; uint32 on
              Ascend910; bfloat16 not on Ascend910
    other     the number, converted to the type compared in: float32, int32, int64, float16, int16,
              int8, uint8, bool, float64, complex64, complex128; uint64 not on Ascend910B and
              Ascend910_93; uint32 on Ascend910; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceEqScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_eq_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_eq_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_eq_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """Which elements of a tensor are equal to those of another, as 1 and 0 in its place
    (aclnnInplaceEqTensor).

        selfRef = selfRef == other

    self_ref  the left operand; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              bool, float64, complex64, complex128; uint64 not on Ascend910B and Ascend910_93;
              uint32 on Ascend910; bfloat16 not on Ascend910
    other     the right operand: float32, int32, int64, float16, int16, int8, uint8, bool, float64,
              complex64, complex128; uint64 not on Ascend910B and Ascend910_93; uint32 on Ascend910;
              bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceEqTensor",
        self_ref_,
        other_,
    )


@overload
def inplace_erf(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_erf(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_erf(
    self_ref: object,
) -> Any:
    """The error function of every element, in its place (aclnnInplaceErf).

        selfRef = erf(selfRef)

    self_ref  the numbers; bool and int64 are computed in float32; it is changed: float32, float16,
              float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceErf",
        self_ref_,
    )


@overload
def inplace_erfc(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_erfc(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_erfc(
    self_ref: object,
) -> Any:
    """The complementary error function of every element, in its place (aclnnInplaceErfc).

        selfRef = erfc(selfRef)

    self_ref  the numbers; bool and int64 are computed in float32; it is changed: float32, float16,
              float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceErfc",
        self_ref_,
    )


@overload
def inplace_erfinv(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_erfinv(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_erfinv(
    self_ref: object,
) -> Any:
    """The number whose error function is every element, in its place (aclnnInplaceErfinv).

        selfRef = erfinv(selfRef)

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceErfinv",
        self_ref_,
    )


@overload
def inplace_exp(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_exp(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_exp(
    self_ref: object,
) -> Any:
    """The exponential function of every element, in its place (aclnnInplaceExp).

        selfRef = e ^ selfRef

    self_ref  the exponents; bool and int64 are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceExp",
        self_ref_,
    )


@overload
def inplace_exp2(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_exp2(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_exp2(
    self_ref: object,
) -> Any:
    """The power of 2 by every element, in its place (aclnnInplaceExp2).

        selfRef = 2 ^ selfRef

    self_ref  the exponents; bfloat16, integers and bool are computed in float32; it is changed:
              float32, float16, float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceExp2",
        self_ref_,
    )


@overload
def inplace_expm1(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_expm1(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_expm1(
    self_ref: object,
) -> Any:
    """The exponential function of every element, less 1, in its place (aclnnInplaceExpm1).

        selfRef = e ^ selfRef - 1

    self_ref  the exponents; bool and int64 are computed in float32; it is changed: float32,
              float16; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceExpm1",
        self_ref_,
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
def inplace_floor_divide(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_floor_divide(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_floor_divide(
    self_ref: object,
    other: object,
) -> Any:
    """Divides a tensor by another, rounded down, in its place (aclnnInplaceFloorDivide).

        selfRef = floor(selfRef / other)

    self_ref  the dividend; bool is computed in float32; it is changed: float32, float16, int64,
              int32, int8, uint8, int16, float64, bool; bfloat16 not on Ascend910
    other     the divisor: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
              bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceFloorDivide",
        self_ref_,
        other_,
    )


@overload
def inplace_floor_divides(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_floor_divides(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_floor_divides(
    self_ref: object,
    other: Number,
) -> Any:
    """Divides a tensor by a number, rounded down, in its place (aclnnInplaceFloorDivides).

        selfRef = floor(selfRef / other)

    self_ref  the dividend; bool is computed in float32; it is changed: float32, float16, int64,
              int32, int8, uint8, int16, float64, bool; bfloat16 not on Ascend910
    other     the divisor: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
              bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceFloorDivides",
        self_ref_,
        other_,
    )


@overload
def inplace_fmod_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_fmod_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_fmod_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """What is left of a division by a number without its fraction, in the dividend's place
    (aclnnInplaceFmodScalar).

        selfRef = selfRef - trunc(selfRef / other) * other

    self_ref  the dividend; it is changed: float32, int32, int8, float16, uint8, float64, int64;
              bfloat16 not on Ascend910
    other     the divisor: float32, int32, int8, float16, uint8, float64, int64; bfloat16 not on
              Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceFmodScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_fmod_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_fmod_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_fmod_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """What is left of a division without its fraction, in the dividend's place
    (aclnnInplaceFmodTensor).

        selfRef = selfRef - trunc(selfRef / other) * other

    self_ref  the dividend; it is changed: float32, int32, int8, float16, uint8, float64, int64;
              bfloat16 not on Ascend910
    other     the divisor: float32, int32, int8, float16, uint8, float64, int64; bfloat16 not on
              Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceFmodTensor",
        self_ref_,
        other_,
    )


@overload
def inplace_frac(
    input_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_frac(
    input_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_frac(
    input_ref: object,
) -> Any:
    """The fraction of every element, in its place (aclnnInplaceFrac).

        inputRef = inputRef - trunc(inputRef)

    input_ref  the numbers; it is changed: float32, float16, int8, int16, int32, int64, uint8;
               bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    input_ref_ = make.in_out("input_ref", input_ref)
    return make.run(
        "aclnnInplaceFrac",
        input_ref_,
    )


@overload
def inplace_ge_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_ge_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_ge_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """Which elements of a tensor are at least a number, as 1 and 0 in its place
    (aclnnInplaceGeScalar).

        selfRef = selfRef >= other

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    other     the number, converted to the type compared in: float32, int32, int64, float16, int16,
              int8, uint8, float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceGeScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_ge_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_ge_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_ge_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """Which elements of a tensor are at least those of another, as 1 and 0 in its place
    (aclnnInplaceGeTensor).

        selfRef = selfRef >= other

    self_ref  the left operand; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    other     the right operand: float32, int32, int64, float16, int16, int8, uint8, float64,
              uint32, uint64, uint16, bool; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceGeTensor",
        self_ref_,
        other_,
    )


@overload
def inplace_gt_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_gt_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_gt_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """Which elements of a tensor are greater than a number, as 1 and 0 in its place
    (aclnnInplaceGtScalar).

        selfRef = selfRef > other

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    other     the number, converted to the type compared in: float32, int32, int64, float16, int16,
              int8, uint8, float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceGtScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_gt_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_gt_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_gt_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """Which elements of a tensor are greater than those of another, as 1 and 0 in its place
    (aclnnInplaceGtTensor).

        selfRef = selfRef > other

    self_ref  the left operand; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    other     the right operand: float32, int32, int64, float16, int16, int8, uint8, float64,
              uint32, uint64, uint16, bool; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceGtTensor",
        self_ref_,
        other_,
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
def inplace_hardtanh(
    self_ref: TorchTensor,
    clip_value_min: Number = -1,
    clip_value_max: Number = 1,
) -> TorchTensor: ...


@overload
def inplace_hardtanh(
    self_ref: ArrayLike,
    clip_value_min: Number = -1,
    clip_value_max: Number = 1,
) -> NDArray[Any]: ...


def inplace_hardtanh(
    self_ref: object,
    clip_value_min: Number = -1,
    clip_value_max: Number = 1,
) -> Any:
    """Bounds every element by two numbers, in its place (aclnnInplaceHardtanh).

        selfRef = min(max(selfRef, clipValueMin), clipValueMax)

    self_ref        the numbers; it is changed: float32, float16, float64, int8, uint8, int16,
                    int32, int64; bfloat16 not on Ascend910
    clip_value_min  the lower bound, in the data type of self: float32, float16, float64, int8,
                    uint8, int16, int32, int64; bfloat16 not on Ascend910
    clip_value_max  the upper bound, in the data type of self: float32, float16, float64, int8,
                    uint8, int16, int32, int64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    clip_value_min_ = convert.scalar("clip_value_min", clip_value_min)
    clip_value_max_ = convert.scalar("clip_value_max", clip_value_max)
    return make.run(
        "aclnnInplaceHardtanh",
        self_ref_,
        clip_value_min_,
        clip_value_max_,
    )


@overload
def inplace_index_copy(
    self_ref: TorchTensor,
    dim: SupportsIndex,
    index: object,
    source: object,
) -> TorchTensor: ...


@overload
def inplace_index_copy(
    self_ref: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    source: ArrayLike,
) -> NDArray[Any]: ...


def inplace_index_copy(
    self_ref: object,
    dim: SupportsIndex,
    index: object,
    source: object,
) -> Any:
    """Writes rows to the rows that an index names, in their place (aclnnInplaceIndexCopy).

        selfRef = selfRef, with selfRef[..., index[i], ...] = source[..., i, ...] in the order of
            index

    self_ref  what is copied and changed; it is changed: float32, int32, int64, float16, int16,
              int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910; uint32,
              uint64 on Ascend950
    dim       the dimension; negative ones count from the last
    index     the places, of one dimension or none; 0 to the length of the dimension - 1: int32,
              int64
    source    the rows that are written

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    source_ = make.tensor("source", source)
    return make.run(
        "aclnnInplaceIndexCopy",
        self_ref_,
        dim_,
        index_,
        source_,
    )


@overload
def inplace_index_fill_tensor(
    self_ref: TorchTensor,
    dim: SupportsIndex,
    index: Sequence[SupportsIndex],
    value: Number,
) -> TorchTensor: ...


@overload
def inplace_index_fill_tensor(
    self_ref: ArrayLike,
    dim: SupportsIndex,
    index: Sequence[SupportsIndex],
    value: Number,
) -> NDArray[Any]: ...


def inplace_index_fill_tensor(
    self_ref: object,
    dim: SupportsIndex,
    index: Sequence[SupportsIndex],
    value: Number,
) -> Any:
    """Writes a number to all rows that an array names, in their place
    (aclnnInplaceIndexFillTensor).

        selfRef = selfRef, with selfRef[..., index[i], ...] = value

    self_ref  what is changed; it is changed: int32, float16, float32, int64, bool; bfloat16 not on
              Ascend910; int8, uint8, int16, float64 on Ascend950
    dim       the dimension; negative ones count from the last
    index     the places; negative ones count from the end
    value     the number, in the type of self; as a float32 first, but on Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    dim_ = convert.integer("dim", dim)
    index_ = convert.integers("index", index)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnInplaceIndexFillTensor",
        self_ref_,
        dim_,
        index_,
        value_,
    )


@overload
def inplace_le_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_le_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_le_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """Which elements of a tensor are at most a number, as 1 and 0 in its place
    (aclnnInplaceLeScalar).

        selfRef = selfRef <= other

    self_ref  the tensor; it is changed: int8, uint8, int16, uint16, int32, int64, float16, float32,
              float64, bool; bfloat16 not on Ascend910; uint64 on Ascend950
    other     the number, converted to the type compared in: int8, uint8, int16, uint16, int32,
              int64, float16, float32, float64, bool; bfloat16 not on Ascend910; uint64 on Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceLeScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_le_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_le_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_le_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """Which elements of a tensor are at most those of another, as 1 and 0 in its place
    (aclnnInplaceLeTensor).

        selfRef = selfRef <= other

    self_ref  the left operand; it is changed: int8, uint8, int16, uint16, int32, int64, float16,
              float32, float64, bool; bfloat16 not on Ascend910; uint64 on Ascend950
    other     the right operand: int8, uint8, int16, uint16, int32, int64, float16, float32,
              float64, bool; bfloat16 not on Ascend910; uint64 on Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceLeTensor",
        self_ref_,
        other_,
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

        selfRef = selfRef where selfRef > 0, else negativeSlope * selfRef

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

        selfRef = selfRef + weight * (end - selfRef)       where |weight| < 0.5
        selfRef = end - (end - selfRef) * (1 - weight)  elsewhere

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

        selfRef = selfRef + weight * (end - selfRef)       where |weight| < 0.5
        selfRef = end - (end - selfRef) * (1 - weight)  elsewhere

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
def inplace_log(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_log(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_log(
    self_ref: object,
) -> Any:
    """The natural logarithm of every element, in its place (aclnnInplaceLog).

        selfRef = log(selfRef)

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceLog",
        self_ref_,
    )


@overload
def inplace_log10(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_log10(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_log10(
    self_ref: object,
) -> Any:
    """The logarithm of every element to base 10, in its place (aclnnInplaceLog10).

        selfRef = log10(selfRef)

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceLog10",
        self_ref_,
    )


@overload
def inplace_log1p(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_log1p(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_log1p(
    self_ref: object,
) -> Any:
    """The natural logarithm of every element plus 1, in its place (aclnnInplaceLog1p).

        selfRef = log(1 + selfRef)

    self_ref  the numbers; integers and bool are computed in the data type of out; it is changed:
              float32, float16, float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceLog1p",
        self_ref_,
    )


@overload
def inplace_log2(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_log2(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_log2(
    self_ref: object,
) -> Any:
    """The logarithm of every element to base 2, in its place (aclnnInplaceLog2).

        selfRef = log2(selfRef)

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceLog2",
        self_ref_,
    )


@overload
def inplace_logical_and(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_logical_and(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_logical_and(
    self_ref: object,
    other: object,
) -> Any:
    """Whether the elements of both tensors are true, as 1 and 0 in the place of the first
    (aclnnInplaceLogicalAnd).

        selfRef = selfRef and other

    self_ref  truth values; numbers that are not 0 are true; it is changed: float32, float16, int32,
              float64, bfloat16, int8, uint8, int16, int64, bool, complex64, complex128
    other     the same: float32, float16, int32, float64, bfloat16, int8, uint8, int16, int64, bool,
              complex64, complex128

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceLogicalAnd",
        self_ref_,
        other_,
    )


@overload
def inplace_logical_not(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_logical_not(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_logical_not(
    self_ref: object,
) -> Any:
    """Whether the elements of a tensor are not true, as 1 and 0 in its place
    (aclnnInplaceLogicalNot).

        selfRef = not selfRef

    self_ref  truth values; numbers that are not 0 are true; it is changed: float32, float16,
              bfloat16, float64, int32, int64, int16, int8, uint8, bool

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceLogicalNot",
        self_ref_,
    )


@overload
def inplace_logical_or(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_logical_or(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_logical_or(
    self_ref: object,
    other: object,
) -> Any:
    """Whether the elements of any of two tensors are true, as 1 and 0 in the place of the first
    (aclnnInplaceLogicalOr).

        selfRef = selfRef or other

    self_ref  truth values; numbers that are not 0 are true; it is changed: float32, float16, int32,
              float64, int8, uint8, int16, int64, bool, complex64, complex128; bfloat16 not on
              Ascend910
    other     the same: float32, float16, int32, float64, int8, uint8, int16, int64, bool,
              complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceLogicalOr",
        self_ref_,
        other_,
    )


@overload
def inplace_lt_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_lt_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_lt_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """Which elements of a tensor are less than a number, as 1 and 0 in its place
    (aclnnInplaceLtScalar).

        selfRef = selfRef < other

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    other     the number, converted to the type compared in: float32, int32, int64, float16, int16,
              int8, uint8, float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceLtScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_lt_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_lt_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_lt_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """Which elements of a tensor are less than those of another, as 1 and 0 in its place
    (aclnnInplaceLtTensor).

        selfRef = selfRef < other

    self_ref  the left operand; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    other     the right operand: float32, int32, int64, float16, int16, int8, uint8, float64,
              uint32, uint64, uint16, bool; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceLtTensor",
        self_ref_,
        other_,
    )


@overload
def inplace_masked_fill_scalar(
    self_ref: TorchTensor,
    mask: object,
    value: Number,
) -> TorchTensor: ...


@overload
def inplace_masked_fill_scalar(
    self_ref: ArrayLike,
    mask: ArrayLike,
    value: Number,
) -> NDArray[Any]: ...


def inplace_masked_fill_scalar(
    self_ref: object,
    mask: object,
    value: Number,
) -> Any:
    """Writes a number where a mask is true (aclnnInplaceMaskedFillScalar).

        selfRef = where(mask, value, selfRef)

    self_ref  what is filled; it is changed: float32, int32, int64, float16, int8, bool; bfloat16
              not on Ascend910
    mask      where; it broadcasts to selfRef: bool
    value     the number, in the type of selfRef

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    mask_ = make.tensor("mask", mask)
    value_ = convert.scalar("value", value)
    return make.run(
        "aclnnInplaceMaskedFillScalar",
        self_ref_,
        mask_,
        value_,
    )


@overload
def inplace_masked_fill_tensor(
    self_ref: TorchTensor,
    mask: object,
    value: object,
) -> TorchTensor: ...


@overload
def inplace_masked_fill_tensor(
    self_ref: ArrayLike,
    mask: ArrayLike,
    value: ArrayLike,
) -> NDArray[Any]: ...


def inplace_masked_fill_tensor(
    self_ref: object,
    mask: object,
    value: object,
) -> Any:
    """Writes the one element of a tensor where a mask is true (aclnnInplaceMaskedFillTensor).

        selfRef = where(mask, value, selfRef)

    self_ref  what is filled; it is changed: float32, int32, int64, float16, int8, bool; bfloat16
              not on Ascend910
    mask      where; it broadcasts to selfRef: bool
    value     a tensor without dimensions, which becomes the type of selfRef: float32, int32, int64,
              float16, int8, bool, bfloat16

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    mask_ = make.tensor("mask", mask)
    value_ = make.tensor("value", value)
    return make.run(
        "aclnnInplaceMaskedFillTensor",
        self_ref_,
        mask_,
        value_,
    )


@overload
def inplace_mish(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_mish(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_mish(
    self_ref: object,
) -> Any:
    """Multiplies every element by the hyperbolic tangent of its Softplus, in its place
    (aclnnInplaceMish).

        selfRef = selfRef * tanh(log(1 + e ^ selfRef))

    self_ref  the numbers; it is changed: float32, float16; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceMish",
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

        selfRef = selfRef * other

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
def inplace_ne_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_ne_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_ne_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """Which elements of a tensor are different from a number, as 1 and 0 in its place
    (aclnnInplaceNeScalar).

        selfRef = selfRef != other

    self_ref  the tensor; it is changed: float32, int32, int64, float16, int16, int8, uint8, bool,
              float64, complex64, complex128; bfloat16 not on Ascend910; uint64 on Ascend950
    other     the number, converted to the type compared in: float32, int32, int64, float16, int16,
              int8, uint8, bool, float64, complex64, complex128; bfloat16 not on Ascend910; uint64
              on Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceNeScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_ne_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_ne_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_ne_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """Which elements of a tensor are different from those of another, as 1 and 0 in its place
    (aclnnInplaceNeTensor).

        selfRef = selfRef != other

    self_ref  the left operand; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              bool, float64, complex64, complex128; bfloat16 not on Ascend910; uint64 on Ascend950
    other     the right operand: float32, int32, int64, float16, int16, int8, uint8, bool, float64,
              complex64, complex128; bfloat16 not on Ascend910; uint64 on Ascend950

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceNeTensor",
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
def inplace_normal(
    self_ref: TorchTensor,
    mean: float = 0.0,
    std: float = 1.0,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_normal(
    self_ref: ArrayLike,
    mean: float = 0.0,
    std: float = 1.0,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_normal(
    self_ref: object,
    mean: float = 0.0,
    std: float = 1.0,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> Any:
    """Normally distributed numbers (aclnnInplaceNormal).

        selfRef = mean + std * z, z random with mean 0 and standard deviation 1

    self_ref  the numbers; integers are cut toward zero; it is changed: float16, float32, float64,
              int16, int32, int64, int8, uint8, bool; bfloat16 not on Ascend910
    mean      their mean
    std       their standard deviation
    seed      names the sequence
    offset    names the part of it: calls with different offsets share no numbers

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    mean_ = convert.real("mean", mean)
    std_ = convert.real("std", std)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceNormal",
        self_ref_,
        mean_,
        std_,
        seed_,
        offset_,
    )


@overload
def inplace_normal_tensor(
    self_ref: TorchTensor,
    *,
    mean: float = 0.0,
    std: float = 1.0,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_normal_tensor(
    self_ref: ArrayLike,
    *,
    mean: float = 0.0,
    std: float = 1.0,
    seed_tensor: ArrayLike,
    offset_tensor: ArrayLike,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_normal_tensor(
    self_ref: object,
    *,
    mean: float = 0.0,
    std: float = 1.0,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> Any:
    """Normally distributed numbers, from a seed in memory of the device (aclnnInplaceNormalTensor).

        selfRef = mean + std * z, z random with mean 0 and standard deviation 1

    self_ref       the numbers; integers are cut toward zero; it is changed: float16, float32,
                   float64, int16, int32, int64, int8, uint8, bool; bfloat16 not on Ascend910
    mean           their mean
    std            their standard deviation
    seed_tensor    one element, which names the sequence; it is read when the call runs: int64
    offset_tensor  one element, likewise, which with offset names the part of it: int64
    offset         is added to offsetTensor

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    mean_ = convert.real("mean", mean)
    std_ = convert.real("std", std)
    seed_tensor_ = make.tensor("seed_tensor", seed_tensor)
    offset_tensor_ = make.tensor("offset_tensor", offset_tensor)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceNormalTensor",
        self_ref_,
        mean_,
        std_,
        seed_tensor_,
        offset_tensor_,
        offset_,
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
def inplace_pow_tensor_scalar(
    self: TorchTensor,
    exponent: Number,
) -> TorchTensor: ...


@overload
def inplace_pow_tensor_scalar(
    self: ArrayLike,
    exponent: Number,
) -> NDArray[Any]: ...


def inplace_pow_tensor_scalar(
    self: object,
    exponent: Number,
) -> Any:
    """A tensor to the power of a number, in its place (aclnnInplacePowTensorScalar).

        self = self ^ exponent

    self      the bases; it is changed: float32, int32, int64, float16, int16, int8, uint8, float64,
              bool, complex64, complex128; bfloat16 not on Ascend910
    exponent  the exponent; to a negative one integers but 1 and -1 have the power 0: float32,
              int32, int64, float16, int16, int8, uint8, float64, bool, complex64, complex128;
              bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ = make.in_out("self", self)
    exponent_ = convert.scalar("exponent", exponent)
    return make.run(
        "aclnnInplacePowTensorScalar",
        self_,
        exponent_,
    )


@overload
def inplace_pow_tensor_tensor(
    self: TorchTensor,
    exponent: object,
) -> TorchTensor: ...


@overload
def inplace_pow_tensor_tensor(
    self: ArrayLike,
    exponent: ArrayLike,
) -> NDArray[Any]: ...


def inplace_pow_tensor_tensor(
    self: object,
    exponent: object,
) -> Any:
    """A tensor to the power of another, in its place (aclnnInplacePowTensorTensor).

        self = self ^ exponent

    self      the bases; it is changed: float32, int32, int64, float16, int16, int8, uint8, float64,
              bool, complex64, complex128; bfloat16 not on Ascend910
    exponent  the exponents; to a negative one integers but 1 and -1 have the power 0: float32,
              int32, int64, float16, int16, int8, uint8, float64, bool, complex64, complex128;
              bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ = make.in_out("self", self)
    exponent_ = make.tensor("exponent", exponent)
    return make.run(
        "aclnnInplacePowTensorTensor",
        self_,
        exponent_,
    )


@overload
def inplace_r_relu_with_noise(
    self: TorchTensor,
    noise: object,
    lower: Number = 0.125,
    upper: Number = 0.3333333333333333,
    training: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def inplace_r_relu_with_noise(
    self: ArrayLike,
    noise: ArrayLike,
    lower: Number = 0.125,
    upper: Number = 0.3333333333333333,
    training: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def inplace_r_relu_with_noise(
    self: object,
    noise: object,
    lower: Number = 0.125,
    upper: Number = 0.3333333333333333,
    training: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> tuple[Any, Any]:
    """Multiplies negative elements by random slopes, or by their mean, in their place
    (aclnnInplaceRReluWithNoise).

        noise = a slope random in [lower, upper) where self < 0, else 1, and self = self * noise,
            where training; else self = self where self > 0, else self * (lower + upper) / 2

    self      the numbers; it is changed: float32, float16; bfloat16 not on Ascend910
    noise     the factors, where training; of the same type, and of as many elements or more, of
              which the first are written; it is changed: float32, float16; bfloat16 not on
              Ascend910
    lower     the least slope: float32, float16, bfloat16, float64
    upper     what slopes are less than: float32, float16, bfloat16, float64
    training  whether slopes are random
    seed      names the sequence of slopes
    offset    names the part of it: calls with different offsets share no numbers

    Returns the operand that was changed.
    """
    self_ = make.in_out("self", self)
    noise_ = make.in_out("noise", noise)
    lower_ = convert.scalar("lower", lower)
    upper_ = convert.scalar("upper", upper)
    training_ = convert.boolean("training", training)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    result: tuple[Any, Any] = make.run(
        "aclnnInplaceRReluWithNoise",
        self_,
        noise_,
        lower_,
        upper_,
        training_,
        seed_,
        offset_,
    )
    return result


@overload
def inplace_random(
    self_ref: TorchTensor,
    from_: SupportsIndex,
    to: SupportsIndex,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_random(
    self_ref: ArrayLike,
    from_: SupportsIndex,
    to: SupportsIndex,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_random(
    self_ref: object,
    from_: SupportsIndex,
    to: SupportsIndex,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> Any:
    """Integers between two, each as likely as any other (aclnnInplaceRandom).

        selfRef = an integer, random in [from, to)

    self_ref  the integers; floating-point types round them, and never to `to`; it is changed:
              float32, int32, int64, float16, int16, int8, uint8, bool, float64, bfloat16;
              complex64, complex128 not on Ascend950
    from_     the least integer
    to        what all integers are less than
    seed      names the sequence
    offset    names the part of it: calls with different offsets share no numbers

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    from__ = convert.integer("from_", from_)
    to_ = convert.integer("to", to)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceRandom",
        self_ref_,
        from__,
        to_,
        seed_,
        offset_,
    )


@overload
def inplace_random_tensor(
    self_ref: TorchTensor,
    from_: SupportsIndex,
    to: SupportsIndex,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_random_tensor(
    self_ref: ArrayLike,
    from_: SupportsIndex,
    to: SupportsIndex,
    seed_tensor: ArrayLike,
    offset_tensor: ArrayLike,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_random_tensor(
    self_ref: object,
    from_: SupportsIndex,
    to: SupportsIndex,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> Any:
    """Integers between two, each as likely as any other, from a seed in memory of the device
    (aclnnInplaceRandomTensor).

        selfRef = an integer, random in [from, to)

    self_ref       the integers; floating-point types round them, and never to `to`; it is changed:
                   float32, int32, int64, float16, int16, int8, uint8, bool, float64, bfloat16;
                   complex64, complex128 not on Ascend950
    from_          the least integer
    to             what all integers are less than
    seed_tensor    one element, which names the sequence; it is read when the call runs: int64
    offset_tensor  one element, likewise, which with offset names the part of it: int64
    offset         is added to offsetTensor

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    from__ = convert.integer("from_", from_)
    to_ = convert.integer("to", to)
    seed_tensor_ = make.tensor("seed_tensor", seed_tensor)
    offset_tensor_ = make.tensor("offset_tensor", offset_tensor)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceRandomTensor",
        self_ref_,
        from__,
        to_,
        seed_tensor_,
        offset_tensor_,
        offset_,
    )


@overload
def inplace_random_without_from_to(
    self_ref: TorchTensor,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_random_without_from_to(
    self_ref: ArrayLike,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_random_without_from_to(
    self_ref: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> Any:
    """Integers of a data type that are not negative, each as likely as any other
    (aclnnInplaceRandomWithoutFromTo).

        selfRef = an integer, random from 0 to the largest of the type; of a floating-point type
            from 0 to
        2^digits (24 of float32, 11 of float16, 8 of bfloat16, 53 of float64), of bool 0 or 1

    self_ref  the integers; it is changed: float32, int32, int64, float16, int16, int8, uint8, bool,
              float64, bfloat16; complex64, complex128 not on Ascend950
    seed      names the sequence
    offset    names the part of it: calls with different offsets share no numbers

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceRandomWithoutFromTo",
        self_ref_,
        seed_,
        offset_,
    )


@overload
def inplace_random_without_from_to_tensor(
    self_ref: TorchTensor,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_random_without_from_to_tensor(
    self_ref: ArrayLike,
    seed_tensor: ArrayLike,
    offset_tensor: ArrayLike,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_random_without_from_to_tensor(
    self_ref: object,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> Any:
    """Integers of a data type that are not negative, from a seed in memory of the device
    (aclnnInplaceRandomWithoutFromToTensor).

        selfRef = an integer, random from 0 to the largest of the type; of a floating-point type
            from 0 to
        2^digits (24 of float32, 11 of float16, 8 of bfloat16, 53 of float64), of bool 0 or 1

    self_ref       the integers; it is changed: float32, int32, int64, float16, int16, int8, uint8,
                   bool, float64, bfloat16; complex64, complex128 not on Ascend950
    seed_tensor    one element, which names the sequence; it is read when the call runs: int64
    offset_tensor  one element, likewise, which with offset names the part of it: int64
    offset         is added to offsetTensor

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    seed_tensor_ = make.tensor("seed_tensor", seed_tensor)
    offset_tensor_ = make.tensor("offset_tensor", offset_tensor)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnInplaceRandomWithoutFromToTensor",
        self_ref_,
        seed_tensor_,
        offset_tensor_,
        offset_,
    )


@overload
def inplace_reciprocal(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_reciprocal(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_reciprocal(
    self_ref: object,
) -> Any:
    """The reciprocal of every element, in its place (aclnnInplaceReciprocal).

        selfRef = 1 / selfRef

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceReciprocal",
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
def inplace_remainder_tensor_scalar(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_remainder_tensor_scalar(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_remainder_tensor_scalar(
    self_ref: object,
    other: Number,
) -> Any:
    """What is left of a division by a number that is rounded down, in the dividend's place
    (aclnnInplaceRemainderTensorScalar).

        selfRef = selfRef - floor(selfRef / other) * other

    self_ref  the dividend; it is changed
    other     the divisor: float32, float16, int64, int32, int8, uint8, int16, float64, bool,
              uint16, uint32, uint64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceRemainderTensorScalar",
        self_ref_,
        other_,
    )


@overload
def inplace_remainder_tensor_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_remainder_tensor_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_remainder_tensor_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """What is left of a division that is rounded down, in the dividend's place
    (aclnnInplaceRemainderTensorTensor).

        selfRef = selfRef - floor(selfRef / other) * other

    self_ref  the dividend; it is changed
    other     the divisor

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceRemainderTensorTensor",
        self_ref_,
        other_,
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
def inplace_rsqrt(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_rsqrt(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_rsqrt(
    self_ref: object,
) -> Any:
    """The reciprocal of every element's square root, in its place (aclnnInplaceRsqrt).

        selfRef = 1 / the square root of selfRef

    self_ref  the numbers; integers and bool are computed in the data type of out; it is changed:
              float32, float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceRsqrt",
        self_ref_,
    )


@overload
def inplace_scatter(
    self_ref: TorchTensor,
    dim: SupportsIndex,
    index: object,
    src: object,
    reduce: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_scatter(
    self_ref: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    src: ArrayLike,
    reduce: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_scatter(
    self_ref: object,
    dim: SupportsIndex,
    index: object,
    src: object,
    reduce: SupportsIndex = 0,
) -> Any:
    """Writes one element for each index, along one dimension, in its place (aclnnInplaceScatter).

        selfRef = selfRef, with selfRef[..., index[..., i, ...], ...] = src[..., i, ...] in the
            order of index; reduce 1 adds, 2 multiplies

    self_ref  what is changed; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    dim       the dimension; negative ones count from the last
    index     the places; 0 to the length of the dimension - 1
    src       what is written, at least as large as index
    reduce    0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    src_ = make.tensor("src", src)
    reduce_ = convert.integer("reduce", reduce)
    return make.run(
        "aclnnInplaceScatter",
        self_ref_,
        dim_,
        index_,
        src_,
        reduce_,
    )


@overload
def inplace_scatter_value(
    self_ref: TorchTensor,
    dim: SupportsIndex,
    index: object,
    value: Number,
    reduce: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_scatter_value(
    self_ref: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    value: Number,
    reduce: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_scatter_value(
    self_ref: object,
    dim: SupportsIndex,
    index: object,
    value: Number,
    reduce: SupportsIndex = 0,
) -> Any:
    """Writes a number for each index, along one dimension, in its place (aclnnInplaceScatterValue).

        selfRef = selfRef, with selfRef[..., index[..., i, ...], ...] = value; reduce 1 adds, 2
            multiplies

    self_ref  what is changed; it is changed: float32, int32, int64, float16, int16, int8, uint8,
              float64, bool, complex64, complex128; bfloat16 not on Ascend910
    dim       the dimension; negative ones count from the last
    index     the places; 0 to the length of the dimension - 1
    value     the number, in the type of self
    reduce    0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    value_ = convert.scalar("value", value)
    reduce_ = convert.integer("reduce", reduce)
    return make.run(
        "aclnnInplaceScatterValue",
        self_ref_,
        dim_,
        index_,
        value_,
        reduce_,
    )


@overload
def inplace_selu(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_selu(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_selu(
    self_ref: object,
) -> Any:
    """Bends a straight line below 0 by the exponential function, with factors that normalize, in
    its place (aclnnInplaceSelu).

        selfRef = 1.0507009873554805 * (max(0, selfRef) + min(0, 1.6732632423543772 * (e ^ selfRef -
            1)))

    self_ref  the numbers; it is changed: float32, float16, int32, int8; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceSelu",
        self_ref_,
    )


@overload
def inplace_sigmoid(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_sigmoid(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_sigmoid(
    self_ref: object,
) -> Any:
    """The logistic function of every element, in its place (aclnnInplaceSigmoid).

        selfRef = 1 / (1 + e ^ -selfRef)

    self_ref  the numbers; integers and bool are computed in the data type of out; it is changed:
              float32, float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceSigmoid",
        self_ref_,
    )


@overload
def inplace_sin(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_sin(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_sin(
    self_ref: object,
) -> Any:
    """The sine of every element, in its place (aclnnInplaceSin).

        selfRef = sin(selfRef)

    self_ref  angles in radians; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceSin",
        self_ref_,
    )


@overload
def inplace_sinc(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_sinc(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_sinc(
    self_ref: object,
) -> Any:
    """The normalised sinc function of every element, in its place (aclnnInplaceSinc).

        selfRef = sin(pi selfRef) / (pi selfRef), and 1 where selfRef is 0

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16, float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceSinc",
        self_ref_,
    )


@overload
def inplace_sinh(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_sinh(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_sinh(
    self_ref: object,
) -> Any:
    """The hyperbolic sine of every element, in its place (aclnnInplaceSinh).

        selfRef = sinh(selfRef)

    self_ref  the numbers; integers and bool are computed in the data type of out; it is changed:
              float32, float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceSinh",
        self_ref_,
    )


@overload
def inplace_sqrt(
    self: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_sqrt(
    self: ArrayLike,
) -> NDArray[Any]: ...


def inplace_sqrt(
    self: object,
) -> Any:
    """The square root of every element, in its place (aclnnInplaceSqrt).

        self = the square root of self

    self  the numbers; int64 is computed in float64, other integers and bool in float32; it is
          changed: float32, float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ = make.in_out("self", self)
    return make.run(
        "aclnnInplaceSqrt",
        self_,
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

        selfRef = selfRef - alpha * other

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

        selfRef = selfRef - alpha * other

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
def inplace_tan(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_tan(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_tan(
    self_ref: object,
) -> Any:
    """The tangent of every element, in its place (aclnnInplaceTan).

        selfRef = tan(selfRef)

    self_ref  angles in radians; integers and bool are computed in float32; it is changed: float32,
              float16, float64, complex64, complex128; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceTan",
        self_ref_,
    )


@overload
def inplace_tanh(
    self_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def inplace_tanh(
    self_ref: ArrayLike,
) -> NDArray[Any]: ...


def inplace_tanh(
    self_ref: object,
) -> Any:
    """The hyperbolic tangent of every element, in its place (aclnnInplaceTanh).

        selfRef = tanh(selfRef)

    self_ref  the numbers; integers and bool are computed in float32; it is changed: float32,
              float16; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    return make.run(
        "aclnnInplaceTanh",
        self_ref_,
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

        selfRef = selfRef where selfRef > threshold, else value

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
def inplace_uniform(
    self_ref: TorchTensor,
    from_: float = 0.0,
    to: float = 1.0,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_uniform(
    self_ref: ArrayLike,
    from_: float = 0.0,
    to: float = 1.0,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_uniform(
    self_ref: object,
    from_: float = 0.0,
    to: float = 1.0,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
) -> Any:
    """Numbers between two, each as likely as any other (aclnnInplaceUniform).

        selfRef = from + (to - from) * u, u random in [0, 1)

    self_ref  the numbers; integers are cut toward zero; it is changed: float32, int32, int64,
              float16, int16, int8, uint8, float64; bfloat16 not on Ascend910
    from_     the least number
    to        what all numbers are less than; from itself gives that number
    seed      names the sequence
    offset    names the part of it: calls with different offsets share no numbers

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    from__ = convert.real("from_", from_)
    to_ = convert.real("to", to)
    seed_ = convert.integer("seed", seed, "uint64_t")
    offset_ = convert.integer("offset", offset, "uint64_t")
    return make.run(
        "aclnnInplaceUniform",
        self_ref_,
        from__,
        to_,
        seed_,
        offset_,
    )


@overload
def inplace_uniform_tensor(
    self_ref: TorchTensor,
    *,
    from_: float = 0.0,
    to: float = 1.0,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> TorchTensor: ...


@overload
def inplace_uniform_tensor(
    self_ref: ArrayLike,
    *,
    from_: float = 0.0,
    to: float = 1.0,
    seed_tensor: ArrayLike,
    offset_tensor: ArrayLike,
    offset: SupportsIndex = 0,
) -> NDArray[Any]: ...


def inplace_uniform_tensor(
    self_ref: object,
    *,
    from_: float = 0.0,
    to: float = 1.0,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
) -> Any:
    """Numbers between two, each as likely as any other, from a seed in memory of the device
    (aclnnInplaceUniformTensor).

        selfRef = from + (to - from) * u, u random in [0, 1)

    self_ref       the numbers; integers are cut toward zero; it is changed: float32, int32, int64,
                   float16, int16, int8, uint8, float64; bfloat16 not on Ascend910
    from_          the least number
    to             what all numbers are less than; from itself gives that number
    seed_tensor    one element, which names the sequence; it is read when the call runs: int64,
                   uint64
    offset_tensor  one element, likewise, which with offset names the part of it: int64, uint64
    offset         is added to offsetTensor

    Returns .
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    from__ = convert.real("from_", from_)
    to_ = convert.real("to", to)
    seed_tensor_ = make.tensor("seed_tensor", seed_tensor)
    offset_tensor_ = make.tensor("offset_tensor", offset_tensor)
    offset_ = convert.integer("offset", offset, "uint64_t")
    return make.run(
        "aclnnInplaceUniformTensor",
        self_ref_,
        from__,
        to_,
        seed_tensor_,
        offset_tensor_,
        offset_,
    )


@overload
def inplace_x_log_y_scalar_other(
    self_ref: TorchTensor,
    other: Number,
) -> TorchTensor: ...


@overload
def inplace_x_log_y_scalar_other(
    self_ref: ArrayLike,
    other: Number,
) -> NDArray[Any]: ...


def inplace_x_log_y_scalar_other(
    self_ref: object,
    other: Number,
) -> Any:
    """A tensor times the logarithm of a number, in its place (aclnnInplaceXLogYScalarOther).

        selfRef = selfRef * log(other)

    self_ref  the factors; integers and bool are computed in float32; it is changed: float32, int32,
              int64, float16, int8, uint8, bool, int16; bfloat16 not on Ascend910
    other     what the logarithm is of: float32, int32, int64, float16, int8, uint8, bool, int16,
              float64; bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnInplaceXLogYScalarOther",
        self_ref_,
        other_,
    )


@overload
def inplace_x_log_y_tensor(
    self_ref: TorchTensor,
    other: object,
) -> TorchTensor: ...


@overload
def inplace_x_log_y_tensor(
    self_ref: ArrayLike,
    other: ArrayLike,
) -> NDArray[Any]: ...


def inplace_x_log_y_tensor(
    self_ref: object,
    other: object,
) -> Any:
    """A number times the logarithm of another, in its place (aclnnInplaceXLogYTensor).

        selfRef = selfRef * log(other)

    self_ref  the factors; integers and bool are computed in float32; it is changed: float32, int32,
              int64, float16, int8, uint8, bool, int16; bfloat16 not on Ascend910
    other     what the logarithm is of: float32, int32, int64, float16, int8, uint8, bool, int16;
              bfloat16 not on Ascend910

    Returns the operand that was changed.
    """
    self_ref_ = make.in_out("self_ref", self_ref)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnInplaceXLogYTensor",
        self_ref_,
        other_,
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
def inverse(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def inverse(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def inverse(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Inverts square matrices (aclnnInverse).

        self @ out = the identity

    self  the matrices, [..., n, n]: float32, float64, complex64, complex128, float16
    out   their inverses; NaN where there is none

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnInverse",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def is_close(
    self: TorchTensor,
    other: object,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def is_close(
    self: ArrayLike,
    other: ArrayLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def is_close(
    self: object,
    other: object,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are close to those of another (aclnnIsClose).

        out = |self - other| <= atol + rtol * |other|

    self       the numbers: float32, float16, float64, int32, int64, int16, int8, uint8, bool;
               bfloat16 not on Ascend910
    other      what they are compared with: float32, float16, float64, int32, int64, int16, int8,
               uint8, bool; bfloat16 not on Ascend910
    rtol       the relative bound, taken in float32
    atol       the absolute bound, taken in float32
    equal_nan  whether NaN is close to NaN
    out        true and false

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    rtol_ = convert.real("rtol", rtol)
    atol_ = convert.real("atol", atol)
    equal_nan_ = convert.boolean("equal_nan", equal_nan)
    return make.run(
        "aclnnIsClose",
        self_,
        other_,
        rtol_,
        atol_,
        equal_nan_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
    )


@overload
def is_finite(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def is_finite(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def is_finite(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are finite (aclnnIsFinite).

        out = self is neither infinite nor NaN

    self  the numbers: float32, float16, float64, int32, int64, int16, int8, uint8, bool; bfloat16
          not on Ascend910
    out   true and false

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnIsFinite",
        self_,
        make.output("out", out, self_.shape, "bool"),
    )


def is_in_scalar_tensor(
    element: Number,
    test_elements: object,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    out: Any = None,
) -> Any:
    """Whether a number is among the elements of a tensor (aclnnIsInScalarTensor).

        out = element in testElements

    element        the number: float32, int32, int64, float16, int16, int8, uint8, float64; bfloat16
                   not on Ascend910
    test_elements  where it is looked for: float32, int32, int64, float16, int16, int8, uint8,
                   float64; bfloat16 not on Ascend910
    assume_unique  whether no element is there twice; makes no difference
    invert         whether to tell the opposite
    out            one truth value, without dimensions

    Returns an array with the shape of element and the data type bool.
    """
    element_ = convert.scalar("element", element)
    test_elements_ = make.tensor("test_elements", test_elements)
    assume_unique_ = convert.boolean("assume_unique", assume_unique)
    invert_ = convert.boolean("invert", invert)
    return make.run(
        "aclnnIsInScalarTensor",
        element_,
        test_elements_,
        assume_unique_,
        invert_,
        make.output("out", out, element_.shape, "bool"),
    )


@overload
def is_in_tensor_scalar(
    element: TorchTensor,
    test_element: Number,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def is_in_tensor_scalar(
    element: ArrayLike,
    test_element: Number,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def is_in_tensor_scalar(
    element: object,
    test_element: Number,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are a number (aclnnIsInTensorScalar).

        out = element in {testElement}

    element        the tensor: float32, int32, int64, float16, int16, int8, uint8, float64; bfloat16
                   not on Ascend910
    test_element   the number: float32, int32, int64, float16, int16, int8, uint8, float64; bfloat16
                   not on Ascend910
    assume_unique  whether no element is there twice; makes no difference
    invert         whether to tell the opposite
    out            true and false

    Returns an array with the shape of element and the data type bool.
    """
    element_ = make.tensor("element", element)
    test_element_ = convert.scalar("test_element", test_element)
    assume_unique_ = convert.boolean("assume_unique", assume_unique)
    invert_ = convert.boolean("invert", invert)
    return make.run(
        "aclnnIsInTensorScalar",
        element_,
        test_element_,
        assume_unique_,
        invert_,
        make.output("out", out, element_.shape, "bool"),
    )


@overload
def is_inf(
    x: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def is_inf(
    x: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def is_inf(
    x: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are infinite (aclnnIsInf).

        out = self == +inf or self == -inf

    x    the numbers: float32, float16, bfloat16, float64, int32, int64, int16, int8, uint8, bool on
         Ascend910B, Ascend910_93 and Ascend950
    out  true and false

    Returns an array with the shape of x and the data type bool.
    """
    x_ = make.tensor("x", x)
    return make.run(
        "aclnnIsInf",
        x_,
        make.output("out", out, x_.shape, "bool"),
    )


@overload
def is_neg_inf(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def is_neg_inf(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def is_neg_inf(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are negative infinity (aclnnIsNegInf).

        out = self == -inf

    self  the numbers: float32, float16, bfloat16, bool, int32, int64, int16, int8, uint8 on
          Ascend910B, Ascend910_93 and Ascend950
    out   true and false

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnIsNegInf",
        self_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def is_pos_inf(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def is_pos_inf(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def is_pos_inf(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are positive infinity (aclnnIsPosInf).

        out = self == +inf

    self  the numbers: float32, float16, bfloat16, bool, int32, int64, int16, int8, uint8 on
          Ascend910B, Ascend910_93 and Ascend950
    out   true and false

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnIsPosInf",
        self_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def kl_div(
    self: TorchTensor,
    target: object,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def kl_div(
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def kl_div(
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    out: object = None,
) -> Any:
    """The Kullback-Leibler divergence, its mean or its sum (aclnnKlDiv).

        out = target * (log(target) - self), with logTarget exp(target) * (target - self), or the
            mean or the sum of these

    self        logarithms of probabilities: float32, float16; bfloat16 not on Ascend910
    target      probabilities, or their logarithms: float32, float16; bfloat16 not on Ascend910
    reduction   how elements are joined: 0 not, 1 to their mean, 2 to their sum, 3 to their sum over
                the first dimension of self
    log_target  whether target holds logarithms
    out         the divergences

    Returns an array with the shape loss(self, target, reduction) and the data type promote(self,
    target).
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    log_target_ = convert.boolean("log_target", log_target)
    return make.run(
        "aclnnKlDiv",
        self_,
        target_,
        reduction_,
        log_target_,
        make.output(
            "out",
            out,
            rules.loss(self_, target_, reduction_),
            rules.promote(self_, target_),
        ),
    )


@overload
def kl_div_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def kl_div_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def kl_div_backward(
    grad_output: object,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnKlDiv (aclnnKlDivBackward).

        out = -gradOutput * target, with logTarget -gradOutput * exp(target), over the number of
            elements with reduction 1, over the first dimension with 3

    grad_output  the gradient of the divergences, or of the one: float32, float16; bfloat16 not on
                 Ascend910
    self         logarithms of probabilities; their shape counts: float32, float16; bfloat16 not on
                 Ascend910
    target       probabilities, or their logarithms: float32, float16; bfloat16 not on Ascend910
    reduction    how divergences were joined: 1 to their mean, 2 to their sum, 3 to their sum over
                 the first dimension; any other number: not
    log_target   whether target holds logarithms
    out          the gradient of self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    log_target_ = convert.boolean("log_target", log_target)
    return make.run(
        "aclnnKlDivBackward",
        grad_output_,
        self_,
        target_,
        reduction_,
        log_target_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def kl_div_target_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    grad_target: object = None,
) -> TorchTensor: ...


@overload
def kl_div_target_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    grad_target: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def kl_div_target_backward(
    grad_output: object,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    log_target: bool = False,
    *,
    grad_target: object = None,
) -> Any:
    """The gradient of aclnnKlDiv by its target (aclnnKlDivTargetBackward).

        gradTarget = gradOutput * (log(target) - self + 1), with logTarget gradOutput * exp(target)
            * (target - self + 1), over the number of elements with reduction 1, over the first
            dimension with 3

    grad_output  the gradient of the divergences, or of the one: float32, float16, bfloat16 on
                 Ascend910B, Ascend910_93 and Ascend950
    self         logarithms of probabilities: float32, float16, bfloat16 on Ascend910B, Ascend910_93
                 and Ascend950
    target       probabilities, or their logarithms: float32, float16, bfloat16 on Ascend910B,
                 Ascend910_93 and Ascend950
    reduction    how divergences were joined: 1 to their mean, 2 to their sum, 3 to their sum over
                 the first dimension; any other number: not
    log_target   whether target holds logarithms
    grad_target  the gradient of target

    Returns an array with the shape of target and the data type of target.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    log_target_ = convert.boolean("log_target", log_target)
    return make.run(
        "aclnnKlDivTargetBackward",
        grad_output_,
        self_,
        target_,
        reduction_,
        log_target_,
        make.output("grad_target", grad_target, target_.shape, target_.type),
    )


@overload
def kthvalue(
    self: TorchTensor,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    keepdim: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def kthvalue(
    self: ArrayLike,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    keepdim: bool = False,
    *,
    values_out: NDArray[Any] | None = None,
    indices_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def kthvalue(
    self: object,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    keepdim: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[Any, Any]:
    """The kth smallest element along a dimension: NaN is above all numbers (aclnnKthvalue).

        valuesOut = the kth of self in order, indicesOut = where it was along dim

    self         the elements: float32, int32, int64, float16, int16, int8, uint8; bfloat16 not on
                 Ascend910; uint16, uint32, uint64 on Ascend950
    k            which: 1 is the smallest
    dim          the dimension
    keepdim      whether a dimension of 1 stays in its place
    values_out   the elements
    indices_out  their places along dim

    Returns values_out, an array with the shape chosen(self, dim, keepdim) and the data type of
    self; indices_out, an array with the shape chosen(self, dim, keepdim) and the data type int64.
    """
    self_ = make.tensor("self", self)
    k_ = convert.integer("k", k)
    dim_ = convert.integer("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    result: tuple[Any, Any] = make.run(
        "aclnnKthvalue",
        self_,
        k_,
        dim_,
        keepdim_,
        make.output("values_out", values_out, rules.chosen(self_, dim_, keepdim_), self_.type),
        make.output("indices_out", indices_out, rules.chosen(self_, dim_, keepdim_), "int64"),
    )
    return result


@overload
def l1_loss(
    self: TorchTensor,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def l1_loss(
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def l1_loss(
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Magnitudes of differences, their mean or their sum (aclnnL1Loss).

        out = |self - target|, or the mean or the sum of these

    self       the numbers
    target     what they should be
    reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum
    out        the losses

    Returns an array with the shape loss(self, target, reduction) and the data type promote(self,
    target).
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnL1Loss",
        self_,
        target_,
        reduction_,
        make.output(
            "out",
            out,
            rules.loss(self_, target_, reduction_),
            rules.promote(self_, target_),
        ),
    )


@overload
def l1_loss_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def l1_loss_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def l1_loss_backward(
    grad_output: object,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of aclnnL1Loss (aclnnL1LossBackward).

        gradInput = gradOutput * the sign of (self - target), over the number of elements with
            reduction 1

    grad_output  the gradient of the losses, or of the one
    self         the numbers
    target       what they should be
    reduction    how elements are joined: 0 not, 1 to their mean, 2 to their sum
    grad_input   the gradient of self

    Returns an array with the shape broadcast(grad_output, self, target) and the data type
    promote(grad_output, self, target).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnL1LossBackward",
        grad_output_,
        self_,
        target_,
        reduction_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_output_, self_, target_),
            rules.promote(grad_output_, self_, target_),
        ),
    )


@overload
def layer_norm(
    input: TorchTensor,
    normalized_shape: Sequence[SupportsIndex],
    weight: object = None,
    bias: object = None,
    eps: float = 1e-05,
    *,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def layer_norm(
    input: ArrayLike,
    normalized_shape: Sequence[SupportsIndex],
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    eps: float = 1e-05,
    *,
    out: NDArray[Any] | None = None,
    mean_out: NDArray[Any] | None = None,
    rstd_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def layer_norm(
    input: object,
    normalized_shape: Sequence[SupportsIndex],
    weight: object = None,
    bias: object = None,
    eps: float = 1e-05,
    *,
    out: object = None,
    mean_out: object = None,
    rstd_out: object = None,
) -> tuple[Any, Any, Any]:
    """Brings the last dimensions to mean 0 and variance 1 (aclnnLayerNorm).

        out = (input - m) * r * weightOptional + biasOptional, m = mean(input), r = 1 /
            sqrt(mean((input - m)^2) + eps) over the last dimensions

    input             the numbers: float32, float16; bfloat16 not on Ascend910
    normalized_shape  the sizes of the last dimensions
    weight            factors along these; NULL: none: float32, float16; bfloat16 not on Ascend910
    bias              summands along these; NULL: none: float32, float16; bfloat16 not on Ascend910
    eps               what is added to the variance, as a float32
    out               the result
    mean_out          the means, with 1 for each of the last dimensions; NULL: not wanted
    rstd_out          the reciprocal roots, in the same shape; NULL: not wanted

    Returns out, an array with the shape of input and the data type of input; mean_out, an array
    with the shape statistics(input, normalized_shape) and the data type of input; rstd_out, an
    array with the shape statistics(input, normalized_shape) and the data type of input.
    """
    input_ = make.tensor("input", input)
    normalized_shape_ = convert.integers("normalized_shape", normalized_shape)
    weight_ = None if weight is None else make.tensor("weight", weight)
    bias_ = None if bias is None else make.tensor("bias", bias)
    eps_ = convert.real("eps", eps)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnLayerNorm",
        input_,
        normalized_shape_,
        weight_,
        bias_,
        eps_,
        make.output("out", out, input_.shape, input_.type),
        make.output("mean_out", mean_out, rules.statistics(input_, normalized_shape_), input_.type),
        make.output("rstd_out", rstd_out, rules.statistics(input_, normalized_shape_), input_.type),
    )
    return result


@overload
def layer_norm_backward(
    grad_out: TorchTensor,
    input: object,
    normalized_shape: Sequence[SupportsIndex],
    mean: object,
    rstd: object,
    weight: object = None,
    bias: object = None,
    output_mask: Sequence[bool] = (True, True, True),
    *,
    grad_input_out: object = None,
    grad_weight_out: object = None,
    grad_bias_out: object = None,
) -> tuple[TorchTensor, TorchTensor, TorchTensor]: ...


@overload
def layer_norm_backward(
    grad_out: ArrayLike,
    input: ArrayLike,
    normalized_shape: Sequence[SupportsIndex],
    mean: ArrayLike,
    rstd: ArrayLike,
    weight: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    output_mask: Sequence[bool] = (True, True, True),
    *,
    grad_input_out: NDArray[Any] | None = None,
    grad_weight_out: NDArray[Any] | None = None,
    grad_bias_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]: ...


def layer_norm_backward(
    grad_out: object,
    input: object,
    normalized_shape: Sequence[SupportsIndex],
    mean: object,
    rstd: object,
    weight: object = None,
    bias: object = None,
    output_mask: Sequence[bool] = (True, True, True),
    *,
    grad_input_out: object = None,
    grad_weight_out: object = None,
    grad_bias_out: object = None,
) -> tuple[Any, Any, Any]:
    """The gradients of aclnnLayerNorm (aclnnLayerNormBackward).

        h = (input - mean) * rstd, d = gradOut * weightOptional, gradInputOut = rstd * (d - mean(d)
            - h * mean(d * h)) over the last dimensions; gradWeightOut and gradBiasOut = the sums of
            gradOut * h and of gradOut over the dimensions before them

    grad_out          the gradient of what aclnnLayerNorm gave: float32, float16; bfloat16 not on
                      Ascend910
    input             its numbers: float32, float16; bfloat16 not on Ascend910
    normalized_shape  the sizes of the last dimensions
    mean              the means that it gave: one for each row: float32, float16; bfloat16 not on
                      Ascend910
    rstd              the reciprocal roots that it gave, in the same shape: float32, float16;
                      bfloat16 not on Ascend910
    weight            its factors; NULL: it had none: float32, float16; bfloat16 not on Ascend910
    bias              its summands, which are not read; NULL: it had none: float32, float16;
                      bfloat16 not on Ascend910
    output_mask       which of the three gradients are wanted
    grad_input_out    the gradient of input
    grad_weight_out   the gradient of weightOptional, of as many elements
    grad_bias_out     the gradient of biasOptional, of as many elements

    Returns grad_input_out, an array with the shape of input and the data type of input;
    grad_weight_out, an array with the shape given_shape(normalized_shape) and the data type
    first_type(weight, input); grad_bias_out, an array with the shape given_shape(normalized_shape)
    and the data type first_type(weight, input).
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    input_ = make.tensor("input", input)
    normalized_shape_ = convert.integers("normalized_shape", normalized_shape)
    mean_ = make.tensor("mean", mean)
    rstd_ = make.tensor("rstd", rstd)
    weight_ = None if weight is None else make.tensor("weight", weight)
    bias_ = None if bias is None else make.tensor("bias", bias)
    output_mask_ = convert.booleans("output_mask", output_mask)
    result: tuple[Any, Any, Any] = make.run(
        "aclnnLayerNormBackward",
        grad_out_,
        input_,
        normalized_shape_,
        mean_,
        rstd_,
        weight_,
        bias_,
        output_mask_,
        make.output("grad_input_out", grad_input_out, input_.shape, input_.type),
        make.output(
            "grad_weight_out",
            grad_weight_out,
            rules.given_shape(normalized_shape_),
            rules.first_type(weight_, input_),
        ),
        make.output(
            "grad_bias_out",
            grad_bias_out,
            rules.given_shape(normalized_shape_),
            rules.first_type(weight_, input_),
        ),
    )
    return result


@overload
def le_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def le_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def le_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are at most a number (aclnnLeScalar).

        out = self <= other

    self   the tensor: int8, uint8, int16, uint16, int32, int64, float16, float32, float64, bool;
           bfloat16 not on Ascend910; uint64 on Ascend950
    other  the number, converted to the type compared in: int8, uint8, int16, uint16, int32, int64,
           float16, float32, float64, bool; bfloat16 not on Ascend910; uint64 on Ascend950
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnLeScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def le_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def le_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def le_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are at most those of another (aclnnLeTensor).

        out = self <= other

    self   the left operand: int8, uint8, int16, uint16, int32, int64, float16, float32, float64,
           bool; bfloat16 not on Ascend910; uint64 on Ascend950
    other  the right operand: int8, uint8, int16, uint16, int32, int64, float16, float32, float64,
           bool; bfloat16 not on Ascend910; uint64 on Ascend950
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnLeTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
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
def left_shift(
    self: TorchTensor,
    shift_bits: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def left_shift(
    self: ArrayLike,
    shift_bits: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def left_shift(
    self: object,
    shift_bits: object,
    *,
    out: object = None,
) -> Any:
    """Shifts the bits of every element to the left (aclnnLeftShift).

        out = self << shiftBits

    self        integers: int8, int16, int32, int64, uint8, uint16, uint32, uint64
    shift_bits  the distances: int8, int16, int32, int64, uint8, uint16, uint32, uint64
    out         the shifted integers

    Returns an array with the shape broadcast(self, shift_bits) and the data type promote(self,
    shift_bits).
    """
    self_ = make.tensor("self", self)
    shift_bits_ = make.tensor("shift_bits", shift_bits)
    return make.run(
        "aclnnLeftShift",
        self_,
        shift_bits_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, shift_bits_),
            rules.promote(self_, shift_bits_),
        ),
    )


@overload
def left_shifts(
    self: TorchTensor,
    shift_bits: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def left_shifts(
    self: ArrayLike,
    shift_bits: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def left_shifts(
    self: object,
    shift_bits: Number,
    *,
    out: object = None,
) -> Any:
    """Shifts the bits of every element to the left, all as far (aclnnLeftShifts).

        out = self << shiftBits

    self        integers: int8, int16, int32, int64, uint8, uint16, uint32, uint64
    shift_bits  the distance: int8, int16, int32, int64, uint8, uint16, uint32, uint64
    out         the shifted integers

    Returns an array with the shape of self and the data type promote(self, shift_bits).
    """
    self_ = make.tensor("self", self)
    shift_bits_ = convert.scalar("shift_bits", shift_bits)
    return make.run(
        "aclnnLeftShifts",
        self_,
        shift_bits_,
        make.output("out", out, self_.shape, rules.promote(self_, shift_bits_)),
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


@overload
def lgamma(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def lgamma(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def lgamma(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The logarithm of the gamma function's magnitude at every element (aclnnLgamma).

        out = lgamma(self)

    self  the numbers: float64, float32, float16
    out   the results; infinite at 0, -1, -2, ...

    Returns an array with the shape of self and the data type compute_in_own(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLgamma",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_own(self_)),
    )


@overload
def linalg_cholesky(
    self: TorchTensor,
    upper: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def linalg_cholesky(
    self: ArrayLike,
    upper: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def linalg_cholesky(
    self: object,
    upper: bool = False,
    *,
    out: object = None,
) -> Any:
    """Decomposes symmetric positive definite matrices into a triangle and its transpose
    (aclnnLinalgCholesky).

        self = out @ out^T, or out^T @ out with upper

    self   the matrices, [..., n, n], n at most 8192, of which one triangle is read: float32,
           float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    upper  whether out is the upper triangle, and the upper one is read
    out    the triangles, zeros elsewhere; NaN where a matrix is not positive definite

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    upper_ = convert.boolean("upper", upper)
    return make.run(
        "aclnnLinalgCholesky",
        self_,
        upper_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def linalg_cross(
    self: TorchTensor,
    other: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def linalg_cross(
    self: ArrayLike,
    other: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def linalg_cross(
    self: object,
    other: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """Multiplies vectors of three elements into vectors that stand on both (aclnnLinalgCross).

        out = self x other: out[i] = self[i+1] * other[i+2] - self[i+2] * other[i+1] along dim

    self   the first vectors: float32, float16, float64, int8, int16, int32, int64, complex64,
           complex128, uint8; bfloat16 not on Ascend910
    other  the second ones, which broadcast with the first
    dim    the dimension of self with the three elements; negative ones count from the last
    out    the products

    Returns an array with the shape broadcast(self, other) and the data type of self.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnLinalgCross",
        self_,
        other_,
        dim_,
        make.output("out", out, rules.broadcast(self_, other_), self_.type),
    )


@overload
def linalg_qr(
    self: TorchTensor,
    mode: SupportsIndex = 0,
    *,
    q: object = None,
    r: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def linalg_qr(
    self: ArrayLike,
    mode: SupportsIndex = 0,
    *,
    q: NDArray[Any] | None = None,
    r: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def linalg_qr(
    self: object,
    mode: SupportsIndex = 0,
    *,
    q: object = None,
    r: object = None,
) -> tuple[Any, Any]:
    """Decomposes matrices into one with orthogonal columns and a triangle (aclnnLinalgQr).

        self = Q @ R

    self  the matrices, [..., m, n]: float32, float64, complex64, complex128, float16
    mode  0: Q is [..., m, k] and R [..., k, n], k the smaller of m and n; 1: Q is [..., m, m] and R
          [..., m, n]; 2: as 0, but Q is [0] and not written; all others as 0
    q     orthogonal columns
    r     the upper triangles, zeros elsewhere

    Returns q, an array with the shape qr_orthogonal(self, mode) and the data type of self; r, an
    array with the shape qr_triangle(self, mode) and the data type of self.
    """
    self_ = make.tensor("self", self)
    mode_ = convert.integer("mode", mode)
    result: tuple[Any, Any] = make.run(
        "aclnnLinalgQr",
        self_,
        mode_,
        make.output("q", q, rules.qr_orthogonal(self_, mode_), self_.type),
        make.output("r", r, rules.qr_triangle(self_, mode_), self_.type),
    )
    return result


@overload
def linalg_vector_norm(
    self: TorchTensor,
    ord: Number = 2.0,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def linalg_vector_norm(
    self: ArrayLike,
    ord: Number = 2.0,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def linalg_vector_norm(
    self: object,
    ord: Number = 2.0,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """The norm of vectors along dimensions (aclnnLinalgVectorNorm).

        out = (the sum over dims of |self| ** ord) ** (1 / ord); the largest |self| for infinity,
            the smallest for -infinity, how many are not 0 for 0

    self       the numbers: float32, float16, bfloat16; int32, int64, int16, int8, uint8, float64,
               bool, complex64, complex128, uint16, uint32, uint64 not on Ascend950
    ord        the order
    dims       the dimensions to take it over, negative ones counted from the last; none means all
    keep_dims  whether they stay, as dimensions of 1
    dtype      the type of out; None is that of self
    out        the norms

    Returns an array with the shape reduced(self, dims, keep_dims) and the data type dtype.
    """
    self_ = make.tensor("self", self)
    ord_ = convert.scalar("ord", ord)
    dims_ = convert.integers("dims", dims)
    keep_dims_ = convert.boolean("keep_dims", keep_dims)
    dtype_ = self_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnLinalgVectorNorm",
        self_,
        ord_,
        dims_,
        keep_dims_,
        convert.type_code(dtype_),
        make.output("out", out, rules.reduced(self_, dims_, keep_dims_), dtype_),
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
def log(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The natural logarithm of every element (aclnnLog).

        out = log(self)

    self  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
          int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out   their logarithms; NaN of negative numbers

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLog",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def log10(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log10(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log10(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The logarithm of every element to base 10 (aclnnLog10).

        out = log10(self)

    self  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
          int16, int8, uint8, float64, bool, bfloat16, complex64, complex128
    out   their logarithms; NaN of negative numbers

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLog10",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def log1p(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log1p(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log1p(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The natural logarithm of every element plus 1 (aclnnLog1p).

        out = log(1 + self)

    self  the numbers; integers and bool are computed in the data type of out: float32, float16,
          float64, int8, int16, int32, int64, uint8, bool; bfloat16 not on Ascend910
    out   the logarithms; NaN of what is less than -1

    Returns an array with the shape of self and the data type compute_in_out(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLog1p",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_out(self_)),
    )


@overload
def log2(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log2(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log2(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The logarithm of every element to base 2 (aclnnLog2).

        out = log2(self)

    self  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
          int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out   their logarithms; NaN of negative numbers

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLog2",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def log_add_exp(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log_add_exp(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_add_exp(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The logarithm of a sum of powers of e (aclnnLogAddExp).

        out = log(e ^ self + e ^ other)

    self   the first exponent: float32, float16, int64, int32, int8, uint8, int16, float64, bool,
           uint16, uint32, uint64; bfloat16 not on Ascend910
    other  the second exponent: float32, float16, int64, int32, int8, uint8, int16, float64, bool,
           uint16, uint32, uint64; bfloat16 not on Ascend910
    out    the logarithm, computed in its data type

    Returns an array with the shape broadcast(self, other) and the data type promote_to_single(self,
    other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnLogAddExp",
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.promote_to_single(self_, other_),
        ),
    )


@overload
def log_add_exp2(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log_add_exp2(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_add_exp2(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The logarithm to base 2 of a sum of powers of 2 (aclnnLogAddExp2).

        out = log2(2 ^ self + 2 ^ other)

    self   the first exponent: float32, float16, int64, int32, int8, uint8, int16, float64, bool,
           uint16, uint32, uint64; bfloat16 not on Ascend910
    other  the second exponent: float32, float16, int64, int32, int8, uint8, int16, float64, bool,
           uint16, uint32, uint64; bfloat16 not on Ascend910
    out    the logarithm, computed in its data type

    Returns an array with the shape broadcast(self, other) and the data type promote_to_single(self,
    other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnLogAddExp2",
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.promote_to_single(self_, other_),
        ),
    )


@overload
def log_sigmoid(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log_sigmoid(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_sigmoid(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The logarithm of the logistic function of every element (aclnnLogSigmoid).

        out = log(1 / (1 + e ^ -self))

    self  the numbers: float32, float16; bfloat16 not on Ascend910
    out   the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLogSigmoid",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def log_sigmoid_backward(
    grad_output: TorchTensor,
    self: object,
    buffer: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def log_sigmoid_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    buffer: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_sigmoid_backward(
    grad_output: object,
    self: object,
    buffer: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of LogSigmoid (aclnnLogSigmoidBackward).

        gradInput = gradOutput / (1 + e ^ self)

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what LogSigmoid was given: float32, float16; bfloat16 not on Ascend910
    buffer       not read
    grad_input   the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    buffer_ = make.tensor("buffer", buffer)
    return make.run(
        "aclnnLogSigmoidBackward",
        grad_output_,
        self_,
        buffer_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def log_sigmoid_forward(
    self: TorchTensor,
    buffer: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log_sigmoid_forward(
    self: ArrayLike,
    buffer: ArrayLike | None = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_sigmoid_forward(
    self: object,
    buffer: object = None,
    *,
    out: object = None,
) -> Any:
    """The logarithm of the logistic function of every element (aclnnLogSigmoidForward).

        out = log(1 / (1 + e ^ -self))

    self    the numbers: float32, float16; bfloat16 not on Ascend910
    buffer  neither read nor written
    out     the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    buffer_ = None if buffer is None else make.tensor("buffer", buffer)
    return make.run(
        "aclnnLogSigmoidForward",
        self_,
        make.output("out", out, self_.shape, self_.type),
        buffer_,
    )


@overload
def log_softmax(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log_softmax(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_softmax(
    self: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """The logarithm of the softmax along a dimension (aclnnLogSoftmax).

        out = self - m - log of the sum of exp(self - m) along dim, with m the largest along dim

    self  the exponents: float32, float16, float64; bfloat16 not on Ascend910
    dim   the dimension to sum along, negative ones counted from the last
    out   the logarithms

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnLogSoftmax",
        self_,
        dim_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def log_softmax_backward(
    grad_output: TorchTensor,
    output: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log_softmax_backward(
    grad_output: ArrayLike,
    output: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_softmax_backward(
    grad_output: object,
    output: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnLogSoftmax (aclnnLogSoftmaxBackward).

        out = gradOutput - exp(output) * the sum of gradOutput along dim

    grad_output  the gradient of what aclnnLogSoftmax gave: float32, float16; bfloat16 not on
                 Ascend910
    output       what it gave: float32, float16; bfloat16 not on Ascend910
    dim          the dimension that it summed along
    out          the gradient of its input

    Returns an array with the shape of grad_output and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    output_ = make.tensor("output", output)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnLogSoftmaxBackward",
        grad_output_,
        output_,
        dim_,
        make.output("out", out, grad_output_.shape, grad_output_.type),
    )


def log_space(
    start: Number,
    end: Number,
    steps: SupportsIndex,
    base: float = 10.0,
    *,
    result: Any = None,
) -> Any:
    """Powers of a base, whose exponents lie at equal distances (aclnnLogSpace).

        result[i] = base ^ (start + i * (end - start) / (steps - 1))

    start   the first exponent
    end     the last exponent
    steps   how many
    base    the base, which becomes float32
    result  the powers; exponents and base are rounded to its type first

    Returns an array with the shape row(steps) and the data type float32.
    """
    start_ = convert.scalar("start", start)
    end_ = convert.scalar("end", end)
    steps_ = convert.integer("steps", steps)
    base_ = convert.real("base", base)
    return make.run(
        "aclnnLogSpace",
        start_,
        end_,
        steps_,
        base_,
        make.output("result", result, rules.row(steps_), "float32"),
    )


@overload
def log_sum_exp(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def log_sum_exp(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def log_sum_exp(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The logarithm of the sum of exponentials over dimensions (aclnnLogSumExp).

        out = log of the sum of exp(self) over dim

    self      the exponents: float32, float16, int32, int64, int16, int8, uint8, bool; bfloat16 not
              on Ascend910
    dim       the dimensions to sum over, negative ones counted from the last; none means all
    keep_dim  whether they stay, as dimensions of 1
    out       the logarithms

    Returns an array with the shape reduced(self, dim, keep_dim) and the data type
    compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    return make.run(
        "aclnnLogSumExp",
        self_,
        dim_,
        keep_dim_,
        make.output(
            "out",
            out,
            rules.reduced(self_, dim_, keep_dim_),
            rules.compute_in_float(self_),
        ),
    )


@overload
def logdet(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def logdet(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def logdet(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Finds the logarithm of determinants (aclnnLogdet).

        out = log(det(self))

    self  the matrices, [..., n, n]: float32, float64, complex64, complex128
    out   the logarithms, [...]; -infinity or NaN of a singular matrix, NaN of a negative
          determinant

    Returns an array with the shape batches(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLogdet",
        self_,
        make.output("out", out, rules.batches(self_), self_.type),
    )


@overload
def logical_and(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def logical_and(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def logical_and(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Whether the elements of both tensors are true (aclnnLogicalAnd).

        out = self and other

    self   truth values; numbers that are not 0 are true: float32, float16, int32, float64,
           bfloat16, int8, uint8, int16, int64, bool, complex64, complex128
    other  the same: float32, float16, int32, float64, bfloat16, int8, uint8, int16, int64, bool,
           complex64, complex128
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnLogicalAnd",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
    )


@overload
def logical_not(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def logical_not(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def logical_not(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Whether the elements of a tensor are not true (aclnnLogicalNot).

        out = not self

    self  truth values; numbers that are not 0 are true: float32, float16, bfloat16, float64, int32,
          int64, int16, int8, uint8, bool
    out   true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnLogicalNot",
        self_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def logical_or(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def logical_or(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def logical_or(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Whether the elements of any of two tensors are true (aclnnLogicalOr).

        out = self or other

    self   truth values; numbers that are not 0 are true: float32, float16, int32, float64, int8,
           uint8, int16, int64, bool, complex64, complex128; bfloat16 not on Ascend910
    other  the same: float32, float16, int32, float64, int8, uint8, int16, int64, bool, complex64,
           complex128; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnLogicalOr",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
    )


@overload
def logical_xor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def logical_xor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def logical_xor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Whether the elements of one of two tensors are true, and not those of the other
    (aclnnLogicalXor).

        out = self xor other

    self   truth values; numbers that are not 0 are true: float32, float16, int32, float64, int8,
           uint8, int16, int64, bool, complex64, complex128; bfloat16 not on Ascend910
    other  the same: float32, float16, int32, float64, int8, uint8, int16, int64, bool, complex64,
           complex128; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnLogicalXor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
    )


@overload
def logit(
    input: TorchTensor,
    eps: float = -1.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def logit(
    input: ArrayLike,
    eps: float = -1.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def logit(
    input: object,
    eps: float = -1.0,
    *,
    out: object = None,
) -> Any:
    """The inverse of the logistic function (aclnnLogit).

        out = log(z / (1 - z)), where z is input between eps and 1 - eps; input itself if eps is
            negative

    input  probabilities: bfloat16, float16, float32 on Ascend910B, Ascend910_93 and Ascend950
    eps    the bound, as float32
    out    the logarithms of the odds

    Returns an array with the shape of input and the data type of input.
    """
    input_ = make.tensor("input", input)
    eps_ = convert.real("eps", eps)
    return make.run(
        "aclnnLogit",
        input_,
        eps_,
        make.output("out", out, input_.shape, input_.type),
    )


@overload
def logit_grad(
    x: TorchTensor,
    dy: object,
    eps: float = -1.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def logit_grad(
    x: ArrayLike,
    dy: ArrayLike,
    eps: float = -1.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def logit_grad(
    x: object,
    dy: object,
    eps: float = -1.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of Logit (aclnnLogitGrad).

        out = dy / (x * (1 - x)) where eps <= x <= 1 - eps, else 0; with a negative eps 0 in its
            place, and else NaN

    x    what Logit was given: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    dy   the gradient by the result
    eps  the bound, as float32
    out  the gradient

    Returns an array with the shape of x and the data type of x.
    """
    x_ = make.tensor("x", x)
    dy_ = make.tensor("dy", dy)
    eps_ = convert.real("eps", eps)
    return make.run(
        "aclnnLogitGrad",
        x_,
        dy_,
        eps_,
        make.output("out", out, x_.shape, x_.type),
    )


@overload
def lt_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def lt_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def lt_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are less than a number (aclnnLtScalar).

        out = self < other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, float64, uint32, uint64,
           uint16, bool; bfloat16 not on Ascend910
    other  the number, converted to the type compared in: float32, int32, int64, float16, int16,
           int8, uint8, float64, uint32, uint64, uint16, bool; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnLtScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def lt_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def lt_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def lt_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are less than those of another (aclnnLtTensor).

        out = self < other

    self   the left operand: float32, int32, int64, float16, int16, int8, uint8, float64, uint32,
           uint64, uint16, bool; bfloat16 not on Ascend910
    other  the right operand: float32, int32, int64, float16, int16, int8, uint8, float64, uint32,
           uint64, uint16, bool; bfloat16 not on Ascend910
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnLtTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
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


@overload
def masked_select(
    self: TorchTensor,
    mask: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def masked_select(
    self: ArrayLike,
    mask: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def masked_select(
    self: object,
    mask: object,
    *,
    out: object = None,
) -> Any:
    """Takes the elements for which a mask is true (aclnnMaskedSelect).

        out = self[mask]

    self  what is taken from: float16, float32, int8, int16, int32, int64, uint8, bool, float64;
          bfloat16 not on Ascend910; uint16, uint32, uint64 on Ascend950
    mask  which; both broadcast: uint8, bool
    out   the elements in their order; of one dimension, with room for all. When the call has run
          its view shape has as many as there are

    Returns an array with the shape at_most_all(self, mask) and the data type of self.
    """
    self_ = make.tensor("self", self)
    mask_ = make.tensor("mask", mask)
    return make.run(
        "aclnnMaskedSelect",
        self_,
        mask_,
        make.found("out", out, rules.at_most_all(self_, mask_), self_.type),
    )


@overload
def matmul(
    self: TorchTensor,
    mat2: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def matmul(
    self: ArrayLike,
    mat2: ArrayLike,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def matmul(
    self: object,
    mat2: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Multiplies vectors, matrices and batches of matrices (aclnnMatmul).

        out = self @ mat2   batches broadcast; a vector is a row on the left, a column on the right,
                            and out does not have that dimension

    self            the left operand, of 1 to 6 dimensions: float32, float16; bfloat16 not on
                    Ascend910
    mat2            the right operand, of 1 to 6 dimensions: float32, float16; bfloat16 not on
                    Ascend910
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32
    out             the product; another shape of as many elements will do

    Returns an array with the shape multiplied(self, mat2) and the data type promote(self, mat2).
    """
    self_ = make.tensor("self", self)
    mat2_ = make.tensor("mat2", mat2)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnMatmul",
        self_,
        mat2_,
        make.output("out", out, rules.multiplied(self_, mat2_), rules.promote(self_, mat2_)),
        cube_math_type_,
    )


@overload
def max(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def max(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def max(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The largest element (aclnnMax).

        out = the largest of all elements of self; NaN where one is

    self  the numbers: float32, float16, int64, int32, int8, uint8, int16, float64, bool; bfloat16
          not on Ascend910
    out   the largest, one element

    Returns an array with the shape scalar(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnMax",
        self_,
        make.output("out", out, rules.scalar(self_), self_.type),
    )


@overload
def max_dim(
    self: TorchTensor,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
    indices: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def max_dim(
    self: ArrayLike,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
    indices: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def max_dim(
    self: object,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
    indices: object = None,
) -> tuple[Any, Any]:
    """The largest elements along a dimension, and the place of the first of them (aclnnMaxDim).

        out = the largest of self along dim, indices = its index; of the first NaN where there is
            one

    self     the numbers: float32, float16, int64, bool; bfloat16 not on Ascend910; int32 on
             Ascend950
    dim      the dimension to look along, negative ones counted from the last
    keepdim  whether it stays, as a dimension of 1
    out      the largest, in the type of self
    indices  where they are

    Returns out, an array with the shape reduced_dim(self, dim, keepdim) and the data type of self;
    indices, an array with the shape reduced_dim(self, dim, keepdim) and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    result: tuple[Any, Any] = make.run(
        "aclnnMaxDim",
        self_,
        dim_,
        keepdim_,
        make.output("out", out, rules.reduced_dim(self_, dim_, keepdim_), self_.type),
        make.output("indices", indices, rules.reduced_dim(self_, dim_, keepdim_), "int64"),
    )
    return result


def max_n(
    tensors: Sequence[object],
    *,
    out: Any = None,
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


@overload
def max_v2(
    self: TorchTensor,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    noop_with_empty_dims: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def max_v2(
    self: ArrayLike,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    noop_with_empty_dims: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def max_v2(
    self: object,
    dims: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    noop_with_empty_dims: bool = False,
    *,
    out: object = None,
) -> Any:
    """The largest elements over dimensions (aclnnMaxV2).

        out = the largest of self over dims; NaN where one is

    self                  the numbers: float32, float16, int64, int32, int8, uint8, int16, float64,
                          bool; bfloat16 not on Ascend910
    dims                  the dimensions to compare over, negative ones counted from the last
    keep_dims             whether they stay, as dimensions of 1
    noop_with_empty_dims  whether no dimensions means none; else all
    out                   the largest, in the type of self

    Returns an array with the shape reduced_or_whole(self, dims, keep_dims, noop_with_empty_dims)
    and the data type of self.
    """
    self_ = make.tensor("self", self)
    dims_ = convert.integers("dims", dims)
    keep_dims_ = convert.boolean("keep_dims", keep_dims)
    noop_with_empty_dims_ = convert.boolean("noop_with_empty_dims", noop_with_empty_dims)
    return make.run(
        "aclnnMaxV2",
        self_,
        dims_,
        keep_dims_,
        noop_with_empty_dims_,
        make.output(
            "out",
            out,
            rules.reduced_or_whole(self_, dims_, keep_dims_, noop_with_empty_dims_),
            self_.type,
        ),
    )


@overload
def maximum(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def maximum(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def maximum(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The larger of two numbers (aclnnMaximum).

        out = max(self, other); NaN if one of them is

    self   the first number: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
           bfloat16 not on Ascend910
    other  the second number: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
           bfloat16 not on Ascend910
    out    the larger one

    Returns an array with the shape broadcast(self, other) and the data type promote_extreme(self,
    other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnMaximum",
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.promote_extreme(self_, other_),
        ),
    )


@overload
def mean(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mean(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mean(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """The mean over dimensions (aclnnMean).

        out = the mean of self over dim

    self      the numbers: float32, float16, int64, int32, int8, uint8, int16, float64, complex64,
              complex128; bfloat16 not on Ascend910
    dim       the dimensions to take the mean over, negative ones counted from the last; none means
              all
    keep_dim  whether they stay, as dimensions of 1
    dtype     the type to compute in; None is that of self: float32, float16, int64, int32, int8,
              uint8, int16, float64, complex64, complex128; bfloat16 not on Ascend910
    out       the means

    Returns an array with the shape reduced(self, dim, keep_dim) and the data type dtype.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    dtype_ = self_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnMean",
        self_,
        dim_,
        keep_dim_,
        convert.type_code(dtype_),
        make.output("out", out, rules.reduced(self_, dim_, keep_dim_), dtype_),
    )


@overload
def mean_v2(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    noop_with_empty_axes: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mean_v2(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    noop_with_empty_axes: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mean_v2(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    noop_with_empty_axes: bool = False,
    *,
    out: object = None,
) -> Any:
    """The mean over dimensions, in the type of self (aclnnMeanV2).

        out = the mean of self over dim

    self                  the numbers: float32, float16, int64, int32, int8, uint8, int16, float64,
                          complex64, complex128; bfloat16 not on Ascend910
    dim                   the dimensions to take the mean over, negative ones counted from the last
    keep_dim              whether they stay, as dimensions of 1
    noop_with_empty_axes  whether no dimensions means none; else all
    out                   the means

    Returns an array with the shape reduced_or_whole(self, dim, keep_dim, noop_with_empty_axes) and
    the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    noop_with_empty_axes_ = convert.boolean("noop_with_empty_axes", noop_with_empty_axes)
    return make.run(
        "aclnnMeanV2",
        self_,
        dim_,
        keep_dim_,
        noop_with_empty_axes_,
        make.output(
            "out",
            out,
            rules.reduced_or_whole(self_, dim_, keep_dim_, noop_with_empty_axes_),
            self_.type,
        ),
    )


@overload
def median(
    self: TorchTensor,
    *,
    values_out: object = None,
) -> TorchTensor: ...


@overload
def median(
    self: ArrayLike,
    *,
    values_out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def median(
    self: object,
    *,
    values_out: object = None,
) -> Any:
    """The lower median of all elements; the first NaN where there is one (aclnnMedian).

        valuesOut = all elements of self in order at place (n - 1) / 2

    self        the elements: float32, float16, uint8, int8, int16, int32, int64; bfloat16 not on
                Ascend910
    values_out  the median, in one element

    Returns an array with the shape one(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnMedian",
        self_,
        make.output("values_out", values_out, rules.one(self_), self_.type),
    )


@overload
def median_dim(
    self: TorchTensor,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def median_dim(
    self: ArrayLike,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    values_out: NDArray[Any] | None = None,
    indices_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def median_dim(
    self: object,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[Any, Any]:
    """The lower median along a dimension; the first NaN where there is one (aclnnMedianDim).

        valuesOut = self in order at place (n - 1) / 2, indicesOut = where it was along dim

    self         the elements: float32, float16, uint8, int8, int16, int32, int64; bfloat16 not on
                 Ascend910
    dim          the dimension
    keep_dim     whether a dimension of 1 stays in its place
    values_out   the elements
    indices_out  their places along dim

    Returns values_out, an array with the shape chosen(self, dim, keep_dim) and the data type of
    self; indices_out, an array with the shape chosen(self, dim, keep_dim) and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    result: tuple[Any, Any] = make.run(
        "aclnnMedianDim",
        self_,
        dim_,
        keep_dim_,
        make.output("values_out", values_out, rules.chosen(self_, dim_, keep_dim_), self_.type),
        make.output("indices_out", indices_out, rules.chosen(self_, dim_, keep_dim_), "int64"),
    )
    return result


@overload
def min(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def min(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def min(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The smallest element (aclnnMin).

        out = the smallest of all elements of self; NaN where one is

    self  the numbers: float32, float16, int64, int32, int8, uint8, int16, float64, bool; bfloat16
          not on Ascend910
    out   the smallest, one element

    Returns an array with the shape scalar(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnMin",
        self_,
        make.output("out", out, rules.scalar(self_), self_.type),
    )


@overload
def min_dim(
    self: TorchTensor,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
    indices: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def min_dim(
    self: ArrayLike,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
    indices: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def min_dim(
    self: object,
    dim: SupportsIndex,
    keepdim: bool = False,
    *,
    out: object = None,
    indices: object = None,
) -> tuple[Any, Any]:
    """The smallest elements along a dimension, and the place of the first of them (aclnnMinDim).

        out = the smallest of self along dim, indices = its index; of the first NaN where there is
            one

    self     the numbers: float32, float16, int64, bool; bfloat16 not on Ascend910; int32 on
             Ascend950
    dim      the dimension to look along, negative ones counted from the last
    keepdim  whether it stays, as a dimension of 1
    out      the smallest, in the type of self
    indices  where they are

    Returns out, an array with the shape reduced_dim(self, dim, keepdim) and the data type of self;
    indices, an array with the shape reduced_dim(self, dim, keepdim) and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    result: tuple[Any, Any] = make.run(
        "aclnnMinDim",
        self_,
        dim_,
        keepdim_,
        make.output("out", out, rules.reduced_dim(self_, dim_, keepdim_), self_.type),
        make.output("indices", indices, rules.reduced_dim(self_, dim_, keepdim_), "int64"),
    )
    return result


def min_n(
    tensors: Sequence[object],
    *,
    out: Any = None,
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
def minimum(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def minimum(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def minimum(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """The smaller of two numbers (aclnnMinimum).

        out = min(self, other); NaN if one of them is

    self   the first number: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
           bfloat16 not on Ascend910
    other  the second number: float32, float16, int64, int32, int8, uint8, int16, float64, bool;
           bfloat16 not on Ascend910
    out    the smaller one

    Returns an array with the shape broadcast(self, other) and the data type promote_extreme(self,
    other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnMinimum",
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.promote_extreme(self_, other_),
        ),
    )


@overload
def mish(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mish(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mish(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Multiplies every element by the hyperbolic tangent of its Softplus (aclnnMish).

        out = self * tanh(log(1 + e ^ self))

    self  the numbers: float32, float16; bfloat16 not on Ascend910
    out   the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnMish",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def mish_backward(
    grad_output: TorchTensor,
    self: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def mish_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mish_backward(
    grad_output: object,
    self: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Mish (aclnnMishBackward).

        gradInput = gradOutput * d/dx(x * tanh(log(1 + e ^ x))) at x = self

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Mish was given: float32, float16; bfloat16 not on Ascend910
    grad_input   the gradient

    Returns an array with the shape broadcast(self, grad_output) and the data type promote(self,
    grad_output).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnMishBackward",
        grad_output_,
        self_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(self_, grad_output_),
            rules.promote(self_, grad_output_),
        ),
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
def mse_loss(
    self: TorchTensor,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mse_loss(
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mse_loss(
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Squares of differences, their mean or their sum (aclnnMseLoss).

        out = (self - target)^2, or the mean or the sum of these

    self       the numbers: float32, float16; bfloat16 not on Ascend910
    target     what they should be: float32, float16; bfloat16 not on Ascend910
    reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum
    out        the losses

    Returns an array with the shape loss(self, target, reduction) and the data type promote(self,
    target).
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnMseLoss",
        self_,
        target_,
        reduction_,
        make.output(
            "out",
            out,
            rules.loss(self_, target_, reduction_),
            rules.promote(self_, target_),
        ),
    )


@overload
def mse_loss_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mse_loss_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mse_loss_backward(
    grad_output: object,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnMseLoss (aclnnMseLossBackward).

        out = gradOutput * 2 * (self - target), over the number of elements with reduction 1

    grad_output  the gradient of the losses, or of the one
    self         the numbers: float32, float16; bfloat16 not on Ascend910
    target       what they should be
    reduction    how elements are joined: 0 not, 1 to their mean, 2 to their sum
    out          the gradient of self

    Returns an array with the shape broadcast(grad_output, self, target) and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnMseLossBackward",
        grad_output_,
        self_,
        target_,
        reduction_,
        make.output("out", out, rules.broadcast(grad_output_, self_, target_), self_.type),
    )


@overload
def mse_loss_out(
    self: TorchTensor,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mse_loss_out(
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mse_loss_out(
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Squares of differences, their mean or their sum along the first dimension (aclnnMseLossOut).

        out = (self - target)^2, or the mean or the sum of these over the first dimension

    self       the numbers: float32, float16; bfloat16 not on Ascend910
    target     what they should be: float32, float16; bfloat16 not on Ascend910
    reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum
    out        the losses

    Returns an array with the shape first_joined(self, target, reduction) and the data type
    promote(self, target).
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnMseLossOut",
        self_,
        target_,
        reduction_,
        make.output(
            "out",
            out,
            rules.first_joined(self_, target_, reduction_),
            rules.promote(self_, target_),
        ),
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
def multinomial(
    self: TorchTensor,
    numsamples: SupportsIndex,
    replacement: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def multinomial(
    self: ArrayLike,
    numsamples: SupportsIndex,
    replacement: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def multinomial(
    self: object,
    numsamples: SupportsIndex,
    replacement: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Draws categories by their weights (aclnnMultinomial).

        out[..., j] = i with a probability in proportion to self[..., i]; without replacement to
            that of those which are left

    self         the weights of the categories, in one dimension or in rows; what is not above 0 is
                 0: float32, float16, float64; bfloat16 not on Ascend910
    numsamples   how many are drawn of each row
    replacement  whether a category may be drawn again
    seed         names the sequence
    offset       names the part of it: calls with different offsets share no numbers
    out          the categories

    Returns an array with the shape samples(self, numsamples) and the data type int64.
    """
    self_ = make.tensor("self", self)
    numsamples_ = convert.integer("numsamples", numsamples)
    replacement_ = convert.boolean("replacement", replacement)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnMultinomial",
        self_,
        numsamples_,
        replacement_,
        seed_,
        offset_,
        make.output("out", out, rules.samples(self_, numsamples_), "int64"),
    )


@overload
def multinomial_tensor(
    self: TorchTensor,
    numsamples: SupportsIndex,
    replacement: bool,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def multinomial_tensor(
    self: ArrayLike,
    numsamples: SupportsIndex,
    replacement: bool,
    seed_tensor: ArrayLike,
    offset_tensor: ArrayLike,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def multinomial_tensor(
    self: object,
    numsamples: SupportsIndex,
    replacement: bool,
    seed_tensor: object,
    offset_tensor: object,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Draws categories by their weights, from a seed in memory of the device
    (aclnnMultinomialTensor).

        out[..., j] = i with a probability in proportion to self[..., i]; without replacement to
            that of those which are left

    self           the weights of the categories, in one dimension or in rows; what is not above 0
                   is 0: float32, float16, float64; bfloat16 not on Ascend910
    numsamples     how many are drawn of each row
    replacement    whether a category may be drawn again
    seed_tensor    one element, which names the sequence; it is read when the call runs: int64,
                   uint64
    offset_tensor  one element, likewise, which with offset names the part of it: int64, uint64
    offset         is added to offsetTensor
    out            the categories

    Returns an array with the shape samples(self, numsamples) and the data type int64.
    """
    self_ = make.tensor("self", self)
    numsamples_ = convert.integer("numsamples", numsamples)
    replacement_ = convert.boolean("replacement", replacement)
    seed_tensor_ = make.tensor("seed_tensor", seed_tensor)
    offset_tensor_ = make.tensor("offset_tensor", offset_tensor)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnMultinomialTensor",
        self_,
        numsamples_,
        replacement_,
        seed_tensor_,
        offset_tensor_,
        offset_,
        make.output("out", out, rules.samples(self_, numsamples_), "int64"),
    )


@overload
def mv(
    self: TorchTensor,
    vec: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def mv(
    self: ArrayLike,
    vec: ArrayLike,
    cube_math_type: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def mv(
    self: object,
    vec: object,
    cube_math_type: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """Multiplies a matrix and a vector (aclnnMv).

        out = self @ vec

    self            the matrix, [n, m]: float32, float16; bfloat16 not on Ascend910
    vec             the vector, [m]: float32, float16; bfloat16 not on Ascend910
    cube_math_type  the type to compute in: 0 keep, 1 float32 may become float16 or HFLOAT32, 2
                    float16, 3 HFLOAT32, 4 sum float32 in groups; -1 on Ascend910B and Ascend910_93:
                    keep, with sums kept in float32. HFLOAT32 and groups are computed in float32; 4
                    counts as 0 on Ascend910B and Ascend910_93
    out             the product, [n]

    Returns an array with the shape multiplied(self, vec) and the data type of vec.
    """
    self_ = make.tensor("self", self)
    vec_ = make.tensor("vec", vec)
    cube_math_type_ = convert.integer("cube_math_type", cube_math_type, "int8_t")
    return make.run(
        "aclnnMv",
        self_,
        vec_,
        make.output("out", out, rules.multiplied(self_, vec_), vec_.type),
        cube_math_type_,
    )


@overload
def nan_median(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def nan_median(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def nan_median(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The lower median of the elements that are numbers; NaN where there is nothing else
    (aclnnNanMedian).

        out = all elements of self in order at place (n - 1) / 2

    self  the elements: float32, float16, uint8, int8, int16, int32, int64; bfloat16 not on
          Ascend910
    out   the median, in one element

    Returns an array with the shape one(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnNanMedian",
        self_,
        make.output("out", out, rules.one(self_), self_.type),
    )


@overload
def nan_median_dim(
    self: TorchTensor,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def nan_median_dim(
    self: ArrayLike,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    values_out: NDArray[Any] | None = None,
    indices_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def nan_median_dim(
    self: object,
    dim: SupportsIndex,
    keep_dim: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[Any, Any]:
    """The lower median of the numbers along a dimension; NaN where there is nothing else
    (aclnnNanMedianDim).

        valuesOut = self in order at place (n - 1) / 2, indicesOut = where it was along dim

    self         the elements: float32, float16, uint8, int8, int16, int32, int64; bfloat16 not on
                 Ascend910
    dim          the dimension
    keep_dim     whether a dimension of 1 stays in its place
    values_out   the elements
    indices_out  their places along dim

    Returns values_out, an array with the shape chosen(self, dim, keep_dim) and the data type of
    self; indices_out, an array with the shape chosen(self, dim, keep_dim) and the data type int64.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    result: tuple[Any, Any] = make.run(
        "aclnnNanMedianDim",
        self_,
        dim_,
        keep_dim_,
        make.output("values_out", values_out, rules.chosen(self_, dim_, keep_dim_), self_.type),
        make.output("indices_out", indices_out, rules.chosen(self_, dim_, keep_dim_), "int64"),
    )
    return result


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
def ne_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def ne_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ne_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are different from a number (aclnnNeScalar).

        out = self != other

    self   the tensor: float32, int32, int64, float16, int16, int8, uint8, bool, float64, complex64,
           complex128; bfloat16 not on Ascend910; uint64 on Ascend950
    other  the number, converted to the type compared in: float32, int32, int64, float16, int16,
           int8, uint8, bool, float64, complex64, complex128; bfloat16 not on Ascend910; uint64 on
           Ascend950
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnNeScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def ne_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def ne_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def ne_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor are different from those of another (aclnnNeTensor).

        out = self != other

    self   the left operand: float32, int32, int64, float16, int16, int8, uint8, bool, float64,
           complex64, complex128; bfloat16 not on Ascend910; uint64 on Ascend950
    other  the right operand: float32, int32, int64, float16, int16, int8, uint8, bool, float64,
           complex64, complex128; bfloat16 not on Ascend910; uint64 on Ascend950
    out    true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape broadcast(self, other) and the data type bool.
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnNeTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), "bool"),
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
def nll_loss(
    self: TorchTensor,
    target: object,
    weight: object,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
    *,
    out: object = None,
    total_weight_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def nll_loss(
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
    *,
    out: NDArray[Any] | None = None,
    total_weight_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def nll_loss(
    self: object,
    target: object,
    weight: object,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
    *,
    out: object = None,
    total_weight_out: object = None,
) -> tuple[Any, Any]:
    """The negative logarithm of what a distribution says of the class that was there, with a weight
    for each class (aclnnNLLLoss).

        out = -weight[target[n]] * self[n, target[n]], or the sum of these, or their sum over
            totalWeightOut, the sum of the weights

    self              logarithms of probabilities, (N, C) or (C): float32, float16; bfloat16 not on
                      Ascend910
    target            the classes, (N) or none: 0 to C - 1, or ignoreIndex: int64, uint8, int32
    weight            a factor for each class, (C)
    reduction         how losses are joined: 0 not, 1 to their weighted mean, 2 to their sum
    ignore_index      positions of this class count 0, and have no weight
    out               the losses, or the one
    total_weight_out  the sum of the weights, one element; as it was with reduction 0

    Returns out, an array with the shape class_losses(target, reduction) and the data type of self;
    total_weight_out, an array with the shape one(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = make.tensor("weight", weight)
    reduction_ = convert.integer("reduction", reduction)
    ignore_index_ = convert.integer("ignore_index", ignore_index)
    result: tuple[Any, Any] = make.run(
        "aclnnNLLLoss",
        self_,
        target_,
        weight_,
        reduction_,
        ignore_index_,
        make.output("out", out, rules.class_losses(target_, reduction_), self_.type),
        make.output("total_weight_out", total_weight_out, rules.one(self_), self_.type),
    )
    return result


@overload
def nll_loss2d(
    self: TorchTensor,
    target: object,
    weight: object,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
    *,
    out: object = None,
    total_weight_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def nll_loss2d(
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
    *,
    out: NDArray[Any] | None = None,
    total_weight_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def nll_loss2d(
    self: object,
    target: object,
    weight: object,
    reduction: SupportsIndex = 1,
    ignore_index: SupportsIndex = -100,
    *,
    out: object = None,
    total_weight_out: object = None,
) -> tuple[Any, Any]:
    """The negative logarithm of what a distribution says of the class that was there, at each place
    of images (aclnnNLLLoss2d).

        out = -weight[target[n, h, w]] * self[n, target[n, h, w], h, w], or the sum of these, or
            their sum over totalWeightOut, the sum of the weights

    self              logarithms of probabilities, (N, C, H, W): float32, float16; bfloat16 not on
                      Ascend910
    target            the classes, (N, H, W): 0 to C - 1, or ignoreIndex: int64, uint8, int32
    weight            a factor for each class, (C)
    reduction         how losses are joined: 0 not, 1 to their weighted mean, 2 to their sum
    ignore_index      positions of this class count 0, and have no weight
    out               the losses, or the one
    total_weight_out  the sum of the weights, one element; as it was with reduction 0

    Returns out, an array with the shape class_losses(target, reduction) and the data type of self;
    total_weight_out, an array with the shape one(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = make.tensor("weight", weight)
    reduction_ = convert.integer("reduction", reduction)
    ignore_index_ = convert.integer("ignore_index", ignore_index)
    result: tuple[Any, Any] = make.run(
        "aclnnNLLLoss2d",
        self_,
        target_,
        weight_,
        reduction_,
        ignore_index_,
        make.output("out", out, rules.class_losses(target_, reduction_), self_.type),
        make.output("total_weight_out", total_weight_out, rules.one(self_), self_.type),
    )
    return result


@overload
def nll_loss2d_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    weight: object,
    reduction: SupportsIndex,
    ignore_index: SupportsIndex,
    total_weight: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def nll_loss2d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike,
    reduction: SupportsIndex,
    ignore_index: SupportsIndex,
    total_weight: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def nll_loss2d_backward(
    grad_output: object,
    self: object,
    target: object,
    weight: object,
    reduction: SupportsIndex,
    ignore_index: SupportsIndex,
    total_weight: object,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnNLLLoss2d (aclnnNLLLoss2dBackward).

        out[n, c, h, w] = -gradOutput[n, h, w] * weight[c] where c is target[n, h, w] and not
            ignoreIndex, over totalWeight with reduction 1; 0 elsewhere

    grad_output   the gradient of the losses, or of the one
    self          what aclnnNLLLoss2d was given, (N, C, H, W); its shape counts: float32, float16;
                  bfloat16 not on Ascend910
    target        the classes, (N, H, W): 0 to C - 1, or ignoreIndex: int64, uint8, int32
    weight        a factor for each class, (C)
    reduction     how losses were joined: 0 not, 1 to their weighted mean, 2 to their sum
    ignore_index  positions of this class have no gradient
    total_weight  the sum of the weights, as aclnnNLLLoss2d gave it; one element
    out           the gradient of self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = make.tensor("weight", weight)
    reduction_ = convert.integer("reduction", reduction)
    ignore_index_ = convert.integer("ignore_index", ignore_index)
    total_weight_ = make.tensor("total_weight", total_weight)
    return make.run(
        "aclnnNLLLoss2dBackward",
        grad_output_,
        self_,
        target_,
        weight_,
        reduction_,
        ignore_index_,
        total_weight_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def nll_loss_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    weight: object,
    reduction: SupportsIndex,
    ignore_index: SupportsIndex,
    total_weight: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def nll_loss_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    weight: ArrayLike,
    reduction: SupportsIndex,
    ignore_index: SupportsIndex,
    total_weight: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def nll_loss_backward(
    grad_output: object,
    self: object,
    target: object,
    weight: object,
    reduction: SupportsIndex,
    ignore_index: SupportsIndex,
    total_weight: object,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnNLLLoss (aclnnNLLLossBackward).

        out[n, c] = -gradOutput[n] * weight[c] where c is target[n] and not ignoreIndex, over
            totalWeight with reduction 1; 0 elsewhere

    grad_output   the gradient of the losses, or of the one
    self          what aclnnNLLLoss was given, (N, C) or (C); its shape counts: float32, float16;
                  bfloat16 not on Ascend910
    target        the classes, (N) or none: 0 to C - 1, or ignoreIndex: int64, uint8, int32
    weight        a factor for each class, (C)
    reduction     how losses were joined: 0 not, 1 to their weighted mean, 2 to their sum
    ignore_index  positions of this class have no gradient
    total_weight  the sum of the weights, as aclnnNLLLoss gave it; one element
    out           the gradient of self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    weight_ = make.tensor("weight", weight)
    reduction_ = convert.integer("reduction", reduction)
    ignore_index_ = convert.integer("ignore_index", ignore_index)
    total_weight_ = make.tensor("total_weight", total_weight)
    return make.run(
        "aclnnNLLLossBackward",
        grad_output_,
        self_,
        target_,
        weight_,
        reduction_,
        ignore_index_,
        total_weight_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def nonzero(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def nonzero(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def nonzero(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Finds the elements that are not 0 (aclnnNonzero).

        out[n, :] = the place of the n-th element other than 0

    self  what is looked through: float16, float32, int8, int16, int32, int64, uint8, bool, float64;
          bfloat16 not on Ascend910; uint16, uint32, uint64 on Ascend950
    out   a row for each, with its place in every dimension; with room for all. When the call has
          run its view shape has as many rows as there are

    Returns an array with the shape rows_of_places(self) and the data type int64.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnNonzero",
        self_,
        make.found("out", out, rules.rows_of_places(self_), "int64"),
    )


@overload
def nonzero_v2(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def nonzero_v2(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def nonzero_v2(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Finds the elements that are not 0, a column for each (aclnnNonzeroV2).

        out[:, n] = the place of the n-th element other than 0

    self  what is looked through: float32, float16, int8, int16, int32, int64, uint8, uint16,
          uint32, uint64, bool, float64; bfloat16 not on Ascend910
    out   a column for each, with its place in every dimension; with room for all. When the call has
          run its view shape has as many columns as there are

    Returns an array with the shape columns_of_places(self) and the data type int64.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnNonzeroV2",
        self_,
        make.found("out", out, rules.columns_of_places(self_), "int64"),
    )


@overload
def norm(
    self: TorchTensor,
    p_scalar: Number = 2.0,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def norm(
    self: ArrayLike,
    p_scalar: Number = 2.0,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def norm(
    self: object,
    p_scalar: Number = 2.0,
    dim: Sequence[SupportsIndex] = (),
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The p-norm over dimensions (aclnnNorm).

        out = (the sum over dim of |self| ** pScalar) ** (1 / pScalar); the largest |self| for
            infinity, the smallest for -infinity, how many are not 0 for 0

    self      the numbers: float32, float16, bfloat16; int32, int64, int16, int8, uint8, float64,
              bool, complex64, complex128, uint16, uint32, uint64 not on Ascend950
    p_scalar  the order
    dim       the dimensions to take it over, negative ones counted from the last; none means all
    keepdim   whether they stay, as dimensions of 1
    out       the norms

    Returns an array with the shape reduced(self, dim, keepdim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    p_scalar_ = convert.scalar("p_scalar", p_scalar)
    dim_ = convert.integers("dim", dim)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnNorm",
        self_,
        p_scalar_,
        dim_,
        keepdim_,
        make.output("out", out, rules.reduced(self_, dim_, keepdim_), self_.type),
    )


def normal_float_float(
    mean: float,
    std: float,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: Any = None,
) -> Any:
    """Normally distributed numbers (aclnnNormalFloatFloat).

        out = mean + std * z, z random with mean 0 and standard deviation 1

    mean    their mean
    std     their standard deviation
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the numbers; they are computed in float64 where its type is that, else in float32

    Returns an array with the shape one(mean) and the data type float32.
    """
    mean_ = convert.real("mean", mean)
    std_ = convert.real("std", std)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnNormalFloatFloat",
        mean_,
        std_,
        seed_,
        offset_,
        make.output("out", out, rules.one(mean_), "float32"),
    )


def normal_float_tensor(
    mean: float,
    std: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: Any = None,
) -> Any:
    """Normally distributed numbers, each with its own deviation (aclnnNormalFloatTensor).

        out = mean + std * z, z random with mean 0 and standard deviation 1

    mean    their mean
    std     the standard deviation of each: bfloat16, float16, float32, float64
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the numbers; they are computed in float64 where its type is that, else in float32

    Returns an array with the shape of std and the data type of std.
    """
    mean_ = convert.real("mean", mean)
    std_ = make.tensor("std", std)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnNormalFloatTensor",
        mean_,
        std_,
        seed_,
        offset_,
        make.output("out", out, std_.shape, std_.type),
    )


@overload
def normal_tensor_float(
    mean: TorchTensor,
    std: float,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def normal_tensor_float(
    mean: ArrayLike,
    std: float,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def normal_tensor_float(
    mean: object,
    std: float,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Normally distributed numbers, each with its own mean (aclnnNormalTensorFloat).

        out = mean + std * z, z random with mean 0 and standard deviation 1

    mean    the mean of each; it broadcasts to out: bfloat16, float16, float32, float64
    std     their standard deviation
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the numbers; they are computed in float64 where its type is that, else in float32

    Returns an array with the shape of mean and the data type of mean.
    """
    mean_ = make.tensor("mean", mean)
    std_ = convert.real("std", std)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnNormalTensorFloat",
        mean_,
        std_,
        seed_,
        offset_,
        make.output("out", out, mean_.shape, mean_.type),
    )


@overload
def normal_tensor_tensor(
    mean: TorchTensor,
    std: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def normal_tensor_tensor(
    mean: ArrayLike,
    std: ArrayLike,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def normal_tensor_tensor(
    mean: object,
    std: object,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Normally distributed numbers, each with its own mean and deviation (aclnnNormalTensorTensor).

        out = mean + std * z, z random with mean 0 and standard deviation 1

    mean    the mean of each: bfloat16, float16, float32, float64
    std     the standard deviation of each: bfloat16, float16, float32, float64
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the numbers; they are computed in float64 where its type is that, else in float32

    Returns an array with the shape broadcast(mean, std) and the data type promote(mean, std).
    """
    mean_ = make.tensor("mean", mean)
    std_ = make.tensor("std", std)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnNormalTensorTensor",
        mean_,
        std_,
        seed_,
        offset_,
        make.output("out", out, rules.broadcast(mean_, std_), rules.promote(mean_, std_)),
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


@overload
def polar(
    input: TorchTensor,
    angle: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def polar(
    input: ArrayLike,
    angle: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def polar(
    input: object,
    angle: object,
    *,
    out: object = None,
) -> Any:
    """Complex numbers of their moduli and angles (aclnnPolar).

        out = input * cos(angle) + input * sin(angle) * j

    input  the moduli; negative ones are taken as they are: float32
    angle  the angles in radians, of the same type: float32
    out    the numbers

    Returns an array with the shape broadcast(input, angle) and the data type complex_type(input).
    """
    input_ = make.tensor("input", input)
    angle_ = make.tensor("angle", angle)
    return make.run(
        "aclnnPolar",
        input_,
        angle_,
        make.output("out", out, rules.broadcast(input_, angle_), rules.complex_type(input_)),
    )


def pow_scalar_tensor(
    self: Number,
    exponent: object,
    *,
    out: Any = None,
) -> Any:
    """A number to the power of a tensor (aclnnPowScalarTensor).

        out = self ^ exponent

    self      the base: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    exponent  the exponents; to a negative one integers but 1 and -1 have the power 0: float32,
              int32, int64, float16, int16, int8, uint8, float64, bool, complex64, complex128;
              bfloat16 not on Ascend910
    out       the powers; of integers the lower bits

    Returns an array with the shape of exponent and the data type promote_power_of_number(self,
    exponent).
    """
    self_ = convert.scalar("self", self)
    exponent_ = make.tensor("exponent", exponent)
    return make.run(
        "aclnnPowScalarTensor",
        self_,
        exponent_,
        make.output("out", out, exponent_.shape, rules.promote_power_of_number(self_, exponent_)),
    )


@overload
def pow_tensor_scalar(
    self: TorchTensor,
    exponent: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def pow_tensor_scalar(
    self: ArrayLike,
    exponent: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def pow_tensor_scalar(
    self: object,
    exponent: Number,
    *,
    out: object = None,
) -> Any:
    """A tensor to the power of a number (aclnnPowTensorScalar).

        out = self ^ exponent

    self      the bases: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    exponent  the exponent; to a negative one integers but 1 and -1 have the power 0: float32,
              int32, int64, float16, int16, int8, uint8, float64, bool, complex64, complex128;
              bfloat16 not on Ascend910
    out       the powers; of integers the lower bits

    Returns an array with the shape of self and the data type promote_power(self, exponent).
    """
    self_ = make.tensor("self", self)
    exponent_ = convert.scalar("exponent", exponent)
    return make.run(
        "aclnnPowTensorScalar",
        self_,
        exponent_,
        make.output("out", out, self_.shape, rules.promote_power(self_, exponent_)),
    )


@overload
def pow_tensor_tensor(
    self: TorchTensor,
    exponent: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def pow_tensor_tensor(
    self: ArrayLike,
    exponent: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def pow_tensor_tensor(
    self: object,
    exponent: object,
    *,
    out: object = None,
) -> Any:
    """A tensor to the power of another (aclnnPowTensorTensor).

        out = self ^ exponent

    self      the bases: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    exponent  the exponents; to a negative one integers but 1 and -1 have the power 0: float32,
              int32, int64, float16, int16, int8, uint8, float64, bool, complex64, complex128;
              bfloat16 not on Ascend910
    out       the powers; of integers the lower bits

    Returns an array with the shape broadcast(self, exponent) and the data type promote(self,
    exponent).
    """
    self_ = make.tensor("self", self)
    exponent_ = make.tensor("exponent", exponent)
    return make.run(
        "aclnnPowTensorTensor",
        self_,
        exponent_,
        make.output("out", out, rules.broadcast(self_, exponent_), rules.promote(self_, exponent_)),
    )


@overload
def prelu(
    self: TorchTensor,
    weight: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def prelu(
    self: ArrayLike,
    weight: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def prelu(
    self: object,
    weight: object,
    *,
    out: object = None,
) -> Any:
    """Multiplies elements that are not positive by a slope of their channel, the second dimension
    (aclnnPrelu).

        out = self where self > 0, else weight * self

    self    the numbers: float32, float16; bfloat16 not on Ascend910
    weight  the slopes: one, or one a channel: float32, float16; bfloat16 not on Ascend910
    out     the result

    Returns an array with the shape of self and the data type promote(self, weight).
    """
    self_ = make.tensor("self", self)
    weight_ = make.tensor("weight", weight)
    return make.run(
        "aclnnPrelu",
        self_,
        weight_,
        make.output("out", out, self_.shape, rules.promote(self_, weight_)),
    )


@overload
def prelu_backward(
    grad_output: TorchTensor,
    self: object,
    weight: object,
    *,
    grad_input: object = None,
    grad_weight: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def prelu_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    weight: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
    grad_weight: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def prelu_backward(
    grad_output: object,
    self: object,
    weight: object,
    *,
    grad_input: object = None,
    grad_weight: object = None,
) -> tuple[Any, Any]:
    """The gradients of Prelu by its operand and by its slopes (aclnnPreluBackward).

        gradInput = gradOutput where self > 0, else weight * gradOutput; gradWeight = the sum of
            gradOutput * self where self is not positive

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Prelu was given: float32, float16; bfloat16 not on Ascend910
    weight       its slopes: one, or one a channel
    grad_input   the gradient by self
    grad_weight  the gradient by weight

    Returns grad_input, an array with the shape of self and the data type of self; grad_weight, an
    array with the shape of weight and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    weight_ = make.tensor("weight", weight)
    result: tuple[Any, Any] = make.run(
        "aclnnPreluBackward",
        grad_output_,
        self_,
        weight_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
        make.output("grad_weight", grad_weight, weight_.shape, self_.type),
    )
    return result


@overload
def prod(
    self: TorchTensor,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def prod(
    self: ArrayLike,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def prod(
    self: object,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """The product of all elements (aclnnProd).

        out = the product of all elements of self

    self   the factors: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    dtype  the type to compute in; that of out; None is that of self
    out    the product, one element

    Returns an array with the shape scalar(self) and the data type dtype.
    """
    self_ = make.tensor("self", self)
    dtype_ = self_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnProd",
        self_,
        convert.type_code(dtype_),
        make.output("out", out, rules.scalar(self_), dtype_),
    )


@overload
def prod_dim(
    self: TorchTensor,
    dim: SupportsIndex,
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def prod_dim(
    self: ArrayLike,
    dim: SupportsIndex,
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def prod_dim(
    self: object,
    dim: SupportsIndex,
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """The product over a dimension (aclnnProdDim).

        out = the product of self over dim

    self      the factors: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
              complex64, complex128; bfloat16 not on Ascend910
    dim       the dimension to multiply over, negative ones counted from the last
    keep_dim  whether it stays, as a dimension of 1
    dtype     the type to compute in; that of out; None is that of self
    out       the products

    Returns an array with the shape reduced_dim(self, dim, keep_dim) and the data type dtype.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    dtype_ = self_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnProdDim",
        self_,
        dim_,
        keep_dim_,
        convert.type_code(dtype_),
        make.output("out", out, rules.reduced_dim(self_, dim_, keep_dim_), dtype_),
    )


@overload
def prompt_flash_attention(
    query: TorchTensor,
    key: object,
    value: object,
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    attention_out: object = None,
) -> TorchTensor: ...


@overload
def prompt_flash_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    pse_shift: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    attention_out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def prompt_flash_attention(
    query: object,
    key: object,
    value: object,
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    attention_out: object = None,
) -> Any:
    """Attention for inference, of all rows of a prompt (aclnnPromptFlashAttention).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                the queries, in inputLayout: float16, bfloat16 on Ascend910B, Ascend910_93
                         and Ascend950
    key                  the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    value                the values, whose heads may have fewer columns than those of key: float16,
                         bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift            what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask           true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                         sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths   how many rows of each batch count, or one number for all; of TND where they
                         end; NULL: all
    num_heads            N of query
    scale_value          what scores are multiplied by
    pre_tokens           of bands: so many columns before the diagonal count
    next_tokens          of bands: so many columns behind it count
    input_layout         "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                         the second is that of the result
    num_key_value_heads  N of key and value; 0: as they have them
    attention_out        the result

    Returns an array with the shape attention(query, key, value, num_heads, input_layout) and the
    data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensor("key", key)
    value_ = make.tensor("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    return make.run(
        "aclnnPromptFlashAttention",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        num_heads_,
        scale_value_,
        pre_tokens_,
        next_tokens_,
        input_layout_,
        num_key_value_heads_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
    )


@overload
def prompt_flash_attention_v2(
    query: TorchTensor,
    key: object,
    value: object,
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    attention_out: object = None,
) -> TorchTensor: ...


@overload
def prompt_flash_attention_v2(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    pse_shift: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: ArrayLike | None = None,
    quant_scale1: ArrayLike | None = None,
    deq_scale2: ArrayLike | None = None,
    quant_scale2: ArrayLike | None = None,
    quant_offset2: ArrayLike | None = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    attention_out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def prompt_flash_attention_v2(
    query: object,
    key: object,
    value: object,
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    attention_out: object = None,
) -> Any:
    """Attention for inference, of all rows of a prompt (aclnnPromptFlashAttentionV2).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                  the queries, in inputLayout: float16, bfloat16 on Ascend910B,
                           Ascend910_93 and Ascend950
    key                    the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and
                           Ascend950
    value                  the values, whose heads may have fewer columns than those of key:
                           float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift              what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask             true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                           sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths     how many rows of each batch count, or one number for all; of TND where
                           they end; NULL: all
    actual_seq_lengths_kv  how many columns of each batch count, or one number for all; of TND where
                           they end; NULL: all
    deq_scale1             NULL: 207000 otherwise
    quant_scale1           NULL: 207000 otherwise
    deq_scale2             NULL: 207000 otherwise
    quant_scale2           NULL: 207000 otherwise
    quant_offset2          NULL: 207000 otherwise
    num_heads              N of query
    scale_value            what scores are multiplied by
    pre_tokens             of bands: so many columns before the diagonal count
    next_tokens            of bands: so many columns behind it count
    input_layout           "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                           the second is that of the result
    num_key_value_heads    N of key and value; 0: as they have them
    sparse_mode            which pairs count beside the mask, where there is one
    attention_out          the result

    Returns an array with the shape attention(query, key, value, num_heads, input_layout) and the
    data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensor("key", key)
    value_ = make.tensor("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    actual_seq_lengths_kv_ = (
        None
        if actual_seq_lengths_kv is None
        else convert.integers("actual_seq_lengths_kv", actual_seq_lengths_kv)
    )
    deq_scale1_ = None if deq_scale1 is None else make.tensor("deq_scale1", deq_scale1)
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    deq_scale2_ = None if deq_scale2 is None else make.tensor("deq_scale2", deq_scale2)
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    return make.run(
        "aclnnPromptFlashAttentionV2",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        actual_seq_lengths_kv_,
        deq_scale1_,
        quant_scale1_,
        deq_scale2_,
        quant_scale2_,
        quant_offset2_,
        num_heads_,
        scale_value_,
        pre_tokens_,
        next_tokens_,
        input_layout_,
        num_key_value_heads_,
        sparse_mode_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
    )


@overload
def prompt_flash_attention_v3(
    query: TorchTensor,
    key: object,
    value: object,
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    attention_out: object = None,
) -> TorchTensor: ...


@overload
def prompt_flash_attention_v3(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    pse_shift: ArrayLike | None = None,
    atten_mask: ArrayLike | None = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: ArrayLike | None = None,
    quant_scale1: ArrayLike | None = None,
    deq_scale2: ArrayLike | None = None,
    quant_scale2: ArrayLike | None = None,
    quant_offset2: ArrayLike | None = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    attention_out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def prompt_flash_attention_v3(
    query: object,
    key: object,
    value: object,
    *,
    pse_shift: object = None,
    atten_mask: object = None,
    actual_seq_lengths: Sequence[SupportsIndex] | None = None,
    actual_seq_lengths_kv: Sequence[SupportsIndex] | None = None,
    deq_scale1: object = None,
    quant_scale1: object = None,
    deq_scale2: object = None,
    quant_scale2: object = None,
    quant_offset2: object = None,
    num_heads: SupportsIndex,
    scale_value: float = 1.0,
    pre_tokens: SupportsIndex = 2147483647,
    next_tokens: SupportsIndex = 2147483647,
    input_layout: str,
    num_key_value_heads: SupportsIndex = 0,
    sparse_mode: SupportsIndex = 0,
    inner_precise: SupportsIndex = 0,
    attention_out: object = None,
) -> Any:
    """Attention for inference, of all rows of a prompt (aclnnPromptFlashAttentionV3).

        attentionOut = softmax(mask(scaleValue * query @ key^T + what is added)) @ value

    query                  the queries, in inputLayout: float16, bfloat16 on Ascend910B,
                           Ascend910_93 and Ascend950
    key                    the keys: float16, bfloat16, int8 on Ascend910B, Ascend910_93 and
                           Ascend950
    value                  the values, whose heads may have fewer columns than those of key:
                           float16, bfloat16, int8 on Ascend910B, Ascend910_93 and Ascend950
    pse_shift              what is added to the scores, broadcast to [B, N, Sq, Skv]; NULL: nothing
    atten_mask             true or 1 where a pair does not count, broadcast to [B, N, Sq, Skv]; of
                           sparse modes that stand for a mask it is not read; NULL: all pairs count
    actual_seq_lengths     how many rows of each batch count, or one number for all; of TND where
                           they end; NULL: all
    actual_seq_lengths_kv  how many columns of each batch count, or one number for all; of TND where
                           they end; NULL: all
    deq_scale1             NULL: 207000 otherwise
    quant_scale1           NULL: 207000 otherwise
    deq_scale2             NULL: 207000 otherwise
    quant_scale2           NULL: 207000 otherwise
    quant_offset2          NULL: 207000 otherwise
    num_heads              N of query
    scale_value            what scores are multiplied by
    pre_tokens             of bands: so many columns before the diagonal count
    next_tokens            of bands: so many columns behind it count
    input_layout           "BSH", "BSND", "BNSD" or "TND", or two of them with "_" between, of which
                           the second is that of the result
    num_key_value_heads    N of key and value; 0: as they have them
    sparse_mode            which pairs count beside the mask, where there is one
    inner_precise          makes no difference: sums are float32, and rows without a pair that
                           counts give 0
    attention_out          the result

    Returns an array with the shape attention(query, key, value, num_heads, input_layout) and the
    data type of query.
    """
    query_ = make.tensor("query", query)
    key_ = make.tensor("key", key)
    value_ = make.tensor("value", value)
    pse_shift_ = None if pse_shift is None else make.tensor("pse_shift", pse_shift)
    atten_mask_ = None if atten_mask is None else make.tensor("atten_mask", atten_mask)
    actual_seq_lengths_ = (
        None
        if actual_seq_lengths is None
        else convert.integers("actual_seq_lengths", actual_seq_lengths)
    )
    actual_seq_lengths_kv_ = (
        None
        if actual_seq_lengths_kv is None
        else convert.integers("actual_seq_lengths_kv", actual_seq_lengths_kv)
    )
    deq_scale1_ = None if deq_scale1 is None else make.tensor("deq_scale1", deq_scale1)
    quant_scale1_ = None if quant_scale1 is None else make.tensor("quant_scale1", quant_scale1)
    deq_scale2_ = None if deq_scale2 is None else make.tensor("deq_scale2", deq_scale2)
    quant_scale2_ = None if quant_scale2 is None else make.tensor("quant_scale2", quant_scale2)
    quant_offset2_ = None if quant_offset2 is None else make.tensor("quant_offset2", quant_offset2)
    num_heads_ = convert.integer("num_heads", num_heads)
    scale_value_ = convert.real("scale_value", scale_value)
    pre_tokens_ = convert.integer("pre_tokens", pre_tokens)
    next_tokens_ = convert.integer("next_tokens", next_tokens)
    input_layout_ = convert.text("input_layout", input_layout)
    num_key_value_heads_ = convert.integer("num_key_value_heads", num_key_value_heads)
    sparse_mode_ = convert.integer("sparse_mode", sparse_mode)
    inner_precise_ = convert.integer("inner_precise", inner_precise)
    return make.run(
        "aclnnPromptFlashAttentionV3",
        query_,
        key_,
        value_,
        pse_shift_,
        atten_mask_,
        actual_seq_lengths_,
        actual_seq_lengths_kv_,
        deq_scale1_,
        quant_scale1_,
        deq_scale2_,
        quant_scale2_,
        quant_offset2_,
        num_heads_,
        scale_value_,
        pre_tokens_,
        next_tokens_,
        input_layout_,
        num_key_value_heads_,
        sparse_mode_,
        inner_precise_,
        make.output(
            "attention_out",
            attention_out,
            rules.attention(query_, key_, value_, num_heads_, input_layout_),
            query_.type,
        ),
    )


@overload
def qr(
    self: TorchTensor,
    some: bool = True,
    *,
    q: object = None,
    r: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def qr(
    self: ArrayLike,
    some: bool = True,
    *,
    q: NDArray[Any] | None = None,
    r: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def qr(
    self: object,
    some: bool = True,
    *,
    q: object = None,
    r: object = None,
) -> tuple[Any, Any]:
    """Decomposes matrices into one with orthogonal columns and a triangle (aclnnQr).

        self = Q @ R

    self  the matrices, [..., m, n]: float32, float64, complex64, complex128, float16
    some  whether Q is [..., m, k] and R [..., k, n], k the smaller of m and n; else [..., m, m] and
          [..., m, n]
    q     orthogonal columns
    r     the upper triangles, zeros elsewhere

    Returns q, an array with the shape qr_some_orthogonal(self, some) and the data type of self; r,
    an array with the shape qr_some_triangle(self, some) and the data type of self.
    """
    self_ = make.tensor("self", self)
    some_ = convert.boolean("some", some)
    result: tuple[Any, Any] = make.run(
        "aclnnQr",
        self_,
        some_,
        make.output("q", q, rules.qr_some_orthogonal(self_, some_), self_.type),
        make.output("r", r, rules.qr_some_triangle(self_, some_), self_.type),
    )
    return result


@overload
def r_relu_with_noise(
    self: TorchTensor,
    noise: object,
    lower: Number = 0.125,
    upper: Number = 0.3333333333333333,
    training: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def r_relu_with_noise(
    self: ArrayLike,
    noise: ArrayLike,
    lower: Number = 0.125,
    upper: Number = 0.3333333333333333,
    training: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def r_relu_with_noise(
    self: object,
    noise: object,
    lower: Number = 0.125,
    upper: Number = 0.3333333333333333,
    training: bool = False,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: object = None,
) -> tuple[Any, Any]:
    """Multiplies negative elements by random slopes, or by their mean (aclnnRReluWithNoise).

        noise = a slope random in [lower, upper) where self < 0, else 1, and out = self * noise,
            where training; else out = self where self > 0, else self * (lower + upper) / 2

    self      the numbers: float32, float16; bfloat16 not on Ascend910
    noise     the factors, where training; of the same type, and of as many elements or more, of
              which the first are written; it is changed: float32, float16; bfloat16 not on
              Ascend910
    lower     the least slope: float32, float16, bfloat16, float64
    upper     what slopes are less than: float32, float16, bfloat16, float64
    training  whether slopes are random
    seed      names the sequence of slopes
    offset    names the part of it: calls with different offsets share no numbers
    out       the products, of the same type and shape

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    noise_ = make.in_out("noise", noise)
    lower_ = convert.scalar("lower", lower)
    upper_ = convert.scalar("upper", upper)
    training_ = convert.boolean("training", training)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    result: tuple[Any, Any] = make.run(
        "aclnnRReluWithNoise",
        self_,
        noise_,
        lower_,
        upper_,
        training_,
        seed_,
        offset_,
        make.output("out", out, self_.shape, self_.type),
    )
    return result


def randperm(
    n: SupportsIndex,
    seed: SupportsIndex = 0,
    offset: SupportsIndex = 0,
    *,
    out: Any = None,
) -> Any:
    """The numbers from 0 on, in an order by chance (aclnnRandperm).

        out = 0 ... n - 1 in an order of which each is as likely as any other

    n       how many
    seed    names the sequence
    offset  names the part of it: calls with different offsets share no numbers
    out     the numbers, in one dimension

    Returns an array with the shape row(n) and the data type int64.
    """
    n_ = convert.integer("n", n)
    seed_ = convert.integer("seed", seed)
    offset_ = convert.integer("offset", offset)
    return make.run(
        "aclnnRandperm",
        n_,
        seed_,
        offset_,
        make.output("out", out, rules.row(n_), "int64"),
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
def reciprocal(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def reciprocal(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reciprocal(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The reciprocal of every element (aclnnReciprocal).

        out = 1 / self

    self  the numbers; integers and bool are computed in float32: float32, int32, int64, float16,
          int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on Ascend910
    out   their reciprocals

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnReciprocal",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def reduce_log_sum(
    data: TorchTensor,
    axes: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    noop_with_empty_axes: bool = False,
    *,
    reduce: object = None,
) -> TorchTensor: ...


@overload
def reduce_log_sum(
    data: ArrayLike,
    axes: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    noop_with_empty_axes: bool = False,
    *,
    reduce: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reduce_log_sum(
    data: object,
    axes: Sequence[SupportsIndex] = (),
    keep_dims: bool = False,
    noop_with_empty_axes: bool = False,
    *,
    reduce: object = None,
) -> Any:
    """The logarithm of the sum over dimensions (aclnnReduceLogSum).

        reduce = log(the sum of data over axes)

    data                  the summands: float32, float16; bfloat16 on Ascend950
    axes                  the dimensions to sum over, negative ones counted from the last
    keep_dims             whether they stay, as dimensions of 1
    noop_with_empty_axes  whether no dimensions means that data is copied; else all
    reduce                the logarithms

    Returns an array with the shape reduced_or_whole(data, axes, keep_dims, noop_with_empty_axes)
    and the data type of data.
    """
    data_ = make.tensor("data", data)
    axes_ = convert.integers("axes", axes)
    keep_dims_ = convert.boolean("keep_dims", keep_dims)
    noop_with_empty_axes_ = convert.boolean("noop_with_empty_axes", noop_with_empty_axes)
    return make.run(
        "aclnnReduceLogSum",
        data_,
        axes_,
        keep_dims_,
        noop_with_empty_axes_,
        make.output(
            "reduce",
            reduce,
            rules.reduced_or_whole(data_, axes_, keep_dims_, noop_with_empty_axes_),
            data_.type,
        ),
    )


@overload
def reduce_nansum(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def reduce_nansum(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reduce_nansum(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    keep_dim: bool = False,
    dtype: object = None,
    *,
    out: object = None,
) -> Any:
    """Sums over dimensions, with 0 for NaN (aclnnReduceNansum).

        out = the sum over dim of self, without what is NaN

    self      the summands: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950;
              int8, int16, int32, int64, uint8, bool on Ascend910B and Ascend910_93
    dim       the dimensions to sum over, negative ones counted from the last; none means all
    keep_dim  whether they stay, as dimensions of 1
    dtype     the type to compute in; that of out; None is that of self: float32, float16, bfloat16
              on Ascend910B, Ascend910_93 and Ascend950; int8, int16, int32, int64, uint8, bool on
              Ascend910B and Ascend910_93
    out       the sums

    Returns an array with the shape reduced(self, dim, keep_dim) and the data type dtype.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    keep_dim_ = convert.boolean("keep_dim", keep_dim)
    dtype_ = self_.type if dtype is None else convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnReduceNansum",
        self_,
        dim_,
        keep_dim_,
        convert.type_code(dtype_),
        make.output("out", out, rules.reduced(self_, dim_, keep_dim_), dtype_),
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
def reflection_pad1d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def reflection_pad1d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reflection_pad1d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Puts reflections before and behind the last dimension (aclnnReflectionPad1d).

        out[..., i, ...] = self[..., j, ...] where j is i - before, -(i - before) below 0, and 2 *
            (n - 1) - (i - before) from n, the places of self, on

    self     [channels, width], or with a batch before that: float32, int32, int64, float16, int16,
             float64, int8, uint8, bool; bfloat16, complex64, complex128 not on Ascend910; uint16,
             uint32, uint64, ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn, float8_e8m0fnu on Ascend950
    padding  places that come left and right, each less than self has there; negative ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReflectionPad1d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def reflection_pad1d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def reflection_pad1d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reflection_pad1d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of reflections before and behind the last dimension
    (aclnnReflectionPad1dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that ReflectionPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16, float64, complex64,
                 complex128
    self         what was padded, [channels, width], or with a batch before that; only its shape and
                 type count: float32, float16, bfloat16, float64, complex64, complex128
    padding      places that came left and right, each less than self has there; negative ones were
                 cut off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReflectionPad1dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def reflection_pad2d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def reflection_pad2d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reflection_pad2d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Puts reflections before and behind the last two dimensions (aclnnReflectionPad2d).

        out[..., i, ...] = self[..., j, ...] where j is i - before, -(i - before) below 0, and 2 *
            (n - 1) - (i - before) from n, the places of self, on

    self     [channels, height, width], or with a batch before that: float32, int32, int64, float16,
             int16, float64, int8, uint8, bool; bfloat16, complex64, complex128 not on Ascend910;
             uint16, uint32, uint64, ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn, float8_e8m0fnu on
             Ascend950
    padding  places that come left, right, top and bottom, each less than self has there; negative
             ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReflectionPad2d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def reflection_pad2d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def reflection_pad2d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reflection_pad2d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of reflections before and behind the last two dimensions
    (aclnnReflectionPad2dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that ReflectionPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16, float64, complex64,
                 complex128
    self         what was padded, [channels, height, width], or with a batch before that; only its
                 shape and type count: float32, float16, bfloat16, float64, complex64, complex128
    padding      places that came left, right, top and bottom, each less than self has there;
                 negative ones were cut off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReflectionPad2dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def reflection_pad3d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def reflection_pad3d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reflection_pad3d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Puts reflections before and behind the last three dimensions (aclnnReflectionPad3d).

        out[..., i, ...] = self[..., j, ...] where j is i - before, -(i - before) below 0, and 2 *
            (n - 1) - (i - before) from n, the places of self, on

    self     [channels, depth, height, width], or with a batch before that: float32, int32, int64,
             float16, int16, float64, int8, uint8, bool; bfloat16, complex64, complex128 not on
             Ascend910; uint16, uint32, uint64, ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn,
             float8_e8m0fnu on Ascend950
    padding  places that come left, right, top, bottom, front and back, each less than self has
             there; negative ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReflectionPad3d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def reflection_pad3d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def reflection_pad3d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def reflection_pad3d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of reflections before and behind the last three dimensions
    (aclnnReflectionPad3dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that ReflectionPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16, float64, complex64,
                 complex128
    self         what was padded, [channels, depth, height, width], or with a batch before that;
                 only its shape and type count: float32, float16, bfloat16, float64, complex64,
                 complex128
    padding      places that came left, right, top, bottom, front and back, each less than self has
                 there; negative ones were cut off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReflectionPad3dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
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


def remainder_scalar_tensor(
    self: Number,
    other: object,
    *,
    out: Any = None,
) -> Any:
    """What is left of a division of a number that is rounded down, with the sign of the divisor
    (aclnnRemainderScalarTensor).

        out = self - floor(self / other) * other

    self   the dividend: float32, float16, int64, int32, int8, uint8, int16, float64, bool, uint16,
           uint32, uint64; bfloat16 not on Ascend910
    other  the divisor
    out    the rest, in whose data type it is computed but on Ascend950; by 0 NaN, and of integers
           all bits are set

    Returns an array with the shape of other and the data type promote_remainder_of_number(self,
    other).
    """
    self_ = convert.scalar("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnRemainderScalarTensor",
        self_,
        other_,
        make.output("out", out, other_.shape, rules.promote_remainder_of_number(self_, other_)),
    )


@overload
def remainder_tensor_scalar(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def remainder_tensor_scalar(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def remainder_tensor_scalar(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """What is left of a division by a number that is rounded down, with the sign of the divisor
    (aclnnRemainderTensorScalar).

        out = self - floor(self / other) * other

    self   the dividend
    other  the divisor: float32, float16, int64, int32, int8, uint8, int16, float64, bool, uint16,
           uint32, uint64; bfloat16 not on Ascend910
    out    the rest; by 0 NaN, and of integers all bits are set

    Returns an array with the shape of self and the data type promote_remainder(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnRemainderTensorScalar",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.promote_remainder(self_, other_)),
    )


@overload
def remainder_tensor_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def remainder_tensor_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def remainder_tensor_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """What is left of a division that is rounded down, with the sign of the divisor
    (aclnnRemainderTensorTensor).

        out = self - floor(self / other) * other

    self   the dividend
    other  the divisor
    out    the rest; by 0 NaN, and of integers all bits are set

    Returns an array with the shape broadcast(self, other) and the data type promote(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnRemainderTensorTensor",
        self_,
        other_,
        make.output("out", out, rules.broadcast(self_, other_), rules.promote(self_, other_)),
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
def repeat_interleave(
    self: TorchTensor,
    repeats: object,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def repeat_interleave(
    self: ArrayLike,
    repeats: ArrayLike,
    output_size: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def repeat_interleave(
    self: object,
    repeats: object,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Repeats every element, in a row (aclnnRepeatInterleave).

        out = repeats[0] times self's first element, repeats[1] times the second, ...

    self         the elements, of up to 8 dimensions: uint8, int8, int16, int32, int64, bool,
                 float16, float32; bfloat16 not on Ascend910; uint16, uint32, uint64 on Ascend950
    repeats      how often each is repeated: as many numbers as self has elements, or one for all; 0
                 and more: int64, int32
    output_size  their sum, of one for all the sum over self
    out          a row of so many, of the same type

    Returns an array with the shape row(output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    repeats_ = make.tensor("repeats", repeats)
    output_size_ = convert.integer("output_size", output_size)
    return make.run(
        "aclnnRepeatInterleave",
        self_,
        repeats_,
        output_size_,
        make.output("out", out, rules.row(output_size_), self_.type),
    )


@overload
def repeat_interleave_grad(
    y_grad: TorchTensor,
    repeats: object,
    axis: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def repeat_interleave_grad(
    y_grad: ArrayLike,
    repeats: ArrayLike,
    axis: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def repeat_interleave_grad(
    y_grad: object,
    repeats: object,
    axis: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """Adds the repeats of each place up: the gradient of RepeatInterleave
    (aclnnRepeatInterleaveGrad).

        out = the sum of the first repeats[0] places of yGrad along axis, that of the next
            repeats[1], ...

    y_grad   the summands, of 1 to 8 dimensions: float32, float16, bfloat16 on Ascend910B,
             Ascend910_93 and Ascend950
    repeats  how many places make one of out: a number for each, or one for all; 0 and more: int32,
             int64
    axis     the dimension; negative ones count from the last
    out      the sums, of the same type

    Returns an array with the shape repeated_sums(y_grad, repeats, axis) and the data type of
    y_grad.
    """
    y_grad_ = make.tensor("y_grad", y_grad)
    repeats_ = make.tensor("repeats", repeats)
    axis_ = convert.integer("axis", axis)
    return make.run(
        "aclnnRepeatInterleaveGrad",
        y_grad_,
        repeats_,
        axis_,
        make.output("out", out, rules.repeated_sums(y_grad_, repeats_, axis_), y_grad_.type),
    )


@overload
def repeat_interleave_int(
    self: TorchTensor,
    repeats: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def repeat_interleave_int(
    self: ArrayLike,
    repeats: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def repeat_interleave_int(
    self: object,
    repeats: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Repeats every element as often, in a row (aclnnRepeatInterleaveInt).

        out[i] = element i / repeats of self

    self         the elements, of up to 8 dimensions: uint8, int8, int16, int32, int64, bool,
                 float16, float32; bfloat16 not on Ascend910; uint16, uint32, uint64 on Ascend950
    repeats      how often each is repeated, 0 or more
    output_size  repeats times the elements of self
    out          a row of so many, of the same type

    Returns an array with the shape row(output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    repeats_ = convert.integer("repeats", repeats)
    output_size_ = convert.integer("output_size", output_size)
    return make.run(
        "aclnnRepeatInterleaveInt",
        self_,
        repeats_,
        output_size_,
        make.output("out", out, rules.row(output_size_), self_.type),
    )


@overload
def repeat_interleave_int_with_dim(
    self: TorchTensor,
    repeats: SupportsIndex,
    dim: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def repeat_interleave_int_with_dim(
    self: ArrayLike,
    repeats: SupportsIndex,
    dim: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def repeat_interleave_int_with_dim(
    self: object,
    repeats: SupportsIndex,
    dim: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Repeats every place of a dimension as often (aclnnRepeatInterleaveIntWithDim).

        out[..., i, ...] = self[..., i / repeats, ...]

    self         the elements, of 1 to 8 dimensions: uint8, int8, int16, int32, int64, bool,
                 float16, float32; bfloat16 not on Ascend910; uint16, uint32, uint64 on Ascend950
    repeats      how often each place is repeated, 0 or more
    dim          the dimension; negative ones count from the last
    output_size  repeats times the places
    out          so many places, of the same type

    Returns an array with the shape interleaved(self, dim, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    repeats_ = convert.integer("repeats", repeats)
    dim_ = convert.integer("dim", dim)
    output_size_ = convert.integer("output_size", output_size)
    return make.run(
        "aclnnRepeatInterleaveIntWithDim",
        self_,
        repeats_,
        dim_,
        output_size_,
        make.output("out", out, rules.interleaved(self_, dim_, output_size_), self_.type),
    )


@overload
def repeat_interleave_tensor(
    repeats: TorchTensor,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def repeat_interleave_tensor(
    repeats: ArrayLike,
    output_size: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def repeat_interleave_tensor(
    repeats: object,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Repeats the numbers from 0 on (aclnnRepeatInterleaveTensor).

        out = repeats[0] times 0, repeats[1] times 1, ...

    repeats      how often each number is repeated, of one dimension; 0 and more: int64, int32
    output_size  their sum
    out          a row of so many, of the same type

    Returns an array with the shape row(output_size) and the data type of repeats.
    """
    repeats_ = make.tensor("repeats", repeats)
    output_size_ = convert.integer("output_size", output_size)
    return make.run(
        "aclnnRepeatInterleaveTensor",
        repeats_,
        output_size_,
        make.output("out", out, rules.row(output_size_), repeats_.type),
    )


@overload
def repeat_interleave_with_dim(
    self: TorchTensor,
    repeats: object,
    dim: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def repeat_interleave_with_dim(
    self: ArrayLike,
    repeats: ArrayLike,
    dim: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def repeat_interleave_with_dim(
    self: object,
    repeats: object,
    dim: SupportsIndex,
    output_size: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """Repeats every place of a dimension (aclnnRepeatInterleaveWithDim).

        out = repeats[0] times the first place of self, repeats[1] times the second, ...

    self         the elements, of 1 to 8 dimensions: uint8, int8, int16, int32, int64, bool,
                 float16, float32; bfloat16 not on Ascend910; uint16, uint32, uint64 on Ascend950
    repeats      how often each place is repeated: as many numbers as there are places, or one for
                 all; 0 and more: int64, int32
    dim          the dimension; negative ones count from the last
    output_size  their sum, of one for all the sum over the places
    out          so many places, of the same type

    Returns an array with the shape interleaved(self, dim, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    repeats_ = make.tensor("repeats", repeats)
    dim_ = convert.integer("dim", dim)
    output_size_ = convert.integer("output_size", output_size)
    return make.run(
        "aclnnRepeatInterleaveWithDim",
        self_,
        repeats_,
        dim_,
        output_size_,
        make.output("out", out, rules.interleaved(self_, dim_, output_size_), self_.type),
    )


@overload
def replication_pad1d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def replication_pad1d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def replication_pad1d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Repeats the edges before and behind the last dimension (aclnnReplicationPad1d).

        out[..., i, ...] = self[..., j, ...] where j is i - before, 0 below 0, and n - 1 from n, the
            places of self, on

    self     [channels, width], or with a batch before that: float32, int32, int64, float16, int16,
             float64, int8, uint8, complex64, complex128, bfloat16; uint16, uint32, uint64, bool,
             ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn, float8_e8m0fnu on Ascend950
    padding  places that come left and right; negative ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReplicationPad1d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def replication_pad1d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def replication_pad1d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def replication_pad1d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of edges that are repeated before and behind the last dimension
    (aclnnReplicationPad1dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that ReplicationPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16, float64, complex64,
                 complex128
    self         what was padded, [channels, width], or with a batch before that; only its shape and
                 type count: float32, float16, bfloat16, float64, complex64, complex128
    padding      places that came left and right; negative ones were cut off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReplicationPad1dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def replication_pad2d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def replication_pad2d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def replication_pad2d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Repeats the edges before and behind the last two dimensions (aclnnReplicationPad2d).

        out[..., i, ...] = self[..., j, ...] where j is i - before, 0 below 0, and n - 1 from n, the
            places of self, on

    self     [channels, height, width], or with a batch before that: float32, int32, int64, float16,
             int16, float64, int8, uint8, complex64, complex128, bfloat16; uint16, uint32, uint64,
             bool, ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn, float8_e8m0fnu on Ascend950
    padding  places that come left, right, top and bottom; negative ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReplicationPad2d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def replication_pad2d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def replication_pad2d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def replication_pad2d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of edges that are repeated before and behind the last two dimensions
    (aclnnReplicationPad2dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that ReplicationPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16, float64, complex64,
                 complex128
    self         what was padded, [channels, height, width], or with a batch before that; only its
                 shape and type count: float32, float16, bfloat16, float64, complex64, complex128
    padding      places that came left, right, top and bottom; negative ones were cut off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReplicationPad2dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def replication_pad3d(
    self: TorchTensor,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def replication_pad3d(
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def replication_pad3d(
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Repeats the edges before and behind the last three dimensions (aclnnReplicationPad3d).

        out[..., i, ...] = self[..., j, ...] where j is i - before, 0 below 0, and n - 1 from n, the
            places of self, on

    self     [channels, depth, height, width], or with a batch before that: float32, int32, int64,
             float16, int16, float64, int8, uint8, complex64, complex128, bfloat16; uint16, uint32,
             uint64, bool, ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn, float8_e8m0fnu on Ascend950
    padding  places that come left, right, top, bottom, front and back; negative ones cut off
    out      of the same type

    Returns an array with the shape padded(self, padding) and the data type of self.
    """
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReplicationPad3d",
        self_,
        padding_,
        make.output("out", out, rules.padded(self_, padding_), self_.type),
    )


@overload
def replication_pad3d_backward(
    grad_output: TorchTensor,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def replication_pad3d_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def replication_pad3d_backward(
    grad_output: object,
    self: object,
    padding: Sequence[SupportsIndex],
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of edges that are repeated before and behind the last three dimensions
    (aclnnReplicationPad3dBackward).

        gradInput[..., j, ...] = sum of gradOutput[..., i, ...] for all i that ReplicationPad takes
            from j

    grad_output  the gradient of the padded tensor: float32, float16, bfloat16, float64, complex64,
                 complex128
    self         what was padded, [channels, depth, height, width], or with a batch before that;
                 only its shape and type count: float32, float16, bfloat16, float64, complex64,
                 complex128
    padding      places that came left, right, top, bottom, front and back; negative ones were cut
                 off
    grad_input   of the same shape and type as self

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    padding_ = convert.integers("padding", padding)
    return make.run(
        "aclnnReplicationPad3dBackward",
        grad_output_,
        self_,
        padding_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def right_shift(
    input: TorchTensor,
    shift_bits: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def right_shift(
    input: ArrayLike,
    shift_bits: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def right_shift(
    input: object,
    shift_bits: object,
    *,
    out: object = None,
) -> Any:
    """Shifts the bits of every element to the right, behind the sign of signed types
    (aclnnRightShift).

        out = input >> shiftBits

    input       integers: int8, int16, int32, int64, uint8, uint16, uint32, uint64
    shift_bits  the distances: int8, int16, int32, int64, uint8, uint16, uint32, uint64
    out         the shifted integers

    Returns an array with the shape broadcast(input, shift_bits) and the data type promote(input,
    shift_bits).
    """
    input_ = make.tensor("input", input)
    shift_bits_ = make.tensor("shift_bits", shift_bits)
    return make.run(
        "aclnnRightShift",
        input_,
        shift_bits_,
        make.output(
            "out",
            out,
            rules.broadcast(input_, shift_bits_),
            rules.promote(input_, shift_bits_),
        ),
    )


@overload
def rms_norm(
    x: TorchTensor,
    gamma: object,
    epsilon: float = 1e-06,
    *,
    y_out: object = None,
    rstd_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def rms_norm(
    x: ArrayLike,
    gamma: ArrayLike,
    epsilon: float = 1e-06,
    *,
    y_out: NDArray[Any] | None = None,
    rstd_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def rms_norm(
    x: object,
    gamma: object,
    epsilon: float = 1e-06,
    *,
    y_out: object = None,
    rstd_out: object = None,
) -> tuple[Any, Any]:
    """Divides by the root of the mean square of the last dimensions (aclnnRmsNorm).

        yOut = x * rstdOut * gamma, rstdOut = 1 / sqrt(mean(x^2) + epsilon) over the dimensions of
            gamma

    x         the numbers: float32, float16; bfloat16 not on Ascend910
    gamma     factors along the last dimensions; float32, or of the type of x: float32, float16;
              bfloat16 not on Ascend910
    epsilon   what is added to the mean, as a float32
    y_out     the quotients
    rstd_out  the reciprocal roots, float32, with 1 for each dimension of gamma

    Returns y_out, an array with the shape of x and the data type of x; rstd_out, an array with the
    shape statistic(x, gamma) and the data type float32.
    """
    x_ = make.tensor("x", x)
    gamma_ = make.tensor("gamma", gamma)
    epsilon_ = convert.real("epsilon", epsilon)
    result: tuple[Any, Any] = make.run(
        "aclnnRmsNorm",
        x_,
        gamma_,
        epsilon_,
        make.output("y_out", y_out, x_.shape, x_.type),
        make.output("rstd_out", rstd_out, rules.statistic(x_, gamma_), "float32"),
    )
    return result


@overload
def rms_norm_grad(
    dy: TorchTensor,
    x: object,
    rstd: object,
    gamma: object,
    *,
    dx_out: object = None,
    dgamma_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def rms_norm_grad(
    dy: ArrayLike,
    x: ArrayLike,
    rstd: ArrayLike,
    gamma: ArrayLike,
    *,
    dx_out: NDArray[Any] | None = None,
    dgamma_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def rms_norm_grad(
    dy: object,
    x: object,
    rstd: object,
    gamma: object,
    *,
    dx_out: object = None,
    dgamma_out: object = None,
) -> tuple[Any, Any]:
    """The gradients of aclnnRmsNorm (aclnnRmsNormGrad).

        h = x * rstd, dxOut = rstd * (dy * gamma - h * mean(dy * gamma * h)), dgammaOut = the sum of
            dy * h over the dimensions before those of gamma

    dy          the gradient of what aclnnRmsNorm gave
    x           its numbers: float32, float16; bfloat16 not on Ascend910
    rstd        the reciprocal roots that it gave: float32
    gamma       its factors: float32, float16; bfloat16 not on Ascend910
    dx_out      the gradient of x
    dgamma_out  the gradient of gamma, float32

    Returns dx_out, an array with the shape of x and the data type of x; dgamma_out, an array with
    the shape of gamma and the data type float32.
    """
    dy_ = make.tensor("dy", dy)
    x_ = make.tensor("x", x)
    rstd_ = make.tensor("rstd", rstd)
    gamma_ = make.tensor("gamma", gamma)
    result: tuple[Any, Any] = make.run(
        "aclnnRmsNormGrad",
        dy_,
        x_,
        rstd_,
        gamma_,
        make.output("dx_out", dx_out, x_.shape, x_.type),
        make.output("dgamma_out", dgamma_out, gamma_.shape, "float32"),
    )
    return result


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
def rsqrt(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def rsqrt(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def rsqrt(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The reciprocal of every element's square root (aclnnRsqrt).

        out = 1 / the square root of self

    self  the numbers; integers and bool are computed in the data type of out: float32, int32,
          int64, float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on
          Ascend910
    out   the reciprocals

    Returns an array with the shape of self and the data type compute_in_out(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnRsqrt",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_out(self_)),
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
    *,
    bias: object = None,
    axis: SupportsIndex = 1,
    num_axes: SupportsIndex = 1,
    scale_from_blob: bool,
    y: object = None,
) -> TorchTensor: ...


@overload
def scale(
    x: ArrayLike,
    scale: ArrayLike,
    *,
    bias: ArrayLike | None = None,
    axis: SupportsIndex = 1,
    num_axes: SupportsIndex = 1,
    scale_from_blob: bool,
    y: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def scale(
    x: object,
    scale: object,
    *,
    bias: object = None,
    axis: SupportsIndex = 1,
    num_axes: SupportsIndex = 1,
    scale_from_blob: bool,
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
def scaled_masked_softmax(
    x: TorchTensor,
    mask: object,
    scale: float = 1.0,
    fixed_triu_mask: bool = False,
    *,
    y: object = None,
) -> TorchTensor: ...


@overload
def scaled_masked_softmax(
    x: ArrayLike,
    mask: ArrayLike,
    scale: float = 1.0,
    fixed_triu_mask: bool = False,
    *,
    y: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def scaled_masked_softmax(
    x: object,
    mask: object,
    scale: float = 1.0,
    fixed_triu_mask: bool = False,
    *,
    y: object = None,
) -> Any:
    """The softmax of scaled numbers along the last dimension, without those that are masked
    (aclnnScaledMaskedSoftmax).

        y = exp(z - m) / the sum of exp(z - m) along the last dimension, with z = -10000 where mask
            is true, else scale * x, and m the largest along it

    x                the numbers, of four dimensions, the last of 1 to 4096 places (8192 on
                     Ascend950): float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
                     Ascend950
    mask             what is left out, in the shape of x, or with 1 in the first dimensions: bool
    scale            a factor, as a float32
    fixed_triu_mask  false
    y                the quotients

    Returns an array with the shape of x and the data type of x.
    """
    x_ = make.tensor("x", x)
    mask_ = make.tensor("mask", mask)
    scale_ = convert.real("scale", scale)
    fixed_triu_mask_ = convert.boolean("fixed_triu_mask", fixed_triu_mask)
    return make.run(
        "aclnnScaledMaskedSoftmax",
        x_,
        mask_,
        scale_,
        fixed_triu_mask_,
        make.output("y", y, x_.shape, x_.type),
    )


@overload
def scaled_masked_softmax_backward(
    grad_output: TorchTensor,
    y: object,
    mask: object,
    scale: float = 1.0,
    fix_triu_mask: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def scaled_masked_softmax_backward(
    grad_output: ArrayLike,
    y: ArrayLike,
    mask: ArrayLike,
    scale: float = 1.0,
    fix_triu_mask: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def scaled_masked_softmax_backward(
    grad_output: object,
    y: object,
    mask: object,
    scale: float = 1.0,
    fix_triu_mask: bool = False,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnScaledMaskedSoftmax (aclnnScaledMaskedSoftmaxBackward).

        out = 0 where mask is true, else scale * (gradOutput * y - y * the sum of gradOutput * y
            along the last dimension)

    grad_output    the gradient of what aclnnScaledMaskedSoftmax gave: float32, float16, bfloat16 on
                   Ascend910B, Ascend910_93 and Ascend950
    y              what it gave: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
                   Ascend950
    mask           what was left out, in the shape of y, or with 1 in the first dimensions: bool
    scale          the factor, as a float32
    fix_triu_mask  false
    out            the gradient of its numbers

    Returns an array with the shape of grad_output and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    y_ = make.tensor("y", y)
    mask_ = make.tensor("mask", mask)
    scale_ = convert.real("scale", scale)
    fix_triu_mask_ = convert.boolean("fix_triu_mask", fix_triu_mask)
    return make.run(
        "aclnnScaledMaskedSoftmaxBackward",
        grad_output_,
        y_,
        mask_,
        scale_,
        fix_triu_mask_,
        make.output("out", out, grad_output_.shape, grad_output_.type),
    )


@overload
def scatter(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    src: object,
    reduce: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def scatter(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    src: ArrayLike,
    reduce: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def scatter(
    self: object,
    dim: SupportsIndex,
    index: object,
    src: object,
    reduce: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Writes one element for each index, along one dimension (aclnnScatter).

        out = self, with out[..., index[..., i, ...], ...] = src[..., i, ...] in the order of index;
            reduce 1 adds, 2 multiplies

    self    what is changed: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
            complex64, complex128; bfloat16 not on Ascend910
    dim     the dimension; negative ones count from the last
    index   the places; 0 to the length of the dimension - 1
    src     what is written, at least as large as index
    reduce  0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller
    out     self, changed

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    src_ = make.tensor("src", src)
    reduce_ = convert.integer("reduce", reduce)
    return make.run(
        "aclnnScatter",
        self_,
        dim_,
        index_,
        src_,
        reduce_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def scatter_add(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    src: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def scatter_add(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    src: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def scatter_add(
    self: object,
    dim: SupportsIndex,
    index: object,
    src: object,
    *,
    out: object = None,
) -> Any:
    """Adds one element for each index, along one dimension (aclnnScatterAdd).

        out = self, with out[..., index[..., i, ...], ...] += src[..., i, ...] in the order of index

    self   what is added to: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128; bfloat16 not on Ascend910
    dim    the dimension; negative ones count from the last
    index  the places; 0 to the length of the dimension - 1
    src    what is added, at least as large as index
    out    the sums

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    src_ = make.tensor("src", src)
    return make.run(
        "aclnnScatterAdd",
        self_,
        dim_,
        index_,
        src_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def scatter_value(
    self: TorchTensor,
    dim: SupportsIndex,
    index: object,
    value: Number,
    reduce: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def scatter_value(
    self: ArrayLike,
    dim: SupportsIndex,
    index: ArrayLike,
    value: Number,
    reduce: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def scatter_value(
    self: object,
    dim: SupportsIndex,
    index: object,
    value: Number,
    reduce: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Writes a number for each index, along one dimension (aclnnScatterValue).

        out = self, with out[..., index[..., i, ...], ...] = value; reduce 1 adds, 2 multiplies

    self    what is changed: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
            complex64, complex128; bfloat16 not on Ascend910
    dim     the dimension; negative ones count from the last
    index   the places; 0 to the length of the dimension - 1
    value   the number, in the type of self
    reduce  0 writes, 1 adds, 2 multiplies, 3 keeps the larger, 4 the smaller
    out     self, changed

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    index_ = make.tensor("index", index)
    value_ = convert.scalar("value", value)
    reduce_ = convert.integer("reduce", reduce)
    return make.run(
        "aclnnScatterValue",
        self_,
        dim_,
        index_,
        value_,
        reduce_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def selu(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def selu(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def selu(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Bends a straight line below 0 by the exponential function, with factors that normalize
    (aclnnSelu).

        out = 1.0507009873554805 * (max(0, self) + min(0, 1.6732632423543772 * (e ^ self - 1)))

    self  the numbers: float32, float16, int32, int8; bfloat16 not on Ascend910
    out   the result; the fraction is cut off where self is an integer

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSelu",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def selu_backward(
    grad_output: TorchTensor,
    result: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def selu_backward(
    grad_output: ArrayLike,
    result: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def selu_backward(
    grad_output: object,
    result: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Selu, from its result (aclnnSeluBackward).

        gradInput = gradOutput * s where result >= 0, else gradOutput * (result + s *
            1.6732632423543772), s = 1.0507009873554805

    grad_output  the gradient by the result: float32, float16, int32, int8; bfloat16 not on
                 Ascend910
    result       the result of Selu
    grad_input   the gradient; integers are rounded to the nearest, to even of two

    Returns an array with the shape of grad_output and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    result_ = make.tensor("result", result)
    return make.run(
        "aclnnSeluBackward",
        grad_output_,
        result_,
        make.output("grad_input", grad_input, grad_output_.shape, grad_output_.type),
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
def sigmoid(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sigmoid(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sigmoid(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The logistic function of every element (aclnnSigmoid).

        out = 1 / (1 + e ^ -self)

    self  the numbers; integers and bool are computed in the data type of out: float32, float16,
          float64, complex64, complex128, int8, uint8, int16, int32, int64, bool; bfloat16 not on
          Ascend910
    out   the result

    Returns an array with the shape of self and the data type compute_in_result(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSigmoid",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_result(self_)),
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
def sign_bits_pack(
    self: TorchTensor,
    size: SupportsIndex,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sign_bits_pack(
    self: ArrayLike,
    size: SupportsIndex,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sign_bits_pack(
    self: object,
    size: SupportsIndex,
    *,
    out: object = None,
) -> Any:
    """The signs of numbers, eight a byte (aclnnSignBitsPack).

        bit i % 8 of byte i / 8 of out = self[i] >= 0

    self  the numbers, in one dimension; not NaN: float32, float16 on Ascend910B, Ascend910_93 and
          Ascend950
    size  the first dimension of out
    out   the signs, in two dimensions; numbers that are missing in the last byte count as -1

    Returns an array with the shape packed(self, size) and the data type uint8.
    """
    self_ = make.tensor("self", self)
    size_ = convert.integer("size", size)
    return make.run(
        "aclnnSignBitsPack",
        self_,
        size_,
        make.output("out", out, rules.packed(self_, size_), "uint8"),
    )


@overload
def sign_bits_unpack(
    self: TorchTensor,
    size: SupportsIndex,
    dtype: object = "float32",
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sign_bits_unpack(
    self: ArrayLike,
    size: SupportsIndex,
    dtype: object = "float32",
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sign_bits_unpack(
    self: object,
    size: SupportsIndex,
    dtype: object = "float32",
    *,
    out: object = None,
) -> Any:
    """1 and -1 for the signs that are eight a byte (aclnnSignBitsUnpack).

        out[i] = 1 where bit i % 8 of self[i / 8] is 1, else -1

    self   the signs, in one dimension: uint8 on Ascend910B, Ascend910_93 and Ascend950
    size   the first dimension of out
    dtype  the data type of out
    out    1 and -1, in two dimensions

    Returns an array with the shape unpacked(self, size) and the data type dtype.
    """
    self_ = make.tensor("self", self)
    size_ = convert.integer("size", size)
    dtype_ = convert.data_type_name("dtype", dtype)
    return make.run(
        "aclnnSignBitsUnpack",
        self_,
        size_,
        convert.type_code(dtype_),
        make.output("out", out, rules.unpacked(self_, size_), dtype_),
    )


@overload
def signbit(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def signbit(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def signbit(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Which elements of a tensor have a sign: those less than 0, and -0 (aclnnSignbit).

        out = sign of self

    self  the numbers: float32, int32, int64, float16, int16, int8, uint8, float64, uint32, uint64,
          uint16, bool; bfloat16 not on Ascend910
    out   true and false, as 1 and 0 in a type of numbers

    Returns an array with the shape of self and the data type bool.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSignbit",
        self_,
        make.output("out", out, self_.shape, "bool"),
    )


@overload
def silu(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def silu(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def silu(
    self: object,
    *,
    out: object = None,
) -> Any:
    """Multiplies every element by its logistic function (aclnnSilu).

        out = self / (1 + e ^ -self)

    self  the numbers: float32, float16; bfloat16 not on Ascend910
    out   the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSilu",
        self_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def silu_backward(
    grad_output: TorchTensor,
    self: object,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def silu_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def silu_backward(
    grad_output: object,
    self: object,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Silu (aclnnSiluBackward).

        gradInput = gradOutput * s * (1 + self * (1 - s)), s = 1 / (1 + e ^ -self)

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Silu was given: float32, float16; bfloat16 not on Ascend910
    grad_input   the gradient

    Returns an array with the shape of grad_output and the data type
    compute_in_common_half(grad_output, self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSiluBackward",
        grad_output_,
        self_,
        make.output(
            "grad_input",
            grad_input,
            grad_output_.shape,
            rules.compute_in_common_half(grad_output_, self_),
        ),
    )


@overload
def sin(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sin(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sin(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The sine of every element (aclnnSin).

        out = sin(self)

    self  angles in radians; integers and bool are computed in float32: float32, int32, int64,
          float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on
          Ascend910
    out   their sines

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSin",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def sinc(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sinc(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sinc(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The normalised sinc function of every element (aclnnSinc).

        out = sin(pi self) / (pi self), and 1 where self is 0

    self  the numbers; integers and bool are computed in float32: float32, float16, float64, int8,
          int16, int32, int64, uint8, bool; bfloat16 not on Ascend910
    out   the results

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSinc",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def sinh(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sinh(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sinh(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The hyperbolic sine of every element (aclnnSinh).

        out = sinh(self)

    self  the numbers; integers and bool are computed in the data type of out: float32, int32,
          int64, float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on
          Ascend910
    out   their hyperbolic sines

    Returns an array with the shape of self and the data type compute_in_out(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSinh",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_out(self_)),
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
def slogdet(
    self: TorchTensor,
    *,
    sign_out: object = None,
    log_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def slogdet(
    self: ArrayLike,
    *,
    sign_out: NDArray[Any] | None = None,
    log_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def slogdet(
    self: object,
    *,
    sign_out: object = None,
    log_out: object = None,
) -> tuple[Any, Any]:
    """Finds the sign and the logarithm of the magnitude of determinants (aclnnSlogdet).

        det(self) = signOut * exp(logOut)

    self      the matrices, [..., n, n]: float32, float64, complex64, complex128
    sign_out  the signs, [...]: -1, 0 or 1; of complex matrices of magnitude 1 or 0
    log_out   the logarithms, [...]; -infinity of a singular matrix

    Returns sign_out, an array with the shape batches(self) and the data type of self; log_out, an
    array with the shape batches(self) and the data type of self.
    """
    self_ = make.tensor("self", self)
    result: tuple[Any, Any] = make.run(
        "aclnnSlogdet",
        self_,
        make.output("sign_out", sign_out, rules.batches(self_), self_.type),
        make.output("log_out", log_out, rules.batches(self_), self_.type),
    )
    return result


@overload
def smooth_l1_loss(
    self: TorchTensor,
    target: object,
    reduction: SupportsIndex = 1,
    beta: float = 1.0,
    *,
    result: object = None,
) -> TorchTensor: ...


@overload
def smooth_l1_loss(
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    beta: float = 1.0,
    *,
    result: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def smooth_l1_loss(
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    beta: float = 1.0,
    *,
    result: object = None,
) -> Any:
    """Differences, squared where they are small; their mean or their sum (aclnnSmoothL1Loss).

        result = d^2 / (2 beta) where d = |self - target| is below beta, else d - beta / 2, or the
            mean or the sum of these

    self       the numbers: float32, float16; bfloat16 not on Ascend910
    target     what they should be: float32, float16; bfloat16 not on Ascend910
    reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum
    beta       differences below it are squared; not negative
    result     the losses

    Returns an array with the shape loss(self, target, reduction) and the data type promote(self,
    target).
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    beta_ = convert.real("beta", beta)
    return make.run(
        "aclnnSmoothL1Loss",
        self_,
        target_,
        reduction_,
        beta_,
        make.output(
            "result",
            result,
            rules.loss(self_, target_, reduction_),
            rules.promote(self_, target_),
        ),
    )


@overload
def smooth_l1_loss_backward(
    grad_out: TorchTensor,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    beta: float = 1.0,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def smooth_l1_loss_backward(
    grad_out: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    beta: float = 1.0,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def smooth_l1_loss_backward(
    grad_out: object,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    beta: float = 1.0,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of aclnnSmoothL1Loss (aclnnSmoothL1LossBackward).

        gradInput = gradOut * (d / beta where d = self - target is below beta, else the sign of d),
            over the number of elements with reduction 1

    grad_out    the gradient of the losses, or of the one: float32, float16; bfloat16 not on
                Ascend910
    self        the numbers: float32, float16; bfloat16 not on Ascend910
    target      what they should be: float32, float16; bfloat16 not on Ascend910
    reduction   how elements are joined: 0 not, 1 to their mean, 2 to their sum
    beta        differences below it were squared; not negative
    grad_input  the gradient of self

    Returns an array with the shape broadcast(grad_out, self, target) and the data type
    promote(grad_out, self, target).
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    beta_ = convert.real("beta", beta)
    return make.run(
        "aclnnSmoothL1LossBackward",
        grad_out_,
        self_,
        target_,
        reduction_,
        beta_,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_out_, self_, target_),
            rules.promote(grad_out_, self_, target_),
        ),
    )


@overload
def soft_margin_loss(
    self: TorchTensor,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def soft_margin_loss(
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def soft_margin_loss(
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """The loss of two classes, 1 and -1; its mean or its sum (aclnnSoftMarginLoss).

        out = log(1 + exp(-target * self)), or the mean or the sum of these

    self       the numbers: float32, float16; bfloat16 not on Ascend910
    target     the classes, 1 and -1: float32, float16; bfloat16 not on Ascend910
    reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum
    out        the losses

    Returns an array with the shape loss(self, target, reduction) and the data type promote(self,
    target).
    """
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnSoftMarginLoss",
        self_,
        target_,
        reduction_,
        make.output(
            "out",
            out,
            rules.loss(self_, target_, reduction_),
            rules.promote(self_, target_),
        ),
    )


@overload
def soft_margin_loss_backward(
    grad_output: TorchTensor,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def soft_margin_loss_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    target: ArrayLike,
    reduction: SupportsIndex = 1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def soft_margin_loss_backward(
    grad_output: object,
    self: object,
    target: object,
    reduction: SupportsIndex = 1,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnSoftMarginLoss (aclnnSoftMarginLossBackward).

        out = -gradOutput * target / (1 + exp(target * self)), over the number of elements with
            reduction 1

    grad_output  the gradient of the losses, or of the one: float32, float16; bfloat16 not on
                 Ascend910
    self         the numbers: float32, float16; bfloat16 not on Ascend910
    target       the classes, 1 and -1: float32, float16; bfloat16 not on Ascend910
    reduction    how elements are joined: 0 not, 1 to their mean, 2 to their sum
    out          the gradient of self

    Returns an array with the shape broadcast(grad_output, self, target) and the data type
    promote(grad_output, self, target).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    target_ = make.tensor("target", target)
    reduction_ = convert.integer("reduction", reduction)
    return make.run(
        "aclnnSoftMarginLossBackward",
        grad_output_,
        self_,
        target_,
        reduction_,
        make.output(
            "out",
            out,
            rules.broadcast(grad_output_, self_, target_),
            rules.promote(grad_output_, self_, target_),
        ),
    )


@overload
def softmax(
    self: TorchTensor,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def softmax(
    self: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def softmax(
    self: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """Exponentials over their sum along a dimension (aclnnSoftmax).

        out = exp(self - m) / the sum of exp(self - m) along dim, with m the largest along dim

    self  the exponents: float32, float16, float64; bfloat16 not on Ascend910
    dim   the dimension to sum along, negative ones counted from the last
    out   the quotients

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnSoftmax",
        self_,
        dim_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def softmax_backward(
    grad_output: TorchTensor,
    output: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def softmax_backward(
    grad_output: ArrayLike,
    output: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def softmax_backward(
    grad_output: object,
    output: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """The gradient of aclnnSoftmax (aclnnSoftmaxBackward).

        out = output * (gradOutput - the sum of gradOutput * output along dim)

    grad_output  the gradient of what aclnnSoftmax gave: float32, float16; bfloat16 not on Ascend910
    output       what it gave: float32, float16; bfloat16 not on Ascend910
    dim          the dimension that it summed along
    out          the gradient of its input

    Returns an array with the shape of grad_output and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    output_ = make.tensor("output", output)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnSoftmaxBackward",
        grad_output_,
        output_,
        dim_,
        make.output("out", out, grad_output_.shape, grad_output_.type),
    )


@overload
def softmax_cross_entropy_with_logits(
    features: TorchTensor,
    labels: object,
    *,
    loss: object = None,
    backprop: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def softmax_cross_entropy_with_logits(
    features: ArrayLike,
    labels: ArrayLike,
    *,
    loss: NDArray[Any] | None = None,
    backprop: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def softmax_cross_entropy_with_logits(
    features: object,
    labels: object,
    *,
    loss: object = None,
    backprop: object = None,
) -> tuple[Any, Any]:
    """The cross entropy of labels and the softmax of rows, and its gradient
    (aclnnSoftmaxCrossEntropyWithLogits).

        loss[n] = -the sum over c of labels[n, c] * log(s[n, c]), backprop = s - labels, with s[n,
            c] = exp(features[n, c]) / the sum of exp(features[n, :])

    features  the exponents, (N, C): float32, float16; bfloat16 not on Ascend910
    labels    probabilities, (N, C), or what broadcasts to it: float32, float16; bfloat16 not on
              Ascend910
    loss      the losses, (N)
    backprop  the gradient of features by the sum of the losses

    Returns loss, an array with the shape matrix_rows(features) and the data type of features;
    backprop, an array with the shape of features and the data type of features.
    """
    features_ = make.tensor("features", features)
    labels_ = make.tensor("labels", labels)
    result: tuple[Any, Any] = make.run(
        "aclnnSoftmaxCrossEntropyWithLogits",
        features_,
        labels_,
        make.output("loss", loss, rules.matrix_rows(features_), features_.type),
        make.output("backprop", backprop, features_.shape, features_.type),
    )
    return result


@overload
def softplus(
    self: TorchTensor,
    beta: Number = 1,
    threshold: Number = 20,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def softplus(
    self: ArrayLike,
    beta: Number = 1,
    threshold: Number = 20,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def softplus(
    self: object,
    beta: Number = 1,
    threshold: Number = 20,
    *,
    out: object = None,
) -> Any:
    """A smooth form of max(self, 0) (aclnnSoftplus).

        out = self where beta * self > threshold, else log(1 + e ^ (beta * self)) / beta

    self       the numbers: float32, float16; bfloat16 not on Ascend910
    beta       the steepness, as float32
    threshold  where it is a straight line, as float32
    out        the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    beta_ = convert.scalar("beta", beta)
    threshold_ = convert.scalar("threshold", threshold)
    return make.run(
        "aclnnSoftplus",
        self_,
        beta_,
        threshold_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def softplus_backward(
    grad_output: TorchTensor,
    self: object,
    beta: Number = 1,
    threshold: Number = 20,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def softplus_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    beta: Number = 1,
    threshold: Number = 20,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def softplus_backward(
    grad_output: object,
    self: object,
    beta: Number = 1,
    threshold: Number = 20,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Softplus (aclnnSoftplusBackward).

        gradInput = gradOutput where beta * self > threshold, else gradOutput / (1 + e ^ (-beta *
            self))

    grad_output  the gradient by the result: float32, float16, float64; bfloat16 not on Ascend910
    self         what Softplus was given: float32, float16, float64, bool, uint8, int8, int16,
                 int32, int64; bfloat16 not on Ascend910
    beta         its steepness, as float32
    threshold    where it is a straight line, as float32
    grad_input   the gradient

    Returns an array with the shape of self and the data type compute_in_common_half(grad_output,
    self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    beta_ = convert.scalar("beta", beta)
    threshold_ = convert.scalar("threshold", threshold)
    return make.run(
        "aclnnSoftplusBackward",
        grad_output_,
        self_,
        beta_,
        threshold_,
        make.output(
            "grad_input",
            grad_input,
            self_.shape,
            rules.compute_in_common_half(grad_output_, self_),
        ),
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
def softshrink_backward(
    grad_output: TorchTensor,
    self: object,
    lambda_: Number = 0.5,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def softshrink_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    lambda_: Number = 0.5,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def softshrink_backward(
    grad_output: object,
    self: object,
    lambda_: Number = 0.5,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Softshrink (aclnnSoftshrinkBackward).

        gradInput = gradOutput where self > lambda or self < -lambda, else 0

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Softshrink was given: float32, float16; bfloat16 not on Ascend910
    lambda_      how near to 0
    grad_input   the gradient; float32 where the data types of the operands differ, else theirs

    Returns an array with the shape broadcast(grad_output, self) and the data type
    compute_in_common_half(grad_output, self).
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    lambda__ = convert.scalar("lambda_", lambda_)
    return make.run(
        "aclnnSoftshrinkBackward",
        grad_output_,
        self_,
        lambda__,
        make.output(
            "grad_input",
            grad_input,
            rules.broadcast(grad_output_, self_),
            rules.compute_in_common_half(grad_output_, self_),
        ),
    )


@overload
def sort(
    self: TorchTensor,
    stable: bool = False,
    dim: SupportsIndex = -1,
    descending: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def sort(
    self: ArrayLike,
    stable: bool = False,
    dim: SupportsIndex = -1,
    descending: bool = False,
    *,
    values_out: NDArray[Any] | None = None,
    indices_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def sort(
    self: object,
    stable: bool = False,
    dim: SupportsIndex = -1,
    descending: bool = False,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[Any, Any]:
    """Sorts along a dimension: NaN is above all numbers, and equal elements stay in their order
    (aclnnSort).

        valuesOut = self in order, indicesOut = where its elements were along dim

    self         the elements: float16, float32, bfloat16, uint8, int8, int16, int32, int64, bool;
                 uint16, uint32, uint64 on Ascend950
    stable       makes no difference: the order of equal elements is always kept
    dim          the dimension
    descending   whether the largest are first
    values_out   the elements
    indices_out  their places along dim

    Returns values_out, an array with the shape of self and the data type of self; indices_out, an
    array with the shape of self and the data type int64.
    """
    self_ = make.tensor("self", self)
    stable_ = convert.boolean("stable", stable)
    dim_ = convert.integer("dim", dim)
    descending_ = convert.boolean("descending", descending)
    result: tuple[Any, Any] = make.run(
        "aclnnSort",
        self_,
        stable_,
        dim_,
        descending_,
        make.output("values_out", values_out, self_.shape, self_.type),
        make.output("indices_out", indices_out, self_.shape, "int64"),
    )
    return result


def split_tensor(
    self: object,
    split_sections: SupportsIndex,
    dim: SupportsIndex = 0,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Cuts a tensor into parts of one size (aclnnSplitTensor).

        out[i] = self[..., i * splitSections : (i + 1) * splitSections, ...]

    self            the tensor, of 1 to 8 dimensions: float64, float32, float16, bfloat16, int64,
                    int32, int16, int8, uint8, bool, complex128, complex64; uint16, uint32, uint64
                    on Ascend950
    split_sections  places of a part; the last one may have fewer
    dim             the dimension that is cut; negative ones count from the last
    out             the parts, of one type; self's is converted to it

    Returns arrays with the shapes sections(self, split_sections, dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    split_sections_ = convert.integer("split_sections", split_sections, "uint64_t")
    dim_ = convert.integer("dim", dim)
    result: list[Any] = make.run(
        "aclnnSplitTensor",
        self_,
        split_sections_,
        dim_,
        make.parts("out", out, rules.sections(self_, split_sections_, dim_), self_.type),
    )
    return result


def split_with_size(
    self: object,
    split_size: Sequence[SupportsIndex],
    dim: SupportsIndex = 0,
    *,
    out: Sequence[Any] | None = None,
) -> list[Any]:
    """Cuts a tensor into parts (aclnnSplitWithSize).

        out[i] = the next splitSize[i] places of self

    self        the tensor, of 1 to 8 dimensions: float64, float32, float16, bfloat16, int64, int32,
                int16, int8, uint8, bool, complex128, complex64; uint16, uint32, uint64 on Ascend950
    split_size  places of each part, all of them together
    dim         the dimension that is cut; negative ones count from the last
    out         the parts, each of any type; self's is converted to it

    Returns arrays with the shapes split(self, split_size, dim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    split_size_ = convert.integers("split_size", split_size)
    dim_ = convert.integer("dim", dim)
    result: list[Any] = make.run(
        "aclnnSplitWithSize",
        self_,
        split_size_,
        dim_,
        make.parts("out", out, rules.split(self_, split_size_, dim_), self_.type),
    )
    return result


@overload
def sqrt(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def sqrt(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def sqrt(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The square root of every element (aclnnSqrt).

        out = the square root of self

    self  the numbers; int64 is computed in float64, other integers and bool in float32: float32,
          int32, int64, float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16
          not on Ascend910
    out   their roots; NaN of negative numbers

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnSqrt",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
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
def squared_relu(
    input: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def squared_relu(
    input: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def squared_relu(
    input: object,
    *,
    out: object = None,
) -> Any:
    """The square of elements that are positive, and 0 for others (aclnnSquaredRelu).

        out = max(input, 0) ^ 2

    input  the numbers: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    out    the result

    Returns an array with the shape of input and the data type of input.
    """
    input_ = make.tensor("input", input)
    return make.run(
        "aclnnSquaredRelu",
        input_,
        make.output("out", out, input_.shape, input_.type),
    )


def stack(
    tensors: Sequence[object],
    dim: SupportsIndex = 0,
    *,
    out: Any = None,
) -> Any:
    """Joins tensors along a new dimension (aclnnStack).

        out[..., i, ...] = tensors[i]

    tensors  the tensors, of one shape with up to 8 dimensions; of different types they are
             converted to the common one: float32, float16, int8, int16, int32, int64, uint8,
             uint16, uint32, uint64, bool, float64, complex64, complex128; bfloat16 not on Ascend910
    dim      where the new dimension is in out; negative ones count from its last
    out      all of them, in a type that the common one converts to

    Returns an array with the shape stacked(tensors, dim) and the data type promote_list(tensors).
    """
    tensors_ = make.tensors("tensors", tensors)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnStack",
        tensors_,
        dim_,
        make.output("out", out, rules.stacked(tensors_, dim_), rules.promote_list(tensors_)),
    )


@overload
def std(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def std(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def std(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The standard deviation over dimensions (aclnnStd).

        out = sqrt(the sum over dim of (self - mean)^2, over how many they are less correction)

    self        the numbers: float32, float16; bfloat16 not on Ascend910
    dim         the dimensions to take it over, negative ones counted from the last; none means all
    correction  what is taken off the number of elements
    keepdim     whether they stay, as dimensions of 1
    out         the standard deviations

    Returns an array with the shape reduced(self, dim, keepdim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    correction_ = convert.integer("correction", correction)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnStd",
        self_,
        dim_,
        correction_,
        keepdim_,
        make.output("out", out, rules.reduced(self_, dim_, keepdim_), self_.type),
    )


@overload
def std_mean_correction(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    std_out: object = None,
    mean_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def std_mean_correction(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    std_out: NDArray[Any] | None = None,
    mean_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def std_mean_correction(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    std_out: object = None,
    mean_out: object = None,
) -> tuple[Any, Any]:
    """The standard deviation and the mean over dimensions (aclnnStdMeanCorrection).

        stdOut = sqrt(the sum over dim of (self - meanOut)^2, over how many they are less
            correction); meanOut = the mean over dim

    self        the numbers: float32, float16; bfloat16 not on Ascend910
    dim         the dimensions to take them over, negative ones counted from the last; none means
                all
    correction  what is taken off the number of elements
    keepdim     whether they stay, as dimensions of 1
    std_out     the standard deviations
    mean_out    the means

    Returns std_out, an array with the shape reduced(self, dim, keepdim) and the data type of self;
    mean_out, an array with the shape reduced(self, dim, keepdim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    correction_ = convert.integer("correction", correction)
    keepdim_ = convert.boolean("keepdim", keepdim)
    result: tuple[Any, Any] = make.run(
        "aclnnStdMeanCorrection",
        self_,
        dim_,
        correction_,
        keepdim_,
        make.output("std_out", std_out, rules.reduced(self_, dim_, keepdim_), self_.type),
        make.output("mean_out", mean_out, rules.reduced(self_, dim_, keepdim_), self_.type),
    )
    return result


@overload
def strided_slice(
    self: TorchTensor,
    begin: Sequence[SupportsIndex],
    end: Sequence[SupportsIndex],
    strides: Sequence[SupportsIndex],
    begin_mask: SupportsIndex = 0,
    end_mask: SupportsIndex = 0,
    ellipsis_mask: SupportsIndex = 0,
    new_axis_mask: SupportsIndex = 0,
    shrink_axis_mask: SupportsIndex = 0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def strided_slice(
    self: ArrayLike,
    begin: Sequence[SupportsIndex],
    end: Sequence[SupportsIndex],
    strides: Sequence[SupportsIndex],
    begin_mask: SupportsIndex = 0,
    end_mask: SupportsIndex = 0,
    ellipsis_mask: SupportsIndex = 0,
    new_axis_mask: SupportsIndex = 0,
    shrink_axis_mask: SupportsIndex = 0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def strided_slice(
    self: object,
    begin: Sequence[SupportsIndex],
    end: Sequence[SupportsIndex],
    strides: Sequence[SupportsIndex],
    begin_mask: SupportsIndex = 0,
    end_mask: SupportsIndex = 0,
    ellipsis_mask: SupportsIndex = 0,
    new_axis_mask: SupportsIndex = 0,
    shrink_axis_mask: SupportsIndex = 0,
    *,
    out: object = None,
) -> Any:
    """Cuts a part out of several dimensions, by entries as an index expression has them
    (aclnnStridedSlice).

        out = self[begin[0]:end[0]:strides[0], ...]; a bit i of a mask is about entry i

    self              the tensor, of up to 8 dimensions: float32, float16, int8, int16, int32,
                      int64, uint8, uint16, uint32, uint64, bool, bfloat16, ACL_COMPLEX32,
                      complex64, ACL_HIFLOAT8, float8_e5m2, float8_e4m3fn on Ascend950
    begin             the first place of each entry; negative ones count from the end, those outside
                      become the nearest
    end               the places behind the last, as begin
    strides           from one place to the next, not 0; negative ones go backwards
    begin_mask        entries that begin at the end that their stride comes from
    end_mask          entries that reach the other end
    ellipsis_mask     the one entry that stands for all dimensions that no other names
    new_axis_mask     entries that put in a dimension of 1
    shrink_axis_mask  entries that take the place begin, and the dimension out
    out               the part, of the same type

    Returns an array with the shape strided(self, begin, end, strides, begin_mask, end_mask,
    ellipsis_mask, new_axis_mask, shrink_axis_mask) and the data type of self.
    """
    self_ = make.tensor("self", self)
    begin_ = convert.integers("begin", begin)
    end_ = convert.integers("end", end)
    strides_ = convert.integers("strides", strides)
    begin_mask_ = convert.integer("begin_mask", begin_mask)
    end_mask_ = convert.integer("end_mask", end_mask)
    ellipsis_mask_ = convert.integer("ellipsis_mask", ellipsis_mask)
    new_axis_mask_ = convert.integer("new_axis_mask", new_axis_mask)
    shrink_axis_mask_ = convert.integer("shrink_axis_mask", shrink_axis_mask)
    return make.run(
        "aclnnStridedSlice",
        self_,
        begin_,
        end_,
        strides_,
        begin_mask_,
        end_mask_,
        ellipsis_mask_,
        new_axis_mask_,
        shrink_axis_mask_,
        make.output(
            "out",
            out,
            rules.strided(
                self_,
                begin_,
                end_,
                strides_,
                begin_mask_,
                end_mask_,
                ellipsis_mask_,
                new_axis_mask_,
                shrink_axis_mask_,
            ),
            self_.type,
        ),
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
    out: Any = None,
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
def swi_glu(
    x: TorchTensor,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def swi_glu(
    x: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def swi_glu(
    x: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """Multiplies one half of a tensor by Silu of the other (aclnnSwiGlu).

        out = a / (1 + e ^ -a) * b, x = [a, b] along dim

    x    both halves: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    dim  the dimension that they lie along; negative ones count from the last
    out  the result

    Returns an array with the shape halved(x, dim) and the data type of x.
    """
    x_ = make.tensor("x", x)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnSwiGlu",
        x_,
        dim_,
        make.output("out", out, rules.halved(x_, dim_), x_.type),
    )


@overload
def swi_glu_grad(
    y_grad: TorchTensor,
    x: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def swi_glu_grad(
    y_grad: ArrayLike,
    x: ArrayLike,
    dim: SupportsIndex = -1,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def swi_glu_grad(
    y_grad: object,
    x: object,
    dim: SupportsIndex = -1,
    *,
    out: object = None,
) -> Any:
    """The gradient of SwiGlu (aclnnSwiGluGrad).

        out = [yGrad * b * s * (1 + a * (1 - s)), yGrad * a * s] along dim, x = [a, b], s = 1 / (1 +
            e ^ -a)

    y_grad  the gradient by the result
    x       what SwiGlu was given: float32, float16, bfloat16 on Ascend910B, Ascend910_93 and
            Ascend950
    dim     the dimension that the halves lie along
    out     the gradient

    Returns an array with the shape of x and the data type of x.
    """
    y_grad_ = make.tensor("y_grad", y_grad)
    x_ = make.tensor("x", x)
    dim_ = convert.integer("dim", dim)
    return make.run(
        "aclnnSwiGluGrad",
        y_grad_,
        x_,
        dim_,
        make.output("out", out, x_.shape, x_.type),
    )


@overload
def swish(
    self: TorchTensor,
    beta: Number | None = None,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def swish(
    self: ArrayLike,
    beta: Number | None = None,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def swish(
    self: object,
    beta: Number | None = None,
    *,
    out: object = None,
) -> Any:
    """Multiplies every element by the logistic function of a multiple of it (aclnnSwish).

        out = self / (1 + e ^ (-betaOptional * self))

    self  the numbers: float32, float16; bfloat16 not on Ascend910
    beta  the factor, as float32; NULL is 1
    out   the result

    Returns an array with the shape of self and the data type of self.
    """
    self_ = make.tensor("self", self)
    beta_ = None if beta is None else convert.scalar("beta", beta)
    return make.run(
        "aclnnSwish",
        self_,
        beta_,
        make.output("out", out, self_.shape, self_.type),
    )


@overload
def swish_backward(
    grad_output: TorchTensor,
    self: object,
    beta: Number | None = None,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def swish_backward(
    grad_output: ArrayLike,
    self: ArrayLike,
    beta: Number | None = None,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def swish_backward(
    grad_output: object,
    self: object,
    beta: Number | None = None,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of Swish (aclnnSwishBackward).

        gradInput = gradOutput * s * (1 + betaOptional * self * (1 - s)), s = 1 / (1 + e ^
            (-betaOptional * self))

    grad_output  the gradient by the result: float32, float16; bfloat16 not on Ascend910
    self         what Swish was given: float32, float16; bfloat16 not on Ascend910
    beta         its factor, as float32; NULL is 1
    grad_input   the gradient

    Returns an array with the shape of self and the data type of self.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    self_ = make.tensor("self", self)
    beta_ = None if beta is None else convert.scalar("beta", beta)
    return make.run(
        "aclnnSwishBackward",
        grad_output_,
        self_,
        beta_,
        make.output("grad_input", grad_input, self_.shape, self_.type),
    )


@overload
def take(
    self: TorchTensor,
    index: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def take(
    self: ArrayLike,
    index: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def take(
    self: object,
    index: object,
    *,
    out: object = None,
) -> Any:
    """Reads one element for each index, of all elements in their order (aclnnTake).

        out[i] = self.flat[index[i]]

    self   what is read: float32, int32, int64, float16, int16, int8, uint8, float64, bool,
           complex64, complex128, uint16, uint32, uint64; bfloat16 not on Ascend910
    index  the places; 0 to the number of elements - 1: int32, int64
    out    what was read, of the shape of index

    Returns an array with the shape of index and the data type of self.
    """
    self_ = make.tensor("self", self)
    index_ = make.tensor("index", index)
    return make.run(
        "aclnnTake",
        self_,
        index_,
        make.output("out", out, index_.shape, self_.type),
    )


@overload
def tan(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def tan(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def tan(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The tangent of every element (aclnnTan).

        out = tan(self)

    self  angles in radians; integers and bool are computed in float32: float32, int32, int64,
          float16, int16, int8, uint8, float64, bool, complex64, complex128; bfloat16 not on
          Ascend910
    out   their tangents

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnTan",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
    )


@overload
def tanh(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def tanh(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def tanh(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The hyperbolic tangent of every element (aclnnTanh).

        out = tanh(self)

    self  the numbers; integers and bool are computed in float32: float32, float16, bool, uint8,
          int8, int16, int32, int64; bfloat16 not on Ascend910
    out   the result

    Returns an array with the shape of self and the data type compute_in_float(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnTanh",
        self_,
        make.output("out", out, self_.shape, rules.compute_in_float(self_)),
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
def topk(
    self: TorchTensor,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def topk(
    self: ArrayLike,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    values_out: NDArray[Any] | None = None,
    indices_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def topk(
    self: object,
    k: SupportsIndex,
    dim: SupportsIndex = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    values_out: object = None,
    indices_out: object = None,
) -> tuple[Any, Any]:
    """The largest or smallest elements along a dimension, in order: NaN is above all numbers, and
    of equal elements the first are taken (aclnnTopk).

        valuesOut = the first k of self in order, indicesOut = where they were along dim

    self         the elements: float32, int32, int64, float16, int16, int8, uint8, float64; bfloat16
                 not on Ascend910; uint64, uint16, uint32 on Ascend950
    k            how many are taken
    dim          the dimension
    largest      whether the largest are taken, and not the smallest
    sorted       makes no difference: they are always in order
    values_out   the elements
    indices_out  their places along dim

    Returns values_out, an array with the shape interleaved(self, dim, k) and the data type of self;
    indices_out, an array with the shape interleaved(self, dim, k) and the data type int64.
    """
    self_ = make.tensor("self", self)
    k_ = convert.integer("k", k)
    dim_ = convert.integer("dim", dim)
    largest_ = convert.boolean("largest", largest)
    sorted_ = convert.boolean("sorted", sorted)
    result: tuple[Any, Any] = make.run(
        "aclnnTopk",
        self_,
        k_,
        dim_,
        largest_,
        sorted_,
        make.output("values_out", values_out, rules.interleaved(self_, dim_, k_), self_.type),
        make.output("indices_out", indices_out, rules.interleaved(self_, dim_, k_), "int64"),
    )
    return result


@overload
def trace(
    self: TorchTensor,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def trace(
    self: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def trace(
    self: object,
    *,
    out: object = None,
) -> Any:
    """The sum of the diagonal of a matrix (aclnnTrace).

        out = the sum of self[i, i]

    self  the matrix: float32, float16, float64, complex64, complex128, int32, int64, int16, int8,
          uint8, bool; bfloat16 not on Ascend910
    out   the sum, without dimensions

    Returns an array with the shape scalar(self) and the data type total_type(self).
    """
    self_ = make.tensor("self", self)
    return make.run(
        "aclnnTrace",
        self_,
        make.output("out", out, rules.scalar(self_), rules.total_type(self_)),
    )


@overload
def trans_matmul_weight(
    mm_weight_ref: TorchTensor,
) -> TorchTensor: ...


@overload
def trans_matmul_weight(
    mm_weight_ref: ArrayLike,
) -> NDArray[Any]: ...


def trans_matmul_weight(
    mm_weight_ref: object,
) -> Any:
    """Brings the weight of a product to the device's layout; here it stays as it is
    (aclnnTransMatmulWeight).

        mmWeightRef = mmWeightRef

    mm_weight_ref  the weight, a matrix, or several on Ascend910B and 910_93, with format
                   ACL_FORMAT_ND; it is changed: float16; bfloat16, int8, float8_e4m3fn,
                   ACL_HIFLOAT8, uint8 not on Ascend910

    Returns .
    """
    mm_weight_ref_ = make.in_out("mm_weight_ref", mm_weight_ref)
    return make.run(
        "aclnnTransMatmulWeight",
        mm_weight_ref_,
    )


@overload
def triangular_solve(
    self: TorchTensor,
    a: object,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
    *,
    x_out: object = None,
    m_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def triangular_solve(
    self: ArrayLike,
    a: ArrayLike,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
    *,
    x_out: NDArray[Any] | None = None,
    m_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def triangular_solve(
    self: object,
    a: object,
    upper: bool = True,
    transpose: bool = False,
    unitriangular: bool = False,
    *,
    x_out: object = None,
    m_out: object = None,
) -> tuple[Any, Any]:
    """Solves systems with triangular matrices (aclnnTriangularSolve).

        A @ xOut = self, or A^T @ xOut = self with transpose

    self           the right sides, [..., n, k]: float32, float64, complex64, complex128
    a              the matrices, [..., n, n], of which one triangle is read; batches broadcast with
                   those of self: float32, float64, complex64, complex128
    upper          whether that is the upper triangle
    transpose      whether A is transposed
    unitriangular  whether ones are taken for the diagonal; with float32 only
    x_out          the solutions, [..., n, k]
    m_out          A for each solution, [..., n, n]; may be NULL

    Returns x_out, an array with the shape solutions(self, a) and the data type of self; m_out, an
    array with the shape triangles(self, a) and the data type of self.
    """
    self_ = make.tensor("self", self)
    a_ = make.tensor("a", a)
    upper_ = convert.boolean("upper", upper)
    transpose_ = convert.boolean("transpose", transpose)
    unitriangular_ = convert.boolean("unitriangular", unitriangular)
    result: tuple[Any, Any] = make.run(
        "aclnnTriangularSolve",
        self_,
        a_,
        upper_,
        transpose_,
        unitriangular_,
        make.output("x_out", x_out, rules.solutions(self_, a_), self_.type),
        make.output("m_out", m_out, rules.triangles(self_, a_), self_.type),
    )
    return result


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


@overload
def unfold_grad(
    grad_out: TorchTensor,
    input_sizes: Sequence[SupportsIndex],
    dim: SupportsIndex,
    size: SupportsIndex,
    step: SupportsIndex,
    *,
    grad_in: object = None,
) -> TorchTensor: ...


@overload
def unfold_grad(
    grad_out: ArrayLike,
    input_sizes: Sequence[SupportsIndex],
    dim: SupportsIndex,
    size: SupportsIndex,
    step: SupportsIndex,
    *,
    grad_in: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def unfold_grad(
    grad_out: object,
    input_sizes: Sequence[SupportsIndex],
    dim: SupportsIndex,
    size: SupportsIndex,
    step: SupportsIndex,
    *,
    grad_in: object = None,
) -> Any:
    """Adds windows of a dimension up to what they were cut from: the gradient of unfold
    (aclnnUnfoldGrad).

        gradIn[..., i, ...] = the sum of gradOut[..., w, ..., j] over i = w * step + j

    grad_out     inputSizes with the windows in place of dim, and their places behind all: float32,
                 float16, bfloat16 on Ascend910B, Ascend910_93 and Ascend950
    input_sizes  the shape of gradIn, of 1 to 7 dimensions
    dim          the dimension of the windows
    size         places of a window
    step         from one window to the next
    grad_in      the sums, of the same type

    Returns an array with the shape given_shape(input_sizes) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    input_sizes_ = convert.integers("input_sizes", input_sizes)
    dim_ = convert.integer("dim", dim)
    size_ = convert.integer("size", size)
    step_ = convert.integer("step", step)
    return make.run(
        "aclnnUnfoldGrad",
        grad_out_,
        input_sizes_,
        dim_,
        size_,
        step_,
        make.output("grad_in", grad_in, rules.given_shape(input_sizes_), grad_out_.type),
    )


@overload
def upsample_bicubic2d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_bicubic2d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_bicubic2d(
    self: object,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Images in another size, interpolated bicubically (aclnnUpsampleBicubic2d).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. out is interpolated there, by the cubic convolution, a =
            -0.75, of four elements in each dimension

    self           [batch, channels, height, width], or with the channels last: float32, float16;
                   bfloat16 not on Ascend910
    output_size    the new size, of height and width
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales_h       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_w       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    out            of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleBicubic2d",
        make.image(self_),
        output_size_,
        align_corners_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_bicubic2d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def upsample_bicubic2d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_bicubic2d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of images in another size, interpolated bicubically
    (aclnnUpsampleBicubic2dBackward).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. gradInput has the sums of gradOut times what the
            interpolation takes from each place

    grad_out       the gradient of the result, [batch, channels, height, width], or with the
                   channels last: float32, float16; bfloat16 not on Ascend910
    output_size    the new size, of height and width
    input_size     the shape of gradInput
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales_h       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_w       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    grad_input     of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleBicubic2dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        align_corners_,
        scales_h_,
        scales_w_,
        make.image(
            make.output("grad_input", grad_input, rules.given_shape(input_size_), grad_out_.type),
        ),
    )


@overload
def upsample_bilinear2d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_bilinear2d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_bilinear2d(
    self: object,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Images in another size, interpolated bilinearly (aclnnUpsampleBilinear2d).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. out is interpolated there, by two lines in each dimension

    self           [batch, channels, height, width], or with the channels last: float32, float16,
                   bfloat16, float64
    output_size    the new size, of height and width
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales_h       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_w       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    out            of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleBilinear2d",
        make.image(self_),
        output_size_,
        align_corners_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_bilinear2d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_bilinear2d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_bilinear2d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of images in another size, interpolated bilinearly
    (aclnnUpsampleBilinear2dBackward).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. out has the sums of gradOut times what the interpolation
            takes from each place

    grad_out       the gradient of the result, [batch, channels, height, width], or with the
                   channels last: float32, float16; bfloat16 not on Ascend910
    output_size    the new size, of height and width
    input_size     the shape of out
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales_h       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_w       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    out            of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleBilinear2dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        align_corners_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.given_shape(input_size_), grad_out_.type)),
    )


@overload
def upsample_bilinear2d_backward_v2(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_bilinear2d_backward_v2(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_bilinear2d_backward_v2(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of images in another size, interpolated bilinearly
    (aclnnUpsampleBilinear2dBackwardV2).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. out has the sums of gradOut times what the interpolation
            takes from each place

    grad_out       the gradient of the result, [batch, channels, height, width], or with the
                   channels last: float32, float16, bfloat16
    output_size    the new size, of height and width
    input_size     the shape of out
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales_h       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_w       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    out            of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleBilinear2dBackwardV2",
        make.image(grad_out_),
        output_size_,
        input_size_,
        align_corners_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.given_shape(input_size_), grad_out_.type)),
    )


@overload
def upsample_linear1d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scale: float = -1.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_linear1d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scale: float = -1.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_linear1d(
    self: object,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scale: float = -1.0,
    *,
    out: object = None,
) -> Any:
    """Images in another size, interpolated linearly along rows (aclnnUpsampleLinear1d).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. out is interpolated there, by the line between the two
            nearest elements

    self           [batch, channels, width]: float32, float16, bfloat16
    output_size    the new size, of the width
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scale          how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    out            of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scale_ = convert.real("scale", scale)
    return make.run(
        "aclnnUpsampleLinear1d",
        make.image(self_),
        output_size_,
        align_corners_,
        scale_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_linear1d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_linear1d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_linear1d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of images in another size, interpolated linearly along rows
    (aclnnUpsampleLinear1dBackward).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. out has the sums of gradOut times what the interpolation
            takes from each place

    grad_out       the gradient of the result, [batch, channels, width]: float32, float16, bfloat16
    output_size    the new size, of the width
    input_size     the shape of out
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales         how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    out            of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_ = convert.real("scales", scales)
    return make.run(
        "aclnnUpsampleLinear1dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        align_corners_,
        scales_,
        make.image(make.output("out", out, rules.given_shape(input_size_), grad_out_.type)),
    )


@overload
def upsample_nearest1d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest1d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest1d(
    self: object,
    output_size: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Rows in another size, of the nearest elements (aclnnUpsampleNearest1d).

        out[..., i] = self[..., min(floor(i * f), size of self - 1)]; f is 1 / factor where that is
            above 0, else the quotient of the sizes of self and out. The same in each dimension of
            the row

    self         [batch, channels, width]: float32, float16, float64, uint8; bfloat16 not on
                 Ascend910
    output_size  the new size, of the width
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    return make.run(
        "aclnnUpsampleNearest1d",
        make.image(self_),
        output_size_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest1d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest1d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest1d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of rows in another size, of the nearest elements
    (aclnnUpsampleNearest1dBackward).

        out[..., i] = sum of gradOut[..., j] for j from ceil(i * f) to ceil((i + 1) * f), without
            it; f is the factor where it is above 0, else the quotient of the sizes. The same in
            each dimension of the row

    grad_out     the gradient of the result, [batch, channels, width]: float32, float16, bfloat16,
                 float64
    output_size  the new size, of the width
    input_size   the shape of out
    scales       how many times as large the size becomes; 0 or below follows from the sizes
    out          of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    scales_ = convert.real("scales", scales)
    return make.run(
        "aclnnUpsampleNearest1dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        scales_,
        make.image(make.output("out", out, rules.given_shape(input_size_), grad_out_.type)),
    )


@overload
def upsample_nearest1d_v2(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    scale_l: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest1d_v2(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    scale_l: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest1d_v2(
    self: object,
    output_size: Sequence[SupportsIndex],
    scale_l: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Rows in another size, of the nearest elements (aclnnUpsampleNearest1dV2).

        out[..., i] = self[..., min(floor(i * f), size of self - 1)]; f is 1 / factor where that is
            above 0, else the quotient of the sizes of self and out. The same in each dimension of
            the row

    self         [batch, channels, width]: float32, float16, float64, uint8; bfloat16 not on
                 Ascend910
    output_size  the new size, of the width
    scale_l      how many times as large the size becomes; 0 or below follows from the sizes
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    scale_l_ = convert.real("scale_l", scale_l)
    return make.run(
        "aclnnUpsampleNearest1dV2",
        make.image(self_),
        output_size_,
        scale_l_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest2d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest2d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest2d(
    self: object,
    output_size: Sequence[SupportsIndex],
    *,
    out: object = None,
) -> Any:
    """Images in another size, of the nearest elements (aclnnUpsampleNearest2d).

        out[..., i] = self[..., min(floor(i * f), size of self - 1)]; f is 1 / factor where that is
            above 0, else the quotient of the sizes of self and out. The same in each dimension of
            the image

    self         [batch, channels, height, width], or with the channels last: float32, float16,
                 float64, uint8; bfloat16 not on Ascend910
    output_size  the new size, of height and width
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    return make.run(
        "aclnnUpsampleNearest2d",
        make.image(self_),
        output_size_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest2d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest2d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest2d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of images in another size, of the nearest elements
    (aclnnUpsampleNearest2dBackward).

        gradInput[..., i] = sum of gradOut[..., j] for j from ceil(i * f) to ceil((i + 1) * f),
            without it; f is the factor where it is above 0, else the quotient of the sizes. The
            same in each dimension of the image

    grad_out     the gradient of the result, [batch, channels, height, width], or with the channels
                 last: float32, float16; bfloat16 not on Ascend910
    output_size  the new size, of height and width
    input_size   the shape of gradInput
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    grad_input   of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearest2dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        scales_h_,
        scales_w_,
        make.image(
            make.output("grad_input", grad_input, rules.given_shape(input_size_), grad_out_.type),
        ),
    )


@overload
def upsample_nearest2d_v2(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest2d_v2(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest2d_v2(
    self: object,
    output_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Images in another size, of the nearest elements (aclnnUpsampleNearest2dV2).

        out[..., i] = self[..., min(floor(i * f), size of self - 1)]; f is 1 / factor where that is
            above 0, else the quotient of the sizes of self and out. The same in each dimension of
            the image

    self         [batch, channels, height, width], or with the channels last: float32, float16,
                 float64, uint8; bfloat16 not on Ascend910
    output_size  the new size, of height and width
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearest2dV2",
        make.image(self_),
        output_size_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest3d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest3d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest3d(
    self: object,
    output_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Volumes in another size, of the nearest elements (aclnnUpsampleNearest3d).

        out[..., i] = self[..., min(floor(i * f), size of self - 1)]; f is 1 / factor where that is
            above 0, else the quotient of the sizes of self and out. The same in each dimension of
            the volume

    self         [batch, channels, depth, height, width], or with the channels last: float32,
                 float16, bfloat16, float64; uint8 on Ascend950
    output_size  the new size, of depth, height and width
    scales_d     how many times as large the size becomes; 0 or below follows from the sizes
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    scales_d_ = convert.real("scales_d", scales_d)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearest3d",
        make.image(self_),
        output_size_,
        scales_d_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest3d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest3d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest3d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of volumes in another size, of the nearest elements
    (aclnnUpsampleNearest3dBackward).

        gradInput[..., i] = sum of gradOut[..., j] for j from ceil(i * f) to ceil((i + 1) * f),
            without it; f is the factor where it is above 0, else the quotient of the sizes. The
            same in each dimension of the volume

    grad_out     the gradient of the result, [batch, channels, depth, height, width], or with the
                 channels last: float32, float16, bfloat16, float64
    output_size  the new size, of depth, height and width
    input_size   the shape of gradInput with the channels before the sizes, whatever the format
    scales_d     how many times as large the size becomes; 0 or below follows from the sizes
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    grad_input   of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    scales_d_ = convert.real("scales_d", scales_d)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearest3dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        scales_d_,
        scales_h_,
        scales_w_,
        make.image(
            make.output("grad_input", grad_input, rules.given_shape(input_size_), grad_out_.type),
        ),
    )


@overload
def upsample_nearest_exact1d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest_exact1d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest_exact1d(
    self: object,
    output_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Rows in another size, of the nearest elements, by their middles
    (aclnnUpsampleNearestExact1d).

        out[..., i] = self[..., min(floor((i + 0.5) * f), size of self - 1)]; f is 1 / factor where
            that is above 0, else the quotient of the sizes of self and out. The same in each
            dimension of the row

    self         [batch, channels, width]: float32, float16, bfloat16; uint8 not on Ascend950
    output_size  the new size, of the width
    scales       how many times as large the size becomes; 0 or below follows from the sizes
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    scales_ = convert.real("scales", scales)
    return make.run(
        "aclnnUpsampleNearestExact1d",
        make.image(self_),
        output_size_,
        scales_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest_exact1d_backward(
    grad_output: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest_exact1d_backward(
    grad_output: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest_exact1d_backward(
    grad_output: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of rows in another size, of the nearest elements, by their middles
    (aclnnUpsampleNearestExact1dBackward).

        out[..., i] = sum of gradOutput[..., j] for j from ceil(i * f - 0.5) to ceil((i + 1) * f -
            0.5), without it; f is the factor where it is above 0, else the quotient of the sizes.
            The same in each dimension of the row

    grad_output  the gradient of the result, [batch, channels, width]: float32, float16, bfloat16
    output_size  the new size, of the width
    input_size   the shape of out
    scales       how many times as large the size becomes; 0 or below follows from the sizes
    out          of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    scales_ = convert.real("scales", scales)
    return make.run(
        "aclnnUpsampleNearestExact1dBackward",
        make.image(grad_output_),
        output_size_,
        input_size_,
        scales_,
        make.image(make.output("out", out, rules.given_shape(input_size_), grad_output_.type)),
    )


@overload
def upsample_nearest_exact2d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest_exact2d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest_exact2d(
    self: object,
    output_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Images in another size, of the nearest elements, by their middles
    (aclnnUpsampleNearestExact2d).

        out[..., i] = self[..., min(floor((i + 0.5) * f), size of self - 1)]; f is 1 / factor where
            that is above 0, else the quotient of the sizes of self and out. The same in each
            dimension of the image

    self         [batch, channels, height, width], or with the channels last: float32, float16,
                 bfloat16; uint8 not on Ascend950
    output_size  the new size, of height and width
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearestExact2d",
        make.image(self_),
        output_size_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest_exact2d_backward(
    grad_output: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest_exact2d_backward(
    grad_output: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest_exact2d_backward(
    grad_output: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """The gradient of images in another size, of the nearest elements, by their middles
    (aclnnUpsampleNearestExact2dBackward).

        out[..., i] = sum of gradOutput[..., j] for j from ceil(i * f - 0.5) to ceil((i + 1) * f -
            0.5), without it; f is the factor where it is above 0, else the quotient of the sizes.
            The same in each dimension of the image

    grad_output  the gradient of the result, [batch, channels, height, width], or with the channels
                 last: float32, float16, bfloat16
    output_size  the new size, of height and width
    input_size   the shape of out
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    out          of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_output.
    """
    grad_output_ = make.tensor("grad_output", grad_output)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearestExact2dBackward",
        make.image(grad_output_),
        output_size_,
        input_size_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.given_shape(input_size_), grad_output_.type)),
    )


@overload
def upsample_nearest_exact3d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest_exact3d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest_exact3d(
    self: object,
    output_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Volumes in another size, of the nearest elements, by their middles
    (aclnnUpsampleNearestExact3d).

        out[..., i] = self[..., min(floor((i + 0.5) * f), size of self - 1)]; f is 1 / factor where
            that is above 0, else the quotient of the sizes of self and out. The same in each
            dimension of the volume

    self         [batch, channels, depth, height, width], or with the channels last: float32,
                 float16, bfloat16
    output_size  the new size, of depth, height and width
    scales_d     how many times as large the size becomes; 0 or below follows from the sizes
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    out          of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    scales_d_ = convert.real("scales_d", scales_d)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearestExact3d",
        make.image(self_),
        output_size_,
        scales_d_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_nearest_exact3d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def upsample_nearest_exact3d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_nearest_exact3d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of volumes in another size, of the nearest elements, by their middles
    (aclnnUpsampleNearestExact3dBackward).

        gradInput[..., i] = sum of gradOut[..., j] for j from ceil(i * f - 0.5) to ceil((i + 1) * f
            - 0.5), without it; f is the factor where it is above 0, else the quotient of the sizes.
            The same in each dimension of the volume

    grad_out     the gradient of the result, [batch, channels, depth, height, width], or with the
                 channels last: float32, float16, bfloat16
    output_size  the new size, of depth, height and width
    input_size   the shape of gradInput with the channels before the sizes, whatever the format
    scales_d     how many times as large the size becomes; 0 or below follows from the sizes
    scales_h     how many times as large the size becomes; 0 or below follows from the sizes
    scales_w     how many times as large the size becomes; 0 or below follows from the sizes
    grad_input   of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    scales_d_ = convert.real("scales_d", scales_d)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleNearestExact3dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        scales_d_,
        scales_h_,
        scales_w_,
        make.image(
            make.output("grad_input", grad_input, rules.given_shape(input_size_), grad_out_.type),
        ),
    )


@overload
def upsample_trilinear3d(
    self: TorchTensor,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def upsample_trilinear3d(
    self: ArrayLike,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_trilinear3d(
    self: object,
    output_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    out: object = None,
) -> Any:
    """Images in another size, interpolated trilinearly (aclnnUpsampleTrilinear3d).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. out is interpolated there, by lines in three dimensions

    self           [batch, channels, depth, height, width], or with the channels last: float32,
                   float16, bfloat16; float64 not on Ascend950
    output_size    the new size, of depth, height and width
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales_d       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_h       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_w       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    out            of the same type

    Returns an array with the shape resized(self, output_size) and the data type of self.
    """
    self_ = make.tensor("self", self)
    output_size_ = convert.integers("output_size", output_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_d_ = convert.real("scales_d", scales_d)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleTrilinear3d",
        make.image(self_),
        output_size_,
        align_corners_,
        scales_d_,
        scales_h_,
        scales_w_,
        make.image(make.output("out", out, rules.resized(self_, output_size_), self_.type)),
    )


@overload
def upsample_trilinear3d_backward(
    grad_out: TorchTensor,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> TorchTensor: ...


@overload
def upsample_trilinear3d_backward(
    grad_out: ArrayLike,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def upsample_trilinear3d_backward(
    grad_out: object,
    output_size: Sequence[SupportsIndex],
    input_size: Sequence[SupportsIndex],
    align_corners: bool = False,
    scales_d: float = 0.0,
    scales_h: float = 0.0,
    scales_w: float = 0.0,
    *,
    grad_input: object = None,
) -> Any:
    """The gradient of images in another size, interpolated trilinearly
    (aclnnUpsampleTrilinear3dBackward).

        a place i is at (i + 0.5) * f - 0.5 of self, or with alignCorners at i * (size of self - 1)
            / (size of out - 1); f is 1 / factor where that is above 0 and the sizes differ, else
            the quotient of the sizes. gradInput has the sums of gradOut times what the
            interpolation takes from each place

    grad_out       the gradient of the result, [batch, channels, depth, height, width], or with the
                   channels last: float32, float16, bfloat16, float64
    output_size    the new size, of depth, height and width
    input_size     the shape of gradInput with the channels before the sizes, whatever the format
    align_corners  whether the first and last places of both lie on each other; else places are of
                   equal width
    scales_d       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_h       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    scales_w       how many times as large the size becomes; without alignCorners, and where it is
                   above 0
    grad_input     of the shape inputSize and the same type

    Returns an array with the shape given_shape(input_size) and the data type of grad_out.
    """
    grad_out_ = make.tensor("grad_out", grad_out)
    output_size_ = convert.integers("output_size", output_size)
    input_size_ = convert.integers("input_size", input_size)
    align_corners_ = convert.boolean("align_corners", align_corners)
    scales_d_ = convert.real("scales_d", scales_d)
    scales_h_ = convert.real("scales_h", scales_h)
    scales_w_ = convert.real("scales_w", scales_w)
    return make.run(
        "aclnnUpsampleTrilinear3dBackward",
        make.image(grad_out_),
        output_size_,
        input_size_,
        align_corners_,
        scales_d_,
        scales_h_,
        scales_w_,
        make.image(
            make.output("grad_input", grad_input, rules.given_shape(input_size_), grad_out_.type),
        ),
    )


@overload
def var(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def var(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def var(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    unbiased: bool = True,
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The variance over dimensions (aclnnVar).

        out = the sum over dim of (self - mean)^2, over how many they are, or one less

    self      the numbers: float32, float16; bfloat16 not on Ascend910
    dim       the dimensions to take it over, negative ones counted from the last; none means all
    unbiased  whether to divide by one less
    keepdim   whether they stay, as dimensions of 1
    out       the variances

    Returns an array with the shape reduced(self, dim, keepdim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    unbiased_ = convert.boolean("unbiased", unbiased)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnVar",
        self_,
        dim_,
        unbiased_,
        keepdim_,
        make.output("out", out, rules.reduced(self_, dim_, keepdim_), self_.type),
    )


@overload
def var_correction(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def var_correction(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def var_correction(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    out: object = None,
) -> Any:
    """The variance over dimensions, with the degrees of freedom that are taken off
    (aclnnVarCorrection).

        out = the sum over dim of (self - mean)^2, over how many they are less correction

    self        the numbers: float32, float16; bfloat16 not on Ascend910
    dim         the dimensions to take it over, negative ones counted from the last; none means all
    correction  what is taken off the number of elements
    keepdim     whether they stay, as dimensions of 1
    out         the variances

    Returns an array with the shape reduced(self, dim, keepdim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    correction_ = convert.integer("correction", correction)
    keepdim_ = convert.boolean("keepdim", keepdim)
    return make.run(
        "aclnnVarCorrection",
        self_,
        dim_,
        correction_,
        keepdim_,
        make.output("out", out, rules.reduced(self_, dim_, keepdim_), self_.type),
    )


@overload
def var_mean(
    self: TorchTensor,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    var_out: object = None,
    mean_out: object = None,
) -> tuple[TorchTensor, TorchTensor]: ...


@overload
def var_mean(
    self: ArrayLike,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    var_out: NDArray[Any] | None = None,
    mean_out: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any]]: ...


def var_mean(
    self: object,
    dim: Sequence[SupportsIndex] = (),
    correction: SupportsIndex = 1,
    keepdim: bool = False,
    *,
    var_out: object = None,
    mean_out: object = None,
) -> tuple[Any, Any]:
    """The variance and the mean over dimensions (aclnnVarMean).

        varOut = the sum over dim of (self - meanOut)^2, over how many they are less correction;
            meanOut = the mean over dim

    self        the numbers: float32, float16; bfloat16 on Ascend950
    dim         the dimensions to take them over, negative ones counted from the last; none means
                all
    correction  what is taken off the number of elements
    keepdim     whether they stay, as dimensions of 1
    var_out     the variances
    mean_out    the means

    Returns var_out, an array with the shape reduced(self, dim, keepdim) and the data type of self;
    mean_out, an array with the shape reduced(self, dim, keepdim) and the data type of self.
    """
    self_ = make.tensor("self", self)
    dim_ = convert.integers("dim", dim)
    correction_ = convert.integer("correction", correction)
    keepdim_ = convert.boolean("keepdim", keepdim)
    result: tuple[Any, Any] = make.run(
        "aclnnVarMean",
        self_,
        dim_,
        correction_,
        keepdim_,
        make.output("var_out", var_out, rules.reduced(self_, dim_, keepdim_), self_.type),
        make.output("mean_out", mean_out, rules.reduced(self_, dim_, keepdim_), self_.type),
    )
    return result


@overload
def x_log_y_scalar_other(
    self: TorchTensor,
    other: Number,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def x_log_y_scalar_other(
    self: ArrayLike,
    other: Number,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def x_log_y_scalar_other(
    self: object,
    other: Number,
    *,
    out: object = None,
) -> Any:
    """A tensor times the logarithm of a number; 0 times any is 0, but for NaN
    (aclnnXLogYScalarOther).

        out = self * log(other)

    self   the factors; integers and bool are computed in float32: float32, int32, int64, float16,
           int8, uint8, bool, int16; bfloat16 not on Ascend910
    other  what the logarithm is of: float32, int32, int64, float16, int8, uint8, bool, int16,
           float64; bfloat16 not on Ascend910
    out    the product

    Returns an array with the shape of self and the data type true_quotient_by(self, other).
    """
    self_ = make.tensor("self", self)
    other_ = convert.scalar("other", other)
    return make.run(
        "aclnnXLogYScalarOther",
        self_,
        other_,
        make.output("out", out, self_.shape, rules.true_quotient_by(self_, other_)),
    )


def x_log_y_scalar_self(
    self: Number,
    other: object,
    *,
    out: Any = None,
) -> Any:
    """A number times the logarithm of a tensor; 0 times any is 0, but for NaN
    (aclnnXLogYScalarSelf).

        out = self * log(other)

    self   the factor: float32, int32, int64, float16, int8, uint8, bool, int16, float64; bfloat16
           not on Ascend910
    other  what the logarithm is of; integers and bool are computed in float32: float32, int32,
           int64, float16, int8, uint8, bool, int16; bfloat16 not on Ascend910
    out    the product

    Returns an array with the shape of other and the data type true_quotient_by(other, self).
    """
    self_ = convert.scalar("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnXLogYScalarSelf",
        self_,
        other_,
        make.output("out", out, other_.shape, rules.true_quotient_by(other_, self_)),
    )


@overload
def x_log_y_tensor(
    self: TorchTensor,
    other: object,
    *,
    out: object = None,
) -> TorchTensor: ...


@overload
def x_log_y_tensor(
    self: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def x_log_y_tensor(
    self: object,
    other: object,
    *,
    out: object = None,
) -> Any:
    """A number times the logarithm of another; 0 times any is 0, but for NaN (aclnnXLogYTensor).

        out = self * log(other)

    self   the factors; integers and bool are computed in float32: float32, int32, int64, float16,
           int8, uint8, bool, int16; bfloat16 not on Ascend910
    other  what the logarithm is of: float32, int32, int64, float16, int8, uint8, bool, int16;
           bfloat16 not on Ascend910
    out    the product

    Returns an array with the shape broadcast(self, other) and the data type promote_to_float(self,
    other).
    """
    self_ = make.tensor("self", self)
    other_ = make.tensor("other", other)
    return make.run(
        "aclnnXLogYTensor",
        self_,
        other_,
        make.output(
            "out",
            out,
            rules.broadcast(self_, other_),
            rules.promote_to_float(self_, other_),
        ),
    )


@overload
def xlog1py(
    x: TorchTensor,
    y: object,
    *,
    z: object = None,
) -> TorchTensor: ...


@overload
def xlog1py(
    x: ArrayLike,
    y: ArrayLike,
    *,
    z: NDArray[Any] | None = None,
) -> NDArray[Any]: ...


def xlog1py(
    x: object,
    y: object,
    *,
    z: object = None,
) -> Any:
    """A number times the logarithm of 1 and another; 0 times any is 0, but for NaN (aclnnXlog1py).

        z = x * log(1 + y)

    x  the factors: float32, float16, bfloat16 on Ascend950
    y  what is added to 1 before the logarithm, of the same type
    z  the product, of the same type

    Returns an array with the shape broadcast(x, y) and the data type of x.
    """
    x_ = make.tensor("x", x)
    y_ = make.tensor("y", y)
    return make.run(
        "aclnnXlog1py",
        x_,
        y_,
        make.output("z", z, rules.broadcast(x_, y_), x_.type),
    )
