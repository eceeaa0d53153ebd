/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_threshold_backward.h: aclnnThresholdBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H
#define ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnThresholdBackward
 ************************************************/

/*
 * aclnnThresholdBackwardGetWorkspaceSize: phase one. The gradient of Threshold, and of Relu.
 *
 *     out = gradOutput where self > threshold, else 0
 *
 * gradOutput  the gradient by the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8, ACL_INT32;
 *             ACL_BF16 not on Ascend910; ACL_INT64 on Ascend950.
 * self        what Threshold was given.
 * threshold   the threshold, as float32.
 * out         the gradient.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, threshold or out NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *           ACL_INT32; ACL_BF16 not on Ascend910 (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
 *           ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910 (on Ascend950)
 *   161002  the data type of gradOutput int64 and threshold not 0
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  self and gradOutput do not broadcast, or not to the shape of out
 *   empty   self or gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnThresholdBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                             const aclTensor *self,
                                                             const aclScalar *threshold,
                                                             aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnThresholdBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnThresholdBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
