/* SPDX-License-Identifier: Apache-2.0 */
/* Pools and their gradients: checks, and what CANN makes of them. */
#include "ops/pool.h"

#include <inttypes.h>
#include <string.h>

#include "aclnn/opdev/op_errno.h"
#include "base/data_type.h"
#include "base/report.h"
#include "operators.h"
#include "ops/checks.h"
#include "ops/lists.h"
#include "ops/statistics.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

/* Masks have room for whole blocks of places, and one block more, of so many bytes each. */
#define MASK_PLACES 16
#define MASK_BYTES 32

static bool is_last(const struct tensor *tensor)
{
    return tensor->format == ACL_FORMAT_NHWC || tensor->format == ACL_FORMAT_NDHWC;
}

static aclnnStatus refuse(const struct call *call, int tensor, const char *what)
{
    char is[160];
    const struct tensor *given = call_tensor(call, tensor);
    return report(ACLNN_ERR_PARAM_INVALID, "the shape of %s is %s; of a pool %s",
                  call_name(call, tensor), dims_describe(given->dims, given->rank, is, sizeof is),
                  what);
}

static aclnnStatus refuse_numbers(const struct call *call, int array, const char *what)
{
    char is[160];
    const struct array *given = call->arguments[array].array;
    int32_t count = given->size > 8 ? 8 : (int32_t)given->size;
    return report(ACLNN_ERR_PARAM_INVALID, "%s is %s; of a pool %s", call_name(call, array),
                  dims_describe((const int64_t *)(const void *)given->values, count, is, sizeof is),
                  what);
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Numbers for each dimension: one for all of them, or one each; none: others. */
static void spread_numbers(const struct array *array, int32_t spatial, const int64_t *others,
                           int64_t *numbers)
{
    for (int i = 0; i < POOL_DIMS; i++)
        numbers[i] = others[i];
    if (array == NULL || array->size == 0)
        return;
    const int64_t *given = (const int64_t *)(const void *)array->values;
    for (int32_t i = 0; i < spatial; i++)
        numbers[POOL_DIMS - spatial + i] = given[array->size == 1 ? 0 : i];
}

/* The windows of arrays that were checked for their sizes. */
static void set_windows(struct pool *pool, int32_t spatial, const struct array *kernel,
                        const struct array *stride, const struct array *padding,
                        const struct array *dilation, bool by_one)
{
    static const int64_t ones[] = {1, 1, 1};
    static const int64_t zeros[] = {0, 0, 0};
    pool->spatial = spatial;
    spread_numbers(kernel, spatial, ones, pool->kernel);
    spread_numbers(stride, spatial, by_one ? ones : pool->kernel, pool->stride);
    spread_numbers(dilation, spatial, ones, pool->dilation);
    if (padding != NULL && padding->size == 4 && spatial == 2) { /* top, left, bottom, right */
        const int64_t *sides = (const int64_t *)(const void *)padding->values;
        memcpy(&pool->before[1], sides, 2 * sizeof *sides);
        memcpy(&pool->behind[1], sides + 2, 2 * sizeof *sides);
        return;
    }
    spread_numbers(padding, spatial, zeros, pool->before);
    spread_numbers(padding, spatial, zeros, pool->behind);
}

/* How many windows there are along a dimension; 0: none, or a number is beyond 63 bits. */
static int64_t windows_in(const struct pool *pool, int dim, int64_t size, bool ceil_mode)
{
    int64_t reach = 0;
    int64_t room = 0;
    int64_t stride = pool->stride[dim];
    if (__builtin_mul_overflow(pool->kernel[dim] - 1, pool->dilation[dim], &reach) ||
        __builtin_add_overflow(pool->before[dim], pool->behind[dim], &room) ||
        __builtin_add_overflow(room, size, &room) || room - 1 < reach ||
        __builtin_add_overflow(room - 1 - reach, ceil_mode ? stride - 1 : 0, &room))
        return 0;
    int64_t count = room / stride + 1;
    if (ceil_mode && (count - 1) * stride >= size + pool->before[dim])
        count--;
    return count;
}

/* The shape of what the windows give. */
static bool shape_of_windows(const struct tensor *self, const struct pool *pool, bool ceil_mode,
                             int64_t *dims)
{
    int32_t first = self->rank - pool->spatial - is_last(self);
    memcpy(dims, self->dims, (size_t)self->rank * sizeof *dims);
    for (int32_t i = 0; i < pool->spatial; i++) {
        dims[first + i] = windows_in(pool, POOL_DIMS - pool->spatial + i, self->dims[first + i],
                                     ceil_mode);
        if (dims[first + i] <= 0)
            return false;
    }
    return true;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

aclnnStatus check_pool_format(struct call *call, int tensor)
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
                        "the format of %s is %d; of a pool NCL (47) is required with 3 "
                        "dimensions, NCHW (0) with 4",
                        call_name(call, tensor), (int)given->format);
}

