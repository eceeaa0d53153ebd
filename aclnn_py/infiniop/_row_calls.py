# SPDX-License-Identifier: Apache-2.0
"""Calls of the operators that are rows: results that are not given are made from what is."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..native import generated
from ._library import Dtype
from ._run import (
    DTYPES,
    Array,
    Call,
    Operand,
    any_strides,
    check_device,
    input_operand,
    last_is_1,
    output_operand,
    real_number,
    run,
)

if TYPE_CHECKING:
    from ._row_table import ROWS, Row
    from ._row_table import Operand as Rule
else:
    ROWS = generated(__package__, "_row_table").ROWS


def _takes(rule: Rule) -> Any:
    """What strides the library takes of an operand."""
    return last_is_1 if "last" in rule.flags else any_strides


def _input(rule: Rule, value: Any) -> Operand:
    if "dense" in rule.flags:  # of any rank
        return input_operand(rule.name, np.ascontiguousarray(value), any_strides)
    return input_operand(rule.name, value, _takes(rule))


def _output(rule: Rule, out: object) -> Operand:
    takes = _takes(rule)
    if "called" in rule.flags and isinstance(out, np.ndarray) and not out.flags.c_contiguous:
        takes = _nothing
    return output_operand(rule.name, out, "in_out" not in rule.flags, takes)


def _nothing(_: tuple[int, ...]) -> bool:
    return False


def _sizes(row: Row, operands: Mapping[str, Operand], numbers: Mapping[str, Any]) -> dict[str, Any]:
    """The sizes that operands' names of dimensions stand for, runs of them as tuples."""
    sizes: dict[str, Any] = {
        name: operator.index(v)
        for name, v in numbers.items()
        if any(name in rule.dims for rule in row.tensors)
    }
    for rule in row.tensors:
        found = operands.get(rule.name)
        if found is None:
            continue
        shape = found.array.shape
        at = 0
        for dim in rule.dims:
            count = len(shape) - len(rule.dims) + 1 if dim.endswith("*") else 1
            part = shape[at : at + max(count, 0)]
            at += max(count, 0)
            known = sizes.get(dim.lstrip("~"), ())
            if dim.startswith("~"):
                sizes[dim[1:]] = _broadcast(known, part)
            elif dim.endswith("*"):
                sizes.setdefault(dim, part)
            elif part:
                sizes.setdefault(dim, part[0])
    return sizes


def _with_size(shape: tuple[int, ...], dim: int, size: Any) -> tuple[int, ...]:
    """A shape with another size of a dimension; itself where it has no such one."""
    count = operator.index(size)
    return tuple(count if i == dim else each for i, each in enumerate(shape))


def _broadcast(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """What two runs of leading sizes broadcast to; the first where they do not."""
    try:
        return np.broadcast_shapes(one, other)
    except ValueError:
        return one


def _shape(rule: Rule, sizes: Mapping[str, Any]) -> tuple[int, ...]:
    shape: list[int] = []
    for dim in rule.dims:
        size = sizes.get(dim.lstrip("~"), 0)
        shape += size if isinstance(size, tuple) else [size]
    return tuple(shape)


def _dtype(row: Row, rule: Rule, operands: Mapping[str, Operand]) -> np.dtype[Any]:
    """The data type of an output: that of an input with the same, else the only or usual one."""
    for other in row.tensors:
        if other.type == rule.type and other.name in operands:
            return operands[other.name].array.dtype
    names = {number.name: name for name, number in DTYPES.items()}
    usual = "I64" if "I64" in rule.types.split() else rule.types.split()[0]
    return np.dtype(names[Dtype[usual].name])


def _fresh(row: Row, rule: Rule, sizes: Mapping[str, Any], given: Mapping[str, Operand]) -> Operand:
    shape, dtype = _shape(rule, sizes), _dtype(row, rule, given)
    keeps = "in_out" in rule.flags
    array = np.zeros(shape, dtype) if keeps else np.empty(shape, dtype)
    return Operand(rule.name, array, DTYPES[dtype.name], array, written=not keeps)


def _number(name: str, value: Any, is_real: bool) -> Any:
    if isinstance(value, ctypes.Array):
        return value
    return real_number(name, value) if is_real else operator.index(value)


def run_row(
    name: str,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Array | None],
    numbers: Mapping[str, Any],
    device: str,
) -> list[Array]:
    """Run a row on arrays; the outputs, in order.

    inputs   by name; None for one that is left out
    outputs  by name; None for one that is to be made
    numbers  by name; an array of ctypes where the call takes a pointer
    """
    check_device(device)
    row = ROWS[name]
    rules = {rule.name: rule for rule in row.tensors}
    given = {each: _input(rules[each], v) for each, v in inputs.items() if v is not None}
    sizes = _sizes(row, given, numbers)
    if "k" in numbers and "dim" in numbers:
        sizes["V*"] = _with_size(sizes["S*"], operator.index(numbers["dim"]), numbers["k"])
    operands: dict[str, Operand] = dict(given)
    for each, out in outputs.items():
        rule = rules[each]
        if out is None:
            operands[each] = _fresh(row, rule, sizes, given)
        else:
            operands[each] = _output(rule, out)
    call = Call(
        name,
        [operands.get(rule.name) for rule in row.tensors],
        [_number(each, numbers[each], real) for each, real in row.create],
        [_number(each, numbers[each], real) for each, real in row.call],
        (None, 0) if row.has_workspace else (),
        sum("called" in rule.flags for rule in row.tensors),
        row.family or name,
    )
    run(call, device)
    targets = [operands[each].target for each in outputs]
    return [target for target in targets if target is not None]
