/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_prelu.h: aclnnPrelu.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_PRELU_H
#define ACLNNOP_ACLNN_PRELU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPrelu
 ************************************************/

/*
 * aclnnPreluGetWorkspaceSize: phase one. Multiplies elements that are not positive by a slope of
 * their channel, the second dimension.
 *
 *     out = self where self > 0, else weight * self
 *
 * self    the numbers. SINGLE_OR_HALF.
 * weight  the slopes: one, or one a channel. SINGLE_OR_HALF.
 * out     the result. SINGLE_OR_HALF.
 *
 * Precision: correctly rounded in float32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, weight or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  no common data type of self and weight
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  weight not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  weight has neither one element nor as many as the second dimension of self
 *   empty   self or weight empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnPreluGetWorkspaceSize(const aclTensor *self, const aclTensor *weight,
                                                 aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnPrelu: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPrelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
