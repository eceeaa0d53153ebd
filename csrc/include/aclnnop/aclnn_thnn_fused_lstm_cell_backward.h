/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_thnn_fused_lstm_cell_backward.h: aclnnThnnFusedLstmCellBackward.
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
#ifndef ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H
#define ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnThnnFusedLstmCellBackward
 ************************************************/

/*
 * aclnnThnnFusedLstmCellBackwardGetWorkspaceSize: phase one. The gradient of a step of an LSTM
 * behind its products.
 *
 *     d = gradHyOptional * o * (1 - tanh(cy)^2) + gradCOptional; gradCxOut = d * f; gradGatesOut =
 *         d g i (1 - i), d cx f (1 - f), d i (1 - g^2), gradHyOptional tanh(cy) o (1 - o)
 *
 * gradHyOptional  the gradient of hyOut, [B, H]; not NULL, whatever its name says.
 * gradCOptional   the gradient of cyOut, [B, H]; not NULL either. SINGLE_OR_FLOAT16.
 * cx              the cells before, [B, H].
 * cy              the cells behind, [B, H].
 * storage         the four gates, [B, 4 H].
 * hasBias         whether gradBiasOut is written.
 * gradGatesOut    the gradient of the gates before their functions, [B, 4 H].
 * gradCxOut       the gradient of cx, [B, H].
 * gradBiasOut     the sum of gradGatesOut over the batch, [4 H].
 *
 * Units in the last place are those of the magnitudes that are added.
 *
 * Precision: within 16 units in the last place in float32, within 1 unit in the last place in
 * float16.
 *
 * Errors, in the order tested:
 *
 *   161001  gradHyOptional, gradCOptional, cx, cy, storage, gradGatesOut, gradCxOut or gradBiasOut
 *           NULL
 *   161002  the data type of gradCOptional not one of SINGLE_OR_FLOAT16
 *   161002  the data type of gradCOptional is not the data type of gradHyOptional
 *   161002  the data type of cx is not the data type of gradHyOptional
 *   161002  the data type of cy is not the data type of gradHyOptional
 *   161002  the data type of storage is not the data type of gradHyOptional
 *   161002  the data type of gradGatesOut is not the data type of gradHyOptional
 *   161002  the data type of gradBiasOut is not the data type of gradHyOptional
 *   161002  the data type of gradCxOut is not the data type of gradHyOptional
 *   161002  gradHyOptional not of two dimensions
 *   161002  gradHyOptional empty
 *   161002  shapes of gradHyOptional and gradCOptional differ
 *   161002  shapes of gradHyOptional and cx differ
 *   161002  shapes of gradHyOptional and cy differ
 *   161002  storage not of the rows of gradHyOptional, and four times as many columns
 *   161002  gradGatesOut not of the rows of gradHyOptional, and four times as many columns
 *   161002  shapes of gradHyOptional and gradCxOut differ
 *   161002  gradBiasOut not of four elements for each column of gradHyOptional, in one dimension,
 *           where hasBias is true
 *   161002  format of gradHyOptional, gradCOptional, cx, cy, storage, gradGatesOut, gradBiasOut or
 *           gradCxOut not ACL_FORMAT_ND
 *   561103  on Ascend910, which has no kernel of the operator
 *   561103  on Ascend950, which has no kernel of the operator
 */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(
    const aclTensor *gradHyOptional, const aclTensor *gradCOptional, const aclTensor *cx,
    const aclTensor *cy, const aclTensor *storage, bool hasBias, aclTensor *gradGatesOut,
    aclTensor *gradCxOut, aclTensor *gradBiasOut, uint64_t *workspaceSize,
    aclOpExecutor **executor);

/* aclnnThnnFusedLstmCellBackward: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCellBackward(void *workspace, uint64_t workspaceSize,
                                                     aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