aclnnStatus check_pool_rank(struct call *call, int tensor)
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
        if (((const int64_t *)(const void *)array->values)[i] < lowest)
            return false;
    return true;
}

/* What a pool's arrays are asked for; dilation is negative where there is none. */
struct arrays {
    int kernel;
    int stride;
    int padding;
    int dilation;
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
    if (!has_size(array_of(call, a->kernel), 1, all, all) ||
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
        if (((const int64_t *)(const void *)dilation->values)[i] != 1)
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

static aclnnStatus check_window_shape(const struct call *call, int self, const struct pool *pool,
                                      int ceil_mode, int windows)
{
    int64_t dims[TENSOR_MAX_DIMS];
    const struct tensor *tensor = call_tensor(call, self);
    if (!shape_of_windows(tensor, pool, call->arguments[ceil_mode].integer != 0, dims))
        return refuse(call, self, "a window has to fit into it");
    return call_shape_is(call, windows, dims, tensor->rank, false, "what follows from the windows");
}

static aclnnStatus check_half_padding(const struct call *call, const struct pool *pool, int padding)
{
    for (int i = 0; i < POOL_DIMS; i++)
        if (pool->before[i] > pool->kernel[i] / 2)
            return refuse_numbers(call, padding, "at most half of the window is required");
    return ACLNN_SUCCESS;
}

aclnnStatus check_averaged(struct call *call, int self, int kernelSize, int strides, int paddings,
                           int ceilMode, int out, int spatial)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    const struct arrays arrays = {kernelSize, strides, paddings, -1};
    aclnnStatus status = check_arrays(call, &arrays, false, spatial);
    if (status == ACLNN_SUCCESS)
        status = check_plane(call, self, spatial);
    if (status != ACLNN_SUCCESS)
        return status;
    set_windows(&pool, spatial, array_of(call, kernelSize), array_of(call, strides),
                array_of(call, paddings), NULL, false);
    const struct tensor *tensor = call_tensor(call, self);
    for (int32_t i = 0; spatial == 3 && i < spatial; i++)
        if (pool.kernel[i] > tensor->dims[tensor->rank - spatial + i])
            return refuse_numbers(call, kernelSize, "a window is at most as large as the input");
    status = check_half_padding(call, &pool, paddings);
    return status == ACLNN_SUCCESS ? check_window_shape(call, self, &pool, ceilMode, out) : status;
}

aclnnStatus check_mode_of_average(struct call *call, int self, int mode, int highest)
{
    return check_convolution_mode(call, self, self, mode, highest);
}

static bool is_whole_plane(const struct pool *pool, const int64_t *plane)
{
    const int64_t *kernel = &pool->kernel[1];
    const int64_t *before = &pool->before[1];
    return kernel[0] == plane[0] && kernel[1] == plane[1] && before[0] == 0 && before[1] == 0;
}

/* Whether CANN averages by its matrix unit: not by the operator of volumes. The last three
   dimensions of a tensor are channels and a plane. */
static bool is_by_products(const struct pool *pool, const int64_t *last, bool ceils,
                           int64_t divisor)
{
    const int64_t *plane = &last[1];
    const int64_t *kernel = &pool->kernel[1];
    bool is_small = kernel[0] <= 255 && kernel[1] <= 255 &&
                    (kernel[0] * kernel[1] <= 255 || (kernel[0] <= 20 && kernel[1] <= 20));
    return is_small && divisor >= -255 && divisor <= 255 && plane[1] / plane[0] < 2 &&
           plane[0] / plane[1] < 2 && !ceils && last[0] < 65536;
}

aclnnStatus check_flat_average_mode(struct call *call, int self, int kernelSize, int paddings,
                                    int ceilMode, int divisorOverride, int mode)
{
    struct pool pool = {.kind = POOL_AVERAGE};
    int64_t given = call->arguments[mode].integer;
    if (call->is_empty || call_type(call, self) != ACL_FLOAT || given == 0 || given == 2)
        return ACLNN_SUCCESS;
    set_windows(&pool, 2, array_of(call, kernelSize), NULL, array_of(call, paddings), NULL, false);
    const struct tensor *images = call_tensor(call, self);
    const int64_t *last = &images->dims[images->rank - 3];
    if (!is_whole_plane(&pool, &last[1]) &&
        !is_by_products(&pool, last, call->arguments[ceilMode].integer != 0,
                        call->arguments[divisorOverride].integer))
        return ACLNN_SUCCESS;
    return report(ACLNN_ERR_PARAM_INVALID,
                  "cubeMathType is %" PRId64 "; 0 or 2 is required for these windows of float32 on "
                  "this product",
                  given);
}

static bool may_dilate(const struct call *call)
{
    return call->soc->architecture == ARCHITECTURE_3510;
}

aclnnStatus check_pooled(struct call *call, int self, int kernelSize, int stride, int padding,
                         int dilation, int ceilMode, int out, int spatial)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct arrays arrays = {kernelSize, stride, padding, dilation};
    aclnnStatus status = check_arrays(call, &arrays, may_dilate(call), spatial);
    if (status != ACLNN_SUCCESS)
        return status;
    set_windows(&pool, spatial, array_of(call, kernelSize), array_of(call, stride),
                array_of(call, padding), array_of(call, dilation), false);
    status = check_half_padding(call, &pool, padding);
    if (status == ACLNN_SUCCESS)
        status = check_plane(call, self, spatial);
    return status == ACLNN_SUCCESS ? check_window_shape(call, self, &pool, ceilMode, out) : status;
}

