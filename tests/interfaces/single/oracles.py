# SPDX-License-Identifier: Apache-2.0
"""What each type of csrc/single/operators.toml computes, in NumPy.

A case has the operator's inputs, what its outputs have to be, attributes, and
how far a result may be off. CANN's prototypes and public pages say what the types are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from interfaces.single import box_oracles, mindspore_oracles, network_oracles, plugin_oracles
from interfaces.single.case import F32, RANDOM, Case, normal, single, wide, within
from interfaces.single.single import Array, Host

X = normal(2, 3, 4)
Y = normal(2, 3, 4)
POSITIVE = within(0.2, 3, 2, 3, 4)
BELOW_1 = within(-0.9, 0.9, 2, 3, 4)
ABOVE_1 = within(1.1, 3, 2, 3, 4)
WHOLE = RANDOM.integers(-9, 9, (2, 3, 4)).astype(np.int32)
OTHER = RANDOM.integers(1, 9, (2, 3, 4)).astype(np.int32)
BYTES = np.array([0b10110001, 0b00001111], np.uint8)
FLAGS = RANDOM.random((2, 3, 4)) < 0.5
erf = np.vectorize(math.erf)
erfc = np.vectorize(math.erfc)


def sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def softplus(x: Array) -> Array:
    return np.add(np.log1p(np.exp(-np.abs(x))), np.maximum(x, 0))


def softmax(x: Array, axis: int = -1) -> Array:
    e: Array = np.exp(x - x.max(axis, keepdims=True))
    total: Array = e.sum(axis, keepdims=True)
    return np.divide(e, total)


def gelu(x: Array) -> Any:
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


def slope(function: Callable[[Array], Array], x: Array, step: float = 1e-5) -> Array:
    """The derivative, by differences in float64: good to 1e-9."""
    return (function(x + step) - function(x - step)) / (2 * step)


# --- One operand ---------------------------------------------------------------------------------

_UNARY: dict[str, tuple[Callable[[Array], Any], Array]] = {
    "Abs": (np.abs, X),
    "Acos": (np.arccos, BELOW_1),
    "Acosh": (np.arccosh, ABOVE_1),
    "Asin": (np.arcsin, BELOW_1),
    "Asinh": (np.arcsinh, X),
    "Atan": (np.arctan, X),
    "Atanh": (np.arctanh, BELOW_1),
    "Ceil": (np.ceil, X),
    "Cos": (np.cos, X),
    "Cosh": (np.cosh, X),
    "Erf": (erf, X),
    "Erfc": (erfc, X),
    "Expm1": (np.expm1, X),
    "Floor": (np.floor, X),
    "Log1p": (np.log1p, POSITIVE),
    "Neg": (np.negative, X),
    "Reciprocal": (lambda x: 1 / x, POSITIVE),
    "Rsqrt": (lambda x: 1 / np.sqrt(x), POSITIVE),
    "Sigmoid": (sigmoid, X),
    "Sign": (np.sign, X),
    "Sin": (np.sin, X),
    "Sinh": (np.sinh, X),
    "Sqrt": (np.sqrt, POSITIVE),
    "Square": (np.square, X),
    "Tan": (np.tan, BELOW_1),
    "Tanh": (np.tanh, X),
    "Trunc": (np.trunc, 3 * X),
    "Gelu": (gelu, X),
    "FastGelu": (lambda x: x * sigmoid(1.702 * x), X),
    "Selu": (
        lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x)),
        X,
    ),
    "Mish": (lambda x: x * np.tanh(softplus(x)), X),
    "LogSigmoid": (lambda x: -softplus(-x), X),
    "Relu": (lambda x: np.maximum(x, 0), X),
    "Exp": (np.exp, X),
    "Log": (np.log, POSITIVE),
    "Silu": (lambda x: x * sigmoid(x), X),
    "HardSwish": (lambda x: x * np.clip(x + 3, 0, 6) / 6, 3 * X),
    "Identity": (lambda x: x, X),
    "TensorMove": (lambda x: x, X),
    "ZerosLike": (np.zeros_like, X),
    "OnesLike": (np.ones_like, X),
}

# --- Several operands ----------------------------------------------------------------------------

_BINARY: dict[str, tuple[Callable[[Array, Array], Any], Array, Array]] = {
    "Add": (np.add, X, Y),
    "Sub": (np.subtract, X, Y[:, :1]),
    "Mul": (np.multiply, X, Y),
    "RealDiv": (np.divide, X, POSITIVE),
    "Div": (np.divide, X, POSITIVE),
    "Maximum": (np.maximum, X, Y),
    "Minimum": (np.minimum, X, Y),
    "Pow": (np.power, POSITIVE, Y),
    "FloorDiv": (np.floor_divide, 9 * X, POSITIVE),
    "FloorMod": (np.mod, 9 * X, POSITIVE),
    "Mod": (np.fmod, 9 * X, POSITIVE),
    "Atan2": (np.arctan2, X, Y),
    "Xlogy": (lambda x, y: x * np.log(y), X, POSITIVE),
    "BitwiseAnd": (np.bitwise_and, WHOLE, OTHER),
    "BitwiseOr": (np.bitwise_or, WHOLE, OTHER),
    "BitwiseXor": (np.bitwise_xor, WHOLE, OTHER),
    "LogicalAnd": (np.logical_and, FLAGS, FLAGS[::-1].copy()),
    "LogicalOr": (np.logical_or, FLAGS, FLAGS[::-1].copy()),
    "Equal": (np.equal, WHOLE, WHOLE[:1]),
    "NotEqual": (np.not_equal, WHOLE, WHOLE[:1]),
    "Greater": (np.greater, X, Y),
    "GreaterEqual": (np.greater_equal, WHOLE, WHOLE[:1]),
    "Less": (np.less, X, Y),
    "LessEqual": (np.less_equal, WHOLE, WHOLE[:1]),
    "LeftShift": (np.left_shift, OTHER, OTHER % 3),
    "RightShift": (np.right_shift, WHOLE, OTHER % 3),
}


def _of(result: Any, like: Array) -> Array:
    """A result of float64 or of flags in the type that the operator has."""
    array = np.asarray(result)
    return array if array.dtype == np.bool_ else array.astype(like.dtype)


def _elementwise() -> dict[str, Case]:
    found = {
        name: Case([x], [single(function(wide(x)))], tolerance=4e-6)
        for name, (function, x) in _UNARY.items()
    }
    found |= {
        "AssignAdd": Case([X, Y], [single(wide(X) + Y)]),
        "AssignSub": Case([X, Y], [single(wide(X) - Y)]),
        "Assign": Case([X, Y], [Y], tolerance=0),
    }
    for name, (binary, x, y) in _BINARY.items():
        is_real = x.dtype == F32
        result = binary(wide(x), wide(y)) if is_real else binary(x, y)
        found[name] = Case([x, y], [_of(result, x)], tolerance=4e-6)
    return found


# --- Gradients: the derivative by differences, times what comes from above ------------------------


def _gradients() -> dict[str, Case]:
    x, dy = wide(X), wide(Y)
    above = 4e-6
    tanh, sig = np.tanh(x), sigmoid(x)
    glu = wide(normal(2, 6))
    a, b = glu[:, :3], glu[:, 3:]
    d = wide(normal(2, 3))
    d_glu = np.concatenate([d * sigmoid(b), d * a * sigmoid(b) * (1 - sigmoid(b))], 1)
    return {
        "MishGrad": Case(
            [Y, X], [single(dy * slope(lambda v: v * np.tanh(softplus(v)), x))], tolerance=above
        ),
        "SiluGrad": Case(
            [Y, X], [single(dy * slope(lambda v: v * sigmoid(v), x))], tolerance=above
        ),
        "SwishGrad": Case(
            [Y, X, single(x * sigmoid(1.5 * x))],
            [single(dy * slope(lambda v: v * sigmoid(1.5 * v), x))],
            {"scale": 1.5},
            tolerance=above,
        ),
        "ReluGrad": Case([Y, X], [single(dy * (x > 0))]),
        "SigmoidGrad": Case([single(sig), Y], [single(dy * sig * (1 - sig))]),
        "TanhGrad": Case([single(tanh), Y], [single(dy * (1 - tanh**2))]),
        "GeluGrad": Case([Y, X, single(gelu(x))], [single(dy * slope(gelu, x))], tolerance=above),
        "FastGeluGrad": Case(
            [Y, X], [single(dy * slope(lambda v: v * sigmoid(1.702 * v), x))], tolerance=above
        ),
        "SeluGrad": Case(
            [Y, single(_UNARY["Selu"][0](x))],
            [single(dy * slope(_UNARY["Selu"][0], x))],
            tolerance=above,
        ),
        "HardSwishGrad": Case(
            [Y, X], [single(dy * slope(_UNARY["HardSwish"][0], x))], tolerance=above
        ),
        "LeakyReluGrad": Case(
            [Y, X], [single(np.where(x > 0, dy, 0.3 * dy))], {"negative_slope": 0.3}
        ),
        "EluGradV2": Case(
            [Y, X], [single(dy * np.where(x > 0, 1, 1.5 * np.exp(x)))], {"alpha": 1.5}
        ),
        "SoftplusGrad": Case([Y, X], [single(dy * sigmoid(x))]),
        "SoftsignGrad": Case([Y, X], [single(dy / (1 + np.abs(x)) ** 2)]),
        "Relu6Grad": Case([Y, 6 * X], [single(dy * ((x > 0) & (x < 1)))]),
        "SoftplusV2Grad": Case(
            [Y, X], [single(dy * sigmoid(2 * x))], {"beta": 2.0, "threshold": 50.0}
        ),
        "SoftShrinkGrad": Case([Y, X], [single(dy * (np.abs(x) > 0.4))], {"lambd": 0.4}),
        "HardShrinkGrad": Case([Y, X], [single(dy * (np.abs(x) > 0.4))], {"lambd": 0.4}),
        "HardtanhGrad": Case(
            [X, Y],
            [single(dy * ((x > -0.5) & (x < 0.7)))],
            {"min_val": -0.5, "max_val": 0.7},
        ),
        "ThresholdGradV2D": Case([Y, X], [single(dy * (x > 0.2))], {"threshold": 0.2}),
        "GLUGrad": Case([single(d), single(glu)], [single(d_glu)], {"dim": 1}),
    }


# --- Copies, parts, places -----------------------------------------------------------------------


def _copies() -> dict[str, Case]:
    turned = X.transpose(2, 0, 1).copy()
    strided = np.lib.stride_tricks.as_strided(X.ravel()[1:], (2, 3), (32, 8)).copy()
    viewed = np.zeros((4, 6), F32)
    viewed[1:3, 2:5] = X[0, :2, :3]
    return {
        "Cast": Case([9 * X], [np.trunc(9 * X).astype(np.int32)], {"dst_type": 3}, 0),
        "TransData": Case([X], [X], {"src_format": "ND", "dst_format": "FRACTAL_NZ"}, 0),
        "Transpose": Case([X, Host([2, 0, 1])], [turned], tolerance=0),
        "TransposeD": Case([X], [turned], {"perm": [2, 0, 1]}, 0),
        "Reshape": Case([X, Host([4, 6])], [X.reshape(4, 6)], tolerance=0),
        "BroadcastTo": Case(
            [X[:, :1], Host([2, 3, 4])], [np.broadcast_to(X[:, :1], (2, 3, 4)).copy()], tolerance=0
        ),
        "Tile": Case([X, Host([1, 2, 1])], [np.tile(X, (1, 2, 1))], tolerance=0),
        "Fill": Case([Host([2, 3]), Host([1.5], F32)], [np.full((2, 3), 1.5, F32)], tolerance=0),
        "AsStrided": Case([X, Host([2, 3]), Host([8, 2]), Host([1])], [strided], tolerance=0),
        "ViewCopy": Case(
            [
                np.zeros((4, 6), F32),
                *(Host([2, 3]), Host([6, 1]), Host([8])),
                X,
                *(Host([2, 3]), Host([4, 1]), Host([0])),
            ],
            [viewed],
            tolerance=0,
        ),
        "ConfusionTransposeD": Case(
            [X],
            [X.transpose(1, 0, 2).reshape(3, 8)],
            {"perm": [1, 0, 2], "shape": [3, 8], "transpose_first": True},
            0,
        ),
        "Slice": Case([X, Host([0, 1, 2]), Host([2, 2, -1])], [X[:, 1:3, 2:].copy()], tolerance=0),
        "SliceD": Case([X], [X[:, 1:3, 2:].copy()], {"offsets": [0, 1, 2], "size": [2, 2, 2]}, 0),
        "StridedSlice": Case(
            [X, Host([1, -1, 1]), Host([2, 0, 9]), Host([1, -2, 2])],
            [X[1, ::-2, 1::2].copy()],
            {"shrink_axis_mask": 1, "end_mask": 2},
            0,
        ),
        "ConcatD": Case([X, Y, X], [np.concatenate([X, Y, X], 1)], {"concat_dim": 1, "N": 3}, 0),
        "ConcatV2D": Case([X, Y], [np.concatenate([X, Y], 2)], {"concat_dim": 2, "N": 2}, 0),
        "Concat": Case([Host([1]), X, Y], [np.concatenate([X, Y], 1)], {"N": 2}, 0),
        "ConcatV2": Case([X, Y, Host([0])], [np.concatenate([X, Y], 0)], {"N": 2}, 0),
        "Pack": Case([X, Y], [np.stack([X, Y], 1)], {"axis": 1, "N": 2}, 0),
        "AddN": Case([X, Y, X], [single(wide(X) + Y + X)], {"N": 3}),
        "Pad": Case(
            [X, Host([[0, 1], [2, 0], [1, 3]])],
            [np.pad(X, [(0, 1), (2, 0), (1, 3)])],
            tolerance=0,
        ),
        "PadV3": Case(
            [X, Host([0, 2, 1, 1, 0, 3]), Host([7], F32)],
            [np.pad(X, [(0, 1), (2, 0), (1, 3)], constant_values=7)],
            {"paddings_contiguous": False},
            0,
        ),
        "ReverseV2": Case([X, Host([0, 2])], [X[::-1, :, ::-1].copy()], tolerance=0),
        "Roll": Case([X], [np.roll(X, (1, -2), (0, 2))], {"shifts": [1, -2], "dims": [0, 2]}, 0),
        "Tril": Case([X], [np.tril(X, -1)], {"diagonal": -1}, 0),
        "Triu": Case([X], [np.triu(X, 1)], {"diagonal": 1}, 0),
        "Range": Case(
            [Host([1], F32), Host([4], F32), Host([0.5], F32)],
            [np.arange(1, 4, 0.5, dtype=F32)],
            tolerance=0,
        ),
        "OneHot": Case(
            [np.array([2, 0, 1], np.int32), Host([4]), np.array([5], F32), np.array([-1], F32)],
            [single(np.where(np.eye(4)[[2, 0, 1]] > 0, 5, -1))],
            tolerance=0,
        ),
        "OneHotD": Case(
            [np.array([2, 0, 1], np.int32), np.array([5], F32), np.array([-1], F32)],
            [single(np.where(np.eye(4)[[2, 0, 1]] > 0, 5, -1)).T.copy()],
            {"depth": 4, "axis": 0},
            0,
        ),
        "SignBitsPack": Case(
            [single(np.where(np.unpackbits(BYTES, bitorder="little"), 2.5, -1))],
            [BYTES[None]],
            {"size": 1},
            0,
        ),
        "SignBitsUnpack": Case(
            [BYTES],
            [single(np.where(np.unpackbits(BYTES, bitorder="little"), 1, -1))[None]],
            {"dtype": 0, "size": 1},
            0,
        ),
        "Select": Case([FLAGS, X, Y], [np.where(FLAGS, X, Y)], tolerance=0),
        "SelectV2": Case([FLAGS, X, Y], [np.where(FLAGS, X, Y)], tolerance=0),
        "Invert": Case([WHOLE], [~WHOLE], tolerance=0),
        "LogicalNot": Case([FLAGS], [~FLAGS], tolerance=0),
        "IsFinite": Case(
            [np.array([1, np.inf, np.nan, -2], F32)], [np.array([True, False, False, True])]
        ),
    }


def _places() -> dict[str, Case]:
    table = normal(5, 4)
    rows = np.array([[4, 0], [2, 2]], np.int32)
    index = RANDOM.integers(0, 4, (2, 3, 2)).astype(np.int32)
    pairs = np.array([[1, 2], [0, 0]], np.int32)
    grad = normal(2, 2, 3)
    dense = np.zeros((5, 3))
    np.add.at(dense, rows, wide(grad))
    spread = X.copy()
    updates = normal(2, 1, 4)
    places = np.array([[[2] * 4], [[0] * 4]], np.int32)
    np.put_along_axis(spread, places, updates, 1)
    written = table.copy()
    written[[3, 1]] = table[:2] * 2
    holes = X * (X > 0)
    return {
        "Gather": Case([table, rows], [table[rows]], tolerance=0),
        "GatherV2": Case([table, rows % 4, Host([1])], [table[:, rows % 4]], tolerance=0),
        "GatherV2D": Case([table, rows], [table[rows]], {"axis": 0}, 0),
        "GatherElements": Case([X, index], [np.take_along_axis(X, index, 2)], {"dim": 2}, 0),
        "GatherNd": Case([table, pairs], [table[pairs[:, 0], pairs[:, 1]]], tolerance=0),
        "MaskedFill": Case(
            [X, FLAGS, np.array([3], F32)], [np.where(FLAGS, F32(3), X)], tolerance=0
        ),
        "MaskedSelect": Case([X, FLAGS], [X[FLAGS]], tolerance=0, before=[np.zeros(X.size, F32)]),
        "NonZero": Case(
            [holes],
            [np.argwhere(holes)],
            tolerance=0,
            before=[np.zeros((holes.size, 3), np.int64)],
        ),
        "ScatterElements": Case([X, places, updates], [spread], {"axis": 1}, 0),
        "ScatterNdUpdate": Case(
            [table, np.array([[3], [1]], np.int32), table[:2] * 2], [written], tolerance=0
        ),
        "TensorScatterUpdate": Case(
            [table, np.array([[3], [1]], np.int32), table[:2] * 2], [written], tolerance=0
        ),
        "EmbeddingDenseGrad": Case([grad, rows], [single(dense)], {"num_weights": 5}, 1e-6),
    }


# --- Products ------------------------------------------------------------------------------------


def windows(x: Array, size: int, pad: int, stride: int) -> Array:
    """The windows of images: [N, C, OH, OW, size, size]."""
    x = np.pad(x, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    view = np.lib.stride_tricks.sliding_window_view(x, (size, size), (2, 3))
    return view[:, :, ::stride, ::stride]


def _products() -> dict[str, Case]:
    a, b, bias = normal(5, 7), normal(7, 6), normal(6)
    ab = wide(a) @ wide(b)
    p, q = normal(3, 5, 7), normal(3, 7, 6)
    image, filters, c_bias = normal(2, 3, 6, 6), normal(4, 3, 3, 3), normal(4)
    found = windows(wide(image), 3, 1, 2)
    conv = np.einsum("nchwij,ocij->nohw", found, wide(filters))
    attrs = {"strides": [1, 1, 2, 2], "pads": [1, 1, 1, 1], "data_format": "NCHW"}
    d = normal(*conv.shape)
    d_filters = np.einsum("nchwij,nohw->ocij", found, wide(d))
    d_image = np.zeros((2, 3, 8, 8))
    for i in range(3):
        for j in range(3):
            part = np.einsum("nohw,oc->nchw", wide(d), wide(filters)[:, :, i, j])
            d_image[:, :, i : i + 6 : 2, j : j + 6 : 2] += part
    volume, kernel = normal(1, 2, 4, 4, 4), normal(3, 2, 2, 2, 2)
    view = np.lib.stride_tricks.sliding_window_view(wide(volume), (2, 2, 2), (2, 3, 4))
    conv3 = np.einsum("ncdhwijk,ocijk->nodhw", view, wide(kernel))
    far = 2e-5
    turned: dict[str, Any] = {"transpose_x1": True, "transpose_x2": True}
    batch = single(wide(p) @ wide(q))
    batch_turned: dict[str, Any] = {"adj_x1": True, "adj_x2": False}
    p_turned = p.transpose(0, 2, 1).copy()
    return {
        "MatMul": Case([a, b], [single(ab)], tolerance=far),
        "MatMulV2": Case(
            [a.T.copy(), b.T.copy(), bias], [single(ab + bias)], turned, tolerance=far
        ),
        "MatMulV3": Case(
            [a, b.T.copy(), None, None], [single(ab)], {"transpose_x2": True}, tolerance=far
        ),
        "BatchMatMul": Case([p_turned, q], [batch], batch_turned, tolerance=far),
        "BatchMatMulV2": Case([p, q], [batch], tolerance=far),
        "BatchMatMulV3": Case([p_turned, q], [batch], batch_turned, tolerance=far),
        "Dot": Case([a[0], a[1]], [single(wide(a[0]) @ wide(a[1]))], tolerance=far),
        "Conv2D": Case(
            [image, filters, c_bias], [single(conv + c_bias[:, None, None])], attrs, tolerance=far
        ),
        "Conv2DBackpropInput": Case(
            [Host(image.shape), filters, d], [single(d_image[:, :, 1:7, 1:7])], attrs, tolerance=far
        ),
        "Conv2DBackpropFilter": Case(
            [image, Host(filters.shape), d], [single(d_filters)], attrs, 1e-4
        ),
        "Conv3D": Case(
            [volume, kernel],
            [single(conv3)],
            {"strides": [1] * 5, "pads": [0] * 6, "data_format": "NCDHW"},
            tolerance=far,
        ),
    }


# --- Elementwise with attributes -----------------------------------------------------------------


def _with_attributes() -> dict[str, Case]:
    x, y = wide(X), wide(Y)
    glu = normal(2, 6)
    mask = np.array([0b01011010, 0b11110000, 0b00110011] + [0] * 13, np.uint8)
    bits = np.unpackbits(mask, bitorder="little")[:24].reshape(2, 3, 4)
    r1, r2 = normal(1, 1, 1, 64), normal(1, 1, 1, 64)
    heads = normal(2, 3, 2, 64)
    rotated = np.concatenate([-heads[..., 32:], heads[..., :32]], -1)
    known = within(-0.9, 0.9, 20)
    value = Host([0.5], F32)
    return {
        "Round": Case([9 * X], [single(np.round(wide(9 * X), 1))], {"decimals": 1}),
        "Swish": Case([X], [single(x * sigmoid(1.5 * x))], {"scale": 1.5}),
        "Elu": Case([X], [single(np.where(x > 0, x, 2 * np.expm1(x)))], {"alpha": 2.0}),
        "CeluV2": Case([X], [single(np.where(x > 0, x, 2 * np.expm1(x / 2)))], {"alpha": 2.0}),
        "LeakyRelu": Case([X], [single(np.where(x > 0, x, 0.3 * x))], {"negative_slope": 0.3}),
        "Softplus": Case([X], [single(softplus(x))]),
        "Softsign": Case([X], [single(x / (1 + np.abs(x)))]),
        "Relu6": Case([6 * X], [single(np.clip(wide(6 * X), 0, 6))]),
        "SoftplusV2": Case([X], [single(softplus(2 * x) / 2)], {"beta": 2.0, "threshold": 50.0}),
        "SoftShrink": Case(
            [X], [single(np.sign(x) * np.maximum(np.abs(x) - 0.4, 0))], {"lambd": 0.4}
        ),
        "HardShrink": Case([X], [single(x * (np.abs(x) > 0.4))], {"lambd": 0.4}),
        "ThresholdV2D": Case(
            [X], [single(np.where(x > 0.2, x, 5))], {"threshold": 0.2, "value": 5.0}
        ),
        "Muls": Case([X], [single(2.5 * x)], {"value": 2.5}),
        "Adds": Case([X], [single(2.5 + x)], {"value": 2.5}),
        "GLU": Case([glu], [single(wide(glu[:, :3]) * sigmoid(wide(glu[:, 3:])))], {"dim": 1}),
        "AxpyV2": Case([X, Y, Host([2.5], F32)], [single(x + 2.5 * y)]),
        "Axpy": Case([X, Y], [single(x + 2.5 * y)], {"alpha": 2.5}),
        "Addcmul": Case([X, Y, POSITIVE, value], [single(x + 0.5 * y * POSITIVE)]),
        "Addcdiv": Case([X, Y, POSITIVE, value], [single(x + 0.5 * y / POSITIVE)]),
        "Lerp": Case([X, Y, POSITIVE], [single(x + POSITIVE * (y - x))], tolerance=1e-6),
        "ClipByValue": Case([X, Host([-0.5], F32), value], [np.clip(X, F32(-0.5), F32(0.5))]),
        "ClipByValueV2": Case([X, Host([-0.5], F32), value], [np.clip(X, F32(-0.5), F32(0.5))]),
        "PRelu": Case([X[0], np.array([0.3], F32)], [single(np.where(x > 0, x, 0.3 * x)[0])]),
        "DropOutDoMask": Case([X, mask, value], [single(np.where(bits > 0, x / 0.5, 0))]),
        "RotaryMul": Case([heads, r1, r2], [single(wide(heads) * r1 + wide(rotated) * r2)]),
        "Erfinv": Case([single(erf(wide(known)))], [known], tolerance=2e-5),
    }


# --- Rows, reductions, sorts ---------------------------------------------------------------------


def channels(values: Array) -> Array:
    """A number for each channel of images."""
    return wide(values)[:, None, None]


def _rows() -> dict[str, Case]:
    x = normal(3, 8)
    w, dy = wide(x), wide(normal(3, 8))
    soft = softmax(w)
    log_soft = np.log(soft)
    gamma, beta = within(0.5, 1.5, 8), normal(8)
    mean = w.mean(-1, keepdims=True)
    rstd = 1 / np.sqrt(w.var(-1, keepdims=True) + 1e-3)
    r = 1 / np.sqrt((w**2).mean(-1, keepdims=True) + 1e-6)
    other = normal(3, 8)
    both = w + other
    r2 = 1 / np.sqrt((both**2).mean(-1, keepdims=True) + 1e-6)
    dx = r * (dy * gamma - w * r**2 * (dy * gamma * w).mean(-1, keepdims=True))
    score = normal(2, 2, 32, 32)
    hidden = RANDOM.random((2, 1, 32, 32)) < 0.2
    masked = softmax(np.where(hidden, -10000.0, 0.5 * wide(score)))
    up = wide(normal(2, 2, 32, 32))
    d_score = np.where(hidden, 0, 0.5 * masked * (up - (up * masked).sum(-1, keepdims=True)))
    exact = 1 / np.sqrt(w.var(-1, keepdims=True) + 1e-12)
    even, pulled = (w - mean) * exact, dy * gamma
    along = (pulled * even).mean(-1, keepdims=True)
    length = np.sqrt(np.maximum((w**2).sum(-1, keepdims=True), 1e-3))
    image = normal(2, 3, 6, 7)
    # 6 in steps of 2 want a row more than there is, below; 7 a column on each side
    around = np.pad(image, [(0, 0), (0, 0), (0, 1), (1, 1)], constant_values=-np.inf)
    pooled = np.lib.stride_tricks.sliding_window_view(around, (3, 3), (2, 3))
    pooled = pooled[:, :, ::2, ::2].max((-2, -1))
    other_image = normal(2, 3, 6, 7)
    scales = 1 / np.sqrt(channels(gamma[:3]) + 1e-3)
    batch_mean, batch_variance = wide(image).mean((0, 2, 3)), wide(image).var((0, 2, 3))
    sums = [single(84 * batch_mean), single(84 * (batch_variance + batch_mean**2))]
    even_image = (wide(other_image) - channels(beta[:3])) * scales
    parts = image[:, :, :, :6].reshape(2, 3, 3, 2, 3, 2)
    blocks = parts.max((3, 5))
    up_blocks = normal(*blocks.shape)
    spread = np.zeros_like(image)
    spread[..., :6] = (
        (parts == blocks[:, :, :, None, :, None]) * up_blocks[:, :, :, None, :, None]
    ).reshape(2, 3, 6, 6)
    shares = np.zeros((2, 3, 6, 7))
    for row, column in np.ndindex(
        3, 3
    ):  # 6 rows want one more, below; 7 columns two, on both sides
        seen = np.s_[..., 2 * row : 2 * row + 3, max(3 * column - 1, 0) : 3 * column + 2]
        shares[seen] += wide(up_blocks)[..., row : row + 1, column : column + 1] / (
            shares[seen].shape[-2] * shares[seen].shape[-1]
        )
    halves: dict[str, Any] = {
        "ksize": [1, 1, 2, 2],
        "strides": [1, 1, 2, 2],
        "padding": "VALID",
        "data_format": "NCHW",
    }
    target = normal(3, 8)
    labels = softmax(wide(normal(3, 8)))
    apart = w - target
    sharp = 0.7
    smooth = np.where(np.abs(apart) < sharp, apart**2 / (2 * sharp), np.abs(apart) - sharp / 2)
    d_smooth = np.where(np.abs(apart) < sharp, apart / sharp, np.sign(apart))
    chances = within(0.1, 0.9, 3, 8)
    binary = -(labels * np.log(wide(chances)) + (1 - labels) * np.log(1 - wide(chances)))
    scale: dict[str, Any] = {"scale": 0.5, "fixed_triu_mask": False}
    return {
        "BiasAddGrad": Case(
            [image], [single(wide(image).sum((0, 2, 3)))], {"data_format": "NCHW"}, 1e-5
        ),
        "BNTrainingUpdate": Case(
            [image, *sums, gamma[:3], beta[:3], beta[3:6], gamma[3:6]],
            [
                single(
                    (wide(image) - channels(batch_mean))
                    / np.sqrt(channels(batch_variance) + 1e-3)
                    * channels(gamma[:3])
                    + channels(beta[:3])
                ),
                single(0.9 * wide(beta[3:6]) + 0.1 * batch_mean),
                single(0.9 * wide(gamma[3:6]) + 0.1 * batch_variance * 84 / 83),
                single(batch_mean),
                single(batch_variance),
            ],
            {"factor": 0.1, "epsilon": 1e-3},
        ),
        "BNTrainingUpdateGrad": Case(
            [image, other_image, beta[:3], gamma[:3]],
            [single((wide(image) * even_image).sum((0, 2, 3))), single(wide(image).sum((0, 2, 3)))],
            {"epsilon": 1e-3},
            1e-5,
        ),
        "BNInferGrad": Case(
            [image, gamma[5:8], gamma[:3]],
            [single(wide(image) * channels(gamma[5:8]) * scales)],
            {"epsilon": 1e-3},
        ),
        "AvgPoolGrad": Case(
            [Host(list(image.shape)), up_blocks],
            [single(shares)],
            halves | {"ksize": [1, 1, 3, 3], "padding": "SAME", "strides": [1, 1, 2, 3]},
            1e-5,
        ),
        "BNTrainingReduceGrad": Case(
            [image, other_image, gamma[3:6], beta[3:6], gamma[5:8], beta[:3], gamma[:3]],
            [
                single(
                    channels(gamma[5:8])
                    * scales
                    * (
                        wide(image)
                        - (even_image * channels(gamma[3:6]) + channels(beta[3:6])) / (2 * 6 * 7)
                    )
                )
            ],
            {"epsilon": 1e-3},
            1e-5,
        ),
        "MaxPoolGrad": Case([image, blocks, up_blocks], [single(spread)], halves, 0),
        "AvgPool": Case(
            [image],
            [
                single(
                    np.lib.stride_tricks.sliding_window_view(wide(image), (2, 2), (2, 3)).mean(
                        (-2, -1)
                    )[:, :, ::2, ::2]
                )
            ],
            halves,
        ),
        "BiasAdd": Case(
            [image, beta[:3]],
            [single(wide(image) + channels(beta[:3]))],
            {"data_format": "NCHW"},
        ),
        "SoftmaxV2": Case([x], [single(softmax(w, 0))], {"axes": [0]}),
        "SoftmaxGrad": Case(
            [single(soft), single(dy)],
            [single(soft * (dy - (dy * soft).sum(-1, keepdims=True)))],
        ),
        "LogSoftmaxV2": Case([x], [single(log_soft)]),
        "LogSoftmaxGrad": Case(
            [single(dy), single(log_soft)],
            [single(dy - soft * dy.sum(-1, keepdims=True))],
        ),
        "ScaledMaskedSoftmax": Case([score, hidden], [single(masked)], scale),
        "ScaledMaskedSoftmaxGrad": Case(
            [single(up), single(masked), hidden], [single(d_score)], scale
        ),
        "LayerNormV3": Case(
            [x, gamma, beta],
            [single((w - mean) * rstd * gamma + beta), single(mean), single(rstd)],
            {"begin_norm_axis": 1, "begin_params_axis": 1, "epsilon": 1e-3},
        ),
        "LayerNorm": Case(
            [x, gamma, beta],
            [
                single((w - mean) * rstd * gamma + beta),
                single(mean),
                single(w.var(-1, keepdims=True)),
            ],
            {"begin_norm_axis": 1, "begin_params_axis": 1, "epsilon": 1e-3},
        ),
        "LayerNormGrad": Case(
            [single(dy), x, single(w.var(-1, keepdims=True)), single(mean), gamma],
            [
                single(exact * (pulled - pulled.mean(-1, keepdims=True) - even * along)),
                single((dy * even).sum(0)),
                single(dy.sum(0)),
            ],
            tolerance=1e-5,
        ),
        "L2Normalize": Case([x], [single(w / length)], {"axis": [1], "eps": 1e-3}),
        "L2NormalizeGrad": Case(
            [x, single(w / length), single(dy)],
            [single((dy - w / length**2 * (dy * w).sum(-1, keepdims=True)) / length)],
            {"dim": [1], "eps": 1e-3},
        ),
        "BNInfer": Case(
            [image, gamma[:3], beta[:3], beta[3:6], gamma[3:6]],
            [
                single(
                    (wide(image) - channels(beta[3:6]))
                    / np.sqrt(channels(gamma[3:6]) + 1e-3)
                    * channels(gamma[:3])
                    + channels(beta[:3])
                )
            ],
            {"epsilon": 1e-3},
        ),
        "MaxPool": Case(
            [image],
            [pooled],
            {
                "ksize": [1, 1, 3, 3],
                "strides": [1, 1, 2, 2],
                "padding": "SAME",
                "data_format": "NCHW",
            },
            0,
        ),
        "RmsNorm": Case([x, gamma], [single(w * r * gamma), single(r)]),
        "RmsNormGrad": Case(
            [single(dy), x, single(r), gamma],
            [single(dx), single((dy * w * r).sum(0))],
            tolerance=1e-5,
        ),
        "AddRmsNorm": Case(
            [x, other, gamma], [single(both * r2 * gamma), single(r2), single(both)]
        ),
        "SoftmaxCrossEntropyWithLogits": Case(
            [x, single(labels)],
            [single(-(labels * log_soft).sum(-1)), single(soft - labels)],
        ),
        "MseLoss": Case([x, target], [single((apart**2).sum())], {"reduction": "sum"}, 1e-5),
        "MseLossGrad": Case(
            [x, target, single(dy)], [single(2 * apart * dy)], {"reduction": "none"}
        ),
        "SmoothL1LossV2": Case(
            [x, target], [single(smooth.mean())], {"sigma": sharp, "reduction": "mean"}
        ),
        "SmoothL1LossGradV2": Case(
            [x, target, single(dy)],
            [single(d_smooth * dy)],
            {"sigma": sharp, "reduction": "none"},
        ),
        "BinaryCrossEntropy": Case(
            [chances, single(labels)], [single(binary)], {"reduction": "none"}
        ),
        "KLDiv": Case(
            [single(log_soft), single(labels)],
            [single((labels * (np.log(labels) - log_soft)).sum())],
            {"reduction": "sum"},
            1e-5,
        ),
    }


def _reductions() -> dict[str, Case]:
    x = wide(X)
    keep = {"keep_dims": True}
    found = {}
    functions: dict[str, Any] = {"Sum": np.sum, "Mean": np.mean, "Max": np.max, "Min": np.min}
    for name, function in functions.items():
        result = single(function(x, (0, 2), keepdims=True))
        found[f"Reduce{name}"] = Case([X, Host([0, 2])], [result], keep)
        found[f"Reduce{name}D"] = Case([X], [result], {"axes": [0, 2], **keep})
    for name, test in {"All": np.all, "Any": np.any}.items():
        flags = FLAGS[:, :1] if name == "All" else FLAGS
        result = np.asarray(test(flags, (1, 2)))
        found[f"Reduce{name}"] = Case([flags, Host([1, 2])], [result])
        found[f"Reduce{name}D"] = Case([flags], [result], {"axes": [1, 2]})
    largest = X.argmax(1).astype(np.int32)
    smallest = X.argmin(2).astype(np.int32)
    order = np.argsort(X, 1, kind="stable")
    top = np.argsort(-X, 2, kind="stable")[..., :2]
    sums = np.flip(np.cumsum(np.flip(x, 1), 1), 1) - x
    return found | {
        "ReduceProd": Case([X, Host([1])], [single(x.prod(1))]),
        "ReduceLogSumExp": Case([X, Host([1])], [single(np.log(np.exp(x).sum(1)))]),
        "ArgMaxV2": Case([X, Host([1])], [largest], tolerance=0),
        "ArgMin": Case([X, Host([2])], [smallest], tolerance=0),
        "ArgMaxWithValue": Case([X], [largest, X.max(1)], {"dimension": 1}, 0),
        "ArgMinWithValue": Case(
            [X],
            [smallest[..., None], X.min(2, keepdims=True)],
            {"dimension": 2, "keep_dims": True},
            0,
        ),
        "SortV2": Case([X], [-np.sort(-X, 1)], {"axis": 1, "descending": True}, 0),
        "Sort": Case([X], [np.sort(X, 1), order.astype(np.int32)], {"axis": 1}, 0),
        "TopKV2": Case(
            [X, Host([2])],
            [np.take_along_axis(X, top, 2), top.astype(np.int32)],
            tolerance=0,
        ),
        "TopK": Case(
            [X, Host([2])],
            [np.take_along_axis(X, top, 2), top.astype(np.int32)],
            tolerance=0,
        ),
        "Cumsum": Case([X, Host([1])], [single(sums)], {"exclusive": True, "reverse": True}),
    }


# --- Optimizers, quantisation, boxes -------------------------------------------------------------


def _optimizers() -> dict[str, Case]:
    var, grad, m = normal(3, 4), normal(3, 4), normal(3, 4)
    v = within(0.1, 1, 3, 4)
    b1, b2, lr, eps, decay = 0.9, 0.99, 0.1, 1e-3, 0.05
    p1, p2 = b1**2, b2**2
    new_m = b1 * wide(m) + (1 - b1) * wide(grad)
    new_v = b2 * wide(v) + (1 - b2) * wide(grad) ** 2
    rate = lr * math.sqrt(1 - p2) / (1 - p1)
    adam = wide(var) - rate * new_m / (np.sqrt(new_v) + eps)
    # decoupled decay; beta powers are those of the step before
    q1, q2 = p1 * b1, p2 * b2
    adamw = wide(var) * (1 - lr * decay) - lr / (1 - q1) * new_m / (np.sqrt(new_v / (1 - q2)) + eps)

    def n(value: float) -> Host:
        return Host([value], F32)

    numbers = [n(p1), n(p2), n(lr), n(b1), n(b2), n(eps)]
    near = 2e-5
    one = np.array([lr], F32)
    first = (RANDOM.random((3, 4)) < 0.5).astype(F32)
    decayed = wide(grad) + decay * wide(var)
    squares = wide(v) + wide(grad) ** 2
    most = np.maximum(b2 * wide(v), np.abs(wide(grad)))
    seen = 0.9 * wide(v) + 0.1 * wide(grad) ** 2
    moved = np.sqrt((2 * wide(v) + eps) / (seen + eps)) * grad
    z = wide(m) + grad - (np.sqrt(squares) - np.sqrt(wide(v))) / lr * wide(var)
    curved = np.sqrt(squares) / lr + 2 * 0.3
    sgd = 0.9 * wide(m) + decayed - decayed * (1 - first) * 0.2
    return {
        "SGD": Case(
            [var, grad, one, m, np.array([0.9], F32), first],
            [single(wide(var) - F32(lr) * sgd)],
            {"dampening": 0.2, "weight_decay": decay},
            near,
        ),
        "ApplyRMSProp": Case(
            [var, v, m, one, np.array([0.9], F32), np.array([0.8], F32), n(eps), grad],
            [
                single(
                    wide(var)
                    - (
                        0.8 * wide(m)
                        + lr * wide(grad) / np.sqrt(0.9 * wide(v) + 0.1 * wide(grad) ** 2 + eps)
                    )
                )
            ],
            tolerance=near,
        ),
        "ApplyAdagradD": Case(
            [var, v, one, grad],
            [single(wide(var) - lr * wide(grad) / np.sqrt(squares)), single(squares)],
            tolerance=near,
        ),
        "ApplyAdaMaxD": Case(
            [var, m, v, n(p1), n(lr), n(b1), n(b2), n(eps), grad],
            [
                single(wide(var) - lr / (1 - p1) * new_m / (most + eps)),
                single(new_m),
                single(most),
            ],
            tolerance=near,
        ),
        "ApplyAdadeltaD": Case(
            [var, v, v * 2, one, n(0.9), n(eps), grad],
            [single(wide(var) - lr * moved), single(seen), single(1.8 * wide(v) + 0.1 * moved**2)],
            tolerance=near,
        ),
        "ApplyFtrl": Case(
            [var, v, m, grad, one, n(0.2), n(0.3), n(-0.5)],
            [single(np.where(np.abs(z) > 0.2, (np.sign(z) * 0.2 - z) / curved, 0))],
            tolerance=near,
        ),
        "AdamApplyOneWithDecayAssign": Case(
            [grad, v, m, var, n(lr), n(b1), n(1 - b1), n(b2), n(1 - b2), n(decay), n(eps)],
            [
                single(new_v),
                single(new_m),
                single(wide(var) - lr * (new_m / (np.sqrt(new_v) + eps) + decay * wide(var))),
            ],
            tolerance=near,
        ),
        "LambApplyOptimizerAssign": Case(
            [
                *(grad, v, m, var, n(b1), n(1 - b1), n(b2), n(1 - b2), n(eps)),
                *(np.array([3], F32), one, n(decay)),
            ],
            [
                single(
                    new_m / (1 - b1**3) / (np.sqrt(new_v / (1 - b2**3)) + eps)
                    + F32(lr) * decay * wide(var)
                ),
                single(new_v),
                single(new_m),
            ],
            tolerance=near,
        ),
        "LambApplyWeightAssign": Case(
            [np.array([3], F32), np.array([4], F32), one, grad, var],
            [single(wide(var) - F32(lr) * 0.75 * wide(grad))],
            tolerance=near,
        ),
        "ApplyMomentum": Case(
            [var, m, one, grad, np.array([0.9], F32)],
            [single(wide(var) - F32(lr) * (wide(grad) + 0.9 * (0.9 * wide(m) + wide(grad))))],
            {"use_nesterov": True},
            near,
        ),
        "ApplyAdamD": Case(
            [var, m, v, *numbers, grad],
            [single(adam), single(new_m), single(new_v)],
            tolerance=near,
        ),
        "ApplyAdam": Case([var, m, v, *numbers, grad], [single(adam)], tolerance=near),
        "ApplyAdamW": Case(
            [var, m, v, n(p1), n(p2), n(lr), n(decay), n(b1), n(b2), n(eps), grad, None],
            [single(adamw), single(new_m), single(new_v)],
            tolerance=near,
        ),
        "ApplyGradientDescent": Case(
            [var, np.array([lr], F32), grad],
            [single(wide(var) - F32(lr) * wide(grad))],
            tolerance=near,
        ),
    }


def boxes(count: int) -> Array:
    """Corners of boxes: x1, y1, x2, y2."""
    low = RANDOM.uniform(0, 50, (count, 2))
    return single(np.concatenate([low, low + RANDOM.uniform(5, 40, (count, 2))], 1))


def _others() -> dict[str, Case]:
    a, b = wide(boxes(4)), wide(boxes(3))
    low = np.maximum(a[None, :, :2], b[:, None, :2])
    high = np.minimum(a[None, :, 2:], b[:, None, 2:])
    shared = np.clip(high - low, 0, None).prod(-1)
    areas = [(each[:, 2:] - each[:, :2]).prod(-1) for each in (a, b)]
    iou = shared / (areas[0][None] + areas[1][:, None] - shared)
    x1, x2 = normal(1, 3, 1, 4), normal(1, 1, 5, 4)
    full = np.broadcast_arrays(x1, x2)
    apart = wide(full[0]) - wide(full[1])
    distance = np.sqrt((apart**2).sum(-1))
    d = normal(1, 3, 5)
    d_x1 = (wide(d)[..., None] * apart / distance[..., None]).sum(2)
    spread = [
        np.broadcast_to(each[..., None], apart.shape).copy() for each in (d, single(distance))
    ]
    level = within(-3, 3, 4, 8)
    rows = np.array([0.5, 0.25], F32)
    return {
        "Iou": Case([single(a), single(b)], [single(iou)], {"eps": 0.0}, 1e-5),
        "Cdist": Case([full[0].copy(), full[1].copy()], [single(distance)], {"p": 2.0}, 1e-5),
        "CdistGrad": Case(
            [spread[0], full[0].copy(), full[1].copy(), spread[1]],
            [single(d_x1)],
            {"p": 2.0},
            1e-5,
        ),
        "Quantize": Case(
            [level[:2], rows, np.array([3, -2], np.int32)],
            [
                np.clip(
                    np.rint(wide(level[:2]) / rows[:, None]) + np.array([[3], [-2]]), -128, 127
                ).astype(np.int8)
            ],
            {"dtype": "torch.qint8", "axis": 0},
            0,
        ),
        "AscendQuantV2": Case(
            [level, within(5, 9, 8) * 0 + F32(8), np.full(8, 2, F32)],
            [np.clip(np.rint(wide(level) * 8 + 2), -128, 127).astype(np.int8)],
            tolerance=0,
        ),
    }


# --- Recurrent networks --------------------------------------------------------------------------


def lstm(
    x: Array, w: Array, b: Array, h: Array, c: Array
) -> tuple[Array, Array, Array, Array, Array, Array]:
    """h, c and the gates i, g, f, o of all steps; columns of w are i, f, g, o."""
    kept: list[list[Array]] = [[] for _ in range(6)]
    for step in x:
        gates = np.concatenate([step, h], -1) @ w + b
        i, f, g, o = np.split(gates, 4, -1)
        i, f, g, o = sigmoid(i), sigmoid(f), np.tanh(g), sigmoid(o)
        c = f * c + i * g
        h = o * np.tanh(c)
        for target, value in zip(kept, (h, c, i, g, f, o), strict=True):
            target.append(value)
    found = [np.stack(each) for each in kept]
    return found[0], found[1], found[2], found[3], found[4], found[5]


def differences(loss: Callable[..., float], values: Sequence[Array]) -> list[Array]:
    """The gradient of a number, by differences."""
    found = []
    for value in values:
        gradient = np.zeros_like(value)
        for at in np.ndindex(*value.shape):
            kept = value[at]
            value[at] = kept + 1e-5
            above = loss(*values)
            value[at] = kept - 1e-5
            gradient[at] = (above - loss(*values)) / 2e-5
            value[at] = kept
        found.append(gradient)
    return found


def gru(
    x: Array, wi: Array, wh: Array, bi: Array, bh: Array, h: Array
) -> tuple[Array, Array, Array, Array, Array]:
    """h and the gates z, r, n and the hidden part of n; columns are r, z, n."""
    kept: list[list[Array]] = [[] for _ in range(5)]
    for step in x:
        a, s = step @ wi + bi, h @ wh + bh
        ar, az, an = np.split(a, 3, -1)
        sr, sz, sn = np.split(s, 3, -1)
        r, z = sigmoid(ar + sr), sigmoid(az + sz)
        n = np.tanh(an + r * sn)
        h = (1 - z) * n + z * h
        for target, value in zip(kept, (h, z, r, n, sn), strict=True):
            target.append(value)
    found = [np.stack(each) for each in kept]
    return found[0], found[1], found[2], found[3], found[4]


def _recurrent() -> dict[str, Case]:
    steps, batch, inputs, hidden = 3, 2, 3, 4
    x = wide(normal(steps, batch, inputs))
    w = wide(normal(inputs + hidden, 4 * hidden)) / 2
    b = wide(normal(4 * hidden))
    h0, c0 = wide(normal(batch, hidden)), wide(normal(batch, hidden))
    h, c, i, g, f, o = lstm(x, w, b, h0, c0)
    outputs = [single(each) for each in (h, h, c, i, g, f, o, np.tanh(c))]
    states = [single(h0[None]), single(c0[None])]
    dy = wide(normal(steps, batch, hidden))
    dh, dc = wide(normal(batch, hidden)), wide(normal(batch, hidden))

    def loss(x: Array, w: Array, b: Array, h0: Array, c0: Array) -> float:
        h, c, *_ = lstm(x, w, b, h0, c0)
        return float((h * dy).sum() + (h[-1] * dh).sum() + (c[-1] * dc).sum())

    dx, dw, db, dh0, dc0 = differences(loss, [x, w, b, h0, c0])
    kept = [single(each) for each in (h, c)]
    above = [single(each) for each in (dy, dh, dc)]
    gates = [single(each) for each in (i, g, f, o, np.tanh(c))]
    # The default order has the gate of the cell second, and the reversed direction flips steps.
    order = np.concatenate([np.arange(hidden) + hidden * at for at in (0, 2, 1, 3)])
    flipped = [each[::-1].copy() for each in outputs]
    torch_order = {"gate_order": "ifjo"}
    split = [single(w[:inputs]), single(w[inputs:])]
    wi, wh = wide(normal(inputs, 3 * hidden)) / 2, wide(normal(hidden, 3 * hidden)) / 2
    bi, bh = wide(normal(3 * hidden)), wide(normal(3 * hidden))
    s, z, r, n, hn = gru(x, wi, wh, bi, bh, h0)
    gru_outputs = [single(each) for each in (s, s, z, r, n, hn)]

    def gru_loss(x: Array, wi: Array, wh: Array, bi: Array, bh: Array, h0: Array) -> float:
        s, *_ = gru(x, wi, wh, bi, bh, h0)
        return float((s * dy).sum() + (s[-1] * dh).sum())

    g_x, g_wi, g_wh, g_bi, g_bh, g_h0 = differences(gru_loss, [x, wi, wh, bi, bh, h0])
    gru_inputs = [single(each) for each in (x, wi, wh, bi, bh)]
    near = 1e-5
    return {
        "DynamicRNN": Case(
            [single(x)[::-1].copy(), single(w[:, order]), single(b[order]), None, *states],
            flipped,
            {"direction": "REDIRECTIONAL"},
            tolerance=near,
        ),
        "DynamicRNNV2": Case(
            [single(x), *split, single(b), None, *states], outputs, torch_order, tolerance=near
        ),
        "DynamicRNNGrad": Case(
            [
                *(single(x), single(w[:, order]), single(b[order])),
                *(kept[0], single(h0), single(c0), *kept, *above, *gates),
            ],
            [
                *(single(dw[:, order]), single(db[order])),
                *(single(dx), single(dh0), single(dc0)),
            ],
            tolerance=near,
        ),
        "DynamicRNNV2Grad": Case(
            [single(x), *split, kept[0], single(h0), single(c0), *kept, *above, *gates],
            [
                *(single(dw[:inputs]), single(dw[inputs:]), single(db)),
                *(single(dx), single(dh0), single(dc0)),
            ],
            torch_order,
            tolerance=near,
        ),
        "DynamicGRUV2": Case(
            [*gru_inputs, None, single(h0[None])],
            gru_outputs,
            {"gate_order": "rzh"},
            tolerance=near,
        ),
        "DynamicGRUV2Grad": Case(
            [
                *(gru_inputs[0], gru_inputs[1], gru_inputs[2]),
                *(single(s), single(h0[None]), single(s), single(dy), single(dh[None])),
                *(single(z), single(r), single(n), single(hn)),
            ],
            [single(each) for each in (g_wi, g_wh, g_bi, g_bh)] + [single(g_x), single(g_h0[None])],
            {"gate_order": "rzh"},
            tolerance=near,
        ),
    }


def cases() -> dict[str, Case]:
    """A case of each operator type."""
    return (
        _elementwise()
        | _gradients()
        | _copies()
        | _places()
        | _products()
        | _with_attributes()
        | _rows()
        | _reductions()
        | _optimizers()
        | _others()
        | _recurrent()
        | plugin_oracles.cases()
        | network_oracles.cases()
        | box_oracles.cases()
        | mindspore_oracles.cases()
    )
