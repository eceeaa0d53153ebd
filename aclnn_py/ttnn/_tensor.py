# SPDX-License-Identifier: Apache-2.0
"""Tensors, and how arrays become tensors and tensors arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._float_mode import default_float_mode
from ..arrays import as_array, as_torch, elements_as_text, torch_problem
from ..data_types import numpy_dtype
from ..errors import ClosedError
from ..runtime import Tensor as AclTensor
from ._device import Device, host, require_device, require_queue
from ._queue import Queue, dense
from ._types import (
    DRAM_MEMORY_CONFIG,
    MAXIMUM_RANK,
    TILE_SIZE,
    DataType,
    Layout,
    MemoryConfig,
    Shape,
    array_dtype,
    kind,
    padded,
    refuse,
    require_dtype,
    require_fits,
    require_layout,
    require_memory_config,
)

Array = NDArray[Any]

_BFLOAT16 = numpy_dtype("bfloat16")
_FLOAT32 = np.dtype(np.float32)

_TILE_BYTES = {DataType.BFLOAT8_B: 1088, DataType.BFLOAT4_B: 576}

_INFERRED = {
    "bfloat16": DataType.BFLOAT16,
    "float16": DataType.FLOAT32,
    "float32": DataType.FLOAT32,
    "float64": DataType.FLOAT32,
    "bool": DataType.UINT8,
    "uint8": DataType.UINT8,
    "uint16": DataType.UINT16,
    "uint32": DataType.UINT32,
    "uint64": DataType.UINT32,
    "int8": DataType.INT32,
    "int16": DataType.INT32,
    "int32": DataType.INT32,
    "int64": DataType.UINT32,
}
"""What elements of an array become where no dtype is named."""


def _byte_count(shape: tuple[int, ...], dtype: DataType, layout: Layout) -> int:
    count = 1
    for size in padded(shape, layout):
        count *= size
    if dtype.is_block:
        return count // TILE_SIZE**2 * _TILE_BYTES[dtype]
    return count * array_dtype(dtype).itemsize


class Tensor:
    """A tensor in memory of a device or of the host. Made by from_torch, from_numpy and operators.

    shape         the sizes of its dimensions, up to 8
    padded_shape  the shape with the padding of tiles: the last two sizes rounded up to 32. What is
                  there is zero
    dtype         a DataType
    layout        a Layout

    Contents that an operator is still computing are waited for where they are read.
    """

    def __init__(
        self,
        place: Device,
        shape: tuple[int, ...],
        dtype: DataType,
        layout: Layout,
        memory_config: MemoryConfig,
        *,
        on_queue: bool = True,
    ) -> None:
        """on_queue: as for Storage."""
        self.shape = Shape(shape)
        self.padded_shape = Shape(padded(shape, layout))
        self.dtype = dtype
        self.layout = layout
        self._memory_config = memory_config
        self._place = place
        self._is_deallocated = False
        self._storage = place.storage(_byte_count(shape, dtype, layout), on_queue=on_queue)

    def __repr__(self) -> str:
        where = "on the host" if self._is_on_host else f"on {self._place!r}"
        return (
            f"ttnn.Tensor({self._values()}shape={self.shape!r}, dtype=DataType::{self.dtype.name}, "
            f"layout=Layout::{self.layout.name}, {where}, {self._memory_config})"
        )

    def _values(self) -> str:
        """The elements for a reader; waits for what computes them."""
        if not self.is_allocated():
            return "deallocated, "
        if self._place.acl.closed:
            return ""
        return f"{elements_as_text(to_numpy(self))}, "

    def is_allocated(self) -> bool:
        """Whether it has its memory: not after deallocate."""
        return not self._is_deallocated

    def deallocate(self, force: bool = False) -> None:
        """As ttnn.deallocate."""
        deallocate(self, force)

    @property
    def _is_on_host(self) -> bool:
        return self._place is host()

    def device(self) -> Device | None:
        """The device it is on; None on the host."""
        return None if self._is_on_host else self._place

    def memory_config(self) -> MemoryConfig:
        """The memory configuration that it was made with."""
        return self._memory_config

    def host_bytes(self) -> bytes:
        """The storage as it lies in memory, padding and all.

        Row-major elements lie one after another, little endian; aclnn_ext/tile.h describes tiles.
        """
        require_open("Tensor.host_bytes", {"tensor": self})
        self._place.finish(self._storage)
        return self._bytes().numpy().tobytes()

    def _bytes(self) -> AclTensor:
        """The storage as bytes."""
        size = self._storage.size
        return dense(self._place.acl, self._storage.memory, (size,), np.dtype(np.uint8))

    def _rows(self, shape: tuple[int, ...] | None = None, dtype: Any = None) -> AclTensor:
        """The storage of a row-major tensor; also under another shape, or type of equal size."""
        assert self.layout is Layout.ROW_MAJOR
        return dense(
            self._place.acl,
            self._storage.memory,
            tuple(self.shape) if shape is None else shape,
            array_dtype(self.dtype) if dtype is None else np.dtype(dtype),
        )


# --- Checks --------------------------------------------------------------------------------------


def require_open(call: str, tensors: Mapping[str, object]) -> None:
    """Refuse what is no tensor, or one of a closed device. Raises TypeError, ClosedError."""
    for name, tensor in tensors.items():
        if not isinstance(tensor, Tensor):
            raise TypeError(
                f"ttnn.{call}: {name}: a ttnn.Tensor is required, not {kind(tensor)}; "
                "ttnn.from_torch and ttnn.from_numpy make one"
            )
        if not tensor.is_allocated():
            raise RuntimeError(f"ttnn.{call}: {name} has no memory any more: it was deallocated")
        if tensor._place.acl.closed:
            raise ClosedError(
                f"ttnn.{call}: {name} cannot be used: its device {tensor._place.acl.id} was closed"
            )


def require_one_device(call: str, tensors: Mapping[str, Tensor]) -> Device:
    """The device that all tensors are on. Raises RuntimeError, and as require_open."""
    require_open(call, tensors)
    first_name, first = next(iter(tensors.items()))
    for name, tensor in tensors.items():
        if tensor._is_on_host:
            refuse(
                call,
                f"{name} is on the host; it has to be on a device (ttnn.to_device, or device= of "
                "ttnn.from_torch)",
            )
        if tensor._place is not first._place:
            same = " of another open_device" if tensor._place.id() == first._place.id() else ""
            refuse(
                call,
                f"{name} is on device {tensor._place.id()}{same} and {first_name} on device "
                f"{first._place.id()}; all tensors have to be on one device",
            )
    return first._place


# --- Between layouts and types, on a queue ------------------------------------------------------


def read_rows(queue: Queue, tensor: Tensor, shape: tuple[int, ...], role: str) -> AclTensor:
    """The elements row after row, under a shape of as many rows and columns.

    float32 as float32, integers as they are, all other floats as bfloat16, which is exact. Tiles
    are read into the queue's scratch memory of this role; row-major tensors are not moved.
    """
    if tensor.layout is Layout.ROW_MAJOR:
        return tensor._rows(shape)
    dtype = _BFLOAT16 if tensor.dtype.is_block else array_dtype(tensor.dtype)
    rows = queue.scratch(role, shape, dtype)
    queue.run("aclnnExtUntilize", tensor._bytes(), int(tensor.dtype), rows)
    return rows


def rows_dtype(dtype: DataType) -> np.dtype[Any]:
    """What write_rows rounds once from: float32 for block floats."""
    return _FLOAT32 if dtype.is_block else array_dtype(dtype)


def write_rows(queue: Queue, rows: AclTensor, tensor: Tensor) -> None:
    """Put elements row after row into a tensor: into its tiles, or one after another.

    bfloat16 and float32 are converted to the tensor's type of float, rounded once; other types
    have to be the tensor's.
    """
    if tensor.layout is Layout.TILE:
        queue.run("aclnnExtTilize", rows, int(tensor.dtype), tensor._bytes())
    elif tensor.dtype.is_float:
        queue.run("aclnnExtSumToShape", rows, tensor._rows(rows.shape))
    else:
        queue.copy(tensor._storage.memory, rows.memory, tensor._storage.size)


def copy_storage(queue: Queue, tensor: Tensor, result: Tensor) -> None:
    """Copy all bytes of a tensor to one of the same shape, type and layout."""
    queue.copy(result._storage.memory, tensor._storage.memory, tensor._storage.size)


def matrix_shape(tensor: Tensor) -> tuple[int, ...]:
    """The shape, with a dimension where there is none."""
    return tuple(tensor.shape) or (1,)


# --- From arrays and back ------------------------------------------------------------------------


def _to_integers(array: Array, dtype: np.dtype[Any]) -> Array:
    """Integers wrap around; floats are truncated toward zero and saturate, and a NaN becomes 0."""
    if array.dtype.kind in "biu":
        return array.astype(dtype)
    limits = np.iinfo(dtype)
    numbers = array.astype(np.float64)
    numbers[np.isnan(numbers)] = 0
    return np.clip(numbers, limits.min, limits.max).astype(dtype)


def _convert(array: Array, dtype: DataType) -> Array:
    """An array of a type that write_rows takes for a dtype."""
    if dtype.is_float and array.dtype == _BFLOAT16:
        return array
    with default_float_mode(), np.errstate(over="ignore"):
        if dtype.is_float:
            return array.astype(np.float32)
        return _to_integers(array, array_dtype(dtype))


def _upload(
    place: Device,
    array: Array,
    dtype: DataType,
    layout: Layout,
    memory_config: MemoryConfig,
) -> Tensor:
    elements = _convert(array, dtype)
    as_it_is = layout is Layout.ROW_MAJOR and elements.dtype == array_dtype(dtype)
    tensor = Tensor(place, array.shape, dtype, layout, memory_config, on_queue=not as_it_is)
    if as_it_is:
        tensor._rows().write(elements)
        return tensor
    rows = place.acl.tensor(elements.reshape(matrix_shape(tensor)))
    with place.work(0, tensor._storage) as queue:
        write_rows(queue, rows, tensor)
    return tensor


def _download(tensor: Tensor) -> Array:
    """The elements, of the type that rows of them have."""
    place, storage = tensor._place, tensor._storage
    if tensor.layout is Layout.ROW_MAJOR:
        place.finish(storage)
        return tensor._rows().numpy()
    number = storage.queue.number if storage.queue is not None else 0
    with place.work(number, storage) as queue:
        rows = read_rows(queue, tensor, matrix_shape(tensor), "download")
        queue.stream.synchronize()
        return rows.numpy().reshape(tensor.shape)


def from_numpy(
    array: object,
    dtype: DataType | None = None,
    *,
    layout: Layout | None = None,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """A tensor with the elements of an array.

    array          a NumPy array of any strides, what NumPy makes one of, or a torch tensor; up to
                   8 dimensions of bool, integers, floats or bfloat16
    dtype          that of the array when left out: float16 and float64 become float32, bool uint8,
                   int64 and uint64 uint32, int8 and int16 int32
    layout         ROW_MAJOR_LAYOUT when left out
    device         the host when left out
    memory_config  carried along; DRAM_MEMORY_CONFIG when left out, and only for devices

    Floats are rounded to nearest, ties to even, those of float64 to float32 first; block floats as
    aclnn_ext/tile.h says. Integers wrap around in a narrower type. Floats that become integers are
    truncated toward zero, and saturate; a NaN becomes 0.

    Raises TypeError for other elements, RuntimeError for more dimensions, for block floats that do
    not lie in tiles, and for a memory_config without a device.
    """
    return _from("from_numpy", array, dtype, layout, device, memory_config)


def from_torch(
    tensor: object,
    dtype: DataType | None = None,
    *,
    layout: Layout | None = None,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """As from_numpy. NumPy arrays are taken too, so that programs run where torch is not."""
    return _from("from_torch", tensor, dtype, layout, device, memory_config)


def _from(
    call: str,
    value: object,
    dtype: DataType | None,
    layout: Layout | None,
    device: Device | None,
    memory_config: MemoryConfig | None,
) -> Tensor:
    if isinstance(value, Tensor):
        raise TypeError(f"ttnn.{call}: tensor: this is a ttnn.Tensor already")
    array = as_array(value)
    if array.dtype.name not in _INFERRED:
        raise TypeError(
            f"ttnn.{call}: tensor: elements are {array.dtype}; they can be one of "
            f"{', '.join(_INFERRED)}"
        )
    if array.ndim > MAXIMUM_RANK:
        refuse(call, f"tensor has {array.ndim} dimensions; up to {MAXIMUM_RANK} are supported")
    wanted = _INFERRED[array.dtype.name] if dtype is None else require_dtype(call, "dtype", dtype)
    lies = Layout.ROW_MAJOR if layout is None else require_layout(call, layout)
    require_fits(call, wanted, lies)
    if device is None and memory_config is not None:
        refuse(call, "memory_config is given without a device; the host has none")
    place = host() if device is None else require_device(call, device)
    config = (
        DRAM_MEMORY_CONFIG if memory_config is None else require_memory_config(call, memory_config)
    )
    return _upload(place, array, wanted, lies, config)


def zeros(
    shape: Sequence[int],
    dtype: DataType | None = None,
    layout: Layout | None = None,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
) -> Tensor:
    """A tensor of zeros: of bfloat16, row-major, on the host where nothing else is said."""
    wanted = DataType.BFLOAT16 if dtype is None else dtype
    elements = np.zeros(tuple(shape), np.float32)
    return _from("zeros", elements, wanted, layout, device, memory_config)


def deallocate(tensor: Tensor, force: bool = True) -> None:  # noqa: ARG001
    """Give up the memory of a tensor, which cannot be used afterwards; again it does nothing.

    force  changes nothing: no two tensors share memory here

    Work that is queued and uses the tensor still finds it.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"ttnn.deallocate: tensor: a ttnn.Tensor is required, not {kind(tensor)}")
    tensor._is_deallocated = True
    tensor._storage = tensor._place.storage(0, on_queue=False)


