# SPDX-License-Identifier: Apache-2.0
"""What PyTorch's plug-in pays for this library: its import, and operators of little work.

    aclnn run python -m benchmarks.plugin

needs torch, torch-npu, and perf of Linux for the second part. Prints two tables:

import  seconds in fresh processes, one after another: to load the library's files and ask for the
        version, as the plug-in does, and for `import torch_npu` behind that: median, least, most
calls   for each operator, on few elements: microseconds of an operator, and how many of them the
        program's own threads spend in files of this library, and in the kernel of the system,
        whoever called it; behind them the CPU time of this library's threads, which do the work
        and look for more
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

PROCESSES = 15
CALLS = 20_000
FREQUENCY = 4000
A_WAIT = 100
"""Calls between two synchronizes, as in a step of training."""

_IMPORT = """
import ctypes, os, sys, time
os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
import torch
begin = time.perf_counter()
libraries = [ctypes.CDLL(path, ctypes.RTLD_GLOBAL) for path in sys.argv[1:]]
version = ctypes.create_string_buffer(4096)
libraries[0].aclsysGetCANNVersion(0, version)
loaded = time.perf_counter()
import torch_npu
print(loaded - begin, time.perf_counter() - loaded)
"""

_LOADED = """
import torch, torch_npu
with open("/proc/self/maps") as maps:
    print(*sorted({line.split()[-1] for line in maps if "libascendcl.so" in line}))
"""


def _output(*command: str | Path) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def _folder() -> Path:
    """Where the plug-in finds this library's files."""
    return Path(_output(sys.executable, "-c", _LOADED).split()[0]).resolve().parent


def _line(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.3f} s ({min(values):.3f} to {max(values):.3f})"


def _imports(folder: Path) -> None:
    files = sorted(folder.glob("lib*.so"), key=lambda file: file.name != "libascendcl.so")
    rows = [
        [float(word) for word in _output(sys.executable, "-c", _IMPORT, *files).split()]
        for _ in range(PROCESSES)
    ]
    ours, plugin = zip(*rows, strict=True)
    print(f"this library  {_line(ours)}")
    print(f"torch_npu     {_line(plugin)}")


def operators() -> Mapping[str, Callable[[], object]]:
    """Operators on npu by name, of little work."""
    import torch
    import torch_npu  # noqa: F401  registers the device
    from torch.nn import functional

    a, b, out = (torch.randn(8, 8).npu() for _ in range(3))
    places = torch.arange(8).npu()
    return {
        "add": lambda: torch.add(a, b, out=out),
        "mul": lambda: torch.mul(a, b, out=out),
        "exp": lambda: torch.exp(a, out=out),
        "gelu": lambda: functional.gelu(a, approximate="tanh"),
        "sum": lambda: torch.sum(a, 1),
        "softmax": lambda: torch.softmax(a, 1),
        "layer norm": lambda: functional.layer_norm(a, (8,)),
        "matmul": lambda: torch.mm(a, b, out=out),
        "embedding": lambda: functional.embedding(places, a),
        "copy of a transpose": lambda: out.copy_(a.T),
    }


def repeat(name: str) -> None:
    """Call an operator; print from when to when, and how often."""
    import time

    import torch

    function = operators()[name]
    for left in range(2 * CALLS, 0, -1):
        if left == CALLS:
            begin = time.monotonic()
        function()
        if left % A_WAIT == 0:
            torch.npu.synchronize()
    print(begin, time.monotonic(), CALLS)


def _samples(profile: Path, begin: float, end: float) -> Iterator[tuple[bool, str]]:
    """Whether a sample is of the program's own thread, and the file that it lies in."""
    command = ("perf", "script", "-i", profile, "-F", "comm,time,ip,dso")
    for line in _output(*command).splitlines():
        match = re.match(r"\s*(.*?)\s+([\d.]+):\s.*\((.*)\)$", line)
        if match and begin <= float(match[2]) <= end:
            yield not match[1].startswith("aclnn-"), Path(match[3]).name


def _calls(folder: Path) -> None:
    names = {name for file in folder.iterdir() for name in (file.name, file.resolve().name)}
    with tempfile.TemporaryDirectory() as scratch:
        profile = Path(scratch) / "profile"
        record = ("perf", "record", "-q", "-k", "mono", "-F", str(FREQUENCY), "-e", "cpu-clock")
        for name in operators():
            code = f"from benchmarks import plugin; plugin.repeat({name!r})"
            words = _output(*record, "-o", profile, sys.executable, "-c", code).split()
            begin, end, calls = map(float, words[-3:])
            counts = Counter(
                (own, file in names, file.startswith("[kernel"))
                for own, file in _samples(profile, begin, end)
            )
            a_sample = 1e6 / FREQUENCY / calls
            whole = (end - begin) / calls * 1e6
            ours, kernel = (
                counts[True, True, False] * a_sample,
                counts[True, False, True] * a_sample,
            )
            others = sum(count for key, count in counts.items() if not key[0]) * a_sample
            print(
                f"{name:20} {whole:6.1f} us, ours {ours:5.2f}, kernel {kernel:5.2f}; "
                f"threads of ours {others:5.2f}",
                flush=True,
            )


def main() -> None:
    """Print both tables."""
    folder = _folder()
    _imports(folder)
    _calls(folder)


if __name__ == "__main__":
    main()