aclnnStatus check_pool_mask(struct call *call, int self, int kernelSize, int windows, int mask)
{
    struct pool pool = {.kind = POOL_MAX};
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *given = call_tensor(call, windows);
    int64_t dims[TENSOR_MAX_DIMS];
    int32_t batch = tensor->rank - 3;
    bool last = is_last(tensor);
    set_windows(&pool, 2, array_of(call, kernelSize), NULL, NULL, NULL, false);
    int64_t places = given->dims[batch + !last] * given->dims[batch + 1 + !last];
    if (batch > 0)
        dims[0] = tensor->dims[0];
    dims[batch] = tensor->dims[last ? tensor->rank - 1 : batch];
    dims[batch + 1] = pool.kernel[1] * pool.kernel[2];
    dims[batch + 2] = ((places + MASK_PLACES - 1) / MASK_PLACES + 1) * MASK_BYTES;
    return call_shape_is(call, mask, dims, tensor->rank, false,
                         "rows of bytes for the elements of the window");
}

aclnnStatus check_max_pooled(struct call *call, int self, int kernelShape, int strides, int autoPad,
                             int pads, int dilations, int ceilMode, int out)
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
        if (((const int64_t *)(const void *)dilation->values)[i] != 1)
            return refuse_numbers(call, dilations, "1 is required");
    set_windows(&pool, 2, array_of(call, kernelShape), array_of(call, strides), padding, NULL,
                true);
    for (int i = 0; i < POOL_DIMS; i++)
        if (pool.before[i] > pool.kernel[i] || pool.behind[i] > pool.kernel[i] - pool.before[i])
            return refuse_numbers(call, pads, "both sides together are at most the window");
    aclnnStatus status = check_plane(call, self, 2);
    return status == ACLNN_SUCCESS ? check_window_shape(call, self, &pool, ceilMode, out) : status;
}

aclnnStatus check_adaptive(struct call *call, int self, int outputSize, int out, int spatial)
{
    const struct array *size = array_of(call, outputSize);
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    int64_t least = call->soc->architecture == ARCHITECTURE_3510 && spatial == 2 ? 0 : 1;
    int32_t first = tensor->rank - spatial;
    if (size->size != (uint64_t)spatial || !has_at_least(size, least))
        return refuse_numbers(call, outputSize, "a number above 0 is required for each dimension");
    for (int i = 0; i < spatial; i++)
        if (((const int64_t *)(const void *)size->values)[i] != result->dims[first + i])
            return refuse(call, out, "its last dimensions are the output size");
    return ACLNN_SUCCESS;
}

aclnnStatus check_same_planes(struct call *call, int self, int out, int spatial)
{
    const struct tensor *tensor = call_tensor(call, self);
    const struct tensor *result = call_tensor(call, out);
    if (result->rank != tensor->rank)
        return refuse(call, out, "both tensors have as many dimensions");
    for (int32_t i = 0; i < tensor->rank - spatial; i++)
        if (result->dims[i] != tensor->dims[i])
            return refuse(call, out, "both tensors have the same batch and channels");
    for (int32_t i = 0; i < tensor->rank; i++)
        if (tensor->dims[i] < 0 || result->dims[i] < 0 ||
            (call->soc->architecture == ARCHITECTURE_3510 && i >= tensor->rank - spatial &&
             tensor->dims[i] == 0 && result->dims[i] != 0))
            return refuse(call, self, "a plane has elements");
    return ACLNN_SUCCESS;
}

aclnnStatus check_places(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = call->soc->architecture == ARCHITECTURE_3510; i < given->rank; i++)
        if (given->dims[i] <= 0)
            return refuse(call, tensor, "no dimension is 0, but the first on Ascend950");
    return ACLNN_SUCCESS;
}

aclnnStatus check_spatial(struct call *call, int tensor, int spatial)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = given->rank - spatial; i < given->rank; i++)
        if (given->dims[i] <= 0)
            return refuse(call, tensor, "no dimension of a plane is 0");
    return ACLNN_SUCCESS;
}

