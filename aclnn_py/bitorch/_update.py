# SPDX-License-Identifier: Apache-2.0
"""How the signs of a table follow a gradient that is signs itself."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import numpy as np

from .._float_mode import default_float_mode
from ..arrays import as_array, is_torch
from ._packing import Array

ArrayT = TypeVar("ArrayT")
Rule = Literal["xor", "assign", "descend"]
RULES: tuple[Rule, ...] = ("xor", "assign", "descend")


def check_rule(rule: str) -> None:
    """Raise ValueError for a rule that does not exist."""
    if rule not in RULES:
        raise ValueError(f"rule is {rule!r}; {', '.join(RULES)} exist")


def active_rows(active_indices: object, rows: int) -> Array | slice:
    """The rows to update, each once; all of them for None. Raises TypeError, IndexError."""
    if active_indices is None:
        return slice(None)
    indices = as_array(active_indices)
    if indices.size == 0:
        return np.zeros(0, np.int64)
    if indices.dtype.kind not in "iu":
        raise TypeError(f"active_indices: elements are {indices.dtype}; integers are required")
    found = np.unique(indices)
    if found[0] < 0 or found[-1] >= rows:
        bad = found[0] if found[0] < 0 else found[-1]
        raise IndexError(f"active_indices: {bad} is out of range; the table has {rows} row(s)")
    return found.astype(np.int64)


def _check_update(
    qweight: object, grad_weight: object, active_indices: object, rule: str
) -> tuple[Array, Array, Array | slice]:
    """Table, gradient and active rows; raises as `sparse_update_embedding_qweight`."""
    check_rule(rule)
    if not isinstance(qweight, np.ndarray) and not is_torch(qweight):
        raise TypeError(f"qweight is a {type(qweight).__name__}; NumPy and torch are supported")
    table, gradient = as_array(qweight), as_array(grad_weight)
    if table.dtype not in (np.dtype(np.uint8), np.dtype(np.bool_)):
        raise TypeError(f"qweight: elements are {table.dtype}; uint8 and bool are supported")
    if gradient.dtype != table.dtype:
        raise TypeError(f"grad_weight: elements are {gradient.dtype}, of qweight {table.dtype}")
    if table.ndim != 2 or gradient.shape != table.shape:
        raise ValueError(
            f"qweight has shape {table.shape} and grad_weight {gradient.shape}; the same two "
            "dimensions are required"
        )
    if not table.flags.writeable:
        raise ValueError("qweight is read-only; it is updated in place")
    return table, gradient, active_rows(active_indices, table.shape[0])


def _write(qweight: Any, table: Array, gradient: Array, rows: Array | slice, rule: str) -> None:
    """Rows of qweight by the rule; `table` is what `_check_update` made of it."""
    if rule == "xor":
        updated = table[rows] ^ gradient[rows]
    elif rule == "assign":
        updated = gradient[rows]
    else:
        updated = ~gradient[rows]
    if not is_torch(qweight):
        qweight[rows] = updated
        return
    import torch

    with torch.no_grad():
        place = rows if isinstance(rows, slice) else torch.from_numpy(rows).to(qweight.device)
        qweight[place] = torch.from_numpy(np.ascontiguousarray(updated)).to(qweight.device)


def sparse_update_embedding_qweight(
    qweight: ArrayT,
    grad_weight: object,
    active_indices: object = None,
    rule: Rule = "xor",
) -> ArrayT:
    """Update packed (uint8) or plain (bool) signs by the signs of their gradient, in place.

    qweight         (rows, bytes) uint8 or (rows, D) bool, NumPy or torch; written and returned
    grad_weight     the same shape and data type, as the backward of the embeddings gives it
    active_indices  the rows that took part, of any shape; each counts once, however often it
                    occurs. None: every row. Of a packed gradient all bits of a row that took no
                    part are 1 (its sum is 0), so leaving the argument out updates those, too
    rule            "xor"      a weight's sign flips where the gradient's bit is 1
                    "assign"   the sign becomes that of the gradient; the optimiser that
                               bitorch-engine ships does this (with a running mean of signs)
                    "descend"  the sign becomes the opposite of the gradient's

    "xor" is the default because it is the rule that the documentation of the embedding states for
    this function. It is no descent: a weight of -1 whose gradient is negative should become +1 and
    stays, one whose gradient is positive should stay and flips. "assign" goes uphill. To make a
    loss fall, take "descend", which is the default of `BinaryEmbeddingOptimizer`.

    Raises ValueError for other shapes and rules and for a read-only array, TypeError for other data
    types, IndexError for an active index that is no row. Nothing is written then.
    """
    table, gradient, rows = _check_update(qweight, grad_weight, active_indices, rule)
    _write(qweight, table, gradient, rows, rule)
    return qweight


def check_momentum(momentum: float) -> None:
    """Raise ValueError for a momentum that is none."""
    if not 0 <= momentum < 1:
        raise ValueError(f"momentum is {momentum}; it must be in [0, 1)")


def _checked_mean(mean: object, shape: tuple[int, int]) -> Array:
    """The running mean, zeros for None. Raises TypeError, ValueError."""
    if mean is None:
        return np.zeros(shape, np.float32)
    if not isinstance(mean, np.ndarray):
        raise TypeError(f"mean is a {type(mean).__name__}; a NumPy array or None is required")
    if mean.dtype != np.float32:
        raise TypeError(f"mean: elements are {mean.dtype}; float32 is required")
    if mean.shape != shape:
        raise ValueError(f"mean has shape {mean.shape}; {shape} is required")
    if not mean.flags.writeable:
        raise ValueError("mean is read-only; it is updated in place")
    return mean


def _running_signs(gradient: Array, rows: Array | slice, mean: Array, momentum: float) -> Array:
    """The signs of the running mean, whose active rows take this step in; in gradient's form."""
    packed = gradient.dtype == np.uint8
    signs = gradient
    if packed:
        signs = np.unpackbits(gradient, axis=-1, bitorder="little").view(np.bool_)
    with default_float_mode():
        mean[rows] *= np.float32(momentum)
        mean[rows] += np.where(signs[rows], np.float32(1 - momentum), np.float32(momentum - 1))
        kept = mean >= 0
    return np.packbits(kept, axis=-1, bitorder="little") if packed else kept


