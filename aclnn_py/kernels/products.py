# SPDX-License-Identifier: Apache-2.0
"""What products of matrices need beside a BLAS: panels of other types, and integers.

`panels_load_<type>_<panel>` brings a strided part of a matrix, of any type, to a dense panel of the
type that is calculated with, and `panels_store_<panel>_<type>` brings sums back. Types whose bits
stay the same are named by their size. `integer_products_<type>` adds the product of two panels to
sums, modulo 2**32 or 2**64.
"""

from __future__ import annotations

from typing import Any

from .dialect import (
    Family,
    KernelFunction,
    bfloat16_to_float32,
    device,
    float16_to_float32,
    float32_to_bfloat16,
    float32_to_float16,
    pointer_float32,
    pointer_int8,
    pointer_int16,
    pointer_int32,
    pointer_int64,
    pointer_uint8,
    pointer_uint16,
    same,
    vector_access,
    vector_add,
    vector_multiply,
    vector_splat,
)
from .dialect.prefetching import prefetch_far

panels = Family(
    name="panels",
    # Lines are what lies further apart in memory; distances are in elements.
    tiling=("lines", "length", "line_stride", "stride", "panel_stride"),
    arguments=("memory", "panel"),
    module=__name__,
)

LINES = panels.tiling_offset("lines")
LENGTH = panels.tiling_offset("length")
LINE_STRIDE = panels.tiling_offset("line_stride")
STRIDE = panels.tiling_offset("stride")
PANEL_STRIDE = panels.tiling_offset("panel_stride")

MEMORY = panels.argument_index("memory")
PANEL = panels.argument_index("panel")


# Lines that lie apart, such as those of a head in a cache of keys, are asked for before their turn:
# processors foresee what lies densely alone.
LINES_AHEAD = 24
HALVES_IN_A_LINE = 32
"""Elements of 16 bits in a line of the cache."""


@device
def truth(value: int) -> int:
    """1 for what is not 0."""
    return 1 if value != 0 else 0


