/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_swish_backward.h: aclnnSwishBackward.
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
#ifndef ACLNNOP_ACLNN_SWISH_BACKWARD_H
#define ACLNNOP_ACLNN_SWISH_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSwishBackward
 ************************************************/

/*
 * aclnnSwishBackwardGetWorkspaceSize: phase one. The gradient of Swish.
 *
 *     gradInput = gradOutput * s * (1 + betaOptional * self * (1 - s)), s = 1 / (1 + e ^
 *         (-betaOptional * self))
 *
 * gradOutput    the gradient by the result. SINGLE_OR_HALF.
 * self          what Swish was given. SINGLE_OR_HALF.
 * betaOptional  its factor, as float32; NULL is 1; may be NULL.
 * gradInput     the gradient.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of betaOptional does not convert to ACL_FLOAT
 *   161002  the data type of gradOutput is not the data type of gradInput
 *   161002  the data type of self is not the data type of gradInput
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  gradInput not of 0 to 8 dimensions
 *   161002  shapes of gradOutput and gradInput differ
 *   161002  shapes of self and gradInput differ
 *   empty   gradOutput or self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSwishBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                         const aclTensor *self,
                                                         const aclScalar *betaOptional,
                                                         aclTensor *gradInput,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnSwishBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSwishBackward(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
