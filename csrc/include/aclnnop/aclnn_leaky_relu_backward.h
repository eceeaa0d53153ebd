/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_leaky_relu_backward.h: aclnnLeakyReluBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H
#define ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLeakyReluBackward
 ************************************************/

/*
 * aclnnLeakyReluBackwardGetWorkspaceSize: phase one. The gradient of LeakyRelu.
 *
 *     out = gradOutput where self > 0, else negativeSlope * gradOutput
 *
 * gradOutput     the gradient by the result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *                Ascend910.
 * self           what LeakyRelu was given, or its result. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE;
 *                ACL_BF16 not on Ascend910.
 * negativeSlope  the slope, as float32. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64,
 *                ACL_INT8, ACL_UINT8, ACL_BOOL, ACL_INT16; ACL_BF16 not on Ascend910.
 * selfIsResult   whether self is the result.
 * out            the gradient.
 *
 * Precision: within 0.51 units in the last place in float16, within 0.51 units in the last place in
 * bfloat16, correctly rounded otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, negativeSlope or out NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not
 *           on Ascend910
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of negativeSlope not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE,
 *           ACL_INT32, ACL_INT64, ACL_INT8, ACL_UINT8, ACL_BOOL, ACL_INT16; ACL_BF16 not on
 *           Ascend910
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  gradOutput and self do not broadcast, or not to the shape of out
 *   161002  negativeSlope negative and selfIsResult true
 *   161002  no common data type of gradOutput and self
 *   161002  the type computed in does not convert to the data type of out
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnLeakyReluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                             const aclTensor *self,
                                                             const aclScalar *negativeSlope,
                                                             bool selfIsResult, aclTensor *out,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnLeakyReluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLeakyReluBackward(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
