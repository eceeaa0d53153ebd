# SPDX-License-Identifier: Apache-2.0
"""What moves rows and elements by index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

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


def _masked_scatter() -> Shapes:
    for shapes in _masked_fill():
        shape = shapes["selfRef"]
        yield {**shapes, "source": (*shape, 1) if len(shape) < 8 else shape}


def _masked_scattered(o: Operands) -> NDArray[Any]:
    result = o.selfRef.copy()
    mask = np.broadcast_to(o.mask.astype(bool), result.shape)
    result[mask] = o.source.reshape(-1)[: np.count_nonzero(mask)]
    return np.asarray(result)


def _filled_by_index() -> Shapes:
    for shapes in _filled_rows():
        kind = "int32" if len(shapes["self"]) % 2 else "int64"
        yield {**shapes, "index": np.array(shapes["index"], kind)}


def _added_in_modes() -> Shapes:
    for shapes in _rows():
        yield {**shapes, "mode": 1}
        if len(shapes["self"]) == 2 and shapes["dim"] in (0, -2):
            yield {**shapes, "mode": 2}


def _reduced_by_index() -> Shapes:
    for at, shapes in enumerate(_scatter()):
        yield {**shapes, "reduce": (1, 3, 2, 4)[at % 4], "includeSelf": at % 3 == 0}
    yield {**next(_scatter()), "reduce": 1, "includeSelf": True}


def _joined_by_index(o: Operands, *, magnitude: bool = False) -> NDArray[Any]:
    """What is there after all indices, with or without what was there before."""
    index = np.atleast_1d(o.index)
    result, src = np.atleast_1d(_wide(o.self)), np.atleast_1d(_wide(o.src))
    at: list[Any] = list(np.indices(index.shape))
    at[o.dim] = index.astype(np.int64)
    to, src = tuple(at), src[tuple(slice(size) for size in index.shape)]
    if not index.size:
        return result.reshape(o.self.shape)
    if magnitude:
        join = np.multiply if o.reduce == 2 else np.add
        result, src = _sizes(result, join), _sizes(src, join)
    if not o.includeSelf:
        result[to] = {1: 0, 2: 1}.get(o.reduce, src)
    if o.reduce == 1:
        np.add.at(result, to, src)
    elif o.reduce == 2:
        np.multiply.at(result, to, src)
    else:
        (np.maximum if o.reduce == 3 else np.minimum).at(result, to, src)
    return np.asarray(result.reshape(o.self.shape))


def _is_no_reduction(o: Operands) -> bool:
    self = o.selfRef if hasattr(o, "selfRef") else o.self
    is_sum = self.dtype == np.float32 and o.reduce == 1 and o.includeSelf
    return bool(
        (self.dtype.kind == "c" and o.reduce > 2) or (o.architecture == "2201" and not is_sum)
    )


def _nd_updates(name: str) -> Shapes:
    for shapes in _gathered_nd():
        indices = shapes["indices"]
        updates = (*indices.shape[:-1], *shapes["self"][indices.shape[-1] :])
        if updates and (indices.size or name == "varRef"):
            yield {name: shapes["self"], "indices": indices, "updates": updates}


def _nd_updated(target: NDArray[Any], o: Operands) -> NDArray[Any]:
    """Updates one after the other: the last one for a place stays."""
    result = target.copy()
    rows = result.reshape(-1, *result.shape[o.indices.shape[-1] :])
    axes = tuple(np.moveaxis(o.indices.astype(np.int64), -1, 0))
    places_of_rows = np.ravel_multi_index(axes, result.shape[: o.indices.shape[-1]]).reshape(-1)
    updates = o.updates.reshape(len(places_of_rows), *rows.shape[1:])
    for place, row in zip(places_of_rows, updates, strict=True):
        rows[place] = row
    return result


def _slices() -> Shapes:
    for shape, index in (((7,), (9,)), ((5, 3), (2, 4)), ((33, 2, 5), (40,)), ((4, 3), (0,))):
        kind = "int32" if len(shape) % 2 else "int64"
        indices = places(index, 0, shape[0], kind)
        yield {"varRef": shape, "indices": indices, "updates": (*index, *shape[1:])}
    yield {"varRef": (4, 3), "indices": places((5,), 0, 4), "updates": ()}


def _sparse_entries() -> Shapes:
    for different, count, dims, rest in ((4, 9, 2, ()), (3, 40, 1, (5,)), (7, 7, 3, (2, 3))):
        kind = "int32" if count % 2 else "int64"
        indices = places((count,), 0, different, kind)
        yield {
            "uniqueLen": places((1 if rest else different,), 0, different, kind),
            "uniqueIndices": indices,
            "indices": places((count, dims), 0, 99, kind),
            "values": (count, *rest),
            "newIndices": places((different, dims), 0, 99, kind),
            "newValues": (different, *rest),
        }


def _value_type(kind: str) -> str:
    return {"int32": "float32", "int64": "float16"}.get(kind, kind)


def _coalesced(o: Operands, *, magnitude: bool = False) -> list[NDArray[Any]]:
    """The last entry of a place says where it is; values are added up."""
    named, sums, values = o.newIndices.copy(), _wide(o.newValues), _wide(o.values)
    if magnitude:
        sums, values = np.abs(sums), np.abs(values)
    for at, place in enumerate(o.uniqueIndices):
        named[place] = o.indices[at]
        sums[place] += values[at]
    return [named, sums]


def _slices_and_rows() -> Shapes:
    yield from list(_slices())[:-1]
    for shapes in _nd_updates("varRef"):
        if len(shapes["varRef"]) > 1:
            yield shapes


def _sizes(numbers: NDArray[Any], join: Any) -> NDArray[Any]:
    """Magnitudes; those of factors are 1 at least, as products may have been subnormal."""
    return np.asarray(np.maximum(np.abs(numbers), 1 if join is np.multiply else 0))


def _at_least(exact: NDArray[Any], sizes: NDArray[Any], join: Any) -> NDArray[Any]:
    """Of a product itself, or what subnormal ones before it can have lost."""
    least = np.longdouble(2) ** -126
    if join is np.multiply:
        sizes = np.maximum(np.abs(exact), sizes * least)
    return sizes


def _joined_slices(o: Operands, join: Any, *, magnitude: bool = False) -> NDArray[Any]:
    result, updates = _wide(o.varRef), _wide(o.updates)
    if magnitude:
        result, updates = _sizes(result, join), _sizes(updates, join)
    indices = o.indices.astype(np.int64)
    named = result[tuple(np.moveaxis(indices, -1, 0))] if indices.shape[-1] <= result.ndim else None
    if named is not None and named.shape == updates.shape and join is np.add:
        join.at(result, tuple(np.moveaxis(indices, -1, 0)), updates)
    else:
        join.at(result, indices, updates)
    return result


def _quotients(o: Operands) -> NDArray[Any]:
    """Integers toward 0, and 0 by 0."""
    result, updates = _wide(o.varRef), _wide(o.updates)
    rows = np.broadcast_to(updates, (*o.indices.shape, *result.shape[1:]))
    for place, row in zip(o.indices.reshape(-1), rows.reshape(-1, *result.shape[1:]), strict=True):
        with np.errstate(all="ignore"):
            if result.dtype.kind == "f":
                result[place] = result[place] / row
            else:
                a, b = result[place].astype(np.int64), row.astype(np.int64)
                quotient = np.sign(a) * np.sign(b) * (np.abs(a) // np.maximum(np.abs(b), 1))
                result[place] = np.where(b == 0, 0, quotient).astype(result.dtype)
    return result


def _slots() -> Shapes:
    for shape, updates, axis, index in (
        ((4, 8, 10, 6), (4, 8, 5, 6), -2, (4,)),
        ((3, 7), (3, 2), 1, (3,)),
        ((3, 7, 4), (2, 7, 1), -1, (3,)),
        ((1, 7, 4), (1, 3, 4), 1, ()),
        ((5, 7, 4), (9, 3, 4), 1, (9, 2)),
    ):
        at = axis % len(shape)
        kind = "int32" if len(shape) % 2 else "int64"
        places_of_slots = places(index, 0, shape[at] - updates[at] + 1, kind)
        if len(index) == 2:
            places_of_slots[:, 0] = places((index[0],), 0, shape[0], kind)
        yield {"data": shape, "updates": updates, "axis": axis, "indices": places_of_slots}


def _with_slots(o: Operands) -> NDArray[Any]:
    result = o.data.copy()
    axis = o.axis % result.ndim
    pairs = np.atleast_1d(o.indices)
    for i, slot in enumerate(o.updates):
        batch, first = pairs[i] if pairs.ndim == 2 else (i, pairs[i])
        to = [slice(size) for size in slot.shape]
        to[axis - 1] = slice(first, first + slot.shape[axis - 1])
        result[batch][tuple(to)] = slot
    return np.asarray(result)


def _listed_slots() -> Shapes:
    for shape, count, axis, width, kind in (
        ((8, 10, 6), 4, -2, 5, "int64"),
        ((7,), 3, 1, 2, "int32"),
        ((5, 3, 4), 1, -2, 3, "int64"),
        ((2, 65), 2, -1, 65, "int32"),
        ((6, 2, 3), 5, 1, 4, "int64"),
    ):
        at = axis % (len(shape) + 1)
        updates = [count, *shape]
        updates[at] = width
        index = places((count,), 0, shape[at - 1] - width + 1, kind)
        if count != 3:  # in pairs: shorter slots
            index = np.stack([index, np.arange(count) % (width + 1)], 1).astype(kind)
        mask = (np.arange(count) % 3 != 1).astype(np.uint8)
        yield {
            "varRef": [shape] * count,
            "indice": index,
            "updates": tuple(updates),
            "maskOptional": mask if count > 3 else None,
            "axis": axis,
        }


def _with_listed_slots(o: Operands) -> list[NDArray[Any]]:
    results = [member.copy() for member in o.varRef]
    axis = o.axis % o.updates.ndim - 1
    for i, (member, slot) in enumerate(zip(results, o.updates, strict=True)):
        first, count = o.indice[i] if o.indice.ndim == 2 else (o.indice[i], slot.shape[axis])
        if o.maskOptional is None or o.maskOptional[i] == 1:
            to = np.moveaxis(member, axis, 0)
            to[first : first + count] = np.moveaxis(slot, axis, 0)[:count]
    return results


def _puts() -> Shapes:
    for shapes in _take():
        if shapes["index"].size:
            shape = tuple(reversed(shapes["index"].shape))
            yield {"selfRef": shapes["self"], "index": shapes["index"], "source": shape}


def _put_elements(o: Operands, *, magnitude: bool = False) -> NDArray[Any]:
    result, source = _wide(o.selfRef), _wide(o.source).reshape(-1)
    if magnitude:
        result, source = np.abs(result), np.abs(source)
    flat = result.reshape(-1)
    if o.accumulate:
        np.add.at(flat, o.index.reshape(-1), source)
    else:
        flat[o.index.reshape(-1)] = source
    return result


def _unless_whole(name: str, value: Any) -> Any:
    """What errors are relative to, of numbers that are rounded."""
    return lambda o: (
        None if getattr(o, name).dtype.kind in "iub" else np.asarray(value(o), np.longdouble)
    )


def _joining(join: Any, *, rounds: bool = True) -> Oracle:
    return Oracle(
        lambda o: _joined_slices(o, join),
        magnitude=_unless_whole(
            "varRef",
            lambda o: _at_least(
                _joined_slices(o, join), _joined_slices(o, join, magnitude=True), join
            ),
        ),
        roundings=6 if rounds else 0,
        given=True,
        shapes=_slices_and_rows if join is np.add else _slices,
    )


ORACLES = {
    "aclnnInplaceMaskedScatter": Oracle(_masked_scattered, given=True, shapes=_masked_scatter),
    "aclnnIndexFill": Oracle(_with_rows_filled, given=True, shapes=_filled_by_index),
    "aclnnIndexAddV2": Oracle(
        lambda o: _with_rows(o, adds=True),
        magnitude=_unless_whole("self", lambda o: _with_rows(o, adds=True, magnitude=True)),
        roundings=6,
        given=True,
        shapes=_added_in_modes,
    ),
    "aclnnInplacePut": Oracle(
        _put_elements,
        magnitude=_unless_whole("selfRef", lambda o: _put_elements(o, magnitude=True)),
        roundings=4,
        given=True,
        shapes=_puts,
        arguments={"accumulate": (False, True)},
        refused=lambda o: bool(o.accumulate and o.selfRef.dtype.name == "bfloat16"),
    ),
    "aclnnScatterReduce": Oracle(
        _joined_by_index,
        magnitude=_unless_whole(
            "self",
            lambda o: _at_least(
                _joined_by_index(o),
                _joined_by_index(o, magnitude=True),
                np.multiply if o.reduce == 2 else np.add,
            ),
        ),
        roundings=6,
        given=True,
        shapes=_reduced_by_index,
        refused=_is_no_reduction,
    ),
    "aclnnScatterNd": Oracle(
        lambda o: _nd_updated(o.data, o), given=True, shapes=lambda: _nd_updates("data")
    ),
    "aclnnScatterNdUpdate": Oracle(
        lambda o: _nd_updated(o.varRef, o), given=True, shapes=lambda: _nd_updates("varRef")
    ),
    "aclnnTfScatterAdd": _joining(np.add),
    "aclnnCoalesceSparse": Oracle(
        _coalesced,
        magnitude=lambda o: _coalesced(o, magnitude=True),
        roundings=6,
        given=True,
        types=dict.fromkeys(("values", "newValues"), _value_type),
        shapes=_sparse_entries,
    ),
    "aclnnScatterMul": _joining(np.multiply),
    "aclnnScatterMax": _joining(np.maximum, rounds=False),
    "aclnnScatterMin": _joining(np.minimum, rounds=False),
    "aclnnScatterDiv": Oracle(
        _quotients,
        magnitude=_unless_whole("varRef", lambda o: np.abs(_quotients(o))),
        roundings=6,
        given=True,
        shapes=_slices,
    ),
    "aclnnScatterList": Oracle(_with_listed_slots, given=True, shapes=_listed_slots),
    "aclnnInplaceScatterUpdate": Oracle(_with_slots, given=True, shapes=_slots),
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
