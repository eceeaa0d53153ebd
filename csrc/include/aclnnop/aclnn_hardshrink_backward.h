/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardshrink_backward.h: aclnnHardshrinkBackward.
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
#ifndef ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H
#define ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardshrinkBackward
 ************************************************/

/*
 * aclnnHardshrinkBackwardGetWorkspaceSize: phase one. The gradient of Hardshrink.
 *
 *     gradInput = gradOutput where self > lambd or self < -lambd, else 0
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Hardshrink was given. SINGLE_OR_HALF.
 * lambd       how near to 0; 0 where it is negative.
 * gradInput   the gradient. SINGLE_OR_HALF.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, lambd or gradInput NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradInput not one of SINGLE_OR_HALF
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  gradInput not of 0 to 8 dimensions
 *   161002  no common data type of gradOutput and self
 *   161002  the type computed in does not convert to the data type of gradInput
 *   empty   gradOutput or self empty: nothing is done
 *   161002  gradOutput and self do not broadcast, or not to the shape of gradInput
 */
ACLNN_API aclnnStatus aclnnHardshrinkBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                              const aclTensor *self,
                                                              const aclScalar *lambd,
                                                              aclTensor *gradInput,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnHardshrinkBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardshrinkBackward(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
