/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_atan2.h: aclnnAtan2, aclnnInplaceAtan2.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ATAN2_H
#define ACLNNOP_ACLNN_ATAN2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnAtan2
 ************************************************/

/*
 * aclnnAtan2GetWorkspaceSize: phase one. The angle of a point in the plane.
 *
 *     out = atan2(self, other), from -pi to pi
 *
 * self   the ordinates; integers and bool are computed in float32. REAL_OR_BOOL.
 * other  the abscissas. REAL_OR_BOOL.
 * out    the angles.
 *
 * Precision: within 0.51 units in the last place in float32, within 2 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  no common data type of self and other
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnAtan2GetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                 aclTensor *out, uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/* aclnnAtan2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnAtan2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceAtan2
 ************************************************/

/*
 * aclnnInplaceAtan2GetWorkspaceSize: phase one. The angle of a point in the plane, in the place of
 * its ordinate.
 *
 *     selfRef = atan2(selfRef, other), from -pi to pi
 *
 * selfRef  the ordinates; integers and bool are computed in float32; receives the result.
 *          REAL_OR_BOOL.
 * other    the abscissas. REAL_OR_BOOL.
 *
 * Precision: within 0.51 units in the last place in float32, within 2 units in the last place in
 * float64, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  no common data type of selfRef and other
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceAtan2GetWorkspaceSize(aclTensor *selfRef, aclTensor *other,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceAtan2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceAtan2(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
