# SPDX-License-Identifier: Apache-2.0
"""Asking for memory that is far away, into the second-level cache.

A core waits for few lines of the first level at a time, and for more of the second: rows that lie
anywhere come up to twice as fast so, if they are asked for early enough.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils

from .functions import I32, i32, intrinsic

READ = 0
SECOND_LEVEL = 2
DATA = 1


@intrinsic
def prefetch_far(typing_context, pointer, index):  # type: ignore[no-untyped-def]
    """Hint that `pointer[index]` will be read, though not soon; any index is allowed."""
    if not isinstance(pointer, types.CPointer) or not isinstance(index, types.Integer):
        return None

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        element = builder.gep(values[0], [values[1]])
        address = builder.bitcast(element, ir.IntType(8).as_pointer())
        arguments = [address.type, I32, I32, I32]
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), arguments), "llvm.prefetch.p0"
        )
        builder.call(function, [address, i32(READ), i32(SECOND_LEVEL), i32(DATA)])
        return context.get_dummy_value()

    return types.void(pointer, types.int64), generate
