/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_smooth_l1_loss.h: aclnnSmoothL1Loss.
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
#ifndef ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H
#define ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnSmoothL1Loss
 ************************************************/

/*
 * aclnnSmoothL1LossGetWorkspaceSize: phase one. Differences, squared where they are small; their
 * mean or their sum.
 *
 *     result = d^2 / (2 beta) where d = |self - target| is below beta, else d - beta / 2, or the
 *         mean or the sum of these
 *
 * self       the numbers. SINGLE_OR_HALF.
 * target     what they should be. SINGLE_OR_HALF.
 * reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum.
 * beta       differences below it are squared; not negative.
 * result     the losses.
 *
 * Of no elements the mean is NaN, the sum 0.
 *
 * Precision: within 3 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, target or result NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of target not one of SINGLE_OR_HALF
 *   161002  no common data type of self and target
 *   161002  the type computed in does not convert to the data type of result
 *   161002  reduction not from 0 to 2
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  self and target do not broadcast, or result is not of the shape that they broadcast to,
 *           with reduction 0
 *   161002  beta negative
 */
ACLNN_API aclnnStatus aclnnSmoothL1LossGetWorkspaceSize(const aclTensor *self,
                                                        const aclTensor *target, int64_t reduction,
                                                        float beta, aclTensor *result,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnSmoothL1Loss: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnSmoothL1Loss(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
