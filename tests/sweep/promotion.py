# SPDX-License-Identifier: Apache-2.0
"""The data types that calls compute in, from the documentation: what tests expect of "promoted".

The functions bear the names of the checks that find the type; operands have a `shape`, and a `type`
by NumPy's name. What CANN computes in another type on one product only is not told.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol


class Operand(Protocol):
    """A tensor, or a scalar with the shape ()."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Elements per dimension."""

    @property
    def type(self) -> str:
        """The data type, for example "float32"."""


_BITS = re.compile(r"\D+(\d+)")
_FLOATS = ("float16", "bfloat16", "float32", "float64")
_COMPLEX = ("complex32", "complex64", "complex128")
PARTS = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}
_SIGNED = ("int8", "int16", "int32", "int64")
_FLOAT_OR_COMPLEX = frozenset((*_FLOATS, *_COMPLEX))
_promoted: dict[tuple[str, str], str] = {}


def _members(operands: Any) -> Sequence[Operand]:
    """The members of a list operand."""
    return getattr(operands, "members", operands)  # type: ignore[no-any-return]


def _wider(a: str, b: str) -> str:
    """The one with more bits."""
    bits = [int(found[1]) if (found := _BITS.match(name)) else 0 for name in (a, b)]
    return a if bits[0] >= bits[1] else b


def _promote(a: str, b: str) -> str:
    for kinds in (_COMPLEX, _FLOATS):
        if a in kinds and b in kinds:
            if {a, b} == {"float16", "bfloat16"}:
                return "float32"
            return _wider(a, b)
        if a in kinds or b in kinds:
            kind, other = (a, b) if a in kinds else (b, a)
            if kinds is _COMPLEX and other == "float64":
                return "complex128"
            if kind == "complex32" and other in ("float32", "bfloat16"):
                return "complex64"
            return kind
    if "bool" in (a, b):
        return b if a == "bool" else a
    if "uint8" in (a, b):
        other = b if a == "uint8" else a
        return "int16" if other == "int8" else other
    return _wider(a, b)


def _common(a: str, b: str) -> str:
    """The common data type of two, as torch has it."""
    if a == b:
        return a
    found = _promoted.get((a, b))
    if found is None:
        found = _promoted[a, b] = _promote(a, b)
    return found


def promote(first: Operand, *others: Operand | None) -> str:
    """The common data type of the operands that are there."""
    found = first.type
    for operand in others:
        if operand is not None:
            found = _common(found, operand.type)
    return found


def promote_list(operands: Any) -> str:
    """The common data type of all tensors of a list."""
    kind: str = _members(operands)[0].type
    for each in _members(operands)[1:]:
        kind = _common(each.type, kind)
    return kind


def promote_keeping(operand: Operand, number: Operand) -> str:
    """A tensor's type beside a number that only a higher kind changes."""
    mine, its = operand.type, number.type
    if mine in _COMPLEX or (mine in _FLOATS and its not in _COMPLEX):
        return mine
    return _common(mine, its) if mine == "bool" or its in _FLOAT_OR_COMPLEX else mine


def promote_exactly(operand: Operand, number: Operand) -> str:
    """The common type, or a floating tensor's own where a double is about the same in it."""
    double = number.type == "float64" and operand.type in _FLOATS
    return operand.type if double else _common(operand.type, number.type)


def promote_floating(operand: Operand, number: Operand) -> str:
    """A floating tensor's type, or the common one with a number that is no double."""
    if operand.type in _FLOATS:
        return operand.type
    return _common(operand.type, "float32" if number.type == "float64" else number.type)


def promote_single(operand: Operand, number: Operand) -> str:
    """The same, but that a double beside integers is computed in float32 whatever they are."""
    if operand.type not in _FLOATS and number.type == "float64":
        return "float32"
    return promote_floating(operand, number)


def promote_elements(number: Operand, operand: Operand) -> str:
    """A tensor's type beside a number, which decides too where there are many elements."""
    many = math.prod(operand.shape) >= 10
    return _common(operand.type, number.type) if many else promote_keeping(operand, number)


def promote_narrowed(operand: Operand, number: Operand) -> str:
    """The common type with a number that is an int32 where it can be."""
    return _common(operand.type, "int32" if number.type == "int64" else number.type)


def sum_type(a: Operand, b: Operand) -> str:
    """The data type of both, or float32."""
    return a.type if a.type == b.type else "float32"


def compute_in_float(operand: Operand) -> str:
    """float32 for integers and bool; floats and complex numbers keep theirs."""
    return operand.type if operand.type in _FLOAT_OR_COMPLEX else "float32"


def compute_in_result(operand: Operand) -> str:
    """float32 for integers and bool, which are computed in the type of a result that is given."""
    return compute_in_float(operand)


def compute_in_common_half(a: Operand, b: Operand) -> str:
    """The data type of both if it is float32 or a half, else float32."""
    return a.type if a.type == b.type and a.type in ("float16", "bfloat16") else "float32"


def compute_in_single(operand: Operand) -> str:
    """float32 for all but float16."""
    return "float16" if operand.type == "float16" else "float32"


def compute_in_own(operand: Operand) -> str:
    """The data type of the operand."""
    return operand.type


def compute_in_out(operand: Operand, _same: Operand | None = None) -> str:
    """That of the output for integers and bool, which is float32 where nothing else is said."""
    return compute_in_float(operand)


def promote_adds(operand: Operand, other: Operand, _alpha: Operand) -> str:
    """A tensor and a number: the tensor's type, unless the number is of a higher kind."""
    mine, its = operand.type, other.type
    if mine in _COMPLEX or its in _COMPLEX:
        return promote(operand, other)
    if mine in _FLOATS:
        return mine
    return promote(operand, other) if mine == "bool" or its in _FLOATS else mine


