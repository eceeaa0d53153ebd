/* SPDX-License-Identifier: Apache-2.0 */
/* Regions of images, points and deformed attention: checks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "base/report.h"
#include "declared/vision.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

/* ---- Regions --------------------------------------------------------------------------------- */

aclnnStatus vision_check_channels_first(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    if (format == ACL_FORMAT_NCHW)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; ACL_FORMAT_NCHW is required",
                  call_name(call, tensor), format_name(format));
}

aclnnStatus vision_check_region_mode(struct call *call, int mode)
{
    const char *text = call->arguments[mode].text;
    if (text != NULL && (strcmp(text, "avg") == 0 || strcmp(text, "max") == 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; \"avg\" or \"max\" is required",
                  call_name(call, mode), text != NULL ? text : "NULL");
}

/* Boxes of so many numbers, and a result with a part of each region for each channel. */
aclnnStatus vision_check_regions(struct call *call, int images, int boxes, int height, int width,
                                 int result, int numbers)
{
    const struct tensor *x = call_tensor(call, images);
    const struct tensor *b = call_tensor(call, boxes);
    struct shape shape;
    if (x->rank != 4)
        return call_refuse_shape(call, images, "[images, channels, height, width] is required");
    if (b->rank != 2 || b->dims[1] != numbers)
        return call_refuse_shape(
            call, boxes, numbers == 4 ? "[regions, 4] is required" : "[regions, 5] is required");
    return call_shape_follows(call, result,
                              vision_shape_regions(call, images, boxes, height, width, &shape),
                              &shape, false, "the parts of all regions for each channel");
}

aclnnStatus vision_check_number_each(struct call *call, int numbers, int boxes)
{
    return call_shape_is(call, numbers, call_tensor(call, boxes)->dims, 1, false,
                         "a number for each region");
}

aclnnStatus vision_check_some_places(struct call *call, int images)
{
    const struct tensor *x = call_tensor(call, images);
    if (x->dims[0] != 0 && x->dims[2] != 0 && x->dims[3] != 0)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, images, "images, rows and columns are required");
}

/* The gradient of images is of the shape that an array says, beside that of the regions. */
aclnnStatus vision_check_images_of(struct call *call, int images, int sizes)
{
    const struct array *array = call->arguments[sizes].array;
    if (array->size != 4)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 4 are required",
                      call_name(call, sizes), array->size);
    return call_shape_is(call, images, array_integers(array), 4, false, call_name(call, sizes));
}

static aclnnStatus refuse_attribute(const struct call *call, int attribute, const char *required)
{
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %" PRId64 "; %s is required",
                  call_name(call, attribute), call->arguments[attribute].integer, required);
}

aclnnStatus vision_check_above_zero(struct call *call, int attribute)
{
    return call->arguments[attribute].integer > 0
               ? ACLNN_SUCCESS
               : refuse_attribute(call, attribute, "a number above 0");
}

aclnnStatus vision_check_most_regions(struct call *call, int tensor)
{
    const int64_t most = 1024;
    if (call_tensor(call, tensor)->dims[0] <= most)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, tensor, "at most 1024 is required of the first dimension");
}

aclnnStatus vision_check_one_format(struct call *call, int tensor, int like)
{
    aclFormat format = call_tensor(call, tensor)->format;
    aclFormat other = call_tensor(call, like)->format;
    if (!call_is_on_950(call) || format == other)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s, that of %s is %s",
                  call_name(call, tensor), format_name(format), call_name(call, like),
                  format_name(other));
}

/* ---- Points ---------------------------------------------------------------------------------- */

static bool has_dims(const struct tensor *tensor, int64_t first, int64_t second, int64_t third)
{
    bool is_line = tensor->rank == 4 && tensor->dims[3] == 1;
    return (tensor->rank == 3 || is_line) && tensor->dims[0] == first &&
           tensor->dims[1] == second && tensor->dims[2] == third;
}

