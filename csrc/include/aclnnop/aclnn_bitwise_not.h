/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_bitwise_not.h: aclnnBitwiseNot.
 *
 * Made from csrc/ops/bitwise/bitwise.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   BITS  ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL; ACL_UINT16, ACL_UINT32,
 *         ACL_UINT64 on Ascend950
 */
#ifndef ACLNNOP_ACLNN_BITWISE_NOT_H
#define ACLNNOP_ACLNN_BITWISE_NOT_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnBitwiseNot
 ************************************************/

/*
 * aclnnBitwiseNotGetWorkspaceSize: phase one. The opposite bits of every element; of bool the
 * opposite truth value.
 *
 *     out = ~self
 *
 * self  integers or bool. BITS.
 * out   their opposites.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   561103  self or out NULL
 *   161002  the data type of self not one of BITS
 *   161002  the data type of self is not the data type of out
 *   161002  a layout of self or out private to the device
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnBitwiseNotGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnBitwiseNot: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnBitwiseNot(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
