/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_right_shift.h: aclnnRightShift.
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
#ifndef ACLNNOP_ACLNN_RIGHT_SHIFT_H
#define ACLNNOP_ACLNN_RIGHT_SHIFT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnRightShift
 ************************************************/

/*
 * aclnnRightShiftGetWorkspaceSize: phase one. Shifts the bits of every element to the right, behind
 * the sign of signed types.
 *
 *     out = input >> shiftBits
 *
 * input      integers. SHIFTED.
 * shiftBits  the distances. SHIFTED.
 * out        the shifted integers. SHIFTED.
 *
 * A negative distance counts as 0, one that is not less than the bits of the type as the largest
 * that is.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  input, shiftBits or out NULL
 *   161002  the data type of input not one of SHIFTED
 *   161002  the data type of shiftBits not one of SHIFTED
 *   161002  the data type of out not one of SHIFTED
 *   161002  input not of 0 to 8 dimensions
 *   161002  shiftBits not of 0 to 8 dimensions
 *   161002  input and shiftBits do not broadcast, or not to the shape of out
 *   empty   input or shiftBits empty: nothing is done
 *   161002  no common data type of input and shiftBits
 *   161002  the type computed in does not convert to the data type of out
 */
ACLNN_API aclnnStatus aclnnRightShiftGetWorkspaceSize(const aclTensor *input,
                                                      const aclTensor *shiftBits, aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnRightShift: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnRightShift(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
