/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_lstm.h: aclnnLSTM.
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
#ifndef ACLNNOP_ACLNN_LSTM_H
#define ACLNNOP_ACLNN_LSTM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLSTM
 ************************************************/

/*
 * aclnnLSTMGetWorkspaceSize: phase one. Layers of an LSTM over sequences, forwards or in both
 * directions.
 *
 *     i, f, g, o = sigmoid, sigmoid, tanh, sigmoid of x[t] @ w_ih^T + h[t - 1] @ w_hh^T + (b_ih +
 *         b_hh); c[t] = f * c[t - 1] + i * g; h[t] = o * tanh(c[t])
 *
 * input          the sequences, [T, B, I], or [B, T, I] with batchFirst; with batchSizes [T B, I].
 *                SINGLE_OR_FLOAT16.
 * params         for each layer and direction the weights of the input, [4 H, I], and of the hidden
 *                state, [4 H, H], and with hasBias two biases, [4 H]: gates of input, forgetting,
 *                cell and output. The input of a layer behind the first has D H columns.
 * hx             the hidden states and the cells before, two of [L D, B, H]; NULL or no members:
 *                zeros; may be NULL.
 * batchSizes     how many of the batch, the first ones, have each step, [T]; the others keep their
 *                state, and their output is 0; NULL: all have all; may be NULL.
 * hasBias        whether there are biases.
 * numLayers      L.
 * dropout        makes no difference, as at CANN.
 * train          whether gates and states are kept for the gradient.
 * bidirectional  whether D is 2: each layer also backwards, behind which both outputs lie side by
 *                side.
 * batchFirst     whether the batch is the first dimension of input and output; not with batchSizes.
 * output         the hidden states of the last layer, [T, B, D H], or [B, T, D H].
 * hy             the hidden states behind the last step, [L D, B, H].
 * cy             the cells behind the last step, [L D, B, H].
 * iOut           with train the gates of input, [T, B, H] for each layer and direction; else not
 *                looked at, as the other lists; may be NULL.
 * jOut           those of the cell, g; may be NULL.
 * fOut           those of forgetting; may be NULL.
 * oOut           those of output; may be NULL.
 * hOut           the hidden states; may be NULL.
 * cOut           the cells; may be NULL.
 * tanhCOut       tanh of the cells; may be NULL.
 *
 * T steps, a batch of B, I columns of input, H of the hidden state, L layers, D directions.
 *
 * Gates lie as in torch: input, forgetting, cell, output.
 *
 * Gates are float32; hidden states and cells are rounded to the type of input at each step.
 *
 * Units in the last place are those of 1.
 *
 * Without OpenBLAS phase one refuses with 207000, after all checks.
 *
 * Precision: within 64 units in the last place in float32, within 4 units in the last place in
 * float16.
 *
 * Errors, in the order tested:
 *
 *   161001  input or params NULL
 *   161001  a member of params NULL
 *   161001  a member of hx NULL (161002: with batchSizes, hx not of two)
 *   161001  output, hy or cy NULL
 *   161001  a list of gates NULL, or a member of one, where train is true
 *   161002  with batchSizes, numLayers below 1
 *   161002  the data type of input not one of SINGLE_OR_FLOAT16
 *   161002  numLayers below 1; params not of 2 tensors (4 with hasBias) for each layer and
 *           direction, hx neither NULL nor of 2, or (train) a list of gates not of one for each;
 *           shapes or data types that do not go together (with batchSizes: its type not int64, or
 *           the rows of input no multiple of its length)
 *   161002  a layout of input, params, hx, output, hy, cy, iOut, jOut, fOut, oOut, hOut, cOut or
 *           tanhCOut private to the device (on Ascend950)
 *   empty   input empty: nothing is done
 *   561103  on Ascend910, which has no kernel of the operator
 */
ACLNN_API aclnnStatus aclnnLSTMGetWorkspaceSize(const aclTensor *input, const aclTensorList *params,
                                                const aclTensorList *hx,
                                                const aclTensor *batchSizes, bool hasBias,
                                                int64_t numLayers, double dropout, bool train,
                                                bool bidirectional, bool batchFirst,
                                                aclTensor *output, aclTensor *hy, aclTensor *cy,
                                                aclTensorList *iOut, aclTensorList *jOut,
                                                aclTensorList *fOut, aclTensorList *oOut,
                                                aclTensorList *hOut, aclTensorList *cOut,
                                                aclTensorList *tanhCOut, uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/* aclnnLSTM: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLSTM(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
