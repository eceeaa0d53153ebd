/* SPDX-License-Identifier: Apache-2.0 */
/* Pools and their gradients: lists of L0 operators. */
#include "ops/pool/pool.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/data_type.h"
#include "declared/pool.h"
#include "declared/binary.h"
#include "declared/copy_layout.h"
#include "declared/reduce.h"
#include "ops/common/list.h"
#include "ops/matmul/matmul.h"
#include "ops/norm/statistics.h"
#include "ops/pool/pool_tiling.h"
#include "tensor/convert.h"

/* With between FEWEST_PLANES and MOST_PLANES planes, batches included, gradients of means are
 * computed without a transposition. */
#define FEWEST_PLANES 12
#define MOST_PLANES 256

/* Batches and channels of volumes that are averaged without a transposition are between these
 * limits. */
#define FEW_PLANES 256
#define MANY_PLANES 960

/* ---- Pieces ---------------------------------------------------------------------------------- */

static aclDataType values_type(aclDataType type)
{
    return type == ACL_DOUBLE ? ACL_DOUBLE : type_is_float(type) ? ACL_FLOAT : ACL_INT64;
}

static struct pool *new_pool(struct l0_list *list, enum pool_kind kind, int64_t spatial)
{
    struct pool *pool = l0_take(list, sizeof *pool);
    if (pool != NULL) {
        memset(pool, 0, sizeof *pool);
        pool->kind = kind;
        pool->spatial = (int32_t)spatial;
    }
    return pool;
}

/* Appends a row's work: dense results are stored in a tensor of values and one of indices. */
static void append_work(struct l0_list *list, const struct l0_row *row, const struct pool *pool,
                        const int *dense, int count, int out, int places)
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

static int new_like(struct l0_list *list, const char *name, aclDataType type, int like)
{
    if (like == L0_NONE)
        return L0_NONE;
    const struct l0_tensor of = list->tensors[like];
    return l0_new_shaped(list, name, type, of.dims, of.rank);
}

/* Appends an operator whose result has the shape of another tensor, and the type of its first
 * input. */
static int launch_like(struct l0_list *list, const struct l0_row *row, const int *inputs, int count,
                       int like)
{
    int result = inputs[0] == L0_NONE
                     ? L0_NONE
                     : new_like(list, row->name, list->tensors[inputs[0]].type, like);
    l0_launch_row(list, row, inputs, count, 0, &result, 1, NULL);
    return result;
}

/* Moves channels last, and back to the front, in five dimensions: the kernels of 910B and older
 * products require that. */
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

/* Reshapes tensors of up to three spatial dimensions to five dims. */
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

/* Reshapes a volume so that its batches are divided among groups of planes; one group gives 1. */
static int in_groups(struct l0_list *list, int volume, int64_t groups)
{
    if (volume == L0_NONE)
        return L0_NONE;
    const int64_t *of = list->tensors[volume].dims;
    const int64_t dims[] = {groups, of[0] * of[1] / groups, of[2], of[3], of[4]};
    return l0_reshape(list, volume, dims, 5);
}

static struct pool_volume volume_of(const struct l0_list *list, int whole, int windows)
{
    const struct l0_tensor *of = &list->tensors[whole];
    struct pool_volume volume = {
        .planes = of->dims[0] * of->dims[1], .channels = of->dims[1], .type = of->type};
    memcpy(volume.dims, &of->dims[2], sizeof volume.dims);
    memcpy(volume.windows, &list->tensors[windows].dims[2], sizeof volume.windows);
    return volume;
}

static bool has_errors(const struct l0_list *list, int a, int b)
{
    return list->status != ACLNN_SUCCESS || a == L0_NONE || b == L0_NONE;
}

/* Appends an operator on a volume with channels last; its result has channels last too. */
static int launch_transposed(struct l0_list *list, const struct l0_row *row, int volume, int other,
                             int like)
{
    int moved = channels_last(list, volume);
    if (has_errors(list, moved, like))
        return L0_NONE;
    const struct l0_tensor to = list->tensors[like];
    const int64_t dims[] = {to.dims[0], to.dims[2], to.dims[3], to.dims[4], to.dims[1]};
    int pooled = l0_new_shaped(list, row->name, to.type, dims, 5);
    l0_launch_row(list, row, (int[]){moved, other}, other == L0_NONE ? 1 : 2, 0, &pooled, 1, NULL);
    return pooled;
}

static bool is_one_place(const struct l0_list *list, int tensor, int64_t spatial)
{
    const struct l0_tensor *given = &list->tensors[tensor];
    for (int32_t i = given->rank - (int32_t)spatial; i < given->rank; i++)
        if (given->dims[i] != 1)
            return false;
    return true;
}

/* Whether the planes of a tensor, which become one place each, lie in order, and are float32 or
 * halves. */
static bool has_dense_planes(const struct l0_list *list, int tensor, int out, int64_t spatial)
{
    const struct l0_tensor *given = &list->tensors[tensor];
    aclDataType type = given->type;
    return is_one_place(list, out, spatial) && given->elements > 0 &&
           (type == ACL_FLOAT || type == ACL_FLOAT16 || type == ACL_BF16) &&
           norm_lies_in_order(list, tensor);
}

/* Appends the work of the means of dense planes. */
static void append_means(struct l0_list *list, int dense, int out)
{
    int means = new_like(list, "means", list->tensors[out].type, out);
    if (means == L0_NONE)
        return;
    l0_step(list, L0_STEP_APPLY, &l0_PlaneMeans, &dense, 1, &means, 1, NULL);
    l0_step(list, L0_STEP_STORE, NULL, &means, 1, &out, 1, NULL);
}

static bool lies_last(const struct l0_list *list, int tensor)
{
    return list->tensors[tensor].given != NULL && pool_is_last(list->tensors[tensor].given);
}

static int64_t block_of(aclDataType type, bool is_special)
{
    int64_t bytes = data_type_bits(type) / 8;
    return is_special && bytes == 4 ? 16 : 32 / bytes;
}

/* Converts images to blocks of channels of 32 bytes, which the matrix unit requires. The special
 * transposition to blocks takes 16 channels even of types with 4 bytes. */
static int in_blocks(struct l0_list *list, int images, bool is_special)
{
    int64_t dims[5] = {1};
    if (images == L0_NONE)
        return L0_NONE;
    const struct l0_tensor given = list->tensors[images];
    int64_t block = block_of(given.type, is_special);
    int32_t batch = given.rank - 3;
    dims[0] = batch > 0 ? given.dims[0] : 1;
    dims[1] = (given.dims[batch] + block - 1) / block;
    dims[2] = given.dims[batch + 1];
    dims[3] = given.dims[batch + 2];
    dims[4] = block;
    return l0_new_shaped(list, "blocks", given.type, dims, 5);
}

