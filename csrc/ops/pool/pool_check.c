/* SPDX-License-Identifier: Apache-2.0 */
/* Pools and their gradients: checks. */
#include "ops/pool/pool.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "declared/conv.h"
#include "declared/pool.h"
#include "ops/common/check.h"
#include "ops/common/shape.h"

#define MOST_FACTORS 536870911

static aclnnStatus refuse(const struct call *call, int tensor, const char *what)
{
    char is[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; for a pool %s",
                  call_name(call, tensor), dims_describe(given->dims, given->rank, is, sizeof is),
                  what);
}

static aclnnStatus refuse_numbers(const struct call *call, int array, const char *what)
{
    char is[160];
    const struct array *given = call->arguments[array].array;
    int32_t count = given->size > 8 ? 8 : (int32_t)given->size;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; for a pool %s", call_name(call, array),
                  dims_describe(array_integers(given), count, is, sizeof is), what);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus pool_check_image_format(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    aclFormat wanted = given->rank == 3   ? ACL_FORMAT_NCL
                       : given->rank == 4 ? ACL_FORMAT_NCHW
                                          : ACL_FORMAT_NCDHW;
    if (given->rank < 3 || given->rank > 4)
        return refuse(call, tensor, "3 or 4 dimensions are required");
    return given->format == wanted
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %d; for a pool NCL (47) is required with 3 "
                        "dimensions, NCHW (0) with 4",
                        call_name(call, tensor), (int)given->format);
}

aclnnStatus pool_check_image_rank(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->rank == 3 || given->rank == 4)
        return ACLNN_SUCCESS;
    return refuse(call, tensor, "3 or 4 dimensions are required");
}

static bool has_size(const struct array *array, uint64_t a, uint64_t b, uint64_t c)
{
    return array == NULL || array->size == a || array->size == b || array->size == c;
}

static bool has_at_least(const struct array *array, int64_t lowest)
{
    for (uint64_t i = 0; array != NULL && i < array->size; i++)
        if (array_integers(array)[i] < lowest)
            return false;
    return true;
}

/* The requirements on a pool's arrays. dilation is negative where the call has none. */
struct arrays {
    int kernel;
    int stride;
    int padding;
    int dilation;
    bool may_be_longer; /* kernel may have more numbers, which are ignored */
};

static const struct array *array_of(const struct call *call, int parameter)
{
    return parameter < 0 ? NULL : call->arguments[parameter].array;
}

static aclnnStatus check_arrays(const struct call *call, const struct arrays *a, bool may_dilate,
                                int32_t spatial)
{
    const struct array *dilation = array_of(call, a->dilation);
    uint64_t all = (uint64_t)spatial;
    bool may_be_more = a->may_be_longer && array_of(call, a->kernel)->size > all;
    if ((!has_size(array_of(call, a->kernel), 1, all, all) && !may_be_more) ||
        !has_at_least(array_of(call, a->kernel), 1))
        return refuse_numbers(call, a->kernel,
                              "one number above 0 is required, or one for each dimension");
    if (!has_size(array_of(call, a->stride), 0, 1, all) ||
        !has_at_least(array_of(call, a->stride), 1))
        return refuse_numbers(call, a->stride,
                              "no number, one above 0 or one for each dimension is required");
    if (!has_size(array_of(call, a->padding), 1, all, all) ||
        !has_at_least(array_of(call, a->padding), 0))
        return refuse_numbers(call, a->padding,
                              "one number is required, or one for each dimension, none negative");
    if (dilation != NULL && (!has_size(dilation, 1, all, all) || !has_at_least(dilation, 1)))
        return refuse_numbers(call, a->dilation,
                              "one number above 0 is required, or one for each dimension");
    for (uint64_t i = 0; dilation != NULL && i < dilation->size && !may_dilate; i++)
        if (array_integers(dilation)[i] != 1)
            return refuse_numbers(call, a->dilation, "1 is required on this product");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_plane(const struct call *call, int self, int32_t spatial)
{
    const struct tensor *tensor = call_tensor(call, self);
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] < 0 || (tensor->dims[i] == 0 && (tensor->rank == spatial + 1 || i > 0)))
            return refuse(call, self, "only the batch may be none");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_shape_from(const struct call *call, int self, int32_t first,
                                    const struct pool *pool, int ceil_mode, int windows)
{
    struct shape shape;
    const struct tensor *tensor = call_tensor(call, self);
    if (!pool_shape_of_windows(tensor, pool, first, call->arguments[ceil_mode].integer != 0,
                               &shape))
        return refuse(call, self, "a window has to fit into it");
    return call_shape_is(call, windows, shape.dims, shape.rank, false,
                         "what follows from the windows");
}

