/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_l1_loss.h: aclnnL1Loss.
 *
 * Made from csrc/ops/loss/loss.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_L1_LOSS_H
#define ACLNNOP_ACLNN_L1_LOSS_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnL1Loss
 ************************************************/

/*
 * aclnnL1LossGetWorkspaceSize: phase one. Magnitudes of differences, their mean or their sum.
 *
 *     out = |self - target|, or the mean or the sum of these
 *
 * self       the numbers.
 * target     what they should be.
 * reduction  how elements are joined: 0 not, 1 to their mean, 2 to their sum.
 * out        the losses.
 *
 * Of no elements the mean is NaN, the sum 0.
 *
 * Precision: within 3 units in the last place in float32, within 0.52 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, target or out NULL
 *   161002  reduction not from 0 to 2
 *   161002  self of integers and target of floats, with reduction 0, or both of integers, with
 *           reduction 1
 *   161002  no common data type of self and target
 *   161002  the type computed in not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64; ACL_BF16 not on
 *           Ascend910
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  target not of 0 to 8 dimensions
 *   161002  self and target do not broadcast, or out is not of the shape that they broadcast to,
 *           with reduction 0, or has dimensions, with another
 */
ACLNN_API aclnnStatus aclnnL1LossGetWorkspaceSize(const aclTensor *self, const aclTensor *target,
                                                  int64_t reduction, aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnL1Loss: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnL1Loss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
