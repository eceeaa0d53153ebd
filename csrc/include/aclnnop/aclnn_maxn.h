/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_maxn.h: aclnnMaxN.
 *
 * Made from csrc/ops/ternary/ternary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   EXTREME  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910;
 *            ACL_UINT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_MAXN_H
#define ACLNNOP_ACLNN_MAXN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMaxN
 ************************************************/

/*
 * aclnnMaxNGetWorkspaceSize: phase one. The largest of the elements of several tensors.
 *
 *     out = max(tensors[0], tensors[1], ...)
 *
 * tensors  the tensors, all of one data type. EXTREME.
 * out      the largest elements; NaN where one is NaN. EXTREME.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  tensors NULL
 *   161001  a member of tensors NULL
 *   161001  out NULL
 *   161002  the data type of out not one of EXTREME
 *   161002  data type of the first member of tensors not one of EXTREME
 *   161002  the data type of tensors is not the data type of out
 *   161002  tensors not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  tensors without members, or members that do not broadcast, or not to the shape of out
 *   empty   out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnMaxNGetWorkspaceSize(const aclTensorList *tensors, aclTensor *out,
                                                uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnMaxN: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMaxN(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
