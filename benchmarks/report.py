# SPDX-License-Identifier: Apache-2.0
"""Tables for people, and the goals of the project beside what was measured.

Nothing here fails: a time depends on the machine and on what else runs on it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from .calls import CHECKS, LAUNCHES, TRACED, TRACES, check_names, tiny_name
from .cases import TINY, Case, Shape, groups
from .collectives import MOST_RATIO, RANKS, names
from .results import (
    AccuracyResult,
    Bandwidth,
    CaseResult,
    Goal,
    MemoryResult,
    OperatorResult,
    Results,
    Run,
)
from .timing import Timing

LEAST_RATIO = 9.0
LEAST_WORST_RATIO = 3.0
LEAST_SHARE = 0.9
SHARE_FROM_DIM = 256
MOST_SKEW = 1.0
MOST_GROWTH = 2.4  # of the time when a size doubles: 2, and a fifth for caches and noise
MOST_SERIES_GROWTH = 1.25  # of the time over a whole series, to the growth of the size
LEAST_SPEED_UP = 1.8
SPEED_UP_FROM_BYTES = 10_000_000
MOST_MEMORY_SHARE = 0.02
MOST_MEMORY_BYTES = 16 << 20
MOST_SECONDS = {
    "async call": 1.5e-6,
    "sync call": 1.5e-6,
    "sync add": 1.5e-6,
    "sync list": 100e-9,  # for each handle
    "async phase_one": 0.5e-6,
    "dlopen and aclInit": 10e-3,
    "import aclnn_py": 150e-3,
}
LEAST_OPERATOR_RATIOS = {"operators": 2.0, "compute": 1.8, "indexing": 3.5, "layers": 1.8}
LEAST_WORST_OPERATOR_RATIO = 0.9
LEAST_TRANSPOSED_RATIO = 2.0  # of x + y.T
CALLS_A_RUN = 3  # phase one, phase two, synchronize
MOST_CHECK_SECONDS = 1e-6  # a call
MOST_CHECK_SHARE = 0.02  # of a benchmark shape
MOST_FINDING_SECONDS = 1e-6  # a launch while they are wanted
MOST_TRACE_SHARE = 0.01  # of calls that take 10 us each


# --- One line a case -----------------------------------------------------------------------------

_NAME_WIDTH = 26
_COLUMNS = (
    f"{'rows x dim -> weights':<{_NAME_WIDTH}}{'type':<9}{'index':<6}{'scale':<5}{'MB':>7}"
    f"{'ours':>16}{'torch out=':>16}{'torch plain':>16}{'times faster':>15}{'GB/s':>7}{'share':>7}"
)


SHARE = """share: of this bandwidth. It is measured again after all lines; goals and files take the
better of both, so that their shares may be smaller."""


def duration(seconds: float) -> str:
    """A time with three digits and a unit."""
    units = (("s", 1.0), ("ms", 1e3), ("us", 1e6), ("ns", 1e9))
    unit, factor = next((each for each in units if seconds * each[1] >= 1), units[-1])
    value = seconds * factor
    return f"{value:.{max(0, 3 - len(str(int(value))))}f} {unit}"


def timing(each: Timing | None) -> str:
    """A median with its spread in percent of it; "-" for what was not measured."""
    if each is None:
        return "-"
    return f"{duration(each.median)} ±{each.deviation / each.median:4.0%}"


def _times(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.2f}"


def _case_columns(case: Case) -> str:
    return (
        f"{case.shape.label:<{_NAME_WIDTH}}{case.type:<9}{case.index_type:<6}"
        f"{'freq' * case.scale:<5}{case.bytes / 1e6:7.1f}"
    )


def line(result: CaseResult, bandwidth: Bandwidth) -> str:
    """A case as a line of the table."""
    if result.ours is None:
        wrong = "WRONG RESULT: " if result.wrong else ""
        return f"{_case_columns(result.case)}  {wrong}{result.problem}"
    return (
        f"{_case_columns(result.case)}{timing(result.ours):>16}{timing(result.torch_out):>16}"
        f"{timing(result.torch_plain):>16}{_times(result.ratio_out):>8}"
        f"{_times(result.ratio_plain):>7}{result.bytes_per_second / 1e9:7.2f}"
        f"{result.bytes_per_second / bandwidth.bytes_per_second:7.0%}"
    )


def heading(threads: int, bandwidth: Bandwidth) -> str:
    """What stands above the lines: the number of threads and how fast memory is copied."""
    ways = [
        f"  {way:<24}{2 * bandwidth.buffer_bytes / each.median / 1e9:7.2f} GB/s "
        f"±{each.deviation / each.median:4.0%}{'   counts' if way == bandwidth.way else ''}"
        for way, each in bandwidth.ways.items()
    ]
    size = bandwidth.buffer_bytes >> 20
    title = f"\n{threads} thread(s). Copy bandwidth, {size} MiB, bytes read and written:"
    return "\n".join([title, *ways, "", SHARE, "", _COLUMNS])


def operators_heading(threads: int, about: str) -> str:
    """What stands above the lines of operators."""
    columns = f"{'':40}{'ours':>16}{'torch':>16}{'times':>8}"
    return f"\n{threads} thread(s), {about}\n{columns}"


def operator_line(result: OperatorResult) -> str:
    """An operator as a line."""
    if result.ours is None:
        return f"{result.label:40}{'  WRONG RESULT: ' if result.wrong else '  '}{result.problem}"
    return (
        f"{result.label:40}{timing(result.ours):>16}{timing(result.torch):>16}"
        f"{_times(result.ratio):>8}"
    )


def accuracy_heading() -> str:
    """What stands above the lines of errors."""
    return f"\nlargest errors in units of the type's precision\n{'':32}{'ours':>10}{'torch':>10}"


def accuracy_line(result: AccuracyResult) -> str:
    """The errors of a result as a line."""
    return f"{result.label:32}{result.ours:10.3g}{result.torch:10.3g}"


# --- Tables --------------------------------------------------------------------------------------


def by_shape_and_type(run: Run) -> list[tuple[Shape, str, list[CaseResult]]]:
    """What was measured of each shape and type: all index types, scaled and not."""
    results = {each.case: each for each in run.cases if each.ours is not None}
    return [
        (cases[0].shape, cases[0].type, [results[case] for case in cases])
        for cases in groups(results)
    ]


def middle(
    results: Iterable[CaseResult], value: Callable[[CaseResult], float | None]
) -> float | None:
    """The median of what is known of a value."""
    known = [each for each in map(value, results) if each is not None]
    return statistics.median(known) if known else None


def _two_digits(value: float) -> str:
    """Or more in front of the point: 0.5, 2.8, 77, 1180."""
    return f"{value:.{1 if value < 9.95 else 0}f}"


def markdown(run: Run) -> str:
    """The table of docs/explanation/performance.md: medians over index types and scaling, without
    the tiny shape."""
    lines = [
        "| rows x dim -> weights | type | ours | torch, the faster form | times faster | GB/s |",
        "|---|---|---|---|---|---|",
    ]
    for shape, kind, results in by_shape_and_type(run):
        if shape == TINY:
            continue
        ours = [each.ours for each in results if each.ours is not None]
        seconds = statistics.median(each.median for each in ours)
        spread = statistics.median(each.deviation / each.median for each in ours)
        torch = middle(results, lambda r: r.seconds_torch)
        ratio = middle(results, lambda r: r.ratio_torch)
        speed = middle(results, lambda r: r.bytes_per_second) or 0.0
        cells = [
            shape.label,
            kind,
            f"{_two_digits(seconds * 1e3)} ms ± {spread * 100:.0f} %",
            "-" if torch is None else f"{_two_digits(torch * 1e3)} ms",
            "-" if ratio is None else f"{ratio:.1f}",
            _two_digits(speed / 1e9),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _growing(result: CaseResult, name: str) -> int:
    """The size that grows in a series."""
    return result.case.shape.rows if name == "rows" else result.case.shape.weights


def series_table(run: Run) -> str:
    """What each row and each weight costs that is added to those of the line before."""
    lines = []
    for name, results in run.series.items():
        lines.append(f"\nours, by number of {name}:")
        before: tuple[int, float] | None = None
        for each in results:
            if each.ours is not None:
                count, seconds = _growing(each, name), each.ours.median
                text = f"  {each.case.shape.label:<{_NAME_WIDTH}}{timing(each.ours):>16}"
                if before is not None:
                    cost = (seconds - before[1]) / (count - before[0]) * 1e9
                    text += f"{cost:9.1f} ns for each of the {name} more"
                lines.append(text)
                before = count, seconds
    return "\n".join(lines)


def others_line(cpus: float, threads: int) -> str:
    """How busy others kept the machine meanwhile."""
    return f"\nother programs used {cpus:.2f} CPUs on average while {threads} thread(s) ran"


def memory_table(results: Sequence[MemoryResult]) -> str:
    """Memory beyond the tensors: pages of the workspace that were touched, and what is beyond."""
    title = (
        f"\n{'MiB':<44}{'tensors':>9}{'workspace':>11}{'touched':>9}{'beyond':>9}{'both':>9}"
        f"{'allowed':>9}"
    )
    lines = [
        f"{each.case.label:<44}"
        + "".join(
            f"{size / 2**20:{width}.1f}"
            for size, width in (
                (each.tensors, 9),
                (each.workspace_size, 11),
                (each.workspace, 9),
                (each.beyond, 9),
                (each.more, 9),
                (memory_allowed(each), 9),
            )
        )
        for each in results
    ]
    return "\n".join([title, *lines])


def calls_table(calls: dict[str, Timing]) -> str:
    """What calls cost."""
    lines = [
        f"{name:<30}{duration(each.median):>10}   from {duration(each.minimum)}, "
        f"±{each.deviation / each.median:.0%}"
        for name, each in calls.items()
    ]
    return "\n".join(["", *lines])


# --- Goals ---------------------------------------------------------------------------------------


def memory_allowed(result: MemoryResult) -> float:
    """Bytes beyond the tensors that are wanted at most."""
    return MOST_MEMORY_SHARE * result.tensors + MOST_MEMORY_BYTES


def _ratio_goals(run: Run) -> list[Goal]:
    ratios = {each.case: each.ratio_torch for each in run.cases}
    known = {case: ratio for case, ratio in ratios.items() if ratio is not None}
    large = {case: ratio for case, ratio in known.items() if case.shape != TINY}
    goals = []
    if large:
        mean = statistics.geometric_mean(large.values())
        worst = min(large, key=lambda case: large[case])
        goals += [
            Goal(
                "times as fast as the faster of torch's forms, geometric mean",
                f"{mean:.2f}",
                f"at least {LEAST_RATIO}",
                mean >= LEAST_RATIO,
            ),
            Goal(
                "... the worst",
                f"{large[worst]:.2f} ({worst.label})",
                f"at least {LEAST_WORST_RATIO}",
                large[worst] >= LEAST_WORST_RATIO,
            ),
        ]
    return goals


def _tiny_goals(run: Run, calls: dict[str, Timing]) -> list[Goal]:
    """A line without a goal: the tiny shape, whose time has Python's calls in it."""
    tiny = [each for each in run.cases if each.case.shape == TINY]
    seconds = middle(tiny, lambda each: each.ours.median if each.ours else None)
    if seconds is None:
        return []
    words = [f"{duration(seconds)} through Python"]
    ratios = [each.ratio_torch for each in tiny if each.ratio_torch is not None]
    if ratios:
        words.append(f"{statistics.geometric_mean(ratios):.2f} times as fast as torch")
    if tiny_name("async") in calls:
        words.append(f"{duration(calls[tiny_name('async')].median)} from C")
    return [Goal(f"{TINY.label}, reported apart", ", ".join(words))]


