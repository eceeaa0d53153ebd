# SPDX-License-Identifier: Apache-2.0
"""Layers with several residual streams: the formulas of CANN's pages in float64."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import GIVEN, Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]
Size = Callable[[Array], Array]
VECTOR_CORES = 64  # of Ascend950

_RNG = np.random.default_rng(44)


def _same(array: Any) -> Array:
    return np.asarray(array, np.float64)


def _size(array: Any) -> Array:
    return np.abs(_same(array))


def _sigmoid(x: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-x)))


def post(o: Operands, of: Size = _same) -> Array:
    mixed = of(o.x)
    if o.hRes is not None:
        mixed = np.einsum("...ji,...jd->...id", of(o.hRes), mixed)
    return np.asarray(mixed + of(o.hPost)[..., None] * of(o.hOut)[..., None, :])


def post_gradients(o: Operands, of: Size = _same) -> list[Array]:
    grad = of(o.gradOutput)
    return [
        of(o.hRes) @ grad,
        of(o.x) @ grad.swapaxes(-1, -2),
        (grad * of(o.hPost)[..., None]).sum(-2),
        (grad * of(o.hOut)[..., None, :]).sum(-1),
    ]


def balanced(x: Array, eps: float, rounds: int) -> tuple[list[Array], list[Array]]:
    """The quotients and the sums of each step, as [..., n, n] and [..., n]."""
    power = np.exp(x - x.max(-1, keepdims=True))
    quotients = [power / power.sum(-1, keepdims=True) + eps]
    sums = [np.zeros(x.shape[:-1])]
    for step in range(1, 2 * rounds):
        total = quotients[-1].sum(-2 + (step % 2 == 0), keepdims=True) + eps
        quotients.append(quotients[-1] / total)
        sums.append(total.reshape(x.shape[:-1]))
    return quotients, sums


def unbalanced(grad: Array, quotients: Any, sums: Any) -> Array:
    for step in range(len(quotients) - 1, -1, -1):
        axis = -2 + (step % 2 == 0)
        rest = grad - (grad * quotients[step]).sum(axis, keepdims=True)
        grad = rest * quotients[0] if step == 0 else rest / np.expand_dims(sums[step], axis)
    return grad


def in_places(steps: list[Array], rows: int) -> Array:
    """Steps of [matrices, rows, n] as CANN's kernel leaves them: each core's matrices together."""
    count, n = steps[0].shape[0], steps[0].shape[-1]
    wide = np.zeros((len(steps), count, rows, 8))
    wide[..., :n] = np.stack(steps).reshape(len(steps), count, rows, n)
    each = -(-count // VECTOR_CORES)
    return np.concatenate(
        [wide[:, first : first + each].ravel() for first in range(0, count, each)]
    )


def out_of_places(flat: Array, count: int, n: int, rows: int) -> Array:
    steps = flat.size // (count * rows * 8)
    each = -(-count // VECTOR_CORES)
    parts = []
    for first in range(0, count, each):
        own = min(each, count - first)
        part = flat[first * steps * rows * 8 :][: own * steps * rows * 8]
        parts.append(part.reshape(steps, own, rows, 8)[..., :n])
    return np.concatenate(parts, 1)


def _sinkhorn(o: Operands) -> list[Array]:
    n = o.x.shape[-1]
    quotients, sums = balanced(_same(o.x).reshape(-1, n, n), float(np.float32(o.eps)), o.numIters)
    return [
        quotients[-1].reshape(o.x.shape),
        in_places(quotients, n),
        in_places([each[:, None] for each in sums], 1),
    ]


def _unbalanced(o: Operands) -> Array:
    n = o.gradOutput.shape[-1]
    grad = _same(o.gradOutput).reshape(-1, n, n)
    quotients = out_of_places(_same(o.normOut), len(grad), n, n)
    sums = out_of_places(_same(o.sumOut), len(grad), n, 1)[:, :, 0]
    return unbalanced(grad, quotients, sums).reshape(o.gradOutput.shape)


def _pre(o: Operands, epsilon: float, of: Size) -> tuple[Array, ...]:
    """hIn, hPost, the matrices, invRms, hMix and hPre."""
    n, size = o.x.shape[-2:]
    mixed = o.phi.shape[0]
    flat = _same(o.x).reshape(*o.x.shape[:-2], n * size)
    root = 1 / np.sqrt((flat**2).mean(-1) + float(np.float32(epsilon)))
    gamma = getattr(o, "gammaOptional", None)
    weights = 1 if gamma is None else _same(gamma).ravel()
    mixture = (of(flat * weights)) @ of(o.phi).T
    w = mixture * root[..., None]
    alpha = np.repeat(of(o.alpha), [n, n, n * n][: len(o.alpha)])[:mixed]
    w = w * alpha + of(o.bias)
    if of is _size:
        w = w + 1
        pre, after = w[..., :n], 2 * w[..., n : 2 * n]
    else:
        pre = _sigmoid(w[..., :n]) + float(np.float32(o.hcEps))
        after = 2 * _sigmoid(w[..., n : 2 * n])
    layer = (pre[..., None] * of(o.x)).sum(-2)
    return layer, after, w[..., 2 * n :], root, mixture, pre


def pre(o: Operands, of: Size = _same) -> list[Array]:
    n = o.x.shape[-2]
    layer, after, matrices, *kept = _pre(o, o.normEps, of)
    found = [layer, after]
    if len(o.alpha) == 3:
        found.append(matrices.reshape(*o.x.shape[:-2], n, n))
    return [*found, *kept]


def pre_sinkhorn(o: Operands, of: Size = _same) -> list[Array]:
    n = o.x.shape[-2]
    layer, after, matrices, root, mixture, gate = _pre(o, o.normEps, of)
    shaped = matrices.reshape(*o.x.shape[:-2], n, n)
    if of is _size:
        spread = 1 + shaped.max((-1, -2))
        quotients = [np.broadcast_to(spread[..., None, None], shaped.shape)] * 40
        sums = [np.broadcast_to(spread[..., None], shaped.shape[:-1])] * 40
    else:
        quotients, sums = balanced(shaped, float(np.float32(o.hcEps)), o.numIters)
    found = [layer, after, quotients[-1].reshape(matrices.shape)]
    if not o.needBackward:
        return found
    return [*found, gate, mixture, root[..., None], np.stack(sums), np.stack(quotients)]


def pre_gradients(o: Operands, of: Size = _same) -> list[Array]:
    """By the page, with x * gamma behind invRms ** 3."""
    n, size = o.x.shape[-2:]
    width = n * size
    x, eps = of(o.x).reshape(-1, n, size), float(np.float32(o.hcEps))
    tokens = len(x)
    layer = of(o.gradHIn).reshape(tokens, size)
    gate, after = _same(o.hPre).reshape(tokens, n), _same(o.hPost).reshape(tokens, n)
    root, mixture = of(o.invRms).reshape(tokens, 1), of(o.hMix).reshape(tokens, -1)
    weights = np.ones((n, size)) if o.gamma is None else of(o.gamma)
    s = gate - eps
    to = (layer[:, None] * x).sum(-1) * of(s * (1 - s))
    away = of(o.gradHPost).reshape(tokens, n) * of(after * (1 - after / 2))
    d = np.concatenate([to, away, of(o.gradHRes).reshape(tokens, n * n)], 1)
    parts = np.repeat(np.arange(3), [n, n, n * n])
    alpha = np.array([(d * mixture * root)[:, parts == part].sum() for part in range(3)])
    g = d * of(o.alpha)[parts]
    y = (x * weights).reshape(tokens, width)
    back = (g * root) @ of(o.phi)
    of_root = (g * mixture).sum(1, keepdims=True) * root**3 / width
    sign = 1 if of is _size else -1
    grad = back * weights.ravel() + sign * of_root * y
    grad = grad.reshape(tokens, n, size) + layer[:, None] * of(gate)[..., None]
    if o.gradXPostOptional is not None:
        grad = grad + of(o.gradXPostOptional).reshape(grad.shape)
    found = [grad.reshape(o.x.shape), (g * root).T @ y, alpha, d.sum(0)]
    if o.gamma is not None:
        found.append((x.reshape(tokens, width) * back).sum(0).reshape(n, size))
    return found


def pre_sinkhorn_gradients(o: Operands, of: Size = _same) -> list[Array]:
    n = o.x.shape[-2]
    after = _same(o.hcBeforeNorm)[..., n : 2 * n] * _same(o.invRms) * _same(o.alpha)[1]
    matrices = unbalanced(
        _same(o.gradHRes).reshape(*o.x.shape[:-2], n, n), _same(o.normOut), _same(o.sumOut)
    )
    if of is _size:
        matrices = matrices * 0 + np.abs(matrices).max((-1, -2), keepdims=True)
    names = SimpleNamespace(
        x=o.x, phi=o.phi, alpha=o.alpha, gradHIn=o.gradHin, gradHPost=o.gradHPost,
        gradHRes=matrices, invRms=o.invRms, hMix=o.hcBeforeNorm, hPre=o.hPre, gamma=None,
        hPost=2 * _sigmoid(after + _same(o.bias)[n : 2 * n]), gradXPostOptional=None,
        hcEps=o.hcEps,
    )  # fmt: skip
    return pre_gradients(names, of)


def _rows(*shape: int) -> Array:
    return _RNG.normal(0, 1, shape)


def _given(array: Array) -> Array:
    """An operand as it is, not made by its shape."""
    return array.astype(np.float32)


_FIXED = {"phi", "normOut", "sumOut", "invRms", "hPre", "hPost"}


def _usual(arguments: dict[str, Any], at: int) -> None:
    """Normal numbers: products of any others leave what float32 holds."""
    rng = np.random.default_rng(at)
    for name, given in arguments.items():
        if isinstance(given, np.ndarray) and name not in _FIXED:
            arguments[name] = np.asarray(rng.normal(0, 1, given.shape)).astype(given.dtype)


def _post_shapes() -> Shapes:
    for tokens, n, size in (((1, 3), 4, 128), ((5,), 4, 256), ((2,), 8, 40)):
        yield {
            "x": (*tokens, n, size),
            "hRes": (*tokens, n, n),
            "hOut": (*tokens, size),
            "hPost": (*tokens, n),
        }


def _post_grad_shapes() -> Shapes:
    for shapes in _post_shapes():
        yield {**shapes, "gradOutput": shapes["x"]}


def _is_older(o: Operands, name: str = "x") -> bool:
    n, size = getattr(o, name).shape[-2:]
    return bool(o.architecture != "3510" and (n != 4 or size % 128 != 0))


def _matrices() -> Shapes:
    for shape, rounds in (((3, 4, 4), 20), ((2, 5, 6, 6), 3), ((130, 8, 8), 1), ((1, 8, 8), 100)):
        yield {"x": shape, "numIters": rounds}


def _matrices_back() -> Shapes:
    for shapes in _matrices():
        x, n = _rows(*shapes["x"]), shapes["x"][-1]
        quotients, sums = balanced(x.reshape(-1, n, n), 1e-6, shapes["numIters"])
        yield {
            "gradOutput": x.shape,
            "normOut": _given(in_places(quotients, n)),
            "sumOut": _given(in_places([each[:, None] for each in sums], 1)),
        }


def _pre_shapes() -> Shapes:
    for at, (tokens, n, size) in enumerate((((1, 3), 4, 16), ((5,), 6, 48), ((2, 2), 8, 64))):
        gates = 2 if at == 1 else 3
        mixed = 2 * n if at == 1 else n * n + 2 * n
        yield {
            "x": (*tokens, n, size),
            "phi": _given(_rows(mixed, n * size) / np.sqrt(n * size)),
            "alpha": (gates,),
            "bias": (mixed,),
            "gammaOptional": (n, size),
        }


def _pre_grad_shapes() -> Shapes:
    for tokens, n, size in (((1, 3), 4, 64), ((5,), 6, 64), ((2, 2), 8, 128)):
        mixed = n * n + 2 * n
        yield {
            "x": (*tokens, n, size),
            "phi": _given(_rows(mixed, n * size) / np.sqrt(n * size)),
            "alpha": (3,),
            "gradHIn": (*tokens, size),
            "gradHPost": (*tokens, n),
            "gradHRes": (*tokens, n, n),
            "invRms": _given(1 + np.abs(_rows(*tokens))),
            "hMix": (*tokens, mixed),
            "hPre": _given(_sigmoid(_rows(*tokens, n))),
            "hPost": _given(2 * _sigmoid(_rows(*tokens, n))),
            "gamma": (n, size),
            "gradXPostOptional": (*tokens, n, size),
        }


def _sinkhorn_shapes() -> Shapes:
    for tokens, size in (((1, 3), 128), ((2, 2), 256), ((1, 2), 4096)):
        yield {
            "x": (*tokens, 4, size),
            "phi": _given(_rows(24, 4 * size) / np.sqrt(4 * size)),
            "alpha": (3,),
            "bias": (24,),
        }


def _sinkhorn_grad_shapes() -> Shapes:
    for at, (tokens, size) in enumerate((((1, 3), 128), ((2, 2), 256))):
        quotients, sums = balanced(_rows(*tokens, 4, 4), 1e-6, 20)
        yield {
            "gradHin": (*tokens, size),
            "gradHPost": (*tokens, 4),
            "gradHRes": (*tokens, 16) if at == 0 else (*tokens, 4, 4),
            "x": (*tokens, 4, size),
            "phi": _given(_rows(24, 4 * size) / np.sqrt(4 * size)),
            "alpha": (3,),
            "bias": (24,),
            "hPre": _given(_sigmoid(_rows(*tokens, 4))),
            "hcBeforeNorm": (*tokens, 24),
            "invRms": _given(1 + np.abs(_rows(*tokens, 1))),
            "sumOut": _given(np.stack(sums)),
            "normOut": _given(np.stack(quotients)),
        }


def _largest(o: Operands) -> Array:
    return np.full(o.gradOutput.shape, np.abs(_unbalanced(o)).max(initial=0) + 1)


ORACLES = {
    "aclnnMhcPost": Oracle(
        post,
        lambda o: post(o, _size),
        given=True,
        shapes=_post_shapes,
        types={"hRes": lambda kind: "float32", "hPost": lambda kind: "float32"},
        arguments={"hRes": [GIVEN, GIVEN, GIVEN, None]},
        refused=lambda o: _is_older(o) or (o.hRes is None and o.architecture != "3510"),
    ),
    "aclnnMhcPostBackward": Oracle(
        post_gradients,
        lambda o: post_gradients(o, _size),
        given=True,
        shapes=_post_grad_shapes,
        types={"hRes": lambda kind: "float32", "hPost": lambda kind: "float32"},
        refused=_is_older,
    ),
    "aclnnMhcSinkhorn": Oracle(_sinkhorn, given=True, shapes=_matrices),
    "aclnnMhcSinkhornBackward": Oracle(_unbalanced, _largest, given=True, shapes=_matrices_back),
    "aclnnMhcPre": Oracle(
        pre,
        lambda o: pre(o, _size),
        given=True,
        shapes=_pre_shapes,
        adapt=_usual,
        arguments={"gammaOptional": [GIVEN, None]},
    ),
    "aclnnMhcPreBackward": Oracle(
        pre_gradients,
        lambda o: pre_gradients(o, _size),
        given=True,
        shapes=_pre_grad_shapes,
        adapt=_usual,
        arguments={"gamma": [GIVEN, None, GIVEN], "gradXPostOptional": [GIVEN, GIVEN, None]},
    ),
    "aclnnMhcPreSinkhorn": Oracle(
        pre_sinkhorn,
        lambda o: pre_sinkhorn(o, _size),
        given=True,
        shapes=_sinkhorn_shapes,
        adapt=_usual,
        arguments={"needBackward": [True, True, False]},
        refused=lambda o: o.architecture == "3510" and o.x.shape[-1] not in (4096, 7168),
    ),
    "aclnnMhcPreSinkhornBackward": Oracle(
        pre_sinkhorn_gradients,
        lambda o: pre_sinkhorn_gradients(o, _size),
        given=True,
        shapes=_sinkhorn_grad_shapes,
        adapt=_usual,
    ),
}
