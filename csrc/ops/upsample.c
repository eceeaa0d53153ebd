/* SPDX-License-Identifier: Apache-2.0 */
/* Images in other sizes, of the nearest elements, and the gradients: UpsampleNearest,
   UpsampleNearestExact. */
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
#include "ops/resized.h"
#include "tensor/convert.h"

/* A result may be as large as with a factor that is this much off. */
#define FACTOR_TOLERANCE 0.00001

/* ---- Shapes ---------------------------------------------------------------------------------- */

static const int64_t *entries(const struct array *array)
{
    return (const int64_t *)(const void *)array->values;
}

/* The first dimension of an image: behind the channels, or before them. */
static int32_t first_of(aclFormat format)
{
    return format == ACL_FORMAT_NHWC || format == ACL_FORMAT_NDHWC ? 1 : 2;
}

static int32_t first_of_image(const struct call *call, int tensor)
{
    return first_of(call_tensor(call, tensor)->format);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_image_format(struct call *call, int tensor, int count, int takes_nd)
{
    aclFormat format = call_tensor(call, tensor)->format;
    bool is_right = count == 1 ? format == ACL_FORMAT_NCL
                               : format == ACL_FORMAT_NCHW || format == ACL_FORMAT_NHWC;
    if (call->is_empty || is_right || (takes_nd != 0 && format == ACL_FORMAT_ND))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "the format of %s is %s; %s%s is required",
                  call_name(call, tensor), format_name(format),
                  count == 1 ? "ACL_FORMAT_NCL" : "ACL_FORMAT_NCHW or ACL_FORMAT_NHWC",
                  takes_nd != 0 ? " or ACL_FORMAT_ND" : "");
}

/* An array of so many sizes. */
static aclnnStatus check_entries(const struct call *call, int sizes, int count)
{
    const struct array *array = call->arguments[sizes].array;
    if (array->size == (uint64_t)count)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; %d are required",
                  call_name(call, sizes), array->size, count);
}

static aclnnStatus check_above_0(const char *name, int64_t at, int64_t value)
{
    if (value > 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s[%" PRId64 "] is %" PRId64 "; it must be above 0",
                  name, at, value);
}

aclnnStatus check_upsampled(struct call *call, int self, int outputSize, int count, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *tensor = call_tensor(call, self);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_entries(call, outputSize, count);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, self, count + 2, count + 2);
    if (status != ACLNN_SUCCESS)
        return status;
    int32_t first = first_of_image(call, self);
    const int64_t *sizes = entries(call->arguments[outputSize].array);
    for (int32_t i = 0; i < tensor->rank; i++)
        dims[i] = tensor->dims[i];
    for (int32_t i = 0; status == ACLNN_SUCCESS && i < count; i++) {
        dims[first + i] = sizes[i];
        status = check_above_0(call_name(call, self), first + i, tensor->dims[first + i]);
        if (status == ACLNN_SUCCESS)
            status = check_above_0(call_name(call, outputSize), i, sizes[i]);
    }
    int32_t channels = first == 1 ? tensor->rank - 1 : 1;
    if (status == ACLNN_SUCCESS)
        status = check_above_0(call_name(call, self), channels, tensor->dims[channels]);
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, out, dims, tensor->rank, false, "that of self in the new size")
               : status;
}

