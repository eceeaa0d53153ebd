# SPDX-License-Identifier: Apache-2.0
"""The loop around the body of an instruction: one text in LLVM's language for all of them.

    void instruction(int64_t count, char *const *operands)      inputs first, then outputs

The operands are dense strips of `count` elements; an output may be the same memory as an input. No
iteration depends on another, which `llvm.loop.parallel_accesses` promises to the vectoriser: it
needs no tests at run time for that. Inputs of an instruction for a row may be one element each.

    void fold(int64_t count, char *const *operands)             the strip, 32 lanes, what is next

replaces lane i mod 32 by the body's result of the lane and element i, in ascending order. Lanes of
16-bit elements are float32. As many bytes as the strip has are prefetched from the third operand
on: the strip that is folded next, or this one where none is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from llvmlite import ir
from numba import njit, types

from .dialect import COMPILE_OPTIONS, FLOAT32_NAN, FLOAT64_NAN
from .dialect.conversions import (
    cut_bfloat16,
    narrow_bfloat16,
    narrow_float16,
    widen_bfloat16,
    widen_float16,
)
from .dialect.instructions import DATA_TYPES, Body, DataType, Instruction
from .errors import CompilationError

FOLD_LANES = 32

CACHE_LINE = 64

_NAN_BITS = {"float": ("i32", FLOAT32_NAN), "double": ("i64", FLOAT64_NAN)}

_ACCESS = "!llvm.access.group !0"

METADATA = """
attributes #0 = { nounwind }
!0 = distinct !{}
!1 = distinct !{!1, !2, !3}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = !{!"llvm.loop.vectorize.enable", i1 true}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = distinct !{!6, !5, !7}
!7 = !{!"llvm.loop.vectorize.enable", i1 false}
!8 = distinct !{!8, !2, !3, !9}
!9 = !{!"llvm.loop.interleave.count", i32 1}
"""

_MAP = """
define void @{symbol}(i64 %count, ptr readonly %operands) #0 {{
entry:
  %result = alloca [64 x i8], align 16
  %exception = alloca ptr, align 8
{pointers}
{single}
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %store ]
{loads}
  %status = call i32 @"{native}"(ptr %result, ptr %exception{arguments})
  %good = icmp eq i32 %status, 0
  br i1 %good, label %store, label %raised
raised:
  call void @{raised}()
  br label %store
store:
{stores}
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %count
  br i1 %more, label %loop, label %done, !llvm.loop !8
done:
  ret void
}}
"""

# Blocks of elements are guessed into memory beside, since a result may lie where an input does;
# where one is in doubt, the loop of the body does the block again.
_GUESS = """
define void @{symbol}(i64 %count, ptr readonly %operands) #0 {{
entry:
  %result = alloca [64 x i8], align 16
  %exception = alloca ptr, align 8
  %again = alloca [{operands} x ptr], align 8
{guesses}
{pointers}
{single}
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %block, label %done
block:
  %base = phi i64 [ 0, %entry ], [ %past, %block.end ]
  %left = sub nsw i64 %count, %base
  %short = icmp slt i64 %left, {block}
  %size = select i1 %short, i64 %left, i64 {block}
  %past = add nuw nsw i64 %base, %size
  br label %loop
loop:
  %i = phi i64 [ %base, %block ], [ %next, %store ]
  %doubt = phi i32 [ 0, %block ], [ %larger, %store ]
{loads}
  %status = call i32 @"{native}"(ptr %result, ptr %exception{arguments})
  %good = icmp eq i32 %status, 0
  br i1 %good, label %store, label %raised
raised:
  call void @{raised}()
  br label %store
store:
{stores}
  %doubt.from = getelementptr i8, ptr %result, i64 {doubt}
  %own = load i32, ptr %doubt.from, align 1
  %is.larger = icmp sgt i32 %own, %doubt
  %larger = select i1 %is.larger, i32 %own, i32 %doubt
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %past
  br i1 %more, label %loop, label %guessed, !llvm.loop !8
guessed:
  %certain = icmp eq i32 %larger, 0
  br i1 %certain, label %known, label %doubted
known:
{copies}
  br label %block.end
doubted:
{moves}
  call void @{symbol}.surely(i64 %size, ptr %again)
  br label %block.end
block.end:
  %rest = icmp slt i64 %past, %count
  br i1 %rest, label %block, label %done
