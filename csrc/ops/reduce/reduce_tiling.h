/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the kernels of Ascend950 that fold dimensions (ReduceSum, ReduceMax and so on) split their
 * work. All have one tiling. Where the results are too few to keep all cores busy, several cores
 * fold parts of what belongs to one result, a group, and leave what they get in the workspace.
 * Written after the public tiling of ops-base (op_common/atvoss/reduce) and what ops-math
 * (math/reduce_*, arch35) says of each kernel.
 */
#ifndef ACLNN_PY_OPS_REDUCE_REDUCE_TILING_H
#define ACLNN_PY_OPS_REDUCE_REDUCE_TILING_H

#include <stdbool.h>
#include <stdint.h>

#include "workspace/l0.h"

/* Figures that the size rests on. The vendor computes those of the kept dimensions later. */
#define REDUCE_TILING_FIGURES(FIGURE)                                       \
    FIGURE(groupR, "cores that share a result")                             \
    FIGURE(outSize, "results")                                              \
    FIGURE(factorRTotalCnt, "pieces that the elements of a result come in") \
    FIGURE(factorRCntPerCore, "pieces per core")                            \
    FIGURE(ubFactorR, "steps of the dimension that is cut, a piece")        \
    FIGURE(basicBlock, "bytes loaded at once")                              \
    FIGURE(resultBlock, "bytes of the unified buffer for results")          \
    FIGURE(kernel_workspace_bytes, "kernel workspace in bytes")

struct reduce_tiling {
#define FIGURE(name, words) int64_t name;
    REDUCE_TILING_FIGURES(FIGURE)
#undef FIGURE
};

/* What is folded. */
struct reduce_view {
    const int64_t *dims;
    const int64_t *strides; /* in elements; NULL: dense */
    int32_t rank;           /* 0 to 8; when strides are not dense, 0 to 4 */
    uint64_t folded;        /* bit d: dimension d is folded */
};

/* False when the tiling is not known, because of the kernel, the type, or the number of
 * dimensions. */
bool reduce_tiling_3510(const struct soc *soc, const char *kernel, aclDataType type,
                        const struct reduce_view *view, struct reduce_tiling *tiling);

/* The same as reduce_tiling_fold, for an operator with several kernels, which are named by what
 * they compute. */
bool reduce_tiling_fold_as(struct l0_list *list, const char *kernel, int tensor, uint64_t folded);

/* Whether the kernels of Ascend950 take this view without a dense copy. It has 1 to 4 dimensions in
 * sequence of falling strides that do not overlap, as slices have; a folded dimension is longer
 * than 1; and it lies within its storage. */
bool reduce_tiling_takes_view_3510(const struct tensor *tensor, uint64_t folded);

#endif