static aclnnStatus check_window_shape(const struct call *call, int self, const struct pool *pool,
                                      int ceil_mode, int windows)
{
    const struct tensor *tensor = call_tensor(call, self);
    return check_shape_from(call, self, tensor->rank - pool->spatial - pool_is_last(tensor), pool,
                            ceil_mode, windows);
}

static aclnnStatus check_half_padding(const struct call *call, const struct pool *pool, int padding)
{
    for (int i = 0; i < POOL_DIMS; i++)
        if (pool->before[i] > pool->kernel[i] / 2)
            return refuse_numbers(call, padding, "at most half of the window is required");
    return ACLNN_SUCCESS;
}

static aclnnStatus check_numbers(const struct call *call, const struct arrays *arrays,
                                 bool may_dilate, int32_t spatial, struct pool *pool)
{
    aclnnStatus status = check_arrays(call, arrays, may_dilate, spatial);
    if (status != ACLNN_SUCCESS)
        return status;
    pool_set_windows(pool, spatial, array_of(call, arrays->kernel), array_of(call, arrays->stride),
                     array_of(call, arrays->padding), array_of(call, arrays->dilation), false);
    return check_half_padding(call, pool, arrays->padding);
}

aclnnStatus pool_check_averaged(struct call *call, int self, int kernelSize, int strides,
                                int paddings, int ceilMode, int out, int spatial)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    const struct arrays arrays = {kernelSize, strides, paddings, -1, spatial == 2};
    const struct tensor *tensor = call_tensor(call, self);
    aclnnStatus status = check_numbers(call, &arrays, false, spatial, &pool);
    if (status == ACLNN_SUCCESS && spatial == 2)
        status = check_plane(call, self, spatial);
    if (status != ACLNN_SUCCESS)
        return status;
    for (int32_t i = 0; spatial == 3 && i < spatial; i++)
        if (pool.kernel[i] > tensor->dims[tensor->rank - spatial + i])
            return refuse_numbers(call, kernelSize, "a window is at most as large as the input");
    return check_window_shape(call, self, &pool, ceilMode, out);
}

aclnnStatus pool_check_window_counts(struct call *call, int kernelSize, int stride, int padding,
                                     int spatial)
{
    uint64_t all = (uint64_t)spatial;
    if (!has_size(array_of(call, kernelSize), 1, all, all))
        return refuse_numbers(call, kernelSize,
                              "one number is required, or one for each dimension");
    if (!has_size(array_of(call, padding), 1, all, all))
        return refuse_numbers(call, padding, "one number is required, or one for each dimension");
    if (!has_size(array_of(call, stride), 0, 1, all))
        return refuse_numbers(call, stride,
                              "no number, one, or one for each dimension is required");
    return ACLNN_SUCCESS;
}

aclnnStatus pool_check_window_numbers(struct call *call, int kernelSize, int stride, int padding,
                                      int spatial)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    const struct arrays arrays = {kernelSize, stride, padding, -1, false};
    return check_numbers(call, &arrays, false, spatial, &pool);
}

