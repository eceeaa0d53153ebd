/* SPDX-License-Identifier: Apache-2.0 */
/* UpsampleNearest, UpsampleNearestExact and their gradients: lists of L0 operators. */
#include "ops/resize/upsample.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "declared/resize.h"
#include "ops/resize/resample.h"
#include "ops/resize/resize.h"
#include "ops/resize/resize_tiling.h"
#include "tensor/convert.h"
#include "workspace/l0_operators.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

/* A call. Its list has CANN's operators for the size, and one step that does the work. */
struct image {
    aclFormat format;
    int32_t first; /* the first spatial dimension */
    int32_t count;
    bool is_exact;
    double factors[RESAMPLE_MAX_DIMS]; /* 0: none is given */
};

static struct image image_of(const struct l0_list *list, int tensor, int32_t count, int64_t exact,
                             const double *factors)
{
    const struct tensor *given = list->tensors[tensor].given;
    struct image image = {.format = given->format,
                          .first = resize_upsample_first_of(given->format),
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

/* Whether AI cores have kernels for the type. The device's CPU knows no factors. */
static bool is_on_cores(const struct image *image, aclDataType type)
{
    return type == ACL_FLOAT || type_is_half(type) || image->is_exact || image->count == 3;
}

/* Chooses the factors that the product uses. Without any they follow from the sizes. */
static void choose_factors(const struct l0_list *list, struct image *image, aclDataType type)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool needs_all = image->count == 3 ? !(image->is_exact && is_950)
                                       : image->count == 2 && !image->is_exact && !is_950;
    bool has_none = !image->is_exact && image->count < 3 && list->architecture == ARCHITECTURE_1001;
    if (has_none || !is_on_cores(image, type) || (needs_all && !all_are_given(image)))
        forget_factors(image);
}

static float step_of(const struct image *image, int32_t i, const int64_t *from, const int64_t *to,
                     bool is_2201)
{
    int64_t places = from[image->first + i];
    int64_t size = to[image->first + i];
    /* With two dimensions Ascend910B ignores the factors, unless the call is exact. */
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

/* Whether Ascend950 uses the kernel of volumes, for few large planes of an exact call. */
static bool is_volume_950(const struct l0_list *list, const struct image *image,
                          const struct l0_tensor *from, const struct l0_tensor *to)
{
    if (list->architecture != ARCHITECTURE_3510 || !image->is_exact || image->count != 2 ||
        image->format == ACL_FORMAT_ND || from->dims[0] * from->dims[1] != 17)
        return false;
    /* CANN looks at the last two dimensions, whatever the format. */
    int32_t first = image->first;
    float height = (float)to->dims[first] / (float)from->dims[2];
    float width = (float)to->dims[first + 1] / (float)from->dims[3];
    return from->dims[2] >= 740 && from->dims[2] <= 750 && from->dims[3] >= 740 &&
           from->dims[3] <= 750 && height >= 7.5f && height <= 8 && width >= 6.5f && width <= 7;
}

/* The row that resizes an image on a product. */
static const struct l0_row *nearest_row(const struct l0_list *list, const struct image *image)
{
    if (image->count == 3)
        return image->is_exact ? &l0_UpsampleNearestExact3d : &l0_UpsampleNearest3d;
    if (list->architecture == ARCHITECTURE_3510)
        return &l0_ResizeNearestNeighborV2;
    if (image->is_exact)
        return &l0_UpsampleNearest;
    bool in_volume = list->architecture == ARCHITECTURE_2201 &&
                     (image->count == 1 || all_are_given(image));
    return in_volume ? &l0_UpsampleNearest3d : &l0_ResizeNearestNeighborV2;
}

/* Appends the operators that resize `dense`, and gives the tensor that they write. `target` is a
 * dense out. */
static int launch_nearest(struct l0_list *list, const struct image *image, int dense, int target)
{
    const struct l0_tensor source = list->tensors[dense];
    const struct l0_tensor result = list->tensors[target];
    const struct l0_row *row = nearest_row(list, image);
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    if (!is_on_cores(image, source.type)) {
        /* The device's CPU requires channels last. */
        int moved = resize_channels_last(list, dense, image->first);
        int held = resize_channels_last(list, target, image->first);
        l0_launch(list, "ResizeNearestNeighborV2", L0_AI_CPU, (int[]){moved, L0_NONE},
                  (int[]){held, L0_NONE});
        return image->first == 1 ? held : resize_channels_first(list, held, 1);
    }
    if (row == &l0_ResizeNearestNeighborV2 && !is_950) {
        int blocks = resize_in_blocks(list, dense, image->first);
        int held = resize_in_blocks(list, target, image->first);
        l0_launch_row(list, row, &blocks, 1, 0, &held, 1, NULL);
        return resize_from_blocks(list, held, result.dims, result.rank);
    }
    if (row == &l0_ResizeNearestNeighborV2 && !is_volume_950(list, image, &source, &result)) {
        l0_launch_row(list, row, &dense, 1, 0, &target, 1, NULL);
        return target;
    }
    if (row == &l0_ResizeNearestNeighborV2)
        row = &l0_UpsampleNearestExact3d;
    /* UpsampleNearest requires channels last, kernels of volumes require them first. */
    bool is_last = row == &l0_UpsampleNearest;
    bool turns = is_last ? image->first != 1 : image->first == 1 && !is_950;
    turns |= image->count == 3 && image->first == 1;
    int seen = !turns    ? dense
               : is_last ? resize_channels_last(list, dense, image->first)
                         : resize_channels_first(list, dense, image->first);
    int made = turns ? resize_turned(list, target, is_last)
                     : l0_new_shaped(list, "upsampled", result.type, result.dims, result.rank);
    if (seen == L0_NONE || made == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, row, &seen, 1, 0, &made, 1, NULL);
    if (!turns)
        return made;
    return is_last ? resize_channels_first(list, made, 1) : resize_channels_last(list, made, 2);
}

static void list_nearest(struct l0_list *list, const struct image *given, int self, int out)
{
    struct image image = *given;
    struct resample *resample = l0_take(list, sizeof *resample);
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
            .step = step_of(&image, i, source.dims, result.dims,
                            list->architecture == ARCHITECTURE_2201),
            .shift = image.is_exact ? 0.5f : 0};
    int moved = l0_new_shaped(list, "upsampled", source.type, result.dims, result.rank);
    if (moved == L0_NONE)
        return;
    l0_launch_view_copy(list, launch_nearest(list, &image, dense, target), out);
    l0_step(list, L0_STEP_APPLY, nearest_row(list, &image), &dense, 1, &moved, 1, resample);
    l0_step(list, L0_STEP_STORE, NULL, &moved, 1, &out, 1, NULL);
}

void resize_list_upsample_nearest1d(struct l0_list *list, int self, double scale, int exact,
                                    int out)
{
    if (self == L0_NONE)
        return;
    struct image image = image_of(list, self, 1, exact, &scale);
    list_nearest(list, &image, self, out);
}

void resize_list_upsample_nearest2d(struct l0_list *list, int self, double scalesH, double scalesW,
                                    int exact, int out)
{
    if (self == L0_NONE)
        return;
    struct image image = image_of(list, self, 2, exact, (double[]){scalesH, scalesW});
    list_nearest(list, &image, self, out);
}

void resize_list_upsample_nearest3d(struct l0_list *list, int self, double scalesD, double scalesH,
                                    double scalesW, int exact, int out)
{
    if (self == L0_NONE)
        return;
    struct image image = image_of(list, self, 3, exact, (double[]){scalesD, scalesH, scalesW});
    list_nearest(list, &image, self, out);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* How a product computes the gradient of a call that is not exact. */
enum way {
    BY_KERNEL, /* by UpsampleNearest...Grad */
    IN_BLOCKS, /* the same, on images in blocks of channels */
    BY_SIZES,  /* by ResizeNearestNeighborV2Grad, which knows no factors before Ascend950 */
    BY_CPU,
};

/* The integer part of size * factor; -1 when that is negative, NaN, or at least 2^62. */
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
    if (list->architecture == ARCHITECTURE_3510)
        return is_core_type ? BY_SIZES : BY_CPU;
    if (list->architecture == ARCHITECTURE_2201 && is_core_type && has_factor && leads)
        return BY_KERNEL;
    return (type != ACL_FLOAT || has_factor) && type != ACL_BF16 && leads ? BY_CPU : BY_SIZES;
}

static enum way way_of_plane(const struct l0_list *list, const struct image *image,
                             const struct l0_tensor *source, const struct l0_tensor *result)
{
    const int64_t least_places[] = {8, 16};
    const int64_t most_channels = 6; /* times the number of elements */
    if (list->architecture != ARCHITECTURE_2201 ||
        !(image->factors[0] > 0 || image->factors[1] > 0))
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
    if (list->architecture == ARCHITECTURE_1001 || !is_core_type)
        return BY_CPU;
    for (int32_t i = 0; list->architecture == ARCHITECTURE_2201 && i < image->count; i++) {
        int32_t dim = image->first + i;
        float factor = (float)source->dims[dim] / (float)result->dims[dim];
        if ((image->factors[i] > 0 ? (float)image->factors[i] : factor) > most_factor)
            return BY_CPU;
    }
    return BY_KERNEL;
}

/* Chooses the factors that the product uses for a gradient. */
static void choose_gradient_factors(const struct l0_list *list, struct image *image, enum way way,
                                    const int64_t *after, const int64_t *before)
{
    if (image->count == 3 && !all_are_given(image))
        forget_factors(image);
    if (way == BY_SIZES && list->architecture != ARCHITECTURE_3510)
        forget_factors(image);
    /* A factor of rows that does not lead to their size is ignored. */
    if (way == BY_CPU && image->count == 1 && list->architecture != ARCHITECTURE_3510 &&
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

/* Appends the kernel of a gradient, with its workspace on Ascend910B. */
static int launch_gradient_kernel(struct l0_list *list, const struct image *image, int dense,
                                  const struct l0_tensor *result)
{
    bool is_volume = image->count == 3;
    bool is_last = image->first == 1 && (is_volume || !image->is_exact);
    aclDataType type = list->tensors[dense].type;
    bool is_wide = type_is_half(type) && list->architecture != ARCHITECTURE_3510;
    int seen = is_last ? resize_channels_first(list, dense, 1) : dense;
    if (is_wide)
        seen = l0_launch_cast(list, seen, ACL_FLOAT);
    if (seen == L0_NONE)
        return L0_NONE;
    int sums = resize_like(list, list->tensors[seen].type, result, is_last);
    if (sums == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, gradient_row(image, BY_KERNEL), &seen, 1, 0, &sums, 1, NULL);
    if (list->architecture == ARCHITECTURE_2201) {
        struct resize_kernel k = resize_kernel(list, seen, sums, image->count);
        for (int32_t i = 0; i < image->count; i++)
            k.factors[RESIZE_MAX_DIMS - image->count + i] = (float)image->factors[i];
        if (image->count == 1)
            k.factors[RESIZE_HEIGHT] = 1;
        l0_kernel_workspace(list, is_volume ? resize_tiling_upsample_nearest3d_grad(list->soc, &k)
                                            : resize_tiling_upsample_nearest2d_grad(list->soc, &k));
    }
    sums = is_wide ? l0_launch_cast(list, sums, type) : sums;
    return is_last ? resize_channels_last(list, sums, 2) : sums;
}

static int launch_gradient(struct l0_list *list, const struct image *image, enum way way, int dense,
                           const struct l0_tensor *result)
{
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    aclDataType type = list->tensors[dense].type;
    if (way == BY_KERNEL)
        return launch_gradient_kernel(list, image, dense, result);
    if (way == BY_CPU) {
        bool is_volume = image->count == 3;
        bool is_last = is_volume && image->first == 1;
        aclDataType wide = is_volume ? ACL_BF16 : ACL_FLOAT16;
        int seen = is_last ? resize_channels_first(list, dense, 1) : dense;
        seen = type == wide ? l0_launch_cast(list, seen, ACL_FLOAT) : seen;
        if (seen == L0_NONE)
            return L0_NONE;
        int sums = resize_like(list, list->tensors[seen].type, result, is_last);
        l0_launch(list, is_volume ? "UpsampleNearest3dGrad" : "ResizeGrad", L0_AI_CPU,
                  (int[]){seen, L0_NONE}, (int[]){sums, L0_NONE});
        sums = l0_launch_cast(list, sums, type);
        return is_last ? resize_channels_last(list, sums, 2) : sums;
    }
    const struct l0_row *row = gradient_row(image, way);
    if (is_950) {
        int sums = l0_new_shaped(list, "sums", type, result->dims, result->rank);
        l0_launch_row(list, row, &dense, 1, 0, &sums, 1, NULL);
        return sums;
    }
    bool is_wide = way == BY_SIZES && image->count == 2 && type == ACL_FLOAT16;
    int seen = is_wide ? l0_launch_cast(list, dense, ACL_FLOAT) : dense;
    int blocks = resize_in_blocks(list, seen, image->first);
    if (blocks == L0_NONE)
        return L0_NONE;
    int held = resize_blocks(list, list->tensors[blocks].type, result, image->first);
    l0_launch_row(list, row, &blocks, 1, 0, &held, 1, NULL);
    if (way == IN_BLOCKS)
        l0_kernel_workspace(list, (uint64_t)1 << 20);
    return l0_launch_cast(list, resize_from_blocks(list, held, result->dims, result->rank), type);
}

static void list_nearest_backward(struct l0_list *list, const struct image *given, int gradOut,
                                  int gradInput)
{
    struct image image = *given;
    struct resample *resample = l0_take(list, sizeof *resample);
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
    /* The device copies a strided gradInput only to read its shape. */
    if ((image.is_exact && image.count < 3) || (image.count == 1 && way == BY_KERNEL))
        resize_copy(list, gradInput);
    l0_launch_view_copy(list, launch_gradient(list, &image, way, dense, &result), gradInput);
    int sums = l0_new_shaped(list, "sums", source.type, result.dims, result.rank);
    resize_list_resample_step(list, gradient_row(&image, way), dense, sums, resample);
    l0_step(list, L0_STEP_STORE, NULL, &sums, 1, &gradInput, 1, NULL);
}

void resize_list_upsample_nearest1d_backward(struct l0_list *list, int gradOut, double scales,
                                             int exact, int out)
{
    if (gradOut == L0_NONE)
        return;
    struct image image = image_of(list, gradOut, 1, exact, &scales);
    list_nearest_backward(list, &image, gradOut, out);
}

void resize_list_upsample_nearest2d_backward(struct l0_list *list, int gradOut, double scalesH,
                                             double scalesW, int exact, int gradInput)
{
    if (gradOut == L0_NONE)
        return;
    struct image image = image_of(list, gradOut, 2, exact, (double[]){scalesH, scalesW});
    list_nearest_backward(list, &image, gradOut, gradInput);
}

void resize_list_upsample_nearest3d_backward(struct l0_list *list, int gradOut, double scalesD,
                                             double scalesH, double scalesW, int exact,
                                             int gradInput)
{
    if (gradOut == L0_NONE)
        return;
    struct image image = image_of(list, gradOut, 3, exact, (double[]){scalesD, scalesH, scalesW});
    list_nearest_backward(list, &image, gradOut, gradInput);
}

void resize_list_resize(struct l0_list *list, int self, const char *mode, int out)
{
    if (resize_upsample_has_prefix(mode, "nearest")) {
        resize_list_upsample_nearest2d(list, self, 0, 0, 0, out);
        return;
    }
    struct resample *resample = l0_take(list, sizeof *resample);
    int dense = l0_contiguous(list, self);
    int target = l0_contiguous(list, out);
    if (dense == L0_NONE || target == L0_NONE || resample == NULL)
        return;
    const struct l0_tensor source = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    int32_t first = resize_upsample_first_of(list->tensors[self].given->format);
    *resample = (struct resample){.first = first, .count = 2};
    for (int32_t i = 0; i < 2; i++)
        resample->dims[i] = (struct resample_dim){.rule = RESAMPLE_LINEAR,
                                                  .step = (double)source.dims[first + i] /
                                                          (double)result.dims[first + i]};
    int held = target;
    if (list->architecture == ARCHITECTURE_3510) {
        l0_launch_row(list, &l0_ResizeBilinearV2, &dense, 1, 0, &target, 1, NULL);
    } else {
        int blocks = resize_in_blocks(list, dense, first);
        int result_blocks = resize_in_blocks(list, target, first);
        l0_launch_row(list, &l0_ResizeBilinearV2, &blocks, 1, 0, &result_blocks, 1, NULL);
        held = resize_from_blocks(list, result_blocks, result.dims, result.rank);
    }
    int made = l0_new_shaped(list, "resized", source.type, result.dims, result.rank);
    if (held == L0_NONE || made == L0_NONE)
        return;
    l0_launch_view_copy(list, held, out);
    resize_list_resample_step(list, &l0_ResizeBilinearV2, dense, made, resample);
    l0_step(list, L0_STEP_STORE, NULL, &made, 1, &out, 1, NULL);
}
