/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max_v2.h: aclnnMaxV2.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_MAX_V2_H
#define ACLNNOP_ACLNN_MAX_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxV2
 ************************************************/

/*
 * aclnnMaxV2GetWorkspaceSize: phase one. The largest elements over dimensions.
 *
 *     out = the largest of self over dims; NaN where one is
 *
 * self               the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *                    ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910.
 * dims               the dimensions to compare over, negative ones counted from the last.
 * keepDims           whether they stay, as dimensions of 1.
 * noopWithEmptyDims  whether no dimensions means none; else all.
 * out                the largest, in the type of self.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dims or out NULL
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *           ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910
 *   161002  an entry of dims outside the dimensions of self, or named twice
 *   161002  dims names a dimension of self that has no elements
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shape of out is not what is left of self
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaxV2GetWorkspaceSize(const aclTensor *self, const aclIntArray *dims,
                                                 bool keepDims, bool noopWithEmptyDims,
                                                 aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnMaxV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
