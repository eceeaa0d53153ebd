# SPDX-License-Identifier: Apache-2.0
"""Figures of a machine that are kept, and which of today's are worse: --compare FILE.

    python -m benchmarks.baseline r1.json r2.json r3.json --name NAME > NAME.json

makes a file of benchmarks/baselines from several runs with --json. A line beside torch is held by
how many times as fast it is, because both sides share the machine's moods; a call by its time. How
far a figure may be off follows from its spread: within each run, and from run to run.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .results import BESIDE_TORCH

FORMAT = 1
NOT_OURS = ("async clock", "sync clock", "import numpy")
"""Lines of calls that are there for comparison."""

LEAST_CHANGE = 0.15
"""A figure that is worse by less is the same, however small its spread is: the memory of a process
lies elsewhere each time."""

SPREADS = 3
"""So many times its spread a figure may be off, before and now."""

MACHINE = ("cpu", "cpus", "caches")
"""What makes two machines the same."""


class BaselineError(Exception):
    """A file that is no baseline; the text says why."""


@dataclass(frozen=True)
class Figure:
    """How fast a line is.

    speed   times as fast as torch, or 1 over the seconds of a call
    spread  how far it may be from that, as a part of it
    """

    speed: float
    spread: float


@dataclass(frozen=True)
class Baseline:
    """What is kept of a machine."""

    name: str
    machine: Mapping[str, Any]
    commits: Sequence[str]
    figures: Mapping[str, Figure]


@dataclass(frozen=True)
class Change:
    """A line before and now; `allowed` is the part of its speed that it may lose."""

    label: str
    before: Figure
    now: Figure

    @property
    def allowed(self) -> float:
        """At most 0.9: a line whose spread hides everything says nothing."""
        return min(max(LEAST_CHANGE, SPREADS * (self.before.spread + self.now.spread)), 0.9)

    @property
    def is_slower(self) -> bool:
        """Whether it lost more than its spread allows."""
        return self.now.speed < self.before.speed * (1 - self.allowed)


# --- Figures of a run ----------------------------------------------------------------------------


def _spread(timing: Mapping[str, float]) -> float:
    return timing["deviation"] / timing["median"] if timing["median"] else 0.0


def figures(run: Mapping[str, Any]) -> dict[str, Figure]:
    """By label, of what --json wrote: lines beside torch, and calls."""
    found = {}
    for part in BESIDE_TORCH:
        for line in run.get(part, ()):
            if line["ours"] and line["torch"]:
                label = f"{line['name']} {line['type']}, {line['size']}"
                spread = _spread(line["ours"]) + _spread(line["torch"])
                found[label] = Figure(line["torch"]["median"] / line["ours"]["median"], spread)
    for name, timing in run.get("calls", {}).items():
        if name not in NOT_OURS:
            found[name] = Figure(1 / timing["median"], _spread(timing))
    return found


def joined(runs: Sequence[Mapping[str, Figure]]) -> dict[str, Figure]:
    """Medians over runs; the spread is the larger one of those within them and between them."""
    result = {}
    for label in dict.fromkeys(label for run in runs for label in run):
        each = [run[label] for run in runs if label in run]
        middle = statistics.median(one.speed for one in each)
        between = statistics.median(abs(one.speed - middle) for one in each) / middle
        within = statistics.median(one.spread for one in each)
        result[label] = Figure(middle, max(between, within))
    return result


# --- Files ---------------------------------------------------------------------------------------


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BaselineError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BaselineError(f"{path} is no JSON: {error}") from error


def read(path: Path) -> Baseline:
    """A file that this module wrote. Raises BaselineError."""
    document = _read_json(path)
    try:
        if document["baseline"] != FORMAT:
            raise BaselineError(f"{path} has the format {document['baseline']}, not {FORMAT}")
        kept = {label: Figure(*pair) for label, pair in document["figures"].items()}
        return Baseline(document["name"], document["machine"], document["commits"], kept)
    except (KeyError, TypeError, AttributeError) as error:
        raise BaselineError(
            f"{path} is no baseline; python -m benchmarks.baseline makes one from files of --json"
        ) from error


def _read_run(path: Path) -> Mapping[str, Any]:
    run = _read_json(path)
    if not isinstance(run, dict) or "machine" not in run or "settings" not in run:
        raise BaselineError(f"{path} is no file of --json")
    return run


def make(name: str, paths: Sequence[Path]) -> Baseline:
    """From files of --json, all of one machine. Raises BaselineError."""
    runs = [_read_run(path) for path in paths]
    machine = {key: runs[0]["machine"].get(key) for key in MACHINE}
    for path, run in zip(paths, runs, strict=True):
        if {key: run["machine"].get(key) for key in MACHINE} != machine:
            raise BaselineError(f"{path} was measured on another machine than {paths[0]}")
    machine["torch"] = runs[0]["machine"].get("torch")
    commits = list(dict.fromkeys(run["machine"].get("commit", "") for run in runs))
    return Baseline(name, machine, commits, joined([figures(run) for run in runs]))


def text(baseline: Baseline) -> str:
    """A line a figure, so that a change of the file can be read."""
    head = asdict(baseline) | {"baseline": FORMAT}
    kept = head.pop("figures")
    lines = [
        f"  {json.dumps(label)}: [{figure['speed']:.4g}, {figure['spread']:.3f}]"
        for label, figure in kept.items()
    ]
    opening = json.dumps(head, indent=1).removesuffix("\n}")
    return f'{opening},\n "figures": {{\n' + ",\n".join(lines) + "\n }\n}\n"


# --- Comparing -----------------------------------------------------------------------------------


def changes(before: Mapping[str, Figure], now: Mapping[str, Figure]) -> list[Change]:
    """Of the lines that both have."""
    return [Change(label, before[label], now[label]) for label in before if label in now]


def slower(before: Mapping[str, Figure], now: Mapping[str, Figure]) -> list[Change]:
    """The lines that lost more than their spread allows, the worst first."""
    found = [change for change in changes(before, now) if change.is_slower]
    return sorted(found, key=lambda change: change.now.speed / change.before.speed)


def _other_machine(baseline: Baseline, machine: Mapping[str, Any]) -> Iterator[str]:
    differing = [
        f"{key} {baseline.machine.get(key)!r}, here {machine.get(key)!r}"
        for key in (*MACHINE, "torch")
        if baseline.machine.get(key) != machine.get(key)
    ]
    if differing:
        yield f"{baseline.name} is another machine: " + "; ".join(differing)


def report(baseline: Baseline, machine: Mapping[str, Any], now: Mapping[str, Figure]) -> str:
    """What --compare prints."""
    lines = list(_other_machine(baseline, machine))
    both = changes(baseline.figures, now)
    found = slower(baseline.figures, now)
    lines += [
        f"slower than in {baseline.name}: {each.label}: {each.now.speed / each.before.speed:.2f} "
        f"of its speed, at least {1 - each.allowed:.2f} was to be expected"
        for each in found
    ]
    new = [label for label in now if label not in baseline.figures]
    if new:
        lines.append(f"not in {baseline.name}: " + "; ".join(new))
    lines.append(f"{len(both)} line(s) compared with {baseline.name}, {len(found)} slower")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: makes a baseline."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.baseline",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="FILE", help="written by --json")
    parser.add_argument("--name", required=True, help="the name of the machine")
    options = parser.parse_args(arguments)
    try:
        sys.stdout.write(text(make(options.name, options.runs)))
    except BaselineError as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
