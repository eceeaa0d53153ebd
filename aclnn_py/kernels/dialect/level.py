# SPDX-License-Identifier: Apache-2.0
"""What code chooses by the level that it is compiled for.

Kernels that are compiled ahead of time have one text for all levels. It calls the functions named
here, which the compiler defines for each level. Kernels that Numba compiles for this machine
alone choose while they are emitted.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, config

Emit = Callable[..., ir.Value]

HAS_FLOAT16_INSTRUCTIONS = "aclnn_has_float16_instructions"
"""Returns an i1: whether the level converts float16 in hardware."""

HAS_FUSED_INSTRUCTIONS = "aclnn_has_fused_instructions"
"""Returns an i1: whether the level multiplies and adds with one rounding."""

HAS_TABLE_INSTRUCTIONS = "aclnn_has_table_instructions"
"""Returns an i1: whether the level picks float32 by number out of a register of 16 (AVX-512)."""

STREAM_FENCE = "aclnn_stream_fence"
"""Orders stores past the caches before all stores that follow."""

_choice_is_left = False


def leave_choice_to_level() -> None:
    """From now on code is emitted once for all levels, which choose when they are compiled."""
    global _choice_is_left  # noqa: PLW0603
    _choice_is_left = True


def _function(builder: ir.IRBuilder, name: str, returns: ir.Type) -> ir.Function:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(returns, []), name)


def _is_aarch64() -> bool:
    return platform.machine() in ("aarch64", "arm64")


def _host_has(feature: str) -> bool:
    """Whether this machine is any aarch64, or an x86-64 with this feature."""
    if _is_aarch64():
        return True
    features: str | None = getattr(config, "CPU_FEATURES", None)
    if features is not None:
        return f"+{feature}" in features.split(",")
    return bool(llvm.get_host_cpu_features().get(feature))


def has_float16_instructions() -> bool:
    """Whether this machine converts float16 in hardware (F16C, or any aarch64).

    Elsewhere LLVM would call `__extendhfsf2` of the compiler's run-time library.
    """
    return _host_has("f16c")


def has_fused_instructions() -> bool:
    """Whether this machine multiplies and adds with one rounding (FMA3, or any aarch64).

    Elsewhere LLVM would call `fmaf` of the C library.
    """
    return _host_has("fma")


def has_table_instructions() -> bool:
    """Whether this machine picks float32 by number out of a register of 16 (AVX-512)."""
    return not _is_aarch64() and _host_has("avx512f")


def _choose(
    builder: ir.IRBuilder, has: str, is_here: bool, first: Emit, second: Emit, values: Any
) -> Any:
    """What `first` emits for the values where the level has it, else `second`'s."""
    if not _choice_is_left:
        return (first if is_here else second)(builder, *values)
    chosen = builder.call(_function(builder, has, ir.IntType(1)), [])
    # The level's optimiser drops the one that is not chosen.
    return builder.select(chosen, first(builder, *values), second(builder, *values))


def choose_float16(builder: ir.IRBuilder, value: ir.Value, hardware: Emit, integer: Emit) -> Any:
    """What `hardware` emits where the level converts float16 in hardware, else `integer`'s."""
    is_here = has_float16_instructions()
    return _choose(builder, HAS_FLOAT16_INSTRUCTIONS, is_here, hardware, integer, (value,))


def choose_fused(
    builder: ir.IRBuilder, values: Sequence[ir.Value], hardware: Emit, software: Emit
) -> Any:
    """What `hardware` emits where the level multiplies and adds with one rounding, else
    `software`'s."""
    is_here = has_fused_instructions()
    return _choose(builder, HAS_FUSED_INSTRUCTIONS, is_here, hardware, software, values)


def choose_table(
    builder: ir.IRBuilder, values: Sequence[ir.Value], hardware: Emit, software: Emit
) -> Any:
    """What `hardware` emits where the level picks numbers out of a register, else `software`'s."""
    is_here = has_table_instructions()
    return _choose(builder, HAS_TABLE_INSTRUCTIONS, is_here, hardware, software, values)


def stream_fence(builder: ir.IRBuilder) -> None:
    """Orders stores past the caches before all stores that follow."""
    if _choice_is_left:
        builder.call(_function(builder, STREAM_FENCE, ir.VoidType()), [])
    elif _is_aarch64():
        builder.fence("seq_cst")
    else:
        # LLVM's own fence does not promise to order non-temporal stores on x86-64.
        builder.call(_function(builder, "llvm.x86.sse.sfence", ir.VoidType()), [])
