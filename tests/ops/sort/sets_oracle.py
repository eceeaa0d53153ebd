# SPDX-License-Identifier: Apache-2.0
"""Different elements, counts of them, and places in sorted sequences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sweep.oracle import Operands, Oracle

Array = NDArray[Any]
Shapes = Iterator[dict[str, Any]]

NO_DIM = 1000


def _first(found: Array, shape: tuple[int, ...], kind: Any) -> Array:
    """An output that was all ones, with what was found in its first elements."""
    result = np.ones(shape, kind)
    result.reshape(-1)[: found.size] = found.reshape(-1)
    return result


# --- Different elements --------------------------------------------------------------------------


def _exact(array: Array) -> Array:
    """The numbers in a type that has them all and that NumPy orders."""
    if array.dtype.kind in "iubc":
        return array
    return array.astype(np.float64)


def _few(arguments: dict[str, Any], at: int) -> None:
    """Numbers of which many are the same; zeros of both signs and NaN stay among them."""
    self = arguments["self"]
    if self.dtype.kind in "iu":
        arguments["self"] = np.asarray(self % 5, self.dtype)
    elif self.dtype.kind != "b":
        rounded = np.round(self.astype(np.complex128 if self.dtype.kind == "c" else np.float64))
        arguments["self"] = np.asarray(rounded, self.dtype)
    if at % 3 == 1 and self.ndim and self.shape[0] > 3:
        arguments["self"][1] = arguments["self"][3]
        arguments["self"][2] = arguments["self"][3]


def _new(rows: Array) -> Array:
    """Which rows differ from the one before: NaN does from everything."""
    differs = np.ones(len(rows), bool)
    differs[1:] = (rows[1:] != rows[:-1]).any(1)
    return differs


def _grouped(differs: Array) -> tuple[Array, Array]:
    """The number of the group of each, and how many each group has."""
    numbers = np.cumsum(differs) - 1
    return numbers, np.bincount(numbers)


def _unique(o: Operands) -> list[Any]:
    flat = o.self.reshape(-1)
    rows = _exact(flat)
    # Equal numbers have one rank, so that a stable sort leaves them in their order.
    order = np.argsort(np.where(rows == 0, 0, rows), kind="stable")
    numbers, counts = _grouped(_new(rows[order][:, None]))
    starts = order[np.searchsorted(numbers, np.arange(len(counts)))]
    inverse = np.empty(flat.size, np.int64)
    inverse[order] = numbers
    has_inverse = o.returnInverse
    results: list[Any] = [
        _exact(_first(flat[starts], (flat.size,), flat.dtype)),
        inverse.reshape(o.self.shape) if has_inverse else np.ones(o.self.shape, np.int64),
    ]
    if hasattr(o, "returnCounts"):
        found = counts if o.returnCounts else counts[:0]
        results.append(_first(found, (flat.size,), np.int64))
    return results


def _slices(o: Operands) -> tuple[Array, Array, tuple[int, ...], int]:
    """Elements with what is compared first, and rows of them; the shape of results, the dim."""
    if o.dim == NO_DIM or not o.self.ndim:
        flat = o.self.reshape(-1)
        return flat, _exact(flat)[:, None], (flat.size,), 0
    dim = o.dim % o.self.ndim
    moved = np.moveaxis(o.self, dim, 0)
    return moved, _exact(moved.reshape(len(moved), -1)), o.self.shape, dim


def _consecutive(o: Operands) -> list[Any]:
    moved, rows, shape, dim = _slices(o)
    differs = _new(rows)
    numbers, counts = _grouped(differs)
    values = np.moveaxis(moved[differs], 0, dim)
    places = numbers.reshape(o.self.shape if o.dim == NO_DIM else (-1,))
    return [
        _exact(_first(values, shape, o.self.dtype)),
        places if o.returnInverse else np.ones_like(places),
        _first(counts if o.returnCounts else counts[:0], (len(rows),), np.int64),
    ]


def _unique_slices(o: Operands) -> list[Any]:
    moved, rows, shape, dim = _slices(o)
    # NaN is above all numbers, and zeros are equal: numbers by their rank.
    known = np.where(rows == 0, np.zeros((), rows.dtype), rows)
    ranks = np.unique(known, return_inverse=True)[1].reshape(rows.shape)
    order = np.lexsort(ranks.T[::-1])
    numbers, counts = _grouped(_new(rows[order]))
    starts = order[np.searchsorted(numbers, np.arange(len(counts)))]
    inverse = np.empty(len(rows), np.int64)
    inverse[order] = numbers
    values = np.moveaxis(moved[starts], 0, dim)
    return [
        _exact(_first(values, shape, o.self.dtype)),
        inverse if o.returnInverse else np.ones_like(inverse),
        _first(counts, (len(rows),), np.int64),
    ]


def _plain() -> Shapes:
    for shape in ((7,), (3, 4), (33, 65), (2, 1, 2, 1, 2, 1, 2, 2), (), (2500,)):
        yield {"self": shape}


def _along() -> Shapes:
    for shape, dim in (
        ((9,), NO_DIM),
        ((9,), 0),
        ((6, 4), 0),
        ((3, 9), -1),
        ((2, 7, 3), 1),
        ((33, 65), NO_DIM),
        ((), 0),
        ((300, 2), 0),
    ):
        yield {"self": shape, "dim": dim}


def _dims() -> Shapes:
    for shapes in _along():
        if shapes["dim"] != NO_DIM:
            yield shapes


# --- Places --------------------------------------------------------------------------------------


def _sought() -> Shapes:
    for sequence, values in (
        ((7,), (5,)),
        ((40,), (6, 9)),
        ((3, 9), (3, 4)),
        ((2, 3, 5), (2, 3, 1)),
        ((6,), ()),
        ((0,), (4,)),
        ((5,), (0, 3)),
    ):
        yield {"sortedSequence": sequence, "self": values, "sorter": sequence}


def _numbers(array: Array) -> Array:
    """The same without NaN."""
    return array if array.dtype.kind in "iub" else np.where(np.isnan(array), 0, array)


def _in_order(arguments: dict[str, Any], at: int) -> None:
    """Sequences of numbers in order, or with a sorter that puts them in order."""
    sequence = _numbers(arguments["sortedSequence"])
    if at % 2:
        arguments["sorter"] = np.argsort(sequence, axis=-1, kind="stable").astype(np.int64)
    else:
        arguments["sorter"] = None
        sequence = np.sort(sequence, axis=-1)
    arguments["sortedSequence"] = sequence


def _places(sequence: Array, values: Array, right: bool) -> Array:
    """How many elements of each row are behind nothing: less than the value, or equal too."""
    rows = sequence[..., None, :]
    found = rows > values[..., None] if right else rows >= values[..., None]
    return np.asarray(np.count_nonzero(~found, axis=-1)).reshape(values.shape)


def _searched(o: Operands) -> Array:
    if o.sortedSequence.size == 0:
        return np.zeros(o.self.shape, np.int64)
    sequence = o.sortedSequence
    if o.sorter is not None:
        sequence = np.take_along_axis(sequence, o.sorter.astype(np.int64), -1)
    return _places(sequence, o.self, o.right).astype(np.int64)


def _searched_number(o: Operands) -> Array:
    sequence = o.sortedSequence
    if o.sorter is not None:
        sequence = np.take_along_axis(sequence, o.sorter, -1)
    value = np.asarray(np.float32(o.self)).astype(sequence.dtype)
    return _places(_exact(sequence), _exact(value.reshape(1)), o.right).astype(np.int64)


def _single_sought() -> Shapes:
    for length in (7, 40, 1):
        yield {"sortedSequence": (length,), "sorter": (length,)}


def _bucketed() -> Shapes:
    for self, boundaries in (((7,), (5,)), ((3, 4), (40,)), ((33, 65), (9,)), ((5,), (0,))):
        yield {"self": self, "boundaries": boundaries}


def _boundaries_in_order(arguments: dict[str, Any], _at: int) -> None:
    arguments["boundaries"] = np.sort(_numbers(arguments["boundaries"]))


# --- Counts --------------------------------------------------------------------------------------


def _counted(o: Operands) -> Array:
    whole = o.self.dtype.kind in "iu"
    low: Any = np.float32(o.min)
    high: Any = np.float32(o.max)
    values = o.self.reshape(-1)
    counts = np.zeros(o.bins, np.int64)
    if not values.size:
        return counts
    if whole:
        values = values.astype(object)
        low, high = int(low), int(high)
        if low == high:
            low, high = values.min(), values.max()
    else:
        values = values.astype(np.float32)
        if low == high:
            low, high = values.min(), values.max()
    if not whole and np.isnan(low):
        return counts
    if low == high:
        low, high = low - 1, high + 1
    inside = values[(values >= low) & (values <= high)]
    scaled = (inside - low) * o.bins
    bins = scaled // (high - low) if whole else (scaled / (high - low)).astype(np.int64)
    known = np.minimum(bins.astype(np.int64), o.bins - 1)
    return np.bincount(known, minlength=o.bins)


def _plain_numbers(arguments: dict[str, Any], at: int) -> None:
    """Floats without infinities where their least and largest are the limits."""
    self = arguments["self"]
    if arguments["min"] == arguments["max"] and self.dtype.kind not in "iu":
        limited = np.nan_to_num(self.astype(np.float64), posinf=9, neginf=-9)
        arguments["self"] = np.asarray(np.clip(limited, -9, 9), self.dtype)


def _summed(o: Operands) -> Array:
    weights = None if o.weights is None else o.weights.astype(np.float64)
    return np.bincount(o.self.astype(np.int64), weights, o.minlength)


def _summands() -> Shapes:
    for count, length in ((7, 4), (300, 100), (1, 1), (0, 3), (2500, 10)):
        yield {"self": (count,), "weights": (count,), "minlength": length}


def _in_range(arguments: dict[str, Any], at: int) -> None:
    self, length = arguments["self"], arguments["minlength"]
    arguments["self"] = (np.abs(self.astype(np.int64)) % length).astype(self.dtype)
    kinds = (None, "float32", "float64", "int32", "bool", "float16")
    kind = kinds[at % len(kinds)]
    numbers = np.linspace(-3, 3, self.size)
    arguments["weights"] = None if kind is None else numbers.astype(kind)


FLAGS = (False, True)

ORACLES: dict[str, Oracle] = {
    "aclnnUnique": Oracle(
        _unique,
        given=True,
        shapes=_plain,
        adapt=_few,
        arguments={"returnInverse": (True, False, True)},
    ),
    "aclnnUnique2": Oracle(
        _unique,
        given=True,
        shapes=_plain,
        adapt=_few,
        arguments={
            "returnInverse": (True, False, True, False),
            "returnCounts": (True, True, False, False),
        },
    ),
    "aclnnUniqueConsecutive": Oracle(
        _consecutive,
        given=True,
        shapes=_along,
        adapt=_few,
        arguments={
            "returnInverse": (True, True, False, False),
            "returnCounts": (True, False, True, True, True),
        },
    ),
    "aclnnUniqueDim": Oracle(
        _unique_slices,
        given=True,
        shapes=_dims,
        adapt=_few,
        arguments={"returnInverse": (True, True, False)},
    ),
    "aclnnSearchSorted": Oracle(
        _searched,
        shapes=_sought,
        adapt=_in_order,
        types={"sorter": lambda _: "int64"},
        arguments={"outInt32": FLAGS, "right": (False, False, True, True)},
    ),
    "aclnnSearchSorteds": Oracle(
        _searched_number,
        given=True,
        shapes=_single_sought,
        adapt=_in_order,
        types={"sorter": lambda _: "int64"},
        arguments={"outInt32": FLAGS, "right": (False, False, True, True)},
    ),
    "aclnnBucketize": Oracle(
        lambda o: (
            _places(o.boundaries, o.self, o.right).astype(np.int64)
            if o.boundaries.size
            else np.zeros(o.self.shape, np.int64)
        ),
        shapes=_bucketed,
        adapt=_boundaries_in_order,
        arguments={"outInt32": FLAGS, "right": (False, False, True, True)},
    ),
    "aclnnHistc": Oracle(
        _counted,
        given=True,
        shapes=_plain,
        adapt=_plain_numbers,
        arguments={"bins": (4, 100, 1), "min": (-3.0, 0.0, -50), "max": (5.0, 0.0, 50)},
    ),
    "aclnnBincount": Oracle(
        _summed,
        magnitude=lambda o: (
            None
            if o.weights is None
            else np.bincount(
                o.self.astype(np.int64), np.abs(o.weights.astype(np.float64)), o.minlength
            )
        ),
        given=True,
        shapes=_summands,
        adapt=_in_range,
    ),
}
