# SPDX-License-Identifier: Apache-2.0
"""The operators of aclnn_ext/binary_embedding.h: python -m benchmarks.binary_embedding.

Each beside a copy of as many bytes as it reads and writes, half of them read and half written, in
device memory, by as many threads (ACLNN_CORES), in turn in one process. A copy is `memcpy` by each
thread, which the C library writes past the caches where it is large. Calls are both phases and a
synchronize, with workspace and operands in memory and warm.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass

import numpy as np

import aclnn_py as acl
from aclnn_py.data_types import numpy_dtype
from aclnn_py.runtime import Tensor

from .timing import QUICK, THOROUGH, Timing, in_turn

GOAL = 2.0
"""So many times the time of the copy an operator may take."""

PAGE_BYTES = 4096


@dataclass(frozen=True)
class Case:
    """Rows x columns of a type; the backward and the lookup have a table of `weights` rows."""

    operator: str
    dtype: str
    rows: int
    columns: int
    weights: int = 0

    @property
    def label(self) -> str:
        """Rows x columns, and the rows of the table."""
        table = f"->{self.weights}" if self.weights else ""
        return f"{self.rows}x{self.columns}{table}"

    @property
    def moved(self) -> int:
        """Bytes that have to be read or written: each operand once, indices and scales too."""
        size = numpy_dtype(self.dtype).itemsize
        numbers = self.rows * self.columns * size
        packed = self.rows * -(-self.columns // 8)
        table = self.weights * -(-self.columns // 8)
        if self.operator == "Pack":
            return numbers + packed
        if self.operator == "Unpack":
            return packed + self.rows * size + numbers
        if self.operator == "Embedding":  # every row that is looked up is read
            return self.rows * (8 + size) + packed + numbers
        return numbers + self.rows * (8 + 4) + table


CASES = (
    *(Case("Pack", dtype, 50257, 768) for dtype in ("float32", "float16", "bfloat16")),
    Case("Pack", "float64", 16384, 1024),
    Case("Pack", "int8", 50257, 768),
    Case("Pack", "float32", 100_000, 100),
    *(Case("Unpack", dtype, 50257, 768) for dtype in ("float32", "float16", "bfloat16")),
    Case("Unpack", "float64", 16384, 1024),
    Case("Unpack", "float32", 100_000, 100),
    *(Case("Embedding", dtype, 8192, 768, 50257) for dtype in ("float32", "float16", "bfloat16")),
    Case("Embedding", "float32", 65536, 128, 100_000),
    *(
        Case("EmbeddingBackward", dtype, 8192, 768, 50257)
        for dtype in ("float32", "float16", "bfloat16")
    ),
    Case("EmbeddingBackward", "float32", 65536, 768, 50257),
    Case("EmbeddingBackward", "float64", 8192, 1024, 50257),
    Case("EmbeddingBackward", "float32", 8192, 4096, 32000),
    Case("EmbeddingBackward", "float32", 262144, 128, 65536),
    Case("EmbeddingBackward", "float32", 262144, 100, 65536),
    Case("EmbeddingBackward", "float32", 262144, 128, 4),
)


def _operands(case: Case, device: acl.Device, rng: np.random.Generator) -> list[Tensor | None]:
    """The tensors of the call, filled."""
    dtype = numpy_dtype(case.dtype)
    width = -(-case.columns // 8)

    def numbers(*shape: int) -> Tensor:
        return device.tensor(rng.standard_normal(shape, np.float32).astype(dtype))

    def table(rows: int) -> Tensor:
        return device.tensor(rng.integers(0, 256, (rows, width), np.uint8))

    if case.operator == "Pack":
        values = rng.integers(-99, 99, (case.rows, case.columns)).astype(dtype)
        return [device.tensor(values), table(case.rows)]
    if case.operator == "Unpack":
        return [table(case.rows), numbers(case.rows, 1), numbers(case.rows, case.columns)]
    indices = device.tensor(rng.integers(0, case.weights, case.rows))
    if case.operator == "Embedding":
        out = numbers(case.rows, case.columns)
        return [indices, table(case.weights), numbers(case.weights, 1), out]
    scale = device.tensor(rng.standard_normal((case.rows, 1), np.float32))
    return [numbers(case.rows, case.columns), indices, scale, table(case.weights)]


def _copier(
    device: acl.Device, bytes: int, pool: ThreadPoolExecutor, threads: int, stack: ExitStack
) -> Callable[[], object]:
    """Copies so many bytes in device memory, a share for each thread."""
    source, target = (
        stack.enter_context(device.tensor(np.ones(bytes, np.uint8))) for _ in range(2)
    )
    memcpy = ctypes.CDLL(None).memcpy
    memcpy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    memcpy.restype = ctypes.c_void_p
    share = -(-bytes // threads // PAGE_BYTES) * PAGE_BYTES

    def copy(offset: int) -> None:
        memcpy(target.address + offset, source.address + offset, min(share, bytes - offset))

    return lambda: list(pool.map(copy, range(0, bytes, share)))


def measure(case: Case, threads: int, quick: bool) -> dict[str, Timing]:
    """The times of the operator and of the copy."""
    with ExitStack() as stack:
        device = stack.enter_context(acl.Device(0))
        stream = stack.enter_context(device.stream())
        pool = stack.enter_context(ThreadPoolExecutor(threads))
        operands = _operands(case, device, np.random.default_rng(5))
        for each in operands:
            if each is not None:
                stack.enter_context(each)
        copy = _copier(device, case.moved // 2, pool, threads, stack)
        step = acl.plan(f"aclnnExtBinary{case.operator}", *operands).repeatable()
        stack.enter_context(step)

        def operator() -> None:
            step.run(stream)
            stream.synchronize()

        return in_turn({"operator": operator, "copy": copy}, QUICK if quick else THOROUGH)


def main() -> int:
    """Print a line for each case; 0 whatever was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", default="", help="only operators whose names contain this")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args()
    threads = int(os.environ.get("ACLNN_CORES", "") or os.cpu_count() or 1)
    print(f"{threads} core(s). ratio: to a copy of the same bytes; the goal is at most {GOAL:g}")
    for case in CASES:
        if options.only.lower() not in case.operator.lower():
            continue
        times = measure(case, threads, options.quick)
        ours, copy = times["operator"], times["copy"]
        print(
            f"{case.operator:18} {case.label:18} {case.dtype:9} "
            f"{ours.median * 1e3:8.3f} ms ± {ours.deviation / ours.median:4.0%}  "
            f"{case.moved / ours.median * 1e-9:6.1f} GB/s  copy {copy.median * 1e3:8.3f} ms ± "
            f"{copy.deviation / copy.median:4.0%}  ratio {ours.median / copy.median:5.2f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
