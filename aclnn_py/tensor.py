# SPDX-License-Identifier: Apache-2.0
"""Tensors in device memory, from NumPy arrays and back."""

from __future__ import annotations

import ctypes
import math
import operator
from collections.abc import Sequence
from types import TracebackType
from typing import Any, NoReturn, Self, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import native
from .arrays import Array, as_array
from .data_types import data_type, numpy_dtype
from .errors import ClosedError, null
from .runtime import Device, Memory, Resource


def contiguous_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Those of elements that lie one after another, in elements."""
    strides = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def _int64s(what: str, values: Sequence[int]) -> Any:
    for value in values:
        if not -(2**63) <= value < 2**63:  # ctypes would cut it to 64 bits
            raise ValueError(f"{what}: {value} does not fit into 64 bits")
    return (ctypes.c_int64 * len(values))(*values)


def _format_value(name: str) -> int:
    formats = native.description().enums["aclFormat"]
    for candidate in (f"ACL_FORMAT_{name}", f"ACL_{name}"):
        if candidate in formats:
            return formats[candidate]
    known = ", ".join(each.removeprefix("ACL_FORMAT_").removeprefix("ACL_") for each in formats)
    raise ValueError(f"format: {name!r} is none of {known}")


_DLPACK_EXTENSION = 12
"""kDLExtDev: a device that DLPack has no name for."""


class Tensor(Resource):
    """An aclTensor: a shape, strides and an offset over device memory.

    Made by Device.tensor, Device.empty and view. Views share the memory, which is given back
    when the last tensor over it is closed and the work that was queued with it has run.

    shape    elements per dimension; may be empty, may hold zeros
    strides  elements (not bytes) from one index of a dimension to the next
    offset   elements from the start of the memory to the first element
    dtype    the NumPy data type of the elements
    format   what the dimensions mean, for example "ND"
    handle   the aclTensor for C calls
    """

    def __init__(
        self,
        device: Device,
        memory: Memory | None,
        storage_shape: tuple[int, ...],
        dtype: np.dtype[Any],
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        offset: int,
        format: str,
    ) -> None:
        self.memory: Memory | None = memory
        self.shape = shape
        self.strides = strides
        self.offset = offset
        self.dtype = dtype
        self.format = format
        self._storage_shape = storage_shape
        with device.current() as lib:
            handle = lib.aclCreateTensor(
                _int64s("shape", shape),
                len(shape),
                data_type(dtype).value,
                _int64s("strides", strides),
                _int64s("offset", [offset])[0],
                _format_value(format),
                _int64s("shape", storage_shape),
                len(storage_shape),
                memory.handle if memory is not None else None,
            )
        if handle is None:
            raise null("aclCreateTensor")
        super().__init__(device, "tensor", handle, lib.aclDestroyTensor)

    @classmethod
    def empty(
        cls,
        device: Device,
        shape: SupportsIndex | Sequence[SupportsIndex],
        dtype: DTypeLike,
        format: str,
    ) -> Tensor:
        """As Device.empty."""
        sizes = tuple(map(operator.index, shape if isinstance(shape, Sequence) else (shape,)))
        if any(size < 0 for size in sizes):
            raise ValueError(f"shape: {sizes} has a negative size")
        kind = numpy_dtype(dtype)
        if math.prod(max(size, 1) for size in sizes) * kind.itemsize >= 2**63:
            raise ValueError(f"shape: {sizes} is more than an address space holds")
        size = math.prod(sizes) * kind.itemsize
        memory = Memory(device, size) if size else None
        return cls(device, memory, sizes, kind, sizes, contiguous_strides(sizes), 0, format)

    @classmethod
    def from_array(cls, device: Device, array: ArrayLike, format: str) -> Tensor:
        """As Device.tensor."""
        host = as_array(array)
        tensor = cls.empty(device, host.shape, host.dtype, format)
        tensor.write(host)
        return tensor

    def __repr__(self) -> str:
        state = " closed" if self.closed else ""
        return f"<aclnn_py.Tensor {self.dtype.name}{list(self.shape)}{state}>"

    def __array__(self, *_arguments: object, **_named: object) -> NoReturn:
        raise TypeError(f"{self._where()}; .numpy() makes an array of it")

    def __dlpack__(self, **_named: object) -> NoReturn:
        raise BufferError(f"{self._where()}, which DLPack cannot share; .numpy() copies it")

    def __dlpack_device__(self) -> tuple[int, int]:
        return _DLPACK_EXTENSION, self.device.id

    def _where(self) -> str:
        return f"an aclnn_py.Tensor lies in the memory of device {self.device.id}"

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def address(self) -> int:
        """Where the memory starts, offset not added; 0 for a tensor without elements."""
        self.handle  # noqa: B018
        return self.memory.handle if self.memory is not None else 0

    def view(
        self,
        shape: Sequence[SupportsIndex],
        strides: Sequence[SupportsIndex] | None = None,
        offset: SupportsIndex = 0,
    ) -> Tensor:
        """Another tensor over the same memory.

        strides  elements; contiguous when left out. 0 repeats, negative goes backwards
        offset   elements from the start of the memory (not from this tensor's offset)

        What lies outside of the memory is refused by the call that uses the tensor, not here.
        """
        self.handle  # noqa: B018  a closed tensor has no views
        sizes = tuple(map(operator.index, shape))
        steps = (
            contiguous_strides(sizes) if strides is None else tuple(map(operator.index, strides))
        )
        if len(sizes) != len(steps):
            raise ValueError(f"strides: {len(steps)} given for {len(sizes)} dimensions")
        return Tensor(
            self.device,
            self.memory,
            self._storage_shape,
            self.dtype,
            sizes,
            steps,
            operator.index(offset),
            self.format,
        )

    def _is_whole(self) -> bool:
        """Whether the elements are the memory from its start on, in order."""
        return self.offset == 0 and self.strides == contiguous_strides(self.shape)

    def write(self, array: ArrayLike) -> None:
        """Replace the contents by those of an array of the same shape and data type.

        Blocks, and does not wait for streams: work queued before may see old or new contents.
        Only for tensors that are not strided views.
        """
        self.handle  # noqa: B018
        host = as_array(array)
        if host.shape != self.shape or host.dtype.newbyteorder("=") != self.dtype:
            raise ValueError(
                f"array: {self.dtype.name}{list(self.shape)} is required, not "
                f"{host.dtype.name}{list(host.shape)}"
            )
        if not self._is_whole():
            raise ValueError("a strided view cannot be written; write the tensor it views")
        if self.memory is not None and self.size:
            self.memory.write(np.ascontiguousarray(host, dtype=self.dtype))

    def numpy(self) -> Array:
        """The contents as a new array.

        Blocks, and does not wait for streams: synchronize first, as in C.
        """
        self.handle  # noqa: B018
        if self.memory is None or self.size == 0:
            return np.empty(self.shape, self.dtype)
        # the range of elements that is touched is copied, then viewed as this tensor views it
        reach = [(size - 1) * step for size, step in zip(self.shape, self.strides, strict=True)]
        first = self.offset + sum(step for step in reach if step < 0)
        last = self.offset + sum(step for step in reach if step > 0)
        itemsize = self.dtype.itemsize
        if first < 0 or (last + 1) * itemsize > self.memory.size:
            raise ValueError(
                f"the view touches elements {first} to {last}; its memory has "
                f"{self.memory.size // itemsize}"
            )
        if self._is_whole():
            whole = np.empty(self.shape, self.dtype)
            self.memory.read(whole, 0)
            return whole
        span = np.empty(last - first + 1, self.dtype)
        self.memory.read(span, first * itemsize)
        view = np.lib.stride_tricks.as_strided(
            span[self.offset - first :],
            self.shape,
            [step * itemsize for step in self.strides],
        )
        return view.copy()

    def close(self) -> None:
        """Destroy the aclTensor, and give up this tensor's share of the memory."""
        super().close()
        self.memory = None

    def __enter__(self) -> Self:
        if self.closed:
            raise ClosedError("this tensor cannot be used: it was closed")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