done:
  ret void
}}
"""

GUESSED = 256  # elements of a block

# The lanes are copied, so that they can stay in registers.
_FOLD = """
define internal {value} @{symbol}.one({value} %lane, {memory} %element) alwaysinline #0 {{
entry:
  %result = alloca [64 x i8], align 16
  %exception = alloca ptr, align 8
{split}
  %status = call i32 @"{native}"(ptr %result, ptr %exception{arguments})
  %good = icmp eq i32 %status, 0
  br i1 %good, label %returned, label %raised
raised:
  call void @{raised}()
  br label %returned
returned:
  %joined = load {value}, ptr %result, align 1
  ret {value} %joined
}}

define void @{symbol}(i64 %count, ptr readonly %operands) #0 {{
entry:
  %lanes = alloca [{lanes} x {value}], align 64
  %strip = load ptr, ptr %operands, align 8
  %second = getelementptr ptr, ptr %operands, i64 1
  %memory = load ptr, ptr %second, align 8
  %third = getelementptr ptr, ptr %operands, i64 2
  %next = load ptr, ptr %third, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %lanes, ptr align 1 %memory, i64 {bytes}, i1 false)
  %whole = and i64 %count, -{lanes}
  %some = icmp sgt i64 %whole, 0
  br i1 %some, label %block, label %rest
block:
  %base = phi i64 [ 0, %entry ], [ %base.next, %block.end ]
{prefetches}
  br label %lane
lane:
  %l = phi i64 [ 0, %block ], [ %l.next, %lane ]
  %i = add nuw nsw i64 %base, %l
  %element.at = getelementptr {memory}, ptr %strip, i64 %i
  %element = load {memory}, ptr %element.at, align 1, {access}
  %lane.at = getelementptr {value}, ptr %lanes, i64 %l
  %before = load {value}, ptr %lane.at, align {align}, {access}
  %after = call {value} @{symbol}.one({value} %before, {memory} %element)
  store {value} %after, ptr %lane.at, align {align}, {access}
  %l.next = add nuw nsw i64 %l, 1
  %l.more = icmp slt i64 %l.next, {lanes}
  br i1 %l.more, label %lane, label %block.end, !llvm.loop !1
block.end:
  %base.next = add nuw nsw i64 %base, {lanes}
  %more = icmp slt i64 %base.next, %whole
  br i1 %more, label %block, label %rest, !llvm.loop !4
rest:
  %left = icmp slt i64 %whole, %count
  br i1 %left, label %last, label %done
last:
  %j = phi i64 [ %whole, %rest ], [ %j.next, %last ]
  %last.element.at = getelementptr {memory}, ptr %strip, i64 %j
  %last.element = load {memory}, ptr %last.element.at, align 1
  %j.lane = sub nuw nsw i64 %j, %whole
  %last.lane.at = getelementptr {value}, ptr %lanes, i64 %j.lane
  %last.before = load {value}, ptr %last.lane.at, align {align}
  %last.after = call {value} @{symbol}.one({value} %last.before, {memory} %last.element)
  store {value} %last.after, ptr %last.lane.at, align {align}
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %count
  br i1 %j.more, label %last, label %done, !llvm.loop !6
done:
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %memory, ptr align 64 %lanes, i64 {bytes}, i1 false)
  ret void
}}
"""


@dataclass(frozen=True)
class CompiledBody:
    """What Numba made of a body: the text of its module, and the function's name and types."""

    text: str
    native: str
    results: tuple[types.Type, ...]
    guess: CompiledBody | None = None


def compile_body(instruction: Instruction) -> CompiledBody:
    """Numba's front end on the body and its guess. Raises CompilationError for results of another
    type."""
    compiled = _compile(instruction, instruction.body, len(instruction.outputs))
    guess = instruction.operation.guesses.get(instruction.type)
    if guess is None:
        return compiled
    return replace(compiled, guess=_compile(instruction, guess, len(instruction.outputs) + 1))


def _compile(instruction: Instruction, body: Body, results_wanted: int) -> CompiledBody:
    signature = tuple(DATA_TYPES[name].number for name in instruction.inputs)
    try:
        compiled = _compile_function(body, signature)
    except Exception as error:
        raise CompilationError(f"{instruction.name}: {error}") from error
    if len(compiled.results) != results_wanted:
        returned = f"{len(compiled.results)} results"
        raise CompilationError(f"{instruction.name} returns {returned}, not {instruction.outputs}")
    return compiled


