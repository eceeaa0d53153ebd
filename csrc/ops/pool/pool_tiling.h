/* SPDX-License-Identifier: Apache-2.0 */
/* The workspace of kernels of pools: 16 MiB, and for some shapes more, after the public tilings of
 * ops-nn (pooling). Each function adds it to the operator that was appended last. */
#ifndef ACLNN_PY_OPS_POOL_POOL_TILING_H
#define ACLNN_PY_OPS_POOL_POOL_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/pool/pool.h"
#include "workspace/l0.h"

/* A volume as a kernel sees it; planes is batches times channels. */
struct pool_volume {
    int64_t planes;
    int64_t channels; /* the size of the dimension that the kernel has for channels */
    int64_t dims[POOL_DIMS];
    int64_t windows[POOL_DIMS];
    aclDataType type;
    bool channels_last;
};

/* Kinds of windows that CANN averages without a transposition: few long ones of few channels, small
 * ones, and those of one element in height and width. */
bool pool_tiling_is_long(const struct pool *pool, const int64_t *windows, int64_t channels);
bool pool_tiling_is_small(const struct pool *pool);
bool pool_tiling_is_deep_only(const struct pool *pool);

/* AvgPool3D of Ascend910B, whose cores wait for each other when channels do not fill a block. */
void pool_tiling_average(struct l0_list *list, const struct pool *pool,
                         const struct pool_volume *volume);

/* AvgPool3DGrad, whose sums of halves are float32. */
void pool_tiling_average_grad(struct l0_list *list, const struct pool_volume *volume);

/* AdaptiveAvgPool3dGrad of Ascend910B: float32 sums of halves, when windows overlap. */
void pool_tiling_adaptive_average_grad(struct l0_list *list, const struct pool_volume *volume);

/* MaxPool3DGradWithArgmax of Ascend910B: float32 sums of halves, unless one core has room for a
 * volume. */
void pool_tiling_max_grad(struct l0_list *list, const struct pool *pool,
                          const struct pool_volume *volume);

/* AdaptiveMaxPool3DGrad of Ascend910B: float32 sums of halves, when windows overlap. */
void pool_tiling_adaptive_max_grad(struct l0_list *list, const struct pool_volume *volume);

/* AvgPoolV2 of Ascend950, on images as volumes of depth 1. Windows that are computed one at a time
 * need no workspace. */
void pool_tiling_flat_average(struct l0_list *list, const struct pool *pool,
                              const struct pool_volume *volume, bool ceils);

/* AdaptiveAvgPool2dGrad of Ascend950: 16 MiB for many planes of small windows, otherwise none. */
void pool_tiling_flat_adaptive_average_grad(struct l0_list *list, const struct pool_volume *volume);

#endif
