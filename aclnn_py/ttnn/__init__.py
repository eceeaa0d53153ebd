# SPDX-License-Identifier: Apache-2.0
"""Tenstorrent's ttnn, as far as the gradients of embeddings and sums go, on emulated devices.

    import aclnn_py.ttnn as ttnn

embedding_bw, add_bw    the gradients
open_device, close_device, manage_device, synchronize_device
                        devices with two command queues each
from_torch, to_torch, from_numpy, to_numpy
                        torch tensors, where torch is installed, and NumPy arrays
zeros, deallocate       tensors without a source, and their end
to_layout, typecast, to_device, from_device
                        tensors to tensors
complex_tensor          two tensors as one
Tensor, ComplexTensor, Shape, Device, MemoryConfig, DataType, Layout
                        what all this is made of

The names, numbers and rules are those of ttnn's documentation; docs/reference/ttnn.md says where
there is more to say. `import aclnn_py` does not load this, and this does not load torch.
"""

from __future__ import annotations

from ._add_bw import add_bw
from ._complex import ComplexTensor, complex_tensor
from ._device import Device, close_device, manage_device, open_device, synchronize_device
from ._embedding_bw import embedding_bw
from ._tensor import (
    Tensor,
    deallocate,
    from_device,
    from_numpy,
    from_torch,
    to_device,
    to_layout,
    to_numpy,
    to_torch,
    typecast,
    zeros,
)
from ._types import (
    DRAM_MEMORY_CONFIG,
    L1_BLOCK_SHARDED_MEMORY_CONFIG,
    L1_HEIGHT_SHARDED_MEMORY_CONFIG,
    L1_MEMORY_CONFIG,
    L1_WIDTH_SHARDED_MEMORY_CONFIG,
    TILE_SIZE,
    BufferType,
    DataType,
    Layout,
    MemoryConfig,
    Shape,
    TensorMemoryLayout,
)

bfloat16 = DataType.BFLOAT16
float32 = DataType.FLOAT32
uint32 = DataType.UINT32
bfloat8_b = DataType.BFLOAT8_B
bfloat4_b = DataType.BFLOAT4_B
uint8 = DataType.UINT8
uint16 = DataType.UINT16
int32 = DataType.INT32

ROW_MAJOR_LAYOUT = Layout.ROW_MAJOR
TILE_LAYOUT = Layout.TILE

__all__ = [
    "DRAM_MEMORY_CONFIG",
    "L1_BLOCK_SHARDED_MEMORY_CONFIG",
    "L1_HEIGHT_SHARDED_MEMORY_CONFIG",
    "L1_MEMORY_CONFIG",
    "L1_WIDTH_SHARDED_MEMORY_CONFIG",
    "ROW_MAJOR_LAYOUT",
    "TILE_LAYOUT",
    "TILE_SIZE",
    "BufferType",
    "ComplexTensor",
    "DataType",
    "Device",
    "Layout",
    "MemoryConfig",
    "Shape",
    "Tensor",
    "TensorMemoryLayout",
    "add_bw",
    "bfloat4_b",
    "bfloat8_b",
    "bfloat16",
    "close_device",
    "complex_tensor",
    "deallocate",
    "embedding_bw",
    "float32",
    "from_device",
    "from_numpy",
    "from_torch",
    "int32",
    "manage_device",
    "open_device",
    "synchronize_device",
    "to_device",
    "to_layout",
    "to_numpy",
    "to_torch",
    "typecast",
    "uint8",
    "uint16",
    "uint32",
    "zeros",
]
