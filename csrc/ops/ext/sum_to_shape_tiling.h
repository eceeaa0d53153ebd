/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_OPS_EXT_SUM_TO_SHAPE_TILING_H
#define ACLNN_PY_OPS_EXT_SUM_TO_SHAPE_TILING_H

#include "kernels.h"
#include "tensor/tensor.h"

/* Attributes of the step. Partial sums go by way of scratch when there are several runs. */
struct ext_sums {
    int64_t blocks; /* 0: nothing to do */
    int kernel;
    int last_kernel;  /* adds up the runs */
    uint64_t scratch; /* bytes; 0 when one run is enough */
    int64_t tiling[REDUCTION_TILING_SIZE];
    int64_t last_tiling[REDUCTION_TILING_SIZE];
};

/* Fills a zeroed plan. */
void ext_tiling_sum_to_shape(const struct tensor *self, const struct tensor *out,
                             struct ext_sums *plan);

/* In how many blocks so many elements are worth dividing. */
int64_t ext_tiling_sum_blocks(int64_t elements);

#endif