static int to_blocks(struct l0_list *list, int images, bool is_special)
{
    int blocks = in_blocks(list, images, is_special);
    l0_launch_row(list, &l0_TransData, &images, 1, 0, &blocks, 1, NULL);
    return blocks;
}

static int from_blocks(struct l0_list *list, int blocks, int like)
{
    int images = blocks == L0_NONE ? L0_NONE
                                   : new_like(list, "images", list->tensors[blocks].type, like);
    l0_launch_row(list, &l0_TransData, &blocks, 1, 0, &images, 1, NULL);
    return images;
}

static int to_device(struct l0_list *list, const char *name, aclDataType type, int64_t elements)
{
    int host = l0_host_tensor(list, name, type, elements);
    int device = l0_new_tensor(list, name, type, elements);
    if (!has_errors(list, host, device))
        l0_launch(list, "CopyToNpu", L0_COPY, (int[]){host, L0_NONE}, (int[]){device, L0_NONE});
    return device;
}

/* Whether Ascend910 uses the matrix unit; otherwise the device's CPU averages. */
static bool is_by_products_1001(const struct pool *pool, const int64_t *windows)
{
    return pool_has_small_sides(pool) && pool_is_small_divisor(pool->divisor) &&
           (pool_has_few_places(pool) || windows[0] == 1 || windows[1] != 1);
}

/* Appends sums of windows, with weights that are copied to the device, and the correction at the
 * edges. */
static int launch_products(struct l0_list *list, const struct pool *pool, int x, int like)
{
    if (has_errors(list, x, like))
        return L0_NONE;
    const struct l0_tensor images = list->tensors[x];
    int blocks = to_blocks(list, x, false);
    int weights = to_device(list, "weights", images.type,
                            images.type == ACL_FLOAT ? 2 * 8 * 16 : 16 * 16);
    int sums = in_blocks(list, like, false);
    int averages = in_blocks(list, like, false);
    if (has_errors(list, sums, averages) || has_errors(list, weights, blocks))
        return L0_NONE;
    l0_launch(list, "Pooling", L0_AI_CORE, (int[]){blocks, weights, L0_NONE},
              (int[]){sums, L0_NONE});
    l0_assume(list, "pool");
    if (!pool->counts_padding && pool->divisor == 0)
        l0_launch(list, "AvgPoolUpdate", L0_AI_CORE, (int[]){sums, blocks, L0_NONE},
                  (int[]){averages, L0_NONE});
    else
        averages = sums;
    return from_blocks(list, averages, like);
}

/* Appends the kernel of volumes, with channels last unless CANN leaves them. */
static int launch_average(struct l0_list *list, const struct pool *pool, int volume, int like,
                          bool stays)
{
    int pooled = L0_NONE;
    if (has_errors(list, volume, like))
        return L0_NONE;
    struct pool_volume of = volume_of(list, volume, like);
    if (stays)
        pooled = launch_like(list, &l0_AvgPool3D, &volume, 1, like);
    else
        pooled = launch_transposed(list, &l0_AvgPool3D, volume, L0_NONE, like);
    of.channels_last = !stays;
    if (pooled != L0_NONE && list->architecture == ARCHITECTURE_2201)
        pool_tiling_average(list, pool, &of);
    return stays ? pooled : channels_first(list, pooled);
}

static int launch_mean_of_planes(struct l0_list *list, const struct pool *pool, int x, int like)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    if (fold == NULL || has_errors(list, x, like))
        return L0_NONE;
    fold->dims = (uint64_t)3 << (list->tensors[x].rank - 2);
    int averages = new_like(list, "averages", list->tensors[x].type, like);
    l0_launch_row(list, &l0_ReduceMean, &x, 1, 0, &averages, 1, fold);
    return pool->divisor == 0 ? averages : launch_like(list, &l0_Muls, &averages, 1, averages);
}

static void launch_flat_average(struct l0_list *list, const struct pool *pool, int dense,
                                bool ceils, int64_t mode, int out)
{
    const struct l0_tensor images = list->tensors[dense];
    const struct l0_tensor result = list->tensors[out];
    const int64_t *last = &images.dims[images.rank - 3];
    bool is_1001 = list->architecture == ARCHITECTURE_1001;
    bool is_whole = pool_is_whole_plane(pool, &last[1]);
    bool is_product = is_1001 ? is_by_products_1001(pool, &result.dims[result.rank - 2])
                              : pool_is_by_products(pool, last, ceils);
    if (!is_whole && !is_product && !is_1001) {
        int volume = in_groups(list, as_volume(list, dense, 2), 1);
        int like = in_groups(list, as_volume(list, out, 2), 1);
        if (has_errors(list, volume, like))
            return;
        bool stays = pool_tiling_is_long(pool, &list->tensors[like].dims[2],
                                         list->tensors[volume].dims[1]);
        l0_launch_view_copy(list, launch_average(list, pool, volume, like, stays), out);
        return;
    }
    aclDataType type = images.type == ACL_FLOAT && (is_1001 || mode == 2) ? ACL_FLOAT16
                       : images.type == ACL_BF16                          ? ACL_FLOAT
                                                                          : images.type;
    int x = l0_launch_cast(list, dense, type);
    int like = new_like(list, "averages", type, out);
    int averages = like;
    if (is_whole)
        averages = launch_mean_of_planes(list, pool, x, like);
    else if (is_product)
        averages = launch_products(list, pool, x, like);
    else if (!has_errors(list, x, like))
        l0_launch(list, "AvgPoolV2", L0_AI_CPU, (int[]){x, L0_NONE}, (int[]){like, L0_NONE});
    l0_launch_view_copy(list, l0_launch_cast(list, averages, result.type), out);
}

static void launch_flat_average_950(struct l0_list *list, const struct pool *pool, int dense,
                                    bool ceils, int out)
{
    int volume = as_volume(list, dense, 2);
    int like = as_volume(list, out, 2);
    int averages = launch_like(list, &l0_AvgPoolV2, &dense, 1, out);
    if (has_errors(list, volume, like) || averages == L0_NONE)
        return;
    struct pool_volume of = volume_of(list, volume, like);
    pool_tiling_flat_average(list, pool, &of, ceils);
    l0_launch_view_copy(list, averages, out);
}

