# SPDX-License-Identifier: Apache-2.0
"""Narrow rows beside a plain C loop that only adds them up: python -m benchmarks.gather.

Rows that belong to one weight lie anywhere in grad, and that, not how fast memory is copied, is
what limits rows of a few cache lines. gather.c adds the rows in the order of their weights and
writes the sums past the caches; it is given that order, checks nothing, and takes the best of
several distances to ask for rows ahead. Ours has to find the order first. Both use the same device
memory and as many threads, in turn in one process; float32, int64 indices.

A line is a shape with its times on each number of threads, how much faster more threads are, and
ours over gather.c. Results are compared first; gather.c's sums are exact, as those of make bench.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

import aclnn_py as acl

from .arguments import default_threads, thread_number
from .cases import SHAPES, Case, Shape, make_indices
from .ours import Call, Operands
from .processes import in_process
from .report import duration
from .timing import QUICK, THOROUGH, Effort, Timing, in_turn

MOST_DIM = 128
LEAST_ROWS = 1024
AHEAD = (4, 8, 16, 32)
SOURCE = Path(__file__).with_suffix(".c")


def shapes() -> list[Shape]:
    """The narrow ones of make bench. One weight cannot be divided among threads by weights."""
    return [
        shape
        for shape in SHAPES
        if shape.dim <= MOST_DIM and shape.rows >= LEAST_ROWS and shape.pattern != "equal"
    ]


def build(directory: Path) -> Path:
    """gather.c as a shared library."""
    library = directory / "gather.so"
    compiler = shlex.split(os.environ.get("CC", "cc"))
    options = ["-std=c11", "-O3", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-lpthread"]
    subprocess.run([*compiler, *options], check=True)
    return library


def load(library: Path) -> Callable[..., int]:
    """The function of gather.c."""
    function: Callable[..., int] = ctypes.CDLL(str(library)).gather
    address, count = ctypes.c_void_p, ctypes.c_int64
    function.argtypes = [address] * 4 + [count, address, count, count]  # type: ignore[attr-defined]
    return function


def even_shares(offsets: np.ndarray[tuple[int], np.dtype[np.int32]], threads: int) -> list[int]:
    """First weights of parts that have as many rows and weights together."""
    work = offsets.astype(np.int64) + np.arange(offsets.size)
    wanted = [work[-1] * part // threads for part in range(threads)]
    return [*np.searchsorted(work, wanted).tolist(), offsets.size - 1]


def measure(library: Path, shape: Shape, threads: int, effort: Effort) -> dict[str, Timing]:
    """Ours, and gather.c with each distance, by name."""
    from . import compare

    function = load(library)
    case = Case(shape, "float32", "int64", False)
    data = compare.make_data(shape, case.type, make_indices(shape))
    indices = compare.as_indices(data, case.index_type)
    host = np.asarray(make_indices(shape))
    order = np.argsort(host, kind="stable").astype(np.int32)
    counts = np.bincount(host, minlength=shape.weights)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    shares = np.array(even_shares(offsets, threads))
    with acl.Device(0) as device, device.stream() as stream:
        operands = Operands(device, shape, data.grad, {case.index_type: indices}, case.type)
        call = Call(operands, case, stream)
        device_order, device_offsets = device.tensor(order), device.tensor(offsets)

        def gather(ahead: int) -> Callable[[], None]:
            def run() -> None:
                status = function(
                    operands.grad.address, device_order.address, device_offsets.address,
                    operands.out.address, shape.dim, shares.ctypes.data, threads, ahead,
                )  # fmt: skip
                assert status == 0

            return run

        functions: dict[str, Callable[[], None]] = {"ours": call}
        functions |= {f"gather {ahead}": gather(ahead) for ahead in AHEAD}
        for name, each in functions.items():
            operands.poison()
            each()
            rows = compare.rows_in_memory(operands.read, shape, case.type)
            wrong = compare.check_ours(data, rows, case.scale)
            if wrong:
                raise SystemExit(f"{shape.label}: {name}: {wrong}")
        timings = in_turn(functions, effort)
        call.close()
        operands.close()
        device_order.close()
        device_offsets.close()
    return timings


def best(timings: dict[str, Timing]) -> Timing:
    """Of gather.c."""
    plain = [each for name, each in timings.items() if name != "ours"]
    return min(plain, key=lambda each: each.median)


def line(shape: Shape, by_threads: dict[int, dict[str, Timing]]) -> str:
    """A shape with its times on each number of threads."""
    text = f"{shape.label:28}"
    ours = {threads: each["ours"].median for threads, each in by_threads.items()}
    plain = {threads: best(each).median for threads, each in by_threads.items()}
    for times in (ours, plain):
        text += "".join(f"{duration(times[threads]):>10}" for threads in sorted(times))
        text += f"{times[min(times)] / times[max(times)]:8.2f}"
    return text + "".join(f"{ours[threads] / plain[threads]:8.2f}" for threads in sorted(ours))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each shape."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    try:
        threads = default_threads()
    except ValueError as error:
        parser.error(str(error))
    parser.add_argument(
        "--threads",
        type=thread_number,
        default=threads,
        help=f"compared with one (default: ACLNN_CORES, without it all CPUs: here {threads})",
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args(arguments)
    numbers = sorted({1, options.threads})
    columns = "".join(f"{f'{threads} thr.':>10}" for threads in numbers) + f"{'grows':>8}"
    ratios = "".join(f"{f'ratio {threads}':>8}" for threads in numbers)
    print(f"{'':28}{'ours':<{len(columns)}}gather.c\n{'':28}{columns}{columns}{ratios}")
    with tempfile.TemporaryDirectory(prefix="aclnn-bench-") as directory:
        library = build(Path(directory))
        for shape in shapes():
            effort = QUICK if options.quick else THOROUGH
            by_threads = {
                threads: in_process(
                    {"ACLNN_CORES": str(threads)}, measure, library, shape, threads, effort
                )
                for threads in numbers
            }
            print(line(shape, by_threads), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
