/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_amp_update_scale.h: aclnnAmpUpdateScale.
 *
 * Made from csrc/ops/optimizer/optimizer.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16, ACL_BF16 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H
#define ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAmpUpdateScale
 ************************************************/

/*
 * aclnnAmpUpdateScaleGetWorkspaceSize: phase one. The scale of losses behind a step: smaller when a
 * gradient was infinite or NaN, larger after so many that were not.
 *
 *     updatedScale = currentScale * backoffFactor if foundInf; * growthFactor if growthTracker + 1
 *         = growthInterval and that is finite; else currentScale. updatedGrowthTracker = 0 in the
 *         first two cases, else growthTracker + 1
 *
 * currentScale          the scale, one element as all tensors. NEW_SINGLE_OR_HALF.
 * growthTracker         steps without infinity since it last changed, int32. ACL_INT32.
 * foundInf              whether one was found: any number but 0.
 * growthFactor          what the scale grows by.
 * backoffFactor         what it shrinks by.
 * growthInterval        steps after which it grows.
 * updatedScale          the new scale.
 * updatedGrowthTracker  the new number of steps, int32. ACL_INT32.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  currentScale, growthTracker, foundInf, updatedScale or updatedGrowthTracker NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of currentScale not one of NEW_SINGLE_OR_HALF
 *   161002  the data type of growthTracker not one of ACL_INT32
 *   161002  the data type of foundInf is not the data type of currentScale
 *   161002  the data type of updatedScale is not the data type of currentScale
 *   161002  the data type of updatedGrowthTracker not one of ACL_INT32
 *   161002  one of currentScale, growthTracker, foundInf, updatedScale and updatedGrowthTracker not
 *           of one element
 */
ACLNN_API aclnnStatus aclnnAmpUpdateScaleGetWorkspaceSize(const aclTensor *currentScale,
                                                          const aclTensor *growthTracker,
                                                          const aclTensor *foundInf,
                                                          double growthFactor, double backoffFactor,
                                                          int64_t growthInterval,
                                                          const aclTensor *updatedScale,
                                                          const aclTensor *updatedGrowthTracker,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/* aclnnAmpUpdateScale: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAmpUpdateScale(void *workspace, uint64_t workspaceSize,
                                          aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