def to_numpy(tensor: Tensor) -> Array:
    """The elements as a new array of the tensor's shape; waits for what computes them.

    Of the tensor's type; block floats become float32, exactly. Raises what failed on the queue that
    used the tensor last, such as AclKernelError for an index outside of the table, and ClosedError.
    """
    require_open("to_numpy", {"tensor": tensor})
    elements = _download(tensor)
    with default_float_mode():
        return elements.astype(array_dtype(tensor.dtype), copy=False)


def to_torch(tensor: Tensor, dtype: Any = None) -> Any:
    """As to_numpy, as a torch tensor; `dtype`, a torch data type, converts it. Needs torch."""
    require_open("to_torch", {"tensor": tensor})
    if torch_problem():
        problem = f"ttnn.to_torch needs torch, which {torch_problem()}"
        raise ImportError(f"{problem}; ttnn.to_numpy does not need it")
    import torch

    result = as_torch(to_numpy(tensor), torch.empty(0))
    return result if dtype is None else result.to(dtype)


# --- From tensors to tensors ---------------------------------------------------------------------


def to_layout(tensor: Tensor, layout: Layout) -> Tensor:
    """The tensor in another layout, on the same device; the tensor itself if it has it already.

    Raises RuntimeError for block floats that would not lie in tiles.
    """
    require_open("to_layout", {"tensor": tensor})
    wanted = require_layout("to_layout", layout)
    if wanted is tensor.layout:
        return tensor
    require_fits("to_layout", tensor.dtype, wanted)
    return _rewrite(tensor, tensor.dtype, wanted)


