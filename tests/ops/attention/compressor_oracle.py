# SPDX-License-Identifier: Apache-2.0
"""Compressor: groups of tokens become one key each by a softmax over them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]
PAGES, RING = 1, 2


def _wide(array: Array) -> Array:
    return np.asarray(array, np.float64)


def _batches(o: Operands) -> Iterator[tuple[int, int, int, int]]:
    """Of each batch its number and first token, and the positions of that and behind the last."""
    ends = o.cuSeqlens
    count = o.x.shape[0] if ends is None else len(ends) - 1
    for b in range(count):
        first, past = (
            (b * o.x.shape[1], (b + 1) * o.x.shape[1]) if ends is None else (ends[b], ends[b + 1])
        )
        used = past - first if o.seqused is None else o.seqused[b]
        start = 0 if o.startPos is None else o.startPos[b]
        yield b, int(first), int(start), int(start + used)


def _place(o: Operands, b: int, position: int) -> tuple[int, int]:
    rows = o.stateCacheRef.shape[1]
    if o.cacheMode == RING:
        return int(o.stateBlockTable[b]), position % rows
    return int(o.stateBlockTable[b, position // rows]), position % rows


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(0))
    return np.asarray(powers / powers.sum(0))


def _compressed(o: Operands) -> list[Array]:
    """The cache and the compressed keys, and what errors of both are relative to."""
    ratio, coff = o.cmpRatio, o.coff
    wide = o.wkv.shape[0]
    depth = wide // coff
    x = _wide(o.x).reshape(-1, o.x.shape[-1])
    weights = np.concatenate([_wide(o.wkv), _wide(o.wgate)])
    made, sizes = x @ weights.T, np.abs(x) @ np.abs(weights).T
    given = _wide(o.stateCacheRef)
    state, state_size = given.copy(), np.abs(given)
    of_ends = o.cuSeqlens is not None
    groups = min(len(x), len(x) // ratio + len(o.stateBlockTable))
    rooms = -(-o.x.shape[1] // ratio) if not of_ends else 0
    shape = (groups, depth) if of_ends else (o.x.shape[0], rooms, depth)
    out, out_size = np.zeros((int(np.prod(shape[:-1])), depth)), np.zeros(shape).reshape(-1, depth)
    done = 0
    for b, first, start, past in _batches(o):
        rows = {}
        for position in range(start, past):
            row = made[first + position - start].copy()
            row[wide:] += _wide(o.ape)[position % ratio]
            rows[position] = row
        whole = past // ratio * ratio
        for at, begin in enumerate(range(start // ratio * ratio, whole, ratio)):
            parts = []
            for half in range(coff):
                columns = slice(half * depth, (half + 1) * depth)
                behind = begin - (coff - 1 - half) * ratio
                for position in range(max(behind, 0), max(behind + ratio, 0)):
                    row = rows.get(position)
                    row = given[_place(o, b, position)] if row is None else row
                    parts.append((row[:wide][columns], row[wide:][columns]))
            keys, scores = (np.stack(each) for each in zip(*parts, strict=True))
            number = done + at if of_ends else b * rooms + at
            out[number] = (_softmax(scores) * keys).sum(0)
            out_size[number] = np.abs(keys).max(0)
        done += max(whole // ratio - start // ratio, 0)
        for position, row in rows.items():
            page, line = _place(o, b, position)
            if page != 0 if o.cacheMode == PAGES else position >= whole - (coff - 1) * ratio:
                state[page, line] = row
                state_size[page, line] = sizes[first + position - start] + np.abs(row)
    return [state, out.reshape(shape), state_size, out_size.reshape(shape)]


NUMBERS = ("stateBlockTable", "cuSeqlens", "seqused", "startPos")


def _case(
    x: tuple[int, ...], depth: int, ratio: int, coff: int, cache: tuple[int, int], **more: Any
) -> dict[str, Any]:
    numbers = {name: np.array(more.pop(name), np.int32) for name in NUMBERS if name in more}
    wide = coff * depth
    return {
        **dict.fromkeys(NUMBERS),
        **numbers,
        "x": x,
        "wkv": (wide, x[-1]),
        "wgate": (wide, x[-1]),
        "stateCacheRef": (*cache, 2 * wide),
        "ape": (ratio, wide),
        "cmpRatio": ratio,
        "coff": coff,
        "cacheMode": PAGES,
        "stateCacheStrideDim0": cache[1] * 2 * wide,
        **more,
    }


def _cases() -> Shapes:
    """All layouts and modes, groups that begin before the tokens, batches without tokens and
    without whole groups, and pages that nobody writes."""
    yield _case(
        (2, 11, 1024), 128, 4, 2, (6, 5), startPos=[0, 6],
        stateBlockTable=[[3, 1, 2, 0], [0, 4, 5, 0]],
    )  # fmt: skip
    yield _case(
        (14, 1536), 128, 4, 2, (7, 4), cuSeqlens=[0, 6, 6, 13, 14], startPos=[3, 8, 9, 7],
        seqused=[6, 0, 5, 1],
        stateBlockTable=[[1, 2, 3, 0], [9, 9, 9, 9], [0, 4, 5, 6], [2, 3, 0, 0]],
    )  # fmt: skip
    yield _case((2, 3, 1024), 512, 2, 1, (3, 7), stateBlockTable=[[2], [1]])
    yield _case(
        (1, 130, 1024), 512, 128, 1, (4, 100), startPos=[300], stateBlockTable=[[0, 0, 3, 1, 2]],
    )  # fmt: skip
    yield _case(
        (3, 2, 1024), 128, 8, 2, (4, 24), startPos=[0, 23, 46], cacheMode=RING,
        stateBlockTable=[2, 0, 3], seqused=[2, 2, 1],
    )  # fmt: skip
    yield _case(
        (9, 1024), 128, 4, 1, (2, 13), cuSeqlens=[0, 7, 9], startPos=[5, 0], cacheMode=RING,
        stateBlockTable=[1, 0],
    )  # fmt: skip
    yield _case(
        (1200, 1024), 128, 16, 2, (3, 700), cuSeqlens=[0, 590, 1200], startPos=[5, 0],
        stateBlockTable=[[2], [1]],
    )  # fmt: skip
    yield _case((2, 0, 1024), 128, 4, 2, (1, 3), stateBlockTable=np.zeros((2, 0)))
    yield _case((0, 1024), 128, 4, 2, (1, 3), cuSeqlens=[0], stateBlockTable=np.zeros((0, 1)))


def _refused(o: Operands) -> bool:
    return bool(o.architecture != "3510" and o.cacheMode == RING)


def _small(arguments: dict[str, Any], at: int) -> None:
    """Scores that differ, of tokens and of the cache."""
    rng = np.random.default_rng(at)
    reach = 2 / np.sqrt(arguments["x"].shape[-1])
    for name, most in (
        ("x", 2),
        ("wkv", reach),
        ("wgate", reach),
        ("stateCacheRef", 2),
        ("ape", 2),
    ):
        given = arguments[name]
        arguments[name] = rng.uniform(-most, most, given.shape).astype(given.dtype)


ORACLES = {
    "aclnnCompressor": Oracle(
        lambda o: _compressed(o)[:2],
        lambda o: _compressed(o)[2:],
        given=True,
        shapes=_cases,
        adapt=_small,
        refused=_refused,
        types={name: lambda _: "float32" for name in ("stateCacheRef", "ape")},
        layouts=("dense", "offset"),
    ),
}