void pool_list_avg_pool2d(struct l0_list *list, int self, const struct array *kernelSize,
                          const struct array *strides, const struct array *paddings, bool ceilMode,
                          bool countIncludePad, int64_t divisorOverride, int8_t cubeMathType,
                          int out)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE, 2);
    if (pool == NULL || self == L0_NONE || out == L0_NONE)
        return;
    pool_set_windows(pool, 2, kernelSize, strides, paddings, NULL, false);
    pool->counts_padding = countIncludePad;
    pool->divisor = divisorOverride;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    if (list->architecture == ARCHITECTURE_3510)
        launch_flat_average_950(list, pool, dense, ceilMode, out);
    else
        launch_flat_average(list, pool, dense, ceilMode, cubeMathType, out);
    const struct l0_tensor images = list->tensors[dense];
    if (pool->divisor == 0 && pool_is_whole_plane(pool, &images.dims[images.rank - 2]) &&
        has_dense_planes(list, self, out, 2))
        append_means(list, dense, out);
    else
        append_work(list, list->architecture == ARCHITECTURE_3510 ? &l0_AvgPoolV2 : &l0_AvgPool3D,
                    pool, &dense, 1, out, L0_NONE);
}

/* Whether CANN averages a volume without a transposition. */
static bool stays_in_place(const struct l0_list *list, const struct pool *pool, int volume,
                           int like, bool ceils)
{
    const int64_t *dims = list->tensors[volume].dims;
    const int64_t *kernel = pool->kernel;
    int64_t planes = dims[0] * dims[1];
    bool has_padding = pool->before[0] != 0 || pool->before[1] != 0 || pool->before[2] != 0;
    bool is_whole = !has_padding && kernel[0] == dims[2] && kernel[1] == dims[3] &&
                    kernel[2] == dims[4];
    bool have_one_size = pool->divisor != 0 || ((pool->counts_padding || !has_padding) && !ceils);
    bool is_small = pool_tiling_is_small(pool) && planes > FEW_PLANES && planes < MANY_PLANES;
    return list->architecture == ARCHITECTURE_3510 || pool_tiling_is_deep_only(pool) ||
           (is_small && have_one_size) ||
           (!is_whole && pool_tiling_is_long(pool, &list->tensors[like].dims[2], dims[1]));
}

void pool_list_avg_pool3d(struct l0_list *list, int self, const struct array *kernelSize,
                          const struct array *stride, const struct array *padding, bool ceilMode,
                          bool countIncludePad, int64_t divisorOverride, int out)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE, 3);
    if (pool == NULL || self == L0_NONE || out == L0_NONE)
        return;
    pool_set_windows(pool, 3, kernelSize, stride, padding, NULL, false);
    pool->counts_padding = countIncludePad;
    pool->divisor = divisorOverride;
    int dense = l0_contiguous(list, self);
    int volume = as_volume(list, dense, 3);
    int like = as_volume(list, out, 3);
    if (has_errors(list, volume, like))
        return;
    bool stays = stays_in_place(list, pool, volume, like, ceilMode);
    l0_launch_view_copy(list, launch_average(list, pool, volume, like, stays), out);
    append_work(list, &l0_AvgPool3D, pool, &dense, 1, out, L0_NONE);
}

/* ---- Their gradients ------------------------------------------------------------------------- */

/* The kernel reads the shape of a gradient from the host. */
static int shape_on_host(struct l0_list *list, int64_t entries)
{
    return l0_host_tensor(list, "shape", ACL_INT32, entries);
}

static int launch_average_grad(struct l0_list *list, int grad, int like, bool stays)
{
    int shares = L0_NONE;
    int shape = shape_on_host(list, 5);
    if (has_errors(list, grad, like) || shape == L0_NONE)
        return L0_NONE;
    struct pool_volume of = volume_of(list, like, grad);
    of.type = list->tensors[grad].type;
    int target = new_like(list, "grad", of.type, like);
    if (stays)
        shares = launch_like(list, &l0_AvgPool3DGrad, (int[]){grad, shape}, 2, like);
    else
        shares = launch_transposed(list, &l0_AvgPool3DGrad, grad, shape, target);
    if (shares != L0_NONE)
        pool_tiling_average_grad(list, &of);
    return stays ? shares : channels_first(list, shares);
}

/* The number of groups of planes, one a core, when sums must have a fixed sequence. */
static int64_t groups_of(const struct l0_list *list, int64_t planes)
{
    int64_t groups = list->deterministic ? (int64_t)list->soc->vector_cores : 1;
    while (groups > 1 && planes % groups != 0)
        groups--;
    return groups;
}

void pool_list_avg_pool3d_backward(struct l0_list *list, int gradOutput, int self,
                                   const struct array *kernelSize, const struct array *stride,
                                   const struct array *padding, bool countIncludePad,
                                   int64_t divisorOverride, int output)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE_GRAD, 3);
    if (pool == NULL || gradOutput == L0_NONE || self == L0_NONE || output == L0_NONE)
        return;
    pool_set_windows(pool, 3, kernelSize, stride, padding, NULL, false);
    pool->counts_padding = countIncludePad;
    pool->divisor = divisorOverride;
    int dense = l0_contiguous(list, gradOutput);
    if (has_errors(list, dense, l0_contiguous(list, self)))
        return;
    const struct l0_tensor *grad = &list->tensors[dense];
    int64_t planes = grad->rank == 4 ? grad->dims[0] : grad->dims[0] * grad->dims[1];
    int64_t groups = groups_of(list, planes);
    bool stays = pool_tiling_is_deep_only(pool) ||
                 (planes >= FEWEST_PLANES && planes < MOST_PLANES);
    int shares = launch_average_grad(list, in_groups(list, as_volume(list, dense, 3), groups),
                                     in_groups(list, as_volume(list, output, 3), groups), stays);
    l0_launch_view_copy(list, shares, output);
    append_work(list, &l0_AvgPool3DGrad, pool, &dense, 1, output, L0_NONE);
}

static aclDataType mode_type(aclDataType type, int64_t mode)
{
    return mode == 1 || mode == 2 ? ACL_FLOAT16 : type == ACL_BF16 ? ACL_FLOAT : type;
}

/* The gradient of one element a plane, divided by the number of the plane's elements. */
static void launch_whole_gradient(struct l0_list *list, const struct pool *pool, int grad,
                                  int64_t mode, int out)
{
    if (grad == L0_NONE)
        return;
    int x = l0_launch_cast(list, grad, mode_type(list->tensors[grad].type, mode));
    if (x == L0_NONE)
        return;
    int counts = to_device(list, "counts", list->tensors[x].type,
                           pool->kernel[1] * pool->kernel[2]);
    int shares = new_like(list, "shares", list->tensors[x].type, out);
    l0_launch_row(list, &l0_Div, (int[]){x, counts}, 2, 0, &shares, 1, NULL);
    if (shares != L0_NONE)
        l0_launch_view_copy(list, l0_launch_cast(list, shares, list->tensors[out].type), out);
}

