/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gelu_backward_v2.h: aclnnGeluBackwardV2.
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
#ifndef ACLNNOP_ACLNN_GELU_BACKWARD_V2_H
#define ACLNNOP_ACLNN_GELU_BACKWARD_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGeluBackwardV2
 ************************************************/

/*
 * aclnnGeluBackwardV2GetWorkspaceSize: phase one. The gradient of Gelu, exactly or by its
 * approximation with tanh.
 *
 *     gradInput = gradOutput * the derivative of Gelu at self
 *
 * gradOutput   the gradient by the result. ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_BOOL, ACL_UINT8,
 *              ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64.
 * self         what Gelu was given.
 * approximate  "none", or "tanh" for the approximation.
 * gradInput    the gradient.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, gradInput or approximate NULL
 *   161002  the data type of gradOutput not one of ACL_FLOAT, ACL_FLOAT16, ACL_BOOL, ACL_UINT8,
 *           ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64; ACL_BF16 not on Ascend910 (on Ascend910B,
 *           Ascend910_93 and Ascend950)
 *   161002  no common data type of gradOutput and self
 *   161002  the type computed in not one of SINGLE_OR_HALF
 *   161002  the type computed in is not the data type of gradInput
 *   161002  gradOutput and self do not broadcast, or not to the shape of gradInput
 *   161002  approximate neither "none" nor "tanh"
 *   empty   self or gradOutput empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor *gradOutput,
                                                          const aclTensor *self, char *approximate,
                                                          aclTensor *gradInput,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnGeluBackwardV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGeluBackwardV2(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
