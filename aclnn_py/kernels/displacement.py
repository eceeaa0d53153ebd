# SPDX-License-Identifier: Apache-2.0
"""What the windows of a convolution see of images where each of their places is displaced.

`displacement_columns` writes [images, channels, rows and columns of a window, rows and columns of
windows] of float32, and with `wanted` the same as an image in which windows lie side by side,
[images, channels, rows of windows and of a window, columns of windows and of a window]. Images are
[images, channels, height, width] of float32. Displacements are [images, 3, groups of channels, rows
and columns of a window, rows and columns of windows] of float32: along a row, along a column, and a
factor. Places are read by the four around; what lies outside is 0. All are dense.
"""

from __future__ import annotations

import numpy as np

from .dialect import (
    Family,
    device,
    float64_to_int64,
    pointer_float32,
    pointer_int64,
    split,
    unsigned_divide,
    unsigned_remainder,
)

family = Family(
    name="displacement",
    tiling=(
        "images",
        "channels",
        "height",
        "width",
        "groups",
        "window_height",
        "window_width",
        "rows",
        "columns",
        "steps[2]",
        "margins[2]",
        "spreads[2]",
        "wanted",
    ),
    arguments=("image", "offsets", "columns", "windows"),
    module=__name__,
)

IMAGES = family.tiling_offset("images")
CHANNELS = family.tiling_offset("channels")
HEIGHT = family.tiling_offset("height")
WIDTH = family.tiling_offset("width")
GROUPS = family.tiling_offset("groups")
WINDOW_HEIGHT = family.tiling_offset("window_height")
WINDOW_WIDTH = family.tiling_offset("window_width")
ROWS = family.tiling_offset("rows")
COLUMNS = family.tiling_offset("columns")
STEPS = family.tiling_offset("steps")
MARGINS = family.tiling_offset("margins")
SPREADS = family.tiling_offset("spreads")
WANTED = family.tiling_offset("wanted")

IMAGE = family.argument_index("image")
OFFSETS = family.argument_index("offsets")
COLUMN_VALUES = family.argument_index("columns")
WINDOWS = family.argument_index("windows")


@device
def corner(image, at, y, x, height, width):  # type: ignore[no-untyped-def]
    """A place of an image; 0 outside."""
    inside = y >= 0 and x >= 0 and y < height and x < width
    return np.float64(image[at + y * width + x]) if inside else np.float64(0.0)


@device
def displaced(image, at, y, x, height, width):  # type: ignore[no-untyped-def]
    """An image between its places."""
    if not (y > -1.0 and x > -1.0 and y < np.float64(height) and x < np.float64(width)):
        return 0.0
    top = float64_to_int64(np.floor(y))
    left = float64_to_int64(np.floor(x))
    down = y - np.float64(top)
    along = x - np.float64(left)
    upper = (1.0 - along) * corner(image, at, top, left, height, width)
    upper = upper + along * corner(image, at, top, left + 1, height, width)
    lower = (1.0 - along) * corner(image, at, top + 1, left, height, width)
    lower = lower + along * corner(image, at, top + 1, left + 1, height, width)
    return (1.0 - down) * upper + down * lower


@family.kernel("columns")
def columns(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Each block does some places of windows in some channels."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    image, offsets = pointer_float32(a[IMAGE]), pointer_float32(a[OFFSETS])
    result, windows = pointer_float32(a[COLUMN_VALUES]), pointer_float32(a[WINDOWS])
    channels, height, width = t[CHANNELS], t[HEIGHT], t[WIDTH]
    tall, wide, rows, lines = t[WINDOW_HEIGHT], t[WINDOW_WIDTH], t[ROWS], t[COLUMNS]
    area = rows * lines
    window = tall * wide
    part = t[GROUPS] * window * area
    share = unsigned_divide(channels, t[GROUPS])
    planes = t[IMAGES] * channels * window
    for plane in range(split(planes, block, blocks), split(planes, block + 1, blocks)):
        place = unsigned_remainder(plane, window)
        whole = unsigned_divide(plane, window)
        channel = unsigned_remainder(whole, channels)
        number = unsigned_divide(whole, channels)
        down = unsigned_divide(place, wide)
        along = place - down * wide
        group = unsigned_divide(channel, share)
        moves = number * 3 * part + (group * window + place) * area
        for row in range(rows):
            for line in range(lines):
                at = moves + row * lines + line
                x = np.float64(line * t[STEPS + 1] - t[MARGINS + 1] + along * t[SPREADS + 1])
                y = np.float64(row * t[STEPS] - t[MARGINS] + down * t[SPREADS])
                x = x + np.float64(offsets[at])
                y = y + np.float64(offsets[at + part])
                value = displaced(image, whole * height * width, y, x, height, width)
                found = np.float32(value * np.float64(offsets[at + 2 * part]))
                result[plane * area + row * lines + line] = found
                if t[WANTED] != 0:
                    to = (whole * rows + row) * tall + down
                    windows[(to * lines + line) * wide + along] = found
