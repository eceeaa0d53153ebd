# SPDX-License-Identifier: Apache-2.0
# Made from csrc/infiniop/operators.toml by build_support/infiniop.py; do not edit.
"""InfiniCore's operators as functions of NumPy arrays."""

from __future__ import annotations

from typing import SupportsFloat, SupportsIndex

from numpy.typing import ArrayLike

from ._row_calls import run_row
from ._run import Array, DeviceName

__all__ = [
    "add",
    "add_rms_norm",
    "causal_softmax",
    "clip",
    "flash_attention",
    "gelu",
    "gemm",
    "layer_norm",
    "log_softmax",
    "mul",
    "ones",
    "random_sample",
    "rearrange",
    "relu",
    "rms_norm",
    "rope",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "sub",
    "swiglu",
    "tanh",
    "topk",
    "topkrouter",
    "topksoftmax",
    "zeros",
]


def add(
    a: ArrayLike,
    b: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The sum of two tensors (infiniopAdd).

    c = a + b

    a    [S...] of F16, BF16, F32, F64, I32, I64
    b    [S...] of F16, BF16, F32, F64, I32, I64
    out  where to write, [S...] of F16, BF16, F32, F64, I32, I64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Add",
        {
            "a": a,
            "b": b,
        },
        {
            "c": out,
        },
        {},
        device,
    )[0]


def sub(
    a: ArrayLike,
    b: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The difference of two tensors (infiniopSub).

    c = a - b

    a    [S...] of F16, BF16, F32, F64
    b    [S...] of F16, BF16, F32, F64
    out  where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Sub",
        {
            "a": a,
            "b": b,
        },
        {
            "c": out,
        },
        {},
        device,
    )[0]


def mul(
    a: ArrayLike,
    b: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The product of two tensors, element by element (infiniopMul).

    c = a * b

    a    [S...] of F16, BF16, F32, F64
    b    [S...] of F16, BF16, F32, F64
    out  where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Mul",
        {
            "a": a,
            "b": b,
        },
        {
            "c": out,
        },
        {},
        device,
    )[0]


def clip(
    x: ArrayLike,
    min_val: ArrayLike,
    max_val: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Elements within bounds, which have one for each (infiniopClip).

    y = max(min(x, max_val), min_val)

    x        [S...] of F16, BF16, F32, F64
    min_val  [S...] of F16, BF16, F32, F64
    max_val  [S...] of F16, BF16, F32, F64
    out      where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Clip",
        {
            "x": x,
            "min_val": min_val,
            "max_val": max_val,
        },
        {
            "y": out,
        },
        {},
        device,
    )[0]


def ones(
    x: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """One in every element (infiniopOnes).

    y = 1

    x    [S...] of BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64, BF16
    out  where to write, [S...] of BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64,
         BF16

    x is not looked at; its memory has to be there.

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Ones",
        {
            "x": x,
        },
        {
            "y": out,
        },
        {},
        device,
    )[0]


def zeros(
    x: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Zero in every element (infiniopZeros).

    y = 0

    x    [S...] of BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F8, F16, F32, F64, BF16
    out  where to write, [S...] of BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F8, F16, F32,
         F64, BF16

    x is not looked at; its memory has to be there.

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Zeros",
        {
            "x": x,
        },
        {
            "y": out,
        },
        {},
        device,
    )[0]


def rearrange(
    src: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """A copy between layouts (infiniopRearrange).

    dst = src

    src  [S...] of BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F8, F16, F32, F64, C16, C32,
         C64, C128, BF16
    out  where to write, [S...] of BYTE, BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F8, F16, F32,
         F64, C16, C32, C64, C128, BF16

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Rearrange",
        {
            "src": src,
        },
        {
            "dst": out,
        },
        {},
        device,
    )[0]


