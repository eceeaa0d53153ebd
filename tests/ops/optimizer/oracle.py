# SPDX-License-Identifier: Apache-2.0
"""Steps of optimizers, on numbers whose squares are within the range of every type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sweep.oracle import GIVEN, Operands, Oracle

_SHAPES: list[tuple[int, ...]] = [(), (7,), (3, 4), (0, 3), (33, 65)]


def _shapes(tensors: str, singles: str) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape in _SHAPES:
            yield {**dict.fromkeys(tensors.split(), shape), **dict.fromkeys(singles.split(), (1,))}

    return shapes


def _shapes_of_some(tensors: str, singles: str) -> Callable[[], Iterator[dict[str, Any]]]:
    """Those of at least one dimension."""
    made = _shapes(tensors, singles)
    return lambda: (each for each in made() if each[tensors.split(maxsplit=1)[0]])


def _tame(second: str, numbers: dict[str, float]) -> Callable[[dict[str, Any], int], None]:
    """Normal numbers, second moments above 0, and these numbers."""

    def adapt(arguments: dict[str, Any], at: int) -> None:
        random = np.random.default_rng(at)
        for name, value in arguments.items():
            if not isinstance(value, np.ndarray):
                continue
            if name in numbers:
                value[...] = numbers[name]
            else:
                value[...] = random.normal(0, 1, value.shape)
                if name in second.split():
                    value[...] = np.abs(value) + value.dtype.type(0.125)

    return adapt


def _single(value: Any) -> Any:
    return np.float64(np.float32(value))


def _moments(m: Any, v: Any, g: Any, b1: Any, b2: Any) -> tuple[Any, Any]:
    return m * b1 + g * (1 - b1), v * b2 + g * g * (1 - b2)


def _adam_w_v2(o: Operands, size: bool) -> list[Any]:
    b1, b2, lr, wd, eps = map(_single, (o.beta1, o.beta2, o.lr, o.weightDecay, o.eps))
    count = float(o.given["step"].reshape(-1)[0]) + 1
    g = -o.grad if o.maximize else o.grad
    m, v = _moments(o.mRef, o.vRef, g, b1, b2)
    largest = np.maximum(v, o.maxGradNormOptionalRef) if o.amsgrad else v
    root = np.sqrt(largest) / np.sqrt(1 - b2**count) + eps
    kept, taken = o.varRef * (1 - lr * wd), lr / (1 - b1**count) * m / root
    written = largest if o.amsgrad else o.maxGradNormOptionalRef
    if not size:
        return [kept - taken, m, v, written]
    moment, _ = _moments(np.abs(o.mRef), v, np.abs(g), b1, b2)
    scale = lr / (1 - b1**count) * moment / root
    return [np.abs(kept) + scale, moment, v, np.abs(written)]


def _adam_w(o: Operands, size: bool) -> list[Any]:
    g = -o.grad if o.maximize else o.grad
    m, v = _moments(o.mRef, o.vRef, g, o.beta1, o.beta2)
    largest = np.maximum(v, o.maxGradNormOptional) if o.amsgrad else v
    root = np.sqrt(largest / (1 - o.beta2Power * o.beta2)) + o.eps
    rate = o.lr / (1 - o.beta1Power * o.beta1)
    kept = o.varRef * (1 - o.lr * o.weightDecay)
    shape = o.varRef.shape
    if not size:
        return [(kept - rate * m / root).reshape(shape), m.reshape(shape), v.reshape(shape)]
    moment, _ = _moments(np.abs(o.mRef), v, np.abs(g), o.beta1, o.beta2)
    return [
        (np.abs(kept) + rate * moment / root).reshape(shape),
        moment.reshape(shape),
        v.reshape(shape),
    ]


def _adam(o: Operands, size: bool) -> Any:
    m, v = _moments(o.m, o.v, o.grad, o.beta1, o.beta2)
    if size:
        m, _ = _moments(np.abs(o.m), v, np.abs(o.grad), o.beta1, o.beta2)
    ahead = o.beta1 * m + (1 - o.beta1) * (np.abs(o.grad) if size else o.grad)
    rate = o.lr * np.sqrt(1 - o.beta2Power) / (1 - o.beta1Power)
    taken = rate * (ahead if o.useNesterov else m) / (np.sqrt(v) + o.epsilon)
    return (np.abs(o.varRef) + taken if size else o.varRef - taken).reshape(o.varRef.shape)


def _adadelta(o: Operands, size: bool) -> list[Any]:
    rho, lr, epsilon = map(_single, (o.rho, o.lr, o.epsilon))
    accum = rho * o.accum + (1 - rho) * o.grad**2
    step = np.sqrt(o.accumUpdate + epsilon) / np.sqrt(accum + epsilon) * o.grad
    weights = np.abs(o.var) + lr * np.abs(step) if size else o.var - lr * step
    return [weights, accum, rho * o.accumUpdate + (1 - rho) * step**2]


def _adamax(o: Operands, size: bool) -> list[Any]:
    power, lr, b1, b2, eps = map(_single, (o.beta1Power, o.lr, o.beta1, o.beta2, o.epsilon))
    part = np.abs if size else np.asarray
    m = b1 * part(o.m) + (1 - b1) * part(o.grad)
    v = np.maximum(b2 * o.v, np.abs(o.grad))
    taken = lr / (1 - power) * m / (v + eps)
    return [np.abs(o.var) + taken if size else o.var - taken, m, v]


def _adam_d(o: Operands, size: bool) -> list[Any]:
    m, v = _moments(o.m, o.v, o.grad, o.beta1, o.beta2)
    if size:
        m, _ = _moments(np.abs(o.m), v, np.abs(o.grad), o.beta1, o.beta2)
    ahead = o.beta1 * m + (1 - o.beta1) * (np.abs(o.grad) if size else o.grad)
    rate = o.lr * np.sqrt(1 - o.beta2Power) / (1 - o.beta1Power)
    taken = rate * (ahead if o.useNesterov else m) / (np.sqrt(v) + o.epsilon)
    weights = np.abs(o.var) + taken if size else o.var - taken
    return [each.reshape(o.var.shape) for each in (weights, m, v)]


def _ftrl(o: Operands, size: bool) -> list[Any]:
    lr, l1, l2, power = (each.reshape(()) for each in (o.lr, o.l1, o.l2, o.lrPower))
    accum = o.accumRef + o.grad**2
    grown, kept = accum**-power, o.accumRef**-power
    quadratic = grown / lr + 2 * l2
    linear = o.linearRef + o.grad - (grown - kept) / lr * o.varRef
    weights = np.where(np.abs(linear) > l1, (np.sign(linear) * l1 - linear) / quadratic, 0)
    if size:
        terms = np.abs(o.linearRef) + np.abs(o.grad) + (grown + kept) / lr * np.abs(o.varRef)
        return [(terms + l1) / quadratic, accum, terms]
    return [weights, accum, linear]


def _scale(o: Operands) -> list[Any]:
    scale = o.currentScale.astype(np.float64)
    steps = np.asarray(o.given["growthTracker"])
    if np.any(o.foundInf != 0):
        return [scale * o.backoffFactor, np.zeros_like(steps)]
    if np.all(steps + 1 == o.growthInterval):
        with np.errstate(over="ignore"):
            fits = np.isfinite((scale * o.growthFactor).astype(np.float32))
        return [np.where(fits, scale * o.growthFactor, scale), np.zeros_like(steps)]
    return [scale, steps + 1]


def _found(arguments: dict[str, Any], at: int) -> None:
    arguments["currentScale"][...] = 1.5 * (at + 1)
    arguments["growthTracker"][...] = [0, 1999, 7, 1999, 3][at % 5]
    arguments["foundInf"][...] = [0, 0, 1, 1, np.nan][at % 5]


_NUMBERS = {"beta1Power": 0.25, "beta2Power": 0.5, "beta1": 0.5, "beta2": 0.75, "lr": 0.125}
_LATER = {**_NUMBERS, "weightDecay": 0.25, "eps": 0.0625, "epsilon": 0.0625}

ORACLES: dict[str, Oracle] = {
    "aclnnApplyAdamWV2": Oracle(
        lambda o: _adam_w_v2(o, False),
        lambda o: _adam_w_v2(o, True),
        shapes=_shapes("varRef mRef vRef maxGradNormOptionalRef grad", "step"),
        arguments={"amsgrad": [True, False, False], "maximize": [False, True]},
        adapt=_tame("vRef maxGradNormOptionalRef", {"step": 3}),
    ),
    "aclnnApplyAdamW": Oracle(
        lambda o: _adam_w(o, False),
        lambda o: _adam_w(o, True),
        shapes=_shapes(
            "varRef mRef vRef grad maxGradNormOptional",
            "beta1Power beta2Power lr weightDecay beta1 beta2 eps",
        ),
        arguments={"amsgrad": [True, False, False], "maximize": [False, True]},
        adapt=_tame("vRef maxGradNormOptional", _LATER),
    ),
    "aclnnApplyAdam": Oracle(
        lambda o: _adam(o, False),
        lambda o: _adam(o, True),
        shapes=_shapes("varRef m v grad", "beta1Power beta2Power lr beta1 beta2 epsilon"),
        arguments={"useNesterov": [True, False]},
        adapt=_tame("v", _LATER),
    ),
    "aclnnAmpUpdateScale": Oracle(
        _scale,
        shapes=lambda: (
            dict.fromkeys(("currentScale", "growthTracker", "foundInf"), (1,)) for _ in range(5)
        ),
        adapt=_found,
    ),
}


def _lists(*names: str) -> Callable[[], Iterator[dict[str, Any]]]:
    """Lists of the same shapes, with numbers of one element or none."""
    singles = {"gradScaleOptional": (1,), "foundInfOptional": (1,)}

    def shapes() -> Iterator[dict[str, Any]]:
        lists: list[list[tuple[int, ...]]] = [[(3,)], [(2, 3), (), (0,), (65,)], [(33, 5), (4,)]]
        for at, members in enumerate(lists):
            found: dict[str, Any] = dict.fromkeys(names, members)
            if "grads" in names:
                found["stateSteps"] = [(1,)] * len(members)
            for name, shape in singles.items():
                if name == "gradScaleOptional" or "grads" in names:
                    found[name] = None if at == 1 else shape
            yield found

    return shapes


def _tame_lists(second: str) -> Callable[[dict[str, Any], int], None]:
    def adapt(arguments: dict[str, Any], at: int) -> None:
        random = np.random.default_rng(at)
        for name, value in arguments.items():
            if not isinstance(value, list):
                continue
            for each in value:
                each[...] = random.normal(0, 1, each.shape)
                if name in second.split():
                    each[...] = np.abs(each) + each.dtype.type(0.125)
                if name == "stateSteps":
                    each[...] = 4
        if arguments.get("gradScaleOptional") is not None:
            arguments["gradScaleOptional"][...] = 2
        if arguments.get("foundInfOptional") is not None:
            arguments["foundInfOptional"][...] = at == 2
        if "momentum" in arguments:
            has = arguments["momentumBufferListOptionalRef"] is not None
            arguments["momentum"] = 0.5 if has else 0.0
            arguments["nesterov"] = has and at != 1
            arguments["dampening"] = 0.25 if has and at == 1 else 0.0

    return adapt


def _each(results: list[list[Any]]) -> list[Any]:
    """Results of each member, in the order of the lists."""
    return [each for of_list in zip(*results, strict=True) for each in of_list]


def _fused_adam(o: Operands, size: bool) -> list[Any]:
    found = o.foundInfOptional is not None and bool(np.all(o.foundInfOptional == 1))
    scale = 1 if o.gradScaleOptional is None else float(np.ravel(o.gradScaleOptional)[0])
    results = []
    for i, x in enumerate(o.paramsRef):
        largest = o.maxExpAvgSqsRef[i]
        one = Operands(
            **{**vars(o), "varRef": x, "mRef": o.expAvgsRef[i], "vRef": o.expAvgSqsRef[i]}
        )
        one.maxGradNormOptionalRef = largest
        one.grad = o.grads[i] / scale
        one.given = {"step": np.asarray(o.given["stateSteps"][i]) - 1}
        kept = [x, one.mRef, one.vRef, largest]
        results.append([np.abs(k) for k in kept] if size else kept)
        if not found:
            results[-1] = _adam_w_v2(one, size)
    return _each(results)


def _fused_sgd(o: Operands, size: bool) -> list[Any]:
    scale = 1 if o.gradScaleOptional is None else float(np.ravel(o.gradScaleOptional)[0])
    buffers = o.momentumBufferListOptionalRef
    wd, mu, lr, damped = map(_single, (o.weightDecay, o.momentum, o.lr, o.dampening))
    results = []
    for i, given in enumerate(o.paramsRef):
        scaled = o.gradsRef[i] / scale
        signed = -scaled if o.maximize else scaled
        x = np.abs(given) if size else given
        signed = np.abs(signed) if size else signed
        g = signed + wd * x
        if buffers is None:
            results.append([x + lr * g if size else x - lr * g, scaled])
            continue
        before = np.abs(buffers[i]) if size else buffers[i]
        b = g if o.isFirstStep else before * mu + g * (1 - damped)
        step = g + mu * b if o.nesterov else b
        results.append([x + lr * step if size else x - lr * step, scaled, b])
    return _each(results)


ORACLES |= {
    "aclnnFusedAdamw": Oracle(
        lambda o: _fused_adam(o, False),
        lambda o: _fused_adam(o, True),
        types={
            "stateSteps": lambda _: "float32",
            "gradScaleOptional": lambda _: "float32",
            "foundInfOptional": lambda _: "float32",
        },
        shapes=_lists("paramsRef", "grads", "expAvgsRef", "expAvgSqsRef", "maxExpAvgSqsRef"),
        arguments={"amsgrad": [False, True, True], "maximize": [False, True]},
        adapt=_tame_lists("expAvgSqsRef maxExpAvgSqsRef"),
    ),
    "aclnnFusedSgd": Oracle(
        lambda o: _fused_sgd(o, False),
        lambda o: _fused_sgd(o, True),
        types={"gradScaleOptional": lambda _: "float32"},
        shapes=_lists("paramsRef", "gradsRef", "momentumBufferListOptionalRef"),
        arguments={
            "momentumBufferListOptionalRef": [GIVEN, GIVEN, None],
            "weightDecay": [0.125, 0.0],
            "isFirstStep": [False, True],
            "maximize": [False, False, True],
        },
        adapt=_tame_lists(""),
    ),
    "aclnnApplyGradientDescent": Oracle(
        lambda o: o.var - o.alpha.reshape(()) * o.delta,
        lambda o: np.abs(o.var) + np.abs(o.alpha.reshape(()) * o.delta),
        shapes=_shapes("var delta", "alpha"),
        adapt=_tame("", {"alpha": 0.125}),
    ),
    "aclnnApplyAdadelta": Oracle(
        lambda o: _adadelta(o, False),
        lambda o: _adadelta(o, True),
        shapes=_shapes_of_some("var accum accumUpdate grad", ""),
        arguments={"lr": [0.5, 0.125], "rho": [0.75, 0.5], "epsilon": [0.0625, 0.125]},
        adapt=_tame("accum accumUpdate", {}),
    ),
    "aclnnApplyAdamax": Oracle(
        lambda o: _adamax(o, False),
        lambda o: _adamax(o, True),
        shapes=_shapes_of_some("var m v grad", ""),
        arguments={
            "beta1Power": [0.25, 0.5],
            "lr": [0.125, 0.5],
            "beta1": [0.5, 0.75],
            "beta2": [0.75, 0.5],
            "epsilon": [0.0625, 0.125],
        },
        adapt=_tame("v", {}),
    ),
    "aclnnApplyAdamD": Oracle(
        lambda o: _adam_d(o, False),
        lambda o: _adam_d(o, True),
        shapes=_shapes("var m v grad", "beta1Power beta2Power lr beta1 beta2 epsilon"),
        arguments={"useNesterov": [True, False]},
        adapt=_tame("v", _LATER),
    ),
    "aclnnApplyFtrl": Oracle(
        lambda o: _ftrl(o, False),
        lambda o: _ftrl(o, True),
        shapes=_shapes("varRef accumRef linearRef grad", "lr l1 l2 lrPower"),
        adapt=_tame("accumRef", {"lr": 0.5, "l1": 0.25, "l2": 0.125, "lrPower": -0.5}),
    ),
}