aclnnStatus check_one_place(struct call *call, int tensor, int spatial)
{
    const struct tensor *given = call_tensor(call, tensor);
    for (int32_t i = given->rank - spatial; i < given->rank; i++)
        if (given->dims[i] != 1)
            return refuse(call, tensor, "one place is required on this product");
    return ACLNN_SUCCESS;
}

aclnnStatus check_double_of_one(struct call *call, int tensor, int spatial)
{
    return call_tensor(call, tensor)->type == ACL_DOUBLE ? check_one_place(call, tensor, spatial)
                                                         : ACLNN_SUCCESS;
}

aclnnStatus check_small_planes(struct call *call, int tensor, int spatial)
{
    const struct tensor *given = call_tensor(call, tensor);
    int64_t places = 1;
    for (int32_t i = given->rank - spatial; i < given->rank; i++)
        if (__builtin_mul_overflow(places, given->dims[i], &places) || places > INT32_MAX)
            return refuse(call, tensor, "a plane has at most 2147483647 places");
    return ACLNN_SUCCESS;
}

static bool is_one_of(aclFormat format, const aclFormat *formats, int count)
{
    for (int i = 0; i < count; i++)
        if (format == formats[i])
            return true;
    return false;
}

aclnnStatus check_pooled_format(struct call *call, int tensor)
{
    static const aclFormat formats[] = {ACL_FORMAT_NCDHW, ACL_FORMAT_NCHW, ACL_FORMAT_ND};
    const struct tensor *given = call_tensor(call, tensor);
    int count = call->soc->architecture == ARCHITECTURE_3510 ? 3 : 2;
    return is_one_of(given->format, formats, count)
               ? ACLNN_SUCCESS
               : report(ACLNN_ERR_PARAM_INVALID,
                        "the format of %s is %s; of a pool NCDHW or NCHW is required, or ND on "
                        "Ascend950",
                        call_name(call, tensor), format_name(given->format));
}

aclnnStatus check_adaptive_max(struct call *call, int self, int outputSize, int out, int spatial)
{
    int64_t dims[TENSOR_MAX_DIMS];
    int64_t count = 0;
    const struct array *size = array_of(call, outputSize);
    const struct tensor *tensor = call_tensor(call, self);
    const int64_t *sizes = (const int64_t *)(const void *)size->values;
    bool may_be_less = spatial == 3 && call->soc->architecture == ARCHITECTURE_3510;
    if ((size->size != (uint64_t)spatial && !(may_be_less && size->size < 2)) ||
        !has_at_least(size, 1))
        return refuse_numbers(call, outputSize, "a number above 0 is required for each dimension");
    if (tensor_element_count(tensor, &count) && count == 0)
        return ACLNN_SUCCESS;
    int32_t first = tensor->rank - spatial - is_last(tensor);
    memcpy(dims, tensor->dims, (size_t)tensor->rank * sizeof *dims);
    for (int i = 0; i < spatial && size->size > 0; i++)
        dims[first + i] = sizes[size->size == 1 ? 0 : i];
    return call_shape_is(call, out, dims, tensor->rank, false, "the output size in self's shape");
}

