/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_ctc_loss_backward.h: aclnnCtcLossBackward.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   CTC  ACL_FLOAT, ACL_DOUBLE; ACL_FLOAT16, ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H
#define ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCtcLossBackward
 ************************************************/

/*
 * aclnnCtcLossBackwardGetWorkspaceSize: phase one. The gradient of aclnnCtcLoss.
 *
 *     out[t, n, c] = gradOut[n] * (exp(logProbs[t, n, c]) - exp(negLogLikelihood[n] - logProbs[t,
 *         n, c]) * the sum of alpha * beta over the places of targets[n] that are c), with the sums
 *         over beginnings and ends of paths
 *
 * gradOut           the gradient of the losses, (N).
 * logProbs          logarithms of probabilities, (T, N, C). CTC.
 * targets           the classes of each sequence, (N, S), or one sequence behind the other.
 *                   ACL_INT32, ACL_INT64, ACL_BOOL, ACL_FLOAT, ACL_FLOAT16.
 * inputLengths      the times of each sequence, 0 to T.
 * targetLengths     the classes of each.
 * negLogLikelihood  the losses that aclnnCtcLoss gave.
 * logAlpha          the sums that it gave.
 * blank             the class of blanks.
 * zeroInfinity      whether infinite losses have no gradient.
 * out               the gradient of logProbs, 0 beyond the times of a sequence.
 *
 * A class that is out of range fails on the stream.
 *
 * Units in the last place are those of the sum of the magnitudes.
 *
 * Precision: within 64 units in the last place in float64, within 2 units in the last place in
 * float32, within 0.53 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  gradOut, logProbs, targets, inputLengths, targetLengths, negLogLikelihood, logAlpha or
 *           out NULL
 *   161002  logProbs not (T, N, C) or (T, C) with T above 0, blank no class, inputLengths or
 *           targetLengths not of an entry for each sequence, from 0 (to T) on, or targets not (N,
 *           S) or of the sum of targetLengths
 *   161002  logProbs not (T, N, C), gradOut or negLogLikelihood not (N), logAlpha too small, or out
 *           not of the shape of logProbs
 *   161002  the data type of logProbs not one of CTC
 *   161002  on Ascend910B and 910_93 logProbs float16 or bfloat16, with more than 200000 classes,
 *           more than 8180 sequences (or classes of one), or room in logAlpha for more than 1000
 *           places of a target
 *   161002  the data type of gradOut is not the data type of logProbs
 *   161002  the data type of negLogLikelihood is not the data type of logProbs
 *   161002  the data type of logAlpha is not the data type of logProbs
 *   161002  the data type of out is not the data type of logProbs
 *   161002  the data type of targets not one of ACL_INT32, ACL_INT64, ACL_BOOL, ACL_FLOAT,
 *           ACL_FLOAT16
 */
ACLNN_API aclnnStatus aclnnCtcLossBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                           const aclTensor *logProbs,
                                                           const aclTensor *targets,
                                                           const aclIntArray *inputLengths,
                                                           const aclIntArray *targetLengths,
                                                           const aclTensor *negLogLikelihood,
                                                           const aclTensor *logAlpha, int64_t blank,
                                                           bool zeroInfinity, aclTensor *out,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnCtcLossBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCtcLossBackward(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
