/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_gcd.h: aclnnGcd.
 *
 * Made from csrc/ops/binary/binary.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   GCD  ACL_INT32; ACL_INT16, ACL_INT64 not on Ascend910; ACL_UINT8, ACL_INT8 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_GCD_H
#define ACLNNOP_ACLNN_GCD_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnGcd
 ************************************************/

/*
 * aclnnGcdGetWorkspaceSize: phase one. The greatest common divisor of the elements of two tensors.
 *
 *     out = gcd(self, other), which is not negative; gcd(0, n) = |n|
 *
 * self   the first number.
 * other  the second number.
 * out    the divisor. ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16, ACL_UINT32,
 *        ACL_UINT64.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, other or out NULL
 *   161002  the data type of out not one of ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *           ACL_UINT16, ACL_UINT32, ACL_UINT64
 *   161002  no common data type of self and other
 *   161002  the type computed in not one of GCD
 *   161002  the type computed in does not convert to the data type of out
 *   161002  self not of 0 to 8 dimensions
 *   161002  other not of 0 to 8 dimensions
 *   161002  self and other do not broadcast, or not to the shape of out
 *   empty   self or other empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnGcdGetWorkspaceSize(const aclTensor *self, const aclTensor *other,
                                               aclTensor *out, uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/* aclnnGcd: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnGcd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
