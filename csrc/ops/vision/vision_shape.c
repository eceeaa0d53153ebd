/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of sampled images. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "declared/vision.h"
#include "ops/common/shape.h"
#include "ops/vision/grid_sample.h"

/* The channels of images at the positions of a grid. */
bool vision_shape_sampled(const struct call *call, int images, int grid, struct shape *shape)
{
    const struct tensor *input = call_tensor(call, images);
    const struct tensor *places = call_tensor(call, grid);
    bool is_last = vision_grid_sample_is_last(input);
    shape->rank = 0;
    shape_push_dims(shape, input, 0, is_last ? 1 : 2);
    shape_push_dims(shape, places, 1, places->rank - 1);
    if (is_last)
        shape_push(shape, input->dims[input->rank - 1]);
    return true;
}

/* The elements of images of this shape, with a number for each of their dimensions. */
bool vision_shape_affine_places(const struct call *call, int size, struct shape *shape)
{
    struct shape_numbers dims = shape_numbers(call, size);
    shape->rank = 0;
    for (int64_t i = 0; i < dims.count && i <= TENSOR_MAX_DIMS; i++)
        if (i != 1)
            shape_push(shape, dims.each[i]);
    shape_push(shape, dims.count - 2);
    return true;
}

/* A row for each box and a column for each other, or one. */
bool vision_shape_overlapped(const struct call *call, int bBoxes, int gtBoxes, int aligned,
                             struct shape *shape)
{
    const struct tensor *boxes = call_tensor(call, bBoxes);
    const struct tensor *others = call_tensor(call, gtBoxes);
    if (boxes->rank != 2 || others->rank != 2)
        return false;
    shape->rank = 2;
    shape->dims[0] = boxes->dims[0];
    shape->dims[1] = shape_integer(call, aligned) != 0 ? 1 : others->dims[0];
    return true;
}

/* One row, of as many columns as the tensor has. */
bool vision_shape_one_row(const struct call *call, int boxes, struct shape *shape)
{
    const struct tensor *columns = call_tensor(call, boxes);
    if (columns->rank != 2)
        return false;
    shape->rank = 2;
    shape->dims[0] = 1;
    shape->dims[1] = columns->dims[1];
    return true;
}

/* The parts of each region for each channel. */
bool vision_shape_regions(const struct call *call, int images, int boxes, int height, int width,
                          struct shape *shape)
{
    const struct tensor *x = call_tensor(call, images);
    if (x->rank != 4)
        return false;
    shape->rank = 0;
    shape_push_dims(shape, call_tensor(call, boxes), 0, 1);
    shape_push_dims(shape, x, 1, 2);
    shape_push(shape, shape_integer(call, height));
    shape_push(shape, shape_integer(call, width));
    return true;
}

/* Features of so many points, with as many dimensions as those that they were made from. */
bool vision_shape_sources(const struct call *call, int features, int count, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, features);
    if (given->rank < 3)
        return false;
    shape_copy(shape, given);
    shape->dims[2] = shape_integer(call, count);
    return true;
}

/* The sums of all heads, one behind the other, for each query. */
bool vision_shape_attended(const struct call *call, int values, int places, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, values);
    const struct tensor *queries = call_tensor(call, places);
    if (given->rank != 4 || queries->rank < 2)
        return false;
    shape->rank = 0;
    shape_push_dims(shape, given, 0, 1);
    shape_push_dims(shape, queries, 1, 2);
    shape_push(shape, shape_product(given->dims[2], given->dims[3]));
    return true;
}

/* Two numbers in place of three colours. */
bool vision_shape_yuv(const struct call *call, int x, int format, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, x);
    const char *letters = call->arguments[format].text;
    int32_t at = given->rank - (letters != NULL && strcmp(letters, "NCHW") == 0 ? 3 : 1);
    if (given->rank < 3 || given->dims[at] != 3)
        return false;
    shape_copy(shape, given);
    shape->dims[at] = 2;
    return true;
}

/* A place, or three numbers, for each pixel of a screen. */
bool vision_shape_screen(const struct call *call, int height, int width, struct shape *shape)
{
    return shape_pair(shape, shape_integer(call, height), shape_integer(call, width));
}

bool vision_shape_screen_shares(const struct call *call, int height, int width, struct shape *shape)
{
    vision_shape_screen(call, height, width, shape);
    shape_push(shape, 3);
    return true;
}
