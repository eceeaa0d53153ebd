# SPDX-License-Identifier: Apache-2.0
"""Shapes, strides and formats as the library takes them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import Any

from . import native


def contiguous_strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Those of elements that lie one after another, in elements."""
    strides = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def int64s(what: str, values: Sequence[int]) -> Any:
    """An array of C; `what` is the parameter in errors. Raises ValueError."""
    for value in values:
        if not -(2**63) <= value < 2**63:  # ctypes would cut it to 64 bits
            raise ValueError(f"{what}: {value} does not fit into 64 bits")
    return (ctypes.c_int64 * len(values))(*values)


def image_format(rank: int) -> str:
    """The format of images of so many dimensions, with a batch and channels: "ND" where there is
    none."""
    return {3: "NCL", 4: "NCHW", 5: "NCDHW"}.get(rank, "ND")


def fractal_format(rank: int, is_image: bool) -> str:
    """The format in blocks of matrices, or of the weight of a convolution of volumes."""
    return "FRACTAL_Z_3D" if is_image and rank == 5 else "FRACTAL_NZ"


def fractal_storage(format: str, shape: Sequence[int], bits: int) -> tuple[int, ...]:
    """The storage of a tensor of this format, of elements of so many bits. FRACTAL_NZ has blocks of
    16 rows of 32 bytes, columns of blocks one after the other; FRACTAL_Z_3D, of [output channels,
    channels, depth, height, width], blocks of 16 output channels by 32 bytes of channels. What has
    no blocks is as large as its shape."""
    width = 256 // bits
    if format == "FRACTAL_NZ" and len(shape) >= 2:
        *batch, rows, columns = shape
        return (*batch, -(-columns // width), -(-rows // 16), 16, width)
    if format == "FRACTAL_Z_3D" and len(shape) == 5:
        count, channels, *places = shape
        return (math.prod(places) * -(-channels // width), -(-count // 16), 16, width)
    return tuple(shape)


def format_value(name: str) -> int:
    """The aclFormat of a name such as "ND". Raises ValueError."""
    formats = native.description().enums["aclFormat"]
    for candidate in (f"ACL_FORMAT_{name}", f"ACL_{name}"):
        if candidate in formats:
            return formats[candidate]
    known = ", ".join(each.removeprefix("ACL_FORMAT_").removeprefix("ACL_") for each in formats)
    raise ValueError(f"format: {name!r} is none of {known}")
