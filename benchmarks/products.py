# SPDX-License-Identifier: Apache-2.0
"""Products of matrices beside torch's: python -m benchmarks.products.

Ours is what csrc/products does for an operator, without its two phases; torch's is `torch.matmul`
into a tensor that exists. Both use as many threads, in turn in one process. A line is a shape with
both times, billions of multiplications and additions a second, and ours over torch. Results are
compared with those of float64 first. torch multiplies no float16 and integers in parallel on every
CPU; where it is far behind, that is why.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from build_support.library import ARCHIVE, Settings
from build_support.tree import blas_folder

from .arguments import default_threads, thread_number
from .processes import in_process
from .report import duration
from .timing import QUICK, THOROUGH, Effort, Timing, in_turn

ROOT = Path(__file__).resolve().parent.parent
SOURCE = Path(__file__).with_suffix(".c")

TYPES = {
    "float32": 0,
    "float16": 1,
    "int8": 2,
    "int32": 3,
    "int64": 9,
    "float64": 11,
    "bfloat16": 27,
}


@dataclass(frozen=True)
class Shape:
    """[batches, rows, depth] times [batches, depth, columns]; the second may lie transposed."""

    rows: int
    columns: int
    depth: int
    type: str = "float32"
    batches: int = 1
    is_transposed: bool = False

    @property
    def label(self) -> str:
        """For the table."""
        batches = f"{self.batches} x " if self.batches > 1 else ""
        transposed = " T" if self.is_transposed else ""
        return f"{batches}{self.rows}x{self.depth}x{self.columns} {self.type}{transposed}"

    @property
    def operations(self) -> float:
        """Multiplications and additions."""
        return 2.0 * self.batches * self.rows * self.columns * self.depth


SHAPES = (
    Shape(1024, 1024, 1024),
    Shape(1024, 1024, 1024, is_transposed=True),
    Shape(1024, 1024, 1024, "float64"),
    Shape(1024, 1024, 1024, "bfloat16"),
    Shape(1024, 1024, 1024, "float16"),
    Shape(1024, 1024, 1024, "int8"),
    Shape(512, 512, 512, "int64"),
    Shape(4096, 768, 768),
    Shape(768, 768, 16384),
    Shape(64, 64, 100000),
    Shape(1, 4096, 4096),
    Shape(1, 4096, 4096, is_transposed=True),
    Shape(128, 128, 128),
    Shape(16, 16, 16),
    Shape(128, 64, 128, batches=96),
    Shape(32, 32, 32, batches=1000),
)


def build(directory: Path) -> Path:
    """products.c with the objects of the library, as a shared library."""
    library = directory / "products.so"
    settings = Settings(ROOT)
    includes = ["-I", "csrc", "-I", "build/include", "-I", "build/generated"]
    command = [*settings.compiler, "-std=c11", "-O2", "-shared", "-fPIC", *includes, str(SOURCE)]
    command += [str(settings.directory / ARCHIVE), "-lm", "-lpthread", "-ldl", "-o", str(library)]
    subprocess.run(command, cwd=ROOT, check=True)
    return library


def measure(library: Path, shape: Shape, threads: int, effort: Effort) -> dict[str, Timing]:
    """Ours and torch's, after a look at the results."""
    import torch

    torch.set_num_threads(threads)
    torch.manual_seed(1)
    multiply = ctypes.CDLL(str(library)).multiply
    integers: list[Any] = [ctypes.c_int] * 2 + [ctypes.c_int64] * 4 + [ctypes.c_int]
    multiply.argtypes = integers + [ctypes.c_void_p] * 3
    type_ = getattr(torch, shape.type)

    def random(*dims: int) -> Any:
        if type_.is_floating_point:
            return torch.randn(dims, dtype=torch.float64).to(type_)
        return torch.randint(-128, 128, dims).to(type_)

    left = random(shape.batches, shape.rows, shape.depth)
    stored = random(
        shape.batches,
        *((shape.columns, shape.depth) if shape.is_transposed else (shape.depth, shape.columns)),
    )
    right = stored.transpose(1, 2) if shape.is_transposed else stored
    out_type = torch.int32 if type_ == torch.int8 else type_
    out = torch.empty((shape.batches, shape.rows, shape.columns), dtype=out_type)
    theirs = torch.empty((shape.batches, shape.rows, shape.columns), dtype=type_)

    def ours() -> None:
        status = multiply(
            TYPES[shape.type], TYPES[str(out_type).removeprefix("torch.")],
            shape.batches, shape.rows, shape.columns, shape.depth, shape.is_transposed,
            left.data_ptr(), stored.data_ptr(), out.data_ptr(),
        )  # fmt: skip
        assert status == 0, status

    ours()
    exact = left[0].double() @ right[0].double()
    error = (out[0].double() - exact).abs().max() / exact.abs().max()
    if error > 1e-2:
        raise SystemExit(f"{shape.label}: a result is wrong by {error:.2g}")
    functions: dict[str, Callable[[], object]] = {
        "ours": ours,
        "torch": lambda: torch.matmul(left, right, out=theirs),
    }
    return in_turn(functions, effort)


def line(shape: Shape, timings: dict[str, Timing]) -> str:
    """A shape with its times."""
    text = f"{shape.label:32}"
    for name in ("ours", "torch"):
        seconds = timings[name].median
        text += f"{duration(seconds):>10}{shape.operations / seconds / 1e9:8.1f}"
    return text + f"{timings['ours'].median / timings['torch'].median:8.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each shape."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    try:
        threads = default_threads()
    except ValueError as error:
        parser.error(str(error))
    parser.add_argument("--threads", type=thread_number, default=threads)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args(arguments)
    if importlib.util.find_spec("torch") is None:
        parser.error("torch is not installed: make torch does it")
    settings = Settings(ROOT)
    blas = settings.tree / "lib64" / blas_folder(settings) / "libscipy_openblas.so"
    variables = {"ACLNN_CORES": str(options.threads), "ACLNN_BLAS": os.path.normpath(blas)}
    print(f"{'':32}{'ours':>10}{'G/s':>8}{'torch':>10}{'G/s':>8}{'ratio':>8}")
    with tempfile.TemporaryDirectory(prefix="aclnn-bench-") as directory:
        library = build(Path(directory))
        for shape in SHAPES:
            effort = QUICK if options.quick else THOROUGH
            timings = in_process(variables, measure, library, shape, options.threads, effort)
            print(line(shape, timings), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
