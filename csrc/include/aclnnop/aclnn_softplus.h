/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_softplus.h: aclnnSoftplus.
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
#ifndef ACLNNOP_ACLNN_SOFTPLUS_H
#define ACLNNOP_ACLNN_SOFTPLUS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftplus
 ************************************************/

/*
 * aclnnSoftplusGetWorkspaceSize: phase one. A smooth form of max(self, 0).
 *
 *     out = self where beta * self > threshold, else log(1 + e ^ (beta * self)) / beta
 *
 * self       the numbers. SINGLE_OR_HALF.
 * beta       the steepness, as float32.
 * threshold  where it is a straight line, as float32.
 * out        the result.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self, beta, threshold or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of beta does not convert to the data type of self
 *   161002  the data type of threshold does not convert to the data type of self
 *   161002  the data type of self does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSoftplusGetWorkspaceSize(const aclTensor *self, const aclScalar *beta,
                                                    const aclScalar *threshold, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnSoftplus: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftplus(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
