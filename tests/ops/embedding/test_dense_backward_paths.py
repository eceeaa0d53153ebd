# SPDX-License-Identifier: Apache-2.0
"""Each way in which the sums are split and written, bit for bit against NumPy in row order."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from ops.embedding.call import Array, bits, run, strided, unwritten
from support import BFLOAT16, NO_PADDING, Api, Session, run_python

pytestmark = pytest.mark.slow  # each number of cores is a process of its own

FLOAT32 = np.dtype(np.float32)
FLOAT16 = np.dtype(np.float16)

#: Numbers so far apart that the order of additions shows.
SPREAD = np.array([1e-4, 1, 30, 100])

#: A larger out goes past the caches.
STREAMED_BYTES = 4 << 20

#: A grad that is larger than the caches, of a table that they hold.
LARGE_BYTES = 8 << 20

Operands = dict[str, Any]
PATHS: dict[str, Callable[[np.random.Generator], Operands]] = {}


def even(rng: np.random.Generator, rows: int, weights: int) -> Array:
    return rng.integers(0, weights, rows)


def one_weight(rng: np.random.Generator, rows: int, weights: int) -> Array:
    """Nearly all rows belong to one of them: more than any share of the work."""
    indices = rng.integers(0, weights, rows)
    indices[rng.random(rows) < 0.95] = weights // 2
    return indices


def numbers(rng: np.random.Generator, indices: Array, columns: int) -> Array:
    """Rows whose sums depend on the order, even when they are rounded to a half.

    A weight's first row is large, and its last but one the opposite of it: in between float32
    loses what is left in the end.
    """
    shape = (indices.size, columns)
    grad: Array = rng.standard_normal(shape) * rng.choice(SPREAD, (indices.size, 1))
    grad[:, ::2] *= 1e-4
    order = np.argsort(indices, kind="stable")
    ends = np.cumsum(np.bincount(indices))
    counts = np.diff(ends, prepend=0)
    first, last_but_one = (ends - counts)[counts > 2], ends[counts > 2] - 2
    large = np.clip(rng.standard_normal((first.size, columns)) * 2.0**14, -60000, 60000)
    grad[order[first]] = large
    grad[order[last_but_one]] = -large
    return grad


def add(
    name: str,
    types: tuple[npt.DTypeLike, npt.DTypeLike],
    rows: int,
    weights: int,
    columns: int,
    indices: Callable[[np.random.Generator, int, int], Array] = even,
    *,
    out: Callable[[int, int, npt.DTypeLike], Array] | None = None,
    streamed: bool = False,
    **how: Any,
) -> None:
    """A case of the path with this name, large enough for two cores."""
    assert (rows + weights) * columns >= 2 * 32768
    assert (weights * columns * np.dtype(types[1]).itemsize > STREAMED_BYTES) == streamed

    def operands(rng: np.random.Generator) -> Operands:
        chosen = indices(rng, rows, weights)
        place = dense if out is None else out
        return {
            "grad": numbers(rng, chosen, columns).astype(types[0]),
            "indices": chosen,
            "num_weights": weights,
            "out": place(weights, columns, types[1]),
            **how,
        }

    assert name not in PATHS
    PATHS[name] = operands


def dense(weights: int, columns: int, dtype: npt.DTypeLike) -> Array:
    return unwritten([weights, columns], dtype)


def displaced(weights: int, columns: int, dtype: npt.DTypeLike) -> Array:
    """Rows that begin one element behind a cache line."""
    return strided(unwritten([weights * columns + 9], dtype), (weights, columns), (columns, 1), 1)


def gaps(weights: int, columns: int, dtype: npt.DTypeLike) -> Array:
    """Rows with something between them that stays."""
    step = columns + 5
    return strided(unwritten([weights * step + 3], dtype), (weights, columns), (step, 1), 3)


def apart(weights: int, columns: int, dtype: npt.DTypeLike) -> Array:
    """Columns that are not side by side."""
    size = 2 * weights * columns
    return strided(unwritten([size], dtype), (weights, columns), (2 * columns, 2), 1)


SAME = {"float32": (FLOAT32, FLOAT32), "float16": (FLOAT16, FLOAT16), "bfloat16": (BFLOAT16,) * 2}

for _name, _types in SAME.items():
    for _columns in (16, 64):
        _title = f"narrow {_columns} {_name}"
        _rows = 12000 if _columns == 16 else 5000
        add(_title, _types, _rows, 700, _columns)
        add(f"{_title}, scaled", _types, _rows, 700, _columns, scale=True, padding=3)
        add(f"{_title}, out with gaps", _types, _rows, 300, _columns, out=gaps)
        add(f"{_title}, out apart", _types, _rows, 300, _columns, out=apart)
        _weights = STREAMED_BYTES // (_columns * np.dtype(_types[1]).itemsize) + 77
        add(f"{_title}, streamed", _types, _rows, _weights, _columns, streamed=True)
        add(
            f"{_title}, streamed and scaled",
            _types,
            _rows,
            _weights,
            _columns,
            lambda rng, rows, weights: np.minimum(rng.zipf(1.3, rows), weights) - 1,
            out=displaced,
            streamed=True,
            scale=True,
        )
    # Each of two cores has so many columns; 256 bytes are the least.
    _fewest = 256 // _types[0].itemsize
    for _columns in (_fewest, 2 * _fewest, 2 * _fewest + 1):
        _title = f"one weight, parts of {_columns}, {_name}"
        add(_title, _types, 4000, 20, 2 * _columns, one_weight)
        add(f"{_title}, scaled", _types, 4000, 20, 2 * _columns, one_weight, scale=True)
    add(f"one weight, too few columns, {_name}", _types, 3000, 20, 40, one_weight)
    add(f"wide 300 {_name}", _types, 2000, 50, 300)
    add(f"wide 300 {_name}, scaled", _types, 2000, 50, 300, scale=True, padding=0)
    add(f"wide 1500 {_name}", _types, 500, 40, 1500)
    add(f"wide 1500 {_name}, one weight", _types, 500, 40, 1500, one_weight, scale=True)
    add(f"wide 1500 {_name}, streamed", _types, 300, 3000, 1500, streamed=True)
    add(f"streamed 37 {_name}", _types, 5000, 60000, 37, streamed=True)
    add(f"streamed 37 {_name}, displaced", _types, 5000, 60000, 37, out=displaced, streamed=True)
    add(f"streamed 64 {_name}, gaps", _types, 5000, 33000, 64, out=gaps, streamed=True)
    # With so many rows one weight has more than half a core's work, and the columns are split.
    for _rows, _split in ((4000, "by weights"), (12000, "by columns")):
        add(
            f"streamed 128 {_name}, one weight, {_split}",
            _types,
            _rows,
            17000,
            2 * _fewest,
            one_weight,
            streamed=True,
        )
for _name, _types in SAME.items():
    _title = f"small table {_name}"
    for _columns in (16, 40, 130):
        _rows = LARGE_BYTES // (_columns * _types[0].itemsize) + 5
        add(f"{_title}, {_columns}", _types, _rows, 700, _columns)
    _rows, _columns = 65541 if _types[0].itemsize == 2 else 32773, 65
    _whole: dict[str, Any] = {"padding": 7}
    add(f"{_title}, scaled", _types, _rows, 300, _columns, scale=True, **_whole)
    add(f"{_title}, one weight", _types, _rows, 300, _columns, one_weight, **_whole)
    add(f"{_title}, out with gaps", _types, _rows, 300, _columns, out=gaps, **_whole)
    add(f"{_title}, out apart", _types, _rows, 300, _columns, out=apart, scale=True, **_whole)
for _columns in (16, 64, 70):
    _types = (FLOAT16, FLOAT32)
    add(f"mixed {_columns} float16 float32", _types, 6000, 300, _columns, scale=True)
    _types = (FLOAT32, BFLOAT16)
    add(f"mixed {_columns} float32 bfloat16", _types, 6000, 300, _columns, one_weight)


def in_row_order(
    grad: Array,
    indices: Array,
    num_weights: int,
    out: Array,
    padding: int = NO_PADDING,
    scale: bool = False,
) -> Array:
    """Sums in float32, one row after the other; a quotient; then one rounding."""
    sums = np.zeros((num_weights, grad.shape[1]), np.float32)
    wide = grad.astype(np.float32)
    for row, weight in enumerate(indices.tolist()):
        if weight != padding:
            sums[weight] += wide[row]
    if scale:
        counts = np.bincount(indices, minlength=num_weights)
        sums /= np.maximum(counts, 1).astype(np.float32)[:, None]
    return sums.astype(out.dtype)


def differences() -> dict[str, str]:
    """For each path what is not as NumPy has it, "" for nothing."""
    found: dict[str, str] = {}
    for name, make in PATHS.items():
        how = make(np.random.default_rng(sum(name.encode())))
        expected = in_row_order(**how)
        arguments = [how.pop(key) for key in ("grad", "indices", "num_weights")]
        print(f"path {name}", file=sys.stderr, flush=True)
        with Session(Api()) as session:
            result = run(session, *arguments, **how)
        wrong = np.argwhere(bits(result) != bits(expected))
        found[name] = ""
        if wrong.size:
            at = tuple(int(i) for i in wrong[0])
            found[name] = f"{len(wrong)} differ; at {at} {result[at]!s}, not {expected[at]!s}"
    return found


def main() -> None:
    print(json.dumps(differences()))


@pytest.fixture(scope="module", params=["1", "2"], ids=lambda cores: f"cores {cores}")
def found(request: pytest.FixtureRequest) -> dict[str, str]:
    """What a process with so many cores finds."""
    process = run_python(
        "from ops.embedding.test_dense_backward_paths import main; main()",
        {"ACLNN_CORES": request.param, "ACLNN_LOG": "kernel"},
    )
    assert process.returncode == 0, process.stderr
    answer: dict[str, str] = json.loads(process.stdout)
    assert list(answer) == list(PATHS)
    launched = re.split(r"^path (.*)$", process.stderr, flags=re.MULTILINE)[1:]
    for name, log in zip(launched[::2], launched[1::2], strict=True):
        for kernel in ("sort", "sum"):
            assert f"embedding_dense_grad_{kernel}" in log, name
    return answer


@pytest.mark.parametrize("path", list(PATHS))
def test_path(found: dict[str, str], path: str) -> None:
    assert found[path] == ""
