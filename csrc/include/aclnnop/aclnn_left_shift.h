/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_left_shift.h: aclnnLeftShift, aclnnLeftShifts.
 *
 * Made from csrc/ops/bitwise/bitwise.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SHIFTED  ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16, ACL_UINT32,
 *            ACL_UINT64
 */
#ifndef ACLNNOP_ACLNN_LEFT_SHIFT_H
#define ACLNNOP_ACLNN_LEFT_SHIFT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLeftShift
 ************************************************/

/*
 * aclnnLeftShiftGetWorkspaceSize: phase one. Shifts the bits of every element to the left.
 *
 *     out = self << shiftBits
 *
 * self       integers. SHIFTED.
 * shiftBits  the distances. SHIFTED.
 * out        the shifted integers. SHIFTED.
 *
 * A distance that is negative, or not less than the bits of the type, leaves 0.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, shiftBits or out NULL
 *   161002  the data type of self not one of SHIFTED
 *   161002  the data type of shiftBits not one of SHIFTED
 *   161002  the data type of out not one of SHIFTED
 *   161002  self not of 0 to 8 dimensions
 *   161002  shiftBits not of 0 to 8 dimensions
 *   161002  self and shiftBits do not broadcast, or not to the shape of out
 *   161002  a layout of self, shiftBits or out private to the device
 *   empty   self or shiftBits empty: nothing is done
 *   161002  no common data type of self and shiftBits
 *   161002  the type computed in does not convert to the data type of out
 */
ACLNN_API aclnnStatus aclnnLeftShiftGetWorkspaceSize(const aclTensor *self,
                                                     const aclTensor *shiftBits, aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnLeftShift: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLeftShift(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnLeftShifts
 ************************************************/

/*
 * aclnnLeftShiftsGetWorkspaceSize: phase one. Shifts the bits of every element to the left, all as
 * far.
 *
 *     out = self << shiftBits
 *
 * self       integers. SHIFTED.
 * shiftBits  the distance. SHIFTED.
 * out        the shifted integers. SHIFTED.
 *
 * A distance that is negative, or not less than the bits of the type, leaves 0.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, shiftBits or out NULL
 *   161002  the data type of self not one of SHIFTED
 *   161002  the data type of shiftBits not one of SHIFTED
 *   161002  the data type of out not one of SHIFTED
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  a layout of self or out private to the device
 *   empty   self empty: nothing is done
 *   161002  no common data type of self and shiftBits
 *   161002  the type computed in does not convert to the data type of out
 */
ACLNN_API aclnnStatus aclnnLeftShiftsGetWorkspaceSize(const aclTensor *self,
                                                      const aclScalar *shiftBits, aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnLeftShifts: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLeftShifts(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