aclnnStatus check_upsample_gradient(struct call *call, int gradOut, int outputSize, int inputSize,
                                    int count, int gradInput)
{
    int64_t before[TENSOR_MAX_DIMS];
    int64_t after[TENSOR_MAX_DIMS];
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_rank(call, gradOut, count + 2, count + 2);
    if (status == ACLNN_SUCCESS)
        status = check_entries(call, outputSize, count);
    if (status == ACLNN_SUCCESS)
        status = check_entries(call, inputSize, count + 2);
    if (status != ACLNN_SUCCESS)
        return status;
    const int64_t *from = entries(call->arguments[inputSize].array);
    const int64_t *sizes = entries(call->arguments[outputSize].array);
    int32_t first = first_of_image(call, gradOut);
    int32_t channels = first == 1 ? count + 1 : 1;
    /* Sizes of images of three dimensions have the channels before them in every format. */
    bool is_ordered = count < 3;
    before[0] = after[0] = from[0];
    before[channels] = after[channels] = from[is_ordered ? channels : 1];
    for (int32_t i = 0; status == ACLNN_SUCCESS && i < count; i++) {
        int32_t at = is_ordered ? first + i : 2 + i;
        before[first + i] = from[at];
        after[first + i] = sizes[i];
        status = check_above_0(call_name(call, inputSize), at, from[at]);
        if (status == ACLNN_SUCCESS)
            status = check_above_0(call_name(call, outputSize), i, sizes[i]);
    }
    if (status == ACLNN_SUCCESS)
        status = call_shape_is(call, gradOut, after, count + 2, false,
                               "inputSize with the sizes of outputSize");
    return status == ACLNN_SUCCESS
               ? call_shape_is(call, gradInput, before, count + 2, false, "inputSize")
               : status;
}

aclnnStatus check_factor_agrees(struct call *call, int self, int outputSize, int scale, int at)
{
    double factor = call->arguments[scale].real;
    int32_t first = first_of_image(call, self);
    if (call->is_empty || !(factor > 0))
        return ACLNN_SUCCESS;
    double places = (double)call_tensor(call, self)->dims[first + at];
    double size = (double)entries(call->arguments[outputSize].array)[at];
    if (size > places * (factor - FACTOR_TOLERANCE) - 1 &&
        size <= places * (factor + FACTOR_TOLERANCE))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g, and takes %g places of self to %g",
                  call_name(call, scale), factor, places, size);
}

aclnnStatus check_factors_agree(struct call *call, int self, int outputSize, int scalesD,
                                int scalesH, int scalesW)
{
    const int scales[] = {scalesD, scalesH, scalesW};
    aclnnStatus status = ACLNN_SUCCESS;
    for (int i = 0; i < 3; i++)
        if (!(call->arguments[scales[i]].real > 0))
            return ACLNN_SUCCESS;
    for (int i = 0; status == ACLNN_SUCCESS && i < 3; i++)
        status = check_factor_agrees(call, self, outputSize, scales[i], i);
    return status;
}

aclnnStatus check_factor_below(struct call *call, int outputSize, int inputSize, int scale, int at)
{
    double factor = call->arguments[scale].real;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    const struct array *to = call->arguments[outputSize].array;
    const struct array *from = call->arguments[inputSize].array;
    double sizes = (double)entries(to)[at] / (double)entries(from)[at + 2];
    /* Images of three dimensions become smaller by this at most, others larger. */
    bool is_small = to->size == 3 ? 1 / (factor > 0 ? factor : sizes) <= 50
                                  : 1 / (factor > 0 ? factor : sizes) >= 0.02;
    if (is_small)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "%s is %g, and the sizes differ by a factor of %g; at "
                  "most 50 is supported",
                  call_name(call, scale), factor, sizes);
}

aclnnStatus check_factor_not_negative(struct call *call, int scale)
{
    if (call->is_empty || call->arguments[scale].real >= 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %g; it must be 0 or above",
                  call_name(call, scale), call->arguments[scale].real);
}