aclnnStatus pool_check_averaged_from(struct call *call, int self, int kernelSize, int stride,
                                     int padding, int ceilMode, int gradOutput, int spatial)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    const struct arrays arrays = {kernelSize, stride, padding, -1, false};
    if (call->is_empty)
        return ACLNN_SUCCESS;
    aclnnStatus status = check_numbers(call, &arrays, false, spatial, &pool);
    return status == ACLNN_SUCCESS ? check_window_shape(call, self, &pool, ceilMode, gradOutput)
                                   : status;
}

aclnnStatus pool_check_average_mode(struct call *call, int mode, int highest)
{
    int64_t given = call->arguments[mode].integer;
    if (given >= 0 && given <= highest)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID, "cubeMathType is %" PRId64 "; 0 to %d are supported",
                  given, highest);
}

aclnnStatus pool_check_average_grad_way(struct call *call, int gradOutput, int self, int kernelSize,
                                        int divisorOverride, int mode)
{
    struct pool pool = {.divisor = call->arguments[divisorOverride].integer};
    int64_t given = call->arguments[mode].integer;
    if (call->is_empty)
        return ACLNN_SUCCESS;
    pool_set_windows(&pool, 2, array_of(call, kernelSize), NULL, NULL, NULL, false);
    const struct tensor *grad = call_tensor(call, gradOutput);
    const struct tensor *images = call_tensor(call, self);
    if (pool_is_whole_gradient(&pool, &images->dims[images->rank - 2], &grad->dims[grad->rank - 2]))
        return ACLNN_SUCCESS;
    if (pool.divisor < -255 || pool.divisor > 255)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "divisorOverride is %" PRId64 "; -255 to 255 are supported on Ascend910",
                      pool.divisor);
    if (grad->type == ACL_FLOAT && given != 1 && given != 2)
        return report(ACLNN_ERR_PARAM_INVALID,
                      "cubeMathType is %" PRId64 "; 1 and 2 are supported on Ascend910 for float32",
                      given);
    return ACLNN_SUCCESS;
}

static aclnnStatus refuse_format(const struct call *call, int tensor)
{
    return report(ACLNN_ERR_PARAM_INVALID,
                  "the format of %s is %s; NCHW or NCL is required, NCHW with 4 dimensions",
                  call_name(call, tensor), format_name(call_tensor(call, tensor)->format));
}

aclnnStatus pool_check_average_grad_format(struct call *call, int gradOutput, int self,
                                           int gradInput)
{
    const int tensors[] = {gradOutput, self, gradInput};
    int32_t rank = call_tensor(call, gradOutput)->rank;
    for (int i = 0; i < 3; i++) {
        aclFormat format = call_tensor(call, tensors[i])->format;
        if (format != ACL_FORMAT_NCHW && format != ACL_FORMAT_NCL)
            return refuse_format(call, tensors[i]);
    }
    for (int i = 0; i < 3; i += 2)
        if (rank == 4 && call_tensor(call, tensors[i])->format != ACL_FORMAT_NCHW)
            return refuse_format(call, tensors[i]);
    if (rank != 3 && rank != 4)
        return refuse(call, gradOutput, "3 or 4 dimensions are required");
    return call_tensor(call, gradInput)->rank == rank
               ? ACLNN_SUCCESS
               : refuse(call, gradInput, "both gradients have as many dimensions");
}

aclnnStatus pool_check_mode_of_average(struct call *call, int self, int mode, int highest)
{
    return conv_check_mode(call, self, self, mode, highest);
}

aclnnStatus pool_check_flat_average_mode(struct call *call, int self, int kernelSize, int paddings,
                                         int ceilMode, int divisorOverride, int mode)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    int64_t given = call->arguments[mode].integer;
    if (call->is_empty || call_type(call, self) != ACL_FLOAT || given == 0 || given == 2)
        return ACLNN_SUCCESS;
    pool_set_windows(&pool, 2, array_of(call, kernelSize), NULL, array_of(call, paddings), NULL,
                     false);
    const struct tensor *images = call_tensor(call, self);
    const int64_t *last = &images->dims[images->rank - 3];
    pool.divisor = call->arguments[divisorOverride].integer;
    if (!pool_is_whole_plane(&pool, &last[1]) &&
        !pool_is_by_products(&pool, last, call->arguments[ceilMode].integer != 0))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "cubeMathType is %" PRId64 "; 0 or 2 is required for these windows of float32 on "
                  "this product",
                  given);
}

