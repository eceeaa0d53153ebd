/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_global_max_pool.h: aclnnGlobalMaxPool.
 *
 * Made from csrc/ops/pool/pool.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_GLOBAL_MAX_POOL_H
#define ACLNNOP_ACLNN_GLOBAL_MAX_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGlobalMaxPool
 ************************************************/

/*
 * aclnnGlobalMaxPoolGetWorkspaceSize: phase one. The largest element of every plane.
 *
 *     out[n, c] = the largest of self[n, c] over all its places
 *
 * self  images and channels, and 2 to 6 dimensions of places. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE.
 * out   the largest elements, with one place each. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE.
 *
 * NaN is the largest.
 *
 * Of no elements it is minus infinity.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE
 *   161002  the data type of self is not the data type of out
 *   161002  self or out neither ACL_FORMAT_ND nor NCHW nor NCDHW, or of different formats; self not
 *           of 4 to 8 dimensions, or out not of its images, channels and one place each
 */
ACLNN_API aclnnStatus aclnnGlobalMaxPoolGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnGlobalMaxPool: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGlobalMaxPool(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