def _share_goals(run: Run) -> list[Goal]:
    shares = {
        each.case: run.share(each)
        for each in run.cases
        if each.ours is not None and each.case.shape.dim >= SHARE_FROM_DIM
    }
    if not shares:
        return []
    median = statistics.median(shares.values())
    worst = min(shares, key=lambda case: shares[case])
    return [
        Goal(
            f"share of the copy bandwidth, dim >= {SHARE_FROM_DIM}, median",
            f"{median:.0%}",
            f"at least {LEAST_SHARE:.0%}",
            median >= LEAST_SHARE,
        ),
        Goal("... the worst", f"{shares[worst]:.0%} ({worst.label})"),
    ]


def _skew_goals(run: Run) -> list[Goal]:
    seconds = {each.case: each.ours.median for each in run.cases if each.ours is not None}
    goals = []
    for pattern in ("zipf", "equal"):
        costs = []
        for case, time in seconds.items():
            shape = case.shape
            even = Case(
                Shape(shape.rows, shape.dim, shape.weights), case.type, case.index_type, case.scale
            )
            if shape.pattern == pattern and even in seconds:
                costs.append(time / seconds[even])
        if costs:
            median = statistics.median(costs)
            goals.append(
                Goal(
                    f"cost of a row, indices {pattern} to uniform, median",
                    f"{median:.2f} (worst {max(costs):.2f})",
                    f"at most {MOST_SKEW:.2f}",
                    median <= MOST_SKEW,
                )
            )
    return goals