/* Weights in fractals: a group for each channel, several of which share a fractal. */
static int launch_fractals(struct l0_list *list, int weights, int64_t channels, int64_t places_in)
{
    if (weights == L0_NONE)
        return L0_NONE;
    aclDataType type = list->tensors[weights].type;
    int64_t block = block_of(type, false);
    int64_t shared = channels < 16 ? channels : 16;
    int64_t rows = (channels + 15) / 16;
    int plain = l0_new_tensor(list, "fractals", type, places_in * rows * 16 * block);
    l0_launch_row(list, &l0_TransData, &weights, 1, 0, &plain, 1, NULL);
    if (channels == 1)
        return plain;
    int64_t deep = (shared + block - 1) / block;
    int grouped = l0_new_tensor(list, "fractals", type, places_in * rows * deep * 16 * block);
    l0_launch_row(list, &l0_TransData, &plain, 1, 0, &grouped, 1, NULL);
    return grouped;
}

/* Dilates blocks: zeros are put between, before and behind elements. */
static int launch_dilation(struct l0_list *list, int blocks, int64_t height, int64_t width)
{
    if (blocks == L0_NONE)
        return L0_NONE;
    const struct l0_tensor of = list->tensors[blocks];
    const int64_t dims[] = {of.dims[0], of.dims[1], height, width, of.dims[4]};
    int spread = l0_new_shaped(list, "spread", of.type, dims, 5);
    if (spread != L0_NONE)
        l0_launch(list, "Dilation", L0_AI_CORE, (int[]){blocks, L0_NONE}, (int[]){spread, L0_NONE});
    return spread;
}

static int launch_backprop(struct l0_list *list, int weights, int grad, const int64_t dims[5])
{
    int sizes = l0_host_tensor(list, "sizes", ACL_INT32, 4);
    if (has_errors(list, weights, grad) || sizes == L0_NONE)
        return L0_NONE;
    int sums = l0_new_shaped(list, "sums", list->tensors[grad].type, dims, 5);
    if (sums != L0_NONE)
        l0_launch(list, "Conv2DBackpropInput", L0_AI_CORE, (int[]){grad, weights, sizes, L0_NONE},
                  (int[]){sums, L0_NONE});
    l0_assume(list, "pool");
    return sums;
}

/* The gradient of an average as that of a convolution. On Ascend910B zeros are inserted before it
 * for strides above 2, and after it for windows of one element. */
static int launch_gradient_of_products(struct l0_list *list, const struct pool *pool, int weights,
                                       int grad, int image)
{
    if (has_errors(list, weights, grad) || image == L0_NONE)
        return L0_NONE;
    const struct l0_tensor from = list->tensors[grad];
    const struct l0_tensor to = list->tensors[image];
    const int64_t *kernel = &pool->kernel[1];
    const int64_t *stride = &pool->stride[1];
    int64_t padded[2];
    for (int i = 0; i < 2; i++) {
        int64_t end = (from.dims[2 + i] - 1) * stride[i] + kernel[i];
        padded[i] = end > to.dims[2 + i] ? end : to.dims[2 + i];
    }
    bool is_one = kernel[0] == 1 && kernel[1] == 1;
    bool is_2201 = list->architecture == ARCHITECTURE_2201;
    if (is_2201 && !is_one && (stride[0] > 2 || stride[1] > 2)) {
        int spread = launch_dilation(list, grad, padded[0] - kernel[0] + 1,
                                     padded[1] - kernel[1] + 1);
        return launch_backprop(list, weights, spread, to.dims);
    }
    if (is_2201 && is_one && (stride[0] > 1 || stride[1] > 1)) {
        const int64_t dims[] = {to.dims[0], to.dims[1], from.dims[2], from.dims[3], to.dims[4]};
        return launch_dilation(list, launch_backprop(list, weights, grad, dims), to.dims[2],
                               to.dims[3]);
    }
    return launch_backprop(list, weights, grad, to.dims);
}

static void launch_products_gradient(struct l0_list *list, const struct pool *pool, int grad,
                                     int image, int64_t mode, int out)
{
    if (has_errors(list, grad, image))
        return;
    aclDataType type = list->tensors[grad].type;
    aclDataType own = type == ACL_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
    bool has_lower = mode == 1 || mode == 2;
    bool divides = !pool->counts_padding && (pool->divisor == 0 || pool->divisor <= -MOST_DIVISOR ||
                                             pool->divisor >= MOST_DIVISOR);
    const struct l0_tensor images = list->tensors[image];
    int64_t channels = images.dims[images.rank - 3];
    if (type == ACL_BF16 || images.type == ACL_BF16) {
        grad = l0_launch_cast(list, grad, ACL_FLOAT);
        image = l0_launch_cast(list, image, ACL_FLOAT);
    }
    if (divides && grad != L0_NONE) {
        int shares = to_device(list, "shares", own, list->tensors[grad].elements);
        grad = launch_like(list, &l0_Mul, (int[]){grad, shares}, 2, grad);
    }
    if (has_lower)
        grad = l0_launch_cast(list, grad, ACL_FLOAT16);
    int blocks = to_blocks(list, grad, false);
    if (has_lower)
        image = l0_launch_cast(list, image, ACL_FLOAT16);
    int image_blocks = to_blocks(list, image, false);
    int weights = to_device(list, "weights", own, channels * pool->kernel[1] * pool->kernel[2]);
    if (has_lower)
        weights = l0_launch_cast(list, weights, ACL_FLOAT16);
    int fractals = launch_fractals(list, weights, channels, pool->kernel[1] * pool->kernel[2]);
    int sums = launch_gradient_of_products(list, pool, fractals, blocks, image_blocks);
    int shares = from_blocks(list, sums, out);
    l0_launch_view_copy(list, l0_launch_cast(list, shares, list->tensors[out].type), out);
}

static bool is_by_products_backward(const struct pool *pool, const int64_t *last, bool ceils)
{
    return pool_is_by_products(pool, last, ceils) && pool->counts_padding;
}

