/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardsigmoid_backward.h: aclnnHardsigmoidBackward.
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
#ifndef ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H
#define ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardsigmoidBackward
 ************************************************/

/*
 * aclnnHardsigmoidBackwardGetWorkspaceSize: phase one. The gradient of Hardsigmoid.
 *
 *     out = gradOutput / 6 where self > -3 and self < 3, else 0
 *
 * gradOutput  the gradient by the result. SINGLE_OR_HALF.
 * self        what Hardsigmoid was given. SINGLE_OR_HALF.
 * out         the gradient.
 *
 * Precision: correctly rounded in float32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self or out NULL
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  no common data type of gradOutput and self
 *   161002  the type computed in does not convert to the data type of out
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  shapes of self and gradOutput differ
 *   161002  shapes of self and out differ
 *   empty   gradOutput, self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnHardsigmoidBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                               const aclTensor *self,
                                                               aclTensor *out,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnHardsigmoidBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardsigmoidBackward(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
