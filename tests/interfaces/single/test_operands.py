# SPDX-License-Identifier: Apache-2.0
"""Every row of csrc/single/operators.toml with operands that fit, or do not: shapes, types and
numbers by chance. What is refused has a text, and nothing ends the process."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from interfaces.single.oracles import cases
from interfaces.single.single import Array, Host, Operator
from support import Session

CASES = cases()
SHAPES: list[tuple[int, ...]] = [
    *((), (0,), (1,), (3,), (0, 3), (3, 0), (2, 3), (5, 2, 3), (2, 0, 4), (2, 3, 4, 5)),
    *((0, 2, 3, 4), (2, 0, 3, 4), (2, 3, 4, 0), (1, 2, 2, 2, 2), (1,) * 8),
]
TYPES = ["float32", "float16", "int32", "int64", "bool", "uint8", "float64", "complex64"]
INTEGERS = [-1, 0, 1, 3, 2**40, -(2**62)]
REALS = [0.0, -1.0, np.inf, np.nan]
TEXTS = ["", "NHWC", "NCHW", "NCDHW", "none"]
TRIES = 12


def elements(operand: Any) -> Array:
    return operand.array if isinstance(operand, Host) else np.asarray(operand)


def other(random: np.random.Generator, operand: Any) -> Array | Host | None:
    """Another operand: left out, in the other memory, or with another shape, and often type."""
    if operand is not None and random.random() < 0.15:
        array = elements(operand)
        return array if isinstance(operand, Host) else Host(array, array.dtype)
    if random.random() < 0.15:
        return None
    keeps = operand is not None and random.random() < 0.6
    dtype = elements(operand).dtype if keeps else np.dtype(TYPES[random.integers(len(TYPES))])
    return np.zeros(SHAPES[random.integers(len(SHAPES))], dtype)


def another(random: np.random.Generator, value: Any) -> Any:
    """Another attribute of the same kind."""
    if isinstance(value, list):
        kind = type(value[0]) if value else int
        numbers = random.integers(-3, 9, random.integers(0, 7))
        return type(value)(kind(each) for each in numbers)
    if isinstance(value, bool):
        return not value
    choices: list[Any] = (
        INTEGERS if isinstance(value, int) else REALS if isinstance(value, float) else TEXTS
    )
    return choices[random.integers(len(choices))]


@pytest.mark.parametrize("name", sorted(CASES))
def test_operands_by_chance(session: Session, name: str) -> None:
    case = CASES[name]
    random = np.random.default_rng(list(name.encode()))
    for _ in range(TRIES):
        inputs, attrs = list(case.inputs), dict(case.attrs)
        outputs = [np.asarray(each) for each in case.before or case.outputs]
        for _ in range(random.integers(1, 3)):
            count = len(inputs) + len(outputs) + (len(attrs) > 0)
            place = int(random.integers(max(count, 1)))
            if place < len(inputs):
                inputs[place] = other(random, inputs[place])
            elif place < len(inputs) + len(outputs):
                found = other(random, outputs[place - len(inputs)])
                outputs[place - len(inputs)] = elements(found if found is not None else 0)
            elif attrs:
                key = list(attrs)[random.integers(len(attrs))]
                attrs[key] = another(random, attrs[key])
        operator = Operator(session, inputs, outputs, attrs)
        if operator.call(name) != 0:
            assert session.api.message()
        session.synchronize()
        operator.close()
