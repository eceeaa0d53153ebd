# SPDX-License-Identifier: Apache-2.0
"""What moves rows and elements by index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracles.oracle import Operands, Oracle

INDICES = "(indices)"
"""The tensors that hold indices, with what these have to be less than."""

Shapes = Iterator[dict[str, Any]]


def places(shape: tuple[int, ...], low: int, limit: int, kind: str = "int64") -> NDArray[Any]:
    """Indices of both ends and in between, some of them twice."""
    rng = np.random.default_rng(len(shape) + limit)
    found = rng.integers(low, max(limit, 1), shape).astype(kind)
    if found.size > 2:
        found.flat[0], found.flat[-1] = low, limit - 1
    return found


# --- Reading -------------------------------------------------------------------------------------


def _gather() -> Shapes:
    for shape, dim, index in (
        ((7,), 0, (9,)),
        ((3, 4), 1, (3, 5)),
        ((3, 4), -2, (6, 3)),
        ((2, 3, 4), 1, (2, 5, 4)),
        ((2, 3, 4), 0, (5, 2, 4)),
        ((33, 65), 0, (40, 65)),
        ((2, 1, 2, 1, 2, 1, 2, 2), 6, (2, 1, 2, 1, 1, 1, 3, 2)),
        ((20, 30, 40), 1, (20, 25, 40)),
        ((2500,), 0, (3000,)),
        ((), 0, (4,)),
        ((5,), 0, ()),
        ((3, 4), 0, (0, 4)),
    ):
        limit = shape[dim] if shape else 1
        kind = "int32" if len(shape) % 2 else "int64"
        yield {"self": shape, "dim": dim, "index": places(index, -limit, limit, kind)}


def _gather_v2() -> Shapes:
    for shape, dim, index in (
        ((7,), 0, (2, 3)),
        ((3, 4), 1, (2, 3)),
        ((3, 4), -2, ()),
        ((2, 3, 4), 1, (5,)),
        ((33, 65), 0, (40, 2)),
        ((200, 300), 0, (150,)),
        ((2, 1, 2, 1, 2, 1, 2), -1, (3, 2)),
        ((), 0, (1,)),
        ((3, 4), 0, (0, 4)),
    ):
        limit = shape[dim] if shape else 1
        kind = "int32" if len(shape) % 2 else "int64"
        yield {"self": shape, "dim": dim, "index": places(index, 0, limit, kind)}


def _gather_v3() -> Shapes:
    for shape, index in (((7,), (2, 3)), ((3, 4), (2, 3)), ((33, 65), (40, 2)), ((2, 3, 4), ())):
        yield {"self": shape, "dim": 0, "index": places(index, 0, shape[0])}


def _embedding() -> Shapes:
    for shape, index in (
        ((7, 3), (2, 3)),
        ((3, 40), (5,)),
        ((33, 65), ()),
        ((100, 768), (90,)),
        ((4, 5), (0, 3)),
    ):
        yield {"weight": shape, "indices": places(index, 0, shape[0])}


def _take() -> Shapes:
    for shape, index in (
        ((7,), (2, 3)),
        ((3, 4), (5,)),
        ((2, 3, 4), ()),
        ((33, 65), (40, 80)),
        ((), (2,)),
        ((2, 3), (0,)),
    ):
        yield {"self": shape, "index": places(index, 0, int(np.prod(shape)))}


def _taken(o: Operands) -> NDArray[Any]:
    index = np.atleast_1d(o.index.astype(np.int64))
    return o.self if o.self.ndim == 0 else np.take(o.self, index, axis=o.dim)


def _gathered(o: Operands) -> NDArray[Any]:
    index = np.atleast_1d(o.index.astype(np.int64))
    shape = index.shape
    self = np.atleast_1d(o.self)
    dim = o.dim % self.ndim
    at = list(np.indices(shape))
    at[dim] = index % self.shape[dim]
    return np.asarray(self[tuple(at)].reshape(o.index.shape))


NOTHING = np.zeros(0, np.int64)
"""An entry of a list of indices that leaves its dimension as it is."""


def _entries() -> Iterator[tuple[tuple[int, ...], list[NDArray[Any]], tuple[int, ...]]]:
    """What is indexed, by which indices, and the shape of the result."""

    def at(shape: tuple[int, ...], limit: int, kind: str = "int64") -> NDArray[Any]:
        return places(shape, -limit, limit, kind)

    yield (5, 3), [at((4,), 5)], (4, 3)
    yield (7,), [at((2, 3), 7, "int32")], (2, 3)
    yield (3, 4), [at((6,), 3), at((6,), 4)], (6,)
    yield (2, 5, 4), [NOTHING, at((3,), 5)], (2, 3, 4)
    yield (2, 5, 4), [NOTHING, at((3, 2), 5), at((3, 2), 4)], (2, 3, 2)
    yield (2, 5, 4, 3), [at((3,), 2), NOTHING, at((2, 1), 4)], (2, 3, 5, 3)
    yield (2, 5, 4), [at((), 2), at((3,), 5, "int32")], (3, 4)
    yield (2, 3, 40), [NOTHING, NOTHING, at((70,), 40)], (2, 3, 70)
    yield (4, 6), [NOTHING, NOTHING], (4, 6)
    yield (200, 300), [at((150,), 200)], (150, 300)
    yield (3, 2, 1, 2, 1, 2, 1, 2), [at((2,), size) for size in (3, 2, 1, 2, 1, 2, 1, 2)], (2,)
    yield (3, 4), [NOTHING, at((1,), 4)], (3, 1)


def _indexed() -> Shapes:
    for shape, indices, _ in _entries():
        yield {"self": shape, "indices": indices}


def _put() -> Shapes:
    mask = np.array([True, False, True, True, False])
    for at, (shape, indices, result) in enumerate(_entries()):
        if all(each is NOTHING for each in indices):
            continue
        values = tuple(
            1 if i == at % max(len(result), 1) and at % 3 == 1 else size
            for i, size in enumerate(result)
        )
        yield {"selfRef": shape, "indices": indices, "values": values[at % 4 == 3 :]}
    yield {"selfRef": (5, 3), "indices": [mask], "values": (3, 3)}
    yield {"selfRef": (2, 5, 3), "indices": [NOTHING, mask], "values": (1, 3)}
    yield {"selfRef": (5, 2, 3), "indices": [np.stack([mask, ~mask], 1)], "values": (5, 3)}
    yield {"selfRef": (5, 4), "indices": [mask & ~mask], "values": ()}


def _by(indices: list[NDArray[Any]]) -> tuple[Any, ...]:
    return tuple(slice(None) if each.size == 0 else each for each in indices)


def _with_values(o: Operands, *, magnitude: bool = False) -> NDArray[Any]:
    """Values one after the other, in the order of the indices."""
    result, values = _wide(o.selfRef), _wide(o.values)
    if magnitude:
        result, values = np.abs(result), np.abs(values)
    places = np.arange(result.size).reshape(result.shape)[_by(o.indices)]
    if o.accumulate:
        np.add.at(result.reshape(-1), places, np.broadcast_to(values, places.shape))
    else:
        result.reshape(-1)[places] = values
    return result


def _gathered_nd() -> Shapes:
    for shape, rows, named in (
        ((7,), (9,), 1),
        ((3, 4), (2, 5), 2),
        ((3, 4), (6,), 1),
        ((2, 3, 4), (), 2),
        ((33, 2, 65), (40,), 2),
        ((2, 3, 2, 1, 2, 1, 2, 2), (5,), 8),
        ((3, 4), (0,), 2),
    ):
        kind = "int32" if len(shape) % 2 else "int64"
        axes = [places(rows, 0, size, kind) for size in shape[:named]]
        yield {"self": shape, "indices": np.stack(axes, -1)}


# --- Masks ---------------------------------------------------------------------------------------


def _masked_fill() -> Shapes:
    for shape, mask in (
        ((7,), (7,)),
        ((3, 4), (4,)),
        ((2, 3, 4), (3, 1)),
        ((33, 65), (33, 65)),
        ((2, 1, 2, 1, 2, 1, 2, 2), (2,)),
        ((), ()),
        ((0, 3), (1, 3)),
    ):
        yield {"selfRef": shape, "mask": mask}


def _masked_fill_tensor() -> Shapes:
    for shapes in _masked_fill():
        yield {**shapes, "value": ()}


def _filled(o: Operands) -> NDArray[Any]:
    value = np.asarray(o.value).astype(o.selfRef.dtype)
    return np.where(o.mask, value, o.selfRef)


def _masked_select() -> Shapes:
    for shape, mask in (
        ((7,), (7,)),
        ((3, 4), (4,)),
        ((3, 1), (2, 1, 4)),
        ((33, 65), (33, 65)),
        ((2, 1, 2, 1, 2, 1, 2, 2), (2,)),
        ((), ()),
        ((0, 3), (1, 3)),
    ):
        yield {"self": shape, "mask": mask}


def _single() -> Shapes:
    for shape in ((7,), (3, 4), (2, 3, 4), (33, 65), (2, 1, 2, 1, 2, 1, 2, 2), (0, 3), (2500,)):
        yield {"self": shape}


def _first(found: NDArray[Any], shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    """An output that was all ones, with what was found in its first elements."""
    result = np.ones(shape, kind)
    result.reshape(-1)[: found.size] = found.reshape(-1)
    return result


def _selected(o: Operands) -> NDArray[Any]:
    self, mask = np.broadcast_arrays(o.self, o.mask)
    return _first(self[mask.astype(bool)], (self.size,), o.self.dtype)


# --- Writing -------------------------------------------------------------------------------------


def _wide(array: NDArray[Any]) -> NDArray[Any]:
    """Floating-point numbers in a type in which few of them are summed exactly enough."""
    if array.dtype.kind == "c":
        return array.astype(np.clongdouble)
    is_whole = array.dtype.kind in "iub"
    return array.copy() if is_whole else array.astype(np.longdouble)


def _scatter() -> Shapes:
    for at, (shape, dim, index, src) in enumerate(
        (
            ((7,), 0, (9,), (9,)),
            ((3, 4), 1, (3, 5), (3, 5)),
            ((3, 4), -2, (6, 3), (7, 4)),
            ((2, 3, 4), 1, (2, 5, 4), (2, 5, 4)),
            ((2, 3, 4), 0, (2, 2, 4), (2, 3, 4)),
            ((1, 2, 1, 2, 1, 2, 1, 2), 5, (1, 2, 1, 2, 1, 3, 1, 2), (1, 2, 1, 2, 1, 3, 1, 2)),
            ((9, 5), 0, (4, 5), (4, 5)),
            ((), 0, (), ()),
            ((3, 4), 0, (0, 4), (2, 4)),
        )
    ):
        limit = shape[dim] if shape else 1
        kind = "int32" if len(shape) % 2 else "int64"
        yield {
            "self": shape,
            "dim": dim,
            "index": places(index, 0, limit, kind),
            "src": src,
            "reduce": at % 3,
        }


def _scatter_add() -> Shapes:
    for shapes in _scatter():
        yield {key: value for key, value in shapes.items() if key != "reduce"}


def _scatter_value() -> Shapes:
    for shapes in _scatter():
        yield {key: value for key, value in shapes.items() if key != "src"}


def _scattered(o: Operands, *, magnitude: bool = False) -> NDArray[Any]:
    """What is there after all indices, one after the other."""
    reduce = getattr(o, "reduce", 1)
    index = np.atleast_1d(o.index)
    result = np.atleast_1d(_wide(o.self))
    if hasattr(o, "src"):
        src = np.atleast_1d(_wide(o.src))
    else:
        src = np.broadcast_to(_wide(np.asarray(o.value).astype(o.self.dtype)), index.shape)
    if magnitude:
        result, src = np.abs(result), np.abs(src)
    largest = result.copy()
    for at in np.ndindex(index.shape):
        to = list(at)
        to[o.dim] = index[at]
        place = tuple(to)
        if reduce == 0:
            result[place] = src[at]
        elif reduce == 1:
            result[place] += src[at]
        else:
            result[place] *= src[at]
        if magnitude:
            largest[place] = max(largest[place], result[place])
    return (largest if magnitude else result).reshape(o.self.shape)


def _size(o: Operands) -> NDArray[Any] | None:
    is_whole = o.self.dtype.kind in "iub"
    return None if is_whole else _scattered(o, magnitude=True).astype(np.longdouble)


def _rows() -> Shapes:
    for shape, dim, count in (
        ((7,), 0, 9),
        ((3, 4), 1, 5),
        ((3, 4), -2, 6),
        ((2, 3, 4), 1, 4),
        ((40, 9), 0, 20),
        ((1, 2, 1, 2, 1, 2, 1, 2), 5, 3),
    ):
        source = list(shape)
        source[dim] = count
        kind = "int32" if len(shape) % 2 else "int64"
        index = places((count,), 0, shape[dim], kind)
        yield {"self": shape, "dim": dim, "index": index, "source": tuple(source)}


def _copied_rows() -> Shapes:
    for shapes in _rows():
        yield {"selfRef" if key == "self" else key: value for key, value in shapes.items()}
    yield {"selfRef": (), "dim": 0, "index": places((1,), 0, 1), "source": ()}


def _filled_rows() -> Shapes:
    for shape, dim, index in (
        ((7,), 0, [3, -1]),
        ((3, 4), 1, [0]),
        ((2, 3, 4), -2, [2, 2, 0]),
        ((33, 65), 0, [32, 5, -33]),
        ((), 0, [0]),
        ((3, 4), 0, []),
        ((0, 4), 0, []),
    ):
        yield {"self": shape, "dim": dim, "index": index}


def _with_rows(o: Operands, *, adds: bool, magnitude: bool = False) -> NDArray[Any]:
    self = o.self if adds else o.selfRef
    dim = o.dim % max(self.ndim, 1)
    result = np.atleast_1d(_wide(self))
    source = np.atleast_1d(_wide(o.source))
    if magnitude:
        result, source = np.abs(result), np.abs(source)
    if adds:
        alpha = np.asarray(o.alpha).astype(self.dtype)
        source = source * (np.abs(_wide(alpha)) if magnitude else _wide(alpha))
    for i, place in enumerate(np.atleast_1d(o.index)):
        to = (slice(None),) * dim + (place,)
        row = source[(slice(None),) * dim + (i,)]
        result[to] = result[to] + row if adds else row
    return result.reshape(self.shape)


def _with_rows_filled(o: Operands) -> NDArray[Any]:
    result = np.atleast_1d(o.self.copy())
    if len(o.index):
        to = (slice(None),) * (o.dim % result.ndim) + (np.asarray(o.index),)
        result[to] = np.asarray(o.value).astype(o.self.dtype)
    return result.reshape(o.self.shape)


ORACLES = {
    "aclnnIndexSelect": Oracle(lambda o: np.take(o.self, o.index.astype(np.int64), axis=o.dim)),
    "aclnnGather": Oracle(_gathered, given=True, shapes=_gather),
    "aclnnGatherV2": Oracle(_taken, given=True, shapes=_gather_v2),
    "aclnnGatherV3": Oracle(
        lambda o: np.take(o.self, o.index, axis=0), given=True, shapes=_gather_v3
    ),
    "aclnnEmbedding": Oracle(
        lambda o: np.take(o.weight, o.indices, axis=0), given=True, shapes=_embedding
    ),
    "aclnnIndex": Oracle(lambda o: o.self[_by(o.indices)], given=True, shapes=_indexed),
    "aclnnIndexPutImpl": Oracle(
        _with_values,
        magnitude=lambda o: (
            None if o.selfRef.dtype.kind in "iub" else _with_values(o, magnitude=True)
        ),
        roundings=4,
        given=True,
        shapes=_put,
        arguments={"accumulate": (False, True)},
    ),
    "aclnnGatherNd": Oracle(
        lambda o: o.self[tuple(np.moveaxis(o.indices, -1, 0))], given=True, shapes=_gathered_nd
    ),
    "aclnnTake": Oracle(lambda o: np.take(o.self.reshape(-1), o.index), given=True, shapes=_take),
    "aclnnInplaceMaskedFillScalar": Oracle(_filled, given=True, shapes=_masked_fill),
    "aclnnInplaceMaskedFillTensor": Oracle(_filled, given=True, shapes=_masked_fill_tensor),
    "aclnnMaskedSelect": Oracle(_selected, given=True, shapes=_masked_select),
    "aclnnNonzero": Oracle(
        lambda o: _first(np.argwhere(o.self.astype(bool)), (o.self.size, o.self.ndim), np.int64),
        given=True,
        shapes=_single,
    ),
    "aclnnNonzeroV2": Oracle(
        lambda o: _first(np.argwhere(o.self.astype(bool)).T, (o.self.ndim, o.self.size), np.int64),
        given=True,
        shapes=_single,
    ),
    "aclnnScatter": Oracle(_scattered, magnitude=_size, roundings=4, given=True, shapes=_scatter),
    "aclnnScatterAdd": Oracle(
        _scattered, magnitude=_size, roundings=4, given=True, shapes=_scatter_add
    ),
    "aclnnScatterValue": Oracle(
        _scattered, magnitude=_size, roundings=4, given=True, shapes=_scatter_value
    ),
    "aclnnIndexAdd": Oracle(
        lambda o: _with_rows(o, adds=True),
        magnitude=lambda o: (
            None if o.self.dtype.kind in "iub" else _with_rows(o, adds=True, magnitude=True)
        ),
        roundings=6,
        given=True,
        shapes=_rows,
    ),
    "aclnnIndexCopy": Oracle(lambda o: _with_rows(o, adds=False), given=True, shapes=_copied_rows),
    "aclnnIndexFillTensor": Oracle(_with_rows_filled, given=True, shapes=_filled_rows),
}
