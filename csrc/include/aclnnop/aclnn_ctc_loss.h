/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_ctc_loss.h: aclnnCtcLoss.
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
#ifndef ACLNNOP_ACLNN_CTC_LOSS_H
#define ACLNNOP_ACLNN_CTC_LOSS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCtcLoss
 ************************************************/

/*
 * aclnnCtcLossGetWorkspaceSize: phase one. The negative logarithm of what a sequence of
 * distributions says of a shorter sequence of classes, with blanks anywhere between them
 * (connectionist temporal classification).
 *
 *     negLogLikelihoodOut[n] = -log of the sum, over all paths that are targets[n] when what is
 *         repeated and then blanks are taken out, of the product of exp(logProbs[t, n, path[t]])
 *
 * logProbs             logarithms of probabilities, (T, N, C), or (T, C) of one sequence. CTC.
 * targets              the classes of each sequence, (N, S), or one sequence behind the other.
 *                      ACL_INT32, ACL_INT64, ACL_BOOL, ACL_FLOAT, ACL_FLOAT16.
 * inputLengths         the times of each sequence, 0 to T.
 * targetlengths        the classes of each.
 * blank                the class of blanks.
 * zeroInfinity         whether infinite losses are 0.
 * negLogLikelihoodOut  the losses, (N), or of no dimensions.
 * logAlphaOut          logarithms of the sums over the beginnings of paths, for the gradient: (N,
 *                      T, 2 S + 1) with S of targetlengths, the last rounded up to a multiple of 8;
 *                      on Ascend950 as it is, too.
 *
 * A class that is out of range fails on the stream.
 *
 * Beyond the times and the places of a sequence logAlphaOut is minus infinity.
 *
 * Precision: within 16 units in the last place in float64, within 2 units in the last place in
 * float32, within 0.52 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  logProbs, targets, inputLengths, targetlengths, negLogLikelihoodOut or logAlphaOut NULL
 *   161002  logProbs not (T, N, C) or (T, C) with T above 0, blank no class, inputLengths or
 *           targetlengths not of an entry for each sequence, from 0 (to T) on, or targets not (N,
 *           S) or of the sum of targetlengths
 *   161002  negLogLikelihoodOut not of an element for each sequence of logProbs, or logAlphaOut not
 *           of its shape
 *   161002  the data type of logProbs not one of CTC
 *   161002  on Ascend910B and 910_93 logProbs float16 or bfloat16, with more than 200000 classes,
 *           more than 8180 sequences (or classes of one), or room in logAlphaOut for more than 1000
 *           places of a target
 *   161002  the data type of targets not one of ACL_INT32, ACL_INT64, ACL_BOOL, ACL_FLOAT,
 *           ACL_FLOAT16
 *   161002  the data type of negLogLikelihoodOut is not the data type of logProbs
 *   161002  the data type of logAlphaOut is not the data type of logProbs
 */
ACLNN_API aclnnStatus aclnnCtcLossGetWorkspaceSize(const aclTensor *logProbs,
                                                   const aclTensor *targets,
                                                   const aclIntArray *inputLengths,
                                                   const aclIntArray *targetlengths, int64_t blank,
                                                   bool zeroInfinity,
                                                   aclTensor *negLogLikelihoodOut,
                                                   aclTensor *logAlphaOut, uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnCtcLoss: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCtcLoss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
