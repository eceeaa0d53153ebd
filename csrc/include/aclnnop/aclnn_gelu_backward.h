/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gelu_backward.h: aclnnGeluBackward.
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
#ifndef ACLNNOP_ACLNN_GELU_BACKWARD_H
#define ACLNNOP_ACLNN_GELU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGeluBackward
 ************************************************/

/*
 * aclnnGeluBackwardGetWorkspaceSize: phase one. The gradient of Gelu.
 *
 *     gradInput = gradOutput * d/dx(x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ^ 3)))) at x
 *         = self
 *
 * gradOutput  the gradient by the result. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_BOOL, ACL_UINT8,
 *             ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64.
 * self        what Gelu was given.
 * gradInput   the gradient; of any data type.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or gradInput NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BOOL, ACL_UINT8,
 *           ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910 (on Ascend910B,
 *           Ascend910_93 and Ascend950)
 *   161002  no common data type of gradOutput and self
 *   161002  the type computed in not one of SINGLE_OR_HALF
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  gradOutput and self do not broadcast, or not to the shape of gradInput
 *   empty   self or gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeluBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                        const aclTensor *self,
                                                        const aclTensor *gradInput,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnGeluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeluBackward(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
