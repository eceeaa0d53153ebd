# SPDX-License-Identifier: Apache-2.0
"""Where torch is not installed: the NumPy half, and what is said of the other."""

from __future__ import annotations

import pytest
from support import run_python

pytestmark = pytest.mark.slow  # a process of its own

PROGRAM = """
import sys
sys.modules["torch"] = None  # an import of it fails
import numpy as np
import aclnn_py.bitorch
from aclnn_py.bitorch import *

packed = pack(np.array([[1.0, -1, 1]]))
print(BinaryEmbeddingForward.apply(np.array([[0]]), packed, np.ones((1, 1)), 3, True).tolist())
print(binary_embedding_step(packed, packed.copy(), rule="assign"), packed.tolist())
print(pad_embedding_dim(np.array([7])).tolist())

names = ["BinaryEmbedding", "BinaryEmbeddingBag", "BinaryEmbeddingOptimizer"]
names += ["BinaryEmbeddingParameter", "prepare_params"]
print([hasattr(aclnn_py.bitorch, name) or name in globals() for name in names])
print(set(names) & set(aclnn_py.bitorch.__all__))
try:
    aclnn_py.bitorch.BinaryEmbedding
except AttributeError as error:
    print(error)
try:
    from aclnn_py.bitorch import BinaryEmbedding
except ImportError as error:
    print(error.name)
"""


def test_the_numpy_half() -> None:
    result = run_python(PROGRAM)
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "[[[1.0, -1.0, 1.0]]]",
        "None [[5]]",
        "[7, -1, -1, -1, -1, -1, -1, -1]",
        "[False, False, False, False, False]",
        "set()",
        "aclnn_py.bitorch.BinaryEmbedding needs torch, which is not installed",
        "aclnn_py.bitorch",
    ]
