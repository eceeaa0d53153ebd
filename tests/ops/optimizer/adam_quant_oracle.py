# SPDX-License-Identifier: Apache-2.0
"""Adam with moments as codes of 8 bits: float32, one operation after the other, so that codes are
the same; the weights are compared within their bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
F = np.float32


def _codes(moments: Array, largest: Any, table: Array) -> Array:
    """Of the nearest numbers, of two the first one; a moment keeps its sign."""
    parts = moments / (largest if largest != 0 else F(1))
    found = np.abs(parts[:, None] - table[None]).argmin(1)
    if (table < 0).any():
        flipped = parts * table[found] < 0
        found = found + (flipped & (parts > 0)) - (flipped & (parts < 0))
    return np.asarray(np.clip(found, 0, 255), np.uint8)


def _step(o: Operands) -> list[Array]:
    shape = o.varRef.shape
    x, g = (np.asarray(each).astype(F).ravel() for each in (o.varRef, o.grad))
    m, v = (np.array(each).ravel() for each in (o.mRef, o.vRef))
    largest_m, largest_v = np.array(o.absmaxMRef, F), np.array(o.absmaxVRef, F)
    lr, b1, b2 = F(o.lr), F(o.beta1), F(o.beta2)
    t = float(o.step[0]) + 1
    c1, c2 = F(1 - float(b1) ** t), F(np.sqrt(1 - float(b2) ** t))
    out = np.empty_like(x)
    for block in range(len(largest_m)):
        at = slice(block * 256, min((block + 1) * 256, x.size))
        h = g[at] * F(o.gnormScale)
        first = (o.qmapM[m[at]] * largest_m[block]) * b1 + (F(1) - b1) * h
        second = (o.qmapV[v[at]] * largest_v[block]) * b2 + (F(1) - b2) * (h * h)
        moved = x[at] + (-lr * c2 / c1) * first / (np.sqrt(second) + F(o.eps) * c2)
        out[at] = moved * (F(1) - lr * F(o.weightDecay)) if o.weightDecay > 0 else moved
        largest_m[block], largest_v[block] = np.abs(first).max(), second.max()
        m[at] = _codes(first, largest_m[block], o.qmapM)
        v[at] = _codes(second, largest_v[block], o.qmapV)
    return [out.reshape(shape), m.reshape(shape), v.reshape(shape), largest_m, largest_v]


def _cases() -> Iterator[dict[str, Any]]:
    for shape in ((7,), (256,), (3, 200), (2, 2, 2, 65)):
        blocks = -(-int(np.prod(shape)) // 256)
        found: dict[str, Any] = dict.fromkeys(("varRef", "grad", "mRef", "vRef"), shape)
        found |= {"qmapM": (256,), "qmapV": (256,), "step": np.array([3], np.int64)}
        found |= {"absmaxMRef": (blocks,), "absmaxVRef": (blocks,), "blockSize": 256}
        found |= {"lr": 0.01, "beta1": 0.9, "beta2": 0.99, "eps": 1e-6, "gnormScale": 0.5}
        yield found | {"weightDecay": 0.1 * (len(shape) > 1), "quantModeOptional": "BLOCKWISE"}


def _tame(arguments: dict[str, Any], at: int) -> None:
    random = np.random.default_rng(at)
    for name in ("varRef", "grad"):
        arguments[name][...] = random.normal(0, 1, arguments[name].shape)
    for name in ("mRef", "vRef"):
        arguments[name] = random.integers(0, 256, arguments[name].shape).astype(np.uint8)
    for name in ("absmaxMRef", "absmaxVRef"):
        arguments[name] = random.uniform(0.5, 2, arguments[name].shape).astype(F)
    arguments["qmapM"] = np.sort(random.uniform(-1, 1, 256)).astype(F)
    arguments["qmapV"] = np.sort(random.uniform(0, 1, 256)).astype(F)


def _sizes(o: Operands) -> list[Array]:
    found = _step(o)
    return [np.abs(np.asarray(o.varRef).astype(F)) + np.abs(found[0]), *found[1:]]


_TYPES = {"mRef": "uint8", "vRef": "uint8", "qmapM": "float32", "qmapV": "float32"}
_TYPES |= {"absmaxMRef": "float32", "absmaxVRef": "float32"}


def _always(kind: str) -> Callable[[str], str]:
    return lambda _: kind


ORACLES = {
    "aclnnApplyAdamWQuant": Oracle(
        _step,
        magnitude=_sizes,
        given=True,
        shapes=_cases,
        types={name: _always(kind) for name, kind in _TYPES.items()},
        adapt=_tame,
        layouts=("dense", "transposed", "strided", "offset", "reversed"),
    ),
}
