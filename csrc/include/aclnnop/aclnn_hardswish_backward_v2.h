/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardswish_backward_v2.h: aclnnHardswishBackwardV2.
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
#ifndef ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H
#define ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardswishBackwardV2
 ************************************************/

/*
 * aclnnHardswishBackwardV2GetWorkspaceSize: phase one. The gradient of Hardswish, with other
 * bounds.
 *
 *     out = 0 where self <= -3, gradOutput where self >= 3, else gradOutput * (self / 3 + 1/2)
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Hardswish was given. SINGLE_OR_HALF.
 * out         the gradient.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of gradOutput and self differ
 *   161002  shapes of self and out differ
 *   empty   gradOutput or self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnHardswishBackwardV2GetWorkspaceSize(const aclTensor *gradOutput,
                                                               const aclTensor *self,
                                                               aclTensor *out,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnHardswishBackwardV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardswishBackwardV2(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
