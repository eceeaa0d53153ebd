/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_sum.h: aclnnSum.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_SUM_H
#define ACLNNOP_ACLNN_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSum
 ************************************************/

/*
 * aclnnSumGetWorkspaceSize: phase one. The sum of several tensors that broadcast.
 *
 *     out = tensors[0] + tensors[1] + ...
 *
 * tensors  the summands, all of one data type; float16 is added in float32. ACL_FLOAT16, ACL_FLOAT,
 *          ACL_INT8, ACL_INT32, ACL_UINT8.
 * out      their sum. ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT32, ACL_UINT8.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  tensors NULL
 *   161001  a member of tensors NULL
 *   161001  out NULL
 *   161002  the data type of a member of tensors not one of ACL_FLOAT16, ACL_FLOAT, ACL_INT8,
 *           ACL_INT32, ACL_UINT8
 *   161002  the data type of out not one of ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT32, ACL_UINT8
 *   161002  tensors not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  tensors without members, or members that do not broadcast, or not to the shape of out
 *   empty   out empty: nothing is done
 *   561103  data types of members of tensors differ, and the first is not float16
 *   561103  tensors is not the data type of out
 */
ACLNN_API aclnnStatus aclnnSumGetWorkspaceSize(const aclTensorList *tensors, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnSum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