static bool may_dilate(const struct call *call)
{
    return call_is_on_950(call);
}

aclnnStatus pool_check_pooled(struct call *call, int self, int kernelSize, int stride, int padding,
                              int dilation, int ceilMode, int out, int spatial)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct arrays arrays = {kernelSize, stride, padding, dilation, false};
    aclnnStatus status = check_numbers(call, &arrays, may_dilate(call), spatial, &pool);
    if (status == ACLNN_SUCCESS)
        status = check_plane(call, self, spatial);
    return status == ACLNN_SUCCESS ? check_window_shape(call, self, &pool, ceilMode, out) : status;
}

aclnnStatus pool_check_numbers(struct call *call, int kernelSize, int stride, int padding,
                               int dilation, int spatial)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct arrays arrays = {kernelSize, stride, padding, dilation, false};
    return check_numbers(call, &arrays, may_dilate(call), spatial, &pool);
}

aclnnStatus pool_check_dilated_numbers(struct call *call, int kernelSize, int stride, int padding,
                                       int dilation, int spatial)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct arrays arrays = {kernelSize, stride, padding, dilation, false};
    return check_numbers(call, &arrays, true, spatial, &pool);
}

aclnnStatus pool_check_pooled_from(struct call *call, int self, int kernelSize, int stride,
                                   int padding, int dilation, int ceilMode, int windows,
                                   int spatial)
{
    struct pool pool = {.kind = POOL_MAX};
    if (call->is_empty)
        return ACLNN_SUCCESS;
    pool_set_windows(&pool, spatial, array_of(call, kernelSize), array_of(call, stride),
                     array_of(call, padding), array_of(call, dilation), false);
    return check_window_shape(call, self, &pool, ceilMode, windows);
}

/* The last dimensions in the sequence in which the tensor has them, whatever its format is. */
static bool has_places_for_int32(const struct tensor *given, int spatial)
{
    int64_t places = 1;
    for (int32_t i = given->rank - spatial; i < given->rank; i++)
        if (__builtin_mul_overflow(places, given->dims[i], &places) || places > INT32_MAX)
            return false;
    return true;
}

aclnnStatus pool_check_places_in_int32(struct call *call, int self, int spatial)
{
    char is[160];
    const struct tensor *given = call_tensor(call, self);
    if (call->is_empty || has_places_for_int32(given, spatial))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "the shape of %s is %s; a plane has at most 2147483647 places on this product",
                  call_name(call, self), dims_describe(given->dims, given->rank, is, sizeof is));
}

aclnnStatus pool_check_long_places_in_int32(struct call *call, int self, int kernelShape, int pads)
{
    struct pool pool = {.kind = POOL_MAX};
    pool_set_windows(&pool, 2, array_of(call, kernelShape), NULL, array_of(call, pads), NULL, true);
    return pool_is_of_long_windows(&pool) ? pool_check_places_in_int32(call, self, 2)
                                          : ACLNN_SUCCESS;
}

aclnnStatus pool_check_masked_places_in_int32(struct call *call, int self, int kernelSize)
{
    struct pool pool = {.kind = POOL_MAX};
    pool_set_windows(&pool, 2, array_of(call, kernelSize), NULL, NULL, NULL, false);
    return pool.kernel[1] == 1 && pool.kernel[2] == 1 ? ACLNN_SUCCESS
                                                      : pool_check_places_in_int32(call, self, 2);
}