aclnnStatus check_volume_rank(struct call *call, int tensor)
{
    const struct tensor *given = call_tensor(call, tensor);
    if (given->rank == 4 || given->rank == 5)
        return ACLNN_SUCCESS;
    return refuse(call, tensor, "4 or 5 dimensions are required");
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static aclDataType values_type(aclDataType type)
{
    return type == ACL_DOUBLE ? ACL_DOUBLE : type_is_float(type) ? ACL_FLOAT : ACL_INT64;
}

static struct pool *new_pool(struct l0_list *list, enum pool_kind kind, int64_t spatial)
{
    struct pool *pool = arena_take(list->arena, sizeof *pool);
    if (pool != NULL) {
        memset(pool, 0, sizeof *pool);
        pool->kind = kind;
        pool->spatial = (int32_t)spatial;
    }
    return pool;
}

/* A row's work: dense values, and places, to a tensor of values and one of places. Where the
   operators stand in the list already, is_launched, the work alone. */
static void append_work(struct l0_list *list, const struct l0_row *row, const struct pool *pool,
                        const int *dense, int count, int out, int places, bool is_launched)
{
    int given[2] = {dense[0], count > 1 ? dense[1] : L0_NONE};
    int outputs[2];
    const struct l0_tensor result = list->tensors[out];
    int output_count = places == L0_NONE ? 1 : 2;
    outputs[0] = l0_new_shaped(list, row->name, result.type, result.dims, result.rank);
    outputs[1] = L0_NONE;
    if (places != L0_NONE) {
        const struct l0_tensor where = list->tensors[places];
        outputs[1] = l0_new_shaped(list, "places", where.type, where.dims, where.rank);
    }
    if (!is_launched) {
        l0_launch_row(list, row, given, count, 0, outputs, output_count, NULL);
        l0_launch_view_copy(list, outputs[0], out);
        l0_launch_view_copy(list, outputs[1], places);
    }
    aclDataType type = values_type(result.type);
    int values = type == result.type
                     ? outputs[0]
                     : l0_new_shaped(list, "values", type, result.dims, result.rank);
    int written[] = {values, outputs[1]};
    given[0] = l0_convert(list, given[0], type);
    if (given[0] == L0_NONE || values == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, row, given, count, written, output_count, pool);
    if (values != outputs[0])
        l0_step(list, L0_STEP_CAST, NULL, &values, 1, outputs, 1, NULL);
    l0_step(list, L0_STEP_STORE, NULL, &outputs[0], 1, &out, 1, NULL);
    if (places != L0_NONE)
        l0_step(list, L0_STEP_STORE, NULL, &outputs[1], 1, &places, 1, NULL);
}

static void append_pool(struct l0_list *list, const struct l0_row *row, const struct pool *pool,
                        const int *inputs, int count, int out, int places)
{
    int dense[2];
    if (pool == NULL || out == L0_NONE)
        return;
    for (int i = 0; i < count; i++) {
        dense[i] = l0_contiguous(list, inputs[i]);
        if (dense[i] == L0_NONE)
            return;
    }
    append_work(list, row, pool, dense, count, out, places, false);
}

/* Channels last and first in five dimensions, as the kernels of 910B and older products see them.
 */
static int channels_last(struct l0_list *list, int volume)
{
    static const int64_t order[] = {0, 2, 3, 4, 1};
    return list_launch_transpose(list, volume, order);
}

static int channels_first(struct l0_list *list, int volume)
{
    static const int64_t order[] = {0, 4, 1, 2, 3};
    return list_launch_transpose(list, volume, order);
}

/* Planes of up to three spatial dimensions as five. */
static int as_volume(struct l0_list *list, int tensor, int32_t spatial)
{
    int64_t dims[5] = {1, 1, 1, 1, 1};
    if (tensor == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[tensor];
    int32_t batch = given.rank - spatial;
    for (int32_t i = 0; i < batch; i++)
        dims[2 - batch + i] = given.dims[i];
    for (int32_t i = 0; i < spatial; i++)
        dims[5 - spatial + i] = given.dims[batch + i];
    return l0_reshape(list, tensor, dims, 5);
}

/* An operator between transposes: the tensor that it leaves, with the dims of a volume. */
static int launch_transposed(struct l0_list *list, const struct l0_row *row, int volume, int like)
{
    int moved = channels_last(list, volume);
    if (moved == L0_NONE || like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor to = list->tensors[like];
    const int64_t dims[] = {to.dims[0], to.dims[2], to.dims[3], to.dims[4], to.dims[1]};
    int pooled = l0_new_shaped(list, row->name, to.type, dims, 5);
    l0_launch_row(list, row, &moved, 1, 0, &pooled, 1, NULL);
    return channels_first(list, pooled);
}

/* Ascend910 averages planes by products of matrices. */
static bool moves_channels(const struct l0_list *list, int64_t spatial)
{
    return list->architecture == L0_2201 || (spatial == 3 && list->architecture == L0_1001);
}

static bool is_one_place(const struct l0_list *list, int tensor, int64_t spatial)
{
    const struct l0_tensor *given = &list->tensors[tensor];
    for (int32_t i = given->rank - (int32_t)spatial; i < given->rank; i++)
        if (given->dims[i] != 1)
            return false;
    return true;
}

static bool lies_last(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].given != NULL && is_last(list->tensors[tensor].given);
}

void list_avg_pool(struct l0_list *list, int self, const struct array *kernelSize,
                   const struct array *strides, const struct array *paddings, bool countIncludePad,
                   int64_t divisorOverride, int out, int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE, spatial);
    if (pool == NULL || self == L0_NONE)
        return;
    set_windows(pool, (int32_t)spatial, kernelSize, strides, paddings, NULL, false);
    pool->counts_padding = countIncludePad;
    pool->divisor = divisorOverride;
    append_pool(list, list->architecture == L0_3510 ? &l0_AvgPoolV2 : &l0_AvgPool3D, pool, &self, 1,
                out, L0_NONE);
}

/* Images in blocks of channels, 32 bytes each, as the matrix unit takes them. */
static int in_blocks(struct l0_list *list, int images)
{
    int64_t dims[5] = {1};
    if (images == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[images];
    int64_t block = 32 / (data_type_bits(given.type) / 8);
    int32_t batch = given.rank - 3;
    dims[0] = batch > 0 ? given.dims[0] : 1;
    dims[1] = (given.dims[batch] + block - 1) / block;
    dims[2] = given.dims[batch + 1];
    dims[3] = given.dims[batch + 2];
    dims[4] = block;
    return l0_new_shaped(list, "blocks", given.type, dims, 5);
}

/* Sums of windows by weights that are copied to the device, and what the edges lack. */
static int launch_products(struct l0_list *list, const struct pool *pool, int x, int like)
{
    const struct l0_tensor images = list->tensors[x];
    int64_t places = images.type == ACL_FLOAT ? 2 * 8 * 16 : 16 * 16;
    int blocks = in_blocks(list, x);
    int weights = l0_new_tensor(list, "weights", images.type, places);
    int host = l0_host_tensor(list, "weights", images.type, places);
    int sums = in_blocks(list, like);
    int averages = in_blocks(list, like);
    if (sums == L0_NONE || averages == L0_NONE || weights == L0_NONE || blocks == L0_NONE)
        return L0_NONE;
    l0_launch_row(list, &l0_TransData, &x, 1, 0, &blocks, 1, NULL);
    l0_launch(list, "CopyToNpu", L0_COPY, (int[]){host, L0_NONE}, (int[]){weights, L0_NONE});
    l0_launch(list, "Pooling", L0_AI_CORE, (int[]){blocks, weights, L0_NONE},
              (int[]){sums, L0_NONE});
    l0_assume(list, "pool");
    if (!pool->counts_padding && pool->divisor == 0)
        l0_launch(list, "AvgPoolUpdate", L0_AI_CORE, (int[]){sums, blocks, L0_NONE},
                  (int[]){averages, L0_NONE});
    else
        averages = sums;
    l0_launch_row(list, &l0_TransData, &averages, 1, 0, &like, 1, NULL);
    return like;
}

static void launch_flat_average(struct l0_list *list, const struct pool *pool, int dense,
                                bool ceils, int64_t mode, int out)
{
    const struct l0_tensor images = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    const int64_t *last = &images.dims[images.rank - 3];
    bool is_whole = is_whole_plane(pool, &last[1]);
    if (!is_whole && !is_by_products(pool, last, ceils, pool->divisor)) {
        int64_t merged[2][5];
        const struct l0_tensor *both[] = {&images, &result};
        for (int i = 0; i < 2; i++) {
            const int64_t *dims = &both[i]->dims[both[i]->rank - 3];
            int64_t batch = both[i]->rank > 3 ? both[i]->dims[0] : 1;
            memcpy(merged[i], (const int64_t[]){1, batch * dims[0], 1, dims[1], dims[2]},
                   sizeof merged[i]);
        }
        int volume = l0_reshape(list, dense, merged[0], 5);
        int like = l0_reshape(list, out, merged[1], 5);
        l0_launch_view_copy(list, launch_transposed(list, &l0_AvgPool3D, volume, like), out);
        return;
    }
    aclDataType type = images.type == ACL_FLOAT && mode == 2 ? ACL_FLOAT16
                       : images.type == ACL_BF16             ? ACL_FLOAT
                                                             : images.type;
    int x = l0_launch_cast(list, dense, type);
    int averages = l0_new_shaped(list, "averages", type, result.dims, result.rank);
    if (x == L0_NONE || averages == L0_NONE)
        return;
    if (is_whole) {
        struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
        if (fold == NULL)
            return;
        fold->dims = (uint64_t)3 << (images.rank - 2);
        l0_launch_row(list, &l0_ReduceMean, &x, 1, 0, &averages, 1, fold);
        if (pool->divisor != 0) {
            int scaled = l0_new_shaped(list, "averages", type, result.dims, result.rank);
            l0_launch_row(list, &l0_Muls, &averages, 1, 0, &scaled, 1, NULL);
            averages = scaled;
        }
    } else {
        averages = launch_products(list, pool, x, averages);
    }
    l0_launch_view_copy(list, l0_launch_cast(list, averages, result.type), out);
}

void list_avg_pool2d(struct l0_list *list, int self, const struct array *kernelSize,
                     const struct array *strides, const struct array *paddings, bool ceilMode,
                     bool countIncludePad, int64_t divisorOverride, int64_t cubeMathType, int out)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE, 2);
    if (pool == NULL || self == L0_NONE || out == L0_NONE)
        return;
    set_windows(pool, 2, kernelSize, strides, paddings, NULL, false);
    pool->counts_padding = countIncludePad;
    pool->divisor = divisorOverride;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    bool is_2201 = list->architecture == L0_2201;
    if (is_2201)
        launch_flat_average(list, pool, dense, ceilMode, cubeMathType, out);
    append_work(list, list->architecture == L0_3510 ? &l0_AvgPoolV2 : &l0_AvgPool3D, pool, &dense,
                1, out, L0_NONE, is_2201);
}