def binary_embedding_step(
    qweight: Array,
    grad_weight: object,
    active_indices: object = None,
    mean: Array | None = None,
    *,
    rule: Rule = "descend",
    momentum: float = 0.0,
) -> Array | None:
    """One step of `BinaryEmbeddingOptimizer` on NumPy arrays, in place.

    qweight, grad_weight, active_indices
                as in `sparse_update_embedding_qweight`
    mean        what the step before returned, updated in place; None before the first. Not looked
                at when momentum is 0
    rule        "descend" makes a loss fall; see `sparse_update_embedding_qweight`
    momentum    in [0, 1): the sign that counts is that of a running mean of the gradient's signs,
                `momentum` times what it was and the rest from this step; 0 takes this step's alone

    Returns the running mean, float32 of shape (rows, 8 * bytes) or (rows, D): an element for each
    bit. None when momentum is 0. Raises as `sparse_update_embedding_qweight`, TypeError for another
    data type of mean, ValueError for another shape of it and a momentum outside of [0, 1). Nothing
    is written then.
    """
    check_momentum(momentum)
    table, gradient, rows = _check_update(qweight, grad_weight, active_indices, rule)
    kept = None
    if momentum > 0:
        bits = 8 if table.dtype == np.uint8 else 1
        kept = _checked_mean(mean, (table.shape[0], table.shape[1] * bits))
        gradient = _running_signs(gradient, rows, kept, momentum)
    _write(qweight, table, gradient, rows, rule)
    return kept
