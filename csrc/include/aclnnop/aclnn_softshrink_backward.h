/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_softshrink_backward.h: aclnnSoftshrinkBackward.
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
#ifndef ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H
#define ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSoftshrinkBackward
 ************************************************/

/*
 * aclnnSoftshrinkBackwardGetWorkspaceSize: phase one. The gradient of Softshrink.
 *
 *     gradInput = gradOutput where self > lambda or self < -lambda, else 0
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Softshrink was given. SINGLE_OR_HALF.
 * lambda      how near to 0.
 * gradInput   the gradient; float32 where the data types of the operands differ, else theirs.
 *             SINGLE_OR_HALF.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, lambda or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  gradOutput and self do not broadcast, or not to the shape of gradInput
 *   161002  lambda negative
 *   empty   gradOutput or gradInput empty: nothing is done
 *   561103  gradOutput of the shape of gradInput, and its format neither ACL_FORMAT_ND nor that of
 *           gradInput
 */
ACLNN_API aclnnStatus aclnnSoftshrinkBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                              const aclTensor *self,
                                                              const aclScalar *lambda,
                                                              aclTensor *gradInput,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnSoftshrinkBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSoftshrinkBackward(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
