/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_silu_backward.h: aclnnSiluBackward.
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
#ifndef ACLNNOP_ACLNN_SILU_BACKWARD_H
#define ACLNNOP_ACLNN_SILU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSiluBackward
 ************************************************/

/*
 * aclnnSiluBackwardGetWorkspaceSize: phase one. The gradient of Silu.
 *
 *     gradInput = gradOutput * s * (1 + self * (1 - s)), s = 1 / (1 + e ^ -self)
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Silu was given. SINGLE_OR_HALF.
 * gradInput   the gradient. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput is not the data type of gradInput (on Ascend910, Ascend910B
 *           and Ascend910_93)
 *   161002  the data type of self is not the data type of gradInput (on Ascend910, Ascend910B and
 *           Ascend910_93)
 *   161002  the data type of gradInput not that of gradOutput and self, or not float32 where they
 *           differ (on Ascend950)
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of gradOutput and gradInput differ (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  shapes of self and gradInput differ (on Ascend910, Ascend910B and Ascend910_93)
 *   161002  gradOutput and self do not broadcast, or not to the shape of gradInput (on Ascend950)
 *   empty   gradOutput or self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnSiluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                        const aclTensor *self, aclTensor *gradInput,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnSiluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSiluBackward(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
