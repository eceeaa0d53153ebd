/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cross_entropy_loss_grad.h: aclnnCrossEntropyLossGrad.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 *   CLASS_NUMBER        ACL_INT64 on Ascend910B, Ascend910_93 and Ascend950; ACL_INT32 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H
#define ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCrossEntropyLossGrad
 ************************************************/

/*
 * aclnnCrossEntropyLossGradGetWorkspaceSize: phase one. The gradient of aclnnCrossEntropyLoss.
 *
 *     out[n, c] = g * (exp(logProb[n, c]) - (1 where c is target[n], else 0)) with g = gradLoss[n]
 *         * weightOptional[target[n]], over the sum of the weights with mean; 0 where target[n] is
 *         ignoreIndex
 *
 * gradLoss                the gradient of the losses, (N), or of the one. NEW_SINGLE_OR_HALF.
 * logProb                 the logarithms that aclnnCrossEntropyLoss gave, (N, C).
 * target                  the classes, (N): 0 to C - 1, or ignoreIndex. CLASS_NUMBER.
 * weightOptional          a factor for each class, (C); NULL: 1; may be NULL. ACL_FLOAT.
 * gradZlossOptional       not used; may be NULL.
 * lseForZlossOptional     not used; may be NULL.
 * reductionOptional       how losses were joined: none, mean or sum; NULL: mean; may be NULL.
 * ignoreIndex             rows of this class have no gradient.
 * labelSmoothing          the part of the loss that is shared by all classes, 0 to 1.
 * lseSquareScaleForZloss  not used.
 * out                     the gradient of the exponents.
 *
 * With labelSmoothing above 0 the gradient of that part is added.
 *
 * A class that is neither in range nor ignoreIndex fails on the stream where weightOptional is
 * given, and counts nothing elsewhere.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradLoss, logProb, target or out NULL
 *   161002  the data type of gradLoss not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of logProb is not the data type of gradLoss
 *   161002  the data type of target not one of CLASS_NUMBER
 *   161002  the data type of weightOptional not one of ACL_FLOAT
 *   161002  the data type of gradZlossOptional is not the data type of gradLoss
 *   161002  the data type of lseForZlossOptional is not the data type of gradLoss
 *   161002  the data type of out is not the data type of gradLoss
 *   161002  logProb not of 0 to 8 dimensions
 *   561002  logProb not (N, C) with C above 0, target not (N), or weightOptional not (C)
 *   561002  reductionOptional none of "mean", "sum" and "none"
 *   561002  labelSmoothing not from 0 to 1
 *   561002  gradLoss not of an element for each row of logProb, with reductionOptional "none", or
 *           not of one, with another
 *   161002  shapes of out and logProb differ
 *   empty   logProb empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGradGetWorkspaceSize(
    const aclTensor *gradLoss, const aclTensor *logProb, const aclTensor *target,
    const aclTensor *weightOptional, const aclTensor *gradZlossOptional,
    const aclTensor *lseForZlossOptional, char *reductionOptional, int64_t ignoreIndex,
    double labelSmoothing, double lseSquareScaleForZloss, const aclTensor *out,
    uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnCrossEntropyLossGrad: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGrad(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
