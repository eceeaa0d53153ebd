# SPDX-License-Identifier: Apache-2.0
"""Elements times a number: `scale_<self>_<out>`, of elements that lie one after another.

A product is of float32 and is rounded to float32, then to out's type. Each block takes a part of
the elements.
"""

from __future__ import annotations

from typing import Any

from .dialect import (
    Family,
    KernelFunction,
    bfloat16_to_float32,
    canonical_float32,
    float32_to_bfloat16,
    pointer_float32,
    pointer_int64,
    pointer_uint16,
    same,
    split,
    vector_access,
    vector_multiply,
    vector_splat,
)

LANES = 16

family = Family(
    name="scaling",
    tiling=("count",),
    arguments=(
        "self",
        "out",
        "alpha",  # one float32
    ),
    constants={"LANES": LANES},
    module=__name__,
)

COUNT = family.tiling_offset("count")
SELF = family.argument_index("self")
OUT = family.argument_index("out")
ALPHA = family.argument_index("alpha")

_load_float32, _store_float32 = vector_access("float32")
_load_bfloat16, _store_bfloat16 = vector_access("bfloat16")


def make_scale(
    self_pointer: Any, load: Any, widen: Any, out_pointer: Any, store: Any, narrow: Any
) -> KernelFunction:
    """A pointer to each type, and how it becomes float32 or is made from it: vectors of it in
    memory, and single ones."""

    def scale(block: int, blocks: int, tiling: int, arguments: int) -> None:
        a = pointer_int64(arguments)
        source = self_pointer(a[SELF])
        out = out_pointer(a[OUT])
        alpha = pointer_float32(a[ALPHA])[0]
        count = pointer_int64(tiling)[COUNT]
        every = vector_splat(alpha)
        begin = split(count, block, blocks)
        end = split(count, block + 1, blocks)
        together = begin + ((end - begin) & ~(LANES - 1))
        for i in range(begin, together, LANES):
            store(out, i, vector_multiply(load(source, i), every))
        for i in range(together, end):
            out[i] = narrow(widen(source[i]) * alpha)

    return scale


_SOURCES = {
    "float32": (pointer_float32, _load_float32, same),
    "bfloat16": (pointer_uint16, _load_bfloat16, bfloat16_to_float32),
}
_TARGETS = {
    "float32": (pointer_float32, _store_float32, canonical_float32),
    "bfloat16": (pointer_uint16, _store_bfloat16, float32_to_bfloat16),
}
for _name, _source in _SOURCES.items():
    for _out, _target in _TARGETS.items():
        family.register(f"scale_{_name}_{_out}", make_scale(*_source, *_target))
