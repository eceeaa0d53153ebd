# SPDX-License-Identifier: Apache-2.0
"""Convolutions: sums over the elements of the windows, one after the other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

Array = Any


def _sides(padding: Sequence[int], count: int) -> list[tuple[int, int]]:
    if len(padding) == 2 * count:
        return [(padding[2 * i], padding[2 * i + 1]) for i in range(count)]
    return [(each, each) for each in padding]


def _elements(o: Operands, places: Sequence[int]) -> Iterator[tuple[Any, Any]]:
    """Each element of the windows, and what all windows see there of a padded image."""
    for at in itertools.product(*map(range, o.weight.shape[2:])):
        seen = tuple(
            slice(i * dilation, i * dilation + (size - 1) * stride + 1, stride)
            for i, dilation, size, stride in zip(at, o.dilation, places, o.stride, strict=True)
        )
        yield (..., *at), (..., *seen)


def _grouped(array: Array, groups: int, axis: int) -> Array:
    shape = array.shape
    return array.reshape(*shape[:axis], groups, shape[axis] // groups, *shape[axis + 1 :])


def _padded_places(o: Operands, image: Sequence[int], places: Sequence[int]) -> list[int]:
    """What an image needs to be, so that every window is in it."""
    return [
        max(size + sum(side), (count - 1) * stride + dilation * (kernel - 1) + 1)
        for size, side, count, stride, dilation, kernel in zip(
            image,
            _sides(o.padding, len(image)),
            places,
            o.stride,
            o.dilation,
            o.weight.shape[2:],
            strict=True,
        )
    ]


def _inner(o: Operands, image: Sequence[int]) -> Any:
    """Where the image is in the padded one."""
    sides = _sides(o.padding, len(image))
    return (..., *(slice(side[0], side[0] + n) for side, n in zip(sides, image, strict=True)))


def _forward(o: Operands, image: Array, weight: Array, places: Sequence[int]) -> Array:
    size = _padded_places(o, image.shape[2:], places)
    padded = np.zeros((*image.shape[:2], *size), image.dtype)
    padded[_inner(o, image.shape[2:])] = image
    padded = _grouped(padded, o.groups, 1)
    weight = _grouped(weight, o.groups, 0)
    shape = (image.shape[0], o.groups, weight.shape[1], *places)
    out = np.zeros(shape, image.dtype)
    for element, seen in _elements(o, places):
        out += np.einsum("goc,ngc...->ngo...", weight[element], padded[seen])
    return out.reshape(image.shape[0], o.weight.shape[0], *places)


def _backward(o: Operands, grad: Array, weight: Array, image: Sequence[int]) -> Array:
    places = grad.shape[2:]
    weight = _grouped(weight, o.groups, 0)
    size = _padded_places(o, image, places)
    padded = np.zeros((grad.shape[0], o.groups, weight.shape[2], *size), grad.dtype)
    grad = _grouped(grad, o.groups, 1)
    for element, seen in _elements(o, places):
        padded[seen] += np.einsum("goc,ngo...->ngc...", weight[element], grad)
    padded = padded.reshape(grad.shape[0], o.groups * weight.shape[2], *size)
    return padded[_inner(o, image)]


def _of_weight(o: Operands, grad: Array, image: Array) -> Array:
    places = grad.shape[2:]
    size = _padded_places(o, image.shape[2:], places)
    padded = np.zeros((*image.shape[:2], *size), image.dtype)
    padded[_inner(o, image.shape[2:])] = image
    padded = _grouped(padded, o.groups, 1)
    grad = _grouped(grad, o.groups, 1)
    grad = grad.reshape(*grad.shape[:3], math.prod(places))
    out = np.zeros((o.groups, grad.shape[2], *o.weight.shape[1:]), image.dtype)
    for element, seen in _elements(o, places):
        every = padded[seen].reshape(*padded.shape[:3], math.prod(places))
        out[element] = np.einsum("ngop,ngcp->goc", grad, every)
    return out.reshape(o.weight.shape)


def _places(o: Operands) -> list[int]:
    count = o.input.ndim - 2
    return [
        (size - 1) * stride - sum(side) + dilation * (kernel - 1) + 1 + more
        if o.transposed
        else (size + sum(side) - dilation * (kernel - 1) - 1) // stride + 1
        for size, stride, side, dilation, kernel, more in zip(
            o.input.shape[2:],
            o.stride,
            _sides(o.padding, count),
            o.dilation,
            o.weight.shape[2:],
            o.outputPadding or (0,) * count,
            strict=True,
        )
    ]


def _convolution(o: Operands, change: Any = lambda array: array) -> Array:
    image, weight = change(o.input), change(o.weight)
    places = _places(o)
    if o.transposed:
        out = _backward(o, image, weight, places)
    else:
        out = _forward(o, image, weight, places)
    if o.bias is None:
        return out
    return out + change(o.bias).reshape(-1, *(1,) * len(places))


def _gradients(o: Operands, change: Any = lambda array: array) -> list[Array]:
    grad, image, weight = map(change, (o.gradOutput, o.input, o.weight))
    if o.transposed:
        inputs = _forward(o, grad, weight, image.shape[2:])
        weights = _of_weight(o, image, grad)
    else:
        inputs = _backward(o, grad, weight, image.shape[2:])
        weights = _of_weight(o, grad, image)
    bias = grad.sum(axis=(0, *range(2, grad.ndim)))
    found = zip(o.outputMask, (inputs, weights, bias), strict=True)
    return [each if wanted else np.ones(each.shape) for wanted, each in found]


def _case(
    image: tuple[int, ...],
    weight: tuple[int, ...],
    stride: list[int],
    padding: list[int],
    dilation: list[int],
    groups: int = 1,
    more: list[int] | None = None,
) -> dict[str, Any]:
    channels = weight[0] if more is None else weight[1] * groups
    return {
        "input": image,
        "weight": weight,
        "bias": (channels,),
        "stride": stride,
        "padding": padding,
        "dilation": dilation,
        "transposed": more is not None,
        "outputPadding": more if more is not None else [0] * len(stride),
        "groups": groups,
    }


def _finite(arguments: dict[str, Any], _: int) -> None:
    """Whether zeros around an image meet infinities of a weight is not documented."""
    for name, value in arguments.items():
        if isinstance(value, np.ndarray):
            array = np.clip(np.nan_to_num(value.astype(np.float32)), -50, 50)
            arguments[name] = array.astype(value.dtype)


def _cases() -> Iterator[dict[str, Any]]:
    yield _case((2, 4, 5, 4), (4, 3, 3, 2), [1, 1], [1, 0], [1, 2], 2, [0, 1])
    yield _case((2, 6, 5, 7), (4, 3, 3, 2), [1, 1], [1, 0], [1, 1], 2)
    yield _case((2, 3, 9), (4, 3, 3), [2], [1], [2])
    yield _case((3, 4, 12, 13), (5, 4, 1, 1), [1, 1], [0, 0], [1, 1])
    yield _case((2, 4, 9, 8), (8, 1, 3, 3), [2, 1], [1, 1], [1, 1], 4)
    yield _case((1, 2, 4, 5, 6), (3, 2, 2, 3, 1), [1, 2, 1], [1, 0, 1], [2, 1, 1])
    yield _case((1, 40, 3, 4), (3, 40, 3, 3), [1, 1], [2, 2], [1, 1])
    yield _case((2, 4, 5, 4), (4, 3, 3, 2), [2, 3], [1, 0], [1, 1], 1, [1, 2])
    yield _case((1, 2, 3, 2, 4), (2, 1, 2, 3, 2), [2, 1, 2], [0, 1, 1], [1, 1, 1], 2, [1, 0, 0])
    yield _case((0, 2, 5, 7), (4, 2, 3, 3), [1, 1], [1, 1], [1, 1])


def _forward_cases() -> Iterator[dict[str, Any]]:
    yield from _cases()
    yield {**_case((2, 3, 9), (4, 3, 4), [1], [3, 1], [1]), "bias": None}
    yield {**_case((1, 2, 5, 6), (2, 2, 3, 3), [1, 1], [1, 0, 2, 1], [1, 1]), "bias": None}
    yield _case((1, 3, 40, 41), (2, 3, 3, 3), [1, 1], [1, 1], [1, 1])


def _backward_cases() -> Iterator[dict[str, Any]]:
    for at, case in enumerate(_cases()):
        image = np.zeros(case["input"])
        weight = np.zeros(case["weight"])
        places = _places(Operands(**{**case, "input": image, "weight": weight}))
        channels = case["bias"]
        yield {
            **{name: value for name, value in case.items() if name != "bias"},
            "gradOutput": (image.shape[0], *channels, *places) if image.size else (0, 4, 5, 7),
            "biasSizes": list(channels),
            "outputMask": [at != 5, at != 4, at != 3],
        }


def _depthwise(o: Operands, change: Any = lambda array: array) -> Array:
    given = {**vars(o), "input": o.self, "groups": o.self.shape[1], "transposed": False}
    return _convolution(Operands(**given, outputPadding=None), change)


def _in_time(o: Operands, image: Array, weight: Array) -> Operands:
    """What a convolution of [batch, channels, time] takes."""
    return Operands(
        input=image.transpose(1, 2, 0),
        weight=weight.transpose(2, 1, 0),
        bias=o.bias,
        stride=[1],
        padding=[o.pad],
        dilation=[1],
        transposed=False,
        outputPadding=None,
        groups=1,
        outputMask=[True, True, True],
    )


def _tbc(o: Operands, change: Any = lambda array: array) -> Array:
    return _convolution(_in_time(o, o.self, o.weight), change).transpose(2, 0, 1)


def _tbc_back(o: Operands, change: Any = lambda array: array) -> list[Array]:
    given = _in_time(o, o.input, o.weight)
    given.gradOutput = o.self.transpose(1, 2, 0)
    inputs, weights, bias = _gradients(given, change)
    return [inputs.transpose(2, 0, 1), weights.transpose(2, 1, 0), bias]


def _depthwise_cases() -> Iterator[dict[str, Any]]:
    for at, (image, weight, stride, padding, dilation) in enumerate(
        (
            ((2, 3, 7, 9), (3, 1, 3, 2), [1, 2], [1, 0], [1, 1]),
            ((1, 2, 8, 6), (12, 1, 2, 2), [1, 1], [0, 1], [2, 1]),
            ((0, 2, 8, 6), (2, 1, 2, 2), [1, 1], [0, 1], [1, 1]),
        )
    ):
        yield {
            "self": image,
            "weight": weight,
            "kernelSize": list(weight[2:]),
            "bias": (weight[0],) if at != 1 else None,
            "stride": stride,
            "padding": padding,
            "dilation": dilation,
        }


def _tbc_cases() -> Iterator[dict[str, Any]]:
    for image, weight, pad in (
        ((7, 2, 3), (3, 3, 4), 1),
        ((5, 3, 2), (1, 2, 5), 0),
        ((200, 1, 4), (4, 4, 3), 2),
    ):
        yield {"self": image, "weight": weight, "bias": (weight[2],), "pad": pad}


def _tbc_back_cases() -> Iterator[dict[str, Any]]:
    for case in _tbc_cases():
        image, weight = case["self"], case["weight"]
        grad = (image[0] + 2 * case["pad"] + 1 - weight[0], image[1], weight[2])
        yield {**case, "input": image, "self": grad}


ORACLES = {
    "aclnnConvolution": Oracle(
        _convolution, lambda o: _convolution(o, np.abs), shapes=_forward_cases, adapt=_finite
    ),
    "aclnnConvolutionBackward": Oracle(
        _gradients,
        lambda o: _gradients(o, np.abs),
        shapes=_backward_cases,
        adapt=_finite,
        refused=lambda o: o.architecture == "1001" and 0 in o.input.shape,
    ),
    "aclnnConvDepthwise2d": Oracle(
        _depthwise, lambda o: _depthwise(o, np.abs), shapes=_depthwise_cases, adapt=_finite
    ),
    "aclnnConvTbc": Oracle(_tbc, lambda o: _tbc(o, np.abs), shapes=_tbc_cases, adapt=_finite),
    "aclnnConvTbcBackward": Oracle(
        _tbc_back, lambda o: _tbc_back(o, np.abs), shapes=_tbc_back_cases, adapt=_finite
    ),
}
