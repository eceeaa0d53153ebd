# SPDX-License-Identifier: Apache-2.0
"""Instructions of the vector unit, and their registry.

An instruction is a scalar body, from which the compiler makes a loop over dense strips:

    @instruction("float32 float64 int32")
    def add(a, b):
        return a + b

    @add.register("bool")
    def _(a, b):
        return a or b

The name is the operation (`VECTOR_ADD` in C), each type a body of its own: what a body is given and
what it returns are of that type, T. A form says so where it is otherwise: `"T T -> bool"` for a
comparison, `"bool T T -> T"` for a choice, `"T -> T T"` for two results, which the body returns as
a tuple. In a body for float16 or bfloat16 numbers are float32: it is the body for float32 fused
with the conversions of 16-bit memory, for operations that are cheap and frequent. Other operations
on halves use the float32 instruction between conversions, without being registered for it. Where a
few bits decide, `@neg.register("float16", "uint16 -> uint16")` has a body for those in memory.

A body that is slow may have a guess, which is quick and right almost always:

    @rounded_quotient.guess
    def _(a, b):
        return result, doubt

The result stands where the doubt, an int32, is not above 0. Where it is, the body itself computes
that element and some beside it once more. No output of such an operation shares memory with inputs.

Bodies follow the rules of kernels. Integer results wrap to their type; a float64 in a body of
float32 is refused as a result, since it is a literal without a type most often: `number(a, 0.5)` is
0.5 in the type of `a`. Results that are NaN are made the same NaN on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from .functions import intrinsic

Body = Callable[..., Any]

SAME = "T"
MAXIMUM_INPUTS = 6
MAXIMUM_OUTPUTS = 3


@dataclass(frozen=True)
class DataType:
    """A type of elements: `parts` LLVM values of type `memory` in a row, a number of `number`."""

    name: str
    acl: str
    memory: str
    number: types.Type
    parts: int = 1

    @property
    def is_half(self) -> bool:
        """Whether bodies see the float32 that the 16 bits in memory stand for."""
        return self.name in ("float16", "bfloat16")


DATA_TYPES = {
    data_type.name: data_type
    for data_type in (
        DataType("float32", "ACL_FLOAT", "float", types.float32),
        DataType("float16", "ACL_FLOAT16", "i16", types.float32),
        DataType("bfloat16", "ACL_BF16", "i16", types.float32),
        DataType("float64", "ACL_DOUBLE", "double", types.float64),
        DataType("int8", "ACL_INT8", "i8", types.int8),
        DataType("int16", "ACL_INT16", "i16", types.int16),
        DataType("int32", "ACL_INT32", "i32", types.int32),
        DataType("int64", "ACL_INT64", "i64", types.int64),
        DataType("uint8", "ACL_UINT8", "i8", types.uint8),
        DataType("uint16", "ACL_UINT16", "i16", types.uint16),
        DataType("uint32", "ACL_UINT32", "i32", types.uint32),
        DataType("uint64", "ACL_UINT64", "i64", types.uint64),
        DataType("bool", "ACL_BOOL", "i8", types.boolean),
        DataType("complex64", "ACL_COMPLEX64", "float", types.complex64, parts=2),
        DataType("complex128", "ACL_COMPLEX128", "double", types.complex128, parts=2),
        DataType("int4", "ACL_INT4", "i8", types.int8),
        DataType("hifloat8", "ACL_HIFLOAT8", "i8", types.uint8),
        DataType("float8_e5m2", "ACL_FLOAT8_E5M2", "i8", types.uint8),
        DataType("float8_e4m3fn", "ACL_FLOAT8_E4M3FN", "i8", types.uint8),
        DataType("float8_e8m0", "ACL_FLOAT8_E8M0", "i8", types.uint8),
        DataType("float4_e2m1", "ACL_FLOAT4_E2M1", "i8", types.uint8),
        DataType("float4_e1m2", "ACL_FLOAT4_E1M2", "i8", types.uint8),
    )
}
"""The types that elements can have. Those behind complex128 are codes, for conversions alone."""

HALVES = "float16 bfloat16"
FLOATS = "float32 float64"
INTEGERS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64"
COMPLEX = "complex64 complex128"

FOLD_TYPES = ("float32", "float64", "int32", "int64", "uint64", "bool", *COMPLEX.split())
"""The types that lanes can have. Halves are folded in float32, other integers in one of these."""

ROW_TYPES = ("float32", *HALVES.split())
"""The types that instructions for a row have."""

IDENTITIES = ("zero", "one", "lowest", "highest")
"""What a fold of no elements can be; the last two of a type's numbers, infinities included."""


