# SPDX-License-Identifier: Apache-2.0
"""Tables of rows: their gradient, bags of them, and rows that are scaled down to a norm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from ops.index.oracle import places
from sweep.oracle import Operands, Oracle

MODES = (0, 1, 2, 0)


def _bag_shapes() -> Iterator[dict[str, Any]]:
    for at, (shape, count, offsets) in enumerate(
        (
            ((7, 3), 9, [0, 2, 2, 7]),
            ((5, 40), 12, [0, 5]),
            ((33, 65), 40, [0, 10, 11, 30]),
            ((3, 4), 5, [0]),
            ((4, 1030), 6, [0, 4]),
            ((2, 3), 4, [0, 4, 4]),
        )
    ):
        kind = "int32" if at % 3 == 2 else "int64"
        yield {
            "weight": shape,
            "indices": places((count,), 0, shape[0], kind),
            "offsets": np.array(offsets, kind),
            "perSampleWeights": None,
        }


def _adapt(arguments: dict[str, Any], at: int) -> None:
    """Sums are weighted now and then; offsets end with the number of indices where they have to."""
    mode = MODES[at % len(MODES)]
    indices = arguments["indices"]
    arguments["mode"] = mode
    arguments["perSampleWeights"] = None
    if at % len(MODES) == 3:
        factors = np.linspace(-2, 2, indices.size)
        arguments["perSampleWeights"] = factors.astype(arguments["weight"].dtype)
    arguments["includeLastOffset"] = at % 5 == 2
    arguments["paddingIdx"] = 1 if at % 2 else -1
    if arguments["includeLastOffset"]:
        end = np.array([indices.size], arguments["offsets"].dtype)
        arguments["offsets"] = np.concatenate([arguments["offsets"], end])


def _bags(o: Operands, *, magnitude: bool = False) -> list[Any]:
    weight = o.weight.astype(np.float64)
    indices, offsets = o.indices.astype(np.int64), o.offsets.astype(np.int64)
    bags = len(offsets) - bool(o.includeLastOffset)
    ends = np.append(offsets[1:bags], len(indices))
    of = np.repeat(np.arange(bags), ends - offsets[:bags])
    taken = indices != o.paddingIdx
    rows = np.abs(weight[indices]) if magnitude else weight[indices]
    if o.perSampleWeights is not None:
        factors = o.perSampleWeights.astype(np.float64)
        rows = rows * (np.abs(factors) if magnitude else factors)[:, None]
    sizes = np.bincount(of[taken], minlength=bags)
    out = np.zeros((bags, weight.shape[1]))
    is_950 = o.architecture == "3510"
    told = sizes if o.mode or is_950 else np.zeros(bags, np.int64)
    maxima = np.ones(bags, np.int64) if is_950 else told
    if o.mode == 2:
        maxima = np.full(out.shape, -1 if is_950 else 0)
        for bag in range(bags):
            own = np.flatnonzero(taken & (of == bag))
            if len(own):
                best = _first_largest(rows[own])
                out[bag] = np.take_along_axis(rows[own], best[None], 0)[0]
                maxima[bag] = indices[own][best]
    else:
        np.add.at(out, of[taken], rows[taken])
        if o.mode == 1:
            # Sums that overflow are no means: their magnitude says so.
            is_large = magnitude & (out > np.finfo(np.float32).max)
            out = np.where(is_large, out, out / np.maximum(sizes, 1)[:, None])
    return [out, of, told, maxima]


def _first_largest(rows: Any) -> Any:
    """Which row has the largest number of each column: NaN where it is first, and never later."""
    known = np.where(np.isnan(rows), -np.inf, rows)
    best = np.argmax(known, 0)
    return np.where(np.isnan(rows[0]), 0, best)


def _gradient_shapes() -> Iterator[dict[str, Any]]:
    """Rows of a gradient, the indices that they came from, and as many rows of a table."""
    for at, (rows, index, width, weights) in enumerate(
        (
            ((9,), (9,), 3, 7),
            ((2, 5), (2, 5), 40, 5),
            ((40,), (5, 8), 65, 33),
            ((60,), (60,), 4, 3),
            ((1,), (), 5, 2),
            ((0, 3), (0, 3), 4, 6),
            ((4,), (4,), 0, 3),
            ((2, 1, 2, 1, 2, 1, 2), (16,), 2, 9),
        )
    ):
        kind = ("int64", "int32", "int16", "uint8", "int8", "float32")[at % 6]
        yield {
            "grad": (*rows, width),
            "indices": places(index, 0, weights, "int64").astype(kind),
            "numWeights": weights,
        }


def _own_gradient_shapes() -> Iterator[dict[str, Any]]:
    """The same with the types of indices that the kernel has."""
    for at, shapes in enumerate(_gradient_shapes()):
        yield {**shapes, "indices": shapes["indices"].astype("int32" if at % 2 else "int64")}


def _gradient(o: Operands, *, magnitude: bool = False) -> Any:
    """Sums of rows by index, but for those of the padding; by their numbers where that is asked."""
    rows = o.grad.astype(np.float64)
    indices = o.indices.astype(np.int64).ravel()
    rows = (np.abs(rows) if magnitude else rows).reshape(indices.size, rows.shape[-1])
    taken = indices != o.paddingIdx
    out = np.zeros((o.numWeights, rows.shape[1]))
    np.add.at(out, indices[taken], rows[taken])
    if o.scaleGradByFreq:
        counts = np.bincount(indices[taken], minlength=o.numWeights)
        # Sums that overflow are no quotients: their magnitude says so.
        is_large = magnitude & (out > np.finfo(np.float32).max)
        out = np.where(is_large, out, out / np.maximum(counts, 1)[:, None])
    return out


def _renorm_shapes() -> Iterator[dict[str, Any]]:
    for shape, index in (((7, 3), (2, 3)), ((3, 40), (5,)), ((33, 65), ()), ((4, 5), (0, 3))):
        yield {"selfRef": shape, "indices": places(index, 0, shape[0])}


def _renormed(o: Operands) -> Any:
    rows = o.selfRef.astype(np.float64)
    size = np.abs(rows)
    if o.normType == np.inf:
        norms = size.max(1)
    elif o.normType == 0:
        norms = np.count_nonzero(size, 1).astype(np.float64)
    else:
        norms = (size**o.normType).sum(1) ** (1 / o.normType)
    named = np.isin(np.arange(len(rows)), o.indices)
    scales = np.where(named & (norms > o.maxNorm), o.maxNorm / (norms + 1e-7), 1.0)
    return np.where(scales[:, None] == 1, rows, rows * scales[:, None])


_DENSE_GRADIENT = Oracle(
    _gradient,
    magnitude=lambda o: _gradient(o, magnitude=True),
    roundings=12,
    given=True,
    shapes=_gradient_shapes,
    arguments={"paddingIdx": (-1, 1), "scaleGradByFreq": (False, False, True)},
)

ORACLES: dict[str, Oracle] = {
    "aclnnEmbeddingDenseGrad": replace(_DENSE_GRADIENT, shapes=_own_gradient_shapes),
    "aclnnEmbeddingDenseBackward": _DENSE_GRADIENT,
    "aclnnEmbeddingBag": Oracle(
        _bags,
        magnitude=lambda o: [_bags(o, magnitude=True)[0] if o.mode != 2 else None] + [None] * 3,
        roundings=12,
        given=True,
        shapes=_bag_shapes,
        adapt=_adapt,
        refused=lambda o: o.architecture == "3510" and bool(o.includeLastOffset),
    ),
    "aclnnEmbeddingRenorm": Oracle(
        _renormed,
        given=True,
        shapes=_renorm_shapes,
        arguments={"maxNorm": (1.0, 0.75, 3.0), "normType": (2.0, 1.0, np.inf, 3.0, 0.0)},
    ),
}
