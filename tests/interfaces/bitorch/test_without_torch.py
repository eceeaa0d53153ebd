# SPDX-License-Identifier: Apache-2.0
"""Where torch cannot be imported: the NumPy half, and what is said of the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import has_torch, run_python

pytestmark = pytest.mark.slow  # a process of its own

PROGRAM = """
import sys
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


BROKEN = {
    "not there": (None, "is not installed"),
    "a directory": ("", "is not installed"),
    "without its library": (
        "raise OSError('libtorch_cpu.so: cannot open shared object file')",
        "cannot be imported: OSError: libtorch_cpu.so: cannot open shared object file",
    ),
    "without what it needs": (
        "import nothing_of_this_name",
        "cannot be imported: ModuleNotFoundError: No module named 'nothing_of_this_name'",
    ),
    "half a package": (
        "from torch import _C",
        "cannot be imported: ImportError: cannot import name '_C' from partially",
    ),
}


@pytest.mark.parametrize("how", BROKEN)
def test_the_numpy_half(how: str, tmp_path: Path) -> None:
    source, problem = BROKEN[how]
    hide = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    if source is None:
        hide = "import sys; sys.modules['torch'] = None  # an import of it fails\n"
    elif source:
        (tmp_path / "torch").mkdir()
        (tmp_path / "torch" / "__init__.py").write_text(source)
    elif has_torch():
        pytest.skip("a directory without code does not hide an installed package")
    else:
        (tmp_path / "torch").mkdir()
    result = run_python(hide + PROGRAM)
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    needs = lines.pop(5)
    assert needs.startswith(f"aclnn_py.bitorch.BinaryEmbedding needs torch, which {problem}")
    assert lines == [
        "[[[1.0, -1.0, 1.0]]]",
        "None [[5]]",
        "[7, -1, -1, -1, -1, -1, -1, -1]",
        "[False, False, False, False, False]",
        "set()",
        "aclnn_py.bitorch",
    ]
