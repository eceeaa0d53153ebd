/* SPDX-License-Identifier: Apache-2.0 */
/* ChunkCat: what their checks, lists and kernels share. */
#ifndef ACLNN_PY_OPS_COPY_LAYOUT_CHUNK_CAT_H
#define ACLNN_PY_OPS_COPY_LAYOUT_CHUNK_CAT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/opdev/op_errno.h"
#include "base/number.h"

/* The number of elements that a tensor has in each chunk, when its rows are filled up to whole
 * chunks; false when it does not fit into int64_t. */
static inline bool copy_layout_chunk_cat_chunk_elements(const int64_t *dims, int32_t rank,
                                                        int64_t chunks, int64_t *count)
{
    *count = divide_up(dims[0], chunks);
    for (int32_t i = 1; i < rank; i++)
        if (__builtin_mul_overflow(*count, dims[i], count))
            return false;
    return true;
}

#endif
