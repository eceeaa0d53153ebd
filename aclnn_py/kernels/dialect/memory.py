# SPDX-License-Identifier: Apache-2.0
"""Pointers, and memory on the stack and past the caches."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from .functions import I32, I64, VECTOR_BYTES, device, i32, intrinsic
from .level import stream_fence


def _make_pointer(dtype: types.Type, name: str) -> Any:
    pointer_type = types.CPointer(dtype)

    def pointer(typing_context, address):  # type: ignore[no-untyped-def]
        if not isinstance(address, types.Integer):
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            return builder.inttoptr(values[0], context.get_value_type(signature.return_type))

        return pointer_type(types.int64), generate

    pointer.__name__ = pointer.__qualname__ = name
    pointer.__doc__ = f"The address (int64) as a pointer to {dtype}, to be indexed by int64."
    return intrinsic(pointer)


pointer_float32 = _make_pointer(types.float32, "pointer_float32")
pointer_float64 = _make_pointer(types.float64, "pointer_float64")
pointer_int8 = _make_pointer(types.int8, "pointer_int8")
pointer_int16 = _make_pointer(types.int16, "pointer_int16")
pointer_int32 = _make_pointer(types.int32, "pointer_int32")
pointer_int64 = _make_pointer(types.int64, "pointer_int64")
pointer_uint8 = _make_pointer(types.uint8, "pointer_uint8")
pointer_uint16 = _make_pointer(types.uint16, "pointer_uint16")
pointer_uint32 = _make_pointer(types.uint32, "pointer_uint32")


@intrinsic
def load_once(typing_context, pointer, index):  # type: ignore[no-untyped-def]
    """`pointer[index]`, read exactly once even if other threads write it meanwhile.

    A value that is tested and then used as an address has to be read this way: after a plain
    load the compiler may read the memory a second time.
    """
    if not isinstance(pointer, types.CPointer) or not isinstance(index, types.Integer):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        element = builder.gep(values[0], [values[1]])
        return builder.load_atomic(element, "monotonic", pointer.dtype.bitwidth // 8)

    return pointer.dtype(pointer, types.int64), generate


@intrinsic
def prefetch(typing_context, pointer, index):  # type: ignore[no-untyped-def]
    """Hint that `pointer[index]` will be read; any index is allowed."""
    if not isinstance(pointer, types.CPointer) or not isinstance(index, types.Integer):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        element = builder.gep(values[0], [values[1]])
        address = builder.bitcast(element, ir.IntType(8).as_pointer())
        arguments = [address.type, I32, I32, I32]
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), arguments), "llvm.prefetch.p0"
        )
        builder.call(function, [address, i32(0), i32(3), i32(1)])
        return context.get_dummy_value()

    return types.void(pointer, types.int64), generate


_STREAM_BYTES = 32


@intrinsic
def _stream_blocks(typing_context, to, source, count):  # type: ignore[no-untyped-def]
    """Copies `count` blocks of 32 bytes past the caches, to an address aligned to 32."""
    if any(not isinstance(each, types.Integer) for each in (to, source, count)):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        target, origin, blocks = values
        vector = ir.VectorType(I64, _STREAM_BYTES // 8)
        nontemporal = builder.module.add_metadata([i32(1)])
        with cgutils.for_range(builder, blocks) as loop:
            offset = builder.mul(loop.index, ir.Constant(I64, _STREAM_BYTES))
            place = builder.inttoptr(builder.add(origin, offset), vector.as_pointer())
            value = builder.load(place, align=2)
            place = builder.inttoptr(builder.add(target, offset), vector.as_pointer())
            store = builder.store(value, place, align=_STREAM_BYTES)
            store.set_metadata("nontemporal", nontemporal)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def stream_end(typing_context):  # type: ignore[no-untyped-def]
    """Orders what was streamed before everything that follows."""

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        stream_fence(builder)
        return context.get_dummy_value()

    return types.void(), generate


@device
def stream_copy(to: int, source: int, size: int) -> None:
    """Copies `size` bytes, addresses and size multiples of 2, without bringing `to` into caches.

    Worth it for more than the caches hold, written in order. `stream_end` comes after the last.
    """
    head = min((_STREAM_BYTES - (to & (_STREAM_BYTES - 1))) & (_STREAM_BYTES - 1), size)
    first = pointer_uint16(to)
    from_first = pointer_uint16(source)
    for i in range(head >> 1):
        first[i] = from_first[i]
    blocks = (size - head) >> 5
    _stream_blocks(to + head, source + head, blocks)
    done = head + (blocks << 5)
    last = pointer_uint16(to + done)
    from_last = pointer_uint16(source + done)
    for i in range((size - done) >> 1):
        last[i] = from_last[i]


@intrinsic
def copy_bytes(typing_context, to, source, size):  # type: ignore[no-untyped-def]
    """Copies `size` bytes between addresses that do not overlap."""
    if any(not isinstance(each, types.Integer) for each in (to, source, size)):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        byte = ir.IntType(8).as_pointer()
        target, origin = (builder.inttoptr(value, byte) for value in values[:2])
        cgutils.raw_memcpy(builder, target, origin, values[2], 1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic(prefer_literal=True)
def stack_int64(typing_context, length):  # type: ignore[no-untyped-def]
    """A pointer to `length` (a constant) int64 on the stack of this call, not initialised."""
    if not isinstance(length, types.IntegerLiteral):
        return None
    count = length.literal_value

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return cgutils.alloca_once(builder, ir.IntType(64), size=count)

    return types.CPointer(types.int64)(length), generate


@intrinsic
def pointer_address(typing_context, pointer):  # type: ignore[no-untyped-def]
    """The address (int64) of a pointer."""
    if not isinstance(pointer, types.CPointer):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return builder.ptrtoint(values[0], I64)

    return types.int64(pointer), generate


@intrinsic(prefer_literal=True)
def stack_bytes(typing_context, size):  # type: ignore[no-untyped-def]
    """The address (int64) of `size` (a constant) bytes on the stack of this call, for any type."""
    if not isinstance(size, types.IntegerLiteral):
        return None
    count = size.literal_value

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        memory = cgutils.alloca_once(builder, ir.IntType(8), size=count)
        memory.align = VECTOR_BYTES
        return builder.ptrtoint(memory, I64)

    return types.int64(size), generate
