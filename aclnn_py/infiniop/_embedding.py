# SPDX-License-Identifier: Apache-2.0
"""The embedding operators as functions of NumPy arrays."""

from __future__ import annotations

import operator
from typing import SupportsFloat, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike

from ._run import (
    Array,
    Call,
    DeviceName,
    Operand,
    any_strides,
    check_device,
    every_is_1,
    input_operand,
    last_is_1,
    output_operand,
    real_number,
    run,
)


def _flags(accumulate: object) -> tuple[bool, bool]:
    """The flag for each table."""
    flags = accumulate if isinstance(accumulate, tuple | list) else (accumulate, accumulate)
    if len(flags) != 2 or not all(isinstance(flag, bool | np.bool_) for flag in flags):
        raise TypeError(f"accumulate: a bool or a pair of bools is required, not {accumulate!r}")
    return bool(flags[0]), bool(flags[1])


def _table(number: int, rows: SupportsIndex, dy: Operand, out: object, accumulate: bool) -> Operand:
    """The operand for a table: the caller's, or a new one of shape (rows, D)."""
    name = f"out{number}"
    count = operator.index(rows)
    if count < 0:
        raise ValueError(f"n{number}: {count} is negative")
    if out is None:
        if accumulate:
            raise ValueError(f"{name}: accumulate needs a table to add to")
        table = np.empty((count, *dy.array.shape[-1:]), dy.array.dtype)
        return Operand(name, table, dy.dtype, table, written=True)
    if isinstance(out, np.ndarray) and out.shape[:1] != (count,):
        raise ValueError(f"{name}: an array of shape {out.shape}, where n{number} is {count}")
    return output_operand(name, out, written=not accumulate)


@overload
def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex = ...,
    i2: None = None,
    n2: SupportsIndex = ...,
    alpha2: SupportsFloat | SupportsIndex = ...,
    out1: Array | None = ...,
    out2: None = None,
    accumulate: bool | tuple[bool, bool] = ...,
    *,
    device: DeviceName = ...,
) -> Array: ...


@overload
def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex = ...,
    *,
    i2: ArrayLike,
    n2: SupportsIndex,
    alpha2: SupportsFloat | SupportsIndex,
    out1: Array | None = ...,
    out2: Array | None = ...,
    accumulate: bool | tuple[bool, bool] = ...,
    device: DeviceName = ...,
) -> tuple[Array, Array]: ...


@overload
def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex,
    i2: ArrayLike,
    n2: SupportsIndex,
    alpha2: SupportsFloat | SupportsIndex,
    out1: Array | None = ...,
    out2: Array | None = ...,
    accumulate: bool | tuple[bool, bool] = ...,
    *,
    device: DeviceName = ...,
) -> tuple[Array, Array]: ...


def embedding_backward(
    dy: ArrayLike,
    i1: ArrayLike,
    n1: SupportsIndex,
    alpha1: SupportsFloat | SupportsIndex = 1.0,
    i2: ArrayLike | None = None,
    n2: SupportsIndex = 0,
    alpha2: SupportsFloat | SupportsIndex = 0.0,
    out1: Array | None = None,
    out2: Array | None = None,
    accumulate: bool | tuple[bool, bool] = False,
    *,
    device: DeviceName = "cpu",
) -> Array | tuple[Array, Array]:
    """The gradient of one or two embedding tables (infiniopEmbeddingBackward).

    For every k: table1[i1[k]] += alpha1 * dy[k], and table2[i2[k]] += alpha2 * dy[k] when i2 is
    given.

    dy          gradient of the looked-up rows, shape (N, D); float16, bfloat16 (ml_dtypes),
                float32, float64, any integer, complex64 or complex128
    i1, i2      which row each was, shape (N,); any integer type, the same for both
    n1, n2      rows of the tables
    alpha1, alpha2
                factors, rounded to float32; alpha2 is 0 exactly when there is no i2. A whole number
                for tables of integers
    out1, out2  tables to write, shapes (n1, D) and (n2, D), with the data type of dy
    accumulate  add to what is in out1 and out2, which must be given then; a bool, or one for each.
                Otherwise the tables become the gradient, and rows that no index names become 0
    device      "cpu": computed in the calling thread, in the arrays' own memory; "ascend": on the
                emulated NPU, in copies

    Returns the table, or the two when i2 is given: out1 and out2 where they are. Arrays may have
    any strides; those whose last stride is not 1, and indices that are not dense, are copied first.

    Raises TypeError for a data type that no tensor has; ValueError for what does not fit together
    before the library is asked; InfiniParameterError, a ValueError, for what the library refuses.
    An index outside of its table adds nothing, all other rows are added, and then it is reported:
    InfiniParameterError on the CPU, InfiniError on "ascend". May be called from several threads at
    once.
    """
    check_device(device)
    accumulates = _flags(accumulate)
    alphas = real_number("alpha1", alpha1), real_number("alpha2", alpha2)
    rows = input_operand("dy", dy, last_is_1)
    first = input_operand("i1", i1, every_is_1)
    table = _table(1, n1, rows, out1, accumulates[0])
    second = other = None
    if i2 is not None:
        second = input_operand("i2", i2, every_is_1)
        other = _table(2, n2, rows, out2, accumulates[1])
    else:
        adds = isinstance(accumulate, tuple | list) and accumulates[1]
        given = {"out2": out2 is not None, "n2": operator.index(n2) != 0, "accumulate": adds}
        for name, is_given in given.items():
            if is_given:
                raise ValueError(f"{name}: there is no second table without i2")
    operands = (table, other, rows, first, second)
    run(Call("EmbeddingBackward", operands, (*alphas, *accumulates)), device)
    assert table.target is not None
    if other is None:
        return table.target
    assert other.target is not None
    return table.target, other.target


def embedding(
    weight: ArrayLike,
    input: ArrayLike,
    out: Array | None = None,
    *,
    device: DeviceName = "cpu",
) -> Array:
    """Rows of a table by index (infiniopEmbedding).

    weight  the table, shape (V, D); float16, bfloat16 (ml_dtypes), float32, float64, any integer,
            complex64 or complex128
    input   which rows, of any shape with at most 7 dimensions; any integer type, values in [0, V)
    out     where to write, shape (*input.shape, D), with the data type of weight
    device  as for embedding_backward

    Returns out, or a new array. Arrays may have any strides; a weight or out whose last stride is
    not 1 is copied.

    Raises TypeError and ValueError as embedding_backward does, and for an index outside of the
    table after the other rows are written; its own row of out stays as it was.
    """
    check_device(device)
    table = input_operand("weight", weight, last_is_1)
    indices = input_operand("input", input, any_strides)
    if out is None:
        shape = (*indices.array.shape, *table.array.shape[-1:])
        fresh = np.empty(shape, table.array.dtype)
        target = Operand("out", fresh, table.dtype, fresh, written=True)
    else:
        target = output_operand("out", out, written=False)
    run(Call("Embedding", (target, indices, table)), device)
    assert target.target is not None
    return target.target
