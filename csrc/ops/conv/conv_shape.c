/* SPDX-License-Identifier: Apache-2.0 */
/* Shapes of convolutions. */
#include <stdbool.h>
#include <stdint.h>

#include "declared/conv.h"
#include "ops/common/shape.h"
#include "ops/conv/convolution.h"

enum { SPATIAL = 2 }; /* the first dimension that is neither batch nor channels */

/* The size of the output along a dimension, divided as CANN does, toward 0. False when it does not
 * fit into int64_t. */
static bool places_along(const struct convolution_windows *w, int32_t i, int64_t *size)
{
    int64_t before = 0;
    int64_t behind = 0;
    int64_t reach = 0;
    int64_t sides = 0;
    int64_t places = w->input->dims[(w->last ? 1 : SPATIAL) + i];
    int64_t kernel = w->weight->dims[(w->weight_last ? 1 : SPATIAL) + i];
    int64_t stride = shape_numbers_of(w->stride).each[i];
    conv_sides(w->padding, w->input->rank - SPATIAL, i, &before, &behind);
    if (!conv_shape_reach(kernel, shape_numbers_of(w->dilation).each[i], &reach) ||
        __builtin_add_overflow(before, behind, &sides))
        return false;
    if (!w->transposed) {
        if (__builtin_add_overflow(places, sides, size) ||
            __builtin_sub_overflow(*size, reach, size))
            return false;
        *size = *size / stride + 1;
        return true;
    }
    return !__builtin_sub_overflow(places, 1, size) &&
           !__builtin_mul_overflow(*size, stride, size) &&
           !__builtin_sub_overflow(*size, sides, size) &&
           !__builtin_add_overflow(*size, reach, size) &&
           !__builtin_add_overflow(*size, shape_numbers_of(w->output_padding).each[i], size);
}

bool conv_shape_reach(int64_t kernel, int64_t dilation, int64_t *reach)
{
    return !__builtin_sub_overflow(kernel, 1, reach) &&
           !__builtin_mul_overflow(*reach, dilation, reach) &&
           !__builtin_add_overflow(*reach, 1, reach);
}

bool conv_shape_of_windows(const struct convolution_windows *w, struct shape *shape)
{
    const struct tensor *input = w->input;
    const struct tensor *weight = w->weight;
    int64_t channels = weight->dims[0];
    if (w->transposed && __builtin_mul_overflow(weight->dims[w->weight_last ? weight->rank - 1 : 1],
                                                w->groups, &channels))
        channels = -1;
    shape_copy(shape, input);
    shape->dims[w->last ? input->rank - 1 : 1] = channels;
    for (int32_t i = 0; i < input->rank - SPATIAL; i++)
        if (!places_along(w, i, &shape->dims[(w->last ? 1 : SPATIAL) + i]))
            return false;
    return true;
}

/* Whether an array has a number for each dimension, none of them below `least`. */
static bool are_numbers(const struct array *array, int32_t count, int64_t least)
{
    struct shape_numbers numbers = shape_numbers_of(array);
    for (int64_t i = 0; i < numbers.count; i++)
        if (numbers.each[i] < least)
            return false;
    return numbers.count >= count;
}

static bool of_arguments(const struct convolution_windows *w, struct shape *shape)
{
    int32_t rank = w->input->rank;
    int32_t spatial = rank - SPATIAL;
    return rank >= 3 && rank <= 5 && w->weight->rank == rank &&
           are_numbers(w->stride, spatial, 1) && are_numbers(w->padding, spatial, INT64_MIN) &&
           are_numbers(w->dilation, spatial, 1) &&
           (!w->transposed || are_numbers(w->output_padding, spatial, INT64_MIN)) &&
           conv_shape_of_windows(w, shape);
}

