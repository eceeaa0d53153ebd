# SPDX-License-Identifier: Apache-2.0
"""Quotients of integers that cannot trap."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from .functions import intrinsic


def _make_integer(name: str, text: str, is_quotient: bool) -> Any:
    def function(typing_context, dividend, divisor):  # type: ignore[no-untyped-def]
        if not isinstance(dividend, types.Integer) or dividend != divisor:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            number, by = values
            signed = signature.return_type.signed
            zero, one, ones = (ir.Constant(number.type, value) for value in (0, 1, -1))
            by_zero = builder.icmp_unsigned("==", by, zero)
            # The least number by -1 is none of the type; the negative wraps around.
            by_minus = builder.and_(
                builder.icmp_unsigned("==", by, ones), ir.Constant(ir.IntType(1), signed)
            )
            safe = builder.select(builder.or_(by_zero, by_minus), one, by)
            if is_quotient:
                result = (builder.sdiv if signed else builder.udiv)(number, safe)
                result = builder.select(by_minus, builder.neg(number), result)
            else:
                result = (builder.srem if signed else builder.urem)(number, safe)
            return builder.select(by_zero, ones, result)

        return dividend(dividend, divisor), generate

    function.__name__ = function.__qualname__ = name
    function.__doc__ = text
    return intrinsic(function)


quotient = _make_integer(
    "quotient", "Of two integers of a type, without its fraction; by 0 all bits are set.", True
)
rest = _make_integer(
    "rest", "What quotient leaves, with the dividend's sign; by 0 all bits are set.", False
)
