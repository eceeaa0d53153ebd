# SPDX-License-Identifier: Apache-2.0
"""Where torch is not installed: the documented programs on NumPy arrays."""

from __future__ import annotations

import pytest
from support import run_python

pytestmark = pytest.mark.slow  # processes of their own

PROGRAM = """
import sys
sys.modules["torch"] = None  # an import of it fails
import numpy as np
import aclnn_py.ttnn as ttnn

device = ttnn.open_device(device_id=0)
indices = ttnn.from_torch(np.arange(64).reshape(2, 32) % 3, dtype=ttnn.uint32, device=device)
weights = ttnn.from_torch(
    np.zeros((5, 40)), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device
)
gradient = ttnn.from_torch(
    np.ones((1, 1, 64, 40)), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device
)
output = ttnn.embedding_bw(indices, weights, gradient, dtype=ttnn.bfloat16)
print(output.shape, ttnn.to_numpy(output)[0, 0, :, 39].tolist())
try:
    ttnn.to_torch(output)
except ImportError as error:
    print(error)
tiles = dict(layout=ttnn.TILE_LAYOUT, device=device)
x = ttnn.from_numpy(np.array([[1, 2], [3, 4]]), ttnn.bfloat16, **tiles)
print([ttnn.to_numpy(each).tolist() for each in ttnn.add_bw(x, x, x)])
print([ttnn.to_numpy(each).tolist() for each in ttnn.add_bw(x, x, 2)])
ttnn.close_device(device)
"""


def test_the_documented_programs() -> None:
    result = run_python(PROGRAM)
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "Shape([1, 1, 5, 40]) [22.0, 21.0, 21.0, 0.0, 0.0]",
        "ttnn.to_torch needs torch, which is not installed; ttnn.to_numpy does not need it",
        "[[[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.0, 4.0]]]",
        "[[[1.0, 2.0], [3.0, 4.0]]]",
    ]


def test_loads_nothing_heavy() -> None:
    code = "import sys, aclnn_py; print('aclnn_py.ttnn' in sys.modules)"
    assert run_python(code).stdout == "False\n"
    code = """
import sys
import aclnn_py.ttnn as ttnn
print({"torch", "numba", "llvmlite", "cffi"} & set(sys.modules))
"""
    assert run_python(code).stdout == "set()\n"
