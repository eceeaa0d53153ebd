# SPDX-License-Identifier: Apache-2.0
"""Conversions between types.

Float to integer is cut toward zero; what the integer cannot hold saturates, and NaN is 0. Integer
to integer wraps. Anything but 0 is true, NaN too. To a float rounds once, to nearest even; what is
too large is infinite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from ..dialect.conversions import (
    bfloat16_to_float32,
    float16_to_float32,
    float32_to_bfloat16,
    float32_to_float16,
)
from ..dialect.functions import intrinsic
from ..dialect.instructions import (
    DATA_TYPES,
    FLOATS,
    INTEGERS,
    bits_of,
    float_of,
    instruction,
    register_cast,
)

if TYPE_CHECKING:
    from ..dialect.instructions import Body


def _saturate(context: Any, builder: ir.IRBuilder, value: ir.Value, target: types.Integer) -> Any:
    result = context.get_value_type(target)
    width = {ir.FloatType(): 32, ir.DoubleType(): 64}[value.type]
    name = f"llvm.fpto{'s' if target.signed else 'u'}i.sat.i{target.bitwidth}.f{width}"
    function = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(result, [value.type]), name
    )
    return builder.call(function, [value])


def _saturate_small(
    context: Any, builder: ir.IRBuilder, value: ir.Value, target: types.Integer
) -> Any:
    """The same by way of int32, where the limits are numbers of the float's type: LLVM takes
    element by element else."""

    def number(limit: float) -> ir.Constant:
        return ir.Constant(value.type, float(limit))

    low, high = number(target.minval), number(target.maxval)
    value = builder.select(builder.fcmp_ordered("ord", value, value), value, number(0))
    value = builder.select(builder.fcmp_ordered(">", value, low), value, low)
    value = builder.select(builder.fcmp_ordered("<", value, high), value, high)
    whole = builder.fptosi(value, ir.IntType(32))
    return whole if target.bitwidth == 32 else builder.trunc(whole, context.get_value_type(target))


def _saturate_wide(
    context: Any, builder: ir.IRBuilder, value: ir.Value, target: types.Integer
) -> Any:
    """The same where the upper limit is no number of the float's type: 2^31 or 2^63 stand for all
    that is above."""

    def number(limit: float) -> ir.Constant:
        return ir.Constant(value.type, limit)

    result = context.get_value_type(target)
    past = number(-float(target.minval))
    low = number(float(target.minval))
    is_above = builder.fcmp_ordered(">=", value, past)
    value = builder.select(builder.fcmp_ordered("ord", value, value), value, number(0.0))
    value = builder.select(builder.fcmp_ordered(">", value, low), value, low)
    whole = builder.fptosi(builder.select(is_above, number(0.0), value), result)
    return builder.select(is_above, ir.Constant(result, target.maxval), whole)


def _saturation(source: types.Float, target: types.Integer) -> Any:
    if target.bitwidth < 32 or (target == types.int32 and source == types.float64):
        return _saturate_small
    return _saturate_wide if target.signed else _saturate


def _make_conversion(source: types.Type, target: types.Type) -> Any:
    """The value of one number type in another."""

    def convert(typing_context, value):  # type: ignore[no-untyped-def]
        if value != source:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            if isinstance(source, types.Float) and isinstance(target, types.Integer):
                saturate = _saturation(source, target)
                return saturate(context, builder, values[0], target)
            return context.cast(builder, values[0], source, target)

        return target(source), generate

    return intrinsic(convert)


def _make_body(source: types.Type, target: types.Type) -> Body:
    if target == types.boolean:

        def is_not_zero(a):  # type: ignore[no-untyped-def]
            return a != 0

        return is_not_zero
    convert = _make_conversion(source, target)

    def body(a):  # type: ignore[no-untyped-def]
        return convert(a)

    return body


def _same(a):  # type: ignore[no-untyped-def]
    return a


def _real(a):  # type: ignore[no-untyped-def]
    return a.real


def _register() -> None:
    real = f"{FLOATS} {INTEGERS} bool".split()
    for source in real:
        for target in real:
            if source != target:
                numbers = DATA_TYPES[source].number, DATA_TYPES[target].number
                register_cast(source, target, _make_body(*numbers))
    for half in ("float16", "bfloat16"):
        register_cast(half, "float32", _same)
        register_cast("float32", half, _same)
    for part, whole in (("float32", "complex64"), ("float64", "complex128")):
        register_cast(whole, part, _real)
        numbers = DATA_TYPES[part].number, DATA_TYPES[whole].number
        register_cast(part, whole, _make_body(*numbers))
    complexes = DATA_TYPES["complex64"].number, DATA_TYPES["complex128"].number
    register_cast("complex64", "complex128", _make_body(*complexes))
    register_cast("complex128", "complex64", _make_body(*reversed(complexes)))


_register()


# --- What the vector unit itself needs for halves ----------------------------------------------


@instruction("float32")
def round_float16(a):  # type: ignore[no-untyped-def]
    return float16_to_float32(float32_to_float16(a))


@instruction("float32")
def round_bfloat16(a):  # type: ignore[no-untyped-def]
    return bfloat16_to_float32(float32_to_bfloat16(a))


@intrinsic
def _truncated(typing_context, bits):  # type: ignore[no-untyped-def]
    """The low 32 bits of an int64."""

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return builder.trunc(values[0], ir.IntType(32))

    return types.int32(types.int64), generate


_float32_of = _make_conversion(types.float64, types.float32)
_float64_of = _make_conversion(types.float32, types.float64)


@instruction("float64", "float64 -> float32")
def round_to_odd(a):  # type: ignore[no-untyped-def]
    """A float32 that rounds to a half as the float64 does: inexact, its last bit is 1.

    Of the two float32 around a number that is none itself, one has an odd last bit.
    """
    near = _float32_of(a)
    bits = bits_of(near)
    back = _float64_of(near)
    magnitude = bits_of(a) & 0x7FFFFFFFFFFFFFFF
    away = (bits_of(back) & 0x7FFFFFFFFFFFFFFF) > magnitude
    # One unit toward zero where it was rounded away from it, then the last bit.
    odd = (bits - 1 if away else bits) | 1
    return near if back == a or a != a else float_of(_truncated(odd))  # noqa: PLR0124