aclnnStatus pool_check_pooled_as_planes(struct call *call, int self, int kernelSize, int stride,
                                        int padding, int ceilMode, int out)
{
    struct pool pool = {.kind = POOL_MAX};
    if (call->is_empty || !pool_is_last(call_tensor(call, self)))
        return ACLNN_SUCCESS;
    pool_set_windows(&pool, 2, array_of(call, kernelSize), array_of(call, stride),
                     array_of(call, padding), NULL, false);
    return check_shape_from(call, self, call_tensor(call, self)->rank - 2, &pool, ceilMode, out);
}

aclnnStatus pool_check_mask_kernel(struct call *call, int kernelSize)
{
    return has_size(array_of(call, kernelSize), 1, 2, 2)
               ? ACLNN_SUCCESS
               : refuse_numbers(call, kernelSize, "one or two numbers are required");
}

aclnnStatus pool_check_mask_kernel_given(struct call *call, int kernelSize)
{
    const struct array *given = array_of(call, kernelSize);
    return has_size(given, 1, 2, 2)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_NULLPTR,
                        "%s has %" PRIu64 " numbers; one or two of a window are required",
                        call_name(call, kernelSize), given->size);
}

aclnnStatus pool_check_mask(struct call *call, int self, int kernelSize, int windows, int mask)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct tensor *tensor = call_tensor(call, self);
    struct shape shape;
    pool_set_windows(&pool, 2, array_of(call, kernelSize), NULL, NULL, NULL, false);
    pool_shape_of_mask(tensor, &pool, call_tensor(call, windows)->dims, &shape);
    return call_shape_is(call, mask, shape.dims, shape.rank, false,
                         "rows of bytes for the elements of the window");
}

aclnnStatus pool_check_max_pooled(struct call *call, int self, int kernelShape, int strides,
                                  int autoPad, int pads, int dilations, int ceilMode, int out)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct array *padding = array_of(call, pads);
    const struct array *dilation = array_of(call, dilations);
    if (!has_size(array_of(call, kernelShape), 1, 2, 2) ||
        !has_at_least(array_of(call, kernelShape), 1))
        return refuse_numbers(call, kernelShape, "one or two numbers above 0 are required");
    if (!has_size(array_of(call, strides), 0, 1, 2) || !has_at_least(array_of(call, strides), 1))
        return refuse_numbers(call, strides, "none, one or two numbers above 0 are required");
    if ((padding->size != 4 && !has_size(padding, 0, 1, 2)) || !has_at_least(padding, 0))
        return refuse_numbers(call, pads, "none, one, two or four numbers are required");
    if ((dilation->size != 4 && !has_size(dilation, 0, 1, 2)))
        return refuse_numbers(call, dilations, "none, one, two or four numbers are required");
    if (call->arguments[autoPad].integer != 0)
        return report(ACLNN_ERR_PARAM_INVALID, "autoPad is %" PRId64 "; 0 is required",
                      call->arguments[autoPad].integer);
    for (uint64_t i = 0; i < dilation->size; i++)
        if (array_integers(dilation)[i] != 1)
            return refuse_numbers(call, dilations, "1 is required");
    pool_set_windows(&pool, 2, array_of(call, kernelShape), array_of(call, strides), padding, NULL,
                     true);
    for (int i = 0; i < POOL_DIMS; i++)
        if (pool.before[i] > pool.kernel[i] || pool.behind[i] > pool.kernel[i] - pool.before[i])
            return refuse_numbers(call, pads, "both sides together are at most the window");
    aclnnStatus status = check_plane(call, self, 2);
    return status == ACLNN_SUCCESS ? check_shape_from(call, self, call_tensor(call, self)->rank - 2,
                                                      &pool, ceilMode, out)
                                   : status;
}

