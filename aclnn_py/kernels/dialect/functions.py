# SPDX-License-Identifier: Apache-2.0
"""What a function of device code is: its options, and what LLVM emits for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic as _intrinsic
from numba.extending import register_jitable

COMPILE_OPTIONS: Mapping[str, Any] = {
    "error_model": "numpy",  # float division by zero gives Inf or NaN, it does not raise
    "fastmath": False,
    "boundscheck": False,
    "no_cfunc_wrapper": True,  # nothing outside of kernels calls a device function
}
"""Numba options of every kernel and device function, wherever it is compiled."""

SIGNATURE = types.void(types.int64, types.int64, types.int64, types.int64)

# Untyped: Numba's own annotation counts the typing context as an argument of the call.
intrinsic: Any = _intrinsic

device = register_jitable(**COMPILE_OPTIONS)
"""Decorator of a function that kernels may call."""


VECTOR_BYTES = 64
"""One register of the widest instruction set, several of the others."""


# --- For intrinsics ----------------------------------------------------------------------------

I16 = ir.IntType(16)
I32 = ir.IntType(32)
I64 = ir.IntType(64)
HALF = ir.HalfType()
FLOAT = ir.FloatType()


def i32(value: int) -> ir.Constant:
    return ir.Constant(I32, value)


def shaped(value: ir.Value, element: ir.Type) -> ir.Type:
    """`element`, or the vector of as many of them as `value` has."""
    is_vector = isinstance(value.type, ir.VectorType)
    return ir.VectorType(element, value.type.count) if is_vector else element


def constant(value: ir.Value, element: ir.Type, number: float) -> ir.Constant:
    """`number` as an `element`, in every lane if `value` is a vector."""
    shape = shaped(value, element)
    is_vector = isinstance(shape, ir.VectorType)
    return ir.Constant(shape, [number] * shape.count if is_vector else number)


# The conversions are written for scalars and vectors alike.
