/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_expand.h: aclnnExpand.
 *
 * Made from csrc/ops/copy_layout/copy_layout.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   EXPANDED  ACL_FLOAT16, ACL_FLOAT, ACL_UINT8, ACL_INT8, ACL_INT32, ACL_INT64, ACL_BOOL; ACL_BF16
 *             not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_EXPAND_H
#define ACLNNOP_ACLNN_EXPAND_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnExpand
 ************************************************/

/*
 * aclnnExpandGetWorkspaceSize: phase one. Repeats dimensions of one place.
 *
 *     out = self, broadcast to size
 *
 * self  the tensor, of up to 8 dimensions. EXPANDED.
 * size  the dimensions of out; counted from the last, each is that of self or self's is 1.
 * out   of the same type.
 *
 * Precision: exact.
 *
 * Errors, in the order tested:
 *
 *   161001  self, size or out NULL
 *   161002  the data type of self is not the data type of out
 *   161002  the data type of self not one of EXPANDED
 *   161002  self does not broadcast to size, or out is not of that shape
 *   161002  self not of 0 to 8 dimensions
 *   161002  out not of 0 to 8 dimensions
 *   empty   self or out empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnExpandGetWorkspaceSize(const aclTensor *self, const aclIntArray *size,
                                                  aclTensor *out, uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/* aclnnExpand: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnExpand(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
