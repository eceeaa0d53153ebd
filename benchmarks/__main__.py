# SPDX-License-Identifier: Apache-2.0
"""Ours and torch, side by side: make bench, or python -m benchmarks.

Prints a line for every case, and at the end the goals of the project beside what was measured.
The exit code is 1 when a result is wrong or a file could not be written, 2 for wrong arguments, and
3 when --compare finds lines that became slower; no other time changes it.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from aclnn_py import native

from . import baseline, calls, collectives, memory, plot, report
from .arguments import default_threads, list_of, shape_names, thread_numbers
from .cases import INDEX_TYPES, SERIES, SHAPES, TINY, TYPES, Case, select
from .ours import RefusedError
from .processes import in_process
from .results import (
    BESIDE_TORCH,
    AccuracyResult,
    Goal,
    MemoryResult,
    OperatorResult,
    Results,
    Run,
    to_json,
)
from .timing import QUICK, THOROUGH

PARTS = (
    "cases",
    "series",
    "operators",
    "compute",
    "indexing",
    "layers",
    "accuracy",
    "memory",
    "calls",
    "collectives",
)
FILES = ("json", "plot", "markdown")
SHOW_CASES = ("plot", "markdown")
NEED_TORCH = ("cases", "series", "operators", "compute", "indexing", "layers", "accuracy")
SCALES = {"no": (False,), "yes": (True,), "both": (False, True)}
ROOT = Path(__file__).resolve().parent.parent


# --- Arguments -----------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """The options."""
    result = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    try:
        threads = default_threads()
    except ValueError as error:
        result.error(str(error))
    result.add_argument(
        "--threads",
        type=thread_numbers,
        default=(threads, 1) if threads > 1 else (1,),
        metavar="N,N",
        help="numbers of threads, of ours and of torch. torch runs with the largest only; with\n"
        "others ours is measured alone, for the speed-up (default: ACLNN_CORES, without it all\n"
        f"CPUs, and 1: here {threads} and 1)",
    )
    result.add_argument(
        "--shapes",
        type=shape_names,
        default=(),
        metavar="PART,PART",
        help="only shapes with one of these in their name, for example 8192x768,zipf",
    )
    result.add_argument(
        "--types",
        type=list_of(*TYPES),
        default=TYPES,
        metavar="TYPE,TYPE",
        help=f"of grad and out, out of {', '.join(TYPES)} (default: all)",
    )
    result.add_argument(
        "--indices",
        type=list_of(*INDEX_TYPES),
        default=INDEX_TYPES,
        metavar="TYPE,TYPE",
        help=f"out of {', '.join(INDEX_TYPES)} (default: all)",
    )
    result.add_argument(
        "--scale", choices=SCALES, default="both", help="scaleGradByFreq (default: both)"
    )
    result.add_argument(
        "--parts",
        type=list_of(*PARTS),
        default=PARTS,
        metavar="PART,PART",
        help="cases: the shapes; series: as rows and weights grow; operators: elementwise\n"
        "ones; compute: reductions, norms, losses, products; indexing: rows and elements by\n"
        "index, order, scans, random numbers; layers: rows, planes of images and products of\n"
        "sizes that layers of models have; accuracy: errors of sums and norms over 2^24\n"
        "elements; memory: the peak beyond the tensors; calls: what a call, loading and\n"
        "importing cost; collectives: sums over ranks beside MPICH's (default: all)",
    )
    result.add_argument("--quick", action="store_true", help="fewer rounds")
    result.add_argument("--json", type=Path, metavar="FILE", help="write everything as JSON")
    result.add_argument(
        "--compare",
        type=Path,
        metavar="FILE",
        help="tell which lines became slower than in a file of benchmarks/baselines by more than\n"
        "their spread allows, measured twice; the exit code is 3 then",
    )
    result.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw GB/s by shape")
    result.add_argument(
        "--markdown",
        type=Path,
        metavar="FILE.md",
        help="write the table of docs/explanation/performance.md",
    )
    return result


def _check_parts(options: argparse.Namespace) -> None:
    """Refuse parts that need torch where it is missing."""
    needing = [part for part in options.parts if part in NEED_TORCH]
    if needing and not _version("torch"):
        parser().error(f"--parts: torch is not installed, which is needed by {', '.join(needing)}")
    if "collectives" in options.parts and collectives.compiler() is None:
        parser().error("--parts: MPICH is not installed, which is needed by collectives")


def _check_outputs(options: argparse.Namespace) -> None:
    """Refuse a file that shows a part that is not measured, and one that cannot be written.

    Opening a file for writing makes it, so this comes after everything else was checked.
    """
    for name in SHOW_CASES:
        if getattr(options, name) and "cases" not in options.parts:
            parts = ",".join(options.parts)
            parser().error(f"--{name} shows the cases, which --parts {parts} leaves out")
    for name in FILES:
        path = getattr(options, name)
        if path:
            try:
                path.open("ab").close()
            except OSError as error:
                parser().error(f"--{name}: {path} cannot be written: {error.strerror}")


# --- Processes -----------------------------------------------------------------------------------


def _measure_threads(options: argparse.Namespace, threads: int) -> Run:
    """The cases with one number of threads, in a process of its own; with the largest number
    torch and the series too."""
    from . import worker

    most = threads == max(options.threads)
    scales = SCALES[options.scale]
    choice = (options.types, options.indices, scales)
    cases = select(SHAPES, options.shapes, *choice) if "cases" in options.parts else []
    series: dict[str, list[Case]] = {}
    if "series" in options.parts and most:
        first = (options.types[:1], options.indices[:1], scales[:1])
        series = {name: select(shapes, (), *first) for name, shapes in SERIES.items()}
    effort = QUICK if options.quick else THOROUGH
    job = worker.Job(threads, cases, series, most, effort)
    return in_process({"ACLNN_CORES": str(threads)}, worker.run, job)


def _measure_memory(options: argparse.Namespace) -> list[MemoryResult]:
    """Each shape in a process of its own; what the library refuses is said and left out."""
    variables = memory.MALLOC_THRESHOLDS | {"ACLNN_CORES": str(max(options.threads))}
    first = (options.types[:1], options.indices[:1], SCALES[options.scale][:1])
    cases = [case for case in select(SHAPES, options.shapes, *first) if case.shape != TINY]
    results = []
    for case in cases:
        try:
            results.append(in_process(variables, memory.run, case))
        except RefusedError as error:
            print(f"{case.label}: memory not measured: {error}")
    return results


def _measure_operators(
    options: argparse.Namespace, part: str, only: Collection[str] = ()
) -> list[OperatorResult]:
    """Operators beside torch, with the largest number of threads; only some of them, by label."""
    from . import compute, indexing, layers, operators

    threads = max(options.threads)
    effort = QUICK if options.quick else THOROUGH
    modules = {
        "operators": operators,
        "compute": compute,
        "indexing": indexing,
        "layers": layers,
    }
    run = modules[part].run
    return in_process({"ACLNN_CORES": str(threads)}, run, threads, effort, only)


def _measure_accuracy(options: argparse.Namespace) -> list[AccuracyResult]:
    """Errors, which do not depend on the number of threads."""
    from . import accuracy

    threads = max(options.threads)
    return in_process({"ACLNN_CORES": str(threads)}, accuracy.run, threads)


# --- What was measured on what -------------------------------------------------------------------


def _command(*command: str) -> str:
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    except OSError:
        return ""
    return result.stdout.strip()


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8").strip()
    except OSError:
        return ""


def _version(distribution: str) -> str:
    """Of an installed distribution; "" without it."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def machine() -> dict[str, Any]:
    """What a reader of figures wants to know of the machine and of the builds.

    ACLNN_CORES is not among the variables: every process gets its number of threads in it.
    """
    models = [row for row in _read("/proc/cpuinfo").splitlines() if row.startswith("model name")]
    return {
        "cpu": models[0].partition(":")[2].strip() if models else platform.processor(),
        "cpus": len(os.sched_getaffinity(0)),
        "caches": _command("lscpu", "-C=NAME,ALL-SIZE"),
        "memory_bytes": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        "kernel": platform.release(),
        "huge_pages": _read("/sys/kernel/mm/transparent_hugepage/enabled"),
        "huge_pages_shared": _read("/sys/kernel/mm/transparent_hugepage/shmem_enabled"),
        "python": platform.python_version(),
        "torch": _version("torch"),
        "aclnn_py": native.description().version,
        "commit": _command("git", "describe", "--always", "--dirty"),
        "load_average": os.getloadavg()[0],
        "variables": {
            name: value
            for name, value in sorted(os.environ.items())
            if name.startswith(("ACLNN_", "OMP_", "GOMP_")) and name != "ACLNN_CORES"
        },
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


# --- The command ---------------------------------------------------------------------------------


def measure(options: argparse.Namespace) -> Results:
    """Measure and print what the options ask for."""
    settings = {
        name: str(value) if isinstance(value, Path) else value
        for name, value in vars(options).items()
    }
    results = Results(machine(), settings)
    about = results.machine
    print(
        f"{about['cpu']}, {about['cpus']} CPU(s), torch {about['torch'] or 'not installed'}, "
        f"aclnn_py {about['aclnn_py']} {about['commit']}; load {about['load_average']:.2f}\n"
        "Medians; ± is the median deviation from them."
    )
    for threads in options.threads:
        if "cases" in options.parts or ("series" in options.parts and not results.runs):
            run = _measure_threads(options, threads)
            results.runs.append(run)
            if run.series:
                print(report.series_table(run))
            print(report.others_line(run.others, run.threads))
    for part in BESIDE_TORCH:
        if part in options.parts:
            getattr(results, part).extend(_measure_operators(options, part))
    if "accuracy" in options.parts:
        results.accuracy.extend(_measure_accuracy(options))
    if "memory" in options.parts:
        results.memory.extend(_measure_memory(options))
    if results.memory:
        print(report.memory_table(results.memory))
    if "calls" in options.parts:
        results.calls.update(calls.measure(max(options.threads), options.quick))
        print(report.calls_table(results.calls))
    if "collectives" in options.parts:
        results.collectives.update(collectives.measure(options.quick))
        print(report.calls_table(results.collectives))
    return results


def write(results: Results, goals: list[Goal], options: argparse.Namespace) -> bool:
    """Write the files that were asked for; each of them, whatever becomes of the others.

    False if one could not be written, which is said.
    """
    texts: dict[str, Callable[[], str]] = {
        "json": lambda: json.dumps(to_json(results, goals), indent=1) + "\n",
        "plot": lambda: plot.svg(results.runs[0]),
        "markdown": lambda: report.markdown(results.runs[0]),
    }
    written = True
    for name in FILES:
        path = getattr(options, name)
        if path:
            try:
                path.write_text(texts[name](), "utf-8")
            except OSError as error:
                print(f"--{name}: {path} was not written: {error.strerror}", file=sys.stderr)
                written = False
    return written


def _read_baseline(options: argparse.Namespace) -> baseline.Baseline | None:
    """The file of --compare, before anything is measured."""
    if options.compare is None:
        return None
    try:
        return baseline.read(options.compare)
    except baseline.BaselineError as error:
        parser().error(f"--compare: {error}")


def compare(kept: baseline.Baseline, results: Results, options: argparse.Namespace) -> bool:
    """Print which lines became slower; False when some did. What seems slower beside torch is
    measured once more, and the better one counts."""
    now = baseline.figures(to_json(results, []))
    suspects = {each.label for each in baseline.slower(kept.figures, now)}
    for part in BESIDE_TORCH:
        only = suspects & {each.label for each in getattr(results, part)}
        again = _measure_operators(options, part, only) if only else []
        figures = baseline.figures({part: [asdict(each) for each in again]})
        now |= {
            label: max(figure, now[label], key=lambda each: each.speed)
            for label, figure in figures.items()
        }
    print(baseline.report(kept, results.machine, now))
    return not baseline.slower(kept.figures, now)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    options = parser().parse_args(arguments)
    _check_parts(options)
    kept = _read_baseline(options)
    _check_outputs(options)
    results = measure(options)
    goals = report.goals(results)
    if goals:
        print(report.goals_table(goals))
    written = write(results, goals, options)
    wrong = [
        each
        for run in results.runs
        for each in [*run.cases, *(c for series in run.series.values() for c in series)]
        if each.wrong
    ]
    for each in wrong:
        print(f"wrong result: {each.case.label}: {each.problem}", file=sys.stderr)
    wrong_operators = [
        each for part in BESIDE_TORCH for each in getattr(results, part) if each.wrong
    ]
    for operator in wrong_operators:
        print(f"wrong result: {operator.label}: {operator.problem}", file=sys.stderr)
    is_fast = kept is None or compare(kept, results, options)
    if wrong or wrong_operators or not written:
        return 1
    return 0 if is_fast else 3


if __name__ == "__main__":
    sys.exit(main())
