# SPDX-License-Identifier: Apache-2.0
"""Conversions between floats, their bits, and integers; the same bits for every target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types

from .functions import FLOAT, HALF, I16, I32, I64, constant, device, intrinsic, shaped
from .level import choose_float16

FLOAT16_NAN = 0x7E00
BFLOAT16_NAN = 0x7FC0
FLOAT32_NAN = 0x7FC00000
FLOAT64_NAN = 0x7FF8000000000000


# The conversions are written for scalars and vectors alike.


def _is_nan(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    return builder.fcmp_unordered("uno", value, value)


def _widen_float16_hardware(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    half = builder.bitcast(value, shaped(value, HALF))
    return builder.fpext(half, shaped(value, FLOAT))


def _widen_float16_integer(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    def number(bits: int) -> ir.Constant:
        return constant(value, I32, bits)

    bits = builder.zext(value, shaped(value, I32))
    magnitude = builder.and_(bits, number(0x7FFF))
    sign = builder.shl(builder.and_(bits, number(0x8000)), number(16))
    shifted = builder.shl(magnitude, number(13))
    normal = builder.add(shifted, number((127 - 15) << 23))
    # Inf stays Inf; a NaN keeps its payload and becomes quiet, as the hardware does it.
    infinite = builder.or_(shifted, number(0x7F800000))
    quiet = builder.or_(infinite, number(0x00400000))
    # A subnormal half is its integer times 2^-24: exact, and a normal float32.
    scale = constant(value, FLOAT, 2.0**-24)
    scaled = builder.fmul(builder.sitofp(magnitude, shaped(value, FLOAT)), scale)
    subnormal = builder.bitcast(scaled, shaped(value, I32))
    is_subnormal = builder.icmp_signed("<", magnitude, number(0x0400))
    result = builder.select(is_subnormal, subnormal, normal)
    result = builder.select(builder.icmp_signed(">=", magnitude, number(0x7C00)), infinite, result)
    result = builder.select(builder.icmp_signed(">", magnitude, number(0x7C00)), quiet, result)
    return builder.bitcast(builder.or_(result, sign), shaped(value, FLOAT))


def _narrow_float16_hardware(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    half = builder.fptrunc(value, shaped(value, HALF))
    rounded = builder.bitcast(half, shaped(value, I16))
    nan = constant(value, I16, FLOAT16_NAN)
    return builder.select(_is_nan(builder, value), nan, rounded)


def _narrow_float16_integer(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    def number(bits: int) -> ir.Constant:
        return constant(value, I32, bits)

    bits = builder.bitcast(value, shaped(value, I32))
    magnitude = builder.and_(bits, number(0x7FFFFFFF))
    sign = builder.and_(builder.lshr(bits, number(16)), number(0x8000))
    odd = builder.and_(builder.lshr(magnitude, number(13)), number(1))
    rebiased = builder.sub(magnitude, number((127 - 15) << 23))
    normal = builder.lshr(builder.add(builder.add(rebiased, number(0x0FFF)), odd), number(13))
    # Adding 0.5 puts the unit of the float32 addition at 2^-24, the unit of a subnormal half;
    # the addition rounds to nearest even, and the low bits of the sum are the result.
    positive = builder.bitcast(magnitude, shaped(value, FLOAT))
    half = builder.fadd(positive, constant(value, FLOAT, 0.5))
    subnormal = builder.sub(builder.bitcast(half, shaped(value, I32)), number(0x3F000000))
    small = builder.icmp_signed("<", magnitude, number((127 - 14) << 23))
    result = builder.select(small, subnormal, normal)
    overflow = builder.icmp_signed(">=", magnitude, number((127 + 16) << 23))
    result = builder.or_(builder.select(overflow, number(0x7C00), result), sign)
    nan = builder.icmp_signed(">", magnitude, number(0x7F800000))
    result = builder.select(nan, number(FLOAT16_NAN), result)
    return builder.trunc(result, shaped(value, I16))


def widen_float16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    return choose_float16(builder, value, _widen_float16_hardware, _widen_float16_integer)


def narrow_float16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    return choose_float16(builder, value, _narrow_float16_hardware, _narrow_float16_integer)


def widen_bfloat16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    bits = builder.zext(value, shaped(value, I32))
    shifted = builder.shl(bits, constant(value, I32, 16))
    return builder.bitcast(shifted, shaped(value, FLOAT))


def narrow_bfloat16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    def number(bits: int) -> ir.Constant:
        return constant(value, I32, bits)

    bits = builder.bitcast(value, shaped(value, I32))
    odd = builder.and_(builder.lshr(bits, number(16)), number(1))
    rounded = builder.lshr(builder.add(builder.add(bits, number(0x7FFF)), odd), number(16))
    result = builder.select(_is_nan(builder, value), number(BFLOAT16_NAN), rounded)
    return builder.trunc(result, shaped(value, I16))


def cut_bfloat16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """Of a float32 that is a bfloat16 or NaN."""
    bits = builder.bitcast(value, shaped(value, I32))
    cut = builder.trunc(builder.lshr(bits, constant(value, I32, 16)), shaped(value, I16))
    return builder.select(_is_nan(builder, value), constant(value, I16, BFLOAT16_NAN), cut)


def _make_plus_zero(infinity: int, nan: int) -> Callable[[ir.IRBuilder, ir.Value], ir.Value]:
    def emit(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
        magnitude = builder.and_(value, constant(value, I16, 0x7FFF))
        zero = constant(value, I16, 0)
        result = builder.select(builder.icmp_unsigned("==", magnitude, zero), zero, value)
        is_nan = builder.icmp_unsigned(">", magnitude, constant(value, I16, infinity))
        return builder.select(is_nan, constant(value, I16, nan), result)

    return emit


def canonicalise_float32(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    bits = builder.bitcast(value, shaped(value, I32))
    nan = constant(value, I32, FLOAT32_NAN)
    result = builder.select(_is_nan(builder, value), nan, bits)
    return builder.bitcast(result, shaped(value, FLOAT))


def canonicalise_float64(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    bits = builder.bitcast(value, shaped(value, I64))
    nan = constant(value, I64, FLOAT64_NAN)
    result = builder.select(_is_nan(builder, value), nan, bits)
    return builder.bitcast(result, shaped(value, ir.DoubleType()))


def _truncate(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    # Outside of the range the LLVM instruction has no defined value, so it is not selected.
    low = builder.fcmp_ordered(">=", value, ir.Constant(value.type, -(2.0**63)))
    high = builder.fcmp_ordered("<", value, ir.Constant(value.type, 2.0**63))
    inside = builder.and_(low, high)
    safe = builder.select(inside, value, ir.Constant(value.type, 0.0))
    return builder.select(inside, builder.fptosi(safe, I64), ir.Constant(I64, -(2**63)))


def _make_conversion(
    name: str,
    text: str,
    source: types.Type,
    target: types.Type,
    emit: Callable[[ir.IRBuilder, ir.Value], ir.Value],
) -> Any:
    def conversion(typing_context, value):  # type: ignore[no-untyped-def]
        if value != source:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            return emit(builder, values[0])

        return target(source), generate

    conversion.__name__ = conversion.__qualname__ = name
    conversion.__doc__ = text
    return intrinsic(conversion)


_WIDEN = "The float16 with these bits (uint16) as float32; a NaN becomes quiet."
_NARROW = "float32 rounded to nearest even to the bits of a float16; every NaN becomes 0x7E00."

float16_to_float32 = _make_conversion(
    "float16_to_float32", _WIDEN, types.uint16, types.float32, widen_float16
)
float16_to_float32_hardware = _make_conversion(
    "float16_to_float32_hardware", _WIDEN, types.uint16, types.float32, _widen_float16_hardware
)
float16_to_float32_integer = _make_conversion(
    "float16_to_float32_integer", _WIDEN, types.uint16, types.float32, _widen_float16_integer
)
float32_to_float16 = _make_conversion(
    "float32_to_float16", _NARROW, types.float32, types.uint16, narrow_float16
)
float32_to_float16_hardware = _make_conversion(
    "float32_to_float16_hardware", _NARROW, types.float32, types.uint16, _narrow_float16_hardware
)
float32_to_float16_integer = _make_conversion(
    "float32_to_float16_integer", _NARROW, types.float32, types.uint16, _narrow_float16_integer
)
bfloat16_to_float32 = _make_conversion(
    "bfloat16_to_float32",
    "The bfloat16 with these bits (uint16) as float32, exactly.",
    types.uint16,
    types.float32,
    widen_bfloat16,
)
float32_to_bfloat16 = _make_conversion(
    "float32_to_bfloat16",
    "float32 rounded to nearest even to the bits of a bfloat16; every NaN becomes 0x7FC0.",
    types.float32,
    types.uint16,
    narrow_bfloat16,
)
_PLUS_ZERO = "The sum of +0 and the {} with these bits: -0 becomes +0, every NaN the same NaN."

float16_plus_zero = _make_conversion(
    "float16_plus_zero",
    _PLUS_ZERO.format("float16"),
    types.uint16,
    types.uint16,
    _make_plus_zero(0x7C00, FLOAT16_NAN),
)
bfloat16_plus_zero = _make_conversion(
    "bfloat16_plus_zero",
    _PLUS_ZERO.format("bfloat16"),
    types.uint16,
    types.uint16,
    _make_plus_zero(0x7F80, BFLOAT16_NAN),
)
canonical_float32 = _make_conversion(
    "canonical_float32",
    "The same float32; every NaN becomes 0x7FC00000.",
    types.float32,
    types.float32,
    canonicalise_float32,
)
canonical_float64 = _make_conversion(
    "canonical_float64",
    "The same float64; every NaN becomes 0x7FF8000000000000.",
    types.float64,
    types.float64,
    canonicalise_float64,
)
float32_to_int64 = _make_conversion(
    "float32_to_int64",
    "float32 truncated toward zero; NaN and what int64 cannot hold give -2**63.",
    types.float32,
    types.int64,
    _truncate,
)
float64_to_int64 = _make_conversion(
    "float64_to_int64",
    "float64 truncated toward zero; NaN and what int64 cannot hold give -2**63.",
    types.float64,
    types.int64,
    _truncate,
)


@device
def same(value: Any) -> Any:
    """The value itself, where a factory wants a conversion."""
    return value
