/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_logaddexp2.h: aclnnLogAddExp2.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_UNSIGNED_OR_BOOL  ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8,
 *                          ACL_INT16, ACL_DOUBLE, ACL_BOOL, ACL_UINT16, ACL_UINT32, ACL_UINT64;
 *                          ACL_BF16 not on Ascend910
 *   SINGLE_OR_HALF         ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_LOGADDEXP2_H
#define ACLNNOP_ACLNN_LOGADDEXP2_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnLogAddExp2
 ************************************************/

/*
 * aclnnLogAddExp2GetWorkspaceSize: phase one. The logarithm to base 2 of a sum of powers of 2.
 *
 *     out = log2(2 ^ self + 2 ^ other)
 *
 * self   the first exponent. REAL_UNSIGNED_OR_BOOL.
 * other  the second exponent. REAL_UNSIGNED_OR_BOOL.
 * out    the logarithm, computed in its data type. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place in float32, within 0.51 units in the last place
 * otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of self not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of other not one of REAL_UNSIGNED_OR_BOOL
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self does not convert to the data type of out
 *   161002  the data type of other does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   161002  layouts of self and out differ (on Ascend950)
 *   161002  layouts of other and out differ (on Ascend950)
 *   161002  a layout of self private to the device (on Ascend950)
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnLogAddExp2GetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                                      aclTensor *out, uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnLogAddExp2: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnLogAddExp2(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