@cache
def _compile_function(body: Body, signature: tuple[types.Type, ...]) -> CompiledBody:
    """Numba's front end on a function; once for types that bodies see as the same numbers."""
    dispatcher = njit(no_cpython_wrapper=True, **COMPILE_OPTIONS)(body)
    dispatcher.compile(signature)
    result = dispatcher.nopython_signatures[0].return_type
    results = tuple(result) if isinstance(result, types.BaseTuple) else (result,)
    text = dispatcher.inspect_llvm(signature)
    native = re.search(r'^define i32 @"?([^"( ]+)"?\(', text, re.MULTILINE)
    if native is None:
        raise CompilationError("Numba emitted no function")
    return CompiledBody(text, native[1], results)


_SCALARS = {
    types.float32: ("float", 4),
    types.float64: ("double", 8),
    types.boolean: ("i8", 1),
}


def _scalar(number: types.Type) -> tuple[str, int]:
    """The LLVM type of a result in memory, and its bytes."""
    if isinstance(number, types.Integer):
        return f"i{number.bitwidth}", number.bitwidth // 8
    return _SCALARS[number]


def _parts(number: types.Type) -> list[types.Type]:
    if isinstance(number, types.Complex):
        return [number.underlying_float] * 2
    return [number]


def _loads(position: int, data_type: DataType, element: str) -> tuple[list[str], list[str]]:
    """Lines that load an element of input `position`, and the arguments that it becomes."""
    lines = []
    arguments = []
    for part in range(data_type.parts):
        name = f"%in{position}.{part}"
        index = element
        if data_type.parts > 1:
            index = f"{name}.index"
            lines += [f"  {index}.first = shl nuw nsw i64 {element}, 1"]
            lines += [f"  {index} = or disjoint i64 {index}.first, {part}"]
        lines += [
            f"  {name}.at = getelementptr {data_type.memory}, ptr %p{position}, i64 {index}",
            f"  {name} = load {data_type.memory}, ptr {name}.at, align 1, {_ACCESS}",
        ]
        if data_type.is_half:
            lines.append(f"  {name}.wide = call float @widen_{data_type.name}(i16 {name})")
            arguments.append(f"float {name}.wide")
        else:
            arguments.append(f"{data_type.memory} {name}")
    return lines, arguments


def _narrowing(data_type: DataType, is_exact: bool) -> str:
    """The function that makes float32 a half type; float16 is rounded by one instruction."""
    return (
        "cut_bfloat16" if is_exact and data_type.name == "bfloat16" else f"narrow_{data_type.name}"
    )


def _convert(
    name: str, number: types.Type, data_type: DataType, instruction: Instruction
) -> tuple[list[str], str]:
    """Lines that make a part of a result one of the declared type, and the value's name."""
    have, _ = _scalar(number)
    what = instruction.name
    if data_type.is_half:
        if number != types.float32:
            raise CompilationError(f"{what} returns {number} for {data_type.name}: float32 it is")
        narrowing = _narrowing(data_type, instruction.operation.exact)
        return [f"  {name}.narrow = call i16 @{narrowing}(float {name})"], f"{name}.narrow"
    want = data_type.memory
    is_bool = data_type.number == types.boolean
    if have in _NAN_BITS and have == want:
        bits, nan = _NAN_BITS[have]
        return [
            f"  {name}.nan = fcmp uno {have} {name}, {name}",
            f"  {name}.canonical = bitcast {bits} {nan} to {have}",
            f"  {name}.out = select i1 {name}.nan, {have} {name}.canonical, {have} {name}",
        ], f"{name}.out"
    integers = isinstance(number, types.Integer) and isinstance(data_type.number, types.Integer)
    if not integers and not (is_bool and number == types.boolean):
        raise CompilationError(f"{what} returns {number} for {data_type.name}")
    if have == want:
        return [], name
    wider = int(have[1:]) < int(want[1:])
    cast = ("sext" if number.signed else "zext") if wider else "trunc"
    return [f"  {name}.out = {cast} {have} {name} to {want}"], f"{name}.out"


