/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_angle_v2.h: aclnnAngleV2.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   WITH_ANGLE  ACL_BOOL, ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BF16,
 *               ACL_FLOAT16, ACL_FLOAT, ACL_COMPLEX64 on Ascend910B, Ascend910_93 and Ascend950
 */
#ifndef ACLNNOP_ACLNN_ANGLE_V2_H
#define ACLNNOP_ACLNN_ANGLE_V2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAngleV2
 ************************************************/

/*
 * aclnnAngleV2GetWorkspaceSize: phase one. The angle of every element.
 *
 *     out = the angle of x: 0 or pi of real numbers, atan2 of the parts of complex ones
 *
 * x    the numbers. WITH_ANGLE.
 * out  angles in radians, in 16-bit types those of x, in float32 of all others.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  x or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of x not one of WITH_ANGLE
 *   161002  the data type of out is not that of a 16-bit x, or float32 for all others
 *   161002  x not of 0 to 8 dimensions
 *   161002  shapes of x and out differ
 *   161002  a layout of x or out private to the device
 *   empty   x empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAngleV2GetWorkspaceSize(const aclTensor *x, const aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/* aclnnAngleV2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAngleV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
