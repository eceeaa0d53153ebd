# SPDX-License-Identifier: Apache-2.0
"""aclnnEmbeddingDenseBackward called through its two phases with NumPy arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from support import BFLOAT16, NO_PADDING, Session

Array = np.ndarray[Any, Any]

FLOATS = (np.dtype(np.float32), np.dtype(np.float16), BFLOAT16)
INDICES = tuple(
    np.dtype(name)
    for name in (
        "float16",
        "float32",
        "float64",
        "int8",
        "uint8",
        "int16",
        "int32",
        "int64",
        "bool",
    )
)

#: Bytes on both sides of a tensor's storage, in the same allocation.
GUARD = 512
GUARD_BYTE = 0xA5

#: A NaN in each of the three floating types.
UNWRITTEN_BYTE = 0xFF

#: Steps of rounding to nearest, relative to the value: 2^-p for p bits of precision.
ROUNDING = {"float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8}
SMALLEST = {"float32": 2.0**-149, "float16": 2.0**-24, "bfloat16": 2.0**-133}


def strided(storage: Array, shape: Sequence[int], strides: Sequence[int], offset: int = 0) -> Array:
    """A view of a one-dimensional array; strides and offset in elements."""
    size = storage.itemsize
    return np.ndarray(
        tuple(shape),
        storage.dtype,
        storage.view(np.uint8),
        offset * size,
        tuple(stride * size for stride in strides),
    )


def storage_of(view: Array) -> Array:
    """The memory that a view lies in, as one dimension."""
    owner = view
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    assert owner.flags.forc, "the memory behind the view has holes"
    return owner.reshape(-1, order="A").view(view.dtype)


@dataclass
class Operand:
    """A tensor on the device whose storage lies between guard bytes."""

    handle: int
    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    storage: Array


def place(session: Session, view: Array) -> Operand:
    """Copies the storage of a view to the device and describes the same view there."""
    storage = storage_of(view)
    offset = (view.ctypes.data - storage.ctypes.data) // view.itemsize if view.size else 0
    strides = tuple(stride // view.itemsize for stride in view.strides)
    data = np.full(storage.nbytes + 2 * GUARD, GUARD_BYTE, np.uint8)
    data[GUARD : GUARD + storage.nbytes] = storage.view(np.uint8)
    address = session.upload(data) + GUARD
    handle = session.describe(
        view.shape, view.dtype, address, strides=strides, offset=offset, storage=[storage.size]
    )
    return Operand(handle, address, view.shape, strides, offset, storage)


def take(session: Session, operand: Operand) -> Array:
    """The operand's view as it is on the device now. Nothing outside the view may have changed."""
    before = operand.storage
    data = session.download(operand.address - GUARD, [before.nbytes + 2 * GUARD], np.uint8)
    storage = data[GUARD : GUARD + before.nbytes].copy()
    assert (data[:GUARD] == GUARD_BYTE).all(), "written before the storage"
    assert (data[GUARD + before.nbytes :] == GUARD_BYTE).all(), "written behind the storage"
    outside = np.ones(before.size, np.bool_)
    strided(outside, operand.shape, operand.strides, operand.offset)[...] = False
    changed = (storage != before.view(np.uint8)).reshape(before.size, before.itemsize).any(1)
    assert not (changed & outside).any(), "written between the elements of the view"
    return strided(storage.view(before.dtype), operand.shape, operand.strides, operand.offset)


def unwritten(shape: Sequence[int], dtype: npt.DTypeLike) -> Array:
    """An array that shows where nothing was written: all elements are NaN."""
    size = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
    return np.full(size, UNWRITTEN_BYTE, np.uint8).view(dtype).reshape(shape)


def size_call(
    session: Session,
    grad: int,
    indices: int,
    num_weights: int,
    out: int,
    *,
    padding: int = NO_PADDING,
    scale: bool = False,
) -> tuple[int, int]:
    """Phase one for handles: the size of the workspace and the executor."""
    size = ctypes.c_uint64()
    executor = ctypes.c_void_p()
    session.api.ok.aclnnEmbeddingDenseBackwardGetWorkspaceSize(
        grad,
        indices,
        num_weights,
        padding,
        scale,
        out,
        ctypes.byref(size),
        ctypes.byref(executor),
    )
    assert executor.value
    return size.value, executor.value


def enqueue(
    session: Session,
    grad: int,
    indices: int,
    num_weights: int,
    out: int,
    *,
    padding: int = NO_PADDING,
    scale: bool = False,
    stream: int | None = None,
) -> None:
    """Both phases for handles, without waiting."""
    size, executor = size_call(
        session, grad, indices, num_weights, out, padding=padding, scale=scale
    )
    session.api.ok.aclnnEmbeddingDenseBackward(
        session.malloc(size), size, executor, session.stream if stream is None else stream
    )


