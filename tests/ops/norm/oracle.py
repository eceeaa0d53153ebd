# SPDX-License-Identifier: Apache-2.0
"""Norms over the last dimensions, and their gradients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle, with_magnitude

_SHAPES = (((4, 37), 1), ((3, 4, 5), 2), ((6,), 1), ((2, 1, 9), 1), ((0, 5), 1))


def _rows(*elements: str, empty: bool = True) -> Any:
    def each() -> Iterator[dict[str, Any]]:
        for shape, last in _SHAPES:
            if 0 in shape and not empty:
                continue
            row = shape[len(shape) - last :]
            rows = (*shape[: len(shape) - last], *(1,) * last)
            yield {**dict.fromkeys(elements, shape), "gamma": row, "rstd": rows}

    return each


def _layer_shapes() -> Iterator[dict[str, Any]]:
    for at, (shape, last) in enumerate(_SHAPES):
        row = shape[len(shape) - last :]
        yield {
            "input": shape,
            "normalizedShape": list(row),
            "weightOptional": row if at % 2 == 0 else None,
            "biasOptional": row if at % 3 == 0 else None,
        }


def finite(*names: str) -> Any:
    """Squares neither overflow nor vanish."""

    def adapt(arguments: dict[str, Any], _: int) -> None:
        for name in names:
            given = arguments.get(name)
            if given is not None:
                usual = np.nan_to_num(given.astype(np.float64), nan=1, posinf=2, neginf=-2)
                arguments[name] = np.clip(usual, -9, 9).astype(given.dtype)

    return adapt


def _last(o: Operands) -> tuple[int, ...]:
    return tuple(range(-o.gamma.ndim, 0))


def _root(x: Any, axis: tuple[int, ...], epsilon: float) -> Any:
    return 1 / np.sqrt((x * x).mean(axis=axis, keepdims=True) + np.float32(epsilon))


def _rms(o: Operands) -> list[Any]:
    root = _root(o.x, _last(o), o.epsilon)
    return [o.x * root * o.gamma, root]


def _add_rms(o: Operands) -> list[Any]:
    """The sum is rounded to the type of the operands."""
    dtype = o.given["x1"].dtype
    total = (o.x1 + o.x2).astype(dtype).astype(o.x1.dtype)
    root = _root(total, _last(o), o.epsilon)
    return [total * root * o.gamma, root, total]


def _rms_terms(o: Operands) -> tuple[Any, Any, Any]:
    return o.dy * o.gamma, o.x * o.rstd, tuple(range(o.x.ndim - o.gamma.ndim))


def _rms_grad(o: Operands) -> list[Any]:
    d, h, lead = _rms_terms(o)
    mean = (d * h).mean(axis=_last(o), keepdims=True)
    return [o.rstd * (d - h * mean), (o.dy * h).sum(axis=lead)]


def _rms_grad_sizes(o: Operands) -> list[Any]:
    d, h, lead = _rms_terms(o)
    mean = np.abs(d * h).mean(axis=_last(o), keepdims=True)
    return [np.abs(o.rstd) * (np.abs(d) + np.abs(h) * mean), np.abs(o.dy * h).sum(axis=lead)]


def _layer(o: Operands, sizes: bool = False) -> list[Any]:
    axis = tuple(range(-len(o.normalizedShape), 0))
    weight = 1 if o.weightOptional is None else o.weightOptional
    bias = np.zeros(()) if o.biasOptional is None else o.biasOptional
    mean = o.input.mean(axis=axis, keepdims=True)
    root = _root(o.input - mean, axis, o.eps)
    if sizes:
        far = np.abs(o.input).mean(axis=axis, keepdims=True)
        return [(np.abs(o.input) + far) * root * np.abs(weight) + np.abs(bias), far, root]
    return [(o.input - mean) * root * weight + bias, mean, root]


def _layer_backward_shapes() -> Iterator[dict[str, Any]]:
    for at, (shape, last) in enumerate((*_SHAPES, ((4, 0), 1))):
        row = shape[len(shape) - last :]
        rows = (*shape[: len(shape) - last], *(1,) * last)
        yield {
            **dict.fromkeys(("gradOut", "input"), shape),
            **dict.fromkeys(("mean", "rstd"), rows),
            "normalizedShape": list(row),
            "weightOptional": row if at % 3 != 1 else None,
            "biasOptional": row if at % 2 == 0 else None,
            "outputMask": _MASKS[at % len(_MASKS)],
        }


_MASKS = ([True, True, True], [True, True, False], [False, True, True], [True, False, True])


def _wanted(o: Operands, results: list[Any]) -> list[Any]:
    """What is not wanted stays as it was: 1."""
    pairs = zip(o.outputMask, results, strict=True)
    return [each if wanted else np.ones_like(each) for wanted, each in pairs]


def backward(
    grad: Any, h: Any, root: Any, axis: tuple[int, ...], weight: Any = 1, *, sizes: bool = False
) -> Any:
    """The gradient of numbers that were brought to mean 0 and variance 1; its magnitude."""
    d = grad * weight
    if sizes:
        d, h, root = np.abs(d), np.abs(h), np.abs(root)
    count = max(np.prod([d.shape[at] for at in axis], dtype=int), 1)
    mean, slope = (each.sum(axis=axis, keepdims=True) / count for each in (d, d * h))
    return root * (d + mean + h * slope) if sizes else root * (d - mean - h * slope)


def _layer_backward(o: Operands, sizes: bool = False) -> list[Any]:
    last = len(o.normalizedShape)
    axis, lead = tuple(range(-last, 0)), tuple(range(o.input.ndim - last))
    weight = 1 if o.weightOptional is None else o.weightOptional
    h = ((np.abs(o.input) + np.abs(o.mean)) if sizes else (o.input - o.mean)) * o.rstd
    grad = np.abs(o.gradOut) if sizes else o.gradOut
    dx = backward(grad, h, o.rstd, axis, np.abs(weight) if sizes else weight, sizes=sizes)
    factors = np.abs(grad * h) if sizes else grad * h
    return _wanted(o, [dx, factors.sum(axis=lead), grad.sum(axis=lead)])


_BATCHES = (
    (4, 3),
    (2, 3, 5),
    (3, 2, 4, 5),
    (2, 37, 3),
    (1, 2, 1, 3, 2, 2),
    (2, 3, 0),
    (2, 3, 2, 1, 3),
)


def _batch_shapes() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate(_BATCHES):
        for training in (True, False):
            each = (shape[1],)
            yield {
                "input": shape,
                "weight": each if at % 3 != 1 else None,
                "bias": each if at % 2 == 0 else None,
                "runningMean": each if at % 4 != 1 else None,
                "runningVar": each if at % 4 != 1 else None,
                "training": training,
            }


def batch_backward_shapes() -> Iterator[dict[str, Any]]:
    for at, shapes in enumerate(_batch_shapes()):
        each = (shapes["input"][1],)
        yield {
            **{name: value for name, value in shapes.items() if name != "bias"},
            "gradOut": shapes["input"],
            "saveMean": each,
            "saveInvstd": each if at % 5 != 2 else None,
            "outputMask": _MASKS[at // 2 % len(_MASKS)],
        }


def positive(*names: str) -> Any:
    """Variances, which are no less than 1/8."""

    def adapt(arguments: dict[str, Any], at: int) -> None:
        finite(*(name for name, value in arguments.items() if isinstance(value, np.ndarray)))(
            arguments, at
        )
        for name in names:
            if arguments[name] is not None:
                own = arguments[name]
                arguments[name] = (np.abs(own.astype(np.float64)) + 0.125).astype(own.dtype)

    return adapt


def _along_channels(o: Operands, name: str, otherwise: float) -> Any:
    value = getattr(o, name)
    shape = (1, o.input.shape[1], *(1,) * (o.input.ndim - 2))
    return np.full(shape, otherwise) if value is None else value.reshape(shape)


def _batch(o: Operands, sizes: bool = False) -> list[Any]:
    """The running statistics too, where they are given; what is not written stays 1."""
    axis = tuple(at for at in range(o.input.ndim) if at != 1)
    weight, bias = _along_channels(o, "weight", 1), _along_channels(o, "bias", 0)
    running = [_along_channels(o, "runningMean", 0), _along_channels(o, "runningVar", 1)]
    given = [o.runningMean, o.runningVar]
    is_empty = o.input.size == 0
    count = max(o.input.size // max(o.input.shape[1], 1), 1)
    if o.training and not is_empty:
        mean = o.input.mean(axis=axis, keepdims=True)
        squares = ((o.input - mean) ** 2).sum(axis=axis, keepdims=True)
        variance = squares / count
    else:
        mean, variance = running
    root = 1 / np.sqrt(variance + np.float32(o.eps))
    far = np.abs(o.input).mean(axis=axis, keepdims=True) if count and not is_empty else mean
    far = np.abs(running[0]) if not o.training else far
    out = (o.input - mean) * root * weight + bias
    if sizes:
        out = (np.abs(o.input) + far) * root * np.abs(weight) + np.abs(bias)
    saved = [mean, root if o.architecture == "3510" else variance]
    if is_empty:
        saved = [np.zeros(mean.shape), np.full(mean.shape, np.nan)]
    elif not o.training:
        saved = [np.ones_like(mean), np.ones_like(mean)]
    elif sizes:
        saved = [far, saved[1]]
    if o.training and not is_empty:
        f = np.float32(o.momentum).astype(running[0].dtype)
        with np.errstate(all="ignore"):
            news = [
                far if sizes else mean,
                squares / (count - 1) if count > 1 else squares * np.nan,
            ]
        running = [
            (1 - f) * (np.abs(old) if sizes else old) + f * new
            for old, new in zip(running, news, strict=True)
        ]
    kept = [each.ravel() for each, was in zip(running, given, strict=True) if was is not None]
    return [*kept, out, *(each.ravel() for each in saved)]


def batch_backward(o: Operands, sizes: bool = False, roots_on: str = "3510") -> list[Any]:
    axis = tuple(at for at in range(o.input.ndim) if at != 1)
    weight = _along_channels(o, "weight", 1)
    mean = _along_channels(o, "saveMean" if o.training else "runningMean", 0)
    root = _along_channels(o, "saveInvstd" if o.training else "runningVar", 1)
    if not (o.training and o.architecture == roots_on):
        root = 1 / np.sqrt(root + np.float32(o.eps))
    h = ((np.abs(o.input) + np.abs(mean)) if sizes else (o.input - mean)) * root
    grad = np.abs(o.gradOut) if sizes else o.gradOut
    if o.training:
        dx = backward(grad, h, root, axis, np.abs(weight) if sizes else weight, sizes=sizes)
    else:
        dx = grad * weight * root
    results = [dx, (grad * h).sum(axis=axis), grad.sum(axis=axis)]
    return _wanted(o, results) if o.input.size else [np.ones_like(each) for each in results]


_GROUPED = (((2, 6, 5), 3), ((3, 4), 2), ((1, 4, 3, 2), 1), ((2, 3, 37), 3), ((2, 2, 0), 2))


def _group_shapes(name: str, *, sizes: bool = False, gives: bool = True) -> Any:
    def each() -> Iterator[dict[str, Any]]:
        for at, (shape, groups) in enumerate(_GROUPED):
            if not gives and 0 in shape:
                continue
            counts = {"N": shape[0], "C": shape[1], "HxW": int(np.prod(shape[2:]))}
            each = (shape[1],)
            yield {
                name: shape,
                "gamma": each if gives is False or at % 3 != 1 else None,
                "beta": each if gives is False or at % 2 == 0 else None,
                "group" if gives else "numGroups": groups,
                **dict.fromkeys(("x", "dy") if name == "dy" else (), shape),
                **dict.fromkeys(("input",) if name == "gradOut" else (), shape),
                **dict.fromkeys(("mean", "rstd"), (shape[0], groups)),
                "outputMask": _MASKS[at % len(_MASKS)],
                **(counts if sizes else {}),
            }

    return each


def _group(o: Operands, sizes: bool = False) -> list[Any]:
    """With the silu or the swish that the call has."""
    given = o.x if hasattr(o, "x") else o.self
    groups = o.numGroups if hasattr(o, "numGroups") else o.group
    if given.size == 0:
        nothing = np.zeros((given.shape[0], groups))
        return [given, nothing, np.full_like(nothing, np.nan)]
    x = given.reshape(given.shape[0], groups, given.shape[1] // groups, -1)
    weight = np.ones(1) if o.gamma is None else o.gamma.reshape(1, groups, -1, 1)
    bias = np.zeros(1) if o.beta is None else o.beta.reshape(1, groups, -1, 1)
    mean = x.mean(axis=(2, 3), keepdims=True)
    root = _root(x - mean, (2, 3), o.eps)
    z = (x - mean) * root * weight + bias
    if hasattr(o, "activateSilu"):
        scale = 1.0 if o.activateSilu else None
    elif hasattr(o, "activateSwish"):
        scale = np.float64(np.float32(o.swishScale)) if o.activateSwish else None
    else:
        scale = 1.0 if o.silu else None
    far = np.abs(x).mean(axis=(2, 3), keepdims=True)
    if sizes:
        size = (np.abs(x) + far) * root * np.abs(weight) + np.abs(bias)
        z, mean = (size if scale is None else size * 1.1), far
    elif scale is not None:
        z = z / (1 + np.exp(-scale * z))
    return [z.reshape(given.shape), mean.reshape(-1, groups), root.reshape(-1, groups)]


def _with(o: Operands, **words: Any) -> Operands:
    return Operands(**{**vars(o), **words})


def _group_backward(o: Operands, sizes: bool = False) -> list[Any]:
    given, grads = (o.x, o.dy) if hasattr(o, "dy") else (o.input, o.gradOut)
    channels = given.shape[1]
    if given.size == 0:
        row = np.zeros(channels) if o.architecture == "3510" else np.ones(channels)
        return [given, *(row if wanted else np.ones(channels) for wanted in o.outputMask[1:])]
    groups = o.numGroups if hasattr(o, "dy") else o.group
    shape = (given.shape[0], groups, channels // groups, given.size // (given.shape[0] * channels))
    x, grad = given.reshape(shape), grads.reshape(shape)
    mean, root = (each.reshape(*shape[:2], 1, 1) for each in (o.mean, o.rstd))
    weight = np.ones(1) if o.gamma is None else o.gamma.reshape(1, groups, -1, 1)
    h = (x - mean) * root
    if hasattr(o, "dy"):
        scale = np.float64(np.float32(o.swishScale))
        z = scale * (h * weight + o.beta.reshape(1, groups, -1, 1))
        slope = 1 / (1 + np.exp(-z))
        grad = grad * (slope * (1 + z * (1 - slope)))
    if sizes:
        h = (np.abs(x) + np.abs(mean)) * np.abs(root)
        grad = np.abs(grads.reshape(shape))
        if hasattr(o, "dy"):
            grad = grad * (
                1 + scale * (h * np.abs(weight) + np.abs(o.beta.reshape(1, groups, -1, 1)))
            )
        weight = np.abs(weight)
    dx = backward(grad, h, root, (2, 3), weight, sizes=sizes).reshape(given.shape)
    rows = [each.sum(axis=(0, 3)).ravel() for each in (grad * h, grad)]
    wanted = [True, o.dgammaIsRequire, o.dbetaIsRequire] if hasattr(o, "dy") else o.outputMask
    return [
        each if is_wanted else np.ones_like(each)
        for is_wanted, each in zip(wanted, [dx, *rows], strict=True)
    ]


_GROUPS = ("self", "gamma", "beta")


def _gemma(o: Operands, sizes: bool = False) -> list[Any]:
    root = _root(o.x, _last(o), o.epsilon)
    if sizes:
        return [np.abs(o.x) * root * (1 + np.abs(o.gamma)), root]
    return [o.x * root * (1 + o.gamma), root]


def _add_rms_cast(o: Operands) -> list[Any]:
    y, root, total = _add_rms(o)
    return [y, y, root, total]


def _inplace_add_rms(o: Operands) -> list[Any]:
    y, root, total = _add_rms(_with(o, x1=o.x1Ref, x2=o.x2Ref, given=_given_sums(o)))
    return [y, total, root]


def _given_sums(o: Operands) -> dict[str, Any]:
    return {"x1": o.given["x1Ref"]}


def _sums(o: Operands) -> list[Any]:
    """What is added in the call."""
    if hasattr(o, "alpha"):
        return [np.float64(np.float32(o.alpha)) * o.x, o.gx]
    bias = getattr(o, "biasOptional", None)
    return [o.x1, o.x2, *([] if bias is None else [bias])]


def _added_layer(o: Operands, sizes: bool = False) -> tuple[Any, Any, Any, Any]:
    """The result, means, reciprocal roots and sums of a fused norm; magnitudes."""
    axis = _last(o)
    x = sum(_sums(o))
    far = sum(np.abs(each) for each in _sums(o))
    mean = x.mean(axis=axis, keepdims=True)
    root = _root(x - mean, axis, o.epsilon)
    if sizes:
        average = far.mean(axis=axis, keepdims=True)
        size = (far + average) * root * np.abs(o.gamma) + np.abs(o.beta)
        return size, average, root * (1 + average), far
    return (x - mean) * root * o.gamma + o.beta, mean, root, x


def _add_layer(o: Operands, sizes: bool = False) -> list[Any]:
    y, mean, root, x = _added_layer(o, sizes)
    return [y, mean, root, x if o.additionalOutput or sizes else np.ones_like(x)]


def _deep(o: Operands, sizes: bool = False) -> list[Any]:
    y, mean, root, _ = _added_layer(o, sizes)
    return [mean, root, y]


def _added_grad(o: Operands, sizes: bool = False) -> tuple[Any, Any, Any]:
    lead = tuple(range(o.dy.ndim - o.gamma.ndim))
    if sizes:
        h = (sum(np.abs(each) for each in _sums(o)) + np.abs(o.mean)) * np.abs(o.rstd)
        grad, weight = np.abs(o.dy), np.abs(o.gamma)
    else:
        h, grad, weight = (sum(_sums(o)) - o.mean) * o.rstd, o.dy, o.gamma
    dx = backward(grad, h, o.rstd, _last(o), weight, sizes=sizes)
    return dx, (grad * h).sum(axis=lead), grad.sum(axis=lead)


def _add_layer_grad(o: Operands, sizes: bool = False) -> list[Any]:
    dx, dgamma, dbeta = _added_grad(o, sizes)
    if o.dsumOptional is not None:
        dx = dx + (np.abs(o.dsumOptional) if sizes else o.dsumOptional)
    return [dx, dgamma, dbeta]


def _deep_grad(o: Operands, sizes: bool = False) -> list[Any]:
    dgx, dgamma, dbeta = _added_grad(o, sizes)
    return [np.float64(np.float32(o.alpha)) * dgx, dgx, dbeta, dgamma]


def _fused_rows(*elements: str, more: Any = None, empty: bool = True) -> Any:
    """Shapes of norms over the last dimensions, with what else a call takes."""

    def each() -> Iterator[dict[str, Any]]:
        for at, (shape, last) in enumerate(_SHAPES):
            if len(shape) < 2 or (0 in shape and not empty):
                continue
            row = shape[len(shape) - last :]
            rows = (*shape[: len(shape) - last], *(1,) * last)
            found = {**dict.fromkeys(elements, shape), "gamma": row, "beta": row}
            yield {
                **found,
                **dict.fromkeys(("rstd", "mean"), rows),
                **(more or _none)(at, shape, row),
            }

    return each


def _none(*_: Any) -> dict[str, Any]:
    return {}


def _ada_shapes() -> Iterator[dict[str, Any]]:
    for at, shape in enumerate(((2, 3, 37), (4, 5), (2, 2, 1, 6))):
        batches, last = shape[:-2], shape[-1:]
        yield {
            "x": shape,
            "scale": (*batches, 1, *last) if at % 2 else (*batches, *last),
            "shift": (*batches, *last),
            "weightOptional": last if at != 1 else None,
            "biasOptional": last if at != 2 else None,
        }


def _ada(o: Operands, sizes: bool = False) -> list[Any]:
    shape = (*o.x.shape[:-2], 1, o.x.shape[-1])
    scale, shift = o.scale.reshape(shape), o.shift.reshape(shape)
    given = _with(o, input=o.x, normalizedShape=[1], eps=o.epsilon)
    y, mean, root = _layer(given, sizes)
    if sizes:
        return [y * (1 + np.abs(scale)) + np.abs(shift), mean, root]
    return [y * (1 + scale) + shift, mean, root]


def _renorm(o: Operands) -> Any:
    p, top = np.float64(np.float32(o.p)), np.float64(np.float32(o.maxNorm))
    axis = tuple(at for at in range(o.self.ndim) if at != o.dim % o.self.ndim)
    size = np.abs(o.self)
    if np.isinf(p):
        norm = size.max(axis=axis, keepdims=True)
    elif p == 0:
        norm = (o.self != 0).sum(axis=axis, keepdims=True)
    else:
        norm = (size**p).sum(axis=axis, keepdims=True) ** (1 / p)
    return o.self * np.where(norm > top, top / (norm + 1e-7), 1)


def _renorm_shapes() -> Iterator[dict[str, Any]]:
    orders = (2.0, 1.0, 0.0, float("inf"), 3.5, 2.0)
    shapes = ((3, 4), (2, 3, 5), (4, 3), (2, 37), (3, 2, 4), (0, 3))
    for at, (p, shape) in enumerate(zip(orders, shapes, strict=True)):
        yield {
            "self": shape,
            "p": p,
            "dim": (at % len(shape)) - (at % 2) * len(shape),
            "maxNorm": 2.5,
        }


def _channel_axis(x: Any) -> tuple[int, ...]:
    return tuple(at for at in range(x.ndim) if at != 1)


def _stats(o: Operands, sizes: bool = False) -> list[Any]:
    if o.input.size == 0:
        nothing = np.zeros(o.input.shape[1])
        return [nothing, nothing * np.nan]
    axis = _channel_axis(o.input)
    mean = o.input.mean(axis=axis, keepdims=True)
    root = _root(o.input - mean, axis, o.eps)
    return [(np.abs(o.input).mean(axis=axis) if sizes else mean.ravel()), root.ravel()]


def _elemt(o: Operands, sizes: bool = False) -> Any:
    weight, bias = _along_channels(o, "weight", 1), _along_channels(o, "bias", 0)
    mean, root = _along_channels(o, "mean", 0), _along_channels(o, "invstd", 1)
    if sizes:
        return (np.abs(o.input) + np.abs(mean)) * np.abs(root * weight) + np.abs(bias)
    return (o.input - mean) * root * weight + bias


def _elemt_backward(o: Operands, sizes: bool = False) -> Any:
    weight, root = _along_channels(o, "weight", 1), _along_channels(o, "invstd", 1)
    mean = _along_channels(o, "mean", 0)
    count = o.given["counter"].astype(np.float64).sum()
    first, second = (_along_channels(o, name, 0) / count for name in ("sumDy", "sumDyXmu"))
    if sizes:
        far = (np.abs(o.input) + np.abs(mean)) * np.abs(second) * root**2
        return (np.abs(o.gradOut) + np.abs(first) + far) * np.abs(root * weight)
    return (o.gradOut - first - (o.input - mean) * (second * root**2)) * root * weight


def _reduce_backward(o: Operands, sizes: bool = False) -> list[Any]:
    axis = _channel_axis(o.input)
    mean, root = _along_channels(o, "mean", 0), o.invstd
    grad, far = (np.abs(o.gradOut), np.abs(o.input) + np.abs(mean)) if sizes else (o.gradOut, 0)
    first = grad.sum(axis=axis)
    second = (grad * (far if sizes else o.input - mean)).sum(axis=axis)
    results = [first, second, second * (np.abs(root) if sizes else root), first]
    wanted = (o.inputG, o.inputG, o.weightG, o.biasG)
    return [
        each if is_wanted else np.ones_like(each)
        for is_wanted, each in zip(wanted, results, strict=True)
    ]


def _channel_shapes(*each: str, empty: bool = True, **more: Any) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for at, shape in enumerate(_BATCHES):
            if 0 in shape and not empty:
                continue
            found: dict[str, Any] = {
                "input": shape,
                "gradOut": shape,
                **dict.fromkeys(each, shape[1:2]),
            }
            if at % 3 == 1 and "weight" in each and "sumDy" in each:
                found["weight"] = None
            yield {**found, **{name: values[at % len(values)] for name, values in more.items()}}

    return shapes


def _gather_shapes() -> Iterator[dict[str, Any]]:
    for at, (devices, channels) in enumerate(((2, 3), (1, 5), (5, 37))):
        running = (channels,) if at != 1 else None
        yield {
            "input": (2, channels, 3),
            **dict.fromkeys(("mean", "invstd"), (devices, channels)),
            **dict.fromkeys(("runningMean", "runningVar"), running),
            "counts": (devices,),
        }


def _sync_shapes() -> Iterator[dict[str, Any]]:
    for devices, channels in ((2, 3), (1, 5), (5, 37)):
        yield {
            **dict.fromkeys(("totalSum", "totalSquareSum"), (devices, channels)),
            **dict.fromkeys(("mean", "variance"), (channels,)),
            "sampleCount": (devices,),
        }


def _counts(name: str, *names: str) -> Any:
    """Whole counts from 4 on, and variances that are no less than 1/8."""

    def adapt(arguments: dict[str, Any], at: int) -> None:
        positive(*names)(arguments, at)
        given = arguments[name]
        arguments[name] = np.arange(4, 4 + given.size).reshape(given.shape).astype(given.dtype)
        if name == "sampleCount":
            squares = arguments["totalSquareSum"].astype(np.float64)
            least = arguments["totalSum"].astype(np.float64) ** 2
            arguments["totalSquareSum"] = (np.abs(squares) + least + 4).astype(
                _sums_type(arguments)
            )

    return adapt


def _sums_type(arguments: dict[str, Any]) -> Any:
    """The data type of the sums."""
    return arguments["totalSum"].dtype


def _running(o: Operands, old: Any, new: Any, sizes: bool) -> Any:
    f = np.float64(np.float32(o.momentum))
    return (1 - f) * (np.abs(old) if sizes else old) + f * new


def _gather(o: Operands, sizes: bool = False) -> list[Any]:
    count = o.counts[:, None]
    n = count.sum()
    eps = np.float64(np.float32(o.eps))
    mean = (o.mean * count).sum(axis=0) / n
    squares = ((1 / o.invstd**2 - eps + (o.mean - mean) ** 2) * count).sum(axis=0)
    root = 1 / np.sqrt(squares / n + eps)
    far = (np.abs(o.mean) * count).sum(axis=0) / n
    kept = []
    if o.runningMean is not None:
        kept.append(_running(o, o.runningMean, far if sizes else mean, sizes))
        kept.append(_running(o, o.runningVar, squares / (n - 1), sizes))
    return [*kept, far if sizes else mean, root]


def _sync_gather(o: Operands, sizes: bool = False) -> list[Any]:
    n = o.given["sampleCount"].astype(np.int32).sum()
    mean, square = o.totalSum.sum(axis=0) / n, o.totalSquareSum.sum(axis=0) / n
    far = np.abs(o.totalSum).sum(axis=0) / n
    variance = square - mean**2
    root = 1 / np.sqrt(variance + np.float64(np.float32(o.eps)))
    size = (square + mean**2) * n / (n - 1)
    return [
        _running(o, o.mean, far if sizes else mean, sizes),
        _running(o, o.variance, size if sizes else variance * n / (n - 1), sizes),
        far if sizes else mean,
        root * (1 + (square + mean**2) / variance) if sizes else root,
    ]


def _channel_sums(o: Operands) -> list[Any]:
    x = o.x.astype(np.float64)
    return [x.sum((0, 2, 3)), (x * x).sum((0, 2, 3))]


def _channel_reach(o: Operands) -> list[Any]:
    x = np.abs(o.x.astype(np.float64))
    return [x.sum((0, 2, 3)), (x * x).sum((0, 2, 3))]


def _channel_images() -> Iterator[dict[str, Any]]:
    for shape in ((2, 3, 4, 5), (1, 1, 2, 2), (3, 4, 17, 9)):
        yield {"x": shape}


ORACLES: dict[str, Oracle] = {
    "aclnnRmsNorm": Oracle(
        _rms, shapes=_rows("x"), arguments={"epsilon": [1e-5]}, adapt=finite("x", "gamma")
    ),
    "aclnnAddRmsNorm": Oracle(
        _add_rms,
        shapes=_rows("x1", "x2"),
        arguments={"epsilon": [1e-5]},
        adapt=finite("x1", "x2", "gamma"),
    ),
    "aclnnRmsNormGrad": Oracle(
        _rms_grad,
        _rms_grad_sizes,
        shapes=_rows("dy", "x", empty=False),
        types={"rstd": lambda _: "float32"},
        adapt=finite("dy", "x", "rstd", "gamma"),
    ),
    "aclnnLayerNorm": with_magnitude(
        _layer,
        shapes=_layer_shapes,
        arguments={"eps": [1e-5]},
        adapt=finite("input", "weightOptional", "biasOptional"),
    ),
    "aclnnLayerNormWithImplMode": with_magnitude(
        _layer,
        shapes=_layer_shapes,
        arguments={"eps": [1e-5], "implMode": [0, 1]},
        adapt=finite("input", "weightOptional", "biasOptional"),
    ),
    "aclnnLayerNormBackward": with_magnitude(
        _layer_backward,
        shapes=_layer_backward_shapes,
        adapt=finite("gradOut", "input", "mean", "rstd", "weightOptional"),
    ),
    "aclnnBatchNorm": with_magnitude(
        _batch,
        shapes=_batch_shapes,
        arguments={"eps": [1e-5], "momentum": [0.1, 0.75]},
        adapt=positive("runningVar"),
    ),
    "aclnnBatchNormBackward": with_magnitude(
        batch_backward,
        shapes=batch_backward_shapes,
        arguments={"eps": [1e-5]},
        adapt=positive("runningVar", "saveInvstd"),
    ),
    "aclnnGroupNorm": Oracle(
        lambda o: _group(_with(o, silu=False)),
        lambda o: _group(_with(o, silu=False), True),
        shapes=_group_shapes("self", sizes=True),
        arguments={"eps": [1e-5]},
        adapt=finite(*_GROUPS),
    ),
    "aclnnGroupNormSilu": Oracle(
        lambda o: _group(_with(o, silu=True)),
        lambda o: _group(_with(o, silu=True), True),
        shapes=_group_shapes("self"),
        arguments={"eps": [1e-5]},
        adapt=finite(*_GROUPS),
    ),
    "aclnnGroupNormSiluV2": with_magnitude(
        _group,
        shapes=_group_shapes("self"),
        arguments={"eps": [1e-5], "activateSilu": [True, True, False]},
        adapt=finite(*_GROUPS),
    ),
    "aclnnGroupNormSwish": with_magnitude(
        _group,
        shapes=_group_shapes("x", gives=False),
        arguments={"eps": [1e-5], "activateSwish": [True, True, False], "swishScale": [1.0, 0.75]},
        adapt=finite("x", "gamma", "beta"),
    ),
    "aclnnGroupNormBackward": with_magnitude(
        _group_backward,
        shapes=_group_shapes("gradOut", sizes=True),
        adapt=finite("gradOut", "input", "mean", "rstd", "gamma"),
    ),
    "aclnnGroupNormSwishGrad": with_magnitude(
        _group_backward,
        shapes=_group_shapes("dy", gives=False),
        arguments={
            "swishScale": [1.0, 0.75],
            "dgammaIsRequire": [True, False],
            "dbetaIsRequire": [True, True, False],
        },
        adapt=finite("dy", "x", "mean", "rstd", "gamma", "beta"),
    ),
    "aclnnFastLayerNorm": with_magnitude(
        _layer,
        shapes=_layer_shapes,
        arguments={"eps": [1e-5]},
        adapt=finite("input", "weightOptional", "biasOptional"),
    ),
    "aclnnGemmaRmsNorm": with_magnitude(
        _gemma,
        shapes=_rows("x"),
        arguments={"epsilon": [1e-5]},
        adapt=finite("x", "gamma"),
    ),
    "aclnnAddRmsNormCast": Oracle(
        _add_rms_cast,
        shapes=_rows("x1", "x2"),
        arguments={"epsilon": [1e-5]},
        adapt=finite("x1", "x2", "gamma"),
    ),
    "aclnnInplaceAddRmsNorm": Oracle(
        _inplace_add_rms,
        shapes=_rows("x1Ref", "x2Ref"),
        arguments={"epsilon": [1e-5]},
        adapt=finite("x1Ref", "x2Ref", "gamma"),
    ),
    "aclnnAddLayerNorm": with_magnitude(
        _add_layer,
        shapes=_fused_rows(
            "x1",
            "x2",
            more=lambda at, shape, row: {"biasOptional": (None, shape, row)[at % 3]},
        ),
        arguments={"epsilon": [1e-5], "additionalOutput": [True, False]},
        adapt=finite("x1", "x2", "gamma", "beta", "biasOptional"),
    ),
    "aclnnAddLayerNormGrad": with_magnitude(
        _add_layer_grad,
        shapes=_fused_rows(
            "dy",
            "x1",
            "x2",
            more=lambda at, shape, row: {"dsumOptional": (shape, None)[at % 2]},
            empty=False,
        ),
        types={"rstd": lambda _: "float32", "mean": lambda _: "float32"},
        adapt=finite("dy", "x1", "x2", "rstd", "mean", "gamma", "dsumOptional"),
    ),
    "aclnnDeepNorm": with_magnitude(
        _deep,
        shapes=_fused_rows("x", "gx"),
        arguments={"epsilon": [1e-5], "alpha": [0.3, 2.0]},
        adapt=finite("x", "gx", "gamma", "beta"),
    ),
    "aclnnDeepNormGrad": with_magnitude(
        _deep_grad,
        shapes=_fused_rows("dy", "x", "gx", empty=False),
        arguments={"alpha": [0.3, 2.0]},
        types={"rstd": lambda _: "float32", "mean": lambda _: "float32"},
        adapt=finite("dy", "x", "gx", "rstd", "mean", "gamma"),
    ),
    "aclnnAdaLayerNorm": Oracle(
        lambda o: _ada(o)[0],
        lambda o: _ada(o, True)[0],
        shapes=_ada_shapes,
        arguments={"epsilon": [1e-5]},
        adapt=finite("x", "scale", "shift", "weightOptional", "biasOptional"),
    ),
    "aclnnAdaLayerNormV2": with_magnitude(
        _ada,
        shapes=_ada_shapes,
        arguments={"epsilon": [1e-5]},
        adapt=finite("x", "scale", "shift", "weightOptional", "biasOptional"),
    ),
    "aclnnRenorm": Oracle(_renorm, shapes=_renorm_shapes, adapt=finite("self", "selfRef")),
    "aclnnBatchNormStats": with_magnitude(
        _stats,
        shapes=_channel_shapes(),
        arguments={"eps": [1e-5]},
        adapt=finite("input"),
    ),
    "aclnnBatchNormElemt": with_magnitude(
        _elemt,
        shapes=_channel_shapes("weight", "bias", "mean", "invstd"),
        adapt=positive("invstd"),
    ),
    "aclnnBatchNormElemtBackward": with_magnitude(
        _elemt_backward,
        shapes=_channel_shapes(
            "weight", "mean", "invstd", "sumDy", "sumDyXmu", counter=[(2,), (), (2, 3)]
        ),
        types={"counter": lambda name: "float32" if name == "bfloat16" else name},
        adapt=_counts("counter", "invstd"),
    ),
    "aclnnBatchNormReduceBackward": with_magnitude(
        _reduce_backward,
        shapes=_channel_shapes("weight", "mean", "invstd", empty=False),
        arguments={
            "inputG": [True, True, False],
            "weightG": [True, False],
            "biasG": [True, True, True, False],
        },
        adapt=positive("invstd"),
    ),
    "aclnnBatchNormGatherStatsWithCounts": with_magnitude(
        _gather,
        shapes=_gather_shapes,
        arguments={"eps": [1e-5], "momentum": [0.1, 0.75]},
        adapt=_counts("counts", "invstd", "runningVar"),
    ),
    "aclnnSyncBatchNormGatherStats": with_magnitude(
        _sync_gather,
        shapes=_sync_shapes,
        arguments={"eps": [1e-5], "momentum": [0.1, 0.75]},
        types={"sampleCount": lambda _: "int32"},
        adapt=_counts("sampleCount", "variance"),
    ),
    "aclnnBatchNormReduce": Oracle(_channel_sums, _channel_reach, shapes=_channel_images),
}
