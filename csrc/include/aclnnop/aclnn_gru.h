/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gru.h: aclnnGRU.
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
#ifndef ACLNNOP_ACLNN_GRU_H
#define ACLNNOP_ACLNN_GRU_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGRU
 ************************************************/

/*
 * aclnnGRUGetWorkspaceSize: phase one. Layers of a GRU over sequences, forwards or in both
 * directions.
 *
 *     r, z = sigmoid(x[t] @ w_ih^T + b_ih + h[t - 1] @ w_hh^T + b_hh); hn = h[t - 1] @ w_hn^T +
 *         b_hn; n = tanh(x[t] @ w_in^T + b_in + r * hn); h[t] = (1 - z) * n + z * h[t - 1]
 *
 * input        the sequences, [T, B, I], or [B, T, I] with batchFirst. SINGLE_OR_FLOAT16.
 * params       for each layer and direction the weights of the input, [3 H, I], and of the hidden
 *              state, [3 H, H], and with hasBias two biases, [3 H]: gates r, z and n. The input of
 *              a layer behind the first has D H columns.
 * hx           the hidden states before, [L D, B, H]; NULL: zeros; may be NULL.
 * batchSizes   NULL: CANN has no other way yet; may be NULL.
 * hasBias      whether there are biases.
 * numLayers    L.
 * dropout      makes no difference, as at CANN.
 * train        whether gates and states are kept for the gradient.
 * bidirection  whether D is 2: each layer also backwards, behind which both outputs lie side by
 *              side.
 * batchFirst   whether the batch is the first dimension of input and output.
 * output       the hidden states of the last layer, [T, B, D H], or [B, T, D H].
 * hy           the hidden states behind the last step, [L D, B, H].
 * rOut         with train the gates r, [T, B, H] for each layer and direction; else not looked at,
 *              as the other lists; may be NULL.
 * zOut         those of z; may be NULL.
 * nOut         those of n; may be NULL.
 * hnOut        hn, what r is multiplied with; may be NULL.
 * hOut         the hidden states; may be NULL.
 *
 * T steps, a batch of B, I columns of input, H of the hidden state, L layers, D directions.
 *
 * Gates lie as in torch: r, z, n.
 *
 * Gates are float32; hidden states are rounded to the type of input at each step.
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
 *   161002  batchSizes not NULL
 *   161001  input or params NULL
 *   161001  a member of params NULL
 *   161001  output or hy NULL
 *   161001  a list of gates NULL, or a member of one, where train is true
 *   161002  the data type of input not one of SINGLE_OR_FLOAT16
 *   161002  numLayers below 1; params not of 2 tensors (4 with hasBias) for each layer and
 *           direction, hx neither NULL nor of 2, or (train) a list of gates not of one for each;
 *           shapes or data types that do not go together (with batchSizes: its type not int64, or
 *           the rows of input no multiple of its length)
 *   empty   input empty: nothing is done
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  on Ascend950, which has no kernel of the operator
 */
ACLNN_API aclnnStatus aclnnGRUGetWorkspaceSize(const aclTensor *input, const aclTensorList *params,
                                               const aclTensor *hx, const aclTensor *batchSizes,
                                               bool hasBias, int64_t numLayers, double dropout,
                                               bool train, bool bidirection, bool batchFirst,
                                               aclTensor *output, aclTensor *hy,
                                               aclTensorList *rOut, aclTensorList *zOut,
                                               aclTensorList *nOut, aclTensorList *hnOut,
                                               aclTensorList *hOut, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnGRU: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGRU(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
