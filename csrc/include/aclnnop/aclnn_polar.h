/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_polar.h: aclnnPolar.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_POLAR_H
#define ACLNNOP_ACLNN_POLAR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnPolar
 ************************************************/

/*
 * aclnnPolarGetWorkspaceSize: phase one. Complex numbers of their moduli and angles.
 *
 *     out = input * cos(angle) + input * sin(angle) * j
 *
 * input  the moduli; negative ones are taken as they are. ACL_FLOAT.
 * angle  the angles in radians, of the same type. ACL_FLOAT.
 * out    the numbers. ACL_COMPLEX64.
 *
 * Precision: within 1.5 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  input, angle or out NULL
 *   161002  the data type of input not one of ACL_FLOAT
 *   161002  the data type of out not one of ACL_COMPLEX64
 *   161002  the data type of angle not one of ACL_FLOAT
 *   161002  input not of 0 to 8 dimensions
 *   161002  angle not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   161002  input and angle do not broadcast, or not to the shape of out
 *   161002  layouts of input and out differ (on Ascend950)
 *   161002  layouts of angle and out differ (on Ascend950)
 *   161002  a layout of input private to the device (on Ascend950)
 *   empty   input or angle empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnPolarGetWorkspaceSize(const aclTensor *input, const aclTensor *angle,
                                                 aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnPolar: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnPolar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
