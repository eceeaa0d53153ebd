# SPDX-License-Identifier: Apache-2.0
"""Images in other sizes: places in float32, as they are documented, one dimension at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from sweep.oracles.oracle import Operands, Oracle

FACTORS = {1: ("scaleL", "scales"), 2: ("scalesH", "scalesW"), 3: ("scalesD", "scalesH", "scalesW")}


def _factors(o: Operands, count: int) -> list[float]:
    """Those that the product takes; 0 where there is none."""
    given = [float(getattr(o, name)) for name in FACTORS[count] if hasattr(o, name)]
    return given if len(given) == count else [0.0] * count


def _nearest(count: int, *, exact: bool) -> Callable[[Operands], Any]:
    def value(o: Operands) -> Any:
        result = o.self
        factors = _factors(o, count)
        if not exact and (o.architecture == "1001" or o.self.dtype.name in ("float64", "uint8")):
            factors = [0.0] * count if count < 3 else factors
        for at, (size, factor) in enumerate(zip(o.outputSize, factors, strict=True)):
            dim = result.ndim - count + at
            places = result.shape[dim]
            step = np.float32(1 / factor) if factor > 0 else np.float32(places) / np.float32(size)
            middle = np.float32(0.5 if exact else 0)
            taken = np.floor((np.arange(size, dtype=np.float32) + middle) * step)
            result = np.take(result, np.minimum(taken, places - 1).astype(np.int64), dim)
        return result

    return value


def _gradient(count: int, *, exact: bool, size: bool = False) -> Callable[[Operands], Any]:
    def value(o: Operands) -> Any:
        total = o.gradOut if hasattr(o, "gradOut") else o.gradOutput
        total = np.abs(total) if size else total
        factors = _factors(o, count)
        for at, factor in enumerate(factors):
            dim = total.ndim - count + at
            places, before = total.shape[dim], o.inputSize[dim]
            step = np.float32(factor) if factor > 0 else np.float32(places) / np.float32(before)
            edges = np.arange(before + 1, dtype=np.float32) * step - np.float32(0.5 * exact)
            ends = np.clip(np.ceil(edges), 0, places).astype(np.int64)
            moved = np.moveaxis(total, dim, 0)
            sums = [moved[a:b].sum(axis=0) for a, b in pairwise(ends)]
            total = np.moveaxis(
                np.array(sums, moved.dtype).reshape(before, *moved.shape[1:]), 0, dim
            )
        return total

    return value


def _sizes(count: int) -> Iterator[tuple[tuple[int, ...], list[int], list[float]]]:
    """Shapes, new sizes, and factors that lead to these."""
    places, wider = (4, 6, 8)[:count], (3, 5, 7)[:count]
    yield (2, 3, *places), [2 * size for size in places], [2.0] * count
    yield (2, 3, *places), [size // 2 for size in places], [0.5] * count
    yield (2, 3, *places), [size * 3 // 2 for size in places], [1.5] * count
    yield (1, 2, *wider), [7 * size // 3 for size in wider], [0.0] * count
    yield (3, 1, *wider), list(wider), [0.0] * count
    if count == 3:
        return
    yield (2, 17, *wider[:-1], 70), [*wider[:-1], 131], [0.0] * count
    yield (0, 2, *places), [size + 1 for size in places], [0.0] * count


def _shapes(names: tuple[str, ...], count: int) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape, sizes, factors in _sizes(count):
            yield {"self": shape, "outputSize": sizes, **dict(zip(names, factors, strict=False))}

    return shapes


def _gradient_shapes(
    name: str, names: tuple[str, ...], count: int
) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape, sizes, factors in _sizes(count):
            yield {
                name: (*shape[:2], *sizes),
                "outputSize": sizes,
                "inputSize": list(shape),
                **dict(zip(names, factors, strict=False)),
            }

    return shapes


def _names(call: str, count: int) -> tuple[str, ...]:
    if count > 1:
        return FACTORS[count]
    return ("scaleL",) if call.endswith("V2") else ("scales",)


ORACLES = {
    **{
        f"aclnnUpsampleNearest{call}": Oracle(
            _nearest(count, exact=call.startswith("Exact")),
            shapes=_shapes(() if call in ("1d", "2d") else _names(call, count), count),
        )
        for count in (1, 2, 3)
        for call in (f"{count}d", f"{count}dV2", f"Exact{count}d")
        if call != "3dV2"
    },
    **{
        f"aclnnUpsampleNearest{call}{count}dBackward": Oracle(
            _gradient(count, exact=call == "Exact"),
            magnitude=_gradient(count, exact=call == "Exact", size=True),
            shapes=_gradient_shapes(
                "gradOutput" if call and count < 3 else "gradOut", _names(call, count), count
            ),
        )
        for count in (1, 2, 3)
        for call in ("", "Exact")
    },
}
