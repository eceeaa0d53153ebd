/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cross_entropy_loss.h: aclnnCrossEntropyLoss.
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
#ifndef ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H
#define ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCrossEntropyLoss
 ************************************************/

/*
 * aclnnCrossEntropyLossGetWorkspaceSize: phase one. The cross entropy of classes and the softmax of
 * rows.
 *
 *     lossOut = -weightOptional[t] * l[n, t] with t = target[n], l = logProbOut = input[n, c] - log
 *         of the sum of exp(input[n, :]), or the sum of these, or their sum over that of their
 *         weights; of these a part 1 - labelSmoothing, and labelSmoothing / C of the sum of
 *         -weightOptional[c] * l[n, c] over c
 *
 * input                   the exponents, (N, C). NEW_SINGLE_OR_HALF.
 * target                  the classes, (N): 0 to C - 1, or ignoreIndex. CLASS_NUMBER.
 * weightOptional          a factor for each class, (C); NULL: 1; may be NULL. ACL_FLOAT.
 * reductionOptional       how losses are joined: none, mean or sum; NULL: mean; may be NULL.
 * ignoreIndex             rows of this class count 0, and have no weight.
 * labelSmoothing          the part of the loss that is shared by all classes, 0 to 1.
 * lseSquareScaleForZloss  not used.
 * returnZloss             not used.
 * lossOut                 the losses, (N), or the one.
 * logProbOut              the logarithms of the softmax, (N, C).
 * zlossOut                not written.
 * lseForZlossOut          not written.
 *
 * A class that is neither in range nor ignoreIndex fails on the stream.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 6 units in the last place in float32, within 0.53 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  input, target, lossOut, logProbOut, zlossOut or lseForZlossOut NULL
 *   161002  the data type of input not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of target not one of CLASS_NUMBER
 *   161002  the data type of weightOptional not one of ACL_FLOAT
 *   161002  the data type of lossOut is not the data type of input
 *   161002  the data type of logProbOut is not the data type of input
 *   161002  the data type of zlossOut is not the data type of input
 *   161002  the data type of lseForZlossOut is not the data type of input
 *   161002  input not of 0 to 8 dimensions
 *   561002  input not (N, C) with C above 0, target not (N), or weightOptional not (C)
 *   561002  reductionOptional none of "mean", "sum" and "none"
 *   561002  labelSmoothing not from 0 to 1
 *   561002  lossOut not of an element for each row of input, with reductionOptional "none", or not
 *           of one, with another
 *   161002  shapes of logProbOut and input differ
 *   empty   input empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGetWorkspaceSize(const aclTensor *input,
                                                            const aclTensor *target,
                                                            const aclTensor *weightOptional,
                                                            char *reductionOptional,
                                                            int64_t ignoreIndex,
                                                            double labelSmoothing,
                                                            double lseSquareScaleForZloss,
                                                            bool returnZloss,
                                                            const aclTensor *lossOut,
                                                            const aclTensor *logProbOut,
                                                            const aclTensor *zlossOut,
                                                            const aclTensor *lseForZlossOut,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnCrossEntropyLoss: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCrossEntropyLoss(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
