# SPDX-License-Identifier: Apache-2.0
"""Tensors without memory: shapes, data types and strides, for sizing."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, SupportsIndex, cast

import numpy as np

from . import native
from .arrays import is_torch
from .context import initialize
from .data_types import data_type
from .errors import AclError, null, type_name
from .layout import contiguous_strides, format_value, int64s
from .runtime import Tensor

_FORMAT_ND = 2  # ACL_FORMAT_ND


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
    dtype          a name (float16, DT_FLOAT16, f16: aclnn_py.data_types), or a data type of NumPy
                   or torch
    strides        elements from one index of a dimension to the next; None is dense
    offset         elements from the start of the storage to the first one
    storage_shape  what the storage holds; None is the least that holds the view
    format         a name such as "NHWC"; None is NCL, NCHW or NCDHW by the rank where a call wants
                   images, else ND
    """

    shape: Sequence[int]
    dtype: Any
    strides: Sequence[int] | None = None
    offset: int = 0
    storage_shape: Sequence[int] | None = None
    format: str | None = None

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
            f"required, not {type_name(value)}"
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
        words = format_value(self.format or "ND")
        kind = data_type(self.dtype).value
        return create_tensor(lib, shape, kind, strides, offset, storage, words)


def create_tensor(
    lib: native.Library,
    shape: tuple[int, ...],
    element: int,
    strides: tuple[int, ...] | None,
    offset: int,
    storage: tuple[int, ...],
    words: int = _FORMAT_ND,
) -> int:
    """A new aclTensor with the address NULL. Raises AclError, and ValueError beyond 64 bits.

    element is an aclDataType, words an aclFormat; strides None is dense.
    """
    with suppress(AclError):  # a wrong environment is for calls that name no product
        initialize()
    sizes = int64s("shape", shape)
    handle: int | None = lib.aclCreateTensor(
        sizes,
        len(shape),
        element,
        None if strides is None else int64s("strides", strides),
        int64s("offset", [offset])[0],
        words,
        sizes if storage is shape else int64s("storage_shape", storage),
        len(storage),
        None,
    )
    if handle is None:
        raise null("aclCreateTensor")
    return handle


def _integers(what: str, values: object) -> tuple[int, ...]:
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise TypeError(f"{what}: a sequence of ints is required, not {type_name(values)}")
    try:
        return tuple(map(operator.index, cast("Sequence[SupportsIndex]", values)))
    except TypeError:
        raise TypeError(f"{what}: {tuple(values)} are not all ints") from None
