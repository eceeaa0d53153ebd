# SPDX-License-Identifier: Apache-2.0
"""The vector unit beside a copy and beside torch: python -m benchmarks.vector.

vector.c measures programs of the vector unit below the public functions, in memory as the device
has it; torch does the same with `out=` where it is installed. A line is a case with its best time,
the bytes a second that it reads and writes at least, their part of a copy's, and torch's time over
ours. With --busy, for machines that do other work, all times are CPU times of one thread.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from build_support.library import ARCHIVE, Settings

from .arguments import default_threads, thread_number
from .report import duration

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path(__file__).with_suffix(".c")
SECONDS = 0.4

Case = tuple[str, float, int]


def build(directory: Path) -> Path:
    """vector.c, linked with the library's objects."""
    settings = Settings(ROOT)
    program = directory / "vector"
    command = [*settings.compiler, *settings.flags, str(SOURCE)]
    command += [str(settings.directory / ARCHIVE), "-lm", "-lpthread", "-o", str(program)]
    subprocess.run(command, cwd=ROOT, check=True)
    return program


def ours(program: Path, threads: int, busy: bool) -> list[Case]:
    """Name, seconds and bytes of each case."""
    environment = os.environ | {"ACLNN_CORES": str(threads)}
    command = [str(program), *(["cpu"] if busy else [])]
    result = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    return [(name, float(nanoseconds) * 1e-9, int(size)) for name, nanoseconds, size in rows]


def _torch_functions() -> dict[str, Callable[[], object]]:
    import torch

    x, y, out = (torch.zeros(1 << 24) for _ in range(3))

    def some(count: int, kind: torch.dtype) -> list[torch.Tensor]:
        return [torch.zeros(count, dtype=kind) for _ in range(3)]

    functions: dict[str, Callable[[], object]] = {}
    for count, size in ((1 << 24, "16 Mi"), (1 << 18, "256 Ki"), (1 << 11, "2 Ki"), (6, "6")):
        a, b, c = some(count, torch.float32)
        functions[f"add float32, {size}"] = partial(torch.add, a, b, out=c)
        functions[f"exp float32, {size}"] = partial(torch.exp, a, out=c)
    for kind in (torch.bfloat16, torch.float16):
        a, b, c = some(1 << 18, kind)
        name = str(kind).removeprefix("torch.")
        functions[f"add {name}, 256 Ki"] = partial(torch.add, a, b, out=c)
    a, b, c = some(1 << 18, torch.float64)
    functions["exp float64, 256 Ki"] = partial(torch.exp, a, out=c)
    for edge in (4096, 512):
        left, right, to = (each[: edge * edge].view(edge, edge) for each in (x, y, out))
        name = f"x + y.T float32, {edge} x {edge}"
        functions[name] = partial(torch.add, left, right.T, out=to)
    narrow, to = x.view(-1, 64), out.view(-1, 64)
    column = y[: 1 << 18].view(-1, 1)
    functions["x + row float32, 256 Ki x 64"] = partial(torch.add, narrow, y[:64], out=to)
    functions["x + column float32, 256 Ki x 64"] = partial(torch.add, narrow, column, out=to)
    functions["sum float32, 16 Mi"] = partial(torch.sum, x)
    for shape, dim, what in (
        ((4096, 4096), 1, "4096 x 4096, of rows"),
        ((4096, 4096), 0, "4096 x 4096, of columns"),
        ((64, 1024, 256), 1, "64 x 1024 x 256, middle"),
        ((1 << 20, 16), 1, "1 Mi x 16, of rows"),
        ((16, 1 << 20), 0, "16 x 1 Mi, of columns"),
        ((1 << 21, 8), 0, "2 Mi x 8, of columns"),
    ):
        functions[f"sum float32, {what}"] = partial(torch.sum, x.view(shape), dim)
    return functions


def theirs(threads: int, busy: bool) -> dict[str, float]:
    """Torch's seconds by the name of the case; nothing without torch."""
    try:
        import torch
    except ImportError:
        return {}
    torch.set_num_threads(threads)
    clock = time.process_time if busy else time.perf_counter
    found = {}
    for name, function in _torch_functions().items():
        function()
        begin = clock()
        function()
        repeat = 200 if clock() - begin < 1e-4 else 1
        best = float("inf")
        end = clock() + SECONDS
        while clock() < end:
            begin = clock()
            for _ in range(repeat):
                function()
            best = min(best, (clock() - begin) / repeat)
        found[name] = best
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    try:
        threads = default_threads()
    except ValueError as error:
        parser.error(str(error))
    parser.add_argument("--threads", type=thread_number, default=threads, help="of ours and torch")
    parser.add_argument("--busy", action="store_true", help="CPU time of one thread")
    options = parser.parse_args(arguments)
    threads = 1 if options.busy else options.threads
    with tempfile.TemporaryDirectory(prefix="aclnn-bench-") as directory:
        cases = ours(build(Path(directory)), threads, options.busy)
    torch_seconds = theirs(threads, options.busy)
    copied = cases[0][2] / cases[0][1]
    print(f"{'':40}{'ours':>10}{'GB/s':>8}{'of copy':>9}{'torch / ours':>14}")
    for name, seconds, size in cases:
        line = f"{name:40}{duration(seconds):>10}{size / seconds / 1e9:8.1f}"
        line += f"{size / seconds / copied:9.2f}"
        if name in torch_seconds:
            line += f"{torch_seconds[name] / seconds:14.2f}"
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
