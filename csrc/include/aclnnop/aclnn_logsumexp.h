/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logsumexp.h: aclnnLogSumExp.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LOGSUMEXP_H
#define ACLNNOP_ACLNN_LOGSUMEXP_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogSumExp
 ************************************************/

/*
 * aclnnLogSumExpGetWorkspaceSize: phase one. The logarithm of the sum of exponentials over
 * dimensions.
 *
 *     out = log of the sum of exp(self) over dim
 *
 * self     the exponents. ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64, ACL_INT16, ACL_INT8,
 *          ACL_UINT8, ACL_BOOL; ACL_BF16 not on Ascend910.
 * dim      the dimensions to sum over, negative ones counted from the last; none means all.
 * keepDim  whether they stay, as dimensions of 1.
 * out      the logarithms. SINGLE_OR_HALF.
 *
 * Of no elements it is minus infinity.
 *
 * Precision: within 2.5 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, dim or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32, ACL_INT64,
 *           ACL_INT16, ACL_INT8, ACL_UINT8, ACL_BOOL; ACL_BF16 not on Ascend910
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self does not convert to the data type of out
 *   161002  an entry of dim outside the dimensions of self, or named twice
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shape of out is not what is left of self
 *   161002  a layout of self private to the device (on Ascend950)
 */
ACLNN_API aclnnStatus aclnnLogSumExpGetWorkspaceSize(const aclTensor *self, const aclIntArray *dim,
                                                     bool keepDim, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnLogSumExp: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogSumExp(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
