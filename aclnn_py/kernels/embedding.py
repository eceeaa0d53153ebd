# SPDX-License-Identifier: Apache-2.0
"""Rows of a table by index: row i of `out` is row `indices[i]` of `weight`.

`gather_<index type>` copies the bytes of the rows, whatever their type. Each block takes a part of
the rows. A row whose index is out of range keeps what is in out. Distances are in bytes, those of
the indices in elements; all may be zero or negative. An address includes the offset of its view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dialect import (
    Family,
    KernelFunction,
    clamp,
    copy_bytes,
    pointer_int64,
    pointer_uint8,
    prefetch,
    split,
)
from .rows import INTEGER_TYPES, row_offset

if TYPE_CHECKING:
    from collections.abc import Callable

MAXIMUM_RANK = 8
# So many rows ahead the first bytes of a row are asked for.
AHEAD = 8
AHEAD_BYTES = 512
LINE_BYTES = 64

family = Family(
    name="embedding",
    tiling=(
        "rows",
        "row_bytes",
        "weights",
        "weight_stride",
        "index_rank",
        f"index_dims[{MAXIMUM_RANK}]",
        f"index_strides[{MAXIMUM_RANK}]",
        "out_rank",
        f"out_dims[{MAXIMUM_RANK}]",
        f"out_strides[{MAXIMUM_RANK}]",
    ),
    arguments=(
        "weight",
        "indices",
        "out",
        "errors",  # int64[blocks]: first row out of range, -1 for none
    ),
    constants={"MAXIMUM_RANK": MAXIMUM_RANK},
    module=__name__,
)

ROWS = family.tiling_offset("rows")
ROW_BYTES = family.tiling_offset("row_bytes")
WEIGHTS = family.tiling_offset("weights")
WEIGHT_STRIDE = family.tiling_offset("weight_stride")
INDEX_RANK = family.tiling_offset("index_rank")
INDEX_DIMS = family.tiling_offset("index_dims")
INDEX_STRIDES = family.tiling_offset("index_strides")
OUT_RANK = family.tiling_offset("out_rank")
OUT_DIMS = family.tiling_offset("out_dims")
OUT_STRIDES = family.tiling_offset("out_strides")

WEIGHT = family.argument_index("weight")
INDICES = family.argument_index("indices")
OUT = family.argument_index("out")
ERRORS = family.argument_index("errors")


def make_gather(
    typed_pointer: Callable[[int], Any], load: Callable[[Any, int], int]
) -> KernelFunction:
    def gather(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        weights = t[WEIGHTS]
        row_bytes = t[ROW_BYTES]
        weight_stride = t[WEIGHT_STRIDE]
        index_rank = clamp(t[INDEX_RANK], 0, MAXIMUM_RANK)
        index_dims = pointer_int64(tiling + INDEX_DIMS * 8)
        index_strides = pointer_int64(tiling + INDEX_STRIDES * 8)
        out_rank = clamp(t[OUT_RANK], 0, MAXIMUM_RANK)
        out_dims = pointer_int64(tiling + OUT_DIMS * 8)
        out_strides = pointer_int64(tiling + OUT_STRIDES * 8)
        indices = typed_pointer(a[INDICES])
        weight = a[WEIGHT]
        out = a[OUT]
        error = -1
        end = split(t[ROWS], block + 1, blocks)
        for row in range(split(t[ROWS], block, blocks), end):
            value = load(indices, row_offset(row, index_rank, index_dims, index_strides))
            if index_rank == 1 and row + AHEAD < end:
                later = load(indices, (row + AHEAD) * index_strides[0])
                for line in range(0, min(row_bytes, AHEAD_BYTES), LINE_BYTES):
                    prefetch(pointer_uint8(weight), later * weight_stride + line)
            if value < 0 or value >= weights:
                if error < 0:
                    error = row
            else:
                to = out + row_offset(row, out_rank, out_dims, out_strides)
                copy_bytes(to, weight + value * weight_stride, row_bytes)
        pointer_int64(a[ERRORS])[block] = error

    return gather


for _type in INTEGER_TYPES:
    family.register(f"gather_{_type.name}", make_gather(_type.pointer, _type.load))
