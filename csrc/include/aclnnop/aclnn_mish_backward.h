/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_mish_backward.h: aclnnMishBackward.
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
#ifndef ACLNNOP_ACLNN_MISH_BACKWARD_H
#define ACLNNOP_ACLNN_MISH_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMishBackward
 ************************************************/

/*
 * aclnnMishBackwardGetWorkspaceSize: phase one. The gradient of Mish.
 *
 *     gradInput = gradOutput * d/dx(x * tanh(log(1 + e ^ x))) at x = self
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Mish was given. SINGLE_OR_HALF.
 * gradInput   the gradient. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or gradInput NULL
 *   161002  the data type of self does not convert to the data type of gradInput
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  no common data type of self and gradOutput
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  gradInput not of 0 to 8 dimensions
 *   161002  self and gradOutput do not broadcast, or not to the shape of gradInput
 *   empty   self, gradOutput or gradInput empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of gradInput
 */
ACLNN_API aclnnStatus aclnnMishBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                        const aclTensor *self, aclTensor *gradInput,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnMishBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMishBackward(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
