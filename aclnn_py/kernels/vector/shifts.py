# SPDX-License-Identifier: Apache-2.0
"""Shifts of integers.

To the left, a distance that the type has not leaves nothing, as in torch. To the right, CANN's
kernels take a negative distance for 0, and one that is too large for the largest that there is.
"""

from __future__ import annotations

from typing import Any

from ..dialect.instructions import Operation, instruction, number


def _left(bits: int) -> Any:
    def left_shift(a, distance):  # type: ignore[no-untyped-def]
        is_valid = number(a, 0) <= distance < number(a, bits)
        return a << distance if is_valid else number(a, 0)

    return left_shift


def _right(bits: int) -> Any:
    def right_shift(a, distance):  # type: ignore[no-untyped-def]
        most = number(a, bits - 1)
        nearest = number(a, 0) if distance < number(a, 0) else min(distance, most)
        return a >> nearest

    return right_shift


def _register() -> None:
    operations: list[Operation] = []
    for bits in (8, 16, 32, 64):
        data_types = f"int{bits} uint{bits}"
        for at, body in enumerate((_left(bits), _right(bits))):
            if at == len(operations):
                operations.append(instruction(data_types)(body))
            else:
                operations[at].register(data_types)(body)


_register()
