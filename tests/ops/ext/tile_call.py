# SPDX-License-Identifier: Apache-2.0
"""The operators of aclnn_ext/tile.h on NumPy arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from support import Session, int64s

Array = npt.NDArray[Any]

#: Lies around and between the elements of an output.
CANARY = 0xA5
MARGIN = 64


def memory_of(array: Array) -> Array:
    """The array that owns the memory of a view, flat."""
    base = array
    while isinstance(base.base, np.ndarray):
        base = base.base
    assert base.flags.c_contiguous
    return base.reshape(-1)


def strided(session: Session, array: Array) -> int:
    """An aclTensor that lies in device memory as the view lies in its own."""
    memory = memory_of(array)
    offset = array.ctypes.data - memory.ctypes.data if array.size else 0
    return session.describe(
        array.shape,
        array.dtype,
        session.upload(memory),
        strides=[stride // array.itemsize for stride in array.strides],
        offset=offset // array.itemsize,
        storage=memory.shape,
    )


def phase_one(session: Session, name: str, *arguments: Any) -> tuple[int, int, int | None]:
    """Status, workspace size and executor."""
    size = ctypes.c_uint64(12345)
    executor = ctypes.c_void_p(None)
    call = getattr(session.api.lib, f"{name}GetWorkspaceSize")
    status = call(*arguments, ctypes.byref(size), ctypes.byref(executor))
    return status, size.value, executor.value


def run(session: Session, name: str, *arguments: Any) -> None:
    status, size, executor = phase_one(session, name, *arguments)
    assert status == 0, session.api.message()
    assert size == 0
    getattr(session.api.ok, name)(None, 0, executor, session.stream)
    assert session.synchronize() == 0, session.api.message()


def byte_count(session: Session, shape: Sequence[int], kind: int) -> int:
    result = ctypes.c_uint64(12345)
    session.api.ok.aclnnExtTileByteCount(int64s(shape), len(shape), kind, ctypes.byref(result))
    return result.value


class Guarded:
    """Bytes of device memory between canaries."""

    def __init__(self, session: Session, size: int) -> None:
        self.session = session
        self.size = size
        self.base = session.upload(np.full(size + 2 * MARGIN, CANARY, np.uint8))
        self.address = self.base + MARGIN

    def read(self) -> bytes:
        data = self.session.download(self.base, (self.size + 2 * MARGIN,), np.uint8)
        assert (data[:MARGIN] == CANARY).all(), "written before the output"
        assert (data[MARGIN + self.size :] == CANARY).all(), "written behind the output"
        return data[MARGIN : MARGIN + self.size].tobytes()


def tilize(session: Session, array: Array, kind: int) -> bytes:
    """The bytes of the tiles of an array, as it lies."""
    size = byte_count(session, array.shape, kind)
    out = Guarded(session, size)
    tiles = session.describe((size,), np.uint8, out.address)
    run(session, "aclnnExtTilize", strided(session, array), kind, tiles)
    return out.read()


def into(session: Session, name: str, arguments: Sequence[Any], view: Array) -> Array:
    """Runs an operator whose last tensor lies like `view`; what is between stays as it was."""
    memory = memory_of(view)
    memory.view(np.uint8)[:] = CANARY
    offset = view.ctypes.data - memory.ctypes.data if view.size else 0
    out = Guarded(session, memory.nbytes)
    tensor = session.describe(
        view.shape,
        view.dtype,
        out.address,
        strides=[stride // view.itemsize for stride in view.strides],
        offset=offset // view.itemsize,
        storage=memory.shape,
    )
    run(session, name, *arguments, tensor)
    read = np.frombuffer(out.read(), np.uint8).copy()
    result = np.ndarray(view.shape, view.dtype, read.data, offset, view.strides)
    elements = result.copy()
    result.view(np.dtype(f"u{view.itemsize}"))[...] = int.from_bytes([CANARY] * view.itemsize)
    assert (read == CANARY).all(), "written between the elements"
    return elements


def untilize(session: Session, data: bytes, kind: int, view: Array) -> Array:
    """The elements of tiles, written into memory that lies like `view`."""
    tiles = session.tensor(np.frombuffer(data, np.uint8))
    return into(session, "aclnnExtUntilize", (tiles, kind), view)


def sum_to(session: Session, array: Array, view: Array) -> Array:
    """The sum of an array to the shape of `view`, in its type, in memory that lies like it."""
    return into(session, "aclnnExtSumToShape", (strided(session, array),), view)


def empty(shape: Sequence[int], dtype: npt.DTypeLike) -> Array:
    """A dense view to write to."""
    return np.empty(shape, dtype)