void list_avg_pool_backward(struct l0_list *list, int gradOutput, const struct array *kernelSize,
                            const struct array *stride, const struct array *padding,
                            bool countIncludePad, int64_t divisorOverride, int gradInput,
                            int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE_GRAD, spatial);
    if (pool == NULL || gradOutput == L0_NONE)
        return;
    set_windows(pool, (int32_t)spatial, kernelSize, stride, padding, NULL, false);
    pool->counts_padding = countIncludePad;
    pool->divisor = divisorOverride;
    append_pool(list, &l0_AvgPool3DGrad, pool, &gradOutput, 1, gradInput, L0_NONE);
}

/* One place is the mean of all. */
static void launch_mean(struct l0_list *list, int dense, int out, int64_t spatial)
{
    struct l0_fold *fold = arena_take(list->arena, sizeof *fold);
    const struct l0_tensor result = list->tensors[out];
    int mean = l0_new_shaped(list, "mean", result.type, result.dims, result.rank);
    if (fold == NULL || mean == L0_NONE)
        return;
    int32_t batch = result.rank - (int32_t)spatial;
    fold->dims = ((uint64_t)1 << result.rank) - ((uint64_t)1 << batch);
    l0_launch_row(list, &l0_ReduceMean, &dense, 1, 0, &mean, 1, fold);
    l0_launch_view_copy(list, mean, out);
}

