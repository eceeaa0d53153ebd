# SPDX-License-Identifier: Apache-2.0
"""Runs kernels in this process, without a build: the development loop and the second opinion.

The same Python functions that are compiled ahead of time run here under a Numba `prange` over
the blocks. Kernels that a user registers with `Family.register` are launched the same way.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from llvmlite import ir
from numba import types

from .._float_mode import default_float_mode
from .dialect import COMPILE_OPTIONS, SIGNATURE, intrinsic, registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Argument = NDArray[Any] | int | None

# Numba's own thread pool must not be entered by two threads at once.
_lock = threading.Lock()


@intrinsic
def _call(typing_context, address, block, blocks, tiling, arguments):  # type: ignore[no-untyped-def]
    int64 = types.int64

    def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
        word = ir.IntType(64)
        function_type = ir.FunctionType(ir.VoidType(), [word] * 4)
        function = builder.inttoptr(values[0], function_type.as_pointer())
        builder.call(function, values[1:])
        return context.get_dummy_value()

    return types.void(int64, int64, int64, int64, int64), generate


@cache
def _runner(parallel: bool) -> Any:
    def run(address: int, blocks: int, tiling: int, arguments: int) -> None:
        for block in numba.prange(blocks):
            _call(address, np.int64(block), blocks, tiling, arguments)

    return numba.njit(SIGNATURE, parallel=parallel, **COMPILE_OPTIONS)(run)


@cache
def _compiled(name: str) -> Any:
    return numba.cfunc(SIGNATURE, **COMPILE_OPTIONS)(registry[name].function)


def address_array(arguments: Sequence[Argument]) -> NDArray[np.int64]:
    """The argument array of a kernel: None is address 0, an int is an address already."""
    return np.array(
        [
            0 if a is None else a.ctypes.data if isinstance(a, np.ndarray) else int(a)
            for a in arguments
        ],
        dtype=np.int64,
    )


def launch_address(
    function: int,
    blocks: int,
    tiling: NDArray[np.int64],
    arguments: Sequence[Argument],
    *,
    parallel: bool = True,
) -> None:
    """Launches compiled code at the address `function`, such as a kernel of the built library."""
    if tiling.dtype != np.int64 or not tiling.flags.c_contiguous:
        raise TypeError("tiling has to be a contiguous int64 array")
    addresses = address_array(arguments)
    # Numba's threads begin in the mode of the one that has work for them first.
    with _lock, default_float_mode():
        _runner(parallel)(function, blocks, tiling.ctypes.data, addresses.ctypes.data)


def launch(
    kernel_name: str, blocks: int, tiling: NDArray[np.int64], arguments: Sequence[Argument]
) -> None:
    """Runs the blocks of a registered kernel on all CPUs; returns when all are done.

    `tiling` and `arguments` are in the order that the family of the kernel declares. Nothing is
    checked: a wrong shape corrupts memory as it would on a device.
    """
    launch_address(_compiled(kernel_name).address, blocks, tiling, arguments)


def run_serial(
    kernel_name: str, blocks: int, tiling: NDArray[np.int64], arguments: Sequence[Argument]
) -> None:
    """`launch` with the blocks one after the other in the calling thread."""
    launch_address(_compiled(kernel_name).address, blocks, tiling, arguments, parallel=False)
