# SPDX-License-Identifier: Apache-2.0
"""Attention whose blocks of rows look at the blocks of columns that a mask chooses, and its
gradients."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.attention.small import make_small
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
FAR = 2**31 - 1


def _in_heads(array: Array, layout: str) -> Array:
    """[batch, head, row, column]; rows of all batches are one."""
    array = np.asarray(array, np.float64)
    if layout == "TND":
        return array.transpose(1, 0, 2)[None]
    return array if layout == "BNSD" else array.transpose(0, 2, 1, 3)


def _from_heads(array: Array, layout: str) -> Array:
    if layout == "TND":
        return array.squeeze(0).transpose(1, 0, 2)
    return array if layout == "BNSD" else array.transpose(0, 2, 1, 3)


def _batches(o: Operands) -> Iterator[tuple[int, int, slice, slice]]:
    """Batches, where they lie in the first dimension, and their rows and columns."""
    rows, columns = o.actualSeqLengthsOptional, o.actualSeqLengthsKvOptional
    is_packed = o.qInputLayout == "TND"
    if not is_packed and hasattr(o, "dout") and o.architecture == "3510":
        rows = columns = None
    place = {"TND": 0, "BNSD": 2, "BSND": 1}[o.qInputLayout]
    count = len(rows) if is_packed else o.query.shape[0]
    first = [0, 0]
    for batch in range(count):
        sizes = [
            o.query.shape[place] if rows is None else rows[batch],
            o.key.shape[place] if columns is None else columns[batch],
        ]
        yield (
            batch, 0 if is_packed else batch, slice(first[0], first[0] + sizes[0]),
            slice(first[1], first[1] + sizes[1]),
        )  # fmt: skip
        if is_packed:
            first = [first[0] + sizes[0], first[1] + sizes[1]]


def _probabilities(o: Operands) -> Iterator[tuple[Any, ...]]:
    """Of each batch: where it is, its scores, and which pairs count."""
    query, key = _in_heads(o.query, o.qInputLayout), _in_heads(o.key, o.qInputLayout)
    height, width = o.blockShapeOptional or (128, 128)
    group = query.shape[1] // key.shape[1]
    for batch, at, rows, columns in _batches(o):
        keys = np.repeat(key[at, :, columns], group, 0)
        scores = query[at, :, rows] @ keys.swapaxes(1, 2) * o.scaleValue
        chosen = np.asarray(o.blockSparseMaskOptional)[batch] != 0
        i = np.arange(scores.shape[1])[:, None] // height
        j = np.arange(scores.shape[2])[None] // width
        yield at, rows, columns, group, np.where(chosen[:, i, j], scores, -np.inf)


def _forward(o: Operands, size: Any = lambda each: each) -> tuple[Array, Array]:
    query, value = _in_heads(o.query, o.qInputLayout), _in_heads(o.value, o.qInputLayout)
    result, sums = np.zeros_like(query), np.full(query.shape[:3], np.inf)
    for at, rows, columns, group, scores in _probabilities(o):
        largest = np.max(scores, -1, keepdims=True, initial=-np.inf)
        is_hidden = np.isinf(largest)
        powers = np.exp(scores - np.where(is_hidden, 0, largest))
        total = powers.sum(-1, keepdims=True)
        values = np.repeat(size(value[at, :, columns]), group, 0)
        result[at, :, rows] = powers / np.where(is_hidden, 1, total) @ values
        with np.errstate(divide="ignore"):
            sums[at, :, rows] = np.where(is_hidden, np.inf, largest + np.log(total))[..., 0]
    return result, sums


def _results(o: Operands, size: Any = lambda each: each) -> list[Array]:
    result, sums = _forward(o, size)
    found = [_from_heads(result, o.qInputLayout)]
    if not o.softmaxLseFlag:
        return [*found, np.ones(0)]
    lse = np.maximum(1, np.abs(sums)) if size(-1.0) > 0 else sums
    return [*found, _from_heads(lse[..., None], o.qInputLayout)]


def _gradients(o: Operands, size: Any = lambda each: each) -> list[Array]:
    layout = o.qInputLayout
    query, key, value, dout, out = (
        _in_heads(each, layout) for each in (o.query, o.key, o.value, o.dout, o.attentionOut)
    )
    sums = np.asarray(o.softmaxLse, np.float64)[..., 0]
    sums = sums.T[None] if layout == "TND" else sums
    dq, dk, dv = np.zeros_like(query), np.zeros_like(key), np.zeros_like(value)
    scale = abs(o.scaleValue) if size(-1.0) > 0 else o.scaleValue
    sign = 1 if size(-1.0) > 0 else -1
    for at, rows, columns, group, scores in _probabilities(o):
        p = np.exp(scores - sums[at, :, rows, None])
        d = size(dout[at, :, rows])
        keys, values = (np.repeat(size(each[at, :, columns]), group, 0) for each in (key, value))
        common = (d * size(out[at, :, rows])).sum(-1, keepdims=True)
        ds = p * (d @ values.swapaxes(1, 2) + sign * common) * scale
        dq[at, :, rows] = ds @ keys
        shape = (key.shape[1], group)
        turned = ds.swapaxes(1, 2) @ size(query[at, :, rows])
        dk[at, :, columns] = turned.reshape(*shape, *turned.shape[1:]).sum(1)
        turned = p.swapaxes(1, 2) @ d
        dv[at, :, columns] = turned.reshape(*shape, *turned.shape[1:]).sum(1)
    return [_from_heads(each, layout) for each in (dq, dk, dv)]


_RNG = np.random.default_rng(11)


def _case(layout: str, query: Any, key: Any, blocks: Any, **more: Any) -> dict[str, Any]:
    heads = key[layout.index("N")]
    statistic = (*query[:-1], 1)
    if layout == "BSND":
        statistic = (query[0], query[2], query[1], 1)
    return {
        "query": query, "key": key, "value": key, "dout": query, "attentionOut": query,
        "softmaxLse": statistic, "blockSparseMaskOptional": _RNG.random(blocks) < 0.6,
        "qInputLayout": layout, "kvInputLayout": layout, "numKeyValueHeads": heads,
        "scaleValue": 0.5, "blockShapeOptional": None, "actualSeqLengthsOptional": None,
        "actualSeqLengthsKvOptional": None, "softmaxLseFlag": 1, "maskType": 0, "blockSize": 0,
        "innerPrecise": 0, "preTokens": FAR, "nextTokens": FAR, "attenMaskOptional": None,
        "blockTableOptional": None, **more,
    }  # fmt: skip


def _all() -> Iterator[dict[str, Any]]:
    def lengths(rows: list[int], columns: list[int]) -> dict[str, Any]:
        return {"actualSeqLengthsOptional": rows, "actualSeqLengthsKvOptional": columns}

    fine: dict[str, Any] = {"blockShapeOptional": [3, 128]}
    yield _case("BNSD", (2, 4, 7, 64), (2, 2, 300, 64), (2, 4, 3, 3), **fine)
    usual: dict[str, Any] = {"blockShapeOptional": [128, 128]}
    yield _case("BNSD", (1, 2, 150, 64), (1, 2, 700, 64), (1, 2, 2, 6), **usual)
    yield _case(
        "TND", (9, 2, 128), (400, 1, 128), (3, 2, 2, 3), **lengths([5, 0, 4], [130, 1, 269]),
        blockShapeOptional=[4, 128], softmaxLseFlag=0,
    )  # fmt: skip
    yield _case(
        "BNSD", (2, 2, 6, 64), (2, 2, 256, 64), (2, 2, 2, 2), **lengths([6, 4], [100, 256]),
        blockShapeOptional=[5, 128],
    )  # fmt: skip
    yield _case("BSND", (2, 7, 4, 64), (2, 300, 2, 64), (2, 4, 3, 3), **fine)
    square: dict[str, Any] = {"blockShapeOptional": [64, 128]}
    yield _case("BNSD", (1, 4, 150, 128), (1, 2, 150, 128), (1, 4, 3, 2), **square)
    yield _case("BSND", (2, 130, 2, 128), (2, 130, 1, 128), (2, 2, 3, 2), **square)
    yield _case(
        "TND", (140, 2, 128), (140, 2, 128), (2, 2, 2, 2), **lengths([70, 70], [5, 135]), **square
    )


def _cases() -> Iterator[dict[str, Any]]:
    """Of the gradients, whose masks have no sign."""
    for each in _all():
        mask = each["blockSparseMaskOptional"]
        yield {**each, "blockSparseMaskOptional": mask.astype(np.uint8)}


def _adapt(arguments: dict[str, Any], _: int) -> None:
    make_small(arguments)
    if "dout" not in arguments:
        return
    o = SimpleNamespace(**arguments, architecture="")
    result, sums = _forward(o)
    arguments["attentionOut"] = _from_heads(result, o.qInputLayout).astype(o.query.dtype)
    sums = sums[0].T if o.qInputLayout == "TND" else sums
    arguments["softmaxLse"] = sums[..., None].astype(np.float32)


def _is_refused(o: Operands) -> bool:
    """910B has no BSND; Ascend950 takes heads of 128 columns, and as many columns as rows."""
    if o.architecture != "3510":
        return bool(o.qInputLayout == "BSND")
    at = min(o.qInputLayout.find(letter) % 9 for letter in "ST")
    return bool(o.query.shape[-1] != 128 or o.query.shape[at] != o.key.shape[at])


def _forward_cases() -> Iterator[dict[str, Any]]:
    for each in _all():
        mask = each["blockSparseMaskOptional"].astype(np.int8)
        yield {**each, "blockSparseMaskOptional": mask}
        yield {**each, "blockSparseMaskOptional": mask, "innerPrecise": 4}


def _spread(codes: Array, scales: Array, o: Operands, block: int) -> Array:
    """Each number times the scale of its block of rows of a head, in float32."""
    rows = _in_heads(codes, o.qInputLayout)
    batches = range(len(scales))
    if o.qInputLayout == "TND":
        lengths = o.actualSeqLengthsOptional
        if codes.shape[0] != o.query.shape[0] or block != 128:
            lengths = o.actualSeqLengthsKvOptional
        each = [np.repeat(scales[b, :, :, 0], block, 1)[:, : lengths[b]] for b in batches]
        factors = np.concatenate(each, 1)[None]
    else:
        factors = np.repeat(scales[..., 0], block, 2)[:, :, : rows.shape[2]]
    return _from_heads(rows * np.asarray(factors, np.float64)[..., None], o.qInputLayout)


def _is_coded(o: Operands) -> bool:
    return bool(np.asarray(o.query).dtype.name == "float8_e4m3fn")


def _restored(o: Operands) -> Operands:
    """The call of what quantised operands stand for."""
    if not _is_coded(o):
        return o
    height, width = o.blockShapeOptional
    query = _spread(o.query, o.qDequantScaleOptional, o, height)
    key = _spread(o.key, o.kDequantScaleOptional, o, width)
    value = _spread(o.value, o.vDequantScaleOptional, o, width)
    return SimpleNamespace(**{**vars(o), "query": query, "key": key, "value": value})


SCALES = ("qDequantScaleOptional", "kDequantScaleOptional", "vDequantScaleOptional")


def _second_cases() -> Iterator[dict[str, Any]]:
    """Those of the first call, without scales; others with."""
    for each in _forward_cases():
        yield each | dict.fromkeys(SCALES)


def _coded_cases() -> Iterator[dict[str, Any]]:
    """Of float8, in all layouts; rows and columns of several blocks, and of parts of them."""
    usual: dict[str, Any] = {"innerPrecise": 4, "blockShapeOptional": [128, 256]}
    for layout, query, key, blocks, more in (
        ("BNSD", (2, 4, 150, 64), (2, 2, 300, 64), (2, 4, 2, 2), {}),
        (
            "BSND", (1, 130, 2, 128), (1, 700, 1, 128), (1, 2, 2, 2),
            {"blockShapeOptional": [128, 512]},
        ),
        (
            "TND", (140, 2, 64), (900, 2, 64), (3, 2, 1, 3),
            {"actualSeqLengthsOptional": [70, 0, 70], "actualSeqLengthsKvOptional": [600, 1, 299]},
        ),
    ):  # fmt: skip
        found = _case(layout, query, key, blocks, **(usual | more))
        mask = found["blockSparseMaskOptional"].astype(np.int8)
        heads = key[layout.index("N")]
        for name, count, of in zip(SCALES, (blocks[1], heads, heads), (2, 3, 3), strict=True):
            shape = (blocks[0], count, blocks[of], 1)
            found[name] = _RNG.uniform(0.5, 2, shape).astype(np.float32)
        yield found | {"blockSparseMaskOptional": mask}


def _is_refused_forward(o: Operands) -> bool:
    is_950 = o.architecture == "3510"
    return (o.qInputLayout == "BSND" and not is_950) or (o.innerPrecise == 4) != is_950


def _both_cases() -> Iterator[dict[str, Any]]:
    yield from _second_cases()
    yield from _coded_cases()


def _is_refused_second(o: Operands) -> bool:
    """Scales are those of float8, which Ascend950 alone takes."""
    is_950, has_scales = o.architecture == "3510", o.qDequantScaleOptional is not None
    if _is_coded(o) and (not is_950 or not has_scales):
        return True
    if not _is_coded(o) and is_950 and has_scales:
        return True
    return _is_refused_forward(o)


def _adapt_second(arguments: dict[str, Any], at: int) -> None:
    """Scales stay as they are."""
    scales = {name: arguments[name] for name in SCALES}
    _adapt(arguments, at)
    arguments |= scales


def _lengths(o: Operands) -> tuple[list[int], list[int]]:
    """The rows and columns of each batch; those of another number of batches do not count."""
    place = o.qInputLayout.index("S" if o.qInputLayout == "BNSD" else "T")
    count = o.query.shape[0] if o.qInputLayout == "BNSD" else len(o.actualSeqLengthsOptional)
    found = []
    for each, given in (
        (o.query, o.actualSeqLengthsOptional),
        (o.key, o.actualSeqLengthsKvOptional),
    ):
        is_given = given is not None and len(given) == count
        found.append(list(given) if is_given else [each.shape[place]] * count)
    return found[0], found[1]


def _masked(o: Operands) -> Operands:
    """The call with a mask in the place of the numbers of blocks."""
    rows, columns = _lengths(o)
    shape = o.blockShape[:2]
    height, width = shape
    blocks = [-(-each // height) for each in rows], [-(-each // width) for each in columns]
    mask = np.zeros((len(rows), o.query.shape[1], max(blocks[0]), max(blocks[1])), bool)
    at = 0
    for batch, count in enumerate(blocks[0]):
        for block in range(count):
            for head in range(mask.shape[1]):
                chosen = o.selectIdx[at, head, : max(o.selectNumIdx[at, head], 0)]
                chosen = chosen[(chosen >= 0) & (chosen < mask.shape[3])]
                mask[batch, head, block, chosen] = True
            at += 1
    more = {
        "blockSparseMaskOptional": mask, "blockShapeOptional": shape, "softmaxLseFlag": 0,
        "actualSeqLengthsOptional": rows, "actualSeqLengthsKvOptional": columns,
    }  # fmt: skip
    return SimpleNamespace(**{**vars(o), **more})


def _rain_cases() -> Iterator[dict[str, Any]]:
    """Both layouts, more heads than those of keys, blocks that nobody chose, numbers that are none,
    and lengths of another number of batches."""
    for layout, query, key, shape, blocks, counts, more in (
        ("BNSD", (2, 4, 7, 64), (2, 2, 300, 64), [3, 128], 6, 3, {}),
        ("BNSD", (1, 2, 150, 64), (1, 1, 700, 64), [128, 128, 9], 2, 7, {"innerPrecise": 1}),
        (
            "TND", (9, 2, 128), (400, 1, 128), [4, 128], 4, 2,
            {"actualSeqLengthsOptional": [5, 0, 4], "actualSeqLengthsKvOptional": [130, 1, 269]},
        ),
        (
            "BNSD", (2, 2, 6, 64), (2, 2, 256, 64), [5, 128], 3, 2,
            {"actualSeqLengthsOptional": [6, 4], "actualSeqLengthsKvOptional": [100]},
        ),
    ):  # fmt: skip
        heads = query[1]
        chosen = np.tile(np.arange(counts, dtype=np.int64), (blocks, heads, 1))
        chosen = _RNG.permuted(chosen, axis=2)
        chosen[0, :, -1] = [-1, 2**40][heads % 2]
        yield {
            "query": query, "key": key, "value": key, "selectIdx": chosen, "blockShape": shape,
            "selectNumIdx": _RNG.integers(-1, counts + 2, (blocks, heads)),
            "attenMaskOptional": None, "actualSeqLengthsOptional": None,
            "actualSeqLengthsKvOptional": None, "blockTableOptional": None, "qInputLayout": layout,
            "kvInputLayout": layout, "numKeyValueHeads": key[1], "maskType": 0, "scaleValue": 0.5,
            "innerPrecise": 0, "blockSize": 0, "softmaxLseOptional": None, **more,
        }  # fmt: skip


def _rain(o: Operands, size: Any = lambda each: each) -> list[Array]:
    result = _forward(_masked(o), size)[0]
    return [_from_heads(result, o.qInputLayout)]


ORACLES = {
    "aclnnRainFusionAttention": Oracle(
        _rain, lambda o: _rain(o, np.abs), given=True, shapes=_rain_cases, adapt=_adapt,
        refused=lambda o: (
            o.architecture == "3510"
            or bool(o.innerPrecise == 1 and np.asarray(o.query).dtype.name == "bfloat16")
        ),
        types={"selectIdx": lambda _: "int64", "selectNumIdx": lambda _: "int64"},
    ),
    "aclnnBlockSparseAttention": Oracle(
        _results, lambda o: _results(o, np.abs), refused=_is_refused_forward, given=True,
        shapes=_forward_cases, adapt=_adapt,
        types={"blockSparseMaskOptional": lambda _: "int8"},
    ),
    "aclnnBlockSparseAttentionV2": Oracle(
        lambda o: _results(_restored(o)), lambda o: _results(_restored(o), np.abs),
        refused=_is_refused_second, given=True, shapes=_both_cases, adapt=_adapt_second,
        types={"blockSparseMaskOptional": lambda _: "int8"},
    ),
    "aclnnBlockSparseAttentionGrad": Oracle(
        _gradients, lambda o: _gradients(o, np.abs), refused=_is_refused, given=True,
        shapes=_cases, adapt=_adapt,
        types={
            "blockSparseMaskOptional": lambda _: "uint8", "softmaxLse": lambda _: "float32",
        },
    ),
}  # fmt: skip