aclnnStatus pool_check_adaptive(struct call *call, int self, int outputSize, int out, int spatial)
{
    const struct array *size = array_of(call, outputSize);
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    int64_t least = call_is_on_950(call) && spatial == 2 ? 0 : 1;
    int32_t first = tensor->rank - spatial;
    if (size->size != (uint64_t)spatial || !has_at_least(size, least))
        return refuse_numbers(call, outputSize, "a number above 0 is required for each dimension");
    for (int i = 0; i < spatial; i++)
        if (array_integers(size)[i] != result->dims[first + i])
            return refuse(call, out, "its last dimensions are the output size");
    return ACLNN_SUCCESS;
}

aclnnStatus pool_check_same_planes(struct call *call, int self, int out, int spatial)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    if (result->rank != tensor->rank)
        return refuse(call, out, "both tensors have as many dimensions");
    for (int32_t i = 0; i < tensor->rank - spatial; i++)
        if (result->dims[i] != tensor->dims[i])
            return refuse(call, out, "both tensors have the same batch and channels");
    return ACLNN_SUCCESS;
}

/* The shapes of the matrices by which Ascend910 multiplies planes fit. */
aclnnStatus pool_check_plane_factors(struct call *call, int self, int out)
{
    char is[160];
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    const int64_t *from = &tensor->dims[tensor->rank - 2];
    const int64_t *to = &result->dims[result->rank - 2];
    int64_t sizes[3] = {0};
    bool fits = true;
    if (call->is_empty || (to[0] == 1 && to[1] == 1))
        return ACLNN_SUCCESS;
    fits = !__builtin_mul_overflow(to[0], from[0], &sizes[0]) &&
           !__builtin_mul_overflow(from[1], to[1], &sizes[1]) &&
           !__builtin_mul_overflow(to[0], to[1], &sizes[2]);
    for (int i = 0; i < 3; i++)
        fits = fits && sizes[i] <= MOST_FACTORS;
    return fits ? ACLNN_SUCCESS
                : report(ACLNN_ERR_INNER_NULLPTR,
                         "the shape of %s is %s; rows and columns of a plane times those of its "
                         "parts are at most 536870911 on Ascend910",
                         call_name(call, self),
                         dims_describe(tensor->dims, tensor->rank, is, sizeof is));
}

aclnnStatus pool_check_places(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = call_is_on_950(call); i < given->rank; i++)
        if (given->dims[i] <= 0)
            return refuse(call, tensor, "no dimension is 0, but the first on Ascend950");
    return ACLNN_SUCCESS;
}

aclnnStatus pool_check_spatial(struct call *call, int tensor, int spatial)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = given->rank - spatial; i < given->rank; i++)
        if (given->dims[i] <= 0)
            return refuse(call, tensor, "no dimension of a plane is 0");
    return ACLNN_SUCCESS;
}

aclnnStatus pool_check_one_place(struct call *call, int tensor, int spatial)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = given->rank - spatial; i < given->rank; i++)
        if (given->dims[i] != 1)
            return refuse(call, tensor, "one place is required on this product");
    return ACLNN_SUCCESS;
}

aclnnStatus pool_check_double_of_one(struct call *call, int tensor, int spatial)
{
    return call_tensor(call, tensor)->type == ACL_DOUBLE
               ? pool_check_one_place(call, tensor, spatial)
               : ACLNN_SUCCESS;
}

aclnnStatus pool_check_small_planes(struct call *call, int tensor, int spatial)
{
    return has_places_for_int32(call_tensor(call, tensor), spatial)
               ? ACLNN_SUCCESS
               : refuse(call, tensor, "a plane has at most 2147483647 places");
}

static bool is_one_of(aclFormat format, const aclFormat *formats, int count)
{
    for (int i = 0; i < count; i++)
        if (format == formats[i])
            return true;
    return false;
}

aclnnStatus pool_check_pooled_format(struct call *call, int tensor)
{
    static const aclFormat formats[] = {ACL_FORMAT_NCDHW, ACL_FORMAT_NCHW, ACL_FORMAT_ND};
    const struct tensor *given = call_tensor(call, tensor);
    int count = call_is_on_950(call) ? 3 : 2;
    return is_one_of(given->format, formats, count)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; for a pool NCDHW or NCHW is required, or ND on "
                        "Ascend950",
                        call_name(call, tensor), format_name(given->format));
}

