/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logsigmoid.h: aclnnLogSigmoid, aclnnLogSigmoidForward.
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
#ifndef ACLNNOP_ACLNN_LOGSIGMOID_H
#define ACLNNOP_ACLNN_LOGSIGMOID_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogSigmoid
 ************************************************/

/*
 * aclnnLogSigmoidGetWorkspaceSize: phase one. The logarithm of the logistic function of every
 * element.
 *
 *     out = log(1 / (1 + e ^ -self))
 *
 * self  the numbers. SINGLE_OR_HALF.
 * out   the result. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogSigmoidGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnLogSigmoid: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogSigmoid(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnLogSigmoidForward
 ************************************************/

/*
 * aclnnLogSigmoidForwardGetWorkspaceSize: phase one. The logarithm of the logistic function of
 * every element.
 *
 *     out = log(1 / (1 + e ^ -self))
 *
 * self    the numbers. SINGLE_OR_HALF.
 * out     the result. SINGLE_OR_HALF.
 * buffer  neither read nor written; may be NULL.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self is not the data type of out
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogSigmoidForwardGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                             aclTensor *buffer,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnLogSigmoidForward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogSigmoidForward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
