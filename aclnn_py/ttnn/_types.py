# SPDX-License-Identifier: Apache-2.0
"""Data types, layouts, shapes and memory configurations, under ttnn's names and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, NoReturn

import numpy as np

from ..data_types import numpy_dtype

TILE_SIZE = 32
MAXIMUM_RANK = 8


class DataType(IntEnum):
    """What an element is. aclnnExtTileType has the same numbers."""

    BFLOAT16 = 0
    FLOAT32 = 1
    UINT32 = 2
    BFLOAT8_B = 3
    BFLOAT4_B = 4
    UINT8 = 5
    UINT16 = 6
    INT32 = 7

    @property
    def is_block(self) -> bool:
        """Whether 16 elements share an exponent: only tiles have such elements."""
        return self in {DataType.BFLOAT8_B, DataType.BFLOAT4_B}

    @property
    def is_float(self) -> bool:
        """Whether elements are floating point numbers, of blocks too."""
        return self.is_block or self in {DataType.BFLOAT16, DataType.FLOAT32}


class Layout(IntEnum):
    """How elements lie in memory: row after row, or in tiles of 32 x 32."""

    ROW_MAJOR = 0
    TILE = 1


class TensorMemoryLayout(Enum):
    """How a tensor is spread over the memory of a device. Nothing here depends on it."""

    INTERLEAVED = "interleaved"
    HEIGHT_SHARDED = "height sharded"
    WIDTH_SHARDED = "width sharded"
    BLOCK_SHARDED = "block sharded"


class BufferType(Enum):
    """Which memory of a device holds a tensor. Nothing here depends on it."""

    DRAM = "DRAM"
    L1 = "L1"


@dataclass(frozen=True)
class MemoryConfig:
    """Where a tensor shall be. Tensors carry it along; all emulated memory is the same."""

    memory_layout: TensorMemoryLayout = TensorMemoryLayout.INTERLEAVED
    buffer_type: BufferType = BufferType.DRAM

    @property
    def is_sharded(self) -> bool:
        """Whether it is not interleaved."""
        return self.memory_layout is not TensorMemoryLayout.INTERLEAVED

    def __str__(self) -> str:
        return f"{self.buffer_type.value} {self.memory_layout.value}"


DRAM_MEMORY_CONFIG = MemoryConfig()
L1_MEMORY_CONFIG = MemoryConfig(buffer_type=BufferType.L1)
L1_HEIGHT_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1)
L1_WIDTH_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1)
L1_BLOCK_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.BLOCK_SHARDED, BufferType.L1)


class Shape(tuple[int, ...]):
    """The sizes of the dimensions: a tuple that equals lists too."""

    __slots__ = ()

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, list | tuple) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __repr__(self) -> str:
        return f"Shape({list(self)})"


def padded(shape: tuple[int, ...], layout: Layout) -> tuple[int, ...]:
    """The shape with what a layout adds: tiles have at least two dimensions, the last two padded to
    multiples of 32."""
    if layout is Layout.ROW_MAJOR:
        return shape
    rows, columns = (1, 1, *shape)[-2:]
    return (*shape[:-2], _round_up(rows), _round_up(columns))


def _round_up(size: int) -> int:
    return -(-size // TILE_SIZE) * TILE_SIZE


_NUMPY_NAMES = {
    DataType.BFLOAT16: "bfloat16",
    DataType.FLOAT32: "float32",
    DataType.UINT32: "uint32",
    DataType.UINT8: "uint8",
    DataType.UINT16: "uint16",
    DataType.INT32: "int32",
    # decoding is exact in both float32 and bfloat16; arrays of the host get float32
    DataType.BFLOAT8_B: "float32",
    DataType.BFLOAT4_B: "float32",
}


def array_dtype(dtype: DataType) -> np.dtype[Any]:
    """The NumPy data type that has every value of a ttnn type."""
    return numpy_dtype(_NUMPY_NAMES[dtype])


def refuse(call: str, reason: str) -> NoReturn:
    """Raise what ttnn raises where an argument breaks a rule."""
    raise RuntimeError(f"ttnn.{call}: {reason}")


def kind(value: object) -> str:
    """The type of a value, for a text."""
    return type(value).__name__


def require_dtype(call: str, name: str, value: object) -> DataType:
    """A DataType. Raises TypeError."""
    if isinstance(value, DataType):
        return value
    allowed = ", ".join(f"ttnn.{each.name.lower()}" for each in DataType)
    raise TypeError(f"ttnn.{call}: {name}: one of {allowed} is required, not {kind(value)}")


def require_layout(call: str, value: object) -> Layout:
    """A Layout. Raises TypeError."""
    if isinstance(value, Layout):
        return value
    raise TypeError(
        f"ttnn.{call}: layout: ttnn.ROW_MAJOR_LAYOUT or ttnn.TILE_LAYOUT is required, not "
        f"{kind(value)}"
    )


def require_memory_config(call: str, value: object) -> MemoryConfig:
    """A MemoryConfig. Raises TypeError."""
    if isinstance(value, MemoryConfig):
        return value
    raise TypeError(
        f"ttnn.{call}: memory_config: a ttnn.MemoryConfig is required, such as "
        f"ttnn.DRAM_MEMORY_CONFIG, not {kind(value)}"
    )


def require_fits(call: str, dtype: DataType, layout: Layout) -> None:
    """Refuse block floats that do not lie in tiles."""
    if dtype.is_block and layout is not Layout.TILE:
        refuse(
            call,
            f"{dtype.name} elements share exponents within a tile: the layout has to be TILE, "
            f"not {layout.name}",
        )
