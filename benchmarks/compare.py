# SPDX-License-Identifier: Apache-2.0
"""Whether a result is right, before anybody measures how long it took.

The gradients are multiples of a power of two, chosen so small in number that every sum of them is
exact in float32, in whatever order it is added. So the reference, a float32 sum that is divided
and rounded once, is one number and no range, and ours has to equal it bit for bit. torch adds
half precision in half precision and divides before it adds, so it is held to a bound that grows
with the addends of the row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from numpy.typing import NDArray

from .cases import ITEM_BYTES, SEED, Shape

SIGNIFICANT_BITS = {"float32": 24, "float16": 11, "bfloat16": 8}
CHUNK_BYTES = 64 << 20

Rows = Callable[[int, int], Any]
"""A result, by the rows from the first number up to the second, as a torch tensor."""


@dataclass(frozen=True)
class Data:
    """What goes in, and what has to come out in float32: sums, and how often each index occurs."""

    grad: Any
    indices: Any  # int64
    sums: Any
    counts: Any


def significant_bits(type: str, most_addends: int) -> int:
    """Bits of a gradient with which a sum of so many addends is exact in float32."""
    return min(SIGNIFICANT_BITS[type], 24 - (most_addends - 1).bit_length())


def make_data(shape: Shape, type: str, indices: NDArray[Any]) -> Data:
    """Gradients between -1 and 1 for a shape, the same in every run, with the reference."""
    flat = torch.from_numpy(indices)
    counts = torch.bincount(flat, minlength=shape.weights)
    levels = 2 ** significant_bits(type, int(counts.max()))
    random = torch.Generator().manual_seed(SEED)
    exact = torch.empty((shape.rows, shape.dim), dtype=torch.float32)
    exact.random_(-levels, levels + 1, generator=random).div_(levels)
    sums = torch.zeros((shape.weights, shape.dim), dtype=torch.float32)
    sums.index_add_(0, flat, exact)
    return Data(exact.to(getattr(torch, type)), flat, sums, counts)


def _expected(data: Data, scale: bool, first: int, last: int) -> Any:
    """Rows of the reference in float32."""
    sums = data.sums[first:last]
    return sums / data.counts[first:last].clamp(min=1)[:, None] if scale else sums


def _first_difference(data: Data, rows: Rows, scale: bool, bound: Any) -> str:
    """What is wrong first in a result, "" for nothing.

    bound(expected, counts) gives the tolerance of each element; None wants it exactly, after
    rounding to the type of the result.
    """
    weights, dim = data.sums.shape
    step = max(1, CHUNK_BYTES // (dim * 4))
    for first in range(0, weights, step):
        last = min(first + step, weights)
        found = rows(first, last)
        expected = _expected(data, scale, first, last)
        if bound is None:
            expected = expected.to(found.dtype)
            if torch.equal(found, expected):
                continue
            wrong = ~(found == expected)
        else:
            difference = (found.float() - expected).abs()
            wrong = ~(difference <= bound(expected, data.counts[first:last, None].double()))
        places = wrong.nonzero()
        if len(places):
            row, column = places[0].tolist()
            return (
                f"out[{first + row}, {column}] is {found[row, column].item()!r}, expected "
                f"{expected[row, column].item()!r}, the sum of "
                f"{int(data.counts[first + row])} row(s)"
            )
    return ""


def check_ours(data: Data, rows: Rows, scale: bool) -> str:
    """What is wrong in a result of ours, "" for nothing."""
    return _first_difference(data, rows, scale, None)


def check_torch(data: Data, rows: Rows, scale: bool) -> str:
    """What is wrong in a result of torch, "" for nothing.

    A sum of n numbers of at most 1 has partial sums of at most n; each of its n - 1 additions,
    and the products and conversions of every addend, err by no more than half a unit in the last
    place of what they give.
    """
    unit = 2.0 ** -SIGNIFICANT_BITS[str(data.grad.dtype).removeprefix("torch.")]

    def bound(_expected: Any, counts: Any) -> Any:
        return (counts * (counts + 3) * unit / (counts.clamp(min=1) if scale else 1)).float()

    return _first_difference(data, rows, scale, bound)


def rows_of(tensor: Any) -> Rows:
    """The rows of a torch tensor."""
    return lambda first, last: tensor[first:last]


def rows_in_memory(read: Callable[[int, int, int], None], shape: Shape, type: str) -> Rows:
    """The rows of a dense result elsewhere; read(address, offset, size) copies bytes of it."""
    row_bytes = shape.dim * ITEM_BYTES[type]

    def rows(first: int, last: int) -> Any:
        chunk = torch.empty((last - first, shape.dim), dtype=getattr(torch, type))
        read(chunk.data_ptr(), first * row_bytes, (last - first) * row_bytes)
        return chunk

    return rows


def as_indices(data: Data, index_type: str) -> Any:
    """The indices as a torch tensor of another type."""
    return data.indices.to(getattr(torch, index_type))