def typecast(tensor: Tensor, dtype: DataType) -> Tensor:
    """The tensor with elements of another type; the tensor itself if it has them already.

    Values become what from_numpy makes of them. Among floats the device computes; where integers
    take part the elements go through the host. Raises RuntimeError for block floats in row-major
    order.
    """
    require_open("typecast", {"tensor": tensor})
    wanted = require_dtype("typecast", "dtype", dtype)
    if wanted is tensor.dtype:
        return tensor
    require_fits("typecast", wanted, tensor.layout)
    if wanted.is_float and tensor.dtype.is_float:
        return _rewrite(tensor, wanted, tensor.layout)
    return _upload(tensor._place, _download(tensor), wanted, tensor.layout, tensor._memory_config)


def _rewrite(tensor: Tensor, dtype: DataType, layout: Layout) -> Tensor:
    result = Tensor(tensor._place, tuple(tensor.shape), dtype, layout, tensor._memory_config)
    with tensor._place.work(0, tensor._storage, result._storage) as queue:
        rows = read_rows(queue, tensor, matrix_shape(tensor), "layout")
        write_rows(queue, rows, result)
    return result


def to_device(
    tensor: Tensor, device: Device, memory_config: MemoryConfig | None = None, queue_id: int = 0
) -> Tensor:
    """A copy on a device; the tensor itself if it is there, in this memory configuration.

    memory_config  that of the tensor when left out

    Raises RuntimeError if it is on another device.
    """
    call = "to_device"
    require_open(call, {"tensor": tensor})
    place = require_device(call, device)
    number = require_queue(call, queue_id)
    config = (
        tensor._memory_config
        if memory_config is None
        else require_memory_config(call, memory_config)
    )
    if tensor._place is place:
        if config == tensor._memory_config:
            return tensor
        result = _like(tensor, place, config, on_queue=True)
        with place.work(number, tensor._storage, result._storage) as queue:
            copy_storage(queue, tensor, result)
        return result
    if not tensor._is_on_host:
        refuse(
            call,
            f"tensor is on device {tensor._place.id()}, which is not the device asked for; "
            "ttnn.from_device brings it to the host first",
        )
    return _carry(tensor, place, config)


def from_device(tensor: Tensor) -> Tensor:
    """A copy on the host; the tensor itself if it is there. Waits, as to_numpy does."""
    require_open("from_device", {"tensor": tensor})
    return tensor if tensor._is_on_host else _carry(tensor, host(), tensor._memory_config)


def _like(tensor: Tensor, place: Device, memory_config: MemoryConfig, *, on_queue: bool) -> Tensor:
    shape = tuple(tensor.shape)
    return Tensor(place, shape, tensor.dtype, tensor.layout, memory_config, on_queue=on_queue)


def _carry(tensor: Tensor, place: Device, memory_config: MemoryConfig) -> Tensor:
    """A copy of the storage in another place."""
    result = _like(tensor, place, memory_config, on_queue=False)
    tensor._place.finish(tensor._storage)
    result._bytes().write(tensor._bytes().numpy())
    return result
