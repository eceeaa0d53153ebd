/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_binary_cross_entropy_backward.h: aclnnBinaryCrossEntropyBackward.
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
#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBinaryCrossEntropyBackward
 ************************************************/

/*
 * aclnnBinaryCrossEntropyBackwardGetWorkspaceSize: phase one. The gradient of
 * aclnnBinaryCrossEntropy.
 *
 *     out = gradOutput * weightOptional * (self - target) / (self * (1 - self)), with a denominator
 *         of at least 1e-12, over the number of elements with reduction 1
 *
 * gradOutput      the gradient of the losses, or of the one. SINGLE_OR_HALF.
 * self            probabilities, 0 to 1. SINGLE_OR_HALF.
 * target          what they should be. SINGLE_OR_HALF.
 * weightOptional  factors, broadcast to self; NULL: 1; may be NULL. SINGLE_OR_HALF.
 * reduction       how losses were joined: 0 not, 1 to their mean, 2 to their sum.
 * out             the gradient of self. SINGLE_OR_HALF.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOutput, self, target or out NULL
 *   161002  gradOutput not of 0 to 8 dimensions
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  weightOptional not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of gradOutput not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of weightOptional not one of SINGLE_OR_HALF
 *   161002  layouts of self and target differ
 *   161002  layouts of self and weightOptional differ
 *   161002  shapes of self and out differ, where self has elements
 *   161002  target does not broadcast to the shape of self, where that has elements
 *   161002  weightOptional does not broadcast to the shape of self, where that has elements
 *   161002  gradOutput does not broadcast to the shape of self, where that has elements
 *   161002  reduction not from 0 to 2
 *   161002  no common data type of self, target, gradOutput and weightOptional
 *   161002  the type computed in does not convert to the data type of out
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(
    const aclTensor *gradOutput, const aclTensor *self, const aclTensor *target,
    const aclTensor *weightOptional, int64_t reduction, aclTensor *out, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnBinaryCrossEntropyBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyBackward(void *workspace, uint64_t workspaceSize,
                                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
