/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_nan_to_num.h: aclnnNanToNum, aclnnInplaceNanToNum.
 *
 * Made from csrc/ops/unary/unary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   NEW_SINGLE_INTEGER_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_BF16, ACL_INT8, ACL_INT16, ACL_INT32,
 *                               ACL_INT64, ACL_UINT8, ACL_BOOL on Ascend910B, Ascend910_93 and
 *                               Ascend950
 */
#ifndef ACLNNOP_ACLNN_NAN_TO_NUM_H
#define ACLNNOP_ACLNN_NAN_TO_NUM_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnNanToNum
 ************************************************/

/*
 * aclnnNanToNumGetWorkspaceSize: phase one. Numbers in place of NaN and infinities.
 *
 *     out = self, but nan, posinf and neginf for NaN, infinity and minus infinity
 *
 * self    the numbers; integers and bool are copied. NEW_SINGLE_INTEGER_OR_BOOL.
 * nan     for NaN.
 * posinf  for infinity.
 * neginf  for minus infinity.
 * out     numbers.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of NEW_SINGLE_INTEGER_OR_BOOL
 *   161002  shapes of self and out differ
 *   161002  self not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   561103  the data type of self one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_BOOL, and format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnNanToNumGetWorkspaceSize(const aclTensor *self, float nan, float posinf,
                                                    float neginf, aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/* aclnnNanToNum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnNanToNum(void *workspace, uint64_t workspaceSize,
                                    aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceNanToNum
 ************************************************/

/*
 * aclnnInplaceNanToNumGetWorkspaceSize: phase one. Numbers in place of NaN and infinities, in their
 * place.
 *
 *     selfRef = selfRef, but nan, posinf and neginf for NaN, infinity and minus infinity
 *
 * selfRef  the numbers; integers and bool are copied; receives the result.
 *          NEW_SINGLE_INTEGER_OR_BOOL.
 * nan      for NaN.
 * posinf   for infinity.
 * neginf   for minus infinity.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  on Ascend910, which does not have the operator
 *   161002  the data type of selfRef not one of NEW_SINGLE_INTEGER_OR_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 *   561103  the data type of selfRef one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_BOOL, and format of selfRef neither ACL_FORMAT_ND nor that of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceNanToNumGetWorkspaceSize(aclTensor *selfRef, float nan,
                                                           float posinf, float neginf,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/* aclnnInplaceNanToNum: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceNanToNum(void *workspace, uint64_t workspaceSize,
                                           aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
