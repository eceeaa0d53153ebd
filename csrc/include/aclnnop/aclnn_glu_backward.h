/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_glu_backward.h: aclnnGluBackward.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_GLU_BACKWARD_H
#define ACLNNOP_ACLNN_GLU_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGluBackward
 ************************************************/

/*
 * aclnnGluBackwardGetWorkspaceSize: phase one. The gradient of Glu.
 *
 *     out = [gradOut * s, gradOut * a * s * (1 - s)] along dim, self = [a, b], s = 1 / (1 + e ^ -b)
 *
 * gradOut  the gradient by the result.
 * self     what Glu was given. ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910.
 * dim      the dimension that the halves lie along.
 * out      the gradient.
 *
 * Precision: within 6 units in the last place in float32, within 6 units in the last place in
 * float64, within 2.5 units in the last place in bfloat16, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, gradOut or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on
 *           Ascend910
 *   161002  the data type of gradOut is not the data type of self
 *   161002  the data type of out is not the data type of self
 *   161002  self not of 1 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  gradOut not of 0 to 8 dimensions
 *   161002  dim outside the dimensions of self, that dimension odd, or gradOut not of the shape of
 *           a half
 *   161002  shapes of out and self differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGluBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                       const aclTensor *self, int64_t dim,
                                                       const aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnGluBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGluBackward(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
