# SPDX-License-Identifier: Apache-2.0
"""Pads: places before and behind dimensions, the last dimension first in the arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

Pairs = list[tuple[int, int]]


def _pairs(rank: int, padding: Sequence[int]) -> Pairs:
    """Before and behind, for each dimension from the first."""
    last = list(zip(padding[::2], padding[1::2], strict=True))[::-1]
    return [(0, 0)] * (rank - len(last)) + last


def _added(array: Any, pairs: Pairs, **mode: Any) -> Any:
    return np.pad(array, [(max(a, 0), max(b, 0)) for a, b in pairs], **mode) if pairs else array


def _cut(array: Any, pairs: Pairs) -> Any:
    sizes = zip(array.shape, pairs, strict=True)
    return array[tuple(slice(max(-a, 0), size - max(-b, 0)) for size, (a, b) in sizes)]


def _constant(o: Operands) -> Any:
    pairs = _pairs(o.self.ndim, o.pad)
    return _cut(_added(o.self, pairs, constant_values=o.value), pairs)


def _of_itself(mode: str) -> Callable[[Operands], Any]:
    def value(o: Operands) -> Any:
        pairs = _pairs(o.self.ndim, o.padding)
        if 0 in o.self.shape:
            counts = zip(o.self.shape, pairs, strict=True)
            return np.zeros([size + a + b for size, (a, b) in counts], o.self.dtype)
        if mode == "wrap":
            return _added(_cut(o.self, pairs), pairs, mode=mode)
        return _cut(_added(o.self, pairs, mode=mode), pairs)

    return value


def _gradient(mode: str) -> Callable[[Operands], Any]:
    """The pad itself says which places a place went to; those are added up, a dim at a time."""

    def value(o: Operands) -> Any:
        total = o.gradOutput
        for dim, (before, after) in enumerate(_pairs(o.self.ndim, o.padding)):
            size = o.self.shape[dim]
            if 0 in o.self.shape:
                return np.zeros(o.self.shape, total.dtype)
            places = _of_itself(mode)(
                SimpleNamespace(self=np.arange(size), padding=[before, after])
            )
            moved = np.moveaxis(total, dim, 0)
            added = np.zeros((size, *moved.shape[1:]), moved.dtype)
            np.add.at(added, places, moved)
            total = np.moveaxis(added, 0, dim)
        return total

    return value


def _gradient_magnitude(mode: str) -> Callable[[Operands], Any]:
    def value(o: Operands) -> Any:
        sizes = SimpleNamespace(self=o.self, padding=o.padding, gradOutput=np.abs(o.gradOutput))
        return _gradient(mode)(sizes)

    return value


def _cuts_bfloat16(o: Operands) -> bool:
    """What the kernels of two dimensions do not take."""
    return bool(o.self.dtype.name == "bfloat16" and min(o.padding) < 0)


def _gradient_shapes(count: int) -> Callable[[], Iterator[dict[str, Any]]]:
    def shapes() -> Iterator[dict[str, Any]]:
        for each in _shapes(count)():
            shape, padding = each["self"], each["padding"]
            pairs = _pairs(len(shape), padding)
            grown = tuple(size + a + b for size, (a, b) in zip(shape, pairs, strict=True))
            if len(shape) == count + 2 or 0 not in shape:
                yield {"gradOutput": grown, "self": shape, "padding": padding}

    return shapes


def _constant_shapes() -> Iterator[dict[str, Any]]:
    for shape, pad in (
        ((7,), [2, 3]),
        ((3, 4), []),
        ((3, 4), [0, 0, 1, 1]),
        ((33, 65), [1, 2, 3, 4]),
        ((33, 65), [-1, 2, 3, -4]),
        ((2, 3, 4), [-1, -2]),
        ((), []),
        ((2, 0), [1, 1, 1, 0]),
        ((0, 3), [1, 1]),
        ((2, 1, 2, 1, 2, 1, 2, 2), [1, 0, 0, 1, 1, 1]),
    ):
        yield {"self": shape, "pad": pad}


def _shapes(count: int) -> Callable[[], Iterator[dict[str, Any]]]:
    """Of the last dimensions: places on both sides, on one, and some that are cut off."""
    places = (4, 5, 7)[3 - count :]

    def shapes() -> Iterator[dict[str, Any]]:
        for before, padding in (
            ((2,), [2, 3] * count),
            ((2, 3), [0, 1, 3, 2, 1, 0][: 2 * count]),
            ((3, 2), [-1, 2, 2, -1, 0, 0][: 2 * count]),
            ((0, 2), [1, 1] * count),
        ):
            yield {"self": (*before, *places), "padding": padding}
        yield {"self": (3, *places[1:], 65), "padding": [20, 30, *[0, 0] * (count - 1)]}

    return shapes


ORACLES = {
    "aclnnConstantPadNd": Oracle(_constant, shapes=_constant_shapes),
    **{
        f"aclnn{name}Pad{count}d": Oracle(_of_itself(mode), shapes=_shapes(count))
        for name, mode in (("Reflection", "reflect"), ("Replication", "edge"), ("Circular", "wrap"))
        for count in (1, 2, 3)
        if (name, count) != ("Circular", 1)
    },
    **{
        f"aclnn{name}Pad{count}dBackward": Oracle(
            _gradient(mode),
            magnitude=_gradient_magnitude(mode),
            shapes=_gradient_shapes(count),
            refused=_cuts_bfloat16 if count == 2 and mode != "wrap" else lambda o: False,
        )
        for name, mode in (("Reflection", "reflect"), ("Replication", "edge"), ("Circular", "wrap"))
        for count in (1, 2, 3)
        if (name, count) != ("Circular", 1)
    },
}
