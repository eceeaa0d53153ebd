/* SPDX-License-Identifier: Apache-2.0 */
/* How the kernels of Ascend950 that find the index of the largest or smallest element divide their
 * work (ArgMaxV2, ArgMin, ArgMaxWithValue, ArgMinWithValue). All have one tiling. When rows are
 * long and few, all cores take parts of each row and exchange their results through the workspace.
 * Written after the public tiling of ops-math (math/arg_max_with_value, arch35). */
#ifndef ACLNN_PY_OPS_REDUCE_ARG_TILING_H
#define ACLNN_PY_OPS_REDUCE_ARG_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

/* Figures that the size rests on. Dimensions are joined to those in front, the searched one, and
 * those behind. */
#define ARG_TILING_FIGURES(FIGURE)                              \
    FIGURE(tilingKey, "schedule (30001: all cores share rows)") \
    FIGURE(aSize, "rows in front")                              \
    FIGURE(rSize, "elements of a row")                          \
    FIGURE(nextASize, "rows beside each other")                 \
    FIGURE(kernel_workspace_bytes, "kernel workspace in bytes")

struct arg_tiling {
#define FIGURE(name, words) int64_t name;
    ARG_TILING_FIGURES(FIGURE)
#undef FIGURE
};

/* The tiling for a dense input that is searched along dimension dim. A number counts as one
 * dimension of size 1. */
void reduce_tiling_arg_3510(const struct soc *soc, aclDataType type, aclDataType places,
                            const int64_t *dims, int32_t rank, int32_t dim,
                            struct arg_tiling *tiling);

#endif
