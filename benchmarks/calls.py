# SPDX-License-Identifier: Apache-2.0
"""What a call costs from C, apart from its work (call.c, checks.c), one on long lists for each
handle in it (lists.c), what findings cost (launches.c), what a trace
costs (checks.c), and what loading the library (load.c) and
importing the package cost."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from aclnn_py import native

from .cases import TINY
from .timing import Timing

ROOT = Path(__file__).resolve().parent.parent
SOURCES = Path(__file__).resolve().parent
STREAM_MODES = ("async", "sync")
PROCESSES = 15
"""How many fresh processes load the library, and how many import the package."""

QUICK_PROCESSES = 5

CHECKS = {"2x3->4": 4000, "8192x768->50257": 40}
"""Shapes that ACLNN_CHECK=on and off are compared on, and how many calls of each a round has."""

LAUNCHES = "launch, nothing looked for", "launch, with call stacks", "launch, races looked for"
"""A launch without findings; with them, but without checks; and with both."""

TRACED = "256x256->1024"
"""Three calls that take about 10 us each on one core, with a trace and without."""

TRACED_SAMPLES = 1000
TRACES = f"traced, {TRACED}", f"not traced, {TRACED}"

TINY_SAMPLES = 4000

CHECK_ROUNDS = 15
QUICK_CHECK_ROUNDS = 5

_IMPORT = """
import time
begin = time.perf_counter()
import {module}
print(time.perf_counter() - begin)
"""


def output(command: Sequence[str | Path], variables: Mapping[str, str] | None = None) -> str:
    """The standard output of a program; its errors go where ours go."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environ = {**os.environ, "PYTHONPATH": path, **(variables or {})}
    return subprocess.run(
        command, env=environ, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def build(directory: Path, name: str) -> Path:
    """call.c, checks.c, launches.c or lists.c, compiled as a user would."""
    program = directory / name
    command = [sys.executable, "-m", "aclnn_py", "build", "-O", "2"]
    output([*command, SOURCES / f"{name}.c", "-o", program])
    return program


def _build_load(directory: Path) -> Path:
    """load.c, which must not be linked with the library."""
    program = directory / "load"
    compiler = shlex.split(os.environ.get("CC", "cc"))
    output([*compiler, "-O2", SOURCES / "load.c", "-o", program, "-ldl"])
    return program


def parse_call(output: str) -> dict[str, Timing]:
    """The lines of call.c, lists.c and all_reduce.h: a name, and nanoseconds."""
    rows = (line.split() for line in output.splitlines())
    return {name: Timing.of([float(each) * 1e-9 for each in samples]) for name, *samples in rows}


def _imports(module: str, processes: int) -> Timing:
    code = _IMPORT.format(module=module)
    return Timing.of([float(output([sys.executable, "-c", code])) for _ in range(processes)])


def _numbers(shape: str) -> list[str]:
    """Rows, columns and weights, as checks.c takes them."""
    return shape.replace("->", "x").split("x")


def tiny_name(mode: str) -> str:
    """What the call of the tiny shape is called."""
    return f"{mode} call, {TINY.label}"


def check_names(shape: str) -> tuple[str, str]:
    """What the figures with and without checks are called."""
    return f"checks on, {shape}", f"checks off, {shape}"


def _in_turn(
    program: Path, shape: str, samples: int, kinds: Mapping[str, Mapping[str, str]], rounds: int
) -> dict[str, Timing]:
    """Processes of checks.c with these variables, in turn; of each the fastest tenth counts.

    What is compared takes the same time whatever else runs, so what others add is left out;
    report.py compares the fastest processes.
    """
    found: dict[str, list[float]] = {name: [] for name in kinds}
    for turn in range(rounds):
        for name in kinds if turn % 2 == 0 else reversed(list(kinds)):
            variables = {"ACLNN_STREAM": "sync", **kinds[name]}
            _, *times = output([program, *_numbers(shape), str(samples)], variables).split()
            fastest = sorted(int(each) for each in times)[: max(1, samples // 10)]
            found[name].append(fastest[len(fastest) // 2] * 1e-9)
    return {name: Timing.of(times) for name, times in found.items()}


def _checks(program: Path, threads: int, rounds: int) -> dict[str, Timing]:
    """A process each with checks and without."""
    timings: dict[str, Timing] = {}
    for shape, samples in CHECKS.items():
        kinds = {
            name: {"ACLNN_CORES": str(threads), "ACLNN_CHECK": mode}
            for name, mode in zip(check_names(shape), ("on", "off"), strict=True)
        }
        timings |= _in_turn(program, shape, samples, kinds, rounds)
    return timings


def _traces(program: Path, directory: Path, rounds: int) -> dict[str, Timing]:
    """A process each with a trace and without. The thread that writes it has a CPU of its own."""
    trace = {"ACLNN_TRACE": str(directory / "trace.json")}
    traced, plain = TRACES
    kinds = {traced: {"ACLNN_CORES": "1", **trace}, plain: {"ACLNN_CORES": "1"}}
    return _in_turn(program, TRACED, TRACED_SAMPLES, kinds, rounds)


def _launches(program: Path, directory: Path, rounds: int) -> dict[str, Timing]:
    """A process each, in turn; of each the median launch counts, which waits for nothing."""
    found: dict[str, list[float]] = {}
    findings = {"ACLNN_FINDINGS": str(directory / "findings.jsonl")}
    for _ in range(rounds):
        for name, more in zip(
            LAUNCHES, ({}, {**findings, "ACLNN_CHECK": "off"}, findings), strict=True
        ):
            variables = {"ACLNN_STREAM": "lazy", "ACLNN_CORES": "1", **more}
            timing = parse_call(output([program], variables))["launch"]
            found.setdefault(name, []).append(timing.median)
    return {name: Timing.of(times) for name, times in found.items()}


def measure(threads: int, quick: bool) -> dict[str, Timing]:
    """Everything that this module measures, by name: "async call", "dlopen", "import numpy"."""
    processes = QUICK_PROCESSES if quick else PROCESSES
    timings = {}
    with tempfile.TemporaryDirectory(prefix="aclnn-bench-") as directory:
        program = build(Path(directory), "call")
        checks = build(Path(directory), "checks")
        tiny: list[str | Path] = [checks, *_numbers(TINY.label), str(TINY_SAMPLES)]
        for mode in STREAM_MODES:
            variables = {"ACLNN_STREAM": mode, "ACLNN_CORES": str(threads)}
            for name, timing in parse_call(output([program], variables)).items():
                timings[f"{mode} {name}"] = timing
            timings[tiny_name(mode)] = parse_call(output(tiny, variables))["call"]
        lists = build(Path(directory), "lists")
        variables = {"ACLNN_STREAM": "sync", "ACLNN_CORES": str(threads)}
        for name, timing in parse_call(output([lists], variables)).items():
            timings[f"sync {name}"] = timing
        rounds = QUICK_CHECK_ROUNDS if quick else CHECK_ROUNDS
        timings |= _checks(checks, threads, rounds)
        timings |= _traces(checks, Path(directory), rounds)
        launches = build(Path(directory), "launches")
        timings |= _launches(launches, Path(directory), rounds)
        program = _build_load(Path(directory))
        library = native.library_paths()[0]
        loads = [output([program, library]).split() for _ in range(processes)]
    timings["dlopen"] = Timing.of([int(dlopen) * 1e-9 for dlopen, _ in loads])
    timings["dlopen and aclInit"] = Timing.of([int(total) * 1e-9 for _, total in loads])
    timings["import aclnn_py"] = _imports("aclnn_py", processes)
    timings["import numpy"] = _imports("numpy", processes)
    return timings
