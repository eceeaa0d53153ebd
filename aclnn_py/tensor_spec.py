# SPDX-License-Identifier: Apache-2.0
"""Tensors without memory: shapes, data types and strides, for sizing."""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, SupportsIndex, cast

import numpy as np

from . import native
from ._plan import _kind
from .errors import null
from .tensor import Tensor, _int64s, contiguous_strides, is_torch

_FORMAT_ND = 2  # ACL_FORMAT_ND


@cache
def _data_types() -> dict[str, native.DataType]:
    """Element types by their names: float16, f16, ACL_FLOAT16, DT_FLOAT16.

    Those of less than a byte have no short name: i4 would be int4, and is int32 in NumPy.
    """
    found = {}
    for row in native.description().data_types:
        if row.bits == 0:
            continue
        short = re.fullmatch(r"(b?)(f)loat(\d+)|()(u)int(\d+)|()(i)nt(\d+)", row.numpy_name)
        names = [row.name, row.message_name, row.numpy_name]
        names += ["".join(filter(None, short.groups()))] if short and row.bits >= 8 else []
        found.update({name: row for name in names if name})
    return found


def element_type(dtype: object) -> native.DataType:
    """The aclDataType of a name (float16, f16, ACL_FLOAT16), or of a NumPy or torch data type.

    Short names count bits: i8 is int8. Raises TypeError for what no tensor has, and for NumPy's
    codes, which count bytes.
    """
    if isinstance(dtype, str) or dtype is None:
        name = str(dtype)
    elif type(dtype).__module__ == "torch":
        name = str(dtype).removeprefix("torch.")
    else:
        name = np.dtype(cast(Any, dtype)).name
    row = _data_types().get(name)
    if row is None:
        raise TypeError(f"no tensor has elements of the data type {name!r}; {_hint(name)}")
    return row


@cache
def _numpy_codes() -> dict[str, str]:
    """The names of data types by NumPy's codes: f4 is float32."""
    names = [row.numpy_name for row in native.description().data_types]
    return {np.dtype(name).str[1:]: name for name in names if name and hasattr(np, name)}


def _hint(name: str) -> str:
    """What was meant by a name that no data type has."""
    by_bytes = _numpy_codes().get(name.lstrip("<>=|"))
    by_bits = re.sub("^i", "int", name)
    if by_bytes and by_bits in _data_types():
        return f"it is {by_bytes} in NumPy and {by_bits} by its bits, write one of these"
    if by_bytes:
        return f"it is NumPy's code of {by_bytes}, write that; short names count bits, as in f16"
    close = difflib.get_close_matches(name, _data_types(), n=1)
    return f"did you mean {close[0]}?" if close else "it is one such as float16 or f16"


def view_storage(shape: Sequence[int], strides: Sequence[int], offset: int) -> tuple[int, ...]:
    """The smallest storage that holds a view: its own shape if it is dense, else so many elements.

    strides and offset are in elements. The library refuses a view whose storage is larger than 64
    bits can say.
    """
    if offset == 0 and tuple(strides) == contiguous_strides(shape):
        return tuple(shape)
    if 0 in shape:
        return (max(offset, 0),)
    reach = ((size - 1) * step for size, step in zip(shape, strides, strict=True))
    return (min(offset + sum(step for step in reach if step > 0) + 1, 2**63 - 1),)


@dataclass(frozen=True)
class TensorSpec:
    """A tensor without memory: what sizing has to know of it.

    shape          elements per dimension
    dtype          a name (float16 or f16; the number counts bits, so that i8 is int8), or a data
                   type of NumPy or torch
    strides        elements from one index of a dimension to the next; None is dense
    offset         elements from the start of the storage to the first one
    storage_shape  what the storage holds; None is the least that holds the view
    """

    shape: Sequence[int]
    dtype: Any
    strides: Sequence[int] | None = None
    offset: int = 0
    storage_shape: Sequence[int] | None = None

    @classmethod
    def of(cls, value: object) -> TensorSpec:
        """The spec of an array, a torch tensor, an aclnn_py.Tensor, or a (shape, dtype) pair.

        The data of arrays is not looked at. Raises TypeError for anything else.
        """
        if isinstance(value, cls):
            return value
        if is_torch(value):
            return cls._of_torch(value)
        if isinstance(value, Tensor):
            storage = value._storage_shape
            return cls(value.shape, value.dtype, value.strides, value.offset, storage)
        if isinstance(value, np.ndarray):
            if any(step % value.itemsize for step in value.strides):
                raise ValueError("an array whose strides are not whole elements is no tensor")
            steps = tuple(step // value.itemsize for step in value.strides)
            back = (step * (size - 1) for size, step in zip(value.shape, steps, strict=True))
            offset = -sum(step for step in back if step < 0) if value.size else 0
            return cls(value.shape, value.dtype, steps, offset)
        if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Sequence):
            return cls(*value)
        raise TypeError(
            "an aclnn_py.TensorSpec, an array, a torch tensor or a (shape, dtype) pair is "
            f"required, not {_kind(value)}"
        )

    @classmethod
    def _of_torch(cls, tensor: Any) -> TensorSpec:
        shape, strides = tuple(tensor.shape), tuple(tensor.stride())
        elements = tensor.untyped_storage().nbytes() // tensor.element_size()
        is_whole = tensor.is_contiguous() and elements == tensor.numel()
        storage = shape if is_whole else (elements,)
        return cls(shape, tensor.dtype, strides, tensor.storage_offset(), storage)

    def create(self, lib: native.Library) -> int:
        """A new aclTensor with the address NULL. Raises TypeError, ValueError and AclError."""
        shape = _integers("shape", self.shape)
        strides, offset, storage = None, *_integers("offset", [self.offset]), shape
        if self.strides is not None:
            strides = _integers("strides", self.strides)
            if len(strides) != len(shape):
                raise ValueError(f"strides: {len(strides)} given for {len(shape)} dimensions")
            storage = view_storage(shape, strides, offset)
        elif offset != 0:
            storage = view_storage(shape, contiguous_strides(shape), offset)
        if self.storage_shape is not None:
            storage = _integers("storage_shape", self.storage_shape)
        return create_tensor(lib, shape, element_type(self.dtype).value, strides, offset, storage)


def create_tensor(
    lib: native.Library,
    shape: tuple[int, ...],
    element: int,
    strides: tuple[int, ...] | None,
    offset: int,
    storage: tuple[int, ...],
) -> int:
    """A new aclTensor with the address NULL. Raises AclError, and ValueError beyond 64 bits.

    element is an aclDataType; strides None is dense.
    """
    sizes = _int64s("shape", shape)
    handle: int | None = lib.aclCreateTensor(
        sizes,
        len(shape),
        element,
        None if strides is None else _int64s("strides", strides),
        _int64s("offset", [offset])[0],
        _FORMAT_ND,
        sizes if storage is shape else _int64s("storage_shape", storage),
        len(storage),
        None,
    )
    if handle is None:
        raise null("aclCreateTensor")
    return handle


def _integers(what: str, values: object) -> tuple[int, ...]:
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise TypeError(f"{what}: a sequence of ints is required, not {_kind(values)}")
    try:
        return tuple(map(operator.index, cast("Sequence[SupportsIndex]", values)))
    except TypeError:
        raise TypeError(f"{what}: {tuple(values)} are not all ints") from None