def promote_addmv(
    operand: Operand, matrix: Operand, vector: Operand, alpha: Operand, beta: Operand
) -> str:
    """The common data type; a factor of 1 has none."""
    factors = [each for each in (alpha, beta) if getattr(each, "value", None) != 1]
    return promote(matrix, vector, operand, *factors)


def promote_buckets(operand: Operand, boundaries: Operand) -> str:
    """The common type; that of the boundaries where one number is no more of a float."""
    is_float = not _is_whole(boundaries.type)
    if not operand.shape and (is_float or _is_whole(operand.type)):
        return boundaries.type
    return promote(operand, boundaries)


def promote_rsubs(operand: Operand, other: Operand, _alpha: Operand) -> str:
    """A tensor and a number that it is taken from: the same, without complex numbers or bool."""
    mine, its = operand.type, other.type
    return promote(operand, other) if mine not in _FLOAT_OR_COMPLEX and its in _FLOATS else mine


def promote_add_v3(number: Operand, operand: Operand) -> str:
    """A number and a tensor: float32 for floats; others as in a sum of a tensor and a number."""
    return "float32" if operand.type in _FLOATS else promote_adds(operand, number, number)


def promote_muls(operand: Operand, other: Operand) -> str:
    """A tensor and a number: as a sum of them, but for bfloat16, and bool with a float64."""
    types = (operand.type, other.type)
    if (operand.type == "bfloat16" and other.type not in _COMPLEX) or types == ("bool", "float64"):
        return "float32"
    return promote_adds(operand, other, other)


def promote_clamp(operand: Operand, *bounds: Operand | None) -> str:
    """The tensor's type; float32 for integers with a floating bound."""
    is_whole = operand.type not in _FLOAT_OR_COMPLEX
    is_float = any(each is not None and each.type in _FLOATS for each in bounds)
    return "float32" if is_whole and is_float else operand.type


def _is_whole(name: str) -> bool:
    return name not in _FLOAT_OR_COMPLEX


def true_quotient(a: Operand, b: Operand) -> str:
    """The common data type; float32 for integers and bool."""
    found = promote(a, b)
    return "float32" if _is_whole(found) else found


def promote_div(a: Operand, b: Operand) -> str:
    """The common data type of floats; integers are computed in float32, but a pair of int32."""
    found = promote(a, b)
    is_pair = a.type == b.type == "int32"
    return "float32" if _is_whole(found) and found != "bool" and not is_pair else found


def promote_divs(operand: Operand, number: Operand) -> str:
    """The tensor's, if it is no integer; else float32, but for a pair of int32 or bool."""
    is_pair = operand.type == number.type and operand.type in ("int32", "bool")
    found = "float32" if _is_whole(operand.type) and not is_pair else operand.type
    return _promote(found, number.type) if number.type in _COMPLEX else found


def promote_div_mod(a: Operand, b: Operand, mode: int) -> str:
    """Rounded down the common data type; else integers and float64 are computed in float32."""
    found = promote(a, b)
    if mode == 2:
        return "float32" if found == "bool" else found
    return "float32" if found == "float64" else promote_div(a, b)


def promote_div_mods(operand: Operand, number: Operand, mode: int) -> str:
    """The same of a tensor and a number, whose data type counts only where it is complex."""
    found = promote(operand, number)
    if mode == 2:
        return "float32" if found == "bool" else found
    if found in _COMPLEX or found == "bool":
        return found
    is_kept = operand.type in ("float16", "bfloat16") or operand.type == number.type == "int32"
    return operand.type if is_kept else "float32"


def promote_floor_divide(a: Operand, b: Operand) -> str:
    """The common data type; bool is computed in float32."""
    found = promote(a, b)
    return "float32" if found == "bool" else found


def promote_floor_divides(operand: Operand, number: Operand) -> str:
    """The same of a tensor and a number."""
    return promote_floor_divide(operand, number)


def promote_to_float(a: Operand, b: Operand) -> str:
    """The common data type; float32 for integers and bool."""
    return true_quotient(a, b)


def promote_to_single(a: Operand, b: Operand) -> str:
    """The same, and float32 for float64."""
    found = true_quotient(a, b)
    return "float32" if found == "float64" else found


def promote_power(operand: Operand, number: Operand) -> str:
    """A tensor and a number: as in a sum of them."""
    return promote_adds(operand, number, number)


def promote_power_of_number(number: Operand, operand: Operand) -> str:
    """The same of a number and a tensor."""
    return promote_adds(operand, number, number)


def promote_fmod(operand: Operand, number: Operand) -> str:
    """The common data type."""
    return promote(operand, number)


def promote_extreme(a: Operand, b: Operand) -> str:
    """The common data type."""
    return promote(a, b)


def promote_remainder(operand: Operand, number: Operand) -> str:
    """The tensor's, if it is no integer; else a float's."""
    found = promote(operand, number)
    return found if _is_whole(operand.type) and number.type in _FLOATS else operand.type


def promote_remainder_of_number(_number: Operand, operand: Operand) -> str:
    """The tensor's."""
    return operand.type


def type_of(rule: str, values: Mapping[str, Any]) -> str:
    """The data type that a check finds: "promote(self, other)", with operands by their names."""
    name, _, rest = rule.partition("(")
    function: Callable[..., str] = globals()[name]
    return function(*(values[word.strip()] for word in rest.rstrip(")").split(",")))
