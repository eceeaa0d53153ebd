# SPDX-License-Identifier: Apache-2.0
"""Tiles, block floats and sums beside a copy of the same bytes: python -m benchmarks.tiles.

One core unless ACLNN_CORES says otherwise. GB/s are those of the matrix: what a tilize reads and an
untilize writes, 4 bytes an element of float32. A ratio is the median time over that of a copy
(memmove) of the matrix in the same device memory, measured in turn; 1 is the speed of the copy.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import sys
from collections.abc import Callable

import ml_dtypes
import numpy as np

os.environ.setdefault("ACLNN_CORES", "1")

import aclnn_py as acl

from .timing import QUICK, THOROUGH, Timing, in_turn

TYPES = {"BFLOAT16": (0, 2048), "FLOAT32": (1, 4096), "BFLOAT8_B": (3, 1088), "BFLOAT4_B": (4, 576)}
"""Number and bytes of a tile."""

ELEMENTS = {"float32": np.dtype(np.float32), "bfloat16": np.dtype(ml_dtypes.bfloat16)}
COPY = "copy"


def _runner(plan: acl.Plan, stream: acl.Stream) -> Callable[[], None]:
    plan.repeatable()

    def run() -> None:
        plan.run(stream)
        stream.synchronize()

    return run


def _copier(to: acl.Tensor, source: acl.Tensor, size: int) -> Callable[[], object]:
    memmove = ctypes.CDLL(None).memmove
    memmove.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    memmove.restype = ctypes.c_void_p
    return lambda: memmove(to.address, source.address, size)


def functions(
    device: acl.Device, stream: acl.Stream, shape: tuple[int, int], dtype: np.dtype[np.generic]
) -> dict[str, Callable[[], object]]:
    """What is measured for a matrix of a type, by name; all tensors live as long as the plans."""
    rng = np.random.default_rng(1)
    matrix = device.tensor(rng.standard_normal(shape, np.float32).astype(dtype))
    back = device.empty(shape, dtype)
    tiles = math.prod(-(-length // 32) for length in shape)
    found: dict[str, Callable[[], object]] = {
        COPY: _copier(back, matrix, math.prod(shape) * dtype.itemsize)
    }
    for name, (kind, tile_bytes) in TYPES.items():
        storage = device.empty((tiles * tile_bytes,), "uint8")
        for operator, arguments in (
            ("aclnnExtTilize", (matrix, kind, storage)),
            ("aclnnExtUntilize", (storage, kind, back)),
        ):
            plan = acl.plan(operator, *arguments)
            found[f"{operator.removeprefix('aclnnExt').lower()} {name}"] = _runner(plan, stream)
    for words, out in (
        ("rows", (shape[1],)),
        ("columns", (shape[0], 1)),
        ("all", ()),
        ("nothing", shape),
    ):
        plan = acl.plan("aclnnExtSumToShape", matrix, device.empty(out, dtype))
        found[f"sum over {words}"] = _runner(plan, stream)
    return found


def _line(name: str, timing: Timing, copy: Timing, size: int) -> str:
    return (
        f"  {name:22} {size / timing.median / 1e9:7.2f} GB/s   "
        f"{timing.median / copy.median:5.2f} of a copy   "
        f"+- {timing.deviation / timing.median:4.0%}"
    )


def main() -> int:
    """Print a line for each operator and type of matrix."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--columns", type=int, default=4096)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args()
    shape = (options.rows, options.columns)
    with acl.Device(0) as device, device.stream() as stream:
        for type_name, dtype in ELEMENTS.items():
            timings = in_turn(
                functions(device, stream, shape, dtype), QUICK if options.quick else THOROUGH
            )
            print(f"{type_name} {list(shape)}, ACLNN_CORES={os.environ['ACLNN_CORES']}")
            for name, timing in timings.items():
                size = math.prod(shape) * dtype.itemsize
                print(_line(name, timing, timings[COPY], size), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
