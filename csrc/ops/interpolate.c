/* SPDX-License-Identifier: Apache-2.0 */
/* Images in other sizes, interpolated, and the gradients: UpsampleLinear1d, UpsampleBilinear2d,
   UpsampleTrilinear3d, UpsampleBicubic2d; UpsampleBilinear2dAA and UpsampleBicubic2dAA, whose
   places take all that they cover. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/resample.h"
#include "tensor/convert.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

static int32_t first_of(aclFormat format)
{
    return format == ACL_FORMAT_NHWC || format == ACL_FORMAT_NDHWC ? 1 : 2;
}

aclnnStatus check_factor_leads(struct call *call, int self, int outputSize, int scale)
{
    double factor = call->arguments[scale].real;
    const struct array *array = call->arguments[outputSize].array;
    int64_t size = ((const int64_t *)(const void *)array->values)[0];
    double places = (double)call_tensor(call, self)->dims[2] * factor;
    if (!(factor >= 0) || (places >= (double)size && places < (double)size + 1))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %g, and takes self to %g places, not to the %" PRId64 " of outputSize",
                  call_name(call, scale), factor, places, size);
}

/* The most that the kernel for rows of factors that lead to their size takes. */
aclnnStatus check_row_factor(struct call *call, int outputSize, int inputSize, int scale)
{
    const double most = 500;
    const int64_t large = 1000000; /* places, which another kernel takes */
    double factor = call->arguments[scale].real;
    int64_t to = ((const int64_t *)(const void *)call->arguments[outputSize].array->values)[0];
    int64_t from = ((const int64_t *)(const void *)call->arguments[inputSize].array->values)[2];
    bool leads = fabs(factor) <= 1e-9 || (double)to == floor((double)from * factor);
    double real = factor > 0 ? factor : (double)to / (double)from;
    if (call->is_empty || to >= large || (!leads && to != from) || real <= most)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s makes rows %g times as long; at most %g times is supported",
                  call_name(call, scale), real, most);
}

aclnnStatus check_double_image(struct call *call, int self)
{
    const struct tensor *image = call_tensor(call, self);
    if (image->type != ACL_DOUBLE || image->format == ACL_FORMAT_NHWC)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "an image of float64 has the format ACL_FORMAT_NCHW; "
                                           "ACL_FORMAT_NHWC is required");
}

aclnnStatus check_planes_format(struct call *call, int tensor)
{
    aclFormat format = call_tensor(call, tensor)->format;
    return format == ACL_FORMAT_NCHW || format == ACL_FORMAT_ND
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; ACL_FORMAT_NCHW or ACL_FORMAT_ND is required",
                        call_name(call, tensor), format_name(format));
}

static int64_t entry(const struct call *call, int sizes, int at)
{
    return ((const int64_t *)(const void *)call->arguments[sizes].array->values)[at];
}

#define MOST_AREA 50

aclnnStatus check_area(struct call *call, int self, int outputSize, int scale, int at, int whole)
{
    double factor = call->arguments[scale].real;
    int64_t from = call_tensor(call, self)->dims[2 + at];
    int64_t to = entry(call, outputSize, at);
    double places = factor > 0 ? (double)(float)(1 / factor)
                    : whole    ? (double)(from / to)
                               : (double)((float)from / (float)to);
    if (places <= MOST_AREA)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "%s is %g, and a place of the result is %g of the image; at most %d are supported",
        call_name(call, scale), factor, places, MOST_AREA);
}

aclnnStatus check_part(struct call *call, int outputSize, int inputSize, int scale, int at)
{
    double factor = call->arguments[scale].real;
    double places = factor > 0 ? 1 / factor
                               : (double)entry(call, inputSize, 2 + at) /
                                     (double)entry(call, outputSize, at);
    if (places >= 1.0 / MOST_AREA)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID,
        "%s is %g, and a place of the image is %g of the result; at most %d are supported",
        call_name(call, scale), factor, 1 / places, MOST_AREA);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

struct interpolation {
    enum resample_rule rule;
    int32_t count;
    bool corners;
    double factors[RESAMPLE_MAX_DIMS];
};

static bool is_area(enum resample_rule rule)
{
    return rule == RESAMPLE_LINEAR_AREA || rule == RESAMPLE_CUBIC_AREA;
}

/* What a place of the larger image, of `size` places, is of one of `places`. */
static double step_of(const struct interpolation *i, int32_t at, int64_t places, int64_t size)
{
    if (i->corners)
        return size > 1 ? (double)(places - 1) / (double)(size - 1) : 0;
    if (places == size && !is_area(i->rule))
        return 1;
    return i->factors[at] > 0 ? 1 / i->factors[at] : (double)places / (double)size;
}

