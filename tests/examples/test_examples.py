# SPDX-License-Identifier: Apache-2.0
"""The examples compile without a warning and print what they should."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from support import program_environment

from aclnn_py import _tree

pytestmark = pytest.mark.slow  # compiles the examples

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
SOURCE = EXAMPLES / "embedding_dense_backward.cpp"
TEXT = EXAMPLES / "harbour.txt"


@pytest.fixture(scope="module", params=["c++11", "c++17"])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, compiled."""
    output = tmp_path_factory.mktemp("example") / "example"
    command = ["g++", f"-std={request.param}", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    command += [*(f"-I{path}" for path in _tree.include_directories()), str(SOURCE)]
    command += [f"-L{_tree.prefix() / 'lib64'}", "-lopapi_nn", "-lascendcl", "-lnnopbase"]
    result = subprocess.run(
        [*command, "-o", str(output)], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    return output


def _run(
    program: Path, *arguments: str | Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program), *map(str, arguments)],
        env=program_environment(variables),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _expected_rows() -> tuple[int, list[tuple[str, int, int, str]]]:
    """Number of words, and of every word: itself, how often it occurs, the sum of its positions,
    their mean as printed. The most frequent first, then by first appearance."""
    words = re.findall("[a-z]+", TEXT.read_text("ascii").lower())
    places: dict[str, list[int]] = {}
    for position, word in enumerate(words):
        places.setdefault(word, []).append(position)
    rows = [(w, len(p), sum(p), f"{sum(p) / len(p):.2f}") for w, p in places.items()]
    return len(words), sorted(rows, key=lambda row: -row[1])


@pytest.mark.parametrize("mode", ["async", "lazy", "sync"])
@pytest.mark.parametrize("cores", ["1", "4"])
def test_prints_the_counts_of_the_words(program: Path, mode: str, cores: str) -> None:
    result = _run(program, TEXT, ACLNN_STREAM=mode, ACLNN_CORES=cores)
    assert (result.returncode, result.stderr) == (0, "")
    first, _, _, *rows, _, last = result.stdout.splitlines()
    count, expected = _expected_rows()
    assert first.endswith(f": {count} words, {len(expected)} of them different")
    found = [line.split() for line in rows]
    assert len(found) == 8
    for (word, times, total, mean), row in zip(found, expected, strict=False):
        assert (word, int(times), int(total)) == row[:3]
        assert abs(float(mean) - float(row[3])) <= 0.011
    assert last == f"{len(expected)} of {len(expected)} rows agree with a loop on the host"


def test_says_what_product_it_runs_on(program: Path) -> None:
    result = _run(program, TEXT, ACLNN_SOC="Ascend910B3")
    assert result.stdout.startswith("aclnnEmbeddingDenseBackward on Ascend910B3: ")


def test_wrong_arguments(program: Path, tmp_path: Path) -> None:
    assert _run(program).returncode == 2
    assert _run(program, tmp_path / "missing").returncode == 2
    empty = tmp_path / "empty"
    empty.write_text("12 + 34\n")
    result = _run(program, empty)
    assert result.returncode == 2
    assert "no words" in result.stderr
