# SPDX-License-Identifier: Apache-2.0
"""What code chooses by the level that it is compiled for.

Kernels that are compiled ahead of time have one text for all levels. It calls the functions named
here, which the compiler defines for each level. Kernels that Numba compiles for this machine
alone choose while they are emitted.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, config

Emit = Callable[[ir.IRBuilder, ir.Value], ir.Value]

HAS_FLOAT16_INSTRUCTIONS = "aclnn_has_float16_instructions"
"""Returns an i1: whether the level converts float16 in hardware."""

STREAM_FENCE = "aclnn_stream_fence"
"""Orders stores past the caches before all stores that follow."""

_choice_is_left = False


def leave_choice_to_level() -> None:
    """From now on code is emitted once for all levels, which choose when they are compiled."""
    global _choice_is_left  # noqa: PLW0603
    _choice_is_left = True
    # Numba links what it emits, although it never runs.
    for name in (HAS_FLOAT16_INSTRUCTIONS, STREAM_FENCE):
        llvm.add_symbol(name, 1)


def _function(builder: ir.IRBuilder, name: str, returns: ir.Type) -> ir.Function:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(returns, []), name)


def _is_aarch64() -> bool:
    return platform.machine() in ("aarch64", "arm64")


def has_float16_instructions() -> bool:
    """Whether this machine converts float16 in hardware (F16C, or any aarch64).

    Elsewhere LLVM would call `__extendhfsf2` of the compiler's run-time library.
    """
    if _is_aarch64():
        return True
    features: str | None = getattr(config, "CPU_FEATURES", None)
    if features is not None:
        return "+f16c" in features.split(",")
    return bool(llvm.get_host_cpu_features().get("f16c"))


def choose_float16(builder: ir.IRBuilder, value: ir.Value, hardware: Emit, integer: Emit) -> Any:
    """What `hardware` emits where the level converts float16 in hardware, else `integer`'s."""
    if not _choice_is_left:
        return (hardware if has_float16_instructions() else integer)(builder, value)
    chosen = builder.call(_function(builder, HAS_FLOAT16_INSTRUCTIONS, ir.IntType(1)), [])
    # The level's optimiser drops the one that is not chosen.
    return builder.select(chosen, hardware(builder, value), integer(builder, value))


def stream_fence(builder: ir.IRBuilder) -> None:
    """Orders stores past the caches before all stores that follow."""
    if _choice_is_left:
        builder.call(_function(builder, STREAM_FENCE, ir.VoidType()), [])
    elif _is_aarch64():
        builder.fence("seq_cst")
    else:
        # LLVM's own fence does not promise to order non-temporal stores on x86-64.
        builder.call(_function(builder, "llvm.x86.sse.sfence", ir.VoidType()), [])
