# SPDX-License-Identifier: Apache-2.0
"""A product and a sum with one rounding, the same bits at every level."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from .functions import FLOAT, I64, constant, intrinsic, shaped
from .level import choose_fused


def _fused(builder: ir.IRBuilder, a: ir.Value, b: ir.Value, c: ir.Value) -> ir.Value:
    return builder.fma(a, b, c)


def _rounded_to_odd(builder: ir.IRBuilder, a: ir.Value, b: ir.Value, c: ir.Value) -> ir.Value:
    """By float64, which holds the product exactly.

    A sum that is not exact becomes the one of its neighbours whose last bit is 1: rounded to
    float32 it is what the exact sum is.
    """
    double = shaped(a, ir.DoubleType())
    product = builder.fmul(builder.fpext(a, double), builder.fpext(b, double))
    addend = builder.fpext(c, double)
    total = builder.fadd(product, addend)
    back = builder.fsub(total, product)
    rest = builder.fadd(
        builder.fsub(product, builder.fsub(total, back)), builder.fsub(addend, back)
    )
    bits = builder.bitcast(total, shaped(a, I64))
    one, zero = constant(a, I64, 1), constant(a, ir.DoubleType(), 0.0)
    is_cut = builder.fcmp_ordered("!=", rest, zero)
    is_even = builder.icmp_signed("==", builder.and_(bits, one), constant(a, I64, 0))
    signs = builder.xor(bits, builder.bitcast(rest, shaped(a, I64)))
    step = builder.select(
        builder.icmp_signed("<", signs, constant(a, I64, 0)), constant(a, I64, -1), one
    )
    odd = builder.select(builder.and_(is_cut, is_even), builder.add(bits, step), bits)
    return builder.fptrunc(builder.bitcast(odd, double), shaped(a, FLOAT))


def _make(name: str, emit: Any) -> Any:
    def fused(typing_context, a, b, c):  # type: ignore[no-untyped-def]
        if (a, b, c) != (types.float32,) * 3:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            return emit(builder, *values)

        return types.float32(a, b, c), generate

    fused.__name__ = fused.__qualname__ = name
    fused.__doc__ = "The float32 nearest to a b + c."
    return intrinsic(fused)


def _chosen(builder: ir.IRBuilder, *values: ir.Value) -> Any:
    return choose_fused(builder, values, _fused, _rounded_to_odd)


fused_multiply_add = _make("fused_multiply_add", _chosen)
fused_multiply_add_software = _make("fused_multiply_add_software", _rounded_to_odd)
