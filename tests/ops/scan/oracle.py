# SPDX-License-Identifier: Apache-2.0
"""Running sums, products, largest and smallest elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sweep.oracle import Operands, Oracle

_SHAPES: list[tuple[int, ...]] = [
    (5,),
    (3, 4),
    (0, 3),
    (2, 3, 4),
    (65, 3),
    (7, 700),
    (2, 1, 2, 1, 2, 1, 2, 2),
]


def _shapes(name: str, least: int = 0) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape in ((), *_SHAPES)[least:]:
            for dim in sorted({0, max(len(shape), 1) - 1, -1}):
                yield {name: shape, "dim": dim}

    return shapes


def _cut(values: Any, o: Operands, fill: int, scan: Any) -> Any:
    """A scan from either end, with or without the element itself."""
    values = np.flip(values, o.dim) if o.reverse else values
    with np.errstate(all="ignore"):
        if o.exclusive:
            first = np.full_like(np.take(values, [0], o.dim), fill)
            rest = np.delete(values, -1, o.dim)
            values = np.concatenate([first, rest], o.dim)
        sums = scan(values, axis=o.dim, dtype=values.dtype)
    return np.flip(sums, o.dim) if o.reverse else sums


def _along(scan: Any, values: Any, dim: Any) -> Any:
    with np.errstate(all="ignore"):
        found = scan(np.atleast_1d(values), axis=int(dim), dtype=np.asarray(values).dtype)
    return found.reshape(np.shape(values))


def _extreme(o: Operands, smallest: bool) -> list[Any]:
    """Of equal ones the last; from the first NaN on NaN, and of NaNs the last."""
    given = np.atleast_1d(o.self)
    values = np.moveaxis(given, o.dim, 0)
    values = values.astype(np.uint8) if values.dtype == np.bool_ else values
    found = np.empty_like(values)
    places = np.zeros(values.shape, np.int64)
    for i in range(len(values)):
        if i == 0:
            found[0] = values[0]
            continue
        with np.errstate(invalid="ignore"):
            beats = values[i] <= found[i - 1] if smallest else values[i] >= found[i - 1]
        beats = (beats & ~_nan(found[i - 1])) | _nan(values[i])
        found[i] = np.where(beats, values[i], found[i - 1])
        places[i] = np.where(beats, i, places[i - 1])
    shape = o.self.shape
    return [np.moveaxis(each, 0, o.dim).reshape(shape) for each in (found, places)]


def _nan(values: Any) -> Any:
    return np.isnan(values) if values.dtype.kind == "f" else np.zeros(values.shape, np.bool_)


def _near_one(arguments: dict[str, Any], at: int) -> None:
    """Factors whose products stay within the range of the type."""
    factors = next(iter(arguments.values()))
    if factors.dtype.kind not in "iub" and factors.size > 0:
        random = np.random.default_rng(at)
        signs = random.choice([-1, 1], factors.shape)
        factors[...] = signs * random.uniform(0.98, 1.02, factors.shape)


def _scale_down(arguments: dict[str, Any]) -> None:
    """So that sums of dozens have exponentials."""
    arguments["self"][...] = arguments["self"] / arguments["self"].dtype.type(8)


def _below(size: int, inclusive: bool) -> Any:
    return np.tril(np.ones((size, size), bool), 0 if inclusive else -1)


def _exp_segsum(o: Operands) -> Any:
    """The steps of the page: broadcast, masked, summed down, masked again."""
    size = o.self.shape[-1]
    squares = np.repeat(o.self[..., None], size, -1)
    sums = np.cumsum(np.where(_below(size, False), squares, 0), axis=-2)
    return np.where(_below(size, True), np.exp(sums), 0)


def _exp_segsum_backward(product: Any) -> Any:
    size = product.shape[-1]
    below = np.where(_below(size, False), product, 0)
    sums = np.flip(np.cumsum(np.flip(below, -2), axis=-2), -2)
    return np.where(_below(size, False), sums, 0).sum(-1)


def _square_shapes(squares: bool) -> Any:
    def shapes() -> Iterator[dict[str, Any]]:
        for shape in ((1, 2, 3), (2, 3, 4, 5), (1, 1, 1), (2, 0, 3), (1, 2, 65)):
            if squares:
                yield dict.fromkeys(("gradOutput", "gradSelf"), (*shape, shape[-1]))
            else:
                yield {"self": shape}

    return shapes


ORACLES: dict[str, Oracle] = {
    "aclnnCumsum": Oracle(
        lambda o: _along(np.cumsum, o.self, o.dim),
        lambda o: _along(np.cumsum, np.abs(o.self), o.dim),
        shapes=_shapes("self"),
    ),
    "aclnnCumsumV2": Oracle(
        lambda o: _cut(o.self, o, 0, np.cumsum),
        lambda o: _cut(np.abs(o.self), o, 0, np.cumsum),
        shapes=_shapes("self", 1),
        arguments={"exclusive": [False, True, True], "reverse": [True, False, True, False]},
    ),
    "aclnnCumprod": Oracle(
        lambda o: _along(np.cumprod, o.input, o.given["dim"]),
        shapes=_shapes("input"),
        types={"dim": lambda _: "int64"},
        adapt=_near_one,
    ),
    "aclnnInplaceCumprod": Oracle(
        lambda o: _along(np.cumprod, o.input, o.given["dim"]),
        shapes=_shapes("input"),
        types={"dim": lambda _: "int64"},
        adapt=_near_one,
    ),
    "aclnnCummax": Oracle(lambda o: _extreme(o, False), shapes=_shapes("self", 1)),
    "aclnnCummin": Oracle(lambda o: _extreme(o, True), shapes=_shapes("self")),
    "aclnnExpSegsum": Oracle(
        _exp_segsum, shapes=_square_shapes(False), adapt=lambda a, at: _scale_down(a)
    ),
    "aclnnExpSegsumBackward": Oracle(
        lambda o: _exp_segsum_backward(o.gradOutput * o.gradSelf),
        lambda o: _exp_segsum_backward(np.abs(o.gradOutput * o.gradSelf)),
        shapes=_square_shapes(True),
    ),
}
