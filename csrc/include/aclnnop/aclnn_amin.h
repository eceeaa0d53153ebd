/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_amin.h: aclnnAmin.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_AMIN_H
#define ACLNNOP_ACLNN_AMIN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAmin
 ************************************************/

/*
 * aclnnAminGetWorkspaceSize: phase one. The smallest elements over dimensions.
 *
 *     out = the smallest of self over dim; NaN where one is
 *
 * self     the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *          ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910.
 * dim      the dimensions to compare over, negative ones counted from the last; none means all.
 * keepDim  whether they stay, as dimensions of 1.
 * out      the smallest, in the type of self.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dim or out NULL
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *           ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  dim names a dimension of self that has no elements
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shape of out is not what is left of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAminGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                                bool keepDim, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnAmin: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAmin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
