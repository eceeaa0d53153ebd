/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What kernels of pools ask for while they run: 16 MiB, and in some shapes more, after the public
 * tilings of ops-nn (pooling). Each function adds it to the operator that was appended last.
 */
#ifndef ACLNN_PY_OPS_POOL_POOL_TILING_H
#define ACLNN_PY_OPS_POOL_POOL_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "ops/pool/pool.h"
#include "workspace/l0.h"

/* A volume as a kernel sees it; planes is the batch times the channels. */
struct pool_volume {
    int64_t planes;
    int64_t channels; /* of the dimension that the kernel has for them */
    int64_t dims[POOL_DIMS];
    int64_t windows[POOL_DIMS];
    aclDataType type;
    bool channels_last;
};

/* Windows that CANN averages in the layout they have: few and long ones of few channels, small
   ones, and those of one place in height and width. */
bool pool_tiling_is_long(const struct pool *pool, const int64_t *windows, int64_t channels);
bool pool_tiling_is_small(const struct pool *pool);
bool pool_tiling_is_deep_only(const struct pool *pool);

/* AvgPool3D of Ascend910B, whose cores wait for each other where channels fill no block. */
void pool_tiling_average(struct l0_list *list, const struct pool *pool,
                         const struct pool_volume *volume);

/* AvgPool3DGrad: sums of halves are float32. */
void pool_tiling_average_grad(struct l0_list *list, const struct pool_volume *volume);

/* AdaptiveAvgPool3dGrad of Ascend910B: the same where windows overlap. */
void pool_tiling_adaptive_average_grad(struct l0_list *list, const struct pool_volume *volume);

/* MaxPool3DGradWithArgmax of Ascend910B: the same, but for volumes that one core has room for. */
void pool_tiling_max_grad(struct l0_list *list, const struct pool *pool,
                          const struct pool_volume *volume);

/* AdaptiveMaxPool3DGrad of Ascend910B: the same where windows overlap. */
void pool_tiling_adaptive_max_grad(struct l0_list *list, const struct pool_volume *volume);

/* AvgPoolV2 of Ascend950, of images as volumes of one plane in depth: windows that run by
   themselves ask for nothing. */
void pool_tiling_flat_average(struct l0_list *list, const struct pool *pool,
                              const struct pool_volume *volume, bool ceils);

/* AdaptiveAvgPool2dGrad of Ascend950: many planes of small windows ask for 16 MiB, others for
   nothing. */
void pool_tiling_flat_adaptive_average_grad(struct l0_list *list, const struct pool_volume *volume);

#endif
