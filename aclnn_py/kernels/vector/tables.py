# SPDX-License-Identifier: Apache-2.0
"""Tables of constants that bodies look numbers up in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from ..dialect.functions import intrinsic


def make_table(name: str, values: Sequence[float]) -> Any:
    """A function for bodies: the float64 at an int64 index, which has to be in the table."""

    def look_up(typing_context, index):  # type: ignore[no-untyped-def]
        if index != types.int64:
            return None

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            array = ir.Constant(
                ir.ArrayType(ir.DoubleType(), len(values)),
                [ir.Constant(ir.DoubleType(), value) for value in values],
            )
            table = cgutils.global_constant(builder, name, array)
            place = builder.gep(table, [ir.Constant(ir.IntType(64), 0), arguments[0]], True)
            return builder.load(place)

        return types.float64(types.int64), generate

    look_up.__name__ = look_up.__qualname__ = name
    return intrinsic(look_up)