/* Factors that a product takes no notice of. */
static void choose_factors(const struct l0_list *list, struct interpolation *i)
{
    bool are_ones = true;
    bool are_given = true;
    for (int32_t at = 0; at < i->count; at++) {
        are_ones &= i->factors[at] == 1;
        are_given &= i->factors[at] > 0;
    }
    bool forgets = list->architecture == L0_1001 && i->count < 3 && i->rule == RESAMPLE_LINEAR;
    forgets |= i->count == 3 && !are_given;
    /* Two factors of 1 with other sizes are none at all. */
    forgets |= i->count == 2 && i->rule == RESAMPLE_LINEAR && are_ones;
    for (int32_t at = 0; forgets && at < i->count; at++)
        i->factors[at] = 0;
}

static bool same_sizes(const struct l0_tensor *a, const struct l0_tensor *b,
                       const struct resample *resample)
{
    return memcmp(a->dims + resample->first, b->dims + resample->first,
                  (size_t)resample->count * sizeof *a->dims) == 0;
}

static void list_interpolate(struct l0_list *list, const struct l0_row *row,
                             const struct interpolation *given, bool is_gradient, int from, int to)
{
    struct interpolation interpolation = *given;
    struct resample *resample = arena_take(list->arena, sizeof *resample);
    if (from == L0_NONE || to == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor source = list->tensors[from];
    const struct l0_tensor result = list->tensors[to];
    const int64_t *small = is_gradient ? result.dims : source.dims;
    const int64_t *large = is_gradient ? source.dims : result.dims;
    choose_factors(list, &interpolation);
    *resample = (struct resample){.first = first_of(source.given->format),
                                  .count = interpolation.count};
    for (int32_t i = 0; i < interpolation.count; i++) {
        int32_t dim = resample->first + i;
        resample->dims[i] = (struct resample_dim){
            .rule = interpolation.rule,
            .is_gradient = is_gradient,
            .corners = interpolation.corners,
            .step = step_of(&interpolation, i, small[dim], large[dim])};
    }
    int dense = l0_contiguous(list, from);
    bool is_before = list->architecture != L0_3510;
    bool is_wide = is_before && type_is_half(source.type) &&
                   !(interpolation.rule == RESAMPLE_CUBIC_AREA && is_gradient);
    if (is_before && interpolation.rule == RESAMPLE_LINEAR_AREA &&
        same_sizes(&source, &result, resample)) {
        l0_view_copy(list, dense, to);
        return;
    }
    int numbers = is_wide ? l0_cast(list, dense, ACL_FLOAT) : dense;
    if (numbers == L0_NONE)
        return;
    int made = l0_new_shaped(list, "resized", list->tensors[numbers].type, result.dims,
                             result.rank);
    l0_launch_row(list, row, &numbers, 1, 0, &made, 1, NULL);
    list_resample_step(list, row, numbers, made, resample);
    list_write(list, made, to);
}

void list_upsample_linear1d(struct l0_list *list, const struct l0_row *row, int from,
                            int64_t corners, double scale, int64_t is_gradient, int to)
{
    struct interpolation i = {RESAMPLE_LINEAR, 1, corners != 0, {scale}};
    list_interpolate(list, row, &i, is_gradient != 0, from, to);
}

void list_upsample_bilinear2d(struct l0_list *list, const struct l0_row *row, int from,
                              int64_t corners, double scalesH, double scalesW, int64_t is_gradient,
                              int to)
{
    struct interpolation i = {RESAMPLE_LINEAR, 2, corners != 0, {scalesH, scalesW}};
    list_interpolate(list, row, &i, is_gradient != 0, from, to);
}

void list_upsample_bicubic2d(struct l0_list *list, const struct l0_row *row, int from,
                             int64_t corners, double scalesH, double scalesW, int64_t is_gradient,
                             int to)
{
    struct interpolation i = {RESAMPLE_CUBIC, 2, corners != 0, {scalesH, scalesW}};
    list_interpolate(list, row, &i, is_gradient != 0, from, to);
}

void list_upsample_trilinear3d(struct l0_list *list, const struct l0_row *row, int from,
                               int64_t corners, double scalesD, double scalesH, double scalesW,
                               int64_t is_gradient, int to)
{
    struct interpolation i = {RESAMPLE_LINEAR, 3, corners != 0, {scalesD, scalesH, scalesW}};
    list_interpolate(list, row, &i, is_gradient != 0, from, to);
}

void list_upsample_bilinear2d_area(struct l0_list *list, const struct l0_row *row, int from,
                                   int64_t corners, double scalesH, double scalesW,
                                   int64_t is_gradient, int to)
{
    struct interpolation i = {RESAMPLE_LINEAR_AREA, 2, corners != 0, {scalesH, scalesW}};
    list_interpolate(list, row, &i, is_gradient != 0, from, to);
}

void list_upsample_bicubic2d_area(struct l0_list *list, const struct l0_row *row, int from,
                                  int64_t corners, double scalesH, double scalesW,
                                  int64_t is_gradient, int to)
{
    struct interpolation i = {RESAMPLE_CUBIC_AREA, 2, corners != 0, {scalesH, scalesW}};
    if (is_gradient)
        l0_contiguous(list, to);
    list_interpolate(list, row, &i, is_gradient != 0, from, to);
}
