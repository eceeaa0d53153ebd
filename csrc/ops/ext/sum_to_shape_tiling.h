/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_OPS_EXT_SUM_TO_SHAPE_TILING_H
#define ACLNN_PY_OPS_EXT_SUM_TO_SHAPE_TILING_H

#include "kernels.h"
#include "tensor/tensor.h"

/* Attributes of the step. When there are several runs, their sums go to scratch. */
struct ext_sums {
    int64_t blocks; /* 0: nothing to do */
    int kernel;
    int last_kernel;  /* the kernel that adds the runs */
    uint64_t scratch; /* in bytes; 0 when there is one run */
    int64_t tiling[REDUCTION_TILING_SIZE];
    int64_t last_tiling[REDUCTION_TILING_SIZE];
};

/* Fills in a zeroed division. */
void ext_tiling_sum_to_shape(const struct tensor *self, const struct tensor *out,
                             struct ext_sums *division);

/* The number of blocks into which so many elements are worth dividing. */
int64_t ext_tiling_sum_blocks(int64_t elements);

#endif
