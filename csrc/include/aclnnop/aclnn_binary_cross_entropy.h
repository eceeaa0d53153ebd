/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_binary_cross_entropy.h: aclnnBinaryCrossEntropy.
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
#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBinaryCrossEntropy
 ************************************************/

/*
 * aclnnBinaryCrossEntropyGetWorkspaceSize: phase one. The negative logarithm of what probabilities
 * say of one of two classes, its mean or its sum.
 *
 *     out = -weight * (target * log(self) + (1 - target) * log(1 - self)), with logarithms of at
 *         least -100, or the mean or the sum of these
 *
 * self       probabilities, 0 to 1. SINGLE_OR_HALF.
 * target     what they should be. SINGLE_OR_HALF.
 * weight     factors, broadcast to self; NULL: 1; may be NULL. SINGLE_OR_HALF.
 * reduction  how losses are joined: 0 not, 1 to their mean, 2 to their sum.
 * out        the losses. SINGLE_OR_HALF.
 *
 * Of no elements the mean is NaN, the sum 0.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 3 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   561103  self, target or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of weight not one of SINGLE_OR_HALF
 *   161002  the data type of self not the data type of target, where weight is given
 *   161002  the data type of self not the data type of weight, where weight is given
 *   161002  the data type of self not the data type of out, where weight is given
 *   161002  shapes of self and target differ
 *   161002  reduction not from 0 to 2
 *   161002  self not of 0 to 8 dimensions
 *   161002  weight does not broadcast to the shape of self, where that has elements
 *   561103  target is not the data type of self
 *   561103  out is not the data type of self
 *   161002  out not of the shape of self, with reduction 0, or not of one element, with another,
 *           where self has elements
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyGetWorkspaceSize(const aclTensor *self,
                                                              const aclTensor *target,
                                                              const aclTensor *weight,
                                                              int64_t reduction, aclTensor *out,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnBinaryCrossEntropy: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropy(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
