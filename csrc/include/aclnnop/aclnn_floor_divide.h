/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_floor_divide.h: aclnnFloorDivide, aclnnInplaceFloorDivide, aclnnFloorDivides,
 * aclnnInplaceFloorDivides.
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
#ifndef ACLNNOP_ACLNN_FLOOR_DIVIDE_H
#define ACLNNOP_ACLNN_FLOOR_DIVIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnFloorDivide
 ************************************************/

/*
 * aclnnFloorDivideGetWorkspaceSize: phase one. Divides a tensor by another, rounded down.
 *
 *     out = floor(self / other)
 *
 * self   the dividend; bool is computed in float32. REAL_OR_BOOL.
 * other  the divisor. REAL_OR_BOOL.
 * out    the quotient; of integers by 0 all bits are set.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  no common data type of self and other, or (on Ascend950) the data type of out takes no
 *           quotient of them
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnFloorDivideGetWorkspaceSize(const aclTensor *self,
                                                       const aclTensor *other, aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnFloorDivide: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFloorDivide(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceFloorDivide
 ************************************************/

/*
 * aclnnInplaceFloorDivideGetWorkspaceSize: phase one. Divides a tensor by another, rounded down, in
 * its place.
 *
 *     selfRef = floor(selfRef / other)
 *
 * selfRef  the dividend; bool is computed in float32; receives the result. REAL_OR_BOOL.
 * other    the divisor. REAL_OR_BOOL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  selfRef and other do not broadcast, or not to the shape of selfRef
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  no common data type of selfRef and other, or (on Ascend950) the data type of selfRef
 *           takes no quotient of them
 *   161002  selfRef not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   empty   selfRef or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceFloorDivideGetWorkspaceSize(aclTensor *selfRef,
                                                              const aclTensor *other,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnInplaceFloorDivide: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceFloorDivide(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnFloorDivides
 ************************************************/

/*
 * aclnnFloorDividesGetWorkspaceSize: phase one. Divides a tensor by a number, rounded down.
 *
 *     out = floor(self / other)
 *
 * self   the dividend; bool is computed in float32. REAL_OR_BOOL.
 * other  the divisor. REAL_OR_BOOL.
 * out    the quotient; of integers by 0 all bits are set.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  no common data type of self and other, or (on Ascend950) the data type of out takes no
 *           quotient of them
 *   161002  the data type of self does not convert to the type computed in (on Ascend950)
 *   161002  the data type of other does not convert to the type computed in (on Ascend950)
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnFloorDividesGetWorkspaceSize(const aclTensor *self,
                                                        const aclScalar *other, aclTensor *out,
                                                        uint64_t *workspaceSize,
                                                        aclOpExecutor **executor);

/* aclnnFloorDivides: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnFloorDivides(void *workspace, uint64_t workspaceSize,
                                        aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceFloorDivides
 ************************************************/

/*
 * aclnnInplaceFloorDividesGetWorkspaceSize: phase one. Divides a tensor by a number, rounded down,
 * in its place.
 *
 *     selfRef = floor(selfRef / other)
 *
 * selfRef  the dividend; bool is computed in float32; receives the result. REAL_OR_BOOL.
 * other    the divisor. REAL_OR_BOOL.
 *
 * Precision: correctly rounded.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef or other NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  the data type of other not one of REAL_OR_BOOL
 *   161002  no common data type of selfRef and other, or (on Ascend950) the data type of selfRef
 *           takes no quotient of them
 *   161002  the data type of selfRef does not convert to the type computed in (on Ascend950)
 *   161002  the data type of other does not convert to the type computed in (on Ascend950)
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceFloorDividesGetWorkspaceSize(aclTensor *selfRef,
                                                               const aclScalar *other,
                                                               uint64_t *workspaceSize,
                                                               aclOpExecutor **executor);

/* aclnnInplaceFloorDivides: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceFloorDivides(void *workspace, uint64_t workspaceSize,
                                               aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