def make_load(memory_pointer: Any, convert: Any, panel_pointer: Any) -> KernelFunction:
    """A kernel that fills a panel from memory."""

    def load(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        memory, panel = memory_pointer(a[MEMORY]), panel_pointer(a[PANEL])
        lines, length, stride = t[LINES], t[LENGTH], t[STRIDE]
        line_stride, panel_stride = t[LINE_STRIDE], t[PANEL_STRIDE]
        for i in range(lines):
            source, to = i * line_stride, i * panel_stride
            if stride == 1:
                if line_stride != length:
                    for j in range(0, length, HALVES_IN_A_LINE):
                        prefetch_far(memory, source + LINES_AHEAD * line_stride + j)
                for j in range(length):
                    panel[to + j] = convert(memory[source + j])
            else:
                for j in range(length):
                    panel[to + j] = convert(memory[source + j * stride])

    return load


def make_store(panel_pointer: Any, convert: Any, memory_pointer: Any) -> KernelFunction:
    """A kernel that writes a panel to memory."""

    def store(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        memory, panel = memory_pointer(a[MEMORY]), panel_pointer(a[PANEL])
        lines, length, stride = t[LINES], t[LENGTH], t[STRIDE]
        line_stride, panel_stride = t[LINE_STRIDE], t[PANEL_STRIDE]
        for i in range(lines):
            to, source = i * line_stride, i * panel_stride
            if stride == 1:
                for j in range(length):
                    memory[to + j] = convert(panel[source + j])
            else:
                for j in range(length):
                    memory[to + j * stride] = convert(panel[source + j])

    return store


_LOADS = {
    "float16_float32": (pointer_uint16, float16_to_float32, pointer_float32),
    "bfloat16_float32": (pointer_uint16, bfloat16_to_float32, pointer_float32),
    "bits32_bits32": (pointer_int32, same, pointer_int32),
    "bits64_bits64": (pointer_int64, same, pointer_int64),
    "int8_int32": (pointer_int8, same, pointer_int32),
    "uint8_int32": (pointer_uint8, same, pointer_int32),
    "int16_int32": (pointer_int16, same, pointer_int32),
    "uint16_int32": (pointer_uint16, same, pointer_int32),
    "bool_int32": (pointer_uint8, truth, pointer_int32),
}
_STORES = {
    "float32_float16": (pointer_float32, float32_to_float16, pointer_uint16),
    "float32_bfloat16": (pointer_float32, float32_to_bfloat16, pointer_uint16),
    "bits32_bits32": (pointer_int32, same, pointer_int32),
    "bits64_bits64": (pointer_int64, same, pointer_int64),
    "int32_bits8": (pointer_int32, same, pointer_int8),
    "int32_bits16": (pointer_int32, same, pointer_int16),
    "int32_bool": (pointer_int32, truth, pointer_uint8),
}
for _name, _load in _LOADS.items():
    panels.register(f"load_{_name}", make_load(*_load))
for _name, _store in _STORES.items():
    panels.register(f"store_{_name}", make_store(*_store))


# --- Integers ----------------------------------------------------------------------------------

ROWS_TOGETHER = 4
LANES = 16

integer_products = Family(
    name="integer_products",
    # Rows are a multiple of ROWS_TOGETHER and columns of LANES; strides are those of rows.
    tiling=("rows", "columns", "depth", "left_stride", "right_stride", "sums_stride"),
    arguments=("left", "right", "sums"),
    constants={"ROWS_TOGETHER": ROWS_TOGETHER, "LANES": LANES},
    module=__name__,
)

ROWS = integer_products.tiling_offset("rows")
COLUMNS = integer_products.tiling_offset("columns")
DEPTH = integer_products.tiling_offset("depth")
LEFT_STRIDE = integer_products.tiling_offset("left_stride")
RIGHT_STRIDE = integer_products.tiling_offset("right_stride")
SUMS_STRIDE = integer_products.tiling_offset("sums_stride")

LEFT = integer_products.argument_index("left")
RIGHT = integer_products.argument_index("right")
SUMS = integer_products.argument_index("sums")


def make_product(pointer: Any, lanes: int, access: tuple[Any, Any]) -> KernelFunction:
    """A kernel that adds left times right to the sums, a few rows and a vector at a time."""
    load, store = access

    def product(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        left, right, sums = pointer(a[LEFT]), pointer(a[RIGHT]), pointer(a[SUMS])
        rows, columns, depth = t[ROWS], t[COLUMNS], t[DEPTH]
        left_stride, right_stride, sums_stride = t[LEFT_STRIDE], t[RIGHT_STRIDE], t[SUMS_STRIDE]
        for i in range(0, rows, ROWS_TOGETHER):
            row0 = i * left_stride
            row1, row2, row3 = row0 + left_stride, row0 + 2 * left_stride, row0 + 3 * left_stride
            for j in range(0, columns, lanes):
                to0 = i * sums_stride + j
                to1, to2, to3 = to0 + sums_stride, to0 + 2 * sums_stride, to0 + 3 * sums_stride
                sum0, sum1, sum2, sum3 = (
                    load(sums, to0),
                    load(sums, to1),
                    load(sums, to2),
                    load(sums, to3),
                )
                for k in range(depth):
                    others = load(right, k * right_stride + j)
                    sum0 = vector_add(sum0, vector_multiply(vector_splat(left[row0 + k]), others))
                    sum1 = vector_add(sum1, vector_multiply(vector_splat(left[row1 + k]), others))
                    sum2 = vector_add(sum2, vector_multiply(vector_splat(left[row2 + k]), others))
                    sum3 = vector_add(sum3, vector_multiply(vector_splat(left[row3 + k]), others))
                store(sums, to0, sum0)
                store(sums, to1, sum1)
                store(sums, to2, sum2)
                store(sums, to3, sum3)

    return product


integer_products.register("int32", make_product(pointer_int32, 16, vector_access("int32")))
integer_products.register("int64", make_product(pointer_int64, 8, vector_access("int64")))
