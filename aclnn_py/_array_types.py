# SPDX-License-Identifier: Apache-2.0
"""What the functions of aclnn_py.ops take and give, for editors and type checkers alone."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike, NDArray

from ._operands import TorchTensor, _TorchTensor

#: An array that an operator writes: NumPy's, of ml_dtypes too, or a torch tensor.
Array = NDArray[Any] | _TorchTensor
#: What an operator reads: an array, what NumPy makes one of, or a torch tensor.
Operand = ArrayLike | _TorchTensor

__all__ = ["Array", "Operand", "TorchTensor"]
