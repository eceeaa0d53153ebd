/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_nll_loss.h: aclnnNLLLoss.
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
#ifndef ACLNNOP_ACLNN_NLL_LOSS_H
#define ACLNNOP_ACLNN_NLL_LOSS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNLLLoss
 ************************************************/

/*
 * aclnnNLLLossGetWorkspaceSize: phase one. The negative logarithm of what a distribution says of
 * the class that was there, with a weight for each class.
 *
 *     out = -weight[target[n]] * self[n, target[n]], or the sum of these, or their sum over
 *         totalWeightOut, the sum of the weights
 *
 * self            logarithms of probabilities, (N, C) or (C). SINGLE_OR_HALF.
 * target          the classes, (N) or none: 0 to C - 1, or ignoreIndex. ACL_INT64, ACL_UINT8,
 *                 ACL_INT32.
 * weight          a factor for each class, (C).
 * reduction       how losses are joined: 0 not, 1 to their weighted mean, 2 to their sum.
 * ignoreIndex     positions of this class count 0, and have no weight.
 * out             the losses, or the one.
 * totalWeightOut  the sum of the weights, one element; as it was with reduction 0.
 *
 * Of no elements the mean is NaN, the sum and the weight 0.
 *
 * A class that is neither in range nor ignoreIndex fails on the stream.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 3 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, target, weight, out or totalWeightOut NULL
 *   161002  the data type of weight is not the data type of self
 *   161002  the data type of self does not convert to the data type of out
 *   161002  the data type of self does not convert to the data type of totalWeightOut
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of ACL_INT64, ACL_UINT8, ACL_INT32
 *   161002  reduction not from 0 to 2
 *   161002  self not (N, C) or (C), target not (N) or of no dimensions, or weight not (C)
 *   161002  out not of an element for each row of self, with reduction 0 and two dimensions, or not
 *           of one, in one dimension or none
 *   161002  totalWeightOut not of one element
 *   161002  self without classes, and target not empty
 *   161002  self not of 0 to 8 dimensions
 */
ACLNN_API aclnnStatus aclnnNLLLossGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                   const aclTensor *weight, int64_t reduction,
                                                   int64_t ignoreIndex, aclTensor *out,
                                                   aclTensor *totalWeightOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnNLLLoss: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNLLLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