def relu(
    x: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The elements that are above 0, and 0 for the others (infiniopRelu).

    y = max(x, 0)

    x    [S...] of F16, BF16, F32, F64
    out  where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Relu",
        {
            "x": x,
        },
        {
            "y": out,
        },
        {},
        device,
    )[0]


def sigmoid(
    x: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The logistic function (infiniopSigmoid).

    y = 1 / (1 + exp(-x))

    x    [S...] of F16, BF16, F32, F64
    out  where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Sigmoid",
        {
            "x": x,
        },
        {
            "y": out,
        },
        {},
        device,
    )[0]


def silu(
    input: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Elements times their logistic function (infiniopSilu).

    output = input / (1 + exp(-input))

    input  [S...] of F16, BF16, F32, F64
    out    where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Silu",
        {
            "input": input,
        },
        {
            "output": out,
        },
        {},
        device,
    )[0]


def gelu(
    input: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Elements times the normal distribution's function of them (infiniopGelu).

    output = input / 2 * (1 + erf(input / sqrt(2)))

    input  [S...] of F16, BF16, F32, F64
    out    where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Gelu",
        {
            "input": input,
        },
        {
            "output": out,
        },
        {},
        device,
    )[0]


def tanh(
    input: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The hyperbolic tangent (infiniopTanh).

    output = tanh(input)

    input  [S...] of F16, BF16, F32, F64
    out    where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Tanh",
        {
            "input": input,
        },
        {
            "output": out,
        },
        {},
        device,
    )[0]


def softplus(
    x: ArrayLike,
    beta: SupportsFloat = 1.0,
    threshold: SupportsFloat = 20.0,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """A smooth form of max(x, 0) (infiniopSoftplus).

    y = x where beta * x > threshold, else log(1 + exp(beta * x)) / beta

    x          [S...] of F16, BF16, F32
    beta       a number of the formula
    threshold  a number of the formula
    out        where to write, [S...] of F16, BF16, F32

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Softplus",
        {
            "x": x,
        },
        {
            "y": out,
        },
        {
            "beta": beta,
            "threshold": threshold,
        },
        device,
    )[0]


def swiglu(
    a: ArrayLike,
    b: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """A tensor times the silu of another (infiniopSwiGLU).

    c = a * b / (1 + exp(-b))

    a    [S...] of F16, BF16, F32, F64
    b    [S...] of F16, BF16, F32, F64
    out  where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "SwiGLU",
        {
            "a": a,
            "b": b,
        },
        {
            "c": out,
        },
        {},
        device,
    )[0]


def softmax(
    x: ArrayLike,
    axis: SupportsIndex = -1,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Exponentials over their sum along a dimension (infiniopSoftmax).

    y = exp(x) / the sum of exp(x) along axis

    x     [S...] of F16, BF16, F32, F64
    axis  a dimension, negative ones counted from the last
    out   where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Softmax",
        {
            "x": x,
        },
        {
            "y": out,
        },
        {
            "axis": axis,
        },
        device,
    )[0]


def log_softmax(
    input: ArrayLike,
    dim: SupportsIndex = -1,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The logarithm of the softmax along a dimension (infiniopLogSoftmax).

    output = input - log of the sum of exp(input) along dim

    input  [S...] of F16, BF16, F32, F64
    dim    a dimension, negative ones counted from the last
    out    where to write, [S...] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "LogSoftmax",
        {
            "input": input,
        },
        {
            "output": out,
        },
        {
            "dim": dim,
        },
        device,
    )[0]


