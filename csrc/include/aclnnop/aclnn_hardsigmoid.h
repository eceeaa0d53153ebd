/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aclnnop/aclnn_hardsigmoid.h: aclnnHardsigmoid, aclnnInplaceHardsigmoid.
 *
 * Made from csrc/ops/activation/activation.toml by build_support/operators; do not edit.
 *
 * aclnn/acl_meta.h says how the two phases and the handles work, and aclnn_util.h what holds for
 * every operator: errors tested before those below, memory that is shared, phase two.
 */
#ifndef ACLNNOP_ACLNN_HARDSIGMOID_H
#define ACLNNOP_ACLNN_HARDSIGMOID_H

#include <stdbool.h>
#include <stdint.h>

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*-**********************************************
 *  aclnnHardsigmoid
 ************************************************/

/*
 * aclnnHardsigmoidGetWorkspaceSize: phase one. Maps -3 to 0, 3 to 1 and what lies between by a
 * straight line.
 *
 *     out = min(max(self / 6 + 1/2, 0), 1)
 *
 * self  the numbers. ACL_FLOAT, ACL_FLOAT16, ACL_INT32; ACL_BF16 not on Ascend910.
 * out   the result; the fraction is cut off where it is int32.
 *
 * Precision: exact in int32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self or out NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32; ACL_BF16 not on
 *           Ascend910
 *   161002  self not of 0 to 8 dimensions
 *   161002  shapes of self and out differ
 *   161002  the data type of self is not the data type of out
 *   161002  layouts of self and out differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnHardsigmoidGetWorkspaceSize(const aclTensor *self, aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/* aclnnHardsigmoid: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnHardsigmoid(void *workspace, uint64_t workspaceSize,
                                       aclOpExecutor *executor, aclrtStream stream);

/*-**********************************************
 *  aclnnInplaceHardsigmoid
 ************************************************/

/*
 * aclnnInplaceHardsigmoidGetWorkspaceSize: phase one. Maps -3 to 0, 3 to 1 and what lies between by
 * a straight line, in its place.
 *
 *     self = min(max(self / 6 + 1/2, 0), 1)
 *
 * self  the numbers; receives the result. ACL_FLOAT, ACL_FLOAT16, ACL_INT32; ACL_BF16 not on
 *       Ascend910.
 *
 * Precision: exact in int32, within 0.51 units in the last place otherwise.
 *
 * Errors, in the order tested:
 *
 *   161001  self NULL
 *   161002  the data type of self not one of ACL_FLOAT, ACL_FLOAT16, ACL_INT32; ACL_BF16 not on
 *           Ascend910
 *   161002  self not of 0 to 8 dimensions
 *   161002  layouts of self and self differ
 *   empty   self empty: nothing is done
 */
ACLNN_API aclnnStatus aclnnInplaceHardsigmoidGetWorkspaceSize(const aclTensor *self,
                                                              uint64_t *workspaceSize,
                                                              aclOpExecutor **executor);

/* aclnnInplaceHardsigmoid: phase two, as aclnn_util.h says it. */
ACLNN_API aclnnStatus aclnnInplaceHardsigmoid(void *workspace, uint64_t workspaceSize,
                                              aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif
