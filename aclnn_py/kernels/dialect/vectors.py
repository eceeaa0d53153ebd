# SPDX-License-Identifier: Apache-2.0
"""Vectors of 64 bytes as values."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import models, register_model

from .conversions import (
    canonicalise_float32,
    canonicalise_float64,
    narrow_bfloat16,
    narrow_float16,
    widen_bfloat16,
    widen_float16,
)
from .functions import I32, I64, VECTOR_BYTES, i32, intrinsic


class Vector(types.Type):  # type: ignore[misc]
    """As many elements as fit into `VECTOR_BYTES`."""

    def __init__(self, element: types.Type) -> None:
        self.element = element
        self.lanes = VECTOR_BYTES * 8 // element.bitwidth
        super().__init__(name=f"Vector({element})")


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, vector: Vector) -> None:
        element = manager.lookup(vector.element).get_value_type()
        super().__init__(manager, vector, ir.VectorType(element, vector.lanes))


def _splat(builder: ir.IRBuilder, value: ir.Value, lanes: int) -> ir.Value:
    vector = ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined)
    first = builder.insert_element(vector, value, i32(0))
    every = ir.Constant(ir.VectorType(I32, lanes), [0] * lanes)
    return builder.shuffle_vector(first, vector, every)


@intrinsic
def vector_splat(typing_context, value):  # type: ignore[no-untyped-def]
    """The vector with this number in every lane."""
    if not isinstance(value, types.Number):
        return None
    vector = Vector(value)

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return _splat(builder, values[0], vector.lanes)

    return vector(value), generate


def _make_vector_operation(name: str, text: str, operation: str) -> Any:
    def arithmetic(typing_context, left, right):  # type: ignore[no-untyped-def]
        if not isinstance(left, Vector) or left != right:
            return None
        prefix = "f" if isinstance(left.element, types.Float) else ""

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            return getattr(builder, prefix + operation)(*values)

        return left(left, left), generate

    arithmetic.__name__ = arithmetic.__qualname__ = name
    arithmetic.__doc__ = text
    return intrinsic(arithmetic)


vector_add = _make_vector_operation("vector_add", "The sum, lane by lane.", "add")
vector_multiply = _make_vector_operation("vector_multiply", "The product, lane by lane.", "mul")
vector_divide = _make_vector_operation("vector_divide", "The quotient of floats.", "div")


def _same(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    return value


def _make_vector_load(memory: types.Type, element: types.Type, name: str, emit: Any) -> Any:
    vector = Vector(element)

    def load(typing_context, pointer, index):  # type: ignore[no-untyped-def]
        if pointer != types.CPointer(memory) or not isinstance(index, types.Integer):
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            place = builder.gep(values[0], [values[1]])
            shape = ir.VectorType(context.get_value_type(memory), vector.lanes)
            place = builder.bitcast(place, shape.as_pointer())
            return emit(builder, builder.load(place, align=memory.bitwidth // 8))

        return vector(pointer, types.int64), generate

    load.__name__ = load.__qualname__ = name
    load.__doc__ = f"`Vector({element})` of the elements of {memory} from `pointer[index]` on."
    return intrinsic(load)


def _make_vector_store(memory: types.Type, element: types.Type, name: str, emit: Any) -> Any:
    vector = Vector(element)

    def store(typing_context, pointer, index, value):  # type: ignore[no-untyped-def]
        if pointer != types.CPointer(memory) or value != vector:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            place = builder.gep(values[0], [values[1]])
            result = emit(builder, values[2])
            place = builder.bitcast(place, result.type.as_pointer())
            builder.store(result, place, align=memory.bitwidth // 8)
            return context.get_dummy_value()

        return types.void(pointer, types.int64, vector), generate

    store.__name__ = store.__qualname__ = name
    store.__doc__ = f"Stores the vector as elements of {memory} from `pointer[index]` on."
    return intrinsic(store)


def _signs(builder: Any, vector: Vector, value: Any) -> Any:
    """An integer with a bit a lane."""
    zero = ir.Constant(value.type, None)
    is_float = isinstance(vector.element, types.Float)
    compare = builder.fcmp_ordered if is_float else builder.icmp_signed
    return builder.bitcast(compare(">=", value, zero), ir.IntType(vector.lanes))


@intrinsic
def vector_signs(typing_context, vector):  # type: ignore[no-untyped-def]
    """A bit a lane, the first lane in the lowest bit of an int64.

    A bit is 1 where the lane is at least 0: for -0.0 too, and not for NaN.
    """
    if not isinstance(vector, Vector):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return builder.zext(_signs(builder, vector, values[0]), I64)

    return types.int64(vector), generate


@intrinsic
def vector_store_signs(typing_context, pointer, index, vector):  # type: ignore[no-untyped-def]
    """Stores the bits of `vector_signs` from byte `pointer[index]` on."""
    if pointer != types.CPointer(types.uint8) or not isinstance(vector, Vector):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        bits = _signs(builder, vector, values[2])
        place = builder.gep(values[0], [values[1]])
        builder.store(bits, builder.bitcast(place, bits.type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(pointer, types.int64, vector), generate


@intrinsic
def vector_choose(typing_context, pointer, index, ones, zeros):  # type: ignore[no-untyped-def]
    """The lanes of `ones` where a bit from byte `pointer[index]` on is 1, of `zeros` elsewhere.

    The inverse of `vector_store_signs`: the first lane belongs to the lowest bit.
    """
    if pointer != types.CPointer(types.uint8) or not isinstance(ones, Vector) or ones != zeros:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        word = ir.IntType(ones.lanes)
        place = builder.gep(values[0], [values[1]])
        bits = builder.load(builder.bitcast(place, word.as_pointer()), align=1)
        mask = builder.bitcast(bits, ir.VectorType(ir.IntType(1), ones.lanes))
        return builder.select(mask, values[2], values[3])

    return ones(pointer, types.int64, ones, zeros), generate


def vector_access(memory: str) -> tuple[Any, Any]:
    """`load(pointer, index)` and `store(pointer, index, vector)` of elements of this type.

    float16 and bfloat16 lie in memory as uint16, are float32 in a vector and are rounded to
    nearest even on their way back; a float's NaN is stored as the one of the conversions above.
    """
    widened = {"float16": widen_float16, "bfloat16": widen_bfloat16}
    narrowed = {
        "float16": narrow_float16,
        "bfloat16": narrow_bfloat16,
        "float32": canonicalise_float32,
        "float64": canonicalise_float64,
    }
    is_half = memory in widened
    cell = types.uint16 if is_half else getattr(types, memory)
    element = types.float32 if is_half else cell
    return (
        _make_vector_load(cell, element, f"vector_load_{memory}", widened.get(memory, _same)),
        _make_vector_store(cell, element, f"vector_store_{memory}", narrowed.get(memory, _same)),
    )


def widening_access(memory: str) -> tuple[Any, Any]:
    """The same for integers that are int64 in a vector; a store keeps their lowest bits."""
    cell = getattr(types, memory)

    def widen(builder, value):  # type: ignore[no-untyped-def]
        return builder.sext(value, ir.VectorType(I64, value.type.count))

    def narrow(builder, value):  # type: ignore[no-untyped-def]
        return builder.trunc(value, ir.VectorType(ir.IntType(cell.bitwidth), value.type.count))

    return (
        _make_vector_load(cell, types.int64, f"vector_widen_{memory}", widen),
        _make_vector_store(cell, types.int64, f"vector_narrow_{memory}", narrow),
    )


keep_float32 = _make_vector_store(types.float32, types.float32, "keep_float32", _same)
"""`vector_access("float32")` without its look at NaNs: for sums that are not complete."""
