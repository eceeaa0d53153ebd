# SPDX-License-Identifier: Apache-2.0
"""Blocks along two dimensions at once, and groups of rows, whose blocks begin anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ops.quant.mx_oracle import E2M1, E4M3, E5M2, quantised, rounded
from ops.quant.scales_oracle import single
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]


def _both(o: Operands) -> list[Array]:
    more = {"algorithm": o.scaleAlg, "most": getattr(o, "dstTypeMax", 0)}
    mode = o.roundModeOptional or "rint"
    first = quantised(o.x, -1, o.dstType, **more, mode=mode)
    return [*first, *quantised(o.x, -2, o.dstType, **more, mode=mode)]


def _both_cases(*, has_most: bool = False) -> Iterator[dict[str, Any]]:
    for kind, algorithm, mode in (
        (E5M2, 0, None),
        (E4M3, 1, "rint"),
        (E2M1, 0, "floor"),
        (E2M1, 2, "round"),
    ):
        for x in ((40, 64), (2, 3, 70)):
            found = {"x": x, "roundModeOptional": mode, "dstType": kind, "scaleAlg": algorithm}
            yield found | ({"dstTypeMax": 7.0 * (algorithm == 2)} if has_most else {})


def _parts(ends: Any) -> Iterator[tuple[int, int]]:
    first = 0
    for past in ends:
        yield first, int(past)
        first = int(past)


def grouped(x: Array, ends: Any, kind: int, **how: Any) -> tuple[Array, Array]:
    """The numbers and scales of each group, whose pairs of blocks begin at a place of its own."""
    numbers = np.zeros(x.shape, np.float64)
    scales = np.full((x.shape[0] // 64 + len(ends), x.shape[1], 2), 2.0**-127)
    for group, (first, past) in enumerate(_parts(ends)):
        if past > first:
            part, powers = quantised(x[first:past], 0, kind, **how)
            numbers[first:past] = part
            at = first // 64 + group
            scales[at : at + len(powers)] = powers
    return numbers, scales


def _grouped(o: Operands) -> list[Array]:
    how = {"algorithm": getattr(o, "scaleAlg", 0), "most": getattr(o, "dstTypeMax", 0)}
    return [*grouped(o.x, o.groupIndex, o.dstType, **how, mode=o.roundMode)]


def _grouped_cases(*, has_more: bool = False) -> Iterator[dict[str, Any]]:
    kinds = [(E4M3, 0, "rint"), (E5M2, 0, "rint")]
    kinds += [(E4M3, 1, "rint"), (E2M1, 0, "round"), (E2M1, 2, "floor")] if has_more else []
    for kind, algorithm, mode in kinds:
        for x, ends in (((150, 6), (20, 20, 97, 150)), ((64, 4), (64,)), ((7, 34), (1, 7))):
            found = {"x": x, "groupIndex": np.array(ends, np.int32), "roundMode": mode}
            found |= {"dstType": kind, "blocksize": 32}
            yield found | ({"scaleAlg": algorithm, "dstTypeMax": 0.0} if has_more else {})


def _largest(o: Operands) -> list[Array]:
    numbers = single(o.x)
    found = np.zeros_like(numbers)
    most = np.zeros(len(o.groupList), np.float32)
    for group, (first, past) in enumerate(_parts(o.groupList)):
        with np.errstate(invalid="ignore", over="ignore"):
            found[first:past] = numbers[first:past] * single(o.scale)[group]
        if past > first:
            most[group] = np.abs(numbers[first:past]).max()
    return [rounded(found, o.dstType, "rint"), most.astype(o.x.dtype)]


def _largest_cases() -> Iterator[dict[str, Any]]:
    for kind in (E5M2, E4M3):
        for x, ends in (((9, 4), (2, 2, 9)), ((5, 2, 3), (5,)), ((70, 33), (1, 3, 40, 70))):
            found: dict[str, Any] = {"x": x, "groupList": np.array(ends, np.int64)}
            yield found | {"scale": (len(ends),), "roundMode": "rint", "dstType": kind}


def _both_of(o: Operands, numbers: Array, groups: Any, kind: int) -> list[Array]:
    """Along rows, and along columns in groups of rows."""
    how = {"algorithm": o.scaleAlg, "mode": o.roundModeOptional}
    across = (
        quantised(numbers, 0, kind, **how)
        if groups is None
        else grouped(numbers, groups, kind, **how)
    )
    return [*quantised(numbers, 1, kind, **how), *across]


def _grouped_both(o: Operands) -> list[Array]:
    return _both_of(o, o.x, o.groupIndex, o.dstDtype)


def _grouped_both_cases() -> Iterator[dict[str, Any]]:
    for kind in (E5M2, E4M3):
        for x, ends in (((150, 64), (20, 20, 97, 150)), ((7, 128), (1, 7))):
            found = {"x": x, "groupIndex": np.array(ends, np.int64), "dstDtype": kind}
            yield found | {"roundModeOptional": "rint", "scaleAlg": 1}


def _units(o: Operands) -> list[Array]:
    """Silu is float64, and a unit is rounded once more, to the type of its halves."""
    halves = np.split(single(o.x).astype(np.float64), 2, axis=-1)
    a, b = halves if o.activateLeft else halves[::-1]
    with np.errstate(over="ignore", invalid="ignore"):
        units = single(a / (1 + np.exp(-a)) * b).astype(o.x.dtype)
    return _both_of(o, units, o.groupIndexOptional, o.dstType)


def _unit_cases() -> Iterator[dict[str, Any]]:
    for kind, algorithm, mode in ((E4M3, 0, "rint"), (E5M2, 1, "rint"), (E2M1, 0, "floor")):
        for x, ends in (((70, 72), None), ((70, 72), (3, 70)), ((5, 4), None)):
            groups = None if ends is None else np.array(ends, np.int64)
            found: dict[str, Any] = {"x": x, "groupIndexOptional": groups}
            found["activateLeft"] = ends is None
            found |= {"roundModeOptional": mode, "scaleAlg": algorithm, "dstType": kind}
            yield found


def _finite(arguments: dict[str, Any], _: int) -> None:
    with np.errstate(invalid="ignore"):
        arguments["x"][...] = np.clip(np.nan_to_num(arguments["x"]), -8, 8)


ORACLES = {
    "aclnnDynamicMxQuantWithDualAxis": Oracle(_both, given=True, shapes=_both_cases),
    "aclnnDynamicMxQuantWithDualAxisV2": Oracle(
        _both, given=True, shapes=lambda: _both_cases(has_most=True)
    ),
    "aclnnGroupedDynamicMxQuant": Oracle(
        _grouped, given=True, shapes=_grouped_cases, layouts=("dense", "offset")
    ),
    "aclnnGroupedDynamicMxQuantV2": Oracle(
        _grouped,
        given=True,
        shapes=lambda: _grouped_cases(has_more=True),
        layouts=("dense", "offset"),
    ),
    "aclnnGroupedDynamicMxQuantWithDualAxis": Oracle(
        _grouped_both, given=True, shapes=_grouped_both_cases
    ),
    "aclnnSwigluMxQuantWithDualAxis": Oracle(_units, given=True, shapes=_unit_cases, adapt=_finite),
    "aclnnGroupedQuantMax": Oracle(
        _largest, given=True, shapes=_largest_cases, types={"scale": lambda _: "float32"}
    ),
}
