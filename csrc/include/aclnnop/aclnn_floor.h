/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_floor.h: aclnnFloor, aclnnInplaceFloor.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   FLOORED  ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT64, ACL_UINT32, ACL_UINT16,
 *            ACL_UINT8, ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_FLOOR_H
#define ACLNNOP_ACLNN_FLOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFloor
 ************************************************/

/*
 * aclnnFloorGetWorkspaceSize: phase one. The largest integer that is not more than each element.
 *
 *     out = floor(self)
 *
 * self  the numbers. FLOORED.
 * out   the integers.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of FLOORED
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   161002  a layout of self or out private to the device
 *   empty   self empty: nothing is done
 *   561103  the data type of self one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64, and format of self neither ACL_FORMAT_ND nor that
 *           of out
 */
ACLNN_API aclnnStatus aclnnFloorGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                 uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnFloor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFloor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                 aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceFloor
 ************************************************/

/*
 * aclnnInplaceFloorGetWorkspaceSize: phase one. The largest integer that is not more than each
 * element, in its place.
 *
 *     selfRef = floor(selfRef)
 *
 * selfRef  the numbers; receives the result. FLOORED.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of FLOORED
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  a layout of selfRef private to the device
 *   empty   selfRef empty: nothing is done
 *   561103  the data type of selfRef one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64, and format of selfRef neither ACL_FORMAT_ND nor
 *           that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceFloorGetWorkspaceSize(aclTensor *selfRef, uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnInplaceFloor: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceFloor(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
