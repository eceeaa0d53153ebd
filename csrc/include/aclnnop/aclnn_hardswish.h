/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardswish.h: aclnnHardswish, aclnnInplaceHardswish.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 *
 * Sets of data types:
 *
 *   SINGLE_OR_HALF  ACL_FLOAT, ACL_FLOAT16; ACL_BF16 not on Ascend910
 */
#ifndef ACLNNOP_ACLNN_HARDSWISH_H
#define ACLNNOP_ACLNN_HARDSWISH_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardswish
 ************************************************/

/*
 * aclnnHardswishGetWorkspaceSize: phase one. Multiplies every element by a straight line from 0 at
 * -3 to 1 at 3.
 *
 *     out = self * min(max(self / 6 + 1/2, 0), 1)
 *
 * self  the numbers. SINGLE_OR_HALF.
 * out   the result. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of out not one of SINGLE_OR_HALF
 *   161002  the data type of self does not convert to the data type of out
 *   161002  shapes of self and out differ
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of out
 */
ACLNN_API aclnnStatus aclnnHardswishGetWorkspaceSize(const aclTensor *self, const aclTensor *out,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/* aclnnHardswish: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardswish(void *workspace, uint64_t workspaceSize,
                                     aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceHardswish
 ************************************************/

/*
 * aclnnInplaceHardswishGetWorkspaceSize: phase one. Multiplies every element by a straight line
 * from 0 at -3 to 1 at 3, in its place.
 *
 *     self = self * min(max(self / 6 + 1/2, 0), 1)
 *
 * self  the numbers; receives the result. SINGLE_OR_HALF.
 *
 * Precision: within 0.51 units in the last place.
 *
 * Errors, in the order tested:
 *
 *   161001  self NULL
 *   161002  the data type of self not one of SINGLE_OR_HALF
 *   161002  the data type of self does not convert to the data type of self
 *   empty   self empty: nothing is done
 *   561103  format of self neither ACL_FORMAT_ND nor that of self
 */
ACLNN_API aclnnStatus aclnnInplaceHardswishGetWorkspaceSize(const aclTensor *self,
                                                            uint64_t *workspaceSize,
                                                            aclOpExecutor **executor);

/* aclnnInplaceHardswish: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceHardswish(void *workspace, uint64_t workspaceSize,
                                            aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
