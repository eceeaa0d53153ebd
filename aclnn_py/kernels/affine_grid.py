# SPDX-License-Identifier: Apache-2.0
"""Affine grids: where the places of an image lie in another one, by a matrix for each image.

A place has the coordinates x, y and, of volumes, z: -1 and 1 are the edges of the image, or with
`corners` the centres of its outermost places. The grid at a place is the image's matrix times
(x, y, 1) or (x, y, z, 1), added in this order in float64 and rounded once to float32.

`affine_grid_2d` and `affine_grid_3d` write the grid of `images` matrices of float32. Strides are
in elements. Each block takes a part of all places.
"""

from __future__ import annotations

import numpy as np

from .dialect import (
    Family,
    KernelFunction,
    canonical_float32,
    device,
    pointer_float32,
    pointer_int64,
    split,
    unsigned_divide,
    unsigned_remainder,
)

family = Family(
    name="affine_grid",
    tiling=(
        "images",
        "corners",
        "sizes[3]",  # of a place's x, y and z
        "theta_strides[3]",  # of images, of rows and columns of a matrix
        "out_strides[3]",  # of images, of places, of the coordinates of one
    ),
    arguments=("theta", "out"),
    module=__name__,
)

IMAGES = family.tiling_offset("images")
CORNERS = family.tiling_offset("corners")
SIZES = family.tiling_offset("sizes")
THETA_STRIDES = family.tiling_offset("theta_strides")
OUT_STRIDES = family.tiling_offset("out_strides")

THETA = family.argument_index("theta")
OUT = family.argument_index("out")


@device
def coordinate(place, size, corners):  # type: ignore[no-untyped-def]
    """Of a place along one side. A single one is in the middle either way."""
    to_corners = corners != 0 and size > 1
    shift = 0.0 if to_corners else 1.0
    steps = size - 1 if to_corners else size
    return (2.0 * np.float64(place) + shift) / np.float64(steps) - 1.0


def make_grid(spatial: int) -> KernelFunction:
    """A kernel for images (2) or volumes (3)."""

    def grid(block: int, blocks: int, tiling: int, arguments: int) -> None:
        t = pointer_int64(tiling)
        a = pointer_int64(arguments)
        theta, out = pointer_float32(a[THETA]), pointer_float32(a[OUT])
        corners, width, height = t[CORNERS], t[SIZES], t[SIZES + 1]
        depth = t[SIZES + 2] if spatial == 3 else 1
        place_stride = t[OUT_STRIDES + 1]
        column_stride = t[THETA_STRIDES + 2]
        count = t[IMAGES] * depth * height * width
        at = split(count, block, blocks)
        end = split(count, block + 1, blocks)
        while at < end:
            line = unsigned_divide(at, width)
            first = at - line * width
            past = min(width, first + end - at)
            y = unsigned_remainder(line, height)
            volume = unsigned_divide(line, height)
            z = unsigned_remainder(volume, depth)
            image = unsigned_divide(volume, depth)
            to_line = image * t[OUT_STRIDES] + (z * height + y) * width * place_stride
            for i in range(spatial):
                row = image * t[THETA_STRIDES] + i * t[THETA_STRIDES + 1]
                by_x = np.float64(theta[row])
                by_y = coordinate(y, height, corners) * np.float64(theta[row + column_stride])
                by_z = 0.0
                if spatial == 3:
                    by_z = coordinate(z, depth, corners)
                    by_z = by_z * np.float64(theta[row + 2 * column_stride])
                shift = np.float64(theta[row + spatial * column_stride])
                to = to_line + i * t[OUT_STRIDES + 2]
                for x in range(first, past):
                    value = 0.0 + coordinate(x, width, corners) * by_x + by_y
                    if spatial == 3:
                        value = value + by_z
                    out[to + x * place_stride] = canonical_float32(np.float32(value + shift))
            at += past - first

    return grid


for _spatial in (2, 3):
    family.register(f"{_spatial}d", make_grid(_spatial))
