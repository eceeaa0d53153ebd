# SPDX-License-Identifier: Apache-2.0
"""The kernels of scaling under Numba's launcher: every number of blocks, guarded memory."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from embedding_dense_grad_case import Guarded

from aclnn_py.kernels import launcher, scaling

pytestmark = pytest.mark.slow  # Numba compiles each kernel

TYPES = [np.dtype(np.float32), np.dtype(ml_dtypes.bfloat16)]


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