def causal_softmax(
    x: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """The softmax of each row, without elements that come later (infiniopCausalSoftmax).

    y[..., i, :] = softmax(x[..., i, : N - M + i + 1]), and 0 behind it

    x    [B..., M, N] of F16, BF16, F32, F64
    out  where to write, [B..., M, N] of F16, BF16, F32, F64

    BAD_TENSOR_SHAPE where M is larger than N.

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "CausalSoftmax",
        {
            "x": x,
        },
        {
            "y": out,
        },
        {},
        device,
    )[0]


def rms_norm(
    x: ArrayLike,
    w: ArrayLike | None = None,
    epsilon: SupportsFloat = 1e-06,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Rows over the root of their mean square, times weights (infiniopRMSNorm).

    y = x * w / sqrt(mean(x^2) + epsilon), over the last dimension

    x        [B..., D] of F16, BF16, F32, F64
    w        [D] of T; where that is F16 or BF16 any of F16, BF16, F32; None leaves it out
    epsilon  above 0 and at most 1
    out      where to write, [B..., D] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "RMSNorm",
        {
            "x": x,
            "w": w,
        },
        {
            "y": out,
        },
        {
            "epsilon": epsilon,
        },
        device,
    )[0]


def add_rms_norm(
    a: ArrayLike,
    b: ArrayLike,
    weight: ArrayLike,
    epsilon: SupportsFloat = 1e-06,
    out_y: Array | None = None,
    out_residual_out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> tuple[Array, Array]:
    """The sum of two tensors, and its RMSNorm (infiniopAddRMSNorm).

    residual_out = a + b
    y = s * weight / sqrt(mean(s^2) + epsilon), over the last dimension, with s = a + b not rounded

    a                 [B..., D] of F16, BF16, F32, F64
    b                 [B..., D] of F16, BF16, F32, F64
    weight            [D] of T; where that is F16 or BF16 any of F16, BF16, F32
    epsilon           above 0 and at most 1
    out_y             where to write, [B..., D] of F16, BF16, F32, F64
    out_residual_out  where to write, [B..., D] of F16, BF16, F32, F64

    Returns the outputs: out where it is given, else new arrays.
    """
    out_y, out_residual_out = run_row(
        "AddRMSNorm",
        {
            "a": a,
            "b": b,
            "weight": weight,
        },
        {
            "y": out_y,
            "residual_out": out_residual_out,
        },
        {
            "epsilon": epsilon,
        },
        device,
    )
    return out_y, out_residual_out


def layer_norm(
    input: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    eps: SupportsFloat = 1e-05,
    out_output: Array | None = None,
    out_input_standardization: Array | None = None,
    out_input_std_deviation: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> tuple[Array, Array, Array]:
    """Rows without mean and over their deviation, weighted (infiniopLayerNorm).

    input_std_deviation = sqrt(variance(input) + eps), over the last dimension
    input_standardization = (input - mean(input)) / input_std_deviation
    output = input_standardization * weight + bias

    input                      [B..., D] of F16, BF16, F32
    weight                     [D] of F16, BF16, F32
    bias                       [D] of F16, BF16, F32; None leaves it out
    eps                        a number of the formula
    out_output                 where to write, [B..., D] of F16, BF16, F32
    out_input_standardization  where to write, [B..., D] of F16, BF16, F32
    out_input_std_deviation    where to write, [B...] of F16, BF16, F32

    Returns the outputs: out where it is given, else new arrays.
    """
    out_output, out_input_standardization, out_input_std_deviation = run_row(
        "LayerNorm",
        {
            "input": input,
            "weight": weight,
            "bias": bias,
        },
        {
            "output": out_output,
            "input_standardization": out_input_standardization,
            "input_std_deviation": out_input_std_deviation,
        },
        {
            "eps": eps,
        },
        device,
    )
    return out_output, out_input_standardization, out_input_std_deviation


def gemm(
    a: ArrayLike,
    b: ArrayLike,
    alpha: SupportsFloat = 1.0,
    beta: SupportsFloat = 0.0,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Products of matrices, added to what is there (infiniopGemm).

    c = alpha * (a @ b) + beta * c

    a      [B..., M, K] of F16, BF16, F32
    b      [B..., K, N] of F16, BF16, F32
    alpha  a number of the formula
    beta   a number of the formula
    out    where to write, [B..., M, N] of F16, BF16, F32

    Sums are float32. Where beta is 0, c is not read, and may hold anything.

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "Gemm",
        {
            "a": a,
            "b": b,
        },
        {
            "c": out,
        },
        {
            "alpha": alpha,
            "beta": beta,
        },
        device,
    )[0]


def flash_attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    total_kv_len: ArrayLike,
    scale: SupportsFloat,
    is_causal: bool = False,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Attention over as many keys and values as each batch has (infiniopFlashAttention).

    s = scale * (q @ transposed k), of the keys j < total_kv_len[b]; with is_causal row i of q has
    those with j <= i + total_kv_len[b] - M alone
    out = softmax(s) @ v, of the keys and values of head h * G / H

    q             [B, H, M, D] of F16, BF16, F32
    k             [B, G, N, D] of F16, BF16, F32
    v             [B, G, N, E] of F16, BF16, F32
    total_kv_len  [B] of I32, I64
    scale         a number of the formula
    is_causal     a number of the formula
    out           where to write, [B, H, M, E] of F16, BF16, F32

    H is a multiple of G and D is not 0, else BAD_TENSOR_SHAPE. Rows without a key are 0. Scores and
    sums are float32, and take no memory that grows with M * N.
    total_kv_len is read when the call runs: a length below 0 or above N writes nothing, and is
    reported as an index by infiniopEmbedding.
    InfiniCore's documentation has another call of this name, with logarithms of sums and a mask,
    that its header does not declare.

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "FlashAttention",
        {
            "q": q,
            "k": k,
            "v": v,
            "total_kv_len": total_kv_len,
        },
        {
            "out": out,
        },
        {
            "scale": scale,
            "is_causal": is_causal,
        },
        device,
    )[0]


def rope(
    x: ArrayLike,
    pos_ids: ArrayLike,
    sin_table: ArrayLike,
    cos_table: ArrayLike,
    algo: SupportsIndex = 1,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Rotary position embedding: pairs of columns are turned (infiniopRoPE).

    y0 = x0 * cos - x1 * sin, y1 = x0 * sin + x1 * cos, of row pos_ids of the tables, where
    (x0, x1) are neighbours (GPT_J), or the two halves of the last dimension (GPT_NEOX)

    x          [B..., S, H, D] of F16, BF16, F32, F64
    pos_ids    [B..., S] of I8, I16, I32, I64, U8, U16, U32, U64
    sin_table  [R, C] of F16, BF16, F32, F64
    cos_table  [R, C] of F16, BF16, F32, F64
    algo       from 0 to 1
    out        where to write, [B..., S, H, D] of F16, BF16, F32, F64

    C is D / 2, else BAD_TENSOR_SHAPE. A position that is no row of the tables is reported as by
    infiniopEmbedding.

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "RoPE",
        {
            "x": x,
            "pos_ids": pos_ids,
            "sin_table": sin_table,
            "cos_table": cos_table,
        },
        {
            "y": out,
        },
        {
            "algo": algo,
        },
        device,
    )[0]


def topk(
    input: ArrayLike,
    k: SupportsIndex,
    dim: SupportsIndex = 0,
    largest: bool = True,
    sorted: bool = True,
    out_values_output: Array | None = None,
    out_indices_output: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> tuple[Array, Array]:
    """The largest or smallest along a dimension, and their places (infiniopTopK).

    values_output, indices_output = the first k of input in order along dim

    input               [S...] of F16, BF16, F32
    k                   a number of the formula
    dim                 a number of the formula
    largest             a number of the formula
    sorted              a number of the formula
    out_values_output   where to write, [V...] of F16, BF16, F32
    out_indices_output  where to write, [V...] of I32, I64

    Outputs have the shape of input with k in place of dim; they are always sorted. Of equal
    elements the first is first; NaN is above all numbers.

    Returns the outputs: out where it is given, else new arrays.
    """
    out_values_output, out_indices_output = run_row(
        "TopK",
        {
            "input": input,
        },
        {
            "values_output": out_values_output,
            "indices_output": out_indices_output,
        },
        {
            "k": k,
            "dim": dim,
            "largest": largest,
            "sorted": sorted,
        },
        device,
    )
    return out_values_output, out_indices_output


def topksoftmax(
    x: ArrayLike,
    topk: SupportsIndex,
    norm: SupportsIndex = 0,
    out_values: Array | None = None,
    out_indices: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> tuple[Array, Array]:
    """The largest of each row's softmax, to choose experts (infiniopTopksoftmax).

    values, indices = the topk largest of softmax(x) along its rows
    values = values / their sum, with norm

    x            [N, E] of F16, BF16, F32
    topk         from 1 to the length of a row
    norm         a number of the formula
    out_values   where to write, [N, topk] of F32
    out_indices  where to write, [N, topk] of I32

    values and indices are dense: [N, topk], float and int32_t.

    Returns the outputs: out where it is given, else new arrays.
    """
    out_values, out_indices = run_row(
        "Topksoftmax",
        {
            "x": x,
        },
        {
            "values": out_values,
            "indices": out_indices,
        },
        {
            "topk": topk,
            "norm": norm,
        },
        device,
    )
    return out_values, out_indices


def topkrouter(
    x: ArrayLike,
    correction_bias: ArrayLike,
    routed_scaling_factor: SupportsFloat,
    topk: SupportsIndex,
    out_values: Array | None = None,
    out_indices: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> tuple[Array, Array]:
    """The largest of each row's four best groups, to choose experts (infiniopTopkrouter).

    s = sigmoid(x), b = s + correction_bias, in 8 groups of 32; a group counts with the sum
    of its two largest b, and only the 4 largest groups take part, the others with 0
    indices = the topk largest of b
    values = routed_scaling_factor * s[indices] / (the sum of s[indices] + 1e-9)

    x                      [N, 256] of F16, BF16, F32
    correction_bias        [256] of F32
    routed_scaling_factor  a number of the formula
    topk                   from 1 to 256
    out_values             where to write, [N, topk] of F32
    out_indices            where to write, [N, topk] of I32

    values and indices are dense: [N, topk], float and int32_t.

    Returns the outputs: out where it is given, else new arrays.
    """
    out_values, out_indices = run_row(
        "Topkrouter",
        {
            "x": x,
            "correction_bias": correction_bias,
        },
        {
            "values": out_values,
            "indices": out_indices,
        },
        {
            "routed_scaling_factor": routed_scaling_factor,
            "topk": topk,
        },
        device,
    )
    return out_values, out_indices


def random_sample(
    probs: ArrayLike,
    random_val: SupportsFloat,
    topp: SupportsFloat,
    topk: SupportsIndex,
    temperature: SupportsFloat,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """A place drawn from the softmax of a row (infiniopRandomSample).

    p = running sums of exp((v - v[0]) / temperature), with v = probs from the largest down
    limit = random_val * min(p[topk - 1], topp * p[last])
    result = the place in probs of the first p that is at least limit

    probs        [N] of F16, BF16, F32, F64
    random_val   a number of the formula
    topp         a number of the formula
    topk         a number of the formula
    temperature  a number of the formula
    out          where to write, [] of I8, I16, I32, I64, U8, U16, U32, U64

    random_val is from 0 to 1, topp and topk are at least 0, temperature is at least 0 and finite,
    else BAD_PARAM.
    The place of the largest element, the first of equal ones, where random_val, topp or temperature
    is 0 or topk 1. topk 0, or one beyond the row, takes all; so does a topp of 1 and more.

    Returns the outputs: out where it is given, else new arrays.
    """
    return run_row(
        "RandomSample",
        {
            "probs": probs,
        },
        {
            "result": out,
        },
        {
            "random_val": random_val,
            "topp": topp,
            "topk": topk,
            "temperature": temperature,
        },
        device,
    )[0]