/* The images that a convolution or a transposed convolution gives. */
bool conv_shape_convolved(const struct call *call, int input, int weight, int stride, int padding,
                          int dilation, int transposed, int outputPadding, int groups,
                          struct shape *shape)
{
    const struct convolution_windows w = {
        .input = call_tensor(call, input),
        .weight = call_tensor(call, weight),
        .stride = call->arguments[stride].array,
        .padding = call->arguments[padding].array,
        .dilation = call->arguments[dilation].array,
        .output_padding = call->arguments[outputPadding].array,
        .transposed = shape_integer(call, transposed) != 0,
        .groups = shape_integer(call, groups),
        .last = conv_has_last_channels(call_tensor(call, input)),
        .weight_last = conv_has_last_channels(call_tensor(call, weight)),
    };
    return of_arguments(&w, shape);
}

/* The images that a depthwise convolution gives. */
bool conv_shape_depthwise(const struct call *call, int self, int weight, int stride, int padding,
                          int dilation, struct shape *shape)
{
    const struct convolution_windows w = {
        .input = call_tensor(call, self),
        .weight = call_tensor(call, weight),
        .stride = call->arguments[stride].array,
        .padding = call->arguments[padding].array,
        .dilation = call->arguments[dilation].array,
        .groups = 1,
    };
    return of_arguments(&w, shape);
}

/* The sequences, [time, batch, channels], that a convolution along time gives. */
bool conv_shape_convolved_in_time(const struct call *call, int self, int weight, int pad,
                                  struct shape *shape)
{
    const struct tensor *input = call_tensor(call, self);
    const struct tensor *windows = call_tensor(call, weight);
    if (input->rank != 3 || windows->rank != 3)
        return false;
    int64_t sides = shape_product(2, shape_integer(call, pad));
    int64_t time = shape_difference(shape_sum(shape_sum(input->dims[0], sides), 1),
                                    windows->dims[0]);
    shape_pair(shape, shape_larger(time, 0), input->dims[1]);
    shape_push(shape, windows->dims[2]);
    return true;
}

static int64_t windows_along(int64_t size, int64_t before, int64_t behind, int64_t window,
                             int64_t spread, int64_t step)
{
    int64_t room = shape_sum(shape_sum(size, before), behind);
    int64_t reach = shape_product(window - 1, spread);
    return shape_sum(shape_quotient(shape_difference(shape_difference(room, reach), 1), step), 1);
}

/* The windows of displaced places. */
bool conv_shape_displaced(const struct call *call, int x, int weight, int size, int stride,
                          int padding, int dilation, struct shape *shape)
{
    const struct tensor *image = call_tensor(call, x);
    const struct tensor *factors = call_tensor(call, weight);
    struct shape_numbers window = shape_numbers(call, size);
    struct shape_numbers steps = shape_numbers(call, stride);
    struct shape_numbers margins = shape_numbers(call, padding);
    struct shape_numbers spreads = shape_numbers(call, dilation);
    if (image->rank != 4 || factors->rank != 4 || window.count != 2 || steps.count != 4 ||
        margins.count != 4 || spreads.count != 4)
        return false;
    shape_pair(shape, image->dims[0], factors->dims[0]);
    for (int i = 0; i < 2; i++)
        shape_push(shape,
                   windows_along(image->dims[2 + i], margins.each[2 * i], margins.each[2 * i + 1],
                                 window.each[i], spreads.each[2 + i], steps.each[2 + i]));
    return shape->dims[2] >= 0 && shape->dims[3] >= 0;
}

/* The same windows side by side, for each channel of the images. */
bool conv_shape_displaced_windows(const struct call *call, int x, int weight, int size, int stride,
                                  int padding, int dilation, struct shape *shape)
{
    if (!conv_shape_displaced(call, x, weight, size, stride, padding, dilation, shape))
        return false;
    struct shape_numbers window = shape_numbers(call, size);
    shape->dims[1] = call_tensor(call, x)->dims[1];
    for (int i = 0; i < 2; i++)
        shape->dims[2 + i] = shape_product(shape->dims[2 + i], window.each[i]);
    return true;
}

/* A number for each row of a tensor. */
bool conv_shape_row_of(const struct call *call, int weight, struct shape *shape)
{
    const struct tensor *given = call_tensor(call, weight);
    return given->rank > 0 && shape_line(shape, given->dims[0]);
}
