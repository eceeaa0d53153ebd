/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_global_average_pool.h: aclnnGlobalAveragePool.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOAT  ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_GLOBAL_AVERAGE_POOL_H
#define ACLNNOP_ACLNN_GLOBAL_AVERAGE_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGlobalAveragePool
 ************************************************/

/*
 * aclnnGlobalAveragePoolGetWorkspaceSize: phase one. The mean of every plane.
 *
 *     out[n, c] = the mean of self[n, c] over all its places
 *
 * self  images and channels, and 2 to 6 dimensions of places. FLOAT.
 * out   the means, with one place each. FLOAT.
 *
 * Units in the last place are those of the mean of the magnitudes.
 *
 * Of no elements it is NaN.
 *
 * Precision: within 1.5 units in the last place in float32, within 4 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of FLOAT
 *   161002  the data type of out not one of FLOAT
 *   161002  the data type of self is not the data type of out
 *   161002  self or out neither ACL_FORMAT_ND nor NCHW nor NCDHW, or of different formats; self not
 *           of 4 to 8 dimensions, or out not of its images, channels and one place each
 */
ACLNN_API aclnnStatus aclnnGlobalAveragePoolGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnGlobalAveragePool: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGlobalAveragePool(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