aclnnStatus vision_check_neighbours(struct call *call, int grad, int indices, int weights, int m,
                                    int result)
{
    const struct tensor *given = call_tensor(call, grad);
    const int64_t *dims = given->dims;
    int64_t sources = call->arguments[m].integer;
    if (given->rank < 3 || !has_dims(given, dims[0], dims[1], dims[2]))
        return call_refuse_shape(call, grad,
                                 "[batch, channels, points], or with 1 behind, is required");
    if (!has_dims(call_tensor(call, indices), dims[0], dims[2], 3))
        return call_refuse_shape(call, indices, "[batch, points, 3] is required");
    if (!has_dims(call_tensor(call, weights), dims[0], dims[2], 3))
        return call_refuse_shape(call, weights, "[batch, points, 3] is required");
    if (!has_dims(call_tensor(call, result), dims[0], dims[1], sources))
        return call_refuse_shape(call, result,
                                 "[batch, channels, m], or with 1 behind, is required");
    return ACLNN_SUCCESS;
}

aclnnStatus vision_check_point_sets(struct call *call, int points, int indices, int grads,
                                    int result, int like)
{
    const struct tensor *given = call_tensor(call, points);
    const struct tensor *first = call_tensor(call, like);
    if (given->rank != 3 || given->dims[2] != 2 || first->rank != 3 ||
        given->dims[0] != first->dims[0])
        return call_refuse_shape(call, points, "[batch, points, 2] is required");
    aclnnStatus status = call_shape_is(call, indices, given->dims, 2, false, "one for each point");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, grads, given->dims, 2, false, "one for each point");
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, result, given->dims, 3, false, "that of the points");
    return status;
}

/* ---- Deformed attention ---------------------------------------------------------------------- */

static aclnnStatus check_limits(const struct call *call, int value, int location)
{
    const struct tensor *values = call_tensor(call, value);
    const struct tensor *places = call_tensor(call, location);
    if (values->dims[3] % 8 != 0 || values->dims[3] > 256)
        return call_refuse_shape(call, value,
                                 "channels that are a multiple of 8 and 256 at most are required");
    for (int32_t i = 2; i < 5; i++)
        if (places->dims[i] > 16)
            return call_refuse_shape(call, location,
                                     "at most 16 heads, levels and points are required");
    return ACLNN_SUCCESS;
}

aclnnStatus vision_check_deformed(struct call *call, int value, int shapes, int starts,
                                  int location, int weights, int result)
{
    const struct tensor *values = call_tensor(call, value);
    const struct tensor *places = call_tensor(call, location);
    const struct tensor *levels = call_tensor(call, shapes);
    const struct tensor *first = call_tensor(call, starts);
    if (values->rank != 4)
        return call_refuse_shape(call, value, "[batch, keys, heads, channels] is required");
    if (places->rank != 6 || places->dims[5] != 2 || places->dims[0] != values->dims[0] ||
        places->dims[2] != values->dims[2])
        return call_refuse_shape(call, location,
                                 "[batch, queries, heads, levels, points, 2] is required");
    if (levels->rank != 2 || levels->dims[1] != 2 || levels->dims[0] != places->dims[3])
        return call_refuse_shape(call, shapes, "[levels, 2] is required");
    if (first->rank != 1 || first->dims[0] < places->dims[3])
        return call_refuse_shape(call, starts, "[levels] is required");
    aclnnStatus status = check_limits(call, value, location);
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, weights, places->dims, 5, false, "one for each place");
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t dims[] = {values->dims[0], places->dims[1],
                            shape_product(values->dims[2], values->dims[3])};
    return call_shape_is(call, result, dims, 3, false, "[batch, queries, heads * channels]");
}

aclnnStatus vision_check_queries(struct call *call, int location, int is_gradient)
{
    int64_t queries = call_tensor(call, location)->dims[1];
    if (is_gradient ? queries < 500000 : queries >= 32)
        return ACLNN_SUCCESS;
    return call_refuse_shape(call, location,
                             is_gradient ? "fewer than 500000 queries are required"
                                         : "32 queries or more are required");
}
