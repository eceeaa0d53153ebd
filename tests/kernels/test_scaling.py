# SPDX-License-Identifier: Apache-2.0
"""The kernels of scaling under Numba's launcher: every number of blocks, guarded memory."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from embedding_dense_grad_case import Guarded
from support import run_python

from aclnn_py.kernels import launcher, scaling

pytestmark = pytest.mark.slow  # Numba compiles each kernel

TYPES = [np.dtype(np.float32), np.dtype(ml_dtypes.bfloat16)]


def test_the_mode_of_the_caller_makes_no_difference() -> None:
    """Subnormal numbers and rounding, in a process whose threads begin in that mode."""
    code = """
import numpy as np
from aclnn_py.kernels import launcher, scaling
from runtime.float_mode_calls import TINY, entered
values = np.array([3 * TINY, 1 + 2.0**-23] * 8192, np.float32)
alpha = np.array([1 + 2.0**-23], np.float32)  # the product is 1 + 2**-22 + 2**-46
tiling = np.array(scaling.family.pack(count=values.size), np.int64)
for mode in ("upward", "flush"):
    out = np.zeros_like(values)
    with entered(mode):
        launcher.launch("scaling_scale_float32_float32", 8, tiling, [values, out, alpha])
    assert set(out.tolist()) == {3 * TINY, 1 + 2.0**-22}, (mode, set(out.tolist()))
"""
    done = run_python(code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("out_type", TYPES, ids=str)
@pytest.mark.parametrize("source_type", TYPES, ids=str)
def test_blocks_and_bounds(source_type: np.dtype[Any], out_type: np.dtype[Any]) -> None:
    """No kernel reads or writes beyond its buffers, and every number of blocks gives the bytes."""
    alpha = np.array([-0.3], np.float32)
    for count in (1, 15, 16, 100):
        values = np.random.default_rng(count).standard_normal(count).astype(source_type)
        expected = (values.astype(np.float32) * alpha).astype(out_type)
        tiling = np.array(scaling.family.pack(count=count), np.int64)
        for page in (None, "before", "after"):
            for blocks in (1, 2, 7):
                guarded = Guarded(page)
                source, out = guarded.copy(values), guarded.empty(count, out_type)
                name = f"scaling_scale_{source_type}_{out_type}"
                launcher.launch(name, blocks, tiling, [source, out, alpha])
                assert out.tobytes() == expected.tobytes()
                guarded.check()
