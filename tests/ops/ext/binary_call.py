# SPDX-License-Identifier: Apache-2.0
"""The operators of aclnn_ext/binary_embedding.h through their two phases, and what they compute."""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from ops.embedding.call import place, strided, take, unwritten
from support import BFLOAT16, Api, Session

Array = np.ndarray[Any, Any]

PACK = "aclnnExtBinaryPack"
UNPACK = "aclnnExtBinaryUnpack"
EMBEDDING = "aclnnExtBinaryEmbedding"
BACKWARD = "aclnnExtBinaryEmbeddingBackward"

FLOATS = (np.dtype(np.float32), np.dtype(np.float16), BFLOAT16, np.dtype(np.float64))
INTEGERS = tuple(np.dtype(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64))


def size_call(session: Session, name: str, handles: Sequence[int | None]) -> tuple[int, int]:
    """Phase one for handles: the size of the workspace and the executor."""
    size, executor = ctypes.c_uint64(), ctypes.c_void_p()
    first = getattr(session.api.ok, f"{name}GetWorkspaceSize")
    first(*handles, ctypes.byref(size), ctypes.byref(executor))
    assert executor.value
    return size.value, executor.value


def run(session: Session, name: str, *inputs: Array | None, out: Array, status: int = 0) -> Array:
    """The operator on views of any strides; nothing but out's view may have changed."""
    operands = [None if each is None else place(session, each) for each in (*inputs, out)]
    handles = [None if each is None else each.handle for each in operands]
    size, executor = size_call(session, name, handles)
    getattr(session.api.ok, name)(session.malloc(size), size, executor, session.stream)
    answer = session.synchronize()
    assert answer == status, session.api.message()
    for unchanged in operands[:-1]:
        if unchanged is not None:
            now = take(session, unchanged)
            then = strided(unchanged.storage, unchanged.shape, unchanged.strides, unchanged.offset)
            assert now.tobytes() == then.tobytes()
    written = operands[-1]
    assert written is not None
    return take(session, written)


def width(columns: int) -> int:
    return -(-columns // 8)


def filled(shape: Sequence[int]) -> Array:
    """Bytes of neither zeros nor ones."""
    return np.full(tuple(shape), 0x5A, np.uint8)


# --- What they compute ---------------------------------------------------------------------------


def pack_oracle(x: Array) -> Array:
    """Bit by bit."""
    columns = x.shape[-1]
    out = np.zeros((*x.shape[:-1], width(columns)), np.uint8)
    with np.errstate(invalid="ignore"):
        for column in range(columns):
            bit = np.asarray(x[..., column] >= 0).astype(np.uint8)
            out[..., column // 8] |= bit << (column % 8)
    return out


def signs_oracle(packed: Array, columns: int) -> Array:
    """True where the bit is 1."""
    bytes_ = packed[..., [column // 8 for column in range(columns)]]
    shifts = np.arange(columns).astype(np.uint8) % 8
    return np.asarray(bytes_ >> shifts & 1 == 1)


def unpack_oracle(packed: Array, scale: Array, columns: int) -> Array:
    return np.where(signs_oracle(packed, columns), scale, -scale)


def sums_oracle(gradient: Array, indices: Array, scale: Array | None, rows: int) -> Array:
    """The sums, added row by row in float32, or in float64 for float64."""
    kind = np.dtype(np.float64 if gradient.dtype == np.float64 else np.float32)
    columns = gradient.shape[-1]
    sums = np.zeros((rows, 8 * width(columns)), kind)
    row = np.empty(8 * width(columns), kind)
    factors = np.ones(indices.size, kind) if scale is None else scale.reshape(-1).astype(kind)
    with np.errstate(invalid="ignore", over="ignore"):
        for place, index in np.ndenumerate(indices.reshape(-1)):
            row[:columns] = gradient.reshape(-1, columns)[place]
            row[columns:] = -1
            sums[int(index)] += row * factors[place]
    return sums


def backward_oracle(gradient: Array, indices: Array, scale: Array | None, rows: int) -> Array:
    return pack_oracle(sums_oracle(gradient, indices, scale, rows))


# --- Cases for a process of its own --------------------------------------------------------------


def hashes(session: Session) -> dict[str, str]:
    """What the operators answer to calls that are divided among cores in different ways."""
    rng = np.random.default_rng(11)
    found = {}

    def add(label: str, name: str, *inputs: Array | None, out: Array) -> None:
        result = run(session, name, *inputs, out=out)
        found[label] = hashlib.sha256(result.tobytes()).hexdigest()

    for rows, columns, weights in [(3000, 100, 700), (20000, 264, 3), (4000, 520, 9000)]:
        label = f"{rows}x{columns}->{weights}"
        gradient = rng.standard_normal((rows, columns)).astype(np.float32)
        # Sums near 0, whose signs are those of the rounding.
        gradient[rows // 2 :] = -gradient[: rows - rows // 2]
        indices = rng.integers(0, weights, rows)
        scale = rng.standard_normal((rows, 1)).astype(np.float32)
        table = rng.integers(0, 256, (weights, width(columns)), np.uint8)
        factors = rng.standard_normal((weights, 1)).astype(np.float32)
        numbers = unwritten((rows, columns), np.float32)
        add(f"pack {label}", PACK, gradient, out=filled((rows, width(columns))))
        add(f"embedding {label}", EMBEDDING, indices, table, factors, out=numbers)
        packed = pack_oracle(gradient)
        add(f"unpack {label}", UNPACK, packed, scale, out=numbers)
        for name, each in (("scaled", scale), ("plain", None)):
            out = filled((weights, width(columns)))
            add(f"backward {name} {label}", BACKWARD, gradient, indices, each, out=out)
    return found


def main() -> None:
    """Prints the hashes."""
    with Session(Api()) as session:
        print(json.dumps(hashes(session)))
