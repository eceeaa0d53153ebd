/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_fast_gelu_backward.h: aclnnFastGeluBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H
#define ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFastGeluBackward
 ************************************************/

/*
 * aclnnFastGeluBackwardGetWorkspaceSize: phase one. The gradient of FastGelu.
 *
 *     gradInput = gradOutput * s * (1 + 1.702 * self * (1 - s)), s = 1 / (1 + e ^ (-1.702 * self))
 *
 * gradOutput  the gradient by the result. NEW_SINGLE_OR_HALF.
 * self        what FastGelu was given. NEW_SINGLE_OR_HALF.
 * gradInput   the gradient. NEW_SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or gradInput NULL
 *   161002  the data type of self is not the data type of gradOutput
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  the data type of gradInput not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of gradOutput not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of self not one of NEW_SINGLE_OR_HALF
 *   161002  shapes of self and gradOutput differ
 *   161002  shapes of gradOutput and gradInput differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  layouts of self and gradInput differ
 *   161002  layouts of self and gradOutput differ
 *   empty   self or gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnFastGeluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                            const aclTensor *self,
                                                            aclTensor *gradInput,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnFastGeluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFastGeluBackward(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