def _stores(instruction: Instruction, body: CompiledBody, is_guess: bool) -> list[str]:
    """Lines that store the results; those of a guess beside."""
    lines = ["  %beside = sub nuw nsw i64 %i, %base"] if is_guess else []
    offset = 0
    first = len(instruction.inputs)
    for position, (number, output) in enumerate(
        zip(body.results[: len(instruction.outputs)], instruction.outputs, strict=True), first
    ):
        data_type = DATA_TYPES[output]
        parts = _parts(number)
        if len(parts) != data_type.parts:
            raise CompilationError(f"{instruction.name} returns {number} for {output}")
        for part, each in enumerate(parts):
            have, size = _scalar(each)
            offset = (offset + size - 1) // size * size
            name = f"%out{position}.{part}"
            conversion, value = _convert(name, each, data_type, instruction)
            index = "%beside" if is_guess else "%i"
            pointer = f"%guess{position}" if is_guess else f"%p{position}"
            lines += [
                f"  {name}.from = getelementptr i8, ptr %result, i64 {offset}",
                f"  {name} = load {have}, ptr {name}.from, align 1",
                *conversion,
            ]
            if data_type.parts > 1:
                index = f"{name}.index"
                lines += [f"  {index}.first = shl nuw nsw i64 %i, 1"]
                lines += [f"  {index} = or disjoint i64 {index}.first, {part}"]
            lines += [
                f"  {name}.at = getelementptr {data_type.memory}, ptr {pointer}, i64 {index}",
                f"  store {data_type.memory} {value}, ptr {name}.at, align 1, {_ACCESS}",
            ]
            offset += size
    return lines


