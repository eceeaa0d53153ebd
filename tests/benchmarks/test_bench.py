# SPDX-License-Identifier: Apache-2.0
"""The benchmarks: what they count, what they compare, what they write. No test looks at a time."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from support import program_environment

import benchmarks
from benchmarks import __main__ as command
from benchmarks import baseline, calls, collectives, gather, plot, products, report, timing
from benchmarks.cases import (
    INDEX_TYPES,
    SERIES,
    SHAPES,
    TINY,
    TYPES,
    Case,
    Shape,
    groups,
    make_indices,
    select,
)
from benchmarks.results import (
    AccuracyResult,
    Bandwidth,
    CaseResult,
    Goal,
    MemoryResult,
    OperatorResult,
    Results,
    Run,
    to_json,
)
from benchmarks.timing import Effort, Timing

pytestmark = pytest.mark.slow  # many small reports

ROOT = Path(__file__).resolve().parents[2]
SMALL = Shape(300, 8, 20)


def test_the_package_says_what_each_file_is() -> None:
    files = [each for each in Path(benchmarks.__file__).parent.iterdir() if each.is_file()]
    described = benchmarks.__doc__ or ""
    missing = [each.name for each in files if each.name not in described]
    assert missing == ["__init__.py"]


def constant(seconds: float) -> Timing:
    return Timing.of([seconds])


# --- What is kept of a machine --------------------------------------------------------------------

MACHINE = {"cpu": "made up", "cpus": 2, "caches": "L1d 48K", "torch": "2", "commit": "abc"}


def timing_of(median: float, spread: float = 0.01) -> Timing:
    return Timing(median, spread * median, median, median, 5)


def operator(name: str, ours: float, torch: float, spread: float = 0.01) -> OperatorResult:
    return OperatorResult(name, "float32", "4 Mi", timing_of(ours, spread), timing_of(torch))


def some_results(*lines: OperatorResult, call: float = 1e-6) -> Results:
    return Results(MACHINE, {}, operators=list(lines), calls={"sync call": timing_of(call)})


def kept_file(folder: Path, *results: Results) -> Path:
    """A baseline of these runs, made by the command."""
    runs = []
    for number, each in enumerate(results):
        runs.append(folder / f"run{number}.json")
        runs[-1].write_text(json.dumps(to_json(each, [])))
    path = folder / "machine.json"
    path.write_text(baseline.text(baseline.make("machine", runs)))
    return path


def labels_of_slower(path: Path, results: Results) -> list[str]:
    now = baseline.figures(to_json(results, []))
    return [each.label for each in baseline.slower(baseline.read(path).figures, now)]


def test_a_baseline_is_medians_and_spreads_of_runs(tmp_path: Path) -> None:
    runs = [some_results(operator("add", 1e-3, torch)) for torch in (1e-3, 2e-3, 4e-3)]
    kept = baseline.read(kept_file(tmp_path, *runs)).figures
    assert kept["add float32, 4 Mi"] == baseline.Figure(2, 0.5)  # 1, 2, 4: half are off by a half
    assert kept["sync call"] == baseline.Figure(1e6, 0.01)
    assert json.loads((tmp_path / "machine.json").read_text())["commits"] == ["abc"]


def test_what_lost_more_than_its_spread_allows_is_slower(tmp_path: Path) -> None:
    before = some_results(operator("add", 1e-3, 2e-3), operator("mul", 1e-3, 2e-3, 0.2))
    path = kept_file(tmp_path, before)
    assert labels_of_slower(path, before) == []
    slow = some_results(operator("add", 1.3e-3, 2e-3), operator("mul", 1.3e-3, 2e-3, 0.2))
    assert labels_of_slower(path, slow) == ["add float32, 4 Mi"], "mul spreads by a fifth"
    both = some_results(operator("add", 1.1e-3, 2e-3), operator("div", 1e-3, 1e-4), call=1.5e-6)
    assert labels_of_slower(path, both) == ["sync call"], "a tenth is noise, and div is new"


def test_a_machine_at_half_its_speed_is_not_slower_than_torch(tmp_path: Path) -> None:
    path = kept_file(tmp_path, some_results(operator("add", 1e-3, 2e-3)))
    assert labels_of_slower(path, some_results(operator("add", 2e-3, 4e-3))) == []


def test_what_compare_prints(tmp_path: Path) -> None:
    kept = baseline.read(kept_file(tmp_path, some_results(operator("add", 1e-3, 2e-3))))
    now = baseline.figures(
        to_json(some_results(operator("add", 2e-3, 2e-3), operator("new", 1, 1)), [])
    )
    text = baseline.report(kept, MACHINE | {"cpus": 4}, now)
    assert "machine is another machine: cpus 2, here 4" in text
    assert "slower than in machine: add float32, 4 Mi: 0.50 of its speed, at least 0.85 was" in text
    assert "not in machine: new float32, 4 Mi" in text
    assert text.endswith("2 line(s) compared with machine, 1 slower")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (None, "cannot be read"),
        ("{", "is no JSON"),
        ("{}", "is no baseline"),
        ("[]", "no baseline"),
    ],
)
def test_files_that_are_no_baseline_are_refused_first(
    content: str | None, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(SystemExit) as ended:
        command.main(["--parts", "calls", "--compare", str(path)])
    assert ended.value.code == 2
    assert word in capsys.readouterr().err


def test_a_baseline_of_two_machines_is_refused(tmp_path: Path) -> None:
    other = replace(some_results(), machine=MACHINE | {"cpus": 5})
    with pytest.raises(baseline.BaselineError, match="another machine"):
        kept_file(tmp_path, some_results(), other)


def test_what_seems_slower_is_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = baseline.read(kept_file(tmp_path, some_results(operator("add", 1e-3, 2e-3))))
    slow, asked = some_results(operator("add", 2e-3, 2e-3)), []

    def again(_options: object, part: str, only: set[str]) -> list[OperatorResult]:
        asked.append((part, only))
        return [operator("add", second, 2e-3)]

    monkeypatch.setattr(command, "_measure_operators", again)
    second = 1e-3
    assert command.compare(kept, slow, command.parser().parse_args([]))
    second = 3e-3
    assert not command.compare(kept, slow, command.parser().parse_args([]))
    assert asked == [("operators", {"add float32, 4 Mi"})] * 2
    assert "0.50 of its speed" in capsys.readouterr().out, "the better of the two counts"


def test_files_of_baselines_are_read() -> None:
    files = list((ROOT / "benchmarks" / "baselines").glob("*.json"))
    assert files
    for file in files:
        kept = baseline.read(file)
        assert kept.name == file.stem
        assert all(each.speed > 0 and 0 <= each.spread < 1 for each in kept.figures.values())


# --- Cases ---------------------------------------------------------------------------------------


def test_all_shapes_that_are_wanted() -> None:
    wanted = """2048x4096->3200, 8192x768->50257, 8192x4096->32000, 1048576x64->100000,
        1048576x16->1000000, 65536x128->1000, 16384x1024->128256, 4096x5120->152064, 64x768->50257,
        1x128->10, 262144x128->65536, 262144x128->65536 zipf, 262144x128->65536 equal,
        262144x128->65536 sorted"""
    assert [each.label for each in SHAPES] == [each.strip() for each in wanted.split(",")]
    cases = select(SHAPES, (), TYPES, INDEX_TYPES, (False, True))
    assert len(cases) == len(set(cases)) == 14 * 3 * 2 * 2


@pytest.mark.parametrize(
    ("case", "bytes"),
    [
        (
            Case(Shape(8192, 768, 50257), "float32", "int64", False),
            8192 * 768 * 4 + 8192 * 8 + 50257 * 768 * 4,
        ),
        (
            Case(Shape(8192, 768, 50257), "bfloat16", "int32", True),
            12582912 + 32768 + 77194752,
        ),
        (Case(TINY, "float16", "int64", False), 256 + 8 + 2560),
    ],
)
def test_bytes_that_must_move(case: Case, bytes: int) -> None:
    assert case.bytes == bytes
    assert case.grad_bytes + case.index_bytes + case.out_bytes == bytes


def test_select() -> None:
    cases = select(SHAPES, ("zipf", "1x128"), ("float16",), ("int32",), (True,))
    assert [each.label for each in cases] == [
        "1x128->10 float16 int32 scaled",
        "262144x128->65536 zipf float16 int32 scaled",
    ]
    with pytest.raises(ValueError, match="no shape has '7x7'"):
        select(SHAPES, ("7x7",), TYPES, INDEX_TYPES, (False,))


def test_groups_have_one_grad_and_one_list_of_indices() -> None:
    cases = select(SHAPES, (), TYPES, INDEX_TYPES, (False, True))
    found = groups(cases)
    assert len(found) == 14 * 3
    assert all(len({(case.shape, case.type) for case in group}) == 1 for group in found)
    assert [case for group in found for case in group] == cases


def test_series_change_one_size() -> None:
    assert {each.weights for each in SERIES["rows"]} == {2**18}
    assert {each.rows for each in SERIES["weights"]} == {2**18}
    assert [each.rows for each in SERIES["rows"]] == [2**n for n in range(14, 21)]
    assert [each.weights for each in SERIES["weights"]] == [2**n for n in range(14, 21)]


@pytest.mark.parametrize("pattern", ["uniform", "zipf", "equal", "sorted"])
def test_indices(pattern: str) -> None:
    shape = Shape(50000, 4, 1000, pattern)
    indices = make_indices(shape)
    assert indices.shape == (50000,)
    assert indices.dtype == np.int64
    assert indices.min() >= 0
    assert indices.max() < 1000
    assert np.array_equal(indices, make_indices(shape))
    counts = np.bincount(indices, minlength=1000)
    if pattern == "equal":
        assert counts[500] == 50000
    elif pattern == "zipf":
        total = sum(k**-1.1 for k in range(1, 1001))
        assert counts[0] / 50000 == pytest.approx(1 / total, rel=0.05)
        assert counts[1] / counts[0] == pytest.approx(2**-1.1, rel=0.1)
    else:
        assert counts.max() < 100
    assert (np.diff(indices) >= 0).all() == (pattern in {"equal", "sorted"})


# --- Comparison ----------------------------------------------------------------------------------


def case_data(pattern: str, kind: str) -> Any:
    from benchmarks import compare

    shape = replace(SMALL, pattern=pattern)
    return compare.make_data(shape, kind, make_indices(shape))


def right_result(data: Any, kind: str, scale: bool) -> Any:
    """By NumPy in float64: the sums are exact there too."""
    import torch

    sums = np.zeros((SMALL.weights, SMALL.dim))
    np.add.at(sums, data.indices.numpy(), data.grad.double().numpy())
    assert (sums == sums.astype(np.float32)).all()
    sums = sums.astype(np.float32)
    if scale:
        counts = np.bincount(data.indices.numpy(), minlength=SMALL.weights)
        sums /= np.maximum(counts, 1).astype(np.float32)[:, None]
    return torch.from_numpy(sums).to(getattr(torch, kind))


@pytest.mark.torch
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("pattern", ["uniform", "zipf", "equal"])
@pytest.mark.parametrize("scale", [False, True])
def test_a_right_result_is_right_and_any_change_is_seen(
    kind: str, pattern: str, scale: bool
) -> None:
    data = case_data(pattern, kind)
    import torch

    from benchmarks import compare

    result = right_result(data, kind, scale)
    assert compare.check_ours(data, compare.rows_of(result), scale) == ""
    row = int(data.counts.argmax())
    for change in ("last bit", "nan", "zero"):
        wrong = result.clone()
        if change == "last bit":
            bits = wrong.view(torch.int32 if kind == "float32" else torch.int16)
            bits[row, 5] ^= 1
        else:
            wrong[row, 5] = float("nan") if change == "nan" else 0
        said = compare.check_ours(data, compare.rows_of(wrong), scale)
        assert said.startswith(f"out[{row}, 5] is "), change
        assert f"the sum of {int(data.counts[row])} row(s)" in said


@pytest.mark.torch
@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_a_sum_in_half_precision_is_no_sum_rounded_once(kind: str) -> None:
    data = case_data("equal", kind)
    import torch

    from benchmarks import compare

    result = torch.zeros((SMALL.weights, SMALL.dim), dtype=data.grad.dtype)
    for row, index in zip(data.grad, data.indices, strict=True):
        result[index] += row
    assert compare.check_ours(data, compare.rows_of(result), False) != ""
    assert compare.check_torch(data, compare.rows_of(result), False) == ""


@pytest.mark.torch
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("pattern", ["uniform", "zipf"])
@pytest.mark.parametrize("scale", [False, True])
def test_torch_is_within_its_bound_and_another_problem_is_not(
    kind: str, pattern: str, scale: bool
) -> None:
    data = case_data(pattern, kind)
    import torch

    from benchmarks import compare

    operator = torch.ops.aten.embedding_dense_backward
    result = operator(data.grad, data.indices, SMALL.weights, -1, scale)
    assert compare.check_torch(data, compare.rows_of(result), scale) == ""
    other = operator(data.grad, data.indices.flip(0), SMALL.weights, -1, scale)
    assert compare.check_torch(data, compare.rows_of(other), scale).startswith("out[")


@pytest.mark.torch
def test_differences_are_found_in_every_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    data = case_data("uniform", "float32")
    from benchmarks import compare

    monkeypatch.setattr(compare, "CHUNK_BYTES", 3 * SMALL.dim * 4)
    result = right_result(data, "float32", False)
    assert compare.check_ours(data, compare.rows_of(result), False) == ""
    for row in range(SMALL.weights):
        wrong = result.clone()
        wrong[row, 0] += 1
        said = compare.check_ours(data, compare.rows_of(wrong), False)
        assert said.startswith(f"out[{row}, 0] is ")


@pytest.mark.torch
@pytest.mark.parametrize(
    ("kind", "most", "bits"),
    [
        ("float32", 1, 24),
        ("float32", 2, 23),
        ("float32", 3, 22),
        ("float32", 262144, 6),
        ("float16", 4, 11),
        ("float16", 8192, 11),
        ("float16", 8193, 10),
        ("bfloat16", 262144, 6),
    ],
)
def test_bits_of_gradients_leave_room_for_the_sum(kind: str, most: int, bits: int) -> None:
    from benchmarks import compare

    assert compare.significant_bits(kind, most) == bits
    assert most * 2**bits <= 2**24


@pytest.mark.torch
def test_what_is_left_unwritten_is_wrong() -> None:
    """The whole way: in device memory, with a call that does nothing, and with the real one."""
    import aclnn_py as acl
    from benchmarks import compare, worker
    from benchmarks.ours import Call, Operands

    case = Case(SMALL, "bfloat16", "int32", True)
    data = case_data("uniform", "bfloat16")
    with acl.Device(0) as device, device.stream() as stream:
        indices = {"int32": compare.as_indices(data, "int32")}
        operands = Operands(device, SMALL, data.grad, indices, "bfloat16")
        call = Call(operands, case, stream)
        effort = Effort(2, 2, 0.0)
        right = worker.measure_case(case, data, operands, call, effort, True)
        assert right.problem == ""
        assert right.workspace_bytes == call.workspace_size
        for each in (right.ours, right.torch_out, right.torch_plain):
            assert each is not None
            assert each.rounds == 2

        idle: Any = lambda: None  # noqa: E731
        wrong = worker.measure_case(case, data, operands, idle, effort, True)
        assert wrong.wrong
        assert wrong.ours is None
        assert "out[0, 0] is nan" in wrong.problem


@pytest.mark.torch
def test_what_the_library_refuses_is_not_measured() -> None:
    data = case_data("uniform", "float32")
    import aclnn_py as acl
    from benchmarks import compare, worker
    from benchmarks.ours import Operands

    case = Case(SMALL, "float32", "int64", False)
    with acl.Device(0) as device, device.stream() as stream:
        indices = {"int64": compare.as_indices(data, "int64")}
        other = replace(SMALL, weights=SMALL.weights + 1)
        operands = Operands(device, other, data.grad, indices, "float32")
        result = worker.try_case(case, data, operands, stream, Effort(1, 1, 0.0), False)
        operands.close()
    assert result.ours is None
    assert not result.wrong
    assert result.problem.startswith("not measured: 161002: ")


def test_memory_of_what_the_soc_refuses_is_not_measured() -> None:
    command = [sys.executable, "-m", "benchmarks", "--parts", "memory", "--threads", "1"]
    command += ["--shapes", "64x768,65536x128", "--types", "bfloat16", "--indices", "int32"]
    result = subprocess.run(
        command,
        cwd=ROOT,
        env=program_environment({"ACLNN_SOC": "Ascend910A"}),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    for shape in ("64x768->50257", "65536x128->1000"):
        said = f"{shape} bfloat16 int32: memory not measured: 161002: "
        assert said in result.stdout


def test_a_wrong_type_of_ttnn_does_not_mark_the_next(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import ttnn

    monkeypatch.setattr(ttnn, "SHAPE", Shape(64, 64, 32))
    monkeypatch.setattr(ttnn, "QUICK", Effort(1, 1, 0.0))
    monkeypatch.setattr(timing, "PAUSE_SECONDS", 0.0)
    answers = iter([False, True])
    monkeypatch.setattr(ttnn, "_is_right", lambda _result, _sums: next(answers))
    assert ttnn.main(["--quick"]) == 1
    headings = [row for row in capsys.readouterr().out.splitlines() if not row.startswith(" ")]
    assert headings == ["64x64->32 bfloat16 WRONG", "64x64->32 bfloat8_b"]


@pytest.mark.torch
@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("index_type", INDEX_TYPES)
def test_a_call_converts_its_arguments_once(index_type: str, scale: bool) -> None:
    data = case_data("zipf", "float32")
    import aclnn_py as acl
    from benchmarks import compare
    from benchmarks.ours import Call, Operands

    case = Case(SMALL, "float32", index_type, scale)
    with acl.Device(0) as device, device.stream() as stream:
        indices = {index_type: compare.as_indices(data, index_type)}
        operands = Operands(device, SMALL, data.grad, indices, "float32")
        call = Call(operands, case, stream)
        assert not call._first.argtypes
        for _ in range(2):
            operands.poison()
            call()
            rows = compare.rows_in_memory(operands.read, SMALL, "float32")
            assert compare.check_ours(data, rows, scale) == ""
        call.close()
        operands.close()


# --- Timing --------------------------------------------------------------------------------------


def test_median_and_spread() -> None:
    assert Timing.of([3.0, 1.0, 2.0, 10.0, 2.5]) == Timing(2.5, 0.5, 1.0, 10.0, 5)


def test_functions_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(timing, "SHORTEST_SAMPLE_SECONDS", 0.0)
    seen: list[str] = []
    functions = {name: (lambda name=name: seen.append(name)) for name in ("a", "b")}
    found = timing.in_turn(functions, Effort(3, 5, 0.0))
    assert seen == ["a", "a", "b", "b"] + ["a", "a", "b", "b"] * 3
    assert {name: each.rounds for name, each in found.items()} == {"a": 3, "b": 3}
    seen.clear()
    timing.in_turn(functions, Effort(3, 5, 1000.0))
    assert Counter(seen) == {"a": 12, "b": 12}
    seen.clear()
    timing.in_turn({"a": functions["a"]}, Effort(3, 5, 0.0))
    assert len(seen) == 2 + 3, "alone, its threads are awake"


def test_short_functions_are_called_several_times_a_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(timing, "PAUSE_SECONDS", 0.0)
    seen: list[int] = []
    timing.in_turn({"short": lambda: seen.append(1)}, Effort(1, 1, 0.0))
    assert len(seen) > 10


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(12.34, "12.3 s"), (1.234, "1.23 s"), (0.5, "500 ms"), (2.5e-5, "25.0 us"), (3e-8, "30.0 ns")],
)
def test_duration(seconds: float, text: str) -> None:
    assert report.duration(seconds) == text


def test_output_of_call_c() -> None:
    found = calls.parse_call("clock 20 30 40\ncall 1000 3000 2000\n")
    assert found["clock"].median == pytest.approx(30e-9)
    assert found["call"].median == pytest.approx(2e-6)
    assert found["call"].rounds == 3


# --- What is written -----------------------------------------------------------------------------


def run_of(
    threads: int, seconds: float, shapes: tuple[Shape, ...] = SHAPES, others: float = 0.0
) -> Run:
    """Every case takes ours so long for a gigabyte, torch 8 and 6 times that. Copying: 10 GB/s."""
    copy = Bandwidth(5_000_000, {"slow": constant(0.002), "quick": constant(0.001)})
    slower = Bandwidth(5_000_000, {"slow": constant(0.002), "quick": constant(0.0015)})

    def result(case: Case) -> CaseResult:
        ours = case.bytes / 1e9 * seconds
        slower = (constant(8 * ours), constant(6 * ours))
        return CaseResult(case, constant(ours), *slower, alone=constant(ours))

    cases = select(shapes, (), TYPES, INDEX_TYPES, (False, True))
    series = {
        name: [result(each) for each in select(grown, (), TYPES[:1], INDEX_TYPES[:1], (False,))]
        for name, grown in SERIES.items()
    }
    return Run(threads, copy, slower, [result(each) for each in cases], series, others)


def all_results(seconds: float = 0.11) -> Results:
    case = Case(SHAPES[0], "float32", "int64", False)
    return Results(
        {"cpu": "x"},
        {"quick": True},
        [run_of(2, seconds), run_of(1, 2 * seconds)],
        [MemoryResult(case, 1 << 20, 1 << 19, 16 << 20)],
        {"async call": constant(1.4e-6), "sync call": constant(4e-6)},
    )


def test_errors_larger_than_those_of_torch_are_a_goal_that_is_not_reached() -> None:
    good = AccuracyResult("sum", "float32", "all", 2.0, 2.5)
    rounded = AccuracyResult("mean", "bfloat16", "last dim", 1.0, 0.9)
    bad = AccuracyResult("prod", "float32", "all", 3.0, 2.5)
    for results, reached in (([good, rounded], True), ([good, bad], False)):
        (goal,) = report.goals(Results({}, {}, accuracy=results))
        assert goal.reached is reached
    assert bad.label in goal.measured
    assert good.label not in goal.measured


@pytest.mark.parametrize(("seconds", "reached"), [(19e-6, True), (21e-6, False)])
def test_the_goal_of_sums_over_ranks(seconds: float, reached: bool) -> None:
    ours, theirs = collectives.names(8, 2)
    timings = {ours: constant(seconds), theirs: constant(10e-6)}
    (goal,) = report.goals(Results({}, {}, collectives=timings))
    assert goal.reached is reached
    assert goal.measured == f"{seconds / 10e-6:.2f}"


def test_json() -> None:
    results = all_results()
    data = json.loads(json.dumps(to_json(results, report.goals(results))))
    assert sorted(data) == [
        "accuracy",
        "calls",
        "collectives",
        "compute",
        "format",
        "goals",
        "indexing",
        "layers",
        "machine",
        "memory",
        "operators",
        "runs",
        "settings",
    ]
    assert data["format"] == 1
    run = data["runs"][0]
    assert run["threads"] == 2
    assert run["copy_bytes_per_second"] == pytest.approx(1e10)
    assert len(run["cases"]) == 168
    assert {name: len(each) for name, each in run["series"].items()} == {"rows": 7, "weights": 7}
    row = run["cases"][0]
    assert row["label"] == "2048x4096->3200 float32 int64"
    assert row["case"]["shape"] == {
        "rows": 2048,
        "dim": 4096,
        "weights": 3200,
        "pattern": "uniform",
    }
    assert row["bytes"] == 2048 * 4096 * 4 + 2048 * 8 + 3200 * 4096 * 4
    assert row["bytes_per_second"] == pytest.approx(1e9 / 0.11)
    assert row["share"] == pytest.approx(1 / 1.1)
    assert row["ratio_out"] == pytest.approx(8)
    assert row["ratio_plain"] == pytest.approx(6)
    assert row["ours"] == {
        "median": pytest.approx(row["bytes"] * 0.11e-9),
        "deviation": 0,
        "minimum": row["ours"]["median"],
        "maximum": row["ours"]["median"],
        "rounds": 1,
    }
    assert data["memory"][0]["beyond"] == 1 << 20
    assert data["memory"][0]["tensors"] == row["bytes"]
    assert data["calls"]["async call"]["median"] == pytest.approx(1.4e-6)
    assert {"name", "measured", "wanted", "reached"} == set(data["goals"][0])


def verdicts(goals: list[Goal]) -> list[bool | None]:
    return [each.reached for each in goals]


def test_goals() -> None:
    results = all_results()
    goals = {each.name: each for each in report.goals(results)}
    fast = goals["times as fast as the faster of torch's forms, geometric mean"]
    assert fast.measured == "6.00"
    share = goals["share of the copy bandwidth, dim >= 256, median"]
    assert (share.measured, share.reached) == ("91%", True)
    assert goals["cost of a row, indices zipf to uniform, median"].measured == "1.00 (worst 1.00)"
    growth = goals["time when the number of rows doubles, at most"]
    assert growth.reached
    assert goals["1 to 2 threads, over 10 MB, median"].measured == "2.00"
    assert goals["async call"].reached
    assert goals["sync call"].reached is False
    assert not report.goals(Results({}, {}))

    slow = {each.name: each for each in report.goals(all_results(0.2))}
    assert slow["share of the copy bandwidth, dim >= 256, median"].reached is False


def test_the_tiny_shape_is_reported_apart() -> None:
    run = run_of(2, 0.11, (TINY,))
    timings = {calls.tiny_name("async"): constant(2e-6)}
    (goal,) = report.goals(Results({}, {}, [replace(run, series={})], [], timings))
    assert goal.name == "1x128->10, reported apart"
    assert goal.measured.endswith(" ns through Python, 6.00 times as fast as torch, 2.00 us from C")
    assert (goal.wanted, goal.reached) == ("", None)


def test_speed_up_counts_unless_memory_is_the_limit() -> None:
    large = (SHAPES[0],)

    def last(ours: float, alone: float) -> Goal:
        runs = [run_of(2, ours, large), run_of(1, alone, large)]
        return report.goals(Results({}, {}, runs))[-1]

    assert last(0.2, 0.3).reached is False  # 1.5 times, half the bandwidth
    assert last(0.2, 0.3).measured.startswith("12 of 12 (worst 1.50: 2048x4096->3200")
    assert last(0.2, 0.4).reached
    assert last(0.11, 0.12).reached


def test_skew_is_compared_with_the_same_types() -> None:
    shapes = (Shape(262144, 128, 65536), Shape(262144, 128, 65536, "equal"))
    run = run_of(2, 0.1, shapes)
    slower = [
        replace(each, ours=constant(2 * each.ours.median))
        if each.case.shape.pattern == "equal" and each.ours
        else each
        for each in run.cases
    ]
    goals = report.goals(Results({}, {}, [replace(run, cases=slower)]))
    skew = next(each for each in goals if "equal" in each.name)
    assert (skew.measured, skew.reached) == ("2.00 (worst 2.00)", False)


@pytest.mark.parametrize(
    ("on", "off", "measured", "reached"),
    [
        ((4.2e-6, 6.1e-3), (3e-6, 6e-3), ["400 ns", "1.7%"], [True, True]),
        ((6.6e-6, 6.2e-3), (3e-6, 6e-3), ["1.20 us", "3.3%"], [False, False]),
        ((2.9e-6, 5.9e-3), (3e-6, 6e-3), ["0 ns", "-1.7%"], [True, True]),
    ],
)
def test_cost_of_checks(
    on: tuple[float, float],
    off: tuple[float, float],
    measured: list[str],
    reached: list[bool],
) -> None:
    timings: dict[str, Timing] = {}
    for shape, *seconds in zip(calls.CHECKS, on, off, strict=True):
        timings |= dict(zip(calls.check_names(shape), map(constant, seconds), strict=True))
    goals = report.goals(Results({}, {}, [], [], timings))
    assert [each.measured for each in goals] == measured
    assert verdicts(goals) == reached


@pytest.mark.parametrize(("seconds", "reached"), [(0.9e-6, True), (1.1e-6, False)])
def test_cost_of_findings(seconds: float, reached: bool) -> None:
    """In all, and not what they add."""
    timings = dict(zip(calls.LAUNCHES, map(constant, (0.2e-6, 0.5e-6, seconds)), strict=True))
    (goal,) = report.goals(Results({}, {}, [], [], timings))
    assert goal.reached == reached
    assert goal.measured.endswith("(without 200 ns; with call stacks 500 ns)")


@pytest.mark.parametrize(
    ("seconds", "measured", "reached"), [(30.2e-6, "0.7%", True), (30.6e-6, "2.0%", False)]
)
def test_cost_of_a_trace(seconds: float, measured: str, reached: bool) -> None:
    timings = dict(zip(calls.TRACES, map(constant, (seconds, 30e-6)), strict=True))
    (goal,) = report.goals(Results({}, {}, [], [], timings))
    assert (goal.measured, goal.reached) == (measured, reached)


@pytest.mark.parametrize(
    ("beyond", "workspace", "reached"),
    [(1, 16, True), (0, 18, False), (18, 0, False), (9, 9, False)],
)
def test_memory_counts_what_is_touched_of_the_workspace(
    beyond: int, workspace: int, reached: bool
) -> None:
    case = Case(SHAPES[0], "float32", "int64", False)  # 82.1 MiB: 17.6 are allowed
    result = MemoryResult(case, beyond << 20, workspace << 20, 64 << 20)
    (goal,) = report.goals(Results({}, {}, [], [result]))
    assert goal.reached == reached
    assert f"{beyond}.0 MiB and {workspace}.0 MiB of the workspace: 2048x4096" in goal.measured


def test_growth_is_seen() -> None:
    run = run_of(2, 0.1)
    rows = list(run.series["rows"])
    last = rows[-1]
    assert rows[-2].ours is not None
    rows[-1] = replace(last, ours=constant(4 * rows[-2].ours.median))
    goals = report.goals(Results({}, {}, [replace(run, series={"rows": rows})]))
    growth = next(each for each in goals if "rows doubles" in each.name)
    assert (growth.measured, growth.reached) == ("4.00 times (to 1048576)", False)


def test_growth_of_a_whole_series_is_seen() -> None:
    """Every doubling takes 2.2 times as long, which is allowed; all of them together are not."""
    run = run_of(2, 0.1)
    rows = [
        replace(each, ours=constant(0.001 * 2.2**number))
        for number, each in enumerate(run.series["rows"])
    ]
    doubling, whole = report.goals(Results({}, {}, [replace(run, cases=[], series={"rows": rows})]))
    assert (doubling.measured, doubling.reached) == ("2.20 times (to 1048576)", True)
    assert whole.name == "growth of time from 16384 to 1048576 rows, to that of rows"
    assert (whole.measured, whole.reached) == ("1.77", False)
    even = [
        replace(each, ours=constant(0.001 * 2**number))
        for number, each in enumerate(run.series["rows"])
    ]
    goals = report.goals(Results({}, {}, [replace(run, cases=[], series={"rows": even})]))
    assert (goals[-1].measured, goals[-1].reached) == ("1.00", True)


def test_lines_and_tables() -> None:
    run = run_of(2, 0.11)
    line = report.line(run.cases[0], run.bandwidth)
    assert " ".join(line.split()) == (
        "2048x4096->3200 float32 int64 86.0 "
        "9.46 ms ± 0% 75.7 ms ± 0% 56.8 ms ± 0% 8.00 6.00 9.09 91%"
    )
    wrong = CaseResult(run.cases[0].case, problem="out[0, 0] is 1", wrong=True)
    assert report.line(wrong, run.bandwidth).endswith("WRONG RESULT: out[0, 0] is 1")
    table = report.markdown(run).splitlines()
    assert len(table) == 2 + 13 * 3
    assert table[2] == "| 2048x4096->3200 | float32 | 9.5 ms ± 0 % | 57 ms | 6.0 | 9.1 |"
    assert "quick" in report.heading(2, run.bandwidth)
    assert report.SHARE in report.heading(2, run.bandwidth)
    assert "ns for each of the weights more" in report.series_table(run)
    assert report.memory_table(all_results().memory)
    assert report.calls_table(all_results().calls)
    assert "not yet" in report.goals_table(report.goals(all_results()))


def test_the_table_of_the_documentation_is_that_of_markdown() -> None:
    cases = [each for each in run_of(2, 0.1).cases if each.case.type in ("float32", "float16")]
    wanted = report.markdown(replace(run_of(2, 0.1), cases=cases)).splitlines()
    page = (ROOT / "docs" / "explanation" / "performance.md").read_text("utf-8").splitlines()
    first = page.index(wanted[0])
    found = page[first : page.index("", first)]
    assert found[:2] == wanted[:2]
    named = [[row.split(" | ")[:2] for row in table[2:]] for table in (found, wanted)]
    assert named[0] == named[1]
    form = (
        r"\| \S+( \w+)? \| float(32|16) \| [\d.]+ ms ± \d+ % \| [\d.]+ ms \| \d+\.\d \| [\d.]+ \|"
    )
    assert all(re.fullmatch(form, row) for row in found[2:] + wanted[2:])


def test_what_was_not_measured_is_left_out() -> None:
    case = Case(SHAPES[0], "float32", "int64", False)
    run = replace(run_of(2, 0.1), cases=[CaseResult(case, problem="no memory")], series={})
    results = Results({}, {}, [run])
    assert report.goals(results) == []
    assert to_json(results, [])["runs"][0]["cases"][0]["share"] is None
    ET.fromstring(plot.svg(run))


def test_svg() -> None:
    run = run_of(2, 0.11)
    root = ET.fromstring(plot.svg(run))
    space = "{http://www.w3.org/2000/svg}"
    bars = root.findall(f"{space}g")
    assert len(bars) == 14 * 3
    titles = [bar.findtext(f"{space}title") for bar in bars]
    assert titles[0] == "2048x4096->3200 float32: 9.09 GB/s, 91% of copying"
    texts = [each.text for each in root.findall(f"{space}text")]
    assert "copying (quick): 10.0 GB/s" in texts
    line = root.findall(f"{space}line")[-1]
    tops = [float(bar.find(f"{space}rect").attrib["y"]) for bar in bars]  # type: ignore[union-attr]
    assert all(float(line.attrib["y1"]) < top for top in tops)


# --- The command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["--types", "float64"],
        ["--indices", "int8"],
        ["--threads", "0"],
        ["--threads", "two"],
        ["--scale", "maybe"],
        ["--parts", "everything"],
        ["--shapes", "7x7"],
        ["--parts", ""],
        ["--types", ","],
        ["--indices", ""],
        ["--shapes", ""],
        ["--threads", ""],
    ],
)
def test_mistakes_are_said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    from benchmarks.__main__ import main

    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert arguments[0] in capsys.readouterr().err


@pytest.fixture
def with_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of what comes before anything is measured."""
    monkeypatch.setattr("benchmarks.__main__._version", lambda _distribution: "2.0")
    monkeypatch.setattr("benchmarks.collectives.compiler", lambda: "mpicc")


