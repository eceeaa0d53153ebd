# SPDX-License-Identifier: Apache-2.0
"""InfiniCore's linear, which it makes of its operators: here of Gemm."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ._row_calls import run_row
from ._run import Array, DeviceName


def linear(
    input: ArrayLike,
    weight: ArrayLike,
    bias: ArrayLike | None = None,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Rows times a matrix, plus a bias (infiniopGemm): input @ weight.T + bias, rounded once.

    input   [..., K] of F16, BF16, F32
    weight  [N, K], the same data type
    bias    [N], the same data type; None leaves it out
    out     where to write, [..., N]

    Returns out, or a new array. Raises TypeError, ValueError and InfiniParameterError, a
    ValueError, for what does not fit together.
    """
    rows, matrix = np.asarray(input), np.asarray(weight)
    if rows.ndim < 1 or matrix.ndim != 2:
        raise ValueError(f"[..., K] and [N, K] are required, not {rows.shape} and {matrix.shape}")
    shape = (*rows.shape[:-1], matrix.shape[0])
    flat = (
        rows.reshape(-1, rows.shape[-1]) if rows.size else np.empty((0, rows.shape[-1]), rows.dtype)
    )
    sums = np.empty((len(flat), matrix.shape[0]), rows.dtype)
    if bias is not None:
        added = np.asarray(bias)
        if added.shape != matrix.shape[:1] or added.dtype != rows.dtype:
            raise ValueError(f"bias: {matrix.shape[:1]} of {rows.dtype} is required")
        sums[...] = added
    numbers = {"alpha": 1.0, "beta": 0.0 if bias is None else 1.0}
    run_row("Gemm", {"a": flat, "b": matrix.T}, {"c": sums}, numbers, device)
    if out is None:
        return sums.reshape(shape)
    if out.shape != shape or out.dtype != sums.dtype:
        raise ValueError(f"out: {shape} of {sums.dtype} is required")
    out[...] = sums.reshape(shape)
    return out