def _doubt_offset(instruction: Instruction) -> int:
    """Where the doubt, an int32, lies behind the results of a guess."""
    size: int = sum(DATA_TYPES[name].number.bitwidth // 8 for name in instruction.outputs)
    return (size + 3) // 4 * 4


def _outputs(instruction: Instruction) -> Iterator[tuple[int, str]]:
    """The positions of the outputs, and the types of their elements in memory."""
    for position, name in enumerate(instruction.outputs, len(instruction.inputs)):
        yield position, DATA_TYPES[name].memory


def _guesses(instruction: Instruction) -> str:
    """Lines that give a block of each output memory of its own."""
    return "\n".join(
        f"  %guess{position} = alloca [{GUESSED} x {memory}], align 64"
        for position, memory in _outputs(instruction)
    )


def _copies(instruction: Instruction) -> str:
    """Lines that copy what was guessed."""
    lines = []
    for position, memory in _outputs(instruction):
        lines += [
            f"  %place{position} = getelementptr {memory}, ptr %p{position}, i64 %base",
            f"  %past{position} = getelementptr {memory}, ptr null, i64 %size",
            f"  %bytes{position} = ptrtoint ptr %past{position} to i64",
        ]
        operands = f"ptr align 1 %place{position}, ptr align 64 %guess{position}"
        call = f"@llvm.memcpy.p0.p0.i64({operands}, i64 %bytes{position}, i1 false)"
        lines.append(f"  call void {call}")
    return "\n".join(lines)


def _moves(instruction: Instruction) -> str:
    """Lines that make an array of the operands from element %base on."""
    lines = []
    for position, name in enumerate((*instruction.inputs, *instruction.outputs)):
        index = "0" if position in instruction.single else "%base"
        memory = DATA_TYPES[name].memory
        lines += [
            f"  %from{position} = getelementptr {memory}, ptr %p{position}, i64 {index}",
            f"  %to{position} = getelementptr ptr, ptr %again, i64 {position}",
            f"  store ptr %from{position}, ptr %to{position}, align 8",
        ]
    return "\n".join(lines)


def map_loop(symbol: str, instruction: Instruction, body: CompiledBody, raised: str) -> str:
    """The text of the instruction's function."""
    if body.guess is not None:
        return _map(_MAP, f"{symbol}.surely", instruction, body, raised) + _map(
            _GUESS, symbol, instruction, body.guess, raised
        )
    return _map(_MAP, symbol, instruction, body, raised)


def _map(
    template: str, symbol: str, instruction: Instruction, body: CompiledBody, raised: str
) -> str:
    operands = len(instruction.inputs) + len(instruction.outputs)
    pointers = []
    for position in range(operands):
        pointers += [
            f"  %p{position}.from = getelementptr ptr, ptr %operands, i64 {position}",
            f"  %p{position} = load ptr, ptr %p{position}.from, align 8",
        ]
    loads: list[str] = []
    before: list[str] = []
    arguments: list[str] = []
    for position, name in enumerate(instruction.inputs):
        is_single = position in instruction.single
        lines, values = _loads(position, DATA_TYPES[name], "0" if is_single else "%i")
        (before if is_single else loads).extend(lines)
        arguments += values
    more = {}
    if template is _GUESS:
        more = {
            "guesses": _guesses(instruction),
            "copies": _copies(instruction),
            "operands": operands,
            "block": GUESSED,
            "doubt": _doubt_offset(instruction),
            "moves": _moves(instruction),
        }
    return template.format(
        symbol=symbol,
        native=body.native,
        raised=raised,
        pointers="\n".join(pointers),
        single="\n".join(before),
        loads="\n".join(loads),
        arguments="".join(f", {argument}" for argument in arguments),
        stores="\n".join(_stores(instruction, body, template is _GUESS)),
        **more,
    )


def fold_loop(symbol: str, instruction: Instruction, body: CompiledBody, raised: str) -> str:
    """The text of the function that folds by this instruction."""
    data_type = DATA_TYPES[instruction.type]
    scalar = "float" if data_type.is_half else data_type.memory
    value = f"{{ {scalar}, {scalar} }}" if data_type.parts == 2 else scalar
    split = []
    arguments = []
    for name in ("%lane", "%element"):
        for part in range(data_type.parts):
            if data_type.parts == 1:
                arguments.append(f"{scalar} {name}")
            else:
                split.append(f"  {name}.{part} = extractvalue {value} {name}, {part}")
                arguments.append(f"{scalar} {name}.{part}")
    if data_type.is_half:
        split.append(f"  %wide = call float @widen_{data_type.name}(i16 %element)")
        arguments[1] = "float %wide"
    _, size = _scalar(_parts(data_type.number)[0])
    memory = data_type.memory if data_type.parts == 1 else value
    width = 2 if data_type.is_half else size * data_type.parts
    prefetches = []
    for line in range(0, FOLD_LANES * width, CACHE_LINE):
        at = f"%line.{line}"
        prefetches += [
            f"  {at}.base = getelementptr {memory}, ptr %next, i64 %base",
            f"  {at} = getelementptr i8, ptr {at}.base, i64 {line}",
            f"  call void @llvm.prefetch.p0(ptr {at}, i32 0, i32 2, i32 1)",
        ]
    return _FOLD.format(
        symbol=symbol,
        native=body.native,
        raised=raised,
        value=value,
        memory=memory,
        prefetches="\n".join(prefetches),
        split="\n".join(split),
        arguments="".join(f", {argument}" for argument in arguments),
        lanes=FOLD_LANES,
        bytes=FOLD_LANES * size * data_type.parts,
        align=size,
        access=_ACCESS,
    )


def declarations(bodies: list[tuple[CompiledBody, Instruction]]) -> str:
    """Of what the loops call."""
    lines = []
    for body, instruction in bodies:
        arguments = ["ptr", "ptr"]
        for name in instruction.inputs:
            data_type = DATA_TYPES[name]
            arguments += ["float" if data_type.is_half else data_type.memory] * data_type.parts
        called = filter(None, (body, body.guess))
        lines += [f'declare i32 @"{each.native}"({", ".join(arguments)})' for each in called]
    for name in ("float16", "bfloat16"):
        lines.append(f"declare float @widen_{name}(i16)")
        lines.append(f"declare i16 @narrow_{name}(float)")
    lines.append("declare i16 @cut_bfloat16(float)")
    lines.append("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    lines.append("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    # Instructions of several types may call one body.
    return "\n".join(dict.fromkeys(lines)) + "\n"


def conversions_module() -> str:
    """The functions that loops call for 16-bit memory."""
    module = ir.Module("conversions")
    emitters: tuple[tuple[str, Any, ir.Type, ir.Type], ...] = (
        ("widen_float16", widen_float16, ir.IntType(16), ir.FloatType()),
        ("narrow_float16", narrow_float16, ir.FloatType(), ir.IntType(16)),
        ("widen_bfloat16", widen_bfloat16, ir.IntType(16), ir.FloatType()),
        ("narrow_bfloat16", narrow_bfloat16, ir.FloatType(), ir.IntType(16)),
        ("cut_bfloat16", cut_bfloat16, ir.FloatType(), ir.IntType(16)),
    )
    for name, emit, source, target in emitters:
        function = ir.Function(module, ir.FunctionType(target, [source]), name)
        builder = ir.IRBuilder(function.append_basic_block())
        builder.ret(emit(builder, function.args[0]))
    return str(module)
