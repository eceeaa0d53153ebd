# SPDX-License-Identifier: Apache-2.0
"""Arrays of others: NumPy's and torch's. torch is never imported here but by torch_problem()."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .data_types import numpy_dtype
from .packing import PACKED

_ML_DTYPES = ("bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu")
"""What torch has, and NumPy by ml_dtypes only."""

Array = NDArray[Any]

_MOST_SHOWN = 100  # elements that a reader gets all of


def elements_as_text(array: Array) -> str:
    """The elements for a reader; of many those in the middle are left out."""
    return np.array2string(array, separator=", ", threshold=_MOST_SHOWN)


@cache
def torch_problem() -> str:
    """Why torch cannot be imported, after "torch, which"; "" where it can."""
    try:
        import_module("torch.autograd")  # a directory called torch is a module too, without this
    except Exception as error:  # a missing library, another NumPy: whatever stops an import
        if isinstance(error, ModuleNotFoundError) and error.name in ("torch", "torch.autograd"):
            return "is not installed"
        return f"cannot be imported: {type(error).__name__}: {error}"
    return ""


def is_torch(value: object) -> bool:
    """Whether this is a torch tensor; does not import torch."""
    kind = getattr(sys.modules.get("torch"), "Tensor", None)
    return kind is not None and isinstance(value, kind)


def as_array(value: object) -> Array:
    """A NumPy array of a torch tensor, or of anything else that NumPy makes an array of.

    Memory is shared where it can be. torch's bfloat16 and float8 become those of ml_dtypes. Raises
    TypeError for what only DLPack shares and NumPy cannot read, as memory of another device.
    """
    if not is_torch(value):
        return np.asarray(value) if hasattr(value, "__array__") else _of_others(value)
    torch = sys.modules["torch"]
    tensor: Any = value
    host = tensor.detach().cpu().resolve_conj().resolve_neg()
    name = str(host.dtype).removeprefix("torch.")
    if name not in _ML_DTYPES:
        return np.asarray(host.numpy())
    bits = torch.int16 if name == "bfloat16" else torch.uint8
    return np.asarray(host.view(bits).numpy()).view(numpy_dtype(name))


def _of_others(value: Any) -> Array:
    if not hasattr(value, "__dlpack__"):
        return np.asarray(value)
    try:
        return np.asarray(np.from_dlpack(value))
    except (BufferError, RuntimeError) as cause:
        raise TypeError(
            f"an array in host memory with elements that NumPy has is required: {cause}"
        ) from cause


def as_torch(array: Array, like: Any) -> Any:
    """A torch tensor with the memory of an array, on the device of the torch tensor `like`.

    Raises TypeError for int4 and float4, of which torch has no tensors with one element each.
    """
    torch = sys.modules["torch"]
    tensor: Any
    name = array.dtype.name
    if name in _ML_DTYPES:
        bits = array.view(np.int16 if name == "bfloat16" else np.uint8)
        tensor = torch.from_numpy(bits).view(getattr(torch, name))
    elif name in PACKED:
        raise TypeError(f"torch has no tensors of {name}; give an array of NumPy's to get one")
    else:
        tensor = torch.from_numpy(array)
    return tensor.to(like.device)