def _growth_goals(run: Run) -> list[Goal]:
    goals = []
    for name, results in run.series.items():
        points = sorted(
            (_growing(each, name), each.ours.median) for each in results if each.ours is not None
        )
        growths = [
            (later / earlier, count)
            for (before, earlier), (count, later) in pairwise(points)
            if count == 2 * before
        ]
        if growths:
            growth, count = max(growths)
            goals.append(
                Goal(
                    f"time when the number of {name} doubles, at most",
                    f"{growth:.2f} times (to {count})",
                    f"at most {MOST_GROWTH}",
                    growth <= MOST_GROWTH,
                )
            )
        if len(points) > 1:
            (first, earliest), (last, latest) = points[0], points[-1]
            whole = (latest / earliest) / (last / first)
            goals.append(
                Goal(
                    f"growth of time from {first} to {last} {name}, to that of {name}",
                    f"{whole:.2f}",
                    f"at most {MOST_SERIES_GROWTH}",
                    whole <= MOST_SERIES_GROWTH,
                )
            )
    return goals


def _speed_up_goals(one: Run, many: Run) -> list[Goal]:
    alone = {each.case: each.alone.median for each in one.cases if each.alone is not None}
    speed_ups = {}
    limited = {}
    for each in many.cases:
        if each.alone and each.case in alone and each.case.bytes > SPEED_UP_FROM_BYTES:
            speed_ups[each.case] = alone[each.case] / each.alone.median
            share = each.case.bytes / each.alone.median / many.bandwidth.bytes_per_second
            limited[each.case] = share >= LEAST_SHARE
    if not speed_ups:
        return []
    below = [c for c, s in speed_ups.items() if s < LEAST_SPEED_UP and not limited[c]]
    worst = min(below or speed_ups, key=lambda case: speed_ups[case])
    return [
        Goal(
            f"1 to {many.threads} threads, over {SPEED_UP_FROM_BYTES // 10**6} MB, median",
            f"{statistics.median(speed_ups.values()):.2f}",
        ),
        Goal(
            f"... neither {LEAST_SPEED_UP} times nor {LEAST_SHARE:.0%} of the copy bandwidth",
            f"{len(below)} of {len(speed_ups)} (worst {speed_ups[worst]:.2f}: {worst.label})",
            "none",
            not below,
        ),
    ]


