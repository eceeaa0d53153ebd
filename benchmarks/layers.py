# SPDX-License-Identifier: Apache-2.0
"""Rows, planes of images and products of sizes that layers of models have, beside torch:
python -m benchmarks --parts layers.

The other tables have one large shape a call. torch writes into memory that is there where it has a
form with `out=`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
import torch

from . import beside_torch
from .beside_torch import Line
from .cases import SEED
from .compute import EPSILON, KEEP_FLOAT32, TOLERANCES, TYPES, as_type
from .operators import Operator, unary
from .results import OperatorResult
from .timing import Effort

SIZES = ((65536, 32), (16384, 128), (2048, 1024))
IMAGES = ((8, 64, 56, 56), (2, 256, 14, 14))
PRODUCTS = ((64, 64, 64), (256, 256, 256), (32, 4096, 4096), (4096, 64, 64))
LARGEST = 8
SHIFT = 3
WHOLE = ("int32", "int64")
NONE = 0
GROUPS = 32
ALL_GRADIENTS = (True, True, True)

aten: Any = torch.ops.aten
functional: Any = torch.nn.functional


Shape = tuple[int, ...]
Makers = Mapping[str, Callable[[], Any]]
"""Make arrays, by the names that arguments have."""
Sizes = Mapping[str, Any]
"""What else depends on the shape and the type, likewise."""


def _random(number: int) -> np.random.Generator:
    return np.random.default_rng((SEED, number))


def _normal(kind: str, number: int, shape: Shape) -> Any:
    return as_type(kind, _random(number).standard_normal(shape, np.float32))


def _near_one(kind: str, shape: Shape) -> Any:
    """Factors whose products stay near one."""
    return as_type(kind, 1 + _random(0).standard_normal(shape, np.float32) / 64)


def _below(most: int, shape: Shape) -> Any:
    return _random(most).integers(0, most, shape)


def _mask(shape: Shape) -> Any:
    return _random(0).random(shape, np.float32) < 0.5


def _zeros(kind: str, shape: Shape) -> Any:
    return np.zeros(shape, getattr(ml_dtypes, kind, kind))


def _names(argument: Any, makers: Makers) -> tuple[str, ...]:
    """The arrays that an argument is or lists."""
    listed = argument if isinstance(argument, tuple) else (argument,)
    return tuple(each for each in listed if isinstance(each, str) and each in makers)


def _lines_of(
    operators: Sequence[Operator], kind: str, shape: Shape, makers: Makers, sizes: Sizes
) -> Iterator[Line]:
    """A line of each operator that has this type."""
    for operator in operators:
        if kind not in operator.types:
            continue
        arguments = [
            sizes.get(each, each) if isinstance(each, str) else each for each in operator.arguments
        ]
        names = [name for each in arguments for name in _names(each, makers)]
        yield Line(
            operator.name,
            kind,
            "x".join(map(str, shape)),
            [(operator.call, arguments)],
            lambda names=names: {name: makers[name]() for name in names},  # type: ignore[misc]
            operator.torch,
            operator.written,
            TOLERANCES.get(kind, 0.0),
        )


# --- Rows ----------------------------------------------------------------------------------------


ROWS = (
    Operator(
        "sum, last dim",
        "aclnnReduceSum",
        ("a", (1,), False, "type", "of_rows"),
        lambda t: torch.sum(t["a"], 1, out=t["of_rows"]),
        written=("of_rows",),
    ),
    Operator(
        "sum, first dim",
        "aclnnReduceSum",
        ("a", (0,), False, "type", "of_columns"),
        lambda t: torch.sum(t["a"], 0, out=t["of_columns"]),
        written=("of_columns",),
    ),
    Operator(
        "largest, last dim",
        "aclnnAmax",
        ("a", (1,), False, "of_rows"),
        lambda t: torch.amax(t["a"], 1, out=t["of_rows"]),
        written=("of_rows",),
    ),
    Operator(
        "largest, first dim",
        "aclnnAmax",
        ("a", (0,), False, "of_columns"),
        lambda t: torch.amax(t["a"], 0, out=t["of_columns"]),
        written=("of_columns",),
    ),
    Operator(
        "argmax",
        "aclnnArgMax",
        ("a", 1, False, "index_of_rows"),
        lambda t: torch.argmax(t["a"], 1, out=t["index_of_rows"]),
        written=("index_of_rows",),
    ),
    Operator(
        "variance",
        "aclnnVar",
        ("a", (1,), True, False, "of_rows"),
        lambda t: torch.var(t["a"], 1, out=t["of_rows"]),
        written=("of_rows",),
    ),
    Operator(
        "norm",
        "aclnnNorm",
        ("a", 2.0, (1,), False, "of_rows"),
        lambda t: torch.linalg.vector_norm(t["a"], 2, 1, out=t["of_rows"]),
        written=("of_rows",),
    ),
    Operator(
        "prod",
        "aclnnProdDim",
        ("near_one", 1, False, "type", "of_rows"),
        lambda t: torch.prod(t["near_one"], 1, out=t["of_rows"]),
        types=("float32",),  # torch's error of bfloat16 factors is half of the result
        written=("of_rows",),
    ),
    Operator(
        "logsumexp",
        "aclnnLogSumExp",
        ("a", (1,), False, "of_rows"),
        lambda t: torch.logsumexp(t["a"], 1, out=t["of_rows"]),
        written=("of_rows",),
    ),
    Operator(
        "cumsum",
        "aclnnCumsum",
        ("a", 1, "type", "out"),
        lambda t: torch.cumsum(t["a"], 1, out=t["out"]),
    ),
    Operator(
        "softmax",
        "aclnnSoftmax",
        ("a", 1, "out"),
        lambda t: torch.softmax(t["a"], 1, out=t["out"]),
    ),
    Operator(
        "log-softmax",
        "aclnnLogSoftmax",
        ("a", 1, "out"),
        lambda t: torch.log_softmax(t["a"], 1, out=t["out"]),
    ),
    Operator(
        "softmax, gradient",
        "aclnnSoftmaxBackward",
        ("a", "b", 1, "out"),
        lambda t: aten._softmax_backward_data.out(
            t["a"], t["b"], 1, t["a"].dtype, grad_input=t["out"]
        ),
    ),
    Operator(
        "layer norm",
        "aclnnLayerNorm",
        ("a", "row", "weight", "bias", EPSILON, "out", None, None),
        lambda t: torch.layer_norm(t["a"], t["a"].shape[1:], t["weight"], t["bias"], EPSILON),
    ),
    Operator(
        "RMS norm",
        "aclnnRmsNorm",
        ("a", "weight", EPSILON, "out", "rstd"),
        lambda t: torch.rms_norm(t["a"], t["a"].shape[1:], t["weight"], EPSILON),
    ),
    Operator(
        "layer norm, gradient",
        "aclnnLayerNormBackward",
        (
            *("b", "a", "row", "mean_of_rows", "rstd_of_rows", "weight", "bias"),
            *(ALL_GRADIENTS, "out", "gradient_of_weight", "gradient_of_bias"),
        ),
        lambda t: aten.native_layer_norm_backward(
            *(t["b"], t["a"], t["a"].shape[1:], t["mean_of_rows"], t["rstd_of_rows"]),
            *(t["weight"], t["bias"], ALL_GRADIENTS),
        )[:1],
    ),
    Operator(
        "transpose",
        "aclnnPermute",
        ("a", (1, 0), "transposed"),
        lambda t: t["transposed"].copy_(t["a"].T),
        written=("transposed",),
    ),
    Operator(
        "add a row",
        "aclnnAdd",
        ("a", "bias", 1, "out"),
        lambda t: torch.add(t["a"], t["bias"], out=t["out"]),
    ),
    Operator(
        "multiply by a column",
        "aclnnMul",
        ("a", "column", "out"),
        lambda t: torch.mul(t["a"], t["column"], out=t["out"]),
    ),
    Operator(
        "cat, last dim",
        "aclnnCat",
        (("a", "b"), 1, "wide"),
        lambda t: torch.cat((t["a"], t["b"]), 1, out=t["wide"]),
        written=("wide",),
    ),
    Operator(
        f"topk {LARGEST}",
        "aclnnTopk",
        ("a", LARGEST, 1, True, True, "few", "few_indices"),
        lambda t: torch.topk(t["a"], LARGEST, 1, out=(t["few"], t["few_indices"]))[:1],
        written=("few",),
    ),
    Operator(
        "sort",
        "aclnnSort",
        ("a", True, 1, False, "out", "indices"),
        lambda t: torch.sort(t["a"], dim=1, stable=True, out=(t["out"], t["indices"])),
        written=("out", "indices"),
    ),
    Operator(
        "gather",
        "aclnnGather",
        ("a", 1, "places", "out"),
        lambda t: torch.gather(t["a"], 1, t["places"], out=t["out"]),
    ),
    Operator(
        "index_select",
        "aclnnIndexSelect",
        ("a", 0, "rows", "out"),
        lambda t: torch.index_select(t["a"], 0, t["rows"], out=t["out"]),
    ),
    Operator(
        "where",
        "aclnnSWhere",
        ("mask", "a", "b", "out"),
        lambda t: torch.where(t["mask"], t["a"], t["b"], out=t["out"]),
    ),
    unary("gelu", "aclnnGelu", aten.gelu.out, approximate="tanh"),
    unary("silu", "aclnnSilu", aten.silu.out),
    Operator(
        "tril",
        "aclnnTril",
        ("a", 0, "out"),
        lambda t: torch.tril(t["a"], out=t["out"]),
    ),
    Operator(
        "flip",
        "aclnnFlip",
        ("a", (1,), "out"),
        lambda t: torch.flip(t["a"], (1,)),
    ),
    Operator(
        "roll",
        "aclnnRoll",
        ("a", (SHIFT,), (1,), "out"),
        lambda t: torch.roll(t["a"], SHIFT, 1),
    ),
    Operator(
        "one_hot",
        "aclnnOneHot",
        ("classes", "columns", "on", "off", -1, "integers"),
        lambda t: functional.one_hot(t["classes"], t["integers"].shape[1]),
        types=("float32",),
        written=("integers",),
    ),
    Operator(
        "cast of int64",
        "aclnnCast",
        ("places", "type", "out"),
        lambda t: t["out"].copy_(t["places"]),
    ),
)


# --- Elements of rows ----------------------------------------------------------------------------


def _gradient(name: str, call: str, function: Any, **named: Any) -> Operator:
    """Of an activation, from the gradient of its result and what it was computed of."""
    return Operator(
        f"{name}, gradient",
        call,
        ("b", "a", "out"),
        lambda t: function(t["b"], t["a"], grad_input=t["out"], **named),
    )


def _power(exponent: float) -> Operator:
    return Operator(
        f"pow {exponent:g}",
        "aclnnPowTensorScalar",
        ("near_one", exponent, "out"),
        lambda t: torch.pow(t["near_one"], exponent, out=t["out"]),
    )


ELEMENTS = (
    Operator(
        "square by pow",
        "aclnnPowTensorScalar",
        ("a", 2.0, "out"),
        lambda t: torch.pow(t["a"], 2, out=t["out"]),
    ),
    *map(_power, (3.0, 0.5, -1.0, 2.5)),
    unary("rsqrt", "aclnnRsqrt", torch.rsqrt, of="near_one"),
    unary("exp2", "aclnnExp2", torch.exp2),
    unary("log2", "aclnnLog2", torch.log2, of="near_one"),
    unary("expm1", "aclnnExpm1", torch.expm1),
    unary("sinh", "aclnnSinh", torch.sinh),
    unary("tan", "aclnnTan", torch.tan, of="near_one"),
    unary("atan", "aclnnAtan", torch.atan),
    Operator(
        "elu",
        "aclnnElu",
        ("a", 1.0, 1.0, 1.0, "out"),
        lambda t: aten.elu.out(t["a"], 1, 1, 1, out=t["out"]),
    ),
    Operator(
        "remainder",
        "aclnnRemainderTensorTensor",
        ("a", "near_one", "out"),
        lambda t: torch.remainder(t["a"], t["near_one"], out=t["out"]),
        types=("float32",),
    ),
    Operator(
        "smooth L1",
        "aclnnSmoothL1Loss",
        ("a", "b", NONE, 1.0, "out"),
        lambda t: functional.smooth_l1_loss(t["a"], t["b"], reduction="none"),
    ),
    Operator(
        "dot",
        "aclnnDot",
        ("long", "near_ones", "number"),
        lambda t: torch.dot(t["long"], t["near_ones"]),
        types=("float32",),
        written=("number",),
    ),
    unary("sin", "aclnnSin", torch.sin),
    unary("log1p", "aclnnLog1p", torch.log1p, of="near_one"),
    Operator(
        "softplus",
        "aclnnSoftplus",
        ("a", 1.0, 20.0, "out"),
        lambda t: aten.softplus.out(t["a"], 1, 20, out=t["out"]),
    ),
    unary("hardswish", "aclnnHardswish", aten.hardswish.out),
    Operator(
        "leaky_relu",
        "aclnnLeakyRelu",
        ("a", 0.5, "out"),
        lambda t: aten.leaky_relu.out(t["a"], 0.5, out=t["out"]),
    ),
    _gradient("silu", "aclnnSiluBackward", aten.silu_backward.grad_input),
    _gradient("sigmoid", "aclnnSigmoidBackward", aten.sigmoid_backward.grad_input),
    _gradient("tanh", "aclnnTanhBackward", aten.tanh_backward.grad_input),
    _gradient("gelu", "aclnnGeluBackward", aten.gelu_backward.grad_input, approximate="tanh"),
    Operator(
        "lerp",
        "aclnnLerps",
        ("a", "b", 0.25, "out"),
        lambda t: torch.lerp(t["a"], t["b"], 0.25, out=t["out"]),
    ),
    unary("neg", "aclnnNeg", torch.neg),
    Operator(
        "SwiGlu",
        "aclnnSwiGlu",
        ("wide", -1, "out"),
        lambda t: (
            functional.silu(t["wide"][:, : t["out"].shape[1]]) * t["wide"][:, t["out"].shape[1] :]
        ),
    ),
)


def _row_makers(kind: str, shape: Shape) -> Makers:
    rows, columns = shape
    return {
        "a": partial(_normal, kind, 1, shape),
        "b": partial(_normal, kind, 2, shape),
        "near_one": partial(_near_one, kind, shape),
        "long": partial(_normal, kind, 7, (rows * columns,)),
        "near_ones": partial(_near_one, kind, (rows * columns,)),
        "number": partial(_zeros, kind, ()),
        "weight": partial(_normal, kind, 3, (columns,)),
        "bias": partial(_normal, kind, 4, (columns,)),
        "column": partial(_normal, kind, 5, (rows, 1)),
        "mask": partial(_mask, shape),
        "places": partial(_below, columns, shape),
        "rows": partial(_below, rows, (rows,)),
        "classes": partial(_below, columns, (rows,)),
        "on": lambda: np.ones(1, np.int64),
        "off": lambda: np.zeros(1, np.int64),
        "out": partial(_zeros, kind, shape),
        "transposed": partial(_zeros, kind, (columns, rows)),
        "wide": partial(_normal, kind, 6, (rows, 2 * columns)),
        "few": partial(_zeros, kind, (rows, LARGEST)),
        "few_indices": partial(_zeros, "int64", (rows, LARGEST)),
        "indices": partial(_zeros, "int64", shape),
        "integers": partial(_zeros, "int64", shape),
        "of_rows": partial(_zeros, kind, (rows,)),
        "index_of_rows": partial(_zeros, "int64", (rows,)),
        "of_columns": partial(_zeros, kind, (columns,)),
        "rstd": partial(_zeros, "float32", (rows, 1)),
        "mean_of_rows": partial(_normal, kind, 7, (rows, 1)),
        "rstd_of_rows": partial(_near_one, kind, (rows, 1)),
        "gradient_of_weight": partial(_zeros, kind, (columns,)),
        "gradient_of_bias": partial(_zeros, kind, (columns,)),
    }


# --- Rows of integers ----------------------------------------------------------------------------

INTEGERS = (
    Operator(
        "argmax, last dim",
        "aclnnArgMax",
        ("a", 1, False, "index_of_rows"),
        lambda t: torch.argmax(t["a"], 1, out=t["index_of_rows"]),
        types=WHOLE,
        written=("index_of_rows",),
    ),
    Operator(
        "max, last dim",
        "aclnnAmax",
        ("a", (1,), False, "of_rows"),
        lambda t: torch.amax(t["a"], 1, out=t["of_rows"]),
        types=WHOLE,
        written=("of_rows",),
    ),
    Operator(
        "sum, last dim",
        "aclnnReduceSum",
        ("a", (1,), False, "int64", "index_of_rows"),
        lambda t: torch.sum(t["a"], 1, out=t["index_of_rows"]),
        types=WHOLE,
        written=("index_of_rows",),
    ),
    Operator(
        "cumsum, last dim",
        "aclnnCumsum",
        ("a", 1, "type", "out"),
        lambda t: torch.cumsum(t["a"], 1, out=t["out"]),
        types=("int64",),
    ),
    Operator(
        "bincount",
        "aclnnBincount",
        ("rows", None, 0, "counts"),
        lambda t: torch.bincount(t["rows"], minlength=t["counts"].shape[0]),
        types=("int64",),
        written=("counts",),
    ),
    Operator(
        "of float32",
        "aclnnCast",
        ("floats", "type", "out"),
        lambda t: t["out"].copy_(t["floats"]),
        types=WHOLE,
    ),
)


def _whole_makers(kind: str, shape: Shape) -> Makers:
    rows = shape[0]
    return {
        "a": lambda: as_type(kind, _below(1000, shape)),
        "floats": lambda: _normal("float32", 1, shape) * 1000,
        "rows": partial(_below, rows, (rows,)),
        "counts": partial(_zeros, "int64", (rows,)),
        "out": partial(_zeros, kind, shape),
        "of_rows": partial(_zeros, kind, (rows,)),
        "index_of_rows": partial(_zeros, "int64", (rows,)),
    }


# --- Planes of images ----------------------------------------------------------------------------


def _convolution(name: str, weights: str, padding: int, groups: Any) -> Operator:
    sides = (padding, padding)
    return Operator(
        name,
        "aclnnConvolution",
        (
            *("image", weights, None, (1, 1), sides, (1, 1), False, (0, 0), groups),
            *("out", KEEP_FLOAT32),
        ),
        lambda t: functional.conv2d(
            t["image"],
            t[weights],
            padding=padding,
            groups=t["image"].shape[1] // t[weights].shape[1],
        ),
    )


PLANES = (
    Operator(
        "max_pool 2x2",
        "aclnnMaxPool",
        ("image", (2, 2), (2, 2), 0, (0, 0), (1, 1), 0, "half"),
        lambda t: functional.max_pool2d(t["image"], 2),
        types=("float32",),
        written=("half",),
    ),
    Operator(
        "avg_pool 2x2",
        "aclnnAvgPool2d",
        ("image", (2, 2), (2, 2), (0, 0), False, True, 0, 0, "half"),
        lambda t: functional.avg_pool2d(t["image"], 2),
        written=("half",),
    ),
    Operator(
        "batch norm",
        "aclnnBatchNorm",
        (
            *("image", "weight", "bias", "mean", "variance", False, 0.1, EPSILON),
            *("out", "saved_mean", "saved_rstd"),
        ),
        lambda t: functional.batch_norm(
            t["image"], t["mean"], t["variance"], t["weight"], t["bias"], False, 0.1, EPSILON
        ),
    ),
    Operator(
        "batch norm, training",
        "aclnnBatchNorm",
        (
            *("image", "weight", "bias", "mean", "variance", True, 0.1, EPSILON),
            *("out", "saved_mean", "saved_rstd"),
        ),
        lambda t: functional.batch_norm(
            t["image"], t["mean"], t["variance"], t["weight"], t["bias"], True, 0.1, EPSILON
        ),
    ),
    Operator(
        "batch norm, gradient",
        "aclnnBatchNormBackward",
        (
            *("gradient", "image", "weight", "mean", "variance", "means", "deviations", True),
            *(EPSILON, ALL_GRADIENTS, "out", "saved_mean", "saved_rstd"),
        ),
        lambda t: aten.native_batch_norm_backward(
            *(t["gradient"], t["image"], t["weight"], t["mean"], t["variance"], t["means"]),
            *(torch.rsqrt(t["deviations"] + EPSILON), True, EPSILON, ALL_GRADIENTS),
        )[:1],
    ),
    Operator(
        "group norm",
        "aclnnGroupNorm",
        (
            *("image", "own_weight", "own_bias", "images", "channels", "places", GROUPS, EPSILON),
            *("out", "mean_of_groups", "rstd_of_groups"),
        ),
        lambda t: torch.group_norm(t["image"], GROUPS, t["own_weight"], t["own_bias"], EPSILON),
    ),
    Operator(
        "group norm, gradient",
        "aclnnGroupNormBackward",
        (
            *("gradient", "image", "mean_of_groups", "rstd_of_groups", "own_weight"),
            *("images", "channels", "places", GROUPS, ALL_GRADIENTS),
            *("out", "gradient_of_weight", "gradient_of_bias"),
        ),
        lambda t: aten.native_group_norm_backward(
            *(t["gradient"], t["image"], t["mean_of_groups"], t["rstd_of_groups"]),
            *(t["own_weight"], *t["image"].shape[:2], t["image"][0, 0].numel(), GROUPS),
            ALL_GRADIENTS,
        )[:1],
    ),
    Operator(
        "mean of planes",
        "aclnnAdaptiveAvgPool2d",
        ("image", (1, 1), "one"),
        lambda t: functional.adaptive_avg_pool2d(t["image"], 1),
        written=("one",),
    ),
    Operator(
        "max_pool 3x3 with indices",
        "aclnnMaxPool2dWithIndices",
        ("image", (3, 3), (2, 2), (1, 1), (1, 1), False, "half", "half_indices"),
        lambda t: functional.max_pool2d(t["image"], 3, 2, 1),
        written=("half",),
    ),
    _convolution("convolution 1x1", "w1", 0, 1),
    _convolution("convolution 3x3", "w3", 1, 1),
    _convolution("convolution 3x3, depthwise", "depthwise", 1, "channels"),
    Operator(
        "upsample, nearest",
        "aclnnUpsampleNearest2d",
        ("image", "doubled", "twice"),
        lambda t: functional.interpolate(t["image"], scale_factor=2),
        written=("twice",),
    ),
    Operator(
        "channels last",
        "aclnnPermute",
        ("plain", (0, 2, 3, 1), "last"),
        lambda t: t["last"].copy_(t["plain"].permute(0, 2, 3, 1)),
        written=("last",),
    ),
)


def _plane_makers(kind: str, shape: Shape) -> Makers:
    images, channels, height, width = shape
    of_channels = (channels,)
    return {
        "image": partial(_normal, kind, 1, shape),
        "plain": partial(_normal, kind, 1, shape),
        "weight": partial(_normal, "float32", 2, of_channels),
        "bias": partial(_normal, "float32", 3, of_channels),
        "mean": partial(_normal, "float32", 4, of_channels),
        "variance": partial(_near_one, "float32", of_channels),
        "w1": partial(_normal, kind, 5, (channels, channels, 1, 1)),
        "w3": partial(_normal, kind, 6, (channels, channels, 3, 3)),
        "depthwise": partial(_normal, kind, 7, (channels, 1, 3, 3)),
        "out": partial(_zeros, kind, shape),
        "half": partial(_zeros, kind, (images, channels, height // 2, width // 2)),
        "twice": partial(_zeros, kind, (images, channels, 2 * height, 2 * width)),
        "last": partial(_zeros, kind, (images, height, width, channels)),
        "saved_mean": partial(_zeros, "float32", of_channels),
        "saved_rstd": partial(_zeros, "float32", of_channels),
        "gradient": partial(_normal, kind, 8, shape),
        "means": partial(_normal, "float32", 9, of_channels),
        "deviations": partial(_near_one, "float32", of_channels),
        "own_weight": partial(_normal, kind, 2, of_channels),
        "own_bias": partial(_normal, kind, 3, of_channels),
        "mean_of_groups": partial(_normal, kind, 10, (images, GROUPS)),
        "rstd_of_groups": partial(_near_one, kind, (images, GROUPS)),
        "gradient_of_weight": partial(_zeros, kind, of_channels),
        "gradient_of_bias": partial(_zeros, kind, of_channels),
        "one": partial(_zeros, kind, (images, channels, 1, 1)),
        "half_indices": partial(_zeros, "int32", (images, channels, height // 2, width // 2)),
    }


# --- Small products ------------------------------------------------------------------------------


def _products(kind: str) -> Iterator[Line]:
    for rows, columns, depth in PRODUCTS:
        makers = {
            "a": partial(_normal, kind, 1, (rows, depth)),
            "b": partial(_normal, kind, 2, (depth, columns)),
            "out": partial(_zeros, kind, (rows, columns)),
        }
        yield from _lines_of((PRODUCT,), kind, (rows, columns, depth), makers, {})
    batch = (128, 64, 64)
    makers = {
        "a": partial(_normal, kind, 1, batch),
        "b": partial(_normal, kind, 2, batch),
        "out": partial(_zeros, kind, batch),
    }
    yield from _lines_of((BATCHED_PRODUCT,), kind, (*batch, batch[-1]), makers, {})


PRODUCT = Operator(
    "mm",
    "aclnnMm",
    ("a", "b", "out", KEEP_FLOAT32),
    lambda t: torch.mm(t["a"], t["b"], out=t["out"]),
)
BATCHED_PRODUCT = Operator(
    "bmm",
    "aclnnBatchMatMul",
    ("a", "b", "out", KEEP_FLOAT32),
    lambda t: torch.bmm(t["a"], t["b"], out=t["out"]),
)


def _lines() -> Iterator[Line]:
    for kind in TYPES:
        for shape in SIZES:
            sizes = {"type": kind, "row": shape[1:], "columns": shape[1]}
            yield from _lines_of(ROWS + ELEMENTS, kind, shape, _row_makers(kind, shape), sizes)
        for image in IMAGES:
            channels, height, width = image[1:]
            sizes = {
                "images": image[0],
                "channels": channels,
                "places": height * width,
                "doubled": (2 * height, 2 * width),
            }
            yield from _lines_of(PLANES, kind, image, _plane_makers(kind, image), sizes)
        yield from _products(kind)
    for kind in WHOLE:
        for shape in SIZES:
            yield from _lines_of(INTEGERS, kind, shape, _whole_makers(kind, shape), {"type": kind})


def run(threads: int, effort: Effort, only: Collection[str] = ()) -> list[OperatorResult]:
    """Every line, or those of some labels, printed as soon as it is there."""
    about = "short and long rows, of integers too, planes of images, small products"
    return beside_torch.run(_lines(), threads, effort, about, only)
