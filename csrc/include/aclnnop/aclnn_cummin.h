/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_cummin.h: aclnnCummin.
 *
 * Made from csrc/ops/scan/scan.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_BFLOAT16_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT64, ACL_INT32, ACL_INT16, ACL_INT8,
 *                          ACL_UINT8, ACL_DOUBLE, ACL_BOOL, ACL_BF16
 */
#ifndef ACLNNOP_ACLNN_CUMMIN_H
#define ACLNNOP_ACLNN_CUMMIN_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnCummin
 ************************************************/

/*
 * aclnnCumminGetWorkspaceSize: phase one. The smallest element so far along a dimension, and its
 * place: of equal ones the last, of NaNs too.
 *
 *     valuesOut[i] = the smallest of self[0] ... self[i] along dim, NaN where one is; indicesOut[i]
 *         = its index
 *
 * self        the numbers. REAL_BFLOAT16_OR_BOOL.
 * dim         the dimension to go along, negative ones counted from the last.
 * valuesOut   the smallest. REAL_BFLOAT16_OR_BOOL.
 * indicesOut  where they are, int32 or int64. ACL_INT32, ACL_INT64.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, valuesOut or indicesOut NULL
 *   161002  dim outside the dimensions of self
 *   161002  the data type of self not one of REAL_BFLOAT16_OR_BOOL
 *   161002  the data type of valuesOut not one of REAL_BFLOAT16_OR_BOOL
 *   161002  the data type of indicesOut not one of ACL_INT32, ACL_INT64
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and valuesOut differ
 *   161002  shapes of self and indicesOut differ
 *   empty   self empty: nothing is done
 *   561103  self with dimensions, and its format neither ACL_FORMAT_ND nor that of valuesOut
 *   561103  self with dimensions, and its format neither ACL_FORMAT_ND nor that of indicesOut
 */
ACLNN_API aclnnStatus aclnnCumminGetWorkspaceSize(const aclTensor *self, int64_t dim,
                                                  aclTensor *valuesOut, aclTensor *indicesOut,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnCummin: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnCummin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