void pool_list_avg_pool2d_backward(struct l0_list *list, int gradOutput, int self,
                                   const struct array *kernelSize, const struct array *stride,
                                   const struct array *padding, bool ceilMode, bool countIncludePad,
                                   int64_t divisorOverride, int8_t cubeMathType, int gradInput)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE_GRAD, 2);
    if (pool == NULL || gradOutput == L0_NONE || self == L0_NONE || gradInput == L0_NONE)
        return;
    pool_set_windows(pool, 2, kernelSize, stride, padding, NULL, false);
    pool->counts_padding = countIncludePad;
    pool->divisor = divisorOverride;
    const struct l0_tensor given = list->tensors[gradOutput];
    const struct l0_tensor images = list->tensors[self];
    const int64_t *last = &images.dims[images.rank - 3];
    bool is_whole = pool_is_whole_gradient(pool, &last[1], &given.dims[given.rank - 2]);
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool is_2201 = list->architecture == ARCHITECTURE_2201;
    int dense = l0_contiguous(list, gradOutput);
    int image = !is_whole || is_950 ? l0_contiguous(list, self) : L0_NONE;
    if (list->status != ACLNN_SUCCESS)
        return;
    if (is_whole) {
        launch_whole_gradient(list, pool, is_950 ? l0_contiguous(list, gradOutput) : dense,
                              cubeMathType, gradInput);
    } else if (is_950) {
        int shares = launch_like(list, &l0_AvgPoolV2Grad, (int[]){dense, shape_on_host(list, 4)}, 2,
                                 gradInput);
        l0_launch_view_copy(list, shares, gradInput);
    } else if (is_2201 && !is_by_products_backward(pool, last, ceilMode)) {
        int shares = launch_average_grad(list, in_groups(list, as_volume(list, dense, 2), 1),
                                         in_groups(list, as_volume(list, gradInput, 2), 1), false);
        l0_launch_view_copy(list, shares, gradInput);
    } else {
        launch_products_gradient(list, pool, dense, image, cubeMathType, gradInput);
    }
    append_work(list, is_950 ? &l0_AvgPoolV2Grad : &l0_AvgPool3DGrad, pool, &dense, 1, gradInput,
                L0_NONE);
}

/* ---- Means of parts -------------------------------------------------------------------------- */

/* Pools to one element are means of the whole plane. */
static void launch_mean(struct l0_list *list, int dense, int out, int64_t spatial)
{
    struct l0_fold *fold = l0_take(list, sizeof *fold);
    const struct l0_tensor result = list->tensors[out];
    int mean = new_like(list, "mean", result.type, out);
    if (fold == NULL || mean == L0_NONE)
        return;
    int32_t batch = result.rank - (int32_t)spatial;
    fold->dims = ((uint64_t)1 << result.rank) - ((uint64_t)1 << batch);
    l0_launch_row(list, &l0_ReduceMean, &dense, 1, 0, &mean, 1, fold);
    l0_launch_view_copy(list, mean, out);
}

/* Moves channels to the end, appends the operator, and moves the result's channels back. */
static void launch_moved(struct l0_list *list, const struct l0_row *row, int from, int other,
                         int out, int32_t spatial)
{
    int volume = as_volume(list, from, spatial);
    int like = as_volume(list, out, spatial);
    if (has_errors(list, volume, like))
        return;
    int pooled = launch_transposed(list, row, volume, other, like);
    if (row == &l0_AdaptiveAvgPool3dGrad && pooled != L0_NONE) {
        struct pool_volume of = volume_of(list, like, volume);
        pool_tiling_adaptive_average_grad(list, &of);
    }
    l0_launch_view_copy(list, channels_first(list, pooled), out);
}

/* The factors by which Ascend910 multiplies planes: from the left, from the right, and each
 * element. The device's CPU computes them. */
struct factors {
    int left;
    int right;
    int each;
};

static int in_planes(struct l0_list *list, const char *name, int64_t rows, int64_t columns,
                     int32_t rank)
{
    const int64_t dims[] = {1, 1, rows, columns};
    return l0_new_shaped(list, name, ACL_FLOAT, &dims[4 - rank], rank);
}

static struct factors launch_factors(struct l0_list *list, int whole, int parts)
{
    struct factors f = {L0_NONE, L0_NONE, L0_NONE};
    const struct l0_tensor from = list->tensors[whole];
    const struct l0_tensor to = list->tensors[parts];
    const int64_t *size = &from.dims[from.rank - 2];
    const int64_t *places = &to.dims[to.rank - 2];
    int shape = l0_host_tensor(list, "shape", ACL_INT64, from.rank);
    f.left = in_planes(list, "left", places[0], size[0], from.rank);
    f.right = in_planes(list, "right", size[1], places[1], from.rank);
    f.each = in_planes(list, "each", places[0], places[1], from.rank);
    if (!has_errors(list, f.left, f.right) && !has_errors(list, f.each, shape))
        l0_launch(list, "AdaptiveAvgPool2dAssistMatrix", L0_AI_CPU, (int[]){shape, L0_NONE},
                  (int[]){f.left, f.right, f.each, L0_NONE});
    return f;
}

/* Appends a product for every plane, for the size alone. */
static int launch_product(struct l0_list *list, int left, int right, bool transpose_right,
                          aclDataType type)
{
    if (has_errors(list, left, right))
        return L0_NONE;
    int steps = list->step_count;
    const struct product_request request = {.left = left,
                                            .right = right,
                                            .out = type,
                                            .mode = 1,
                                            .transpose_left = true,
                                            .transpose_right = transpose_right};
    int product = matmul_list_product(list, &request);
    list->step_count = steps;
    return product;
}

static void launch_by_factors(struct l0_list *list, int dense, int out)
{
    aclDataType type = list->tensors[dense].type;
    struct factors f = launch_factors(list, dense, out);
    int left = l0_launch_cast(list, f.left, type);
    int right = l0_launch_cast(list, f.right, type);
    int sums = launch_product(list, launch_product(list, dense, left, true, type), right, false,
                              type);
    if (sums == L0_NONE)
        return;
    int each = l0_launch_cast(list, f.each, list->tensors[sums].type);
    int means = launch_like(list, &l0_Mul, (int[]){sums, each}, 2, out);
    l0_launch_view_copy(list, l0_launch_cast(list, means, type), out);
}

void pool_list_adaptive_avg_pool(struct l0_list *list, int self, int out, int spatial)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE, spatial);
    if (pool == NULL || self == L0_NONE || out == L0_NONE)
        return;
    pool->is_adaptive = true;
    bool is_flat_950 = spatial == 2 && list->architecture == ARCHITECTURE_3510;
    const struct l0_row *row = is_flat_950 ? &l0_AdaptiveAvgPool2d : &l0_AdaptiveAvgPool3d;
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    if (is_one_place(list, out, spatial))
        launch_mean(list, dense, out, spatial);
    else if (list->architecture == ARCHITECTURE_3510)
        l0_launch_view_copy(list, launch_like(list, row, &dense, 1, out), out);
    else if (spatial == 2 && list->architecture == ARCHITECTURE_1001)
        launch_by_factors(list, dense, out);
    else
        launch_moved(list, row, dense, L0_NONE, out, (int32_t)spatial);
    if (has_dense_planes(list, self, out, spatial))
        append_means(list, dense, out);
    else
        append_work(list, row, pool, &dense, 1, out, L0_NONE);
}