def _memory_goals(results: Sequence[MemoryResult]) -> list[Goal]:
    if not results:
        return []
    above = [each for each in results if each.more >= memory_allowed(each)]
    worst = max(results, key=lambda each: each.more - memory_allowed(each))
    return [
        Goal(
            f"shapes that take {MOST_MEMORY_SHARE:.0%} of the tensors plus "
            f"{MOST_MEMORY_BYTES >> 20} MiB, or more, beyond them",
            f"{len(above)} of {len(results)} (worst {worst.beyond / 2**20:.1f} MiB and "
            f"{worst.workspace / 2**20:.1f} MiB of the workspace: {worst.case.shape.label})",
            "none",
            not above,
        )
    ]


def _call_goals(calls: dict[str, Timing]) -> list[Goal]:
    return [
        Goal(name, duration(calls[name].median), f"under {duration(most)}", within)
        for name, most in MOST_SECONDS.items()
        if name in calls
        for within in [calls[name].median < most]
    ]


def _check_goals(calls: dict[str, Timing]) -> list[Goal]:
    """What ACLNN_CHECK=on adds: a time on a shape without work, a share on one with."""
    costs = {}
    for shape in CHECKS:
        on, off = check_names(shape)
        if on in calls and off in calls:
            costs[shape] = calls[on].minimum - calls[off].minimum, calls[off].minimum
    found = []
    for i, (shape, (cost, without)) in enumerate(costs.items()):
        if i == 0:
            each = max(cost, 0.0) / CALLS_A_RUN
            text, most = duration(each) if each > 0 else "0 ns", duration(MOST_CHECK_SECONDS)
            within = each < MOST_CHECK_SECONDS
            name = f"checks, for each of the {CALLS_A_RUN} calls, {shape}"
        else:
            text, most = f"{cost / without:.1%}", f"{MOST_CHECK_SHARE:.0%}"
            within = cost < MOST_CHECK_SHARE * without
            name = f"checks, share of {shape}"
        found.append(Goal(name, text, f"under {most}", within))
    return found


