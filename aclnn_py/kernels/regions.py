# SPDX-License-Identifier: Apache-2.0
"""Regions of images that become images of one size, and the gradients of that.

`regions_align` reads an image between its places: each element of a result is the mean, or with
`largest` the maximum, of samples that lie evenly in its part of the region. `regions_pool` takes
the maximum of the places that a part covers, and says which one it was. `regions_align_gradient`
and `regions_pool_gradient` bring the gradients of results back to the images.

Images are [images, channels, height, width], results [regions, channels, pooled height, pooled
width]. A box has left, top, right and bottom, one behind the other, and the number of its image.
All are of float64, and dense but for boxes and numbers; indices are int64. A region whose image
does not exist gives zeros, and -1 as its indices.
"""

from __future__ import annotations

import numpy as np

from .dialect import (
    Family,
    device,
    float64_to_int64,
    load_once,
    pointer_float64,
    pointer_int64,
    split,
    unsigned_divide,
    unsigned_remainder,
)

family = Family(
    name="regions",
    tiling=(
        "images",
        "channels",
        "height",
        "width",
        "regions",
        "pooled_height",
        "pooled_width",
        "samples",  # along a side of a part; 0: as many as it has places
        "aligned",  # whether places are the centres of elements
        "largest",
        "box_stride",
        "number_stride",
    ),
    arguments=("image", "boxes", "numbers", "result", "indices", "scales"),
    module=__name__,
)

IMAGES = family.tiling_offset("images")
CHANNELS = family.tiling_offset("channels")
HEIGHT = family.tiling_offset("height")
WIDTH = family.tiling_offset("width")
REGIONS = family.tiling_offset("regions")
POOLED_HEIGHT = family.tiling_offset("pooled_height")
POOLED_WIDTH = family.tiling_offset("pooled_width")
SAMPLES = family.tiling_offset("samples")
ALIGNED = family.tiling_offset("aligned")
LARGEST = family.tiling_offset("largest")
BOX_STRIDE = family.tiling_offset("box_stride")
NUMBER_STRIDE = family.tiling_offset("number_stride")

IMAGE = family.argument_index("image")
BOXES = family.argument_index("boxes")
NUMBERS = family.argument_index("numbers")
RESULT = family.argument_index("result")
INDICES = family.argument_index("indices")
SCALES = family.argument_index("scales")


@device
def image_of(number, images):  # type: ignore[no-untyped-def]
    """The image that a box names, or -1."""
    return float64_to_int64(np.floor(number)) if number >= 0 and number < images else -1


@device
def side_of(low, high, scale, aligned):  # type: ignore[no-untyped-def]
    """How long a region is along a side. Where places are not centres it is 1 at least."""
    length = (high - low) * scale
    return length if aligned != 0 else max(length, 1.0)


@device
def samples_along(length, pooled, samples, size):  # type: ignore[no-untyped-def]
    """Samples of a part along a side. A region lies in its image, so that more are never needed."""
    if samples > 0:
        return samples
    count = np.ceil(length / pooled)
    if not count > 0:
        return 0
    return float64_to_int64(min(count, np.float64(size) + 2.0))


@device
def place_of(start, length, parts, part, samples, number):  # type: ignore[no-untyped-def]
    """Where a sample of a part lies along a side, of a region that starts there."""
    inside = np.float64(part) + (np.float64(number) + 0.5) / np.float64(samples)
    return start + inside * (length / np.float64(parts))


@device
def held(place, size):  # type: ignore[no-untyped-def]
    """A place in [0, size - 1]; -1 far from the image."""
    if not (place >= -1.0 and place <= size):
        return -1.0
    return min(max(place, 0.0), np.float64(size) - 1.0)


@device
def sample(image, at, y, x, height, width):  # type: ignore[no-untyped-def]
    """An image between its places, by the four around; 0 far from it."""
    row = held(y, height)
    column = held(x, width)
    if row < 0 or column < 0:
        return 0.0
    top = float64_to_int64(row)
    left = float64_to_int64(column)
    bottom = min(top + 1, height - 1)
    right = min(left + 1, width - 1)
    down = row - np.float64(top)
    along = column - np.float64(left)
    upper = (1.0 - along) * image[at + top * width + left] + along * image[at + top * width + right]
    lower = (1.0 - along) * image[at + bottom * width + left]
    lower = lower + along * image[at + bottom * width + right]
    return (1.0 - down) * upper + down * lower


