/* SPDX-License-Identifier: Apache-2.0 */
/* Pools with places on each side of their own (AveragePoolingGrad, MaxPool3D), and the gradient of
 * windows that do not overlap (MaxPoolingGrad): lists of L0 operators. */
#include "ops/pool/placed.h"

#include <stdbool.h>
#include <stdint.h>

#include "declared/common.h"
#include "declared/pool.h"
#include "ops/common/list.h"
#include "ops/common/shape.h"

/* Appends a row's operator, and its work in float32. */
static void append(struct l0_list *list, const struct l0_row *row, const struct pool *pool, int x,
                   int out)
{
    if (x == L0_NONE || out == L0_NONE || pool == NULL)
        return;
    const struct l0_tensor result = list->tensors[out];
    int dense = l0_contiguous(list, x);
    int launched = l0_new_shaped(list, row->name, result.type, result.dims, result.rank);
    l0_launch_row(list, row, &dense, 1, 0, &launched, 1, NULL);
    l0_launch_view_copy(list, launched, out);
    int values = list_dense_of(list, x, ACL_FLOAT);
    int made = l0_new_shaped(list, row->name, ACL_FLOAT, result.dims, result.rank);
    if (list->status != ACLNN_SUCCESS)
        return;
    l0_step(list, L0_STEP_APPLY, row, &values, 1, &made, 1, pool);
    list_store_reshaped(list, made, out);
}

void pool_list_average_pooling_grad(struct l0_list *list, int gradOutput, int64_t kernelH,
                                    int64_t kernelW, int64_t strideH, int64_t strideW,
                                    int64_t padTop, int64_t padBottom, int64_t padLeft,
                                    int64_t padRight, bool countIncludePad, int64_t divisorOverride,
                                    int out)
{
    struct pool *pool = l0_take(list, sizeof *pool);
    if (pool == NULL)
        return;
    /* With padding CANN's kernel counts whole windows, behind the padding too. */
    int64_t whole = countIncludePad ? shape_product(kernelH, kernelW) : 0;
    *pool = (struct pool){.kind = POOL_AVERAGE_GRAD,
                          .spatial = 2,
                          .divisor = divisorOverride != 0 ? divisorOverride : whole,
                          .kernel = {1, kernelH, kernelW},
                          .stride = {1, strideH, strideW},
                          .dilation = {1, 1, 1},
                          .before = {0, padTop, padLeft},
                          .behind = {0, padBottom, padRight}};
    append(list, &l0_AveragePoolingGrad, pool, gradOutput, out);
}

void pool_list_max_pool3d(struct l0_list *list, int x, const struct array *ksize,
                          const struct array *strides, const char *padding,
                          const struct array *pads, const struct array *dilation, int64_t ceilMode,
                          const char *dataFormat, int out)
{
    struct pool *pool = l0_take(list, sizeof *pool);
    if (pool == NULL || x == L0_NONE)
        return;
    int64_t places[POOL_DIMS];
    const struct placed_windows windows = {ksize,   strides,  pads,      dilation,
                                           padding, ceilMode, dataFormat};
    pool_place_windows(pool, list->tensors[x].dims, &windows, places);
    append(list, &l0_MaxPool3D, pool, x, out);
}

void pool_list_max_pooling_grad(struct l0_list *list, int dy, int x, int y, int dx)
{
    const int operands[] = {dy, x, y};
    int inputs[3];
    if (dy == L0_NONE || x == L0_NONE || y == L0_NONE || dx == L0_NONE)
        return;
    const struct l0_tensor result = list->tensors[dx];
    for (int i = 0; i < 3; i++)
        inputs[i] = l0_contiguous(list, operands[i]);
    int made = l0_new_shaped(list, "gradient", result.type, result.dims, result.rank);
    l0_apply(list, &l0_MaxPoolingGrad, inputs, 3, 0, &made, 1, NULL);
    l0_view_copy(list, made, dx);
}
