# SPDX-License-Identifier: Apache-2.0
"""Products of groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle, with_magnitude

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

_RNG = np.random.default_rng(30)
COUNTS, PAIRS = 1, 2
LISTS = (
    "scaleOptional",
    "offsetOptional",
    "antiquantScaleOptional",
    "antiquantOffsetOptional",
    "perTokenScaleOptional",
    "activationInputOptional",
    "activationQuantScaleOptional",
    "activationQuantOffsetOptional",
    "activationFeatureOutOptional",
    "dynQuantScaleOutOptional",
    "tuningConfigOptional",
)
NOTHING = dict.fromkeys(LISTS)


def _groups(o: Operands, rows: int) -> list[tuple[int, int, int]]:
    """The matrix, the first row and the end of each group: what lies outside x is left out."""
    numbers = o.given["groupListOptional"]
    kind = getattr(o, "groupListType", 0)
    found, first = [], 0
    for at, number in enumerate(numbers):
        group, value = number if kind == PAIRS else (at, number)
        end = first + value if kind in (COUNTS, PAIRS) else value
        end = min(max(int(end), first), rows)
        found.append((int(group), first, end))
        first = end
    return found


def _one(x: Array, weight: Array, bias: Array | None, size: bool) -> Array:
    if x.dtype.kind == "i":
        x = x.astype(np.int64)
    if size:
        return np.abs(x) @ np.abs(weight) + (0 if bias is None else np.abs(bias))
    return np.asarray(x @ weight + (0 if bias is None else bias))


def _products(o: Operands, size: bool = False) -> list[Array]:
    kind = getattr(o, "groupType", None)
    bias = o.biasOptional
    if kind is None:
        is_each = len(o.weight) == 1 or (len(o.x) > 1 and o.splitItem < 2)
        kind = -1 if is_each else 0
    if kind == -1:
        biases = bias or [None] * len(o.x)
        return [_one(*each, size) for each in zip(o.x, o.weight, biases, strict=True)]
    weights = list(o.weight[0]) if o.weight[0].ndim == 3 else o.weight
    biases = [None] * len(weights) if bias is None else list(bias[0]) if len(bias) == 1 else bias
    if len(o.x) > 1:
        parts = [_one(*each, size) for each in zip(o.x, weights, biases, strict=True)]
        return [np.concatenate(parts)]
    x = o.x[0]
    parts = [
        _one(x[first:end], weights[group], biases[group], size)
        for group, first, end in _groups(o, len(x))
    ]
    if o.splitItem < 2:
        return parts
    rest = np.zeros((len(x) - sum(map(len, parts)), weights[0].shape[-1]))
    return [np.concatenate([*parts, rest])]


def _each() -> Iterator[tuple[list[Any], list[Any], list[Any] | None]]:
    """Tensors without groups."""
    yield [(3, 4)], [(4, 5)], None
    yield [(3, 4), (2, 65)], [(4, 5), (65, 300)], [(5,), (300,)]
    yield [(2, 3, 4), (1, 1)], [(4, 5), (1, 2)], None
    yield [(130, 257)], [(257, 17)], [(17,)]


def _lists(first: bool = False) -> Callable[[], Shapes]:
    """Operands of calls whose groups are an array."""

    def shapes() -> Shapes:
        more = {} if first else {"groupType": -1}
        for x, weight, bias in _each():
            yield {
                **NOTHING,
                **more,
                "x": x,
                "weight": weight,
                "biasOptional": bias,
                "groupListOptional": None,
                "splitItem": 0,
            }
        more = {} if first else {"groupType": 0}
        three = [(4, 5)] * 3
        for split, ends in ((3, [2, 2, 9]), (0, [0, 130, 131]), (2, [1, 2, 3])):
            yield {
                **NOTHING,
                **more,
                "x": [(ends[-1], 4)],
                "weight": three,
                "biasOptional": None if split == 2 else [(5,)] * 3,
                "groupListOptional": ends,
                "splitItem": split,
            }
        yield {
            **NOTHING,
            **more,
            "x": [(2, 4), (1, 4), (4, 4)],
            "weight": three,
            "biasOptional": None,
            "groupListOptional": None,
            "splitItem": 2,
        }
        if not first:
            yield {
                **NOTHING,
                **more,
                "x": [(7, 4)],
                "weight": [(3, 4, 5)],
                "biasOptional": [(3, 5)],
                "groupListOptional": [2, 2, 7],
                "splitItem": 3,
            }

    return shapes


def _tensors(kinds: Sequence[int]) -> Callable[[], Shapes]:
    """Operands of calls whose groups are a tensor, of all kinds of numbers."""
    numbers: dict[int, list[Any]] = {
        0: [[2, 2, 7], [0, 0, 0], [3, 100, 5], [-4, 2, 2]],
        COUNTS: [[2, 0, 5], [1, 1, 1], [7, 9, -3]],
        PAIRS: [[[2, 3], [0, 4], [1, 0]], [[1, 7], [0, 0], [2, 0]]],
    }

    def shapes() -> Shapes:
        for x, weight, bias in _each():
            yield {
                **NOTHING,
                "groupType": -1,
                "groupListType": 0,
                "x": x,
                "weight": weight,
                "biasOptional": bias,
                "groupListOptional": None,
                "splitItem": 0,
            }
        for kind in kinds:
            for at, groups in enumerate(numbers[kind]):
                yield {
                    **NOTHING,
                    "groupType": 0,
                    "groupListType": kind,
                    "x": [(7, 4)],
                    "weight": [(3, 4, 5)] if at % 2 else [(4, 5)] * 3,
                    "biasOptional": None if at > 1 else [(3, 5)] if at % 2 else [(5,)] * 3,
                    "groupListOptional": np.array(groups, np.int64),
                    "splitItem": 2 + at % 2,
                }

    return shapes


def _fractals() -> Shapes:
    """Blocks of 16 rows and 32 columns, as int8 has them, fill the matrices."""
    for split, groups in ((2, [3, 0, 40]), (3, [1, 1, 39])):
        yield {
            **NOTHING,
            "groupType": 0,
            "groupListType": COUNTS,
            "quantGroupSize": 0,
            "x": [(41, 48)],
            "weight": [(3, 48, 64)] if split == 3 else [(48, 64)] * 3,
            "biasOptional": [(3, 64)] if split == 3 else None,
            "groupListOptional": np.array(groups, np.int64),
            "splitItem": split,
        }


def _sums(o: Operands, size: bool = False) -> list[Array]:
    """Products of the rows of each group, added to what is there."""
    x, weight, kept = (np.abs(v) if size else v for v in (o.x, o.weight, o.yRef))
    sums = kept.reshape(len(o.groupList), x.shape[1], weight.shape[1]).copy()
    counts = getattr(o, "groupListType", 0) == COUNTS and o.architecture == "3510"
    first = 0
    for group, number in enumerate(o.groupList):
        end = min(max(int(first + number if counts else number), first), len(x))
        sums[group] += x[first:end].T @ weight[first:end]
        first = end
    return [sums.reshape(kept.shape)]


def _added(kinds: Sequence[int]) -> Callable[[], Shapes]:
    """Matrices of several tiles, groups of one row, of none and beyond the last."""

    def shapes() -> Shapes:
        for depth, m, n, groups in (
            (6, 4, 5, [2, 2, 6]),
            (300, 130, 257, [299, 300]),
            (1, 1, 1, [1]),
            (9, 3, 2, [-3, 4, 100]),
        ):
            for kind in kinds:
                yield {
                    "x": (depth, m),
                    "weight": (depth, n),
                    "groupList": np.array(groups, np.int64),
                    "yRef": (len(groups), m, n),
                    "transposeX": True,
                    "transposeWeight": False,
                    "groupType": 2,
                    **({} if len(kinds) == 1 else {"groupListType": kind}),
                }

    return shapes


def _summed(kinds: Sequence[int]) -> Oracle:
    return with_magnitude(
        _sums,
        shapes=_added(kinds),
        types={"yRef": lambda _: "float32", "groupList": lambda _: "int64"},
    )


def _quant_added() -> Shapes:
    """One place, row and group: what is dense lies as what is transposed does. Others have tests of
    their own."""
    kinds = (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2)
    for n, end, left, right in ((5, 1, 0, 1), (300, 9, 1, 1)):
        powers = [2.0 ** _RNG.integers(-3, 4, (1, columns, 2)) for columns in (1, n)]
        yield {
            "x1": _RNG.normal(size=(1, 1)).astype(kinds[left]),
            "x2": _RNG.normal(size=(1, n)).astype(kinds[right]),
            "scale1Optional": powers[0].astype(ml_dtypes.float8_e8m0fnu),
            "scale2": powers[1].astype(ml_dtypes.float8_e8m0fnu),
            "groupList": np.array([end], np.int64),
            "yRef": (1, 1, n),
        }


def _quant_sums(o: Operands, size: bool = False) -> list[Array]:
    x1, x2 = o.x1.astype(np.float64), o.x2.astype(np.float64)
    own, scale = o.scale1Optional.astype(np.float64), o.scale2.astype(np.float64)
    terms = (o.yRef.astype(np.float64), (x1 * own[0, 0, 0]) @ (x2 * scale[0, :, 0]))
    return [np.abs(terms[0]) + np.abs(terms[1]) if size else terms[0] + terms[1]]


def _adapted(arguments: dict[str, Any], at: int) -> None:
    """Biases of float32 with bfloat16, of int32 with int8."""
    x, bias = arguments["x"], arguments["biasOptional"]
    if bias is not None and x[0].dtype not in (np.float16, np.float32):
        own = np.int32 if x[0].dtype == np.int8 else np.float32
        arguments["biasOptional"] = [each.astype(own) for each in bias]


def _needs_scales(x: Array) -> bool:
    """Eight int4 in an int32, float8, hifloat8 and float4."""
    return x.dtype == np.int32 or (x.dtype.itemsize == 1 and x.dtype != np.int8)


def _oracle(shapes: Callable[[], Shapes]) -> Oracle:
    return with_magnitude(
        _products,
        shapes=shapes,
        adapt=_adapted,
        layouts=("strided", "offset"),  # x transposed is another product
        refused=lambda o: _needs_scales(o.x[0]),
    )


ORACLES = {
    "aclnnGroupedMatmul": _oracle(_lists(True)),
    "aclnnGroupedMatmulV2": _oracle(_lists()),
    "aclnnGroupedMatmulV3": _oracle(_tensors((0,))),
    "aclnnGroupedMatmulV4": _oracle(_tensors((0, COUNTS))),
    "aclnnGroupedMatmulV5": _oracle(_tensors((COUNTS, 0))),
    "aclnnGroupedMatmulAdd": _summed((0,)),
    "aclnnGroupedMatmulAddV2": _summed((0, COUNTS)),
    "aclnnGroupedMatmulWeightNz": _oracle(_fractals),
    "aclnnQuantGroupedMatmulInplaceAdd": with_magnitude(
        _quant_sums,
        given=True,
        shapes=_quant_added,
        types={"yRef": lambda _: "float32"},
        layouts=("dense", "offset"),
    ),
}