/* Broadcasts the gradient of one element over its plane. */
static void launch_spread(struct l0_list *list, int grad, int out)
{
    const struct l0_tensor result = list->tensors[out];
    aclDataType type = list->tensors[grad].type;
    int share = norm_stand_in(list, 1, type, result.dims, result.rank);
    int spread = share == L0_NONE ? L0_NONE
                                  : launch_like(list, &l0_Mul, (int[]){share, grad}, 2, out);
    l0_launch_view_copy(list, l0_launch_cast(list, spread, result.type), out);
}

static void launch_gradient_by_factors(struct l0_list *list, int grad, int image, int out)
{
    aclDataType type = list->tensors[grad].type;
    struct factors f = launch_factors(list, image, grad);
    int shares = launch_like(list, &l0_Mul, (int[]){grad, l0_launch_cast(list, f.each, type)}, 2,
                             grad);
    int left = l0_launch_cast(list, f.left, type);
    int sums = launch_product(list, shares, left, false, type);
    if (sums == L0_NONE)
        return;
    int right = l0_launch_cast(list, f.right, list->tensors[sums].type);
    l0_launch_view_copy(list, launch_product(list, sums, right, true, type), out);
}

void pool_list_adaptive_avg_pool_backward(struct l0_list *list, int gradOutput, int self, int out,
                                          int spatial)
{
    struct pool *pool = new_pool(list, POOL_AVERAGE_GRAD, spatial);
    if (pool == NULL || gradOutput == L0_NONE || self == L0_NONE || out == L0_NONE)
        return;
    pool->is_adaptive = true;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    const struct l0_row *row = is_950 && spatial == 2 ? &l0_AdaptiveAvgPool2dGrad
                                                      : &l0_AdaptiveAvgPool3dGrad;
    int dense = l0_contiguous(list, gradOutput);
    int image = l0_contiguous(list, self);
    if (has_errors(list, dense, image))
        return;
    if (is_one_place(list, gradOutput, spatial)) {
        launch_spread(list, dense, out);
    } else if (is_950) {
        int count = spatial == 2 ? 1 : 2;
        int whole = as_volume(list, out, (int32_t)spatial);
        int parts = as_volume(list, dense, (int32_t)spatial);
        int shares = launch_like(list, row, (int[]){dense, image}, count, out);
        if (has_errors(list, whole, parts) || shares == L0_NONE)
            return;
        struct pool_volume of = volume_of(list, whole, parts);
        if (spatial == 2)
            pool_tiling_flat_adaptive_average_grad(list, &of);
        l0_launch_view_copy(list, shares, out);
    } else if (spatial == 2 && list->architecture == ARCHITECTURE_1001) {
        launch_gradient_by_factors(list, dense, image, out);
    } else {
        launch_moved(list, row, dense, image, out, (int32_t)spatial);
    }
    append_work(list, row, pool, &dense, 1, out, L0_NONE);
}

/* Every element gets an equal share of its plane's gradient. */
static void list_shares(struct l0_list *list, int gradOutput, int self, int out, int64_t spatial)
{
    const struct l0_tensor result = list->tensors[out];
    double places = 1;
    for (int32_t i = result.rank - (int32_t)spatial; i < result.rank; i++)
        places *= (double)result.dims[i];
    int dense = l0_contiguous(list, gradOutput);
    l0_contiguous(list, self);
    int share = list_fill(list, result.type, 1 / places, result.dims, result.rank);
    int product = l0_new_shaped(list, "shares", result.type, result.dims, result.rank);
    l0_apply(list, &l0_Mul, (int[]){share, dense}, 2, 0, &product, 1, NULL);
    l0_view_copy(list, product, out);
}

void pool_list_adaptive_avg_pool3d_backward(struct l0_list *list, int gradOutput, int self, int out)
{
    if (gradOutput == L0_NONE || self == L0_NONE || out == L0_NONE)
        return;
    if (list->tensors[gradOutput].type == ACL_DOUBLE)
        list_shares(list, gradOutput, self, out, 3);
    else
        pool_list_adaptive_avg_pool_backward(list, gradOutput, self, out, 3);
}

/* ---- The largest ----------------------------------------------------------------------------- */

/* Both results of an operator on volumes, and how they are stored. */
struct found {
    int values;
    int places;
};

static struct found launch_largest(struct l0_list *list, const struct l0_row *row, int x, int out,
                                   aclDataType places)
{
    struct found found = {L0_NONE, L0_NONE};
    if (has_errors(list, x, out))
        return found;
    found.values = new_like(list, row->name, list->tensors[x].type, out);
    found.places = new_like(list, "places", places, out);
    l0_launch_row(list, row, &x, 1, 0, (int[]){found.values, found.places}, 2, NULL);
    return found;
}

static void launch_copies(struct l0_list *list, const struct found *found, int out, int places)
{
    if (has_errors(list, found->values, found->places))
        return;
    int cast = l0_launch_cast(list, found->places, list->tensors[places].type);
    l0_launch_view_copy(list, found->values, out);
    l0_launch_view_copy(list, cast, places);
}

/* Converts to blocks of channels, which kernels of Ascend910 and older ones of 910B require. */
static int pool_in_blocks(struct l0_list *list, const struct l0_row *row, int x, int out, int mask)
{
    if (has_errors(list, x, out))
        return L0_NONE;
    int blocks = to_blocks(list, x, true);
    int like = new_like(list, "largest", list->tensors[x].type, out);
    int largest = in_blocks(list, like, true);
    const int outputs[] = {largest, mask};
    l0_launch_row(list, row, &blocks, 1, 0, outputs, mask == L0_NONE ? 1 : 2, NULL);
    return from_blocks(list, largest, like);
}

