/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_kl_div_backward.h: aclnnKlDivBackward.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_KL_DIV_BACKWARD_H
#define ACLNNOP_ACLNN_KL_DIV_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnKlDivBackward
 ************************************************/

/*
 * aclnnKlDivBackwardGetWorkspaceSize: phase one. The gradient of aclnnKlDiv.
 *
 *     out = -gradOutput * target, with logTarget -gradOutput * exp(target), over the number of
 *         elements with reduction 1, over the first dimension with 3
 *
 * gradOutput  the gradient of the divergences, or of the one. SINGLE_OR_HALF.
 * self        logarithms of probabilities; their shape counts. SINGLE_OR_HALF.
 * target      probabilities, or their logarithms. SINGLE_OR_HALF.
 * reduction   how divergences were joined: 1 to their mean, 2 to their sum, 3 to their sum over the
 *             first dimension; any other number: not.
 * logTarget   whether target holds logarithms.
 * out         the gradient of self. SINGLE_OR_HALF.
 *
 * Where target has more elements than self, the gradients of those that self stood for are summed.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target or out NULL
 *   161002  the data type of self does not convert to the data type of out
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  self and target do not broadcast, or gradOutput not to the shape of both
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   561103  self of the shape that self and target broadcast to, and its format neither
 *           ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnKlDivBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                         const aclTensor *self,
                                                         const aclTensor *target, int64_t reduction,
                                                         bool logTarget, aclTensor *out,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/* aclnnKlDivBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnKlDivBackward(void *workspace, uint64_t workspaceSize,
                                         aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
