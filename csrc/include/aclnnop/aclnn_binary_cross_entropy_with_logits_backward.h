/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h:
 * aclnnBinaryCrossEntropyWithLogitsBackward.
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
#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_BACKWARD_H
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBinaryCrossEntropyWithLogitsBackward
 ************************************************/

/*
 * aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize: phase one. The gradient of
 * aclnnBinaryCrossEntropyWithLogits.
 *
 *     out = gradOutput * weightOptional * ((posWeightOptional * target + 1 - target) * s -
 *         posWeightOptional * target) with s = 1 / (1 + exp(-self)), over the number of elements
 *         with reduction 1
 *
 * gradOutput         the gradient of the losses, or of the one. SINGLE_OR_HALF.
 * self               numbers whose sigmoid are probabilities. SINGLE_OR_HALF.
 * target             what these should be. SINGLE_OR_HALF.
 * weightOptional     factors, broadcast to self; NULL: 1; may be NULL. SINGLE_OR_HALF.
 * posWeightOptional  factors of the first class, broadcast to self; NULL: 1; may be NULL.
 *                    SINGLE_OR_HALF.
 * reduction          how losses were joined: 0 not, 1 to their mean, 2 to their sum.
 * out                the gradient of self. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 5 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target or out NULL
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  weightOptional not of 0 to 8 dimensions
 *   161002  posWeightOptional not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of weightOptional not one of SINGLE_OR_HALF
 *   161002  the data type of posWeightOptional not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of out is not the data type of target
 *   161002  layouts of self and target differ
 *   161002  layouts of self and out differ
 *   161002  shapes of self and target differ, where self has elements
 *   161002  shapes of self and out differ, where self has elements
 *   161002  gradOutput does not broadcast to the shape of self, where that has elements
 *   161002  weightOptional does not broadcast to the shape of self, where that has elements
 *   161002  posWeightOptional does not broadcast to the shape of self, where that has elements
 *   161002  reduction not from 0 to 2
 *   161002  no common data type of self, target, gradOutput, weightOptional and posWeightOptional
 *   161002  the type computed in does not convert to the data type of out
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
    const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,
    const aclTensor *weightOptional, const aclTensor *posWeightOptional, int64_t reduction,
    aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnBinaryCrossEntropyWithLogitsBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsBackward(void *workspace,
                                                                uint64_t workspaceSize,
                                                                aclOpExecutor *executor,
                                                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