@dataclass(frozen=True)
class Instruction:
    """The body of an operation for one type."""

    operation: Operation
    type: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    body: Body
    module: str
    is_row: bool = False

    @property
    def name(self) -> str:
        """The operation and the type; casts have both of theirs in it."""
        return f"{self.operation.name}_{self.type}{'_row' if self.is_row else ''}"

    @property
    def single(self) -> tuple[int, ...]:
        """The inputs that are one element each."""
        return self.operation.row if self.is_row else ()

    @property
    def folds(self) -> bool:
        """Whether there is a loop that folds by it; of halves into lanes of float32."""
        if self.is_row or self.operation.fold is None:
            return False
        if self.type in HALVES.split():
            return self.operation.fold != "one"  # products are folded in float64
        return self.type in FOLD_TYPES


_FORM = re.compile(r"(\w+(?: \w+)*) -> (\w+(?: \w+)*)")


def _types_of(name: str, form: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The types of an operation's inputs and outputs."""
    match = _FORM.fullmatch(form)
    if match is None:
        raise ValueError(f"{name}: {form!r} is no form")
    return tuple(match[1].split()), tuple(match[2].split())


@dataclass(eq=False)
class Operation:
    """An operation and its bodies. `fold` is its identity where it can be folded; `row` are the
    inputs that are one element each to its instructions for a row; `exact` says that its results
    are numbers of the inputs' type before they are rounded; `guesses` are bodies, by
    type, that say where they are in doubt."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    fold: str | None
    row: tuple[int, ...] = ()
    exact: bool = False
    bodies: dict[str, Instruction] = field(default_factory=dict)
    guesses: dict[str, Body] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (*self.inputs, *self.outputs):
            if name != SAME and name not in DATA_TYPES:
                raise ValueError(f"{self.name}: there is no type {name}")
        if len(self.inputs) > MAXIMUM_INPUTS or len(self.outputs) > MAXIMUM_OUTPUTS:
            raise ValueError(f"{self.name}: too many inputs or outputs")
        if self.fold is not None and (
            self.fold not in IDENTITIES or self.inputs + self.outputs != (SAME,) * 3
        ):
            raise ValueError(f"{self.name}: only T T -> T folds, with one of {IDENTITIES}")

    def row_bodies(self) -> list[Instruction]:
        """The instructions for a row."""
        if not self.row:
            return []
        return [
            replace(self.bodies[name], is_row=True) for name in ROW_TYPES if name in self.bodies
        ]

    def guess(self, data_types: str) -> Callable[[Body], Operation]:
        """Decorator of the guess for these types."""

        def decorate(body: Body) -> Operation:
            self.guesses.update(dict.fromkeys(data_types.split(), body))
            return self

        return decorate

    def register(self, data_types: str, form: str | None = None) -> Callable[[Body], Operation]:
        """Decorator of the body for these types, of the operation's form or of one as wide."""
        inputs, outputs = (
            (self.inputs, self.outputs) if form is None else _types_of(self.name, form)
        )

        def decorate(body: Body) -> Operation:
            for name in data_types.split():
                if name not in DATA_TYPES or name in self.bodies:
                    raise ValueError(f"{self.name}: there is no type {name}, or it has a body")

                def resolve(names: tuple[str, ...], name: str = name) -> tuple[str, ...]:
                    return tuple(name if each == SAME else each for each in names)

                self.bodies[name] = Instruction(
                    self, name, resolve(inputs), resolve(outputs), body, body.__module__
                )
            return self

        return decorate


operations: dict[str, Operation] = {}
"""All operations by name, in order of registration."""

casts: dict[tuple[str, str], Instruction] = {}
"""The conversions by what they are from and to."""

_CAST = Operation("cast", ("T",), ("T",), None)


def _arity(body: Body) -> int:
    return body.__code__.co_argcount


def instruction(
    data_types: str,
    form: str | None = None,
    *,
    fold: str | None = None,
    row: str = "",
    exact: bool = False,
) -> Callable[[Body], Operation]:
    """Decorator of a body: registers the operation of its name, with this body for these types.

    `row` names parameters. For float32 and the half types there is a second instruction, to which
    they are one element each: what is the same for all elements of a row. `exact` is for operations
    whose results are one of their inputs, or an integer near one, or else a number of their type:
    halves are not rounded.
    """

    def decorate(body: Body) -> Operation:
        name = body.__name__
        if name in operations:
            raise ValueError(f"operation {name} is registered already: use {name}.register")
        text = form or f"{' '.join([SAME] * _arity(body))} -> {SAME}"
        inputs, outputs = _types_of(name, text)
        parameters = body.__code__.co_varnames[: _arity(body)]
        single = tuple(parameters.index(each) for each in row.split())
        operation = Operation(name, inputs, outputs, fold, single, exact)
        operation.register(data_types)(body)
        operations[name] = operation
        return operation

    return decorate


def register_cast(source: str, target: str, body: Body) -> None:
    """Registers the conversion from a type to another."""
    name = f"{source}_{target}"
    casts[source, target] = Instruction(_CAST, name, (source,), (target,), body, body.__module__)


def instructions_of(module: str) -> Iterator[Instruction]:
    """The instructions whose bodies lie in this module, in order of registration."""
    for operation in operations.values():
        yield from (each for each in operation.bodies.values() if each.module == module)
        yield from (each for each in operation.row_bodies() if each.module == module)
    yield from (each for each in casts.values() if each.module == module)


# --- For bodies --------------------------------------------------------------------------------


@intrinsic
def number(typing_context, like, value):  # type: ignore[no-untyped-def]
    """`value` in the type of `like`."""
    if not isinstance(like, types.Number) or not isinstance(value, types.Number):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        return context.cast(builder, values[1], signature.args[1], signature.return_type)

    return like(like, value), generate


_BITS = {types.float32: types.int32, types.float64: types.int64}
_OF_BITS = {integer: number for number, integer in _BITS.items()}


def _make_reinterpretation(name: str, text: str, result: dict[Any, Any]) -> Any:
    def reinterpretation(typing_context, value):  # type: ignore[no-untyped-def]
        if value not in result:
            return None

        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            return builder.bitcast(values[0], context.get_value_type(signature.return_type))

        return result[value](value), generate

    reinterpretation.__name__ = reinterpretation.__qualname__ = name
    reinterpretation.__doc__ = text
    return intrinsic(reinterpretation)


bits_of = _make_reinterpretation(
    "bits_of", "The bits of a float32 as int32, of a float64 as int64.", _BITS
)
float_of = _make_reinterpretation(
    "float_of", "The float32 with the bits of an int32, the float64 of an int64.", _OF_BITS
)


@intrinsic
def larger_magnitude(typing_context, left, right):  # type: ignore[no-untyped-def]
    """The larger one of two floats of a type without their signs, NaN above infinity: an integer
    maximum of their bits."""
    if left not in _BITS or left != right:
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        kind = context.get_value_type(_BITS[left])
        no_sign = ir.Constant(kind, (1 << kind.width - 1) - 1)
        bits = [builder.and_(builder.bitcast(value, kind), no_sign) for value in values]
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(kind, [kind, kind]), f"llvm.smax.i{kind.width}"
        )
        return builder.bitcast(builder.call(function, bits), values[0].type)

    return left(left, right), generate
