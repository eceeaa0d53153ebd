/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_max.h: aclnnMax.
 *
 * Made from csrc/ops/reduce/reduce.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_MAX_H
#define ACLNNOP_ACLNN_MAX_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnMax
 ************************************************/

/*
 * aclnnMaxGetWorkspaceSize: phase one. The largest element.
 *
 *     out = the largest of all elements of self; NaN where one is
 *
 * self  the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8, ACL_UINT8, ACL_INT16,
 *       ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910.
 * out   the largest, one element. ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *       ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32,
 *           ACL_INT8, ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910
 *   161002  the data type of out not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_INT32, ACL_INT8,
 *           ACL_UINT8, ACL_INT16, ACL_DOUBLE, ACL_BOOL; ACL_BF16 not on Ascend910
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   empty   self empty: nothing is done
 *   empty   out empty: nothing is done
 *   161002  out not of one element, where self has some
 */
ACLNN_API aclnnStatus aclnnMaxGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                               uint64_t *workspaceSize, aclOpExecutor **executor);

/* aclnnMax: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnMax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
