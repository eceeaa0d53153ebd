/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_multilabel_margin_loss.h: aclnnMultilabelMarginLoss.
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
#ifndef ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H
#define ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMultilabelMarginLoss
 ************************************************/

/*
 * aclnnMultilabelMarginLossGetWorkspaceSize: phase one. How far the numbers of other classes reach
 * into the margin of those that a row has.
 *
 *     out[n] = the sum of max(0, 1 - self[n, j] + self[n, i]) over all labels j of target[n] before
 *         its first -1, and all classes i that are not among them, over C; or the mean or the sum
 *         of these
 *
 * self       the numbers, (N, C), (C), or one. SINGLE_OR_HALF.
 * target     the labels, in the shape of self: 0 to C - 1, and -1 behind the last. ACL_INT64,
 *            ACL_INT32.
 * reduction  how losses are joined: 0 not, 1 to their mean; any other number: to their sum.
 * out        the losses, (N), or the one.
 * isTarget   1 for the classes that are among the labels, else 0.
 *
 * Labels that are no classes do not count.
 *
 * Precision: within 1 unit in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, target, out or isTarget NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of ACL_INT64, ACL_INT32
 *   161002  the data type of out is not the data type of self
 *   161002  the data type of isTarget is not the data type of self
 *   161002  self not (N, C), (C) or of no dimensions, with C above 0, target or isTarget not of its
 *           shape, or out not of an element for each row, with reduction 0, or not of one
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 *   561103  format of self neither ACL_FORMAT_ND nor that of isTarget
 */
ACLNN_API aclnnStatus aclnnMultilabelMarginLossGetWorkspaceSize(const aclTensor *self,
                                                                const aclTensor *target,
                                                                int64_t reduction, aclTensor *out,
                                                                aclTensor *isTarget,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/* aclnnMultilabelMarginLoss: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMultilabelMarginLoss(void *workspace, uint64_t workspaceSize,
                                                aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