def _finding_goals(calls: dict[str, Timing]) -> list[Goal]:
    """What a launch takes while findings are wanted, and which part of it is what."""
    if not set(LAUNCHES) <= set(calls):
        return []
    without, stacks, races = (calls[name].minimum for name in LAUNCHES)
    return [
        Goal(
            "findings wanted, a launch of three tensors",
            f"{duration(races)} (without {duration(without)}; with call stacks {duration(stacks)})",
            f"under {duration(MOST_FINDING_SECONDS)}",
            races < MOST_FINDING_SECONDS,
        )
    ]


def _trace_goals(calls: dict[str, Timing]) -> list[Goal]:
    """What ACLNN_TRACE adds to calls that take about 10 us each."""
    if not set(TRACES) <= set(calls):
        return []
    traced, plain = (calls[name].minimum for name in TRACES)
    share = traced / plain - 1
    return [
        Goal(
            f"a trace, {TRACED}",
            f"{share:.1%}",
            f"under {MOST_TRACE_SHARE:.0%}",
            share < MOST_TRACE_SHARE,
        )
    ]


def _collective_goals(found: dict[str, Timing]) -> list[Goal]:
    """What a sum over ranks takes beside MPICH's."""
    goals = []
    for ranks in RANKS:
        for size, most in MOST_RATIO.items():
            ours, theirs = names(size, ranks)
            if ours in found and theirs in found:
                ratio = found[ours].median / found[theirs].median
                within = ratio <= most
                goals.append(Goal(f"{ours}, of MPICH's", f"{ratio:.2f}", f"at most {most}", within))
    return goals


def _operator_goals(part: str, results: Sequence[OperatorResult]) -> list[Goal]:
    ratios = {each: each.ratio for each in results if each.ratio is not None}
    if not ratios:
        return []
    mean = statistics.geometric_mean(ratios.values())
    worst = min(ratios, key=lambda each: ratios[each])
    found = [
        _at_least(f"{part}: geometric mean of times faster", mean, LEAST_OPERATOR_RATIOS[part]),
        _at_least(f"{part}: worst, {worst.label}", ratios[worst], LEAST_WORST_OPERATOR_RATIO),
    ]
    transposed = [ratio for each, ratio in ratios.items() if each.name == "x + y.T"]
    if transposed:
        found.append(
            _at_least(
                "operators: x + y.T", statistics.geometric_mean(transposed), LEAST_TRANSPOSED_RATIO
            )
        )
    return found


def _at_least(name: str, value: float, least: float) -> Goal:
    return Goal(name, f"{value:.2f}", f"at least {least:g}", value >= least)


def _accuracy_goals(results: Sequence[AccuracyResult]) -> list[Goal]:
    """No error larger than torch's, or than that of rounding the exact result once."""
    if not results:
        return []
    worse = [each for each in results if each.ours > max(each.torch, 1.01)]
    named = ", ".join(f"{each.label}: {each.ours:.3g} to {each.torch:.3g}" for each in worse)
    return [
        Goal(
            "errors over 2^24 elements",
            named or f"{len(results)} results",
            "none larger than torch's, or rounded once",
            not worse,
        )
    ]


def goals(results: Results) -> list[Goal]:
    """What is wanted beside what was measured, as far as it was."""
    found: list[Goal] = []
    if results.runs:
        one = min(results.runs, key=lambda run: run.threads)
        many = max(results.runs, key=lambda run: run.threads)
        found += _ratio_goals(many) + _share_goals(many) + _skew_goals(many) + _growth_goals(many)
        if one.threads == 1 and many.threads > 1:
            found += _speed_up_goals(one, many)
        found += _tiny_goals(many, results.calls)
    return (
        found
        + _operator_goals("operators", results.operators)
        + _operator_goals("compute", results.compute)
        + _accuracy_goals(results.accuracy)
        + _operator_goals("indexing", results.indexing)
        + _operator_goals("layers", results.layers)
        + _memory_goals(results.memory)
        + _call_goals(results.calls)
        + _check_goals(results.calls)
        + _finding_goals(results.calls)
        + _trace_goals(results.calls)
        + _collective_goals(results.collectives)
    )


def goals_table(goals: Sequence[Goal]) -> str:
    """The summary at the end."""
    words = {True: "ok", False: "not yet", None: ""}
    name_width = max(len(each.name) for each in goals) + 2
    measured_width = max(len(each.measured) for each in goals) + 2
    wanted_width = max(len(each.wanted) for each in goals) + 2
    lines = [
        f"{each.name:<{name_width}}{each.measured:<{measured_width}}"
        f"{each.wanted:<{wanted_width}}{words[each.reached]}".rstrip()
        for each in goals
    ]
    return "\n".join(["", *lines])
