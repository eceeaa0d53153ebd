# SPDX-License-Identifier: Apache-2.0
"""Sixteen 32-bit integers at once: the elements of one row of a face of a tile.

A value of these functions is a `Vector(int32)` of the dialect. Memory is named by its address,
which needs no alignment; smaller elements are extended with zeros when they are loaded, and cut
when they are stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from .dialect import Vector, intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

    Emit = Callable[[ir.IRBuilder, ir.Value, ir.Value], ir.Value]

LANES = 16

_VECTOR = Vector(types.int32)
_I8 = ir.IntType(8)
_I32 = ir.IntType(32)
_SHAPE = ir.VectorType(_I32, LANES)


def _every(number: int) -> ir.Constant:
    return ir.Constant(_SHAPE, [number] * LANES)


@intrinsic
def lanes(typing_context, value):  # type: ignore[no-untyped-def]
    """The low 32 bits of an integer in every lane."""
    if not isinstance(value, types.Integer):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        word = builder.trunc(values[0], _I32)
        first = builder.insert_element(ir.Constant(_SHAPE, ir.Undefined), word, _I32(0))
        return builder.shuffle_vector(first, first, _every(0))

    return _VECTOR(types.int64), generate


def _make_operation(name: str, text: str, emit: Emit) -> Any:
    def operation(typing_context, left, right):  # type: ignore[no-untyped-def]
        if left != _VECTOR or right != _VECTOR:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            return emit(builder, *values)

        return _VECTOR(_VECTOR, _VECTOR), generate

    operation.__name__ = operation.__qualname__ = name
    operation.__doc__ = text
    return intrinsic(operation)


def _smaller(builder: ir.IRBuilder, left: ir.Value, right: ir.Value) -> ir.Value:
    return builder.select(builder.icmp_signed("<", left, right), left, right)


def _larger(builder: ir.IRBuilder, left: ir.Value, right: ir.Value) -> ir.Value:
    return builder.select(builder.icmp_signed(">", left, right), left, right)


add = _make_operation("add", "The sum.", lambda b, x, y: b.add(x, y))
subtract = _make_operation("subtract", "The difference.", lambda b, x, y: b.sub(x, y))
bit_and = _make_operation("bit_and", "The bits of both.", lambda b, x, y: b.and_(x, y))
bit_or = _make_operation("bit_or", "The bits of either.", lambda b, x, y: b.or_(x, y))
shift_left = _make_operation(
    "shift_left", "Shifted by the right one, 0 to 31.", lambda b, x, y: b.shl(x, y)
)
shift_right = _make_operation(
    "shift_right", "Shifted by the right one, 0 to 31; zeros come in.", lambda b, x, y: b.lshr(x, y)
)
smaller = _make_operation("smaller", "The smaller one, signed.", _smaller)
larger = _make_operation("larger", "The larger one, signed.", _larger)


@intrinsic
def where_zero(typing_context, tested, value, otherwise):  # type: ignore[no-untyped-def]
    """`value` in the lanes in which `tested` is 0, `otherwise` in the others."""
    if not tested == value == otherwise == _VECTOR:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return builder.select(builder.icmp_signed("==", values[0], _every(0)), *values[1:])

    return _VECTOR(_VECTOR, _VECTOR, _VECTOR), generate


@intrinsic
def largest(typing_context, value):  # type: ignore[no-untyped-def]
    """The largest lane, signed, as int64."""
    if value != _VECTOR:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_I32, [_SHAPE]), f"llvm.vector.reduce.smax.v{LANES}i32"
        )
        return builder.sext(builder.call(function, values), ir.IntType(64))

    return types.int64(_VECTOR), generate


@intrinsic
def float32_bits(typing_context, value):  # type: ignore[no-untyped-def]
    """The bits of the float32 of each integer; exact below 2^24."""
    if value != _VECTOR:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        numbers = builder.sitofp(values[0], ir.VectorType(ir.FloatType(), LANES))
        return builder.bitcast(numbers, _SHAPE)

    return _VECTOR(_VECTOR), generate


# --- Memory ------------------------------------------------------------------------------------


def _at(builder: ir.IRBuilder, address: ir.Value, element: ir.Type, count: int) -> ir.Value:
    return builder.inttoptr(address, ir.VectorType(element, count).as_pointer())


def _make_load(bits: int, text: str) -> Any:
    def load(typing_context, address):  # type: ignore[no-untyped-def]
        if not isinstance(address, types.Integer):
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            place = _at(builder, values[0], ir.IntType(bits), LANES)
            value = builder.load(place, align=1)
            return value if bits == 32 else builder.zext(value, _SHAPE)

        return _VECTOR(types.int64), generate

    load.__name__ = load.__qualname__ = f"load_{bits}"
    load.__doc__ = text
    return intrinsic(load)


def _make_store(bits: int, text: str) -> Any:
    def store(typing_context, address, value):  # type: ignore[no-untyped-def]
        if not isinstance(address, types.Integer) or value != _VECTOR:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            address, value = values
            element = ir.IntType(bits)
            if bits != 32:
                value = builder.trunc(value, ir.VectorType(element, LANES))
            builder.store(value, _at(builder, address, element, LANES), align=1)
            return context.get_dummy_value()

        return types.void(types.int64, _VECTOR), generate

    store.__name__ = store.__qualname__ = f"store_{bits}"
    store.__doc__ = text
    return intrinsic(store)


load_8 = _make_load(8, "16 bytes.")
load_16 = _make_load(16, "16 elements of two bytes.")
load_32 = _make_load(32, "16 elements of four bytes.")
store_8 = _make_store(8, "The low byte of every lane.")
store_16 = _make_store(16, "The low two bytes of every lane.")
store_32 = _make_store(32, "Every lane.")


@intrinsic
def load_4(typing_context, address):  # type: ignore[no-untyped-def]
    """16 elements of half a byte in 8 bytes, the even ones in the low halves."""
    if not isinstance(address, types.Integer):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        wide = ir.VectorType(ir.IntType(16), LANES // 2)
        packed = builder.load(_at(builder, values[0], _I8, LANES // 2), align=1)
        pairs = builder.zext(packed, wide)
        high = builder.shl(pairs, ir.Constant(wide, [4] * (LANES // 2)))
        halves = builder.and_(builder.or_(pairs, high), ir.Constant(wide, [0x0F0F] * (LANES // 2)))
        return builder.zext(builder.bitcast(halves, ir.VectorType(_I8, LANES)), _SHAPE)

    return _VECTOR(types.int64), generate


@intrinsic
def store_4(typing_context, address, value):  # type: ignore[no-untyped-def]
    """Lanes of 0 to 15 as 8 bytes, the even ones in the low halves."""
    if not isinstance(address, types.Integer) or value != _VECTOR:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        address, value = values
        wide = ir.VectorType(ir.IntType(16), LANES // 2)
        codes = builder.trunc(value, ir.VectorType(_I8, LANES))
        pairs = builder.bitcast(codes, wide)
        high = builder.lshr(pairs, ir.Constant(wide, [4] * (LANES // 2)))
        packed = builder.trunc(builder.or_(pairs, high), ir.VectorType(_I8, LANES // 2))
        builder.store(packed, _at(builder, address, _I8, LANES // 2), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, _VECTOR), generate
