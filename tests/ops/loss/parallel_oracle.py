# SPDX-License-Identifier: Apache-2.0
"""Cross entropies whose classes are spread over devices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

_SIZES = ((5, 4, 7), (19, 1, 3), (8, 40, 130), (1, 3, 1))


def _online(o: Operands, sizes: bool = False) -> list[Array]:
    x, w = o.input.astype(np.float64), o.weight.astype(np.float64)
    logits = x @ w.T
    reach = np.abs(x) @ np.abs(w).T
    target = o.target.astype(np.int64)
    hidden = (target < o.vocabStartIndex) | (target > o.vocabEndIndex)
    place = np.where(hidden, 0, target - o.vocabStartIndex)
    most = logits.max(1)
    rows = np.arange(len(x))
    own = np.minimum(place, logits.shape[1] - 1)
    is_there = ~hidden & (place < logits.shape[1])
    predicted = np.where(is_there, logits[rows, own] - most, 0)
    powers = np.exp(logits - most[:, None])
    bits = np.concatenate([hidden, np.ones(-len(x) % 8, bool)])
    packed = np.packbits(bits, bitorder="little")
    if sizes:
        wide = reach.max(1)
        spread = (powers * (1 + reach + wide[:, None])).sum(1)
        return [wide, spread, np.where(is_there, reach[rows, own] + wide, 0), packed, place, reach]
    return [most, powers.sum(1), predicted, packed, place, logits]


def _online_shapes() -> Shapes:
    for at, (rows, depth, classes) in enumerate(_SIZES):
        yield {
            "input": (rows, depth),
            "weight": (classes, depth),
            "target": (rows,),
            "vocabStartIndex": 2 * at,
            "vocabEndIndex": 2 * at + classes - 1,
        }


def _targets(arguments: dict[str, Any], at: int) -> None:
    """Classes within those of the device and beside them; numbers of usual size."""
    rng = np.random.default_rng(at)
    for name in ("input", "weight", "vocabParallelLogits", "globalLogitsMax", "grad"):
        if name in arguments:
            given = arguments[name]
            usual = np.clip(np.nan_to_num(given.astype(np.float64)), -3, 3)
            arguments[name] = usual.astype(given.dtype)
    if "target" in arguments:
        given = arguments["target"]
        first, past = arguments["vocabStartIndex"], arguments["vocabEndIndex"] + 1
        arguments["target"] = rng.integers(max(first - 2, 0), past + 2, given.shape).astype(
            given.dtype
        )


def _joined(o: Operands, sizes: bool = False) -> list[Array]:
    sums = np.log(o.sumExpLogits)
    loss = np.abs(sums) + np.abs(o.predictedLogits) if sizes else sums - o.predictedLogits
    if o.vocabParallelLogitsOptional is None:
        return [loss]
    reach = np.abs(o.vocabParallelLogitsOptional) + np.abs(o.logitsMax[:, None])
    powers = np.exp(o.vocabParallelLogitsOptional - o.logitsMax[:, None])
    softmax = powers / o.sumExpLogits[:, None]
    return [loss, softmax * (1 + reach) if sizes else softmax]


def _joined_shapes() -> Shapes:
    for rows, _, classes in _SIZES:
        yield {
            **dict.fromkeys(("logitsMax", "sumExpLogits", "predictedLogits"), (rows,)),
            "vocabParallelLogitsOptional": (rows, classes) if rows != 19 else None,
            "inputOptional": None,
            "weightOptional": None,
        }


def _sums(*names: str) -> Any:
    """Numbers of usual size, and sums that are above 0."""

    def adapt(arguments: dict[str, Any], _: int) -> None:
        for name, given in arguments.items():
            if not isinstance(given, np.ndarray) or given.dtype.kind in "iub":
                continue
            usual = np.clip(np.nan_to_num(given.astype(np.float64)), -3, 3)
            arguments[name] = (np.abs(usual) + 0.5 if name in names else usual).astype(given.dtype)

    return adapt


def _linear_grad(o: Operands, sizes: bool = False) -> list[Array]:
    size = np.abs if sizes else np.asarray
    x, w = o.input.astype(np.float64), o.weight.astype(np.float64)
    rows = len(x)
    if o.softmaxOptional is not None:
        share = o.softmaxOptional.astype(np.float64)
        reach = np.abs(share)
    else:
        logits = x @ w.T
        wide = np.abs(x) @ np.abs(w).T + np.abs(o.logitsMaxOptional[:, None])
        share = np.exp(logits - o.logitsMaxOptional[:, None]) / o.sumExpLogitsOptional[:, None]
        reach = share * (1 + wide)
    mask = o.given["targetMask"]
    hidden = mask if mask.dtype == bool else np.unpackbits(mask, bitorder="little")[:rows]
    place = o.maskedTarget.astype(np.int64)
    own = 1 - hidden.astype(np.float64)
    slopes = (reach if sizes else share).copy()
    slopes[np.arange(rows), place] += own if sizes else -own
    slopes *= size(o.grad)[:, None]
    return [slopes @ size(w), slopes.T @ size(x)]


def _linear_grad_shapes() -> Shapes:
    for at, (rows, depth, classes) in enumerate(((5, 4, 130), (19, 3, 7), (8, 16, 128), (3, 5, 9))):
        has_softmax = classes >= 128
        yield {
            "grad": (rows,),
            "input": (rows, depth),
            "weight": (classes, depth),
            "targetMask": (rows,),
            "maskedTarget": (rows,),
            "logitsMaxOptional": None if has_softmax and at else (rows,),
            "sumExpLogitsOptional": None if has_softmax and at else (rows,),
            "softmaxOptional": (rows, classes) if has_softmax else None,
        }


def _places(arguments: dict[str, Any], at: int) -> None:
    _sums("sumExpLogitsOptional")(arguments, at)
    given = arguments["maskedTarget"]
    rng = np.random.default_rng(at)
    arguments["maskedTarget"] = rng.integers(0, len(arguments["weight"]), given.shape).astype(
        given.dtype
    )


def _shard(o: Operands, sizes: bool = False) -> list[Array]:
    x = o.vocabParallelLogits.astype(np.float64)
    most = o.globalLogitsMax.astype(np.float64)[..., None]
    target = o.target.astype(np.int64)
    hidden = (target < o.vocabStartIndex) | (target >= o.vocabEndIndex)
    place = np.where(hidden, 0, target - o.vocabStartIndex)
    reach = np.abs(x) + np.abs(most)
    step = np.take_along_axis(reach if sizes else x - most, place[..., None], -1)[..., 0]
    powers = np.exp(x - most) * (1 + reach if sizes else 1)
    return [np.where(hidden, 0, step), powers.sum(-1), powers, place, hidden.astype(np.int64)]


def _shard_shapes() -> Shapes:
    for at, shape in enumerate(((5, 16), (2, 3, 48), (1, 160))):
        yield {
            "vocabParallelLogits": shape,
            "target": shape[:-1],
            "globalLogitsMax": shape[:-1],
            "vocabStartIndex": 3 * at,
            "vocabEndIndex": 3 * at + shape[-1],
        }


ORACLES = {
    "aclnnFusedLinearOnlineMaxSum": with_magnitude(_online, shapes=_online_shapes, adapt=_targets),
    "aclnnFusedCrossEntropyLossWithMaxSum": with_magnitude(
        _joined,
        shapes=_joined_shapes,
        arguments={"labelSmoothing": [0.0]},
        adapt=_sums("sumExpLogits"),
    ),
    "aclnnFusedLinearCrossEntropyLossGrad": with_magnitude(
        _linear_grad,
        shapes=_linear_grad_shapes,
        arguments={"labelSmoothing": [0.0]},
        types={"input": lambda _: "bfloat16", "weight": lambda _: "bfloat16"},
        adapt=_places,
    ),
    "aclnnCrossEntropySumExpAndIndexLogit": with_magnitude(
        _shard, shapes=_shard_shapes, adapt=_targets
    ),
}