aclnnStatus pool_check_adaptive_sizes(struct call *call, int outputSize)
{
    const struct array *size = array_of(call, outputSize);
    return size->size == 2 && has_at_least(size, 1)
               ? ACLNN_SUCCESS
               : refuse_numbers(call, outputSize,
                                "a number above 0 is required for each dimension");
}

static void shape_of_parts(const struct tensor *tensor, const struct array *size, int spatial,
                           int64_t *dims)
{
    const int64_t *sizes = array_integers(size);
    int32_t first = tensor->rank - spatial - pool_is_last(tensor);
    memcpy(dims, tensor->dims, (size_t)tensor->rank * sizeof *dims);
    for (int i = 0; i < spatial && size->size > 0; i++)
        dims[first + i] = sizes[size->size == 1 ? 0 : i];
}

aclnnStatus pool_check_adaptive_parts(struct call *call, int self, int outputSize, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    char is[160];
    char wanted[160];
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    if (call->is_empty)
        return ACLNN_SUCCESS;
    shape_of_parts(tensor, array_of(call, outputSize), 2, dims);
    if (result->rank == tensor->rank &&
        memcmp(dims, result->dims, (size_t)tensor->rank * sizeof *dims) == 0)
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_INNER_NULLPTR,
                  "the shape of the result is %s, and that of %s is %s; they must be equal",
                  dims_describe(dims, tensor->rank, wanted, sizeof wanted), call_name(call, out),
                  dims_describe(result->dims, result->rank, is, sizeof is));
}

aclnnStatus pool_check_adaptive_max(struct call *call, int self, int outputSize, int out)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct array *size = array_of(call, outputSize);
    const struct tensor *tensor = call_tensor(call, self);
    bool may_be_less = call_is_on_950(call);
    if ((size->size != 3 && !(may_be_less && size->size < 2)) || !has_at_least(size, 1))
        return refuse_numbers(call, outputSize, "a number above 0 is required for each dimension");
    shape_of_parts(tensor, size, 3, dims);
    return call_shape_is(call, out, dims, tensor->rank, false, "the output size in self's shape");
}

aclnnStatus pool_check_small_if_int32(struct call *call, int tensor, int indices, int spatial)
{
    return call_type(call, indices) == ACL_INT32 ? pool_check_small_planes(call, tensor, spatial)
                                                 : ACLNN_SUCCESS;
}

aclnnStatus pool_check_volume_format(struct call *call, int tensor)
{
    static const aclFormat formats[] = {ACL_FORMAT_NDHWC, ACL_FORMAT_NCDHW, ACL_FORMAT_NCHW,
                                        ACL_FORMAT_ND};
    const struct tensor *given = call_tensor(call, tensor);
    return is_one_of(given->format, formats, 4)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; NDHWC, NCDHW, NCHW or ND is required",
                        call_name(call, tensor), format_name(given->format));
}

aclnnStatus pool_check_volume_rank(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->rank == 4 || given->rank == 5)
        return ACLNN_SUCCESS;
    return refuse(call, tensor, "4 or 5 dimensions are required");
}

/* ---- The kernel's own interface ---------------------------------------------------------------
 */

aclnnStatus pool_check_image_windows(struct call *call, int x, int ksize, int strides, int pads,
                                     int ceilMode, int out)
{
    struct shape shape;
    if (!pool_shape_image_windows(call, x, ksize, strides, pads, ceilMode, &shape))
        return refuse(call, x,
                      "four dimensions are required, into which the windows fit: ksize "
                      "and strides are four numbers, the last two above 0, pads four");
    return call_shape_is(call, out, shape.dims, shape.rank, false, "what follows from the windows");
}
