# SPDX-License-Identifier: Apache-2.0
"""Integer arithmetic that cannot trap."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from .functions import device, intrinsic


def _make_unsigned(operation: str, name: str) -> Any:
    def unsigned(typing_context, dividend, divisor):  # type: ignore[no-untyped-def]
        if not isinstance(dividend, types.Integer) or not isinstance(divisor, types.Integer):
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            zero = ir.Constant(ir.IntType(64), 0)
            by_zero = builder.icmp_unsigned("==", values[1], zero)
            divisor = builder.select(by_zero, ir.Constant(ir.IntType(64), 1), values[1])
            return builder.select(by_zero, zero, getattr(builder, operation)(values[0], divisor))

        return types.int64(types.int64, types.int64), generate

    unsigned.__name__ = unsigned.__qualname__ = name
    unsigned.__doc__ = f"LLVM's {operation} of two int64 read as unsigned; 0 if the divisor is 0."
    return intrinsic(unsigned)


unsigned_divide = _make_unsigned("udiv", "unsigned_divide")
unsigned_remainder = _make_unsigned("urem", "unsigned_remainder")


@device
def split(total: int, part: int, parts: int) -> int:
    """Start of `part` when 0..total is cut into `parts`, the longer ones first; no overflow."""
    start: int = unsigned_divide(total, parts) * part
    longer: int = unsigned_remainder(total, parts)
    return start + min(part, longer)


@device
def clamp(value: int, low: int, high: int) -> int:
    """The nearest value in [low, high]."""
    return min(max(value, low), high)