def run(
    session: Session,
    grad: Array,
    indices: Array,
    num_weights: int,
    *,
    out: Array | npt.DTypeLike = np.float32,
    padding: int = NO_PADDING,
    scale: bool = False,
    status: int = 0,
) -> Array:
    """The operator on views of NumPy arrays, any strides and offsets.

    `out` is a data type, or a view whose storage is copied to the device and then checked: nothing
    but the view may have changed. `status` is what the synchronize must answer.
    """
    if not isinstance(out, np.ndarray):
        out = unwritten([num_weights, grad.shape[-1]], out)
    operands = [place(session, view) for view in (grad, indices, out)]
    enqueue(
        session,
        operands[0].handle,
        operands[1].handle,
        num_weights,
        operands[2].handle,
        padding=padding,
        scale=scale,
    )
    answer = session.synchronize()
    assert answer == status, session.api.message()
    for unchanged in operands[:2]:
        now = take(session, unchanged)
        then = strided(unchanged.storage, unchanged.shape, unchanged.strides, unchanged.offset)
        assert now.tobytes() == then.tobytes()
    return take(session, operands[2])


def definition(
    grad: npt.NDArray[Any],
    indices: npt.NDArray[Any],
    num_weights: int,
    padding_index: int = -1,
    scale: bool = False,
) -> npt.NDArray[np.float64]:
    """The definition, in float64: out[w] is the sum of the rows of grad whose index is w, divided
    by their number when scaled; the row of the padding index is zero."""
    rows = np.asarray(grad, np.float64).reshape(-1, grad.shape[-1])
    flat = np.trunc(np.asarray(indices, np.float64)).astype(np.int64).reshape(-1)
    out = np.zeros((num_weights, grad.shape[-1]))
    np.add.at(out, flat, rows)
    if scale:
        counts = np.bincount(flat, minlength=num_weights)
        out /= np.maximum(counts, 1)[:, None]
    if 0 <= padding_index < num_weights:
        out[padding_index] = 0
    return out


def counts_of(indices: Array, num_weights: int) -> npt.NDArray[np.int64]:
    flat = np.trunc(np.asarray(indices, np.float64)).astype(np.int64).reshape(-1)
    return np.bincount(flat, minlength=num_weights)


def exact(
    grad: Array,
    indices: Array,
    num_weights: int,
    dtype: npt.DTypeLike,
    *,
    padding: int = NO_PADDING,
    scale: bool = False,
) -> Array:
    """The result where float32 sums are exact: a quotient in float32, then one rounding."""
    sums = definition(grad, indices, num_weights, padding)
    assert np.abs(sums).max(initial=0) <= 2**24
    sums32 = sums.astype(np.float32)
    if scale:
        sums32 /= np.maximum(counts_of(indices, num_weights), 1).astype(np.float32)[:, None]
    return sums32.astype(dtype)


def tolerance(
    grad: Array,
    indices: Array,
    num_weights: int,
    dtype: npt.DTypeLike,
    *,
    scale: bool = False,
) -> npt.NDArray[np.float64]:
    """How far an element may be from the sum without rounding.

    n additions in float32, in any order, are off by less than n * 2^-23 * sum|x|; that covers the
    quotient's rounding as well. Then the result is rounded once to its own type: half a unit in
    the last place.
    """
    magnitude = definition(np.abs(grad.astype(np.float64)), indices, num_weights, scale=scale)
    sums = counts_of(indices, num_weights)[:, None] * 2.0**-23 * magnitude + 2.0**-149
    name = np.dtype(dtype).name
    return np.asarray(sums + ROUNDING[name] * (magnitude + sums) + SMALLEST[name] / 2)


def check(
    result: Array,
    grad: Array,
    indices: Array,
    *,
    padding: int = NO_PADDING,
    scale: bool = False,
) -> None:
    """Compares a result with the float64 oracle."""
    num_weights = result.shape[0]
    expected = definition(grad, indices, num_weights, padding, scale)
    error = np.abs(result.astype(np.float64) - expected)
    allowed = tolerance(grad, indices, num_weights, result.dtype, scale=scale)
    worst = np.unravel_index(np.argmax(error - allowed), error.shape) if error.size else ()
    assert (error <= allowed).all(), f"at {worst}: {result[worst]} for {expected[worst]}"


def integers(
    rng: np.random.Generator, shape: Sequence[int], dtype: npt.DTypeLike, limit: int = 8
) -> Array:
    """Small whole numbers: their sums are exact in float32."""
    return rng.integers(-limit, limit + 1, shape).astype(dtype)


def normals(rng: np.random.Generator, shape: Sequence[int], dtype: npt.DTypeLike) -> Array:
    return rng.standard_normal(shape).astype(dtype)


def index_values(
    rng: np.random.Generator, shape: Sequence[int], dtype: npt.DTypeLike, num_weights: int
) -> Array:
    """Indices in range; those of a floating type have a fraction that is to be cut off."""
    kind = np.dtype(dtype)
    values = rng.integers(0, min(num_weights, 2) if kind == np.bool_ else num_weights, shape)
    if kind.kind != "f":
        return np.asarray(values).astype(kind)
    fraction = rng.integers(0, 4, shape) / 4 if num_weights < 256 else 0
    return np.asarray(values + fraction).astype(kind)


def bits(array: Array) -> Array:
    """The elements as unsigned integers, so that -0 differs from 0 and a NaN equals itself."""
    return np.ascontiguousarray(array).view(f"u{array.itemsize}")
