# SPDX-License-Identifier: Apache-2.0
"""Products of bfloat16: the same where the CPU multiplies pairs of them, and where it does not."""

from __future__ import annotations

import ctypes
import platform
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from support import run_python

import aclnn_py

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

#: Around the sizes of registers, panels and tiles.
ROWS = (2, 3, 7, 8, 9, 15, 257, 300)
COLUMNS = (2, 15, 16, 17, 47, 48, 49, 97, 500)
DEPTHS = (1, 2, 3, 31, 32, 33, 383, 384, 385, 800)

LAYOUTS = ("rows", "columns", "steps")


def lay_out(values: Any, layout: str) -> Any:
    """The values in memory by rows, by columns, or with gaps both ways."""
    if layout == "columns":
        return np.ascontiguousarray(values.T).T
    if layout == "rows":
        return values
    spaced = np.full((2 * values.shape[0], 3 * values.shape[1]), np.nan, values.dtype)
    spaced[::2, ::3] = values
    return spaced[::2, ::3]


def check(found: Any, left: Any, right: Any) -> None:
    """Half a unit of bfloat16, and a rounding of float32 for each addition, beside float64."""
    a, b = left.astype(np.float64), right.astype(np.float64)
    exact = a @ b
    allowed = np.abs(exact) / 256 + (np.abs(a) @ np.abs(b)) * left.shape[-1] * 2.0**-23
    assert (np.abs(found.astype(np.float64) - exact) <= allowed).all()


@pytest.mark.slow
@pytest.mark.parametrize("out_layout", LAYOUTS)
@pytest.mark.parametrize("right_layout", LAYOUTS)
@pytest.mark.parametrize("left_layout", LAYOUTS)
def test_sums(left_layout: str, right_layout: str, out_layout: str) -> None:
    random = np.random.default_rng(7)
    for index in range(len(ROWS) * len(COLUMNS)):
        rows, columns = ROWS[index % len(ROWS)], COLUMNS[index % len(COLUMNS)]
        depth = DEPTHS[index % len(DEPTHS)]
        left = random.standard_normal((rows, depth)).astype(BFLOAT16)
        right = random.standard_normal((depth, columns)).astype(BFLOAT16)
        out = lay_out(np.zeros((rows, columns), BFLOAT16), out_layout)
        operands = lay_out(left, left_layout), lay_out(right, right_layout)
        aclnn_py.mm(*operands, out=out)
        check(out, left, right)


def test_batches() -> None:
    random = np.random.default_rng(8)
    left = random.standard_normal((5, 33, 65)).astype(BFLOAT16)
    right = random.standard_normal((5, 50, 65)).astype(BFLOAT16).transpose(0, 2, 1)
    found = aclnn_py.batch_mat_mul(left, right)
    for i in range(5):
        check(found[i], left[i], right[i])


def test_a_long_depth() -> None:
    """Whose parts have sums of their own."""
    random = np.random.default_rng(9)
    left = random.standard_normal((20, 40001)).astype(BFLOAT16)
    right = random.standard_normal((40001, 30)).astype(BFLOAT16)
    check(aclnn_py.mm(left, right), left, right)


@pytest.mark.parametrize("depth", [5, 6, 31, 32])
def test_no_numbers(depth: int) -> None:
    """NaN and infinities go where the arithmetic takes them, also past an odd end."""
    left = np.ones((9, depth), BFLOAT16)
    right = np.ones((depth, 17), BFLOAT16)
    left[1, depth - 1] = np.inf
    left[2, 0] = np.nan
    left[3, 0], left[3, 1] = np.inf, -np.inf
    right[depth - 1, 4] = -np.inf
    right[0, 5] = 0
    with np.errstate(invalid="ignore"):
        expected = left.astype(np.float64) @ right.astype(np.float64)
    found = aclnn_py.mm(left, right).astype(np.float64)
    assert np.array_equal(found, expected, equal_nan=True)


DIGEST = """
import hashlib
import ml_dtypes
import numpy as np
import aclnn_py

random = np.random.default_rng(10)
digest = hashlib.sha256()
for rows, depth, columns in ((300, 777, 513), (1000, 64, 1000), (20, 40001, 30), (2, 3, 4)):
    left = random.standard_normal((rows, depth)).astype(ml_dtypes.bfloat16)
    right = random.standard_normal((columns, depth)).astype(ml_dtypes.bfloat16)
    for second in (right.T, np.ascontiguousarray(right.T)):
        digest.update(aclnn_py.mm(left, second).tobytes())
print(digest.hexdigest())
"""


def digest(**variables: str) -> str:
    done = run_python(DIGEST, variables)
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.mark.slow
def test_the_same_bits() -> None:
    usual = digest(ACLNN_CORES="1")
    for cores in ("2", "3", "7"):
        assert digest(ACLNN_CORES=cores) == usual
    assert digest(ACLNN_STREAM="sync", ACLNN_CORES="3") == usual


SUBNORMAL = """
import ml_dtypes
import numpy as np
import aclnn_py

least = np.full((2, 32), 2.0**-130, ml_dtypes.bfloat16)
print(float(aclnn_py.mm(least, np.full((32, 2), 64, ml_dtypes.bfloat16))[0, 0]))
"""


def has_pairs() -> bool:
    """Whether the CPU multiplies pairs of bfloat16."""
    if platform.machine() == "aarch64":
        getauxval = ctypes.CDLL(None).getauxval
        getauxval.argtypes, getauxval.restype = [ctypes.c_ulong], ctypes.c_ulong
        return bool(getauxval(26) & 1 << 14)  # AT_HWCAP2, HWCAP2_BF16
    return "avx512_bf16" in Path("/proc/cpuinfo").read_text("utf-8").split()


@pytest.mark.slow
def test_a_level_keeps_the_instruction_away() -> None:
    """It takes subnormal numbers for zeros, which tells it from OpenBLAS."""
    done = run_python(SUBNORMAL, {})
    assert float(done.stdout) == (0 if has_pairs() else 2.0**-119)
    if has_pairs():
        level = "aarch64" if platform.machine() == "aarch64" else "v4"
        done = run_python(SUBNORMAL, {"ACLNN_ISA": level})
        assert float(done.stdout) == 2.0**-119
