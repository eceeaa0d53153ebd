/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_lstm_backward.h: aclnnLstmBackward.
 *
 * Made from csrc/ops/rnn/rnn.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_FLOAT16  ACL_FLOAT, ACL_FLOAT16
 */
#ifndef ACLNNOP_ACLNN_LSTM_BACKWARD_H
#define ACLNNOP_ACLNN_LSTM_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLstmBackward
 ************************************************/

/*
 * aclnnLstmBackwardGetWorkspaceSize: phase one. The gradient of layers of an LSTM.
 *
 *     behind each step, from the last one back: dh = dy[t] + dgates[t + 1] @ w_hh, dc = dh o (1 -
 *         tanh(c)^2) + dc[t + 1] f[t + 1]; dgates = dc g i (1 - i), dc c[t - 1] f (1 - f), dc i (1
 *         - g^2), dh tanh(c) o (1 - o)
 *
 * input               the input of the pass. SINGLE_OR_FLOAT16.
 * hx                  its states before, two of [L D, B, H].
 * params              its weights and biases.
 * dy                  the gradient of output, which with batchSizesOptional is [T B, D H]; NULL:
 *                     zeros; may be NULL.
 * dh                  that of hy; NULL: zeros; may be NULL.
 * dc                  that of cy; NULL: zeros; may be NULL.
 * i                   the gates of input, [T, B, H] for each layer and direction.
 * g                   those of the cell.
 * f                   those of forgetting.
 * o                   those of output.
 * h                   the hidden states.
 * c                   the cells.
 * tanhc               tanh of the cells.
 * batchSizesOptional  the batchSizes of the pass; may be NULL.
 * hasBias             whether there are biases.
 * numLayers           L.
 * dropout             makes no difference, as at CANN.
 * train               makes no difference.
 * bidirectional       whether D is 2.
 * batchFirst          whether the batch is the first dimension of input, dy and dxOut; not with
 *                     batchSizesOptional.
 * outputMask          makes no difference, as at CANN: everything is written; may be NULL.
 * dxOut               the gradient of input.
 * dhPrevOut           that of the hidden states before.
 * dcPrevOut           that of the cells before.
 * dparamsOut          those of params; both biases have the same one.
 *
 * Everything of three dimensions has format ACL_FORMAT_NCL, everything else ACL_FORMAT_ND.
 *
 * Sums are float32, and rounded once.
 *
 * Units in the last place are those of the largest number of a result.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 2 units in the last place in
 * float16.
 *
 * Errors, in the order tested:
 *
 *   161001  input, hx, params, i, g, f, o, h, c, tanhc, dxOut, dhPrevOut, dcPrevOut or dparamsOut
 *           NULL
 *   161001  a member of hx NULL
 *   161001  a member of params NULL
 *   161001  a member of i NULL
 *   161001  a member of g NULL
 *   161001  a member of f NULL
 *   161001  a member of o NULL
 *   161001  a member of h NULL
 *   161001  a member of c NULL
 *   161001  a member of tanhc NULL
 *   161001  a member of dparamsOut NULL
 *   161001  hx, params, dparamsOut or a list of gates not of as many members as the call says
 *           (161002: numLayers below 1, shapes or data types that do not go together)
 *   161002  the data type of input not one of SINGLE_OR_FLOAT16
 *   161002  a tensor of three dimensions not of ACL_FORMAT_NCL, or another one not of ACL_FORMAT_ND
 *   561103  on Ascend910, which has no kernel of the operator
 */
ACLNN_API aclnnStatus aclnnLstmBackwardGetWorkspaceSize(const aclTensor *input,
                                                        const aclTensorList *hx,
                                                        const aclTensorList *params,
                                                        const aclTensor *dy, const aclTensor *dh,
                                                        const aclTensor *dc, const aclTensorList *i,
                                                        const aclTensorList *g,
                                                        const aclTensorList *f,
                                                        const aclTensorList *o,
                                                        const aclTensorList *h,
                                                        const aclTensorList *c,
                                                        const aclTensorList *tanhc,
                                                        const aclTensor *batchSizesOptional,
                                                        bool hasBias, int64_t numLayers,
                                                        double dropout, bool train,
                                                        bool bidirectional, bool batchFirst,
                                                        const aclBoolArray *outputMask,
                                                        aclTensor *dxOut, aclTensor *dhPrevOut,
                                                        aclTensor *dcPrevOut,
                                                        aclTensorList *dparamsOut,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnLstmBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLstmBackward(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
