/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_swish.h: aclnnSwish.
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
#ifndef ACLNNOP_ACLNN_SWISH_H
#define ACLNNOP_ACLNN_SWISH_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSwish
 ************************************************/

/*
 * aclnnSwishGetWorkspaceSize: phase one. Multiplies every element by the logistic function of a
 * multiple of it.
 *
 *     out = self / (1 + e ^ (-betaOptional * self))
 *
 * self          the numbers. SINGLE_OR_HALF.
 * betaOptional  the factor, as float32; NULL is 1; may be NULL.
 * out           the result. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of betaOptional does not convert to ACL_FLOAT
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSwishGetWorkspaceSize(const aclTensor *self,
                                                 const aclScalar *betaOptional, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnSwish: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSwish(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
