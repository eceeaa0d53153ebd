/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ACLNN_PY_HCCL_REDUCE_H
#define ACLNN_PY_HCCL_REDUCE_H

#include <stddef.h>
#include <stdint.h>

#include "hccl/hccl_types.h"

struct reduce_kernel {
    /* Joins element i of all sources, the first with the second, that with the third and so on, and
     * writes `count` results. Halves are joined in float32 and rounded once; a NaN is the largest
     * and the smallest. out may be one of the sources, and otherwise meets none. */
    void (*reduce)(HcclDataType type, HcclReduceOp op, void *out, const void *const *sources,
                   uint32_t source_count, size_t count);
};

extern const struct reduce_kernel hccl_kernel_reduce;

#endif