/* With the channels at the end, and the result back in its place. */
static void launch_moved(struct l0_list *list, const struct l0_row *row, int from, int out,
                         int32_t spatial)
{
    int moved = launch_transposed(list, row, as_volume(list, from, spatial),
                                  as_volume(list, out, spatial));
    l0_launch_view_copy(list, moved, out);
}

void list_adaptive_avg_pool(struct l0_list *list, int self, int out, int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE, spatial);
    if (pool == NULL || self == L0_NONE || out == L0_NONE)
        return;
    pool->is_adaptive = true;
    bool is_flat_950 = spatial == 2 && list->architecture == L0_3510;
    const struct l0_row *row = is_flat_950 ? &l0_AdaptiveAvgPool2d : &l0_AdaptiveAvgPool3d;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    bool is_launched = true;
    if (is_one_place(list, out, spatial))
        launch_mean(list, dense, out, spatial);
    else if (moves_channels(list, spatial))
        launch_moved(list, row, dense, out, (int32_t)spatial);
    else
        is_launched = false;
    append_work(list, row, pool, &dense, 1, out, L0_NONE, is_launched);
}

/* The gradient of one place, spread over the plane. */
static void launch_spread(struct l0_list *list, int grad, int out)
{
    const struct l0_tensor result = list->tensors[out];
    int share = stand_in(list, 1, result.type, result.dims, result.rank);
    int spread = l0_new_shaped(list, "spread", result.type, result.dims, result.rank);
    l0_launch_row(list, &l0_Mul, (int[]){share, grad}, 2, 0, &spread, 1, NULL);
    l0_launch_view_copy(list, spread, out);
}

void list_adaptive_avg_pool_backward(struct l0_list *list, int gradOutput, int out, int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE_GRAD, spatial);
    if (pool == NULL || gradOutput == L0_NONE || out == L0_NONE)
        return;
    pool->is_adaptive = true;
    bool is_flat_950 = spatial == 2 && list->architecture == L0_3510;
    const struct l0_row *row = is_flat_950 ? &l0_AdaptiveAvgPool2dGrad : &l0_AdaptiveAvgPool3dGrad;
    int dense = l0_contiguous(list, gradOutput);
    if (dense == L0_NONE)
        return;
    bool is_launched = true;
    if (is_one_place(list, gradOutput, spatial))
        launch_spread(list, dense, out);
    else if (moves_channels(list, spatial))
        launch_moved(list, row, dense, out, (int32_t)spatial);
    else
        is_launched = false;
    append_work(list, row, pool, &dense, 1, out, L0_NONE, is_launched);
}

void list_adaptive_max_pool(struct l0_list *list, int self, int out, int indices, int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_MAX, spatial);
    if (pool == NULL || self == L0_NONE)
        return;
    pool->is_adaptive = true;
    pool->has_places = true;
    pool->channels_last = lies_last(list, self);
    append_pool(list, &l0_AdaptiveMaxPool3d, pool, &self, 1, out, indices);
}

/* Every element gets an equal share of its plane's gradient. */
static void list_shares(struct l0_list *list, int gradOutput, int out, int64_t spatial)
{
    const struct l0_tensor result = list->tensors[out];
    double places = 1;
    for (int32_t i = result.rank - (int32_t)spatial; i < result.rank; i++)
        places *= (double)result.dims[i];
    struct scalar scalar = {.type = ACL_DOUBLE};
    places = 1 / places;
    memcpy(scalar.bytes, &places, sizeof places);
    int share = l0_constant(list, "share", &scalar, result.type);
    int product = l0_new_shaped(list, "shares", result.type, result.dims, result.rank);
    l0_apply(list, &l0_Mul, (int[]){gradOutput, share}, 2, 1, &product, 1, NULL);
    l0_view_copy(list, product, out);
}

