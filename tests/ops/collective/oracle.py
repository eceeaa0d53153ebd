# SPDX-License-Identifier: Apache-2.0
"""What calls of ranks compute for one rank: it gathers its own rows, and the sum is its product."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.group import GROUP
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]


def _added(o: Operands, product: Array, *, of_sizes: bool = False) -> Array:
    for name in ("bias", "x3"):
        summand = getattr(o, name, None)
        if summand is not None:
            product = product + (np.abs(summand) if of_sizes else summand)
    return product


def _product(o: Operands) -> Array:
    return _added(o, np.matmul(o.x1, o.x2))


def _sizes(o: Operands) -> Array:
    return _added(o, np.matmul(np.abs(o.x1), np.abs(o.x2)), of_sizes=True)


def _deep() -> Shapes:
    """Depths that the gathering kernels take."""
    for rows, depth, columns in ((16, 256, 16), (1, 256, 1), (7, 300, 33)):
        yield {"x1": (rows, depth), "x2": (depth, columns), "bias": (columns,)}
        yield {"x1": (rows, depth), "x2": (depth, columns), "bias": None}


def _flat() -> Shapes:
    for rows, depth, columns in (((3,), 4, 5), ((1,), 1, 1), ((2, 3), 7, 9), ((33,), 65, 17)):
        for bias in ((columns,), None):
            shapes = {"x1": (*rows, depth), "x2": (depth, columns), "bias": bias}
            yield shapes | {"x3": (*rows, columns)}


def _residual() -> Shapes:
    for rows, depth, columns in (((3,), 4, 5), ((2, 3), 7, 16)):
        for bias in ((columns,), None):
            added = (*rows, columns) if len(rows) == 2 else (1, *rows, columns)
            shapes = {"x1": (*rows, depth), "x2": (depth, columns), "bias": bias}
            yield shapes | {"residual": added, "gamma": (columns,)}


def _normed(o: Operands) -> list[Array]:
    """The sums, rounded, and their norm."""
    product = _product(o).astype(o.computed).astype(np.float64)
    total = (o.residual + product.reshape(o.residual.shape)).astype(o.computed).astype(np.float64)
    mean = np.mean(total * total, axis=-1, keepdims=True)
    return [total, total / np.sqrt(mean + o.epsilon) * o.gamma]


def _norm_sizes(o: Operands) -> list[Array]:
    total = np.abs(o.residual) + _sizes(o).reshape(o.residual.shape)
    mean = np.mean(_normed(o)[0] ** 2, axis=-1, keepdims=True)
    return [total, total / np.sqrt(mean + o.epsilon) * np.abs(o.gamma)]


def _moderate(arguments: dict[str, Any], at: int) -> None:
    """Squares of sums are float32: no infinities, and nothing near them."""
    for name, value in arguments.items():
        if isinstance(value, np.ndarray) and value.dtype.kind not in "iub":
            wide = np.nan_to_num(value.astype(np.float64), posinf=9, neginf=-9)
            arguments[name] = np.clip(wide, -9, 9).astype(value.dtype)


NAMED: dict[str, Sequence[Any]] = {"group": [GROUP]}
#: The gathering kernels take no transposed x1.
BY_ROWS = ("strided", "offset", "reversed", "repeated")

_NORMED = Oracle(_normed, _norm_sizes, shapes=_residual, arguments=NAMED, adapt=_moderate)

# --- Experts -------------------------------------------------------------------------------------

EXPERTS = 4
HIDDEN = 1024  # the least of Ascend910_93, and a multiple of 32


def _tokens() -> Shapes:
    for tokens, choices in ((5, 2), (1, 1), (8, 4)):
        ids = np.random.default_rng(tokens).permuted(
            np.tile(np.arange(EXPERTS, dtype=np.int32), (tokens, 1)), axis=1
        )[:, :choices]
        scales = {"scales": (EXPERTS, HIDDEN), "scalesOptional": (EXPERTS, HIDDEN)}
        weights = {"expertScales": (tokens, choices), "expertScalesOptional": (tokens, choices)}
        nothing = dict.fromkeys(
            (
                "xActiveMask",
                "xActiveMaskOptional",
                "elasticInfoOptional",
                "performanceInfoOptional",
            ),
            None,
        )
        yield {"x": (tokens, HIDDEN), "expertIds": ids, **scales, **weights, **nothing}


def _mode(arguments: dict[str, Any], at: int) -> None:
    """Codes for every other sample."""
    _moderate({}, at)
    for name in ("x", "scales", "scalesOptional"):
        if name in arguments:
            wide = np.nan_to_num(arguments[name].astype(np.float64), posinf=9, neginf=-9)
            arguments[name] = np.clip(wide, -9, 9).astype(arguments[name].dtype)
    arguments["quantMode"] = 2 * (at % 2)
    arguments["expertTokenNumsType"] = at // 2 % 2


def _dispatched(o: Operands) -> list[Array]:
    """Rows by expert, then by token; one rank has all experts."""
    ids, given = o.given["expertIds"], o.given
    version = 1 if "scales" in given else 2
    suffix = "" if version == 1 else "Optional"
    tokens, choices = ids.shape
    room = tokens * min(EXPERTS, choices)
    places = [
        (e, t, k)
        for e in range(EXPERTS)
        for t in range(tokens)
        for k in range(choices)
        if ids[t, k] == e
    ]
    is_coded = given["quantMode"] == 2
    rows = np.zeros((room, HIDDEN), np.int8 if is_coded else given["x"].dtype)
    scales, weights = np.zeros(room, np.float32), np.zeros(room, np.float32)
    words = np.zeros((room, 3), np.int32)
    before = np.zeros((tokens, choices), np.int32)
    for row, (e, t, k) in enumerate(places):
        x = given["x"][t]
        if is_coded:
            smooth = given[f"scales{suffix}"]
            value = x.astype(np.float32) * (np.float32(1) if smooth is None else smooth[e])
            most = np.float32(np.max(np.abs(value)))
            scales[row] = most / np.float32(127)
            rows[row] = np.rint(value * (np.float32(127) / most)).clip(-128, 127)
        else:
            rows[row] = x
        weight = given[f"expertScales{suffix}"]
        weights[row] = 1 if weight is None else weight[t, k]
        words[row] = (0, t, k)
        before[t, k] = sum(int(ids[i, j] == e) for i, j in _choices_before(ids, t, k))
    counts = np.bincount(ids.ravel(), minlength=EXPERTS)
    kept = before.ravel()
    if version > 1:
        kept = np.zeros(room * 128, np.int32)
        kept[: 3 * len(places)] = words[: len(places)].ravel()
    totals = counts if given["expertTokenNumsType"] == 1 else np.cumsum(counts)
    return [
        rows,
        scales,
        kept,
        totals.astype(np.int64),
        np.cumsum(counts).astype(np.int32),
        np.array([len(places)], np.int32),
        weights,
    ]


def _choices_before(ids: Array, token: int, choice: int) -> list[tuple[int, int]]:
    return [
        (i, j) for i in range(ids.shape[0]) for j in range(ids.shape[1]) if (i, j) < (token, choice)
    ]


SENT: dict[str, Sequence[Any]] = {
    **NAMED,
    "groupEp": [GROUP],
    "groupTp": [""],
    "epWorldSize": [1],
    "epRankId": [0],
    "moeExpertNum": [EXPERTS],
}

_DISPATCHED = Oracle(
    _dispatched,
    shapes=_tokens,
    arguments=SENT,
    adapt=_mode,
    given=True,
    layouts=("strided", "offset", "transposed"),
)


def _returned() -> Shapes:
    for tokens, choices in ((5, 2), (1, 1), (8, 4)):
        shapes = next(each for each in _tokens() if each["x"] == (tokens, HIDDEN))
        ids = shapes["expertIds"]
        room = tokens * min(EXPERTS, choices)
        sums = np.cumsum(np.bincount(ids.ravel(), minlength=EXPERTS)).astype(np.int32)
        nothing = {
            f"{name}{suffix}": None
            for name in (
                "tpSendCounts",
                "activationScale",
                "weightScale",
                "groupList",
                "expandScales",
                "xActiveMask",
                "elasticInfo",
                "performanceInfo",
                "oriX",
                "constExpertAlpha1",
                "constExpertAlpha2",
                "constExpertV",
            )
            for suffix in ("", "Optional")
        }
        yield {
            "expandX": (room, HIDDEN),
            "expertIds": ids,
            "expandIdx": np.zeros(tokens * choices, np.int32),
            "assistInfoForCombine": np.zeros(room * 128, np.int32),
            "epSendCounts": sums,
            "expertScales": (tokens, choices),
            "sharedExpertXOptional": (tokens, HIDDEN) if tokens == 5 else None,
            "residualX": (tokens, 1, HIDDEN),
            "gamma": (HIDDEN,),
            **nothing,
        }


def _combined(o: Operands, *, of_sizes: bool = False) -> Array:
    ids = o.given["expertIds"]
    places = sorted(
        (int(ids[t, k]), t, k) for t in range(ids.shape[0]) for k in range(ids.shape[1])
    )
    size = np.abs if of_sizes else np.asarray
    shared = o.given.get("sharedExpertXOptional")
    total = np.zeros((ids.shape[0], HIDDEN)) if shared is None else size(shared.astype(np.float64))
    rows = size(o.given["expandX"].astype(np.float64))
    weights = size(o.given["expertScales"].astype(np.float64))
    for row, (_, t, k) in enumerate(places):
        total[t] = total[t] + weights[t, k] * rows[row]
    return np.asarray(total)


def _combined_norm(o: Operands) -> list[Array]:
    dtype = o.given["expandX"].dtype
    tokens = _combined(o).astype(dtype).astype(np.float64)
    residual = o.given["residualX"].astype(np.float64)
    total = (residual + tokens.reshape(residual.shape)).astype(dtype).astype(np.float64)
    root = 1 / np.sqrt(np.mean(total * total, axis=-1, keepdims=True) + o.given["normEps"])
    return [total * root * o.given["gamma"].astype(np.float64), root, total]


def _combined_norm_sizes(o: Operands) -> list[Array]:
    residual = np.abs(o.given["residualX"].astype(np.float64))
    total = residual + _combined(o, of_sizes=True).reshape(residual.shape)
    _, root, _ = _combined_norm(o)
    return [total * root * np.abs(o.given["gamma"].astype(np.float64)), root, total]


_COMBINED = Oracle(
    _combined,
    lambda o: _combined(o, of_sizes=True),
    shapes=_returned,
    arguments=SENT,
    adapt=_moderate,
    given=True,
    layouts=("strided", "offset", "transposed"),
)
_COMBINED_NORM = Oracle(
    _combined_norm,
    _combined_norm_sizes,
    shapes=_returned,
    arguments=SENT,
    adapt=_moderate,
    given=True,
    layouts=("strided", "offset", "transposed"),
)


# --- Groups with counts of the host --------------------------------------------------------------

GROUPS = (3, 0, 4, 1)


def _groups() -> Shapes:
    for depth, columns in ((5, 7), (64, 16)):
        yield {
            "gmmX": (sum(GROUPS), depth),
            "gmmWeight": (len(GROUPS), depth, columns),
            "sendCounts": list(GROUPS),
            "recvCounts": list(GROUPS),
            "mmXOptional": (3, depth) if depth == 5 else None,
            "mmWeightOptional": (depth, 2) if depth == 5 else None,
            "sendCountsTensorOptional": None,
            "recvCountsTensorOptional": None,
        }


def _grouped(o: Operands, size: Any = np.asarray) -> list[Array]:
    ends = np.cumsum(GROUPS)
    x, weight = size(o.gmmX), size(o.gmmWeight)
    rows = [
        x[end - count : end] @ each for each, end, count in zip(weight, ends, GROUPS, strict=True)
    ]
    found = [np.concatenate(rows)]
    if o.mmXOptional is not None:
        found.append(size(o.mmXOptional) @ size(o.mmWeightOptional))
    return found


def _sent(o: Operands) -> list[Array]:
    return _grouped(o) + ([o.gmmX] if o.given["permuteOutFlag"] else [])


def _sent_sizes(o: Operands) -> list[Array]:
    return _grouped(o, np.abs) + ([np.abs(o.gmmX)] if o.given["permuteOutFlag"] else [])


COUNTED: dict[str, Sequence[Any]] = {**NAMED, "epWorldSize": [1], "commMode": ["ai_cpu"]}
_SENT = Oracle(
    _sent, _sent_sizes, shapes=_groups, arguments=COUNTED | {"permuteOutFlag": [True, False]}
)
_RETURNED = Oracle(_grouped, lambda o: _grouped(o, np.abs), shapes=_groups, arguments=COUNTED)
WAITED: dict[str, Sequence[Any]] = {
    **NAMED,
    "worldSize": [1],
    "groupEp": [GROUP],
    "epWorldSize": [1],
    "rank_num": [4],
}


def _waited(name: str, shape: tuple[int, ...]) -> Oracle:
    def shapes() -> Shapes:
        yield {"timeOut": None, "elasticInfo": None, name: shape}

    return Oracle(lambda o: o.given[name], shapes=shapes, arguments=WAITED, given=True)


ORACLES = {
    "aclnnMoeDistributeDispatch": _DISPATCHED,
    "aclnnMoeDistributeDispatchV2": _DISPATCHED,
    "aclnnMoeDistributeDispatchV3": _DISPATCHED,
    "aclnnMoeDistributeDispatchV4": _DISPATCHED,
    "aclnnMoeDistributeCombine": _COMBINED,
    "aclnnMoeDistributeCombineV2": _COMBINED,
    "aclnnMoeDistributeCombineV3": _COMBINED,
    "aclnnMoeDistributeCombineV4": _COMBINED,
    "aclnnMoeDistributeCombineAddRmsNorm": _COMBINED_NORM,
    "aclnnMoeDistributeCombineAddRmsNormV2": _COMBINED_NORM,
    "aclnnAlltoAllvGroupedMatMul": _SENT,
    "aclnnAlltoAllvGroupedMatMulV2": _SENT,
    "aclnnGroupedMatMulAlltoAllv": _RETURNED,
    "aclnnGroupedMatMulAlltoAllvV2": _RETURNED,
    "aclnnDistributeBarrier": _waited("xRef", (3, 4)),
    "aclnnDistributeBarrierV2": _waited("xRef", (3, 4)),
    "aclnnInnerDistributeBarrier": _waited("xRef", (3, 4)),
    "aclnnElasticReceivableTest": _waited("dstRank", (4,)),
    "aclnnMoeDistributeBufferReset": _waited("elasticInfo", (1,)),
    "aclnnElasticReceivableInfoCollect": Oracle(
        lambda o: np.ones((1, 1), np.int32),
        shapes=lambda: iter([{}]),
        arguments=WAITED,
    ),
    "aclnnAllGatherMatmul": Oracle(
        lambda o: [_product(o), o.x1],
        lambda o: [_sizes(o), np.abs(o.x1)],
        shapes=_deep,
        arguments=NAMED,
        layouts=BY_ROWS,
    ),
    "aclnnMatmulReduceScatter": Oracle(
        _product, _sizes, shapes=_deep, arguments=NAMED, layouts=BY_ROWS
    ),
    "aclnnMatmulAllReduceV2": Oracle(_product, _sizes, shapes=_flat, arguments=NAMED),
    "aclnnMatmulAllReduceV3": Oracle(
        _product, _sizes, shapes=_flat, arguments={**NAMED, "commMode": ("ai_cpu",)}
    ),
    "aclnnMatmulAllReduceAddRmsNorm": _NORMED,
    "aclnnInplaceMatmulAllReduceAddRmsNorm": _NORMED,
    "aclnnMatmulAllReduce": Oracle(_product, _sizes, shapes=_flat, arguments=NAMED),
}
