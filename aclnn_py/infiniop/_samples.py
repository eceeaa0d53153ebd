# SPDX-License-Identifier: Apache-2.0
"""InfiniCore's samples of many rows, each with numbers of its own."""

from __future__ import annotations

import ctypes
import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._row_calls import run_row
from ._run import Array, DeviceName, real_number


def _numbers(name: str, value: ArrayLike, rows: int, is_real: bool) -> Any:
    """A C array of a number for each row, or of one for all. Raises TypeError, ValueError."""
    array = np.asarray(value)
    if array.shape not in {(), (rows,)}:
        raise ValueError(f"{name}: a number, or {rows} of them, are required, not {array.shape}")
    each = np.broadcast_to(array, (rows,)).tolist()
    if is_real:
        return (ctypes.c_float * rows)(*(real_number(name, number).value for number in each))
    return (ctypes.c_int * rows)(*map(operator.index, each))


def random_sample_batch(
    probs: ArrayLike,
    random_val: ArrayLike,
    topp: ArrayLike,
    topk: ArrayLike,
    temperature: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """A place drawn from the softmax of each row of a matrix (infiniopRandomSampleBatch).

    probs        [B, N] of F16, BF16, F32, F64
    random_val   from 0 to 1; as each of the others a number, or [B] of them
    topp         at least 0
    topk         at least 0
    temperature  at least 0, finite
    out          where to write, [B] of I8, I16, I32, I64, U8, U16, U32, U64

    Each row is drawn from as by random_sample. Returns out, or a new array of int64.
    """
    matrix = np.asarray(probs)
    rows = matrix.shape[0] if matrix.ndim == 2 else 0
    numbers: dict[str, Any] = {
        "random_val": _numbers("random_val", random_val, rows, True),
        "topp": _numbers("topp", topp, rows, True),
        "topk": _numbers("topk", topk, rows, False),
        "temperature": _numbers("temperature", temperature, rows, True),
        "batch_size": rows,
    }
    return run_row("RandomSampleBatch", {"probs": matrix}, {"result": out}, numbers, device)[0]