void pool_list_max_pool(struct l0_list *list, int self, const struct array *kernelShape,
                        const struct array *strides, const struct array *pads, int out)
{
    struct pool *pool = new_pool(list, POOL_MAX, 2);
    if (pool == NULL || self == L0_NONE || out == L0_NONE)
        return;
    pool_set_windows(pool, 2, kernelShape, strides, pads, NULL, true);
    int dense = l0_contiguous(list, self);
    int largest = L0_NONE;
    if (dense == L0_NONE)
        return;
    if (list->architecture == ARCHITECTURE_3510)
        largest = launch_like(list, &l0_MaxPoolV3, &dense, 1, out);
    else if (list->architecture == ARCHITECTURE_2201 && pool_is_of_long_windows(pool))
        largest = launch_largest(list, &l0_MaxPool3DWithArgmaxV2, dense, out, ACL_INT32).values;
    else
        largest = pool_in_blocks(list, &l0_MaxPoolV3, dense, out, L0_NONE);
    l0_launch_view_copy(list, largest, out);
    append_work(list, &l0_MaxPoolV3, pool, &dense, 1, out, L0_NONE);
}

/* The tiling of the experimental kernel, which is for Ascend910B, asks for the system's
 * workspace. */
void pool_list_max_pool_v3(struct l0_list *list, int x, const struct array *ksize,
                           const struct array *strides, const struct array *pads, int out)
{
    struct pool *pool = new_pool(list, POOL_MAX, 2);
    int dense = l0_contiguous(list, x);
    if (pool == NULL || dense == L0_NONE || out == L0_NONE ||
        !pool_set_image_windows(pool, ksize, strides, pads))
        return;
    int largest = launch_like(list, &l0_MaxPoolV3, &dense, 1, out);
    if (list->architecture == ARCHITECTURE_2201)
        l0_kernel_workspace(list, L0_SYSTEM_WORKSPACE);
    l0_launch_view_copy(list, largest, out);
    append_work(list, &l0_MaxPoolV3, pool, &dense, 1, out, L0_NONE);
}

static struct pool *largest_of(struct l0_list *list, enum pool_kind kind, int given,
                               const struct array *kernelSize, const struct array *stride,
                               const struct array *padding, const struct array *dilation,
                               bool has_mask, int64_t spatial)
{
    struct pool *pool = new_pool(list, kind, spatial);
    if (pool == NULL || given == L0_NONE)
        return NULL;
    pool_set_windows(pool, (int32_t)spatial, kernelSize, stride, padding, dilation, false);
    pool->has_places = true;
    pool->has_mask = has_mask;
    pool->channels_last = lies_last(list, given);
    return pool;
}

void pool_list_max_pool_with_indices(struct l0_list *list, int self, const struct array *kernelSize,
                                     const struct array *stride, const struct array *padding,
                                     const struct array *dilation, int out, int indices,
                                     int spatial)
{
    struct pool *pool = largest_of(list, POOL_MAX, self, kernelSize, stride, padding, dilation,
                                   false, spatial);
    bool is_flat_950 = spatial == 2 && list->architecture == ARCHITECTURE_3510;
    const struct l0_row *row = is_flat_950 ? &l0_MaxPoolWithArgmaxV3 : &l0_MaxPool3DWithArgmaxV2;
    int dense = l0_contiguous(list, self);
    if (pool == NULL || dense == L0_NONE || has_errors(list, out, indices))
        return;
    bool is_int32 = spatial == 2 && list->architecture != ARCHITECTURE_3510;
    struct found found = launch_largest(list, row, dense, out,
                                        is_int32 ? ACL_INT32 : list->tensors[indices].type);
    launch_copies(list, &found, out, indices);
    append_work(list, row, pool, &dense, 1, out, indices);
}

static bool is_one_by_one(const struct pool *pool)
{
    return pool->kernel[1] == 1 && pool->kernel[2] == 1;
}

/* In blocks Ascend910 has the largest element only of halves, and 910B has no bfloat16. */
static aclDataType masked_type(const struct l0_list *list, aclDataType type)
{
    if (type == ACL_BF16)
        return ACL_FLOAT;
    return type == ACL_FLOAT && list->architecture == ARCHITECTURE_1001 ? ACL_FLOAT16 : type;
}

void pool_list_max_pool2d_with_mask(struct l0_list *list, int self, const struct array *kernelSize,
                                    const struct array *stride, const struct array *padding,
                                    const struct array *dilation, int out, int indices)
{
    struct pool *pool = largest_of(list, POOL_MAX, self, kernelSize, stride, padding, dilation,
                                   true, 2);
    int dense = l0_contiguous(list, self);
    if (pool == NULL || dense == L0_NONE || has_errors(list, out, indices))
        return;
    bool is_volume = list->architecture == ARCHITECTURE_2201 && !is_one_by_one(pool);
    const struct l0_row *row = is_volume ? &l0_MaxPool3DWithArgmaxV2 : &l0_MaxPoolWithArgmaxV1;
    if (is_volume) { /* the indices are written to the mask, in whatever layout */
        struct found found = launch_largest(list, row, dense, out, ACL_INT32);
        l0_redirect_to_user(list, found.places);
        l0_launch_view_copy(list, found.values, out);
    } else {
        aclDataType type = list->tensors[dense].type;
        int x = l0_launch_cast(list, dense, masked_type(list, type));
        int mask = new_like(list, "mask", ACL_UINT16, indices);
        l0_redirect_to_user(list, mask);
        int largest = pool_in_blocks(list, row, x, out, mask);
        l0_launch_view_copy(list, l0_launch_cast(list, largest, type), out);
    }
    append_work(list, row, pool, &dense, 1, out, indices);
}

/* ---- Products with quantised weights --------------------------------------------------------- */
void pool_list_adaptive_max_pool(struct l0_list *list, int self, int out, int indices, int spatial)
{
    struct pool *pool = new_pool(list, POOL_MAX, spatial);
    if (pool == NULL || self == L0_NONE || has_errors(list, out, indices))
        return;
    pool->is_adaptive = true;
    pool->has_places = true;
    pool->channels_last = lies_last(list, self);
    int dense = l0_contiguous(list, self);
    if (dense == L0_NONE)
        return;
    const struct l0_tensor *given = &list->tensors[dense];
    aclDataType type = given->type;
    bool is_950 = list->architecture == ARCHITECTURE_3510;
    bool is_kernel = type != ACL_DOUBLE && list->architecture != ARCHITECTURE_1001;
    bool divides = is_kernel;
    int32_t first = given->rank - (int32_t)spatial - pool->channels_last;
    for (int32_t i = first; divides && i < first + (int32_t)spatial; i++)
        divides = given->dims[i] % list->tensors[out].dims[i] == 0;
    const struct l0_row *row = divides                                  ? &l0_MaxPool3DWithArgmaxV2
                               : spatial == 2 && (is_950 || !is_kernel) ? &l0_AdaptiveMaxPool2d
                                                                        : &l0_AdaptiveMaxPool3d;
    int x = dense;
    if (is_kernel && pool->channels_last && given->rank == 4) {
        static const int64_t order[] = {0, 3, 1, 2};
        x = list_launch_transpose(list, dense, order);
    }
    aclDataType places = list->tensors[indices].type;
    bool is_int32 = is_kernel && spatial == 2;
    struct found found = launch_largest(list, row, x, out, is_int32 ? ACL_INT32 : places);
    launch_copies(list, &found, out, indices);
    append_work(list, row, pool, &dense, 1, out, indices);
}