void list_adaptive_avg_pool3d_backward(struct l0_list *list, int gradOutput, int out)
{
    if (gradOutput == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[gradOutput].type == ACL_DOUBLE)
        list_shares(list, gradOutput, out, 3);
    else
        list_adaptive_avg_pool_backward(list, gradOutput, out, 3);
}

void list_adaptive_max_pool_backward(struct l0_list *list, int gradOutput, int indices,
                                     int gradInput, int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_MAX_GRAD, spatial);
    if (pool == NULL || gradOutput == L0_NONE || indices == L0_NONE)
        return;
    pool->has_places = true;
    pool->channels_last = lies_last(list, gradOutput);
    append_pool(list, &l0_AdaptiveMaxPool3DGrad, pool, (int[]){gradOutput, indices}, 2, gradInput,
                L0_NONE);
}

void list_max_pool(struct l0_list *list, int self, const struct array *kernelShape,
                   const struct array *strides, const struct array *pads, int out)
{
    struct pool *pool = new_pool(list, POOL_MAX, 2);
    if (pool == NULL || self == L0_NONE)
        return;
    set_windows(pool, 2, kernelShape, strides, pads, NULL, true);
    append_pool(list, &l0_MaxPoolV3, pool, &self, 1, out, L0_NONE);
}

static void append_max(struct l0_list *list, const struct l0_row *row, int self,
                       const struct array *kernelSize, const struct array *stride,
                       const struct array *padding, const struct array *dilation, int out,
                       int places, bool has_mask, int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_MAX, spatial);
    if (pool == NULL || self == L0_NONE)
        return;
    set_windows(pool, (int32_t)spatial, kernelSize, stride, padding, dilation, false);
    pool->has_places = true;
    pool->has_mask = has_mask;
    pool->channels_last = lies_last(list, self);
    append_pool(list, row, pool, &self, 1, out, places);
}

void list_max_pool_with_indices(struct l0_list *list, int self, const struct array *kernelSize,
                                const struct array *stride, const struct array *padding,
                                const struct array *dilation, int out, int indices, int64_t spatial)
{
    append_max(list,
               list->architecture == L0_3510 ? &l0_MaxPoolWithArgmaxV3 : &l0_MaxPool3DWithArgmaxV2,
               self, kernelSize, stride, padding, dilation, out, indices, false, spatial);
}

void list_max_pool2d_with_mask(struct l0_list *list, int self, const struct array *kernelSize,
                               const struct array *stride, const struct array *padding,
                               const struct array *dilation, int out, int indices)
{
    append_max(list,
               list->architecture == L0_1001 ? &l0_MaxPoolWithArgmaxV1 : &l0_MaxPool3DWithArgmaxV2,
               self, kernelSize, stride, padding, dilation, out, indices, true, 2);
}

static void append_max_grad(struct l0_list *list, const struct l0_row *row, int grad, int places,
                            const struct array *kernelSize, const struct array *stride,
                            const struct array *padding, const struct array *dilation,
                            int gradInput, bool has_mask, int64_t spatial)
{
    struct pool *pool = new_pool(list, POOL_MAX_GRAD, spatial);
    if (pool == NULL || grad == L0_NONE || places == L0_NONE)
        return;
    set_windows(pool, (int32_t)spatial, kernelSize, stride, padding, dilation, false);
    pool->has_places = true;
    pool->has_mask = has_mask;
    pool->channels_last = lies_last(list, grad);
    append_pool(list, row, pool, (int[]){grad, places}, 2, gradInput, L0_NONE);
}

void list_max_pool_with_indices_backward(struct l0_list *list, int gradOutput, int indices,
                                         const struct array *kernelSize, const struct array *stride,
                                         const struct array *padding, const struct array *dilation,
                                         int gradInput, int64_t spatial)
{
    append_max_grad(
        list,
        list->architecture == L0_3510 ? &l0_MaxPoolGradWithArgmaxV3 : &l0_MaxPool3DGradWithArgmax,
        gradOutput, indices, kernelSize, stride, padding, dilation, gradInput, false, spatial);
}

void list_max_pool2d_with_mask_backward(struct l0_list *list, int gradOutput, int indices,
                                        const struct array *kernelSize, const struct array *stride,
                                        const struct array *padding, const struct array *dilation,
                                        int gradInput)
{
    append_max_grad(list,
                    list->architecture == L0_1001 ? &l0_MaxPoolGradWithArgmaxV1
                                                  : &l0_MaxPool3DGradWithArgmax,
                    gradOutput, indices, kernelSize, stride, padding, dilation, gradInput, true, 2);
}
