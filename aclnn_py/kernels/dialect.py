# SPDX-License-Identifier: Apache-2.0
"""What a kernel may use, and the registry of all kernels.

A kernel is a plain function `kernel(block, blocks, tiling, arguments)` of four int64: the number
of this block, the number of blocks, the address of an int64 array of tiling fields, the address
of an int64 array of argument addresses. It does the share of one AI core. Between the blocks of
one launch there is no order.

Allowed are integers, floats, pointers made by `pointer_*`, the other functions of this module and
functions decorated with `device`. Not allowed are heap allocation, exceptions, arrays, tuples and
other objects. Integers are int64 throughout: Numba turns an int64 with a uint64 into a float64.
Integers are divided by `unsigned_divide` and `unsigned_remainder`: `//` and `%` can trap.
Arithmetic follows IEEE 754 in the written order: no fast-math option is ever set.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic as _intrinsic
from numba.extending import models, register_jitable, register_model

KernelFunction = Callable[[int, int, int, int], None]

COMPILE_OPTIONS: Mapping[str, Any] = {
    "error_model": "numpy",  # float division by zero gives Inf or NaN, it does not raise
    "fastmath": False,
    "boundscheck": False,
}
"""Numba options of every kernel and device function, wherever it is compiled."""

SIGNATURE = types.void(types.int64, types.int64, types.int64, types.int64)

# Untyped: Numba's own annotation counts the typing context as an argument of the call.
intrinsic: Any = _intrinsic

device = register_jitable(**COMPILE_OPTIONS)
"""Decorator of a function that kernels may call."""


# --- Families and the registry -----------------------------------------------------------------

_IDENTIFIER = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_FIELD = re.compile(r"([a-z][a-z0-9_]*)(?:\[([1-9][0-9]*)\])?")


@dataclass(frozen=True)
class Field:
    """One tiling field: where it starts in the int64 array, and how many elements it has."""

    name: str
    offset: int
    length: int
    is_array: bool


@dataclass(frozen=True)
class Kernel:
    """A registered kernel; `name` is unique among all families."""

    name: str
    family: Family
    function: KernelFunction


@dataclass(frozen=True, eq=False)
class Family:
    """Kernels that share their tiling fields and their arguments.

    `tiling` lists the int64 fields in order, an array as `name[length]`; `arguments` lists the
    addresses in order; `constants` are numbers that the host has to know. From these the
    kernels take their constant offsets and the compiler writes the C enumerations.
    """

    name: str
    tiling: Sequence[str]
    arguments: Sequence[str]
    constants: Mapping[str, int] = field(default_factory=dict)
    module: str = ""

    def __post_init__(self) -> None:
        if not _IDENTIFIER.fullmatch(self.name):
            raise ValueError(f"family name {self.name!r} is not a lower case identifier")
        names = [tiling_field.name for tiling_field in self.fields()]
        for kind, entries in (("tiling field", names), ("argument", list(self.arguments))):
            if len(set(entries)) != len(entries):
                raise ValueError(f"family {self.name}: a {kind} is declared twice")

    def fields(self) -> Iterator[Field]:
        """The tiling fields with their offsets."""
        offset = 0
        for text in self.tiling:
            match = _FIELD.fullmatch(text)
            if match is None:
                raise ValueError(f"family {self.name}: tiling field {text!r}")
            length = int(match[2] or 1)
            yield Field(match[1], offset, length, match[2] is not None)
            offset += length

    @property
    def tiling_size(self) -> int:
        """Number of int64 in the tiling array."""
        return sum(tiling_field.length for tiling_field in self.fields())

    def tiling_offset(self, name: str) -> int:
        """Index of the field (of its first element) in the tiling array."""
        for tiling_field in self.fields():
            if tiling_field.name == name:
                return tiling_field.offset
        raise KeyError(f"family {self.name} has no tiling field {name!r}")

    def argument_index(self, name: str) -> int:
        """Index of the argument in the array of addresses."""
        return list(self.arguments).index(name)

    def pack(self, **values: int | Sequence[int]) -> list[int]:
        """A tiling array from named values; fields that are not named are 0."""
        tiling = [0] * self.tiling_size
        known = {tiling_field.name: tiling_field for tiling_field in self.fields()}
        for name, value in values.items():
            if name not in known:
                raise KeyError(f"family {self.name} has no tiling field {name!r}")
            elements = [int(value)] if not isinstance(value, Sequence) else [int(v) for v in value]
            if len(elements) > known[name].length:
                raise ValueError(f"tiling field {name} has {known[name].length} elements")
            start = known[name].offset
            tiling[start : start + len(elements)] = elements
        return tiling

    def register(self, suffix: str, function: KernelFunction) -> Kernel:
        """Registers `function` as the kernel `<family>_<suffix>`; factories call this."""
        name = f"{self.name}_{suffix}"
        if not _IDENTIFIER.fullmatch(name):
            raise ValueError(f"kernel name {name!r} is not a lower case identifier")
        if name in registry:
            raise ValueError(f"kernel {name} is already registered")
        registry[name] = Kernel(name, self, function)
        return registry[name]

    def kernel(self, suffix: str) -> Callable[[KernelFunction], KernelFunction]:
        """Decorator form of `register`; the function itself is returned."""

        def decorate(function: KernelFunction) -> KernelFunction:
            self.register(suffix, function)
            return function

        return decorate


registry: dict[str, Kernel] = {}
"""All kernels by name, in order of registration."""


# --- Pointers ----------------------------------------------------------------------------------


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
        arguments = [address.type, _I32, _I32, _I32]
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), arguments), "llvm.prefetch.p0"
        )
        builder.call(function, [address, _i32(0), _i32(3), _i32(1)])
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
        vector = ir.VectorType(_I64, _STREAM_BYTES // 8)
        nontemporal = builder.module.add_metadata([_i32(1)])
        with cgutils.for_range(builder, blocks) as loop:
            offset = builder.mul(loop.index, ir.Constant(_I64, _STREAM_BYTES))
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
        if platform.machine() in ("x86_64", "AMD64"):
            # LLVM's own fence does not promise to order non-temporal stores there.
            function = cgutils.get_or_insert_function(
                builder.module, ir.FunctionType(ir.VoidType(), []), "llvm.x86.sse.sfence"
            )
            builder.call(function, [])
        else:
            builder.fence("seq_cst")
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
        return builder.ptrtoint(values[0], _I64)

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
        return builder.ptrtoint(memory, _I64)

    return types.int64(size), generate


# --- Integers ----------------------------------------------------------------------------------


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


# --- Conversions -------------------------------------------------------------------------------

FLOAT16_NAN = 0x7E00
BFLOAT16_NAN = 0x7FC0
FLOAT32_NAN = 0x7FC00000
FLOAT64_NAN = 0x7FF8000000000000

_I16 = ir.IntType(16)
_I32 = ir.IntType(32)
_I64 = ir.IntType(64)
_HALF = ir.HalfType()
_FLOAT = ir.FloatType()


def has_float16_instructions() -> bool:
    """Whether the compilation target converts float16 in hardware (F16C, or any aarch64).

    Elsewhere LLVM would call `__extendhfsf2` of the compiler's run-time library.
    """
    if platform.machine() in ("aarch64", "arm64"):
        return True
    features: str | None = getattr(config, "CPU_FEATURES", None)
    if features is not None:
        return "+f16c" in features.split(",")
    return bool(llvm.get_host_cpu_features().get("f16c"))


def _i32(value: int) -> ir.Constant:
    return ir.Constant(_I32, value)


def _shaped(value: ir.Value, element: ir.Type) -> ir.Type:
    """`element`, or the vector of as many of them as `value` has."""
    is_vector = isinstance(value.type, ir.VectorType)
    return ir.VectorType(element, value.type.count) if is_vector else element


def _constant(value: ir.Value, element: ir.Type, number: float) -> ir.Constant:
    """`number` as an `element`, in every lane if `value` is a vector."""
    shape = _shaped(value, element)
    is_vector = isinstance(shape, ir.VectorType)
    return ir.Constant(shape, [number] * shape.count if is_vector else number)


# The conversions are written for scalars and vectors alike.


def _is_nan(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    return builder.fcmp_unordered("uno", value, value)


def _widen_float16_hardware(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    half = builder.bitcast(value, _shaped(value, _HALF))
    return builder.fpext(half, _shaped(value, _FLOAT))


def _widen_float16_integer(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    def number(bits: int) -> ir.Constant:
        return _constant(value, _I32, bits)

    bits = builder.zext(value, _shaped(value, _I32))
    magnitude = builder.and_(bits, number(0x7FFF))
    sign = builder.shl(builder.and_(bits, number(0x8000)), number(16))
    shifted = builder.shl(magnitude, number(13))
    normal = builder.add(shifted, number((127 - 15) << 23))
    # Inf stays Inf; a NaN keeps its payload and becomes quiet, as the hardware does it.
    infinite = builder.or_(shifted, number(0x7F800000))
    quiet = builder.or_(infinite, number(0x00400000))
    # A subnormal half is its integer times 2^-24: exact, and a normal float32.
    scale = _constant(value, _FLOAT, 2.0**-24)
    scaled = builder.fmul(builder.sitofp(magnitude, _shaped(value, _FLOAT)), scale)
    subnormal = builder.bitcast(scaled, _shaped(value, _I32))
    is_subnormal = builder.icmp_signed("<", magnitude, number(0x0400))
    result = builder.select(is_subnormal, subnormal, normal)
    result = builder.select(builder.icmp_signed(">=", magnitude, number(0x7C00)), infinite, result)
    result = builder.select(builder.icmp_signed(">", magnitude, number(0x7C00)), quiet, result)
    return builder.bitcast(builder.or_(result, sign), _shaped(value, _FLOAT))


def _narrow_float16_hardware(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    half = builder.fptrunc(value, _shaped(value, _HALF))
    rounded = builder.bitcast(half, _shaped(value, _I16))
    nan = _constant(value, _I16, FLOAT16_NAN)
    return builder.select(_is_nan(builder, value), nan, rounded)


def _narrow_float16_integer(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    def number(bits: int) -> ir.Constant:
        return _constant(value, _I32, bits)

    bits = builder.bitcast(value, _shaped(value, _I32))
    magnitude = builder.and_(bits, number(0x7FFFFFFF))
    sign = builder.and_(builder.lshr(bits, number(16)), number(0x8000))
    odd = builder.and_(builder.lshr(magnitude, number(13)), number(1))
    rebiased = builder.sub(magnitude, number((127 - 15) << 23))
    normal = builder.lshr(builder.add(builder.add(rebiased, number(0x0FFF)), odd), number(13))
    # Adding 0.5 puts the unit of the float32 addition at 2^-24, the unit of a subnormal half;
    # the addition rounds to nearest even, and the low bits of the sum are the result.
    positive = builder.bitcast(magnitude, _shaped(value, _FLOAT))
    half = builder.fadd(positive, _constant(value, _FLOAT, 0.5))
    subnormal = builder.sub(builder.bitcast(half, _shaped(value, _I32)), number(0x3F000000))
    small = builder.icmp_signed("<", magnitude, number((127 - 14) << 23))
    result = builder.select(small, subnormal, normal)
    overflow = builder.icmp_signed(">=", magnitude, number((127 + 16) << 23))
    result = builder.or_(builder.select(overflow, number(0x7C00), result), sign)
    nan = builder.icmp_signed(">", magnitude, number(0x7F800000))
    result = builder.select(nan, number(FLOAT16_NAN), result)
    return builder.trunc(result, _shaped(value, _I16))


def _widen_float16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    hardware = has_float16_instructions()
    return (_widen_float16_hardware if hardware else _widen_float16_integer)(builder, value)


def _narrow_float16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    hardware = has_float16_instructions()
    return (_narrow_float16_hardware if hardware else _narrow_float16_integer)(builder, value)


def _widen_bfloat16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    bits = builder.zext(value, _shaped(value, _I32))
    shifted = builder.shl(bits, _constant(value, _I32, 16))
    return builder.bitcast(shifted, _shaped(value, _FLOAT))


def _narrow_bfloat16(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    def number(bits: int) -> ir.Constant:
        return _constant(value, _I32, bits)

    bits = builder.bitcast(value, _shaped(value, _I32))
    odd = builder.and_(builder.lshr(bits, number(16)), number(1))
    rounded = builder.lshr(builder.add(builder.add(bits, number(0x7FFF)), odd), number(16))
    result = builder.select(_is_nan(builder, value), number(BFLOAT16_NAN), rounded)
    return builder.trunc(result, _shaped(value, _I16))


def _make_plus_zero(infinity: int, nan: int) -> Callable[[ir.IRBuilder, ir.Value], ir.Value]:
    def emit(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
        magnitude = builder.and_(value, _constant(value, _I16, 0x7FFF))
        zero = _constant(value, _I16, 0)
        result = builder.select(builder.icmp_unsigned("==", magnitude, zero), zero, value)
        is_nan = builder.icmp_unsigned(">", magnitude, _constant(value, _I16, infinity))
        return builder.select(is_nan, _constant(value, _I16, nan), result)

    return emit


def _canonicalise_float32(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    bits = builder.bitcast(value, _shaped(value, _I32))
    nan = _constant(value, _I32, FLOAT32_NAN)
    result = builder.select(_is_nan(builder, value), nan, bits)
    return builder.bitcast(result, _shaped(value, _FLOAT))


def _canonicalise_float64(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    bits = builder.bitcast(value, _shaped(value, _I64))
    nan = _constant(value, _I64, FLOAT64_NAN)
    result = builder.select(_is_nan(builder, value), nan, bits)
    return builder.bitcast(result, _shaped(value, ir.DoubleType()))


def _truncate(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    # Outside of the range the LLVM instruction has no defined value, so it is not selected.
    low = builder.fcmp_ordered(">=", value, ir.Constant(value.type, -(2.0**63)))
    high = builder.fcmp_ordered("<", value, ir.Constant(value.type, 2.0**63))
    inside = builder.and_(low, high)
    safe = builder.select(inside, value, ir.Constant(value.type, 0.0))
    return builder.select(inside, builder.fptosi(safe, _I64), ir.Constant(_I64, -(2**63)))


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
    "float16_to_float32", _WIDEN, types.uint16, types.float32, _widen_float16
)
float16_to_float32_hardware = _make_conversion(
    "float16_to_float32_hardware", _WIDEN, types.uint16, types.float32, _widen_float16_hardware
)
float16_to_float32_integer = _make_conversion(
    "float16_to_float32_integer", _WIDEN, types.uint16, types.float32, _widen_float16_integer
)
float32_to_float16 = _make_conversion(
    "float32_to_float16", _NARROW, types.float32, types.uint16, _narrow_float16
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
    _widen_bfloat16,
)
float32_to_bfloat16 = _make_conversion(
    "float32_to_bfloat16",
    "float32 rounded to nearest even to the bits of a bfloat16; every NaN becomes 0x7FC0.",
    types.float32,
    types.uint16,
    _narrow_bfloat16,
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
    _canonicalise_float32,
)
canonical_float64 = _make_conversion(
    "canonical_float64",
    "The same float64; every NaN becomes 0x7FF8000000000000.",
    types.float64,
    types.float64,
    _canonicalise_float64,
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
def same_float32(value: float) -> float:
    """The identity, where a factory wants a conversion to float32."""
    return value


# --- Vectors -----------------------------------------------------------------------------------

VECTOR_BYTES = 64
"""One register of the widest instruction set, several of the others."""


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
    first = builder.insert_element(vector, value, _i32(0))
    every = ir.Constant(ir.VectorType(_I32, lanes), [0] * lanes)
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
        return builder.zext(_signs(builder, vector, values[0]), _I64)

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
    widened = {"float16": _widen_float16, "bfloat16": _widen_bfloat16}
    narrowed = {
        "float16": _narrow_float16,
        "bfloat16": _narrow_bfloat16,
        "float32": _canonicalise_float32,
        "float64": _canonicalise_float64,
    }
    is_half = memory in widened
    cell = types.uint16 if is_half else getattr(types, memory)
    element = types.float32 if is_half else cell
    return (
        _make_vector_load(cell, element, f"vector_load_{memory}", widened.get(memory, _same)),
        _make_vector_store(cell, element, f"vector_store_{memory}", narrowed.get(memory, _same)),
    )


keep_float32 = _make_vector_store(types.float32, types.float32, "keep_float32", _same)
"""`vector_access("float32")` without its look at NaNs: for sums that are not complete."""
