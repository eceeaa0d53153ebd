/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_binary_cross_entropy_with_logits.h: aclnnBinaryCrossEntropyWithLogits.
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
#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBinaryCrossEntropyWithLogits
 ************************************************/

/*
 * aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize: phase one. The negative logarithm of what the
 * sigmoids of numbers say of one of two classes, its mean or its sum.
 *
 *     out = -weightOptional * (posWeightOptional * target * log(s) + (1 - target) * log(1 - s))
 *         with s = 1 / (1 + exp(-self)), or the mean or the sum of these
 *
 * self               numbers whose sigmoid are probabilities. SINGLE_OR_HALF.
 * target             what these should be. SINGLE_OR_HALF.
 * weightOptional     factors, broadcast to self; NULL: 1; may be NULL.
 * posWeightOptional  factors of the first class, broadcast to self; NULL: 1; may be NULL.
 * reduction          how losses are joined: 0 not, 1 to their mean, 2 to their sum.
 * out                the losses. SINGLE_OR_HALF.
 *
 * Of no elements the mean is NaN, the sum 0.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 4 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, target or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of target is not the data type of out
 *   161002  reduction not from 0 to 2
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  weightOptional not of 0 to 8 dimensions
 *   161002  posWeightOptional not of 0 to 8 dimensions
 *   161002  shapes of self and target differ
 *   161002  weightOptional does not broadcast to the shape of self, where that has elements
 *   161002  posWeightOptional does not broadcast to the shape of self, where that has elements
 *   161002  out not of the shape of self, with reduction 0, where self has elements
 *   561103  out not of one element, with reduction not 0, where self has elements
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
    const aclTensor *self, const aclTensor *target, const aclTensor *weightOptional,
    const aclTensor *posWeightOptional, int64_t reduction, aclTensor *out, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnBinaryCrossEntropyWithLogits: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogits(void *workspace, uint64_t workspaceSize,
                                                        aclOpExecutor *executor,
                                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