@pytest.mark.usefixtures("with_torch")
@pytest.mark.parametrize("name", ["json", "plot", "markdown"])
def test_a_file_that_cannot_be_written_is_refused_first(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from benchmarks import __main__ as command

    monkeypatch.setattr(command, "measure", lambda _options: pytest.fail("measured"))
    for path, why in ((tmp_path / "no" / "file", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(SystemExit) as stopped:
            command.main([f"--{name}", str(path)])
        assert stopped.value.code == 2
        assert f"--{name}: {path} cannot be written: {why}" in capsys.readouterr().err


@pytest.mark.usefixtures("with_torch")
@pytest.mark.parametrize("name", ["plot", "markdown"])
def test_a_file_of_cases_needs_cases(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks.__main__ import main

    path = tmp_path / "file"
    with pytest.raises(SystemExit) as stopped:
        main(["--parts", "series,calls", f"--{name}", str(path)])
    assert stopped.value.code == 2
    said = f"--{name} shows the cases, which --parts series,calls leaves out"
    assert said in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.usefixtures("with_torch")
def test_a_file_that_fails_at_the_end_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import __main__ as command

    names = {name: tmp_path / name for name in ("json", "plot", "markdown")}

    def measure(_options: object) -> Results:
        names["json"].unlink()
        names["json"].mkdir()
        return all_results()

    monkeypatch.setattr(command, "measure", measure)
    arguments = [part for name, path in names.items() for part in (f"--{name}", str(path))]
    assert command.main(arguments) == 1
    assert f"--json: {names['json']} was not written: Is a directory" in capsys.readouterr().err
    ET.parse(names["plot"])
    assert names["markdown"].read_text("utf-8").startswith("| rows x dim")


def test_without_torch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from benchmarks import __main__ as command

    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert command.machine()["torch"] == ""
    with pytest.raises(SystemExit) as stopped:
        command.main(["--parts", "series,calls"])
    assert stopped.value.code == 2
    assert "--parts: torch is not installed, which is needed by series" in capsys.readouterr().err
    options = command.parser().parse_args(["--parts", "memory", "--shapes", "1x128"])
    assert command.measure(options).runs == []
    assert "torch not installed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "option", "value", "said"),
    [
        ("gather", "--threads", "0", "'0' is no number from 1 to 64"),
        ("gather", "--threads", "100", "'100' is no number from 1 to 64"),
        ("products", "--threads", "0", "'0' is no number from 1 to 64"),
        pytest.param(
            *("infiniop", "--shapes", "foo", "no shape has 'foo' in its name"),
            marks=pytest.mark.torch,
        ),
    ],
)
def test_mistakes_of_other_commands_are_said(
    command: str, option: str, value: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        importlib.import_module(f"benchmarks.{command}").main([option, value])
    assert stopped.value.code == 2
    assert f"argument {option}: {said}" in capsys.readouterr().err


@pytest.mark.slow  # compiles a C file
@pytest.mark.torch
def test_products_are_compared_and_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shapes = (products.Shape(3, 4, 5), products.Shape(2, 2, 2, "int8", 3, is_transposed=True))
    monkeypatch.setattr(products, "SHAPES", shapes)
    assert products.main(["--quick", "--threads", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:32].strip() for line in lines] == ["", "3x5x4 float32", "3 x 2x2x2 int8 T"]
    assert all(float(line.split()[-1]) > 0 for line in lines[1:])


@pytest.mark.parametrize(
    ("cores", "threads"), [("3", (3, 1)), ("1", (1,)), ("65", None), ("two", None)]
)
def test_threads_are_those_of_the_environment(
    cores: str,
    threads: tuple[int, ...] | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from benchmarks.__main__ import machine, parser

    monkeypatch.setenv("ACLNN_CORES", cores)
    if threads is None:
        with pytest.raises(SystemExit):
            parser()
        assert f"ACLNN_CORES: '{cores}' is no number from 1 to 64" in capsys.readouterr().err
    else:
        assert parser().parse_args([]).threads == threads
        assert parser().parse_args(["--threads", "2"]).threads == (2,)
        assert "ACLNN_CORES" not in machine()["variables"]


def test_options() -> None:
    from benchmarks.__main__ import parser

    options = parser().parse_args(
        ["--threads", "1,2", "--types", "float16,bfloat16", "--shapes", "8192x768,zipf", "--quick"]
    )
    assert options.threads == (2, 1)
    assert options.types == ("float16", "bfloat16")
    assert options.indices == INDEX_TYPES
    assert options.shapes == ("8192x768", "zipf")
    assert options.parts == (
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
    assert options.quick


@pytest.mark.parametrize("threads", [1, 3])
def test_the_plain_loop_adds_rows_in_the_order_of_their_weights(
    tmp_path: Path, threads: int
) -> None:
    function = gather.load(gather.build(tmp_path))
    random = np.random.default_rng(7)
    indices = np.append(random.integers(0, 50, 300), [3] * 40)
    grad = random.integers(-9, 9, (indices.size, 20)).astype(np.float32)
    order = np.argsort(indices, kind="stable").astype(np.int32)
    offsets = np.append(0, np.cumsum(np.bincount(indices, minlength=60))).astype(np.int32)
    shares = np.array(gather.even_shares(offsets, threads))
    assert shares[0] == 0
    assert shares[-1] == 60
    work = offsets[shares] + shares
    assert np.diff(work).max() <= work[-1] / threads + np.diff(offsets).max() + 1
    for ahead in gather.AHEAD:
        out = np.full((60, 20), np.nan, np.float32)
        arrays = [each.ctypes.data for each in (grad, order, offsets, out)]
        assert function(*arrays, 20, shares.ctypes.data, threads, ahead) == 0
        expected = np.zeros((60, 20), np.float32)
        np.add.at(expected, indices, grad)
        np.testing.assert_array_equal(out, expected)
    assert function(*arrays, 18, shares.ctypes.data, threads, 4) == 1


def test_the_plain_loop_has_all_narrow_shapes_but_one_weight() -> None:
    assert [each.label for each in gather.shapes()] == [
        "1048576x64->100000",
        "1048576x16->1000000",
        "65536x128->1000",
        "262144x128->65536",
        "262144x128->65536 zipf",
        "262144x128->65536 sorted",
    ]


def test_line_beside_the_plain_loop() -> None:
    by_threads = {
        1: {"ours": constant(0.03), "gather 4": constant(0.04), "gather 8": constant(0.02)},
        2: {"ours": constant(0.02), "gather 4": constant(0.01), "gather 8": constant(0.016)},
    }
    words = " ".join(gather.line(TINY, by_threads).split())
    assert words == "1x128->10 30.0 ms 20.0 ms 1.50 20.0 ms 10.0 ms 2.00 1.50 2.00"


@pytest.mark.torch
def test_end_to_end(tmp_path: Path) -> None:
    names = {kind: tmp_path / f"result.{kind}" for kind in ("json", "plot", "markdown")}
    command = [sys.executable, "-m", "benchmarks", "--quick", "--threads", "1", "--scale", "yes"]
    command += ["--shapes", "64x768,1x128", "--types", "float16", "--indices", "int32"]
    command += ["--parts", "cases,memory,calls"]
    command += [part for kind, path in names.items() for part in (f"--{kind}", str(path))]
    result = subprocess.run(
        command,
        cwd=ROOT,
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "64x768->50257             float16  int32 freq" in result.stdout
    data = json.loads(names["json"].read_text("utf-8"))
    (run,) = data["runs"]
    assert [each["label"] for each in run["cases"]] == [
        "64x768->50257 float16 int32 scaled",
        "1x128->10 float16 int32 scaled",
    ]
    assert all(each["problem"] == "" for each in run["cases"])
    assert all(each["ours"]["median"] > 0 for each in run["cases"])
    assert run["copy_bytes_per_second"] > 0
    (memory,) = data["memory"]
    assert memory["tensors"] == 64 * 768 * 2 + 64 * 4 + 50257 * 768 * 2
    assert 0 <= memory["workspace"] <= memory["workspace_size"]
    names_of_calls = {"async call", "sync call", "async phase_one", "dlopen", "import numpy"}
    assert names_of_calls | {"sync list", "sync list_phase_one"} <= set(data["calls"])
    assert {"async call, 1x128->10", "sync call, 1x128->10"} <= set(data["calls"])
    assert "1x128->10, reported apart" in {each["name"] for each in data["goals"]}
    assert {"checks on, 2x3->4", "checks off, 8192x768->50257"} <= set(data["calls"])
    assert set(calls.LAUNCHES) <= set(data["calls"])
    assert len(ET.parse(names["plot"]).getroot()) > 5
    assert "| 64x768->50257 | float16 |" in names["markdown"].read_text("utf-8")