aclnnStatus check_places_fit(struct call *call, int tensor)
{
    const struct tensor *image = call_tensor(call, tensor);
    for (int32_t i = 0; i < image->rank; i++)
        if (image->dims[i] > INT32_MAX)
            return report(ACLNN_ERR_PARAM_INVALID,
                          "dimension %d of %s is %" PRId64 "; at most 2147483647 is supported", i,
                          call_name(call, tensor), image->dims[i]);
    return ACLNN_SUCCESS;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Lists are CANN's operators for the size, and one step that does the work. */
struct image {
    aclFormat format;
    int32_t first; /* dimension of the tensor */
    int32_t count;
    bool is_exact;
    double factors[RESAMPLE_MAX_DIMS]; /* 0: none is given */
};

static struct image image_of(const struct l0_list *list, int tensor, int32_t count, int64_t exact,
                             const double *factors)
{
    const struct tensor *given = list->tensors[tensor].given;
    struct image image = {.format = given->format,
                          .first = first_of(given->format),
                          .count = count,
                          .is_exact = exact != 0};
    for (int32_t i = 0; i < count; i++)
        image.factors[i] = factors[i] > 0 ? factors[i] : 0;
    return image;
}

static bool all_are_given(const struct image *image)
{
    for (int32_t i = 0; i < image->count; i++)
        if (!(image->factors[i] > 0))
            return false;
    return true;
}

static void forget_factors(struct image *image)
{
    for (int32_t i = 0; i < image->count; i++)
        image->factors[i] = 0;
}

/* Whether the kernels of the AI cores move the type: the device's CPU knows no factors. */
static bool is_on_cores(const struct image *image, aclDataType type)
{
    return type == ACL_FLOAT || type_is_half(type) || image->is_exact || image->count == 3;
}

/* Which factors the product takes; without, they follow from the sizes. */
static void choose_factors(const struct l0_list *list, struct image *image, aclDataType type)
{
    bool is_950 = list->architecture == L0_3510;
    bool needs_all = image->count == 3 ? !(image->is_exact && is_950)
                                       : image->count == 2 && !image->is_exact && !is_950;
    bool has_none = !image->is_exact && image->count < 3 && list->architecture == L0_1001;
    if (has_none || !is_on_cores(image, type) || (needs_all && !all_are_given(image)))
        forget_factors(image);
}

static float step_of(const struct image *image, int32_t i, const int64_t *from, const int64_t *to,
                     bool is_2201)
{
    int64_t places = from[image->first + i];
    int64_t size = to[image->first + i];
    /* Two dimensions on Ascend910B: no factor is asked for where it is plain. */
    if (is_2201 && image->count == 2 && !image->is_exact && image->factors[i] > 0) {
        int64_t sum = to[image->first] + to[image->first + 1];
        if (places == size)
            return 1;
        if (2 * places == size && sum <= 128)
            return 0.5f;
    }
    if (image->factors[i] > 0)
        return (float)(1.0 / image->factors[i]);
    return (float)places / (float)size;
}

/* Ascend950 gives a few large planes of exact places to the kernel of volumes. */
static bool is_volume_950(const struct l0_list *list, const struct image *image,
                          const struct l0_tensor *from, const struct l0_tensor *to)
{
    if (list->architecture != L0_3510 || !image->is_exact || image->count != 2 ||
        image->format == ACL_FORMAT_ND || from->dims[0] * from->dims[1] != 17)
        return false;
    /* It looks at the last two dimensions, whatever the format. */
    int32_t first = image->first;
    float height = (float)to->dims[first] / (float)from->dims[2];
    float width = (float)to->dims[first + 1] / (float)from->dims[3];
    return from->dims[2] >= 740 && from->dims[2] <= 750 && from->dims[3] >= 740 &&
           from->dims[3] <= 750 && height >= 7.5f && height <= 8 && width >= 6.5f && width <= 7;
}

/* The row that moves an image on a product. */
static const struct l0_row *nearest_row(const struct l0_list *list, const struct image *image)
{
    if (image->count == 3)
        return image->is_exact ? &l0_UpsampleNearestExact3d : &l0_UpsampleNearest3d;
    if (list->architecture == L0_3510)
        return &l0_ResizeNearestNeighborV2;
    if (image->is_exact)
        return &l0_UpsampleNearest;
    bool in_volume = list->architecture == L0_2201 && (image->count == 1 || all_are_given(image));
    return in_volume ? &l0_UpsampleNearest3d : &l0_ResizeNearestNeighborV2;
}

/* The operators that move `dense` to the tensor that they give; `target` is a dense out. */
static int launch_nearest(struct l0_list *list, const struct image *image, int dense, int target)
{
    const struct l0_tensor source = list->tensors[dense];
    const struct l0_tensor result = list->tensors[target];
    const struct l0_row *row = nearest_row(list, image);
    bool is_950 = list->architecture == L0_3510;
    if (!is_on_cores(image, source.type)) {
        /* The device's CPU has channels in the last place. */
        int moved = resized_channels_last(list, dense, image->first);
        int held = resized_channels_last(list, target, image->first);
        l0_launch(list, "ResizeNearestNeighborV2", L0_AI_CPU, (int[]){moved, L0_NONE},
                  (int[]){held, L0_NONE});
        return image->first == 1 ? held : resized_channels_first(list, held, 1);
    }
    if (row == &l0_ResizeNearestNeighborV2 && !is_950) {
        int blocks = resized_in_blocks(list, dense, image->first);
        int held = resized_in_blocks(list, target, image->first);
        l0_launch_row(list, row, &blocks, 1, 0, &held, 1, NULL);
        return resized_from_blocks(list, held, result.dims, result.rank);
    }
    if (row == &l0_ResizeNearestNeighborV2 && !is_volume_950(list, image, &source, &result)) {
        l0_launch_row(list, row, &dense, 1, 0, &target, 1, NULL);
        return target;
    }
    if (row == &l0_ResizeNearestNeighborV2)
        row = &l0_UpsampleNearestExact3d;
    /* UpsampleNearest has channels in the last place, kernels of volumes before the others. */
    bool is_last = row == &l0_UpsampleNearest;
    bool turns = is_last ? image->first != 1 : image->first == 1 && !is_950;
    turns |= image->count == 3 && image->first == 1;
    int seen = !turns    ? dense
               : is_last ? resized_channels_last(list, dense, image->first)
                         : resized_channels_first(list, dense, image->first);
    int made = turns ? resized_turned(list, target, is_last)
                     : l0_new_shaped(list, "upsampled", result.type, result.dims, result.rank);
    if (seen == L0_NONE || made == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, row, &seen, 1, 0, &made, 1, NULL);
    if (!turns)
        return made;
    return is_last ? resized_channels_first(list, made, 1) : resized_channels_last(list, made, 2);
}

static void list_nearest(struct l0_list *list, const struct image *given, int self, int out)
{
    struct image image = *given;
    struct resample *resample = arena_take(list->arena, sizeof *resample);
    int dense = l0_contiguous(list, self);
    int target = image.count == 3 ? out : l0_contiguous(list, out);
    if (dense == L0_NONE || target == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    choose_factors(list, &image, source.type);
    *resample = (struct resample){.first = image.first, .count = image.count};
    for (int32_t i = 0; i < image.count; i++)
        resample->dims[i] = (struct resample_dim){
            .rule = RESAMPLE_NEAREST,
            .step = step_of(&image, i, source.dims, result.dims, list->architecture == L0_2201),
            .shift = image.is_exact ? 0.5f : 0};
    int moved = l0_new_shaped(list, "upsampled", source.type, result.dims, result.rank);
    if (moved == L0_NONE)
        return;
    l0_launch_view_copy(list, launch_nearest(list, &image, dense, target), out);
    l0_step(list, L0_STEP_APPLY, nearest_row(list, &image), &dense, 1, &moved, 1, resample);
    l0_step(list, L0_STEP_STORE, NULL, &moved, 1, &out, 1, NULL);
}

void list_upsample_nearest1d(struct l0_list *list, int self, double scale, int64_t exact, int out)
{
    if (self == L0_NONE)
        return;
    struct image image = image_of(list, self, 1, exact, &scale);
    list_nearest(list, &image, self, out);
}

void list_upsample_nearest2d(struct l0_list *list, int self, double scalesH, double scalesW,
                             int64_t exact, int out)
{
    if (self == L0_NONE)
        return;
    struct image image = image_of(list, self, 2, exact, (double[]){scalesH, scalesW});
    list_nearest(list, &image, self, out);
}

void list_upsample_nearest3d(struct l0_list *list, int self, double scalesD, double scalesH,
                             double scalesW, int64_t exact, int out)
{
    if (self == L0_NONE)
        return;
    struct image image = image_of(list, self, 3, exact, (double[]){scalesD, scalesH, scalesW});
    list_nearest(list, &image, self, out);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* What adds up the gradient of an image that is not exact. */
enum way {
    BY_KERNEL, /* of UpsampleNearest...Grad */
    IN_BLOCKS, /* the same, of images in blocks of channels */
    BY_SIZES,  /* ResizeNearestNeighborV2Grad, which knows no factors before Ascend950 */
    BY_CPU,
};

/* The whole part of so many places, or none where that is no number of places. */
static int64_t scaled(int64_t places, double factor)
{
    double product = (double)places * factor;
    return product >= 0 && product < 0x1p62 ? (int64_t)product : -1;
}

static enum way way_of_row(const struct l0_list *list, const struct image *image, aclDataType type,
                           int64_t from, int64_t to)
{
    bool is_core_type = type == ACL_FLOAT || type_is_half(type);
    bool has_factor = image->factors[0] > 0;
    bool leads = !has_factor || scaled(to, image->factors[0]) == from;
    if (list->architecture == L0_3510)
        return is_core_type ? BY_SIZES : BY_CPU;
    if (list->architecture == L0_2201 && is_core_type && has_factor && leads)
        return BY_KERNEL;
    return (type != ACL_FLOAT || has_factor) && type != ACL_BF16 && leads ? BY_CPU : BY_SIZES;
}

static enum way way_of_plane(const struct l0_list *list, const struct image *image,
                             const struct l0_tensor *source, const struct l0_tensor *result)
{
    const int64_t least_places[] = {8, 16};
    const int64_t most_channels = 6; /* times the places */
    if (list->architecture != L0_2201 || !(image->factors[0] > 0 || image->factors[1] > 0))
        return BY_SIZES;
    const int64_t *from = source->dims + image->first;
    const int64_t *to = result->dims + image->first;
    int64_t channels = source->dims[image->first == 1 ? 3 : 1];
    if (!all_are_given(image) || channels > most_channels * to[0] * to[1] ||
        channels > most_channels * from[0] * from[1])
        return IN_BLOCKS;
    for (int i = 0; i < 2; i++)
        if (from[i] < least_places[i] || to[i] < least_places[i] ||
            scaled(to[i], image->factors[i]) != from[i])
            return IN_BLOCKS;
    return BY_KERNEL;
}

static enum way way_of(const struct l0_list *list, const struct image *image,
                       const struct l0_tensor *source, const struct l0_tensor *result)
{
    const float most_factor = 50;
    bool is_core_type = source->type == ACL_FLOAT || type_is_half(source->type);
    if (image->count == 1 && !image->is_exact)
        return way_of_row(list, image, source->type, source->dims[2], result->dims[2]);
    if (image->count == 2 && !image->is_exact)
        return way_of_plane(list, image, source, result);
    if (image->is_exact)
        return BY_KERNEL;
    if (list->architecture == L0_1001 || !is_core_type)
        return BY_CPU;
    for (int32_t i = 0; list->architecture == L0_2201 && i < image->count; i++) {
        int32_t dim = image->first + i;
        float factor = (float)source->dims[dim] / (float)result->dims[dim];
        if ((image->factors[i] > 0 ? (float)image->factors[i] : factor) > most_factor)
            return BY_CPU;
    }
    return BY_KERNEL;
}

/* Which factors the product takes of a gradient. */
static void choose_gradient_factors(const struct l0_list *list, struct image *image, enum way way,
                                    const int64_t *after, const int64_t *before)
{
    if (image->count == 3 && !all_are_given(image))
        forget_factors(image);
    if (way == BY_SIZES && list->architecture != L0_3510)
        forget_factors(image);
    /* A factor of a row that does not lead to its size is forgotten. */
    if (way == BY_CPU && image->count == 1 && list->architecture != L0_3510 &&
        scaled(before[image->first], image->factors[0]) != after[image->first])
        forget_factors(image);
    if (way == IN_BLOCKS && after[image->first] == before[image->first] &&
        after[image->first + 1] == before[image->first + 1])
        image->factors[0] = image->factors[1] = 1;
}

static const struct l0_row *gradient_row(const struct image *image, enum way way)
{
    if (image->count == 3)
        return image->is_exact ? &l0_UpsampleNearestExact3dGrad : &l0_UpsampleNearest3dGrad;
    if (image->is_exact)
        return &l0_UpsampleNearestExact2dGrad;
    return way == BY_KERNEL || way == IN_BLOCKS ? &l0_UpsampleNearest2dGrad
                                                : &l0_ResizeNearestNeighborV2Grad;
}

/* The kernel of a gradient, and what it asks for on Ascend910B. */
static int launch_gradient_kernel(struct l0_list *list, const struct image *image, int dense,
                                  const struct l0_tensor *result)
{
    bool is_volume = image->count == 3;
    bool is_last = image->first == 1 && (is_volume || !image->is_exact);
    aclDataType type = list->tensors[dense].type;
    bool is_wide = type_is_half(type) && list->architecture != L0_3510;
    int seen = is_last ? resized_channels_first(list, dense, 1) : dense;
    if (is_wide)
        seen = l0_launch_cast(list, seen, ACL_FLOAT);
    if (seen == L0_NONE)
        return L0_NONE;
    int sums = resized_like(list, list->tensors[seen].type, result, is_last);
    if (sums == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, gradient_row(image, BY_KERNEL), &seen, 1, 0, &sums, 1, NULL);
    if (list->architecture == L0_2201) {
        struct resize_kernel k = resized_kernel(list, seen, sums, image->count);
        for (int32_t i = 0; i < image->count; i++)
            k.factors[RESIZE_MAX_DIMS - image->count + i] = (float)image->factors[i];
        if (image->count == 1)
            k.factors[RESIZE_HEIGHT] = 1;
        l0_kernel_workspace(list, is_volume ? tile_upsample_nearest3d_grad(list->soc, &k)
                                            : tile_upsample_nearest2d_grad(list->soc, &k));
    }
    sums = is_wide ? l0_launch_cast(list, sums, type) : sums;
    return is_last ? resized_channels_last(list, sums, 2) : sums;
}

static int launch_gradient(struct l0_list *list, const struct image *image, enum way way, int dense,
                           const struct l0_tensor *result)
{
    bool is_950 = list->architecture == L0_3510;
    aclDataType type = list->tensors[dense].type;
    if (way == BY_KERNEL)
        return launch_gradient_kernel(list, image, dense, result);
    if (way == BY_CPU) {
        bool is_volume = image->count == 3;
        bool is_last = is_volume && image->first == 1;
        aclDataType wide = is_volume ? ACL_BF16 : ACL_FLOAT16;
        int seen = is_last ? resized_channels_first(list, dense, 1) : dense;
        seen = type == wide ? l0_launch_cast(list, seen, ACL_FLOAT) : seen;
        if (seen == L0_NONE)
            return L0_NONE;
        int sums = resized_like(list, list->tensors[seen].type, result, is_last);
        l0_launch(list, is_volume ? "UpsampleNearest3dGrad" : "ResizeGrad", L0_AI_CPU,
                  (int[]){seen, L0_NONE}, (int[]){sums, L0_NONE});
        sums = l0_launch_cast(list, sums, type);
        return is_last ? resized_channels_last(list, sums, 2) : sums;
    }
    const struct l0_row *row = gradient_row(image, way);
    if (is_950) {
        int sums = l0_new_shaped(list, "sums", type, result->dims, result->rank);
        l0_launch_row(list, row, &dense, 1, 0, &sums, 1, NULL);
        return sums;
    }
    bool is_wide = way == BY_SIZES && image->count == 2 && type == ACL_FLOAT16;
    int seen = is_wide ? l0_launch_cast(list, dense, ACL_FLOAT) : dense;
    int blocks = resized_in_blocks(list, seen, image->first);
    if (blocks == L0_NONE)
        return L0_NONE;
    int held = resized_blocks(list, list->tensors[blocks].type, result, image->first);
    l0_launch_row(list, row, &blocks, 1, 0, &held, 1, NULL);
    if (way == IN_BLOCKS)
        l0_kernel_workspace(list, (uint64_t)1 << 20);
    return l0_launch_cast(list, resized_from_blocks(list, held, result->dims, result->rank), type);
}

static void list_nearest_backward(struct l0_list *list, const struct image *given, int gradOut,
                                  int gradInput)
{
    struct image image = *given;
    struct resample *resample = arena_take(list->arena, sizeof *resample);
    int dense = l0_contiguous(list, gradOut);
    if (dense == L0_NONE || gradInput == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor result = list->tensors[gradInput];
    const struct l0_tensor source = list->tensors[dense];
    enum way way = way_of(list, &image, &source, &result);
    choose_gradient_factors(list, &image, way, source.dims, result.dims);
    *resample = (struct resample){.first = image.first, .count = image.count};
    for (int32_t i = 0; i < image.count; i++) {
        float sizes = (float)source.dims[image.first + i] / (float)result.dims[image.first + i];
        resample->dims[i] = (struct resample_dim){
            .rule = RESAMPLE_RANGE,
            .step = image.factors[i] > 0 ? (float)image.factors[i] : sizes,
            .shift = image.is_exact ? 0.5f : 0};
    }
    /* The device copies a strided gradInput only to see its shape. */
    if ((image.is_exact && image.count < 3) || (image.count == 1 && way == BY_KERNEL))
        resized_copy(list, gradInput);
    l0_launch_view_copy(list, launch_gradient(list, &image, way, dense, &result), gradInput);
    int sums = l0_new_shaped(list, "sums", source.type, result.dims, result.rank);
    list_resample_step(list, gradient_row(&image, way), dense, sums, resample);
    l0_step(list, L0_STEP_STORE, NULL, &sums, 1, &gradInput, 1, NULL);
}

void list_upsample_nearest1d_backward(struct l0_list *list, int gradOut, double scales,
                                      int64_t exact, int out)
{
    if (gradOut == L0_NONE)
        return;
    struct image image = image_of(list, gradOut, 1, exact, &scales);
    list_nearest_backward(list, &image, gradOut, out);
}

void list_upsample_nearest2d_backward(struct l0_list *list, int gradOut, double scalesH,
                                      double scalesW, int64_t exact, int gradInput)
{
    if (gradOut == L0_NONE)
        return;
    struct image image = image_of(list, gradOut, 2, exact, (double[]){scalesH, scalesW});
    list_nearest_backward(list, &image, gradOut, gradInput);
}

void list_upsample_nearest3d_backward(struct l0_list *list, int gradOut, double scalesD,
                                      double scalesH, double scalesW, int64_t exact, int gradInput)
{
    if (gradOut == L0_NONE)
        return;
    struct image image = image_of(list, gradOut, 3, exact, (double[]){scalesD, scalesH, scalesW});
    list_nearest_backward(list, &image, gradOut, gradInput);
}

/* ---- Resize: sizes by factors ---------------------------------------------------------------- */

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

aclnnStatus check_resize_mode(struct call *call, int mode)
{
    const char *text = call->arguments[mode].text;
    if (text == NULL)
        return report(ACLNN_ERR_PARAM_NULLPTR, "%s is NULL; it must be a text",
                      call_name(call, mode));
    if (has_prefix(text, "nearest") || has_prefix(text, "bilinear"))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is \"%s\"; \"nearest\" or \"bilinear\" is required",
                  call_name(call, mode), text);
}

/* The size of a dimension: its places by the factor, which may be a little off. */
static aclnnStatus check_scaled(const struct call *call, int self, int out, int32_t dim,
                                float factor)
{
    double places = (double)call_tensor(call, self)->dims[dim];
    double size = (double)call_tensor(call, out)->dims[dim];
    double least_size = trunc(places * ((double)factor - FACTOR_TOLERANCE));
    double most_size = trunc(places * ((double)factor + FACTOR_TOLERANCE));
    if (size >= least_size && size <= most_size)
        return ACLNN_SUCCESS;
    return report(
        ACLNN_ERR_PARAM_INVALID, "dimension %d of %s is %g; %g, that of %s by scales, is required",
        dim, call_name(call, out), size, trunc(places * (double)factor), call_name(call, self));
}

aclnnStatus check_scaled_image(struct call *call, int self, int scales, int out)
{
    const struct tensor *image = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    const struct array *factors = call->arguments[scales].array;
    if (image->format != result->format ||
        (image->format != ACL_FORMAT_NCHW && image->format != ACL_FORMAT_NHWC))
        return report(ACLNN_ERR_PARAM_INVALID,
                      "the formats of %s and %s are %s and %s; both ACL_FORMAT_NCHW or NHWC are "
                      "required",
                      call_name(call, self), call_name(call, out), format_name(image->format),
                      format_name(result->format));
    aclnnStatus status = check_rank(call, self, 4, 4);
    if (status == ACLNN_SUCCESS)
        status = check_rank(call, out, 4, 4);
    if (status != ACLNN_SUCCESS)
        return status;
    if (factors->size != 4)
        return report(ACLNN_ERR_PARAM_INVALID, "%s has %" PRIu64 " entries; 4 are required",
                      call_name(call, scales), factors->size);
    int32_t first = first_of(image->format);
    int32_t channels = first == 1 ? 3 : 1;
    if (image->dims[0] != result->dims[0] || image->dims[channels] != result->dims[channels])
        return call_refuse_shape(call, out, "the images and channels of self are required");
    const float *values = (const float *)(const void *)factors->values;
    status = check_scaled(call, self, out, first, values[first]);
    return status == ACLNN_SUCCESS ? check_scaled(call, self, out, first + 1, values[first + 1])
                                   : status;
}

void list_resize(struct l0_list *list, int self, const char *mode, int out)
{
    if (has_prefix(mode, "nearest")) {
        list_upsample_nearest2d(list, self, 0, 0, 0, out);
        return;
    }
    struct resample *resample = arena_take(list->arena, sizeof *resample);
    int dense = l0_contiguous(list, self);
    int target = l0_contiguous(list, out);
    if (dense == L0_NONE || target == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    int32_t first = first_of(list->tensors[self].given->format);
    *resample = (struct resample){.first = first, .count = 2};
    for (int32_t i = 0; i < 2; i++)
        resample->dims[i] = (struct resample_dim){.rule = RESAMPLE_LINEAR,
                                                  .step = (double)source.dims[first + i] /
                                                          (double)result.dims[first + i]};
    int held = target;
    if (list->architecture == L0_3510) {
        l0_launch_row(list, &l0_ResizeBilinearV2, &dense, 1, 0, &target, 1, NULL);
    } else {
        int blocks = resized_in_blocks(list, dense, first);
        int result_blocks = resized_in_blocks(list, target, first);
        l0_launch_row(list, &l0_ResizeBilinearV2, &blocks, 1, 0, &result_blocks, 1, NULL);
        held = resized_from_blocks(list, result_blocks, result.dims, result.rank);
    }
    int made = l0_new_shaped(list, "resized", source.type, result.dims, result.rank);
    if (held == L0_NONE || made == L0_NONE)
        return;
    l0_launch_view_copy(list, held, out);
    list_resample_step(list, &l0_ResizeBilinearV2, dense, made, resample);
    l0_step(list, L0_STEP_STORE, NULL, &made, 1, &out, 1, NULL);
}
