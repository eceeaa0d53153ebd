/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_thnn_fused_lstm_cell.h: aclnnThnnFusedLstmCell.
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
#ifndef ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H
#define ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnThnnFusedLstmCell
 ************************************************/

/*
 * aclnnThnnFusedLstmCellGetWorkspaceSize: phase one. A step of an LSTM behind its products.
 *
 *     i, f, g, o = sigmoid, sigmoid, tanh, sigmoid of inputGates + hiddenGates + biases; cyOut = f
 *         * cx + i * g; hyOut = o * tanh(cyOut)
 *
 * inputGates          products of the input and its weights, [B, 4 H]: gates of input, forgetting,
 *                     cell and output. SINGLE_OR_FLOAT16.
 * hiddenGates         products of the hidden state and its weights, [B, 4 H].
 * cx                  the cells before, [B, H].
 * inputBiasOptional   [4 H], or NULL with the other one: no bias; may be NULL.
 * hiddenBiasOptional  [4 H]; may be NULL.
 * hyOut               the hidden state, [B, H].
 * cyOut               the cells, [B, H].
 * storageOut          the four gates, [B, 4 H], for the gradient.
 *
 * Gates lie as in torch: input, forgetting, cell, output.
 *
 * Units in the last place are those of the magnitudes that are added.
 *
 * Precision: within 8 units in the last place in float32, within 1 unit in the last place in
 * float16.
 *
 * Errors, in the order tested:
 *
 *   161001  inputGates, hiddenGates or cx NULL
 *   161001  hiddenBiasOptional NULL and inputBiasOptional not
 *   161001  inputBiasOptional NULL and hiddenBiasOptional not
 *   161001  hyOut, cyOut or storageOut NULL
 *   empty   inputGates empty: nothing is done
 *   161002  inputGates, hiddenGates or cx not of two dimensions
 *   161002  inputBiasOptional not of 1 to 1 dimensions
 *   161002  hiddenBiasOptional not of 1 to 1 dimensions
 *   161002  hyOut, cyOut or storageOut not of two dimensions
 *   161002  inputGates not of the rows of cx, and four times as many columns
 *   161002  hiddenGates not of the rows of cx, and four times as many columns
 *   161002  inputBiasOptional not of four elements for each column of cx, in one dimension
 *   161002  hiddenBiasOptional not of four elements for each column of cx, in one dimension
 *   161002  shapes of cx and hyOut differ
 *   161002  shapes of cx and cyOut differ
 *   161002  storageOut not of the rows of cx, and four times as many columns
 *   161002  the data type of inputGates not one of SINGLE_OR_FLOAT16
 *   161002  the data type of hiddenGates is not the data type of inputGates
 *   161002  the data type of cx is not the data type of inputGates
 *   161002  the data type of inputBiasOptional is not the data type of inputGates
 *   161002  the data type of hiddenBiasOptional is not the data type of inputGates
 *   161002  the data type of hyOut is not the data type of inputGates
 *   161002  the data type of cyOut is not the data type of inputGates
 *   161002  the data type of storageOut is not the data type of inputGates
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  on Ascend950, which has no kernel of the operator
 */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCellGetWorkspaceSize(const aclTensor *inputGates,
                                                             const aclTensor *hiddenGates,
                                                             const aclTensor *cx,
                                                             const aclTensor *inputBiasOptional,
                                                             const aclTensor *hiddenBiasOptional,
                                                             aclTensor *hyOut, aclTensor *cyOut,
                                                             aclTensor *storageOut,
                                                             uint64_t *workspaceSize,
                                                             aclOpExecutor **executor);

/* aclnnThnnFusedLstmCell: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCell(void *workspace, uint64_t workspaceSize,
                                             aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
