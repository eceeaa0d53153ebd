/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_ones.h: aclnnInplaceOne.
 *
 * Made from csrc/ops/fill/fill.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   REAL_OR_BOOL  ACL_FLOAT16, ACL_FLOAT, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8,
 *                 ACL_BOOL, ACL_DOUBLE; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_ONES_H
#define ACLNNOP_ACLNN_ONES_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnInplaceOne
 ************************************************/

/*
 * aclnnInplaceOneGetWorkspaceSize: phase one. Writes 1 everywhere.
 *
 *     selfRef = 1
 *
 * selfRef  what is filled; receives the result. REAL_OR_BOOL.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  selfRef NULL
 *   161002  the data type of selfRef not one of REAL_OR_BOOL
 *   161002  selfRef not of 0 to 8 dimensions
 *   empty   selfRef empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceOneGetWorkspaceSize(const aclTensor *selfRef,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/* aclnnInplaceOne: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceOne(void *workspace, uint64_t workspaceSize,
                                      aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
