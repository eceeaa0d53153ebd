/* SPDX-License-Identifier: Apache-2.0 */
/* Norms over the last dimensions: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_NORM_LAYER_NORM_H
#define ACLNN_PY_OPS_NORM_LAYER_NORM_H

#include <stdint.h>

/* The product of some sizes of a tensor that has been checked. */
static inline int64_t norm_layer_count_of(const int64_t *dims, int32_t rank)
{
    int64_t count = 1;
    for (int32_t i = 0; i < rank; i++)
        count *= dims[i];
    return count;
}

#endif