/* ---- Gradients of the largest ---------------------------------------------------------------- */

/* The kernels of volumes: inputs are the elements, the gradient and the indices. */
static void launch_gradient_of_volume(struct l0_list *list, const struct l0_row *row,
                                      const struct pool *pool, int image, int grad, int places,
                                      int out)
{
    int32_t spatial = pool->spatial;
    int like = as_volume(list, out, spatial);
    int windows = as_volume(list, grad, spatial);
    if (has_errors(list, like, windows) || has_errors(list, image, places))
        return;
    struct pool_volume of = volume_of(list, like, windows);
    int shares = launch_like(list, row, (int[]){image, grad, places}, 3, out);
    if (shares != L0_NONE && list->architecture == ARCHITECTURE_2201) {
        if (row == &l0_AdaptiveMaxPool3DGrad)
            pool_tiling_adaptive_max_grad(list, &of);
        else
            pool_tiling_max_grad(list, pool, &of);
    }
    l0_launch_view_copy(list, shares, out);
}

void pool_list_adaptive_max_pool_backward(struct l0_list *list, int gradOutput, int self,
                                          int indices, int gradInput, int spatial)
{
    struct pool *pool = new_pool(list, POOL_MAX_GRAD, spatial);
    if (pool == NULL || has_errors(list, gradOutput, indices) || has_errors(list, self, gradInput))
        return;
    pool->has_places = true;
    pool->channels_last = lies_last(list, gradOutput);
    int image = spatial == 2 ? l0_contiguous(list, self) : L0_NONE;
    int grad = l0_contiguous(list, gradOutput);
    int places = l0_contiguous(list, indices);
    if (spatial == 3)
        image = l0_contiguous(list, self);
    if (has_errors(list, grad, places) || image == L0_NONE)
        return;
    const struct l0_tensor of = list->tensors[grad];
    struct pool windows = {.spatial = (int32_t)spatial, .kernel = {1, 1, 1}, .stride = {1, 1, 1}};
    bool divides = list->architecture != ARCHITECTURE_3510;
    for (int32_t i = of.rank - (int32_t)spatial; i < of.rank; i++) {
        int64_t size = list->tensors[image].dims[i];
        int at = POOL_DIMS - (of.rank - i);
        divides = divides && size % of.dims[i] == 0;
        windows.kernel[at] = windows.stride[at] = size / of.dims[i];
    }
    const struct l0_row *row = divides ? &l0_MaxPool3DGradWithArgmax : &l0_AdaptiveMaxPool3DGrad;
    int where = spatial == 2 ? l0_launch_cast(list, places, ACL_INT32) : places;
    launch_gradient_of_volume(list, row, &windows, image, grad, where, gradInput);
    append_work(list, row, pool, (int[]){grad, places}, 2, gradInput, L0_NONE);
}

void pool_list_max_pool_with_indices_backward(struct l0_list *list, int gradOutput, int self,
                                              int indices, const struct array *kernelSize,
                                              const struct array *stride,
                                              const struct array *padding,
                                              const struct array *dilation, int gradInput,
                                              int spatial)
{
    struct pool *pool = largest_of(list, POOL_MAX_GRAD, gradOutput, kernelSize, stride, padding,
                                   dilation, false, spatial);
    if (pool == NULL || has_errors(list, self, indices) || gradInput == L0_NONE)
        return;
    bool is_flat_950 = spatial == 2 && list->architecture == ARCHITECTURE_3510;
    const struct l0_row *row = is_flat_950 ? &l0_MaxPoolGradWithArgmaxV3
                                           : &l0_MaxPool3DGradWithArgmax;
    int places = spatial == 3 ? l0_contiguous(list, indices) : L0_NONE;
    int image = l0_contiguous(list, self);
    int grad = l0_contiguous(list, gradOutput);
    if (spatial == 2)
        places = l0_contiguous(list, indices);
    if (has_errors(list, image, grad) || places == L0_NONE)
        return;
    launch_gradient_of_volume(list, row, pool, image, grad, places, gradInput);
    append_work(list, row, pool, (int[]){grad, places}, 2, gradInput, L0_NONE);
}

/* The gradient in blocks of channels, from a mask. */
static void launch_masked_gradient(struct l0_list *list, const struct l0_row *row, int image,
                                   int grad, int mask, int out)
{
    if (has_errors(list, image, grad))
        return;
    aclDataType type = masked_type(list, list->tensors[image].type);
    int grad_cast = l0_launch_cast(list, grad, type);
    int image_cast = l0_launch_cast(list, image, type);
    int grad_blocks = to_blocks(list, grad_cast, true);
    int image_blocks = to_blocks(list, image_cast, true);
    if (has_errors(list, grad_blocks, image_blocks))
        return;
    int shares = launch_like(list, row, (int[]){image_blocks, grad_blocks, mask}, 3, image_blocks);
    int moved = from_blocks(list, shares, out);
    l0_launch_view_copy(list, l0_launch_cast(list, moved, list->tensors[out].type), out);
}

void pool_list_max_pool2d_with_mask_backward(struct l0_list *list, int gradOutput, int self,
                                             int indices, const struct array *kernelSize,
                                             const struct array *stride,
                                             const struct array *padding,
                                             const struct array *dilation, int gradInput)
{
    struct pool *pool = largest_of(list, POOL_MAX_GRAD, gradOutput, kernelSize, stride, padding,
                                   dilation, true, 2);
    if (pool == NULL || has_errors(list, self, indices) || gradInput == L0_NONE)
        return;
    bool is_volume = list->architecture == ARCHITECTURE_2201 && !is_one_by_one(pool);
    const struct l0_row *row = is_volume ? &l0_MaxPool3DGradWithArgmax
                                         : &l0_MaxPoolGradWithArgmaxV1;
    int image = l0_contiguous(list, self);
    int grad = l0_contiguous(list, gradOutput);
    if (is_volume) {
        int mask = l0_contiguous(list, indices);
        launch_gradient_of_volume(list, row, pool, image, grad, mask, gradInput);
    } else {
        launch_masked_gradient(list, row, image, grad, indices, gradInput);
    }
    if (has_errors(list, image, grad))
        return;
    append_work(list, row, pool, (int[]){grad, indices}, 2, gradInput, L0_NONE);
}