@device
def spread(image, at, y, x, height, width, value):  # type: ignore[no-untyped-def]
    """Add a value to the four places around a place, by their shares."""
    row = held(y, height)
    column = held(x, width)
    if row < 0 or column < 0:
        return
    top = float64_to_int64(row)
    left = float64_to_int64(column)
    bottom = min(top + 1, height - 1)
    right = min(left + 1, width - 1)
    down = row - np.float64(top)
    along = column - np.float64(left)
    image[at + top * width + left] += (1.0 - down) * (1.0 - along) * value
    image[at + top * width + right] += (1.0 - down) * along * value
    image[at + bottom * width + left] += down * (1.0 - along) * value
    image[at + bottom * width + right] += down * along * value


@family.kernel("align")
def align(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Read regions between the places of images; each block does some channels of results."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    image, boxes = pointer_float64(a[IMAGE]), pointer_float64(a[BOXES])
    numbers, result = pointer_float64(a[NUMBERS]), pointer_float64(a[RESULT])
    scales = pointer_float64(a[SCALES])
    channels, height, width = t[CHANNELS], t[HEIGHT], t[WIDTH]
    rows, columns = t[POOLED_HEIGHT], t[POOLED_WIDTH]
    planes = t[REGIONS] * channels
    shift = 0.5 if t[ALIGNED] != 0 else 0.0
    for plane in range(split(planes, block, blocks), split(planes, block + 1, blocks)):
        region = unsigned_divide(plane, channels)
        box = region * t[BOX_STRIDE]
        number = image_of(numbers[region * t[NUMBER_STRIDE]], t[IMAGES])
        at = (number * channels + unsigned_remainder(plane, channels)) * height * width
        left = boxes[box] * scales[1] - shift
        top = boxes[box + 1] * scales[0] - shift
        long = side_of(boxes[box], boxes[box + 2], scales[1], t[ALIGNED])
        tall = side_of(boxes[box + 1], boxes[box + 3], scales[0], t[ALIGNED])
        down = samples_along(tall, np.float64(rows), t[SAMPLES], height)
        along = samples_along(long, np.float64(columns), t[SAMPLES], width)
        for row in range(rows):
            for column in range(columns):
                total = 0.0
                most = -np.inf
                for i in range(down if number >= 0 else 0):
                    y = place_of(top, tall, rows, row, down, i)
                    for k in range(along):
                        x = place_of(left, long, columns, column, along, k)
                        value = sample(image, at, y, x, height, width)
                        total = total + value
                        most = max(most, value)
                mean = total / np.float64(max(down * along, 1))
                has_most = t[LARGEST] != 0 and down * along > 0 and number >= 0
                result[(plane * rows + row) * columns + column] = most if has_most else mean


@family.kernel("align_gradient")
def align_gradient(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Add the gradients of results to where they were read; each block does some channels."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    image, boxes = pointer_float64(a[IMAGE]), pointer_float64(a[BOXES])
    numbers, result = pointer_float64(a[NUMBERS]), pointer_float64(a[RESULT])
    scales = pointer_float64(a[SCALES])
    channels, height, width = t[CHANNELS], t[HEIGHT], t[WIDTH]
    rows, columns = t[POOLED_HEIGHT], t[POOLED_WIDTH]
    planes = t[IMAGES] * channels
    shift = 0.5 if t[ALIGNED] != 0 else 0.0
    for plane in range(split(planes, block, blocks), split(planes, block + 1, blocks)):
        at = plane * height * width
        for place in range(height * width):
            image[at + place] = 0.0
        own = unsigned_divide(plane, channels)
        for region in range(t[REGIONS]):
            box = region * t[BOX_STRIDE]
            if image_of(numbers[region * t[NUMBER_STRIDE]], t[IMAGES]) != own:
                continue
            grad = (region * channels + unsigned_remainder(plane, channels)) * rows * columns
            left = boxes[box] * scales[1] - shift
            top = boxes[box + 1] * scales[0] - shift
            long = side_of(boxes[box], boxes[box + 2], scales[1], t[ALIGNED])
            tall = side_of(boxes[box + 1], boxes[box + 3], scales[0], t[ALIGNED])
            down = samples_along(tall, np.float64(rows), t[SAMPLES], height)
            along = samples_along(long, np.float64(columns), t[SAMPLES], width)
            for row in range(rows):
                for column in range(columns):
                    share = result[grad + row * columns + column] / np.float64(max(down * along, 1))
                    for i in range(down):
                        y = place_of(top, tall, rows, row, down, i)
                        for k in range(along):
                            x = place_of(left, long, columns, column, along, k)
                            spread(image, at, y, x, height, width, share)


@device
def bound(place, size):  # type: ignore[no-untyped-def]
    """A whole number in [0, size]."""
    return float64_to_int64(min(max(place, 0.0), np.float64(size)))


@family.kernel("pool")
def pool(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """The maximum of each part of a region, and its place in the channel, the first of equals."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    image, boxes = pointer_float64(a[IMAGE]), pointer_float64(a[BOXES])
    numbers, result = pointer_float64(a[NUMBERS]), pointer_float64(a[RESULT])
    indices, scales = pointer_int64(a[INDICES]), pointer_float64(a[SCALES])
    channels, height, width = t[CHANNELS], t[HEIGHT], t[WIDTH]
    rows, columns = t[POOLED_HEIGHT], t[POOLED_WIDTH]
    planes = t[REGIONS] * channels
    for plane in range(split(planes, block, blocks), split(planes, block + 1, blocks)):
        region = unsigned_divide(plane, channels)
        box = region * t[BOX_STRIDE]
        number = image_of(numbers[region * t[NUMBER_STRIDE]], t[IMAGES])
        at = (number * channels + unsigned_remainder(plane, channels)) * height * width
        left = boxes[box] * scales[1]
        top = boxes[box + 1] * scales[0]
        long = (boxes[box + 2] + 1.0) * scales[1] - left
        tall = (boxes[box + 3] + 1.0) * scales[0] - top
        is_there = number >= 0 and long > 0 and tall > 0
        for row in range(rows):
            for column in range(columns):
                y0 = np.floor(np.float64(row) * (tall / np.float64(rows)) + top)
                y1 = np.ceil(np.float64(row + 1) * (tall / np.float64(rows)) + top)
                x0 = np.floor(np.float64(column) * (long / np.float64(columns)) + left)
                x1 = np.ceil(np.float64(column + 1) * (long / np.float64(columns)) + left)
                most = 0.0
                found = -1
                for y in range(bound(y0, height), bound(y1, height) if is_there else 0):
                    for x in range(bound(x0, width), bound(x1, width)):
                        value = image[at + y * width + x]
                        if found < 0 or value > most:
                            most = value
                            found = y * width + x
                result[(plane * rows + row) * columns + column] = most
                indices[(plane * rows + row) * columns + column] = found


@family.kernel("pool_gradient")
def pool_gradient(block: int, blocks: int, tiling: int, arguments: int) -> None:
    """Add the gradients of results to the places that they were taken from."""
    t = pointer_int64(tiling)
    a = pointer_int64(arguments)
    image, result = pointer_float64(a[IMAGE]), pointer_float64(a[RESULT])
    numbers = pointer_float64(a[NUMBERS])
    indices = pointer_int64(a[INDICES])
    channels = t[CHANNELS]
    places = t[HEIGHT] * t[WIDTH]
    parts = t[POOLED_HEIGHT] * t[POOLED_WIDTH]
    planes = t[IMAGES] * channels
    for plane in range(split(planes, block, blocks), split(planes, block + 1, blocks)):
        for place in range(places):
            image[plane * places + place] = 0.0
        own = unsigned_divide(plane, channels)
        for region in range(t[REGIONS]):
            if image_of(numbers[region * t[NUMBER_STRIDE]], t[IMAGES]) != own:
                continue
            first = (region * channels + unsigned_remainder(plane, channels)) * parts
            for part in range(first, first + parts):
                place = load_once(indices, part)
                if place >= 0 and place < places:
                    image[plane * places + place] += result[part]
